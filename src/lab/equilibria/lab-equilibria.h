/* Searches and classifies the equilibria f (x) = 0 in a box. One thread at a time may use an
 * object. */
#pragma once

#include "lab-eigen.h"
#include "lab-flow.h"

G_BEGIN_DECLS

/* The type of an equilibrium, determined by its linear part. Nodes have real eigenvalues, foci have complex ones. */
typedef enum
{
  LAB_POINT_STABLE_NODE,
  LAB_POINT_UNSTABLE_NODE,
  LAB_POINT_STABLE_FOCUS,
  LAB_POINT_UNSTABLE_FOCUS,
  LAB_POINT_SADDLE,     /* eigenvalues with negative and with positive real parts */
  LAB_POINT_SADDLE_FOCUS, /* a saddle that has complex eigenvalues nearest to the imaginary axis on one side of it */
  LAB_POINT_CENTRE,     /* all eigenvalues are imaginary and nonzero */
  LAB_POINT_DEGENERATE, /* an eigenvalue has the real part 0 within its error, so the linear part does not determine the type */
} LabPointType;

typedef struct
{
  int n;
  double *x;       /* n states */
  double *error;   /* n numbers: how far each state may be from the equilibrium because of rounding errors */
  double *values;  /* n complex eigenvalues as in ode_eigen_values, 2n numbers, in descending order of the real part */
  double *vectors; /* n complex eigenvectors, 2n · n numbers: for each its n real parts, then its n imaginary parts; each has length 1; NaN
                    * for a multiple eigenvalue that has no further one (lab_eigen_spaces) */
  int *directions; /* for each eigenvalue the number of its independent eigenvectors; 0: its vector does not exist */
  LabPointType type;
} LabEquilibrium;

typedef struct
{
  GPtrArray *points;   /* LabEquilibrium, in ascending order of the first coordinate */
  gboolean continuum;  /* TRUE if the equilibria form a curve or a surface; `points` then has some of its points */
  gboolean further;   /* TRUE if more equilibria were found far outside of the box, which are not in `points` */
} LabEquilibria;

/* Returns the type of an equilibrium whose ∂f/∂x has the n complex eigenvalues eigenvalues[2n], with real parts that have the errors
 * errors[n]. */
LabPointType lab_point_type_of (int n, const double *eigenvalues, const double *errors);
/* Returns whether orbits turn around an equilibrium of two states: foci and centres. */
gboolean lab_point_type_turns (LabPointType type);
/* Returns the name of a type in JSON output: "stable_node" … */
const char *lab_point_type_id (LabPointType type);
/* Returns the English name of a type, marked for translation. */
const char *lab_point_type_label (LabPointType type);

/* Improves x[n] to an equilibrium by damped Newton steps until rounding errors of f make them. Step lengths are measured in units of scale[n]. Writes the last step, or larger ones that rounding errors of f make at x, into last[n], and sets *singular to whether the
 * convergence was only linear. Reports `fraction` in each iteration if the model has many states. Returns FALSE with an error if the study is
 * cancelled, and FALSE without an error if the method does not converge. */
gboolean lab_equilibrium_newton (LabFlow *flow, const double *scale, double *x,
                                 double *last, gboolean *singular, const LabProgress *progress, double fraction,
                                 GError **error);
/* Largest number of states for which equilibria are searched: each of at least 256 starts of Newton's method factors several matrices. */
#define LAB_EQUILIBRIA_STATES 200

/* Returns FALSE with an error if equilibria cannot be searched: f depends on t, or the model has more than LAB_EQUILIBRIA_STATES states. */
gboolean lab_equilibria_require (const LabFlow *flow, GError **error);
/* Finds the equilibria in a box by Newton's method from a grid of starts: 60 × 60 for two states, 4096 for other numbers up to 30, and fewer for
 * more states, down to 256. With up
 * to three states it then searches the cells of a grid in whose corners all components of f change their signs. If the box has a mean, that is if it is the
 * default box, equilibria outside also count if Newton's method finds them from zero, from the initial state, or from the mean or the end of the run, at most two sizes of the box away.
 * Returns NULL with an error if equilibria cannot be searched (lab_equilibria_require), or if the study is cancelled. */
LabEquilibria *lab_equilibria_find (LabFlow *flow, const LabBox *box, const LabProgress *progress, GError **error);
/* Largest number of equilibria far outside of a default box that are listed. */
#define LAB_EQUILIBRIA_FAR 16
/* Adds equilibria that are outside of a default box: those of the box of lab_box_reach by a search, and isolated ones up to 2³⁰ boxes away
 * that Newton's method finds. If there are more than LAB_EQUILIBRIA_FAR of the latter, as for x' = sin x, none of these is added, and
 * found->further is set. Sorts the points. Does nothing for a box of the caller. Returns FALSE with an error if the study is cancelled. */
gboolean lab_equilibria_add_beyond (LabFlow *flow, const LabBox *box, LabEquilibria *found, const LabProgress *progress, GError **error);
/* Finds the equilibria in a box as lab_equilibria_find does. While there are none, doubles a default box (lab_box_widen) and searches again. Then adds those that are outside of it (lab_equilibria_add_beyond). */
LabEquilibria *lab_equilibria_search (LabFlow *flow, LabBox *box, const LabProgress *progress, GError **error);
/* Starts Newton's method at n_starts points, starts[n_starts · n], and returns the different equilibria to which it leads, wherever they are. low[n] and high[n]
 * are the ends of a box whose widths are the units of lengths. Returns NULL with an error if the study is cancelled. */
LabEquilibria *lab_equilibria_find_near (LabFlow *flow, const double *low, const double *high, const double *starts, int n_starts,
                                         const LabProgress *progress, GError **error);
/* Frees equilibria; NULL is allowed. */
void lab_equilibria_free (LabEquilibria *equilibria);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabEquilibria, lab_equilibria_free)

G_END_DECLS
