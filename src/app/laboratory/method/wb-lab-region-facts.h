/* Shows the properties of stability regions: a sentence for one method, a table for several methods. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-region.h"

G_BEGIN_DECLS

/* Returns what is known of a region: stability, intervals on the axes, and damping at infinity, in rich text. facts may be NULL; unknown
 * properties are left out. Free it with g_free. */
char *wb_lab_region_facts_sentence (const OdeStabilityFacts *facts);

/* Makes an empty table. */
GtkWidget *wb_lab_region_facts_new (void);
/* Removes all rows of the table. */
void wb_lab_region_facts_clear (GtkWidget *table);
/* Appends the row of a method with the given name. h is the largest stable step for the model; NaN: it is not known. */
void wb_lab_region_facts_add (GtkWidget *table, const char *name, const WbLabRegion *region, double h);

G_END_DECLS
