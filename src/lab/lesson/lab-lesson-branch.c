/* Runs of a lesson that begin from the state of another run. The simulator repeats the steps of the other run to the last step boundary at
 * or before the time of the branch. There it makes the changes: settings, then parameters, then states, each sorted by name. A session in
 * the window (wb-lessons-branch.c) makes the changes in the same order, so that its run has the same numbers, bit for bit. */
#include "lab-lesson-branch.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-lesson-private.h"
#include "model-lanes.h"

/* The kinds of values that a branch changes: parameters, states that are set, and states to which a number is added. `tables` contains the
 * key of the mapping of each kind in the lesson file. */
typedef enum { CHANGES_PARAMETER, CHANGES_STATE, CHANGES_SHIFT, N_CHANGES } Change;
static const char *const tables[N_CHANGES] = { "set", "state", "shift" };

const LabLessonRun *
lab_lesson_parent (const LabLesson *lesson, const LabLessonRun *run)
{
  return lab_lesson_find_run (lesson, run->parent);
}

const LabLessonRun *
lab_lesson_root (const LabLesson *lesson, const LabLessonRun *run)
{
  while (run != NULL && run->parent != NULL)
    run = lab_lesson_parent (lesson, run);
  return run;
}

GPtrArray *
lab_lesson_chain (const LabLesson *lesson, const LabLessonRun *run)
{
  GPtrArray *chain = g_ptr_array_new ();

  for (; run != NULL; run = lab_lesson_parent (lesson, run))
    g_ptr_array_insert (chain, 0, (gpointer) run);
  return chain;
}

gboolean
lab_lesson_branch_settings (const LabLessonRun *run, SimConfig *config, GPtrArray *diagnostics)
{
  guint before = model_diagnostics_n_errors (diagnostics);

  lab_lesson_apply_settings (config, run->node, NULL, diagnostics);
  return model_diagnostics_n_errors (diagnostics) == before;
}

double
lab_lesson_branch_end (const LabLessonRun *run, double parent_end)
{
  double end = parent_end;

  lab_lesson_number (model_yaml_get (run->node, "end"), &end);
  return end;
}

/* ---- the changes of one branch ---- */

typedef struct { const char *name; double value; const ModelYaml *node; gboolean shift; } Value;

static int
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (((const Value *) a)->name, ((const Value *) b)->name);
}

/* Returns the values of tables first to last, sorted by name. */
static GArray *
values_of (const LabLessonRun *run, Change first, Change last)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (Value));

  for (int k = (int) first; k <= (int) last; k++)
    {
      const ModelYaml *mapping = model_yaml_get (run->node, tables[k]);

      for (int i = 0; mapping != NULL && i < mapping->n_items; i++)
        {
          Value value = { mapping->keys[i]->text, NAN, mapping->keys[i], k == CHANGES_SHIFT };

          lab_lesson_number (mapping->items[i], &value.value);
          g_array_append_val (values, value);
        }
    }
  g_array_sort (values, by_name);
  return values;
}

void
lab_lesson_branch_values (const LabLessonRun *run, LabLessonBranchFunc func, gpointer user)
{
  g_autoptr (GArray) parameters = values_of (run, CHANGES_PARAMETER, CHANGES_PARAMETER), states = values_of (run, CHANGES_STATE, CHANGES_SHIFT);

  for (guint k = 0; k < parameters->len + states->len; k++)
    {
      const Value *value = k < parameters->len ? &g_array_index (parameters, Value, k) : &g_array_index (states, Value, k - parameters->len);

      func (value->name, value->value, k >= parameters->len, value->shift, user);
    }
}

/* Returns the present value of a state by its name. */
static double
state_value (SimSimulator *simulator, const LabLessonSetup *setup, const char *name)
{
  ModelSystem *system = sim_system_model (sim_simulator_system (simulator));
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  ExprTree *tree = expr_tree_parse (name, NULL, errors);
  ModelFormulas *formulas = NULL;
  double value = NAN;

  if (tree != NULL)
    formulas = model_formulas_new (setup->model, &setup->problem.instance, (const ExprTree *const *) &tree, 1, errors);
  if (formulas != NULL)
    model_formulas_evaluate (formulas, system, sim_simulator_t (simulator), sim_simulator_x (simulator), &value);
  g_clear_pointer (&formulas, model_formulas_free);
  g_clear_pointer (&tree, expr_tree_free);
  return value;
}

