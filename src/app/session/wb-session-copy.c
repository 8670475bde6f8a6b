/* A copy of what one undo step restores of a session: the model, the settings, the values, the runs with their names, colours and places
 * among the branches, which run is current, and what objects of the session add to it (wb_session_join_copies).
 *
 * What a run has computed is not copied: a run that went on after the copy keeps its rows. Runs are copied as references, so that a run
 * that undo takes out of the list comes back with its rows. The history keeps only a few such runs in memory; the others are freed and
 * computed again when undo or redo needs them, which gives the same bits. A run that had not started has no results; it is made again from
 * the settings. */
#include <math.h>
#include <string.h>

#include "wb-session-branch.h"
#include "wb-session-history.h"
#include "wb-session-private.h"

/* A run that steps of the history refer to: the run itself, or what is needed to compute it again. */
struct WbKeptRun
{
  int references;
  GPtrArray *all;        /* all kept runs of the session, which contains this one */
  WbRunItem *run;        /* NULL: it was freed */
  guint used;            /* order of the last uses: the run used last has the largest number */
  Model *model;
  SimConfig *config;
  LabValues *values;
  GPtrArray *history;
  gint64 steps;          /* −1: the run has reached its end */
  gboolean stopped;
  WbRunTimes times;
  double reached;
};

/* A run with the properties that can change. */
typedef struct
{
  WbKeptRun *kept;   /* NULL: it had not started */
  gpointer unstarted;/* weak pointer to the run if it had not started; NULL after the run was freed */
  char *name;
  int number, color, tree, parent, letter;
  double t_branch;
  gboolean visible, pinned, running;
} CopiedRun;

/* An object whose state is part of all copies. */
typedef struct
{
  gpointer owner; /* GObject, not owned; becomes NULL when the object is destroyed */
  WbCopyFunc copy;
  WbChangeFunc restore;
  GDestroyNotify free_state;
} Joined;

struct WbSessionCopy
{
  Model *model;
  SimConfig *config;
  LabValues *values;
  GPtrArray *runs;        /* CopiedRun in the order of the list */
  int current, ghost;     /* indices in runs; −1: none */
  int next_color, last_number;
  gboolean stale, repeating, repetition, following;
  double playhead;
  gsize shown_attempt;
  GPtrArray *joined;      /* the objects (Joined) of the session */
  GPtrArray *states;      /* their states; NULL: none */
};

/* ---- kept runs ---- */

#define KEPT "wb-kept-run"
/* Number of runs that only the history keeps in memory. Each of them has all its rows and a thread. */
#define MOST_KEPT 8

WbKeptRun *
wb_session_keep_run (WbSession *self, WbRunItem *run)
{
  static guint last_use = 0;
  WbKeptRun *kept = g_object_get_data (G_OBJECT (run), KEPT);

  if (kept == NULL)
    {
      kept = g_new0 (WbKeptRun, 1);
      kept->all = self->kept;
      kept->run = g_object_ref (run);
      g_object_set_data (G_OBJECT (run), KEPT, kept);
      g_ptr_array_add (self->kept, kept);
    }
  kept->references++;
  kept->used = ++last_use;
  return kept;
}

static void
forget_recipe (WbKeptRun *kept)
{
  g_clear_pointer (&kept->model, model_unref);
  g_clear_pointer (&kept->config, sim_config_free);
  g_clear_pointer (&kept->values, lab_values_free);
  g_clear_pointer (&kept->history, g_ptr_array_unref);
}

void
wb_kept_run_unref (WbKeptRun *kept)
{
  if (kept == NULL || --kept->references > 0)
    return;
  if (kept->run != NULL)
    g_object_set_data (G_OBJECT (kept->run), KEPT, NULL);
  g_clear_object (&kept->run);
  forget_recipe (kept);
  g_ptr_array_remove_fast (kept->all, kept);
  g_free (kept);
}

/* Frees a run that is at rest, after storing how to compute it again. */
static void
release (WbKeptRun *kept)
{
  const SimRunPoll *poll = wb_run_item_state (kept->run);
  gboolean over = poll->state == SIM_RUN_FINISHED;

  kept->model = model_ref (wb_run_item_model (kept->run));
  kept->config = sim_config_copy (wb_run_item_config (kept->run));
  kept->values = lab_values_copy (wb_run_item_values (kept->run));
  kept->values->t_end = wb_run_item_first_t_end (kept->run);
  kept->history = sim_run_history (wb_run_item_run (kept->run));
  kept->stopped = over && poll->status.reason == SIM_INTERRUPTED;
  kept->steps = over && !kept->stopped ? -1 : poll->statistics.steps_taken;
  kept->times = (WbRunTimes) { poll->statistics.wall_seconds, poll->statistics.waited_seconds, poll->statistics.actual_realtime_rate };
  kept->reached = poll->t;
  g_object_set_data (G_OBJECT (kept->run), KEPT, NULL);
  g_clear_object (&kept->run);
}

