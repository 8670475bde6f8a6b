/* Tests that members of models with events have the bits of single runs although their steps between events are made in SIMD lanes, and that
 * members return to their lanes after an event. */
#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "lab-ensemble-run.h"
#include "lab-fixture.h"
#include "model-load.h"
#include "test-share.h"

#define HEAD "format: 1\nname: Test\n"
#define N_MEMBERS 23 /* not a multiple of 8 */

/* A pendulum that gets a kick each time it swings upward through the vertical. */
#define KICKED                                                                                                                    \
  HEAD "time: {start: 0, end: 20}\nparameters: {c: 0.2, kick: 0.4}\nstates:\n"                                                   \
       "  y: {initial: 1, derivative: w}\n  w: {initial: 0, derivative: -c*w - sin(y)}\n"
#define KICK KICKED "events: {kick: {crossing: y, direction: rising, set: {w: w + kick}}}\n"
/* A ball whose impacts follow each other ever faster. */
#define BALL                                                                                                                      \
  HEAD "time: {start: 0, end: 12}\nparameters: {e: 0.8, g: 9.81}\nstates:\n  h: {initial: 2, derivative: v, kind: position}\n"   \
       "  v: {initial: 0, derivative: -g, kind: velocity}\ndiscrete: {n: {initial: 0}}\n"                                        \
       "events: {impact: {crossing: h, direction: falling, set: {h: 0, v: -e*v, n: n + 1}}}\n"

typedef struct
{
  LabFixture base;
  LabEnsemble *ensemble;
  const char *varied[3];
} Study;

/* An assignment of the form name, expression; the list ends with NULL. */
static void
study_init (Study *s, const char *yaml, const char *settings, guint64 n, const char *const *varied)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();

  memset (s, 0, sizeof *s);
  lab_fixture_init (&s->base, yaml, settings);
  s->base.problem.instance.fast_math = sim_config_get_boolean (s->base.config, "fast_math");
  s->base.problem.instance.seed = 7;
  s->ensemble = lab_ensemble_new (&s->base.problem, n, NULL);
  for (int k = 0; varied[2 * k] != NULL; k++)
    {
      s->varied[k] = varied[2 * k];
      g_assert_true (lab_ensemble_vary (s->ensemble, varied[2 * k], (ExprPlace) { 1, 1 }, varied[2 * k + 1], NULL, errors));
    }
}

static void
record (Study *s, const char *name, LabReducer reducer, const char *text)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();

  g_assert_true (lab_ensemble_record (s->ensemble, name, (ExprPlace) { 1, 1 }, reducer, text, NULL, errors));
}

/* Records mean and maximum of the first state, and all states at the end. */
static void
record_states (Study *s)
{
  ModelSystem *system = model_system_new (s->base.model, &s->base.problem.instance, NULL);
  const OdeSystem *ode = model_system_ode (system);

  record (s, "mean", LAB_REDUCE_MEAN, ode->names[0]);
  record (s, "top", LAB_REDUCE_MAXIMUM, ode->names[0]);
  for (int i = 0; i < ode->n_states; i++)
    {
      g_autofree char *name = g_strdup_printf ("end_%d", i);

      record (s, name, LAB_REDUCE_FINAL, ode->names[i]);
    }
  model_system_free (system);
}

static void
finish (Study *s)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();

  g_assert_true (lab_ensemble_finish (s->ensemble, errors));
}

static void
study_clear (Study *s)
{
  lab_ensemble_free (s->ensemble);
  lab_fixture_clear (&s->base);
}

/* ---- results of all members, computed with a number of lanes ---- */

typedef struct
{
  guint64 next, n;
  gsize n_columns;
  double *columns;
  LabOutcome *outcome;
  char **reason;
  guint64 inside, outside;
  guint64 n_looks, cancel_at; /* the look at which the computation is cancelled */
  char *refusal;
} Members;

static LabNext
next (gpointer user, gboolean idle, guint64 *member)
{
  Members *members = user;

  *member = members->next;
  return members->next++ < members->n ? LAB_NEXT_MEMBER : LAB_NEXT_NONE;
}

