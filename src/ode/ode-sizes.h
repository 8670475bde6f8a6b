/* The sizes of the states, from which the tolerances follow if the user gives none: the largest values so far of each state, and the
 * smallest size that an error is compared with. */
#pragma once

#include "ode-system.h"

/* The size of a state if everything is zero and at rest. Iterations that need a size then use 1. */
#define ODE_SIZES_NOTHING 1e-290

typedef struct
{
  int n_states, n_groups;
  double share;       /* the smallest size of a state, as a part of its largest value so far */
  double *high, *low; /* n_states numbers each: the largest and the smallest value at the start of a step */
  double *least;      /* n_states numbers: a lower limit that repeated rejections have shown; see ode_sizes_raise */
  double *shares;  /* n_states numbers: the smallest size as a part of the largest value of the group; 0 if the state's own value is used */
  double *births;  /* n_groups numbers: what the states of the group that start at zero reach in the first step */
  double *largest; /* n_groups numbers: scratch of ode_sizes_follow */
  int *group;      /* n_states numbers: the group of each state */
  bool *has_others; /* n_states flags: the group of the state has other states */
  bool shares_any;  /* whether an element of `shares` is not 0 */
  void *memory;
} OdeSizes;

/* Allocates the arrays and finds the groups of a system. Returns false if memory ran out. */
bool ode_sizes_init (OdeSizes *sizes, const OdeSystem *system);
/* Frees the arrays; arrays that were never allocated are allowed. */
void ode_sizes_clear (OdeSizes *sizes);

/* Begins with the states x[n_states] at the start of a run, for an accuracy in use. */
void ode_sizes_start (OdeSizes *sizes, const OdeSystem *system, const double *x, double accuracy);
/* Takes up a changed accuracy; what the states have reached is kept. */
void ode_sizes_set_accuracy (OdeSizes *sizes, double accuracy);
/* Returns whether state i is at zero, compared with the states of its group, at the start of the run. */
bool ode_sizes_is_unborn (const OdeSizes *sizes, int i, double x);
/* Returns whether every state was zero at the start of every step. */
bool ode_sizes_are_zero (const OdeSizes *sizes);
/* Takes up the first step h with the slopes f[n_states] at the start: states that begin at zero reach about h f. */
void ode_sizes_begin (OdeSizes *sizes, const double *x, const double *f, double h);
/* Takes up a point x[n_states] at which a step starts, and writes the smallest size of each state to floors[n_states]. given[n_states] has
 * sizes that the user gave, which are used as they are; 0: none. To call it twice for one point has no effect. */
void ode_sizes_follow (OdeSizes *sizes, const double *x, const double *given, double *floors);

/* Raises the smallest sizes of the states whose errors are above their tolerances, so that the errors become half the tolerances.
 * scaled[n_states] has the errors divided by the tolerances tolerance[n_states]. Returns false, and changes nothing, if a state would no
 * longer be small beside the largest one. */
bool ode_sizes_raise (OdeSizes *sizes, const double *scaled, const double *tolerance, double accuracy, double *floors);

/* Raises the sizes as ode_sizes_raise does, if the error of each of these states is at most n_parts·rounding[i], whatever the largest state
 * is. */
bool ode_sizes_raise_to_rounding (OdeSizes *sizes, const double *scaled, const double *tolerance, const double *rounding, double n_parts,
                                  double accuracy, double *floors);

/* Returns the size in bytes of what ode_sizes_save writes. */
size_t ode_sizes_snapshot_size (const OdeSizes *sizes);
/* Copies what the states have reached to a snapshot. */
void ode_sizes_save (const OdeSizes *sizes, void *snapshot);
/* Copies what the states had reached from a snapshot of the same system. */
void ode_sizes_restore (OdeSizes *sizes, const void *snapshot);
