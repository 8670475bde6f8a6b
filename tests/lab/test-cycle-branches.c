/* Compares branches of cycles and their special points with closed forms, and bounds the work of their continuation. */
#include <glib.h>
#include <math.h>

#include "lab-continuation.h"
#include "lab-diagram.h"
#include "lab-fixture.h"
#include "lab-registry.h"
#include "lab-result.h"

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

/* Most cycles take one integration of the variational equations, for their multipliers; the corrections use those of the cycle before. An integration
 * takes about 500 Jacobians: 16 segments of 2 to 3 steps with 12 stages. The fold takes about six cycles. */
static void
test_work (void)
{
  g_autoptr (LabContinuation) found = continue_over (FOLD, "x=-2:2.1,y=-2:2.1,z=-1:1", -0.5, 0.5);
  const LabBranch *branch = cycles_of (found);

  g_test_message ("%ld Jacobians, %d cycles", n_jacobians, branch->n_points);
  g_assert_cmpint (branch->n_points, >, 15);
  g_assert_cmpint (n_jacobians, <=, 700 * (branch->n_points + 6));
}

static const LabSpecial *
torus_of (const LabContinuation *found)
{
  const LabSpecial *torus = NULL;

  for (guint k = 0; k < found->special->len; k++)
    {
      const LabSpecial *special = found->special->pdata[k];

      if (special->kind == LAB_SPECIAL_TORUS)
        {
          g_assert_null (torus);
          torus = special;
        }
    }
  return torus;
}

/* The cycle x² + y² = p, u = v = 0 has the period π and the multipliers exp ((p − 1/4 ± bi) π) across it. With b = 0.7 and b = 2.7 the angle is 0.7 π; with b =
 * 1.6 it is 0.4 π. */
static void
test_torus (void)
{
  static const struct { double b, frequency; } rows[] = { { 0.7, 0.7 }, { 1.6, 0.4 }, { 2.7, 0.7 } };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *yaml = g_strdup_printf (HEAD "parameters: {p: 0.5}\nstates:\n  x: {initial: 1, derivative: x*(p - r2) - 2*y}\n"
                                                    "  y: {initial: 0, derivative: y*(p - r2) + 2*x}\n"
                                                    "  u: {initial: 0.1, derivative: u*(r2 - 0.25) - %g*v}\n"
                                                    "  v: {initial: 0.1, derivative: v*(r2 - 0.25) + %g*u}\noutputs: {r2: x^2 + y^2}\n",
                                               rows[k].b, rows[k].b);
      g_autoptr (LabContinuation) found = continue_over (yaml, "x=-2:2.1,y=-2:2.1,u=-1:1,v=-1:1", -0.5, 1);
      const LabSpecial *torus = torus_of (found);
      const LabBranch *branch = cycles_of (found);

      g_assert_nonnull (torus);
      g_assert_cmpstr (lab_special_id (torus->kind), ==, "torus");
      g_assert_cmpfloat_with_epsilon (torus->p, 0.25, 1e-8);
      g_assert_cmpfloat_with_epsilon (torus->period, G_PI, 1e-8);
      g_assert_cmpfloat_with_epsilon (torus->frequency, rows[k].frequency, 1e-7);
      g_assert_cmpfloat_with_epsilon (hypot (torus->x[0], torus->x[1]), 0.5, 1e-6);
      g_assert_cmpint (n_special (found, LAB_SPECIAL_PERIOD_DOUBLING), ==, 0);
      for (int i = 1; i < branch->n_points; i++)
        if (branch->special[i] == LAB_SPECIAL_NONE)
          g_assert_cmpint (branch->stable[i], ==, branch->p[i] < 0.25);
    }
}

/* In the Langford system r and z do not depend on the angle. Its cycle z = 0.7, (1 + z/4) r² = 0.6 + p z − z³/3 is a focus in the plane (r, z)
 * with the trace p − z² − r²/4 and the determinant 2 r² (1 + z/4) (Langford, in: Nonlinear Dynamics and Turbulence, 1983). */
