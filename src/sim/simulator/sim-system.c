/* Makes a hybrid system (SimSystem) from an instance of a model. */
#include "sim-system.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "model-ranges.h"
#include "sim-timing.h"

typedef struct
{
  ModelSystem *model;
  ModelRanges *ranges;     /* NULL until the first use */
  SimEventInfo *events;
  gboolean *off;           /* n_events flags: whether the user has disabled the event */
  char **sources;          /* names of the sources of messages: n_events such as "event
                            * 'impact'", then n_monitors such as "monitor 'escape'" */
} Adapter;

static gboolean
adapter_initial (gpointer self, double *x, double *d, GError **error)
{
  Adapter *adapter = self;
  return model_system_initial (adapter->model, x, d, error);
}

static void
adapter_set_discrete (gpointer self, const double *d)
{
  model_system_set_discrete (((Adapter *) self)->model, d);
}

static void
adapter_columns (gpointer self, double t, const double *x, const double *d, double *values)
{
  model_system_columns (((Adapter *) self)->model, t, x, d, values);
}

static void
adapter_witnesses (gpointer self, double t, const double *x, double *g)
{
  model_system_witnesses (((Adapter *) self)->model, t, x, g);
}

static double
adapter_witness (gpointer self, int event, double t, const double *x)
{
  return model_system_event_witness (((Adapter *) self)->model, event, t, x);
}

static gboolean
adapter_armed (gpointer self, int event, double t, const double *x)
{
  return !((Adapter *) self)->off[event] && model_system_event_armed (((Adapter *) self)->model, event, t, x);
}

static double
adapter_next_time (gpointer self, int event, double t, gboolean inclusive)
{
  ModelSystem *model = ((Adapter *) self)->model;
  const ModelEvent *info = model_system_event (model, event);
  if (((Adapter *) self)->off[event])
    return INFINITY;
  if (info->trigger == MODEL_TRIGGER_EVERY)
    {
      double every = model_system_event_every (model, event);
      return every > 0 ? sim_next_periodic (every, model_system_event_offset (model, event), t, inclusive) : INFINITY;
    }
  double next = INFINITY;
  for (int k = 0; k < info->n_times; k++)
    {
      double time = model_system_event_time (model, event, k);
      if (time > t || (inclusive && time == t))
        next = fmin (next, time);
    }
  return next;
}

static double
adapter_next_break (gpointer self, double t)
{
  return model_system_next_break (((Adapter *) self)->model, t);
}

static void
adapter_at_break (gpointer self, double t)
{
  model_system_set_noise_time (((Adapter *) self)->model, t);
}

static ModelRanges *
ranges_of (Adapter *adapter)
{
  if (adapter->ranges == NULL)
    adapter->ranges = model_ranges_new (adapter->model);
  return adapter->ranges;
}

static void
adapter_hidden (gpointer self, gboolean sided, double t0, double t1, const double *lo, const double *hi, double *hidden, double *relative)
{
  model_ranges_hidden (ranges_of (self), sided, t0, t1, lo, hi, hidden, relative);
}

static void
adapter_witness_bounds (gpointer self, double t0, double t1, const double *lo, const double *hi, double *g_lo, double *g_hi)
{
  model_ranges_witnesses (ranges_of (self), t0, t1, lo, hi, g_lo, g_hi);
}

static int
adapter_witness_trend (gpointer self, int event, double t0, double t1, const double *lo, const double *hi)
{
  return model_ranges_witness_trend (ranges_of (self), event, t0, t1, lo, hi);
}

static void
adapter_switch_bounds (gpointer self, double t0, double t1, const double *lo, const double *hi, double *g_lo, double *g_hi)
{
  model_ranges_switches (ranges_of (self), t0, t1, lo, hi, g_lo, g_hi);
}

static gboolean
adapter_slides (gpointer self, double t0, double t1, const double *lo, const double *hi)
{
  return model_ranges_slides (ranges_of (self), t0, t1, lo, hi);
}

