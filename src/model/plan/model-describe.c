/* Derives the quantities, equations and traits of a model that the user interface shows. */
#include "model-describe.h"
#include "model-plan-parts.h"
#include "model-scope.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static const char *
own (Model *model, char *text)
{
  g_ptr_array_add (model->owned, text);
  return text;
}

static void
append_node (GString *text, const ModelYaml *node)
{
  if (node->type == MODEL_YAML_SCALAR)
    {
      g_string_append (text, node->text);
      return;
    }
  g_string_append_c (text, '[');
  for (int k = 0; k < node->n_items; k++)
    {
      if (k > 0)
        g_string_append (text, ", ");
      append_node (text, node->items[k]);
    }
  g_string_append_c (text, ']');
}

static const char *
field_text (Model *model, const ModelField *field)
{
  GString *text;

  if (field->node == NULL)
    return NULL;
  if (field->node->type == MODEL_YAML_SCALAR)
    return field->node->text;
  text = g_string_new (NULL);
  append_node (text, field->node);
  return own (model, g_string_free (text, FALSE));
}

/* ---- quantities ---- */

/* Evaluates the slider range of a parameter or constant. Its expressions contain only constants. Must be called before the graph is
 * freed. */
static void
read_range (ModelPlan *plan, const ModelDeclaration *declaration, ModelQuantity *quantity)
{
  const ModelField *range = &declaration->fields[MODEL_FIELD_RANGE];

  quantity->low = quantity->high = NAN;
  if (range->n_items != 2)
    return;
  model_scope_number (plan, &range->items[0], N_("the range of '%s'"), declaration->name, &quantity->low);
  model_scope_number (plan, &range->items[1], N_("the range of '%s'"), declaration->name, &quantity->high);
}

/* Evaluates the step of a slider, and checks that range, scale and step are
 * compatible. */
static void
read_slider (ModelPlan *plan, const ModelDeclaration *declaration, ModelQuantity *quantity)
{
  const ModelField *range = &declaration->fields[MODEL_FIELD_RANGE], *step = &declaration->fields[MODEL_FIELD_STEP];

  read_range (plan, declaration, quantity);
  if (quantity->low >= quantity->high)
    model_plan_error (plan, range->node, _("the range of '%s' must increase, but goes from %g to %g"), declaration->name, quantity->low, quantity->high);
  if (declaration->log_scale && quantity->low <= 0)
    model_plan_error (plan, range->node, _("'scale: log' needs a range above 0; the range of '%s' begins at %g"), declaration->name, quantity->low);
  if (step->n_items != 1 || !model_scope_number (plan, &step->items[0], N_("the step of '%s'"), declaration->name, &quantity->step))
    return;
  if (declaration->log_scale)
    model_plan_error (plan, step->node, _("'step' needs a linear scale; with 'scale: log' the slider of '%s' moves by factors"), declaration->name);
  else if (isnan (quantity->low))
    model_plan_error (plan, step->node, _("'step' is the step of a slider, and '%s' has none; add 'range'"), declaration->name);
  else if (!(quantity->step > 0 && quantity->step <= quantity->high - quantity->low))
    model_plan_error (plan, step->node, _("the step of '%s' must be above 0 and at most %g, the width of its range"), declaration->name,
                      quantity->high - quantity->low);
}

static void
add_quantity (Model *model, ModelPlan *plan, const ModelSymbol *symbol)
{
  const ModelDeclaration *declaration = symbol->declaration;
  gboolean is_constant = declaration->class == MODEL_CLASS_CONSTANT;
  ModelQuantity quantity = {
    .name = declaration->name,
    .value = is_constant ? symbol->constant : plan->parameters[symbol->first],
    .size = symbol->n_dimensions > 0 ? symbol->n_elements : 0,
    .unit = declaration->unit,
    .about = declaration->about,
    .log_scale = declaration->log_scale,
    .distribution = declaration->distribution,
  };

  read_slider (plan, declaration, &quantity);
  g_array_append_val (is_constant ? model->constants : model->parameters, quantity);
}

/* ---- equations ---- */

static void
add_equation (Model *model, const ModelSymbol *symbol, ModelEquationKind kind, const char *left, const char *right, const char *initial)
{
  ModelEquation equation = {
    .kind = kind,
    .name = symbol->declaration->name,
    .left = left,
    .right = right != NULL ? right : "",
    .initial = initial,
    .unit = symbol->declaration->unit,
    .about = symbol->declaration->about,
    .n_elements = symbol->n_dimensions > 0 ? symbol->n_elements : 0,
  };

  g_array_append_val (model->equations, equation);
}

