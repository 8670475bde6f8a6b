/* The row of integrators being compared: line sample (opens its menu), name,
 * step or accuracy, an eye; at its end a button that adds one. */
#pragma once

#include <gtk/gtk.h>

#include "wb-comparison.h"

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_CHIPS (wb_compare_chips_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareChips, wb_compare_chips, WB, COMPARE_CHIPS, GtkWidget)

/* Makes the row for a comparison. */
GtkWidget *wb_compare_chips_new (WbComparison *comparison);

G_END_DECLS
