/* The expression language: text → syntax tree → one SSA graph → programs.
 *
 * Lifetimes: trees and graphs are owned by whoever makes them; a program copies what it needs and outlives
 * its graph. Nothing here is shared between threads except immutable programs; each thread evaluates with a
 * workspace of its own. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* ---- where things stand, and what is wrong ---- */

/* A place in a file: 1-based line and column, counted in characters. */
typedef struct
{
  int line;
  int column;
} ExprPlace;

/* One error with its place; owned by the array that holds it (see expr_errors_new). */
typedef struct
{
  ExprPlace place;
  char *message;
} ExprError;

/* Maps an offset in characters inside an expression to a place in its file; lets quoted and folded YAML text
 * report the right column. */
typedef ExprPlace (*ExprPlaceFunc) (gpointer user, int character_offset);

typedef struct
{
  ExprPlaceFunc place; /* NULL: line 1, column offset + 1 */
  gpointer user;
} ExprOrigin;

/* A new array of ExprError that frees its elements. */
GPtrArray *expr_errors_new (void);
/* Appends an error; message is formatted. */
void expr_errors_add (GPtrArray *errors, ExprPlace place, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* The candidate closest to name by Damerau–Levenshtein distance ≤ max(1, length/3), or NULL. */
const char *expr_suggest (const char *name, const char *const *candidates, gsize n_candidates);

/* ---- syntax ---- */

typedef struct ExprTree ExprTree;

/* Parses one expression (≤ 64 KiB, ≤ 256 deep). All errors are appended to errors; NULL if there were any. */
ExprTree *expr_tree_parse (const char *text, const ExprOrigin *origin, GPtrArray *errors);
void expr_tree_free (ExprTree *tree);
/* The tree as text with the fewest parentheses that parse back to the same tree; free with g_free. */
char *expr_tree_to_string (const ExprTree *tree);
gboolean expr_tree_equal (const ExprTree *a, const ExprTree *b);
ExprPlace expr_tree_place (const ExprTree *tree);
/* Calls func for each name the tree uses outside its own sum indices, with how it is used. */
typedef enum { EXPR_USE_NAME, EXPR_USE_ELEMENT, EXPR_USE_CALL } ExprUse;
typedef void (*ExprNameFunc) (gpointer user, const char *name, ExprUse use, ExprPlace place);
void expr_tree_foreach_name (const ExprTree *tree, ExprNameFunc func, gpointer user);
/* True where name is a function, a constant or a word of the language (also "t", "pi", "and", "or", "not", "if", "sum"). */
gboolean expr_name_is_reserved (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprTree, expr_tree_free)

/* ---- the graph: hash-consed SSA with folded constants ---- */

typedef struct ExprGraph ExprGraph;
typedef gint32 ExprValue; /* index into a graph */
#define EXPR_NO_VALUE ((ExprValue) -1)

typedef struct ExprTable ExprTable; /* piecewise linear or cubic function of one number, reference-counted */
typedef enum { EXPR_TABLE_LINEAR, EXPR_TABLE_CUBIC } ExprInterpolation;
typedef enum { EXPR_OUTSIDE_HOLD, EXPR_OUTSIDE_EXTEND, EXPR_OUTSIDE_ERROR } ExprOutside;

/* x strictly increasing, n ≥ 2 (cubic: not-a-knot, n ≥ 4, else the parabola or line); copies x, y. */
ExprTable *expr_table_new (const double *x, const double *y, int n, ExprInterpolation interpolation, ExprOutside outside);
ExprTable *expr_table_ref (ExprTable *table);
void expr_table_unref (ExprTable *table);
/* Value (order 0) or derivative (order ≥ 1) at x; NaN outside with EXPR_OUTSIDE_ERROR. */
double expr_table_eval (const ExprTable *table, int order, double x);

ExprGraph *expr_graph_new (void);
void expr_graph_free (ExprGraph *graph);

ExprValue expr_graph_constant (ExprGraph *graph, double value);
/* The input with this number (0 ≤ input); the same number gives the same value. */
ExprValue expr_graph_input (ExprGraph *graph, int input);
/* TRUE with the number where value folded to a constant. */
gboolean expr_graph_is_constant (const ExprGraph *graph, ExprValue value, double *constant);
/* Arithmetic on values, for callers that assemble expressions; op is the operator or function's name ("+", "*", "sin", "if" …). */
ExprValue expr_graph_apply (ExprGraph *graph, const char *op, const ExprValue *arguments, int n_arguments);

/* How names resolve while a tree is brought into a graph. Each callback may append its own error at place and
 * return EXPR_NO_VALUE. Integer indices are already evaluated. */
typedef struct ExprScope ExprScope;
struct ExprScope
{
  gpointer user;
  /* A name without index. */
  ExprValue (*name) (ExprScope *scope, ExprGraph *graph, const char *name, ExprPlace place, GPtrArray *errors);
  /* name[i] or name[i, j]: 1-based indices. */
  ExprValue (*element) (ExprScope *scope, ExprGraph *graph, const char *name, const int *indices, int n_indices,
                        ExprPlace place, GPtrArray *errors);
  /* A call of a function that is not built in (user's functions and tables). */
  ExprValue (*call) (ExprScope *scope, ExprGraph *graph, const char *name, const ExprValue *arguments, int n_arguments,
                     ExprPlace place, GPtrArray *errors);
};

/* Brings a tree into the graph. `if` with a constant condition elaborates the taken branch alone, sum() unrolls,
 * indices must fold to integers. EXPR_NO_VALUE after an error. */
ExprValue expr_graph_add_tree (ExprGraph *graph, const ExprTree *tree, ExprScope *scope, GPtrArray *errors);
/* A table's value (order 0) or derivative at argument. */
ExprValue expr_graph_table (ExprGraph *graph, ExprTable *table, int order, ExprValue argument);

/* d value / d input, symbolically; the piecewise functions almost everywhere. Cached per graph. */
ExprValue expr_graph_derivative (ExprGraph *graph, ExprValue value, int input);
/* value with input k replaced by replacements[k] where that is not EXPR_NO_VALUE. */
ExprValue expr_graph_substitute (ExprGraph *graph, ExprValue value, const ExprValue *replacements, int n_replacements);
/* Sets flags[k] for every input k < n_inputs that value depends on structurally. */
void expr_graph_dependencies (const ExprGraph *graph, ExprValue value, gboolean *flags, int n_inputs);
/* Infix text of a value; name_of gives each input's name. Free with g_free. */
char *expr_graph_to_string (const ExprGraph *graph, ExprValue value, const char *(*name_of) (gpointer, int), gpointer user);

/* A polynomial in chosen inputs: sum of coefficient[i]·∏ input^exponent. See expr-polynomial.h. */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprGraph, expr_graph_free)

