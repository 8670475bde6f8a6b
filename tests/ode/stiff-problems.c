/* Right-hand sides, Jacobians and reference states of the stiff problems.
 * The files in tests/reference name the sources. */
#include "stiff-problems.h"

#include <math.h>
#include <string.h>

static OdeStatus
vdp1000_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -x[0] + x[1] * (1000 - 1000 * (x[0] * x[0]));
  return ODE_DONE;
}

static OdeStatus
vdp1000_jacobian (void *self, double t, const double *x, double *J)
{
  memset (J, 0, 4 * sizeof *J);
  J[0 * 2 + 1] = -2000 * x[0] * x[1] - 1;
  J[1 * 2 + 0] = 1;
  J[1 * 2 + 1] = 1000 - 1000 * (x[0] * x[0]);
  return ODE_DONE;
}

static OdeStatus
vdp_1e6_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -1000000 * x[0] + 1000000 * x[1] * (1 - (x[0] * x[0]));
  return ODE_DONE;
}

static OdeStatus
vdp_1e6_jacobian (void *self, double t, const double *x, double *J)
{
  memset (J, 0, 4 * sizeof *J);
  J[0 * 2 + 1] = -2000000 * x[0] * x[1] - 1000000;
  J[1 * 2 + 0] = 1;
  J[1 * 2 + 1] = 1000000 - 1000000 * (x[0] * x[0]);
  return ODE_DONE;
}

static OdeStatus
vdp_1e12_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -1000000000000 * x[0] + 1000000000000 * x[1] * (1 - (x[0] * x[0]));
  return ODE_DONE;
}

static OdeStatus
vdp_1e12_jacobian (void *self, double t, const double *x, double *J)
{
  memset (J, 0, 4 * sizeof *J);
  J[0 * 2 + 1] = -2000000000000 * x[0] * x[1] - 1000000000000;
  J[1 * 2 + 0] = 1;
  J[1 * 2 + 1] = 1000000000000 - 1000000000000 * (x[0] * x[0]);
  return ODE_DONE;
}

static OdeStatus
robertson_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double a0 = 0.04 * x[0];
  const double a1 = 10000 * x[1] * x[2];
  const double a2 = 30000000 * (x[1] * x[1]);

  dxdt[0] = -a0 + a1;
  dxdt[1] = a0 - a1 - a2;
  dxdt[2] = a2;
  return ODE_DONE;
}

static OdeStatus
robertson_jacobian (void *self, double t, const double *x, double *J)
{
  const double a0 = 10000 * x[2];
  const double a1 = 60000000 * x[1];
  const double a2 = 10000 * x[1];

  memset (J, 0, 9 * sizeof *J);
  J[0 * 3 + 0] = -0.04;
  J[0 * 3 + 1] = 0.04;
  J[1 * 3 + 0] = a0;
  J[1 * 3 + 1] = -a0 - a1;
  J[1 * 3 + 2] = a1;
  J[2 * 3 + 0] = a2;
  J[2 * 3 + 1] = -a2;
  return ODE_DONE;
}

static OdeStatus
hires_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double a0 = 1.71 * x[0];
  const double a1 = 0.43 * x[5];
  const double a2 = 280 * x[5] * x[7];
  const double a3 = a2 - 1.81 * x[6];

  dxdt[0] = -a0 + 0.43 * x[1] + 8.32 * x[2] + 0.0007;
  dxdt[1] = a0 - 8.75 * x[1];
  dxdt[2] = -10.03 * x[2] + 0.43 * x[3] + 0.035 * x[4];
  dxdt[3] = 8.32 * x[1] + 1.71 * x[2] - 1.12 * x[3];
  dxdt[4] = a1 - 1.745 * x[4] + 0.43 * x[6];
  dxdt[5] = -a1 - a2 + 0.69 * x[3] + 1.71 * x[4] + 0.69 * x[6];
  dxdt[6] = a3;
  dxdt[7] = -a3;
  return ODE_DONE;
}

static OdeStatus
hires_jacobian (void *self, double t, const double *x, double *J)
{
  const double a0 = 280 * x[7];
  const double a1 = 280 * x[5];
  const double a2 = -a1;

  memset (J, 0, 64 * sizeof *J);
  J[0 * 8 + 0] = -1.71;
  J[0 * 8 + 1] = 1.71;
  J[1 * 8 + 0] = 0.43;
  J[1 * 8 + 1] = -8.75;
  J[1 * 8 + 3] = 8.32;
  J[2 * 8 + 0] = 8.32;
  J[2 * 8 + 2] = -10.03;
  J[2 * 8 + 3] = 1.71;
  J[3 * 8 + 2] = 0.43;
  J[3 * 8 + 3] = -1.12;
  J[3 * 8 + 5] = 0.69;
  J[4 * 8 + 2] = 0.035;
  J[4 * 8 + 4] = -1.745;
  J[4 * 8 + 5] = 1.71;
  J[5 * 8 + 4] = 0.43;
  J[5 * 8 + 5] = -a0 - 0.43;
  J[5 * 8 + 6] = a0;
  J[5 * 8 + 7] = -a0;
  J[6 * 8 + 4] = 0.43;
  J[6 * 8 + 5] = 0.69;
  J[6 * 8 + 6] = -1.81;
  J[6 * 8 + 7] = 1.81;
  J[7 * 8 + 5] = a2;
  J[7 * 8 + 6] = a1;
  J[7 * 8 + 7] = a2;
  return ODE_DONE;
}

