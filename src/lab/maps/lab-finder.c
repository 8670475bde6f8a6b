/* Recognizes the attractor that a run approaches. Newton's method finds equilibria; cycles are recognized by the return of the run to its
 * own states. */
#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-attractor.h"
#include "ode-eigen.h"
#include "ode-linalg.h"
#include "ode-random.h"

/* Number of states of a cycle that are stored. */
#define PATH_POINTS 256
/* Number of states of a run in which a period is searched. */
#define TRACE_POINTS 8192
/* Largest number of states of a model whose attractors are recognized. solve_lyapunov solves n (n + 1)/2 linear equations, so its cost
 * grows like n⁶. */
#define MOST_STATES 20

/* Times, in units of time after t, at which a right-hand side that depends on t is tested. They are unequally spaced,
 * so that a periodic term in t does not vanish at all of them. */
static const double later[] = { 0, 0.37, 0.71, 1, 2.3, 7.9, 41.3 };

struct LabFinder
{
  const LabProblem *problem;
  ModelSystem *system;
  const OdeSystem *ode;
  int n;
  double *scale;
  double *f, *f2, *trial, *step, *jacobian, *work;
  int *pivot;
};

/* The instance has the initial discrete states of the model; equilibria and cycles are searched for these. */
LabFinder *
lab_finder_new (const LabProblem *problem, const double *scale, GError **error)
{
  g_autoptr (LabFinder) finder = g_new0 (LabFinder, 1);
  int n;

  finder->problem = problem;
  finder->system = lab_problem_instance (problem, error);
  if (finder->system == NULL)
    return NULL;
  finder->ode = model_system_ode (finder->system);
  n = finder->n = finder->ode->n_states;
  if (!lab_problem_require_order (n, error))
    return NULL;
  finder->scale = g_memdup2 (scale, sizeof (double) * (gsize) n);
  finder->f = g_new0 (double, n + 1);
  finder->f2 = g_new0 (double, n + 1);
  finder->trial = g_new0 (double, n + 1);
  finder->step = g_new0 (double, n + 1);
  finder->jacobian = g_new0 (double, n * n + 1);
  finder->work = g_new0 (double, ode_eigen_work_size (n) + (gsize) (n * n) + 1);
  finder->pivot = g_new0 (int, n + 1);
  if (model_system_n_discrete (finder->system) > 0)
    {
      g_autofree double *d = g_new0 (double, model_system_n_discrete (finder->system));

      if (!model_system_initial (finder->system, finder->trial, d, error))
        return NULL;
      model_system_set_discrete (finder->system, d);
    }
  return g_steal_pointer (&finder);
}

void
lab_finder_free (LabFinder *finder)
{
  if (finder == NULL)
    return;
  model_system_free (finder->system);
  g_free (finder->scale);
  g_free (finder->f);
  g_free (finder->f2);
  g_free (finder->trial);
  g_free (finder->step);
  g_free (finder->jacobian);
  g_free (finder->work);
  g_free (finder->pivot);
  g_free (finder);
}

/* ---- equilibria ---- */

/* Computes f (t, x), and returns the largest |f_i|/scale_i; infinity if f is
 * undefined. */
static double
slope (LabFinder *finder, double t, const double *x, double *f)
{
  double largest = 0;

  if (finder->ode->rhs (finder->ode->self, t, x, f) != ODE_DONE)
    return INFINITY;
  for (int i = 0; i < finder->n; i++)
    largest = isfinite (f[i]) ? fmax (largest, fabs (f[i]) / finder->scale[i]) : INFINITY;
  return largest;
}

/* Computes the Jacobian by central differences, column-major. The increment balances truncation and rounding
 * errors. */
static gboolean
differentiate (LabFinder *finder, double t, const double *x)
{
  int n = finder->n;

  memcpy (finder->trial, x, sizeof (double) * (gsize) n);
  for (int j = 0; j < n; j++)
    {
      /* Central differences have the truncation error δ²/6 f''' and the rounding error ε f/δ, whose sum is least near
       * δ = ε^(1/3). */
      double delta = 6.055454452393343e-6 * finder->scale[j]; /* the factor is ε^(1/3) */
      gboolean fine;

      finder->trial[j] = x[j] + delta;
      fine = isfinite (slope (finder, t, finder->trial, finder->f));
      finder->trial[j] = x[j] - delta;
      fine = fine && isfinite (slope (finder, t, finder->trial, finder->f2));
      finder->trial[j] = x[j];
      if (!fine)
        return FALSE;
      for (int i = 0; i < n; i++)
        finder->jacobian[j * n + i] = (finder->f[i] - finder->f2[i]) / (2 * delta);
    }
  return TRUE;
}

