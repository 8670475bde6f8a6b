/* Curves of the phase plane of two states: nullclines, manifolds of saddles, and
 * closed orbits. Coordinates are those of the two states. One thread. */
#pragma once

#include "lab-equilibria.h"

G_BEGIN_DECLS

/* The part of the plane that is searched. The other states, if there are any,
 * keep the values of x. */
typedef struct
{
  LabFlow *flow;
  int across, up;              /* indices of the two states */
  double low[2], high[2];
  const double *x;             /* n: values of the other states; borrowed */
} LabPlane;

/* A curve as points (x, y). */
typedef struct
{
  int n;
  double *points;   /* 2n */
  gboolean closed;
} LabCurve;
/* Frees a curve. */
void lab_curve_free (LabCurve *curve);

/* Finds all branches of f_state = 0 in the window by marching squares on a grid
 * of 192 × 192 cells; cells beside a possible branch are divided again, and the
 * points are roots to 1e-9 of a cell. Returns LabCurve, or NULL with an error
 * where the study is cancelled. */
GPtrArray *lab_nullcline (const LabPlane *plane, int state, const LabProgress *progress, GError **error);

/* A branch of the stable or unstable manifold of a saddle. */
typedef struct
{
  int point;        /* index of the saddle */
  gboolean stable;
  LabCurve *curve;  /* begins at the saddle */
} LabManifold;
/* Frees a branch. */
void lab_manifold_free (LabManifold *manifold);
/* Follows the four branches of each saddle of a plane flow until they leave the
 * window far behind, come to rest, or are 40 times as long as its diagonal.
 * Returns LabManifold, or NULL with an error where the study is cancelled. */
GPtrArray *lab_manifolds (const LabPlane *plane, const LabEquilibria *equilibria, const LabProgress *progress, GError **error);

/* An isolated closed orbit. */
typedef struct
{
  int n;
  double *x;            /* n: a point of it */
  double period;
  int n_multipliers;    /* n − 1, or n for a driven system */
  double *multipliers;  /* real and imaginary parts, largest first, without the trivial one */
  gboolean stable;
  LabCurve *curve;      /* in the plane; NULL if it was not made */
} LabCycle;
/* Frees a closed orbit. */
void lab_cycle_free (LabCycle *cycle);

typedef struct
{
  GPtrArray *cycles;    /* LabCycle, by falling size */
  GPtrArray *families;  /* gpointer of int + 1: indices of equilibria that a family of closed orbits surrounds */
} LabCycles;
/* Finds the closed orbits of a plane flow that cross the window: on the segment
 * from each equilibrium that is no saddle to the right edge of the window, zeros
 * of the return map minus the identity. A closed orbit surrounds such an
 * equilibrium, so that it is missed only where two of them lie within 1/400 of a
 * segment. Returns NULL with an error where the study is cancelled. */
LabCycles *lab_cycles_find (const LabPlane *plane, const LabEquilibria *equilibria, const LabProgress *progress, GError **error);
/* Frees closed orbits; NULL is allowed. */
void lab_cycles_free (LabCycles *cycles);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabCycles, lab_cycles_free)

/* Improves a closed orbit through x[n] at time t by Newton's method for φ_T (x) =
 * x, with T = period fixed for a driven system and free otherwise. backward: the
 * orbit attracts backward in time, so that the flow is followed backward first.
 * Sets the multipliers; a driven system has n of them. Returns NULL where it does
 * not converge, or, with an error, where the study is cancelled. */
LabCycle *lab_cycle_improve (LabFlow *flow, double t, const double *x, double period, gboolean driven, gboolean backward,
                             const LabProgress *progress, GError **error);

/* One point of the return map on a segment to the right of an equilibrium: the
 * orbit from a distance s to its right comes round to the distance next. */
typedef struct
{
  double s, next;     /* in units of the first coordinate; next is NaN where the orbit does not come round */
  double period;
} LabReturn;
/* Computes the return map of an equilibrium at n distances up to `length`,
 * forward or backward in time. Returns map[n], free with g_free, or NULL with an
 * error. */
LabReturn *lab_return_map (const LabPlane *plane, const double *centre, double length, int n, gboolean backward,
                           const LabProgress *progress, GError **error);

G_END_DECLS
