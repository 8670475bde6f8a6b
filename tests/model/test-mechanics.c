/* Tests mechanics with constraints, rotations, algebraic unknowns and mass matrices. */
#include "model-mechanics.h"
#include "model-test.h"

#include <math.h>
#include <string.h>

#define HEAD "format: 1\nname: Test\n"

/* Tolerance of accelerations: a few hundred rounding errors, since they come from well-conditioned systems with a few
 * unknowns. */
#define ROUNDING 1e-13

static const char pendulum[] = HEAD
    "parameters: {m: 2, g: 9.81, L: 1.5}\nmechanics:\n  coordinates:\n"
    "    x: {initial: L*sin(0.7), velocity_initial: 3*cos(0.7), mass: m, force: 0}\n"
    "    y: {initial: -L*cos(0.7), velocity_initial: 3*sin(0.7), mass: m, force: -m*g}\n"
    "  constraints: {rod: (x^2 + y^2 - L^2)/2}\noutputs: {ax: x.a, tension: rod.lambda*L}\n";

/* A pendulum of length L at angle 0.7 with speed 3: the acceleration is −g sin θ along the circle and v²/L towards the centre. */
static void
test_pendulum (void)
{
  g_autoptr (ModelSystem) system = model_test_system (pendulum);
  const OdeSystem *ode = model_system_ode (system);
  g_autofree double *f = model_test_rhs (system);
  g_autofree double *x = NULL;
  g_autofree double *d = NULL;
  double theta = 0.7, g = 9.81, L = 1.5, along = -g * sin (theta), inward = 9 / L, c[2], G[8];
  double ax = along * cos (theta) - inward * sin (theta);

  model_test_initial (system, &x, &d);
  g_assert_cmpstr (ode->names[1], ==, "x.v");
  g_assert_cmpfloat (f[0], ==, x[1]);
  g_assert_cmpfloat_with_epsilon (f[1], ax, ROUNDING * 10);
  g_assert_cmpfloat_with_epsilon (f[3], along * sin (theta) + inward * cos (theta), ROUNDING * 10);
  g_assert_cmpfloat_with_epsilon (model_test_column (system, "ax", 0, x, d), ax, ROUNDING * 10);
  /* The tension is m (g cos θ + v²/L), and λ = −tension/L, because the gradient of the constraint has length L. */
  g_assert_cmpfloat_with_epsilon (model_test_column (system, "tension", 0, x, d), -2 * (g * cos (theta) + inward), ROUNDING * 100);
  g_assert_cmpfloat_with_epsilon (model_test_column (system, "rod.lambda", 0, x, d), -2 * (g * cos (theta) + inward) / L,
                                  ROUNDING * 100);
  model_test_derivatives (system, 0, x);

  g_assert_cmpint (ode->n_constraints, ==, 2);
  g_assert_cmpint (ode->n_position_constraints, ==, 1);
  g_assert_cmpint (ode->constraints (ode->self, 0, x, c), ==, ODE_DONE);
  g_assert_cmpfloat_with_epsilon (c[0], 0, 1e-15);
  g_assert_cmpfloat_with_epsilon (c[1], 0, 1e-15);
  g_assert_cmpint (ode->constraint_jacobian (ode->self, 0, x, G), ==, ODE_DONE);
  g_assert_cmpfloat (G[0], ==, x[0]);
  g_assert_cmpfloat (G[2], ==, x[2]);
  g_assert_cmpfloat (G[4], ==, x[1]);
  g_assert_cmpfloat (G[5], ==, x[0]);
  g_assert_cmpint (ode->n_pairs, ==, 2);
  g_assert_false (ode->separable);
}

