/* Attractors of a system with continuous states, and tests whether a run has
 * reached one.
 *
 * A point of rest x* is an attractor where all eigenvalues of the Jacobian J
 * there have negative real parts. A run is captured where V ≤ level, with
 *
 *   V = (x − x*)ᵀ P (x − x*),   Jᵀ P + P J = −I.
 *
 * The level is a quarter of the smallest V at which dV/dt ≥ 0 was found along
 * many rays from x*; the ellipsoid of that level is entered and not left. The
 * time of capture is that since which the run stays within a quarter of the sizes
 * of the states, or in the ellipsoid where that is larger.
 *
 * A cycle is an attractor where a run returns to its own states after a period,
 * twice. A run is captured where it stays near the cycle for a period. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

typedef enum { LAB_ATTRACTOR_POINT, LAB_ATTRACTOR_CYCLE } LabAttractorKind;

/* Returns "point" or "cycle". */
const char *lab_attractor_kind_name (LabAttractorKind kind);

typedef struct
{
  LabAttractorKind kind;
  int n_states;
  double *x;        /* n_states: the point, or a state on the cycle */
  double *matrix;   /* point: P, n_states × n_states */
  double level;     /* point: of the capturing ellipsoid */
  double *per_quarter; /* point: 4/scale, so that a distance costs no division */
  double reach;     /* point: no state farther than this is in the ellipsoid; in quarters of the sizes of the states */
  double period;    /* cycle */
  double *path;     /* cycle: n_path states, equally spaced in time; the last is followed by the first */
  int n_path;
  double *low, *high; /* cycle: box of the states near it */
  double *scale;    /* n_states: size of the states, or extent of the cycle, to which distances refer */
} LabAttractor;

/* Sets `reach` and `per_quarter` of a point from its matrix, level and scale. */
void lab_attractor_set_reach (LabAttractor *attractor);
/* Returns a copy. */
LabAttractor *lab_attractor_copy (const LabAttractor *attractor);
/* Frees an attractor; NULL is allowed. */
void lab_attractor_free (LabAttractor *attractor);

/* What a run has to do with one attractor so far; zero at its start. */
typedef struct
{
  double t;         /* of the last state */
  double distance;  /* from a point there; 1 is a quarter of the sizes of the states */
  double entered;   /* since when it is near */
  gboolean is_near;
} LabCapture;

/* Looks at the next state of a run. Returns whether the run is captured; then
 * capture->entered is the time of capture, for points interpolated between
 * states. */
gboolean lab_attractor_look (const LabAttractor *attractor, LabCapture *capture, gboolean is_start, double t, const double *x);

/* Returns whether a state is in the capturing ellipsoid of a point or near a
 * cycle. */
gboolean lab_attractor_has (const LabAttractor *attractor, const double *x);

/* Finds attractors of one problem. One thread. */
typedef struct LabFinder LabFinder;

/* Makes a finder. scale[n_states] are typical sizes of the states. The problem
 * must outlive it. Returns NULL with an error. */
LabFinder *lab_finder_new (const LabProblem *problem, const double *scale, GError **error);
/* Frees a finder; NULL is allowed. */
void lab_finder_free (LabFinder *finder);
/* Returns the attractor that a run approaches which is at (t, x) now, or NULL
 * where none was recognized within a further time of `patience`. */
LabAttractor *lab_finder_find (LabFinder *finder, double t, const double *x, double patience);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabFinder, lab_finder_free)

G_END_DECLS
