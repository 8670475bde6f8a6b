/* Assembles the Simulate view, and makes the views of its plots again when the plots, the runs or the model change. */
#include "wb-simulate-view.h"

#include <math.h>
#include <string.h>

#include "plot-text.h"
#include "plot-view-hit.h"
#include "plot-views.h"
#include "wb-difference-panel.h"
#include "wb-empty-page.h"
#include "wb-failure-bar.h"
#include "wb-plot-painter.h"
#include "wb-plot-view.h"
#include "wb-remove.h"
#include "wb-run-result.h"
#include "wb-session-branch.h"
#include "wb-fraction-box.h"
#include "wb-simulate-view-private.h"
#include "wb-style.h"
#include "wb-title-strip.h"
#include "wb-widgets.h"

/* Widths of the two columns of plots in px in a window of 1440 px. The view uses only their
 * ratio. */
#define LEFT_SHARE 452
#define RIGHT_SHARE 344
#define GAP 12
#define FOOT 8
#define GREYED 0.45
/* Height of the panel of a difference, relative to that of the plots in its column. */
#define DIFFERENCES_SHARE 0.7

G_DEFINE_FINAL_TYPE (WbSimulateView, wb_simulate_view, GTK_TYPE_WIDGET)

/* ---- building the columns ---- */

static guint
count_stretches (WbRunItem *run)
{
  g_autoptr (GArray) stretches = run != NULL ? wb_run_item_stretches (run) : NULL;

  return stretches != NULL ? stretches->len : 0;
}

static void
set_views (WbSimulateView *self)
{
  g_set_weak_pointer (&self->shown, wb_session_current (self->session));
  self->has_run = self->shown != NULL;
  self->n_stretches = count_stretches (self->shown);
  for (guint i = 0; i < self->areas->len; i++)
    wb_simulate_view_renew (self, (int) i);
  wb_simulate_view_share_axes (self);
  wb_stability_forget (self->stability);
  self->probe = NULL;
}

static void
share_out (WbSimulateView *self)
{
  double sums[2] = { 0, 0 };

  for (guint i = 0; i < self->areas->len; i++)
    {
      const PlotSpec *spec = wb_plot_set_spec (self->plots, (int) i);
      GtkWidget *overlay = g_object_get_data (g_ptr_array_index (self->areas, i), "overlay");

      if (gtk_widget_get_visible (overlay))
        sums[spec->column] += spec->share;
    }
  if (self->differences != NULL)
    {
      gboolean shown = wb_plot_set_focused (self->plots) < 0;

      gtk_widget_set_visible (self->differences, shown);
      wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->cards[1]), self->differences, sums[1] > 0 ? DIFFERENCES_SHARE * sums[1] : 1);
      sums[1] += shown ? 1 : 0;
    }
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->columns), self->cards[0], sums[0] > 0 ? LEFT_SHARE : 0);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->columns), self->cards[1], sums[1] > 0 ? RIGHT_SHARE : 0);
  for (int c = 0; c < 2; c++)
    gtk_widget_set_visible (self->cards[c], sums[c] > 0);
}

/* Returns the index of the plot that has the keyboard focus or whose menu has it, or
 * −1. */
static int
keyed_plot (WbSimulateView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  for (guint i = 0; focus != NULL && i < self->areas->len; i++)
    if (gtk_widget_is_ancestor (focus, g_object_get_data (g_ptr_array_index (self->areas, i), "overlay")))
      return (int) i;
  return -1;
}

/* Requests pictures of all plots after a change of zoom, crosshair or cursors, even if no run is running. Changes during a run are drawn by
 * its frames. */
