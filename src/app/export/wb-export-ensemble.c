#include "wb-export-ensemble.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "ode-format.h"
#include "plot-text.h"
#include "wb-session-layout.h"

/* Largest number of cells of a table. Use the command line for larger tables; it shows progress. */
#define MOST_CELLS 2000000

WbStudies *
wb_export_studies (WbSession *session)
{
  return g_strcmp0 (wb_session_view (session), "ensemble") == 0 ? wb_studies_of (session) : NULL;
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

char *
wb_export_ensemble_title (WbStudies *studies, WbEnsembleCard card)
{
  WbStudy *study = study_with_picture (studies, NULL);
  g_autoptr (PlotView) view = study != NULL ? wb_ensemble_plot_new (study, card, &wb_ensemble_shown (studies)->choice) : NULL;

  return view != NULL ? plot_text_plain (plot_view_title (view)) : NULL;
}

WbExportFigure *
wb_export_ensemble_figure (WbStudies *studies, const WbExportPage *page, GError **error)
{
  WbStudy *study = study_with_picture (studies, error);
  const WbEnsembleShown *shown = wb_ensemble_shown (studies);
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  int n = 0;

  if (study == NULL)
    return NULL;
  for (int i = 0; i < WB_N_ENSEMBLE_VIEWS; i++)
    {
      PlotView *view = page->plots >> i & 1 ? wb_ensemble_plot_new (study, (WbEnsembleCard) i, &shown->choice) : NULL;
      char letter[2] = { (char) ('a' + n), '\0' };

      if (view == NULL)
        continue;
      plot_view_set_shown (view, &shown->x[i], &shown->y[i]);
      if (page->plots & (page->plots - 1)) /* more than one card is chosen */
        plot_view_set_letter (view, letter);
      plot_figure_add (figure, n++, view, 1);
    }
  if (n == 0)
    {
      g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("Choose at least one plot."));
      return NULL;
    }
  if (n > 1)
    plot_figure_set_column_weight (figure, 0, 2.2); /* same ratio as in the Ensemble view */
  if (page->settings)
    {
      g_autofree char *caption = wb_ensemble_caption (study);

      plot_figure_set_caption (figure, caption);
    }
  return wb_export_figure_take_model (g_steal_pointer (&figure), wb_study_problem (study)->model, wb_study_problem (study)->config, page);
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
  WbStudy *study = study_with_picture (studies, error);
  g_autoptr (GString) out = g_string_new (NULL);

  if (study == NULL)
    return NULL;
  if (table->separator == table->decimal)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("Separator and decimal point must differ."));
      return NULL;
    }
  if (table->settings)
    {
      g_autofree char *caption = wb_ensemble_caption (study), *plain = plot_text_plain (caption);

      g_string_append_printf (out, "# %s\n", plain);
    }
  if (rows == WB_EXPORT_MEMBERS && wb_study_problem (study)->ensemble != NULL)
    {
      if (!append_members (out, table, study, error))
        return NULL;
    }
  else
    {
      WbEnsembleCard card = !wb_study_problem_is_random (wb_study_problem (study)) ? WB_ENSEMBLE_MAP
                            : rows == WB_EXPORT_QUANTILES              ? WB_ENSEMBLE_FAN
                                                                       : WB_ENSEMBLE_HISTOGRAM;
      g_autofree char *text = wb_ensemble_table_text (study, card,
                                                      &wb_ensemble_shown (studies)->choice);

      if (text == NULL)
        {
          g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("The study has no such numbers."));
          return NULL;
        }
      append_tabbed (out, table, text);
    }
  return g_strdup (out->str);
}
