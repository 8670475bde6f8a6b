/* The band around the curves of a run within which the states stay if each parameter changes by a small fraction of
 * its value: to first order
 *
 *   |Δx_i| ≤ Σ_p |∂x_i/∂p| |Δp|,   Δp = LAB_SENSITIVITY_CHANGE · p
 *
 * The bound adds all parameters with the sign that is worst. It is not a statistical error, for which squares would
 * be added. */
#include "lab-sensitivity-band.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-sensitivity.h"

/* Largest number of points of a band. More rows are joined, several to a point. */
#define MOST_POINTS 4000
/* Largest number n (n + m) of symbolic derivatives of a model with n states and m parameters. Their compilation cannot be cancelled. */
#define MOST_DERIVATIVES 10000

void
lab_sensitivity_band_free (LabSensitivityBand *band)
{
  if (band == NULL)
    return;
  g_free (band->t);
  g_free (band->low);
  g_free (band->high);
  g_strfreev (band->largest);
  g_free (band->refused);
  g_free (band);
}

/* Returns Σ_p |∂x_i/∂p|·|0.01 p| in a row of a run, without refused parameters. Raises effects[p] to the term of p if that is larger. */
static double
half_width (const LabSensitivity *s, const double *row, int i, double *effects)
{
  double sum = 0;

  for (int c = 0; c < s->n_columns; c++)
    {
      double effect = s->refused[c] != NULL ? 0 : fabs (row[1 + s->n_states * (1 + c) + i] * LAB_SENSITIVITY_CHANGE * s->values[c]);

      sum += effect;
      effects[c] = fmax (effects[c], effect);
    }
  return sum;
}

/* Writes the edges of the band of state i. Several rows give one point with their smallest lower and largest upper edge. */
static void
fill_edges (LabSensitivityBand *band, const LabSensitivity *s, gsize n_rows, gsize per_point, int i)
{
  g_autofree double *effects = g_new0 (double, s->n_columns + 1);
  double *low = band->low + (gsize)i * band->n, *high = band->high + (gsize)i * band->n;
  int largest = 0;

  for (gsize k = 0; k < n_rows; k++)
    {
      const double *row = sim_trajectory_row (s->rows, k);
      double width = half_width (s, row, i, effects), from = row[1 + i] - width, to = row[1 + i] + width;
      gsize point = k / per_point;

      low[point] = k % per_point == 0 ? from : fmin (low[point], from);
      high[point] = k % per_point == 0 ? to : fmax (high[point], to);
    }
  for (int c = 1; c < s->n_columns; c++)
    if (effects[c] > effects[largest])
      largest = c;
  band->largest[i] = g_strdup (s->n_columns > 0 && effects[largest] > 0 ? s->columns[largest] : "");
}

/* Makes the band from the rows of a run. Parts of equally many rows become one point each if there are more rows than
 * MOST_POINTS. */
static LabSensitivityBand *
band_of (const LabSensitivity *s)
{
  LabSensitivityBand *band = g_new0 (LabSensitivityBand, 1);
  gsize n_rows = sim_trajectory_n_rows (s->rows), per_point = (n_rows + MOST_POINTS - 1) / MOST_POINTS;

  per_point = MAX (per_point, 1);
  band->n = (n_rows + per_point - 1) / per_point;
  band->n_states = s->n_states;
  band->t = g_new (double, band->n + 1);
  band->low = g_new (double, band->n *(gsize)s->n_states + 1);
  band->high = g_new (double, band->n *(gsize)s->n_states + 1);
  band->refused = lab_sensitivity_refusals (s);
  band->largest = g_new0 (char *, s->n_states + 1);
  for (gsize k = 0; k < band->n; k++)
    band->t[k] = sim_trajectory_row (s->rows, k * per_point)[0];
  for (int i = 0; i < s->n_states; i++)
    fill_edges (band, s, n_rows, per_point, i);
  return band;
}

static gboolean
all_refused (const LabSensitivity *s)
{
  for (int c = 0; c < s->n_columns; c++)
    if (s->refused[c] == NULL)
      return FALSE;
  return TRUE;
}

LabSensitivityBand *
lab_sensitivity_band_new (const LabRunRecord *run, const LabProgress *progress, GError **error)
{
  LabProblem problem = run->problem;
  g_auto (GStrv) parameters = lab_sensitivity_parameters (problem.model);
  g_autoptr (ModelSystem) system = lab_problem_instance (&problem, error);
  g_autoptr (LabSensitivity) s = NULL;
  int n, m = (int)g_strv_length (parameters);

  if (system == NULL)
    return NULL;
  n = model_system_n_states (system);
  if (lab_run_record_has_moves (run))
    g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_VALUE, _ ("no sensitivity: parameters or states were changed during the run"));
  else if (n > 0 && n + m > MOST_DERIVATIVES / n)
    g_set_error (error, MODEL_ERROR, MODEL_ERROR_VALUE, _ ("no sensitivity: the model has too many states (%d) and parameters (%d)"), n, m);
  else
    {
      problem.t_end = run->t[run->n - 1];
      s = lab_sensitivity_new_with_rows (&problem, (const char *const *)parameters, NULL, progress, error);
    }
  if (s == NULL)
    return NULL;
  if (s->rows == NULL)
    g_set_error (error, MODEL_ERROR, MODEL_ERROR_VALUE, _ ("no sensitivity: %s"), s->message);
  else if (m > 0 && all_refused (s))
    {
      g_autofree char *reasons = lab_sensitivity_refusals (s);

      g_set_error (error, MODEL_ERROR, MODEL_ERROR_VALUE, _ ("no sensitivity: %s"), reasons);
    }
  else
    return band_of (s);
  return NULL;
}
