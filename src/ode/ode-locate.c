/* Root finders for a scalar function with a sign change in a bracket, evaluated at points of dense output: bisection,
 * Illinois, Brent and Chandrupatla. Each ends when the bracket is at most as wide as the window, so that the root is
 * enclosed and not only approximated. */
#include "ode-locate.h"

#include <float.h>
#include <math.h>

/* Evaluates g at t and shortens the bracket to end there: t becomes the new low end if g has the sign
 * of the low end, otherwise the new high end. Sets *was_low if t became the low end.
 * Returns false if g is NaN at t. */
static bool
probe (OdeLocateFunc g, void *user, OdeBracket *b, double t, bool *was_low)
{
  double value = g (user, t);

  b->iterations++;
  if (isnan (value))
    return false;
  *was_low = b->g_low > 0 ? value > 0 : value < 0;
  if (*was_low)
    {
      b->t_low = t;
      b->g_low = value;
    }
  else
    {
      b->t_high = t;
      b->g_high = value;
    }
  return true;
}

/* Returns the middle of the bracket. The formula stays between both ends even if their sum would
 * overflow. */
static double
middle (const OdeBracket *b)
{
  return b->t_low + 0.5 * (b->t_high - b->t_low);
}

/* Halves the bracket repeatedly. For any g this takes log2 (width/window) evaluations. */
static bool
bisect (OdeLocateFunc g, void *user, double window, OdeBracket *b)
{
  bool low;

  while (b->t_high - b->t_low > window)
    {
      double t = middle (b);

      if (t <= b->t_low || t >= b->t_high)
        break;
      if (!probe (g, user, b, t, &low))
        return false;
    }
  return true;
}

/* Regula falsi with the Illinois rule: if an end of the bracket stays the same in two successive
 * iterations, the value of g there is halved (Dowell, Jarratt, BIT 11 (1971) 168). The next point
 * is at least half a window away from both ends, so that after a point at the root one
 * more evaluation makes the bracket short enough. After three evaluations that did not halve
 * the bracket, the method takes a bisection.
 *
 * The order of convergence is 3^(1/3) = 1.44 per evaluation at a simple root.
 * Without the Illinois rule one end would never move where g is convex, and the length of the bracket
 * would not converge to zero. */
static bool
illinois (OdeLocateFunc g, void *user, double window, OdeBracket *b)
{
  double g_low = b->g_low, g_high = b->g_high, width = b->t_high - b->t_low;
  int side = 0, slow = 0;
  bool low;

  while (b->t_high - b->t_low > window)
    {
      /* The next point is the root of the secant through both ends; the value
       * at one end may have been halved. */
      double margin = 0.5 * window, length = b->t_high - b->t_low, t;

      t = g_low == g_high ? middle (b) : b->t_high - length * (g_high / (g_high - g_low));
      if (slow >= 3 || !(t >= b->t_low && t <= b->t_high))
        {
          t = middle (b);
          slow = 0;
          width = length;
        }
      t = fmin (fmax (t, b->t_low + margin), b->t_high - margin);
      if (t <= b->t_low || t >= b->t_high)
        t = middle (b);
      if (t <= b->t_low || t >= b->t_high)
        break;
      if (!probe (g, user, b, t, &low))
        return false;
      if (low)
        {
          g_low = b->g_low;
          /* The low end moved twice in a row: halve the value at the high end, so
           * that the next secant point lies beyond the root. */
          g_high *= side == -1 ? 0.5 : 1;
          side = -1;
        }
      else
        {
          g_high = b->g_high;
          g_low *= side == 1 ? 0.5 : 1;
          side = 1;
        }
      if (b->t_high - b->t_low <= 0.5 * width)
        {
          width = b->t_high - b->t_low;
          slow = 0;
        }
      else
        slow++;
    }
  return true;
}

/* Brent, Algorithms for Minimization without Derivatives, 1973, chapter 4:
 * inverse quadratic interpolation or the secant method from the best point b, with bisection
 * as the safeguard. a is the previous b; c is the end of the bracket where g has the other sign.
 *
 * The order of convergence is 1.62 (secant method), or 1.84 where the inverse
 * parabola is used. The safeguard bounds the number of evaluations by the square of
 * the number that bisection needs. */
static bool
brent (OdeLocateFunc g, void *user, double window, OdeBracket *bracket)
{
  double a = bracket->t_low, fa = bracket->g_low, b = bracket->t_high, fb = bracket->g_high, c = a, fc = fa;
  double d = b - a, e = d, tolerance = 0.5 * window;
  bool low;

  while (bracket->t_high - bracket->t_low > window)
    {
      double m, p, q, r, s;

      if (fabs (fc) < fabs (fb))
        {
          a = b;
          b = c;
          c = a;
          fa = fb;
          fb = fc;
          fc = fa;
        }
      /* m is half of the bracket, d the step, e the previous step. */
      m = 0.5 * (c - b);
      if (fabs (e) < tolerance || fabs (fa) <= fabs (fb))
        d = e = m;
      else
        {
          /* With two distinct points use the secant, with three the inverse
           * parabola. */
          s = fb / fa;
          if (a == c)
            {
              p = 2 * m * s;
              q = 1 - s;
            }
          else
            {
              q = fa / fc;
              r = fb / fc;
              p = s * (2 * m * q * (q - r) - (b - a) * (r - 1));
              q = (q - 1) * (r - 1) * (s - 1);
            }
          if (p > 0)
            q = -q;
          else
            p = -p;
          /* Use the step p/q if it stays in the bracket (at most three quarters
           * of the way to c) and is less than half of the step before the last
           * one. */
          if (2 * p < fmin (3 * m * q - fabs (tolerance * q), fabs (e * q)))
            {
              e = d;
              d = p / q;
            }
          else
            d = e = m;
        }
      a = b;
      fa = fb;
      /* Move by at least half a window, because the root need not be located more closely. */
      b += fabs (d) > tolerance ? d : copysign (tolerance, m);
      if (b <= bracket->t_low || b >= bracket->t_high)
        b = middle (bracket);
      if (b <= bracket->t_low || b >= bracket->t_high)
        break;
      if (!probe (g, user, bracket, b, &low))
        return false;
      /* Unlike in Brent's version, c is always the end of the bracket opposite to b, because
       * the caller gets the bracket as the result. */
      fb = low ? bracket->g_low : bracket->g_high;
      c = low ? bracket->t_high : bracket->t_low;
      fc = low ? bracket->g_high : bracket->g_low;
    }
  return true;
}

