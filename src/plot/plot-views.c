#include "plot-views.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"

static PlotLayer *
find_layer (PlotView *view, const char *name, int nth)
{
  for (int i = 0; i < plot_view_n_layers (view); i++)
    {
      PlotLayer *layer = plot_view_layer (view, i);

      if (strcmp (layer->class->name, name) == 0 && nth-- == 0)
        return layer;
    }
  return NULL;
}

static const ModelColumn *
column_of (const PlotRun *run, int column)
{
  if (run->system == NULL || column < 0 || column >= model_system_n_columns (run->system))
    return NULL;
  return model_system_column (run->system, column);
}

static char *
column_label (const PlotRun *run, int column)
{
  const ModelColumn *info = column_of (run, column);

  if (column < 0)
    return g_strdup ("*t*");
  if (info == NULL)
    return g_strdup_printf (_("column %d"), column + 1);
  return plot_text_variable (info->name);
}

static char *
column_quantity (const PlotRun *run, int column, PlotTimeAxis *axis)
{
  const ModelColumn *info = column_of (run, column);

  if (column < 0)
    return plot_text_quantity ("t", axis != NULL ? plot_time_axis_unit (axis) : NULL);
  return info != NULL ? plot_text_quantity (info->name, info->unit) : column_label (run, column);
}

static PlotView *
time_view (const PlotRun *run, PlotTimeAxis *axis, const char *title, const char *remark)
{
  PlotView *view = plot_view_new ();
  g_autofree char *label = plot_text_quantity ("t", plot_time_axis_unit (axis));

  plot_view_set_title (view, title, remark);
  plot_view_set_time_axis (view, axis);
  plot_view_set_x_label (view, label);
  return view;
}

static void
add_events (PlotView *view, const PlotRun *run, gboolean triangles)
{
  PlotLayer *events = plot_layer_events_new (run->trajectory, 0, triangles);
  int n_events = run->system != NULL ? model_system_n_events (run->system) : 0, n_named = 0;
  const char *name = NULL;

  for (int i = 0; i < n_events; i++)
    if (model_system_event (run->system, i)->trigger != MODEL_TRIGGER_EACH_STEP)
      {
        name = model_system_event (run->system, i)->name;
        n_named++;
      }
  plot_layer_set_label (events, n_named == 1 ? name : _("events"), NULL, triangles, FALSE);
  events->rank = 100;
  plot_view_add (view, events);
}

/* ---- time ---- */

int
plot_views_default_columns (const PlotRun *run, int *columns, int n)
{
  int count = 0, n_columns = sim_trajectory_n_columns (run->trajectory);

  if (run->system != NULL)
    {
      Model *model = model_system_model (run->system);

      for (int i = 0; i < model_n_plots (model) && count == 0; i++)
        {
          const ModelPlot *plot = model_plot (model, i);

          for (int k = 0; plot->type == MODEL_PLOT_TIME && plot->show != NULL && plot->show[k] != NULL && count < n; k++)
            {
              int column = model_system_find_column (run->system, plot->show[k]);

              if (column >= 0)
                columns[count++] = column;
            }
        }
      for (int i = 0; count == 0 && i < model_system_n_columns (run->system) && i < MIN (n, 4); i++)
        if (model_system_column (run->system, i)->type == MODEL_COLUMN_STATE)
          columns[i] = i;
        else
          break;
      if (count == 0)
        count = MIN (MIN (n, 4), model_system_n_states (run->system));
      return MIN (count, n_columns);
    }
  for (; count < MIN (MIN (n, 4), n_columns); count++)
    columns[count] = count;
  return count;
}

PlotView *
plot_views_time (const PlotRun *run, PlotTimeAxis *axis, const int *columns, int n_columns)
{
  PlotView *view = time_view (run, axis, _("Time series"), NULL);

  /* The axis is the run's: logarithmic where the model's first time plot wants it so. */
  for (int i = 0; run->system != NULL && i < model_n_plots (model_system_model (run->system)); i++)
    {
      const ModelPlot *plot = model_plot (model_system_model (run->system), i);

      if (plot->type != MODEL_PLOT_TIME)
        continue;
      if (plot->log_x)
        plot_time_axis_set_log (axis, TRUE);
      break;
    }
  add_events (view, run, TRUE);
  /* The main state last, on top of the others. */
  for (int i = n_columns - 1; i >= 0; i--)
    {
      const ModelColumn *info = column_of (run, columns[i]);
      g_autofree char *label = column_label (run, columns[i]);
      PlotStyle style = { .series = i % PLOT_N_SERIES };
      PlotTransform transform = { 0, 1, FALSE, info != NULL ? info->wrap : 0 };
      PlotLayer *curve = plot_layer_curve_new (run->trajectory, columns[i], &style, &transform);
      gboolean remark = info != NULL && info->about != NULL && *info->about != '\0' && g_utf8_strlen (info->about, -1) <= 16;

      plot_layer_set_label (curve, label, remark ? info->about : NULL, TRUE, TRUE);
      plot_layer_set_unit (curve, info != NULL ? info->unit : NULL);
      curve->rank = i;
      plot_view_add (view, curve);
    }
  return view;
}

