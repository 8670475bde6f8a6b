#include "sim-root.h"

#include <math.h>

#define MAX_EVALUATIONS 200

static gboolean
crossed (const SimBracket *bracket, double g)
{
  return bracket->g_left > 0 ? g <= 0 : g >= 0;
}

/* Puts a point into the bracket; TRUE where it became the right end. */
static gboolean
take (SimBracket *bracket, double t, double g)
{
  bracket->iterations++;
  if (crossed (bracket, g))
    {
      bracket->right = t;
      bracket->g_right = g;
      return TRUE;
    }
  bracket->left = t;
  if (isfinite (g))
    bracket->g_left = g;
  return FALSE;
}

static gboolean
is_done (const SimBracket *bracket, double window)
{
  double middle = bracket->left + 0.5 * (bracket->right - bracket->left);
  return bracket->right - bracket->left <= window || bracket->iterations >= MAX_EVALUATIONS || middle <= bracket->left
         || middle >= bracket->right;
}

static void
bisect (SimBracket *bracket, double window, SimRootFunc g, gpointer user)
{
  while (!is_done (bracket, window))
    {
      double t = bracket->left + 0.5 * (bracket->right - bracket->left);
      take (bracket, t, g (user, t));
    }
}

/* Regula falsi that halves the value kept at an end that stayed twice (Dowell and Jarratt, BIT 11, 1971, 168–174). The estimate is kept
 * half a window away from both ends, so that it can close the bracket from either side; an end that stays four times is bisected. */
static void
illinois (SimBracket *bracket, double window, SimRootFunc g, gpointer user)
{
  double g_left = bracket->g_left;
  double g_right = bracket->g_right;
  int side = 0;
  while (!is_done (bracket, window))
    {
      double width = bracket->right - bracket->left;
      double t = bracket->left + width * (g_left / (g_left - g_right));
      if (!isfinite (t) || abs (side) >= 4)
        t = bracket->left + 0.5 * width;
      t = fmin (fmax (t, bracket->left + fmin (0.5 * window, 0.5 * width)), bracket->right - fmin (0.5 * window, 0.5 * width));
      if (t <= bracket->left || t >= bracket->right)
        t = bracket->left + 0.5 * width;
      if (take (bracket, t, g (user, t)))
        {
          g_right = bracket->g_right;
          side = side > 0 ? side + 1 : 1;
          if (side > 1)
            g_left *= 0.5;
        }
      else
        {
          g_left = bracket->g_left;
          side = side < 0 ? side - 1 : -1;
          if (side < -1)
            g_right *= 0.5;
        }
    }
}

/* Brent's rule (Algorithms for Minimization without Derivatives, 1973, section 4.2): inverse quadratic interpolation where its step
 * shrinks fast enough, else bisection. Here the bracket keeps its sides, since the right one must have crossed. */
static void
brent (SimBracket *bracket, double window, SimRootFunc g, gpointer user)
{
  double t_old = bracket->left, g_old = bracket->g_left;
  double step_last = bracket->right - bracket->left, step_before = step_last;
  while (!is_done (bracket, window))
    {
      gboolean best_is_right = fabs (bracket->g_right) <= fabs (bracket->g_left);
      double a = best_is_right ? bracket->right : bracket->left, ga = best_is_right ? bracket->g_right : bracket->g_left;
      double b = best_is_right ? bracket->left : bracket->right, gb = best_is_right ? bracket->g_left : bracket->g_right;
      double t = a - ga * (b - a) / (gb - ga);
      if (g_old != ga && g_old != gb)
        t = a * gb * g_old / ((ga - gb) * (ga - g_old)) + b * ga * g_old / ((gb - ga) * (gb - g_old))
            + t_old * ga * gb / ((g_old - ga) * (g_old - gb));
      double width = bracket->right - bracket->left;
      if (!(t > bracket->left && t < bracket->right) || fabs (t - a) > 0.5 * fabs (step_before))
        {
          t = bracket->left + 0.5 * width;
          step_last = width;
        }
      t = fmin (fmax (t, bracket->left + fmin (0.5 * window, 0.5 * width)), bracket->right - fmin (0.5 * window, 0.5 * width));
      step_before = step_last;
      step_last = t - a;
      t_old = b;
      g_old = gb;
      take (bracket, t, g (user, t));
    }
}

void
sim_root_shrink (SimBracket *bracket, SimRootMethod method, double window, SimRootFunc g, gpointer user)
{
  switch (method)
    {
    case SIM_ROOT_BISECTION:
      bisect (bracket, window, g, user);
      break;
    case SIM_ROOT_BRENT:
      brent (bracket, window, g, user);
      break;
    default:
      illinois (bracket, window, g, user);
    }
}
