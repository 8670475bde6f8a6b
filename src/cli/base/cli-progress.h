/* A progress bar on standard error. It is drawn only on a terminal and only without
 * --quiet. */
#pragma once

#include <glib.h>

typedef struct
{
  gboolean shown;
  gint64 next; /* monotonic time of the next drawing, µs */
  const char *label; /* text before the bar; borrowed */
} CliProgress;

/* Starts a bar that appears after half a second. Borrows label until the bar is cleared. quiet: never
 * draws. */
void cli_progress_init (CliProgress *progress, const char *label, gboolean quiet);
/* Draws the completed fraction, 0 to 1, at most ten times a second. */
void cli_progress_update (CliProgress *progress, double fraction);
/* Draws the fraction in a bar (CliProgress), NULL: none. Returns FALSE after an interruption. It is a LabProgressFunc. */
gboolean cli_progress_report (gpointer bar, double fraction);
/* Erases the bar. */
void cli_progress_clear (CliProgress *progress);
