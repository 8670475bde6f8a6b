#include "expr-number.h"

#include <string.h>

int
expr_format_number (char buffer[EXPR_NUMBER_SIZE], double value)
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };

  for (gsize k = 0; k < G_N_ELEMENTS (formats); k++)
    {
      g_ascii_formatd (buffer, EXPR_NUMBER_SIZE, formats[k], value);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  return (int) strlen (buffer);
}
