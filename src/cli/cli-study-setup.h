/* Makes the problem of a study from the arguments of a command: from a study file or a model, and from options. */
#pragma once

#include "cli-command.h"
#include "lab-study-file.h"

typedef struct
{
  const CliArguments *arguments;
  LabStudyFile *file;   /* study file; NULL if the argument names a model */
  char *path;           /* path of the study file, or NULL */
  Model *model;
  SimConfig *config;
  GHashTable *constants;
  LabProblem problem;
} CliStudy;

/* Fills in a study from the first positional argument and the options. Returns CLI_OK, or an exit status after printing an
 * error. */
int cli_study_init (CliStudy *study, const CliArguments *arguments);
/* Fills in a study as cli_study_init does, from the positional argument with this index. */
int cli_study_init_at (CliStudy *study, const CliArguments *arguments, guint argument);
/* Frees the contents of a study. */
void cli_study_clear (CliStudy *study);
/* Makes the ensemble of a study with the options --members, --vary, --record and --fan. is_sweep: makes a sweep, whose --vary options are
 * axes. Returns NULL with *status after printing an error. */
LabEnsemble *cli_study_ensemble (CliStudy *study, gboolean is_sweep, int *status);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliStudy, cli_study_clear)
