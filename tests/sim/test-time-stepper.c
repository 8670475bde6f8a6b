/* Tests SimTimeStepper, which works like Simbody's function stepTo: what each call returns, and
 * how the returned state differs from the advanced state. The advanced state is at the end of
 * the last step, and the returned state may be earlier. CONTRIBUTING.md explains the names S-…. */
#include "sim-dense.h"
#include "sim-test-system.h"
#include "sim-time-stepper.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void
fall (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -10;
}

static double
height (TestSystem *system, double t, const double *x)
{
  return x[0];
}

static SimHandlerStatus
bounce (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  x_plus[0] = fmax (x[0], 0);
  x_plus[1] = -x[1];
  return test_succeed ();
}

/* A ball falls from 5 m with g = 10 m/s². Its contacts are at 1, 3, 5, … s. */
static TestSystem *
ball (void)
{
  TestSystem *system = test_system_new (2, 1);
  system->x0[0] = 5;
  system->rhs = fall;
  TestEvent *impact = test_system_add (system, "impact", SIM_TRIGGER_WITNESS, SIM_ACTION_UNRESTRICTED, bounce);
  impact->direction = SIM_DIRECTION_FALLING;
  impact->witness = height;
  return system;
}

static void
done (SimTimeStepper *stepper, SimSimulator *simulator, TestSystem *system)
{
  sim_time_stepper_free (stepper);
  sim_simulator_free (simulator);
  test_system_free (system);
}

