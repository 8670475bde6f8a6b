/* Computes reducers (lab-ensemble.h) over the steps of a run, from dense output.
 *
 * Each step is evaluated at five points. If a condition differs between two neighbouring points, bisection finds the time of the change; a
 * condition that is true for less than a quarter of a step may be missed. A maximum is bracketed by three points, or is next to an end of
 * the step from which the values rise; golden-section search finds it. The mean is the integral over time by Boole's rule,
 *
 *   ∫ q dt ≈ h/90 (7 q₀ + 32 q₁ + 12 q₂ + 32 q₃ + 7 q₄),
 *
 * which is exact for polynomials of degree 5 (Abramowitz and Stegun, 25.4.14). */
#include "lab-observer.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct
{
  double extremum;
  double integral;
  double first, last;
  double count;
  gboolean is_true;
} Reduction;

struct LabObserver
{
  const LabEnsemble *ensemble;
  int n;                 /* number of formulas of the ensemble */
  double t_start, t_end;
  Reduction *reductions;
  int *fan_next;         /* for each fan, index of its next value */
  double *columns;
  double *scratch;       /* scratch for n values */
  LabObserveFunc evaluate; /* function that evaluates all formulas at a time in the current step */
  gpointer user;
};

LabObserver *
lab_observer_new (const LabEnsemble *ensemble)
{
  LabObserver *observer = g_new0 (LabObserver, 1);

  observer->ensemble = ensemble;
  observer->n = model_formulas_n (ensemble->formulas);
  observer->reductions = g_new0 (Reduction, ensemble->records->len + 1);
  observer->fan_next = g_new0 (int, ensemble->fans->len + 1);
  observer->columns = g_new0 (double, ensemble->n_columns);
  observer->scratch = g_new0 (double, observer->n + 1);
  return observer;
}

void
lab_observer_free (LabObserver *observer)
{
  if (observer == NULL)
    return;
  g_free (observer->reductions);
  g_free (observer->fan_next);
  g_free (observer->columns);
  g_free (observer->scratch);
  g_free (observer);
}

static gboolean
is_true (double value)
{
  return value != 0 && !isnan (value);
}

static double
evaluate_at (LabObserver *observer, int formula, double t)
{
  observer->evaluate (observer->user, t, observer->scratch);
  return observer->scratch[formula];
}

static void
become (Reduction *reduction, double t, gboolean now, gboolean counts)
{
  if (now && !reduction->is_true)
    {
      reduction->count += counts;
      if (isnan (reduction->first))
        reduction->first = t;
    }
  if (now)
    reduction->last = t;
  reduction->is_true = now;
}

void
lab_observer_start (LabObserver *observer, double t, double t_end, const double *values, const double *varied)
{
  const LabEnsemble *ensemble = observer->ensemble;

  observer->t_start = t;
  observer->t_end = t_end;
  for (int k = 0; k < ensemble->n_columns; k++)
    observer->columns[k] = NAN;
  if (ensemble->varied->len > 0)
    memcpy (observer->columns + 1, varied, ensemble->varied->len * sizeof *varied);
  for (guint k = 0; k < ensemble->records->len; k++)
    {
      const LabRecord *record = &g_array_index (ensemble->records, LabRecord, k);
      Reduction *reduction = &observer->reductions[k];
      double value = record->formula >= 0 ? values[record->formula] : NAN;

      *reduction = (Reduction) { .extremum = value, .first = NAN, .last = NAN };
      become (reduction, t, is_true (value), FALSE);
    }
  for (guint k = 0; k < ensemble->fans->len; k++)
    {
      const LabFan *fan = &g_array_index (ensemble->fans, LabFan, k);

      observer->columns[fan->column] = values[fan->formula];
      observer->fan_next[k] = 1;
    }
}

/* ---- conditions ---- */

/* Bisects (t0, t1], in which a condition changes its value to `now`, until the ends are neighbouring doubles. Returns the end at which the
 * condition is true. */
static double
time_of_change (LabObserver *observer, int formula, double t0, double t1, gboolean now)
{
  for (;;)
    {
      double middle = t0 + 0.5 * (t1 - t0);

      if (!(middle > t0 && middle < t1))
        return now ? t1 : t0;
      if (is_true (evaluate_at (observer, formula, middle)) == now)
        t1 = middle;
      else
        t0 = middle;
    }
}

static void
watch_condition (LabObserver *observer, const LabRecord *record, Reduction *reduction, const double *times, const double *q)
{
  /* An event at the start of the step may have changed the value. */
  become (reduction, times[0], is_true (q[0]), TRUE);
  for (int k = 1; k < LAB_STEP_POINTS; k++)
    {
      gboolean now = is_true (q[k]);
      double t = times[k];

      if (now != reduction->is_true)
        t = time_of_change (observer, record->formula, times[k - 1], times[k], now);
      if (!now && reduction->is_true)
        reduction->last = t;
      become (reduction, t, now, TRUE);
      if (now)
        reduction->last = times[k];
    }
}

/* ---- extrema ---- */

/* Returns the largest value of sign·q in [a, b], which contains one maximum. The search stops when values differ only by rounding errors: q
 * is quadratic near a maximum, so times within √ε of it have the same value. */
static double
search (LabObserver *observer, int formula, double sign, double a, double b)
{
  const double golden = 0.6180339887498949, width = b - a;
  double c = b - golden * (b - a), d = a + golden * (b - a);
  double qc = sign * evaluate_at (observer, formula, c), qd = sign * evaluate_at (observer, formula, d);
  double best = fmax (qc, qd);

  for (int k = 0; k < 48 && b - a > 1e-9 * width; k++)
    {
      if (qc > qd)
        {
          b = d;
          d = c;
          qd = qc;
          c = b - golden * (b - a);
          qc = sign * evaluate_at (observer, formula, c);
        }
      else
        {
          a = c;
          c = d;
          qc = qd;
          d = a + golden * (b - a);
          qd = sign * evaluate_at (observer, formula, d);
        }
      best = fmax (best, fmax (qc, qd));
    }
  return best;
}

