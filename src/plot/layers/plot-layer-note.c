/* Draws a note with an arrow to a point, in free space beside the curves. */
#include <math.h>
#include <string.h>

#include "plot-layers.h"
#include "plot-placement.h"

typedef struct
{
  PlotLayer layer;
  PlotStyle style;
  char **lines;
  double x, y;
  double *avoid_x, *avoid_y;
  gsize n_avoid;
  double *path_x, *path_y; /* points of the line to which the note points; NULL: it points to (x, y) */
  gsize n_path;
} Note;

/* Number of positions that are tried in each row; the next constant is the number of rows. */
#define ACROSS 24
#define UP 16
/* ARROW_GAP is the free space at both ends of the arrow; the other constants are the size of its head. All are in px at the usual text
 * size. */
#define ARROW_GAP 7.0
#define BARB 6.0

typedef struct { double x, y, width, height; } Box;

static gsize
n_inside (const Note *note, const PlotFrame *frame, const Box *box, double pad)
{
  gsize n = 0;

  for (gsize i = 0; i < note->n_avoid; i++)
    {
      double x = plot_scale_map (frame->x, note->avoid_x[i]), y = plot_scale_map (frame->y, note->avoid_y[i]);

      n += x > box->x - pad && x < box->x + box->width + pad && y > box->y - pad && y < box->y + box->height + pad;
    }
  return n;
}

/* Finds the free position of the note that is nearest to the point. Returns FALSE if there is none. labels: positions on other labels are not free. */
static gboolean
find_place (const Note *note, const PlotFrame *frame, double tip_x, double tip_y, gboolean labels, Box *box)
{
  double unit = frame->theme->line_grid, best = INFINITY, least = 22 * unit;
  Box tried = *box;

  for (int i = 0; i < ACROSS; i++)
    for (int j = 0; j < UP; j++)
      {
        double distance;

        tried.x = frame->left + 4 * unit + (frame->width - box->width - 8 * unit) * i / (ACROSS - 1);
        tried.y = frame->top + 4 * unit + (frame->height - box->height - 8 * unit) * j / (UP - 1);
        distance = hypot (fmax (fmax (tried.x - tip_x, tip_x - tried.x - tried.width), 0),
                          fmax (fmax (tried.y - tip_y, tip_y - tried.y - tried.height), 0));
        if (distance < least || distance >= best || n_inside (note, frame, &tried, 5 * unit) > 0)
          continue;
        if (labels && plot_placement_meets_label (frame, &(PlotRectangle) { tried.x - 2 * unit, tried.y, tried.width + 4 * unit, tried.height }))
          continue;
        best = distance;
        *box = tried;
      }
  return isfinite (best);
}

/* Draws the arrow from the edge of the note to the point. */
static void
draw_arrow (const Note *note, PlotFrame *frame, double tip_x, double tip_y, const Box *box)
{
  double unit = frame->theme->line_grid, gap = ARROW_GAP * unit, barb = BARB * unit, ux, uy, length;
  double from_x = CLAMP (tip_x, box->x + box->width * 0.1, box->x + box->width * 0.9), from_y = CLAMP (tip_y, box->y, box->y + box->height);
  PlotPen pen = { .color = plot_style_color (&note->style, frame->theme, FALSE), .width = note->style.width * unit };

  length = hypot (tip_x - from_x, tip_y - from_y);
  ux = (tip_x - from_x) / length;
  uy = (tip_y - from_y) / length;
  from_x += ux * gap * 0.5;
  from_y += uy * gap * 0.5;
  tip_x -= ux * gap;
  tip_y -= uy * gap;
  if (!(length > 2.5 * gap))
    return;
  plot_canvas_line (frame->canvas, from_x, from_y, tip_x - 0.5 * barb * ux, tip_y - 0.5 * barb * uy, &pen);
  cairo_move_to (frame->canvas->cr, tip_x, tip_y);
  cairo_line_to (frame->canvas->cr, tip_x - barb * (ux + 0.5 * uy), tip_y - barb * (uy - 0.5 * ux));
  cairo_line_to (frame->canvas->cr, tip_x - barb * (ux - 0.5 * uy), tip_y - barb * (uy + 0.5 * ux));
  cairo_close_path (frame->canvas->cr);
  plot_canvas_fill (frame->canvas, pen.color);
}

