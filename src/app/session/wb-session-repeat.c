/* The repetition of a finished run after a change of a value.
 *
 * A change sets `wanted`. The next poll prepares and starts a run with the newest values, so that all changes between two polls cause only
 * one run. The repetition is shown when it has finished. If it takes longer than SHOW_US, it is shown while it is still running. Until then
 * the earlier curves stay visible. If values change again before the repetition has ended, another repetition replaces it. The run before
 * the change stays visible as a ghost, drawn faint, until the next change is shown. */
#include <math.h>

#include "wb-plot-painter.h"
#include "wb-session-branch.h"
#include "wb-session-private.h"

/* Time in µs after which a repetition is shown even if it has not ended. */
#define SHOW_US (120 * 1000)

static gboolean
has_ended (WbRunItem *run)
{
  wb_run_item_poll (run);
  return wb_run_item_state (run)->state == SIM_RUN_FINISHED;
}

/* Returns whether the run may be repeated. A run that the user has cancelled is not repeated, because it may never end. */
static gboolean
can_repeat (WbSession *self)
{
  return self->current != NULL && wb_session_state (self) == SIM_RUN_FINISHED
         && wb_run_item_state (self->current)->status.reason != SIM_INTERRUPTED;
}

/* Returns whether the current run is a repetition that is still running; a
 * change of a value then restarts it. */
static gboolean
is_running (WbSession *self)
{
  return self->repeat.shown && wb_session_state (self) == SIM_RUN_RUNNING;
}

gboolean
wb_session_want_repeat (WbSession *self)
{
  if (!can_repeat (self) && !is_running (self) && self->repeat.next == NULL)
    return FALSE;
  self->repeat.wanted = TRUE;
  return TRUE;
}

void
wb_session_repeat (WbSession *self)
{
  if (self->current == NULL || wb_session_state (self) == SIM_RUN_READY)
    return;
  self->repeat.wanted = TRUE;
  g_signal_emit_by_name (self, "state-changed"); /* makes the window poll again */
}

gboolean
wb_session_is_repeating (WbSession *self)
{
  return self->repeat.wanted || self->repeat.next != NULL;
}

/* Stops a run and releases it. If its thread is in the middle of a long step, a later poll joins the thread, so that the window does not
 * block. */
static void
drop (WbSession *self, WbRunItem *run)
{
  sim_run_stop (wb_run_item_run (run));
  g_ptr_array_add (self->repeat.stopping, g_object_ref (run));
}

static void
set_ghost (WbSession *self, WbRunItem *run)
{
  WbRunItem *before = self->repeat.ghost;

  if (before == run)
    return;
  if (before != NULL)
    {
      wb_run_item_set_ghost (before, FALSE);
      wb_run_item_set_visible (before, before == self->current || wb_run_item_pinned (before));
    }
  g_set_object (&self->repeat.ghost, run);
  if (run != NULL)
    {
      wb_run_item_set_ghost (run, TRUE);
      wb_run_item_set_visible (run, TRUE);
    }
}

void
wb_session_restore_ghost (WbSession *self, WbRunItem *run)
{
  set_ghost (self, run);
}

void
wb_session_forget_repeat (WbSession *self)
{
  if (self->repeat.next != NULL)
    drop (self, self->repeat.next);
  g_clear_object (&self->repeat.next);
  self->repeat.wanted = self->repeat.shown = FALSE;
  set_ghost (self, NULL);
}

void
wb_session_clear_repeat (WbSession *self)
{
  g_clear_object (&self->repeat.next);
  g_clear_object (&self->repeat.ghost);
  g_clear_pointer (&self->repeat.stopping, g_ptr_array_unref);
}

/* Returns the time at which the next repetition begins as a branch, or NAN if it repeats the run from its start. A repetition that replaces
 * a branch begins where that branch began, because the branch may not have steps up to the playhead yet. */
static double
root_of_next (WbSession *self, gboolean continues)
{
  const double root = wb_run_item_branch_t (self->current);

  if ((continues || is_running (self)) && wb_run_item_parent (self->current) != 0 && self->playhead >= root)
    return root;
  return wb_session_branch_time (self);
}

