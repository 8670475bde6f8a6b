/* The study `cost-ledger`: the right-hand-side evaluations of a run, by the purpose
 * for which the integrator counts them. Their sum is the statistic
 * rhs_evaluations. The numbers `rhs` and `dense` of the result are those of the
 * first method. */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-method-text.h"
#include "lab-option.h"
#include "lab-result.h"
#include "lab-study-kind.h"

static const LabOptionRow options[] = {
  { "integrators", "a,b", N_("the methods"), "runge_kutta5,dop853,bogacki_shampine3,radau5,rodas4", FALSE, N_("Methods") },
  { "samples", "N", N_("number of rows that dense output computes, as with --samples of the command 'run'; 0: none"), "201", FALSE, N_("Rows of dense output") },
};

/* The purposes in the order of the table, and the names of their columns. */
static const struct { OdePurpose purpose; const char *column; } purposes[] = {
  { ODE_RHS_STAGES, "steps" },   { ODE_RHS_REJECTED, "rejected" }, { ODE_RHS_JACOBIAN, "jacobians" }, { ODE_RHS_ERROR, "error" },
  { ODE_RHS_DENSE, "dense" },    { ODE_RHS_EVENTS, "events" },     { ODE_RHS_STARTUP, "startup" },
};

/* Adds the evaluations of one run by purpose, with the counts that explain them. */
static void
add_row (LabTable *rows, const OdeMethod *method, const LabRun *run)
{
  const OdeStatistics *s = &run->statistics.ode;

  lab_table_add_text (rows, method->id);
  lab_table_add (rows, (double) s->rhs_evaluations);
  for (guint k = 0; k < G_N_ELEMENTS (purposes); k++)
    lab_table_add (rows, (double) s->rhs_by_purpose[purposes[k].purpose]);
  lab_table_add (rows, (double) s->steps_taken);
  lab_table_add (rows, (double) (s->steps_attempted - s->steps_taken));
  lab_table_add (rows, (double) s->jacobian_evaluations);
  lab_table_add (rows, (double) s->factorizations);
  lab_table_add_text (rows, run->message != NULL ? run->message : "");
}

/* Appends the row of a method that does not support the model. */
static void
add_refusal (LabTable *rows, const OdeMethod *method, const char *message)
{
  lab_table_add_text (rows, method->id);
  for (int c = 1; c < rows->n_columns - 1; c++)
    lab_table_add (rows, NAN);
  lab_table_add_text (rows, message);
}

/* Finds the method for which the largest fraction of evaluations was in rejected attempts. */
static void
conclude (LabResult *result, const GPtrArray *methods)
{
  const LabTable *rows = lab_result_table (result, "rows");
  int rhs = lab_table_column (rows, "rhs"), rejected = lab_table_column (rows, "rejected"), worst = -1;
  double most = 0;

  for (int r = 0; r < lab_table_n_rows (rows); r++)
    {
      double fraction = lab_table_number (rows, r, rejected) / lab_table_number (rows, r, rhs);

      if (!(fraction > most))
        continue;
      most = fraction;
      worst = r;
    }
  lab_result_set_number (result, "most_rejected", most, NULL);
  if (worst >= 0)
    {
      g_autofree char *percent = lab_method_number (100 * most, most < 0.1 ? 1 : 2);
      g_autofree char *text = g_strdup_printf (_("%s spends **%s %%** of its evaluations on rejected attempts"), ((const OdeMethod *) methods->pdata[worst])->label,
                                               percent);

      lab_result_set_sentence (result, text);
    }
  else
    lab_result_set_sentence (result, _("No method rejects a step."));
}

/* A method that refuses the model gets a row with the reason, unless it is the only one. */
static LabResult *
run (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  const char *columns[G_N_ELEMENTS (purposes) + 8] = { "integrator", "rhs" };
  g_autoptr (GPtrArray) methods = g_ptr_array_new ();
  g_autoptr (LabResult) result = lab_result_new ();
  LabProblem until = *problem;
  LabPart part = { .outer = progress };
  LabProgress inner = lab_part_progress (&part);
  SimSamplingRule rule = { .sampling = SIM_SAMPLE_COUNT };
  LabRunWatch watch = { 0 };
  LabTable *rows;
  int c = 2;

  if (!lab_option_methods (problem, values[0], methods, error) || !lab_option_count ("samples", values[1], 0, 1000000, &rule.count, error)
      || !lab_problem_set_times (&until, error))
    return NULL;
  for (guint k = 0; k < G_N_ELEMENTS (purposes); k++)
    columns[c++] = purposes[k].column;
  columns[c++] = "steps_taken";
  columns[c++] = "steps_rejected";
  columns[c++] = "jacobian_evaluations";
  columns[c++] = "factorizations";
  columns[c] = "failure";
  watch.samples = rule.count >= 2 ? &rule : NULL;
  part.total = (int) methods->len;
  rows = lab_result_add_table (result, "rows", columns);
  for (guint m = 0; m < methods->len; m++, part.done++)
    {
      const OdeMethod *method = methods->pdata[m];
      g_autoptr (SimConfig) config = sim_config_copy (problem->config);
      g_autoptr (GError) refusal = NULL;
      LabRun one;

      sim_config_set (config, "integrator", method->id, SIM_ORIGIN_LIVE, NULL);
      sim_config_set (config, "realtime_rate", "0", SIM_ORIGIN_LIVE, NULL);
      if (lab_problem_run_watched (&until, config, &watch, &inner, &one, &refusal))
        {
          add_row (rows, method, &one);
          if (m == 0)
            {
              lab_result_add_number (result, "rhs", (double) one.statistics.ode.rhs_evaluations, NULL);
              lab_result_add_number (result, "dense", (double) one.statistics.ode.rhs_by_purpose[ODE_RHS_DENSE], NULL);
            }
          lab_run_clear (&one);
        }
      else if (g_error_matches (refusal, G_IO_ERROR, G_IO_ERROR_CANCELLED) || methods->len == 1)
        {
          g_propagate_error (error, g_steal_pointer (&refusal));
          return NULL;
        }
      else
        add_refusal (rows, method, refusal->message);
      conclude (result, methods);
      lab_progress_show (progress, result);
    }
  return g_steal_pointer (&result);
}

const LabStudyKind lab_study_cost_ledger = {
  .id = "cost-ledger",
  .label = N_("Cost ledger"),
  .advice = N_("Shows for what each method evaluates the right-hand side: steps, rejected attempts, Jacobians, dense output, events."),
  .of = LAB_STUDY_OF_METHODS,
  .places = LAB_PLACE_CARDS,
  .sketch = "5 75 75 75|5 50 55 50|5 25 90 25",
  .own_methods = TRUE,
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .run = run,
};
