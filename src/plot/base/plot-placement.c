#include "plot-placement.h"

#include <math.h>

/* Points of a line that are tried, and the room between label and line in grid lines. */
#define TRIED 48
#define GAP 4.0
/* Points stand for the lines through them: so much room is kept around them. */
#define KEEP_OFF 2.5
/* To the right is as bad as half of that far down. */
#define ACROSS_COST 0.5

static gboolean
is_free (const GArray *taken, const PlotRectangle *box, double pad)
{
  for (guint i = 0; i < taken->len; i++)
    {
      const PlotPoint *spot = &g_array_index (taken, PlotPoint, i);

      if (spot->x > box->x - pad && spot->x < box->x + box->width + pad && spot->y > box->y - pad && spot->y < box->y + box->height + pad)
        return FALSE;
    }
  return TRUE;
}

gboolean
plot_placement_find (const GArray *line, const GArray *taken, const PlotFrame *frame, PlotRectangle *box)
{
  static const int corners[4][2] = { { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };
  double unit = frame->theme->line_grid, gap = GAP * unit, best = INFINITY;
  guint stride = MAX (1, line->len / TRIED);
  PlotRectangle tried = *box;

  for (guint i = 0; i < line->len; i += stride)
    for (int k = 0; k < 4; k++)
      {
        const PlotPoint *spot = &g_array_index (line, PlotPoint, i);
        double cost;

        tried.x = corners[k][0] < 0 ? spot->x - gap - box->width : spot->x + gap;
        tried.y = corners[k][1] < 0 ? spot->y - gap - box->height : spot->y + gap;
        cost = tried.y - frame->top + ACROSS_COST * (tried.x - frame->left);
        if (cost >= best || tried.x < frame->left + unit || tried.x + box->width > frame->left + frame->width - unit
            || tried.y < frame->top + unit || tried.y + box->height > frame->top + frame->height - unit
            || !is_free (taken, &tried, KEEP_OFF * unit))
          continue;
        best = cost;
        *box = tried;
      }
  return isfinite (best);
}

void
plot_placement_add_obstacle (GArray *taken, const PlotRectangle *box, double unit)
{
  double step = 4 * unit;

  for (double y = box->y; y <= box->y + box->height; y += step)
    for (double x = box->x; x <= box->x + box->width; x += step)
      g_array_append_vals (taken, &(PlotPoint){ x, y }, 1);
}

gboolean
plot_placement_meets_label (const PlotFrame *frame, const PlotRectangle *box)
{
  for (guint i = 0; frame->labels != NULL && i < frame->labels->len; i++)
    {
      const PlotRectangle *name = &g_array_index (frame->labels, PlotRectangle, i);

      if (box->x < name->x + name->width && name->x < box->x + box->width && box->y < name->y + name->height && name->y < box->y + box->height)
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
