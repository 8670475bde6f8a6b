/* Compiles the derivatives of events, times and initial values, and of the right-hand side with frozen modes (expr-freeze.h). */
#include "model-derivatives-private.h"
#include "model-system-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static ExprValue *
function_values (const ModelPlan *plan, int id, int *n)
{
  const ModelFunction *function = id >= 0 ? &g_array_index (plan->functions, ModelFunction, id) : NULL;

  *n = function != NULL ? function->n_outputs : 0;
  return function != NULL ? function->values : NULL;
}

/* ---- the right-hand side and the witness functions ---- */

/* Returns the place of a jumping operation whose owner is a value of the right-hand side, or, after the n_states of them, a witness
 * function. */
static char *
place_of (const ModelPlan *plan, int owner, const int *events)
{
  if (owner < plan->n_states)
    return g_strdup_printf (_ ("the derivative of '%s'"), plan->state_names[owner]);
  return g_strdup_printf (_ ("the crossing of '%s'"),
                          ((const ModelPlanEvent *)plan->events->pdata[events[owner - plan->n_states]])->declaration->name);
}

/* Writes the right-hand side, followed by the witness functions of the events events[…], into values. Returns their number. */
static int
collect (const ModelPlan *plan, ExprValue *values, int *events)
{
  int n = plan->n_states;

  memcpy (values, plan->derivatives, sizeof (ExprValue) * (size_t)n);
  for (guint k = 0; k < plan->events->len; k++)
    {
      int count;
      const ExprValue *witness =
          function_values (plan, ((const ModelPlanEvent *)plan->events->pdata[k])->functions[MODEL_EVENT_WITNESS], &count);

      if (witness == NULL)
        continue;
      events[n - plan->n_states] = (int)k;
      values[n++] = witness[0];
    }
  return n;
}

/* A model with more kinks than this keeps them, because each has derivatives by all states. */
#define MOST_KINKS 64

static gboolean
has_few_kinks (const ModelPlan *plan, const ExprValue *values, int n)
{
  g_autoptr (GArray) jumps = g_array_new (FALSE, FALSE, sizeof (ExprJump));
  int n_kinks = 0;

  expr_graph_find_jumps (plan->graph, values, n, jumps);
  for (guint k = 0; k < jumps->len; k++)
    n_kinks += g_array_index (jumps, ExprJump, k).kind == EXPR_JUMP_KINK;
  return n_kinks <= MOST_KINKS;
}

static void
make_flow (ModelDerivatives *derivatives, ModelPlan *plan, const int *parameters)
{
  g_autofree ExprValue *values = g_new (ExprValue, plan->n_states + (int)plan->events->len + 1), *arguments = NULL;
  g_autofree int *events = g_new (int, plan->events->len + 1);
  g_autoptr (GHashTable) modes = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) jumps = g_array_new (FALSE, FALSE, sizeof (ExprJump));
  int n = collect (plan, values, events);

  expr_graph_freeze (plan->graph, values, n, has_few_kinks (plan, values, n), plan->base_t, plan->n_inputs, modes, jumps);
  derivatives->n_modes = (int)jumps->len;
  derivatives->modes = g_new0 (double, jumps->len + 1);
  derivatives->switch_kinds = g_new (ExprJumpKind, jumps->len + 1);
  derivatives->switch_names = g_new0 (char *, jumps->len + 1);
  arguments = g_new (ExprValue, jumps->len + 1);
  for (guint k = 0; k < jumps->len; k++)
    {
      const ExprJump *jump = &g_array_index (jumps, ExprJump, k);

      derivatives->switch_kinds[k] = jump->kind;
      derivatives->switch_names[k] = place_of (plan, jump->owner, events);
      arguments[k] = jump->argument;
    }
  derivatives->flow = model_derivative_part_new (derivatives, plan, values, plan->n_states, parameters);
  for (int k = plan->n_states; k < n; k++)
    derivatives->events[events[k - plan->n_states]].witness = model_derivative_part_new (derivatives, plan, values + k, 1, parameters);
  if (jumps->len == 0)
    return;
  derivatives->switches = model_derivative_part_new (derivatives, plan, arguments, (int)jumps->len, parameters);
  derivatives->arguments =
      expr_program_new (plan->graph, arguments, (int)jumps->len, plan->n_inputs + derivatives->n_modes, plan->base_t, plan->flags);
  if (derivatives->arguments != NULL)
    derivatives->arguments_workspace = expr_workspace_new (derivatives->arguments);
}

int
model_derivatives_n_modes (const ModelDerivatives *derivatives)
{
  return derivatives->n_modes;
}

