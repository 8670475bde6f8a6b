/* Elaborates events, monitors and random draws: turns their expressions into values of the plan's graph. */
#include "model-plan-parts.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* ---- messages and conditions ---- */

static int
message_function (ModelPlan *plan, const ModelMessage *message, const char *role, const char *subject)
{
  int n = model_message_n_values (message);
  g_autofree ExprValue *values = g_new (ExprValue, n + 1);

  for (int k = 0; k < n; k++)
    {
      ModelContext context = { .role = role, .subject = subject, .allowed = MODEL_USES_ALL };

      values[k] = model_scope_value (plan, &message->parts[k].expression, &context);
    }
  return n > 0 ? model_plan_add_function (plan, values, n) : -1;
}

static ExprValue
single_value (ModelPlan *plan, const ModelField *field, const char *role, const char *subject, ModelUses allowed)
{
  ModelContext context = { .role = role, .subject = subject, .allowed = allowed };

  return field->n_items > 0 ? model_scope_value (plan, &field->items[0], &context) : EXPR_NO_VALUE;
}

/* ---- actions ---- */

/* Elaborates one assignment of an event: the target and the value of each array
 * element. */
static void
elaborate_assignment (ModelPlan *plan, const ModelDeclaration *event, const ModelAssignment *assignment, gboolean discrete_only,
                      GArray *targets, GArray *values)
{
  const ModelSymbol *symbol;
  int first, n_elements;

  if (!model_scope_target (plan, assignment->target, discrete_only ? N_("'update' of '%s'") : N_("'set' of '%s'"), event->name, &first,
                           &n_elements, &symbol))
    return;
  if (discrete_only && first >= 0)
    {
      model_plan_error (plan, assignment->key, _("'%s' is a continuous state; 'update' changes only discrete states; use 'set'"),
                        assignment->key->text);
      return;
    }
  if (assignment->field.is_list && assignment->field.n_items != n_elements)
    {
      model_plan_error (plan, assignment->field.node, g_dngettext (GETTEXT_PACKAGE, "'%s' has %d element, but the list has %d",
                                                                   "'%s' has %d elements, but the list has %d", (gulong) n_elements),
                        assignment->key->text, n_elements, assignment->field.n_items);
      return;
    }
  for (int m = 0; m < n_elements; m++)
    {
      ModelContext context = { .role = N_("the value for '%2$s' in the event '%1$s'"), .subject = event->name, .allowed = MODEL_USES_ALL,
                               .target = assignment->key->text };
      int slot = first < 0 ? -1 - first + m : first + m;
      int target = first < 0 ? -1 - slot : slot;
      ExprValue value = model_scope_field (plan, &assignment->field, symbol,
                                           assignment->field.is_list ? m : slot - symbol->first, &context);

      if (value == EXPR_NO_VALUE)
        return;
      g_array_append_val (targets, target);
      g_array_append_val (values, value);
    }
}

static int
elaborate_assignments (ModelPlan *plan, const ModelDeclaration *event, const ModelAssignments *assignments, gboolean discrete_only,
                       int **targets)
{
  GArray *slots = g_array_new (FALSE, TRUE, sizeof (int));
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (ExprValue));

  for (int k = 0; k < assignments->n_items; k++)
    elaborate_assignment (plan, event, &assignments->items[k], discrete_only, slots, values);
  for (guint k = 0; discrete_only && k < slots->len; k++)
    g_array_index (slots, int, k) = -1 - g_array_index (slots, int, k);
  *targets = (int *) (gpointer) g_array_free (slots, FALSE);
  return values->len > 0 ? model_plan_add_function (plan, (const ExprValue *) (gpointer) values->data, (int) values->len) : -1;
}

/* ---- events ---- */

static int
slow_field (ModelPlan *plan, const ModelField *field, const char *role, const char *subject)
{
  int first = (int) plan->slow->len;

  if (field->n_items == 0)
    return -1;
  for (int k = 0; k < field->n_items; k++)
    {
      ModelContext context = { .role = role, .subject = subject, .allowed = MODEL_USES_PARAMETERS };

      model_plan_add_slow (plan, model_scope_value (plan, &field->items[k], &context));
    }
  return first;
}

static const char *
written (const ModelField *field)
{
  return field->node != NULL && field->node->type == MODEL_YAML_SCALAR ? field->node->text : "";
}

static ModelPlanEvent *
event_new (const ModelDeclaration *declaration)
{
  ModelPlanEvent *event = g_new0 (ModelPlanEvent, 1);

  event->declaration = declaration;
  event->witness = event->every = event->offset = event->at = -1;
  for (int k = 0; k < MODEL_N_EVENT_FUNCTIONS; k++)
    event->functions[k] = -1;
  return event;
}