/* At a point that violates the constraint c = 0, Baumgarte stabilization gives c̈ = −2α ċ − β² c; without stabilization c̈ = 0. */
static void
test_baumgarte (void)
{
  g_autoptr (ModelSystem) system = model_test_system (pendulum);
  const OdeSystem *ode = model_system_ode (system);
  const double x[5] = { 1, 0.5, -1.2, 0.25, 0 };
  double c = (x[0] * x[0] + x[2] * x[2] - 1.5 * 1.5) / 2, rate = x[0] * x[1] + x[2] * x[3];
  double f[4], second;

  g_assert_cmpint (ode->rhs (ode->self, 0, x, f), ==, ODE_DONE);
  second = x[0] * f[1] + x[2] * f[3] + x[1] * x[1] + x[3] * x[3];
  g_assert_cmpfloat_with_epsilon (second, 0, ROUNDING * 10);
  model_system_set_stabilization (system, ODE_STABILIZE_BAUMGARTE, 10, 8);
  g_assert_cmpint (ode->rhs (ode->self, 0, x, f), ==, ODE_DONE);
  second = x[0] * f[1] + x[2] * f[3] + x[1] * x[1] + x[3] * x[3];
  g_assert_cmpfloat_with_epsilon (second, -20 * rate - 64 * c, ROUNDING * 100);
  model_test_derivatives (system, 0, x);
  model_system_set_stabilization (system, ODE_STABILIZE_PROJECTION, 10, 8);
  g_assert_cmpint (ode->rhs (ode->self, 0, x, f), ==, ODE_DONE);
  second = x[0] * f[1] + x[2] * f[3] + x[1] * x[1] + x[3] * x[3];
  g_assert_cmpfloat_with_epsilon (second, 0, ROUNDING * 10);
}

static void
test_own_gains (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "parameters: {b: 5}\nmechanics:\n  coordinates:\n    x: {initial: 1, mass: 1, force: 0}\n    y: {initial: 0, mass: 1, force: "
           "0}\n"
           "  constraints: {c: {value: x - y*t, alpha: 3, beta: b}}\n");
  const OdeSystem *ode = model_system_ode (system);
  const double x[5] = { 1, 0.5, 0.2, 0.25, 0 };
  double t = 2, c = x[0] - x[2] * t, rate = x[1] - x[3] * t - x[2], f[4];

  model_system_set_stabilization (system, ODE_STABILIZE_BAUMGARTE, 10, 10);
  g_assert_cmpint (ode->rhs (ode->self, t, x, f), ==, ODE_DONE);
  /* The left side is c̈ = a_x − t a_y − 2 y'. */
  g_assert_cmpfloat_with_epsilon (f[1] - t * f[3] - 2 * x[3], -6 * rate - 25 * c, ROUNDING * 100);
  model_test_derivatives (system, t, x);
}

/* Stating the same constraint three times gives the same accelerations. The multipliers are those of least
 * norm. */
static void
test_redundant (void)
{
  g_autoptr (ModelSystem) one = model_test_system (pendulum);
  g_autofree char *text = g_strconcat (HEAD, strstr (pendulum, "parameters"), NULL);
  char *constraint = strstr (text, "{rod: (x^2 + y^2 - L^2)/2}");
  g_autofree char *head = g_strndup (text, (gsize) (constraint - text));
  g_autofree char *three = g_strconcat (
      head, "{rod: (x^2 + y^2 - L^2)/2, again: (x^2 + y^2 - L^2)/2, double: x^2 + y^2 - L^2}\noutputs: {ax: x.a}\n", NULL);
  g_autoptr (ModelSystem) many = model_test_system (three);
  g_autofree double *f = model_test_rhs (one);
  g_autofree double *g = model_test_rhs (many);
  g_autofree double *x = NULL;
  g_autofree double *d = NULL;
  double load;

  for (int k = 0; k < 4; k++)
    g_assert_cmpfloat_with_epsilon (f[k], g[k], ROUNDING * 100);
  model_test_initial (many, &x, &d);
  load = model_test_column (one, "rod.lambda", 0, x, d);
  /* λ (1, 1, 2)/6 is the solution of λ₁ + λ₂ + 2 λ₃ = λ with the least norm. */
  g_assert_cmpfloat_with_epsilon (model_test_column (many, "rod.lambda", 0, x, d), load / 6, 1e-10);
  g_assert_cmpfloat_with_epsilon (model_test_column (many, "again.lambda", 0, x, d), load / 6, 1e-10);
  g_assert_cmpfloat_with_epsilon (model_test_column (many, "double.lambda", 0, x, d), load / 3, 1e-10);
}

