/* Reads the quantities that vary and the numbers to record, resolves their names in the model, and frees the
 * ensemble. */
#include "lab-ensemble.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-option.h"
#include "model-distribution.h"
#include "ode-random.h"

static const char *const reducer_names[LAB_N_REDUCERS] = { "final", "minimum", "maximum", "mean", "first", "last", "ever", "count", "lyapunov" };

const char *
lab_reducer_name (LabReducer reducer)
{
  return reducer_names[reducer];
}

gboolean
lab_reducer_find (const char *name, LabReducer *reducer)
{
  for (int k = 0; k < LAB_N_REDUCERS; k++)
    if (strcmp (name, reducer_names[k]) == 0)
      {
        *reducer = k;
        return TRUE;
      }
  return FALSE;
}

static void
vary_clear (gpointer item)
{
  LabVary *vary = item;

  g_free (vary->name);
  g_free (vary->text);
  expr_program_unref (vary->program);
}

static void
record_clear (gpointer item)
{
  LabRecord *record = item;

  g_free (record->name);
  g_free (record->text);
  g_free (record->label);
  g_free (record->unit);
}

static void
fan_clear (gpointer item)
{
  LabFan *fan = item;

  g_free (fan->text);
  g_free (fan->label);
  g_free (fan->unit);
}

LabEnsemble *
lab_ensemble_new (const LabProblem *problem, guint64 n_members, GError **error)
{
  g_autoptr (LabEnsemble) ensemble = g_new0 (LabEnsemble, 1);

  ensemble->problem = *problem;
  ensemble->draws_in_sweep = problem->instance.random;
  ensemble->problem.instance.random = TRUE;
  ensemble->n_members = n_members;
  ensemble->varied = g_array_new (FALSE, TRUE, sizeof (LabVary));
  g_array_set_clear_func (ensemble->varied, vary_clear);
  ensemble->records = g_array_new (FALSE, TRUE, sizeof (LabRecord));
  g_array_set_clear_func (ensemble->records, record_clear);
  ensemble->fans = g_array_new (FALSE, TRUE, sizeof (LabFan));
  g_array_set_clear_func (ensemble->fans, fan_clear);
  ensemble->trees = g_ptr_array_new_with_free_func ((GDestroyNotify) expr_tree_free);
  ensemble->system = lab_problem_instance (&ensemble->problem, error);
  if (ensemble->system == NULL)
    return NULL;
  return g_steal_pointer (&ensemble);
}

void
lab_ensemble_free (LabEnsemble *ensemble)
{
  if (ensemble == NULL)
    return;
  g_clear_pointer (&ensemble->varied, g_array_unref);
  g_clear_pointer (&ensemble->records, g_array_unref);
  g_clear_pointer (&ensemble->fans, g_array_unref);
  g_clear_pointer (&ensemble->trees, g_ptr_array_unref);
  model_formulas_free (ensemble->formulas);
  model_system_free (ensemble->system);
  g_free (ensemble);
}

/* ---- varied quantities ---- */

enum
{
  INPUT_MEMBER,
  INPUT_MEMBERS,
  N_INPUTS
};

/* Resolves the names that the text of a varied quantity may use: `member` (counted from 0), `members` (their number), and parameters that
 * are equal for all members. */
static ExprValue
vary_name (ExprScope *scope, ExprGraph *graph, const char *name, ExprPlace place, GPtrArray *errors)
{
  const LabEnsemble *ensemble = scope->user;
  double value;

  if (strcmp (name, "member") == 0)
    return expr_graph_input (graph, INPUT_MEMBER);
  if (strcmp (name, "members") == 0)
    return expr_graph_input (graph, INPUT_MEMBERS);
  if (model_system_get_parameter (ensemble->system, name, &value))
    return expr_graph_constant (graph, value);
  return EXPR_NO_VALUE;
}

/* Converts error positions in a part of a text to positions in the whole text. */
typedef struct
{
  const ExprOrigin *whole;
  int offset;
} PartOrigin;

static ExprPlace
place_in_whole (gpointer user, int character_offset)
{
  const PartOrigin *part = user;

  return expr_origin_place (part->whole, part->offset + character_offset);
}

