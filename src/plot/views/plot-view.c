#include "plot-view.h"

#include <math.h>

#include "plot-run.h"
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

void
plot_view_free (PlotView *view)
{
  if (view == NULL)
    return;
  g_ptr_array_unref (view->layers);
  if (view->release_kept != NULL)
    view->release_kept (view->kept);
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
  g_return_if_fail (view->release_kept == NULL);
  view->kept = object;
  view->release_kept = release;
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
SETTER (equal, gboolean, equal)
SETTER (band_reserve, double, band_reserve)
SETTER (title_shown, gboolean, title_shown)

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

/* ---- overlay state and hits ---- */

void
plot_view_set_hover (PlotView *view, double px, double py)
{
  view->hover_x = px;
  view->hover_y = py;
}

void
plot_view_set_pin (PlotView *view, const PlotHit *hit)
{
  view->has_pin = hit != NULL;
  if (hit != NULL)
    view->pin = *hit;
}

const PlotHit *
plot_view_pin (const PlotView *view)
{
  return view->has_pin ? &view->pin : NULL;
}

void
plot_view_set_selected (PlotView *view, const PlotHit *hit)
{
  view->has_selected = hit != NULL;
  if (hit != NULL)
    view->selected = *hit;
}

void
plot_view_set_box (PlotView *view, double px0, double py0, double px1, double py1)
{
  view->box[0] = px0;
  view->box[1] = py0;
  view->box[2] = px1;
  view->box[3] = py1;
}

PlotHitKind
plot_view_hit (PlotView *view, double px, double py, double reach, PlotHit *hit)
{
  double right = view->left + view->area_width, bottom = view->top + view->area_height, playhead;
  PlotFrame frame;

  *hit = (PlotHit) { .px = px, .py = py, .distance = reach, .column = PLOT_COLUMN_NONE };
  plot_view_unmap (view, px, py, &hit->x, &hit->y);
  if (view->area_width <= 0 || px < 0 || py < 0 || px > view->width || py > view->height)
    return hit->kind = PLOT_HIT_NOTHING;
  playhead = view->time_axis != NULL ? plot_scale_map (&view->x_scale, plot_time_axis_playhead (view->time_axis)) : NAN;
  if (view->handle_shown && fabs (px - playhead) < 9 && fabs (py - plot_view_band (view) + 4) < 10)
    return hit->kind = PLOT_HIT_PLAYHEAD;
  if (px < view->left - 2)
    return hit->kind = py < plot_view_band (view) ? PLOT_HIT_TITLE : PLOT_HIT_Y_AXIS;
  if (py > bottom + 2 && view->x_labels_shown)
    return hit->kind = PLOT_HIT_X_AXIS;
  if (py < plot_view_band (view))
    return hit->kind = PLOT_HIT_TITLE;
  if (px > right + reach || py < view->top - reach)
    return hit->kind = PLOT_HIT_NOTHING;
  plot_view_frame (view, NULL, &frame);
  /* Without tick labels below the plot, events are there. */
  hit->kind = py > bottom + 2 ? PLOT_HIT_X_AXIS : PLOT_HIT_PLANE;
  for (guint i = 0; i < view->layers->len; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);

      if (layer->visible && layer->class->hit != NULL && layer->class->hit (layer, &frame, px, py, hit))
        {
          hit->layer = layer;
          hit->run = layer->run;
        }
    }
  if (hit->kind == PLOT_HIT_PLANE && fabs (px - playhead) < 4)
    hit->kind = PLOT_HIT_PLAYHEAD;
  return hit->kind;
}

gboolean
plot_view_hit_step (PlotView *view, double px, double py, double reach, PlotHit *hit)
{
  double bottom = view->top + view->area_height, t, value, nearest = INFINITY;
  PlotFrame frame;

  if (view->time_axis == NULL || view->area_width <= 0)
    return FALSE;
  plot_view_frame (view, NULL, &frame);
  plot_view_unmap (view, px, py, &t, &value);
  for (guint i = 0; i < view->layers->len; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);
      double when, x, y;
      /* Marks of values outside the range are at its edge. */
      PlotHit found = { .distance = reach };

      if (layer->class->hit == NULL || !plot_view_point_at (view, layer, t, reach, &when, &value))
        continue;
      plot_view_map (view, when, value, &x, &y);
      if (!(y >= view->top - 1 && y <= bottom + 1) || !(fabs (y - py) < nearest) || !layer->class->hit (layer, &frame, x, y, &found))
        continue;
      nearest = fabs (y - py);
      *hit = found;
      hit->layer = layer;
      hit->run = layer->run;
    }
  return isfinite (nearest);
}

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
