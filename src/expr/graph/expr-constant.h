/* Constant expressions, wherever a number is taken. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reads a number ("1e-3") or an expression without names of its own ("1/10",
 * "2*pi", "sqrt(2)/3") in the C locale. Returns FALSE, *value unchanged, for
 * anything else, for a text that begins with two signs, and where the value is
 * not finite. */
gboolean expr_constant_parse (const char *text, double *value);

G_END_DECLS