static OdeStatus
oregonator_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = 77.27 * x[0] * (-8.375e-6 * x[0] - x[1] + 1) + 77.27 * x[1];
  dxdt[1] = -0.012941633234114145 * x[1] * (x[0] + 1) + 0.012941633234114145 * x[2];
  dxdt[2] = 0.161 * x[0] - 0.161 * x[2];
  return ODE_DONE;
}

static OdeStatus
oregonator_jacobian (void *self, double t, const double *x, double *J)
{
  memset (J, 0, 9 * sizeof *J);
  J[0 * 3 + 0] = -0.0012942725 * x[0] - 77.27 * x[1] + 77.27;
  J[0 * 3 + 1] = -0.012941633234114145 * x[1];
  J[0 * 3 + 2] = 0.161;
  J[1 * 3 + 0] = 77.27 - 77.27 * x[0];
  J[1 * 3 + 1] = -0.012941633234114145 * x[0] - 0.012941633234114145;
  J[2 * 3 + 1] = 0.012941633234114145;
  J[2 * 3 + 2] = -0.161;
  return ODE_DONE;
}

static OdeStatus
e5_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double a0 = 7.89e-10 * x[0];
  const double a1 = 11000000 * x[0] * x[2];
  const double a2 = 1130000000 * x[1] * x[2];
  const double a3 = a1 - 1130 * x[3];

  dxdt[0] = -a0 - a1;
  dxdt[1] = a0 - a2;
  dxdt[2] = a0 - a2 - a3;
  dxdt[3] = a3;
  return ODE_DONE;
}

static OdeStatus
e5_jacobian (void *self, double t, const double *x, double *J)
{
  const double a0 = 11000000 * x[2];
  const double a1 = -1130000000 * x[2];
  const double a2 = 11000000 * x[0];
  const double a3 = 1130000000 * x[1];

  memset (J, 0, 16 * sizeof *J);
  J[0 * 4 + 0] = -a0 - 7.89e-10;
  J[0 * 4 + 1] = 7.89e-10;
  J[0 * 4 + 2] = 7.89e-10 - a0;
  J[0 * 4 + 3] = a0;
  J[1 * 4 + 1] = a1;
  J[1 * 4 + 2] = a1;
  J[2 * 4 + 0] = -a2;
  J[2 * 4 + 1] = -a3;
  J[2 * 4 + 2] = -a2 - a3;
  J[2 * 4 + 3] = a2;
  J[3 * 4 + 2] = 1130;
  J[3 * 4 + 3] = -1130;
  return ODE_DONE;
}

static OdeStatus
pollution_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double a0 = 0.0474 * x[0] * x[3];
  const double a1 = -a0;
  const double a2 = 5.78 * x[18];
  const double a3 = 0.022 * x[12];
  const double a4 = 3.12 * x[19];
  const double a5 = 16300 * x[0] * x[5];
  const double a6 = 9000 * x[0] * x[10];
  const double a7 = 1780 * x[0] * x[18];
  const double a8 = 16500 * x[10] * x[1];
  const double a9 = 26.6 * x[1] * x[3];
  const double a10 = 0.35 * x[0];
  const double a11 = 12000 * x[1] * x[9];
  const double a12 = 12300 * x[1] * x[4];
  const double a13 = -a10 + a11 + a12 + a8 + a9;
  const double a14 = -4800000 * x[2];
  const double a15 = 0.00013 * x[8];
  const double a16 = 1.88 * x[13];
  const double a17 = 15000 * x[5] * x[6];
  const double a18 = 1240 * x[16] * x[5];
  const double a19 = -a12 + a17 + a18;
  const double a20 = 24000 * x[5] * x[8];
  const double a21 = a17 + 0.00168 * x[6];
  const double a22 = -a11;
  const double a23 = -a3 + a6;
  const double a24 = -a4 + a7;

  dxdt[0] = a1 + a13 + a2 + a3 + a4 - a5 - a6 - a7;
  dxdt[1] = -a13 + 2.1 * x[18];
  dxdt[2] = a10 + a14 + a2 + 444000000000 * x[15] + 0.0175 * x[3];
  dxdt[3] = -a0 - a14 - a9 - 0.01785 * x[3];
  dxdt[4] = a15 + a16 + a19 + 0.00172 * x[6];
  dxdt[5] = -a19 - a20 - a5 + 200000000 * x[15];
  dxdt[6] = a16 - a21;
  dxdt[7] = a15 + a21;
  dxdt[8] = -a15 - a20;
  dxdt[9] = a15 + a22 + a8;
  dxdt[10] = a20 - a23 - a8;
  dxdt[11] = a8;
  dxdt[12] = a23;
  dxdt[13] = -a16 - a22;
  dxdt[14] = a5;
  dxdt[15] = -444100000000 * x[15] + 0.00035 * x[3];
  dxdt[16] = -a18;
  dxdt[17] = a18;
  dxdt[18] = -a1 - a24 - 7.88 * x[18];
  dxdt[19] = a24;
  return ODE_DONE;
}

