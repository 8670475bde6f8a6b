/* Computes the level of a Lyapunov function up to which it certifies a region of attraction. */
#pragma once

#include "lab-field.h"

G_BEGIN_DECLS

typedef struct
{
  double rho;           /* the certified level; infinite: the whole space; NaN: none */
  double rho_scan;      /* smallest V at which dV/dt = 0 among the points that were scanned; infinite: there is no such point */
  double rho_solver;    /* the level that the solver returned; NaN: none */
  double rho_proven;    /* the level that is proven in exact arithmetic; NaN: none */
  gboolean certified;   /* TRUE if a level is proven, or the level of the solver agrees with that of the scan */
  gboolean scan_agrees; /* TRUE if rho and rho_scan agree to four digits */
  gboolean has_solver;  /* TRUE if the solver csdp is installed */
  const char *why_not;  /* untranslated reason why no level is certified; NULL: one is, or the solver is not installed */
} LabLevel;

/* Computes the level of V, a polynomial in z that is positive near 0. If `implicit`, z' are variables of the certificate and the model is
 * its equation. keep is a path to which the semidefinite program is written, or NULL. Returns FALSE with an error if V is not positive or
 * the study is cancelled. */
gboolean lab_level_compute (const LabField *field, const LabPolynomial *V, gboolean implicit, const char *keep, const LabProgress *progress,
                            LabLevel *level, GError **error);
/* Computes only rho_scan, and writes the point with this V to at[n]. Returns NaN with an error if the study is cancelled. */
double lab_level_scan (const LabField *field, const LabPolynomial *V, double *at, const LabProgress *progress, GError **error);

G_END_DECLS
