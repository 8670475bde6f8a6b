/* Fits the slope of log e over log x by least squares. Rows are omitted if they would bend the line for another reason than the order of
 * the method:
 *
 *   - the row with the smallest error and all later rows, if a later row has a larger error or the error falls by less than a factor of
 *   1.5:
 *     rounding errors dominate there;
 *   - rows whose error is less than ten times the error of the reference, which changes it by a tenth and more;
 *   - rows with an error above 0.1: the error is not small compared with the solution, or the steps are unstable.
 *
 * Of the remaining rows at most the last four are used, where the terms of higher order are smallest. */
#include "lab-slope.h"

#include <math.h>

#define FIT_ROWS 4
#define LARGE_ERROR 0.1
#define LEAST_DECREASE 1.5
/* Rows with an error below this multiple of the floor, or of the error of the reference, are visibly affected by it. */
#define ABOVE_FLOOR 10

double
lab_row_axis (const LabRow *row, LabAxis axis)
{
  switch (axis)
    {
    case LAB_AXIS_RHS: return (double) row->run.statistics.ode.rhs_evaluations;
    case LAB_AXIS_STEPS: return (double) row->run.statistics.ode.steps_taken;
    case LAB_AXIS_TIME: return row->run.statistics.wall_seconds;
    default: return row->setting;
    }
}

/* Returns the smallest error if rounding errors prevent a further decrease; otherwise 0. */
static double
find_floor (const double *e, int n)
{
  int least = 0;

  for (int k = 1; k < n; k++)
    if (e[k] < e[least])
      least = k;
  if (n < 2 || least == 0)
    return 0;
  return least < n - 1 || e[least - 1] < LEAST_DECREASE * e[least] ? e[least] : 0;
}

LabSlope
lab_slope_fit (const double *x, const double *e, int n, double uncertainty)
{
  LabSlope fit = { .slope = NAN, .offset = NAN };
  g_autofree double *log_x = g_new (double, n + 1), *log_e = g_new (double, n + 1), *kept = g_new (double, n + 1);
  double mean_x = 0, mean_e = 0, xx = 0, xe = 0;
  int n_kept = 0, first, count = 0;

  for (int k = 0; k < n; k++)
    if (x[k] > 0 && e[k] > 0 && isfinite (x[k]) && isfinite (e[k]))
      {
        log_x[n_kept] = log (x[k]);
        kept[n_kept++] = e[k];
      }
  fit.floor = find_floor (kept, n_kept);
  fit.least = ABOVE_FLOOR * fmax (fit.floor, uncertainty);
  for (int k = 0; k < n_kept && kept[k] > fit.least; k++)
    log_e[count++] = log (kept[k]);
  first = MAX (0, count - FIT_ROWS);
  while (first < count && kept[first] > LARGE_ERROR)
    first++;
  fit.n_rows = count - first;
  if (fit.n_rows < LAB_SLOPE_ROWS)
    return fit;
  for (int k = first; k < count; k++)
    {
      mean_x += log_x[k] / fit.n_rows;
      mean_e += log_e[k] / fit.n_rows;
    }
  for (int k = first; k < count; k++)
    {
      xx += (log_x[k] - mean_x) * (log_x[k] - mean_x);
      xe += (log_x[k] - mean_x) * (log_e[k] - mean_e);
    }
  if (!(xx > 0))
    return fit;
  fit.slope = xe / xx;
  fit.offset = mean_e - fit.slope * mean_x;
  return fit;
}

LabSlope
lab_study_slope (const LabStudy *study, const OdeMethod *method, LabAxis axis, gboolean largest)
{
  g_autofree double *x = g_new (double, study->rows->len + 1), *e = g_new (double, study->rows->len + 1);
  int n = 0;

  for (guint k = 0; k < study->rows->len; k++)
    {
      const LabRow *row = &g_array_index (study->rows, LabRow, k);

      if (row->method != method)
        continue;
      x[n] = lab_row_axis (row, axis);
      e[n++] = largest ? row->largest : row->error;
    }
  return lab_slope_fit (x, e, n, study->reference.agreement);
}
