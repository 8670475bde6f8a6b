/* The studies `poincare`, `lyapunov` and `orbit`. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-lyapunov.h"
#include "lab-method-text.h"
#include "lab-option.h"
#include "lab-orbit.h"
#include "lab-plane.h"
#include "lab-section-orbits.h"
#include "lab-study-kind.h"
#include "lab-result.h"
#include "lab-state-table.h"

/* ---- poincare ---- */

#define SECTION_OPTIONS \
  { "section", "EXPRESSION", N_("the section: where this expression crosses 0"), NULL, FALSE, N_("Section") }, \
  { "direction", "rising|falling", N_("the direction of the crossings"), "rising", FALSE, N_("Direction"), N_("rising|falling") }, \
  { "strobe", "T", N_("in place of a section: a period, such as 2*pi/omega"), NULL, FALSE, N_("Strobe period") }, \
  { "transient", "T", N_("time before the first point that is kept"), "0", FALSE, N_("Transient") }

static const LabOptionRow poincare_options[] = {
  SECTION_OPTIONS,
  { "keep", "N", N_("number of points; by default all until the end of the run"), NULL, FALSE, N_("Kept points") },
  { "orbits", "x=A,y=B;…", N_("starts of further orbits, which have no transient; states that a start does not name have their initial values"), NULL, FALSE, N_("Further orbits") },
};

enum { POINCARE_SECTION, POINCARE_DIRECTION, POINCARE_STROBE, POINCARE_TRANSIENT, POINCARE_KEEP, POINCARE_ORBITS };

/* Number of points of a section in the window. */
#define SECTION_POINTS "300"

static gboolean
has_parameter (Model *model, const char *name)
{
  for (int k = 0; k < model_n_parameters (model); k++)
    if (strcmp (model_parameter (model, k)->name, name) == 0 && model_parameter (model, k)->size == 0)
      return TRUE;
  return FALSE;
}

/* Returns the equation of the first continuous state if it is a scalar, or NULL. */
static const ModelEquation *
first_state (Model *model)
{
  for (int k = 0; k < model_n_equations (model); k++)
    if (model_equation (model, k)->kind == MODEL_EQUATION_STATE)
      return model_equation (model, k)->n_elements == 0 ? model_equation (model, k) : NULL;
  return NULL;
}

/* Returns the quantity whose zero is the section of a plot of the model, or NULL. */
static const char *
section_of_plot (Model *model)
{
  for (int k = 0; k < model_n_plots (model); k++)
    {
      const ModelPlot *plot = model_plot (model, k);

      for (int e = 0; plot->type == MODEL_PLOT_SECTION && plot->at != NULL && e < model_n_equations (model); e++)
        if (strcmp (model_equation (model, e)->name, plot->at) == 0)
          return plot->at;
    }
  return NULL;
}

/* The time span of the model is the transient, after which a run is near its attractor. */
static char *
transient_of (double t_start, double t_end)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_dtostr (number, sizeof number, t_end - t_start));
}

/* A driven model with a parameter omega is observed once in each period of the drive; another one on the section of its plot or, if it has
 * none, at the maxima of its first state, where the derivative falls through 0. */
static void
propose_section (Model *model, ModelSystem *system, double t_start, double t_end, char **values)
{
  const ModelEquation *state = first_state (model);
  const char *plot = section_of_plot (model);
  gboolean driven = system != NULL && model_system_ode (system)->time_dependent && has_parameter (model, "omega");

  values[POINCARE_STROBE] = g_strdup (driven ? "2*pi/omega" : "");
  values[POINCARE_SECTION] = g_strdup (driven ? "" : plot != NULL ? plot : state != NULL ? state->right : "");
  values[POINCARE_TRANSIENT] = transient_of (t_start, t_end);
  values[POINCARE_KEEP] = g_strdup (SECTION_POINTS);
  values[POINCARE_DIRECTION] = g_strdup (driven || plot != NULL || state == NULL ? "" : "falling");
}

