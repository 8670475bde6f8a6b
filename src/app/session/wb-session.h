/* A session: one model, its settings and values, the runs made so far, and the undo history. Main thread.
 *
 * Signals:
 *   model-changed ()             another model was opened, or the file of the model was read again
 *   setting-changed (kind, key)  a setting or value changed, named as for wb_session_set; key "" means several changed, of any kind
 *   history-changed ()           a change was made, undone or redone
 *   runs-changed ()              a run was added, removed, renamed or hidden, or became the current one
 *   state-changed ()             the state of the current run changed (running, paused, …)
 *   advanced ()                  the current run has new rows; emitted at most once per frame
 *   playhead-changed ()          the playhead was moved
 *   message (text)               the window shows this text for a few seconds
 *   branched ()                  a run got its first branch, which is added to the runs next
 *   layout-changed ()            the visible view, the settings page or lecture mode changed; see wb-session-layout.h
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
/* Opens a model by its library id or path. If the file has errors, returns FALSE; wb_session_errors then returns them, and the previous
 * model stays open. */
gboolean wb_session_open_model (WbSession *self, const char *model);
/* Returns the path of the last requested file if it has errors, otherwise NULL; borrowed. */
const char *wb_session_failed_file (WbSession *self);
/* Clears the errors and the path of the file that has them. The open model does not change. */
void wb_session_dismiss_errors (WbSession *self);
/* Reads the file of the model again, or the last requested file if that had errors. Keeps the settings. Returns FALSE if the file has errors. */
gboolean wb_session_reload (WbSession *self);
/* Opens a model that the caller has loaded. requested: its library id or path. Clears earlier errors. */
void wb_session_set_model (WbSession *self, Model *model, const char *requested);
/* Returns the model, borrowed; NULL if none was opened. */
Model *wb_session_model (WbSession *self);
/* Returns the library id or path with which the model was opened; borrowed. */
const char *wb_session_requested (WbSession *self);
/* Returns the diagnostics (ModelDiagnostic) of the last attempt to open a model, borrowed; without errors if the attempt succeeded. */
const GPtrArray *wb_session_errors (WbSession *self);
/* Returns whether "model-changed" is being emitted since the errors have changed, and the open model, with all that belongs to it, is the same. */
gboolean wb_session_keeps_model (WbSession *self);
/* Returns an instance of the model with the current values, for the settings panel and for empty plots; borrowed until values change.
 * Returns NULL if there is none. */
ModelSystem *wb_session_system (WbSession *self);

/* ---- settings and values; every change can be undone ---- */
/* Returns the settings of the session; borrowed. */
SimConfig *wb_session_config (WbSession *self);
/* Returns the values of the session; borrowed. */
const LabValues *wb_session_values (WbSession *self);
/* Copies what a run would begin with now. The session must have a model. Free it with wb_snapshot_free. */
WbSnapshot *wb_session_snapshot (WbSession *self);
/* Sets a setting or value in one undo step. text NULL restores the default. For WB_EVENT, text is "on"
 * or "off". For WB_TIME, key is "start" or "end". Returns FALSE with an error if the text is
 * invalid. */
gboolean wb_session_set (WbSession *self, WbKind kind, const char *key, const char *text, GError **error);
/* Returns the reason why wb_session_set would refuse a text, or NULL. Free it with g_free. */
char *wb_session_why_wrong (WbSession *self, WbKind kind, const char *key, const char *text);
/* Returns the current setting or value as text. Free it with g_free. */
char *wb_session_get (WbSession *self, WbKind kind, const char *key);
/* Returns whether the user has set this setting or value. */
gboolean wb_session_is_set (WbSession *self, WbKind kind, const char *key);
/* Returns whether the result of wb_session_get (kind, key) may change when the setting or value (changed, changed_key)
 * changes. */
gboolean wb_session_depends (WbKind kind, const char *key, WbKind changed, const char *changed_key);
/* Resets all settings and values of the given kinds in one undo step. kinds: the sum of 1 << kind. Initial values include the error weights
 * of states. */
void wb_session_reset_all (WbSession *self, unsigned kinds);
/* Returns whether a change can be undone. */
gboolean wb_session_can_undo (WbSession *self);
/* Returns whether a change can be redone. */
gboolean wb_session_can_redo (WbSession *self);
/* A function that undoes or redoes a change. owner: the changed object, which exists as long as the session. state: the state to
 * restore. */
typedef void (*WbChangeFunc) (gpointer owner, gpointer state);
/* Adds a change of another object to the undo history. func restores the state of the object (see
 * WbChangeFunc); owner must exist as long as the session. Takes ownership of both states; free_state frees
 * them. */
void wb_session_add_change (WbSession *self, gpointer owner, WbChangeFunc func, gpointer before, gpointer after, GDestroyNotify free_state);
/* Sets the name of the newest change for menus. By default, a change of a setting or value has the name of its
 * key. */
void wb_session_name_change (WbSession *self, const char *words);
/* Returns the name of the change that undo will revert, or NULL. Free it with g_free. */
char *wb_session_undo_text (WbSession *self);
/* Returns the name of the change that redo will repeat, or NULL. Free it with g_free. */
char *wb_session_redo_text (WbSession *self);
/* Clears the undo and redo history. */
void wb_session_forget_history (WbSession *self);
/* Undoes the newest change of the history. */
void wb_session_undo (WbSession *self);
/* Makes the change again that was undone last. */
void wb_session_redo (WbSession *self);
/* Replaces all settings and values in one undo step. Used when a session is reopened or when the user takes over the settings of a kept
 * run. */
