/* Tests the search for events: each evaluation of the witness is compared with a closed form, and repeated events with the records of the
 * run. */
#include <gio/gio.h>
#include <glib.h>
#include <math.h>
#include <string.h>

#include "lab-event.h"
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

static Model *
load (const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/models/%s.yaml", g_getenv ("STEPWISE_DATA_DIR"), name);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Model *model = model_load_file (path, sim_config_check_solver, diagnostics);

  g_assert_nonnull (model);
  return model;
}

static Model *
load_text (const char *text)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Model *model = model_load_text (text, -1, "test.yaml", sim_config_check_solver, diagnostics);

  for (guint i = 0; i < diagnostics->len; i++)
    g_test_message ("%s", ((ModelDiagnostic *) g_ptr_array_index (diagnostics, i))->message);
  g_assert_nonnull (model);
  return model;
}

/* Makes a run and takes ownership of the model. settings are keys and values, NULL-terminated. */
static Run *
run_new (Model *model, const char *const *settings)
{
  Run *run = g_new0 (Run, 1);
  const ModelInstance plain = { 0 };
  g_autoptr (GError) error = NULL;

  run->model = model;
  run->config = sim_config_new ();
  sim_config_apply_model (run->config, model, NULL);
  /* The search by bounds of the witness makes looks of its own. */
  sim_config_set (run->config, "ranges", "false", SIM_ORIGIN_LIVE, NULL);
  for (int i = 0; settings != NULL && settings[i] != NULL; i += 2)
    {
      sim_config_set (run->config, settings[i], settings[i + 1], SIM_ORIGIN_LIVE, &error);
      g_assert_no_error (error);
    }
  run->system = model_system_new (model, &plain, &error);
  g_assert_no_error (error);
  run->record.problem = (LabProblem) { .model = model, .config = run->config, .t_start = model_system_t_start (run->system),
                                       .t_end = model_system_t_end (run->system) };
  run->run = sim_run_new (sim_system_from_model (model_system_new (model, &plain, NULL)), run->config, run->record.problem.t_start,
                          run->record.problem.t_end, &error);
  g_assert_no_error (error);
  run->record.tape = sim_run_tape (run->run);
  run->log = sim_run_trajectory (run->run);
  return run;
}

static void
run_to_end (Run *run)
{
  sim_run_start (run->run);
  sim_run_wait (run->run);
}

static LabEvent *
open_event (Run *run, gsize index)
{
  g_autoptr (GError) error = NULL;
  LabEvent *event;

  g_clear_pointer ((GPtrArray **) &run->record.history, g_ptr_array_unref);
  run->record.history = sim_run_history (run->run);
  event = lab_event_new (&run->record, run->log, index, NULL, &error);
  g_assert_no_error (error);
  return event;
}

static gboolean
is_evaluation (SimSearchKind kind)
{
  return kind == SIM_SEARCH_PROBE || kind == SIM_SEARCH_CLOSER || kind == SIM_SEARCH_RETAKE || kind == SIM_SEARCH_ROUNDING;
}

/* Returns the number of evaluations in the last searched step. */
static int
count_last (const LabEvent *event)
{
  int n = 0, pass = event->n_probes > 0 ? event->probes[event->n_probes - 1].pass : 0;

  for (int i = 0; i < event->n_probes; i++)
    n += event->probes[i].pass == pass && is_evaluation (event->probes[i].kind);
  return n;
}

/* ---- a bouncing ball ---- */

/* Returns the height at time t of a ball that leaves the floor at t0 with speed v. Before the first impact it falls from 10 m. */
static double
height (double t, double t0, double v, double h)
{
  return h + v * (t - t0) - 0.5 * 9.81 * (t - t0) * (t - t0);
}

/* Each evaluation at each impact must be the height of the parabola between the impacts,
 * whose times follow from the speeds. The method of Dormand and Prince has no error for
 * parabolas. Heights are sums of numbers up to 10 with errors of some ulp each, which add up
 * to 1e-12. */
