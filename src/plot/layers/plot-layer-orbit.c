/* Draws an orbit, one column against another. On images, rows are appended to a coverage mask as they are computed. */
#include <math.h>
#include <string.h>

#include "plot-columns.h"
#include "plot-format.h"
#include "plot-layers.h"
#include "plot-orbit-jumps.h"
#include "plot-orbit-trace.h"
#include "plot-placement.h"
#include "plot-words.h"

/* Opacity of the path before the last period. */
#define FADED 0.4
/* Opacity of the older part if two runs are shown. Their paths overlap for a long time, so the older part is fainter and thinner, and the
 * last periods remain visible. */
#define FADED_PAIR 0.22
#define THIN_PAIR 0.45
/* Largest number of rows of the last period, which is drawn again in each frame. */
#define RECENT_ROWS 6000
/* Distance in px within which the pointer selects the start, even if another point of the path is nearer: only the start can be
 * dragged. */
#define START_REACH 9

typedef struct
{
  PlotLayer layer;
  SimTrajectory *trajectory;
  int x_column, y_column;
  PlotStyle style;
  double fade, time;
  gboolean branches;   /* whether a change begins a branch at the playhead */
  double period;       /* last period of the x column; NaN: none found */
  gsize n_period;      /* number of rows when the period was last searched */
  PlotOrbitTrace all, recent;
  char letter;         /* letter drawn beside the current point; 0: none */
  gsize n_events;      /* number of events that were examined for jumps */
  gboolean jumps;
  char *key;
  double check[3];     /* values of the last row that was drawn; if they have changed, the trajectory was truncated */
} Orbit;

/* Returns whether this is the orbit of the view's main run. Only this orbit has a start, a current point and arcs. Orbits of other runs
 * have another series or are faint. */
static gboolean
is_main (const Orbit *orbit)
{
  return orbit->style.series == 0 && orbit->style.opacity == 0;
}

static double
value_at (const double *row, int column)
{
  return row[1 + column]; /* PLOT_COLUMN_TIME is −1, and t is the first element of a row */
}

static void
column_range (Orbit *orbit, int column, gsize n, double *low, double *high)
{
  if (column == PLOT_COLUMN_TIME)
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

/* ---- drawing on images ---- */

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
    plot_orbit_trace_reset (&orbit->all, width, height, 0);
  plot_orbit_trace_append (&orbit->all, orbit->trajectory, orbit->x_column, orbit->y_column, frame, &past, n);
  if (orbit->all.done > 0)
    {
      row = sim_trajectory_row (orbit->trajectory, orbit->all.done - 1);
      orbit->check[0] = row[0];
      orbit->check[1] = value_at (row, orbit->x_column);
      orbit->check[2] = value_at (row, orbit->y_column);
    }
  if (fade_row == 0 || n - fade_row > RECENT_ROWS)
    {
      plot_orbit_trace_paint (&orbit->all, frame, pen->color);
      return;
    }
  /* Round the first row of the recent part down to a multiple of a power of two. The trace is then reset less often, while at most a tenth
   * too many rows are drawn at full opacity. The result depends only on the run, not on the number of drawings. */
  for (block = 1; block <= (n - fade_row) / 20;)
    block *= 2;
  first = fade_row - fade_row % block;
  if (changed || orbit->recent.surface == NULL || orbit->recent.first != first || n < orbit->recent.done)
    plot_orbit_trace_reset (&orbit->recent, width, height, first);
  plot_orbit_trace_append (&orbit->recent, orbit->trajectory, orbit->x_column, orbit->y_column, frame, pen, n);
  plot_orbit_trace_paint (&orbit->all, frame, plot_color_fade (pen->color, orbit->letter != 0 ? FADED_PAIR : FADED));
  plot_orbit_trace_paint (&orbit->recent, frame, pen->color);
}

static void
draw_vector (Orbit *orbit, PlotFrame *frame, const PlotPen *pen, gsize first, gsize last)
{
  plot_orbit_path_draw (orbit->trajectory, orbit->x_column, orbit->y_column, frame, pen, first, last);
}

