/* The struct of WbSession and the functions that only its files share: wb-session.c (signals and properties), wb-session-branch.c (branches),
 * wb-session-changes.c (settings and values), wb-session-copy.c (what undo restores), wb-session-history.c (undo), wb-session-layout.c (view
 * and page), wb-session-playhead.c, wb-session-repeat.c (repetition after a change), wb-session-runs.c (names and list of runs) and wb-session-transport.c (run, pause, step).
 * They are one object and call each other. */
#pragma once

#include "wb-session-repeat.h"

G_BEGIN_DECLS

/* What one undo step restores of a session; see wb-session-copy.c. */
typedef struct WbSessionCopy WbSessionCopy;
/* A run that the history refers to; see wb-session-copy.c. */
typedef struct WbKeptRun WbKeptRun;

/* One undo step. */
typedef struct
{
  WbKind kind;   /* kind and key of the changed setting or value; key "": another change */
  char *key;
  gboolean several; /* further settings or values changed in the same gesture */
  gint64 when;   /* monotonic time of the change, µs; 0: later changes of the same value are separate steps */
  char *words;   /* name of the change in menus; NULL: that of the setting or value */
  guint group;   /* steps with the same number are undone together; 0: alone */
  WbSessionCopy *copy; /* what the next undo or redo of this step restores; NULL if the change belongs to another object */
  /* Object and function of a change that does not belong to the session, such as a change of the arrangement of plots. The function
   * restores the object's state. */
  gpointer owner;
  WbChangeFunc func;
  gpointer state_before, state_after;
  WbChangeFunc renew; /* stores the present state in a state, before undo or redo restores the other one; NULL: only undo steps change it */
  GDestroyNotify free_state;
} WbChange;

/* Frees a change (WbChange). */
void wb_change_free (WbChange *change);
/* Adds an undo step that leads back to a copy, which was made before the change. Takes ownership of the copy. words: name of the change, or
 * NULL. Returns the step; borrowed. */
WbChange *wb_session_push_copy (WbSession *self, WbSessionCopy *before, const char *words);
/* Makes the undo steps of a model valid for the model that was read again from its file: they restore its settings, not its earlier text. */
void wb_session_replace_model_in_history (WbSession *self, Model *before, Model *after);

/* Copies what an undo step restores. Free it with wb_session_copy_free. */
WbSessionCopy *wb_session_copy_new (WbSession *self);
/* Frees a copy; NULL is allowed. */
void wb_session_copy_free (WbSessionCopy *copy);
/* Makes the session as it was when the copy was made and emits the signals of what changes. kind, key: the setting or value that the step
 * has changed, which "setting-changed" names if no other one changes; key "": none. */
void wb_session_copy_restore (WbSession *self, const WbSessionCopy *copy, WbKind kind, const char *key);
/* Replaces a model by the one that was read again from its file. */
void wb_session_copy_replace_model (WbSessionCopy *copy, Model *before, Model *after);
/* Returns whether the list of runs is that of a copy without one run. */
gboolean wb_session_copy_is_without (WbSession *self, const WbSessionCopy *copy, WbRunItem *run);
/* Refers to a run from the history. Free it with wb_kept_run_unref. */
WbKeptRun *wb_session_keep_run (WbSession *self, WbRunItem *run);
/* Frees a reference; NULL is allowed. */
void wb_kept_run_unref (WbKeptRun *kept);
/* Returns the run, borrowed. If it was freed to save memory, it is made again and begins to compute. Returns NULL if that is impossible. */
WbRunItem *wb_kept_run_get (WbKeptRun *kept);
/* Frees the runs that only the history refers to, except for those used last. */
void wb_session_release_runs (WbSession *self);
/* Gives a run the properties that it has in a copy. Does nothing if the copy does not have the run. */
void wb_session_copy_give (const WbSessionCopy *copy, WbRunItem *run);
/* Makes an empty array of the objects that wb_session_join_copies adds. */
GPtrArray *wb_session_copy_joined_new (void);

/* The state of the repetition of a finished run after a change of a value; see
 * wb-session-repeat.c. */
typedef struct
{
  gboolean wanted;     /* whether values have changed since the last repetition began */
  gboolean shown;      /* whether the current run is a repetition */
  WbRunItem *next;     /* repetition that is running but not shown yet, or NULL */
  gint64 begun;        /* time at which `next` was started, monotonic µs */
  guint edit, next_edit; /* numbers of the edits that caused the shown repetition and `next` */
  guint version;       /* value of `changes` when `next` was prepared */
  WbRunItem *ghost;    /* the run before the edit, which plots draw faint, or NULL */
  GPtrArray *stopping; /* repetitions that a newer one has replaced and whose threads have not stopped yet */
} WbRepeat;

struct _WbSession
{
  GObject parent_instance;

  Model *model;
  char *requested;
  GPtrArray *errors;
  char *failed; /* path of the last file that could not be opened because of errors, or NULL */
  gboolean keeps_model; /* "model-changed" is emitted for other errors, not for another model */
  ModelSystem *system;
  SimConfig *config;
  LabValues *values;

  GListStore *runs;
  WbRunItem *current;
  int next_color, last_number;
  SimRunState seen_state;
  gint64 commanded; /* time of the last command to the run, monotonic µs */
  gboolean stale, restart;
  WbRepeat repeat;
  guint edits;   /* number of edits so far: undo steps that changed values */
  guint changes; /* number of changes so far that the current run has not applied */
  gboolean gesture;         /* TRUE between wb_session_begin_gesture and wb_session_end_gesture */
  WbChange *gesture_change; /* undo step of this gesture in the history, borrowed; NULL: none yet */
  char *gesture_words;
  WbSessionCopy *gesture_copy; /* the session before the gesture, until its first change */
  guint group, last_group;  /* number of the group of undo steps that has begun, 0: none; the last number */
  GPtrArray *kept;          /* the runs that the history refers to (WbKeptRun) */
  GPtrArray *joined;        /* objects whose states are part of copies; see wb-session-copy.c */
  double rate;
  gint64 followed; /* time at which the playhead last moved with the run, monotonic µs */

