/* Runs of the model about a point of rest: do they come to rest? One thread. */
#pragma once

#include "lab-field.h"
#include "lab-equilibria.h"

G_BEGIN_DECLS

/* A run rests when it enters {V ≤ level}, which must be in the region of attraction. It escapes when a coordinate is `far` times as large as
 * the set, when it fails, or when it takes too long. */
typedef struct
{
  const LabField *field;
  LabFlow *flow;
  LabFlowRun *run;
  const LabPolynomial *V;
  double level;
  double far;          /* largest distance from the point of rest */
  double duration;     /* longest time */
  gboolean escaped;    /* the last run without a path went `far` */
} LabCapture;

/* Makes runs for a problem. V and field are borrowed. Returns NULL with an error if the model is no system x' = f(x). */
LabCapture *lab_capture_new (const LabProblem *problem, const LabField *field, const LabPolynomial *V, double level, GError **error);
/* Frees runs; NULL is allowed. */
void lab_capture_free (LabCapture *capture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabCapture, lab_capture_free)

/* Returns whether the run from x0 + z rests. If path is given, it gets the points x of the run, n doubles each, also beyond the set until the
 * run is slow or leaves the box of size `box` around the point of rest. */
gboolean lab_capture_rests (LabCapture *capture, const double *z, GArray *path, double box);
/* Returns the distance r ≤ most at which the runs from x0 + r·u cease to rest, by steps of 1.3 and bisection from r = within, whose run rests. */
double lab_capture_reach (LabCapture *capture, const double *u, double within, double most);

G_END_DECLS