/* Makes the changes of a branch between two steps. Appends an error at the name that the model does not have. */
static gboolean
make_changes (SimSimulator *simulator, const LabLessonSetup *setup, const LabLessonRun *run, const SimConfig *config, GPtrArray *diagnostics)
{
  g_autoptr (GArray) parameters = values_of (run, CHANGES_PARAMETER, CHANGES_PARAMETER), states = values_of (run, CHANGES_STATE, CHANGES_SHIFT);
  g_autoptr (GError) error = NULL;
  const char *key;

  if (!sim_config_check_method (config, &key, &error) || !sim_simulator_set_config (simulator, config, &error))
    {
      lab_lesson_report (run->node, diagnostics, error);
      return FALSE;
    }
  for (guint k = 0; k < parameters->len + states->len; k++)
    {
      gboolean is_state = k >= parameters->len;
      const Value *value = is_state ? &g_array_index (states, Value, k - parameters->len) : &g_array_index (parameters, Value, k);
      double now = value->shift ? state_value (simulator, setup, value->name) + value->value : value->value;
      gboolean fine = is_state ? sim_simulator_edit_state (simulator, value->name, isnan (now) ? value->value : now, &error)
                               : sim_simulator_set_parameter (simulator, value->name, now, &error);

      if (fine)
        continue;
      lab_lesson_report (value->node, diagnostics, error);
      return FALSE;
    }
  return TRUE;
}

/* ---- a chain of branches ---- */

/* A run with its branches: settings and end of each run of the chain. */
typedef struct
{
  GPtrArray *chain, *configs; /* LabLessonRun; SimConfig */
  GArray *ends, *boundaries;  /* double */
} Chain;

static void
chain_clear (Chain *chain)
{
  g_clear_pointer (&chain->chain, g_ptr_array_unref);
  g_clear_pointer (&chain->configs, g_ptr_array_unref);
  g_clear_pointer (&chain->ends, g_array_unref);
  g_clear_pointer (&chain->boundaries, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Chain, chain_clear)

static gboolean
chain_init (Chain *chain, const LabLesson *lesson, const LabLessonSetup *setup, const LabLessonRun *run, GPtrArray *diagnostics)
{
  double end = setup->first_end;

  chain->chain = lab_lesson_chain (lesson, run);
  chain->configs = g_ptr_array_new_with_free_func ((GDestroyNotify) sim_config_free);
  chain->ends = g_array_new (FALSE, FALSE, sizeof (double));
  chain->boundaries = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint k = 0; k < chain->chain->len; k++)
    {
      const LabLessonRun *one = chain->chain->pdata[k];
      SimConfig *config = sim_config_copy (k > 0 ? chain->configs->pdata[k - 1] : setup->config);

      g_ptr_array_add (chain->configs, config);
      if (k > 0 && !lab_lesson_branch_settings (one, config, diagnostics))
        return FALSE;
      if (k > 0)
        end = lab_lesson_branch_end (one, end);
      g_array_append_val (chain->ends, end);
    }
  return TRUE;
}

/* Steps to the boundary of each of the first n branches and makes their changes. */
static gboolean
go_to (Chain *chain, SimSimulator *simulator, const LabLessonSetup *setup, guint n, SimStatus *status, GPtrArray *diagnostics)
{
  for (guint k = 0; k < n; k++)
    {
      while (status->reason == SIM_READY && sim_simulator_t (simulator) < g_array_index (chain->boundaries, double, k))
        *status = sim_simulator_step (simulator, g_array_index (chain->ends, double, k));
      if (status->reason != SIM_READY && status->reason != SIM_REACHED_END)
        return TRUE;
      if (!make_changes (simulator, setup, chain->chain->pdata[k + 1], chain->configs->pdata[k + 1], diagnostics))
        return FALSE;
    }
  return TRUE;
}

