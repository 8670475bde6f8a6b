/* Text of figures: a small markup laid out by Pango, with a sans-serif font for
 * words and an italic serif font for variables.
 *
 * Rich text is plain UTF-8 with two additions. *x* is the variable x; Greek
 * letters and subscripts follow from its name. Superscript and subscript
 * characters become raised and lowered digits. A backslash makes the next
 * character ordinary. Any thread: each thread has its own fonts and layouts. */
#pragma once

#include <pango/pangocairo.h>

#include "plot-theme.h"

G_BEGIN_DECLS

typedef enum { PLOT_TEXT_NORMAL = 0, PLOT_TEXT_BOLD = 1 << 0, PLOT_TEXT_HEAVY = 1 << 1, PLOT_TEXT_FORMULA = 1 << 2 } PlotTextFlags;

/* Returns a layout of rich text in type `size` px high, from the cache of this
 * thread: do not change it. Free it with g_object_unref. */
PangoLayout *plot_text_layout (const char *rich, double size, PlotTextFlags flags);
/* Returns the advance width of a layout and its height above and below the
 * baseline. Any pointer may be NULL. */
void plot_text_measure (PangoLayout *layout, double *width, double *ascent, double *descent);
/* Returns a model's name as rich text: "theta" → *theta*. Free it with g_free. */
char *plot_text_variable (const char *name);
/* Returns a unit of a model as printed: "kg*m^2" → "kg·m²", "Ohm" → "Ω". Free
 * it with g_free. */
char *plot_text_unit (const char *unit);
/* Returns a value formatted by plot_format_number and, if unit is not NULL, the
 * unit after a no-break space: "21.8 s". Free it with g_free. */
char *plot_text_value (double value, int digits, const char *unit);
/* Returns *name*, followed by " (unit)" if the unit is not NULL or empty. Free it with g_free. */
char *plot_text_quantity (const char *name, const char *unit);
/* Returns rich text that shows plain text literally; NULL is empty. Free it with g_free. */
char *plot_text_escape (const char *plain);
/* Returns the text without markup, for accessible names. Free it with g_free. */
char *plot_text_plain (const char *rich);
/* Returns +1 for a superscript character, −1 for a subscript character and 0
 * for others. *plain is set to the ordinary character ("2" for ²). */
int plot_text_script (gunichar c, const char **plain);
/* Returns the Greek letter with this name ("mu" → "μ"), or NULL. */
const char *plot_text_greek (const char *name);
/* Returns the font family of formulas. */
const char *plot_text_math_family (void);

G_END_DECLS
