/* Draws the picture of every study, and compares what is drawn with tests/plot/drawn-studies.txt. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "drawn.h"
#include "lab-fixture.h"
#include "lab-plane.h"
#include "lab-result.h"
#include "plot-layers.h"
#include "plot-study-diagram.h"
#include "plot-study-dynamics.h"
#include "plot-study-grid.h"
#include "plot-study-picture.h"
#include "plot-study-plane.h"

static DrawnTable *table;

#define HEAD "format: 1\nname: Test\n"
#define OSCILLATOR HEAD "time: {end: 20}\nstates:\n  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -x}\n"
#define VAN_DER_POL                                                                                                                        \
  HEAD "time: {end: 6, unit: s}\nparameters: {mu: 1}\nstates:\n  x: {initial: 1, derivative: v, unit: m}\n"                                \
       "  v: {initial: 0, derivative: mu*(1 - x^2)*v - x}\n"
#define FITZHUGH                                                                                                                           \
  HEAD "time: {end: 100}\nparameters: {Iext: 0.5}\nstates:\n  v: {initial: 1, derivative: v - v^3/3 - w + Iext}\n"                         \
       "  w: {initial: 1, derivative: 0.08*(v + 0.7 - 0.8*w)}\n"
#define LOGISTIC HEAD "time: {end: 10}\nstates: {y: {initial: 0.1, derivative: y*(1 - y)}}\n"
#define ROTATION                                                                                                                           \
  HEAD "time: {end: 10}\nparameters: {a: 1}\nstates:\n  x: {initial: 1, derivative: -y - x*(x^2 + y^2 - a)}\n"                             \
       "  y: {initial: 0, derivative: x - y*(x^2 + y^2 - a)}\n  z: {initial: 0.5, derivative: -z + x}\n"
#define LIMIT_CYCLE                                                                                                                        \
  HEAD "time: {end: 6, unit: s}\nstates:\n  x: {initial: 1, derivative: -v - x*(x^2 + v^2 - 1), unit: m}\n"                                \
       "  v: {initial: 0.2, derivative: x - v*(x^2 + v^2 - 1)}\n"
#define SADDLE                                                                                                                             \
  HEAD "time: {end: 6, unit: s}\nstates:\n  x: {initial: 4, derivative: v, unit: m}\n"                                                     \
       "  v: {initial: 0.2, derivative: (x - 3) - (x - 3)^3 - v*(0.1 + 0.1*(x - 3)^2)}\n"
#define REVERSED                                                                                                                           \
  HEAD "time: {end: 6, unit: ms}\nstates:\n  x: {initial: 0.5, derivative: v, unit: m}\n"                                                  \
       "  v: {initial: 0, derivative: -(1 - x^2)*v - x}\n"
#define DRIVEN                                                                                                                             \
  HEAD "time: {end: 60, unit: s}\nparameters: {w: 1.4}\nstates:\n  x: {initial: 1, derivative: v}\n"                                       \
       "  v: {initial: 0, derivative: -0.2*v + x - x^3 + 0.3*cos(w*t)}\n"
#define STROBED                                                                                                                            \
  HEAD "time: {end: 20, unit: s}\nparameters: {omega: 2}\nstates:\n  x: {initial: 1, derivative: v}\n"                                  \
       "  v: {initial: 0, derivative: -v - x + cos(omega*t)}\n"
#define CENTRE HEAD "time: {end: 6}\nstates:\n  q: {initial: 1, derivative: p}\n  p: {initial: 0, derivative: -sin(q)}\n"
#define WELLS HEAD "time: {end: 40}\nstates:\n  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: x - x^3 - 0.5*v}\n"

/* The studies with a model and options for which the picture shows all that it can show. A study without a model has no picture. */
static const struct
{
  const char *id, *yaml, *file, *options, *settings;
} rows[] = {
  { "compare" },
  { "converge" },
  { "work-precision" },
  { "stability" },
  { "tableau" },
  { "ensemble" },
  { "linearize" },
  { "discretize" },
  { "sensitivity" },
  { "equilibria" },
  { "step-limits" },
  { "lyapunov-function" },
  { "roa" },   /* its picture is made from a result below, because it needs another program */
  { "sweep" }, /* its pictures, and those of an ensemble, are made from numbers below */
  { "phase-plane", LIMIT_CYCLE, NULL, "", NULL },
  { "phase-plane", SADDLE, NULL, "", NULL },
  { "phase-plane", REVERSED, NULL, "", NULL },
  { "phase-plane", CENTRE, NULL, "", NULL },
  { "phase-plane", ROTATION, NULL, "axes=x,y;slice=z=0.25", NULL },
  { "phase-plane", DRIVEN, NULL, "time=0.5", NULL },
  { "poincare", DRIVEN, NULL, "strobe=2*pi/w;keep=12;transient=5", NULL },
  { "poincare", ROTATION, NULL, "section=y;keep=8;transient=0.1", NULL },
  { "fit", NULL, "models/biology/theophylline.yaml", "data=@/models/biology/theophylline.csv;parameters=ka,ke,volume;starts=1", NULL },
  { "lyapunov", VAN_DER_POL, NULL, "time=4;transient=0", NULL },
  { "orbit", ROTATION, NULL, "vary=a=0.5:1.5:5;transient=3;keep=4", NULL },
  { "continue", FITZHUGH, NULL, "vary=Iext=0.3:0.4", NULL },
  { "basin", WELLS, NULL, "x=x=-2:2;y=v=-2:2;grid=12,10;jobs=1", NULL },
  { "tolerance-dial", VAN_DER_POL, NULL, "", "{integrator: runge_kutta5}" },
  { "controller", VAN_DER_POL, NULL, "", "{integrator: runge_kutta5, accuracy: 1e-4}" },
  { "method-map", LOGISTIC, NULL, "steps=1:3.2:20", "{integrator: explicit_euler}" },
  { "dense-output", VAN_DER_POL, NULL, "", "{integrator: runge_kutta5, accuracy: 1e-3}" },
  { "cost-ledger", VAN_DER_POL, NULL, "", NULL },
  { "cloud", OSCILLATOR, NULL, "points=24", "{integrator: runge_kutta5}" },
  { "modified-equation", OSCILLATOR, NULL, "steps=6", "{integrator: implicit_midpoint}" },
  { "index-ladder", NULL, "models/constrained/index-ladder.yaml", "", "{integrator: radau}" },
  { "refinement", VAN_DER_POL, NULL, "", "{integrator: runge_kutta5, accuracy: 1e-3}" },
  { "phase-plane", STROBED, NULL, "time=0.5", NULL },
};

