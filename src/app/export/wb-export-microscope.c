/* Makes the figure and the text of the cards of the Microscope. */
#include "wb-export-microscope.h"

#include <glib/gi18n.h>

#include "plot-text.h"

WbMicroscope *
wb_export_microscope (WbSession *session)
{
  return wb_export_source (session) == WB_EXPORT_MICROSCOPE ? wb_microscope_of (session) : NULL;
}

static char *
caption_of (WbMicroscope *microscope)
{
  g_autofree char *run = wb_export_caption (wb_microscope_run (microscope)), *own = wb_microscope_caption (microscope);

  return own != NULL ? g_strdup_printf ("%s; %s", run, own) : g_strdup (run);
}

WbExportFigure *
wb_export_microscope_figure (WbMicroscope *microscope, const WbExportPage *page, GError **error)
{
  WbRunItem *run = wb_microscope_run (microscope);
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  int n = 0;

  for (int i = 0; run != NULL && i < WB_N_MICROSCOPE_CARDS; i++)
    {
      PlotView *view = page->plots >> i & 1 ? wb_microscope_card_plot (microscope, i) : NULL;
      char letter[2] = { (char) ('a' + n), '\0' };

      if (view == NULL)
        continue;
      if (page->plots & (page->plots - 1)) /* more than one card is chosen */
        plot_view_set_letter (view, letter);
      plot_figure_add (figure, n++, view, 1);
    }
  if (n == 0)
    {
      g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, run == NULL ? _("Nothing is open in the Microscope.") : _("Choose at least one plot."));
      return NULL;
    }
  if (page->settings)
    {
      g_autofree char *caption = caption_of (microscope);

      plot_figure_set_caption (figure, caption);
    }
  return wb_export_figure_take_model (g_steal_pointer (&figure), wb_run_item_model (run), wb_run_item_config (run), page);
}

/* Appends a table with the chosen separator and decimal sign. */
static void
append_table (GString *out, const char *text, const WbExportTable *table)
{
  for (const char *p = text; *p != '\0'; p++)
    g_string_append_c (out, *p == '\t' ? table->separator : *p == '.' && g_ascii_isdigit (p[1]) ? table->decimal : *p);
}

char *
wb_export_microscope_text (WbMicroscope *microscope, const WbExportTable *table, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  int n = 0;

  if (table->separator == table->decimal)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("Separator and decimal point must differ."));
      return NULL;
    }
  if (wb_microscope_run (microscope) != NULL && table->settings)
    {
      g_autofree char *caption = caption_of (microscope), *plain = plot_text_plain (caption);

      g_string_append_printf (out, "# %s\n", plain);
    }
  for (int i = 0; i < WB_N_MICROSCOPE_CARDS; i++)
    {
      g_autofree char *text = wb_microscope_card_table (microscope, i), *title = NULL;
      gboolean written = FALSE;

      for (int k = 0; k < i && !written; k++) /* write a table only once if several cards show the same numbers */
        {
          g_autofree char *earlier = wb_microscope_card_table (microscope, k);

          written = g_strcmp0 (text, earlier) == 0;
        }
      if (text == NULL || written)
        continue;
      title = wb_microscope_card_title (microscope, i);
      g_string_append_printf (out, "%s# %s\n", n++ > 0 ? "\n" : "", title);
      append_table (out, text, table);
    }
  if (n == 0)
    {
      g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("Nothing is open in the Microscope."));
      return NULL;
    }
  return g_strdup (out->str);
}
