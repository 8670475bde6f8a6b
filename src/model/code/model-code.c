/* Prepares a model for a language, whose file then writes it: its plan, and its names as identifiers. */
#include "model-code-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "model-plan-make.h"
#include "ode-format.h"

#define MODEL_CODE_TARGET(name, about) &model_code_target_##name,
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

gboolean
model_code_target_is_package (const ModelCodeTarget *target)
{
  return target->pack != NULL;
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

/* Returns the sizes that the model gives its states. */
static double *
nominal_sizes (ModelSystem *system, const ModelPlan *plan)
{
  double *sizes = g_new0 (double, plan->n_states + plan->n_discrete + 1);

  if (model_system_weights (system, sizes))
    for (int k = 0; k < plan->n_states; k++)
      sizes[k] = model_system_gives_weight (system, k) && isfinite (1 / sizes[k]) ? 1 / sizes[k] : 0;
  return sizes;
}

/* What is made of a model. */
typedef struct
{
  ModelCodeGoOn go_on;
  gpointer user;
  char **note;
  GBytes *bytes;             /* the package, if there is one */
} Packing;

/* Returns the text of the model, and makes its package if `packing` is not NULL. */
static char *
make_text (ModelSystem *system, GHashTable *constants, const ModelCodeTarget *target, double t_start, double t_end, double accuracy, Packing *packing, GError **error)
{
  Model *model = model_system_model (system);
  ModelPlan *plan = make_plan (model, constants);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) states = NULL, state_ids = NULL, parameter_ids = NULL, outputs = NULL, output_ids = NULL;
  g_autoptr (GPtrArray) owned = g_ptr_array_new_with_free_func (g_free);
  g_autofree double *x0 = NULL, *p = NULL, *nominal = NULL;
  g_autofree gboolean *fixed = NULL;
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
      fixed = g_new0 (gboolean, code.n_states + 1);
      model_system_fixed_initial (system, fixed);
      nominal = nominal_sizes (system, plan);
      code.fixed = fixed;
      code.nominal = nominal;
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
      if (text != NULL && packing != NULL && target->pack != NULL
          && (packing->bytes = target->pack (&code, text, packing->go_on, packing->user, packing->note, error)) == NULL)
        g_clear_pointer (&text, g_free);
      g_clear_pointer (&code.events, g_ptr_array_unref);
    }
  model_plan_unref (plan);
  return text;
}

char *
model_code_write (ModelSystem *system, GHashTable *constants, const ModelCodeTarget *target, double t_start, double t_end, double accuracy, GError **error)
{
  return make_text (system, constants, target, t_start, t_end, accuracy, NULL, error);
}

GBytes *
model_code_export (ModelSystem *system, GHashTable *constants, const ModelCodeTarget *target, double t_start, double t_end, double accuracy, ModelCodeGoOn go_on,
                   gpointer user, char **note, GError **error)
{
  Packing packing = { .go_on = go_on, .user = user, .note = note };
  char *text;

  *note = NULL;
  text = make_text (system, constants, target, t_start, t_end, accuracy, &packing, error);
  if (packing.bytes == NULL && text != NULL)
    return g_bytes_new_take (text, strlen (text));
  g_free (text);
  return packing.bytes;
}
