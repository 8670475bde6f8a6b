/* Fully implicit Runge–Kutta methods: the coupled stage equations, solved by Newton's method on a transformed system. */
#pragma once

#include "ode-newton.h"

#define ODE_IRK_MAX_STAGES 12

/* A⁻¹ T = T Λ of the implicit stages: n_real eigenvalues, then pairs α ± iβ as (α, β); Λ holds [α −β; β α]. Row-major. */
typedef struct
{
  int n_real, n_pairs;
  const double *eigenvalues;
  const double *T, *T_inverse;
} OdeIrkSpectrum;

/* What the solver needs of one tableau. */
typedef struct
{
  int n_stages;           /* solved for together */
  bool explicit_first;    /* a first stage of zeros stands before them (Lobatto IIIA) */
  bool stiffly_accurate;  /* x1 is the last stage */
  const double *c;        /* of the stages solved for */
  double lagrange[ODE_IRK_MAX_STAGES]; /* 1/(c_i Π (c_i − c_j)), j ≠ i */
  double eigenvalues[ODE_IRK_MAX_STAGES];
  double T[ODE_IRK_MAX_STAGES * ODE_IRK_MAX_STAGES], T_inverse[ODE_IRK_MAX_STAGES * ODE_IRK_MAX_STAGES];
  int n_real, n_pairs;
  double d[ODE_IRK_MAX_STAGES];      /* x1 = x0 + Σ d_i Z_i + d_first·h·f0 */
  double d_first;
  bool embedded;
  double e[ODE_IRK_MAX_STAGES];      /* error Σ e_i Z_i + e_first·h·f0 where the tableau has b_hat */
  double e_first;
  double A_inverse[ODE_IRK_MAX_STAGES * ODE_IRK_MAX_STAGES]; /* of the stages solved for */
  double forcing[ODE_IRK_MAX_STAGES]; /* T⁻¹ A⁻¹ a_first: how f0 enters through an explicit first stage */
} OdeIrkScheme;

/* Derives the scheme from a tableau; spectrum NULL: computed. false with a reason where A of the implicit stages is singular, has
 * no full set of eigenvectors, or is too large. */
bool ode_irk_scheme_init (OdeIrkScheme *scheme, const OdeTableau *tableau, const OdeIrkSpectrum *spectrum,
                          OdeTranslate translate, char *error, size_t error_size);

/* One solver serves schemes of up to max_stages. */
typedef struct
{
  OdeStepper *stepper;
  OdeMatrix *matrix;
  bool matrix_is_shared;
  OdeNewton newton;
  int n, max_stages;
  OdeFactor *real[ODE_IRK_MAX_STAGES];
  OdeFactor *pair[ODE_IRK_MAX_STAGES / 2];
  double *Z;              /* stage increments X_i − x0, n each; in: the guess */
  double *W, *F, *M_W;    /* transformed stages, right-hand sides, products with M */
  double *stage;
  double *memory;
  const OdeIrkScheme *factored; /* what the factors were made for */
  double h_factored;
  int jacobian_age;       /* accepted steps since the Jacobian was taken */
  bool jacobian_fresh;    /* taken at the present state */
} OdeIrkSolver;

/* Room for the largest scheme: its stages, real eigenvalues and pairs. shared: a matrix of somebody else's, or NULL for one of its
 * own. */
bool ode_irk_solver_init (OdeIrkSolver *solver, OdeStepper *stepper, int max_stages, int n_real, int n_pairs, OdeMatrix *shared,
                          char *error, size_t error_size);
void ode_irk_solver_clear (OdeIrkSolver *solver);
/* Takes the Jacobian at (t, x). */
OdeStatus ode_irk_solver_jacobian (OdeIrkSolver *solver, double t, const double *x, const double *f);
/* Factors for the scheme and h; counts as one factorisation. */
OdeStatus ode_irk_solver_factor (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double h);
/* Newton from the guess in Z. The Newton scale must be set. */
OdeStatus ode_irk_solver_iterate (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0,
                                  const double *f0);
/* x1 from the stages. */
void ode_irk_solver_end (const OdeIrkSolver *solver, const OdeIrkScheme *scheme, double h, const double *x0, const double *f0,
                         double *x1);
/* Weights of Z_1…Z_s in the polynomial through (0, 0) and (c_i, Z_i), at θ. */
void ode_irk_collocation_weights (const OdeIrkScheme *scheme, double theta, double *weights);

/* Stage slopes K = A⁻¹ Z/h of the stages solved for, from increments Z. */
void ode_irk_slopes (const OdeIrkScheme *scheme, int n, double h, const double *Z, double *K);

/* The class of methods that are nothing but a tableau: Gauss, Lobatto, and tableaus read at run time. OdeMethod.data is the OdeIrkSpectrum
 * of the tableau, or NULL: it is computed. */
extern const OdeStepperClass ode_irk_class;

extern const OdeTableau ode_tableau_radau3, ode_tableau_radau5, ode_tableau_radau9, ode_tableau_radau13;
extern const OdeIrkSpectrum ode_spectrum_radau3, ode_spectrum_radau5, ode_spectrum_radau9, ode_spectrum_radau13;
