/* Saves and restores snapshots, which are byte arrays with all data that determine
 * the following steps. The layout is: Header, x[n], f[n] (zeros if f is not known),
 * the sizes of the states, then the data of the stepper. f is included because an FSAL method takes it from
 * its last stage, whose rounding errors differ from those of a new evaluation. A
 * snapshot contains no settings: the integrator that restores it keeps its limits and
 * gains. */
#include "ode-integrator-private.h"

#include <string.h>

typedef struct
{
  double t, t_rest, h_next, h_fixed, h_part, grid_t0, t_end;
  int64_t grid_k;
  bool on_grid, f_known, retry, keeps_rest;
  OdeControl control;
} Header;

/* The size does not change during the life of the integrator, so callers can
 * allocate a ring buffer of snapshots once. */
size_t
ode_integrator_snapshot_size (const OdeIntegrator *integrator)
{
  size_t size = sizeof (Header) + 2 * (size_t) integrator->n_states * sizeof (double) + ode_sizes_snapshot_size (&integrator->sizes);

  if (integrator->klass->snapshot_size != NULL)
    size += integrator->klass->snapshot_size (integrator->stepper);
  return size;
}

/* The order is: header, x, f, sizes, stepper. Counters are not included; the caller stores them. */
void
ode_integrator_save (const OdeIntegrator *integrator, void *snapshot)
{
  size_t bytes = (size_t) integrator->n_states * sizeof (double);
  char *at = snapshot;
  Header header;

  memset (&header, 0, sizeof header); /* clears the padding too, so that equal states give equal bytes */
  header.t = integrator->t;
  header.t_rest = integrator->t_rest;
  header.keeps_rest = integrator->keeps_rest;
  header.h_next = integrator->h_next;
  header.h_fixed = integrator->h_fixed;
  header.h_part = integrator->h_part;
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
  ode_sizes_save (&integrator->sizes, at + sizeof header + 2 * bytes);
  if (integrator->klass->save != NULL)
    integrator->klass->save (integrator->stepper, at + sizeof header + 2 * bytes + ode_sizes_snapshot_size (&integrator->sizes));
}

/* x and f are copied bit for bit. The data of the last step (interpolant, undo)
 * are not in the snapshot; interpolation and undo are possible again after the next
 * step. */
void
ode_integrator_restore (OdeIntegrator *integrator, const void *snapshot)
{
  size_t bytes = (size_t) integrator->n_states * sizeof (double);
  const char *at = snapshot;
  OdeControl settings = integrator->control; /* only the history is restored; limits and gains remain */
  Header header;

  memcpy (&header, at, sizeof header);
  integrator->t = integrator->t_previous = header.t;
  integrator->t_rest = integrator->t_rest_previous = header.t_rest;
  integrator->t_rest_next = 0;
  integrator->keeps_rest = header.keeps_rest;
  integrator->h_next = header.h_next;
  integrator->h_fixed = header.h_fixed;
  integrator->h_part = header.h_part;
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
  ode_sizes_restore (&integrator->sizes, at + sizeof header + 2 * bytes);
  integrator->f_previous_known = false;
  integrator->f_for_dense = false;
  ode_integrator_forget_short_steps (integrator);
  integrator->last_valid = integrator->dense_valid = integrator->can_undo = integrator->error_known = false;
  integrator->initialized = true;
  /* The stepper first clears its history; its restore function then sets the
   * history of the snapshot. Classes without restore are one-step methods. */
  if (integrator->klass->restart != NULL)
    integrator->klass->restart (integrator->stepper);
  if (integrator->klass->restore != NULL)
    integrator->klass->restore (integrator->stepper, at + sizeof header + 2 * bytes + ode_sizes_snapshot_size (&integrator->sizes));
}
