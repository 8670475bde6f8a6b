/* Compares bifurcation diagrams with numbers of AUTO-07p 0.9.2 (E. J. Doedel et al., package auto-07p of Debian 12), computed with NTST = 100 to 150
 * mesh intervals, NCOL = 4, EPSL = EPSU = 1e-10 and EPSS = 1e-8. AUTO is not needed to run the test. At steep parts of a branch the position of a
 * fold is accurate and its period is not; such periods are left out. */
#include <glib.h>
#include <math.h>

#include "lab-continuation.h"
#include "lab-fixture.h"

#define HEAD "format: 1\nname: Test\n"
#define ANY NAN
/* AUTO locates special points with an error of a few 1e-10 in the parameter, and branch points of equilibria to 4e-9. */
#define SAME_PARAMETER 5e-9
#define SAME_SMALL_PARAMETER 1e-9
#define SAME_PERIOD 5e-8

typedef struct
{
  LabSpecialKind kind;
  double p, period;      /* the period is ANY for equilibria */
} Special;

/* The cycle at which AUTO's branch has the parameter p. */
typedef struct
{
  double p, period;
  int stable;
} Row;

typedef struct
{
  const char *name, *yaml, *box;
  double from, to;
  Special specials[12];
  int n_specials;
  Row row;
} Reference;

static const Reference references[] = {
  { "fitzhugh-nagumo",
    HEAD "parameters: {p: 0.5}\nstates: {v: {initial: 1, derivative: v - v^3/3 - w + p}, w: {initial: 1, derivative: 0.08*(v + 0.7 - 0.8*w)}}\n",
    "v=-3:3,w=-2:3", 0, 0.5,
    { { LAB_SPECIAL_FOLD, 0.3241785225, ANY }, { LAB_SPECIAL_HOPF, 0.33128133762, ANY } }, 2,
    { 0.5, 39.474414978, TRUE } },
  { "lorenz",
    HEAD "parameters: {p: 28}\nstates:\n  x: {initial: 1, derivative: 10*(y - x)}\n  y: {initial: 1, derivative: x*(p - z) - y}\n"
         "  z: {initial: 1, derivative: x*y - 8*z/3}\n",
    "x=-30:30,y=-40:40,z=-5:60", 20, 30,
    { { LAB_SPECIAL_HOPF, 24.736842105, ANY }, { LAB_SPECIAL_HOPF, 24.736842105, ANY } }, 2,
    { 20, 0.87655225348, FALSE } },
  { "brusselator",
    HEAD "parameters: {p: 3}\nstates: {u: {initial: 1.5, derivative: 1 + u^2*v - (p + 1)*u}, v: {initial: 3, derivative: p*u - u^2*v}}\n",
    "u=-1:8,v=-1:9", 0, 3,
    { { LAB_SPECIAL_HOPF, 2, ANY } }, 1,
    { 3, 7.15691992, TRUE } },
  /* Predator and prey with harvest, the demo pp2 of AUTO. */
  { "pp2",
    HEAD "parameters: {p: 0.5}\nstates: {x: {initial: 0.5, derivative: 3*x*(1 - x) - x*y - p*(1 - exp(-5*x))}, y: {initial: 0.5, derivative: -y + 3*x*y}}\n",
    "x=-0.1:1.2,y=-0.5:2", 0.7, 0.9,
    { { LAB_SPECIAL_BRANCH, 0.82190434537, ANY }, { LAB_SPECIAL_FOLD, 0.83292932223, ANY } }, 2,
    { 0 } },
  { "pp2 below",
    HEAD "parameters: {p: 0.5}\nstates: {x: {initial: 0.5, derivative: 3*x*(1 - x) - x*y - p*(1 - exp(-5*x))}, y: {initial: 0.5, derivative: -y + 3*x*y}}\n",
    "x=-0.1:1.2,y=-0.5:2", 0.55, 0.7,
    { { LAB_SPECIAL_BRANCH, 0.6, ANY }, { LAB_SPECIAL_HOPF, 0.67159384746, ANY } }, 2,
    { 0.7, 17.129890889, TRUE } },
  /* Three reactions in a stirred tank, the demo abc of AUTO. */
  { "abc",
    HEAD "parameters: {p: 0.2}\nstates:\n  x: {initial: 0, derivative: -x + p*(1 - x)*exp(z)}\n"
         "  y: {initial: 0, derivative: -y + p*exp(z)*(1 - x - 0.04*y)}\n  z: {initial: 0, derivative: -2.55*z + 8*p*exp(z)*(1 - x + 0.04*y)}\n",
    "x=-0.1:1.2,y=-0.1:1.2,z=-0.1:10", 0.2, 0.2325,
    { { LAB_SPECIAL_HOPF, 0.20418453569, ANY },
      { LAB_SPECIAL_FOLD, 0.21190327712, 8.2892042004 },
      { LAB_SPECIAL_FOLD, 0.21369736922, 7.6110389193 },
      { LAB_SPECIAL_FOLD, 0.22496206554, 6.5253105567 },
      { LAB_SPECIAL_HOPF, 0.2298390377, ANY } }, 5,
    { 0 } },
  { "rossler",
    HEAD "parameters: {p: 0.1}\nstates:\n  x: {initial: 1, derivative: -y - z}\n  y: {initial: 1, derivative: x + p*y}\n"
         "  z: {initial: 0, derivative: 0.2 + z*(x - 5.7)}\n",
    "x=-15:16,y=-16:12,z=-5:40", 0, 0.1527,
    { { LAB_SPECIAL_HOPF, 0.0059784415396, ANY },
      { LAB_SPECIAL_PERIOD_DOUBLING, 0.10963893652, 6.0481318277 },
      { LAB_SPECIAL_PERIOD_DOUBLING, 0.14299725016, 11.964782181 },
      { LAB_SPECIAL_PERIOD_DOUBLING, 0.15204847434, 23.859836873 } }, 4,
    { 0 } },
  { "rossler below",
    HEAD "parameters: {p: 0.1}\nstates:\n  x: {initial: 1, derivative: -y - z}\n  y: {initial: 1, derivative: x + p*y}\n"
         "  z: {initial: 0, derivative: 0.2 + z*(x - 5.7)}\n",
    "x=-15:16,y=-16:12,z=-5:40", 0, 0.05,
    { { LAB_SPECIAL_HOPF, 0.0059784415396, ANY } }, 1,
    { 0.05, 6.1853513435, TRUE } },
};