/* ---- programs ---- */

typedef struct ExprProgram ExprProgram;     /* immutable, reference-counted, any thread */
typedef struct ExprWorkspace ExprWorkspace; /* one thread */

typedef enum
{
  EXPR_PROGRAM_FUSED = 1 << 0, /* fused multiply-add and vector elementary functions (setting fast_math) */
} ExprProgramFlags;

/* Compiles outputs[n_outputs] as functions of inputs 0 … n_inputs−1. Inputs before first_fast change rarely
 * (parameters), those from first_fast on at every call: values that depend on slow inputs alone are computed by
 * expr_workspace_prepare, once per change. */
ExprProgram *expr_program_new (ExprGraph *graph, const ExprValue *outputs, int n_outputs, int n_inputs, int first_fast,
                               ExprProgramFlags flags);
ExprProgram *expr_program_ref (ExprProgram *program);
void expr_program_unref (ExprProgram *program);
int expr_program_n_operations (const ExprProgram *program);

ExprWorkspace *expr_workspace_new (ExprProgram *program);
void expr_workspace_free (ExprWorkspace *workspace);
/* The n_inputs input cells; write, then prepare (if a slow one changed), then run. Stable for the workspace's life. */
double *expr_workspace_inputs (ExprWorkspace *workspace);
/* Recomputes what depends on slow inputs alone. */
void expr_workspace_prepare (ExprWorkspace *workspace);
/* Evaluates into outputs[n_outputs]. No allocation. Not-finite results are returned as they are. */
void expr_workspace_run (ExprWorkspace *workspace, double *outputs);

/* Batched: inputs[k·stride + lane], outputs[k·stride + lane] for n_lanes ≤ stride lanes (best: 64); scratch from
 * expr_batch_new, one thread. Bit for bit equal to the scalar run when the program is not fused. */
typedef struct ExprBatch ExprBatch;
ExprBatch *expr_batch_new (ExprProgram *program);
void expr_batch_free (ExprBatch *batch);
void expr_batch_run (ExprBatch *batch, const double *inputs, double *outputs, int n_lanes, int stride);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprProgram, expr_program_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprWorkspace, expr_workspace_free)

G_END_DECLS
