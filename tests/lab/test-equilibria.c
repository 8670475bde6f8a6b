/* Compares the equilibria that the program finds in every model of the library with a second search that shares no code with it: cells of a
 * grid in whose corners all components of f change their signs, refined by Newton's method with differences. For two states the grid has
 * 60 × 60 cells. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "lab-equilibria.h"
#include "lab-fixture.h"
#include "lab-registry.h"
#include "lab-result.h"
#include "model-library.h"
#include "ode-linalg.h"

#define MOST_DIMENSIONS 3
#define ITERATIONS 60
/* A point found by the scan is in the list if its distance from a point of the list is below this fraction of the box. Newton's method with
 * differences has about ten digits at a regular equilibrium. */
#define SAME 1e-6
/* At a singular equilibrium it has half of the digits, and points of the list represent others up to a thousandth of the box. */
#define SAME_SINGULAR 3e-3
/* ∂f/∂x counts as singular if the ratio of its smallest to its largest pivot is below this. Differences have nine digits. */
#define NEARLY_SINGULAR 1e-8

typedef struct
{
  LabFlow *flow;
  const LabBox *box;
  double scale[MOST_DIMENSIONS];
  int cells;    /* number of cells along each axis */
} Scan;

static void
corner (const Scan *s, const int *cell, int bits, double part, double *x)
{
  for (int i = 0; i < s->flow->n; i++)
    x[i] = s->box->low[i] + s->scale[i] * (cell[i] + ((bits >> i & 1) != 0 ? 1 - part : part)) / s->cells;
}

/* Returns whether every component of f has both signs, or is zero, in the corners of a cell. */
static gboolean
may_contain_root (const Scan *s, const int *cell)
{
  int n = s->flow->n, negative = 0, positive = 0, all = (1 << n) - 1;

  for (int bits = 0; bits <= all; bits++)
    {
      double x[MOST_DIMENSIONS], f[MOST_DIMENSIONS];

      corner (s, cell, bits, 0, x);
      if (!lab_flow_rhs (s->flow, s->flow->t, x, f))
        return FALSE;
      for (int i = 0; i < n; i++)
        {
          negative |= (f[i] <= 0) << i;
          positive |= (f[i] >= 0) << i;
        }
    }
  return negative == all && positive == all;
}

/* Evaluates ∂f/∂x at x by central differences into a[n · n], column-major. */
static gboolean
differences (const Scan *s, const double *x, double *a)
{
  int n = s->flow->n;

  for (int j = 0; j < n; j++)
    {
      double y[MOST_DIMENSIONS], up[MOST_DIMENSIONS], down[MOST_DIMENSIONS], h = 1e-6 * s->scale[j];

      memcpy (y, x, sizeof y);
      y[j] = x[j] + h;
      if (!lab_flow_rhs (s->flow, s->flow->t, y, up))
        return FALSE;
      y[j] = x[j] - h;
      if (!lab_flow_rhs (s->flow, s->flow->t, y, down))
        return FALSE;
      for (int i = 0; i < n; i++)
        a[j * n + i] = (up[i] - down[i]) / (2 * h) * s->scale[j];
    }
  return TRUE;
}

/* Newton's method without damping, in units of the box. Returns FALSE if it leaves the box or does not converge. Sets *singular to whether
 * ∂f/∂x is nearly singular at the root. */
