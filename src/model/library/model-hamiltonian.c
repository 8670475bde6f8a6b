/* Tests the structure of a Hamiltonian system numerically. With positions q,
 * velocities v = q' and masses m, the system m_i v_i' = F_i(q, v) has the
 * Hamiltonian form (a potential and gyroscopic forces) if ∂F/∂q is symmetric and
 * ∂F/∂v antisymmetric. The masses are unknown: they follow from the ratios of
 * mirrored entries of the Jacobian, m_i A_ij = ± m_j A_ji.
 *
 * A condition that depends on a velocity, such as the sign of dry friction, is a force of its own although the derivatives beside its jump
 * are zero. A system with such a condition is not called Hamiltonian. */
#include "model-hamiltonian.h"

#include <math.h>

#include "model-system-switches.h"
#include "ode-system.h"

/* Largest number of states for which the test is made. Central differences need 2n evaluations of the right-hand side for n states, which
 * would take too long for more. */
#define MOST_STATES 100
#define N_PLACES 4
/* Increment of the central differences, relative to 1 + |x|. The derivatives then have relative errors of about 1e-9, far below the
 * tolerance; systems that are not symmetric differ by much more. */
#define DIFFERENCE 1e-5
#define TOLERANCE 1e-6

typedef struct
{
  const OdeSystem *ode;
  int n, n_pairs;
  OdePair *pairs;
  double *x, *low, *high, *jacobian; /* n states, two values of the right-hand side (n each), and the Jacobian, row-major n × n */
  double *masses;                    /* mass of each pair; 0: not known yet */
  double largest;                    /* largest absolute derivative of the accelerations */
  ModelSystem *system;
  double *g_low, *g_high;            /* two values of all switch functions */
} Look;

/* Computes the Jacobian by central differences. Returns FALSE if a value is not finite. */
static gboolean
differentiate (Look *look, double t)
{
  for (int j = 0; j < look->n; j++)
    {
      double x = look->x[j], d = DIFFERENCE * (1 + fabs (x));

      look->x[j] = x + d;
      if (look->ode->rhs (look->ode->self, t, look->x, look->high) != ODE_DONE)
        return FALSE;
      look->x[j] = x - d;
      if (look->ode->rhs (look->ode->self, t, look->x, look->low) != ODE_DONE)
        return FALSE;
      look->x[j] = x;
      for (int i = 0; i < look->n; i++)
        look->jacobian[i * look->n + j] = (look->high[i] - look->low[i]) / (2 * d);
    }
  for (int k = 0; k < look->n * look->n; k++)
    if (!isfinite (look->jacobian[k]))
      return FALSE;
  return TRUE;
}

/* Returns the state that is the time derivative of state q, or −1. */
static int
rate_of (const Look *look, int q)
{
  const double *row = &look->jacobian[q * look->n];
  int v = -1;

  for (int j = 0; j < look->n; j++)
    if (fabs (row[j]) > TOLERANCE)
      {
        if (v >= 0 || j == q || fabs (row[j] - 1) > TOLERANCE)
          return -1;
        v = j;
      }
  return v;
}

/* Finds all pairs of states with q' = v. Returns FALSE if a state is in no pair. */
static gboolean
find_pairs (Look *look)
{
  g_autofree gboolean *taken = g_new0 (gboolean, look->n);

  look->n_pairs = 0;
  for (int q = 0; q < look->n; q++)
    {
      int v = rate_of (look, q);

      if (v >= 0 && !taken[q] && !taken[v])
        {
          taken[q] = taken[v] = TRUE;
          look->pairs[look->n_pairs++] = (OdePair){ q, v };
        }
    }
  return 2 * look->n_pairs == look->n;
}

/* Returns whether the pairs q' = v also hold at this point, and updates the largest derivative of the
 * accelerations. */
static gboolean
are_pairs (Look *look)
{
  look->largest = 0;
  for (int i = 0; i < look->n_pairs; i++)
    {
      if (rate_of (look, look->pairs[i].position) != look->pairs[i].velocity)
        return FALSE;
      for (int j = 0; j < look->n; j++)
        look->largest = fmax (look->largest, fabs (look->jacobian[look->pairs[i].velocity * look->n + j]));
    }
  return TRUE;
}

