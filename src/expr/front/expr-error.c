/* Errors with positions in a file, and suggestions for misspelled names. */
#include "expr-error.h"

#include "expr-op.h"

#include <glib/gi18n-lib.h>
#include <string.h>

ExprPlace
expr_origin_place (const ExprOrigin *origin, int character_offset)
{
  if (origin != NULL && origin->place != NULL)
    return origin->place (origin->user, character_offset);
  return (ExprPlace) { 1, character_offset + 1 };
}

static void
expr_error_free (gpointer data)
{
  ExprError *error = data;

  g_free (error->message);
  g_free (error);
}

GPtrArray *
expr_errors_new (void)
{
  return g_ptr_array_new_with_free_func (expr_error_free);
}

void
expr_errors_add (GPtrArray *errors, ExprPlace place, const char *format, ...)
{
  ExprError *error = g_new (ExprError, 1);
  va_list arguments;

  va_start (arguments, format);
  error->place = place;
  error->message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_ptr_array_add (errors, error);
}

/* Names that are longer than this number of bytes get no suggestion and are not suggested. */
#define MAX_NAME 64

/* Returns four times the distance of two names plus the number of letters that differ only in case, at most 3. The distance is
 * the Damerau–Levenshtein distance with adjacent transpositions (optimal string alignment), without regard to case, so that
 * case decides only between equal distances. */
static int
edit_distance (const char *a, const char *b)
{
  int previous2[MAX_NAME + 1], previous[MAX_NAME + 1], current[MAX_NAME + 1];
  int n_a = (int) strlen (a), n_b = (int) strlen (b), n_case = 0;

  for (int j = 0; j <= n_b; j++)
    previous[j] = j;
  for (int i = 1; i <= n_a; i++)
    {
      current[0] = i;
      for (int j = 1; j <= n_b; j++)
        {
          char ca = g_ascii_tolower (a[i - 1]), cb = g_ascii_tolower (b[j - 1]);
          int best = MIN (MIN (previous[j], current[j - 1]) + 1, previous[j - 1] + (ca != cb));
          if (i > 1 && j > 1 && ca == g_ascii_tolower (b[j - 2]) && g_ascii_tolower (a[i - 2]) == cb)
            best = MIN (best, previous2[j - 2] + 1);
          current[j] = best;
        }
      memcpy (previous2, previous, sizeof previous);
      memcpy (previous, current, sizeof current);
    }
  for (int i = 0; i < MIN (n_a, n_b); i++)
    n_case += a[i] != b[i] && g_ascii_tolower (a[i]) == g_ascii_tolower (b[i]);
  return 4 * previous[n_b] + MIN (n_case, 3);
}

const char *
expr_suggest (const char *name, const char *const *candidates, gsize n_candidates)
{
  gsize length = strlen (name);
  const char *best = NULL;
  int best_distance = 4 * (int) MAX (1, length / 3) + 3;

  if (length == 0 || length > MAX_NAME)
    return NULL;
  for (gsize k = 0; k < n_candidates; k++)
    {
      if (strlen (candidates[k]) > MAX_NAME || strcmp (candidates[k], name) == 0)
        continue;
      int distance = edit_distance (name, candidates[k]);
      /* Two different names of one letter are different names, not
       * misspellings. */
      if (distance / 4 >= (int) MAX (length, strlen (candidates[k])))
        continue;
      if (distance < best_distance || (best == NULL && distance == best_distance))
        {
          best = candidates[k];
          best_distance = distance;
        }
    }
  if (best != NULL)
    return best;
  /* Find a name that is a prefix of the other name, such as "g" for "grav" and "omega" for "omega0". */
  for (gsize k = 0; k < n_candidates; k++)
    if ((g_str_has_prefix (name, candidates[k]) || g_str_has_prefix (candidates[k], name))
        && strcmp (candidates[k], name) != 0 && (best == NULL || strlen (candidates[k]) > strlen (best)))
      best = candidates[k];
  return best;
}

/* Names of functions in other languages, each with the name in this language
 * or with advice. Advice that contains words is marked for translation. */
static const struct
{
  const char *name, *form;
} foreign_functions[] = {
  { "ln", "log" },
  { "lg", "log10" },
  { "lb", "log2" },
  { "log1p", "log(1 + x)" },
  { "expm1", "exp(x) - 1" },
  { "exp2", "2^x" },
  { "exp10", "10^x" },
  { "pow", "x^y" },
  { "power", "x^y" },
  { "sqr", "x^2" },
  { "square", "x^2" },
  { "root", "x^(1/n)" },
  { "fabs", "abs" },
  { "sgn", "sign" },
  { "signum", "sign" },
  { "arcsin", "asin" },
  { "arccos", "acos" },
  { "arctan", "atan" },
  { "arctan2", "atan2" },
  { "arsinh", "asinh" },
  { "arcosh", "acosh" },
  { "artanh", "atanh" },
  { "arcsinh", "asinh" },
  { "arccosh", "acosh" },
  { "arctanh", "atanh" },
  { "tg", "tan" },
  { "cot", "1/tan(x)" },
  { "ctg", "1/tan(x)" },
  { "sec", "1/cos(x)" },
  { "csc", "1/sin(x)" },
  { "coth", "1/tanh(x)" },
  { "sech", "1/cosh(x)" },
  { "csch", "1/sinh(x)" },
  { "erfc", "1 - erf(x)" },
  { "fmin", "min" },
  { "fmax", "max" },
  { "fmod", "mod" },
  { "rem", "mod" },
  { "heaviside", "step" },
  { "Heaviside", "step" },
  { "theta", NULL },
  { "ceiling", "ceil" },
  { "int", "floor" },
  { "trunc", "sign(x)*floor(abs(x))" },
  { "rint", "round" },
  { "nint", "round" },
  { "ifelse", N_("if(condition, then, else)") },
  { "ite", N_("if(condition, then, else)") },
  { "iif", N_("if(condition, then, else)") },
  { "where", N_("if(condition, then, else)") },
  { "piecewise", N_("if(condition, then, else)") },
  { "Sum", "sum(k, 1, N, x[k])" },
  { "clamp", N_("min(max(x, low), high)") },
  { "clip", N_("min(max(x, low), high)") },
};

void
expr_errors_add_unknown_function (GPtrArray *errors, ExprPlace place, const char *name,
                                  const char *const *candidates, gsize n_candidates)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  const char *suggestion;

  for (gsize k = 0; k < G_N_ELEMENTS (foreign_functions); k++)
    if (strcmp (foreign_functions[k].name, name) == 0)
      {
        if (foreign_functions[k].form != NULL)
          expr_errors_add (errors, place, _("unknown function '%s'; use %s"), name, _(foreign_functions[k].form));
        else
          expr_errors_add (errors, place, _("unknown function '%s'; the unit step is step(x)"), name);
        return;
      }

  for (gsize k = 0; k < n_candidates; k++)
    g_ptr_array_add (known, (gpointer) candidates[k]);
  for (int op = 0; op < EXPR_N_OPS; op++)
    if (expr_op_info[op].properties & EXPR_OP_IS_FUNCTION)
      g_ptr_array_add (known, (gpointer) expr_op_info[op].name);
  g_ptr_array_add (known, (gpointer) "if");
  g_ptr_array_add (known, (gpointer) "sum");

  suggestion = expr_suggest (name, (const char *const *) known->pdata, known->len);
  if (suggestion != NULL)
    expr_errors_add (errors, place, _("unknown function '%s'; did you mean '%s'?"), name, suggestion);
  else
    expr_errors_add (errors, place, _("unknown function '%s'"), name);
}