static OdeStatus
pollution_jacobian (void *self, double t, const double *x, double *J)
{
  const double a0 = 9000 * x[10];
  const double a1 = 1780 * x[18];
  const double a2 = 0.0474 * x[3];
  const double a3 = 16300 * x[5];
  const double a4 = -a2;
  const double a5 = 16500 * x[10];
  const double a6 = 26.6 * x[3];
  const double a7 = 12300 * x[4];
  const double a8 = 12000 * x[9];
  const double a9 = a5 + a6 + a7 + a8;
  const double a10 = 0.0474 * x[0];
  const double a11 = 26.6 * x[1];
  const double a12 = -a11;
  const double a13 = 12300 * x[1];
  const double a14 = -a13;
  const double a15 = 16300 * x[0];
  const double a16 = 1240 * x[16];
  const double a17 = 15000 * x[6];
  const double a18 = a16 + a17;
  const double a19 = 24000 * x[8];
  const double a20 = 15000 * x[5];
  const double a21 = a20 + 0.00168;
  const double a22 = 24000 * x[5];
  const double a23 = 12000 * x[1];
  const double a24 = -a23;
  const double a25 = 9000 * x[0];
  const double a26 = 16500 * x[1];
  const double a27 = -a26;
  const double a28 = 1240 * x[5];
  const double a29 = -a28;
  const double a30 = 1780 * x[0];

  memset (J, 0, 400 * sizeof *J);
  J[0 * 20 + 0] = -a0 - a1 - a2 - a3 - 0.35;
  J[0 * 20 + 1] = 0.35;
  J[0 * 20 + 2] = 0.35;
  J[0 * 20 + 3] = a4;
  J[0 * 20 + 5] = -a3;
  J[0 * 20 + 10] = -a0;
  J[0 * 20 + 12] = a0;
  J[0 * 20 + 14] = a3;
  J[0 * 20 + 18] = -a1 - a4;
  J[0 * 20 + 19] = a1;
  J[1 * 20 + 0] = a9;
  J[1 * 20 + 1] = -a9;
  J[1 * 20 + 3] = -a6;
  J[1 * 20 + 4] = -a7;
  J[1 * 20 + 5] = a7;
  J[1 * 20 + 9] = a5 - a8;
  J[1 * 20 + 10] = -a5;
  J[1 * 20 + 11] = a5;
  J[1 * 20 + 13] = a8;
  J[2 * 20 + 2] = -4800000;
  J[2 * 20 + 3] = 4800000;
  J[3 * 20 + 0] = -a10 - a12;
  J[3 * 20 + 1] = a12;
  J[3 * 20 + 2] = 0.0175;
  J[3 * 20 + 3] = -a10 - a11 - 0.01785;
  J[3 * 20 + 15] = 0.00035;
  J[3 * 20 + 18] = a10;
  J[4 * 20 + 0] = a13;
  J[4 * 20 + 1] = a14;
  J[4 * 20 + 4] = a14;
  J[4 * 20 + 5] = a13;
  J[5 * 20 + 0] = -a15;
  J[5 * 20 + 4] = a18;
  J[5 * 20 + 5] = -a15 - a18 - a19;
  J[5 * 20 + 6] = -a17;
  J[5 * 20 + 7] = a17;
  J[5 * 20 + 8] = -a19;
  J[5 * 20 + 10] = a19;
  J[5 * 20 + 14] = a15;
  J[5 * 20 + 16] = -a16;
  J[5 * 20 + 17] = a16;
  J[6 * 20 + 4] = a20 + 0.00172;
  J[6 * 20 + 5] = -a20;
  J[6 * 20 + 6] = -a21;
  J[6 * 20 + 7] = a21;
  J[8 * 20 + 4] = 0.00013;
  J[8 * 20 + 5] = -a22;
  J[8 * 20 + 7] = 0.00013;
  J[8 * 20 + 8] = -a22 - 0.00013;
  J[8 * 20 + 9] = 0.00013;
  J[8 * 20 + 10] = a22;
  J[9 * 20 + 0] = a23;
  J[9 * 20 + 1] = a24;
  J[9 * 20 + 9] = a24;
  J[9 * 20 + 13] = a23;
  J[10 * 20 + 0] = -a25 - a27;
  J[10 * 20 + 1] = a27;
  J[10 * 20 + 9] = a26;
  J[10 * 20 + 10] = -a25 - a26;
  J[10 * 20 + 11] = a26;
  J[10 * 20 + 12] = a25;
  J[12 * 20 + 0] = 0.022;
  J[12 * 20 + 10] = 0.022;
  J[12 * 20 + 12] = -0.022;
  J[13 * 20 + 4] = 1.88;
  J[13 * 20 + 6] = 1.88;
  J[13 * 20 + 13] = -1.88;
  J[15 * 20 + 2] = 444000000000;
  J[15 * 20 + 5] = 200000000;
  J[15 * 20 + 15] = -444100000000;
  J[16 * 20 + 4] = a28;
  J[16 * 20 + 5] = a29;
  J[16 * 20 + 16] = a29;
  J[16 * 20 + 17] = a28;
  J[18 * 20 + 0] = 5.78 - a30;
  J[18 * 20 + 1] = 2.1;
  J[18 * 20 + 2] = 5.78;
  J[18 * 20 + 18] = -a30 - 7.88;
  J[18 * 20 + 19] = a30;
  J[19 * 20 + 0] = 3.12;
  J[19 * 20 + 18] = 3.12;
  J[19 * 20 + 19] = -3.12;
  return ODE_DONE;
}