/* Adds the closed orbit through the points, with its Floquet multipliers, or empty tables if there is none. */
static void
add_poincare_cycle (LabResult *result, const LabFlow *flow, const LabCycle *cycle)
{
  static const char *const columns[] = { "cycle", "period", "stable", "neutral", NULL };
  static const char *const multiplier_columns[] = { "cycle", "re", "im", NULL };
  LabTable *table = lab_table_with_states (result, "cycles", flow, columns);
  LabTable *multipliers = lab_result_add_table (result, "multipliers", multiplier_columns);

  if (cycle == NULL)
    return;
  lab_table_add (table, 1);
  lab_table_add (table, cycle->period);
  lab_table_add (table, cycle->stable);
  lab_table_add (table, cycle->neutral);
  lab_table_add_states (table, cycle->x, flow->n);
  for (int k = 0; k < cycle->n_multipliers; k++)
    {
      lab_table_add (multipliers, 1);
      lab_table_add (multipliers, cycle->multipliers[2 * k]);
      lab_table_add (multipliers, cycle->multipliers[2 * k + 1]);
    }
}

/* Returns the sentence on the period, and sets the remark of the result if there are too few points for a period. */
static char *
period_sentence (LabResult *result, LabFlow *flow, const LabPoints *points, gboolean driven, int period, const LabCycle *cycle)
{
  guint count = points->t->len, needed = lab_points_needed (flow, driven);
  g_autofree char *closes = NULL;

  if (count == 0)
    return g_strdup (_("The run has no point on the section after the transient."));
  if (period == 0 && count < needed)
    {
      result->remark = g_strdup_printf (ngettext ("%u point is too few to find a period, which needs at least %u", "%u points are too few to find a period, which needs at least %u", count),
                                        count, needed);
      return g_strdup_printf (ngettext ("%u point: too few to find a period, which needs at least %u.", "%u points: too few to find a period, which needs at least %u.", count),
                              count, needed);
    }
  if (period == 0)
    return g_strdup_printf (_("%u points; no period was found."), count);
  closes = g_strdup_printf (ngettext ("The orbit closes after %d return.", "The orbit closes after %d returns.", (unsigned long) period), period);
  if (cycle == NULL || !cycle->neutral)
    return g_steal_pointer (&closes);
  return g_strdup_printf (_("%s It neither attracts nor repels the orbits beside it."), closes);
}

static void
add_poincare_points (LabResult *result, const LabFlow *flow, const LabPoints *points)
{
  static const char *const columns[] = { "t", NULL };
  LabTable *table = lab_table_with_states (result, "points", flow, columns);

  for (guint k = 0; k < points->t->len; k++)
    {
      lab_table_add (table, g_array_index (points->t, double, k));
      lab_table_add_states (table, &g_array_index (points->x, double, k * (guint) flow->n), flow->n);
    }
}

/* Shows the points found so far while the study runs. */
typedef struct { const LabProgress *progress; const LabFlow *flow; } PointsShower;

static void
show_poincare (gpointer user, const LabPoints *points, double t)
{
  const PointsShower *shower = user;
  g_autoptr (LabResult) result = lab_result_new ();

  lab_result_add_number (result, "points", points->t->len, NULL);
  lab_result_add_number (result, "time", t, model_time_unit (shower->flow->problem.model));
  add_poincare_points (result, shower->flow, points);
  lab_progress_show (shower->progress, result);
}

/* Adds the further orbits: their starts with the value of the invariant, their points, and the reasons of those that fail. */
static gboolean
add_orbits (LabResult *result, LabFlow *flow, const LabSection *section, const char *text, int keep, const LabProgress *progress, GError **error)
{
  const char *invariant = lab_orbits_invariant (flow);
  const char *const columns[] = { "orbit", "points", invariant, NULL };
  static const char *const point_columns[] = { "orbit", "t", NULL };
  LabTable *starts, *points, *failures;
  int n;
  g_autofree double *x = lab_orbits_read (flow, text, &n, error);

  if (x == NULL)
    return FALSE;
  if (n == 0)
    return TRUE;
  starts = lab_table_with_states (result, "orbits", flow, columns);
  points = lab_table_with_states (result, "further", flow, point_columns);
  failures = lab_result_add_table (result, "failures", (const char *const[]) { "orbit", "failure", NULL });
  for (int k = 0; k < n; k++)
    {
      const double *start = x + (gsize) k * (gsize) flow->n;
      LabPart part = { progress, k, n };
      LabProgress inner = lab_part_progress (&part);
      g_autoptr (LabPoints) found = lab_orbits_run (flow, section, start, keep, &inner, error);

      if (found == NULL)
        return FALSE;
      lab_table_add (starts, k + 2);
      lab_table_add (starts, found->t->len);
      if (invariant != NULL)
        lab_table_add (starts, lab_orbits_value (flow, invariant, start));
      lab_table_add_states (starts, start, flow->n);
      for (guint i = 0; i < found->t->len; i++)
        {
          lab_table_add (points, k + 2);
          lab_table_add (points, g_array_index (found->t, double, i));
          lab_table_add_states (points, &g_array_index (found->x, double, i * (guint) flow->n), flow->n);
        }
      if (found->message == NULL)
        continue;
      lab_table_add (failures, k + 2);
      lab_table_add_text (failures, found->message);
    }
  return TRUE;
}

