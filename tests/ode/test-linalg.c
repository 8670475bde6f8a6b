/* Tests of the linear algebra of implicit methods. Every factorization is checked
 * by products with the original matrix. */
#include "ode-test.h"

#include "ode-irk.h"
#include "ode-linalg-matrix.h"
#include "ode-multistep.h"

#include <string.h>

static double
draw (void)
{
  return g_test_rand_double_range (-1, 1);
}

static void
test_dense (void)
{
  static const int sizes[] = { 1, 2, 3, 4, 5, 8, 17, 40, 99, 100, 130 };

  for (size_t k = 0; k < G_N_ELEMENTS (sizes); k++)
    for (int repeat = 0; repeat < 5; repeat++)
      {
        const int n = sizes[k];
        g_autofree double *a = g_new (double, n * n), *lu = g_new (double, n * n), *x = g_new (double, n), *b = g_new0 (double, n);
        g_autofree int *pivot = g_new (int, n);

        for (int i = 0; i < n * n; i++)
          a[i] = draw ();
        for (int i = 0; i < n; i++)
          x[i] = draw ();
        /* The first pivot is zero, so that rows must be exchanged. */
        if (n > 1)
          a[0] = 0;
        for (int j = 0; j < n; j++)
          for (int i = 0; i < n; i++)
            b[i] += a[j * n + i] * x[j];
        memcpy (lu, a, sizeof (double) * n * n);
        g_assert_true (ode_lu_factor (n, lu, pivot));
        ode_lu_solve (n, lu, pivot, b);
        /* The condition numbers of these random matrices stay below 1e5. */
        g_assert_cmpfloat (max_difference (b, x, n), <, 1e-9);
      }
}

/* Some entries are so large or small that their squares overflow or underflow. */
static void
test_dense_complex (gconstpointer user)
{
  const double scale = *(const double *) user;

  for (int n = 1; n <= 20; n++)
    {
      double re[400], im[400], x[20], y[20], u[20] = { 0 }, v[20] = { 0 };
      int pivot[20];

      for (int i = 0; i < n * n; i++)
        {
          re[i] = scale * draw ();
          im[i] = scale * draw ();
        }
      for (int i = 0; i < n; i++)
        {
          x[i] = draw ();
          y[i] = draw ();
        }
      if (n > 1)
        re[0] = im[0] = 0;
      for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
          {
            u[i] += re[j * n + i] * x[j] - im[j * n + i] * y[j];
            v[i] += re[j * n + i] * y[j] + im[j * n + i] * x[j];
          }
      g_assert_true (ode_lu_factor_complex (n, re, im, pivot));
      ode_lu_solve_complex (n, re, im, pivot, u, v);
      g_assert_cmpfloat (max_difference (u, x, n), <, 1e-10);
      g_assert_cmpfloat (max_difference (v, y, n), <, 1e-10);
    }
}

static void
test_singular (void)
{
  for (int n = 1; n <= 6; n++)
    {
      double a[36] = { 0 }, re[36] = { 0 }, im[36] = { 0 };
      int pivot[6];

      /* The last column is empty. */
      for (int j = 0; j < n - 1; j++)
        for (int i = 0; i < n; i++)
          a[j * n + i] = draw ();
      g_assert_false (ode_lu_factor (n, a, pivot));
      g_assert_false (ode_lu_factor_complex (n, re, im, pivot));
      for (int i = 0; i < n * n; i++)
        a[i] = NAN;
      g_assert_false (ode_lu_factor (n, a, pivot));
    }
}

