/* Tests the evaluation of the right-hand side of an instance: the buffer that holds the state, and the time at which programs are
 * compiled. */
#include "model-test.h"

#include "ode-integrator.h"

#include <math.h>
#include <string.h>

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
  g_test_add_func ("/model/evaluation/evaluation-works-again-after-an-undefined-value", test_buffer_undefined);
  g_test_add_func ("/model/evaluation/the-jacobian-is-the-same-if-compiled-early-or-at-first-use", test_jacobian_late);
  g_test_add_func ("/model/evaluation/threads-that-compile-the-jacobian-at-the-same-time-get-the-same-values", test_jacobian_threads);
  return g_test_run ();
}
