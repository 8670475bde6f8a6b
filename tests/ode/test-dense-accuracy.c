/* Compares dense output between the ends of steps with closed forms. For every method and class of problem its error is at most ten times
 * the larger one of that at the ends of steps and the tolerance, if its order is that of the method. Interpolants of a lower order, which
 * are made for the tolerances at which the method is used, keep the bound at tolerances down to 1e-6, and those of stiff methods below
 * 1e-8. With fixed steps the bound holds for all step sizes. */
#include "ode-methods.h"
#include "ode-test.h"
#include "test-share.h"

#include <float.h>
#include <string.h>

/* ---- problems ---- */

/* A problem with its solution x(t). */
typedef struct
{
  Problem problem;
  void (*solution) (double t, double *x);
} Closed;

/* q' = v, v' = −q. */
static OdeStatus
oscillator_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -x[0];
  return ODE_DONE;
}

static void
oscillator (double t, double *x)
{
  x[0] = cos (t);
  x[1] = -sin (t);
}

/* y' = y cos t + (z − sin t)/2, z' = cos t. */
static OdeStatus
forced_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[0] * cos (t) + 0.5 * (x[1] - sin (t));
  dxdt[1] = cos (t);
  return ODE_DONE;
}

static void
forced (double t, double *x)
{
  x[0] = exp (sin (t));
  x[1] = sin (t);
}

/* The problem of Prothero and Robinson, y' = λ (y − cos t) − sin t with λ = −10⁴, and a state that follows it. */
static OdeStatus
stiff_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -1e4 * (x[0] - cos (t)) - sin (t);
  dxdt[1] = x[0];
  return ODE_DONE;
}

static void
stiff (double t, double *x)
{
  x[0] = cos (t);
  x[1] = sin (t);
}

/* M x' = f with M = (2 1; 1 3) and the solution (cos t, sin 2t). */
static OdeStatus
mass_rhs (void *self, double t, const double *x, double *f)
{
  const double a = -sin (t) + x[0] - cos (t), b = 2 * cos (2 * t) - 2 * (x[1] - sin (2 * t));
  f[0] = 2 * a + b;
  f[1] = a + 3 * b;
  return ODE_DONE;
}

static void
mass (double t, double *x)
{
  x[0] = cos (t);
  x[1] = sin (2 * t);
}

static const int full_start[] = { 0, 2, 4 }, full_row[] = { 0, 1, 0, 1 };
static const OdePattern full_pattern = { 2, 2, full_start, full_row };
static const double mass_values[] = { 2, 1, 1, 3 };

/* y' = 3 t², 0 = y − z. */
static OdeStatus
copy_rhs (void *self, double t, const double *x, double *f)
{
  f[0] = 3 * t * t;
  f[1] = x[0] - x[1];
  return ODE_DONE;
}

static void
copy (double t, double *x)
{
  x[0] = x[1] = t * t * t;
}

/* y' = z cos t, 0 = z − y + (z³ − y³)/10. */
static OdeStatus
cubic_rhs (void *self, double t, const double *x, double *f)
{
  f[0] = x[1] * cos (t);
  f[1] = x[1] - x[0] + 0.1 * (x[1] * x[1] * x[1] - x[0] * x[0] * x[0]);
  return ODE_DONE;
}

static void
cubic (double t, double *x)
{
  x[0] = x[1] = exp (sin (t));
}

/* y' = −y + sin 3t, 0 = z − cos 3t. */
static OdeStatus
beat_rhs (void *self, double t, const double *x, double *f)
{
  f[0] = -x[0] + x[1] + 3 * cos (3 * t) + sin (3 * t) - cos (3 * t);
  f[1] = x[1] - cos (3 * t);
  return ODE_DONE;
}

static void
beat (double t, double *x)
{
  x[0] = sin (3 * t);
  x[1] = cos (3 * t);
}

static const int first_start[] = { 0, 1, 1 }, first_row[] = { 0 };
static const OdePattern first_pattern = { 2, 2, first_start, first_row };
static const double first_values[] = { 1 };
static const OdeKind algebraic_kinds[] = { ODE_OTHER, ODE_ALGEBRAIC };