WbRunItem *
wb_kept_run_get (WbKeptRun *kept)
{
  WbRunItem *run;

  if (kept->run != NULL)
    return kept->run;
  run = wb_run_item_new (kept->model, kept->config, kept->values, NULL);
  if (run == NULL)
    return NULL;
  wb_run_item_set_times (run, &kept->times, kept->reached);
  wb_run_item_recompute (run, kept->history, kept->steps, kept->stopped);
  forget_recipe (kept);
  g_object_set_data (G_OBJECT (run), KEPT, kept);
  kept->run = run;
  return run;
}

static int
by_use (gconstpointer a, gconstpointer b)
{
  const WbKeptRun *p = *(WbKeptRun *const *) a, *q = *(WbKeptRun *const *) b;

  return p->used > q->used ? -1 : p->used < q->used;
}

void
wb_session_release_runs (WbSession *self)
{
  g_autoptr (GPtrArray) outside = g_ptr_array_new ();

  for (guint i = 0; i < self->kept->len; i++)
    {
      WbKeptRun *kept = g_ptr_array_index (self->kept, i);

      if (kept->run != NULL && !g_list_store_find (self->runs, kept->run, NULL))
        g_ptr_array_add (outside, kept);
    }
  g_ptr_array_sort (outside, by_use);
  for (guint i = MOST_KEPT; i < outside->len; i++)
    {
      WbKeptRun *kept = g_ptr_array_index (outside, i);
      const SimRunPoll *poll = wb_run_item_state (kept->run);

      wb_run_item_poll (kept->run);
      if ((poll->state == SIM_RUN_FINISHED || poll->state == SIM_RUN_PAUSED) && !poll->pending && !poll->replaying)
        release (kept);
    }
}

/* ---- making and freeing ---- */

void
wb_session_join_copies (WbSession *self, gpointer owner, WbCopyFunc copy, WbChangeFunc restore, GDestroyNotify free_state)
{
  Joined *joined = g_new (Joined, 1);

  *joined = (Joined) { owner, copy, restore, free_state };
  g_object_add_weak_pointer (owner, &joined->owner);
  g_ptr_array_add (self->joined, joined);
}

static void
joined_free (gpointer data)
{
  Joined *joined = data;

  if (joined->owner != NULL)
    g_object_remove_weak_pointer (joined->owner, &joined->owner);
  g_free (joined);
}

GPtrArray *
wb_session_copy_joined_new (void)
{
  return g_ptr_array_new_with_free_func (joined_free);
}

static gboolean
is_unstarted (WbRunItem *run)
{
  return run != NULL && wb_run_item_state (run)->state == SIM_RUN_READY && !wb_run_item_state (run)->pending;
}

static CopiedRun *
copied_run_new (WbSession *self, WbRunItem *run)
{
  CopiedRun *copied = g_new0 (CopiedRun, 1);

  if (is_unstarted (run))
    {
      copied->unstarted = run;
      g_object_add_weak_pointer (G_OBJECT (run), &copied->unstarted);
    }
  else
    copied->kept = wb_session_keep_run (self, run);
  copied->name = g_strdup (wb_run_item_name (run));
  copied->number = wb_run_item_number (run);
  copied->color = wb_run_item_color (run);
  copied->tree = wb_run_item_tree (run);
  copied->parent = wb_run_item_parent (run);
  copied->letter = wb_run_item_letter (run);
  copied->t_branch = wb_run_item_branch_t (run);
  copied->visible = wb_run_item_visible (run);
  copied->pinned = wb_run_item_pinned (run);
  copied->running = wb_run_item_state (run)->state == SIM_RUN_RUNNING;
  return copied;
}

static void
copied_run_free (gpointer data)
{
  CopiedRun *copied = data;

  if (copied->unstarted != NULL)
    g_object_remove_weak_pointer (G_OBJECT (copied->unstarted), &copied->unstarted);
  wb_kept_run_unref (copied->kept);
  g_free (copied->name);
  g_free (copied);
}