/* Calls step_to with a report time and an event time, and checks every outcome that the function can return. */
static void
test_outcomes (void)
{
  TestSystem *system = ball ();
  SimSimulator *simulator = test_simulator (system, test_config ("profile", "simbody", "accuracy", "1e-6", NULL));
  SimTimeStepper *stepper = sim_time_stepper_new (simulator);
  double low, high;
  int n;

  g_assert_cmpint (sim_time_stepper_step_to (stepper, 1, 1), ==, SIM_OUTCOME_FAILED); /* the call fails before the initialization */
  sim_time_stepper_set_final_time (stepper, 2.5);
  g_assert_true (sim_time_stepper_initialize (stepper, 0, NULL, NULL));

  g_assert_cmpint (sim_time_stepper_step_to (stepper, 0.25, 0.5), ==, SIM_OUTCOME_START_OF_INTERVAL);
  g_assert_true (sim_time_stepper_t (stepper) == 0);
  g_assert_cmpint (sim_time_stepper_step_to (stepper, 0, 0.5), ==, SIM_OUTCOME_REPORT_TIME);
  g_assert_true (sim_time_stepper_t (stepper) == 0);

  /* The time of the report is inside a step. This step may end at the scheduled event, but not after it. */
  g_assert_cmpint (sim_time_stepper_step_to (stepper, 0.25, 0.5), ==, SIM_OUTCOME_REPORT_TIME);
  g_assert_true (sim_time_stepper_t (stepper) == 0.25);
  g_assert_cmpfloat_with_epsilon (sim_time_stepper_x (stepper)[0], 5 - 5 * 0.0625, 1e-6);
  g_assert_cmpfloat (sim_time_stepper_t_advanced (stepper), >, 0.25);
  g_assert_cmpfloat (sim_time_stepper_t_advanced (stepper), <=, 0.5);
  g_assert_cmpfloat (sim_time_stepper_x_advanced (stepper)[0], <, sim_time_stepper_x (stepper)[0]);

  /* If a report and an event are due at the same time, the first call returns the report. */
  g_assert_cmpint (sim_time_stepper_step_to (stepper, 0.5, 0.5), ==, SIM_OUTCOME_REPORT_TIME);
  g_assert_true (sim_time_stepper_t (stepper) == 0.5 && sim_time_stepper_t_advanced (stepper) == 0.5);
  g_assert_cmpint (sim_time_stepper_step_to (stepper, 0.6, 0.5), ==, SIM_OUTCOME_SCHEDULED_EVENT);
  g_assert_true (sim_time_stepper_t (stepper) == 0.5);
  g_assert_cmpint (sim_time_stepper_step_by (stepper, INFINITY, 0.25), ==, SIM_OUTCOME_SCHEDULED_EVENT);
  g_assert_true (sim_time_stepper_t (stepper) == 0.75);

  /* At the contact at t = 1, the returned state is the state before the contact, and the advanced state is the one after it. */
  g_assert_cmpint (sim_time_stepper_step_to (stepper, 2, INFINITY), ==, SIM_OUTCOME_EVENT_TRIGGER);
  g_assert_true (sim_time_stepper_event_window (stepper, &low, &high));
  g_assert_true (sim_time_stepper_t (stepper) == low && sim_time_stepper_t_advanced (stepper) == high);
  g_assert_cmpfloat (low, <, 1 + 1e-7);
  g_assert_cmpfloat (high, >=, 1 - 1e-7);
  g_assert_cmpfloat (high - low, <=, 1.0000001e-8); /* the width of the window is accuracy·0.1·0.1 */
  g_assert_cmpfloat (sim_time_stepper_x (stepper)[0], >, 0);
  g_assert_cmpfloat (sim_time_stepper_x_advanced (stepper)[0], <=, 0);
  g_assert_cmpfloat (sim_time_stepper_x (stepper)[1], <, 0);
  const SimTriggeredEvent *triggered = sim_time_stepper_triggered (stepper, &n);
  g_assert_cmpint (n, ==, 1);
  g_assert_cmpint (triggered[0].event, ==, 0);
  g_assert_cmpint (triggered[0].direction, ==, -1);
  g_assert_cmpfloat (triggered[0].t_estimated, >, low);
  g_assert_cmpfloat (triggered[0].t_estimated, <=, high);

  /* The event handler changes the advanced state, and a new continuous interval begins. */
  g_assert_true (sim_time_stepper_handle_events (stepper));
  g_assert_cmpfloat (sim_time_stepper_x_advanced (stepper)[1], >, 0);
  g_assert_cmpint (sim_time_stepper_step_to (stepper, 2, INFINITY), ==, SIM_OUTCOME_START_OF_INTERVAL);
  g_assert_true (sim_time_stepper_t (stepper) == high);
  g_assert_false (sim_time_stepper_event_window (stepper, &low, &high));

  sim_time_stepper_set_return_every_step (stepper, TRUE);
  g_assert_cmpint (sim_time_stepper_step_to (stepper, 2, INFINITY), ==, SIM_OUTCOME_TIME_HAS_ADVANCED);
  g_assert_true (sim_time_stepper_t (stepper) == sim_time_stepper_t_advanced (stepper));
  sim_time_stepper_set_return_every_step (stepper, FALSE);
  g_assert_cmpint (sim_time_stepper_step_to (stepper, 2, INFINITY), ==, SIM_OUTCOME_REPORT_TIME);
  g_assert_cmpfloat_with_epsilon (sim_time_stepper_x (stepper)[0], 5, 1e-5);
  /* At the final time the call returns a report, although the caller has not asked for one. */
  g_assert_cmpint (sim_time_stepper_step_to (stepper, 3, INFINITY), ==, SIM_OUTCOME_REPORT_TIME);
  g_assert_true (sim_time_stepper_t (stepper) == 2.5);
  for (int again = 0; again < 3; again++)
    g_assert_cmpint (sim_time_stepper_step_to (stepper, 3 + again, INFINITY), ==, SIM_OUTCOME_END_OF_SIMULATION);
  g_assert_cmpint (sim_time_stepper_end_reason (stepper), ==, SIM_END_FINAL_TIME);
  done (stepper, simulator, system);
}

static void
test_texts (void)
{
  static const char *const ids[] = { "StepFailed", "ReachedReportTime", "ReachedEventTrigger", "ReachedScheduledEvent", "TimeHasAdvanced",
                                     "ReachedStepLimit", "EndOfSimulation", "StartOfContinuousInterval" };
  for (int k = 0; k < 8; k++)
    {
      g_assert_cmpstr (sim_outcome_id ((SimOutcome) k), ==, ids[k]);
      for (int other = 0; other < k; other++)
        g_assert_cmpstr (sim_outcome_text ((SimOutcome) k), !=, sim_outcome_text ((SimOutcome) other));
    }
  g_assert_cmpstr (sim_end_reason_id (SIM_END_EVENT), ==, "EventHandlerRequestedTermination");
  g_assert_cmpstr (sim_end_reason_id (SIM_END_FAILED), ==, "AnUnrecoverableErrorOccurred");
}

