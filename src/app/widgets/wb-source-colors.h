/* Colours YAML text in a GtkTextBuffer. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Adds the tags that wb_source_colors_apply uses to a buffer. */
void wb_source_colors_install (GtkTextBuffer *buffer);
/* Sets the colours of the tags to those of the light or the dark style. */
void wb_source_colors_set_dark (GtkTextBuffer *buffer, gboolean dark);
/* Applies the colours to keys, quoted texts and comments in the lines from first to last, and in further lines if a block of text begins or ends.
 * Lines are counted from 0. Blocks of text have no colours. */
void wb_source_colors_apply (GtkTextBuffer *buffer, int first, int last);

G_END_DECLS
