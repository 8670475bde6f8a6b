/* Finds the step size or accuracy s at which a run has a requested measure m. The measure is the number of right-hand-side evaluations or
 * the error at the end.
 *
 * Over a small range each measure is a power of the setting, m ≈ c sᵏ. Then log m is nearly linear in log s, and a secant method on
 * logarithms converges in three or four runs. The search starts with the theoretical exponent k (Hairer, Nørsett and Wanner, Solving
 * Ordinary Differential Equations I):
 *
 *     evaluations of fixed steps          k = −1       all steps cost the same
 *     evaluations with error control      k = −1/p     h ∝ tol^(1/p) for a pair of orders p(p − 1) (ibid. equation II.4.12)
 *     error of fixed steps                k = p        global error C hᵖ (ibid. theorem II.8.1)
 *     error with error control            k = 1        step size controllers make the error proportional to the tolerance
 *
 * Later runs replace k by the measured exponent. A measure also has jumps (one step more or less, another number of Newton iterations)
 * and corners (steps limited by stability). The search therefore keeps the nearest setting on either side of the target. If the secant
 * step leaves this bracket, the geometric mean of the bracket is used instead, which is bisection in log s. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-comparison-private.h"
#include "lab-size.h"

/* Largest number of runs of a search. The secant method needs a few; for a measure with jumps, a bracket of one decade is bisected down to
 * 1e-3 of its size. */
#define MOST_TRIALS 24
/* A requested cost is met if the cost differs by less than that of one step. If the
 * cost jumps, or the search has taken LONG_SEARCH evaluations (a tenth of a second
 * for a small model), a difference of 2 % is accepted, which is hardly visible in a
 * table. */
#define NEAR 0.02
#define LONG_SEARCH 1e6
/* The search ends after a run with this many evaluations, which takes some seconds for a small model. Without this limit a search for an
 * unreachable target could run for hours. */
#define MOST_EVALUATIONS 2e7
/* A requested error is met if the error at the end is within this factor of it. The error oscillates with the phase of the solution, so a
 * closer match has no meaning. */
#define ERROR_FACTOR 1.5
/* In a search for equal cost, a run fails after this many attempted steps, as a multiple of the requested evaluations. Without this limit
 * an explicit method on a stiff problem would take hours at any accuracy. */
#define RUNAWAY 20
/* The ratio of the measured to the theoretical exponent is limited to this value and its
 * inverse. A ratio outside means that the two runs were on different sides of a jump or
 * corner. */
#define MOST_EXPONENT_RATIO 8
/* Largest change of log s in one secant step, a factor of 1100. A power law fitted to two runs is not valid over larger
 * changes. */
#define MOST_LOG_CHANGE 7
/* FIRST_STEPS is the number of fixed steps with which a search for an error begins; such a run has a moderate cost for any
 * method. The constant after it is the largest number of steps of one run, which take MOST_EVALUATIONS if the method has four
 * stages. */
#define FIRST_STEPS 1000
#define MOST_STEPS 5e6
/* If a run fails during a search for an error, it is repeated with a setting that is smaller by this factor. */
#define RETRY 4
/* Two settings or measures count as equal if their logarithms differ by less than
 * this. */
#define SAME_LOG 1e-9

const char *
lab_comparison_outcome_phrase (LabComparisonOutcome outcome)
{
  static const char *const phrases[LAB_N_COMPARISON_OUTCOMES] = {
    [LAB_COMPARISON_MET] = "",
    /* Translators: follows the name of a method in a comparison. */
    [LAB_COMPARISON_LOOSEST] = N_("at its loosest accuracy"),
    [LAB_COMPARISON_TIGHTEST] = N_("at its tightest accuracy"),
    [LAB_COMPARISON_OWN_STEPS] = N_("with its own step sizes"),
    [LAB_COMPARISON_NEAREST] = N_("at the nearest setting found"),
    [LAB_COMPARISON_FAILED] = "",
  };

  return phrases[outcome];
}

