/* The registry of studies. A study is described by a constant with its texts, its options and the function that computes it. The command
 * line, its help, the man page and JSON output are generated from these constants. lab-studies.def lists all studies. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* One option of a study. */
typedef struct
{
  const char *key;      /* name of the option on the command line and in files: "period" */
  const char *argument; /* placeholder of the value in help texts: "T" */
  const char *about;
  const char *standard; /* default value; NULL: none */
  gboolean required;
  const char *label;    /* name of the option for people */
  const char *choices;  /* labels of the words of `argument` "a|b", separated by "|"; NULL for "true|false" and if there are no words */
} LabOptionRow;

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
} LabTable;

typedef struct
{
  double value;
  char *text;       /* NULL: the cell is a number */
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

typedef struct
{
  const char *id;
  const char *label;
  const char *advice;  /* a sentence that says when the study is useful */
  const LabOptionRow *options;
  int n_options;
  const char *model;   /* id of the shipped model that the study was made for; NULL: the study is not for one model */
  gboolean has_command; /* TRUE if a separate command computes the study; `run` below is then NULL */
  gboolean has_grids;   /* TRUE if the result has grids */
  gboolean has_curves;  /* TRUE if the result may have curves */
  /* Key of an option that only selects a point of the result, such as a step size on its axis; NULL: none. `turn` selects another value in
   * a result without a new computation: it changes the numbers and the sentence. */
  const char *knob;
  void (*turn) (LabResult *result, double value);
  /* Further text formats of the result, separated by "|"; NULL: none. `write` returns the result in such a format; free it with g_free. It
   * returns NULL with an error on failure. */
  const char *formats;
  char *(*write) (const LabProblem *problem, const LabResult *result, const char *format, GError **error);
  /* Returns FALSE with the reason if the study with default options does not support the model. It takes no longer than a few evaluations
   * of the model. May be NULL if this is known only when the study is computed. */
  gboolean (*check) (const LabProblem *problem, GError **error);
  /* Computes the study. values[n_options] are the texts of the options; NULL for an option that is not given and has no default. Returns
   * NULL with an error. */
  LabResult *(*run) (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error);
} LabStudyKind;

/* Declares the constants of all studies. */
#define LAB_STUDY(name) extern const LabStudyKind lab_study_##name;
#include "lab-studies.def"
#undef LAB_STUDY

#define LAB_STUDY_ERROR (lab_study_error_quark ())
/* Returns the error domain of studies. */
GQuark lab_study_error_quark (void);
typedef enum
{
  LAB_STUDY_ERROR_OPTION, /* an option is wrong */
  LAB_STUDY_ERROR_MODEL,  /* the computation failed on this model */
  LAB_STUDY_ERROR_CHECK,  /* the check of the result failed */
  LAB_STUDY_ERROR_UNSUITED, /* the model or the method is not of the kind that the study is about */
} LabStudyErrorCode;

/* Returns all studies, NULL-terminated. */
const LabStudyKind *const *lab_registry (void);
/* Returns the study with this id, or NULL. */
const LabStudyKind *lab_registry_find (const char *id);
/* Returns the ids of all studies, NULL-terminated. Free the array with g_ptr_array_unref; the texts are static. */
GPtrArray *lab_registry_ids (void);
/* Computes a study on the thread of the caller. values[n_options] has the values of its options, NULL for those without a value. progress may be NULL. It is
 * also called inside evaluations of large models, with the last fraction. Returns a result, which the caller frees with lab_result_free, or NULL
 * with an error; the error of a cancelled study is G_IO_ERROR_CANCELLED. */
LabResult *lab_registry_run (const LabStudyKind *kind, const LabProblem *problem, const char *const *values, const LabProgress *progress,
                             GError **error);

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
/* Appends a grid whose values are NaN and whose edges are 0. If has_codes is TRUE, it has codes, which are 0. The result owns the
 * grid. */
LabGrid *lab_result_add_grid (LabResult *result, const char *name, const char *x_name, int nx, const char *y_name, int ny, gboolean has_codes);
/* Appends a curve with n points, which are 0. The result owns the curve. */
LabPolyline *lab_result_add_curve (LabResult *result, const char *name, int n);
/* Returns the x value at the centre of column i. */
double lab_grid_x (const LabGrid *grid, int i);
/* Returns the y value at the centre of row j. */
double lab_grid_y (const LabGrid *grid, int j);
/* Returns the number of rows of a table. */
int lab_table_n_rows (const LabTable *table);

G_END_DECLS