static const char *
left_side (Model *model, const ModelSymbol *symbol, const char *mark)
{
  const char *index = symbol->n_dimensions == 0 ? "" : symbol->n_dimensions == 1 ? "[i]" : "[i, j]";

  return own (model, g_strdup_printf ("%s%s%s", symbol->declaration->name, index, mark));
}

/* ---- the branch of an `if` that is active at the start ---- */

typedef struct { ExprScope scope; Model *model; } Mode;

/* Returns the value of a name at the start. Only discrete states whose initial values are numbers have a known
 * value. */
static ExprValue
mode_name (ExprScope *scope, ExprGraph *graph, const char *name, ExprPlace place, GPtrArray *errors)
{
  const Mode *mode = scope->user;

  for (guint k = 0; k < mode->model->equations->len; k++)
    {
      const ModelEquation *equation = &g_array_index (mode->model->equations, ModelEquation, k);
      char *end = NULL;
      double value;

      if (equation->kind != MODEL_EQUATION_DISCRETE || equation->initial == NULL || equation->n_elements > 0
          || strcmp (equation->name, name) != 0)
        continue;
      value = g_ascii_strtod (equation->initial, &end);
      if (end != equation->initial && *end == '\0')
        return expr_graph_constant (graph, value);
    }
  expr_errors_add (errors, place, "'%s' has no constant value", name); /* this error is not shown to users */
  return EXPR_NO_VALUE;
}

/* Returns the text of the branch of an `if` that is active at the start. Returns NULL if the text is not an `if` or the branch cannot be
 * determined. Free it with g_free. */
static char *
branch_at_start (Model *model, const char *text)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ExprTree) tree = expr_tree_parse (text, NULL, errors);
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  const ExprTree *parts[3], *now = tree;
  Mode mode = { .scope.user = &mode, .scope.name = mode_name, .model = model };
  double holds;

  while (now != NULL && expr_tree_branches (now, parts))
    {
      ExprValue condition = expr_graph_add_tree (graph, parts[0], &mode.scope, errors);

      if (condition == EXPR_NO_VALUE || !expr_graph_is_constant (graph, condition, &holds))
        return NULL;
      now = holds != 0 ? parts[1] : parts[2];
    }
  return now != NULL && now != tree ? expr_tree_to_string (now) : NULL;
}

/* Sets `at_start` of each equation: the branch of an `if` that is active at the start, or the whole right side. Must be called after all
 * declarations are described, because a discrete state may be declared after the state whose equation uses it. */
static void
find_modes (Model *model)
{
  for (guint k = 0; k < model->equations->len; k++)
    {
      ModelEquation *equation = &g_array_index (model->equations, ModelEquation, k);
      gboolean may_branch = equation->kind == MODEL_EQUATION_STATE && strstr (equation->right, "if") != NULL;
      char *branch = may_branch ? branch_at_start (model, equation->right) : NULL;

      equation->at_start = branch != NULL ? own (model, branch) : equation->right;
    }
}

static void
add_coordinate (Model *model, const ModelSymbol *symbol)
{
  const ModelDeclaration *declaration = symbol->declaration;
  const char *mass = field_text (model, &declaration->fields[MODEL_FIELD_MASS]);
  gboolean unit = mass != NULL && strcmp (mass, "1") == 0;
  const char *left = unit ? own (model, g_strdup_printf ("%s''", declaration->name))
                     : mass != NULL ? own (model, g_strdup_printf ("(%s)*%s''", mass, declaration->name))
                                    : own (model, g_strdup_printf ("M*%s''", declaration->name));
  const char *speed = field_text (model, &declaration->fields[MODEL_FIELD_VELOCITY_INITIAL]);

  add_equation (model, symbol, MODEL_EQUATION_STATE, own (model, g_strdup_printf ("%s'", declaration->name)),
                own (model, g_strdup_printf ("%s.v", declaration->name)), field_text (model, &declaration->fields[MODEL_FIELD_INITIAL]));
  add_equation (model, symbol, MODEL_EQUATION_STATE, left, field_text (model, &declaration->fields[MODEL_FIELD_VALUE]),
                speed != NULL ? speed : "0");
}

static void
add_rotation (Model *model, const ModelSymbol *symbol)
{
  const ModelDeclaration *declaration = symbol->declaration;
  const char *initial = field_text (model, &declaration->fields[MODEL_FIELD_INITIAL]);
  const char *omega = field_text (model, &declaration->fields[MODEL_FIELD_ANGULAR_VELOCITY]);

  if (initial == NULL)
    initial = own (model, g_strdup_printf (_("axis %s, angle %s"), field_text (model, &declaration->fields[MODEL_FIELD_AXIS]),
                                           field_text (model, &declaration->fields[MODEL_FIELD_ANGLE])));
  add_equation (model, symbol, MODEL_EQUATION_STATE, left_side (model, symbol, "'"),
                own (model, g_strdup_printf ("1/2*%s*%s", declaration->world_frame ? omega : declaration->name,
                                             declaration->world_frame ? declaration->name : omega)),
                initial);
}