/* A point is an equilibrium if Newton's step from it is at most this, relative to the sizes of the states, or ROUNDINGS roundings of x. */
#define AT_REST 1e-9
#define ROUNDINGS 16

/* Returns whether Newton's step from x is so small that rounding errors prevent further progress. */
static gboolean
is_at_rest (const LabFinder *finder, const double *x)
{
  for (int i = 0; i < finder->n; i++)
    if (!(fabs (finder->step[i]) <= fmax (AT_REST * finder->scale[i], ROUNDINGS * DBL_EPSILON * fabs (x[i]))))
      return FALSE;
  return TRUE;
}

/* Finds an equilibrium by Newton's method with halved steps. x is the start and becomes the result. A step is halved
 * at most 30 times, to 1e-9 of its length, until the largest |f_i|/scale_i decreases. */
static gboolean
find_rest (LabFinder *finder, double t, double *x)
{
  int n = finder->n;
  double before = slope (finder, t, x, finder->f);

  for (int iteration = 0; iteration < 60; iteration++)
    {
      double scale = 1, size = 0, after = INFINITY;

      if (!differentiate (finder, t, x) || !isfinite (slope (finder, t, x, finder->f)))
        return FALSE;
      for (int i = 0; i < n; i++)
        finder->step[i] = -finder->f[i];
      memcpy (finder->work, finder->jacobian, sizeof (double) * (gsize) (n * n));
      if (!ode_lu_factor (n, finder->work, finder->pivot))
        return FALSE;
      ode_lu_solve (n, finder->work, finder->pivot, finder->step);
      for (int halving = 0; halving < 30; halving++, scale *= 0.5)
        {
          for (int i = 0; i < n; i++)
            finder->trial[i] = x[i] + scale * finder->step[i];
          after = slope (finder, t, finder->trial, finder->f2);
          if (after < before)
            break;
        }
      if (!(after < before))
        return is_at_rest (finder, x);
      for (int i = 0; i < n; i++)
        size = fmax (size, fabs (finder->trial[i] - x[i]) / finder->scale[i]);
      memcpy (x, finder->trial, sizeof (double) * (gsize) n);
      before = after;
      if (size < 1e-14)
        return is_at_rest (finder, x);
    }
  return FALSE;
}

/* Returns whether all eigenvalues of the Jacobian at x have negative real parts, by more than the errors of the
 * difference quotients. The difference quotients have relative errors of about 1e-10, ε^(2/3), and so do the
 * eigenvalues unless they are ill-conditioned; 1e-8 is above that. */
static gboolean
is_stable (LabFinder *finder, double t, const double *x)
{
  int n = finder->n;
  g_autofree double *values = g_new0 (double, 2 * n + 1);
  double size = 0;

  if (!differentiate (finder, t, x))
    return FALSE;
  for (int k = 0; k < n * n; k++)
    size = fmax (size, fabs (finder->jacobian[k]));
  if (!ode_eigen_values (n, finder->jacobian, values, finder->work))
    return FALSE;
  for (int k = 0; k < n; k++)
    if (!(values[2 * k] < -1e-8 * size))
      return FALSE;
  return TRUE;
}

/* Solves Jᵀ P + P J = −I for the symmetric matrix P: n (n + 1)/2 linear equations. This is the Lyapunov equation of
 * lab-attractor.h. The symmetric form halves the number of unknowns of the n² equations. */
