/* Tests the evaluation of the right-hand side of an instance: the buffer that holds the state, and the time at which programs are
 * compiled. */
#include "model-test.h"

#include "model-library.h"
#include "ode-integrator.h"

#include <math.h>
#include <string.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#define HEAD "format: 1\nname: Test\n"

static const char *const van_der_pol
    = HEAD "parameters: {mu: 5}\nstates:\n  x: {initial: 2, derivative: v}\n  v: {initial: 1, derivative: mu*(1 - x^2)*v - x}\n";
static const char *const driven_chain
    = HEAD "constants: {N: 7}\nstates:\n  u: {size: N, initial: i, derivative: \"if(i == 1, sin(t), u[i-1]) - u[i]*u[i]\"}\n";

/* ---- the buffer that holds the state ---- */

typedef struct
{
  const OdeSystem *system;
  int n_in_buffer, n_elsewhere;
} Watch;

static OdeStatus
watched_rhs (void *self, double t, const double *x, double *dxdt)
{
  Watch *watch = self;

  *(x == watch->system->rhs_buffer ? &watch->n_in_buffer : &watch->n_elsewhere) += 1;
  return watch->system->rhs (watch->system->self, t, x, dxdt);
}

/* Integrates to t = 3 with a method, and returns the states there, n_states numbers. Free them with g_free. */
static double *
run (const char *method, const OdeSystem *system, const double *x0, long *n_evaluations)
{
  OdeSettings settings;
  char error[200];
  OdeIntegrator *integrator;
  double *x;

  ode_settings_init (&settings);
  integrator = ode_integrator_new (ode_method_find (method), system, &settings, error, sizeof error);
  g_assert_nonnull (integrator);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, x0, 3), ==, ODE_DONE);
  while (ode_integrator_t (integrator) < 3)
    g_assert_cmpint (ode_integrator_step (integrator, 3, ODE_STOP_END), ==, ODE_DONE);
  x = g_memdup2 (ode_integrator_x (integrator), sizeof *x * (gsize) system->n_states);
  *n_evaluations = ode_integrator_statistics (integrator)->rhs_evaluations;
  ode_integrator_free (integrator);
  return x;
}

/* Stages that are written directly into the program's buffer give the same bits and the same number of
 * evaluations as stages written elsewhere. This holds for unrolled loops (two states) and for general loops
 * (seven states). */
static void
test_buffer (void)
{
  static const char *const texts[] = { van_der_pol, driven_chain };
  static const char *const methods[] = { "runge_kutta5", "verner87", "dop853", "verner98", "cash_karp" };

  for (gsize k = 0; k < G_N_ELEMENTS (texts); k++)
    for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
      {
        g_autoptr (ModelSystem) system = model_test_system (texts[k]);
        Watch watch = { .system = model_system_ode (system) };
        OdeSystem watched = *watch.system, apart = *watch.system;
        g_autofree double *x0 = NULL;
        g_autofree double *d = NULL;
        g_autofree double *in_buffer = NULL;
        g_autofree double *elsewhere = NULL;
        long n_in_buffer, n_elsewhere;

        g_assert_nonnull (watch.system->rhs_buffer);
        watched.self = &watch;
        watched.rhs = watched_rhs;
        apart.rhs_buffer = NULL;
        model_test_initial (system, &x0, &d);
        in_buffer = run (methods[m], &watched, x0, &n_in_buffer);
        elsewhere = run (methods[m], &apart, x0, &n_elsewhere);
        g_assert_cmpint (n_in_buffer, ==, n_elsewhere);
        g_assert_cmpint (watch.n_in_buffer + watch.n_elsewhere, ==, n_in_buffer);
        /* All stages are in the buffer, except the first and, in methods that reuse it as the first stage of the next step, the
         * last. */
        g_assert_cmpint (watch.n_in_buffer, >, 3 * watch.n_elsewhere);
        g_assert_cmpmem (in_buffer, sizeof (double) * (gsize) watched.n_states, elsewhere, sizeof (double) * (gsize) watched.n_states);
      }
}

