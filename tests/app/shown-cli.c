/* Repeats a run of the window on the command line, and compares texts and tables. */
#include "shown.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model-tableau.h"
#include "walk-acts.h"

/* ---- the command line ---- */

int
shown_cli (const char *command, const char *arguments, char **out, char **errors)
{
  static const char name[] = "stepwise-cli ";
  g_autofree char *program = g_shell_quote (g_getenv ("STEPWISE_CLI")), *line = NULL;
  g_autoptr (GError) error = NULL;
  int status = -1;

  g_assert_true (g_str_has_prefix (command, name));
  line = g_strdup_printf ("%s %s %s", program, command + strlen (name), arguments);
  if (!g_spawn_command_line_sync (line, out, errors, &status, &error))
    g_error ("%s: %s", line, error->message);
  g_spawn_check_wait_status (status, &error);
  return error != NULL ? error->domain == G_SPAWN_EXIT_ERROR ? error->code : -1 : 0;
}

static void
append_pairs (GString *options, const char *option, GHashTable *table)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (table), (GCompareFunc) strcmp);

  for (GList *name = names; name != NULL; name = name->next)
    {
      g_autofree char *pair = g_strdup_printf ("%s=%s", (const char *) name->data, (const char *) g_hash_table_lookup (table, name->data));
      g_autofree char *quoted = g_shell_quote (pair);

      g_string_append_printf (options, " --%s %s", option, quoted);
    }
}

char *
shown_options (ShownCheck *check, Model *model, const SimConfig *config, const LabValues *values, double t_start, double t_end, const char **reason)
{
  static int n_files;
  g_autofree char *source = g_strdup_printf ("%s/%d.yaml", check->folder, ++n_files), *settings = g_strdup_printf ("%s/%d.settings.yaml", check->folder, n_files);
  g_autofree char *yaml = NULL, *text = NULL, *start = lab_values_number_text (t_start), *end = lab_values_number_text (t_end);
  g_autoptr (SimConfig) copy = sim_config_copy (config);
  const char *path = model_path (model), *name = model_method_name (sim_config_method (config));
  GString *options = g_string_new (NULL);

  if (g_hash_table_size (values->events_off) > 0)
    *reason = "an event is off";
  else if (values->is_member)
    *reason = "a member of an ensemble";
  else
    *reason = NULL;
  if (*reason != NULL)
    return g_string_free (options, TRUE);
  if (path == NULL || !g_file_get_contents (path, &text, NULL, NULL) || strcmp (text, model_text (model)) != 0)
    {
      g_assert_true (g_file_set_contents (source, model_text (model), -1, NULL));
      path = source;
    }
  /* The id of a tableau in braces is known only to this process. */
  if (*name == '{')
    sim_config_set (copy, "integrator", name, SIM_ORIGIN_LIVE, NULL);
  sim_config_set (copy, "realtime_rate", "0", SIM_ORIGIN_LIVE, NULL);
  yaml = sim_config_to_yaml (copy, FALSE);
  g_assert_true (g_file_set_contents (settings, yaml, -1, NULL));
  g_string_append_printf (options, "'%s' --config '%s' --start %s --end %s", path, settings, start, end);
  append_pairs (options, "set", values->parameters);
  append_pairs (options, "initial", values->initials);
  append_pairs (options, "constant", values->constants);
  return g_string_free (options, FALSE);
}

/* Appends the changes with which a branch begins. Returns FALSE with a reason if the run was changed otherwise. */
static gboolean
append_history (GString *options, WbRunItem *run, const char **reason)
{
  g_autoptr (GPtrArray) history = sim_run_history (wb_run_item_run (run));
  double t = NAN;

  *reason = "settings or values were changed during the run";
  for (guint i = 0; i < history->len; i++)
    {
      const SimRunChange *change = g_ptr_array_index (history, i);
      g_autofree char *value = lab_values_number_text (change->value);

      if ((change->kind != SIM_RUN_CHANGE_PARAMETER && change->kind != SIM_RUN_CHANGE_STATE) || change->step <= 0 || (i > 0 && change->t != t))
        return FALSE;
      t = change->t;
      g_string_append_printf (options, " --branch-set '%s.%s=%s'", change->kind == SIM_RUN_CHANGE_STATE ? "state" : "parameter", change->name, value);
    }
  if (history->len > 0)
    {
      g_autofree char *text = lab_values_number_text (t);

      g_string_append_printf (options, " --branch-at %s", text);
    }
  *reason = NULL;
  return TRUE;
}

