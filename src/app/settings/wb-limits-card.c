/* Draws the fraction of time for which each condition limits the step size, and offers the action of the hint. */
#include "wb-limits-card.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-text.h"
#include "sim-explain.h"
#include "wb-advice.h"
#include "wb-figure-label.h"
#include "wb-rich.h"
#include "wb-run-result.h"
#include "wb-session-layout.h"
#include "wb-setting-rows.h"
#include "wb-style.h"
#include "wb-tooltip.h"
#include "wb-translate.h"
#include "wb-widgets.h"
#include "wb-wrap.h"

#define EVERY_US (500 * 1000)
#define MOST_STATES 512
/* Number of newest attempts that are analysed. They take a few milliseconds. During a fast run more would delay the
 * frames. */
#define MOST_ATTEMPTS 2000
#define MOST_ATTEMPTS_AT_REST 200000

/* Space in px between the labels of the legend. */
#define LEGEND_SPACING 10
#define MOST_PARTS 10

struct _WbLimitsCard
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *box, *bar, *part[MOST_PARTS], *note, *hint, *hint_text, *hint_button;
  SimExplanation explanation;
  SimAdvice advice;
  gint64 last;
  gsize attempts, stable_steps; /* numbers of attempts and of stability samples at the last analysis */
  const LabStepProbe *probe;    /* measurement of the last analysis, only compared */
  double from; /* time at which the analysed part of the run starts */
  WbRunItem *run; /* run that was analysed; weak pointer, because a new run may get the same address */
  char **names;  /* names of the states as rich text; NULL if there are too many states */
  SimRunState state;
};

G_DEFINE_FINAL_TYPE (WbLimitsCard, wb_limits_card, GTK_TYPE_WIDGET)

static void
wb_limits_card_dispose (GObject *object)
{
  WbLimitsCard *self = WB_LIMITS_CARD (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  sim_explanation_clear (&self->explanation);
  g_clear_pointer (&self->names, g_strfreev);
  g_clear_weak_pointer (&self->run);
  G_OBJECT_CLASS (wb_limits_card_parent_class)->dispose (object);
}

static void
wb_limits_card_class_init (WbLimitsCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_limits_card_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

typedef struct { double share; const char *name; int series; } Part;

/* Writes the fractions above half a percent in the order of the bar, from stability to accuracy. Returns how many there are. */
static int
parts_of (WbLimitsCard *self, Part parts[MOST_PARTS])
{
  const SimExplanation *e = &self->explanation;
  const Part all[] = {
    { e->stability, _("stability"), 2 },  { e->both, _("accuracy and stability"), 2 },
    { e->max_step, _("largest step"), 1 }, { e->min_step, _("smallest step"), 5 },
    { e->events, _("events"), 3 },         { e->switches, _("switches"), 3 },
    { e->fixed, _("fixed step"), 4 },
    { e->growth, _("growth of the step"), 5 }, { e->undecided, _("accuracy or stability"), 0 },
    { e->accuracy, _("accuracy"), 0 },
  };
  int n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i].share > 0.005)
      parts[n++] = all[i];
  return n;
}

static void
draw_bar (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  WbLimitsCard *self = user;
  const PlotTheme *theme = wb_style_plot_theme ();
  Part parts[MOST_PARTS];
  int n = parts_of (self, parts);
  double sum = 0, x = 0, r = height / 2.0;

  for (int i = 0; i < n; i++)
    sum += parts[i].share;
  cairo_arc (cr, r, r, r, G_PI / 2, 3 * G_PI / 2);
  cairo_arc (cr, width - r, r, r, -G_PI / 2, G_PI / 2);
  cairo_close_path (cr);
  cairo_clip (cr);
  for (int i = 0; i < n && sum > 0; i++)
    {
      double part = width * parts[i].share / sum;
      PlotColor color = theme->series[parts[i].series];

      cairo_set_source_rgb (cr, color.r, color.g, color.b);
      cairo_rectangle (cr, x, 0, MAX (part - (i + 1 < n ? 2 : 0), 1), height);
      cairo_fill (cr);
      x += part;
    }
  if (n == 0)
    {
      cairo_set_source_rgba (cr, theme->text.r, theme->text.g, theme->text.b, 0.12);
      cairo_paint (cr);
    }
}

static void
on_action (WbLimitsCard *self)
{
  gboolean over = wb_session_state (self->session) == SIM_RUN_FINISHED;

  if (self->advice == SIM_ADVICE_LOOK_AT_REJECTION)
    {
      if (!wb_session_show_rejection_at (self->session, self->explanation.worst_rejection_t))
        wb_session_set_playhead (self->session, self->explanation.worst_rejection_t);
      gtk_widget_activate_action (GTK_WIDGET (self), "win.microscope-worst", NULL);
      return;
    }
  if (self->advice == SIM_ADVICE_LOOK_AT_EVENTS)
    {
      wb_session_set_settings_page (self->session, "events");
      return;
    }
  /* Applies the advice to the settings. A running run uses them at once. A finished run is started again to show the effect. */
  wb_advice_apply (self->session, self->advice);
  if (over)
    wb_session_run_to_end (self->session);
}

