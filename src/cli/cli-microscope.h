/* What the files of the command microscope share: they print an attempt, its trials with other step sizes, or the search for an event. */
#pragma once

#include "cli-table.h"
#include "lab-event.h"
#include "lab-trial.h"

G_BEGIN_DECLS

/* Prints the search for the located event with the number `wanted`, counted from 1, of the run that the record and the simulator describe.
 * trial: step size with which the step of the event is made again; 0: many sizes; NaN: that of the run. Returns the exit status. */
int cli_microscope_event (LabRunRecord *record, SimSimulator *simulator, gsize wanted, double trial, CliFormat format);
/* Prints the step of an event with the proposed size h, or what is found and missed at many sizes if h is 0. Returns the exit status. */
int cli_microscope_event_trial (const LabRunRecord *record, LabEvent *event, double h, CliFormat format);
/* Prints the errors of an attempt over its size. Returns the exit status. */
int cli_microscope_trials (LabTrial *trial, const LabAttempt *attempt, const OdeSystem *ode, CliFormat format);
/* Returns the name of the outcome of an attempt, such as "accepted". */
const char *cli_microscope_outcome (OdeOutcome outcome);
/* Prints a line with a name and a number; NaN: no number. */
void cli_microscope_print (const char *name, double value);

G_END_DECLS
