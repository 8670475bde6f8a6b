/* The strip above the plots: the name, badges and equations of the model, and the menus of plots and
 * runs. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_TITLE_STRIP (wb_title_strip_get_type ())
G_DECLARE_FINAL_TYPE (WbTitleStrip, wb_title_strip, WB, TITLE_STRIP, GtkWidget)

/* Makes the strip for a session. */
GtkWidget *wb_title_strip_new (WbSession *session);
/* Opens the list of columns of the measured data, if the strip is visible. */
void wb_title_strip_ask_measured (WbTitleStrip *self);

G_END_DECLS