static void
on_axis (gpointer user, PlotTimeAxis *axis)
{
  WbSimulateView *self = user;
  double now[5] = { 0, 0, plot_time_axis_hover (axis), plot_time_axis_cursor (axis, 0), plot_time_axis_cursor (axis, 1) };
  gboolean running = wb_session_state (self->session) == SIM_RUN_RUNNING;

  plot_time_axis_get_view (axis, &now[0], &now[1]);
  if (memcmp (now + (running ? 2 : 0), self->axis_seen + (running ? 2 : 0), (running ? 3 : 5) * sizeof (double)) == 0)
    return;
  memcpy (self->axis_seen, now, sizeof now);
  for (guint i = 0; i < self->areas->len; i++)
    wb_plot_area_queue (g_ptr_array_index (self->areas, i));
}

/* Connects to the present time axis of the plots. */
static void
watch_axis (WbSimulateView *self)
{
  PlotTimeAxis *axis = wb_plot_set_axis (self->plots);

  if (self->axis == axis)
    return;
  if (self->axis != NULL)
    plot_time_axis_disconnect (self->axis, self->axis_handle);
  g_clear_pointer (&self->axis, plot_time_axis_unref);
  self->axis = plot_time_axis_ref (axis);
  self->axis_handle = plot_time_axis_connect (axis, on_axis, self);
}

/* Builds the cards with the plots again. */
static void
on_plots_changed (WbSimulateView *self)
{
  int keyed = keyed_plot (self), focused = wb_plot_set_focused (self->plots);

  if (wb_plot_set_axis (self->plots) != NULL)
    watch_axis (self);
  /* Remove the views first. A plot that is removed under the pointer notifies the axis, which notifies all plots. */
  for (guint i = 0; i < self->areas->len; i++)
    wb_plot_area_set_view (g_ptr_array_index (self->areas, i), NULL);
  g_ptr_array_set_size (self->areas, 0);
  for (int c = 0; c < 2; c++)
    wb_remove_children_when_idle (self->cards[c]);
  for (int i = 0; i < wb_plot_set_n (self->plots); i++)
    {
      const PlotSpec *spec = wb_plot_set_spec (self->plots, i);

      wb_fraction_box_append (WB_FRACTION_BOX (self->cards[spec->column]), wb_simulate_view_panel (self, i), spec->share);
    }
  self->differences = wb_difference_panel_plot (self->plots) >= 0 ? wb_difference_panel_new (self->session) : NULL;
  if (self->differences != NULL)
    wb_fraction_box_append (WB_FRACTION_BOX (self->cards[1]), self->differences, DIFFERENCES_SHARE);
  set_views (self);
  share_out (self);
  /* Give the keyboard focus to the plot that is now at the same place. */
  if (keyed >= 0 && self->areas->len > 0)
    gtk_widget_grab_focus (g_ptr_array_index (self->areas, focused >= 0 ? focused : MIN (keyed, (int) self->areas->len - 1)));
}

static void
on_model_changed (WbSession *session, WbSimulateView *self)
{
  Model *model = wb_session_model (session);
  ModelSystem *system = wb_session_system (session);

  if (model == NULL || system == NULL)
    {
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
      return;
    }
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "plots");
  /* If the requested model has errors, dim the plots of the last valid model. */
  gtk_widget_set_opacity (self->columns, model_diagnostics_n_errors (wb_session_errors (session)) > 0 ? GREYED : 1);
}

static void
on_runs_changed (WbSession *session, WbSimulateView *self)
{
  if (self->axis == NULL)
    return;
  set_views (self);
  share_out (self);
}

static void
on_setting_changed (WbSession *session, int kind, const char *key, WbSimulateView *self)
{
  if (self->axis == NULL || kind != WB_TIME)
    return;
  set_views (self); /* the faded part of curves depends on the time span */
}

/* Returns whether a widget of this view has the keyboard focus. The caller then gives the focus to a plot that stays
 * visible, because GTK would move it to the search field when its plot is hidden. */
static gboolean
holds_focus (WbSimulateView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}

