/* Draws the marks of attempts: as strokes, as masks on images, or as a density if there are too
 * many. */
#include <math.h>
#include <string.h>

#include "plot-layer-attempts-private.h"
#include "plot-raster.h"

static void
draw_cross (const PlotRaster *raster, double x, double y, double arm)
{
  plot_raster_segment (raster, x - arm, y - arm, x + arm, y + arm);
  plot_raster_segment (raster, x - arm, y + arm, x + arm, y - arm);
}

/* The density of attempts is drawn if there are more visible rejected attempts than this for each unit of width. Their crosses would
 * otherwise hide everything else. */
#define DENSE 4
/* Width of a cell of the density, relative to the radius of a disc. */
#define CELL 0.8

static gboolean
is_dense (PlotAttempts *attempts, const PlotFrame *frame)
{
  gsize first = sim_tape_find (attempts->tape, frame->x->low), last = sim_tape_find (attempts->tape, frame->x->high), rejected;
  double most = DENSE * frame->width / frame->theme->line_grid;
  SimTapeRange range;

  if (last <= first || (double) (last - first) <= most)
    return FALSE;
  sim_tape_range (attempts->tape, first, last, &range);
  rejected = range.counts[ODE_ATTEMPT_REJECTED_ERROR] + range.counts[ODE_ATTEMPT_REJECTED_NEWTON]
             + range.counts[ODE_ATTEMPT_REJECTED_UNDEFINED];
  return (double) rejected > most;
}

/* Returns the width of a cell of the density. On images it is a whole number of
 * pixels. */
static double
cell_of (const PlotFrame *frame)
{
  double width = CELL * frame->theme->accepted_radius, scale = frame->canvas->scale;

  return plot_canvas_is_image (frame->canvas) ? fmax (1, rint (width * scale)) / scale : width;
}

static gboolean
take_pixel (PlotAttempts *attempts, PlotAttemptMark mark, int width, int height, double x, double y)
{
  gsize bit;
  guint8 mask;

  if (!(x >= 0 && x < width && y >= 0 && y < height))
    return x > -16 && x < width + 16 && y > -16 && y < height + 16;
  bit = ((gsize) y * width + (gsize) x) * 2 + (mark == PLOT_ATTEMPT_MARK_REJECTED);
  mask = (guint8) (1u << (bit & 7));
  if ((attempts->occupied[bit >> 3] & mask) != 0)
    return FALSE;
  attempts->occupied[bit >> 3] |= mask;
  return TRUE;
}

static void
reset (PlotAttempts *attempts, const PlotFrame *frame, int width, int height)
{
  for (int i = 0; i < 2; i++)
    {
      g_clear_pointer (&attempts->masks[i], cairo_surface_destroy);
      attempts->masks[i] = cairo_image_surface_create (CAIRO_FORMAT_A8, width, height);
    }
  g_free (attempts->occupied);
  attempts->occupied = g_malloc0 (((gsize) width * height * 2 + 7) / 8);
  attempts->done = sim_tape_find (attempts->tape, frame->x->low);
  attempts->done = MAX (attempts->done, sim_tape_first (attempts->tape));
  /* Start with the attempt before the left edge, because a part of its mark may be visible. */
  attempts->first = attempts->done > sim_tape_first (attempts->tape) ? --attempts->done : attempts->done;
  plot_attempt_density_reset (&attempts->density, frame->width, frame->height, cell_of (frame), attempts->first);
}

/* Number of attempts that each call draws even after the deadline, so that each frame makes progress. */
#define LEAST_ATTEMPTS 1024

static void
note_cut (PlotAttempts *attempts, PlotFrame *frame)
{
  /* The key of diamonds is in the cached part of the view, so the view must be drawn again. */
  frame->more |= !attempts->cuts;
  attempts->cuts = TRUE;
}

/* Sets the position of an attempt in the data area. Returns FALSE if the tape has discarded it. */
static gboolean
find_place (PlotAttempts *attempts, const PlotFrame *frame, gsize index, double *x, double *y)
{
  OdeAttempt attempt;

  if (!sim_tape_get (attempts->tape, index, &attempt))
    return FALSE;
  *x = plot_scale_map (frame->x, attempt.t) - frame->left;
  *y = plot_scale_map (frame->y, plot_attempts_value (attempts, &attempt)) - frame->top;
  return TRUE;
}