void
model_derivatives_set_modes (ModelDerivatives *derivatives, const double *modes)
{
  memcpy (derivatives->modes, modes, sizeof (double) * (size_t)derivatives->n_modes);
}

ExprJumpKind
model_derivatives_mode_kind (const ModelDerivatives *derivatives, int k)
{
  return derivatives->switch_kinds[k];
}

const char *
model_derivatives_mode_place (const ModelDerivatives *derivatives, int k)
{
  return derivatives->switch_names[k];
}

void
model_derivatives_arguments (ModelDerivatives *derivatives, const ModelSystem *system, double t, const double *x, double *arguments)
{
  double *inputs;

  if (derivatives->n_modes == 0)
    return;
  inputs = expr_workspace_inputs (derivatives->arguments_workspace);
  memcpy (inputs, system->slow, sizeof (double) * (size_t)derivatives->base_t);
  expr_workspace_prepare (derivatives->arguments_workspace);
  inputs[derivatives->base_t] = t;
  memcpy (inputs + derivatives->base_x, x, sizeof (double) * (size_t)derivatives->n_states);
  memcpy (inputs + derivatives->base_modes, derivatives->modes, sizeof (double) * (size_t)derivatives->n_modes);
  expr_workspace_run (derivatives->arguments_workspace, arguments);
}

const ModelDerivative *
model_derivatives_switches (ModelDerivatives *derivatives, const ModelSystem *system, double t, const double *x)
{
  return model_derivative_part_evaluate (derivatives, derivatives->switches, system, t, x);
}

const ModelDerivative *
model_derivatives_witness (ModelDerivatives *derivatives, const ModelSystem *system, int event, double t, const double *x)
{
  return model_derivative_part_evaluate (derivatives, derivatives->events[event].witness, system, t, x);
}

/* ---- assignments ---- */

/* Makes the derivatives of the arguments of the operations that jump or have a kink in `key`, and, for MODEL_MAP_SET, in the key `while`
 * before them. */
static void
make_corners (ModelDerivatives *derivatives,
              ModelPlan *plan,
              const ModelPlanEvent *event,
              ModelDerivativeMap *map,
              int key,
              gboolean with_while,
              const int *parameters)
{
  g_autoptr (GArray) jumps = g_array_new (FALSE, FALSE, sizeof (ExprJump));
  g_autofree ExprValue *arguments = NULL;
  int n;
  const ExprValue *values;

  if (with_while && (values = function_values (plan, event->functions[MODEL_EVENT_WHILE], &n)) != NULL)
    expr_graph_find_jumps (plan->graph, values, n, jumps);
  map->n_before = (int)jumps->len;
  if ((values = function_values (plan, event->functions[key], &n)) != NULL)
    expr_graph_find_jumps (plan->graph, values, n, jumps);
  if (jumps->len == 0)
    return;
  arguments = g_new (ExprValue, jumps->len);
  map->kinds = g_new (ExprJumpKind, jumps->len);
  for (guint k = 0; k < jumps->len; k++)
    {
      arguments[k] = g_array_index (jumps, ExprJump, k).argument;
      map->kinds[k] = g_array_index (jumps, ExprJump, k).kind;
    }
  map->corners = model_derivative_part_new (derivatives, plan, arguments, (int)jumps->len, parameters);
}

static void
make_map (ModelDerivatives *derivatives,
          ModelPlan *plan,
          const ModelPlanEvent *event,
          ModelDerivativeMap *map,
          ModelMapKind kind,
          const int *parameters)
{
  int key = kind == MODEL_MAP_SET ? MODEL_EVENT_SET : MODEL_EVENT_UPDATE, n;
  const int *targets = kind == MODEL_MAP_SET ? event->set_targets : event->update_targets;
  const ExprValue *values = function_values (plan, event->functions[key], &n);

  make_corners (derivatives, plan, event, map, key, kind == MODEL_MAP_SET, parameters);
  if (values == NULL)
    return;
  map->targets = g_new (int, n);
  for (int k = 0; k < n; k++)
    map->targets[k] = kind == MODEL_MAP_SET ? targets[k] : -1 - targets[k];
  map->map = model_derivative_part_new (derivatives, plan, values, n, parameters);
}

const ModelDerivative *
model_derivatives_map (
    ModelDerivatives *derivatives, const ModelSystem *system, int event, ModelMapKind kind, double t, const double *x, const int **targets)
{
  ModelDerivativeMap *map = &derivatives->events[event].maps[kind];

  *targets = map->targets;
  return model_derivative_part_evaluate (derivatives, map->map, system, t, x);
}

