/* Chooses the step size of the trial by a knob on the axis, and states the limit in words. */
#include "wb-trial-card.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-text.h"
#include "wb-axis-knob.h"
#include "wb-card-menu.h"
#include "wb-rich.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

/* An arrow key changes the step size by this factor, with Shift by the tenth power of it. */
#define KEY_FACTOR 1.01
#define KEY_FACTOR_SHIFT 1.1

typedef struct
{
  WbMicroscope *microscope;
  gboolean event;       /* the card repeats the step of an event and not an attempt */
  GtkWidget *knob, *value, *limit, *back, *go_on, *foot, *message;
} Card;

static Card *
card_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "wb-trial-card");
}

/* Returns the step size that is shown. */
static double
shown_h (Card *card)
{
  const double tried = wb_microscope_tried (card->microscope);
  const LabAttempt *attempt = wb_microscope_attempt (card->microscope);
  const WbSearchPicture *picture = wb_microscope_picture_of_run (card->microscope);

  if (!isnan (tried))
    return tried;
  return card->event ? (picture != NULL ? picture->event->h : NAN) : attempt != NULL ? attempt->record.h : NAN;
}

/* Returns the n sizes of the curve, borrowed, or NULL if there is none, and their limit. */
static const double *
sizes_of (Card *card, int *n, double *limit)
{
  const LabTrialCurve *curve = wb_microscope_curve (card->microscope);
  const LabEventCurve *event_curve = wb_microscope_event_curve (card->microscope);

  if (card->event ? event_curve == NULL : curve == NULL)
    return NULL;
  *n = card->event ? event_curve->n : curve->n;
  *limit = card->event ? event_curve->limit : curve->limit;
  return card->event ? event_curve->h : curve->h;
}

static void
on_moved (Card *card, double h)
{
  wb_microscope_try (card->microscope, h);
}

static void
go_back (Card *card)
{
  wb_microscope_try (card->microscope, NAN);
}

/* Home shows the attempt of the run, the arrow keys change the step size by 1 %, with Shift by 10 %; with Ctrl they go to the limit. */
static gboolean
on_key (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, Card *card)
{
  int n;
  double limit;
  const double *sizes = sizes_of (card, &n, &limit);
  const double factor = (state & GDK_SHIFT_MASK) != 0 ? KEY_FACTOR_SHIFT : KEY_FACTOR, h = shown_h (card);
  double wanted;

  if (sizes == NULL || isnan (h) || (state & GDK_ALT_MASK) != 0)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Home: case GDK_KEY_KP_Home: go_back (card); return TRUE;
    case GDK_KEY_Left: case GDK_KEY_KP_Left: case GDK_KEY_Down: case GDK_KEY_KP_Down: wanted = h / factor; break;
    case GDK_KEY_Right: case GDK_KEY_KP_Right: case GDK_KEY_Up: case GDK_KEY_KP_Up: wanted = h * factor; break;
    default: return FALSE;
    }
  if ((state & GDK_CONTROL_MASK) != 0)
    {
      if (!isfinite (limit))
        return FALSE;
      wanted = limit;
    }
  wb_microscope_try (card->microscope, CLAMP (wanted, sizes[0], sizes[n - 1]));
  return TRUE;
}

/* Returns what is known of the size from which a crossing is missed, which is what the crossings that were looked for show. Free it with g_free. */
static char *
event_limit_text (const LabEventCurve *curve, const char *unit)
{
  g_autofree char *limit = isfinite (curve->limit) ? plot_text_value (curve->limit, 3, unit) : NULL;

  if (isinf (curve->limit))
    return g_strdup (_("no missed crossing seen"));
  if (isnan (curve->limit))
    return g_strdup (_("the smallest misses a crossing"));
  return g_strdup_printf (_("none seen missed up to %s"), limit);
}

/* Returns what is known of the limit. Free it with g_free. */
static char *
limit_text (const LabTrialCurve *curve, const char *unit)
{
  g_autofree char *limit = isfinite (curve->limit) ? plot_text_value (curve->limit, 3, unit) : NULL;

  if (!curve->controlled && isinf (curve->limit))
    return g_strdup (_("no error control: all are accepted"));
  if (isinf (curve->limit))
    return g_strdup (_("all of these sizes are accepted"));
  if (isnan (curve->limit))
    return g_strdup (_("the smallest of these sizes is not accepted"));
  switch (curve->beyond)
    {
    case ODE_ATTEMPT_REJECTED_NEWTON: return g_strdup_printf (_("accepted up to %s, then Newton gives up"), limit);
    case ODE_ATTEMPT_REJECTED_UNDEFINED: return g_strdup_printf (_("accepted up to %s, then the model has no value"), limit);
    default: return g_strdup_printf (_("accepted up to %s"), limit);
    }
}