/* The mass matrix (1 1; 1 1): x1' + x2' = f1 and 0 = f2 − f1 with the solution (sin t + cos 2t, sin t − cos 2t). */
static OdeStatus
singular_rhs (void *self, double t, const double *x, double *f)
{
  f[0] = 2 * cos (t) - (x[0] + x[1]) + 2 * sin (t);
  f[1] = f[0] + x[0] - x[1] - 2 * cos (2 * t);
  return ODE_DONE;
}

static void
singular (double t, double *x)
{
  x[0] = sin (t) + cos (2 * t);
  x[1] = sin (t) - cos (2 * t);
}

static const double singular_values[] = { 1, 1, 1, 1 };

/* A body that turns about the axis (1, 2, 2)/3 by the angle 2 sin t; its quaternion is (cos sin t, axis sin sin t). */
static OdeStatus
rotation_rates (void *self, double t, const double *x, double *rates)
{
  memset (rates, 0, 6 * sizeof *rates);
  for (int i = 0; i < 3; i++)
    rates[i] = (i == 0 ? 1 : 2) / 3.0 * 2 * cos (t);
  return ODE_DONE;
}

static OdeStatus
rotation_rhs (void *self, double t, const double *x, double *dxdt)
{
  double w[6];
  rotation_rates (self, t, x, w);
  dxdt[0] = -0.5 * (x[1] * w[0] + x[2] * w[1] + x[3] * w[2]);
  dxdt[1] = 0.5 * (x[0] * w[0] + x[2] * w[2] - x[3] * w[1]);
  dxdt[2] = 0.5 * (x[0] * w[1] + x[3] * w[0] - x[1] * w[2]);
  dxdt[3] = 0.5 * (x[0] * w[2] + x[1] * w[1] - x[2] * w[0]);
  return ODE_DONE;
}

static void
rotation (double t, double *x)
{
  x[0] = cos (sin (t));
  x[1] = sin (sin (t)) / 3;
  x[2] = x[3] = 2 * sin (sin (t)) / 3;
}

static const OdeRotation body = { 0, -1, false };

/* A point on a circle, x'' = −(v² x) with |x| = 1 and x·v = 0 as constraints. */
static OdeStatus
circle_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double square = x[2] * x[2] + x[3] * x[3];
  dxdt[0] = x[2];
  dxdt[1] = x[3];
  dxdt[2] = -square * x[0];
  dxdt[3] = -square * x[1];
  return ODE_DONE;
}

static void
circle (double t, double *x)
{
  x[0] = cos (t);
  x[1] = sin (t);
  x[2] = -sin (t);
  x[3] = cos (t);
}

static OdeStatus
circle_constraints (void *self, double t, const double *x, double *c)
{
  c[0] = 0.5 * (x[0] * x[0] + x[1] * x[1] - 1);
  c[1] = x[0] * x[2] + x[1] * x[3];
  return ODE_DONE;
}

static OdeStatus
circle_constraint_jacobian (void *self, double t, const double *x, double *G)
{
  memcpy (G, (double[]) { x[0], x[1], 0, 0, x[2], x[3], x[0], x[1] }, 8 * sizeof *G);
  return ODE_DONE;
}

static const OdeKind one_pair_kinds[] = { ODE_POSITION, ODE_VELOCITY };
static const OdePair one_pair[] = { { 0, 1 } };
static const OdeKind circle_kinds[] = { ODE_POSITION, ODE_POSITION, ODE_VELOCITY, ODE_VELOCITY };
static const OdePair circle_pairs[] = { { 0, 2 }, { 1, 3 } };

#define TIMED(rhs_) .n_states = 2, .rhs = rhs_, .time_dependent = true
#define DAE(rhs_) TIMED (rhs_), .mass_pattern = &first_pattern, .mass = first_values, .kinds = algebraic_kinds

