/* Tests that steps in SIMD lanes have the same bits as steps of the integrator, and that lanes leave only if the integrator must make the
 * step. */
#include "ode-test.h"

#include <string.h>

#include "ode-lanes.h"
#include "ode-methods.h"

#define N_LANES 11 /* not a multiple of 8 */

/* A problem whose right-hand side is evaluated lane by lane with the scalar function. */
typedef struct
{
  const Problem *problem;
  int n;
  _Alignas (64) double t[ODE_LANES]; /* rows and times are aligned for vector instructions */
  double *x, *f;
  double *rows[MAX_STATES];
  double *derivatives, *entries[MAX_STATES * MAX_STATES], *ft[MAX_STATES]; /* rows of the entries of the Jacobian and of ∂f/∂t */
} Many;

static int
n_entries_of (const Problem *problem)
{
  const int n = problem->system.n_states;

  return problem->system.jacobian_pattern != NULL ? problem->system.jacobian_pattern->start[n] : n * n;
}

static void
many_derivatives (void *user, int n_lanes)
{
  Many *many = user;
  const OdeSystem *system = &many->problem->system;

  for (int lane = 0; lane < n_lanes; lane++)
    {
      double x[MAX_STATES], values[MAX_STATES * MAX_STATES];

      for (int i = 0; i < many->n; i++)
        x[i] = many->x[i * ODE_LANES + lane];
      system->jacobian (system->self, many->t[lane], x, values);
      for (int k = 0; k < n_entries_of (many->problem); k++)
        many->entries[k][lane] = values[k];
      if (system->time_derivative == NULL)
        continue;
      system->time_derivative (system->self, many->t[lane], x, values);
      for (int i = 0; i < many->n; i++)
        many->ft[i][lane] = values[i];
    }
}

static void
many_rhs (void *user, int n_lanes)
{
  Many *many = user;

  for (int lane = 0; lane < n_lanes; lane++)
    {
      double x[MAX_STATES], f[MAX_STATES];

      for (int i = 0; i < many->n; i++)
        x[i] = many->x[i * ODE_LANES + lane];
      many->problem->system.rhs (many->problem->system.self, many->t[lane], x, f);
      for (int i = 0; i < many->n; i++)
        many->f[i * ODE_LANES + lane] = f[i];
    }
}

static OdeLaneSystem
many_init (Many *many, const Problem *problem)
{
  *many = (Many) { .problem = problem, .n = problem->system.n_states };
  many->x = aligned_alloc (64, sizeof (double) * ODE_LANES * (size_t) many->n);
  many->f = aligned_alloc (64, sizeof (double) * ODE_LANES * (size_t) many->n);
  memset (many->x, 0, sizeof (double) * ODE_LANES * (size_t) many->n);
  many->derivatives = aligned_alloc (64, sizeof (double) * ODE_LANES * (size_t) (many->n * (many->n + 1)));
  for (int i = 0; i < many->n; i++)
    {
      many->rows[i] = many->f + i * ODE_LANES;
      many->ft[i] = many->derivatives + (many->n * many->n + i) * ODE_LANES;
    }
  for (int k = 0; k < many->n * many->n; k++)
    many->entries[k] = many->derivatives + k * ODE_LANES;
  return (OdeLaneSystem) { .self = many, .n_states = many->n, .time_dependent = problem->system.time_dependent, .t = many->t, .x = many->x,
                           .dxdt = (const double *const *) many->rows, .rhs = many_rhs,
                           .jacobian = problem->system.jacobian != NULL ? (const double *const *) many->entries : NULL,
                           .time_derivative = problem->system.time_derivative != NULL ? (const double *const *) many->ft : NULL,
                           .evaluate_derivatives = many_derivatives,
                           .n_pairs = problem->system.n_pairs, .pairs = problem->system.pairs };
}