/* The arguments of a search that stay constant. */
typedef struct
{
  const LabComparison *comparison;
  const LabProblem *problem;
  LabComparisonEntry *entry;
  const double *reference_end; /* reference states at the end, n_states numbers; NULL: unknown */
  const LabProgress *progress;
} Search;

/* Returns the largest step up to h that divides the span, span / ⌈span/h⌉, so that all steps have equal
 * length. The factor ensures that a quotient that is an integer up to rounding errors is not rounded
 * up. */
static double
whole_step (const LabComparison *comparison, double h)
{
  double span = comparison->t_end - comparison->t_start;

  return span / fmax (1, ceil (span / h * (1 - 1e-12)));
}

/* Returns max |x − r| / s over the states whose reference r is known, where s is the largest absolute value of the state in the reference, like
 * lab_reference_error. */
static double
end_error (const LabComparison *comparison, const LabRun *run, const double *reference)
{
  g_autofree double *size = g_new0 (double, run->n_states + 1);
  double worst = 0;

  for (gsize i = 0; i < sim_trajectory_n_rows (comparison->reference); i++)
    lab_size_take (size, sim_trajectory_row (comparison->reference, i) + 1, run->n_states);
  lab_size_complete (size, run->n_states);
  for (int i = 0; i < run->n_states; i++)
    if (!isnan (reference[i]))
      worst = fmax (worst, fabs (run->x[i] - reference[i]) / size[i]);
  return worst;
}

SimConfig *
lab_comparison_entry_config (const LabComparison *comparison, const LabProblem *problem, const LabComparisonEntry *entry)
{
  SimConfig *config = lab_problem_config (problem, entry->method, entry->fixed ? entry->h : 0, entry->accuracy);

  if (comparison->rule == LAB_COMPARISON_COST && !entry->fixed)
    sim_config_set_number (config, "step_limit", ceil (RUNAWAY * comparison->value), SIM_ORIGIN_LIVE, NULL);
  return config;
}

/* Runs an entry with this step or accuracy and stores the result in the entry. Returns FALSE with an error if the run cannot start or the
 * comparison is cancelled. */
static gboolean
try_setting (Search *search, double setting, double *evaluations, double *at_end, GError **error)
{
  LabComparisonEntry *entry = search->entry;
  g_autoptr (SimConfig) config = NULL;

  entry->h = entry->fixed ? whole_step (search->comparison, setting) : NAN;
  entry->accuracy = entry->fixed ? NAN : setting;
  config = lab_comparison_entry_config (search->comparison, search->problem, entry);
  lab_run_clear (&entry->run);
  if (!lab_problem_run (search->problem, config, search->progress, &entry->run, error))
    return FALSE;
  entry->seconds = entry->run.statistics.wall_seconds;
  *evaluations = (double) entry->run.statistics.ode.rhs_evaluations;
  *at_end = search->reference_end != NULL && entry->run.x != NULL ? end_error (search->comparison, &entry->run, search->reference_end) : NAN;
  return TRUE;
}

/* The target of a search: the setting in [low, high] for which the measure is
 * `value`. */
typedef struct
{
  gboolean by_error; /* TRUE: the measure is the error at the end; FALSE: the number of evaluations */
  double value, low, high;
  double exponent;   /* exponent k of m ≈ c sᵏ: first the theoretical, then the measured one; its sign never changes */
} Target;

/* State of a search: the settings nearest to the target whose measures are above and below it, and setting and measure of the previous run.
 * NaN: none so far. */
typedef struct { double above, below, setting, measure; } Bracket;

/* Returns whether a run meets the target: its cost differs by less than that of one attempted step, or its error by less than
 * ERROR_FACTOR. */
static gboolean
is_near (const Target *target, const LabRun *run, double measure)
{
  const OdeStatistics *s = &run->statistics.ode;

  if (target->by_error)
    return fabs (log (measure / target->value)) <= log (ERROR_FACTOR);
  return fabs (measure - target->value) * MAX (1, s->steps_attempted) <= measure;
}

