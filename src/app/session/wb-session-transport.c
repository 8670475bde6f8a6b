/* The runs of a session: starts them, sends commands to them, and polls them once per frame. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "wb-plot-painter.h"
#include "wb-session-branch.h"
#include "wb-session-private.h"
#include "wb-translate.h"

SimRunState
wb_session_state (WbSession *self)
{
  const SimRunPoll *poll = self->current != NULL ? wb_run_item_state (self->current) : NULL;

  /* After the command to start, the run counts as running even if its thread has not reported this yet. Otherwise it could be replaced. */
  return poll == NULL ? SIM_RUN_READY : poll->state == SIM_RUN_READY && poll->pending ? SIM_RUN_RUNNING : poll->state;
}

/* Returns the run that was started last. The name of the next run states the differences from
 * it. */
static WbRunItem *
last_run (WbSession *self)
{
  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (self->runs)); i-- > 0;)
    {
      g_autoptr (WbRunItem) item = g_list_model_get_item (G_LIST_MODEL (self->runs), i);

      if (wb_run_item_state (item)->state != SIM_RUN_READY)
        return item; /* the list still owns a reference */
    }
  return NULL;
}

WbRunItem *
wb_session_prepare_run (WbSession *self, WbRunItem *before)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  WbRunItem *item;

  if (self->model == NULL)
    return NULL;
  item = wb_run_item_new (self->model, self->config, self->values, &error);
  if (item == NULL)
    {
      wb_session_message (self, error->message);
      return NULL;
    }
  name = wb_session_name_run (self, before);
  wb_run_item_set_name (item, name);
  wb_run_item_set_color (item, 1 + self->next_color % PLOT_N_STYLES);
  self->next_color++;
  sim_run_set_realtime_rate (wb_run_item_run (item), self->rate);
  return item;
}

/* Largest number of runs in the list. If there are more, the oldest run that is neither pinned nor current is
 * removed. */
#define KEPT_RUNS 24

static void
thin_out (WbSession *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->runs));

  for (guint i = 0; i < n && n > KEPT_RUNS; i++)
    {
      g_autoptr (WbRunItem) item = g_list_model_get_item (G_LIST_MODEL (self->runs), i);

      if (item == self->current || wb_run_item_pinned (item))
        continue;
      g_list_store_remove (self->runs, i);
      n--;
      i--;
    }
}

void
wb_session_add_run (WbSession *self, WbRunItem *item)
{
  if (wb_run_item_number (item) == 0)
    wb_run_item_set_number (item, self->last_number + 1);
  self->last_number = MAX (self->last_number, wb_run_item_number (item));
  g_list_store_append (self->runs, item);
  thin_out (self);
  g_signal_emit_by_name (self, "runs-changed");
}

/* Removes a run that was never started. */
static void
drop_unstarted (WbSession *self)
{
  guint position;

  if (self->current == NULL || wb_session_state (self) != SIM_RUN_READY
      || !g_list_store_find (self->runs, self->current, &position))
    return;
  g_list_store_remove (self->runs, position);
  g_clear_object (&self->current);
  self->next_color = MAX (self->next_color - 1, 0);
}

gboolean
wb_session_begin_run (WbSession *self)
{
  g_autoptr (WbRunItem) item = NULL;

  wb_session_forget_repeat (self);
  drop_unstarted (self);
  item = wb_session_prepare_run (self, last_run (self));
  if (item == NULL)
    return FALSE;
  if (self->current != NULL)
    {
      guint n = g_list_model_get_n_items (G_LIST_MODEL (self->runs));

      /* Show only the current run and pinned runs. The other runs stay in the list,
       * hidden. */
      for (guint i = 0; i < n; i++)
        {
          g_autoptr (WbRunItem) other = g_list_model_get_item (G_LIST_MODEL (self->runs), i);

          wb_run_item_set_visible (other, wb_run_item_pinned (other));
        }
      sim_run_stop (wb_run_item_run (self->current));
    }
  g_set_object (&self->current, item);
  self->stale = FALSE;
  self->following = TRUE;
  self->playhead = wb_run_item_t_start (item);
  sim_run_prepare (wb_run_item_run (item));
  self->commanded = g_get_monotonic_time ();
  wb_session_add_run (self, item);
  return TRUE;
}

/* ---- reopening ---- */

/* Time in µs to wait after a session was reopened. Short runs are complete by then. Longer ones are shown while they are
 * recomputed. */
#define SETTLE_US (2 * G_USEC_PER_SEC)

static gboolean
is_at_rest (WbRunItem *run)
{
  wb_run_item_poll (run);
  return wb_run_item_state (run)->state == SIM_RUN_PAUSED || wb_run_item_state (run)->state == SIM_RUN_FINISHED;
}

/* Moves the playhead of a reopened session to its saved time, as soon as the run has reached that
 * time. */
static void
go_where_wanted (WbSession *self)
{
  if (!isnan (self->wanted) && self->current != NULL && is_at_rest (self->current))
    wb_session_set_playhead (self, self->wanted);
}

