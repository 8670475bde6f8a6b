/* Collects the evidence about a failed run and writes it as sentences with possible remedies. */
#include "wb-failure-text.h"

#include <float.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "wb-number-field.h"
#include "wb-run-result.h"

#define MOST_STATES 512
/* A state seems to grow without bound if the step size collapses while it is larger than LARGE and grows so fast that it would double within SOON times the
 * distance between two numbers at this time. A large state that moves slowly is no evidence. */
#define LARGE 1e4
#define SOON 1e5

/* Returns the number of digits of the mantissa of a positive number, without leading zeros. */
static int
n_digits (const char *text)
{
  int n = 0;

  for (; *text != '\0' && *text != 'e' && *text != 'E'; text++)
    n += g_ascii_isdigit (*text) && (n > 0 || *text != '0');
  return n;
}

/* Formats a number in a message. A time gets four decimals as in the event log; very large, very small and short numbers are formatted as
 * in readouts. */
static gboolean
show_number (const GMatchInfo *match, GString *result, gpointer user)
{
  g_autofree char *found = g_match_info_fetch (match, 0);
  double value = g_ascii_strtod (found, NULL);
  char text[64];

  /* A number with at most three digits has been rounded already: rounding it again could change the second digit. */
  if (strpbrk (found, "eE") != NULL || (value != 0 && fabs (value) < 1e-2))
    plot_format_number (value, n_digits (found) <= 3 ? 3 : 2, text, sizeof text);
  else
    plot_format_fixed (value, 4, text, sizeof text);
  g_string_append (result, text);
  return FALSE;
}

char *
wb_failure_sentence (const char *text)
{
  /* Numbers that need rounding for display have an exponent or many decimals. This regular expression finds them. */
  g_autoptr (GRegex) digits = g_regex_new ("(?<![0-9A-Za-z_.])[0-9]+(\\.[0-9]+)?e[-+]?[0-9]+|(?<![0-9A-Za-z_.])[0-9]+\\.[0-9]{5,}", 0, 0, NULL);
  g_autofree char *plain = g_strstrip (g_strdup (text));
  g_autofree char *shown = g_regex_replace_eval (digits, plain, -1, 0, 0, show_number, NULL, NULL);
  g_autofree char *first = g_utf8_substring (shown, 0, shown[0] != '\0' ? 1 : 0), *capital = g_utf8_strup (first, -1);
  gsize length = strlen (shown);
  gboolean ends = length == 0 || strchr (".!?", shown[length - 1]) != NULL;

  return g_strconcat (capital, shown + strlen (first), ends ? "" : ".", NULL);
}

static char *
with_unit (double value, const char *unit)
{
  char number[64];

  plot_format_number (value, 3, number, sizeof number);
  return unit[0] != '\0' ? g_strdup_printf ("%s\u00a0%s", number, unit) : g_strdup (number);
}

/* Returns a value that the user has set, with the digits as typed. */
static char *
as_set (double value, const char *unit)
{
  g_autofree char *number = wb_number_text (value);

  return unit[0] != '\0' ? g_strdup_printf ("%s\u00a0%s", number, unit) : g_steal_pointer (&number);
}

/* Returns whether a state seems to grow without bound in the last step of a run. */
static gboolean
seems_to_grow (const double *before, const double *after, int state)
{
  double x = after[1 + state], rate = (x - before[1 + state]) / (after[0] - before[0]);

  return after[0] != before[0] && fabs (x) > LARGE && x * rate > 0 && fabs (x) < SOON * DBL_EPSILON * fabs (after[0]) * fabs (rate);
}

/* Returns a sentence about a state that grows without bound, or NULL if no state
 * does. */
static char *
growth_of (WbRunItem *run, const char *time)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  ModelSystem *system = wb_run_item_system (run);
  gsize n = sim_trajectory_n_rows (trajectory);
  const double *before = n > 1 ? sim_trajectory_row (trajectory, n - 2) : NULL, *row = n > 1 ? sim_trajectory_row (trajectory, n - 1) : NULL;
  int largest = -1;

  for (int i = 0; row != NULL && i < model_system_n_states (system); i++)
    if (seems_to_grow (before, row, i) && (largest < 0 || fabs (row[1 + i]) > fabs (row[1 + largest])))
      largest = i;
  if (largest < 0)
    return NULL;
  g_autofree char *value = with_unit (row[1 + largest], "");

  return g_strdup_printf (_("The computed solution seems to grow without bound near %s: %s has reached %s."), time, model_system_column (system, largest)->name, value);
}