static void
begin_next (WbSession *self)
{
  gboolean continues = self->repeat.shown && self->repeat.edit == self->edits;
  WbRunItem *before = continues && self->repeat.ghost != NULL ? self->repeat.ghost : self->current;
  double t = root_of_next (self, continues);

  self->repeat.wanted = FALSE;
  /* If the playhead is inside the run, the change begins a branch there. */
  self->repeat.next = isnan (t) ? NULL : wb_session_prepare_branch (self, t);
  if (self->repeat.next == NULL)
    self->repeat.next = wb_session_prepare_run (self, before);
  if (self->repeat.next == NULL)
    {
      /* If the model refuses the values, keep the curves of the last run. */
      g_signal_emit_by_name (self, "state-changed");
      return;
    }
  self->repeat.begun = g_get_monotonic_time ();
  self->repeat.next_edit = self->edits;
  self->repeat.version = self->changes;
  sim_run_set_realtime_rate (wb_run_item_run (self->repeat.next), 0);
  sim_run_start (wb_run_item_run (self->repeat.next));
}

/* Puts a repetition into the list at the place of the run that it replaces. */
static void
replace_current (WbSession *self, WbRunItem *item)
{
  guint position;

  wb_run_item_set_number (item, wb_run_item_number (self->current));
  wb_run_item_set_color (item, wb_run_item_color (self->current));
  if (wb_run_item_parent (item) != 0)
    wb_run_item_set_branch (item, wb_run_item_tree (item), wb_run_item_parent (item), wb_run_item_branch_t (item),
                            wb_run_item_letter (self->current));
  else
    self->next_color = MAX (self->next_color - 1, 0);
  drop (self, self->current);
  if (g_list_store_find (self->runs, self->current, &position))
    g_list_store_splice (self->runs, position, 1, (gpointer *) &item, 1);
}

static void
show_next (WbSession *self)
{
  g_autoptr (WbRunItem) item = g_steal_pointer (&self->repeat.next), before = g_object_ref (self->current);
  /* Keep the old ghost if the repetition replaces an earlier repetition of the same edit, or one that has not reached its end. */
  gboolean branch = wb_run_item_parent (item) != 0;
  gboolean replaces = branch == (wb_run_item_parent (before) != 0)
                      && ((self->repeat.shown && self->repeat.edit == self->repeat.next_edit) || is_running (self));
  double playhead = wb_session_playhead (self);

  if (replaces)
    replace_current (self, item);
  else if (branch)
    {
      wb_session_letter_branch (self, item);
      wb_session_hide_others (self, item);
      set_ghost (self, NULL);
    }
  else
    {
      wb_session_hide_others (self, before);
      if (wb_session_state (self) != SIM_RUN_FINISHED)
        sim_run_stop (wb_run_item_run (before));
      set_ghost (self, before);
    }
  g_set_object (&self->current, item);
  self->repeat.shown = TRUE;
  self->repeat.edit = self->repeat.next_edit;
  self->stale = self->changes != self->repeat.version;
  self->shown_attempt = G_MAXSIZE;
  if (self->following)
    self->playhead = wb_run_item_state (item)->t;
  else
    self->wanted = playhead;
  if (replaces)
    g_signal_emit_by_name (self, "runs-changed");
  else
    wb_session_add_run (self, item);
  g_signal_emit_by_name (self, "state-changed");
  wb_session_emit_playhead (self);
}

/* Returns whether the next repetition should be shown now. Showing it makes the plots again and waits for a drawing in progress. Therefore
 * it is better to wait until the repetition ends, but not longer than SHOW_US. */
static gboolean
is_due (WbSession *self)
{
  gint64 age = g_get_monotonic_time () - self->repeat.begun;

  if (!has_ended (self->repeat.next) && age < SHOW_US)
    return FALSE;
  return wb_plot_painter_is_idle () || age >= 2 * SHOW_US;
}

gboolean
wb_session_advance_repeat (WbSession *self)
{
  WbRepeat *repeat = &self->repeat;
  gboolean changed = FALSE;

  for (guint i = repeat->stopping->len; i-- > 0;)
    if (has_ended (g_ptr_array_index (repeat->stopping, i)))
      g_ptr_array_remove_index_fast (repeat->stopping, i);
  if (repeat->next != NULL && is_due (self))
    {
      show_next (self);
      changed = TRUE;
    }
  /* Only one thread computes at a time. Start a run with the newest values only after the replaced run has stopped. */
  if (repeat->wanted && repeat->next == NULL && repeat->stopping->len == 0)
    begin_next (self);
  return changed;
}
