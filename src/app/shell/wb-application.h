/* The application. It is one process with one window for each session. The desktop can open files with
 * it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_APPLICATION (wb_application_get_type ())
G_DECLARE_FINAL_TYPE (WbApplication, wb_application, WB, APPLICATION, GtkApplication)

/* Makes the application. */
WbApplication *wb_application_new (void);
/* Returns the exit status of the program after an option that ends it, such as
 * --screenshot. */
int wb_application_status (WbApplication *self);

G_END_DECLS
