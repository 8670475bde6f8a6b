/* Access to the results of studies by name, for plots, for sentences that studies form from their tables, and for tests. */
#pragma once

#include "lab-registry.h"

G_BEGIN_DECLS

/* Returns a copy of a result. Free it with lab_result_free. */
LabResult *lab_result_copy (const LabResult *result);
/* Returns the value of the number with this name, or NaN if there is none. */
double lab_result_number (const LabResult *result, const char *name);
/* Sets the number with this name, or appends it if there is none; unit as in lab_result_add_number. */
void lab_result_set_number (LabResult *result, const char *name, double value, const char *unit);
/* Replaces the sentence of a result by a copy of this one. */
void lab_result_set_sentence (LabResult *result, const char *sentence);
/* Returns the table with this name, or NULL. */
LabTable *lab_result_table (const LabResult *result, const char *name);
/* Returns the index of the column with this name, or −1. */
int lab_table_column (const LabTable *table, const char *name);
/* Sets the unit of a column. */
void lab_table_set_unit (LabTable *table, const char *column, const char *unit);
/* Returns the number in a cell; NaN if the cell is a text. */
double lab_table_number (const LabTable *table, int row, int column);
/* Returns the text in a cell, or NULL if the cell is a number. */
const char *lab_table_text (const LabTable *table, int row, int column);
/* Returns the numbers of a column, as doubles, in the rows whose cell in the column `key` is `text`; if key is NULL, in all rows. Free it
 * with g_array_unref. */
GArray *lab_table_series (const LabTable *table, const char *column, const char *key, const char *text);

G_END_DECLS
