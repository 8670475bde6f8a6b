/* Infers the units of expressions and compares them with the declared units. */
#include "model-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "model-private.h"
#include "model-unit.h"

/* The chains of variables and of calls that are followed. A longer chain has no known unit. */
#define MOST_DEPTH 200
/* Calls of functions are expanded, as in a plan. Beyond this number of nodes, units are not known. */
#define MOST_NODES 4000000
#define LONGEST_TEXT 48

typedef enum
{
  UNKNOWN,
  NUMBER, /* made of numbers only: has the unit that is needed in a sum, and none in a product */
  UNIT
} Kind;

/* The unit of an expression. */
typedef struct
{
  Kind kind;
  gboolean sure;    /* FALSE: the expression contains a number that may have a unit */
  double number;    /* value of a NUMBER; NaN: it depends on an index */
  ModelUnit unit;   /* of a UNIT */
  const char *text; /* unit as declared, if the expression is a name; otherwise NULL */
} Value;

typedef struct
{
  const Model *model;
  GPtrArray *diagnostics;
  ModelUnitsReport *report;
  GHashTable *units;   /* ModelDeclaration → Value, owned; declarations whose unit was asked for */
  GPtrArray *arena;    /* Value, owned; the values of one expression */
  ModelUnit time;
  gboolean has_time;
  int depth;
  guint n_nodes;
  guint n_warnings;    /* warnings in the present expression */
  gboolean is_open;    /* the present expression contains an operand without a known unit */
  const ModelDeclaration *function; /* function whose body is evaluated; NULL: none */
  const Value *const *arguments;
} Check;

static const Value *infer (Check *check, const ExprTree *tree);

static Value *
value_new (Check *check, Kind kind)
{
  Value *value = g_new0 (Value, 1);

  value->kind = kind;
  value->sure = TRUE;
  value->number = NAN;
  value->unit = model_unit_one;
  g_ptr_array_add (check->arena, value);
  return value;
}

static Value *
unknown (Check *check)
{
  check->is_open = TRUE;
  return value_new (check, UNKNOWN);
}

static Value *
unit_value (Check *check, const ModelUnit *unit, gboolean sure)
{
  Value *value = value_new (check, UNIT);

  value->unit = *unit;
  value->sure = sure;
  return value;
}

/* ---- warnings ---- */

static void warn (Check *check, const ExprTree *tree, const char *format, ...) G_GNUC_PRINTF (3, 4);

static void
warn (Check *check, const ExprTree *tree, const char *format, ...)
{
  ExprPlace place = expr_tree_place (tree);
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  model_diagnostics_add_warning (check->diagnostics, check->model->file, place.line, place.column, "%s", message);
  check->n_warnings++;
}

/* Returns the text of a unit for messages. Free it with g_free. */
static char *
text_of (const Value *value)
{
  if (value->text == NULL)
    return model_unit_text (&value->unit);
  return g_strdup (*value->text != '\0' ? value->text : "1");
}

/* Returns the text of an expression, cut if it is long. Free it with g_free. */
static char *
expression_text (const ExprTree *tree)
{
  g_autofree char *text = expr_tree_to_string (tree);

  if (g_utf8_strlen (text, -1) <= LONGEST_TEXT)
    return g_steal_pointer (&text);
  *g_utf8_offset_to_pointer (text, LONGEST_TEXT - 1) = '\0';
  return g_strconcat (text, "…", NULL);
}

static char *
number_text (double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (text, sizeof text, "%.10g", number));
}

/* Returns whether both units are certain, so that a difference is one. */
static gboolean
decided (Check *check, const Value *a, const Value *b)
{
  if (a->sure && b->sure)
    return TRUE;
  check->is_open = TRUE;
  return FALSE;
}

