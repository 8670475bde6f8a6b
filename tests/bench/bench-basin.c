/* Measures the basins of the magnetic pendulum on N × N starts: the time until the first picture, the time that a cancelled computation
 * takes to end, and the CPU time of the whole. Usage: bench-basin [N [FRACTION]]; runs beyond the fraction are omitted. STEPWISE_DATA_DIR
 * is the folder that contains the models. */
#include <gio/gio.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lab-basin.h"
#include "model-library.h"

static double
seconds (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

/* Data of the thread that watches the computation. Times are in seconds since its start. */
typedef struct
{
  const LabBasin *basin;
  double start, start_cpu;
  double first, first_cpu; /* time at which a picture has attractors, and the CPU time until then; NaN: not yet */
  double cancel_at;   /* fraction of the cells after which the computation is cancelled; 2: never */
  double cancelled;   /* time at which the cancellation was requested */
  gint8 *code;
  float *capture;
} Watcher;

/* Returns whether a picture would show basins: the cells of the coarsest lattice have attractors. */
static gboolean
look (gpointer user, double fraction)
{
  Watcher *watcher = user;
  double now = seconds (CLOCK_MONOTONIC);

  if (isnan (watcher->first) && lab_basin_n_attractors (watcher->basin) > 0 && lab_basin_known (watcher->basin) > 0)
    {
      const LabBasinSetup *setup = lab_basin_setup (watcher->basin);
      int n = setup->nx * setup->ny, n_letters = 0;

      lab_basin_snapshot (watcher->basin, TRUE, watcher->code, watcher->capture);
      for (int k = 0; k < n; k++)
        n_letters += watcher->code[k] >= 0;
      if (n_letters > 0.9 * n)
        {
          watcher->first_cpu = seconds (CLOCK_PROCESS_CPUTIME_ID) - watcher->start_cpu;
          watcher->first = seconds (CLOCK_MONOTONIC) - watcher->start;
        }
    }
  if (fraction < watcher->cancel_at)
    return TRUE;
  if (isnan (watcher->cancelled))
    watcher->cancelled = now;
  return FALSE;
}

static void
measure (const LabProblem *problem, int n, double cancel_at)
{
  LabBasinSetup setup = { .x = (char *) "x", .y = (char *) "y", .x_low = -2.2, .x_high = 2.2, .y_low = -2.2, .y_high = 2.2, .nx = n, .ny = n };
  g_autoptr (GError) error = NULL;
  double cpu = seconds (CLOCK_PROCESS_CPUTIME_ID), start = seconds (CLOCK_MONOTONIC);
  g_autoptr (LabBasin) basin = lab_basin_new (problem, &setup, &error);
  Watcher watcher = { basin, start, cpu, NAN, NAN, cancel_at, NAN, g_new (gint8, n * n), g_new (float, n * n) };
  LabProgress progress = { look, &watcher };
  gboolean done = lab_basin_run (basin, 0, &progress, &error);
  double end = seconds (CLOCK_MONOTONIC);

  if (!isnan (watcher.first))
    printf ("%d x %d: first picture after %.2f s (%.2f s of CPU)\n", n, n, watcher.first, watcher.first_cpu);
  if (done)
    printf ("%d x %d: complete after %.1f s with %.1f s of CPU; %d cells computed\n", n, n,
            end - start, seconds (CLOCK_PROCESS_CPUTIME_ID) - cpu, lab_basin_n_computed (basin));
  else
    printf ("%d x %d: cancelled at %.0f %%; ended %.1f ms after the request\n", n, n, 100 * cancel_at, 1e3 * (end - watcher.cancelled));
  g_free (watcher.code);
  g_free (watcher.capture);
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 1000;
  double most = argc > 2 ? atof (argv[2]) : 2;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Model *model = model_library_open ("magnetic-pendulum", sim_config_check_solver, diagnostics);
  SimConfig *config = sim_config_new ();
  LabProblem problem = { .model = model, .config = config, .t_start = NAN, .t_end = 100, .instance = { .fast_math = TRUE } };

  if (model == NULL)
    return 1;
  sim_config_apply_model (config, model, diagnostics);
  sim_config_load_text (config, "accuracy: 1e-6\n", NULL, diagnostics);
  for (int k = 0; k < 4; k++)
    {
      static const double fractions[] = { 0.002, 0.1, 0.5, 2 };

      if (fractions[k] <= most)
        measure (&problem, n, fractions[k]);
    }
  sim_config_free (config);
  model_unref (model);
  return 0;
}
