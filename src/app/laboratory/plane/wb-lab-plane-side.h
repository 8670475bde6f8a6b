/* The cards beside the phase plane: the list of the found objects, the details of the selected object, and the section with its return
 * map. */
#pragma once

#include "wb-lab-plane-section.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_PLANE_SIDE (wb_lab_plane_side_get_type ())
G_DECLARE_FINAL_TYPE (WbLabPlaneSide, wb_lab_plane_side, WB, LAB_PLANE_SIDE, GtkWidget)

/* Makes the cards. */
GtkWidget *wb_lab_plane_side_new (WbSession *session);
/* Shows a result, borrowed until the next call; NULL: no result. No object is selected. */
void wb_lab_plane_side_set_found (WbLabPlaneSide *self, WbLabFound *found);
/* Sets whether the objects are those of an earlier search. The list and the details are then faint. */
void wb_lab_plane_side_set_earlier (WbLabPlaneSide *self, gboolean earlier);
/* Sets whether the list and the details are visible, and whether the section is visible. */
void wb_lab_plane_side_show_cards (WbLabPlaneSide *self, gboolean lists, gboolean section);
/* Selects a row of the list. */
void wb_lab_plane_side_select (WbLabPlaneSide *self, int row);
/* Returns the selected row of the list, or −1. */
int wb_lab_plane_side_selected (WbLabPlaneSide *self);
/* Returns the card of the section. */
WbLabPlaneSection *wb_lab_plane_side_section (WbLabPlaneSide *self);

/* Signal: "selected", the user or wb_lab_plane_side_select has changed the selection. */

G_END_DECLS
