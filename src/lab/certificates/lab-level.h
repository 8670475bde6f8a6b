/* The level up to which a Lyapunov function certifies a region of attraction. */
#pragma once

#include "lab-field.h"

G_BEGIN_DECLS

typedef struct
{
  double rho;           /* the certified level; infinite: all of the space; NaN: none */
  double rho_scan;      /* the smallest V where dV/dt is 0; infinite: there is no such point, as far as the scan sees */
  double rho_solver;    /* the level that the solver returned; NaN: none */
  double rho_proven;    /* the level that exact arithmetic proves; NaN: none */
  gboolean certified;   /* a level is proven, or the solver's level agrees with the scan */
  gboolean scan_agrees; /* rho and rho_scan agree to four digits */
  gboolean has_solver;  /* csdp is installed */
} LabLevel;

/* Computes the level of V, a polynomial in z that is positive near 0. With implicit set, z' is a variable and the model an equation of the
 * certificate. keep is a file for the semidefinite program, or NULL. Returns FALSE with an error if V is not positive or the study is
 * cancelled. */
gboolean lab_level_compute (const LabField *field, const LabPolynomial *V, gboolean implicit, const char *keep, const LabProgress *progress,
                            LabLevel *level, GError **error);
/* Computes only rho_scan. Returns NaN with an error if the study is cancelled. */
double lab_level_scan (const LabField *field, const LabPolynomial *V, double *at, const LabProgress *progress, GError **error);

G_END_DECLS