const ModelDerivative *
model_derivatives_corners (ModelDerivatives *derivatives,
                           const ModelSystem *system,
                           int event,
                           ModelMapKind kind,
                           double t,
                           const double *x,
                           const ExprJumpKind **kinds,
                           int *n_while)
{
  ModelDerivativeMap *map = &derivatives->events[event].maps[kind];

  *kinds = map->kinds;
  *n_while = map->n_before;
  return model_derivative_part_evaluate (derivatives, map->corners, system, t, x);
}

/* ---- times and initial values ---- */

/* Appends n slow values from index `first` and returns the row of the first; −1 if first is −1. */
static int
append_slow (const ModelPlan *plan, GArray *rows, int first, int n)
{
  int row = (int)rows->len;

  if (first < 0)
    return -1;
  g_array_append_vals (rows, &g_array_index (plan->slow, ExprValue, first), (guint)n);
  return row;
}

static void
append_draws (const ModelPlan *plan, GArray *rows, const GArray *draws)
{
  for (guint k = 0; k < draws->len; k++)
    {
      const ModelPlanDraw *draw = &g_array_index (draws, ModelPlanDraw, k);

      append_slow (plan, rows, draw->arguments, draw->n_arguments);
      append_slow (plan, rows, draw->every, 1);
    }
}

/* The rows of `slow` are the start time and the end time, 0 if they are not given, the times of events, the arguments of noise, and those
 * of random initial values. */
static void
make_times (ModelDerivatives *derivatives, ModelPlan *plan, const int *parameters)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (ExprValue));
  const int span[] = { plan->slow_start, plan->slow_end };

  for (int k = 0; k < 2; k++)
    if (append_slow (plan, rows, span[k], 1) < 0)
      {
        ExprValue zero = expr_graph_constant (plan->graph, 0);

        g_array_append_val (rows, zero);
      }
  for (int k = 0; k < derivatives->n_events; k++)
    {
      const ModelPlanEvent *event = plan->events->pdata[k];
      ModelDerivativeEvent *own = &derivatives->events[k];

      own->every = append_slow (plan, rows, event->every, 1);
      own->offset = append_slow (plan, rows, event->offset, 1);
      own->at = append_slow (plan, rows, event->n_times > 0 ? event->at : -1, event->n_times);
      own->n_times = event->n_times;
    }
  derivatives->first_noise = (int)rows->len;
  append_draws (plan, rows, plan->noise);
  derivatives->n_noise = (int)rows->len - derivatives->first_noise;
  derivatives->first_draw = (int)rows->len;
  append_draws (plan, rows, plan->initial_draws);
  derivatives->n_draws = (int)rows->len - derivatives->first_draw;
  derivatives->slow =
      model_derivative_part_new (derivatives, plan, (const ExprValue *)(gconstpointer)rows->data, (int)rows->len, parameters);
}

/* Evaluates the slow values, which depend only on parameters. */
static const ModelDerivative *
slow_values (ModelDerivatives *derivatives, const ModelSystem *system)
{
  g_autofree double *x = g_new0 (double, derivatives->n_states + 1);

  return model_derivative_part_evaluate (derivatives, derivatives->slow, system, 0, x);
}

void
model_derivatives_span (ModelDerivatives *derivatives, const ModelSystem *system, double *start, double *end)
{
  const ModelDerivative *slow = slow_values (derivatives, system);

  memcpy (start, slow->by_p, sizeof (double) * (size_t)derivatives->n_parameters);
  memcpy (end, slow->by_p + derivatives->n_parameters, sizeof (double) * (size_t)derivatives->n_parameters);
}

/* Two times of a list that differ by less than this number of units in the last place happen at the same time. */
#define SAME_TIME 8

/* A periodic time is o + k T, where k is the number of periods. */
void
model_derivatives_event_time (ModelDerivatives *derivatives, const ModelSystem *system, int event, double t, double *by_p)
{
  const ModelDerivative *slow = slow_values (derivatives, system);
  const ModelDerivativeEvent *e = &derivatives->events[event];
  int m = derivatives->n_parameters;
  double offset = e->offset >= 0 ? slow->value[e->offset] : 0, nearest = INFINITY;
  double count = e->every >= 0 ? round ((t - offset) / slow->value[e->every]) : 0;

  for (int c = 0; c < m; c++)
    by_p[c] = e->every >= 0 ? count * slow->by_p[e->every * m + c] + (e->offset >= 0 ? slow->by_p[e->offset * m + c] : 0) : 0;
  for (int k = 0; k < e->n_times; k++)
    nearest = fmin (nearest, fabs (slow->value[e->at + k] - t));
  for (int k = 0, found = 0; k < e->n_times; k++)
    if (fabs (slow->value[e->at + k] - t) <= nearest + SAME_TIME * fabs (nextafter (t, INFINITY) - t))
      {
        for (int c = 0; c < m; c++)
          {
            double value = slow->by_p[(e->at + k) * m + c];

            by_p[c] = !found || by_p[c] == value ? value : NAN;
          }
        found = 1;
      }
}