/* Draws the marks of attempts whose bins contain few attempts. */
static void
draw_lone (PlotAttempts *attempts, PlotFrame *frame)
{
  const PlotAttemptDensity *density = &attempts->density;
  double scale = frame->canvas->scale;
  PlotRaster discs, crosses;

  for (int i = 0; i < 2; i++)
    plot_raster_clear (attempts->masks[i]);
  discs = plot_raster_begin (attempts->masks[0], 1);
  crosses = plot_raster_begin (attempts->masks[1], frame->theme->cross_width * scale);
  for (int i = 0; i < density->bin_columns * density->bin_rows; i++)
    {
      const PlotAttemptBin *bin = plot_attempt_density_marks (density, i);

      for (guint k = 0; bin != NULL && k < bin->n_lone; k++)
        {
          double x, y;

          if (!find_place (attempts, frame, bin->lone[k].index, &x, &y))
            continue;
          if (bin->lone[k].rejected)
            draw_cross (&crosses, x * scale, y * scale, frame->theme->cross_arm * scale);
          else
            plot_raster_disc (&discs, x * scale, y * scale, frame->theme->accepted_radius * scale);
        }
    }
  plot_raster_end (attempts->masks[0]);
  plot_raster_end (attempts->masks[1]);
}

/* Adds the attempts from attempts->done on to the density, up to `end` and the right edge, one by one. */
static void
append_exactly (PlotAttempts *attempts, PlotFrame *frame, gsize end)
{
  PlotAttemptMarks marks;
  PlotAttemptMark mark;
  const OdeAttempt *attempt;

  plot_attempt_marks_init (&marks, attempts->tape, attempts->done);
  while (plot_attempt_marks_position (&marks) < end && (attempt = plot_attempt_marks_next (&marks, &mark)) != NULL)
    {
      gsize index = plot_attempt_marks_position (&marks) - 1;

      if (index >= end || attempt->t > frame->x->high)
        {
          attempts->done = index;
          return;
        }
      if (mark == PLOT_ATTEMPT_MARK_CUT)
        note_cut (attempts, frame);
      else
        plot_attempt_density_add (&attempts->density, plot_scale_map (frame->x, attempt->t) - frame->left,
                                  plot_scale_map (frame->y, plot_attempts_value (attempts, attempt)) - frame->top,
                                  mark == PLOT_ATTEMPT_MARK_REJECTED, index);
    }
  attempts->done = end;
}

/* A smaller part of the values on the axis than this is beyond the precision of the stored values. */
#define LEAST_PART 1e-4

/* Adds the attempts that are not in the density yet. Blocks that are narrower than a cell are added with the stored values, which takes a nanosecond
 * for each attempt; others one by one. */
static void
append_density (PlotAttempts *attempts, PlotFrame *frame)
{
  const PlotScale *y = frame->y;
  double low = y->type == PLOT_SCALE_LOG ? log10 (y->low) : y->low, high = y->type == PLOT_SCALE_LOG ? log10 (y->high) : y->high;
  double slope = (y->pixel_high - y->pixel_low) / (high - low), offset = y->pixel_low - slope * low - frame->top, underflow;
  gboolean coarse = high - low > LEAST_PART * fmax (fabs (low), fabs (high));
  gsize n = sim_tape_n_attempts (attempts->tape);
  double known = NAN, x_known = NAN; /* the time and position at which the last block ended */

  underflow = plot_scale_map (y, 0) - frame->top;
  if (!plot_attempt_values_update (&attempts->values, attempts->tape, attempts->quantity, y->type, frame->deadline))
    {
      n = attempts->values.done;
      frame->more = TRUE;
    }
  attempts->done = MAX (attempts->done, sim_tape_first (attempts->tape));
  while (attempts->done < n)
    {
      gsize before = attempts->done, next = (before / PLOT_ATTEMPT_BLOCK + 1) * PLOT_ATTEMPT_BLOCK;
      double t, t_next, x, x_next;
      gboolean cut;
      const float *values = before % PLOT_ATTEMPT_BLOCK == 0 && coarse ? plot_attempt_values_block (&attempts->values, before, &t, &t_next, &cut) : NULL;

      if (values != NULL && t > frame->x->high)
        break;
      if (values != NULL)
        {
          x = t == known ? x_known : plot_scale_map (frame->x, t);
          x_next = x_known = plot_scale_map (frame->x, t_next);
          known = t_next;
        }
      if (values != NULL && x_next - x <= attempts->density.cell)
        {
          if (cut)
            note_cut (attempts, frame);
          plot_attempt_density_add_block (&attempts->density, values, before, (x + x_next) / 2 - frame->left, slope, offset, underflow);
          attempts->done = next;
          continue;
        }
      append_exactly (attempts, frame, MIN (next, n));
      if (attempts->done < MIN (next, n)) /* the right edge */
        break;
      if (frame->deadline != 0 && attempts->done - attempts->first >= LEAST_ATTEMPTS && attempts->done < n && plot_frame_clock () > frame->deadline)
        {
          frame->more = TRUE;
          break;
        }
    }
}

