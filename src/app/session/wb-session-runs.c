/* Names new runs, and changes kept runs, with undo: deletes, renames, colours, shows, hides and pins them. */
#include <glib/gi18n.h>

#include "wb-run-differs.h"
#include "wb-session-history.h"
#include "wb-session-private.h"

char *
wb_session_name_run (WbSession *self, WbRunItem *before)
{
  g_autoptr (SimConfig) own = sim_config_new ();
  g_autoptr (LabValues) none = lab_values_new ();
  g_autoptr (GPtrArray) notes = model_diagnostics_new ();

  if (before != NULL)
    return wb_session_name_changes (self, wb_run_item_config (before), wb_run_item_values (before));
  sim_config_apply_model (own, self->model, notes);
  return wb_session_name_changes (self, own, none);
}

char *
wb_session_name_changes (WbSession *self, const SimConfig *config, const LabValues *values)
{
  const WbSide before = { config, values, NULL }, after = { self->config, self->values, wb_session_system (self) };

  return wb_run_differing_name (&before, &after);
}

/* ---- deleted runs ---- */

/* A deleted run, or the state before: then `copy` is the whole session. shown: the run that was current when the deletion was undone, or NULL;
 * stale: whether the settings differed from those of that run, or, in the state before, from those of the deleted run. */
typedef struct { WbKeptRun *run, *shown; guint position; gboolean present, current, stale; WbSessionCopy *copy; } Deleted;

static Deleted *
deleted_new (WbSession *self, WbRunItem *run, guint position, gboolean present, WbSessionCopy *copy)
{
  Deleted *deleted = g_new0 (Deleted, 1);

  *deleted = (Deleted) { .run = wb_session_keep_run (self, run), .position = position, .present = present, .current = run == self->current, .stale = self->stale, .copy = copy };
  return deleted;
}

static void
deleted_free (gpointer data)
{
  Deleted *deleted = data;

  wb_kept_run_unref (deleted->run);
  g_clear_pointer (&deleted->shown, wb_kept_run_unref);
  wb_session_copy_free (deleted->copy);
  g_free (deleted);
}

static void
keep_or_remove (gpointer owner, gpointer state)
{
  WbSession *self = owner;
  const Deleted *deleted = state;
  WbRunItem *run = wb_kept_run_get (deleted->run);
  guint position, n = g_list_model_get_n_items (G_LIST_MODEL (self->runs));

  if (run == NULL)
    return;
  /* If runs were made since the deletion, they stay, and so do the properties of all runs. */
  if (deleted->copy != NULL && wb_session_copy_is_without (self, deleted->copy, run))
    {
      wb_session_copy_restore (self, deleted->copy, WB_SETTING, "");
      return;
    }
  if (deleted->present)
    {
      wb_session_copy_give (deleted->copy, run);
      if (!g_list_store_find (self->runs, run, NULL))
        g_list_store_insert (self->runs, MIN (deleted->position, n), run);
      if (deleted->current)
        {
          wb_session_set_current (self, run);
          self->stale = deleted->stale; /* the settings are those before the deletion, too */
        }
    }
  else if (g_list_store_find (self->runs, run, &position))
    {
      g_list_store_remove (self->runs, position);
      if (run == self->current)
        {
          g_autoptr (WbRunItem) last = n > 1 ? g_list_model_get_item (G_LIST_MODEL (self->runs), n - 2) : NULL;

          wb_session_set_current (self, last);
          if (deleted->shown != NULL && self->current != NULL && self->current == wb_kept_run_get (deleted->shown))
            self->stale = deleted->stale;
        }
    }
  wb_session_touch_runs (self);
}

/* Stores which run is current after the deletion, and whether the settings differ from those of that run. A redo restores both: a stopped run may have
 * received changes at its end that no row shows, so the difference cannot be computed again. */
static void
renew_deleted (gpointer owner, gpointer state)
{
  WbSession *self = owner;
  Deleted *deleted = state;

  if (deleted->present)
    return;
  g_clear_pointer (&deleted->shown, wb_kept_run_unref);
  deleted->shown = self->current != NULL ? wb_session_keep_run (self, self->current) : NULL;
  deleted->stale = self->stale;
}

void
wb_session_remove_run (WbSession *self, WbRunItem *item)
{
  Deleted *before, *after;
  guint position;

  if (!g_list_store_find (self->runs, item, &position))
    return;
  before = deleted_new (self, item, position, TRUE, wb_session_copy_new (self));
  after = deleted_new (self, item, position, FALSE, NULL);
  keep_or_remove (self, after);
  wb_session_add_change (self, self, keep_or_remove, before, after, deleted_free);
  wb_session_renew_change (self, renew_deleted);
  wb_session_name_change (self, _("Delete"));
}

