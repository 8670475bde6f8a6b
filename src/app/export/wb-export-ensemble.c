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

/* Returns a study of the page, borrowed: the selected one for 0, otherwise one of the others that the view has shown. Returns NULL if there
 * is no such study any more or if it has no result. */
static WbStudy *
study_at (WbStudies *studies, int study)
{
  GListModel *list = wb_studies_list (studies);
  WbStudy *wanted = study > 0 ? wb_ensemble_shown (studies)->others[study - 1] : NULL, *found = NULL;

  if (study == 0)
    return study_with_picture (studies, NULL);
  for (guint k = 0; wanted != NULL && k < g_list_model_get_n_items (list); k++)
    {
      g_autoptr (WbStudy) item = g_list_model_get_item (list, k);

      if (item == wanted && item != wb_studies_selected (studies) && wb_study_problem (item) != NULL)
        found = item;
    }
  return found;
}

/* Makes the plot of a card of the page. Returns NULL if the card has no content. */
static PlotView *
plot_at (WbStudies *studies, int index)
{
  const WbEnsembleShown *shown = wb_ensemble_shown (studies);
  int study = index / WB_N_ENSEMBLE_VIEWS;
  WbStudy *item = study_at (studies, study);
  PlotView *view = item != NULL ? wb_ensemble_plot_new (item, (WbEnsembleCard) (index % WB_N_ENSEMBLE_VIEWS),
                                                        study == 0 ? &shown->choice : &shown->other_choices[study - 1]) : NULL;

  if (view != NULL)
    plot_view_set_shown (view, &shown->x[index], &shown->y[index]);
  return view;
}

char *
wb_export_ensemble_title (WbStudies *studies, int index)
{
  g_autoptr (PlotView) view = plot_at (studies, index);
  g_autofree char *title = view != NULL ? plot_text_plain (plot_view_title (view)) : NULL;
  gboolean several = FALSE;

  for (int s = 1; s <= WB_MOST_OTHER_STUDIES; s++)
    several |= study_at (studies, s) != NULL;
  if (title == NULL || !several)
    return g_steal_pointer (&title);
  /* Translators: the title of a plot and that of its study. */
  return g_strdup_printf (_("%s: %s"), wb_study_title (study_at (studies, index / WB_N_ENSEMBLE_VIEWS)), title);
}

/* The texts that describe the studies of a figure. */
typedef struct { GString *caption, *models, *integrators, *settings; } About;

static void
append_part (GString *out, const char *separator, const char *part)
{
  if (out->len > 0)
    g_string_append (out, separator);
  g_string_append (out, part);
}

/* Appends the description of a study. letters has the letters of its plots in the figure, such as "a, b"; "" if the figure shows only one
 * study. */
static void
append_study (About *about, WbStudy *study, const char *letters)
{
  const WbStudyProblem *problem = wb_study_problem (study);
  g_autofree char *caption = wb_ensemble_caption (study), *marked = *letters != '\0' ? g_strdup_printf ("(%s) %s", letters, caption) : g_strdup (caption);
  g_autofree char *yaml = sim_config_to_yaml (problem->config, TRUE);
  PlotProvenance provenance = wb_export_provenance (problem->model, problem->config, NULL);

  append_part (about->caption, " ", marked);
  append_part (about->models, "; ", provenance.model);
  append_part (about->integrators, "; ", provenance.integrator);
  /* The text of the study and all settings, as YAML documents. */
  append_part (about->settings, "---\n", wb_study_text (study));
  append_part (about->settings, "---\n", yaml);
}

/* Adds the plots of the page in rows of two. Sets letters[study] to the letters of its plots, and *wide to whether the first row has the
 * bands and the histogram of one study. Returns the number of plots. */
static int
add_plots (PlotFigure *figure, WbStudies *studies, guint64 plots, char *letters[1 + WB_MOST_OTHER_STUDIES], gboolean *wide)
{
  int n = 0;

  for (int i = 0; i < WB_N_PAGE_CARDS; i++)
    {
      PlotView *view = plots >> i & 1 ? plot_at (studies, i) : NULL;
      char letter[2] = { (char) ('a' + n), '\0' }, **of = &letters[i / WB_N_ENSEMBLE_VIEWS], *before = *of;

      if (view == NULL)
        continue;
      if (plots & (plots - 1)) /* more than one card is chosen */
        plot_view_set_letter (view, letter);
      *of = before != NULL ? g_strdup_printf ("%s, %s", before, letter) : g_strdup (letter);
      g_free (before);
      *wide |= n == 1 && i < WB_N_ENSEMBLE_VIEWS;
      plot_figure_add (figure, n++ % 2, view, 1);
    }
  return n;
}