/* Reports arguments that are invalid for all members. Returns FALSE after an error. */
static gboolean
check_arguments (const LabEnsemble *ensemble, LabVary *vary, ExprPlace place, GPtrArray *errors)
{
  g_autoptr (ExprWorkspace) workspace = expr_workspace_new (vary->program);
  g_autofree double *a = g_new0 (double, vary->n_arguments + 1);
  double *inputs = expr_workspace_inputs (workspace);

  inputs[INPUT_MEMBER] = 0;
  inputs[INPUT_MEMBERS] = (double) ensemble->n_members;
  expr_workspace_prepare (workspace);
  expr_workspace_run (workspace, a);
  for (int k = 0; k < vary->n_arguments; k++)
    if (!isfinite (a[k]))
      {
        expr_errors_add (errors, place, _("'%s' is not a finite number for the first member"), vary->text);
        return FALSE;
      }
  if ((vary->draw == MODEL_DRAW_NORMAL || vary->draw == MODEL_DRAW_LOGNORMAL) && !(a[1] >= 0))
    expr_errors_add (errors, place, _("the deviation in '%s' must not be negative"), vary->text);
  else if (vary->draw == MODEL_DRAW_UNIFORM && !(a[1] >= a[0]))
    expr_errors_add (errors, place, _("the upper end in '%s' is below the lower end"), vary->text);
  else if (vary->draw == MODEL_DRAW_EXPONENTIAL && !(a[0] > 0))
    expr_errors_add (errors, place, _("the rate in '%s' must be positive"), vary->text);
  else
    return TRUE;
  return FALSE;
}

static gboolean
parse_arguments (LabEnsemble *ensemble, LabVary *vary, GPtrArray *texts, GArray *offsets, const ExprOrigin *origin, GPtrArray *errors)
{
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  g_autofree ExprValue *values = g_new0 (ExprValue, texts->len + 1);
  ExprScope scope = { .user = ensemble, .name = vary_name };
  guint before = errors->len;

  for (guint k = 0; k < texts->len; k++)
    {
      int characters = (int) g_utf8_strlen (vary->text, g_array_index (offsets, int, k));
      PartOrigin part = { origin, characters };
      ExprOrigin from = { place_in_whole, &part };
      g_autoptr (ExprTree) tree = expr_tree_parse (texts->pdata[k], &from, errors);

      values[k] = tree != NULL ? expr_graph_add_tree (graph, tree, &scope, errors) : EXPR_NO_VALUE;
    }
  if (errors->len > before)
    return FALSE;
  vary->n_arguments = (int) texts->len;
  vary->program = expr_program_new (graph, values, (int) texts->len, N_INPUTS, 0, EXPR_PROGRAM_BYTE_CODE);
  if (vary->program == NULL)
    {
      expr_errors_add (errors, expr_origin_place (origin, 0), _("cancelled"));
      return FALSE;
    }
  return check_arguments (ensemble, vary, expr_origin_place (origin, 0), errors);
}

/* Reads a distribution such as "normal(0, 1)". If the text does not begin with the name of a distribution, reads an expression. */
static gboolean
parse_vary (LabEnsemble *ensemble, LabVary *vary, const ExprOrigin *origin, GPtrArray *errors)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) offsets = g_array_new (FALSE, FALSE, sizeof (int));
  g_autofree char *name = NULL;
  const char *usage;
  ModelDraw draw;
  int n, zero = 0;

  if (model_distribution_split (vary->text, &name, texts, offsets) && model_distribution_find (name, &draw, &n, &usage))
    {
      vary->draw = draw;
      if (n > 0 && (int) texts->len != n)
        {
          expr_errors_add (errors, expr_origin_place (origin, 0), _("'%s' has the wrong number of arguments; write %s"), vary->text, _(usage));
          return FALSE;
        }
      return parse_arguments (ensemble, vary, texts, offsets, origin, errors);
    }
  g_ptr_array_set_size (texts, 0);
  g_array_set_size (offsets, 0);
  g_ptr_array_add (texts, g_strdup (vary->text));
  g_array_append_val (offsets, zero);
  return parse_arguments (ensemble, vary, texts, offsets, origin, errors);
}

static void
report_unknown_vary (const LabEnsemble *ensemble, const char *name, ExprPlace place, GPtrArray *errors)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  Model *model = ensemble->problem.model;
  const OdeSystem *ode = model_system_ode (ensemble->system);
  const char *suggestion;

  for (int k = 0; k < model_n_parameters (model); k++)
    g_ptr_array_add (known, (gpointer) model_parameter (model, k)->name);
  for (int k = 0; k < ode->n_states; k++)
    g_ptr_array_add (known, (gpointer) ode->names[k]);
  suggestion = expr_suggest (name, (const char *const *) known->pdata, known->len);
  if (suggestion != NULL)
    expr_errors_add (errors, place, _("the model has no parameter or state '%s'; did you mean '%s'?"), name, suggestion);
  else
    expr_errors_add (errors, place, _("the model has no parameter or state '%s'"), name);
}

/* Finds the parameter or initial value with a given name. Returns FALSE after an
 * error. */
