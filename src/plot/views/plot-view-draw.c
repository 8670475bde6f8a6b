/* Draws a view. Title, axes and layers that do not change between two frames come from a cached picture; the
 * playhead, readouts, cursors and the crosshair are drawn over it. */
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-placement.h"
#include "plot-view-private.h"

void
plot_view_draw_plane (PlotView *view, PlotFrame *frame, PlotPlane plane)
{
  for (guint i = 0; i < view->layers->len; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);

      if (!plot_layer_is_shown (layer, frame->theme) || layer->plane != plane || layer->class->draw == NULL)
        continue;
      if (layer->begins && view->time_axis != NULL)
        {
          double left = CLAMP (plot_scale_map (frame->x, layer->begin), frame->left, frame->left + frame->width);

          plot_canvas_push_clip (frame->canvas, left, frame->top, frame->left + frame->width - left, frame->height);
          layer->class->draw (layer, frame);
          plot_canvas_pop_clip (frame->canvas);
        }
      else if (plane == PLOT_PLANE_DATA && layer->class->overhang > 0)
        {
          const double margin = layer->class->overhang * frame->theme->line_grid;

          plot_canvas_pop_clip (frame->canvas);
          plot_canvas_push_clip (frame->canvas, frame->left - margin, frame->top - margin, frame->width + 2 * margin, frame->height + 2 * margin);
          layer->class->draw (layer, frame);
          plot_canvas_pop_clip (frame->canvas);
          plot_canvas_push_clip (frame->canvas, frame->left, frame->top, frame->width, frame->height);
        }
      else
        layer->class->draw (layer, frame);
    }
}

/* ---- cache of the part that does not change between frames ---- */

static char *
cache_key (PlotView *view, const PlotFrame *frame, double width, double height, double scale)
{
  GString *key = g_string_new (NULL);

  g_string_append_printf (key, "%a %a %a %u %a %a %a %a %d %d", width, height, scale, view->serial, view->x.low, view->x.high,
                          view->y.low, view->y.high, view->x.underflow, view->y.underflow);
  for (guint i = 0; i < view->layers->len; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);
      gboolean back = layer->plane == PLOT_PLANE_BACK && layer->class->serial != NULL;

      g_string_append_printf (key, " %d:%" G_GUINT64_FORMAT, layer->visible, back ? layer->class->serial (layer) : 0);
      if (layer->visible && layer->in_key)
        {
          PlotKey keys[PLOT_MAX_KEYS];
          int n = plot_view_keys (layer, frame, keys, PLOT_MAX_KEYS);

          for (int k = 0; k < n; k++)
            if (keys[k].in_key)
              g_string_append (key, keys[k].label);
        }
    }
  return g_string_free (key, FALSE);
}

static void
refresh_cache (PlotView *view, const PlotFrame *live, double width, double height, double scale)
{
  int w = (int) ceil (width * scale), h = (int) ceil (height * scale);
  g_autofree char *key = cache_key (view, live, width, height, scale);
  PlotCanvas canvas;
  PlotFrame frame;
  cairo_t *cr;

  if (view->cache != NULL && g_strcmp0 (key, view->cache_key) == 0 && live->canvas->listener == NULL)
    return;
  if (view->cache == NULL || cairo_image_surface_get_width (view->cache) != w || cairo_image_surface_get_height (view->cache) != h)
    {
      g_clear_pointer (&view->cache, cairo_surface_destroy);
      view->cache = cairo_image_surface_create (CAIRO_FORMAT_RGB24, MAX (w, 1), MAX (h, 1));
    }
  cairo_surface_set_device_scale (view->cache, scale, scale);
  cr = cairo_create (view->cache);
  plot_canvas_init_cairo (&canvas, cr, scale, FALSE);
  canvas.listener = live->canvas->listener;
  plot_canvas_rectangle (&canvas, 0, 0, width, height, view->theme.background);
  plot_view_frame (view, &canvas, &frame);
  plot_view_draw_static (view, &canvas, &frame);
  cairo_destroy (cr);
  g_free (view->cache_key);
  view->cache_key = g_steal_pointer (&key);
}

