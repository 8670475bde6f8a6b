/* Constant expressions. They are accepted in all places where a number is accepted. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reads a number ("1e-3") or an expression without variables ("1/10", "2*pi", "sqrt(2)/3") in the C locale. Returns FALSE and leaves *value
 * unchanged for any other text, for a text that begins with two signs, and if the value is not finite. */
gboolean expr_constant_parse (const char *text, double *value);

G_END_DECLS
