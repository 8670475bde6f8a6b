/* Index-1 DAEs M x' = f(t, x) with singular M (Hairer and Wanner, Solving ODEs
 * II, 2nd ed. 1996, VI.1; Ascher and Petzold, Computer Methods for ODEs and
 * DAEs, 1998, section 9.2).
 *
 * Let the orthonormal columns of U span the left and those of V the right null
 * space of M. Multiplying by Uᵀ gives the algebraic equations
 *
 *   Uᵀ f(t, x) = 0,
 *
 * and the component of x along V is the algebraic part of x, whose derivative does not occur in
 * the system. Index 1 means that S = Uᵀ J V is regular. Then
 *
 *   - if the differential part of x is given, Newton's method y ← y − S⁻¹ Uᵀ f(t, x + V y) finds the algebraic part;
 *   - differentiating the algebraic equations, Uᵀ (J x' + ∂f/∂t) = 0, and adding U times this to M x' = f gives
 *
 *       (M + U Uᵀ J) x' = f − U Uᵀ ∂f/∂t,
 *
 *     a regular system for all components of x'. It is regular because a z with M z + U Uᵀ J z = 0 satisfies M z = 0 (the range of M is
 *     orthogonal to U), so z = V y, and then S y = 0.
 *
 * The reduced right-hand side does both at each call. One call costs O(n³),
 * as a dense solve. For stiff or large DAEs methods with ODE_TRAIT_DAE
 * are better; they never call it. */
#include "ode-consistent.h"

#include "ode-linalg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The largest number of iterations. Quadratic convergence needs about
 * five, and a distant first guess some more iterations with damping. */
#define MAX_ITERATIONS 50
/* If Newton's update is below this fraction of the state, it consists of
 * rounding errors: the iteration has converged. */
#define ROUND_OFF 1e-13
/* A larger update, up to this fraction, counts as converged if it no longer
 * reduces the residual: the equations have rounding errors, which an exponential, as in the
 * law of a transistor, amplifies by a factor of 1e3 or more. */
#define STAGNATION 1e-9

struct OdeConsistent
{
  const OdeSystem *full;
  OdeSystem reduced;
  int n, n_null;
  double *M;            /* n² numbers: the mass matrix, dense, column-major */
  double *U, *V;        /* n·n_null numbers each: orthonormal columns */
  double *J;            /* n² numbers: the Jacobian, dense, column-major */
  double *K;            /* n² numbers: M + U Uᵀ J, factored by LU */
  double *S;            /* n_null² numbers: Uᵀ J V, factored by LU */
  double *x, *f, *g, *trial, *moved; /* n numbers each: state, right-hand side, ∂f/∂t or scratch,
                                      * state after an update, state with one component moved */
  double *r, *r_trial;  /* n_null numbers each: algebraic residual at the state and after an update */
  double *values;       /* values of the Jacobian in the order of its pattern */
  int *pivot;           /* 2 n numbers */
  double *memory;
};

/* Computes an orthonormal basis of the null space of A[n²] (column-major,
 * destroyed) into the columns of N and returns its dimension.
 *
 * Gauss–Jordan elimination with complete pivoting ends where no pivot exceeds
 * 1e-13 of the largest entry: the entries of a mass matrix are masses and small
 * integers, so that anything smaller is a rounding error. With rank r the null vectors
 * have a 1 in one of the remaining columns and −a_ik/a_ii in the pivot columns.
 * Gram–Schmidt makes them orthonormal; a second pass removes the rounding
 * errors of the first. */
