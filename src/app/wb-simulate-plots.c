/* Which plots the Simulate view shows, and how: added, removed, arranged, their axes. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "wb-simulate-view-private.h"
#include "wb-style.h"

/* ---- arrangements that can be undone ---- */

typedef struct { GPtrArray *specs; gboolean custom; } Arrangement;

static GPtrArray *
copy_specs (GPtrArray *specs)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_spec_free);

  for (guint i = 0; i < specs->len; i++)
    g_ptr_array_add (copy, plot_spec_copy (g_ptr_array_index (specs, i)));
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

/* After a change of the plots; before: as they were; words: the menu's. */
static void
remember (WbSimulateView *self, Arrangement *before, const char *words)
{
  wb_session_add_change (self->session, self, arrange, before, arrangement_now (self), arrangement_free);
  wb_session_name_change (self->session, words);
}

/* ---- how they are shown ---- */

void
wb_simulate_view_set_log (WbSimulateView *self, int index, gboolean across, gboolean log)
{
  Arrangement *before;
  PlotSpec *spec;
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
  if (!across && (spec->kind->flags & PLOT_KIND_LOG_RESHAPES))
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
  remember (self, before, across && plot_view_time_axis (view) != NULL ? _("Logarithmic time") : across ? _("Logarithmic across") : _("Logarithmic axis"));
}

void
wb_simulate_view_set_exposures (WbSimulateView *self, int index, gboolean exposures)
{
  Arrangement *before;

  if (index < 0 || index >= (int) self->specs->len)
    return;
  before = arrangement_now (self);
  ((PlotSpec *) g_ptr_array_index (self->specs, index))->exposures = exposures ? 1 : -1;
  wb_simulate_view_renew (self, index);
  g_signal_emit_by_name (self, "specs-changed");
  remember (self, before, _("Stroboscopic"));
}

gboolean
wb_simulate_view_has_exposures (WbSimulateView *self, int index)
{
  const PlotSpec *spec = g_ptr_array_index (self->specs, index);
  ModelSystem *system = wb_session_system (self->session);

  /* A motion with its history below stands still by itself. */
  if (spec->exposures == 0 && system != NULL && model_system_scene_share (system) >= 0)
    return FALSE;
  /* What jumps is seen where it was; what is seen in motion only has to stand still where motion is to be reduced. */
  return spec->exposures != 0 ? spec->exposures > 0 : !wb_style_animates () || plot_run_jumps (system);
}

void
wb_simulate_view_set_field (WbSimulateView *self, int index, gboolean arrows, gboolean nullclines)
{
  Arrangement *before;
  PlotSpec *spec;
  PlotView *view;
  gboolean had_arrows = FALSE, had_lines;
  const char *words;

  if (index < 0 || index >= (int) self->specs->len)
    return;
  spec = g_ptr_array_index (self->specs, index);
  view = wb_plot_area_view (g_ptr_array_index (self->areas, index));
  words = view != NULL && plot_views_phase_get_field (view, &had_arrows, &had_lines) && had_arrows == arrows ? _("Nullclines") : _("Direction field");
  before = arrangement_now (self);
  spec->field = arrows ? 1 : -1;
  spec->nullclines = nullclines ? 1 : -1;
  if (view != NULL)
    plot_spec_apply_field (spec, view);
  wb_plot_area_queue (g_ptr_array_index (self->areas, index));
  g_signal_emit_by_name (self, "specs-changed");
  remember (self, before, words);
}

/* ---- pins ---- */

typedef struct { int index; gboolean pinned; PlotHit hit; } Pin;

static void
apply_pin (gpointer owner, gpointer state)
{
  WbSimulateView *self = owner;
  const Pin *pin = state;
  PlotSpec *spec = pin->index < (int) self->specs->len ? g_ptr_array_index (self->specs, pin->index) : NULL;

  if (spec == NULL)
    return;
  spec->pinned = pin->pinned;
  spec->pin = pin->hit;
  wb_plot_area_set_pin (g_ptr_array_index (self->areas, pin->index), pin->pinned ? &pin->hit : NULL);
}