/* A constraint whose gradient is zero has no effect. The other constraint holds: x moves on a circle with x'' = −y'² at (1, 0). */
static void
test_zero_gradient (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "mechanics:\n  coordinates:\n    z: {initial: 0, mass: 1, force: 0}\n    x: {initial: 1, mass: 1, force: 0.3}\n"
           "    y: {initial: 0, velocity_initial: 2, mass: 1, force: 0}\n  constraints: {still: z^2, rod: (x^2 + y^2 - 1)/2}\n");
  g_autofree double *f = model_test_rhs (system);

  g_assert_cmpfloat_with_epsilon (f[1], 0, ROUNDING * 10);
  g_assert_cmpfloat_with_epsilon (f[3], -4, ROUNDING * 10);
  g_assert_cmpfloat_with_epsilon (f[5], 0, ROUNDING * 10);
}

/* A double pendulum, which has a full mass matrix and no constraints, is compared with its equations solved by hand. */
static void
test_mass_matrix (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "mechanics:\n  coordinates:\n    a: {initial: 2, velocity_initial: 0.3, force: -sin(a - b)*b.v^2 - 2*9.81*sin(a)}\n"
           "    b: {initial: 1, velocity_initial: -0.4, force: sin(a - b)*a.v^2 - 9.81*sin(b)}\n"
           "  mass_matrix: [[2, cos(a - b)], [cos(a - b), 1]]\n");
  g_autoptr (ModelSystem) solved = model_test_system (
      HEAD "variables:\n  f1: -sin(a - b)*w^2 - 2*9.81*sin(a)\n  f2: sin(a - b)*u^2 - 9.81*sin(b)\n  c: cos(a - b)\n"
           "states:\n  a: {initial: 2, derivative: u}\n  u: {initial: 0.3, derivative: (f1 - c*f2)/(2 - c^2)}\n"
           "  b: {initial: 1, derivative: w}\n  w: {initial: -0.4, derivative: (2*f2 - c*f1)/(2 - c^2)}\n");
  g_autofree double *f = model_test_rhs (system);
  g_autofree double *g = model_test_rhs (solved);
  g_autofree double *x = NULL;
  g_autofree double *d = NULL;

  for (int k = 0; k < 4; k++)
    g_assert_cmpfloat_with_epsilon (f[k], g[k], ROUNDING * 100);
  model_test_initial (system, &x, &d);
  model_test_derivatives (system, 0, x);
  g_assert_cmpstr (model_system_ode (system)->not_separable, ==, "the mass or a force depends on 'a.v', which is not a position");
}

/* With a diagonal mass matrix and no constraints, accelerations are explicit expressions, and the system is
 * separable. */
/* The rows of the mass matrix are exchanged: the first element is nearly 0. The accelerations of [10⁻¹⁴ 1; 1 2] a = (1, 3) are 1, up to 1e-14. */
static void
test_pivot (void)
{
  g_autoptr (ModelSystem) system = model_test_system (HEAD "mechanics:\n  mass_matrix: [[1e-14, 1 + 0*q], [1 + 0*q, 2]]\n  coordinates:\n"
                                                           "    q: {initial: 1, force: 1}\n    p: {initial: 1, force: 3}\n");
  g_autofree double *f = model_test_rhs (system);

  g_assert_cmpfloat_with_epsilon (f[1], 1, ROUNDING);
  g_assert_cmpfloat_with_epsilon (f[3], 1, ROUNDING);
}

/* The right-hand side of a state may contain accelerations, which come from a linear solve. Its row of the Jacobian contains their
 * derivatives. */
static void
test_acceleration_in_state (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "parameters: {m: 2}\nstates:\n  w: {initial: 0.5, derivative: p.a*w + q.a}\nmechanics:\n  mass_matrix: [[m + q^2, q*p], [q*p, 1 + p^2]]\n"
           "  coordinates:\n    q: {initial: 1, velocity_initial: 0.5, force: -q^3 + sin(t)}\n    p: {initial: 0.3, force: -p}\n");
  g_autofree double *x = NULL;
  g_autofree double *d = NULL;

  model_test_initial (system, &x, &d);
  model_test_derivatives (system, 0.4, x);
}

