/* Curves of the phase plane of two states: nullclines, manifolds of saddles, and closed orbits. Coordinates are the two states. One
 * thread. */
#pragma once

#include "lab-equilibria.h"

G_BEGIN_DECLS

/* The part of the plane that is searched. Other states have the values in x. */
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
  double *points;   /* n points x, y */
  gboolean closed;
} LabCurve;
/* Frees a curve. */
void lab_curve_free (LabCurve *curve);

/* Finds all branches of f_state = 0 in the window by marching squares on a grid of 192 × 192 cells. Cells beside a possible branch are
 * divided again, and points are accurate to 1e-9 of a cell. Returns LabCurve, or NULL with an error if the study is cancelled. */
GPtrArray *lab_nullcline (const LabPlane *plane, int state, const LabProgress *progress, GError **error);

/* A branch of the stable or unstable manifold of a saddle. */
typedef struct
{
  int point;        /* index of the saddle */
  gboolean stable;
  LabCurve *curve;  /* curve that begins at the saddle */
} LabManifold;
/* Frees a branch. */
void lab_manifold_free (LabManifold *manifold);
/* Follows the four branches of each saddle of a plane flow until they are far outside the window, come to rest, or are 40 times as long as
 * the diagonal of the window. Returns LabManifold, or NULL with an error if the study is cancelled. */
GPtrArray *lab_manifolds (const LabPlane *plane, const LabEquilibria *equilibria, const LabProgress *progress, GError **error);

/* An isolated closed orbit. */
typedef struct
{
  int n;
  double *x;            /* n numbers: a point of the cycle */
  double period;
  int n_multipliers;    /* n − 1, or n if the system depends on time */
  double *multipliers;  /* real and imaginary parts, the largest first, without the trivial multiplier 1 */
  gboolean stable;
  LabCurve *curve;      /* the orbit in the plane; NULL if it was not computed */
} LabCycle;
/* Frees a closed orbit. */
void lab_cycle_free (LabCycle *cycle);

typedef struct
{
  GPtrArray *cycles;    /* LabCycle, the largest first */
  GPtrArray *families;  /* gpointer with the value index + 1, for each equilibrium that is surrounded by a family of closed orbits */
} LabCycles;
/* Finds the closed orbits of a plane flow that cross the window. It searches the segment from each equilibrium that is no saddle to the
 * right edge of the window for fixed points of the return map. Every closed orbit surrounds such an equilibrium, so one is missed only if
 * two lie within 1/400 of a segment. Returns NULL with an error if the study is cancelled. */
LabCycles *lab_cycles_find (const LabPlane *plane, const LabEquilibria *equilibria, const LabProgress *progress, GError **error);
/* Frees closed orbits; NULL is allowed. */
void lab_cycles_free (LabCycles *cycles);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabCycles, lab_cycles_free)

/* Improves a closed orbit through x[n] at time t by Newton's method for φ_T (x) = x. T is the given period for a driven system and free
 * otherwise. backward means that the orbit attracts backward in time, so that the flow is first followed backward. Sets the multipliers; a
 * driven system has n of them. Returns NULL if it does not converge, or, with an error, if the study is cancelled. */
LabCycle *lab_cycle_improve (LabFlow *flow, double t, const double *x, double period, gboolean driven, gboolean backward,
                             const LabProgress *progress, GError **error);

/* One point of the return map on a segment to the right of an equilibrium: an orbit that starts at the distance s returns at the distance
 * next. */
typedef struct
{
  double s, next;     /* in units of the first coordinate; next is NaN if the orbit does not return */
  double period;
} LabReturn;
/* Computes the return map of an equilibrium at n distances up to `length`, forward or backward in time. Returns map[n], or NULL with an
 * error. Free it with g_free. */
LabReturn *lab_return_map (const LabPlane *plane, const double *centre, double length, int n, gboolean backward,
                           const LabProgress *progress, GError **error);

G_END_DECLS
