/* Finds steps that passed over a change of the right-hand side, such as a pulse between two stages.
 *
 * A step from (t0, x0) to (t1, x1) with the dense output u missed
 *
 *   missed = ∫ f (t, u (t)) dt − (x1 − x0)      from t0 to t1
 *
 * of each state. This is the local error to first order in the length of the step. A step whose error was controlled is reported if
 * |missed| exceeds MOST_MISSED tolerances. With fixed steps all of the local error is in `missed`, also that of smooth equations. Such a
 * step is reported if the values of f outside of the range of u' and of f at both ends, widened by half of its width, contribute more
 * than MOST_MISSED tolerances.
 *
 * The integral is computed by Gauss's formula with five nodes on parts of the step. A part is halved until the bound for what the nodes
 * may not show (expr-range.h) is small, and until the sum over both halves agrees with the whole. What remains hidden in the smallest
 * parts is the uncertainty of the integral; a step is reported only if the uncertainty is small compared with the result.
 *
 * Only long steps are examined: those of at least 1/N_LONG of the time span, and those that are twice as long as the mean of the steps
 * before. A run has at most N_LONG of the former. Whether the right-hand side can hide anything is determined once, over a box that
 * contains all states and times that occur; nothing is examined if it cannot. The number of evaluations is limited by MOST_EVALUATIONS, so
 * that the search ends in runs of large systems; it then finds nothing more. Steps that are examined with a certain result, and all steps of a right-hand
 * side that hides nothing, are counted. */
#include "sim-passed.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "sim-loop-private.h"
#include "sim-switch-private.h"

#define MOST_MISSED 10
#define N_LONG 1000
#define LONGER 2
/* Weight of the last step in the mean. */
#define WEIGHT 0.125
/* States and times in the box over which the right-hand side is examined once. */
#define ANYWHERE 1e30
/* A part is halved while it may hide more than this number of tolerances, or while two integrals differ by more. The uncertainty of a
 * result is at most UNCERTAIN of it. */
#define SMALL 0.01
#define UNCERTAIN 0.2
#define SMALLEST_PART 0x1p-44
#define MOST_PARTS 4000
/* The number of evaluations of the right-hand side with up to 100 states; fewer with more states. Bounds count as BOUNDS evaluations. */
#define MOST_EVALUATIONS 400000
#define BOUNDS 10
#define UNKNOWN 1e-6
/* The right-hand side is reported only where it differs from u' by more than this number of its responses to a change of the states by
 * their tolerances. In stiff equations, and where they are very sensitive, errors of the dense output alone cause large differences. */
#define MOST_RESPONSES 300
/* If the change of a part is forgotten within it, since its length times the rate of decay is above 1, the state misses less than the
 * integral by this factor. Beyond MOST_STIFFNESS nothing is reported. */
#define MOST_STIFFNESS 30
/* The response is computed by changes of this fraction of the tolerance, or of the value, of each of MOST_COLUMNS states. */
#define NEAR_FRACTION 1e-3
#define NEAR_VALUE 1e-8
#define MOST_COLUMNS 32
#define N_DIRECTIONS 8
#define DEPTH 64
#define N_NODES 5
/* The number of times at which u' is evaluated to find its range. */
#define N_SLOPES 9
/* The part that is reported contains the neighbours of the largest difference in which it exceeds this fraction of it. */
#define EDGE 0.1

static const double nodes[N_NODES] = { 0.046910077030668, 0.230765344947158, 0.5, 0.769234655052842, 0.953089922969332 };
static const double weights[N_NODES] = { 0.118463442528095, 0.239314335249683, 0.284444444444444, 0.239314335249683, 0.118463442528095 };

/* A part of a step, counted from its start, with the mean of f − u' for one state. */
typedef struct
{
  double from, to, difference;
} Part;

typedef struct SimPassedSearch
{
  OdeDenseOutput *segment;                          /* the step */
  double *lo, *hi, *hidden, *tolerance, *x, *f, *u; /* n_states each */
  double *low, *high;                               /* n_states each: the range of slopes that the step has seen, widened */
  double *sum, *outside;                            /* n_states each: integrals of f, and of f outside of that range */
  double *whole, *half[2], *beyond[3];              /* n_states each: the same for a part and its halves */
  Part *parts;                                      /* MOST_PARTS parts with their differences, ascending */
  int n_parts;
  gboolean known, hides; /* whether it is known that the right-hand side can hide something, and whether it can */
  gboolean slides;       /* in the last step the solution moved along a surface; its right-hand side is then a combination of those of both sides */
  gint64 n_evaluations;
  gint64 most_evaluations;
} SimPassedSearch;

