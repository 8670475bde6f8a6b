/* An ensemble: one model with quantities that differ between its members, and the values that are recorded for each member. It is built on
 * one thread. After that it does not change, and the computing threads share it.
 *
 * A sweep is an ensemble whose members are the points of a grid. It draws no random values: by default, quantities with a distribution
 * have their nominal values, and the noise is the same for all points. So each point has the values of a single run. */
#pragma once

#include "expr-program.h"
#include "lab-problem.h"
#include "model-lanes.h"

G_BEGIN_DECLS

/* A reducer: how one number is computed from the values of an expression during a run. */
typedef enum
{
  LAB_REDUCE_FINAL,
  LAB_REDUCE_MINIMUM,
  LAB_REDUCE_MAXIMUM,
  LAB_REDUCE_MEAN,  /* mean over time */
  LAB_REDUCE_FIRST, /* first time at which a condition is true; NaN: never */
  LAB_REDUCE_LAST,  /* last time at which a condition is true; NaN: never */
  LAB_REDUCE_EVER,  /* 1 if a condition is true at some time, otherwise 0 */
  LAB_REDUCE_COUNT, /* number of times that a condition becomes true after the start */
  /* largest Lyapunov exponent of the orbit from the end of the run; the text of the record is the time span of its measurement */
  LAB_REDUCE_LYAPUNOV,
  LAB_N_REDUCERS
} LabReducer;
/* Returns the name of a reducer in study files: "final", "minimum" … */
const char *lab_reducer_name (LabReducer reducer);
/* Finds a reducer by its name in study files. Returns FALSE if there is none. */
gboolean lab_reducer_find (const char *name, LabReducer *reducer);

/* Returns the value of a varied quantity for a member. It is called on the computing
 * threads. */
typedef double (*LabVaryFunc) (gpointer user, guint64 member);

/* A varied quantity: a parameter or an initial value that differs between members. */
typedef struct
{
  char *name;
  char *text;            /* text as written: "normal(0, 1)", an expression in member and members, or an axis A:B:N */
  int parameter, initial; /* index of the parameter or of the initial value that is set; the other index is −1 */
  int draw;              /* distribution, a ModelDraw; 0: the value is that of the expression */
  int n_arguments;
  ExprProgram *program;  /* program of the distribution's arguments, or of the expression, as functions of member and members */
  LabVaryFunc value;     /* function that returns the value; NULL: `draw` and `program` define it */
  gpointer user;
  guint32 stream;        /* hash of the name, which selects the random stream */
  double from, to;       /* first and last value of a sweep axis */
  int n_values;          /* number of values of the axis; 0: the quantity is not an axis */
  guint64 stride;        /* number of consecutive members with the same value; set by lab_ensemble_finish */
} LabVary;

/* Largest number of axes of a sweep. The next constant is the largest number of values of an axis. */
#define LAB_MOST_AXES 2
#define LAB_MOST_AXIS_VALUES 100000
/* Returns value k of an axis. The last value is exactly `to`. */
double lab_vary_axis_value (const LabVary *axis, guint64 k);

typedef struct
{
  char *name;
  char *text;
  LabReducer reducer;
  int formula;           /* index of the formula of its expression; −1: none, for LAB_REDUCE_LYAPUNOV */
  double time;           /* time span over which LAB_REDUCE_LYAPUNOV measures */
  char *label, *unit;    /* label and unit in plots and tables; NULL: none */
} LabRecord;

/* A fan: an expression that is recorded at n equally spaced times. */
typedef struct
{
  char *text;
  int n;
  int formula;
  int column;            /* index of the column that holds the first of its n values */
  char *label, *unit;    /* label and unit in plots and tables; NULL: none */
} LabFan;

typedef struct LabEnsemble LabEnsemble;
struct LabEnsemble
{
  /* The problem of each member. Times that are NaN are those of the model with the member's parameters. instance.random is TRUE, except for
   * a sweep. */
  LabProblem problem;
  guint64 n_members;
  GArray *varied;        /* LabVary */
  GArray *records;       /* LabRecord */
  GArray *fans;          /* LabFan */
  GPtrArray *trees;      /* ExprTree, one for each formula */
  ModelFormulas *formulas; /* compiled formulas, made by lab_ensemble_finish; each thread uses a copy */
  ModelSystem *system;   /* instance with which names are resolved */
  int n_columns;         /* number of columns: t, the varied quantities, the records, and n for each fan */
  gboolean watches_steps; /* TRUE if a reducer or fan needs values between start and end */
  gboolean draws_in_sweep; /* TRUE if the problem requests random values; a sweep then draws them too */
  gboolean is_sweep;     /* TRUE if the members are the points of a grid; the last axis varies fastest */
};

/* Largest number of members. A random stream has a 32-bit member index. */
#define LAB_MOST_MEMBERS G_GUINT64_CONSTANT (4294967296)

/* Makes an ensemble for a problem. The objects to which the problem points must outlive the ensemble. Returns NULL with an error if the
 * model cannot be instantiated. */
LabEnsemble *lab_ensemble_new (const LabProblem *problem, guint64 n_members, GError **error);
/* Frees an ensemble; NULL is allowed. */
void lab_ensemble_free (LabEnsemble *ensemble);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabEnsemble, lab_ensemble_free)

/* Adds a varied quantity. name_place is the position of the name in its file; origin gives the positions of the characters of text and may
 * be NULL. Returns FALSE after appending to errors (ExprError). */
gboolean lab_ensemble_vary (LabEnsemble *ensemble, const char *name, ExprPlace name_place, const char *text, const ExprOrigin *origin,
                            GPtrArray *errors);
/* Adds a varied quantity whose values the function `value` returns. text describes the values and is a part of the
 * identity of the study. user must outlive the ensemble. The other arguments and the result are as in
 * lab_ensemble_vary. */
gboolean lab_ensemble_vary_by (LabEnsemble *ensemble, const char *name, ExprPlace name_place, const char *text, LabVaryFunc value,
                               gpointer user, GPtrArray *errors);
/* Adds an axis of a sweep. Its text is A:B:N, for N ≥ 2 equally spaced values from A to B > A. The number of members becomes the product of
 * all N. An ensemble has either axes or other varied quantities. The other arguments and the result are as in lab_ensemble_vary. */
gboolean lab_ensemble_vary_axis (LabEnsemble *ensemble, const char *name, ExprPlace name_place, const char *text, const ExprOrigin *origin,
                                 GPtrArray *errors);
/* Adds a recorded value. The other arguments and the result are as in lab_ensemble_vary. */
gboolean lab_ensemble_record (LabEnsemble *ensemble, const char *name, ExprPlace name_place, LabReducer reducer, const char *text,
                              const ExprOrigin *origin, GPtrArray *errors);
/* Adds a fan: an expression recorded at n ≥ 2 equally spaced times. The other arguments and the result are as in lab_ensemble_vary. */
gboolean lab_ensemble_fan (LabEnsemble *ensemble, const char *text, const ExprOrigin *origin, int n, GPtrArray *errors);
/* Compiles all expressions. If nothing is recorded, adds the final value of each state. Returns FALSE after appending to errors. */
gboolean lab_ensemble_finish (LabEnsemble *ensemble, GPtrArray *errors);

/* Returns the name of a column: "t", the name of a varied quantity or record, or "EXPRESSION@k" for value k of a fan. Free it with
 * g_free. */
char *lab_ensemble_column (const LabEnsemble *ensemble, int column);
/* Returns the index of the column of the first record. The other records follow it. */
int lab_ensemble_first_record (const LabEnsemble *ensemble);

G_END_DECLS
