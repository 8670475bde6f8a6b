/* Explains a run by the conditions that limited its accepted attempts (sim-limit.c) and by its rejected attempts. */
#include "sim-explain.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>

#include "expr-look.h"
#include "ode-stability.h"
#include "sim-limit.h"

/* The number of attempts before a failure that are examined. A step size decreases
 * by 12 decades in about 30 attempts. */
#define FAILURE_ATTEMPTS 50

double
sim_explain_stability_interval (const OdeMethod *method)
{
  if ((method->traits & (ODE_TRAIT_A_STABLE | ODE_TRAIT_L_STABLE)) != 0)
    return INFINITY;
  if (method->tableau == NULL || (method->traits & ODE_TRAIT_IMPLICIT) != 0)
    return NAN;
  return ode_stability_real_interval (method);
}

static const char *
name_of (const char *const *names, int state, char text[32])
{
  if (names != NULL)
    return names[state];
  g_snprintf (text, 32, _("state %d"), state + 1);
  return text;
}

/* Counts how often each component had the largest error. The counts are in
 * a hash table, because a system may have many components. */
typedef struct
{
  GHashTable *counts;
  gsize n;
} Limiting;

static void
limiting_add (Limiting *limiting, int state)
{
  if (state < 0)
    return;
  gsize count = GPOINTER_TO_SIZE (g_hash_table_lookup (limiting->counts, GINT_TO_POINTER (state)));
  g_hash_table_insert (limiting->counts, GINT_TO_POINTER (state), GSIZE_TO_POINTER (count + 1));
  limiting->n++;
}

static int
limiting_worst (const Limiting *limiting, double *share)
{
  GHashTableIter iter;
  gpointer key, value;
  gsize most = 0;
  int worst = -1;
  g_hash_table_iter_init (&iter, limiting->counts);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (GPOINTER_TO_SIZE (value) > most || (GPOINTER_TO_SIZE (value) == most && GPOINTER_TO_INT (key) < worst))
      {
        most = GPOINTER_TO_SIZE (value);
        worst = GPOINTER_TO_INT (key);
      }
  *share = limiting->n > 0 ? (double) most / (double) limiting->n : 0;
  return worst;
}

/* Returns the number that has the index k after sorting, without sorting the others: a run of a million steps is explained in the time of a few passes (Hoare,
 * Commun. ACM 4 (1961) 321). Changes the order of the numbers. */
static double
select_number (double *numbers, gsize n, gsize k)
{
  gsize low = 0, high = n - 1;

  while (low < high)
    {
      double pivot = numbers[low + (high - low) / 2];
      gsize i = low, j = high;

      for (;;)
        {
          while (numbers[i] < pivot)
            i++;
          while (numbers[j] > pivot)
            j--;
          if (i >= j)
            break;
          double swapped = numbers[i];
          numbers[i++] = numbers[j];
          numbers[j--] = swapped;
        }
      /* Numbers up to j are at most the pivot, and those from j + 1 at least. */
      if (k <= j)
        high = j;
      else
        low = j + 1;
    }
  return numbers[low];
}

typedef struct
{
  SimLimitFinder *finder;
  Limiting limiting;
  GArray *numbers; /* values of h divided by the largest stable step */
  double time[SIM_N_LIMITS]; /* simulated time in which each condition limited the steps. The time limited by the end of the run counts
                              * only if there is no other step */
  gsize accepted, unstable, rejected, newton, undefined;
  double worst_t, worst_error;
} Count;

static void
count_accepted (Count *count, const OdeAttempt *attempt)
{
  double number;
  SimLimit limit = sim_limit_finder_add (count->finder, attempt, &number);

  if (isfinite (number))
    g_array_append_val (count->numbers, number);
  count->accepted++;
  count->time[limit] += fabs (attempt->h);
  count->unstable += limit == SIM_LIMIT_STABILITY;
}

static void
count_attempt (Count *count, const OdeAttempt *attempt)
{
  limiting_add (&count->limiting, attempt->worst_error[0] > 0 ? attempt->worst[0] : -1);
  switch (attempt->outcome)
    {
    case ODE_ATTEMPT_ACCEPTED:
      count_accepted (count, attempt);
      break;
    case ODE_ATTEMPT_REJECTED_NEWTON:
      count->newton++;
      count->rejected++;
      break;
    case ODE_ATTEMPT_REJECTED_UNDEFINED:
      count->undefined++;
      count->rejected++;
      break;
    case ODE_ATTEMPT_REJECTED_ERROR:
      count->rejected++;
      if (isfinite (attempt->error) && !(attempt->error <= count->worst_error))
        {
          count->worst_error = attempt->error;
          count->worst_t = attempt->t;
        }
      break;
    default:
      break;
    }
}

