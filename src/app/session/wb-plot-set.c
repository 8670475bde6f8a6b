/* Changes the plots of a session, records the changes for undo, and keeps the history of zooms. */
#include "wb-plot-set.h"

#include <glib/gi18n.h>
#include <math.h>

#include "wb-session-branch.h"
#include "wb-session-history.h"

struct _WbPlotSet
{
  GObject parent_instance;
  WbSession *session; /* session that owns the plot set */
  GPtrArray *specs;   /* the plots (PlotSpec) */
  PlotTimeAxis *axis; /* time axis that the plots share; NULL before a model is opened */
  Model *model;       /* model for which the plots were made; NULL before a model is opened */
  int focused;
  gboolean custom;    /* whether the user has arranged the plots */
  GPtrArray *zooms;   /* earlier axis ranges (Zoom), oldest first */
  gboolean branched;  /* whether a run has got its first branch, which is not among the runs yet */
  gint64 zoomed_at;   /* time of the last change of a range by the user, µs */
  LabMeasured *measured; /* measured data in the plots, or NULL */
};

G_DEFINE_FINAL_TYPE (WbPlotSet, wb_plot_set, G_TYPE_OBJECT)

enum { PLOTS_CHANGED, PLOT_CHANGED, FOCUS_CHANGED, ZOOM_CHANGED, MEASURED_CHANGED, MEASURE, N_SIGNALS };
static guint signals[N_SIGNALS];

int wb_plot_set_n (WbPlotSet *self) { return (int) self->specs->len; }
PlotTimeAxis *wb_plot_set_axis (WbPlotSet *self) { return self->axis; }
int wb_plot_set_focused (WbPlotSet *self) { return self->focused; }

static PlotSpec *
spec_at (WbPlotSet *self, int index)
{
  return index >= 0 && index < wb_plot_set_n (self) ? g_ptr_array_index (self->specs, index) : NULL;
}

const PlotSpec *
wb_plot_set_spec (WbPlotSet *self, int index)
{
  return g_ptr_array_index (self->specs, index);
}

/* ---- undo of changes of the arrangement ---- */

typedef struct { GPtrArray *specs; gboolean custom, log_time; int focused; LabMeasured *measured; } Arrangement;

static GPtrArray *
copy_specs (GPtrArray *specs)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_spec_free);

  for (guint i = 0; i < specs->len; i++)
    g_ptr_array_add (copy, plot_spec_copy (g_ptr_array_index (specs, i)));
  return copy;
}

/* Stores the ranges that the user has set in the views of the plots. Views that are made again take them from there. */
static void
store_zoom (WbPlotSet *self)
{
  for (int i = 0; i < wb_plot_set_n (self); i++)
    {
      PlotSpec *spec = spec_at (self, i);
      PlotRange x, y;

      wb_plot_set_get_shown (self, i, &x, &y);
      spec->x_shown = x.by_hand ? x : spec->x_shown.by_hand ? (PlotRange) { 0, 0, FALSE } : spec->x_shown;
      spec->y_shown = y.by_hand ? y : spec->y_shown.by_hand ? (PlotRange) { 0, 0, FALSE } : spec->y_shown;
    }
}

static gpointer
arrangement_now (gpointer owner)
{
  WbPlotSet *self = owner;
  Arrangement *now = g_new0 (Arrangement, 1);

  store_zoom (self);
  *now = (Arrangement) { copy_specs (self->specs), self->custom, self->axis != NULL && plot_time_axis_get_log (self->axis), self->focused,
                          lab_measured_ref (self->measured) };
  return now;
}

static void
arrangement_free (gpointer data)
{
  g_ptr_array_unref (((Arrangement *) data)->specs);
  lab_measured_unref (((Arrangement *) data)->measured);
  g_free (data);
}

/* Replaces the arrangement in a state by the present one. Redo or the next undo then restores it with the plot of branches: a change of a value may show its branch
 * after the next step was recorded. */