/* Returns whether a value depends on t or on what changes with it, and not only on parameters, discrete states and noise, which jump. */
static gboolean
is_continuous (const ModelPlan *plan, ExprValue value)
{
  g_autofree gboolean *flags = g_new0 (gboolean, plan->n_inputs + 1);
  gboolean any = FALSE;

  expr_graph_dependencies (plan->graph, value, flags, plan->n_inputs);
  for (int k = plan->base_t; k < plan->n_inputs && !any; k++)
    any = flags[k];
  return any;
}

/* Elaborates the witness of a crossing. A comparison is replaced by the difference that rises through zero where it becomes true; *direction is
 * then set to rising, unless the event has a direction. Other conditions, whole numbers, and what only events change are errors, because they jump over
 * zero. */
static ExprValue
elaborate_crossing (ModelPlan *plan, const ModelDeclaration *declaration, ModelDirection *direction)
{
  const ModelField *field = &declaration->fields[MODEL_FIELD_VALUE];
  ExprValue value = single_value (plan, field, N_("the crossing of '%s'"), declaration->name, MODEL_USES_ALL), difference;

  if (value == EXPR_NO_VALUE)
    return value;
  if (!is_continuous (plan, value))
    {
      expr_errors_add (plan->errors, expr_tree_place (field->items[0].tree),
                       _("the crossing of '%s' depends neither on t nor on a continuous state, so that it never crosses zero; use 'every', 'at' or "
                         "'while'"),
                       declaration->name);
      return EXPR_NO_VALUE;
    }
  switch (expr_graph_crossing (plan->graph, value, &difference))
    {
    case EXPR_CROSSING_VALUE:
      return value;
    case EXPR_CROSSING_COMPARISON:
      if (!declaration->has_direction)
        *direction = MODEL_DIRECTION_RISING;
      return difference;
    case EXPR_CROSSING_LOGICAL:
      expr_errors_add (plan->errors, expr_tree_place (field->items[0].tree),
                       _("the crossing of '%s' is a condition, which does not cross zero; write one comparison, such as x > 1, or a "
                         "difference, such as x - 1, and further conditions as 'while'"),
                       declaration->name);
      return EXPR_NO_VALUE;
    case EXPR_CROSSING_ONE_SIGN:
      expr_errors_add (plan->errors, expr_tree_place (field->items[0].tree),
                       _("the crossing of '%s' jumps between a few values that do not have both signs, and does not cross zero; write a difference, "
                         "such as x - 1"),
                       declaration->name);
      return EXPR_NO_VALUE;
    case EXPR_CROSSING_WHOLE:
    default:
      expr_errors_add (plan->errors, expr_tree_place (field->items[0].tree),
                       _("the crossing of '%s' has only whole numbers as values, which jump and do not cross zero; write a difference, such as "
                         "x - 1"),
                       declaration->name);
      return EXPR_NO_VALUE;
    }
}

static void
elaborate_event (ModelPlan *plan, const ModelDeclaration *declaration, GArray *witnesses)
{
  static const char *const none[] = { NULL };
  const ModelField *fields = declaration->fields;
  const char *name = declaration->name;
  ModelPlanEvent *event = event_new (declaration);
  ModelDirection direction = declaration->direction;
  ExprValue value;

  g_ptr_array_add (plan->events, event);
  if (declaration->trigger == MODEL_TRIGGER_CROSSING)
    {
      value = elaborate_crossing (plan, declaration, &direction);
      event->witness = (int) witnesses->len;
      g_array_append_val (witnesses, value);
      event->functions[MODEL_EVENT_WITNESS] = model_plan_add_function (plan, &value, 1);
    }
  if (fields[MODEL_FIELD_WHILE].node != NULL)
    {
      value = single_value (plan, &fields[MODEL_FIELD_WHILE], N_("'while' of '%s'"), name, MODEL_USES_ALL);
      event->functions[MODEL_EVENT_WHILE] = model_plan_add_function (plan, &value, 1);
    }
  event->every = slow_field (plan, &fields[MODEL_FIELD_EVERY], N_("the period of '%s'"), name);
  event->offset = slow_field (plan, &fields[MODEL_FIELD_OFFSET], N_("the offset of '%s'"), name);
  event->at = slow_field (plan, &fields[MODEL_FIELD_AT], N_("the time of '%s'"), name);
  event->n_times = declaration->trigger == MODEL_TRIGGER_AT ? fields[MODEL_FIELD_AT].n_items : 0;
  event->functions[MODEL_EVENT_SET] = elaborate_assignments (plan, declaration, &declaration->set, FALSE, &event->set_targets);
  event->functions[MODEL_EVENT_UPDATE] = elaborate_assignments (plan, declaration, &declaration->update, TRUE, &event->update_targets);
  event->functions[MODEL_EVENT_MESSAGE] = message_function (plan, &declaration->message, N_("the message of '%s'"), name);
  event->info = (ModelEvent){
    .name = name,
    .trigger = declaration->trigger,
    .direction = direction,
    .has_while = fields[MODEL_FIELD_WHILE].node != NULL,
    .has_set = declaration->set.n_items > 0,
    .has_update = declaration->update.n_items > 0,
    .publish = declaration->publish,
    .terminates = declaration->terminates,
    .fails = declaration->fails,
    .n_times = event->n_times,
    .trigger_text = declaration->trigger_text != NULL ? declaration->trigger_text : "",
    .actions = declaration->actions != NULL ? (const char *const *) declaration->actions : none,
    .crossing = declaration->trigger == MODEL_TRIGGER_CROSSING ? written (&fields[MODEL_FIELD_VALUE]) : "",
    .condition = written (&fields[MODEL_FIELD_WHILE]),
    .about = declaration->about != NULL ? declaration->about : "",
  };
}

