/* Chooses the plots for the results of a study: bands and histograms of an ensemble, grids, regions and curves of the
 * other studies. */
#include "wb-ensemble-plots.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-registry.h"
#include "ode-format.h"
#include "plot-format.h"
#include "lab-result.h"
#include "plot-study-grid.h"
#include "plot-text.h"
#include "wb-study-trace.h"
#include "wb-sweep-plots.h"

WbEnsembleShown *
wb_ensemble_shown (WbStudies *studies)
{
  WbEnsembleShown *shown = g_object_get_data (G_OBJECT (studies), "shown");

  if (shown == NULL)
    {
      shown = g_new0 (WbEnsembleShown, 1);
      g_object_set_data_full (G_OBJECT (studies), "shown", shown, g_free);
    }
  return shown;
}

char *
wb_ensemble_outcome_text (WbStudy *study, LabOutcome outcome)
{
  const WbStudyProblem *problem = wb_study_problem (study);
  const LabStudyFile *file = problem != NULL ? problem->file : NULL;

  switch (outcome)
    {
    case LAB_MEMBER_ENDED: return g_strdup (file != NULL && file->ended != NULL ? file->ended : _("reached the end"));
    case LAB_MEMBER_TERMINATED: return g_strdup (_("ended early"));
    default: return g_strdup (file != NULL && file->failed != NULL ? file->failed : _("failed"));
    }
}

static char *
count_text (guint64 n)
{
  char text[64];

  plot_format_count (n, text, sizeof text);
  return g_strdup (text);
}

/* Returns a text such as "1 000 runs, quantile bands of those that settled". While the study runs, the text also states the number of runs
 * that are not computed yet. */
static char *
remark_of (WbStudy *study, const WbEnsemblePicture *picture)
{
  g_autofree char *done = count_text (picture->n_done), *used = count_text (picture->n_used);
  g_autofree char *runs = g_strdup_printf (picture->n_done < picture->n_members ? ngettext ("%s run so far", "%s runs so far", (gulong) picture->n_done)
                                                                                  : ngettext ("%s run", "%s runs", (gulong) picture->n_done), done);

  if (!picture->exact)
    return g_strdup_printf (_("%s, quantile bands of %s of these runs"), runs, used);
  if (picture->counts[LAB_MEMBER_FAILED] > 0)
    return g_strdup_printf (_("%s, quantile bands of those that did not fail"), runs);
  return g_strdup_printf (_("%s, quantile bands"), runs);
}

/* Copies the curves of the members that the reader chose to show. */
static int
choose_curves (const WbFanPicture *fan, WbShownMembers which, double *curves, int *members, gboolean *failed)
{
  int n = 0;

  for (int k = 0; k < fan->n_curves; k++)
    {
      if ((which == WB_SHOW_ENDED && fan->failed[k]) || (which == WB_SHOW_FAILED && !fan->failed[k]))
        continue;
      memcpy (curves + (gsize) n * fan->n, fan->curves + (gsize) k * fan->n, (gsize) fan->n * sizeof *curves);
      members[n] = fan->members[k];
      failed[n++] = fan->failed[k];
    }
  return n;
}

gboolean
wb_ensemble_can_log (WbStudy *study, const WbEnsembleChoice *choice)
{
  const WbEnsemblePicture *picture = wb_study_picture (study);
  const WbFanPicture *fan = picture != NULL && picture->n_fans > 0 ? &picture->fans[CLAMP (choice->fan, 0, picture->n_fans - 1)] : NULL;
  gboolean known = FALSE;

  for (int k = 0; fan != NULL && picture->n_used > 0 && k < PLOT_N_QUANTILES * fan->n; k++)
    {
      if (fan->quantiles[k] <= 0)
        return FALSE;
      known |= fan->quantiles[k] > 0; /* a time without members has NaN */
    }
  return known;
}

static PlotView *
fan_new (WbStudy *study, const WbEnsemblePicture *picture, const WbEnsembleChoice *choice)
{
  const WbFanPicture *fan = &picture->fans[CLAMP (choice->fan, 0, picture->n_fans - 1)];
  g_autofree char *remark = remark_of (study, picture), *word = wb_ensemble_outcome_text (study, LAB_MEMBER_FAILED), *failed_label = plot_text_escape (word);
  g_autofree char *time_unit = *picture->time_unit != '\0' ? plot_text_unit (picture->time_unit) : NULL;
  g_autofree char *x_label = plot_text_quantity ("t", time_unit), *y_label = fan->unit != NULL ? g_strdup (fan->unit) : NULL;
  g_autofree double *curves = g_new (double, (gsize) fan->n_curves * fan->n + 1);
  g_autofree int *members = g_new (int, fan->n_curves + 1);
  g_autofree gboolean *failed = g_new (gboolean, fan->n_curves + 1);
  int n = choose_curves (fan, choice->members, curves, members, failed);
  PlotFan plot = {
    .title = fan->label, .remark = remark, .x_label = x_label, .y_label = y_label, .name = fan->label, .unit = fan->unit,
    .n_times = fan->n, .t = fan->t, .quantiles = picture->n_used > 0 ? fan->quantiles : NULL, .n_curves = n, .curves = curves, .members = members,
    .failed = failed, .failed_label = picture->counts[LAB_MEMBER_FAILED] > 0 ? failed_label : NULL,
  };

  PlotView *view = plot_study_fan_new (&plot);

  plot_view_set_log (view, FALSE, choice->log && wb_ensemble_can_log (study, choice));
  return view;
}

