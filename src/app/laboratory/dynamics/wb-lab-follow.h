/* The card of the phase plane beside a bifurcation diagram. It shows the field, the nullclines, and the equilibria and cycles of the diagram at the present value
 * of the parameter, corrected by Newton's method, and follows each change. */
#pragma once

#include "wb-lab-marker.h"
#include "wb-lab-plane-search.h"
#include "wb-plot-area.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_FOLLOW (wb_lab_follow_get_type ())
G_DECLARE_FINAL_TYPE (WbLabFollow, wb_lab_follow, WB, LAB_FOLLOW, GtkWidget)

/* Makes the card for the marker of a diagram. It keeps a reference on the marker. */
GtkWidget *wb_lab_follow_new (WbSession *session, WbLabMarker *marker);
/* Sets whether the list of the objects is left out. */
void wb_lab_follow_set_compact (WbLabFollow *self, gboolean compact);
/* Returns the objects that the card shows, borrowed, or NULL. */
const WbLabFound *wb_lab_follow_found (WbLabFollow *self);
/* Returns the value of the parameter of these objects; NaN without any. */
double wb_lab_follow_value (WbLabFollow *self);
/* Returns the row of the object in which the model is now, or −1 if it is not known; equilibria come before cycles. */
int wb_lab_follow_now (WbLabFollow *self);
/* Returns the plot. */
WbPlotArea *wb_lab_follow_area (WbLabFollow *self);

G_END_DECLS
