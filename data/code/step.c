
/* One step of Dormand and Prince's method of order 5 (E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, 2nd ed., 1993, table II.5.2).
 * k[0] is the derivative at the start; k[6] becomes that at the end x1. Returns the error in units of the tolerance. */
static double
step (double t, const double *x, const double *p, double h, double k[7][N], double *x1, const double *size, double tolerance)
{
  static const double c[] = { 0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1 };
  static const double a[7][6] = { { 0 }, { 1. / 5 }, { 3. / 40, 9. / 40 }, { 44. / 45, -56. / 15, 32. / 9 },
    { 19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729 }, { 9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656 },
    { 35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84 } };
  static const double e[] = { 71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40 };
  double d[N];

  for (int s = 1; s < 7; s++)
    {
      for (int i = 0; i < N; i++)
        {
          double sum = 0;
          for (int j = 0; j < s; j++)
            sum += a[s][j] * k[j][i];
          x1[i] = x[i] + h * sum;
        }
      rhs (t + c[s] * h, x1, p, k[s]);
    }
  for (int i = 0; i < N; i++)
    {
      d[i] = 0;
      for (int s = 0; s < 7; s++)
        d[i] += h * e[s] * k[s][i];
    }
  return norm (d, x, x1, size, tolerance);
}
