/* Column against column: lines straight into a mask, appended as rows arrive. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "plot-columns.h"
#include "plot-format.h"
#include "plot-layers.h"
#include "plot-orbit-jumps.h"
#include "plot-orbit-paper.h"
#include "plot-raster.h"

/* History before the fade shows at this opacity. */
#define FADED 0.4
/* Of two runs seen together, which lie upon each other for long: fainter and thinner, that the last turns stand out. */
#define FADED_PAIR 0.22
#define THIN_PAIR 0.45
/* Cairo's time for a stroke grows with its crossings: in an image, longer orbits are drawn as on the screen, 0.2 µs a row. */
#define MOST_STROKED 50000
/* The part in full strength is drawn anew as it moves on: of more rows that would cost more than a frame has. */
#define RECENT_ROWS 6000

typedef struct
{
  cairo_surface_t *surface;
  gsize first, done;   /* rows [first, done) are drawn */
  PlotRasterPen pen;
  guint8 *passed;      /* one bit for each cell of half a pixel that the line has passed */
} Trace;

typedef struct
{
  PlotLayer layer;
  SimTrajectory *trajectory;
  int x_column, y_column;
  PlotStyle style;
  double fade, time;
  double period;       /* NaN: none seen */
  gsize n_period;      /* rows when it was looked for */
  Trace all, recent;
  char letter;         /* on the current point; 0: none */
  gsize n_events;      /* looked at for jumps */
  gboolean jumps;
  char *key;
  double check[3];     /* content of the last row drawn, to notice rows that were taken back */
} Orbit;

static double
value_at (const double *row, int column)
{
  return row[1 + column]; /* column −1 is t itself */
}

static void
column_range (Orbit *orbit, int column, gsize n, double *low, double *high)
{
  if (column < 0)
    {
      *low = sim_trajectory_row (orbit->trajectory, 0)[0];
      *high = sim_trajectory_row (orbit->trajectory, n - 1)[0];
    }
  else
    sim_trajectory_range (orbit->trajectory, column, 0, n, low, high);
}

static void
orbit_extent (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent)
{
  Orbit *orbit = (Orbit *) layer;
  gsize n = sim_trajectory_n_rows (orbit->trajectory);
  double low, high;

  if (n == 0)
    return;
  column_range (orbit, orbit->x_column, n, &low, &high);
  plot_extent_add_x (extent, low);
  plot_extent_add_x (extent, high);
  column_range (orbit, orbit->y_column, n, &low, &high);
  plot_extent_add_y (extent, low);
  plot_extent_add_y (extent, high);
}

/* ---- screen ---- */

static void
trace_reset (Trace *trace, int width, int height, gsize first)
{
  if (trace->surface == NULL || cairo_image_surface_get_width (trace->surface) != width
      || cairo_image_surface_get_height (trace->surface) != height)
    {
      g_clear_pointer (&trace->surface, cairo_surface_destroy);
      trace->surface = cairo_image_surface_create (CAIRO_FORMAT_A8, width, height);
    }
  else
    plot_raster_clear (trace->surface);
  trace->first = trace->done = first;
  g_free (trace->passed);
  trace->passed = g_malloc0 (((gsize) width * height * 4 + 7) / 8);
  trace->pen = (PlotRasterPen) { .down = FALSE };
}

/* Far enough from where the pen is to be drawn at all. */
static gboolean
moved (const PlotRasterPen *pen, double x, double y)
{
  return pen->down && (x - pen->x) * (x - pen->x) + (y - pen->y) * (y - pen->y) >= 0.25;
}

/* Longer segments are drawn in any case; there are few of them. */
#define LONGEST_LOOK 8.0

/* Marks the cells from the pen to (x, y). TRUE where every one of them was passed before: drawing the segment again would change no
 * pixel that can be seen. A closed orbit or an attractor costs its rasterization once, not once a turn. */