/* Makes the integrator of member k, which has a different initial state. */
static OdeIntegrator *
member (const OdeMethod *method, const Problem *problem, const OdeSettings *settings, int k)
{
  Problem own = *problem;
  OdeIntegrator *integrator;

  for (int i = 0; i < own.system.n_states; i++)
    own.x0[i] += 0.03 * k * (i + 1);
  integrator = ode_integrator_new (method, &problem->system, settings, NULL, 0);
  g_assert_nonnull (integrator);
  g_assert_cmpint (ode_integrator_initialize (integrator, own.t0, own.x0, own.t1), ==, ODE_DONE);
  return integrator;
}

static void
assert_same_state (const OdeLanes *lanes, int lane, const OdeIntegrator *integrator, int n)
{
  const double *x = ode_integrator_x (integrator);

  g_assert_cmpfloat (ode_lanes_t (lanes, lane), ==, ode_integrator_t (integrator));
  for (int i = 0; i < n; i++)
    g_assert_cmpfloat (ode_lanes_x (lanes)[i * ODE_LANES + lane], ==, x[i]);
}

/* Compares the dense output of the integrator at a quarter of the step with x[n], computed for one lane, and with `rows`, computed for all
 * lanes. */
static void
assert_same_dense (OdeIntegrator *integrator, const double *x, const double *rows, int lane, int n)
{
  double t0 = ode_integrator_t_previous (integrator), y[MAX_STATES];

  if (ode_integrator_takes_short_steps (integrator))
    return; /* lanes do not compute this dense output, and no caller of lanes uses it */
  g_assert_cmpint (ode_integrator_interpolate (integrator, t0 + 0.25 * (ode_integrator_t (integrator) - t0), y), ==, ODE_DONE);
  for (int i = 0; i < n; i++)
    {
      g_assert_cmpfloat (x[i], ==, y[i]);
      /* The rows were evaluated at θ = 0.25, y at (t − t0)/h. */
      g_assert_cmpfloat_with_epsilon (rows[i * ODE_LANES + lane], y[i], 1e-10 * (1 + fabs (y[i])));
    }
}

/* Compares time and state a third of the step after its start with those of the lane. */
static void
assert_same_after (OdeIntegrator *integrator, double t, const double *rows, int lane, int n)
{
  double s = ode_integrator_last_step (integrator) * 1 / 3, y[MAX_STATES];

  if (ode_integrator_takes_short_steps (integrator))
    return;
  g_assert_cmpint (ode_integrator_interpolate_after (integrator, s, y), ==, ODE_DONE);
  g_assert_cmpfloat (t, ==, ode_integrator_time_after (integrator, s));
  for (int i = 0; i < n; i++)
    g_assert_cmpfloat (rows[i * ODE_LANES + lane], ==, y[i]);
}

/* The slope of an integrator is the right-hand side at its state. */
static void
assert_slope (OdeIntegrator *integrator, const Problem *problem)
{
  double expected[MAX_STATES];
  const double *slope;

  g_assert_cmpint (ode_integrator_dxdt (integrator, &slope), ==, ODE_DONE);
  problem->system.rhs (problem->system.self, ode_integrator_t (integrator), ode_integrator_x (integrator), expected);
  for (int i = 0; i < problem->system.n_states; i++)
    g_assert_true (slope[i] == expected[i]);
}

/* Runs all lanes to the end together with one integrator per lane. Each lane leaves once, at a different step, and is loaded again. The
 * step outside the lane is cut as by an event, so that its end is between two doubles. */
