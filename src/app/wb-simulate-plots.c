/* Which plots the Simulate view shows, and how: added, removed, arranged, their axes. */
#include <string.h>

#include "wb-simulate-view-private.h"
#include "wb-style.h"

/* ---- arrangements that can be undone ---- */

typedef struct { GPtrArray *specs; gboolean custom; } Arrangement;

static GPtrArray *
copy_specs (GPtrArray *specs)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func ((GDestroyNotify) wb_plot_spec_free);

  for (guint i = 0; i < specs->len; i++)
    g_ptr_array_add (copy, wb_plot_spec_copy (g_ptr_array_index (specs, i)));
  return copy;
}

static Arrangement *
arrangement_now (WbSimulateView *self)
{
  Arrangement *now = g_new0 (Arrangement, 1);

  now->specs = copy_specs (self->specs);
  now->custom = self->custom;
  return now;
}

static void
arrangement_free (gpointer data)
{
  g_ptr_array_unref (((Arrangement *) data)->specs);
  g_free (data);
}

static void
arrange (gpointer owner, gpointer state)
{
  WbSimulateView *self = owner;
  Arrangement *to = state;

  g_ptr_array_unref (self->specs);
  self->specs = copy_specs (to->specs);
  self->custom = to->custom;
  wb_simulate_view_build (self);
  g_signal_emit_by_name (self, "specs-changed");
}

/* After a change of the plots; before: as they were. */
static void
remember (WbSimulateView *self, Arrangement *before)
{
  wb_session_add_change (self->session, self, arrange, before, arrangement_now (self), arrangement_free);
}

/* ---- how they are shown ---- */

void
wb_simulate_view_set_log (WbSimulateView *self, int index, gboolean across, gboolean log)
{
  Arrangement *before;
  WbPlotSpec *spec;
  PlotView *view;
  gboolean x, y;

  if (index < 0 || index >= (int) self->specs->len)
    return;
  spec = g_ptr_array_index (self->specs, index);
  view = wb_plot_area_view (g_ptr_array_index (self->areas, index));
  if (view == NULL)
    return;
  before = arrangement_now (self);
  if (across && plot_view_time_axis (view) != NULL)
    plot_time_axis_set_log (self->axis, log);
  else if (across)
    spec->log_x = log;
  else
    spec->log_y = log ? 1 : -1;
  if (!across && (spec->kind == WB_PLOT_INVARIANT || spec->kind == WB_PLOT_DIFFERENCE))
    {
      /* Its curves are drawn by size there, to which an old range means nothing. */
      plot_view_fit (view, PLOT_DIRECTION_Y);
      wb_simulate_view_renew (self, index);
    }
  else
    {
      plot_view_get_log (view, &x, &y);
      plot_view_set_log (view, across ? log : x, across ? y : log);
    }
  wb_plot_area_queue (g_ptr_array_index (self->areas, index));
  g_signal_emit_by_name (self, "specs-changed");
  remember (self, before);
}

void
wb_simulate_view_set_exposures (WbSimulateView *self, int index, gboolean exposures)
{
  Arrangement *before;

  if (index < 0 || index >= (int) self->specs->len)
    return;
  before = arrangement_now (self);
  ((WbPlotSpec *) g_ptr_array_index (self->specs, index))->exposures = exposures ? 1 : -1;
  wb_simulate_view_renew (self, index);
  g_signal_emit_by_name (self, "specs-changed");
  remember (self, before);
}

gboolean
wb_simulate_view_has_exposures (WbSimulateView *self, int index)
{
  const WbPlotSpec *spec = g_ptr_array_index (self->specs, index);
  ModelSystem *system = wb_session_system (self->session);

  /* A motion with its history below stands still by itself. */
  if (spec->exposures == 0 && system != NULL && model_system_scene_share (system) >= 0)
    return FALSE;
  /* What jumps is seen where it was; what is seen in motion only has to stand still where motion is to be reduced. */
  return spec->exposures != 0 ? spec->exposures > 0 : !wb_style_animates () || wb_plot_spec_jumps (system);
}

