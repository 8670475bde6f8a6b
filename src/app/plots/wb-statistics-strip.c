#include "wb-statistics-strip.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "wb-figure-label.h"
#include "wb-statistics-page.h"

#define EVERY_US (100 * 1000)

enum { ACCEPTED, CUT, REJECTED, RHS, JACOBIANS, SMALLEST, LARGEST, EVENTS, SOLVER_TIME, N_CELLS };

struct _WbStatisticsStrip
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *row, *cells[N_CELLS], *values[N_CELLS];
  gint64 last;
  SimRunState last_state;
  gsize counted;      /* attempts of the tape already counted */
  gsize n_cut;
  gsize n_seen, n_changes; /* number of events that were counted, and how many of them are changes of parameters */
  SimTape *tape;
  gboolean shaped;    /* events limit most steps, not errors */
  int width;          /* width for which cells were last removed */
  guint fit_source;
};

G_DEFINE_FINAL_TYPE (WbStatisticsStrip, wb_statistics_strip, GTK_TYPE_WIDGET)

/* ---- available width ---- */

/* Cells in the order in which they are removed when the strip is too narrow.
 * All other cells always stay. */
static const int leave_out[] = { LARGEST, SOLVER_TIME, JACOBIANS, EVENTS, RHS, SMALLEST };

/* Hides the cells that do not fit, because a number that is cut off would be misread. */
static void
fit (WbStatisticsStrip *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)), natural, n_left_out = 0;

  self->width = width;
  for (int i = 0; i < N_CELLS; i++)
    gtk_widget_set_visible (self->cells[i], i == CUT ? self->shaped : i == JACOBIANS ? !self->shaped : TRUE);
  gtk_widget_measure (self->row, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  while (width > 0 && natural > width && n_left_out < (int) G_N_ELEMENTS (leave_out))
    {
      gtk_widget_set_visible (self->cells[leave_out[n_left_out++]], FALSE);
      gtk_widget_measure (self->row, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
    }
}

static gboolean
fit_later (gpointer user)
{
  WbStatisticsStrip *self = user;

  self->fit_source = 0;
  fit (self);
  return G_SOURCE_REMOVE;
}

static void
wb_statistics_strip_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                             int *natural_baseline)
{
  gtk_widget_measure (WB_STATISTICS_STRIP (widget)->row, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
}

static void
wb_statistics_strip_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WbStatisticsStrip *self = WB_STATISTICS_STRIP (widget);

  gtk_widget_allocate (self->row, width, height, baseline, NULL);
  if (width != self->width && self->fit_source == 0)
    self->fit_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fit_later, self, NULL);
}

static void
wb_statistics_strip_dispose (GObject *object)
{
  WbStatisticsStrip *self = WB_STATISTICS_STRIP (object);

  g_clear_handle_id (&self->fit_source, g_source_remove);

  g_clear_pointer (&self->row, gtk_widget_unparent);
  g_clear_pointer (&self->tape, sim_tape_unref);
  G_OBJECT_CLASS (wb_statistics_strip_parent_class)->dispose (object);
}

static void
wb_statistics_strip_class_init (WbStatisticsStripClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_statistics_strip_dispose;
  GTK_WIDGET_CLASS (klass)->measure = wb_statistics_strip_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = wb_statistics_strip_size_allocate;
}

