/* The colours of YAML in a text buffer. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Adds the tags that wb_source_colors_apply needs. */
void wb_source_colors_install (GtkTextBuffer *buffer);
/* Sets the colours of the tags for the light or the dark style. */
void wb_source_colors_set_dark (GtkTextBuffer *buffer, gboolean dark);
/* Applies colours to keys, quoted texts and comments of the lines from first to last and of lines below that belong to the last one. Blocks of
 * text have none. */
void wb_source_colors_apply (GtkTextBuffer *buffer, int first, int last);

G_END_DECLS
