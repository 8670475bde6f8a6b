/* Branches of a session: from which run and with which changes a branch begins at the playhead, and the selection, names and visibility of
 * branches. */
#include "wb-session-branch.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-text.h"
#include "plot-theme.h"
#include "wb-session-private.h"

/* Number of letters, A to Z. Further branches have no letter. */
#define MOST_LETTERS 26

/* ---- the tree ---- */

WbRunItem *
wb_session_find_run (WbSession *self, int number)
{
  return wb_branches_find (G_LIST_MODEL (self->runs), number);
}

GPtrArray *
wb_session_tree (WbSession *self, guint most)
{
  return wb_branches_tree (G_LIST_MODEL (self->runs), self->current, most);
}

gboolean
wb_session_has_branches (WbSession *self)
{
  g_autoptr (GPtrArray) runs = wb_branches_of_tree (G_LIST_MODEL (self->runs), self->current != NULL ? wb_run_item_tree (self->current) : 0);

  return runs->len > 1;
}

WbRunItem *
wb_session_counterpart (WbSession *self)
{
  WbRunItem *parent = self->current != NULL ? wb_session_find_run (self, wb_run_item_parent (self->current)) : NULL;
  g_autoptr (GPtrArray) runs = wb_branches_of_tree (G_LIST_MODEL (self->runs), parent == NULL && self->current != NULL ? wb_run_item_tree (self->current) : 0);

  for (guint i = runs->len; parent == NULL && i-- > 0;)
    if (g_ptr_array_index (runs, i) != self->current)
      parent = g_ptr_array_index (runs, i); /* the list still owns a reference */
  return parent;
}

char *
wb_session_branch_text (WbSession *self, WbRunItem *item)
{
  WbRunItem *parent = wb_session_find_run (self, wb_run_item_parent (item));
  g_autofree char *t = NULL;

  if (wb_run_item_letter (item) == 0)
    return NULL;
  if (isnan (wb_run_item_branch_t (item)))
    return g_strdup (_("first run"));
  t = plot_text_value (wb_run_item_branch_t (item), 4, model_time_unit (wb_run_item_model (item)));
  if (parent == NULL)
    /* Translators: place of a branch whose first part belongs to a run that was deleted; %s is a time. */
    return g_strdup_printf (_("from %s"), t);
  /* Translators: place of a branch: the letter of the run that it begins from, and the time. */
  return g_strdup_printf (_("from %c at %s"), wb_run_item_letter (parent), t);
}

void
wb_session_letter_branch (WbSession *self, WbRunItem *item)
{
  g_autoptr (GPtrArray) runs = wb_branches_of_tree (G_LIST_MODEL (self->runs), wb_run_item_tree (item));
  WbRunItem *parent = wb_session_find_run (self, wb_run_item_parent (item));
  int last = 'A';

  if (parent != NULL && wb_run_item_tree (parent) == 0)
    {
      wb_run_item_set_branch (parent, wb_run_item_number (parent), 0, NAN, 'A');
      wb_run_item_set_color (parent, 1);
    }
  for (guint i = 0; i < runs->len; i++)
    last = MAX (last, wb_run_item_letter (g_ptr_array_index (runs, i)));
  last = MIN (last + 1, 'A' + MOST_LETTERS - 1);
  if (last == 'B')
    g_signal_emit_by_name (self, "branched");
  wb_run_item_set_branch (item, wb_run_item_tree (item), wb_run_item_parent (item), wb_run_item_branch_t (item), last);
  wb_run_item_set_color (item, 1 + (last - 'A') % PLOT_N_STYLES);
}

/* ---- the changes of a branch ---- */

double
wb_session_branch_time (WbSession *self)
{
  double t = self->playhead;

  if (self->current == NULL || self->following || wb_session_state (self) == SIM_RUN_READY || wb_run_item_state (self->current)->replaying
      || !(t > wb_run_item_t_start (self->current)) || !(t < wb_run_item_state (self->current)->t))
    return NAN;
  t = sim_run_boundary (wb_run_item_trajectory (self->current), t);
  return t > wb_run_item_t_start (self->current) ? t : NAN;
}

static gboolean
same_number (const char *a, const char *b)
{
  return g_strcmp0 (a, b) == 0 || (a != NULL && b != NULL && g_ascii_strtod (a, NULL) == g_ascii_strtod (b, NULL));
}