/* ---- overlay: playhead, readouts, cursors ---- */

static void
draw_playhead (PlotView *view, PlotFrame *frame)
{
  const PlotTheme *theme = frame->theme;
  double t = plot_time_axis_playhead (view->time_axis), x = plot_scale_map (frame->x, t), unit = theme->size_label / 13;
  double top = fmax (plot_view_band (view) - 4 * unit, 0); /* below the title and the keys beside it */
  PlotPen pen = { .color = theme->accent, .width = 2 * unit, .butt = TRUE };
  cairo_t *cr = frame->canvas->cr;

  if (plot_scale_zone (frame->x, t) != PLOT_ZONE_INSIDE)
    return;
  if (view->handle_shown && theme->card)
    {
      double half = 6 * unit, y = plot_view_band (view) - 10 * unit;

      /* Draw the handle: a tab with rounded corners and a pointed lower end. */
      top = y + 12 * unit;
      cairo_new_path (cr);
      cairo_arc (cr, x - half + 2 * unit, y + 2 * unit, 2 * unit, G_PI, 1.5 * G_PI);
      cairo_arc (cr, x + half - 2 * unit, y + 2 * unit, 2 * unit, 1.5 * G_PI, 2 * G_PI);
      cairo_line_to (cr, x + half, y + 7 * unit);
      cairo_line_to (cr, x, y + 13 * unit);
      cairo_line_to (cr, x - half, y + 7 * unit);
      cairo_close_path (cr);
      plot_canvas_fill (frame->canvas, theme->accent);
    }
  /* The line begins below the lines of the key that have no room in the band, so that their texts can be read. */
  top = fmax (top, fmin (view->keys_bottom, frame->top));
  plot_canvas_line (frame->canvas, x, top, x, view->height - (view->x_labels_shown ? theme->margin_bottom : 0), &pen);
}

/* Distance of a readout card from its point, and from the edge of its view,
 * px. */
#define CARD_GAP 14
#define CARD_EDGE 4

/* Returns the length of a pixel in the units of the theme. On a page it depends on the type size. */
static double
unit_of (const PlotTheme *theme)
{
  return theme->card ? 1 : theme->size_label / 13;
}

/* Draws a readout card. Its shadow consists of larger and fainter copies; cards on pages have no
 * shadow. */
static void
draw_card_shape (PlotFrame *frame, double x, double y, double w, double h)
{
  const PlotTheme *theme = frame->theme;
  PlotPen rim = { .color = plot_color_fade (theme->text, theme->card ? 0.12 : 0.4), .width = unit_of (theme) };
  cairo_t *cr = frame->canvas->cr;
  double radius = 9 * theme->size_remark / 12.5;

  for (int k = theme->card ? 6 : 0; k >= 0; k--)
    {
      double down = k > 0 ? 3 : 0;

      cairo_new_path (cr);
      cairo_arc (cr, x + radius - k, y + radius - k + down, radius, G_PI, 1.5 * G_PI);
      cairo_arc (cr, x + w - radius + k, y + radius - k + down, radius, 1.5 * G_PI, 2 * G_PI);
      cairo_arc (cr, x + w - radius + k, y + h - radius + k + down, radius, 0, 0.5 * G_PI);
      cairo_arc (cr, x + radius - k, y + h - radius + k + down, radius, 0.5 * G_PI, G_PI);
      cairo_close_path (cr);
      if (k > 0)
        plot_canvas_fill (frame->canvas, (PlotColor) { 0, 0, 0, theme->dark ? 0.07 : 0.022 });
      else
        plot_canvas_fill_stroke (frame->canvas, theme->dark ? plot_color_mix (theme->background, theme->text, 0.06) : theme->background,
                                 &rim);
    }
}

