/* Functions that the studies of dynamics share: tables with a column for each state, and the option `box`. */
#pragma once

#include "lab-flow.h"
#include "lab-result.h"

/* The row of the option that lab_box_init reads. */
#define LAB_BOX_OPTION { "box", "x=A:B,y=C:D", N_("the box of the search; by default 1.5 times the range of the run"), NULL, FALSE, N_("Search box") }

/* Adds a table to a result. Its columns are those in first, a NULL-terminated list, followed by the states. Returns the table, which the
 * result owns. */
LabTable *lab_table_with_states (LabResult *result, const char *name, const LabFlow *flow, const char *const *first);
/* Adds the table "box" to a result: the least and the greatest value of each state in the box of a search. */
void lab_box_add (LabResult *result, const LabBox *box, const LabFlow *flow);
/* Returns a sentence that says which region was searched, as in "Searched: x from −2 to 2, y from −3 to 3.", that a default box was left
 * (lab_equilibria_add_beyond), and that events of the model are left out if
 * they act on the run. Free it with g_free. */
char *lab_box_sentence (const LabBox *box, const LabFlow *flow);
/* Adds a cell for each of the n states x[n] to the current row. */
void lab_table_add_states (LabTable *table, const double *x, int n);
