/* Makes the plot or the table of each card of the Microscope. */
#include "wb-microscope-output.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lab-attempt-parts.h"
#include "ode-format.h"
#include "plot-text.h"
#include "wb-microscope-plots.h"
#include "wb-microscope-verdict.h"
#include "wb-event-curve-plot.h"
#include "wb-search-plots.h"

G_STATIC_ASSERT ((int) WB_N_ATTEMPT_CARDS <= WB_N_MICROSCOPE_CARDS && (int) WB_N_SEARCH_CARDS <= WB_N_MICROSCOPE_CARDS);

/* Returns the plot of what is found at many sizes of the step of the open event, or NULL. */
static PlotView *
wb_microscope_event_plot (WbMicroscope *self)
{
  const LabEventCurve *curve = wb_microscope_event_curve (self);
  const WbSearchPicture *run = wb_microscope_picture_of_run (self);
  const double tried = wb_microscope_tried (self);

  return curve != NULL && run != NULL
           ? wb_event_curve_plot (curve, run, isnan (tried) ? run->event->h : tried, model_time_unit (wb_run_item_model (wb_microscope_run (self)))) : NULL;
}

PlotView *
wb_microscope_card_plot (WbMicroscope *self, int card)
{
  const WbAttemptScene scene = wb_microscope_scene (self);
  WbRunItem *run = wb_microscope_run (self);

  if (run == NULL || card < 0)
    return NULL;
  if (wb_microscope_shows_event (self) && card == WB_SEARCH_TRIAL)
    return wb_microscope_event_plot (self);
  if (wb_microscope_shows_event (self))
    return wb_microscope_picture (self) != NULL && card < (int) WB_N_SEARCH_CARDS ? wb_search_plot_new (wb_microscope_picture (self), run, (WbSearchCard) card)
                                                                                  : NULL;
  return scene.attempt != NULL ? wb_microscope_attempt_plot (&scene, card) : NULL;
}

/* ---- tables ---- */

/* Appends a number, or nothing if it is NaN. */
static void
append_number (GString *out, double value)
{
  char text[ODE_FORMAT_SIZE];

  text[isnan (value) ? 0 : ode_format_double (text, value)] = '\0';
  g_string_append (out, text);
}

static void
append_numbers (GString *out, const double *values, int n)
{
  for (int i = 0; i < n; i++)
    {
      g_string_append_c (out, '\t');
      append_number (out, values[i]);
    }
}

static const char *
outcome_text (const OdeAttempt *row)
{
  static const char *const outcomes[] = { "accepted", "rejected_error", "rejected_newton", "rejected_undefined", "cut_by_event", "stopped" };

  if (row->outcome == ODE_ATTEMPT_CUT_BY_EVENT && row->clamp == ODE_CLAMP_SWITCH)
    return "cut_by_switch";
  return outcomes[MIN (row->outcome, G_N_ELEMENTS (outcomes) - 1)];
}

