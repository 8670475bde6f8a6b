/* Resolves the names in expressions to values of a plan. */
#include "model-scope.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Largest part of the call stack that a chain of variables may use. Each variable of the chain is one level of recursion, which must end
 * before the stack overflows. */
#define MAX_STACK_BYTES (1024 * 1024)
/* Largest number of expanded function calls. Calls are expanded in place, so a chain of functions that each call the next one twice grows
 * exponentially. */
#define MAX_CALLS 2000000

typedef struct ModelScope ModelScope;
struct ModelScope
{
  ExprScope base; /* must be first: callbacks receive its address */
  ModelPlan *plan;
  ModelContext *context;
  const ModelDeclaration *function; /* the function whose body is being elaborated; NULL: none */
  const ExprValue *arguments;
  const ModelScope *outer;
};

static ExprValue scope_name (ExprScope *base, ExprGraph *graph, const char *name, ExprPlace place, GPtrArray *errors);
static ExprValue scope_element (ExprScope *base, ExprGraph *graph, const char *name, const int *indices, int n_indices,
                                ExprPlace place, GPtrArray *errors);
static ExprValue scope_call (ExprScope *base, ExprGraph *graph, const char *name, const ExprValue *arguments, int n_arguments,
                             ExprPlace place, GPtrArray *errors);

static ModelScope
scope_in (ModelPlan *plan, ModelContext *context)
{
  return (ModelScope){ { NULL, scope_name, scope_element, scope_call }, plan, context, NULL, NULL, NULL };
}

static const char *
describe_allowed (ModelUses allowed)
{
  if (allowed & MODEL_USES_STATES)
    return _("constants, parameters, t and states");
  if (allowed & MODEL_USES_TIME)
    return _("constants, parameters and t");
  return allowed & MODEL_USES_PARAMETERS ? _("constants and parameters") : _("constants");
}

static const char *
describe_uses (ModelUses uses)
{
  if (uses & MODEL_USES_MULTIPLIERS)
    return C_("depends on", "multipliers or accelerations");
  if (uses & MODEL_USES_STATES)
    return C_("depends on", "states");
  return uses & MODEL_USES_TIME ? "t" : C_("depends on", "parameters");
}

/* Reports a use of a name that is not allowed. `what` describes the name and is marked for translation. what is NULL if the name is allowed
 * but depends on an input that is not allowed. */
static gboolean
permit (const ModelScope *scope, ModelUses uses, const char *name, const char *what, ExprPlace place, GPtrArray *errors)
{
  ModelUses allowed = scope->context->allowed | (scope->context->has_start ? MODEL_USES_STATES : 0);
  ModelUses refused = uses & ~allowed;
  g_autofree char *where = NULL;

  scope->context->uses |= uses;
  if (refused == 0)
    return TRUE;
  where = model_scope_describe (scope->context);
  if (what != NULL)
    expr_errors_add (errors, place, _("'%s' is %s; %s may use only %s"), name, _(what), where, describe_allowed (scope->context->allowed));
  else
    expr_errors_add (errors, place, _("'%s' depends on %s; %s may use only %s"), name, describe_uses (refused), where,
                     describe_allowed (scope->context->allowed));
  return FALSE;
}

/* Returns a value that stands for an expression whose error was already reported. */
static ExprValue
placeholder (ExprGraph *graph)
{
  return expr_graph_input (graph, 0);
}

static void
report_unknown (const ModelScope *scope, const char *name, gboolean is_call, ExprPlace place, GPtrArray *errors)
{
  model_scope_report_unknown (scope->plan, scope->context, scope->function, name, is_call, place, errors);
}

/* ---- names ---- */

static ExprValue
slot_value (const ModelScope *scope, ExprGraph *graph, const ModelSymbol *symbol, int k)
{
  const ModelPlan *plan = scope->plan;

  switch (symbol->declaration->class)
    {
    case MODEL_CLASS_PARAMETER:
      return expr_graph_input (graph, plan->base_parameters + symbol->first + k);
    case MODEL_CLASS_DISCRETE:
      return expr_graph_input (graph, plan->base_discrete + symbol->first + k);
    case MODEL_CLASS_NOISE:
      return expr_graph_input (graph, plan->base_noise + symbol->first + k);
    default:
      return expr_graph_input (graph, plan->base_x + symbol->first + k);
    }
}