static LabResult *
run_study (const LabProblem *problem, const LabStudyKind *kind, const char *options)
{
  g_auto (GStrv) parts = g_strsplit (options, "@", -1); /* @ stands for the folder of the data */
  g_autofree char *full = g_strjoinv (g_getenv ("STEPWISE_DATA_DIR"), parts);
  g_auto (GStrv) words = g_strsplit (full, ";", -1);
  g_autoptr (GError) error = NULL;
  const char *values[32] = { NULL };
  LabResult *result;

  for (int k = 0; k < kind->n_options; k++)
    {
      gsize length = strlen (kind->options[k].key);

      values[k] = kind->options[k].standard;
      for (char **word = words; *word != NULL; word++)
        if (strncmp (*word, kind->options[k].key, length) == 0 && (*word)[length] == '=')
          values[k] = *word + length + 1;
    }
  result = lab_registry_run (kind, problem, values, NULL, &error);
  g_assert_no_error (error);
  return result;
}

/* Makes the picture of a result. */
static PlotView *
picture_of (const LabProblem *problem, const LabStudyKind *kind, const LabResult *result)
{
  const PlotStudyText text = { "Title", "remark", "*x*", "*y*" };

  if (strcmp (kind->id, "phase-plane") == 0)
    return plot_study_picture_new (kind, result, NULL, &(PlotStudyChoice){ .problem = problem });
  if (result->grids->len > 0)
    return plot_study_grid_new (result, 0, &text, NULL);
  return plot_study_picture_new (kind, result, "a *remark*", NULL);
}