/* A matrix with l diagonals on each side has code of its own; with a further diagonal of zeros the general code treats it. */
static void
test_equal_widths (void)
{
  for (int l = 1; l <= 5; l++)
    for (int n = 1; n <= 40; n += n < 12 ? 1 : 7)
      {
        const size_t leading[2] = { ode_band_leading (l, l), ode_band_leading (l, l + 1) };
        double *re[2], *im[2], *real[2], *b[2], *x[2], *y[2];
        int *pivot[2], *pivot_complex[2];

        for (int k = 0; k < 2; k++)
          {
            re[k] = g_new0 (double, leading[k] * n);
            im[k] = g_new0 (double, leading[k] * n);
            real[k] = g_new0 (double, leading[k] * n);
            b[k] = g_new (double, n);
            x[k] = g_new (double, n);
            y[k] = g_new (double, n);
            pivot[k] = g_new (int, n);
            pivot_complex[k] = g_new (int, n);
          }
        for (int j = 0; j < n; j++)
          {
            b[0][j] = b[1][j] = draw ();
            x[0][j] = x[1][j] = draw ();
            y[0][j] = y[1][j] = draw ();
            for (int i = MAX (0, j - l); i <= MIN (n - 1, j + l); i++)
              {
                const double u = i == j ? 0.3 * draw () + 0.05 : draw (), v = draw ();

                for (int k = 0; k < 2; k++)
                  {
                    const size_t slot = (size_t) (2 * l + k + i - j) + (size_t) j * leading[k];

                    re[k][slot] = real[k][slot] = u;
                    im[k][slot] = v;
                  }
              }
          }
        for (int k = 0; k < 2; k++)
          {
            const gsize bytes = sizeof (double) * leading[k] * (gsize) n;
            g_autofree double *both_real = g_memdup2 (real[k], bytes), *both_re = g_memdup2 (re[k], bytes), *both_im = g_memdup2 (im[k], bytes);
            g_autofree int *exchanged = g_new (int, n), *exchanged_complex = g_new (int, n);

            g_assert_true (ode_band_factor_two (n, l, l + k, both_real, exchanged, both_re, both_im, exchanged_complex));
            g_assert_true (ode_band_factor (n, l, l + k, real[k], pivot[k]));
            g_assert_cmpmem (both_real, bytes, real[k], bytes);
            ode_band_solve (n, l, l + k, real[k], pivot[k], b[k]);
            g_assert_true (ode_band_factor_complex (n, l, l + k, re[k], im[k], pivot_complex[k]));
            g_assert_cmpmem (both_re, bytes, re[k], bytes);
            g_assert_cmpmem (both_im, bytes, im[k], bytes);
            g_assert_cmpmem (exchanged, sizeof (int) * (gsize) n, pivot[k], sizeof (int) * (gsize) n);
            g_assert_cmpmem (exchanged_complex, sizeof (int) * (gsize) n, pivot_complex[k], sizeof (int) * (gsize) n);
            ode_band_solve_complex (n, l, l + k, re[k], im[k], pivot_complex[k], x[k], y[k]);
          }
        for (int i = 0; i < n; i++)
          {
            g_assert_true (b[0][i] == b[1][i] && x[0][i] == x[1][i] && y[0][i] == y[1][i]);
            g_assert_true (pivot[0][i] == pivot[1][i] && pivot_complex[0][i] == pivot_complex[1][i]);
          }
        for (int k = 0; k < 2; k++)
          {
            g_free (re[k]);
            g_free (im[k]);
            g_free (real[k]);
            g_free (b[k]);
            g_free (x[k]);
            g_free (y[k]);
            g_free (pivot[k]);
            g_free (pivot_complex[k]);
          }
      }
}

