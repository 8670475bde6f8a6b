/* Equilibria and branches of models that start at rest, where the run says nothing about the size of the region in which they are. Each
 * model is also tested in other units (u = (x − c)/s) and away from 0. The expected values are closed forms; those of FitzHugh–Nagumo
 * follow from the trace, 1 − v² − b/τ = 0. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "lab-continuation.h"
#include "lab-equilibria.h"
#include "lab-fixture.h"
#include "lab-registry.h"
#include "lab-result.h"

/* A special point: its kind and type as in the result, the parameter and the first state in units of the model. */
typedef struct
{
  const char *kind, *type;
  double p, u;
} Point;

typedef struct
{
  const char *name, *parameters, *variables, *states, *range;
  int n_equilibria; /* with the parameters of the model */
  int n_special;    /* number of special points of equilibria */
  Point special[4];
} Row;

#define PLANE "u: (x - c)/s, v: (y - c)/s"
/* 2/√27: the folds of p + u − u³ */
#define CUBIC_FOLD 0.38490017945975052

static const Row rows[] = {
  { "cubic with two folds",
    "p: -1.5",
    "u: (x - c)/s",
    "x: {initial: c, derivative: s*(p + u - u^3)}",
    "p=-1.5:1.5",
    1,
    2,
    { { "fold", "", -CUBIC_FOLD, 0.57735026918962576 }, { "fold", "", CUBIC_FOLD, -0.57735026918962576 } } },
  { "double well",
    "p: 1",
    "u: (x - c)/s",
    "x: {initial: c, derivative: s*(p*u - u^3)}",
    "p=-1:1",
    3,
    1,
    { { "branch", "pitchfork", 0, 0 } } },
  { "subcritical pitchfork",
    "p: -0.1",
    "u: (x - c)/s",
    "x: {initial: c, derivative: s*(p*u + u^3 - u^5)}",
    "p=-1:1",
    5,
    3,
    { { "fold", "", -0.25, -G_SQRT2 / 2 }, { "fold", "", -0.25, G_SQRT2 / 2 }, { "branch", "pitchfork", 0, 0 } } },
  { "transcritical point",
    "p: -1",
    "u: (x - c)/s",
    "x: {initial: c, derivative: s*(p*u - u^2)}",
    "p=-1:1",
    2,
    1,
    { { "branch", "transcritical", 0, 0 } } },
  { "Lorenz",
    "p: 28",
    PLANE ", w: (z - c)/s",
    "x: {initial: c, derivative: 10*s*(v - u)}, y: {initial: c, derivative: s*(u*(p - w) - v)}, z: {initial: c, derivative: s*(u*v - "
    "8/3*w)}",
    "p=0:30",
    3,
    3,
    { { "branch", "pitchfork", 1, 0 }, { "hopf", "subcritical", 470.0 / 19, NAN }, { "hopf", "subcritical", 470.0 / 19, NAN } } },
  { "Brusselator",
    "p: 1.5",
    PLANE,
    "x: {initial: c + s, derivative: s*(1 - (p + 1)*u + u^2*v)}, y: {initial: c + s*p, derivative: s*(p*u - u^2*v)}",
    "p=1.5:4",
    1,
    1,
    { { "hopf", "supercritical", 2, 1 } } },
  { "FitzHugh-Nagumo",
    "p: 0",
    PLANE,
    "x: {initial: c - 1.1994080352440*s, derivative: s*(u - u^3/3 - v + p)}, y: {initial: c - 0.6242600440550*s, derivative: 0.08*s*(u + "
    "0.7 - 0.8*v)}",
    "p=0:2",
    1,
    2,
    { { "hopf", "subcritical", 0.33128133745472, -0.96747092979584 }, { "hopf", "subcritical", 1.41871866254528, 0.96747092979584 } } },
  { "van der Pol",
    "p: 1",
    PLANE,
    "x: {initial: c, derivative: s*v}, y: {initial: c, derivative: s*(p*(1 - u^2)*v - u)}",
    "p=-1:1.1",
    1,
    1,
    { { "hopf", "", 0, 0 } } },
  { "chemostat",
    "p: 0.1",
    PLANE,
    "x: {initial: c + 4*s, derivative: s*(p*(4 - u) - u/(1 + u)*v)}, y: {initial: c, derivative: s*(u/(1 + u) - p)*v}",
    "p=0.1:1.2",
    2,
    1,
    { { "branch", "transcritical", 0.8, 4 } } },
  { "predator and prey",
    "p: 1",
    PLANE,
    "x: {initial: c + s, derivative: s*(u*(1 - u/p) - u*v/(1 + u))}, y: {initial: c, derivative: s*(u*v/(1 + u) - 0.3*v)}",
    "p=0.2:3",
    3,
    2,
    { { "branch", "transcritical", 3.0 / 7, 3.0 / 7 }, { "hopf", "supercritical", 13.0 / 7, 3.0 / 7 } } },
  { "Hopf normal form",
    "p: -1",
    PLANE,
    "x: {initial: c, derivative: s*(p*u - v - u*(u^2 + v^2))}, y: {initial: c, derivative: s*(u + p*v - v*(u^2 + v^2))}",
    "p=-1:1.1",
    1,
    1,
    { { "hopf", "supercritical", 0, 0 } } },
  { "toggle switch",
    "p: 3",
    PLANE,
    "x: {initial: c, derivative: s*(p/(1 + v^2) - u)}, y: {initial: c, derivative: s*(p/(1 + u^2) - v)}",
    "p=0.5:4",
    3,
    1,
    { { "branch", "pitchfork", 2, 1 } } },
  { "fold without an equilibrium at the start",
    "p: -1",
    PLANE,
    "x: {initial: c, derivative: s*v}, y: {initial: c, derivative: s*(p + 0.5*v - u^2 + u*v)}",
    "p=-1:1",
    0,
    1,
    { { "fold", "", 0, 0 } } },
};

