/* Compares return maps of sections and projections of phase planes with closed forms. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "lab-fixture.h"
#include "lab-registry.h"
#include "lab-result.h"
#include "lab-returns.h"

#define HEAD "format: 1\nname: Test\n"
/* r' = r (1 − r²)/10, φ' = 1. The cycle r = 1 has the multiplier exp (−0.4π). */
#define HOPF \
  HEAD "states:\n  x: {initial: 1.5, derivative: -y + 0.1*x*(1 - x^2 - y^2)}\n  y: {initial: 0, derivative: x + 0.1*y*(1 - x^2 - y^2)}\n"
/* r' = r g (r²), φ' = 1 */
#define RADIAL(g) HEAD "time: {end: 20}\nstates:\n  x: {initial: 0.2, derivative: -y + x*(" g ")}\n  y: {initial: 0, derivative: x + y*(" g ")}\n"
#define LORENZ \
  HEAD "time: {end: 40}\nparameters: {rho: 28}\nstates:\n  x: {initial: 1, derivative: 10*(y - x)}\n" \
       "  y: {initial: 2, derivative: x*(rho - z) - y}\n  z: {initial: 1, derivative: x*y - 8/3*z}\n"
#define HENON_HEILES \
  HEAD "time: {end: 200}\nstates:\n  x: {initial: 0.12, derivative: px, kind: position}\n  y: {initial: 0.12, derivative: py, kind: position}\n" \
       "  px: {initial: 0.12, derivative: -x - 2*x*y, kind: velocity}\n  py: {initial: 0.12, derivative: -y - x^2 + y^2, kind: velocity}\n"

/* Runs the study phase-plane with these options at a time; the others have no value. Returns NULL with an error. */
static LabResult *
plane_at (LabFixture *f, const char *box, const char *axes, const char *slice, const char *section, const char *time, GError **error)
{
  const char *values[] = { box, axes, slice, section, time, NULL };
  const LabStudyKind *kind = lab_registry_find ("phase-plane");

  g_assert_cmpint (kind->n_options, ==, G_N_ELEMENTS (values));
  return kind->run (&f->problem, values, NULL, error);
}

static LabResult *
plane_of (LabFixture *f, const char *box, const char *axes, const char *slice, const char *section, GError **error)
{
  return plane_at (f, box, axes, slice, section, NULL, error);
}

static LabResult *
plane_or_fail (LabFixture *f, const char *box, const char *axes, const char *slice, const char *section)
{
  g_autoptr (GError) error = NULL;
  LabResult *result = plane_of (f, box, axes, slice, section, &error);

  g_assert_no_error (error);
  return result;
}

/* ---- return maps ---- */

/* Returns the radius after one turn of the model HOPF, in closed form. */
static double
next_radius (double r)
{
  return 1 / sqrt (1 + (1 / (r * r) - 1) * exp (-0.4 * G_PI));
}

/* Checks the rows of a map against the closed form. `sign` is the side of the origin on which the section is. */
static void
check_map (const LabResult *result, double sign, int least)
{
  const LabTable *map = lab_result_table (result, "return_map");
  int returned = 0;

  for (int k = 0; k < lab_table_n_rows (map); k++)
    {
      double at = lab_table_number (map, k, 0), next = lab_table_number (map, k, 1), time = lab_table_number (map, k, 2);

      g_assert_true (k == 0 || at >= lab_table_number (map, k - 1, 0));
      if (isnan (next))
        continue;
      g_assert_cmpfloat_with_epsilon (next, sign * next_radius (fabs (at)), 1e-7);
      g_assert_cmpfloat_with_epsilon (time, 2 * G_PI, 1e-7);
      returned++;
    }
  g_assert_cmpint (returned, >, least);
}