ModelYamlDocument *
shown_parse (const char *json)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  ModelYamlDocument *document = model_yaml_parse (json, -1, "json", diagnostics);

  if (document != NULL && model_diagnostics_n_errors (diagnostics) == 0)
    return document;
  g_clear_pointer (&document, model_yaml_document_free);
  return NULL;
}

double
shown_stat (const ShownCheck *check, const char *key)
{
  const char *text = check->stats != NULL ? model_yaml_get_text (model_yaml_root (check->stats), key, NULL) : NULL;

  return text != NULL && strcmp (text, "null") != 0 ? g_ascii_strtod (text, NULL) : NAN;
}

static char *
file_of (const ShownCheck *check, const char *name)
{
  g_autofree char *path = g_build_filename (check->folder, name, NULL);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static void
repeat_run (ShownCheck *check)
{
  g_autoptr (GString) options = NULL;
  g_autofree char *files = NULL, *out = NULL, *command = NULL;
  g_autofree char *inputs = NULL;
  double first = wb_run_item_first_t_end (check->run), end = wb_run_item_t_end (check->run);

  inputs = shown_options (check, wb_run_item_model (check->run), wb_run_item_config (check->run), wb_run_item_values (check->run), wb_run_item_t_start (check->run), end,
                         &check->reason);
  if (inputs == NULL)
    return;
  if (!isnan (first) && first != end)
    {
      check->reason = "the end of the run was moved";
      return;
    }
  options = g_string_new (inputs);
  if (!append_history (options, check->run, &check->reason))
    return;
  check->options = g_strdup (options->str);
  files = g_strdup_printf ("--output '%s/rows' --events '%s/events' --tape '%s/tape' --stats json", check->folder, check->folder, check->folder);
  command = g_strconcat ("stepwise-cli run ", check->options, NULL);
  shown_cli (command, files, &out, &check->errors);
  check->stats = shown_parse (out);
  check->rows = file_of (check, "rows");
  check->events = file_of (check, "events");
  check->tape = file_of (check, "tape");
  if (check->stats == NULL)
    {
      check->reason = "the command line refuses the run";
      g_test_message ("    %s: %s", command, check->errors);
      g_clear_pointer (&check->options, g_free);
      g_test_fail (); /* the window has made it */
    }
}

/* Computes the current run to its end, and repeats it. */
static void
complete_run (ShownCheck *check)
{
  if (wb_session_state (check->session) != SIM_RUN_FINISHED)
    {
      wb_session_run_to_end (check->session);
      walk_settle (check->session);
    }
  check->run = wb_session_current (check->session);
  check->reason = "no run";
  if (check->run != NULL && wb_session_state (check->session) == SIM_RUN_FINISHED)
    repeat_run (check);
}

void
shown_begin (ShownCheck *check, WbWindow *window, guint32 seed)
{
  *check = (ShownCheck) { .window = window, .session = wb_window_session (window), .message = g_string_new (NULL), .dice = g_rand_new_with_seed (seed) };
  check->folder = g_dir_make_tmp ("stepwise-shown-XXXXXX", NULL);
  wb_session_set_rate (check->session, 0);
  complete_run (check);
  /* The command line has no counterpart of most runs that were changed while they ran, and of events that are off. The walk then ends as one of a user who
   * switches the events on and runs again. */
  if (check->options == NULL && check->stats == NULL && check->errors == NULL)
    {
      wb_session_reset_all (check->session, 1u << WB_EVENT);
      wb_session_reset (check->session);
      walk_settle (check->session);
      complete_run (check);
    }
}

void
shown_end (ShownCheck *check)
{
  g_autofree char *remove = g_strdup_printf ("rm -rf '%s'", check->folder);

  g_assert_cmpint (system (remove), ==, 0);
  g_clear_pointer (&check->stats, model_yaml_document_free);
  g_free (check->rows);
  g_free (check->events);
  g_free (check->tape);
  g_free (check->errors);
  g_free (check->options);
  g_free (check->folder);
  g_string_free (check->message, TRUE);
  g_rand_free (check->dice);
}

/* ---- comparisons ---- */

ShownVerdict
shown_not_compared (ShownCheck *check, const char *reason)
{
  g_string_append (check->message, reason != NULL ? reason : "nothing to compare");
  return SHOWN_NOT_COMPARED;
}

gboolean
shown_has_run (ShownCheck *check, gboolean branches)
{
  gboolean is_branch = check->options != NULL && strstr (check->options, "--branch-at") != NULL;

  if (check->options == NULL)
    shown_not_compared (check, check->reason);
  else if (is_branch && !branches)
    shown_not_compared (check, "the command has no branches");
  return check->options != NULL && (branches || !is_branch);
}

ShownVerdict
shown_text (ShownCheck *check, const char *what, const char *shown, const char *expected)
{
  check->n_values++;
  if (g_strcmp0 (shown, expected) == 0)
    return SHOWN_SAME;
  g_string_append_printf (check->message, "\n      %s: shows “%s”, the command line prints “%s”", what, shown != NULL ? shown : "", expected != NULL ? expected : "");
  return SHOWN_DIFFERENT;
}

/* Splits a line with cells that may be quoted. */
static GPtrArray *
cells_of (const char *line, char separator)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);
  GString *cell = g_string_new (NULL);
  gboolean quoted = FALSE;

  for (const char *c = line; *c != '\0'; c++)
    if (*c == '"' && quoted && c[1] == '"')
      g_string_append_c (cell, *c++);
    else if (*c == '"')
      quoted = !quoted;
    else if (*c == separator && !quoted)
      {
        g_ptr_array_add (cells, g_strdup (cell->str));
        g_string_truncate (cell, 0);
      }
    else if (*c != '\r')
      g_string_append_c (cell, *c);
  g_ptr_array_add (cells, g_string_free (cell, FALSE));
  return cells;
}