/* Returns a fraction as words, because "one attempt in six" is easier to
 * read than 17 %. */
static char *
rejection_text (double fraction)
{
  /* Translators: these follow "One attempt in". */
  static const char *const in[] = { N_ ("two"), N_ ("three"), N_ ("four"), N_ ("five"), N_ ("six"), N_ ("seven"), N_ ("eight"),
                                    N_ ("nine"), N_ ("ten") };
  int one_in = (int) lrint (1 / fraction);

  if (one_in >= 2 && one_in <= 10)
    /* Translators: %s is one of the words from "two" to "ten". */
    return g_strdup_printf (_("One attempt in %s is rejected"), _(in[one_in - 2]));
  return g_strdup_printf (_("%.0f\u202f%% of the attempts are rejected"), 100 * fraction);
}

/* The verdict on the response is stated if the error test chose the steps for at least this fraction of the time. */
#define MANY_BY_ERROR 0.5
/* An implicit method is advised if it needs fewer than this fraction of the steps. A step of it takes several times as long. */
#define FEW_STEPS 0.2
/* If the fraction of rejected attempts is above SOME_REJECTED, the sentence mentions them; if it is above
 * MANY_REJECTED, an action is advised. A PI controller rejects a few per cent on smooth
 * problems. */
#define SOME_REJECTED 0.05
#define MANY_REJECTED 0.25

/* Explains a run whose steps stability limits: the number of steps does not depend on the tolerance. */
static char *
explain_stability (SimExplanation *e, const SimResponse *response)
{
  if (response->implicit_steps > 0 && (double) response->implicit_steps < FEW_STEPS * (double) response->steps)
    {
      e->advice = SIM_ADVICE_IMPLICIT_METHOD;
      g_autofree char *few = g_strdup_printf ("%" G_GINT64_FORMAT, response->implicit_steps);
      g_autofree char *many = g_strdup_printf ("%" G_GINT64_FORMAT, response->steps);

      /* Translators: "Radau IIA, order 5 needs 40 steps instead of 1000." */
      e->next = g_strdup_printf (_("%s needs %s steps instead of %s."), _(response->implicit->label), few, many);
    }
  else
    {
      e->advice = SIM_ADVICE_TIGHTEN_ACCURACY;
      e->next = g_strdup (_("Higher accuracy costs little in this run."));
    }
  return g_strdup_printf (_("Stability, not accuracy, limits the step: a tenth of the tolerance needs %.3g\u00a0×\u00a0the steps"), response->ratio);
}

/* Returns the number of all steps with a tenth of the tolerance, divided by that of the run. */
static double
cost_of (const SimResponse *response)
{
  return response->all_ratio > 0 ? response->all_ratio : response->ratio;
}

/* Explains a run whose steps follow from the error test. */
static char *
explain_response (SimExplanation *e, SimVerdict verdict, const SimResponse *response)
{
  e->advice = SIM_ADVICE_TIGHTEN_ACCURACY;
  if (response != NULL && response->ratio > 0)
    e->next = g_strdup_printf (_ ("A tenth of the tolerance needs %.3g\u00a0×\u00a0the steps."), cost_of (response));
  else
    e->next = g_strdup (_("Higher accuracy needs more steps unless stability limits them."));
  switch (verdict)
    {
    case SIM_VERDICT_ACCURACY: return g_strdup (_("The accuracy determines the step, as intended"));
    case SIM_VERDICT_BOTH: return g_strdup (_("Accuracy and stability both limit the step"));
    case SIM_VERDICT_PARTLY: return g_strdup (_("The number of steps follows the tolerance only in part"));
    case SIM_VERDICT_STABILITY: return g_strdup (_("Where the error test chooses the step, stability limits it"));
    case SIM_VERDICT_NEITHER: return g_strdup (_("The number of steps hardly depends on the tolerance"));
    default: break;
    }
  if (response != NULL && response->loosest)
    return g_strdup (_("The error test determines the step with the loosest accuracy of the method"));
  if (e->undecided <= 0)
    return g_strdup (_("The error test determines the step"));
  return response != NULL ? g_strdup (_("The numbers of steps do not tell whether accuracy or stability limits them"))
                          : g_strdup (_("Accuracy or stability limits the step; a repetition with another tolerance tells which"));
}