static gboolean
refine (const Scan *s, double *x, gboolean *singular)
{
  int n = s->flow->n, pivot[MOST_DIMENSIONS];
  double a[MOST_DIMENSIONS * MOST_DIMENSIONS], f[MOST_DIMENSIONS];

  for (int iteration = 0; iteration < ITERATIONS; iteration++)
    {
      double size = 0;

      if (!lab_flow_rhs (s->flow, s->flow->t, x, f) || !differences (s, x, a) || !ode_lu_factor (n, a, pivot))
        return FALSE;
      ode_lu_solve (n, a, pivot, f);
      for (int i = 0; i < n; i++)
        {
          x[i] -= f[i] * s->scale[i];
          size = fmax (size, fabs (f[i]));
          if (!(x[i] >= s->box->low[i] && x[i] <= s->box->high[i]))
            return FALSE;
        }
      if (size < 1e-11)
        {
          double least = INFINITY, most = 0;

          for (int i = 0; i < n; i++) /* the diagonal of the factors holds reciprocals */
            {
              least = fmin (least, 1 / fabs (a[i * n + i]));
              most = fmax (most, 1 / fabs (a[i * n + i]));
            }
          *singular = iteration > 12 || least < NEARLY_SINGULAR * most; /* many iterations mean that the convergence was linear */
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
is_listed (const Scan *s, const LabEquilibria *found, const double *x, double same)
{
  for (guint k = 0; k < found->points->len; k++)
    {
      const LabEquilibrium *point = found->points->pdata[k];
      double distance = 0;

      for (int i = 0; i < s->flow->n; i++)
        distance = fmax (distance, fabs (point->x[i] - x[i]) / s->scale[i]);
      if (distance < (point->type == LAB_POINT_DEGENERATE ? SAME_SINGULAR : same))
        return TRUE;
    }
  return FALSE;
}

/* Scans a box. Returns the number of isolated equilibria that the scan found, counted once for each cell. */
static int
scan (const char *name, LabFlow *flow, const LabBox *box)
{
  static const int cells[] = { 0, 4096, 60, 16 };
  Scan s = { .flow = flow, .box = box, .cells = cells[flow->n] };
  g_autoptr (LabEquilibria) found = lab_equilibria_find (flow, box, NULL, NULL);
  int cell[MOST_DIMENSIONS] = { 0 }, count = 0, axis;

  g_assert_nonnull (found);
  for (int i = 0; i < flow->n; i++)
    s.scale[i] = box->high[i] - box->low[i];
  for (guint k = 0; k < found->points->len; k++) /* every listed point is an equilibrium */
    {
      const LabEquilibrium *point = found->points->pdata[k];
      double f[MOST_DIMENSIONS], low[MOST_DIMENSIONS], high[MOST_DIMENSIONS];

      if (!lab_flow_rhs (flow, flow->t, point->x, f) || !lab_flow_rhs (flow, flow->t, box->low, low) || !lab_flow_rhs (flow, flow->t, box->high, high))
        continue;
      for (int i = 0; i < flow->n; i++)
        if (!(fabs (f[i]) <= 1e-4 * fmax (fabs (low[i]), fabs (high[i]))))
          g_test_fail_printf ("%s: (%.12g, %.12g, …) is no equilibrium", name, point->x[0], flow->n > 1 ? point->x[1] : NAN);
    }
  do
    {
      for (int start = 0; start < 3 && may_contain_root (&s, cell); start++)
        {
          static const double parts[] = { 0.5, 0.2, 0.8 };
          double x[MOST_DIMENSIONS];
          gboolean singular;

          corner (&s, cell, start, parts[start], x);
          if (!refine (&s, x, &singular) || (singular && found->continuum))
            continue;
          count++;
          if (!is_listed (&s, found, x, singular ? SAME_SINGULAR : SAME))
            g_test_fail_printf ("%s: the equilibrium (%.12g, %.12g, …) is missing", name, x[0], flow->n > 1 ? x[1] : NAN);
        }
      for (axis = 0; axis < flow->n && ++cell[axis] == s.cells; axis++)
        cell[axis] = 0;
    }
  while (axis < flow->n);
  g_test_message ("%s: %u listed, %d times found by the scan%s", name, found->points->len, count, found->continuum ? ", a continuum" : "");
  return count;
}

/* Scans the default box and a box around it that is four times as wide, both shifted by an irrational part of a cell, so that equilibria are
 * not at corners of cells. */
static int
scan_boxes (const char *name, LabFlow *flow)
{
  g_auto (LabBox) box = { 0 };
  int count = 0;

  g_assert_true (lab_box_init (&box, flow, NULL, NULL, NULL));
  for (int k = 0; k < 2; k++)
    {
      g_auto (LabBox) wider = { flow->n, g_new (double, flow->n), g_new (double, flow->n) };
      double factor[] = { 1, 4 };

      for (int i = 0; i < flow->n; i++)
        {
          double centre = (box.low[i] + box.high[i]) / 2, half = (box.high[i] - box.low[i]) / 2;

          wider.low[i] = centre - half * factor[k] * (1 + 0.0123 * G_SQRT2);
          wider.high[i] = centre + half * factor[k];
        }
      count += scan (name, flow, &wider);
    }
  return count;
}

static void
test_library (void)
{
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, sim_config_check_solver);
  int n_models[MOST_DIMENSIONS + 1] = { 0 }, n_found[MOST_DIMENSIONS + 1] = { 0 };

  for (int i = 0; i < model_library_n_entries (library); i++)
    {
      const ModelEntry *entry = model_library_entry (library, i);
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (Model) model = model_library_open (entry->id, sim_config_check_solver, diagnostics);
      g_autoptr (SimConfig) config = sim_config_new ();
      LabProblem problem = { .model = model, .config = config, .t_start = NAN, .t_end = NAN };
      g_autoptr (LabFlow) flow = NULL;

      g_assert_nonnull (model);
      sim_config_apply_model (config, model, diagnostics); /* the method of the run that gives the default box */
      flow = lab_flow_new (&problem, NULL);
      if (flow == NULL || !flow->autonomous || flow->n > MOST_DIMENSIONS)
        continue;
      n_models[flow->n]++;
      n_found[flow->n] += scan_boxes (entry->id, flow);
    }
  for (int n = 1; n <= MOST_DIMENSIONS; n++)
    {
      g_test_message ("%d states: %d models", n, n_models[n]);
      g_assert_cmpint (n_models[n], >, 5); /* otherwise the library was not found */
      g_assert_cmpint (n_found[n], >, 0);
    }
}

/* Systems with many, near, and nearly singular equilibria. */
static void
test_difficult (void)
{
  static const struct { const char *name, *yaml; int at_least; } rows[] = {
    { "49 in a lattice", "states: {x: {initial: 10, derivative: sin(x)}, y: {initial: 10, derivative: sin(y)}}", 49 },
    { "two close saddles and nodes", "states: {x: {initial: 2, derivative: (x^2 - 1e-4)*(x - 1)}, y: {initial: 2, derivative: -y + 0.3*x}}", 3 },
    { "nine on a cubic", "states: {x: {initial: 2, derivative: x^3 - x - 0.2*y}, y: {initial: 2, derivative: y^3 - y + 0.1*x}}", 9 },
    { "fast and slow", "states: {x: {initial: 2, derivative: 1e4*(x - x^3/3 - y)}, y: {initial: 2, derivative: 1e-3*(x - 0.1)}}", 1 },
    { "an isolated point beside a line", "states: {x: {initial: 2, derivative: x*(x - 1)}, y: {initial: 2, derivative: x*(y - 1.3)}}", 1 },
    { "a root near a pole", "states: {x: {initial: 2, derivative: 1/(x - 0.5) + 20}, y: {initial: 2, derivative: y - x}}", 1 },
    { "narrow resonance", "states: {x: {initial: 2, derivative: 0.01 - exp(-((x - y)/0.05)^2)}, y: {initial: 2, derivative: x^2 + y^2 - 1}}", 4 },
  };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *text = g_strdup_printf ("format: 1\nname: Test\ntime: {end: 0.001}\n%s\n", rows[k].yaml);
      LabFixture f;

      lab_fixture_init (&f, text, NULL);
      {
        g_autoptr (LabFlow) flow = lab_flow_new (&f.problem, NULL);
        double low[2] = { -10.3, -10.1 }, high[2] = { 10.2, 10.4 };
        double near_low[2] = { -2.03, -2.01 }, near_high[2] = { 2.02, 2.04 };
        LabBox wide = { 2, low, high }, near = { 2, near_low, near_high };
        int count = scan (rows[k].name, flow, &wide) + scan (rows[k].name, flow, &near);

        g_assert_cmpint (count, >=, rows[k].at_least);
      }
      lab_fixture_clear (&f);
    }
}

/* Systems whose equilibria follow from their formulas. The nearer ones are 1e-6 of the box apart. */
static void
test_near (void)
{
  static const struct { const char *yaml; LabPointType type; double x, y; int of_type; } rows[] = {
    { "states: {x: {initial: 2, derivative: x^2 - 1e-10}, y: {initial: 2, derivative: x - y}}", LAB_POINT_SADDLE, 1e-5, 1e-5, 1 },
    { "states: {x: {initial: 2, derivative: x^2 - 1e-10}, y: {initial: 2, derivative: x - y}}", LAB_POINT_STABLE_NODE, -1e-5, -1e-5, 1 },
    { "states: {x: {initial: 2, derivative: x^2 - 1e-10}, y: {initial: 2, derivative: x - y}}", LAB_POINT_DEGENERATE, NAN, NAN, 0 },
    { "states: {x: {initial: 2, derivative: x^2*(x - 0.005)}, y: {initial: 2, derivative: -y}}", LAB_POINT_SADDLE, 0.005, 0, 1 },
    { "states: {x: {initial: 2, derivative: x^2*(x - 0.005)}, y: {initial: 2, derivative: -y}}", LAB_POINT_DEGENERATE, 0, 0, 1 },
    { "states: {x: {initial: 2, derivative: x*y}, y: {initial: 2, derivative: y*(1 - x - y)}}", LAB_POINT_SADDLE, 0, 1, 1 }, /* y = 0 are equilibria too */
  };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *text = g_strdup_printf ("format: 1\nname: Test\ntime: {end: 0.001}\n%s\n", rows[k].yaml);
      LabFixture f;
      int of_type = 0;

      lab_fixture_init (&f, text, NULL);
      {
        g_autoptr (LabFlow) flow = lab_flow_new (&f.problem, NULL);
        double low[2] = { -5, -5 }, high[2] = { 5, 5 };
        LabBox box = { 2, low, high };
        g_autoptr (LabEquilibria) found = lab_equilibria_find (flow, &box, NULL, NULL);

        for (guint i = 0; i < found->points->len; i++)
          {
            const LabEquilibrium *point = found->points->pdata[i];

            if (point->type != rows[k].type)
              continue;
            of_type++;
            g_assert_cmpfloat_with_epsilon (point->x[0], rows[k].x, 1e-10);
            g_assert_cmpfloat_with_epsilon (point->x[1], rows[k].y, 1e-10);
          }
        g_assert_cmpint (of_type, ==, rows[k].of_type);
      }
      lab_fixture_clear (&f);
    }
}