static const struct
{
  const char *s, *c;
  double size, shift;
} units[] = {
  { "1", "0", 1, 0 },
  { "1e-6", "0", 1e-6, 0 },
  { "1e6", "0", 1e6, 0 },
  { "1", "20", 1, 20 },
};

/* Compares the special points of equilibria with the expected ones. Those of cycles have a period. */
static void
check_special (const Row *row, const LabResult *result, double size, double shift)
{
  const LabTable *special = lab_result_table (result, "special");
  int found = 0;

  for (int k = 0; k < lab_table_n_rows (special); k++)
    {
      const Point *point = &row->special[MIN (found, row->n_special - 1)];

      if (isfinite (lab_table_number (special, k, 5)))
        continue;
      found++;
      g_assert_cmpstr (lab_table_text (special, k, 0), ==, point->kind);
      g_assert_cmpstr (lab_table_text (special, k, 1), ==, point->type);
      g_assert_cmpfloat_with_epsilon (lab_table_number (special, k, 2), point->p, 1e-9);
      if (isfinite (point->u)) /* the state of a fold has half of the digits */
        g_assert_cmpfloat_with_epsilon ((lab_table_number (special, k, 6) - shift) / size, point->u, 1e-6);
    }
  g_assert_cmpint (found, ==, row->n_special);
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;

  for (guint k = 0; k < G_N_ELEMENTS (units); k++)
    {
      g_autofree char *yaml =
          g_strdup_printf ("format: 1\nname: Test\ntime: {end: 20}\nparameters: {%s, s: %s, c: %s}\nvariables: {%s}\nstates: {%s}\n",
                           row->parameters, units[k].s, units[k].c, row->variables, row->states);
      const char *const none[] = { NULL }, *const options[] = { row->range, NULL, NULL };
      g_autoptr (GError) error = NULL;
      LabResult *result;
      LabFixture f;

      lab_fixture_init (&f, yaml, NULL);
      result = lab_study_equilibria.run (&f.problem, none, NULL, &error);
      g_assert_no_error (error);
      g_test_message ("s = %s, c = %s: %s", units[k].s, units[k].c, result->sentence);
      g_assert_cmpfloat (lab_result_number (result, "equilibria"), ==, row->n_equilibria);
      lab_result_free (result);
      result = lab_study_continue.run (&f.problem, options, NULL, &error);
      g_assert_no_error (error);
      g_test_message ("%s", result->sentence);
      check_special (row, result, units[k].size, units[k].shift);
      lab_result_free (result);
      lab_fixture_clear (&f);
    }
}

