/* The order conditions of a tableau, with bounds for residuals that are only rounding errors. */
#pragma once

#include <glib.h>

#include "ode-tableau.h"
#include "ode-trees.h"

G_BEGIN_DECLS

/* Residuals Σ b_i Φ_i(τ) − 1/γ(τ) of the weights b [0] and b_hat [1], n of each, in the order of the trees, and the largest residuals
 * that can come from rounding the coefficients of a method that satisfies the condition. */
typedef struct
{
  OdeTrees *trees;
  int n;
  gboolean known[2]; /* known[1] is FALSE if the tableau has no b_hat */
  double *residuals[2], *bounds[2];
} LabOrderConditions;
/* Computes the conditions up to an order of at most 8. Returns FALSE when out of memory. */
gboolean lab_order_conditions_init (LabOrderConditions *conditions, const OdeTableau *tableau, int order);
/* Frees the members and sets them to 0. */
void lab_order_conditions_clear (LabOrderConditions *conditions);
/* Returns whether the residual of a tree is a rounding error. */
gboolean lab_order_conditions_hold (const LabOrderConditions *conditions, gboolean embedded, int tree);
/* Returns the largest order up to which all conditions hold. The weights must be known. */
int lab_order_conditions_verified (const LabOrderConditions *conditions, gboolean embedded);
/* Returns the largest order up to which all residuals are below 1e-6, so that a slip in a coefficient can explain those that are not rounding
 * errors. The weights must be known. */
int lab_order_conditions_intended (const LabOrderConditions *conditions, gboolean embedded);

/* Returns whether the coefficients of row i of A, from 0, add up to c_i within rounding errors. Sets *sum to their sum. */
gboolean lab_tableau_adds_up (const OdeTableau *tableau, int i, double *sum);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LabOrderConditions, lab_order_conditions_clear)
G_END_DECLS
