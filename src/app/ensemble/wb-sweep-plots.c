/* Builds the pictures of sweeps over one or two quantities and of studies with a picture of their own, with a remark about failed points. */
#include "wb-sweep-plots.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-result.h"
#include "plot-format.h"
#include "plot-study-dynamics.h"
#include "plot-study-grid.h"
#include "plot-study-picture.h"
#include "plot-text.h"
#include "wb-number-field.h"
#include "wb-region-key.h"

/* ---- names ---- */

static const char *
unit_of (const WbStudyProblem *problem, ModelSystem *system, const char *name)
{
  int column = model_system_find_column (system, name);

  if (model_system_find_parameter (system, name) < 0)
    return column >= 0 ? model_system_column (system, column)->unit : NULL;
  for (int k = 0; k < model_n_parameters (problem->model); k++)
    if (strcmp (model_parameter (problem->model, k)->name, name) == 0)
      return model_parameter (problem->model, k)->unit;
  return NULL;
}

char *
wb_sweep_axis_label (const WbStudyProblem *problem, const char *name)
{
  g_autofree char *variable = plot_text_variable (name), *shown = NULL;
  g_autoptr (ModelSystem) system = lab_problem_instance (&problem->problem, NULL);
  const char *unit = system != NULL ? unit_of (problem, system, name) : NULL;

  if (unit != NULL && *unit != '\0')
    shown = plot_text_unit (unit);
  return plot_text_quantity (variable, shown);
}

static const LabGrid *
grid_at (WbStudy *study, int record)
{
  const LabResult *result = wb_study_result (study);

  return result != NULL && result->grids->len > 0 ? result->grids->pdata[CLAMP (record, 0, (int) result->grids->len - 1)] : NULL;
}

/* Returns the recorded number of the set-up to which a grid of the result belongs, or NULL if the set-up has changed. */
static const LabRecord *
record_of (WbStudy *study, const LabGrid *grid)
{
  const WbStudyProblem *problem = wb_study_problem (study);

  for (guint k = 0; problem != NULL && problem->ensemble != NULL && k < problem->ensemble->records->len; k++)
    if (strcmp (g_array_index (problem->ensemble->records, LabRecord, k).name, grid->name) == 0)
      return &g_array_index (problem->ensemble->records, LabRecord, k);
  return NULL;
}

static char *
title_of (WbStudy *study, const LabGrid *grid)
{
  const LabRecord *record = record_of (study, grid);

  return record != NULL && record->label != NULL ? g_strdup (record->label) : plot_text_escape (grid->name);
}

char *
wb_sweep_record_title (WbStudy *study, int record)
{
  const LabResult *result = wb_study_result (study);

  return result != NULL && record >= 0 && record < (int) result->grids->len ? title_of (study, grid_at (study, record)) : NULL;
}

/* ---- pictures ---- */

/* Returns the number of points as text: "441 points" or, if some are missing, "120 of 441 points". Free it with g_free. */
static char *
remark_of (const LabResult *result)
{
  guint64 n = (guint64) lab_result_number (result, "points"), known = (guint64) lab_table_n_rows (result->tables->pdata[0]);
  char a[64], b[64];

  plot_format_count (n, a, sizeof a);
  plot_format_count (known, b, sizeof b);
  if (known < n)
    return g_strdup_printf (ngettext ("%s of %s point", "%s of %s points", (gulong) n), b, a);
  return g_strdup_printf (ngettext ("%s point", "%s points", (gulong) n), a);
}

PlotView *
wb_sweep_plot_new (WbStudy *study, int record)
{
  const LabResult *result = wb_study_result (study);
  const WbStudyProblem *problem = wb_study_problem (study);
  const LabGrid *grid = grid_at (study, record);
  g_autofree char *title = NULL, *remark = NULL, *x_label = NULL, *y_label = NULL, *unit = NULL;

  if (grid == NULL || problem == NULL)
    return NULL;
  title = title_of (study, grid);
  remark = remark_of (result);
  x_label = wb_sweep_axis_label (problem, grid->x_name);
  unit = *grid->unit != '\0' ? plot_text_unit (grid->unit) : NULL;
  y_label = *grid->y_name != '\0' ? wb_sweep_axis_label (problem, grid->y_name) : unit != NULL ? g_strdup_printf ("%s (%s)", title, unit) : g_strdup (title);
  return plot_study_grid_new (result, CLAMP (record, 0, (int) result->grids->len - 1), &(PlotStudyText) { title, remark, x_label, y_label }, NULL);
}

/* Returns the name of the model and, if the diagram is incomplete, the number of computed values of the parameter. Free it with g_free. */
static char *
picture_remark (const WbStudyProblem *problem, const LabResult *result)
{
  double n = lab_result_number (result, "values"), computed = lab_result_number (result, "computed");
  g_autofree char *name = plot_text_escape (model_name (problem->model));
  char a[64], b[64];

  if (!(computed < n))
    return g_steal_pointer (&name);
  plot_format_count ((guint64) computed, a, sizeof a);
  plot_format_count ((guint64) n, b, sizeof b);
  /* Translators: the name of a model, and how many of how many values of a parameter are computed. */
  return g_strdup_printf (ngettext ("%s, %s of %s value", "%s, %s of %s values", (gulong) n), name, a, b);
}