static gboolean
passed_before (Trace *trace, double x, double y)
{
  int width = 2 * cairo_image_surface_get_width (trace->surface), height = 2 * cairo_image_surface_get_height (trace->surface);
  double dx = x - trace->pen.x, dy = y - trace->pen.y, length = fmax (fabs (dx), fabs (dy));
  gboolean all = TRUE;
  int n;

  if (!trace->pen.down || trace->pen.n_dashes > 0 || !(length < LONGEST_LOOK))
    return FALSE;
  n = (int) (length * 2) + 1;
  for (int i = 0; i <= n; i++)
    {
      double cx = 2 * (trace->pen.x + dx * i / n), cy = 2 * (trace->pen.y + dy * i / n);
      gsize cell;

      if (!(cx >= 0 && cx < width && cy >= 0 && cy < height))
        continue;
      cell = (gsize) cy * width + (gsize) cx;
      all &= (trace->passed[cell >> 3] >> (cell & 7)) & 1;
      trace->passed[cell >> 3] |= (guint8) (1u << (cell & 7));
    }
  return all;
}

static void
trace_append (Orbit *orbit, Trace *trace, PlotFrame *frame, const PlotPen *pen, gsize n)
{
  double scale = frame->canvas->scale;
  PlotRaster raster = plot_raster_begin (trace->surface, pen->width * scale);
  gboolean after_jump = trace->done > trace->first && (sim_trajectory_flags (orbit->trajectory, trace->done - 1) & SIM_ROW_BEFORE) != 0;
  gsize n_drawn = 0;

  trace->pen.n_dashes = pen->n_dashes;
  for (int i = 0; i < pen->n_dashes; i++)
    trace->pen.dashes[i] = pen->dashes[i] * scale;
  for (; trace->done < n; trace->done++)
    {
      const double *row = sim_trajectory_row (orbit->trajectory, trace->done);
      double x, y;

      if (after_jump)
        trace->pen.down = FALSE;
      x = (plot_scale_map (frame->x, value_at (row, orbit->x_column)) - frame->left) * scale;
      y = (plot_scale_map (frame->y, value_at (row, orbit->y_column)) - frame->top) * scale;
      if (moved (&trace->pen, x, y) && passed_before (trace, x, y))
        {
          trace->pen.x = x;
          trace->pen.y = y;
        }
      else
        plot_raster_line_to (&raster, &trace->pen, x, y);
      after_jump = (sim_trajectory_flags (orbit->trajectory, trace->done) & SIM_ROW_BEFORE) != 0;
      /* At least 128 in each call, however late it is: every frame gets nearer to the end. */
      if ((++n_drawn & 127) == 0
          && ((frame->deadline != 0 && g_get_monotonic_time () > frame->deadline) || plot_canvas_is_cancelled (frame->canvas)))
        {
          trace->done++;
          frame->more = TRUE;
          break;
        }
    }
  plot_raster_end (trace->surface);
}

static void
paint_trace (Trace *trace, PlotFrame *frame, PlotColor color)
{
  double scale = frame->canvas->scale;

  cairo_surface_set_device_scale (trace->surface, scale, scale);
  cairo_set_source_rgba (frame->canvas->cr, color.r, color.g, color.b, color.a);
  cairo_mask_surface (frame->canvas->cr, trace->surface, frame->left, frame->top);
}

static gboolean
view_changed (Orbit *orbit, PlotFrame *frame, gsize n, int width, int height, double line)
{
  g_autofree char *key = g_strdup_printf ("%d %d %a %a %a %a %a %d %d", width, height, line, frame->x->low, frame->x->high, frame->y->low,
                                          frame->y->high, frame->x->type, frame->y->type);
  gboolean changed = g_strcmp0 (key, orbit->key) != 0;

  if (!changed && orbit->all.done > 0)
    {
      const double *row;

      if (n < orbit->all.done)
        return TRUE;
      row = sim_trajectory_row (orbit->trajectory, orbit->all.done - 1);
      changed = row[0] != orbit->check[0] || value_at (row, orbit->x_column) != orbit->check[1]
                || value_at (row, orbit->y_column) != orbit->check[2];
    }
  g_free (orbit->key);
  orbit->key = g_steal_pointer (&key);
  return changed;
}

