/* Writes the sentence about steps that passed over a change of the right-hand side, and the setting that avoids it. */
#include "sim-passed.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "ode-format.h"

static const char *
number (char text[40], double value, int digits)
{
  char rounded[40], format[8];

  g_snprintf (format, sizeof format, "%%.%dg", digits);
  g_ascii_formatd (rounded, sizeof rounded, format, value);
  text[ode_format_double (text, g_ascii_strtod (rounded, NULL))] = '\0';
  return text;
}

/* Returns the number of digits with which the ends of an interval of time show its width to two digits. */
static int
digits_of (double from, double to)
{
  double digits = 2 + ceil (log10 (fmax (fabs (from), fabs (to)) / (to - from)));

  return digits > 3 ? (int)fmin (digits, 17) : 3;
}

char *
sim_passed_sentence (const SimPassed *passed, const char *const *names)
{
  char t0[40], t1[40], from[40], to[40], missed[40], tolerances[40], state[32];
  int digits = digits_of (passed->from, passed->to), step_digits = digits_of (passed->t0, passed->t1);
  g_autofree char *first = NULL;

  g_snprintf (state, sizeof state, _("state %d"), passed->state + 1);
  first = g_strdup_printf (
      _("The step from t = %s to %s passed over a change of the derivative of %s between t = %s and %s: it missed %s of %s, %s "
         "times the tolerance"),
      number (t0, passed->t0, step_digits), number (t1, passed->t1, step_digits), names != NULL ? names[passed->state] : state,
      number (from, passed->from, digits), number (to, passed->to, digits), number (missed, passed->missed, 2),
      names != NULL ? names[passed->state] : state, number (tolerances, passed->tolerances, 2));
  if (passed->n_steps == 1)
    return g_steal_pointer (&first);
  /* Translators: a sentence about a step, and the number of further steps like it. */
  return g_strdup_printf (ngettext ("%s; %ld more step did so", "%s; %ld more steps did so", (gulong)passed->n_steps - 1), first,
                          (long)passed->n_steps - 1);
}

char *
sim_passed_cure (const SimPassed *passed)
{
  char step[40];

  if (passed->has_switches)
    return g_strdup_printf (_("With max_step %s at least two steps end there; with switches true steps end where a condition changes"),
                            number (step, passed->max_step, 3));
  return g_strdup_printf (_("With max_step %s at least two steps end there"), number (step, passed->max_step, 3));
}
