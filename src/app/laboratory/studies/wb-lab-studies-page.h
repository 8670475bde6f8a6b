/* The page Studies of the Laboratory. It shows a card for each study, or one study in full size. */
#pragma once

#include "wb-lab-study-card.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_STUDIES_PAGE (wb_lab_studies_page_get_type ())
G_DECLARE_FINAL_TYPE (WbLabStudiesPage, wb_lab_studies_page, WB, LAB_STUDIES_PAGE, GtkWidget)

/* Makes the page for the studies of a session. */
GtkWidget *wb_lab_studies_page_new (WbSession *session);
/* Shows the study with this id in full size, and runs it if it has no result. id NULL: shows all studies. */
void wb_lab_studies_page_open (WbLabStudiesPage *self, const char *id);
/* Returns the card of a study by its number. */
WbLabStudyCard *wb_lab_studies_page_card (WbLabStudiesPage *self, int index);
/* Returns the number of columns of the present layout. */
int wb_lab_studies_page_n_columns (WbLabStudiesPage *self);

/* How the page shows a study in full size with its company: beside it; below it, in narrow windows; beside it without lists, in windows that are low too and
 * in lecture mode. */
typedef enum { WB_COMPANY_BESIDE, WB_COMPANY_BELOW, WB_COMPANY_COMPACT } WbCompanyPlace;
/* Gives a study in full size two more widgets: one beside it, and one below both. */
void wb_lab_studies_page_set_company (WbLabStudiesPage *self, int index, GtkWidget *beside, GtkWidget *below);
/* Sets whether the widget beside is left out, so that the study has its room. */
void wb_lab_studies_page_leave_out (WbLabStudiesPage *self, gboolean out);
/* Returns how the company is shown. */
WbCompanyPlace wb_lab_studies_page_company_place (WbLabStudiesPage *self);

/* Signal: "arranged", after the place of the company has changed.
 * Signal: "open" (id: string), when the user asks for a study in full size. */

G_END_DECLS