static void
on_focus_changed (WbSimulateView *self)
{
  gboolean had = holds_focus (self);
  int index = wb_plot_set_focused (self->plots);

  gtk_widget_set_visible (self->title, index < 0);
  if (index < 0)
    gtk_widget_remove_css_class (self->columns, "focused");
  else
    gtk_widget_add_css_class (self->columns, "focused");
  gtk_widget_set_margin_start (self->columns, index < 0 ? GAP : 0);
  gtk_widget_set_margin_end (self->columns, index < 0 ? GAP : 0);
  gtk_widget_set_margin_bottom (self->columns, index < 0 ? FOOT : 0);
  set_views (self);
  share_out (self);
  if (had)
    gtk_widget_grab_focus (g_ptr_array_index (self->areas, MAX (index, 0)));
}

/* Pins an attempt in the first plot that shows attempts. If one plot is shown alone, prefers that plot; if it does not show attempts, shows
 * the other one alone instead. If no plot shows attempts, shows the readout as a message. */
static void
on_attempt_shown (WbSession *session, guint64 index, WbSimulateView *self)
{
  int focused = wb_plot_set_focused (self->plots), first = -1;
  g_autoptr (PlotSpec) spec = plot_spec_parse ("step");
  PlotView *view;
  PlotHit hit;

  for (int i = 0; i < (int) self->areas->len; i++)
    {
      PlotView *shown = wb_plot_area_view (g_ptr_array_index (self->areas, i));

      if (shown != NULL && (first < 0 || i == focused) && plot_views_find_attempt (shown, index, &hit))
        first = i;
    }
  if (first >= 0)
    wb_plot_area_show_attempt (g_ptr_array_index (self->areas, first), index);
  if (focused >= 0 && first >= 0 && first != focused)
    wb_plot_set_focus (self->plots, first);
  if (first >= 0 || self->shown == NULL)
    return;
  view = wb_plot_view_new (spec, self->shown, self->axis, NULL, NULL);
  if (view != NULL && plot_views_find_attempt (view, index, &hit))
    {
      g_autofree char *text = plot_view_readout (view, &hit), *plain = plot_text_plain (text);

      wb_session_message (session, g_strdelimit (plain, "\n", ' '));
    }
  g_clear_pointer (&view, plot_view_free);
}

/* ---- widget ---- */

static void
wb_simulate_view_dispose (GObject *object)
{
  WbSimulateView *self = WB_SIMULATE_VIEW (object);

  /* Disconnect first, because plots notify the axis when they are
   * removed. */
  if (self->axis != NULL)
    plot_time_axis_disconnect (self->axis, self->axis_handle);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->areas, g_ptr_array_unref);
  g_clear_pointer (&self->axis, plot_time_axis_unref);
  g_clear_pointer (&self->stability, wb_stability_free);
  g_clear_weak_pointer (&self->shown);
  G_OBJECT_CLASS (wb_simulate_view_parent_class)->dispose (object);
}