/* Adds the number of further orbits to the sentence. */
static void
mention_orbits (LabResult *result)
{
  const LabTable *starts = lab_result_table (result, "orbits"), *failures = lab_result_table (result, "failures");
  g_autofree char *sentence = result->sentence, *further = NULL;
  const int n = starts != NULL ? lab_table_n_rows (starts) : 0, failed = failures != NULL ? lab_table_n_rows (failures) : 0;

  result->sentence = g_steal_pointer (&sentence);
  if (n == 0)
    return;
  sentence = result->sentence;
  further = g_strdup_printf (ngettext ("%d further orbit", "%d further orbits", (unsigned long) n), n);
  result->sentence = failed > 0 ? g_strdup_printf (_("%s %s, of which %d failed."), sentence, further, failed) : g_strdup_printf ("%s %s.", sentence, further);
}

/* Returns the starts with one more at a place of the picture. */
static char *
start_orbit (const LabProblem *problem, const char *const *values, const LabResult *result, const LabStudyPlace *at, char **words, GError **error)
{
  g_autoptr (LabFlow) flow = lab_flow_new (problem, error);
  const LabTable *table = lab_result_table (result, "points");
  const int n_rows = table != NULL ? lab_table_n_rows (table) : 0;
  g_autofree double *x = NULL, *points = NULL, *read = NULL;
  LabOrbitPlace place = { at->across, at->up, at->x, at->y, NULL, n_rows };
  LabSection section;
  int n;

  if (flow == NULL || !lab_section_read (&section, problem, values[POINCARE_SECTION], values[POINCARE_DIRECTION], values[POINCARE_STROBE], NULL, error)
      || (read = lab_orbits_read (flow, values[POINCARE_ORBITS], &n, error)) == NULL)
    return NULL;
  if (n >= LAB_MOST_ORBITS)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("There are already %d further orbits, which is the largest number."), n);
      return NULL;
    }
  x = g_new (double, flow->n);
  points = g_new (double, (gsize) (n_rows + 1) * (gsize) flow->n);
  for (int r = 0; r < n_rows; r++)
    for (int i = 0; i < flow->n; i++)
      points[r * flow->n + i] = lab_table_number (table, r, 1 + i);
  place.points = points;
  return lab_orbits_place (flow, &section, &place, x, words, error) ? lab_orbits_append (flow, values[POINCARE_ORBITS], x) : NULL;
}

static LabResult *
poincare (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_autoptr (LabFlow) flow = lab_flow_new (problem, NULL);
  g_autoptr (LabPoints) points = NULL;
  LabCycle *cycle = NULL;
  LabSection section;
  LabResult *result;
  double transient;
  int keep = 0, period;

  if (!lab_section_read (&section, problem, values[0], values[1], values[2], NULL, error) || !lab_option_time ("transient", values[3], &transient, error)
      || (values[4] != NULL && !lab_option_count ("keep", values[4], 1, 1000000, &keep, error)))
    return NULL;
  if (flow == NULL && (flow = lab_flow_new (problem, error)) == NULL)
    return NULL;
  points = lab_section_run (problem, NULL, &section, NULL, 0, transient, keep, show_poincare, &(PointsShower) { progress, flow }, progress, error);
  if (points == NULL)
    return NULL;
  if (points->message != NULL)
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, points->message);
      return NULL;
    }
  lab_flow_set_sizes (flow, points->size);
  period = lab_points_period (flow, points, section.kind == LAB_SECTION_STROBE, &cycle, progress, error);
  if (period < 0)
    return NULL;
  result = lab_result_new ();
  lab_result_add_number (result, "points", points->t->len, NULL);
  lab_result_add_number (result, "period", period > 0 ? period : NAN, NULL);
  add_poincare_points (result, flow, points);
  add_poincare_cycle (result, flow, cycle);
  result->sentence = period_sentence (result, flow, points, section.kind == LAB_SECTION_STROBE, period, cycle);
  if (result->remark == NULL && !lab_flow_run_fits (flow, flow->n))
    result->remark = g_strdup_printf (_("the closed orbit was not looked for, because it needs a set of %d equations for each of the %d states"), flow->n, flow->n);
  lab_cycle_free (cycle);
  lab_progress_show (progress, result);
  if (!add_orbits (result, flow, &section, values[POINCARE_ORBITS], keep, progress, error))
    {
      lab_result_free (result);
      return NULL;
    }
  mention_orbits (result);
  return result;
}