/* The default section begins at the focus. Its map has the fixed points 0 and 1. */
static void
test_closed_form (void)
{
  LabFixture f;

  lab_fixture_init (&f, HOPF, NULL);
  g_autoptr (LabResult) result = plane_or_fail (&f, "x=-2:2,y=-2:2", NULL, NULL, NULL);
  const LabTable *fixed = lab_result_table (result, "fixed_points"), *section = lab_result_table (result, "section");
  g_assert_cmpstr (lab_result_table (result, "return_map")->columns[1], ==, "next_x");
  check_map (result, 1, 300);
  g_assert_cmpfloat_with_epsilon (lab_table_number (section, 0, 1), 0, 1e-12);
  g_assert_cmpfloat (lab_table_number (section, 1, 1), ==, 2);
  g_assert_cmpint (lab_table_n_rows (fixed), ==, 2);
  g_assert_cmpstr (lab_table_text (fixed, 0, 0), ==, "unstable_focus");
  g_assert_cmpfloat_with_epsilon (lab_table_number (fixed, 0, 2), exp (0.2 * G_PI), 1e-9);
  g_assert_cmpstr (lab_table_text (fixed, 1, 0), ==, "cycle");
  g_assert_cmpfloat_with_epsilon (lab_table_number (fixed, 1, 1), 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (lab_table_number (fixed, 1, 2), exp (-0.4 * G_PI), 1e-7);
  g_assert_cmpfloat_with_epsilon (lab_table_number (fixed, 1, 3), 2 * G_PI, 1e-8);
  g_assert_cmpfloat (lab_table_number (fixed, 1, 4), ==, TRUE);
  g_assert_cmpfloat (lab_table_number (fixed, 1, 5), ==, 1);
  /* The multiplier has the digits of the list of cycles. */
  g_assert_cmpfloat (lab_table_number (fixed, 1, 2), ==, lab_table_number (lab_result_table (result, "cycles"), 0, 2));
  lab_fixture_clear (&f);
}

/* A section on the other side of the focus, given from right to left, and a vertical one. */
static void
test_other_sections (void)
{
  LabFixture f;

  lab_fixture_init (&f, HOPF, NULL);
  g_autoptr (LabResult) left = plane_or_fail (&f, "x=-2:2,y=-2:2", NULL, NULL, "x=0:-2,y=0");
  check_map (left, -1, 300);
  g_assert_cmpint ((int) lab_result_number (left, "fixed_points"), ==, 2);
  g_autoptr (LabResult) vertical = plane_or_fail (&f, "x=-2:2,y=-2:2", "y,x", NULL, "y=0.2:2,x=0");
  g_assert_cmpstr (lab_result_table (vertical, "return_map")->columns[0], ==, "y");
  check_map (vertical, 1, 200);
  g_assert_cmpint ((int) lab_result_number (vertical, "fixed_points"), ==, 1);
  g_assert_cmpfloat (lab_table_number (lab_result_table (vertical, "fixed_points"), 0, 5), ==, 1);
  lab_fixture_clear (&f);
}

/* r' = r (r² − 1)(4 − r²), φ' = 1: the multiplier of the unstable cycle r = 1 is exp (12π) = 2·10¹⁶, so that only orbits followed backward
 * find it. */
static void
test_steep_map (void)
{
  LabFixture f;

  lab_fixture_init (&f, HEAD "states:\n  x: {initial: 1.5, derivative: -y + x*(x^2 + y^2 - 1)*(4 - x^2 - y^2)}\n"
                             "  y: {initial: 0, derivative: x + y*(x^2 + y^2 - 1)*(4 - x^2 - y^2)}\n", NULL);
  g_autoptr (LabResult) result = plane_or_fail (&f, "x=-3:3,y=-3:3", NULL, NULL, NULL);
  const LabTable *fixed = lab_result_table (result, "fixed_points");
  g_assert_cmpint (lab_table_n_rows (fixed), ==, 3);
  for (int k = 0; k < 3; k++)
    {
      g_assert_cmpfloat_with_epsilon (lab_table_number (fixed, k, 1), k, 1e-8);
      g_assert_cmpfloat (lab_table_number (fixed, k, 4), ==, k != 1);
    }
  lab_fixture_clear (&f);
}

/* All orbits around a centre return to their start, and none of them is listed as a fixed point. */
static void
test_family (void)
{
  LabFixture f;
  g_auto (LabBox) box = { 0 };
  g_autoptr (GError) error = NULL;
  double x[2];
  LabPlane plane;
  LabLine line;

  lab_fixture_init (&f, HEAD "states: {x: {initial: 2, derivative: x*(1 - y)}, y: {initial: 1, derivative: y*(x - 1)}}\n", NULL);
  g_autoptr (LabFlow) flow = lab_flow_new (&f.problem, &error);
  g_assert_no_error (error);
  g_assert_true (lab_box_init (&box, flow, "x=-0.5:3,y=-0.5:3", NULL, NULL));
  g_assert_true (lab_plane_init (&plane, x, flow, &box, NULL, NULL, NULL));
  g_autoptr (LabEquilibria) equilibria = lab_equilibria_find (flow, &box, NULL, NULL);
  g_autoptr (LabCycles) cycles = lab_cycles_find (&plane, equilibria, NULL, NULL);
  g_assert_true (lab_line_default (&line, &plane, equilibria));
  g_assert_cmpfloat_with_epsilon (line.from[0], 1, 1e-9); /* the centre (1, 1) and not the saddle (0, 0) */
  g_autoptr (LabReturns) returns = lab_returns_new (&plane, &line, equilibria, cycles, NULL, NULL);
  g_assert_true (returns->family);
  g_assert_cmpint (returns->direction, ==, 1);
  g_assert_cmpuint (returns->fixed->len, ==, 1); /* the centre */
  lab_fixture_clear (&f);
}

/* ---- return maps of known form ---- */

/* Computes the return map of a section as the table of the study. */
static LabResult *
map_of (LabFixture *f, const char *box, const char *section)
{
  g_autoptr (GError) error = NULL;
  LabResult *result = plane_at (f, box, NULL, NULL, section, NULL, &error);

  g_assert_no_error (error);
  return result;
}

/* r' = r (1 − r²), φ' = 1: from 1/r² − 1 = c exp (−2t) follows the map r → 1/√(1 + (1/r² − 1) exp (−4π)). Its slope at 0 is exp (2π) = 535, so that equally
 * spaced points would miss the part from 0 to 1. */
static void
test_known_map (void)
{
  LabFixture f;

  lab_fixture_init (&f, RADIAL ("1 - x^2 - y^2"), NULL);
  g_autoptr (LabResult) result = map_of (&f, "x=-2:2,y=-2:2", "x=0:1.6,y=0");
  const LabTable *map = lab_result_table (result, "return_map");
  double least = 1;
  for (int k = 0; k < lab_table_n_rows (map); k++)
    {
      double at = lab_table_number (map, k, 0), next = lab_table_number (map, k, 1);

      /* The error of an orbit is 1e-10, times the slope of the map. */
      g_assert_cmpfloat_with_epsilon (next, 1 / sqrt (1 + (1 / (at * at) - 1) * exp (-4 * G_PI)), 1e-6);
      g_assert_cmpfloat_with_epsilon (lab_table_number (map, k, 2), 2 * G_PI, 1e-6);
      g_assert_cmpint (lab_table_number (map, k, 3) != 0, ==, k > 0);
      if (k > 0)
        g_assert_cmpfloat (fabs (next - lab_table_number (map, k - 1, 1)), <=, 0.016 + 1e-12);
      least = fmin (least, next);
    }
  g_assert_cmpfloat (least, <, 0.02);
  lab_fixture_clear (&f);
}

/* r' = ±0.1 r inside and outside of r = 1, φ' = 1: the map r → r exp (±0.2 π) has one jump, which is located, and no line joins its sides. */
static void
test_jump (void)
{
  LabFixture f;
  int n_jumps = 0;

  lab_fixture_init (&f, HEAD "states:\n  x: {initial: 0.5, derivative: 'if(x^2 + y^2 < 1, -0.1, 0.1)*x - y'}\n"
                             "  y: {initial: 0, derivative: 'if(x^2 + y^2 < 1, -0.1, 0.1)*y + x'}\n", NULL);
  g_autoptr (LabResult) result = map_of (&f, "x=-5:5,y=-5:5", "x=0:3,y=0");
  const LabTable *map = lab_result_table (result, "return_map");
  for (int k = 1; k < lab_table_n_rows (map); k++)
    {
      double at = lab_table_number (map, k, 0), next = lab_table_number (map, k, 1), before = lab_table_number (map, k - 1, 1);

      if (!isnan (next) && fabs (at - 1) > 1e-8) /* the error of an orbit moves the jump */
        g_assert_cmpfloat_with_epsilon (next, at * exp ((at < 1 ? -0.2 : 0.2) * G_PI), 1e-6);
      if (isnan (next) || isnan (before) || lab_table_number (map, k, 3) != 0)
        continue;
      n_jumps++;
      g_assert_cmpfloat (at - lab_table_number (map, k - 1, 0), <, 1e-8);
      g_assert_cmpfloat_with_epsilon (at, 1, 1e-8);
      /* Beside the jump an orbit begins on the kink of the model, so that its first step has a larger error. */
      g_assert_cmpfloat_with_epsilon (before, exp (-0.2 * G_PI), 1e-4);
      g_assert_cmpfloat_with_epsilon (next, exp (0.2 * G_PI), 1e-4);
    }
  g_assert_cmpint (n_jumps, ==, 1);
  lab_fixture_clear (&f);
}

/* Near the unstable node of the Van der Pol equation with mu = 5 the map has a limit: the first return of the orbit that leaves the node along its fast
 * direction. Backward orbits come to rest at the node, so that no point of the map is next to it. */
static void
test_node (void)
{
  LabFixture f;

  lab_fixture_init (&f, HEAD "states: {x: {initial: 2, derivative: v}, v: {initial: 0, derivative: 5*(1 - x^2)*v - x}}\n", NULL);
  g_autoptr (LabResult) result = map_of (&f, "x=-3:3,v=-10:10", "x=0:3,v=0");
  const LabTable *map = lab_result_table (result, "return_map");
  g_assert_cmpint (lab_table_n_rows (map), >=, 240);
  for (int k = 0; k < lab_table_n_rows (map); k++)
    {
      g_assert_cmpfloat (lab_table_number (map, k, 0), >, 1e-6);
      g_assert_cmpfloat_with_epsilon (lab_table_number (map, k, 1), 2.0215081, 1e-3);
      g_assert_cmpint (lab_table_number (map, k, 3) != 0, ==, k > 0);
    }
  lab_fixture_clear (&f);
}

/* A section is written as a text that reads back as the same section. */
static void
test_section_text (void)
{
  const LabLine line = { { 0.1 + 0.2, -1e-7 }, { 2.0 / 3, -1e-7 } };
  g_autoptr (GError) error = NULL;
  LabFixture f;
  LabLine read;

  lab_fixture_init (&f, HOPF, NULL);
  g_autoptr (LabFlow) flow = lab_flow_new (&f.problem, &error);
  g_assert_no_error (error);
  g_autofree char *text = lab_line_text (&line, flow);
  g_assert_cmpstr (text, ==, "x=0.30000000000000004:0.6666666666666666,y=-1e-7");
  g_assert_true (lab_line_read (&read, flow, text, &error));
  g_assert_cmpmem (&read, sizeof read, &line, sizeof line);
  lab_fixture_clear (&f);
}

/* ---- the inside of unstable cycles ---- */

/* g is bounded, so that no orbit reaches infinity in a finite time. Its roots are r = 1 (stable focus inside), r = 1/2 and 1 (stable cycle inside), or r = 1/2, 1 and 3/2. */
#define ONE "(x^2 + y^2 - 1)/(1 + x^2 + y^2)"
#define TWO ONE "*(x^2 + y^2 - 0.25)/(1 + x^2 + y^2)"
#define THREE TWO "*(x^2 + y^2 - 2.25)/(1 + x^2 + y^2)"

/* The only attractor inside an unstable cycle is found. If the window does not contain the cycle, or the cycle surrounds another unstable one,
 * none is. */
static void
test_attractor (void)
{
  static const struct { const char *model, *box; int n_cycles, cycle; double period_radius; gboolean found, is_cycle; } cases[] = {
    { RADIAL (ONE), "x=-2:2,y=-2:2", 1, 0, 1, TRUE, FALSE },
    { RADIAL (ONE), "x=-0.9:2,y=-2:2", 1, 0, 1, FALSE, FALSE },
    { RADIAL (TWO), "x=-2:2,y=-2:2", 2, 0, 1, TRUE, TRUE },
    { RADIAL (THREE), "x=-2:2,y=-2:2", 3, 0, 1.5, FALSE, FALSE },
    { RADIAL (THREE), "x=-2:2,y=-2:2", 3, 1, 1, FALSE, FALSE }, /* a stable cycle is no boundary */
    { RADIAL (THREE), "x=-2:2,y=-2:2", 3, 2, 0.5, TRUE, FALSE },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      LabPlaneObjects objects = { 0 };
      g_auto (LabBox) box = { 0 };
      LabFixture f;
      LabPlane plane;
      double x[2];
      int point, cycle;

      lab_fixture_init (&f, cases[k].model, NULL);
      g_autoptr (LabFlow) flow = lab_flow_new (&f.problem, NULL);
      g_assert_true (lab_box_init (&box, flow, cases[k].box, NULL, NULL));
      g_assert_true (lab_plane_init (&plane, x, flow, &box, NULL, NULL, NULL));
      g_assert_true (lab_plane_find (&plane, &box, NULL, &objects, NULL, NULL));
      g_assert_cmpuint (objects.cycles->cycles->len, ==, cases[k].n_cycles);
      const LabCycle *boundary = objects.cycles->cycles->pdata[cases[k].cycle];
      g_assert_cmpfloat_with_epsilon (hypot (boundary->x[0], boundary->x[1]), cases[k].period_radius, 1e-8);
      g_assert_cmpint (lab_plane_attractor (&plane, &objects, cases[k].cycle, &point, &cycle), ==, cases[k].found);
      g_assert_cmpint (point, ==, cases[k].found && !cases[k].is_cycle ? 0 : -1);
      if (cases[k].found)
        g_assert_cmpint (cycle, ==, cases[k].is_cycle ? 1 : -1);
      lab_plane_objects_clear (&objects);
      lab_fixture_clear (&f);
    }
}

/* In a small box on the cycle r = 1, which contains no equilibrium, the cycle is found, because the equilibrium that it surrounds is in the
 * default box. A box beside the cycle has none. */
static void
test_zoomed (void)
{
  LabFixture f;

  lab_fixture_init (&f, HOPF, NULL);
  g_autoptr (LabResult) on = plane_or_fail (&f, "x=0.5:1,y=0.5:1", NULL, NULL, NULL);
  g_autoptr (LabResult) beside = plane_or_fail (&f, "x=1.1:1.4,y=1.1:1.4", NULL, NULL, NULL);
  g_autoptr (LabResult) left = plane_or_fail (&f, "x=-1.2:0.4,y=-0.4:1.2", NULL, NULL, NULL);
  g_assert_cmpfloat (lab_result_number (on, "equilibria"), ==, 0);
  g_assert_cmpfloat (lab_result_number (on, "cycles"), ==, 1);
  g_assert_cmpfloat (lab_result_number (beside, "cycles"), ==, 0);
  /* The cycle crosses this box, but not the segment from the equilibrium to its right edge. */
  g_assert_cmpfloat (lab_result_number (left, "cycles"), ==, 1);
  g_assert_cmpfloat_with_epsilon (lab_table_number (lab_result_table (left, "cycles"), 0, 1), 2 * G_PI, 1e-8);
  lab_fixture_clear (&f);
}

/* ---- projections ---- */

/* The double well with weak damping. The unstable manifold of the saddle at 0 is a spiral into the foci at ±1 with revolutions of 4 % each. It ends
 * where the next revolution would be about a pixel (1/900 of the window) from the last one, so that it does not fill the picture. */
static void
test_narrow_revolutions (void)
{
  LabFixture f = { 0 };
  g_autoptr (LabResult) result = NULL;
  const LabTable *curves;
  double size = 4, last = NAN, gap = NAN;
  int n_turns = 0;

  lab_fixture_init (&f, HEAD "states:\n  x: {initial: 1.5, derivative: y}\n  y: {initial: 0, derivative: x - x^3 - 0.02*y}\n", NULL);
  result = plane_or_fail (&f, "x=-2:2,y=-2:2", NULL, NULL, NULL);
  curves = lab_result_table (result, "curves");
  for (int r = 1; r < lab_table_n_rows (curves); r++)
    {
      double x[2] = { lab_table_number (curves, r - 1, 2), lab_table_number (curves, r, 2) };
      double y[2] = { lab_table_number (curves, r - 1, 3), lab_table_number (curves, r, 3) }, at;

      if (strcmp (lab_table_text (curves, r, 0), "unstable_manifold") != 0 || lab_table_number (curves, r, 1) != lab_table_number (curves, r - 1, 1)
          || !(y[0] > 0 && y[1] <= 0 && x[0] > 1))
        continue;
      at = x[0] + (x[1] - x[0]) * y[0] / (y[0] - y[1]);
      gap = last - at;
      last = at;
      n_turns++;
    }
  g_assert_cmpint (n_turns, >, 5);
  g_assert_cmpfloat (gap, >, 0.5 / 900 * size);
  g_assert_cmpfloat (gap, <, 2.5 / 900 * size);
  g_assert_cmpfloat (last, >, 1 + gap * 10); /* far from the focus */
  lab_fixture_clear (&f);
}

/* With y = 3 the nullclines of the Lorenz equations in the plane (x, z) are x = 3 and z = 9/8 x. */
static void
test_lorenz_slice (void)
{
  LabFixture f;
  int rows[2] = { 0, 0 }, trajectory = 0;

  lab_fixture_init (&f, LORENZ, NULL);
  g_autoptr (LabResult) result = plane_or_fail (&f, NULL, "x,z", "y=3", NULL);
  const LabTable *curves = lab_result_table (result, "curves"), *slice = lab_result_table (result, "slice");
  for (int k = 0; k < lab_table_n_rows (curves); k++)
    {
      double x = lab_table_number (curves, k, 2), z = lab_table_number (curves, k, 3);
      const char *kind = lab_table_text (curves, k, 0);
      gboolean first = strcmp (kind, "nullcline_x") == 0;

      trajectory += strcmp (kind, "trajectory") == 0;
      if (!first && strcmp (kind, "nullcline_y") != 0)
        continue;
      rows[!first]++;
      g_assert_cmpfloat_with_epsilon (first ? x - 3 : z - 9 * x / 8, 0, 1e-6);
    }
  g_assert_cmpstr (curves->columns[3], ==, "z");
  g_assert_cmpint (MIN (rows[0], rows[1]), >, 50);
  g_assert_cmpint (trajectory, >, 1000);
  g_assert_cmpint ((int) lab_result_number (result, "equilibria"), ==, 3);
  g_assert_cmpint (lab_table_n_rows (slice), ==, 1);
  g_assert_cmpfloat (lab_table_number (slice, 0, 1), ==, 3);
  g_assert_cmpstr (result->sentence, ==, "3 equilibria in the box, projected. The nullclines are those of the slice y = 3.");
  g_assert_null (lab_result_table (result, "return_map"));
  /* Without the option, the slice has the start values. */
  g_autoptr (LabResult) usual = plane_or_fail (&f, NULL, "x,z", NULL, NULL);
  g_assert_cmpfloat (lab_table_number (lab_result_table (usual, "slice"), 0, 1), ==, 2);
  lab_fixture_clear (&f);
}

/* A trajectory is projected. Backward in time the Lorenz equations leave every box, so that the curve ends outside the window, after few steps. */
static void
test_trajectories (void)
{
  g_auto (LabBox) box = { 0 };
  g_autoptr (GError) error = NULL;
  double x[3];
  LabFixture f;
  LabPlane plane;

  lab_fixture_init (&f, LORENZ, NULL);
  g_autoptr (LabFlow) flow = lab_flow_new (&f.problem, &error);
  g_assert_no_error (error);
  g_assert_true (lab_box_init (&box, flow, NULL, NULL, NULL));
  g_assert_true (lab_plane_init (&plane, x, flow, &box, "x,z", "y=-20", NULL));
  x[0] = 20;
  x[2] = 30;
  for (int backward = 0; backward < 2; backward++)
    {
      LabCurve *curve = lab_plane_trajectory (&plane, x, backward, NULL, &error);
      const double *last;

      g_assert_no_error (error);
      last = curve->points + 2 * (curve->n - 1);
      g_assert_cmpfloat (curve->points[0], ==, 20);
      g_assert_cmpfloat (curve->points[1], ==, 30);
      if (backward)
        g_assert_cmpint (curve->n, <, 5000);
      else
        g_assert_cmpint (curve->n, >, 5000);
      g_assert_cmpint (last[0] > box.low[0] && last[0] < box.high[0] && last[1] > box.low[2] && last[1] < box.high[2], ==, !backward);
      lab_curve_free (curve);
    }
  lab_fixture_clear (&f);
}

/* Four states: the slice has two numbers, and the equilibria have four. With px = 0 the derivative of x is 0 nowhere or everywhere. */
static void
test_four_states (void)
{
  LabFixture f;

  lab_fixture_init (&f, HENON_HEILES, NULL);
  g_autoptr (LabResult) result = plane_or_fail (&f, "x=-1:1,y=-0.7:1.2,px=-1:1,py=-1:1", "y,py", "x=0", NULL);
  const LabTable *slice = lab_result_table (result, "slice"), *points = lab_result_table (result, "points");
  g_assert_cmpint (lab_table_n_rows (slice), ==, 2);
  g_assert_cmpstr (lab_table_text (slice, 1, 0), ==, "px");
  g_assert_cmpfloat (lab_table_number (slice, 1, 1), ==, 0.12);
  g_assert_cmpint (lab_table_n_rows (points), ==, 4); /* the minimum and the three saddles of the potential */
  g_assert_cmpint (points->n_columns, ==, 6);
  g_assert_nonnull (strstr (result->sentence, "slice x = 0, px = 0.12."));
  lab_fixture_clear (&f);
}

/* A ring of 28 states, x_i' = x_{i+1} − x_i³. The plane of two neighbours is found, and the sentence counts the other states. */
static void
test_many_states (void)
{
  g_autoptr (GString) yaml = g_string_new (HEAD "time: {end: 5}\nstates:\n");
  LabFixture f;

  for (int i = 1; i <= 28; i++)
    g_string_append_printf (yaml, "  u%d: {initial: 0.%d, derivative: u%d - u%d^3}\n", i, i, i % 28 + 1, i);
  lab_fixture_init (&f, yaml->str, NULL);
  g_autoptr (LabResult) result = plane_or_fail (&f, NULL, "u3,u4", NULL, NULL);
  const LabTable *curves = lab_result_table (result, "curves");
  g_assert_cmpint (lab_table_n_rows (lab_result_table (result, "slice")), ==, 26);
  g_assert_nonnull (strstr (result->sentence, "a slice with fixed values of 26 states"));
  for (int k = 0; k < lab_table_n_rows (curves) && strcmp (lab_table_text (curves, k, 0), "nullcline_x") == 0; k++)
    g_assert_cmpfloat_with_epsilon (lab_table_number (curves, k, 3), pow (lab_table_number (curves, k, 2), 3), 1e-6);
  lab_fixture_clear (&f);
}

/* With v = w = 0 the positions of this model do not move anywhere in the slice; with v = 1 only one of them does not. */
static void
test_still (void)
{
  LabFixture f;

  lab_fixture_init (&f, HEAD "time: {end: 5}\nstates:\n  x: {initial: 1, derivative: v}\n  y: {initial: 1, derivative: w}\n"
                             "  v: {initial: 0, derivative: -x}\n  w: {initial: 0, derivative: -y^3}\n", NULL);
  g_autoptr (LabResult) both = plane_or_fail (&f, NULL, NULL, NULL, NULL);
  g_autoptr (LabResult) one = plane_or_fail (&f, NULL, NULL, "v=1", NULL);
  g_autoptr (LabResult) none = plane_or_fail (&f, NULL, "x,v", NULL, NULL);
  g_assert_nonnull (strstr (both->sentence, "The derivatives of x and y are 0 at all tested points, so these states have no nullclines."));
  g_assert_nonnull (strstr (one->sentence, "The derivative of y is 0 at all tested points, so this state has no nullcline."));
  g_assert_null (strstr (none->sentence, "tested points"));
  lab_fixture_clear (&f);
}

/* ---- models that depend on t ---- */

#define DUFFING(gamma, omega) \
  HEAD "time: {start: 0.3, end: 100, unit: s}\nparameters: {delta: 0.3, gamma: " gamma ", " omega ": 1.2}\nstates:\n  x: {initial: 1, derivative: v}\n" \
       "  v: {initial: 0, derivative: -delta*v + x - x^3 + gamma*cos(" omega "*t)}\n"

/* The Duffing oscillator repeats after the published numbers of periods of its drive. There is one point for each period, counted from the start, and the
 * study `poincare` has the same points. Without a parameter omega the period of the drive is not known. */
static void
test_strobe (void)
{
  static const struct { const char *text; double period; } rows[] = {
    { DUFFING ("0.20", "omega"), 1 }, { DUFFING ("0.28", "omega"), 2 }, { DUFFING ("0.29", "omega"), 4 }, { DUFFING ("0.37", "omega"), 5 },
    { DUFFING ("0.50", "omega"), NAN },
  };
  const double drive = 2 * G_PI / 1.2;
  LabFixture f;

  for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autoptr (GError) error = NULL;
      double period;

      lab_fixture_init (&f, rows[k].text, NULL);
      g_autoptr (LabResult) result = plane_or_fail (&f, NULL, NULL, NULL, NULL);
      const LabTable *strobe = lab_result_table (result, "strobe");
      const char *values[] = { NULL, "rising", "2*pi/omega", "1045", "100", NULL };
      g_autoptr (LabResult) same = lab_registry_find ("poincare")->run (&f.problem, values, NULL, &error);
      g_assert_no_error (error);
      const LabTable *points = lab_result_table (same, "points");
      g_assert_cmpfloat_with_epsilon (lab_result_number (result, "drive"), drive, 1e-12);
      g_assert_cmpint (lab_table_n_rows (strobe), ==, 100);
      g_assert_cmpint (lab_table_n_rows (points), ==, 100);
      period = lab_result_number (result, "period");
      g_assert_true (period == rows[k].period || (isnan (rows[k].period) && isnan (period)));
      g_assert_nonnull (strstr (result->sentence, isnan (period) ? "no period of them was found" : "The run repeats after"));
      for (int row = 0; row < 100; row++)
        {
          g_assert_cmpfloat_with_epsilon (lab_table_number (strobe, row, 0), 0.3 + (200 + row) * drive, 1e-9);
          for (int column = 0; column < 3; column++)
            g_assert_cmpfloat (lab_table_number (strobe, row, column), ==, lab_table_number (points, row, column));
        }
      lab_fixture_clear (&f);
    }
  lab_fixture_init (&f, DUFFING ("0.20", "w"), NULL);
  g_autoptr (LabResult) unknown = plane_or_fail (&f, NULL, NULL, NULL, NULL);
  g_assert_null (lab_result_table (unknown, "strobe"));
  lab_fixture_clear (&f);
  /* omega is not the frequency of this drive */
  lab_fixture_init (&f, HEAD "time: {end: 100}\nparameters: {omega: 1.2}\nstates:\n  x: {initial: 1, derivative: y}\n"
                         "  y: {initial: 0, derivative: -omega*x - y + cos(t)}\n", NULL);
  g_autoptr (LabResult) other = plane_or_fail (&f, NULL, NULL, NULL, NULL);
  g_assert_null (lab_result_table (other, "strobe"));
  lab_fixture_clear (&f);
}

