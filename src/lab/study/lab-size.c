/* Finds the sizes of the states from a run of low accuracy, and replaces those that are zero up to rounding errors. */
#include "lab-size.h"

#include <float.h>
#include <gio/gio.h>
#include <math.h>

/* A state whose largest value is below this part of that of all states is zero up to rounding errors. */
#define ROUNDING (1000 * DBL_EPSILON)
/* Largest values need no high accuracy and no more steps than this. */
#define ACCURACY 1e-4
#define MOST_STEPS 100000

void
lab_size_take (double *size, const double *x, int n)
{
  for (int i = 0; i < n; i++)
    if (isfinite (x[i]))
      size[i] = fmax (size[i], fabs (x[i]));
}

void
lab_size_complete (double *size, int n)
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    largest = fmax (largest, size[i]);
  for (int i = 0; i < n; i++)
    if (!(size[i] > ROUNDING * largest))
      size[i] = largest > 0 ? largest : 1;
}

void
lab_size_watch (gpointer user, SimSimulator *simulator)
{
  const LabSizeWatch *watch = user;

  lab_size_take (watch->size, sim_simulator_x (simulator), watch->n);
}

gboolean
lab_size_take_run (const LabProblem *problem, const OdeMethod *method, double *size, int n, const LabProgress *progress, GError **error)
{
  g_autoptr (SimConfig) config = lab_problem_config (problem, method, 0, fmax (ACCURACY, method->accuracy_tightest));
  LabSizeWatch sizes = { size, n };
  LabRunWatch watch = { .step = lab_size_watch, .user = &sizes };
  g_autoptr (GError) failure = NULL;
  LabRun run;

  sim_config_set_number (config, "step_limit", MOST_STEPS, SIM_ORIGIN_LIVE, NULL);
  if (lab_problem_run_watched (problem, config, &watch, progress, &run, &failure))
    lab_run_clear (&run);
  else if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  return TRUE;
}