WbSessionCopy *
wb_session_copy_new (WbSession *self)
{
  WbSessionCopy *copy = g_new0 (WbSessionCopy, 1);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->runs));

  copy->model = self->model != NULL ? model_ref (self->model) : NULL;
  copy->config = sim_config_copy (self->config);
  copy->values = lab_values_copy (self->values);
  copy->runs = g_ptr_array_new_with_free_func (copied_run_free);
  copy->current = copy->ghost = -1;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (G_LIST_MODEL (self->runs), i);

      wb_run_item_poll (run);
      if (run == self->current)
        copy->current = (int) i;
      if (run == self->repeat.ghost)
        copy->ghost = (int) i;
      g_ptr_array_add (copy->runs, copied_run_new (self, run));
    }
  copy->next_color = self->next_color;
  copy->last_number = self->last_number;
  copy->stale = self->stale;
  copy->repeating = wb_session_is_repeating (self);
  copy->repetition = self->repeat.shown;
  copy->following = self->following;
  copy->playhead = self->playhead;
  copy->shown_attempt = self->shown_attempt;
  copy->joined = self->joined;
  copy->states = g_ptr_array_new ();
  for (guint i = 0; i < self->joined->len; i++)
    {
      const Joined *joined = g_ptr_array_index (self->joined, i);

      g_ptr_array_add (copy->states, joined->owner != NULL ? joined->copy (joined->owner) : NULL);
    }
  return copy;
}

void
wb_session_copy_free (WbSessionCopy *copy)
{
  if (copy == NULL)
    return;
  for (guint i = 0; i < copy->states->len; i++)
    {
      const Joined *joined = g_ptr_array_index (copy->joined, i);

      if (g_ptr_array_index (copy->states, i) != NULL)
        joined->free_state (g_ptr_array_index (copy->states, i));
    }
  g_ptr_array_unref (copy->states);
  g_ptr_array_unref (copy->runs);
  g_clear_pointer (&copy->model, model_unref);
  sim_config_free (copy->config);
  lab_values_free (copy->values);
  g_free (copy);
}

void
wb_session_copy_replace_model (WbSessionCopy *copy, Model *before, Model *after)
{
  if (copy->model != before)
    return;
  model_unref (copy->model);
  copy->model = model_ref (after);
}

gboolean
wb_session_copy_is_without (WbSession *self, const WbSessionCopy *copy, WbRunItem *run)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->runs)), k = 0;

  for (guint i = 0; i < copy->runs->len; i++)
    {
      const CopiedRun *copied = g_ptr_array_index (copy->runs, i);
      g_autoptr (WbRunItem) there = k < n ? g_list_model_get_item (G_LIST_MODEL (self->runs), k) : NULL;

      if (copied->unstarted == run || (copied->kept != NULL && copied->kept->run == run))
        continue;
      if (there == NULL || ((copied->kept == NULL || there != copied->kept->run) && (there != copied->unstarted || !is_unstarted (there))))
        return FALSE;
      k++;
    }
  return k == n;
}

/* ---- restoring ---- */

/* Returns the run of a copy: the run itself, the run that had not started if it still has not, or a new one with the settings and values of
 * the session, which must be those of the copy. Returns NULL if the model refuses them. */
static WbRunItem *
run_of (WbSession *self, const CopiedRun *copied)
{
  WbRunItem *run;

  if (copied->kept != NULL)
    {
      run = wb_kept_run_get (copied->kept);
      return run != NULL ? g_object_ref (run) : NULL;
    }
  if (is_unstarted (copied->unstarted) && wb_session_agrees (self, copied->unstarted))
    return g_object_ref (copied->unstarted);
  run = wb_session_prepare_run (self, NULL);
  if (run != NULL)
    sim_run_prepare (wb_run_item_run (run));
  return run;
}

static void
give_properties (WbRunItem *run, const CopiedRun *copied)
{
  wb_run_item_set_name (run, copied->name);
  wb_run_item_set_number (run, copied->number);
  wb_run_item_set_color (run, copied->color);
  wb_run_item_set_branch (run, copied->tree, copied->parent, copied->t_branch, copied->letter);
  wb_run_item_set_visible (run, copied->visible);
  wb_run_item_set_pinned (run, copied->pinned);
  wb_run_item_set_ghost (run, FALSE);
}

void
wb_session_copy_give (const WbSessionCopy *copy, WbRunItem *run)
{
  for (guint i = 0; i < copy->runs->len; i++)
    {
      const CopiedRun *copied = g_ptr_array_index (copy->runs, i);

      if (copied->kept != NULL && copied->kept->run == run)
        give_properties (run, copied);
    }
}

/* Returns whether the list of the session holds exactly the given runs, in the given order. */
static gboolean
has_runs (WbSession *self, const GPtrArray *runs)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->runs));
  gboolean same = n == runs->len;

  for (guint i = 0; same && i < n; i++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (G_LIST_MODEL (self->runs), i);

      same = run == g_ptr_array_index (runs, i);
    }
  return same;
}

/* Pauses the runs of the list that are not in `runs`. Undo or redo may bring them back. */
static void
pause_others (WbSession *self, GPtrArray *runs)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->runs));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (G_LIST_MODEL (self->runs), i);

      if (!g_ptr_array_find (runs, run, NULL))
        sim_run_pause (wb_run_item_run (run));
    }
}

/* Replaces the list of runs and their properties. Runs that were running when undo or redo took them out of the list go on. Returns whether
 * another run is current now. */
