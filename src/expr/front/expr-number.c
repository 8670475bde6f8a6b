/* Formats numbers as text. */
#include "expr-number.h"

#include <math.h>
#include <string.h>

int
expr_format_number (char buffer[EXPR_NUMBER_SIZE], double value)
{
  /* A decimal number of up to 15 digits is unchanged by a conversion to double and back, so the search starts
   * with %.15g. A subnormal number may need fewer digits, so the search starts with one. */
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
