/* The study `index-ladder`: one mechanical system as a DAE of index 3, 2 and 1, and
 * in minimal coordinates, with the drift of its invariants. Invariants that a
 * formulation does not enforce drift: those that are one integration away
 * grow linearly in t, those two integrations away quadratically (Hairer and
 * Wanner, Solving Ordinary Differential Equations II, 2nd ed. 1996, section
 * VII.2). */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "expr-tree.h"
#include "lab-method-text.h"
#include "lab-option.h"
#include "lab-result.h"
#include "lab-slope.h"
#include "lab-study-kind.h"
#include "model-lanes.h"

enum { CONSTANT, LEVELS, LENGTH, SPEED, ENERGY, MINIMAL, STEP };

static const LabOptionRow options[] = {
  [CONSTANT] = { "constant", "NAME", N_("constant of the model that chooses the formulation (the index)"), "level", FALSE, N_("Constant") },
  [LEVELS] = { "levels", "a,b", N_("values of this constant: the indices to compare"), "3,2,1", FALSE, N_("Its values") },
  [LENGTH] = { "length", "EXPRESSION", N_("expression for the violation of the constraint"), "stretch", FALSE, N_("Violation") },
  [SPEED] = { "speed", "EXPRESSION", N_("expression for the violation of the derivative of the constraint"), "hidden", FALSE, N_("Violation of the derivative") },
  [ENERGY] = { "energy", "EXPRESSION", N_("the energy"), "energy", FALSE, N_("Energy") },
  [MINIMAL] = { "minimal", "EXPRESSION", N_("expression for the energy in minimal coordinates; the model must contain these too"),
                "L^2*omega^2/2 - g*L*cos(phi)", FALSE, N_("Energy in minimal coordinates") },
  [STEP] = { "step", "H", N_("fixed step size; by default steps as in the settings"), NULL, FALSE, N_("Step size") },
};

#define N_EXPRESSIONS 4
/* Number of equally spaced times at which the drift is recorded. It is the largest violation since the
 * start. */
#define N_TIMES 200

typedef struct
{
  LabProblem problem;
  ModelFormulas *formulas;
  GArray *t;                           /* times of the drift */
  GArray *drift[N_EXPRESSIONS];        /* for each expression, the largest |violation| up to these times */
  double most[N_EXPRESSIONS], start[N_EXPRESSIONS];
  gboolean started;
} Ladder;

/* Raises the largest violations since the start, and records them at N_TIMES times. An expression need not be 0 at
 * the start; its change counts. */
static void
take_step (gpointer user, SimSimulator *simulator)
{
  Ladder *ladder = user;
  double t = sim_simulator_t (simulator), span = ladder->problem.t_end - ladder->problem.t_start, values[N_EXPRESSIONS];

  model_formulas_evaluate (ladder->formulas, sim_system_model (sim_simulator_system (simulator)), t, sim_simulator_x (simulator), values);
  for (int k = 0; k < N_EXPRESSIONS; k++)
    {
      if (!ladder->started)
        ladder->start[k] = values[k];
      ladder->most[k] = fmax (ladder->most[k], fabs (values[k] - ladder->start[k]));
    }
  ladder->started = TRUE;
  if (t - ladder->problem.t_start < span * (ladder->t->len + 1) / N_TIMES && t < ladder->problem.t_end)
    return;
  g_array_append_val (ladder->t, t);
  for (int k = 0; k < N_EXPRESSIONS; k++)
    g_array_append_val (ladder->drift[k], ladder->most[k]);
}

/* Makes the record empty before another formulation is run. */
static void
ladder_reset (Ladder *ladder)
{
  g_array_set_size (ladder->t, 0);
  for (int k = 0; k < N_EXPRESSIONS; k++)
    {
      g_array_set_size (ladder->drift[k], 0);
      ladder->most[k] = 0;
    }
  ladder->started = FALSE;
}

/* Returns the exponent k of the drift ∝ t^k over the second half of the run, or NaN if the drift consists of rounding
 * errors. The exponent is the least-squares slope of ln drift over ln (t − t_start): (n Σxy − Σx Σy)/(n Σx² − (Σx)²).
 * The first half is left out, since the drift begins with the errors of the first steps. 1e-11 is well above rounding
 * errors of a run. */
