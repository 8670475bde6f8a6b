/* Compares computed sensitivities with differences of runs.
 *
 * Along a direction v in the space of the columns, the central difference of two runs and Richardson's extrapolation of two of them
 *
 *   D (ε) = (x (p + ε v) − x (p − ε v))/(2 ε),   (4 D (ε/2) − D (ε))/3 = S v + O (ε⁴)
 *
 * use the model as it is: its switches, events and their order. One direction with random signs checks all columns; if it disagrees, each
 * column is checked alone and refused if it disagrees too. Such a disagreement has no other explanation than a solution that is not
 * differentiable, or a kind of switch that the variational equations do not know. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-sensitivity-private.h"

/* The sizes ε of the changes, as fractions of the parameters. A smaller one follows if a larger one does not confirm the derivatives. */
static const double changes[] = { 1e-3, 1e-4, 1e-5 };
/* Largest relative difference. It is that of a derivative with four digits; differences have no more if a solution is sensitive. */
#define AGREEMENT 1e-4
/* Error of a run relative to the largest states, which a difference divides by ε; and multiple of the error of the run that is seen. */
#define RUN_ERROR 1e-10
#define NOISE 4

typedef struct
{
  const LabProblem *problem;
  const SimConfig *config;
  LabSensitivity *s;
  const double *size;
  const char *const *names; /* of the states */
  const double *change;     /* n_columns changes of the columns in the current run */
  double *noise;            /* n_states errors of a run */
} Check;

/* Makes the changes in a new instance. */
static gboolean
prepare (ModelSystem *system, gpointer user, GError **error)
{
  const Check *check = user;
  const LabSensitivity *s = check->s;

  if (check->problem->prepare != NULL && !check->problem->prepare (system, check->problem->user, error))
    return FALSE;
  for (int c = 0; c < s->n_columns; c++)
    {
      double value = s->values[c] + check->change[c];

      if (check->change[c] == 0)
        continue;
      if (c >= s->n_parameters)
        model_system_set_initial_at (system, model_system_find_initial (system, s->columns[c]), value);
      else if (!model_system_set_parameter (system, s->columns[c], value, error))
        return FALSE;
    }
  return TRUE;
}

/* Computes the last state of the run with the changes factor·v into x. Sets *failed if the run fails. Returns FALSE with an error if
 * cancelled. */
static gboolean
run_changed (Check *check, const double *v, double factor, double *x, gboolean *failed, const LabProgress *progress, GError **error)
{
  g_autofree double *change = g_new (double, check->s->n_columns + 1);
  g_autoptr (GError) problem_error = NULL;
  LabProblem problem = *check->problem;
  LabRun run = { 0 };

  for (int c = 0; c < check->s->n_columns; c++)
    change[c] = factor * v[c];
  check->change = change;
  problem.prepare = prepare;
  problem.user = check;
  if (lab_problem_set_times (&problem, &problem_error) && lab_problem_run (&problem, check->config, progress, &run, &problem_error)
      && run.reason != SIM_FAILED_RUN)
    memcpy (x, run.x, sizeof (double) * (gsize)run.n_states);
  else
    *failed = TRUE;
  lab_run_clear (&run);
  return lab_progress_report (progress, 0.5, error);
}

/* Computes the extrapolated difference along v into d. The weights follow from (4 D (ε/2) − D (ε))/3 with D (ε) = (x₊
 * − x₋)/(2ε): ∓1/6 for the changes ±ε, and ±4/3 for ±ε/2, divided by ε (Richardson's extrapolation; Hairer, Nørsett
 * and Wanner, Solving ODEs I, 2nd ed. 1993, section II.9). */
static gboolean
difference (Check *check, const double *v, double size, double *d, gboolean *failed, const LabProgress *progress, GError **error)
{
  static const double factors[] = { 1, -1, 0.5, -0.5 }, weights[] = { -1.0 / 6, 1.0 / 6, 4.0 / 3, -4.0 / 3 };
  int n = check->s->n_states;
  g_autofree double *x = g_new (double, n + 1);

  memset (d, 0, sizeof (double) * (gsize)n);
  for (int k = 0; k < 4 && !*failed; k++)
    {
      if (!run_changed (check, v, factors[k] * size, x, failed, progress, error))
        return FALSE;
      for (int i = 0; i < n && !*failed; i++)
        d[i] += weights[k] * x[i] / size;
    }
  return TRUE;
}

/* Sets *agrees if differences confirm S v for one of the sizes of changes. *where is set to the state with the
 * largest disagreement, *seen to its difference and *computed to (S v) of it. State i agrees if |d_i − Σ_c S_ic v_c|
 * ≤ AGREEMENT · Σ_c |S_ic v_c| + NOISE · noise_i/ε. The sum of magnitudes is used because terms of different sign may
 * cancel. */