ModelSymbol *
model_scope_find (ModelPlan *plan, const char *name)
{
  const ModelDeclaration *declaration = g_hash_table_lookup (plan->model->names, name);

  return declaration != NULL ? (ModelSymbol *) model_plan_symbol (plan, declaration) : NULL;
}

static ExprValue
symbol_value (const ModelScope *scope, ExprGraph *graph, ModelSymbol *symbol, int k, const char *name, ExprPlace place,
              GPtrArray *errors)
{
  ModelUses uses = 0;
  ExprValue value;

  switch (symbol->declaration->class)
    {
    case MODEL_CLASS_CONSTANT:
      return model_scope_element (scope->plan, symbol, 0, place, errors, &uses);
    case MODEL_CLASS_VARIABLE:
    case MODEL_CLASS_OUTPUT:
      if (scope->context->allowed == 0)
        {
          permit (scope, MODEL_USES_STATES, name, model_class_label (symbol->declaration->class), place, errors);
          return EXPR_NO_VALUE;
        }
      value = model_scope_element (scope->plan, symbol, k, place, errors, &uses);
      return permit (scope, uses, name, NULL, place, errors) ? value : EXPR_NO_VALUE;
    default:
      if (!permit (scope, model_scope_uses_of (symbol->declaration->class), name, model_class_label (symbol->declaration->class), place, errors))
        return EXPR_NO_VALUE;
      return slot_value (scope, graph, symbol, k);
    }
}

/* Returns the index of the state with a generated name such as x.v or R.w, or
 * −1. */
int
model_scope_find_part (const ModelSymbol *symbol, const char *part)
{
  static const char *const rotation_parts[] = { "w", "x", "y", "z", "px", "py", "pz" };

  if (symbol->declaration->class == MODEL_CLASS_COORDINATE)
    return strcmp (part, "v") == 0 ? symbol->first + 1 : -1;
  if (symbol->declaration->class != MODEL_CLASS_ROTATION)
    return -1;
  for (int k = 0; k < symbol->n_elements; k++)
    if (strcmp (part, rotation_parts[k]) == 0)
      return symbol->first + k;
  return -1;
}

static ExprValue
norm_error (const ModelPlan *plan, ExprGraph *graph, const ModelSymbol *symbol)
{
  ExprValue sum = expr_graph_constant (graph, 0);
  ExprValue one = expr_graph_constant (graph, 1);

  for (int k = 0; k < 4; k++)
    {
      ExprValue q = expr_graph_input (graph, plan->base_x + symbol->first + k);
      ExprValue square = expr_graph_apply (graph, "*", (ExprValue[]){ q, q }, 2);

      sum = expr_graph_apply (graph, "+", (ExprValue[]){ sum, square }, 2);
    }
  sum = expr_graph_apply (graph, "sqrt", &sum, 1);
  return expr_graph_apply (graph, "-", (ExprValue[]){ sum, one }, 2);
}