/* ---- code of whole steps ---- */

/* Integrates a model by an explicit method, and compares each step in code of the model with the same step by calls. Returns the number of steps. */
static int
compare_steps (const OdeSystem *system, const OdeMethod *method, const OdeSettings *settings, double t0, const double *x0)
{
  OdeSystem by_calls = *system;
  OdeIntegrator *integrators[2];
  const OdeSystem *const systems[2] = { system, &by_calls };
  const gsize size = sizeof (double) * (gsize) system->n_states;
  char error[200];
  int n = 0;

  by_calls.step_code = NULL;
  for (int k = 0; k < 2; k++)
    {
      integrators[k] = ode_integrator_new (method, systems[k], settings, error, sizeof error);
      g_assert_nonnull (integrators[k]);
      g_assert_cmpint (ode_integrator_initialize (integrators[k], t0, x0, t0 + 3), ==, ODE_DONE);
    }
  for (; n < 60 && ode_integrator_t (integrators[0]) < t0 + 3; n++)
    {
      OdeStatus status = ode_integrator_step (integrators[0], t0 + 3, ODE_STOP_END);
      const OdeStatistics *statistics[2];

      g_assert_cmpint (ode_integrator_step (integrators[1], t0 + 3, ODE_STOP_END), ==, status);
      if (status != ODE_DONE)
        break;
      for (int k = 0; k < 2; k++)
        statistics[k] = ode_integrator_statistics (integrators[k]);
      g_assert_cmpfloat (ode_integrator_t (integrators[0]), ==, ode_integrator_t (integrators[1]));
      g_assert_cmpmem (ode_integrator_x (integrators[0]), size, ode_integrator_x (integrators[1]), size);
      g_assert_cmpmem (statistics[0], sizeof **statistics, statistics[1], sizeof **statistics);
      if (n % 7 == 0)
        {
          double inside[2][8] = { { 0 } };
          OdeStatus found[2];

          for (int k = 0; k < 2; k++)
            found[k] = ode_integrator_interpolate (integrators[k], 0.5 * (ode_integrator_t (integrators[k]) + ode_integrator_t_previous (integrators[k])), inside[k]);
          g_assert_cmpint (found[0], ==, found[1]);
          if (found[0] == ODE_DONE)
            g_assert_cmpmem (inside[0], size, inside[1], size);
        }
    }
  for (int k = 0; k < 2; k++)
    ode_integrator_free (integrators[k]);
  return n;
}

/* All explicit methods with all norms, on models of one to seven states, with an input as a slope, with time, with conditions, and with a domain
 * that steps leave. */
static void
test_step_code (void)
{
  static const char *const texts[] = {
    van_der_pol, driven_chain, HEAD "states: {x: {initial: 0.9, derivative: \"sqrt(1 - x)*t - 3*x\"}}\n",
    HEAD "states: {x: {initial: 1, derivative: \"-log(x) - 2*t\"}, y: {initial: 0, derivative: 1}, z: {initial: 2, derivative: t}}\n",
    HEAD "parameters: {a: 2}\nstates: {x: {initial: 1, derivative: v}, v: {initial: 0, derivative: \"if(x > 0, -a*x, -9*a*x) - sin(3*v)*cos(3*v)\"}}\n" };
  int n_methods, n_runs = 0;
  const OdeMethod *const *methods = ode_methods (&n_methods);

  for (gsize k = 0; k < G_N_ELEMENTS (texts); k++)
    {
      g_autoptr (ModelSystem) system = model_test_system (texts[k]);
      const OdeSystem *ode = model_system_ode (system);
      g_autofree double *x0 = NULL;
      g_autofree double *d = NULL;

      model_test_initial (system, &x0, &d);
      for (int m = 0; m < n_methods; m++)
        for (int norm = 0; norm < 8 && methods[m]->family == ODE_FAMILY_EXPLICIT_RK; norm++)
          {
            OdeSettings settings;

            ode_settings_init (&settings);
            settings.norm = norm % 2 == 0 ? ODE_NORM_INFINITY : ODE_NORM_RMS;
            settings.weighting = norm < 4 ? ODE_WEIGHTING_MIXED : norm < 6 ? ODE_WEIGHTING_SIZE : ODE_WEIGHTING_SIMBODY;
            if (norm / 2 == 1)
              settings.relative_tolerance = 1e-5;
            g_assert_cmpint (compare_steps (ode, methods[m], &settings, 0, x0), >, 0);
            n_runs++;
          }
#ifdef __x86_64__
      if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma"))
        {
          static const double *const none[2] = { NULL, NULL };

          g_assert_nonnull (ode->step_code (ode, ode_method_find ("runge_kutta4")->tableau, none, (OdeStepNorm){ .is_wanted = false }));
        }
#endif
    }
  g_assert_cmpint (n_runs, >, 200);
}

