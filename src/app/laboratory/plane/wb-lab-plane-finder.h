/* The search of the page Phase plane: it starts when the model, a value, the axes, the region or the time change, and has the result of the
 * newest complete search. Main thread. */
#pragma once

#include "wb-lab-plane-search.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_PLANE_FINDER (wb_lab_plane_finder_get_type ())
G_DECLARE_FINAL_TYPE (WbLabPlaneFinder, wb_lab_plane_finder, WB, LAB_PLANE_FINDER, GObject)

/* Makes the search of the model of a session. The caller owns it. It searches nothing until its page is shown. */
WbLabPlaneFinder *wb_lab_plane_finder_new (WbSession *session);
/* Sets whether the page is visible. A search starts only while it is visible; a change before that is remembered. */
void wb_lab_plane_finder_set_shown (WbLabPlaneFinder *self, gboolean shown);
/* Starts the search now, without a delay. */
void wb_lab_plane_finder_start (WbLabPlaneFinder *self);
/* Cancels the search. The result of the last complete search is kept. */
void wb_lab_plane_finder_cancel (WbLabPlaneFinder *self);
/* Returns whether a search is running or will start. */
gboolean wb_lab_plane_finder_is_busy (WbLabPlaneFinder *self);
/* Returns the result, or NULL. Owned by the search and valid until the end of the next emission of "found". */
WbLabFound *wb_lab_plane_finder_found (WbLabPlaneFinder *self);
/* Returns whether the result is that of an earlier search, and not only of another position of the playhead. */
gboolean wb_lab_plane_finder_is_earlier (WbLabPlaneFinder *self);
/* Returns whether the newest search has failed. */
gboolean wb_lab_plane_finder_has_failed (WbLabPlaneFinder *self);
/* Returns the message that is shown instead of the plot, or NULL. Owned by the search. */
const char *wb_lab_plane_finder_message (WbLabPlaneFinder *self);
/* Returns the remark beside the title while the result is that of an earlier search: the progress, or that the search was cancelled. Free it
 * with g_free. */
char *wb_lab_plane_finder_progress_text (WbLabPlaneFinder *self);

/* Signals: "found" (gboolean keep), the result was replaced; keep: the plot keeps its window. "kept", the input is
 * again that of the result, and the search of another one was cancelled. "progress", the progress or whether the result
 * is that of an earlier search may have changed. "message", the message has changed. */

G_END_DECLS