/* ---- steps ---- */

PlotView *
plot_views_step (const PlotRun *run, PlotTimeAxis *axis)
{
  g_autofree char *remark = plot_text_quantity ("h", plot_time_axis_unit (axis));
  PlotView *view = time_view (run, axis, _("Step size"), remark);
  PlotStyle dashed = { .series = -5, .width = 1, .dashed = TRUE }, green = { .series = 2, .width = 1.5, .solid = TRUE };
  PlotLayer *limit;

  plot_view_set_log (view, plot_time_axis_get_log (axis), TRUE);
  add_events (view, run, FALSE);
  limit = plot_layer_line_new (NULL, NULL, 0, &green);
  plot_layer_set_label (limit, _("stability limit"), NULL, TRUE, FALSE);
  limit->no_extent = TRUE;
  plot_view_add (view, limit);
  if (run->tape != NULL)
    plot_view_add (view, plot_layer_attempts_new (run->tape, PLOT_ATTEMPT_STEP));
  if (run->max_step > 0 && isfinite (run->max_step))
    {
      PlotLayer *rule = plot_layer_rule_new (FALSE, run->max_step, "*h_max*", &dashed);

      plot_view_add (view, rule);
    }
  return view;
}

void
plot_views_step_set_limit (PlotView *view, const double *t, const double *h, gsize n)
{
  PlotLayer *limit = find_layer (view, "line", 0);

  g_return_if_fail (limit != NULL);
  plot_layer_line_set (limit, t, h, n);
}

PlotView *
plot_views_error (const PlotRun *run, PlotTimeAxis *axis)
{
  PlotView *view = time_view (run, axis, _("Error estimate"), _("over tolerance"));
  PlotStyle red = { .series = -2, .width = 1.8, .solid = TRUE };

  plot_view_set_log (view, plot_time_axis_get_log (axis), TRUE);
  plot_view_add (view, plot_layer_shade_new (FALSE, 1, INFINITY, &red, 0.07));
  add_events (view, run, FALSE);
  if (run->tape != NULL)
    plot_view_add (view, plot_layer_attempts_new (run->tape, PLOT_ATTEMPT_ERROR));
  plot_view_add (view, plot_layer_rule_new (FALSE, 1, _("limit"), &red));
  return view;
}

/* ---- invariants, events ---- */

PlotView *
plot_views_invariant (const PlotRun *run, PlotTimeAxis *axis, const int *columns, int n_columns, gboolean log)
{
  PlotView *view = time_view (run, axis, _("Invariants"), log ? _("size of the relative drift") : _("relative drift"));

  plot_view_set_log (view, plot_time_axis_get_log (axis), log);
  for (int i = 0; i < n_columns; i++)
    {
      g_autofree char *label = column_label (run, columns[i]);
      PlotStyle style = { .series = i % PLOT_N_SERIES };
      PlotTransform transform = { 0, 1, log, 0, TRUE, TRUE };
      PlotLayer *curve = plot_layer_curve_new (run->trajectory, columns[i], &style, &transform);

      plot_layer_set_label (curve, label, NULL, TRUE, TRUE);
      plot_view_add (view, curve);
    }
  return view;
}

PlotView *
plot_views_difference (const PlotRun *run, PlotTimeAxis *axis, const char *title, const char *remark, const double *t, const double *values,
                       gsize n, const int *columns, int n_columns, gboolean log)
{
  PlotView *view = time_view (run, axis, title, remark);
  int n_states = model_system_n_states (run->system);
  g_autofree double *y = g_new (double, n + 1);

  plot_view_set_log (view, plot_time_axis_get_log (axis), log);
  add_events (view, run, FALSE);
  for (int i = n_columns - 1; i >= 0; i--)
    {
      const ModelColumn *column = column_of (run, columns[i]);
      g_autofree char *label = column_label (run, columns[i]);
      PlotStyle style = { .series = i % PLOT_N_SERIES };
      PlotLayer *line;

      for (gsize k = 0; k < n; k++)
        {
          double value = values[k * n_states + column->index];

          /* Equal to the last bit has no place on a logarithmic axis: a gap. */
          y[k] = !log ? value : value != 0 ? fabs (value) : NAN;
        }
      line = plot_layer_line_new (t, y, n, &style);
      plot_layer_set_label (line, label, NULL, TRUE, TRUE);
      plot_layer_set_unit (line, column->unit);
      line->rank = i;
      plot_view_add (view, line);
    }
  return view;
}

