/* The study `controller`: the steps of a run, the steps that another controller is
 * predicted to choose, and the steps that it does choose when the run is repeated with
 * it. */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-controller.h"
#include "lab-method-text.h"
#include "lab-option.h"
#include "lab-result.h"
#include "lab-study-kind.h"

enum { CONTROLLER, SAFETY, K_I, K_P, K_D, MIN_SHRINK, MAX_GROW, MEASURE };

static const LabOptionRow options[] = {
  [CONTROLLER] = { "controller", "i|pi|pid|predictive", N_("the controller to try"), "predictive", FALSE, N_("Controller"), N_("I|PI|PID|predictive") },
  [SAFETY] = { "safety", "F", N_("safety factor; the defaults of this option and the next five are those of the controller"), NULL, FALSE, N_("Safety factor") },
  [K_I] = { "k_i", "K", N_("exponent of the error of the attempt"), NULL, FALSE, N_("k_I") },
  [K_P] = { "k_p", "K", N_("exponent of the error of the step before it"), NULL, FALSE, N_("k_P") },
  [K_D] = { "k_d", "K", N_("exponent of the error two steps before it"), NULL, FALSE, N_("k_D") },
  [MIN_SHRINK] = { "min_shrink", "R", N_("smallest ratio of a step to the step before it"), NULL, FALSE, N_("Smallest ratio") },
  [MAX_GROW] = { "max_grow", "R", N_("largest ratio of a step to the step before it"), NULL, FALSE, N_("Largest ratio") },
  [MEASURE] = { "measure", "true|false", N_("also repeat the run with the controller"), "true", FALSE, N_("Repeat the run"), .first = "false" },
};

/* Largest number of attempts of a run. Longer runs are refused. */
#define MOST_ATTEMPTS 1000000
/* Number of rows of the result between two looks at whether the study is cancelled. */
#define REPORT_ROWS 4096

static const char *const outcomes[] = {
  [ODE_ATTEMPT_ACCEPTED] = "accepted",
  [ODE_ATTEMPT_REJECTED_ERROR] = "rejected",
  [ODE_ATTEMPT_REJECTED_NEWTON] = "newton",
  [ODE_ATTEMPT_REJECTED_UNDEFINED] = "undefined",
  [ODE_ATTEMPT_CUT_BY_EVENT] = "cut",
  [ODE_ATTEMPT_STOPPED] = "stopped",
};

typedef struct
{
  GArray *attempts;    /* OdeAttempt */
  LabRun run;
  long accepted, rejected;
} Measured;

/* Runs the problem and keeps all its attempts. */
static gboolean
measure (const LabProblem *problem, const SimConfig *config, const LabProgress *progress, Measured *measured, GError **error)
{
  g_autoptr (SimTape) tape = sim_tape_new (MOST_ATTEMPTS);
  LabRunWatch watch = { .tape = tape };
  gsize n;

  *measured = (Measured) { 0 };
  if (!lab_problem_run_watched (problem, config, &watch, progress, &measured->run, error))
    return FALSE;
  n = sim_tape_n_attempts (tape);
  if (n >= MOST_ATTEMPTS)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("the run needs more than %d attempts; let it end before t = %g"), MOST_ATTEMPTS,
                   measured->run.t);
      lab_run_clear (&measured->run);
      return FALSE;
    }
  measured->attempts = g_array_sized_new (FALSE, FALSE, sizeof (OdeAttempt), (guint) n);
  g_array_set_size (measured->attempts, (guint) sim_tape_read (tape, sim_tape_first (tape), n, (OdeAttempt *) (gpointer) measured->attempts->data));
  for (guint k = 0; k < measured->attempts->len; k++)
    {
      OdeOutcome outcome = g_array_index (measured->attempts, OdeAttempt, k).outcome;

      measured->accepted += outcome == ODE_ATTEMPT_ACCEPTED;
      measured->rejected += outcome == ODE_ATTEMPT_REJECTED_ERROR;
    }
  return TRUE;
}

static void
measured_clear (Measured *measured)
{
  g_clear_pointer (&measured->attempts, g_array_unref);
  lab_run_clear (&measured->run);
}

/* Adds a row. Returns FALSE with an error if the study is cancelled. */
static gboolean
add_step (LabTable *table, const char *run, double t, double h, double epsilon, const char *outcome, const LabProgress *progress, GError **error)
{
  lab_table_add_text (table, run);
  lab_table_add (table, t);
  lab_table_add (table, h);
  lab_table_add (table, epsilon);
  lab_table_add_text (table, outcome);
  return lab_table_n_rows (table) % REPORT_ROWS != 0 || lab_progress_report (progress, 1, error);
}

/* Adds the attempts of a run. Returns FALSE with an error if the study is cancelled. */
static gboolean
add_measured (LabResult *result, const char *run, const Measured *measured, const LabProgress *progress, GError **error)
{
  LabTable *table = lab_result_table (result, "steps");

  for (guint k = 0; k < measured->attempts->len; k++)
    {
      const OdeAttempt *a = &g_array_index (measured->attempts, OdeAttempt, k);

      if (!add_step (table, run, a->t, a->h, a->error, outcomes[MIN (a->outcome, ODE_ATTEMPT_STOPPED)], progress, error))
        return FALSE;
    }
  return TRUE;
}

