/* Gragg's modified midpoint rule with polynomial extrapolation in h^2, in
 * 113-bit arithmetic.
 *
 * Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, section
 * II.9: with the number of substeps n_j = 2, 4, 6, … the j-th column of the
 * Aitken–Neville table has order 2j.  The number of columns is fixed and the
 * step follows the difference of the last two entries.  make-reference.py
 * writes model.inc, compiles this file beside it and runs it with different
 * numbers of columns, whose steps and truncation errors have nothing in common.
 *
 * Crossings are found by taking the step again with other lengths (Illinois,
 * then bisection), so a located state carries the full accuracy of the method.
 *
 * model.inc defines N_STATES, N_DISCRETE, N_EVENTS, N_TIMES, the names,
 * start(), rhs(), guard(), armed(), apply() and the tables of events and output
 * times. */
#include <quadmath.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __float128 Q;

enum { NEVER, FALLING, RISING, BOTH };

#include "model.inc"

#define MAX_COLUMNS 20

static Q tolerance = 1e-27Q;
static Q longest_step;
static int n_columns = 12;

static void
midpoint (Q t, const Q *x, const Q *d, Q h, int n, Q *result)
{
  Q s = h / n, a[N_STATES], b[N_STATES], f[N_STATES];

  rhs (t, x, d, f);
  for (int i = 0; i < N_STATES; i++)
    {
      a[i] = x[i];
      b[i] = x[i] + s * f[i];
    }
  for (int k = 1; k < n; k++)
    {
      rhs (t + k * s, b, d, f);
      for (int i = 0; i < N_STATES; i++)
        {
          Q next = a[i] + 2 * s * f[i];
          a[i] = b[i];
          b[i] = next;
        }
    }
  memcpy (result, b, sizeof b);
}

/* Makes one step of length h; returns the largest error in units of the
 * tolerance. */
static Q
attempt (Q t, const Q *x, const Q *d, Q h, Q *result)
{
  static Q table[MAX_COLUMNS][N_STATES];
  Q worst = 0, smallest = 0;

  /* Components below a hundredth of the largest one are computed to the
   * absolute accuracy of that bound, because rounding limits their relative
   * accuracy. */
  for (int i = 0; i < N_STATES; i++)
    if (fabsq (x[i]) > smallest)
      smallest = fabsq (x[i]);
  smallest = smallest > 1e-4Q ? smallest / 100 : 1e-6Q;
  for (int j = 0; j < n_columns; j++)
    {
      midpoint (t, x, d, h, 2 * (j + 1), table[j]);
      for (int k = j - 1; k >= 0; k--)
        {
          Q ratio = (Q) (j + 1) / (k + 1), factor = 1 / (ratio * ratio - 1);

          for (int i = 0; i < N_STATES; i++)
            {
              Q difference = (table[k + 1][i] - table[k][i]) * factor;

              if (k == 0 && j == n_columns - 1)
                {
                  Q scale = fabsq (x[i]) > smallest ? fabsq (x[i]) : smallest;
                  Q error = fabsq (difference) / (tolerance * scale);
                  if (!(error <= worst))
                    worst = error;
                }
              table[k][i] = table[k + 1][i] + difference;
            }
        }
    }
  memcpy (result, table[0], sizeof (Q) * N_STATES);
  return worst;
}

static int
sign_of (Q g, Q zero)
{
  return g > zero ? 1 : g < -zero ? -1 : 0;
}

static bool
crosses (int e, int before, Q after)
{
  int direction = directions[e];

  return (before > 0 && after <= 0 && direction != RISING)
         || (before < 0 && after >= 0 && direction != FALLING);
}

/* Returns the length of the step at which event e crosses zero, up to the last bits. */
static Q
locate (int e, Q t, const Q *x, const Q *d, Q h)
{
  Q low = 0, high = h, g_low = guard (e, t, x, d), result[N_STATES], g_high;
  int side = 0;

  attempt (t, x, d, h, result);
  g_high = guard (e, t + h, result, d);
  if (g_low == 0)
    g_low = -g_high;
  int sign = g_high > 0 ? 1 : g_high < 0 ? -1 : -sign_of (g_low, 0);
  for (int k = 0; k < 200 && high - low > 1e-32Q * (fabsq (t) + fabsq (h)); k++)
    {
      Q middle = k < 60 ? (low * g_high - high * g_low) / (g_high - g_low) : (low + high) / 2;
      if (!(middle > low && middle < high))
        middle = (low + high) / 2;
      attempt (t, x, d, middle, result);
      Q g = guard (e, t + middle, result, d);
      if (g * sign > 0 || g == 0)
        {
          high = middle;
          g_high = g;
          if (g == 0)
            break;
          if (side == 1)
            g_low /= 2;
          side = 1;
        }
      else
        {
          low = middle;
          g_low = g;
          if (side == -1)
            g_high /= 2;
          side = -1;
        }
    }
  return high;
}