static void
test_torus_of_three_states (void)
{
  double b = 0.7, c = 1 + b / 4, p = (b * b + (0.6 - b * b * b / 3) / (4 * c)) / (1 - b / (4 * c)), r2 = (0.6 + p * b - b * b * b / 3) / c;
  double period = 2 * G_PI / 3.5, angle = sqrt (2 * r2 * c - pow (p - b * b - r2 / 4, 2) / 4) * period;
  g_autoptr (LabContinuation) found
      = continue_over (HEAD "parameters: {p: 0.5}\nstates:\n  x: {initial: 1, derivative: (z - 0.7)*x - 3.5*y}\n"
                            "  y: {initial: 0, derivative: 3.5*x + (z - 0.7)*y}\n"
                            "  z: {initial: 0, derivative: 0.6 + p*z - z^3/3 - (x^2 + y^2)*(1 + z/4)}\n",
                       "x=-2:2,y=-2:2,z=-2:2", -1, 1);
  const LabSpecial *torus = torus_of (found);

  g_assert_nonnull (torus);
  g_assert_cmpfloat_with_epsilon (torus->p, p, 1e-8);
  g_assert_cmpfloat_with_epsilon (torus->period, period, 1e-8);
  g_assert_cmpfloat_with_epsilon (torus->frequency, fabs (remainder (angle, 2 * G_PI)) / period, 1e-6);
  g_assert_cmpfloat_with_epsilon (hypot (torus->x[0], torus->x[1]), sqrt (r2), 1e-6);
}

/* The multipliers across the cycle are exp ((p + 1/4) π) and exp ((p − 3/4) π). Their product is 1 at p = 1/4. */
static void
test_neutral_saddle (void)
{
  g_autoptr (LabContinuation) found
      = continue_over (HEAD "parameters: {p: 0.5}\nstates:\n  x: {initial: 1, derivative: x*(p - r2) - 2*y}\n"
                            "  y: {initial: 0, derivative: y*(p - r2) + 2*x}\n  u: {initial: 0.1, derivative: u*(r2 + 0.25)}\n"
                            "  v: {initial: 0.1, derivative: v*(r2 - 0.75)}\noutputs: {r2: x^2 + y^2}\n",
                       "x=-2:2.1,y=-2:2.1,u=-1:1,v=-1:1", -0.5, 0.6);
  const LabBranch *branch = cycles_of (found);

  g_assert_null (torus_of (found));
  g_assert_cmpint (branch->end, ==, LAB_BRANCH_RANGE);
  g_assert_cmpfloat_with_epsilon (branch->multiplier[2 * (branch->n_points - 1)], exp (0.85 * G_PI), 1e-6);
}

/* The cycle x² + y² = p, z = 0 is stable up to the pitchfork at p = 1/4, where the cycles with z² = p − 1/4 begin. The rows at special points join
 * the stable and the unstable part of a branch, and the branches that meet at the pitchfork, for the least and the greatest value. */
static void
test_special_rows (void)
{
  const char *const options[] = { "p=-0.5:1", "x=-2:2.1,y=-2:2.1,z=-1:1", "true" };
  g_autoptr (GError) error = NULL;
  LabResult *result;
  LabFixture f;
  int n_pitchfork = 0, n_hopf = 0;

  lab_fixture_init (&f, HEAD "parameters: {p: 0.5}\nstates:\n  x: {initial: 1, derivative: x*(p - x^2 - y^2) - 2*y}\n"
                             "  y: {initial: 0, derivative: y*(p - x^2 - y^2) + 2*x}\n  z: {initial: 0, derivative: z*(x^2 + y^2 - 0.25 - z^2)}\n",
                    NULL);
  result = lab_study_continue.run (&f.problem, options, NULL, &error);
  g_assert_no_error (error);
  g_autofree LabDiagramRow *rows = lab_diagram_rows (result, 0);
  for (int r = 0; r < lab_diagram_n_rows (result); r++)
    {
      if (!rows[r].cycle)
        continue;
      if (rows[r].special)
        {
          double radius = rows[r].p > 0.1 ? 0.5 : 0;

          g_assert_cmpfloat_with_epsilon (rows[r].p, radius * radius, 1e-8);
          g_assert_cmpfloat_with_epsilon (rows[r].low, -radius, 1e-8);
          g_assert_cmpfloat_with_epsilon (rows[r].high, radius, 1e-8);
          g_assert_false (rows[r].stable);
          n_pitchfork += radius > 0;
          n_hopf += radius == 0;
        }
      if (r + 1 < lab_diagram_n_rows (result) && rows[r + 1].branch == rows[r].branch)
        {
          double p = (rows[r].p + rows[r + 1].p) / 2;

          /* Branch 2 begins at the Hopf point; branches 3 and 4 begin at the pitchfork. */
          g_assert_cmpint (lab_diagram_is_stable_between (&rows[r], &rows[r + 1]), ==, rows[r].branch > 2 || p < 0.25);
        }
    }
  g_assert_cmpint (n_hopf, ==, 1);
  g_assert_cmpint (n_pitchfork, ==, 3);
  lab_result_free (result);
  lab_fixture_clear (&f);
}

