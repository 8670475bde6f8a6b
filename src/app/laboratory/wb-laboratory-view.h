/* The Laboratory view, for the study of methods and models. It has the pages Method (stability, tableau, convergence), Studies and Phase
 * plane. */
#pragma once

#include "wb-lab-method-page.h"
#include "wb-lab-plane-page.h"
#include "wb-lab-studies-page.h"
#include "wb-laboratory.h"

G_BEGIN_DECLS

#define WB_TYPE_LABORATORY_VIEW (wb_laboratory_view_get_type ())
G_DECLARE_FINAL_TYPE (WbLaboratoryView, wb_laboratory_view, WB, LABORATORY_VIEW, GtkWidget)

/* Makes the Laboratory view of a session. */
GtkWidget *wb_laboratory_view_new (WbSession *session);
/* Returns the page Method of the view. */
WbLabMethodPage *wb_laboratory_view_method (WbLaboratoryView *self);
/* Returns the page Studies of the view. */
WbLabStudiesPage *wb_laboratory_view_studies (WbLaboratoryView *self);
/* Returns the page Phase plane of the view. */
WbLabPlanePage *wb_laboratory_view_plane (WbLaboratoryView *self);
/* Returns whether something on the visible page is being computed. */
gboolean wb_laboratory_view_is_busy (WbLaboratoryView *self);
/* Cancels the computations of the visible page. */
void wb_laboratory_view_cancel (WbLaboratoryView *self);
/* Number of cards on the page Method. A narrow window shows one of them at a
 * time. */
#define WB_N_LABORATORY_CARDS 4
/* Returns the number of cards of the visible page that a narrow window shows one at a time. */
int wb_laboratory_view_n_cards (WbLaboratoryView *self);
/* Shows one card of the pages Method and Phase plane alone; −1 shows all. */
void wb_laboratory_view_focus (WbLaboratoryView *self, int card);
/* Returns the index of the card that is shown alone, or −1. */
int wb_laboratory_view_focused (WbLaboratoryView *self);
/* Shows or hides the switch of the pages in the title. It is for windows without the sidebar of the Laboratory. */
void wb_laboratory_view_show_switch (WbLaboratoryView *self, gboolean shown);

G_END_DECLS
