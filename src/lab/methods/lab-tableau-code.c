/* Writes a Runge–Kutta method as a tableau file, as LaTeX, or as a function in a programming language. Coefficients
 * are written as fractions where a fraction is equal to them. */
#include "lab-tableau-code-private.h"

#include <math.h>
#include <string.h>

/* Numerators and denominators that are larger are not written as fractions. */
#define MOST_DENOMINATOR 1e6
#define MOST_NUMERATOR 1e9

static const struct { const char *name, *ending; } formats[LAB_N_TABLEAU_FORMATS] = {
  [LAB_TABLEAU_YAML] = { "yaml", "yaml" }, [LAB_TABLEAU_LATEX] = { "latex", "tex" }, [LAB_TABLEAU_C] = { "c", "c" },
  [LAB_TABLEAU_JULIA] = { "julia", "jl" }, [LAB_TABLEAU_PYTHON] = { "python", "py" },
};

gboolean
lab_tableau_format_find (const char *name, LabTableauFormat *format)
{
  for (int k = 0; k < LAB_N_TABLEAU_FORMATS; k++)
    if (strcmp (formats[k].name, name) == 0)
      {
        *format = (LabTableauFormat) k;
        return TRUE;
      }
  return FALSE;
}

const char *
lab_tableau_format_ending (LabTableauFormat format)
{
  return formats[format].ending;
}

/* ---- numbers ---- */

/* Finds the first convergent p/q of the continued fraction of a number that is equal to it in double precision.
 * Convergents are p_k = a_k p_{k−1} + p_{k−2}, q_k = a_k q_{k−1} + q_{k−2} with a_k = ⌊rest⌋ (Knuth, The Art of
 * Computer Programming, vol. 2, 3rd ed. 1997, section 4.5.3). No fraction with a smaller denominator is nearer to the
 * number than a convergent. */
static gboolean
find_fraction (double value, double *p, int *q)
{
  double rest = fabs (value), p_before = 0, q_before = 1, p_now = 1, q_now = 0;

  for (int k = 0; k < 64; k++)
    {
      double whole = floor (rest), p_next = whole * p_now + p_before, q_next = whole * q_now + q_before;

      if (p_next > MOST_NUMERATOR || q_next > MOST_DENOMINATOR)
        return FALSE;
      if (p_next / q_next == fabs (value))
        {
          *p = value < 0 ? -p_next : p_next;
          *q = (int) q_next;
          return TRUE;
        }
      p_before = p_now;
      q_before = q_now;
      p_now = p_next;
      q_now = q_next;
      if (rest == whole)
        return FALSE;
      rest = 1 / (rest - whole);
    }
  return FALSE;
}

/* Returns the number with 17 digits, which is read back as the same double. */
static char *
decimal (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_dtostr (text, sizeof text, value));
}

/* Returns a number as a whole number, a fraction or a decimal number. */
char *
lab_tableau_number (double value)
{
  double p;
  int q;

  if (!find_fraction (value, &p, &q))
    return decimal (value);
  return q == 1 ? g_strdup_printf ("%.0f", p + 0.0) : g_strdup_printf ("%.0f/%d", p, q);
}

/* Returns a number as an expression in C. The denominator of a fraction is written as a floating-point
 * number, such as 3.0, because the quotient of two integers is an integer in C. */
static char *
c_number (double value)
{
  double p;
  int q;

  if (!find_fraction (value, &p, &q))
    return decimal (value);
  return q == 1 ? g_strdup_printf ("%.0f", p + 0.0) : g_strdup_printf ("%.0f / %d.0", p, q);
}

/* Returns a number as a formula: a fraction, a decimal number, or a decimal number times a power of ten. */
static char *
latex_number (double value)
{
  double p;
  int q;

  if (!find_fraction (value, &p, &q))
    {
      g_autofree char *text = decimal (value);
      char *exponent = strchr (text, 'e');

      if (exponent == NULL)
        return g_steal_pointer (&text);
      *exponent = '\0';
      return g_strdup_printf ("%s \\cdot 10^{%s}", text, exponent + 1);
    }
  return q == 1 ? g_strdup_printf ("%.0f", p + 0.0) : g_strdup_printf ("%s\\frac{%.0f}{%d}", p < 0 ? "-" : "", fabs (p), q);
}

/* With short_rows the zeros at the end of a row are left out, as in the tableau of an explicit method. */
void
lab_tableau_append_row (GString *text, const double *row, int n, const char *open, const char *close, gboolean is_c, gboolean short_rows)
{
  while (short_rows && n > 0 && row[n - 1] == 0)
    n--;
  g_string_append (text, open);
  for (int k = 0; k < n; k++)
    {
      g_autofree char *number = is_c ? c_number (row[k]) : lab_tableau_number (row[k]);

      g_string_append_printf (text, "%s%s", k > 0 ? ", " : "", number);
    }
  g_string_append (text, close);
}

