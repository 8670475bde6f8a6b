/* Coordinate projection (Eich, SIAM J. Numer. Anal. 30 (1993) 1467), with the
 * rules of Simbody's SimbodyMatterSubsystem and AbstractIntegrator (Sherman,
 * Seth and Delp, Procedia IUTAM 2 (2011) 241).
 *
 * After a step the state x violates c(t, x) = 0 by the drift of the
 * integration. The nearest consistent state minimizes ‖W δ‖ subject to c(t, x +
 * δ) = 0, where W is the diagonal matrix of the error weights: a state with a
 * large weight changes little. Each iteration solves the linearised problem
 *
 *   min ‖W δ‖  subject to  G δ = −c,   so   δ = −W⁻¹ (G W⁻¹)⁺ c,
 *
 * with the pseudoinverse of ode_least_squares, which tolerates redundant
 * constraints. Weights T_j of the constraints multiply the rows of G and c.
 * They determine when the error of a constraint is within tolerance, and the
 * compromise between constraints that contradict each other. Projection does
 * not reduce the order of the method, because the correction has the size of
 * the local error (Hairer and Wanner, Solving ODEs II, 2nd ed. 1996, VII.2).
 *
 * There are two levels: first constraints that depend only on positions move
 * positions; then velocity constraints, evaluated at the new positions, move
 * the other states. The component of the error estimate that is normal to the
 * constraints is removed too, because projection removes it from the state;
 * otherwise the controller would choose smaller steps for an error that no
 * longer exists. */
#include "ode-projection.h"

#include "ode-least-squares.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Largest number of iterations; Simbody has the same limit. */
#define MAX_ITERATIONS 20
/* Newton's method continues until the constraint error is this fraction of the
 * tolerance, so that the state stays within tolerance for more than one step (Simbody). */
#define OVERSHOOT 0.1

struct OdeProjection
{
  const OdeSystem *system;
  bool enabled, every_step, interpolated, renormalize;
  double tolerance;
  int n, m;
  double *c;        /* n_constraints (m) values of the constraints */
  double *G;        /* m·n numbers: the Jacobian of the constraints */
  double *A;        /* m·n numbers: G W⁻¹ for the rows and columns of one level */
  double *r, *y;    /* r: m numbers, right-hand side of the least-squares problem; y: n numbers, its solution */
  double *weight;   /* n weights of the states */
  const double *constraint_weight; /* m weights, from the settings; NULL: all are 1 */
  double *saved;    /* n numbers: the state before a projection */
  double *work;
  int *column;      /* n indices: the states that the current level may change */
  double *memory;
};

/* A level of the projection: the constraints with the indices first … first + count − 1,
 * and the number of states that they may change. `column` has the indices of these states. */
typedef struct
{
  int first, count, n_columns;
} Level;

bool
ode_projection_needed (const OdeSystem *system)
{
  return system->n_rotations > 0 || (system->n_constraints > 0 && system->constraints != NULL);
}

OdeProjection *
ode_projection_new (const OdeSystem *system)
{
  OdeProjection *projection = calloc (1, sizeof *projection);
  const size_t n = (size_t) system->n_states, m = system->constraints != NULL ? (size_t) system->n_constraints : 0;

  if (projection == NULL)
    return NULL;
  projection->system = system;
  projection->n = (int) n;
  projection->m = (int) m;
  /* All arrays of doubles are in one block: c and r, G and A, y, weights
   * and the saved state, then the work array of the least-squares solver. */
  projection->memory = malloc (sizeof (double) * (2 * m + 2 * m * n + 3 * n + ode_least_squares_work_size ((int) n, (int) m) + 1));
  projection->column = malloc (sizeof (int) * (n + 1));
  if (projection->memory == NULL || projection->column == NULL)
    {
      ode_projection_free (projection);
      return NULL;
    }
  projection->c = projection->memory;
  projection->r = projection->c + m;
  projection->G = projection->r + m;
  projection->A = projection->G + m * n;
  projection->y = projection->A + m * n;
  projection->weight = projection->y + n;
  projection->saved = projection->weight + n;
  projection->work = projection->saved + n;
  return projection;
}

void
ode_projection_free (OdeProjection *projection)
{
  if (projection == NULL)
    return;
  free (projection->memory);
  free (projection->column);
  free (projection);
}

