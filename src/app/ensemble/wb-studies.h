/* The studies of a session: the list, the selected study, and changes of their set-ups, each of which can be undone. Main thread.
 *
 * Signals: "studies-changed" (the list changed), "selection-changed", "study-changed" (study: WbStudy; its set-up, picture or state
 * changed). */
#pragma once

#include "wb-session.h"
#include "wb-study.h"

G_BEGIN_DECLS

#define WB_TYPE_STUDIES (wb_studies_get_type ())
G_DECLARE_FINAL_TYPE (WbStudies, wb_studies, WB, STUDIES, GObject)

/* Returns the studies of a session, which owns them. The first call makes them. */
WbStudies *wb_studies_of (WbSession *session);
/* Returns the studies of a session, or NULL if wb_studies_of was not called yet. */
WbStudies *wb_studies_peek (WbSession *session);
/* Returns the session. */
WbSession *wb_studies_session (WbStudies *self);
/* Returns the list (WbStudy). */
GListModel *wb_studies_list (WbStudies *self);
/* Returns the selected study, borrowed, or NULL if none is selected. */
WbStudy *wb_studies_selected (WbStudies *self);
/* Selects a study of the list, or none if study is NULL. */
void wb_studies_select (WbStudies *self, WbStudy *study);

/* Appends a study and selects it. Can be undone. */
void wb_studies_add (WbStudies *self, WbStudy *study);
/* Removes a study. Can be undone. */
void wb_studies_remove (WbStudies *self, WbStudy *study);
/* Appends a study of a kind ("ensemble", "basin", "roa") of the session's model with its settings and values. Returns it, borrowed, or NULL
 * without a model or for another kind. */
WbStudy *wb_studies_add_new (WbStudies *self, const char *kind);
/* Opens a study file. Returns FALSE with an error. */
gboolean wb_studies_open (WbStudies *self, const char *path, GError **error);
/* Sets the scalar at a path of keys in the text of a study (see wb_study_text_set). The change can be undone; words is its name in the undo
 * menu. */
void wb_studies_set (WbStudies *self, WbStudy *study, const char *const *path, const char *value, const char *words);
/* Replaces the text of a study. words describe the change in the undo menu, as in wb_studies_set. */
void wb_studies_set_text (WbStudies *self, WbStudy *study, const char *text, const char *words);
/* Replaces the list by that of a session file. selected is an index or −1. */
void wb_studies_restore (WbStudies *self, GPtrArray *studies, int selected);

/* Computes a member of a study again and opens it as a separate run in the session. If the study has another model, the session changes to
 * it first. Emits the session's "message" on failure. */
void wb_studies_open_member (WbStudies *self, WbStudy *study, guint64 member);

G_END_DECLS
