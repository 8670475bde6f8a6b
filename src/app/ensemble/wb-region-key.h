/* The key beside the plot of a region of attraction: the certified Lyapunov function with its level, and the meaning of the curves. */
#pragma once

#include <gtk/gtk.h>

#include "lab-registry.h"

G_BEGIN_DECLS

/* Makes the key of a result of a region of attraction. Copies the texts that it needs. */
GtkWidget *wb_region_key_new (const LabResult *result);
/* Appends a label with markup and a style class to a box of a key. */
GtkWidget *wb_region_key_append (GtkWidget *box, const char *markup, const char *css);

G_END_DECLS