/* The number of steps in one call is limited. At the limit the call returns, and the next call continues. */
static void
test_step_limit (void)
{
  TestSystem *system = test_spring (1, 1, 1, 0);
  SimSimulator *simulator = test_simulator (system, test_config ("profile", "simbody", "error_control", "false", "max_step", "0.125", NULL));
  SimTimeStepper *stepper = sim_time_stepper_new (simulator);
  int n_returns = 0;
  sim_time_stepper_set_step_limit (stepper, 3);
  g_assert_true (sim_time_stepper_initialize (stepper, 0, NULL, NULL));
  g_assert_cmpint (sim_time_stepper_step_to (stepper, 2, INFINITY), ==, SIM_OUTCOME_START_OF_INTERVAL);
  while (sim_time_stepper_step_to (stepper, 2, INFINITY) == SIM_OUTCOME_STEP_LIMIT)
    g_assert_true (sim_time_stepper_t (stepper) == 0.375 * ++n_returns);
  g_assert_cmpint (n_returns, ==, 5);
  g_assert_true (sim_time_stepper_t (stepper) == 2);
  /* sim_time_stepper_advance_to calls step_to until its time is reached, so the limit has no effect on it. */
  g_assert_cmpint (sim_time_stepper_advance_to (stepper, 4, FALSE), ==, SIM_OUTCOME_REPORT_TIME);
  g_assert_true (sim_time_stepper_t (stepper) == 4);
  done (stepper, simulator, system);
}

/* If interpolation is switched off, steps end at the times of reports. */
static void
test_no_interpolation (void)
{
  TestSystem *system = test_spring (1, 1, 1, 0);
  SimSimulator *simulator = test_simulator (system, test_config ("profile", "simbody", NULL));
  SimTimeStepper *stepper = sim_time_stepper_new (simulator);
  sim_time_stepper_set_allow_interpolation (stepper, FALSE);
  g_assert_true (sim_time_stepper_initialize (stepper, 0, NULL, NULL));
  for (int k = 1; k <= 20; k++)
    {
      g_assert_cmpint (sim_time_stepper_advance_to (stepper, k * 0.1, FALSE), ==, SIM_OUTCOME_REPORT_TIME);
      g_assert_true (sim_time_stepper_t (stepper) == k * 0.1 && sim_time_stepper_t_advanced (stepper) == k * 0.1);
    }
  done (stepper, simulator, system);
}

static double
at_parameter (TestSystem *system, double t, const double *x)
{
  return t - system->p[0];
}

static double
after_parameter (TestSystem *system, double t, const double *x)
{
  return system->p[0] + 1e-4 - t;
}

/* If two crossings are in the same window, the call returns the earlier one first. Each has its own direction and time. */
static void
test_two_events (void)
{
  TestSystem *system = test_spring (1, 1, 1, 0);
  TestEvent *later = test_system_add (system, "later", SIM_TRIGGER_WITNESS, SIM_ACTION_UNRESTRICTED, NULL);
  later->direction = SIM_DIRECTION_BOTH;
  later->witness = after_parameter;
  TestEvent *earlier = test_system_add (system, "earlier", SIM_TRIGGER_WITNESS, SIM_ACTION_UNRESTRICTED, NULL);
  earlier->direction = SIM_DIRECTION_BOTH;
  earlier->witness = at_parameter;
  system->p[0] = 0.7;
  SimSimulator *simulator = test_simulator (system, test_config ("profile", "simbody", "isolation", "1e-3", NULL));
  SimTimeStepper *stepper = sim_time_stepper_new (simulator);
  g_assert_true (sim_time_stepper_initialize (stepper, 0, NULL, NULL));
  g_assert_cmpint (sim_time_stepper_step_to (stepper, 1, INFINITY), ==, SIM_OUTCOME_START_OF_INTERVAL);
  g_assert_cmpint (sim_time_stepper_step_to (stepper, 1, INFINITY), ==, SIM_OUTCOME_EVENT_TRIGGER);
  int n;
  const SimTriggeredEvent *triggered = sim_time_stepper_triggered (stepper, &n);
  g_assert_cmpint (n, ==, 2);
  g_assert_cmpint (triggered[0].event, ==, 1);
  g_assert_cmpint (triggered[0].direction, ==, 1);
  g_assert_cmpint (triggered[1].event, ==, 0);
  g_assert_cmpint (triggered[1].direction, ==, -1);
  g_assert_cmpfloat_with_epsilon (triggered[0].t_estimated, 0.7, 1e-12);
  g_assert_cmpfloat_with_epsilon (triggered[1].t_estimated, 0.7001, 1e-12);
  double low, high;
  sim_time_stepper_event_window (stepper, &low, &high);
  g_assert_cmpfloat (low, <, 0.7);
  g_assert_cmpfloat (high, >=, 0.7001);
  done (stepper, simulator, system);
}

