/* The study `step-limits`: what limits the steps of a run, measured by repeating the run with a tenth of the tolerance. */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-study-kind.h"
#include "lab-result.h"
#include "lab-step-probe.h"

/* Number of attempts that the tape keeps in full. Of a longer run, the last ones are examined. */
#define CAPACITY 2000000

/* Returns the name of a verdict in the result. It is "both" if the number of steps follows the tolerance in part,
 * whatever the reason. */
static const char *
verdict_id (SimVerdict verdict)
{
  switch (verdict)
    {
    case SIM_VERDICT_ACCURACY:
      return "accuracy";
    case SIM_VERDICT_BOTH:
    case SIM_VERDICT_PARTLY:
      return "both";
    case SIM_VERDICT_STABILITY:
      return "stability";
    case SIM_VERDICT_NEITHER:
      return "neither";
    default:
      return "unknown";
    }
}

/* Adds the parts of the run in which steps were counted, each with its own exponent and verdict. */
static void
add_parts (LabResult *result, const LabStepProbe *probe, const OdeMethod *method, const char *unit)
{
  static const char *const columns[] = { "t0", "t1", "steps", "probed", "exponent", "verdict", NULL };
  LabTable *table = lab_result_add_table (result, "parts", columns);

  lab_table_set_unit (table, "t0", unit);
  lab_table_set_unit (table, "t1", unit);
  for (guint i = 0; i < probe->parts->len; i++)
    {
      const LabProbePart *part = &g_array_index (probe->parts, LabProbePart, i);
      double q = probe->exponent[i];

      lab_table_add (table, part->t0);
      lab_table_add (table, part->t1);
      lab_table_add (table, (double)part->steps);
      lab_table_add (table, (double)part->probed);
      lab_table_add (table, q);
      lab_table_add_text (table, verdict_id (sim_response_verdict_of (q, part->steps, probe->order, method)));
    }
}

/* Adds the fraction of the time in which each limit determined the steps, and the verdict. */
static void
add_limits (LabResult *result, const SimExplanation *e, SimVerdict verdict)
{
  static const char *const columns[] = { "limit", "fraction_of_time", NULL };
  static const char *const verdict_columns[] = { "verdict", "sentence", "next", NULL };
  LabTable *table = lab_result_add_table (result, "limits", columns);
  LabTable *verdicts = lab_result_add_table (result, "verdict", verdict_columns);
  const struct
  {
    const char *name;
    double fraction;
  } rows[] = {
    { "accuracy", e->accuracy },
    { "stability", e->stability },
    { "accuracy and stability", e->both },
    { "accuracy or stability", e->undecided },
    { "growth", e->growth },
    { "max_step", e->max_step },
    { "min_step", e->min_step },
    { "events", e->events },
    { "switches", e->switches },
    { "fixed", e->fixed },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      lab_table_add_text (table, rows[i].name);
      lab_table_add (table, rows[i].fraction);
    }
  lab_table_add_text (verdicts, verdict_id (verdict));
  lab_table_add_text (verdicts, e->sentence);
  lab_table_add_text (verdicts, e->next);
}

/* With order p of the accuracy, a tenth of the tolerance multiplies the number of steps by 10^(1/p) if accuracy
 * limits them, and by 1 if stability does. The exponent p log₁₀ (ratio) is 1 in the first case and 0 in the second. */
static LabResult *
make_result (const LabProblem *problem, const LabStepProbe *probe, const SimTape *tape, const ModelSystem *system)
{
  g_autoptr (LabResult) result = lab_result_new ();
  const OdeMethod *method = sim_config_method (problem->config);
  const SimResponse *response = &probe->response;
  g_autofree char *sentence = NULL;
  SimExplanation explanation;

  sim_explain (tape, method, -INFINITY, INFINITY, model_system_ode (system)->names, NULL, response, &explanation);
  if (model_system_n_events (system) == 0)
    sim_explanation_without_events (&explanation);
  sentence = g_strdup (explanation.sentence);
  if (g_str_has_suffix (sentence, "."))
    sentence[strlen (sentence) - 1] = '\0';
  lab_result_add_number (result, "steps", (double)explanation.n_accepted, NULL);
  lab_result_add_number (result, "counted", (double)response->steps, NULL);
  lab_result_add_number (result, "ratio", response->ratio, NULL);
  lab_result_add_number (result, "ratio_by_accuracy", pow (10, 1 / probe->order), NULL);
  lab_result_add_number (result, "exponent", probe->order * log10 (response->ratio), NULL);
  lab_result_add_number (result, "implicit_steps", response->implicit_steps >= 0 ? (double)response->implicit_steps : NAN, NULL);
  lab_result_set_sentence (result, sentence);
  add_limits (result, &explanation, sim_response_verdict (response, method));
  add_parts (result, probe, method, model_time_unit (problem->model));
  if (!probe->complete)
    result->remark = g_strdup (_ ("measured in samples of the run"));
  sim_explanation_clear (&explanation);
  return g_steal_pointer (&result);
}

/* Runs the problem once with a tape, from which the probe repeats parts with a tenth of the tolerance. */
static LabResult *
run (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  LabProblem until = *problem;
  g_autoptr (SimTape) tape = sim_tape_new (CAPACITY);
  LabRunWatch watch = { .tape = tape };
  LabPart part = { progress, 0, 2 };
  LabProgress inner = lab_part_progress (&part);
  g_autoptr (LabStepProbe) probe = NULL;
  g_autoptr (ModelSystem) system = NULL;
  LabRun once;
  double times[2];
  LabRunRecord record;

  if (!lab_problem_set_times (&until, error) || !lab_problem_run_watched (&until, NULL, &watch, &inner, &once, error))
    return NULL;
  times[0] = until.t_start;
  times[1] = once.t;
  record = (LabRunRecord){ .problem = until, .t = times, .n = once.t > until.t_start ? 2 : 1, .tape = tape };
  lab_run_clear (&once);
  part.done = 1;
  system = lab_problem_instance (&until, error);
  probe = system != NULL ? lab_step_probe_new (&record, &inner, error) : NULL;
  return probe != NULL ? make_result (&until, probe, tape, system) : NULL;
}

const LabStudyKind lab_study_step_limits = {
  .id = "step-limits",
  .label = N_ ("What limits the step"),
  .advice =
      N_ ("Repeats a run with a tenth of the tolerance and counts the steps: the count shows whether accuracy or stability limits them."),
  .of = LAB_STUDY_OF_METHODS,
  .run = run,
};