static void
print (const char *what, Q t, const Q *x, const Q *d)
{
  char text[64];

  quadmath_snprintf (text, sizeof text, "%.25Qg", t);
  printf ("%s %s", what, text);
  for (int i = 0; i < N_STATES + N_DISCRETE; i++)
    {
      quadmath_snprintf (text, sizeof text, "%.25Qg", i < N_STATES ? x[i] : d[i - N_STATES]);
      printf (" %s", text);
    }
  printf ("\n");
}

/* Sets the reference signs after a jump. A guard that is zero there gets its
 * sign from a short first step. */
static void
read_signs (Q t, const Q *x, const Q *d, int *signs)
{
  for (int e = 0; e < N_EVENTS; e++)
    if (directions[e] != NEVER)
      {
        Q result[N_STATES], g = guard (e, t, x, d), h = longest_step * 1e-4Q;
        attempt (t, x, d, h, result);
        Q later = guard (e, t + h, result, d);
        signs[e] = sign_of (g, fabsq (later) * 1e-20Q);
        if (signs[e] == 0)
          signs[e] = sign_of (later, 0);
      }
}

static bool
fire_scheduled (Q t, Q *x, Q *d)
{
  Q x_before[N_STATES], d_before[N_DISCRETE + 1];
  bool fired = false;

  memcpy (x_before, x, sizeof x_before);
  memcpy (d_before, d, sizeof (Q) * N_DISCRETE);
  for (int e = 0; e < N_EVENTS; e++)
    if (due (e, t))
      {
        apply (e, t, x_before, d_before, x, d);
        print (event_names[e], t, x_before, d_before);
        fired = true;
      }
  return fired;
}

int
main (int argc, char **argv)
{
  Q x[N_STATES], d[N_DISCRETE + 1], t, h, result[N_STATES];
  int signs[N_EVENTS + 1], output = 0;
  Q shift = 0;
  bool at_rest = true;

  if (argc > 1)
    n_columns = atoi (argv[1]);
  if (argc > 2)
    tolerance = strtoflt128 (argv[2], NULL);
  if (argc > 3)
    shift = strtoflt128 (argv[3], NULL);
  start (&t, x, d);
  /* A relative disturbance without a pattern shows how errors grow. If all
   * components are zero, it is absolute. */
  for (int i = 0; i < N_STATES; i++)
    at_rest = at_rest && x[i] == 0;
  for (int i = 0; i < N_STATES; i++)
    x[i] += (at_rest ? 1 : x[i]) * shift * cosq ((Q) i * i + 0.5Q);
  longest_step = max_step;
  h = longest_step * 1e-3Q;
  fire_scheduled (t, x, d);
  read_signs (t, x, d, signs);
  for (long n = 0; output < N_TIMES; n++)
    {
      Q stop = next_time (t), target = output_times[output] < stop ? output_times[output] : stop;
      bool to_target = false;

      if (h > longest_step)
        h = longest_step;
      if (t + h * 1.000001Q >= target)
        {
          h = target - t;
          to_target = true;
        }
      if (h > 0)
        {
          Q error = attempt (t, x, d, h, result);
          Q factor = error > 0 ? powq (0.1Q / error, 1.0Q / (2 * n_columns - 1)) : 3;
          Q h_next = h * (factor > 3 ? 3 : factor < 0.2Q ? 0.2Q : factor);
          int first = -1;
          Q h_first = h;

          if (!(error <= 1))
            {
              h = error == error ? h_next : h / 4;
              if (h < 1e-30Q * fabsq (t) || n > 20000000)
                return fprintf (stderr, "the step vanished at %g\n", (double) t), 1;
              continue;
            }
          for (int e = 0; e < N_EVENTS; e++)
            if (directions[e] != NEVER && crosses (e, signs[e], guard (e, t + h, result, d)))
              {
                Q h_event = locate (e, t, x, d, h);
                attempt (t, x, d, h_event, result);
                if (armed (e, t + h_event, result, d) && (first < 0 || h_event < h_first))
                  {
                    first = e;
                    h_first = h_event;
                  }
                attempt (t, x, d, h, result);
              }
          if (first >= 0)
            {
              Q d_before[N_DISCRETE + 1];
              attempt (t, x, d, h_first, x);
              memcpy (result, x, sizeof result);
              memcpy (d_before, d, sizeof d_before);
              t += h_first;
              print (event_names[first], t, x, d);
              if (stops[first])
                return 0;
              apply (first, t, result, d_before, x, d);
              read_signs (t, x, d, signs);
              h = longest_step * 1e-3Q;
              continue;
            }
          memcpy (x, result, sizeof x);
          t = to_target ? target : t + h;
          for (int e = 0; e < N_EVENTS; e++)
            if (directions[e] != NEVER)
              {
                int sign = sign_of (guard (e, t, x, d), 0);
                if (sign != 0)
                  signs[e] = sign;
              }
          if (!to_target || h_next < h)
            h = h_next;
        }
      while (output < N_TIMES && t >= output_times[output])
        {
          print ("point", t, x, d);
          output++;
        }
      if (output < N_TIMES && t >= stop)
        {
          fire_scheduled (t, x, d);
          read_signs (t, x, d, signs);
          h = longest_step * 1e-3Q;
        }
      else if (to_target)
        h = longest_step * 1e-2Q;
    }
  return 0;
}
