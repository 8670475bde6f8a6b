/* The command lines of stepwise-cli that repeat studies of the window. */
#include "wb-study-command.h"

#include <math.h>
#include <string.h>

#include "model-library.h"
#include "model-tableau.h"
#include "ode-format.h"

/* The comment of the shell that names what the command does not have. */
#define NOT_IN_COMMAND " # not in this command: "

char *
wb_study_command_add (const char *command, const char *option)
{
  const char *comment = strstr (command, NOT_IN_COMMAND);

  if (comment == NULL)
    return g_strconcat (command, " ", option, NULL);
  return g_strdup_printf ("%.*s %s%s", (int) (comment - command), command, option, comment);
}

static void
append_quoted (GString *command, const char *option, const char *text)
{
  g_autofree char *quoted = g_shell_quote (text);

  g_string_append_printf (command, " --%s %s", option, quoted);
}

static void
append_pair (GString *command, const char *option, const char *name, const char *text)
{
  g_autofree char *pair = g_strdup_printf ("%s=%s", name, text);

  append_quoted (command, option, pair);
}

static void
append_number (GString *command, const char *option, double value)
{
  char number[ODE_FORMAT_SIZE];

  number[ode_format_double (number, value)] = '\0';
  g_string_append_printf (command, " --%s %s", option, number);
}

/* Appends a setting. Each setting is a separate option, with dashes in its name. */
static void
append_setting (GString *command, const char *key, const char *text)
{
  g_autofree char *option = g_strdelimit (g_strdup (key), "_", '-');

  append_quoted (command, option, text);
}

/* ---- studies with a text of their own ---- */

/* Appends an option --OPTION NAME=TEXT for each entry of a mapping. */
static void
append_pairs (GString *command, const char *option, const ModelYaml *mapping)
{
  for (int k = 0; mapping != NULL && k < mapping->n_items; k++)
    if (mapping->items[k]->text != NULL)
      append_pair (command, option, mapping->keys[k]->text, mapping->items[k]->text);
}

/* Returns whether the command line refuses a setting, because it has no effect with the method. The window ignores it. */
static gboolean
is_refused (const SimConfig *config, const char *key)
{
  g_autofree char *reason = sim_config_unusable (config, key);

  return reason != NULL;
}

/* Appends the name of a setting that the command line refuses to a list in a comment. */
static void
add_refused (GString *refused, const char *key)
{
  g_string_append_printf (refused, "%s%s, which has no effect here", refused->len > 0 ? "; " : "", key);
}

/* Appends the settings of a file, also those of single states and of the method. Adds the names of those that the command line refuses to `refused`. */
static void
append_solver (GString *command, const ModelYaml *solver, const SimConfig *config, GString *refused)
{
  for (int k = 0; solver != NULL && k < solver->n_items; k++)
    {
      const ModelYaml *value = solver->items[k];
      const char *key = solver->keys[k]->text;

      if (value->text != NULL && is_refused (config, key))
        add_refused (refused, key);
      else if (value->text != NULL)
        append_setting (command, key, value->text);
      for (int i = 0; value->type == MODEL_YAML_MAPPING && i < value->n_items; i++)
        {
          g_autofree char *dotted = g_strconcat (key, ".", value->keys[i]->text, NULL), *option = g_strdelimit (g_strdup (key), "_", '-');

          if (value->items[i]->text != NULL && is_refused (config, dotted))
            add_refused (refused, dotted);
          else if (value->items[i]->text != NULL)
            append_pair (command, option, value->keys[i]->text, value->items[i]->text);
        }
    }
}

static void
append_ensemble (GString *command, const WbStudyProblem *problem)
{
  const LabEnsemble *ensemble = problem->ensemble;

  if (!ensemble->is_sweep)
    g_string_append_printf (command, " --members %" G_GUINT64_FORMAT, ensemble->n_members);
  append_pairs (command, "vary", problem->file->vary);
  for (guint k = 0; k < ensemble->records->len; k++)
    {
      const LabRecord *record = &g_array_index (ensemble->records, LabRecord, k);
      g_autofree char *text = g_strdup_printf ("%s=%s:%s", record->name, lab_reducer_name (record->reducer), record->text);

      append_quoted (command, "record", text);
    }
  for (guint k = 0; k < ensemble->fans->len; k++)
    {
      const LabFan *fan = &g_array_index (ensemble->fans, LabFan, k);
      g_autofree char *text = g_strdup_printf ("%s=%d", fan->text, fan->n);

      append_quoted (command, "fan", text);
    }
}

