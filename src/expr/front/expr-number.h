/* Formats numbers as text. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define EXPR_NUMBER_SIZE 32

/* Writes the shortest text that is read back as value, and returns its length without the terminating NUL. */
int expr_format_number (char buffer[EXPR_NUMBER_SIZE], double value);

G_END_DECLS