/* Without a limit of steps, the run of this model at the accuracy of a box would take hours. Only the time limit of the test fails then. */
static void
test_long_run (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_library_open ("e5-kinetics", sim_config_check_solver, diagnostics);
  g_autoptr (SimConfig) config = sim_config_new ();
  LabProblem problem = { .model = model, .config = config, .t_start = NAN, .t_end = NAN };
  g_autoptr (LabFlow) flow = lab_flow_new (&problem, NULL);
  g_auto (LabBox) box = { 0 };

  g_assert_true (lab_box_init (&box, flow, NULL, NULL, NULL));
  for (int i = 0; i < box.n; i++)
    g_assert_cmpfloat (box.low[i], <, box.high[i]);
}

/* Opens a model with the state x' = p − x, x (0) = 0, over the time 0.1. The range of its run is [0, 2 (1 − exp (−0.1))], the box is 1.5 times as wide. */
static void
open_short (LabFixture *f)
{
  lab_fixture_init (f, "format: 1\nname: Test\ntime: {end: 0.1}\nparameters: {p: 2}\nstates: {x: {initial: 0, derivative: p - x}}\n", NULL);
}

/* The default box is 0.29 wide. The only equilibrium, x = 2, is more than two widths away from it. This is still so after the box is doubled once;
 * after the second doubling the search finds it. A box that the caller gives is not widened. */
