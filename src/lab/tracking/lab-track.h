/* What a bifurcation diagram has at one value of its parameter, and how far a stable state can be followed when the parameter changes. The diagram
 * is a result of the study `continue`. Between two computed points of a branch everything is interpolated linearly. Objects are
 * immutable, and any thread may use them. */
#pragma once

#include "lab-result.h"

G_BEGIN_DECLS

typedef struct LabTrack LabTrack;

/* A place on a branch of equilibria or of cycles. */
typedef struct
{
  int at;               /* index of the point of the branches before the place */
  double fraction;      /* where it is between that point and the next one, 0 to 1 */
  double p;             /* value of the parameter */
  int branch;           /* number of the branch, from 1 */
  gboolean cycle, stable;
  double period;        /* period of the cycle; NaN for an equilibrium */
} LabPlace;

/* Reads the branches of a result, of which the object keeps a copy. The caller owns a reference. */
LabTrack *lab_track_new (const LabResult *result);
/* Adds a reference, and returns its argument. */
LabTrack *lab_track_ref (LabTrack *track);
/* Removes a reference; the last one frees the object. NULL is allowed. */
void lab_track_unref (LabTrack *track);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabTrack, lab_track_unref)

/* Stores the ends of the range of the parameter. */
void lab_track_range (const LabTrack *track, double *from, double *to);
/* Returns the places (LabPlace) of all branches at the value p, in the order of the branches. Free it with g_array_unref. */
GArray *lab_track_places (const LabTrack *track, double p);
/* Computes the state at a place into x[n]: the equilibrium, or the point of the cycle at which the first state is largest. */
void lab_track_state (const LabTrack *track, const LabPlace *place, double *x);
/* Computes the least and the greatest value of a state at a place. They are equal for an equilibrium. */
void lab_track_extent (const LabTrack *track, const LabPlace *place, int state, double *low, double *high);
/* Computes the width of the range of each state over all branches into scale[n]. A width of 0 becomes 1. */
void lab_track_scale (const LabTrack *track, double *scale);
/* Computes the range of a state that a picture of its plane shows for all values of the parameter: the range of all cycles and of those equilibria that are
 * not farther outside of the searched box than its width, with a margin. */
void lab_track_window (const LabTrack *track, int state, double *low, double *high);
/* Returns the number of states. */
int lab_track_n_states (const LabTrack *track);
/* Returns the value of the parameter at the next special point above p, or with direction −1 below it; NaN if there is none. */
double lab_track_next_special (const LabTrack *track, double p, int direction);

/* Moves a place along its branch while the parameter changes to p. Returns TRUE if the branch leads to p and is stable up to there. Otherwise
 * returns FALSE, and the place is where the stable part of the branch ends: at a special point, where the branch turns, or at its last point. */
gboolean lab_track_follow (const LabTrack *track, LabPlace *place, double p);
/* Returns the row of the table of special points at a place, or −1 if there is none. */
int lab_track_special (const LabTrack *track, const LabPlace *place);
/* A range of the parameter with the number of stable equilibria and cycles in all of it. */
typedef struct { double from, to; int n_stable; } LabStableRange;
/* Returns the ranges (LabStableRange) into which special points and ends of branches divide the range of the parameter, in ascending order. Free it
 * with g_array_unref. */
GArray *lab_track_ranges (const LabTrack *track);

G_END_DECLS