/* Returns whether two cells have the same text or the same number. */
static gboolean
same_cell (const char *a, const char *b)
{
  char *end_a, *end_b;
  double x = g_ascii_strtod (a, &end_a), y = g_ascii_strtod (b, &end_b);

  /* A cell without a number is empty in one program and "nan" in the other. */
  if (strcmp (a, "nan") == 0 || strcmp (b, "nan") == 0)
    return *a == '\0' || *b == '\0' || strcmp (a, b) == 0;
  return strcmp (a, b) == 0 || (*a != '\0' && *b != '\0' && *end_a == '\0' && *end_b == '\0' && (x == y || (isnan (x) && isnan (y))));
}

gboolean
shown_same_line (const char *a, const char *b)
{
  g_autoptr (GPtrArray) here = cells_of (a, ','), there = cells_of (b, ',');

  for (guint k = 0; k < here->len && k < there->len; k++)
    if (!same_cell (g_ptr_array_index (here, k), g_ptr_array_index (there, k)))
      return FALSE;
  return here->len == there->len;
}

static gboolean
is_skipped (const char *title, char **skipped)
{
  for (; skipped != NULL && *skipped != NULL; skipped++)
    if (g_str_has_prefix (title, *skipped))
      return TRUE;
  return FALSE;
}

/* Returns a table of the window without the tables that have no rows or only one column, which the command line does not print. Free it with g_free. */
static char *
without_small_tables (const char *text, char separator)
{
  g_auto (GStrv) parts = g_strsplit (text, "\n\n", -1);
  GString *out = g_string_new (parts[0]);

  for (guint i = 1; parts[0] != NULL && parts[i] != NULL; i++)
    {
      gsize n = strlen (parts[i]);
      const char *headings;

      for (; n > 0 && parts[i][n - 1] == '\n'; n--)
        parts[i][n - 1] = '\0';
      headings = strchr (parts[i], '\n') + 1; /* after the name; the rows follow */
      if (strchr (headings, '\n') != NULL && memchr (headings, separator, strcspn (headings, "\n")) != NULL)
        g_string_append_printf (out, "%s\n%s\n", out->str[out->len - 1] == '\n' ? "" : "\n", parts[i]);
    }
  if (out->len > 0 && out->str[out->len - 1] != '\n')
    g_string_append_c (out, '\n');
  return g_string_free (out, FALSE);
}

