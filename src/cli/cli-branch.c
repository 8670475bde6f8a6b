/* The options --branch-at and --branch-set of `run`: they change parameters, states and settings at the end of a step
 * during the run, as a branch does in the window. */
#include <math.h>
#include <string.h>

#include "cli-setup.h"

static gboolean
is_setting (const char *name)
{
  return sim_config_row (name) != NULL || g_str_has_prefix (name, "method.") || g_str_has_prefix (name, "weights.");
}

static gboolean
is_state (const ModelSystem *system, const char *name)
{
  int column = model_system_find_column (system, name);
  ModelColumnType type = column >= 0 ? model_system_column (system, column)->type : MODEL_COLUMN_OUTPUT;

  return type == MODEL_COLUMN_STATE || type == MODEL_COLUMN_DISCRETE;
}

/* Finds the kind of quantity that has this name, and sets *key to the name without its prefix. Returns FALSE after printing an error. */
static gboolean
find_kind (const ModelSystem *system, const char *name, SimRunChangeKind *kind, const char **key)
{
  static const struct { const char *prefix; SimRunChangeKind kind; } kinds[] = {
    { "parameter.", SIM_RUN_CHANGE_PARAMETER }, { "state.", SIM_RUN_CHANGE_STATE }, { "setting.", SIM_RUN_CHANGE_CONFIG },
  };
  double value;
  int n_found = 0;

  if (strcmp (name, "step.next_step") == 0)
    {
      *kind = SIM_RUN_CHANGE_STEP;
      *key = "next_step";
      return TRUE;
    }
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      const char *rest = g_str_has_prefix (name, kinds[k].prefix) ? name + strlen (kinds[k].prefix) : name;
      gboolean found = k == 0 ? model_system_get_parameter (system, rest, &value) : k == 1 ? is_state (system, rest) : is_setting (rest);

      if (found)
        {
          *kind = kinds[k].kind;
          *key = rest;
          n_found++;
        }
    }
  if (n_found == 0 && strcmp (name, "next_step") == 0) /* a quantity of the model with this name is meant first */
    {
      *kind = SIM_RUN_CHANGE_STEP;
      *key = name;
      return TRUE;
    }
  if (n_found == 0)
    cli_error ("'--branch-set': the model has no parameter or state '%s', and it is not a setting", name);
  else if (n_found > 1)
    cli_error ("'--branch-set': '%s' is not unique; write parameter.%s, state.%s or setting.%s", name, name, name, name);
  return n_found == 1;
}

/* Adds a change to the branch. Changes of settings are collected in config. */
static gboolean
read_change (const ModelSystem *system, const char *text, SimConfig *config, gboolean *configured, GPtrArray *changes)
{
  const char *equals = strchr (text, '='), *key;
  g_autofree char *name = equals != NULL ? g_strndup (text, (gsize) (equals - text)) : NULL;
  g_autoptr (GError) error = NULL;
  SimRunChangeKind kind;
  double value;

  if (name == NULL || *name == '\0')
    {
      cli_error ("'--branch-set' takes NAME=VALUE, not '%s'", text);
      return FALSE;
    }
  if (!find_kind (system, name, &kind, &key))
    return FALSE;
  if (kind == SIM_RUN_CHANGE_CONFIG)
    {
      *configured = TRUE;
      if (sim_config_set (config, key, equals + 1, SIM_ORIGIN_COMMAND_LINE, &error))
        return TRUE;
      cli_error ("'--branch-set': %s", error->message);
      return FALSE;
    }
  if (!cli_parse_number (equals + 1, &value) || !isfinite (value))
    {
      cli_error ("'--branch-set': the value of '%s' is a finite number, not '%s'", key, equals + 1);
      return FALSE;
    }
  if (kind == SIM_RUN_CHANGE_STEP && !(value > 0))
    {
      cli_error ("'--branch-set': the size of the next step is a positive number, not '%s'", equals + 1);
      return FALSE;
    }
  g_ptr_array_add (changes, sim_run_change_new (kind, key, value, NULL));
  return TRUE;
}

