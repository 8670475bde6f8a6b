
/* Factors the matrix a[n][n] into triangular ones with partial pivoting. Returns 0 if it is singular. */
static int
factor (double *a, int *pivot, int n)
{
  for (int j = 0; j < n; j++)
    {
      int best = j;

      for (int i = j + 1; i < n; i++)
        if (fabs (a[i * n + j]) > fabs (a[best * n + j]))
          best = i;
      pivot[j] = best;
      if (!(fabs (a[best * n + j]) > 0))
        return 0;
      for (int k = 0; k < n && best != j; k++)
        {
          const double swap = a[j * n + k];

          a[j * n + k] = a[best * n + k];
          a[best * n + k] = swap;
        }
      for (int i = j + 1; i < n; i++)
        {
          const double m = a[i * n + j] /= a[j * n + j];

          if (m != 0)
            for (int k = j + 1; k < n; k++)
              a[i * n + k] -= m * a[j * n + k];
        }
    }
  return 1;
}

/* Solves the equations with the factors of `factor`; b[n] becomes the solution. */
static void
solve (const double *a, const int *pivot, double *b, int n)
{
  for (int j = 0; j < n; j++)
    {
      const double swap = b[pivot[j]];

      b[pivot[j]] = b[j];
      b[j] = swap;
    }
  for (int i = 1; i < n; i++)
    for (int k = 0; k < i; k++)
      b[i] -= a[i * n + k] * b[k];
  for (int i = n - 1; i >= 0; i--)
    {
      for (int k = i + 1; k < n; k++)
        b[i] -= a[i * n + k] * b[k];
      b[i] /= a[i * n + i];
    }
}

/* One step of the Rosenbrock method RODAS of order 4 (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd ed., 1996, section IV.7 and p. 420).
 * k[0] is the derivative at the start; k[6] becomes that at the end x1. Returns the error in units of the tolerance. */
static double
step (double t, const double *x, const double *p, double h, double k[7][N], double *x1, const double *size, double tolerance)
{
  static const double a[6][5] = { { 0 }, { 1.544 }, { 0.9466785280815826, 0.2557011698983284 }, { 3.314825187068521, 2.896124015972201, 0.9986419139977817 },
    { 1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895 }, { 1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 1 } };
  static const double c[6][5] = { { 0 }, { -5.6688 }, { -2.430093356833875, -0.2063599157091915 }, { -0.1073529058151375, -9.594562251023355, -20.47028614809616 },
    { 7.496443313967647, -10.24680431464352, -33.99990352819905, 11.7089089320616 },
    { 8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054 } };
  static const double time[] = { 0, 0.386, 0.21, 0.63, 1, 1 }, d[] = { 0.25, -0.1043, 0.1035, -0.0362, 0, 0 };
  const double diagonal = 0.25;
  const int n = N_CONTINUOUS;
  double *matrix = malloc (sizeof (double) * N_CONTINUOUS * N_CONTINUOUS);
  double u[6][N], dt[N], f[N];
  int pivot[N];

  if (matrix == NULL)
    return NAN;
  jacobian (t, x, p, matrix, dt);
  for (int i = 0; i < n * n; i++)
    matrix[i] = -matrix[i];
  for (int i = 0; i < n; i++)
    matrix[i * n + i] += 1 / (h * diagonal);
  if (!factor (matrix, pivot, n))
    {
      free (matrix);
      return NAN;
    }
  memcpy (x1, x, sizeof (double) * N);
  for (int s = 0; s < 6; s++)
    {
      for (int i = 0; i < n; i++)
        {
          x1[i] = x[i];
          for (int j = 0; j < s; j++)
            x1[i] += a[s][j] * u[j][i];
        }
      if (s == 0)
        memcpy (f, k[0], sizeof f);
      else
        rhs (t + time[s] * h, x1, p, f);
      for (int i = 0; i < n; i++)
        {
          u[s][i] = f[i] + h * d[s] * dt[i];
          for (int j = 0; j < s; j++)
            u[s][i] += c[s][j] / h * u[j][i];
        }
      solve (matrix, pivot, u[s], n);
    }
  free (matrix);
  for (int i = 0; i < n; i++)
    x1[i] += u[5][i];
  rhs (t + h, x1, p, k[6]);
  return norm (u[5], x, x1, size, tolerance);
}
