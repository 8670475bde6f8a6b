/* Writes JSON as text: values one after another, with names, escapes, separators and line breaks in one place. All JSON of the program is
 * written here. */
#pragma once

#include "lab-result.h"

G_BEGIN_DECLS

/* A JSON document that is being written. */
typedef struct _LabJson LabJson;

/* The line breaks of an object or array. */
typedef enum
{
  LAB_JSON_FLAT,  /* all items in one line */
  LAB_JSON_ROWS,  /* each item but the first on a new line */
  LAB_JSON_LINES, /* each item on a new line, indented by two spaces more than the line of the bracket, and the end on a new line */
} LabJsonLayout;

/* Makes an empty document. Free it with lab_json_free. */
LabJson *lab_json_new (void);
/* Frees a document and returns its text, which ends with a line break. Free the text with g_free. All objects and arrays must have ended.
 */
char *lab_json_free (LabJson *json);
/* Frees a document that is not complete. */
void lab_json_discard (LabJson *json);

/* ---- values; key: the name in an object, NULL in an array and for the whole document ---- */
/* Begins an object, until lab_json_end. */
void lab_json_object (LabJson *json, const char *key, LabJsonLayout layout);
/* Begins an array, until lab_json_end. */
void lab_json_array (LabJson *json, const char *key, LabJsonLayout layout);
/* Ends the object or array that began last. */
void lab_json_end (LabJson *json);
/* Sets the white space before the next item or end, in place of that of the layout. */
void lab_json_space (LabJson *json, const char *space);
/* Appends a text, with escapes. Bytes that are not UTF-8 are replaced. NULL is written as null. */
void lab_json_text (LabJson *json, const char *key, const char *value);
/* Appends a number with the fewest digits that read back as the same double. NaN and infinities are written as null. */
void lab_json_number (LabJson *json, const char *key, double value);
/* Appends a whole number. */
void lab_json_count (LabJson *json, const char *key, gint64 value);
/* Appends true or false. */
void lab_json_flag (LabJson *json, const char *key, gboolean value);
/* Appends a number of which the digits are given. */
void lab_json_digits (LabJson *json, const char *key, const char *digits);
/* Appends an array of n numbers, in one line. */
void lab_json_numbers (LabJson *json, const char *key, const double *values, int n);

/* ---- parts of results ---- */
/* Appends the text or the number in a cell. */
void lab_json_cell (LabJson *json, const char *key, const LabTable *table, int row, int column);
/* Appends the number of a result with this name, under its name. Appends nothing if there is none. */
void lab_json_number_named (LabJson *json, const LabResult *result, const char *name);
/* Appends an object {column: value, …} of a row, beginning with the column `first`. */
void lab_json_row (LabJson *json, const char *key, const LabTable *table, int row, int first);
/* Appends all numbers of a result under their names. */
void lab_json_all_numbers (LabJson *json, const LabResult *result);
/* Appends the rows of a table as an array of objects. */
void lab_json_rows (LabJson *json, const char *key, const LabTable *table);
/* Appends an array [[re, im], …], the last two columns of those rows whose first columns have these numbers. */
void lab_json_complex (LabJson *json, const char *key, const LabTable *table, const double *keys, int n_keys);
/* Appends an object {name: value, …}: the texts in the first column of a table with the values in this column. */
void lab_json_pairs (LabJson *json, const char *key, const LabTable *table, int column);
/* Appends the axes of a grid with their outer edges, and the rows from y_low upwards. A row of codes is a text of letters. */
void lab_json_grid (LabJson *json, const char *key, const LabGrid *grid);
/* Appends a whole result as an object: {"study": ID, "model": ID, "numbers": {…}, "tables": {…}, "grids": {…}}. The key "grids" exists only
 * if with_grids is TRUE and the result has grids. */
void lab_json_result (LabJson *json, const char *study, const char *model, const LabResult *result, gboolean with_grids);

G_END_DECLS