/* Adds a change for each value that differs between the run and the session. A state that has its default in the session keeps its value of
 * the run. */
static void
add_values (WbSession *self, GPtrArray *changes, WbKind kind, GHashTable *before, GHashTable *after)
{
  g_autoptr (GHashTable) all = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GList) keys = NULL;
  GHashTableIter iter;
  gpointer key;

  for (int i = kind == WB_INITIAL ? 1 : 0; i < 2; i++)
    {
      g_hash_table_iter_init (&iter, i == 0 ? before : after);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        g_hash_table_add (all, key);
    }
  keys = g_list_sort (g_hash_table_get_keys (all), (GCompareFunc) strcmp);
  for (GList *link = keys; link != NULL; link = link->next)
    {
      g_autofree char *now = NULL;

      if (same_number (g_hash_table_lookup (before, link->data), g_hash_table_lookup (after, link->data)))
        continue;
      now = wb_session_get (self, kind, link->data);
      if (now != NULL)
        g_ptr_array_add (changes, sim_run_change_new (kind == WB_INITIAL ? SIM_RUN_CHANGE_STATE : SIM_RUN_CHANGE_PARAMETER, link->data,
                                                      g_ascii_strtod (now, NULL), NULL));
    }
}

/* Returns whether the differences between the session and a run are such that they can be changed during a run. Only then a branch can
 * begin. */
static gboolean
can_branch (WbSession *self, WbRunItem *run, const SimConfig *config, const LabValues *values)
{
  const LabValues *now = self->values;
  gboolean same_start = values->t_start == now->t_start || (isnan (values->t_start) && isnan (now->t_start));

  return self->model == wb_run_item_model (run) && same_start && wb_session_same_texts (values->constants, now->constants)
         && wb_session_same_texts (values->events_off, now->events_off) && values->is_member == now->is_member && values->member == now->member
         && sim_config_get_number (config, "seed") == sim_config_get_number (self->config, "seed")
         && sim_config_get_boolean (config, "fast_math") == sim_config_get_boolean (self->config, "fast_math");
}

/* Returns the changes (SimRunChange) with which a branch of a run begins at time t, and sets *config and *values to the settings and values
 * before them. Returns NULL if a branch cannot have the settings and values of the session. */
static GPtrArray *
changes_at (WbSession *self, WbRunItem *run, double t, SimConfig **config, LabValues **values)
{
  GPtrArray *changes = g_ptr_array_new_with_free_func ((GDestroyNotify) sim_run_change_free);
  double end;

  wb_run_item_settings_at (run, t, config, values);
  if (!can_branch (self, run, *config, *values))
    {
      g_ptr_array_unref (changes);
      return NULL;
    }
  if (!wb_session_same_settings (*config, self->config))
    g_ptr_array_add (changes, sim_run_change_new (SIM_RUN_CHANGE_CONFIG, NULL, 0, self->config));
  add_values (self, changes, WB_PARAMETER, (*values)->parameters, self->values->parameters);
  add_values (self, changes, WB_INITIAL, (*values)->initials, self->values->initials);
  end = isnan ((*values)->t_end) ? model_system_t_end (wb_run_item_system (run)) : (*values)->t_end;
  if (wb_session_t_end (self) != end)
    g_ptr_array_add (changes, sim_run_change_new (SIM_RUN_CHANGE_END, NULL, wb_session_t_end (self), NULL));
  return changes;
}

/* Returns the run from which a branch at time t begins: the current run or one of its ancestors. A run is replaced by its parent if t is
 * not after the time at which the run branched, because both runs are identical until then. It is also replaced if the parent has no step
 * boundary after that time up to the playhead. */
static WbRunItem *
run_at (WbSession *self, double t)
{
  WbRunItem *run = self->current, *parent;

  while ((parent = wb_session_find_run (self, wb_run_item_parent (run))) != NULL
         && (t <= wb_run_item_branch_t (run)
             || sim_run_boundary (wb_run_item_trajectory (parent), self->playhead) <= wb_run_item_branch_t (run)))
    run = parent;
  return run;
}

gboolean
wb_session_branch_is_due (WbSession *self)
{
  double t = self->stale ? wb_session_branch_time (self) : NAN;
  SimConfig *config;
  LabValues *values;
  g_autoptr (GPtrArray) changes = NULL;

  if (isnan (t))
    return FALSE;
  changes = changes_at (self, run_at (self, t), t, &config, &values);
  sim_config_free (config);
  lab_values_free (values);
  return changes != NULL && changes->len > 0;
}

