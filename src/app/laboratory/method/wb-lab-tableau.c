/* Converts a tableau between the texts of its cells, a method, and YAML. */
#include "wb-lab-tableau.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "expr-constant.h"
#include "lab-order-conditions.h"
#include "lab-tableau-code.h"
#include "model-tableau.h"
#include "model-yaml.h"
#include "ode-format.h"
#include "wb-failure-text.h"

static char **
texts_new (int n)
{
  char **texts = g_new0 (char *, n + 1);

  for (int k = 0; k < n; k++)
    texts[k] = g_strdup ("");
  return texts;
}

static void
set_text (char **text, double value)
{
  g_free (*text);
  *text = value != 0 ? lab_tableau_number (value) : g_strdup ("");
}

static WbLabTableau *
tableau_new (int n, const char *label)
{
  WbLabTableau *tableau = g_new0 (WbLabTableau, 1);

  tableau->n = n;
  tableau->label = g_strdup (label);
  tableau->a = texts_new (n * n);
  tableau->b = texts_new (n);
  tableau->b_hat = texts_new (n);
  tableau->c = texts_new (n);
  return tableau;
}

/* Replaces the texts of up to n cells by the entries of a list in a tableau file; an entry 0 becomes an empty text. Missing entries
 * are 0. */
static void
take_texts (char **cells, const ModelYaml *list, int n)
{
  for (int k = 0; k < n; k++)
    {
      const char *text = k < list->n_items && list->items[k]->text != NULL ? list->items[k]->text : "0";

      g_free (cells[k]);
      cells[k] = g_strdup (strcmp (text, "0") == 0 ? "" : text);
    }
}

/* Replaces the texts of the cells by those of the tableau file, so that an expression such as sqrt(3)/6 is shown as it was typed. */
static void
take_typed (WbLabTableau *tableau, const char *text)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) document = model_yaml_parse (text, -1, NULL, diagnostics);
  const ModelYaml *root = document != NULL ? model_yaml_root (document) : NULL, *a = model_yaml_get (root, "A");
  const struct { const char *key; char **cells; } rows[] = { { "b", tableau->b }, { "b_hat", tableau->b_hat }, { "c", tableau->c } };

  if (a == NULL || a->n_items != tableau->n)
    return;
  for (int i = 0; i < tableau->n; i++)
    take_texts (tableau->a + i * tableau->n, a->items[i], tableau->n);
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    if (model_yaml_get (root, rows[k].key) != NULL)
      take_texts (rows[k].cells, model_yaml_get (root, rows[k].key), tableau->n);
}

WbLabTableau *
wb_lab_tableau_of (const OdeMethod *method)
{
  const OdeTableau *from = method != NULL ? method->tableau : NULL;
  WbLabTableau *tableau;
  int n;

  if (from == NULL || from->n_stages > WB_LAB_MOST_STAGES)
    return NULL;
  n = from->n_stages;
  tableau = tableau_new (n, method->label);
  tableau->source = method;
  tableau->has_hat = from->b_hat != NULL;
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        set_text (&tableau->a[i * n + j], from->A[i * n + j]);
      set_text (&tableau->b[i], from->b[i]);
      set_text (&tableau->c[i], from->c[i]);
      if (tableau->has_hat)
        set_text (&tableau->b_hat[i], from->b_hat[i]);
    }
  if (model_tableau_text (method) != NULL)
    take_typed (tableau, model_tableau_text (method));
  return tableau;
}

WbLabTableau *
wb_lab_tableau_copy (const WbLabTableau *tableau)
{
  WbLabTableau *copy = g_memdup2 (tableau, sizeof *tableau);

  copy->label = g_strdup (tableau->label);
  copy->a = g_strdupv (tableau->a);
  copy->b = g_strdupv (tableau->b);
  copy->b_hat = g_strdupv (tableau->b_hat);
  copy->c = g_strdupv (tableau->c);
  return copy;
}

static gboolean
same_texts (char **a, char **b, int n)
{
  for (int k = 0; k < n; k++)
    if (strcmp (a[k], b[k]) != 0)
      return FALSE;
  return TRUE;
}

gboolean
wb_lab_tableau_equal (const WbLabTableau *a, const WbLabTableau *b)
{
  return a->source == b->source && a->n == b->n && same_texts (a->a, b->a, a->n * a->n) && same_texts (a->b, b->b, a->n)
         && same_texts (a->c, b->c, a->n) && same_texts (a->b_hat, b->b_hat, a->n);
}