/* Makes an export of a figure with the description of its studies. Takes ownership of the figure. */
static WbExportFigure *
take (PlotFigure *figure, WbStudies *studies, char *letters[1 + WB_MOST_OTHER_STUDIES], const WbExportPage *page)
{
  About about = { g_string_new (NULL), g_string_new (NULL), g_string_new (NULL), g_string_new (NULL) };
  const WbStudyProblem *first = NULL;
  WbExportFigure *taken;
  int n = 0;

  for (int s = 0; s <= WB_MOST_OTHER_STUDIES; s++)
    n += letters[s] != NULL;
  for (int s = 0; s <= WB_MOST_OTHER_STUDIES; s++)
    if (letters[s] != NULL)
      {
        append_study (&about, study_at (studies, s), n > 1 ? letters[s] : "");
        first = first != NULL ? first : wb_study_problem (study_at (studies, s));
      }
  if (page->settings)
    plot_figure_set_caption (figure, about.caption->str);
  taken = wb_export_figure_take_model (figure, first->model, first->config, page);
  wb_export_figure_set_origin (taken, about.models->str, about.integrators->str, about.settings->str);
  g_string_free (about.caption, TRUE);
  g_string_free (about.models, TRUE);
  g_string_free (about.integrators, TRUE);
  g_string_free (about.settings, TRUE);
  return taken;
}

WbExportFigure *
wb_export_ensemble_figure (WbStudies *studies, const WbExportPage *page, GError **error)
{
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  char *letters[1 + WB_MOST_OTHER_STUDIES] = { NULL };
  WbExportFigure *taken = NULL;
  gboolean wide = FALSE;
  int n;

  if (study_with_picture (studies, error) == NULL)
    return NULL;
  n = add_plots (figure, studies, page->plots, letters, &wide);
  if (n == 0)
    g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("Choose at least one plot."));
  else
    {
      if (wide)
        plot_figure_set_column_weight (figure, 0, n == 2 ? 2.2 : 1.4); /* alone, the ratio of the Ensemble view */
      taken = take (g_steal_pointer (&figure), studies, letters, page);
    }
  for (int s = 0; s <= WB_MOST_OTHER_STUDIES; s++)
    g_free (letters[s]);
  return taken;
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

/* Appends the rows of one study. Returns FALSE without an error if it has no such numbers, and with an error if they cannot be written. */
static gboolean
append_rows (GString *out, const WbExportTable *table, WbStudies *studies, int index, WbExportEnsembleRows rows, GError **error)
{
  const WbEnsembleShown *shown = wb_ensemble_shown (studies);
  WbStudy *study = study_at (studies, index);
  const WbStudyProblem *problem = wb_study_problem (study);
  WbEnsembleCard card = !wb_study_problem_is_random (problem) ? WB_ENSEMBLE_MAP
                        : rows == WB_EXPORT_QUANTILES         ? WB_ENSEMBLE_FAN
                                                              : WB_ENSEMBLE_HISTOGRAM;
  g_autofree char *text = NULL;

  if (rows == WB_EXPORT_MEMBERS && problem->ensemble != NULL)
    return append_members (out, table, study, error);
  text = wb_ensemble_table_text (study, card, index == 0 ? &shown->choice : &shown->other_choices[index - 1]);
  if (text != NULL)
    append_tabbed (out, table, text);
  return text != NULL;
}

/* If the page shows several studies, the text has one table for each study. A line with the title of the study is above its table, and an
 * empty line is between two tables.
 * Studies without such numbers are omitted if another one has them. */
char *
wb_export_ensemble_text (WbStudies *studies, const WbExportTable *table, WbExportEnsembleRows rows, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  int n_studies = 0;

  if (study_with_picture (studies, error) == NULL)
    return NULL;
  if (table->separator == table->decimal)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("Separator and decimal point must differ."));
      return NULL;
    }
  for (int s = 0; s <= WB_MOST_OTHER_STUDIES; s++)
    n_studies += study_at (studies, s) != NULL;
  for (int s = 0; s <= WB_MOST_OTHER_STUDIES; s++)
    {
      WbStudy *study = study_at (studies, s);
      g_autofree char *caption = study != NULL ? wb_ensemble_caption (study) : NULL;
      g_autofree char *plain = caption != NULL ? plot_text_plain (caption) : NULL;
      g_autoptr (GString) part = g_string_new (NULL);
      g_autoptr (GError) failure = NULL;

      if (study == NULL)
        continue;
      if (n_studies > 1)
        g_string_append_printf (part, "%s# %s\n", out->len > 0 ? "\n" : "", wb_study_title (study));
      if (table->settings)
        g_string_append_printf (part, "# %s\n", plain);
      if (append_rows (part, table, studies, s, rows, &failure))
        g_string_append_len (out, part->str, (gssize) part->len);
      else if (failure != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return NULL;
        }
    }
  if (out->len > 0)
    return g_string_free (g_steal_pointer (&out), FALSE);
  g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("The study has no such numbers."));
  return NULL;
}