/* All models of the project with up to eight states, with fused operations and without. */
static void
test_step_code_shipped (void)
{
  static const char *const ids[] = { "runge_kutta5", "dop853" };
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, NULL);
  int n_models = 0, n_steps = 0;

  for (int k = 0; k < model_library_n_entries (library); k++)
    {
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (Model) model = model_library_open (model_library_entry (library, k)->id, NULL, diagnostics);

      g_assert_nonnull (model);
      for (int fast_math = 0; fast_math < 2; fast_math++)
        {
          const ModelInstance instance = { .fast_math = fast_math };
          g_autoptr (ModelSystem) system = model_system_new (model, &instance, NULL);
          const OdeSystem *ode = system != NULL ? model_system_ode (system) : NULL;
          g_autofree double *x0 = NULL;
          g_autofree double *d = NULL;

          if (ode == NULL || ode->n_states < 1 || ode->n_states > 8 || ode->step_code == NULL || ode->mass != NULL)
            continue;
          model_test_initial (system, &x0, &d);
          n_models++;
          for (gsize m = 0; m < G_N_ELEMENTS (ids); m++)
            {
              OdeSettings settings;

              ode_settings_init (&settings);
              settings.norm = m == 0 ? ODE_NORM_INFINITY : ODE_NORM_RMS;
              n_steps += compare_steps (ode, ode_method_find (ids[m]), &settings, model_system_t_start (system), x0);
            }
        }
    }
  g_assert_cmpint (n_models, >, 100);
  g_assert_cmpint (n_steps, >, 5000);
}

/* The code follows changes of parameters and of the settings of the norm. */
static void
test_step_code_changes (void)
{
  g_autoptr (ModelSystem) system = model_test_system (van_der_pol);
  OdeSystem by_calls = *model_system_ode (system);
  const OdeSystem *const systems[2] = { model_system_ode (system), &by_calls };
  double ends[2][2];

  by_calls.step_code = NULL;
  for (int k = 0; k < 2; k++)
    {
      static const double x0[2] = { 2, 1 };
      OdeSettings settings;
      char error[200];
      OdeIntegrator *integrator;

      ode_settings_init (&settings);
      model_system_set_parameter (system, "mu", 5, NULL);
      integrator = ode_integrator_new (ode_method_find ("dop853"), systems[k], &settings, error, sizeof error);
      g_assert_cmpint (ode_integrator_initialize (integrator, 0, x0, 40), ==, ODE_DONE);
      for (int i = 0; i < 100; i++)
        {
          settings.norm = i % 3 == 0 ? ODE_NORM_INFINITY : ODE_NORM_RMS;
          settings.weighting = i % 5 == 0 ? ODE_WEIGHTING_SIMBODY : ODE_WEIGHTING_SIZE;
          settings.relative_tolerance = i % 7 == 0 ? 1e-6 : NAN;
          g_assert_cmpint (ode_integrator_set_settings (integrator, &settings, error, sizeof error), ==, ODE_DONE);
          model_system_set_parameter (system, "mu", 5 + i % 4, NULL);
          ode_integrator_invalidate (integrator);
          g_assert_cmpint (ode_integrator_step (integrator, 40, ODE_STOP_END), ==, ODE_DONE);
        }
      memcpy (ends[k], ode_integrator_x (integrator), sizeof ends[k]);
      ode_integrator_free (integrator);
    }
  g_assert_cmpmem (ends[0], sizeof ends[0], ends[1], sizeof ends[1]);
}

