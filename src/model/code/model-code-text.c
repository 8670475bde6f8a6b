/* What the files of the languages have in common: lines from patterns, numbers, identifiers, and the values of a graph as lines of a function. */
#include "model-code-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "ode-format.h"

/* ---- texts ---- */

void
model_code_append (GString *out, const char *text, ...)
{
  GString *filled = g_string_new (text);
  const char *key;
  va_list pairs;

  va_start (pairs, text);
  while ((key = va_arg (pairs, const char *)) != NULL)
    {
      g_autofree char *mark = g_strdup_printf ("{%s}", key);

      g_string_replace (filled, mark, va_arg (pairs, const char *), 0);
    }
  va_end (pairs);
  g_string_append_len (out, filled->str, (gssize) filled->len);
  g_string_free (filled, TRUE);
}

void
model_code_number (GString *out, double value)
{
  char digits[32];

  g_string_append_len (out, digits, ode_format_double (digits, value));
  /* "1" is an integer in some languages. */
  if (isfinite (value) && strpbrk (digits, ".en") == NULL)
    g_string_append (out, ".0");
}

void
model_code_numbers (GString *out, const double *values, int n)
{
  for (int k = 0; k < n; k++)
    {
      g_string_append (out, k > 0 ? ", " : "");
      model_code_number (out, values[k]);
    }
}

void
model_code_words (GString *out, const char *const *words, int n, const char *quote)
{
  for (int k = 0; k < n; k++)
    g_string_append_printf (out, "%s%s%s%s", k > 0 ? ", " : "", quote, words[k], quote);
}

/* ---- names ---- */

/* Returns whether a name is a word of the language, a variable that expressions define, or in `taken`. */
static gboolean
is_taken (const ModelCodeTarget *target, GHashTable *taken, const char *id)
{
  g_autofree char *key = target->folds_case ? g_ascii_strdown (id, -1) : g_strdup (id);

  return g_hash_table_contains (taken, key) || g_strv_contains (target->reserved, key) || (g_str_has_prefix (key, "s_") && strspn (key + 2, "0123456789") == strlen (key + 2));
}

/* Makes an identifier new, and adds it to `taken`: at its end it gets an underscore, or a number where names are short. */
static void
make_new (const ModelCodeTarget *target, GHashTable *taken, GString *id)
{
  g_autofree char *wanted = NULL;

  if (target->longest_name > 0 && id->len > (gsize) target->longest_name)
    g_string_truncate (id, (gsize) target->longest_name);
  wanted = g_strdup (id->str);
  for (int k = 1; is_taken (target, taken, id->str); k++)
    if (target->longest_name == 0)
      g_string_append_c (id, '_');
    else
      {
        g_autofree char *number = g_strdup_printf ("%d", k);

        g_string_assign (id, wanted);
        g_string_truncate (id, MIN (id->len, (gsize) target->longest_name - strlen (number)));
        g_string_append (id, number);
      }
  g_hash_table_add (taken, target->folds_case ? g_ascii_strdown (id->str, -1) : g_strdup (id->str));
}

char *
model_code_make_id (const ModelCodeTarget *target, GHashTable *taken, const char *name)
{
  g_autoptr (GString) id = g_string_new (NULL);

  if (target->identifier != NULL)
    return target->identifier (name);
  for (const char *c = name; *c != '\0'; c++)
    if (g_ascii_isalnum (*c) || *c == '_')
      g_string_append_c (id, *c);
    else if (id->len > 0 && id->str[id->len - 1] != '_' && c[1] != '\0')
      g_string_append_c (id, '_');
  if (id->len == 0 || g_ascii_isdigit (id->str[0]) || id->str[0] == '_')
    g_string_prepend_c (id, 'q');
  make_new (target, taken, id);
  return g_string_free (g_steal_pointer (&id), FALSE);
}

static const char *
input_name (gpointer user, int input)
{
  const ModelCode *code = user;

  return code->input_ids[input];
}

/* ---- functions ---- */

/* Appends the line of an input with its identifier, name and index. */
static void
append_take (GString *out, const char *indent, const char *line, const char *id, const char *name, int k)
{
  g_autofree char *k0 = g_strdup_printf ("%d", k), *k1 = g_strdup_printf ("%d", k + 1);

  if (line == NULL)
    return;
  g_string_append (out, indent);
  model_code_append (out, line, "id", id, "name", name, "k1", k1, "k", k0, NULL);
  g_string_append_c (out, '\n');
}

