/* The directional derivatives of an FMU: functions in C that compute how derivatives, outputs and functions of crossings change if time, parameters and states do, from the symbolic
 * derivatives of the model. Piecewise functions have the derivative of their piece. */
#include <glib/gi18n-lib.h>

#include "expr-jacobian.h"
#include "model-code-fmu.h"

/* Largest number of derivatives for which the functions are written. */
#define MOST_ENTRIES 20000

/* Returns the values whose changes are computed, in the order of their references: derivatives, outputs, functions of crossings. */
static GArray *
values_of (const ModelCode *code)
{
  GArray *values = model_code_witnesses (code);

  g_array_prepend_vals (values, code->plan->outputs->data, (guint) code->n_outputs);
  g_array_prepend_vals (values, code->derivatives, (guint) code->n_continuous);
  return values;
}

/* Returns the number of the variable that is an input of the plan; −1: it is none. */
static int
reference_of (const ModelCode *code, int input)
{
  const ModelPlan *plan = code->plan;
  const ModelCodePlaces places = model_code_fmu_places (code);

  return input == plan->base_t                                                                         ? 0
         : input >= plan->base_parameters && input < plan->base_parameters + code->n_parameters        ? (int) places.parameters + input - plan->base_parameters
         : input >= plan->base_x && input < plan->base_x + code->n_continuous                          ? (int) places.states + input - plan->base_x
         : input >= plan->base_discrete && input < plan->base_discrete + code->n_states - code->n_continuous
             ? (int) places.states + code->n_continuous + input - plan->base_discrete
             : -1;
}

gboolean
model_code_fmu_has_directions (const ModelCode *code)
{
  g_autoptr (GArray) values = values_of (code);
  g_autoptr (ExprJacobian) pattern = expr_jacobian_new_pattern (code->plan->graph, (const ExprValue *) (gpointer) values->data, (int) values->len, 0, code->plan->n_inputs);

  return pattern != NULL && pattern->n_entries <= MOST_ENTRIES;
}

/* Appends a sum of derivatives times changes for n values; row k is added to the number named by rows[k]. Returns FALSE with an error. */
static gboolean
append_sums (ModelCode *code, GString *out, const char *indent, const ExprValue *values, int n, const char *const *rows, GError **error)
{
  g_autoptr (ExprJacobian) jacobian = expr_jacobian_new (code->plan->graph, values, n, 0, code->plan->n_inputs);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (ExprValue));
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (g_free);

  if (jacobian == NULL)
    {
      g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_VALUE, _("interrupted"));
      return FALSE;
    }
  for (int column = 0; column < code->plan->n_inputs; column++)
    for (int k = jacobian->column_starts[column]; k < jacobian->column_starts[column + 1]; k++)
      if (reference_of (code, column) >= 0)
        {
          g_array_append_val (entries, jacobian->values[k]);
          g_ptr_array_add (places, g_strdup_printf ("%s += part (change[%d]", rows[jacobian->rows[k]], reference_of (code, column)));
        }
  return entries->len == 0
         || model_code_body (code, out, indent, (const ExprValue *) (gpointer) entries->data, (int) entries->len, "{id}, {value});", (const char *const *) places->pdata, error);
}

/* Appends the changes of the initial values that follow from others. Returns FALSE with an error. */
static gboolean
append_initial (ModelCode *code, GString *out, const gboolean *follows, GError **error)
{
  const ModelPlan *plan = code->plan;

  for (int level = 0; level < plan->n_initial_levels; level++)
    {
      g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (ExprValue));
      g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);

      for (int k = 0; k < code->n_states; k++)
        if (follows[k] && plan->initial_level[k] == level)
          {
            const int reference = reference_of (code, model_code_input (code, k));

            g_array_append_val (values, g_array_index (plan->initial, ExprValue, k));
            g_ptr_array_add (rows, g_strdup_printf ("change[%d]", reference));
            g_string_append_printf (out, "  change[%d] = 0;\n", reference);
          }
      if (values->len == 0)
        continue;
      g_string_append (out, "  {\n");
      if (!append_sums (code, out, "    ", (const ExprValue *) (gpointer) values->data, (int) values->len, (const char *const *) rows->pdata, error))
        return FALSE;
      g_string_append (out, "  }\n");
    }
  return TRUE;
}

gboolean
model_code_fmu_write_directions (ModelCode *code, GString *out, const gboolean *follows, GError **error)
{
  const gboolean written = model_code_fmu_has_directions (code);
  g_autoptr (GArray) values = values_of (code);
  g_auto (GStrv) rows = g_new0 (char *, values->len + 1);

  for (guint k = 0; k < values->len; k++)
    rows[k] = g_strdup_printf ("along[%u]", k);
  g_string_append_printf (out,
                          "\n/* Whether the derivatives of the model are written. */\n#define HAS_DIRECTIONS %d\n\n"
                          "/* Returns how a value changes. A derivative that is infinite has no effect where nothing changes. */\nstatic double\npart (double change, double derivative)\n{\n"
                          "  return change != 0 ? change * derivative : 0;\n}\n\n"
                          "/* Computes from the changes of time, parameters and other states those of the initial values that follow from them. */\nstatic void\n"
                          "start_along (double t, const double *x, const double *p, double *change)\n{\n  (void) t, (void) x, (void) p, (void) change;\n",
                          written);
  if (written && !append_initial (code, out, follows, error))
    return FALSE;
  g_string_append_printf (out,
                          "}\n\n/* Computes from the changes of time, parameters and states those of derivatives, outputs and functions of crossings. */\nstatic void\n"
                          "values_along (double t, const double *x, const double *p, const double *change, double *along)\n{\n  (void) t, (void) x, (void) p, (void) change;\n"
                          "  memset (along, 0, sizeof (double) * %u);\n",
                          values->len);
  if (written && !append_sums (code, out, "  ", (const ExprValue *) (gpointer) values->data, (int) values->len, (const char *const *) rows, error))
    return FALSE;
  g_string_append (out, "}\n");
  return TRUE;
}