static void
elaborate_monitor (ModelPlan *plan, const ModelDeclaration *declaration)
{
  ModelPlanEvent *monitor = event_new (declaration);
  ExprValue value = single_value (plan, &declaration->fields[MODEL_FIELD_VALUE], N_("the monitor '%s'"), declaration->name, MODEL_USES_ALL);

  g_ptr_array_add (plan->monitors, monitor);
  monitor->functions[MODEL_EVENT_WHILE] = model_plan_add_function (plan, &value, 1);
  monitor->functions[MODEL_EVENT_MESSAGE] = message_function (plan, &declaration->message, N_("the message of '%s'"), declaration->name);
  monitor->monitor.name = declaration->name;
  monitor->monitor.fails = declaration->fails;
}

void
model_plan_elaborate_events (ModelPlan *plan)
{
  g_autoptr (GArray) witnesses = g_array_new (FALSE, FALSE, sizeof (ExprValue));

  for (int k = 0; k < plan->n_symbols; k++)
    if (plan->symbols[k].declaration->class == MODEL_CLASS_EVENT)
      elaborate_event (plan, plan->symbols[k].declaration, witnesses);
    else if (plan->symbols[k].declaration->class == MODEL_CLASS_MONITOR)
      elaborate_monitor (plan, plan->symbols[k].declaration);
  if (witnesses->len > 0)
    model_plan_set_function (plan, MODEL_FUNCTION_WITNESSES, (const ExprValue *) (gpointer) witnesses->data, (int) witnesses->len);
}

/* ---- random draws ---- */

static void
elaborate_draws (ModelPlan *plan, const ModelSymbol *symbol, GArray *draws)
{
  const ModelDeclaration *declaration = symbol->declaration;
  const ModelField *arguments = &declaration->fields[MODEL_FIELD_ARGUMENTS];

  for (int m = 0; m < symbol->n_elements; m++)
    {
      ModelPlanDraw draw = { .draw = declaration->draw, .n_arguments = arguments->n_items, .element = m, .declaration = declaration };
      int slot = symbol->first + m;

      draw.target = declaration->class == MODEL_CLASS_DISCRETE ? -1 - slot : slot;
      draw.arguments = (int) plan->slow->len;
      draw.every = -1;
      draw.name = declaration->class == MODEL_CLASS_PARAMETER  ? plan->parameter_names[slot]
                  : declaration->class == MODEL_CLASS_NOISE    ? plan->noise_names[slot]
                  : declaration->class == MODEL_CLASS_DISCRETE ? plan->discrete_names[slot]
                                                               : plan->state_names[slot];
      for (int k = 0; k < arguments->n_items; k++)
        {
          ModelContext context = { .role = N_("the distribution of '%s'"), .subject = declaration->name, .allowed = MODEL_USES_PARAMETERS,
                                   .i = symbol->n_dimensions > 0 ? m / symbol->n_columns + 1 : 0,
                                   .j = symbol->n_dimensions > 1 ? m % symbol->n_columns + 1 : 0 };

          model_plan_add_slow (plan, model_scope_value (plan, &arguments->items[k], &context));
        }
      if (declaration->class == MODEL_CLASS_NOISE && m == 0)
        draw.every = slow_field (plan, &declaration->fields[MODEL_FIELD_EVERY], N_("the period of '%s'"), declaration->name);
      else if (declaration->class == MODEL_CLASS_NOISE)
        draw.every = g_array_index (draws, ModelPlanDraw, draws->len - 1).every;
      g_array_append_val (draws, draw);
    }
}

void
model_plan_elaborate_random (ModelPlan *plan)
{
  for (int k = 0; k < plan->n_symbols; k++)
    {
      const ModelSymbol *symbol = &plan->symbols[k];

      if (symbol->declaration->draw == MODEL_DRAW_NONE)
        continue;
      switch (symbol->declaration->class)
        {
        case MODEL_CLASS_PARAMETER:
          elaborate_draws (plan, symbol, plan->parameter_draws);
          break;
        case MODEL_CLASS_STATE:
        case MODEL_CLASS_DISCRETE:
          elaborate_draws (plan, symbol, plan->initial_draws);
          break;
        case MODEL_CLASS_NOISE:
          elaborate_draws (plan, symbol, plan->noise);
          break;
        default:
          break;
        }
    }
}
