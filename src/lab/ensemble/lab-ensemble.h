/* An ensemble: one model with quantities that differ from member to member, and
 * the numbers that are kept of each member. Built on one thread; afterwards
 * immutable and shared by the threads that compute. */
#pragma once

#include "expr-program.h"
#include "lab-problem.h"
#include "model-lanes.h"

G_BEGIN_DECLS

/* What is kept of an expression over a run. */
typedef enum
{
  LAB_REDUCE_FINAL,
  LAB_REDUCE_MINIMUM,
  LAB_REDUCE_MAXIMUM,
  LAB_REDUCE_MEAN,  /* over time */
  LAB_REDUCE_FIRST, /* the time at which a condition first became true; NaN: never */
  LAB_REDUCE_LAST,  /* the time at which it last was true; NaN: never */
  LAB_REDUCE_EVER,  /* 1 or 0 */
  LAB_REDUCE_COUNT, /* how often it became true after the start */
  LAB_N_REDUCERS
} LabReducer;
/* Returns the word of a reducer in study files: "final", "minimum" … */
const char *lab_reducer_name (LabReducer reducer);
/* Finds a reducer by its word; returns FALSE where there is none. */
gboolean lab_reducer_find (const char *name, LabReducer *reducer);

/* Returns the value of a varied quantity for a member; called on the threads that
 * compute. */
typedef double (*LabVaryFunc) (gpointer user, guint64 member);

/* A quantity that differs from member to member: a parameter or an initial
 * value. */
typedef struct
{
  char *name;
  char *text;            /* as written: "normal(0, 1)" or an expression in member and members */
  int parameter, initial; /* where it goes; one of both is −1 */
  int draw;              /* ModelDraw; 0: the expression itself */
  int n_arguments;
  ExprProgram *program;  /* arguments as functions of member and members */
  LabVaryFunc value;     /* gives the value instead of draw and program; NULL: they do */
  gpointer user;
  guint32 stream;        /* name of the random stream */
} LabVary;

typedef struct
{
  char *name;
  char *text;
  LabReducer reducer;
  int formula;           /* index of its expression */
  char *label, *unit;    /* for people; NULL: none */
} LabRecord;

/* Values of an expression at equally spaced times, both ends included. */
typedef struct
{
  char *text;
  int n;
  int formula;
  int column;            /* of the first value */
  char *label, *unit;    /* for people; NULL: none */
} LabFan;

typedef struct LabEnsemble LabEnsemble;
struct LabEnsemble
{
  LabProblem problem;    /* times NaN: those of the model with the member's parameters; instance.random is set */
  guint64 n_members;
  GArray *varied;        /* LabVary */
  GArray *records;       /* LabRecord */
  GArray *fans;          /* LabFan */
  GPtrArray *trees;      /* ExprTree: one for each formula */
  ModelFormulas *formulas; /* made by lab_ensemble_finish; threads use copies */
  ModelSystem *system;   /* to resolve names */
  int n_columns;         /* t, varied quantities, records, fans */
  gboolean watches_steps; /* some reducer looks at the run between its ends */
};

/* The largest number of members: streams of random numbers have 32 bits for
 * it. */
#define LAB_MOST_MEMBERS G_GUINT64_CONSTANT (4294967296)

/* Makes an ensemble of a problem, whose pointers must outlive it. Returns NULL
 * with an error where no instance can be made. */
LabEnsemble *lab_ensemble_new (const LabProblem *problem, guint64 n_members, GError **error);
/* Frees an ensemble; NULL is allowed. */
void lab_ensemble_free (LabEnsemble *ensemble);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabEnsemble, lab_ensemble_free)

/* Adds a varied quantity. name_place and origin (may be NULL) locate the name
 * and the characters of text in their file. Returns FALSE after appending to
 * errors (ExprError). */
gboolean lab_ensemble_vary (LabEnsemble *ensemble, const char *name, ExprPlace name_place, const char *text, const ExprOrigin *origin,
                            GPtrArray *errors);
/* Adds a quantity whose values a function gives; text describes them and is part
 * of what identifies the study. user must outlive the ensemble. Otherwise as
 * lab_ensemble_vary. */
gboolean lab_ensemble_vary_by (LabEnsemble *ensemble, const char *name, ExprPlace name_place, const char *text, LabVaryFunc value,
                               gpointer user, GPtrArray *errors);
/* Adds a number to keep; otherwise as lab_ensemble_vary. */
gboolean lab_ensemble_record (LabEnsemble *ensemble, const char *name, ExprPlace name_place, LabReducer reducer, const char *text,
                              const ExprOrigin *origin, GPtrArray *errors);
/* Adds a fan of n ≥ 2 times; otherwise as lab_ensemble_vary. */
gboolean lab_ensemble_fan (LabEnsemble *ensemble, const char *text, const ExprOrigin *origin, int n, GPtrArray *errors);
/* Compiles all expressions; without records every state's final value is
 * kept. Returns FALSE after appending to errors. */
gboolean lab_ensemble_finish (LabEnsemble *ensemble, GPtrArray *errors);

/* Returns the name of a column: "t", a varied quantity, a record, or
 * "EXPRESSION@k" of a fan; free with g_free. */
char *lab_ensemble_column (const LabEnsemble *ensemble, int column);
/* Returns the column of the first record; one follows for each further one. */
int lab_ensemble_first_record (const LabEnsemble *ensemble);

G_END_DECLS