/* If a report is due inside the window of an event, the call returns the report before the event. */
static void
test_report_in_window (void)
{
  TestSystem *system = test_spring (1, 1, 1, 0);
  TestEvent *event = test_system_add (system, "event", SIM_TRIGGER_WITNESS, SIM_ACTION_UNRESTRICTED, NULL);
  event->direction = SIM_DIRECTION_BOTH;
  event->witness = at_parameter;
  system->p[0] = 0.7;
  SimSimulator *simulator = test_simulator (system, test_config ("profile", "simbody", "isolation", "0.05", "isolation_method", "bisection", NULL));
  SimTimeStepper *stepper = sim_time_stepper_new (simulator);
  double low, high, before = 0;
  g_assert_true (sim_time_stepper_initialize (stepper, 0, NULL, NULL));
  int n_triggers = 0;
  for (int k = 1; k <= 1000; k++)
    {
      SimOutcome outcome;
      while ((outcome = sim_time_stepper_step_to (stepper, k * 0.001, INFINITY)) != SIM_OUTCOME_REPORT_TIME)
        {
          g_assert_cmpint (outcome, !=, SIM_OUTCOME_FAILED);
          if (outcome == SIM_OUTCOME_EVENT_TRIGGER)
            {
              n_triggers++;
              sim_time_stepper_event_window (stepper, &low, &high);
              g_assert_true (sim_time_stepper_t (stepper) == low);
              g_assert_cmpfloat (high - low, <=, 0.001);
              g_assert_cmpfloat (low, >=, before);
            }
        }
      g_assert_true (sim_time_stepper_t (stepper) == k * 0.001);
      before = k * 0.001;
    }
  g_assert_cmpint (n_triggers, ==, 1);
  done (stepper, simulator, system);
}

/* The caller changes the state. If the change affects the motion, a new continuous interval begins; if it
 * affects only reports, none begins. If the caller requests termination, the simulation ends for that reason. */
static void
test_reinitialize (void)
{
  TestSystem *system = test_spring (1, 1, 1, 0);
  SimSimulator *simulator = test_simulator (system, test_config ("profile", "simbody", "accuracy", "1e-8", NULL));
  SimTimeStepper *stepper = sim_time_stepper_new (simulator);
  static const double moved[] = { 2, 0, 0 };
  g_assert_true (sim_time_stepper_initialize (stepper, 0, NULL, NULL));
  g_assert_cmpint (sim_time_stepper_advance_to (stepper, 0.5, FALSE), ==, SIM_OUTCOME_REPORT_TIME);
  g_assert_true (sim_time_stepper_reinitialize (stepper, SIM_STAGE_REPORT, FALSE));
  g_assert_cmpint (sim_time_stepper_step_to (stepper, 0.6, INFINITY), ==, SIM_OUTCOME_REPORT_TIME);
  double t = sim_time_stepper_t_advanced (stepper);
  sim_simulator_set_state (simulator, moved, NULL);
  g_assert_true (sim_time_stepper_reinitialize (stepper, SIM_STAGE_POSITION, FALSE));
  g_assert_true (sim_time_stepper_t (stepper) == t && sim_time_stepper_x (stepper)[0] == 2);
  g_assert_cmpint (sim_time_stepper_step_to (stepper, t + 1, INFINITY), ==, SIM_OUTCOME_START_OF_INTERVAL);
  g_assert_cmpint (sim_time_stepper_step_to (stepper, t + 1, INFINITY), ==, SIM_OUTCOME_REPORT_TIME);
  g_assert_cmpfloat_with_epsilon (sim_time_stepper_x (stepper)[0], 2 * cos (1), 1e-6);
  system->p[0] = 4; /* the spring constant is now 4 */
  g_assert_true (sim_time_stepper_reinitialize (stepper, SIM_STAGE_DYNAMICS, FALSE));
  g_assert_cmpint (sim_time_stepper_step_by (stepper, 1, INFINITY), ==, SIM_OUTCOME_START_OF_INTERVAL);
  g_assert_true (sim_time_stepper_reinitialize (stepper, SIM_STAGE_REPORT, TRUE));
  g_assert_cmpint (sim_time_stepper_step_by (stepper, 1, INFINITY), ==, SIM_OUTCOME_END_OF_SIMULATION);
  g_assert_cmpint (sim_time_stepper_step_by (stepper, 1, INFINITY), ==, SIM_OUTCOME_END_OF_SIMULATION);
  g_assert_cmpint (sim_time_stepper_end_reason (stepper), ==, SIM_END_EVENT);
  done (stepper, simulator, system);
}