/* The rows of a branch follow each other along the branch also at special points: the parameter turns only at the fold. */
static void
test_special_rows_in_order (void)
{
  g_autoptr (LabContinuation) found = continue_over (FOLD, "x=-2:2.1,y=-2:2.1,z=-1:1", -0.5, 0.5);
  const LabBranch *branch = cycles_of (found);
  int turns = 0;

  for (int k = 1; k + 1 < branch->n_points; k++)
    if ((branch->p[k] - branch->p[k - 1]) * (branch->p[k + 1] - branch->p[k]) < 0)
      {
        g_assert_cmpint (branch->special[k], ==, LAB_SPECIAL_FOLD);
        turns++;
      }
  g_assert_cmpint (turns, ==, 1);
}

/* Returns the longest first period of the branches of cycles. */
static double
longest_first_period (const LabContinuation *found)
{
  double longest = 0;

  for (guint b = 0; b < found->branches->len; b++)
    {
      const LabBranch *branch = found->branches->pdata[b];

      if (branch->period != NULL)
        longest = fmax (longest, branch->period[0]);
    }
  return longest;
}

/* The first period doublings of the Rössler system are at 0.1096, 0.1430, 0.1520, 0.1540 and 0.1545 (test-cycle-references.c has those of AUTO). The branch
 * that begins at the fifth one has 32 times the first period, which is about 6. */
static void
test_limit_of_doublings (void)
{
  g_autoptr (LabContinuation) found
      = continue_over (HEAD "parameters: {p: 0.1}\nstates:\n  x: {initial: 1, derivative: -y - z}\n  y: {initial: 1, derivative: x + p*y}\n"
                            "  z: {initial: 0, derivative: 0.2 + z*(x - 5.7)}\n",
                       "x=-15:16,y=-16:12,z=-5:40", 0, 0.1545);

  g_assert_cmpint (n_special (found, LAB_SPECIAL_PERIOD_DOUBLING), ==, 1 + LAB_CONTINUE_DOUBLINGS);
  g_assert_cmpint (found->n_not_followed, ==, 1);
  g_assert_cmpfloat_with_epsilon (longest_first_period (found), 6 * (1 << LAB_CONTINUE_DOUBLINGS), 1);
}

/* A piecewise linear system with a focus whose damping is larger beyond |x| = 1. */
#define KINKED \
  HEAD "parameters: {p: 0.1}\nstates:\n  x: {initial: 0.5, derivative: \"p*x - y - 0.6*(max(x - 1, 0) + min(x + 1, 0))\"}\n  y: {initial: 0, derivative: x}\n"

/* At p = 0 all orbits inside of |x| < 1 are closed. From the orbit that touches the kinks the parameter grows. Its constant value before that has
 * no fold. */
static void
test_kink_is_no_fold (void)
{
  g_autoptr (LabContinuation) found = continue_over (KINKED, "x=-3:3,y=-3:3.1", -0.2, 0.3);
  const LabBranch *branch = cycles_of (found);

  g_assert_cmpfloat_with_epsilon (branch->p[branch->n_points - 1], 0.3, 1e-9);
  g_assert_cmpint (n_special (found, LAB_SPECIAL_FOLD), ==, 0);
}