static int
null_space (int n, double *A, double *N, int *row, int *column)
{
  double largest = 0.0;
  int rank = 0;

  for (int i = 0; i < n; i++)
    row[i] = column[i] = i;
  for (int i = 0; i < n * n; i++)
    largest = fmax (largest, fabs (A[i]));
  for (; rank < n; rank++)
    {
      int p = rank, q = rank;
      double pivot;

      for (int j = rank; j < n; j++)
        for (int i = rank; i < n; i++)
          if (fabs (A[(ptrdiff_t) column[j] * n + row[i]]) > fabs (A[(ptrdiff_t) column[q] * n + row[p]]))
            {
              p = i;
              q = j;
            }
      const int swap_row = row[rank], swap_column = column[rank];

      row[rank] = row[p];
      row[p] = swap_row;
      column[rank] = column[q];
      column[q] = swap_column;
      pivot = A[(ptrdiff_t) column[rank] * n + row[rank]];
      /* All remaining entries are rounding errors, so the rank is known. */
      if (!(fabs (pivot) > 1e-13 * largest))
        break;
      for (int i = 0; i < n; i++)
        {
          const double factor = i != rank ? A[(ptrdiff_t) column[rank] * n + row[i]] / pivot : 0.0;

          if (factor != 0.0)
            for (int j = rank; j < n; j++)
              A[(ptrdiff_t) column[j] * n + row[i]] -= factor * A[(ptrdiff_t) column[j] * n + row[rank]];
        }
    }
  for (int k = rank; k < n; k++)
    {
      double *vector = N + (ptrdiff_t) (k - rank) * n;

      memset (vector, 0, sizeof (double) * (size_t) n);
      /* The null vector has 1 in the free column k; the reduced rows give its
       * entries in the pivot columns. */
      vector[column[k]] = 1.0;
      for (int i = 0; i < rank; i++)
        vector[column[i]] = -A[(ptrdiff_t) column[k] * n + row[i]] / A[(ptrdiff_t) column[i] * n + row[i]];
      /* Make the vector orthogonal to the previous ones. */
      for (int pass = 0; pass < 2; pass++)
        for (int l = 0; l < k - rank; l++)
          {
            const double *other = N + (ptrdiff_t) l * n;
            double product = 0.0;

            for (int i = 0; i < n; i++)
              product += vector[i] * other[i];
            for (int i = 0; i < n; i++)
              vector[i] -= product * other[i];
          }
      double length = 0.0;

      for (int i = 0; i < n; i++)
        length += vector[i] * vector[i];
      for (int i = 0; i < n; i++)
        vector[i] /= sqrt (length);
    }
  return n - rank;
}

/* Handles the usual case without elimination: if every row and column of M has
 * at most one entry, unit vectors of the empty rows and columns span the null
 * spaces. Returns false for other matrices; U and V are then undefined. */
static bool
find_empty_lines (OdeConsistent *self, int *in_row)
{
  const OdePattern *pattern = self->full->mass_pattern;
  const int n = self->n;
  int n_rows = 0, n_columns = 0;

  memset (in_row, 0, sizeof (int) * (size_t) n);
  for (int j = 0; j < n; j++)
    {
      int in_column = 0;

      for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
        if (self->full->mass[k] != 0.0)
          {
            in_row[pattern->row[k]]++;
            in_column++;
          }
      /* If a column has two entries, the null vectors are not unit vectors. */
      if (in_column > 1)
        return false;
      if (in_column == 0)
        self->V[(ptrdiff_t) n_columns++ * n + j] = 1.0;
    }
  for (int i = 0; i < n; i++)
    if (in_row[i] == 0)
      self->U[(ptrdiff_t) n_rows++ * n + i] = 1.0;
    else if (in_row[i] > 1)
      return false;
  self->n_null = n_rows;
  return n_rows == n_columns;
}

/* Copies M and computes U, V and n_null. U is a basis of the null space of Mᵀ. */
static void
take_mass (OdeConsistent *self)
{
  const OdePattern *pattern = self->full->mass_pattern;
  const int n = self->n;
  int *index = self->pivot;

  for (int j = 0; j < n; j++)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
      self->M[(ptrdiff_t) j * n + pattern->row[k]] = self->full->mass[k];
  memset (self->U, 0, sizeof (double) * (size_t) n * (size_t) n);
  memset (self->V, 0, sizeof (double) * (size_t) n * (size_t) n);
  /* In nearly all models M is diagonal with some zeros, or the identity without
   * some rows. */
  if (find_empty_lines (self, index))
    return;
  memset (self->U, 0, sizeof (double) * (size_t) n * (size_t) n);
  memset (self->V, 0, sizeof (double) * (size_t) n * (size_t) n);
  memcpy (self->J, self->M, sizeof (double) * (size_t) n * (size_t) n);
  self->n_null = null_space (n, self->J, self->V, index, index + n);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      self->J[(ptrdiff_t) i * n + j] = self->M[(ptrdiff_t) j * n + i];
  null_space (n, self->J, self->U, index, index + n);
}

/* Takes M again if its values have changed, for example with a parameter during a run. */
static void
follow_mass (OdeConsistent *self)
{
  const OdePattern *pattern = self->full->mass_pattern;

  for (int j = 0; j < self->n; j++)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
      if (self->M[(ptrdiff_t) j * self->n + pattern->row[k]] != self->full->mass[k])
        {
          take_mass (self);
          return;
        }
}

static OdeStatus reduced_rhs (void *user, double t, const double *x, double *dxdt);