static void
test_plain (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "mechanics:\n  coordinates:\n    x: {initial: 2, velocity_initial: 1, mass: 4, force: -x}\noutputs: {a: x.a}\n");
  const OdeSystem *ode = model_system_ode (system);
  g_autofree double *f = model_test_rhs (system);
  g_autofree double *x = NULL;
  g_autofree double *d = NULL;

  g_assert_cmpfloat (f[1], ==, -0.5);
  g_assert_nonnull (ode->jacobian_pattern);
  g_assert_true (ode->separable);
  model_test_initial (system, &x, &d);
  g_assert_cmpfloat (model_test_column (system, "a", 0, x, d), ==, -0.5);
}

/* A constraint couples a massless point to a mass. M is singular, but the system with the constraint is
 * not. */
static void
test_singular_mass (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "mechanics:\n  coordinates:\n    x: {initial: 1, mass: 2, force: 6}\n    y: {initial: 1, mass: 0, force: 0}\n"
           "  constraints: {c: x - y}\n");
  g_autoptr (ModelSystem) lost = model_test_system (
      HEAD "mechanics:\n  coordinates:\n    x: {initial: 1, mass: 2, force: 6}\n    y: {initial: 1, mass: 0, force: 0}\n"
           "  constraints: {c: x}\n");
  g_autofree double *f = model_test_rhs (system);
  const double x[4] = { 1, 0, 1, 0 };
  double g[4];

  g_assert_cmpfloat_with_epsilon (f[1], 3, ROUNDING);
  g_assert_cmpfloat_with_epsilon (f[3], 3, ROUNDING);
  g_assert_cmpint (model_system_ode (lost)->rhs (lost, 0, x, g), ==, ODE_RETRY_UNDEFINED);
}

/* The residual of the solution is small for random nonsingular systems. */
static void
test_solver (void)
{
  GRand *random = g_rand_new_with_seed (5);

  for (int round = 0; round < 200; round++)
    {
      int n = g_rand_int_range (random, 1, 8), m = g_rand_int_range (random, 0, n + 1);
      double M[64], G[64], r1[8], r2[8], a[8], lambda[8];
      g_autoptr (ModelMechanics) mechanics = model_mechanics_new (n, m);

      for (int k = 0; k < n * n; k++)
        M[k] = g_rand_double_range (random, -1, 1) + (k % (n + 1) == 0) * n;
      for (int k = 0; k < m * n; k++)
        G[k] = g_rand_double_range (random, -1, 1);
      for (int k = 0; k < n; k++)
        r1[k] = g_rand_double_range (random, -1, 1);
      for (int k = 0; k < m; k++)
        r2[k] = g_rand_double_range (random, -1, 1);
      g_assert_true (model_mechanics_factorize (mechanics, M, G));
      model_mechanics_solve (mechanics, r1, r2, a, lambda);
      for (int i = 0; i < n; i++)
        {
          double sum = -r1[i];

          for (int j = 0; j < n; j++)
            sum += M[i * n + j] * a[j];
          for (int c = 0; c < m; c++)
            sum -= G[c * n + i] * lambda[c];
          /* The tolerance is large because some of the random matrices G are ill-conditioned. */
          g_assert_cmpfloat (fabs (sum), <, 1e-9);
        }
      for (int c = 0; c < m; c++)
        {
          double sum = -r2[c];

          for (int j = 0; j < n; j++)
            sum += G[c * n + j] * a[j];
          g_assert_cmpfloat (fabs (sum), <, 1e-9);
        }
    }
  g_rand_free (random);
}

/* ---- rotations by quaternions ---- */