/* Returns the unit of two operands that must have the same, and warns if they have not. */
static Value *
same_unit (Check *check, const Value *a, const Value *b, const ExprTree *a_tree, const ExprTree *b_tree)
{
  g_autofree char *a_unit = NULL, *b_unit = NULL, *a_text = NULL, *b_text = NULL, *ratio = NULL;

  if (a->kind == NUMBER && b->kind == NUMBER)
    {
      Value *value = value_new (check, NUMBER);

      value->sure = a->sure && b->sure;
      return value;
    }
  if (a->kind != UNIT || b->kind != UNIT)
    {
      const Value *known = a->kind == UNIT ? a : b;

      return known->kind == UNIT ? unit_value (check, &known->unit, known->sure && a->kind != UNKNOWN && b->kind != UNKNOWN) : unknown (check);
    }
  if (model_unit_is_equal (&a->unit, &b->unit))
    return unit_value (check, &a->unit, a->sure && b->sure);
  if (!decided (check, a, b))
    return unknown (check);
  a_unit = text_of (a);
  b_unit = text_of (b);
  a_text = expression_text (a_tree);
  b_text = expression_text (b_tree);
  ratio = number_text (b->unit.factor / a->unit.factor);
  if (model_unit_is_same_kind (&a->unit, &b->unit))
    warn (check, b_tree, _("'%s' has the unit %s and '%s' the unit %s; to convert it, write %s*(%s)"), a_text, a_unit, b_text, b_unit, ratio, b_text);
  else
    warn (check, b_tree, _("'%s' has the unit %s and '%s' the unit %s, which cannot be added or compared"), a_text, a_unit, b_text, b_unit);
  return value_new (check, UNKNOWN);
}

/* Warns if the operand of a function, or an exponent, is not a number. */
static void
expect_number (Check *check, const Value *value, const ExprTree *tree, const char *of)
{
  g_autofree char *unit = NULL, *text = NULL, *factor = NULL;

  if (value->kind != UNIT || model_unit_is_equal (&value->unit, &model_unit_one) || !decided (check, value, value))
    return;
  unit = text_of (value);
  text = expression_text (tree);
  factor = number_text (value->unit.factor);
  if (model_unit_is_same_kind (&value->unit, &model_unit_one))
    warn (check, tree, _("%s needs a number or an angle in rad, but '%s' has the unit %s; to convert it, write %s*(%s)"), of, text, unit, factor, text);
  else
    warn (check, tree, _("%s needs a number, but '%s' has the unit %s"), of, text, unit);
}

/* ---- names ---- */

static const Value *infer_declaration (Check *check, const ModelDeclaration *declaration);

/* Sets the unit of the derivative of a quantity. */
static Value *
per_time (Check *check, const Value *value, double power)
{
  ModelUnit unit;

  if (value->kind != UNIT || !check->has_time || !model_unit_multiply (&value->unit, &check->time, -power, &unit))
    return unknown (check);
  return unit_value (check, &unit, value->sure);
}

/* Returns the unit of x.v, x.a or R.w. */
static const Value *
infer_part (Check *check, const char *name)
{
  const char *dot = strchr (name, '.');
  g_autofree char *base = g_strndup (name, (gsize) (dot - name));
  const ModelDeclaration *declaration = g_hash_table_lookup (check->model->names, base);

  if (declaration == NULL)
    return unknown (check);
  if (declaration->class == MODEL_CLASS_COORDINATE && strcmp (dot, ".v") == 0)
    return per_time (check, infer_declaration (check, declaration), 1);
  if (declaration->class == MODEL_CLASS_COORDINATE && strcmp (dot, ".a") == 0)
    return per_time (check, infer_declaration (check, declaration), 2);
  if (declaration->class == MODEL_CLASS_ROTATION && dot[1] != 'p')
    return unit_value (check, &model_unit_one, TRUE);
  return unknown (check);
}

static gpointer
fold_name (gpointer user, const ExprTree *tree, const char *name)
{
  Check *check = user;
  const ModelDeclaration *declaration;

  if (check->function != NULL)
    for (int k = 0; k < check->function->n_arguments; k++)
      if (strcmp (name, check->function->arguments[k]) == 0)
        return (gpointer) check->arguments[k];
  if (strcmp (name, "t") == 0 || strcmp (name, "t0") == 0)
    return check->has_time ? unit_value (check, &check->time, TRUE) : unknown (check);
  if (strchr (name, '.') != NULL)
    return (gpointer) infer_part (check, name);
  declaration = g_hash_table_lookup (check->model->names, name);
  /* Other names are pi and the indices of elements and sums. */
  return declaration != NULL ? (gpointer) infer_declaration (check, declaration) : value_new (check, NUMBER);
}