static double *
solve_lyapunov (LabFinder *finder)
{
  int n = finder->n, m = n * (n + 1) / 2;
  g_autofree double *a = g_new0 (double, m * m + 1), *b = g_new0 (double, m + 1), *p = g_new0 (double, n * n + 1);
  g_autofree int *pivot = g_new (int, m + 1), *index = g_new (int, n * n + 1);
  const double *jacobian = finder->jacobian; /* column-major: J_ij at j n + i */

  for (int i = 0, k = 0; i < n; i++)
    for (int j = i; j < n; j++, k++)
      index[i * n + j] = index[j * n + i] = k;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      {
        int row = index[i * n + j];

        for (int k = 0; k < n; k++)
          {
            a[index[k * n + j] * m + row] += jacobian[i * n + k]; /* (JᵀP)_ij = Σ J_ki P_kj */
            a[index[i * n + k] * m + row] += jacobian[j * n + k]; /* (PJ)_ij = Σ P_ik J_kj */
          }
        b[row] = i == j ? -1 : 0;
      }
  if (!ode_lu_factor (m, a, pivot))
    return NULL;
  ode_lu_solve (m, a, pivot, b);
  for (int k = 0; k < n * n; k++)
    p[k] = b[index[k]];
  return g_steal_pointer (&p);
}

/* Returns whether dV/dt / 2 = (x − x*)ᵀ P f (t, x) < 0 at the point x* + r d. If f depends on t, tests several
 * times. */
static gboolean
falls (LabFinder *finder, const LabAttractor *point, double t, const double *d, double r)
{
  int n = finder->n, n_times = finder->ode->time_dependent ? (int) G_N_ELEMENTS (later) : 1;

  for (int i = 0; i < n; i++)
    finder->trial[i] = point->x[i] + r * d[i];
  for (int k = 0; k < n_times; k++)
    {
      double sum = 0;

      if (!isfinite (slope (finder, t + later[k], finder->trial, finder->f)))
        return FALSE;
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          sum += d[i] * point->matrix[i * n + j] * finder->f[j];
      if (!(sum < 0))
        return FALSE;
    }
  return TRUE;
}

/* Searches points with dV/dt ≥ 0 along rays, and sets the level to a quarter of the smallest V found, which is half
 * of the radius. The distances along a ray grow by factors of 1.1, from FIRST_RADIUS to LAST_RADIUS times the size of
 * the states. The first 2 n rays are the axes, the others have random directions that are the same in every run. */
#define FIRST_RADIUS 1e-6
#define LAST_RADIUS 1e3
/* The first radius is at least this number of roundings of the states: nearer to the point the sign of dV/dt is that of rounding errors. */
#define FIRST_ROUNDINGS 1024

static gboolean
set_level (LabFinder *finder, LabAttractor *point, double t)
{
  int n = finder->n, n_rays = 400 * n;
  OdeRandomStream stream = { 0, 0, ode_random_hash ("rays") };
  g_autofree double *d = g_new (double, n + 1);
  double smallest = INFINITY, first = FIRST_RADIUS;

  for (int i = 0; i < n; i++)
    first = fmax (first, FIRST_ROUNDINGS * DBL_EPSILON * fabs (point->x[i]) / finder->scale[i]);
  for (int ray = 0; ray < n_rays; ray++)
    {
      double v = 0;

      for (int i = 0; i < n; i++)
        d[i] = ray < 2 * n ? (ray / 2 == i) * (ray % 2 ? -1 : 1) : ode_random_normal (&stream, (guint64) (ray * n + i), 0, 1);
      for (int i = 0; i < n; i++)
        d[i] *= finder->scale[i];
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          v += d[i] * point->matrix[i * n + j] * d[j];
      if (!(v > 0))
        return FALSE;
      smallest = fmin (smallest, LAST_RADIUS * LAST_RADIUS * v);
      for (double r = first; r * r * v < smallest; r *= 1.1)
        if (!falls (finder, point, t, d, r))
          {
            smallest = r * r * v;
            break;
          }
    }
  /* A quarter of the smallest V, half of the radius, is a margin for directions between the rays. */
  point->level = smallest / 4;
  lab_attractor_set_reach (point);
  return TRUE;
}

/* Returns whether x is an equilibrium at all tested times, since f may depend on t: the slope is small compared with the rates of the linear part. */
static gboolean
rests_always (LabFinder *finder, double t, const double *x)
{
  int n = finder->n;
  double rate = 0;

  if (!finder->ode->time_dependent)
    return TRUE;
  if (!differentiate (finder, t, x))
    return FALSE;
  for (int i = 0; i < n; i++)
    {
      double sum = 0;

      for (int j = 0; j < n; j++)
        sum += fabs (finder->jacobian[j * n + i]) * fmax (finder->scale[j], ROUNDINGS * DBL_EPSILON * fabs (x[j]) / AT_REST);
      rate = fmax (rate, sum / finder->scale[i]);
    }
  for (guint k = 1; k < G_N_ELEMENTS (later); k++)
    if (!(slope (finder, t + later[k], x, finder->f) <= AT_REST * rate))
      return FALSE;
  return TRUE;
}

