/* The state of the Laboratory of a session: step size and page. Changes of the
 * step can be undone. Main thread.
 *
 * Signal: "changed" (the step or the page changed). */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_LABORATORY (wb_laboratory_get_type ())
G_DECLARE_FINAL_TYPE (WbLaboratory, wb_laboratory, WB, LABORATORY, GObject)

/* Returns the Laboratory of a session, which owns it. The first call makes it. */
WbLaboratory *wb_laboratory_of (WbSession *session);
/* Returns the step size h of the plot of stability regions; NaN before it was
 * set. */
double wb_laboratory_step (WbLaboratory *self);
/* Sets the step size, such as during a drag. */
void wb_laboratory_set_step (WbLaboratory *self, double h);
/* Makes the changes of the step since the last call one step of undo. */
void wb_laboratory_commit_step (WbLaboratory *self);
/* Returns the visible page: "method", "plane", "studies", or "studies:ID" for one study. */
const char *wb_laboratory_page (WbLaboratory *self);
/* Returns whether the page is that of the studies or of one study. */
gboolean wb_laboratory_shows_studies (WbLaboratory *self);
/* Shows a page. */
void wb_laboratory_set_page (WbLaboratory *self, const char *page);

G_END_DECLS
