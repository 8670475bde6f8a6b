/* Opens single runs of a study in Simulate. Main thread. */
#pragma once

#include "wb-studies.h"

G_BEGIN_DECLS

/* Computes a member of a study again and opens it as a run in the session. If the study has another model, first opens that model in the
 * session. Emits the signal "message" of the session if this fails. */
void wb_studies_open_member (WbStudies *self, WbStudy *study, guint64 member);
/* Opens the run at the point (x, y) of the picture of a sweep or of an orbit diagram, as wb_studies_open_member does. Does nothing for
 * another study, for a point beyond the axes, or if the picture shows an earlier set-up. */
void wb_studies_open_point (WbStudies *self, WbStudy *study, double x, double y);

G_END_DECLS
