/* Prepares the events of a model for the languages. For a language without phases the keys 'while', 'set' and 'update' of an event become one value for each state that it
 * changes, and events with the same crossing or the same times become one, so that a program need not know their order. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "expr-program.h"
#include "model-code-private.h"

static void
event_free (ModelCodeEvent *event)
{
  g_free (event->name);
  g_free (event->id);
  g_array_unref (event->times);
  g_array_unref (event->targets);
  g_array_unref (event->values);
  g_array_unref (event->updated);
  g_array_unref (event->updates);
  g_free (event);
}

static ModelCodeEvent *
event_new (void)
{
  ModelCodeEvent *event = g_new0 (ModelCodeEvent, 1);

  event->times = g_array_new (FALSE, FALSE, sizeof (ExprValue));
  event->targets = g_array_new (FALSE, FALSE, sizeof (int));
  event->values = g_array_new (FALSE, FALSE, sizeof (ExprValue));
  event->updated = g_array_new (FALSE, FALSE, sizeof (int));
  event->updates = g_array_new (FALSE, FALSE, sizeof (ExprValue));
  event->witness = event->every = event->offset = event->holds = event->ends = EXPR_NO_VALUE;
  return event;
}

/* Returns FALSE with an error that names an event which cannot be written. */
static gboolean
check_event (const ModelCode *code, const ModelPlanEvent *event, GError **error)
{
  const ModelEvent *info = &event->info;
  const char *reason = NULL;

  if (!code->target->has_events)
    reason = N_("the event '%s' acts on the run, and events are not written in this language");
  else if (info->trigger == MODEL_TRIGGER_EACH_STEP)
    reason = N_("the event '%s' happens after each step, which is not written");
  else if (info->rests || info->slides)
    reason = N_("the event '%s' may end in rest or sliding, which is not written");
  else if (info->trigger == MODEL_TRIGGER_START && (info->terminates || info->fails))
    reason = N_("the event '%s' ends the run at its start");
  else if (code->target->has_no_end && (info->terminates || info->fails))
    reason = N_("the event '%s' ends the run, which this language cannot say");
  if (reason == NULL)
    return TRUE;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, _(reason), info->name);
#pragma GCC diagnostic pop
  return FALSE;
}

static const ModelFunction *
function_of (const ModelPlan *plan, const ModelPlanEvent *event, int which)
{
  return event->functions[which] >= 0 ? &g_array_index (plan->functions, ModelFunction, event->functions[which]) : NULL;
}

/* Sets the members of an event that say when it happens. */
static void
take_trigger (const ModelPlan *plan, const ModelPlanEvent *event, ModelCodeEvent *taken)
{
  const ExprValue *slow = (const ExprValue *) (gconstpointer) plan->slow->data;

  taken->trigger = event->info.trigger;
  taken->direction = event->info.direction;
  if (taken->trigger == MODEL_TRIGGER_CROSSING)
    taken->witness = function_of (plan, event, MODEL_EVENT_WITNESS)->values[0];
  else if (taken->trigger == MODEL_TRIGGER_EVERY)
    {
      taken->every = slow[event->every];
      taken->offset = event->offset >= 0 ? slow[event->offset] : expr_graph_constant (plan->graph, 0);
    }
  else if (taken->trigger == MODEL_TRIGGER_AT)
    g_array_append_vals (taken->times, slow + event->at, (guint) event->n_times);
}

/* Returns whether two events happen at the same crossings or times. */
static gboolean
same_trigger (const ModelCodeEvent *a, const ModelCodeEvent *b)
{
  if (a->trigger != b->trigger || a->witness != b->witness || a->every != b->every || a->offset != b->offset || a->times->len != b->times->len)
    return FALSE;
  for (guint k = 0; k < a->times->len; k++)
    if (g_array_index (a->times, ExprValue, k) != g_array_index (b->times, ExprValue, k))
      return FALSE;
  return a->trigger != MODEL_TRIGGER_CROSSING || a->direction == b->direction;
}

/* Returns the input that is a state. */
static int
input_of (const ModelPlan *plan, int state)
{
  return state < plan->n_states ? plan->base_x + state : plan->base_discrete + state - plan->n_states;
}

/* Adds to an event the assignment of `value` to a state. If there is a condition (not EXPR_NO_VALUE), the assignment counts only where it is true; elsewhere the state gets
 * what earlier assignments of the event say, or keeps its value. */
