#include "recorded-problems.h"

#include <string.h>

static double noise_size;
static guint32 noise_state;

void
recorded_problems_set_noise (double noise, guint32 seed)
{
  noise_size = noise;
  noise_state = 2654435761u * (seed + 1);
}

/* Adds the rounding errors to n values: relative ones, and errors relative to the largest value, because small values
 * can be differences of large ones. */
static OdeStatus
finish (double *values, int n)
{
  double largest = 0;

  for (int i = 0; noise_size > 0 && i < n; i++)
    largest = fmax (largest, fabs (values[i]));
  for (int i = 0; noise_size > 0 && i < n; i++)
    {
      noise_state = noise_state * 1664525u + 1013904223u;
      values[i] += noise_size * ((double) (noise_state >> 8) / (1 << 23) - 1) * (fabs (values[i]) + 0.2 * largest);
    }
  return ODE_DONE;
}

/* Copies a matrix of rows to the columns of a Jacobian. */
static OdeStatus
dense (const double *rows, int n, double *values)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      values[j * n + i] = rows[i * n + j];
  return finish (values, n * n);
}

static const OdeKind pair_kinds[] = { ODE_POSITION, ODE_VELOCITY };
static const OdePair one_pair[] = { { 0, 1 } };
static const char *const pair_names[] = { "x", "v" };

static OdeStatus
van_der_pol (double mu, const double *x, double *f)
{
  f[0] = x[1];
  f[1] = mu * (1 - x[0] * x[0]) * x[1] - x[0];
  return finish (f, 2);
}

static OdeStatus
van_der_pol_jacobian (double mu, const double *x, double *values)
{
  const double rows[] = { 0, 1, -2 * mu * x[0] * x[1] - 1, mu * (1 - x[0] * x[0]) };

  return dense (rows, 2, values);
}

static OdeStatus
mu5_rhs (void *self, double t, const double *x, double *f)
{
  return van_der_pol (5, x, f);
}

static OdeStatus
mu5_jacobian (void *self, double t, const double *x, double *values)
{
  return van_der_pol_jacobian (5, x, values);
}

static OdeStatus
mu100_rhs (void *self, double t, const double *x, double *f)
{
  return van_der_pol (100, x, f);
}

static OdeStatus
mu100_jacobian (void *self, double t, const double *x, double *values)
{
  return van_der_pol_jacobian (100, x, values);
}

static const Problem mu5 = {
  .name = "mu5", .t1 = 3, .x0 = { 1.5, 0.4 },
  .system = { .n_states = 2, .kinds = pair_kinds, .rhs = mu5_rhs, .jacobian = mu5_jacobian, .n_pairs = 1, .pairs = one_pair, .names = pair_names },
};
static const Problem mu100 = {
  .name = "mu100", .t1 = 1.5, .x0 = { 2, -0.3 },
  .system = { .n_states = 2, .rhs = mu100_rhs, .jacobian = mu100_jacobian },
};

/* The Brusselator, without a Jacobian. */
static OdeStatus
brusselator_rhs (void *self, double t, const double *x, double *f)
{
  f[0] = 1 + x[0] * x[0] * x[1] - 4 * x[0];
  f[1] = 3 * x[0] - x[0] * x[0] * x[1];
  return finish (f, 2);
}

static const Problem brusselator = {
  .name = "brusselator", .t1 = 5, .x0 = { 1.5, 3 }, .system = { .n_states = 2, .rhs = brusselator_rhs },
};

/* The reactions of Robertson, with a sparse Jacobian. */
static OdeStatus
robertson_rhs (void *self, double t, const double *x, double *f)
{
  double r1 = 0.04 * x[0], r2 = 1e4 * x[1] * x[2], r3 = 3e7 * x[1] * x[1];

  f[0] = -r1 + r2;
  f[1] = r1 - r2 - r3;
  f[2] = r3;
  return finish (f, 3);
}

static OdeStatus
robertson_jacobian (void *self, double t, const double *x, double *values)
{
  const double columns[] = { -0.04, 0.04, 1e4 * x[2], -1e4 * x[2] - 6e7 * x[1], 6e7 * x[1], 1e4 * x[1], -1e4 * x[1] };

  memcpy (values, columns, sizeof columns);
  return finish (values, 7);
}

static const int robertson_start[] = { 0, 2, 5, 7 }, robertson_row[] = { 0, 1, 0, 1, 2, 0, 1 };
static const OdePattern robertson_pattern = { 3, 3, robertson_start, robertson_row };
static const Problem robertson = {
  .name = "robertson", .t1 = 2, .x0 = { 1, 0, 0 },
  .system = { .n_states = 3, .rhs = robertson_rhs, .jacobian = robertson_jacobian, .jacobian_pattern = &robertson_pattern },
};

