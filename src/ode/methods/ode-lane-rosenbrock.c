/* Rosenbrock methods in SIMD lanes, with one member of an ensemble in each lane. The formulas, and the order of the operations, are those
 * of ode-rosenbrock.c and ode-linalg.c; tests compare the bits of the results.
 *
 * A Rosenbrock step has no iteration: every lane evaluates one Jacobian, factors one matrix and solves one linear system per stage.
 * Therefore lanes never wait for each other. Pivots differ between lanes; an exchange of rows is a selection by a mask, and is skipped if
 * no lane of the vector needs it.
 *
 * J is evaluated in every attempt, also in a lane that repeats a step: an evaluation for all lanes costs little more than one for some
 * lanes, and J at the same point has the same bits. The scalar code uses the old J in this case, so that only the counts of evaluations
 * differ.
 *
 * If J or a slope is not finite or a pivot is zero in a lane, `bad` is NaN for this lane, and the scalar integrator makes the step instead.
 *
 * Cost for each lane: n³/3 multiplications for the factor, n² for each of the s solves, s (s + 1) n for the sums, s evaluations of f and
 * one of J.
 *
 * A banded matrix is factored here as a dense matrix whose rows and columns are in the order of the band. The entries outside the band are
 * zero, and the elimination skips columns whose multiplier is zero, so that the operations on the entries in the band are those of the
 * banded code. */
#include "ode-lane-stepper-private.h"

#include "ode-rosenbrock.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef double Vector __attribute__ ((vector_size (32), may_alias));
typedef int64_t Mask __attribute__ ((vector_size (32), may_alias));

#define ABSOLUTE_BITS INT64_C (0x7fffffffffffffff)
/* Largest number of row exchanges in the factorization of four lanes: at most one for each pair of rows k < i. */
#define MOST_EXCHANGES (ODE_LANES_MOST_STIFF * (ODE_LANES_MOST_STIFF - 1) / 2)

/* The row exchanges of four lanes, in the order in which they were made. */
typedef struct
{
  Mask condition[MOST_EXCHANGES];
  unsigned char k[MOST_EXCHANGES], i[MOST_EXCHANGES];
  int n;
} Exchanges;

typedef struct
{
  void (*factor) (int n_lanes, int n, double *a, Exchanges *exchanges, double *bad);
  void (*solve) (int n_lanes, int n, int whole, const double *a, const Exchanges *exchanges, double *b);
} Lu;

#define TARGET
#define NAME(function) plain_##function
#include "ode-lane-lu.inc"
#undef TARGET
#undef NAME

#ifdef __x86_64__
#define TARGET __attribute__ ((target ("avx2")))
#define NAME(function) avx2_##function
#include "ode-lane-lu.inc"
#undef TARGET
#undef NAME
#endif

struct OdeLaneRosenbrock
{
  const OdeRosenbrockData *data;
  const Lu *lu;
  int n, n_entries;      /* number of states, and number of entries of the Jacobian */
  int *slot;             /* for each entry of the Jacobian, its row in `factor` */
  int *diagonal;         /* for each diagonal entry of the matrix, its row in `factor` */
  const int *place;      /* OdeMatrix.place: row of each state in the band, or NULL */
  int whole;             /* number of unknowns that a solve finds in blocks of four */
  Exchanges *exchanges;  /* row exchanges of each vector of four lanes */
  double *memory;
  double *factor;        /* n·n rows: the matrices, then their factors */
  double *sum;           /* n rows: scratch for sums */
  double *dfdt;          /* n rows: ∂f/∂t at the start */
  double *f_end;         /* n rows: slope at the end of the step, for dense output */
  double *ones, *inverse_h, *re; /* one row each: 1, 1/h, 1/(γh) */
  Row *a, *c;            /* the nonzero coefficients a and c of each stage */
  Row m, e;
  double *U;             /* n rows for each stage: the stage vectors U_i of ode-rosenbrock.c */
  const double **u;      /* pointers to the rows of U of each stage */
};

/* The matrix of the stepper `pattern` already has its storage, dense, banded or sparse; see
 * choose_storage in ode-linalg-matrix.c. The matrices of 64 lanes have 64 n² entries, hence the
 * limit ODE_LANES_MOST_STIFF. */
bool
ode_lane_rosenbrock_supports (const OdeStepper *pattern, const OdeLaneSystem *system)
{
  const OdeRosenbrockData *data = pattern->method->data;
  const OdeMatrix *matrix = ode_rosenbrock_matrix (pattern);

  return data->n_stages <= MOST_STAGES && system->n_states <= ODE_LANES_MOST_STIFF && system->jacobian != NULL
         && (!system->time_dependent || system->time_derivative != NULL) && pattern->settings.jacobian == ODE_JACOBIAN_SYMBOLIC
         && pattern->system->jacobian != NULL && ode_matrix_mass_is_identity (matrix) && matrix->storage != ODE_STORAGE_SPARSE;
}

