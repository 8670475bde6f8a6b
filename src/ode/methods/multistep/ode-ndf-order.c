/* Chooses order and step size of the variable-order NDF method.
 *
 * The proposal of the controller belongs to the order k of the last attempt. That of another order q is
 *
 *   h_q = h_k · ε_q^(−1/(q+1)) / ε_k^(−1/(k+1)),
 *
 * where ε_q is the error that a step of order q to the same x1 would have. The errors of q = k ± 1 come from the stored points and need no evaluation. The
 * order with the largest h_q is chosen. CVODE and MATLAB's ode15s multiply h_{k±1} by factors of 0.8 to 0.95; here such factors make runs of the same true
 * error longer by 5 to 10 %.
 *
 * A size is kept as long as steps are accepted, unless it can grow by a factor of at least GROWTH: then the factors of Newton's matrix stay valid, and
 * the estimates are those of nearly equal steps. The order and the size are looked at again after k accepted steps of the same order and size, or LATER steps
 * after they were not changed. A size shrinks before an attempt fails if the errors of the last two steps predict that the next one is too large
 * (Gustafsson's predictive control): where a solution becomes faster and faster, every second attempt would be rejected otherwise. */
#include "ode-ndf-private.h"

#include <math.h>
#include <stdlib.h>

#define GROWTH 1.2
#define LATER 2
/* The factors by which a size shrinks after a rejection, or before a predicted one. */
#define SAFETY 0.9
#define SMALLEST_FACTOR 0.5
/* The largest growth of D in a step, see predict_error. */
#define MOST_GROWTH 10.0
/* After this number of failed attempts of a step the method starts anew at order 1: the stored points do not lie on the curve that follows. */
#define MOST_FAILURES 3

/* Returns ε_q, or NaN if there are too few points. */
static double
error_of_order (OdeNdf *self, const OdeTry *step, int order)
{
  OdeStepper *stepper = &self->base;
  OdeNdfFormula formula;

  if (order < 1 || order > self->max_order || self->n_past - self->from <= order)
    return NAN;
  ode_ndf_formula (self, order, &formula);
  for (int i = 0; i < self->n; i++)
    self->scratch[i] = formula.error * (step->x1[i] - step->x0[i]);
  for (int j = self->from == 0 ? 1 : 0; j <= order; j++)
    {
      const double *restrict x = self->past[self->from + j], *restrict x0 = step->x0;
      const double weight = formula.error * formula.value[j];

      for (int i = 0; i < self->n; i++)
        self->scratch[i] -= weight * (x[i] - x0[i]);
    }
  return stepper->norm (stepper->integrator, self->scratch, step->x0, step->x1);
}

/* Returns ε^(−1/(q+1)) for the order q; ε is limited so that an error of zero gives a finite number. */
static double
rate (double error, int order)
{
  return pow (fmax (error, 1e-30), -1.0 / (order + 1));
}

/* Compares the orders k − 1 and, if higher is true, k + 1 with k. Returns the factor by which the best order can make the next step larger
 * than order k. */
static double
best_order (OdeNdf *self, const OdeTry *step, double error, bool higher, int *order)
{
  const int k = self->order;
  const double present = rate (error, k);
  double best = 1;

  *order = k;
  if (!(present > 0))
    return 1; /* the error is infinite */
  for (int q = k - 1; q <= k + (higher ? 1 : -1); q += 2)
    {
      const double other = error_of_order (self, step, q);
      const double gain = isnan (other) ? 0 : rate (other, q) / present;

      if (gain > best)
        {
          best = gain;
          *order = q;
        }
    }
  return best;
}

/* Predicts the error of the next step with the same order and size. The error is D h^(k+1), and D is assumed to grow in each step by the same factor. */
static double
predict_error (const OdeNdfState *now, int order, double error, double h)
{
  double growth;

  if (now->order_last != order || !(now->error_last > 0))
    return error;
  growth = error / now->error_last;
  for (int i = 0; i <= order; i++)
    growth *= now->h_last / h;
  return error * fmin (growth, MOST_GROWTH);
}

double
ode_ndf_next_size (OdeStepper *stepper, const OdeTry *step, double error, bool accepted, double h_next)
{
  OdeNdf *self = (OdeNdf *) stepper;
  OdeNdfState *now = &self->now;
  double gain, ahead;
  int order;

  if (self->order == 0)
    return h_next;
  now->order = self->order;
  if (!accepted)
    {
      if (now->failures + 1 >= MOST_FAILURES)
        {
          now->order = 1;
          now->count = 0;
        }
      else if (self->order > 1)
        {
          h_next = fmin (h_next * best_order (self, step, error, false, &order), SAFETY * step->h);
          now->order = order;
        }
      return h_next;
    }
  ahead = predict_error (now, self->order, error, step->h);
  now->order_last = self->order;
  now->error_last = error;
  now->h_last = step->h;
  if (ahead > 1)
    {
      now->steps = 0;
      return fmax (SAFETY * rate (ahead, self->order), SMALLEST_FACTOR) * step->h;
    }
  now->steps++;
  if (now->steps < self->order)
    return step->h;
  gain = best_order (self, step, error, true, &order);
  if (gain * h_next < GROWTH * step->h)
    {
      now->steps = self->order - LATER;
      return step->h;
    }
  now->order = order;
  now->steps = 0;
  return gain * h_next;
}
