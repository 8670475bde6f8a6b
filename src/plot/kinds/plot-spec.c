/* Parses, copies and frees specifications of plots, and makes the view of one. */
#include "plot-spec.h"

#include <math.h>
#include <stdlib.h>

#include "plot-views.h"

PlotSpec *
plot_spec_new (const PlotKind *kind, int column, double share)
{
  PlotSpec *spec = g_new0 (PlotSpec, 1);

  spec->kind = kind;
  spec->column = column;
  spec->share = share;
  for (int i = 0; i < 4; i++)
    spec->range[i] = NAN;
  return spec;
}

/* Weight of the height of a plot that the user adds, about that of the second plot of a column. */
#define ADDED_SHARE 240

PlotSpec *
plot_spec_parse (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, ":", 3);
  const PlotKind *kind = words[0] != NULL ? plot_kind_find (words[0]) : NULL;
  PlotSpec *spec;

  if (kind == NULL)
    return NULL;
  spec = plot_spec_new (kind, kind->across == PLOT_OVER_TIME ? 0 : 1, ADDED_SHARE);
  if (kind->needs & PLOT_NEEDS_DIFFERENCE)
    {
      spec->of = words[1] != NULL ? atoi (words[1]) : 0;
      spec->to = words[1] != NULL && words[2] != NULL ? atoi (words[2]) : 0;
    }
  else if (words[1] != NULL && words[2] != NULL)
    {
      spec->x = g_strdup (words[1]);
      spec->y = g_strdup (words[2]);
    }
  else if (words[1] != NULL)
    {
      spec->show = g_new0 (char *, 2);
      spec->show[0] = g_strdup (words[1]);
    }
  return spec;
}

PlotSpec *
plot_spec_copy (const PlotSpec *spec)
{
  PlotSpec *copy = g_memdup2 (spec, sizeof *spec);

  copy->title = g_strdup (spec->title);
  copy->show = g_strdupv (spec->show);
  copy->x = g_strdup (spec->x);
  copy->y = g_strdup (spec->y);
  copy->at = g_strdup (spec->at);
  return copy;
}

/* Returns the column name on an axis of a phase portrait: the one in the specification, or the
 * default. */
static const char *
plane_name (const char *name, ModelSystem *system, int standard)
{
  return name != NULL || system == NULL || standard >= model_system_n_columns (system) ? name : model_system_column (system, standard)->name;
}

gboolean
plot_spec_shows_same (const PlotSpec *a, const PlotSpec *b, ModelSystem *system)
{
  static const char *const none[] = { NULL };
  gboolean plane = a->kind->across == PLOT_PLANE;

  return a->kind == b->kind && a->of == b->of && a->to == b->to && a->log_x == b->log_x && a->log_y == b->log_y
         && g_strcmp0 (a->at, b->at) == 0
         && g_strcmp0 (plane ? plane_name (a->x, system, 0) : a->x, plane ? plane_name (b->x, system, 0) : b->x) == 0
         && g_strcmp0 (plane ? plane_name (a->y, system, 1) : a->y, plane ? plane_name (b->y, system, 1) : b->y) == 0
         && g_strv_equal (a->show != NULL ? (const char *const *) a->show : none, b->show != NULL ? (const char *const *) b->show : none);
}

gboolean
plot_spec_has_axes_of (const PlotSpec *a, const PlotSpec *b)
{
  return a->kind == b->kind && g_strcmp0 (a->x, b->x) == 0 && g_strcmp0 (a->y, b->y) == 0 && g_strcmp0 (a->at, b->at) == 0 && a->of == b->of
         && a->to == b->to && a->log_x == b->log_x && a->log_y == b->log_y;
}

static gboolean
same_pin (const PlotSpec *a, const PlotSpec *b)
{
  return a->pinned == b->pinned
         && (!a->pinned || (a->pin.kind == b->pin.kind && a->pin.index == b->pin.index && a->pin.run == b->pin.run && a->pin.x == b->pin.x && a->pin.y == b->pin.y));
}

static gboolean
same_names (char *const *a, char *const *b)
{
  return a == NULL || b == NULL ? a == b : g_strv_equal ((const char *const *) a, (const char *const *) b);
}

gboolean
plot_spec_equals (const PlotSpec *a, const PlotSpec *b)
{
  return plot_spec_has_axes_of (a, b) && a->column == b->column && a->field == b->field && a->nullclines == b->nullclines
         && a->exposures == b->exposures && a->sensitivity == b->sensitivity && g_strcmp0 (a->title, b->title) == 0 && same_names (a->show, b->show)
         && same_pin (a, b);
}

void
plot_spec_free (PlotSpec *spec)
{
  if (spec == NULL)
    return;
  g_free (spec->title);
  g_strfreev (spec->show);
  g_free (spec->x);
  g_free (spec->y);
  g_free (spec->at);
  g_free (spec);
}

/* ---- making views ---- */

/* Sets the run number of the layers from index `first` on. */
static void
mark (PlotView *view, int first, const PlotRun *run)
{
  for (int i = first; i < plot_view_n_layers (view); i++)
    plot_layer_set_run (plot_view_layer (view, i), run->number);
}

/* Runs with other constants may have other columns and cannot be added. */
static void
add_runs (const PlotSpec *spec, const PlotSource *source, PlotView *view)
{
  for (int i = 0; i < source->n_others; i++)
    {
      const PlotRun *other = &source->others[i];
      int first = plot_view_n_layers (view);

      if (model_system_n_columns (other->system) != model_system_n_columns (source->run.system))
        continue;
      spec->kind->add_run (spec, source, other, view);
      mark (view, first, other);
    }
}

static void
apply_axes (const PlotSpec *spec, PlotView *view)
{
  PlotTimeAxis *axis = plot_view_time_axis (view);
  const double *range = spec->range;
  gboolean log_x, log_y;

  if (spec->log_x || spec->log_y != 0)
    {
      plot_view_get_log (view, &log_x, &log_y);
      plot_view_set_log (view, log_x || spec->log_x, spec->log_y != 0 ? spec->log_y > 0 : log_y);
    }
  if (range[0] < range[1] && axis != NULL)
    plot_time_axis_set_view (axis, range[0], range[1]);
  else if (range[0] < range[1])
    plot_view_set_x_range (view, range[0], range[1]);
  if (range[2] < range[3])
    plot_view_set_y_range (view, range[2], range[3]);
}

PlotView *
plot_spec_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  PlotView *view = plot_kind_fits (spec->kind, source, NULL) ? spec->kind->view (spec, source, axis) : NULL;

  if (view == NULL)
    return NULL;
  apply_axes (spec, view);
  if (spec->title != NULL)
    plot_view_set_title (view, spec->title, plot_view_remark (view));
  mark (view, 0, &source->run);
  if (spec->kind->add_run != NULL)
    add_runs (spec, source, view);
  return view;
}

void
plot_spec_join (const PlotSpec *upper, PlotView *upper_view, const PlotSpec *spec, PlotView *view, const PlotSource *source)
{
  if (spec->kind->join != NULL)
    spec->kind->join (upper, upper_view, view, source);
}
