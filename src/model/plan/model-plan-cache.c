/* Stores recently used plans of a model, one for each set of constants. */
#include "model-plan-cache.h"

#include "model-plan-compile.h"
#include "model-plan-make.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Largest number of plans stored for a model. An ensemble that varies constants makes a plan for each member and rarely uses a plan
 * again. */
#define MAX_PLANS 8

static gboolean
same_constants (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer name, value;

  if (g_hash_table_size (a) != (b != NULL ? g_hash_table_size (b) : 0))
    return FALSE;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      const double *other = g_hash_table_lookup (b, name);

      if (other == NULL || memcmp (other, value, sizeof *other) != 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_constants (Model *model, GHashTable *constants, GError **error)
{
  GHashTableIter iter;
  gpointer name;

  if (constants == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, constants);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      const ModelDeclaration *declaration = g_hash_table_lookup (model->names, name);
      g_autoptr (GPtrArray) known = g_ptr_array_new ();
      const char *suggestion;

      if (declaration != NULL && declaration->class == MODEL_CLASS_CONSTANT)
        continue;
      for (int k = 0; k < model_n_constants (model); k++)
        g_ptr_array_add (known, (gpointer) model_constant (model, k)->name);
      suggestion = expr_suggest (name, (const char *const *) known->pdata, known->len);
      if (declaration != NULL)
        g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME, _("'%s' is %s, not a constant"), (const char *) name,
                     _(model_class_label (declaration->class)));
      else if (suggestion != NULL)
        g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME, _("unknown constant '%s'; did you mean '%s'?"), (const char *) name,
                     suggestion);
      else
        g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME, _("unknown constant '%s'"), (const char *) name);
      return FALSE;
    }
  return TRUE;
}

static ModelPlan *
find_plan (Model *model, GHashTable *constants, ExprProgramFlags flags)
{
  for (guint k = 0; k < model->plans->len; k++)
    {
      ModelPlan *plan = model->plans->pdata[k];

      if (plan->flags == flags && same_constants (plan->overrides, constants))
        return plan;
    }
  return NULL;
}

static void
set_plan_error (const Model *model, const ModelPlan *plan, GError **error)
{
  const ExprError *first = plan->errors->pdata[0];
  g_autofree char *place = g_strdup_printf ("%s%s%d:%d", model->file != NULL ? model->file : "", model->file != NULL ? ":" : "",
                                            first->place.line, first->place.column);

  g_set_error (error, MODEL_ERROR, MODEL_ERROR_VALUE, _("with these constants: %s: %s"), place, first->message);
}

static void
add_plan (Model *model, ModelPlan *plan)
{
  if (model->plans == NULL)
    model->plans = g_ptr_array_new_with_free_func ((GDestroyNotify) model_plan_unref);
  /* Plan 0 has the constants of the file and is never removed. */
  if (model->plans->len >= MAX_PLANS)
    g_ptr_array_remove_index (model->plans, 1);
  g_ptr_array_add (model->plans, plan);
}

ModelPlan *
model_plan_first (Model *model)
{
  ModelPlan *plan = model_plan_new (model, NULL, EXPR_PROGRAM_FUSED);

  add_plan (model, plan);
  return plan;
}

ModelPlan *
model_plan_take (Model *model, GHashTable *constants, ExprProgramFlags flags, GError **error)
{
  g_autoptr (GMutexLocker) locker = NULL;
  ModelPlan *plan;

  if (!check_constants (model, constants, error))
    return NULL;
  locker = g_mutex_locker_new (&model->lock);
  plan = find_plan (model, constants, flags);
  if (plan == NULL)
    {
      plan = model_plan_new (model, constants, flags);
      if (plan->errors->len > 0)
        {
          set_plan_error (model, plan, error);
          model_plan_unref (plan);
          return NULL;
        }
      add_plan (model, plan);
    }
  if (!model_plan_compile (plan))
    {
      g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_VALUE, _("cancelled"));
      return NULL;
    }
  return model_plan_ref (plan);
}
