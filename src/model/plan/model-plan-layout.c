/* Computes the parts of a plan that depend on constants: the values of the constants, the sizes of arrays, and the indices of states,
 * columns and outputs. */
#include "model-plan-parts.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Largest total number of array elements of a model. The expression graph of more elements would not fit into the memory of usual
 * computers. */
#define MAX_ELEMENTS 1000000
/* Largest number of elements of all arrays together. A model with a million states may have parameters and outputs of the same size. */
#define MAX_ELEMENTS_TOGETHER 4000000

static ExprPlace
place_of (const ModelYaml *node)
{
  return (ExprPlace){ node->line, node->column };
}

void
model_plan_error (ModelPlan *plan, const ModelYaml *node, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  expr_errors_add (plan->errors, place_of (node), "%s", message);
}

/* ---- constants ---- */

static gboolean
evaluate_constants (ModelPlan *plan)
{
  guint n_errors = plan->errors->len;

  for (int k = 0; k < plan->n_symbols; k++)
    {
      ModelSymbol *symbol = &plan->symbols[k];
      ModelUses uses = 0;

      if (symbol->declaration->class != MODEL_CLASS_CONSTANT)
        continue;
      model_scope_element (plan, symbol, 0, place_of (symbol->declaration->key), plan->errors, &uses);
      if ((symbol->marks[0] & 15) == MODEL_MARK_DONE && !isfinite (symbol->constant))
        model_plan_error (plan, symbol->declaration->key, _("the constant '%s' is not a finite number"), symbol->declaration->name);
    }
  return plan->errors->len == n_errors;
}

/* ---- sizes ---- */

static gboolean
has_elements (ModelClass class)
{
  return class == MODEL_CLASS_PARAMETER || class == MODEL_CLASS_VARIABLE || class == MODEL_CLASS_STATE || class == MODEL_CLASS_ALGEBRAIC
         || class == MODEL_CLASS_DISCRETE || class == MODEL_CLASS_OUTPUT || class == MODEL_CLASS_NOISE;
}

static void
read_size (ModelPlan *plan, ModelSymbol *symbol, const ModelField *size)
{
  int *sizes[2] = { &symbol->n_rows, &symbol->n_columns };

  if (size->n_items > 2)
    {
      model_plan_error (plan, size->node, _("'size' of '%s' has %d numbers; an array has one or two"), symbol->declaration->name,
                        size->n_items);
      return;
    }
  symbol->n_dimensions = size->n_items;
  for (int k = 0; k < size->n_items; k++)
    {
      double value;

      if (!model_scope_number (plan, &size->items[k], N_("the size of '%s'"), symbol->declaration->name, &value))
        continue;
      if (!(value >= 1 && value <= MAX_ELEMENTS && value == floor (value)))
        model_plan_error (plan, size->items[k].node, _("the size of '%s' must be a whole number from 1 to %d, not %g"),
                          symbol->declaration->name, MAX_ELEMENTS, value);
      else
        *sizes[k] = (int) value;
    }
}

/* If the key `size` is missing, the length of a list gives the size. */
static void
infer_size (ModelSymbol *symbol)
{
  static const ModelFieldId slots[] = { MODEL_FIELD_INITIAL, MODEL_FIELD_VALUE };

  for (gsize k = 0; k < G_N_ELEMENTS (slots); k++)
    {
      const ModelField *field = &symbol->declaration->fields[slots[k]];

      if (!field->is_list || field->n_items == 0)
        continue;
      symbol->n_dimensions = field->n_columns > 0 ? 2 : 1;
      symbol->n_columns = MAX (1, field->n_columns);
      symbol->n_rows = field->n_items / symbol->n_columns;
      return;
    }
}

static void
check_list (ModelPlan *plan, const ModelSymbol *symbol, const ModelField *field, const char *what)
{
  int n_columns = symbol->n_dimensions > 1 ? symbol->n_columns : 0;

  if (!field->is_list || field->n_items == 0)
    return;
  if (field->n_items == symbol->n_elements && field->n_columns == n_columns)
    return;
  if (symbol->n_dimensions > 1)
    model_plan_error (plan, field->node, _("'%s' of '%s' must be a list of %d lists of %d values"), what, symbol->declaration->name,
                      symbol->n_rows, symbol->n_columns);
  else
    model_plan_error (plan, field->node, g_dngettext (GETTEXT_PACKAGE, "'%s' of '%s' must be a list of %d value, not of %d",
                                                      "'%s' of '%s' must be a list of %d values, not of %d", (gulong) symbol->n_elements),
                      what, symbol->declaration->name, symbol->n_elements, field->n_items);
}