void
wb_session_restore_runs (WbSession *self, GPtrArray *runs, WbRunItem *current, double playhead, gboolean stale)
{
  gint64 end = g_get_monotonic_time () + SETTLE_US;

  if (current != NULL)
    drop_unstarted (self);
  for (guint i = 0; i < runs->len; i++)
    {
      wb_session_add_run (self, g_ptr_array_index (runs, i));
      self->next_color = MAX (self->next_color, wb_run_item_number (g_ptr_array_index (runs, i)));
      while (!is_at_rest (g_ptr_array_index (runs, i)) && g_get_monotonic_time () < end)
        g_usleep (500);
    }
  if (current == NULL)
    return;
  wb_session_set_current (self, current);
  for (guint i = 0; i < runs->len; i++)
    if (wb_run_item_ghost (g_ptr_array_index (runs, i)))
      wb_session_restore_ghost (self, g_ptr_array_index (runs, i));
  self->stale = stale;
  self->wanted = playhead;
  self->following = isnan (playhead);
  go_where_wanted (self);
}

/* Time in µs within which the thread of a run executes a command. The window polls the run until then. */
#define ANSWER_US (300 * 1000)

static void
commanded (WbSession *self)
{
  self->commanded = g_get_monotonic_time ();
  wb_session_poll (self);
  g_signal_emit_by_name (self, "state-changed");
}

gboolean
wb_session_is_busy (WbSession *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->runs));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbRunItem) item = g_list_model_get_item (G_LIST_MODEL (self->runs), i);
      const SimRunPoll *poll = wb_run_item_state (item);

      if (poll->state == SIM_RUN_RUNNING || poll->pending)
        return TRUE;
    }
  if (wb_session_is_repeating (self) || self->repeat.stopping->len > 0)
    return TRUE;
  return g_get_monotonic_time () - self->commanded < ANSWER_US;
}

static gboolean
needs_new_run (WbSession *self)
{
  SimRunState state = wb_session_state (self);

  return self->current == NULL || state == SIM_RUN_FINISHED || self->restart || (self->stale && state == SIM_RUN_READY);
}

static gboolean
ensure_run (WbSession *self)
{
  if (wb_session_branch_is_due (self))
    return wb_session_branch (self);
  if (needs_new_run (self))
    {
      self->restart = FALSE;
      return wb_session_begin_run (self);
    }
  return TRUE;
}

void
wb_session_run (WbSession *self)
{
  if (!ensure_run (self))
    return;
  wb_session_follow (self);
  sim_run_set_realtime_rate (wb_run_item_run (self->current), self->rate);
  sim_run_start (wb_run_item_run (self->current));
  commanded (self);
}

void
wb_session_start_run (WbSession *self, WbRunItem *item)
{
  wb_session_push_copy (self, wb_session_copy_new (self), wb_run_item_name (item));
  drop_unstarted (self);
  wb_run_item_set_color (item, 1 + self->next_color++ % 6);
  wb_session_add_run (self, item);
  wb_session_set_current (self, item);
  self->stale = TRUE; /* the settings of the session differ from those of the run */
  sim_run_set_realtime_rate (wb_run_item_run (item), 0);
  sim_run_start (wb_run_item_run (item));
  wb_session_emit_history (self);
  commanded (self);
}

void
wb_session_pause (WbSession *self)
{
  if (self->current == NULL)
    return;
  self->repeat.shown = FALSE; /* the user controls the run now, so it is not a repetition any more */
  sim_run_pause (wb_run_item_run (self->current));
  commanded (self);
}

void
wb_session_toggle (WbSession *self)
{
  if (wb_session_state (self) == SIM_RUN_RUNNING && !wb_session_branch_is_due (self))
    wb_session_pause (self);
  else
    wb_session_run (self);
}

void
wb_session_step (WbSession *self)
{
  if (wb_session_state (self) == SIM_RUN_FINISHED && !self->following && !wb_session_branch_is_due (self))
    {
      wb_session_playhead_step (self, +1);
      return;
    }
  if (!ensure_run (self))
    return;
  wb_session_follow (self);
  sim_run_step (wb_run_item_run (self->current));
  commanded (self);
}

static gboolean
has_replaying_branch (WbSession *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->runs));
  gboolean any = FALSE;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbRunItem) item = g_list_model_get_item (G_LIST_MODEL (self->runs), i);

      wb_run_item_poll (item);
      any |= wb_run_item_state (item)->replaying || (wb_run_item_parent (item) != 0 && wb_run_item_state (item)->state == SIM_RUN_READY);
    }
  return any;
}

void
wb_session_step_back (WbSession *self)
{
  SimRunState state = wb_session_state (self);

  if (self->current == NULL)
    return;
  if (state == SIM_RUN_PAUSED && self->following)
    {
      /* Do not remove the rows while a branch is copying them. */
      if (has_replaying_branch (self))
        return;
      wb_plot_painter_hold (); /* no thread may read rows while they are removed */
      sim_run_step_back (wb_run_item_run (self->current));
      sim_run_wait (wb_run_item_run (self->current));
      wb_session_poll (self);
      self->playhead = wb_run_item_state (self->current)->t;
      wb_session_emit_playhead (self);
    }
  else
    wb_session_playhead_step (self, -1);
}

