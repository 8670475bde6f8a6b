/* Text of figures: small markup laid out by Pango, with Cantarell for words and STIX italic for variables.
 *
 * Rich text is plain UTF-8 in which *x* stands for the variable x (a name: Greek and subscripts follow), and superscript and
 * subscript characters become raised and lowered digits. A backslash takes the next character as it is. */
#pragma once

#include <pango/pangocairo.h>

#include "plot-theme.h"

G_BEGIN_DECLS

typedef enum { PLOT_TEXT_NORMAL = 0, PLOT_TEXT_BOLD = 1 << 0, PLOT_TEXT_HEAVY = 1 << 1, PLOT_TEXT_FORMULA = 1 << 2 } PlotTextFlags;

/* A layout of rich text, `size` px high type; from a small cache of this thread. Returns a reference. */
PangoLayout *plot_text_layout (const char *rich, double size, PlotTextFlags flags);
/* Advance width, and height above and below the base line. Any may be NULL. */
void plot_text_measure (PangoLayout *layout, double *width, double *ascent, double *descent);
/* A model's name as rich text: "theta" → *theta*, "energy" → energy, "u[3]", "v_x". Free with g_free. */
char *plot_text_variable (const char *name);
/* A model's unit as it is printed: "kg*m^2" → "kg·m²", "Ohm" → "Ω". Free with g_free. */
char *plot_text_unit (const char *unit);
/* A number as readouts have it, and its unit where there is one, on one line: "21.8 s". Free with g_free. */
char *plot_text_value (double value, int digits, const char *unit);
/* Same as *name* followed by " (unit)" where there is one. Free with g_free. */
char *plot_text_quantity (const char *name, const char *unit);
/* Returns rich text that shows plain text literally; NULL is empty. Free with g_free. */
char *plot_text_escape (const char *plain);
/* Without markup, for accessible names. Free with g_free. */
char *plot_text_plain (const char *rich);
/* +1 or −1 for a character that is printed as a raised or lowered *plain ("2" for ²), 0 for others. */
int plot_text_script (gunichar c, const char **plain);
/* Greek letter of a name ("mu" → "μ"), or NULL. */
const char *plot_text_greek (const char *name);
/* The family that formulas are set in. */
const char *plot_text_math_family (void);

G_END_DECLS