/* Finds, for every entry of the Jacobian, the row of `factor` that belongs to it. */
static void
find_slots (OdeLaneRosenbrock *self, const OdePattern *pattern)
{
  const int n = self->n;

  for (int j = 0; j < n; j++)
    {
      const int column = self->place != NULL ? self->place[j] : j;
      const int first = pattern != NULL ? pattern->start[j] : j * n, end = pattern != NULL ? pattern->start[j + 1] : (j + 1) * n;

      self->diagonal[j] = column * n + column;
      for (int k = first; k < end; k++)
        {
          const int i = pattern != NULL ? pattern->row[k] : k - first, row = self->place != NULL ? self->place[i] : i;

          self->slot[k] = column * n + row;
        }
    }
}

/* Allocates all memory, because a step must not allocate. Rows are aligned to cache lines, as in ode_lane_stepper_new. */
static bool
allocate (OdeLaneRosenbrock *self, const OdePattern *pattern)
{
  const size_t n = (size_t) self->n, s = (size_t) self->data->n_stages, n_rows = n * n + 3 * n + 3 + s * n;

  self->n_entries = pattern != NULL ? pattern->start[n] : self->n * self->n;
  self->slot = malloc (sizeof (int) * ((size_t) self->n_entries + 1));
  self->diagonal = malloc (sizeof (int) * n);
  self->exchanges = aligned_alloc (64, ((sizeof (Exchanges) * (ODE_LANES / 4)) + 63) & ~(size_t) 63);
  self->memory = aligned_alloc (64, sizeof (double) * ODE_LANES * n_rows);
  self->a = calloc (2 * s, sizeof (Row));
  self->u = calloc (s, sizeof *self->u);
  return self->slot != NULL && self->diagonal != NULL && self->exchanges != NULL && self->memory != NULL && self->a != NULL
         && self->u != NULL;
}

/* Divides the memory into rows and sets it to zero, because the code also computes the unused lanes beyond the last member. */
static void
place_rows (OdeLaneRosenbrock *self)
{
  const size_t n = (size_t) self->n, s = (size_t) self->data->n_stages;
  double *next = self->memory;

  memset (self->memory, 0, sizeof (double) * ODE_LANES * (n * n + 3 * n + 3 + s * n));
  self->factor = next;
  self->sum = self->factor + n * n * ODE_LANES;
  self->dfdt = self->sum + n * ODE_LANES;
  self->f_end = self->dfdt + n * ODE_LANES;
  self->ones = self->f_end + n * ODE_LANES;
  self->inverse_h = self->ones + ODE_LANES;
  self->re = self->inverse_h + ODE_LANES;
  self->U = self->re + ODE_LANES;
  for (size_t i = 0; i < s; i++)
    self->u[i] = self->U + i * n * ODE_LANES;
  for (int lane = 0; lane < ODE_LANES; lane++)
    self->ones[lane] = 1;
}

/* The rows of the tableau have no zeros and are in the order of the stages, as for explicit methods. So the sums have the same terms
 * as in the function combine of ode-rosenbrock.c, which skips zeros. */
OdeLaneRosenbrock *
ode_lane_rosenbrock_new (const OdeStepper *pattern, const OdeLaneSystem *system)
{
  OdeLaneRosenbrock *self = calloc (1, sizeof *self);
  const OdePattern *entries = pattern->system->jacobian_pattern;
  int s;

  if (self == NULL)
    return NULL;
  self->data = pattern->method->data;
  self->n = system->n_states;
  self->place = ode_rosenbrock_matrix (pattern)->place;
  self->whole = ode_rosenbrock_matrix (pattern)->storage == ODE_STORAGE_DENSE ? ode_lu_in_blocks (self->n) : 0;
  self->lu = &plain_lu;
#ifdef __x86_64__
  if (__builtin_cpu_supports ("avx2"))
    self->lu = &avx2_lu;
#endif
  if (!allocate (self, entries))
    {
      ode_lane_rosenbrock_free (self);
      return NULL;
    }
  place_rows (self);
  find_slots (self, entries);
  s = self->data->n_stages;
  self->c = self->a + s;
  for (int i = 0; i < s; i++)
    {
      ode_lane_row_init (&self->a[i], self->data->a + (ptrdiff_t) i * s, NULL, i);
      ode_lane_row_init (&self->c[i], self->data->C + (ptrdiff_t) i * s, NULL, i);
    }
  ode_lane_row_init (&self->m, self->data->m, NULL, s);
  ode_lane_row_init (&self->e, self->data->e, NULL, s);
  return self;
}

