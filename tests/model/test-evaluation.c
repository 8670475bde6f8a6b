/* How the right-hand side of an instance is evaluated: where it reads the state, and what is compiled when. */
#include "model-test.h"

#include "ode-integrator.h"

#include <math.h>
#include <string.h>

#define HEAD "format: 1\nname: Test\n"

static const char *const van_der_pol
    = HEAD "parameters: {mu: 5}\nstates:\n  x: {initial: 2, derivative: v}\n  v: {initial: 1, derivative: mu*(1 - x^2)*v - x}\n";
static const char *const driven_chain
    = HEAD "constants: {N: 7}\nstates:\n  u: {size: N, initial: i, derivative: \"if(i == 1, sin(t), u[i-1]) - u[i]*u[i]\"}\n";

/* ---- the room ---- */

typedef struct
{
  const OdeSystem *system;
  int n_in_room, n_elsewhere;
} Watch;

static OdeStatus
watched_rhs (void *self, double t, const double *x, double *dxdt)
{
  Watch *watch = self;

  *(x == watch->system->rhs_room ? &watch->n_in_room : &watch->n_elsewhere) += 1;
  return watch->system->rhs (watch->system->self, t, x, dxdt);
}

/* Integrates to t = 3 by method and returns the state there, n_states numbers. */
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

/* The same bits and the same count wherever the stages stand; small systems by unrolled steps, larger ones by the general way. */
static void
test_room (void)
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
        g_autofree double *in_room = NULL;
        g_autofree double *elsewhere = NULL;
        long n_in_room, n_elsewhere;

        g_assert_nonnull (watch.system->rhs_room);
        watched.self = &watch;
        watched.rhs = watched_rhs;
        apart.rhs_room = NULL;
        model_test_initial (system, &x0, &d);
        in_room = run (methods[m], &watched, x0, &n_in_room);
        elsewhere = run (methods[m], &apart, x0, &n_elsewhere);
        g_assert_cmpint (n_in_room, ==, n_elsewhere);
        g_assert_cmpint (watch.n_in_room + watch.n_elsewhere, ==, n_in_room);
        /* All stages but the first and, where it serves the next step, the last. */
        g_assert_cmpint (watch.n_in_room, >, 3 * watch.n_elsewhere);
        g_assert_cmpmem (in_room, sizeof (double) * (gsize) watched.n_states, elsewhere, sizeof (double) * (gsize) watched.n_states);
      }
}

static void
test_room_undefined (void)
{
  g_autoptr (ModelSystem) system
      = model_test_system (HEAD "states:\n  x: {initial: 1, derivative: sqrt(x) + t}\n  y: {initial: 1, derivative: y}\n");
  const OdeSystem *ode = model_system_ode (system);
  double *x = ode->rhs_room;
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/evaluation/room", test_room);
  g_test_add_func ("/model/evaluation/room-undefined", test_room_undefined);
  return g_test_run ();
}