static ExprValue
dotted_value (const ModelScope *scope, ExprGraph *graph, const char *name, ExprPlace place, GPtrArray *errors)
{
  const ModelPlan *plan = scope->plan;
  const char *dot = strchr (name, '.');
  g_autofree char *base = g_strndup (name, (gsize) (dot - name));
  const ModelSymbol *symbol = model_scope_find (scope->plan, base);
  ModelClass class = symbol != NULL ? symbol->declaration->class : MODEL_N_CLASSES;
  int state = symbol != NULL ? model_scope_find_part (symbol, dot + 1) : -1;

  if (state >= 0 || (class == MODEL_CLASS_ROTATION && strcmp (dot + 1, "norm_error") == 0))
    {
      if (!permit (scope, MODEL_USES_STATES, name, N_("a state"), place, errors))
        return EXPR_NO_VALUE;
      return state >= 0 ? expr_graph_input (graph, plan->base_x + state) : norm_error (plan, graph, symbol);
    }
  if (class == MODEL_CLASS_MULTIPLIER && strcmp (dot + 1, "lambda") == 0)
    return permit (scope, MODEL_USES_MULTIPLIERS, name, N_("a multiplier"), place, errors)
               ? expr_graph_input (graph, plan->base_multipliers + symbol->first)
               : EXPR_NO_VALUE;
  if (class == MODEL_CLASS_COORDINATE && strcmp (dot + 1, "a") == 0)
    return permit (scope, MODEL_USES_MULTIPLIERS, name, N_("an acceleration"), place, errors)
               ? expr_graph_input (graph, plan->base_accelerations + symbol->number)
               : EXPR_NO_VALUE;
  if (class == MODEL_CLASS_COORDINATE)
    expr_errors_add (errors, place, _("unknown name '%s'; a coordinate has %s.v and %s.a"), name, base, base);
  else if (class == MODEL_CLASS_ROTATION)
    expr_errors_add (errors, place, symbol->n_elements > 4
                       ? _("unknown name '%s'; a rotation has %s.w, %s.x, %s.y, %s.z, its position .px .py .pz and %s.norm_error")
                       : _("unknown name '%s'; a rotation has %s.w, %s.x, %s.y, %s.z and %s.norm_error"),
                     name, base, base, base, base, base);
  else if (class == MODEL_CLASS_MULTIPLIER)
    expr_errors_add (errors, place, _("unknown name '%s'; a constraint has %s.lambda"), name, base);
  else if (class != MODEL_N_CLASSES)
    expr_errors_add (errors, place, _("unknown name '%s'; '%s' is %s and has no parts"), name, base, _(model_class_label (class)));
  else
    report_unknown (scope, name, FALSE, place, errors);
  return EXPR_NO_VALUE;
}

static ExprValue
scope_name (ExprScope *base, ExprGraph *graph, const char *name, ExprPlace place, GPtrArray *errors)
{
  const ModelScope *scope = (const ModelScope *) base;
  ModelSymbol *symbol;

  if (scope->function != NULL)
    for (int k = 0; k < scope->function->n_arguments; k++)
      if (strcmp (name, scope->function->arguments[k]) == 0)
        return scope->arguments[k];
  if (strcmp (name, "i") == 0 && scope->context->i > 0)
    return expr_graph_constant (graph, scope->context->i);
  if (strcmp (name, "j") == 0 && scope->context->j > 0)
    return expr_graph_constant (graph, scope->context->j);
  if (strcmp (name, "t") == 0)
    return permit (scope, MODEL_USES_TIME, name, N_("the time"), place, errors) ? expr_graph_input (graph, scope->plan->base_t)
                                                                            : EXPR_NO_VALUE;
  if (strchr (name, '.') != NULL)
    return dotted_value (scope, graph, name, place, errors);
  symbol = model_scope_find (scope->plan, name);
  if (symbol == NULL && scope->context->has_start && strcmp (name, "t0") == 0)
    return expr_graph_input (graph, model_plan_start_input (scope->plan, -1));
  if (symbol == NULL)
    {
      report_unknown (scope, name, FALSE, place, errors);
      return EXPR_NO_VALUE;
    }
  switch (symbol->declaration->class)
    {
    case MODEL_CLASS_FUNCTION:
    case MODEL_CLASS_TABLE:
      expr_errors_add (errors, place, _("'%s' is %s; write %s(…)"), name, _(model_class_label (symbol->declaration->class)), name);
      return EXPR_NO_VALUE;
    case MODEL_CLASS_ROTATION:
      expr_errors_add (errors, place, _("'%s' is a rotation; write %s.w, %s.x, %s.y or %s.z"), name, name, name, name, name);
      return EXPR_NO_VALUE;
    case MODEL_CLASS_MULTIPLIER:
      expr_errors_add (errors, place, _("'%s' is a constraint; its multiplier is %s.lambda"), name, name);
      return EXPR_NO_VALUE;
    default:
      break;
    }
  if (symbol->n_dimensions > 0)
    {
      expr_errors_add (errors, place, _("'%s' is an array; write %s%s for one element"), name, name,
                       symbol->n_dimensions > 1 ? "[i, j]" : "[i]");
      return EXPR_NO_VALUE;
    }
  return symbol_value (scope, graph, symbol, 0, name, place, errors);
}

/* ---- elements ---- */

