/* Formats numbers for the sentences of studies. The function may be called from any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns a number with this many significant digits as text for a sentence: "371", "0.89", "3.8×10⁻⁵", "10⁻⁶"; "–" for NaN. Free it with
 * g_free. */
char *lab_method_number (double value, int digits);

G_END_DECLS
