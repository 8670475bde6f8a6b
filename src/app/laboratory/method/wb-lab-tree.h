/* Pictures and formulas of rooted trees, written as nested brackets. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes a picture of a tree such as "[[],[]]" with its root at the bottom. */
GtkWidget *wb_lab_tree_new (const char *brackets);
/* Returns the elementary weight of a tree as rich text, such as "Σ *b* *c*²". Free it with
 * g_free. */
char *wb_lab_tree_formula (const char *brackets);

G_END_DECLS