static void
finished (gpointer user, guint64 member, LabOutcome outcome, const char *reason, const double *columns)
{
  Members *members = user;

  members->outcome[member] = outcome;
  members->reason[member] = g_strdup (reason);
  memcpy (members->columns + member * members->n_columns, columns, members->n_columns * sizeof (double));
}

static gboolean
is_cancelled (gpointer user)
{
  Members *members = user;

  return ++members->n_looks >= members->cancel_at;
}

static void
members_free (Members *members)
{
  g_free (members->columns);
  g_free (members->outcome);
  for (guint64 i = 0; i < members->n; i++) /* a cancelled computation has reasons of some members only */
    g_free (members->reason[i]);
  g_free (members->reason);
  g_free (members->refusal);
  g_free (members);
}

static guint64 most_looks = G_MAXUINT64; /* largest number of looks of a cancelled computation */

/* Returns NULL if the computation was cancelled at the look cancel_at; a larger number than that of all looks cancels nothing. */
static Members *
compute_until (const Study *s, int n_lanes, guint64 cancel_at)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LabLanes) lanes = lab_lanes_new (s->ensemble, n_lanes, &error);
  Members *members = g_new0 (Members, 1);
  LabSource source = { next, finished, is_cancelled, members };

  g_assert_no_error (error);
  members->cancel_at = cancel_at;
  members->n = s->ensemble->n_members;
  members->n_columns = (gsize) s->ensemble->n_columns;
  members->columns = g_new0 (double, members->n * members->n_columns);
  members->outcome = g_new0 (LabOutcome, members->n);
  members->reason = g_new0 (char *, members->n + 1);
  lab_lanes_run (lanes, &source, &error);
  lab_lanes_count_steps (lanes, &members->inside, &members->outside);
  members->refusal = g_strdup (lab_lanes_refusal (lanes));
  if (error == NULL)
    return members;
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (members->n_looks, >=, cancel_at);
  g_assert_cmpuint (members->n_looks, <=, most_looks);
  members_free (members);
  return NULL;
}

static Members *
compute (const Study *s, int n_lanes)
{
  Members *members = compute_until (s, n_lanes, G_MAXUINT64);

  g_assert_nonnull (members);
  return members;
}

static void
assert_same (const Members *a, guint64 k, const double *columns, LabOutcome outcome, const char *reason, const char *title)
{
  if (memcmp (a->columns + k * a->n_columns, columns, a->n_columns * sizeof (double)) != 0 || a->outcome[k] != outcome
      || strcmp (a->reason[k], reason) != 0)
    g_error ("%s: member %d differs: t %.17g %.17g, outcome %d %d, '%s' '%s'", title, (int) k, a->columns[k * a->n_columns], columns[0],
             a->outcome[k], outcome, a->reason[k], reason);
}

/* Compares end time, end state, outcome and reason of a member, bit for bit, with a run outside an ensemble. The last columns of the study
 * are the states at the end. */
