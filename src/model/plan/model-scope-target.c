/* Resolves the targets of assignments in events and closed forms. Also checks functions that are never
 * called. */
#include "model-scope.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* ---- targets of assignments ---- */

typedef struct
{
  ExprScope base;
  ModelPlan *plan;
  const ModelContext *context;
  const ModelSymbol *symbol;
  int first;      /* k ≥ 0: state k; −1 − k: discrete state k; for an array, its first element */
  int n_elements;
  gboolean found;
} TargetScope;

static ExprValue
target_found (TargetScope *scope, ExprGraph *graph, const ModelSymbol *symbol, int first, int n_elements)
{
  scope->symbol = symbol;
  scope->first = symbol->declaration->class == MODEL_CLASS_DISCRETE ? -1 - first : first;
  scope->n_elements = n_elements;
  scope->found = TRUE;
  return expr_graph_constant (graph, 0);
}

static gboolean
is_target (ModelClass class)
{
  return class == MODEL_CLASS_STATE || class == MODEL_CLASS_COORDINATE || class == MODEL_CLASS_ALGEBRAIC || class == MODEL_CLASS_DISCRETE;
}

static ExprValue
target_unknown (TargetScope *scope, const char *name, ExprPlace place, GPtrArray *errors)
{
  const Model *model = scope->plan->model;
  const ModelDeclaration *declaration = g_hash_table_lookup (model->names, name);
  g_autofree char *where = model_scope_describe (scope->context);
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  const char *suggestion;

  if (declaration != NULL && declaration->class == MODEL_CLASS_ROTATION)
    expr_errors_add (errors, place, _("'%s' is a rotation; set %s.w, %s.x, %s.y and %s.z"), name, name, name, name, name);
  else if (declaration != NULL)
    expr_errors_add (errors, place, _("'%s' is %s; %s can only name states"), name, _(model_class_label (declaration->class)), where);
  if (declaration != NULL)
    return EXPR_NO_VALUE;
  for (guint k = 0; k < model->declarations->len; k++)
    if (is_target (MODEL_DECLARATION (model, k)->class))
      g_ptr_array_add (candidates, (gpointer) MODEL_DECLARATION (model, k)->name);
  suggestion = expr_suggest (name, (const char *const *) candidates->pdata, candidates->len);
  if (suggestion != NULL)
    expr_errors_add (errors, place, _("unknown state '%s' in %s; did you mean '%s'?"), name, where, suggestion);
  else
    expr_errors_add (errors, place, _("unknown state '%s' in %s"), name, where);
  return EXPR_NO_VALUE;
}

static ExprValue
target_name (ExprScope *base, ExprGraph *graph, const char *name, ExprPlace place, GPtrArray *errors)
{
  TargetScope *scope = (TargetScope *) base;
  const char *dot = strchr (name, '.');
  g_autofree char *stem = dot != NULL ? g_strndup (name, (gsize) (dot - name)) : g_strdup (name);
  const ModelSymbol *symbol = model_scope_find (scope->plan, stem);
  int part;

  if (dot != NULL && symbol != NULL)
    {
      part = model_scope_find_part (symbol, dot + 1);
      if (part >= 0)
        return target_found (scope, graph, symbol, part, 1);
    }
  else if (symbol != NULL && is_target (symbol->declaration->class))
    return target_found (scope, graph, symbol, symbol->first,
                         symbol->declaration->class == MODEL_CLASS_COORDINATE ? 1 : symbol->n_elements);
  return target_unknown (scope, name, place, errors);
}

static ExprValue
target_element (ExprScope *base, ExprGraph *graph, const char *name, const int *indices, int n_indices, ExprPlace place,
                GPtrArray *errors)
{
  TargetScope *scope = (TargetScope *) base;
  ModelSymbol *symbol = model_scope_find (scope->plan, name);
  int k;

  /* The indices in a target are constant expressions; target_constant below resolves their
   * names. */
  if (symbol == NULL || !is_target (symbol->declaration->class))
    return target_unknown (scope, name, place, errors);
  if (!model_scope_element_number (symbol, name, indices, n_indices, place, errors, &k))
    return EXPR_NO_VALUE;
  return target_found (scope, graph, symbol, symbol->first + k, 1);
}

/* Resolves a name inside the brackets of a target. Only constants are allowed
 * there. */
static ExprValue
target_or_constant (ExprScope *base, ExprGraph *graph, const char *name, ExprPlace place, GPtrArray *errors)
{
  TargetScope *scope = (TargetScope *) base;
  ModelSymbol *symbol = model_scope_find (scope->plan, name);
  ModelUses uses = 0;

  if (symbol != NULL && symbol->declaration->class == MODEL_CLASS_CONSTANT)
    return model_scope_element (scope->plan, symbol, 0, place, errors, &uses);
  return target_name (base, graph, name, place, errors);
}