/* Returns whether a condition of the right-hand side depends on a velocity at this point. */
static gboolean
is_switched_by_velocity (Look *look, double t)
{
  int n_switches = model_system_n_switches (look->system);

  for (int i = 0; i < look->n_pairs && n_switches > 0; i++)
    {
      int v = look->pairs[i].velocity;
      double x = look->x[v], d = DIFFERENCE * (1 + fabs (x));

      look->x[v] = x + d;
      model_system_switch_values (look->system, t, look->x, look->g_high);
      look->x[v] = x - d;
      model_system_switch_values (look->system, t, look->x, look->g_low);
      look->x[v] = x;
      for (int k = 0; k < n_switches; k++)
        if (!(look->g_high[k] == look->g_low[k]))
          return TRUE;
    }
  return FALSE;
}

/* Returns ∂v_i'/∂q_j, or ∂v_i'/∂v_j. */
static double
entry (const Look *look, int i, int j, gboolean of_velocity)
{
  const OdePair *pair = &look->pairs[j];

  return look->jacobian[look->pairs[i].velocity * look->n + (of_velocity ? pair->velocity : pair->position)];
}

/* Computes the masses of all pairs that interact with pair i, from m_i A_ij = ± m_j
 * A_ji. */
static void
weigh_from (Look *look, int i)
{
  for (int j = 0; j < look->n_pairs; j++)
    for (int of_velocity = 0; of_velocity < 2; of_velocity++)
      {
        double there = entry (look, i, j, of_velocity), back = (of_velocity ? -1 : 1) * entry (look, j, i, of_velocity);

        if (look->masses[j] == 0 && there * back > 0 && fabs (there) > TOLERANCE * look->largest && fabs (back) > TOLERANCE * look->largest)
          {
            look->masses[j] = look->masses[i] * there / back;
            weigh_from (look, j);
          }
      }
}

static gboolean
is_balanced (const Look *look)
{
  for (int i = 0; i < look->n_pairs; i++)
    for (int j = 0; j <= i; j++)
      for (int of_velocity = 0; of_velocity < 2; of_velocity++)
        {
          double a = look->masses[i] * entry (look, i, j, of_velocity), b = look->masses[j] * entry (look, j, i, of_velocity);
          double heaviest = fmax (look->masses[i], look->masses[j]);

          if (fabs (of_velocity ? a + b : a - b) > 10 * TOLERANCE * heaviest * look->largest)
            return FALSE;
        }
  return TRUE;
}

/* Tests the symmetry at the start and at points around it, whose distance from the start is a fifth of
 * the size of the states. The start alone is not sufficient, since interactions may vanish there by
 * symmetry. */
static gboolean
look_around (Look *look, const double *x0, double t)
{
  int n_seen = 0;

  for (int place = N_PLACES - 1; place >= 0; place--)
    {
      for (int i = 0; i < look->n; i++)
        look->x[i] = x0[i] + (place > 0 ? 0.2 * (0.5 + fabs (x0[i])) * sin (7.3 * i + 2.1 * place) : 0);
      if (!differentiate (look, t))
        continue;
      if ((n_seen == 0 && !find_pairs (look)) || !are_pairs (look) || is_switched_by_velocity (look, t))
        return FALSE;
      for (int i = 0; i < look->n_pairs; i++)
        if (look->masses[i] == 0)
          {
            look->masses[i] = 1;
            weigh_from (look, i);
          }
      if (!is_balanced (look))
        return FALSE;
      n_seen++;
    }
  return n_seen >= 2;
}

gboolean
model_system_has_hamiltonian (ModelSystem *system)
{
  const OdeSystem *ode = model_system_ode (system);
  int n = ode->n_states;
  g_autofree double *x0 = NULL, *d = NULL, *room = NULL, *switches = NULL;
  g_autofree OdePair *pairs = NULL;
  Look look = { .ode = ode, .n = n, .system = system };

  if (n == 0 || n % 2 != 0 || n > MOST_STATES || ode->time_dependent || ode->mass != NULL)
    return FALSE;
  x0 = g_new0 (double, n);
  d = g_new0 (double, model_system_n_discrete (system) + 1);
  if (!model_system_initial (system, x0, d, NULL))
    return FALSE;
  model_system_set_discrete (system, d);
  room = g_new0 (double, 4 * n + n * n);
  look.pairs = pairs = g_new0 (OdePair, n);
  look.x = room;
  look.low = room + n;
  look.high = room + 2 * n;
  look.jacobian = room + 3 * n;
  look.masses = room + 3 * n + n * n;
  switches = g_new0 (double, 2 * model_system_n_switches (system) + 1);
  look.g_low = switches;
  look.g_high = switches + model_system_n_switches (system);
  return look_around (&look, x0, model_system_t_start (system));
}