/* Frees what `allocate` has made; c is the second half of the array a. */
void
ode_lane_rosenbrock_free (OdeLaneRosenbrock *self)
{
  if (self == NULL)
    return;
  free (self->slot);
  free (self->diagonal);
  free (self->exchanges);
  free (self->memory);
  free (self->a);
  free ((void *) self->u);
  free (self);
}

/* Evaluates J and ∂f/∂t at the start of the step, and factors 1/(γh) − J. A lane that repeats a
 * step evaluates J again and gets the same bits. M is the identity, so that only the diagonal gets
 * 1/(γh). */
static void
prepare_matrix (OdeLaneStepper *stepper, OdeLaneTry *step)
{
  OdeLaneRosenbrock *self = stepper->rosenbrock;
  const OdeLaneSystem *system = stepper->system;
  const int n = self->n;

  memcpy (system->t, step->t, sizeof (double) * (size_t) step->n_lanes);
  memcpy (system->x, step->x0, sizeof (double) * ODE_LANES * (size_t) n);
  system->evaluate_derivatives (system->self, step->n_lanes);
  if (system->time_dependent)
    stepper->loops->take (step->n_lanes, n, self->dfdt, system->time_derivative, step->bad);
  memset (self->factor, 0, sizeof (double) * ODE_LANES * (size_t) (n * n));
  for (int k = 0; k < self->n_entries; k++)
    {
      double *to = self->factor + self->slot[k] * ODE_LANES;
      const double *from = system->jacobian[k];

      for (int lane = 0; lane < step->n_lanes; lane++)
        {
          step->bad[lane] += from[lane];
          to[lane] = -from[lane];
        }
    }
  for (int lane = 0; lane < step->n_lanes; lane++)
    {
      self->re[lane] = 1.0 / (step->h[lane] * self->data->gamma);
      self->inverse_h[lane] = 1.0 / step->h[lane];
    }
  for (int j = 0; j < n; j++)
    for (int lane = 0; lane < step->n_lanes; lane++)
      self->factor[self->diagonal[j] * ODE_LANES + lane] += self->re[lane];
  self->lu->factor (step->n_lanes, n, self->factor, self->exchanges, step->bad);
}

/* Solves in place for the right-hand sides in the rows b. If the states are reordered for a band, b
 * is permuted before and after. `sum` is free then, because the right-hand side is complete. */
static void
solve (OdeLaneRosenbrock *self, int n_lanes, double *b)
{
  const size_t bytes = sizeof (double) * ODE_LANES;

  if (self->place == NULL)
    {
      self->lu->solve (n_lanes, self->n, self->whole, self->factor, self->exchanges, b);
      return;
    }
  for (int i = 0; i < self->n; i++)
    memcpy (self->sum + self->place[i] * ODE_LANES, b + i * ODE_LANES, bytes);
  self->lu->solve (n_lanes, self->n, self->whole, self->factor, self->exchanges, self->sum);
  for (int i = 0; i < self->n; i++)
    memcpy (b + i * ODE_LANES, self->sum + self->place[i] * ODE_LANES, bytes);
}

/* Computes stage i like compute_stage of ode-rosenbrock.c. The equation of the transformed stage is
 * (1/(γh) − J) U_i = f (x0 + Σ a_ij U_j) + Σ C_ij U_j/h + d_i h ∂f/∂t (Hairer and Wanner, Solving
 * ODEs II, 2nd ed. 1996, section IV.7). */
static void
compute_stage (OdeLaneStepper *stepper, OdeLaneTry *step, int i)
{
  OdeLaneRosenbrock *self = stepper->rosenbrock;
  const OdeRosenbrockData *data = self->data;
  const OdeLaneSystem *system = stepper->system;
  const Loops *loops = stepper->loops;
  const int n = self->n, n_lanes = step->n_lanes;
  double *U = self->U + (ptrdiff_t) i * n * ODE_LANES;

  if (self->a[i].n_terms == 0 && data->c[i] == 0.0)
    memcpy (U, step->f0, sizeof (double) * ODE_LANES * (size_t) n);
  else
    {
      loops->combine (n_lanes, n, system->x, step->x0, self->ones, &self->a[i], self->u);
      if (system->time_dependent)
        loops->times (n_lanes, system->t, step->t, data->c[i], step->h);
      system->rhs (system->self, n_lanes);
      loops->take (n_lanes, n, U, system->dxdt, step->bad);
    }
  if (i > 0)
    {
      loops->combine (n_lanes, n, self->sum, NULL, self->inverse_h, &self->c[i], self->u);
      for (int k = 0; k < n; k++)
        loops->shift (n_lanes, U + k * ODE_LANES, self->sum + k * ODE_LANES, 1, self->ones);
    }
  if (system->time_dependent && data->d[i] != 0.0)
    for (int k = 0; k < n; k++)
      loops->shift (n_lanes, U + k * ODE_LANES, self->dfdt + k * ODE_LANES, data->d[i], step->h);
  solve (self, n_lanes, U);
}

