/* Opens the model of a command and applies options to its settings and values. The handler of SIGINT, SIGTERM, SIGHUP
 * and SIGXCPU sets a flag and interrupts the simulator of the command; a second signal of the same number
 * ends the program. */
#include "cli-setup.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lab-registry.h"
#include "model-library.h"

/* ---- interruption ---- */

static volatile sig_atomic_t interrupted;
static SimSimulator *volatile running; /* the simulator to interrupt; NULL: none */

static void
on_signal (int number)
{
  interrupted = 1;
  if (running != NULL)
    sim_simulator_interrupt (running);
  signal (number, SIG_DFL);
}

static void
end_at_signal (int number)
{
  (void) number;
  _exit (CLI_INTERRUPTED);
}

static void
handle_signals (void (*handler) (int))
{
  signal (SIGINT, handler);
  signal (SIGTERM, handler);
  signal (SIGXCPU, handler);
  if (signal (SIGHUP, handler) == SIG_IGN)
    signal (SIGHUP, SIG_IGN); /* the program was started by nohup, so do not handle the signal */
}

static void
install_handler (void)
{
  static gboolean installed;

  if (!installed)
    handle_signals (on_signal);
  installed = TRUE;
}

gboolean
cli_interrupted (void)
{
  install_handler ();
  return interrupted != 0;
}

void
cli_end_at_signal (void)
{
  install_handler ();
  if (!interrupted)
    handle_signals (end_at_signal);
}

void
cli_on_interrupt (SimSimulator *simulator)
{
  install_handler ();
  running = simulator;
  if (simulator != NULL && interrupted)
    sim_simulator_interrupt (simulator);
}

/* ---- model and settings ---- */

static gboolean memory_ran_out;

gboolean
cli_memory_ran_out (void)
{
  return memory_ran_out;
}

void
cli_print_diagnostics (const GPtrArray *diagnostics, gboolean quiet)
{
  memory_ran_out = memory_ran_out || model_diagnostics_has_no_memory (diagnostics);
  if (diagnostics->len == 0 || (quiet && model_diagnostics_n_errors (diagnostics) == 0))
    return;
  g_autofree char *text = model_diagnostics_to_string (diagnostics);
  fputs (text, stderr);
}

Model *
cli_open_model (const CliArguments *arguments)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Model *model = model_library_open (g_ptr_array_index (arguments->positional, 0), sim_config_check_solver, diagnostics);

  cli_print_diagnostics (diagnostics, cli_arguments_has (arguments, "quiet"));
  return model;
}

static gboolean
set_setting (SimConfig *config, const char *key, const char *value)
{
  g_autoptr (GError) error = NULL;

  if (sim_config_set (config, key, value, SIM_ORIGIN_COMMAND_LINE, &error))
    return TRUE;
  cli_error ("%s", error->message);
  return FALSE;
}

/* Sets a setting from an option of the command line. The option gives a value or, as in "--absolute-tolerance y1=1e-14" and "--method
 * KEY=VALUE", one entry of the value. */
static gboolean
set_option (SimConfig *config, const char *key, const char *value)
{
  const SimSettingRow *row = sim_config_row (key);
  gboolean is_method = row->type == SIM_SETTING_OPTIONS;
  const char *equals = strchr (value, '=');

  if (is_method && equals == NULL)
    {
      cli_error ("'--%s' takes KEY=VALUE, not '%s'", key, value);
      return FALSE;
    }
  if (equals != NULL && row->has_entries)
    {
      g_autofree char *entry = g_strdup_printf ("%s.%.*s", key, (int) (equals - value), value);
      return set_setting (config, entry, equals + 1);
    }
  return set_setting (config, key, value);
}

/* Sets the integrator of a study of several methods to the first that accepts all options --method, so that they are checked as the options of
 * that method. */