static void
run_lanes (const OdeMethod *method, const Problem *problem, const OdeSettings *settings, int *n_accepted, int *n_rejected)
{
  OdeIntegrator *members[N_LANES], *visitor = member (method, problem, settings, 0);
  const int n = problem->system.n_states;
  int n_steps[N_LANES] = { 0 }, n_done = 0;
  static double quarter[N_LANES][MAX_STATES], rows[MAX_STATES * ODE_LANES] __attribute__ ((aligned (64)));
  static double third[MAX_STATES * ODE_LANES] __attribute__ ((aligned (64))), t_third[ODE_LANES];
  Many many;
  OdeLaneSystem system = many_init (&many, problem);
  OdeLanes *lanes = ode_lanes_new (visitor, &system);

  g_assert_nonnull (lanes);
  for (int k = 0; k < N_LANES; k++)
    {
      members[k] = member (method, problem, settings, k);
      g_assert_true (ode_lanes_load (lanes, k, members[k], problem->t1));
      assert_same_state (lanes, k, members[k], n);
    }
  while (n_done < N_LANES)
    {
      uint64_t ending;
      bool accepted[N_LANES];

      ode_lanes_attempt (lanes, N_LANES);
      ending = ode_lanes_ending (lanes);
      ode_lanes_prepare_dense (lanes);
      ode_lanes_interpolate_rows (lanes, 0.25, rows);
      ode_lanes_interpolate_after (lanes, 1, 3, t_third, third);
      for (int k = 0; k < N_LANES; k++)
        ode_lanes_interpolate (lanes, k, ode_lanes_t (lanes, k) + 0.25 * (ode_lanes_t1 (lanes, k) - ode_lanes_t (lanes, k)), quarter[k]);
      for (int k = 0; k < N_LANES; k++)
        {
          accepted[k] = ode_integrator_t (members[k]) < problem->t1 && ode_lanes_outcome (lanes, k) == ODE_LANE_ACCEPT;
          if (ode_integrator_t (members[k]) < problem->t1)
            {
              g_assert_cmpint (ode_lanes_outcome (lanes, k), !=, ODE_LANE_LEAVE);
              *n_rejected += ode_lanes_outcome (lanes, k) == ODE_LANE_REJECT;
            }
        }
      ode_lanes_commit (lanes);
      for (int k = 0; k < N_LANES; k++)
        {
          if (!accepted[k])
            continue;
          g_assert_cmpint (ode_integrator_step (members[k], problem->t1, ODE_STOP_END), ==, ODE_DONE);
          assert_same_state (lanes, k, members[k], n);
          assert_same_dense (members[k], quarter[k], rows, k, n);
          assert_same_after (members[k], t_third[k], third, k, n);
          g_assert_cmpint ((ending >> k) & 1, ==, ode_integrator_t (members[k]) == problem->t1);
          n_done += ode_integrator_t (members[k]) == problem->t1;
          ++*n_accepted;
          if (++n_steps[k] == 3 + k && ode_integrator_t (members[k]) < problem->t1)
            {
              /* Makes one step with another integrator; the lane and the member then continue from there. */
              ode_lanes_store (lanes, k, visitor);
              assert_slope (visitor, problem);
              g_assert_cmpint (ode_integrator_step (visitor, problem->t1, ODE_STOP_END), ==, ODE_DONE);
              g_assert_cmpint (ode_integrator_step (members[k], problem->t1, ODE_STOP_END), ==, ODE_DONE);
              if (ode_integrator_t (members[k]) < problem->t1)
                {
                  double h = 0.61 * ode_integrator_last_step (visitor);

                  g_assert_cmpint (ode_integrator_retake_by (visitor, h), ==, ODE_DONE);
                  g_assert_cmpint (ode_integrator_retake_by (members[k], h), ==, ODE_DONE);
                }
              g_assert_true (ode_lanes_load (lanes, k, visitor, problem->t1));
              assert_same_state (lanes, k, members[k], n);
              n_done += ode_integrator_t (members[k]) == problem->t1;
            }
        }
    }
  for (int k = 0; k < N_LANES; k++)
    {
      g_assert_cmpfloat (ode_integrator_t (members[k]), ==, problem->t1);
      ode_integrator_free (members[k]);
    }
  ode_integrator_free (visitor);
  ode_lanes_free (lanes);
  free (many.x);
  free (many.f);
  free (many.derivatives);
}