static SimPassedSearch *
search_of (SimSimulator *simulator)
{
  gsize n = (gsize) simulator->system->ode->n_states + 1;
  SimPassedSearch *search = simulator->passed_search;

  if (search != NULL)
    return search;
  search = simulator->passed_search = g_new0 (SimPassedSearch, 1);
  double **arrays[] = { &search->lo,      &search->hi,      &search->hidden,    &search->tolerance, &search->x,        &search->f,
                        &search->u,       &search->low,     &search->high,      &search->sum,       &search->outside,  &search->whole,
                        &search->half[0], &search->half[1], &search->beyond[0], &search->beyond[1], &search->beyond[2] };
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    *arrays[i] = g_new0 (double, n);
  search->segment = ode_dense_output_new (simulator->system->ode->n_states);
  search->parts = g_new (Part, MOST_PARTS);
  return search;
}

void
sim_passed_free (SimPassedSearch *search)
{
  if (search == NULL)
    return;
  double *arrays[] = { search->lo,      search->hi,      search->hidden,    search->tolerance, search->x,        search->f,
                       search->u,       search->low,     search->high,      search->sum,       search->outside,  search->whole,
                       search->half[0], search->half[1], search->beyond[0], search->beyond[1], search->beyond[2] };
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_free (arrays[i]);
  ode_dense_output_free (search->segment);
  g_free (search->parts);
  g_free (search);
}

void
sim_passed_forget (SimSimulator *simulator)
{
  if (simulator->passed_search != NULL)
    simulator->passed_search->known = FALSE;
}

/* Returns the largest number of tolerances that the part from a to b of a step may hide, for the box lo, hi of its states. A quotient that
 * may be 0/0 hides nothing here; the integrals of both halves show it. */
static double
hidden_in (SimSimulator *simulator, double a, double b)
{
  SimPassedSearch *search = simulator->passed_search;
  double relative = 0, most = 0, s = b - a;

  simulator->system->hidden (simulator->system->self, search->slides, a, b, search->lo, search->hi, search->hidden, &relative);
  search->n_evaluations += BOUNDS;
  for (int i = 0; i < simulator->system->ode->n_states; i++)
    {
      double hidden = (search->hidden[i] > 0 ? search->hidden[i] : 0)
                      + (relative > 0 ? relative * fmax (fabs (search->low[i]), fabs (search->high[i])) : 0);

      if (hidden > 0)
        most = fmax (most, s * hidden / search->tolerance[i]);
    }
  return most;
}

/* Returns whether the right-hand side can hide anything at all. */
static gboolean
can_hide (SimSimulator *simulator)
{
  SimPassedSearch *search = search_of (simulator);
  int n = simulator->system->ode->n_states;
  double relative = 0;

  if (search->known)
    return search->hides;
  search->known = TRUE;
  for (int i = 0; i < n; i++)
    {
      search->lo[i] = -ANYWHERE;
      search->hi[i] = ANYWHERE;
    }
  simulator->system->hidden (simulator->system->self, FALSE, -ANYWHERE, ANYWHERE, search->lo, search->hi, search->hidden, &relative);
  search->hides = relative > 0;
  for (int i = 0; i < n; i++)
    search->hides = search->hides || search->hidden[i] != 0;
  return search->hides;
}

/* Returns whether the step may pass over something, by the bounds over a box around both ends of the step. Sets the tolerances. A state
 * that was 0 or very small until now has a tolerance that says nothing about a pulse. The least tolerance is UNKNOWN times that of the
 * largest change that the bounds allow. */
static gboolean
is_suspect (SimSimulator *simulator)
{
  SimPassedSearch *search = simulator->passed_search;
  const double *x0 = ode_integrator_x_previous (simulator->integrator), *x1 = ode_integrator_x (simulator->integrator);
  double accuracy = sim_motion_accuracy (simulator), h = sim_motion_size (simulator);
  gboolean is_suspect;

  ode_integrator_tolerances (simulator->integrator, x0, x1, search->tolerance);
  for (int i = 0; i < simulator->system->ode->n_states; i++)
    {
      double change = x1[i] - x0[i];

      if (!(search->tolerance[i] > 0))
        search->tolerance[i] = fmax (accuracy * fmax (fabs (x0[i]), fabs (x1[i])), DBL_MIN);
      search->lo[i] = fmin (x0[i], x1[i]) - 0.5 * fabs (change);
      search->hi[i] = fmax (x0[i], x1[i]) + 0.5 * fabs (change);
      search->low[i] = search->high[i] = 2 * change / h;
    }
  is_suspect = hidden_in (simulator, sim_t_previous (simulator), sim_t (simulator)) > 1;
  for (int i = 0; i < simulator->system->ode->n_states; i++)
    if (search->hidden[i] > 0 && isfinite (search->hidden[i]))
      search->tolerance[i] = fmax (search->tolerance[i], UNKNOWN * accuracy * h * search->hidden[i]);
  return is_suspect;
}