void
wb_session_reset (WbSession *self)
{
  /* A run that has not begun is already at its start. */
  gboolean begun = self->current != NULL && wb_session_state (self) != SIM_RUN_READY;

  if (begun)
    sim_run_stop (wb_run_item_run (self->current));
  self->restart = TRUE;
  if (begun)
    wb_session_begin_run (self);
  self->restart = FALSE;
  wb_session_poll (self);
  g_signal_emit_by_name (self, "state-changed");
}

void
wb_session_run_to_end (WbSession *self)
{
  if (wb_session_state (self) == SIM_RUN_FINISHED && !self->stale)
    {
      wb_session_follow (self);
      return;
    }
  if (!ensure_run (self))
    return;
  wb_session_follow (self);
  sim_run_set_realtime_rate (wb_run_item_run (self->current), 0);
  sim_run_start (wb_run_item_run (self->current));
  commanded (self);
}

void
wb_session_cancel (WbSession *self)
{
  if (self->current != NULL && wb_session_state (self) != SIM_RUN_FINISHED)
    {
      sim_run_stop (wb_run_item_run (self->current));
      commanded (self);
    }
}

/* Change of the initial value of the first state in a nearby run, relative to its size. It is too small to see in a plot, but much larger than the
 * local error of the first step. */
#define NEARBY 1e-5
/* Index of the colour vermilion, which differs most from the first colour. */
#define NEARBY_COLOR 5

/* Returns the size of the first state: |x| if that is above 1, otherwise its largest absolute value in the run, but at most 1; 1 if it is 0. */
static double
size_of_first (SimTrajectory *trajectory, double x)
{
  gsize n = sim_trajectory_n_rows (trajectory);
  double low = 0, high = 0, size;

  if (n > 0)
    sim_trajectory_range (trajectory, 0, 0, n, &low, &high);
  size = fmax (fabs (x), fmin (1, fmax (fabs (low), fabs (high))));
  return size > 0 ? size : 1;
}

void
wb_session_run_nearby (WbSession *self)
{
  g_autoptr (LabValues) values = NULL;
  g_autoptr (WbRunItem) item = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree double *x = NULL, *d = NULL;
  ModelSystem *system;
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (self->current == NULL && !ensure_run (self))
    return;
  wb_plot_painter_hold (); /* a view that is being drawn uses the ModelSystem */
  system = wb_run_item_system (self->current);
  x = g_new0 (double, model_system_n_states (system) + 1);
  d = g_new0 (double, model_system_n_discrete (system) + 1);
  if (model_system_n_states (system) == 0 || !model_system_initial (system, x, d, &error))
    {
      wb_session_message (self, error != NULL ? error->message : _("This model has no initial state that can be shifted"));
      return;
    }
  values = lab_values_copy (wb_run_item_values (self->current));
  g_ascii_formatd (text, sizeof text, "%.17g", x[0] + NEARBY * size_of_first (wb_run_item_trajectory (self->current), x[0]));
  g_hash_table_insert (values->initials, g_strdup (model_system_column (system, 0)->name), g_strdup (text));
  /* The text of the model may have been changed since the run. */
  item = wb_run_item_new (wb_run_item_model (self->current), wb_run_item_config (self->current), values, &error);
  if (item == NULL)
    {
      wb_session_message (self, error->message);
      return;
    }
  wb_session_push_copy (self, wb_session_copy_new (self), _("start shifted by 10⁻⁵"));
  wb_run_item_set_name (item, _("start shifted by 10⁻⁵"));
  wb_run_item_set_color (item, NEARBY_COLOR);
  wb_run_item_set_pinned (item, TRUE);
  sim_run_set_realtime_rate (wb_run_item_run (item), 0);
  sim_run_start (wb_run_item_run (item));
  wb_session_add_run (self, item);
  wb_session_emit_history (self);
  commanded (self);
}

void
wb_session_set_rate (WbSession *self, double rate)
{
  self->rate = rate;
  if (self->current != NULL)
    sim_run_set_realtime_rate (wb_run_item_run (self->current), rate);
  wb_session_emit_setting (self, WB_SETTING, "realtime_rate");
}

double
wb_session_rate (WbSession *self)
{
  return self->rate;
}

void
wb_session_poll (WbSession *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->runs));
  SimRunState before = self->seen_state;
  gboolean advanced = FALSE, moved = FALSE;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbRunItem) item = g_list_model_get_item (G_LIST_MODEL (self->runs), i);

      /* Only the current run and runs that are not finished can change. */
      if (item == self->current || wb_run_item_state (item)->state != SIM_RUN_FINISHED)
        advanced |= wb_run_item_poll (item);
    }
  advanced |= wb_session_advance_repeat (self);
  self->seen_state = wb_session_state (self);
  if (self->following && self->current != NULL)
    moved = wb_session_follow_front (self, before == SIM_RUN_RUNNING);
  go_where_wanted (self);
  if (moved)
    wb_session_emit_playhead (self);
  if (advanced || moved)
    g_signal_emit_by_name (self, "advanced");
  if (before != self->seen_state)
    g_signal_emit_by_name (self, "state-changed");
}
