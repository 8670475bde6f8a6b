/* A session: one model, its settings and values, the runs made so far, and the
 * history of changes. Main thread.
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
 *   layout-changed ()            another view or page is shown, or lecture mode: see wb-session-layout.h
 */
#pragma once

#include <gio/gio.h>

#include "wb-run-item.h"

G_BEGIN_DECLS

#define WB_TYPE_SESSION (wb_session_get_type ())
G_DECLARE_FINAL_TYPE (WbSession, wb_session, WB, SESSION, GObject)

typedef enum { WB_SETTING, WB_PARAMETER, WB_INITIAL, WB_CONSTANT, WB_EVENT, WB_TIME } WbKind;

/* Makes a session without a model. */
WbSession *wb_session_new (void);

/* ---- model ---- */
/* Opens a model by library id or path. Returns FALSE where it has errors: they
 * are in wb_session_errors, and the last good model stays open. */
gboolean wb_session_open_model (WbSession *self, const char *model);
/* Returns the last requested file where it has errors, else NULL. */
const char *wb_session_failed_file (WbSession *self);
/* Clears the errors and the file that has them; the last good model stays open.
 */
void wb_session_dismiss_errors (WbSession *self);
/* Reads the file with errors, or the model's file, again and keeps the
 * settings. Returns FALSE where it has errors. */
gboolean wb_session_reload (WbSession *self);
/* Opens a model that was read elsewhere; requested is the id or path that it
 * was asked for by. Clears earlier errors. */
void wb_session_set_model (WbSession *self, Model *model, const char *requested);
/* Returns the model, borrowed; NULL: none yet. */
Model *wb_session_model (WbSession *self);
/* Returns the id or path that the model was asked for by. */
const char *wb_session_requested (WbSession *self);
/* Returns the diagnostics (ModelDiagnostic) of the last attempt to open a
 * model; empty where it succeeded. */
const GPtrArray *wb_session_errors (WbSession *self);
/* Returns an instance with the current values, for the panel and empty plots;
 * made again after changes, NULL where there is none. */
ModelSystem *wb_session_system (WbSession *self);

/* ---- settings and values; every change can be undone ---- */
/* Returns the settings. */
SimConfig *wb_session_config (WbSession *self);
/* Returns the values. */
const WbValues *wb_session_values (WbSession *self);
/* Sets a setting or value, as one step of undo. text NULL resets to the model's
 * own. WB_EVENT takes "on" or "off"; WB_TIME has the keys "start" and "end".
 * Returns FALSE with an error where the text is refused. */
gboolean wb_session_set (WbSession *self, WbKind kind, const char *key, const char *text, GError **error);
/* Returns the setting or value in force as text; free with g_free. */
char *wb_session_get (WbSession *self, WbKind kind, const char *key);
/* Returns whether the user has set it. */
gboolean wb_session_is_set (WbSession *self, WbKind kind, const char *key);
/* Returns whether wb_session_get (kind, key) may answer differently after
 * setting-changed (changed, changed_key). */
gboolean wb_session_depends (WbKind kind, const char *key, WbKind changed, const char *changed_key);
/* Resets all settings and values of some kinds (1 << kind of each) as one step
 * of undo. */
void wb_session_reset_all (WbSession *self, unsigned kinds);
/* Returns whether a change can be undone. */
gboolean wb_session_can_undo (WbSession *self);
/* Returns whether a change can be redone. */
gboolean wb_session_can_redo (WbSession *self);
/* Something else that was changed and can be undone: func is called with the
 * owner, which lives as long as the session, and the state to go to. Takes over
 * the states; free_state frees each. */
typedef void (*WbChangeFunc) (gpointer owner, gpointer state);
/* Adds a change of another object to the history. func is called with the
 * owner, which must live as long as the session, and the state to go to. Takes
 * over the states; free_state frees each. */
void wb_session_add_change (WbSession *self, gpointer owner, WbChangeFunc func, gpointer before, gpointer after, GDestroyNotify free_state);
/* Sets the name of the newest change in menus; changes of settings and values
 * are named by their key. */
void wb_session_name_change (WbSession *self, const char *words);
/* Returns the name of the change that undo takes back, or NULL; free with
 * g_free. */
char *wb_session_undo_text (WbSession *self);
/* Returns the name of the change that redo makes again, or NULL; free with
 * g_free. */