/* Evaluates f at the time t of the step. Returns FALSE if it is not defined. */
static gboolean
evaluate (SimSimulator *simulator, double t)
{
  const OdeSystem *ode = simulator->system->ode;
  SimPassedSearch *search = simulator->passed_search;

  search->n_evaluations++;
  return ode_dense_output_evaluate_segment (search->segment, 0, t, search->x, NULL)
         && ode->rhs (ode->self, t, search->x, search->f) == ODE_DONE;
}

/* Integrates f over a part of the step into sum, and what is outside of the range into outside. Returns FALSE if f is not defined. */
static gboolean
integrate (SimSimulator *simulator, double a, double b, double *sum, double *outside)
{
  SimPassedSearch *search = simulator->passed_search;
  int n = simulator->system->ode->n_states;

  memset (sum, 0, sizeof (double) * (gsize) n);
  memset (outside, 0, sizeof (double) * (gsize) n);
  for (int k = 0; k < N_NODES; k++)
    {
      if (!evaluate (simulator, a + nodes[k] * (b - a)))
        return FALSE;
      for (int i = 0; i < n; i++)
        {
          double f = search->f[i], beyond = f > search->high[i] ? f - search->high[i] : f < search->low[i] ? f - search->low[i] : 0;

          sum[i] += weights[k] * (b - a) * f;
          outside[i] += weights[k] * (b - a) * fabs (beyond);
        }
    }
  return TRUE;
}

/* Sets the range of the slopes that the step has seen, widened by half of its width. */
static gboolean
take_range (SimSimulator *simulator, double t0, double t1)
{
  SimPassedSearch *search = simulator->passed_search;
  int n = simulator->system->ode->n_states;

  for (int i = 0; i < n; i++)
    {
      search->low[i] = INFINITY;
      search->high[i] = -INFINITY;
    }
  for (int k = 0; k < N_SLOPES + 2; k++)
    {
      double t = k < N_SLOPES    ? t0 + (t1 - t0) * k / (N_SLOPES - 1)
                 : k == N_SLOPES ? t0
                                 : t1,
             *slope = k < N_SLOPES ? search->u : search->f;

      if (k < N_SLOPES ? !ode_dense_output_evaluate_segment (search->segment, 0, fmin (t, t1), NULL, search->u) : !evaluate (simulator, t))
        return FALSE;
      for (int i = 0; i < n; i++)
        {
          search->low[i] = fmin (search->low[i], slope[i]);
          search->high[i] = fmax (search->high[i], slope[i]);
        }
    }
  for (int i = 0; i < n; i++)
    {
      double wider = 0.5 * (search->high[i] - search->low[i]);

      search->low[i] -= wider;
      search->high[i] += wider;
    }
  return TRUE;
}

/* Appends a part with the mean of f − u' for one state. */
static void
append_part (SimPassedSearch *search, double t0, double a, double b, int state)
{
  double before = 0;
  Part *part = &search->parts[search->n_parts++];

  *part = (Part){ a - t0, b - t0, 0 };
  if (state < 0 || !(b > a) || !ode_dense_output_evaluate_segment (search->segment, 0, a, search->u, NULL))
    return;
  before = search->u[state];
  if (ode_dense_output_evaluate_segment (search->segment, 0, b, search->u, NULL))
    part->difference = (search->half[0][state] + search->half[1][state] - (search->u[state] - before)) / (b - a);
}

/* Integrates f over the step in parts. Returns the uncertainty in tolerances; infinity if the integral could not be computed. With state ≥
 * 0 the parts get their differences for this state. */
