/* Reports unknown names in expressions, and suggests a similar known name. */
#include "model-scope.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Builds a text such as "the derivative of 'v'". */
char *
model_scope_describe (const ModelContext *context)
{
  /* The roles are string literals marked for translation, and msgfmt checks their conversions in each
   * language. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (_(context->role), context->subject, context->target);
#pragma GCC diagnostic pop
}

ModelUses
model_scope_uses_of (ModelClass class)
{
  switch (class)
    {
    case MODEL_CLASS_CONSTANT:
    case MODEL_CLASS_FUNCTION:
    case MODEL_CLASS_TABLE:
      return 0;
    case MODEL_CLASS_PARAMETER:
      return MODEL_USES_PARAMETERS;
    case MODEL_CLASS_MULTIPLIER:
      return MODEL_USES_MULTIPLIERS;
    default:
      return MODEL_USES_STATES;
    }
}

void
model_scope_report_unknown (ModelPlan *plan, const ModelContext *context, const ModelDeclaration *function, const char *name,
                            gboolean is_call, ExprPlace place, GPtrArray *errors)
{
  const Model *model = plan->model;
  g_autofree char *where = model_scope_describe (context);
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  const char *suggestion;

  if (function != NULL)
    for (int k = 0; k < function->n_arguments; k++)
      g_ptr_array_add (candidates, function->arguments[k]);
  for (guint k = 0; k < model->declarations->len; k++)
    {
      const ModelDeclaration *declaration = MODEL_DECLARATION (model, k);
      gboolean is_function = declaration->class == MODEL_CLASS_FUNCTION || declaration->class == MODEL_CLASS_TABLE;

      if (is_function == is_call && g_hash_table_lookup (model->names, declaration->name) == declaration
          && (model_scope_uses_of (declaration->class) & ~context->allowed) == 0)
        g_ptr_array_add (candidates, (gpointer) declaration->name);
    }
  if (strcmp (name, "i") == 0 || strcmp (name, "j") == 0)
    {
      expr_errors_add (errors, place, name[0] == 'i' ? _("'%s' is the index of an array's element, and %s has no 'size'")
                                                     : _("'%s' is the index of an array's element, and %s has no second size"),
                       name, where);
      return;
    }
  if (is_call)
    {
      expr_errors_add_unknown_function (errors, place, name, (const char *const *) candidates->pdata, candidates->len);
      return;
    }
  suggestion = expr_suggest (name, (const char *const *) candidates->pdata, candidates->len);
  if (suggestion != NULL)
    expr_errors_add (errors, place, _("unknown name '%s' in %s; did you mean '%s'?"), name, where, suggestion);
  else
    expr_errors_add (errors, place, _("unknown name '%s' in %s"), name, where);
}