/* Two masses on hard springs with a force that grows with time. Every method can integrate it. */
static OdeStatus
springs_rhs (void *self, double t, const double *x, double *f)
{
  f[0] = x[2];
  f[1] = x[3];
  f[2] = -x[0] - x[0] * x[0] * x[0] / 5 + 2 * (x[1] - x[0]) + t / 4;
  f[3] = -3 * x[1] - x[1] * x[1] / 7 - 2 * (x[1] - x[0]);
  return finish (f, 4);
}

static OdeStatus
springs_jacobian (void *self, double t, const double *x, double *values)
{
  const double rows[] = { 0, 0, 1, 0, 0, 0, 0, 1, -3 - 0.6 * x[0] * x[0], 2, 0, 0, 2, -5 - 2 * x[1] / 7, 0, 0 };

  return dense (rows, 4, values);
}

static OdeStatus
springs_time (void *self, double t, const double *x, double *dfdt)
{
  dfdt[0] = dfdt[1] = dfdt[3] = 0;
  dfdt[2] = 0.25;
  return ODE_DONE;
}

static const OdeKind four_kinds[] = { ODE_POSITION, ODE_POSITION, ODE_VELOCITY, ODE_VELOCITY };
static const OdePair two_pairs[] = { { 0, 2 }, { 1, 3 } };
static const Problem springs = {
  .name = "springs", .t0 = 0.5, .t1 = 4, .x0 = { 1, -0.5, 0.2, 0.7 },
  .system = { .n_states = 4, .kinds = four_kinds, .rhs = springs_rhs, .jacobian = springs_jacobian, .time_derivative = springs_time,
              .time_dependent = true, .n_pairs = 2, .pairs = two_pairs, .separable = true },
};

/* A mass on a rod of length 1, in coordinates x and y, with the constraint of the length and its derivative. */
static OdeStatus
rod_rhs (void *self, double t, const double *x, double *f)
{
  double force = x[2] * x[2] + x[3] * x[3] - 2 * x[1];

  f[0] = x[2];
  f[1] = x[3];
  f[2] = -force * x[0];
  f[3] = -force * x[1] - 2;
  return finish (f, 4);
}

static OdeStatus
rod_constraints (void *self, double t, const double *x, double *c)
{
  c[0] = x[0] * x[0] + x[1] * x[1] - 1;
  c[1] = 2 * (x[0] * x[2] + x[1] * x[3]);
  return ODE_DONE;
}

static OdeStatus
rod_constraint_jacobian (void *self, double t, const double *x, double *G)
{
  const double rows[] = { 2 * x[0], 2 * x[1], 0, 0, 2 * x[2], 2 * x[3], 2 * x[0], 2 * x[1] };

  memcpy (G, rows, sizeof rows);
  return ODE_DONE;
}

static const Problem rod = {
  .name = "rod", .t1 = 3, .x0 = { 0.6, -0.8, 0.8, 0.6 },
  .system = { .n_states = 4, .kinds = four_kinds, .rhs = rod_rhs, .n_pairs = 2, .pairs = two_pairs, .n_constraints = 2,
              .n_position_constraints = 1, .constraints = rod_constraints, .constraint_jacobian = rod_constraint_jacobian },
};

/* A substance that spreads along 24 places and grows, with a banded Jacobian. */
#define N_CHAIN 24
#define CHAIN_RATE 6.0

static OdeStatus
chain_rhs (void *self, double t, const double *x, double *f)
{
  for (int i = 0; i < N_CHAIN; i++)
    f[i] = CHAIN_RATE * ((i > 0 ? x[i - 1] - x[i] : 0) + (i < N_CHAIN - 1 ? x[i + 1] - x[i] : 0)) + x[i] * (1 - x[i]);
  return finish (f, N_CHAIN);
}

static int chain_start[N_CHAIN + 1], chain_row[3 * N_CHAIN];
static const OdePattern chain_pattern = { N_CHAIN, N_CHAIN, chain_start, chain_row };

static void __attribute__ ((constructor))
fill_chain (void)
{
  int k = 0;

  for (int j = 0; j < N_CHAIN; j++)
    {
      for (int i = j > 0 ? j - 1 : 0; i <= j + 1 && i < N_CHAIN; i++)
        chain_row[k++] = i;
      chain_start[j + 1] = k;
    }
}