/* Moves a card below or above another card of the same frame with which it overlaps. */
static void
avoid_cards (PlotView *view, double edge, double *box)
{
  for (int i = 0; i < view->n_cards; i++)
    {
      const double *other = view->cards[i];
      double below = other[1] + other[3] + edge, above = other[1] - box[3] - edge;

      if (box[0] >= other[0] + other[2] || other[0] >= box[0] + box[2] || box[1] >= other[1] + other[3] || other[1] >= box[1] + box[3])
        continue;
      if (below + box[3] <= view->height - edge && (below - box[1] <= box[1] - above || above < edge))
        box[1] = below;
      else if (above >= edge)
        box[1] = above;
    }
  if (view->n_cards < (int) G_N_ELEMENTS (view->cards))
    memcpy (view->cards[view->n_cards++], box, sizeof view->cards[0]);
}

/* Draws lines of rich text on a card beside (x, y), at a distance of `keep` px and inside the view; above or below if the card is too wide.
 * heading is the colour of the first line, which is bold, or of its part before a tab; NULL: no heading. */
static void
draw_card (PlotView *view, PlotFrame *frame, const char *text, const PlotColor *heading, double x, double y, double keep)
{
  const PlotTheme *theme = frame->theme;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  double size = theme->size_remark, line = size * 1.65, width = 0, lead = 0, pad = size * 0.95, edge = CARD_EDGE * unit_of (theme), w, h;
  const char *tab = heading != NULL ? strchr (lines[0], '\t') : NULL;
  g_autofree char *head = tab != NULL ? g_strndup (lines[0], tab - lines[0]) : heading != NULL ? g_strdup (lines[0]) : NULL;
  int n = (int) g_strv_length (lines);

  if (head != NULL)
    {
      g_autoptr (PangoLayout) layout = plot_text_layout (head, size, PLOT_TEXT_BOLD);

      plot_text_measure (layout, &lead, NULL, NULL);
    }
  for (int i = 0; i < n; i++)
    {
      const char *rest = i > 0 || head == NULL ? lines[i] : tab != NULL ? tab + 1 : "";
      g_autoptr (PangoLayout) layout = plot_text_layout (rest, size, PLOT_TEXT_NORMAL);

      plot_text_measure (layout, &w, NULL, NULL);
      width = fmax (width, w + (i == 0 ? lead : 0));
    }
  w = width + 2 * pad;
  h = n * line + 1.1 * pad;
  keep *= unit_of (theme);
  if (x + keep + w <= view->width - edge || x - keep - w >= edge)
    {
      x = x + keep + w <= view->width - edge ? x + keep : x - keep - w;
      y = CLAMP (y - h / 2, edge, fmax (edge, view->height - h - edge));
    }
  else
    {
      /* The card is too wide for either side. Place it above the point or, if it does not fit there,
       * below. */
      y = y - keep - h >= edge ? y - keep - h : fmin (y + keep, fmax (edge, view->height - h - edge));
      x = CLAMP (x - w / 2, edge, fmax (edge, view->width - w - edge));
    }
  double box[4] = { x, y, w, h };
  avoid_cards (view, edge, box);
  y = box[1];
  draw_card_shape (frame, x, y, w, h);
  for (int i = 0; i < n; i++)
    {
      const char *rest = i > 0 || head == NULL ? lines[i] : tab != NULL ? tab + 1 : "";
      double base = y + 0.55 * pad + line * (i + 0.68);

      if (i == 0 && head != NULL)
        plot_canvas_text (frame->canvas, head, size, PLOT_TEXT_BOLD, x + pad, base, 0, *heading);
      plot_canvas_text (frame->canvas, rest, size, PLOT_TEXT_NORMAL, x + pad + (i == 0 ? lead : 0), base, 0,
                        i == 0 || heading == NULL ? theme->text : theme->secondary);
    }
}

