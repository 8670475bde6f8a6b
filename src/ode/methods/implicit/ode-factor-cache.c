/* The factorization cache, which the solvers of single stages use. A factor of M/(γh) − J
 * is valid for one Jacobian and one value of γh:
 *
 *  - a new Jacobian invalidates all factors,
 *  - a new γh invalidates the factor of the slot, unless the solver uses Drake's policy, which keeps the factor of an old γh as long
 * as Newton's method converges well enough.
 *
 * factored[i] is the γh of the factor in slot i, or 0 if there is no valid factor.
 * There are several slots because a step may need several γ (half steps,
 * several a_ii); with a single factor every solve would factorize again. */
#include "ode-factor-cache.h"

#include <string.h>

/* Allocates one matrix and n_slots factors that refer to it. */
bool
ode_factor_cache_init (OdeFactorCache *slots, OdeStepper *stepper, int n_slots, double *inverse_scale)
{
  memset (slots, 0, sizeof *slots);
  slots->stepper = stepper;
  slots->n = stepper->system->n_states;
  slots->n_slots = n_slots;
  slots->matrix = ode_matrix_new (stepper->system, stepper->settings.translate);
  if (slots->matrix == NULL)
    return false;
  for (int i = 0; i < n_slots; i++)
    if ((slots->factor[i] = ode_factor_new (slots->matrix, false)) == NULL)
      return false;
  ode_newton_init (&slots->newton, stepper, inverse_scale);
  return true;
}

void
ode_factor_cache_clear (OdeFactorCache *slots)
{
  for (int i = 0; i < ODE_FACTOR_CACHE_MAX; i++)
    ode_factor_free (slots->factor[i]);
  ode_matrix_free (slots->matrix);
  memset (slots, 0, sizeof *slots);
}

/* η and θ describe the convergence with the discarded Jacobian, so these
 * two are discarded as well. */
void
ode_factor_cache_forget (OdeFactorCache *slots)
{
  slots->matrix->valid = false;
  slots->worst_theta = 0.0;
  memset (slots->factored, 0, sizeof slots->factored);
  ode_newton_restart (&slots->newton);
}

/* The factors are discarded before the evaluation, so that no factor
 * remains if the evaluation fails. */
OdeStatus
ode_factor_cache_jacobian (OdeFactorCache *slots, double t, const double *x, const double *f)
{
  memset (slots->factored, 0, sizeof slots->factored);
  slots->jacobian_age = 0;
  return ode_matrix_evaluate (slots->matrix, slots->stepper, t, x, f);
}

/* The slot is marked as invalid during the factorization, and remains
 * invalid if the factorization fails. */
OdeStatus
ode_factor_cache_factor (OdeFactorCache *slots, int slot, double gamma_h)
{
  OdeStatus status;

  slots->stepper->statistics->factorizations++;
  slots->factored[slot] = 0.0;
  if ((status = ode_factor_compute (slots->factor[slot], slots->stepper, 1.0 / gamma_h, 0.0)) == ODE_DONE)
    slots->factored[slot] = gamma_h;
  return status;
}

/* The layout of a snapshot is: η, θ, worst θ, mark, age, the γh of each factor; then
 * the t and x at which the Jacobian was evaluated. Restoring recomputes the Jacobian and
 * the factors, which are much larger, from t and x with the same bits. */
#define HEAD (5 + ODE_FACTOR_CACHE_MAX)

size_t
ode_factor_cache_snapshot_size (const OdeFactorCache *slots)
{
  return sizeof (double) * HEAD + ode_matrix_snapshot_size (slots->matrix);
}

/* Writes the head and the place of the Jacobian; `mark` is one flag of the caller. */
void
ode_factor_cache_save (const OdeFactorCache *slots, bool mark, void *bytes)
{
  double head[HEAD] = { ode_newton_eta (&slots->newton), slots->newton.theta, slots->worst_theta, mark, slots->jacobian_age };

  memcpy (head + 5, slots->factored, sizeof slots->factored);
  memcpy (bytes, head, sizeof head);
  ode_matrix_save (slots->matrix, (char *) bytes + sizeof head);
}

/* Recomputes the Jacobian and the factors, and restores the counters
 * afterwards, because the saved run has already counted this work. */
bool
ode_factor_cache_restore (OdeFactorCache *slots, const void *bytes)
{
  const OdeStatistics kept = *slots->stepper->statistics;
  double head[HEAD];

  memcpy (head, bytes, sizeof head);
  ode_matrix_restore (slots->matrix, slots->stepper, (const char *) bytes + sizeof head);
  ode_newton_set_eta (&slots->newton, head[0]);
  slots->newton.theta = head[1];
  slots->worst_theta = head[2];
  slots->jacobian_age = (int) head[4];
  memset (slots->factored, 0, sizeof slots->factored);
  for (int i = 0; i < slots->n_slots; i++)
    if (head[5 + i] != 0.0 && slots->matrix->valid)
      ode_factor_cache_factor (slots, i, head[5 + i]);
  *slots->stepper->statistics = kept;
  return head[3] != 0.0;
}
