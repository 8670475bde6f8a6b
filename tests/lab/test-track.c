/* Tests places on bifurcation diagrams, how far a stable state can be followed, and where motions come to, with closed forms. */
#include <math.h>
#include <string.h>

#include "lab-fixture.h"
#include "lab-plane-at.h"
#include "lab-registry.h"
#include "lab-settle.h"
#include "lab-track.h"

#define HEAD "format: 1\nname: Test\n"
/* Two folds: p = x³ − x at x = ∓1/√3, that is at p = ±2/(3√3). */
#define FOLDS HEAD "time: {end: 20}\nparameters: {p: -1}\nstates:\n  x: {initial: -1.4, derivative: p + x - x^3}\n"
/* r' = p r + r³ − r⁵: an equilibrium at 0, stable for p < 0, and cycles with r² = (1 ± √(1 + 4p))/2 for p > −1/4, of which the outer one is stable. All
 * have the period 2π. */
#define CYCLES \
  HEAD "time: {end: 60}\nparameters: {p: -0.5}\nstates:\n  x: {initial: 0.1, derivative: x*(p + r2 - r2^2) - y}\n" \
       "  y: {initial: 0, derivative: y*(p + r2 - r2^2) + x}\noutputs: {r2: x^2 + y^2}\n"

static LabResult *
diagram_of (LabFixture *f, const char *range, const char *box)
{
  const char *values[] = { range, box, NULL };
  g_autoptr (GError) error = NULL;
  LabResult *result = lab_registry_find ("continue")->run (&f->problem, values, NULL, &error);

  g_assert_no_error (error);
  return result;
}

/* Returns the stable place at p whose state has this sign, or with sign 0 the stable cycle; fails if there is none. */
static LabPlace
stable_at (const LabTrack *track, double p, int sign)
{
  g_autoptr (GArray) places = lab_track_places (track, p);
  double x[2];

  for (guint k = 0; k < places->len; k++)
    {
      const LabPlace *place = &g_array_index (places, LabPlace, k);

      lab_track_state (track, place, x);
      if (place->stable && (sign == 0 ? place->cycle : !place->cycle && x[0] * sign > 0))
        return *place;
    }
  g_assert_not_reached ();
}

/* The lower state ends at the upper fold, and the upper one at the lower fold. */
static void
test_hysteresis (void)
{
  const double fold = 2 / (3 * sqrt (3));
  g_autoptr (LabTrack) track = NULL;
  g_autoptr (GArray) places = NULL, ranges = NULL;
  LabResult *result;
  LabFixture f;
  LabPlace place;
  double x;

  lab_fixture_init (&f, FOLDS, NULL);
  result = diagram_of (&f, "p=-1:1", "x=-3:3");
  track = lab_track_new (result);
  lab_result_free (result);
  place = stable_at (track, -1, -1);
  g_assert_true (lab_track_follow (track, &place, 0.3));
  lab_track_state (track, &place, &x);
  g_assert_cmpfloat_with_epsilon (0.3 + x - x * x * x, 0, 0.01);
  g_assert_cmpfloat (x, <, 0);
  g_assert_true (lab_track_follow (track, &place, -0.9)); /* back and forth on the same branch */
  g_assert_true (lab_track_follow (track, &place, 0.38));
  g_assert_false (lab_track_follow (track, &place, 0.5));
  g_assert_cmpfloat_with_epsilon (place.p, fold, 1e-6);
  g_assert_cmpint (lab_track_special (track, &place), >=, 0);
  place = stable_at (track, 1, 1);
  g_assert_false (lab_track_follow (track, &place, -1));
  g_assert_cmpfloat_with_epsilon (place.p, -fold, 1e-6);
  places = lab_track_places (track, 0.1);
  g_assert_cmpuint (places->len, ==, 3);
  ranges = lab_track_ranges (track);
  g_assert_cmpuint (ranges->len, ==, 3);
  g_assert_cmpint (g_array_index (ranges, LabStableRange, 0).n_stable, ==, 1);
  g_assert_cmpint (g_array_index (ranges, LabStableRange, 1).n_stable, ==, 2);
  g_assert_cmpfloat_with_epsilon (g_array_index (ranges, LabStableRange, 1).from, -fold, 1e-6);
  g_assert_cmpfloat_with_epsilon (g_array_index (ranges, LabStableRange, 1).to, fold, 1e-6);
  lab_fixture_clear (&f);
}

/* Returns the elements at a value of the parameter. */
static GArray *
rests_at (const LabTrack *track, double p, int n)
{
  g_autoptr (GArray) places = lab_track_places (track, p);
  GArray *rests = g_array_new (FALSE, FALSE, sizeof (LabRest));

  g_array_set_clear_func (rests, lab_rest_clear);
  for (guint k = 0; k < places->len; k++)
    {
      const LabPlace *place = &g_array_index (places, LabPlace, k);
      LabRest rest = { g_new (double, n), g_new (double, n), place->period, place->stable };

      for (int i = 0; i < n; i++)
        lab_track_extent (track, place, i, &rest.low[i], &rest.high[i]);
      g_array_append_val (rests, rest);
    }
  return rests;
}

/* Returns the element to which the motion from (x, y) goes with the parameter p, or NULL. */
static const LabRest *
settled (LabFixture *f, const LabTrack *track, double p, double x, double y, GArray **rests)
{
  g_autoptr (LabFlow) flow = lab_flow_new (&f->problem, NULL);
  double state[2] = { x, y }, scale[2];
  int at;

  *rests = rests_at (track, p, 2);
  g_assert_true (model_system_set_parameter (flow->system, "p", p, NULL));
  lab_track_scale (track, scale);
  at = lab_settle (flow, state, *rests, scale, NULL, NULL);
  return at >= 0 ? &g_array_index (*rests, LabRest, at) : NULL;
}

