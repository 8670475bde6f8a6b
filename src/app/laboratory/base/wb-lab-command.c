/* Writes the command of a study with the settings, values and times in which the session differs from the model. */
#include "wb-lab-command.h"

#include <string.h>

#include "model-tableau.h"

static void
append_option (GString *command, const char *option, const char *name, const char *text)
{
  g_autofree char *pair = g_strdup_printf ("%s=%s", name, text), *quoted = g_shell_quote (pair);

  g_string_append_printf (command, " --%s %s", option, quoted);
}

/* Appends one option for each entry of a table, except the entry `except`, in the order of their names. */
static void
append_table (GString *command, const char *option, GHashTable *table, const char *except)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (table), (GCompareFunc) strcmp);

  for (GList *name = names; name != NULL; name = name->next)
    if (g_strcmp0 (name->data, except) != 0)
      append_option (command, option, name->data, g_hash_table_lookup (table, name->data));
}

/* Appends an option for each setting that the user has changed. */
static void
append_settings (GString *command, const SimConfig *config)
{
  int n;
  const SimSettingRow *rows = sim_config_rows (&n);

  for (int k = 0; k < n; k++)
    {
      g_autofree char *text = NULL, *quoted = NULL, *key = NULL;
      const char *name = model_method_name (sim_config_method (config));

      if (sim_config_origin (config, rows[k].key) <= SIM_ORIGIN_MODEL || strcmp (rows[k].key, "realtime_rate") == 0)
        continue;
      text = sim_config_get (config, rows[k].key);
      if (text == NULL || *text == '\0')
        continue;
      /* The id of a tableau in braces is known only to this process. */
      quoted = g_shell_quote (*name == '{' && strcmp (rows[k].key, "integrator") == 0 ? name : text);
      key = g_strdelimit (g_strdup (rows[k].key), "_", '-');
      g_string_append_printf (command, " --%s %s", key, quoted);
    }
}

static void
append_times (GString *command, double start, double end)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (command, " --start %s", g_ascii_dtostr (number, sizeof number, start));
  g_string_append_printf (command, " --end %s", g_ascii_dtostr (number, sizeof number, end));
}

/* Appends the initial values. The numbers x replace the initial values of the continuous states; if x is NULL, all values stay. */
static void
append_initials (GString *command, WbSession *session, const double *x)
{
  const WbValues *values = wb_session_values (session);
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

static char *
command_new (WbSession *session, const LabStudyKind *kind, GHashTable *options, double start, double end, const double *x)
{
  const WbValues *values = wb_session_values (session);
  g_autofree char *model = g_shell_quote (wb_session_requested (session));
  GString *command = g_string_new (NULL);

  g_string_append_printf (command, "stepwise-cli study %s %s", kind->id, model);
  append_times (command, start, end);
  append_table (command, "set", values->parameters, NULL);
  append_initials (command, session, x);
  append_table (command, "constant", values->constants, NULL);
  append_settings (command, wb_session_config (session));
  append_table (command, "option", options, kind->knob);
  return g_string_free (command, FALSE);
}

char *
wb_lab_command_new (WbSession *session, const LabStudyKind *kind, GHashTable *options)
{
  return command_new (session, kind, options, wb_session_t_start (session), wb_session_t_end (session), NULL);
}

char *
wb_lab_command_new_at (WbSession *session, const LabStudyKind *kind, GHashTable *options, double t, const double *x)
{
  double end = wb_session_t_end (session);

  return command_new (session, kind, options, t, end > t ? end : t + 1, x); /* a time span of length 0 is not allowed */
}