PlotView *
plot_views_events (const PlotRun *run, PlotTimeAxis *axis, int event)
{
  const char *unit = plot_time_axis_unit (axis);
  g_autofree char *remark = *unit != '\0' ? g_strdup_printf ("(%s)", unit) : NULL;
  g_autofree char *title = event >= 0 && run->system != NULL
                           ? g_strdup_printf (_("Time between events “%s”"), model_system_event (run->system, event)->name)
                           : g_strdup (_("Time between events"));
  PlotView *view = time_view (run, axis, title, remark);

  plot_view_set_log (view, plot_time_axis_get_log (axis), TRUE);
  add_events (view, run, FALSE);
  plot_view_add (view, plot_layer_intervals_new (run->trajectory, event));
  return view;
}

/* ---- planes ---- */

/* The plane's right-hand side: two states move, the others stay where the run is. */
typedef struct
{
  gint ref_count;
  ModelSystem *system;
  SimTrajectory *trajectory;
  int n_states, x_state, y_state, n_discrete;
  int *columns, *discrete;      /* trajectory columns of the states and discrete states */
  double *x, *dxdt, *d;
  double t, t_start, t_end;
  guint64 serial;               /* of what is held still */
  gboolean timed;               /* the right-hand side depends on t */
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

/* A slice is drawn anew once the rest of the state has moved by this share of its range: smaller moves do not turn an arrow that is seen. */
#define SLICE_MOVE 0.01

static gboolean
moved (Plane *plane, int column, double from, double to)
{
  double low, high;

  sim_trajectory_range (plane->trajectory, column, 0, sim_trajectory_n_rows (plane->trajectory), &low, &high);
  return fabs (to - from) > SLICE_MOVE * (high - low);
}

/* Takes over time, the other states and the discrete ones at the playhead. Two layers share a plane. */
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

/* Asked at three times that no period of the model is likely to hold a whole number of. */
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
  return plane;
}

/* The slope at a point of the plane is the right-hand side only where no mass matrix stands before it and no constraint holds it. */
static gboolean
is_explicit (ModelSystem *system)
{
  const OdeSystem *ode = model_system_ode (system);

  return ode->mass_pattern == NULL && ode->n_constraints == 0;
}

static void
add_field (PlotView *view, Plane *plane, const char *x_name, const char *y_name)
{
  PlotLayer *layers[2] = { plot_layer_field_new (plane_rhs, plane, plane_unref),
                           plot_layer_nullclines_new (plane_rhs, plane, plane_unref, x_name, y_name) };

  plane->ref_count++;
  for (int i = 0; i < 2; i++)
    {
      plot_layer_field_set_follow (layers[i], plane_follow);
      plot_layer_set_visible (layers[i], plane->n_states == 2);
      plot_view_add (view, layers[i]);
    }
  if (plane->n_states > 2)
    layers[0]->remark = g_strdup (_("field in the slice through the current state"));
}

gboolean
plot_views_phase_get_field (PlotView *view, gboolean *arrows, gboolean *nullclines)
{
  PlotLayer *field = find_layer (view, "field", 0), *lines = find_layer (view, "nullclines", 0);

  *arrows = field != NULL && field->visible;
  *nullclines = lines != NULL && lines->visible;
  return field != NULL;
}

void
plot_views_phase_show_field (PlotView *view, gboolean arrows, gboolean nullclines)
{
  PlotLayer *field = find_layer (view, "field", 0), *lines = find_layer (view, "nullclines", 0);
  g_autofree char *title = g_strdup (plot_view_title (view));

  if (field == NULL || lines == NULL)
    return;
  plot_layer_set_visible (field, arrows);
  plot_layer_set_visible (lines, nullclines);
  plot_view_set_title (view, title, arrows || nullclines ? field->remark : NULL);
}