/* The cycles have the radius r with p = 0.4 sin (3 r²), so that the branch has a fold at each extremum. Their period grows from π to 19 π. */
static void
test_limit_of_time (void)
{
  const char *const options[] = { "p=-0.5:0.5", "x=-3:3.1,y=-3:3.1", "true" };
  g_autoptr (GError) error = NULL;
  const LabTable *cycles;
  LabResult *result;
  LabFixture f;
  double sum = 0;

  lab_fixture_init (&f, HEAD "parameters: {p: 0.5}\nstates:\n  x: {initial: 1, derivative: x*(p - 0.4*sin(3*r2)) - w*y}\n"
                             "  y: {initial: 0, derivative: y*(p - 0.4*sin(3*r2)) + w*x}\noutputs: {r2: x^2 + y^2, w: 2/(1 + 18*r2/(r2 + 0.05))}\n",
                    NULL);
  result = lab_study_continue.run (&f.problem, options, NULL, &error);
  g_assert_no_error (error);
  cycles = lab_result_table (result, "cycles");
  for (int k = 0; k < lab_table_n_rows (cycles); k++)
    sum += lab_table_number (cycles, k, 3);
  g_assert_cmpstr (lab_table_text (cycles, lab_table_n_rows (cycles) - 1, 8), ==, "time");
  g_assert_cmpfloat (sum, >, LAB_CONTINUE_PERIODS * G_PI);
  g_assert_cmpfloat (sum, <, 1.1 * LAB_CONTINUE_PERIODS * G_PI);
  g_assert_nonnull (strstr (result->sentence, "1 branch of cycles ends because of a limit on the computing time."));
  lab_result_free (result);
  lab_fixture_clear (&f);
}

/* Runs the study with the default box or a given one and returns its table of special points; the result is freed by the caller. */
static const LabTable *
special_points (const char *states, const char *range, const char *box_text, LabResult **result)
{
  g_autofree char *yaml = g_strdup_printf (HEAD "time: {end: 20}\nparameters: {p: 0.3}\nstates: {%s}\n", states);
  const char *const options[] = { range, box_text, NULL };
  g_autoptr (GError) error = NULL;
  LabFixture f;

  lab_fixture_init (&f, yaml, NULL);
  *result = lab_study_continue.run (&f.problem, options, NULL, &error);
  g_assert_no_error (error);
  lab_fixture_clear (&f);
  return lab_result_table (*result, "special");
}

/* The mean of u is a first integral of Burgers' equation on a ring, and all constant u are equilibria. Newton's method finds some of them, which are no
 * branches. */
static void
test_first_integral (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), "models/waves-diffusion/burgers.yaml", NULL), *yaml = NULL;
  const char *const options[] = { "nu=0.003:0.1", NULL, NULL };
  g_autoptr (GError) error = NULL;
  LabResult *result;
  LabFixture f;

  g_assert_true (g_file_get_contents (path, &yaml, NULL, NULL));
  lab_fixture_init (&f, yaml, NULL);
  result = lab_study_continue.run (&f.problem, options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (lab_table_n_rows (lab_result_table (result, "special")), ==, 0);
  g_assert_nonnull (strstr (result->sentence, "The equilibria are not isolated, so they have no branches."));
  lab_result_free (result);
  lab_fixture_clear (&f);
}

/* The names of special points of equilibria. A branch point whose row of derivatives is zero, a branch of centres, and a model whose run goes to
 * infinity must not give false names. */
