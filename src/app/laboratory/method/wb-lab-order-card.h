/* The card of a study of errors, such as convergence or work-precision: it plots the error of each method against the step size or the cost, with
 * fitted slopes. */
#pragma once

#include "wb-lab-card.h"

#include "lab-registry.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_ORDER_CARD (wb_lab_order_card_get_type ())
G_DECLARE_FINAL_TYPE (WbLabOrderCard, wb_lab_order_card, WB, LAB_ORDER_CARD, GtkWidget)

/* Makes the card of a study that has the field `varied`. */
GtkWidget *wb_lab_order_card_new (WbSession *session, const LabStudyKind *kind);
/* Computes the study again after a short time, as soon as the card is visible. */
void wb_lab_order_card_need (WbLabOrderCard *self);
/* Removes the result. Call it when the model was replaced by another one. */
void wb_lab_order_card_clear (WbLabOrderCard *self);
/* Returns whether the study is being computed or will be soon. */
gboolean wb_lab_order_card_is_busy (WbLabOrderCard *self);
/* Cancels the computation. */
void wb_lab_order_card_cancel (WbLabOrderCard *self);
/* Returns the result, which the card owns, or NULL if there is none. */
const LabResult *wb_lab_order_card_result (WbLabOrderCard *self);
/* Returns the command that prints the numbers of the result, or NULL without a result. Free it with g_free. */
char *wb_lab_order_card_command (WbLabOrderCard *self);
/* Returns the popover with the further models (WbLabModels). */
GtkWidget *wb_lab_order_card_models (WbLabOrderCard *self);

G_END_DECLS
