#include "wb-export-figure.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-words.h"

static void
append_number (GString *out, double value, int digits)
{
  char text[64];

  plot_format_number (value, digits, text, sizeof text);
  g_string_append (out, text);
}

static void
append_parameters (GString *out, WbRunItem *run)
{
  Model *model = wb_run_item_model (run);
  int shown = 0;

  for (int i = 0; i < model_n_parameters (model) && shown < 4; i++)
    {
      const ModelQuantity *parameter = model_parameter (model, i);
      g_autofree char *name = NULL;
      char text[64];
      double value;

      if (isnan (parameter->low) || parameter->size > 0 || !model_system_get_parameter (wb_run_item_system (run), parameter->name, &value))
        continue;
      name = plot_text_variable (parameter->name);
      g_snprintf (text, sizeof text, "%.4g", value);
      g_string_append_printf (out, ", %s = %s", name, text);
      shown++;
    }
}

char *
wb_export_caption (WbRunItem *run)
{
  const SimConfig *config = wb_run_item_config (run);
  const OdeMethod *method = sim_config_method (config);
  const OdeStatistics *ode = &wb_run_item_state (run)->statistics.ode;
  long rejected = ode->rejected_error + ode->rejected_newton + ode->rejected_undefined;
  GString *out = g_string_new (model_name (wb_run_item_model (run)));
  char text[64];

  append_parameters (out, run);
  g_string_append_printf (out, ". %s, ", wb_words (method->label));
  if ((method->traits & ODE_TRAIT_ADAPTIVE) && sim_config_get_boolean (config, "error_control"))
    {
      double accuracy = sim_config_get_number (config, "accuracy"), exponent = log10 (accuracy);

      if (fabs (exponent - rint (exponent)) < 1e-6)
        plot_format_power ((int) rint (exponent), text, sizeof text);
      else
        plot_format_number (accuracy, 2, text, sizeof text);
      g_string_append_printf (out, _("accuracy %s, "), text);
    }
  else
    {
      g_string_append (out, _("step "));
      append_number (out, sim_config_get_number (config, "max_step"), 3);
      g_string_append_printf (out, " %s, ", model_time_unit (wb_run_item_model (run)));
    }
  plot_format_count ((guint64) ode->steps_taken, text, sizeof text);
  g_string_append_printf (out, _("%s steps, "), text);
  plot_format_count ((guint64) rejected, text, sizeof text);
  g_string_append_printf (out, _("%s rejected."), text);
  return g_string_free (out, FALSE);
}

PlotTheme
wb_export_theme (const WbExportPage *page)
{
  const PlotTheme *theme = plot_theme_get (page->theme);

  return plot_theme_scaled (theme, 1, page->text / theme->size_tick);
}

PlotFigure *
wb_export_figure_new (WbSimulateView *view, WbSession *session, const WbExportPage *page)
{
  WbRunItem *run = wb_session_current (session);
  PlotFigure *figure;
  g_autoptr (PlotTimeAxis) axis = NULL;
  int n = 0, last_time[2] = { -1, -1 };

  if (run == NULL || wb_simulate_view_axis (view) == NULL)
    return NULL;
  figure = plot_figure_new ();
  axis = plot_time_axis_new (wb_run_item_t_start (run), wb_run_item_t_end (run), model_time_unit (wb_run_item_model (run)));
  {
    double low, high;

    plot_time_axis_get_view (wb_simulate_view_axis (view), &low, &high);
    plot_time_axis_set_view (axis, low, high);
    if (page->moving)
      plot_time_axis_set_playhead (axis, page->playhead);
  }
  for (int i = 0; i < wb_simulate_view_n_plots (view); i++)
    if ((page->plots >> i & 1) && wb_simulate_view_spec (view, i)->kind <= WB_PLOT_EVENTS)
      last_time[wb_simulate_view_spec (view, i)->column & 1] = i;
  for (int i = 0; i < wb_simulate_view_n_plots (view) && i < 64; i++)
    {
      const WbPlotSpec *spec = wb_simulate_view_spec (view, i);
      PlotView *plot = page->plots >> i & 1 ? wb_plot_spec_view (spec, run, axis, wb_session_runs (session)) : NULL;
      char letter[2] = { (char) ('a' + n), '\0' };

      if (plot == NULL)
        continue;
      if (spec->kind <= WB_PLOT_EVENTS)
        plot_view_set_x_labels_shown (plot, last_time[spec->column & 1] == i);
      if (page->plots & (page->plots - 1)) /* more than one */
        plot_view_set_letter (plot, letter);
      plot_figure_add (figure, spec->column, plot, spec->share);
      n++;
    }
  if (n == 0)
    {
      plot_figure_free (figure);
      return NULL;
    }
  plot_figure_set_column_weight (figure, 0, 1.4);
  if (page->settings)
    {
      g_autofree char *caption = wb_export_caption (run);

      plot_figure_set_caption (figure, caption);
    }
  return figure;
}

GBytes *
wb_export_bytes (WbSimulateView *view, WbSession *session, const WbExportPage *page, PlotFormat format, GError **error)
{
  g_autoptr (PlotFigure) figure = wb_export_figure_new (view, session, page);
  WbRunItem *run = wb_session_current (session);
  PlotTheme theme = wb_export_theme (page);
  PlotExportOptions options = { .resolution = page->resolution };
  PlotProvenance provenance = { 0 };
  g_autofree char *settings = NULL;

  if (figure == NULL)
    {
      g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("Choose at least one plot."));
      return NULL;
    }
  settings = sim_config_to_yaml (wb_run_item_config (run), TRUE);
  provenance.title = provenance.model = model_name (wb_run_item_model (run));
  provenance.integrator = sim_config_method (wb_run_item_config (run))->label;
  provenance.settings = settings;
  provenance.version = "Stepwise " WB_VERSION;
  return plot_export_bytes (figure, format, page->width * WB_POINTS_PER_MM, page->height * WB_POINTS_PER_MM, &theme, &options, &provenance,
                            error);
}