static void
draw_raster (Orbit *orbit, PlotFrame *frame, const PlotPen *pen, gsize n, gsize fade_row)
{
  gboolean thin = orbit->letter != 0 && isfinite (orbit->fade);
  PlotPen past = *pen;
  double scale = frame->canvas->scale, line = pen->width * (thin ? THIN_PAIR : 1) * scale;
  int width = MAX (1, (int) lrint (frame->width * scale)), height = MAX (1, (int) lrint (frame->height * scale));
  gboolean changed = view_changed (orbit, frame, n, width, height, line);
  gsize block, first;
  const double *row;

  past.width = line / scale;
  if (changed)
    trace_reset (&orbit->all, width, height, 0);
  trace_append (orbit, &orbit->all, frame, &past, n);
  if (orbit->all.done > 0)
    {
      row = sim_trajectory_row (orbit->trajectory, orbit->all.done - 1);
      orbit->check[0] = row[0];
      orbit->check[1] = value_at (row, orbit->x_column);
      orbit->check[2] = value_at (row, orbit->y_column);
    }
  if (fade_row == 0 || n - fade_row > RECENT_ROWS)
    {
      paint_trace (&orbit->all, frame, pen->color);
      return;
    }
  /* A tail up to a tenth too long saves most of the redrawing; how much too long says the run, not how often it was drawn. */
  for (block = 1; block <= (n - fade_row) / 20;)
    block *= 2;
  first = fade_row - fade_row % block;
  if (changed || orbit->recent.surface == NULL || orbit->recent.first != first || n < orbit->recent.done)
    trace_reset (&orbit->recent, width, height, first);
  trace_append (orbit, &orbit->recent, frame, pen, n);
  paint_trace (&orbit->all, frame, plot_color_fade (pen->color, orbit->letter != 0 ? FADED_PAIR : FADED));
  paint_trace (&orbit->recent, frame, pen->color);
}

static void
draw_vector (Orbit *orbit, PlotFrame *frame, const PlotPen *pen, gsize first, gsize last)
{
  plot_orbit_draw_paper (orbit->trajectory, orbit->x_column, orbit->y_column, frame, pen, first, last);
}

/* ---- points ---- */

static gboolean
inside (const PlotFrame *frame, double x, double y)
{
  return x >= frame->left && x <= frame->left + frame->width && y >= frame->top && y <= frame->top + frame->height;
}

/* Where the current time is that of a jump: x⁻ as a ring, and the way to x⁺. */
static void
draw_jump (Orbit *orbit, PlotFrame *frame, double t)
{
  const PlotTheme *theme = frame->theme;
  gsize row = sim_trajectory_find (orbit->trajectory, t);
  const double *before, *after;
  double x, y;

  if (row == 0 || (sim_trajectory_flags (orbit->trajectory, row - 1) & SIM_ROW_BEFORE) == 0)
    return;
  before = sim_trajectory_row (orbit->trajectory, row - 1);
  after = sim_trajectory_row (orbit->trajectory, row);
  x = plot_scale_map (frame->x, value_at (before, orbit->x_column));
  y = plot_scale_map (frame->y, value_at (before, orbit->y_column));
  if (before[0] != t || !inside (frame, x, y))
    return;
  plot_orbit_draw_jump (frame, x, y, plot_scale_map (frame->x, value_at (after, orbit->x_column)),
                        plot_scale_map (frame->y, value_at (after, orbit->y_column)));
  plot_canvas_marker (frame->canvas, PLOT_MARKER_RING, x, y, theme->current_radius * 0.95, theme->line_other * 1.2, theme->series[0], theme->background);
}

/* The point of one of two runs: large enough for its letter. */
static void
draw_letter (Orbit *orbit, PlotFrame *frame, double x, double y, PlotColor color, const PlotPen *rim)
{
  const PlotTheme *theme = frame->theme;
  char text[2] = { orbit->letter, '\0' };
  g_autoptr (PangoLayout) layout = plot_text_layout (text, theme->size_remark * 0.92, PLOT_TEXT_BOLD);

  cairo_new_path (frame->canvas->cr);
  cairo_arc (frame->canvas->cr, x, y, theme->size_remark * 0.68, 0, 2 * G_PI);
  cairo_close_path (frame->canvas->cr);
  plot_canvas_fill_stroke (frame->canvas, color, rim);
  plot_canvas_layout (frame->canvas, layout, x, y + theme->size_remark * 0.33, 0.5, theme->background, 0, theme->background);
}

