/* Tests the texts of tableaus in LaTeX and Julia without these programs: their structure is balanced, and every coefficient is that of the
 * tableau to the last bit. The code in C and Python is run by tests/cli/test-stability.c. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "lab-tableau-code.h"
#include "ode-methods.h"

typedef void (*Check) (const OdeMethod *method, const char *text);

/* Calls check for the text of each built-in method that has a tableau. */
static void
for_each (LabTableauFormat format, Check check)
{
  int n, n_checked = 0;
  const OdeMethod *const *methods = ode_methods (&n);

  for (int k = 0; k < n; k++)
    if (methods[k]->tableau != NULL)
      {
        g_autofree char *text = lab_tableau_code (methods[k], format);

        check (methods[k], text);
        n_checked++;
      }
  g_assert_cmpint (n_checked, >, 30);
}

/* Reads a whole number at *at and moves *at behind it. Fails if it is not exact in double precision. */
static double
read_integer (const char **at)
{
  char *end;
  gint64 value = g_ascii_strtoll (*at, &end, 10);

  g_assert_true (end > *at);
  g_assert_cmpint (ABS (value), <, G_GINT64_CONSTANT (1) << 53);
  *at = end;
  return (double) value;
}

static void
expect (const OdeMethod *method, const char *what, int i, int j, double found, double expected)
{
  if (!(found == expected) || signbit (found) != signbit (expected + 0.0))
    g_error ("%s: %s(%d, %d) is %.17g, not %.17g", method->id, what, i + 1, j + 1, found, expected);
}

/* Fails if a bracket is not closed, or is closed by one of another kind. */
static void
check_brackets (const OdeMethod *method, const char *text, const char *open, const char *close)
{
  g_autoptr (GString) stack = g_string_new (NULL);

  for (const char *at = text; *at != '\0'; at++)
    {
      const char *opening = strchr (open, *at), *closing = strchr (close, *at);

      if (opening != NULL)
        g_string_append_c (stack, close[opening - open]);
      else if (closing != NULL)
        {
          if (stack->len == 0 || stack->str[stack->len - 1] != *at)
            g_error ("%s: '%c' closes nothing at: %.40s", method->id, *at, at);
          g_string_truncate (stack, stack->len - 1);
        }
    }
  g_assert_cmpstr (stack->str, ==, "");
}

static int
count (const char *text, const char *word)
{
  g_auto (GStrv) parts = g_strsplit (text, word, -1);

  return (int) g_strv_length (parts) - 1;
}

/* ---- LaTeX ---- */

/* Returns the value of a cell: a number, perhaps with \cdot 10^{e}, or -?\frac{p}{q}. */
static double
latex_value (const char *cell)
{
  const char *at = cell;
  double sign = 1, p, q;
  char *end;

  if (g_str_has_prefix (at, "-\\frac"))
    {
      sign = -1;
      at++;
    }
  if (!g_str_has_prefix (at, "\\frac{"))
    {
      g_auto (GStrv) parts = g_strsplit (cell, " \\cdot 10^{", -1);
      g_autofree char *number = parts[1] != NULL ? g_strconcat (parts[0], "e", parts[1], NULL) : g_strdup (cell);
      double value;

      g_assert_null (strchr (parts[0], 'e')); /* it would be set as a variable */
      if (parts[1] != NULL)
        {
          g_assert_true (g_str_has_suffix (number, "}"));
          number[strlen (number) - 1] = '\0';
        }
      value = g_ascii_strtod (number, &end);
      g_assert_cmpstr (end, ==, "");
      return value;
    }
  at += strlen ("\\frac{");
  p = read_integer (&at);
  g_assert_true (g_str_has_prefix (at, "}{"));
  at += 2;
  q = read_integer (&at);
  g_assert_cmpstr (at, ==, "}");
  g_assert_cmpfloat (p, >, 0);
  return sign * (p / q);
}

/* Checks the cells of a row after its head. */
static void
check_latex_row (const OdeMethod *method, const char *line, const char *what, const double *head, int i, const double *row, int n)
{
  g_auto (GStrv) cells = g_strsplit (line, "&", -1);

  g_assert_true (g_str_has_suffix (line, " \\\\"));
  g_assert_cmpint ((int) g_strv_length (cells), ==, n + 1);
  for (int j = -1; j < n; j++)
    {
      g_autofree char *cell = g_strndup (cells[j + 1], strlen (cells[j + 1]) - (j + 1 == n ? 2 : 0)); /* without the \\ of the line */

      g_strstrip (cell);
      if (j >= 0)
        expect (method, what, i, j, latex_value (cell), row[j]);
      else if (head != NULL)
        expect (method, "c", i, 0, latex_value (cell), *head);
    }
}

static void
check_latex (const OdeMethod *method, const char *text)
{
  const OdeTableau *t = method->tableau;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  int s = t->n_stages, line = 0;
  gboolean explicit = TRUE;

  for (int i = 0; i < s; i++)
    for (int j = i; j < s; j++)
      explicit = explicit && t->A[i * s + j] == 0;
  check_brackets (method, strchr (text, '\n'), "{", "}");
  g_assert_cmpint (count (text, "\\["), ==, 1);
  g_assert_cmpint (count (text, "\n\\]\n"), ==, 1);
  g_assert_cmpint (count (text, "\\begin{array}"), ==, 1);
  g_assert_cmpint (count (text, "\\end{array}"), ==, 1);
  g_assert_cmpint (count (text, "\\hline"), ==, 1);
  g_assert_true (lines[0][0] == '%');
  while (strstr (lines[line], "\\begin{array}") == NULL)
    line++;
  g_assert_cmpint ((int) strlen (strstr (lines[line], "{c|")), ==, s + 4); /* one column for c and one for each stage */
  line++;
  for (int i = 0; i < s; i++, line++)
    check_latex_row (method, lines[line], "A", &t->c[i], i, t->A + i * s, explicit ? i : s);
  g_assert_nonnull (strstr (lines[line++], "\\hline"));
  check_latex_row (method, lines[line++], "b", NULL, 0, t->b, s);
  if (t->b_hat != NULL)
    check_latex_row (method, lines[line++], "b_hat", NULL, 0, t->b_hat, s);
  g_assert_nonnull (strstr (lines[line], "\\end{array}"));
}

