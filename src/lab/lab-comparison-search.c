/* The step or accuracy at which a method has the asked cost, step or accuracy. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-comparison-private.h"

/* Runs that a search for the asked cost or accuracy may take. The cost of a method is a power of its step or accuracy to within a few
 * per cent, so a secant on logarithms is there in three or four; the rest is for costs with corners and jumps, which are halved in. */
#define MOST_TRIALS 24
/* A search for a cost ends within one step of it; within this share it ends well too, where it has taken LONG_SEARCH evaluations (a tenth of a
 * second of a small model) or the cost jumps. */
#define NEAR 0.02
#define LONG_SEARCH 1e6
/* Evaluations of one run that a search does not pass, so that a hopeless wish ends. */
#define MOST_EVALUATIONS 2e7
/* At equal cost a run with a step of its own ends after this many times the asked evaluations in attempts: an explicit method on a stiff
 * problem would go on for hours, and it has shown by then that it does not come near. */
#define RUNAWAY 20

const char *
lab_comparison_outcome_phrase (LabComparisonOutcome outcome)
{
  static const char *const phrases[LAB_N_COMPARISON_OUTCOMES] = {
    [LAB_COMPARISON_MET] = "",
    [LAB_COMPARISON_LOOSEST] = N_("at its loosest accuracy"),
    [LAB_COMPARISON_TIGHTEST] = N_("at its tightest accuracy"),
    [LAB_COMPARISON_OWN_STEPS] = N_("with steps of its own"),
    [LAB_COMPARISON_NEAREST] = N_("as near as was found"),
    [LAB_COMPARISON_FAILED] = "",
  };

  return phrases[outcome];
}

typedef struct
{
  const LabComparison *comparison;
  const LabProblem *problem;
  LabComparisonEntry *entry;
  const double *reference_end; /* n_states, or NULL */
  const LabProgress *progress;
} Trial;

/* A fixed step that divides the span, so that the last step is as long as the others. */
static double
whole_step (const LabComparison *comparison, double h)
{
  double span = comparison->t_end - comparison->t_start;

  return span / fmax (1, ceil (span / h * (1 - 1e-12)));
}

static double
end_error (const LabRun *run, const double *reference)
{
  double worst = 0;

  for (int i = 0; i < run->n_states; i++)
    if (!isnan (reference[i]))
      worst = fmax (worst, fabs (run->x[i] - reference[i]) / fmax (1, fabs (reference[i])));
  return worst;
}

SimConfig *
lab_comparison_entry_config (const LabComparison *comparison, const LabProblem *problem, const LabComparisonEntry *entry)
{
  SimConfig *config = lab_comparison_config (problem, entry->method, entry->fixed ? entry->h : 0, entry->accuracy);

  if (comparison->rule == LAB_COMPARISON_COST && !entry->fixed)
    sim_config_set_number (config, "step_limit", ceil (RUNAWAY * comparison->value), SIM_ORIGIN_LIVE, NULL);
  return config;
}

/* Runs with this step or accuracy; keeps the run in the entry. FALSE where it could not start or was cancelled. */
static gboolean
try_setting (Trial *trial, double setting, double *evaluations, double *at_end, GError **error)
{
  LabComparisonEntry *entry = trial->entry;
  g_autoptr (SimConfig) config = NULL;

  entry->h = entry->fixed ? whole_step (trial->comparison, setting) : NAN;
  entry->accuracy = entry->fixed ? NAN : setting;
  config = lab_comparison_entry_config (trial->comparison, trial->problem, entry);
  lab_run_clear (&entry->run);
  if (!lab_problem_run (trial->problem, config, trial->progress, &entry->run, error))
    return FALSE;
  entry->seconds = entry->run.statistics.wall_seconds;
  *evaluations = (double) entry->run.statistics.ode.rhs_evaluations;
  *at_end = trial->reference_end != NULL && entry->run.x != NULL ? end_error (&entry->run, trial->reference_end) : NAN;
  return TRUE;
}