/* The equilibria of models that start at zero do not depend on the unit, although nothing tells the size of some states there: of those of Lorenz
 * and of predator and prey, and of y of the Brusselator and of the fold. The sine does not bend by more than 2. */
static void
test_extreme_units (void)
{
  static const struct
  {
    const char *states;
    int n_equilibria;
  } cases[] = {
    { "x: {initial: 0, derivative: 10*s*(v - u)}, y: {initial: 0, derivative: s*(u*(28 - w) - v)}, z: {initial: 0, derivative: s*(u*v - 8/3*w)}", 3 },
    { "x: {initial: 0, derivative: s*(u*(1 - u/3) - u^2*v/(0.25 + u^2))}, y: {initial: 0, derivative: s*v*(u^2/(0.25 + u^2) - 0.6)}, "
      "z: {initial: 0, derivative: -s*w}",
      4 },
    { "x: {initial: 0, derivative: s*(1 - 2.5*u + u^2*v)}, y: {initial: 0, derivative: s*(1.5*u - u^2*v)}, z: {initial: 0, derivative: -s*w}", 1 },
    { "x: {initial: 0, derivative: s*v}, y: {initial: 0, derivative: s*(v - 0.4 + u^2 + u*v)}, z: {initial: 0, derivative: -s*w}", 2 },
    { "x: {initial: 0, derivative: s*(4/(1 + v^2) - u)}, y: {initial: 0, derivative: s*(4/(1 + u^2) - v)}, z: {initial: 0, derivative: -s*w}", 3 },
  };
  static const char *const sizes[] = { "1", "1e-12", "1e12" };
  const char *const none[] = { NULL };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      {
        g_autofree char *yaml = g_strdup_printf ("format: 1\nname: Test\ntime: {end: 50}\nparameters: {s: %s}\nvariables: {u: x/s, v: y/s, w: z/s}\n"
                                                 "states: {%s}\n",
                                                 sizes[i], cases[k].states);
        g_autoptr (GError) error = NULL;
        LabResult *result;
        LabFixture f;

        lab_fixture_init (&f, yaml, NULL);
        result = lab_study_equilibria.run (&f.problem, none, NULL, &error);
        g_assert_no_error (error);
        g_test_message ("case %u, s = %s: %s", k, sizes[i], result->sentence);
        g_assert_cmpfloat (lab_result_number (result, "equilibria"), ==, cases[k].n_equilibria);
        lab_result_free (result);
        lab_fixture_clear (&f);
      }
}

/* Runs a study with default options on a model with one state. */
static LabResult *
study (const LabStudyKind *kind, const char *parameters, const char *state, const char *const *options)
{
  g_autofree char *yaml =
      g_strdup_printf ("format: 1\nname: Test\ntime: {end: 1}\nparameters: {%s}\nstates: {x: {%s}}\n", parameters, state);
  g_autoptr (GError) error = NULL;
  LabResult *result;
  LabFixture f;

  lab_fixture_init (&f, yaml, NULL);
  result = kind->run (&f.problem, options, NULL, &error);
  g_assert_no_error (error);
  lab_fixture_clear (&f);
  return result;
}

/* x' = (x − c)² repels above c, and x' = −(x − c)³ attracts, but their linear parts are 0 within the error of the computed point. The
 * expanded square has rounding errors, so that c is found with half of the digits. */
static void
test_degenerate (void)
{
  static const char *const rights[] = { "(x - c)^2", "-(x - c)^2", "-(x - c)^3", "x^2 - 2*c*x + c^2" };
  static const char *const places[] = { "0", "0.75", "0.3", "5.1", "1e-6", "3e5" };
  const char *const none[] = { NULL };

  for (guint k = 0; k < G_N_ELEMENTS (rights); k++)
    for (guint i = 0; i < G_N_ELEMENTS (places); i++)
      {
        g_autofree char *parameters = g_strdup_printf ("c: %s", places[i]),
                        *state = g_strdup_printf ("initial: 1.1*c, derivative: \"%s\"", rights[k]);
        LabResult *result = study (&lab_study_equilibria, parameters, state, none);
        const LabTable *points = lab_result_table (result, "points");

        g_test_message ("%s, c = %s: %d points", rights[k], places[i], lab_table_n_rows (points));
        for (int r = 0; r < lab_table_n_rows (points); r++)
          g_assert_cmpstr (lab_table_text (points, r, 1), ==, "degenerate");
        g_assert_cmpint (lab_table_n_rows (points), ==, 1);
        lab_result_free (result);
      }
}

