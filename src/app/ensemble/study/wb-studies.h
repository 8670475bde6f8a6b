/* The studies of a session: the list, the selected study, and changes of their set-ups. Each change can be undone. Main thread.
 *
 * Signals: "studies-changed" (the list changed), "selection-changed", "study-changed" (study: WbStudy; its set-up, picture or state
 * changed). */
#pragma once

#include "wb-session.h"
#include "wb-study.h"

G_BEGIN_DECLS

#define WB_TYPE_STUDIES (wb_studies_get_type ())
G_DECLARE_FINAL_TYPE (WbStudies, wb_studies, WB, STUDIES, GObject)

/* Returns the studies of a session. The first call creates the object; the session owns it. */
WbStudies *wb_studies_of (WbSession *session);
/* Returns the studies of a session, or NULL if wb_studies_of was not called for the session yet. */
WbStudies *wb_studies_peek (WbSession *session);
/* Returns the session to which the studies belong; borrowed. */
WbSession *wb_studies_session (WbStudies *self);
/* Returns the list of studies (items: WbStudy); borrowed. */
GListModel *wb_studies_list (WbStudies *self);
/* Returns the selected study, borrowed, or NULL if none is selected. */
WbStudy *wb_studies_selected (WbStudies *self);
/* Selects a study of the list, or none if study is NULL. */
void wb_studies_select (WbStudies *self, WbStudy *study);

/* The pages of a study. WB_STUDY_PAGE_AUTOMATIC shows the set-up while there are no results, and the results otherwise. */
typedef enum { WB_STUDY_PAGE_AUTOMATIC, WB_STUDY_PAGE_SETUP, WB_STUDY_PAGE_RESULTS } WbStudyPage;
/* Returns the page that was set for a study. */
WbStudyPage wb_studies_page (WbStudy *study);
/* Sets the page of a study and emits "study-changed". self may be NULL for a study that is in no list yet. */
void wb_studies_set_page (WbStudies *self, WbStudy *study, WbStudyPage page);
/* Returns whether the selected study shows its set-up. */
gboolean wb_studies_shows_setup (WbStudies *self);

/* Appends a study to the list and selects it. This change can be undone. */
void wb_studies_add (WbStudies *self, WbStudy *study);
/* Removes a study from the list. This change can be undone. */
void wb_studies_remove (WbStudies *self, WbStudy *study);
/* Appends a new study of the kind with this id (see wb_study_new_kinds) for the session's model with its settings and values. Returns the study,
 * borrowed, or NULL if there is no model or the view does not have the kind. */
WbStudy *wb_studies_add_new (WbStudies *self, const char *id);
/* Opens a study file and appends its study. Returns FALSE with an error if the file cannot be read. */
gboolean wb_studies_open (WbStudies *self, const char *path, GError **error);
/* Replaces all studies by those of a session file (items: WbStudy). selected is the index of the selected study, or −1 for none. Cannot be
 * undone. */
void wb_studies_restore (WbStudies *self, GPtrArray *studies, int selected);

G_END_DECLS