/* Returns a sentence that states the cause, without a full stop, and sets
 * e->advice and e->next. Sets *by_error if errors are the cause, so that
 * the name of the component with the largest error is added. */
static char *
choose_advice (SimExplanation *e, const OdeMethod *method, const SimResponse *response, gboolean *by_error)
{
  gboolean is_explicit = (method->traits & ODE_TRAIT_IMPLICIT) == 0, own = (method->traits & ODE_TRAIT_OWN_CONTROL) != 0;
  SimVerdict verdict = sim_response_verdict (response, method);
  double by_error_test = e->accuracy + e->stability + e->both + e->undecided + e->growth;

  *by_error = FALSE;
  if (e->n_accepted == 0)
    return g_strdup (_("No step was accepted yet"));
  if (verdict == SIM_VERDICT_STABILITY && by_error_test >= MANY_BY_ERROR)
    return explain_stability (e, response);
  if (e->max_step >= 0.5)
    {
      e->advice = SIM_ADVICE_RAISE_MAX_STEP;
      e->next = g_strdup (_("The error would allow larger steps."));
      return g_strdup_printf (_("The maximum step limits the steps for %.0f\u202f%% of the time"), 100 * e->max_step);
    }
  if (e->rejected_newton >= 0.1)
    {
      e->advice = SIM_ADVICE_BETTER_JACOBIAN;
      e->next = g_strdup (_("A symbolic Jacobian or full Newton may help."));
      return g_strdup_printf (_("Newton's method fails in %.0f\u202f%% of the attempts"), 100 * e->rejected_newton);
    }
  *by_error = TRUE;
  /* A tape does not show whether the right-hand side changes abruptly where attempts are rejected, so nothing is said of switches. */
  if (e->rejected >= MANY_REJECTED && !own)
    {
      e->advice = SIM_ADVICE_STEADIER_CONTROLLER;
      e->next = g_strdup (_("A smoother controller may reject fewer attempts."));
      return rejection_text (e->rejected);
    }
  if (e->fixed >= 0.5)
    {
      gboolean unstable = is_explicit && e->stability_number > 1;

      *by_error = FALSE;
      e->advice = SIM_ADVICE_SMALLER_FIXED_STEP;
      e->next = g_strdup (unstable ? _("With such steps the method lets errors grow in a component that the model does not let grow.")
                                   : _("A run with half the step shows how large the error is."));
      return unstable ? g_strdup_printf (_("The fixed step is about %.3g\u00a0×\u00a0the limit of stability"), e->stability_number)
                      : g_strdup (_("The steps are fixed and do not depend on the error"));
    }
  if (e->min_step >= 0.3)
    {
      e->advice = SIM_ADVICE_LOWER_MIN_STEP;
      e->next = g_strdup (_("A smaller minimum keeps the errors within the tolerance."));
      return g_strdup_printf (_("The minimum step limits the steps for %.0f\u202f%% of the time"), 100 * e->min_step);
    }
  if (e->rejected > SOME_REJECTED && !isnan (e->worst_rejection_t))
    {
      e->advice = SIM_ADVICE_LOOK_AT_REJECTION;
      /* The digits of a larger error estimate have no meaning, so it is not reported. */
      e->next = e->worst_rejection_error < 1000 ? g_strdup_printf (_("The worst error was "
                                                                     "%.3g\u00a0×\u00a0tolerance."), e->worst_rejection_error)
                                                : g_strdup (_("The worst error was more than 1000\u00a0×\u00a0tolerance."));
      return rejection_text (e->rejected);
    }
  if (e->events >= 0.5)
    {
      *by_error = FALSE;
      e->advice = SIM_ADVICE_LOOK_AT_EVENTS;
      e->next = g_strdup (_("The event log lists them."));
      return g_strdup_printf (_("Events and scheduled times limit the steps for %.0f\u202f%% of the time"), 100 * e->events);
    }
  if (e->switches >= 0.5)
    {
      *by_error = FALSE;
      e->advice = SIM_ADVICE_LOOK_AT_EVENTS;
      e->next = g_strdup (_("The tape shows these steps with the limit \"switch\"."));
      return g_strdup_printf (_("Conditions of the right-hand side that change limit the steps for %.0f\u202f%% of the time"), 100 * e->switches);
    }
  return explain_response (e, verdict, response);
}

