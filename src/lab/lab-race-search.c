/* The step or accuracy at which a method has the asked cost, step or accuracy. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-race-private.h"

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
lab_race_outcome_phrase (LabRaceOutcome outcome)
{
  static const char *const phrases[LAB_N_RACE_OUTCOMES] = {
    [LAB_RACE_MET] = "",
    [LAB_RACE_LOOSEST] = N_("at its loosest accuracy"),
    [LAB_RACE_TIGHTEST] = N_("at its tightest accuracy"),
    [LAB_RACE_OWN_STEPS] = N_("with steps of its own"),
    [LAB_RACE_NEAREST] = N_("as near as was found"),
    [LAB_RACE_FAILED] = "",
  };

  return phrases[outcome];
}

typedef struct
{
  const LabRace *race;
  const LabProblem *problem;
  LabRacer *racer;
  const double *truth_end; /* n_states, or NULL */
  const LabProgress *progress;
} Trial;

/* A fixed step that divides the span, so that the last step is as long as the others. */
static double
whole_step (const LabRace *race, double h)
{
  double span = race->t_end - race->t_start;

  return span / fmax (1, ceil (span / h * (1 - 1e-12)));
}

static double
end_error (const LabRun *run, const double *truth)
{
  double worst = 0;

  for (int i = 0; i < run->n_states; i++)
    if (!isnan (truth[i]))
      worst = fmax (worst, fabs (run->x[i] - truth[i]) / fmax (1, fabs (truth[i])));
  return worst;
}

SimConfig *
lab_race_racer_config (const LabRace *race, const LabProblem *problem, const LabRacer *racer)
{
  SimConfig *config = lab_race_config (problem, racer->method, racer->fixed ? racer->h : 0, racer->accuracy);

  if (race->rule == LAB_RACE_COST && !racer->fixed)
    sim_config_set_number (config, "step_limit", ceil (RUNAWAY * race->value), SIM_ORIGIN_LIVE, NULL);
  return config;
}