static void
draw_cursors (PlotView *view, PlotFrame *frame)
{
  const PlotTheme *theme = frame->theme;
  double a = plot_time_axis_cursor (view->time_axis, 0), b = plot_time_axis_cursor (view->time_axis, 1);
  double cursors[2] = { a, b }, px = unit_of (theme);
  PlotPen pen = { .color = theme->text, .width = theme->line_axis, .n_dashes = 2, .dashes = { 4 * px, 3 * px }, .butt = TRUE };

  for (int i = 0; i < 2; i++)
    if (plot_scale_zone (frame->x, cursors[i]) == PLOT_ZONE_INSIDE)
      {
        double x = plot_scale_map (frame->x, cursors[i]);

        plot_canvas_line (frame->canvas, x, frame->top, x, frame->top + frame->height, &pen);
      }
  if (!isnan (a) && !isnan (b) && view->handle_shown)
    {
      char number[32];
      const char *unit = plot_time_axis_unit (view->time_axis);
      g_autofree char *text = NULL;
      g_autoptr (PangoLayout) layout = NULL;

      plot_format_number (fabs (b - a), 3, number, sizeof number);
      text = g_strdup_printf ("Δ*t* %s%s%s", number, *unit != '\0' ? " " : "", unit);
      layout = plot_text_layout (text, theme->size_label, PLOT_TEXT_BOLD);
      plot_canvas_layout (frame->canvas, layout, plot_scale_map (frame->x, 0.5 * (a + b)), frame->top + theme->size_label, 0.5, theme->text,
                          theme->halo, theme->background);
    }
}

/* Draws a card with the differences between the two cursors. */
static void
draw_differences (PlotView *view, PlotFrame *frame)
{
  double a = plot_time_axis_cursor (view->time_axis, 0), b = plot_time_axis_cursor (view->time_axis, 1);
  gboolean b_visible = plot_scale_zone (frame->x, b) == PLOT_ZONE_INSIDE, visible = b_visible || plot_scale_zone (frame->x, a) == PLOT_ZONE_INSIDE;
  g_autofree char *differences = visible && !isnan (a) && !isnan (b) ? plot_view_readout_at (view, b, a, INFINITY) : NULL;

  if (differences != NULL)
    draw_card (view, frame, differences, NULL, plot_scale_map (frame->x, b_visible ? b : a), frame->top + frame->height / 2, CARD_GAP);
}

static void
draw_hit (PlotView *view, PlotFrame *frame, const PlotHit *hit, gboolean card)
{
  const PlotTheme *theme = frame->theme;
  double x = plot_scale_map (frame->x, hit->x), y = plot_scale_map (frame->y, hit->y), unit = theme->size_label / 13;
  gboolean rejected = hit->kind == PLOT_HIT_ATTEMPT && hit->layer != NULL && plot_layer_attempts_is_rejected (hit->layer, hit->index);
  PlotPen pen = { .color = hit->kind == PLOT_HIT_EVENT ? theme->event : rejected ? theme->rejected : theme->text, .width = 1.5 * unit };
  g_autofree char *text = NULL;

  if (!(x >= frame->left - 1 && x <= frame->left + frame->width + 1))
    return;
  /* Marks of attempts and events whose values are outside the range are drawn at the edge of the plot. */
  if (hit->kind == PLOT_HIT_ATTEMPT || hit->kind == PLOT_HIT_EVENT)
    y = CLAMP (y, frame->top, frame->top + frame->height);
  else if (!(y >= frame->top - 1 && y <= frame->top + frame->height + 1))
    return;
  cairo_new_path (frame->canvas->cr);
  cairo_arc (frame->canvas->cr, x, y, 7 * unit, 0, 2 * G_PI);
  cairo_close_path (frame->canvas->cr);
  plot_canvas_stroke (frame->canvas, &pen);
  text = card ? plot_view_card (view, hit) : NULL;
  if (text == NULL)
    return;
  draw_card (view, frame, text, rejected ? &theme->rejected : &theme->text, x, y, CARD_GAP);
  /* Store the rectangle of the ring, so that readout cards do not cover it. */
  if (view->n_cards < (int) G_N_ELEMENTS (view->cards))
    memcpy (view->cards[view->n_cards++], (double[]) { x - 8 * unit, y - 8 * unit, 16 * unit, 16 * unit }, sizeof view->cards[0]);
}

/* Largest distance in px of a stored point from the crosshair at which the point is shown. */
#define HOVER_REACH 8