/* Finds the last step boundary at or before the time of branch k, 0 for the first, with a simulator of its own. */
static gboolean
find_boundary (Chain *chain, const LabLessonSetup *setup, guint k, GPtrArray *diagnostics)
{
  const LabLessonRun *branch = chain->chain->pdata[k + 1];
  g_autoptr (GError) error = NULL;
  g_autoptr (SimSimulator) scout = lab_problem_simulator (&setup->problem, NULL, &error);
  double boundary, end = g_array_index (chain->ends, double, k);
  SimStatus status;

  if (scout == NULL)
    {
      lab_lesson_report (branch->node, diagnostics, error);
      return FALSE;
    }
  status = sim_simulator_initialize (scout, setup->problem.t_start, NULL, NULL, end, FALSE);
  if (!go_to (chain, scout, setup, k, &status, diagnostics))
    return FALSE;
  boundary = sim_simulator_t (scout);
  while (status.reason == SIM_READY && sim_simulator_t (scout) <= branch->at)
    {
      boundary = sim_simulator_t (scout);
      status = sim_simulator_step (scout, end);
    }
  if (sim_simulator_t (scout) <= branch->at)
    boundary = sim_simulator_t (scout);
  if (sim_simulator_t (scout) < branch->at || !(boundary > setup->problem.t_start))
    {
      model_yaml_error (model_yaml_get (model_yaml_get (branch->node, "from"), "at"), diagnostics,
                        _("the run '%s' has no step between its start and the time %g at which the branch begins; it ends at %g"),
                        branch->parent, branch->at, sim_simulator_t (scout));
      return FALSE;
    }
  g_array_append_val (chain->boundaries, boundary);
  return TRUE;
}

gboolean
lab_lesson_advance (SimSimulator *simulator, const LabLesson *lesson, const LabLessonSetup *setup, const LabLessonRun *run, SimStatus *status,
                    GPtrArray *diagnostics)
{
  g_auto (Chain) chain = { 0 };
  gboolean fine;

  if (!chain_init (&chain, lesson, setup, run, diagnostics))
    return FALSE;
  fine = TRUE;
  for (guint k = 0; fine && k + 1 < chain.chain->len; k++)
    fine = find_boundary (&chain, setup, k, diagnostics);
  if (!fine || !go_to (&chain, simulator, setup, chain.chain->len - 1, status, diagnostics))
    return FALSE;
  if (status->reason == SIM_READY || status->reason == SIM_REACHED_END)
    *status = sim_simulator_advance_to (simulator, g_array_index (chain.ends, double, chain.ends->len - 1));
  return TRUE;
}

gboolean
lab_lesson_verify_branch (const LabLesson *lesson, const LabLessonSetup *setup, const LabLessonRun *run, GPtrArray *diagnostics)
{
  g_auto (Chain) chain = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SimSimulator) simulator = lab_problem_simulator (&setup->problem, NULL, &error);
  const ModelYaml *at = model_yaml_get (model_yaml_get (run->node, "from"), "at");
  double end;

  if (simulator == NULL)
    {
      lab_lesson_report (run->node, diagnostics, error);
      return FALSE;
    }
  if (!chain_init (&chain, lesson, setup, run, diagnostics))
    return FALSE;
  end = g_array_index (chain.ends, double, chain.ends->len - 2);
  if (!(run->at > setup->problem.t_start && run->at < end))
    {
      model_yaml_error ((ModelYaml *) at, diagnostics, _("'at' must be a time after the start of the run '%s', %g, and before its end, %g"), run->parent,
                        setup->problem.t_start, end);
      return FALSE;
    }
  sim_simulator_initialize (simulator, setup->problem.t_start, NULL, NULL, end, FALSE);
  return make_changes (simulator, setup, run, chain.configs->pdata[chain.configs->len - 1], diagnostics);
}
