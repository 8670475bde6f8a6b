/* The door for scripts (stepwise-serve(5)): reads requests, one line of JSON each, and writes answers until the input ends. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Answers the requests that come from the file descriptor `in` with answers to `out`. Returns when the input has ended and all requests are answered, or
 * when the output cannot be written; returns FALSE in the latter case. */
gboolean serve_loop (int in, int out);

G_END_DECLS
