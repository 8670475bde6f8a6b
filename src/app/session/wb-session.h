/* A session: one model, its settings and values, the runs made so far, and the
 * history of changes. Main thread.
 *
 * Signals:
 *   model-changed ()             a different model was opened, or its file was read again
 *   setting-changed (kind, key)  a setting or value, named as for wb_session_set; once for each change. key "": several changed, and kind has no meaning
 *   history-changed ()           another change that can be undone was made, undone or redone
 *   runs-changed ()              a run was added, removed, renamed or hidden, or became the current one
 *   state-changed ()             the current run changed its state (running, paused, …)
 *   advanced ()                  new rows were published; at most once per frame
 *   playhead-changed ()
 *   message (text)               a message that the window shows for a few seconds
 *   layout-changed ()            the visible view, the settings page or lecture mode changed: see wb-session-layout.h
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
/* Opens a model by library id or path. Returns FALSE if it has errors:
 * wb_session_errors then returns them, and the previous model stays open. */
gboolean wb_session_open_model (WbSession *self, const char *model);
/* Returns the file requested last if it has errors, else NULL. */
const char *wb_session_failed_file (WbSession *self);
/* Clears the errors and the path of the file that has them. The open model
 * stays. */
void wb_session_dismiss_errors (WbSession *self);
/* Reads the file again (the one requested last if it has errors) and keeps the
 * settings. Returns FALSE if it has errors. */
gboolean wb_session_reload (WbSession *self);
/* Opens a model that the caller has loaded; requested is its library id or path. Clears earlier errors. */
void wb_session_set_model (WbSession *self, Model *model, const char *requested);
/* Returns the model, borrowed; NULL if none was opened. */
Model *wb_session_model (WbSession *self);
/* Returns the library id or path with which the model was opened. */
const char *wb_session_requested (WbSession *self);
/* Returns the diagnostics (ModelDiagnostic) of the last attempt to open a
 * model; empty if it succeeded. */
const GPtrArray *wb_session_errors (WbSession *self);
/* Returns an instance of the model with the current values, for the settings panel and for empty plots. Changes of values replace it. NULL
 * if there is none. */
ModelSystem *wb_session_system (WbSession *self);

/* ---- settings and values; every change can be undone ---- */
/* Returns the settings. */
SimConfig *wb_session_config (WbSession *self);
/* Returns the values. */
const WbValues *wb_session_values (WbSession *self);
/* Sets a setting or value as one step of undo. text NULL restores the default.
 * WB_EVENT takes "on" or "off"; WB_TIME has the keys "start" and "end". Returns
 * FALSE with an error if the text is invalid. */
gboolean wb_session_set (WbSession *self, WbKind kind, const char *key, const char *text, GError **error);
/* Returns the current setting or value as text. Free it with g_free. */
char *wb_session_get (WbSession *self, WbKind kind, const char *key);
/* Returns whether the user has set this setting or value. */
gboolean wb_session_is_set (WbSession *self, WbKind kind, const char *key);
/* Returns whether the result of wb_session_get (kind, key) may change with the
 * setting (changed, changed_key). */
gboolean wb_session_depends (WbKind kind, const char *key, WbKind changed, const char *changed_key);
/* Resets all settings and values of some kinds (1 << kind of each; initial
 * values with the weights of the states) as one step of undo. */
void wb_session_reset_all (WbSession *self, unsigned kinds);
/* Returns whether a change can be undone. */
gboolean wb_session_can_undo (WbSession *self);
/* Returns whether a change can be redone. */
gboolean wb_session_can_redo (WbSession *self);
/* A function that undoes or redoes a change. owner: the changed object, which
 * exists as long as the session; state: the state to restore. */
typedef void (*WbChangeFunc) (gpointer owner, gpointer state);
/* Adds a change of another object to the history. func restores its state (see
 * WbChangeFunc); owner must exist as long as the session. Takes ownership of
 * both states; free_state frees them. */
void wb_session_add_change (WbSession *self, gpointer owner, WbChangeFunc func, gpointer before, gpointer after, GDestroyNotify free_state);
/* Sets the name of the newest change for menus. Changes of settings and values
 * have the name of their key. */
void wb_session_name_change (WbSession *self, const char *words);
/* Returns the name of the change that undo will revert, or NULL. Free it with
 * g_free. */
char *wb_session_undo_text (WbSession *self);
/* Returns the name of the change that redo will repeat, or NULL. Free it with
 * g_free. */