static void
test_names (void)
{
  static const struct { const char *states, *range; int n; const char *kind, *type; double p; } rows[] = {
    { "x: {initial: 1, derivative: p*x - x^3}", "p=-1:1", 1, "branch", "pitchfork", 0 },
    { "x: {initial: 1, derivative: p*x - x^2}", "p=-1:1", 1, "branch", "transcritical", 0 },
    { "q: {size: 3, initial: 0.1, derivative: \"p*q[i] - q[i]^3 + i - 2\"}", "p=-1:1", 1, "branch", "pitchfork", 0 },
    { "x: {initial: 1, derivative: 0.1 + p*x - x^3}", "p=-1:1", 1, "fold", "", 0.40716264248923606 },
    { "x: {initial: 1, derivative: x*(p - y)}, y: {initial: 0.2, derivative: y*(x - 1)}", "p=0.1:1", 0, NULL, NULL, 0 },
    { "x: {initial: 1, derivative: p + x^2}", "p=-1:1", 1, "fold", "", 0 },
    { "x: {initial: 1, derivative: p*x}", "p=-1:1.1", 1, "branch", "", 0 },
    { "x: {initial: 1, derivative: x - x^3}, y: {initial: 0.5, derivative: -y}", "p=-1:1", 0, NULL, NULL, 0 },
  };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      LabResult *result;
      const LabTable *special = special_points (rows[k].states, rows[k].range, NULL, &result);

      g_test_message ("%u: %d special points", k, lab_table_n_rows (special));
      g_assert_cmpint (lab_table_n_rows (special), ==, rows[k].n);
      if (rows[k].n > 0)
        {
          g_assert_cmpstr (lab_table_text (special, 0, 0), ==, rows[k].kind);
          g_assert_cmpstr (lab_table_text (special, 0, 1), ==, rows[k].type);
          g_assert_cmpfloat_with_epsilon (lab_table_number (special, 0, 2), rows[k].p, 1e-8);
        }
      lab_result_free (result);
    }
}

/* The equilibrium x = 1, y = p of the predator and prey model is a centre for p > 0, which is not stable. At p = 0 all points of the axis y = 0 are
 * equilibria; a branch point with that line has no type. */
static void
test_centres (void)
{
  LabResult *result;
  const LabTable *special
      = special_points ("x: {initial: 1, derivative: x*(p - y)}, y: {initial: 0.2, derivative: y*(x - 1)}", "p=0:0.6", NULL, &result);
  const LabTable *branches = lab_result_table (result, "branches");
  int n_centres = 0;

  for (int k = 0; k < lab_table_n_rows (special); k++)
    {
      g_assert_cmpstr (lab_table_text (special, k, 0), ==, "branch");
      g_assert_cmpstr (lab_table_text (special, k, 1), ==, "");
    }
  for (int k = 0; k < lab_table_n_rows (branches); k++)
    if (lab_table_number (branches, k, 2) > 0.01 && fabs (lab_table_number (branches, k, 4) - 1) < 1e-6)
      {
        g_assert_cmpfloat (lab_table_number (branches, k, 3), ==, 0);
        n_centres++;
      }
  g_assert_cmpint (n_centres, >, 10);
  lab_result_free (result);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/cycle-branches/multipliers-are-accurate-at-a-fold", test_multipliers_at_fold);
  g_test_add_func ("/lab/cycle-branches/a-family-with-a-constant-parameter-has-no-folds-and-ends", test_family);
  g_test_add_func ("/lab/cycle-branches/a-cycle-takes-few-integrations", test_work);
  g_test_add_func ("/lab/cycle-branches/torus-points-agree-with-the-closed-form", test_torus);
  g_test_add_func ("/lab/cycle-branches/the-torus-point-of-the-langford-system-agrees-with-the-closed-form", test_torus_of_three_states);
  g_test_add_func ("/lab/cycle-branches/a-neutral-saddle-is-not-a-torus-point", test_neutral_saddle);
  g_test_add_func ("/lab/cycle-branches/rows-at-special-points-join-the-parts-of-branches", test_special_rows);
  g_test_add_func ("/lab/cycle-branches/rows-at-special-points-are-in-the-order-of-the-branch", test_special_rows_in_order);
  g_test_add_func ("/lab/cycle-branches/period-doublings-in-succession-are-followed-up-to-the-limit", test_limit_of_doublings);
  g_test_add_func ("/lab/cycle-branches/a-branch-that-leaves-a-constant-parameter-at-a-kink-has-no-fold", test_kink_is_no_fold);
  g_test_add_func ("/lab/cycle-branches/a-branch-ends-at-the-limit-of-its-total-time-and-the-result-says-so", test_limit_of_time);
  g_test_add_func ("/lab/cycle-branches/special-points-of-equilibria-have-no-false-names", test_names);
  g_test_add_func ("/lab/cycle-branches/equilibria-of-a-model-with-a-first-integral-have-no-branches", test_first_integral);
  g_test_add_func ("/lab/cycle-branches/centres-are-not-stable", test_centres);
  return g_test_run ();
}