static PlotView *
histogram_new (const WbEnsemblePicture *picture, const WbEnsembleChoice *choice)
{
  const WbRecordPicture *record = &picture->records[CLAMP (choice->record, 0, picture->n_records - 1)];
  const LabSummary *s = &record->summary;
  const double quantiles[PLOT_N_QUANTILES] = { s->q05, s->q25, s->q50, s->q75, s->q95 };
  g_autofree char *x_label = record->unit != NULL ? g_strdup_printf ("%s (%s)", record->label, record->unit) : g_strdup (record->label);
  g_autofree char *n = count_text (s->n);
  g_autofree char *remark = g_strdup_printf (ngettext ("value of %s run", "values of %s runs", (gulong) s->n), n);
  PlotHistogram plot = {
    .title = record->label, .remark = remark, .x_label = x_label, .y_label = _("runs"), .unit = record->unit, .n_bars = record->n_bars,
    .edges = record->edges, .counts = record->counts, .quantiles = s->n > 0 ? quantiles : NULL,
  };

  return plot_study_histogram_new (&plot);
}

/* ---- results of other studies ---- */

/* Makes the plot of a region of attraction. The labels of its curves are in the key beside the plot. */
static PlotView *
region_new (WbStudy *study)
{
  const LabResult *result = wb_study_result (study);
  const WbStudyProblem *problem = wb_study_problem (study);
  const LabTable *states = lab_result_table (result, "x");
  g_autofree char *remark = plot_text_escape (model_name (problem->model)), *x_label = NULL, *y_label = NULL;

  if (states == NULL || lab_table_n_rows (states) != 2)
    return NULL;
  x_label = wb_sweep_axis_label (problem, lab_table_text (states, 0, 0));
  y_label = wb_sweep_axis_label (problem, lab_table_text (states, 1, 0));
  return plot_study_curves_new (result, &(PlotStudyText) { _(wb_study_kind (study)->label), remark, x_label, y_label },
                                lab_problem_instance (&problem->problem, NULL));
}

/* Makes the plot of the first grid of the result, of its region of attraction, or else the picture of the study. */
static PlotView *
map_new (WbStudy *study, const WbEnsembleChoice *choice)
{
  const LabResult *result = wb_study_result (study);
  const WbStudyProblem *problem = wb_study_problem (study);
  const LabGrid *grid = result != NULL && result->grids->len > 0 ? result->grids->pdata[0] : NULL;
  const LabPath *path = wb_study_traced (study);
  PlotStudyPath line = { 0 };
  g_autofree char *remark = NULL, *x_label = NULL, *y_label = NULL;

  if (problem != NULL && wb_study_problem_is_sweep (problem))
    return wb_sweep_plot_new (study, choice->record);
  if (problem != NULL && result != NULL && result->curves->len == 0 && grid == NULL)
    return wb_picture_plot_new (study);
  if (problem != NULL && result != NULL && result->curves->len > 0)
    return region_new (study);
  if (grid == NULL || problem == NULL)
    return NULL;
  remark = plot_text_escape (model_name (problem->model));
  x_label = wb_sweep_axis_label (problem, grid->x_name);
  y_label = *grid->y_name != '\0' ? wb_sweep_axis_label (problem, grid->y_name) : g_strdup ("");
  if (path != NULL)
    line = (PlotStudyPath) { path->x, path->y, path->n };
  return plot_study_grid_new (result, 0, &(PlotStudyText) { _(wb_study_kind (study)->label), remark, x_label, y_label }, path != NULL ? &line : NULL);
}

static void
append_value (GString *out, const LabCell *cell)
{
  char text[ODE_FORMAT_SIZE];

  if (cell->text != NULL)
    g_string_append (out, cell->text);
  else if (!isnan (cell->value))
    {
      text[ode_format_double (text, cell->value)] = '\0';
      g_string_append (out, text);
    }
}

char *
wb_study_result_text (WbStudy *study)
{
  const LabResult *result = wb_study_result (study);
  GString *out;

  if (result == NULL)
    return NULL;
  out = g_string_new (NULL);
  for (guint k = 0; k < result->numbers->len; k++)
    {
      const LabNumber *number = &g_array_index (result->numbers, LabNumber, k);
      char value[ODE_FORMAT_SIZE];

      value[ode_format_double (value, number->value)] = '\0';
      g_string_append_printf (out, "%s\t%s\t%s\n", number->name, value, number->unit != NULL ? number->unit : "");
    }
  for (guint k = 0; k < result->tables->len; k++)
    {
      const LabTable *table = result->tables->pdata[k];

      g_string_append_printf (out, "%s%s\n", out->len > 0 ? "\n" : "", table->name);
      for (int c = 0; c < table->n_columns; c++)
        g_string_append_printf (out, "%s%s", c > 0 ? "\t" : "", table->columns[c]);
      g_string_append_c (out, '\n');
      for (int r = 0; r < lab_table_n_rows (table); r++)
        for (int c = 0; c < table->n_columns; c++)
          {
            append_value (out, &g_array_index (table->cells, LabCell, r * table->n_columns + c));
            g_string_append_c (out, c < table->n_columns - 1 ? '\t' : '\n');
          }
    }
  return g_string_free (out, FALSE);
}