static const char *
value_word (ModelClass class)
{
  return class == MODEL_CLASS_STATE ? "derivative" : class == MODEL_CLASS_ALGEBRAIC ? "residual" : "value";
}

static void
size_symbol (ModelPlan *plan, ModelSymbol *symbol)
{
  const ModelDeclaration *declaration = symbol->declaration;

  symbol->n_rows = symbol->n_columns = symbol->n_elements = 1;
  if (declaration->class == MODEL_CLASS_COORDINATE)
    symbol->n_elements = 2;
  else if (declaration->class == MODEL_CLASS_ROTATION)
    symbol->n_elements = declaration->fields[MODEL_FIELD_POSITION].node != NULL ? 7 : 4;
  if (!has_elements (declaration->class))
    return;
  if (declaration->fields[MODEL_FIELD_SIZE].n_items > 0)
    read_size (plan, symbol, &declaration->fields[MODEL_FIELD_SIZE]);
  else
    infer_size (symbol);
  if ((gint64) symbol->n_rows * symbol->n_columns > MAX_ELEMENTS)
    {
      model_plan_error (plan, declaration->key, _("'%s' has more than %d elements"), declaration->name, MAX_ELEMENTS);
      symbol->n_rows = symbol->n_columns = 1;
    }
  symbol->n_elements = symbol->n_rows * symbol->n_columns;
  check_list (plan, symbol, &declaration->fields[MODEL_FIELD_VALUE], value_word (declaration->class));
  check_list (plan, symbol, &declaration->fields[MODEL_FIELD_INITIAL], "initial");
  check_list (plan, symbol, &declaration->fields[MODEL_FIELD_WEIGHT], "weight");
  check_list (plan, symbol, &declaration->fields[MODEL_FIELD_NOMINAL], "nominal");
}

static gboolean
evaluate_sizes (ModelPlan *plan)
{
  guint n_errors = plan->errors->len;
  gint64 n_elements = 0;

  for (int k = 0; k < plan->n_symbols; k++)
    {
      ModelSymbol *symbol = &plan->symbols[k];

      if (symbol->declaration->class == MODEL_CLASS_CONSTANT)
        continue;
      size_symbol (plan, symbol);
      n_elements += symbol->n_elements;
      if (n_elements > MAX_ELEMENTS_TOGETHER)
        {
          model_plan_error (plan, symbol->declaration->key, _("the arrays of the model have more than %d elements together"),
                            MAX_ELEMENTS_TOGETHER);
          return FALSE;
        }
      symbol->values = g_new (ExprValue, symbol->n_elements);
      symbol->marks = g_new0 (guint8, symbol->n_elements);
      memset (symbol->values, 0xff, sizeof *symbol->values * (gsize) symbol->n_elements); /* all bytes 0xff is EXPR_NO_VALUE */
    }
  return plan->errors->len == n_errors;
}

/* ---- indices ---- */

static void
number_symbols (ModelPlan *plan)
{
  int n_coordinates = 0;

  for (int k = 0; k < plan->n_symbols; k++)
    {
      ModelSymbol *symbol = &plan->symbols[k];
      int *counter = NULL;

      switch (symbol->declaration->class)
        {
        case MODEL_CLASS_PARAMETER:
          counter = &plan->n_parameters;
          break;
        case MODEL_CLASS_COORDINATE:
          symbol->number = n_coordinates++;
          counter = &plan->n_states;
          break;
        case MODEL_CLASS_STATE:
        case MODEL_CLASS_ROTATION:
        case MODEL_CLASS_ALGEBRAIC:
          counter = &plan->n_states;
          break;
        case MODEL_CLASS_DISCRETE:
          counter = &plan->n_discrete;
          break;
        case MODEL_CLASS_NOISE:
          counter = &plan->n_noise;
          break;
        case MODEL_CLASS_MULTIPLIER:
          counter = &plan->n_multipliers;
          break;
        case MODEL_CLASS_OUTPUT:
          counter = &plan->n_outputs;
          break;
        default:
          continue;
        }
      symbol->first = *counter;
      *counter += symbol->n_elements;
    }
  plan->n_accelerations = n_coordinates;
  plan->base_parameters = 0;
  plan->base_discrete = plan->n_parameters;
  plan->base_noise = plan->base_discrete + plan->n_discrete;
  plan->base_stabilization = plan->base_noise + plan->n_noise;
  plan->base_t = plan->base_stabilization + 3;
  plan->base_x = plan->base_t + 1;
  plan->base_multipliers = plan->base_x + plan->n_states;
  plan->base_accelerations = plan->base_multipliers + plan->n_multipliers;
  plan->n_inputs = plan->base_accelerations + plan->n_accelerations;
}

