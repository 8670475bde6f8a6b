/* Writes the command of stepwise-cli for a study, with quotes where the shell needs them. */
#include "wb-study-command.h"

#include <math.h>
#include <string.h>

#include "ode-format.h"

static void
append_quoted (GString *command, const char *option, const char *text)
{
  g_autofree char *quoted = g_shell_quote (text);

  g_string_append_printf (command, " --%s %s", option, quoted);
}

static void
append_number (GString *command, const char *option, double value)
{
  char number[ODE_FORMAT_SIZE];

  number[ode_format_double (number, value)] = '\0';
  g_string_append_printf (command, " --%s %s", option, number);
}

/* Appends an option --OPTION NAME=TEXT for each entry of a mapping. */
static void
append_pairs (GString *command, const char *option, const ModelYaml *mapping)
{
  for (int k = 0; mapping != NULL && k < mapping->n_items; k++)
    if (mapping->items[k]->text != NULL)
      {
        g_autofree char *pair = g_strdup_printf ("%s=%s", mapping->keys[k]->text, mapping->items[k]->text);

        append_quoted (command, option, pair);
      }
}

/* Appends the settings of the study. Each setting is a separate option, with dashes in its name. */
static void
append_solver (GString *command, const ModelYaml *solver)
{
  for (int k = 0; solver != NULL && k < solver->n_items; k++)
    if (solver->items[k]->text != NULL)
      {
        g_autofree char *key = g_strdelimit (g_strdup (solver->keys[k]->text), "_", '-');

        append_quoted (command, key, solver->items[k]->text);
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
wb_study_command (WbStudy *study)
{
  const WbStudyProblem *problem = wb_study_problem (study);
  const LabStudyFile *file;
  g_autofree char *source = NULL;
  GString *command;

  if (problem == NULL)
    return NULL;
  file = problem->file;
  command = g_string_new ("stepwise-cli ");
  /* A study without its own command is computed by the command `study`. */
  g_string_append_printf (command, problem->ensemble != NULL ? "%s" : "study %s", file->study);
  if (wb_study_path (study) != NULL && !wb_study_is_changed (study))
    {
      source = g_shell_quote (wb_study_path (study));
      g_string_append_printf (command, " %s", source);
      return g_string_free (command, FALSE);
    }
  source = g_shell_quote (file->model);
  g_string_append_printf (command, " %s", source);
  if (!isnan (file->t_start))
    append_number (command, "start", file->t_start);
  if (!isnan (file->t_end))
    append_number (command, "end", file->t_end);
  append_pairs (command, "set", file->set);
  append_pairs (command, "initial", file->initial);
  append_pairs (command, "constant", file->constants);
  append_solver (command, file->solver);
  if (file->has_seed)
    g_string_append_printf (command, " --seed %" G_GUINT64_FORMAT, file->seed);
  if (problem->ensemble != NULL)
    append_ensemble (command, problem);
  append_pairs (command, "option", file->options);
  return g_string_free (command, FALSE);
}