PlotView *
wb_picture_plot_new (WbStudy *study)
{
  const LabResult *result = wb_study_result (study);
  const WbStudyProblem *problem = wb_study_problem (study);
  const LabTable *parameter = result != NULL ? lab_result_table (result, "parameter") : NULL;
  g_autofree char *remark = NULL, *x_label = NULL;
  PlotView *view;

  if (problem == NULL || result == NULL)
    return NULL;
  remark = picture_remark (problem, result);
  view = plot_study_picture_new (problem->kind, result, remark, &(PlotStudyChoice) { &problem->problem, PLOT_SECTION_AUTOMATIC, PLOT_SECTION_AUTOMATIC });
  if (view != NULL && parameter != NULL)
    {
      x_label = wb_sweep_axis_label (problem, lab_table_text (parameter, 0, 0));
      plot_view_set_x_label (view, x_label);
    }
  return view;
}

/* ---- the text beside a picture ---- */

/* Returns a number with all its digits and a true minus sign. Free it with g_free. */
static char *
end_of (double value)
{
  g_autofree char *text = wb_number_text (value);

  return value < 0 && text[0] == '-' ? g_strconcat ("−", text + 1, NULL) : g_steal_pointer (&text);
}

static void
append_axis (GtkWidget *box, const LabVary *axis)
{
  g_autofree char *from = end_of (axis->from), *to = end_of (axis->to), *name = plot_text_variable (axis->name);
  g_autofree char *plain = plot_text_plain (name), *safe = g_markup_escape_text (plain, -1);
  /* Translators: the name of a quantity, the two ends of its range, and a number of values. */
  g_autofree char *text = g_strdup_printf (_("<b>%s</b> from %s to %s, %d values"), safe, from, to, axis->n_values);

  wb_region_key_append (box, text, "study-key-text");
}

/* Appends a line with the smallest and the largest value of a recorded number. */
static void
append_record (GtkWidget *box, WbStudy *study, const LabGrid *grid)
{
  g_autofree char *title = title_of (study, grid), *plain = plot_text_plain (title), *safe = g_markup_escape_text (plain, -1);
  g_autofree char *a = NULL, *b = NULL, *text = NULL;
  double low = INFINITY, high = -INFINITY;

  for (gsize k = 0; k < (gsize) grid->nx * (gsize) grid->ny; k++)
    if (isfinite (grid->values[k]))
      {
        low = fmin (low, grid->values[k]);
        high = fmax (high, grid->values[k]);
      }
  if (!(low <= high))
    return;
  a = plot_text_value (low, 3, *grid->unit != '\0' ? grid->unit : NULL);
  b = plot_text_value (high, 3, *grid->unit != '\0' ? grid->unit : NULL);
  text = g_strdup_printf (_("<b>%s</b> %s to %s"), safe, a, b);
  wb_region_key_append (box, text, "study-key-text");
}

static void
append_failed (GtkWidget *box, const LabResult *result)
{
  guint64 n = (guint64) lab_result_number (result, "failed");
  const LabTable *failed = lab_result_table (result, "failed");
  g_autofree char *text = NULL, *reason = NULL;
  char count[64];

  if (n == 0)
    return;
  plot_format_count (n, count, sizeof count);
  text = g_strdup_printf (ngettext ("%s point failed", "%s points failed", (gulong) n), count);
  wb_region_key_append (box, text, "study-refusal");
  if (failed == NULL || lab_table_n_rows (failed) == 0)
    return;
  reason = g_markup_escape_text (lab_table_text (failed, 0, 1), -1);
  wb_region_key_append (box, reason, "row-remark");
}

static GtkWidget *
key_of_sweep (WbStudy *study, const LabResult *result)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  const LabEnsemble *ensemble = wb_study_problem (study)->ensemble;

  for (guint k = 0; k < ensemble->varied->len; k++)
    append_axis (box, &g_array_index (ensemble->varied, LabVary, k));
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  for (guint k = 0; k < result->grids->len; k++)
    append_record (box, study, result->grids->pdata[k]);
  append_failed (box, result);
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  wb_region_key_append (box, _("Click a point to open its run in Simulate."), "row-remark");
  return box;
}

static GtkWidget *
key_of_points (const LabResult *result)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  const LabTable *points = lab_result_table (result, "points");
  g_autofree char *text = NULL;
  char count[64];

  plot_format_count ((guint64) lab_table_n_rows (points), count, sizeof count);
  text = g_strdup_printf (ngettext ("%s point", "%s points", (gulong) lab_table_n_rows (points)), count);
  wb_region_key_append (box, text, "study-key-text");
  append_failed (box, result);
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  wb_region_key_append (box, _("Click a point to open its run in Simulate."), "row-remark");
  return box;
}

GtkWidget *
wb_sweep_key_new (WbStudy *study)
{
  const LabResult *result = wb_study_result (study);
  const WbStudyProblem *problem = wb_study_problem (study);

  if (result == NULL || problem == NULL)
    return NULL;
  if (wb_study_problem_is_sweep (problem))
    return key_of_sweep (study, result);
  return lab_result_table (result, "parameter") != NULL && lab_result_table (result, "points") != NULL ? key_of_points (result) : NULL;
}