/* Rows that are drawn: all, or for one of two runs up to the playhead. */
static gsize
n_shown (Orbit *orbit)
{
  gsize n = sim_trajectory_n_rows (orbit->trajectory);

  return orbit->letter == 0 || isnan (orbit->time) || n == 0 ? n : MIN (n, sim_trajectory_find (orbit->trajectory, orbit->time) + 1);
}

/* To the left more than up or down: then the label of the start stands to the right. */
static gboolean
leaves_left (Orbit *orbit, PlotFrame *frame, double x0, double y0, gsize n)
{
  for (gsize i = 1; i < MIN (n, 500); i++)
    {
      const double *row = sim_trajectory_row (orbit->trajectory, i);
      double dx = plot_scale_map (frame->x, value_at (row, orbit->x_column)) - x0, dy = plot_scale_map (frame->y, value_at (row, orbit->y_column)) - y0;

      if (hypot (dx, dy) > frame->theme->current_radius)
        return dx < -fabs (dy);
    }
  return FALSE;
}

static void
draw_start (Orbit *orbit, PlotFrame *frame, double x0, double y0, gsize n)
{
  const PlotTheme *theme = frame->theme;
  g_autoptr (PangoLayout) layout = plot_text_layout (_("start"), theme->size_remark, PLOT_TEXT_NORMAL);
  PlotColor color = plot_style_color (&orbit->style, theme, FALSE);
  gboolean right = leaves_left (orbit, frame, x0, y0, n);
  double width;

  /* Not over the labels of the axis. */
  plot_text_measure (layout, &width, NULL, NULL);
  right |= x0 - theme->current_radius - width < frame->left;
  plot_canvas_marker (frame->canvas, PLOT_MARKER_RING, x0, y0, theme->current_radius * 0.85, theme->line_other * 1.1, color, theme->background);
  if (theme->card)
    plot_canvas_layout (frame->canvas, layout, x0 + theme->current_radius * (right ? 2 : -0.8), y0 - theme->size_remark * (right ? 0.35 : 0.8),
                        right ? 0 : 1, plot_style_color (&orbit->style, theme, TRUE), theme->halo, theme->background);
}

/* A figure for print that is of no moment: the whole orbit, without a start and a present. */
static gboolean
is_still (const Orbit *orbit, const PlotFrame *frame)
{
  return frame->theme->plain && isnan (orbit->time);
}

static void
draw_points (Orbit *orbit, PlotFrame *frame, gsize n)
{
  const PlotTheme *theme = frame->theme;
  PlotColor color = plot_style_color (&orbit->style, theme, FALSE);
  PlotPen rim = { .color = theme->background, .width = theme->current_radius * 0.35 };
  const double *start = sim_trajectory_row (orbit->trajectory, 0);
  double t = isnan (orbit->time) ? sim_trajectory_row (orbit->trajectory, n - 1)[0] : orbit->time;
  double x0 = plot_scale_map (frame->x, value_at (start, orbit->x_column)), y0 = plot_scale_map (frame->y, value_at (start, orbit->y_column));
  double x = plot_scale_map (frame->x, plot_run_value (orbit->trajectory, orbit->x_column, t));
  double y = plot_scale_map (frame->y, plot_run_value (orbit->trajectory, orbit->y_column, t));

  if (orbit->letter != 0)
    {
      if (n > 1 && inside (frame, x, y))
        draw_letter (orbit, frame, x, y, color, &rim);
      return;
    }
  if (orbit->style.series != 0 || is_still (orbit, frame))
    return;
  if (inside (frame, x0, y0))
    draw_start (orbit, frame, x0, y0, n);
  draw_jump (orbit, frame, t);
  if (n < 2 || !inside (frame, x, y))
    return;
  cairo_new_path (frame->canvas->cr);
  cairo_arc (frame->canvas->cr, x, y, theme->current_radius * 1.1, 0, 2 * G_PI);
  cairo_close_path (frame->canvas->cr);
  plot_canvas_fill_stroke (frame->canvas, color, &rim);
}

static gboolean
is_image (const PlotCanvas *canvas)
{
  return canvas->svg == NULL && cairo_surface_get_type (cairo_get_target (canvas->cr)) == CAIRO_SURFACE_TYPE_IMAGE;
}

