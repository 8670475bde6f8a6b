/* Makes the figure and the text of a study for the export window. */
#include "wb-export-ensemble.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ode-format.h"
#include "plot-text.h"

/* Largest number of cells of a table. Use the command line for larger tables; it shows progress. */
#define MOST_CELLS 2000000

WbStudies *
wb_export_studies (WbSession *session)
{
  return wb_export_source (session) == WB_EXPORT_STUDIES ? wb_studies_of (session) : NULL;
}

static WbStudy *
study_with_picture (WbStudies *studies, GError **error)
{
  WbStudy *study = wb_studies_selected (studies);

  if (study != NULL && (wb_study_picture (study) != NULL || wb_study_result (study) != NULL) && wb_study_problem (study) != NULL)
    return study;
  g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("The study has no result yet."));
  return NULL;
}

/* ---- figures ---- */

/* Makes the plot of a card. Returns NULL if the card has no content. */
static PlotView *
plot_at (WbStudies *studies, int card)
{
  const WbEnsembleShown *shown = wb_ensemble_shown (studies);
  WbStudy *study = study_with_picture (studies, NULL);
  PlotView *view = study != NULL ? wb_ensemble_plot_new (study, (WbEnsembleCard) card, &shown->choice) : NULL;

  if (view != NULL)
    plot_view_set_shown (view, &shown->x[card], &shown->y[card]);
  return view;
}

char *
wb_export_ensemble_title (WbStudies *studies, int index)
{
  g_autoptr (PlotView) view = plot_at (studies, index);

  return view != NULL ? plot_text_plain (plot_view_title (view)) : NULL;
}

/* Adds the plots of the study in rows of two. Returns the number of plots. */
static int
add_plots (PlotFigure *figure, WbStudies *studies, guint64 plots)
{
  int n = 0;

  for (int i = 0; i < WB_N_ENSEMBLE_VIEWS; i++)
    {
      PlotView *view = plots >> i & 1 ? plot_at (studies, i) : NULL;
      char letter[2] = { (char) ('a' + n), '\0' };

      if (view == NULL)
        continue;
      if (plots & (plots - 1)) /* more than one card is chosen */
        plot_view_set_letter (view, letter);
      plot_figure_add (figure, n++ % 2, view, 1);
    }
  return n;
}

/* Makes an export of a figure with the description of the study. Takes ownership of the figure. */
static WbExportFigure *
take (PlotFigure *figure, WbStudy *study, const WbExportPage *page)
{
  const WbStudyProblem *problem = wb_study_problem (study);
  g_autofree char *caption = wb_ensemble_caption (study), *yaml = sim_config_to_yaml (problem->config, TRUE);
  /* The text of the study and all settings, as YAML documents. */
  g_autofree char *settings = g_strconcat (wb_study_text (study), "---\n", yaml, NULL);
  PlotProvenance provenance = wb_export_provenance (problem->model, problem->config, NULL);
  WbExportFigure *taken;

  if (page->settings)
    plot_figure_set_caption (figure, caption);
  taken = wb_export_figure_take_model (figure, problem->model, problem->config, page);
  wb_export_figure_set_origin (taken, provenance.model, provenance.integrator, settings);
  return taken;
}

WbExportFigure *
wb_export_ensemble_figure (WbStudies *studies, const WbExportPage *page, GError **error)
{
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  WbStudy *study = study_with_picture (studies, error);
  int n;

  if (study == NULL)
    return NULL;
  n = add_plots (figure, studies, page->plots);
  if (n == 0)
    {
      g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("Choose at least one plot."));
      return NULL;
    }
  if (n > 1)
    plot_figure_set_column_weight (figure, 0, n == 2 ? 2.2 : 1.4); /* with two, the ratio of the Ensemble view */
  return take (g_steal_pointer (&figure), study, page);
}

/* ---- tables ---- */

static void
append_cell (GString *out, const WbExportTable *table, const char *text, gboolean first)
{
  gboolean quoted = strchr (text, table->separator) != NULL || strchr (text, '"') != NULL;

  if (!first)
    g_string_append_c (out, table->separator);
  if (quoted)
    g_string_append_c (out, '"');
  for (const char *c = text; *c != '\0'; c++)
    g_string_append_printf (out, quoted && *c == '"' ? "\"%c" : "%c", *c);
  if (quoted)
    g_string_append_c (out, '"');
}