#define DRIVEN HEAD "time: {end: 20}\nstates:\n  x: {initial: 0.2, derivative: y - sin(t)}\n  y: {initial: 0, derivative: -x - 0.1*y}\n"

/* The nullcline x' = 0 of a driven model is y = sin t at the given time. Nothing says that there are no equilibria. */
static void
test_driven (void)
{
  static const struct { const char *text; double t; } times[] = { { NULL, 0 }, { "0.5", 0.5 }, { "pi/2", G_PI / 2 } };

  for (gsize k = 0; k < G_N_ELEMENTS (times); k++)
    {
      g_autoptr (GError) error = NULL;
      int n = 0, n_trajectory = 0;
      LabFixture f;

      lab_fixture_init (&f, DRIVEN, NULL);
      g_autoptr (LabResult) result = plane_at (&f, "x=-2:2,y=-2:2", NULL, NULL, NULL, times[k].text, &error);
      g_assert_no_error (error);
      const LabTable *curves = lab_result_table (result, "curves");
      g_assert_cmpfloat_with_epsilon (lab_result_number (result, "t"), times[k].t, 1e-15);
      g_assert_true (isnan (lab_result_number (result, "equilibria")));
      g_assert_null (lab_result_table (result, "points"));
      g_assert_nonnull (strstr (result->sentence, "No equilibria are sought: the model depends on t."));
      for (int row = 0; row < lab_table_n_rows (curves); row++)
        {
          n_trajectory += strcmp (lab_table_text (curves, row, 0), "trajectory") == 0;
          if (strcmp (lab_table_text (curves, row, 0), "nullcline_x") != 0)
            continue;
          g_assert_cmpfloat_with_epsilon (lab_table_number (curves, row, 3), sin (times[k].t), 1e-9);
          n++;
        }
      g_assert_cmpint (n, >, 2);
      g_assert_cmpint (n_trajectory, >, 20);
      lab_fixture_clear (&f);
    }
}