static gboolean
compare (Check *check,
         const double *v,
         gboolean *agrees,
         int *where,
         double *seen,
         double *computed,
         const LabProgress *progress,
         GError **error)
{
  const LabSensitivity *s = check->s;
  g_autofree double *d = g_new (double, s->n_states + 1);

  *agrees = FALSE;
  for (guint k = 0; k < G_N_ELEMENTS (changes) && !*agrees; k++)
    {
      gboolean failed = FALSE;
      double worst = 1;

      if (!difference (check, v, changes[k], d, &failed, progress, error))
        return FALSE;
      *agrees = !failed;
      for (int i = 0; i < s->n_states && !failed; i++)
        {
          double sum = 0, size = 0, apart;

          for (int c = 0; c < s->n_columns; c++)
            if (v[c] != 0)
              {
                sum += s->dx[i * s->n_columns + c] * v[c];
                size += fabs (s->dx[i * s->n_columns + c] * v[c]);
              }
          apart = fabs (d[i] - sum) / (AGREEMENT * size + NOISE * check->noise[i] / changes[k] + 1e-300);
          if (apart <= worst)
            continue;
          worst = apart;
          *agrees = FALSE;
          *where = i;
          *seen = d[i];
          *computed = sum;
        }
    }
  return TRUE;
}

/* Returns the unit in which a column is changed, of which a change is the fraction ε. It is at most the value of the
 * column, and the change that S predicts for each state, |S_ic| · unit, is at most the size of the state. A run that
 * is far from the solution would not show a derivative. */
static double
step_of (const Check *check, int c)
{
  const LabSensitivity *s = check->s;
  double largest = 0;

  for (int i = 0; i < s->n_states; i++)
    if (check->size[i] > 0)
      largest = fmax (largest, fabs (s->dx[i * s->n_columns + c]) / check->size[i]);
  if (s->values[c] != 0)
    return largest > 0 ? fmin (fabs (s->values[c]), 1 / largest) : fabs (s->values[c]);
  return largest > 0 ? 1 / largest : 1;
}

/* Computes the error of a run by the difference of the model's run and the augmented one, and refuses all columns if they are different
 * runs. */
static gboolean
measure_noise (Check *check, const LabProgress *progress, GError **error)
{
  LabSensitivity *s = check->s;
  g_autofree double *none = g_new0 (double, s->n_columns + 1), *x = g_new0 (double, s->n_states + 1);
  gboolean failed = FALSE;

  if (!run_changed (check, none, 0, x, &failed, progress, error))
    return FALSE;
  for (int i = 0; i < s->n_states; i++)
    {
      double apart = fabs (x[i] - s->x[i]);

      check->noise[i] = apart + RUN_ERROR * check->size[i];
      failed |= !(apart <= 1e-4 * check->size[i]);
    }
  for (int c = 0; c < s->n_columns && failed; c++)
    if (s->refused[c] == NULL)
      s->refused[c] = g_strdup (_ ("two computations of the run end in different states; errors may grow too much over this time"));
  return TRUE;
}

/* Compares each column alone, after the sum of all did not agree, and refuses those that do not agree. */
static gboolean
check_columns (Check *check, const double *steps, const LabProgress *progress, GError **error)
{
  LabSensitivity *s = check->s;
  g_autofree double *v = g_new0 (double, s->n_columns + 1);

  for (int c = 0; c < s->n_columns; c++)
    {
      gboolean agrees;
      int where = -1;
      double seen, computed;

      if (s->refused[c] != NULL)
        continue;
      v[c] = steps[c];
      if (!compare (check, v, &agrees, &where, &seen, &computed, progress, error))
        return FALSE;
      v[c] = 0;
      if (agrees)
        continue;
      if (where < 0)
        s->refused[c] = g_strdup (_ ("runs with a changed value fail, so that nothing confirms the derivative"));
      else
        s->refused[c] =
            g_strdup_printf (_ ("runs with a changed value do not confirm the derivative: they give %.6g for that of '%s', not %.6g"),
                             seen / steps[c], check->names[where], computed / steps[c]);
    }
  return TRUE;
}

gboolean
lab_sensitivity_check (
    const LabProblem *problem, const SimConfig *config, LabSensitivity *s, const double *size, const LabProgress *progress, GError **error)
{
  g_autofree double *noise = g_new0 (double, s->n_states + 1), *v = g_new0 (double, s->n_columns + 1),
                    *steps = g_new0 (double, s->n_columns + 1);
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  Check check = { problem, config, s, size, NULL, NULL, noise };
  guint32 random = 1;
  gboolean agrees = TRUE, any = FALSE;
  int where = -1;
  double seen, computed;

  if (system == NULL)
    return FALSE;
  if (s->n_columns == 0 || s->n_states == 0)
    return TRUE;
  check.names = model_system_ode (system)->names;
  if (!measure_noise (&check, progress, error))
    return FALSE;
  for (int c = 0; c < s->n_columns; c++)
    {
      random = random * 1664525 + 1013904223; /* Numerical Recipes, 3rd ed. 2007, section 7.1 */
      steps[c] = step_of (&check, c);
      v[c] = s->refused[c] != NULL ? 0 : (random >> 31 ? 1 : -1) * (0.5 + (random >> 8 & 0xffff) / 131072.0) * steps[c];
      any |= v[c] != 0;
    }
  if (any && !compare (&check, v, &agrees, &where, &seen, &computed, progress, error))
    return FALSE;
  if (!agrees && !check_columns (&check, steps, progress, error))
    return FALSE;
  for (int c = 0; c < s->n_columns; c++)
    for (int i = 0; i < s->n_states && s->refused[c] != NULL; i++)
      s->dx[i * s->n_columns + c] = s->dt[c] = NAN;
  return TRUE;
}
