/* The row of the compared integrators. Each has a chip with a line sample that opens its menu, its name,
 * its step or accuracy, and a button that shows or hides it. The last button of the row adds an
 * integrator. */
#pragma once

#include <gtk/gtk.h>

#include "wb-comparison.h"

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_CHIPS (wb_compare_chips_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareChips, wb_compare_chips, WB, COMPARE_CHIPS, GtkWidget)

/* Makes the row for a comparison. */
GtkWidget *wb_compare_chips_new (WbComparison *comparison);
/* Sets a method whose chip, if it has one, has a thick line and cannot be hidden. NULL: the selected entry has the thick line. */
void wb_compare_chips_set_main (WbCompareChips *self, const OdeMethod *method);

G_END_DECLS