/* Returns the unit of a quantity: that which it declares, or else that of the expression of a variable or output. */
static const Value *
infer_declaration (Check *check, const ModelDeclaration *declaration)
{
  Value *known = g_hash_table_lookup (check->units, declaration);
  const ModelField *field = &declaration->fields[MODEL_FIELD_VALUE];
  const ModelDeclaration *function = check->function;
  Value value = { .kind = UNKNOWN, .sure = TRUE, .number = NAN, .unit = model_unit_one };

  if (known != NULL)
    {
      check->is_open |= known->kind == UNKNOWN;
      return known;
    }
  if (declaration->has_unit)
    {
      if (model_unit_parse (declaration->unit, &value.unit))
        value.kind = UNIT;
      value.text = declaration->unit;
    }
  else if ((declaration->class == MODEL_CLASS_VARIABLE || declaration->class == MODEL_CLASS_OUTPUT || declaration->class == MODEL_CLASS_CONSTANT)
           && field->n_items > 0 && field->items[0].tree != NULL && check->depth < MOST_DEPTH)
    {
      GPtrArray *diagnostics = check->diagnostics;
      g_autoptr (GPtrArray) unseen = model_diagnostics_new ();
      guint n_warnings = check->n_warnings;

      /* The expression has its own turn, in which its warnings are kept. */
      check->diagnostics = unseen;
      check->function = NULL;
      value = *infer (check, field->items[0].tree);
      value.text = NULL;
      /* A constant such as g = 9.81 without a unit may have one. */
      if (value.kind == NUMBER)
        value.kind = UNKNOWN;
      check->diagnostics = diagnostics;
      check->n_warnings = n_warnings;
      check->function = function;
    }
  check->is_open |= value.kind == UNKNOWN;
  known = g_new (Value, 1);
  *known = value;
  g_hash_table_insert (check->units, (gpointer) declaration, known);
  return known;
}

/* ---- operations ---- */

/* Returns whether a number is one in every product: a whole number below 10, or such a number divided by one up to 8. */
static gboolean
is_pure (double number)
{
  for (int below = 1; below <= 8; below++)
    {
      double times = fabs (number) * below;

      if (fabs (number) < 10 && fabs (times - round (times)) <= 1e-14 * times)
        return TRUE;
    }
  return FALSE;
}

static gpointer
fold_number (gpointer user, double number)
{
  Check *check = user;
  Value *value = value_new (check, NUMBER);

  value->number = number;
  value->sure = is_pure (number);
  return value;
}

static Value *
product (Check *check, const Value *a, const Value *b, double power)
{
  ModelUnit unit;
  Value *value;

  /* 0 times a quantity is 0 in every unit. */
  if ((a->kind == NUMBER && a->number == 0) || (power > 0 && b->kind == NUMBER && b->number == 0))
    {
      value = value_new (check, NUMBER);
      value->number = 0;
      return value;
    }
  if (a->kind == UNKNOWN || b->kind == UNKNOWN)
    return unknown (check);
  if (a->kind == NUMBER && b->kind == NUMBER)
    {
      value = value_new (check, NUMBER);
      value->number = power > 0 ? a->number * b->number : a->number / b->number;
      value->sure = a->sure && b->sure;
      return value;
    }
  if (!model_unit_multiply (&a->unit, &b->unit, power, &unit))
    return unknown (check);
  /* The number in 2*sin(x) is an amplitude, which may have any unit; that in x/0.5 may be a quantity. */
  if ((a->kind == NUMBER || b->kind == NUMBER) && model_unit_is_equal (&unit, &model_unit_one))
    {
      value = value_new (check, NUMBER);
      value->sure = FALSE;
      return value;
    }
  return unit_value (check, &unit, a->sure && b->sure && !(power < 0 && b->kind == NUMBER && b->number != floor (b->number)));
}

static Value *
power (Check *check, const Value *base, double exponent)
{
  ModelUnit unit;
  Value *value;

  if (base->kind == NUMBER)
    {
      value = value_new (check, NUMBER);
      value->number = pow (base->number, exponent);
      value->sure = base->sure;
      return value;
    }
  if (base->kind == UNKNOWN || !isfinite (exponent) || !model_unit_multiply (&model_unit_one, &base->unit, exponent, &unit))
    return unknown (check);
  return unit_value (check, &unit, base->sure);
}

static Value *
general_power (Check *check, const Value *base, const Value *exponent, const ExprTree *const *trees)
{
  expect_number (check, exponent, trees[1], _("an exponent"));
  if (exponent->kind == NUMBER && isfinite (exponent->number))
    return power (check, base, exponent->number);
  if (base->kind == NUMBER || (base->kind == UNIT && model_unit_is_equal (&base->unit, &model_unit_one)))
    return unit_value (check, &model_unit_one, base->sure);
  return unknown (check);
}

static gboolean
is_one_of (const char *name, const char *const *list)
{
  return g_strv_contains (list, name);
}