static void
test_widened (void)
{
  g_auto (LabBox) box = { 0 }, given = { 0 };
  LabFixture f;

  open_short (&f);
  g_autoptr (LabFlow) flow = lab_flow_new (&f.problem, NULL);
  g_assert_true (lab_box_init (&box, flow, NULL, NULL, NULL));
  g_assert_cmpfloat_with_epsilon (box.high[0] - box.low[0], 3 * (1 - exp (-0.1)), 1e-5);
  g_assert_cmpfloat_with_epsilon (box.end[0], 2 * (1 - exp (-0.1)), 1e-5);
  /* mean of 2 (1 − exp (−t)); the trapezoidal rule has an error of h²/12 · 2 per unit of time */
  g_assert_cmpfloat_with_epsilon (box.mean[0], 2 - 2 * (1 - exp (-0.1)) / 0.1, 0.1 * 0.1 / 6);
  g_autoptr (LabEquilibria) none = lab_equilibria_find (flow, &box, NULL, NULL);
  g_assert_cmpuint (none->points->len, ==, 0);
  g_autoptr (LabEquilibria) found = lab_equilibria_search (flow, &box, NULL, NULL);
  g_assert_cmpint (box.widened, ==, 2);
  g_assert_cmpfloat_with_epsilon (box.high[0] - box.low[0], 4 * 3 * (1 - exp (-0.1)), 1e-4);
  g_assert_cmpuint (found->points->len, ==, 1);
  g_assert_cmpfloat_with_epsilon (((LabEquilibrium *) found->points->pdata[0])->x[0], 2, 1e-12);
  g_assert_true (lab_box_init (&given, flow, "x=0:1", NULL, NULL));
  g_autoptr (LabEquilibria) inside = lab_equilibria_search (flow, &given, NULL, NULL);
  g_assert_cmpuint (inside->points->len, ==, 0);
  g_assert_cmpint (given.widened, ==, 0);
  lab_fixture_clear (&f);
}

