/* Makes the figure and the text of a comparison for the export window. */
#include "wb-export-comparison.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ode-format.h"
#include "plot-format.h"
#include "plot-text.h"
#include "wb-compare-cells.h"

WbComparison *
wb_export_comparison (WbSession *session)
{
  return wb_export_source (session) == WB_EXPORT_COMPARISON ? wb_comparison_of (session) : NULL;
}

char *
wb_export_comparison_title (WbComparison *comparison, WbComparePanel panel)
{
  WbComparePlots *plots = wb_compare_plots_new (comparison);
  PlotView *view = plots != NULL ? wb_compare_plots_take (plots, panel) : NULL;
  char *title = view != NULL ? plot_text_plain (plot_view_title (view)) : NULL;

  g_clear_pointer (&view, plot_view_free);
  wb_compare_plots_free (plots);
  return title;
}

/* ---- figures ---- */

/* Returns a caption with the model, its parameters and the rule of the comparison. Free it with
 * g_free. */
static char *
caption_of (WbComparison *comparison)
{
  const LabComparison *result = wb_comparison_result (comparison);
  WbSession *session = wb_comparison_session (comparison);
  g_autofree char *about = wb_export_model_text (wb_session_model (session), wb_session_system (session));
  char number[64];

  if (result->rule == LAB_COMPARISON_COST)
    plot_format_count ((guint64) result->value, number, sizeof number);
  else
    plot_format_number (result->value, 3, number, sizeof number);
  /* Translators: the first %s is the model with its parameters, the second is a
   * number. */
  switch (result->rule)
    {
    case LAB_COMPARISON_COST: return g_strdup_printf (_("%s. Equal cost, %s RHS evaluations."), about, number);
    case LAB_COMPARISON_STEP: return g_strdup_printf (_("%s. Equal step, %s."), about, number);
    default: return g_strdup_printf (_("%s. Equal accuracy, %s."), about, number);
    }
}

/* Adds the plots chosen on the page to the figure and returns their number. */
static int
add_plots (PlotFigure *figure, WbComparison *comparison, WbComparePlots *plots, const WbExportPage *page)
{
  const WbCompareShown *shown = wb_compare_plots_shown (comparison);
  gboolean any_error = (page->plots & ~((guint64) 1 << WB_COMPARE_ORBIT)) != 0;
  const PlotTheme theme = wb_export_theme (page);
  int n = 0, last = -1;

  for (int i = WB_COMPARE_INVARIANT; i < WB_N_COMPARE_VIEWS; i++)
    if (page->plots >> i & 1)
      last = i;
  for (int i = 0; i < WB_N_COMPARE_VIEWS; i++)
    {
      PlotView *view = wb_compare_plots_take (plots, (WbComparePanel) i);
      g_autofree char *title = NULL, *heading = NULL;
      g_autofree char *letter = page->plots & (page->plots - 1) ? g_strdup_printf ("%c", 'a' + n) : NULL; /* more than one plot is chosen */

      if (view == NULL || !(page->plots >> i & 1))
        {
          g_clear_pointer (&view, plot_view_free);
          continue;
        }
      if (shown != NULL)
        plot_view_set_shown (view, &shown->x[i], &shown->y[i]);
      if (i != WB_COMPARE_ORBIT)
        plot_view_set_x_labels_shown (view, i == last);
      /* Themes for print omit a title that the names of curves replace. The heading has it in each theme. */
      title = g_strdup (plot_view_title (view));
      plot_view_set_title (view, title, NULL);
      heading = theme.plain ? g_strjoin (letter != NULL ? "  " : "", letter != NULL ? letter : "", title, NULL) : g_strdup (letter);
      plot_view_set_letter (view, heading);
      plot_figure_add (figure, i == WB_COMPARE_ORBIT || !(page->plots & 1) ? 0 : 1, view, 1);
      n++;
    }
  if (n > 1 && any_error && (page->plots & 1))
    plot_figure_set_column_weight (figure, 1, 1.2); /* same ratio as in the Compare view */
  return n;
}

WbExportFigure *
wb_export_comparison_figure (WbComparison *comparison, const WbExportPage *page, GError **error)
{
  const LabComparison *result = wb_comparison_result (comparison);
  const WbCompareShown *shown = wb_compare_plots_shown (comparison);
  WbSession *session = wb_comparison_session (comparison);
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  WbComparePlots *plots = wb_compare_plots_new (comparison);
  int n;

  if (plots == NULL)
    {
      g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("The comparison has no result yet."));
      return NULL;
    }
  /* The figure shows the whole comparison, without the playhead. */
  wb_compare_plots_set_time (plots, result->t_end);
  wb_compare_plots_place_orbit (plots);
  plot_time_axis_set_playhead (wb_compare_plots_axis (plots), NAN);
  if (shown != NULL && shown->high > shown->low)
    plot_time_axis_set_view (wb_compare_plots_axis (plots), shown->low, shown->high);
  n = add_plots (figure, comparison, plots, page);
  wb_compare_plots_free (plots);
  if (n == 0)
    {
      g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("Choose at least one plot."));
      return NULL;
    }
  if (page->settings)
    {
      g_autofree char *caption = caption_of (comparison);

      plot_figure_set_caption (figure, caption);
    }
  return wb_export_figure_take_model (g_steal_pointer (&figure), wb_session_model (session), wb_session_config (session), page);
}