static void
append_raster (PlotAttempts *attempts, PlotFrame *frame, int width, int height)
{
  const PlotTheme *theme = frame->theme;
  double scale = frame->canvas->scale;
  PlotRaster discs = plot_raster_begin (attempts->masks[0], 1);
  PlotRaster crosses = plot_raster_begin (attempts->masks[1], theme->cross_width * scale);
  PlotAttemptMarks marks;
  PlotAttemptMark mark;
  const OdeAttempt *attempt;

  plot_attempt_marks_init (&marks, attempts->tape, attempts->done);
  for (gsize n_seen = 1; (attempt = plot_attempt_marks_next (&marks, &mark)) != NULL && attempt->t <= frame->x->high; n_seen++)
    {
      double x = (plot_scale_map (frame->x, attempt->t) - frame->left) * scale;
      double y = (plot_scale_map (frame->y, plot_attempts_value (attempts, attempt)) - frame->top) * scale;

      if (mark == PLOT_ATTEMPT_MARK_CUT)
        note_cut (attempts, frame);
      else if (!isnan (y) && take_pixel (attempts, mark, width, height, x, y))
        {
          if (mark == PLOT_ATTEMPT_MARK_ACCEPTED)
            plot_raster_disc (&discs, x, y, theme->accepted_radius * scale);
          else
            draw_cross (&crosses, x, y, theme->cross_arm * scale);
        }
      if (n_seen >= LEAST_ATTEMPTS && n_seen % 128 == 0 && frame->deadline != 0 && plot_frame_clock () > frame->deadline)
        {
          frame->more |= plot_attempt_marks_position (&marks) < sim_tape_n_attempts (attempts->tape);
          break;
        }
    }
  /* The last attempt that was read is beyond the right edge. The next drawing must read it again. */
  attempts->done = plot_attempt_marks_position (&marks) - (attempt != NULL && attempt->t > frame->x->high ? 1 : 0);
  plot_raster_end (attempts->masks[0]);
  plot_raster_end (attempts->masks[1]);
}

static void
draw_raster (PlotAttempts *attempts, PlotFrame *frame)
{
  double scale = frame->canvas->scale;
  gboolean dense = is_dense (attempts, frame);
  int width = MAX (1, (int) lrint (frame->width * scale)), height = MAX (1, (int) lrint (frame->height * scale));
  g_autofree char *key = g_strdup_printf ("%d %d %a %a %a %a %a %a %d %d %a", width, height, frame->x->low, frame->x->high, frame->y->low,
                                          frame->y->high, frame->y->band, frame->theme->accepted_radius, frame->y->type, dense,
                                          frame->theme->background.r);
  PlotColor colors[2] = { frame->theme->series[0], frame->theme->rejected };

  if (g_strcmp0 (key, attempts->key) != 0 || sim_tape_n_truncations (attempts->tape) != attempts->truncations)
    {
      attempts->truncations = sim_tape_n_truncations (attempts->tape);
      reset (attempts, frame, width, height);
      g_free (attempts->key);
      attempts->key = g_steal_pointer (&key);
    }
  if (!dense)
    append_raster (attempts, frame, width, height);
  else
    {
      append_density (attempts, frame);
      plot_attempt_density_finish (&attempts->density);
      plot_attempt_density_paint (&attempts->density, frame);
      draw_lone (attempts, frame);
    }
  for (int i = 0; i < 2; i++)
    {
      cairo_surface_set_device_scale (attempts->masks[i], scale, scale);
      colors[i].a = i == 0 && !frame->canvas->vector ? 0.85 : 1;
      plot_canvas_mask (frame->canvas, attempts->masks[i], frame->left, frame->top, colors[i]);
    }
}

