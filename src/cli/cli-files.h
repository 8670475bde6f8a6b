/* The files that `run` writes. They are opened before the run, so that a file that cannot be written is
 * reported at once. They are committed (moved into place) after the run. The functions print their own
 * errors. */
#pragma once

#include "cli-command.h"
#include "model.h"
#include "sim-output-file.h"

typedef enum { CLI_FILE_OUTPUT, CLI_FILE_EVENTS, CLI_FILE_TAPE, CLI_FILE_PLOT, CLI_FILE_STATS, CLI_N_FILES } CliFileId;

typedef struct
{
  SimOutputFile *file[CLI_N_FILES]; /* NULL if the file was not requested */
  const char *path[CLI_N_FILES];    /* paths as given in the arguments */
} CliFiles;

/* Checks the outputs before the model is loaded: they must have names, no two of them may be the same
 * file, and none may be the model file or the file of --config. Returns FALSE after printing an
 * error. */
gboolean cli_files_check_names (const CliArguments *arguments);
/* Checks that no output is the file of the model or a data file that the model uses. Returns FALSE after printing an
 * error. */
gboolean cli_files_check_model (const CliArguments *arguments, const Model *model);
/* Opens all requested files. Returns FALSE after printing an error. */
gboolean cli_files_open (const CliArguments *arguments, CliFiles *files);
/* Commits all files: moves them into place. Files of an interrupted run do not replace older files. If
 * the write of --output failed, its sink has already reported that. Returns FALSE if a commit
 * failed. */
gboolean cli_files_commit (CliFiles *files, gboolean interrupted);
/* Frees all files. Discards those that were not committed. */
void cli_files_clear (CliFiles *files);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliFiles, cli_files_clear)