/* The equilibrium c of x' = s (x − c)² is degenerate for all s: there is no branch, and the sentence says so. */
static void
test_singular_for_all (void)
{
  const char *const options[] = { "s=0.5:2", NULL, NULL };
  LabResult *result = study (&lab_study_continue, "c: 0.75, s: 1", "initial: 0.8, derivative: s*(x - c)^2", options);

  g_assert_cmpfloat (lab_result_number (result, "branches"), ==, 0);
  g_assert_nonnull (strstr (result->sentence, "from which no branch could be followed"));
  lab_result_free (result);
}

/* An eigenvalue that is small beside others has a sign: x' = 0.1 x, y' = −10⁸ y is a saddle. */
static void
test_stiff_saddle (void)
{
  const char *const none[] = { NULL };
  LabFixture f;
  LabResult *result;

  lab_fixture_init (
      &f,
      "format: 1\nname: Test\ntime: {end: 1}\nstates: {x: {initial: 0.1, derivative: 0.1*x - x^3}, y: {initial: 0, derivative: -1e8*y}}\n",
      NULL);
  result = lab_study_equilibria.run (&f.problem, none, NULL, NULL);
  g_assert_cmpfloat (lab_result_number (result, "equilibria"), ==, 3);
  g_assert_cmpstr (lab_table_text (lab_result_table (result, "points"), 1, 1), ==, "saddle");
  lab_result_free (result);
  lab_fixture_clear (&f);
}

/* f that rounds to 0 far away, or has a pole, has no equilibrium there. Of a periodic f not all equilibria are listed, and the sentence
 * says so. */
static void
test_no_equilibrium (void)
{
  static const struct
  {
    const char *f;
    int n;
    gboolean further;
  } cases[] = {
    { "exp(-x)", 0, FALSE }, { "x^2/(1 + x^2) - 1", 0, FALSE }, { "1/x", 0, FALSE }, { "1 + x^2", 0, FALSE }, { "tanh(x) - 2", 0, FALSE },
    { "sin(x)", 3, TRUE },   { "x/(1 + x^2)", 1, FALSE },
  };
  const char *const none[] = { NULL };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autofree char *state = g_strdup_printf ("initial: %s, derivative: \"%s\"", strcmp (cases[k].f, "1/x") == 0 ? "1" : "0", cases[k].f);
      LabResult *result = study (&lab_study_equilibria, "unused: 1", state, none);

      g_test_message ("%s: %s", cases[k].f, result->sentence);
      g_assert_cmpfloat (lab_result_number (result, "equilibria"), ==, cases[k].n);
      g_assert_cmpint (strstr (result->sentence, "There are more equilibria") != NULL, ==, cases[k].further);
      lab_result_free (result);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *name = g_strdelimit (g_ascii_strdown (rows[k].name, -1), " ", '-');
      g_autofree char *path = g_strdup_printf ("/lab/at-rest/the-textbook-points-of-a-model-at-rest-are-found-in-every-unit/%s", name);

      g_test_add_data_func (path, &rows[k], test_row);
    }
  g_test_add_func ("/lab/at-rest/equilibria-do-not-depend-on-the-unit-of-the-states", test_extreme_units);
  g_test_add_func ("/lab/at-rest/an-eigenvalue-below-its-error-has-no-sign", test_degenerate);
  g_test_add_func ("/lab/at-rest/an-equilibrium-that-is-degenerate-for-all-values-has-no-branch", test_singular_for_all);
  g_test_add_func ("/lab/at-rest/a-small-eigenvalue-beside-large-ones-has-a-sign", test_stiff_saddle);
  g_test_add_func ("/lab/at-rest/places-without-an-equilibrium-are-not-listed", test_no_equilibrium);
  return g_test_run ();
}