/* Adds a mark to the path that contains all marks of the same type. A file may contain thousands of
 * them: all discs together are drawn as points of one stroke with round ends, which gives the smallest
 * file. */
static void
add_to_path (cairo_t *cr, PlotAttemptMark mark, double x, double y, double arm)
{
  if (mark == PLOT_ATTEMPT_MARK_ACCEPTED)
    {
      cairo_move_to (cr, x, y);
      /* The line has a small length, since some viewers do not draw lines of length 0. */
      cairo_line_to (cr, x + 0.01, y);
      return;
    }
  cairo_move_to (cr, x - arm, y - arm);
  cairo_line_to (cr, x + arm, y + arm);
  cairo_move_to (cr, x - arm, y + arm);
  cairo_line_to (cr, x + arm, y - arm);
}

/* A grid over the data area with at most one mark in each cell. It limits the size of a file for any number of
 * attempts. */
typedef struct
{
  double left, top, size;
  gsize width, height;
  guint8 *taken;
} Cells;

static Cells
cells_new (const PlotFrame *frame, double size)
{
  Cells cells = { frame->left, frame->top, size, (gsize) (frame->width / size) + 1, (gsize) (frame->height / size) + 1, NULL };

  cells.taken = g_malloc0 (cells.width * cells.height);
  return cells;
}

/* Returns whether a mark is drawn. It is if its cell has no mark yet, or if it is outside the area but partly
 * visible. */
static gboolean
cells_take (Cells *cells, double x, double y, double reach)
{
  double column = (x - cells->left) / cells->size, row = (y - cells->top) / cells->size;
  guint8 *cell;

  if (!(column >= 0 && column < (double) cells->width && row >= 0 && row < (double) cells->height))
    return column > -reach / cells->size && column < (double) cells->width + reach / cells->size && row > -reach / cells->size
           && row < (double) cells->height + reach / cells->size;
  cell = &cells->taken[(gsize) row * cells->width + (gsize) column];
  if (*cell != 0)
    return FALSE;
  *cell = 1;
  return TRUE;
}

/* With at least this many attempts the cells of the grid have a size of one unit instead of a quarter. cairo would need seconds to stroke
 * more marks. */
#define MANY 20000

static void
draw_marks (PlotAttempts *attempts, PlotFrame *frame, PlotAttemptMark only)
{
  const PlotTheme *theme = frame->theme;
  const PlotPen pens[2] = { { .color = theme->series[0], .width = 2 * theme->accepted_radius },
                            { .color = theme->rejected, .width = theme->cross_width } };
  gsize n = sim_tape_n_attempts (attempts->tape);
  gsize first = MAX (sim_tape_find (attempts->tape, frame->x->low), sim_tape_first (attempts->tape));
  double last_x = -INFINITY, last_y = 0;
  /* Draw only one mark in each cell. Diamonds are hollow, so a diamond that covers half of the previous one is omitted
   * too. */
  Cells cells = cells_new (frame, n - first < MANY ? 0.25 : 1);
  PlotAttemptMarks marks;
  const OdeAttempt *attempt;
  PlotAttemptMark mark;

  plot_attempt_marks_init (&marks, attempts->tape, first);
  while ((attempt = plot_attempt_marks_next (&marks, &mark)) != NULL && attempt->t <= frame->x->high)
    {
      double x, y;

      if (mark != only)
        continue;
      x = plot_scale_map (frame->x, plot_attempt_marks_time (mark, attempt));
      y = plot_attempts_mark_y (attempts, frame, mark, attempt);
      if (isnan (y)
          || (only == PLOT_ATTEMPT_MARK_CUT ? hypot (x - last_x, y - last_y) < theme->cross_arm * 1.65
                                            : !cells_take (&cells, x, y, 2 * theme->cross_arm)))
        continue;
      last_x = x;
      last_y = y;
      if (mark == PLOT_ATTEMPT_MARK_CUT)
        plot_canvas_marker (frame->canvas, PLOT_MARKER_DIAMOND, x, y, theme->cross_arm * 1.65, theme->cross_width, theme->event,
                            theme->background);
      else
        add_to_path (frame->canvas->cr, mark, x, y, theme->cross_arm);
    }
  if (only != PLOT_ATTEMPT_MARK_CUT)
    plot_canvas_stroke (frame->canvas, &pens[only]);
  g_free (cells.taken);
}

