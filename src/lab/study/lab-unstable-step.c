/* Compares the growth of the linear part of a model with that of a method. Let λ be the eigenvalues of the Jacobian at one state, and R the
 * stability function of the method. A component with Re λ ≤ 0 does not grow in the model, and the method multiplies it by |R (h λ)| in each
 * step. Over n steps the factor is |R|ⁿ. Explicit methods of order 1 and 2 have |R (i y)| > 1 for all y ≠ 0, and those of higher order
 * beyond a limit, so that a small step lets an oscillation grow by too little to be seen, and is not reported. */
#include "lab-unstable-step.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "ode-eigen.h"
#include "ode-stability.h"

/* The eigenvalues of a larger Jacobian take longer than most runs. */
#define MOST_STATES 60
/* Differences and rounding move the eigenvalues of an undamped oscillation off the imaginary axis by up to this fraction of their size. */
#define ON_AXIS 1e-6
/* Growth over the run that is large enough to be seen in a plot. */
#define GROWN 2

/* Writes the eigenvalue whose component the method lets grow the most beyond the model, and the factor of one step. Returns FALSE if there
 * is none. */
static gboolean
find_worst (OdeStability *stability, int n, const double *values, double h, double *re, double *im, double *factor)
{
  *factor = 1;
  *re = *im = 0;
  for (int i = 0; i < n; i++)
    {
      double a = values[2 * i], b = fabs (values[2 * i + 1]), size = hypot (a, b), each;

      if (!(size > 0) || a > ON_AXIS * size)
        continue;
      /* The real part of an undamped oscillation is a rounding error. */
      if (fabs (a) <= ON_AXIS * size)
        a = 0;
      /* Methods that treat positions and velocities differently have another factor in general. */
      each = ode_stability_basis (stability) != ODE_STABILITY_OSCILLATOR && ode_stability_excludes (stability, h * a, h * b)
                 ? ode_stability_modulus (stability, h * a, h * b)
                 : NAN;
      if (!(each > *factor))
        continue;
      *factor = each;
      *re = a;
      *im = b;
    }
  return *factor > 1;
}

char *
lab_unstable_step_sentence (
    const OdeSystem *system, const OdeMethod *method, double t, const double *x, double h, int64_t n_steps, gboolean *known)
{
  int n = system->n_states;
  double re, im, factor;
  OdeStability *stability;
  gboolean found;

  *known = FALSE;
  if (n < 1 || n > MOST_STATES || system->mass_pattern != NULL
      || (method->traits & (ODE_TRAIT_IMPLICIT | ODE_TRAIT_OWN_CONTROL | ODE_TRAIT_MULTISTEP)) != 0)
    return NULL;
  g_autofree double *a = g_new (double, n *n), *values = g_new (double, 2 * n), *work = g_new (double, ode_eigen_work_size (n) + 1);
  if (!ode_stability_jacobian (system, t, x, a) || !ode_eigen_values (n, a, values, work))
    return NULL;
  stability = ode_stability_new (method);
  if (stability == NULL)
    return NULL;
  *known = TRUE;
  found = find_worst (stability, n, values, h, &re, &im, &factor);
  ode_stability_free (stability);
  if (!found || !((double)n_steps * log (factor) > log (GROWN)))
    return NULL;
  if (im > fabs (re))
    return g_strdup_printf (
        _ ("each step of %.4g multiplies an oscillation of angular frequency %.3g, which the model does not let grow at t = %.4g, "
           "by %.4g; a smaller step or another method lets it grow less"),
        h, im, t, factor);
  return g_strdup_printf (
      _ ("each step of %.4g multiplies a component of rate %.3g, which decays in the model at t = %.4g, by %.4g; a smaller step or "
         "an implicit method lets it decay"),
      h, re, t, factor);
}
