/* Standard output and standard error of the program. Control characters, and characters that change the direction of text, in texts of files and arguments
 * are written as \xNN, because a terminal would execute them. Data that are written directly to a file
 * descriptor (--output -) are not changed. A failed write to standard output is reported at the end of the
 * program. */
#pragma once

#include <glib.h>

/* Replaces the streams stdout and stderr. Call this once, before any output. If descriptor 0, 1 or 2 is closed, opens it, so that no file
 * opened later gets its number. */
void cli_stream_install (void);
/* Writes fatal messages of GLib to descriptor 2 before the program ends. A lack of memory ends it with CLI_FILE. Call this once, first of all. */
void cli_stream_install_fatal (void);
/* Writes to descriptor 2 that memory ran out, and ends the program with CLI_FILE. Allocates nothing. */
void cli_stream_end_without_memory (void) G_GNUC_NORETURN;
/* Writes text to the terminal without replacing control characters. */
void cli_stream_put_raw (const char *text);
/* Flushes both streams. Returns status as the exit status of the program. If standard output could not be written, prints an error and
 * returns another status. */
int cli_stream_finish (int status);
