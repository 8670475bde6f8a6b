/* Linearization, exact discretization of linear systems, matrix exponential, and initial value problems of the caller. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* The linear system x' = A x + B u + f0, y = C x + D u + y0. Here x, u and y are deviations from a point. Matrices are row-major. */
typedef struct
{
  int n_states, n_inputs, n_outputs;
  char **states, **inputs, **outputs; /* names of the states, inputs and outputs */
  double t;
  double *x;             /* states, inputs and outputs at the point */
  double *A, *B, *C, *D;
  double *f0;            /* slope at the point, n_states numbers; 0 at an equilibrium */
  double *eigenvalues;   /* n_states complex numbers: real and imaginary parts */
} LabLinear;

/* Linearizes a problem at its initial state. If rest is TRUE, linearizes at the equilibrium to which Newton's method converges from there.
 * inputs are names of parameters, outputs are expressions, both NULL-terminated. inputs may be NULL for none, outputs may be NULL for the
 * outputs of the model. Returns NULL with an error, also if the study is cancelled. */
LabLinear *lab_linear_new (const LabProblem *problem, const char *const *inputs, const char *const *outputs, gboolean rest,
                           const LabProgress *progress, GError **error);
/* Frees a linearization; NULL is allowed. */
void lab_linear_free (LabLinear *linear);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabLinear, lab_linear_free)

/* Computes the exponential of a[n·n] into result[n·n], row-major. Returns FALSE with an error if the study is cancelled, and FALSE without an error if an
 * entry is not finite. */
gboolean lab_matrix_exponential (int n, const double *a, double *result, const LabProgress *progress, GError **error);
/* Discretizes x' = A x + B u + f for a u that is constant in each period: x⁺ = Ad x + Bd u + fd. Matrices are row-major: A, Ad[n·n], B,
 * Bd[n·m]; vectors f, fd[n]. Returns FALSE with an error if the study is cancelled, and FALSE without an error if a result is not finite. */
gboolean lab_discretize (int n, int m, const double *A, const double *B, const double *f, double period, double *Ad, double *Bd, double *fd,
                         const LabProgress *progress, GError **error);

/* ---- initial value problems whose right-hand side is a function of the caller ---- */

/* Computes dx/dt at (t, x). user is the caller's data. */
typedef void (*LabRateFunc) (double t, const double *x, double *dxdt, gpointer user);

typedef struct
{
  double accuracy;     /* relative accuracy; default 1e-4 */
  double initial_step; /* size of the first step; default 1e-4 */
  double max_step;     /* largest step size; default 0.1 */
  const char *method;  /* id of the integration method; default "runge_kutta3" */
} LabSolveOptions;
/* These functions correspond to Drake's InitialValueProblem and AntiderivativeFunction. Stepwise itself does not use them. */

/* Sets the options to the defaults of Drake's InitialValueProblem. */
void lab_solve_options_init (LabSolveOptions *options);

/* Integrates x' = rate (t, x) from (t0, x0[n]) to tf, and writes the result to x[n]. Returns FALSE with an error if tf < t0 or a step
 * fails. */
gboolean lab_solve (int n, LabRateFunc rate, gpointer user, double t0, const double *x0, double tf, const LabSolveOptions *options,
                    double *x, GError **error);

typedef struct LabDense LabDense;
/* Integrates like lab_solve and stores all steps. Returns NULL with an error in the same cases. */
LabDense *lab_solve_dense (int n, LabRateFunc rate, gpointer user, double t0, const double *x0, double tf,
                           const LabSolveOptions *options, GError **error);
/* Frees the stored steps; NULL is allowed. */
void lab_dense_free (LabDense *dense);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabDense, lab_dense_free)
/* Evaluates the stored solution at t into x[n], by the cubic Hermite polynomial of the step. Returns FALSE if t is outside [t0, tf]. */
gboolean lab_dense_evaluate (const LabDense *dense, double t, double *x);

/* Returns ∫ f from a to b. f receives the integration variable as t, and x is NULL. Returns NaN with an error if b < a or a step fails. */
double lab_antiderivative (LabRateFunc f, gpointer user, double a, double b, const LabSolveOptions *options, GError **error);

G_END_DECLS