static void
test_latex (void)
{
  for_each (LAB_TABLEAU_LATEX, check_latex);
}

/* ---- Julia ---- */

/* Returns the value of a literal: a number or a quotient of two whole numbers, which Julia divides in double precision. */
static double
julia_value (const char *literal)
{
  const char *slash = strchr (literal, '/'), *at = literal;
  double p, q;
  char *end;

  if (slash == NULL)
    {
      double value = g_ascii_strtod (literal, &end);

      g_assert_cmpstr (end, ==, "");
      return value;
    }
  p = read_integer (&at);
  g_assert_true (at == slash);
  at++;
  q = read_integer (&at);
  g_assert_cmpstr (at, ==, "");
  return p / q;
}

/* Checks the constant NAME = Float64[…] with n numbers. Rows are lines of words, or a list with commas. */
static void
check_julia_constant (const OdeMethod *method, const char *text, const char *name, const double *values, int n)
{
  g_autofree char *head = g_strdup_printf ("\nconst %s = Float64[", name), *inside = NULL;
  const char *start = strstr (text, head);
  int k = 0;

  g_assert_nonnull (start);
  g_assert_cmpint (count (text, head), ==, 1);
  start += strlen (head);
  inside = g_strndup (start, strcspn (start, "]"));
  {
    g_auto (GStrv) words = g_strsplit_set (inside, " ,\n", -1);

    for (char **word = words; *word != NULL; word++)
      if (**word != '\0')
        {
          g_assert_cmpint (k, <, n);
          expect (method, name, k, 0, julia_value (*word), values[k]);
          k++;
        }
  }
  g_assert_cmpint (k, ==, n);
}

/* Returns the number of words that begin a block of Julia, minus the number of words `end`, in lines without comments. */
static int
open_blocks (const char *text)
{
  static const char *const opening[] = { "module ", "function ", "for ", "if " };
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  int open = 0;

  for (char **line = lines; *line != NULL; line++)
    {
      const char *words = *line + strspn (*line, " ");

      for (guint k = 0; k < G_N_ELEMENTS (opening); k++)
        open += g_str_has_prefix (words, opening[k]);
      open -= strcmp (words, "end") == 0;
      g_assert_cmpint (open, >=, 0);
    }
  return open;
}

static void
check_julia (const OdeMethod *method, const char *text)
{
  const OdeTableau *t = method->tableau;
  int s = t->n_stages;
  g_autoptr (GRegex) comments = g_regex_new ("#[^\n]*", 0, 0, NULL);
  g_autofree char *code = g_regex_replace_literal (comments, text, -1, 0, "", 0, NULL), *rows = NULL;
  g_auto (GStrv) lines = NULL;

  check_brackets (method, code, "([{", ")]}");
  g_assert_cmpint (open_blocks (code), ==, 0);
  check_julia_constant (method, text, "A", t->A, s * s);
  check_julia_constant (method, text, "B", t->b, s);
  check_julia_constant (method, text, "C", t->c, s);
  if (t->b_hat != NULL)
    check_julia_constant (method, text, "B_HAT", t->b_hat, s);
  else
    g_assert_null (strstr (text, "B_HAT"));
  /* Each line of A is a row of the matrix. */
  rows = g_strdup (strstr (text, "const A = Float64[\n") + strlen ("const A = Float64[\n"));
  *strchr (rows, ']') = '\0';
  lines = g_strsplit (g_strchomp (rows), "\n", -1);
  g_assert_cmpint ((int) g_strv_length (lines), ==, s);
}

static void
test_julia (void)
{
  for_each (LAB_TABLEAU_JULIA, check_julia);
}

/* A typed coefficient without a short fraction is written with all digits, a fraction as a fraction. */
static void
test_numbers (void)
{
  static const double values[] = { 1.0 / 3, -19372.0 / 6561, 0.1, 1e-10 + 1.0 / 3, 0.2113248654051871, 5e-324, 1e300, -1.0 / 999983 };

  for (guint k = 0; k < G_N_ELEMENTS (values); k++)
    {
      double a[] = { 0, 0, values[k], 0 }, b[] = { 0.5, 0.5 }, c[] = { 0, values[k] };
      OdeTableau tableau = { .n_stages = 2, .A = a, .b = b, .c = c };
      char error[256] = "";
      OdeMethod *method = ode_method_new_custom ("typed", "typed", &tableau, NULL, error, sizeof error);
      g_autofree char *latex = NULL, *julia = NULL;

      g_assert_cmpstr (error, ==, "");
      latex = lab_tableau_code (method, LAB_TABLEAU_LATEX);
      julia = lab_tableau_code (method, LAB_TABLEAU_JULIA);
      check_latex (method, latex);
      check_julia (method, julia);
      ode_method_free_custom (method);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/tableau-code/latex-is-balanced-and-has-the-coefficients-to-the-last-bit", test_latex);
  g_test_add_func ("/lab/tableau-code/julia-is-balanced-and-has-the-coefficients-to-the-last-bit", test_julia);
  g_test_add_func ("/lab/tableau-code/typed-coefficients-keep-all-digits", test_numbers);
  return g_test_run ();
}
