/* Tests basins of attraction with closed forms and symmetry, and that the cells do not depend on the number of threads and on
 * interruptions. */
#include <gio/gio.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "lab-basin.h"
#include "lab-fixture.h"
#include "lab-registry.h"
#include "ode-random.h"

#define HEAD "format: 1\nname: Test\n"
/* 0 is stable. Runs from outside [−1, 1] become infinite in finite time. */
#define CUBIC HEAD "time: {start: 0, end: 60}\nstates:\n  x: {initial: 0, derivative: -x + x^3}\n"
/* r' = −r (r² − 1)(r² − 4)/4: runs from r < 1 converge to the origin, and runs from r > 1 to the circle r = 2. */
#define RING                                                                                                                      \
  HEAD "time: {start: 0, end: 60}\nvariables: {q: -(x^2 + y^2 - 1)*(x^2 + y^2 - 4)/4}\nstates:\n"                                 \
       "  x: {initial: 0, derivative: q*x - 3*y}\n  y: {initial: 0, derivative: q*y + 3*x}\n"
#define MAGNETS                                                                                                                   \
  HEAD "time: {start: 0, end: 120}\n"                                                                                             \
       "parameters: {ax: 1, ay: 0, bx: -0.5, by: sqrt(3)/2, cx: -0.5, cy: -sqrt(3)/2}\n"                                          \
       "variables:\n  ra: ((ax - x)^2 + (ay - y)^2 + 0.09)^1.5\n  rb: ((bx - x)^2 + (by - y)^2 + 0.09)^1.5\n"                     \
       "  rc: ((cx - x)^2 + (cy - y)^2 + 0.09)^1.5\n"                                                                             \
       "states:\n  x: {initial: 0, derivative: u}\n  y: {initial: 0, derivative: v}\n"                                            \
       "  u: {initial: 0, derivative: -0.2*u - 0.5*x + (ax - x)/ra + (bx - x)/rb + (cx - x)/rc}\n"                                \
       "  v: {initial: 0, derivative: -0.2*v - 0.5*y + (ay - y)/ra + (by - y)/rb + (cy - y)/rc}\n"

static LabBasin *
plane (const LabFixture *f, double half, int n, gboolean compute_all)
{
  LabBasinSetup setup = { .x = (char *) "x", .y = (char *) "y", .x_low = -half, .x_high = half, .y_low = -half, .y_high = half,
                          .nx = n, .ny = n, .compute_all = compute_all };
  g_autoptr (GError) error = NULL;
  LabBasin *basin = lab_basin_new (&f->problem, &setup, &error);

  g_assert_no_error (error);
  return basin;
}

static void
complete (LabBasin *basin, int n_jobs)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (lab_basin_run (basin, n_jobs, NULL, &error));
  g_assert_no_error (error);
}

typedef struct
{
  int n;
  gint8 *code;
  float *capture;
} Cells;

static Cells
cells_of (const LabBasin *basin)
{
  const LabBasinSetup *setup = lab_basin_setup (basin);
  Cells cells = { .n = setup->nx * setup->ny };

  cells.code = g_new (gint8, cells.n);
  cells.capture = g_new (float, cells.n);
  lab_basin_snapshot (basin, FALSE, cells.code, cells.capture);
  return cells;
}

static void
cells_clear (Cells *cells)
{
  g_free (cells->code);
  g_free (cells->capture);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cells, cells_clear)

static void
expect_same (const Cells *a, const Cells *b)
{
  g_assert_cmpmem (a->code, a->n, b->code, b->n);
  g_assert_cmpmem (a->capture, a->n * sizeof (float), b->capture, b->n * sizeof (float));
}

/* ---- comparison with closed forms ---- */