/* Returns the next setting to try: s (value / m)^(1/k), or the geometric mean of the bracket if that is outside the bracket or half of the
 * runs are used. */
static double
next_setting (Target *target, Bracket *bracket, double setting, double measure, int n_runs)
{
  gboolean closed;
  double next;

  if (!isnan (bracket->measure) && fabs (log (setting / bracket->setting)) > SAME_LOG
      && fabs (log (measure / bracket->measure)) > SAME_LOG)
    {
      double measured = log (measure / bracket->measure) / log (setting / bracket->setting);

      if (measured * target->exponent > 0 && fabs (measured) < MOST_EXPONENT_RATIO * fabs (target->exponent)
          && fabs (measured) > fabs (target->exponent) / MOST_EXPONENT_RATIO)
        target->exponent = measured;
    }
  bracket->setting = setting;
  bracket->measure = measure;
  *(measure > target->value ? &bracket->above : &bracket->below) = setting;
  next = CLAMP (setting * exp (CLAMP (log (target->value / measure) / target->exponent, -MOST_LOG_CHANGE, MOST_LOG_CHANGE)), target->low,
                target->high);
  closed = !isnan (bracket->above) && !isnan (bracket->below);
  if (closed && (n_runs > MOST_TRIALS / 2 || (next - bracket->above) * (next - bracket->below) >= 0))
    next = sqrt (bracket->above * bracket->below);
  return next;
}

/* Returns the reason why no run meets the target: the method would need an accuracy outside its range, or the target lies between two
 * settings. */
static LabComparisonOutcome
outcome_at (const Target *target, gboolean fixed, double setting, double measure)
{
  double further = (target->value - measure) * target->exponent; /* positive if the target needs a larger setting */

  if (!fixed && setting >= target->high && further > 0)
    return LAB_COMPARISON_LOOSEST;
  return !fixed && setting <= target->low && further < 0 ? LAB_COMPARISON_TIGHTEST : LAB_COMPARISON_NEAREST;
}

static double
entry_setting (const LabComparisonEntry *entry)
{
  return entry->fixed ? entry->h : entry->accuracy;
}

/* Searches from a first setting. The entry keeps the run nearest to the target. Returns FALSE with an error if a run cannot start or the
 * comparison is cancelled. */
static gboolean
run_search (Search *search, double setting, Target target, GError **error)
{
  LabComparisonEntry *entry = search->entry;
  Bracket bracket = { NAN, NAN, NAN, NAN };
  double best = NAN, best_off = INFINITY, spent = 0, evaluations, at_end;

  entry->outcome = LAB_COMPARISON_FAILED;
  for (int k = 0; k < MOST_TRIALS; k++)
    {
      double measure, off, tried;

      if (!try_setting (search, setting, &evaluations, &at_end, error))
        return FALSE;
      spent += evaluations;
      measure = target.by_error ? at_end : evaluations;
      /* A failed run did not cover the whole span, so its cost is not comparable, and its
       * error at the end is unknown. A search for an error continues with a smaller
       * setting. */
      if (entry->run.reason == SIM_FAILED_RUN || !isfinite (measure) || !(measure > 0))
        {
          if (!target.by_error || setting <= target.low)
            break;
          setting = fmax (target.low, setting / RETRY);
          continue;
        }
      tried = entry_setting (entry);
      off = fabs (log (measure / target.value));
      if (off < best_off)
        {
          best = tried;
          best_off = off;
          entry->outcome = is_near (&target, &entry->run, measure) ? LAB_COMPARISON_MET : outcome_at (&target, entry->fixed, tried, measure);
        }
      if (entry->outcome == LAB_COMPARISON_MET || (spent > LONG_SEARCH && best_off <= log1p (NEAR)) || evaluations > MOST_EVALUATIONS)
        break;
      setting = next_setting (&target, &bracket, tried, measure, k);
      if (fabs (log (setting / tried)) < SAME_LOG || (entry->fixed && whole_step (search->comparison, setting) == tried))
        break;
    }
  if (entry->outcome == LAB_COMPARISON_NEAREST && !target.by_error && best_off <= log1p (NEAR))
    entry->outcome = LAB_COMPARISON_MET;
  if (!isnan (best) && best != entry_setting (entry))
    return try_setting (search, best, &evaluations, &at_end, error);
  return TRUE;
}

