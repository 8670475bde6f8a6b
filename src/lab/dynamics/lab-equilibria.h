/* Points of equilibrium f (x) = 0 in a box: search and classification. One
 * thread. */
#pragma once

#include "lab-flow.h"

G_BEGIN_DECLS

/* The type by the linear part: nodes have real eigenvalues, foci complex ones. */
typedef enum
{
  LAB_POINT_STABLE_NODE,
  LAB_POINT_UNSTABLE_NODE,
  LAB_POINT_STABLE_FOCUS,
  LAB_POINT_UNSTABLE_FOCUS,
  LAB_POINT_SADDLE,     /* eigenvalues with negative and with positive real parts */
  LAB_POINT_CENTRE,     /* all eigenvalues are imaginary and not 0 */
  LAB_POINT_DEGENERATE, /* an eigenvalue has no real part, and the linear part does not decide */
} LabPointType;

typedef struct
{
  int n;
  double *x;       /* n */
  double *values;  /* 2n: eigenvalues as in ode_eigen_values, by falling real part */
  double *vectors; /* 2n · n: real and imaginary parts of the eigenvectors, one after the other, of length 1 */
  LabPointType type;
} LabEquilibrium;

typedef struct
{
  GPtrArray *points;   /* LabEquilibrium, by their first coordinates */
  gboolean continuum;  /* they form a curve or a surface, of which some points are listed */
} LabEquilibria;

/* Returns the name of a type in JSON: "stable_node" … */
const char *lab_point_type_id (LabPointType type);
/* Returns the English name of a type, marked for translation. */
const char *lab_point_type_label (LabPointType type);
/* Returns the type that eigenvalues[2n] give. */
LabPointType lab_point_classify (int n, const double *eigenvalues);

/* Computes eigenvalues, sorted by falling real part, and eigenvectors of a
 * matrix J[n·n], row-major. vectors may be NULL. FALSE where J is not finite. */
gboolean lab_eigen (int n, const double *J, double *values, double *vectors);

/* Improves x[n] to an equilibrium by damped Newton steps; scale[n] are the sizes
 * with which steps are measured. *singular is set where convergence was linear.
 * Returns FALSE where it does not converge. */
gboolean lab_equilibrium_newton (LabFlow *flow, const double *scale, double *x, gboolean *singular);
/* Makes a classified equilibrium at x[n]; NULL where the derivatives are
 * undefined. */
LabEquilibrium *lab_equilibrium_new (LabFlow *flow, const double *x);
/* Frees an equilibrium. */
void lab_equilibrium_free (LabEquilibrium *point);

/* Finds the equilibria in a box by Newton's method from a grid of starts: 60 × 60
 * in the plane, about as many in other dimensions. Returns NULL with an error
 * where f depends on t or the study is cancelled. */
LabEquilibria *lab_equilibria_find (LabFlow *flow, const LabBox *box, const LabProgress *progress, GError **error);
/* Frees equilibria; NULL is allowed. */
void lab_equilibria_free (LabEquilibria *equilibria);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabEquilibria, lab_equilibria_free)

G_END_DECLS