/* If no constraint tolerance is set, it is a tenth of the relative one, as in
 * Simbody: the drift then stays well below the error of a step. */
void
ode_projection_configure (OdeProjection *projection, const OdeSettings *settings, double accuracy)
{
  projection->enabled = settings->projection && settings->stabilization == ODE_STABILIZE_PROJECTION;
  projection->every_step = settings->project_every_step;
  projection->constraint_weight = settings->constraint_weights;
  projection->interpolated = settings->project_interpolated;
  projection->renormalize = settings->renormalize;
  projection->tolerance = !isnan (settings->constraint_tolerance)   ? settings->constraint_tolerance
                          : !isnan (settings->relative_tolerance) ? settings->relative_tolerance / 10.0
                                                                  : accuracy / 10.0;
  for (int i = 0; i < projection->n; i++)
    {
      const double weight = settings->weights != NULL && !isnan (settings->weights[i]) ? settings->weights[i] : 1.0;

      projection->weight[i] = weight > 0.0 ? weight : 1e-3; /* a state with weight 0 may change by any
                                                             * amount; a small weight keeps W regular */
    }
}

double
ode_projection_tolerance (const OdeProjection *projection)
{
  return projection->tolerance;
}

/* If the system has no kinds, no state is a position or a velocity. */
static OdeKind
kind_of (const OdeProjection *projection, int i)
{
  return projection->system->kinds != NULL ? projection->system->kinds[i] : ODE_OTHER;
}

/* Returns a level. Level 0 has the position constraints, which may change
 * positions. Level 1 has the other constraints, which may change all
 * states except positions. If there are no positions, both levels may
 * change all states except algebraic unknowns. */
static Level
choose_level (OdeProjection *projection, int which)
{
  const OdeSystem *system = projection->system;
  bool has_positions = false;
  Level level = { which == 0 ? 0 : system->n_position_constraints, 0, 0 };

  /* Position constraints come first in the system's list. */
  level.count = which == 0 ? system->n_position_constraints : projection->m - system->n_position_constraints;
  for (int i = 0; i < projection->n; i++)
    has_positions = has_positions || kind_of (projection, i) == ODE_POSITION;
  for (int i = 0; i < projection->n; i++)
    {
      const OdeKind kind = kind_of (projection, i);

      if (kind == ODE_ALGEBRAIC || (has_positions && (kind == ODE_POSITION) != (which == 0)))
        continue;
      projection->column[level.n_columns++] = i;
    }
  return level;
}

/* Returns the weight T_j of constraint j. The weights make constraints of
 * different units comparable: a length in metres and an angle in radians
 * are compared with the same tolerance (Simbody's constraint weights T_p). */
static double
constraint_weight (const OdeProjection *projection, int j)
{
  return projection->constraint_weight != NULL ? projection->constraint_weight[j] : 1.0;
}

/* Returns the largest |T_j c_j| of the level, or NaN if a value is not finite. */
static double
level_norm (const OdeProjection *projection, Level level)
{
  double largest = 0.0, sum = 0.0;

  for (int j = level.first; j < level.first + level.count; j++)
    {
      /* The product is zero for a finite number and NaN otherwise. fmax
       * alone would ignore a NaN. */
      sum += projection->c[j] * 0.0;
      largest = fmax (largest, fabs (constraint_weight (projection, j) * projection->c[j]));
    }
  return sum == 0.0 ? largest : NAN;
}

/* Evaluates G at (t, x), and writes the part of G W⁻¹ that belongs to the level to A. */
static OdeStatus
prepare_rows (OdeProjection *projection, Level level, double t, const double *x)
{
  const OdeSystem *system = projection->system;
  /* G is row-major, m rows of n. Copy the rows and columns of the level,
   * because the solver requires them to be contiguous. */
  OdeStatus status = system->constraint_jacobian (system->self, t, x, projection->G);

  for (int j = 0; j < level.count; j++)
    for (int k = 0; k < level.n_columns; k++)
      {
        const int i = projection->column[k];

        projection->A[(ptrdiff_t) j * level.n_columns + k]
          = constraint_weight (projection, level.first + j) * projection->G[(ptrdiff_t) (level.first + j) * projection->n + i]
            / projection->weight[i];
      }
  return status;
}