/* Writes the further orbits, if there are any. */
static void
orbits_json (LabJson *json, const LabResult *result)
{
  const LabTable *starts = lab_result_table (result, "orbits"), *points = lab_result_table (result, "further");
  const int first = starts != NULL ? starts->n_columns - (points->n_columns - 2) : 0;

  if (starts == NULL)
    return;
  lab_json_array (json, "orbits", LAB_JSON_ROWS);
  for (int k = 0; k < lab_table_n_rows (starts); k++)
    {
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_row (json, "start", starts, k, first);
      if (first > 2)
        lab_json_cell (json, starts->columns[2], starts, k, 2);
      lab_json_array (json, "points", LAB_JSON_FLAT);
      for (int r = 0; r < lab_table_n_rows (points); r++)
        if (lab_table_number (points, r, 0) == k + 2)
          {
            lab_json_object (json, NULL, LAB_JSON_FLAT);
            lab_json_cell (json, "t", points, r, 1);
            lab_json_row (json, "x", points, r, 2);
            lab_json_end (json);
          }
      lab_json_end (json);
      lab_json_end (json);
    }
  lab_json_end (json);
}

static void
poincare_json (LabJson *json, const LabResult *result, const char *const *values)
{
  const LabTable *points = lab_result_table (result, "points"), *cycles = lab_result_table (result, "cycles");
  const char *section = values[POINCARE_SECTION], *strobe = values[POINCARE_STROBE];

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_text (json, section != NULL ? "section" : "strobe", section != NULL ? section : strobe);
  lab_json_number_named (json, result, "period");
  lab_json_array (json, "points", LAB_JSON_ROWS);
  for (int r = 0; r < lab_table_n_rows (points); r++)
    {
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_cell (json, "t", points, r, 0);
      lab_json_row (json, "x", points, r, 1);
      lab_json_end (json);
    }
  lab_json_end (json);
  lab_json_array (json, "cycles", LAB_JSON_FLAT);
  for (int r = 0; r < lab_table_n_rows (cycles); r++)
    {
      double key = lab_table_number (cycles, r, 0);

      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_row (json, "x", cycles, r, 4);
      lab_json_cell (json, "period", cycles, r, 1);
      lab_json_complex (json, "multipliers", lab_result_table (result, "multipliers"), &key, 1);
      lab_json_flag (json, "neutral", lab_table_number (cycles, r, 3) != 0);
      lab_json_flag (json, "stable", lab_table_number (cycles, r, 2) != 0);
      lab_json_end (json);
    }
  lab_json_end (json);
  orbits_json (json, result);
  lab_json_end (json);
}

const LabStudyKind lab_study_poincare = {
  .id = "poincare",
  .label = N_("Poincaré section"),
  .advice = N_("Finds the points of a run on a section or at strobe times, the number of returns after which they repeat, and the closed orbit."),
  .of = LAB_STUDY_OF_MODEL,
  .places = LAB_PLACE_CARDS,
  .sketch = "5 10 30 50 50 85 70 50 95 10|5 10 95 90",
  .argument = "MODEL",
  .summary = "print the points of a run on a section or at strobe times",
  .description =
    "Runs the model with its settings, whose steps a section does not change, and prints the crossings, the number of returns after which "
    "they repeat (empty: none was found), and the closed orbit through them with its multipliers. neutral marks an orbit of a family, such as "
    "those around a centre, which neither attracts nor repels the orbits beside it.",
  .options = poincare_options,
  .n_options = G_N_ELEMENTS (poincare_options),
  .json = poincare_json,
  .starts = "orbits",
  .start = start_orbit,
  .propose = propose_section,
  .run = poincare,
};