static void
test_banded (void)
{
  for (int lower = 0; lower <= 4; lower++)
    for (int upper = 0; upper <= 4; upper++)
      for (int n = 1; n <= 25; n += n < 12 ? 1 : 6)
        {
          const size_t leading = ode_band_leading (lower, upper);
          g_autofree double *a = g_new0 (double, leading * n), *im = g_new0 (double, leading * n);
          g_autofree double *ca = g_new0 (double, leading * n);
          g_autofree double *x = g_new (double, n), *b = g_new0 (double, n), *u = g_new0 (double, n), *v = g_new0 (double, n);
          g_autofree double *whole = g_new0 (double, n * n), *whole_im = g_new0 (double, n * n);
          g_autofree int *pivot = g_new (int, n);

          for (int i = 0; i < n; i++)
            x[i] = draw ();
          for (int j = 0; j < n; j++)
            for (int i = MAX (0, j - upper); i <= MIN (n - 1, j + lower); i++)
              {
                const size_t slot = (size_t) (lower + upper + i - j) + (size_t) j * leading;

                /* The diagonal entries are small, so that rows are exchanged. */
                a[slot] = i == j ? 0.1 * draw () + 0.05 : draw ();
                im[slot] = draw ();
                whole[j * n + i] = a[slot];
                whole_im[j * n + i] = im[slot];
                b[i] += a[slot] * x[j];
                u[i] += a[slot] * x[j];
                v[i] += im[slot] * x[j];
              }
          memcpy (ca, a, sizeof (double) * leading * n);
          if (ode_band_factor (n, lower, upper, a, pivot))
            {
              double largest = 0;

              ode_band_solve (n, lower, upper, a, pivot, b);
              for (int i = 0; i < n; i++)
                largest = MAX (largest, fabs (b[i]));
              /* Some of these matrices are triangular and ill-conditioned,
               * so the residual is compared with the size of the solution. */
              for (int i = 0; i < n; i++)
                {
                  double residual = 0;

                  for (int j = 0; j < n; j++)
                    residual += whole[j * n + i] * (b[j] - x[j]);
                  g_assert_cmpfloat (fabs (residual), <, 1e-12 * MAX (1, largest));
                }
            }
          g_assert_true (ode_band_factor_complex (n, lower, upper, ca, im, pivot));
          ode_band_solve_complex (n, lower, upper, ca, im, pivot, u, v);

          double largest = 1;

          for (int i = 0; i < n; i++)
            largest = MAX (largest, MAX (fabs (u[i]), fabs (v[i])));
          for (int i = 0; i < n; i++)
            {
              double residual_re = 0, residual_im = 0;

              for (int j = 0; j < n; j++)
                {
                  const double p = whole[j * n + i], q = whole_im[j * n + i];

                  residual_re += p * (u[j] - x[j]) - q * v[j];
                  residual_im += p * v[j] + q * (u[j] - x[j]);
                }
              g_assert_cmpfloat (fabs (residual_re), <, 1e-12 * largest);
              g_assert_cmpfloat (fabs (residual_im), <, 1e-12 * largest);
            }
        }
}

/* ---- the matrix of a system: γM − J in each storage, real and complex ---- */

typedef struct
{
  int n;
  int start[301], row[20000];
  double values[20000];
  OdePattern pattern;
} Sparse;

static OdeStatus
sparse_rhs (void *self, double t, const double *x, double *dxdt)
{
  const Sparse *s = self;

  memset (dxdt, 0, sizeof (double) * s->n);
  for (int j = 0; j < s->n; j++)
    for (int k = s->start[j]; k < s->start[j + 1]; k++)
      dxdt[s->row[k]] += s->values[k] * x[j];
  return ODE_DONE;
}

static OdeStatus
sparse_jacobian (void *self, double t, const double *x, double *values)
{
  const Sparse *s = self;

  memcpy (values, s->values, sizeof (double) * s->start[s->n]);
  return ODE_DONE;
}

/* Makes a matrix with one of these patterns (rule): 0 dense, 1 tridiagonal
 * with shuffled rows and columns, 2 random sparse. */
static void
make_sparse (Sparse *s, int n, int rule)
{
  int count = 0, shuffle[300];

  for (int i = 0; i < n; i++)
    shuffle[i] = i;
  for (int i = n - 1; i > 0; i--)
    {
      const int j = g_test_rand_int_range (0, i + 1), swap = shuffle[i];

      shuffle[i] = shuffle[j];
      shuffle[j] = swap;
    }
  s->n = n;
  for (int j = 0; j < n; j++)
    {
      s->start[j] = count;
      for (int i = 0; i < n; i++)
        if (rule == 0 || (rule == 1 && ABS (shuffle[i] - shuffle[j]) <= 1) || (rule == 2 && (i == j || g_test_rand_int_range (0, n) < 3)))
          {
            s->row[count] = i;
            s->values[count++] = draw ();
          }
    }
  s->start[n] = count;
  s->pattern = (OdePattern) { n, n, s->start, s->row };
}

/* Computes y = J x. */
static void
jacobian_times (const OdeMatrix *matrix, const double *x, double *y)
{
  const OdePattern *pattern = matrix->system->jacobian_pattern;
  const int n = matrix->n;

  memset (y, 0, sizeof (double) * (size_t) n);
  for (int j = 0; j < n; j++)
    if (pattern != NULL)
      for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
        y[pattern->row[k]] += matrix->jacobian[k] * x[j];
    else
      for (int i = 0; i < n; i++)
        y[i] += matrix->jacobian[(ptrdiff_t) j * n + i] * x[j];
}

