/* A progress bar on standard error where that is a terminal; nothing in a pipe or when quiet. */
#pragma once

#include <glib.h>

typedef struct
{
  gboolean shown;
  gint64 next; /* monotonic time of the next drawing */
  const char *label;
} CliProgress;

void cli_progress_init (CliProgress *progress, const char *label, gboolean quiet);
/* Draws at most ten times a second; share from 0 to 1. */
void cli_progress_update (CliProgress *progress, double share);
/* Wipes the bar. */
void cli_progress_clear (CliProgress *progress);
