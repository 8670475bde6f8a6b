/* If any allocation fails while an integrator or a method is made, the result is NULL
 * with a message, and no memory leaks. The linker replaces malloc and related
 * functions in the objects of the project by the functions below (-Wl,--wrap); other
 * libraries are not affected. The functions count blocks, so that a leak is
 * found without a sanitizer. */
#include "ode-projection.h"
#include "ode-lanes.h"
#include "ode-test.h"

#include <stdlib.h>
#include <string.h>

/* The number of further allocations that will succeed; −1: all succeed. */
static long granted = -1;
/* If TRUE, all allocations after the first failed one succeed. */
static bool fails_once;
static long n_blocks;

void *__real_malloc (size_t size);
void *__real_calloc (size_t n, size_t size);
void *__real_realloc (void *memory, size_t size);
void *__real_aligned_alloc (size_t alignment, size_t size);
char *__real_strdup (const char *text);
void __real_free (void *memory);
void *__wrap_malloc (size_t size);
void *__wrap_calloc (size_t n, size_t size);
void *__wrap_realloc (void *memory, size_t size);
void *__wrap_aligned_alloc (size_t alignment, size_t size);
char *__wrap_strdup (const char *text);
void __wrap_free (void *memory);

static bool
grant (void)
{
  if (granted == 0)
    {
      granted = fails_once ? -1 : 0;
      return false;
    }
  granted -= granted > 0;
  return true;
}

static void *
count (void *memory)
{
  n_blocks += memory != NULL;
  return memory;
}

void *
__wrap_malloc (size_t size)
{
  return grant () ? count (__real_malloc (size)) : NULL;
}

void *
__wrap_calloc (size_t n, size_t size)
{
  return grant () ? count (__real_calloc (n, size)) : NULL;
}

void *
__wrap_realloc (void *memory, size_t size)
{
  if (memory == NULL)
    return __wrap_malloc (size);
  return grant () ? __real_realloc (memory, size) : NULL;
}

void *
__wrap_aligned_alloc (size_t alignment, size_t size)
{
  return grant () ? count (__real_aligned_alloc (alignment, size)) : NULL;
}

char *
__wrap_strdup (const char *text)
{
  return grant () ? count (__real_strdup (text)) : NULL;
}

void
__wrap_free (void *memory)
{
  n_blocks -= memory != NULL;
  __real_free (memory);
}

/* Tries to make an integrator with 0, 1, 2, … allocations that succeed, until this is possible. Returns the number of allocations that are
 * needed. */
static long
check_integrator (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  for (long n = 0;; n++)
    {
      const long before = n_blocks;
      char error[200] = "";
      OdeIntegrator *integrator;

      granted = n;
      integrator = ode_integrator_new (method, system, settings, error, sizeof error);
      granted = -1;
      if (integrator == NULL && *error == '\0')
        g_error ("%s with %ld allocations: no reason", method->id, n);
      if (integrator == NULL && n_blocks != before)
        g_error ("%s with %ld allocations: %ld blocks are lost (%s)", method->id, n, n_blocks - before, error);
      if (integrator != NULL)
        {
          ode_integrator_free (integrator);
          g_assert_cmpint (n_blocks, ==, before);
          return n;
        }
      g_assert_cmpint (n, <, 1000);
    }
}

/* x_i' = −x_i + x_0 with a full first row and column: an arrow matrix, which is not
 * a band matrix in any order of the states. */
#define ARROW 60

static OdeStatus
arrow_rhs (void *self, double t, const double *x, double *dxdt)
{
  for (int i = 0; i < ARROW; i++)
    dxdt[i] = x[0] - x[i];
  return ODE_DONE;
}

static OdeStatus
arrow_jacobian (void *self, double t, const double *x, double *values)
{
  for (int k = 0; k < 3 * ARROW - 2; k++)
    values[k] = -1;
  return ODE_DONE;
}

static int arrow_start[ARROW + 1], arrow_row[3 * ARROW];
static const OdePattern arrow_pattern = { ARROW, ARROW, arrow_start, arrow_row };

/* The chain x_i' = x_{i−1} − 2 x_i + x_{i+1} has a band matrix. */
static int chain_start[ARROW + 1], chain_row[3 * ARROW];
static const OdePattern chain_pattern = { ARROW, ARROW, chain_start, chain_row };