static void
wb_limits_card_init (WbLimitsCard *self)
{
  GtkWidget *legend = wb_wrap_new (LEGEND_SPACING), *title = wb_rows_title_new (_("What limits the step"), _("fraction of time")), *text = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *icon = gtk_image_new_from_icon_name ("wb-hint-symbolic");

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), title);
  self->note = gtk_widget_get_last_child (title);
  gtk_label_set_ellipsize (GTK_LABEL (self->note), PANGO_ELLIPSIZE_END);
  self->bar = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->bar), 12);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->bar), draw_bar, self, NULL);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  /* The labels of the legend continue in the next row, so that long names do not make the panel wider than its place. */
  for (int i = 0; i < MOST_PARTS; i++)
    {
      self->part[i] = wb_figure_label_new (NULL, 0);
      wb_wrap_append (WB_WRAP (legend), self->part[i]);
    }
  gtk_box_append (GTK_BOX (self->box), legend);

  self->hint = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), "hint");
  gtk_widget_set_margin_top (self->hint, 7);
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (self->hint), icon);
  self->hint_text = wb_label_new (NULL, NULL);
  gtk_label_set_wrap (GTK_LABEL (self->hint_text), TRUE);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_box_append (GTK_BOX (text), self->hint_text);
  self->hint_button = wb_styled (gtk_button_new_with_label (""), "link");
  gtk_widget_set_halign (self->hint_button, GTK_ALIGN_START);
  g_signal_connect_swapped (self->hint_button, "clicked", G_CALLBACK (on_action), self);
  gtk_box_append (GTK_BOX (text), self->hint_button);
  gtk_box_append (GTK_BOX (self->hint), text);
  gtk_box_append (GTK_BOX (self->box), self->hint);
}

GtkWidget *
wb_limits_card_new (WbSession *session)
{
  WbLimitsCard *self = g_object_new (WB_TYPE_LIMITS_CARD, NULL);

  self->session = session;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  return GTK_WIDGET (self);
}

static char *
legend_text (const Part *part)
{
  PlotColor color = wb_style_plot_theme ()->series[part->series];

  return g_strdup_printf ("<span foreground='#%02x%02x%02x'><b>%d\u2009%%</b></span> %s", (int) lrint (color.r * 255),
                          (int) lrint (color.g * 255), (int) lrint (color.b * 255), (int) lrint (part->share * 100), part->name);
}

/* Returns the label of the button that applies the advice, or NULL if the settings already agree with the
 * advice. */
static const char *
action_of (WbLimitsCard *self)
{
  switch (self->explanation.advice)
    {
    case SIM_ADVICE_LOOK_AT_REJECTION: return isnan (self->explanation.worst_rejection_t) ? NULL : _("Look at the worst one");
    case SIM_ADVICE_LOOK_AT_EVENTS: return _("Show the events");
    default: return wb_advice_label (self->session, self->explanation.advice);
    }
}

static void
show (WbLimitsCard *self)
{
  Part parts[MOST_PARTS];
  int n = parts_of (self, parts);
  const SimExplanation *e = &self->explanation;
  /* Show the hint as rich text, so that states look as in formulas. */
  g_autofree char *hint = g_strjoin (" ", e->sentence, e->next, NULL), *hint_markup = wb_rich_markup (hint);
  const char *action = action_of (self);
  g_autoptr (GString) spoken = g_string_new (NULL);

  for (int i = 0; i < MOST_PARTS; i++)
    {
      const Part *part = i == 0 ? &parts[0] : i == 1 ? &parts[n - 1] : &parts[i - 1];
      g_autofree char *label = i < n ? legend_text (part) : g_strdup ("");

      wb_figure_label_set (WB_FIGURE_LABEL (self->part[i]), label, self->state == SIM_RUN_RUNNING);
      gtk_widget_set_visible (self->part[i], i < n);
      if (i < n)
        g_string_append_printf (spoken, "%s%s", i > 0 ? " " : "", wb_figure_label_text (WB_FIGURE_LABEL (self->part[i])));
    }
  gtk_label_set_markup (GTK_LABEL (self->hint_text), hint_markup);
  self->advice = self->explanation.advice;
  gtk_widget_set_visible (self->hint, hint[0] != '\0');
  gtk_widget_set_visible (self->hint_button, action != NULL);
  if (action != NULL)
    {
      if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (self->hint_button)), action) != 0)
        gtk_button_set_label (GTK_BUTTON (self->hint_button), action);
      gtk_label_set_xalign (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->hint_button))), 0);
      gtk_label_set_wrap (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->hint_button))), TRUE);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken->str, -1);
  gtk_widget_queue_draw (self->bar);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