static void
test_escape (void)
{
  LabBasinSetup setup = { .x = (char *) "x", .x_low = -2, .x_high = 2, .nx = 400 };
  g_autoptr (LabBasin) basin = NULL;
  LabFixture f;

  lab_fixture_init (&f, CUBIC, "accuracy: 1e-8\n");
  basin = lab_basin_new (&f.problem, &setup, NULL);
  complete (basin, 1);
  g_assert_cmpint (lab_basin_n_attractors (basin), ==, 1);
  g_assert_cmpfloat_with_epsilon (lab_basin_attractor (basin, 0)->x[0], 0, 1e-9);
  g_auto (Cells) cells = cells_of (basin);
  for (int k = 0; k < cells.n; k++)
    {
      double x = -2 + (k + 0.5) * 0.01;

      g_assert_cmpint (cells.code[k], ==, fabs (x) < 1 ? 0 : LAB_BASIN_ESCAPES);
      /* 1/x² − 1 = (1/x₀² − 1) e^(2t), and x is infinite when 1/x² = 0, that is, e^(−2t) = 1 − 1/x₀². The last step may pass that time. */
      if (fabs (x) > 1)
        g_assert_cmpfloat_with_epsilon (cells.capture[k], -0.5 * log (1 - 1 / (x * x)), 0.03);
    }
  lab_fixture_clear (&f);
}

/* u' = −u + u³ with u = (x − c)/s comes to rest for |u| < 1 and escapes otherwise, also on a grid that lies far from 0 beside its size: the bound of escape
 * is measured from the grid. Codes are those of the grid around 0, and so are times, within the length of a step. */
static void
test_shifted (void)
{
  static const struct { const char *c, *s; double centre, size; } places[] = { { "0", "1", 0, 1 }, { "20", "1e-6", 20, 1e-6 }, { "-3e9", "1", -3e9, 1 }, { "1e12", "1e9", 1e12, 1e9 } };
  gint8 code[40];
  float capture[40];

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *yaml = g_strdup_printf ("format: 1\nname: Test\ntime: {end: 20}\nparameters: {c: %s, s: %s}\n"
                                               "states: {x: {initial: c, derivative: (x - c)*(((x - c)/s)^2 - 1)}}\n", places[i].c, places[i].s);
      LabBasinSetup setup = { .x = (char *) "x", .x_low = places[i].centre - 2 * places[i].size, .x_high = places[i].centre + 2 * places[i].size, .nx = 40 };
      g_autoptr (LabBasin) basin = NULL;
      LabFixture f;

      lab_fixture_init (&f, yaml, "accuracy: 1e-12\n");
      basin = lab_basin_new (&f.problem, &setup, NULL);
      complete (basin, 1);
      g_auto (Cells) cells = cells_of (basin);
      g_assert_cmpint (cells.n, ==, G_N_ELEMENTS (code));
      for (int k = 0; k < cells.n; k++)
        {
          if (i == 0)
            {
              code[k] = cells.code[k];
              capture[k] = cells.capture[k];
              g_assert_cmpint (code[k], ==, k >= 10 && k < 30 ? 0 : LAB_BASIN_ESCAPES);
            }
          g_assert_cmpint (cells.code[k], ==, code[k]);
          g_assert_cmpfloat_with_epsilon (cells.capture[k], capture[k], 0.1);
        }
      lab_fixture_clear (&f);
    }
}

/* The double well x' = x − x³/s² has the attractors ±s, beside a state y of the size 1, in every unit of x. Each attracts one half of the cells. */
static void
test_units (void)
{
  static const struct { const char *s; double size; } units[] = { { "1", 1 }, { "1e-6", 1e-6 }, { "1e-9", 1e-9 }, { "1e6", 1e6 } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *yaml = g_strdup_printf ("format: 1\nname: Test\ntime: {end: 60}\nparameters: {s: %s}\nstates:\n"
                                               "  x: {initial: 0.5*s, derivative: x - x^3/s^2}\n  y: {initial: 0.5, derivative: -y}\n", units[i].s);
      LabBasinSetup setup = { .x = (char *) "x", .x_low = -2 * units[i].size, .x_high = 2 * units[i].size, .nx = 50 };
      g_autoptr (LabBasin) basin = NULL;
      LabFixture f;

      lab_fixture_init (&f, yaml, NULL);
      basin = lab_basin_new (&f.problem, &setup, NULL);
      complete (basin, 1);
      g_test_message ("s = %s: %d attractors", units[i].s, lab_basin_n_attractors (basin));
      g_assert_cmpint (lab_basin_n_attractors (basin), ==, 2);
      g_auto (Cells) cells = cells_of (basin);
      for (int k = 0; k < cells.n; k++)
        g_assert_cmpfloat_with_epsilon (lab_basin_attractor (basin, cells.code[k])->x[0], k < cells.n / 2 ? -units[i].size : units[i].size,
                                        1e-9 * units[i].size);
      lab_fixture_clear (&f);
    }
}

