/* The chip above the plots with the file of measured data that they show: it opens the list of columns, and has a button that removes the data. Main
 * thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_MEASURED_CHIP (wb_measured_chip_get_type ())
G_DECLARE_FINAL_TYPE (WbMeasuredChip, wb_measured_chip, WB, MEASURED_CHIP, GtkWidget)

/* Makes the chip. It is hidden while the session shows no measured data. */
GtkWidget *wb_measured_chip_new (WbSession *session);
/* Opens the list of columns. */
void wb_measured_chip_popup (WbMeasuredChip *self);

G_END_DECLS
