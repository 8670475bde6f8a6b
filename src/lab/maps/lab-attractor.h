/* Attractors of a system with continuous states, and tests whether a run has reached one.
 *
 * An equilibrium x* is an attractor if all eigenvalues of the Jacobian J at x* have negative real parts. A run is captured when V ≤ level,
 * with
 *
 *   V = (x − x*)ᵀ P (x − x*),   Jᵀ P + P J = −I.
 *
 * The level is a quarter of the smallest V at which dV/dt ≥ 0 was found along many rays from x*. Runs enter the ellipsoid of that level and
 * do not leave it. The time of capture is the time since which the run stays within a quarter of `scale`, or in the ellipsoid if the
 * ellipsoid is larger.
 *
 * A cycle (closed orbit) is an attractor if a run returns to its own states after a period, twice. A run is captured when it has stayed
 * near the cycle for one period. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

typedef enum { LAB_ATTRACTOR_POINT, LAB_ATTRACTOR_CYCLE } LabAttractorKind;

/* Returns the name of a kind: "point" (an equilibrium) or "cycle". */
const char *lab_attractor_kind_name (LabAttractorKind kind);

typedef struct
{
  LabAttractorKind kind;
  int n_states;
  double *x;        /* n_states: the equilibrium, or a state on the cycle */
  double *matrix;   /* equilibrium: the matrix P, n_states × n_states */
  double level;     /* equilibrium: level of V of the capturing ellipsoid */
  double *per_quarter; /* equilibrium: 4/scale for each state, so that distances need no division */
  double reach;     /* equilibrium: states farther than this are outside the ellipsoid; in quarters of `scale` */
  double period;    /* cycle: its period */
  double *path;     /* cycle: n_path states at equally spaced times; the first follows the last */
  int n_path;
  double *low, *high; /* cycle: box that contains all states near the cycle */
  double *scale;    /* n_states: typical size of each state, or the extent of the cycle; distances are relative to it */
} LabAttractor;

/* Sets `reach` and `per_quarter` of an equilibrium from its matrix, level and scale. */
void lab_attractor_set_reach (LabAttractor *attractor);
/* Returns a copy of an attractor. */
LabAttractor *lab_attractor_copy (const LabAttractor *attractor);
/* Frees an attractor; NULL is allowed. */
void lab_attractor_free (LabAttractor *attractor);

/* State of the test whether a run has reached an attractor; all zero at the start of the run. */
typedef struct
{
  double t;         /* time of the last state */
  double distance;  /* distance of the last state from the equilibrium, in quarters of `scale` */
  double entered;   /* time since which the run is near the attractor */
  gboolean is_near;
} LabCapture;

/* Tests the next state of a run. Returns whether the run is captured; capture->entered is then
 * the time of capture, which is interpolated between states if the attractor is an
 * equilibrium. */
gboolean lab_attractor_look (const LabAttractor *attractor, LabCapture *capture, gboolean is_start, double t, const double *x);

/* Returns whether a state is in the capturing ellipsoid of an equilibrium, or near a
 * cycle. */
gboolean lab_attractor_has (const LabAttractor *attractor, const double *x);

/* Finds attractors of one problem. One thread at a time may use a finder. */
typedef struct LabFinder LabFinder;

/* Makes a finder. scale[n_states] are typical sizes of the states. The problem must outlive the finder. Returns NULL with an error if the
 * model cannot be instantiated. */
LabFinder *lab_finder_new (const LabProblem *problem, const double *scale, GError **error);
/* Frees a finder; NULL is allowed. */
void lab_finder_free (LabFinder *finder);
/* Continues a run from (t, x) and returns the attractor that the run approaches. Returns NULL if no attractor is recognized within the time
 * span `patience`. */
LabAttractor *lab_finder_find (LabFinder *finder, double t, const double *x, double patience);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabFinder, lab_finder_free)

G_END_DECLS
