/* Chunks that cairo does not write into a PNG: words and the resolution. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A tEXt chunk (iTXt where text is not ASCII) after the header; text NULL: nothing. */
void plot_png_add_text (GByteArray *png, const char *keyword, const char *text);
/* A pHYs chunk, dots per inch. */
void plot_png_add_resolution (GByteArray *png, double resolution);

G_END_DECLS
