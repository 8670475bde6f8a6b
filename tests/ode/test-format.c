/* Tests that the text of a double is read back bit for bit, has the fewest possible digits,
 * and has the documented form. */
#include "ode-format.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Counts the significant digits of a decimal text, without leading and trailing
 * zeros. */
static int
count_digits (const char *text)
{
  int n = 0, n_zeros = 0;

  for (; *text != '\0' && *text != 'e'; text++)
    {
      if (!g_ascii_isdigit (*text))
        continue;
      if (*text == '0')
        {
          n_zeros += n > 0;
          continue;
        }
      n += n_zeros + 1;
      n_zeros = 0;
    }
  return n;
}

static double
from_bits (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/* Checks that the text of ode_format_double is the shortest and nearest one. printf gives the nearest
 * text with a given number of digits: its text with one digit less must not be read back
 * as value, and its text with the same number of digits must not be nearer. */
static void
check (double value)
{
  char out[ODE_FORMAT_SIZE], other[64];
  int length = ode_format_double (out, value), n;

  g_assert_cmpint (length, ==, strlen (out));
  g_assert_cmpint (length, <, ODE_FORMAT_SIZE);
  if (isnan (value))
    {
      g_assert_cmpstr (out, ==, "nan");
      return;
    }
  double back = strtod (out, NULL);
  g_assert_cmpmem (&back, sizeof back, &value, sizeof value);
  if (isinf (value) || value == 0)
    return;

  n = MAX (count_digits (out), 1);
  g_assert_cmpint (n, <=, 17);
  if (n > 1)
    {
      g_snprintf (other, sizeof other, "%.*e", n - 2, value);
      g_assert_true (strtod (other, NULL) != value);
    }
  g_snprintf (other, sizeof other, "%.*e", n - 1, value);
  if (strtod (other, NULL) == value)
    {
      /* Compare with the digits of printf, which are in exponent form. */
      double magnitude = fabs (value);
      gboolean plain = strchr (out, 'e') == NULL;
      g_assert_true (plain == (magnitude >= 1e-5 && magnitude < 1e17));
      g_assert_cmpint (count_digits (other), ==, n);
      g_assert_cmpint (strtold (other, NULL) == strtold (out, NULL), ==, TRUE);
    }
}

static void
test_cases (void)
{
  static const struct
  {
    double value;
    const char *text;
  } cases[] = {
    { 0, "0" },
    { -0.0, "-0" },
    { 1, "1" },
    { -3.25, "-3.25" },
    { 0.1, "0.1" },
    { 1.0 / 3, "0.3333333333333333" },
    { 100, "100" },
    { 1e-5, "0.00001" },
    { 9.9e-6, "9.9e-6" },
    { 1.5e-7, "1.5e-7" },
    { 123456.789, "123456.789" },
    { 1e16, "10000000000000000" },
    { 1e17, "1e17" },
    { 1e22, "1e22" },
    { 1e23, "1e23" },
    { 9007199254740993.0, "9007199254740992" },
    { 5e-324, "5e-324" },
    { 2.2250738585072014e-308, "2.2250738585072014e-308" },
    { 1.7976931348623157e308, "1.7976931348623157e308" },
    { 2e-44, "2e-44" },
    { HUGE_VAL, "inf" },
    { -HUGE_VAL, "-inf" },
    { 4.35, "4.35" },
    { 5e-1, "0.5" },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      char out[ODE_FORMAT_SIZE];
      ode_format_double (out, cases[k].value);
      g_assert_cmpstr (out, ==, cases[k].text);
      check (cases[k].value);
    }
  check (NAN);
}

/* Checks every power of two and ten and its neighbours. At a power of two
 * the rounding interval is not symmetric, and at a power of ten the number of
 * digits changes. */
static void
test_powers (void)
{
  for (int exponent = -1074; exponent < 1024; exponent++)
    {
      double power = ldexp (1, exponent);
      check (power);
      check (nextafter (power, 0));
      check (nextafter (power, HUGE_VAL));
    }
  for (int exponent = -323; exponent <= 308; exponent++)
    {
      char text[16];
      g_snprintf (text, sizeof text, "1e%d", exponent);
      double power = strtod (text, NULL);
      check (power);
      check (nextafter (power, 0));
      check (-nextafter (power, HUGE_VAL));
    }
}

static void
test_random (void)
{
  GRand *random = g_rand_new_with_seed (20240229);

  for (int k = 0; k < 200000; k++)
    {
      guint64 bits = ((guint64) g_rand_int (random) << 32) | g_rand_int (random);
      check (from_bits (bits));
      /* Results of simulations are often sums of short decimals. */
      check (g_rand_int_range (random, -100000, 100000) / 1000.0);
      check (g_rand_double_range (random, -10, 10));
    }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/format/formatted-numbers-have-the-documented-form", test_cases);
  g_test_add_func ("/ode/format/powers-of-two-and-ten-read-back-with-fewest-digits", test_powers);
  g_test_add_func ("/ode/format/random-numbers-read-back-with-fewest-digits", test_random);
  return g_test_run ();
}