static void
evaluate_parameters (ModelPlan *plan)
{
  plan->parameters = g_new0 (double, plan->n_parameters + 1);
  for (int k = 0; k < plan->n_symbols; k++)
    {
      const ModelSymbol *symbol = &plan->symbols[k];

      if (symbol->declaration->class != MODEL_CLASS_PARAMETER)
        continue;
      for (int m = 0; m < symbol->n_elements; m++)
        {
          ModelContext context = { .role = N_("the parameter '%s'"), .subject = symbol->declaration->name };
          double *parameter = &plan->parameters[symbol->first + m];
          ExprValue value = model_scope_field (plan, &symbol->declaration->fields[MODEL_FIELD_VALUE], symbol, m, &context);

          if (value == EXPR_NO_VALUE)
            break;
          if (expr_graph_is_constant (plan->graph, value, parameter) && !isfinite (*parameter))
            model_plan_error (plan, symbol->declaration->fields[MODEL_FIELD_VALUE].node, _("the parameter '%s' is not a finite number"),
                              symbol->declaration->name);
        }
    }
}

/* ---- tables ---- */

static double *
table_numbers (ModelPlan *plan, const ModelSymbol *symbol, const ModelField *field)
{
  double *numbers = g_new0 (double, field->n_items + 1);

  for (int k = 0; k < field->n_items; k++)
    if (!model_scope_number (plan, &field->items[k], N_("the table '%s'"), symbol->declaration->name, &numbers[k]))
      {
        g_free (numbers);
        return NULL;
      }
  return numbers;
}

static void
make_table (ModelPlan *plan, ModelSymbol *symbol)
{
  const ModelDeclaration *declaration = symbol->declaration;
  const ModelField *x_field = &declaration->fields[MODEL_FIELD_X];
  const ModelField *y_field = &declaration->fields[MODEL_FIELD_Y];
  g_autofree double *x = NULL;
  g_autofree double *y = NULL;

  if (declaration->n_file >= 2)
    {
      symbol->table = expr_table_new (declaration->file_x, declaration->file_y, declaration->n_file, declaration->interpolation,
                                      declaration->outside);
      return;
    }
  if (x_field->n_items < 2 || x_field->n_items != y_field->n_items)
    return;
  x = table_numbers (plan, symbol, x_field);
  y = table_numbers (plan, symbol, y_field);
  if (x == NULL || y == NULL)
    return;
  for (int k = 1; k < x_field->n_items; k++)
    if (!(x[k] > x[k - 1]))
      {
        model_plan_error (plan, x_field->items[k].node, _("'x' of the table '%s' must increase: %g follows %g"), declaration->name, x[k],
                          x[k - 1]);
        return;
      }
  symbol->table = expr_table_new (x, y, x_field->n_items, declaration->interpolation, declaration->outside);
}

gboolean
model_plan_lay_out (ModelPlan *plan)
{
  const Model *model = plan->model;

  plan->n_symbols = (int) model->declarations->len;
  plan->symbols = g_new0 (ModelSymbol, plan->n_symbols + 1);
  for (int k = 0; k < plan->n_symbols; k++)
    {
      ModelSymbol *symbol = &plan->symbols[k];

      symbol->declaration = MODEL_DECLARATION (model, k);
      g_hash_table_insert (plan->index_of, (gpointer) symbol->declaration, GINT_TO_POINTER (k + 1));
      if (symbol->declaration->class == MODEL_CLASS_CONSTANT)
        {
          symbol->values = g_new0 (ExprValue, 1);
          symbol->marks = g_new0 (guint8, 1);
        }
    }
  if (!evaluate_constants (plan) || !evaluate_sizes (plan))
    return FALSE;
  number_symbols (plan);
  evaluate_parameters (plan);
  for (int k = 0; k < plan->n_symbols; k++)
    if (plan->symbols[k].declaration->class == MODEL_CLASS_TABLE)
      make_table (plan, &plan->symbols[k]);
  return TRUE;
}
