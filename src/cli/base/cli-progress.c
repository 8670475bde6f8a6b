/* Draws the progress bar of a command on standard error. */
#include "cli-progress.h"

#include <stdio.h>
#include <unistd.h>

#include "cli-setup.h"
#include "cli-stream.h"

void
cli_progress_init (CliProgress *progress, const char *label, gboolean quiet)
{
  progress->shown = !quiet && isatty (STDERR_FILENO);
  progress->next = g_get_monotonic_time () + G_USEC_PER_SEC / 2;
  progress->label = label;
}

void
cli_progress_update (CliProgress *progress, double fraction)
{
  enum { WIDTH = 40 };
  gint64 now;
  int filled;

  if (!progress->shown || (now = g_get_monotonic_time ()) < progress->next)
    return;
  progress->next = now + G_USEC_PER_SEC / 10;
  filled = (int) (CLAMP (fraction, 0, 1) * WIDTH);
  fprintf (stderr, "\r%s [", progress->label);
  for (int i = 0; i < WIDTH; i++)
    fputs (i < filled ? "█" : "·", stderr);
  fprintf (stderr, "] %3d %%", (int) (CLAMP (fraction, 0, 1) * 100));
  fflush (stderr);
}

gboolean
cli_progress_report (gpointer bar, double fraction)
{
  if (bar != NULL)
    cli_progress_update (bar, fraction);
  return !cli_interrupted ();
}

void
cli_progress_clear (CliProgress *progress)
{
  if (progress->shown)
    cli_stream_put_raw ("\r\033[K");
}