gboolean
wb_lab_tableau_is_edited (const WbLabTableau *tableau)
{
  WbLabTableau *source = wb_lab_tableau_of (tableau->source);
  gboolean edited = source == NULL || !wb_lab_tableau_equal (tableau, source);

  wb_lab_tableau_free (source);
  return edited;
}

/* The name of a source that was made from cells already has the word. */
char *
wb_lab_tableau_title (const WbLabTableau *tableau)
{
  return wb_lab_tableau_is_edited (tableau) && *model_method_name (tableau->source) != '{' ? g_strdup_printf (_("%s, edited"), tableau->label) : g_strdup (tableau->label);
}

void
wb_lab_tableau_free (WbLabTableau *tableau)
{
  if (tableau == NULL)
    return;
  g_free (tableau->label);
  g_strfreev (tableau->a);
  g_strfreev (tableau->b);
  g_strfreev (tableau->b_hat);
  g_strfreev (tableau->c);
  g_free (tableau);
}

gboolean
wb_lab_tableau_number (const char *text, double *value)
{
  char *end;

  *value = 0;
  while (g_ascii_isspace (*text))
    text++;
  if (*text == '\0')
    return TRUE;
  *value = g_ascii_strtod (text, &end);
  return (*end == '\0' || expr_constant_parse (text, value)) && isfinite (*value);
}

static const char *
translate (const char *text)
{
  return _(text);
}

OdeTableau *
wb_lab_tableau_coefficients (const WbLabTableau *tableau)
{
  const gsize n = (gsize) tableau->n;
  OdeTableau *raw = g_malloc0 (sizeof *raw + sizeof (double) * (n * n + 3 * n));
  double *numbers = (double *) (gpointer) (raw + 1);
  char *const *const texts[] = { tableau->a, tableau->b, tableau->c, tableau->b_hat };
  const gsize counts[] = { n * n, n, n, n };

  raw->n_stages = tableau->n;
  raw->A = numbers;
  raw->b = numbers + n * n;
  raw->c = raw->b + n;
  raw->b_hat = tableau->has_hat ? raw->c + n : NULL;
  for (gsize v = 0; v < G_N_ELEMENTS (texts); v++)
    for (gsize k = 0; k < counts[v]; k++)
      if (!wb_lab_tableau_number (texts[v][k], numbers++))
        {
          g_free (raw);
          return NULL;
        }
  return raw;
}

/* Returns the sentence about the first cell that is not a number. */
static char *
wrong_cell (const WbLabTableau *tableau)
{
  char *const *const texts[] = { tableau->a, tableau->b, tableau->c, tableau->b_hat };
  const int counts[] = { tableau->n * tableau->n, tableau->n, tableau->n, tableau->n };
  double value;

  for (gsize v = 0; v < G_N_ELEMENTS (texts); v++)
    for (int k = 0; k < counts[v]; k++)
      if (!wb_lab_tableau_number (texts[v][k], &value))
        {
          g_autofree char *text = g_strdup_printf (_("'%s' is not a number or fraction"), texts[v][k]);

          return wb_failure_sentence (text);
        }
  return NULL;
}

int
wb_lab_tableau_wrong_row (const OdeTableau *tableau, double *sum)
{
  for (int i = 0; i < tableau->n_stages; i++)
    if (!lab_tableau_adds_up (tableau, i, sum))
      return i;
  return -1;
}

OdeMethod *
wb_lab_tableau_method (const WbLabTableau *tableau, char **message)
{
  const int n = tableau->n;
  g_autofree OdeTableau *raw = wb_lab_tableau_coefficients (tableau);
  char error[512] = "";
  g_autofree char *title = wb_lab_tableau_title (tableau);
  OdeMethod *method;

  *message = raw == NULL ? wrong_cell (tableau) : NULL;
  if (raw == NULL)
    return NULL;
  raw->fsal = n > 1 && raw->c[n - 1] == 1 && memcmp (raw->A + (n - 1) * n, raw->b, sizeof (double) * (gsize) n) == 0 && raw->c[0] == 0;
  method = ode_method_new_custom ("edited", title, raw, translate, error, sizeof error);
  if (method == NULL)
    *message = wb_failure_sentence (error);
  return method;
}

/* ---- sums of rows ---- */

