/* Elaborates the mass matrix M of M x' = f. M is the identity, except for the rows given in the file and for algebraic unknowns, whose rows
 * are zero. */
#include "model-plan-parts.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Returns the states listed in `mass_matrix`, in the order of the file, or NULL after an
 * error. */
static GArray *
find_rows (ModelPlan *plan, ModelYaml *rows)
{
  GArray *states = g_array_new (FALSE, FALSE, sizeof (int));
  int n = rows->type == MODEL_YAML_LIST ? rows->n_items : 1;
  gboolean good = TRUE;

  for (int k = 0; k < n; k++)
    {
      ModelYaml *row = rows->type == MODEL_YAML_LIST ? rows->items[k] : rows;
      ModelSymbol *symbol = row->type == MODEL_YAML_SCALAR ? model_scope_find (plan, row->text) : NULL;

      if (row->broken)
        good = FALSE;
      else if (symbol == NULL || symbol->declaration->class != MODEL_CLASS_STATE)
        {
          if (symbol != NULL)
            model_plan_error (plan, row, _("'rows' must name states; '%s' is %s"), row->text,
                              _(model_class_label (symbol->declaration->class)));
          else if (row->type == MODEL_YAML_SCALAR)
            model_plan_error (plan, row, _("'rows' must name states; '%s' is not declared"), row->text);
          else
            model_plan_error (plan, row, _("'rows' must name states, one by one"));
          good = FALSE;
        }
      else
        for (int m = 0; m < symbol->n_elements; m++)
          {
            int state = symbol->first + m;

            for (guint l = 0; l < states->len; l++)
              if (g_array_index (states, int, l) == state)
                {
                  model_plan_error (plan, row, _("'%s' is in 'rows' twice"), row->text);
                  good = FALSE;
                }
            g_array_append_val (states, state);
          }
    }
  if (good)
    return states;
  g_array_unref (states);
  return NULL;
}

typedef struct
{
  int row, column;
  ExprValue value;
} Entry;

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *left = a;
  const Entry *right = b;

  return left->column != right->column ? left->column - right->column : left->row - right->row;
}

/* Adds the entries of the rows given in the file, and marks the states to which these rows
 * belong. */
static void
add_given (ModelPlan *plan, const GArray *states, GArray *entries, gboolean *given)
{
  const ModelField *values = &plan->model->mass_values;
  int n = (int) states->len;

  for (int k = 0; k < n; k++)
    {
      int row = g_array_index (states, int, k);
      gboolean is_zero = TRUE;

      given[row] = TRUE;
      for (int m = 0; m < n; m++)
        {
          ModelContext context = { .role = N_("the mass matrix"), .allowed = MODEL_USES_PARAMETERS };
          Entry entry = { row, g_array_index (states, int, m), EXPR_NO_VALUE };
          double number;

          entry.value = model_scope_value (plan, &values->items[k * n + m], &context);
          if (entry.value == EXPR_NO_VALUE || (expr_graph_is_constant (plan->graph, entry.value, &number) && number == 0))
            continue;
          is_zero = FALSE;
          g_array_append_val (entries, entry);
        }
      if (is_zero)
        plan->kinds[row] = ODE_ALGEBRAIC;
    }
}

/* Returns whether the rows given in the file are singular for the parameters of the file, by
 * Gaussian elimination with complete pivoting. Pivots below 1e-12 of the largest count as
 * zero: numbers in a file have few digits, and a matrix this close to singular could not be
 * used. */
static gboolean
is_singular (ModelPlan *plan, int n)
{
  g_autofree double *M = g_new0 (double, n * n + 1);
  double largest = 0;

  for (int k = 0; k < n * n; k++)
    {
      ModelContext context = { .role = N_("the mass matrix"), .allowed = MODEL_USES_PARAMETERS };

      if (!model_plan_standard_value (plan, model_scope_value (plan, &plan->model->mass_values.items[k], &context), &M[k]))
        return FALSE;
    }
  for (int k = 0; k < n; k++)
    {
      int p = k, q = k;

      for (int i = k; i < n; i++)
        for (int j = k; j < n; j++)
          if (fabs (M[i * n + j]) > fabs (M[p * n + q]))
            {
              p = i;
              q = j;
            }
      largest = MAX (largest, fabs (M[p * n + q]));
      if (!(fabs (M[p * n + q]) > 1e-12 * largest))
        return TRUE;
      for (int j = 0; j < n; j++)
        {
          double swap = M[k * n + j];

          M[k * n + j] = M[p * n + j];
          M[p * n + j] = swap;
        }
      for (int i = 0; i < n; i++)
        {
          double swap = M[i * n + k];

          M[i * n + k] = M[i * n + q];
          M[i * n + q] = swap;
        }
      for (int i = k + 1; i < n; i++)
        for (int j = n - 1; j >= k; j--)
          M[i * n + j] -= M[i * n + k] / M[k * n + k] * M[k * n + j];
    }
  return FALSE;
}

static void
keep_pattern (ModelPlan *plan, GArray *entries)
{
  int *start = g_new0 (int, plan->n_states + 1);
  int *row = g_new0 (int, entries->len + 1);

  g_array_sort (entries, compare_entries);
  plan->slow_mass = (int) plan->slow->len;
  for (guint k = 0; k < entries->len; k++)
    {
      const Entry *entry = &g_array_index (entries, Entry, k);

      row[k] = entry->row;
      start[entry->column + 1]++;
      model_plan_add_slow (plan, entry->value);
    }
  for (int k = 0; k < plan->n_states; k++)
    start[k + 1] += start[k];
  plan->mass_pattern = (OdePattern){ plan->n_states, plan->n_states, start, row };
  plan->has_mass = TRUE;
}

void
model_plan_elaborate_mass (ModelPlan *plan)
{
  const Model *model = plan->model;
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_autoptr (GArray) states = NULL;
  g_autofree gboolean *given = g_new0 (gboolean, plan->n_states + 1);
  gboolean any = FALSE;

  for (int k = 0; k < plan->n_states; k++)
    any |= plan->kinds[k] == ODE_ALGEBRAIC;
  if (model->mass_rows != NULL && !model->mass_rows->broken && model->mass_values.node != NULL)
    {
      int n;

      states = find_rows (plan, model->mass_rows);
      if (states == NULL)
        return;
      n = (int) states->len;
      if (model->mass_values.n_items != n * n || model->mass_values.n_columns != n)
        {
          model_plan_error (plan, model->mass_values.node,
                            _("'values' must be a %d by %d matrix with a row and a column for each state of 'rows'"), n, n);
          return;
        }
      add_given (plan, states, entries, given);
      plan->mass_is_singular = is_singular (plan, n);
      any = TRUE;
    }
  if (!any)
    return;
  for (int k = 0; k < plan->n_states; k++)
    if (!given[k] && plan->kinds[k] != ODE_ALGEBRAIC)
      {
        Entry entry = { k, k, expr_graph_constant (plan->graph, 1) };

        g_array_append_val (entries, entry);
      }
  keep_pattern (plan, entries);
}