char *
wb_study_command_of_text (const WbStudyProblem *problem, const char *path)
{
  const LabStudyFile *file = problem->file;
  GString *command = g_string_new ("stepwise-cli ");
  g_autoptr (GString) refused = g_string_new (NULL);
  g_autofree char *source = g_shell_quote (path != NULL ? path : file->model);

  /* A study without its own command is computed by the command `study`. */
  g_string_append_printf (command, problem->ensemble != NULL ? "%s" : "study %s", file->study);
  g_string_append_printf (command, " %s", source);
  if (path != NULL)
    return g_string_free (command, FALSE);
  if (!isnan (file->t_start))
    append_number (command, "start", file->t_start);
  if (!isnan (file->t_end))
    append_number (command, "end", file->t_end);
  append_pairs (command, "set", file->set);
  append_pairs (command, "initial", file->initial);
  append_pairs (command, "constant", file->constants);
  append_solver (command, file->solver, problem->problem.config, refused);
  if (file->has_seed)
    g_string_append_printf (command, " --seed %" G_GUINT64_FORMAT, file->seed);
  if (problem->ensemble != NULL)
    append_ensemble (command, problem);
  append_pairs (command, "option", file->options);
  if (refused->len > 0)
    g_string_append_printf (command, "%s%s", NOT_IN_COMMAND, refused->str);
  return g_string_free (command, FALSE);
}

/* ---- studies of the session ---- */

/* Appends one option for each entry of a table, except the entry `except`, in the order of their names. */
static void
append_table (GString *command, const char *option, GHashTable *table, const char *except)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (table), (GCompareFunc) strcmp);

  for (GList *name = names; name != NULL; name = name->next)
    if (g_strcmp0 (name->data, except) != 0)
      append_pair (command, option, name->data, g_hash_table_lookup (table, name->data));
}

/* Appends an option for each setting that the user has changed, also for those of single states and of the method. */
static void
append_settings (GString *command, const SimConfig *config)
{
  int n;
  const SimSettingRow *rows = sim_config_rows (&n);
  g_autoptr (GPtrArray) entries = sim_config_entries (config);

  for (int k = 0; k < n; k++)
    {
      g_autofree char *text = NULL;
      const char *name = model_method_name (sim_config_method (config));

      if (sim_config_origin (config, rows[k].key) <= SIM_ORIGIN_MODEL || strcmp (rows[k].key, "realtime_rate") == 0 || is_refused (config, rows[k].key))
        continue;
      text = sim_config_get (config, rows[k].key);
      if (text == NULL || *text == '\0')
        continue;
      /* The id of a tableau in braces is known only to this process. */
      append_setting (command, rows[k].key, *name == '{' && strcmp (rows[k].key, "integrator") == 0 ? name : text);
    }
  for (guint k = 0; k < entries->len; k++)
    {
      const char *key = entries->pdata[k], *dot = strchr (key, '.');
      g_autofree char *option = g_strdelimit (g_strndup (key, (gsize) (dot - key)), "_", '-'), *text = sim_config_get (config, key);

      if (sim_config_origin (config, key) > SIM_ORIGIN_MODEL && text != NULL && *text != '\0' && !is_refused (config, key))
        append_pair (command, option, dot + 1, text);
    }
}

/* Appends the initial values. The numbers x replace the initial values of the continuous states; if x is NULL, all values stay. */
static void
append_initials (GString *command, WbSession *session, const double *x)
{
  const LabValues *values = wb_session_values (session);
  const OdeSystem *ode = x != NULL ? model_system_ode (wb_session_system (session)) : NULL;
  g_autoptr (GHashTable) initials = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  GHashTableIter iter;
  gpointer name, text;

  g_hash_table_iter_init (&iter, values->initials);
  while (g_hash_table_iter_next (&iter, &name, &text))
    g_hash_table_insert (initials, name, g_strdup (text));
  for (int i = 0; ode != NULL && i < ode->n_states; i++)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      g_hash_table_replace (initials, (gpointer) ode->names[i], g_strdup (g_ascii_dtostr (number, sizeof number, x[i])));
    }
  append_table (command, "initial", initials, NULL);
}

