/* Tests further orbits of a section: their starts at places of the picture, and their points. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "lab-fixture.h"
#include "lab-option.h"
#include "lab-registry.h"

static char *
start_at (const LabProblem *problem, const char *section, const char *direction, const char *strobe, const char *orbits, const LabResult *result, int across,
          int up, double x, double y, char **words, GError **error)
{
  const LabStudyKind *kind = lab_registry_find ("poincare");
  const char *values[] = { section, direction, strobe, "0", "20", orbits };
  const LabStudyPlace place = { across, up, x, y };

  return kind->start (problem, values, result, &place, words, error);
}

static LabResult *
run (const LabProblem *problem, const char *section, const char *direction, const char *strobe, const char *orbits)
{
  const char *values[] = { section, direction, strobe, "0", "20", orbits };
  g_autoptr (GError) error = NULL;
  LabResult *result = lab_registry_find ("poincare")->run (problem, values, NULL, &error);

  g_assert_no_error (error);
  return result;
}

static void
duffing (LabFixture *fixture)
{
  g_autofree char *path = g_strdup_printf ("%s/models/oscillators/duffing.yaml", g_getenv ("STEPWISE_DATA_DIR")), *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lab_fixture_init (fixture, text, NULL);
}

/* Two oscillators of frequencies 1 and √2 in units of length u: x is the section, and the energy is that of both. */
#define PAIR "format: 1\nname: Pair\ntime: {end: 40}\nstates:\n  x: {initial: %g, derivative: p}\n  y: {initial: %g, derivative: q}\n" \
             "  p: {initial: %g, derivative: -x}\n  q: {initial: 0, derivative: -2*y}\n" \
             "outputs:\n  energy: {value: (p^2 + q^2 + x^2 + 2*y^2)/2, invariant: true}\n"

/* A start in the plane y, q on the section x = 0 has p = ±√(2E − q² − 2y²): that with p > 0 for rising crossings, that with p < 0 for falling ones. At
 * a place with 2E < q² + 2y² there is none. */
static void
test_energy (gconstpointer data)
{
  const double u = *(const double *) data;
  g_autofree char *text = g_strdup_printf (PAIR, u, u, 0.5 * u);
  LabFixture fixture;

  lab_fixture_init (&fixture, text, NULL);
  for (int falling = 0; falling < 2; falling++)
    {
      const char *direction = falling ? "falling" : "rising";
      g_autoptr (LabResult) result = run (&fixture.problem, "x", direction, NULL, NULL), with = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *words = NULL, *orbits = start_at (&fixture.problem, "x", direction, NULL, NULL, result, 1, 3, 0.3 * u, 0.4 * u, &words, &error);
      const LabTable *starts, *points;
      const LabTable *present = lab_result_table (result, "points");
      const double x1 = lab_table_number (present, 0, 1), y1 = lab_table_number (present, 0, 2), p1 = lab_table_number (present, 0, 3);
      const double q1 = lab_table_number (present, 0, 4), energy = (p1 * p1 + q1 * q1 + x1 * x1 + 2 * y1 * y1) / 2; /* of the first point */
      const double p = sqrt (2 * energy - 0.16 * u * u - 0.18 * u * u);

      g_assert_no_error (error);
      g_assert_nonnull (strstr (words, "follows from energy"));
      g_assert_nonnull (strstr (words, "of 2 values the one that crosses the section in its direction"));
      with = run (&fixture.problem, "x", direction, NULL, orbits);
      starts = lab_result_table (with, "orbits");
      points = lab_result_table (with, "further");
      g_assert_cmpint (lab_table_n_rows (starts), ==, 1);
      g_assert_cmpfloat_with_epsilon (lab_table_number (starts, 0, 2) / energy, 1, 1e-9);
      g_assert_cmpfloat_with_epsilon (lab_table_number (starts, 0, 3) / u, 0, 1e-9);
      g_assert_cmpfloat_with_epsilon (lab_table_number (starts, 0, 4) / u, 0.3, 1e-9);
      g_assert_cmpfloat_with_epsilon (lab_table_number (starts, 0, 5) / u, (falling ? -p : p) / u, 1e-9);
      g_assert_cmpfloat_with_epsilon (lab_table_number (starts, 0, 6) / u, 0.4, 1e-9);
      /* the place is the first point, and the others follow after whole periods of x */
      for (int r = 0; r < lab_table_n_rows (points); r++)
        {
          const double t = lab_table_number (points, r, 1), w = sqrt (2);

          g_assert_cmpfloat_with_epsilon (t, 2 * G_PI * r, 2e-2);
          g_assert_cmpfloat_with_epsilon (lab_table_number (points, r, 3) / u, 0.3 * cos (w * t) + 0.4 / w * sin (w * t), 2e-2);
        }
      g_assert_cmpint (lab_table_n_rows (points), ==, 20);
      g_clear_pointer (&words, g_free);
      g_assert_null (start_at (&fixture.problem, "x", direction, NULL, NULL, result, 1, 3, 3 * u, 0.4 * u, &words, &error));
      g_assert_nonnull (strstr (error->message, "no value of p was found that gives energy"));
    }
  lab_fixture_clear (&fixture);
}