static void
test_parabola (gconstpointer data)
{
  const char *const settings[] = { "isolation_method", data, "integrator", "runge_kutta5", NULL };
  Run *run = run_new (load ("hybrid-events/bouncing-ball"), settings);
  double t0 = 0, v = 0, h = 10, root = sqrt (2 * 10 / 9.81), speed = sqrt (2 * 9.81 * 10);
  gsize n = 0;

  run_to_end (run);
  for (gsize i = 0; n < 6; i++)
    {
      g_autoptr (LabEvent) event = NULL;
      double low = NAN, high = NAN;

      if (sim_trajectory_event (run->log, i).event != 0)
        continue;
      event = open_event (run, i);
      n++;
      g_assert_cmpuint (event->located, ==, n);
      g_assert_cmpint (count_last (event), ==, event->record.iterations);
      g_assert_cmpfloat_with_epsilon (event->record.t, root, strcmp (data, "drake") == 0 ? 1e-4 : 1e-13);
      for (int k = 0; k < event->n_probes; k++)
        {
          const LabProbe *probe = &event->probes[k];

          g_assert_cmpfloat_with_epsilon (probe->t, event->t + probe->s, 1e-14);
          if (probe->kind == SIM_SEARCH_BRACKET)
            {
              low = probe->low;
              high = probe->high;
              continue;
            }
          if (!is_evaluation (probe->kind) || strcmp (data, "drake") == 0)
            continue;
          if (probe->kind != SIM_SEARCH_ROUNDING)
            g_assert_cmpfloat_with_epsilon (probe->g, height (probe->t, t0, v, h), 1e-12);
          /* A probe is inside the bracket, and replaces the end where the witness has the same sign. */
          if (probe->kind == SIM_SEARCH_PROBE)
            {
              g_assert_cmpfloat (probe->s, >, low);
              g_assert_cmpfloat (probe->s, <, high);
              g_assert_cmpint (probe->end, ==, probe->g > 0 ? -1 : 1);
              *(probe->end < 0 ? &low : &high) = probe->s;
            }
          g_assert_cmpfloat (probe->low, ==, low);
          g_assert_cmpfloat (probe->high, ==, high);
        }
      if (strcmp (data, "drake") != 0)
        {
          g_assert_cmpfloat (event->high - event->low, <=, event->window);
          g_assert_cmpfloat (event->low, ==, low);
          g_assert_cmpfloat (event->high, ==, high);
        }
      /* At an impact the ball loses a fifth of its speed, and its height becomes 0. */
      g_assert_cmpfloat_with_epsilon (event->before[1], -speed, strcmp (data, "drake") == 0 ? 1e-4 : 1e-11);
      g_assert_cmpfloat (event->after[1], ==, -0.8 * event->before[1]);
      g_assert_cmpfloat (event->after[0], ==, 0);
      t0 = root;
      h = 0;
      v = speed = 0.8 * speed;
      root += 2 * v / 9.81;
    }
  run_free (run);
}

/* Bisection halves the bracket until it is as narrow as the window. */
static void
test_other_settings (void)
{
  Run *run = run_new (load ("hybrid-events/bouncing-ball"), NULL);
  const double root = sqrt (2 * 10 / 9.81);
  g_autoptr (LabEvent) event = NULL;

  run_to_end (run);
  event = open_event (run, 0);
  for (int finder = SIM_ISOLATE_CHANDRUPATLA; finder <= SIM_ISOLATE_DRAKE; finder++)
    for (double window = 1e-3; window > 1e-13; window *= 0.1)
      for (int looks = 0; looks <= 8; looks += 4)
        {
          g_autoptr (LabSearch) search = lab_event_search (event, event->witness, (SimIsolation) finder, window, looks);
          const double width = event->h / (looks + 1);
          int n = 0;

          g_assert_true (search->found);
          g_assert_cmpint (search->n_looks, ==, looks + 2);
          g_assert_cmpfloat (search->high - search->low, <=, window);
          g_assert_cmpfloat (event->t + search->low, <=, root + 1e-13);
          g_assert_cmpfloat (event->t + search->high, >=, root - 1e-13);
          for (int k = 0; k < search->n_probes; k++)
            {
              const LabProbe *probe = &search->probes[k];

              n += probe->kind == SIM_SEARCH_PROBE;
              if (is_evaluation (probe->kind))
                g_assert_cmpfloat_with_epsilon (probe->g, height (probe->t, 0, 0, 10), 1e-12);
            }
          if (finder == SIM_ISOLATE_BISECTION)
            g_assert_cmpint (n, ==, MAX (0, (int) ceil (log2 (width / window) - 1e-6)));
        }
  /* The held step is unchanged, so a second search gives the same numbers. */
  {
    g_autoptr (LabSearch) search = lab_event_search (event, event->witness, event->finder, event->window, event->looks);
    int k = 0;

    for (int i = 0; i < event->n_probes; i++)
      {
        if (event->probes[i].kind == SIM_SEARCH_RETAKE || event->probes[i].kind == SIM_SEARCH_ROUNDING)
          continue;
        g_assert_cmpint (k, <, search->n_probes);
        g_assert_cmpint (search->probes[k].kind, ==, event->probes[i].kind);
        g_assert_cmpfloat (search->probes[k].s, ==, event->probes[i].s);
        g_assert_cmpfloat (search->probes[k].g, ==, event->probes[i].g);
        g_assert_cmpfloat (search->probes[k].low, ==, event->probes[i].low);
        k++;
      }
    g_assert_cmpint (k, ==, search->n_probes);
  }
  run_free (run);
}

