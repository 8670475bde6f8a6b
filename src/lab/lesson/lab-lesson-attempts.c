/* Finds attempts of a run that questions ask for, such as the longest accepted step. */
#include "lab-lesson-private.h"

#include <math.h>
#include <string.h>

enum { LONGEST, SHORTEST, WORST, FIRST_REJECTED, LAST_REJECTED, N_ATTEMPTS };
const char *const lab_lesson_attempts[] = { "attempt_longest", "attempt_shortest", "attempt_worst", "attempt_first_rejected", "attempt_last_rejected", NULL };

gboolean
lab_lesson_is_attempt (const char *value)
{
  return g_strv_contains (lab_lesson_attempts, value);
}

void
lab_lesson_watch_attempt (void *user, const OdeAttempt *attempt)
{
  LabLessonAttempts *found = user;
  gboolean rejected = attempt->outcome == ODE_ATTEMPT_REJECTED_ERROR || attempt->outcome == ODE_ATTEMPT_REJECTED_NEWTON
                      || attempt->outcome == ODE_ATTEMPT_REJECTED_UNDEFINED;
  double h = fabs (attempt->h);

  found->n++;
  if (attempt->outcome == ODE_ATTEMPT_ACCEPTED && (found->numbers[LONGEST] == 0 || h > found->longest))
    {
      found->longest = h;
      found->numbers[LONGEST] = (double) found->n;
    }
  if (attempt->outcome == ODE_ATTEMPT_ACCEPTED && (found->numbers[SHORTEST] == 0 || h < found->shortest))
    {
      found->shortest = h;
      found->numbers[SHORTEST] = (double) found->n;
    }
  if (attempt->outcome == ODE_ATTEMPT_REJECTED_ERROR && (found->numbers[WORST] == 0 || attempt->error > found->error))
    {
      found->error = attempt->error;
      found->numbers[WORST] = (double) found->n;
    }
  if (rejected && found->numbers[FIRST_REJECTED] == 0)
    found->numbers[FIRST_REJECTED] = (double) found->n;
  if (rejected)
    found->numbers[LAST_REJECTED] = (double) found->n;
}

double
lab_lesson_attempt_number (const LabLessonAttempts *found, const char *value)
{
  for (int k = 0; k < N_ATTEMPTS; k++)
    if (strcmp (value, lab_lesson_attempts[k]) == 0 && found->numbers[k] > 0)
      return found->numbers[k];
  return NAN;
}
