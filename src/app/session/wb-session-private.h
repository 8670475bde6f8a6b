/* The struct of the session and the functions that its files share; no other
 * file includes this header. */
#pragma once

#include "wb-session-repeat.h"

G_BEGIN_DECLS

typedef struct
{
  WbKind kind;
  char *key;
  char *before, *after; /* text of the value; NULL: not set */
  gint64 when;          /* monotonic time in µs */
  char *words;          /* name of the change; NULL: the key is the name */
  /* Used instead of key and texts if the change replaces all settings and values. kind is not used then. */
  SimConfig *config_before, *config_after;
  WbValues *values_before, *values_after;
  /* A change of another object, such as the arrangement of plots or the list of runs; the function restores it. */
  gpointer owner;
  WbChangeFunc func;
  gpointer state_before, state_after;
  GDestroyNotify free_state;
} WbChange;

/* Frees a change. */
void wb_change_free (WbChange *change);
/* Appends a change to the history, which takes ownership of it. */
void wb_session_push_change (WbSession *self, WbChange *change);
/* Removes the oldest changes made with func from the history until `most`
 * remain. */
void wb_session_forget_changes (WbSession *self, WbChangeFunc func, guint most);

/* The repetition of a finished run after a change of a value; see
 * wb-session-repeat.c. */
typedef struct
{
  gboolean wanted;     /* values changed since the last repetition began */
  gboolean shown;      /* the current run is a repetition */
  WbRunItem *next;     /* running repetition that is not shown yet, or NULL */
  gint64 begun;        /* when next was started, monotonic µs */
  guint edit, next_edit; /* numbers of the edits to which the shown repetition and `next` belong */
  guint version;       /* changes when next was prepared */
  WbRunItem *ghost;    /* run before the edit, which plots draw faint, or NULL */
  GPtrArray *stopping; /* repetitions that a newer one has replaced, and whose threads have not stopped yet */
} WbRepeat;

struct _WbSession
{
  GObject parent_instance;

  Model *model;
  char *requested;
  GPtrArray *errors;
  char *failed; /* the file that could not be opened because of errors; NULL: none */
  ModelSystem *system;
  SimConfig *config;
  WbValues *values;

  GListStore *runs;
  WbRunItem *current;
  int next_color, last_number;
  SimRunState seen_state;
  gint64 commanded; /* time of the last command to the run, monotonic µs */
  gboolean stale, restart;
  WbRepeat repeat;
  guint edits;   /* number of edits so far: undo steps that changed values */
  guint changes; /* number of changes so far that the current run did not apply */
  gboolean gesture;         /* between wb_session_begin_gesture and wb_session_end_gesture */
  WbChange *gesture_change; /* the change of this gesture in the history, borrowed; NULL: none yet */
  char *gesture_words;
  SimConfig *gesture_config; /* settings and values before the gesture */
  WbValues *gesture_values;
  double rate;
  gint64 followed; /* monotonic time at which the playhead last moved with the run */

  double playhead;
  double wanted; /* time to which the playhead moves when the current run has stopped; NaN: the playhead stays */
  gboolean following;
  gsize shown_attempt; /* last attempt that was shown, valid while the playhead is at its start; G_MAXSIZE: none */

  GPtrArray *undo, *redo; /* WbChange */

  char *view, *settings_page; /* names of the visible view and page */
  gboolean lecture;
  char *path; /* path of the session file; NULL: none */
};

/* If the current run has not started, replaces it by one with the current
 * settings. */
void wb_session_renew_unstarted (WbSession *self);
/* Prepares a run and makes it the current one. Returns FALSE if the model
 * refuses the values. */
gboolean wb_session_begin_run (WbSession *self);
/* Makes a run from the current values without starting it or adding it to the
 * runs; its name states the differences from the run `before` (NULL: from the
 * model). On failure emits a message and returns NULL. */
WbRunItem *wb_session_prepare_run (WbSession *self, WbRunItem *before);
/* Requests a repetition of the finished run after a change of a value. Returns
 * FALSE if there is no finished run, or it was cancelled. */
gboolean wb_session_want_repeat (WbSession *self);
/* Starts and shows repetitions; wb_session_poll calls it. Returns TRUE if the
 * current run changed. */
gboolean wb_session_advance_repeat (WbSession *self);
/* Discards a repetition that is not shown yet. After this no run is a ghost. */
void wb_session_forget_repeat (WbSession *self);
/* Makes a run of a reopened session the ghost, which plots draw faint. */
void wb_session_restore_ghost (WbSession *self, WbRunItem *run);
/* Frees the data of repetitions. */
void wb_session_clear_repeat (WbSession *self);
/* Returns a name for the current values that states the differences from the
 * run `before` (NULL: from the model). Free it with g_free. */
char *wb_session_name_run (WbSession *self, WbRunItem *before);
/* Returns a name for the current values that states the differences from these settings and values. Free it with g_free. */
char *wb_session_name_changes (WbSession *self, const SimConfig *config, const WbValues *values);
/* Replaces all settings and values without a step of undo and without an effect on runs, because another run with them became current. */
void wb_session_show_settings (WbSession *self, const SimConfig *config, const WbValues *values);
/* Returns whether settings are equal. */
gboolean wb_session_same_settings (const SimConfig *a, const SimConfig *b);
/* Returns whether two tables have the same texts. */
gboolean wb_session_same_texts (GHashTable *a, GHashTable *b);
/* Functions of wb-session-branch.c. */
/* Returns whether a start of the run begins a branch: the playhead is before the end, and something changed that can change there. */
gboolean wb_session_branch_is_due (WbSession *self);
/* Prepares a branch of the current run at a time without starting it or adding it to the runs. Returns NULL if that is not possible. */
WbRunItem *wb_session_prepare_branch (WbSession *self, double t);
/* Gives a branch and the first run of its tree their letters and colours. Call it before the branch is added to the runs. */
void wb_session_letter_branch (WbSession *self, WbRunItem *item);
/* Makes a prepared branch the current run, paused at its root. */
void wb_session_show_branch (WbSession *self, WbRunItem *item);
/* Hides all runs except pinned ones, `item`, and the parent of item if it is a branch. */
void wb_session_hide_others (WbSession *self, WbRunItem *item);
/* Names a branch that is still at its root by what changed there. */
void wb_session_rename_branch (WbSession *self);
/* Returns the run with this number, borrowed; NULL if it was removed. */
WbRunItem *wb_session_find_run (WbSession *self, int number);
/* Returns whether the current settings and values equal those at the end of a run. */
gboolean wb_session_agrees (WbSession *self, WbRunItem *run);
/* Emits "setting-changed". */
void wb_session_emit_setting (WbSession *self, WbKind kind, const char *key);
/* Emits "history-changed". */
void wb_session_emit_history (WbSession *self);
/* Emits "playhead-changed". */
void wb_session_emit_playhead (WbSession *self);
/* Emits "attempt-shown". */
void wb_session_emit_attempt (WbSession *self, gsize index);
/* Emits "layout-changed". */
void wb_session_emit_layout (WbSession *self);
/* Moves the playhead with the current run. Returns FALSE if it does not move. */
gboolean wb_session_follow_front (WbSession *self, gboolean was_running);

G_END_DECLS