static char **
names_of (ModelSystem *system)
{
  int n_states = model_system_n_states (system);
  char **names = NULL;

  if (n_states > MOST_STATES)
    return NULL;
  names = g_new0 (char *, n_states + 1);
  for (int i = 0; i < n_states; i++)
    names[i] = plot_text_variable (model_system_column (system, i)->name);
  return names;
}

/* Returns that part of the run with a single method in which the playhead is. Sets *end to the last time of the part. Sets *several to
 * whether the run has other parts. */
static WbStretch
find_stretch (WbLimitsCard *self, WbRunItem *run, double *end, gboolean *several)
{
  g_autoptr (GArray) stretches = wb_run_item_stretches (run);
  double t = wb_session_playhead (self->session);
  WbStretch found = g_array_index (stretches, WbStretch, 0);

  *end = INFINITY;
  *several = FALSE;
  for (guint i = 1; i < stretches->len; i++)
    {
      WbStretch next = g_array_index (stretches, WbStretch, i);

      if (!next.new_method)
        continue;
      *several = TRUE;
      if (next.t > t)
        {
          *end = nextafter (next.t, -INFINITY); /* the attempts of this part end before next.t */
          break;
        }
      found = next;
    }
  return found;
}

/* Shows the name of the method and the time from which on it was used, if the run has several methods. */
static void
show_stretch (WbLimitsCard *self, WbRunItem *run, const WbStretch *stretch, gboolean several)
{
  const char *unit = model_time_unit (wb_run_item_model (run));
  g_autofree char *text = NULL;
  char number[64];

  plot_format_number (stretch->t, 3, number, sizeof number);
  if (several)
    /* Translators: the method that is explained, and the time from which it was used. */
    text = g_strdup_printf (_("%s, from %s%s%s"), wb_translate (stretch->method->label), number, unit[0] != '\0' ? " " : "", unit);
  gtk_label_set_text (GTK_LABEL (self->note), several ? text : _("fraction of time"));
  wb_tooltip_set (self->note, text);
}

void
wb_limits_card_refresh (WbLimitsCard *self, const WbStability *stability)
{
  WbRunItem *run = wb_session_current (self->session);
  SimTape *tape = run != NULL ? wb_run_item_tape (run) : NULL;
  gsize n = tape != NULL ? sim_tape_n_attempts (tape) : 0, most;
  SimRunState state = wb_session_state (self->session);
  gint64 now = g_get_monotonic_time ();
  SimStableSteps stable = { wb_stability_t (stability), wb_stability_h (stability), wb_stability_n (stability) };
  WbRunResult *result = run != NULL ? wb_run_result_of (run, &wb_run_result_probe) : NULL;
  const LabStepProbe *probe = result != NULL ? wb_run_result_get (result) : NULL;
  OdeAttempt oldest;
  double from = -INFINITY, end;
  gboolean several;
  WbStretch stretch;

  if (n == 0)
    {
      gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
      self->attempts = 0;
      return;
    }
  stretch = find_stretch (self, run, &end, &several);
  if ((run == self->run && n == self->attempts && state == self->state && stable.n == self->stable_steps && probe == self->probe && stretch.t == self->from)
      || (state == SIM_RUN_RUNNING && state == self->state && now - self->last < EVERY_US))
    return;
  if (run != self->run || self->names == NULL)
    {
      g_clear_pointer (&self->names, g_strfreev);
      self->names = names_of (wb_run_item_system (run));
    }
  g_set_weak_pointer (&self->run, run);
  self->from = stretch.t;
  self->attempts = n;
  self->stable_steps = stable.n;
  self->probe = probe;
  self->state = state;
  self->last = now;
  sim_explanation_clear (&self->explanation);
  most = state == SIM_RUN_RUNNING ? MOST_ATTEMPTS : MOST_ATTEMPTS_AT_REST;
  if (n > most && sim_tape_get (tape, n - most, &oldest))
    from = oldest.t;
  if (several)
    from = from > end ? stretch.t : fmax (from, stretch.t);
  show_stretch (self, run, &stretch, several);
  sim_explain (tape, stretch.method, from, end, (const char *const *) self->names, &stable,
               probe != NULL && !several ? &probe->response : NULL, &self->explanation);
  if (model_system_n_events (wb_run_item_system (run)) == 0)
    sim_explanation_without_events (&self->explanation);
  show (self);
}
