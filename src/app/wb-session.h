/* A session: one model, its settings and values, the runs made so far, and the history of changes. Main thread.
 *
 * Signals:
 *   model-changed ()             another model, or its file was read again
 *   setting-changed (kind, key)  a setting or value, named as for wb_session_set; once for each change. key "": many, kind is then arbitrary
 *   history-changed ()           something else that can be undone was changed, undone or redone
 *   runs-changed ()              a run was added, removed, renamed, hidden, or is current now
 *   state-changed ()             the current run changed its state (running, paused, …)
 *   advanced ()                  new rows were published; once per frame at most
 *   playhead-changed ()
 *   message (text)               something the user should see in passing
 *   layout-changed ()            another view or page is shown, or lecture mode: see wb-session-layout.h */
#pragma once

#include <gio/gio.h>

#include "wb-run-item.h"

G_BEGIN_DECLS

#define WB_TYPE_SESSION (wb_session_get_type ())
G_DECLARE_FINAL_TYPE (WbSession, wb_session, WB, SESSION, GObject)

typedef enum { WB_SETTING, WB_PARAMETER, WB_INITIAL, WB_CONSTANT, WB_EVENT, WB_TIME } WbKind;

WbSession *wb_session_new (void);

/* ---- model ---- */
/* model: library id or path. FALSE where it has errors; they are then in wb_session_errors, and the last good model stays. */
gboolean wb_session_open_model (WbSession *self, const char *model);
/* The file that was asked for last and has errors; NULL where there is none. */
const char *wb_session_failed_file (WbSession *self);
/* Forgets the errors and the file that has them: the last good model is what is worked with. */
void wb_session_dismiss_errors (WbSession *self);
/* Reads the model's file again, keeping settings; the file that has errors, where there is one. */
gboolean wb_session_reload (WbSession *self);
/* A model that was read elsewhere; requested: what it was asked for by. The errors of what was tried before are forgotten. */
void wb_session_set_model (WbSession *self, Model *model, const char *requested);
Model *wb_session_model (WbSession *self);      /* NULL: none yet */
const char *wb_session_requested (WbSession *self);
const GPtrArray *wb_session_errors (WbSession *self); /* ModelDiagnostic of the last attempt; empty where right */
/* An instance with the current values, for the panel and empty plots; rebuilt on change, NULL where there is none. */
ModelSystem *wb_session_system (WbSession *self);

/* ---- settings and values; every change can be undone ---- */
SimConfig *wb_session_config (WbSession *self);
const WbValues *wb_session_values (WbSession *self);
/* text NULL resets to the model's own. WB_EVENT: "on" or "off"; WB_TIME: keys "start", "end". */
gboolean wb_session_set (WbSession *self, WbKind kind, const char *key, const char *text, GError **error);
/* What is in force now, as text; free with g_free. */
char *wb_session_get (WbSession *self, WbKind kind, const char *key);
gboolean wb_session_is_set (WbSession *self, WbKind kind, const char *key);
/* Returns whether wb_session_get (kind, key) may answer differently after setting-changed (changed, changed_key). */
gboolean wb_session_depends (WbKind kind, const char *key, WbKind changed, const char *changed_key);
/* kinds: 1 << kind of each, as one change. */
void wb_session_reset_all (WbSession *self, unsigned kinds);
gboolean wb_session_can_undo (WbSession *self);
gboolean wb_session_can_redo (WbSession *self);
/* Something else that was changed and can be undone: func is called with the owner, which lives as long as the session, and the state to
 * go to. Takes over the states; free_state frees each. */
typedef void (*WbChangeFunc) (gpointer owner, gpointer state);
void wb_session_add_change (WbSession *self, gpointer owner, WbChangeFunc func, gpointer before, gpointer after, GDestroyNotify free_state);
/* Calls the newest change by words of a menu; one of a setting or value is called by that. */
void wb_session_name_change (WbSession *self, const char *words);
/* What undo and redo would change; free with g_free. NULL: nothing. */
char *wb_session_undo_words (WbSession *self);
char *wb_session_redo_words (WbSession *self);
void wb_session_forget_history (WbSession *self);
void wb_session_undo (WbSession *self);
void wb_session_redo (WbSession *self);
/* Takes over another's settings as one change that can be undone (reopening, using a kept run's settings). */
void wb_session_adopt (WbSession *self, const SimConfig *config, const WbValues *values);
/* Whether anything changed since the current run began. */
gboolean wb_session_is_stale (WbSession *self);

/* ---- transport ---- */
void wb_session_run (WbSession *self);         /* start, resume, or replay where finished */
void wb_session_pause (WbSession *self);
void wb_session_toggle (WbSession *self);
void wb_session_step (WbSession *self);
void wb_session_step_back (WbSession *self);
void wb_session_reset (WbSession *self);       /* forgets nothing: the next run is a new one */
void wb_session_run_to_end (WbSession *self);  /* as fast as possible */
void wb_session_cancel (WbSession *self);
void wb_session_set_rate (WbSession *self, double rate);
double wb_session_rate (WbSession *self);
/* Called once a frame by the window. */
void wb_session_poll (WbSession *self);
SimRunState wb_session_state (WbSession *self);
/* Whether something may change by itself: running, or just told to. */
gboolean wb_session_is_busy (WbSession *self);

/* ---- runs ---- */
GListModel *wb_session_runs (WbSession *self);  /* WbRunItem, oldest first */
WbRunItem *wb_session_current (WbSession *self); /* NULL: none */
void wb_session_set_current (WbSession *self, WbRunItem *item);
void wb_session_add_run (WbSession *self, WbRunItem *item);
/* These can be undone. A run that is kept in view is shown as well. */
void wb_session_remove_run (WbSession *self, WbRunItem *item);
void wb_session_rename_run (WbSession *self, WbRunItem *item, const char *name);
void wb_session_color_run (WbSession *self, WbRunItem *item, int color);
void wb_session_show_run (WbSession *self, WbRunItem *item, gboolean visible);
void wb_session_pin_run (WbSession *self, WbRunItem *item, gboolean pinned);
/* Takes over runs (WbRunItem) that are being made again. Waits for a moment; where one takes longer, the playhead goes to its place later.
 * current: of them, or NULL; playhead NaN: at its front. */
void wb_session_restore_runs (WbSession *self, GPtrArray *runs, WbRunItem *current, double playhead, gboolean stale);
void wb_session_touch_runs (WbSession *self);   /* after a change of a run's name, colour, visibility */
/* Another run of the current one's settings with the first state begun 10⁻⁵ away, kept in view beside it. Where chaos is, they part. */
void wb_session_run_nearby (WbSession *self);

/* ---- playhead ---- */
double wb_session_playhead (WbSession *self);
gboolean wb_session_is_following (WbSession *self);
/* Moves it (and lets go of the front); clamped to what has been reached. */
void wb_session_set_playhead (WbSession *self, double t);
void wb_session_follow (WbSession *self);
double wb_session_t_start (WbSession *self);
double wb_session_t_end (WbSession *self);
/* Moves by one stored step, one event, or to the next rejected attempt; FALSE: there is none after it. */
void wb_session_playhead_step (WbSession *self, int direction);
void wb_session_playhead_event (WbSession *self, int direction);
gboolean wb_session_next_rejection (WbSession *self);

/* Something the user should see in passing: the signal "message". */
void wb_session_say (WbSession *self, const char *text);

G_END_DECLS