/* ---- errors ---- */

/* A time is an option of models that depend on t, and a section one of the others. */
static void
test_time_errors (void)
{
  static const struct { const char *yaml, *section, *time, *message; } rows[] = {
    { DRIVEN, NULL, "soon", "'time' takes a number, not 'soon'" },
    { DRIVEN, "x=0:1,y=0", NULL, "'section' needs a model that does not depend on t" },
    { HOPF, NULL, "1", "'time' needs a model that depends on t" },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autoptr (GError) error = NULL;
      LabFixture f;

      lab_fixture_init (&f, rows[k].yaml, NULL);
      g_assert_null (plane_at (&f, NULL, NULL, NULL, rows[k].section, rows[k].time, &error));
      g_assert_nonnull (strstr (error->message, rows[k].message));
      lab_fixture_clear (&f);
    }
}

static void
test_errors (void)
{
  static const struct { const char *yaml, *axes, *slice, *section, *message; } rows[] = {
    { LORENZ, "x", NULL, NULL, "'axes' takes two different states, such as x,y, not 'x'" },
    { LORENZ, "x,x", NULL, NULL, "'axes' takes two different states" },
    { LORENZ, "x,w", NULL, NULL, "not 'x,w'" },
    { LORENZ, NULL, "z", NULL, "'slice' takes NAME=NUMBER, separated by commas, not 'z'" },
    { LORENZ, NULL, "w=1", NULL, "'slice': unknown state 'w'" },
    { LORENZ, NULL, "y=1", NULL, "'slice': the state 'y' is on an axis" },
    { LORENZ, NULL, NULL, "x=0:1,y=0", "'section' needs a model with two states; this model has 3" },
    { HOPF, NULL, NULL, "x=0:1", "'section' needs both states and two different ends, as in x=A:B,y=C:D" },
    { HOPF, NULL, NULL, "x=1,y=0", "two different ends" },
    { HOPF, NULL, NULL, "x=0:1,x=2", "'section' takes x=A:B,y=C:D for a line from (A, C) to (B, D), not 'x=0:1,x=2'" },
    { HOPF, NULL, NULL, "x=0:1:2,y=0", "'section' takes x=A:B" },
    { HOPF, NULL, NULL, "z=0:1,y=0", "'section': unknown state 'z'" },
    { HEAD "states: {x: {initial: 1, derivative: -x}}\n", NULL, NULL, NULL, "a phase plane needs two states; this model has 1" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autoptr (GError) error = NULL;
      LabFixture f;

      lab_fixture_init (&f, rows[k].yaml, NULL);
      g_assert_null (plane_of (&f, NULL, rows[k].axes, rows[k].slice, rows[k].section, &error));
      if (strstr (error->message, rows[k].message) == NULL)
        g_error ("row %u: %s", k, error->message);
      lab_fixture_clear (&f);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/plane/a-return-map-agrees-with-its-closed-form", test_closed_form);
  g_test_add_func ("/lab/plane/a-section-may-have-any-direction-and-any-axes", test_other_sections);
  g_test_add_func ("/lab/plane/a-cycle-with-a-multiplier-of-1e16-is-a-fixed-point", test_steep_map);
  g_test_add_func ("/lab/plane/the-return-map-around-a-centre-is-the-identity", test_family);
  g_test_add_func ("/lab/plane/the-inside-of-an-unstable-cycle-is-a-basin-only-if-one-attractor-is-there", test_attractor);
  g_test_add_func ("/lab/plane/a-cycle-through-a-small-box-is-found", test_zoomed);
  g_test_add_func ("/lab/plane/a-manifold-ends-where-its-revolutions-are-a-pixel-apart", test_narrow_revolutions);
  g_test_add_func ("/lab/plane/the-text-of-a-section-reads-back-as-the-same-section", test_section_text);
  g_test_add_func ("/lab/plane/a-driven-model-has-one-point-for-each-period-of-its-drive", test_strobe);
  g_test_add_func ("/lab/plane/nullclines-of-lorenz-are-those-of-the-slice", test_lorenz_slice);
  g_test_add_func ("/lab/plane/a-trajectory-is-projected-and-ends-outside-the-window", test_trajectories);
  g_test_add_func ("/lab/plane/a-slice-of-four-states-has-two-numbers", test_four_states);
  g_test_add_func ("/lab/plane/a-plane-of-28-states-counts-the-others", test_many_states);
  g_test_add_func ("/lab/plane/a-slice-at-rest-says-why-it-has-no-nullclines", test_still);
  g_test_add_func ("/lab/plane/nullclines-of-a-driven-model-are-those-at-a-time", test_driven);
  g_test_add_func ("/lab/plane/a-time-needs-a-driven-model", test_time_errors);
  g_test_add_func ("/lab/plane/error-messages-say-what-would-be-right", test_errors);
  g_test_add_func ("/lab/plane/the-return-map-of-a-known-form-has-no-gaps", test_known_map);
  g_test_add_func ("/lab/plane/a-jump-of-a-return-map-is-located-and-not-joined", test_jump);
  g_test_add_func ("/lab/plane/the-return-map-beside-an-unstable-node-has-no-noise", test_node);
  return g_test_run ();
}