static void
add_function (Model *model, const ModelSymbol *symbol)
{
  g_autofree char *arguments = g_strjoinv (", ", symbol->declaration->arguments);

  add_equation (model, symbol, MODEL_EQUATION_FUNCTION, own (model, g_strdup_printf ("%s(%s)", symbol->declaration->name, arguments)),
                field_text (model, &symbol->declaration->fields[MODEL_FIELD_VALUE]), NULL);
}

static void
describe_symbol (Model *model, ModelPlan *plan, const ModelSymbol *symbol)
{
  const ModelField *fields = symbol->declaration->fields;
  const char *value = field_text (model, &fields[MODEL_FIELD_VALUE]);
  const char *initial = field_text (model, &fields[MODEL_FIELD_INITIAL]);

  switch (symbol->declaration->class)
    {
    case MODEL_CLASS_CONSTANT:
    case MODEL_CLASS_PARAMETER:
      add_quantity (model, plan, symbol);
      break;
    case MODEL_CLASS_FUNCTION:
      add_function (model, symbol);
      break;
    case MODEL_CLASS_VARIABLE:
      add_equation (model, symbol, MODEL_EQUATION_VARIABLE, left_side (model, symbol, ""), value, NULL);
      break;
    case MODEL_CLASS_STATE:
      add_equation (model, symbol, MODEL_EQUATION_STATE, left_side (model, symbol, "'"), value, initial);
      break;
    case MODEL_CLASS_COORDINATE:
      add_coordinate (model, symbol);
      break;
    case MODEL_CLASS_ROTATION:
      add_rotation (model, symbol);
      break;
    case MODEL_CLASS_ALGEBRAIC:
      add_equation (model, symbol, MODEL_EQUATION_ALGEBRAIC, "0", value, initial);
      break;
    case MODEL_CLASS_DISCRETE:
      add_equation (model, symbol, MODEL_EQUATION_DISCRETE, left_side (model, symbol, ""), initial, initial);
      break;
    case MODEL_CLASS_MULTIPLIER:
    case MODEL_CLASS_CONSTRAINT:
      add_equation (model, symbol, MODEL_EQUATION_CONSTRAINT, "0", value, NULL);
      break;
    case MODEL_CLASS_OUTPUT:
      add_equation (model, symbol, MODEL_EQUATION_OUTPUT, left_side (model, symbol, ""), value, NULL);
      break;
    default:
      break;
    }
}

/* ---- traits ---- */

static gboolean
is_tagged (const Model *model, const char *tag)
{
  for (int k = 0; model->tags[k] != NULL; k++)
    if (g_ascii_strcasecmp (model->tags[k], tag) == 0)
      return TRUE;
  return FALSE;
}

static unsigned
find_traits (const Model *model, const ModelPlan *plan)
{
  unsigned traits = 0;

  for (int k = 0; k < plan->n_states; k++)
    if (plan->kinds[k] == ODE_ALGEBRAIC)
      traits |= MODEL_IS_DAE;
  if (plan->n_multipliers > 0 || plan->n_constraints > 0 || plan->mass_is_singular)
    traits |= MODEL_IS_DAE;
  for (guint k = 0; k < plan->events->len; k++)
    if (model_event_acts (&((const ModelPlanEvent *) g_ptr_array_index (plan->events, k))->info))
      traits |= MODEL_HAS_EVENTS;
  if (is_tagged (model, "stiff"))
    traits |= MODEL_IS_STIFF;
  if (is_tagged (model, "hamiltonian"))
    traits |= MODEL_IS_HAMILTONIAN;
  if (is_tagged (model, "dae"))
    traits |= MODEL_IS_DAE;
  if (plan->n_rotations > 0)
    traits |= MODEL_HAS_ROTATIONS;
  if (plan->n_noise > 0)
    traits |= MODEL_HAS_NOISE;
  if (model->exact.n_items > 0)
    traits |= MODEL_HAS_EXACT;
  if (plan->parameter_draws->len > 0 || plan->initial_draws->len > 0)
    traits |= MODEL_HAS_DISTRIBUTIONS;
  return traits;
}

void
model_describe (Model *model, ModelPlan *plan)
{
  for (int k = 0; k < plan->n_symbols; k++)
    describe_symbol (model, plan, &plan->symbols[k]);
  find_modes (model);
  model->traits = find_traits (model, plan);
}