char *wb_session_redo_text (WbSession *self);
/* Clears the history of changes. */
void wb_session_forget_history (WbSession *self);
/* Undoes the last change. */
void wb_session_undo (WbSession *self);
/* Redoes the last undone change. */
void wb_session_redo (WbSession *self);
/* Replaces all settings and values as one step of undo, for reopening and for
 * using a kept run's settings. */
void wb_session_adopt (WbSession *self, const SimConfig *config, const WbValues *values);
/* Returns whether anything changed since the current run began. */
gboolean wb_session_is_stale (WbSession *self);

/* ---- transport ---- */
/* Starts or resumes the current run; replays it where it is finished. */
void wb_session_run (WbSession *self);
/* Pauses the current run. */
void wb_session_pause (WbSession *self);
/* Pauses a running run, else runs. */
void wb_session_toggle (WbSession *self);
/* Takes one accepted step. */
void wb_session_step (WbSession *self);
/* Goes back by one accepted step. */
void wb_session_step_back (WbSession *self);
/* Prepares a new run; kept runs stay. */
void wb_session_reset (WbSession *self);
/* Continues the run to the end as fast as possible. */
void wb_session_run_to_end (WbSession *self);
/* Stops the current run. */
void wb_session_cancel (WbSession *self);
/* Sets the real-time rate; 0: as fast as possible. */
void wb_session_set_rate (WbSession *self, double rate);
/* Returns the real-time rate. */
double wb_session_rate (WbSession *self);
/* Reads the state of the current run and emits signals; called once a frame by
 * the window. */
void wb_session_poll (WbSession *self);
/* Returns the state of the current run. */
SimRunState wb_session_state (WbSession *self);
/* Returns whether something may change without user input: a run goes on, or
 * was just given a command. */
gboolean wb_session_is_busy (WbSession *self);

/* ---- runs ---- */
/* Returns the runs (WbRunItem), oldest first. */
GListModel *wb_session_runs (WbSession *self);
/* Returns the current run, borrowed; NULL: none. */
WbRunItem *wb_session_current (WbSession *self);
/* Makes a run the current one. */
void wb_session_set_current (WbSession *self, WbRunItem *item);
/* Appends a run and gives it a number. */
void wb_session_add_run (WbSession *self, WbRunItem *item);
/* Removes a run; can be undone. */
void wb_session_remove_run (WbSession *self, WbRunItem *item);
/* Renames a run; can be undone. */
void wb_session_rename_run (WbSession *self, WbRunItem *item, const char *name);
/* Sets the series colour of a run; can be undone. */
void wb_session_color_run (WbSession *self, WbRunItem *item, int color);
/* Shows or hides a run; can be undone. */
void wb_session_show_run (WbSession *self, WbRunItem *item, gboolean visible);
/* Keeps a run, or lets it go; a kept run is shown as well. Can be undone. */
void wb_session_pin_run (WbSession *self, WbRunItem *item, gboolean pinned);
/* Replaces the runs (WbRunItem) by runs that are being recomputed. Waits for a
 * moment; where one takes longer, the playhead moves to its place later.
 * current is one of them or NULL; playhead NaN: at its front. */
void wb_session_restore_runs (WbSession *self, GPtrArray *runs, WbRunItem *current, double playhead, gboolean stale);
/* Emits "runs-changed" after a change of a run's name, colour or visibility. */
void wb_session_touch_runs (WbSession *self);
/* Starts a second run with the current settings and the first state moved by
 * 10⁻⁵, kept beside the current one; in chaotic models they separate. */
void wb_session_run_nearby (WbSession *self);

/* ---- playhead ---- */
/* Returns the time of the playhead. */
double wb_session_playhead (WbSession *self);
/* Returns whether the playhead moves with the run. */
gboolean wb_session_is_following (WbSession *self);
/* Moves the playhead and stops following; clamped to the time reached. */
void wb_session_set_playhead (WbSession *self, double t);
/* Lets the playhead move with the run. */
void wb_session_follow (WbSession *self);
/* Returns the start time. */
double wb_session_t_start (WbSession *self);
/* Returns the end time. */
double wb_session_t_end (WbSession *self);
/* Moves the playhead by one stored step. */
void wb_session_playhead_step (WbSession *self, int direction);
/* Moves the playhead by one event. */
void wb_session_playhead_event (WbSession *self, int direction);
/* Moves the playhead to the next rejected attempt; returns FALSE where there is
 * none after it. */
gboolean wb_session_next_rejection (WbSession *self);

/* Emits "message" with a text for the user. */
void wb_session_message (WbSession *self, const char *text);

G_END_DECLS