/* Runs with this step or accuracy; keeps the run in the racer. FALSE where it could not start or was cancelled. */
static gboolean
try_setting (Trial *trial, double setting, double *evaluations, double *at_end, GError **error)
{
  LabRacer *racer = trial->racer;
  g_autoptr (SimConfig) config = NULL;

  racer->h = racer->fixed ? whole_step (trial->race, setting) : NAN;
  racer->accuracy = racer->fixed ? NAN : setting;
  config = lab_race_racer_config (trial->race, trial->problem, racer);
  lab_run_clear (&racer->run);
  if (!lab_problem_run (trial->problem, config, trial->progress, &racer->run, error))
    return FALSE;
  racer->seconds = racer->run.statistics.wall_seconds;
  *evaluations = (double) racer->run.statistics.ode.rhs_evaluations;
  *at_end = trial->truth_end != NULL && racer->run.x != NULL ? end_error (&racer->run, trial->truth_end) : NAN;
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
static LabRaceOutcome
outcome_at (const Wish *wish, gboolean fixed, double setting, double measure)
{
  double further = (wish->wanted - measure) * wish->slope; /* in the direction of looser settings */

  if (!fixed && setting >= wish->high && further > 0)
    return LAB_RACE_LOOSEST;
  return !fixed && setting <= wish->low && further < 0 ? LAB_RACE_TIGHTEST : LAB_RACE_NEAREST;
}

static double
setting_of (const LabRacer *racer)
{
  return racer->fixed ? racer->h : racer->accuracy;
}

/* The racer keeps the run that came nearest. */
static gboolean
search (Trial *trial, double setting, Wish wish, GError **error)
{
  LabRacer *racer = trial->racer;
  Bracket bracket = { NAN, NAN, NAN, NAN };
  double best = NAN, best_off = INFINITY, spent = 0, evaluations, at_end;

  racer->outcome = LAB_RACE_FAILED;
  for (int k = 0; k < MOST_TRIALS; k++)
    {
      double measure, off, tried;

      if (!try_setting (trial, setting, &evaluations, &at_end, error))
        return FALSE;
      spent += evaluations;
      measure = wish.by_error ? at_end : evaluations;
      /* A run that failed has cost little and says nothing of the error: go towards smaller steps. */
      if (racer->run.reason == SIM_FAILED_RUN || !isfinite (measure) || !(measure > 0))
        {
          if (!wish.by_error || setting <= wish.low)
            break;
          setting = fmax (wish.low, setting / 4);
          continue;
        }
      tried = setting_of (racer);
      off = fabs (log (measure / wish.wanted));
      if (off < best_off)
        {
          best = tried;
          best_off = off;
          racer->outcome = is_near (&wish, &racer->run, measure) ? LAB_RACE_MET : outcome_at (&wish, racer->fixed, tried, measure);
        }
      if (racer->outcome == LAB_RACE_MET || (spent > LONG_SEARCH && best_off <= log1p (NEAR)) || evaluations > MOST_EVALUATIONS)
        break;
      setting = next_setting (&wish, &bracket, tried, measure, k);
      if (fabs (log (setting / tried)) < 1e-9 || (racer->fixed && whole_step (trial->race, setting) == tried))
        break;
    }
  if (racer->outcome == LAB_RACE_NEAREST && !wish.by_error && best_off <= log1p (NEAR))
    racer->outcome = LAB_RACE_MET;
  if (!isnan (best) && best != setting_of (racer))
    return try_setting (trial, best, &evaluations, &at_end, error);
  return TRUE;
}

static gboolean
run_at_cost (Trial *trial, GError **error)
{
  const LabRace *race = trial->race;
  const OdeMethod *method = trial->racer->method;
  double span = race->t_end - race->t_start;
  Wish fixed = { .wanted = race->value, .low = span / race->value / 4, .high = span, .slope = -1 };
  Wish adaptive = { .wanted = race->value, .low = method->accuracy_tightest, .high = method->accuracy_loosest,
                    .slope = -1.0 / MAX (1, method->order) };

  if (trial->racer->fixed)
    return search (trial, fmin (span, span * MAX (1, method->n_stages) / race->value), fixed, error);
  return search (trial, method->accuracy_default, adaptive, error);
}

static gboolean
run_at_accuracy (Trial *trial, GError **error)
{
  const LabRace *race = trial->race;
  const OdeMethod *method = trial->racer->method;
  double span = race->t_end - race->t_start, evaluations, at_end;
  double accuracy = CLAMP (race->value, method->accuracy_tightest, method->accuracy_loosest);

  if (!trial->racer->fixed && trial->truth_end != NULL)
    return search (trial, accuracy,
                   (Wish) { .by_error = TRUE, .wanted = race->value, .low = method->accuracy_tightest, .high = method->accuracy_loosest, .slope = 1 },
                   error);
  if (!trial->racer->fixed)
    {
      trial->racer->outcome = accuracy == race->value ? LAB_RACE_MET : accuracy < race->value ? LAB_RACE_LOOSEST : LAB_RACE_TIGHTEST;
      return try_setting (trial, accuracy, &evaluations, &at_end, error);
    }
  if (trial->truth_end == NULL)
    {
      trial->racer->refused = g_strdup (_("it has no error estimate, and without a known truth its error cannot be measured"));
      return TRUE;
    }
  return search (trial, span / 1000,
                 (Wish) { .by_error = TRUE, .wanted = race->value, .low = span / 5e6, .high = span, .slope = MAX (1, method->order) }, error);
}

static gboolean
run_at_step (Trial *trial, GError **error)
{
  double evaluations, at_end;

  /* Methods that choose their own step keep that: nothing of them can be fixed. */
  trial->racer->fixed = !(trial->racer->method->traits & ODE_TRAIT_OWN_CONTROL);
  trial->racer->outcome = trial->racer->fixed ? LAB_RACE_MET : LAB_RACE_OWN_STEPS;
  return try_setting (trial, trial->racer->fixed ? trial->race->value : trial->racer->method->accuracy_default, &evaluations, &at_end, error);
}

gboolean
lab_race_find_setting (const LabRace *race, LabRacer *racer, const LabProblem *problem, const double *truth_end, const LabProgress *progress,
                       GError **error)
{
  Trial trial = { race, problem, racer, truth_end, progress };

  switch (race->rule)
    {
    case LAB_RACE_COST: return run_at_cost (&trial, error);
    case LAB_RACE_STEP: return run_at_step (&trial, error);
    default: return run_at_accuracy (&trial, error);
    }
}
