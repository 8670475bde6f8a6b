/* The card of the section in the phase plane: its return map, the fixed points, and fields for its ends. It computes the map again after
 * each movement of the section. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-card.h"
#include "wb-lab-plane-search.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_PLANE_SECTION (wb_lab_plane_section_get_type ())
G_DECLARE_FINAL_TYPE (WbLabPlaneSection, wb_lab_plane_section, WB, LAB_PLANE_SECTION, GtkWidget)

/* Makes the card. */
GtkWidget *wb_lab_plane_section_new (WbSession *session);
/* Shows the section of a result, borrowed until the next call; NULL: no result. */
void wb_lab_plane_section_set_found (WbLabPlaneSection *self, WbLabFound *found);
/* Returns the section, which may be ahead of its return map during a drag, or NULL if there is none. */
const LabLine *wb_lab_plane_section_line (WbLabPlaneSection *self);
/* Moves the section and computes its map. finished: makes an undo step of the movement. */
void wb_lab_plane_section_move (WbLabPlaneSection *self, const LabLine *line, gboolean finished);
/* Drags a part of the section in the plot `view` of the plane to (x, y): an end or, by its middle, the whole section. The part nearest to
 * the first position is dragged. An end snaps to equilibria. */
void wb_lab_plane_section_drag (WbLabPlaneSection *self, const PlotView *view, double x, double y, WbStartDrag phase);
/* Moves the section by hundredths of the window to the right and up. Returns FALSE if there is no section. */
gboolean wb_lab_plane_section_shift (WbLabPlaneSection *self, int right, int up);
/* Returns whether a return map is being computed. */
gboolean wb_lab_plane_section_is_busy (WbLabPlaneSection *self);
/* Cancels the computation. The map then is that of an earlier section. */
void wb_lab_plane_section_cancel (WbLabPlaneSection *self);
/* Returns the field of a coordinate of an end: 0 and 1 for the first end, 2 and 3 for the second one. */
GtkWidget *wb_lab_plane_section_field (WbLabPlaneSection *self, int index);
/* Returns the plot of the map. */
WbPlotArea *wb_lab_plane_section_area (WbLabPlaneSection *self);
/* Returns the list of fixed points, a box with one row for each. */
GtkWidget *wb_lab_plane_section_list (WbLabPlaneSection *self);

/* Signal: "changed", the section has moved or its map was computed. */

G_END_DECLS