gboolean
lab_tableau_is_explicit (const OdeTableau *tableau)
{
  int s = tableau->n_stages;

  for (int i = 0; i < s; i++)
    for (int j = i; j < s; j++)
      if (tableau->A[i * s + j] != 0)
        return FALSE;
  return TRUE;
}

/* Names of methods may have characters that identifiers must not have. */
char *
lab_tableau_identifier (const OdeMethod *method)
{
  GString *text = g_string_new (g_ascii_isdigit (method->id[0]) ? "_" : "");

  for (const char *at = method->id; *at != '\0'; at++)
    g_string_append_c (text, g_ascii_isalnum (*at) ? *at : '_');
  return g_string_free (text, FALSE);
}

/* ---- YAML ---- */

/* Appends a matrix, one row on each line. */
static void
append_rows (GString *text, const char *key, const double *rows, int n, int width, gboolean short_rows)
{
  g_string_append_printf (text, "%s:\n", key);
  for (int i = 0; i < n; i++)
    lab_tableau_append_row (text, rows + i * width, width, "  - [", "]\n", FALSE, short_rows);
}

/* Appends a list on one line. */
static void
append_list (GString *text, const char *key, const double *values, int n)
{
  g_autofree char *open = g_strdup_printf ("%s: [", key);

  lab_tableau_append_row (text, values, n, open, "]\n", FALSE, FALSE);
}

/* Appends a text in double quotes, in which YAML needs a backslash before a quote or backslash. */
static void
append_quoted (GString *text, const char *key, const char *value)
{
  g_string_append_printf (text, "%s: \"", key);
  for (const char *at = value; *at != '\0'; at++)
    g_string_append_printf (text, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
  g_string_append (text, "\"\n");
}

/* Writes the format that Stepwise reads as a method of the user. */
static void
append_yaml (GString *text, const OdeMethod *method)
{
  const OdeTableau *t = method->tableau;
  int s = t->n_stages, total = s + t->n_extra;

  g_string_append (text, "format: 1\n");
  append_quoted (text, "name", method->label);
  if (method->source != NULL && strcmp (method->source, "user") != 0)
    append_quoted (text, "source", method->source);
  append_rows (text, "A", t->A, s, s, TRUE);
  append_list (text, "b", t->b, s);
  if (t->b_hat != NULL)
    append_list (text, "b_hat", t->b_hat, s);
  append_list (text, "c", t->c, s);
  if (t->dense == NULL)
    return;
  if (t->dense_correction) /* the format has polynomials in θ only, in which these weights lose digits */
    {
      g_string_append (text, "# Without the method's own dense output: the format has no place for its form.\n");
      return;
    }
  append_rows (text, "dense", t->dense, total, t->dense_degree + 1, FALSE);
  if (t->n_extra == 0)
    return;
  append_rows (text, "A_extra", t->A_extra, t->n_extra, total, TRUE);
  append_list (text, "c_extra", t->c_extra, t->n_extra);
}

/* ---- LaTeX ---- */

static void
append_latex_row (GString *text, const char *head, const double *row, int n)
{
  g_string_append_printf (text, "    %s", head);
  for (int j = 0; j < n; j++)
    {
      g_autofree char *number = latex_number (row[j]);

      g_string_append_printf (text, " & %s", number);
    }
  g_string_append (text, " \\\\\n");
}

/* Writes the tableau as an array with rules between c, A and b (Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed.
 * 1993, section II.1, Butcher's array). */
static void
append_latex (GString *text, const OdeMethod *method)
{
  const OdeTableau *t = method->tableau;
  int s = t->n_stages;
  gboolean explicit = lab_tableau_is_explicit (t);
  g_autofree char *columns = g_strnfill ((gsize) s, 'c');

  g_string_append_printf (text, "%% %s\n\\[\n  \\renewcommand{\\arraystretch}{1.4}\n  \\begin{array}{c|%s}\n", method->label, columns);
  for (int i = 0; i < s; i++)
    {
      g_autofree char *c = latex_number (t->c[i]);

      append_latex_row (text, c, t->A + i * s, explicit ? i : s);
    }
  g_string_append (text, "    \\hline\n");
  append_latex_row (text, "b", t->b, s);
  if (t->b_hat != NULL)
    append_latex_row (text, "\\hat b", t->b_hat, s);
  g_string_append (text, "  \\end{array}\n\\]\n");
}

char *
lab_tableau_code (const OdeMethod *method, LabTableauFormat format)
{
  GString *text = g_string_new (NULL);

  switch (format)
    {
    case LAB_TABLEAU_LATEX: append_latex (text, method); break;
    case LAB_TABLEAU_C: lab_tableau_append_c (text, method); break;
    case LAB_TABLEAU_JULIA: lab_tableau_append_julia (text, method); break;
    case LAB_TABLEAU_PYTHON: lab_tableau_append_python (text, method); break;
    default: append_yaml (text, method); break;
    }
  return g_string_free (text, FALSE);
}