/* Returns the last action of an event that updates the state. If the event ends the run, the run ends after this action. */
static SimAction
ending_action (const ModelEvent *info)
{
  if (info->has_update)
    return SIM_ACTION_DISCRETE;
  return info->has_set ? SIM_ACTION_UNRESTRICTED : SIM_ACTION_PUBLISH;
}

static SimHandlerStatus
adapter_act (gpointer self, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  Adapter *adapter = self;
  const ModelEvent *info = model_system_event (adapter->model, event);
  SimHandlerStatus status = { SIM_SUCCEEDED, NULL, adapter->sources[event] };
  const char *which = NULL;
  gboolean finite = TRUE;
  if (adapter->off[event])
    return (SimHandlerStatus){ SIM_DID_NOTHING, NULL, adapter->sources[event] };
  if (action == SIM_ACTION_UNRESTRICTED)
    finite = model_system_event_set (adapter->model, event, t, x, x_plus, d_plus, NULL, &which);
  else if (action == SIM_ACTION_DISCRETE)
    finite = model_system_event_update (adapter->model, event, t, x, d_plus, NULL, &which);
  if (!finite)
    {
      status.severity = SIM_FAILED;
      status.message = g_strdup_printf (_("the new value of %s is not finite"), which != NULL ? which : _("a state"));
    }
  else if ((info->terminates || info->fails) && action == ending_action (info))
    {
      status.severity = info->fails ? SIM_FAILED : SIM_REACHED_TERMINATION;
      status.message = model_system_event_message (adapter->model, event, t, x);
    }
  return status;
}

static SimHandlerStatus
adapter_rest (gpointer self, int event, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  Adapter *adapter = self;
  SimHandlerStatus status = { SIM_SUCCEEDED, NULL, adapter->sources[event] };
  const char *which = NULL;
  if (!model_system_event_rest (adapter->model, event, t, x, x_plus, d_plus, &which))
    {
      status.severity = SIM_FAILED;
      status.message = g_strdup_printf (_("the new value of %s is not finite"), which != NULL ? which : _("a state"));
    }
  return status;
}

static SimHandlerStatus
adapter_monitor (gpointer self, int monitor, double t, const double *x, const double *d)
{
  Adapter *adapter = self;
  SimHandlerStatus status = { SIM_DID_NOTHING, NULL, NULL };
  if (!model_system_monitor_holds (adapter->model, monitor, t, x))
    return status;
  status.severity = model_system_monitor (adapter->model, monitor)->fails ? SIM_FAILED : SIM_REACHED_TERMINATION;
  status.message = model_system_monitor_message (adapter->model, monitor, t, x);
  status.who = adapter->sources[model_system_n_events (adapter->model) + monitor];
  return status;
}

static gboolean
adapter_set_parameter (gpointer self, const char *name, double value, GError **error)
{
  return model_system_set_parameter (((Adapter *) self)->model, name, value, error);
}

static void
adapter_get_parameters (gpointer self, double *values)
{
  model_system_get_parameters (((Adapter *) self)->model, values);
}

static void
adapter_set_parameters (gpointer self, const double *values)
{
  model_system_set_parameters (((Adapter *) self)->model, values);
}

static void
adapter_free (gpointer self)
{
  Adapter *adapter = self;
  g_free (adapter->events);
  g_free (adapter->off);
  g_strfreev (adapter->sources);
  model_ranges_free (adapter->ranges);
  model_system_free (adapter->model);
  g_free (adapter);
}