static const Closed problems[] = {
  { { "oscillator", { .n_states = 2, .rhs = oscillator_rhs, .kinds = one_pair_kinds, .n_pairs = 1, .pairs = one_pair, .separable = true },
      .t1 = 10 }, oscillator },
  { { "forced", { TIMED (forced_rhs) }, .t1 = 5 }, forced },
  { { "stiff", { TIMED (stiff_rhs) }, .t1 = 5 }, stiff },
  { { "mass", { TIMED (mass_rhs), .mass_pattern = &full_pattern, .mass = mass_values }, .t1 = 3 }, mass },
  { { "copy", { DAE (copy_rhs) }, .t1 = 1 }, copy },
  { { "cubic", { DAE (cubic_rhs) }, .t1 = 5 }, cubic },
  { { "beat", { DAE (beat_rhs) }, .t1 = 3 }, beat },
  { { "singular", { TIMED (singular_rhs), .mass_pattern = &full_pattern, .mass = singular_values }, .t1 = 3 }, singular },
  { { "rotation", { .n_states = 4, .rhs = rotation_rhs, .time_dependent = true, .n_rotations = 1, .rotations = &body,
                    .rotation_rates = rotation_rates }, .t1 = 5 }, rotation },
  { { "circle", { .n_states = 4, .rhs = circle_rhs, .kinds = circle_kinds, .n_pairs = 2, .pairs = circle_pairs, .n_constraints = 2,
                  .n_position_constraints = 1, .constraints = circle_constraints, .constraint_jacobian = circle_constraint_jacobian },
      .t1 = 5 }, circle },
};

/* ---- the check ---- */

/* The errors of a run: the largest one at the ends of steps, and the largest one between these ends. */
typedef struct
{
  double ends, inside;
  int n_steps;
} Errors;

static double
error_at (const Closed *closed, double t, const double *x)
{
  double exact[MAX_STATES];
  closed->solution (t, exact);
  return max_difference (x, exact, closed->problem.system.n_states);
}

/* Integrates from t0 to t1 and measures the errors at 16 points in each step. Halfway the state is set to the exact one, as an event does.
 * Returns false if the method fails. */
static bool
measure (const OdeMethod *method, const Closed *closed, const OdeSettings *settings, Errors *errors)
{
  Problem problem = closed->problem;
  char text[512];
  double x[MAX_STATES];
  const double halfway = 0.37 * problem.t1;
  closed->solution (0, problem.x0);
  *errors = (Errors) { 0 };
  OdeIntegrator *integrator = ode_integrator_new (method, &problem.system, settings, text, sizeof text);
  if (integrator == NULL || ode_integrator_initialize (integrator, 0, problem.x0, problem.t1) != ODE_DONE)
    {
      ode_integrator_free (integrator);
      return false;
    }
  while (ode_integrator_t (integrator) < problem.t1)
    {
      const bool before = ode_integrator_t (integrator) < halfway;
      if (ode_integrator_step (integrator, before ? halfway : problem.t1, before ? ODE_STOP_EVENT : ODE_STOP_END) != ODE_DONE)
        {
          ode_integrator_free (integrator);
          return false;
        }
      const double h = ode_integrator_last_step (integrator);
      for (int k = 1; k < 16; k++)
        {
          const double s = h * (k + 0.3) / 16.3;
          g_assert_cmpint (ode_integrator_interpolate_after (integrator, s, x), ==, ODE_DONE);
          errors->inside = fmax (errors->inside, error_at (closed, ode_integrator_time_after (integrator, s), x));
        }
      errors->ends = fmax (errors->ends, error_at (closed, ode_integrator_t (integrator), ode_integrator_x (integrator)));
      errors->n_steps++;
      if (ode_integrator_t (integrator) == halfway)
        {
          closed->solution (halfway, x);
          g_assert_cmpint (ode_integrator_jump (integrator, halfway, x, false), ==, ODE_DONE);
        }
    }
  ode_integrator_free (integrator);
  return true;
}