/* ---- start and current point ---- */

static gboolean
inside (const PlotFrame *frame, double x, double y)
{
  return x >= frame->left && x <= frame->left + frame->width && y >= frame->top && y <= frame->top + frame->height;
}

/* If t is the time of a jump, draws the point before it (x⁻) as a ring, and an arrow to the point after it (x⁺). */
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
  plot_canvas_marker (frame->canvas, PLOT_MARKER_RING, x, y, theme->current_radius * 0.95, theme->line_other * 1.2, theme->series[0],
                      theme->background);
}

/* Draws the current point, with the letter of its run if several runs are shown. */
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

/* Returns the number of rows to draw. If a letter is drawn beside the current point, the rows after the time of the playhead are not
 * drawn. */
static gsize
n_shown (Orbit *orbit)
{
  gsize n = sim_trajectory_n_rows (orbit->trajectory);

  return orbit->letter == 0 || isnan (orbit->time) || n == 0 ? n : MIN (n, sim_trajectory_find (orbit->trajectory, orbit->time) + 1);
}

/* Returns whether the orbit first moves to the left. In that case the label "start" is placed to the right of the
 * start. */
static gboolean
leaves_left (Orbit *orbit, PlotFrame *frame, double x0, double y0, gsize n)
{
  for (gsize i = 1; i < MIN (n, 500); i++)
    {
      const double *row = sim_trajectory_row (orbit->trajectory, i);
      double dx = plot_scale_map (frame->x, value_at (row, orbit->x_column)) - x0;
      double dy = plot_scale_map (frame->y, value_at (row, orbit->y_column)) - y0;

      if (hypot (dx, dy) > frame->theme->current_radius)
        return dx < -fabs (dy);
    }
  return FALSE;
}

/* Number of rows that the label "start" avoids. With a limit the label does not move while a long run grows. */
#define AVOIDED_ROWS 4000

/* Returns how many of the first rows are in a box. */
static gsize
n_covered (Orbit *orbit, const PlotFrame *frame, const PlotRectangle *box, gsize n)
{
  gsize covered = 0;

  for (gsize i = 0; i < MIN (n, AVOIDED_ROWS); i++)
    {
      const double *row = sim_trajectory_row (orbit->trajectory, i);
      double x = plot_scale_map (frame->x, value_at (row, orbit->x_column)), y = plot_scale_map (frame->y, value_at (row, orbit->y_column));

      covered += x >= box->x && x <= box->x + box->width && y >= box->y && y <= box->y + box->height;
    }
  return covered;
}

/* Returns the layout of the label "start" and its position beside the start: the first of four, inside the data area, that covers the
 * fewest rows. */
static PangoLayout *
start_label (Orbit *orbit, PlotFrame *frame, double x0, double y0, gsize n, PlotRectangle *box, double *baseline)
{
  const PlotTheme *theme = frame->theme;
  /* Translators: label of the point at which a run starts. */
  PangoLayout *layout = plot_text_layout (_("start"), theme->size_remark, PLOT_TEXT_NORMAL);
  gboolean to_right = leaves_left (orbit, frame, x0, y0, n);
  double width, ascent, descent;
  gsize least = G_MAXSIZE;

  plot_text_measure (layout, &width, &ascent, &descent);
  for (int k = 0; k < 4 && least > 0; k++)
    {
      gboolean right = (k % 2 == 0) == to_right, below = k >= 2;
      double base = below ? y0 + theme->size_remark * 0.4 + ascent : y0 - theme->size_remark * (right ? 0.35 : 0.8);
      PlotRectangle place = { right ? x0 + theme->current_radius * 2 : x0 - theme->current_radius * 0.8 - width, base - ascent, width,
                              ascent + descent };
      gboolean outside = place.x < frame->left || place.x + width > frame->left + frame->width || place.y < frame->top
                         || place.y + place.height > frame->top + frame->height;
      gsize covered = outside ? G_MAXSIZE - 1 : n_covered (orbit, frame, &place, n);

      if (covered >= least)
        continue;
      least = covered;
      *box = place;
      *baseline = base;
    }
  return layout;
}