/* Returns the number of branches of cycles that end at the parameter and period of a row with the same stability. */
static int
count_ends (const LabContinuation *found, const Row *row)
{
  int n = 0;

  for (guint b = 0; b < found->branches->len; b++)
    {
      const LabBranch *branch = found->branches->pdata[b];
      int last = branch->n_points - 1;

      if (branch->period == NULL)
        continue;
      g_test_message ("branch ends (%s) at p = %.12g with period %.12g", lab_branch_end_id (branch->end), branch->p[last], branch->period[last]);
      n += fabs (branch->p[last] - row->p) < 1e-12 && fabs (branch->period[last] - row->period) < SAME_PERIOD * row->period
           && branch->stable[last] == row->stable;
    }
  return n;
}

static void
test_reference (gconstpointer data)
{
  const Reference *reference = data;
  g_auto (LabBox) box = { 0 };
  g_autoptr (GError) error = NULL;
  LabFixture f;

  lab_fixture_init (&f, reference->yaml, NULL);
  g_autoptr (LabFlow) flow = lab_flow_new (&f.problem, &error);
  g_assert_no_error (error);
  g_assert_true (lab_box_init (&box, flow, reference->box, NULL, &error));
  g_autoptr (LabContinuation) found = lab_continue (flow, &box, "p", reference->from, reference->to, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (lab_continue_cycles (flow, &box, "p", reference->from, reference->to, found, NULL, &error));
  for (guint k = 0; k < found->special->len; k++)
    {
      const LabSpecial *special = found->special->pdata[k];

      g_test_message ("%s at p = %.12g, period %.12g", lab_special_id (special->kind), special->p, special->period);
    }
  g_assert_cmpuint (found->special->len, ==, reference->n_specials);
  for (int k = 0; k < reference->n_specials; k++)
    {
      const LabSpecial *special = found->special->pdata[k];
      const Special *expected = &reference->specials[k];

      g_assert_cmpint (special->kind, ==, expected->kind);
      g_assert_cmpfloat_with_epsilon (special->p, expected->p, fmax (SAME_SMALL_PARAMETER, SAME_PARAMETER * expected->p));
      if (isfinite (expected->period))
        g_assert_cmpfloat_with_epsilon (special->period, expected->period, SAME_PERIOD * expected->period);
    }
  if (reference->row.period > 0)
    g_assert_cmpint (count_ends (found, &reference->row), >=, 1);
  lab_fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint k = 0; k < G_N_ELEMENTS (references); k++)
    {
      g_autofree char *id = g_strdelimit (g_strdup (references[k].name), " ", '-');
      g_autofree char *path = g_strdup_printf ("/lab/cycle-references/special-points-and-cycles-of-%s-agree-with-auto", id);

      g_test_add_data_func (path, &references[k], test_reference);
    }
  return g_test_run ();
}