/* Adds p/q to *sum_p / *sum_q in lowest terms. Returns FALSE if a number is too large. */
static gboolean
add_fraction (gint64 p, gint64 q, gint64 *sum_p, gint64 *sum_q)
{
  gint64 a, b, common, rest;

  if (__builtin_mul_overflow (*sum_p, q, &a) || __builtin_mul_overflow (p, *sum_q, &b) || __builtin_add_overflow (a, b, &a)
      || __builtin_mul_overflow (*sum_q, q, &b) || a == G_MININT64)
    return FALSE;
  for (common = a < 0 ? -a : a, rest = b; rest != 0;)
    {
      const gint64 next = common % rest;

      common = rest;
      rest = next;
    }
  *sum_p = a / common;
  *sum_q = b / common;
  return TRUE;
}

/* Reads an integer or a fraction of integers. */
static gboolean
read_fraction (const char *text, gint64 *p, gint64 *q)
{
  char *end;

  *p = 0;
  *q = 1;
  if (*text == '\0')
    return TRUE;
  *p = g_ascii_strtoll (text, &end, 10);
  if (end == text)
    return FALSE;
  if (*end == '/')
    *q = g_ascii_strtoll (end + 1, &end, 10);
  return *end == '\0' && *q > 0 && *p > -G_MAXINT32 && *p < G_MAXINT32 && *q < G_MAXINT32;
}

char *
wb_lab_tableau_row_sum (const WbLabTableau *tableau, int row)
{
  gint64 p = 0, q = 1, cell_p, cell_q;
  gboolean fraction = TRUE;
  double sum = 0, value;
  char text[ODE_FORMAT_SIZE];

  for (int j = 0; j < tableau->n; j++)
    {
      const char *cell = tableau->a[row * tableau->n + j];

      if (!wb_lab_tableau_number (cell, &value))
        return NULL;
      sum += value;
      fraction = fraction && read_fraction (cell, &cell_p, &cell_q) && add_fraction (cell_p, cell_q, &p, &q);
    }
  if (fraction && q == 1)
    return g_strdup_printf ("%" G_GINT64_FORMAT, p);
  if (fraction)
    return g_strdup_printf ("%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT, p, q);
  text[ode_format_double (text, sum)] = '\0';
  return g_strdup (text);
}

/* Characters of a cell that YAML reads without quotes in a list. */
#define PLAIN "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.+-*/^()"

static void
append_quoted (GString *text, const char *words)
{
  g_string_append_c (text, '"');
  for (const char *at = words; *at != '\0'; at++)
    g_string_append_printf (text, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
  g_string_append_c (text, '"');
}

static void
append_row (GString *text, char **cells, int n)
{
  g_string_append_c (text, '[');
  for (int k = 0; k < n; k++)
    {
      const char *cell = *cells[k] != '\0' ? cells[k] : "0";

      g_string_append (text, k > 0 ? ", " : "");
      if (cell[strspn (cell, PLAIN)] == '\0' && *cell != '*')
        g_string_append (text, cell);
      else
        append_quoted (text, cell);
    }
  g_string_append_c (text, ']');
}

/* Appends the keys of a tableau, separated by `before`. Each row of A begins with `row`; if `row` is empty, A is a list in brackets. */
static void
append_keys (GString *text, const WbLabTableau *tableau, const char *name, const char *before, const char *row)
{
  int n = tableau->n;

  g_string_append (text, "format: 1");
  g_string_append_printf (text, "%sname: ", before);
  append_quoted (text, name);
  g_string_append_printf (text, "%sA:", before);
  for (int i = 0; i < n; i++)
    {
      int last = n;

      while (last > 0 && *tableau->a[i * n + last - 1] == '\0')
        last--;
      g_string_append (text, *row != '\0' ? row : i == 0 ? " [" : ", ");
      append_row (text, tableau->a + i * n, last);
    }
  g_string_append_printf (text, "%s%sb: ", *row != '\0' ? "" : "]", before);
  append_row (text, tableau->b, n);
  if (tableau->has_hat)
    {
      g_string_append_printf (text, "%sb_hat: ", before);
      append_row (text, tableau->b_hat, n);
    }
  g_string_append_printf (text, "%sc: ", before);
  append_row (text, tableau->c, n);
}

char *
wb_lab_tableau_yaml (const WbLabTableau *tableau, const char *name)
{
  GString *text = g_string_new (NULL);

  append_keys (text, tableau, name, "\n", "\n  - ");
  g_string_append_c (text, '\n');
  return g_string_free (text, FALSE);
}

char *
wb_lab_tableau_name (const WbLabTableau *tableau)
{
  g_autofree char *title = NULL;
  GString *text;

  if (!wb_lab_tableau_is_edited (tableau))
    return g_strdup (model_method_name (tableau->source));
  title = wb_lab_tableau_title (tableau);
  text = g_string_new ("{");
  append_keys (text, tableau, title, ", ", "");
  g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}