static char *
cause_of (WbRunItem *run, SimFailure failure, const OdeSettings *settings)
{
  const SimRunPoll *poll = wb_run_item_state (run);
  const char *unit = model_time_unit (wb_run_item_model (run));
  g_autofree char *time = with_unit (poll->t, unit), *step = NULL, *growth = NULL;
  char count[64];

  switch (failure)
    {
    case SIM_FAILURE_MIN_STEP:
      step = as_set (settings->min_step, unit);
      return g_strdup_printf (_("The step fell below the minimum of %s at %s."), step, time);
    case SIM_FAILURE_STIFF:
    case SIM_FAILURE_STEP_LIMIT:
      if (poll->status.ode_status != ODE_FAIL_STEP_LIMIT)
        break;
      plot_format_count ((guint64) MAX (settings->step_limit, 0), count, sizeof count);
      return g_strdup_printf (_("The limit of %s steps is reached at %s."), count, time);
    case SIM_FAILURE_NEWTON:
      return g_strdup_printf (_("Newton's method does not converge at %s, even with very small steps."), time);
    case SIM_FAILURE_UNDEFINED:
      if (poll->t > wb_run_item_t_start (run))
        return g_strdup_printf (_("The model has no finite value after %s."), time);
      return g_strdup_printf (_("The model has no finite value at %s."), time);
    case SIM_FAILURE_FIXED_STEP:
      step = as_set (settings->max_step, unit);
      return g_strdup_printf (_("The fixed step of %s fails at %s."), step, time);
    case SIM_FAILURE_COLLAPSE:
      growth = growth_of (run, time);
      if (growth != NULL)
        return g_steal_pointer (&growth);
      break;
    case SIM_FAILURE_NO_PROGRESS: break;
    default: return wb_failure_sentence (poll->status.cause);
    }
  return g_strdup_printf (_("The step size became too small at %s."), time);
}

void
wb_failure_text_init (WbFailureText *self, WbRunItem *run)
{
  const SimRunPoll *poll = wb_run_item_state (run);
  ModelSystem *system = wb_run_item_system (run);
  const char *names[MOST_STATES + 1];
  int n = model_system_n_states (system);
  gboolean stepped = poll->status.ode_status != ODE_DONE;
  const LabStepProbe *probe = wb_run_result_get (wb_run_result_of (run, &wb_run_result_probe));
  SimFailure failure = SIM_FAILURE_OTHER;
  OdeSettings settings = { 0 };
  g_autoptr (SimConfig) config = sim_config_copy (wb_run_item_config (run));
  g_autofree char *evidence = NULL, *advice = NULL, *seen = NULL, *next = NULL;

  *self = (WbFailureText){ .remedies = { SIM_ADVICE_NONE } };
  for (int i = 0; i < n && i < MOST_STATES; i++)
    names[i] = model_system_column (system, i)->name;
  /* The steps did not cause a failure of an event or a monitor, or a failure directly after an event. The text then says nothing about
   * steps. */
  if (stepped && poll->status.event < 0 && n <= MOST_STATES && sim_config_to_ode (config, names, n, wb_run_item_t_start (run), wb_run_item_t_end (run), &settings, NULL))
    failure = sim_explain_failure (wb_run_item_tape (run), sim_config_method (config), &settings, poll->status.ode_status, names,
                                   probe != NULL ? &probe->response : NULL, self->remedies,
                                   &evidence, &advice);
  if (advice == NULL && poll->status.advice != NULL && poll->status.advice[0] != '\0')
    {
      advice = g_strdup (poll->status.advice);
      /* Events accumulate: the model needs another mode for the motion after them, or the run must end
       * before. */
      self->remedies[0] = stepped ? SIM_ADVICE_NONE : SIM_ADVICE_MARK_EVENT;
    }
  seen = evidence != NULL ? wb_failure_sentence (evidence) : g_strdup ("");
  next = advice != NULL ? wb_failure_sentence (advice) : g_strdup ("");
  self->words = g_strconcat (seen, seen[0] != '\0' && next[0] != '\0' ? " " : "", next, NULL);
  self->cause = cause_of (run, failure, &settings);
}

void
wb_failure_text_clear (WbFailureText *self)
{
  g_clear_pointer (&self->cause, g_free);
  g_clear_pointer (&self->words, g_free);
}
