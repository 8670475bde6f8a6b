/* A progress bar on standard error. It is drawn only on a terminal, and not
 * when quiet. */
#pragma once

#include <glib.h>

typedef struct
{
  gboolean shown;
  gint64 next; /* monotonic time of the next drawing */
  const char *label; /* borrowed */
} CliProgress;

/* Starts a bar that appears after half a second. label is borrowed until the
 * bar is cleared. */
void cli_progress_init (CliProgress *progress, const char *label, gboolean quiet);
/* Draws the fraction done, 0 to 1, at most ten times a second. */
void cli_progress_update (CliProgress *progress, double fraction);
/* Erases the bar. */
void cli_progress_clear (CliProgress *progress);
