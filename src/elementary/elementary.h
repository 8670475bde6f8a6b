/* The compiler includes this file before each source file of the project (see meson.build). It gives the elementary functions of <math.h>
 * and <complex.h> other names in object files: a call of sin in the source becomes a call of stepwise_sin, which is the function of
 * musl (see meson.build). Without that function a program is not linked, so that no call can reach the C library, whose functions have different bits on
 * different processors.
 *
 * Functions whose results are exact, such as sqrt, fma, floor and fmod, are those of the C library, and so are the functions of long
 * double, which have one version for all processors of a kind. */
#pragma once

/* ELEMENTARY_NAME, the name of the set of functions, is defined by the build. It is a part of the name of the arithmetic. With STEPWISE_LIBM
 * the package musl-dev was not found, and the functions are those of the C library. */
#ifndef STEPWISE_LIBM
#define ELEMENTARY_1(name) double name (double) __asm__ ("stepwise_" #name);
#define ELEMENTARY_2(name) double name (double, double) __asm__ ("stepwise_" #name);
/* Computes the functions of <math.h>. */
ELEMENTARY_1 (sin)
ELEMENTARY_1 (cos)
ELEMENTARY_1 (tan)
ELEMENTARY_1 (asin)
ELEMENTARY_1 (acos)
ELEMENTARY_1 (atan)
ELEMENTARY_1 (sinh)
ELEMENTARY_1 (cosh)
ELEMENTARY_1 (tanh)
ELEMENTARY_1 (asinh)
ELEMENTARY_1 (acosh)
ELEMENTARY_1 (atanh)
ELEMENTARY_1 (exp)
ELEMENTARY_1 (exp2)
ELEMENTARY_1 (expm1)
ELEMENTARY_1 (log)
ELEMENTARY_1 (log2)
ELEMENTARY_1 (log10)
ELEMENTARY_1 (log1p)
ELEMENTARY_1 (cbrt)
ELEMENTARY_1 (erf)
ELEMENTARY_1 (erfc)
ELEMENTARY_1 (tgamma)
ELEMENTARY_2 (atan2)
ELEMENTARY_2 (hypot)
ELEMENTARY_2 (pow)
/* Computes sine and cosine of the first argument. */
void sincos (double, double *, double *) __asm__ ("stepwise_sincos");
/* Returns the absolute value. */
double cabs (double _Complex) __asm__ ("stepwise_cabs");
/* Returns the argument. */
double carg (double _Complex) __asm__ ("stepwise_carg");
/* Returns the exponential function. */
double _Complex cexp (double _Complex) __asm__ ("stepwise_cexp");
/* Returns the square root. */
double _Complex csqrt (double _Complex) __asm__ ("stepwise_csqrt");
/* Declares functions that the project does not use. A use is an error of the linker. */
ELEMENTARY_1 (exp10)
ELEMENTARY_1 (lgamma)
ELEMENTARY_1 (j0)
ELEMENTARY_1 (j1)
ELEMENTARY_1 (y0)
ELEMENTARY_1 (y1)
/* Refers to a function that the project does not use. */
double _Complex clog (double _Complex) __asm__ ("stepwise_clog");
/* Refers to a function that the project does not use. */
double _Complex cpow (double _Complex, double _Complex) __asm__ ("stepwise_cpow");
/* Refers to a function that the project does not use. */
double _Complex csin (double _Complex) __asm__ ("stepwise_csin");
/* Refers to a function that the project does not use. */
double _Complex ccos (double _Complex) __asm__ ("stepwise_ccos");
#undef ELEMENTARY_1
#undef ELEMENTARY_2
#endif