static void
check_matrix (Sparse *s, OdeStorage storage, bool mass)
{
  static int mass_start[301], mass_row[600];
  static double mass_values[600];
  static const OdePattern none = { 0 };
  OdePattern mass_pattern = none;
  OdeSystem system = { .self = s, .n_states = s->n, .rhs = sparse_rhs, .jacobian = sparse_jacobian, .jacobian_pattern = &s->pattern };
  const int n = s->n;
  OdeStatistics statistics = { 0 };
  OdeStepper stepper = { .system = &system, .statistics = &statistics };
  OdeMatrix *matrix;
  OdeFactor *real, *pair;
  double x[300], y[300], b[300], c[300], M_x[300], M_y[300], J_x[300], J_y[300];

  if (mass)
    {
      int count = 0;

      /* The pattern of the mass matrix is the identity with some further
       * entries, and one row is empty. */
      for (int j = 0; j < n; j++)
        {
          mass_start[j] = count;
          if (j > 0 && j % 7 == 3)
            {
              mass_row[count] = j - 1;
              mass_values[count++] = 0.3;
            }
          if (j != n / 2)
            {
              mass_row[count] = j;
              mass_values[count++] = 1 + j % 3;
            }
        }
      mass_start[n] = count;
      mass_pattern = (OdePattern) { n, n, mass_start, mass_row };
      system.mass_pattern = &mass_pattern;
      system.mass = mass_values;
    }
  matrix = ode_matrix_new (&system, NULL);
  real = ode_factor_new (matrix, false);
  pair = ode_factor_new (matrix, true);
  g_test_message ("%s", matrix->text);
  g_assert_cmpint (matrix->storage, ==, storage);
  for (int i = 0; i < n; i++)
    {
      x[i] = draw ();
      y[i] = draw ();
    }
  g_assert_cmpint (ode_matrix_evaluate (matrix, &stepper, 0, x, NULL), ==, ODE_DONE);
  ode_matrix_mass_times (matrix, x, M_x);
  ode_matrix_mass_times (matrix, y, M_y);
  jacobian_times (matrix, x, J_x);
  jacobian_times (matrix, y, J_y);
  /* The second pass uses the symbolic analysis of the first pass. */
  for (int pass = 0; pass < 2; pass++)
    {
      const double re = 7 + pass, im = 3 - pass;

      g_assert_cmpint (ode_factor_compute (real, &stepper, re, 0), ==, ODE_DONE);
      for (int i = 0; i < n; i++)
        b[i] = re * M_x[i] - J_x[i];
      ode_factor_solve (real, b, NULL);
      g_assert_cmpfloat (max_difference (b, x, n), <, 1e-8);
      g_assert_cmpint (ode_factor_compute (pair, &stepper, re, im), ==, ODE_DONE);
      for (int i = 0; i < n; i++)
        {
          b[i] = re * M_x[i] - im * M_y[i] - J_x[i];
          c[i] = re * M_y[i] + im * M_x[i] - J_y[i];
        }
      ode_factor_solve (pair, b, c);
      g_assert_cmpfloat (max_difference (b, x, n), <, 1e-8);
      g_assert_cmpfloat (max_difference (c, y, n), <, 1e-8);
    }
  ode_factor_free (real);
  ode_factor_free (pair);
  ode_matrix_free (matrix);
}

static void
test_storage (void)
{
  g_autofree Sparse *s = g_new0 (Sparse, 1);

  for (int mass = 0; mass < 2; mass++)
    {
      make_sparse (s, 8, 1);
      check_matrix (s, ODE_STORAGE_DENSE, mass != 0);
      make_sparse (s, 60, 0);
      check_matrix (s, ODE_STORAGE_DENSE, mass != 0);
      if (!mass)
        {
          /* The shuffled tridiagonal matrix is recognized as a band matrix. */
          make_sparse (s, 300, 1);
          check_matrix (s, ODE_STORAGE_BANDED, false);
        }
      make_sparse (s, 300, 2);
      check_matrix (s, ode_klu_available () ? ODE_STORAGE_SPARSE : ODE_STORAGE_DENSE, mass != 0);
    }
}

