/* Chunks that cairo does not write into a PNG file: text and resolution (PNG specification, second edition, chapter 11). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Inserts a tEXt chunk (iTXt if the text is not ASCII) after the header; text NULL: nothing. */
void plot_png_add_text (GByteArray *png, const char *keyword, const char *text);
/* Inserts a pHYs chunk for a resolution in dots per inch. */
void plot_png_add_resolution (GByteArray *png, double resolution);

G_END_DECLS