/* ---- tables ---- */

typedef struct { const WbExportTable *table; GString *out; gboolean first; } Line;

static void
append_text (Line *line, const char *text)
{
  gboolean quoted = strchr (text, line->table->separator) != NULL || strchr (text, '"') != NULL;

  if (!line->first)
    g_string_append_c (line->out, line->table->separator);
  line->first = FALSE;
  if (!quoted)
    {
      g_string_append (line->out, text);
      return;
    }
  g_string_append_c (line->out, '"');
  for (const char *c = text; *c != '\0'; c++)
    g_string_append_printf (line->out, *c == '"' ? "\"%c" : "%c", *c);
  g_string_append_c (line->out, '"');
}

/* Appends a number with all its digits, or an empty field if it is NaN. */
static void
append_number (Line *line, double value)
{
  char text[ODE_FORMAT_SIZE + 1], *point;

  text[isnan (value) ? 0 : ode_format_double (text, value)] = '\0';
  if (line->table->decimal != '.' && (point = strchr (text, '.')) != NULL)
    *point = line->table->decimal;
  append_text (line, text);
}

static void
end_line (Line *line)
{
  g_string_append_c (line->out, '\n');
  line->first = TRUE;
}

static void
append_method (Line *line, WbComparison *comparison, WbCompareEntry *entry)
{
  const LabComparisonEntry *result = wb_compare_entry_result (entry);
  g_autofree char *behaviour = wb_compare_cell_text (comparison, entry, WB_CELL_BEHAVIOUR);
  gboolean ran = result != NULL && result->refused == NULL;

  append_text (line, wb_compare_entry_method (entry)->id);
  append_number (line, wb_compare_entry_method (entry)->order);
  append_number (line, ran && result->fixed ? result->h : NAN);
  append_number (line, ran && !result->fixed ? result->accuracy : NAN);
  append_number (line, ran ? (double) result->run.statistics.ode.steps_taken : NAN);
  append_number (line, ran ? (double) result->run.statistics.ode.rhs_evaluations : NAN);
  append_number (line, ran ? result->seconds : NAN);
  append_number (line, ran ? result->largest_invariant_error : NAN);
  append_number (line, ran ? result->final_position_error : NAN);
  append_text (line, behaviour);
  end_line (line);
}

static void
append_errors (Line *line, WbCompareEntry *entry)
{
  const LabComparisonEntry *result = wb_compare_entry_result (entry);

  for (gsize i = 0; result != NULL && result->refused == NULL && i < result->n; i++)
    {
      append_text (line, wb_compare_entry_method (entry)->id);
      append_number (line, result->t[i]);
      append_number (line, result->invariant_error[i]);
      append_number (line, result->position_error[i]);
      end_line (line);
    }
}

char *
wb_export_comparison_text (WbComparison *comparison, const WbExportTable *table, WbExportComparisonRows rows, GError **error)
{
  static const char *const methods[] = { "integrator", "order", "step", "accuracy", "steps", "rhs_evaluations", "solver_seconds",
                                         "largest_invariant_error", "final_position_error", "behaviour", NULL };
  static const char *const errors[] = { "integrator", "t", "invariant_error", "position_error", NULL };
  GListModel *entries = wb_comparison_entries (comparison);
  guint n = g_list_model_get_n_items (entries);
  Line line = { .table = table, .first = TRUE };

  if (wb_comparison_result (comparison) == NULL)
    {
      g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("The comparison has no result yet."));
      return NULL;
    }
  if (table->separator == table->decimal)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("Separator and decimal point must differ."));
      return NULL;
    }
  line.out = g_string_new (NULL);
  if (table->settings)
    {
      g_autofree char *caption = caption_of (comparison), *plain = plot_text_plain (caption);

      g_string_append_printf (line.out, "# %s\n", plain);
    }
  for (const char *const *name = rows == WB_EXPORT_METHODS ? methods : errors; *name != NULL; name++)
    append_text (&line, *name);
  end_line (&line);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, i);

      if (!wb_compare_entry_visible (entry))
        continue;
      if (rows == WB_EXPORT_METHODS)
        append_method (&line, comparison, entry);
      else
        append_errors (&line, entry);
    }
  return g_string_free (line.out, FALSE);
}
