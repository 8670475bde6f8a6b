/* Points of equilibrium f (x) = 0 in a box: search and classification. One
 * thread. */
#pragma once

#include "lab-flow.h"

G_BEGIN_DECLS

/* The type of an equilibrium by its linear part: nodes have real eigenvalues, foci have complex ones. */
typedef enum
{
  LAB_POINT_STABLE_NODE,
  LAB_POINT_UNSTABLE_NODE,
  LAB_POINT_STABLE_FOCUS,
  LAB_POINT_UNSTABLE_FOCUS,
  LAB_POINT_SADDLE,     /* eigenvalues with negative and with positive real parts */
  LAB_POINT_CENTRE,     /* all eigenvalues are imaginary and not 0 */
  LAB_POINT_DEGENERATE, /* an eigenvalue has real part 0, and the linear part does not determine the type */
} LabPointType;

typedef struct
{
  int n;
  double *x;       /* n numbers */
  double *values;  /* 2n numbers: eigenvalues as in ode_eigen_values, in descending order of the real part */
  double *vectors; /* 2n · n numbers: real and imaginary part of each eigenvector, one after the other; each has length 1 */
  LabPointType type;
} LabEquilibrium;

typedef struct
{
  GPtrArray *points;   /* LabEquilibrium, in the order of their first coordinates */
  gboolean continuum;  /* the equilibria form a curve or a surface, and the list has some of its points */
} LabEquilibria;

/* Returns the name of a type in JSON: "stable_node" … */
const char *lab_point_type_id (LabPointType type);
/* Returns the English name of a type, marked for translation. */
const char *lab_point_type_label (LabPointType type);

/* Computes eigenvalues, in descending order of the real part, and eigenvectors of a matrix J[n·n], row-major. vectors may be NULL. Returns
 * FALSE if J is not finite. */
gboolean lab_eigen (int n, const double *J, double *values, double *vectors);

/* Improves x[n] to an equilibrium by damped Newton steps. scale[n] are the units in which steps are measured. Sets *singular if convergence
 * was only linear. Returns FALSE if it does not converge. */
gboolean lab_equilibrium_newton (LabFlow *flow, const double *scale, double *x, gboolean *singular);

/* Finds the equilibria in a box by Newton's method from a grid of starts: 60 × 60
 * in the plane, about as many in other dimensions. Returns NULL with an error
 * if f depends on t or the study is cancelled. */
LabEquilibria *lab_equilibria_find (LabFlow *flow, const LabBox *box, const LabProgress *progress, GError **error);
/* Frees equilibria; NULL is allowed. */
void lab_equilibria_free (LabEquilibria *equilibria);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabEquilibria, lab_equilibria_free)

G_END_DECLS