gboolean
model_scope_element_number (const ModelSymbol *symbol, const char *name, const int *indices, int n_indices, ExprPlace place,
                            GPtrArray *errors, int *k)
{
  const int sizes[2] = { symbol->n_rows, symbol->n_columns };

  if (symbol->n_dimensions == 0)
    {
      expr_errors_add (errors, place, _("'%s' is not an array; it is %s without 'size'"), name,
                       _(model_class_label (symbol->declaration->class)));
      return FALSE;
    }
  if (symbol->n_dimensions != n_indices)
    {
      expr_errors_add (errors, place, g_dngettext (GETTEXT_PACKAGE, "'%s' has %d index, got %d", "'%s' has %d indices, got %d",
                                                   (gulong) symbol->n_dimensions),
                       name, symbol->n_dimensions, n_indices);
      return FALSE;
    }
  for (int m = 0; m < n_indices; m++)
    if (indices[m] < 1 || indices[m] > sizes[m])
      {
        g_autofree char *element = g_strdup_printf ("%s[%s%d%s]", name, m == 0 ? "" : "…, ", indices[m],
                                                    m == 0 && n_indices > 1 ? ", …" : "");

        expr_errors_add (errors, place, _("%s is outside the array: the index goes from 1 to %d; handle the ends with if(i == …)"), element,
                         sizes[m]);
        return FALSE;
      }
  *k = (indices[0] - 1) * symbol->n_columns + (n_indices > 1 ? indices[1] - 1 : 0);
  return TRUE;
}

static ExprValue
scope_element (ExprScope *base, ExprGraph *graph, const char *name, const int *indices, int n_indices, ExprPlace place,
               GPtrArray *errors)
{
  const ModelScope *scope = (const ModelScope *) base;
  ModelSymbol *symbol = model_scope_find (scope->plan, name);
  int k;

  if (symbol == NULL || strchr (name, '.') != NULL)
    {
      report_unknown (scope, name, FALSE, place, errors);
      return EXPR_NO_VALUE;
    }
  if (!model_scope_element_number (symbol, name, indices, n_indices, place, errors, &k))
    return EXPR_NO_VALUE;
  return symbol_value (scope, graph, symbol, k, name, place, errors);
}

/* ---- functions and tables ---- */

static ExprValue
call_function (const ModelScope *scope, ExprGraph *graph, const ModelDeclaration *function, const ExprValue *arguments,
               ExprPlace place, GPtrArray *errors)
{
  const ModelField *body = &function->fields[MODEL_FIELD_VALUE];
  ModelContext context = { N_("the function '%s'"), function->name, scope->context->allowed, 0, 0, 0 };
  ModelScope inner = scope_in (scope->plan, &context);
  guint n_errors = errors->len;
  ExprValue value;
  char here;

  for (const ModelScope *s = scope; s != NULL; s = s->outer)
    if (s->function == function)
      return placeholder (graph); /* model_scope_check_functions reports the error */
  if (++scope->plan->n_calls > MAX_CALLS)
    {
      if (scope->plan->n_calls == MAX_CALLS + 1)
        expr_errors_add (errors, place, _("'%s' is called too often; calls are expanded in place"), function->name);
      return placeholder (graph);
    }
  if (ABS (scope->plan->stack_base - &here) > MAX_STACK_BYTES)
    {
      expr_errors_add (errors, place, _("'%s' is nested too deeply"), function->name);
      return EXPR_NO_VALUE;
    }
  if (body->n_items == 0 || body->items[0].tree == NULL)
    return placeholder (graph);
  inner.function = function;
  inner.arguments = arguments;
  inner.outer = scope->function != NULL ? scope : NULL;
  value = expr_graph_add_tree (graph, body->items[0].tree, &inner.base, errors);
  scope->context->uses |= context.uses;
  return value == EXPR_NO_VALUE && errors->len == n_errors ? placeholder (graph) : value;
}

static ExprValue
call_table (const ModelScope *scope, ExprGraph *graph, ModelSymbol *symbol, ExprValue argument)
{
  if (symbol->table == NULL)
    return placeholder (graph);
  if ((scope->context->allowed & MODEL_USES_STATES) && !scope->context->has_start)
    {
      ModelPlanBreaks breaks = { .table = symbol, .argument = argument };

      g_array_append_val (scope->plan->breaks, breaks);
    }
  return expr_graph_table (graph, symbol->table, 0, argument);
}

