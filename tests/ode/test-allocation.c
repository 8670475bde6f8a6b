/* No method allocates memory inside a step. The functions below replace malloc,
 * calloc, realloc and aligned_alloc and count their calls. */
#include "ode-test.h"

#include <string.h>

static volatile bool counting;
static volatile long n_allocations;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && defined(__GLIBC__)
#define CAN_COUNT 1

void *__libc_malloc (size_t size);
void *__libc_calloc (size_t n, size_t size);
void *__libc_realloc (void *memory, size_t size);
void *__libc_memalign (size_t alignment, size_t size);

void *
malloc (size_t size)
{
  n_allocations += counting;
  return __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  n_allocations += counting;
  return __libc_calloc (n, size);
}

void *
realloc (void *memory, size_t size)
{
  n_allocations += counting;
  return __libc_realloc (memory, size);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  n_allocations += counting;
  return __libc_memalign (alignment, size);
}
#else
#define CAN_COUNT 0
#endif

/* A pendulum whose right-hand side fails in every 97th evaluation, because failed steps must
 * not allocate memory either. */
static OdeStatus
moody_rhs (void *self, double t, const double *x, double *dxdt)
{
  int *calls = self;

  if (++*calls % 97 == 0)
    return ODE_RETRY_UNDEFINED;
  return problem_pendulum.system.rhs (NULL, t, x, dxdt);
}

static void
hear (void *user, const OdeAttempt *attempt)
{
  *(int *) user += attempt->outcome == ODE_ATTEMPT_ACCEPTED;
}

static void
run (const OdeMethod *method, bool adaptive)
{
  int calls = 0, heard = 0;
  Problem problem = problem_pendulum;
  OdeSettings settings = adaptive ? tolerance_settings (1e-5) : fixed_settings (0.01);
  OdeIntegrator *integrator;
  double x[2];

  settings.error_control_explicit = adaptive && !(method->traits & (ODE_TRAIT_OWN_CONTROL | ODE_TRAIT_MULTISTEP));
  problem.system.self = &calls;
  problem.system.rhs = moody_rhs;
  integrator = start (method, &problem, &settings);
  ode_integrator_set_attempt_func (integrator, hear, &heard);

  /* CVODE allocates its copy of the Jacobian in its first step. */
  if (g_str_has_prefix (method->id, "cvode_"))
    g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);

  counting = true;
  for (int k = 0; k < 40; k++)
    {
      OdeStatus status = ode_integrator_step (integrator, 2, k % 3 == 0 ? ODE_STOP_EVENT : ODE_STOP_END);

      if (status != ODE_DONE || ode_integrator_t (integrator) >= 2)
        break;
      ode_integrator_interpolate (integrator, 0.5 * (ode_integrator_t (integrator) + ode_integrator_t_previous (integrator)), x);
      if (k % 5 == 4)
        ode_integrator_retake (integrator, 0.3 * ode_integrator_t (integrator)
                                             + 0.7 * ode_integrator_t_previous (integrator));
      if (k % 7 == 6)
        {
          memcpy (x, ode_integrator_x (integrator), sizeof x);
          ode_integrator_jump (integrator, ode_integrator_t (integrator), x, k % 2 == 0);
        }
    }
  counting = false;
  g_assert_cmpint (heard, >, 2);
  ode_integrator_free (integrator);
}

static void
test_method (gconstpointer user)
{
  const OdeMethod *method = user;

#if !CAN_COUNT
  g_test_skip ("allocations cannot be counted under a sanitizer or without glibc");
  return;
#endif
  n_allocations = 0;
  run (method, false);
  run (method, true);
  g_assert_cmpint (n_allocations, ==, 0);
}

/* Tests the counter itself: if it did not count, every method would pass. */
static void
test_counter (void)
{
  void *volatile memory;

  n_allocations = 0;
  counting = CAN_COUNT;
  memory = malloc (10);
  counting = false;
  free (memory);
  g_assert_cmpint (n_allocations, ==, CAN_COUNT);
}

int
main (int argc, char **argv)
{
  int n;
  const OdeMethod *const *methods = ode_methods (&n);

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/allocation/the-test-counts-an-allocation-made-on-purpose", test_counter);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *path = g_strconcat ("/ode/allocation/a-step-allocates-no-memory/", methods[i]->id, NULL);

      g_test_add_data_func (path, methods[i], test_method);
    }
  return g_test_run ();
}
