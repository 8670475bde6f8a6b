/* Prepares a model for the languages: names as identifiers, values, events, and the lines of functions. */
#include "model-code-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "model-plan-make.h"
#include "ode-format.h"

#define MODEL_CODE_TARGET(name) &model_code_target_##name,
static const ModelCodeTarget *const targets[] = {
#include "model-code-targets.def"
  NULL,
};
#undef MODEL_CODE_TARGET

const ModelCodeTarget *const *
model_code_targets (void)
{
  return targets;
}

const ModelCodeTarget *
model_code_target_find (const char *id)
{
  for (int k = 0; targets[k] != NULL; k++)
    if (strcmp (targets[k]->id, id) == 0)
      return targets[k];
  return NULL;
}

const char *
model_code_target_id (const ModelCodeTarget *target)
{
  return target->id;
}

const char *
model_code_target_name (const ModelCodeTarget *target)
{
  return target->name;
}

const char *
model_code_target_ending (const ModelCodeTarget *target)
{
  return target->ending;
}

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

/* Returns identifiers of n names; free them with g_strfreev. */
static char **
make_ids (const ModelCodeTarget *target, GHashTable *taken, const char *const *names, int n)
{
  char **ids = g_new0 (char *, n + 1);

  for (int k = 0; k < n; k++)
    ids[k] = model_code_make_id (target, taken, names[k]);
  return ids;
}

/* Returns a name for comments, in which a stranger's model cannot put code: without control characters, quotes, backslashes, braces, and the signs that begin or end
 * comments. */
static char *
make_title (const char *name)
{
  GString *title = g_string_new (NULL);

  for (const char *c = name; *c != '\0'; c = g_utf8_next_char (c))
    {
      gunichar letter = g_utf8_get_char (c);

      if (g_unichar_isprint (letter) && (letter >= 0x80 || strchr ("\"\\*/%{}#", (char) letter) == NULL) && g_unichar_type (letter) != G_UNICODE_FORMAT
          && g_unichar_type (letter) != G_UNICODE_LINE_SEPARATOR && g_unichar_type (letter) != G_UNICODE_PARAGRAPH_SEPARATOR)
        g_string_append_unichar (title, letter);
      else
        g_string_append_c (title, ' ');
    }
  return g_string_free (title, FALSE);
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

/* Returns the inputs of values, each once and in order. */
static GArray *
inputs_of (const ModelCode *code, const ExprValue *values, int n)
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
  g_autoptr (GArray) inputs = inputs_of (code, values, n);

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
  g_autoptr (GArray) inputs = inputs_of (code, values, n);

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

/* ---- the whole ---- */

/* Makes a plan that is not compiled, so that it has its graph. */
static ModelPlan *
make_plan (Model *model, GHashTable *constants)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&model->lock);

  return model_plan_new (model, constants, EXPR_PROGRAM_FUSED);
}

static gboolean
check_model (const ModelPlan *plan, GError **error)
{
  const char *reason = plan->has_mass          ? N_("the model has a mass matrix or algebraic unknowns, which are not written")
                       : plan->n_states == 0   ? N_("the model has no continuous states")
                       : plan->noise->len > 0  ? N_("the model has noise, which is not written")
                       : plan->monitors->len > 0 ? N_("the model has monitors, which are not written")
                                               : NULL;

  if (plan->errors->len > 0)
    g_set_error (error, MODEL_ERROR, MODEL_ERROR_VALUE, "%s", ((const ExprError *) plan->errors->pdata[0])->message);
  else if (reason != NULL)
    g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, _(reason));
  return plan->errors->len == 0 && reason == NULL;
}

/* Fills the names of the outputs. */
static char **
output_names (const ModelPlan *plan)
{
  char **names = g_new0 (char *, plan->n_outputs + 1);

  for (guint k = 0; k < plan->columns->len; k++)
    {
      const ModelColumn *column = &g_array_index (plan->columns, ModelColumn, k);

      if (column->type == MODEL_COLUMN_OUTPUT)
        names[column->index] = g_strdup (column->name);
    }
  return names;
}

