/* Adds the direction field, the nullclines and the guards (surfaces on which events are triggered) to a phase portrait. */
#include <math.h>
#include <string.h>

#include "plot-kind-private.h"
#include "plot-kind-plane.h"
#include "plot-words.h"

/* The right-hand side of the model as a function of the two states of the plane. Other states are fixed at their values at the
 * playhead. */
typedef struct
{
  gint ref_count;
  ModelSystem *system;
  SimTrajectory *trajectory;
  int n_states, x_state, y_state, n_discrete;
  int *columns, *discrete;      /* trajectory columns of the states and of the discrete states */
  double *x, *dxdt, *d;
  double t, t_start, t_end;
  guint64 serial;               /* a number that changes when a fixed value changes */
  gboolean timed;               /* TRUE if the right-hand side depends on t */
  gboolean switched;            /* TRUE if the right-hand side depends on a discrete state */
} Plane;

static void
plane_unref (gpointer data)
{
  Plane *plane = data;

  if (--plane->ref_count > 0)
    return;
  sim_trajectory_unref (plane->trajectory);
  g_free (plane->columns);
  g_free (plane->discrete);
  g_free (plane->x);
  g_free (plane->dxdt);
  g_free (plane->d);
  g_free (plane);
}

static gboolean
plane_rhs (gpointer user, double x, double y, double *dx, double *dy)
{
  Plane *plane = user;
  const OdeSystem *ode = model_system_ode (plane->system);

  plane->x[plane->x_state] = x;
  plane->x[plane->y_state] = y;
  if (ode->rhs (ode->self, plane->t, plane->x, plane->dxdt) != ODE_DONE)
    return FALSE;
  *dx = plane->dxdt[plane->x_state];
  *dy = plane->dxdt[plane->y_state];
  return TRUE;
}

/* The field is drawn again when a fixed state has changed by this fraction of its range. Smaller changes do not turn any arrow
 * visibly. */
#define SLICE_MOVE 0.01

static gboolean
moved (Plane *plane, int column, double from, double to)
{
  double low, high;

  sim_trajectory_range (plane->trajectory, column, 0, sim_trajectory_n_rows (plane->trajectory), &low, &high);
  return fabs (to - from) > SLICE_MOVE * (high - low);
}

/* Copies the time, the fixed states and the discrete states at the playhead, and returns `serial`. The layers of the field and of the
 * nullclines share one Plane. */
static guint64
plane_follow (gpointer user, double t)
{
  Plane *plane = user;
  gboolean changed = FALSE;

  if (isnan (t) || sim_trajectory_n_rows (plane->trajectory) == 0)
    return plane->serial;
  for (int i = 0; i < plane->n_states; i++)
    if (i != plane->x_state && i != plane->y_state)
      changed |= moved (plane, plane->columns[i], plane->x[i], plot_run_value (plane->trajectory, plane->columns[i], t));
  for (int i = 0; i < plane->n_discrete; i++)
    changed |= moved (plane, plane->discrete[i], plane->d[i], plot_run_value (plane->trajectory, plane->discrete[i], t));
  changed |= plane->timed && fabs (t - plane->t) > SLICE_MOVE * (plane->t_end - plane->t_start);
  if (!changed)
    return plane->serial;
  plane->t = t;
  for (int i = 0; i < plane->n_states; i++)
    plane->x[i] = plot_run_value (plane->trajectory, plane->columns[i], t);
  for (int i = 0; i < plane->n_discrete; i++)
    plane->d[i] = plot_run_value (plane->trajectory, plane->discrete[i], t);
  model_system_set_discrete (plane->system, plane->d);
  return ++plane->serial;
}

/* Returns whether the right-hand side depends on t, by comparing its values at three times. The differences of these times are unlikely to
 * be multiples of a period of the model. */
static gboolean
depends_on_time (Plane *plane)
{
  static const double shares[] = { 0.137, 0.3719, 0.7731 };
  const OdeSystem *ode = model_system_ode (plane->system);
  g_autofree double *first = g_new (double, plane->n_states);

  if (ode->rhs (ode->self, plane->t_start, plane->x, first) != ODE_DONE)
    return FALSE;
  for (guint k = 0; k < G_N_ELEMENTS (shares); k++)
    if (ode->rhs (ode->self, plane->t_start + shares[k] * (plane->t_end - plane->t_start), plane->x, plane->dxdt) == ODE_DONE
        && memcmp (first, plane->dxdt, plane->n_states * sizeof (double)) != 0)
      return TRUE;
  return FALSE;
}