char *wb_session_redo_text (WbSession *self);
/* Clears the history of changes. */
void wb_session_forget_history (WbSession *self);
/* Undoes the last change. */
void wb_session_undo (WbSession *self);
/* Redoes the last undone change. */
void wb_session_redo (WbSession *self);
/* Replaces all settings and values as one step of undo, when a session is
 * reopened or the settings of a kept run are reused. */
void wb_session_adopt (WbSession *self, const SimConfig *config, const WbValues *values);
/* Returns whether the settings and values equal these. */
gboolean wb_session_has (WbSession *self, const SimConfig *config, const WbValues *values);
/* Returns whether a setting or value changed since the current run began. */
gboolean wb_session_is_stale (WbSession *self);

/* ---- transport ---- */
/* Starts or resumes the current run. If it is finished, plays it again. */
void wb_session_run (WbSession *self);
/* Pauses the current run. */
void wb_session_pause (WbSession *self);
/* Pauses the current run if it is running, otherwise starts it. */
void wb_session_toggle (WbSession *self);
/* Takes one accepted step. */
void wb_session_step (WbSession *self);
/* Goes back by one accepted step. */
void wb_session_step_back (WbSession *self);
/* Prepares a new run. Kept runs are not removed. */
void wb_session_reset (WbSession *self);
/* Continues the run to the end as fast as possible. */
void wb_session_run_to_end (WbSession *self);
/* Stops the current run. */
void wb_session_cancel (WbSession *self);
/* Sets the real-time rate; 0: as fast as possible. */
void wb_session_set_rate (WbSession *self, double rate);
/* Returns the real-time rate. */
double wb_session_rate (WbSession *self);
/* Reads the state of the current run and emits signals. The window calls it
 * once per frame. */
void wb_session_poll (WbSession *self);
/* Returns the state of the current run. */
SimRunState wb_session_state (WbSession *self);
/* Returns whether the session may change without user input, because a run is running or a command for it is pending. */
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
/* Appends a run with its own settings and starts it as the current run. */
void wb_session_start_run (WbSession *self, WbRunItem *item);
/* Removes a run; can be undone. */
void wb_session_remove_run (WbSession *self, WbRunItem *item);
/* Renames a run; can be undone. */
void wb_session_rename_run (WbSession *self, WbRunItem *item, const char *name);
/* Sets the series colour of a run; can be undone. */
void wb_session_color_run (WbSession *self, WbRunItem *item, int color);
/* Shows or hides a run; can be undone. */
void wb_session_show_run (WbSession *self, WbRunItem *item, gboolean visible);
/* Pins a run, so that it is kept and shown, or unpins it. Can be undone. */
void wb_session_pin_run (WbSession *self, WbRunItem *item, gboolean pinned);
/* Replaces the runs by runs (WbRunItem) that are being recomputed. Waits briefly; later the playhead
 * moves to its place. current: one of the runs or NULL; playhead NaN: the time that the run has reached. */
void wb_session_restore_runs (WbSession *self, GPtrArray *runs, WbRunItem *current, double playhead, gboolean stale);
/* Emits "runs-changed" after a change of a run's name, colour or visibility. */
void wb_session_touch_runs (WbSession *self);
/* Starts a second run with the current settings and the first state changed by
 * 10⁻⁵, and shows it with the current one. In chaotic models the two separate. */
void wb_session_run_nearby (WbSession *self);

/* ---- playhead ---- */
/* Returns the time of the playhead. */
double wb_session_playhead (WbSession *self);
/* Returns whether the playhead moves with the run. */
gboolean wb_session_is_following (WbSession *self);
/* Moves the playhead, which then no longer follows the run. Limited to the time
 * reached. */
void wb_session_set_playhead (WbSession *self, double t);
/* Makes the playhead follow the run. */
void wb_session_follow (WbSession *self);
/* Returns the start time. */
double wb_session_t_start (WbSession *self);
/* Returns the end time. */
double wb_session_t_end (WbSession *self);
/* Moves the playhead to the next stored step in this direction. */
void wb_session_playhead_step (WbSession *self, int direction);
/* Moves the playhead to the next event in this direction. */
void wb_session_playhead_event (WbSession *self, int direction);
/* Shows the next rejected attempt after (direction > 0) or before the playhead,
 * and continues at the other end of the run. Returns FALSE if the run has no
 * rejected attempt. */
gboolean wb_session_next_rejection (WbSession *self, int direction);
/* Shows the rejected attempt with the largest error among those that start at t.
 * Returns FALSE if there is none. */
gboolean wb_session_show_rejection_at (WbSession *self, double t);

/* Emits "message" with a text that the window shows. */
void wb_session_message (WbSession *self, const char *text);

G_END_DECLS