gboolean
model_scope_target (ModelPlan *plan, const ExprTree *target, const char *role, const char *subject, int *first, int *n_elements,
                    const ModelSymbol **symbol)
{
  ModelContext context = { .role = role, .subject = subject };
  TargetScope scope = { { NULL, target_or_constant, target_element, NULL }, plan, &context, NULL, 0, 0, FALSE };
  guint n_errors = plan->errors->len;

  if (target == NULL)
    return FALSE;
  expr_graph_add_tree (plan->graph, target, &scope.base, plan->errors);
  if (plan->errors->len > n_errors)
    return FALSE;
  if (!scope.found)
    {
      expr_errors_add (plan->errors, expr_tree_place (target), _("expected the name of a state"));
      return FALSE;
    }
  *first = scope.first;
  *n_elements = scope.n_elements;
  *symbol = scope.symbol;
  return TRUE;
}

/* ---- functions that are never called ---- */

typedef struct
{
  ModelPlan *plan;
  const ModelDeclaration *function;
} FunctionCheck;

static void
check_function_name (gpointer user, const char *name, ExprUse use, ExprPlace place)
{
  const FunctionCheck *check = user;
  ModelContext context = { .role = N_("the function '%s'"), .subject = check->function->name, .allowed = MODEL_USES_ALL };
  const char *dot = strchr (name, '.');
  g_autofree char *stem = dot != NULL ? g_strndup (name, (gsize) (dot - name)) : g_strdup (name);

  if (strcmp (name, "t") == 0 || g_hash_table_contains (check->plan->model->names, stem)
      || g_strv_contains ((const char *const *) check->function->arguments, name))
    return;
  model_scope_report_unknown (check->plan, &context, check->function, name, use == EXPR_USE_CALL, place, check->plan->errors);
}

typedef struct
{
  ModelPlan *plan;
  GPtrArray *path;     /* functions on the current chain of calls, outermost first */
  GHashTable *visited;
  GHashTable *reported; /* functions whose recursion was already reported */
} RecursionCheck;

static void
follow_calls (gpointer user, const char *name, ExprUse use, ExprPlace place)
{
  RecursionCheck *check = user;
  const ModelDeclaration *function = g_hash_table_lookup (check->plan->model->names, name);
  const ModelDeclaration *first = check->path->pdata[0];

  if (use != EXPR_USE_CALL || function == NULL || function->class != MODEL_CLASS_FUNCTION)
    return;
  if (function == first)
    {
      GString *cycle = g_string_new (NULL);

      for (guint k = 0; k < check->path->len; k++)
        {
          g_string_append_printf (cycle, "%s → ", ((const ModelDeclaration *) check->path->pdata[k])->name);
          g_hash_table_add (check->reported, check->path->pdata[k]);
        }
      expr_errors_add (check->plan->errors, place, _("the function '%s' calls itself: %s%s"), function->name, cycle->str, function->name);
      g_string_free (cycle, TRUE);
      return;
    }
  if (!g_hash_table_add (check->visited, (gpointer) function) || function->fields[MODEL_FIELD_VALUE].n_items == 0
      || function->fields[MODEL_FIELD_VALUE].items[0].tree == NULL)
    return;
  g_ptr_array_add (check->path, (gpointer) function);
  expr_tree_foreach_name (function->fields[MODEL_FIELD_VALUE].items[0].tree, follow_calls, check);
  g_ptr_array_set_size (check->path, (int) check->path->len - 1);
}

void
model_scope_check_functions (ModelPlan *plan)
{
  const Model *model = plan->model;
  g_autoptr (GHashTable) reported = g_hash_table_new (NULL, NULL);

  for (guint k = 0; k < model->declarations->len; k++)
    {
      const ModelDeclaration *function = MODEL_DECLARATION (model, k);
      g_autoptr (GPtrArray) path = g_ptr_array_new ();
      g_autoptr (GHashTable) visited = g_hash_table_new (NULL, NULL);
      FunctionCheck names = { plan, function };
      RecursionCheck recursion = { plan, path, visited, reported };

      if (function->class != MODEL_CLASS_FUNCTION || function->fields[MODEL_FIELD_VALUE].n_items == 0
          || function->fields[MODEL_FIELD_VALUE].items[0].tree == NULL)
        continue;
      expr_tree_foreach_name (function->fields[MODEL_FIELD_VALUE].items[0].tree, check_function_name, &names);
      if (g_hash_table_contains (reported, function))
        continue;
      g_ptr_array_add (path, (gpointer) function);
      expr_tree_foreach_name (function->fields[MODEL_FIELD_VALUE].items[0].tree, follow_calls, &recursion);
    }
}