/* What a search is for: the setting in [low, high] at which the evaluations, or the error at the end, are `wanted`. */
typedef struct
{
  gboolean by_error;
  double wanted, low, high;
  double slope; /* of the logarithm of what is measured over that of the setting: the theory's, then as measured; its sign holds */
} Wish;

/* The settings on both sides of the wish that were tried last, NaN: none; and the run before. */
typedef struct { double above, below, setting, measure; } Bracket;

/* As nearly as it makes sense. An error at the end wobbles with the phase: a factor of 1.5. */
static gboolean
is_near (const Wish *wish, const LabRun *run, double measure)
{
  const OdeStatistics *s = &run->statistics.ode;

  if (wish->by_error)
    return fabs (log (measure / wish->wanted)) <= log (1.5);
  return fabs (measure - wish->wanted) * MAX (1, s->steps_attempted) <= measure;
}

/* The next setting by a secant on logarithms, measure ≈ c·setting^slope, or where that leaves the bracket, or half of the trials did not close it,
 * the middle of it. */
static double
next_setting (Wish *wish, Bracket *bracket, double setting, double measure, int trial)
{
  gboolean closed;
  double next;

  if (!isnan (bracket->measure) && fabs (log (setting / bracket->setting)) > 1e-9 && fabs (log (measure / bracket->measure)) > 1e-9)
    {
      double measured = log (measure / bracket->measure) / log (setting / bracket->setting);

      if (measured * wish->slope > 0 && fabs (measured) < 8 * fabs (wish->slope) && fabs (measured) > fabs (wish->slope) / 8)
        wish->slope = measured;
    }
  bracket->setting = setting;
  bracket->measure = measure;
  *(measure > wish->wanted ? &bracket->above : &bracket->below) = setting;
  next = CLAMP (setting * exp (CLAMP (log (wish->wanted / measure) / wish->slope, -7, 7)), wish->low, wish->high);
  closed = !isnan (bracket->above) && !isnan (bracket->below);
  if (closed && (trial > MOST_TRIALS / 2 || (next - bracket->above) * (next - bracket->below) >= 0))
    next = sqrt (bracket->above * bracket->below);
  return next;
}

/* What a run beside its wish is: at an end of the settings beyond which the wish would lie. */
static LabComparisonOutcome
outcome_at (const Wish *wish, gboolean fixed, double setting, double measure)
{
  double further = (wish->wanted - measure) * wish->slope; /* in the direction of looser settings */

  if (!fixed && setting >= wish->high && further > 0)
    return LAB_COMPARISON_LOOSEST;
  return !fixed && setting <= wish->low && further < 0 ? LAB_COMPARISON_TIGHTEST : LAB_COMPARISON_NEAREST;
}

static double
setting_of (const LabComparisonEntry *entry)
{
  return entry->fixed ? entry->h : entry->accuracy;
}

/* The entry keeps the run that came nearest. */
static gboolean
search (Trial *trial, double setting, Wish wish, GError **error)
{
  LabComparisonEntry *entry = trial->entry;
  Bracket bracket = { NAN, NAN, NAN, NAN };
  double best = NAN, best_off = INFINITY, spent = 0, evaluations, at_end;

  entry->outcome = LAB_COMPARISON_FAILED;
  for (int k = 0; k < MOST_TRIALS; k++)
    {
      double measure, off, tried;

      if (!try_setting (trial, setting, &evaluations, &at_end, error))
        return FALSE;
      spent += evaluations;
      measure = wish.by_error ? at_end : evaluations;
      /* A run that failed has cost little and says nothing of the error: go towards smaller steps. */
      if (entry->run.reason == SIM_FAILED_RUN || !isfinite (measure) || !(measure > 0))
        {
          if (!wish.by_error || setting <= wish.low)
            break;
          setting = fmax (wish.low, setting / 4);
          continue;
        }
      tried = setting_of (entry);
      off = fabs (log (measure / wish.wanted));
      if (off < best_off)
        {
          best = tried;
          best_off = off;
          entry->outcome = is_near (&wish, &entry->run, measure) ? LAB_COMPARISON_MET : outcome_at (&wish, entry->fixed, tried, measure);
        }
      if (entry->outcome == LAB_COMPARISON_MET || (spent > LONG_SEARCH && best_off <= log1p (NEAR)) || evaluations > MOST_EVALUATIONS)
        break;
      setting = next_setting (&wish, &bracket, tried, measure, k);
      if (fabs (log (setting / tried)) < 1e-9 || (entry->fixed && whole_step (trial->comparison, setting) == tried))
        break;
    }
  if (entry->outcome == LAB_COMPARISON_NEAREST && !wish.by_error && best_off <= log1p (NEAR))
    entry->outcome = LAB_COMPARISON_MET;
  if (!isnan (best) && best != setting_of (entry))
    return try_setting (trial, best, &evaluations, &at_end, error);
  return TRUE;
}