static void
test_bits (gconstpointer data)
{
  const OdeMethod *method = data;
  OdeSettings settings[2] = { fixed_settings (0.07), tolerance_settings (1e-5) };
  int n_accepted = 0, n_rejected = 0;

  for (int i = 0; i < (method->traits & ODE_TRAIT_ADAPTIVE ? 2 : 1); i++)
    run_lanes (method, &problem_pendulum, &settings[i], &n_accepted, &n_rejected);
  g_test_message ("%d steps accepted, %d rejected", n_accepted, n_rejected);
  g_assert_cmpint (n_accepted, >, 10 * N_LANES);
}

/* ---- stiff systems ---- */

/* Robertson's reactions. The entries of the Jacobian differ by eight decades, so that row exchanges are necessary. */
static OdeStatus
robertson_rhs (void *self, double t, const double *x, double *f)
{
  f[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
  f[2] = 3e7 * x[1] * x[1];
  f[1] = -f[0] - f[2];
  return ODE_DONE;
}

static OdeStatus
robertson_jacobian (void *self, double t, const double *x, double *J)
{
  const double values[9] = { -0.04, 0.04, 0, 1e4 * x[2], -1e4 * x[2] - 6e7 * x[1], 6e7 * x[1], 1e4 * x[1], -1e4 * x[1], 0 };

  memcpy (J, values, sizeof values);
  return ODE_DONE;
}

/* A chain of n cells with diffusion 50 and the reaction x − x³ + cos t/10. The pattern of the Jacobian is NULL for dense storage; if it
 * has entries in two corners, the chain is a ring. */
typedef struct
{
  int n;
  bool is_ring;
  OdePattern pattern;
  int start[MAX_STATES + 1], row[4 * MAX_STATES];
} Chain;

static OdeStatus
chain_rhs (void *self, double t, const double *x, double *f)
{
  const Chain *chain = self;
  const int n = chain->n;

  for (int i = 0; i < n; i++)
    {
      double left = i > 0 ? x[i - 1] : chain->is_ring ? x[n - 1] : x[0], right = i < n - 1 ? x[i + 1] : chain->is_ring ? x[0] : x[n - 1];

      f[i] = 50 * (left - 2 * x[i] + right) + x[i] - x[i] * x[i] * x[i] + cos (t) / 10;
    }
  return ODE_DONE;
}

static double
chain_entry (const Chain *chain, const double *x, int i, int j)
{
  const int n = chain->n;
  double value = 0;

  if (i == j)
    value = -100 + 1 - 3 * x[i] * x[i] + (chain->is_ring ? 0 : 50 * ((i == 0) + (i == n - 1)));
  else if (abs (i - j) == 1 || (chain->is_ring && abs (i - j) == n - 1))
    value = 50;
  return value;
}

static OdeStatus
chain_jacobian (void *self, double t, const double *x, double *J)
{
  const Chain *chain = self;
  int k = 0;

  for (int j = 0; j < chain->n; j++)
    if (chain->pattern.start == NULL)
      for (int i = 0; i < chain->n; i++)
        J[k++] = chain_entry (chain, x, i, j);
    else
      for (; k < chain->start[j + 1]; k++)
        J[k] = chain_entry (chain, x, chain->row[k], j);
  return ODE_DONE;
}

static OdeStatus
chain_time (void *self, double t, const double *x, double *f)
{
  for (int i = 0; i < ((const Chain *) self)->n; i++)
    f[i] = -sin (t) / 10;
  return ODE_DONE;
}

static void
chain_init (Chain *chain, Problem *problem, int n, bool is_ring, bool has_pattern)
{
  int k = 0;

  *chain = (Chain) { .n = n, .is_ring = is_ring };
  for (int j = 0; j < n; j++)
    {
      chain->start[j] = k;
      for (int i = 0; i < n; i++)
        if (abs (i - j) <= 1 || (is_ring && abs (i - j) == n - 1))
          chain->row[k++] = i;
    }
  chain->start[n] = k;
  if (has_pattern)
    chain->pattern = (OdePattern) { n, n, chain->start, chain->row };
  *problem = (Problem) { .name = "chain", .t1 = 1.5,
                         .system = { .self = chain, .n_states = n, .rhs = chain_rhs, .jacobian = chain_jacobian, .time_dependent = true,
                                     .time_derivative = chain_time, .jacobian_pattern = has_pattern ? &chain->pattern : NULL } };
  for (int i = 0; i < n; i++)
    problem->x0[i] = sin (1 + 5 * i);
}

static void
test_stiff (gconstpointer data)
{
  const OdeMethod *method = data;
  OdeSettings settings = tolerance_settings (1e-4);
  Problem problem = { .name = "robertson", .t1 = 40, .x0 = { 1, 1e-6, 0.1 },
                      .system = { .n_states = 3, .rhs = robertson_rhs, .jacobian = robertson_jacobian } };
  int n_accepted = 0, n_rejected = 0;
  Chain chain;

  run_lanes (method, &problem, &settings, &n_accepted, &n_rejected);
  for (int n = 1; n <= ODE_LANES_MOST_STIFF; n++)
    for (int kind = 0; kind < 3; kind++)
      if (kind == 0 || n > 10)
        {
          chain_init (&chain, &problem, n, kind == 2 && n > 2, kind > 0);
          run_lanes (method, &problem, &settings, &n_accepted, &n_rejected);
        }
  g_test_message ("%d steps accepted, %d rejected", n_accepted, n_rejected);
}

/* A Rosenbrock method is not available in lanes without symbolic derivatives, or with more states. */
static void
test_refusals (void)
{
  const OdeMethod *method = ode_method_find ("rodas4");
  OdeSettings settings = tolerance_settings (1e-4);
  Many many;
  Chain chain;
  Problem problem;

  for (int kind = 0; kind < 3; kind++)
    {
      OdeLaneSystem system;
      OdeIntegrator *pattern;

      chain_init (&chain, &problem, kind == 0 ? ODE_LANES_MOST_STIFF + 1 : 3, false, false);
      settings.jacobian = kind == 1 ? ODE_JACOBIAN_FORWARD : ODE_JACOBIAN_SYMBOLIC;
      system = many_init (&many, &problem);
      if (kind == 2)
        system.jacobian = NULL;
      pattern = member (method, &problem, &settings, 0);
      g_assert_null (ode_lanes_new (pattern, &system));
      ode_integrator_free (pattern);
      free (many.x);
      free (many.f);
      free (many.derivatives);
    }
}

int
main (int argc, char **argv)
{
  const OdeMethod *const *methods;
  int n_methods, n_tested = 0;

  g_test_init (&argc, &argv, NULL);
  methods = ode_methods (&n_methods);
  for (int m = 0; m < n_methods; m++)
    if (ode_lane_stepper_supports (methods[m]) && can_run (methods[m], &problem_pendulum) && !(methods[m]->traits & ODE_TRAIT_DIVERGENT))
      {
        g_autofree char *path = g_strdup_printf ("/ode/lanes/steps-have-the-bits-of-the-integrator/%s", methods[m]->id);

        g_test_add_data_func (path, methods[m], test_bits);
        n_tested++;
        if (methods[m]->traits & ODE_TRAIT_STIFF)
          {
            g_autofree char *stiff = g_strdup_printf ("/ode/lanes/stiff-steps-have-the-bits-of-the-integrator/%s", methods[m]->id);

            g_test_add_data_func (stiff, methods[m], test_stiff);
          }
      }
  g_test_add_func ("/ode/lanes/without-symbolic-derivatives-or-with-many-states-there-are-no-implicit-lanes", test_refusals);
  g_assert_cmpint (n_tested, >, 30);
  return g_test_run ();
}