static const Value *
call (Check *check, const ModelDeclaration *function, const Value *const *arguments)
{
  const ModelDeclaration *outer = check->function;
  const Value *const *outer_arguments = check->arguments;
  const ModelField *body = &function->fields[MODEL_FIELD_VALUE];
  const Value *value;

  if (body->n_items == 0 || body->items[0].tree == NULL || check->depth >= MOST_DEPTH)
    return unknown (check);
  check->function = function;
  check->arguments = arguments;
  value = infer (check, body->items[0].tree);
  check->function = outer;
  check->arguments = outer_arguments;
  return value;
}

static gpointer
fold_apply (gpointer user, const ExprTree *tree, const char *operation, const gpointer *operands, const ExprTree *const *trees, int n_operands)
{
  /* Functions of numbers whose value is a number. */
  static const char *const of_numbers[] = { "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
                                            "exp", "log", "log10", "log2", "erf", NULL };
  static const char *const truths[] = { "not", "and", "or", "sign", "step", NULL };
  static const char *const unchanged[] = { "negate", "abs", "floor", "ceil", "round", "sum", "initial", NULL };
  static const char *const alike[] = { "+", "-", "min", "max", "mod", "hypot", NULL };
  Check *check = user;
  const Value *const *values = (const Value *const *) operands;
  const ModelDeclaration *declaration;

  if (++check->n_nodes > MOST_NODES || n_operands == 0)
    return unknown (check);
  if (*operation == '*' || *operation == '/')
    return product (check, values[0], values[1], *operation == '*' ? 1 : -1);
  if (*operation == '^')
    return general_power (check, values[0], values[1], trees);
  if (*operation == '<' || strcmp (operation, "atan2") == 0)
    {
      same_unit (check, values[0], values[1], trees[0], trees[1]);
      return *operation == '<' ? value_new (check, NUMBER) : unit_value (check, &model_unit_one, TRUE);
    }
  if (strcmp (operation, "if") == 0)
    return same_unit (check, values[1], values[2], trees[1], trees[2]);
  if (is_one_of (operation, alike))
    return same_unit (check, values[0], values[1], trees[0], trees[1]);
  if (strcmp (operation, "sqrt") == 0 || strcmp (operation, "cbrt") == 0)
    return power (check, values[0], *operation == 's' ? 0.5 : 1 / 3.0);
  if (is_one_of (operation, truths))
    return value_new (check, NUMBER);
  declaration = g_hash_table_lookup (check->model->names, operation);
  if (declaration != NULL)
    return declaration->class == MODEL_CLASS_FUNCTION && n_operands == declaration->n_arguments ? (gpointer) call (check, declaration, values)
                                                                                               : unknown (check);
  if (is_one_of (operation, unchanged))
    {
      Value *value = value_new (check, values[0]->kind);

      *value = *values[0];
      value->text = NULL;
      if (value->kind == NUMBER)
        value->number = *operation == 'n' ? -value->number : NAN;
      return value;
    }
  if (is_one_of (operation, of_numbers))
    {
      g_autofree char *of = g_strdup_printf ("'%s'", operation);

      expect_number (check, values[0], trees[0], of);
      return unit_value (check, &model_unit_one, TRUE);
    }
  return unknown (check);
}

/* Returns the unit of an expression; owned by the arena. */
static const Value *
infer (Check *check, const ExprTree *tree)
{
  static const ExprFold fold = { fold_number, fold_name, fold_apply };
  const Value *value;

  check->depth++;
  value = expr_tree_fold (tree, &fold, check);
  check->depth--;
  return value;
}

/* ---- declarations ---- */

/* Returns the role with the name in place of "%s". Free it with g_free. */
static char *
described (const char *role, const char *name)
{
  GString *text = g_string_new (role);

  g_string_replace (text, "%s", name, 1);
  return g_string_free (text, FALSE);
}

