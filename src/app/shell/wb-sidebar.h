/* The sidebar of the window. It has two tabs: the models and the lessons. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lesson-sidebar.h"
#include "wb-model-browser.h"

G_BEGIN_DECLS

#define WB_TYPE_SIDEBAR (wb_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (WbSidebar, wb_sidebar, WB, SIDEBAR, GtkWidget)

/* Makes the sidebar for a session. It shows the tab of models. */
GtkWidget *wb_sidebar_new (WbSession *session);
/* Returns the tab of models. */
WbModelBrowser *wb_sidebar_browser (WbSidebar *self);
/* Returns the tab of lessons. The first call makes it. */
WbLessonSidebar *wb_sidebar_lessons (WbSidebar *self);
/* Returns the page of all lessons, which the window shows as a view. The page is made together with the tab of
 * lessons. */
WbLessonList *wb_sidebar_list (WbSidebar *self);
/* Shows the tab of lessons, or the tab of models if lessons is FALSE. */
void wb_sidebar_show_lessons (WbSidebar *self, gboolean lessons);
/* Returns whether the tab of lessons is shown. */
gboolean wb_sidebar_shows_lessons (WbSidebar *self);

/* Signal: "tab-changed", when the other tab is shown. */

G_END_DECLS
