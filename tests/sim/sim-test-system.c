#include "sim-test-system.h"

#include <math.h>
#include <string.h>

#include "sim-timing.h"

TestSystem *
test_system_new (int n_states, int n_discrete)
{
  static const char *const names[] = { "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7" };
  TestSystem *system = g_new0 (TestSystem, 1);
  system->n_states = n_states;
  system->n_discrete = n_discrete;
  system->type_name = "Test";
  system->name = "test";
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    system->names[i] = names[i];
  system->calls = g_array_new (FALSE, FALSE, sizeof (TestCall));
  return system;
}

TestEvent *
test_system_add (TestSystem *system, const char *name, SimTrigger trigger, unsigned actions, TestAct act)
{
  g_assert_cmpint (system->n_events, <, TEST_MAX);
  TestEvent *event = &system->events[system->n_events++];
  event->name = name;
  event->trigger = trigger;
  event->actions = actions;
  event->act = act;
  event->direction = SIM_DIRECTION_BOTH;
  return event;
}

void
test_system_free (TestSystem *system)
{
  g_array_unref (system->calls);
  g_free (system);
}

SimHandlerStatus
test_succeed (void)
{
  return (SimHandlerStatus){ SIM_SUCCEEDED, NULL, NULL };
}

static OdeStatus
wrapped_rhs (void *self, double t, const double *x, double *dxdt)
{
  TestSystem *system = self;
  system->n_rhs++;
  if (system->rhs != NULL)
    system->rhs (system, t, x, dxdt);
  else
    memset (dxdt, 0, sizeof (double) * (gsize) system->n_states);
  return ODE_DONE;
}

static gboolean
wrapped_initial (gpointer self, double *x, double *d, GError **error)
{
  TestSystem *system = self;
  memcpy (x, system->x0, sizeof (double) * (gsize) system->n_states);
  memcpy (d, system->d0, sizeof (double) * (gsize) system->n_discrete);
  return TRUE;
}

static void
wrapped_set_discrete (gpointer self, const double *d)
{
  TestSystem *system = self;
  memcpy (system->d, d, sizeof (double) * (gsize) system->n_discrete);
}

static void
wrapped_columns (gpointer self, double t, const double *x, const double *d, double *values)
{
  TestSystem *system = self;
  memcpy (values, x, sizeof (double) * (gsize) system->n_states);
  memcpy (values + system->n_states, d, sizeof (double) * (gsize) system->n_discrete);
}

static double
wrapped_witness (gpointer self, int event, double t, const double *x)
{
  TestSystem *system = self;
  return system->events[event].witness (system, t, x);
}

static void
wrapped_witnesses (gpointer self, double t, const double *x, double *g)
{
  TestSystem *system = self;
  for (int event = 0; event < system->n_events; event++)
    if (system->events[event].witness != NULL)
      g[event] = wrapped_witness (self, event, t, x);
}

static gboolean
wrapped_armed (gpointer self, int event, double t, const double *x)
{
  return TRUE;
}

static double
wrapped_next_time (gpointer self, int event, double t, gboolean inclusive)
{
  const TestEvent *info = &((TestSystem *) self)->events[event];
  if (info->trigger == SIM_TRIGGER_PERIODIC)
    return sim_next_periodic (info->period, info->offset, t, inclusive);
  for (int k = 0; k < info->n_times; k++)
    if (info->times[k] > t || (inclusive && info->times[k] == t))
      return info->times[k];
  return INFINITY;
}

static SimHandlerStatus
wrapped_act (gpointer self, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  TestSystem *system = self;
  TestCall call = { event, action, t, system->n_states > 0 ? x[0] : system->n_discrete > 0 ? d[0] : NAN };
  g_array_append_val (system->calls, call);
  const TestEvent *info = &system->events[event];
  return info->act != NULL ? info->act (system, event, action, t, x, d, x_plus, d_plus) : test_succeed ();
}

static SimHandlerStatus
wrapped_monitor (gpointer self, int monitor, double t, const double *x, const double *d)
{
  TestSystem *system = self;
  return system->monitor (system, t, x);
}

static gboolean
wrapped_set_parameter (gpointer self, const char *name, double value, GError **error)
{
  TestSystem *system = self;
  if (name[0] != 'p' || name[1] < '0' || name[1] > '3')
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_SETTING, "unknown parameter '%s'", name);
      return FALSE;
    }
  system->p[name[1] - '0'] = value;
  return TRUE;
}

static void
wrapped_get_parameters (gpointer self, double *values)
{
  memcpy (values, ((TestSystem *) self)->p, sizeof (double) * 4);
}

static void
wrapped_set_parameters (gpointer self, const double *values)
{
  memcpy (((TestSystem *) self)->p, values, sizeof (double) * 4);
}

