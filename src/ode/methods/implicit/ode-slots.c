#include "ode-slots.h"

#include <string.h>

bool
ode_slots_init (OdeSlots *slots, OdeStepper *stepper, int n_slots, double *inverse_scale)
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
ode_slots_clear (OdeSlots *slots)
{
  for (int i = 0; i < ODE_SLOTS_MAX; i++)
    ode_factor_free (slots->factor[i]);
  ode_matrix_free (slots->matrix);
  memset (slots, 0, sizeof *slots);
}

void
ode_slots_forget (OdeSlots *slots)
{
  slots->matrix->valid = false;
  slots->worst_theta = 0.0;
  memset (slots->factored, 0, sizeof slots->factored);
  ode_newton_restart (&slots->newton);
}

OdeStatus
ode_slots_jacobian (OdeSlots *slots, double t, const double *x, const double *f)
{
  memset (slots->factored, 0, sizeof slots->factored);
  slots->jacobian_age = 0;
  return ode_matrix_evaluate (slots->matrix, slots->stepper, t, x, f);
}

OdeStatus
ode_slots_factor (OdeSlots *slots, int slot, double gamma_h)
{
  slots->stepper->statistics->factorizations++;
  slots->factored[slot] = 0.0;
  if (!ode_factor_compute (slots->factor[slot], 1.0 / gamma_h, 0.0))
    return ODE_RETRY_SINGULAR;
  slots->factored[slot] = gamma_h;
  return ODE_DONE;
}

/* Layout: η, θ, worst θ, mark, age, the γh of each factor; then where the
 * Jacobian was taken. */
#define HEAD (5 + ODE_SLOTS_MAX)

size_t
ode_slots_snapshot_size (const OdeSlots *slots)
{
  return sizeof (double) * HEAD + ode_matrix_snapshot_size (slots->matrix);
}

void
ode_slots_save (const OdeSlots *slots, bool mark, void *bytes)
{
  double head[HEAD] = { slots->newton.eta, slots->newton.theta, slots->worst_theta, mark, slots->jacobian_age };

  memcpy (head + 5, slots->factored, sizeof slots->factored);
  memcpy (bytes, head, sizeof head);
  ode_matrix_save (slots->matrix, (char *) bytes + sizeof head);
}

bool
ode_slots_restore (OdeSlots *slots, const void *bytes)
{
  const OdeStatistics kept = *slots->stepper->statistics;
  double head[HEAD];

  memcpy (head, bytes, sizeof head);
  ode_matrix_restore (slots->matrix, slots->stepper, (const char *) bytes + sizeof head);
  slots->newton.eta = head[0];
  slots->newton.theta = head[1];
  slots->worst_theta = head[2];
  slots->jacobian_age = (int) head[4];
  memset (slots->factored, 0, sizeof slots->factored);
  for (int i = 0; i < slots->n_slots; i++)
    if (head[5 + i] != 0.0 && slots->matrix->valid)
      ode_slots_factor (slots, i, head[5 + i]);
  *slots->stepper->statistics = kept;
  return head[3] != 0.0;
}