/* ---- beginning a branch ---- */

WbRunItem *
wb_session_prepare_branch (WbSession *self, double t)
{
  WbRunItem *parent = run_at (self, t);
  g_autoptr (LabValues) first = lab_values_copy (wb_run_item_values (parent));
  g_autoptr (WbRunItem) item = NULL;
  g_autoptr (GPtrArray) changes = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  SimConfig *config;
  LabValues *values;

  changes = changes_at (self, parent, t, &config, &values);
  if (changes != NULL)
    {
      first->t_end = wb_run_item_first_t_end (parent);
      item = wb_run_item_new (wb_run_item_model (parent), wb_run_item_config (parent), first, &error);
      name = changes->len > 0 ? wb_session_name_changes (self, config, values) : g_strdup (_("no change yet"));
    }
  sim_config_free (config);
  lab_values_free (values);
  if (error != NULL)
    wb_session_message (self, error->message);
  if (item == NULL || !wb_run_item_branch (item, parent, t, changes))
    return NULL;
  wb_run_item_set_name (item, name);
  sim_run_set_realtime_rate (wb_run_item_run (item), self->rate);
  return g_steal_pointer (&item);
}

void
wb_session_hide_others (WbSession *self, WbRunItem *item)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->runs));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbRunItem) other = g_list_model_get_item (G_LIST_MODEL (self->runs), i);
      gboolean is_parent = wb_run_item_parent (item) != 0 && wb_run_item_number (other) == wb_run_item_parent (item);

      if (other != item)
        wb_run_item_set_visible (other, wb_run_item_pinned (other) || is_parent);
    }
}

void
wb_session_show_branch (WbSession *self, WbRunItem *item)
{
  wb_session_forget_repeat (self);
  wb_session_letter_branch (self, item);
  wb_session_hide_others (self, item);
  g_set_object (&self->current, item);
  self->stale = FALSE;
  self->following = TRUE;
  self->wanted = NAN;
  self->shown_attempt = G_MAXSIZE;
  self->playhead = wb_run_item_branch_t (item);
  self->commanded = g_get_monotonic_time ();
  wb_session_add_run (self, item);
}

void
wb_session_rename_branch (WbSession *self)
{
  WbRunItem *parent = self->current != NULL ? wb_session_find_run (self, wb_run_item_parent (self->current)) : NULL;
  g_autofree char *name = NULL;
  SimConfig *config;
  LabValues *values;

  if (parent == NULL || wb_run_item_state (self->current)->t != wb_run_item_branch_t (self->current))
    return;
  wb_run_item_settings_at (parent, wb_run_item_branch_t (self->current), &config, &values);
  name = wb_session_name_changes (self, config, values);
  sim_config_free (config);
  lab_values_free (values);
  wb_run_item_set_name (self->current, name);
  wb_session_touch_runs (self);
}

/* Begins a branch at the playhead without an undo step; see wb_session_branch. */
static gboolean
begin_branch (WbSession *self)
{
  double t = wb_session_branch_time (self);
  gboolean due = wb_session_branch_is_due (self);
  g_autoptr (WbRunItem) item = NULL;

  if (isnan (t))
    {
      wb_session_message (self, _("Move the playhead between the start and the end of the run to begin a branch there"));
      return FALSE;
    }
  item = wb_session_prepare_branch (self, t);
  if (item == NULL)
    {
      wb_session_message (self, self->model != wb_run_item_model (run_at (self, t))
                                  ? _("The text of the model was changed after this run; run again from the start")
                                  : _("A branch cannot change the start, constants, events or the random seed; run again from the start"));
      return FALSE;
    }
  wb_session_show_branch (self, item);
  if (due)
    sim_run_start (wb_run_item_run (item));
  else
    sim_run_prepare (wb_run_item_run (item));
  wb_session_poll (self);
  g_signal_emit_by_name (self, "state-changed");
  return TRUE;
}

gboolean
wb_session_branch (WbSession *self)
{
  WbSessionCopy *before = wb_session_copy_new (self);

  if (!begin_branch (self))
    {
      wb_session_copy_free (before);
      return FALSE;
    }
  wb_session_push_copy (self, before, _("Branch"));
  wb_session_emit_history (self);
  return TRUE;
}