SimSystem *
test_system_wrap (TestSystem *system)
{
  system->ode = (OdeSystem){ .self = system,
                             .n_states = system->n_states,
                             .kinds = system->kinds,
                             .rhs = wrapped_rhs,
                             .time_dependent = true,
                             .names = system->names };
  for (int i = 0; i < system->n_events; i++)
    system->infos[i] = (SimEventInfo){ .name = system->events[i].name,
                                       .trigger = system->events[i].trigger,
                                       .direction = system->events[i].direction,
                                       .actions = system->events[i].actions,
                                       .stops = system->events[i].stops };
  SimSystem *wrapper = g_new0 (SimSystem, 1);
  *wrapper = (SimSystem){
    .self = system,
    .ode = &system->ode,
    .n_discrete = system->n_discrete,
    .n_columns = system->n_states + system->n_discrete,
    .n_events = system->n_events,
    .n_monitors = system->monitor != NULL,
    .events = system->infos,
    .type_name = system->type_name,
    .name = system->name,
    .initial = wrapped_initial,
    .set_discrete = wrapped_set_discrete,
    .columns = wrapped_columns,
    .witnesses = wrapped_witnesses,
    .witness = wrapped_witness,
    .armed = wrapped_armed,
    .next_time = wrapped_next_time,
    .act = wrapped_act,
    .monitor = wrapped_monitor,
    .set_parameter = wrapped_set_parameter,
    .n_parameters = 4,
    .get_parameters = wrapped_get_parameters,
    .set_parameters = wrapped_set_parameters,
  };
  return wrapper;
}

const TestCall *
test_system_call (const TestSystem *system, guint index)
{
  g_assert_cmpuint (index, <, system->calls->len);
  return &g_array_index (system->calls, TestCall, index);
}

int
test_system_n_calls (const TestSystem *system, int event, unsigned action)
{
  int n = 0;
  for (guint i = 0; i < system->calls->len; i++)
    {
      const TestCall *call = &g_array_index (system->calls, TestCall, i);
      n += (event < 0 || call->event == event) && (action == 0 || call->action == (SimAction) action);
    }
  return n;
}

SimConfig *
test_config (const char *first_key, ...)
{
  SimConfig *config = sim_config_new ();
  va_list arguments;
  va_start (arguments, first_key);
  for (const char *key = first_key; key != NULL; key = va_arg (arguments, const char *))
    {
      g_autoptr (GError) error = NULL;
      sim_config_set (config, key, va_arg (arguments, const char *), SIM_ORIGIN_CONFIG, &error);
      g_assert_no_error (error);
    }
  va_end (arguments);
  return config;
}

SimSimulator *
test_simulator (TestSystem *system, SimConfig *config)
{
  g_autoptr (GError) error = NULL;
  SimSimulator *simulator = sim_simulator_new (test_system_wrap (system), config, &error);
  g_assert_no_error (error);
  sim_config_free (config);
  return simulator;
}

static double
clock_witness (TestSystem *system, double t, const double *x)
{
  return t - system->p[0];
}

TestSystem *
test_clock (double w0, SimDirection direction)
{
  TestSystem *system = test_system_new (0, 0);
  system->p[0] = w0;
  TestEvent *event = test_system_add (system, "clock", SIM_TRIGGER_WITNESS, SIM_ACTION_PUBLISH, NULL);
  event->witness = clock_witness;
  event->direction = direction;
  return system;
}

static void
logistic_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = system->p[1] * (1 - pow (x[0] / system->p[0], system->p[2])) * t;
}

static double
first_state (TestSystem *system, double t, const double *x)
{
  return x[0];
}

TestSystem *
test_logistic (double k, double alpha, double nu)
{
  TestSystem *system = test_system_new (1, 0);
  system->p[0] = k;
  system->p[1] = alpha;
  system->p[2] = nu;
  system->rhs = logistic_rhs;
  test_system_add (system, "logistic", SIM_TRIGGER_WITNESS, SIM_ACTION_PUBLISH, NULL)->witness = first_state;
  return system;
}

/* The states are the displacement q, the velocity v, and the work that the spring has done. */
static void
spring_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  double force = -system->p[0] * x[0];
  dxdt[0] = x[1];
  dxdt[1] = force / system->p[1];
  dxdt[2] = force * x[1];
}

TestSystem *
test_spring (double k, double m, double x0, double v0)
{
  TestSystem *system = test_system_new (3, 0);
  system->p[0] = k;
  system->p[1] = m;
  system->x0[0] = x0;
  system->x0[1] = v0;
  system->kinds[0] = ODE_POSITION;
  system->kinds[1] = ODE_VELOCITY;
  system->rhs = spring_rhs;
  system->type_name = "SpringMassSystem";
  system->name = "spring";
  return system;
}
