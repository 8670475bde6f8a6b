/* Rotations (SO(3)) and rigid motions (SE(3)): exponential, logarithm, and the
 * rate of exponential coordinates. Quaternions (w, x, y, z) have unit length; ⊗ is the product
 * of quaternions. φ is a rotation vector with angle θ = |φ| in radians, X = (φ,
 * p̂) are the exponential coordinates of a rigid motion. All functions are accurate
 * to rounding for every θ below 2π, 0 included, and may be called from any
 * thread. */
#pragma once

/* Computes out = a ⊗ b, normalised; out may be a or b. */
void ode_quaternion_multiply (const double a[4], const double b[4], double out[4]);
/* Rotates v by the quaternion q into out; out may be v. */
void ode_quaternion_rotate (const double q[4], const double v[3], double out[3]);
/* Rotates v by the inverse of the quaternion q into out; out may be v. */
void ode_quaternion_rotate_back (const double q[4], const double v[3], double out[3]);

/* Computes the unit quaternion q of the rotation vector phi. */
void ode_so3_exp (const double phi[3], double q[4]);
/* Computes the rotation vector of a quaternion, the principal value with |φ| ≤
 * π. */
void ode_so3_log (const double q[4], double phi[3]);
/* Computes the rate φ' of the rotation vector in q = q0 ⊗ exp φ from φ and the angular velocity omega in the body frame. */
void ode_so3_rate (const double phi[3], const double omega[3], double phi_rate[3]);

/* Computes the rigid motion exp X as the quaternion q and the translation p. */
void ode_se3_exp (const double X[6], double q[4], double p[3]);
/* Computes the exponential coordinates X of the rigid motion (q, p). The rotation vector in X is the principal
 * value. */
void ode_se3_log (const double q[4], const double p[3], double X[6]);
/* Computes the rate X' of the exponential coordinates in T = T0 exp X from X and the body twist V = (ω, v). */
void ode_se3_rate (const double X[6], const double V[6], double X_rate[6]);