/* Finds an equilibrium near the end of a run, and returns it as an attractor if it is stable and the end of the run
 * is in its ellipsoid. */
static LabAttractor *
find_point (LabFinder *finder, double t, const double *start)
{
  int n = finder->n;
  g_autofree double *x = g_memdup2 (start, sizeof (double) * (gsize) n);
  LabAttractor *point;

  if (!find_rest (finder, t, x) || !rests_always (finder, t, x) || !is_stable (finder, t, x))
    return NULL;
  point = g_new0 (LabAttractor, 1);
  point->kind = LAB_ATTRACTOR_POINT;
  point->n_states = n;
  point->x = g_steal_pointer (&x);
  point->scale = g_memdup2 (finder->scale, sizeof (double) * (gsize) n);
  point->matrix = solve_lyapunov (finder);
  if (point->matrix != NULL && set_level (finder, point, t) && lab_attractor_has (point, start))
    return point;
  lab_attractor_free (point);
  return NULL;
}

/* ---- cycles ---- */

/* States of a run at equally spaced times. */
typedef struct
{
  int n, n_points;
  double dt;
  double *x; /* n_points × n states */
} Trace;

typedef struct
{
  Trace *trace;
  SimSimulator *simulator;
  double t0;
  int next;
} Recorder;

/* Stores the states at the times of the trace up to the end of the last step, from dense output. */
static SimHandlerStatus
record (gpointer user, const SimSimulator *simulator)
{
  Recorder *recorder = user;
  Trace *trace = recorder->trace;
  OdeIntegrator *integrator = sim_simulator_integrator (recorder->simulator);
  double t = sim_simulator_t (simulator);

  for (; recorder->next < trace->n_points && recorder->t0 + recorder->next * trace->dt <= t; recorder->next++)
    if (recorder->next == 0 || integrator == NULL
        || ode_integrator_interpolate (integrator, recorder->t0 + recorder->next * trace->dt, trace->x + recorder->next * trace->n) != ODE_DONE)
      memcpy (trace->x + recorder->next * trace->n, sim_simulator_x (simulator), sizeof (double) * (gsize) trace->n);
  return (SimHandlerStatus) { .severity = SIM_DID_NOTHING };
}

/* Integrates a run from (t, x) over a time span. Returns FALSE if the run ends early. */
static gboolean
run_on (LabFinder *finder, double t, const double *x, double span, Trace *trace)
{
  g_autoptr (SimSimulator) simulator = lab_problem_simulator (finder->problem, NULL, NULL);
  Recorder recorder = { trace, simulator, t, 0 };
  SimStatus status;

  if (simulator == NULL)
    return FALSE;
  sim_simulator_set_monitor (simulator, record, &recorder);
  status = sim_simulator_initialize (simulator, t, x, NULL, t + span, FALSE);
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    status = sim_simulator_advance_to (simulator, t + span);
  return status.reason == SIM_REACHED_END && recorder.next >= trace->n_points - 1;
}

/* Returns the largest difference between two states of a trace, each component relative to its
 * extent. */
static double
difference (const Trace *trace, const double *extent, double a, double b)
{
  double largest = 0;

  for (int i = 0; i < trace->n; i++)
    {
      int ka = (int) a, kb = (int) b;
      double xa = trace->x[ka * trace->n + i] + (a - ka) * (trace->x[(ka + 1) * trace->n + i] - trace->x[ka * trace->n + i]);
      double xb = trace->x[kb * trace->n + i] + (b - kb) * (trace->x[(kb + 1) * trace->n + i] - trace->x[kb * trace->n + i]);

      largest = fmax (largest, fabs (xa - xb) / extent[i]);
    }
  return largest;
}

/* Returns the shortest time, in samples, after which the run from sample `first` on repeats itself; 0: it does not.
 * The time is measured between passages through the plane at sample `first` that is perpendicular to the motion
 * there. The states of the next period must agree with those of this one to 1e-3 of their extent. The crossing is
 * interpolated linearly between two samples. Agreement of the next period excludes a spiral, whose turns differ. */
