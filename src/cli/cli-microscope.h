/* What the two files of the command microscope share: one prints an attempt, the other one the search for an event. */
#pragma once

#include "cli-table.h"
#include "lab-event.h"

G_BEGIN_DECLS

/* Prints the search for the located event with the number `wanted`, counted from 1, of the run that the record and the simulator describe.
 * Returns the exit status. */
int cli_microscope_event (LabRunRecord *record, SimSimulator *simulator, gsize wanted, CliFormat format);
/* Prints a line with a name and a number; NaN: no number. */
void cli_microscope_print (const char *name, double value);

G_END_DECLS
