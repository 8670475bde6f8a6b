/* Turns drags and keys of a knob into values of the parameter. */
#include "wb-lab-marker-knob.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-study-diagram.h"
#include "wb-session-repeat.h"

/* Number of values of the knob minus 1: an arrow key moves it by one of these parts of the range, with Shift by ten. */
#define PARTS 1000
#define SHIFT_PARTS 10

typedef struct
{
  WbSession *session;
  WbLabMarker *marker;
  WbPlotArea *area;
  GtkWidget *knob;
  int state;
  gboolean held;        /* whether the user is holding the knob */
  double values[PARTS + 1];
} Knob;

static Knob *
knob_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "wb-lab-marker-knob");
}

static void
knob_free (gpointer data)
{
  Knob *knob = data;

  if (knob->held)
    wb_session_end_gesture (knob->session);
  g_free (knob);
}

/* ---- the marker in the plot ---- */

typedef struct
{
  LabTrack *track;
  GArray *places;
  LabPlace now;
  gboolean known;
  double value;
  int state;
} Move;

static void
move_free (gpointer data)
{
  Move *move = data;

  g_clear_pointer (&move->places, g_array_unref);
  lab_track_unref (move->track);
  g_free (move);
}

static void
move_marker (PlotView *view, gpointer data)
{
  const Move *move = data;

  plot_study_diagram_move_marker (view, move->track, move->state, move->value, move->places, move->known ? &move->now : NULL);
}

/* The change of the view runs on the main thread as soon as nobody draws the view. */
static void
move_in_plot (Knob *knob)
{
  const LabPlace *now = wb_lab_marker_now (knob->marker);
  Move *move = g_new0 (Move, 1);

  move->track = wb_lab_marker_track (knob->marker) != NULL ? lab_track_ref (wb_lab_marker_track (knob->marker)) : NULL;
  move->places = move->track != NULL ? g_array_ref ((GArray *) wb_lab_marker_places (knob->marker)) : NULL;
  move->value = wb_lab_marker_value (knob->marker);
  move->state = knob->state;
  move->known = now != NULL;
  if (now != NULL)
    move->now = *now;
  wb_plot_area_change (knob->area, move_marker, move, move_free);
}

static void
refresh (GtkWidget *widget)
{
  Knob *knob = knob_of (widget);
  const LabTrack *track = wb_lab_marker_track (knob->marker);
  double from, to;

  gtk_widget_set_visible (knob->knob, track != NULL);
  move_in_plot (knob);
  if (track == NULL)
    return;
  lab_track_range (track, &from, &to);
  for (int k = 0; k <= PARTS; k++)
    knob->values[k] = from + (to - from) * k / PARTS;
  wb_axis_knob_set (WB_AXIS_KNOB (knob->knob), knob->values, PARTS + 1, wb_lab_marker_value (knob->marker));
}

void
wb_lab_marker_knob_set_state (GtkWidget *widget, int state)
{
  Knob *knob = knob_of (widget);

  knob->state = state;
  move_in_plot (knob);
}

/* ---- pointer and keys ---- */

static void
on_moved (Knob *knob, double value)
{
  wb_lab_marker_set (knob->marker, value, FALSE);
}

static gboolean
on_key (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, Knob *knob)
{
  const LabTrack *track = wb_lab_marker_track (knob->marker);
  double from, to, value = wb_lab_marker_value (knob->marker), wanted;
  int direction;

  if (track == NULL || (state & GDK_ALT_MASK) != 0)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Left: case GDK_KEY_KP_Left: case GDK_KEY_Down: case GDK_KEY_KP_Down: direction = -1; break;
    case GDK_KEY_Right: case GDK_KEY_KP_Right: case GDK_KEY_Up: case GDK_KEY_KP_Up: direction = 1; break;
    default: return FALSE;
    }
  lab_track_range (track, &from, &to);
  if ((state & GDK_CONTROL_MASK) != 0)
    {
      wanted = lab_track_next_special (track, value, direction);
      if (isfinite (wanted))
        wb_lab_marker_set (knob->marker, wanted, TRUE);
      return TRUE;
    }
  wanted = value + direction * (to - from) / PARTS * ((state & GDK_SHIFT_MASK) != 0 ? SHIFT_PARTS : 1);
  wb_lab_marker_set (knob->marker, wanted, FALSE);
  return TRUE;
}

/* Makes all values between press and release one undo step. Uses raw events, because the gesture of the knob claims the pointer. */
static gboolean
on_event (GtkEventControllerLegacy *controller, GdkEvent *event, Knob *knob)
{
  switch (gdk_event_get_event_type (event))
    {
    case GDK_BUTTON_PRESS: case GDK_TOUCH_BEGIN:
      knob->held = TRUE;
      wb_session_begin_gesture (knob->session, NULL);
      break;
    case GDK_BUTTON_RELEASE: case GDK_TOUCH_END: case GDK_TOUCH_CANCEL: case GDK_GRAB_BROKEN:
      knob->held = FALSE;
      wb_session_end_gesture (knob->session);
      break;
    default:
      break;
    }
  return FALSE;
}

GtkWidget *
wb_lab_marker_knob_new (WbSession *session, WbLabMarker *marker, WbPlotArea *area)
{
  GtkWidget *widget = wb_axis_knob_new (area, _("Present value of the parameter"));
  GtkEventController *keys = gtk_event_controller_key_new (), *events = gtk_event_controller_legacy_new ();
  Knob *knob = g_new0 (Knob, 1);

  *knob = (Knob) { .session = session, .marker = marker, .area = area, .knob = widget };
  g_object_set_data_full (G_OBJECT (widget), "wb-lab-marker-knob", knob, knob_free);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), knob);
  gtk_widget_add_controller (widget, keys);
  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect (events, "event", G_CALLBACK (on_event), knob);
  gtk_widget_add_controller (widget, events);
  g_signal_connect_swapped (widget, "moved", G_CALLBACK (on_moved), knob);
  g_signal_connect_object (marker, "changed", G_CALLBACK (refresh), widget, G_CONNECT_SWAPPED);
  gtk_widget_set_visible (widget, FALSE);
  return widget;
}
