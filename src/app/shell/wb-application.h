/* The application: one process with one window per session. The desktop can
 * open files with it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_APPLICATION (wb_application_get_type ())
G_DECLARE_FINAL_TYPE (WbApplication, wb_application, WB, APPLICATION, GtkApplication)

/* Makes the application. */
WbApplication *wb_application_new (void);
/* Returns the exit status of modes that quit the program, such as
 * --screenshot. */
int wb_application_status (WbApplication *self);

G_END_DECLS