static void
test_ring (void)
{
  g_autoptr (LabBasin) basin = NULL;
  int point, cycle;
  LabFixture f;

  lab_fixture_init (&f, RING, "accuracy: 1e-7\n");
  basin = plane (&f, 2.5, 100, FALSE);
  complete (basin, 2);
  g_assert_cmpint (lab_basin_n_attractors (basin), ==, 2);
  point = lab_basin_attractor (basin, 0)->kind == LAB_ATTRACTOR_POINT ? 0 : 1;
  cycle = 1 - point;
  g_assert_cmpint (lab_basin_attractor (basin, cycle)->kind, ==, LAB_ATTRACTOR_CYCLE);
  g_assert_cmpfloat_with_epsilon (lab_basin_attractor (basin, cycle)->period, 2 * G_PI / 3, 1e-3);
  g_assert_cmpfloat_with_epsilon (hypot (lab_basin_attractor (basin, cycle)->x[0], lab_basin_attractor (basin, cycle)->x[1]), 2, 1e-3);
  g_auto (Cells) cells = cells_of (basin);
  for (int k = 0; k < cells.n; k++)
    {
      double r = hypot (-2.5 + (k % 100 + 0.5) * 0.05, -2.5 + (k / 100 + 0.5) * 0.05);

      if (fabs (r - 1) > 1e-3)
        g_assert_cmpint (cells.code[k], ==, r < 1 ? point : cycle);
    }
  g_assert_cmpint (lab_basin_n_computed (basin), <, cells.n);
  lab_fixture_clear (&f);
}

/* A start that is rotated by a third of a revolution ends over the next magnet. */
static void
test_symmetry (void)
{
  enum { N = 3000 };
  OdeRandomStream stream = { 11, 0, ode_random_hash ("starts") };
  g_autofree double *points = g_new (double, 4 * N);
  g_autofree gint8 *code = g_new (gint8, 2 * N);
  g_autofree float *capture = g_new (float, 2 * N);
  g_autoptr (LabBasin) basin = NULL;
  int next[3] = { -1, -1, -1 }, wrong = 0;
  LabFixture f;

  lab_fixture_init (&f, MAGNETS, "accuracy: 1e-8\n");
  basin = plane (&f, 2, 12, TRUE);
  complete (basin, 0);
  g_assert_cmpint (lab_basin_n_attractors (basin), ==, 3);
  for (int k = 0; k < 3; k++)
    for (int other = 0; other < 3; other++)
      {
        const double *a = lab_basin_attractor (basin, k)->x, *b = lab_basin_attractor (basin, other)->x;

        if (hypot (-0.5 * a[0] - sqrt (0.75) * a[1] - b[0], sqrt (0.75) * a[0] - 0.5 * a[1] - b[1]) < 1e-6)
          next[k] = other;
      }
  for (int k = 0; k < N; k++)
    {
      double x = ode_random_uniform (&stream, (guint64) (2 * k), -2, 2), y = ode_random_uniform (&stream, (guint64) (2 * k + 1), -2, 2);

      points[2 * k] = x;
      points[2 * k + 1] = y;
      points[2 * (N + k)] = -0.5 * x - sqrt (0.75) * y;
      points[2 * (N + k) + 1] = sqrt (0.75) * x - 0.5 * y;
    }
  g_assert_true (lab_basin_classify (basin, points, 2 * N, 0, NULL, code, capture, NULL));
  for (int k = 0; k < N; k++)
    {
      g_assert_cmpint (code[k], >=, 0);
      wrong += code[N + k] != next[code[k]];
    }
  g_assert_cmpint (wrong, <=, 3);
  lab_fixture_clear (&f);
}

/* ---- results that do not depend on the way of computation ---- */

typedef struct
{
  int left; /* number of progress reports until the computation is cancelled */
} Patience;

static gboolean
run_out (gpointer user, double fraction)
{
  g_assert_true (fraction >= 0 && fraction <= 1);
  return ((Patience *) user)->left-- > 0;
}