/* Draws rings around the stored points under the crosshair, and their values. All views on a time axis show the same crosshair. */
static void
draw_crosshair (PlotView *view, PlotFrame *frame, double t)
{
  const PlotTheme *theme = frame->theme;
  double unit = theme->size_label / 13, x = plot_scale_map (frame->x, t), y = frame->top + frame->height / 2;
  PlotPen pen = { .color = theme->text, .width = 1.3 * unit };
  g_autofree char *values = plot_view_readout_at (view, t, NAN, HOVER_REACH), *text = NULL;
  gboolean here = !isnan (view->hover_x);

  if (values == NULL)
    return;
  for (guint i = 0; i < view->layers->len; i++)
    {
      double when, value, py;

      if (!plot_view_point_at (view, g_ptr_array_index (view->layers, i), t, HOVER_REACH, &when, &value))
        continue;
      py = plot_scale_map (frame->y, value);
      if (!(py >= frame->top - 1 && py <= frame->top + frame->height + 1))
        continue;
      cairo_new_path (frame->canvas->cr);
      cairo_arc (frame->canvas->cr, plot_scale_map (frame->x, when), py, 4.5 * unit, 0, 2 * G_PI);
      plot_canvas_fill_stroke (frame->canvas, plot_color_fade (theme->background, 0.7), &pen);
    }
  if (here)
    {
      char number[32];
      const char *time_unit = plot_time_axis_unit (view->time_axis);

      plot_format_number (t, 4, number, sizeof number);
      text = g_strdup_printf ("*t* = %s%s%s\n%s", number, *time_unit != '\0' ? " " : "", time_unit, values);
      y = view->hover_y;
    }
  draw_card (view, frame, here ? text : values, here ? &theme->text : NULL, x, y, CARD_GAP);
}

static void
draw_hover (PlotView *view, PlotFrame *frame)
{
  const PlotTheme *theme = frame->theme;
  double t = view->time_axis != NULL ? plot_time_axis_hover (view->time_axis) : NAN;
  PlotPen pen = { .color = plot_color_fade (theme->text, 0.35), .width = theme->line_axis, .butt = TRUE };
  PlotHit hit;

  if (plot_scale_zone (frame->x, t) == PLOT_ZONE_INSIDE)
    {
      double x = plot_scale_map (frame->x, t);

      plot_canvas_line (frame->canvas, x, frame->top, x, frame->top + frame->height, &pen);
    }
  hit.layer = NULL;
  if (!isnan (view->hover_x) && !isnan (view->hover_y))
    plot_view_hit (view, view->hover_x, view->hover_y, HOVER_REACH, &hit);
  if (hit.layer != NULL)
    draw_hit (view, frame, &hit, TRUE);
  else if (plot_scale_zone (frame->x, t) == PLOT_ZONE_INSIDE)
    draw_crosshair (view, frame, t);
}

/* Returns whether the pin can be drawn. A pin that comes from an earlier view is first assigned to the layer that contains its point. */
static gboolean
has_drawable_pin (PlotView *view)
{
  if (!view->has_pin || view->pin.layer != NULL || view->pin.kind < PLOT_HIT_ROW)
    return view->has_pin;
  for (guint i = 0; i < view->layers->len; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);
      PlotHit hit = view->pin;

      if (hit.run != 0 && layer->run != 0 && layer->run != hit.run)
        continue;
      if (layer->visible && layer->class->find != NULL && layer->class->find (layer, &hit))
        {
          view->pin = hit;
          view->pin.layer = layer;
          return TRUE;
        }
    }
  return FALSE;
}

/* Draws the items of the overlay that stay until they are removed: pin, selection, cursors, zoom
 * box. */
static void
draw_markers (PlotView *view, PlotFrame *frame)
{
  view->n_cards = 0;
  if (view->time_axis != NULL)
    draw_cursors (view, frame);
  if (view->has_selected)
    draw_hit (view, frame, &view->selected, FALSE);
  if (has_drawable_pin (view))
    draw_hit (view, frame, &view->pin, TRUE);
  if (view->time_axis != NULL)
    draw_differences (view, frame);
}