/* Chandrupatla, "A new hybrid quadratic/bisection algorithm for finding the zero
 * of a nonlinear function without using derivatives", Advances in Engineering
 * Software 28 (1997) 145. With x1 the newest point, x2 the other end of the
 * bracket and x3 the point that x1 replaced, inverse quadratic interpolation
 * through the three points is used where
 *
 *   1 − sqrt (1 − ξ) < φ < sqrt (ξ),   ξ = (x1 − x2)/(x3 − x2),   φ = (f1 − f2)/(f3 − f2),
 *
 * that is, where the inverse parabola is monotonic in the bracket; elsewhere the bracket
 * is halved. The order of convergence at a simple zero is 1.84.
 *
 * This version has three additions. The first point comes from the secant, not from bisection. A
 * point is kept `margin` away from both ends, so that estimates that
 * converge from one side shorten the bracket to the window with one further evaluation. The
 * margin is half the window at first and doubles whenever this fails, because rounding
 * errors of g may move the root by more than the window. MAX_SLOW evaluations in a
 * row that do not halve the bracket are followed by a bisection: the cost is at
 * most MAX_SLOW + 1 times that of bisection. */
#define MAX_SLOW 4

/* Returns the fraction of the way from x1 to x2 at which the inverse parabola
 * through the three points is zero, or 1/2 where it is not monotonic. */
static double
inverse_quadratic (double x1, double f1, double x2, double f2, double x3, double f3)
{
  double xi = (x1 - x2) / (x3 - x2), phi = (f1 - f2) / (f3 - f2);

  if (!(1 - sqrt (1 - xi) < phi && phi < sqrt (xi)))
    return 0.5;
  return f1 / (f2 - f1) * (f3 / (f2 - f3)) + (x3 - x1) / (x2 - x1) * (f1 / (f3 - f1)) * (f2 / (f3 - f2));
}

static bool
chandrupatla (OdeLocateFunc g, void *user, double window, OdeBracket *b)
{
  /* x1 is the end with the smaller |g|, because the interpolated point then has the smaller rounding
   * error. */
  const bool low_is_better = fabs (b->g_low) < fabs (b->g_high);
  double x1 = low_is_better ? b->t_low : b->t_high, f1 = low_is_better ? b->g_low : b->g_high;
  double x2 = low_is_better ? b->t_high : b->t_low, f2 = low_is_better ? b->g_high : b->g_low;
  double x3 = x2, f3 = f2;
  double fraction = f1 / (f1 - f2), width = b->t_high - b->t_low, margin = 0.5 * window;
  int n_slow = 0;

  while (b->t_high - b->t_low > window)
    {
      double length = b->t_high - b->t_low, t;
      /* If the fraction is outside [0, 1] or NaN, bisect too. */
      bool low, clamped, was_low = x1 == b->t_low;

      if (n_slow >= MAX_SLOW || !(fraction >= 0 && fraction <= 1))
        {
          fraction = 0.5;
          n_slow = 0;
          width = length;
        }
      t = x1 + fraction * (x2 - x1);
      clamped = length > 2 * margin && (t < b->t_low + margin || t > b->t_high - margin);
      if (clamped)
        t = fmin (fmax (t, b->t_low + margin), b->t_high - margin);
      if (t <= b->t_low || t >= b->t_high)
        t = middle (b);
      if (t <= b->t_low || t >= b->t_high)
        break;
      if (!probe (g, user, b, t, &low))
        return false;
      /* If the new point is on the side of x1, it replaces x1; otherwise x1 becomes the other end x2. */
      if (low == was_low)
        {
          x3 = x1;
          f3 = f1;
          margin *= clamped ? 2 : 1;
        }
      else
        {
          x3 = x2;
          f3 = f2;
          x2 = x1;
          f2 = f1;
        }
      x1 = t;
      f1 = low ? b->g_low : b->g_high;
      if (b->t_high - b->t_low <= 0.5 * width)
        {
          width = b->t_high - b->t_low;
          n_slow = 0;
        }
      else
        n_slow++;
      fraction = inverse_quadratic (x1, f1, x2, f2, x3, f3);
    }
  return true;
}

/* The bracket is valid after every evaluation: if g is undefined at a point, the caller gets the last valid
 * bracket. */
bool
ode_locate (OdeLocateMethod method, OdeLocateFunc g, void *user, double window, OdeBracket *bracket)
{
  switch (method)
    {
    case ODE_LOCATE_BISECTION:
      return bisect (g, user, window, bracket);
    case ODE_LOCATE_BRENT:
      return brent (g, user, window, bracket);
    case ODE_LOCATE_CHANDRUPATLA:
      return chandrupatla (g, user, window, bracket);
    default:
      return illinois (g, user, window, bracket);
    }
}