/* Returns the value of an expression at the start: t is replaced by the start time, and each state by its start value. */
static ExprValue
value_at_start (ModelPlan *plan, ExprGraph *graph, ExprValue value)
{
  int n = plan->base_x + plan->n_states;
  g_autofree ExprValue *start = NULL;
  gpointer known;

  if (plan->at_start == NULL)
    plan->at_start = g_hash_table_new (NULL, NULL);
  if (value == EXPR_NO_VALUE || g_hash_table_lookup_extended (plan->at_start, GINT_TO_POINTER (value), NULL, &known))
    return value == EXPR_NO_VALUE ? value : GPOINTER_TO_INT (known);
  start = g_new (ExprValue, n + 1);

  for (int k = 0; k < n; k++)
    start[k] = k < plan->base_t ? EXPR_NO_VALUE : expr_graph_input (graph, model_plan_start_input (plan, k - plan->base_x));
  known = GINT_TO_POINTER (expr_graph_substitute (graph, value, start, n));
  g_hash_table_insert (plan->at_start, GINT_TO_POINTER (value), known);
  return GPOINTER_TO_INT (known);
}

static ExprValue
scope_call (ExprScope *base, ExprGraph *graph, const char *name, const ExprValue *arguments, int n_arguments, ExprPlace place,
            GPtrArray *errors)
{
  const ModelScope *scope = (const ModelScope *) base;
  ModelSymbol *symbol = model_scope_find (scope->plan, name);
  int n_expected;

  if (symbol == NULL && scope->context->has_start && strcmp (name, "initial") == 0 && n_arguments == 1)
    return value_at_start (scope->plan, graph, arguments[0]);
  if (symbol == NULL)
    {
      report_unknown (scope, name, TRUE, place, errors);
      return EXPR_NO_VALUE;
    }
  if (symbol->declaration->class != MODEL_CLASS_FUNCTION && symbol->declaration->class != MODEL_CLASS_TABLE)
    {
      expr_errors_add (errors, place, _("'%s' is %s, not a function; did you mean %s*(…)?"), name,
                       _(model_class_label (symbol->declaration->class)), name);
      return EXPR_NO_VALUE;
    }
  n_expected = symbol->declaration->class == MODEL_CLASS_TABLE ? 1 : symbol->declaration->n_arguments;
  if (n_arguments != n_expected)
    {
      expr_errors_add (errors, place, g_dngettext (GETTEXT_PACKAGE, "%s takes %d argument, got %d", "%s takes %d arguments, got %d",
                                                   (gulong) n_expected),
                       name, n_expected, n_arguments);
      return EXPR_NO_VALUE;
    }
  if (symbol->declaration->class == MODEL_CLASS_TABLE)
    return call_table (scope, graph, symbol, arguments[0]);
  return call_function (scope, graph, symbol->declaration, arguments, place, errors);
}

/* ---- elaboration at the first use ---- */

static char *
element_name (const ModelSymbol *symbol, int k)
{
  const char *name = symbol->declaration->name;

  if (symbol->n_dimensions == 0)
    return g_strdup (name);
  if (symbol->n_dimensions == 1)
    return g_strdup_printf ("%s[%d]", name, k + 1);
  return g_strdup_printf ("%s[%d,%d]", name, k / symbol->n_columns + 1, k % symbol->n_columns + 1);
}

static void
report_cycle (ModelPlan *plan, const char *name, ExprPlace place, GPtrArray *errors)
{
  GString *cycle = g_string_new (NULL);
  guint first = 0;

  for (guint k = 0; k < plan->stack->len; k++)
    if (strcmp (plan->stack->pdata[k], name) == 0)
      first = k;
  for (guint k = first; k < plan->stack->len; k++)
    g_string_append_printf (cycle, "%s → ", (const char *) plan->stack->pdata[k]);
  expr_errors_add (errors, place, _("'%s' depends on itself: %s%s"), name, cycle->str, name);
  g_string_free (cycle, TRUE);
}

ExprValue
model_scope_field (ModelPlan *plan, const ModelField *field, const ModelSymbol *symbol, int k, ModelContext *context)
{
  if (field->n_items == 0)
    return EXPR_NO_VALUE;
  context->i = symbol->n_dimensions > 0 ? k / symbol->n_columns + 1 : 0;
  context->j = symbol->n_dimensions > 1 ? k % symbol->n_columns + 1 : 0;
  if (field->is_list && k >= field->n_items)
    return EXPR_NO_VALUE;
  return model_scope_value (plan, &field->items[field->is_list ? k : 0], context);
}