static OdeStatus
ring_modulator_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double a0 = 17.7493332 * x[2];
  const double a1 = 17.7493332 * x[5];
  const double a2 = 17.7493332 * x[6];
  const double a3 = M_PI * t;
  const double a4 = 35.4986664 * sin (20000 * a3);
  const double a5 = exp (-a0 - a1 + a2 + a4);
  const double a6 = a2 + a4;
  const double a7 = a6 + 17.7493332 * x[4];
  const double a8 = exp (a0 - a7);
  const double a9 = 20336.43201 * a8;
  const double a10 = 17.7493332 * x[3];
  const double a11 = exp (a1 - a10 - a6);
  const double a12 = 20336.43201 * a11;
  const double a13 = exp (a10 + a7);
  const double a14 = 20336.43201 * a13;
  const double a15 = 1000 * x[0];
  const double a16 = 1000 * x[1];

  dxdt[0] = -2500 * x[0] + 31250000 * x[10] + 62500000 * x[13] + 62500000 * x[7] - 31250000 * x[9];
  dxdt[1] = -31250000 * x[11] + 31250000 * x[12] + 62500000 * x[14] - 2500 * x[1] + 62500000 * x[8];
  dxdt[2] = 20336.43201 * a5 - a9 + 500000000000 * x[9];
  dxdt[3] = a12 - a14 - 500000000000 * x[10];
  dxdt[4] = -a14 + a9 + 500000000000 * x[11];
  dxdt[5] = -a12 + 20336.43201 * a5 - 500000000000 * x[12];
  dxdt[6] = 4.067286402 * a11 - 4.067286402 * a13 - 4.067286402 * a5 + 4.067286402 * a8 - 2000000 * x[6];
  dxdt[7] = -0.22471910112359551 * x[0];
  dxdt[8] = -0.22471910112359551 * x[1];
  dxdt[9] = a15 - 2000 * x[2] - 34600 * x[9];
  dxdt[10] = -a15 - 34600 * x[10] + 2000 * x[3];
  dxdt[11] = a16 - 34600 * x[11] - 2000 * x[4];
  dxdt[12] = -a16 - 34600 * x[12] + 2000 * x[5];
  dxdt[13] = -500 * x[0] - 43150 * x[13] + 250 * sin (2000 * a3);
  dxdt[14] = -318150 * x[14] - 500 * x[1];
  return ODE_DONE;
}

static OdeStatus
ring_modulator_jacobian (void *self, double t, const double *x, double *J)
{
  const double a0 = 17.7493332 * x[2];
  const double a1 = 17.7493332 * x[5];
  const double a2 = 17.7493332 * x[6];
  const double a3 = 35.4986664 * sin (20000 * M_PI * t);
  const double a4 = exp (-a0 - a1 + a2 + a3);
  const double a5 = 360958.10784463573 * a4;
  const double a6 = a2 + a3;
  const double a7 = a6 + 17.7493332 * x[4];
  const double a8 = exp (a0 - a7);
  const double a9 = 360958.10784463573 * a8;
  const double a10 = a5 + a9;
  const double a11 = -a5;
  const double a12 = 72.191621568927146 * a4;
  const double a13 = 72.191621568927146 * a8;
  const double a14 = a12 + a13;
  const double a15 = 17.7493332 * x[3];
  const double a16 = exp (a1 - a15 - a6);
  const double a17 = 360958.10784463573 * a16;
  const double a18 = exp (a15 + a7);
  const double a19 = 360958.10784463573 * a18;
  const double a20 = -a17 - a19;
  const double a21 = -a19;
  const double a22 = 72.191621568927146 * a16;
  const double a23 = 72.191621568927146 * a18;
  const double a24 = a22 + a23;
  const double a25 = -a19 - a9;
  const double a26 = a17 + a5;

  memset (J, 0, 225 * sizeof *J);
  J[0 * 15 + 0] = -2500;
  J[0 * 15 + 7] = -0.22471910112359551;
  J[0 * 15 + 9] = 1000;
  J[0 * 15 + 10] = -1000;
  J[0 * 15 + 13] = -500;
  J[1 * 15 + 1] = -2500;
  J[1 * 15 + 8] = -0.22471910112359551;
  J[1 * 15 + 11] = 1000;
  J[1 * 15 + 12] = -1000;
  J[1 * 15 + 14] = -500;
  J[2 * 15 + 2] = -a10;
  J[2 * 15 + 4] = a9;
  J[2 * 15 + 5] = a11;
  J[2 * 15 + 6] = a14;
  J[2 * 15 + 9] = -2000;
  J[3 * 15 + 3] = a20;
  J[3 * 15 + 4] = a21;
  J[3 * 15 + 5] = a17;
  J[3 * 15 + 6] = -a24;
  J[3 * 15 + 10] = 2000;
  J[4 * 15 + 2] = a9;
  J[4 * 15 + 3] = a21;
  J[4 * 15 + 4] = a25;
  J[4 * 15 + 6] = -a13 - a23;
  J[4 * 15 + 11] = -2000;
  J[5 * 15 + 2] = a11;
  J[5 * 15 + 3] = a17;
  J[5 * 15 + 5] = -a26;
  J[5 * 15 + 6] = a12 + a22;
  J[5 * 15 + 12] = 2000;
  J[6 * 15 + 2] = a10;
  J[6 * 15 + 3] = a20;
  J[6 * 15 + 4] = a25;
  J[6 * 15 + 5] = a26;
  J[6 * 15 + 6] = -a14 - a24 - 2000000;
  J[7 * 15 + 0] = 62500000;
  J[8 * 15 + 1] = 62500000;
  J[9 * 15 + 0] = -31250000;
  J[9 * 15 + 2] = 500000000000;
  J[9 * 15 + 9] = -34600;
  J[10 * 15 + 0] = 31250000;
  J[10 * 15 + 3] = -500000000000;
  J[10 * 15 + 10] = -34600;
  J[11 * 15 + 1] = -31250000;
  J[11 * 15 + 4] = 500000000000;
  J[11 * 15 + 11] = -34600;
  J[12 * 15 + 1] = 31250000;
  J[12 * 15 + 5] = -500000000000;
  J[12 * 15 + 12] = -34600;
  J[13 * 15 + 0] = 62500000;
  J[13 * 15 + 13] = -43150;
  J[14 * 15 + 1] = 62500000;
  J[14 * 15 + 14] = -318150;
  return ODE_DONE;
}