/* After a report inside a step the returned state is interpolated. If the caller then handles events, changes the state or ends the
 * run, the returned state is the advanced one again. */
static void
test_interpolated_then_advanced (void)
{
  for (int action = 0; action < 3; action++)
    {
      TestSystem *system = test_spring (1, 1, 1, 0);
      SimSimulator *simulator = test_simulator (system, test_config ("profile", "simbody", "accuracy", "1e-3", NULL));
      SimTimeStepper *stepper = sim_time_stepper_new (simulator);
      double t, report = 0.01;
      g_assert_true (sim_time_stepper_initialize (stepper, 0, NULL, NULL));
      g_assert_cmpint (sim_time_stepper_step_to (stepper, report, INFINITY), ==, SIM_OUTCOME_START_OF_INTERVAL);
      do
        g_assert_cmpint (sim_time_stepper_step_to (stepper, report += 0.01, INFINITY), ==, SIM_OUTCOME_REPORT_TIME);
      while (!(sim_time_stepper_t (stepper) < sim_time_stepper_t_advanced (stepper)));
      g_assert_cmpfloat (sim_time_stepper_t (stepper), ==, report);
      t = sim_time_stepper_t_advanced (stepper);
      if (action == 0)
        g_assert_true (sim_time_stepper_handle_events (stepper));
      else
        g_assert_true (sim_time_stepper_reinitialize (stepper, action == 1 ? SIM_STAGE_POSITION : SIM_STAGE_REPORT, action == 2));
      g_assert_cmpfloat (sim_time_stepper_t (stepper), ==, t);
      g_assert_true (sim_time_stepper_x (stepper) == sim_time_stepper_x_advanced (stepper));
      g_assert_cmpint (sim_time_stepper_step_to (stepper, t + 0.1, INFINITY), ==,
                       action == 0   ? SIM_OUTCOME_REPORT_TIME
                       : action == 1 ? SIM_OUTCOME_START_OF_INTERVAL
                                     : SIM_OUTCOME_END_OF_SIMULATION);
      done (stepper, simulator, system);
    }
}

/* If the caller handles the events or changes the state after a report in a step with an event, the event is not announced again: the
 * returned times ascend. */
static void
test_handled_before_announced (void)
{
  for (int changes = 0; changes < 2; changes++)
    {
      TestSystem *system = ball ();
      SimSimulator *simulator = test_simulator (system, test_config ("profile", "simbody", "accuracy", "1e-3", NULL));
      SimTimeStepper *stepper = sim_time_stepper_new (simulator);
      double low, high, report = 0;
      g_assert_true (sim_time_stepper_initialize (stepper, 0, NULL, NULL));
      g_assert_cmpint (sim_time_stepper_step_to (stepper, 9, INFINITY), ==, SIM_OUTCOME_START_OF_INTERVAL);
      do
        g_assert_cmpint (sim_time_stepper_step_to (stepper, report += 0.01, INFINITY), ==, SIM_OUTCOME_REPORT_TIME);
      while (!sim_time_stepper_event_window (stepper, &low, &high));
      g_assert_cmpfloat (sim_time_stepper_t (stepper), <, low);
      g_assert_true (changes ? sim_time_stepper_reinitialize (stepper, SIM_STAGE_POSITION, FALSE) : sim_time_stepper_handle_events (stepper));
      g_assert_cmpfloat (sim_time_stepper_t (stepper), ==, high);
      g_assert_cmpint (sim_time_stepper_step_to (stepper, 1.5, INFINITY), ==, SIM_OUTCOME_START_OF_INTERVAL);
      for (int k = 0; k < 20 && sim_time_stepper_t (stepper) < 1.5; k++)
        {
          double t = sim_time_stepper_t (stepper);
          g_assert_cmpint (sim_time_stepper_step_to (stepper, 1.5, INFINITY), !=, SIM_OUTCOME_EVENT_TRIGGER);
          g_assert_cmpfloat (sim_time_stepper_t (stepper), >=, t);
        }
      g_assert_cmpfloat (sim_time_stepper_t (stepper), ==, 1.5);
      g_assert_cmpfloat (sim_time_stepper_x (stepper)[1], >, 4);
      done (stepper, simulator, system);
    }
}

