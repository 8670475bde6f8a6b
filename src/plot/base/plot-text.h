/* Text of figures: a small markup, which Pango lays out with a sans-serif font for words and an italic serif font for variables.
 *
 * Rich text is plain UTF-8 with two additions. *x* is the variable x; its name determines Greek letters and subscripts. Superscript and
 * subscript characters become raised and lowered digits. A backslash makes the next character ordinary. The functions may be called from
 * any thread: each thread has separate fonts and layouts. */
#pragma once

#include <pango/pangocairo.h>

#include "plot-theme.h"

G_BEGIN_DECLS

typedef enum { PLOT_TEXT_NORMAL = 0, PLOT_TEXT_BOLD = 1 << 0, PLOT_TEXT_HEAVY = 1 << 1, PLOT_TEXT_FORMULA = 1 << 2 } PlotTextFlags;

/* Returns a layout of rich text with the type size `size` in px. It comes from the cache of this thread and must not be modified. Free it
 * with g_object_unref. */
PangoLayout *plot_text_layout (const char *rich, double size, PlotTextFlags flags);
/* Returns the advance width of a layout, and its extents above and below the baseline, in px. Any pointer may be
 * NULL. */
void plot_text_measure (PangoLayout *layout, double *width, double *ascent, double *descent);
/* Returns the name of a model's quantity as rich text: "theta" becomes *theta*. Free it with g_free. */
char *plot_text_variable (const char *name);
/* Returns a unit of a model as it is printed: "kg*m^2" becomes "kg·m²", "Ohm" becomes "Ω". Free it with
 * g_free. */
char *plot_text_unit (const char *unit);
/* Returns a value formatted by plot_format_number, followed by a no-break space and the unit if that is not NULL: "21.8 s". Free it with
 * g_free. */
char *plot_text_value (double value, int digits, const char *unit);
/* Returns *name*, followed by " (unit)" if the unit is not NULL or empty. Free it with g_free. */
char *plot_text_quantity (const char *name, const char *unit);
/* Returns rich text that shows a plain text literally; NULL counts as "". Free it with g_free. */
char *plot_text_escape (const char *plain);
/* Returns rich text without its markup, for accessible names. Free it with g_free. */
char *plot_text_plain (const char *rich);
/* Returns +1 for a superscript character, −1 for a subscript character and 0 for others. Sets *plain to the ordinary character ("2" for
 * ²). */
int plot_text_script (gunichar c, const char **plain);
/* Returns the Greek letter with this name ("mu" → "μ"), or NULL. */
const char *plot_text_greek (const char *name);
/* Returns the font family of formulas. */
const char *plot_text_math_family (void);

G_END_DECLS
