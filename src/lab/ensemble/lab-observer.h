/* Computes the reducers of one member while its run advances. One thread at a time may use an observer. */
#pragma once

#include "lab-ensemble.h"

G_BEGIN_DECLS

/* Number of points of a step at which expressions are evaluated: at the fractions 0, ¼, ½, ¾ and 1. */
#define LAB_STEP_POINTS 5

typedef struct LabObserver LabObserver;

/* Evaluates all formulas of the ensemble at t, a time in the current step, into
 * values. */
typedef void (*LabObserveFunc) (gpointer user, double t, double *values);

/* Makes an observer for the records and fans of an ensemble. */
LabObserver *lab_observer_new (const LabEnsemble *ensemble);
/* Frees an observer; NULL is allowed. */
void lab_observer_free (LabObserver *observer);
/* Starts a member whose run goes from t to t_end. values[n] are the values of all formulas at t, and varied[] those of the varied
 * quantities. */
void lab_observer_start (LabObserver *observer, double t, double t_end, const double *values, const double *varied);
/* Processes a step from t0 to t1. values[LAB_STEP_POINTS · n] are the values of all n formulas at the points of the step, point by point;
 * those at t0 are the values after events at t0. */
void lab_observer_step (LabObserver *observer, double t0, double t1, const double *values, LabObserveFunc evaluate, gpointer user);
/* Ends the member at time t with the given values of all formulas, and writes its columns. */
void lab_observer_finish (LabObserver *observer, double t, const double *values, double *columns);

G_END_DECLS