static void
draw_start (Orbit *orbit, PlotFrame *frame, double x0, double y0, gsize n)
{
  const PlotTheme *theme = frame->theme;
  PlotRectangle box;
  double baseline;
  g_autoptr (PangoLayout) label = start_label (orbit, frame, x0, y0, n, &box, &baseline);

  plot_canvas_marker (frame->canvas, PLOT_MARKER_RING, x0, y0, theme->current_radius * 0.85, theme->line_other * 1.1,
                      plot_style_color (&orbit->style, theme, FALSE), theme->background);
  if (theme->card)
    plot_canvas_layout (frame->canvas, label, box.x, baseline, 0, plot_style_color (&orbit->style, theme, TRUE), theme->halo,
                        theme->background);
}

/* Returns whether this is a figure for print without a playhead. Such a figure shows the whole orbit, without start and current point. */
static gboolean
is_still (const Orbit *orbit, const PlotFrame *frame)
{
  return frame->theme->plain && isnan (orbit->time);
}

/* Returns whether the start is shown, which the user can drag. It is not shown while a change of the state would act at the playhead. */
static gboolean
has_start (const Orbit *orbit, const PlotFrame *frame)
{
  return is_main (orbit) && !is_still (orbit, frame) && !orbit->branches;
}

static void
draw_points (Orbit *orbit, PlotFrame *frame, gsize n)
{
  const PlotTheme *theme = frame->theme;
  PlotColor color = plot_style_color (&orbit->style, theme, FALSE);
  PlotPen rim = { .color = theme->background, .width = theme->current_radius * 0.35 };
  const double *start = sim_trajectory_row (orbit->trajectory, 0);
  double t = isnan (orbit->time) ? sim_trajectory_row (orbit->trajectory, n - 1)[0] : orbit->time;
  double x0 = plot_scale_map (frame->x, value_at (start, orbit->x_column));
  double y0 = plot_scale_map (frame->y, value_at (start, orbit->y_column));
  double x = plot_scale_map (frame->x, plot_run_value (orbit->trajectory, orbit->x_column, t));
  double y = plot_scale_map (frame->y, plot_run_value (orbit->trajectory, orbit->y_column, t));

  if (orbit->letter != 0)
    {
      if (has_start (orbit, frame) && inside (frame, x0, y0))
        draw_start (orbit, frame, x0, y0, n);
      if (n > 1 && inside (frame, x, y))
        draw_letter (orbit, frame, x, y, color, &rim);
      return;
    }
  if (!is_main (orbit) || is_still (orbit, frame))
    return;
  if (has_start (orbit, frame) && inside (frame, x0, y0))
    draw_start (orbit, frame, x0, y0, n);
  draw_jump (orbit, frame, t);
  if (n < 2 || !inside (frame, x, y))
    return;
  cairo_new_path (frame->canvas->cr);
  cairo_arc (frame->canvas->cr, x, y, theme->current_radius * 1.1, 0, 2 * G_PI);
  cairo_close_path (frame->canvas->cr);
  plot_canvas_fill_stroke (frame->canvas, color, &rim);
}

/* Draws a run with jumps: the current arc at full width and opacity, older arcs
 * thinner, and later arcs fainter. Returns FALSE if there are no jumps or too many
 * rows. */