/* ---- cards ---- */

PlotView *
wb_ensemble_plot_new (WbStudy *study, WbEnsembleCard card, const WbEnsembleChoice *choice)
{
  const WbEnsemblePicture *picture = wb_study_picture (study);

  if (card == WB_ENSEMBLE_MAP)
    return map_new (study, choice);
  if (picture == NULL || picture->n_done == 0)
    return NULL;
  if (card == WB_ENSEMBLE_FAN)
    return picture->n_fans > 0 ? fan_new (study, picture, choice) : NULL;
  return picture->n_records > 0 ? histogram_new (picture, choice) : NULL;
}

/* ---- tables ---- */

static void
append_number (GString *out, double value)
{
  char text[ODE_FORMAT_SIZE];

  text[isnan (value) ? 0 : ode_format_double (text, value)] = '\0';
  g_string_append_printf (out, "\t%s", text);
}

char *
wb_ensemble_table_text (WbStudy *study, WbEnsembleCard card, const WbEnsembleChoice *choice)
{
  const WbEnsemblePicture *picture = wb_study_picture (study);
  GString *out;

  if (card == WB_ENSEMBLE_MAP)
    return wb_study_result_text (study);
  if (picture == NULL || (card == WB_ENSEMBLE_FAN ? picture->n_fans : picture->n_records) == 0)
    return NULL;
  out = g_string_new (NULL);
  if (card == WB_ENSEMBLE_FAN)
    {
      const WbFanPicture *fan = &picture->fans[CLAMP (choice->fan, 0, picture->n_fans - 1)];

      g_string_append (out, "t\tq05\tq25\tq50\tq75\tq95\n");
      for (int k = 0; k < fan->n; k++)
        {
          char t[ODE_FORMAT_SIZE];

          ode_format_double (t, fan->t[k]);
          g_string_append (out, t);
          for (int q = 0; q < PLOT_N_QUANTILES; q++)
            append_number (out, fan->quantiles[q * fan->n + k]);
          g_string_append_c (out, '\n');
        }
    }
  else
    {
      const WbRecordPicture *record = &picture->records[CLAMP (choice->record, 0, picture->n_records - 1)];

      g_string_append (out, "from\tto\truns\n");
      for (int k = 0; k < record->n_bars; k++)
        {
          char from[ODE_FORMAT_SIZE];

          ode_format_double (from, record->edges[k]);
          g_string_append (out, from);
          append_number (out, record->edges[k + 1]);
          append_number (out, record->counts[k]);
          g_string_append_c (out, '\n');
        }
    }
  return g_string_free (out, FALSE);
}

/* Returns a text with the model, the kind of the study and, for a sweep, its axes. Free it with g_free. */
static char *
caption_of (WbStudy *study, const WbStudyProblem *problem)
{
  g_autofree char *name = plot_text_escape (model_name (problem->model));
  GString *out = g_string_new (name);

  g_string_append_printf (out, ". %s", _(wb_study_kind (study)->label));
  for (guint k = 0; problem->ensemble != NULL && k < problem->ensemble->varied->len; k++)
    {
      const LabVary *vary = &g_array_index (problem->ensemble->varied, LabVary, k);
      g_autofree char *variable = plot_text_variable (vary->name), *text = plot_text_escape (vary->text);

      g_string_append_printf (out, ", %s: %s", variable, text);
    }
  g_string_append_c (out, '.');
  return g_string_free (out, FALSE);
}

char *
wb_ensemble_caption (WbStudy *study)
{
  const WbStudyProblem *problem = wb_study_problem (study);
  const WbEnsemblePicture *picture = wb_study_picture (study);
  g_autofree char *name = NULL, *done = NULL;
  GString *out;

  if (problem != NULL && !wb_study_problem_is_random (problem))
    return caption_of (study, problem);
  if (problem == NULL || picture == NULL)
    return g_strdup ("");
  name = plot_text_escape (model_name (problem->model));
  done = count_text (picture->n_done);
  out = g_string_new (name);
  g_string_append (out, ". ");
  g_string_append_printf (out, _("%s runs, seed %lu"), done, (gulong) problem->problem.instance.seed);
  for (guint k = 0; k < problem->ensemble->varied->len; k++)
    {
      const LabVary *vary = &g_array_index (problem->ensemble->varied, LabVary, k);
      g_autofree char *variable = plot_text_variable (vary->name), *text = plot_text_escape (vary->text);

      g_string_append_printf (out, ", %s: %s", variable, text);
    }
  g_string_append_c (out, '.');
  return g_string_free (out, FALSE);
}
