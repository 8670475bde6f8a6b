/* Draws an inset that magnifies the end of a curve at which events accumulate, in free space beside the curve. */
#include <math.h>
#include <string.h>

#include "plot-columns.h"
#include "plot-format.h"
#include "plot-layers.h"
#include "plot-words.h"
#include "sim-accumulation.h"

/* The magnified interval begins before the accumulation time by SPAN_FRACTION of the time axis. It ends after that time by AFTER_FRACTION
 * of this length. */
#define SPAN_FRACTION 0.06
#define AFTER_FRACTION 0.07
/* WIDTH and HEIGHT are the size of the inset, relative to the type size of labels. */
#define WIDTH 7.3
#define HEIGHT 3.0
/* Smallest magnification; otherwise the inset is omitted. */
#define LEAST_MAGNIFICATION 2.5
/* Largest number of points of the curve in the inset; more would be closer than pixels. */
#define MOST_POINTS 2000

typedef struct
{
  PlotLayer layer;
  SimTrajectory *trajectory;
  int *columns, n_columns;   /* columns of the view; the inset shows the first one */
  PlotStyle style;
  gsize n_seen;
  gboolean known;
  SimAccumulation found;
} Inset;

typedef struct { double x, y, width, height; } Box;

/* Computes the smallest and largest y pixel of the curves between two times. */
static void
occupied (Inset *inset, const PlotFrame *frame, double t0, double t1, int n_columns, double *top, double *bottom)
{
  gsize first = plot_columns_first_row (inset->trajectory, t0), last = sim_trajectory_find (inset->trajectory, t1) + 1;

  *top = INFINITY;
  *bottom = -INFINITY;
  for (int i = 0; i < n_columns && first < last; i++)
    {
      double low, high;

      sim_trajectory_range (inset->trajectory, inset->columns[i], first, last, &low, &high);
      *top = fmin (*top, plot_scale_map (frame->y, high));
      *bottom = fmax (*bottom, plot_scale_map (frame->y, low));
    }
}

/* Finds a place below or above the curves, to the left of the accumulation time. Returns FALSE if neither is free. */
static gboolean
find_place (Inset *inset, const PlotFrame *frame, double limit_x, Box *box)
{
  const PlotTheme *theme = frame->theme;
  double unit = theme->line_grid, gap = 5 * unit, top, bottom;

  box->width = WIDTH * theme->size_label;
  box->height = HEIGHT * theme->size_label;
  box->x = limit_x - 10 * unit - box->width;
  if (box->x < frame->left + 0.3 * frame->width)
    return FALSE;
  occupied (inset, frame, plot_scale_unmap (frame->x, box->x - gap), plot_scale_unmap (frame->x, box->x + box->width + gap),
            inset->n_columns, &top,
            &bottom);
  box->y = frame->top + frame->height - theme->event_height - 3 * unit - box->height;
  if (box->y > bottom + gap)
    return TRUE;
  box->y = frame->top + gap;
  return box->y + box->height < top - gap;
}

static void
rounded (cairo_t *cr, const Box *box, double radius)
{
  cairo_new_path (cr);
  cairo_arc (cr, box->x + radius, box->y + radius, radius, G_PI, 1.5 * G_PI);
  cairo_arc (cr, box->x + box->width - radius, box->y + radius, radius, 1.5 * G_PI, 2 * G_PI);
  cairo_arc (cr, box->x + box->width - radius, box->y + box->height - radius, radius, 0, 0.5 * G_PI);
  cairo_arc (cr, box->x + radius, box->y + box->height - radius, radius, 0.5 * G_PI, G_PI);
  cairo_close_path (cr);
}

/* Draws the curve in the lower half of the inset; the caption is above it. */
static void
draw_curve (Inset *inset, PlotFrame *frame, const Box *box, double from, double to)
{
  gsize first = plot_columns_first_row (inset->trajectory, from), last = sim_trajectory_find (inset->trajectory, to) + 1, stride;
  double unit = frame->theme->line_grid, low, high, floor = box->y + box->height - 1.5 * unit, height = 0.58 * box->height;
  PlotPen pen = { .color = plot_style_color (&inset->style, frame->theme, FALSE), .width = frame->theme->line_other };

  if (first >= last)
    return;
  sim_trajectory_range (inset->trajectory, inset->columns[0], first, last, &low, &high);
  if (!(high > low))
    return;
  stride = MAX (1, (last - first) / MOST_POINTS);
  cairo_new_path (frame->canvas->cr);
  for (gsize i = first > 0 ? first - 1 : 0; i < last; i += stride)
    {
      const double *row = sim_trajectory_row (inset->trajectory, i);

      cairo_line_to (frame->canvas->cr, box->x + box->width * (row[0] - from) / (to - from),
                     floor - height * (row[1 + inset->columns[0]] - low) / (high - low));
    }
  plot_canvas_stroke (frame->canvas, &pen);
}