static void
test_rotation_rates (void)
{
  static const char *const frames[] = { "body", "world" };

  for (int world = 0; world < 2; world++)
    {
      g_autofree char *text = g_strdup_printf (
          HEAD "rotations:\n  R: {initial: [1, 2, 3, 4], angular_velocity: [0.3, -0.5, 0.7], frame: %s, position: [1, 2, 3], "
               "velocity: [1, 0.5, 2]}\n",
          frames[world]);
      g_autoptr (ModelSystem) system = model_test_system (text);
      const OdeSystem *ode = model_system_ode (system);
      g_autofree double *f = model_test_rhs (system);
      g_autofree double *x = NULL;
      g_autofree double *d = NULL;
      double rates[6], w[4] = { 0, 0.3, -0.5, 0.7 }, product[4], turned[3], v[3] = { 1, 0.5, 2 };
      const double *a, *b;

      model_test_initial (system, &x, &d);
      g_assert_cmpfloat_with_epsilon (x[0], 1 / sqrt (30), 1e-16);
      a = world ? w : x;
      b = world ? x : w;
      /* Computes product = a b, the product of two quaternions. */
      product[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
      product[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
      product[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
      product[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
      for (int k = 0; k < 4; k++)
        g_assert_cmpfloat_with_epsilon (f[k], product[k] / 2, 1e-15);
      /* Each line computes a row of R(q) times v. */
      turned[0] = (1 - 2 * (x[2] * x[2] + x[3] * x[3])) * v[0] + 2 * (x[1] * x[2] - x[0] * x[3]) * v[1]
                  + 2 * (x[1] * x[3] + x[0] * x[2]) * v[2];
      turned[1] = 2 * (x[1] * x[2] + x[0] * x[3]) * v[0] + (1 - 2 * (x[1] * x[1] + x[3] * x[3])) * v[1]
                  + 2 * (x[2] * x[3] - x[0] * x[1]) * v[2];
      turned[2] = 2 * (x[1] * x[3] - x[0] * x[2]) * v[0] + 2 * (x[2] * x[3] + x[0] * x[1]) * v[1]
                  + (1 - 2 * (x[1] * x[1] + x[2] * x[2])) * v[2];
      for (int k = 0; k < 3; k++)
        g_assert_cmpfloat_with_epsilon (f[4 + k], world ? v[k] : turned[k], 1e-14);
      g_assert_cmpint (ode->n_rotations, ==, 1);
      g_assert_cmpint (ode->rotations[0].quaternion, ==, 0);
      g_assert_cmpint (ode->rotations[0].position, ==, 4);
      g_assert_cmpint (ode->rotations[0].world_frame, ==, world);
      g_assert_cmpint (ode->rotation_rates (ode->self, 0, x, rates), ==, ODE_DONE);
      g_assert_cmpfloat (rates[1], ==, -0.5);
      g_assert_cmpfloat (rates[5], ==, 2);
      x[0] *= 1.5;
      x[1] *= 1.5;
      x[2] *= 1.5;
      x[3] *= 1.5;
      g_assert_cmpfloat_with_epsilon (model_test_column (system, "R.norm_error", 0, x, d), 0.5, 1e-15);
      model_test_derivatives (system, 0, x);
    }
}

/* ---- algebraic unknowns and mass matrices ---- */

static void
test_algebraic (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "states: {x: {initial: 2, derivative: -z}}\nalgebraic: {z: {initial: 1, residual: z^3 + z - x}}\n");
  const OdeSystem *ode = model_system_ode (system);
  g_autofree double *f = model_test_rhs (system);
  const double x[3] = { 2, 1, 0 };

  g_assert_cmpint (ode->kinds[1], ==, ODE_ALGEBRAIC);
  g_assert_cmpint (ode->mass_pattern->start[2], ==, 1);
  g_assert_cmpint (ode->mass_pattern->row[0], ==, 0);
  g_assert_cmpfloat (ode->mass[0], ==, 1);
  g_assert_cmpfloat (f[1], ==, 0);
  model_test_derivatives (system, 0, x);
  g_assert_cmpuint (model_traits (model_system_model (system)) & MODEL_IS_DAE, !=, 0);
}

static void
test_singular_matrix (void)
{
  g_autoptr (ModelSystem) singular = model_test_system (
      HEAD "states: {a: {initial: 1, derivative: -a}, b: {initial: 1, derivative: a}}\nmass_matrix: {rows: [a, b], values: [[1, -1], [-1, "
           "1]]}\n");
  g_autoptr (ModelSystem) regular = model_test_system (
      HEAD "states: {a: {initial: 1, derivative: -a}, b: {initial: 1, derivative: a}}\nmass_matrix: {rows: [b, a], values: [[2, 1], [0, "
           "3]]}\n");
  const OdeSystem *ode = model_system_ode (regular);

  g_assert_cmpuint (model_traits (model_system_model (singular)) & MODEL_IS_DAE, !=, 0);
  g_assert_cmpuint (model_traits (model_system_model (regular)) & MODEL_IS_DAE, ==, 0);
  /* Rows and columns are in the order of `rows`: b, then a. Column a has the entries 3 in row a and 1 in row b; column b has the entry 2 in
   * row b. */
  g_assert_cmpint (ode->mass_pattern->start[1], ==, 2);
  g_assert_cmpfloat (ode->mass[0], ==, 3);
  g_assert_cmpfloat (ode->mass[1], ==, 1);
  g_assert_cmpfloat (ode->mass[2], ==, 2);
  g_assert_cmpint (ode->mass_pattern->row[2], ==, 1);
}

static void
test_top_constraints (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "states:\n  x: {initial: 1, derivative: u, kind: position}\n  u: {initial: 0, derivative: -x, kind: velocity}\n"
           "constraints: {speed: u*x - t, place: x^2 - 1}\n");
  const OdeSystem *ode = model_system_ode (system);
  const double x[2] = { 3, 4 };
  double c[2], G[4];

  g_assert_cmpint (ode->n_constraints, ==, 2);
  g_assert_cmpint (ode->n_position_constraints, ==, 1);
  g_assert_cmpint (ode->constraints (ode->self, 2, x, c), ==, ODE_DONE);
  g_assert_cmpfloat (c[0], ==, 8);
  g_assert_cmpfloat (c[1], ==, 10);
  g_assert_cmpint (ode->constraint_jacobian (ode->self, 2, x, G), ==, ODE_DONE);
  g_assert_cmpfloat (G[0], ==, 6);
  g_assert_cmpfloat (G[1], ==, 0);
  g_assert_cmpfloat (G[2], ==, 4);
  g_assert_cmpfloat (G[3], ==, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/mechanics/the-accelerations-of-a-pendulum-agree-with-the-textbook", test_pendulum);
  g_test_add_func ("/model/mechanics/baumgarte-terms-are-added-only-if-selected", test_baumgarte);
  g_test_add_func ("/model/mechanics/a-constraint-may-have-separate-stabilization-gains", test_own_gains);
  g_test_add_func ("/model/mechanics/redundant-constraints-do-not-change-the-accelerations", test_redundant);
  g_test_add_func ("/model/mechanics/a-constraint-with-zero-gradient-does-not-disable-the-others", test_zero_gradient);
  g_test_add_func ("/model/mechanics/a-full-mass-matrix-gives-the-same-accelerations-as-equations-solved-by-hand", test_mass_matrix);
  g_test_add_func ("/model/mechanics/rows-of-the-mass-matrix-are-exchanged", test_pivot);
  g_test_add_func ("/model/mechanics/accelerations-in-right-hand-sides-have-derivatives", test_acceleration_in_state);
  g_test_add_func ("/model/mechanics/a-system-with-diagonal-mass-and-no-constraints-is-separable", test_plain);
  g_test_add_func ("/model/mechanics/constraints-may-regularize-a-singular-mass-matrix", test_singular_mass);
  g_test_add_func ("/model/mechanics/accelerations-of-random-systems-satisfy-their-equations", test_solver);
  g_test_add_func ("/model/rotation/quaternion-rates-agree-with-the-hamilton-product", test_rotation_rates);
  g_test_add_func ("/model/dae/the-mass-matrix-row-of-an-algebraic-unknown-is-zero", test_algebraic);
  g_test_add_func ("/model/dae/a-model-with-a-singular-mass-matrix-is-treated-as-a-dae", test_singular_matrix);
  g_test_add_func ("/model/dae/position-constraints-are-listed-before-velocity-constraints", test_top_constraints);
  return g_test_run ();
}