/* Returns the largest permitted ratio of the error inside the steps and the larger one of the error at the ends and the tolerance. */
static double
bound (const OdeMethod *method, const Closed *closed, double tolerance)
{
  const bool stiff_problem = strcmp (closed->problem.name, "stiff") == 0;

  /* Where stability limits the steps of an explicit method, the slopes at both ends have the error of the states times λ h, which is between 3
   * and 10, and extra stages of order 5 and more multiply it by several such factors. */
  if (stiff_problem && !(method->traits & ODE_TRAIT_STIFF))
    return INFINITY;
  if (tolerance == 0)
    /* CVODE makes shorter steps inside a fixed one, of which only the ends are known; the shorter steps of `auto` would begin with its
     * explicit method; the start of a multistep method has a lower order. The others keep 10, except those whose steps have very small
     * error constants. */
    return (method->traits & (ODE_TRAIT_OWN_CONTROL | ODE_TRAIT_MULTISTEP)) || method->family == ODE_FAMILY_SWITCHING ? INFINITY
           : strcmp (method->id, "blanes_moan4") == 0 || strcmp (method->id, "verner87") == 0                         ? 20
                                                                                                                      : 10;
  if (method->dense_order >= method->order && method->order > 2 && !(method->traits & ODE_TRAIT_VARIABLE_ORDER))
    return 10;
  if (tolerance < 1e-8 && (method->traits & ODE_TRAIT_STIFF) && !(method->traits & ODE_TRAIT_VARIABLE_ORDER) && method->order <= 9)
    return 10;
  /* Errors of interpolants of order q < p are O(h^(q+1)), and those of steps O(h^p). */
  return tolerance >= 1e-6 ? 10 : INFINITY;
}

static char *
outcome (const OdeMethod *method, const Closed *closed, double tolerance, double h)
{
  OdeSettings settings = tolerance > 0 ? tolerance_settings (tolerance) : fixed_settings (h);
  Errors errors;
  settings.hermite_dense = false;
  if (tolerance > 0 && !(method->traits & ODE_TRAIT_ADAPTIVE))
    return NULL;
  settings.error_control = tolerance > 0;
  if (!can_run (method, &closed->problem) || !measure (method, closed, &settings, &errors) || errors.ends > 1)
    return NULL;
  /* Rounding errors are those of sums of a dozen terms at both ends. */
  if (errors.inside <= bound (method, closed, tolerance) * fmax (fmax (errors.ends, tolerance), 1e-14))
    return NULL;
  return g_strdup_printf ("%s %s %s %g: %.3g inside, %.3g at the ends of %d steps, ratio %.1f", method->id, closed->problem.name,
                          tolerance > 0 ? "tolerance" : "h =", tolerance > 0 ? tolerance : h, errors.inside, errors.ends, errors.n_steps,
                          errors.inside / fmax (errors.ends, tolerance));
}

static void
test_problem (gconstpointer user)
{
  static const double tolerances[] = { 1e-3, 1e-4, 1e-6, 1e-9 }, sizes[] = { 0.5, 0.1, 0.02, 0.004 };
  const Closed *closed = user;
  int n_methods, n_wrong = 0;
  const OdeMethod *const *methods = ode_methods (&n_methods);
  for (int i = 0; i < n_methods; i++)
    for (int k = 0; k < 8; k++)
      {
        /* The smallest steps take the most time: each problem takes a third of the methods with them, and each method a third of the problems. */
        if (k % 4 == 3 && !test_takes ((guint) (i + (int) (closed - problems)), 3))
          continue;
        g_autofree char *wrong = outcome (methods[i], closed, k < 4 ? tolerances[k] : 0, k < 4 ? 0 : sizes[k - 4]);
        if (wrong != NULL)
          g_test_message ("%s", wrong);
        n_wrong += wrong != NULL;
      }
  g_assert_cmpint (n_wrong, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (problems); i++)
    {
      g_autofree char *path = g_strconcat ("/ode/dense-accuracy/dense-output-is-as-accurate-as-the-ends-of-steps/", problems[i].problem.name,
                                           NULL);
      g_test_add_data_func (path, &problems[i], test_problem);
    }
  return g_test_run ();
}
