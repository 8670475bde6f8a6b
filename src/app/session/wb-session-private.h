/* The struct of the session and the functions that its files share; no other
 * file includes this header. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

typedef struct
{
  WbKind kind;
  char *key;
  char *before, *after; /* NULL: not set */
  gint64 when;          /* monotonic µs */
  char *words;          /* name of the change; NULL: the key is the name */
  /* Used instead of key and texts if the change replaces all settings and
   * values; kind has no meaning then. */
  SimConfig *config_before, *config_after;
  WbValues *values_before, *values_after;
  /* A change of another object, such as the arrangement of plots or the list of
   * runs. */
  gpointer owner;
  WbChangeFunc func;
  gpointer state_before, state_after;
  GDestroyNotify free_state;
} WbChange;

/* Frees a change. */
void wb_change_free (WbChange *change);
/* Removes the oldest changes made with func from the history until `most`
 * remain. */
void wb_session_forget_changes (WbSession *self, WbChangeFunc func, guint most);

struct _WbSession
{
  GObject parent_instance;

  Model *model;
  char *requested;
  GPtrArray *errors;
  char *failed; /* the file that has the errors; NULL: none */
  ModelSystem *system;
  SimConfig *config;
  WbValues *values;

  GListStore *runs;
  WbRunItem *current;
  int next_color, last_number;
  SimRunState seen_state;
  gint64 commanded; /* time of the last command to the run, monotonic µs */
  gboolean stale, restart;
  double rate;
  gint64 followed; /* monotonic time at which the playhead last moved with the run */

  double playhead;
  double wanted; /* time to which the playhead moves when the current run has stopped; NaN: it does not */
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
/* Returns a name for the current values that states the differences from the
 * run `before` (NULL: from the model). Free it with g_free. */
char *wb_session_name_run (WbSession *self, WbRunItem *before);
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