/* The constraint of a point with the states (x, y, vx, vy): it stays on the unit circle. */
static OdeStatus
circle (void *self, double t, const double *x, double *c)
{
  c[0] = x[0] * x[0] + x[1] * x[1] - 1;
  return ODE_DONE;
}

static OdeStatus
circle_jacobian (void *self, double t, const double *x, double *G)
{
  G[0] = 2 * x[0];
  G[1] = 2 * x[1];
  G[2] = G[3] = 0;
  return ODE_DONE;
}

static OdeStatus
circle_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[2];
  dxdt[1] = x[3];
  dxdt[2] = -x[0];
  dxdt[3] = -x[1];
  return ODE_DONE;
}

static OdeStatus
algebraic_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -x[1];
  dxdt[1] = x[0] - x[1];
  return ODE_DONE;
}

static const int algebraic_start[] = { 0, 1, 1 }, algebraic_row[] = { 0 };
static const double algebraic_mass[] = { 1 };
static const OdePattern algebraic_pattern = { 2, 2, algebraic_start, algebraic_row };
static const OdeKind circle_kinds[] = { ODE_POSITION, ODE_POSITION, ODE_VELOCITY, ODE_VELOCITY };
static const OdeKind algebraic_kinds[] = { ODE_OTHER, ODE_ALGEBRAIC };

static const OdeSystem systems[] = {
  { .n_states = ARROW, .rhs = arrow_rhs, .jacobian = arrow_jacobian, .jacobian_pattern = &arrow_pattern },
  { .n_states = ARROW, .rhs = arrow_rhs, .jacobian = arrow_jacobian, .jacobian_pattern = &chain_pattern },
  { .n_states = 4, .kinds = circle_kinds, .rhs = circle_rhs, .n_constraints = 1, .n_position_constraints = 1, .constraints = circle,
    .constraint_jacobian = circle_jacobian },
  { .n_states = 2, .kinds = algebraic_kinds, .rhs = algebraic_rhs, .mass_pattern = &algebraic_pattern, .mass = algebraic_mass },
};

static void
fill_patterns (void)
{
  int n_arrow = 0, n_chain = 0;

  for (int j = 0; j < ARROW; j++)
    {
      arrow_start[j] = n_arrow;
      chain_start[j] = n_chain;
      for (int i = 0; i < ARROW; i++)
        {
          if (i == 0 || j == 0 || i == j)
            arrow_row[n_arrow++] = i;
          if (abs (i - j) <= 1)
            chain_row[n_chain++] = i;
        }
    }
  arrow_start[ARROW] = n_arrow;
  chain_start[ARROW] = n_chain;
}

static void
test_method (gconstpointer user)
{
  const OdeMethod *method = user;
  const bool may_double = !(method->traits & (ODE_TRAIT_OWN_CONTROL | ODE_TRAIT_MULTISTEP));
  int n_tried = 0;

  for (size_t k = 0; k <= G_N_ELEMENTS (systems); k++)
    {
      const OdeSystem *system = k < G_N_ELEMENTS (systems) ? &systems[k] : &problem_pendulum.system;

      if (ode_method_refuses (method, system) != NULL)
        continue;
      n_tried++;
      for (int controlled = 0; controlled < 1 + may_double; controlled++)
        {
          OdeSettings settings = controlled ? tolerance_settings (1e-4) : fixed_settings (0.01);

          settings.error_control_explicit = controlled;
          g_assert_cmpint (check_integrator (method, system, &settings), >=, 2);
        }
    }
  g_assert_cmpint (n_tried, >, 0);
}

/* Makes the same test for methods made from tableaus: explicit, diagonally implicit
 * and fully implicit ones. Either all allocations after the failed one fail, too, or only this one fails. */