static OdeStatus
chain_jacobian (void *self, double t, const double *x, double *values)
{
  for (int j = 0; j < N_CHAIN; j++)
    for (int k = chain_start[j]; k < chain_start[j + 1]; k++)
      values[k] = chain_row[k] != j ? CHAIN_RATE : -CHAIN_RATE * ((j > 0) + (j < N_CHAIN - 1)) + 1 - 2 * x[j];
  return finish (values, chain_start[N_CHAIN]);
}

static const Problem chain = {
  .name = "chain", .t1 = 1, .x0 = { 2, 1, 0.5, 0.25, 0.125 },
  .system = { .n_states = N_CHAIN, .rhs = chain_rhs, .jacobian = chain_jacobian, .jacobian_pattern = &chain_pattern },
};

/* M x' = f with an algebraic unknown: M has a row of zeros. */
static OdeStatus
circuit_rhs (void *self, double t, const double *x, double *f)
{
  f[0] = -4 * x[0] + x[2];
  f[1] = x[0] - 2 * x[1];
  f[2] = x[2] + x[2] * x[2] * x[2] / 3 - x[0] - t / 2;
  return finish (f, 3);
}

static OdeStatus
circuit_jacobian (void *self, double t, const double *x, double *values)
{
  const double rows[] = { -4, 0, 1, 1, -2, 0, -1, 0, 1 + x[2] * x[2] };

  return dense (rows, 3, values);
}

static OdeStatus
circuit_time (void *self, double t, const double *x, double *dfdt)
{
  dfdt[0] = dfdt[1] = 0;
  dfdt[2] = -0.5;
  return ODE_DONE;
}

static const OdeKind circuit_kinds[] = { ODE_OTHER, ODE_OTHER, ODE_ALGEBRAIC };
static const int circuit_start[] = { 0, 1, 3, 3 }, circuit_row[] = { 0, 0, 1 };
static const double circuit_mass[] = { 2, 1, 1 };
static const OdePattern circuit_pattern = { 3, 3, circuit_start, circuit_row };
static const Problem circuit = {
  .name = "circuit", .t1 = 3, .x0 = { 1, -0.5, 0.7 },
  .system = { .n_states = 3, .kinds = circuit_kinds, .rhs = circuit_rhs, .jacobian = circuit_jacobian, .time_derivative = circuit_time,
              .time_dependent = true, .mass_pattern = &circuit_pattern, .mass = circuit_mass },
};

/* M x' = f with a regular mass matrix, without a Jacobian. */
static OdeStatus
masses_rhs (void *self, double t, const double *x, double *f)
{
  f[0] = x[1] - x[0] * x[0] * x[0];
  f[1] = -5 * x[0] - x[1] + t * t / 8;
  return finish (f, 2);
}

static const int masses_start[] = { 0, 2, 4 }, masses_row[] = { 0, 1, 0, 1 };
static const double masses_mass[] = { 2, 0.5, 0.5, 1 };
static const OdePattern masses_pattern = { 2, 2, masses_start, masses_row };
static const Problem masses = {
  .name = "masses", .t1 = 3, .x0 = { 1, 0.5 },
  .system = { .n_states = 2, .rhs = masses_rhs, .time_dependent = true, .mass_pattern = &masses_pattern, .mass = masses_mass },
};

/* The mass on a rod as a system of index 3; the last unknown is the force of the rod. */
static OdeStatus
index3_rhs (void *self, double t, const double *x, double *f)
{
  f[0] = x[2];
  f[1] = x[3];
  f[2] = -x[4] * x[0];
  f[3] = -x[4] * x[1] - 2;
  f[4] = x[0] * x[0] + x[1] * x[1] - 1;
  return finish (f, 5);
}

static OdeStatus
index3_jacobian (void *self, double t, const double *x, double *values)
{
  const double rows[] = { 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, -x[4], 0, 0, 0, -x[0], 0, -x[4], 0, 0, -x[1], 2 * x[0], 2 * x[1], 0, 0, 0 };

  return dense (rows, 5, values);
}

static const OdeKind index3_kinds[] = { ODE_POSITION, ODE_POSITION, ODE_VELOCITY, ODE_VELOCITY, ODE_ALGEBRAIC };
static const int index3_start[] = { 0, 1, 2, 3, 4, 4 }, index3_row[] = { 0, 1, 2, 3 }, index3_index[] = { 1, 1, 2, 2, 3 };
static const double index3_mass[] = { 1, 1, 1, 1 };
static const OdePattern index3_pattern = { 5, 5, index3_start, index3_row };
static const Problem index3 = {
  .name = "index3", .t1 = 1, .x0 = { 0.6, -0.8, 0.8, 0.6, 2.6 },
  .system = { .n_states = 5, .kinds = index3_kinds, .rhs = index3_rhs, .jacobian = index3_jacobian, .mass_pattern = &index3_pattern,
              .mass = index3_mass, .index = index3_index },
};