/* Removes all rows of the tables with more than one row, the values of the grids, and the numbers. */
static void
make_empty (LabResult *result)
{
  for (guint k = 0; k < result->tables->len; k++)
    {
      LabTable *rows_of = result->tables->pdata[k];

      for (guint i = lab_table_n_rows (rows_of) > 1 ? 0 : rows_of->cells->len; i < rows_of->cells->len; i++)
        g_array_index (rows_of->cells, LabCell, i).text = NULL;
      if (lab_table_n_rows (rows_of) > 1)
        g_array_set_size (rows_of->cells, 0);
    }
  for (guint k = 0; k < result->grids->len; k++)
    {
      LabGrid *grid = result->grids->pdata[k];

      for (int i = 0; i < grid->nx * grid->ny; i++)
        {
          grid->values[i] = NAN;
          if (grid->codes != NULL)
            grid->codes[i] = PLOT_BASIN_UNKNOWN;
        }
    }
  for (guint k = 0; k < result->numbers->len; k++)
    g_array_index (result->numbers, LabNumber, k).value = NAN;
}

typedef struct
{
  const LabProblem *problem;
  const LabStudyKind *kind;
  const LabResult *result;
} Picture;

static PlotView *
make_picture (gconstpointer data)
{
  const Picture *picture = data;

  return picture_of (picture->problem, picture->kind, picture->result);
}

static void
test_study (gconstpointer data)
{
  int row = GPOINTER_TO_INT (data), n_before = 0;
  const LabStudyKind *kind = lab_registry_find (rows[row].id);
  g_autofree char *text = g_strdup (rows[row].yaml), *path = NULL, *name = NULL, *none = NULL;
  g_autoptr (LabResult) result = NULL;
  g_autoptr (PlotView) view = NULL, empty = NULL;
  LabFixture f;

  if (text == NULL)
    {
      path = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), rows[row].file, NULL);
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    }
  lab_fixture_init (&f, text, rows[row].settings);
  result = run_study (&f.problem, kind, rows[row].options);
  for (int k = 0; k < row; k++)
    n_before += strcmp (rows[k].id, kind->id) == 0;
  name = n_before > 0 ? g_strdup_printf ("%s %d", kind->id, n_before + 1) : g_strdup (kind->id);
  none = g_strdup_printf ("%s without rows", name);
  view = picture_of (&f.problem, kind, result);
  g_assert_nonnull (view);
  drawn_table_view (table, name, DRAWN_ALL, view);
  drawn_check_memory (name, make_picture, &(Picture){ &f.problem, kind, result });
  make_empty (result);
  empty = picture_of (&f.problem, kind, result);
  if (empty != NULL)
    drawn_table_view (table, none, DRAWN_SMALL, empty);
  lab_fixture_clear (&f);
  drawn_table_check (table);
}

/* A new study needs a row here. */
static void
test_all (void)
{
  for (const LabStudyKind *const *kind = lab_registry (); *kind != NULL; kind++)
    {
      gboolean found = FALSE;

      for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
        found |= strcmp (rows[k].id, (*kind)->id) == 0;
      if (!found)
        g_test_fail_printf ("the study '%s' has no row", (*kind)->id);
    }
}

/* ---- choices of the views of studies ---- */

static void
test_plane_choices (void)
{
  const double section[] = { -1, -1, 1, 1 };
  g_autoptr (LabResult) result = NULL;
  LabFixture f;

  lab_fixture_init (&f, LIMIT_CYCLE, NULL);
  result = run_study (&f.problem, lab_registry_find ("phase-plane"), "");
  for (int selected = 0; selected < 2; selected++)
    {
      PlotStudyPlane choices = { .layers = PLOT_STUDY_ALL_LAYERS & ~(PLOT_STUDY_FIELD | PLOT_STUDY_NULLCLINES),
                                 .selected = selected,
                                 .unit = "s",
                                 .model = "Test_model",
                                 .hint = "a *hint*",
                                 .handles = TRUE,
                                 .section = section };
      g_autoptr (PlotView) view = plot_study_plane_new (result, NULL, &choices);

      drawn_table_view (table, selected == 0 ? "plane with a selected point" : "plane with a selected orbit", DRAWN_SMALL | DRAWN_PAGE,
                        view);
      plot_study_plane_set_earlier (view, "of *an earlier* search");
      if (selected == 0)
        drawn_table_view (table, "plane of an earlier search", DRAWN_SMALL, view);
    }
  lab_fixture_clear (&f);
  drawn_table_check (table);
}

