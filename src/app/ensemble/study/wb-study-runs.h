/* Single runs of a study, which are opened in Simulate. Main thread. */
#pragma once

#include "wb-studies.h"

G_BEGIN_DECLS

/* Computes a member of a study again and opens it as a separate run in the session. If the study has another model, the session changes to
 * it first. Emits the session's "message" on failure. */
void wb_studies_open_member (WbStudies *self, WbStudy *study, guint64 member);
/* Opens the run at a point of the picture of a sweep or of an orbit diagram, likewise. Does nothing for another study, beyond the axes, or if the
 * picture is of an earlier set-up. */
void wb_studies_open_point (WbStudies *self, WbStudy *study, double x, double y);

G_END_DECLS