static OdeStatus
ring_modulator_time_derivative (void *self, double t, const double *x, double *dfdt)
{
  dfdt[0] = 0;
  dfdt[1] = 0;
  dfdt[2] = 14438324313.785429 * M_PI * exp (-17.7493332 * x[2] - 17.7493332 * x[5] + 17.7493332 * x[6] + 35.4986664 *
    sin (20000 * M_PI * t)) * cos (20000 * M_PI * t) + 14438324313.785429 * M_PI * exp (17.7493332 * x[2] - 17.7493332 *
    x[4] - 17.7493332 * x[6] - 35.4986664 * sin (20000 * M_PI * t)) * cos (20000 * M_PI * t);
  dfdt[3] = -14438324313.785429 * M_PI * exp (-17.7493332 * x[3] + 17.7493332 * x[5] - 17.7493332 * x[6] - 35.4986664 *
    sin (20000 * M_PI * t)) * cos (20000 * M_PI * t) - 14438324313.785429 * M_PI * exp (17.7493332 * x[3] + 17.7493332 *
    x[4] + 17.7493332 * x[6] + 35.4986664 * sin (20000 * M_PI * t)) * cos (20000 * M_PI * t);
  dfdt[4] = -14438324313.785429 * M_PI * exp (17.7493332 * x[2] - 17.7493332 * x[4] - 17.7493332 * x[6] - 35.4986664 *
    sin (20000 * M_PI * t)) * cos (20000 * M_PI * t) - 14438324313.785429 * M_PI * exp (17.7493332 * x[3] + 17.7493332 *
    x[4] + 17.7493332 * x[6] + 35.4986664 * sin (20000 * M_PI * t)) * cos (20000 * M_PI * t);
  dfdt[5] = 14438324313.785429 * M_PI * exp (-17.7493332 * x[2] - 17.7493332 * x[5] + 17.7493332 * x[6] + 35.4986664 *
    sin (20000 * M_PI * t)) * cos (20000 * M_PI * t) + 14438324313.785429 * M_PI * exp (-17.7493332 * x[3] + 17.7493332 *
    x[5] - 17.7493332 * x[6] - 35.4986664 * sin (20000 * M_PI * t)) * cos (20000 * M_PI * t);
  dfdt[6] = -2887664.8627570859 * M_PI * exp (-17.7493332 * x[2] - 17.7493332 * x[5] + 17.7493332 * x[6] + 35.4986664 *
    sin (20000 * M_PI * t)) * cos (20000 * M_PI * t) - 2887664.8627570859 * M_PI * exp (17.7493332 * x[2] - 17.7493332 *
    x[4] - 17.7493332 * x[6] - 35.4986664 * sin (20000 * M_PI * t)) * cos (20000 * M_PI * t) - 2887664.8627570859 * M_PI *
    exp (-17.7493332 * x[3] + 17.7493332 * x[5] - 17.7493332 * x[6] - 35.4986664 * sin (20000 * M_PI * t)) * cos (20000 *
    M_PI * t) - 2887664.8627570859 * M_PI * exp (17.7493332 * x[3] + 17.7493332 * x[4] + 17.7493332 * x[6] + 35.4986664 *
    sin (20000 * M_PI * t)) * cos (20000 * M_PI * t);
  dfdt[7] = 0;
  dfdt[8] = 0;
  dfdt[9] = 0;
  dfdt[10] = 0;
  dfdt[11] = 0;
  dfdt[12] = 0;
  dfdt[13] = 500000 * M_PI * cos (2000 * M_PI * t);
  dfdt[14] = 0;
  return ODE_DONE;
}