/* After the end of a simulation another one can begin. */
static void
test_initialize_again (void)
{
  TestSystem *system = test_spring (1, 1, 1, 0);
  SimSimulator *simulator = test_simulator (system, test_config ("accuracy", "1e-8", NULL));
  SimTimeStepper *stepper = sim_time_stepper_new (simulator);
  for (int k = 0; k < 2; k++)
    {
      g_assert_true (sim_time_stepper_initialize (stepper, 0, NULL, NULL));
      g_assert_cmpint (sim_time_stepper_end_reason (stepper), ==, SIM_END_NONE);
      g_assert_cmpint (sim_time_stepper_advance_to (stepper, 1, FALSE), ==, SIM_OUTCOME_REPORT_TIME);
      g_assert_cmpfloat_with_epsilon (sim_time_stepper_x (stepper)[0], cos (1), 1e-6);
      g_assert_true (sim_time_stepper_reinitialize (stepper, SIM_STAGE_REPORT, TRUE));
      g_assert_cmpint (sim_time_stepper_step_by (stepper, 1, INFINITY), ==, SIM_OUTCOME_END_OF_SIMULATION);
    }
  done (stepper, simulator, system);
}

/* At the time of a scheduled event the call returns. An event that terminates the run ends the simulation. */
static SimHandlerStatus
stop_at_two (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  d_plus[0] = d[0] + 1;
  return (SimHandlerStatus){ t >= 2 ? SIM_REACHED_TERMINATION : SIM_SUCCEEDED, t >= 2 ? g_strdup ("enough") : NULL, NULL };
}

static void
test_scheduled (void)
{
  TestSystem *system = test_spring (1, 1, 1, 0);
  system->n_discrete = 1;
  test_system_add (system, "handler", SIM_TRIGGER_PERIODIC, SIM_ACTION_DISCRETE, stop_at_two)->period = 0.5;
  SimSimulator *simulator = test_simulator (system, test_config ("profile", "simbody", NULL));
  SimTimeStepper *stepper = sim_time_stepper_new (simulator);
  g_assert_true (sim_time_stepper_initialize (stepper, 0, NULL, NULL));
  g_assert_cmpint (sim_time_stepper_step_to (stepper, 9, INFINITY), ==, SIM_OUTCOME_START_OF_INTERVAL);
  for (int k = 0; k <= 4; k++)
    {
      g_assert_cmpint (sim_time_stepper_step_to (stepper, 9, INFINITY), ==, SIM_OUTCOME_SCHEDULED_EVENT);
      g_assert_true (sim_time_stepper_t (stepper) == 0.5 * k);
      if (k == 4)
        break;
      g_assert_cmpint (sim_time_stepper_step_to (stepper, 9, INFINITY), ==, SIM_OUTCOME_START_OF_INTERVAL);
      g_assert_true (sim_simulator_d (simulator)[0] == k + 1);
    }
  g_assert_cmpint (sim_time_stepper_step_to (stepper, 9, INFINITY), ==, SIM_OUTCOME_END_OF_SIMULATION);
  g_assert_cmpint (sim_time_stepper_end_reason (stepper), ==, SIM_END_EVENT);
  g_assert_true (sim_time_stepper_t (stepper) == 2);
  done (stepper, simulator, system);
}

/* S-18 with other time scales T: the window is accuracy · T · 0.1, and the first step is T/10. */
static void
test_time_scale (void)
{
  static const double scales[] = { 0.1, 1, 0.02 };
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      TestSystem *system = ball ();
      SimSimulator *simulator = test_simulator (system, test_config ("profile", "simbody", NULL));
      SimTimeStepper *stepper = sim_time_stepper_new (simulator);
      double low, high;
      sim_time_stepper_set_time_scale (stepper, scales[i]);
      g_assert_true (sim_time_stepper_initialize (stepper, 0, NULL, NULL));
      while (sim_time_stepper_step_to (stepper, 2, INFINITY) != SIM_OUTCOME_EVENT_TRIGGER)
        ;
      sim_time_stepper_event_window (stepper, &low, &high);
      g_assert_cmpfloat (high - low, <=, 1.000001e-4 * scales[i]);
      g_assert_cmpfloat_with_epsilon (sim_simulator_isolation_window (simulator), 1e-4 * scales[i], 1e-12);
      g_assert_cmpfloat_with_epsilon (sim_simulator_statistics (simulator).ode.initial_step_taken, scales[i] / 10, 1e-12);
      done (stepper, simulator, system);
    }
}