static void
wb_simulate_view_class_init (WbSimulateViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_simulate_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_simulate_view_init (WbSimulateView *self)
{
  self->areas = g_ptr_array_new ();
  self->stability = wb_stability_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
wb_simulate_view_new (WbSession *session)
{
  WbSimulateView *self = g_object_new (WB_TYPE_SIMULATE_VIEW, NULL);

  self->session = session;
  self->plots = wb_plot_set_of (session);
  self->title = wb_title_strip_new (session);
  wb_box_add (self->box, self->title, wb_failure_bar_new (session), NULL);
  self->columns = wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, GAP);
  gtk_widget_set_vexpand (self->columns, TRUE);
  gtk_widget_set_margin_start (self->columns, GAP);
  gtk_widget_set_margin_end (self->columns, GAP);
  gtk_widget_set_margin_bottom (self->columns, FOOT);
  for (int c = 0; c < 2; c++)
    {
      self->cards[c] = wb_styled (wb_fraction_box_new (GTK_ORIENTATION_VERTICAL, 0), "card");
      gtk_widget_set_overflow (self->cards[c], GTK_OVERFLOW_HIDDEN);
      wb_fraction_box_append (WB_FRACTION_BOX (self->columns), self->cards[c], c == 0 ? LEFT_SHARE : RIGHT_SHARE);
    }
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), wb_empty_page_new (), "empty");
  gtk_stack_add_named (GTK_STACK (self->stack), self->columns, "plots");
  gtk_box_append (GTK_BOX (self->box), self->stack);
  g_signal_connect_object (self->plots, "plots-changed", G_CALLBACK (on_plots_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->plots, "focus-changed", G_CALLBACK (on_focus_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->plots, "plot-changed", G_CALLBACK (wb_simulate_view_change), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->plots, "measure", G_CALLBACK (wb_simulate_view_measure), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model_changed), self, 0);
  g_signal_connect_object (session, "attempt-shown", G_CALLBACK (on_attempt_shown), self, 0);
  g_signal_connect_object (session, "runs-changed", G_CALLBACK (on_runs_changed), self, 0);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_setting_changed), self, 0);
  g_signal_connect_object (session, "state-changed", G_CALLBACK (wb_simulate_view_renew_differences), self, G_CONNECT_SWAPPED);
  on_model_changed (session, self);
  on_plots_changed (self);
  return GTK_WIDGET (self);
}

static void
show_stability (PlotView *view, gpointer data)
{
  WbStability *stability = data;

  plot_views_step_set_limit (view, wb_stability_t (stability), wb_stability_h (stability), wb_stability_n (stability));
}

/* Marks a change of the method or the accuracy that the running run has applied. */
static void
refresh_changes (WbSimulateView *self, WbRunItem *run)
{
  guint n = count_stretches (run);
  gboolean renew = n != self->n_stretches;

  self->n_stretches = n;
  for (guint i = 0; renew && i < self->areas->len; i++)
    if (wb_plot_set_spec (self->plots, (int) i)->kind->across == PLOT_OVER_TIME)
      wb_simulate_view_renew (self, (int) i);
  if (!renew)
    return;
  /* The new views do not have the stability curve and the measurement yet. */
  wb_stability_forget (self->stability);
  self->probe = NULL;
}

static void
refresh_stability (WbSimulateView *self, WbRunItem *run)
{
  if (!wb_stability_update (self->stability, run))
    return;
  for (guint i = 0; i < self->areas->len; i++)
    if (wb_plot_set_spec (self->plots, (int) i)->kind->flags & PLOT_KIND_STEP_LIMIT)
      wb_plot_area_change (g_ptr_array_index (self->areas, i), show_stability, self->stability, NULL);
}

static void
response_free (gpointer data)
{
  SimResponse *response = data;

  g_free ((double *) response->t);
  g_free ((double *) response->exponent);
  g_free (response);
}

static void
show_response (PlotView *view, gpointer data)
{
  plot_views_step_set_response (view, data);
}

/* Starts the measurement of what limits the steps when the run has ended, and shows it in the plots of step sizes. */
static void
refresh_response (WbSimulateView *self, WbRunItem *run)
{
  const LabStepProbe *probe = wb_run_result_get (wb_run_result_of (run, &wb_run_result_probe));

  if (probe == self->probe || probe == NULL)
    return;
  self->probe = probe;
  for (guint i = 0; i < self->areas->len; i++)
    if (wb_plot_set_spec (self->plots, (int) i)->kind->flags & PLOT_KIND_STEP_LIMIT)
      {
        /* The painter may change the view later, when the run may have another measurement. */
        SimResponse *response = g_memdup2 (&probe->response, sizeof *response);

        response->t = g_memdup2 (response->t, response->n * sizeof (double));
        response->exponent = g_memdup2 (response->exponent, response->n * sizeof (double));
        wb_plot_area_change (g_ptr_array_index (self->areas, i), show_response, response, response_free);
      }
}

