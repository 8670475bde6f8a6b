/* Tests the step of an event that is made again with other sizes: which crossings a search finds is compared with closed forms. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "lab-event-trial.h"
#include "model-load.h"

typedef struct
{
  Model *model;
  SimConfig *config;
  SimRun *run;
  ModelSystem *system;
  SimTrajectory *log;
  LabRunRecord record;
} Run;

static void
run_free (Run *run)
{
  sim_run_free (run->run);
  sim_config_free (run->config);
  model_system_free (run->system);
  g_clear_pointer ((GPtrArray **) &run->record.history, g_ptr_array_unref);
  model_unref (run->model);
  g_free (run);
}

/* Runs a model to its end. settings: keys and values, NULL-terminated. */
static Run *
run_new (const char *text, const char *const *settings)
{
  Run *run = g_new0 (Run, 1);
  const ModelInstance plain = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();

  run->model = model_load_text (text, -1, "test.yaml", sim_config_check_solver, diagnostics);
  for (guint i = 0; i < diagnostics->len; i++)
    g_test_message ("%s", ((ModelDiagnostic *) g_ptr_array_index (diagnostics, i))->message);
  g_assert_nonnull (run->model);
  run->config = sim_config_new ();
  sim_config_apply_model (run->config, run->model, NULL);
  for (int i = 0; settings != NULL && settings[i] != NULL; i += 2)
    {
      sim_config_set (run->config, settings[i], settings[i + 1], SIM_ORIGIN_LIVE, &error);
      g_assert_no_error (error);
    }
  run->system = model_system_new (run->model, &plain, &error);
  g_assert_no_error (error);
  run->record.problem = (LabProblem) { .model = run->model, .config = run->config, .t_start = model_system_t_start (run->system),
                                       .t_end = model_system_t_end (run->system) };
  run->run = sim_run_new (sim_system_from_model (model_system_new (run->model, &plain, NULL)), run->config, run->record.problem.t_start,
                          run->record.problem.t_end, &error);
  g_assert_no_error (error);
  run->record.tape = sim_run_tape (run->run);
  run->log = sim_run_trajectory (run->run);
  sim_run_start (run->run);
  sim_run_wait (run->run);
  run->record.history = sim_run_history (run->run);
  return run;
}

/* Opens located event number n of the run, counted from 1. */
static LabEvent *
open_event (Run *run, gsize n)
{
  g_autoptr (GError) error = NULL;
  const gsize index = lab_event_find_located (run->log, n);
  LabEvent *event;

  g_assert_cmpuint (index, !=, G_MAXSIZE);
  event = lab_event_new (&run->record, run->log, index, NULL, &error);
  g_assert_no_error (error);
  return event;
}

static LabEventTrial *
trial_of (Run *run, LabEvent *event)
{
  g_autoptr (GError) error = NULL;
  LabEventTrial *trial = lab_event_trial_new (&run->record, event, &error);

  g_assert_no_error (error);
  return trial;
}

/* Makes a trial of size h and searches it with `looks` guard points. */
static LabCrossings *
crossings_of (LabEventTrial *trial, double h, int witness, int looks, LabEvent **event)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LabSearch) search = NULL;

  *event = lab_event_trial_step (trial, h, &error);
  g_assert_no_error (error);
  search = lab_event_search (*event, witness, (*event)->finder, 0, looks);
  return lab_event_crossings (*event, search);
}

/* ---- a witness with two crossings ---- */

typedef struct { double place, scale, unit; const char *method; } Surface;

/* x = t − t0 moves with speed 1. The witness is scale·(x − 1)(x − 1.2) in units of time `unit`, and moved by `place`. A step of size h that begins
 * before both crossings, with one guard point in its middle, misses both if and only if neither its middle nor its end is between them. */
static Run *
two_crossings (const Surface *surface)
{
  const double u = surface->unit;
  g_autofree char *text = g_strdup_printf ("format: 1\nname: Two crossings\ntime: {start: 0, end: %.17g, unit: s}\n"
                                           "states: {x: {initial: %.17g, derivative: %.17g}}\n"
                                           "events:\n  hit: {crossing: \"%.17g * (x - %.17g) * (x - %.17g)\", set: {x: x}}\n",
                                           4.4 * u, surface->place, 1 / u, surface->scale, surface->place + 1, surface->place + 1.2);
  g_autofree char *step = g_strdup_printf ("%.17g", 2.2 * u);
  const char *const settings[] = { "integrator", surface->method, "error_control", "false", "max_step", step, "guard", "1", "ranges", "false", NULL };

  return run_new (text, settings);
}