OdeConsistent *
ode_consistent_new (const OdeSystem *system)
{
  OdeConsistent *self = calloc (1, sizeof *self);
  const size_t n = (size_t) system->n_states;
  const size_t n_values = system->jacobian_pattern != NULL ? (size_t) system->jacobian_pattern->start[n] : n * n;

  if (self == NULL)
    return NULL;
  self->full = system;
  self->n = (int) n;
  if (system->prepare_jacobian != NULL)
    system->prepare_jacobian (system->self);
  /* n_null is at most n, so n² and n numbers are enough for U, V, S and r. */
  self->memory = calloc (7 * n * n + 7 * n + n_values + 1, sizeof (double));
  self->pivot = malloc (sizeof (int) * (2 * n + 1));
  if (self->memory == NULL || self->pivot == NULL)
    goto fail;
  self->M = self->memory;
  self->U = self->M + n * n;
  self->V = self->U + n * n;
  self->J = self->V + n * n;
  self->K = self->J + n * n;
  self->S = self->K + n * n;
  self->x = self->S + n * n;
  self->f = self->x + n;
  self->g = self->f + n;
  self->trial = self->g + n;
  self->moved = self->trial + n;
  self->r = self->moved + n;
  self->r_trial = self->r + n;
  self->values = self->r_trial + n;
  take_mass (self);
  /* The reduced system has no Jacobian function: the derivative of the
   * algebraic part would need second derivatives of f. It is treated as
   * time-dependent, because the algebraic part may depend on t. */
  self->reduced = *system;
  self->reduced.self = self;
  self->reduced.rhs = reduced_rhs;
  self->reduced.jacobian = NULL;
  self->reduced.prepare_jacobian = NULL;
  self->reduced.jacobian_pattern = NULL;
  self->reduced.time_derivative = NULL;
  self->reduced.time_dependent = true;
  self->reduced.mass_pattern = NULL;
  self->reduced.mass = NULL;
  return self;

fail:
  ode_consistent_free (self);
  return NULL;
}

/* All vectors and matrices are in one block of memory, which one call of free releases. */
void
ode_consistent_free (OdeConsistent *self)
{
  if (self == NULL)
    return;
  free (self->memory);
  free (self->pivot);
  free (self);
}

/* Evaluates the dense Jacobian J at (t, x) into self->J. f is the
 * right-hand side at (t, x). If the system has no Jacobian function,
 * forward differences are used. */
static OdeStatus
take_jacobian (OdeConsistent *self, double t, const double *x, const double *f)
{
  const OdeSystem *system = self->full;
  const OdePattern *pattern = system->jacobian_pattern;
  const int n = self->n;
  OdeStatus status = ODE_DONE;

  /* A Jacobian without a pattern has the layout of J already. */
  if (system->jacobian != NULL && pattern == NULL)
    return system->jacobian (system->self, t, x, self->J);
  if (system->jacobian != NULL)
    {
      status = system->jacobian (system->self, t, x, self->values);
      memset (self->J, 0, sizeof (double) * (size_t) n * (size_t) n);
      for (int j = 0; j < n; j++)
        for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
          self->J[(ptrdiff_t) j * n + pattern->row[k]] = self->values[k];
      return status;
    }
  memcpy (self->moved, x, sizeof (double) * (size_t) n);
  for (int j = 0; j < n && status == ODE_DONE; j++)
    {
      /* √ε times the size of the state, at least 1e-5; see increment in
       * ode-linalg-matrix.c. */
      const double delta = 1.4901161193847656e-8 * fmax (fabs (x[j]), 1e-5);

      self->moved[j] = x[j] + delta;
      status = system->rhs (system->self, t, self->moved, self->g);
      for (int i = 0; i < n; i++)
        self->J[(ptrdiff_t) j * n + i] = (self->g[i] - f[i]) / (self->moved[j] - x[j]);
      self->moved[j] = x[j];
    }
  return status;
}

/* Computes r[n_null] = Uᵀ f and returns its norm. The norm is used only for
 * damping: the equations have different units, so that the size of Newton's update decides
 * about convergence. */
static double
residual (const OdeConsistent *self, const double *f, double *r)
{
  double length = 0.0;

  for (int k = 0; k < self->n_null; k++)
    {
      const double *u = self->U + (ptrdiff_t) k * self->n;

      r[k] = 0.0;
      for (int i = 0; i < self->n; i++)
        r[k] += u[i] * f[i];
      length += r[k] * r[k];
    }
  return sqrt (length);
}

/* Computes and factors S = Uᵀ J V. Returns false if it is singular, which means
 * that the index is above one. */
