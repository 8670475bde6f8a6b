/* Evaluates the events, monitors and closed-form solution of an instance. */
#include "model-system-events.h"
#include "model-system-private.h"

#include <math.h>
#include <string.h>

static const ModelPlanEvent *
event_of (const ModelSystem *system, int event)
{
  return system->plan->events->pdata[event];
}

int
model_system_n_events (const ModelSystem *system)
{
  return (int) system->plan->events->len;
}

const ModelEvent *
model_system_event (const ModelSystem *system, int event)
{
  return &event_of (system, event)->info;
}

static double
slow_value (ModelSystem *system, int index)
{
  return index >= 0 ? model_system_slow_values (system)[index] : 0;
}

gboolean
model_system_event_is_case (const ModelSystem *system, int event)
{
  const ModelEvent *info = model_system_event (system, event);

  for (int k = 0; k < event && info->trigger == MODEL_TRIGGER_CROSSING; k++)
    if (strcmp (model_system_event (system, k)->crossing, info->crossing) == 0)
      return TRUE;
  return FALSE;
}

double
model_system_event_every (ModelSystem *system, int event)
{
  return slow_value (system, event_of (system, event)->every);
}

double
model_system_event_offset (ModelSystem *system, int event)
{
  return slow_value (system, event_of (system, event)->offset);
}

double
model_system_event_time (ModelSystem *system, int event, int k)
{
  return slow_value (system, event_of (system, event)->at + k);
}

/* Evaluates a function that has one output. Returns NaN if it cannot be evaluated. */
static double
single (ModelSystem *system, int id, double t, const double *x)
{
  const double *value = model_system_evaluate (system, id, t, x);

  return value != NULL ? value[0] : NAN;
}

double
model_system_event_witness (ModelSystem *system, int event, double t, const double *x)
{
  int id = event_of (system, event)->functions[MODEL_EVENT_WITNESS];

  return id >= 0 ? single (system, id, t, x) : NAN;
}

void
model_system_witnesses (ModelSystem *system, double t, const double *x, double *g)
{
  const double *values;

  if (g_array_index (system->plan->functions, ModelFunction, MODEL_FUNCTION_WITNESSES).program == NULL)
    return;
  values = model_system_evaluate (system, MODEL_FUNCTION_WITNESSES, t, x);
  for (guint k = 0; k < system->plan->events->len; k++)
    {
      int witness = event_of (system, (int) k)->witness;

      if (witness >= 0)
        g[k] = values != NULL ? values[witness] : NAN;
    }
}

gboolean
model_system_event_armed (ModelSystem *system, int event, double t, const double *x)
{
  int id = event_of (system, event)->functions[MODEL_EVENT_WHILE];
  double condition;

  if (id < 0)
    return TRUE;
  condition = single (system, id, t, x);
  return condition != 0 && !isnan (condition);
}

/* Evaluates a function whose outputs are the targets of `set`. Arguments are as in model_system_event_set. */
static gboolean
assign (ModelSystem *system, int event, int function, double t, const double *x, double *x_plus, double *d_plus, gboolean *changed,
        const char **which)
{
  const ModelPlan *plan = system->plan;
  const ModelPlanEvent *e = event_of (system, event);
  int id = e->functions[function];
  const double *values;
  int n;

  if (id < 0)
    return TRUE;
  n = g_array_index (plan->functions, ModelFunction, id).n_outputs;
  values = model_system_evaluate (system, id, t, x);
  for (int k = 0; k < n; k++)
    {
      int target = e->set_targets[k];

      if (values == NULL || !isfinite (values[k]))
        {
          *which = target >= 0 ? plan->state_names[target] : plan->discrete_names[-1 - target];
          return FALSE;
        }
    }
  for (int k = 0; k < n; k++)
    {
      int target = e->set_targets[k];
      gboolean moved = k >= e->first_moved && k < e->first_moved + e->n_moved;

      /* Another event at this time may set a position that this event does not change. */
      if (moved && values[k] == x[target])
        continue;
      if (target >= 0)
        x_plus[target] = values[k];
      else
        d_plus[-1 - target] = values[k];
      if (changed != NULL)
        changed[target >= 0 ? target : plan->n_states - 1 - target] = TRUE;
    }
  return TRUE;
}