static void
wb_statistics_strip_init (WbStatisticsStrip *self)
{
  static const char *const captions[N_CELLS] = {
    N_("Steps accepted"), N_("Cut at an event"), N_("Rejected"), N_("RHS evaluations"), N_("Jacobians"),
    N_("Smallest step"),  N_("Largest step"),    N_("Events"),   N_("Solver time"),
  };

  self->row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->row, "statistics");
  gtk_widget_set_parent (self->row, GTK_WIDGET (self));
  for (int i = 0; i < N_CELLS; i++)
    {
      GtkWidget *caption = gtk_label_new (_(captions[i]));

      self->cells[i] = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
      self->values[i] = wb_figure_label_new ("value", 0);
      wb_figure_label_set (WB_FIGURE_LABEL (self->values[i]), "–", FALSE);
      gtk_label_set_xalign (GTK_LABEL (caption), 0);
      gtk_label_set_ellipsize (GTK_LABEL (caption), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (self->cells[i], "statistic");
      gtk_widget_add_css_class (caption, "caption");
      if (i == CUT)
        gtk_widget_add_css_class (self->values[i], "event-mark");
      gtk_widget_set_hexpand (self->cells[i], TRUE);
      gtk_box_append (GTK_BOX (self->cells[i]), self->values[i]);
      gtk_box_append (GTK_BOX (self->cells[i]), caption);
      gtk_box_append (GTK_BOX (self->row), self->cells[i]);
      gtk_accessible_update_relation (GTK_ACCESSIBLE (self->values[i]), GTK_ACCESSIBLE_RELATION_LABELLED_BY, caption, NULL, -1);
    }
}

GtkWidget *
wb_statistics_strip_new (WbSession *session)
{
  WbStatisticsStrip *self = g_object_new (WB_TYPE_STATISTICS_STRIP, NULL);

  self->session = session;
  self->last_state = (SimRunState) -1;
  gtk_box_append (GTK_BOX (self->row), wb_statistics_page_button_new (session));
  return GTK_WIDGET (self);
}

static void
set (WbStatisticsStrip *self, int cell, const char *markup)
{
  wb_figure_label_set (WB_FIGURE_LABEL (self->values[cell]), markup, wb_session_state (self->session) == SIM_RUN_RUNNING);
}

static void
set_count (WbStatisticsStrip *self, int cell, long count)
{
  char text[64];

  plot_format_count ((guint64) MAX (count, 0), text, sizeof text);
  set (self, cell, text);
}

static void
set_number (WbStatisticsStrip *self, int cell, double value, const char *unit)
{
  char number[64];
  g_autofree char *text = NULL;

  if (isnan (value))
    {
      set (self, cell, "–");
      return;
    }
  plot_format_number (value, 3, number, sizeof number);
  text = g_markup_printf_escaped ("%s\u2009%s", number, unit);
  set (self, cell, text);
}

static void
count_cuts (WbStatisticsStrip *self, SimTape *tape)
{
  gsize n = sim_tape_n_attempts (tape);

  if (tape != self->tape)
    {
      g_clear_pointer (&self->tape, sim_tape_unref);
      self->tape = sim_tape_ref (tape);
      self->counted = self->n_cut = self->n_seen = self->n_changes = 0;
    }
  if (n < self->counted)
    self->counted = self->n_cut = 0;
  if (n > self->counted)
    {
      SimTapeRange range;

      sim_tape_range (tape, self->counted, n, &range);
      self->n_cut += range.counts[ODE_ATTEMPT_CUT_BY_EVENT];
      self->counted = n;
    }
}

/* Returns the number of events. Changes of parameters are also event records of
 * a trajectory, but are not events of the model. */
static long
count_events (WbStatisticsStrip *self, SimTrajectory *trajectory)
{
  gsize n = sim_trajectory_n_events (trajectory);

  if (n < self->n_seen)
    self->n_seen = self->n_changes = 0;
  for (; self->n_seen < n; self->n_seen++)
    self->n_changes += sim_trajectory_event (trajectory, self->n_seen).parameter >= 0;
  return (long) (n - self->n_changes);
}

static void
show_time (WbStatisticsStrip *self, double seconds)
{
  if (seconds < 1e-5)
    set_number (self, SOLVER_TIME, seconds * 1e6, "µs");
  else if (seconds < 1)
    set_number (self, SOLVER_TIME, seconds * 1e3, "ms");
  else
    set_number (self, SOLVER_TIME, seconds, "s");
}

