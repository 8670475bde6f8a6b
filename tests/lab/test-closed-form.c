/* A closed form is used only for a problem that it solves: with other start values, start times and parameters it agrees with a run, or it
 * is dropped with a reason. */
#include <math.h>
#include <string.h>

#include "lab-closed-form.h"
#include "lab-fixture.h"
#include "lab-reference.h"
#include "model-library.h"

/* One changed value of a problem. */
typedef struct
{
  const char *parameter, *state; /* the name of one of them, or NULL */
  double factor, shift;
} Change;

static gboolean
apply (ModelSystem *system, gpointer user, GError **error)
{
  const Change *change = user;
  g_autofree double *x = g_new0 (double, model_system_n_states (system) + 1), *d = g_new0 (double, model_system_n_discrete (system) + 1);
  double value = 0;

  if (change->parameter != NULL)
    return model_system_get_parameter (system, change->parameter, &value)
           && model_system_set_parameter (system, change->parameter, value * change->factor + change->shift, error);
  if (change->state == NULL)
    return TRUE;
  return model_system_initial (system, x, d, error)
         && model_system_set_initial (system, change->state,
                                      x[model_system_find_initial (system, change->state)] * change->factor + change->shift, error);
}

/* Returns whether the closed form is used, and checks that it is then right, and that there is a reason otherwise. */
static gboolean
check_problem (const LabProblem *problem, const char *what)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *why = NULL;
  g_autoptr (LabClosedForm) form = lab_closed_form_new (problem, NULL, &why, &error);
  g_autoptr (SimConfig) config = lab_problem_config (problem, ode_method_find ("radau"), 0, 1e-10);
  g_autofree double *e = NULL;
  LabRun run;

  g_assert_no_error (error);
  if (form == NULL)
    {
      g_test_message ("%s %s: %s", model_name (problem->model), what, why);
      g_assert_nonnull (why);
      return FALSE;
    }
  g_assert_true (lab_problem_run (problem, config, NULL, &run, &error));
  g_assert_no_error (error);
  if (run.reason != SIM_REACHED_END)
    g_error ("%s %s: the run fails and the closed form is used", model_name (problem->model), what);
  e = g_new (double, run.n_states + 1);
  lab_closed_form_at (form, problem->t_end, e);
  for (int i = 0; i < run.n_states; i++)
    {
      double size = 0;

      for (int k = 0; k < run.n_states; k++)
        size = fmax (size, fabs (run.x[k]));
      /* Radau with accuracy 1e-10 has errors of up to 1e-7 of the size of the states over the longest spans. */
      if (!(isnan (e[i]) || fabs (e[i] - run.x[i]) <= 1e-6 * fmax (size, 1)))
        g_error ("%s %s: the closed form has %.12g, a run %.12g", model_name (problem->model), what, e[i], run.x[i]);
    }
  lab_run_clear (&run);
  return TRUE;
}

static LabProblem
problem_of (Model *model, const SimConfig *config, Change *change)
{
  LabProblem problem = { .model = model, .config = config, .t_start = NAN, .t_end = NAN, .prepare = apply, .user = change };
  g_autoptr (GError) error = NULL;

  g_assert_true (lab_problem_set_times (&problem, &error));
  return problem;
}

/* Every closed form of the library holds for the values of its file. With one changed value it agrees with a run or is dropped; most hold
 * for every start state and time. */