gboolean
model_system_event_set (ModelSystem *system, int event, double t, const double *x, double *x_plus, double *d_plus, gboolean *changed,
                        const char **which)
{
  return assign (system, event, MODEL_EVENT_SET, t, x, x_plus, d_plus, changed, which);
}

gboolean
model_system_event_rest (ModelSystem *system, int event, double t, const double *x, double *x_plus, double *d_plus, const char **which)
{
  return assign (system, event, MODEL_EVENT_CONTACT, t, x, x_plus, d_plus, NULL, which);
}

gboolean
model_system_event_update (ModelSystem *system, int event, double t, const double *x, double *d_plus, gboolean *changed,
                           const char **which)
{
  const ModelPlan *plan = system->plan;
  const ModelPlanEvent *e = event_of (system, event);
  int id = e->functions[MODEL_EVENT_UPDATE];
  const double *values;
  int n;

  if (id < 0)
    return TRUE;
  n = g_array_index (plan->functions, ModelFunction, id).n_outputs;
  values = model_system_evaluate (system, id, t, x);
  for (int k = 0; k < n; k++)
    if (values == NULL || !isfinite (values[k]))
      {
        *which = plan->discrete_names[e->update_targets[k]];
        return FALSE;
      }
  for (int k = 0; k < n; k++)
    {
      d_plus[e->update_targets[k]] = values[k];
      if (changed != NULL)
        changed[plan->n_states + e->update_targets[k]] = TRUE;
    }
  return TRUE;
}

static char *
format_message (ModelSystem *system, const ModelPlanEvent *event, double t, const double *x)
{
  int id = event->functions[MODEL_EVENT_MESSAGE];
  int n = model_message_n_values (&event->declaration->message);
  g_autofree double *unknown = NULL;
  const double *values = id >= 0 ? model_system_evaluate (system, id, t, x) : NULL;

  if (event->declaration->message.n_parts == 0)
    return g_strdup ("");
  if (values == NULL)
    {
      unknown = g_new (double, n + 1);
      for (int k = 0; k < n; k++)
        unknown[k] = NAN;
    }
  return model_message_format (&event->declaration->message, values != NULL ? values : unknown);
}

char *
model_system_event_message (ModelSystem *system, int event, double t, const double *x)
{
  return format_message (system, event_of (system, event), t, x);
}

/* ---- monitors ---- */

static const ModelPlanEvent *
monitor_of (const ModelSystem *system, int monitor)
{
  return system->plan->monitors->pdata[monitor];
}

int
model_system_n_monitors (const ModelSystem *system)
{
  return (int) system->plan->monitors->len;
}

const ModelMonitor *
model_system_monitor (const ModelSystem *system, int monitor)
{
  return &monitor_of (system, monitor)->monitor;
}

gboolean
model_system_monitor_holds (ModelSystem *system, int monitor, double t, const double *x)
{
  double condition = single (system, monitor_of (system, monitor)->functions[MODEL_EVENT_WHILE], t, x);

  return condition != 0 && !isnan (condition);
}

char *
model_system_monitor_message (ModelSystem *system, int monitor, double t, const double *x)
{
  return format_message (system, monitor_of (system, monitor), t, x);
}

/* ---- closed-form solution ---- */

gboolean
model_system_has_exact (const ModelSystem *system)
{
  return g_array_index (system->plan->functions, ModelFunction, MODEL_FUNCTION_EXACT).program != NULL;
}

void
model_system_exact (ModelSystem *system, double t, double t_start, const double *x_start, double *x)
{
  const ModelPlan *plan = system->plan;
  ModelEvaluator *evaluator;

  if (!model_system_has_exact (system))
    {
      for (int k = 0; k < plan->n_states; k++)
        x[k] = NAN;
      return;
    }
  /* The closed form depends only on t, parameters and the start, so any values can be passed as states. */
  evaluator = model_system_evaluator (system, MODEL_FUNCTION_EXACT);
  evaluator->inputs[model_plan_start_input (plan, -1)] = t_start;
  if (plan->n_states > 0)
    memcpy (evaluator->inputs + model_plan_start_input (plan, 0), x_start, sizeof (double) * (size_t) plan->n_states);
  memcpy (x, model_system_evaluate (system, MODEL_FUNCTION_EXACT, t, evaluator->inputs + plan->base_x),
          sizeof (double) * (size_t) plan->n_states);
}
