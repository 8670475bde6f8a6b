/* What a view shows where no model is open yet: three to begin with, and the
 * way to others. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the page that is shown while no model is open. */
GtkWidget *wb_empty_page_new (void);

G_END_DECLS