static void
write_texts (SimExplanation *explanation, const OdeMethod *method, const char *const *names, const SimResponse *response)
{
  gboolean by_error;
  g_autofree char *cause = choose_advice (explanation, method, response, &by_error);
  /* If the system has only one state, its name is not necessary. */
  gboolean is_alone = names != NULL && names[0] != NULL && names[1] == NULL;
  char buffer[32];

  if (by_error && !is_alone && explanation->worst_state >= 0 && explanation->worst_share >= SIM_TELLING_SHARE)
    explanation->sentence = g_strdup_printf (_("%s; %s has the largest error in %.0f\u202f%% of the attempts."), cause,
                                             name_of (names, explanation->worst_state, buffer), 100 * explanation->worst_share);
  else
    explanation->sentence = g_strconcat (cause, ".", NULL);
}

void
sim_explain (const SimTape *tape, const OdeMethod *method, double t0, double t1, const char *const *names, const SimStableSteps *stable,
             const SimResponse *response, SimExplanation *explanation)
{
  Count count = { .finder = sim_limit_finder_new (method, stable, response), .worst_t = NAN, .worst_error = NAN };
  count.limiting.counts = g_hash_table_new (NULL, NULL);
  count.numbers = g_array_new (FALSE, FALSE, sizeof (double));
  *explanation = (SimExplanation){ .worst_state = -1, .stability_number = NAN, .worst_rejection_t = NAN, .worst_rejection_error = NAN };
  OdeAttempt attempt;
  for (gsize i = sim_tape_find (tape, t0); expr_look_at (i) && sim_tape_get (tape, i, &attempt) && attempt.t <= t1; i++)
    {
      explanation->n_attempts++;
      count_attempt (&count, &attempt);
    }
  double time = 0;

  for (int i = 0; i < SIM_N_LIMITS; i++)
    time += i != SIM_LIMIT_END ? count.time[i] : 0;
  explanation->n_accepted = count.accepted;
  if (!(time > 0))
    time = count.time[SIM_LIMIT_EVENTS] = count.time[SIM_LIMIT_END];
  double per_time = time > 0 ? 1 / time : 0;
  double per_attempt = explanation->n_attempts > 0 ? 1.0 / (double) explanation->n_attempts : 0;
  explanation->accuracy = count.time[SIM_LIMIT_ACCURACY] * per_time;
  explanation->stability = count.time[SIM_LIMIT_STABILITY] * per_time;
  explanation->both = count.time[SIM_LIMIT_BOTH] * per_time;
  explanation->undecided = count.time[SIM_LIMIT_ERROR] * per_time;
  explanation->growth = count.time[SIM_LIMIT_GROWTH] * per_time;
  explanation->max_step = count.time[SIM_LIMIT_MAX_STEP] * per_time;
  explanation->min_step = count.time[SIM_LIMIT_MIN_STEP] * per_time;
  explanation->events = count.time[SIM_LIMIT_EVENTS] * per_time;
  explanation->switches = count.time[SIM_LIMIT_SWITCHES] * per_time;
  explanation->fixed = count.time[SIM_LIMIT_FIXED] * per_time;
  explanation->stability_steps = count.accepted > 0 ? (double) count.unstable / (double) count.accepted : 0;
  explanation->rejected = (double) count.rejected * per_attempt;
  explanation->rejected_newton = (double) count.newton * per_attempt;
  explanation->rejected_undefined = (double) count.undefined * per_attempt;
  explanation->worst_state = limiting_worst (&count.limiting, &explanation->worst_share);
  if (count.numbers->len > 0)
    {
      explanation->stability_number = select_number ((double *) count.numbers->data, count.numbers->len, count.numbers->len / 2);
    }
  explanation->worst_rejection_t = count.worst_t;
  explanation->worst_rejection_error = count.worst_error;
  write_texts (explanation, method, names, response);
  g_hash_table_unref (count.limiting.counts);
  g_array_unref (count.numbers);
  sim_limit_finder_free (count.finder);
}