static void
decay (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = -x[0];
}

static double
above_half (TestSystem *system, double t, const double *x)
{
  return x[0] - 0.5;
}

static SimHandlerStatus
reset_to_one (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  x_plus[0] = 1;
  return test_succeed ();
}

/* x' = −x from 1 reaches 0.5 at multiples of ln 2. The dense output of a step has errors that are far larger than the window, which is accuracy · T · 0.1. */
static void
test_window_width (void)
{
  static const char *const methods[] = { "runge_kutta3", "runge_kutta5", "dop853", "rodas4", "radau5", "sdirk4", "bogacki_shampine3" };
  static const char *const accuracies[] = { "1e-2", "1e-4", "1e-6", "1e-8" }, *const profiles[] = { "simbody", "stepwise" };
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    for (guint j = 0; j < G_N_ELEMENTS (accuracies); j++)
      for (guint k = 0; k < G_N_ELEMENTS (profiles); k++)
        {
          TestSystem *system = test_system_new (1, 0);
          system->x0[0] = 1;
          system->rhs = decay;
          TestEvent *half = test_system_add (system, "half", SIM_TRIGGER_WITNESS, SIM_ACTION_UNRESTRICTED, reset_to_one);
          half->direction = SIM_DIRECTION_FALLING;
          half->witness = above_half;
          SimSimulator *simulator
            = test_simulator (system, test_config ("profile", profiles[k], "integrator", methods[i], "accuracy", accuracies[j], NULL));
          SimTimeStepper *stepper = sim_time_stepper_new (simulator);
          g_assert_true (sim_time_stepper_initialize (stepper, 0, NULL, NULL));
          for (int n = 0; n < 5; n++)
            {
              double low, high;
              while (sim_time_stepper_step_to (stepper, 10, INFINITY) != SIM_OUTCOME_EVENT_TRIGGER)
                ;
              g_assert_true (sim_time_stepper_event_window (stepper, &low, &high));
              g_test_message ("%s %s %s: %g", methods[i], accuracies[j], profiles[k], high - low);
              g_assert_cmpfloat (high - low, >, 0);
              g_assert_cmpfloat (high - low, <=, 1.001 * fmax (0.01 * g_ascii_strtod (accuracies[j], NULL), 16 * DBL_EPSILON * high));
              /* The time of the start is rounded. */
              g_assert_cmpfloat (sim_time_stepper_x (stepper)[0], >=, 0.5 - 4 * DBL_EPSILON);
              g_assert_cmpfloat (sim_time_stepper_x_advanced (stepper)[0], <=, 0.5);
              g_assert_true (sim_time_stepper_handle_events (stepper));
            }
          done (stepper, simulator, system);
        }
}

