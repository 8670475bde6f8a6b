/* Derives the equations of mechanics and rotations symbolically.
 *
 *   M a = f + Gᵀλ with G = ∂c/∂q, and the constraint differentiated twice, G a = −γ, where
 *   ċ = G v + ∂c/∂t,  γ = (∂ċ/∂q) v + ∂ċ/∂t,
 *
 * and with Baumgarte's stabilization γ + 2α ċ + β² c (Baumgarte, Comp. Meth. Appl. Mech. Eng. 1 (1972) 1-16). Accelerations and multipliers
 * are inputs of the graph; model-mechanics.c solves for them before an evaluation. */
#include "model-plan-parts.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static ExprValue
binary (ModelPlan *plan, const char *op, ExprValue a, ExprValue b)
{
  return expr_graph_apply (plan->graph, op, (ExprValue[]){ a, b }, 2);
}

static ExprValue
number (ModelPlan *plan, double value)
{
  return expr_graph_constant (plan->graph, value);
}

static ExprValue
state (ModelPlan *plan, int index)
{
  return expr_graph_input (plan->graph, plan->base_x + index);
}

/* ---- mechanics ---- */

static void
number_coordinates (ModelPlan *plan)
{
  int n = plan->n_accelerations;

  plan->mechanics.n_coordinates = n;
  plan->mechanics.n_constraints = plan->n_multipliers;
  plan->mechanics.position = g_new0 (int, n + 1);
  plan->mechanics.velocity = g_new0 (int, n + 1);
  for (int k = 0; k < plan->n_symbols; k++)
    {
      const ModelSymbol *symbol = &plan->symbols[k];

      if (symbol->declaration->class != MODEL_CLASS_COORDINATE)
        continue;
      plan->mechanics.position[symbol->number] = symbol->first;
      plan->mechanics.velocity[symbol->number] = symbol->first + 1;
      plan->kinds[symbol->first] = ODE_POSITION;
      plan->kinds[symbol->first + 1] = ODE_VELOCITY;
    }
}

static ExprValue
mechanics_value (ModelPlan *plan, const ModelField *field, int item, const char *role, const char *subject)
{
  ModelContext context = { .role = role, .subject = subject, .allowed = MODEL_USES_ALL & ~MODEL_USES_MULTIPLIERS };

  return item < field->n_items ? model_scope_value (plan, &field->items[item], &context) : EXPR_NO_VALUE;
}

static void
elaborate_mass (ModelPlan *plan)
{
  const ModelField *matrix = &plan->model->mechanics_mass;
  int n = plan->n_accelerations;

  plan->mechanics.mass = g_new0 (ExprValue, n * n + 1);
  for (int k = 0; k < n * n; k++)
    plan->mechanics.mass[k] = number (plan, 0);
  if (matrix->node != NULL && (matrix->n_columns != n || matrix->n_items != n * n))
    {
      model_plan_error (plan, matrix->node, _("'mass_matrix' must have %d rows of %d values, one for each coordinate"), n, n);
      return;
    }
  for (int k = 0; k < matrix->n_items; k++)
    plan->mechanics.mass[k] = mechanics_value (plan, matrix, k, N_("the mass matrix"), NULL);
  for (int k = 0; k < plan->n_symbols && matrix->node == NULL; k++)
    {
      const ModelSymbol *symbol = &plan->symbols[k];

      if (symbol->declaration->class == MODEL_CLASS_COORDINATE)
        plan->mechanics.mass[symbol->number * (n + 1)]
            = mechanics_value (plan, &symbol->declaration->fields[MODEL_FIELD_MASS], 0, N_("the mass of '%s'"), symbol->declaration->name);
    }
}

static void
elaborate_force (ModelPlan *plan)
{
  plan->mechanics.force = g_new0 (ExprValue, plan->n_accelerations + 1);
  for (int k = 0; k < plan->n_symbols; k++)
    {
      const ModelSymbol *symbol = &plan->symbols[k];

      if (symbol->declaration->class == MODEL_CLASS_COORDINATE)
        plan->mechanics.force[symbol->number]
            = mechanics_value (plan, &symbol->declaration->fields[MODEL_FIELD_VALUE], 0, N_("the force on '%s'"),
                               symbol->declaration->name);
    }
}