/* Returns the run or the first one of its ancestors that is a branch from before t. Until the time at which a run branched it is its parent. */
static WbRunItem *
common_run (WbSession *self, WbRunItem *run, double t)
{
  WbRunItem *parent;

  while ((parent = wb_session_find_run (self, wb_run_item_parent (run))) != NULL && t <= wb_run_item_branch_t (run))
    run = parent;
  return run;
}

gboolean
wb_session_branch_with_step (WbSession *self, WbRunItem *of, double t, double h)
{
  WbRunItem *run = common_run (self, of, t);
  WbSessionCopy *before = wb_session_copy_new (self);
  g_autoptr (LabValues) first = lab_values_copy (wb_run_item_values (run));
  g_autoptr (GPtrArray) changes = g_ptr_array_new_with_free_func ((GDestroyNotify) sim_run_change_free);
  g_autoptr (WbRunItem) item = NULL;
  g_autofree char *size = plot_text_value (h, 3, NULL), *plain = plot_text_plain (size), *name = g_strdup_printf ("h = %s", plain);
  SimConfig *config;
  LabValues *values;

  first->t_end = wb_run_item_first_t_end (run);
  item = wb_run_item_new (wb_run_item_model (run), wb_run_item_config (run), first, NULL); /* it was possible for the run, too */
  g_ptr_array_add (changes, sim_run_change_new (SIM_RUN_CHANGE_STEP, NULL, h, NULL));
  if (item == NULL || !wb_run_item_branch (item, run, t, changes))
    {
      wb_session_copy_free (before);
      wb_session_message (self, _("A branch cannot begin at the start of the run"));
      return FALSE;
    }
  wb_run_item_set_name (item, name);
  sim_run_set_realtime_rate (wb_run_item_run (item), self->rate);
  wb_session_show_branch (self, item);
  wb_run_item_settings_at (run, t, &config, &values);
  wb_session_show_settings (self, config, values);
  sim_config_free (config);
  lab_values_free (values);
  sim_run_start (wb_run_item_run (item));
  wb_session_push_copy (self, before, _("Branch"));
  wb_session_emit_history (self);
  wb_session_poll (self);
  g_signal_emit_by_name (self, "state-changed");
  return TRUE;
}

/* ---- moving between branches ---- */

void
wb_session_select_branch (WbSession *self, WbRunItem *item)
{
  double t = wb_session_playhead (self);
  SimConfig *config;
  LabValues *values;

  if (item == self->current)
    return;
  wb_run_item_settings_at (item, INFINITY, &config, &values);
  if (!wb_session_has (self, config, values))
    {
      wb_session_push_copy (self, wb_session_copy_new (self), _("Select a run")); /* the settings before can be undone */
      wb_session_emit_history (self);
    }
  wb_session_set_current (self, item);
  wb_session_show_settings (self, config, values);
  sim_config_free (config);
  lab_values_free (values);
  if (t < wb_run_item_state (item)->t)
    wb_session_set_playhead (self, t);
}

void
wb_session_select_run (WbSession *self, int number, double t)
{
  WbRunItem *run = wb_session_find_run (self, number);

  if (run == NULL)
    return;
  wb_session_select_branch (self, run);
  if (!isnan (t))
    wb_session_set_playhead (self, t);
}

void
wb_session_next_branch (WbSession *self)
{
  g_autoptr (GPtrArray) tree = wb_session_tree (self, G_MAXUINT);
  guint index;

  if (g_ptr_array_find (tree, self->current, &index) && tree->len > 1)
    wb_session_select_branch (self, g_ptr_array_index (tree, (index + 1) % tree->len));
}

gboolean
wb_session_branch_point (WbSession *self, int direction)
{
  g_autoptr (GPtrArray) tree = wb_session_tree (self, G_MAXUINT);
  double t = wb_session_playhead (self), best = NAN;

  for (guint i = 0; i < tree->len; i++)
    {
      double root = wb_run_item_branch_t (g_ptr_array_index (tree, i));

      if (direction > 0 ? root > t && !(root >= best) : root < t && !(root <= best))
        best = root;
    }
  if (isnan (best))
    return FALSE;
  wb_session_set_playhead (self, best);
  return TRUE;
}