static void
expect_run (const Study *s, const Members *members, guint64 k, const char *title)
{
  g_autoptr (GError) error = NULL;
  ModelSystem *system = model_system_new (s->base.model, &s->base.problem.instance, &error);
  const double *columns = members->columns + k * members->n_columns;
  int n = model_system_n_states (system);

  for (int i = 0; s->varied[i] != NULL; i++)
    if (!model_system_set_parameter (system, s->varied[i], columns[1 + i], NULL))
      g_assert_true (model_system_set_initial (system, s->varied[i], columns[1 + i], NULL));
  double t_end = model_system_t_end (system);
  g_autoptr (SimSimulator) simulator = sim_simulator_new (sim_system_from_model (system), s->base.config, &error);
  g_assert_no_error (error);
  SimStatus status = sim_simulator_initialize (simulator, model_system_t_start (system), NULL, NULL, t_end, FALSE);
  if (status.reason == SIM_READY)
    status = sim_simulator_advance_to (simulator, t_end);
  LabOutcome outcome = status.reason == SIM_REACHED_END ? LAB_MEMBER_ENDED
                       : status.reason == SIM_TERMINATED ? LAB_MEMBER_TERMINATED : LAB_MEMBER_FAILED;
  const double *x = sim_simulator_x (simulator), t = sim_simulator_t (simulator);
  /* The numbers of a member that failed are not results. */
  if (outcome == LAB_MEMBER_FAILED && members->outcome[k] == outcome)
    {
      g_assert_true (columns[0] == t || isnan (columns[0]));
      g_assert_true (n == 0 || isnan (columns[members->n_columns - n]));
      g_assert_cmpstr (status.message, ==, members->reason[k]);
      sim_simulator_finish (simulator, NULL);
      return;
    }
  if (columns[0] != t || memcmp (columns + members->n_columns - n, x, sizeof (double) * (gsize) n) != 0 || outcome != members->outcome[k]
      || strcmp (outcome == LAB_MEMBER_ENDED ? "" : status.message, members->reason[k]) != 0)
    g_error ("%s: member %d differs from a run: t %.17g %.17g, x %.17g %.17g, outcome %d %d, '%s' '%s'", title, (int) k, columns[0], t,
             columns[members->n_columns - (gsize) n], x[0], members->outcome[k], outcome, members->reason[k], status.message);
}

/* Runs a study with several numbers of lanes and compares all members with each other and with single runs. Returns the
 * results with 64 lanes. Free them with members_free. */
static Members *
expect_bits (const char *yaml, const char *settings, const char *const *varied, const char *title)
{
  static const int widths[] = { 1, 3, 8 };
  Members *members;
  Study s;

  study_init (&s, yaml, settings, N_MEMBERS, varied);
  record_states (&s);
  finish (&s);
  members = compute (&s, 64);
  if (members->refusal != NULL)
    g_error ("%s: %s", title, members->refusal);
  g_assert_cmpuint (members->inside + members->outside, >, 0); /* the engine counts steps only of models with events */
  for (guint64 k = 0; k < N_MEMBERS; k++)
    expect_run (&s, members, k, title);
  for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
    {
      Members *other = compute (&s, widths[w]);

      for (guint64 k = 0; k < N_MEMBERS; k++)
        assert_same (members, k, other->columns + k * other->n_columns, other->outcome[k], other->reason[k], title);
      g_assert_cmpuint (other->inside, ==, members->inside);
      members_free (other);
    }
  study_clear (&s);
  return members;
}

static const char *const kick_varied[] = { "c", "uniform(0, 0.3)", "kick", "normal(0.4, 0.2)", NULL };
static const char *const ball_varied[] = { "e", "uniform(0.6, 0.9)", "h", "uniform(0.5, 3)", NULL };

/* Runs the kicked pendulum, with other events, with settings that differ in method, step control and location of events. */
static void
test_settings (void)
{
  static const char *const settings[] = {
    "", "integrator: dop853\naccuracy: 1e-9\n", "integrator: verner87\n", "integrator: bogacki_shampine3\n", "integrator: runge_kutta4\nmax_step: 0.05\n",
    "integrator: runge_kutta4\nerror_control: false\nmax_step: 0.07\n", "integrator: rodas4\n", "integrator: rodas5p\naccuracy: 1e-7\n",
    "controller: i\n", "controller: pid\n", "controller: predictive\n", "norm: rms\nrelative_tolerance: 1e-6\n", "guard: 0\n", "guard: 31\n",
    "isolation_method: bisection\n", "isolation_method: brent\nisolation: 1e-5\n", "profile: simbody\nintegrator: runge_kutta5\ncontroller: pi\nrelative_tolerance: 1e-6\n", "step_limit: 90\n",
    "accuracy: 1e-2\nmax_step: 5\n", "initial_step: 1\nmax_step: 3\n", "weights.w: 20\n",
  };

  for (guint k = 0; k < G_N_ELEMENTS (settings); k++)
    {
      Members *members = expect_bits (KICK, settings[k], kick_varied, settings[k]);

      if (members->inside == 0)
        g_error ("'%s': no steps in lanes", settings[k]);
      members_free (members);
    }
}