  double playhead;
  double wanted; /* time to which the playhead moves when the current run has stopped; NaN: the playhead stays */
  gboolean following;
  gsize shown_attempt; /* index of the attempt that was shown last, valid while the playhead is at its start; G_MAXSIZE: none */

  GPtrArray *undo, *redo; /* undo and redo history (WbChange) */

  char *view, *settings_page; /* names of the visible view and of the visible page of the settings */
  gboolean lecture;
  char *path; /* path of the session file, or NULL */
};

/* If the current run has not started, replaces it by a new one with the current settings and
 * values. */
void wb_session_renew_unstarted (WbSession *self);
/* Prepares a run with the current settings and values and makes it the current one. Returns FALSE if the model refuses the
 * values. */
gboolean wb_session_begin_run (WbSession *self);
/* Makes a run with the current settings and values. Does not start it or add it to the runs. Its name states the
 * differences from the run `before` or, if that is NULL, from the model. On failure emits "message" and returns
 * NULL. */
WbRunItem *wb_session_prepare_run (WbSession *self, WbRunItem *before);
/* Requests that the finished run is repeated, because a value has changed. Returns FALSE if there is no finished run, or the user cancelled
 * it. */
gboolean wb_session_want_repeat (WbSession *self);
/* Starts and shows repetitions. wb_session_poll calls it. Returns TRUE if the current run has
 * changed. */
gboolean wb_session_advance_repeat (WbSession *self);
/* Discards a repetition that is not shown yet. Afterwards no run is a ghost. */
void wb_session_forget_repeat (WbSession *self);
/* Makes a run of a reopened session the ghost, which plots draw faint. */
void wb_session_restore_ghost (WbSession *self, WbRunItem *run);
/* Frees the state of repetitions. */
void wb_session_clear_repeat (WbSession *self);
/* Returns a name for a run with the current settings and values. It states the differences from the run `before` or, if that is NULL, from
 * the model. Free it with g_free. */
char *wb_session_name_run (WbSession *self, WbRunItem *before);
/* Returns a name for a run with the current settings and values. It states the differences from config and values. Free it with g_free. */
char *wb_session_name_changes (WbSession *self, const SimConfig *config, const LabValues *values);
/* Passes the differences from earlier settings and values to the current run after undo. live: the run is running or paused and its playhead is
 * at its front, so that parameters and settings can change in it. */
void wb_session_take_over (WbSession *self, const SimConfig *config_before, const LabValues *before, gboolean live);
/* Sets one setting or value of config and values to that of another pair. */
void wb_session_copy_one (SimConfig *config, LabValues *values, const SimConfig *from_config, const LabValues *from_values, WbKind kind, const char *key);
/* Returns whether two sets of values are equal. */
gboolean wb_session_same_values (const LabValues *a, const LabValues *b);
/* Replaces all settings and values after another run became current. This is no undo step and does not affect runs. */
void wb_session_show_settings (WbSession *self, const SimConfig *config, const LabValues *values);
/* Returns whether two sets of settings are equal. */
gboolean wb_session_same_settings (const SimConfig *a, const SimConfig *b);
/* Returns whether two tables have the same keys and texts. */
gboolean wb_session_same_texts (GHashTable *a, GHashTable *b);
/* The following functions are in wb-session-branch.c. */
/* Returns whether starting the run would begin a branch: the playhead is before the end of the run, and a setting or value has changed that
 * can change during a run. */
gboolean wb_session_branch_is_due (WbSession *self);
/* Prepares a branch of the current run at time t. Does not start it or add it to the runs. Returns NULL if a branch is not possible. */
WbRunItem *wb_session_prepare_branch (WbSession *self, double t);
/* Gives a branch and the first run of its tree their letters and colours. Must be called before the branch is added to the runs. */
void wb_session_letter_branch (WbSession *self, WbRunItem *item);
/* Makes a prepared branch the current run, paused at its start. */
void wb_session_show_branch (WbSession *self, WbRunItem *item);
/* Hides all runs except pinned ones, `item`, and the parent of `item`. */
void wb_session_hide_others (WbSession *self, WbRunItem *item);
/* Updates the name of a branch that is still at its start, so that the name states what was changed there. */
void wb_session_rename_branch (WbSession *self);
/* Returns the run with this number, borrowed; NULL if it was removed. */
WbRunItem *wb_session_find_run (WbSession *self, int number);
/* Returns whether the settings and values of the session equal those at the end of a run. */
gboolean wb_session_agrees (WbSession *self, WbRunItem *run);
/* Emits the signal "setting-changed". */
void wb_session_emit_setting (WbSession *self, WbKind kind, const char *key);
/* Emits the signal "history-changed". */
void wb_session_emit_history (WbSession *self);
/* Emits the signal "playhead-changed". */
void wb_session_emit_playhead (WbSession *self);
/* Emits "model-changed". */
void wb_session_emit_model (WbSession *self);
/* Emits the signal "attempt-shown" with the index of an attempt. */
void wb_session_emit_attempt (WbSession *self, gsize index);
/* Emits the signal "layout-changed". */
void wb_session_emit_layout (WbSession *self);
/* Moves the playhead to the time that the current run has reached, if it follows the run. Returns FALSE if the playhead does not move. */
gboolean wb_session_follow_front (WbSession *self, gboolean was_running);

G_END_DECLS