static void
test_threads (void)
{
  LabFixture f;

  lab_fixture_init (&f, MAGNETS, NULL);
  g_autoptr (LabBasin) one = plane (&f, 2, 60, FALSE);
  complete (one, 1);
  g_auto (Cells) expected = cells_of (one);
  for (int n_jobs = 2; n_jobs <= 7; n_jobs += 5)
    {
      g_autoptr (LabBasin) basin = plane (&f, 2, 60, FALSE);

      complete (basin, n_jobs);
      g_auto (Cells) cells = cells_of (basin);
      expect_same (&cells, &expected);
      g_assert_cmpint (lab_basin_n_computed (basin), ==, lab_basin_n_computed (one));
    }
  lab_fixture_clear (&f);
}

/* The computation is cancelled again and again, and in one case stored in a file and loaded in between. */
static void
test_interruptions (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-basin-XXXXXX", NULL), *path = g_build_filename (folder, "cells", NULL);
  int interruptions = 0;
  LabFixture f;

  lab_fixture_init (&f, MAGNETS, NULL);
  g_autoptr (LabBasin) whole = plane (&f, 2, 40, FALSE);
  complete (whole, 1);
  g_auto (Cells) expected = cells_of (whole);
  g_autoptr (LabBasin) basin = plane (&f, 2, 40, FALSE);
  for (gboolean done = FALSE; !done;)
    {
      g_autoptr (GError) error = NULL;
      Patience patience = { interruptions < 12 ? interruptions % 4 + interruptions / 3 : G_MAXINT };
      LabProgress progress = { run_out, &patience };

      done = lab_basin_run (basin, 2, &progress, &error);
      if (done)
        break;
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      interruptions++;
      if (interruptions % 2 == 0)
        continue;
      g_assert_true (lab_basin_save (basin, path, NULL));
      lab_basin_free (basin);
      basin = plane (&f, 2, 40, FALSE);
      g_assert_true (lab_basin_load (basin, path, NULL));
    }
  g_assert_cmpint (interruptions, >=, 1); /* the first report already cancels */
  g_auto (Cells) cells = cells_of (basin);
  expect_same (&cells, &expected);
  g_autoptr (LabBasin) other = plane (&f, 2, 41, FALSE);
  g_autoptr (GError) error = NULL;
  g_assert_false (lab_basin_load (other, path, &error));
  g_assert_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL);
  g_unlink (path);
  g_rmdir (folder);
  lab_fixture_clear (&f);
}

/* A damaged file, in which any byte is missing or changed, is refused or gives cells with valid
 * values. */
static void
test_damage (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-basin-XXXXXX", NULL), *path = g_build_filename (folder, "cells", NULL), *bytes = NULL;
  LabFixture f;
  gsize n;

  lab_fixture_init (&f, RING, NULL);
  g_autoptr (LabBasin) basin = plane (&f, 2.5, 8, FALSE);
  complete (basin, 1);
  g_assert_true (lab_basin_save (basin, path, NULL));
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  for (gsize k = 0; k < n; k += 37)
    {
      g_autoptr (LabBasin) damaged = plane (&f, 2.5, 8, FALSE);
      gint8 code[64];
      float capture[64];

      bytes[k] ^= 0x55;
      g_assert_true (g_file_set_contents (path, bytes, (gssize) (k % 2 == 0 ? n : n - k / 2), NULL));
      bytes[k] ^= 0x55;
      if (!lab_basin_load (damaged, path, NULL))
        continue;
      lab_basin_snapshot (damaged, TRUE, code, capture);
      for (int c = 0; c < 64; c++)
        g_assert_true (code[c] >= LAB_BASIN_UNKNOWN && code[c] < lab_basin_n_attractors (damaged));
    }
  g_unlink (path);
  g_rmdir (folder);
  lab_fixture_clear (&f);
}