static gboolean
find_target (LabEnsemble *ensemble, const char *name, ExprPlace name_place, LabVary *vary, GPtrArray *errors)
{
  vary->stream = ode_random_hash (name);
  vary->parameter = model_system_find_parameter (ensemble->system, name);
  vary->initial = vary->parameter < 0 ? model_system_find_initial (ensemble->system, name) : -1;
  if (vary->parameter < 0 && vary->initial < 0)
    {
      report_unknown_vary (ensemble, name, name_place, errors);
      return FALSE;
    }
  for (guint k = 0; k < ensemble->varied->len; k++)
    if (strcmp (g_array_index (ensemble->varied, LabVary, k).name, name) == 0)
      {
        expr_errors_add (errors, name_place, _("'%s' is varied twice"), name);
        return FALSE;
      }
  return TRUE;
}

gboolean
lab_ensemble_vary (LabEnsemble *ensemble, const char *name, ExprPlace name_place, const char *text, const ExprOrigin *origin,
                   GPtrArray *errors)
{
  LabVary vary = { 0 };

  if (!find_target (ensemble, name, name_place, &vary, errors))
    return FALSE;
  vary.name = g_strdup (name);
  vary.text = g_strdup (text);
  if (!parse_vary (ensemble, &vary, origin, errors))
    {
      vary_clear (&vary);
      return FALSE;
    }
  g_array_append_val (ensemble->varied, vary);
  return TRUE;
}

gboolean
lab_ensemble_vary_by (LabEnsemble *ensemble, const char *name, ExprPlace name_place, const char *text, LabVaryFunc value, gpointer user,
                      GPtrArray *errors)
{
  LabVary vary = { .value = value, .user = user };

  if (!find_target (ensemble, name, name_place, &vary, errors))
    return FALSE;
  vary.name = g_strdup (name);
  vary.text = g_strdup (text);
  g_array_append_val (ensemble->varied, vary);
  return TRUE;
}

/* ---- axes of a sweep ---- */

double
lab_vary_axis_value (const LabVary *axis, guint64 k)
{
  guint64 last = (guint64) axis->n_values - 1;

  return k == last ? axis->to : axis->from + (axis->to - axis->from) * (double) k / (double) last;
}

static gboolean
read_axis (LabVary *axis, const ExprOrigin *origin, GPtrArray *errors)
{
  g_auto (GStrv) parts = g_strsplit (axis->text, ":", -1);
  double n = 0;

  if (g_strv_length (parts) == 3 && lab_option_number (parts[0], &axis->from) && lab_option_number (parts[1], &axis->to)
      && axis->from < axis->to && lab_option_number (parts[2], &n) && n >= 2 && n <= LAB_MOST_AXIS_VALUES && n == floor (n))
    {
      axis->n_values = (int) n;
      return TRUE;
    }
  expr_errors_add (errors, expr_origin_place (origin, 0), _("the axis '%s' takes A:B:N with A < B and N from 2 to %d, not '%s'"), axis->name,
                   LAB_MOST_AXIS_VALUES, axis->text);
  return FALSE;
}

gboolean
lab_ensemble_vary_axis (LabEnsemble *ensemble, const char *name, ExprPlace name_place, const char *text, const ExprOrigin *origin,
                        GPtrArray *errors)
{
  LabVary vary = { 0 };

  if (!find_target (ensemble, name, name_place, &vary, errors))
    return FALSE;
  vary.name = g_strdup (name);
  vary.text = g_strdup (text);
  if (ensemble->varied->len == LAB_MOST_AXES)
    {
      expr_errors_add (errors, name_place, _("a sweep has at most two axes"));
      vary_clear (&vary);
      return FALSE;
    }
  if (!read_axis (&vary, origin, errors))
    {
      vary_clear (&vary);
      return FALSE;
    }
  ensemble->is_sweep = TRUE;
  ensemble->problem.instance.random = ensemble->draws_in_sweep;
  g_array_append_val (ensemble->varied, vary);
  return TRUE;
}

/* Sets the numbering of the grid points: the last axis varies fastest. Returns FALSE after an error. */
static gboolean
number_points (LabEnsemble *ensemble, GPtrArray *errors)
{
  ensemble->n_members = 1;
  for (guint k = ensemble->varied->len; k-- > 0;)
    {
      LabVary *axis = &g_array_index (ensemble->varied, LabVary, k);

      axis->stride = ensemble->n_members;
      ensemble->n_members *= (guint64) axis->n_values;
    }
  if (ensemble->n_members <= LAB_MOST_MEMBERS)
    return TRUE;
  expr_errors_add (errors, (ExprPlace) { 0 }, _("the grid has more than %lu points"), (gulong) LAB_MOST_MEMBERS);
  return FALSE;
}

/* ---- recorded values ---- */