static gboolean
draw_arcs (Orbit *orbit, PlotFrame *frame, const PlotPen *pen, gsize n)
{
  double t = isnan (orbit->time) ? sim_trajectory_row (orbit->trajectory, n - 1)[0] : orbit->time;
  PlotPen past = *pen, coming = *pen;
  gsize first, last;

  if (!orbit->jumps || orbit->letter != 0 || !is_main (orbit)
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

/* Reserves the place of the label "start", so that labels of guards and nullclines, which are drawn earlier, do not cover
 * it. */
static void
reserve_start (Orbit *orbit, PlotFrame *frame, gsize n)
{
  const double *start = sim_trajectory_row (orbit->trajectory, 0);
  double x0 = plot_scale_map (frame->x, value_at (start, orbit->x_column));
  double y0 = plot_scale_map (frame->y, value_at (start, orbit->y_column));
  g_autoptr (PangoLayout) label = NULL;
  PlotRectangle box;
  double baseline;

  if (!frame->theme->card || !has_start (orbit, frame) || !inside (frame, x0, y0))
    return;
  label = start_label (orbit, frame, x0, y0, n, &box, &baseline);
  plot_placement_add_label (frame, &box);
}

static void
orbit_draw (PlotLayer *layer, PlotFrame *frame)
{
  Orbit *orbit = (Orbit *) layer;
  PlotPen pen = plot_style_pen (&orbit->style, frame->theme);
  gsize n = n_shown (orbit), fade_row = 0;

  if (n == 0)
    return;
  reserve_start (orbit, frame, n);
  if (draw_arcs (orbit, frame, &pen, n))
    return;
  if (!isnan (orbit->fade) && !is_still (orbit, frame))
    fade_row = plot_columns_first_row (orbit->trajectory, orbit->fade);
  if (frame->canvas->vector && !(n > PLOT_MOST_STROKED && plot_canvas_is_image (frame->canvas)))
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
hit_start (Orbit *orbit, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  const double *row = sim_trajectory_row (orbit->trajectory, 0);
  double x = value_at (row, orbit->x_column), y = value_at (row, orbit->y_column);
  double to_x = plot_scale_map (frame->x, x), to_y = plot_scale_map (frame->y, y);

  if (!has_start (orbit, frame) || !(hypot (to_x - px, to_y - py) <= START_REACH))
    return FALSE;
  *hit = (PlotHit) { PLOT_HIT_START, x, y, to_x, to_y, 0, &orbit->layer, 0, orbit->y_column };
  return TRUE;
}

static gboolean
orbit_hit (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  Orbit *orbit = (Orbit *) layer;
  gsize n = sim_trajectory_n_rows (orbit->trajectory), stride = MAX (1, n / 200000);
  gboolean found = FALSE;

  if (n > 0 && hit_start (orbit, frame, px, py, hit))
    return TRUE;

  /* With more than 200 000 rows, test only every second, third … row: the pointer cannot distinguish neighbours. */
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
      *hit = (PlotHit) { PLOT_HIT_ROW, x, y, px + dx, py + dy, distance, layer, i, orbit->y_column };
    }
  return found;
}

static int
orbit_keys (PlotLayer *layer, const PlotFrame *frame, PlotKey *keys, int n)
{
  Orbit *orbit = (Orbit *) layer;

  orbit->jumps = (orbit->jumps && sim_trajectory_n_events (orbit->trajectory) > 0)
                 || plot_orbit_has_jumps (orbit->trajectory, orbit->x_column, orbit->y_column, &orbit->n_events);
  if (n < 1 || (layer->label == NULL && !(orbit->jumps && is_main (orbit))))
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

/* Returns the number of rows in which the period is searched. The search reads up
 * to 100 000 rows, so it is repeated only when the run has grown by about 1/50.
 * The result is one of fixed numbers, so it does not depend on when frames are
 * drawn. */
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
  orbit->branches = plot_time_axis_branches (clock);
  if (n == 0 || orbit->x_column < 0 || (orbit->style.series == 0 && !is_main (orbit)))
    return; /* a ghost (earlier run) is faint as a whole and has no faded part */
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
  plot_orbit_trace_clear (&orbit->all);
  plot_orbit_trace_clear (&orbit->recent);
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
  orbit->layer.in_key = is_main (orbit); /* only the first run shows the key of jumps */
  orbit->fade = orbit->time = orbit->period = NAN;
  return &orbit->layer;
}

void
plot_layer_orbit_set_letter (PlotLayer *layer, char letter)
{
  g_return_if_fail (layer->class == &orbit_class);
  ((Orbit *) layer)->letter = letter;
}
