/* Tests the structure that a model's system reports, and the use of instances on several threads. */
#include "model-plan-make.h"
#include "model-test.h"

#include <math.h>
#include <string.h>

#define HEAD "format: 1\nname: Test\n"

static const struct
{
  const char *states;
  int n_pairs;
  const char *reason; /* expected reason why the system is not separable; NULL: it is separable */
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

/* Integrates with one instance. Four threads do this with instances of the same
 * model. */
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

/* ---- order of evaluation of initial values ---- */

static gint64
work_of (const char *initial, int size, int *n_levels)
{
  g_autofree char *text = g_strdup_printf ("format: 1\nname: T\nconstants: {N: %d}\nparameters: {p: 1}\n"
                                           "states:\n  u: {size: N, initial: \"%s\", derivative: \"-u[i]\"}\n", size, initial);
  g_autoptr (Model) model = model_test_load (text);
  ModelPlan *plan = model_plan_new (model, NULL, 0);
  gint64 work = plan->initial_work;

  g_assert_cmpuint (plan->errors->len, ==, 0);
  *n_levels = plan->n_initial_levels;
  model_plan_unref (plan);
  return work;
}

/* Sorting twice as many initial values takes twice the work. The values are expressions, and chains that refer to earlier or to later
 * values. */
static void
test_initial_work (void)
{
  static const struct { const char *initial; gboolean chain; } rows[] = {
    { "p*i", FALSE }, { "if(i > 1, u[i-1], p)", TRUE }, { "if(i < N, u[i+1], p)", TRUE }, { "if(i > 1, u[1], p)", FALSE },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      int levels, levels_2;
      gint64 work = work_of (rows[k].initial, 500, &levels), work_2 = work_of (rows[k].initial, 1000, &levels_2);

      g_assert_cmpint (work_2, >, work);
      g_assert_cmpint (work_2, <=, 2 * work + 100);
      if (rows[k].chain)
        g_assert_cmpint (levels_2, ==, 1000);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/structure/position-velocity-pairs-and-separability-are-detected-or-the-reason-is-given", test_structure);
  g_test_add_func ("/model/structure/dependence-of-the-right-hand-side-on-time-is-detected", test_time_dependence);
  g_test_add_func ("/model/structure/instances-of-a-model-can-run-on-several-threads", test_threads);
  g_test_add_func ("/model/structure/the-work-to-order-initial-values-is-linear", test_initial_work);
  return g_test_run ();
}