static gboolean
run_at_cost (Trial *trial, GError **error)
{
  const LabComparison *comparison = trial->comparison;
  const OdeMethod *method = trial->entry->method;
  double span = comparison->t_end - comparison->t_start;
  Wish fixed = { .wanted = comparison->value, .low = span / comparison->value / 4, .high = span, .slope = -1 };
  Wish adaptive = { .wanted = comparison->value, .low = method->accuracy_tightest, .high = method->accuracy_loosest,
                    .slope = -1.0 / MAX (1, method->order) };

  if (trial->entry->fixed)
    return search (trial, fmin (span, span * MAX (1, method->n_stages) / comparison->value), fixed, error);
  return search (trial, method->accuracy_default, adaptive, error);
}

static gboolean
run_at_accuracy (Trial *trial, GError **error)
{
  const LabComparison *comparison = trial->comparison;
  const OdeMethod *method = trial->entry->method;
  double span = comparison->t_end - comparison->t_start, evaluations, at_end;
  double accuracy = CLAMP (comparison->value, method->accuracy_tightest, method->accuracy_loosest);

  if (!trial->entry->fixed && trial->reference_end != NULL)
    return search (trial, accuracy,
                   (Wish) { .by_error = TRUE, .wanted = comparison->value, .low = method->accuracy_tightest, .high = method->accuracy_loosest, .slope = 1 },
                   error);
  if (!trial->entry->fixed)
    {
      trial->entry->outcome = accuracy == comparison->value ? LAB_COMPARISON_MET : accuracy < comparison->value ? LAB_COMPARISON_LOOSEST : LAB_COMPARISON_TIGHTEST;
      return try_setting (trial, accuracy, &evaluations, &at_end, error);
    }
  if (trial->reference_end == NULL)
    {
      trial->entry->refused = g_strdup (_("it has no error estimate, and without a reference solution its error cannot be measured"));
      return TRUE;
    }
  return search (trial, span / 1000,
                 (Wish) { .by_error = TRUE, .wanted = comparison->value, .low = span / 5e6, .high = span, .slope = MAX (1, method->order) }, error);
}

static gboolean
run_at_step (Trial *trial, GError **error)
{
  double evaluations, at_end;

  /* Methods that choose their own step keep that: nothing of them can be fixed. */
  trial->entry->fixed = !(trial->entry->method->traits & ODE_TRAIT_OWN_CONTROL);
  trial->entry->outcome = trial->entry->fixed ? LAB_COMPARISON_MET : LAB_COMPARISON_OWN_STEPS;
  return try_setting (trial, trial->entry->fixed ? trial->comparison->value : trial->entry->method->accuracy_default, &evaluations, &at_end, error);
}

gboolean
lab_comparison_find_setting (const LabComparison *comparison, LabComparisonEntry *entry, const LabProblem *problem, const double *reference_end, const LabProgress *progress,
                       GError **error)
{
  Trial trial = { comparison, problem, entry, reference_end, progress };

  switch (comparison->rule)
    {
    case LAB_COMPARISON_COST: return run_at_cost (&trial, error);
    case LAB_COMPARISON_STEP: return run_at_step (&trial, error);
    default: return run_at_accuracy (&trial, error);
    }
}
