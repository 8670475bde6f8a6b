/* Finds the states whose errors no tolerance has controlled in a run: at the start and at the end of every step the state was not larger than its own
 * tolerance, so that an error as large as the state itself was within tolerance.
 *
 * Such a state is reported only if it is more than a rounding error: its largest value must be above ROUNDING times that of all states. Otherwise
 * components that are zero up to rounding, as by a symmetry of the model, would be reported. States that were always zero are not reported. Runs with
 * fixed steps have no tolerance. Methods with their own step control (CVODE) use other tolerances than those of the settings; nothing is said of them.
 *
 * A state whose equation contains such a value may be wrong by more than its own tolerance: the error test controls what the step adds to it for the
 * values that the others have, and these may have any relative error. The message names these states, too. They follow from the pattern of the Jacobian and
 * of the mass matrix.
 *
 * If a run fails, a state that left its tolerance only in the second half of the run counts too: errors that nothing controlled until then may have led
 * to the failure, after which the state is often huge. That they did is not known, so the message says "may".
 *
 * Most states are above their tolerances at the start. The others are compared after each step until they are above. `peaks` has the largest
 * value so far of each state that is still below, and NaN for the others; then the time at which each of the others left its tolerance, or NaN if it
 * was above from the start or only a rounding error before. It is a part of snapshots. */
#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "ode-format.h"
#include "sim-loop-private.h"

#define ROUNDING (1000 * DBL_EPSILON)
/* A message names at most this number of states. */
#define MOST_NAMES 3
/* The message of a failure names states that were below their tolerances for at least this fraction of the run. */
#define LONG_BELOW 0.5

void
sim_uncontrolled_forget (SimSimulator *simulator)
{
  for (int i = 0; i < 2 * simulator->system->ode->n_states; i++)
    simulator->peaks[i] = NAN;
  simulator->n_below = 0;
}

/* Returns the largest of the numbers of x and the largest values so far of the states that are still below their tolerances. */
static double
largest_value (const SimSimulator *simulator, const double *x)
{
  double largest = 0;
  for (int i = 0; i < simulator->system->ode->n_states; i++)
    largest = fmax (largest, isnan (simulator->peaks[i]) ? fabs (x[i]) : simulator->peaks[i]);
  return largest;
}

/* Removes the states that are above their tolerances now. */
static void
compare (SimSimulator *simulator)
{
  const double *x = sim_x (simulator);
  double *tolerance = simulator->slope, *left = simulator->peaks + simulator->system->ode->n_states, largest;
  if (simulator->integrator == NULL || !ode_integrator_is_controlled (simulator->integrator))
    {
      sim_uncontrolled_forget (simulator);
      return;
    }
  largest = largest_value (simulator, ode_integrator_x_previous (simulator->integrator));
  ode_integrator_tolerances (simulator->integrator, ode_integrator_x_previous (simulator->integrator), x, tolerance);
  for (int i = 0; i < simulator->system->ode->n_states; i++)
    {
      if (isnan (simulator->peaks[i]))
        continue;
      const double before = simulator->peaks[i];
      simulator->peaks[i] = fmax (before, fabs (x[i]));
      if (fabs (x[i]) <= tolerance[i] && isfinite (tolerance[i]))
        continue;
      left[i] = before > ROUNDING * largest ? sim_t (simulator) : NAN;
      simulator->peaks[i] = NAN;
      simulator->n_below--;
    }
}

void
sim_uncontrolled_start (SimSimulator *simulator)
{
  simulator->n_below = simulator->system->ode->n_states;
  for (int i = 0; i < simulator->n_below; i++)
    {
      simulator->peaks[i] = 0;
      simulator->peaks[simulator->n_below + i] = NAN;
    }
  compare (simulator);
}

void
sim_uncontrolled_step (SimSimulator *simulator)
{
  if (simulator->n_below > 0)
    compare (simulator);
}

void
sim_uncontrolled_restore (SimSimulator *simulator, const double *peaks)
{
  const int n = simulator->system->ode->n_states;
  simulator->n_below = 0;
  memcpy (simulator->peaks, peaks, 2 * (gsize)n * sizeof (double));
  for (int i = 0; i < n; i++)
    simulator->n_below += !isnan (peaks[i]);
}

/* Appends the name of state i to a list that has n names already. */
static void
append (const SimSimulator *simulator, GString *names, int i, int n)
{
  const OdeSystem *ode = simulator->system->ode;
  if (names != NULL && n < MOST_NAMES)
    g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", ode->names != NULL ? ode->names[i] : "?");
}

/* Sets found[i] for the states that are reported, appends the names of the first ones to `names`, and returns their number. `names` and `found` may be
 * NULL. */
static int
collect (const SimSimulator *simulator, GString *names, gboolean *found)
{
  const OdeSystem *ode = simulator->system->ode;
  int n = 0;
  if (!simulator->initialized || simulator->n_below == 0 || sim_t (simulator) == simulator->t_start)
    return 0;
  const double largest = largest_value (simulator, sim_x (simulator));
  for (int i = 0; i < ode->n_states; i++)
    if (simulator->peaks[i] > ROUNDING * largest)
      {
        append (simulator, names, i, n++);
        if (found != NULL)
          found[i] = TRUE;
      }
  return n;
}

/* Appends the names of the first states that were above their tolerances and whose equations contain a state of `found`, and returns their number. An
 * equation, a row of M x' = f, is that of the states whose derivatives it contains. Returns 0 if the pattern of the Jacobian is not known. */