static gboolean
rows_depend (ModelDerivatives *derivatives, const ModelSystem *system, int first, int n, int parameter)
{
  const ModelDerivative *slow = slow_values (derivatives, system);

  for (int k = first; k < first + n; k++)
    if (slow->by_p[k * derivatives->n_parameters + parameter] != 0)
      return TRUE;
  return FALSE;
}

gboolean
model_derivatives_has_noise (const ModelDerivatives *derivatives)
{
  return derivatives->n_noise > 0;
}

gboolean
model_derivatives_noise_depends (ModelDerivatives *derivatives, const ModelSystem *system, int parameter)
{
  return rows_depend (derivatives, system, derivatives->first_noise, derivatives->n_noise, parameter);
}

gboolean
model_derivatives_draws_depend (ModelDerivatives *derivatives, const ModelSystem *system, int parameter)
{
  return rows_depend (derivatives, system, derivatives->first_draw, derivatives->n_draws, parameter);
}

void
model_derivatives_initial (ModelDerivatives *derivatives,
                           const ModelSystem *system,
                           double t,
                           const double *x,
                           const double *by_p,
                           double by_t,
                           const gboolean *fixed,
                           double *dx,
                           double *dz)
{
  const ModelDerivative *initial = model_derivative_part_evaluate (derivatives, derivatives->initial, system, t, x);
  int n = derivatives->n_states, n_discrete = derivatives->n_discrete, m = derivatives->n_parameters;

  for (int level = 0; level < derivatives->n_initial_levels; level++)
    for (int k = 0; k < n + n_discrete; k++)
      {
        double sum = initial->by_t[k] * by_t;

        if (derivatives->initial_level[k] != level || fixed[k])
          continue;
        for (int c = 0; c < m; c++)
          sum += initial->by_p[k * m + c] != 0 ? initial->by_p[k * m + c] * by_p[c] : 0;
        for (int j = 0; j < n; j++)
          sum += initial->by_x[k * n + j] != 0 ? initial->by_x[k * n + j] * dx[j] : 0;
        for (int j = 0; j < n_discrete; j++)
          sum += initial->by_z[k * n_discrete + j] != 0 ? initial->by_z[k * n_discrete + j] * dz[j] : 0;
        *(k < n ? &dx[k] : &dz[k - n]) = sum;
      }
}

/* ---- construction ---- */

void
model_derivatives_make_hybrid (ModelDerivatives *derivatives, ModelPlan *plan, const int *parameters)
{
  derivatives->n_discrete = plan->n_discrete;
  derivatives->n_events = (int)plan->events->len;
  derivatives->events = g_new0 (ModelDerivativeEvent, plan->events->len + 1);
  make_flow (derivatives, plan, parameters);
  for (int k = 0; k < derivatives->n_events; k++)
    for (int kind = 0; kind < MODEL_N_MAPS; kind++)
      make_map (derivatives, plan, plan->events->pdata[k], &derivatives->events[k].maps[kind], kind, parameters);
  make_times (derivatives, plan, parameters);
  derivatives->initial = model_derivative_part_new (derivatives, plan, (const ExprValue *)(gconstpointer)plan->initial->data,
                                                    plan->n_states + plan->n_discrete, parameters);
  derivatives->initial_level = g_memdup2 (plan->initial_level, sizeof (int) * (size_t)(plan->n_states + plan->n_discrete));
  derivatives->n_initial_levels = plan->n_initial_levels;
}

void
model_derivatives_free_hybrid (ModelDerivatives *derivatives)
{
  for (int k = 0; k < derivatives->n_events; k++)
    {
      model_derivative_part_free (derivatives->events[k].witness);
      for (int kind = 0; kind < MODEL_N_MAPS; kind++)
        {
          ModelDerivativeMap *map = &derivatives->events[k].maps[kind];

          model_derivative_part_free (map->map);
          model_derivative_part_free (map->corners);
          g_free (map->targets);
          g_free (map->kinds);
        }
    }
  g_free (derivatives->events);
  model_derivative_part_free (derivatives->switches);
  expr_workspace_free (derivatives->arguments_workspace);
  expr_program_unref (derivatives->arguments);
  g_free (derivatives->switch_kinds);
  g_strfreev (derivatives->switch_names);
  g_free (derivatives->modes);
  model_derivative_part_free (derivatives->slow);
  model_derivative_part_free (derivatives->initial);
  g_free (derivatives->initial_level);
}
