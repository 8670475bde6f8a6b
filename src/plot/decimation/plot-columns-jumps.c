/* Finds the jumps of a column, and draws the dashed lines between the values x⁻ before and x⁺ after a jump. */
#include <math.h>

#include "plot-columns-private.h"

void
plot_columns_collect_jumps (PlotColumns *columns)
{
  gsize n = sim_trajectory_n_events (columns->trajectory), n_rows = sim_trajectory_n_rows (columns->trajectory);

  for (; columns->n_events < n; columns->n_events++)
    {
      SimEventRecord record = sim_trajectory_event (columns->trajectory, columns->n_events);
      gsize row = record.row_before;
      double before, after;

      if (record.row_after >= n_rows)
        return; /* the trajectory has not yet published the rows of this event: examine it at the next call */
      if (record.row_after <= row || (sim_trajectory_flags (columns->trajectory, row) & SIM_ROW_BEFORE) == 0)
        continue;
      before = sim_trajectory_row (columns->trajectory, row)[1 + columns->column];
      after = sim_trajectory_row (columns->trajectory, row + 1)[1 + columns->column];
      if (before == after
          || (columns->jumps->len > 0 && g_array_index (columns->jumps, gsize, columns->jumps->len - 1) >= row))
        continue;
      g_array_append_val (columns->jumps, row);
    }
}

const gsize *
plot_columns_jumps (const PlotColumns *columns, gsize *n)
{
  *n = columns->jumps->len;
  return (const gsize *) (gpointer) columns->jumps->data;
}

/* Smallest distance of two drawn jumps, in px at the usual size. Dashed lines that are closer would merge to a grey area. */
#define JUMP_DISTANCE 3.0

/* Returns the index of the first jump at or after time t, searching from index `from` on. Returns n if there is none. */
static gsize
find_jump (const PlotColumns *columns, const gsize *jumps, gsize from, gsize n, double t)
{
  gsize row = plot_columns_first_row (columns->trajectory, t), to = n;

  while (from < to)
    {
      gsize middle = (from + to) / 2;

      if (jumps[middle] < row)
        from = middle + 1;
      else
        to = middle;
    }
  return from;
}

void
plot_columns_draw_jumps (PlotColumns *columns, PlotFrame *frame, const PlotPen *pen)
{
  PlotPen dashed = *pen;
  double unit = frame->theme->line_grid;
  gsize n;
  const gsize *jumps;

  if (frame->canvas->vector)
    plot_columns_update (columns, frame->x, 1);
  jumps = plot_columns_jumps (columns, &n);
  dashed.width = frame->theme->line_other * 0.8;
  dashed.n_dashes = 2;
  dashed.dashes[0] = dashed.dashes[1] = 2 * unit;
  for (gsize i = find_jump (columns, jumps, 0, n, frame->x->low); i < n;)
    {
      const double *before = sim_trajectory_row (columns->trajectory, jumps[i]);
      const double *after = sim_trajectory_row (columns->trajectory, jumps[i] + 1);
      double x = plot_scale_map (frame->x, before[0]);

      if (before[0] > frame->x->high)
        break;
      plot_canvas_line (frame->canvas, x,
                        plot_scale_map (frame->y, plot_transform_apply (&columns->transform, before[1 + columns->column])), x,
                        plot_scale_map (frame->y, plot_transform_apply (&columns->transform, after[1 + columns->column])), &dashed);
      i = find_jump (columns, jumps, i + 1, n, plot_scale_unmap (frame->x, x + JUMP_DISTANCE * unit));
    }
}