/* Returns whether the right-hand side depends on a discrete state. Each is changed by 1 at two points: at the start, and one unit away in
 * both states of the plane. */
static gboolean
depends_on_discrete (Plane *plane)
{
  const OdeSystem *ode = model_system_ode (plane->system);
  const double x = plane->x[plane->x_state], y = plane->x[plane->y_state];
  g_autofree double *first = g_new (double, plane->n_states);
  gboolean depends = FALSE;

  for (int k = 0; k < plane->n_discrete && !depends; k++)
    for (int point = 0; point < 4 && !depends; point++)
      {
        const double value = plane->d[k];

        plane->x[plane->x_state] = x + point / 2;
        plane->x[plane->y_state] = y + point / 2;
        if (ode->rhs (ode->self, plane->t_start, plane->x, first) != ODE_DONE)
          continue;
        plane->d[k] = value + (point % 2 == 0 ? 1 : -1);
        model_system_set_discrete (plane->system, plane->d);
        depends = ode->rhs (ode->self, plane->t_start, plane->x, plane->dxdt) == ODE_DONE
                  && memcmp (first, plane->dxdt, plane->n_states * sizeof (double)) != 0;
        plane->d[k] = value;
        model_system_set_discrete (plane->system, plane->d);
      }
  plane->x[plane->x_state] = x;
  plane->x[plane->y_state] = y;
  return depends;
}

static Plane *
plane_new (const PlotRun *run, const ModelColumn *x, const ModelColumn *y)
{
  Plane *plane = g_new0 (Plane, 1);
  int n_columns = MIN (model_system_n_columns (run->system), sim_trajectory_n_columns (run->trajectory));

  plane->ref_count = 1;
  plane->system = run->system;
  plane->trajectory = sim_trajectory_ref (run->trajectory);
  plane->n_states = model_system_n_states (run->system);
  plane->n_discrete = model_system_n_discrete (run->system);
  plane->x_state = x->index;
  plane->y_state = y->index;
  plane->x = g_new0 (double, plane->n_states);
  plane->dxdt = g_new0 (double, plane->n_states);
  plane->d = g_new0 (double, MAX (plane->n_discrete, 1));
  plane->columns = g_new0 (int, plane->n_states);
  plane->discrete = g_new0 (int, MAX (plane->n_discrete, 1));
  for (int i = 0; i < n_columns; i++)
    {
      const ModelColumn *column = model_system_column (run->system, i);

      if (column->type == MODEL_COLUMN_STATE && column->index < plane->n_states)
        plane->columns[column->index] = i;
      else if (column->type == MODEL_COLUMN_DISCRETE && column->index < plane->n_discrete)
        plane->discrete[column->index] = i;
    }
  plane->t = plane->t_start = run->t_start;
  plane->t_end = run->t_end;
  for (int i = 0; i < plane->n_states; i++)
    plane->x[i] = plot_run_value (run->trajectory, plane->columns[i], run->t_start);
  for (int i = 0; i < plane->n_discrete; i++)
    plane->d[i] = plot_run_value (run->trajectory, plane->discrete[i], run->t_start);
  if (sim_trajectory_n_rows (run->trajectory) == 0)
    model_system_initial (run->system, plane->x, plane->d, NULL);
  model_system_set_discrete (run->system, plane->d);
  plane->timed = depends_on_time (plane);
  plane->switched = depends_on_discrete (plane);
  return plane;
}

/* Returns whether the right-hand side is the derivative of the state. It is not if the model has a mass matrix or a constraint. */
static gboolean
is_explicit (ModelSystem *system)
{
  const OdeSystem *ode = model_system_ode (system);

  return ode->mass_pattern == NULL && ode->n_constraints == 0;
}

static void
add_field (PlotView *view, Plane *plane, const char *x_name, const char *y_name, PlotLayer **field, PlotLayer **nullclines)
{
  PlotLayer *layers[2] = { plot_layer_field_new (plane_rhs, plane, plane_unref),
                           plot_layer_nullclines_new (plane_rhs, plane, plane_unref, x_name, y_name) };

  plane->ref_count++;
  plot_layer_nullclines_avoid (layers[1], plane->trajectory, plane->columns[plane->x_state], plane->columns[plane->y_state]);
  for (int i = 0; i < 2; i++)
    {
      plot_layer_field_set_follow (layers[i], plane_follow);
      plot_layer_set_visible (layers[i], plane->n_states == 2);
      plot_view_add (view, layers[i]);
    }
  if (plane->n_states > 2 || plane->timed || plane->switched)
    /* Translators: remark beside the title of a phase portrait, whose arrows show the direction field at the time of the playhead. Keep it
     * short: a remark that does not fit is not shown. */
    layers[0]->remark = g_strdup (_("direction field at the playhead"));
  *field = layers[0];
  *nullclines = layers[1];
}