static double
exponent (const Ladder *ladder, int k)
{
  guint from = ladder->t->len / 2;
  double sx = 0, sy = 0, sxx = 0, sxy = 0, n = 0;

  if (!(ladder->most[k] > 1e-11))
    return NAN;
  for (guint i = from; i < ladder->t->len; i++)
    {
      double x = log (g_array_index (ladder->t, double, i) - ladder->problem.t_start), y = log (g_array_index (ladder->drift[k], double, i));

      if (!isfinite (x) || !isfinite (y))
        continue;
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
      n++;
    }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

/* Adds one formulation to the result. If minimal is TRUE, it has minimal coordinates and no constraint, and the energy is computed in
 * these. */
static void
add_row (LabResult *result, const Ladder *ladder, const char *name, gboolean minimal, const LabRun *run)
{
  LabTable *rows = lab_result_table (result, "rows"), *drift = lab_result_table (result, "drift");
  int energy = minimal ? 3 : 2;

  lab_table_add_text (rows, name);
  lab_table_add (rows, minimal ? 0 : ladder->most[0]);
  lab_table_add (rows, minimal ? NAN : exponent (ladder, 0));
  lab_table_add (rows, minimal ? 0 : ladder->most[1]);
  lab_table_add (rows, minimal ? NAN : exponent (ladder, 1));
  lab_table_add (rows, ladder->most[energy]);
  lab_table_add (rows, exponent (ladder, energy));
  lab_table_add (rows, (double) run->statistics.ode.steps_taken);
  lab_table_add_text (rows, run->message != NULL ? run->message : "");
  for (guint i = 0; i < ladder->t->len; i++)
    {
      lab_table_add_text (drift, name);
      lab_table_add (drift, g_array_index (ladder->t, double, i));
      lab_table_add (drift, minimal ? 0 : g_array_index (ladder->drift[0], double, i));
      lab_table_add (drift, minimal ? 0 : g_array_index (ladder->drift[1], double, i));
      lab_table_add (drift, g_array_index (ladder->drift[energy], double, i));
    }
}

/* Names the formulation that violates the constraint most. */
static void
conclude (LabResult *result)
{
  const LabTable *rows = lab_result_table (result, "rows");
  int length = lab_table_column (rows, "length"), power = lab_table_column (rows, "length_exponent"), worst = 0;

  for (int r = 1; r < lab_table_n_rows (rows); r++)
    if (lab_table_number (rows, r, length) > lab_table_number (rows, worst, length))
      worst = r;
  lab_result_set_number (result, "length_drift", lab_table_number (rows, worst, length), NULL);
  lab_result_set_number (result, "length_exponent", lab_table_number (rows, worst, power), NULL);
  const char *index = lab_table_text (rows, worst, 0) + strlen ("index ");
  g_autofree char *most = lab_method_number (lab_table_number (rows, worst, length), 2);
  g_autofree char *grows = lab_method_number (lab_table_number (rows, worst, power), 2);
  g_autofree char *text = isnan (lab_table_number (rows, worst, power))
                            ? g_strdup_printf (_("With index %s the constraint is violated most, by **%s**"), index, most)
                            : g_strdup_printf (_("With index %s the constraint drifts most, by **%s**, as *t* to the power %s"), index, most, grows);
  lab_result_set_sentence (result, text);
}

/* Returns the key of the first expression that is not valid for the model, or else of the first one. */
static const char *
wrong_expression (const LabProblem *problem, const char *const *values)
{
  for (int k = 0; k < N_EXPRESSIONS; k++)
    {
      g_autoptr (GPtrArray) errors = expr_errors_new ();
      ExprTree *tree = expr_tree_parse (values[LENGTH + k], NULL, errors);
      ModelFormulas *formula = tree != NULL ? model_formulas_new (problem->model, &problem->instance, (const ExprTree *const *) &tree, 1, errors) : NULL;
      gboolean fine = formula != NULL;

      g_clear_pointer (&tree, expr_tree_free);
      model_formulas_free (formula);
      if (!fine)
        return options[LENGTH + k].key;
    }
  return options[LENGTH].key;
}

/* Compiles the four expressions for the model with its present constants, since the formulation changes what the
 * names mean. */
static ModelFormulas *
read_expressions (const LabProblem *problem, const char *const *values, GError **error)
{
  g_autoptr (GPtrArray) errors = expr_errors_new (), parsed = g_ptr_array_new_with_free_func ((GDestroyNotify) expr_tree_free);
  ModelFormulas *formulas = NULL;
  gboolean standard = TRUE; /* all expressions have their default values */

  for (int k = 0; k < N_EXPRESSIONS; k++)
    {
      ExprTree *tree = expr_tree_parse (values[LENGTH + k], NULL, errors);

      if (tree != NULL)
        g_ptr_array_add (parsed, tree);
    }
  if (parsed->len == N_EXPRESSIONS)
    formulas = model_formulas_new (problem->model, &problem->instance, (const ExprTree *const *) parsed->pdata, N_EXPRESSIONS, errors);
  for (int k = 0; k < N_EXPRESSIONS; k++)
    standard = standard && g_strcmp0 (values[LENGTH + k], options[LENGTH + k].standard) == 0;
  if (formulas == NULL && standard)
    g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED,
                         _("this study needs the model 'index-ladder', or a similar model and options with its expressions"));
  else if (formulas == NULL)
    lab_option_set_error (error, wrong_expression (problem, values), _("an expression does not fit the model: %s"),
                          ((const ExprError *) errors->pdata[0])->message);
  return formulas;
}