PlotView *
plot_views_phase (const PlotRun *run, PlotTimeAxis *axis, int x_column, int y_column, gboolean field)
{
  PlotView *view = plot_view_new ();
  g_autofree char *x_label = column_quantity (run, x_column, axis), *y_label = column_quantity (run, y_column, axis);
  const ModelColumn *x = column_of (run, x_column), *y = column_of (run, y_column);
  PlotStyle style = { .series = 0 };

  plot_view_set_title (view, _("Phase portrait"), NULL);
  plot_view_set_clock (view, axis);
  plot_view_set_x_label (view, x_label);
  plot_view_set_y_label (view, y_label);
  if (field && x != NULL && y != NULL && x->type == MODEL_COLUMN_STATE && y->type == MODEL_COLUMN_STATE && x->index != y->index
      && is_explicit (run->system))
    add_field (view, plane_new (run, x, y), x->name, y->name);
  /* Two coordinates of one space are drawn as they lie in it. */
  if (x != NULL && y != NULL && x->type == MODEL_COLUMN_STATE && y->type == MODEL_COLUMN_STATE && x->kind == ODE_POSITION && y->kind == ODE_POSITION
      && x->wrap == 0 && y->wrap == 0 && g_strcmp0 (x->unit, y->unit) == 0 && g_strcmp0 (x->unit, "rad") != 0)
    plot_view_set_equal (view, TRUE);
  plot_view_add (view, plot_layer_orbit_new (run->trajectory, x_column, y_column, &style));
  return view;
}

void
plot_views_phase_pair (PlotView *view, const PlotRun *run, SimTrajectory *other, int x_column, int y_column, int series, const char *name)
{
  PlotLayer *first = find_layer (view, "orbit", 0), *second;
  PlotStyle style = { .series = series, .solid = TRUE };
  int n = model_system_n_columns (run->system), n_states = 0;
  g_autofree int *columns = g_new (int, n + 1);

  for (int i = 0; i < n; i++)
    if (model_system_column (run->system, i)->type == MODEL_COLUMN_STATE)
      columns[n_states++] = i;
  second = plot_layer_orbit_new (other, x_column, y_column, &style);
  plot_layer_orbit_set_letter (first, 'A');
  plot_layer_orbit_set_letter (second, 'B');
  plot_layer_set_label (first, "A", NULL, TRUE, FALSE);
  plot_layer_set_label (second, "B", NULL, TRUE, FALSE);
  second->rank = 1;
  plot_view_add (view, second);
  plot_view_add (view, plot_layer_pair_new (run->trajectory, other, columns, n_states, 0, series, name));
}

PlotView *
plot_views_section (const PlotRun *run, int x_column, int y_column, int at_column, int event)
{
  PlotView *view = plot_view_new ();
  g_autofree char *x_label = column_quantity (run, x_column, NULL), *y_label = column_quantity (run, y_column, NULL);
  g_autofree char *at = at_column >= 0 && event < 0 ? column_label (run, at_column) : NULL;
  g_autofree char *remark = at != NULL ? g_strdup_printf (_("where %s rises through 0"), at)
                            : event >= 0 && run->system != NULL ? g_strdup_printf (_("at “%s”"), model_system_event (run->system, event)->name) : NULL;

  plot_view_set_title (view, _("Section"), remark);
  plot_view_set_x_label (view, x_label);
  plot_view_set_y_label (view, y_label);
  plot_view_add (view, plot_layer_section_new (run->trajectory, x_column, y_column, at_column, event));
  return view;
}

PlotView *
plot_views_motion (const PlotRun *run, PlotTimeAxis *axis)
{
  PlotView *view;

  if (run->system == NULL || model_system_n_scene_items (run->system) == 0)
    return NULL;
  view = plot_view_new ();
  plot_view_set_title (view, _("Motion"), NULL);
  plot_view_set_clock (view, axis);
  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_equal (view, TRUE);
  plot_view_add (view, plot_layer_scene_new (run->system, run->trajectory));
  return view;
}

gboolean
plot_views_share_motion (const PlotRun *run, PlotView *phase, PlotView *motion, int x_column, int y_column)
{
  g_autofree char *label = column_label (run, x_column), *remark = NULL;

  if (run->system == NULL || x_column < 0 || model_system_scene_share (run->system) != x_column)
    return FALSE;
  for (PlotLayer *old; (old = find_layer (phase, "guide", 0)) != NULL;)
    plot_view_remove (phase, old);
  for (PlotLayer *old; (old = find_layer (motion, "guide", 0)) != NULL;)
    plot_view_remove (motion, old);
  plot_view_share_x (phase, motion);
  remark = g_strdup_printf (_("same %s axis as above"), label);
  plot_view_set_title (motion, plot_view_title (motion), remark);
  plot_view_add (phase, plot_layer_guide_new (run->system, run->trajectory, x_column, y_column));
  plot_view_add (motion, plot_layer_guide_new (run->system, run->trajectory, x_column, -1));
  return TRUE;
}