/* A tumbling body: attitude, position, angular velocity in the frame of the body, and velocity. */
static OdeStatus
body_rhs (void *self, double t, const double *x, double *f)
{
  const double *q = x, *w = x + 7, *v = x + 10;

  f[0] = 0.5 * (-q[1] * w[0] - q[2] * w[1] - q[3] * w[2]);
  f[1] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
  f[2] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
  f[3] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
  for (int i = 0; i < 3; i++)
    f[4 + i] = v[i];
  f[7] = 0.5 * w[1] * w[2];
  f[8] = -w[0] * w[2];
  f[9] = 0.5 * w[0] * w[1];
  f[10] = -x[4];
  f[11] = -0.5 * x[5];
  f[12] = -1 + q[1] * q[1];
  return finish (f, 13);
}

static OdeStatus
body_rates (void *self, double t, const double *x, double *rates)
{
  for (int i = 0; i < 3; i++)
    {
      rates[i] = x[7 + i];
      rates[3 + i] = x[10 + i];
    }
  return finish (rates, 6);
}

static const OdeRotation body_rotation = { .quaternion = 0, .position = 4 };
static const OdeKind body_kinds[] = { ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION,
                                      ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY };
static const Problem body = {
  .name = "body", .t1 = 2, .x0 = { 0.8, 0, 0.6, 0, 1, 0.5, 0.2, 0.5, 1.5, -0.7, 0.1, 0.2, 0.3 },
  .system = { .n_states = 13, .kinds = body_kinds, .rhs = body_rhs, .n_rotations = 1, .rotations = &body_rotation, .rotation_rates = body_rates },
};

/* A wheel whose angular velocity is given in the world frame. */
static OdeStatus
wheel_rhs (void *self, double t, const double *x, double *f)
{
  double w[] = { x[4], 1 - t / 2, 0.3 };

  f[0] = 0.5 * (-w[0] * x[1] - w[1] * x[2] - w[2] * x[3]);
  f[1] = 0.5 * (w[0] * x[0] + w[1] * x[3] - w[2] * x[2]);
  f[2] = 0.5 * (w[1] * x[0] + w[2] * x[1] - w[0] * x[3]);
  f[3] = 0.5 * (w[2] * x[0] + w[0] * x[2] - w[1] * x[1]);
  f[4] = -x[1];
  return finish (f, 5);
}

static OdeStatus
wheel_rates (void *self, double t, const double *x, double *rates)
{
  const double w[] = { x[4], 1 - t / 2, 0.3, 0, 0, 0 };

  memcpy (rates, w, sizeof w);
  return finish (rates, 6);
}

static const OdeRotation wheel_rotation = { .quaternion = 0, .position = -1, .world_frame = true };
static const Problem wheel = {
  .name = "wheel", .t1 = 3, .x0 = { 0.28, 0.96, 0, 0, 0.4 },
  .system = { .n_states = 5, .rhs = wheel_rhs, .time_dependent = true, .n_rotations = 1, .rotations = &wheel_rotation,
              .rotation_rates = wheel_rates },
};

/* The right-hand side is undefined below −0.02, which a long step can reach. */
static OdeStatus
edge_rhs (void *self, double t, const double *x, double *f)
{
  if (x[0] < -0.02)
    return ODE_RETRY_UNDEFINED;
  f[0] = -25 * x[0];
  f[1] = x[0] - x[1];
  return finish (f, 2);
}

static const Problem edge = {
  .name = "edge", .t1 = 2, .x0 = { 1, 0.5 }, .system = { .n_states = 2, .rhs = edge_rhs, .names = pair_names },
};

static OdeStatus
nothing_rhs (void *self, double t, const double *x, double *f)
{
  return ODE_DONE;
}

static const Problem nothing = { .name = "nothing", .t1 = 2, .system = { .rhs = nothing_rhs } };

const Problem *const recorded_problems[] = { &mu5,     &mu100, &brusselator, &robertson, &springs, &rod,  &chain,
                                             &circuit, &masses, &index3,     &body,      &wheel,   &edge, &nothing };
const int n_recorded_problems = G_N_ELEMENTS (recorded_problems);
