/* Reads, multiplies, compares and prints units of measurement. The algebra has few lines and works in every build, also in the live page, which
 * the library udunits2 with its files of units could not. */
#include "model-unit.h"

#include <math.h>
#include <string.h>

#define MOST_DEPTH 16
/* Relative difference of two factors that are equal but for rounding. */
#define ROUNDING 1e-9

const ModelUnit model_unit_one = { .factor = 1 };

static const struct
{
  const char *symbol;
  double factor;
  gboolean prefixes;
  const char *dimension;
} names[] = {
#define UNIT(symbol, factor, prefixes, dimension) { symbol, factor, prefixes, dimension },
#include "model-unit-names.def"
#undef UNIT
};

static const struct { const char *symbol; double factor; } prefixes[] = {
  { "da", 1e1 }, { "h", 1e2 }, { "k", 1e3 }, { "M", 1e6 }, { "G", 1e9 }, { "T", 1e12 }, { "P", 1e15 }, { "E", 1e18 },
  { "d", 1e-1 }, { "c", 1e-2 }, { "m", 1e-3 }, { "u", 1e-6 }, { "µ", 1e-6 }, { "μ", 1e-6 }, { "n", 1e-9 }, { "p", 1e-12 }, { "f", 1e-15 },
};

gboolean
model_unit_multiply (const ModelUnit *a, const ModelUnit *b, double power, ModelUnit *product)
{
  ModelUnit result = *a;

  result.factor = a->factor * pow (b->factor, power);
  for (int k = 0; k < b->n_bases; k++)
    {
      int m = 0;

      while (m < result.n_bases && strcmp (result.bases[m].name, b->bases[k].name) < 0)
        m++;
      if (m == result.n_bases || result.bases[m].name != b->bases[k].name)
        {
          if (result.n_bases == MODEL_UNIT_MOST_BASES)
            return FALSE;
          memmove (&result.bases[m + 1], &result.bases[m], sizeof result.bases[0] * (gsize) (result.n_bases - m));
          result.bases[m].name = b->bases[k].name;
          result.bases[m].power = 0;
          result.n_bases++;
        }
      result.bases[m].power += power * b->bases[k].power;
      /* Powers are fractions with small denominators, so a smaller number is a rounded 0. */
      if (fabs (result.bases[m].power) < ROUNDING)
        {
          memmove (&result.bases[m], &result.bases[m + 1], sizeof result.bases[0] * (gsize) (result.n_bases - m - 1));
          result.n_bases--;
        }
    }
  if (!(result.factor > 0) || !isfinite (result.factor))
    return FALSE;
  *product = result;
  return TRUE;
}

gboolean
model_unit_is_same_kind (const ModelUnit *a, const ModelUnit *b)
{
  if (a->n_bases != b->n_bases)
    return FALSE;
  for (int k = 0; k < a->n_bases; k++)
    if (a->bases[k].name != b->bases[k].name || fabs (a->bases[k].power - b->bases[k].power) > ROUNDING)
      return FALSE;
  return TRUE;
}

gboolean
model_unit_is_equal (const ModelUnit *a, const ModelUnit *b)
{
  return model_unit_is_same_kind (a, b) && fabs (a->factor - b->factor) <= ROUNDING * a->factor;
}

/* ---- text ---- */

static void
append_base (GString *text, const char *name, double power)
{
  g_string_append_printf (text, "%s%s", text->len > 0 && text->str[text->len - 1] != '/' ? " " : "", name);
  if (power != 1)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (text, "^%s", g_ascii_formatd (number, sizeof number, "%.6g", power));
    }
}

