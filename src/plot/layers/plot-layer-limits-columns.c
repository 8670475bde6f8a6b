/* Computes the pixel columns of the strip that shows which condition limited each step, from the tape. */
#include <math.h>

#include "plot-layer-limits-private.h"

/* Number of attempts that each drawing reads even after the deadline. */
#define LEAST_ATTEMPTS 20000
#define BATCH 512

void
plot_limits_clear_columns (PlotLimitColumns *columns)
{
  g_free (columns->columns);
  g_free (columns->edges);
  sim_limit_finder_free (columns->finder);
  *columns = (PlotLimitColumns) { 0 };
}

static gboolean
columns_fit (const PlotLimitColumns *columns, const PlotLimits *limits, const PlotFrame *frame)
{
  return columns->width == frame->width && columns->left == frame->left && columns->low == frame->x->low && columns->high == frame->x->high
         && columns->log == (int) frame->x->type && columns->serial == limits->serial && columns->n_parts == limits->parts->len
         && columns->next <= sim_tape_n_attempts (limits->tape);
}

static void
begin_part (PlotLimitColumns *columns, const PlotLimits *limits, guint part)
{
  sim_limit_finder_free (columns->finder);
  columns->part = part;
  columns->finder = sim_limit_finder_new (g_array_index (limits->parts, PlotMethodPart, part).method, NULL, &limits->response);
}

static void
columns_begin (PlotLimitColumns *columns, const PlotLimits *limits, const PlotFrame *frame)
{
  plot_limits_clear_columns (columns);
  columns->left = frame->left;
  columns->width = frame->width;
  columns->low = frame->x->low;
  columns->high = frame->x->high;
  columns->log = (int) frame->x->type;
  columns->n = MAX (1, (int) lrint (frame->width));
  columns->columns = g_new0 (PlotLimitColumn, columns->n);
  columns->edges = g_new (double, columns->n + 1);
  for (int i = 0; i <= columns->n; i++)
    columns->edges[i] = plot_scale_unmap (frame->x, frame->left + frame->width * i / columns->n);
  for (int i = 0; i < columns->n; i++)
    for (int k = 0; k < PLOT_LIMITS_MOST_WORST; k++)
      columns->columns[i].worst[k] = -1;
  columns->serial = limits->serial;
  columns->n_parts = limits->parts->len;
  columns->next = sim_tape_first (limits->tape);
  begin_part (columns, limits, 0);
}

/* Adds the duration of a step to the state component that decided it (−1: unknown). A column has space for the first
 * PLOT_LIMITS_MOST_WORST components that occur; the time of further components is not stored. */
static void
add_worst (PlotLimitColumn *column, int worst, double time)
{
  for (int k = 0; k < PLOT_LIMITS_MOST_WORST; k++)
    if (column->worst[k] == worst || column->worst_time[k] == 0)
      {
        column->worst[k] = worst;
        column->worst_time[k] += time;
        return;
      }
}

static void
add_step (PlotLimitColumns *columns, const OdeAttempt *attempt, SimLimit limit)
{
  double from = fmin (attempt->t, attempt->t + attempt->h), to = fmax (attempt->t, attempt->t + attempt->h);
  int low = 0, high = columns->n;

  if (!(to > columns->edges[0]) || !(from < columns->edges[columns->n]))
    return;
  while (high - low > 1)
    {
      int middle = (low + high) / 2;

      if (columns->edges[middle] <= from)
        low = middle;
      else
        high = middle;
    }
  for (int i = low; i < columns->n && columns->edges[i] < to; i++)
    {
      PlotLimitColumn *column = &columns->columns[i];
      double time = fmin (to, columns->edges[i + 1]) - fmax (from, columns->edges[i]);

      if (!(time > 0))
        continue;
      column->time[limit] += time;
      column->n_steps++;
      column->order_low = column->order_low > 0 ? MIN (column->order_low, attempt->order) : attempt->order;
      column->order_high = MAX (column->order_high, attempt->order);
      if (limit == SIM_LIMIT_ACCURACY)
        add_worst (column, attempt->worst_error[0] > 0 ? attempt->worst[0] : -1, time);
    }
}

/* Reads attempts until the end of the tape or the deadline. Returns TRUE if the end was
 * reached. */
static gboolean
columns_advance (PlotLimitColumns *columns, const PlotLimits *limits, gint64 deadline)
{
  OdeAttempt attempts[BATCH];
  gsize n, seen = 0;

  columns->next = MAX (columns->next, sim_tape_first (limits->tape));
  while ((n = sim_tape_read (limits->tape, columns->next, BATCH, attempts)) > 0)
    {
      for (gsize i = 0; i < n; i++)
        {
          double number;

          if (attempts[i].outcome != ODE_ATTEMPT_ACCEPTED)
            continue;
          while (columns->part + 1 < limits->parts->len && attempts[i].t >= g_array_index (limits->parts, PlotMethodPart, columns->part + 1).t)
            begin_part (columns, limits, columns->part + 1);
          add_step (columns, &attempts[i], sim_limit_finder_add (columns->finder, &attempts[i], &number));
        }
      columns->next += n;
      seen += n;
      if (seen >= LEAST_ATTEMPTS && deadline != 0 && plot_frame_clock () > deadline)
        return FALSE;
    }
  return TRUE;
}

void
plot_limits_refresh (PlotLimits *limits, PlotFrame *frame)
{
  if (columns_fit (&limits->shown, limits, frame) && limits->next.n == 0)
    {
      frame->more |= !columns_advance (&limits->shown, limits, frame->deadline);
      return;
    }
  if (limits->next.n == 0 || limits->next.width != frame->width || limits->next.low != frame->x->low || limits->next.high != frame->x->high)
    columns_begin (&limits->next, limits, frame);
  if (!columns_advance (&limits->next, limits, frame->deadline))
    {
      frame->more = TRUE;
      return;
    }
  plot_limits_clear_columns (&limits->shown);
  limits->shown = limits->next;
  limits->next = (PlotLimitColumns) { 0 };
  frame->more |= !columns_fit (&limits->shown, limits, frame); /* new data arrived during the computation */
}