/* If several values of the missing state have the energy and the direction, the nearest to the present orbit is taken. Here the energy is a polynomial in
 * w, a constant of the motion, with the values ±0.5 and ±2 on the present orbit. */
static void
test_several (void)
{
  LabFixture fixture;

  lab_fixture_init (&fixture, "format: 1\nname: Several\ntime: {end: 40}\nstates:\n  x: {initial: 0.1, derivative: y}\n"
                                              "  y: {initial: 1, derivative: -x}\n  w: {initial: -2, derivative: 0}\n  v: {initial: 0.3, derivative: 0}\n"
                                              "outputs:\n  level: {value: (w^2 - 0.25)*(w^2 - 4), invariant: true}\n", NULL);
  g_autoptr (LabResult) result = run (&fixture.problem, "x", "rising", NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *words = NULL, *orbits = start_at (&fixture.problem, "x", "rising", NULL, NULL, result, 1, 3, 0.5, 0.2, &words, &error);
  double w;

  g_assert_no_error (error);
  g_assert_nonnull (strstr (words, "of 4 values the nearest to that orbit"));
  w = g_ascii_strtod (strstr (orbits, "w=") + 2, NULL);
  g_assert_cmpfloat_with_epsilon (w, -2, 1e-9);
  lab_fixture_clear (&fixture);
}

/* A stroboscopic section has no energy: the start has the place and the start time. */
static void
test_strobe (void)
{
  LabFixture fixture;

  duffing (&fixture);
  g_autoptr (LabResult) result = run (&fixture.problem, NULL, "rising", "2*pi/omega", NULL), with = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *words = NULL, *one = start_at (&fixture.problem, NULL, "rising", "2*pi/omega", NULL, result, 0, 1, -0.25, 0.5, &words, &error);
  g_autofree char *two = NULL;
  const LabTable *points;

  g_assert_no_error (error);
  g_assert_null (words);
  g_assert_cmpstr (one, ==, "x=-0.25,v=0.5");
  two = start_at (&fixture.problem, NULL, "rising", "2*pi/omega", one, result, 0, 1, 1e-3, -2, &words, &error);
  g_assert_cmpstr (two, ==, "x=-0.25,v=0.5; x=0.001,v=-2");
  with = run (&fixture.problem, NULL, "rising", "2*pi/omega", two);
  points = lab_result_table (with, "further");
  g_assert_cmpint (lab_table_n_rows (points), ==, 40);
  g_assert_cmpfloat (lab_table_number (points, 0, 2), ==, -0.25);
  g_assert_cmpfloat (lab_table_number (points, 20, 0), ==, 3);
  g_assert_cmpfloat (lab_table_number (points, 20, 3), ==, -2);
  g_assert_cmpfloat_with_epsilon (lab_table_number (points, 21, 1), 2 * G_PI / 1.2, 1e-12);
  g_assert_nonnull (strstr (with->sentence, "2 further orbits"));
  lab_fixture_clear (&fixture);
}

/* Wrong starts name the option and what is wrong. */
static void
test_wrong (void)
{
  static const struct { const char *text, *message; } wrong[] = { { "z=1", "no state 'z'" }, { "x=one", "not a number" }, { "x", "not a state with a value" },
                                                                   { "x=1,v=2; x=nan", "not a number" } };
  LabFixture fixture;

  duffing (&fixture);

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      const char *values[] = { NULL, "rising", "2*pi/omega", "0", "3", wrong[i].text };
      g_autoptr (GError) error = NULL;

      g_assert_null (lab_registry_find ("poincare")->run (&fixture.problem, values, NULL, &error));
      g_assert_nonnull (strstr (error->message, wrong[i].message));
      g_assert_cmpstr (lab_option_error_key (error), ==, "orbits");
    }
  lab_fixture_clear (&fixture);
}

int
main (int argc, char **argv)
{
  static const double units[] = { 1, 1e-9, 1e9 };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *path = g_strdup_printf ("/lab/section-orbits/a-start-has-the-energy-of-the-present-orbit/%g", units[i]);

      g_test_add_data_func (path, &units[i], test_energy);
    }
  g_test_add_func ("/lab/section-orbits/of-several-values-the-nearest-is-taken", test_several);
  g_test_add_func ("/lab/section-orbits/a-stroboscopic-section-starts-at-the-place", test_strobe);
  g_test_add_func ("/lab/section-orbits/wrong-starts-are-refused-with-a-reason", test_wrong);
  return g_test_run ();
}
