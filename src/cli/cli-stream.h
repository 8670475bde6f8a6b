/* Standard output and standard error of the program. Control characters of
 * texts from files and arguments are written as \xNN, because a terminal would
 * execute them; data that go to a file descriptor directly (--output -) are not
 * changed. A failed write of standard output is reported at the end. */
#pragma once

#include <glib.h>

/* Replaces the streams stdout and stderr; call it once, before any output. If descriptor 0, 1 or 2 is closed, it is opened first, so that
 * no file that is opened later gets its number. */
void cli_stream_install (void);
/* Writes to the terminal without replacing control characters. */
void cli_stream_put_raw (const char *text);
/* Flushes both streams. Returns the exit status of the program, which is status
 * unless standard output could not be written; that is reported here. */
int cli_stream_finish (int status);