gboolean
wb_simulate_view_is_behind (WbSimulateView *self)
{
  WbRunItem *run = wb_session_current (self->session);

  WbRunResult *probe = run != NULL ? wb_run_result_of (run, &wb_run_result_probe) : NULL;

  return run != NULL && (wb_stability_is_behind (self->stability, run) || wb_run_result_is_busy (probe) || wb_run_result_get (probe) != self->probe);
}

const WbStability *
wb_simulate_view_stability (WbSimulateView *self)
{
  return self->stability;
}

/* Longest time in µs for which plots wait for a plot that needs several frames for the new
 * rows. */
#define LONGEST_WAIT_US (G_USEC_PER_SEC / 4)

/* Requests pictures of the plots during a run. In a fast run some plots need several frames for the new rows. The other plots wait for them
 * for a short time, so that all show about the same time. */
static void
refresh_areas (WbSimulateView *self)
{
  gboolean running = wb_session_state (self->session) == SIM_RUN_RUNNING, any_behind = FALSE;
  gboolean now = !running || wb_plot_painter_is_rested ();
  int focused = wb_plot_set_focused (self->plots);
  gint64 time = g_get_monotonic_time ();

  for (guint i = 0; i < self->areas->len; i++)
    any_behind |= (focused < 0 || focused == (int) i) && wb_plot_area_is_behind (g_ptr_array_index (self->areas, i));
  any_behind &= running && time - self->advanced_at < LONGEST_WAIT_US;
  for (guint i = 0; now && i < self->areas->len; i++)
    if ((focused < 0 || focused == (int) i) && (!any_behind || wb_plot_area_is_behind (g_ptr_array_index (self->areas, i))))
      wb_plot_area_refresh (g_ptr_array_index (self->areas, i));
  if (now && !any_behind)
    self->advanced_at = time;
  wb_plot_painter_go ();
}

void
wb_simulate_view_refresh (WbSimulateView *self)
{
  WbRunItem *run = wb_session_current (self->session);

  if (self->axis == NULL)
    return;
  if (run != self->shown || (run != NULL) != self->has_run)
    {
      set_views (self);
      share_out (self);
    }
  if (run != NULL)
    {
      const SimRunPoll *poll = wb_run_item_state (run);
      gboolean started = sim_trajectory_n_rows (wb_run_item_trajectory (run)) > 0;

      if (started)
        {
          if (plot_time_axis_reached (self->axis) != poll->t)
            plot_time_axis_set_reached (self->axis, poll->t);
          if (plot_time_axis_playhead (self->axis) != wb_session_playhead (self->session))
            plot_time_axis_set_playhead (self->axis, wb_session_playhead (self->session));
          if (plot_time_axis_branches (self->axis) != !isnan (wb_session_branch_time (self->session)))
            plot_time_axis_set_branches (self->axis, !plot_time_axis_branches (self->axis));
        }
      else if (!isnan (plot_time_axis_reached (self->axis)))
        {
          plot_time_axis_set_reached (self->axis, NAN);
          plot_time_axis_set_playhead (self->axis, NAN);
        }
      refresh_changes (self, run);
      refresh_stability (self, run);
      refresh_response (self, run);
    }
  refresh_areas (self);
}

WbPlotSet *
wb_simulate_view_plots (WbSimulateView *self)
{
  return self->plots;
}

WbPlotArea *
wb_simulate_view_area (WbSimulateView *self, int index)
{
  return index >= 0 && index < (int) self->areas->len ? g_ptr_array_index (self->areas, index) : NULL;
}

void
wb_simulate_view_ask_measured (WbSimulateView *self)
{
  wb_title_strip_ask_measured (WB_TITLE_STRIP (self->title));
}

void
wb_simulate_view_fit (WbSimulateView *self)
{
  if (self->axis != NULL)
    plot_time_axis_fit (self->axis);
  for (guint i = 0; i < self->areas->len; i++)
    wb_plot_area_fit (g_ptr_array_index (self->areas, i));
}
