/* The view Help: one page, with the values of the open model where it has some. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-help.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_HELP_VIEW (wb_help_view_get_type ())
G_DECLARE_FINAL_TYPE (WbHelpView, wb_help_view, WB, HELP_VIEW, GtkWidget)

/* Makes the view of a session. It shows the list of all pages. */
GtkWidget *wb_help_view_new (WbSession *session);
/* Shows a page; an unknown id, or NULL, shows the list of all pages. */
void wb_help_view_show (WbHelpView *self, const char *id);
/* Returns the id of the shown page, borrowed, or NULL if the list of all pages is shown. */
const char *wb_help_view_page (WbHelpView *self);
/* Goes back (by = -1) or forward (by = 1) in the history of shown pages. Returns FALSE if there is no page. */
gboolean wb_help_view_go (WbHelpView *self, int by);

/* Signal: "page-shown" (), after another page is shown. Links activate the action win.help (s). */

G_END_DECLS