/* A box has the same numbers, and leaves the same sizes, if another box of the flow was made before: a small, a large or a default one. */
static void
test_box_after_box (void)
{
  static const double amplitudes[] = { 1e-6, 0.01, 0.3, 1, 40 };
  static const char *const texts[] = { NULL, "x=-1:1", "x=-1e-8:1e-8,v=-1e-8:1e-8", "x=-100:100,v=-100:100" };

  for (guint a = 0; a < G_N_ELEMENTS (amplitudes); a++)
    for (guint before = 0; before < G_N_ELEMENTS (texts); before++)
      for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
        {
          g_autofree char *yaml = g_strdup_printf ("format: 1\nname: Test\ntime: {end: 7}\nstates:\n"
                                                   "  x: {initial: %g, derivative: v}\n  v: {initial: 0, derivative: -x - x^3}\n", amplitudes[a]);
          g_auto (LabBox) first = { 0 }, earlier = { 0 }, second = { 0 };
          LabFixture f;

          lab_fixture_init (&f, yaml, NULL);
          g_autoptr (LabFlow) fresh = lab_flow_new (&f.problem, NULL), used = lab_flow_new (&f.problem, NULL);
          g_assert_true (lab_box_init (&first, fresh, texts[k], NULL, NULL));
          g_assert_true (lab_box_init (&earlier, used, texts[before], NULL, NULL));
          g_assert_true (lab_box_init (&second, used, texts[k], NULL, NULL));
          for (int i = 0; i < 2; i++)
            {
              g_assert_cmpfloat (first.low[i], ==, second.low[i]);
              g_assert_cmpfloat (first.high[i], ==, second.high[i]);
              g_assert_cmpfloat (fresh->size[i], ==, used->size[i]);
            }
          lab_fixture_clear (&f);
        }
}

/* The continuation finds an equilibrium outside of its default box, and says which region it searched. */
static void
test_outside_continuation (void)
{
  const char *const options[] = { "p=2:3", NULL, NULL };
  LabFixture f;

  open_short (&f);
  LabResult *result = lab_study_continue.run (&f.problem, options, NULL, NULL);
  g_assert_cmpfloat (lab_result_number (result, "branches"), ==, 1);
  g_assert_nonnull (strstr (result->sentence, "Branches of equilibria: 1"));
  g_assert_nonnull (strstr (result->sentence, "Searched: x from "));
  g_assert_null (strstr (result->sentence, "events"));
  lab_result_free (result);
  lab_fixture_clear (&f);
}

/* The equations between events have an equilibrium at x = 2, which a run does not reach because the event sets x back. The result says that events are left out. */
static void
test_events (void)
{
  const char *const options[] = { NULL };
  LabFixture f;

  lab_fixture_init (&f, "format: 1\nname: Test\ntime: {end: 5}\nstates: {x: {initial: 0, derivative: 2 - x}}\n"
                        "events: {back: {crossing: x - 1, direction: rising, set: {x: 0}}}\n", NULL);
  LabResult *result = lab_study_equilibria.run (&f.problem, options, NULL, NULL);
  g_assert_cmpfloat (lab_result_number (result, "equilibria"), ==, 1);
  g_assert_true (g_str_has_suffix (result->sentence, ". The events of the model are left out."));
  lab_result_free (result);
  lab_fixture_clear (&f);
}

/* In the box of its run this model has no equilibrium. Newton's method finds the one at zero, which is outside. */
static void
test_outside (void)
{
  LabFixture f;

  lab_fixture_init (&f, "format: 1\nname: Test\ntime: {end: 0.5}\nstates: {x: {initial: 1, derivative: -x}, y: {initial: 1, derivative: -y}}\n", NULL);
  g_autoptr (LabFlow) flow = lab_flow_new (&f.problem, NULL);
  g_auto (LabBox) box = { 0 };
  g_assert_true (lab_box_init (&box, flow, NULL, NULL, NULL));
  g_assert_cmpfloat (box.low[0], >, 0);
  g_autoptr (LabEquilibria) found = lab_equilibria_search (flow, &box, NULL, NULL);
  g_assert_cmpint (box.widened, ==, 0);
  g_assert_cmpuint (found->points->len, ==, 1);
  g_assert_cmpfloat (((LabEquilibrium *) found->points->pdata[0])->x[0], ==, 0);
  lab_fixture_clear (&f);
}

