/* Makes problems and ensembles from study files or models, and applies the options of the command to them. */
#include "cli-study-setup.h"

#include <math.h>
#include <string.h>

#include "cli-files.h"
#include "cli-setup.h"
#include "cli-table.h"
#include "model-library.h"

static gboolean
prepare (ModelSystem *system, gpointer user, GError **error)
{
  const CliStudy *study = user;

  if (study->file != NULL && !lab_study_file_prepare (study->file, system, error))
    return FALSE;
  if (cli_apply_assignments (study->arguments, system))
    return TRUE;
  g_set_error (error, MODEL_ERROR, MODEL_ERROR_VALUE, "the assignments on the command line do not fit the model");
  return FALSE;
}

void
cli_study_clear (CliStudy *study)
{
  g_clear_pointer (&study->model, model_unref);
  g_clear_pointer (&study->config, sim_config_free);
  g_clear_pointer (&study->constants, g_hash_table_unref);
  g_clear_pointer (&study->file, lab_study_file_free);
  g_clear_pointer (&study->path, g_free);
}

static Model *
open_model (const CliStudy *study, const char *name)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Model *model = study->file != NULL ? model_library_open_named (name, sim_config_check_solver, diagnostics)
                                     : model_library_open (name, sim_config_check_solver, diagnostics);

  cli_print_diagnostics (diagnostics, cli_arguments_has (study->arguments, "quiet"));
  return model;
}

/* Reads the study file if the argument is one. Returns FALSE after printing an error. */
static gboolean
open_file (CliStudy *study, const char *name)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();

  gboolean is_path = strchr (name, '/') != NULL || g_str_has_suffix (name, ".yaml");

  if (!is_path || (!g_str_has_suffix (name, ".study.yaml") && !lab_study_file_is_study (name)))
    return TRUE;
  study->path = g_strdup (name);
  study->file = lab_study_file_load (name, diagnostics);
  cli_print_diagnostics (diagnostics, FALSE);
  return study->file != NULL;
}

static gboolean
apply_solver (CliStudy *study)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();

  if (study->file == NULL || study->file->solver == NULL)
    return TRUE;
  sim_config_apply_mapping (study->config, study->file->solver, SIM_ORIGIN_CONFIG, diagnostics);
  cli_print_diagnostics (diagnostics, cli_arguments_has (study->arguments, "quiet"));
  return model_diagnostics_n_errors (diagnostics) == 0;
}

static int
set_time (CliStudy *study)
{
  LabProblem *problem = &study->problem;

  problem->t_start = study->file != NULL ? study->file->t_start : NAN;
  problem->t_end = study->file != NULL ? study->file->t_end : NAN;
  if (!cli_arguments_number (study->arguments, "start", &problem->t_start)
      || !cli_arguments_number (study->arguments, "end", &problem->t_end))
    return CLI_USAGE;
  if (problem->t_end < problem->t_start)
    {
      cli_error ("the end time %g is before the start time %g", problem->t_end, problem->t_start);
      return CLI_USAGE;
    }
  return CLI_OK;
}

int
cli_study_init (CliStudy *study, const CliArguments *arguments)
{
  return cli_study_init_at (study, arguments, 0);
}

int
cli_study_init_at (CliStudy *study, const CliArguments *arguments, guint argument)
{
  const char *name = g_ptr_array_index (arguments->positional, argument);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (ModelSystem) system = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  *study = (CliStudy) { .arguments = arguments };
  if (!open_file (study, name))
    return CLI_MODEL;
  study->model = open_model (study, study->file != NULL ? study->file->model : name);
  if (study->model == NULL)
    return CLI_MODEL;
  study->config = cli_make_config (arguments, study->model, FALSE, &status);
  if (study->config == NULL)
    return status;
  if (!apply_solver (study))
    return CLI_MODEL;
  if (!cli_files_check_read (arguments))
    return CLI_USAGE;
  if (study->file != NULL && study->file->has_seed && sim_config_origin (study->config, "seed") < SIM_ORIGIN_COMMAND_LINE)
    sim_config_set_number (study->config, "seed", (double) study->file->seed, SIM_ORIGIN_CONFIG, NULL);
  study->constants = cli_constants (arguments);
  if (study->constants == NULL)
    return CLI_USAGE;
  if (study->file != NULL)
    lab_study_file_constants (study->file, study->constants);
  study->problem = (LabProblem) { .model = study->model, .config = study->config, .prepare = prepare, .user = study };
  study->problem.instance = (ModelInstance) { .fast_math = sim_config_get_boolean (study->config, "fast_math"),
                                              .seed = (guint64) sim_config_get_number (study->config, "seed"),
                                              .constants = study->constants, .random = cli_arguments_has (arguments, "random") };
  system = model_system_new (study->model, &study->problem.instance, &error);
  if (system == NULL)
    {
      cli_error ("%s", error->message);
      return g_error_matches (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME) ? CLI_USAGE : CLI_MODEL;
    }
  if (study->file != NULL && !lab_study_file_check (study->file, system, diagnostics))
    {
      cli_print_diagnostics (diagnostics, FALSE);
      return CLI_MODEL;
    }
  if (!cli_apply_assignments (arguments, system))
    return CLI_USAGE;
  return set_time (study);
}

/* ---- ensembles ---- */

static gboolean
print_errors (const char *option, GPtrArray *errors)
{
  for (guint k = 0; k < errors->len; k++)
    cli_error ("'--%s': %s", option, ((const ExprError *) errors->pdata[k])->message);
  return errors->len == 0;
}

