/* The modified differential equation of a one-step method, whose exact solution passes through the numerical points. One thread at a time
 * may use an object. */
#pragma once

#include "lab-step-map.h"

G_BEGIN_DECLS

typedef struct LabModified LabModified;

/* Largest number of correction terms. */
#define LAB_MODIFIED_MOST_TERMS 4

/* Prepares the modified equation x' = f (x) + hᵖ f_{p+1} (x) + … of a method (its step map) for the step size h, truncated after `terms`
 * corrections, 1 to LAB_MODIFIED_MOST_TERMS. Some of the corrections may be zero. map and flow must outlive the object. */
LabModified *lab_modified_new (LabStepMap *map, LabFlow *flow, double h, int terms);
/* Frees the object; NULL is allowed. */
void lab_modified_free (LabModified *modified);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabModified, lab_modified_free)
/* Computes f and the coefficients f_{p+1}, f_{p+2}, … at x into terms[(n_terms + 1) × n], row by row. Returns FALSE if the model or a step
 * is undefined. */
gboolean lab_modified_terms (LabModified *modified, const double *x, double *terms);
/* Computes the right-hand side of the truncated modified equation at x into dxdt[n]. Returns FALSE if the model or a step is undefined. */
gboolean lab_modified_rhs (LabModified *modified, const double *x, double *dxdt);

G_END_DECLS
