/* A function by which a thread can end the evaluation of a large program, and the elaboration of a large expression. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Number of instructions, or of steps of an elaboration, between two calls. They take at most about 50 µs for one point. A program with fewer
 * instructions never calls. */
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
/* Returns FALSE if the thread has asked to end. */
gboolean expr_look_continues (void);
/* Sets outputs[n_outputs] of an ended evaluation to NaN. Returns NaN, the result of the evaluation. */
double expr_look_end (double *outputs, gsize n_outputs);

G_END_DECLS