static OdeStatus
kaps_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double a0 = (x[1] * x[1]);

  dxdt[0] = 100000000 * a0 - 100000002 * x[0];
  dxdt[1] = -a0 + x[0] - x[1];
  return ODE_DONE;
}

static OdeStatus
kaps_jacobian (void *self, double t, const double *x, double *J)
{
  memset (J, 0, 4 * sizeof *J);
  J[0 * 2 + 0] = -100000002;
  J[0 * 2 + 1] = 1;
  J[1 * 2 + 0] = 200000000 * x[1];
  J[1 * 2 + 1] = -2 * x[1] - 1;
  return ODE_DONE;
}

static OdeStatus
transistor_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double a0 = exp (38.461538461538462 * x[1] - 38.461538461538462 * x[2]);
  const double a1 = exp (38.461538461538462 * x[4] - 38.461538461538462 * x[5]);

  dxdt[0] = 0.001 * x[0] - 0.0001 * sin (200 * M_PI * t);
  dxdt[1] = 1e-8 * a0 + 0.00022222222222222222 * x[1] - 0.00066667666666666667;
  dxdt[2] = -1e-6 * a0 + 0.00011111111111111111 * x[2] + 1e-6;
  dxdt[3] = 9.9e-7 * a0 + 0.00011111111111111111 * x[3] - 0.00066765666666666667;
  dxdt[4] = 1e-8 * a1 + 0.00022222222222222222 * x[4] - 0.00066667666666666667;
  dxdt[5] = -1e-6 * a1 + 0.00011111111111111111 * x[5] + 1e-6;
  dxdt[6] = 9.9e-7 * a1 + 0.00011111111111111111 * x[6] - 0.00066765666666666667;
  dxdt[7] = 0.00011111111111111111 * x[7];
  return ODE_DONE;
}

static OdeStatus
transistor_jacobian (void *self, double t, const double *x, double *J)
{
  const double a0 = exp (38.461538461538462 * x[1] - 38.461538461538462 * x[2]);
  const double a1 = 3.8461538461538462e-7 * a0;
  const double a2 = 3.8461538461538462e-5 * a0;
  const double a3 = 3.8076923076923077e-5 * a0;
  const double a4 = exp (38.461538461538462 * x[4] - 38.461538461538462 * x[5]);
  const double a5 = 3.8461538461538462e-7 * a4;
  const double a6 = 3.8461538461538462e-5 * a4;
  const double a7 = 3.8076923076923077e-5 * a4;

  memset (J, 0, 64 * sizeof *J);
  J[0 * 8 + 0] = 0.001;
  J[1 * 8 + 1] = a1 + 0.00022222222222222222;
  J[1 * 8 + 2] = -a2;
  J[1 * 8 + 3] = a3;
  J[2 * 8 + 1] = -a1;
  J[2 * 8 + 2] = a2 + 0.00011111111111111111;
  J[2 * 8 + 3] = -a3;
  J[3 * 8 + 3] = 0.00011111111111111111;
  J[4 * 8 + 4] = a5 + 0.00022222222222222222;
  J[4 * 8 + 5] = -a6;
  J[4 * 8 + 6] = a7;
  J[5 * 8 + 4] = -a5;
  J[5 * 8 + 5] = a6 + 0.00011111111111111111;
  J[5 * 8 + 6] = -a7;
  J[6 * 8 + 6] = 0.00011111111111111111;
  J[7 * 8 + 7] = 0.00011111111111111111;
  return ODE_DONE;
}

static OdeStatus
transistor_time_derivative (void *self, double t, const double *x, double *dfdt)
{
  dfdt[0] = -0.02 * M_PI * cos (200 * M_PI * t);
  dfdt[1] = 0;
  dfdt[2] = 0;
  dfdt[3] = 0;
  dfdt[4] = 0;
  dfdt[5] = 0;
  dfdt[6] = 0;
  dfdt[7] = 0;
  return ODE_DONE;
}

static const int transistor_start[] = { 0, 2, 4, 5, 7, 9, 10, 12, 14 };
static const int transistor_row[] = { 0, 1, 0, 1, 2, 3, 4, 3, 4, 5, 6, 7, 6, 7 };
static const double transistor_mass[] = { -9.9999999999999995e-07, 9.9999999999999995e-07, 9.9999999999999995e-07, -9.9999999999999995e-07,
                                          -1.9999999999999999e-06, -3.0000000000000001e-06, 3.0000000000000001e-06, 3.0000000000000001e-06,
                                              -3.0000000000000001e-06, -3.9999999999999998e-06, -4.9999999999999996e-06,
                                                  4.9999999999999996e-06, 4.9999999999999996e-06, -4.9999999999999996e-06 };
static const OdePattern transistor_pattern = { 8, 8, transistor_start, transistor_row };

