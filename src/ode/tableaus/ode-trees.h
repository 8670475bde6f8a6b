/* Rooted trees and the order conditions of Runge–Kutta methods they stand for.
 *
 * A method with A, b has order p when Σ b_i Φ_i(τ) = 1/γ(τ) for every tree τ of at most p nodes, where Φ_i(τ) is the product of
 * Σ_j a_ij Φ_j over the subtrees at the root: Hairer, Nørsett, Wanner, Solving ODEs I, II.2 and III.1. */
#pragma once

#include <stddef.h>

#include "ode-tableau.h"

#define ODE_TREES_MAX_ORDER 10

typedef struct OdeTrees OdeTrees;

/* All trees of at most max_order nodes (1 … 10), smaller ones first: 1, 1, 2, 4, 9, 20, 48, 115, 286, 719. NULL: no memory. */
OdeTrees *ode_trees_new (int max_order);
void ode_trees_free (OdeTrees *trees);
/* Trees of at most `order` nodes. */
int ode_trees_count (const OdeTrees *trees, int order);
/* Nodes, density γ and symmetry σ of a tree, and its subtrees in falling order. */
int ode_trees_order (const OdeTrees *trees, int tree);
double ode_trees_density (const OdeTrees *trees, int tree);
double ode_trees_symmetry (const OdeTrees *trees, int tree);
int ode_trees_children (const OdeTrees *trees, int tree, const int **children);
/* The tree in brackets, "[[],[[]]]", into text[size]. */
void ode_trees_text (const OdeTrees *trees, int tree, char *text, size_t size);

/* Φ_i of every tree at each stage: phi[tree·n_stages + i], for A row-major. */
void ode_trees_weights (const OdeTrees *trees, int n_stages, const double *A, double *phi);
/* The highest order, at most the trees', whose conditions hold at θ within tolerance; θ = 1 for a whole step, else the right sides
 * are θ^|τ|/γ. *residual (may be NULL): the largest up to that order. */
int ode_trees_check (const OdeTrees *trees, int n_stages, const double *phi, const double *b, double theta, double tolerance,
                     double *residual);

/* Order of a tableau with weights b (its b or b_hat), and of its dense output at seven points (0 without). −1: no memory. */
int ode_tableau_order (const OdeTrees *trees, const OdeTableau *tableau, const double *b, double tolerance);
int ode_tableau_dense_order (const OdeTrees *trees, const OdeTableau *tableau, double tolerance);
/* 2-norm over the trees of order + 1 nodes of (Σ b Φ − 1/γ)/σ: the size of the leading error term. */
double ode_tableau_error_constant (const OdeTrees *trees, const OdeTableau *tableau, int order);