void wb_session_adopt (WbSession *self, const SimConfig *config, const LabValues *values);
/* Returns whether the settings and values of the session equal these. */
gboolean wb_session_has (WbSession *self, const SimConfig *config, const LabValues *values);
/* Returns whether a setting or value has changed since the current run began. */
gboolean wb_session_is_stale (WbSession *self);

/* ---- transport ---- */
/* Starts the current run or resumes it. If it is finished, computes it again from its start. */
void wb_session_run (WbSession *self);
/* Pauses the current run. */
void wb_session_pause (WbSession *self);
/* Pauses the current run if it is running, otherwise starts it. */
void wb_session_toggle (WbSession *self);
/* Takes one accepted step of the current run. */
void wb_session_step (WbSession *self);
/* Goes back by one accepted step of the current run. */
void wb_session_step_back (WbSession *self);
/* Prepares a new run. The kept runs stay in the list. */
void wb_session_reset (WbSession *self);
/* Continues the current run to its end, as fast as possible. */
void wb_session_run_to_end (WbSession *self);
/* Stops the current run for good. */
void wb_session_cancel (WbSession *self);
/* Sets the real-time rate: seconds of the model per second of the clock; 0: as fast as possible. */
void wb_session_set_rate (WbSession *self, double rate);
/* Returns the real-time rate; see wb_session_set_rate. */
double wb_session_rate (WbSession *self);
/* Reads the state of the current run and emits signals. The window calls it
 * once per frame. */
void wb_session_poll (WbSession *self);
/* Returns the state of the current run: ready, running, paused, finished, … */
SimRunState wb_session_state (WbSession *self);
/* Returns whether the session may change without user input, because a run is running or a command for it is pending. */
gboolean wb_session_is_busy (WbSession *self);

/* ---- runs ---- */
/* Returns the list of kept runs (WbRunItem), oldest first; borrowed. */
GListModel *wb_session_runs (WbSession *self);
/* Returns the current run, borrowed, or NULL. */
WbRunItem *wb_session_current (WbSession *self);
/* Makes a run the current one. */
void wb_session_set_current (WbSession *self, WbRunItem *item);
/* Appends a run to the list and gives it a number. */
void wb_session_add_run (WbSession *self, WbRunItem *item);
/* Appends a run with its own settings to the list, makes it the current run and starts it. */
void wb_session_start_run (WbSession *self, WbRunItem *item);
/* Removes a run from the list. This can be undone. */
void wb_session_remove_run (WbSession *self, WbRunItem *item);
/* Renames a run. This can be undone. */
void wb_session_rename_run (WbSession *self, WbRunItem *item, const char *name);
/* Sets the index of a run's colour in plots, 1 to 6. This can be undone. */
void wb_session_color_run (WbSession *self, WbRunItem *item, int color);
/* Shows or hides a run in plots. This can be undone. */
void wb_session_show_run (WbSession *self, WbRunItem *item, gboolean visible);
/* Pins a run, so that it stays in the list and is shown, or unpins it. This can be undone. */
void wb_session_pin_run (WbSession *self, WbRunItem *item, gboolean pinned);
/* Replaces all runs by those of a session file (WbRunItem), which are being recomputed. Waits briefly for short runs. current: one of the
 * runs, or NULL. playhead: the time to which the playhead moves when the run reaches it; NaN: it follows the run. */
void wb_session_restore_runs (WbSession *self, GPtrArray *runs, WbRunItem *current, double playhead, gboolean stale);
/* Emits "runs-changed" after the caller has changed the name, colour or visibility of a run. */
void wb_session_touch_runs (WbSession *self);
/* Starts a second run with the current settings and with the first state changed by 10⁻⁵. Shows it together with the current run. In
 * chaotic models the two separate. */
void wb_session_run_nearby (WbSession *self);

/* ---- playhead ---- */
/* Returns the time at which the playhead is. */
double wb_session_playhead (WbSession *self);
/* Returns whether the playhead moves with the run. */
gboolean wb_session_is_following (WbSession *self);
/* Moves the playhead to t, at most to the time that the run has reached. The playhead then does not follow the
 * run. */
void wb_session_set_playhead (WbSession *self, double t);
/* Makes the playhead follow the run. */
void wb_session_follow (WbSession *self);
/* Returns the start time of the session's runs. */
double wb_session_t_start (WbSession *self);
/* Returns the end time of the session's runs. */
double wb_session_t_end (WbSession *self);
/* Moves the playhead to the next accepted step in this direction (1 or −1). */
void wb_session_playhead_step (WbSession *self, int direction);
/* Moves the playhead to the next event in this direction (1 or −1). */
void wb_session_playhead_event (WbSession *self, int direction);
/* Moves the playhead to the next begin or end of a rest or a sliding. */
void wb_session_playhead_phase (WbSession *self);
/* Shows the next rejected attempt after (direction > 0) or before the playhead. At the end
 * of the run it continues at the other end. Returns FALSE if the run has no rejected
 * attempt. */
gboolean wb_session_next_rejection (WbSession *self, int direction);
/* Shows the rejected attempt with the largest error among those that start at time t. Returns FALSE if there is
 * none. */
gboolean wb_session_show_rejection_at (WbSession *self, double t);

/* Emits "message" with a text, which the window shows for a few seconds. */
void wb_session_message (WbSession *self, const char *text);

G_END_DECLS