#ifdef __linux__
/* prctl (PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN), which older headers do not have. */
#define SET_MDWE 65
#define REFUSE_EXECUTABLE_GAIN 1

static void
test_step_code_forbidden_child (void)
{
  g_autoptr (ModelSystem) system = model_test_system (van_der_pol);
  OdeSettings settings;
  static const double x0[2] = { 2, 1 };

  ode_settings_init (&settings);
  if (prctl (SET_MDWE, REFUSE_EXECUTABLE_GAIN, 0, 0, 0) != 0)
    return;
  g_assert_cmpint (compare_steps (model_system_ode (system), ode_method_find ("runge_kutta5"), &settings, 0, x0), >, 0);
}

/* If the operating system refuses executable memory after the right-hand side was compiled, steps are made by calls. */
static void
test_step_code_forbidden (void)
{
  g_test_trap_subprocess ("/model/evaluation/steps-are-made-by-calls-if-executable-memory-is-forbidden/subprocess", 0, (GTestSubprocessFlags) 0);
  g_test_trap_assert_passed ();
}
#endif

static void
test_buffer_undefined (void)
{
  g_autoptr (ModelSystem) system
      = model_test_system (HEAD "states:\n  x: {initial: 1, derivative: sqrt(x) + t}\n  y: {initial: 1, derivative: y}\n");
  const OdeSystem *ode = model_system_ode (system);
  double *x = ode->rhs_buffer;
  double f[2];

  x[0] = 4;
  x[1] = 1;
  g_assert_cmpint (ode->rhs (ode->self, 3, x, f), ==, ODE_DONE);
  g_assert_cmpfloat (f[0], ==, 5);
  x[0] = -1;
  g_assert_cmpint (ode->rhs (ode->self, 3, x, f), ==, ODE_RETRY_UNDEFINED);
  x[0] = 1;
  x[1] = INFINITY;
  g_assert_cmpint (ode->rhs (ode->self, 3, x, f), ==, ODE_RETRY_UNDEFINED);
  x[1] = 2;
  g_assert_cmpint (ode->rhs (ode->self, 3, x, f), ==, ODE_DONE);
  g_assert_cmpfloat (f[1], ==, 2);
}

/* Each state of a model has its own place in the buffer, however many there are, also after a change of parameters. */
static void
test_elsewhere (void)
{
  for (int n = 1; n <= 12; n++)
    {
      g_autoptr (GString) text = g_string_new (HEAD "parameters: {p: 2}\nstates:\n");
      g_autoptr (ModelSystem) system = NULL;
      g_autoptr (GError) error = NULL;
      const OdeSystem *ode;
      double x[12], f[12];

      for (int i = 0; i < n; i++)
        g_string_append_printf (text, "  x%d: {initial: 1, derivative: p*x%d + x%d + t}\n", i, i, (i + 1) % n);
      system = model_test_system (text->str);
      ode = model_system_ode (system);
      for (int p = 2; p <= 3; p++)
        {
          g_assert_true (model_system_set_parameter (system, "p", p, &error));
          for (int turn = 0; turn < 2; turn++)
            {
              for (int i = 0; i < n; i++)
                x[i] = 10 * i + turn;
              g_assert_cmpint (ode->rhs (ode->self, 7, x, f), ==, ODE_DONE);
              for (int i = 0; i < n; i++)
                g_assert_cmpfloat (f[i], ==, p * x[i] + x[(i + 1) % n] + 7);
            }
        }
    }
}

