/* Rows of numbers that a test program computes and compares with those in a file. See recorded.c. */
#pragma once

#include <glib.h>

typedef struct RecordedRow RecordedRow;
typedef struct RecordedTable RecordedTable;

/* Makes the row with this name. The name has no tab. */
RecordedRow *recorded_row_new (const char *name);
void recorded_row_free (RecordedRow *row);
/* Append values to the row. Counts and texts must be equal in the comparison; a number must agree in the recorded digits. */
void recorded_row_counts (RecordedRow *row, const char *key, int n, const gint64 *counts);
void recorded_row_number (RecordedRow *row, const char *key, double number);
void recorded_row_text (RecordedRow *row, const char *key, const char *text);

/* Opens tests/FOLDER/NAME for the comparison, or, if the arguments of the program have "--record FILE", opens FILE for writing. Removes
 * these two arguments. */
RecordedTable *recorded_table_open (int *argc, char ***argv, const char *folder, const char *name);
/* Closes the table, and writes the file in a recording. */
void recorded_table_close (RecordedTable *table);

/* Computes a row. A noise greater than 0 asks for relative rounding errors of about this size in the functions of the model, drawn with
 * the seed. */
typedef RecordedRow *(*RecordedRun) (gconstpointer data, double noise, guint32 seed);
/* Compares the row with the table, or records it. Every difference is a message of the test; the function recorded_table_check fails the
 * test. A run that does not free all of its memory is a difference, too. A row that the table does not have is not compared: a new method,
 * model or setting needs no recording. */
void recorded_table_row (RecordedTable *table, const char *name, RecordedRun run, gconstpointer data);
/* Fails the test if a row differed since the last call, or if the table has rows with the prefix that were not compared. */
void recorded_table_check (RecordedTable *table, const char *prefix);