/* ---- name, colour and visibility ---- */

/* LOOK_PINNED saves both PINNED and SHOWN, because a pinned run is always shown. */
typedef enum { LOOK_NAME, LOOK_COLOR, LOOK_VISIBLE, LOOK_PINNED } LookKind;
enum { PINNED = 1 << 0, SHOWN = 1 << 1 };

/* One change of a property of a run. Undoing it does not affect later changes of other properties. */
typedef struct { WbKeptRun *run; LookKind kind; char *name; int value; } Look;

static Look *
look_new (WbSession *self, WbRunItem *run, LookKind kind, const char *name, int value)
{
  Look *look = g_new0 (Look, 1);

  *look = (Look) { wb_session_keep_run (self, run), kind, g_strdup (name), value };
  return look;
}

static void
look_free (gpointer data)
{
  Look *look = data;

  wb_kept_run_unref (look->run);
  g_free (look->name);
  g_free (look);
}

static void
apply_look (gpointer owner, gpointer state)
{
  const Look *look = state;
  WbRunItem *run = wb_kept_run_get (look->run);

  if (run == NULL)
    return;
  switch (look->kind)
    {
    case LOOK_NAME: wb_run_item_set_name (run, look->name); break;
    case LOOK_COLOR: wb_run_item_set_color (run, look->value); break;
    case LOOK_VISIBLE: wb_run_item_set_visible (run, look->value); break;
    case LOOK_PINNED:
      wb_run_item_set_pinned (run, (look->value & PINNED) != 0);
      wb_run_item_set_visible (run, (look->value & SHOWN) != 0);
      break;
    }
  wb_session_touch_runs (owner);
}

/* Stores the present property, to which redo or the next undo returns: a new run hides others without an undo step. */
static void
renew_look (gpointer owner, gpointer state)
{
  Look *look = state;
  WbRunItem *run = wb_kept_run_get (look->run);

  if (run == NULL)
    return;
  switch (look->kind)
    {
    case LOOK_NAME:
      g_free (look->name);
      look->name = g_strdup (wb_run_item_name (run));
      break;
    case LOOK_COLOR: look->value = wb_run_item_color (run); break;
    case LOOK_VISIBLE: look->value = wb_run_item_visible (run); break;
    case LOOK_PINNED: look->value = (wb_run_item_pinned (run) ? PINNED : 0) | (wb_run_item_visible (run) ? SHOWN : 0); break;
    }
}

static void
change_look (WbSession *self, Look *before, Look *after, const char *words)
{
  wb_session_add_change (self, self, apply_look, before, after, look_free);
  wb_session_renew_change (self, renew_look);
  wb_session_name_change (self, words);
  apply_look (self, after);
}

void
wb_session_rename_run (WbSession *self, WbRunItem *item, const char *name)
{
  if (g_strcmp0 (wb_run_item_name (item), name) != 0)
    change_look (self, look_new (self, item, LOOK_NAME, wb_run_item_name (item), 0), look_new (self, item, LOOK_NAME, name, 0), _("Rename"));
}

void
wb_session_color_run (WbSession *self, WbRunItem *item, int color)
{
  if (wb_run_item_color (item) != color)
    change_look (self, look_new (self, item, LOOK_COLOR, NULL, wb_run_item_color (item)), look_new (self, item, LOOK_COLOR, NULL, color), _("Colour"));
}

void
wb_session_show_run (WbSession *self, WbRunItem *item, gboolean visible)
{
  if (wb_run_item_visible (item) != visible)
    change_look (self, look_new (self, item, LOOK_VISIBLE, NULL, !visible), look_new (self, item, LOOK_VISIBLE, NULL, visible),
                 visible ? _("Show") : _("Hide"));
}

void
wb_session_pin_run (WbSession *self, WbRunItem *item, gboolean pinned)
{
  int shown = wb_run_item_visible (item) ? SHOWN : 0;

  if (wb_run_item_pinned (item) != pinned)
    change_look (self, look_new (self, item, LOOK_PINNED, NULL, shown | (pinned ? 0 : PINNED)),
                 look_new (self, item, LOOK_PINNED, NULL, pinned ? SHOWN | PINNED : shown),
                 pinned ? _("Keep visible") : _("Do not keep visible"));
}