static void
test_closed_form (gconstpointer data)
{
  const Surface *surface = data;
  const double u = surface->unit, tolerance = 1e-9 + 1e-14 * fabs (surface->place);
  Run *run = two_crossings (surface);
  g_autoptr (LabEvent) event = open_event (run, 1);
  g_autoptr (LabEventTrial) trial = trial_of (run, event);
  g_autoptr (LabEventCurve) curve = lab_event_curve (trial, event->witness, 0, 1, FALSE, NULL, NULL);
  int n_missed = 0, n_found = 0, n_before = 0;

  g_assert_cmpfloat_with_epsilon (event->h / u, 2.2, 1e-12);
  for (int i = 0; i < curve->n; i++)
    {
      const double h = curve->h[i] / u;
      const LabCrossings *all = &curve->crossings[i];
      const gboolean inside = (h > 1 && h < 1.2) || (h / 2 > 1 && h / 2 < 1.2), missed = h > 1.2 && !inside;

      if (fabs (h - 1) < 1e-6 || fabs (h - 1.2) < 1e-6 || fabs (h - 2) < 1e-6 || fabs (h - 2.4) < 1e-6)
        continue;
      /* A step cannot pass the end of the run. */
      g_assert_cmpfloat_with_epsilon (curve->taken[i] / u, fmin (h, 4.4), 1e-9);
      if (h > 4.4)
        continue;
      g_assert_cmpint (all->n, ==, h < 1 ? 0 : h < 1.2 ? 1 : 2);
      g_assert_cmpint (all->n_missed, ==, missed ? 2 : 0);
      g_assert_cmpint (all->found, ==, inside ? 0 : -1);
      for (int k = 0; k < all->n; k++)
        {
          g_assert_cmpfloat_with_epsilon (all->crossings[k].s / u, k == 0 ? 1 : 1.2, tolerance);
          g_assert_cmpint (all->crossings[k].direction, ==, k == 0 ? -1 : 1);
          g_assert_cmpint (all->crossings[k].fate, ==, missed ? LAB_CROSSING_HIDDEN : k == 0 ? LAB_CROSSING_FOUND : LAB_CROSSING_LATER);
        }
      n_missed += missed;
      n_found += inside;
      n_before += h < 1;
    }
  g_assert_cmpint (MIN (n_missed, MIN (n_found, n_before)), >=, 2);
  /* The first size that misses both is 1.2, where the end of the step passes the second crossing. */
  g_assert_cmpfloat_with_epsilon (curve->limit / u, 1.2, 3e-6);
  run_free (run);
}

/* With bounds of the witness no size misses a crossing. */
static void
test_ranges (void)
{
  const Surface surface = { 0, 1, 1, "runge_kutta5" };
  Run *run = two_crossings (&surface);
  g_autoptr (LabEvent) event = open_event (run, 1);
  g_autoptr (LabEventTrial) trial = trial_of (run, event);
  g_autoptr (LabEventCurve) curve = lab_event_curve (trial, event->witness, 0, 1, TRUE, NULL, NULL);

  g_assert_true (isinf (curve->limit));
  for (int i = 0; i < curve->n; i++)
    {
      g_assert_cmpint (curve->crossings[i].n_missed, ==, 0);
      g_assert_cmpint (curve->crossings[i].found, ==, curve->h[i] > 1.0001 && curve->h[i] < 4.4 ? 0 : curve->h[i] > 4.4 ? 0 : -1);
    }
  run_free (run);
}

/* ---- methods with error control ---- */

#define OSCILLATOR "format: 1\nname: Oscillator\ntime: {end: 12, unit: s}\nstates: {x: {initial: 1, derivative: v}, v: {initial: 0, derivative: -x}}\n" \
                   "events:\n  zero: {crossing: x, direction: falling, set: {v: v}}\n"

/* A trial with the size of the run makes the step of the run. At smaller sizes the step ends before the crossing; at larger ones the error test rejects
 * the first attempt, and the step that is then made is searched. */