static bool
prepare_newton (OdeConsistent *self)
{
  const int n = self->n, m = self->n_null;

  for (int b = 0; b < m; b++)
    {
      const double *v = self->V + (ptrdiff_t) b * n;

      memset (self->g, 0, sizeof (double) * (size_t) n);
      for (int j = 0; j < n; j++)
        /* Zeros are skipped. Most null vectors are unit vectors, for which
         * one column of J is enough. */
        if (v[j] != 0.0)
          for (int i = 0; i < n; i++)
            self->g[i] += self->J[(ptrdiff_t) j * n + i] * v[j];
      for (int a = 0; a < m; a++)
        {
          const double *u = self->U + (ptrdiff_t) a * n;
          double sum = 0.0;

          for (int i = 0; i < n; i++)
            sum += u[i] * self->g[i];
          self->S[(ptrdiff_t) b * m + a] = sum;
        }
    }
  return ode_lu_factor (m, self->S, self->pivot);
}

/* Evaluates x − factor V r into trial, f there into self->f, and the algebraic
 * residual into r_trial. Returns the norm of the residual, or NaN if f is
 * undefined. */
static double
try_update (OdeConsistent *self, double t, const double *x, const double *r, double factor)
{
  const int n = self->n;

  memcpy (self->trial, x, sizeof (double) * (size_t) n);
  for (int k = 0; k < self->n_null; k++)
    for (int i = 0; i < n; i++)
      self->trial[i] -= factor * r[k] * self->V[(ptrdiff_t) k * n + i];
  if (self->full->rhs (self->full->self, t, self->trial, self->f) != ODE_DONE)
    return NAN;
  return residual (self, self->f, self->r_trial);
}

/* Makes a damped Newton iteration, with a new Jacobian in each iteration. The update is
 * halved until the residual decreases by at least a tenth of the decrease that the linear model predicts
 * (Armijo's rule), because the initial guess of a user may be far from the solution. The
 * factor is at least 1e-6. */
OdeStatus
ode_consistent_solve (OdeConsistent *self, double t, double *x)
{
  follow_mass (self);
  const int n = self->n, m = self->n_null;
  double length, size, update;
  OdeStatus status;

  if (m == 0)
    return ODE_DONE;
  status = self->full->rhs (self->full->self, t, x, self->f);
  if (status != ODE_DONE)
    return status;
  length = residual (self, self->f, self->r);
  for (int k = 0; k < MAX_ITERATIONS && length > 0.0; k++)
    {
      double factor = 1.0, next = NAN;

      status = take_jacobian (self, t, x, self->f);
      if (status != ODE_DONE)
        return status;
      /* If S is singular, either the index is above 1 or the guess is a
       * singular point. */
      if (!prepare_newton (self))
        return ODE_RETRY_NEWTON;
      ode_lu_solve (m, self->S, self->pivot, self->r);
      /* The columns of V are orthonormal, so the largest component of r
       * measures the change of x. */
      size = update = 0.0;
      for (int i = 0; i < n; i++)
        size = fmax (size, fabs (x[i]));
      for (int i = 0; i < m; i++)
        update = fmax (update, fabs (self->r[i]));
      for (; factor > 1e-6; factor *= 0.5)
        {
          next = try_update (self, t, x, self->r, factor);
          /* If the update consists of rounding errors, any residual that does
           * not grow is accepted. */
          if (next <= length * (1.0 - 0.1 * factor) || (next <= length && update <= ROUND_OFF * fmax (size, 1e-3)))
            break;
        }
      if (update <= ROUND_OFF * fmax (size, 1e-3))
        {
          if (next <= length)
            memcpy (x, self->trial, sizeof (double) * (size_t) n);
          return ODE_DONE;
        }
      /* The residual cannot be reduced. If the update is small, the reason is
       * rounding in the equations; otherwise the iteration fails. */
      if (!(next < length))
        return update <= STAGNATION * fmax (size, 1e-3) ? ODE_DONE : ODE_RETRY_NEWTON;
      memcpy (x, self->trial, sizeof (double) * (size_t) n);
      memcpy (self->r, self->r_trial, sizeof (double) * (size_t) m);
      length = next;
    }
  return length == 0.0 ? ODE_DONE : ODE_RETRY_NEWTON;
}

/* Lists the residual of each algebraic equation with the name of the state whose row
 * contains the equation. The message that there are no consistent values shows the list. */