/* Difference Jacobians, with columns in groups, agree with the exact Jacobian. */
static void
test_differences (void)
{
  g_autofree Sparse *s = g_new0 (Sparse, 1);

  for (int scheme = 0; scheme < 4; scheme++)
    {
      OdeSystem system = { .self = s, .rhs = sparse_rhs, .jacobian_pattern = &s->pattern };
      OdeStatistics statistics = { 0 };
      OdeStepper stepper = { .system = &system, .statistics = &statistics };
      OdeMatrix *matrix;
      double x[300];

      make_sparse (s, 300, 1);
      system.n_states = s->n;
      stepper.settings.jacobian = scheme % 2 == 0 ? ODE_JACOBIAN_FORWARD : ODE_JACOBIAN_CENTRAL;
      stepper.settings.drake_implicit = scheme >= 2;
      matrix = ode_matrix_new (&system, NULL);
      for (int i = 0; i < s->n; i++)
        x[i] = draw ();
      g_assert_cmpint (ode_matrix_evaluate (matrix, &stepper, 0, x, NULL), ==, ODE_DONE);
      for (int k = 0; k < s->start[s->n]; k++)
        g_assert_cmpfloat_with_epsilon (matrix->jacobian[k], s->values[k], 1e-5);
      /* A tridiagonal matrix needs three groups. The greedy choice for the
       * shuffled matrix may need four or five. */
      g_assert_cmpint (statistics.jacobian_rhs_evaluations, <=, scheme % 2 == 0 ? 6 : 10);
      g_assert_cmpint (statistics.jacobian_rhs_evaluations, ==, statistics.rhs_evaluations);
      ode_matrix_free (matrix);
    }
}

typedef struct
{
  double x, moved; /* the point, and the argument of the last evaluation that was not the point */
} Probe;

static OdeStatus
probe_rhs (void *self, double t, const double *x, double *dxdt)
{
  Probe *probe = self;

  if (x[0] > probe->x)
    probe->moved = x[0];
  dxdt[0] = x[0];
  return ODE_DONE;
}

/* The increments of differences have the documented sizes, up to the rounding of x. */
static void
test_increments (void)
{
  static const struct { bool central, drake; double x, delta; } rows[] = {
    { false, false, 4, 2.9802322387695312e-8 }, { false, false, -0.25, 7.450580596923828e-9 }, { false, false, 1e-9, 4.712160915387242e-11 },
    { false, true, 3, 4.4703483581542969e-8 },  { false, true, -1.05, 1.5646219253540039e-8 }, { false, true, 0.5, 1.4901161193847656e-8 },
    { true, false, 2, 6e-7 },  { true, false, 0.5, 1.5e-7 }, { true, false, 1e-9, 3e-12 }, { true, false, 1.05, 3.15e-7 },
    { true, true, -1.05, 3.15e-7 }, { true, true, 0.5, 3e-7 },
  };

  for (size_t k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      Probe probe = { rows[k].x, NAN };
      OdeSystem system = { .n_states = 1, .self = &probe, .rhs = probe_rhs };
      OdeStatistics statistics = { 0 };
      OdeStepper stepper = { .system = &system, .statistics = &statistics };
      OdeMatrix *matrix;

      stepper.settings.jacobian = rows[k].central ? ODE_JACOBIAN_CENTRAL : ODE_JACOBIAN_FORWARD;
      stepper.settings.drake_implicit = rows[k].drake;
      matrix = ode_matrix_new (&system, NULL);
      g_assert_cmpint (ode_matrix_evaluate (matrix, &stepper, 0, &rows[k].x, NULL), ==, ODE_DONE);
      g_assert_cmpfloat_with_epsilon (probe.moved - probe.x, rows[k].delta, 1e-3 * rows[k].delta + 2.3e-16 * fabs (probe.x));
      /* The difference is divided by the rounded increment. */
      g_assert_cmpfloat_with_epsilon (matrix->jacobian[0], 1, 1e-14);
      ode_matrix_free (matrix);
    }
}

/* ---- coefficients computed at run time ---- */

/* The eigenvalues and eigenvectors that are computed for a tableau agree with the stored
 * ones, so that both methods take the same steps. */
