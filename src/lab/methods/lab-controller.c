/* Predicts the attempts of another controller. The error estimate of an attempt of size h at time t is
 *
 *     ε (t, h) = c (t + h/2, h) hᵖ,
 *
 * where the coefficient c changes slowly with the middle of the step and with h; c is constant in the limit h → 0 (Hairer, Nørsett and
 * Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993, theorem II.3.1). Each attempt of a run gives one value of log2 c.
 * Between them it is interpolated with weights that decrease with the distance (Shepard, Proc. 23rd ACM Nat. Conf. (1968) 517). Where the
 * prediction makes the same attempt as the run, this gives the value of the run:
 *
 *     log2 c = Σ w_i log2 c_i / Σ w_i,   w_i = 1/d_i⁴,
 *     d_i² = (2 (m − m_i)/h)² + 3 (log2 (h/h_i))²,
 *
 * where m is the middle of the step. The factors 2 and 3 were chosen by comparison with measured runs of the Van der Pol oscillator with
 * other controllers (three methods, two accuracies, four controllers). Attempts whose middle is more than 2 h away are used only if
 * there are no nearer ones. */
#include "lab-controller.h"

#include <float.h>
#include <math.h>

#define REACH 2.0
#define TIME_FACTOR 4.0   /* the square of 2 in the formula */
#define SIZE_FACTOR 3.0
/* Added to d_i², so that the weight w_i is finite if the predicted attempt equals an attempt of the run. */
#define SMALLEST_SQUARE 1e-9
/* Number of coefficients that are used between two looks at whether the study is cancelled. */
#define REPORT_WORK 10000

typedef struct { double middle, log_h, log_c; } Coefficient;

static int
compare (gconstpointer a, gconstpointer b)
{
  double p = ((const Coefficient *) a)->middle, q = ((const Coefficient *) b)->middle;

  return p < q ? -1 : p > q;
}

static GArray *
coefficients (const OdeAttempt *attempts, gsize n, double p)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Coefficient));

  for (gsize k = 0; k < n; k++)
    if (attempts[k].error > 0 && isfinite (attempts[k].error) && attempts[k].h > 0)
      {
        double log_h = log2 (attempts[k].h);
        Coefficient c = { attempts[k].t + attempts[k].h / 2, log_h, log2 (attempts[k].error) - p * log_h };

        g_array_append_val (list, c);
      }
  g_array_sort (list, compare);
  return list;
}

/* Returns the index of the first coefficient whose step has its middle at or after m. */
static guint
find (const GArray *list, double m)
{
  guint low = 0, high = list->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (list, Coefficient, middle).middle < m)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Adds the number of coefficients that were used to *work. */
static double
predict_error (const GArray *list, double t, double h, double p, guint *work)
{
  double m = t + h / 2, log_h = log2 (h), weights = 0, sum = 0;
  guint at = find (list, m), from = find (list, m - REACH * h), to = find (list, m + REACH * h);

  from = MIN (from, at >= 2 ? at - 2 : 0);
  to = MIN (MAX (to, at + 2), list->len);
  *work += to - from + 1;
  for (guint k = from; k < to; k++)
    {
      const Coefficient *c = &g_array_index (list, Coefficient, k);
      double u = (m - c->middle) / h, v = log_h - c->log_h;
      double d2 = TIME_FACTOR * u * u + SIZE_FACTOR * v * v + SMALLEST_SQUARE, w = 1 / (d2 * d2);

      weights += w;
      sum += w * c->log_c;
    }
  return exp2 (sum / weights + p * log_h);
}

GArray *
lab_controller_predict (const OdeAttempt *attempts, gsize n, OdeControl *control, double p, double power, double t_start, double t_end, guint most,
                        const LabProgress *progress, GError **error)
{
  g_autoptr (GArray) list = coefficients (attempts, n, power), steps = NULL;
  double t = t_start, h;
  guint work = 0;

  if (list->len == 0)
    return NULL;
  steps = g_array_new (FALSE, FALSE, sizeof (LabControlledStep));
  h = attempts[0].h;
  while (t < t_end && steps->len < most)
    {
      double left = t_end - t, cut = fmin (h, left), smallest = 16 * DBL_EPSILON * fmax (fabs (t), fabs (t_end));
      LabControlledStep step = { t, cut, predict_error (list, t, cut, power, &work), FALSE };
      OdeVerdict verdict = ode_control_judge (control, step.error, cut, p, smallest);

      step.accepted = verdict.accept;
      g_array_append_val (steps, step);
      if (verdict.accept)
        t = cut < left ? t + cut : t_end;
      if (verdict.below_minimum)
        break;
      h = verdict.h_next;
      if (work < REPORT_WORK)
        continue;
      if (!lab_progress_report (progress, (t - t_start) / (t_end - t_start), error))
        return NULL;
      work = 0;
    }
  return g_steal_pointer (&steps);
}