static void
test_controlled (gconstpointer data)
{
  const char *const settings[] = { "integrator", data, "accuracy", "1e-6", NULL };
  Run *run = run_new (OSCILLATOR, settings);
  g_autoptr (LabEvent) event = open_event (run, 1);
  g_autoptr (LabEventTrial) trial = trial_of (run, event);
  const double root = 0.5 * G_PI - event->t;
  gboolean rejected = FALSE;

  for (double factor = 0.25; factor < 40; factor *= 1.5)
    {
      LabEvent *step;
      g_autofree LabCrossings *all = crossings_of (trial, factor * event->h, 0, 4, &step);

      g_assert_cmpfloat (step->t, ==, event->t);
      g_assert_cmpfloat (step->h, <=, factor * event->h * 1.001);
      if (fabs (step->h - root) > 1e-3 * root)
        {
          g_assert_cmpint (all->n, ==, step->h > root);
          g_assert_cmpint (all->found, ==, step->h > root ? 0 : -1);
        }
      if (all->found == 0)
        g_assert_cmpfloat_with_epsilon (all->crossings[0].s, root, 1e-4);
      if (step->n_rejected > 0 && step->first_outcome == ODE_ATTEMPT_REJECTED_ERROR)
        {
          rejected = TRUE;
          g_assert_cmpfloat (step->first_error, >, 1);
          g_assert_cmpfloat (step->h, <, factor * event->h);
        }
      lab_event_free (step);
    }
  g_assert_true (rejected);
  {
    LabEvent *step;
    g_autofree LabCrossings *all = crossings_of (trial, event->h, 0, event->looks, &step);

    g_assert_cmpfloat (step->h, ==, event->h);
    g_assert_cmpmem (sim_simulator_x (step->simulator), 16, sim_simulator_x (event->simulator), 16);
    g_assert_cmpint (all->found, ==, 0);
    g_assert_cmpfloat_with_epsilon (event->t + all->crossings[0].s, event->record.t, 1e-6);
    lab_event_free (step);
  }
  run_free (run);
}

/* CVODE chooses its steps itself, so that it has no trials. */
static void
test_refused (void)
{
  const char *const settings[] = { "integrator", "cvode_bdf", NULL };
  g_autoptr (GError) error = NULL;
  Run *run;

  if (ode_method_find ("cvode_bdf") == NULL)
    {
      g_test_skip ("built without CVODE");
      return;
    }
  run = run_new (OSCILLATOR, settings);
  {
    g_autoptr (LabEvent) event = open_event (run, 1);

    g_assert_null (lab_event_trial_new (&run->record, event, &error));
    g_assert_nonnull (strstr (error->message, "chooses the size of its steps itself"));
  }
  run_free (run);
}

/* ---- other events ---- */

/* Two events cross in one step: the step ends at the earlier one, so that the later one is not reached. Falling crossings of `down` are hidden
 * behind no sample of the other sign; its rising ones do not count. */
static void
test_several (void)
{
  const char *const settings[] = { "error_control", "false", "max_step", "1.1", "guard", "0", "ranges", "false", NULL };
  Run *run = run_new ("format: 1\nname: Several\ntime: {end: 6, unit: s}\nstates: {x: {initial: 0, derivative: 1}}\n"
                      "events:\n  late: {crossing: x - 1.05, set: {x: x}}\n  early: {crossing: x - 0.95, set: {x: x}}\n"
                      "  down: {crossing: \"(x - 0.3) * (x - 0.6)\", direction: falling, set: {x: x}}\n", settings);
  g_autoptr (LabEvent) event = open_event (run, 1);
  g_autoptr (LabEventTrial) trial = trial_of (run, event);
  LabEvent *step;
  LabCrossings *all;

  g_assert_cmpint (event->witness, ==, 1);
  all = crossings_of (trial, 1.1, 0, 0, &step);
  g_assert_cmpint (all->n, ==, 1);
  g_assert_cmpint (all->found, ==, -1);
  g_assert_cmpint (all->other, ==, 1);
  g_assert_cmpfloat_with_epsilon (all->other_s, 0.95, 1e-9);
  g_assert_cmpint (all->crossings[0].fate, ==, LAB_CROSSING_LATER);
  g_assert_cmpint (all->n_missed, ==, 0);
  g_free (all);
  lab_event_free (step);
  all = crossings_of (trial, 1.1, 2, 0, &step);
  g_assert_cmpint (all->n, ==, 2);
  g_assert_cmpint (all->crossings[0].fate, ==, LAB_CROSSING_HIDDEN);
  g_assert_cmpint (all->crossings[1].fate, ==, LAB_CROSSING_DIRECTION);
  g_assert_cmpint (all->n_missed, ==, 1);
  g_free (all);
  lab_event_free (step);
  /* A step that ends between the two crossings of `down` finds its falling one. */
  all = crossings_of (trial, 0.4, 2, 0, &step);
  g_assert_cmpint (all->found, ==, 0);
  g_assert_cmpint (all->crossings[0].fate, ==, LAB_CROSSING_FOUND);
  g_free (all);
  lab_event_free (step);
  run_free (run);
}

