/* Rooted trees, and the order conditions of Runge–Kutta methods.
 *
 * A method with the matrix A and the weights b has order p if Σ b_i Φ_i(τ) = 1/γ(τ) for every rooted
 * tree τ with at most p nodes (Butcher; Hairer, Nørsett and Wanner, Solving
 * ODEs I, 2nd ed. 1993, theorem II.2.13). Φ_i(τ) is the product of Σ_j a_ij
 * Φ_j(τ_k) over the subtrees τ_k at the root, and the density γ(τ) is |τ| times
 * the product of the densities of the subtrees. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ode-tableau.h"

#define ODE_TREES_MAX_ORDER 10

typedef struct OdeTrees OdeTrees;

/* Makes all trees of at most max_order nodes (1 … 10), smaller trees first. There
 * are 1, 1, 2, 4, 9, 20, 48, 115, 286, 719 trees with 1, 2, … 10 nodes. Returns NULL
 * when out of memory. */
OdeTrees *ode_trees_new (int max_order);
/* Frees the trees; NULL is allowed. */
void ode_trees_free (OdeTrees *trees);
/* Returns the number of trees of at most `order` nodes. */
int ode_trees_count (const OdeTrees *trees, int order);
/* Returns the number of nodes of a tree. */
int ode_trees_order (const OdeTrees *trees, int tree);
/* Returns the density γ of a tree. */
double ode_trees_density (const OdeTrees *trees, int tree);
/* Returns the symmetry σ of a tree, the number of its automorphisms. */
double ode_trees_symmetry (const OdeTrees *trees, int tree);
/* Writes a tree in bracket notation, such as "[[],[[]]]", to text[size]. */
void ode_trees_text (const OdeTrees *trees, int tree, char *text, size_t size);

/* Returns the order of the method with the matrix of a tableau and the weights b, which are b or b_hat of the tableau;
 * −1 when out of memory. */
int ode_tableau_order (const OdeTrees *trees, const OdeTableau *tableau, const double *b, double tolerance);
/* Returns the order of a tableau's dense output, checked at seven values of θ;
 * 0 if there is no dense output, −1 when out of memory. */
int ode_tableau_dense_order (const OdeTrees *trees, const OdeTableau *tableau, double tolerance);
/* Returns the 2-norm of (Σ b_i Φ_i − 1/γ)/σ over the trees of order + 1 nodes,
 * the size of the leading error term (Hairer, Nørsett and Wanner, II.3); NaN
 * if the trees do not reach that order or memory runs out. */
double ode_tableau_error_constant (const OdeTrees *trees, const OdeTableau *tableau, int order);
/* Computes Σ b_i Φ_i(τ) − 1/γ(τ) for each tree, in the order of the trees, into
 * residuals[ode_trees_count]. Σ_j a_ij of a leaf is c_i where c differs from the row sums, which only a tableau that is being typed
 * may do. Returns false when out of memory. */
bool ode_tableau_residuals (const OdeTrees *trees, const OdeTableau *tableau, const double *b, double *residuals);
/* Computes a bound for each residual of ode_tableau_residuals that comes from rounding the coefficients of a method that satisfies the
 * condition, into bounds[ode_trees_count]. Returns false when out of memory. */
bool ode_tableau_rounding (const OdeTrees *trees, const OdeTableau *tableau, const double *b, double *bounds);
/* Returns the stage order: the largest q up to 20 for which Σ_j a_ij c_j^(k−1) =
 * c_i^k/k at every stage and Σ_i b_i c_i^(k−1) = 1/k, k = 1 … q. */
int ode_tableau_stage_order (const OdeTableau *tableau, double tolerance);
/* Returns an order that follows from simplifying assumptions on the tableau; 0 if they give none. It may exceed ODE_TREES_MAX_ORDER. The order
 * of the method can be higher. */
int ode_tableau_assumed_order (const OdeTableau *tableau, double tolerance);
/* Returns whether the last stage is the new state, that is, whether the last
 * row of A equals b. */
bool ode_tableau_is_stiffly_accurate (const OdeTableau *tableau);
/* Returns whether b_i a_ij + b_j a_ji = b_i b_j for all i and j within tolerance. The
 * method is then symplectic. */
bool ode_tableau_is_symplectic (const OdeTableau *tableau, double tolerance);