/* Parses an expression and returns the index of its formula, or −1 after an error. Equal expressions share one formula. */
static int
add_formula (LabEnsemble *ensemble, const char *text, const ExprOrigin *origin, GPtrArray *errors)
{
  ExprTree *tree = expr_tree_parse (text, origin, errors);

  if (tree == NULL)
    return -1;
  for (guint k = 0; k < ensemble->trees->len; k++)
    if (expr_tree_equal (tree, ensemble->trees->pdata[k]))
      {
        expr_tree_free (tree);
        return (int) k;
      }
  g_ptr_array_add (ensemble->trees, tree);
  return (int) ensemble->trees->len - 1;
}

gboolean
lab_ensemble_record (LabEnsemble *ensemble, const char *name, ExprPlace name_place, LabReducer reducer, const char *text,
                     const ExprOrigin *origin, GPtrArray *errors)
{
  LabRecord record = { .reducer = reducer };

  for (guint k = 0; k < ensemble->records->len; k++)
    if (strcmp (g_array_index (ensemble->records, LabRecord, k).name, name) == 0)
      {
        expr_errors_add (errors, name_place, _("'%s' is recorded twice"), name);
        return FALSE;
      }
  if (reducer == LAB_REDUCE_LYAPUNOV)
    {
      record.formula = -1;
      if (!lab_option_number (text, &record.time) || !(record.time > 0))
        {
          expr_errors_add (errors, expr_origin_place (origin, 0), _("'lyapunov' takes the time over which the exponent is measured, such as 200, "
                                                                    "not '%s'"), text);
          return FALSE;
        }
    }
  else
    {
      record.formula = add_formula (ensemble, text, origin, errors);
      if (record.formula < 0)
        return FALSE;
    }
  record.name = g_strdup (name);
  record.text = g_strdup (text);
  g_array_append_val (ensemble->records, record);
  return TRUE;
}

gboolean
lab_ensemble_fan (LabEnsemble *ensemble, const char *text, const ExprOrigin *origin, int n, GPtrArray *errors)
{
  LabFan fan = { .n = n, .formula = add_formula (ensemble, text, origin, errors) };

  if (fan.formula < 0)
    return FALSE;
  fan.text = g_strdup (text);
  g_array_append_val (ensemble->fans, fan);
  return TRUE;
}

gboolean
lab_ensemble_finish (LabEnsemble *ensemble, GPtrArray *errors)
{
  const OdeSystem *ode = model_system_ode (ensemble->system);

  if (ensemble->is_sweep && !number_points (ensemble, errors))
    return FALSE;
  if (ensemble->records->len == 0 && ensemble->fans->len == 0)
    for (int k = 0; k < ode->n_states; k++)
      lab_ensemble_record (ensemble, ode->names[k], (ExprPlace) { 0 }, LAB_REDUCE_FINAL, ode->names[k], NULL, errors);
  ensemble->n_columns = lab_ensemble_first_record (ensemble) + (int) ensemble->records->len;
  for (guint k = 0; k < ensemble->records->len; k++)
    {
      LabReducer reducer = g_array_index (ensemble->records, LabRecord, k).reducer;

      ensemble->watches_steps |= reducer != LAB_REDUCE_FINAL && reducer != LAB_REDUCE_LYAPUNOV;
    }
  for (guint k = 0; k < ensemble->fans->len; k++)
    {
      LabFan *fan = &g_array_index (ensemble->fans, LabFan, k);

      fan->column = ensemble->n_columns;
      ensemble->n_columns += fan->n;
      ensemble->watches_steps = TRUE;
    }
  ensemble->formulas = model_formulas_new (ensemble->problem.model, &ensemble->problem.instance,
                                           (const ExprTree *const *) ensemble->trees->pdata, (int) ensemble->trees->len, errors);
  return ensemble->formulas != NULL;
}

int
lab_ensemble_first_record (const LabEnsemble *ensemble)
{
  return 1 + (int) ensemble->varied->len;
}

char *
lab_ensemble_column (const LabEnsemble *ensemble, int column)
{
  int k = column - 1;

  if (column == 0)
    return g_strdup ("t");
  if (k < (int) ensemble->varied->len)
    return g_strdup (g_array_index (ensemble->varied, LabVary, k).name);
  k -= (int) ensemble->varied->len;
  if (k < (int) ensemble->records->len)
    return g_strdup (g_array_index (ensemble->records, LabRecord, k).name);
  for (guint f = 0; f < ensemble->fans->len; f++)
    {
      const LabFan *fan = &g_array_index (ensemble->fans, LabFan, f);

      if (column < fan->column + fan->n)
        return g_strdup_printf ("%s@%d", fan->text, column - fan->column);
    }
  g_assert_not_reached ();
}
