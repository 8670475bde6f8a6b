/* Stores the events of an attempt with copies of their vectors, because those of the integrator are overwritten. */
#include "lab-attempt-inside.h"

#include <string.h>

/* Largest number of intermediate results of an attempt. A Runge–Kutta–Chebyshev attempt may have thousands of stages; those beyond the
 * limit are not shown. */
#define MOST_EVENTS 20000
#define MOST_NUMBERS ((gsize) 4 << 20)

void
lab_inside_init (LabInside *inside, int n_states)
{
  const gsize n = (gsize) n_states + 1;

  *inside = (LabInside) { .n_states = n_states };
  inside->events = g_array_new (FALSE, FALSE, sizeof (OdeTraceEvent));
  inside->numbers = g_array_new (FALSE, FALSE, sizeof (double));
  inside->places = g_array_new (FALSE, FALSE, sizeof (gsize));
  inside->x0 = g_new0 (double, n);
  inside->x1 = g_new0 (double, n);
  inside->error = g_new0 (double, n);
  inside->scaled = g_new0 (double, n);
}

void
lab_inside_clear (LabInside *inside)
{
  g_array_unref (inside->events);
  g_array_unref (inside->numbers);
  g_array_unref (inside->places);
  g_free (inside->x0);
  g_free (inside->x1);
  g_free (inside->error);
  g_free (inside->scaled);
  g_clear_pointer (&inside->start, g_bytes_unref);
}

static void
begin (LabInside *inside, OdeIntegrator *integrator, const OdeTraceEvent *event)
{
  g_array_set_size (inside->events, 0);
  g_array_set_size (inside->numbers, 0);
  g_array_set_size (inside->places, 0);
  g_clear_pointer (&inside->start, g_bytes_unref);
  inside->truncated = inside->complete = FALSE;
  inside->control = *ode_integrator_control (integrator);
  inside->smallest_step = ode_integrator_working_minimum (integrator);
  inside->method = event->method;
  memcpy (inside->x0, event->x, sizeof (double) * (gsize) inside->n_states);
}

static gsize
keep_vectors (LabInside *inside, const OdeTraceEvent *event, const double *x, int n_vectors, const double *base)
{
  gsize place = inside->numbers->len;

  if (x == NULL)
    return G_MAXSIZE;
  g_array_append_vals (inside->numbers, x, event->n * n_vectors);
  for (int i = 0; base != NULL && i < event->n * n_vectors; i++)
    g_array_index (inside->numbers, double, place + i) += base[i % event->n];
  return place;
}

static void
keep_event (LabInside *inside, const OdeTraceEvent *event)
{
  gsize places[2];

  if (event->kind == ODE_TRACE_METHOD)
    inside->method = event->method;
  if (inside->events->len >= MOST_EVENTS || inside->numbers->len + (event->n_vectors + 1) * event->n > MOST_NUMBERS)
    {
      inside->truncated = TRUE;
      return;
    }
  g_array_append_vals (inside->events, event, 1);
  places[0] = keep_vectors (inside, event, event->x, event->n_vectors, event->base);
  places[1] = keep_vectors (inside, event, event->k, 1, NULL);
  g_array_append_vals (inside->places, places, 2);
}

static void
keep_result (LabInside *inside, OdeIntegrator *integrator, const OdeTraceEvent *event)
{
  const gsize bytes = sizeof (double) * (gsize) event->n;

  inside->has_x1 = event->x != NULL;
  inside->has_error = event->k != NULL;
  inside->error_order = event->column;
  if (event->x != NULL)
    memcpy (inside->x1, event->x, bytes);
  if (event->k != NULL)
    {
      memcpy (inside->error, event->k, bytes);
      memcpy (inside->scaled, ode_integrator_scaled_errors (integrator), bytes);
    }
  inside->record = *event->record;
  inside->complete = TRUE;
}

void
lab_inside_receive (LabInside *inside, OdeIntegrator *integrator, const OdeTraceEvent *event)
{
  if (event->kind == ODE_TRACE_ATTEMPT)
    begin (inside, integrator, event);
  else if (event->kind == ODE_TRACE_RESULT)
    keep_result (inside, integrator, event);
  else
    keep_event (inside, event);
}

/* Moves the events to the attempt and turns their offsets into pointers to numbers, which the attempt owns afterwards. */
static void
take_events (LabAttempt *attempt, LabInside *inside)
{
  double *numbers = (double *) (gpointer) g_array_free (inside->numbers, FALSE);

  attempt->n_events = inside->events->len;
  attempt->events = (OdeTraceEvent *) (gpointer) g_array_free (inside->events, FALSE);
  attempt->numbers = numbers;
  for (int i = 0; i < attempt->n_events; i++)
    {
      const gsize *place = &g_array_index (inside->places, gsize, 2 * i);

      attempt->events[i].x = place[0] != G_MAXSIZE ? numbers + place[0] : NULL;
      attempt->events[i].k = place[1] != G_MAXSIZE ? numbers + place[1] : NULL;
      attempt->events[i].base = NULL;
      attempt->events[i].record = NULL;
    }
  inside->events = g_array_new (FALSE, FALSE, sizeof (OdeTraceEvent));
  inside->numbers = g_array_new (FALSE, FALSE, sizeof (double));
}

void
lab_inside_take (LabInside *inside, OdeIntegrator *integrator, const OdeAttempt *record, LabAttempt *attempt)
{
  const OdeSettings *settings = ode_integrator_settings (integrator);
  const gsize bytes = sizeof (double) * (gsize) inside->n_states;

  attempt->n_states = inside->n_states;
  attempt->record = *record;
  attempt->run_method = ode_integrator_method (integrator);
  attempt->method = inside->method;
  attempt->x0 = g_memdup2 (inside->x0, bytes + 1);
  attempt->control = inside->control;
  attempt->error_order = inside->error_order;
  attempt->smallest_step = inside->smallest_step;
  attempt->accuracy = ode_integrator_accuracy_in_use (integrator);
  attempt->norm = settings->norm;
  attempt->truncated = inside->truncated;
  attempt->controlled = ode_integrator_is_controlled (integrator);
  attempt->start = g_steal_pointer (&inside->start);
  if (inside->has_x1)
    attempt->x1 = g_memdup2 (inside->x1, bytes + 1);
  if (attempt->controlled)
    {
      attempt->tolerance = g_new (double, inside->n_states + 1);
      ode_integrator_tolerances (integrator, inside->x0, inside->has_x1 ? inside->x1 : inside->x0, attempt->tolerance);
    }
  if (inside->has_x1 && inside->has_error)
    {
      attempt->error = g_memdup2 (inside->error, bytes + 1);
      attempt->x1_hat = g_new (double, inside->n_states + 1);
      for (int i = 0; i < inside->n_states; i++)
        attempt->x1_hat[i] = inside->x1[i] - inside->error[i];
      attempt->scaled_error = g_memdup2 (inside->scaled, bytes + 1);
    }
  take_events (attempt, inside);
}