static ExprValue
elaborate_element (ModelPlan *plan, ModelSymbol *symbol, int k, ModelUses *uses)
{
  const ModelDeclaration *declaration = symbol->declaration;
  gboolean is_constant = declaration->class == MODEL_CLASS_CONSTANT;
  const double *override = is_constant ? g_hash_table_lookup (plan->overrides, declaration->name) : NULL;
  ModelContext context = { is_constant                               ? N_("the constant '%s'")
                           : declaration->class == MODEL_CLASS_OUTPUT ? N_("the output '%s'")
                                                                      : N_("the variable '%s'"),
                           declaration->name, is_constant ? 0 : MODEL_USES_ALL, 0, 0, 0 };
  ExprValue value = override != NULL ? expr_graph_constant (plan->graph, *override)
                                     : model_scope_field (plan, &declaration->fields[MODEL_FIELD_VALUE], symbol, k, &context);

  if (is_constant && value != EXPR_NO_VALUE && !expr_graph_is_constant (plan->graph, value, &symbol->constant))
    value = EXPR_NO_VALUE;
  *uses = context.uses;
  return value;
}

ExprValue
model_scope_element (ModelPlan *plan, ModelSymbol *symbol, int k, ExprPlace place, GPtrArray *errors, ModelUses *uses)
{
  g_autofree char *name = NULL;
  ModelUses used = 0;
  char here;

  switch (symbol->marks[k] & 15)
    {
    case MODEL_MARK_DONE:
      *uses |= (ModelUses) (symbol->marks[k] >> 4);
      return symbol->values[k];
    case MODEL_MARK_FAILED:
      return placeholder (plan->graph);
    case MODEL_MARK_ACTIVE:
      name = element_name (symbol, k);
      report_cycle (plan, name, place, errors);
      return EXPR_NO_VALUE;
    default:
      break;
    }
  if (ABS (plan->stack_base - &here) > MAX_STACK_BYTES)
    {
      expr_errors_add (errors, place, _("the chain of definitions on which '%s' depends is too long"), symbol->declaration->name);
      return EXPR_NO_VALUE;
    }
  symbol->marks[k] = MODEL_MARK_ACTIVE;
  g_ptr_array_add (plan->stack, element_name (symbol, k));
  symbol->values[k] = elaborate_element (plan, symbol, k, &used);
  g_ptr_array_set_size (plan->stack, (int) plan->stack->len - 1);
  symbol->marks[k] = (guint8) ((symbol->values[k] != EXPR_NO_VALUE ? MODEL_MARK_DONE : MODEL_MARK_FAILED) | used << 4);
  *uses |= used;
  return symbol->values[k] != EXPR_NO_VALUE ? symbol->values[k] : placeholder (plan->graph);
}

ExprValue
model_scope_tree_value (ModelPlan *plan, const ExprTree *tree, ModelContext *context)
{
  ModelScope scope = scope_in (plan, context);

  return tree != NULL ? expr_graph_add_tree (plan->graph, tree, &scope.base, plan->errors) : EXPR_NO_VALUE;
}

void
model_scope_study_values (ModelPlan *plan, const ExprTree *const *trees, int n, ExprValue *values)
{
  for (int k = 0; k < n && plan->graph != NULL; k++)
    {
      ModelContext context = { N_("the expression"), NULL, MODEL_USES_ALL & ~MODEL_USES_MULTIPLIERS, 0, 0, 0 };

      values[k] = model_scope_tree_value (plan, trees[k], &context);
    }
}

ExprValue
model_scope_value (ModelPlan *plan, const ModelExpression *expression, ModelContext *context)
{
  return model_scope_tree_value (plan, expression->tree, context);
}

gboolean
model_scope_number (ModelPlan *plan, const ModelExpression *expression, const char *role, const char *subject, double *value)
{
  ModelContext context = { role, subject, 0, 0, 0, 0 };
  ExprValue number = model_scope_value (plan, expression, &context);

  return number != EXPR_NO_VALUE && expr_graph_is_constant (plan->graph, number, value);
}