static void
assign (const ModelPlan *plan, ModelCodeEvent *event, int state, ExprValue value, ExprValue condition)
{
  guint k = 0;

  while (k < event->targets->len && g_array_index (event->targets, int, k) != state)
    k++;
  if (condition != EXPR_NO_VALUE)
    {
      const ExprValue otherwise = k < event->targets->len ? g_array_index (event->values, ExprValue, k) : expr_graph_input (plan->graph, input_of (plan, state));

      value = expr_graph_apply (plan->graph, "if", (const ExprValue[]) { condition, value, otherwise }, 3);
    }
  if (k < event->targets->len)
    g_array_index (event->values, ExprValue, k) = value;
  else
    {
      g_array_append_val (event->targets, state);
      g_array_append_val (event->values, value);
    }
}

static ExprValue
condition_of (const ModelPlan *plan, const ModelPlanEvent *event)
{
  const ModelFunction *condition = function_of (plan, event, MODEL_EVENT_WHILE);

  return condition != NULL ? condition->values[0] : EXPR_NO_VALUE;
}

/* Appends the assignments of 'set', whose values are those before the event, and the end of the run. */
static void
take_set (const ModelPlan *plan, const ModelPlanEvent *event, ModelCodeEvent *taken)
{
  const ModelFunction *set = function_of (plan, event, MODEL_EVENT_SET);
  const ExprValue condition = condition_of (plan, event);

  for (int k = 0; set != NULL && k < set->n_outputs; k++)
    {
      const int target = event->set_targets[k];

      assign (plan, taken, target >= 0 ? target : plan->n_states - 1 - target, set->values[k], condition);
    }
  if (event->info.terminates || event->info.fails)
    {
      const ExprValue ends = condition != EXPR_NO_VALUE ? condition : expr_graph_constant (plan->graph, 1);

      taken->ends = taken->ends == EXPR_NO_VALUE ? ends : expr_graph_apply (plan->graph, "or", (const ExprValue[]) { taken->ends, ends }, 2);
    }
}

/* Appends the assignments of 'update', which read the states that all 'set' have set. */
static void
take_update (const ModelPlan *plan, const ModelPlanEvent *event, ModelCodeEvent *taken, const ExprValue *after_set)
{
  const ModelFunction *update = function_of (plan, event, MODEL_EVENT_UPDATE);

  for (int k = 0; update != NULL && k < update->n_outputs; k++)
    assign (plan, taken, plan->n_states + event->update_targets[k], expr_graph_substitute (plan->graph, update->values[k], after_set, plan->n_inputs),
            condition_of (plan, event));
}

/* Takes an event of a language with phases. */
static void
take_phases (const ModelPlan *plan, const ModelPlanEvent *event, ModelCodeEvent *taken)
{
  const ModelFunction *set = function_of (plan, event, MODEL_EVENT_SET), *update = function_of (plan, event, MODEL_EVENT_UPDATE);

  for (int k = 0; set != NULL && k < set->n_outputs; k++)
    {
      const int target = event->set_targets[k] >= 0 ? event->set_targets[k] : plan->n_states - 1 - event->set_targets[k];

      g_array_append_val (taken->targets, target);
      g_array_append_val (taken->values, set->values[k]);
    }
  for (int k = 0; update != NULL && k < update->n_outputs; k++)
    {
      const int target = plan->n_states + event->update_targets[k];

      g_array_append_val (taken->updated, target);
      g_array_append_val (taken->updates, update->values[k]);
    }
  taken->holds = condition_of (plan, event);
  if (event->info.terminates || event->info.fails)
    taken->ends = expr_graph_constant (plan->graph, 1);
  taken->name = g_strdup (event->info.name);
}

/* Returns for each input the value that it has after the assignments of an event; EXPR_NO_VALUE: it does not change. */
static ExprValue *
values_after (const ModelPlan *plan, const ModelCodeEvent *event)
{
  ExprValue *values = g_new (ExprValue, plan->n_inputs + 1);

  for (int k = 0; k < plan->n_inputs; k++)
    values[k] = EXPR_NO_VALUE;
  for (guint k = 0; k < event->targets->len; k++)
    values[input_of (plan, g_array_index (event->targets, int, k))] = g_array_index (event->values, ExprValue, k);
  return values;
}

