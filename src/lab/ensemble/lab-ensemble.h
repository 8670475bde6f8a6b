/* An ensemble: one model with quantities that differ between its members, and the values that are recorded for each member. It is built on
 * one thread; afterwards it is immutable and shared by the threads that compute.
 *
 * A sweep is an ensemble whose members are the points of a grid. It draws nothing: distributions of the model have their nominal values
 * unless the problem says otherwise, and noise is the same for all points, so that a point has the values of a single run. */
#pragma once

#include "expr-program.h"
#include "lab-problem.h"
#include "model-lanes.h"

G_BEGIN_DECLS

/* How one number is computed from an expression over a run. */
typedef enum
{
  LAB_REDUCE_FINAL,
  LAB_REDUCE_MINIMUM,
  LAB_REDUCE_MAXIMUM,
  LAB_REDUCE_MEAN,  /* mean over time */
  LAB_REDUCE_FIRST, /* the time at which a condition first became true; NaN: never */
  LAB_REDUCE_LAST,  /* the last time at which it was true; NaN: never */
  LAB_REDUCE_EVER,  /* 1 if the condition was ever true, else 0 */
  LAB_REDUCE_COUNT, /* the number of times it became true after the start */
  LAB_REDUCE_LYAPUNOV, /* the largest Lyapunov exponent of the orbit from the end of the run; its text is the time over which it is measured */
  LAB_N_REDUCERS
} LabReducer;
/* Returns the word of a reducer in study files: "final", "minimum" … */
const char *lab_reducer_name (LabReducer reducer);
/* Finds a reducer by its word. Returns FALSE if there is none. */
gboolean lab_reducer_find (const char *name, LabReducer *reducer);

/* Returns the value of a varied quantity for a member; called on the threads that
 * compute. */
typedef double (*LabVaryFunc) (gpointer user, guint64 member);

/* A varied quantity: a parameter or an initial value that differs between members. */
typedef struct
{
  char *name;
  char *text;            /* as written: "normal(0, 1)" or an expression in member and members */
  int parameter, initial; /* index of the parameter or initial value that is set; the other one is −1 */
  int draw;              /* a ModelDraw, or 0 if the value is that of the expression */
  int n_arguments;
  ExprProgram *program;  /* the arguments as functions of member and members */
  LabVaryFunc value;     /* gives the value instead of draw and program; NULL: they do */
  gpointer user;
  guint32 stream;        /* name of the random stream */
  double from, to;       /* axis of a sweep: its first and last value */
  int n_values;          /* number of values of the axis; 0: not an axis */
  guint64 stride;        /* number of members with the same value in a row; set by lab_ensemble_finish */
} LabVary;

/* The largest number of axes of a sweep, and of values of an axis. */
#define LAB_MOST_AXES 2
#define LAB_MOST_AXIS_VALUES 100000
/* Returns value k of an axis; the last one is exactly `to`. */
double lab_vary_axis_value (const LabVary *axis, guint64 k);

typedef struct
{
  char *name;
  char *text;
  LabReducer reducer;
  int formula;           /* index of the formula of its expression; −1: none, for LAB_REDUCE_LYAPUNOV */
  double time;           /* time over which LAB_REDUCE_LYAPUNOV measures */
  char *label, *unit;    /* shown to people; NULL: none */
} LabRecord;

/* An expression that is recorded at equally spaced times. */
typedef struct
{
  char *text;
  int n;
  int formula;
  int column;            /* index of the column of the first value */
  char *label, *unit;    /* shown to people; NULL: none */
} LabFan;

typedef struct LabEnsemble LabEnsemble;
struct LabEnsemble
{
  LabProblem problem;    /* if its times are NaN, those of the model with the member's parameters are used; instance.random is set, unless it is a sweep */
  guint64 n_members;
  GArray *varied;        /* LabVary */
  GArray *records;       /* LabRecord */
  GArray *fans;          /* LabFan */
  GPtrArray *trees;      /* ExprTree: one for each formula */
  ModelFormulas *formulas; /* made by lab_ensemble_finish; each thread uses a copy */
  ModelSystem *system;   /* used to resolve names */
  int n_columns;         /* number of columns: t, varied quantities, records, fans */
  gboolean watches_steps; /* some reducer needs values between start and end */
  gboolean draws_in_sweep; /* the problem asks for random values, which a sweep then draws too */
  gboolean is_sweep;     /* members are the points of a grid; the last axis varies fastest */
};

/* The largest number of members, because a stream of random numbers has a 32-bit member index. */
#define LAB_MOST_MEMBERS G_GUINT64_CONSTANT (4294967296)

/* Makes an ensemble of a problem, whose pointers must outlive it. Returns NULL with an error if no instance of the model can be made. */
LabEnsemble *lab_ensemble_new (const LabProblem *problem, guint64 n_members, GError **error);
/* Frees an ensemble; NULL is allowed. */
void lab_ensemble_free (LabEnsemble *ensemble);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabEnsemble, lab_ensemble_free)

/* Adds a varied quantity. name_place is the position of the name in its file, and origin (may be NULL) that of the characters of text.
 * Returns FALSE after appending to errors (ExprError). */
gboolean lab_ensemble_vary (LabEnsemble *ensemble, const char *name, ExprPlace name_place, const char *text, const ExprOrigin *origin,
                            GPtrArray *errors);
/* Adds a quantity whose values a function gives; text describes them and is part
 * of what identifies the study. user must outlive the ensemble. Otherwise as
 * lab_ensemble_vary. */
gboolean lab_ensemble_vary_by (LabEnsemble *ensemble, const char *name, ExprPlace name_place, const char *text, LabVaryFunc value,
                               gpointer user, GPtrArray *errors);
/* Adds an axis of a sweep, whose text is A:B:N: N ≥ 2 values from A to B > A. The number of members becomes the product of the numbers of
 * values. An ensemble has either axes or other varied quantities. Otherwise as lab_ensemble_vary. */
gboolean lab_ensemble_vary_axis (LabEnsemble *ensemble, const char *name, ExprPlace name_place, const char *text, const ExprOrigin *origin,
                                 GPtrArray *errors);
/* Adds a recorded value; arguments and errors as for lab_ensemble_vary. */
gboolean lab_ensemble_record (LabEnsemble *ensemble, const char *name, ExprPlace name_place, LabReducer reducer, const char *text,
                              const ExprOrigin *origin, GPtrArray *errors);
/* Adds a fan of n ≥ 2 times; arguments and errors as for lab_ensemble_vary. */
gboolean lab_ensemble_fan (LabEnsemble *ensemble, const char *text, const ExprOrigin *origin, int n, GPtrArray *errors);
/* Compiles all expressions. Without records, the final value of every state is recorded. Returns FALSE after appending to errors. */
gboolean lab_ensemble_finish (LabEnsemble *ensemble, GPtrArray *errors);

/* Returns the name of a column: "t", a varied quantity, a record, or
 * "EXPRESSION@k" of a fan; free with g_free. */
char *lab_ensemble_column (const LabEnsemble *ensemble, int column);
/* Returns the index of the column of the first record; the other records follow it. */
int lab_ensemble_first_record (const LabEnsemble *ensemble);

G_END_DECLS