/* Draws, in a file, the density of attempts, and marks for attempts whose bins contain
 * few. */
static void
draw_dense_paths (PlotAttempts *attempts, PlotFrame *frame)
{
  const PlotTheme *theme = frame->theme;
  const PlotPen pens[2] = { { .color = theme->series[0], .width = 2 * theme->accepted_radius },
                            { .color = theme->rejected, .width = theme->cross_width } };
  PlotAttemptDensity *density = &attempts->density;
  PlotAttemptMarks marks;
  PlotAttemptMark mark;
  const OdeAttempt *attempt;
  gsize first = MAX (sim_tape_find (attempts->tape, frame->x->low), sim_tape_first (attempts->tape));

  plot_attempt_density_reset (density, frame->width, frame->height, cell_of (frame), first);
  plot_attempt_marks_init (&marks, attempts->tape, first);
  while ((attempt = plot_attempt_marks_next (&marks, &mark)) != NULL && attempt->t <= frame->x->high)
    if (mark != PLOT_ATTEMPT_MARK_CUT)
      plot_attempt_density_add (density, plot_scale_map (frame->x, attempt->t) - frame->left,
                                plot_scale_map (frame->y, plot_attempts_value (attempts, attempt)) - frame->top, mark == PLOT_ATTEMPT_MARK_REJECTED,
                                plot_attempt_marks_position (&marks) - 1);
  plot_attempt_density_finish (density);
  plot_attempt_density_paint (density, frame);
  for (int rejected = 0; rejected < 2; rejected++)
    {
      for (int i = 0; i < density->bin_columns * density->bin_rows; i++)
        {
          const PlotAttemptBin *bin = plot_attempt_density_marks (density, i);

          for (guint k = 0; bin != NULL && k < bin->n_lone; k++)
            {
              double x, y;

              if ((bin->lone[k].rejected != 0) == rejected && find_place (attempts, frame, bin->lone[k].index, &x, &y))
                add_to_path (frame->canvas->cr, rejected ? PLOT_ATTEMPT_MARK_REJECTED : PLOT_ATTEMPT_MARK_ACCEPTED, frame->left + x, frame->top + y,
                             theme->cross_arm);
            }
        }
      plot_canvas_stroke (frame->canvas, &pens[rejected]);
    }
}

/* Returns whether stroking the visible attempts on an image would be too slow (PLOT_MOST_STROKED). */
static gboolean
is_long (PlotAttempts *attempts, const PlotFrame *frame)
{
  return plot_canvas_is_image (frame->canvas)
         && sim_tape_find (attempts->tape, frame->x->high) > sim_tape_find (attempts->tape, frame->x->low) + PLOT_MOST_STROKED;
}

void
plot_attempts_draw (PlotLayer *layer, PlotFrame *frame)
{
  PlotAttempts *attempts = (PlotAttempts *) layer;

  if (sim_tape_n_attempts (attempts->tape) == 0)
    return;
  if (frame->canvas->vector && !is_long (attempts, frame))
    {
      if (is_dense (attempts, frame))
        draw_dense_paths (attempts, frame);
      else
        {
          draw_marks (attempts, frame, PLOT_ATTEMPT_MARK_ACCEPTED);
          draw_marks (attempts, frame, PLOT_ATTEMPT_MARK_REJECTED);
        }
      draw_marks (attempts, frame, PLOT_ATTEMPT_MARK_CUT);
      return;
    }
  draw_raster (attempts, frame);
  if (attempts->cuts && (frame->canvas->vector || attempts->done - attempts->first < PLOT_ATTEMPTS_MOST_SEARCHED))
    draw_marks (attempts, frame, PLOT_ATTEMPT_MARK_CUT);
}