static void
renew_arrangement (gpointer owner, gpointer state)
{
  Arrangement *to = state, *now = arrangement_now (owner);

  g_ptr_array_unref (to->specs);
  lab_measured_unref (to->measured);
  *to = *now;
  g_free (now);
}

static void
emit_plots (WbPlotSet *self)
{
  /* The stored ranges refer to plots by index, so they are not valid any more. */
  g_ptr_array_set_size (self->zooms, 0);
  self->focused = MIN (self->focused, wb_plot_set_n (self) - 1);
  g_signal_emit (self, signals[PLOTS_CHANGED], 0);
  g_signal_emit (self, signals[ZOOM_CHANGED], 0);
}

/* Replaces the measured data. Returns whether they are others than before. */
static gboolean
take_measured (WbPlotSet *self, LabMeasured *measured)
{
  LabMeasured *before = self->measured;

  if (measured == before)
    return FALSE;
  self->measured = lab_measured_ref (measured);
  lab_measured_unref (before);
  return TRUE;
}

/* Replaces the plots by an array of PlotSpec and takes ownership of the array. */
static void
take_specs (WbPlotSet *self, GPtrArray *specs)
{
  g_ptr_array_unref (self->specs);
  self->specs = specs;
}

/* Gives each plot of an arrangement the ranges that it has now. A plot that is not there now keeps its own. */
static void
keep_zoom (WbPlotSet *self, GPtrArray *specs)
{
  store_zoom (self);
  for (guint i = 0; i < specs->len; i++)
    for (guint k = 0; k < self->specs->len; k++)
      {
        PlotSpec *to = g_ptr_array_index (specs, i);
        const PlotSpec *now = spec_at (self, (int) k);

        if (!plot_spec_has_axes_of (to, now))
          continue;
        to->x_shown = now->x_shown;
        to->y_shown = now->y_shown;
        break;
      }
}

static void
arrange (gpointer owner, gpointer state)
{
  WbPlotSet *self = owner;
  const Arrangement *to = state;
  GPtrArray *specs = copy_specs (to->specs);
  gboolean other_number = specs->len != self->specs->len, other_data = take_measured (self, to->measured);

  keep_zoom (self, specs);
  take_specs (self, specs);
  self->custom = to->custom;
  self->focused = other_number ? to->focused : self->focused;
  if (self->axis != NULL && plot_time_axis_get_log (self->axis) != to->log_time)
    plot_time_axis_set_log (self->axis, to->log_time);
  emit_plots (self);
  if (other_data)
    g_signal_emit (self, signals[MEASURED_CHANGED], 0);
}

/* Restores the arrangement as part of an undo step of the session: a branch adds the plot of branches, another model its own plots. */
static void
arrange_with_session (gpointer owner, gpointer state)
{
  WbPlotSet *self = owner;
  const Arrangement *to = state;
  guint n = to->specs->len, same = 0;

  while (self->specs->len == n && same < n && plot_spec_equals (spec_at (self, (int) same), g_ptr_array_index (to->specs, same)))
    same++;
  /* Another model has another time axis. */
  if (self->specs->len != n || same < n || self->measured != to->measured || (self->axis != NULL && plot_time_axis_get_log (self->axis) != to->log_time))
    arrange (self, state);
}

/* Records a change of the plots for undo and takes ownership of the previous arrangement. words: name of the change in menus. */
static void
record (WbPlotSet *self, Arrangement *before, const char *words)
{
  wb_session_add_change (self->session, self, arrange, before, arrangement_now (self), arrangement_free);
  wb_session_renew_change (self->session, renew_arrangement);
  wb_session_name_change (self->session, words);
}

/* ---- list and order of plots ---- */

static void
arranged (WbPlotSet *self, Arrangement *before, const char *words)
{
  self->custom = TRUE;
  emit_plots (self);
  record (self, before, words);
}

void
wb_plot_set_replace (WbPlotSet *self, GPtrArray *specs)
{
  Model *model = wb_session_model (self->session);
  Arrangement *before;

  if (specs == NULL && (model == NULL || wb_session_system (self->session) == NULL))
    return;
  before = arrangement_now (self);
  take_specs (self, specs != NULL ? copy_specs (specs) : plot_specs_default (model, wb_session_system (self->session)));
  arranged (self, before, _("The model's plots"));
}