/* Returns TRUE if no event before event k happens at the same crossings or times. */
static gboolean
is_first (const ModelPlan *plan, guint k, const ModelCodeEvent *trigger)
{
  for (guint i = 0; i < k; i++)
    {
      const ModelPlanEvent *earlier = plan->events->pdata[i];
      ModelCodeEvent *other = event_new ();
      gboolean same;

      take_trigger (plan, earlier, other);
      same = model_event_acts (&earlier->info) && same_trigger (trigger, other);
      event_free (other);
      if (same)
        return FALSE;
    }
  return TRUE;
}

/* Joins event k and all later ones with its trigger. */
static void
join_events (const ModelCode *code, guint k, ModelCodeEvent *taken)
{
  const ModelPlan *plan = code->plan;
  g_autoptr (GPtrArray) members = g_ptr_array_new ();
  g_autoptr (GString) name = g_string_new (NULL);
  g_autofree ExprValue *after_set = NULL;

  for (guint i = k; i < plan->events->len; i++)
    {
      const ModelPlanEvent *event = plan->events->pdata[i];
      ModelCodeEvent *other = event_new ();

      take_trigger (plan, event, other);
      if (model_event_acts (&event->info) && same_trigger (taken, other))
        {
          g_ptr_array_add (members, (gpointer) event);
          g_string_append_printf (name, "%s%s", name->len > 0 ? " and " : "", event->info.name);
          take_set (plan, event, taken);
        }
      event_free (other);
    }
  after_set = values_after (plan, taken);
  for (guint i = 0; i < members->len; i++)
    take_update (plan, members->pdata[i], taken, after_set);
  taken->name = g_string_free (g_steal_pointer (&name), FALSE);
}

/* ---- the start ---- */

gboolean
model_code_evaluate (const ModelCode *code, const ExprValue *values, int n, const double *x, double *results, GError **error)
{
  const ModelPlan *plan = code->plan;
  g_autoptr (ExprProgram) program = NULL;
  g_autoptr (ExprWorkspace) workspace = NULL;
  double *inputs;

  if (!model_code_check_inputs (code, values, n, error))
    return FALSE;
  program = expr_program_new (plan->graph, values, n, plan->n_inputs, plan->base_t, EXPR_PROGRAM_FUSED);
  if (program == NULL)
    {
      g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, _("the events at the start were not computed, since the program was interrupted"));
      return FALSE;
    }
  workspace = expr_workspace_new (program);
  inputs = expr_workspace_inputs (workspace);
  for (int k = 0; k < plan->n_parameters; k++)
    inputs[plan->base_parameters + k] = code->p[k];
  for (int k = 0; k < code->n_states; k++)
    inputs[input_of (plan, k)] = x[k];
  inputs[plan->base_t] = code->t_start;
  expr_workspace_prepare (workspace);
  expr_workspace_run (workspace, results);
  return TRUE;
}

/* Sets *due to whether an event with times happens at the start. Returns FALSE with an error. */
static gboolean
find_due (const ModelCode *code, const ModelCodeEvent *event, const double *x0, gboolean *due, GError **error)
{
  const double start = code->t_start, near = 8 * 0x1p-52 * fabs (start);

  *due = event->trigger == MODEL_TRIGGER_START;
  if (event->trigger == MODEL_TRIGGER_EVERY)
    {
      double values[2];

      if (!model_code_evaluate (code, (const ExprValue[]) { event->every, event->offset }, 2, x0, values, error))
        return FALSE;
      if (!(values[0] > 0))
        {
          g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, _("the period of the event '%s' is %g; it must be greater than 0"), event->name, values[0]);
          return FALSE;
        }
      *due = start >= values[1] - near && fabs (values[1] + round ((start - values[1]) / values[0]) * values[0] - start) <= near;
    }
  else if (event->trigger == MODEL_TRIGGER_AT)
    {
      g_autofree double *values = g_new (double, event->times->len + 1);

      if (!model_code_evaluate (code, (const ExprValue *) (gconstpointer) event->times->data, (int) event->times->len, x0, values, error))
        return FALSE;
      for (guint k = 0; k < event->times->len; k++)
        *due = *due || fabs (values[k] - start) <= near;
    }
  return TRUE;
}