static void
test_custom (void)
{
  static const double A[][4] = { { 0, 0, 0.5, 0 }, { 0.5, 0, 0, 0.5 }, { 0.25, -0.25, 0.25, 5.0 / 12 }, { 0.5, -0.5, 0.5, 0.5 } };
  static const double b[][2] = { { 0, 1 }, { 0.5, 0.5 }, { 0.25, 0.75 }, { 0.5, 0.5 } };
  static const double dense[] = { 0, 1, -1, 0, 0, 1 };

  for (size_t k = 0; k < 2 * G_N_ELEMENTS (A); k++)
    for (long n = 0;; n++)
      {
        const size_t kind = k / 2;
        const OdeTableau tableau = { .n_stages = 2, .A = A[kind], .b = b[kind], .dense = kind == 0 ? dense : NULL,
                                     .dense_degree = kind == 0 ? 2 : 0 };
        const long before = n_blocks;
        char error[200] = "";
        OdeMethod *method;

        fails_once = k % 2 == 1;
        granted = n;
        method = ode_method_new_custom ("own", "Own", &tableau, NULL, error, sizeof error);
        granted = -1;
        fails_once = false;
        g_assert_cmpint (n, <, 1000);
        if (method == NULL)
          {
            g_assert_cmpstr (error, ==, "out of memory");
            g_assert_cmpint (n_blocks, ==, before);
            continue;
          }
        g_assert_cmpstr (method->id, ==, "own");
        g_assert_cmpstr (method->label, ==, "Own");
        for (size_t i = 0; i < G_N_ELEMENTS (systems); i++)
          if (ode_method_refuses (method, &systems[i]) == NULL)
            {
              OdeSettings settings = fixed_settings (0.01);

              check_integrator (method, &systems[i], &settings);
            }
        ode_method_free_custom (method);
        g_assert_cmpint (n_blocks, ==, before);
        break;
      }
}

/* ode_projection_new makes three allocations. If one fails, it returns NULL and frees the others. */
static void
test_projection (void)
{
  OdeSystem system = problem_pendulum.system;

  system.n_constraints = 1;
  system.constraints = circle;
  for (long n = 0; n <= 3; n++)
    {
      const long before = n_blocks;
      OdeProjection *projection;

      granted = n;
      projection = ode_projection_new (&system);
      granted = -1;
      g_assert_true ((projection != NULL) == (n == 3));
      ode_projection_free (projection);
      g_assert_cmpint (n_blocks, ==, before);
    }
}

static void
no_lane_rhs (void *self, int n_lanes)
{
}

/* Makes lanes with 0, 1, 2, … allocations that succeed, until this is possible. */
static void
test_lanes (gconstpointer user)
{
  const OdeMethod *method = user;
  OdeSettings settings = tolerance_settings (1e-4);
  OdeSystem one = problem_pendulum.system;
  OdeIntegrator *pattern = ode_integrator_new (method, &one, &settings, NULL, 0);
  double values[2 * ODE_LANES];
  const double *rows[4] = { values, values, values, values };
  const OdeLaneSystem system = { .n_states = 2, .time_dependent = one.time_dependent, .t = values, .x = values, .dxdt = rows,
                                 .rhs = no_lane_rhs, .jacobian = rows, .time_derivative = rows, .evaluate_derivatives = no_lane_rhs };

  for (long n = 0;; n++)
    {
      const long before = n_blocks;
      OdeLanes *lanes;

      granted = n;
      lanes = ode_lanes_new (pattern, &system);
      granted = -1;
      ode_lanes_free (lanes);
      g_assert_cmpint (n_blocks, ==, before);
      if (lanes != NULL)
        {
          g_assert_cmpint (n, >=, 5);
          break;
        }
      g_assert_cmpint (n, <, 100);
    }
  ode_integrator_free (pattern);
}

int
main (int argc, char **argv)
{
  int n;
  const OdeMethod *const *methods = ode_methods (&n);

  g_test_init (&argc, &argv, NULL);
  fill_patterns ();
  for (int i = 0; i < n; i++)
    {
      g_autofree char *path = g_strconcat ("/ode/memory/a-failed-allocation-is-reported-and-leaks-no-memory/", methods[i]->id, NULL);

      g_test_add_data_func (path, methods[i], test_method);
    }
  g_test_add_func ("/ode/memory/custom-methods-leak-no-memory-after-a-failed-allocation", test_custom);
  g_test_add_func ("/ode/memory/a-projection-leaks-no-memory-after-a-failed-allocation", test_projection);
  g_test_add_data_func ("/ode/memory/lanes-leak-no-memory-after-a-failed-allocation/dopri5", ode_method_find ("dopri5"), test_lanes);
  g_test_add_data_func ("/ode/memory/lanes-leak-no-memory-after-a-failed-allocation/rodas4", ode_method_find ("rodas4"), test_lanes);
  return g_test_run ();
}
