/* A function by which a thread can end the evaluation of a large program, the elaboration of a large expression, and the compilation of a large
 * program. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Number of instructions, or of steps of an elaboration or compilation, between two calls. Instructions take at most about 50 µs for one point, and
 * steps about 1 ms. A program with fewer instructions never calls. */
#define EXPR_LOOK_INSTRUCTIONS 1024

/* Returns FALSE to end the evaluation, and then in all later calls. */
typedef gboolean (*ExprLookFunc) (gpointer user);

typedef struct
{
  ExprLookFunc func; /* NULL: evaluations always run to their end */
  gpointer user;
} ExprLook;

/* Sets the function that evaluations for one point call on this thread, between parts of large programs. All outputs of an ended evaluation are NaN.
 * Returns the previous value, which the caller must restore. */
ExprLook expr_look_set (ExprLook look);
/* Returns the function that is set on this thread. */
ExprLook expr_look_get (void);
/* Returns FALSE if the thread has asked to end. */
gboolean expr_look_continues (void);
/* Returns FALSE if the thread has asked to end. Asks only in every EXPR_LOOK_INSTRUCTIONS-th step k of a loop. */
static inline gboolean
expr_look_at (gsize k)
{
  return (k + 1) % EXPR_LOOK_INSTRUCTIONS != 0 || expr_look_continues ();
}
/* Sets outputs[n_outputs] of an ended evaluation to NaN. Returns NaN, the result of the evaluation. */
double expr_look_end (double *outputs, gsize n_outputs);

G_END_DECLS
