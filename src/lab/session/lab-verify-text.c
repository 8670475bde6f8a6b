/* Sentences about the verification of a session. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-verify.h"
#include "ode-format.h"

/* Appends a phrase after a separator. Takes ownership. */
static void
say (GString *text, const char *separator, char *phrase)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? separator : "", phrase);
  g_free (phrase);
}

static char *
number (double value)
{
  char text[ODE_FORMAT_SIZE];

  if (!isfinite (value))
    return g_strdup (isnan (value) ? "nan" : value > 0 ? "inf" : "-inf");
  text[ode_format_double (text, value)] = '\0';
  return g_strdup (text);
}

/* ---- what differs ---- */

static void
say_steps (GString *text, const LabSealDifference *difference)
{
  if (difference->step_to == 0)
    say (text, ": ", g_strdup (_("different from the start")));
  else if (difference->step_from == difference->step_to)
    say (text, ": ", g_strdup_printf (_("different from step %lld"), (long long)difference->step_from));
  else
    say (text, ": ", g_strdup_printf (_("different from a step between %lld and %lld"), (long long)difference->step_from,
                                      (long long)difference->step_to));
}

static void
say_value (GString *text, const LabVerifiedRun *run)
{
  const LabSealValue *value = &run->difference.value;
  g_autofree char *t = number (value->t_sealed), *t_now = number (value->t_now), *sealed = number (value->sealed), *now = number (value->now);

  if (!run->difference.has_value && (run->n_kept == 0 || run->difference.n_compared < run->n_kept))
    return;
  if (!run->difference.has_value)
    say (text, "; ", g_strdup (_("the rows that the seal keeps as numbers have the same bits")));
  else if (value->column < 0)
    say (text, "; ", g_strdup_printf (_("row %zu was at t = %s and is at t = %s now"), value->row, t, t_now));
  else if (strcmp (t, t_now) == 0)
    say (text, "; ", g_strdup_printf (_("%s in step %lld, t = %s, was %s and is %s now"), run->value_column, (long long)value->step, t, sealed, now));
  else
    say (text, "; ", g_strdup_printf (_("%s in step %lld was %s at t = %s and is %s at t = %s now"), run->value_column, (long long)value->step, sealed, t,
                                      now, t_now));
}

/* Says how the results differ from the sealed ones, or that they do not. */
static void
say_difference (GString *text, const LabVerifiedRun *run)
{
  const LabSealDifference *difference = &run->difference;

  if (run->same)
    {
      say (text, ": ", g_strdup_printf (_("all %zu rows and the records of events have the same bits"), run->n_rows));
      return;
    }
  if (difference->same_rows && !difference->same_events)
    say (text, ": ", g_strdup (_("different: the rows have the same bits, but the records of events differ")));
  else if (!difference->same_rows)
    {
      if (run->verdict == LAB_VERDICT_DIGITS)
        say (text, ": ", g_strdup_printf (ngettext ("identical to %d digit in the %d rows that the seal keeps as numbers",
                                                    "identical to %d digits in the %d rows that the seal keeps as numbers", (gulong) difference->digits),
                                          difference->digits, (int) difference->n_compared));
      say_steps (text, difference);
      say_value (text, run);
      if (difference->rows_now != run->n_rows)
        say (text, "; ", g_strdup_printf (_("%zu rows were sealed, %zu are computed now"), run->n_rows,
                                          difference->rows_now));
      if (run->verdict != LAB_VERDICT_DIGITS && difference->same_end)
        say (text, "; ", difference->end_digits == 17
                           ? g_strdup (_("the values at the end have the same bits"))
                           : g_strdup_printf (ngettext ("the values at the end agree to %d digit", "the values at the end agree to %d digits",
                                                        (gulong) difference->end_digits), difference->end_digits));
    }
  if (run->end != run->end_now)
    say (text, "; ", g_strdup (_("the run now ends in another way")));
}

/* ---- one run ---- */

static void
say_changed (GString *text, unsigned changed)
{
  static const struct { unsigned part; const char *name; } parts[] = {
    { LAB_CHANGED_MODEL, N_("the text of the model") },
    { LAB_CHANGED_DATA, N_("a file of data of the model") },
    { LAB_CHANGED_SETTINGS, N_("the settings of the run") },
    { LAB_CHANGED_RESULTS, N_("the results in the seal, or the version that it names") },
  };
  GString *names = g_string_new (NULL);

  for (guint k = 0; k < G_N_ELEMENTS (parts); k++)
    if ((changed & parts[k].part) != 0)
      say (names, ", ", g_strdup (_(parts[k].name)));
  say (text, "", g_strdup_printf (_("changed after sealing: %s"), names->str));
  g_string_free (names, TRUE);
}