void
sim_explanation_without_events (SimExplanation *explanation)
{
  if (explanation->advice != SIM_ADVICE_LOOK_AT_EVENTS)
    return;
  explanation->advice = SIM_ADVICE_NONE;
  /* What follows a sentence on switches refers to the tape, and remains. */
  if (explanation->events >= 0.5)
    {
      g_free (explanation->next);
      explanation->next = g_strdup (_("Steps end where noise changes and at the points of tables."));
    }
}

void
sim_explanation_clear (SimExplanation *explanation)
{
  g_clear_pointer (&explanation->sentence, g_free);
  g_clear_pointer (&explanation->next, g_free);
}

/* A summary of the last attempts before a failure. */
typedef struct
{
  gsize n, rejected, newton, undefined;
  double highest, last; /* largest and last step size */
  int worst;
  double worst_share;
} Ending;

static Ending
ending_of (const SimTape *tape)
{
  gsize n_all = sim_tape_n_attempts (tape);
  gsize first = MAX (sim_tape_first (tape), n_all > FAILURE_ATTEMPTS ? n_all - FAILURE_ATTEMPTS : 0);
  Limiting limiting = { g_hash_table_new (NULL, NULL), 0 };
  Ending ending = { .last = NAN };
  OdeAttempt attempt;
  for (gsize i = first; sim_tape_get (tape, i, &attempt); i++)
    {
      ending.n++;
      ending.rejected += attempt.outcome != ODE_ATTEMPT_ACCEPTED;
      ending.newton += attempt.outcome == ODE_ATTEMPT_REJECTED_NEWTON;
      ending.undefined += attempt.outcome == ODE_ATTEMPT_REJECTED_UNDEFINED;
      limiting_add (&limiting, attempt.worst_error[0] > 0 ? attempt.worst[0] : -1);
      ending.highest = fmax (ending.highest, attempt.h);
      ending.last = attempt.h;
    }
  ending.worst = limiting_worst (&limiting, &ending.worst_share);
  g_hash_table_unref (limiting.counts);
  return ending;
}

/* Returns a sentence about the last attempts: how many were rejected, by how much
 * the step size decreased, and which component limited it. Free it with g_free.
 * Returns NULL if there are no attempts. */
static char *
evidence_of (const Ending *ending, const char *const *names)
{
  if (ending->n == 0)
    return NULL;
  char buffer[32];
  const char *worst = ending->worst >= 0 ? name_of (names, ending->worst, buffer) : NULL;
  double share = 100 * ending->worst_share;
  gboolean fell = ending->highest >= 100 * ending->last;
  if (fell && worst != NULL)
    return g_strdup_printf (_("the last %zu attempts had %zu rejections, the step fell from %.2g to %.2g, and %s limited %.0f\u202f%% "
                              "of the attempts"),
                            ending->n, ending->rejected, ending->highest, ending->last, worst, share);
  if (fell)
    return g_strdup_printf (_("the last %zu attempts had %zu rejections, and the step fell from %.2g to %.2g"), ending->n, ending->rejected,
                            ending->highest, ending->last);
  if (worst != NULL)
    return g_strdup_printf (_("the last %zu attempts had %zu rejections, and %s limited %.0f\u202f%% of the "
                              "attempts"), ending->n, ending->rejected,
                            worst, share);
  return g_strdup_printf (_("the last %zu attempts had %zu rejections"), ending->n, ending->rejected);
}

static SimFailure
failure_of (const Ending *ending, const OdeMethod *method, const OdeSettings *settings, OdeStatus status, const SimResponse *response)
{
  gboolean stiff = (method->traits & ODE_TRAIT_IMPLICIT) == 0 && sim_response_verdict (response, method) == SIM_VERDICT_STABILITY;

  switch (status)
    {
    case ODE_FAIL_UNDEFINED: return SIM_FAILURE_UNDEFINED;
    case ODE_FAIL_STEP_LIMIT: return stiff ? SIM_FAILURE_STIFF : SIM_FAILURE_STEP_LIMIT;
    case ODE_FAIL_FIXED_STEP: return SIM_FAILURE_FIXED_STEP;
    case ODE_FAIL_INCONSISTENT: return SIM_FAILURE_INCONSISTENT;
    case ODE_FAIL_MEMORY: return SIM_FAILURE_MEMORY;
    case ODE_FAIL_MIN_STEP:
    case ODE_FAIL_NO_PROGRESS:
      if (settings->min_step > 0 && status == ODE_FAIL_MIN_STEP)
        return SIM_FAILURE_MIN_STEP;
      /* An undefined model or Newton's method is reported as the cause only if it accounts for
       * at least half of the rejections among the last attempts. */
      if (ending->undefined > 0 && 2 * ending->undefined >= ending->rejected)
        return SIM_FAILURE_UNDEFINED;
      if (ending->newton > 0 && 2 * ending->newton >= ending->rejected)
        return SIM_FAILURE_NEWTON;
      if (stiff)
        return SIM_FAILURE_STIFF;
      return ending->n == 0 || ending->highest >= 100 * ending->last ? SIM_FAILURE_COLLAPSE : SIM_FAILURE_NO_PROGRESS;
    default: return SIM_FAILURE_OTHER;
    }
}

