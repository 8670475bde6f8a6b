/* Pictures and formulas of rooted trees in bracket form. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes a picture of a tree such as "[[],[]]", with the root below. */
GtkWidget *wb_lab_tree_new (const char *brackets);
/* Returns the elementary weight of a tree as rich text, such as "Σ *b* *c*²";
 * free with g_free. */
char *wb_lab_tree_formula (const char *brackets);

G_END_DECLS