/* Returns whether a constraint of the mechanics depends only on positions and time. Other constraints are an
 * error. */
static gboolean
check_constraint (ModelPlan *plan, const ModelDeclaration *declaration, ExprValue value)
{
  g_autofree gboolean *flags = g_new0 (gboolean, plan->n_inputs + 1);

  expr_graph_dependencies (plan->graph, value, flags, plan->n_inputs);
  for (int k = 0; k < plan->mechanics.n_coordinates; k++)
    flags[plan->base_x + plan->mechanics.position[k]] = FALSE;
  for (int k = 0; k < plan->n_states; k++)
    if (flags[plan->base_x + k])
      {
        model_plan_error (plan, declaration->fields[MODEL_FIELD_VALUE].node,
                          _("the constraint '%s' may depend on positions of the mechanics and on t, not on other states"),
                          declaration->name);
        return FALSE;
      }
  return TRUE;
}

/* Returns the time derivative Σ_k ∂value/∂q_k · v_k + ∂value/∂t. */
static ExprValue
total_derivative (ModelPlan *plan, ExprValue value, ExprValue *gradient)
{
  ExprValue sum = expr_graph_derivative (plan->graph, value, plan->base_t);

  for (int k = 0; k < plan->mechanics.n_coordinates; k++)
    {
      ExprValue slope = expr_graph_derivative (plan->graph, value, plan->base_x + plan->mechanics.position[k]);

      if (gradient != NULL)
        gradient[k] = slope;
      sum = binary (plan, "+", sum, binary (plan, "*", slope, state (plan, plan->mechanics.velocity[k])));
    }
  return sum;
}

static ExprValue
gain (ModelPlan *plan, const ModelDeclaration *declaration, ModelFieldId slot, const char *role, int input)
{
  ModelContext context = { .role = role, .subject = declaration->name, .allowed = MODEL_USES_PARAMETERS };

  if (declaration->fields[slot].n_items == 0)
    return expr_graph_input (plan->graph, plan->base_stabilization + input);
  return model_scope_value (plan, &declaration->fields[slot].items[0], &context);
}

static void
elaborate_constraint (ModelPlan *plan, const ModelSymbol *symbol)
{
  const ModelDeclaration *declaration = symbol->declaration;
  int n = plan->mechanics.n_coordinates;
  int c = symbol->first;
  ExprValue value = mechanics_value (plan, &declaration->fields[MODEL_FIELD_VALUE], 0, N_("the constraint '%s'"), declaration->name);
  ExprValue alpha = gain (plan, declaration, MODEL_FIELD_ALPHA, N_("alpha of '%s'"), 1);
  ExprValue beta = gain (plan, declaration, MODEL_FIELD_BETA, N_("beta of '%s'"), 2);
  ExprValue speed, bias, pull;

  if (value == EXPR_NO_VALUE || alpha == EXPR_NO_VALUE || beta == EXPR_NO_VALUE || !check_constraint (plan, declaration, value))
    return;
  speed = total_derivative (plan, value, &plan->mechanics.jacobian[c * n]);
  bias = total_derivative (plan, speed, NULL);
  pull = binary (plan, "*", binary (plan, "*", number (plan, 2), alpha), speed);
  pull = binary (plan, "+", pull, binary (plan, "*", binary (plan, "*", beta, beta), value));
  pull = binary (plan, "*", expr_graph_input (plan->graph, plan->base_stabilization), pull);
  plan->mechanics.constraint[c] = value;
  plan->mechanics.velocity_constraint[c] = speed;
  plan->mechanics.bias[c] = binary (plan, "+", bias, pull);
}