/* Runs models whose events have other triggers, conditions and actions. */
static void
test_triggers (void)
{
  static const char *const events[] = {
    /* two events at the same instant, of which the second one's value is used */
    "events:\n  a: {crossing: y, direction: rising, set: {w: w + kick}}\n  b: {crossing: y, direction: rising, while: w < 1, set: {w: 1.5}}\n",
    /* two crossings in most of the large steps */
    "events:\n  a: {crossing: y - 0.02, set: {w: 1.01*w}}\n  b: {crossing: y + 0.02, set: {w: 0.99*w}}\n",
    /* one event ends the run, one makes it fail, and one changes nothing */
    "events: {stop: {crossing: w - 1.2, direction: rising, terminate: 'fast: {w}'}, kick: {crossing: y, set: {w: w + kick}}}\n",
    "events: {high: {crossing: w - 1.2, direction: rising, fail: 'too fast: {w}'}, kick: {crossing: y, set: {w: w + kick}}}\n",
    "events: {turn: {crossing: w}, kick: {crossing: y, direction: falling, set: {w: w - kick}}}\n",
    /* times, periods, the start, and an event with a changed discrete state */
    "events: {push: {at: [0.5, 1.7, 20], set: {w: w + kick}}}\n",
    "events: {push: {every: 0.9, offset: 0.3, set: {w: w + kick}}, turn: {crossing: w}}\n",
    "events: {begin: {at: start, set: {w: kick}}, stop: {at: [15], terminate: late}}\n",
    "events: {watch: {every: 0.7, publish: true}, see: {crossing: w, publish: true}}\n",
    "events: {watch: {every: 0.7, while: w > 0}}\n",
    "discrete: {n: {initial: 0}}\nevents: {count: {crossing: y, update: {n: n + 1}}, kick: {crossing: y - 0.1*n, set: {w: w + kick/(1 + n)}}}\n",
    /* a witness that jumps, and one that is undefined in a part of the motion */
    "events: {jump: {crossing: 'if(y > 0.3, 1, -1)', set: {w: 0.9*w}}}\n",
    "events: {root: {crossing: sqrt(y) - 0.4, set: {w: 0.9*w}}}\n",
  };
  static const char *const settings[] = { "", "accuracy: 1e-2\nmax_step: 5\n", "integrator: runge_kutta4\nerror_control: false\nmax_step: 0.11\n",
                                          "fast_math: false\n" };

  for (guint k = 0; k < G_N_ELEMENTS (events); k++)
    {
      g_autofree char *yaml = g_strconcat (KICKED, events[k], NULL);

      for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
        if (test_takes (k + i, 2))
          members_free (expect_bits (yaml, settings[i], kick_varied, events[k]));
    }
}

/* After two events with a short interval the simulator limits the next steps. The limit also applies if the step sizes grow beyond it only
 * when the member is in its lane again, as here, where an oscillation ends at t = 0.2. */
static void
test_close (void)
{
  static const char *const varied[] = { "c", "uniform(0.19, 0.22)", "gap", "uniform(0.003, 0.02)", NULL };

  members_free (expect_bits (HEAD "time: {start: 0, end: 3}\nparameters: {c: 0.2, gap: 0.01}\nstates:\n"
                                  "  x: {initial: 0, derivative: 20*sin(400*t)/(1 + exp(300*(t - 0.2))) - x}\n"
                                  "events:\n  one: {crossing: t - c, set: {x: 0.9*x}}\n  two: {crossing: t - c - gap, set: {x: 0.9*x}}\n",
                             "", varied, "close"));
}

/* Two crossings between two points of the search, in steps that last until the end of the run: a run finds them by bounds of the witness. The
 * witnesses depend on time, on a state, and on a state by a function; a second one changes its sign in the direction that is none. */
