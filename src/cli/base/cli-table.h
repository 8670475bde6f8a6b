/* A table that is printed with aligned columns, as CSV or as JSON. */
#pragma once

#include <stdio.h>

#include "cli-command.h"
#include "lab-json.h"

typedef enum { CLI_FORMAT_TABLE, CLI_FORMAT_CSV, CLI_FORMAT_JSON } CliFormat;

typedef struct CliTable CliTable;

/* Returns an empty table. columns: n_columns names. A '#' before a name marks a column of numbers, which
 * is aligned to the right and has no quotes in JSON; the '#' is not printed. Free it with
 * cli_table_free. */
CliTable *cli_table_new (const char *const *columns, int n_columns);
/* Frees a table; NULL is allowed. */
void cli_table_free (CliTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliTable, cli_table_free)
/* Appends a cell with a copy of text. n_columns cells make up a row. */
void cli_table_add (CliTable *table, const char *text);
/* Appends a number with the fewest digits that read back as the same double. NaN gives an empty
 * cell. */
void cli_table_add_number (CliTable *table, double value);
/* Appends a number rounded to this many significant digits. NaN gives an empty
 * cell. */
void cli_table_add_rounded (CliTable *table, double value, int digits);
/* Appends a whole number. */
void cli_table_add_count (CliTable *table, gint64 value);
/* Prints the table in this format and flushes the file. Returns FALSE if writing failed. */
gboolean cli_table_print (const CliTable *table, CliFormat format, FILE *file);
/* Frees a JSON document and prints its text. Returns an exit status. */
int cli_json_print (LabJson *json);
/* Sets *format from "table", "csv" or "json". Returns FALSE for other texts. */
gboolean cli_format_parse (const char *text, CliFormat *format);
/* Sets *format from the option --format of a command, if it is given. Returns FALSE after printing an error if the command does not have it. */
gboolean cli_format_read (const CliArguments *arguments, CliFormat *format);
/* Appends a text as one cell of a row of a CSV file, in quotation marks if it has a comma, a quotation mark or the end of a line. */
void cli_csv_append (GString *row, const char *text);
/* Writes a CSV cell. Puts it in quotes if it contains a comma, a quote or a line break (RFC
 * 4180). */
void cli_csv_put (FILE *file, const char *text);
/* Returns a number with the fewest digits that read back as the same double. Free it with
 * g_free. */
char *cli_number (double value);
/* Returns a number for readers: like cli_number, but "none" for NaN and "infinite" or "-infinite". Free it with g_free. */
char *cli_number_in_words (double value);