/* Runs the model with one value of its constant, and adds the table row. */
static gboolean
run_level (Ladder *ladder, const LabProblem *problem, const SimConfig *config, const char *const *values, double level, gboolean last,
           LabResult *result, const LabProgress *progress, GError **error)
{
  g_autoptr (GHashTable) constants = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *name = g_strdup_printf ("index %g", level);
  LabRunWatch watch = { .step = take_step, .user = ladder };
  GHashTableIter iter;
  gpointer key, value;
  LabRun run;

  if (problem->instance.constants != NULL)
    {
      g_hash_table_iter_init (&iter, problem->instance.constants);
      while (g_hash_table_iter_next (&iter, &key, &value))
        g_hash_table_insert (constants, g_strdup (key), g_memdup2 (value, sizeof (double)));
    }
  g_hash_table_insert (constants, g_strdup (values[CONSTANT]), g_memdup2 (&level, sizeof level));
  ladder->problem = *problem;
  ladder->problem.instance.constants = constants;
  ladder_reset (ladder);
  ladder->formulas = read_expressions (&ladder->problem, values, error);
  if (ladder->formulas == NULL)
    return FALSE;
  if (!lab_problem_run_watched (&ladder->problem, config, &watch, progress, &run, error))
    {
      g_clear_pointer (&ladder->formulas, model_formulas_free);
      return FALSE;
    }
  add_row (result, ladder, name, FALSE, &run);
  if (last)
    add_row (result, ladder, "minimal", TRUE, &run);
  lab_run_clear (&run);
  g_clear_pointer (&ladder->formulas, model_formulas_free);
  conclude (result);
  return TRUE;
}

/* Runs each formulation in turn; after each the partial result is shown. */
static LabResult *
compute (const LabProblem *problem, const char *const *values, const GArray *levels, const SimConfig *config, const LabProgress *progress,
         GError **error)
{
  static const char *const columns[] = { "formulation", "length", "length_exponent", "speed", "speed_exponent", "energy", "energy_exponent",
                                         "steps", "failure", NULL };
  static const char *const drift_columns[] = { "formulation", "t", "length", "speed", "energy", NULL };
  g_autoptr (LabResult) result = lab_result_new ();
  LabPart part = { progress, 0, (int) levels->len };
  LabProgress inner = lab_part_progress (&part);
  Ladder ladder = { 0 };
  gboolean fine = TRUE;

  lab_result_add_table (result, "rows", columns);
  lab_table_set_unit (lab_result_add_table (result, "drift", drift_columns), "t", model_time_unit (problem->model));
  ladder.t = g_array_new (FALSE, FALSE, sizeof (double));
  for (int k = 0; k < N_EXPRESSIONS; k++)
    ladder.drift[k] = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint k = 0; k < levels->len && fine; k++, part.done++)
    {
      fine = run_level (&ladder, problem, config, values, g_array_index (levels, double, k), k + 1 == levels->len, result, &inner, error);
      if (fine)
        lab_progress_show (progress, result);
    }
  g_array_unref (ladder.t);
  for (int k = 0; k < N_EXPRESSIONS; k++)
    g_array_unref (ladder.drift[k]);
  return fine ? g_steal_pointer (&result) : NULL;
}

static LabResult *
run (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  LabProblem until = *problem;
  g_autoptr (GArray) levels = NULL;
  g_autoptr (SimConfig) config = NULL;
  g_autoptr (ModelFormulas) check = NULL;
  double h = 0;

  if (!lab_option_numbers ("levels", values[LEVELS], &levels, error) || !lab_problem_set_times (&until, error)
      || (values[STEP] != NULL && !lab_option_above ("step", values[STEP], 0, &h, error)))
    return NULL;
  check = read_expressions (&until, values, error);
  if (check == NULL)
    return NULL;
  config = h > 0 ? lab_problem_config (&until, sim_config_method (until.config), h, NAN) : sim_config_copy (until.config);
  sim_config_set (config, "realtime_rate", "0", SIM_ORIGIN_LIVE, NULL);
  return compute (&until, values, levels, config, progress, error);
}

static const LabPicture picture = {
  .table = "drift", .x = "t", .y = "length", .by = "formulation", .x_label = "*t*", .y_label = N_("largest violation so far"), .x_log = TRUE, .y_log = TRUE,
};

const LabStudyKind lab_study_index_ladder = {
  .id = "index-ladder",
  .label = N_("Index ladder"),
  .advice = N_("Compares the drift of a constrained system in index 3, 2 and 1 and in minimal coordinates."),
  .of = LAB_STUDY_OF_METHODS,
  .places = LAB_PLACE_CARDS,
  .sketch = "5 20 95 90|5 15 95 50|5 10 95 10",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .model = "index-ladder",
  .picture = &picture,
  .run = run,
};