static void
choose_for_options (const CliArguments *arguments, SimConfig *config)
{
  int n_options, n_names;
  const char *const *options = cli_arguments_values (arguments, "method", &n_options);
  const char *const *names = cli_arguments_values (arguments, "integrator", &n_names);

  for (int i = 0; i < n_names && n_options > 0; i++)
    {
      g_autoptr (SimConfig) each = sim_config_copy (config);
      gboolean accepts = sim_config_set (each, "integrator", names[i], SIM_ORIGIN_COMMAND_LINE, NULL);

      for (int k = 0; k < n_options && accepts; k++)
        {
          const char *equals = strchr (options[k], '=');
          g_autofree char *entry = g_strdup_printf ("method.%.*s", equals != NULL ? (int) (equals - options[k]) : 0, options[k]);

          accepts = equals != NULL && sim_config_set (each, entry, equals + 1, SIM_ORIGIN_COMMAND_LINE, NULL);
        }
      if (accepts)
        {
          sim_config_set (config, "integrator", names[i], SIM_ORIGIN_COMMAND_LINE, NULL);
          return;
        }
    }
  if (n_names > 0 && n_options > 0)
    sim_config_set (config, "integrator", names[0], SIM_ORIGIN_COMMAND_LINE, NULL); /* the message then names a method of the user */
}

/* Returns whether the command of a study has an option with the name of a setting that is not a number, such as --weights of `fit`: the option is
 * then not that of the setting. A number, such as --seed, is both. */
static gboolean
is_option_of_study (const CliArguments *arguments, const char *key)
{
  const LabStudyKind *kind = lab_registry_find (arguments->command->name);
  int option = kind != NULL ? lab_study_kind_option (kind, key) : -1;

  return option >= 0 && strcmp (kind->options[option].argument, "N") != 0;
}

static gboolean
set_command_line (const CliArguments *arguments, SimConfig *config, gboolean skip_integrator)
{
  int n_rows, n_values;
  const SimSettingRow *rows = sim_config_rows (&n_rows);
  const char *fixed = cli_arguments_value (arguments, "fixed-step");
  double step;

  if (fixed != NULL && cli_parse_number (fixed, &step) && step == 0)
    {
      cli_error ("'--fixed-step' takes a positive step, not '%s'", fixed);
      return FALSE;
    }
  if (skip_integrator)
    choose_for_options (arguments, config);
  /* Set the settings in the order of the table. The profile and the integrator come first, because the checks of other settings depend on
   * them. */
  for (int i = 0; i < n_rows; i++)
    {
      g_autofree char *name = g_strdelimit (g_strdup (rows[i].key), "_", '-');
      const char *const *values;

      if ((skip_integrator && strcmp (rows[i].key, "integrator") == 0) || is_option_of_study (arguments, rows[i].key))
        continue;
      values = cli_arguments_values (arguments, name, &n_values);
      for (int v = 0; v < n_values; v++)
        if (!set_option (config, rows[i].key, values[v]))
          return FALSE;
    }
  if (fixed != NULL && (!set_setting (config, "error_control", "false") || !set_setting (config, "max_step", fixed)))
    return FALSE;
  return TRUE;
}

SimConfig *
cli_make_config (const CliArguments *arguments, const Model *model, gboolean skip_integrator, int *status)
{
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  const char *file = cli_arguments_value (arguments, "config");
  const char *key;

  sim_config_apply_model (config, model, diagnostics);
  if (file != NULL)
    sim_config_load (config, file, diagnostics);
  cli_print_diagnostics (diagnostics, cli_arguments_has (arguments, "quiet"));
  if (model_diagnostics_n_errors (diagnostics) > 0)
    {
      *status = CLI_MODEL;
      return NULL;
    }
  *status = CLI_USAGE;
  if (!set_command_line (arguments, config, skip_integrator))
    return NULL;
  if (!skip_integrator && !sim_config_check_method (config, &key, &error))
    {
      cli_error ("%s", error->message);
      return NULL;
    }
  return g_steal_pointer (&config);
}

/* Splits a text NAME=VALUE. Returns FALSE after printing an error. */
static gboolean
split_assignment (const char *option, const char *text, char **name, double *value)
{
  const char *equals = strrchr (text, '=');

  if (equals == NULL || equals == text)
    {
      cli_error ("'--%s' takes NAME=VALUE, not '%s'", option, text);
      return FALSE;
    }
  if (!cli_parse_number (equals + 1, value))
    {
      cli_error ("'--%s %s': '%s' is not a number", option, text, equals + 1);
      return FALSE;
    }
  *name = g_strndup (text, equals - text);
  g_strstrip (*name);
  return TRUE;
}