static int
collect_affected (const SimSimulator *simulator, const gboolean *found, GString *names)
{
  const OdeSystem *ode = simulator->system->ode;
  const OdePattern *pattern = ode->jacobian_pattern, *mass = ode->mass_pattern;
  g_autofree gboolean *rows = g_new0 (gboolean, ode->n_states + 1), *affected = g_new0 (gboolean, ode->n_states + 1);
  int n = 0;
  if (pattern == NULL || pattern->start == NULL)
    return 0;
  for (int j = 0; j < ode->n_states; j++)
    for (int k = pattern->start[j]; found[j] && k < pattern->start[j + 1]; k++)
      rows[pattern->row[k]] = TRUE;
  for (int j = 0; j < ode->n_states; j++)
    if (mass == NULL)
      affected[j] = rows[j];
    else
      for (int k = mass->start[j]; k < mass->start[j + 1]; k++)
        affected[j] = affected[j] || rows[mass->row[k]];
  for (int i = 0; i < ode->n_states; i++)
    if (affected[i] && isnan (simulator->peaks[i]))
      append (simulator, names, i, n++);
  return n;
}

int
sim_uncontrolled_count (const SimSimulator *simulator)
{
  return collect (simulator, NULL, NULL);
}

char *
sim_uncontrolled_advice (const SimSimulator *simulator)
{
  const OdeSettings *settings = &simulator->settings;
  const gboolean is_sized = settings->weighting == ODE_WEIGHTING_SIZE && isnan (settings->relative_tolerance) && isnan (settings->absolute_tolerance)
                            && settings->absolute_per_state == NULL;
  return g_strdup (is_sized ? _("If these states matter, give them a smaller size with 'nominal'.")
                            : _("Use the weighting by size without absolute tolerances, or reduce the absolute tolerances of these states."));
}

/* Returns the sentence without the states on which the others act. */
static char *
plain_message (const char *names, int n)
{
  if (n > MOST_NAMES)
    return g_strdup_printf (_("the errors of %s and %d other states were not controlled: their values were below their tolerances in the whole run"),
                            names, n - MOST_NAMES);
  return g_strdup_printf (n == 1 ? _("the error of %s was not controlled: its value was below its tolerance in the whole run")
                                 : _("the errors of %s were not controlled: their values were below their tolerances in the whole run"),
                          names);
}

char *
sim_uncontrolled_message (const SimSimulator *simulator)
{
  g_autoptr (GString) names = g_string_new (NULL), others = g_string_new (NULL);
  g_autofree gboolean *found = g_new0 (gboolean, simulator->system->ode->n_states + 1);
  g_autofree char *plain = NULL;
  int n = collect (simulator, names, found), n_others;
  if (n == 0)
    return NULL;
  plain = plain_message (names->str, n);
  n_others = collect_affected (simulator, found, others);
  if (n_others == 0)
    return g_steal_pointer (&plain);
  if (n_others > MOST_NAMES)
    /* Translators: the first %s is a sentence that names states; the equations of the others contain these states. */
    return g_strdup_printf (_("%s; this acts on %s and %d other states"), plain, others->str, n_others - MOST_NAMES);
  /* Translators: the first %s is a sentence that names states; the equations of the others contain these states. */
  return g_strdup_printf (_("%s; this acts on %s"), plain, others->str);
}

/* Returns whether the equation of another state contains state i, or TRUE if the pattern of the Jacobian is not known. */
static gboolean
acts_on_others (const OdeSystem *ode, int i)
{
  const OdePattern *pattern = ode->jacobian_pattern;
  if (pattern == NULL || pattern->start == NULL)
    return TRUE;
  for (int k = pattern->start[i]; k < pattern->start[i + 1]; k++)
    if (pattern->row[k] != i)
      return TRUE;
  return FALSE;
}

char *
sim_uncontrolled_failure (const SimSimulator *simulator)
{
  const int n_states = simulator->system->ode->n_states;
  const double *left = simulator->peaks + n_states, t = sim_t (simulator);
  g_autoptr (GString) names = g_string_new (NULL);
  double until = t, largest;
  char time[40];
  int n = 0;
  if (!simulator->initialized || !(t > simulator->t_start))
    return NULL;
  largest = largest_value (simulator, sim_x (simulator));
  for (int i = 0; i < n_states; i++)
    {
      /* A state that is still below can only be the cause through other states. */
      const gboolean is_below = !isnan (simulator->peaks[i]);
      const double end = !is_below ? left[i] : simulator->peaks[i] > ROUNDING * largest && acts_on_others (simulator->system->ode, i) ? t : NAN;
      if (!(end - simulator->t_start >= LONG_BELOW * (t - simulator->t_start)))
        continue;
      until = fmin (until, end);
      append (simulator, names, i, n++);
    }
  if (n == 0)
    return NULL;
  time[ode_format_double (time, until)] = '\0';
  if (n > MOST_NAMES)
    return g_strdup_printf (_("Until t = %s the errors of %s and %d other states were not controlled, since their values were below their tolerances; this may "
                              "be the cause."),
                            time, names->str, n - MOST_NAMES);
  return g_strdup_printf (n == 1 ? _("Until t = %s the error of %s was not controlled, since its value was below its tolerance; this may be the cause.")
                                 : _("Until t = %s the errors of %s were not controlled, since their values were below their tolerances; this may be the "
                                     "cause."),
                          time, names->str);
}