/* Subtracts W⁻¹ A⁺ r from x. */
static void
correct (OdeProjection *projection, Level level, const double *r, double *x)
{
  /* y = A⁺ r has minimal length, so W⁻¹ y is the smallest correction in
   * the weighted norm. */
  ode_least_squares (level.n_columns, level.count, projection->A, r, projection->y, projection->work);
  for (int k = 0; k < level.n_columns; k++)
    {
      const int i = projection->column[k];

      x[i] -= projection->y[k] / projection->weight[i];
    }
}

/* Runs Newton's method for one level. If `local` is true, x is the end of a
 * step: a constraint error above max (2 tol, √tol) then means that the step
 * failed, and an error that grows after the second iteration ends the attempt
 * (the rules of Simbody's local projection). If `local` is false, x may be
 * far from the constraints. If `force` is true, at least one iteration is
 * made even if the error is within tolerance. Sets *moved if x changed. */
static OdeStatus
project_level (OdeProjection *projection, Level level, double t, double *x, bool local, bool force, bool *moved)
{
  const OdeSystem *system = projection->system;
  double norm, last = INFINITY;
  const double limit = local ? fmax (2.0 * projection->tolerance, sqrt (projection->tolerance)) : INFINITY;
  OdeStatus status = system->constraints (system->self, t, x, projection->c);

  if (status != ODE_DONE)
    return status;
  norm = level_norm (projection, level);
  if (isnan (norm))
    return ODE_RETRY_UNDEFINED;
  /* The constraint error is so large that the step itself must have
   * failed. The integrator tries a shorter step. */
  if (norm > limit)
    return ODE_RETRY_PROJECTION;
  if (norm <= projection->tolerance && !force)
    return ODE_DONE;
  for (int k = 0; k < MAX_ITERATIONS && (k == 0 || norm > OVERSHOOT * projection->tolerance); k++)
    {
      status = prepare_rows (projection, level, t, x);
      if (status != ODE_DONE)
        return status;
      for (int j = 0; j < level.count; j++)
        projection->r[j] = constraint_weight (projection, level.first + j) * projection->c[level.first + j];
      correct (projection, level, projection->r, x);
      *moved = true;
      status = system->constraints (system->self, t, x, projection->c);
      if (status != ODE_DONE)
        return status;
      last = norm;
      norm = level_norm (projection, level);
      if (isnan (norm) || (local && k >= 1 && norm > last))
        break;
      /* The error is within tolerance but no longer decreases, either because
       * of rounding or because constraints contradict each other slightly. */
      if (norm > 0.9 * last && norm <= projection->tolerance)
        break;
    }
  return norm <= projection->tolerance ? ODE_DONE : ODE_RETRY_PROJECTION;
}

/* Normalizes all quaternions in x and removes the radial part of their error estimate. */
static void
normalize (const OdeSystem *system, double *x, double *error, bool *moved)
{
  for (int r = 0; r < system->n_rotations; r++)
    {
      double *q = x + system->rotations[r].quaternion;
      const double length2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
      double factor;

      if (!(length2 > 0.0) || !isfinite (length2))
        continue;
      /* If the length is within 2 ε of 1, normalization cannot improve it.
       * An unchanged x keeps f(x) at the end of the step valid. */
      if (fabs (length2 - 1.0) > 4.5e-16)
        {
          factor = 1.0 / sqrt (length2);
          for (int i = 0; i < 4; i++)
            q[i] *= factor;
          *moved = true;
        }
      if (error != NULL)
        {
          double *e = error + system->rotations[r].quaternion;
          const double along = q[0] * e[0] + q[1] * e[1] + q[2] * e[2] + q[3] * e[3];

          for (int i = 0; i < 4; i++)
            e[i] -= along * q[i];
        }
    }
}

/* Projects quaternions first, because constraints are functions of
 * rotations and assume unit length; then positions; then velocities at the
 * new positions. */