/* Checks an expression. `expected` is its unit, or NULL if any is right. role describes it with %s for a name. */
static void
check_expression (Check *check, const ModelExpression *expression, const Value *expected, const char *role, const char *name)
{
  const Value *value;
  Value wanted = { .kind = UNKNOWN };

  if (expression->tree == NULL)
    return;
  if (expected != NULL)
    wanted = *expected;
  g_ptr_array_set_size (check->arena, 0);
  check->n_warnings = 0;
  check->is_open = FALSE;
  value = infer (check, expression->tree);
  if (expected != NULL && value->kind == UNIT && wanted.kind == UNIT && !model_unit_is_equal (&value->unit, &wanted.unit)
      && decided (check, value, &wanted))
    {
      g_autofree char *unit = text_of (value), *right = text_of (&wanted), *factor = number_text (value->unit.factor / wanted.unit.factor);
      g_autofree char *what = described (role, name);

      if (model_unit_is_same_kind (&value->unit, &wanted.unit))
        warn (check, expression->tree, _("%s has the unit %s, but needs %s; to convert it, multiply it by %s"), what, unit, right, factor);
      else
        warn (check, expression->tree, _("%s has the unit %s, but needs %s"), what, unit, right);
    }
  if (check->n_warnings > 0)
    check->report->n_differ++;
  else if (value->kind == NUMBER && !check->is_open)
    return; /* nothing is compared: a number has the unit of the quantity that it sets */
  else if (check->is_open || (expected != NULL && (value->kind == UNKNOWN || wanted.kind == UNKNOWN)) || !value->sure)
    check->report->n_open++;
  else
    check->report->n_agree++;
}

/* Checks an expression that may have any unit. So may the branches of `if`, such as residuals of different index. */
static void
check_branches (Check *check, const ModelExpression *expression)
{
  const ExprTree *parts[3];

  if (expression->tree == NULL || !expr_tree_branches (expression->tree, parts))
    {
      check_expression (check, expression, NULL, "", "");
      return;
    }
  for (int k = 0; k < 3; k++)
    {
      ModelExpression part = { (ExprTree *) parts[k], expression->node };

      check_branches (check, &part);
    }
}

static void
check_field (Check *check, const ModelField *field, const Value *expected, const char *role, const char *name)
{
  Value kept = { .kind = UNKNOWN };

  /* The arena, which may own *expected, is emptied for each expression. */
  if (expected != NULL)
    kept = *expected;
  for (int k = 0; k < field->n_items; k++)
    if (expected != NULL)
      check_expression (check, &field->items[k], &kept, role, name);
    else
      check_branches (check, &field->items[k]);
}

static Value
inverse (const Value *value)
{
  Value result = *value;

  result.text = NULL;
  if (value->kind == UNIT && !model_unit_multiply (&model_unit_one, &value->unit, -1, &result.unit))
    result.kind = UNKNOWN;
  return result;
}

static gboolean
is_in_mass_matrix (const Model *model, const char *name)
{
  for (int k = 0; model->mass_rows != NULL && k < model->mass_rows->n_items; k++)
    if (g_strcmp0 (model->mass_rows->items[k]->text, name) == 0)
      return TRUE;
  return FALSE;
}

/* Compares mass·acceleration with the force. */
static void
check_force (Check *check, const ModelDeclaration *coordinate, const Value *acceleration)
{
  const ModelField *mass = &coordinate->fields[MODEL_FIELD_MASS];
  Value force = { .kind = UNKNOWN, .sure = TRUE };

  if (mass->n_items == 1 && mass->items[0].tree != NULL && acceleration->kind == UNIT)
    {
      const Value *inertia = infer (check, mass->items[0].tree);

      if (inertia->kind == UNIT)
        {
          force.kind = model_unit_multiply (&inertia->unit, &acceleration->unit, 1, &force.unit) ? UNIT : UNKNOWN;
          force.sure = inertia->sure;
        }
      check_field (check, mass, NULL, NULL, NULL);
    }
  check_field (check, &coordinate->fields[MODEL_FIELD_VALUE], &force, _("the force on '%s'"), coordinate->name);
}

static void
check_assignments (Check *check, const ModelAssignments *assignments)
{
  for (int k = 0; k < assignments->n_items; k++)
    {
      const ModelAssignment *assignment = &assignments->items[k];
      const Value *target = assignment->target != NULL ? infer (check, assignment->target) : NULL;

      if (target != NULL)
        check_field (check, &assignment->field, target, _("the new value of '%s'"), assignment->key->text);
    }
}

