/* Rows of text printed as an aligned table, CSV or JSON. */
#pragma once

#include <glib.h>
#include <stdio.h>

typedef enum { CLI_FORMAT_TABLE, CLI_FORMAT_CSV, CLI_FORMAT_JSON } CliFormat;

typedef struct CliTable CliTable;

/* columns: n_columns names; a name that begins with '#' holds numbers (right-aligned, bare in JSON) and is shown without it. */
CliTable *cli_table_new (const char *const *columns, int n_columns);
void cli_table_free (CliTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliTable, cli_table_free)
/* Cells in order; text is copied. A row is full after n_columns cells. */
void cli_table_add (CliTable *table, const char *text);
void cli_table_add_number (CliTable *table, double value); /* shortest; empty for NaN */
void cli_table_add_rounded (CliTable *table, double value, int digits);
void cli_table_add_count (CliTable *table, long value);
/* FALSE where writing failed. */
gboolean cli_table_print (const CliTable *table, CliFormat format, FILE *file);
/* "table", "csv", "json"; FALSE for other words. */
gboolean cli_format_parse (const char *text, CliFormat *format);
/* One CSV cell, quoted where it must be. */
void cli_csv_put (FILE *file, const char *text);
/* Text as a JSON string with its quotes; free with g_free. */
char *cli_json_string (const char *text);
/* A number as JSON: null where not finite; free with g_free. */
char *cli_json_number (double value);
/* Shortest text that reads back; free with g_free. */
char *cli_number (double value);
