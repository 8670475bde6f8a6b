/* The functions that execute the commands in the table of main.c. Each returns an exit status. */
#pragma once

#include "cli-command.h"
#include "cli-table.h"

/* Executes `batch-eval`: evaluates the right-hand side at the points of a CSV
 * file. */
int cli_batch_eval (const CliArguments *arguments);
/* Executes `compare`: prints a row with cost and error for each integrator. */
int cli_compare (const CliArguments *arguments);
/* Executes `converge`: prints the error and the observed order for each step
 * size. */
int cli_converge (const CliArguments *arguments);
/* Executes `work-precision`: prints the cost and error for each accuracy. */
int cli_work_precision (const CliArguments *arguments);
/* Executes `ensemble`: computes an ensemble, or merges or exports its files of results. */
int cli_ensemble (const CliArguments *arguments);
/* Executes `replay`: computes one member of an ensemble again. */
int cli_replay (const CliArguments *arguments);
/* Executes `list`: prints the models, integrators or tableaus. */
int cli_list (const CliArguments *arguments);
/* Executes `show`: prints a model as it was read. */
int cli_show (const CliArguments *arguments);
/* Executes `check`: prints the errors of all files. Returns CLI_MODEL if there is an
 * error. */
int cli_check (const CliArguments *arguments);
/* Executes `run`: simulates a model and writes the requested files. */
int cli_run (const CliArguments *arguments);
/* Executes `verify`: computes the runs of session files again and compares them with their seals. */
int cli_verify (const CliArguments *arguments);
/* Executes `microscope`: prints the intermediate results of one attempted step of a run, or the search for an
 * event. */
int cli_microscope (const CliArguments *arguments);
/* Executes `stability`: prints the intervals and angles of the stability region of a method. With a model, also prints the eigenvalues at
 * the initial state. */
int cli_stability (const CliArguments *arguments);
/* Executes `tableau`: prints the properties and order conditions of a
 * tableau. */
int cli_tableau (const CliArguments *arguments);
/* Executes `study`: computes a study. The first argument is the id of the study, the second one the model. */
int cli_study (const CliArguments *arguments);
/* Executes the command of a single study, such as `linearize`, and prints the result in the format of that command. */
int cli_study_command (const CliArguments *arguments);
/* Executes `sweep`: runs a model for each point of a grid of parameters or initial values. */
int cli_sweep (const CliArguments *arguments);
/* Executes `lesson`: checks the lessons that the arguments name, or exports one. */
int cli_lesson (const CliArguments *arguments);
/* Executes `page`: writes a live page of a model, a lesson or a session. */
int cli_page (const CliArguments *arguments);
/* Executes `export`: writes a model in another language. */
int cli_export (const CliArguments *arguments);
/* Executes `import`: writes a model of another program as a model file. */
int cli_import (const CliArguments *arguments);
/* Executes `serve`: answers requests of a script until its input ends. */
int cli_serve (const CliArguments *arguments);
/* Executes `list lessons`: prints the lessons of the library. */
int cli_list_lessons (CliFormat format);
