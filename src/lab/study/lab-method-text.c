/* Formats a number with a raised power of ten for the sentences of studies. */
#include "lab-method-text.h"

#include <math.h>
#include <string.h>

static void
append_power (GString *text, int exponent)
{
  static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  g_autofree char *plain = g_strdup_printf ("%d", ABS (exponent));

  g_string_append (text, exponent < 0 ? "10⁻" : "10");
  for (const char *c = plain; *c != '\0'; c++)
    g_string_append (text, digits[*c - '0']);
}

char *
lab_method_number (double value, int digits)
{
  GString *text;
  char mantissa[G_ASCII_DTOSTR_BUF_SIZE], format[8], *e;
  int exponent;

  if (isnan (value))
    return g_strdup ("–");
  if (isinf (value))
    return g_strdup (value > 0 ? "∞" : "−∞");
  if (value == 0)
    return g_strdup ("0");
  g_snprintf (format, sizeof format, "%%.%de", MAX (digits, 1) - 1);
  g_ascii_formatd (mantissa, sizeof mantissa, format, fabs (value));
  e = strchr (mantissa, 'e');
  exponent = (int) g_ascii_strtoll (e + 1, NULL, 10);
  text = g_string_new (value < 0 ? "−" : "");
  if (exponent >= -3 && exponent < 6)
    {
      g_snprintf (format, sizeof format, "%%.%df", MAX (digits - 1 - exponent, 0));
      g_string_append (text, g_ascii_formatd (mantissa, sizeof mantissa, format, fabs (value)));
      return g_string_free (text, FALSE);
    }
  *e = '\0';
  if (g_ascii_strtod (mantissa, NULL) != 1)
    g_string_append_printf (text, "%s×", mantissa);
  append_power (text, exponent);
  return g_string_free (text, FALSE);
}
