/* Structure that a system reports, and instances on several threads. */
#include "model-test.h"

#include <math.h>
#include <string.h>

#define HEAD "format: 1\nname: Test\n"

static const struct
{
  const char *states;
  int n_pairs;
  const char *reason; /* NULL: separable */
} structures[] = {
  { "{q: {initial: 1, derivative: v, kind: position}, v: {initial: 0, derivative: -q*t, kind: velocity}}", 1, NULL },
  { "{q: {initial: 1, derivative: v, kind: position}, v: {initial: 0, derivative: -q - v, kind: velocity}}", 1,
    "the derivative of 'v' depends on 'v', which is not a position" },
  { "{q: {initial: 1, derivative: 2*v, kind: position}, v: {initial: 0, derivative: -q, kind: velocity}}", 0,
    "the derivative of the position 'q' is not a velocity state" },
  { "{q: {initial: 1, derivative: v}, v: {initial: 0, derivative: -q}}", 0,
    "'q' is neither a position nor a velocity (kind: position, kind: velocity)" },
  { "{q: {initial: 1, derivative: v, kind: position}, v: {initial: 0, derivative: -q, kind: velocity}, "
    "w: {initial: 0, derivative: q, kind: velocity}}",
    1, "the velocity 'w' is not the derivative of exactly one position" },
  { "{q: {initial: 1, derivative: v, kind: position}, v: {initial: 0, derivative: -sign(v), kind: velocity}}", 1,
    "the derivative of 'v' depends on 'v', which is not a position" },
};

static void
test_structure (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (structures); k++)
    {
      g_autofree char *text = g_strconcat (HEAD, "states: ", structures[k].states, "\n", NULL);
      g_autoptr (ModelSystem) system = model_test_system (text);
      const OdeSystem *ode = model_system_ode (system);

      g_assert_cmpint (ode->n_pairs, ==, structures[k].n_pairs);
      g_assert_cmpint (ode->separable, ==, structures[k].reason == NULL);
      g_assert_cmpstr (ode->not_separable, ==, structures[k].reason);
    }
}

static void
test_time_dependence (void)
{
  g_autoptr (ModelSystem) still = model_test_system (HEAD "states: {x: {initial: 1, derivative: -x}}\n");
  g_autoptr (ModelSystem) driven = model_test_system (HEAD "states: {x: {initial: 1, derivative: \"-x + sin(3*t)\"}}\n");
  g_autoptr (ModelSystem) stepped = model_test_system (HEAD "states: {x: {initial: 1, derivative: floor(t)}}\n");
  const double x[2] = { 1, 0 };

  g_assert_false (model_system_ode (still)->time_dependent);
  g_assert_null (model_system_ode (still)->time_derivative);
  g_assert_true (model_system_ode (driven)->time_dependent);
  g_assert_true (model_system_ode (stepped)->time_dependent);
  model_test_derivatives (driven, 0.7, x);
}

/* Runs one instance; four threads do this with instances of one model. */
static gpointer
run_thread (gpointer data)
{
  g_autoptr (ModelSystem) system = model_system_new (data, NULL, NULL);
  const OdeSystem *ode = model_system_ode (system);
  double x = 1, f = 0, sum = 0;

  for (int k = 0; k < 2000; k++)
    {
      model_system_set_parameter (system, "a", k, NULL);
      ode->rhs (ode->self, 0, &x, &f);
      sum += f;
    }
  return GINT_TO_POINTER ((int) sum);
}

static void
test_threads (void)
{
  g_autoptr (Model) model = model_test_load (HEAD "parameters: {a: 1}\nstates: {x: {initial: 1, derivative: a*x}}\n");
  GThread *threads[4];

  for (int k = 0; k < 4; k++)
    threads[k] = g_thread_new ("run", run_thread, model);
  for (int k = 0; k < 4; k++)
    g_assert_cmpint (GPOINTER_TO_INT (g_thread_join (threads[k])), ==, 1999 * 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/structure/pairs-and-separability-are-found-or-explained", test_structure);
  g_test_add_func ("/model/structure/time-dependence-is-found", test_time_dependence);
  g_test_add_func ("/model/structure/instances-on-several-threads-are-independent", test_threads);
  return g_test_run ();
}