OdeStatus
ode_projection_step (OdeProjection *projection, double t, double *x, double *error, OdeStatistics *statistics, bool *moved)
{
  *moved = false;
  if (projection->renormalize)
    normalize (projection->system, x, error, moved);
  if (!projection->enabled || projection->m == 0)
    return ODE_DONE;
  for (int which = 0; which < 2; which++)
    {
      const Level level = choose_level (projection, which);
      bool changed = false;
      OdeStatus status;

      if (level.count == 0)
        continue;
      status = project_level (projection, level, t, x, true, projection->every_step, &changed);
      if (changed)
        {
          statistics->projections++;
          ++*(which == 0 ? &statistics->projections_q : &statistics->projections_u);
        }
      *moved = *moved || changed;
      if (status != ODE_DONE)
        {
          /* A failed projection rejects the step, and the integrator halves the step size. */
          statistics->projection_failures++;
          ++*(which == 0 ? &statistics->projection_failures_q : &statistics->projection_failures_u);
          return status;
        }
      /* If the projection changed nothing, the error estimate does not change. */
      if (error == NULL || !changed)
        continue;
      /* error ← error − W⁻¹ A⁺ (G error) removes the normal part of the
       * estimate. A and G are taken at the projected state. */
      status = prepare_rows (projection, level, t, x);
      if (status != ODE_DONE)
        return status;
      for (int j = 0; j < level.count; j++)
        {
          projection->r[j] = 0.0;
          for (int k = 0; k < level.n_columns; k++)
            projection->r[j] += projection->A[(ptrdiff_t) j * level.n_columns + k] * projection->weight[projection->column[k]]
                                * error[projection->column[k]];
        }
      correct (projection, level, projection->r, error);
    }
  return ODE_DONE;
}

/* If a point cannot be projected, the interpolated values are returned
 * unchanged, because dense output serves plots and events and must not end a
 * run. */
void
ode_projection_interpolated (OdeProjection *projection, double t, double *x)
{
  bool moved = false;

  if (projection->renormalize)
    normalize (projection->system, x, NULL, &moved);
  if (!projection->enabled || !projection->interpolated || projection->m == 0)
    return;
  memcpy (projection->saved, x, sizeof (double) * (size_t) projection->n);
  for (int which = 0; which < 2; which++)
    {
      const Level level = choose_level (projection, which);

      if (level.count > 0 && project_level (projection, level, t, x, false, false, &moved) != ODE_DONE)
        {
          memcpy (x, projection->saved, sizeof (double) * (size_t) projection->n);
          return;
        }
    }
}

/* Initial values come from a user and may be far from consistent, so the first
 * error has no limit, and single iterations may increase it. Quaternions are
 * normalized even if the settings disable renormalization, because other lengths have no meaning
 * at the start. */
OdeStatus
ode_projection_start (OdeProjection *projection, double t, double *x)
{
  bool moved = false;

  normalize (projection->system, x, NULL, &moved);
  if (!projection->enabled || projection->m == 0)
    return ODE_DONE;
  for (int which = 0; which < 2; which++)
    {
      const Level level = choose_level (projection, which);

      if (level.count > 0 && project_level (projection, level, t, x, false, false, &moved) != ODE_DONE)
        return ODE_FAIL_INCONSISTENT;
    }
  return ODE_DONE;
}

/* Lists the value of each constraint for the message that there are no
 * consistent initial values. */
void
ode_projection_table (OdeProjection *projection, OdeTranslate translate, double t, const double *x, char *text, size_t size)
{
  const OdeSystem *system = projection->system;
  size_t used = 0;

  if (size == 0)
    return;
  text[0] = '\0';
  if (system->constraints (system->self, t, x, projection->c) != ODE_DONE)
    {
      ode_message_format (translate, text, size, "the constraints are undefined at this point");
      return;
    }
  for (int j = 0; j < projection->m && used + 1 < size; j++)
    {
      const bool position = j < system->n_position_constraints;
      const int wrote = snprintf (text + used, size - used,
                                  /* Translators: a list of residuals, as in
                                   * "position constraint 1: 0.02"; the first %s
                                   * is a separator. */
                                  ode_message_translate (translate, position ? ODE_N_ ("%sposition constraint %d: %.3g")
                                                                    : ODE_N_ ("%svelocity constraint %d: %.3g")),
                                  used > 0 ? ", " : "", j + 1, projection->c[j]);

      if (wrote < 0)
        return;
      used += (size_t) wrote;
    }
}