/* ---- orbit ---- */

static const LabOptionRow orbit_options[] = {
  { "vary", "p=A:B:N", N_("the parameter, its range and the number of values"), NULL, TRUE, N_("Parameter") },
  { "quantity", "EXPRESSION", N_("the quantity to plot; by default the first state"), NULL, FALSE, N_("Quantity") },
  SECTION_OPTIONS,
  { "keep", "N", N_("number of points for each value of the parameter"), "64", FALSE, N_("Kept points") },
};

enum { ORBIT_VARY, ORBIT_QUANTITY, ORBIT_SECTION, ORBIT_DIRECTION, ORBIT_STROBE, ORBIT_TRANSIENT, ORBIT_KEEP };

/* Number of values of the parameter in an orbit diagram of the window, and number of points for each. */
#define ORBIT_VALUES 240
#define ORBIT_POINTS "64"

/* Varies the first parameter that has a range; if none has, the first parameter around its value. */
static void
propose_parameter (Model *model, ModelSystem *system, double t_start, double t_end, char **values)
{
  const ModelQuantity *found = NULL;
  char number[2][G_ASCII_DTOSTR_BUF_SIZE];

  for (int k = model_n_parameters (model); k-- > 0;)
    {
      const ModelQuantity *quantity = model_parameter (model, k);

      if (quantity->size == 0 && (found == NULL || quantity->low < quantity->high || !(found->low < found->high)))
        found = quantity;
    }
  if (found == NULL)
    values[ORBIT_VARY] = g_strdup ("");
  else
    {
      double value = found->value, by;
      gboolean ranged = found->low < found->high;

      if (system != NULL)
        model_system_get_parameter (system, found->name, &value);
      by = value != 0 ? fabs (value) / 2 : 1;
      values[ORBIT_VARY] =
        g_strdup_printf ("%s=%s:%s:%d", found->name, g_ascii_dtostr (number[0], sizeof number[0], ranged ? found->low : value - by),
                         g_ascii_dtostr (number[1], sizeof number[1], ranged ? found->high : value + by), ORBIT_VALUES);
    }
  values[ORBIT_TRANSIENT] = transient_of (t_start, t_end);
  values[ORBIT_KEEP] = g_strdup (ORBIT_POINTS);
}

static gboolean
check_parameters (const LabProblem *problem, GError **error)
{
  for (int k = 0; k < model_n_parameters (problem->model); k++)
    if (model_parameter (problem->model, k)->size == 0)
      return TRUE;
  g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("the model has no parameter"));
  return FALSE;
}

/* The result of an orbit diagram, which grows by the points of each value of the parameter. */
typedef struct
{
  const LabProgress *progress;
  LabResult *result;
  LabTable *points, *failures;
  int computed, failed, empty, most; /* empty: number of values without a point whose run did not fail; most: largest number of points of a value */
} OrbitReport;

static void
report_values (gpointer user, const LabOrbitPoint *point)
{
  OrbitReport *report = user;

  /* A run that fails has not reached an attractor, so its points are left out. */
  int n = point->message == NULL ? point->n_values : 0;

  report->failed += point->message != NULL;
  report->empty += point->message == NULL && n == 0;
  report->most = MAX (report->most, n);
  if (point->message != NULL)
    {
      lab_table_add (report->failures, point->p);
      lab_table_add_text (report->failures, point->message);
    }
  for (int i = 0; i < n; i++)
    {
      lab_table_add (report->points, point->p);
      lab_table_add (report->points, point->values[i]);
    }
  lab_result_set_number (report->result, "computed", ++report->computed, NULL);
  lab_result_set_number (report->result, "failed", report->failed, NULL);
  lab_result_set_number (report->result, "empty", report->empty, NULL);
  lab_progress_show (report->progress, report->result);
}