/* Splits a text NAME=TEXT at the first equals sign. */
static gboolean
split (const char *option, const char *text, const char *form, char **name, const char **rest)
{
  const char *equals = strchr (text, '=');

  if (equals == NULL || equals == text || equals[1] == '\0')
    {
      cli_error ("'--%s' takes %s, not '%s'", option, form, text);
      return FALSE;
    }
  *name = g_strstrip (g_strndup (text, (gsize) (equals - text)));
  *rest = equals + 1;
  return TRUE;
}

static gboolean
add_varied (const CliArguments *arguments, LabEnsemble *ensemble, gboolean is_sweep)
{
  int n;
  const char *const *values = cli_arguments_values (arguments, "vary", &n);

  for (int k = 0; k < n; k++)
    {
      g_autoptr (GPtrArray) errors = expr_errors_new ();
      g_autofree char *name = NULL;
      const char *text;

      if (!split ("vary", values[k], is_sweep ? "NAME=A:B:N" : "NAME=DISTRIBUTION", &name, &text))
        return FALSE;
      if (is_sweep)
        lab_ensemble_vary_axis (ensemble, name, (ExprPlace) { 1, 1 }, text, NULL, errors);
      else
        lab_ensemble_vary (ensemble, name, (ExprPlace) { 1, 1 }, text, NULL, errors);
      if (!print_errors ("vary", errors))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_records (const CliArguments *arguments, LabEnsemble *ensemble)
{
  static const char form[] = "NAME=REDUCER:EXPRESSION";
  int n;
  const char *const *values = cli_arguments_values (arguments, "record", &n);

  for (int k = 0; k < n; k++)
    {
      g_autoptr (GPtrArray) errors = expr_errors_new ();
      g_autofree char *name = NULL, *word = NULL;
      const char *text, *colon;
      LabReducer reducer;

      if (!split ("record", values[k], form, &name, &text))
        return FALSE;
      colon = strchr (text, ':');
      word = colon != NULL ? g_strstrip (g_strndup (text, (gsize) (colon - text))) : g_strdup (text);
      if (colon == NULL || !lab_reducer_find (word, &reducer))
        {
          cli_error ("'--record' takes %s with final, minimum, maximum, mean, first, last, ever, count or lyapunov, not '%s'", form, values[k]);
          return FALSE;
        }
      lab_ensemble_record (ensemble, name, (ExprPlace) { 1, 1 }, reducer, colon + 1, NULL, errors);
      if (!print_errors ("record", errors))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_fans (const CliArguments *arguments, LabEnsemble *ensemble)
{
  int n;
  const char *const *values = cli_arguments_values (arguments, "fan", &n);

  for (int k = 0; k < n; k++)
    {
      g_autoptr (GPtrArray) errors = expr_errors_new ();
      const char *equals = strrchr (values[k], '=');
      g_autofree char *text = equals != NULL ? g_strndup (values[k], (gsize) (equals - values[k])) : NULL;
      double count;

      if (text == NULL || !cli_parse_number (equals + 1, &count) || !(count >= 2 && count <= 100000) || count != floor (count))
        {
          cli_error ("'--fan' takes EXPRESSION=N with N from 2 to 100000, not '%s'", values[k]);
          return FALSE;
        }
      lab_ensemble_fan (ensemble, text, NULL, (int) count, errors);
      if (!print_errors ("fan", errors))
        return FALSE;
    }
  return TRUE;
}

LabEnsemble *
cli_study_ensemble (CliStudy *study, gboolean is_sweep, int *status)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (LabEnsemble) ensemble = NULL;
  g_autoptr (GError) error = NULL;
  long members = study->file != NULL && study->file->members > 0 ? (long) study->file->members : 100;

  *status = CLI_USAGE;
  if (!cli_arguments_count (study->arguments, "members", 1, &members))
    return NULL;
  if ((guint64) members > LAB_MOST_MEMBERS)
    {
      cli_error ("'--members' is at most %" G_GUINT64_FORMAT, LAB_MOST_MEMBERS);
      return NULL;
    }
  ensemble = lab_ensemble_new (&study->problem, (guint64) members, &error);
  *status = CLI_MODEL;
  if (ensemble == NULL)
    {
      cli_error ("%s", error->message);
      return NULL;
    }
  if (study->file != NULL && !lab_study_file_fill (study->file, ensemble, diagnostics))
    {
      cli_print_diagnostics (diagnostics, FALSE);
      return NULL;
    }
  *status = CLI_USAGE;
  if (!add_varied (study->arguments, ensemble, is_sweep) || !add_records (study->arguments, ensemble) || !add_fans (study->arguments, ensemble))
    return NULL;
  if (is_sweep && !ensemble->is_sweep)
    {
      cli_error ("a sweep needs one or two axes: --vary NAME=A:B:N");
      return NULL;
    }
  if (lab_ensemble_finish (ensemble, errors))
    return g_steal_pointer (&ensemble);
  for (guint k = 0; k < errors->len; k++)
    {
      const ExprError *wrong = errors->pdata[k];

      if (study->file != NULL && wrong->place.line > 0)
        model_diagnostics_add (diagnostics, study->path, wrong->place.line, wrong->place.column, "%s", wrong->message);
      else
        cli_error ("%s", wrong->message);
    }
  cli_print_diagnostics (diagnostics, FALSE);
  *status = study->file != NULL ? CLI_MODEL : CLI_USAGE;
  return NULL;
}
