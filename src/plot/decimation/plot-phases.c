/* Finds the phases of a run in the discrete states of its rows. */
#include "plot-phases.h"

#include <math.h>

#include "model-labels.h"

struct PlotPhases
{
  SimTrajectory *trajectory;
  GArray *phases;   /* of PlotPhase: the phases of the model */
  GPtrArray *spans; /* for each phase a GArray of PlotPhaseSpan: its intervals so far */
  gsize n_seen;     /* number of rows that have been read */
  double t_seen;    /* time of the last row that was read; another time there shows that the trajectory was truncated */
};

/* Adds the phase of an event, unless another event has the same. */
static void
add_phase (PlotPhases *phases, ModelSystem *system, const ModelEvent *event)
{
  for (int c = 0; c < model_system_n_columns (system); c++)
    {
      const ModelColumn *column = model_system_column (system, c);
      const Model *model = model_system_model (system);
      PlotPhase phase = { c, event->slides, column->name, model_label (model, column->name, TRUE), model_label (model, column->name, FALSE) };

      if (column->type != MODEL_COLUMN_DISCRETE || column->index != event->phase)
        continue;
      for (guint k = 0; k < phases->phases->len; k++)
        if (g_array_index (phases->phases, PlotPhase, k).column == c)
          return;
      g_array_append_val (phases->phases, phase);
      g_ptr_array_add (phases->spans, g_array_new (FALSE, FALSE, sizeof (PlotPhaseSpan)));
      return;
    }
}

PlotPhases *
plot_phases_new (ModelSystem *system, SimTrajectory *trajectory)
{
  PlotPhases *phases = g_new0 (PlotPhases, 1);

  phases->trajectory = sim_trajectory_ref (trajectory);
  phases->phases = g_array_new (FALSE, FALSE, sizeof (PlotPhase));
  phases->spans = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  for (int k = 0; k < model_system_n_events (system); k++)
    if (model_system_event (system, k)->rests || model_system_event (system, k)->slides)
      add_phase (phases, system, model_system_event (system, k));
  if (phases->phases->len > 0)
    return phases;
  plot_phases_free (phases);
  return NULL;
}

void
plot_phases_free (PlotPhases *phases)
{
  if (phases == NULL)
    return;
  sim_trajectory_unref (phases->trajectory);
  g_array_unref (phases->phases);
  g_ptr_array_unref (phases->spans);
  g_free (phases);
}

/* Extends the list of a phase by a row at t, in which it holds or not. */
static void
add_row (GArray *spans, double t, gboolean holds)
{
  PlotPhaseSpan *last = spans->len > 0 ? &g_array_index (spans, PlotPhaseSpan, spans->len - 1) : NULL;
  PlotPhaseSpan first = { t, t, TRUE };

  if (last != NULL && last->open)
    {
      last->to = t;
      last->open = holds;
    }
  else if (holds)
    g_array_append_val (spans, first);
}

void
plot_phases_update (PlotPhases *phases)
{
  gsize n = sim_trajectory_n_rows (phases->trajectory);

  /* After a truncation the trajectory has fewer rows or other ones: begin again. */
  if (n < phases->n_seen || (phases->n_seen > 0 && sim_trajectory_row (phases->trajectory, phases->n_seen - 1)[0] != phases->t_seen))
    {
      phases->n_seen = 0;
      for (guint k = 0; k < phases->spans->len; k++)
        g_array_set_size (phases->spans->pdata[k], 0);
    }
  for (; phases->n_seen < n; phases->n_seen++)
    {
      const double *row = sim_trajectory_row (phases->trajectory, phases->n_seen);

      phases->t_seen = row[0];
      for (guint k = 0; k < phases->phases->len; k++)
        add_row (phases->spans->pdata[k], row[0], row[1 + g_array_index (phases->phases, PlotPhase, k).column] == 1);
    }
}

int
plot_phases_n (const PlotPhases *phases)
{
  return (int)phases->phases->len;
}

const PlotPhase *
plot_phases_get (const PlotPhases *phases, int k)
{
  return &g_array_index (phases->phases, PlotPhase, k);
}

const PlotPhaseSpan *
plot_phases_spans (const PlotPhases *phases, int k, gsize *n)
{
  const GArray *spans = phases->spans->pdata[k];

  *n = spans->len;
  return (const PlotPhaseSpan *)(gpointer)spans->data;
}

/* Returns the number of intervals that begin at t or before. */
static gsize
n_begun (const PlotPhaseSpan *spans, gsize n, double t)
{
  gsize low = 0, high = n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (spans[middle].from <= t)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

int
plot_phases_after (const PlotPhases *phases, double t)
{
  double latest = -INFINITY;
  int found = -1;

  for (int k = 0; k < plot_phases_n (phases); k++)
    {
      gsize n;
      const PlotPhaseSpan *spans = plot_phases_spans (phases, k, &n);
      gsize begun = n_begun (spans, n, t);

      if (begun == 0 || !(spans[begun - 1].open || spans[begun - 1].to > t) || spans[begun - 1].from < latest)
        continue;
      latest = spans[begun - 1].from;
      found = k;
    }
  return found;
}

double
plot_phases_next_change (const PlotPhases *phases, double t)
{
  double next = INFINITY;

  for (int k = 0; k < plot_phases_n (phases); k++)
    {
      gsize n;
      const PlotPhaseSpan *spans = plot_phases_spans (phases, k, &n);
      gsize begun = n_begun (spans, n, t);

      if (begun < n)
        next = fmin (next, spans[begun].from);
      if (begun > 0 && !spans[begun - 1].open && spans[begun - 1].to > t)
        next = fmin (next, spans[begun - 1].to);
    }
  return isfinite (next) ? next : NAN;
}