/* Each layer of a phase plane alone, without the instance of the model, and with trajectories of the caller. */
static void
test_plane_layers (void)
{
  static const char *const names[] = { "nullclines", "equilibria", "manifolds", "cycles", "trajectories", "field", "section" };
  g_autoptr (LabResult) result = NULL;
  g_autoptr (GPtrArray) trajectories = g_ptr_array_new ();
  double points[] = { -1, 0.5, 0, 1, 0.5, 0.8, 1.5, -0.5 };
  LabCurve curve = { .points = points, .n = 4 };
  LabFixture f;

  g_ptr_array_add (trajectories, &curve);
  lab_fixture_init (&f, REVERSED, NULL);
  result = run_study (&f.problem, lab_registry_find ("phase-plane"), "");
  for (int k = 0; k < 7; k++)
    {
      PlotStudyPlane choices = { .layers = 1u << k, .selected = -1, .trajectories = trajectories };
      g_autoptr (PlotView) view = plot_study_plane_new (result, k == 5 ? lab_problem_instance (&f.problem, NULL) : NULL, &choices);
      g_autofree char *name = g_strdup_printf ("plane with %s alone", names[k]);

      drawn_table_view (table, name, DRAWN_SMALL, view);
    }
  lab_fixture_clear (&f);
  drawn_table_check (table);
}

/* Special points of every kind in a diagram. */
static void
test_special_points (void)
{
  static const char *const columns[] = { "kind", "type", NULL };
  static const char *const kinds[] = { "hopf", "fold", "branch", "torus", "period_doubling", "hopf" };
  static const char *const types[] = { "subcritical", "equilibrium", "pitchfork", "cycle", "cycle", "" };
  g_autoptr (LabResult) result = NULL;
  LabTable *special;
  LabFixture f;

  lab_fixture_init (&f, FITZHUGH, NULL);
  result = run_study (&f.problem, lab_registry_find ("continue"), "vary=Iext=0.3:0.4");
  special = (LabTable *)lab_result_table (result, "special");
  g_assert_cmpint (lab_table_n_rows (special), >, 0);
  g_assert_cmpint (lab_table_column (special, columns[0]), ==, 0);
  for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autofree char *name = g_strdup_printf ("diagram with a point %s %s", kinds[k], types[k]);
      LabCell *cells = &g_array_index (special->cells, LabCell, 0);
      g_autoptr (PlotView) view = NULL;

      cells[0].text = kinds[k];
      cells[1].text = types[k];
      view = plot_study_diagram_new (result, 0, NULL, "Diagram", NULL);
      drawn_table_view (table, name, DRAWN_SMALL, view);
    }
  lab_fixture_clear (&f);
  drawn_table_check (table);
}

static void
test_section_choices (void)
{
  static const struct
  {
    int across, up;
    const char *name;
  } axes[] = { { 0, PLOT_SECTION_RETURN, "return map" },
               { 2, 0, "section of other states" },
               { 2, PLOT_SECTION_AUTOMATIC, "section of one chosen state" } };
  g_autoptr (LabResult) result = NULL;
  LabFixture f;

  lab_fixture_init (&f, ROTATION, NULL);
  result = run_study (&f.problem, lab_registry_find ("poincare"), "section=y;keep=8;transient=0.1");
  for (guint k = 0; k < G_N_ELEMENTS (axes); k++)
    {
      g_autoptr (PlotView) view = plot_study_section_new (result, axes[k].across, axes[k].up, "Section", "remark");

      drawn_table_view (table, axes[k].name, DRAWN_SMALL | DRAWN_PAGE, view);
    }
  lab_fixture_clear (&f);
  drawn_table_check (table);
}