static void
test_between_points (void)
{
  static const char *const varied[] = { "c", "uniform(0.4, 0.6)", NULL };
  static const char *const witnesses[] = { "1e-4 - (t - 4*c)^2", "1e-4 - (x - c)^2", "exp(-((x - c)/0.01)^2) - 0.5" };
  static const char *const settings[] = { "", "integrator: verner98\n", "integrator: rodas4\n", "guard: 0\n" };

  for (guint w = 0; w < G_N_ELEMENTS (witnesses); w++)
    for (guint k = 0; k < G_N_ELEMENTS (settings); k++)
      {
        g_autofree char *yaml = g_strdup_printf (HEAD "time: {start: 0, end: 4}\nparameters: {c: 0.5}\n"
                                                 "states: {x: {initial: 1, derivative: -0.4*x}, n: {initial: 0, derivative: 0}}\nevents:\n"
                                                 "  hit: {crossing: '%s', direction: rising, set: {n: n + 1}}\n"
                                                 "  low: {crossing: x - 1.3*c, direction: rising, set: {n: n + 10}}\n", witnesses[w]);
        g_autofree char *all = g_strconcat ("accuracy: 1e-2\ninitial_step: 4\n", settings[k], NULL);
        Members *members = expect_bits (yaml, all, varied, witnesses[w]);

        /* Columns: the time of the end, the varied quantity, mean and maximum of x, and x and n at the end. */
        for (guint64 i = 0; i < N_MEMBERS; i++)
          g_assert_cmpfloat (members->columns[(i + 1) * members->n_columns - 1], ==, 1);
        members_free (members);
      }
}

/* An event with a discrete state in the right-hand side: the lanes use the state after the event. */
static void
test_discrete (void)
{
  static const char *const varied[] = { "a", "uniform(0.5, 2)", NULL };

  members_free (expect_bits (HEAD "time: {start: 0, end: 30}\nparameters: {a: 1}\n"
                                  "states: {x: {initial: 0, derivative: 'if(on, a, -0.3) - 0.1*x'}}\n"
                                  "discrete: {on: {initial: 1}}\nevents:\n  off: {crossing: x - 1, direction: rising, set: {on: 0}}\n"
                                  "  on: {crossing: x - 0.4, direction: falling, set: {on: 1}}\n",
                             "", varied, "relay"));
}

/* Impacts that accumulate limit the step sizes and end the run with a message. */
static void
test_ball (void)
{
  enum { FIXED = 1 };
  static const char *const settings[] = { "", "integrator: velocity_verlet\nerror_control: false\nmax_step: 0.01\n",
                                          "integrator: dop853\n", "initial_step: 0.01\nmax_step: 0.1\n" };

  for (guint k = 0; k < G_N_ELEMENTS (settings); k++)
    {
      Members *members = expect_bits (BALL, settings[k], ball_varied, settings[k]);
      int n_failed = 0;

      for (guint64 i = 0; i < N_MEMBERS; i++)
        n_failed += members->outcome[i] == LAB_MEMBER_FAILED && strstr (members->reason[i], "Zeno") != NULL;
      /* Fixed steps do not become shorter with the intervals between impacts, and the ball falls through the floor. */
      if (k != FIXED)
        g_assert_cmpint (n_failed, >, N_MEMBERS / 2);
      members_free (members);
    }
}

/* The model of the library, in which the ball comes to rest. */
static void
test_library (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), "models/hybrid-events/bouncing-ball.yaml", NULL);
  g_autofree char *yaml = NULL;
  Members *members;

  g_assert_true (g_file_get_contents (path, &yaml, NULL, NULL));
  members = expect_bits (yaml, "initial_step: 0.01\nmax_step: 0.1\n", ball_varied, "bouncing-ball");
  for (guint64 k = 0; k < N_MEMBERS; k++)
    g_assert_cmpint (members->outcome[k], ==, LAB_MEMBER_ENDED);
  /* The ball flies for more than half of the time on average, with steps of at most 0.1 s. */
  g_assert_cmpuint (members->inside, >, N_MEMBERS * 20);
  members_free (members);
}