static gboolean
restore_runs (WbSession *self, const WbSessionCopy *copy)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (g_object_unref);
  WbRunItem *current = NULL, *ghost = NULL;
  gboolean other;

  for (guint i = 0; i < copy->runs->len; i++)
    {
      const CopiedRun *copied = g_ptr_array_index (copy->runs, i);
      WbRunItem *run = run_of (self, copied);

      if (run == NULL)
        continue;
      give_properties (run, copied);
      current = (int) i == copy->current ? run : current;
      ghost = (int) i == copy->ghost ? run : ghost;
      g_ptr_array_add (runs, run);
      if (copied->running && (!g_list_store_find (self->runs, run, NULL) || (run == current && run != self->current)))
        sim_run_start (wb_run_item_run (run));
    }
  pause_others (self, runs);
  other = self->current != current;
  g_set_object (&self->current, current);
  g_set_object (&self->repeat.ghost, ghost);
  if (ghost != NULL)
    wb_run_item_set_ghost (ghost, TRUE);
  self->next_color = copy->next_color;
  self->last_number = copy->last_number;
  if (!has_runs (self, runs))
    g_list_store_splice (self->runs, 0, g_list_model_get_n_items (G_LIST_MODEL (self->runs)), runs->pdata, runs->len);
  return other;
}

/* Sets the playhead after another run has become current. */
static void
restore_playhead (WbSession *self, const WbSessionCopy *copy)
{
  self->wanted = copy->following || wb_session_state (self) != SIM_RUN_RUNNING ? NAN : copy->playhead;
  self->following = copy->following;
  self->playhead = copy->playhead;
  self->shown_attempt = copy->shown_attempt;
  if (self->current == NULL)
    return;
  wb_run_item_poll (self->current);
  if (copy->following)
    self->playhead = wb_run_item_state (self->current)->t;
  self->commanded = g_get_monotonic_time ();
}

/* Takes the model, settings and values of the copy. Returns whether the settings or values change. */
static gboolean
restore_settings (WbSession *self, const WbSessionCopy *copy)
{
  gboolean differs = !wb_session_has (self, copy->config, copy->values);

  if (self->model != copy->model)
    {
      g_clear_pointer (&self->model, model_unref);
      self->model = copy->model != NULL ? model_ref (copy->model) : NULL;
      g_clear_pointer (&self->system, model_system_free);
    }
  sim_config_free (self->config);
  lab_values_free (self->values);
  self->config = sim_config_copy (copy->config);
  self->values = lab_values_copy (copy->values);
  if (differs)
    g_clear_pointer (&self->system, model_system_free);
  return differs;
}

/* Returns whether all settings and values of the session become those of the copy if this setting or value does. */
static gboolean
is_only_difference (WbSession *self, const WbSessionCopy *copy, WbKind kind, const char *key)
{
  g_autoptr (SimConfig) config = sim_config_copy (self->config);
  g_autoptr (LabValues) values = lab_values_copy (self->values);

  wb_session_copy_one (config, values, copy->config, copy->values, kind, key);
  return wb_session_same_settings (config, copy->config) && wb_session_same_values (values, copy->values);
}

void
wb_session_copy_restore (WbSession *self, const WbSessionCopy *copy, WbKind kind, const char *key)
{
  g_autoptr (SimConfig) config = sim_config_copy (self->config);
  g_autoptr (LabValues) values = lab_values_copy (self->values);
  SimRunState state = wb_session_state (self);
  gboolean live = (state == SIM_RUN_RUNNING || state == SIM_RUN_PAUSED) && isnan (wb_session_branch_time (self));
  gboolean other_model = self->model != copy->model, one = key[0] != '\0' && is_only_difference (self, copy, kind, key), differs, other;

  wb_session_forget_repeat (self);
  differs = restore_settings (self, copy);
  other = restore_runs (self, copy);
  self->changes++;
  if (other)
    restore_playhead (self, copy);
  else if (differs && self->current != NULL)
    wb_session_take_over (self, config, values, live);
  self->stale = copy->stale && self->current != NULL;
  self->repeat.shown = copy->repetition;
  self->repeat.wanted = copy->repeating;
  if (other_model)
    wb_session_emit_model (self);
  for (guint i = 0; i < copy->states->len; i++)
    {
      const Joined *joined = g_ptr_array_index (copy->joined, i);

      if (joined->owner != NULL && g_ptr_array_index (copy->states, i) != NULL)
        joined->restore (joined->owner, g_ptr_array_index (copy->states, i));
    }
  if (differs || key[0] != '\0')
    wb_session_emit_setting (self, one ? kind : WB_SETTING, one ? key : "");
  wb_session_touch_runs (self);
  wb_session_poll (self);
  g_signal_emit_by_name (self, "state-changed");
  wb_session_emit_playhead (self);
}
