/* The table of a comparison. Each row shows an integrator, its cost, its errors on common scales, and a description of its
 * behaviour. */
#pragma once

#include <gtk/gtk.h>

#include "wb-comparison.h"

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_TABLE (wb_compare_table_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareTable, wb_compare_table, WB, COMPARE_TABLE, GtkWidget)

/* Makes the table of a comparison. */
GtkWidget *wb_compare_table_new (WbComparison *comparison);

G_END_DECLS
