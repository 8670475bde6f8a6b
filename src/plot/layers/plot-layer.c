/* What all layers share: visibility, label, quantity and run, and the union of the ranges of their data. */
#include "plot-layer.h"

#include "plot-text.h"

gpointer
plot_layer_alloc (gsize size, const PlotLayerClass *class, PlotPlane plane)
{
  PlotLayer *layer = g_malloc0 (size);

  layer->class = class;
  layer->plane = plane;
  layer->visible = TRUE;
  return layer;
}

void
plot_layer_free (PlotLayer *layer)
{
  if (layer == NULL)
    return;
  if (layer->class->free != NULL)
    layer->class->free (layer);
  g_free (layer->label);
  g_free (layer->remark);
  g_free (layer->unit);
  g_free (layer->quantity);
  g_free (layer);
}

void
plot_layer_set_visible (PlotLayer *layer, gboolean visible)
{
  layer->visible = visible;
}

gboolean
plot_layer_is_shown (const PlotLayer *layer, const PlotTheme *theme)
{
  return layer->visible && !(theme->plain && layer->aid);
}

void
plot_layer_set_label (PlotLayer *layer, const char *label, const char *remark, gboolean in_key, gboolean direct)
{
  g_free (layer->label);
  g_free (layer->remark);
  layer->label = g_strdup (label);
  layer->remark = g_strdup (remark);
  layer->in_key = in_key;
  layer->direct = direct;
}

void
plot_layer_set_quantity (PlotLayer *layer, const char *quantity)
{
  g_free (layer->quantity);
  layer->quantity = g_strdup (quantity);
}

const char *
plot_layer_quantity (const PlotLayer *layer)
{
  return layer->quantity != NULL ? layer->quantity : layer->label;
}

void
plot_layer_set_run (PlotLayer *layer, int run)
{
  layer->run = run;
}

void
plot_layer_set_unit (PlotLayer *layer, const char *unit)
{
  g_free (layer->unit);
  layer->unit = unit != NULL && *unit != '\0' ? plot_text_unit (unit) : NULL;
}

void
plot_extent_add_x (PlotExtent *extent, double x)
{
  if (!(x - x == 0))
    return;
  extent->x_low = MIN (extent->x_low, x);
  extent->x_high = MAX (extent->x_high, x);
  if (x > 0)
    extent->x_positive = MIN (extent->x_positive, x);
  else
    extent->x_nonpositive = TRUE;
}

void
plot_extent_add_y (PlotExtent *extent, double y)
{
  if (!(y - y == 0))
    return;
  extent->y_low = MIN (extent->y_low, y);
  extent->y_high = MAX (extent->y_high, y);
  if (y > 0)
    extent->y_positive = MIN (extent->y_positive, y);
  else
    extent->y_nonpositive = TRUE;
}

void
plot_extent_add (PlotExtent *extent, double x, double y)
{
  if (!(x - x == 0) || !(y - y == 0))
    return;
  plot_extent_add_x (extent, x);
  plot_extent_add_y (extent, y);
}
