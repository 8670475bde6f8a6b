/* The linear system of constrained mechanics:
 *
 *   [ M  −Gᵀ ] [a]   [ f ]
 *   [ G   0  ] [λ] = [−γ ]
 *
 * solved through M⁻¹ (LU with partial pivoting) and the small matrix S = G M⁻¹ Gᵀ. Redundant constraints make S singular, which
 * shows in pivots below 1e-10 of the largest; of the multipliers that give the same accelerations the shortest are then taken. M need not
 * be symmetric. Where M alone is singular, M + Gᵀ G takes its place, which changes nothing on G a = −γ. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct ModelMechanics ModelMechanics;

/* For n coordinates and m constraints; n ≥ 1, m ≥ 0. */
ModelMechanics *model_mechanics_new (int n, int m);
void model_mechanics_free (ModelMechanics *mechanics);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelMechanics, model_mechanics_free)

/* Takes M[n·n] row-major and G[m·n] row-major and factorizes. FALSE where no unique accelerations exist, or a number is not finite. */
gboolean model_mechanics_factorize (ModelMechanics *mechanics, const double *M, const double *G);
/* Solves M a − Gᵀ λ = r1[n], G a = r2[m] with the last factors: a[n], λ[m]. */
void model_mechanics_solve (ModelMechanics *mechanics, const double *r1, const double *r2, double *a, double *lambda);
/* Independent constraints among the m, at the last factorization. */
int model_mechanics_rank (const ModelMechanics *mechanics);

G_END_DECLS
