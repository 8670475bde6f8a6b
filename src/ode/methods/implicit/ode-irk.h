/* Fully implicit Runge–Kutta methods: the coupled stage equations and their
 * solution by Newton's method in transformed variables. */
#pragma once

#include "ode-newton.h"

#define ODE_IRK_MAX_STAGES 12

/* The real eigenvalue decomposition A⁻¹ T = T Λ of the implicit stages: n_real
 * real eigenvalues, then pairs α ± iβ as (α, β), for which Λ has the block [α
 * −β; β α]. Matrices are row-major. */
typedef struct
{
  int n_real, n_pairs;
  const double *eigenvalues;
  const double *T, *T_inverse;
} OdeIrkSpectrum;

/* The coefficients that the solver needs, derived from a tableau. */
typedef struct
{
  int n_stages;           /* number of stages that are solved for together */
  bool explicit_first;    /* the tableau has a first stage equal to x0 (Lobatto IIIA), which is not solved for */
  bool stiffly_accurate;  /* x1 is the last stage */
  const double *c;        /* nodes of the stages that are solved for */
  double lagrange[ODE_IRK_MAX_STAGES]; /* 1/(c_i Π (c_i − c_j)), j ≠ i */
  double eigenvalues[ODE_IRK_MAX_STAGES];
  double T[ODE_IRK_MAX_STAGES * ODE_IRK_MAX_STAGES], T_inverse[ODE_IRK_MAX_STAGES * ODE_IRK_MAX_STAGES];
  int n_real, n_pairs;
  double d[ODE_IRK_MAX_STAGES];      /* x1 = x0 + Σ d_i Z_i + d_first·h·f0 */
  double d_first;
  bool embedded;
  double e[ODE_IRK_MAX_STAGES];      /* error Σ e_i Z_i + e_first·h·f0 where the tableau has b_hat */
  double e_first;
  double A_inverse[ODE_IRK_MAX_STAGES * ODE_IRK_MAX_STAGES]; /* inverse of A for the stages that are solved for */
  double forcing[ODE_IRK_MAX_STAGES]; /* T⁻¹ A⁻¹ a_first, the factor of f0 from an explicit first stage */
} OdeIrkScheme;

/* Derives a scheme from a tableau; the spectrum is computed where it is NULL.
 * Returns false with a message in error[error_size] if A of the implicit
 * stages is singular, has no full set of eigenvectors, or has too many stages. */
bool ode_irk_scheme_init (OdeIrkScheme *scheme, const OdeTableau *tableau, const OdeIrkSpectrum *spectrum,
                          OdeTranslate translate, char *error, size_t error_size);

/* Solver for schemes of up to max_stages stages; it owns the Jacobian and its
 * factors. */
typedef struct
{
  OdeStepper *stepper;
  OdeMatrix *matrix;
  bool matrix_is_shared;
  OdeNewton newton;
  int n, max_stages;
  OdeFactor *real[ODE_IRK_MAX_STAGES];
  OdeFactor *pair[ODE_IRK_MAX_STAGES / 2];
  double *Z;              /* stage increments X_i − x0, n each; first guess on input */
  double *W, *F, *M_W;    /* transformed stages, right-hand sides, products with M */
  double *stage;
  double *memory;
  const OdeIrkScheme *factored; /* scheme of the factors; NULL without valid factors */
  double h_factored;
  int jacobian_age;       /* accepted steps since the Jacobian was taken */
  bool jacobian_fresh;    /* J was computed at the current state */
} OdeIrkSolver;

/* Allocates for the largest numbers of stages, real eigenvalues and pairs.
 * shared is a matrix that another solver owns, or NULL to make one. Returns
 * false with a message; the caller calls clear in any case. */
bool ode_irk_solver_init (OdeIrkSolver *solver, OdeStepper *stepper, int max_stages, int n_real, int n_pairs, OdeMatrix *shared,
                          char *error, size_t error_size);
/* Frees the solver's memory; allowed after a failed init. */
void ode_irk_solver_clear (OdeIrkSolver *solver);
/* Evaluates the Jacobian at (t, x[n]); f[n] is the right-hand side there, or
 * NULL. */
OdeStatus ode_irk_solver_jacobian (OdeIrkSolver *solver, double t, const double *x, const double *f);
/* Factors λ/h M − J for each eigenvalue λ of the scheme; counts as one
 * factorization. Returns ODE_RETRY_SINGULAR if one is singular. */
OdeStatus ode_irk_solver_factor (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double h);
/* Iterates from the guess in Z until convergence; ode_newton_scale must have
 * been called for the step. */
OdeStatus ode_irk_solver_iterate (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0,
                                  const double *f0);
/* Computes x1[n] from the stages. */
void ode_irk_solver_end (const OdeIrkSolver *solver, const OdeIrkScheme *scheme, double h, const double *x0, const double *f0,
                         double *x1);
/* Reports the stages in Z to the listener, which must exist; solved: the
 * iteration has converged, so that Z determines the slopes. */
void ode_irk_trace_stages (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0, const double *f0,
                           bool solved);
/* Computes the weights of Z_1 … Z_s in the value at θ of the polynomial through
 * (0, 0) and (c_i, Z_i). */
void ode_irk_collocation_weights (const OdeIrkScheme *scheme, double theta, double *weights);

/* Computes the stage slopes K = A⁻¹ Z/h, n_stages · n numbers, of the stages
 * that are solved for. */
void ode_irk_slopes (const OdeIrkScheme *scheme, int n, double h, const double *Z, double *K);

/* The class of methods that are nothing but a tableau: Gauss, Lobatto, and
 * tableaus read at run time. OdeMethod.data is the OdeIrkSpectrum of the
 * tableau, or NULL: it is computed. */
extern const OdeStepperClass ode_irk_class;

extern const OdeTableau ode_tableau_radau3, ode_tableau_radau5, ode_tableau_radau9, ode_tableau_radau13;
extern const OdeIrkSpectrum ode_spectrum_radau3, ode_spectrum_radau5, ode_spectrum_radau9, ode_spectrum_radau13;