/* Of a run that jumps: the arc passed now in full strength, those before it thinner, those to come fainter. FALSE: no jumps, or too long. */
static gboolean
draw_arcs (Orbit *orbit, PlotFrame *frame, const PlotPen *pen, gsize n)
{
  double t = isnan (orbit->time) ? sim_trajectory_row (orbit->trajectory, n - 1)[0] : orbit->time;
  PlotPen past = *pen, coming = *pen;
  gsize first, last;

  if (!orbit->jumps || orbit->letter != 0 || orbit->style.series != 0
      || !plot_orbit_arc (orbit->trajectory, orbit->x_column, orbit->y_column, t, &first, &last))
    return FALSE;
  past.width = frame->theme->line_other;
  past.color = plot_color_fade (pen->color, 0.8);
  coming.width = frame->theme->line_other * 0.75;
  coming.color = plot_color_fade (pen->color, FADED);
  draw_vector (orbit, frame, &coming, last, n);
  draw_vector (orbit, frame, &past, 0, first);
  draw_vector (orbit, frame, pen, first, last);
  return TRUE;
}

static void
orbit_draw (PlotLayer *layer, PlotFrame *frame)
{
  Orbit *orbit = (Orbit *) layer;
  PlotPen pen = plot_style_pen (&orbit->style, frame->theme);
  gsize n = n_shown (orbit), fade_row = 0;

  if (n == 0)
    return;
  if (draw_arcs (orbit, frame, &pen, n))
    return;
  if (!isnan (orbit->fade) && !is_still (orbit, frame))
    fade_row = plot_columns_first_row (orbit->trajectory, orbit->fade);
  if (frame->canvas->vector && !(n > MOST_STROKED && is_image (frame->canvas)))
    {
      PlotPen faded = pen;

      faded.color = plot_color_fade (pen.color, FADED);
      if (fade_row > 0)
        draw_vector (orbit, frame, &faded, 0, fade_row + 1);
      draw_vector (orbit, frame, &pen, fade_row, n);
    }
  else
    draw_raster (orbit, frame, &pen, n, fade_row);
}

static void
orbit_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  Orbit *orbit = (Orbit *) layer;
  gsize n = sim_trajectory_n_rows (orbit->trajectory);

  if (n > 0)
    draw_points (orbit, frame, n);
}

static gboolean
orbit_hit (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  Orbit *orbit = (Orbit *) layer;
  gsize n = sim_trajectory_n_rows (orbit->trajectory), stride = MAX (1, n / 200000);
  gboolean found = FALSE;

  /* All rows up to 200 000, then every second, third … one: a pointer cannot tell neighbours apart there. */
  for (gsize i = 0; i < n; i += stride)
    {
      const double *row = sim_trajectory_row (orbit->trajectory, i);
      double x = value_at (row, orbit->x_column), y = value_at (row, orbit->y_column);
      double dx = plot_scale_map (frame->x, x) - px, dy = plot_scale_map (frame->y, y) - py, distance;

      if (!(fabs (dx) < hit->distance) || !(fabs (dy) < hit->distance))
        continue;
      distance = hypot (dx, dy);
      if (!(distance < hit->distance))
        continue;
      found = TRUE;
      *hit = (PlotHit) { i == 0 && orbit->style.series == 0 ? PLOT_HIT_START : PLOT_HIT_ROW, x, y, px + dx, py + dy, distance, layer, i,
                         orbit->y_column };
    }
  return found;
}

static int
orbit_keys (PlotLayer *layer, const PlotFrame *frame, PlotKey *keys, int n)
{
  Orbit *orbit = (Orbit *) layer;

  orbit->jumps = (orbit->jumps && sim_trajectory_n_events (orbit->trajectory) > 0)
                 || plot_orbit_jumps (orbit->trajectory, orbit->x_column, orbit->y_column, &orbit->n_events);
  if (n < 1 || (layer->label == NULL && !(orbit->jumps && orbit->style.series == 0)))
    return 0;
  if (layer->label == NULL)
    {
      plot_orbit_jump_key (frame, keys);
      return 1;
    }
  *keys = (PlotKey) { .pen = plot_style_pen (&orbit->style, frame->theme), .in_key = layer->in_key, .end_y = NAN };
  g_strlcpy (keys->label, layer->label, sizeof keys->label);
  return 1;
}

static guint64
orbit_serial (PlotLayer *layer)
{
  return sim_trajectory_n_rows (((Orbit *) layer)->trajectory);
}

