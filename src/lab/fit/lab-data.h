/* Measured data: a table of numbers from a CSV or TSV file. The functions may be called from any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Largest size of a file of data in bytes, and largest numbers of its rows and columns. */
#define LAB_DATA_MOST_BYTES (16 << 20)
#define LAB_DATA_MOST_ROWS 1000000
#define LAB_DATA_MOST_COLUMNS 1000

/* One column of a file of data. */
typedef struct
{
  char *name;     /* heading without its unit; "t", "y", "y2", … in a file without headings */
  char *unit;     /* the text in brackets at the end of the heading; "": none */
  double *values; /* n_rows numbers; NaN: missing */
  int errors;     /* index of the column with the errors (standard deviations) of this one; −1: none */
  int of;         /* index of the column of which this one has the errors; −1: it is a quantity */
  char *text;     /* the first cell that is a text, in a column without numbers, which cannot be used; NULL: the column has numbers */
} LabDataColumn;

/* The table of a file. */
typedef struct
{
  char *path;
  LabDataColumn *columns;
  int n_columns;
  int n_rows;
  int *lines; /* line of the file in which each row begins */
  int time;   /* index of the column of times: the one named t or time, otherwise the first with numbers */
} LabData;

/* Reads a regular file of at most LAB_DATA_MOST_BYTES. Columns are separated by tabs, semicolons, commas or white space, whichever the first line has, in this
 * order. Cells may be quoted (RFC 4180). Lines that begin with # and empty lines are skipped. A comma is the decimal point where it does not separate
 * columns. Empty cells, NA, N/A, NaN, null, "." and "-" are missing values. Returns NULL with an error that has file, line and column. */
LabData *lab_data_read (const char *path, GError **error);
/* Returns the text of a regular file of at most LAB_DATA_MOST_BYTES, and sets *n to its length. Returns NULL with an error. Free it with g_free. */
char *lab_data_load (const char *path, gsize *n, GError **error);
/* Reads a text of n bytes like a file with this name. */
LabData *lab_data_parse (const char *path, const char *text, gsize n, GError **error);
/* Frees a table; NULL is allowed. */
void lab_data_free (LabData *data);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabData, lab_data_free)
/* Returns the index of the column with this name, or −1. */
int lab_data_column (const LabData *data, const char *name);
/* Returns the names of all columns with numbers but that of times, separated by commas. Free it with g_free. */
char *lab_data_names (const LabData *data);

G_END_DECLS