/* ---- number of looks (guard points) ---- */

/* The witness is below zero for t in (0.44, 0.56) of a step from 0 to 1. If k guard
 * points ("looks") are at i/(k + 1), one of them is in that interval for k = 1, 3, 5, 7
 * and 8. */
static void
test_looks (void)
{
  static const gboolean expected[] = { FALSE, TRUE, FALSE, TRUE, FALSE, TRUE, FALSE, TRUE, TRUE };
  const char *const settings[] = { "error_control", "false", "max_step", "1", "integrator", "runge_kutta4", "guard", "1", "ranges", "false", NULL };
  Run *run = run_new (load_text ("format: 1\nname: Two crossings\ntime: {start: 0, end: 1}\nstates:\n  x: {initial: 0, derivative: 1}\nevents:\n"
                                 "  dip: {crossing: (x - 0.5)^2 - 0.0036, direction: falling, set: {x: x}}\n"),
                      settings);
  g_autoptr (LabEvent) event = NULL;

  run_to_end (run);
  event = open_event (run, 0);
  g_assert_cmpfloat (event->h, ==, 1);
  g_assert_cmpfloat_with_epsilon (event->record.t, 0.44, 1e-14);
  for (int looks = 0; looks <= 8; looks++)
    {
      g_autoptr (LabSearch) search = lab_event_search (event, 0, SIM_ISOLATE_ILLINOIS, 1e-12, looks);

      g_assert_cmpint (search->found, ==, expected[looks]);
      for (int k = 0; k < search->n_looks; k++)
        {
          const double x = (double) k / (looks + 1);

          g_assert_cmpfloat_with_epsilon (search->look_s[k], x, 1e-15);
          g_assert_cmpfloat_with_epsilon (search->look_g[k], (x - 0.5) * (x - 0.5) - 0.0036, 1e-15);
        }
      g_assert_cmpint (lab_event_shape (event, 0), ==, LAB_EVENT_TWO_CROSSINGS);
      if (expected[looks])
        {
          g_assert_cmpfloat (search->low, <=, 0.44 + 1e-15);
          g_assert_cmpfloat (search->high, >=, 0.44 - 1e-15);
        }
    }
  run_free (run);
}

/* Zero crossings of witnesses over one step from 0 to 1. With one look, a point where the witness touches zero is found at 0.5 and not at
 * 0.3. */
static void
test_shapes (void)
{
  static const struct { const char *witness; LabEventShape shape; gboolean happens; } rows[] = {
    { "x - 0.3", LAB_EVENT_ONE_CROSSING, TRUE },
    { "(t - 0.5)^2", LAB_EVENT_TOUCHES, TRUE },
    { "(t - 0.3)^2", LAB_EVENT_TOUCHES, FALSE },
    { "x*(0.7 - x)", LAB_EVENT_STARTS_AT_ZERO, TRUE },
    { "(x - 0.2)*(x - 0.6)", LAB_EVENT_TWO_CROSSINGS, TRUE },
    { "x + 1", LAB_EVENT_NO_CROSSING, FALSE },
  };
  const char *const settings[] = { "error_control", "false", "max_step", "1", "integrator", "runge_kutta4", "guard", "1", NULL };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf ("format: 1\nname: Shape\ntime: {start: 0, end: 1}\nstates:\n  x: {initial: 0, derivative: 1}\n"
                                               "events:\n  e: {crossing: %s, direction: both, set: {x: x}}\n", rows[i].witness);
      Run *run = run_new (load_text (text), settings);
      g_autoptr (LabEvent) event = NULL;
      g_autoptr (LabSearch) search = NULL;
      g_autoptr (GError) error = NULL;

      run_to_end (run);
      g_test_message ("%s", rows[i].witness);
      if (rows[i].happens)
        event = open_event (run, 0);
      else
        {
          g_assert_cmpuint (sim_trajectory_n_events (run->log), ==, 0);
          event = lab_event_new_for_attempt (&run->record, run->log, 0, NULL, &error);
          g_assert_no_error (error);
          g_assert_cmpuint (event->index, ==, G_MAXSIZE);
          g_assert_cmpint (event->n_together, ==, 0);
          g_assert_null (event->before);
        }
      search = lab_event_search (event, 0, SIM_ISOLATE_CHANDRUPATLA, 0, 1);
      g_assert_cmpint (search->found, ==, rows[i].happens);
      g_assert_cmpint (lab_event_shape (event, 0), ==, rows[i].shape);
      run_free (run);
    }
}