static void
draw_overlay (PlotView *view, PlotFrame *frame)
{
  const PlotTheme *theme = frame->theme;

  draw_markers (view, frame);
  draw_hover (view, frame);
  if (!isnan (view->box[0]))
    {
      PlotPen pen = { .color = theme->accent, .width = 1 };

      cairo_rectangle (frame->canvas->cr, fmin (view->box[0], view->box[2]), fmin (view->box[1], view->box[3]),
                       fabs (view->box[2] - view->box[0]), fabs (view->box[3] - view->box[1]));
      plot_canvas_fill_stroke (frame->canvas, theme->selection, &pen);
    }
}

/* ---- drawing ---- */

static void
draw_live (PlotView *view, PlotFrame *frame)
{
  PlotCanvas *canvas = frame->canvas;
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (PlotRectangle));

  frame->labels = labels;
  plot_view_draw_unreached (view, frame);
  plot_canvas_push_clip (canvas, frame->left, frame->top, frame->width, frame->height);
  plot_view_draw_plane (view, frame, PLOT_PLANE_DATA);
  plot_canvas_pop_clip (canvas);
  if (view->time_axis != NULL)
    draw_playhead (view, frame);
  plot_view_draw_plane (view, frame, PLOT_PLANE_FRONT);
  for (guint i = 0; i < view->layers->len; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);

      if (plot_layer_is_shown (layer, frame->theme) && layer->class->draw_front != NULL)
        layer->class->draw_front (layer, frame);
    }
  plot_view_draw_labels (view, frame);
  frame->labels = NULL;
}

static void
prepare (PlotView *view, double width, double height)
{
  for (guint i = 0; view->clock != NULL && i < view->layers->len; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);

      if (layer->class->follow != NULL)
        layer->class->follow (layer, view->clock);
    }
  plot_view_layout (view, width, height);
  plot_view_ranges (view);
}

/* Processor time that the layers of a view may use in each frame, µs. Phase portraits of long runs need most of it, and a window rarely
 * shows more than one of them. */
#define SLICE_TIME 700
#define SLICE_PLANE 3000
/* Largest processor time for one drawing, µs. A view that has not drawn all rows of its run gets twice the time in the next frame, up to
 * this limit, so that all views of a run show it up to nearly the same time. One delayed frame of the main loop is not noticeable. */
#define MOST_SLICE 16000

gboolean
plot_view_draw (PlotView *view, cairo_t *cr, double width, double height, double scale)
{
  PlotCanvas canvas;
  PlotFrame frame;
  double keys_bottom;
  int least;

  if (width < 1 || height < 1)
    return FALSE;
  prepare (view, width, height);
  plot_canvas_init_cairo (&canvas, cr, scale, FALSE);
  plot_view_frame (view, &canvas, &frame);
  keys_bottom = view->keys_bottom;
  refresh_cache (view, &frame, width, height, scale);
  if (view->theme.card && view->keys_bottom != keys_bottom) /* the key has more or fewer lines: the data area moves */
    {
      view->serial++;
      plot_view_layout (view, width, height);
      plot_view_frame (view, &canvas, &frame);
      refresh_cache (view, &frame, width, height, scale);
    }
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cr, view->cache, 0, 0);
  cairo_paint (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_OVER);
  least = view->time_axis != NULL ? SLICE_TIME : SLICE_PLANE;
  view->slice = CLAMP (view->slice, least, MOST_SLICE);
  frame.deadline = plot_frame_clock () + view->slice;
  draw_live (view, &frame);
  draw_overlay (view, &frame);
  cairo_restore (cr);
  view->slice = frame.more ? 2 * view->slice : view->slice / 2;
  return frame.more;
}

void
plot_view_draw_canvas (PlotView *view, PlotCanvas *canvas, double width, double height)
{
  PlotFrame frame;

  view->keys_bottom = 0;
  prepare (view, width, height);
  plot_view_frame (view, canvas, &frame);
  plot_view_measure_keys (view, &frame);
  if (view->keys_bottom > frame.top)
    {
      plot_view_layout (view, width, height);
      plot_view_frame (view, canvas, &frame);
    }
  plot_view_draw_static (view, canvas, &frame);
  draw_live (view, &frame);
  draw_markers (view, &frame);
}