/* At p = −0.1 the unstable cycle has the radius 0.336: the motion from inside comes to rest, that from outside goes to the stable cycle of radius
 * 0.942. Beyond the Hopf point the only stable state is the cycle. Far below the fold there is only rest. */
static void
test_settle (void)
{
  g_autoptr (LabTrack) track = NULL;
  LabResult *result;
  const LabRest *rest;
  GArray *rests;
  LabFixture f;

  lab_fixture_init (&f, CYCLES, NULL);
  result = diagram_of (&f, "p=-0.5:0.5", "x=-2:2.1,y=-2:2.1");
  track = lab_track_new (result);
  lab_result_free (result);
  static const struct { double p, x, radius; } rows[] = { { -0.1, 0.3, 0 }, { -0.1, 0.37, 0.9421 }, { 0.2, 1e-3, 1.0823 }, { -0.4, 0.9, 0 } };
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      rest = settled (&f, track, rows[k].p, rows[k].x, 0, &rests);
      g_assert_nonnull (rest);
      g_assert_true (rest->stable);
      g_assert_cmpfloat_with_epsilon (rest->high[0], rows[k].radius, 0.01);
      g_assert_cmpfloat_with_epsilon (rest->low[1], -rows[k].radius, 0.01);
      g_array_unref (rests);
    }
  lab_fixture_clear (&f);
}

/* The stable cycle ends at its fold p = −1/4 when p decreases, and rest ends at the Hopf point p = 0 when p increases. */
static void
test_ends (void)
{
  g_autoptr (LabTrack) track = NULL;
  g_autoptr (GArray) places = NULL;
  LabResult *result;
  LabFixture f;
  LabPlace place;

  lab_fixture_init (&f, CYCLES, NULL);
  result = diagram_of (&f, "p=-0.5:0.5", "x=-2:2.1,y=-2:2.1");
  track = lab_track_new (result);
  place = stable_at (track, 0.4, 0);
  g_assert_cmpfloat_with_epsilon (place.period, 2 * G_PI, 1e-3);
  g_assert_true (lab_track_follow (track, &place, -0.2));
  g_assert_false (lab_track_follow (track, &place, -0.3));
  g_assert_cmpfloat_with_epsilon (place.p, -0.25, 1e-6);
  g_assert_cmpstr (lab_table_text (lab_result_table (result, "special"), lab_track_special (track, &place), 0), ==, "fold");
  places = lab_track_places (track, -0.3);
  g_assert_cmpuint (places->len, ==, 1);
  place = g_array_index (places, LabPlace, 0);
  g_assert_false (lab_track_follow (track, &place, 0.3));
  g_assert_cmpfloat_with_epsilon (place.p, 0, 1e-6);
  g_assert_cmpstr (lab_table_text (lab_result_table (result, "special"), lab_track_special (track, &place), 0), ==, "hopf");
  lab_result_free (result);
  lab_fixture_clear (&f);
}

/* From places of the diagram, whose states are interpolated, Newton's method leads to the exact cycles and to the equilibrium. */
static void
test_plane (void)
{
  g_autoptr (LabFlow) flow = NULL;
  LabPlaneObjects found;
  double x0[2] = { 0.02, -0.01 }, x1[2] = { 0.93, 0.01 }, x2[2] = { 0.34, 0 }, state[2] = { 0, 0 };
  const LabNear near[] = { { x0, FALSE, NAN }, { x1, TRUE, 6.3 }, { x2, TRUE, 6.2 }, { x1, TRUE, 6.28 } };
  LabPlane plane = { .up = 1, .low = { -1.5, -1.5 }, .high = { 1.5, 1.5 }, .x = state };
  LabFixture f;
  int point, cycle;

  lab_fixture_init (&f, CYCLES, NULL);
  flow = lab_flow_new (&f.problem, NULL);
  g_assert_true (model_system_set_parameter (flow->system, "p", -0.1, NULL));
  plane.flow = flow;
  g_assert_true (lab_plane_find_near (&plane, near, G_N_ELEMENTS (near), &found, NULL, NULL));
  g_assert_cmpuint (found.equilibria->points->len, ==, 1);
  g_assert_cmpint (((LabEquilibrium *) found.equilibria->points->pdata[0])->type, ==, LAB_POINT_STABLE_FOCUS);
  g_assert_cmpuint (found.cycles->cycles->len, ==, 2); /* the fourth start leads to the cycle of the second one */
  for (guint k = 0; k < 2; k++)
    {
      const LabCycle *found_cycle = found.cycles->cycles->pdata[k];
      double r2 = (1 + (k == 0 ? 1 : -1) * sqrt (0.6)) / 2;

      g_assert_cmpfloat_with_epsilon (found_cycle->x[0] * found_cycle->x[0] + found_cycle->x[1] * found_cycle->x[1], r2, 1e-8);
      g_assert_cmpfloat_with_epsilon (found_cycle->period, 2 * G_PI, 1e-8);
      g_assert_cmpint (found_cycle->stable, ==, k == 0);
      g_assert_cmpint (found_cycle->curve->n, >, 100);
    }
  /* What is inside of the unstable cycle was not searched, so that it is not called a basin. */
  g_assert_false (lab_plane_attractor (&plane, &found, 1, &point, &cycle));
  lab_plane_objects_clear (&found);
  lab_fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/track/a-stable-state-is-followed-to-its-fold", test_hysteresis);
  g_test_add_func ("/lab/track/rest-and-cycles-are-followed-to-their-special-points", test_ends);
  g_test_add_func ("/lab/track/a-motion-comes-to-the-stable-state-of-its-basin", test_settle);
  g_test_add_func ("/lab/track/objects-near-given-ones-are-exact", test_plane);
  return g_test_run ();
}