static gboolean
runs_in_lanes (const Study *s)
{
  g_autoptr (LabLanes) lanes = lab_lanes_new (s->ensemble, 64, NULL);

  return lanes != NULL && lab_lanes_refusal (lanes) == NULL;
}

/* Varies the first state of a model that has events. Returns whether its members run in lanes; then they have the bits of single runs. */
static gboolean
has_bits (const char *path)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new (), errors = expr_errors_new ();
  g_autoptr (GError) error = NULL;
  Model *model = model_load_file (path, sim_config_check_solver, diagnostics);
  SimConfig *config = sim_config_new ();
  Study s = { .base = { .model = model, .config = config, .problem = { .model = model, .config = config, .t_start = NAN, .t_end = NAN, .instance = { .fast_math = TRUE } } } };
  ModelSystem *system = model_system_new (model, &s.base.problem.instance, &error);
  int n = model_system_n_states (system);
  g_autofree double *x = g_new0 (double, n + 1), *d = g_new0 (double, model_system_n_discrete (system) + 1);
  g_autofree char *text = NULL;
  gboolean in_lanes = FALSE;

  sim_config_apply_model (config, model, diagnostics);
  if (n > 0 && model_system_n_events (system) > 0 && model_system_initial (system, x, d, NULL))
    {
      s.ensemble = lab_ensemble_new (&s.base.problem, 5, NULL);
      s.varied[0] = model_system_ode (system)->names[0];
      text = g_strdup_printf ("%.17g*(1 + 0.02*member) + 0.01*member", x[0]);
      if (lab_ensemble_vary (s.ensemble, s.varied[0], (ExprPlace) { 1, 1 }, text, NULL, errors))
        {
          Members *members;

          record_states (&s);
          finish (&s);
          members = runs_in_lanes (&s) ? compute (&s, 64) : NULL;
          in_lanes = members != NULL && members->inside + members->outside > 0;
          for (guint64 k = 0; in_lanes && k < 5; k++)
            expect_run (&s, members, k, path);
          if (in_lanes)
            g_test_message ("%s: %d in lanes, %d outside", path, (int) members->inside, (int) members->outside);
          g_clear_pointer (&members, members_free);
        }
      lab_ensemble_free (s.ensemble);
    }
  model_system_free (system);
  sim_config_free (config);
  model_unref (model);
  return in_lanes;
}

/* All models of the library with events. */
static void
test_models (void)
{
  g_autofree char *models = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), "models", NULL);
  g_autoptr (GDir) folders = g_dir_open (models, 0, NULL);
  const char *folder, *name;
  int n_in_lanes = 0;

  while ((folder = g_dir_read_name (folders)) != NULL)
    {
      g_autofree char *place = g_build_filename (models, folder, NULL);
      g_autoptr (GDir) files = g_dir_open (place, 0, NULL);

      while (files != NULL && (name = g_dir_read_name (files)) != NULL)
        {
          g_autofree char *path = g_build_filename (place, name, NULL), *yaml = NULL;

          if (g_str_has_suffix (name, ".yaml") && g_strcmp0 (strchr (name, '.'), ".yaml") == 0 && g_file_get_contents (path, &yaml, NULL, NULL)
              && strstr (yaml, "\nevents:") != NULL)
            n_in_lanes += has_bits (path);
        }
    }
  g_assert_cmpint (n_in_lanes, >, 10);
}

/* A member has one event early in a long run. If it did not return to its lane, most steps would be outside. */
static void
test_return (void)
{
  Members *members = expect_bits (KICKED "events: {once: {at: [0.5], set: {w: w + kick}}, up: {crossing: t - 1, set: {w: w - kick}}}\n",
                                  "max_step: 0.1\n", kick_varied, "return");

  /* A run of 20 s has at least 200 steps. The two events and the end need at most eight steps outside the lane, since a repeated step
   * counts once. */
  g_assert_cmpuint (members->outside, <=, N_MEMBERS * 8);
  g_assert_cmpuint (members->inside, >=, N_MEMBERS * 190);
  members_free (members);
}