static void
show_rejected (WbStatisticsStrip *self, const OdeStatistics *ode)
{
  long rejected = ode->rejected_error + ode->rejected_newton + ode->rejected_undefined;
  long attempts = ode->steps_taken + (long) self->n_cut + rejected;
  char count[64], share[32];
  g_autofree char *text = NULL;

  plot_format_count ((guint64) rejected, count, sizeof count);
  plot_format_number (attempts > 0 ? 100.0 * rejected / attempts : 0, 2, share, sizeof share);
  if (rejected == 0)
    text = g_strdup (count);
  else
    {
      GdkRGBA red = { 0.784f, 0.216f, 0.176f, 1 };
      g_autofree char *color = NULL;

      gtk_style_context_lookup_color (gtk_widget_get_style_context (GTK_WIDGET (self)), "wb_rejected", &red);
      color = gdk_rgba_to_string (&red);
      text = g_strdup_printf ("<span foreground='#%02x%02x%02x'>%s</span> <span weight='normal' alpha='75%%'>%s\u2009%%</span>",
                              (int) lrint (red.red * 255), (int) lrint (red.green * 255), (int) lrint (red.blue * 255), count, share);
    }
  set (self, REJECTED, text);
}

/* Sets a tooltip only if it changed: GTK would ask the display server for the
 * pointer's position even if the text is the same. */
static void
set_tooltip (GtkWidget *widget, const char *text)
{
  if (text != NULL && text[0] == '\0')
    text = NULL;
  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) != 0)
    gtk_widget_set_tooltip_text (widget, text);
}

void
wb_statistics_strip_refresh (WbStatisticsStrip *self)
{
  WbRunItem *run = wb_session_current (self->session);
  SimRunState state = wb_session_state (self->session);
  gint64 now = g_get_monotonic_time ();
  const SimRunPoll *poll;
  const char *unit;
  SimTrajectory *trajectory;
  gboolean shaped, stale;

  if (state == SIM_RUN_RUNNING && state == self->last_state && now - self->last < EVERY_US)
    return;
  self->last = now;
  self->last_state = state;
  if (run == NULL)
    {
      for (int i = 0; i < N_CELLS; i++)
        set (self, i, "–");
      self->shaped = FALSE;
      fit (self);
      return;
    }
  poll = wb_run_item_state (run);
  unit = model_time_unit (wb_run_item_model (run));
  trajectory = wb_run_item_trajectory (run);
  count_cuts (self, wb_run_item_tape (run));
  set_count (self, ACCEPTED, poll->statistics.ode.steps_taken);
  set_count (self, CUT, (long) self->n_cut);
  /* If events determine the steps, show their number instead of the number of
   * Jacobians. */
  shaped = 20 * (long) self->n_cut > poll->statistics.ode.steps_taken;
  if (shaped != self->shaped)
    {
      gtk_box_reorder_child_after (GTK_BOX (self->row), self->cells[EVENTS], self->cells[shaped ? RHS : LARGEST]);
      self->width = -1;
    }
  self->shaped = shaped;
  show_rejected (self, &poll->statistics.ode);
  set_count (self, RHS, poll->statistics.ode.rhs_evaluations);
  set_count (self, JACOBIANS, poll->statistics.ode.jacobian_evaluations);
  set_tooltip (self->cells[JACOBIANS], poll->statistics.linear_algebra);
  /* The length of a step that ends at an event depends on the event, not on the method. With error control, the smallest step that the
   * controller chose is shown. */
  set_number (self, SMALLEST, isnan (poll->statistics.ode.smallest_adapted_step) ? poll->statistics.ode.smallest_step_taken
                                                                                 : poll->statistics.ode.smallest_adapted_step, unit);
  set_number (self, LARGEST, poll->statistics.ode.steps_taken > 0 ? poll->statistics.ode.largest_step_taken : NAN, unit);
  set_count (self, EVENTS, count_events (self, trajectory));
  show_time (self, MAX (poll->statistics.wall_seconds - poll->statistics.waited_seconds, 0));
  if (self->width != gtk_widget_get_width (GTK_WIDGET (self)) || state != SIM_RUN_RUNNING)
    fit (self);
  /* A running run applies the change and keeps its counters. */
  stale = wb_session_is_stale (self->session) && state != SIM_RUN_RUNNING;
  if (stale)
    gtk_widget_add_css_class (self->row, "stale");
  else
    gtk_widget_remove_css_class (self->row, "stale");
  set_tooltip (self->row, stale ? _("Values of the last run") : NULL);
}
