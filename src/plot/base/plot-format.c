/* Formats numbers with typographic signs in fixed or scientific notation, and times of a run, with as many digits as
 * the distance of two ticks or two pixels needs. */
#include "plot-format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot-words.h"

#define MINUS "\u2212"
#define THIN "\u2009"

static const char *const superscripts[10] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };

/* Copies a text and truncates it between whole UTF-8 characters if it does not fit. */
static void
put (const char *source, char *text, gsize size)
{
  const char *end;

  g_strlcpy (text, source, size);
  if (!g_utf8_validate (text, -1, &end))
    text[end - text] = '\0';
}

static void
append_superscript (GString *out, int exponent)
{
  char digits[16];

  g_snprintf (digits, sizeof digits, "%d", ABS (exponent));
  if (exponent < 0)
    g_string_append (out, "⁻");
  for (const char *d = digits; *d != '\0'; d++)
    g_string_append (out, superscripts[*d - '0']);
}

/* Appends a number with thin spaces between groups of three digits. text consists of an optional minus, digits and an optional fraction, in
 * the C locale. */
static void
append_grouped (GString *out, const char *text)
{
  gsize whole;

  if (*text == '-')
    {
      if (strpbrk (text, "123456789") != NULL)
        g_string_append (out, MINUS);
      text++;
    }
  whole = strcspn (text, ".");
  for (gsize i = 0; i < whole; i++)
    {
      if (i > 0 && (whole - i) % 3 == 0)
        g_string_append (out, THIN);
      g_string_append_c (out, text[i]);
    }
  g_string_append (out, text + whole);
}

static void
strip_zeros (char *text)
{
  gsize n;

  if (strchr (text, '.') == NULL)
    return;
  n = strlen (text);
  while (n > 0 && text[n - 1] == '0')
    text[--n] = '\0';
  if (n > 0 && text[n - 1] == '.')
    text[n - 1] = '\0';
}

static gboolean
not_finite (double value, char *text, gsize size)
{
  if (isfinite (value))
    return FALSE;
  g_strlcpy (text, isnan (value) ? _("undefined") : value > 0 ? "∞" : MINUS "∞", size);
  return TRUE;
}

static void
fixed_text (double value, int decimals, char buffer[352])
{
  char format[16];

  g_snprintf (format, sizeof format, "%%.%df", CLAMP (decimals, 0, 20));
  g_ascii_formatd (buffer, 352, format, value);
}

void
plot_format_fixed (double value, int decimals, char *text, gsize size)
{
  g_autoptr (GString) out = g_string_new (NULL);
  char buffer[352];

  if (not_finite (value, text, size))
    return;
  fixed_text (value, decimals, buffer);
  append_grouped (out, buffer);
  put (out->str, text, size);
}

/* Formats mantissa × 10^exponent with `decimals` decimals in the mantissa. If strip is TRUE, trailing zeros are omitted, and so is a
 * mantissa of 1. */
static void
format_scientific (double mantissa, int exponent, int decimals, gboolean strip, char *text, gsize size)
{
  g_autoptr (GString) out = g_string_new (NULL);
  char buffer[352];

  fixed_text (mantissa, decimals, buffer);
  if (strip)
    strip_zeros (buffer);
  if (strip && strcmp (buffer, "1") == 0)
    g_string_append (out, "10");
  else if (strip && strcmp (buffer, "-1") == 0)
    g_string_append (out, MINUS "10");
  else
    {
      append_grouped (out, buffer);
      g_string_append (out, "×10");
    }
  append_superscript (out, exponent);
  put (out->str, text, size);
}

void
plot_format_tick (double value, double step, char *text, gsize size)
{
  plot_format_axis_tick (value, step, value, text, size);
}

void
plot_format_axis_tick (double value, double step, double reach, char *text, gsize size)
{
  char buffer[352];
  g_autoptr (GString) out = NULL;
  double magnitude = fabs (value);
  int step_exponent, exponent;

  if (not_finite (value, text, size))
    return;
  step = fabs (step);
  /* The tick at zero is computed as k·step and may have a rounding error: show 0. */
  if (step > 0 && magnitude < 1e-9 * step)
    {
      g_strlcpy (text, "0", size);
      return;
    }
  step_exponent = step > 0 ? (int) floor (log10 (step) + 1e-9) : 0;
  exponent = magnitude > 0 ? (int) floor (log10 (magnitude) + 1e-12) : 0;
  /* All ticks of an axis use the same notation. For values below 10⁻² the step decides
   * whether it is scientific; for values of 10⁵ and more the largest absolute value
   * decides. */
  if (step_exponent < -2 && magnitude < 1 && exponent < -2)
    {
      format_scientific (value / pow (10, exponent), exponent, MAX (0, exponent - step_exponent), TRUE, text, size);
      return;
    }
  if (fabs (reach) >= 1e5 && magnitude >= 1)
    {
      format_scientific (value / pow (10, exponent), exponent, MAX (0, exponent - step_exponent), TRUE, text, size);
      return;
    }
  fixed_text (value, MAX (0, -step_exponent), buffer);
  strip_zeros (buffer);
  out = g_string_new (NULL);
  append_grouped (out, buffer);
  put (out->str, text, size);
}

