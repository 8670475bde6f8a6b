/* Programs that compute whole steps of explicit Runge–Kutta methods. */
#pragma once

#include "expr-program.h"

G_BEGIN_DECLS

/* How the tolerance s_i of state i is computed from r, w_i and the state at both ends of the step, and the norm of an error e from e_i/s_i. */
typedef struct
{
  gboolean is_wanted;
  gboolean adds;  /* s_i = w_i + r m_i; otherwise s_i = r max (w_i, m_i) */
  gboolean ahead; /* m_i = max (|x0_i|, |x1_i|); otherwise m_i = |x0_i| */
  gboolean rms;   /* the root mean square; otherwise the largest |e_i/s_i| */
} ExprStepNorm;

/* The coefficients of a method, as in the tableau of ode-tableau.h, and the places of t and x among the inputs of a right-hand side. */
typedef struct
{
  int n_stages;
  const double *A, *b, *c;   /* A has n_stages² numbers */
  gboolean ends_with_slope;  /* the last stage is the slope at the end of the step */
  const double *errors[2];   /* n_stages weights of each error estimate; NULL: there are fewer estimates. Two are joined as in DOP853 */
  ExprStepNorm norm;
  int n_states;
  int first_state;           /* the input of the first state; the input before it is t */
} ExprStepForm;

/* Memory of the caller with n_states numbers each, which a step reads and writes. */
typedef struct
{
  const double *x0, *slope; /* the state at the start, and the slope there */
  const double *w;          /* factors of the tolerances of the states (ode-norm.h); not read if no norm is wanted */
  double *x1;               /* gets the state at the end */
  double *error;            /* gets the first error estimate; not written if the method has none */
  double *end_slope;        /* gets the slope at the end, if the last stage is this slope */
} ExprStepRows;

/* The norm of the error, or 0, and a number that is finite only if all results are finite. */
typedef struct
{
  double norm, check;
} ExprStepResult;

/* Returns a program that computes a step from (t, x). Its inputs are those of the right-hand side `rhs`, of which the states are in ExprStepRows, and r if a norm is
 * wanted; expr_step_scale_input tells the place of r. Its outputs are rows of n_states numbers: the slopes k_2 … k_s, the state at the end of the step, and the
 * error estimates; those that are in ExprStepRows are not written to the outputs. If a norm is wanted and there are two estimates, the first one is the joined
 * estimate.
 *
 * Each operation of the right-hand side and of the general code in ode-explicit.c and ode-norm.c is made in the same order with the same
 * rounding, so that the results have the same bits; operations outside the right-hand side are never fused. Returns NULL if the code
 * would have more than EXPR_LOOK_INSTRUCTIONS instructions. Free the program with expr_program_unref. */
ExprProgram *expr_program_new_step (const ExprProgram *rhs, const ExprStepForm *form, ExprProgramFlags flags);

/* Returns the input that is r, for a right-hand side with n_inputs inputs. */
static inline int
expr_step_scale_input (const ExprStepForm *form, int n_inputs)
{
  return n_inputs + form->n_states;
}

/* The type of the entry of such a program in machine code. The other arguments are those of the entry of its workspace. */
typedef ExprStepResult (*ExprStepRun) (const ExprStepRows *rows, double *registers, double *outputs, double h);
/* Computes a step of size h with machine code or byte code. It starts at the state and slope in rows, writes the results that have a place in rows there, and the
 * others to outputs[n_outputs]. */
ExprStepResult expr_workspace_run_step (ExprWorkspace *workspace, const ExprStepRows *rows, double h, double *outputs);

G_END_DECLS