/* ---- events of complete runs ---- */

/* The number of evaluations in the last searched step equals that in the record of the run, for events with and without
 * actions. */
static void
test_iterations (void)
{
  static const char *const models[] = { "hybrid-events/bouncing-ball-sine-floor", "hybrid-events/relay-limit-cycle", "hybrid-events/stick-slip",
                                        "mechanics/pendulum", "hybrid-events/newtons-cradle", "hybrid-events/thermostat" };
  static const char *const methods[] = { "runge_kutta5", "radau5", "bdf3", "adams_bashforth3" };
  static const char *const isolations[] = { "chandrupatla", "illinois", "bisection", "brent", "drake" };
  gsize n_checked = 0;

  for (gsize m = 0; m < G_N_ELEMENTS (models); m++)
    for (gsize k = 0; k < G_N_ELEMENTS (isolations); k++)
      {
        const char *const settings[] = { "integrator", methods[(m + k) % G_N_ELEMENTS (methods)], "isolation_method", isolations[k], "step_limit",
                                         "3000", "isolation", m % 2 == 0 ? "0" : "1e-5", NULL };
        Run *run = run_new (load (models[m]), settings);
        gsize n;

        run_to_end (run);
        n = sim_trajectory_n_events (run->log);
        for (gsize i = 0; i < n; i += MAX (1, n / 7))
          {
            const SimEventRecord record = sim_trajectory_event (run->log, i);
            g_autoptr (LabEvent) event = NULL;
            gboolean listed = FALSE;

            if (record.kind != SIM_TRIGGER_WITNESS)
              continue;
            g_test_message ("%s %s %s event %zu at %.17g", models[m], settings[1], isolations[k], i, record.t);
            event = open_event (run, i);
            n_checked++;
            g_assert_cmpint (count_last (event), ==, record.iterations);
            if (!isnan (event->window)) /* in this case the record has the final width of the bracket */
              g_assert_cmpfloat (event->window, ==, record.window);
            g_assert_cmpfloat (event->t, <, record.t);
            g_assert_cmpfloat (event->t + event->h, >=, record.t - 1e-12);
            for (int j = 0; j < event->n_together; j++)
              listed = listed || event->together[j] == i;
            g_assert_true (listed);
            /* Rows of the run contain the states before and after the event. */
            for (int c = 0; c < event->n_states && record.row_before != record.row_after; c++)
              {
                g_assert_cmpfloat (sim_trajectory_row (run->log, record.row_before)[1 + c], ==, event->before[c]);
                g_assert_cmpfloat (sim_trajectory_row (run->log, record.row_after)[1 + c], ==, event->after[c]);
              }
          }
        run_free (run);
      }
  g_assert_cmpuint (n_checked, >, 60);
}

/* An event before a change of a parameter and of the accuracy is repeated with the values at its time, while the run
 * continues. */
static void
test_changes (void)
{
  const char *const settings[] = { "integrator", "runge_kutta5", NULL };
  Run *run = run_new (load ("hybrid-events/bouncing-ball"), settings);
  g_autoptr (LabEvent) early = NULL, late = NULL;
  gsize first_late = 0;

  while (sim_trajectory_n_events (run->log) < 3)
    {
      sim_run_step (run->run);
      sim_run_wait (run->run);
    }
  sim_run_set_parameter (run->run, "e", 0.5);
  sim_config_set (run->config, "accuracy", "1e-4", SIM_ORIGIN_LIVE, NULL);
  g_assert_true (sim_run_set_config (run->run, run->config, NULL));
  sim_config_set (run->config, "accuracy", "", SIM_ORIGIN_LIVE, NULL);
  run_to_end (run);
  early = open_event (run, 0);
  for (gsize i = 0; first_late == 0; i++)
    if (sim_trajectory_event (run->log, i).event == -1)
      first_late = i + 1;
  late = open_event (run, first_late);
  g_assert_cmpfloat (early->after[1], ==, -0.8 * early->before[1]);
  g_assert_cmpfloat (late->after[1], ==, -0.5 * late->before[1]);
  run_free (run);
}