/* Steps that end at the times of a periodic event are made in lanes too, also after a step outside: of two kicks at most four steps are not
 * made in lanes. */
static void
test_periodic (void)
{
  Members *members = expect_bits (KICKED "events:\n  push: {every: 0.25, set: {w: w + 0.1*kick}}\n  up: {crossing: t - 1.1, set: {w: w - kick}}\n"
                                  "  on: {crossing: t - 2.1, set: {w: w - kick}}\n", "", kick_varied, "periodic");

  g_assert_cmpuint (members->outside, <=, N_MEMBERS * 4);
  g_assert_cmpuint (members->inside, >=, N_MEMBERS * 79);
  members_free (members);
}

/* ---- threads and shards ---- */

static LabResults *
run_shard (const Study *s, int n_jobs, int shard, int n_shards)
{
  g_autoptr (GError) error = NULL;
  LabResultsHeader header;
  LabResults *results;

  lab_ensemble_header (s->ensemble, "", shard, n_shards, &header);
  results = lab_results_append_to (NULL, &header, &error);
  g_strfreev (header.columns);
  g_assert_no_error (error);
  lab_ensemble_run (s->ensemble, results, n_jobs, NULL, &error);
  g_assert_no_error (error);
  return results;
}

static void
test_threads (void)
{
  static const struct { int n_jobs, n_shards; } cuts[] = { { 1, 0 }, { 2, 0 }, { 7, 0 }, { 1, 3 } };
  const guint64 n = 700;
  Members *alone;
  Study s;

  study_init (&s, KICK, "fast_math: true\n", n, kick_varied);
  record (&s, "top", LAB_REDUCE_MAXIMUM, "y");
  record (&s, "end", LAB_REDUCE_FINAL, "w");
  finish (&s);
  alone = compute (&s, 1);
  for (guint c = 0; c < G_N_ELEMENTS (cuts); c++)
    {
      guint64 n_seen = 0;

      for (int shard = MIN (1, cuts[c].n_shards); shard <= cuts[c].n_shards; shard++)
        {
          g_autoptr (LabResults) results = run_shard (&s, cuts[c].n_jobs, shard, cuts[c].n_shards);

          for (guint64 b = 0; b < lab_results_n_blocks (results); b++)
            {
              g_autoptr (LabBlock) block = lab_results_read (results, b, NULL);

              for (int k = 0; k < block->n; k++)
                assert_same (alone, block->member[k], block->values + (gsize) k * alone->n_columns, block->outcome[k], block->reason[k],
                             "threads");
              n_seen += (guint64) block->n;
            }
        }
      g_assert_cmpuint (n_seen, ==, n);
    }
  members_free (alone);
  study_clear (&s);
}

/* ---- cancelling ---- */

/* Cancels at each of the first looks. Also where most steps are outside the lanes, there is a look in at most 64 of them. */
static void
test_cancel (void)
{
  Members *all;
  Study s;

  study_init (&s, BALL, "", 200, ball_varied);
  record (&s, "end", LAB_REDUCE_FINAL, "h");
  finish (&s);
  all = compute (&s, 64);
  g_assert_cmpuint (all->outside, >, 64 * 100);
  g_assert_cmpuint (all->outside, <=, 64 * (all->n_looks + 1));
  for (guint64 k = 1; k < all->n_looks; k += 1 + all->n_looks / 20)
    g_assert_null (compute_until (&s, 64, k));
  members_free (all);
  study_clear (&s);
}

/* ---- models that use no lanes ---- */

