/* Runs of the model that test whether a state is in the region of attraction of an equilibrium. One thread at a time may use an object. */
#pragma once

#include "lab-field.h"
#include "lab-equilibria.h"

G_BEGIN_DECLS

/* Settings and result of such runs. A run "rests" (counts as converged to the equilibrium) when it enters the set {V ≤ level}, which must
 * be a part of the region of attraction. A run "escapes" when a coordinate is `far` from the equilibrium, when it fails, or when it takes
 * too long. */
typedef struct
{
  const LabField *field;
  LabFlow *flow;
  LabFlowRun *run;
  const LabPolynomial *V;
  double level;
  double far;          /* distance from the equilibrium at which a run counts as escaped */
  double duration;     /* longest time of a run */
  gboolean escaped;    /* TRUE if the last run that recorded no path went as far as `far` */
} LabCapture;

/* Makes an object for the runs of a problem. V and field are borrowed. Returns NULL with an error if the model is not a system x' =
 * f(x). */
LabCapture *lab_capture_new (const LabProblem *problem, const LabField *field, const LabPolynomial *V, double level, GError **error);
/* Frees the object; NULL is allowed. */
void lab_capture_free (LabCapture *capture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabCapture, lab_capture_free)

/* Returns whether the run from x0 + z converges to the equilibrium x0. If path is not NULL, it receives the points x of the run, n doubles
 * each; the run then continues inside of the set, until it is slow or leaves the box of half-width `box` around x0. */
gboolean lab_capture_rests (LabCapture *capture, const double *z, GArray *path, double box);
/* Returns the distance r ≤ most up to which the runs from x0 + r·u converge to x0. The run from r = within must converge. r grows by
 * factors of 1.3 until a run does not converge, and bisection follows. */
double lab_capture_reach (LabCapture *capture, const double *u, double within, double most);

G_END_DECLS