void
plot_format_number (double value, int digits, char *text, gsize size)
{
  char buffer[64];
  int exponent, decimals;
  double rounded;

  if (not_finite (value, text, size))
    return;
  if (value == 0)
    {
      g_strlcpy (text, "0", size);
      return;
    }
  digits = CLAMP (digits, 1, 17);
  /* Round first, because rounding can change the exponent: 9.996 with three digits is 10.0. */
  char format[16];
  g_snprintf (format, sizeof format, "%%.%de", digits - 1);
  g_ascii_formatd (buffer, sizeof buffer, format, value);
  rounded = g_ascii_strtod (buffer, NULL);
  exponent = atoi (strchr (buffer, 'e') + 1);
  if (exponent < -2 || exponent >= 5)
    {
      *strchr (buffer, 'e') = '\0';
      format_scientific (g_ascii_strtod (buffer, NULL), exponent, digits - 1, FALSE, text, size);
      return;
    }
  decimals = digits - 1 - exponent;
  plot_format_fixed (decimals >= 0 ? rounded : value, MAX (0, decimals), text, size);
}

void
plot_format_clock (double t, double end, char *text, gsize size)
{
  /* From 10⁵ on, and for times far beyond `end`, use significant digits instead of decimals. Times
   * beyond `end` occur if `end` was reduced after the run; the time axis is then usually
   * logarithmic. */
  if (end >= 1e5 || fabs (t) >= 1e5 * (end > 0 ? fmin (end, 1) : 1))
    plot_format_number (t, 4, text, size);
  else if (end > 0 && end < 0.01 * (1 - 1e-9))
    {
      int exponent = (int) floor (log10 (end) + 1e-9);

      format_scientific (t / pow (10, exponent), exponent, 2, FALSE, text, size);
    }
  else
    plot_format_fixed (t, end >= 10000 ? 0 : end >= 1 || !(end > 0) ? 2 : 3 - (int) ceil (log10 (end)), text, size);
}

/* Assumed width of a visible range in pixels. */
#define PIXELS 1000

void
plot_format_clock_within (double t, double end, double width, char *text, gsize size)
{
  char usual[64];
  const char *point;
  int decimals = 0, needed;

  plot_format_clock (t, end, usual, sizeof usual);
  needed = width > 0 && isfinite (width) ? (int) ceil (-log10 (width / PIXELS) - 1e-9) : 0;
  point = strchr (usual, '.');
  if (point != NULL)
    decimals = (int) strspn (point + 1, "0123456789");
  /* A double has about 15 decimal digits; more decimals would show rounding errors. */
  needed = MIN (needed, 14 - (int) floor (log10 (fmax (fabs (t), 1e-300))));
  if (strstr (usual, "×") != NULL ? fabs (t) < 0.01 || width >= 0.01 * fabs (t) || fabs (t) >= 1e15 : needed <= decimals)
    g_strlcpy (text, usual, size);
  else
    plot_format_fixed (t, CLAMP (needed, 0, 20), text, size);
}

void
plot_format_clock_end (double end, char *text, gsize size)
{
  plot_format_tick (end, pow (10, floor (log10 (MAX (fabs (end), 1e-300))) - 3), text, size);
}

void
plot_format_power (int exponent, char *text, gsize size)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (exponent == 0)
    g_string_append (out, "1");
  else
    {
      g_string_append (out, "10");
      if (exponent != 1)
        append_superscript (out, exponent);
    }
  put (out->str, text, size);
}

void
plot_format_count (guint64 count, char *text, gsize size)
{
  g_autoptr (GString) out = g_string_new (NULL);
  char buffer[32];

  g_snprintf (buffer, sizeof buffer, "%" G_GUINT64_FORMAT, count);
  append_grouped (out, buffer);
  put (out->str, text, size);
}