static double
integrate_step (SimSimulator *simulator, double t0, double t1, int state)
{
  SimPassedSearch *search = simulator->passed_search;
  int n = simulator->system->ode->n_states, n_waiting = 1;
  double smallest = fmax (SMALLEST_PART * (t1 - t0), 4 * sim_ulp (fmax (fabs (t0), fabs (t1)))), uncertain = 0;
  struct
  {
    double a, b;
  } waiting[DEPTH] = { { t0, t1 } };

  memset (search->sum, 0, sizeof (double) * (gsize) n);
  memset (search->outside, 0, sizeof (double) * (gsize) n);
  search->n_parts = 0;
  while (n_waiting > 0)
    {
      double a = waiting[--n_waiting].a, b = waiting[n_waiting].b, middle = 0.5 * (a + b), hidden, apart = 0;
      gboolean divides = b - a > smallest && n_waiting + 2 <= DEPTH && middle > a && middle < b;

      if (search->n_parts == MOST_PARTS || search->n_evaluations > search->most_evaluations
          || !ode_dense_output_bounds (search->segment, 0, a, b, search->lo, search->hi))
        return INFINITY;
      hidden = hidden_in (simulator, a, b);
      if (!(hidden > SMALL) || !divides)
        {
          if (!integrate (simulator, a, b, search->whole, search->beyond[2])
              || !integrate (simulator, a, middle, search->half[0], search->beyond[0])
              || !integrate (simulator, middle, b, search->half[1], search->beyond[1]))
            return INFINITY;
          for (int i = 0; i < n; i++)
            apart = fmax (apart, fabs (search->half[0][i] + search->half[1][i] - search->whole[i]) / search->tolerance[i]);
        }
      if (divides && (hidden > SMALL || !(apart <= SMALL)))
        {
          waiting[n_waiting].a = middle;
          waiting[n_waiting++].b = b;
          waiting[n_waiting].a = a;
          waiting[n_waiting++].b = middle;
          continue;
        }
      uncertain += hidden + apart;
      for (int i = 0; i < n; i++)
        {
          search->sum[i] += search->half[0][i] + search->half[1][i];
          search->outside[i] += search->beyond[0][i] + search->beyond[1][i];
        }
      append_part (search, t0, a, b, state);
    }
  return uncertain;
}

/* Returns how much f of a state changes at a time of the step if the other states and this one change by their tolerances; infinity if this
 * cannot be computed. With many states, bounds it by the largest of N_DIRECTIONS combinations of signs, twice. */
static double
response_at (SimSimulator *simulator, double t, int state)
{
  SimPassedSearch *search = simulator->passed_search;
  const OdeSystem *ode = simulator->system->ode;
  int n = ode->n_states, n_directions = n <= MOST_COLUMNS ? n : N_DIRECTIONS;
  double *x = search->half[0], response = 0;

  if (!evaluate (simulator, t))
    return INFINITY;
  for (int direction = 0; direction < n_directions; direction++)
    {
      double f = search->f[state], most = 0;

      for (int sign = -1; sign <= 1; sign += 2)
        {
          guint32 bits = (guint32)direction;

          for (int i = 0; i < n; i++)
            {
              double change = fmax (NEAR_FRACTION * search->tolerance[i], NEAR_VALUE * fabs (search->x[i]));

              bits = bits * 1664525u + 1013904223u;
              x[i] = search->x[i];
              if (n_directions == n ? i == direction : TRUE)
                x[i] += n_directions == n || (bits & 0x40000000u) != 0 ? sign * change : -sign * change;
            }
          search->n_evaluations++;
          if (ode->rhs (ode->self, t, x, search->u) != ODE_DONE)
            return INFINITY;
          most = fmax (most, fabs (search->u[state] - f));
        }
      if (n_directions < n)
        response = fmax (response, 2 * most / NEAR_FRACTION);
      else
        response += most * search->tolerance[direction] / fabs (x[direction] - search->x[direction]);
    }
  return response;
}

/* Sets the part of the step in which f differs most from u'. Returns the difference there, and its time in *t. */
static double
find_part (const SimPassedSearch *search, double t0, SimPassed *passed, double *t)
{
  int most = 0, first, last;

  for (int k = 1; k < search->n_parts; k++)
    if (fabs (search->parts[k].difference) > fabs (search->parts[most].difference))
      most = k;
  first = last = most;
  double edge = EDGE * fabs (search->parts[most].difference), sign = search->parts[most].difference < 0 ? -1 : 1;
  while (first > 0 && sign * search->parts[first - 1].difference >= edge)
    first--;
  while (last + 1 < search->n_parts && sign * search->parts[last + 1].difference >= edge)
    last++;
  passed->from = t0 + search->parts[first].from;
  passed->to = t0 + search->parts[last].to;
  *t = t0 + 0.5 * (search->parts[most].from + search->parts[most].to);
  return fabs (search->parts[most].difference);
}

/* Returns the largest number 1, 2 or 5 times a power of 10 that is not above x. */
static double
round_below (double x)
{
  double power = pow (10, floor (log10 (x))), digit = x / power;

  return digit >= 5 ? 5 * power : digit >= 2 ? 2 * power : power;
}

/* Copies the dense output of the last step, which belongs to the sides that the step used: a method may evaluate stages for it here, and keeps them for
 * everyone who asks for dense output later. Returns FALSE if there is none. */
