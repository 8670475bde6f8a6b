/* Shows the main counters of a run, as many as fit, and refreshes them during the run. */
#include "wb-statistics-strip.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-figure-label.h"
#include "wb-statistics-page.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

#define EVERY_US (100 * 1000)
/* Number of attempts that are read from the tape at once. */
#define BLOCK 256

enum { ACCEPTED, CUT, REJECTED, RHS, JACOBIANS, SMALLEST, LARGEST, EVENTS, SOLVER_TIME, N_CELLS };

struct _WbStatisticsStrip
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *row, *cells[N_CELLS], *values[N_CELLS], *accepted_caption;
  gint64 last;
  SimRunState last_state;
  gsize counted;      /* number of attempts on the tape that were counted */
  gsize n_cut;
  gsize n_seen, n_changes; /* number of event records that were read; number of those that are changes of parameters */
  SimTape *tape;
  gsize sized;        /* number of attempts of a branch whose step sizes were read */
  gsize n_cut_since;
  gint64 n_events_before; /* number of events before the start of the branch */
  double smallest, smallest_adapted, largest; /* sizes of the accepted steps since the start of the branch; smallest_adapted: without steps that were cut */
  gboolean shaped;    /* whether events rather than errors limit most steps */
  int width;          /* width in px for which cells were last hidden */
  guint fit_source;
};

G_DEFINE_FINAL_TYPE (WbStatisticsStrip, wb_statistics_strip, GTK_TYPE_WIDGET)

/* ---- available width ---- */

/* Cells in the order in which they are hidden when the strip is too narrow. All other cells are always
 * visible. */
static const int leave_out[] = { LARGEST, SOLVER_TIME, JACOBIANS, EVENTS, RHS, SMALLEST };

/* Hides the cells that do not fit. A number that is cut off would be misread. */
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


  g_clear_pointer (&self->row, gtk_widget_unparent);
  g_clear_pointer (&self->tape, sim_tape_unref);
  g_clear_handle_id (&self->fit_source, g_source_remove);
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

  self->row = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), "statistics");
  gtk_widget_set_parent (self->row, GTK_WIDGET (self));
  for (int i = 0; i < N_CELLS; i++)
    {
      GtkWidget *caption = wb_label_new (_(captions[i]), "caption");

      self->cells[i] = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "statistic");
      self->values[i] = wb_figure_label_new ("value", 0);
      wb_figure_label_set (WB_FIGURE_LABEL (self->values[i]), "–", FALSE);
      gtk_label_set_ellipsize (GTK_LABEL (caption), PANGO_ELLIPSIZE_END);
      if (i == ACCEPTED)
        self->accepted_caption = caption;
      if (i == CUT)
        gtk_widget_add_css_class (self->values[i], "event-mark");
      gtk_widget_set_hexpand (self->cells[i], TRUE);
      wb_box_add (self->cells[i], self->values[i], caption, NULL);
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
set_count (WbStatisticsStrip *self, int cell, gint64 count)
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
      self->counted = self->n_cut = self->n_seen = self->n_changes = self->sized = 0;
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

/* Returns the number of events. The trajectory also has an event record for each change of a parameter; these are not
 * counted. */
static gint64
count_events (WbStatisticsStrip *self, SimTrajectory *trajectory)
{
  gsize n = sim_trajectory_n_events (trajectory);

  if (n < self->n_seen)
    self->n_seen = self->n_changes = 0;
  for (; self->n_seen < n; self->n_seen++)
    self->n_changes += sim_trajectory_event (trajectory, self->n_seen).parameter >= 0;
  return (gint64) (n - self->n_changes);
}

/* Returns the number of events up to a time, without changes of parameters. */
static gint64
events_until (SimTrajectory *trajectory, double t)
{
  const gsize n = sim_trajectory_n_events (trajectory);
  gint64 count = 0;

  for (gsize i = 0; i < n; i++)
    {
      const SimEventRecord record = sim_trajectory_event (trajectory, i);

      if (record.t > t)
        break;
      count += record.parameter < 0;
    }
  return count;
}

/* Finds the smallest and largest accepted step of a branch since its start, and the number of steps that were cut. All are NaN if the tape
 * does not have all these attempts any more. */
static void
measure_steps (WbStatisticsStrip *self, WbRunItem *run, double t_root)
{
  SimTape *tape = wb_run_item_tape (run);
  gsize n = sim_tape_n_attempts (tape), n_read;
  OdeAttempt block[BLOCK];

  if (n < self->sized)
    self->sized = 0;
  if (self->sized == 0)
    {
      self->smallest = self->smallest_adapted = self->largest = NAN;
      self->n_cut_since = 0;
      self->n_events_before = events_until (wb_run_item_trajectory (run), t_root);
      self->sized = sim_tape_find (tape, t_root);
      if (sim_tape_first (tape) > 0 && self->sized == sim_tape_first (tape))
        self->sized = n; /* the earlier attempts may belong to the branch too */
    }
  for (; self->sized < n && (n_read = sim_tape_read (tape, self->sized, BLOCK, block)) > 0; self->sized += n_read)
    for (gsize i = 0; i < n_read; i++)
      {
        const double h = fabs (block[i].h);

        self->n_cut_since += block[i].outcome == ODE_ATTEMPT_CUT_BY_EVENT;
        if (block[i].outcome != ODE_ATTEMPT_ACCEPTED)
          continue;
        self->smallest = fmin (self->smallest, h);
        self->largest = fmax (self->largest, h);
        if (block[i].clamp != ODE_CLAMP_EVENT && block[i].clamp != ODE_CLAMP_SWITCH && block[i].clamp != ODE_CLAMP_END)
          self->smallest_adapted = fmin (self->smallest_adapted, h);
      }
}