static void
test_spectrum (void)
{
  const OdeMethod *methods[] = {
    ode_method_find ("gauss4"), ode_method_find ("gauss6"), ode_method_find ("lobatto_iiia4"), ode_method_find ("lobatto_iiic4"),
  };
  const struct { const OdeTableau *tableau; const OdeIrkSpectrum *spectrum; } rows[] = {
    { &ode_tableau_radau3, &ode_spectrum_radau3 },     { &ode_tableau_radau5, &ode_spectrum_radau5 },
    { &ode_tableau_radau9, &ode_spectrum_radau9 },     { &ode_tableau_radau13, &ode_spectrum_radau13 },
    { methods[0]->tableau, methods[0]->data },         { methods[1]->tableau, methods[1]->data },
    { methods[2]->tableau, methods[2]->data },         { methods[3]->tableau, methods[3]->data },
  };

  for (size_t k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      OdeIrkScheme given, found;
      char error[200];

      g_assert_true (ode_irk_scheme_init (&given, rows[k].tableau, rows[k].spectrum, NULL, error, sizeof error));
      g_assert_true (ode_irk_scheme_init (&found, rows[k].tableau, NULL, NULL, error, sizeof error));
      g_assert_cmpint (found.n_real, ==, given.n_real);
      g_assert_cmpint (found.n_pairs, ==, given.n_pairs);
      /* T Λ T⁻¹ = A⁻¹ for any scaling of the eigenvectors, so the product of A
       * and the computed T Λ T⁻¹ is compared with the identity. */
      for (int i = 0; i < found.n_stages; i++)
        for (int j = 0; j < found.n_stages; j++)
          {
            const int s = found.n_stages, first = found.explicit_first, all = s + first;
            double sum = 0;

            for (int m = 0; m < s; m++)
              {
                double inverse = 0;

                for (int l = 0; l < s; l++)
                  {
                    double row = 0;

                    if (l < found.n_real)
                      row = found.eigenvalues[l] * found.T_inverse[l * s + j];
                    else
                      {
                        const int at = found.n_real + (l - found.n_real) / 2 * 2;
                        const double alpha = found.eigenvalues[at], beta = found.eigenvalues[at + 1];

                        row = l == at ? alpha * found.T_inverse[at * s + j] - beta * found.T_inverse[(at + 1) * s + j]
                                      : beta * found.T_inverse[at * s + j] + alpha * found.T_inverse[(at + 1) * s + j];
                      }
                    inverse += found.T[m * s + l] * row;
                  }
                sum += rows[k].tableau->A[(i + first) * all + m + first] * inverse;
              }
            /* With seven stages the eigenvectors are nearly parallel, so that
             * three digits are lost. */
            g_assert_cmpfloat_with_epsilon (sum, i == j ? 1 : 0, 1e-12);
          }
    }
}

static void
test_multistep_coefficients (void)
{
  const double past[5] = { 0, -1, -2, -3, -4 }, future[7] = { 1, 0, -1, -2, -3, -4, -5 };
  double w[7];

  ode_multistep_integrate (5, past, w);
  /* These are the coefficients of Adams–Bashforth of order 5, times 720. */
  static const double bashforth[5] = { 1901, -2774, 2616, -1274, 251 };

  for (int j = 0; j < 5; j++)
    g_assert_cmpfloat_with_epsilon (720 * w[j], bashforth[j], 1e-10);
  ode_multistep_differentiate (7, future, w);
  /* These are the coefficients of BDF6, times 60. */
  static const double bdf[7] = { 147, -360, 450, -400, 225, -72, 10 };

  for (int j = 0; j < 7; j++)
    g_assert_cmpfloat_with_epsilon (60 * w[j], bdf[j], 1e-11);
}

int
main (int argc, char **argv)
{
  static const double scales[] = { 1, 1e200, 1e-200 };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/linalg/a-dense-factorization-solves-its-linear-system", test_dense);
  for (size_t i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ode/linalg/a-complex-dense-factorization-solves-its-system/%g", scales[i]);

      g_test_add_data_func (path, &scales[i], test_dense_complex);
    }
  g_test_add_func ("/ode/linalg/a-singular-matrix-is-reported", test_singular);
  g_test_add_func ("/ode/linalg/a-band-factorization-solves-its-linear-system", test_banded);
  g_test_add_func ("/ode/linalg/the-code-for-equal-half-widths-gives-the-numbers-of-the-general-code", test_equal_widths);
  g_test_add_func ("/ode/linalg/the-sparsity-pattern-selects-dense-band-or-sparse-storage", test_storage);
  g_test_add_func ("/ode/linalg/increments-of-finite-differences-have-the-documented-sizes", test_increments);
  g_test_add_func ("/ode/linalg/finite-differences-of-grouped-columns-agree-with-the-jacobian", test_differences);
  g_test_add_func ("/ode/irk/computed-eigenvalues-of-a-tableau-agree-with-the-stored-ones", test_spectrum);
  g_test_add_func ("/ode/multistep/coefficients-equal-the-published-fractions", test_multistep_coefficients);
  return g_test_run ();
}