static void
test_diagram_choices (void)
{
  g_autoptr (LabResult) result = NULL;
  g_autoptr (PlotView) view = NULL;
  LabDiagramPoint point = { 0 };
  LabFixture f;

  lab_fixture_init (&f, FITZHUGH, NULL);
  result = run_study (&f.problem, lab_registry_find ("continue"), "vary=Iext=0.3:0.4;cycles=false");
  point.p = 0.35;
  point.y = 0.2;
  view = plot_study_diagram_new (result, 1, &point, "Diagram", NULL);
  drawn_table_view (table, "diagram of the second state", DRAWN_SMALL | DRAWN_PAGE, view);
  lab_fixture_clear (&f);
  drawn_table_check (table);
}

/* ---- pictures of numbers that are not those of a run ---- */

#define N 31

static void
test_many_runs (void)
{
  static const int members[] = { 17, 42 };
  static const gboolean failed[] = { FALSE, TRUE };
  static const double edges[] = { 0, 1, 2, 3, 4 }, counts[] = { 10, 40, 30, 2 }, quantiles[] = { 0.5, 1.2, 1.8, 2.4, 3.1 };
  double t[N], bands[PLOT_N_QUANTILES * N], curves[2 * N];
  PlotFan fan = { .title = "Angle",
                  .remark = "100 runs",
                  .x_label = "*t* (s)",
                  .y_label = "rad",
                  .name = "angle",
                  .unit = "rad",
                  .n_times = N,
                  .t = t,
                  .quantiles = bands,
                  .n_curves = 2,
                  .curves = curves,
                  .members = members,
                  .failed = failed,
                  .failed_label = "fell over" };
  PlotHistogram histogram = { .title = "Settling time",
                              .remark = "values",
                              .x_label = "time",
                              .y_label = "runs",
                              .unit = "s",
                              .n_bars = 4,
                              .edges = edges,
                              .counts = counts,
                              .quantiles = quantiles };

  for (int i = 0; i < N; i++)
    {
      t[i] = 0.1 * i;
      for (int k = 0; k < PLOT_N_QUANTILES; k++)
        bands[k * N + i] = i == 12 ? NAN : (4 * plot_quantiles[k] - 2) * exp (-t[i]) + 1;
      curves[i] = 1 + 0.5 * exp (-t[i]);
      curves[N + i] = i < 10 ? 1 - 2 * t[i] : NAN;
    }
  for (int k = 0; k < 2; k++)
    {
      g_autoptr (PlotView) fan_view = plot_study_fan_new (&fan), histogram_view = plot_study_histogram_new (&histogram);

      drawn_table_view (table, k == 0 ? "fan" : "fan without results", k == 0 ? DRAWN_ALL : DRAWN_SMALL, fan_view);
      drawn_table_view (table, k == 0 ? "histogram" : "histogram without quantiles", k == 0 ? DRAWN_ALL : DRAWN_SMALL, histogram_view);
      fan.quantiles = histogram.quantiles = NULL;
      fan.n_curves = 0;
    }
  drawn_table_check (table);
}

