/* The state of the Laboratory of a session: the step size of the plot of stability regions, and the visible page. Changes of the step size
 * can be undone. Main thread.
 *
 * Signal: "changed" (the step size or the page changed). */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_LABORATORY (wb_laboratory_get_type ())
G_DECLARE_FINAL_TYPE (WbLaboratory, wb_laboratory, WB, LABORATORY, GObject)

/* Returns the state of a session. The first call creates it; the session owns it. */
WbLaboratory *wb_laboratory_of (WbSession *session);
/* Returns the step size h of the plot of stability regions, or NaN if it was not set
 * yet. */
double wb_laboratory_step (WbLaboratory *self);
/* Sets the step size without an undo step, as during a drag. */
void wb_laboratory_set_step (WbLaboratory *self, double h);
/* Makes the changes of the step size since the last call one undo step. */
void wb_laboratory_commit_step (WbLaboratory *self);
/* Returns the visible page, borrowed: "method", "plane", "studies", or "studies:ID" for one study. */
const char *wb_laboratory_page (WbLaboratory *self);
/* Returns whether the visible page shows all studies or one study. */
gboolean wb_laboratory_shows_studies (WbLaboratory *self);
/* Shows a page; see wb_laboratory_page for the names. */
void wb_laboratory_set_page (WbLaboratory *self, const char *page);

G_END_DECLS