static void
append_number (GString *out, const WbExportTable *table, double value)
{
  char text[ODE_FORMAT_SIZE], *point;

  text[isnan (value) ? 0 : ode_format_double (text, value)] = '\0';
  if (table->decimal != '.' && (point = strchr (text, '.')) != NULL)
    *point = table->decimal;
  append_cell (out, table, text, FALSE);
}

/* Converts a table with tabs and decimal points to the chosen separators. */
static void
append_tabbed (GString *out, const WbExportTable *table, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (int k = 0; lines[k] != NULL && lines[k][0] != '\0'; k++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[k], "\t", -1);

      for (int c = 0; cells[c] != NULL; c++)
        append_cell (out, table, k > 0 && table->decimal != '.' ? g_strdelimit (cells[c], ".", table->decimal) : cells[c], c == 0);
      g_string_append_c (out, '\n');
    }
}

static gboolean
append_members (GString *out, const WbExportTable *table, WbStudy *study, GError **error)
{
  static const char *const outcomes[] = { "reached end", "terminated", "failed" };
  g_autoptr (LabResults) results = wb_study_results (study) != NULL ? lab_results_open (wb_study_results (study), error) : NULL;
  const LabResultsHeader *header;
  int n_columns;

  if (results == NULL)
    {
      if (error != NULL && *error == NULL)
        g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("The study has no result yet."));
      return FALSE;
    }
  header = lab_results_header (results);
  n_columns = 1 + header->n_varied + header->n_records;
  if (header->n_members > (guint64) (MOST_CELLS / n_columns))
    {
      g_set_error (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("This table is too large here; use: stepwise-cli ensemble export '%s'"),
                   wb_study_results (study));
      return FALSE;
    }
  g_string_append_printf (out, "member%coutcome%creason", table->separator, table->separator);
  for (int k = 0; k < n_columns; k++)
    append_cell (out, table, header->columns[k], FALSE);
  g_string_append_c (out, '\n');
  for (guint64 b = 0; b < lab_results_n_blocks (results); b++)
    {
      g_autoptr (LabBlock) block = lab_results_read (results, b, error);

      if (block == NULL)
        return FALSE;
      for (int m = 0; m < block->n; m++)
        {
          g_string_append_printf (out, "%" G_GUINT64_FORMAT, block->member[m]);
          append_cell (out, table, outcomes[MIN (block->outcome[m], LAB_MEMBER_FAILED)], FALSE);
          append_cell (out, table, block->reason[m], FALSE);
          for (int k = 0; k < n_columns; k++)
            append_number (out, table, block->values[(gsize) m * header->n_columns + k]);
          g_string_append_c (out, '\n');
        }
    }
  return TRUE;
}

char *
wb_export_ensemble_text (WbStudies *studies, const WbExportTable *table, WbExportEnsembleRows rows, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  WbStudy *study = study_with_picture (studies, error);
  const WbStudyProblem *problem = study != NULL ? wb_study_problem (study) : NULL;
  WbEnsembleCard card;
  g_autofree char *caption = NULL, *plain = NULL, *text = NULL;

  if (study == NULL)
    return NULL;
  if (table->separator == table->decimal)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("Separator and decimal point must differ."));
      return NULL;
    }
  caption = wb_ensemble_caption (study);
  plain = plot_text_plain (caption);
  if (table->settings)
    g_string_append_printf (out, "# %s\n", plain);
  if (rows == WB_EXPORT_MEMBERS && problem->ensemble != NULL)
    return append_members (out, table, study, error) ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
  card = !wb_study_problem_is_random (problem) ? WB_ENSEMBLE_MAP : rows == WB_EXPORT_QUANTILES ? WB_ENSEMBLE_FAN : WB_ENSEMBLE_HISTOGRAM;
  text = wb_ensemble_table_text (study, card, &wb_ensemble_shown (studies)->choice);
  if (text == NULL)
    {
      g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("The study has no such numbers."));
      return NULL;
    }
  append_tabbed (out, table, text);
  return g_string_free (g_steal_pointer (&out), FALSE);
}
