/* The marker of the present value of the parameter in a bifurcation diagram, and the state that the model is in at that value. The state follows its
 * branch while the parameter changes. Where the branch ends, the motion from there is computed, and the state is that to which the motion comes.
 * Main thread.
 *
 * Signal: "changed", after the value, the diagram or the state has changed. */
#pragma once

#include "lab-track.h"
#include "wb-lab-studies.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_MARKER (wb_lab_marker_get_type ())
G_DECLARE_FINAL_TYPE (WbLabMarker, wb_lab_marker, WB, LAB_MARKER, GObject)

/* Makes the marker of the study `continue` of a session. The caller owns it. It follows nothing until it is shown. */
WbLabMarker *wb_lab_marker_new (WbSession *session, WbStudy *study);
/* Sets whether the diagram is visible in full size. */
void wb_lab_marker_set_shown (WbLabMarker *self, gboolean shown);
/* Returns the name of the parameter of the diagram, borrowed, or NULL if there is no complete diagram of the present model. */
const char *wb_lab_marker_parameter (WbLabMarker *self);
/* Returns the branches of the diagram, borrowed until "changed"; NULL if there is no complete diagram of the present model and values. */
LabTrack *wb_lab_marker_track (WbLabMarker *self);
/* Returns the present value of the parameter; NaN if there is no such diagram. */
double wb_lab_marker_value (WbLabMarker *self);
/* Sets the parameter of the session, rounded to a number that is easy to read if `exactly` is FALSE. */
void wb_lab_marker_set (WbLabMarker *self, double value, gboolean exactly);
/* Returns the places (LabPlace) of the diagram at the present value, borrowed until "changed"; NULL if there is no diagram. */
const GArray *wb_lab_marker_places (WbLabMarker *self);
/* Returns the place of the present state, borrowed until "changed"; NULL if it is not known. */
const LabPlace *wb_lab_marker_now (WbLabMarker *self);
/* Returns a sentence with the values up to which the present state keeps its branch, as rich text. Free it with g_free. */
char *wb_lab_marker_words (WbLabMarker *self);

G_END_DECLS