static void
elaborate_constraints (ModelPlan *plan)
{
  int n_constraints = plan->n_multipliers;

  plan->mechanics.constraint = g_new0 (ExprValue, n_constraints + 1);
  plan->mechanics.velocity_constraint = g_new0 (ExprValue, n_constraints + 1);
  plan->mechanics.bias = g_new0 (ExprValue, n_constraints + 1);
  plan->mechanics.jacobian = g_new0 (ExprValue, n_constraints * plan->n_accelerations + 1);
  for (int k = 0; k < plan->n_symbols; k++)
    if (plan->symbols[k].declaration->class == MODEL_CLASS_MULTIPLIER)
      elaborate_constraint (plan, &plan->symbols[k]);
}

/* Returns whether the accelerations are explicit expressions a = f/m: the mass matrix is diagonal, there are no constraints, and no
 * expression uses accelerations. */
static gboolean
is_plain (ModelPlan *plan)
{
  int n = plan->mechanics.n_coordinates;
  g_autofree gboolean *flags = g_new0 (gboolean, plan->n_inputs + 1);
  double zero;

  if (plan->mechanics.n_constraints > 0)
    return FALSE;
  for (int k = 0; k < n * n; k++)
    if (plan->mechanics.mass[k] == EXPR_NO_VALUE)
      return FALSE;
    else if (k % (n + 1) != 0 && !(expr_graph_is_constant (plan->graph, plan->mechanics.mass[k], &zero) && zero == 0))
      return FALSE;
  for (int k = 0; k < plan->n_states; k++)
    if (plan->derivatives[k] != EXPR_NO_VALUE)
      expr_graph_dependencies (plan->graph, plan->derivatives[k], flags, plan->n_inputs);
  for (int k = 0; k < n; k++)
    if (flags[plan->base_accelerations + k])
      return FALSE;
  return TRUE;
}

void
model_plan_elaborate_mechanics (ModelPlan *plan)
{
  if (!plan->model->has_mechanics)
    return;
  number_coordinates (plan);
  elaborate_mass (plan);
  elaborate_force (plan);
  elaborate_constraints (plan);
  plan->mechanics.is_symbolic = is_plain (plan);
  for (int k = 0; k < plan->mechanics.n_coordinates; k++)
    {
      ExprValue acceleration = expr_graph_input (plan->graph, plan->base_accelerations + k);

      if (plan->mechanics.is_symbolic)
        acceleration = binary (plan, "/", plan->mechanics.force[k], plan->mechanics.mass[k * (plan->mechanics.n_coordinates + 1)]);
      plan->derivatives[plan->mechanics.position[k]] = state (plan, plan->mechanics.velocity[k]);
      plan->derivatives[plan->mechanics.velocity[k]] = acceleration;
    }
  /* Solutions satisfy c = 0 and ċ = 0. The projection onto the constraints uses first these two and then the constraints at the top level
   * of the file. */
  if (plan->errors->len == 0)
    g_array_append_vals (plan->constraint_values, plan->mechanics.constraint, (guint) plan->mechanics.n_constraints);
}

/* ---- rotations ---- */

/* Kinematic equations of a quaternion q with angular velocity ω: q' = ½ q⊗(0, ω) in the body frame, q' = ½ (0, ω)⊗q in the world frame. Row
 * k of the product is Σ sign·q[index]·ω. */
typedef struct
{
  int index[3];
  double sign[3];
} RotationRow;

static const RotationRow rotation_rows[2][4] = {
  { { { 1, 2, 3 }, { -1, -1, -1 } }, { { 0, 3, 2 }, { 1, -1, 1 } }, { { 3, 0, 1 }, { 1, 1, -1 } }, { { 2, 1, 0 }, { -1, 1, 1 } } },
  { { { 1, 2, 3 }, { -1, -1, -1 } }, { { 0, 3, 2 }, { 1, 1, -1 } }, { { 3, 0, 1 }, { -1, 1, 1 } }, { { 2, 1, 0 }, { 1, -1, 1 } } },
};