void
wb_simulate_view_set_pin (WbSimulateView *self, int index, const PlotHit *hit)
{
  const PlotSpec *spec = g_ptr_array_index (self->specs, index);
  Pin before = { index, spec->pinned, spec->pin }, after = { index, hit != NULL, hit != NULL ? *hit : (PlotHit) { 0 } };

  after.hit.layer = NULL;
  if (before.pinned == after.pinned && before.hit.kind == after.hit.kind && before.hit.index == after.hit.index && before.hit.x == after.hit.x
      && before.hit.y == after.hit.y && before.hit.run == after.hit.run)
    return;
  apply_pin (self, &after);
  wb_session_add_change (self->session, self, apply_pin, g_memdup2 (&before, sizeof before), g_memdup2 (&after, sizeof after), g_free);
  wb_session_name_change (self->session, after.pinned ? _("Pin readout") : _("Let go of readout"));
}

/* Whether the run with this number is drawn; 0: any. */
static gboolean
is_shown (WbSimulateView *self, int number)
{
  GListModel *runs = wb_session_runs (self->session);

  for (guint i = 0; i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (runs, i);

      if (wb_run_item_number (run) == number)
        return run == wb_session_current (self->session) || wb_run_item_visible (run);
    }
  return number == 0;
}

gboolean
wb_simulate_view_has_pins (WbSimulateView *self)
{
  for (guint i = 0; i < self->specs->len; i++)
    {
      const PlotSpec *spec = g_ptr_array_index (self->specs, i);

      if (spec->pinned && is_shown (self, spec->pin.run))
        return TRUE;
    }
  return FALSE;
}

gboolean
wb_simulate_view_has_cursors (WbSimulateView *self)
{
  return self->axis != NULL && !(isnan (plot_time_axis_cursor (self->axis, 0)) && isnan (plot_time_axis_cursor (self->axis, 1)));
}

/* ---- which there are ---- */

static void
specs_changed (WbSimulateView *self, Arrangement *before, const char *words)
{
  self->custom = TRUE;
  wb_simulate_view_build (self);
  g_signal_emit_by_name (self, "specs-changed");
  remember (self, before, words);
}

void
wb_simulate_view_set_specs (WbSimulateView *self, GPtrArray *specs)
{
  Model *model = wb_session_model (self->session);
  Arrangement *before;
  GPtrArray *copy;

  if (specs == NULL && (model == NULL || wb_session_system (self->session) == NULL))
    return;
  before = arrangement_now (self);
  copy = specs != NULL ? copy_specs (specs) : plot_specs_default (model, wb_session_system (self->session));
  g_ptr_array_unref (self->specs);
  self->specs = copy;
  specs_changed (self, before, _("The model's plots"));
}

void
wb_simulate_view_get_shown (WbSimulateView *self, int index, PlotRange *x, PlotRange *y)
{
  const PlotSpec *spec = g_ptr_array_index (self->specs, index);
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
wb_simulate_view_add_plot (WbSimulateView *self, const PlotSpec *spec)
{
  Arrangement *before = arrangement_now (self);

  g_ptr_array_add (self->specs, plot_spec_copy (spec));
  specs_changed (self, before, _("Add a plot"));
}

void
wb_simulate_view_remove_plot (WbSimulateView *self, int index)
{
  Arrangement *before;

  if (index < 0 || index >= (int) self->specs->len || self->specs->len == 1)
    return;
  before = arrangement_now (self);
  g_ptr_array_remove_index (self->specs, index);
  specs_changed (self, before, _("Remove"));
}

/* Within the column's order; past its end it goes to the other column. */
void
wb_simulate_view_move_plot (WbSimulateView *self, int index, int by)
{
  Arrangement *before;
  PlotSpec *spec;

  if (index < 0 || index >= (int) self->specs->len)
    return;
  before = arrangement_now (self);
  spec = g_ptr_array_index (self->specs, index);
  for (int other = index + by; other >= 0 && other < (int) self->specs->len; other += by)
    {
      PlotSpec *neighbour = g_ptr_array_index (self->specs, other);

      if (neighbour->column == spec->column)
        {
          self->specs->pdata[index] = neighbour;
          self->specs->pdata[other] = spec;
          specs_changed (self, before, by < 0 ? _("Move up") : _("Move down"));
          return;
        }
    }
  spec->column = 1 - spec->column;
  specs_changed (self, before, by < 0 ? _("Move up") : _("Move down"));
}

void
wb_simulate_view_fit (WbSimulateView *self)
{
  if (self->axis != NULL)
    plot_time_axis_fit (self->axis);
  for (guint i = 0; i < self->areas->len; i++)
    wb_plot_area_fit (g_ptr_array_index (self->areas, i));
}