void
wb_simulate_view_set_field (WbSimulateView *self, int index, gboolean arrows, gboolean nullclines)
{
  Arrangement *before;
  WbPlotSpec *spec;
  PlotView *view;

  if (index < 0 || index >= (int) self->specs->len)
    return;
  spec = g_ptr_array_index (self->specs, index);
  view = wb_plot_area_view (g_ptr_array_index (self->areas, index));
  before = arrangement_now (self);
  spec->field = arrows ? 1 : -1;
  spec->nullclines = nullclines ? 1 : -1;
  if (view != NULL)
    wb_plot_spec_apply_field (spec, view);
  wb_plot_area_queue (g_ptr_array_index (self->areas, index));
  g_signal_emit_by_name (self, "specs-changed");
  remember (self, before);
}

/* ---- which there are ---- */

static void
specs_changed (WbSimulateView *self, Arrangement *before)
{
  self->custom = TRUE;
  wb_simulate_view_build (self);
  g_signal_emit_by_name (self, "specs-changed");
  remember (self, before);
}

void
wb_simulate_view_set_specs (WbSimulateView *self, GPtrArray *specs)
{
  Model *model = wb_session_model (self->session);
  Arrangement *before;
  GPtrArray *copy;

  if (specs == NULL && model == NULL)
    return;
  before = arrangement_now (self);
  copy = specs != NULL ? copy_specs (specs) : wb_plot_specs_default (model, wb_session_system (self->session));
  g_ptr_array_unref (self->specs);
  self->specs = copy;
  specs_changed (self, before);
}

void
wb_simulate_view_get_shown (WbSimulateView *self, int index, PlotRange *x, PlotRange *y)
{
  const WbPlotSpec *spec = g_ptr_array_index (self->specs, index);
  PlotView *view = wb_plot_area_view (g_ptr_array_index (self->areas, index));

  *x = spec->x_shown;
  *y = spec->y_shown;
  if (view != NULL)
    plot_view_get_shown (view, x, y);
}

void
wb_simulate_view_set_shown (WbSimulateView *self, int index, const PlotRange *x, const PlotRange *y)
{
  PlotView *view = wb_plot_area_view (g_ptr_array_index (self->areas, index));

  if (view == NULL)
    return;
  plot_view_set_shown (view, x, y);
  wb_plot_area_queue (g_ptr_array_index (self->areas, index));
}

void
wb_simulate_view_add_plot (WbSimulateView *self, const WbPlotSpec *spec)
{
  Arrangement *before = arrangement_now (self);

  g_ptr_array_add (self->specs, wb_plot_spec_copy (spec));
  specs_changed (self, before);
}

void
wb_simulate_view_remove_plot (WbSimulateView *self, int index)
{
  Arrangement *before;

  if (index < 0 || index >= (int) self->specs->len || self->specs->len == 1)
    return;
  before = arrangement_now (self);
  g_ptr_array_remove_index (self->specs, index);
  specs_changed (self, before);
}

/* Within the column's order; past its end it goes to the other column. */
void
wb_simulate_view_move_plot (WbSimulateView *self, int index, int by)
{
  Arrangement *before;
  WbPlotSpec *spec;

  if (index < 0 || index >= (int) self->specs->len)
    return;
  before = arrangement_now (self);
  spec = g_ptr_array_index (self->specs, index);
  for (int other = index + by; other >= 0 && other < (int) self->specs->len; other += by)
    {
      WbPlotSpec *neighbour = g_ptr_array_index (self->specs, other);

      if (neighbour->column == spec->column)
        {
          self->specs->pdata[index] = neighbour;
          self->specs->pdata[other] = spec;
          specs_changed (self, before);
          return;
        }
    }
  spec->column = 1 - spec->column;
  specs_changed (self, before);
}

void
wb_simulate_view_fit (WbSimulateView *self)
{
  if (self->axis != NULL)
    plot_time_axis_fit (self->axis);
  for (guint i = 0; i < self->areas->len; i++)
    wb_plot_area_fit (g_ptr_array_index (self->areas, i));
}