void
ode_consistent_table (OdeConsistent *self, OdeTranslate translate, double t, const double *x, char *text, size_t size)
{
  const OdeSystem *system = self->full;
  size_t used = 0;

  if (size == 0)
    return;
  text[0] = '\0';
  if (system->rhs (system->self, t, x, self->f) != ODE_DONE)
    {
      ode_message_format (translate, text, size, "the equations are undefined at this point");
      return;
    }
  residual (self, self->f, self->r);
  for (int k = 0; k < self->n_null && used + 1 < size; k++)
    {
      const double *u = self->U + (ptrdiff_t) k * self->n;
      int most = 0, wrote;

      for (int i = 1; i < self->n; i++)
        if (fabs (u[i]) > fabs (u[most]))
          most = i;
      if (system->names != NULL)
        wrote = snprintf (text + used, size - used, "%s%s: %.3g", used > 0 ? ", " : "", system->names[most], self->r[k]);
      else
        /* Translators: a list of residuals: "equation 1: 0.02, equation 3:
         * 1.5"; the first %s is a separator. */
        wrote = snprintf (text + used, size - used, ode_message_translate (translate, ODE_N_ ("%sequation %d: %.3g")),
                          used > 0 ? ", " : "", most + 1,
                          self->r[k]);
      if (wrote < 0)
        return;
      used += (size_t) wrote;
    }
}

/* Computes ∂f/∂t at (t, x) into self->g, by a forward difference if the system
 * has no function for it. self->f is f(t, x). */
static OdeStatus
take_time_derivative (OdeConsistent *self, double t, const double *x)
{
  const OdeSystem *system = self->full;
  OdeStatus status;
  double delta;

  memset (self->g, 0, sizeof (double) * (size_t) self->n);
  if (!system->time_dependent || self->n_null == 0)
    return ODE_DONE;
  if (system->time_derivative != NULL)
    return system->time_derivative (system->self, t, x, self->g);
  /* The increment is √ε max(1, |t|), as for states. */
  delta = 1.4901161193847656e-8 * fmax (fabs (t), 1.0);
  status = system->rhs (system->self, t + delta, x, self->g);
  for (int i = 0; i < self->n; i++)
    self->g[i] = (self->g[i] - self->f[i]) / (t + delta - t);
  return status;
}

/* Evaluates the right-hand side of the reduced system: solves for the algebraic
 * part, then for x' by the equation at the top of this file. The given algebraic part
 * is only an initial guess. */
static OdeStatus
reduced_rhs (void *user, double t, const double *x, double *dxdt)
{
  OdeConsistent *self = user;
  follow_mass (self);
  const int n = self->n, m = self->n_null;
  OdeStatus status;

  memcpy (self->x, x, sizeof (double) * (size_t) n);
  status = ode_consistent_solve (self, t, self->x);
  if (status == ODE_DONE)
    status = self->full->rhs (self->full->self, t, self->x, self->f);
  memcpy (self->K, self->M, sizeof (double) * (size_t) n * (size_t) n);
  if (status == ODE_DONE && m > 0)
    {
      status = take_jacobian (self, t, self->x, self->f);
      /* Add U (Uᵀ J) to K. */
      for (int j = 0; j < n; j++)
        for (int k = 0; k < m; k++)
          {
            const double *u = self->U + (ptrdiff_t) k * n, *column = self->J + (ptrdiff_t) j * n;
            double sum = 0.0;

            for (int i = 0; i < n; i++)
              sum += u[i] * column[i];
            for (int i = 0; i < n; i++)
              self->K[(ptrdiff_t) j * n + i] += u[i] * sum;
          }
    }
  if (status == ODE_DONE)
    status = take_time_derivative (self, t, self->x);
  if (status != ODE_DONE)
    return status;
  /* Compute the right-hand side f − U Uᵀ ∂f/∂t. */
  memcpy (dxdt, self->f, sizeof (double) * (size_t) n);
  for (int k = 0; k < m; k++)
    {
      const double *u = self->U + (ptrdiff_t) k * n;
      double along = 0.0;

      /* The component of f along U is zero, except for the remaining error of
       * Newton's method. Remove this component, so that it does not change x'. */
      for (int i = 0; i < n; i++)
        along += u[i] * (self->f[i] + self->g[i]);
      for (int i = 0; i < n; i++)
        dxdt[i] -= u[i] * along;
    }
  if (!ode_lu_factor (n, self->K, self->pivot))
    return ODE_RETRY_SINGULAR;
  ode_lu_solve (n, self->K, self->pivot, dxdt);
  return ODE_DONE;
}

const OdeSystem *
ode_consistent_system (OdeConsistent *self)
{
  return &self->reduced;
}
