/* Snapshots: all that decides the following steps, as bytes. Layout: Header,
 * x[n], f[n] (zeros where f is not known), then what the stepper saves. dx/dt
 * is part of it because a first-same-as-last method has it from its last stage,
 * whose rounding differs from a new evaluation. Settings are not part of it:
 * limits and gains of the restoring integrator stay. */
#include "ode-integrator-private.h"

#include <string.h>

typedef struct
{
  double t, h_next, h_fixed, grid_t0, t_end;
  long grid_k;
  bool on_grid, f_known, retry;
  OdeControl control;
} Header;

/* Constant over the life of the integrator: callers allocate a ring of
 * snapshots once. */
size_t
ode_integrator_snapshot_size (const OdeIntegrator *integrator)
{
  size_t size = sizeof (Header) + 2 * (size_t) integrator->n_states * sizeof (double);

  if (integrator->klass->snapshot_size != NULL)
    size += integrator->klass->snapshot_size (integrator->stepper);
  return size;
}

void
ode_integrator_save (const OdeIntegrator *integrator, void *snapshot)
{
  size_t bytes = (size_t) integrator->n_states * sizeof (double);
  char *at = snapshot;
  Header header;

  memset (&header, 0, sizeof header); /* padding too: equal states give equal bytes */
  header.t = integrator->t;
  header.h_next = integrator->h_next;
  header.h_fixed = integrator->h_fixed;
  header.grid_t0 = integrator->grid_t0;
  header.t_end = integrator->t_end;
  header.grid_k = integrator->grid_k;
  header.on_grid = integrator->on_grid;
  header.f_known = integrator->f_known;
  header.retry = integrator->attempt.retry;
  memcpy (&header.control, &integrator->control, sizeof header.control);
  memcpy (at, &header, sizeof header);
  memcpy (at + sizeof header, integrator->x, bytes);
  if (integrator->f_known)
    memcpy (at + sizeof header + bytes, integrator->f, bytes);
  else
    memset (at + sizeof header + bytes, 0, bytes);
  if (integrator->klass->save != NULL)
    integrator->klass->save (integrator->stepper, at + sizeof header + 2 * bytes);
}

/* The copy of x and f is bit for bit. What describes the step before
 * (interpolant, undo) is not in the snapshot: it becomes available again with
 * the next step. */
void
ode_integrator_restore (OdeIntegrator *integrator, const void *snapshot)
{
  size_t bytes = (size_t) integrator->n_states * sizeof (double);
  const char *at = snapshot;
  OdeControl settings = integrator->control; /* keeps limits and gains; only the history is restored */
  Header header;

  memcpy (&header, at, sizeof header);
  integrator->t = integrator->t_previous = header.t;
  integrator->h_next = header.h_next;
  integrator->h_fixed = header.h_fixed;
  integrator->grid_t0 = header.grid_t0;
  integrator->grid_k = header.grid_k;
  integrator->on_grid = header.on_grid;
  integrator->t_end = header.t_end;
  integrator->f_known = header.f_known;
  integrator->attempt.retry = header.retry;
  integrator->control = header.control;
  integrator->control.kind = settings.kind;
  integrator->control.safety = settings.safety;
  integrator->control.min_shrink = settings.min_shrink;
  integrator->control.max_grow = settings.max_grow;
  memcpy (integrator->control.gains, settings.gains, sizeof settings.gains);
  integrator->control.max_step = settings.max_step;
  integrator->control.throw_on_min_step = settings.throw_on_min_step;
  memcpy (integrator->x, at + sizeof header, bytes);
  memcpy (integrator->f, at + sizeof header + bytes, bytes);
  integrator->f_previous_known = false;
  integrator->last_valid = integrator->dense_valid = integrator->can_undo = integrator->error_known = false;
  integrator->initialized = true;
  /* The stepper first forgets its history; restore then brings back the one of
   * the snapshot. Classes without restore are one-step methods. */
  if (integrator->klass->restart != NULL)
    integrator->klass->restart (integrator->stepper);
  if (integrator->klass->restore != NULL)
    integrator->klass->restore (integrator->stepper, at + sizeof header + 2 * bytes);
}