/* An attempt that is cut short by an event, and the rejected attempt before it, belong to the step of the event. Another attempt belongs to
 * a step without an event. */
static void
test_attempts (void)
{
  const char *const settings[] = { "integrator", "runge_kutta5", NULL };
  Run *run = run_new (load ("hybrid-events/bouncing-ball"), settings);
  gboolean cut = FALSE, plain = FALSE;

  run_to_end (run);
  run->record.history = sim_run_history (run->run);
  for (gsize i = 0; i < 60; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LabEvent) event = NULL;
      OdeAttempt row;

      g_assert_true (sim_tape_get (run->record.tape, i, &row));
      event = lab_event_new_for_attempt (&run->record, run->log, i, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpfloat (event->t, <=, row.t);
      if (row.outcome == ODE_ATTEMPT_CUT_BY_EVENT)
        {
          cut = TRUE;
          g_assert_cmpuint (event->index, !=, G_MAXSIZE);
          g_assert_cmpfloat (event->t, ==, row.t);
          g_assert_cmpfloat (event->record.t, >, row.t);
          g_assert_cmpfloat (event->record.t, <=, row.t + row.h);
        }
      else if (event->index == G_MAXSIZE)
        {
          plain = TRUE;
          g_assert_cmpfloat (event->t, ==, row.t);
          g_assert_cmpfloat_with_epsilon (lab_event_witness_at (event, 0, 0), height (row.t, 0, 0, 10), row.t < 1.42 ? 1e-12 : INFINITY);
        }
    }
  g_assert_true (cut && plain);
  run_free (run);
}

static void
test_refusals (void)
{
  const char *const settings[] = { "integrator", "runge_kutta5", NULL };
  Run *run = run_new (load ("oscillators/van-der-pol"), settings);
  g_autoptr (GError) error = NULL, missing = NULL, periodic = NULL;

  run_to_end (run);
  g_assert_null (lab_event_new (&run->record, run->log, 100000, NULL, &missing));
  g_assert_nonnull (strstr (missing->message, "no event 100001"));
  g_assert_null (lab_event_new_for_attempt (&run->record, run->log, 100000000, NULL, &error));
  g_assert_nonnull (strstr (error->message, "no attempt 100000001"));
  run_free (run);
  run = run_new (load_text ("format: 1\nname: Clock\ntime: {start: 0, end: 1}\nstates:\n  x: {initial: 0, derivative: 1}\nevents:\n"
                            "  tick: {every: 0.25, set: {x: 0}}\n"),
                 settings);
  run_to_end (run);
  g_assert_cmpuint (sim_trajectory_n_events (run->log), >, 0);
  g_assert_null (lab_event_new (&run->record, run->log, 0, NULL, &periodic));
  g_assert_nonnull (strstr (periodic->message, "known before the step"));
  g_assert_cmpuint (lab_event_find_located (run->log, 1), ==, G_MAXSIZE);
  run_free (run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/lab/event/chandrupatla/every-evaluation-of-the-witness-is-the-height-of-the-ball", "chandrupatla", test_parabola);
  g_test_add_data_func ("/lab/event/illinois/every-evaluation-of-the-witness-is-the-height-of-the-ball", "illinois", test_parabola);
  g_test_add_data_func ("/lab/event/bisection/every-evaluation-of-the-witness-is-the-height-of-the-ball", "bisection", test_parabola);
  g_test_add_data_func ("/lab/event/brent/every-evaluation-of-the-witness-is-the-height-of-the-ball", "brent", test_parabola);
  g_test_add_data_func ("/lab/event/drake/impacts-are-located-within-the-isolation-window", "drake", test_parabola);
  g_test_add_func ("/lab/event/the-search-of-a-step-can-be-repeated-with-other-settings", test_other_settings);
  g_test_add_func ("/lab/event/two-crossings-in-a-step-are-found-if-a-guard-point-is-between-them", test_looks);
  g_test_add_func ("/lab/event/crossings-and-touches-of-zero-in-a-step-are-distinguished", test_shapes);
  g_test_add_func ("/lab/event/the-record-of-an-event-counts-the-evaluations-of-its-search", test_iterations);
  g_test_add_func ("/lab/event/events-before-a-change-of-settings-can-be-repeated", test_changes);
  g_test_add_func ("/lab/event/the-event-of-a-step-is-found-from-an-attempt-of-the-step", test_attempts);
  g_test_add_func ("/lab/event/events-without-a-search-are-refused", test_refusals);
  return g_test_run ();
}
