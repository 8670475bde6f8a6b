/* Computes the local error of a step from an accurate solution with the same start, and its largest stable step size. */
#include "wb-step-facts.h"

#include <math.h>

#include "ode-stability.h"

/* Largest number of states. With more states, the search for the largest stable step would delay the window. */
#define MOST_STATES 60
/* Finite differences and rounding move the eigenvalues of an undamped oscillation off the imaginary axis by up to this fraction of their
 * absolute value. */
#define ON_AXIS 1e-6
/* Eigenvalues on the imaginary axis limit the step only if the stability region contains more than this length of the axis. With other
 * methods such an oscillation grows for any step. */
#define LEAST_AXIS 0.1
/* Smallest local error that is reliable. The solution from the start of the step is computed with the tolerance 1e-11. */
#define LEAST_LOCAL 1e-10

/* Returns the row of the accurate solution at the end of the step, or NULL. The times of the solution are equally spaced, and one of them
 * is the end of the step up to rounding. */
static const double *
solution_at_end (const LabAttempt *attempt)
{
  const double end = attempt->record.t + attempt->record.h;

  for (int i = 0; attempt->flow != NULL && i < attempt->n_flow; i++)
    {
      const double *row = attempt->flow + (gsize) i * ((gsize) attempt->n_states + 1);

      if (fabs (row[0] - end) <= 1e-9 * attempt->record.h + 4e-16 * fabs (end))
        return row + 1;
    }
  return NULL;
}

static void
find_local_error (const LabAttempt *attempt, WbStepFacts *facts)
{
  const double *end = solution_at_end (attempt);
  double largest = -1;

  if (end == NULL || attempt->x1 == NULL)
    return;
  facts->local = g_new (double, attempt->n_states);
  for (int i = 0; i < attempt->n_states; i++)
    {
      const double size = fmax (fabs (attempt->x0[i]), fabs (attempt->x1[i]));

      facts->local[i] = attempt->x1[i] - end[i];
      facts->least = fmax (facts->least, LEAST_LOCAL * size);
      if (fabs (facts->local[i]) > largest * size)
        {
          largest = size > 0 ? fabs (facts->local[i]) / size : 0;
          facts->worst = i;
        }
    }
}

/* Returns the largest step with which no decaying or oscillating component grows. It is the minimum over the eigenvalues λ of r(arg λ)/|λ|,
 * where r is the distance from 0 to the border of the stability region in the direction of λ. */
static double
largest_stable_step (const LabAttempt *attempt, gboolean *grows)
{
  OdeStability *stability;
  double limit = INFINITY;
  gboolean known = TRUE, any = FALSE;
  int n_growing = 0;

  if (attempt->eigenvalues == NULL || attempt->n_states > MOST_STATES || (attempt->method->traits & (ODE_TRAIT_IMPLICIT | ODE_TRAIT_OWN_CONTROL)) != 0)
    return NAN;
  stability = ode_stability_new (attempt->method);
  if (stability == NULL)
    return NAN;
  if (ode_stability_basis (stability) == ODE_STABILITY_NONE)
    known = FALSE;
  for (int i = 0; known && i < attempt->n_states; i++)
    {
      const double re = attempt->eigenvalues[2 * i], im = fabs (attempt->eigenvalues[2 * i + 1]), size = hypot (re, im);
      const gboolean on_axis = fabs (re) <= ON_AXIS * size;
      double radius;

      n_growing += re > 0 && !on_axis;
      if (size == 0 || (re > 0 && !on_axis))
        continue;
      if (ode_stability_basis (stability) == ODE_STABILITY_OSCILLATOR && !on_axis)
        {
          known = FALSE;
          break;
        }
      radius = ode_stability_radius (stability, on_axis ? G_PI / 2 : atan2 (im, re));
      if (isnan (radius))
        known = FALSE;
      else if (!on_axis || radius >= LEAST_AXIS)
        {
          limit = fmin (limit, radius / size);
          any = TRUE;
        }
    }
  ode_stability_free (stability);
  *grows = known && !any && n_growing == attempt->n_states;
  return known && any ? limit : NAN;
}

WbStepFacts
wb_step_facts (const LabAttempt *attempt)
{
  WbStepFacts facts = { .worst = -1, .estimated = -1, .estimate = NAN };

  facts.stable = largest_stable_step (attempt, &facts.grows);
  facts.adaptive = (attempt->run_method->traits & ODE_TRAIT_ADAPTIVE) != 0;
  find_local_error (attempt, &facts);
  if (attempt->error != NULL && attempt->record.worst[0] >= 0)
    {
      facts.estimated = attempt->record.worst[0];
      facts.estimate = attempt->error[facts.estimated];
    }
  return facts;
}

void
wb_step_facts_clear (WbStepFacts *facts)
{
  g_clear_pointer (&facts->local, g_free);
}