/* Searches the setting for a requested cost. The first setting assumes n_stages evaluations per step, or is the default
 * accuracy. */
static gboolean
run_at_cost (Search *search, GError **error)
{
  const LabComparison *comparison = search->comparison;
  const OdeMethod *method = search->entry->method;
  double span = comparison->t_end - comparison->t_start;
  /* The lowest cost is one evaluation per step. The range begins at a quarter of the step with this cost, which leaves some space for the
   * secant method. */
  Target fixed = { .value = comparison->value, .low = span / comparison->value / 4, .high = span, .exponent = -1 };
  Target adaptive = { .value = comparison->value, .low = method->accuracy_tightest, .high = method->accuracy_loosest,
                    .exponent = -1.0 / MAX (1, method->order) };

  if (search->entry->fixed)
    return run_search (search, fmin (span, span * MAX (1, method->n_stages) / comparison->value), fixed, error);
  return run_search (search, method->accuracy_default, adaptive, error);
}

/* Searches the setting for a requested error at the end. If the reference there is unknown, a method
 * with error control runs with the requested value as its accuracy, and a method with fixed steps is
 * refused. */
static gboolean
run_at_accuracy (Search *search, GError **error)
{
  const LabComparison *comparison = search->comparison;
  const OdeMethod *method = search->entry->method;
  double span = comparison->t_end - comparison->t_start, evaluations, at_end;
  double accuracy = CLAMP (comparison->value, method->accuracy_tightest, method->accuracy_loosest);
  Target fixed = { .by_error = TRUE, .value = comparison->value, .low = span / MOST_STEPS, .high = span,
                   .exponent = MAX (1, method->order) };
  Target adaptive = { .by_error = TRUE, .value = comparison->value, .low = method->accuracy_tightest, .high = method->accuracy_loosest,
                      .exponent = 1 };

  if (!search->entry->fixed && search->reference_end != NULL)
    return run_search (search, accuracy, adaptive, error);
  if (!search->entry->fixed)
    {
      search->entry->outcome = accuracy == comparison->value  ? LAB_COMPARISON_MET
                               : accuracy < comparison->value ? LAB_COMPARISON_LOOSEST
                                                              : LAB_COMPARISON_TIGHTEST;
      return try_setting (search, accuracy, &evaluations, &at_end, error);
    }
  if (search->reference_end == NULL)
    {
      search->entry->refused = g_strdup (_("the method has no error estimate, and without a reference solution its error cannot be measured"));
      return TRUE;
    }
  return run_search (search, span / FIRST_STEPS, fixed, error);
}

static gboolean
run_at_step (Search *search, GError **error)
{
  double evaluations, at_end;

  /* Methods with their own step control accept no fixed step. */
  search->entry->fixed = !(search->entry->method->traits & ODE_TRAIT_OWN_CONTROL);
  search->entry->outcome = search->entry->fixed ? LAB_COMPARISON_MET : LAB_COMPARISON_OWN_STEPS;
  return try_setting (search, search->entry->fixed ? search->comparison->value : search->entry->method->accuracy_default, &evaluations, &at_end,
                      error);
}

gboolean
lab_comparison_find_setting (const LabComparison *comparison, LabComparisonEntry *entry, const LabProblem *problem,
                             const double *reference_end, const LabProgress *progress, GError **error)
{
  Search state = { comparison, problem, entry, reference_end, progress };

  switch (comparison->rule)
    {
    case LAB_COMPARISON_COST: return run_at_cost (&state, error);
    case LAB_COMPARISON_STEP: return run_at_step (&state, error);
    default: return run_at_accuracy (&state, error);
    }
}
