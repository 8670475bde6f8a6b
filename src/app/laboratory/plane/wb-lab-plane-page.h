/* The page Phase plane of the Laboratory: nullclines, equilibria, manifolds and closed orbits of a model with two states, and a list of
 * these objects. */
#pragma once

#include "wb-lab-card.h"

#include "lab-registry.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_PLANE_PAGE (wb_lab_plane_page_get_type ())
G_DECLARE_FINAL_TYPE (WbLabPlanePage, wb_lab_plane_page, WB, LAB_PLANE_PAGE, GtkWidget)

/* Makes the page for the model of a session. */
GtkWidget *wb_lab_plane_page_new (WbSession *session);
/* Returns whether a search for equilibria and orbits is running. */
gboolean wb_lab_plane_page_is_busy (WbLabPlanePage *self);
/* Cancels the search. */
void wb_lab_plane_page_cancel (WbLabPlanePage *self);
/* Hides or shows the list beside the plot, for narrow windows. */
void wb_lab_plane_page_set_narrow (WbLabPlanePage *self, gboolean narrow);
/* Returns the number of equilibria and closed orbits in the list. */
int wb_lab_plane_page_n_found (WbLabPlanePage *self);
/* Returns the row of buttons that show and hide the layers. */
GtkWidget *wb_lab_plane_page_chips (WbLabPlanePage *self);
/* Returns the command that prints the numbers of the result, or NULL without a model. Free it with g_free. */
char *wb_lab_plane_page_command (WbLabPlanePage *self);

G_END_DECLS