void
wb_plot_set_forget_arrangement (WbPlotSet *self)
{
  self->custom = FALSE;
}

gboolean
wb_plot_set_add (WbPlotSet *self, const PlotSpec *spec)
{
  Arrangement *before;

  for (int i = 0; i < wb_plot_set_n (self); i++)
    if (plot_spec_shows_same (spec_at (self, i), spec, wb_session_system (self->session)))
      return FALSE;
  before = arrangement_now (self);
  g_ptr_array_add (self->specs, plot_spec_copy (spec));
  arranged (self, before, _("Add a plot"));
  return TRUE;
}

void
wb_plot_set_remove (WbPlotSet *self, int index)
{
  Arrangement *before;

  if (spec_at (self, index) == NULL || self->specs->len == 1)
    return;
  before = arrangement_now (self);
  g_ptr_array_remove_index (self->specs, (guint) index);
  arranged (self, before, _("Remove"));
}

void
wb_plot_set_move (WbPlotSet *self, int index, int by)
{
  const char *words = by < 0 ? _("Move up") : _("Move down");
  PlotSpec *spec = spec_at (self, index);
  Arrangement *before;

  if (spec == NULL)
    return;
  before = arrangement_now (self);
  for (int other = index + by; other >= 0 && other < wb_plot_set_n (self); other += by)
    {
      PlotSpec *neighbour = spec_at (self, other);

      if (neighbour->column == spec->column)
        {
          self->specs->pdata[index] = neighbour;
          self->specs->pdata[other] = spec;
          arranged (self, before, words);
          return;
        }
    }
  spec->column = 1 - spec->column;
  arranged (self, before, words);
}

void
wb_plot_set_focus (WbPlotSet *self, int index)
{
  index = MIN (index, wb_plot_set_n (self) - 1);
  if (self->focused == index)
    return;
  self->focused = index;
  g_signal_emit (self, signals[FOCUS_CHANGED], 0);
}

/* ---- options of a plot ---- */

static void
emit_plot (WbPlotSet *self, int index, WbPlotAspect aspect)
{
  g_signal_emit (self, signals[PLOT_CHANGED], 0, index, (int) aspect);
}

void
wb_plot_set_switch (WbPlotSet *self, int index, WbPlotAspect aspect, gboolean on)
{
  PlotSpec *spec = spec_at (self, index);
  gboolean time = spec != NULL && spec->kind->across == PLOT_OVER_TIME;
  const char *words = NULL;
  Arrangement *before;

  if (spec == NULL)
    return;
  before = arrangement_now (self);
  switch (aspect)
    {
    case WB_PLOT_LOG_X:
      words = time ? _("Logarithmic time") : _("Logarithmic horizontal axis");
      if (time)
        plot_time_axis_set_log (self->axis, on);
      else
        spec->log_x = on;
      break;
    case WB_PLOT_LOG_Y:
      words = _("Logarithmic axis");
      spec->log_y = on ? 1 : -1;
      break;
    case WB_PLOT_FIELD:
      words = _("Direction field");
      spec->field = on ? 1 : -1;
      break;
    case WB_PLOT_NULLCLINES:
      words = _("Nullclines");
      spec->nullclines = on ? 1 : -1;
      break;
    case WB_PLOT_EXPOSURES:
      words = _("Stroboscopic");
      spec->exposures = on ? 1 : -1;
      break;
    case WB_PLOT_SENSITIVITY:
      words = _("Sensitivity band");
      spec->sensitivity = on;
      break;
    case WB_PLOT_PIN: case WB_PLOT_SHOWN: case WB_PLOT_RUNS: case WB_PLOT_MEASURED: default:
      g_assert_not_reached ();
    }
  emit_plot (self, index, aspect);
  record (self, before, words);
}