/* For a branch, subtracts the counts at its start, and replaces the step sizes by those since its start. */
static void
since_root (WbStatisticsStrip *self, WbRunItem *run, OdeStatistics *ode)
{
  const OdeStatistics *before = &wb_run_item_state (run)->at_mark.ode;

  measure_steps (self, run, wb_run_item_branch_t (run));
  ode->steps_taken -= before->steps_taken;
  ode->rejected_error -= before->rejected_error;
  ode->rejected_newton -= before->rejected_newton;
  ode->rejected_undefined -= before->rejected_undefined;
  ode->rhs_evaluations -= before->rhs_evaluations;
  ode->jacobian_evaluations -= before->jacobian_evaluations;
  ode->smallest_step_taken = self->smallest;
  ode->smallest_adapted_step = self->smallest_adapted;
  ode->largest_step_taken = self->largest;
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
show_rejected (WbStatisticsStrip *self, const OdeStatistics *ode, gsize n_cut)
{
  gint64 rejected = ode->rejected_error + ode->rejected_newton + ode->rejected_undefined;
  gint64 attempts = ode->steps_taken + (gint64) n_cut + rejected;
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

/* Sets a tooltip only if its text has changed. GTK asks the display server for the position of the pointer even if the text is the
 * same. */
static void
set_tooltip (GtkWidget *widget, const char *text)
{
  if (text != NULL && text[0] == '\0')
    text = NULL;
  if (g_strcmp0 (wb_tooltip_get (widget), text) != 0)
    wb_tooltip_set (widget, text);
}

/* Sets the tooltips. branch: the current run if the numbers count from the start of a branch, otherwise NULL. */
static void
caption_accepted (WbStatisticsStrip *self, WbRunItem *branch)
{
  g_autofree char *text = NULL, *time = NULL;

  if (branch != NULL)
    {
      time = plot_text_value (wb_run_item_branch_t (branch), 4, model_time_unit (wb_run_item_model (branch)));
      /* Translators: %s is the time at which a branch begins. */
      text = g_strdup_printf (_("Steps accepted since %s"), time);
    }
  else
    text = g_strdup (_("Steps accepted"));
  if (g_strcmp0 (gtk_label_get_text (GTK_LABEL (self->accepted_caption)), text) == 0)
    return;
  gtk_label_set_text (GTK_LABEL (self->accepted_caption), text);
  set_tooltip (self->cells[ACCEPTED], branch != NULL ? _("Counts and step sizes of the branch since it began; the solver time is that of the whole run") : NULL);
  self->width = -1;
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
  OdeStatistics ode;
  gboolean shaped, stale, branch;
  gsize n_cut;
  gint64 n_events;

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
  ode = poll->statistics.ode;
  n_cut = self->n_cut;
  n_events = count_events (self, trajectory);
  branch = poll->marked && poll->t >= wb_run_item_branch_t (run);
  if (branch)
    {
      since_root (self, run, &ode);
      n_cut = self->n_cut_since;
      n_events -= self->n_events_before;
    }
  caption_accepted (self, branch ? run : NULL);
  set_count (self, ACCEPTED, ode.steps_taken);
  set_count (self, CUT, (gint64) n_cut);
  /* If events cut more than a twentieth of the steps, show their number instead of the number of
   * Jacobians. */
  shaped = 20 * (gint64) n_cut > ode.steps_taken;
  if (shaped != self->shaped)
    {
      gtk_box_reorder_child_after (GTK_BOX (self->row), self->cells[EVENTS], self->cells[shaped ? RHS : LARGEST]);
      self->width = -1;
    }
  self->shaped = shaped;
  show_rejected (self, &ode, n_cut);
  set_count (self, RHS, ode.rhs_evaluations);
  set_count (self, JACOBIANS, ode.jacobian_evaluations);
  set_tooltip (self->cells[JACOBIANS], poll->statistics.linear_algebra);
  /* The length of a step that ends at an event depends on the event, not on the method. So with error control, show the smallest step that
   * the controller chose. */
  set_number (self, SMALLEST, isnan (ode.smallest_adapted_step) ? ode.smallest_step_taken : ode.smallest_adapted_step, unit);
  set_number (self, LARGEST, ode.steps_taken > 0 ? ode.largest_step_taken : NAN, unit);
  set_count (self, EVENTS, n_events);
  show_time (self, MAX (poll->statistics.wall_seconds - poll->statistics.waited_seconds, 0));
  if (self->width != gtk_widget_get_width (GTK_WIDGET (self)) || state != SIM_RUN_RUNNING)
    fit (self);
  /* A running run applies changes of settings and keeps its counters. */
  stale = wb_session_is_stale (self->session) && state != SIM_RUN_RUNNING;
  if (stale)
    gtk_widget_add_css_class (self->row, "stale");
  else
    gtk_widget_remove_css_class (self->row, "stale");
  set_tooltip (self->row, stale ? _("Values of the last run") : NULL);
}
