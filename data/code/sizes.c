
/* Computes the size of each state, to which its error is compared: its largest value so far or, if the model gives a larger one, its nominal value. A state that starts
 * at zero has at least a small part of the size of the largest state. */
static void
sizes (const double *x, double tolerance, int first, double *largest, double *from_zero, double *size)
{
  double all = 0;

  for (int i = 0; i < N_CONTINUOUS; i++)
    {
      largest[i] = first ? fabs (x[i]) : fmax (largest[i], fabs (x[i]));
      all = fmax (all, largest[i]);
    }
  for (int i = 0; i < N_CONTINUOUS; i++)
    {
      if (first)
        from_zero[i] = largest[i] <= 1e-15 * all;
      size[i] = fmax (NOMINAL[i], fmax (largest[i], from_zero[i] != 0 ? fmax (1e-9, 2e-13 / tolerance) * all : 0));
    }
}

/* Returns the norm of the errors d[N] of a step from x to x1, in units of the tolerance. */
static double
norm (const double *d, const double *x, const double *x1, const double *size, double tolerance)
{
  double sum = 0;

  for (int i = 0; i < N_CONTINUOUS; i++)
    {
      const double allowed = tolerance * fmax (size[i], fmax (fabs (x[i]), fabs (x1[i])));

      if (allowed > 0 || d[i] != d[i])
        sum += d[i] * d[i] / (allowed * allowed);
      if (!(fabs (x1[i]) <= DBL_MAX))
        return NAN;
    }
  return sqrt (sum / N_CONTINUOUS);
}

/* Returns the size of the next step after one of size h with an error in units of the tolerance. */
static double
next_size (double h, double error)
{
  return h * (error > 0 ? fmin (5, fmax (0.2, 0.9 * pow (error, -1. / STEP_ORDER))) : error == 0 ? 5 : 0.2);
}