static void
check_declaration (Check *check, const ModelDeclaration *declaration)
{
  const ModelField *fields = declaration->fields;
  const char *name = declaration->name;
  Value own = *infer_declaration (check, declaration), rate = *per_time (check, &own, 1), second = *per_time (check, &own, 2);
  Value one = { .kind = UNIT, .sure = TRUE, .unit = model_unit_one }, time = { .kind = check->has_time ? UNIT : UNKNOWN, .sure = TRUE, .unit = check->time };
  Value frequency = inverse (&time), weight = inverse (&own);

  switch (declaration->class)
    {
    case MODEL_CLASS_CONSTANT:
    case MODEL_CLASS_PARAMETER:
    case MODEL_CLASS_VARIABLE:
    case MODEL_CLASS_OUTPUT:
      check_field (check, &fields[MODEL_FIELD_VALUE], declaration->has_unit ? &own : NULL, "'%s'", name);
      break;
    case MODEL_CLASS_STATE:
      if (!is_in_mass_matrix (check->model, name))
        check_field (check, &fields[MODEL_FIELD_VALUE], &rate, _("the derivative of '%s'"), name);
      break;
    case MODEL_CLASS_COORDINATE:
      check_field (check, &fields[MODEL_FIELD_VELOCITY_INITIAL], &rate, _("the initial velocity of '%s'"), name);
      check_force (check, declaration, &second);
      break;
    case MODEL_CLASS_ROTATION:
      check_field (check, &fields[MODEL_FIELD_ANGULAR_VELOCITY], &frequency, _("the angular velocity of '%s'"), name);
      check_field (check, &fields[MODEL_FIELD_ANGLE], &one, _("the angle of '%s'"), name);
      break;
    case MODEL_CLASS_EVENT:
    case MODEL_CLASS_MONITOR:
      check_field (check, &fields[MODEL_FIELD_VALUE], NULL, NULL, NULL);
      check_field (check, &fields[MODEL_FIELD_WHILE], NULL, NULL, NULL);
      check_field (check, &fields[MODEL_FIELD_EVERY], &time, _("the period of '%s'"), name);
      check_field (check, &fields[MODEL_FIELD_OFFSET], &time, _("the offset of '%s'"), name);
      check_field (check, &fields[MODEL_FIELD_AT], &time, _("the time of '%s'"), name);
      check_assignments (check, &declaration->set);
      check_assignments (check, &declaration->update);
      break;
    case MODEL_CLASS_NOISE:
      check_field (check, &fields[MODEL_FIELD_EVERY], &time, _("the period of '%s'"), name);
      break;
    case MODEL_CLASS_ALGEBRAIC:
    case MODEL_CLASS_CONSTRAINT:
    case MODEL_CLASS_MULTIPLIER:
      check_field (check, &fields[MODEL_FIELD_VALUE], NULL, NULL, NULL);
      break;
    default:
      return;
    }
  if (declaration->class != MODEL_CLASS_ROTATION)
    check_field (check, &fields[MODEL_FIELD_INITIAL], &own, _("the initial value of '%s'"), name);
  check_field (check, &fields[MODEL_FIELD_NOMINAL], &own, _("the nominal size of '%s'"), name);
  check_field (check, &fields[MODEL_FIELD_WEIGHT], &weight, _("the weight of '%s'"), name);
  check_field (check, &fields[MODEL_FIELD_WRAP], &own, _("the period of '%s'"), name);
}

static void
check_unit_text (Check *check, const ModelDeclaration *declaration)
{
  ModelUnit unit;

  if (declaration->has_unit && !model_unit_parse (declaration->unit, &unit))
    model_diagnostics_add_warning (check->diagnostics, check->model->file, declaration->key->line, declaration->key->column,
                                   _("the unit '%s' of '%s' is not understood; a unit is a product such as kg m/s^2"), declaration->unit,
                                   declaration->name);
}

void
model_units_check (const Model *model, GPtrArray *diagnostics, ModelUnitsReport *report)
{
  Check check = { .model = model, .diagnostics = diagnostics, .report = report };
  const char *time = model_time_unit (model);
  gboolean declared = *time != '\0';

  *report = (ModelUnitsReport){ 0 };
  for (guint k = 0; k < model->declarations->len && !declared; k++)
    declared = MODEL_DECLARATION (model, k)->has_unit && *MODEL_DECLARATION (model, k)->unit != '\0';
  if (!declared)
    return;
  check.has_time = *time != '\0' && model_unit_parse (time, &check.time);
  check.units = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  check.arena = g_ptr_array_new_with_free_func (g_free);
  for (guint k = 0; k < model->declarations->len; k++)
    {
      check_unit_text (&check, MODEL_DECLARATION (model, k));
      check_declaration (&check, MODEL_DECLARATION (model, k));
    }
  check_assignments (&check, &model->exact);
  model_diagnostics_sort (diagnostics);
  g_ptr_array_unref (check.arena);
  g_hash_table_unref (check.units);
}