/* Counts the different fractions that are reported. Each start of Newton's method has its own. */
typedef struct
{
  double last;
  int n;
} Starts;

static gboolean
count_starts (gpointer user, double fraction)
{
  Starts *starts = user;

  starts->n += fraction != starts->last;
  starts->last = fraction;
  return TRUE;
}

/* Returns the number of starts of the search in a model with this number of states, whose only equilibrium is zero. */
static int
starts_of (int n_states)
{
  g_autofree char *yaml = g_strdup_printf ("format: 1\nname: Test\nstates: {u: {size: %d, initial: 0.1, derivative: \"-u[i] - u[i]^3\"}}\n", n_states);
  g_autoptr (GError) error = NULL;
  g_auto (LabBox) box = { 0 };
  Starts starts = { -1, 0 };
  LabProgress progress = { .func = count_starts, .user = &starts };
  LabFixture f;

  lab_fixture_init (&f, yaml, NULL);
  g_autoptr (LabFlow) flow = lab_flow_new (&f.problem, &error);
  g_assert_no_error (error);
  g_assert_true (lab_box_init (&box, flow, NULL, NULL, &error));
  g_autoptr (LabEquilibria) found = lab_equilibria_find (flow, &box, &progress, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->points->len, ==, 1);
  lab_fixture_clear (&f);
  return starts.n;
}

static void
test_number_of_starts (void)
{
  int few = starts_of (20), many = starts_of (120);

  g_test_message ("%d starts for 20 states, %d for 120", few, many);
  g_assert_cmpint (few, >=, 4096);
  g_assert_cmpint (many, >=, 256);
  g_assert_cmpint (many, <=, 300);
}

/* The ball is between the floor and 1. Without the impacts it would be at 1 − 9.81 · 9/2 = −43 after 3 s. */
static void
test_default_box_with_events (void)
{
  static const char yaml[] = "format: 1\nname: Test\ntime: {start: 0, end: 3}\nstates:\n  h: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -9.81}\n"
                             "events:\n  impact: {crossing: h, direction: falling, set: {h: 0, v: -0.9*v}}\n";
  g_autoptr (GError) error = NULL;
  g_auto (LabBox) box = { 0 };
  LabFixture f;

  lab_fixture_init (&f, yaml, NULL);
  g_autoptr (LabFlow) flow = lab_flow_new (&f.problem, &error);
  g_assert_no_error (error);
  g_assert_true (lab_box_init (&box, flow, NULL, NULL, &error));
  g_test_message ("h = %g … %g", box.low[0], box.high[0]);
  g_assert_cmpfloat (box.low[0], >, -0.26); /* a quarter of the range below the floor */
  g_assert_cmpfloat_with_epsilon (box.high[0], 1.25, 0.01);
  lab_fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/equilibria/no-equilibrium-of-a-model-of-the-library-is-missed-on-a-scan", test_library);
  g_test_add_func ("/lab/equilibria/no-equilibrium-of-a-difficult-system-is-missed-on-a-scan", test_difficult);
  g_test_add_func ("/lab/equilibria/near-equilibria-and-those-beside-a-degenerate-one-are-kept-apart", test_near);
  g_test_add_func ("/lab/equilibria/the-box-of-a-long-stiff-run-is-found-soon", test_long_run);
  g_test_add_func ("/lab/equilibria/a-default-box-without-an-equilibrium-is-widened", test_widened);
  g_test_add_func ("/lab/equilibria/a-box-does-not-depend-on-the-box-before", test_box_after_box);
  g_test_add_func ("/lab/equilibria/a-continuation-finds-equilibria-outside-of-its-default-box", test_outside_continuation);
  g_test_add_func ("/lab/equilibria/an-equilibrium-near-the-default-box-is-found", test_outside);
  g_test_add_func ("/lab/equilibria/the-sentence-says-that-events-are-left-out", test_events);
  g_test_add_func ("/lab/equilibria/models-with-many-states-have-fewer-starts", test_number_of_starts);
  g_test_add_func ("/lab/equilibria/the-default-box-is-the-range-of-a-run-with-events", test_default_box_with_events);
  return g_test_run ();
}
