/* Sum-of-squares programs: numbers u for which polynomials c + Σ u_k a_k are sums of squares. */
#pragma once

#include "lab-polynomial.h"
#include "lab-problem.h"

G_BEGIN_DECLS

typedef struct LabSos LabSos;

/* Makes a program in n variables. */
LabSos *lab_sos_new (int n);
/* Frees a program; NULL is allowed. */
void lab_sos_free (LabSos *sos);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSos, lab_sos_free)

/* Adds a number and returns its index. The sum of objective·number is maximized. */
int lab_sos_add_unknown (LabSos *sos, double objective);
/* Fixes a number. */
void lab_sos_fix (LabSos *sos, int unknown, double value);
/* Adds the condition that a polynomial, 0 at first, is a sum of squares, and returns its index. */
int lab_sos_add_condition (LabSos *sos);
/* Adds unknown·polynomial to the polynomial of a condition; unknown −1: the polynomial itself. The program takes the polynomial. */
void lab_sos_add_part (LabSos *sos, int condition, int unknown, LabPolynomial *polynomial);

typedef struct
{
  double *u;        /* the numbers, also the fixed ones */
  double *gram;     /* the free entries of the Gram matrices */
  double margin;    /* t if lab_sos_solve maximized it */
} LabSosPoint;
/* Frees a point; NULL is allowed. */
void lab_sos_point_free (LabSosPoint *point);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSosPoint, lab_sos_point_free)

/* Solves the program with csdp. If margin is set, it ignores the objective and maximizes t ≤ 1, the smallest eigenvalue of the Gram matrices,
 * so that the point is inside of the feasible set. keep, progress and fraction as for lab_sdp_solve. Returns NULL without an error if the
 * program has no solution or is too large, and NULL with an error if the solver cannot be run. The point is approximate. */
LabSosPoint *lab_sos_solve (LabSos *sos, gboolean margin, const char *keep, const LabProgress *progress, double fraction, GError **error);
/* Returns whether a point proves all conditions: the Gram matrices are made to fit the polynomials exactly and are positive definite in
 * exact arithmetic. Always FALSE if the program is built without GMP. */
gboolean lab_sos_prove (LabSos *sos, const LabSosPoint *point);
/* Returns whether proofs are possible. */
gboolean lab_sos_can_prove (void);

G_END_DECLS
