/* The page Phase plane of the Laboratory: nullclines, equilibria, manifolds, closed orbits and the return map of a section of a model with
 * two states, or a slice and projections of a model with more, and a list of these objects. */
#pragma once

#include "wb-lab-plane-axes.h"
#include "wb-lab-plane-section.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_PLANE_PAGE (wb_lab_plane_page_get_type ())
G_DECLARE_FINAL_TYPE (WbLabPlanePage, wb_lab_plane_page, WB, LAB_PLANE_PAGE, GtkWidget)

/* Makes the page for the model of a session. */
GtkWidget *wb_lab_plane_page_new (WbSession *session);
/* Returns whether a search for equilibria and orbits is running. */
gboolean wb_lab_plane_page_is_busy (WbLabPlanePage *self);
/* Cancels the search. */
void wb_lab_plane_page_cancel (WbLabPlanePage *self);
/* Returns the number of cards: the plane, the list and, for two states, the section; 1 if the model has no phase plane, or depends on t and the
 * period of its drive is not known. */
int wb_lab_plane_page_n_cards (WbLabPlanePage *self);
/* Shows one card alone, for narrow windows; −1 shows all. A greater number than that of the last card shows the last card. */
void wb_lab_plane_page_focus (WbLabPlanePage *self, int card);
/* Returns the number of equilibria and closed orbits in the list. */
int wb_lab_plane_page_n_found (WbLabPlanePage *self);
/* Returns the row of buttons that show and hide the layers. */
GtkWidget *wb_lab_plane_page_chips (WbLabPlanePage *self);
/* Returns the buttons "Find again" and "Axes" in a box, for the title of the view. */
GtkWidget *wb_lab_plane_page_tools (WbLabPlanePage *self);
/* Moves the buttons of the layers into the title, after another widget of the title, or above the plot if title is NULL. */
void wb_lab_plane_page_set_chips_place (WbLabPlanePage *self, GtkBox *title, GtkWidget *after);
/* Returns the button that chooses axes and slice. */
WbLabPlaneAxes *wb_lab_plane_page_axes (WbLabPlanePage *self);
/* Returns the card of the section. */
WbLabPlaneSection *wb_lab_plane_page_section (WbLabPlanePage *self);
/* Returns the plot of the plane. */
WbPlotArea *wb_lab_plane_page_area (WbLabPlanePage *self);
/* Returns the result of the newest search, borrowed, or NULL. */
const WbLabFound *wb_lab_plane_page_found (WbLabPlanePage *self);
/* Returns the selected row of the list, or −1. */
int wb_lab_plane_page_selected (WbLabPlanePage *self);
/* Returns the number of halves of trajectories that the user has started. */
int wb_lab_plane_page_n_trajectories (WbLabPlanePage *self);

G_END_DECLS