/* Filling cells without runs changes few cells of a fractal picture, and all types of results still occur. */
static void
test_filling (void)
{
  int different = 0;
  LabFixture f;

  lab_fixture_init (&f, MAGNETS, NULL);
  g_autoptr (LabBasin) all = plane (&f, 2, 100, TRUE);
  g_autoptr (LabBasin) some = plane (&f, 2, 100, FALSE);
  complete (all, 0);
  complete (some, 0);
  g_assert_cmpint (lab_basin_n_computed (all), ==, 10000);
  g_assert_cmpint (lab_basin_n_computed (some), <, 9500);
  g_auto (Cells) a = cells_of (all);
  g_auto (Cells) b = cells_of (some);
  for (int k = 0; k < a.n; k++)
    different += a.code[k] != b.code[k];
  g_assert_cmpint (different, <, 20);
  lab_fixture_clear (&f);
}

/* A window that was moved by ten columns, and one with a third of the width, reuse the cells that they share. */
static void
test_adoption (void)
{
  LabFixture f;

  lab_fixture_init (&f, RING, NULL);
  LabBasinSetup moved = { .x = (char *) "x", .y = (char *) "y", .x_low = -2, .x_high = 3, .y_low = -2.5, .y_high = 2.5, .nx = 50, .ny = 50,
                          .compute_all = TRUE };
  g_autoptr (LabBasin) first = plane (&f, 2.5, 50, TRUE);
  g_autoptr (LabBasin) fresh = lab_basin_new (&f.problem, &moved, NULL);
  G_GNUC_UNUSED g_autoptr (LabBasin) second = lab_basin_new (&f.problem, &moved, NULL);
  moved.escape = 5000;
  g_autoptr (LabBasin) unlike = lab_basin_new (&f.problem, &moved, NULL);
  complete (first, 1);
  complete (fresh, 1);
  /* The escape bound depends on the size of the window. If it differs, no cells are reused. */
  g_assert_cmpint (lab_basin_adopt (unlike, first), ==, 0);
  moved.escape = 2500;
  g_autoptr (LabBasin) alike = lab_basin_new (&f.problem, &moved, NULL);
  g_assert_cmpint (lab_basin_adopt (alike, first), ==, 45 * 50);
  complete (alike, 1);
  g_auto (Cells) a = cells_of (alike);
  g_auto (Cells) b = cells_of (fresh);
  for (int k = 0; k < a.n; k++)
    g_assert_cmpint (lab_basin_attractor (alike, a.code[k])->kind, ==, lab_basin_attractor (fresh, b.code[k])->kind);
  lab_fixture_clear (&f);
}

/* Windows at any place and scale are aligned so that they share starts: a quarter of the cells at half of the scale, all in the known
 * window at twice the scale, and all that both windows contain after a shift. The result equals that of a computation without known
 * cells. */
static void
test_zoom (void)
{
  static const struct { double x_low, x_high, y_low, y_high; int least; } windows[] = {
    { -1.26, 1.24, -1.25, 1.25, 24 * 24 }, { -5.1, 4.9, -5, 5, 24 * 24 }, { -2.27, 2.73, -2.5, 2.5, 47 * 49 }, { 0.3, 1.9, 0.3, 1.9, 16 * 16 },
  };
  LabFixture f;

  lab_fixture_init (&f, RING, NULL);
  g_autoptr (LabBasin) first = plane (&f, 2.5, 50, TRUE);
  complete (first, 1);
  for (guint k = 0; k < G_N_ELEMENTS (windows); k++)
    {
      LabBasinSetup setup = { .x = (char *) "x", .y = (char *) "y", .x_low = windows[k].x_low, .x_high = windows[k].x_high,
                              .y_low = windows[k].y_low, .y_high = windows[k].y_high, .nx = 50, .ny = 50, .compute_all = TRUE };
      double cell = (setup.x_high - setup.x_low) / 50;

      lab_basin_align (first, &setup);
      g_assert_cmpfloat (fabs (0.5 * (setup.x_low + setup.x_high - windows[k].x_low - windows[k].x_high)), <=, 1.01 * cell);
      g_assert_cmpfloat (fabs (log ((setup.x_high - setup.x_low) / 50 / cell)), <=, log (1.5));
      g_autoptr (LabBasin) known = lab_basin_new (&f.problem, &setup, NULL);
      g_autoptr (LabBasin) fresh = lab_basin_new (&f.problem, &setup, NULL);
      g_assert_cmpint (lab_basin_adopt (known, first), >=, windows[k].least);
      complete (known, 1);
      complete (fresh, 1);
      g_auto (Cells) a = cells_of (known);
      g_auto (Cells) b = cells_of (fresh);
      for (int i = 0; i < a.n; i++)
        g_assert_cmpint (lab_basin_attractor (known, a.code[i])->kind, ==, lab_basin_attractor (fresh, b.code[i])->kind);
    }
  lab_fixture_clear (&f);
}