static void
test_library (void)
{
  static const Change changes[] = { { .factor = 1.1, .shift = 0 }, { .factor = 1, .shift = 0.05 }, { .factor = -0.7, .shift = 0.01 } };
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, NULL);
  int n_used = 0, n_dropped = 0, n_models = 0;

  for (int k = 0; k < model_library_n_entries (library); k++)
    {
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (Model) model = model_library_open (model_library_entry (library, k)->id, sim_config_check_solver, diagnostics);
      g_autoptr (ModelSystem) system = model != NULL ? model_system_new (model, NULL, NULL) : NULL;
      g_autoptr (SimConfig) config = sim_config_new ();
      Change none = { .factor = 1 };
      LabProblem problem;

      if (system == NULL || !model_system_has_exact (system))
        continue;
      n_models++;
      problem = problem_of (model, config, &none);
      g_assert_true (check_problem (&problem, "as in the file"));
      for (guint c = 0; c < G_N_ELEMENTS (changes); c++)
        {
          int n = MIN (model_system_n_states (system), 6);

          for (int i = 0; i < n + model_n_parameters (model); i++)
            {
              Change change = changes[c];
              g_autofree char *what = NULL;

              change.state = i < n ? model_system_ode (system)->names[i] : NULL;
              change.parameter = i >= n ? model_parameter (model, i - n)->name : NULL;
              what = g_strdup_printf ("%s %g %g", i < n ? change.state : change.parameter, change.factor, change.shift);
              problem = problem_of (model, config, &change);
              if (check_problem (&problem, what))
                n_used++;
              else
                n_dropped++;
            }
        }
      problem = problem_of (model, config, &none);
      problem.t_start += 0.03125 * (problem.t_end - problem.t_start);
      if (check_problem (&problem, "later start"))
        n_used++;
      else
        n_dropped++;
    }
  g_test_message ("%d models, %d used, %d dropped", n_models, n_used, n_dropped);
  g_assert_cmpint (n_models, >=, 30);
  /* Dropped are starts of the Kaps problems and of the index-2 problem that are not on their manifolds, overdamped springs and others. */
  g_assert_cmpint (n_dropped, <, n_used / 4);
}

/* Returns the reason why the closed form of a model is dropped, or NULL if it is used. Free it with g_free. */
static char *
reason (const char *yaml)
{
  g_autoptr (GError) error = NULL;
  LabFixture fixture;
  char *why = NULL;

  lab_fixture_init (&fixture, yaml, NULL);
  g_assert_true (lab_problem_set_times (&fixture.problem, &error));
  lab_closed_form_free (lab_closed_form_new (&fixture.problem, NULL, &why, &error));
  g_assert_no_error (error);
  lab_fixture_clear (&fixture);
  return why;
}

static void
assert_reason (const char *yaml, const char *part)
{
  g_autofree char *why = reason (yaml);

  if (part == NULL ? why != NULL : why == NULL || strstr (why, part) == NULL)
    g_error ("expected '%s', got '%s' for\n%s", part, why, yaml);
}

#define HEAD "format: 1\nname: Closed form\n"

/* The check has the same result for states and times of every size. */
static void
test_sizes (void)
{
  for (int k = -12; k <= 12; k += 4)
    for (int l = -12; l <= 12; l += 6)
      {
        g_autofree char *right = g_strdup_printf (HEAD "time: {start: 0, end: 3e%d}\nparameters: {a: 1e%d}\n"
                                                       "states: {x: {initial: 1e%d, derivative: -a*x}}\nexact: {x: 1e%d*exp(-a*t)}\n",
                                                  l, -l, k, k);
        g_autofree char *rate =
            g_strdup_printf (HEAD "time: {start: 0, end: 3e%d}\nparameters: {a: 1e%d}\n"
                                  "states: {x: {initial: 1e%d, derivative: -a*x}}\nexact: {x: 1e%d*exp(-1.0000000001*a*t)}\n",
                             l, -l, k, k);
        g_autofree char *start =
            g_strdup_printf (HEAD "time: {start: 0, end: 3e%d}\nparameters: {a: 1e%d}\n"
                                  "states: {x: {initial: 1.0000000001e%d, derivative: -a*x}}\nexact: {x: 1e%d*exp(-a*t)}\n",
                             l, -l, k, k);

        assert_reason (right, NULL);
        assert_reason (rate, "does not satisfy the equation of x");
        assert_reason (start, "at the start");
      }
}