const StiffProblem stiff_problems[] = {
  {
    .name = "vanderpol-mu1000",
    .system = { .n_states = 2, .rhs = vdp1000_rhs, .jacobian = vdp1000_jacobian },
    .x0 = { 2, 0 },
    .atol = { 1e-10, 1e-10 },
    .n_points = 2,
    .points = {
      { 500, { 1.5967689510526617, -0.0010303911878393566 } },
      { 2000, { 1.7061677321704649, -0.00089280970102481659 } },
    },
  },
  {
    .name = "vanderpol-eps1e-6",
    .system = { .n_states = 2, .rhs = vdp_1e6_rhs, .jacobian = vdp_1e6_jacobian },
    .x0 = { 2, -0.66000000000000003 },
    .atol = { 9.9999999999999998e-13, 9.9999999999999998e-13 },
    .n_points = 11,
    .points = {
      { 1, { -1.8636460061388715, 0.75354326839936159 } },
      { 2, { 1.7061674375431954, -0.89281001655109937 } },
      { 3, { -1.5106065478785617, 1.1783807773276125 } },
      { 4, { 1.1944137538304973, -2.7995983122528392 } },
      { 5, { 1.8904283540278102, -0.73451203537961818 } },
      { 6, { -1.7377160228735649, 0.86040114510241072 } },
      { 7, { 1.5516142817617873, -1.1023835182524662 } },
      { 8, { -1.2786313197457468, 2.0138952269643515 } },
      { 9, { -1.9165527128939199, 0.71695745507258735 } },
      { 10, { 1.7681635179878057, -0.83152789121061066 } },
      { 11, { -1.5901502015368238, 1.0402799076380336 } },
    },
  },
  {
    .name = "vanderpol-mu1e6",
    .system = { .n_states = 2, .rhs = vdp_1e12_rhs, .jacobian = vdp_1e12_jacobian },
    .x0 = { 2, 0 },
    .atol = { 1e-10, 1e-08 },
    .n_points = 2,
    .points = {
      { 0.5, { 1.5967683944579312, -1.0303929933620541 } },
      { 2, { 1.7055462175353784, -0.89347636254652829 } },
    },
  },
  {
    .name = "robertson",
    .system = { .n_states = 3, .rhs = robertson_rhs, .jacobian = robertson_jacobian },
    .x0 = { 1, 0, 0 },
    .atol = { 1e-14, 9.9999999999999995e-21, 1e-14 },
    .n_points = 7,
    .points = {
      { 0.40000000000000002, { 0.98517211386098991, 3.3863953789749042e-05, 0.014794022185220388 } },
      { 40, { 0.71582706871940505, 9.1855347645577643e-06, 0.28416374574583037 } },
      { 4000, { 0.18320225777670932, 8.9423712527759095e-07, 0.81679684798616536 } },
      { 400000, { 0.0049382745209798152, 1.9849940879543756e-08, 0.99506170562907925 } },
      { 40000000, { 5.2030718441205475e-05, 2.0813357318925326e-10, 0.9999479690734252 } },
      { 4000000000, { 5.208276611435935e-07, 2.0833117166045721e-12, 0.99999947917025556 } },
      { 100000000000, { 2.0833401497012941e-08, 8.3333607703347838e-14, 0.99999997916651517 } },
    },
  },
  {
    .name = "hires",
    .system = { .n_states = 8, .rhs = hires_rhs, .jacobian = hires_jacobian },
    .x0 = { 1, 0, 0, 0, 0, 0, 0, 0.0057000000000000002 },
    .atol = { 1e-13, 1e-13, 1e-13, 1e-13, 1e-13, 1e-13, 1e-13, 1e-13 },
    .n_points = 2,
    .points = {
      { 321.81220000000002, { 0.00073713125733256674, 0.00014424857263161848, 5.8887297409675752e-05, 0.0011756513432831491,
            0.0023863561988313304, 0.0062389682527427956, 0.0028499983951857685, 0.0028500016048142313 } },
      { 421.81220000000002, { 0.00067030550358186355, 0.00013099684698634689, 4.6862231597732582e-05, 0.0010446680205517048,
            0.00059488383095148507, 0.001399628833942774, 0.0010144927577184796, 0.0046855072422815206 } },
    },
  },
  {
    .name = "orego",
    .system = { .n_states = 3, .rhs = oregonator_rhs, .jacobian = oregonator_jacobian },
    .x0 = { 1, 2, 3 },
    .atol = { 1e-10, 1e-08, 1e-08 },
    .n_points = 2,
    .points = {
      { 30, { 1.0006614671804968, 1512.7789373482503, 10358.543127672276 } },
      { 360, { 1.0008148703185227, 1228.178521549888, 132.05549428465082 } },
    },
  },
  {
    .name = "e5-kinetics",
    .system = { .n_states = 4, .rhs = e5_rhs, .jacobian = e5_jacobian },
    .x0 = { 0.0017600000000000001, 0, 0, 0 },
    .atol = { 9.9999999999999995e-21, 1e-26, 1e-26, 9.9999999999999997e-29 },
    .n_points = 4,
    .points = {
      { 10, { 0.0017599259497677897, 1.3846281519376517e-11, 7.6370038530073909e-13, 1.3082581134075777e-11 } },
      { 1000, { 0.0016180769999072943, 1.3822370304983736e-10, 8.2515735006838338e-12, 1.2997212954915352e-10 } },
      { 100000, { 7.4813208224292223e-06, 2.3734781561205976e-12, 2.2123586689581663e-12, 1.6111948716243113e-13 } },
      { 10000000, { 4.7150333630401626e-10, 1.818889586080702e-14, 1.8188812376786725e-14, 8.3484020296321685e-20 } },
    },
  },
  {
    .name = "pollution",
    .system = { .n_states = 20, .rhs = pollution_rhs, .jacobian = pollution_jacobian },
    .x0 = { 0, 0.20000000000000001, 0, 0.040000000000000001, 0, 0, 0.10000000000000001, 0.29999999999999999,
            0.01, 0, 0, 0, 0, 0, 0, 0, 0.0070000000000000001, 0, 0, 0 },
    .atol = { 1e-14, 1e-14, 1e-14, 1e-14, 1e-14, 1e-14, 1e-14, 1e-14, 1e-14, 1e-14, 1e-14, 1e-14, 1e-14, 1e-14,
            1e-14, 1e-26, 1e-14, 1e-14, 1e-14, 1e-14 },
    .n_points = 1,
    .points = {
      { 60, { 0.056462554800227695, 0.13424841304223384, 4.1397343310994266e-09, 0.0055231402074843597,
            2.018977262302196e-07, 1.4645418634939657e-07, 0.077842491189979643, 0.3245075353396018,
            0.0074940133838804057, 1.6222931573015602e-08, 1.1358638332570748e-08, 0.0022305059757213599,
            0.00020871628827986299, 1.3969210168401577e-05, 0.0089648848568982947, 4.3528463693301038e-18,
            0.0068992196962634053, 0.0001007803037365946, 1.7721465139699844e-06, 5.6829432923163932e-05 } },
    },
  },
  {
    .name = "ring-modulator",
    .system = { .n_states = 15, .rhs = ring_modulator_rhs, .jacobian = ring_modulator_jacobian,
                .time_derivative = ring_modulator_time_derivative,
                .time_dependent = true },
    .x0 = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 },
    .atol = { 1e-13, 1e-13, 1e-13, 1e-13, 1e-13, 1e-13, 1e-13, 1.0000000000000001e-17, 1.0000000000000001e-17,
            1.0000000000000001e-17, 1.0000000000000001e-17, 1.0000000000000001e-17, 1.0000000000000001e-17,
            1.0000000000000001e-17, 1.0000000000000001e-17 },
    .n_points = 2,
    .points = {
      { 0.0001, { 0.26858553889473319, 0.19740757727916933, 0.39552222062461301, -0.26301424971729997,
            -0.29160976090500002, 0.36692670943690597, 0.1110109900407857, -2.7844897148596799e-06,
            -9.6969218077400771e-07, 0.0011235868258405849, 0.00040604372013458459, -0.0011220311646072392,
            -0.00040759938136793026, 0.00039367186612452936, -0.00030687567882507912 } },
      { 0.001, { -0.023390573584371598, -0.0073674854860082259, 0.25829567099918999, -0.40644657205880103,
            -0.40394556644554402, 0.26079667661244998, 0.11067618612732984, 2.9399043424330072e-07,
            -2.840029933066481e-08, 0.00072671982672914577, 0.00079294871970232348, -0.00072552834957658439,
            -0.00079414019685488475, 7.088495416875679e-05, 2.3900590752771061e-05 } },
    },
  },
  {
    .name = "kaps-eps1e8",
    .system = { .n_states = 2, .rhs = kaps_rhs, .jacobian = kaps_jacobian },
    .x0 = { 1, 1 },
    .atol = { 1e-10, 1e-10 },
    .n_points = 1,
    .points = {
      { 1, { 0.1353352832366127, 0.36787944117144233 } },
    },
  },
  {
    .name = "transistor-amplifier",
    .system = { .n_states = 8, .rhs = transistor_rhs, .jacobian = transistor_jacobian, .time_derivative = transistor_time_derivative,
                .time_dependent = true,
                .mass_pattern = &transistor_pattern, .mass = transistor_mass },
    .x0 = { 0, 3, 3, 6, 3, 3, 6, 0 },
    .atol = { 1e-10, 1e-10, 1e-10, 1e-10, 1e-10, 1e-10, 1e-10, 1e-10 },
    .n_points = 2,
    .points = {
      { 0.02, { -0.005516180585070936, 3.0063132495762743, 2.8497462276691037, 4.0759139747752497,
            2.1296375214903827, 2.1942553295944802, 5.9003222887536531, 0.10784550348278864 } },
      { 0.20000000000000001, { -0.0055621450122622746, 3.0065224719030428, 2.8499587886081286, 2.9264225362062417,
            2.7046178650105546, 2.761837778393144, 4.7709276316167726, 1.2369958680915476 } },
    },
  },
};

const int n_stiff_problems = sizeof stiff_problems / sizeof stiff_problems[0];