static LabResult *
orbit (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  const char *columns[] = { "p", NULL, NULL };
  g_autoptr (LabFlow) flow = lab_flow_new (problem, error);
  g_autoptr (LabOrbit) found = NULL;
  g_autoptr (LabResult) result = lab_result_new ();
  g_autofree char *parameter = NULL;
  OrbitReport report = { .progress = progress, .result = result };
  LabRange range = { 0 };
  LabSection section;
  double transient;
  int keep;

  if (flow == NULL || !lab_option_range ("vary", values[0], TRUE, &range, error))
    return NULL;
  parameter = range.name;
  columns[1] = values[1] != NULL ? values[1] : flow->ode->names[0];
  report.points = lab_result_add_table (result, "points", columns);
  lab_result_add_number (result, "failed", 0, NULL);
  lab_result_add_number (result, "low", range.from, NULL);
  lab_result_add_number (result, "high", range.to, NULL);
  lab_result_add_number (result, "values", range.n, NULL);
  lab_result_add_number (result, "computed", 0, NULL);
  lab_result_add_number (result, "empty", 0, NULL);
  lab_table_add_text (lab_result_add_table (result, "parameter", (const char *const[]) { "name", NULL }), parameter);
  report.failures = lab_result_add_table (result, "failures", (const char *const[]) { "p", "failure", NULL });
  if (lab_section_read (&section, problem, values[2], values[3], values[4], columns[1], error) && lab_option_time ("transient", values[5], &transient, error)
      && lab_option_count ("keep", values[6], 1, 100000, &keep, error))
    found = lab_orbit (problem, &range, columns[1], &section, transient, keep, progress, report_values, &report, error);
  if (found == NULL)
    return NULL;
  if (report.most == 0)
    result->sentence = g_strdup_printf (_("No run of %d has a point after the transient."), report.computed);
  else
    result->sentence = g_strdup_printf (_("%d values of %s; points per value: at most %d."), report.computed, parameter, report.most);
  return g_steal_pointer (&result);
}

static void
orbit_json (LabJson *json, const LabResult *result, const char *const *values)
{
  const LabTable *table = lab_result_table (result, "points"), *failures = lab_result_table (result, "failures");
  const char *vary = values[ORBIT_VARY];
  g_autofree char *parameter = g_strndup (vary, strcspn (vary, "="));
  int n_rows = lab_table_n_rows (table);

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_text (json, "parameter", g_strstrip (parameter));
  lab_json_text (json, "quantity", table->columns[1]);
  lab_json_array (json, "points", LAB_JSON_ROWS);
  for (int r = 0; r < n_rows; r++)
    {
      if (r == 0 || lab_table_number (table, r, 0) != lab_table_number (table, r - 1, 0))
        {
          lab_json_object (json, NULL, LAB_JSON_FLAT);
          lab_json_cell (json, "p", table, r, 0);
          lab_json_array (json, "values", LAB_JSON_FLAT);
        }
      lab_json_cell (json, NULL, table, r, 1);
      if (r + 1 == n_rows || lab_table_number (table, r + 1, 0) != lab_table_number (table, r, 0))
        {
          lab_json_end (json);
          lab_json_end (json);
        }
    }
  lab_json_end (json);
  lab_json_number_named (json, result, "computed");
  lab_json_number_named (json, result, "empty");
  lab_json_array (json, "failed", LAB_JSON_FLAT);
  for (int r = 0; r < lab_table_n_rows (failures); r++)
    {
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_cell (json, "p", failures, r, 0);
      lab_json_cell (json, "message", failures, r, 1);
      lab_json_end (json);
    }
  lab_json_end (json);
  lab_json_end (json);
}

const LabStudyKind lab_study_orbit = {
  .id = "orbit",
  .label = N_("Orbit diagram"),
  .advice = N_("Computes the values that a quantity takes after the transient, for each value of a parameter: at maxima, on a section or at strobe times."),
  .of = LAB_STUDY_OF_MODEL,
  .places = LAB_PLACE_CARDS | LAB_PLACE_ENSEMBLE,
  .icon = "wb-microscope-symbolic",
  .question = N_("Which values remain after the transient?"),
  .aim = N_("what remains"),
  .cost = N_("240 values"),
  .sketch = "5 50 30 55 55 75 95 90|30 55 55 30 95 10|75 70 95 45",
  .axes = "vary",
  .argument = "MODEL",
  .summary = "print an orbit diagram over a parameter",
  .description =
    "Prints the values that a quantity visits after a transient, for each value of a parameter: its maxima, or its values on a section or "
    "at strobe times. Values of the parameter whose run fails have no points and are listed; empty is the number of those without a point "
    "whose run did not fail.",
  .options = orbit_options,
  .n_options = G_N_ELEMENTS (orbit_options),
  .json = orbit_json,
  .check = check_parameters,
  .propose = propose_parameter,
  .run = orbit,
};
