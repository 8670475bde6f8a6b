/* Names new runs, and changes kept runs, with undo: deletes, renames, colours, shows, hides and pins them. */
#include <glib/gi18n.h>

#include "wb-run-differs.h"
#include "wb-session-private.h"

char *
wb_session_name_run (WbSession *self, WbRunItem *before)
{
  g_autoptr (SimConfig) own = sim_config_new ();
  g_autoptr (WbValues) none = wb_values_new ();
  g_autoptr (GPtrArray) notes = model_diagnostics_new ();

  if (before != NULL)
    return wb_session_name_changes (self, wb_run_item_config (before), wb_run_item_values (before));
  sim_config_apply_model (own, self->model, notes);
  return wb_session_name_changes (self, own, none);
}

char *
wb_session_name_changes (WbSession *self, const SimConfig *config, const WbValues *values)
{
  const WbSide before = { config, values, NULL }, after = { self->config, self->values, wb_session_system (self) };

  return wb_run_differing_name (&before, &after);
}

/* ---- deleted runs ---- */

typedef struct { WbRunItem *run; guint position; gboolean present, current; } KeptRun;

static KeptRun *
kept_run_new (WbRunItem *run, guint position, gboolean present, gboolean current)
{
  KeptRun *kept = g_new0 (KeptRun, 1);

  *kept = (KeptRun) { g_object_ref (run), position, present, current };
  return kept;
}

static void
kept_run_free (gpointer data)
{
  g_object_unref (((KeptRun *) data)->run);
  g_free (data);
}

static void
keep_or_remove (gpointer owner, gpointer state)
{
  WbSession *self = owner;
  KeptRun *kept = state;
  guint position, n = g_list_model_get_n_items (G_LIST_MODEL (self->runs));

  if (kept->present)
    {
      if (!g_list_store_find (self->runs, kept->run, NULL))
        g_list_store_insert (self->runs, MIN (kept->position, n), kept->run);
      if (kept->current)
        wb_session_set_current (self, kept->run);
    }
  else if (g_list_store_find (self->runs, kept->run, &position))
    {
      g_list_store_remove (self->runs, position);
      if (kept->run == self->current)
        {
          g_autoptr (WbRunItem) last = n > 1 ? g_list_model_get_item (G_LIST_MODEL (self->runs), n - 2) : NULL;

          wb_session_set_current (self, last);
        }
    }
  wb_session_touch_runs (self);
}

/* Number of deleted runs that undo can restore. Each of them still has all its rows and a thread. */
#define KEPT_DELETED 8

void
wb_session_remove_run (WbSession *self, WbRunItem *item)
{
  gboolean current = item == self->current;
  KeptRun *removed;
  guint position;

  if (!g_list_store_find (self->runs, item, &position))
    return;
  removed = kept_run_new (item, position, FALSE, current);
  keep_or_remove (self, removed);
  wb_session_add_change (self, self, keep_or_remove, kept_run_new (item, position, TRUE, current), removed, kept_run_free);
  wb_session_name_change (self, _("Delete"));
  wb_session_forget_changes (self, keep_or_remove, KEPT_DELETED);
}

/* ---- name, colour and visibility ---- */

/* LOOK_PINNED saves both PINNED and SHOWN, because a pinned run is always shown. */
typedef enum { LOOK_NAME, LOOK_COLOR, LOOK_VISIBLE, LOOK_PINNED } LookKind;
enum { PINNED = 1 << 0, SHOWN = 1 << 1 };

/* One change of a property of a run. Undoing it does not affect later changes of other properties. */
typedef struct { WbRunItem *run; LookKind kind; char *name; int value; } Look;

static Look *
look_new (WbRunItem *run, LookKind kind, const char *name, int value)
{
  Look *look = g_new0 (Look, 1);

  *look = (Look) { g_object_ref (run), kind, g_strdup (name), value };
  return look;
}

static void
look_free (gpointer data)
{
  Look *look = data;

  g_object_unref (look->run);
  g_free (look->name);
  g_free (look);
}

static void
apply_look (gpointer owner, gpointer state)
{
  const Look *look = state;

  switch (look->kind)
    {
    case LOOK_NAME: wb_run_item_set_name (look->run, look->name); break;
    case LOOK_COLOR: wb_run_item_set_color (look->run, look->value); break;
    case LOOK_VISIBLE: wb_run_item_set_visible (look->run, look->value); break;
    case LOOK_PINNED:
      wb_run_item_set_pinned (look->run, (look->value & PINNED) != 0);
      wb_run_item_set_visible (look->run, (look->value & SHOWN) != 0);
      break;
    }
  wb_session_touch_runs (owner);
}

static void
change_look (WbSession *self, Look *before, Look *after, const char *words)
{
  wb_session_add_change (self, self, apply_look, before, after, look_free);
  wb_session_name_change (self, words);
  apply_look (self, after);
}

void
wb_session_rename_run (WbSession *self, WbRunItem *item, const char *name)
{
  if (g_strcmp0 (wb_run_item_name (item), name) != 0)
    change_look (self, look_new (item, LOOK_NAME, wb_run_item_name (item), 0), look_new (item, LOOK_NAME, name, 0), _("Rename"));
}

void
wb_session_color_run (WbSession *self, WbRunItem *item, int color)
{
  if (wb_run_item_color (item) != color)
    change_look (self, look_new (item, LOOK_COLOR, NULL, wb_run_item_color (item)), look_new (item, LOOK_COLOR, NULL, color), _("Colour"));
}

void
wb_session_show_run (WbSession *self, WbRunItem *item, gboolean visible)
{
  if (wb_run_item_visible (item) != visible)
    change_look (self, look_new (item, LOOK_VISIBLE, NULL, !visible), look_new (item, LOOK_VISIBLE, NULL, visible),
                 visible ? _("Show") : _("Hide"));
}

void
wb_session_pin_run (WbSession *self, WbRunItem *item, gboolean pinned)
{
  int shown = wb_run_item_visible (item) ? SHOWN : 0;

  if (wb_run_item_pinned (item) != pinned)
    change_look (self, look_new (item, LOOK_PINNED, NULL, shown | (pinned ? 0 : PINNED)),
                 look_new (item, LOOK_PINNED, NULL, pinned ? SHOWN | PINNED : shown),
                 pinned ? _("Keep visible") : _("Do not keep visible"));
}
