/* Converts results of studies to text. Numbers are in the C locale, with the fewest digits that read back as the same double. The functions
 * may be called from any thread. */
#pragma once

#include "lab-result.h"

G_BEGIN_DECLS

/* Returns numbers and tables as JSON without the last brace, so that more can be appended: {"study": ID, "model": ID, "numbers": {…},
 * "tables": {…}. NaN and infinities are null. Free it with g_string_free. */
GString *lab_result_json_begin (const char *study, const char *model, const LabResult *result);
/* Returns numbers and tables as a complete JSON document. Free it with g_free. */
char *lab_result_json (const char *study, const char *model, const LabResult *result);
/* Returns all numbers and tables as text with this separator: first one line (name, value, unit) for each number; then, for each table, an
 * empty line, its name, its headings and its rows. Free it with g_free. */
char *lab_result_csv (const LabResult *result, char separator);
/* Returns the first table that has rows as lines of cells separated by tabs; the first line has the headings. Returns NULL if no table has
 * rows. Free it with g_free. */
char *lab_result_table_text (const LabResult *result);

/* ---- parts of JSON, for studies whose commands have a form of their own ---- */
/* Returns a text in quotes, with escapes. Bytes that are not UTF-8 are replaced. Free it with g_free. */
char *lab_json_string (const char *value);
/* Returns a number with all its digits, or "null" for NaN and infinities. Free it with g_free. */
char *lab_json_number (double value);
/* Appends the text or the number in a cell. */
void lab_json_cell (GString *text, const LabTable *table, int row, int column);
/* Appends "name": value. Appends nothing if the result has no number with this name. */
void lab_json_number_named (GString *text, const char *name, const LabResult *result);
/* Appends an object {column: value, …} of a row, beginning with the column `first`. */
void lab_json_states (GString *text, const LabTable *table, int row, int first);
/* Appends a list [[re, im], …], the last two columns of those rows whose first columns have these numbers. */
void lab_json_complex (GString *text, const LabTable *table, const double *keys, int n_keys);
/* Appends {name: value, …}: the texts in the first column of a table with the values in this column. */
void lab_json_pairs (GString *text, const LabTable *table, int column);
/* Appends a table as a list of objects. */
void lab_json_rows (GString *text, const LabTable *table);
/* Returns the letter of an attractor by its index, '-' for a run that escapes, and '?' for a run that is undecided. */
char lab_grid_letter (int code);
/* Appends the axes of a grid with their outer edges, and the rows from y_low upwards. A row of codes is a text of letters. */
void lab_json_grid (GString *text, const LabGrid *grid);
/* Appends the key "grids" with a comma before it. Appends nothing if the result has no grid. */
void lab_json_grids (GString *text, const LabResult *result);

G_END_DECLS
