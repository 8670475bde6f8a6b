/* What the files of the session share; for no one else. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

typedef struct
{
  WbKind kind;
  char *key;
  char *before, *after; /* NULL: not set */
  gint64 when;          /* monotonic µs */
  char *words;          /* NULL: called by the key */
  /* WbKind does not matter where a change carries whole records (adopting a
   * run's settings). */
  SimConfig *config_before, *config_after;
  WbValues *values_before, *values_after;
  /* Something that is not the session's own: arranged plots, a deleted run. */
  gpointer owner;
  WbChangeFunc func;
  gpointer state_before, state_after;
  GDestroyNotify free_state;
} WbChange;

/* Frees a change. */
void wb_change_free (WbChange *change);
/* Removes the oldest changes made by func from the history, so that `most`
 * remain. */
void wb_session_forget_changes (WbSession *self, WbChangeFunc func, guint most);

struct _WbSession
{
  GObject parent_instance;

  Model *model;
  char *requested;
  GPtrArray *errors;
  char *failed; /* the file of the errors; NULL: none */
  ModelSystem *system;
  SimConfig *config;
  WbValues *values;

  GListStore *runs;
  WbRunItem *current;
  int next_color, last_number;
  SimRunState seen_state;
  gint64 commanded; /* when the run was last told something, monotonic µs */
  gboolean stale, restart;
  double rate;
  gint64 followed; /* monotonic time at which the playhead was last moved with the run */

  double playhead;
  double wanted; /* where the playhead goes when the current run has come to rest; NaN: nowhere */
  gboolean following;

  GPtrArray *undo, *redo; /* WbChange */

  char *view, *settings_page; /* that are shown, by name */
  gboolean lecture;
  char *path; /* of the session file; NULL: none */
};

/* Replaces a current run that has not started by one with the present settings.
 */
void wb_session_renew_unstarted (WbSession *self);
/* Prepares a run and makes it the current one; returns FALSE where the model
 * refuses. */
gboolean wb_session_begin_run (WbSession *self);
/* Returns a name from what differs from the run before (NULL: from the model);
 * free with g_free. */
char *wb_session_name_run (WbSession *self, WbRunItem *before);
/* Emits "setting-changed". */
void wb_session_emit_setting (WbSession *self, WbKind kind, const char *key);
/* Emits "history-changed". */
void wb_session_emit_history (WbSession *self);
/* Emits "playhead-changed". */
void wb_session_emit_playhead (WbSession *self);
/* Emits "layout-changed". */
void wb_session_emit_layout (WbSession *self);
/* Moves the playhead with the current run; returns FALSE where it stays. */
gboolean wb_session_follow_front (WbSession *self, gboolean was_running);

G_END_DECLS