void
wb_plot_set_set_runs (WbPlotSet *self, int index, int of, int to)
{
  PlotSpec *spec = spec_at (self, index);
  Arrangement *before;

  if (spec == NULL || (spec->of == of && spec->to == to))
    return;
  before = arrangement_now (self);
  spec->of = of;
  spec->to = to;
  emit_plot (self, index, WB_PLOT_RUNS);
  record (self, before, _("Other runs"));
}

void
wb_plot_set_store_shown (WbPlotSet *self, int index, const PlotRange *x, const PlotRange *y)
{
  PlotSpec *spec = spec_at (self, index);

  if (spec == NULL)
    return;
  spec->x_shown = *x;
  spec->y_shown = *y;
}

void
wb_plot_set_set_shown (WbPlotSet *self, int index, const PlotRange *x, const PlotRange *y)
{
  wb_plot_set_store_shown (self, index, x, y);
  emit_plot (self, index, WB_PLOT_SHOWN);
}

void
wb_plot_set_get_shown (WbPlotSet *self, int index, PlotRange *x, PlotRange *y)
{
  *x = wb_plot_set_spec (self, index)->x_shown;
  *y = wb_plot_set_spec (self, index)->y_shown;
  g_signal_emit (self, signals[MEASURE], 0, index, x, y);
}

/* ---- measured data ---- */

LabMeasured *
wb_plot_set_measured (WbPlotSet *self)
{
  return self->measured;
}

void
wb_plot_set_set_measured (WbPlotSet *self, LabMeasured *measured)
{
  Arrangement *before;

  if (measured == self->measured)
    return;
  before = arrangement_now (self);
  take_measured (self, measured);
  for (int i = 0; i < wb_plot_set_n (self); i++)
    emit_plot (self, i, WB_PLOT_MEASURED);
  g_signal_emit (self, signals[MEASURED_CHANGED], 0);
  record (self, before, measured != NULL ? _("Measured data") : _("Remove the measured data"));
}

gboolean
wb_plot_set_is_measured (WbPlotSet *self, const LabMeasured *table, int column)
{
  ModelSystem *system = wb_session_system (self->session);

  for (int c = 0; system != NULL && c < model_system_n_columns (system); c++)
    for (int k = lab_measured_next (table, model_system_column (system, c)->name, -1); k >= 0;
         k = lab_measured_next (table, model_system_column (system, c)->name, k))
      if (k == column)
        return TRUE;
  return FALSE;
}

/* ---- zoom history ---- */

/* The axis ranges of all plots at one moment. */
typedef struct { double low, high; gboolean whole; int n; PlotRange ranges[]; } Zoom;

/* Changes within this time, in µs, count as one gesture. A turn of the wheel or a drag consists of many
 * changes. */
#define ONE_GESTURE_US G_USEC_PER_SEC
#define MOST_ZOOMS 50

static Zoom *
zoom_now (WbPlotSet *self)
{
  int n = wb_plot_set_n (self);
  Zoom *zoom = g_malloc0 (sizeof *zoom + 2 * n * sizeof zoom->ranges[0]);
  double start, end;

  plot_time_axis_get_view (self->axis, &zoom->low, &zoom->high);
  plot_time_axis_get_span (self->axis, &start, &end);
  zoom->whole = zoom->low == start && zoom->high == end;
  zoom->n = n;
  for (int i = 0; i < n; i++)
    wb_plot_set_get_shown (self, i, &zoom->ranges[2 * i], &zoom->ranges[2 * i + 1]);
  return zoom;
}

void
wb_plot_set_keep_zoom (WbPlotSet *self, gboolean separate)
{
  gint64 now = g_get_monotonic_time ();
  gboolean same = !separate && now - self->zoomed_at < ONE_GESTURE_US;

  self->zoomed_at = now;
  if (self->axis == NULL)
    return;
  if (!same || self->zooms->len == 0)
    {
      if (self->zooms->len >= MOST_ZOOMS)
        g_ptr_array_remove_index (self->zooms, 0);
      g_ptr_array_add (self->zooms, zoom_now (self));
    }
  g_signal_emit (self, signals[ZOOM_CHANGED], 0);
}