gboolean
cli_branch_read (const CliArguments *arguments, const ModelSystem *system, const SimConfig *config, double t_start, double t_end,
                 CliBranch *branch)
{
  g_autoptr (SimConfig) changed = sim_config_copy (config);
  gboolean configured = FALSE;
  int n_changes;
  const char *const *changes = cli_arguments_values (arguments, "branch-set", &n_changes);

  if (!cli_arguments_has (arguments, "branch-at") && n_changes == 0)
    return TRUE;
  if (!cli_arguments_has (arguments, "branch-at") || n_changes == 0)
    {
      cli_error ("give '--branch-at' and '--branch-set' together");
      return FALSE;
    }
  if (!cli_arguments_number (arguments, "branch-at", &branch->t))
    return FALSE;
  if (!(branch->t > t_start && branch->t < t_end))
    {
      cli_error ("'--branch-at' takes a time after the start, %g, and before the end, %g", t_start, t_end);
      return FALSE;
    }
  branch->changes = g_ptr_array_new_with_free_func ((GDestroyNotify) sim_run_change_free);
  for (int i = 0; i < n_changes; i++)
    if (!read_change (system, changes[i], changed, &configured, branch->changes))
      return FALSE;
  if (configured)
    g_ptr_array_insert (branch->changes, 0, sim_run_change_new (SIM_RUN_CHANGE_CONFIG, NULL, 0, changed));
  return TRUE;
}

void
cli_branch_clear (CliBranch *branch)
{
  g_clear_pointer (&branch->changes, g_ptr_array_unref);
}

/* Finds the last step boundary at or before branch->t. A second simulator takes steps past this time to find it. If that run ends before
 * branch->t, sets *boundary to its end time. If there is no boundary, leaves *boundary unchanged. */
static int
find_boundary (const CliArguments *arguments, Model *model, const SimConfig *config, const CliBranch *branch, double t_start, double t_end,
               double *boundary)
{
  int status = CLI_MODEL;
  ModelSystem *instance = cli_make_instance (arguments, model, config, &status);
  g_autoptr (GError) error = NULL;
  g_autoptr (SimSimulator) scout = instance != NULL ? sim_simulator_new (sim_system_from_model (instance), config, &error) : NULL;
  SimStatus run;

  if (scout == NULL)
    {
      if (error != NULL)
        cli_error ("%s", error->message);
      return status;
    }
  cli_on_interrupt (scout);
  run = sim_simulator_initialize (scout, t_start, NULL, NULL, t_end, FALSE);
  while (run.reason == SIM_READY && sim_simulator_t (scout) <= branch->t)
    {
      *boundary = sim_simulator_t (scout);
      run = sim_simulator_step (scout, t_end);
    }
  if (sim_simulator_t (scout) <= branch->t)
    *boundary = sim_simulator_t (scout);
  cli_on_interrupt (NULL);
  return CLI_OK;
}

static gboolean
make_change (SimSimulator *simulator, const SimRunChange *change, GError **error)
{
  switch (change->kind)
    {
    case SIM_RUN_CHANGE_PARAMETER:
      return sim_simulator_set_parameter (simulator, change->name, change->value, error);
    case SIM_RUN_CHANGE_STATE:
      return sim_simulator_edit_state (simulator, change->name, change->value, error);
    case SIM_RUN_CHANGE_STEP:
      return sim_simulator_set_next_step (simulator, change->value, error);
    default:
      return sim_simulator_set_config (simulator, change->config, error);
    }
}

int
cli_branch_make (const CliArguments *arguments, Model *model, const SimConfig *config, const CliBranch *branch, double t_start, double t_end,
                 SimSimulator *simulator, SimStatus *run)
{
  double boundary = t_start;
  int status = find_boundary (arguments, model, config, branch, t_start, t_end, &boundary);

  if (status != CLI_OK)
    return status;
  cli_on_interrupt (simulator);
  while (run->reason == SIM_READY && sim_simulator_t (simulator) < boundary)
    *run = sim_simulator_step (simulator, t_end);
  for (guint i = 0; run->reason == SIM_READY && i < branch->changes->len; i++)
    {
      SimRunChange *change = g_ptr_array_index (branch->changes, i);
      g_autoptr (GError) error = NULL;

      change->step = sim_simulator_statistics_steps (simulator);
      change->t = sim_simulator_t (simulator);
      if (make_change (simulator, change, &error))
        continue;
      cli_error ("%s", error->message);
      return CLI_MODEL;
    }
  sim_simulator_request_snapshot (simulator);
  return CLI_OK;
}