/* Adds the predicted steps and their counts to the result. Returns FALSE with an error if the attempts have no error
 * estimates or the study is cancelled. */
static gboolean
add_predicted (LabResult *result, const LabProblem *problem, const SimConfig *config, const Measured *used, OdeControl *control,
               const LabProgress *progress, GError **error)
{
  LabTable *table = lab_result_table (result, "steps");
  g_autoptr (GError) failure = NULL;
  g_autoptr (GArray) steps = lab_controller_predict (problem, config, (const OdeAttempt *) (gpointer) used->attempts->data, used->attempts->len,
                                                     control, used->run.t, MOST_ATTEMPTS, progress, &failure);
  int accepted = 0, rejected = 0;

  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (steps == NULL)
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the attempts of the run have no estimate of their errors"));
      return FALSE;
    }
  for (guint k = 0; k < steps->len; k++)
    {
      const LabControlledStep *step = &g_array_index (steps, LabControlledStep, k);

      if (!add_step (table, "predicted", step->t, step->h, step->error, outcomes[step->outcome], progress, error))
        return FALSE;
      accepted += step->outcome == ODE_ATTEMPT_ACCEPTED;
      rejected += step->outcome == ODE_ATTEMPT_REJECTED_ERROR;
    }
  lab_result_set_number (result, "accepted_predicted", accepted, NULL);
  lab_result_set_number (result, "rejected_predicted", rejected, NULL);
  return TRUE;
}

/* Sets one key of the settings for the other controller. Returns FALSE with an error that names the option. The error
 * of a setting is reported as one of the option, whose name the user knows. */
static gboolean
set_key (SimConfig *config, const char *key, const char *option, const char *text, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  if (text == NULL || sim_config_set (config, key, text, SIM_ORIGIN_LIVE, &wrong))
    return TRUE;
  lab_option_set_error (error, option, "'%s': %s", option, wrong->message);
  return FALSE;
}

/* Returns the settings with the other controller, and sets *control to its rule. */
static SimConfig *
tried_config (const LabProblem *problem, const char *const *values, OdeControl *control, GError **error)
{
  g_autoptr (SimConfig) config = sim_config_copy (problem->config);
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  g_autoptr (GString) gains = g_string_new (NULL);
  const OdeSystem *ode;
  OdeSettings settings;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  double gain[3];

  if (system == NULL)
    return NULL;
  ode = model_system_ode (system);
  /* The gains and limits in the settings were chosen for the current controller: reset them. */
  for (int k = SAFETY; k <= MAX_GROW; k++)
    if (k != K_I && k != K_P && k != K_D)
      sim_config_set (config, options[k].key, "", SIM_ORIGIN_LIVE, NULL);
  sim_config_set (config, "gains", "", SIM_ORIGIN_LIVE, NULL);
  if (!set_key (config, "controller", "controller", values[CONTROLLER], error)
      || !set_key (config, "safety", "safety", values[SAFETY], error)
      || !set_key (config, "min_shrink", "min_shrink", values[MIN_SHRINK], error)
      || !set_key (config, "max_grow", "max_grow", values[MAX_GROW], error)
      || !sim_config_to_ode (config, ode->names, ode->n_states, problem->t_start, problem->t_end, &settings, error))
    return NULL;
  ode_control_init (control, &settings);
  memcpy (gain, control->gains, sizeof gain);
  for (int k = 0; k < 3; k++)
    {
      if (values[K_I + k] != NULL && !lab_option_above (options[K_I + k].key, values[K_I + k], -10, &gain[k], error))
        return NULL;
      g_string_append_printf (gains, "%s%s", k > 0 ? ", " : "[", g_ascii_dtostr (number, sizeof number, gain[k]));
    }
  g_string_append_c (gains, ']');
  if ((values[K_I] != NULL || values[K_P] != NULL || values[K_D] != NULL) && !set_key (config, "gains", "k_i", gains->str, error))
    return NULL;
  if (!sim_config_to_ode (config, ode->names, ode->n_states, problem->t_start, problem->t_end, &settings, error))
    return NULL;
  ode_control_init (control, &settings);
  ode_control_restart (control);
  return g_steal_pointer (&config);
}

/* A controller is a function of errors of one order, so the method must have error control and a fixed order. */
static gboolean
check_method (const SimConfig *config, GError **error)
{
  const OdeMethod *method = sim_config_method (config);

  if (sim_config_controls_error (config) && method->error_order > 0 && (method->traits & (ODE_TRAIT_OWN_CONTROL | ODE_TRAIT_VARIABLE_ORDER)) == 0)
    return TRUE;
  g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED,
               sim_config_controls_error (config) ? _("%s chooses its own order or steps; the study needs a method of fixed order with error control")
                                                  : _("%s runs with fixed steps; the study needs error control"), method->label);
  return FALSE;
}