/* The dense output of a run with events is recorded. Then it is computed again from the tape, which is the record of attempted steps. */
static void
test_dense (void)
{
  static const char *const profiles[] = { "stepwise", "drake", "simbody" };
  for (guint i = 0; i < G_N_ELEMENTS (profiles); i++)
    {
      TestSystem *system = ball ();
      SimSimulator *simulator = test_simulator (system, test_config ("profile", profiles[i], "accuracy", "1e-7", "max_step", "0.01", NULL));
      g_autoptr (SimTape) tape = sim_tape_new (0);
      g_autoptr (GError) error = NULL;
      OdeDenseOutput *dense = ode_dense_output_new (2), *wrong = ode_dense_output_new (3);
      gboolean jumped = FALSE;
      sim_simulator_set_tape (simulator, tape);
      g_assert_cmpint (sim_simulator_initialize (simulator, 0, NULL, NULL, 10, FALSE).reason, ==, SIM_READY);
      g_assert_false (sim_dense_record (simulator, wrong));
      g_assert_true (sim_dense_record (simulator, dense));
      g_assert_cmpint (sim_simulator_advance_to (simulator, 10).reason, ==, SIM_REACHED_END);
      g_assert_true (sim_dense_is_complete (simulator));
      sim_dense_record (simulator, NULL);
      g_assert_true (ode_dense_output_start (dense) == 0 && ode_dense_output_stop (dense) == 10);
      for (gsize k = 0; k < ode_dense_output_n_segments (dense); k++)
        {
          /* At each break between two segments the velocity is continuous, except at the contacts. */
          double before[2], after[2], t = ode_dense_output_break (dense, k + 1);
          if (k + 1 == ode_dense_output_n_segments (dense))
            break;
          g_assert_cmpfloat (t, >, ode_dense_output_break (dense, k));
          g_assert_true (ode_dense_output_evaluate_segment (dense, k, t, before, NULL));
          g_assert_true (ode_dense_output_evaluate (dense, t, after, NULL));
          if (before[1] != after[1])
            {
              g_assert_cmpfloat (before[1], <, -9);
              g_assert_cmpfloat (after[1], >, 9);
              g_assert_cmpfloat_with_epsilon (fmod (t, 2), 1, 1e-4);
              jumped = TRUE;
            }
        }
      g_assert_true (jumped);

      /* The second simulator has the same system and the same settings as the first one. */
      TestSystem *again = ball ();
      SimSimulator *repeated = test_simulator (again, test_config ("profile", profiles[i], "accuracy", "1e-7", "max_step", "0.01", NULL));
      OdeDenseOutput *part = sim_dense_from_tape (repeated, tape, 6.2, 7.3, &error);
      g_assert_no_error (error);
      g_assert_cmpfloat (ode_dense_output_start (part), <=, 6.2);
      g_assert_cmpfloat (ode_dense_output_start (part), >, 6.1);
      g_assert_cmpfloat (ode_dense_output_stop (part), >=, 7.3);
      for (int k = 0; k <= 100; k++)
        {
          double x[2], y[2], t = k == 100 ? 7.3 : 6.2 + k * 0.011;
          g_assert_true (ode_dense_output_evaluate (dense, t, x, NULL));
          g_assert_true (ode_dense_output_evaluate (part, t, y, NULL));
          g_assert_true (memcmp (x, y, sizeof x) == 0);
        }
      ode_dense_output_free (part);
      sim_simulator_free (repeated);

      /* With other settings the steps differ from the tape. The function detects this and returns NULL. */
      repeated = test_simulator (again, test_config ("profile", profiles[i], "accuracy", "1e-5", "max_step", "0.02", NULL));
      g_assert_null (sim_dense_from_tape (repeated, tape, 6.2, 7.3, &error));
      g_assert_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED);
      g_clear_error (&error);

      /* An empty tape contains no snapshot from which the computation could start. */
      g_autoptr (SimTape) empty = sim_tape_new (0);
      g_assert_null (sim_dense_from_tape (repeated, empty, 6.2, 7.3, &error));
      g_assert_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED);
      sim_simulator_free (repeated);
      test_system_free (again);
      ode_dense_output_free (dense);
      ode_dense_output_free (wrong);
      sim_simulator_free (simulator);
      test_system_free (system);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/time-stepper/S-10-step-to-returns-the-documented-outcomes", test_outcomes);
  g_test_add_func ("/sim/time-stepper/return-values-have-the-names-of-simbody", test_texts);
  g_test_add_func ("/sim/time-stepper/step-to-returns-when-the-step-limit-is-reached", test_step_limit);
  g_test_add_func ("/sim/time-stepper/S-01-without-interpolation-steps-end-at-report-times", test_no_interpolation);
  g_test_add_func ("/sim/time-stepper/S-02-each-triggered-event-has-a-direction-and-an-estimated-time", test_two_events);
  g_test_add_func ("/sim/time-stepper/S-06-a-report-inside-the-event-window-is-returned-before-the-event", test_report_in_window);
  g_test_add_func ("/sim/time-stepper/S-04-a-state-changed-by-the-caller-starts-a-new-continuous-interval", test_reinitialize);
  g_test_add_func ("/sim/time-stepper/an-event-is-not-announced-after-the-caller-has-handled-it", test_handled_before_announced);
  g_test_add_func ("/sim/time-stepper/another-simulation-can-begin-after-the-end", test_initialize_again);
  g_test_add_func ("/sim/time-stepper/the-returned-state-is-the-advanced-one-after-a-call-that-changes-it", test_interpolated_then_advanced);
  g_test_add_func ("/sim/time-stepper/S-05-step-to-returns-at-scheduled-events-of-the-system", test_scheduled);
  g_test_add_func ("/sim/time-stepper/S-18-the-event-window-is-proportional-to-the-time-scale", test_time_scale);
  g_test_add_func ("/sim/time-stepper/an-event-window-is-not-wider-than-stated", test_window_width);
  g_test_add_func ("/sim/dense/dense-output-is-recomputed-from-the-recorded-attempts", test_dense);
  return g_test_run ();
}