static void
test_maps (void)
{
  static const char *const columns[] = { "letter", "kind", "state", "x", "period", NULL };
  const PlotStudyText text = { "Map", "remark", "*a*", "*b*" };
  const double path_x[] = { 0.5, 1, 2.5 }, path_y[] = { 0.2, 1.5, 1.8 };
  const PlotStudyPath path = { path_x, path_y, 3 };

  for (int variant = 0; variant < 6; variant++)
    {
      static const char *const names[] = {
        "map", "map of signed values", "curve of a sweep", "basin with a run", "map of one value", "map of a single column"
      };
      g_autoptr (LabResult) result = lab_result_new ();
      LabGrid *grid = lab_result_add_grid (result, "largest *x*", "a", variant == 5 ? 1 : 6, variant == 2 ? "" : "b", variant == 2 ? 1 : 5,
                                           variant == 3);
      LabTable *attractors = lab_result_add_table (result, "attractors", columns);
      g_autoptr (PlotView) view = NULL;

      g_free (grid->unit);
      grid->unit = g_strdup ("m/s");
      grid->x_high = 3;
      grid->y_high = 2;
      grid->is_signed = variant == 1;
      for (int k = 0; k < grid->nx * grid->ny; k++)
        {
          grid->values[k] = k == 7 ? NAN : variant == 4 ? -3 : 0.3 * k - 2;
          if (grid->codes != NULL)
            grid->codes[k] = (gint8)(k % 6 - 3);
        }
      for (int row = 0; row < 6; row++)
        {
          lab_table_add_text (attractors, row < 2 ? "A" : row < 4 ? "B" : "C");
          lab_table_add_text (attractors, "rest");
          lab_table_add_text (attractors, row % 2 == 0 ? "a" : "b");
          lab_table_add (attractors, 0.4 + 0.4 * row);
          lab_table_add (attractors, NAN);
        }
      view = plot_study_grid_new (result, 0, &text, variant == 3 ? &path : NULL);
      drawn_table_view (table, names[variant], DRAWN_SMALL | DRAWN_PAGE, view);
    }
  drawn_table_check (table);
}

/* Adds a circle of this radius, or, if radius is negative, a run to or from the middle. */
static void
add_curve (LabResult *result, const char *name, double radius, double begin, double end)
{
  LabPolyline *curve = lab_result_add_curve (result, name, N);

  for (int i = 0; i < N; i++)
    {
      double r = radius > 0 ? radius : begin + (end - begin) * i / (N - 1), angle = 2 * G_PI * i / (N - 1);

      curve->x[i] = r * cos (angle);
      curve->y[i] = 0.7 * r * sin (angle);
    }
}

static void
test_regions (void)
{
  const PlotStudyText text = { "Region of attraction", "remark", "*x*", "*v*" };

  for (int variant = 0; variant < 3; variant++)
    {
      static const char *const names[] = { "certified region", "candidate of a region", "result without a region" };
      g_autoptr (LabResult) result = lab_result_new ();
      g_autoptr (PlotView) view = NULL;
      LabFixture f;

      lab_fixture_init (&f, LIMIT_CYCLE, NULL);
      add_curve (result, variant == 0 ? "certified" : variant == 1 ? "candidate" : "other", 1, 0, 0);
      if (variant == 0)
        {
          add_curve (result, "smaller", 0.6, 0, 0);
          add_curve (result, "boundary", 1.3, 0, 0);
          add_curve (result, "rest", -1, 1.1, 0.05);
          add_curve (result, "escape", -1, 1.4, 20);
          lab_result_add_number (result, "share", 0.62, NULL);
        }
      view = plot_study_curves_new (result, &text, variant == 0 ? lab_problem_instance (&f.problem, NULL) : NULL);
      if (variant == 2)
        g_assert_null (view);
      else
        drawn_table_view (table, names[variant], variant == 0 ? DRAWN_ALL : DRAWN_SMALL, view);
      lab_fixture_clear (&f);
    }
  drawn_table_check (table);
}