/* Returns the derivatives of all states; those of discrete states are 0. */
static ExprValue *
all_derivatives (const ModelPlan *plan)
{
  ExprValue *values = g_new0 (ExprValue, plan->n_states + plan->n_discrete + 1);

  for (int k = 0; k < plan->n_states + plan->n_discrete; k++)
    values[k] = k < plan->n_states ? plan->derivatives[k] : expr_graph_constant (plan->graph, 0);
  return values;
}

/* Returns how expressions contain a parameter or state; `owned` owns the text. */
static char *
input_text (const ModelCodeTarget *target, GPtrArray *owned, const char *id)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (target->input_form == NULL)
    return (char *) id;
  model_code_append (text, target->input_form, "id", id, NULL);
  g_ptr_array_add (owned, g_string_free (g_steal_pointer (&text), FALSE));
  return owned->pdata[owned->len - 1];
}

/* Returns the names of all states. */
static char **
state_names (const ModelPlan *plan)
{
  char **names = g_new0 (char *, plan->n_states + plan->n_discrete + 1);

  for (int k = 0; k < plan->n_states + plan->n_discrete; k++)
    names[k] = g_strdup (k < plan->n_states ? plan->state_names[k] : plan->discrete_names[k - plan->n_states]);
  return names;
}

char *
model_code_write (ModelSystem *system, GHashTable *constants, const ModelCodeTarget *target, double t_start, double t_end, double accuracy, GError **error)
{
  Model *model = model_system_model (system);
  ModelPlan *plan = make_plan (model, constants);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) states = NULL, state_ids = NULL, parameter_ids = NULL, outputs = NULL, output_ids = NULL;
  g_autoptr (GPtrArray) owned = g_ptr_array_new_with_free_func (g_free);
  g_autofree double *x0 = NULL, *p = NULL;
  g_autofree char **input_ids = NULL;
  g_autofree ExprValue *derivatives = NULL;
  g_autofree char *title = make_title (model_name (model));
  char *text = NULL;
  ModelCode code = { .model = model, .title = title, .target = target, .plan = plan, .t_start = t_start, .t_end = t_end, .accuracy = accuracy,
                     .taken = taken };

  if (check_model (plan, error))
    {
      code.n_continuous = plan->n_states;
      code.n_states = plan->n_states + plan->n_discrete;
      code.n_parameters = plan->n_parameters;
      code.n_outputs = plan->n_outputs;
      code.is_stiff = (model_traits (model) & MODEL_IS_STIFF) != 0;
      x0 = g_new0 (double, code.n_states + 1);
      p = g_new0 (double, plan->n_parameters + 1);
      model_system_get_parameters (system, p);
      states = state_names (plan);
      state_ids = make_ids (target, taken, (const char *const *) states, code.n_states);
      parameter_ids = make_ids (target, taken, (const char *const *) plan->parameter_names, plan->n_parameters);
      outputs = output_names (plan);
      output_ids = make_ids (target, taken, (const char *const *) outputs, plan->n_outputs);
      derivatives = all_derivatives (plan);
      code.derivatives = derivatives;
      code.states = (const char *const *) states;
      code.state_ids = (const char *const *) state_ids;
      code.parameters = (const char *const *) plan->parameter_names;
      code.parameter_ids = (const char *const *) parameter_ids;
      code.outputs = (const char *const *) outputs;
      code.output_ids = (const char *const *) output_ids;
      code.x0 = x0;
      code.p = p;
      input_ids = g_new0 (char *, plan->n_inputs + 1);
      for (int k = 0; k < plan->n_parameters; k++)
        input_ids[plan->base_parameters + k] = input_text (target, owned, parameter_ids[k]);
      for (int k = 0; k < code.n_states; k++)
        input_ids[k < plan->n_states ? plan->base_x + k : plan->base_discrete + k - plan->n_states] = input_text (target, owned, state_ids[k]);
      input_ids[plan->base_t] = (char *) (target->time_text != NULL ? target->time_text : "t");
      code.input_ids = input_ids;
      if (model_system_initial (system, x0, x0 + plan->n_states, error) && model_code_take_events (&code, x0, error))
        text = target->write (&code, error);
      g_clear_pointer (&code.events, g_ptr_array_unref);
    }
  model_plan_unref (plan);
  return text;
}