static void
say_unrepeatable (GString *text, const LabVerifiedRun *run)
{
  g_autofree char *t = number (run->t);

  if (run->end == LAB_SEAL_RUNNING)
    say (text, "", g_strdup (_("was running when the session was saved, so that its results are not sealed")));
  else if (run->end == LAB_SEAL_OTHER_MODEL)
    say (text, "", g_strdup (_("was made with another text of the model, which the session does not have, so that its results are not sealed")));
  else if (run->end == LAB_SEAL_STOPPED)
    say (text, "", g_strdup_printf (_("stopped by the user, repeated to t = %s"), t));
  else if (run->end == LAB_SEAL_PAUSED)
    say (text, "", g_strdup_printf (_("paused by the user and not complete, repeated to t = %s"), t));
  else if (run->end == LAB_SEAL_FAILED)
    say (text, "", run->end_now == LAB_SEAL_FAILED ? g_strdup_printf (_("failed, and fails again at t = %s"), t)
                                                   : g_strdup_printf (_("failed, and does not fail again; it reaches t = %s"), t));
  if (run->library != NULL)
    say (text, "; ", g_strdup_printf (_("computed with %s, whose version is not sealed"), run->library));
  if (run->compared)
    say_difference (text, run);
}

static void
say_version (GString *text, const LabVerifiedRun *run)
{
  if (run->version == NULL)
    return;
  if (run->arithmetic_now == NULL || (strcmp (run->version, STEPWISE_VERSION) == 0 && strcmp (run->arithmetic, run->arithmetic_now) == 0))
    say (text, "; ", g_strdup_printf (_("made by version %s (%s)"), run->version, run->arithmetic));
  else
    say (text, "; ", g_strdup_printf (_("made by version %s (%s), this is version %s (%s)"), run->version, run->arithmetic, STEPWISE_VERSION,
                                      run->arithmetic_now));
}

char *
lab_verified_run_text (const LabVerifiedRun *run)
{
  GString *text = g_string_new (NULL);

  switch (run->verdict)
    {
    case LAB_VERDICT_IDENTICAL:
      say (text, "", g_strdup (_("identical")));
      say_difference (text, run);
      break;
    case LAB_VERDICT_DIGITS:
    case LAB_VERDICT_DIFFERENT:
      say_difference (text, run);
      break;
    case LAB_VERDICT_NOT_REPEATABLE:
      say_unrepeatable (text, run);
      break;
    case LAB_VERDICT_CHANGED:
      say_changed (text, run->changed);
      break;
    case LAB_VERDICT_NOT_COMPUTED:
      say (text, "", g_strdup_printf (_("cannot be computed: %s"), run->reason));
      break;
    case LAB_VERDICT_NOT_SEALED:
    case LAB_N_VERDICTS:
      say (text, "", g_strdup (_("not sealed, so that there is nothing to compare with")));
      break;
    }
  say_version (text, run);
  return g_string_free (text, FALSE);
}

/* ---- the session ---- */

static gboolean
has_seals (const LabVerification *self)
{
  for (guint k = 0; k < self->runs->len; k++)
    if (((const LabVerifiedRun *)g_ptr_array_index (self->runs, k))->verdict != LAB_VERDICT_NOT_SEALED)
      return TRUE;
  return FALSE;
}

char *
lab_verification_text (const LabVerification *self)
{
  if (self->n_lost > 0)
    return g_strdup_printf (ngettext ("The session has a seal of %d run that is not in the file.", "The session has seals of %d runs that are not in the file.",
                                      (gulong) self->n_lost), self->n_lost);
  if (self->runs->len == 0)
    return g_strdup (_("The session has no runs."));
  if (!has_seals (self))
    return g_strdup (_("The session is not sealed, so that there is nothing to compare with."));
  if (lab_verification_is_identical (self))
    return g_strdup (_("Every run of the session is identical to the last bit."));
  if (lab_verification_differs (self))
    return g_strdup (_("The session differs from its seals."));
  return g_strdup (_("No difference was found, but not every run could be verified."));
}