/* Evaluates n values with the states `before`, and makes them those of the states `targets` in x. Returns FALSE with an error. */
static gboolean
act (const ModelCode *code, const GArray *targets, const GArray *values, const double *before, double *x, GError **error)
{
  const int n = (int) targets->len;
  g_autofree double *results = g_new (double, n + 1);

  if (!model_code_evaluate (code, (const ExprValue *) (gconstpointer) values->data, n, before, results, error))
    return FALSE;
  for (int i = 0; i < n; i++)
    x[g_array_index (targets, int, i)] = results[i];
  return TRUE;
}

/* Makes the events of one kind that are due at the start act on x0: those whose trigger is the start (first), or those with times. Returns FALSE with an error. */
static gboolean
act_at_start (const ModelCode *code, gboolean first, double *x0, GError **error)
{
  const gsize size = sizeof *x0 * (gsize) (code->n_states + 1);
  g_autofree double *before = g_memdup2 (x0, size), *after_set = NULL;
  g_autofree gboolean *due = g_new0 (gboolean, code->events->len + 1);

  for (guint k = 0; k < code->events->len; k++)
    {
      const ModelCodeEvent *event = model_code_event (code, k);
      double holds = 1;

      if (!find_due (code, event, before, &due[k], error))
        return FALSE;
      due[k] = due[k] && (event->trigger == MODEL_TRIGGER_START) == first;
      if (!due[k])
        continue;
      if (event->holds != EXPR_NO_VALUE && !model_code_evaluate (code, &event->holds, 1, before, &holds, error))
        return FALSE;
      due[k] = holds != 0;
      if (due[k] && !act (code, event->targets, event->values, before, x0, error))
        return FALSE;
    }
  after_set = g_memdup2 (x0, size);
  for (guint k = 0; k < code->events->len; k++)
    if (due[k] && !act (code, model_code_event (code, k)->updated, model_code_event (code, k)->updates, after_set, x0, error))
      return FALSE;
  return TRUE;
}

gboolean
model_code_take_events (ModelCode *code, double *x0, GError **error)
{
  const ModelPlan *plan = code->plan;
  g_autofree double *after_start = NULL;

  code->events = g_ptr_array_new_with_free_func ((GDestroyNotify) event_free);
  for (guint k = 0; k < plan->events->len; k++)
    {
      const ModelPlanEvent *event = plan->events->pdata[k];
      ModelCodeEvent *next;

      if (!model_event_acts (&event->info))
        continue;
      if (!check_event (code, event, error))
        return FALSE;
      next = event_new ();
      take_trigger (plan, event, next);
      if (!code->target->has_phases && !is_first (plan, k, next))
        {
          event_free (next);
          continue;
        }
      if (code->target->has_phases)
        take_phases (plan, event, next);
      else
        join_events (code, k, next);
      next->id = model_code_make_id (code->target, code->taken, event->info.name);
      g_ptr_array_add (code->events, next);
    }
  /* Also checks the periods. */
  after_start = g_memdup2 (x0, sizeof *x0 * (gsize) (code->n_states + 1));
  if (!act_at_start (code, TRUE, after_start, error) || !act_at_start (code, FALSE, after_start, error))
    return FALSE;
  if (code->target->has_start)
    return TRUE;
  memcpy (x0, after_start, sizeof *x0 * (gsize) code->n_states);
  for (guint k = code->events->len; k > 0; k--)
    if (model_code_event (code, k - 1)->trigger == MODEL_TRIGGER_START)
      g_ptr_array_remove_index (code->events, k - 1);
  return code->target->has_phases || model_code_check_together (code, error);
}

GArray *
model_code_witnesses (const ModelCode *code)
{
  GArray *witnesses = g_array_new (FALSE, FALSE, sizeof (ExprValue));

  for (guint k = 0; k < code->events->len; k++)
    if (model_code_event (code, k)->trigger == MODEL_TRIGGER_CROSSING)
      g_array_append_val (witnesses, model_code_event (code, k)->witness);
  return witnesses;
}

int
model_code_direction (const ModelCodeEvent *event)
{
  return event->direction == MODEL_DIRECTION_FALLING ? -1 : event->direction == MODEL_DIRECTION_RISING ? 1 : 0;
}

gboolean
model_code_first_period (const ModelCode *code, const ModelCodeEvent *event, double *first, GError **error)
{
  double span[2];

  if (!model_code_evaluate (code, (const ExprValue[]) { event->offset, event->every }, 2, code->x0, span, error))
    return FALSE;
  *first = fmax (0, floor ((code->t_start + 8 * 0x1p-52 * fabs (code->t_start) - span[0]) / span[1]) + 1);
  return TRUE;
}
