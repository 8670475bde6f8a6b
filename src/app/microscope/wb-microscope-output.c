#include "wb-microscope-output.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ode-format.h"
#include "plot-text.h"
#include "wb-microscope-plots.h"
#include "wb-search-plots.h"

PlotView *
wb_microscope_card_plot (WbMicroscope *self, int card)
{
  const LabAttempt *attempt = wb_microscope_attempt (self);
  WbRunItem *run = wb_microscope_run (self);
  PlotView *views[WB_N_ATTEMPT_PLOTS] = { NULL }, *wanted = NULL;

  if (run == NULL || card < 0 || card >= WB_N_MICROSCOPE_CARDS)
    return NULL;
  if (wb_microscope_shows_event (self))
    return wb_microscope_picture (self) != NULL ? wb_search_plot_new (wb_microscope_picture (self), run, (WbSearchCard) card) : NULL;
  if (attempt == NULL || card >= WB_N_ATTEMPT_PLOTS)
    return NULL;
  wb_microscope_attempt_plots (attempt, wb_run_item_system (run), views);
  for (int i = 0; i < WB_N_ATTEMPT_PLOTS; i++)
    if (i == card)
      wanted = views[i];
    else
      plot_view_free (views[i]);
  return wanted;
}

/* ---- tables ---- */

static void
append_numbers (GString *out, const double *values, int n)
{
  char text[ODE_FORMAT_SIZE];

  for (int i = 0; i < n; i++)
    {
      text[isnan (values[i]) ? 0 : ode_format_double (text, values[i])] = '\0';
      g_string_append_printf (out, "\t%s", text);
    }
}

static char *
history_text (const LabAttempt *attempt)
{
  static const char *const outcomes[] = { "accepted", "rejected_error", "rejected_newton", "rejected_undefined", "cut_by_event", "stopped" };
  GString *out = g_string_new ("attempt\toutcome\tt\th\terror\n");

  for (int i = 0; i < attempt->n_around; i++)
    {
      const OdeAttempt *row = &attempt->around[i];

      g_string_append_printf (out, "%lu\t%s", (gulong) (attempt->first_around + (gsize) i + 1), outcomes[MIN (row->outcome, G_N_ELEMENTS (outcomes) - 1)]);
      append_numbers (out, (const double[]) { row->t, row->h, row->error }, 3);
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

/* The states with tolerances and errors, then all stages and iterations with their vectors. */
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

char *
wb_microscope_card_table (WbMicroscope *self, int card)
{
  const LabAttempt *attempt = wb_microscope_attempt (self);
  WbRunItem *run = wb_microscope_run (self);

  if (run == NULL || card < 0 || card >= WB_N_MICROSCOPE_CARDS)
    return NULL;
  if (wb_microscope_shows_event (self))
    return wb_microscope_picture (self) != NULL ? wb_search_table_text (wb_microscope_picture (self), run, (WbSearchCard) card) : NULL;
  if (attempt == NULL)
    return NULL;
  return card == WB_ATTEMPT_HISTORY ? history_text (attempt) : stages_text (attempt, wb_run_item_system (run));
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
  const LabAttempt *attempt = wb_microscope_attempt (self);
  WbRunItem *run = wb_microscope_run (self);

  if (run == NULL)
    return NULL;
  if (wb_microscope_shows_event (self))
    return wb_microscope_picture (self) != NULL ? wb_search_caption (wb_microscope_picture (self), run) : NULL;
  if (attempt != NULL)
    {
      const char *unit = model_time_unit (wb_run_item_model (run));
      g_autofree char *t = plot_text_value (attempt->record.t, 8, unit), *h = plot_text_value (attempt->record.h, 4, unit);

      return g_strdup_printf (_("attempt %lu from *t* = %s over *h* = %s"), (gulong) attempt->index + 1, t, h);
    }
  return NULL;
}