char *
shown_numbers_as_table (const char *printed)
{
  g_auto (GStrv) lines = g_strsplit (printed, "\n", -1);
  GString *out = g_string_new (NULL);
  guint i = 0;

  g_string_append (out, "number,value,unit\n");
  for (; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) parts = g_strsplit (lines[i], " ", 3);

      g_string_append_printf (out, "%s,%s,%s\n", parts[0], parts[1] != NULL && strcmp (parts[1], "nan") != 0 ? parts[1] : "", parts[1] != NULL && parts[2] != NULL ? parts[2] : "");
    }
  for (; lines[i] != NULL; i++)
    g_string_append_printf (out, "%s%s", lines[i], lines[i + 1] != NULL ? "\n" : "");
  return g_string_free (out, FALSE);
}

ShownVerdict
shown_table (ShownCheck *check, const char *what, const char *shown, char separator, const char *printed, const char *skipped)
{
  g_auto (GStrv) left = skipped != NULL ? g_strsplit (skipped, "|", -1) : NULL;
  g_autofree char *full = without_small_tables (shown, separator), *full_printed = without_small_tables (printed, ',');
  g_auto (GStrv) a = g_strsplit (full, "\n", -1), b = g_strsplit (full_printed, "\n", -1);
  g_autoptr (GPtrArray) titles = NULL;
  int n_reported = 0;

  for (guint i = 0; a[i] != NULL && b[i] != NULL; i++)
    {
      g_autoptr (GPtrArray) here = cells_of (a[i], separator), there = cells_of (b[i], ',');
      gboolean begins = i == 0 || *a[i - 1] == '\0' || (i >= 2 && *a[i - 2] == '\0');

      if (begins)
        {
          g_clear_pointer (&titles, g_ptr_array_unref);
          titles = g_ptr_array_ref (there);
        }
      if (is_skipped (g_ptr_array_index (there, 0), left))
        continue;
      for (guint k = 0; k < MAX (here->len, there->len); k++)
        {
          const char *x = k < here->len ? g_ptr_array_index (here, k) : "(no cell)", *y = k < there->len ? g_ptr_array_index (there, k) : "(no cell)";

          if (k < titles->len && is_skipped (g_ptr_array_index (titles, k), left))
            continue;
          check->n_values += !begins && (*x != '\0' || *y != '\0');
          if (same_cell (x, y) || n_reported++ >= 4)
            continue;
          g_string_append_printf (check->message, "\n      %s, line %u, %s: shows “%s”, the command line prints “%s”", what, i + 1,
                                  k < titles->len ? (const char *) g_ptr_array_index (titles, k) : "?", x, y);
        }
    }
  if (g_strv_length (a) != g_strv_length (b))
    {
      n_reported++;
      g_string_append_printf (check->message, "\n      %s: shows %u lines, the command line %u", what, g_strv_length (a), g_strv_length (b));
    }
  return n_reported > 0 ? SHOWN_DIFFERENT : SHOWN_SAME;
}
