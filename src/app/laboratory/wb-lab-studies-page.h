/* The page Studies of the Laboratory: a card for each study, or one study large. */
#pragma once

#include "wb-lab-study-card.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_STUDIES_PAGE (wb_lab_studies_page_get_type ())
G_DECLARE_FINAL_TYPE (WbLabStudiesPage, wb_lab_studies_page, WB, LAB_STUDIES_PAGE, GtkWidget)

/* Makes the page of a session. */
GtkWidget *wb_lab_studies_page_new (WbSession *session);
/* Shows the study with this id large and runs it if it has no result; NULL: shows all. */
void wb_lab_studies_page_open (WbLabStudiesPage *self, const char *id);
/* Returns the card of a study. */
WbLabStudyCard *wb_lab_studies_page_card (WbLabStudiesPage *self, int index);
/* Returns the number of columns. */
int wb_lab_studies_page_n_columns (WbLabStudiesPage *self);

/* Signals: "open" (id: string). */

G_END_DECLS
