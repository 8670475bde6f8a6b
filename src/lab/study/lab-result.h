/* The result of a study: named numbers, tables, grids and curves. Plots, texts and tests read it by name. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A named number in the result of a study. */
typedef struct
{
  char *name;
  char *unit;  /* unit; "" if there is none */
  double value;
} LabNumber;

/* A table in the result of a study. */
typedef struct
{
  char *name;
  int n_columns;
  char **columns;   /* column headings */
  char **units;
  GArray *cells;    /* LabCell, row by row */
  GPtrArray *texts; /* the texts of the cells */
} LabTable;

typedef struct
{
  double value;
  const char *text; /* NULL: the cell is a number. The table owns the text */
} LabCell;

/* Numbers on a grid of two quantities. Cell (i, j) is in column i and row j and has the index j·nx + i; row 0 is at
 * y_low. */
typedef struct
{
  char *name, *unit;
  char *x_name, *y_name;                /* names of the axes; y_name is "" if the grid has one row */
  double x_low, x_high, y_low, y_high;  /* outer edges of the grid; centres of cells are half a cell inside */
  int nx, ny;
  double *values;    /* nx · ny numbers; NaN: no value */
  gboolean is_signed; /* TRUE if pictures should show the sign of the values, as for Lyapunov exponents */
  gint8 *codes;      /* nx · ny indices of letters (classes), or negative numbers; NULL: the grid has only values */
} LabGrid;

/* A polyline in the plane of two states, the first two rows of the result's table "x". */
typedef struct
{
  char *name;
  int n;
  double *x, *y;
} LabPolyline;

/* The result of a study. Free it with lab_result_free. */
typedef struct LabResult
{
  GArray *numbers;   /* LabNumber */
  GPtrArray *tables; /* LabTable */
  GPtrArray *grids;  /* LabGrid */
  GPtrArray *curves; /* LabPolyline */
  char *sentence;    /* a sentence with the most important number; NULL: none */
  char *remark;      /* a remark on how the result differs from the options, without a capital letter and a full stop; NULL: none */
  char *failed_check; /* the problem that a check of the result found; NULL: none */
} LabResult;

/* Makes an empty result. */
LabResult *lab_result_new (void);
/* Frees a result; NULL is allowed. */
void lab_result_free (LabResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabResult, lab_result_free)
/* Appends a number to a result; unit may be NULL. */
void lab_result_add_number (LabResult *result, const char *name, double value, const char *unit);
/* Appends an empty table with these column names, NULL-terminated, which are copied. The result owns the table. */
LabTable *lab_result_add_table (LabResult *result, const char *name, const char *const *columns);
/* Appends a number as the next cell of a table. Cells are in row-major order. */
void lab_table_add (LabTable *table, double value);
/* Appends a text as the next cell of a table. Cells are in row-major order. The text is copied. */
void lab_table_add_text (LabTable *table, const char *text);
/* Appends a matrix, row by row, as a table whose first column, "row", has the names of the rows. */
void lab_result_add_matrix (LabResult *result, const char *name, char **rows, char **columns, int n_rows, int n_columns, const double *values);
/* Appends a grid whose values are NaN and whose edges are 0. If has_codes is TRUE, it has codes, which are 0. The result owns the
 * grid. */
LabGrid *lab_result_add_grid (LabResult *result, const char *name, const char *x_name, int nx, const char *y_name, int ny, gboolean has_codes);
/* Appends a curve with n points, which are 0. The result owns the curve. */
LabPolyline *lab_result_add_curve (LabResult *result, const char *name, int n);
/* Returns the x value at the centre of column i. */
double lab_grid_x (const LabGrid *grid, int i);
/* Returns the y value at the centre of row j. */
double lab_grid_y (const LabGrid *grid, int j);
/* Returns the letter by which tables name the end of a run: 'A' for the attractor with the code 0, 'B' for 1, and so on, '-' for a run that escapes, '?' for one that
 * is undecided. */
char lab_grid_letter (int code);
/* Returns the number of rows of a table. */
int lab_table_n_rows (const LabTable *table);
/* Returns a copy of a result. Free it with lab_result_free. */
LabResult *lab_result_copy (const LabResult *result);
/* Returns a copy of the numbers and of the first rows of the tables, with at most `most_cells` cells, and without grids and curves. *left_out, which is
 * replaced, says which rows the copy has of tables that are not complete; NULL: all tables are. */
LabResult *lab_result_copy_begin (const LabResult *result, guint most_cells, char **left_out);
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