/* ---- guards: surfaces on which events are triggered ---- */

/* The witness function of an event as a function of the two states of the plane. */
typedef struct { Plane *plane; int event; } Witness;

static void
witness_free (gpointer data)
{
  plane_unref (((Witness *) data)->plane);
  g_free (data);
}

static double
witness_level (gpointer user, double x, double y)
{
  Witness *witness = user;
  Plane *plane = witness->plane;

  plane->x[plane->x_state] = x;
  plane->x[plane->y_state] = y;
  return model_system_event_witness (plane->system, witness->event, plane->t, plane->x);
}

/* Returns whether the witness depends only on the two states of the plane, and not on time or another
 * state. */
static gboolean
lies_in_plane (Plane *plane, int event)
{
  g_autofree double *x = g_memdup2 (plane->x, (gsize) plane->n_states * sizeof (double)), *d = g_memdup2 (plane->d, (gsize) plane->n_discrete * sizeof (double));
  double level = model_system_event_witness (plane->system, event, plane->t, x), span = plane->t_end - plane->t_start;
  gboolean same = isfinite (level) && model_system_event_witness (plane->system, event, plane->t + 0.3719 * span, x) == level;

  for (int i = 0; i < plane->n_states && same; i++)
    if (i != plane->x_state && i != plane->y_state)
      {
        x[i] = 1.137 * x[i] + 0.271;
        same = model_system_event_witness (plane->system, event, plane->t, x) == level;
      }
  for (int i = 0; i < plane->n_discrete && same; i++)
    {
      d[i] += 1;
      model_system_set_discrete (plane->system, d);
      same = model_system_event_witness (plane->system, event, plane->t, x) == level;
    }
  if (plane->n_discrete > 0)
    model_system_set_discrete (plane->system, plane->d);
  return same;
}

/* Largest length of an expression that is used as a label, in letters. */
#define MOST_LETTERS 20
/* Largest number of guards that are drawn; more would hide the orbit. */
#define MOST_GUARDS 4

/* Adds the guards of events that have an effect; equal surfaces are added once. The orbit must be added later, so that it is drawn over the
 * guards. */
static void
add_guards (PlotView *view, Plane *plane, int x_column, int y_column)
{
  int n_events = model_system_n_events (plane->system), n_guards = 0;

  for (int i = 0; i < n_events && n_guards < MOST_GUARDS; i++)
    {
      const ModelEvent *event = model_system_event (plane->system, i);
      Witness *witness;
      int side;

      if (event->trigger != MODEL_TRIGGER_CROSSING || !model_event_acts (event) || model_system_event_is_case (plane->system, i) || !lies_in_plane (plane, i))
        continue;
      witness = g_new (Witness, 1);
      *witness = (Witness){ plane, i };
      plane->ref_count++;
      side = event->has_while || event->direction == MODEL_DIRECTION_BOTH ? 0 : event->direction == MODEL_DIRECTION_FALLING ? -1 : 1;
      plot_view_add (view, plot_layer_guard_new (witness_level, witness, witness_free,
                                                 g_utf8_strlen (event->crossing, -1) <= MOST_LETTERS ? event->crossing : NULL, side,
                                                 plane->trajectory, x_column, y_column));
      n_guards++;
    }
}

void
plot_kind_add_plane (PlotView *view, const PlotRun *run, int x_column, int y_column, PlotLayer **field, PlotLayer **nullclines)
{
  const ModelColumn *x = plot_kind_column_info (run, x_column), *y = plot_kind_column_info (run, y_column);
  Plane *plane;

  if (x == NULL || y == NULL || x->type != MODEL_COLUMN_STATE || y->type != MODEL_COLUMN_STATE || x->index == y->index || !is_explicit (run->system))
    return;
  plane = plane_new (run, x, y);
  add_field (view, plane, x->name, y->name, field, nullclines);
  add_guards (view, plane, x_column, y_column);
}
