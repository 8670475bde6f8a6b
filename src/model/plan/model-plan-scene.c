/* Elaborates the scene. One function of the plan has all numbers of the scene as outputs. */
#include "model-plan-parts.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Largest number of points of a polyline. */
#define MAX_POINTS 100000

static int
append_field (ModelPlan *plan, const ModelDeclaration *item, ModelFieldId slot)
{
  const ModelField *field = &item->fields[slot];
  int first = (int) plan->scene_values->len;

  if (field->n_items == 0)
    return -1;
  for (int k = 0; k < field->n_items; k++)
    {
      ModelContext context = { .role = N_("the scene's '%s'"), .subject = item->name, .allowed = MODEL_USES_ALL };
      ExprValue value = model_scope_value (plan, &field->items[k], &context);

      g_array_append_val (plan->scene_values, value);
    }
  return first;
}

static int
append_counted_points (ModelPlan *plan, const ModelDeclaration *item, int *n_points)
{
  const ModelField *field = &item->fields[MODEL_FIELD_POINTS];
  const ModelExpression *count = &item->fields[MODEL_FIELD_COUNT].items[0];
  int first = (int) plan->scene_values->len;
  double n;

  if (field->n_items != 2 || !model_scope_number (plan, count, N_("'count' of the scene's '%s'"), item->name, &n))
    return -1;
  if (!(n >= 1 && n <= MAX_POINTS && n == (int) n))
    {
      model_plan_error (plan, count->node, _("'count' must be a whole number from 1 to %d, not %g"), MAX_POINTS, n);
      return -1;
    }
  for (int k = 0; k < (int) n; k++)
    for (int m = 0; m < 2; m++)
      {
        ModelContext context = { .role = N_("the points of the scene's '%s'"), .subject = item->name, .allowed = MODEL_USES_ALL,
                                 .i = k + 1 };
        ExprValue value = model_scope_value (plan, &field->items[m], &context);

        if (value == EXPR_NO_VALUE)
          return -1;
        g_array_append_val (plan->scene_values, value);
      }
  *n_points = (int) n;
  return first;
}

static int
append_message (ModelPlan *plan, const ModelDeclaration *item)
{
  int first = (int) plan->scene_values->len;

  for (int k = 0; k < model_message_n_values (&item->message); k++)
    {
      ModelContext context = { .role = N_("the text of the scene's '%s'"), .subject = item->name, .allowed = MODEL_USES_ALL };
      ExprValue value = model_scope_value (plan, &item->message.parts[k].expression, &context);

      g_array_append_val (plan->scene_values, value);
    }
  return first;
}

/* Returns the index of the event to which an item of type marks or flash belongs. Returns −1 if there is none, or after an
 * error. */
static int
find_event (ModelPlan *plan, ModelYaml *node)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *suggestion;
  int index = 0;

  if (node == NULL || node->broken || node->type != MODEL_YAML_SCALAR)
    return -1;
  for (int k = 0; k < plan->n_symbols; k++)
    {
      const ModelDeclaration *declaration = plan->symbols[k].declaration;

      if (declaration->class != MODEL_CLASS_EVENT)
        continue;
      if (strcmp (declaration->name, node->text) == 0)
        return index;
      g_ptr_array_add (names, (gpointer) declaration->name);
      index++;
    }
  suggestion = expr_suggest (node->text, (const char *const *) names->pdata, names->len);
  if (suggestion != NULL)
    model_plan_error (plan, node, _("unknown event '%s' in the scene; did you mean '%s'?"), node->text, suggestion);
  else
    model_plan_error (plan, node, _("unknown event '%s' in the scene"), node->text);
  return -1;
}

static void
elaborate_item (ModelPlan *plan, const ModelDeclaration *declaration)
{
  ModelPlanScene item = { .declaration = declaration };

  item.at = append_field (plan, declaration, MODEL_FIELD_AT);
  item.from = append_field (plan, declaration, MODEL_FIELD_FROM);
  item.to = append_field (plan, declaration, MODEL_FIELD_TO);
  item.radius = append_field (plan, declaration, MODEL_FIELD_RADIUS);
  item.size = append_field (plan, declaration, MODEL_FIELD_SIZE);
  item.n_size = declaration->fields[MODEL_FIELD_SIZE].n_items;
  item.angle = append_field (plan, declaration, MODEL_FIELD_ANGLE);
  item.span = append_field (plan, declaration, MODEL_FIELD_SPAN);
  item.length = append_field (plan, declaration, MODEL_FIELD_LENGTH);
  item.visible = append_field (plan, declaration, MODEL_FIELD_WHILE);
  item.message = append_message (plan, declaration);
  item.event = find_event (plan, declaration->event);
  item.points = -1;
  if (declaration->fields[MODEL_FIELD_COUNT].n_items > 0)
    item.points = append_counted_points (plan, declaration, &item.n_points);
  else if (declaration->fields[MODEL_FIELD_POINTS].n_items > 0)
    {
      item.points = append_field (plan, declaration, MODEL_FIELD_POINTS);
      item.n_points = declaration->fields[MODEL_FIELD_POINTS].n_items / 2;
    }
  g_array_append_val (plan->scene, item);
}

void
model_plan_elaborate_scene (ModelPlan *plan)
{
  const ModelField *view[2] = { &plan->model->view_x, &plan->model->view_y };

  for (int k = 0; k < plan->n_symbols; k++)
    if (plan->symbols[k].declaration->class == MODEL_CLASS_SCENE)
      elaborate_item (plan, plan->symbols[k].declaration);
  if (plan->scene_values->len > 0)
    model_plan_set_function (plan, MODEL_FUNCTION_SCENE, (const ExprValue *) (gpointer) plan->scene_values->data,
                             (int) plan->scene_values->len);
  plan->slow_view = -1;
  if (!plan->model->has_view || view[0]->n_items != 2 || view[1]->n_items != 2)
    return;
  plan->slow_view = (int) plan->slow->len;
  for (int k = 0; k < 4; k++)
    {
      ModelContext context = { .role = N_("the scene's view"), .allowed = MODEL_USES_PARAMETERS };

      model_plan_add_slow (plan, model_scope_value (plan, &view[k / 2]->items[k % 2], &context));
    }
}