/* Distance from an end of the step at which the slope there is computed, as a fraction of a quarter step. */
#define BESIDE 1e-4

static void
watch_extremum (LabObserver *observer, const LabRecord *record, Reduction *reduction, const double *times, const double *q)
{
  const double sign = record->reducer == LAB_REDUCE_MAXIMUM ? 1 : -1;
  const int last = LAB_STEP_POINTS - 1;
  double best = sign * reduction->extremum;

  if (isnan (best))
    best = -INFINITY;
  for (int k = 0; k <= last; k++)
    {
      double value = sign * q[k];
      double before = k > 0 ? sign * q[k - 1] : -INFINITY, after = k < last ? sign * q[k + 1] : -INFINITY;
      double reach;

      if (isnan (value))
        continue;
      best = fmax (best, value);
      if (value < before || value < after || value == INFINITY)
        continue;
      /* The parabola through three points exceeds the middle value by at most an eighth of the second difference. The safety factor is
       * 8. */
      reach = k > 0 && k < last ? fabs (before - 2 * value + after) : fabs (value - (k == 0 ? after : before));
      if (!(value + reach >= best))
        continue;
      if (k > 0 && k < last)
        best = fmax (best, search (observer, record->formula, sign, times[k - 1], times[k + 1]));
      else
        {
          double near = k == 0 ? times[0] : times[last], far = k == 0 ? times[1] : times[last - 1];

          if (sign * evaluate_at (observer, record->formula, near + BESIDE * (far - near)) > value)
            best = fmax (best, search (observer, record->formula, sign, fmin (near, far), fmax (near, far)));
        }
    }
  if (best > -INFINITY || !isnan (reduction->extremum))
    reduction->extremum = sign * best;
}

/* ---- steps ---- */

static void
fill_fan (LabObserver *observer, guint k, double t1)
{
  const LabFan *fan = &g_array_index (observer->ensemble->fans, LabFan, k);

  for (;;)
    {
      int next = observer->fan_next[k];
      /* The last time of the fan is t_end without a rounding error. */
      double t = next == fan->n - 1 ? observer->t_end
                                    : observer->t_start + (observer->t_end - observer->t_start) * next / (fan->n - 1);

      if (next >= fan->n || !(t <= t1))
        return;
      observer->columns[fan->column + next] = evaluate_at (observer, fan->formula, t);
      observer->fan_next[k]++;
    }
}

void
lab_observer_step (LabObserver *observer, double t0, double t1, const double *values, LabObserveFunc evaluate, gpointer user)
{
  const LabEnsemble *ensemble = observer->ensemble;
  double times[LAB_STEP_POINTS], q[LAB_STEP_POINTS];

  observer->evaluate = evaluate;
  observer->user = user;
  for (int p = 0; p < LAB_STEP_POINTS; p++)
    times[p] = p == LAB_STEP_POINTS - 1 ? t1 : t0 + (t1 - t0) * p / (LAB_STEP_POINTS - 1);
  for (guint k = 0; k < ensemble->records->len; k++)
    {
      const LabRecord *record = &g_array_index (ensemble->records, LabRecord, k);
      Reduction *reduction = &observer->reductions[k];

      if (record->formula < 0)
        continue;
      for (int p = 0; p < LAB_STEP_POINTS; p++)
        q[p] = values[p * observer->n + record->formula];
      switch (record->reducer)
        {
        case LAB_REDUCE_MINIMUM:
        case LAB_REDUCE_MAXIMUM:
          watch_extremum (observer, record, reduction, times, q);
          break;
        case LAB_REDUCE_MEAN:
          reduction->integral += (t1 - t0) / 90 * (7 * (q[0] + q[4]) + 32 * (q[1] + q[3]) + 12 * q[2]);
          break;
        case LAB_REDUCE_FINAL:
          break;
        default:
          watch_condition (observer, record, reduction, times, q);
          break;
        }
    }
  for (guint k = 0; k < ensemble->fans->len; k++)
    fill_fan (observer, k, t1);
}

static double
result (const LabObserver *observer, guint k, double t, const double *values)
{
  const LabRecord *record = &g_array_index (observer->ensemble->records, LabRecord, k);
  const Reduction *reduction = &observer->reductions[k];

  switch (record->reducer)
    {
    case LAB_REDUCE_FINAL:
      return values[record->formula];
    case LAB_REDUCE_MINIMUM:
    case LAB_REDUCE_MAXIMUM:
      return reduction->extremum;
    case LAB_REDUCE_MEAN:
      return t > observer->t_start ? reduction->integral / (t - observer->t_start) : values[record->formula];
    case LAB_REDUCE_FIRST:
      return reduction->first;
    case LAB_REDUCE_LAST:
      return reduction->last;
    case LAB_REDUCE_EVER:
      return !isnan (reduction->first);
    case LAB_REDUCE_COUNT:
      return reduction->count;
    case LAB_REDUCE_LYAPUNOV: /* lab-exponent.c measures it afterwards */
      return NAN;
    default:
      g_assert_not_reached ();
    }
}

void
lab_observer_finish (LabObserver *observer, double t, const double *values, double *columns)
{
  const LabEnsemble *ensemble = observer->ensemble;
  int first = lab_ensemble_first_record (ensemble);

  memcpy (columns, observer->columns, (gsize) ensemble->n_columns * sizeof *columns);
  columns[0] = t;
  for (guint k = 0; k < ensemble->records->len; k++)
    columns[first + (int) k] = result (observer, k, t, values);
}