/* Returns whether the session computes with another text than that of the file that the command names. */
static gboolean
has_own_text (WbSession *session)
{
  Model *model = wb_session_model (session);
  g_autoptr (GPtrArray) diagnostics = NULL;
  g_autoptr (Model) named = NULL;
  g_autofree char *text = NULL;

  if (model_path (model) != NULL)
    return !g_file_get_contents (model_path (model), &text, NULL, NULL) || strcmp (text, model_text (model)) != 0;
  /* The model was read from a text, as that of a session is. */
  diagnostics = model_diagnostics_new ();
  named = model_library_open_named (wb_session_requested (session), sim_config_check_solver, diagnostics);
  return named == NULL || strcmp (model_text (named), model_text (model)) != 0;
}

/* Names the settings that the command line refuses. A study of several methods may use them. Returns what separates them from what follows. */
static const char *
append_refused (GString *command, const SimConfig *config, const char *between)
{
  g_autoptr (GPtrArray) entries = sim_config_entries (config);
  g_autoptr (GString) refused = g_string_new (NULL);
  int n;
  const SimSettingRow *rows = sim_config_rows (&n);

  for (int k = 0; k < n; k++)
    if (sim_config_origin (config, rows[k].key) > SIM_ORIGIN_MODEL && strcmp (rows[k].key, "realtime_rate") != 0 && is_refused (config, rows[k].key))
      add_refused (refused, rows[k].key);
  for (guint k = 0; k < entries->len; k++)
    if (sim_config_origin (config, entries->pdata[k]) > SIM_ORIGIN_MODEL && is_refused (config, entries->pdata[k]))
      add_refused (refused, entries->pdata[k]);
  if (refused->len == 0)
    return between;
  g_string_append_printf (command, "%s%s", between, refused->str);
  return "; ";
}

/* Appends what the command line has no option for, as a comment of the shell: with it the command prints other numbers than the window. */
static void
append_missing (GString *command, WbSession *session)
{
  const LabValues *values = wb_session_values (session);
  g_autoptr (GList) off = g_list_sort (g_hash_table_get_keys (values->events_off), (GCompareFunc) strcmp);
  const char *between = NOT_IN_COMMAND;

  for (GList *name = off; name != NULL; name = name->next, between = ", ")
    g_string_append_printf (command, "%sevent %s is off", between, (const char *) name->data);
  if (values->is_member)
    {
      g_string_append_printf (command, "%srandom values of member %" G_GUINT64_FORMAT, between, values->member);
      between = ", ";
    }
  between = append_refused (command, wb_session_config (session), between);
  if (has_own_text (session))
    g_string_append_printf (command, "%sthe model differs from its file", between);
}

char *
wb_study_parameter_set (const LabStudyKind *kind, GHashTable *options)
{
  const char *text = kind->sets != NULL ? g_hash_table_lookup (options, kind->sets) : NULL;
  const char *equals = text != NULL ? strchr (text, '=') : NULL;

  return equals != NULL ? g_strstrip (g_strndup (text, (gsize) (equals - text))) : NULL;
}

static char *
command_new (WbSession *session, const LabStudyKind *kind, GHashTable *options, double start, double end, const double *x)
{
  const LabValues *values = wb_session_values (session);
  g_autofree char *model = g_shell_quote (wb_session_requested (session));
  g_autofree char *set = wb_study_parameter_set (kind, options);
  GString *command = g_string_new (NULL);

  g_string_append_printf (command, "stepwise-cli study %s %s", kind->id, model);
  append_number (command, "start", start);
  append_number (command, "end", end);
  append_table (command, "set", values->parameters, set);
  append_initials (command, session, x);
  append_table (command, "constant", values->constants, NULL);
  append_settings (command, wb_session_config (session));
  append_table (command, "option", options, kind->knob);
  append_missing (command, session);
  return g_string_free (command, FALSE);
}

char *
wb_study_command_new (WbSession *session, const LabStudyKind *kind, GHashTable *options)
{
  return command_new (session, kind, options, wb_session_t_start (session), wb_session_t_end (session), NULL);
}

char *
wb_study_command_new_at (WbSession *session, const LabStudyKind *kind, GHashTable *options, double t, const double *x)
{
  double end = wb_session_t_end (session);

  return command_new (session, kind, options, t, end > t ? end : t + 1, x); /* a time span of length 0 is not allowed */
}