static gboolean
is_inside (const PlotFrame *frame, double x, double y)
{
  return x >= frame->left && x <= frame->left + frame->width && y >= frame->top && y <= frame->top + frame->height;
}

/* Computes the pixel to which the note points. */
static void
find_tip (const Note *note, const PlotFrame *frame, double *x, double *y)
{
  *x = plot_scale_map (frame->x, note->x);
  *y = plot_scale_map (frame->y, note->y);
  for (gsize i = note->n_path; i-- > 0;)
    if (is_inside (frame, plot_scale_map (frame->x, note->path_x[i]), plot_scale_map (frame->y, note->path_y[i])))
      {
        *x = plot_scale_map (frame->x, note->path_x[i]);
        *y = plot_scale_map (frame->y, note->path_y[i]);
        break;
      }
  *x = CLAMP (*x, frame->left, frame->left + frame->width);
  *y = CLAMP (*y, frame->top, frame->top + frame->height);
}

static void
note_draw (PlotLayer *layer, PlotFrame *frame)
{
  Note *note = (Note *) layer;
  const PlotTheme *theme = frame->theme;
  double line = theme->size_remark * 1.3, tip_x, tip_y, width;
  guint n = g_strv_length (note->lines);
  Box box = { .height = n * line };

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PangoLayout) layout = plot_text_layout (note->lines[i], theme->size_remark, PLOT_TEXT_BOLD);

      plot_text_measure (layout, &width, NULL, NULL);
      box.width = fmax (box.width, width);
    }
  find_tip (note, frame, &tip_x, &tip_y);
  /* A note for which there is no free place is omitted. */
  if (box.width > frame->width || box.height > frame->height
      || (!find_place (note, frame, tip_x, tip_y, TRUE, &box) && !find_place (note, frame, tip_x, tip_y, FALSE, &box)))
    return;
  plot_placement_add_label (frame, &(PlotRectangle) { box.x, box.y, box.width, box.height });
  draw_arrow (note, frame, tip_x, tip_y, &box);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PangoLayout) layout = plot_text_layout (note->lines[i], theme->size_remark, PLOT_TEXT_BOLD);

      plot_canvas_layout (frame->canvas, layout, box.x, box.y + (i + 0.78) * line, 0, plot_style_color (&note->style, theme, TRUE),
                          theme->halo,
                          theme->background);
    }
}

static guint64
note_serial (PlotLayer *layer)
{
  return 0;
}

static void
note_free (PlotLayer *layer)
{
  Note *note = (Note *) layer;

  g_strfreev (note->lines);
  g_free (note->avoid_x);
  g_free (note->avoid_y);
  g_free (note->path_x);
  g_free (note->path_y);
}

static const PlotLayerClass note_class = { "note", NULL, note_draw, NULL, NULL, note_serial, NULL, note_free };

PlotLayer *
plot_layer_note_new (const char *rich, double x, double y, const PlotStyle *style)
{
  Note *note = plot_layer_alloc (sizeof (Note), &note_class, PLOT_PLANE_FRONT);

  note->lines = g_strsplit (rich, "\n", -1);
  note->x = x;
  note->y = y;
  note->style = *style;
  return &note->layer;
}

void
plot_layer_note_avoid (PlotLayer *layer, const double *x, const double *y, gsize n)
{
  Note *note = (Note *) layer;

  g_return_if_fail (layer->class == &note_class);
  note->avoid_x = g_renew (double, note->avoid_x, note->n_avoid + n);
  note->avoid_y = g_renew (double, note->avoid_y, note->n_avoid + n);
  memcpy (note->avoid_x + note->n_avoid, x, n * sizeof *x);
  memcpy (note->avoid_y + note->n_avoid, y, n * sizeof *y);
  note->n_avoid += n;
}

void
plot_layer_note_follow (PlotLayer *layer, const double *x, const double *y, gsize n)
{
  Note *note = (Note *) layer;

  g_return_if_fail (layer->class == &note_class);
  g_free (note->path_x);
  g_free (note->path_y);
  note->path_x = g_memdup2 (x, n * sizeof *x);
  note->path_y = g_memdup2 (y, n * sizeof *y);
  note->n_path = n;
}