static int
compare_ints (gconstpointer a, gconstpointer b)
{
  return *(const int *) a - *(const int *) b;
}

GArray *
model_code_inputs (const ModelCode *code, const ExprValue *values, int n)
{
  GArray *inputs = g_array_new (FALSE, FALSE, sizeof (int));
  guint kept = 0;

  for (int k = 0; k < n; k++)
    expr_graph_append_inputs (code->plan->graph, values[k], inputs);
  g_array_sort (inputs, compare_ints);
  for (guint k = 0; k < inputs->len; k++)
    if (k == 0 || g_array_index (inputs, int, k) != g_array_index (inputs, int, kept - 1))
      g_array_index (inputs, int, kept++) = g_array_index (inputs, int, k);
  g_array_set_size (inputs, kept);
  return inputs;
}

gboolean
model_code_check_inputs (const ModelCode *code, const ExprValue *values, int n, GError **error)
{
  g_autoptr (GArray) inputs = model_code_inputs (code, values, n);

  for (guint k = 0; k < inputs->len; k++)
    {
      const int input = g_array_index (inputs, int, k);

      if (code->input_ids[input] != NULL)
        continue;
      if (input >= code->plan->base_multipliers)
        g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, _("the accelerations of the model need the solution of linear equations, which is not written"));
      else
        g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, _("the model has noise or stabilized constraints, which are not written"));
      return FALSE;
    }
  return TRUE;
}

/* Appends the lines that take the inputs of values. Returns FALSE with an error if one of them does not exist in the program. */
static gboolean
take_inputs (ModelCode *code, GString *out, const char *indent, const ExprValue *values, int n, GError **error)
{
  const ModelPlan *plan = code->plan;
  g_autoptr (GArray) inputs = model_code_inputs (code, values, n);

  if (!model_code_check_inputs (code, values, n, error))
    return FALSE;
  for (guint k = 0; k < inputs->len; k++)
    {
      const int input = g_array_index (inputs, int, k);
      /* Discrete states follow the continuous ones. */
      const int state = input >= plan->base_x ? input - plan->base_x : plan->n_states + input - plan->base_discrete;

      if (input < plan->base_discrete)
        append_take (out, indent, code->target->take_parameter, code->input_ids[input], code->parameters[input - plan->base_parameters],
                     input - plan->base_parameters);
      else if (input != plan->base_t)
        append_take (out, indent, code->target->take_state, code->input_ids[input], code->states[state], state);
    }
  return TRUE;
}

char *
model_code_text (ModelCode *code, ExprValue value, const ExprSourceLanguage *language, GError **error)
{
  g_autoptr (GPtrArray) statements = g_ptr_array_new_with_free_func (g_free), texts = g_ptr_array_new_with_free_func (g_free);
  ExprSourceLanguage without = *language;

  without.assignment = NULL;
  if (!model_code_check_inputs (code, &value, 1, error)
      || !expr_source_write (code->plan->graph, &value, 1, &without, "s_", input_name, code, statements, texts, code->used, error))
    return NULL;
  return g_ptr_array_steal_index (texts, 0);
}

gboolean
model_code_body (ModelCode *code, GString *out, const char *indent, const ExprValue *values, int n, const char *line, const char *const *ids, GError **error)
{
  g_autoptr (GPtrArray) statements = g_ptr_array_new_with_free_func (g_free), texts = g_ptr_array_new_with_free_func (g_free);

  if (!take_inputs (code, out, indent, values, n, error)
      || !expr_source_write (code->plan->graph, values, n, code->target->language, "s_", input_name, code, statements, texts, code->used, error))
    return FALSE;
  for (guint k = 0; k < statements->len; k++)
    g_string_append_printf (out, "%s%s\n", indent, (const char *) statements->pdata[k]);
  for (int k = 0; k < n; k++)
    {
      g_autofree char *k0 = g_strdup_printf ("%d", k), *k1 = g_strdup_printf ("%d", k + 1);

      g_string_append (out, indent);
      model_code_append (out, line, "id", ids != NULL ? ids[k] : "", "k1", k1, "k", k0, "value", texts->pdata[k], NULL);
      g_string_append_c (out, '\n');
    }
  return TRUE;
}