gboolean
wb_plot_set_zoom_back (WbPlotSet *self)
{
  g_autofree Zoom *zoom = NULL;

  if (self->zooms->len == 0)
    return FALSE;
  zoom = g_ptr_array_steal_index (self->zooms, self->zooms->len - 1);
  self->zoomed_at = 0;
  if (zoom->whole)
    plot_time_axis_fit (self->axis);
  else
    plot_time_axis_set_view (self->axis, zoom->low, zoom->high);
  for (int i = 0; i < zoom->n && i < wb_plot_set_n (self); i++)
    wb_plot_set_set_shown (self, i, &zoom->ranges[2 * i], &zoom->ranges[2 * i + 1]);
  g_signal_emit (self, signals[ZOOM_CHANGED], 0);
  return TRUE;
}

gboolean
wb_plot_set_can_zoom_back (WbPlotSet *self)
{
  return self->zooms->len > 0;
}

gboolean
wb_plot_set_is_zoomed (WbPlotSet *self)
{
  g_autofree Zoom *now = self->axis != NULL ? zoom_now (self) : NULL;
  gboolean zoomed = now != NULL && !now->whole;

  for (int i = 0; now != NULL && i < 2 * now->n; i++)
    zoomed |= now->ranges[i].by_hand;
  return zoomed;
}

/* ---- pins ---- */

void
wb_plot_set_pin (WbPlotSet *self, int index, const PlotHit *hit)
{
  PlotSpec *spec = spec_at (self, index);
  PlotHit pin = hit != NULL ? *hit : (PlotHit) { 0 };
  Arrangement *before;

  pin.layer = NULL; /* the next view has new layers, so the pointer would be invalid */
  if (spec->pinned == (hit != NULL) && spec->pin.kind == pin.kind && spec->pin.index == pin.index && spec->pin.x == pin.x && spec->pin.y == pin.y
      && spec->pin.run == pin.run)
    return;
  before = arrangement_now (self);
  spec->pinned = hit != NULL;
  spec->pin = pin;
  emit_plot (self, index, WB_PLOT_PIN);
  record (self, before, spec->pinned ? _("Pin readout") : _("Unpin readout"));
}

/* Returns whether the run with this number is visible in plots. Number 0 asks whether any run is. */
static gboolean
is_shown (WbPlotSet *self, int number)
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
wb_plot_set_has_pins (WbPlotSet *self)
{
  for (int i = 0; i < wb_plot_set_n (self); i++)
    {
      const PlotSpec *spec = wb_plot_set_spec (self, i);

      if (spec->pinned && is_shown (self, spec->pin.run))
        return TRUE;
    }
  return FALSE;
}

gboolean
wb_plot_set_has_cursors (WbPlotSet *self)
{
  return self->axis != NULL && !(isnan (plot_time_axis_cursor (self->axis, 0)) && isnan (plot_time_axis_cursor (self->axis, 1)));
}

/* ---- model and time span of the session ---- */

static void
on_model_changed (WbPlotSet *self)
{
  Model *model = wb_session_model (self->session);
  ModelSystem *system = model != self->model ? wb_session_system (self->session) : NULL;
  gboolean same_file, other_data;

  if (model == NULL || system == NULL)
    return;
  same_file = self->model != NULL && model_path (model) != NULL && g_strcmp0 (model_path (model), model_path (self->model)) == 0;
  g_clear_pointer (&self->model, model_unref);
  self->model = model_ref (model);
  g_clear_pointer (&self->axis, plot_time_axis_unref);
  self->axis = plot_time_axis_new (wb_session_t_start (self->session), wb_session_t_end (self->session), model_time_unit (model));
  /* After the file of the same model was edited, keep the user's arrangement of plots. */
  if (!same_file || !self->custom)
    {
      take_specs (self, plot_specs_default (model, system));
      self->custom = FALSE;
    }
  other_data = !same_file && take_measured (self, NULL);
  emit_plots (self);
  if (other_data)
    g_signal_emit (self, signals[MEASURED_CHANGED], 0);
}