static void
test_wrong_forms (void)
{
  /* a jump, a pole, and a value that does not exist */
  assert_reason (HEAD
                 "time: {start: 0, end: 5}\nstates: {x: {initial: 1, derivative: -x}}\nexact: {x: \"if(t < 3.3, 1, 1.000001)*exp(-t)\"}\n",
                 "jumps near t = 3.3");
  assert_reason (HEAD "time: {start: 0, end: 5}\nstates: {x: {initial: 1, derivative: x^2}}\nexact: {x: 1/(1 - t)}\n", "jumps near t = 1");
  assert_reason (HEAD "time: {start: 0, end: 5}\nstates: {x: {initial: 1, derivative: -1/(2*x)}}\nexact: {x: sqrt(1 - t)}\n",
                 "not a finite number");
  /* a kink is allowed */
  assert_reason (
      HEAD "time: {start: 0, end: 5}\nstates: {x: {initial: 0, derivative: \"if(t < 3.3, 0, 1)\"}}\nexact: {x: \"max(0, t - 3.3)\"}\n",
      NULL);
  /* an event changes the state: the closed form must contain it */
  assert_reason (HEAD "time: {start: 0, end: 5}\nstates: {x: {initial: 1, derivative: -x}}\nevents: {dose: {at: 2, set: {x: x + "
                      "1}}}\nexact: {x: exp(-t)}\n",
                 "differs by");
  assert_reason (HEAD "time: {start: 0, end: 5}\nstates: {x: {initial: 1, derivative: -x}}\nevents: {dose: {at: 2.2, set: {x: x + 1}}}\n"
                      "exact: {x: \"exp(-t) + if(t >= 2.2, exp(2.2 - t), 0)\"}\n",
                 NULL);
  assert_reason (HEAD "time: {start: 0, end: 5}\nstates: {x: {initial: 1, derivative: -x}}\nevents: {stop: {crossing: x - 0.1, terminate: "
                      "true}}\nexact: {x: exp(-t)}\n",
                 "an event ends the run");
  /* an equation with a state without a closed form is compared with a run */
  assert_reason (
      HEAD "time: {start: 0, end: 5}\nstates: {x: {initial: 1, derivative: -y}, y: {initial: 1, derivative: -y}}\nexact: {x: exp(-t)}\n",
      NULL);
  assert_reason (
      HEAD "time: {start: 0, end: 5}\nstates: {x: {initial: 1, derivative: -y}, y: {initial: 2, derivative: -y}}\nexact: {x: exp(-t)}\n",
      "differs by");
}

/* A parameter with the name t0 hides the start time, which is initial (t). */
static void
test_names (void)
{
  assert_reason (
      HEAD
      "time: {start: 2, end: 5}\nparameters: {t0: 7, initial: 3}\nstates: {x: {initial: t0, derivative: -x}}\nexact: {x: t0*exp(2 - t)}\n",
      NULL);
  assert_reason (HEAD "time: {start: 2, end: 5}\nparameters: {t0: 7}\nstates: {x: {initial: t0, derivative: -x}}\nexact: {x: "
                      "initial(x)*exp(initial(t) - t)}\n",
                 NULL);
  assert_reason (HEAD "time: {start: 2, end: 5}\nconstants: {N: 3}\nstates: {x: {size: N, initial: i, derivative: \"-x[i]\"}}\n"
                      "exact: {x: \"initial(x[i])*exp(t0 - t)\"}\n",
                 NULL);
}

/* Every place that names the reference also names the reason why the closed form is not used. */
static void
test_sentence (void)
{
  g_autoptr (GError) error = NULL;
  LabFixture fixture;
  LabReference reference;

  lab_fixture_init (&fixture, HEAD "time: {start: 0, end: 5}\nstates: {x: {initial: 2, derivative: -x}}\nexact: {x: exp(-t)}\n", NULL);
  g_assert_true (lab_problem_set_times (&fixture.problem, &error));
  g_assert_true (lab_reference_find (&fixture.problem, NULL, &reference, &error));
  g_assert_cmpint (reference.kind, ==, LAB_REFERENCE_TWO_RUNS);
  g_assert_nonnull (
      strstr (reference.source, "the model's closed form does not hold here: at the start, t = 0, it has x = 1 instead of 2"));
  g_assert_cmpfloat (fabs (reference.x[0] - 2 * exp (-5)), <=, 1e-10);
  lab_reference_clear (&reference);
  lab_fixture_clear (&fixture);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/closed-form/agrees-with-a-run-or-is-dropped-for-every-changed-value", test_library);
  g_test_add_func ("/lab/closed-form/the-check-does-not-depend-on-the-units", test_sizes);
  g_test_add_func ("/lab/closed-form/jumps-poles-and-missed-events-are-found", test_wrong_forms);
  g_test_add_func ("/lab/closed-form/start-values-and-start-time-have-names", test_names);
  g_test_add_func ("/lab/closed-form/the-reference-says-why-it-is-not-used", test_sentence);
  return g_test_run ();
}