void
wb_trial_card_refresh (GtkWidget *widget)
{
  Card *card = card_of (widget);
  WbRunItem *run = wb_microscope_run (card->microscope);
  int n;
  double at;
  const double *sizes = sizes_of (card, &n, &at);
  const char *error = wb_microscope_trial_error (card->microscope), *unit = run != NULL ? model_time_unit (wb_run_item_model (run)) : "";
  const char *why;
  const gboolean known = sizes != NULL && run != NULL
                         && (card->event ? wb_microscope_picture_of_run (card->microscope) != NULL : wb_microscope_attempt (card->microscope) != NULL);

  gtk_widget_set_visible (card->foot, known);
  gtk_widget_set_visible (card->knob, known);
  gtk_widget_set_visible (card->message, !known || error != NULL);
  gtk_label_set_text (GTK_LABEL (card->message), error != NULL ? error : known || run == NULL ? ""
                                                     : card->event ? _("Steps of other sizes are searched…") : _("The errors of other step sizes are computed…"));
  if (known)
    {
      const double h = shown_h (card);
      g_autofree char *number = plot_text_value (h, 3, unit), *value = g_strdup_printf ("*h* = %s", number), *markup = wb_rich_markup (value);
      g_autofree char *limit = card->event ? event_limit_text (wb_microscope_event_curve (card->microscope), unit)
                                           : limit_text (wb_microscope_curve (card->microscope), unit);
      g_autofree char *limit_markup = wb_rich_markup (limit);

      wb_axis_knob_set (WB_AXIS_KNOB (card->knob), sizes, n, h);
      gtk_label_set_markup (GTK_LABEL (card->value), markup);
      gtk_label_set_markup (GTK_LABEL (card->limit), limit_markup);
      gtk_widget_set_sensitive (card->back, !isnan (wb_microscope_tried (card->microscope)));
      gtk_widget_set_sensitive (card->go_on, wb_microscope_can_go_on (card->microscope, &why));
      wb_tooltip_set (card->go_on, why != NULL ? why : _("Makes a branch that goes on from here with this step"));
    }
}

gboolean
wb_trial_card_focus (GtkWidget *widget)
{
  Card *card = card_of (widget);

  return gtk_widget_get_visible (card->knob) && gtk_widget_grab_focus (card->knob);
}

static void
card_free (gpointer data)
{
  Card *card = data;

  g_object_unref (card->microscope);
  g_free (card);
}

GtkWidget *
wb_trial_card_new (WbMicroscope *microscope, GtkWidget *area, int menu, gboolean event)
{
  Card *card = g_new0 (Card, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *over = gtk_overlay_new (), *widget = wb_card_menu_wrap (box, menu, TRUE, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();

  card->microscope = g_object_ref (microscope);
  card->event = event;
  g_object_set_data_full (G_OBJECT (widget), "wb-trial-card", card, card_free);
  card->message = wb_label_new_wrapped ("", "dim");
  gtk_widget_add_css_class (card->message, "trial-message");
  gtk_widget_set_halign (card->message, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (card->message, GTK_ALIGN_CENTER);
  card->knob = wb_axis_knob_new (WB_PLOT_AREA (area), event ? _("Step size of the repeated step") : _("Step size of the repeated attempt"));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), card);
  gtk_widget_add_controller (card->knob, keys);
  g_signal_connect_swapped (card->knob, "moved", G_CALLBACK (on_moved), card);
  gtk_overlay_set_child (GTK_OVERLAY (over), area);
  gtk_widget_set_vexpand (over, TRUE);
  gtk_overlay_add_overlay (GTK_OVERLAY (over), card->knob);
  gtk_overlay_add_overlay (GTK_OVERLAY (over), card->message);
  gtk_box_append (GTK_BOX (box), over);
  card->foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_add_css_class (card->foot, "trial-foot");
  card->value = wb_rich_label_new ("");
  gtk_widget_add_css_class (card->value, "strong");
  card->limit = wb_rich_label_new ("");
  gtk_widget_add_css_class (card->limit, "dim");
  gtk_label_set_ellipsize (GTK_LABEL (card->limit), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (card->limit), 0);
  wb_tooltip_set (card->limit, event ? _("Steps of 81 sizes were searched, and the first change from none missed to one missed was found to six digits. Between the sizes that were tried, others can differ. Crossings were looked for at 257 times of each step.")
                                     : _("81 sizes were tried, and the first change from accepted to not accepted was found to six digits. Between the sizes that were tried, others can differ."));
  gtk_widget_set_hexpand (card->limit, TRUE);
  card->back = gtk_button_new_with_label (_("As in the run"));
  g_signal_connect_swapped (card->back, "clicked", G_CALLBACK (go_back), card);
  gtk_box_append (GTK_BOX (card->foot), card->value);
  gtk_box_append (GTK_BOX (card->foot), card->limit);
  gtk_box_append (GTK_BOX (card->foot), card->back);
  card->go_on = gtk_button_new_with_label (_("Go on here"));
  g_signal_connect_swapped (card->go_on, "clicked", G_CALLBACK (wb_microscope_go_on), microscope);
  gtk_box_append (GTK_BOX (card->foot), card->go_on);
  gtk_box_append (GTK_BOX (box), card->foot);
  return widget;
}
