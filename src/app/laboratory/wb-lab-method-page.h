/* The page Method of the Laboratory: stability regions with h·λ, the tableau, and
 * the studies of convergence and work-precision. */
#pragma once

#include "wb-lab-card.h"
#include "wb-lab-tableau-card.h"
#include "wb-laboratory.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_METHOD_PAGE (wb_lab_method_page_get_type ())
G_DECLARE_FINAL_TYPE (WbLabMethodPage, wb_lab_method_page, WB, LAB_METHOD_PAGE, GtkWidget)

/* Makes the page for the methods of the session's comparison. */
GtkWidget *wb_lab_method_page_new (WbSession *session);
/* Returns whether a study or a region is being computed. */
gboolean wb_lab_method_page_is_busy (WbLabMethodPage *self);
/* Cancels what is being computed. */
void wb_lab_method_page_cancel (WbLabMethodPage *self);
/* Returns the sentence below the slider, such as "… is stable here up to h =
 * 0.09"; borrowed. */
const char *wb_lab_method_page_sentence (WbLabMethodPage *self);
/* Shows only one card: 0 regions, 1 tableau, 2 convergence, 3 work-precision; −1:
 * all. */
void wb_lab_method_page_focus (WbLabMethodPage *self, int card);

G_END_DECLS