static void
orbit_readout (PlotLayer *layer, const PlotHit *hit, const char *time_unit, GString *text)
{
  Orbit *orbit = (Orbit *) layer;
  char x[32], y[32], t[32];

  plot_format_number (hit->x, 3, x, sizeof x);
  plot_format_number (hit->y, 3, y, sizeof y);
  plot_format_number (sim_trajectory_row (orbit->trajectory, hit->index)[0], 4, t, sizeof t);
  g_string_append_printf (text, _("%s, %s\nat *t* = %s%s\n"), x, y, t, time_unit);
}

/* The last period stays in full strength. Looking for it reads up to 100 000 rows, so it is looked for again only when the run has
 * grown by a fiftieth: in the first 50, 51, 52 … rows, and so for a run of one length always in the same. */
static gsize
rows_for_period (gsize n)
{
  gsize rows = n < 50 ? n : 50;

  while (rows < n && rows + MAX (rows / 50, 1) <= n)
    rows += MAX (rows / 50, 1);
  return rows;
}

static void
orbit_follow (PlotLayer *layer, PlotTimeAxis *clock)
{
  Orbit *orbit = (Orbit *) layer;
  gsize n = sim_trajectory_n_rows (orbit->trajectory), rows = rows_for_period (n);

  orbit->time = plot_time_axis_playhead (clock);
  if (n == 0 || orbit->x_column < 0)
    return;
  if (rows != orbit->n_period)
    {
      orbit->period = plot_run_period (orbit->trajectory, orbit->x_column, sim_trajectory_row (orbit->trajectory, rows - 1)[0]);
      orbit->n_period = rows;
    }
  orbit->fade = isnan (orbit->period) ? NAN : sim_trajectory_row (orbit->trajectory, n_shown (orbit) - 1)[0] - orbit->period;
}

static void
orbit_free (PlotLayer *layer)
{
  Orbit *orbit = (Orbit *) layer;

  sim_trajectory_unref (orbit->trajectory);
  g_clear_pointer (&orbit->all.surface, cairo_surface_destroy);
  g_clear_pointer (&orbit->recent.surface, cairo_surface_destroy);
  g_free (orbit->all.passed);
  g_free (orbit->recent.passed);
  g_free (orbit->key);
}

static gboolean
orbit_find (PlotLayer *layer, PlotHit *hit)
{
  Orbit *orbit = (Orbit *) layer;
  const double *row;

  if ((hit->kind != PLOT_HIT_ROW && hit->kind != PLOT_HIT_START) || hit->index >= sim_trajectory_n_rows (orbit->trajectory))
    return FALSE;
  row = sim_trajectory_row (orbit->trajectory, hit->index);
  return value_at (row, orbit->x_column) == hit->x && value_at (row, orbit->y_column) == hit->y;
}

static const PlotLayerClass orbit_class = {
  "orbit", orbit_extent, orbit_draw, orbit_hit, orbit_keys, orbit_serial, orbit_readout, orbit_free,
  orbit_draw_front, NULL, orbit_follow, .find = orbit_find
};

PlotLayer *
plot_layer_orbit_new (SimTrajectory *trajectory, int x_column, int y_column, const PlotStyle *style)
{
  Orbit *orbit = plot_layer_alloc (sizeof (Orbit), &orbit_class, PLOT_PLANE_DATA);

  orbit->trajectory = sim_trajectory_ref (trajectory);
  orbit->x_column = x_column;
  orbit->y_column = y_column;
  orbit->style = *style;
  orbit->layer.in_key = style->series == 0; /* for the jumps */
  orbit->fade = orbit->time = orbit->period = NAN;
  return &orbit->layer;
}

void
plot_layer_orbit_set_fade (PlotLayer *layer, double t)
{
  g_return_if_fail (layer->class == &orbit_class);
  ((Orbit *) layer)->fade = t;
}

void
plot_layer_orbit_set_letter (PlotLayer *layer, char letter)
{
  g_return_if_fail (layer->class == &orbit_class);
  ((Orbit *) layer)->letter = letter;
}

void
plot_layer_orbit_set_time (PlotLayer *layer, double t)
{
  g_return_if_fail (layer->class == &orbit_class);
  ((Orbit *) layer)->time = t;
}
