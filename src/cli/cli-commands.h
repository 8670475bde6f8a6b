/* The functions of all commands. Each executes one command of main.c and returns an exit status. */
#pragma once

#include "cli-command.h"
#include "cli-table.h"

/* Executes `batch-eval`: evaluates the right-hand side at the points of a CSV
 * file. */
int cli_batch_eval (const CliArguments *arguments);
/* Executes `compare`: prints one row per integrator with its cost and error. */
int cli_compare (const CliArguments *arguments);
/* Executes `converge`: prints the error and the observed order for each step
 * size. */
int cli_converge (const CliArguments *arguments);
/* Executes `work-precision`: prints the cost and error for each accuracy. */
int cli_work_precision (const CliArguments *arguments);
/* Computes an ensemble, or joins or exports its files; returns an exit status. */
int cli_ensemble (const CliArguments *arguments);
/* Computes one member of an ensemble again; returns an exit status. */
int cli_replay (const CliArguments *arguments);
/* Executes `list`: prints the models, integrators or tableaus. */
int cli_list (const CliArguments *arguments);
/* Executes `show`: prints a model as parsed. */
int cli_show (const CliArguments *arguments);
/* Executes `check`: prints the errors of all files, and returns CLI_MODEL if
 * there is one. */
int cli_check (const CliArguments *arguments);
/* Executes `run`: simulates a model and writes the requested files. */
int cli_run (const CliArguments *arguments);
/* Executes `microscope`, which is in cli-microscope.c: prints the inside of one
 * attempt of a run, or of the search for an event. */
int cli_microscope (const CliArguments *arguments);
/* Executes `stability`: prints intervals and angles of a method's stability
 * region and, with a model, the eigenvalues at its initial state. */
int cli_stability (const CliArguments *arguments);
/* Executes `tableau`: prints the properties and order conditions of a tableau.
 */
int cli_tableau (const CliArguments *arguments);
/* Executes `study`: computes the study with the id of the first argument for the model of the second one. Returns an exit status. */
int cli_study (const CliArguments *arguments);
/* Executes the command of a single study, such as `linearize`, and prints its result in the form of that command. Returns an exit status. */
int cli_study_command (const CliArguments *arguments);
/* Executes `sweep`: runs a model at the points of a grid. */
int cli_sweep (const CliArguments *arguments);
/* Executes `lesson`: checks the lessons that the arguments name, or exports one. */
int cli_lesson (const CliArguments *arguments);
/* Prints the lessons of the library, for `list lessons`. */
int cli_list_lessons (CliFormat format);
