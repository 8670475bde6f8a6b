/* The page that the window shows while no model is open. It offers three models and ways to open
 * others. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the page. */
GtkWidget *wb_empty_page_new (void);

G_END_DECLS
