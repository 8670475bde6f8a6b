/* The page Method of the Laboratory: the stability regions with the points h·λ, the tableau, and the studies of errors. */
#pragma once

#include "wb-lab-order-card.h"
#include "wb-lab-region-card.h"
#include "wb-lab-tableau-card.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_METHOD_PAGE (wb_lab_method_page_get_type ())
G_DECLARE_FINAL_TYPE (WbLabMethodPage, wb_lab_method_page, WB, LAB_METHOD_PAGE, GtkWidget)

/* Makes the page for the methods in the comparison of a session. */
GtkWidget *wb_lab_method_page_new (WbSession *session);
/* Returns whether a study or a region is being computed. */
gboolean wb_lab_method_page_is_busy (WbLabMethodPage *self);
/* Cancels the studies and the regions that are being computed. */
void wb_lab_method_page_cancel (WbLabMethodPage *self);
/* Returns the sentence below the slider, such as "… is stable here up to h = 0.09";
 * borrowed. */
const char *wb_lab_method_page_sentence (WbLabMethodPage *self);
/* Returns the card of stability regions. */
WbLabRegionCard *wb_lab_method_page_regions (WbLabMethodPage *self);
/* Returns the card of the tableau. */
WbLabTableauCard *wb_lab_method_page_tableau (WbLabMethodPage *self);
/* Returns the card of a study: `which` is its number among those with `varied` in the order of the registry, 0 for convergence. */
WbLabOrderCard *wb_lab_method_page_study (WbLabMethodPage *self, int which);
/* Shows only one card: 0 for regions, 1 for the tableau, 2 and more for the studies. −1 shows all
 * cards. */
void wb_lab_method_page_focus (WbLabMethodPage *self, int card);

G_END_DECLS
