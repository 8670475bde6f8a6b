/* The files that `run` writes. They are opened before the run, so that a file that cannot be written is
 * reported at once. They are committed (moved into place) after the run. The functions print their own
 * errors. */
#pragma once

#include "cli-command.h"
#include "sim-output-file.h"

typedef enum { CLI_FILE_OUTPUT, CLI_FILE_EVENTS, CLI_FILE_TAPE, CLI_FILE_PLOT, CLI_FILE_STATS, CLI_N_FILES } CliFileId;

typedef struct
{
  SimOutputFile *file[CLI_N_FILES]; /* NULL if the file was not requested */
  const char *path[CLI_N_FILES];    /* paths as given in the arguments */
} CliFiles;

/* Checks the outputs of any command before it reads a file: they must have names, no two of them may be the same file, and none may be a file that the
 * arguments name as an input. Returns FALSE after printing an error. */
gboolean cli_files_check_names (const CliArguments *arguments);
/* Checks that no output is a file that was read, such as a data file of the model or the tableau of the method. The outputs compare themselves when they
 * are opened, which is after the run in some commands; this check comes before it. Returns FALSE after printing an error. */
gboolean cli_files_check_read (const CliArguments *arguments);
/* Writes a text to the file of --output, or to standard output. Returns an exit status after printing an error. */
int cli_write_text (const CliArguments *arguments, const char *text);
/* Does the same with bytes. */
int cli_write_bytes (const CliArguments *arguments, GBytes *bytes);
/* Opens all requested files. Returns FALSE after printing an error. */
gboolean cli_files_open (const CliArguments *arguments, CliFiles *files);
/* Commits all files: moves them into place. Files of an interrupted run do not replace older files. If
 * the write of --output failed, its sink has already reported that. Returns FALSE if a commit
 * failed. */
gboolean cli_files_commit (CliFiles *files, gboolean interrupted);
/* Frees all files. Discards those that were not committed. */
void cli_files_clear (CliFiles *files);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliFiles, cli_files_clear)