/* Says the measured numbers if they are known, otherwise the predicted ones. */
static void
conclude (LabResult *result, OdeController kind)
{
  static const char *const names[] = { N_("I"), N_("PI"), N_("PID"), N_("Predictive"), N_("Drake's rule") };
  double accepted = lab_result_number (result, "accepted_measured");
  g_autofree char *text = NULL;

  if (isnan (accepted))
    text = g_strdup_printf (_("%s: **%.0f** steps and **%.0f** rejections predicted, instead of %.0f and %.0f"), _(names[kind]),
                            lab_result_number (result, "accepted_predicted"), lab_result_number (result, "rejected_predicted"),
                            lab_result_number (result, "accepted_in_use"), lab_result_number (result, "rejected_in_use"));
  else
    text = g_strdup_printf (_("%s: **%.0f** steps and **%.0f** rejections, instead of %.0f and %.0f"), _(names[kind]), accepted,
                            lab_result_number (result, "rejected_measured"), lab_result_number (result, "accepted_in_use"),
                            lab_result_number (result, "rejected_in_use"));
  lab_result_set_sentence (result, text);
}

/* The tape has a row for each attempt, so the attempts are limited. */
static void
limit_attempts (SimConfig *config)
{
  double limit = sim_config_get_number (config, "step_limit");

  if (!(limit > 0 && limit < MOST_ATTEMPTS))
    sim_config_set_number (config, "step_limit", MOST_ATTEMPTS, SIM_ORIGIN_LIVE, NULL);
}

/* Three parts: the run as it is, the prediction along it, and, if requested, the run with the other controller. */
static LabResult *
compute (const LabProblem *problem, const SimConfig *config, OdeControl *control, gboolean also_measure, const LabProgress *progress, GError **error)
{
  static const char *const columns[] = { "run", "t", "h", "error", "outcome", NULL };
  g_autoptr (LabResult) result = lab_result_new ();
  g_autoptr (SimConfig) base = sim_config_copy (problem->config);
  LabPart part = { progress, 0, also_measure ? 3 : 2 };
  LabProgress inner = lab_part_progress (&part);
  OdeController kind = control->kind;
  const char *unit = model_time_unit (problem->model);
  LabTable *table = lab_result_add_table (result, "steps", columns);
  Measured used, again;
  gboolean fine;

  lab_table_set_unit (table, "t", unit);
  lab_table_set_unit (table, "h", unit);
  sim_config_set (base, "realtime_rate", "0", SIM_ORIGIN_LIVE, NULL);
  limit_attempts (base);
  if (!measure (problem, base, &inner, &used, error))
    return NULL;
  lab_result_add_number (result, "t", used.run.t, unit);
  lab_result_add_number (result, "accepted_in_use", (double) used.accepted, NULL);
  lab_result_add_number (result, "rejected_in_use", (double) used.rejected, NULL);
  lab_result_add_number (result, "safety", control->safety, NULL);
  lab_result_add_number (result, "k_i", control->gains[0], NULL);
  lab_result_add_number (result, "k_p", control->gains[1], NULL);
  lab_result_add_number (result, "k_d", control->gains[2], NULL);
  part.done = 1;
  fine = add_measured (result, "in use", &used, &inner, error) && add_predicted (result, problem, base, &used, control, &inner, error);
  measured_clear (&used);
  if (!fine)
    return NULL;
  lab_result_add_number (result, "accepted_measured", NAN, NULL);
  lab_result_add_number (result, "rejected_measured", NAN, NULL);
  conclude (result, kind);
  if (!also_measure)
    return g_steal_pointer (&result);
  lab_progress_show (progress, result);
  part.done = 2;
  if (!measure (problem, config, &inner, &again, error))
    return NULL;
  lab_result_set_number (result, "accepted_measured", (double) again.accepted, NULL);
  lab_result_set_number (result, "rejected_measured", (double) again.rejected, NULL);
  fine = add_measured (result, "measured", &again, &inner, error);
  measured_clear (&again);
  if (!fine)
    return NULL;
  conclude (result, kind);
  return g_steal_pointer (&result);
}

static LabResult *
run (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  LabProblem until = *problem;
  g_autoptr (SimConfig) config = NULL;
  OdeControl control;
  gboolean also_measure;

  if (!check_method (problem->config, error) || !lab_option_boolean ("measure", values[MEASURE], &also_measure, error)
      || !lab_problem_set_times (&until, error))
    return NULL;
  config = tried_config (&until, values, &control, error);
  if (config == NULL)
    return NULL;
  sim_config_set (config, "realtime_rate", "0", SIM_ORIGIN_LIVE, NULL);
  limit_attempts (config);
  return compute (&until, config, &control, also_measure, progress, error);
}

const LabStudyKind lab_study_controller = {
  .id = "controller",
  .label = N_("Controller"),
  .advice = N_("Predicts the steps of another step-size controller by trial steps along a run, and measures them."),
  .of = LAB_STUDY_OF_METHODS,
  .places = LAB_PLACE_CARDS,
  .sketch = "5 30 25 80 30 20 50 80 55 20 75 80 80 20 95 70|5 80 95 80",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .run = run,
};
