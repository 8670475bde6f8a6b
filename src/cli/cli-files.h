/* The files that `run` writes. They are opened before the run, so that a file
 * that cannot be written is found then, and committed after it. Functions print
 * their own errors. */
#pragma once

#include "cli-command.h"
#include "model.h"
#include "sim-output-file.h"

typedef enum { CLI_FILE_OUTPUT, CLI_FILE_EVENTS, CLI_FILE_TAPE, CLI_FILE_PLOT, CLI_FILE_STATS, CLI_N_FILES } CliFileId;

typedef struct
{
  SimOutputFile *file[CLI_N_FILES]; /* NULL if the file is not requested */
  const char *path[CLI_N_FILES];    /* paths as given in the arguments */
} CliFiles;

/* Checks before the model is loaded that the outputs have names, that no two of
 * them are the same file, and that none is the model's file or that of
 * --config. Returns FALSE after an error. */
gboolean cli_files_check_names (const CliArguments *arguments);
/* Checks that no output is the file of the model or a data file that the model
 * names. Returns FALSE after an error. */
gboolean cli_files_check_model (const CliArguments *arguments, const Model *model);
/* Opens all requested files. Returns FALSE after an error. */
gboolean cli_files_open (const CliArguments *arguments, CliFiles *files);
/* Commits all files. Files of an interrupted run do not replace older ones. A
 * failed write of --output has been reported by its sink. Returns FALSE if a
 * commit failed. */
gboolean cli_files_commit (CliFiles *files, gboolean interrupted);
/* Frees all files and discards those that are not committed. */
void cli_files_clear (CliFiles *files);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliFiles, cli_files_clear)