static void
on_branched (WbPlotSet *self)
{
  self->branched = TRUE;
}

/* Adds the plot of branches below the first plot over time when a run gets its first branch, as a part of the undo step of the branch. */
static void
show_branches (WbPlotSet *self)
{
  guint place = 0;

  if (!self->branched)
    return;
  self->branched = FALSE;
  for (guint i = 0; i < self->specs->len; i++)
    {
      const PlotSpec *spec = spec_at (self, (int) i);

      if (spec->kind == &plot_kind_branches)
        return;
      if (spec->kind == &plot_kind_time && place == 0)
        place = i + 1;
    }
  g_ptr_array_insert (self->specs, (int) place, plot_spec_new (&plot_kind_branches, place > 0 ? spec_at (self, (int) place - 1)->column : 0,
                                                               place > 0 ? spec_at (self, (int) place - 1)->share : 1));
  emit_plots (self);
}

/* Sets the time span of the axis. If the span has changed, shows all of it; otherwise keeps the user's
 * zoom. */
static void
on_runs_changed (WbPlotSet *self)
{
  double start = wb_session_t_start (self->session), end = wb_session_t_end (self->session), low, high;

  if (self->axis == NULL)
    return;
  plot_time_axis_get_span (self->axis, &low, &high);
  if (low != start || high != end)
    plot_time_axis_set_span (self->axis, start, end);
  show_branches (self);
}

static void
on_setting_changed (WbSession *session, int kind, const char *key, WbPlotSet *self)
{
  if (kind == WB_TIME)
    on_runs_changed (self);
}

/* ---- object ---- */

static void
wb_plot_set_finalize (GObject *object)
{
  WbPlotSet *self = WB_PLOT_SET (object);

  g_clear_pointer (&self->specs, g_ptr_array_unref);
  g_clear_pointer (&self->zooms, g_ptr_array_unref);
  g_clear_pointer (&self->axis, plot_time_axis_unref);
  g_clear_pointer (&self->model, model_unref);
  g_clear_pointer (&self->measured, lab_measured_unref);
  G_OBJECT_CLASS (wb_plot_set_parent_class)->finalize (object);
}

static void
wb_plot_set_class_init (WbPlotSetClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = wb_plot_set_finalize;
  signals[PLOTS_CHANGED] = g_signal_new ("plots-changed", WB_TYPE_PLOT_SET, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PLOT_CHANGED] = g_signal_new ("plot-changed", WB_TYPE_PLOT_SET, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT,
                                        G_TYPE_INT);
  signals[FOCUS_CHANGED] = g_signal_new ("focus-changed", WB_TYPE_PLOT_SET, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ZOOM_CHANGED] = g_signal_new ("zoom-changed", WB_TYPE_PLOT_SET, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MEASURED_CHANGED] = g_signal_new ("measured-changed", WB_TYPE_PLOT_SET, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MEASURE] = g_signal_new ("measure", WB_TYPE_PLOT_SET, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3, G_TYPE_INT,
                                   G_TYPE_POINTER, G_TYPE_POINTER);
}

static void
wb_plot_set_init (WbPlotSet *self)
{
  self->focused = -1;
  self->zooms = g_ptr_array_new_with_free_func (g_free);
  self->specs = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_spec_free);
}

WbPlotSet *
wb_plot_set_of (WbSession *session)
{
  WbPlotSet *self = g_object_get_data (G_OBJECT (session), "plots");

  if (self != NULL)
    return self;
  self = g_object_new (WB_TYPE_PLOT_SET, NULL);
  g_object_set_data_full (G_OBJECT (session), "plots", self, g_object_unref);
  self->session = session;
  wb_session_join_copies (session, self, arrangement_now, arrange_with_session, arrangement_free);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "runs-changed", G_CALLBACK (on_runs_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_setting_changed), self, 0);
  g_signal_connect_object (session, "branched", G_CALLBACK (on_branched), self, G_CONNECT_SWAPPED);
  on_model_changed (self);
  return self;
}