/* Runs that failed, and regimes with names. */
static void
test_failures (void)
{
  static const char *const dial_columns[] = { "integrator", "asked", "obtained", "failure", NULL };
  static const char *const point_columns[] = { "h", "y", NULL }, *const step_columns[] = { "h", "values", "failure", NULL };
  static const char *const parts[] = { "steps", "rejected" };
  static const int series[] = { 0, PLOT_SERIES_REJECTED };
  const double amounts[] = { 120, 30, 80, 0 };
  const PlotLedgerRow ledger_rows[] = { { "Heun", amounts, NULL },
                                        { "Euler", amounts + 2, NULL },
                                        { "Radau", amounts, "the step became too small" } };
  g_autoptr (LabResult) dial = lab_result_new (), map = lab_result_new ();
  LabTable *rows_of = lab_result_add_table (dial, "rows", dial_columns);
  LabTable *points = lab_result_add_table (map, "points", point_columns), *steps = lab_result_add_table (map, "steps", step_columns);
  g_autoptr (PlotView) dial_view = NULL, map_view = NULL, ledger_view = NULL;

  for (int k = 0; k < 6; k++)
    {
      lab_table_add_text (rows_of, k < 3 ? "runge_kutta5" : "heun3");
      lab_table_add (rows_of, pow (10, -4 - 2 * (k % 3)));
      lab_table_add (rows_of, k == 1 ? NAN : (k == 4 ? 0 : 20) * pow (10, -4 - 2 * (k % 3)));
      lab_table_add_text (rows_of, k == 1 ? "the step became too small" : "");
    }
  lab_result_add_number (dial, "asked", 1e-8, NULL);
  lab_result_add_number (dial, "obtained", 2e-7, NULL);
  dial_view = plot_study_picture_new (&lab_study_tolerance_dial, dial, "remark", NULL);
  drawn_table_view (table, "dial with a failed run", DRAWN_SMALL | DRAWN_PAGE, dial_view);
  for (int k = 0; k <= 40; k++)
    {
      double h = 1 + 0.025 * k, y = h < 1.405 ? 0 : h < 1.805 ? h - 1.4 : 2;

      for (int sign = -1; sign <= 1; sign += 2)
        {
          lab_table_add (points, h);
          lab_table_add (points, sign * 2 * y);
        }
      lab_table_add (steps, h);
      lab_table_add (steps, h < 1.405 ? 1 : h < 1.805 ? 2 : 0);
      lab_table_add_text (steps, k == 38 ? "Newton's method fails" : "");
    }
  lab_result_add_number (map, "h", 1.2, NULL);
  lab_result_add_number (map, "low", 1, NULL);
  lab_result_add_number (map, "high", 2, NULL);
  map_view = plot_study_picture_new (&lab_study_method_map, map, NULL, NULL);
  drawn_table_view (table, "map of a method with regimes", DRAWN_SMALL | DRAWN_PAGE, map_view);
  ledger_view = plot_study_ledger_new ("Ledger", "remark", ledger_rows, 3, parts, series, 2);
  drawn_table_view (table, "ledger with a failed run", DRAWN_SMALL | DRAWN_PAGE, ledger_view);
  drawn_table_check (table);
}

int
main (int argc, char **argv)
{
  int status;

  table = drawn_table_open (&argc, &argv, "drawn-studies.txt");
  g_test_init (&argc, &argv, NULL);
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    if (rows[k].yaml != NULL || rows[k].file != NULL)
      {
        g_autofree char *path = g_strdup_printf ("/drawn/studies/row-%u-%s-draws-the-recorded-pictures", k, rows[k].id);

        g_test_add_data_func (path, GINT_TO_POINTER (k), test_study);
      }
  g_test_add_func ("/drawn/studies/every-study-has-a-row", test_all);
  g_test_add_func ("/drawn/studies/choices-of-a-phase-plane-draw-the-recorded-pictures", test_plane_choices);
  g_test_add_func ("/drawn/studies/each-layer-of-a-phase-plane-draws-the-recorded-pictures", test_plane_layers);
  g_test_add_func ("/drawn/studies/special-points-draw-the-recorded-pictures", test_special_points);
  g_test_add_func ("/drawn/studies/choices-of-a-section-draw-the-recorded-pictures", test_section_choices);
  g_test_add_func ("/drawn/studies/choices-of-a-diagram-draw-the-recorded-pictures", test_diagram_choices);
  g_test_add_func ("/drawn/studies/many-runs-draw-the-recorded-pictures", test_many_runs);
  g_test_add_func ("/drawn/studies/maps-and-basins-draw-the-recorded-pictures", test_maps);
  g_test_add_func ("/drawn/studies/regions-draw-the-recorded-pictures", test_regions);
  g_test_add_func ("/drawn/studies/failures-draw-the-recorded-pictures", test_failures);
  drawn_table_add_last_test (table, "/drawn/studies/every-recorded-picture-is-drawn");
  status = g_test_run ();
  drawn_table_close (table);
  return status;
}