static SimEventInfo
describe_event (const ModelEvent *event)
{
  static const SimTrigger triggers[] = {
    [MODEL_TRIGGER_CROSSING] = SIM_TRIGGER_WITNESS, [MODEL_TRIGGER_EVERY] = SIM_TRIGGER_PERIODIC, [MODEL_TRIGGER_AT] = SIM_TRIGGER_TIMED,
    [MODEL_TRIGGER_START] = SIM_TRIGGER_INITIALIZATION, [MODEL_TRIGGER_EACH_STEP] = SIM_TRIGGER_PER_STEP,
  };
  static const SimDirection directions[] = {
    [MODEL_DIRECTION_BOTH] = SIM_DIRECTION_BOTH,
    [MODEL_DIRECTION_FALLING] = SIM_DIRECTION_FALLING,
    [MODEL_DIRECTION_RISING] = SIM_DIRECTION_RISING,
  };
  SimEventInfo info = { .name = event->name, .trigger = triggers[event->trigger], .direction = directions[event->direction] };
  info.rests = event->rests;
  info.slides = event->slides;
  info.phase = event->phase;
  info.has_condition = event->has_while && event->trigger != MODEL_TRIGGER_CROSSING;
  info.stops = event->terminates || event->fails;
  info.actions = (event->has_set ? SIM_ACTION_UNRESTRICTED : 0) | (event->has_update ? SIM_ACTION_DISCRETE : 0)
                 | (event->publish ? SIM_ACTION_PUBLISH : 0);
  if (info.stops)
    info.actions |= ending_action (event);
  return info;
}

SimSystem *
sim_system_from_model (ModelSystem *model_system)
{
  SimSystem *system = g_new0 (SimSystem, 1);
  Adapter *adapter = g_new0 (Adapter, 1);
  Model *model = model_system_model (model_system);
  int n_events = model_system_n_events (model_system);
  int n_monitors = model_system_n_monitors (model_system);
  adapter->model = model_system;
  adapter->events = g_new0 (SimEventInfo, (gsize) n_events + 1);
  adapter->off = g_new0 (gboolean, (gsize) n_events + 1);
  adapter->sources = g_new0 (char *, (gsize) (n_events + n_monitors) + 1);
  for (int i = 0; i < n_events; i++)
    {
      adapter->events[i] = describe_event (model_system_event (model_system, i));
      adapter->sources[i] = g_strdup_printf ("event '%s'", adapter->events[i].name);
    }
  for (int i = 0; i < n_monitors; i++)
    adapter->sources[n_events + i] = g_strdup_printf ("monitor '%s'", model_system_monitor (model_system, i)->name);
  *system = (SimSystem){
    .self = adapter,
    .ode = model_system_ode (model_system),
    .n_discrete = model_system_n_discrete (model_system),
    .n_columns = model_system_n_columns (model_system),
    .n_events = n_events,
    .n_monitors = n_monitors,
    .events = adapter->events,
    .type_name = "Model",
    .name = model_name (model),
    .initial = adapter_initial,
    .set_discrete = adapter_set_discrete,
    .columns = adapter_columns,
    .witnesses = adapter_witnesses,
    .witness = adapter_witness,
    .armed = adapter_armed,
    .next_time = adapter_next_time,
    .next_break = adapter_next_break,
    .at_break = adapter_at_break,
    .hidden = adapter_hidden,
    .witness_bounds = adapter_witness_bounds,
    .witness_trend = adapter_witness_trend,
    .switch_bounds = adapter_switch_bounds,
    .slides = adapter_slides,
    .switching = model_system,
    .act = adapter_act,
    .rest = adapter_rest,
    .monitor = adapter_monitor,
    .set_parameter = adapter_set_parameter,
    .n_parameters = model_system_n_parameter_values (model_system),
    .get_parameters = adapter_get_parameters,
    .set_parameters = adapter_set_parameters,
    .free = adapter_free,
  };
  return system;
}

ModelSystem *
sim_system_model (const SimSystem *system)
{
  return system->act == adapter_act ? ((Adapter *) system->self)->model : NULL;
}

void
sim_system_set_event_enabled (SimSystem *system, int event, gboolean enabled)
{
  g_return_if_fail (system->act == adapter_act && event >= 0 && event < system->n_events);
  ((Adapter *) system->self)->off[event] = !enabled;
}

void
sim_system_free (SimSystem *system)
{
  if (system == NULL)
    return;
  if (system->free != NULL)
    system->free (system->self);
  g_free (system);
}
