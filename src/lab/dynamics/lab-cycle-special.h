/* Special points of branches of cycles. One thread at a time may use an object. */
#pragma once

#include "lab-shooting.h"

G_BEGIN_DECLS

/* Returns the test value of a kind, whose sign changes at special points of this kind. `m` is the number of unknowns of a cycle. Returns NaN if
 * rounding errors hide the sign. */
double lab_cycle_special_value (const LabCyclePoint *point, LabSpecialKind kind, int m);
/* Locates the zero of a test value, which has different signs at two cycles of one step. Returns the point there; free it with
 * lab_cycle_point_free. Returns NULL if the test value has no zero, or if the study is cancelled. */
LabCyclePoint *lab_cycle_special_locate (LabShooting *s, LabSpecialKind kind, const LabCyclePoint *from, const LabCyclePoint *to);
/* Returns the angle θ, 0 < θ < π, of the multipliers exp (±iθ) at a zero of the test value of torus points of n states. Returns NaN if two real
 * multipliers have the product 1 there, as at a neutral saddle. */
double lab_cycle_special_angle (const LabCyclePoint *point, int n);

G_END_DECLS
