/* Compares branches of cycles and their special points with closed forms, and bounds the work of their continuation. */
#include <glib.h>
#include <math.h>

#include "lab-continuation.h"
#include "lab-fixture.h"

#define HEAD "format: 1\nname: Test\n"
/* The cycles have the radius r with p + r² − r⁴ = 0, the period T = 2π/(2 + r²), and the multipliers exp (T (p + 3r² − 5r⁴)) and exp (−2T). */
#define FOLD \
  HEAD "parameters: {p: 0.5}\nstates:\n  x: {initial: 1, derivative: x*(p + r2 - r2^2) - (2 + r2)*y}\n" \
       "  y: {initial: 0, derivative: y*(p + r2 - r2^2) + (2 + r2)*x}\n  z: {initial: 0, derivative: -2*z}\noutputs: {r2: x^2 + y^2}\n"
#define PENDULUM \
  HEAD "time: {end: 10}\nparameters: {p: 0.1}\nstates: {x: {initial: 1, derivative: v}, v: {initial: 0, derivative: -sin(x) - p*v}}\n"

static OdeStatus (*original) (void *self, double t, const double *x, double *values);
static long n_jacobians;

static OdeStatus
counted_jacobian (void *self, double t, const double *x, double *values)
{
  n_jacobians++;
  return original (self, t, x, values);
}

/* Counts the evaluations of the Jacobian. The variational equations need one in each stage. */
static gboolean
count_jacobians (ModelSystem *system, gpointer user, GError **error)
{
  OdeSystem *ode = (OdeSystem *) model_system_ode (system);

  original = ode->jacobian;
  ode->jacobian = counted_jacobian;
  return TRUE;
}

/* Follows equilibria and cycles over the parameter p. Sets n_jacobians to the number of Jacobians during the continuation of cycles. */
static LabContinuation *
continue_over (const char *yaml, const char *box_text, double from, double to)
{
  g_auto (LabBox) box = { 0 };
  g_autoptr (GError) error = NULL;
  LabContinuation *found;
  LabFixture f;

  lab_fixture_init (&f, yaml, NULL);
  f.problem.prepare = count_jacobians;
  g_autoptr (LabFlow) flow = lab_flow_new (&f.problem, &error);
  g_assert_no_error (error);
  g_assert_true (lab_box_init (&box, flow, box_text, NULL, &error));
  found = lab_continue (flow, &box, "p", from, to, NULL, &error);
  g_assert_no_error (error);
  n_jacobians = 0;
  g_assert_true (lab_continue_cycles (flow, &box, "p", from, to, found, NULL, &error));
  g_assert_no_error (error);
  lab_fixture_clear (&f);
  return found;
}

/* Returns the only branch of cycles. */
static const LabBranch *
cycles_of (const LabContinuation *found)
{
  const LabBranch *cycles = NULL;

  for (guint b = 0; b < found->branches->len; b++)
    {
      const LabBranch *branch = found->branches->pdata[b];

      if (branch->period == NULL)
        continue;
      g_assert_null (cycles);
      cycles = branch;
    }
  g_assert_nonnull (cycles);
  return cycles;
}

static int
n_special (const LabContinuation *found, LabSpecialKind kind)
{
  int n = 0;

  for (guint k = 0; k < found->special->len; k++)
    {
      const LabSpecial *special = found->special->pdata[k];

      n += special->kind == kind && isfinite (special->period);
    }
  return n;
}

/* At the fold another multiplier is 1 too. The eigenvalues of the monodromy matrix near it have an error of the square root of the error of the
 * integration. */
static void
test_multipliers_at_fold (void)
{
  g_autoptr (LabContinuation) found = continue_over (FOLD, "x=-2:2.1,y=-2:2.1,z=-1:1", -0.5, 0.5);
  const LabBranch *branch = cycles_of (found);
  double nearest = INFINITY, error = 0;

  for (int k = 1; k < branch->n_points; k++)
    {
      double p = branch->p[k], r2 = 2 * G_PI / branch->period[k] - 2;
      double first = exp (branch->period[k] * (p + 3 * r2 - 5 * r2 * r2)), second = exp (-2 * branch->period[k]);

      error = fmax (error, fabs (branch->multiplier[2 * k] - fmax (first, second)));
      g_assert_cmpfloat_with_epsilon (p + r2 - r2 * r2, 0, 1e-8);
      g_assert_cmpfloat_with_epsilon (branch->multiplier[2 * k], fmax (first, second), 1e-8);
      nearest = fmin (nearest, fabs (branch->multiplier[2 * k] - 1));
    }
  g_test_message ("multiplier nearest to 1: 1 ± %g, error %g", nearest, error);
  g_assert_cmpint (n_special (found, LAB_SPECIAL_FOLD), ==, 1);
}

/* Without damping a pendulum has cycles at each amplitude up to π. The parameter is 0 on the whole branch, which has no folds. */
static void
test_family (void)
{
  g_autoptr (LabContinuation) found = continue_over (PENDULUM, "x=-3.5:3.5,v=-2.5:2.5", -0.5, 0.6);
  const LabBranch *branch = cycles_of (found);
  int last = branch->n_points - 1;

  g_assert_cmpint (n_special (found, LAB_SPECIAL_FOLD), ==, 0);
  g_assert_cmpint (branch->end, ==, LAB_BRANCH_PERIOD);
  g_assert_cmpfloat_with_epsilon (branch->p[last], 0, 1e-8);
  g_assert_cmpfloat (branch->high[2 * last], >, 3.13);
  /* The period of the amplitude a is 4 K (sin (a/2)); K (k) = π / (2 agm (1, √(1 − k²))). */
  for (int k = 1; k <= last; k++)
    {
      double a = 1, b = cos (branch->high[2 * k] / 2);

      if (branch->high[2 * k] > 3)
        break;
      for (int i = 0; i < 30; i++)
        {
          double mean = (a + b) / 2;

          b = sqrt (a * b);
          a = mean;
        }
      g_assert_cmpfloat_with_epsilon (branch->period[k], 2 * G_PI / a, 0.01 * branch->period[k]);
    }
}

/* A cycle takes two integrations of the variational equations, one for the corrections of its guess and one for its multipliers. An integration takes
 * about 800 Jacobians: 16 segments of 4 to 5 steps with 12 stages. The fold takes about six cycles. */
static void
test_work (void)
{
  g_autoptr (LabContinuation) found = continue_over (FOLD, "x=-2:2.1,y=-2:2.1,z=-1:1", -0.5, 0.5);
  const LabBranch *branch = cycles_of (found);

  g_test_message ("%ld Jacobians, %d cycles", n_jacobians, branch->n_points);
  g_assert_cmpint (branch->n_points, >, 15);
  g_assert_cmpint (n_jacobians, <=, 2 * 1000 * (branch->n_points + 6));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/cycle-branches/multipliers-are-accurate-at-a-fold", test_multipliers_at_fold);
  g_test_add_func ("/lab/cycle-branches/a-family-with-a-constant-parameter-has-no-folds-and-ends", test_family);
  g_test_add_func ("/lab/cycle-branches/a-cycle-takes-few-integrations", test_work);
  return g_test_run ();
}
