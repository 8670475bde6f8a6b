/* Access to the results of studies by name: for plots, for studies that compute their sentence from their tables, and for tests. */
#pragma once

#include "lab-registry.h"

G_BEGIN_DECLS

/* Returns a copy. */
LabResult *lab_result_copy (const LabResult *result);
/* Returns the value of a number, or NaN if there is none with this name. */
double lab_result_number (const LabResult *result, const char *name);
/* Sets a number, or appends it if there is none with this name; unit as in lab_result_add_number. */
void lab_result_set_number (LabResult *result, const char *name, double value, const char *unit);
/* Replaces the sentence by a copy. */
void lab_result_set_sentence (LabResult *result, const char *sentence);
/* Returns the table with this name, or NULL. */
LabTable *lab_result_table (const LabResult *result, const char *name);
/* Returns the index of a column, or −1. */
int lab_table_column (const LabTable *table, const char *name);
/* Sets the unit of a column. */
void lab_table_set_unit (LabTable *table, const char *column, const char *unit);
/* Returns the number in a cell; NaN if it is a text. */
double lab_table_number (const LabTable *table, int row, int column);
/* Returns the text in a cell, or NULL if it is a number. */
const char *lab_table_text (const LabTable *table, int row, int column);
/* Returns the numbers of a column in the rows whose cell in the column `key` is `text`; key NULL: all rows. Free it with g_array_unref. */
GArray *lab_table_series (const LabTable *table, const char *column, const char *key, const char *text);

G_END_DECLS