void
plot_views_motion_set_exposures (PlotView *view, double interval, const char *unit)
{
  PlotLayer *scene = find_layer (view, "scene", 0);
  g_autofree char *title = g_strdup (plot_view_title (view)), *remark = NULL;
  char number[32];

  if (scene == NULL)
    return;
  plot_layer_scene_set_exposures (scene, interval);
  plot_format_number (interval, 1, number, sizeof number);
  if (interval > 0)
    remark = g_strdup_printf (_("one exposure every %s%s%s"), number, *unit != '\0' ? " " : "", unit);
  plot_view_set_title (view, title, remark);
}

double
plot_views_motion_interval (const PlotRun *run)
{
  double least = (run->t_end - run->t_start) / 150, decade = pow (10, floor (log10 (least)));

  return least <= decade ? decade : least <= 2 * decade ? 2 * decade : least <= 5 * decade ? 5 * decade : 10 * decade;
}

/* ---- the model's own ---- */

static PlotView *
invariant_view (const PlotRun *run, PlotTimeAxis *axis, gboolean log)
{
  int columns[PLOT_N_SERIES], n = 0;

  for (int i = 0; i < model_system_n_columns (run->system) && n < PLOT_N_SERIES; i++)
    if (model_system_column (run->system, i)->invariant)
      columns[n++] = i;
  return n > 0 ? plot_views_invariant (run, axis, columns, n, log) : NULL;
}

static int
find_event (const PlotRun *run, const char *name)
{
  for (int i = 0; name != NULL && i < model_system_n_events (run->system); i++)
    if (strcmp (model_system_event (run->system, i)->name, name) == 0)
      return i;
  return -1;
}

static int
find_column (const PlotRun *run, const char *name)
{
  if (name == NULL)
    return -2;
  if (strcmp (name, "t") == 0)
    return -1;
  int column = model_system_find_column (run->system, name);
  return column >= 0 ? column : -2;
}

PlotView *
plot_views_from_model (const PlotRun *run, PlotTimeAxis *axis, const ModelPlot *plot)
{
  PlotView *view = NULL;
  int x, y, columns[PLOT_N_SERIES * 2], n = 0;

  g_return_val_if_fail (run->system != NULL, NULL);
  x = find_column (run, plot->x);
  y = find_column (run, plot->y);
  switch (plot->type)
    {
    case MODEL_PLOT_TIME:
      for (int i = 0; plot->show != NULL && plot->show[i] != NULL && n < (int) G_N_ELEMENTS (columns); i++)
        if ((columns[n] = find_column (run, plot->show[i])) >= 0)
          n++;
      view = n > 0 ? plot_views_time (run, axis, columns, n) : NULL;
      break;
    case MODEL_PLOT_PHASE:
      view = x >= -1 && y >= -1 ? plot_views_phase (run, axis, x, y, TRUE) : NULL;
      break;
    case MODEL_PLOT_STEP:
      return plot_views_step (run, axis);
    case MODEL_PLOT_ERROR:
      return plot_views_error (run, axis);
    case MODEL_PLOT_INVARIANT:
      view = invariant_view (run, axis, plot->log_y);
      break;
    case MODEL_PLOT_EVENTS:
      view = plot_views_events (run, axis, find_event (run, plot->at));
      break;
    case MODEL_PLOT_SECTION:
      {
        int event = find_event (run, plot->at), at = find_column (run, plot->at);

        view = x >= -1 && y >= -1 && (event >= 0 || at >= -1) ? plot_views_section (run, x, y, at, event) : NULL;
      }
      break;
    }
  if (view == NULL)
    return NULL;
  if (plot->title != NULL)
    plot_view_set_title (view, plot->title, NULL);
  /* A time axis is shared: one plot's wish makes it logarithmic for all, and none takes that back. */
  if (plot_view_time_axis (view) == NULL)
    plot_view_set_log (view, plot->log_x, plot->log_y);
  else
    plot_view_set_log (view, plot->log_x || plot_time_axis_get_log (axis), plot->log_y || plot->type == MODEL_PLOT_EVENTS);
  if (plot->type == MODEL_PLOT_PHASE || plot->type == MODEL_PLOT_SECTION)
    plot_view_set_x_range (view, plot->range[0], plot->range[1]);
  else if (axis != NULL && isfinite (plot->range[0]) && plot->range[1] > plot->range[0])
    plot_time_axis_set_view (axis, plot->range[0], plot->range[1]);
  plot_view_set_y_range (view, plot->range[2], plot->range[3]);
  return view;
}