/* ---- compilation of the Jacobian ---- */

static const char *const plane
    = HEAD "states:\n  x: {initial: 1, derivative: vx, kind: position}\n  y: {initial: 0, derivative: vy, kind: position}\n"
           "  vx: {initial: 0, derivative: \"-x*y\", kind: velocity}\n  vy: {initial: 0, derivative: \"-9.81*y + sin(x*t)\", kind: "
           "velocity}\n";

/* Compares the Jacobian with difference quotients. It is compiled by prepare_jacobian or at its first
 * evaluation. */
static void
test_jacobian_late (void)
{
  for (int prepared = 0; prepared < 2; prepared++)
    {
      g_autoptr (ModelSystem) system = model_test_system (plane);
      const OdeSystem *ode = model_system_ode (system);
      double x[5] = { 0.3, 0.4, 0.5, 0.6 }, f[4];

      g_assert_cmpint (ode->rhs (ode->self, 0.5, x, f), ==, ODE_DONE);
      if (prepared)
        ode->prepare_jacobian (ode->self);
      model_test_derivatives (system, 0.5, x);
    }
}

typedef struct
{
  Model *model;
  double values[8];
} Client;

static gpointer
evaluate_jacobian (gpointer data)
{
  Client *client = data;
  g_autoptr (ModelSystem) system = model_system_new (client->model, NULL, NULL);
  const OdeSystem *ode = model_system_ode (system);
  double x[4] = { 0.3, 0.4, 0.5, 0.6 };

  g_assert_cmpint (ode->jacobian_pattern->start[4], <=, 8);
  g_assert_cmpint (ode->jacobian (ode->self, 0.5, x, client->values), ==, ODE_DONE);
  return NULL;
}

/* Several threads, each with an instance of the same model, evaluate the Jacobian for the first time
 * simultaneously. */
static void
test_jacobian_threads (void)
{
  for (int round = 0; round < 20; round++)
    {
      g_autoptr (Model) model = model_test_load (plane);
      Client clients[4] = { 0 };
      GThread *threads[4];

      for (int k = 0; k < 4; k++)
        {
          clients[k].model = model;
          threads[k] = g_thread_new ("client", evaluate_jacobian, &clients[k]);
        }
      for (int k = 0; k < 4; k++)
        g_thread_join (threads[k]);
      for (int k = 1; k < 4; k++)
        g_assert_cmpmem (clients[k].values, sizeof clients[k].values, clients[0].values, sizeof clients[0].values);
      g_assert_cmpfloat (clients[0].values[0], !=, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/evaluation/states-written-directly-to-the-evaluation-buffer-give-identical-results", test_buffer);
  g_test_add_func ("/model/evaluation/steps-in-one-program-and-by-calls-have-the-same-bits", test_step_code);
  g_test_add_func ("/model/evaluation/steps-in-one-program-and-by-calls-have-the-same-bits-for-shipped-models", test_step_code_shipped);
  g_test_add_func ("/model/evaluation/steps-in-one-program-follow-changes", test_step_code_changes);
#ifdef __linux__
  g_test_add_func ("/model/evaluation/steps-are-made-by-calls-if-executable-memory-is-forbidden", test_step_code_forbidden);
  g_test_add_func ("/model/evaluation/steps-are-made-by-calls-if-executable-memory-is-forbidden/subprocess", test_step_code_forbidden_child);
#endif
  g_test_add_func ("/model/evaluation/states-elsewhere-are-read-whatever-their-number", test_elsewhere);
  g_test_add_func ("/model/evaluation/evaluation-works-again-after-an-undefined-value", test_buffer_undefined);
  g_test_add_func ("/model/evaluation/the-jacobian-is-the-same-if-compiled-early-or-at-first-use", test_jacobian_late);
  g_test_add_func ("/model/evaluation/threads-that-compile-the-jacobian-at-the-same-time-get-the-same-values", test_jacobian_threads);
  return g_test_run ();
}