static double
find_period (const Trace *trace, const double *extent, int first)
{
  const double *x0 = trace->x + first * trace->n, *ahead = x0 + trace->n;
  double before = 0;

  for (int k = first + 1; k + 1 < trace->n_points; k++)
    {
      double side = 0, period;

      for (int i = 0; i < trace->n; i++)
        side += (trace->x[k * trace->n + i] - x0[i]) * (ahead[i] - x0[i]) / (extent[i] * extent[i]);
      if (before < 0 && side >= 0)
        {
          period = k - first - side / (side - before);
          if (first + 2 * period + 1 >= trace->n_points)
            return 0;
          if (difference (trace, extent, first, first + period) < 1e-3)
            {
              double worst = 0;

              for (int p = 0; p < 64 && worst < 1e-3; p++)
                worst = fmax (worst, difference (trace, extent, first + p * period / 64, first + (1 + p / 64.0) * period));
              if (worst < 1e-3)
                return period;
            }
        }
      before = side;
    }
  return 0;
}

/* Stores PATH_POINTS states at equal times over one period, interpolated linearly between samples, and the box around
 * them with a margin of the distance that counts as near. */
static LabAttractor *
make_cycle (const LabFinder *finder, const Trace *trace, int first, double period)
{
  LabAttractor *cycle = g_new0 (LabAttractor, 1);
  int n = trace->n;

  cycle->kind = LAB_ATTRACTOR_CYCLE;
  cycle->n_states = n;
  cycle->period = period * trace->dt;
  cycle->n_path = PATH_POINTS;
  cycle->x = g_memdup2 (trace->x + first * n, sizeof (double) * (gsize) n);
  cycle->path = g_new (double, PATH_POINTS * n);
  cycle->low = g_new (double, n);
  cycle->high = g_new (double, n);
  cycle->scale = g_new (double, n);
  for (int p = 0; p < PATH_POINTS; p++)
    {
      double at = first + p * period / PATH_POINTS;
      int k = (int) at;

      for (int i = 0; i < n; i++)
        cycle->path[p * n + i] = trace->x[k * n + i] + (at - k) * (trace->x[(k + 1) * n + i] - trace->x[k * n + i]);
    }
  for (int i = 0; i < n; i++)
    {
      double low = INFINITY, high = -INFINITY, margin;

      for (int p = 0; p < PATH_POINTS; p++)
        {
          low = fmin (low, cycle->path[p * n + i]);
          high = fmax (high, cycle->path[p * n + i]);
        }
      cycle->scale[i] = fmax (high - low, 1e-3 * finder->scale[i]);
      margin = 0.02 * cycle->scale[i];
      cycle->low[i] = low - margin;
      cycle->high[i] = high + margin;
    }
  return cycle;
}

/* Follows the run for the time `patience` from its end. The first quarter of the samples is skipped, in which the run
 * comes nearer to its attractor. A cycle has more than four samples in its period; otherwise its points are not
 * resolved. */
static LabAttractor *
find_cycle (LabFinder *finder, double t, const double *x, double patience)
{
  int n = finder->n, first = TRACE_POINTS / 4;
  g_autofree double *states = g_new0 (double, (gsize) TRACE_POINTS * n), *extent = g_new (double, n);
  Trace trace = { n, TRACE_POINTS, patience / (TRACE_POINTS - 1), states };
  double period, largest = 0;

  if (!run_on (finder, t, x, patience, &trace))
    return NULL;
  for (int i = 0; i < n; i++)
    {
      double low = INFINITY, high = -INFINITY;

      for (int k = first; k < TRACE_POINTS - 1; k++)
        {
          low = fmin (low, states[k * n + i]);
          high = fmax (high, states[k * n + i]);
        }
      extent[i] = fmax (high - low, 1e-6 * finder->scale[i]);
      largest = fmax (largest, (high - low) / finder->scale[i]);
    }
  if (!(largest > 1e-3)) /* the run is at rest, or nearly so */
    return NULL;
  period = find_period (&trace, extent, first);
  return period > 4 ? make_cycle (finder, &trace, first, period) : NULL;
}

/* Tries an equilibrium first, since that needs no run. */
LabAttractor *
lab_finder_find (LabFinder *finder, double t, const double *x, double patience)
{
  LabAttractor *attractor;

  if (finder->n == 0 || finder->n > MOST_STATES)
    return NULL;
  attractor = find_point (finder, t, x);
  return attractor != NULL ? attractor : find_cycle (finder, t, x, patience);
}