static gboolean
read_vector (ModelPlan *plan, const ModelField *field, const char *role, const char *subject, ExprValue *vector)
{
  gboolean good = field->n_items == 3;

  for (int k = 0; k < 3 && k < field->n_items; k++)
    {
      ModelContext context = { .role = role, .subject = subject, .allowed = MODEL_USES_ALL };

      vector[k] = model_scope_value (plan, &field->items[k], &context);
      good &= vector[k] != EXPR_NO_VALUE;
    }
  return good;
}

/* Computes R(q) v, the vector v rotated from the body frame to the world frame, as v + 2 w (u×v) + 2 u×(u×v) with q = (w,
 * u). */
static void
turn (ModelPlan *plan, int quaternion, const ExprValue *v, ExprValue *turned)
{
  ExprValue w = state (plan, quaternion);
  ExprValue u[3], first[3], second[3];

  for (int k = 0; k < 3; k++)
    u[k] = state (plan, quaternion + 1 + k);
  for (int k = 0; k < 3; k++)
    {
      int l = (k + 1) % 3, m = (k + 2) % 3;

      first[k] = binary (plan, "-", binary (plan, "*", u[l], v[m]), binary (plan, "*", u[m], v[l]));
    }
  for (int k = 0; k < 3; k++)
    {
      int l = (k + 1) % 3, m = (k + 2) % 3;

      second[k] = binary (plan, "-", binary (plan, "*", u[l], first[m]), binary (plan, "*", u[m], first[l]));
      turned[k] = binary (plan, "+", binary (plan, "*", w, first[k]), second[k]);
      turned[k] = binary (plan, "+", v[k], binary (plan, "*", number (plan, 2), turned[k]));
    }
}

static void
elaborate_rotation (ModelPlan *plan, const ModelSymbol *symbol)
{
  const ModelDeclaration *declaration = symbol->declaration;
  ExprValue rates[6];
  gboolean has_place = symbol->n_elements > 4;

  for (int k = 0; k < 6; k++)
    rates[k] = number (plan, 0);
  for (int k = 0; k < symbol->n_elements; k++)
    plan->kinds[symbol->first + k] = ODE_POSITION;
  if (!read_vector (plan, &declaration->fields[MODEL_FIELD_ANGULAR_VELOCITY], N_("the angular velocity of '%s'"), declaration->name, rates))
    return;
  if (has_place && !read_vector (plan, &declaration->fields[MODEL_FIELD_VELOCITY], N_("the velocity of '%s'"), declaration->name,
                                 rates + 3))
    return;
  for (int k = 0; k < 4; k++)
    {
      const RotationRow *row = &rotation_rows[declaration->world_frame][k];
      ExprValue sum = number (plan, 0);

      for (int m = 0; m < 3; m++)
        sum = binary (plan, row->sign[m] > 0 ? "+" : "-", sum,
                      binary (plan, "*", state (plan, symbol->first + row->index[m]), rates[m]));
      plan->derivatives[symbol->first + k] = binary (plan, "*", number (plan, 0.5), sum);
    }
  if (has_place && declaration->world_frame)
    memcpy (&plan->derivatives[symbol->first + 4], &rates[3], 3 * sizeof *rates);
  else if (has_place)
    turn (plan, symbol->first, &rates[3], &plan->derivatives[symbol->first + 4]);
  g_array_append_vals (plan->rates, rates, 6);
}

void
model_plan_elaborate_rotations (ModelPlan *plan)
{
  GArray *rotations = g_array_new (FALSE, TRUE, sizeof (OdeRotation));

  for (int k = 0; k < plan->n_symbols; k++)
    {
      const ModelSymbol *symbol = &plan->symbols[k];
      OdeRotation rotation = { symbol->first, symbol->n_elements > 4 ? symbol->first + 4 : -1, symbol->declaration->world_frame };

      if (symbol->declaration->class != MODEL_CLASS_ROTATION)
        continue;
      elaborate_rotation (plan, symbol);
      g_array_append_val (rotations, rotation);
    }
  plan->n_rotations = (int) rotations->len;
  plan->rotations = (OdeRotation *) (gpointer) g_array_free (rotations, FALSE);
}