static gboolean
apply_assignments (const CliArguments *arguments, const char *option, ModelSystem *system,
                   gboolean (*set) (ModelSystem *, const char *, double, GError **))
{
  int n_values;
  const char *const *values = cli_arguments_values (arguments, option, &n_values);

  for (int i = 0; i < n_values; i++)
    {
      g_autofree char *name = NULL;
      g_autoptr (GError) error = NULL;
      double value;

      if (!split_assignment (option, values[i], &name, &value))
        return FALSE;
      if (!set (system, name, value, &error))
        {
          cli_error ("'--%s %s': %s", option, values[i], error->message);
          return FALSE;
        }
    }
  return TRUE;
}

GHashTable *
cli_constants (const CliArguments *arguments)
{
  g_autoptr (GHashTable) constants = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  int n_values;
  const char *const *values = cli_arguments_values (arguments, "constant", &n_values);

  for (int i = 0; i < n_values; i++)
    {
      char *name;
      double value;

      if (!split_assignment ("constant", values[i], &name, &value))
        return NULL;
      g_hash_table_insert (constants, name, g_memdup2 (&value, sizeof value));
    }
  return g_steal_pointer (&constants);
}

gboolean
cli_apply_assignments (const CliArguments *arguments, ModelSystem *system)
{
  return apply_assignments (arguments, "set", system, model_system_set_parameter)
         && apply_assignments (arguments, "initial", system, model_system_set_initial);
}

ModelSystem *
cli_make_instance (const CliArguments *arguments, Model *model, const SimConfig *config, int *status)
{
  g_autoptr (GHashTable) constants = cli_constants (arguments);
  g_autoptr (ModelSystem) system = NULL;
  g_autoptr (GError) error = NULL;
  ModelInstance instance = { .constants = constants, .fast_math = TRUE };

  *status = CLI_USAGE;
  if (constants == NULL)
    return NULL;
  if (config != NULL)
    {
      instance.fast_math = sim_config_get_boolean (config, "fast_math");
      instance.seed = (guint64) sim_config_get_number (config, "seed");
    }
  instance.random = cli_arguments_has (arguments, "random");
  if (instance.random && !(model_traits (model) & MODEL_HAS_DISTRIBUTIONS) && !cli_arguments_has (arguments, "quiet"))
    cli_error ("'--random' changes nothing: %s has no distributions", model_id (model));
  system = model_system_new (model, &instance, &error);
  if (system == NULL)
    {
      cli_error ("%s", error->message);
      *status = g_error_matches (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME) ? CLI_USAGE : CLI_MODEL;
      return NULL;
    }
  if (!cli_apply_assignments (arguments, system))
    return NULL;
  return g_steal_pointer (&system);
}

gboolean
cli_time_span (const CliArguments *arguments, const ModelSystem *system, double *t_start, double *t_end, int *status)
{
  *t_start = model_system_t_start (system);
  *t_end = model_system_t_end (system);
  *status = CLI_USAGE;
  if (!cli_arguments_number (arguments, "start", t_start) || !cli_arguments_number (arguments, "end", t_end))
    return FALSE;
  if (*t_end < *t_start)
    {
      cli_error ("the end time %g is before the start time %g", *t_end, *t_start);
      return FALSE;
    }
  return TRUE;
}

/* Applies --set and --initial to an instance of the model. A study calls this for each instance that it makes. */
static gboolean
prepare (ModelSystem *system, gpointer user, GError **error)
{
  if (cli_apply_assignments (user, system))
    return TRUE;
  g_set_error (error, MODEL_ERROR, MODEL_ERROR_VALUE, "the assignments on the command line do not fit the model");
  return FALSE;
}

void
cli_problem_init (LabProblem *problem, const CliArguments *arguments, Model *model, const SimConfig *config)
{
  *problem = (LabProblem) { .model = model, .config = config, .prepare = prepare, .user = (gpointer) arguments };
  problem->instance = (ModelInstance) { .fast_math = sim_config_get_boolean (config, "fast_math"),
                                        .seed = (guint64) sim_config_get_number (config, "seed"),
                                        .constants = cli_constants (arguments),
                                        .random = cli_arguments_has (arguments, "random") };
}

void
cli_problem_clear (LabProblem *problem)
{
  g_clear_pointer (&problem->instance.constants, g_hash_table_unref);
}
