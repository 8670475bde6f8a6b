/* Runs a study with options from the input: the first line is its id, the others are KEY=VALUE. The study is cancelled after some reports of progress. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

#include "lab-registry.h"
#include "model-load.h"

/* Largest number of reports of progress of a study. */
#define MOST_REPORTS 30

static Model *model;
static SimConfig *config;

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();

  model = model_load_text ("format: 1\nname: Fuzz\ntime: {end: 2}\nparameters: {mu: 1}\nstates:\n  x: {initial: 1, derivative: v}\n"
                           "  v: {initial: 0.2, derivative: \"mu*(1 - x^2)*v - x\"}\n", -1, "fuzz.yaml", sim_config_check_solver, diagnostics);
  config = sim_config_new ();
  g_assert_nonnull (model);
  return 0;
}

static gboolean
count (gpointer user, double fraction)
{
  return ++*(int *) user < MOST_REPORTS;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = fuzz_text (data, size);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 20);
  const LabStudyKind *kind = lines[0] != NULL ? lab_registry_find (g_strstrip (lines[0])) : NULL;
  LabProblem problem = { .model = model, .config = config, .t_start = NAN, .t_end = NAN };
  g_autofree const char **values = NULL;
  g_autoptr (GError) error = NULL;
  int reports = 0;
  LabProgress progress = { .func = count, .user = &reports };

  if (kind == NULL || kind->run == NULL)
    return 0;
  values = g_new0 (const char *, kind->n_options + 1);
  for (int k = 0; k < kind->n_options; k++)
    values[k] = kind->options[k].standard;
  for (char **line = lines + 1; *line != NULL; line++)
    {
      char *equals = strchr (*line, '=');
      int index;

      if (equals == NULL)
        continue;
      *equals = '\0';
      index = lab_study_kind_option (kind, *line);
      if (index >= 0 && strcmp (*line, "keep") != 0 && strcmp (*line, "program") != 0) /* these name files that are written */
        values[index] = equals + 1;
    }
  for (int k = 0; k < kind->n_options; k++) /* every caller checks this before */
    if (kind->options[k].required && values[k] == NULL)
      return 0;
  g_autoptr (LabResult) result = kind->run (&problem, values, &progress, &error);
  g_assert_true ((result == NULL) == (error != NULL));
  return 0;
}
