/* One Jacobian and the factors of M/γh − J made from it, with what Newton's method has learnt of them: the common part of the solvers of
 * single stages, which differ in when they renew it. */
#pragma once

#include "ode-newton.h"

#define ODE_SLOTS_MAX 8

typedef struct
{
  OdeStepper *stepper;
  OdeMatrix *matrix;
  OdeNewton newton;
  int n, n_slots;
  OdeFactor *factor[ODE_SLOTS_MAX];
  double factored[ODE_SLOTS_MAX]; /* γh each was made for, 0: none */
  double worst_theta;             /* over the solves of an attempt */
  int jacobian_age;               /* accepted steps since it was taken */
  int iterations;                 /* of an attempt */
} OdeSlots;

/* Allocates the matrix and n_slots factors; inverse_scale[n_states] is the caller's memory for Newton's norm. Returns false where memory
 * runs out; the caller calls clear in any case. */
bool ode_slots_init (OdeSlots *slots, OdeStepper *stepper, int n_slots, double *inverse_scale);
void ode_slots_clear (OdeSlots *slots);
/* The state jumped: no Jacobian, no contraction known. */
void ode_slots_forget (OdeSlots *slots);
/* Takes the Jacobian at (t, x); f: right-hand side there where known, else NULL. */
OdeStatus ode_slots_jacobian (OdeSlots *slots, double t, const double *x, const double *f);
/* ODE_RETRY_SINGULAR where there is no such factor. */
OdeStatus ode_slots_factor (OdeSlots *slots, int slot, double gamma_h);

/* With one mark of the caller's. */
size_t ode_slots_snapshot_size (const OdeSlots *slots);
void ode_slots_save (const OdeSlots *slots, bool mark, void *bytes);
/* The mark. What is made again is not counted. */
bool ode_slots_restore (OdeSlots *slots, const void *bytes);