static char *
history_text (const LabAttempt *attempt)
{
  GString *out = g_string_new ("attempt\toutcome\tt\th\terror\titerations\tage of Jacobian\torder\tnew factors\n");

  for (int i = 0; i < attempt->n_around; i++)
    {
      const OdeAttempt *row = &attempt->around[i];

      g_string_append_printf (out, "%lu\t%s", (gulong) (attempt->first_around + (gsize) i + 1), outcome_text (row));
      append_numbers (out, (const double[]) { row->t, row->h, row->error, row->newton_iterations, row->newton_iterations > 0 ? row->jacobian_age : NAN,
                                              row->order, row->new_factors }, 7);
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

/* Returns the errors over the step size. */
static char *
trials_text (const LabTrialCurve *curve, ModelSystem *system)
{
  GString *out = g_string_new ("h\toutcome\tnorm");

  for (int k = 0; k < curve->n_states; k++)
    g_string_append_printf (out, "\t%s", model_system_column (system, k)->name);
  g_string_append_c (out, '\n');
  for (int i = 0; i < curve->n; i++)
    {
      const OdeAttempt row = { .outcome = curve->outcome[i] };

      append_number (out, curve->h[i]);
      g_string_append_printf (out, "\t%s", outcome_text (&row));
      append_numbers (out, &curve->norm[i], 1);
      append_numbers (out, curve->error + (gsize) i * (gsize) curve->n_states, curve->n_states);
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

static void
append_state_heads (GString *out, const char *what, ModelSystem *system, int n)
{
  for (int i = 0; i < n; i++)
    g_string_append_printf (out, "\t%s of %s", what, model_system_column (system, i)->name);
}

/* Appends the weights of the stages in the estimate, their contributions, and the last changes by Newton's method. Appends nothing if there are none. */
static void
append_parts (GString *out, const LabAttempt *attempt, ModelSystem *system)
{
  g_autoptr (LabStageParts) parts = lab_stage_parts_new (attempt);
  const int n = parts->n_states;

  if (parts->weight == NULL && parts->change == NULL)
    return;
  g_string_append (out, "\nstage");
  if (parts->weight != NULL)
    {
      g_string_append (out, "\tweight e");
      append_state_heads (out, "part", system, n);
    }
  if (parts->change != NULL)
    append_state_heads (out, "last change", system, n);
  g_string_append_c (out, '\n');
  for (int i = 0; i < parts->n_stages; i++)
    {
      g_string_append_printf (out, "%d", i + 1);
      if (parts->weight != NULL)
        {
          append_numbers (out, &parts->weight[i], 1);
          append_numbers (out, parts->part + (gsize) i * (gsize) n, n);
        }
      if (parts->change != NULL)
        append_numbers (out, parts->change + (gsize) i * (gsize) n, n);
      g_string_append_c (out, '\n');
    }
  for (int row = 0; row < 2; row++)
    if ((row == 0 ? parts->start : parts->sum) != NULL)
      {
        g_string_append (out, row == 0 ? "slope at the start\t" : "sum\t");
        append_numbers (out, row == 0 ? parts->start : parts->sum, n);
        g_string_append_c (out, '\n');
      }
}

/* Returns all stages and iterations with their vectors, then their contributions to the
 * estimate, then the states with tolerances and errors, as a table with tabs. */
static char *
stages_text (const LabAttempt *attempt, ModelSystem *system)
{
  static const char *const kinds[] = { [ODE_TRACE_STAGE] = "stage", [ODE_TRACE_PAST] = "past", [ODE_TRACE_KICK] = "kick", [ODE_TRACE_DRIFT] = "drift",
                                       [ODE_TRACE_ENTRY] = "entry", [ODE_TRACE_ITERATE] = "iterate" };
  GString *out = g_string_new ("kind\tnumber\tc");

  for (int side = 0; side < 2; side++)
    for (int i = 0; i < attempt->n_states; i++)
      g_string_append_printf (out, "\t%s%s", side == 0 ? "" : "slope of ", model_system_column (system, i)->name);
  g_string_append_c (out, '\n');
  for (int k = 0; k < attempt->n_events; k++)
    {
      const OdeTraceEvent *event = &attempt->events[k];

      if (event->kind >= (int) G_N_ELEMENTS (kinds) || kinds[event->kind] == NULL || event->n != attempt->n_states)
        continue;
      g_string_append_printf (out, "%s\t%d", kinds[event->kind], event->index);
      append_numbers (out, &event->c, 1);
      for (int side = 0; side < 2; side++)
        for (int i = 0; i < attempt->n_states; i++)
          append_numbers (out, (side == 0 ? event->x : event->k) != NULL ? &(side == 0 ? event->x : event->k)[i] : &(const double) { NAN }, 1);
      g_string_append_c (out, '\n');
    }
  append_parts (out, attempt, system);
  g_string_append (out, "\nstate\tx0\tx1\tx1_hat\terror\ttolerance\n");
  for (int i = 0; i < attempt->n_states; i++)
    {
      const double *const vectors[] = { attempt->x0, attempt->x1, attempt->x1_hat, attempt->error, attempt->tolerance };

      g_string_append (out, model_system_column (system, i)->name);
      for (gsize v = 0; v < G_N_ELEMENTS (vectors); v++)
        append_numbers (out, vectors[v] != NULL ? &vectors[v][i] : &(const double) { NAN }, 1);
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

/* Returns the verdict with the numbers of the step-size rule, then the iterations of Newton's method, as a table with tabs. */
static char *
verdict_text (const LabAttempt *attempt, ModelSystem *system)
{
  WbVerdict *verdict = wb_verdict_new (attempt, system);
  const OdeAttempt *record = &attempt->record;
  const struct { const char *name; double value; } rows[] = {
    { "t", record->t }, { "h", record->h }, { "error", record->error }, { "order of the error", attempt->error_order },
    { "factor", verdict->factor }, { "h proposed", record->h_proposed }, { "h next", record->h_next },
  };
  GString *out = g_string_new ("quantity\tvalue\n");
  gboolean any = FALSE;

  g_string_append_printf (out, "outcome\t%s\n", outcome_text (record));
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_string_append (out, rows[i].name);
      append_numbers (out, &rows[i].value, 1);
      g_string_append_c (out, '\n');
    }
  for (int i = 0; i < attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];

      if (event->kind != ODE_TRACE_ITERATE || event->index == 0)
        continue;
      if (!any)
        g_string_append (out, "\niteration\tstage\tnorm\ttheta\tleft\ttarget\th of the factors\tJacobian\tfactors\n");
      any = TRUE;
      g_string_append_printf (out, "%d\t%d", event->index, event->column);
      append_numbers (out, (const double[]) { event->norm, event->theta, event->left, event->target, event->h_factors }, 5);
      g_string_append_printf (out, "\t%s\t%s\n", event->new_jacobian ? "new" : "old", event->new_factors ? "new" : "old");
    }
  for (int i = 0; i < attempt->n_beyond; i++)
    {
      if (i == 0)
        g_string_append (out, "\nhad it gone on, not part of the run\tstage\tnorm\ttheta\tleft\ttarget\n");
      g_string_append_printf (out, "%d\t%d", attempt->beyond[i].index, attempt->beyond[i].column);
      append_numbers (out, (const double[]) { attempt->beyond[i].norm, attempt->beyond[i].theta, attempt->beyond[i].left, attempt->beyond[i].target }, 4);
      g_string_append_c (out, '\n');
    }
  wb_verdict_free (verdict);
  return g_string_free (out, FALSE);
}

static char *
errors_text (const LabAttempt *attempt, ModelSystem *system)
{
  GString *out = g_string_new ("state\terror\ttolerance\terror / tolerance\n");

  for (int i = 0; attempt->scaled_error != NULL && i < attempt->n_states; i++)
    {
      g_string_append (out, model_system_column (system, i)->name);
      append_numbers (out, (const double[]) { attempt->error != NULL ? attempt->error[i] : NAN, attempt->tolerance != NULL ? attempt->tolerance[i] : NAN,
                                              attempt->scaled_error[i] }, 3);
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

char *
wb_microscope_card_table (WbMicroscope *self, int card)
{
  const WbAttemptScene scene = wb_microscope_scene (self);
  const LabAttempt *attempt = scene.attempt;
  WbRunItem *run = wb_microscope_run (self);

  if (run == NULL || card < 0 || card >= WB_N_MICROSCOPE_CARDS)
    return NULL;
  if (wb_microscope_shows_event (self) && card == WB_SEARCH_TRIAL)
    return wb_microscope_event_curve (self) != NULL ? wb_event_curve_text (wb_microscope_event_curve (self)) : NULL;
  if (wb_microscope_shows_event (self))
    return wb_microscope_picture (self) != NULL && card < (int) WB_N_SEARCH_CARDS
             ? wb_search_table_text (wb_microscope_picture (self), run, (WbSearchCard) card) : NULL;
  if (attempt == NULL)
    return NULL;
  switch (card)
    {
    case WB_ATTEMPT_HISTORY: return history_text (attempt);
    case WB_ATTEMPT_TRIAL: return scene.curve != NULL ? trials_text (scene.curve, wb_run_item_system (run)) : NULL;
    case WB_ATTEMPT_VERDICT: return verdict_text (attempt, wb_run_item_system (run));
    case WB_ATTEMPT_ERRORS: return errors_text (attempt, wb_run_item_system (run));
    default: return stages_text (attempt, wb_run_item_system (run));
    }
}

char *
wb_microscope_card_title (WbMicroscope *self, int card)
{
  g_autoptr (PlotView) view = wb_microscope_card_plot (self, card);

  if (view != NULL && plot_view_title (view) != NULL)
    return plot_text_plain (plot_view_title (view));
  return g_strdup (wb_microscope_shows_event (self) ? _("State at the event") : _("Stages"));
}

char *
wb_microscope_caption (WbMicroscope *self)
{
  const LabAttempt *attempt = wb_microscope_scene (self).attempt;
  WbRunItem *run = wb_microscope_run (self);

  if (run == NULL)
    return NULL;
  if (wb_microscope_shows_event (self))
    return wb_microscope_picture (self) != NULL ? wb_search_caption (wb_microscope_picture (self), run) : NULL;
  if (attempt != NULL)
    {
      const char *unit = model_time_unit (wb_run_item_model (run));
      g_autofree char *t = plot_text_value (attempt->record.t, 8, unit), *h = plot_text_value (attempt->record.h, 4, unit);

      return g_strdup_printf (attempt->is_trial ? _("attempt %lu from *t* = %s, repeated with *h* = %s, not that of the run")
                                                : _("attempt %lu from *t* = %s over *h* = %s"), (gulong) attempt->index + 1, t, h);
    }
  return NULL;
}