/* A snapshot during the computation shows coarse cells in place of unknown ones. */
static void
test_snapshot (void)
{
  Patience patience = { 1 };
  LabProgress progress = { run_out, &patience };
  LabFixture f;

  lab_fixture_init (&f, RING, NULL);
  g_autoptr (LabBasin) basin = plane (&f, 2.5, 64, TRUE);
  g_autofree gint8 *code = g_new (gint8, 64 * 64);
  g_autofree float *capture = g_new (float, 64 * 64);
  lab_basin_snapshot (basin, TRUE, code, capture);
  for (int k = 0; k < 64 * 64; k++)
    g_assert_cmpint (code[k], ==, LAB_BASIN_UNKNOWN);
  for (int reports = 2; !lab_basin_run (basin, 1, &progress, NULL) && lab_basin_n_computed (basin) < 200; reports *= 2)
    patience.left = reports;
  lab_basin_snapshot (basin, TRUE, code, capture);
  for (int k = 0; k < 64 * 64; k++)
    g_assert_cmpint (code[k], !=, LAB_BASIN_UNKNOWN);
  lab_fixture_clear (&f);
}

static void
test_errors (void)
{
  static const struct { const char *x, *y; double low, high; int n; const char *part; } cases[] = {
    { "ax", NULL, -1, 1, 5, "is a parameter" }, { "q", NULL, -1, 1, 5, "no state 'q'" },      { "x", NULL, 1, -1, 5, "lower one first" },
    { "x", "x", -1, 1, 5, "both axes" },        { "x", NULL, -1, INFINITY, 5, "two numbers" }, { "x", NULL, -1, 1, 0, "1 to 20000" },
  };
  LabFixture f;

  lab_fixture_init (&f, MAGNETS, NULL);
  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      LabBasinSetup setup = { .x = (char *) cases[k].x, .y = (char *) cases[k].y, .x_low = cases[k].low, .x_high = cases[k].high,
                              .y_low = -1, .y_high = 1, .nx = cases[k].n, .ny = 5 };
      g_autoptr (GError) error = NULL;

      g_assert_null (lab_basin_new (&f.problem, &setup, &error));
      g_assert_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_OPTION);
      g_assert_nonnull (strstr (error->message, cases[k].part));
    }
  lab_fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/basin/the-attractors-of-a-double-well-are-found-in-every-unit", test_units);
  g_test_add_func ("/lab/basin/a-grid-far-from-zero-has-the-basins-of-the-same-grid-around-zero", test_shifted);
  g_test_add_func ("/lab/basin/runs-that-reach-infinity-escape-at-the-time-of-the-closed-form", test_escape);
  g_test_add_func ("/lab/basin/the-basins-of-an-equilibrium-and-a-cycle-meet-at-the-unstable-circle", test_ring);
  g_test_add_func ("/lab/basin/starts-rotated-by-120-degrees-end-over-the-next-magnet", test_symmetry);
  g_test_add_func ("/lab/basin/the-cells-do-not-depend-on-the-number-of-threads", test_threads);
  g_test_add_func ("/lab/basin/the-cells-do-not-depend-on-interruptions-and-files", test_interruptions);
  g_test_add_func ("/lab/basin/damaged-files-are-refused-or-harmless", test_damage);
  g_test_add_func ("/lab/basin/filled-cells-agree-with-computed-ones", test_filling);
  g_test_add_func ("/lab/basin/a-moved-window-reuses-known-cells", test_adoption);
  g_test_add_func ("/lab/basin/aligned-windows-share-start-points-at-any-scale", test_zoom);
  g_test_add_func ("/lab/basin/a-snapshot-shows-coarse-cells-in-place-of-unknown-ones", test_snapshot);
  g_test_add_func ("/lab/basin/wrong-setups-are-refused", test_errors);
  return g_test_run ();
}
