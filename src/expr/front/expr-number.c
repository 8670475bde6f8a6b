/* Formats numbers as text. */
#include "expr-number.h"

#include <math.h>
#include <string.h>

int
expr_format_number (char buffer[EXPR_NUMBER_SIZE], double value)
{
  /* A normal number with 15 digits reads back as written, so %.15g finds every
   * shorter text. A subnormal number may need a single digit only. */
  int digits = fabs (value) < 2.3e-308 ? 1 : 15;

  for (; digits <= 17; digits++)
    {
      char format[8];
      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (buffer, EXPR_NUMBER_SIZE, format, value);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  return (int) strlen (buffer);
}