SimFailure
sim_explain_failure (const SimTape *tape, const OdeMethod *method, const OdeSettings *settings, OdeStatus status,
                     const char *const *names, const SimResponse *response, SimAdvice remedies[SIM_MOST_REMEDIES + 1], char **evidence,
                     char **advice)
{
  static const struct { const char *text; SimAdvice remedies[SIM_MOST_REMEDIES + 1]; } rows[] = {
    [SIM_FAILURE_OTHER] = { NULL, { SIM_ADVICE_NONE } },
    [SIM_FAILURE_MIN_STEP] = { N_ ("Lower the minimum step, or continue the run with it."),
                               { SIM_ADVICE_LOWER_MIN_STEP, SIM_ADVICE_GO_ON_AT_MIN_STEP, SIM_ADVICE_LOOSEN_ACCURACY } },
    [SIM_FAILURE_STIFF] = { N_ ("Try an implicit method such as radau5: a tenth of the tolerance needs as many steps, so stability makes them "
                                "small."),
                            { SIM_ADVICE_IMPLICIT_METHOD } },
    [SIM_FAILURE_NEWTON] = { N_ ("Use a symbolic Jacobian, full Newton, or an explicit method."),
                             { SIM_ADVICE_BETTER_JACOBIAN, SIM_ADVICE_EXPLICIT_METHOD, SIM_ADVICE_MARK_EVENT } },
    [SIM_FAILURE_UNDEFINED] = { N_ ("Possible causes: a division by zero, a root or logarithm of a negative number, or a missing event "
                                    "before this time."),
                                { SIM_ADVICE_MARK_EVENT } },
    [SIM_FAILURE_COLLAPSE] = { N_ ("Possible causes: the solution has no value beyond this time, the right-hand side jumps without an event, or "
                                   "the equations have no unique solution here."),
                               { SIM_ADVICE_MARK_EVENT } },
    [SIM_FAILURE_NO_PROGRESS] = { N_ ("The last steps before the failure show which state needs the small steps."), { SIM_ADVICE_NONE } },
    [SIM_FAILURE_STEP_LIMIT] = { N_ ("Raise the step limit, or loosen the accuracy. If a looser accuracy does not need fewer steps, stability "
                                     "limits them, and an implicit method may help."),
                                 { SIM_ADVICE_RAISE_STEP_LIMIT, SIM_ADVICE_LOOSEN_ACCURACY } },
    [SIM_FAILURE_FIXED_STEP] = { N_ ("Use a smaller fixed step, or allow it to be subdivided."), { SIM_ADVICE_SMALLER_FIXED_STEP } },
    [SIM_FAILURE_INCONSISTENT] = { N_ ("Start from values that satisfy the equations or are close to a "
                                       "solution."), { SIM_ADVICE_INITIAL_VALUES } },
    [SIM_FAILURE_MEMORY] = { N_ ("The memory for points is full: loosen the accuracy, or shorten the "
                                 "run."), { SIM_ADVICE_LOOSEN_ACCURACY } },
  };
  Ending ending = { .last = NAN, .worst = -1 };

  if (tape != NULL)
    ending = ending_of (tape);
  SimFailure failure = failure_of (&ending, method, settings, status, response);
  *evidence = evidence_of (&ending, names);
  *advice = rows[failure].text != NULL ? g_strdup (_(rows[failure].text)) : NULL;
  for (int i = 0; i <= SIM_MOST_REMEDIES; i++)
    remedies[i] = rows[failure].remedies[i];
  return failure;
}
