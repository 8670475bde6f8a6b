/* Tries positions beside points of a line, and takes the free one that is nearest to the upper left corner of the
 * frame. */
#include "plot-placement.h"

#include <math.h>

/* TRIED is the number of points of the line beside which a label is tried. The next constant is the distance between label and line, in px
 * at the usual text size. */
#define TRIED 48
#define GAP 4.0
/* Distance of a label from obstacles, in px at the usual text size. Obstacles are given as points of lines, a few px apart. */
#define KEEP_OFF 2.5
/* Cost of moving a label by 1 px to the right, relative to that of moving it downwards. */
#define ACROSS_COST 0.5

static gboolean
is_free (const GArray *obstacles, const PlotRectangle *box, double pad)
{
  for (guint i = 0; i < obstacles->len; i++)
    {
      const PlotPoint *point = &g_array_index (obstacles, PlotPoint, i);

      if (point->x > box->x - pad && point->x < box->x + box->width + pad && point->y > box->y - pad && point->y < box->y + box->height + pad)
        return FALSE;
    }
  return TRUE;
}

gboolean
plot_placement_find (const GArray *line, const GArray *obstacles, const PlotFrame *frame, PlotRectangle *box)
{
  static const int corners[4][2] = { { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };
  double unit = frame->theme->line_grid, gap = GAP * unit, best = INFINITY;
  guint stride = MAX (1, line->len / TRIED);
  PlotRectangle tried = *box;

  for (guint i = 0; i < line->len; i += stride)
    for (int k = 0; k < 4; k++)
      {
        const PlotPoint *point = &g_array_index (line, PlotPoint, i);
        double cost;

        tried.x = corners[k][0] < 0 ? point->x - gap - box->width : point->x + gap;
        tried.y = corners[k][1] < 0 ? point->y - gap - box->height : point->y + gap;
        cost = tried.y - frame->top + ACROSS_COST * (tried.x - frame->left);
        if (cost >= best || tried.x < frame->left + unit || tried.x + box->width > frame->left + frame->width - unit
            || tried.y < frame->top + unit || tried.y + box->height > frame->top + frame->height - unit
            || !is_free (obstacles, &tried, KEEP_OFF * unit))
          continue;
        best = cost;
        *box = tried;
      }
  return isfinite (best);
}

void
plot_placement_add_obstacle (GArray *obstacles, const PlotRectangle *box, double unit)
{
  double step = 4 * unit;

  for (double y = box->y; y <= box->y + box->height; y += step)
    for (double x = box->x; x <= box->x + box->width; x += step)
      g_array_append_vals (obstacles, &(PlotPoint){ x, y }, 1);
}

gboolean
plot_placement_meets_label (const PlotFrame *frame, const PlotRectangle *box)
{
  for (guint i = 0; frame->labels != NULL && i < frame->labels->len; i++)
    {
      const PlotRectangle *label = &g_array_index (frame->labels, PlotRectangle, i);

      if (box->x < label->x + label->width && label->x < box->x + box->width && box->y < label->y + label->height
          && label->y < box->y + box->height)
        return TRUE;
    }
  return FALSE;
}

void
plot_placement_add_label (PlotFrame *frame, const PlotRectangle *box)
{
  if (frame->labels != NULL)
    g_array_append_vals (frame->labels, box, 1);
}
