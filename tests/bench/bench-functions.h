/* Right-hand sides of the problems in bench-problems.h, as inline functions for C and
 * C++. */
#pragma once

#include <math.h>

static inline void
harmonic (double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -x[0];
}

static inline void
lorenz (double t, const double *x, double *dxdt)
{
  dxdt[0] = 10 * (x[1] - x[0]);
  dxdt[1] = x[0] * (28 - x[2]) - x[1];
  dxdt[2] = x[0] * x[1] - (8.0 / 3) * x[2];
}

static inline void
kepler (double t, const double *x, double *dxdt)
{
  double r2 = x[0] * x[0] + x[1] * x[1], k = 1 / (r2 * sqrt (r2));

  dxdt[0] = x[2];
  dxdt[1] = x[3];
  dxdt[2] = -x[0] * k;
  dxdt[3] = -x[1] * k;
}

static inline void
arenstorf (double t, const double *x, double *dxdt)
{
  const double mu = 0.012277471, nu = 1 - mu;
  double a = x[0] + mu, b = x[0] - nu, y2 = x[1] * x[1], r1 = a * a + y2, r2 = b * b + y2;
  double k1 = nu / (r1 * sqrt (r1)), k2 = mu / (r2 * sqrt (r2));

  dxdt[0] = x[2];
  dxdt[1] = x[3];
  dxdt[2] = x[0] + 2 * x[3] - a * k1 - b * k2;
  dxdt[3] = x[1] - 2 * x[2] - x[1] * (k1 + k2);
}

static inline void
pleiades (double t, const double *x, double *dxdt)
{
  for (int i = 0; i < 14; i++)
    {
      dxdt[i] = x[14 + i];
      dxdt[14 + i] = 0;
    }
  for (int i = 0; i < 7; i++)
    for (int j = i + 1; j < 7; j++)
      {
        double dx = x[j] - x[i], dy = x[7 + j] - x[7 + i], r2 = dx * dx + dy * dy, k = 1 / (r2 * sqrt (r2));

        dxdt[14 + i] += (j + 1) * dx * k;
        dxdt[21 + i] += (j + 1) * dy * k;
        dxdt[14 + j] -= (i + 1) * dx * k;
        dxdt[21 + j] -= (i + 1) * dy * k;
      }
}

static inline void
double_pendulum (double t, const double *x, double *dxdt)
{
  const double g = 9.81;
  double a = x[0], b = x[1], u = x[2], v = x[3], s = sin (a - b), c = cos (a - b), d = 3 - cos (2 * a - 2 * b);

  dxdt[0] = u;
  dxdt[1] = v;
  dxdt[2] = (-3 * g * sin (a) - g * sin (a - 2 * b) - 2 * s * (v * v + u * u * c)) / d;
  dxdt[3] = (2 * s * (2 * u * u + 2 * g * cos (a) + v * v * c)) / d;
}

static inline void
henon_heiles (double t, const double *x, double *dxdt)
{
  dxdt[0] = x[2];
  dxdt[1] = x[3];
  dxdt[2] = -x[0] - 2 * x[0] * x[1];
  dxdt[3] = -x[1] - x[0] * x[0] + x[1] * x[1];
}

static inline void
van_der_pol (double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = 5 * (1 - x[0] * x[0]) * x[1] - x[0];
}
