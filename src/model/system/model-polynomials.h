/* The right-hand side of a model, and further expressions, as quotients of polynomials in the states. The coefficients are numbers. */
#pragma once

#include "expr-tree.h"
#include "model-system.h"

G_BEGIN_DECLS

/* A polynomial Σ_k coefficients[k] · ∏_i x_i^exponents[k · n_states + i], with n_terms terms. */
typedef struct
{
  int n_states, n_terms;
  int *exponents;
  double *coefficients;
} ModelPolynomial;

/* n quotients of two polynomials. Quotient i < n_states is row i of f in M x' = f (x); the others are the given expressions. */
typedef struct
{
  int n;
  ModelPolynomial *numerators, *denominators;
} ModelPolynomials;

/* Expands the right-hand sides of a model, and the expressions trees[n_trees] (may be NULL), with the parameters and discrete states of
 * `system`, an instance made with `instance`. The polynomials are those of x − origin; origin[n_states] may be NULL for 0. Far
 * from 0 their coefficients have fewer rounding errors than those of polynomials that are moved there. Returns NULL with an error if one of them depends on time or noise, or is not a quotient of
 * polynomials of degree at most max_degree. */
ModelPolynomials *model_polynomials_new (Model *model, const ModelInstance *instance, const ModelSystem *system, const ExprTree *const *trees,
                                         int n_trees, const double *origin, int max_degree, GError **error);
/* Frees polynomials; NULL is allowed. */
void model_polynomials_free (ModelPolynomials *polynomials);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelPolynomials, model_polynomials_free)

G_END_DECLS