/* A step does not pass a scheduled event. */
static void
test_scheduled (void)
{
  const char *const settings[] = { "error_control", "false", "max_step", "0.6", "guard", "0", "ranges", "false", NULL };
  Run *run = run_new ("format: 1\nname: Scheduled\ntime: {end: 6, unit: s}\nstates: {x: {initial: 0, derivative: 1}}\n"
                      "events:\n  kick: {at: 0.8, set: {x: x}}\n  hit: {crossing: x - 0.5, set: {x: x}}\n", settings);
  g_autoptr (LabEvent) event = open_event (run, 1);
  g_autoptr (LabEventTrial) trial = trial_of (run, event);
  LabEvent *step;
  LabCrossings *all = crossings_of (trial, 2, 1, 0, &step);

  g_assert_true (step->is_cut);
  g_assert_cmpint (step->cut_kind, ==, ODE_STOP_EVENT);
  g_assert_cmpint (step->cut_event, ==, 0);
  g_assert_cmpfloat_with_epsilon (step->h, 0.8, 1e-12);
  g_assert_cmpint (all->found, ==, 0);
  g_free (all);
  lab_event_free (step);
  all = crossings_of (trial, 0.7, 1, 0, &step);
  g_assert_false (step->is_cut);
  g_free (all);
  lab_event_free (step);
  run_free (run);
}

/* An event whose condition is false at the crossing is located and does not happen. */
static void
test_condition (void)
{
  const char *const settings[] = { "error_control", "false", "max_step", "1", "guard", "3", "ranges", "false", NULL };
  Run *run = run_new ("format: 1\nname: Condition\ntime: {end: 4, unit: s}\nstates: {x: {initial: 0, derivative: 1}}\n"
                      "events:\n  never: {crossing: x - 0.4, while: x > 2, set: {x: x}}\n  hit: {crossing: x - 0.9, set: {x: x}}\n", settings);
  g_autoptr (LabEvent) event = open_event (run, 1);
  g_autoptr (LabEventTrial) trial = trial_of (run, event);
  LabEvent *step;
  g_autofree LabCrossings *all = crossings_of (trial, 1, 0, 3, &step);

  g_assert_cmpint (all->n, ==, 1);
  g_assert_cmpint (all->crossings[0].fate, ==, LAB_CROSSING_CONDITION);
  g_assert_cmpint (all->found, ==, -1);
  g_assert_cmpint (all->n_missed, ==, 0);
  lab_event_free (step);
  run_free (run);
}

int
main (int argc, char **argv)
{
  static const Surface surfaces[] = { { 0, 1, 1, "runge_kutta5" },    { 20, 1, 1, "runge_kutta5" },      { 0, 1e-9, 1, "runge_kutta5" },
                                      { 0, 1e9, 1, "runge_kutta5" },  { -1e6, 1e-12, 1, "runge_kutta4" }, { 0, 1e12, 1e-9, "runge_kutta5" },
                                      { 20, 1, 1e9, "implicit_midpoint" }, { 0, 1, 1, "radau5" },         { 0, 1, 1, "rodas4" } };
  static const char *const methods[] = { "runge_kutta5", "radau5", "rodas4", "sdirk4", "bulirsch_stoer" };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (surfaces); i++)
    {
      g_autofree char *path = g_strdup_printf ("/lab/event-trial/crossings-between-two-samples-are-missed/%s, place %g, scale %g, unit %g", surfaces[i].method, surfaces[i].place,
                                               surfaces[i].scale, surfaces[i].unit);

      g_test_add_data_func (path, &surfaces[i], test_closed_form);
    }
  g_test_add_func ("/lab/event-trial/bounds-of-the-witness-miss-nothing", test_ranges);
  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autofree char *path = g_strdup_printf ("/lab/event-trial/the-step-of-the-run-is-one-of-the-trials/%s", methods[i]);

      g_test_add_data_func (path, methods[i], test_controlled);
    }
  g_test_add_func ("/lab/event-trial/methods-with-steps-of-their-own-are-refused", test_refused);
  g_test_add_func ("/lab/event-trial/a-step-ends-at-the-earliest-event", test_several);
  g_test_add_func ("/lab/event-trial/a-step-does-not-pass-a-scheduled-event", test_scheduled);
  g_test_add_func ("/lab/event-trial/a-false-condition-is-told-from-a-missed-crossing", test_condition);
  return g_test_run ();
}
