/* Sum-of-squares programs: find unknowns u_k for which polynomials c + Σ u_k a_k are sums of squares. */
#pragma once

#include "lab-polynomial.h"
#include "lab-problem.h"

G_BEGIN_DECLS

typedef struct LabSos LabSos;

/* Makes a program whose polynomials have n variables. */
LabSos *lab_sos_new (int n);
/* Frees a program; NULL is allowed. */
void lab_sos_free (LabSos *sos);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSos, lab_sos_free)

/* Adds an unknown and returns its index. The program maximizes the sum of objective·unknown. */
int lab_sos_add_unknown (LabSos *sos, double objective);
/* Fixes the value of an unknown. */
void lab_sos_fix (LabSos *sos, int unknown, double value);
/* Adds the condition that a polynomial is a sum of squares, and returns its index. The polynomial is 0 until parts are added. */
int lab_sos_add_condition (LabSos *sos);
/* Adds unknown·polynomial to the polynomial of a condition; if unknown is −1, adds the polynomial itself. Takes ownership of the
 * polynomial. */
void lab_sos_add_part (LabSos *sos, int condition, int unknown, LabPolynomial *polynomial);

typedef struct
{
  double *u;        /* values of all unknowns, also of fixed ones */
  double *gram;     /* free entries of the Gram matrices */
  double margin;    /* the margin t, if lab_sos_solve maximized it */
} LabSosPoint;
/* Frees a point; NULL is allowed. */
void lab_sos_point_free (LabSosPoint *point);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSosPoint, lab_sos_point_free)

/* Solves the program with csdp. If margin is TRUE, ignores the objective and maximizes t ≤ 1, the smallest eigenvalue of all Gram matrices,
 * which gives a point inside the feasible set. keep, progress and fraction are used as in lab_sdp_solve. Returns NULL without an error if
 * the program has no solution or is too large, and NULL with an error if csdp cannot be run. The point is approximate. */
LabSosPoint *lab_sos_solve (LabSos *sos, gboolean margin, const char *keep, const LabProgress *progress, double fraction, GError **error);
/* Returns whether a point proves all conditions: the Gram matrices are adjusted to match the polynomials exactly, and are then positive
 * definite in exact arithmetic. Always returns FALSE if Stepwise is built without GMP. */
gboolean lab_sos_prove (LabSos *sos, const LabSosPoint *point);
/* Returns whether Stepwise is built with GMP, so that lab_sos_prove can succeed. */
gboolean lab_sos_can_prove (void);

G_END_DECLS
