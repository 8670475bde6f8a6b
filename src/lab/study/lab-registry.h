/* The registry of studies. A study is a constant with its texts, its options and the function that computes it. The command line, its help,
 * the man page and JSON output are generated from the table. lab-studies.def lists the studies. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* One option of a study. */
typedef struct
{
  const char *key;      /* "period", as on the command line and in files */
  const char *argument; /* placeholder of the value in help texts: "T" */
  const char *about;
  const char *standard; /* value if the option is not given; NULL: none */
  gboolean required;
} LabOptionRow;

/* A number in the result of a study. */
typedef struct
{
  char *name;
  char *unit;  /* unit; "" if the number has none */
  double value;
} LabNumber;

/* A table in the result of a study. */
typedef struct
{
  char *name;
  int n_columns;
  char **columns;   /* column headings */
  char **units;
  GArray *cells;    /* LabCell */
} LabTable;

typedef struct
{
  double value;
  char *text;       /* NULL if the cell is a number */
} LabCell;

/* A number on a grid of two quantities. Cell (i, j) belongs to the centre of
 * column i and row j and has the index j·nx + i; row 0 is at y_low. */
typedef struct
{
  char *name, *unit;
  char *x_name, *y_name;                /* y_name "": one row */
  double x_low, x_high, y_low, y_high;  /* outer edges */
  int nx, ny;
  double *values;    /* nx · ny; NaN: no value */
  gboolean is_signed; /* the sign of the values matters, as that of Lyapunov exponents; pictures show it */
  gint8 *codes;      /* index into letters, or a negative number; NULL: only numbers */
} LabGrid;

/* A polyline of a result in the plane of the first two rows of its table "x". */
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
  char *sentence;    /* one sentence with the most important number, or NULL */
  char *remark;      /* one sentence in which the result differs from the options, without a capital and a full stop, or NULL */
  char *failed_check; /* what a check of the result found wrong, or NULL */
} LabResult;

typedef struct
{
  const char *id;
  const char *label;
  const char *advice;  /* a sentence about when to use the study */
  const LabOptionRow *options;
  int n_options;
  gboolean has_command; /* the study has a separate command and cannot be computed by `run` below */
  gboolean has_grids;   /* its result has grids */
  gboolean has_curves;  /* its result may have curves */
  /* Key of an option that only selects a point of the result, such as a step size on its axis; NULL: none. `turn` moves the selection of a
   * result to another value without a new computation: it changes numbers and the sentence. */
  const char *knob;
  void (*turn) (LabResult *result, double value);
  /* Further formats of the result as text, separated by "|", and the function that makes such a text; NULL: none. The text is freed with
   * g_free; NULL with an error. */
  const char *formats;
  char *(*write) (const LabProblem *problem, const LabResult *result, const char *format, GError **error);
  /* Returns FALSE with the reason if the model cannot have this study with standard options. Takes no longer than a few evaluations of the
   * model. NULL: not known before the study is computed. */
  gboolean (*check) (const LabProblem *problem, GError **error);
  /* Computes the study. values[n_options] are the texts of the options; NULL for an option that is not given and has no standard value.
   * Returns NULL with an error. */
  LabResult *(*run) (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error);
} LabStudyKind;

/* The constants of all studies. */
#define LAB_STUDY(name) extern const LabStudyKind lab_study_##name;
#include "lab-studies.def"
#undef LAB_STUDY

#define LAB_STUDY_ERROR (lab_study_error_quark ())
/* Returns the domain of errors of studies. */
GQuark lab_study_error_quark (void);
typedef enum
{
  LAB_STUDY_ERROR_OPTION, /* an option is wrong */
  LAB_STUDY_ERROR_MODEL,  /* the study does not support the model */
  LAB_STUDY_ERROR_CHECK,  /* the check of the result failed */
} LabStudyErrorCode;

/* Returns all studies, ended by NULL. */
const LabStudyKind *const *lab_registry (void);
/* Returns the study with this id, or NULL. */
const LabStudyKind *lab_registry_find (const char *id);
/* Returns the ids of all studies, ended by NULL; texts are borrowed. */
GPtrArray *lab_registry_ids (void);

/* Makes an empty result. */
LabResult *lab_result_new (void);
/* Frees a result; NULL is allowed. */
void lab_result_free (LabResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabResult, lab_result_free)
/* Appends a number; unit may be NULL. */
void lab_result_add_number (LabResult *result, const char *name, double value, const char *unit);
/* Appends an empty table with these column names, ended by NULL; the names are copied. The result owns the table. */
LabTable *lab_result_add_table (LabResult *result, const char *name, const char *const *columns);
/* Appends a number as the next cell of a table, row by row. */
void lab_table_add (LabTable *table, double value);
/* Appends a text as the next cell of a table, row by row. */
void lab_table_add_text (LabTable *table, const char *text);
/* Appends a grid without values (NaN) whose edges are 0; with codes, which are
 * 0, where has_codes. */
LabGrid *lab_result_add_grid (LabResult *result, const char *name, const char *x_name, int nx, const char *y_name, int ny, gboolean has_codes);
/* Appends a curve with n points, which are 0. */
LabPolyline *lab_result_add_curve (LabResult *result, const char *name, int n);
/* Returns the value at the centre of column i. */
double lab_grid_x (const LabGrid *grid, int i);
/* Returns the value at the centre of row j. */
double lab_grid_y (const LabGrid *grid, int j);
/* Returns the number of rows. */
int lab_table_n_rows (const LabTable *table);

G_END_DECLS
