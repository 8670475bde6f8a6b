/* Rotations and rigid motions: exponential and logarithm, and how local coordinates move. Quaternions are (w, x, y, z), unit; all formulas
 * are good to rounding from θ = 0 on. φ is a rotation vector, X = (φ, p̂) a motion in exponential coordinates. */
#pragma once

/* out = a ⊗ b, normalised; out may be a or b. */
void ode_quaternion_multiply (const double a[4], const double b[4], double out[4]);
/* v turned by q; out may be v. */
void ode_quaternion_rotate (const double q[4], const double v[3], double out[3]);
void ode_quaternion_rotate_back (const double q[4], const double v[3], double out[3]);

void ode_so3_exp (const double phi[3], double q[4]);
/* The principal value, |φ| ≤ π. */
void ode_so3_log (const double q[4], double phi[3]);
/* φ' of q = q0 ⊗ exp φ turning with body angular velocity ω. */
void ode_so3_rate (const double phi[3], const double omega[3], double phi_rate[3]);

/* exp X as quaternion and translation. */
void ode_se3_exp (const double X[6], double q[4], double p[3]);
void ode_se3_log (const double q[4], const double p[3], double X[6]);
/* X' of T = T0 exp X moving with body twist V = (ω, v). */
void ode_se3_rate (const double X[6], const double V[6], double X_rate[6]);