/* The sums Σ w_j U_j use the loops of the explicit methods with h = 1, or with 1/h in place of h. The products are the same numbers,
 * since a multiplication by 1 is exact and multiplication is commutative. */
void
ode_lane_rosenbrock_attempt (OdeLaneStepper *stepper, OdeLaneTry *step)
{
  OdeLaneRosenbrock *self = stepper->rosenbrock;
  const Loops *loops = stepper->loops;

  prepare_matrix (stepper, step);
  for (int i = 0; i < self->data->n_stages; i++)
    compute_stage (stepper, step, i);
  loops->combine (step->n_lanes, self->n, step->x1, step->x0, self->ones, &self->m, self->u);
  loops->check (step->n_lanes, self->n, step->x1, step->bad);
  if (step->error != NULL)
    loops->combine (step->n_lanes, self->n, step->error, NULL, self->ones, &self->e, self->u);
}

/* The slope is evaluated at t + h, which can differ by rounding from the end time t1 of a step that ends at a given time. */
void
ode_lane_rosenbrock_prepare_dense (OdeLaneStepper *stepper, const OdeLaneTry *step)
{
  OdeLaneRosenbrock *self = stepper->rosenbrock;
  double ignored[ODE_LANES] __attribute__ ((aligned (64))) = { 0 };
  double t_end[ODE_LANES] __attribute__ ((aligned (64)));

  if (self->data->dense_native)
    return;
  for (int lane = 0; lane < step->n_lanes; lane++)
    t_end[lane] = step->t[lane] + step->h[lane];
  ode_lane_stepper_slope (stepper, step->n_lanes, t_end, step->x1, self->f_end, ignored);
}

/* Evaluates the cubic Hermite polynomial like dense_hermite of ode-rosenbrock.c. */
static double
hermite (double h, double theta, double x0, double x1, double f0, double f1)
{
  const double rest = 1.0 - theta, rise = x1 - x0;

  return x0 + theta * rise + theta * rest * (rest * (h * f0 - rise) + theta * (rise - h * f1));
}

/* Returns the weight of U_i in the dense output, a polynomial in θ. */
static double
weight_of (const OdeRosenbrockData *data, int i, double theta)
{
  return ode_tableau_polynomial (data->dense + (ptrdiff_t) i * (data->dense_degree + 1), data->dense_degree, theta);
}

/* Methods without a separate dense output use the cubic Hermite polynomial. */
void
ode_lane_rosenbrock_dense (const OdeLaneStepper *stepper, const OdeLaneTry *step, int lane, double theta, double *x)
{
  const OdeLaneRosenbrock *self = stepper->rosenbrock;

  for (int k = 0; k < self->n; k++)
    {
      const int at = k * ODE_LANES + lane;

      x[k] = self->data->dense_native ? step->x0[at]
                                      : hermite (step->h[lane], theta, step->x0[at], step->x1[at], step->f0[at], self->f_end[at]);
    }
  for (int i = 0; self->data->dense_native && i < self->data->n_stages; i++)
    {
      const double w = weight_of (self->data, i, theta);

      if (w != 0.0)
        for (int k = 0; k < self->n; k++)
          x[k] += w * self->u[i][k * ODE_LANES + lane];
    }
}

/* All lanes have the same θ here, so that one row of weights serves them all. */
void
ode_lane_rosenbrock_dense_rows (OdeLaneStepper *stepper, const OdeLaneTry *step, double theta, double *x)
{
  const OdeLaneRosenbrock *self = stepper->rosenbrock;
  double weights[MOST_STAGES];
  Row row;

  if (!self->data->dense_native)
    {
      for (int k = 0; k < self->n; k++)
        for (int at = k * ODE_LANES; at < k * ODE_LANES + step->n_lanes; at++)
          x[at] = hermite (step->h[at - k * ODE_LANES], theta, step->x0[at], step->x1[at], step->f0[at], self->f_end[at]);
      return;
    }
  for (int i = 0; i < self->data->n_stages; i++)
    weights[i] = weight_of (self->data, i, theta);
  ode_lane_row_init (&row, weights, NULL, self->data->n_stages);
  stepper->loops->combine (step->n_lanes, self->n, x, step->x0, self->ones, &row, self->u);
}
