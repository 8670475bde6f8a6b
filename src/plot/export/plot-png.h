/* Adds chunks to PNG files that cairo does not write: text and resolution (PNG specification, second edition, chapter 11). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Inserts a tEXt chunk after the header (iTXt if the text is not ASCII). If text is NULL, nothing is inserted. */
void plot_png_add_text (GByteArray *png, const char *keyword, const char *text);
/* Inserts a pHYs chunk for a resolution in dots per inch. */
void plot_png_add_resolution (GByteArray *png, double resolution);

G_END_DECLS
