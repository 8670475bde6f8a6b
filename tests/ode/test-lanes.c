/* Steps in lanes have the bits of steps of the integrator, and lanes do not leave without a reason. */
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
  _Alignas (64) double t[ODE_LANES]; /* rows and times are aligned for vectors */
  double *x, *f;
  double *rows[MAX_STATES];
} Many;

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
  for (int i = 0; i < many->n; i++)
    many->rows[i] = many->f + i * ODE_LANES;
  return (OdeLaneSystem) { .self = many, .n_states = many->n, .time_dependent = true, .t = many->t, .x = many->x,
                           .dxdt = (const double *const *) many->rows, .rhs = many_rhs,
                           .n_pairs = problem->system.n_pairs, .pairs = problem->system.pairs };
}

/* Makes the integrator of a member: it starts at its own state. */
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

/* Runs all lanes to the end, each beside an integrator, and lets each lane leave once, at its own step, and come back. */
static void
run_lanes (const OdeMethod *method, const Problem *problem, const OdeSettings *settings, int *n_accepted, int *n_rejected)
{
  OdeIntegrator *members[N_LANES], *visitor = member (method, problem, settings, 0);
  const int n = problem->system.n_states;
  int n_steps[N_LANES] = { 0 }, n_done = 0;
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
          g_assert_cmpint ((ending >> k) & 1, ==, ode_integrator_t (members[k]) == problem->t1);
          n_done += ode_integrator_t (members[k]) == problem->t1;
          ++*n_accepted;
          if (++n_steps[k] == 3 + k && ode_integrator_t (members[k]) < problem->t1)
            {
              /* One step outside, with another integrator; the lane and the member then continue from there. */
              ode_lanes_store (lanes, k, visitor);
              g_assert_cmpint (ode_integrator_step (visitor, problem->t1, ODE_STOP_END), ==, ODE_DONE);
              g_assert_cmpint (ode_integrator_step (members[k], problem->t1, ODE_STOP_END), ==, ODE_DONE);
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
      }
  g_assert_cmpint (n_tested, >, 30);
  return g_test_run ();
}