static void
test_refusals (void)
{
  static const struct { const char *yaml, *settings; gboolean refuses; } cases[] = {
    { KICK, "", FALSE },
    { KICKED "events: {each: {each_step: true, set: {w: 0.9*w}}}\n", "", TRUE },
    { KICKED "monitors: {far: {when: y > 2, terminate: far}}\n", "", TRUE },
    { KICK, "isolation_method: drake\n", TRUE },
    { KICK, "profile: drake\n", TRUE },
    { KICK, "integrator: radau5\n", TRUE },
  };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      Study s;
      Members *members;

      study_init (&s, cases[k].yaml, cases[k].settings, 3, kick_varied);
      record_states (&s);
      finish (&s);
      members = compute (&s, 64);
      g_assert_cmpint (members->refusal != NULL, ==, cases[k].refuses);
      g_assert_cmpint (members->inside > 0, ==, !cases[k].refuses);
      for (guint64 i = 0; i < 3; i++)
        expect_run (&s, members, i, cases[k].settings);
      members_free (members);
      study_clear (&s);
    }
}

/* A model with many equations: one pass of 64 lanes takes seconds if it has a thousand states. The evaluations of all lanes ask the source, and a
 * cancelled computation asks it only a few times more. */
static void
test_cancel_large (void)
{
  enum { n = 120 };
  static const char yaml[] = "format: 1\nname: Coupled\ntime: {end: 0.02}\nparameters: {a: 0.1}\nstates:\n"
                             "  q: {size: 120, initial: 0.1*i, derivative: \"-q[i] + a*sum(j, 1, 120, sin(q[j] - q[i]))\"}\n";
  static const char *const varied[] = { "a", "uniform(0.1, 0.2)", NULL };
  Members *all;
  Study s;

  study_init (&s, yaml, "{integrator: runge_kutta5}", 64, varied);
  record (&s, "end", LAB_REDUCE_FINAL, "q[1]");
  finish (&s);
  all = compute (&s, 64);
  g_assert_null (all->refusal);
  g_assert_cmpuint (all->n_looks, >=, 6 * n * n / 1024); /* six stages, and at least one instruction for each term */
  for (guint64 k = 1; k < all->n_looks; k += 1 + all->n_looks / 20)
    {
      most_looks = k + 8;
      g_assert_null (compute_until (&s, 64, k));
    }
  most_looks = G_MAXUINT64;
  members_free (all);
  study_clear (&s);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/event-lanes/members-with-events-have-the-bits-of-single-runs-for-methods-and-settings", test_settings);
  g_test_add_func ("/event-lanes/members-with-events-have-the-bits-of-single-runs-for-all-triggers-and-actions", test_triggers);
  g_test_add_func ("/event-lanes/a-lane-uses-the-discrete-state-after-an-event", test_discrete);
  g_test_add_func ("/event-lanes/the-limit-of-step-sizes-after-close-events-acts-in-lanes-too", test_close);
  g_test_add_func ("/event-lanes/two-crossings-between-two-points-of-the-search-have-the-bits-of-single-runs", test_between_points);
  g_test_add_func ("/event-lanes/accumulating-impacts-have-the-bits-and-the-message-of-single-runs", test_ball);
  g_test_add_func ("/event-lanes/the-bouncing-ball-of-the-library-has-the-bits-of-single-runs", test_library);
  g_test_add_func ("/event-lanes/members-of-all-models-of-the-library-with-events-have-the-bits-of-single-runs", test_models);
  g_test_add_func ("/event-lanes/a-member-returns-to-its-lane-after-an-event", test_return);
  g_test_add_func ("/event-lanes/a-member-with-a-periodic-event-makes-its-steps-in-its-lane", test_periodic);
  g_test_add_func ("/event-lanes/members-with-events-have-the-same-bits-on-any-number-of-threads-and-shards", test_threads);
  g_test_add_func ("/event-lanes/evaluations-of-large-models-can-be-cancelled", test_cancel_large);
  g_test_add_func ("/event-lanes/a-computation-with-events-can-be-cancelled-at-any-time", test_cancel);
  g_test_add_func ("/event-lanes/events-of-each-step-and-monitors-and-other-methods-use-no-lanes", test_refusals);
  return g_test_run ();
}
