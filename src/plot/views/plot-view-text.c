/* Texts of a view: the description for screen readers, names and readouts. */
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-view-private.h"
#include "plot-words.h"

char *
plot_view_summary (PlotView *view)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *title = plot_text_plain (view->title != NULL ? view->title : _("Plot"));
  char low[32], high[32];
  PlotKey keys[PLOT_MAX_KEYS];
  PlotFrame frame;
  gboolean first = TRUE;

  g_string_append (text, title);
  if (isnan (view->x.low) || view->area_width <= 0)
    {
      /* Translators: continues the description of a plot for screen readers. */
      g_string_append (text, _(", nothing drawn yet"));
      return g_string_free (g_steal_pointer (&text), FALSE);
    }
  plot_view_frame (view, NULL, &frame);
  for (guint i = 0; i < view->layers->len; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);

      if (!layer->visible)
        continue;
      if (layer->class->describe != NULL)
        {
          layer->class->describe (layer, text);
          continue;
        }
      if (plot_view_keys (layer, &frame, keys, PLOT_MAX_KEYS) == 0 || layer->label == NULL)
        continue;
      g_autofree char *name = plot_text_plain (layer->label);
      g_string_append_printf (text, "%s%s", first ? ": " : ", ", name);
      first = FALSE;
    }
  if (view->x_shown)
    {
      g_autofree char *label = plot_text_plain (view->x_label != NULL ? view->x_label : "x");

      plot_format_number (view->x_reversed ? view->x.high : view->x.low, 3, low, sizeof low);
      plot_format_number (view->x_reversed ? view->x.low : view->x.high, 3, high, sizeof high);
      /* Translators: continues the description of a plot for screen readers: an axis and its range. */
      g_string_append_printf (text, _("; %s from %s to %s"), label, low, high);
    }
  if (view->y_shown)
    {
      /* Translators: the name of an axis without a label. */
      g_autofree char *label = plot_text_plain (view->y_label != NULL ? view->y_label : _("values"));

      plot_format_number (view->y.low, 3, low, sizeof low);
      plot_format_number (view->y.high, 3, high, sizeof high);
      /* Translators: continues the description of a plot for screen readers: an axis and its range. */
      g_string_append_printf (text, _(", %s from %s to %s"), label, low, high);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- readouts of hits ---- */

char *
plot_view_card (PlotView *view, const PlotHit *hit)
{
  GString *text = g_string_new (NULL);

  if (hit->layer != NULL && hit->layer->class->readout != NULL)
    {
      const char *unit = view->time_axis != NULL ? plot_time_axis_unit (view->time_axis) : "";
      g_autofree char *spaced = *unit != '\0' ? g_strdup_printf (" %s", unit) : g_strdup ("");

      hit->layer->class->readout (hit->layer, hit, spaced, text);
    }
  if (text->len > 0 && text->str[text->len - 1] == '\n')
    g_string_truncate (text, text->len - 1);
  return g_string_free (text, text->len == 0);
}

char *
plot_view_readout (PlotView *view, const PlotHit *hit)
{
  g_autofree char *text = plot_view_card (view, hit);
  g_auto (GStrv) parts = text != NULL ? g_strsplit (text, "\t", -1) : NULL;

  return parts != NULL ? g_strjoinv (NULL, parts) : NULL;
}

gboolean
plot_view_point_at (const PlotView *view, PlotLayer *layer, double t, double reach, double *t_stored, double *y)
{
  if (!layer->visible || layer->class->at == NULL || isnan (t) || !layer->class->at (layer, t, t_stored, y) || !isfinite (*y))
    return FALSE;
  return fabs (plot_scale_map (&view->x_scale, *t_stored) - plot_scale_map (&view->x_scale, t)) <= reach;
}

/* Returns the name of a layer's values in readouts. If the layer has no name, the remark or title of the view is used ("h (s)", "over
 * tolerance"). */
static char *
name_of (const PlotView *view, const PlotLayer *layer)
{
  const char *named = plot_layer_quantity (layer), *rich = named != NULL ? named : view->remark != NULL ? view->remark : view->title;
  const char *unit = rich != NULL ? strstr (rich, " (") : NULL;

  return rich == NULL ? g_strdup ("") : named == NULL && unit != NULL ? g_strndup (rich, unit - rich) : g_strdup (rich);
}

/* Appends the slope between two cursors as text, such as ", slope 0.51 m/s". */
static void
append_slope (GString *text, const PlotLayer *layer, double slope, const char *time_unit)
{
  const char *unit = layer->unit != NULL ? layer->unit : "";
  char number[32];

  plot_format_number (slope, 3, number, sizeof number);
  g_string_append_printf (text, _(", slope %s"), number);
  if (*unit != '\0' || *time_unit != '\0')
    g_string_append_printf (text, " %s%s%s", *unit != '\0' ? unit : "1", *time_unit != '\0' ? "/" : "", time_unit);
}

char *
plot_view_readout_at (PlotView *view, double t, double other, double reach)
{
  GString *text = g_string_new (NULL);

  for (guint i = view->layers->len; i-- > 0 && view->time_axis != NULL;)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);
      double when, y, y0;
      char number[32];
      g_autofree char *name = NULL;

      if (!plot_view_point_at (view, layer, t, reach, &when, &y)
          || (!isnan (other) && !plot_view_point_at (view, layer, other, INFINITY, &when, &y0)))
        continue;
      name = name_of (view, layer);
      plot_format_number (isnan (other) ? y : y - y0, 3, number, sizeof number);
      g_string_append_printf (text, "%s%s%s %s%s%s", text->len > 0 ? "\n" : "", isnan (other) ? "" : "Δ", name, number,
                              layer->unit != NULL ? " " : "", layer->unit != NULL ? layer->unit : "");
      if (!isnan (other) && layer->class->slope && t != other)
        append_slope (text, layer, (y - y0) / (t - other), plot_time_axis_unit (view->time_axis));
    }
  return g_string_free (text, text->len == 0);
}