char *
model_unit_text (const ModelUnit *unit)
{
  GString *text = g_string_new (NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  int n_below = 0;
  gboolean above = FALSE;

  if (fabs (unit->factor - 1) > ROUNDING)
    g_string_append (text, g_ascii_formatd (number, sizeof number, "%.6g", unit->factor));
  for (int k = 0; k < unit->n_bases; k++)
    {
      above |= unit->bases[k].power > 0;
      n_below += unit->bases[k].power < 0;
      if (unit->bases[k].power > 0)
        append_base (text, unit->bases[k].name, unit->bases[k].power);
    }
  if (!above && text->len == 0)
    g_string_append_c (text, '1');
  if (n_below > 0)
    g_string_append (text, n_below > 1 ? "/(" : "/");
  above = FALSE;
  for (int k = 0; k < unit->n_bases; k++)
    if (unit->bases[k].power < 0)
      {
        if (above)
          g_string_append_c (text, ' ');
        g_string_append (text, unit->bases[k].name);
        if (unit->bases[k].power != -1)
          g_string_append_printf (text, "^%s", g_ascii_formatd (number, sizeof number, "%.6g", -unit->bases[k].power));
        above = TRUE;
      }
  if (n_below > 1)
    g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

/* ---- reading ---- */

typedef struct
{
  const char *at;
  int depth;
  gboolean wrong;
} Reader;

static ModelUnit product_of (Reader *reader);

static void
multiply (Reader *reader, ModelUnit *unit, const ModelUnit *other, double power)
{
  if (!reader->wrong && !model_unit_multiply (unit, other, power, unit))
    reader->wrong = TRUE;
}

static ModelUnit
base_unit (const char *name, double power)
{
  ModelUnit unit = { .factor = 1, .n_bases = 1 };

  unit.bases[0].name = g_intern_string (name);
  unit.bases[0].power = power;
  return unit;
}

/* Reads a dimension of model-unit-names.def, such as "kg m s^-2". */
static ModelUnit
dimension_of (const char *text, double factor)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  ModelUnit unit = { .factor = factor };

  for (int k = 0; words[k] != NULL; k++)
    {
      char *caret = strchr (words[k], '^');
      ModelUnit base;

      if (caret != NULL)
        *caret = '\0';
      base = base_unit (words[k], caret != NULL ? g_ascii_strtod (caret + 1, NULL) : 1);
      model_unit_multiply (&unit, &base, 1, &unit);
    }
  return unit;
}

/* Finds a name of the table, with a prefix if that is allowed. */
static gboolean
find (const char *name, ModelUnit *unit)
{
  for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
    if (strcmp (name, names[k].symbol) == 0)
      {
        *unit = dimension_of (names[k].dimension, names[k].factor);
        return TRUE;
      }
  for (gsize p = 0; p < G_N_ELEMENTS (prefixes); p++)
    if (g_str_has_prefix (name, prefixes[p].symbol))
      for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
        if (names[k].prefixes && strcmp (name + strlen (prefixes[p].symbol), names[k].symbol) == 0)
          {
            *unit = dimension_of (names[k].dimension, prefixes[p].factor * names[k].factor);
            return TRUE;
          }
  return FALSE;
}

static gboolean
begins_name (const char *at)
{
  gunichar c = g_utf8_get_char (at);

  return g_unichar_isalpha (c) || c == '%' || c == 0xb0 || c == '_';
}

static void
skip_spaces (Reader *reader)
{
  while (g_unichar_isspace (g_utf8_get_char (reader->at)))
    reader->at = g_utf8_next_char (reader->at);
}

/* Reads a number if one is there. */
static gboolean
number_at (Reader *reader, double *value)
{
  char *end;

  if (!g_ascii_isdigit (*reader->at) && !((*reader->at == '-' || *reader->at == '+' || *reader->at == '.') && g_ascii_isdigit (reader->at[1])))
    return FALSE;
  *value = g_ascii_strtod (reader->at, &end);
  reader->at = end;
  return isfinite (*value);
}

/* Reads an exponent written with raised digits, such as ² or ⁻¹. */
static gboolean
raised_at (Reader *reader, double *value)
{
  static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  gboolean negative = g_str_has_prefix (reader->at, "⁻"), found = FALSE, more = TRUE;
  const char *at = reader->at + (negative ? strlen ("⁻") : 0);

  *value = 0;
  while (more)
    {
      more = FALSE;
      for (int k = 0; k < 10 && !more; k++)
        if (g_str_has_prefix (at, digits[k]))
          {
            at += strlen (digits[k]);
            *value = 10 * *value + k;
            found = more = TRUE;
          }
    }
  if (negative)
    *value = -*value;
  if (found)
    reader->at = at;
  return found;
}

/* Reads the exponent after a unit; 1 if there is none. */
static double
exponent_of (Reader *reader)
{
  gboolean caret = *reader->at == '^' || g_str_has_prefix (reader->at, "**");
  gboolean bracket;
  double value = 1, below = 1;

  if (raised_at (reader, &value))
    return value;
  if (!caret)
    return number_at (reader, &value) ? value : 1; /* m2, s-1 */
  reader->at += *reader->at == '^' ? 1 : 2;
  skip_spaces (reader);
  bracket = *reader->at == '(';
  reader->at += bracket;
  if (!number_at (reader, &value))
    reader->wrong = TRUE;
  if (bracket && *reader->at == '/')
    {
      reader->at++;
      if (!number_at (reader, &below) || below == 0)
        reader->wrong = TRUE;
    }
  if (bracket && *reader->at != ')')
    reader->wrong = TRUE;
  reader->at += bracket && *reader->at == ')';
  return below != 0 ? value / below : value;
}

static ModelUnit
bracketed (Reader *reader)
{
  ModelUnit unit = model_unit_one;

  reader->at++;
  if (++reader->depth > MOST_DEPTH)
    reader->wrong = TRUE;
  else
    unit = product_of (reader);
  reader->depth--;
  skip_spaces (reader);
  if (*reader->at == ')')
    reader->at++;
  else
    reader->wrong = TRUE;
  return unit;
}

static ModelUnit
factor_of (Reader *reader)
{
  ModelUnit unit = model_unit_one, result = model_unit_one;
  const char *from;
  double value;

  skip_spaces (reader);
  from = reader->at;
  if (*reader->at == '(')
    unit = bracketed (reader);
  else if (number_at (reader, &value))
    {
      unit.factor = value;
      if (!(value > 0))
        reader->wrong = TRUE;
    }
  else if (begins_name (reader->at))
    {
      g_autofree char *name = NULL;

      while (begins_name (reader->at))
        reader->at = g_utf8_next_char (reader->at);
      name = g_strndup (from, (gsize) (reader->at - from));
      if (strcmp (name, "sqrt") == 0 && *reader->at == '(')
        {
          unit = bracketed (reader);
          multiply (reader, &result, &unit, 0.5 * exponent_of (reader));
          return result;
        }
      if (!find (name, &unit))
        unit = base_unit (name, 1);
    }
  else
    {
      reader->wrong = TRUE;
      return unit;
    }
  multiply (reader, &result, &unit, exponent_of (reader));
  return result;
}

static ModelUnit
product_of (Reader *reader)
{
  ModelUnit unit = factor_of (reader);

  while (!reader->wrong)
    {
      gboolean divides;
      ModelUnit next;

      skip_spaces (reader);
      if (*reader->at == '\0' || *reader->at == ')')
        break;
      divides = *reader->at == '/';
      if (divides || *reader->at == '*' || *reader->at == '.')
        reader->at++;
      else if (g_str_has_prefix (reader->at, "·") || g_str_has_prefix (reader->at, "⋅") || g_str_has_prefix (reader->at, "×"))
        reader->at = g_utf8_next_char (reader->at);
      next = factor_of (reader);
      multiply (reader, &unit, &next, divides ? -1 : 1);
    }
  return unit;
}

gboolean
model_unit_parse (const char *text, ModelUnit *unit)
{
  Reader reader = { text, 0, FALSE };
  ModelUnit result;

  skip_spaces (&reader);
  if (*reader.at == '\0' || strcmp (reader.at, "-") == 0 || strcmp (reader.at, "–") == 0)
    {
      *unit = model_unit_one;
      return TRUE;
    }
  result = product_of (&reader);
  skip_spaces (&reader);
  if (reader.wrong || *reader.at != '\0')
    return FALSE;
  *unit = result;
  return TRUE;
}
