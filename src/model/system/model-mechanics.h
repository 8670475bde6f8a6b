/* The linear system of constrained mechanics:
 *
 *   [ M  −Gᵀ ] [a]   [ f ]
 *   [ G   0  ] [λ] = [−γ ]
 *
 * It is solved with M⁻¹ (LU with partial pivoting) and the small matrix S = G M⁻¹ Gᵀ. Redundant constraints make S singular, which is
 * detected by pivots below 1e-10 of the largest; the multipliers of least norm are then used, and the accelerations are unique. M need not
 * be symmetric. If M alone is singular, it is replaced by M + Gᵀ G, which gives the same solutions because Gᵀ G a is known from G a = −γ
 * (the augmented system of Golub and Greif, SIAM J. Sci. Comput. 24 (2003) 2076). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct ModelMechanics ModelMechanics;

/* Allocates the solver for n ≥ 1 coordinates and m ≥ 0 constraints. */
ModelMechanics *model_mechanics_new (int n, int m);
/* Frees the solver; NULL is allowed. */
void model_mechanics_free (ModelMechanics *mechanics);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelMechanics, model_mechanics_free)

/* Factors the system with the matrices M[n²] and G[m·n], both row-major. Returns FALSE if the accelerations are not unique or a number is
 * not finite. */
gboolean model_mechanics_factorize (ModelMechanics *mechanics, const double *M, const double *G);
/* Solves M a − Gᵀ λ = r1[n], G a = r2[m] for a[n] and λ[m], with the last
 * factorization. */
void model_mechanics_solve (ModelMechanics *mechanics, const double *r1, const double *r2, double *a, double *lambda);

G_END_DECLS