/* Returns the length of the magnified interval, rounded to two digits of which the second is 0 or 5. */
static double
span_of (const PlotScale *x)
{
  double span = SPAN_FRACTION * (x->high - x->low), step = 5 * pow (10, floor (log10 (span)) - 1);

  return fmax (round (span / step), 1) * step;
}

static void
draw_text (PlotFrame *frame, const Box *box, double span)
{
  const PlotTheme *theme = frame->theme;
  const char *unit = frame->time_axis != NULL ? plot_time_axis_unit (frame->time_axis) : "";
  g_autofree char *text = NULL;
  char number[32];

  plot_format_number (span, 2, number, sizeof number);
  /* Translators: caption of an inset that shows the last part of a run: "last 0.2 s". */
  text = g_strdup_printf (_("last %s%s%s"), number, *unit != '\0' ? " " : "", unit);
  plot_canvas_text (frame->canvas, text, theme->size_tick * 0.95, PLOT_TEXT_NORMAL, box->x + 0.65 * theme->size_label,
                    box->y + 1.2 * theme->size_label, 0, theme->secondary);
}

static void
inset_draw (PlotLayer *layer, PlotFrame *frame)
{
  Inset *inset = (Inset *) layer;
  const PlotTheme *theme = frame->theme;
  double unit = theme->line_grid, span, from, to, limit_x, top, bottom;
  PlotPen rim = { .color = plot_color_fade (theme->text, 0.38), .width = 1.2 * unit }, leader = rim, line;
  gsize n = sim_trajectory_n_events (inset->trajectory);
  Box box, source;

  if (n != inset->n_seen)
    inset->known = sim_accumulation_find (inset->trajectory, -1, &inset->found);
  inset->n_seen = n;
  if (!inset->known || frame->x->type == PLOT_SCALE_LOG || plot_scale_zone (frame->x, inset->found.t_limit) != PLOT_ZONE_INSIDE)
    return;
  span = span_of (frame->x);
  from = inset->found.t_limit - span;
  to = inset->found.t_limit + AFTER_FRACTION * span;
  limit_x = plot_scale_map (frame->x, inset->found.t_limit);
  if (from < inset->found.t_first || !find_place (inset, frame, limit_x, &box)
      || box.width < LEAST_MAGNIFICATION * (plot_scale_map (frame->x, to) - plot_scale_map (frame->x, from)))
    return;
  occupied (inset, frame, from, to, inset->n_columns, &top, &bottom);
  source = (Box){ plot_scale_map (frame->x, from) - 2 * unit, top - 3 * unit, limit_x - plot_scale_map (frame->x, from) + 5 * unit,
                 bottom - top + 6 * unit };
  rim.width = unit;
  rounded (frame->canvas->cr, &source, 1.5 * unit);
  plot_canvas_stroke (frame->canvas, &rim);
  leader.width = unit;
  leader.n_dashes = 2;
  leader.dashes[0] = leader.dashes[1] = 2.5 * unit;
  if (box.y > source.y)
    plot_canvas_line (frame->canvas, source.x + 0.35 * source.width, source.y + source.height, box.x + 0.85 * box.width, box.y, &leader);
  else
    plot_canvas_line (frame->canvas, source.x + 0.35 * source.width, source.y, box.x + 0.85 * box.width, box.y + box.height, &leader);
  rounded (frame->canvas->cr, &box, 4 * unit);
  plot_canvas_fill_stroke (frame->canvas, theme->dark ? plot_color_mix (theme->background, plot_color (0x000000), 0.4) : theme->background,
                           &rim);
  plot_canvas_push_clip (frame->canvas, box.x, box.y, box.width, box.height);
  draw_curve (inset, frame, &box, from, to);
  line = (PlotPen){ .color = theme->event, .width = 1.2 * unit, .n_dashes = 2, .dashes = { 4 * unit, 3 * unit }, .butt = TRUE };
  plot_canvas_line (frame->canvas, box.x + box.width * span / (to - from), box.y, box.x + box.width * span / (to - from),
                    box.y + box.height, &line);
  plot_canvas_pop_clip (frame->canvas);
  draw_text (frame, &box, span);
}

static guint64
inset_serial (PlotLayer *layer)
{
  return sim_trajectory_n_events (((Inset *) layer)->trajectory);
}

static void
inset_free (PlotLayer *layer)
{
  Inset *inset = (Inset *) layer;

  sim_trajectory_unref (inset->trajectory);
  g_free (inset->columns);
}

static const PlotLayerClass inset_class = { "inset", NULL, inset_draw, NULL, NULL, inset_serial, NULL, inset_free };

PlotLayer *
plot_layer_inset_new (SimTrajectory *trajectory, const int *columns, int n_columns, const PlotStyle *style)
{
  Inset *inset = plot_layer_alloc (sizeof (Inset), &inset_class, PLOT_PLANE_FRONT);

  inset->trajectory = sim_trajectory_ref (trajectory);
  inset->columns = g_memdup2 (columns, (gsize) n_columns * sizeof *columns);
  inset->n_columns = n_columns;
  inset->style = *style;
  inset->layer.no_extent = TRUE;
  return &inset->layer;
}