static gboolean
take_step (SimSimulator *simulator)
{
  OdeDenseOutput *segment = simulator->passed_search->segment;

  ode_dense_output_truncate (segment, -INFINITY);
  return segment != NULL && ode_dense_output_append_step (segment, simulator->integrator) && ode_dense_output_n_segments (segment) > 0;
}

/* Integrates f over the last step and counts the step if it missed too much. Returns whether it is certain that the step missed too much or not. */
static gboolean
judge (SimSimulator *simulator)
{
  SimPassedSearch *search = simulator->passed_search;
  SimPassed *passed = &simulator->passed, found = { .n_checked = passed->n_checked, .n_steps = 1, .state = -1 };
  const double *x0 = ode_integrator_x_previous (simulator->integrator), *x1 = ode_integrator_x (simulator->integrator);
  double uncertain, difference, response, stiffness, t0, t1, t;

  t0 = found.t0 = ode_dense_output_start (search->segment);
  t1 = found.t1 = ode_dense_output_stop (search->segment);
  if (!(t1 > t0) || !take_range (simulator, t0, t1))
    return FALSE;
  uncertain = integrate_step (simulator, t0, t1, -1);
  for (int i = 0; i < simulator->system->ode->n_states; i++)
    {
      double missed = search->sum[i] - (x1[i] - x0[i]);
      double counts = simulator->settings.error_control ? fabs (missed) : search->outside[i];

      if (counts / search->tolerance[i] > found.tolerances)
        {
          found.state = i;
          found.missed = missed;
          found.tolerances = counts / search->tolerance[i];
        }
    }
  if (!(found.tolerances > MOST_MISSED))
    return uncertain <= UNCERTAIN * MOST_MISSED;
  if (!(uncertain <= UNCERTAIN * found.tolerances) || !isfinite (found.missed)
      || isinf (integrate_step (simulator, t0, t1, found.state)) || search->n_parts == 0)
    return FALSE;
  difference = find_part (search, t0, &found, &t);
  response = response_at (simulator, t, found.state);
  stiffness = fmax (1, response / search->tolerance[found.state] * (found.to - found.from));
  if (!(difference > MOST_RESPONSES * response) || !(stiffness <= MOST_STIFFNESS))
    return FALSE;
  found.missed /= stiffness;
  /* A state that was small until now has a tolerance of at least the accuracy times the missed change. */
  found.tolerances = fmin (fabs (found.missed) / search->tolerance[found.state], 1 / sim_motion_accuracy (simulator));
  if (!(found.tolerances > MOST_MISSED))
    return FALSE;
  found.max_step = round_below (fmin (0.5 * (found.to - found.from), 0.25 * (t1 - t0)));
  found.has_switches =
      simulator->switches == NULL && simulator->system->switching != NULL && model_system_n_switches (simulator->system->switching) > 0;
  found.n_steps = passed->n_steps + 1;
  if (passed->n_steps == 0)
    *passed = found;
  passed->n_steps = found.n_steps;
  passed->max_step = fmin (passed->max_step, found.max_step);
  return TRUE;
}

void
sim_passed_examine (SimSimulator *simulator)
{
  const OdeSystem *ode = simulator->system->ode;
  struct SimSwitches *switches = simulator->switches;
  double h = fabs (sim_motion_size (simulator)), usual = simulator->usual_step;
  gboolean is_long;
  SimPassedSearch *search;

  simulator->usual_step = usual > 0 ? usual + WEIGHT * (h - usual) : h;
  if (simulator->system->hidden != NULL && !can_hide (simulator))
    {
      simulator->passed.n_checked++;
      return;
    }
  is_long = h >= fabs (simulator->t_end - simulator->t_start) / N_LONG || h >= LONGER * usual;
  /* Equations with a mass matrix or algebraic unknowns are not examined. */
  if (!is_long || simulator->system->hidden == NULL || ode->mass_pattern != NULL)
    return;
  search = simulator->passed_search;
  search->slides = switches != NULL && switches->state.slide >= 0;
  search->most_evaluations = MOST_EVALUATIONS / MAX (1, ode->n_states / 100);
  if (search->n_evaluations > search->most_evaluations)
    return;
  if (!is_suspect (simulator))
    {
      simulator->passed.n_checked++;
      return;
    }
  if (!take_step (simulator))
    return;
  /* The conditions count as they are in the model, not on the sides that the step used, except along a surface. */
  if (switches != NULL && !search->slides)
    model_system_use_sides (switches->model, FALSE);
  simulator->passed.n_checked += judge (simulator);
  if (switches != NULL && !search->slides)
    model_system_use_sides (switches->model, !switches->state.released);
}
