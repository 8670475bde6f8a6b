/* Stores the parts of a view, computes its ranges and margins, and converts zoom and pan to changes of ranges. */
#include "plot-view.h"

#include <math.h>

#include "plot-view-private.h"

static void
shared_x_unref (PlotSharedX *shared)
{
  if (--shared->ref_count == 0)
    g_free (shared);
}

PlotView *
plot_view_new (void)
{
  PlotView *view = g_new0 (PlotView, 1);

  view->theme = *plot_theme_get (PLOT_THEME_LIGHT);
  view->layers = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_layer_free);
  view->title_shown = view->x_labels_shown = view->x_shown = view->y_shown = TRUE;
  view->x = view->y = (PlotAxisState) { NAN, NAN, NAN, NAN };
  view->hover_x = view->hover_y = view->margins[0] = view->margins[1] = NAN;
  for (int i = 0; i < 4; i++)
    view->box[i] = NAN;
  return view;
}

static void
release_kept (gpointer data)
{
  PlotKept *kept = data;

  kept->release (kept->object);
  g_free (kept);
}

void
plot_view_free (PlotView *view)
{
  if (view == NULL)
    return;
  g_ptr_array_unref (view->layers);
  g_slist_free_full (view->kept, release_kept);
  g_clear_pointer (&view->time_axis, plot_time_axis_unref);
  g_clear_pointer (&view->clock, plot_time_axis_unref);
  g_clear_pointer (&view->shared_x, shared_x_unref);
  g_clear_pointer (&view->cache, cairo_surface_destroy);
  g_free (view->cache_key);
  g_free (view->parts);
  g_free (view->title);
  g_free (view->remark);
  g_free (view->letter);
  g_free (view->x_label);
  g_free (view->y_label);
  g_free (view);
}

void
plot_view_keep (PlotView *view, gpointer object, GDestroyNotify release)
{
  PlotKept *kept = g_new (PlotKept, 1);

  *kept = (PlotKept) { object, release };
  view->kept = g_slist_prepend (view->kept, kept);
}

void
plot_view_add (PlotView *view, PlotLayer *layer)
{
  g_ptr_array_add (view->layers, layer);
  view->serial++;
}

void
plot_view_remove (PlotView *view, PlotLayer *layer)
{
  if (view->has_pin && view->pin.layer == layer)
    view->has_pin = FALSE;
  if (view->has_selected && view->selected.layer == layer)
    view->has_selected = FALSE;
  g_ptr_array_remove (view->layers, layer);
  view->serial++;
}

void
plot_view_set_parts (PlotView *view, gconstpointer maker, gpointer parts)
{
  g_return_if_fail (view->parts == NULL);
  view->maker = maker;
  view->parts = parts;
}

gpointer
plot_view_parts (const PlotView *view, gconstpointer maker)
{
  return view->maker == maker ? view->parts : NULL;
}

int
plot_view_n_layers (const PlotView *view)
{
  return (int) view->layers->len;
}

PlotLayer *
plot_view_layer (const PlotView *view, int index)
{
  return g_ptr_array_index (view->layers, index);
}

static void
set_text (PlotView *view, char **text, const char *value)
{
  char *copy = g_strdup (value);

  g_free (*text);
  *text = copy;
  view->serial++;
}

void
plot_view_set_title (PlotView *view, const char *title, const char *remark)
{
  set_text (view, &view->title, title);
  set_text (view, &view->remark, remark);
}

const char *
plot_view_title (const PlotView *view)
{
  return view->title;
}

const char *
plot_view_remark (const PlotView *view)
{
  return view->remark;
}

void
plot_view_set_letter (PlotView *view, const char *letter)
{
  set_text (view, &view->letter, letter);
}

void
plot_view_set_x_label (PlotView *view, const char *rich)
{
  set_text (view, &view->x_label, rich);
}

void
plot_view_set_y_label (PlotView *view, const char *rich)
{
  set_text (view, &view->y_label, rich);
}

void
plot_view_set_time_axis (PlotView *view, PlotTimeAxis *axis)
{
  if (axis != NULL)
    plot_time_axis_ref (axis);
  g_clear_pointer (&view->time_axis, plot_time_axis_unref);
  view->time_axis = axis;
  view->serial++;
}

PlotTimeAxis *
plot_view_time_axis (const PlotView *view)
{
  return view->time_axis;
}

void
plot_view_set_clock (PlotView *view, PlotTimeAxis *clock)
{
  if (clock != NULL)
    plot_time_axis_ref (clock);
  g_clear_pointer (&view->clock, plot_time_axis_unref);
  view->clock = clock;
}

#define SETTER(name, type, field) \
  void plot_view_set_##name (PlotView *view, type value) { view->field = value; view->serial++; }
SETTER (x_labels_shown, gboolean, x_labels_shown)
SETTER (playhead_handle, gboolean, handle_shown)
SETTER (x_reversed, gboolean, x_reversed)
SETTER (equal, gboolean, equal)
SETTER (band_reserve, double, band_reserve)
SETTER (knob_radius, double, knob_radius)
SETTER (title_shown, gboolean, title_shown)
SETTER (keys_shown, gboolean, keys_shown)

void
plot_view_set_margins (PlotView *view, double left, double right)
{
  view->margins[0] = left;
  view->margins[1] = right;
  view->serial++;
}

void
plot_view_share_x (PlotView *above, PlotView *below)
{
  g_clear_pointer (&below->shared_x, shared_x_unref);
  if (above->shared_x == NULL)
    {
      above->shared_x = g_new0 (PlotSharedX, 1);
      above->shared_x->ref_count = 1;
    }
  above->leads_x = TRUE;
  below->shared_x = above->shared_x;
  below->shared_x->ref_count++;
  below->leads_x = FALSE;
}

void
plot_view_set_axes_shown (PlotView *view, gboolean x, gboolean y)
{
  view->x_shown = x;
  view->y_shown = y;
  view->serial++;
}

void
plot_view_set_log (PlotView *view, gboolean log_x, gboolean log_y)
{
  if (view->time_axis != NULL)
    plot_time_axis_set_log (view->time_axis, log_x);
  else if (view->x.log != log_x)
    view->x = (PlotAxisState) { NAN, NAN, NAN, NAN, .log = log_x };
  if (view->y.log != log_y)
    view->y = (PlotAxisState) { NAN, NAN, NAN, NAN, .log = log_y };
  view->serial++;
}

void
plot_view_get_log (const PlotView *view, gboolean *log_x, gboolean *log_y)
{
  *log_x = view->time_axis != NULL ? plot_time_axis_get_log (view->time_axis) : view->x.log;
  *log_y = view->y.log;
}

void
plot_view_set_theme (PlotView *view, const PlotTheme *theme)
{
  view->theme = *theme;
  view->serial++;
}

const PlotTheme *
plot_view_theme (const PlotView *view)
{
  return &view->theme;
}

void
plot_view_get_area (const PlotView *view, double *x, double *y, double *width, double *height)
{
  *x = view->left;
  *y = view->top;
  *width = view->area_width;
  *height = view->area_height;
}

void
plot_view_get_scales (const PlotView *view, PlotScale *x, PlotScale *y)
{
  *x = view->x_scale;
  *y = view->y_scale;
}

void
plot_view_unmap (const PlotView *view, double px, double py, double *x, double *y)
{
  *x = plot_scale_unmap (&view->x_scale, px);
  *y = plot_scale_unmap (&view->y_scale, py);
}

void
plot_view_map (const PlotView *view, double x, double y, double *px, double *py)
{
  *px = plot_scale_map (&view->x_scale, x);
  *py = plot_scale_map (&view->y_scale, y);
}
