/* Rows of cells that are printed as an aligned table, CSV or JSON. */
#pragma once

#include <glib.h>
#include <stdio.h>

typedef enum { CLI_FORMAT_TABLE, CLI_FORMAT_CSV, CLI_FORMAT_JSON } CliFormat;

typedef struct CliTable CliTable;

/* Returns an empty table. columns: n_columns names; '#' before a name marks a
 * column of numbers (aligned to the right, without quotes in JSON) and is not
 * printed. */
CliTable *cli_table_new (const char *const *columns, int n_columns);
/* Frees a table; NULL is allowed. */
void cli_table_free (CliTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliTable, cli_table_free)
/* Appends a cell with a copy of text. n_columns cells make a row. */
void cli_table_add (CliTable *table, const char *text);
/* Appends a number with the fewest digits that read back as the same double;
 * NaN: an empty cell. */
void cli_table_add_number (CliTable *table, double value);
/* Appends a number rounded to that many significant digits; NaN: an empty cell.
 */
void cli_table_add_rounded (CliTable *table, double value, int digits);
/* Appends a whole number. */
void cli_table_add_count (CliTable *table, long value);
/* Prints the table in the format and flushes the file. Returns FALSE if writing failed. */
gboolean cli_table_print (const CliTable *table, CliFormat format, FILE *file);
/* Sets *format from "table", "csv" or "json". Returns FALSE for other texts. */
gboolean cli_format_parse (const char *text, CliFormat *format);
/* Writes one CSV cell, in quotes if it contains a comma, a quote or a line
 * break (RFC 4180). */
void cli_csv_put (FILE *file, const char *text);
/* Returns a text as a JSON string with quotes; free with g_free. */
char *cli_json_string (const char *text);
/* Returns a number as JSON, null if it is not finite; free with g_free. */
char *cli_json_number (double value);
/* Returns a number with the fewest digits that read back as the same double;
 * free with g_free. */
char *cli_number (double value);
