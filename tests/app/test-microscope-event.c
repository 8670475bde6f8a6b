/* Tests the step of an event that is repeated with another size, with real pointer and key events. */
#include "wb-hands.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "wb-axis-knob.h"
#include "wb-microscope-output.h"
#include "wb-search-plots.h"
#include "wb-session-file.h"

/* A body moves through a strip of the width 0.2 at a speed that a second state makes a little uneven. Crossings of both edges count. */
#define STRIP "format: 1\nname: Strip\ntime: {end: %g, unit: s}\n" \
              "states:\n  x: {initial: %g, derivative: 1 + 0.1*y, unit: m}\n  y: {initial: 1, derivative: -y}\n" \
              "discrete:\n  hits: {initial: 0}\n" \
              "events:\n  edge: {crossing: \"%g*(x - %g)*(x - %g)\", set: {hits: hits + 1}}\n  kick: {at: 40, set: {y: 1}}\n"

static GtkWidget *
find_knob (GtkWidget *from)
{
  if (WB_IS_AXIS_KNOB (from) && gtk_widget_get_mapped (from))
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_knob (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
remove_folder (gpointer data)
{
  g_autofree char *folder = data, *path = g_build_filename (folder, "strip.yaml", NULL);

  g_remove (path);
  g_rmdir (folder);
}

/* Runs a text of a model with settings, and opens the page of its first event. */
static WbMicroscope *
open_event (WbWindow **window, const char *text, const char *const *settings)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "strip.yaml", text);
  WbMicroscope *microscope;
  WbSession *session;

  *window = wb_test_window (path);
  session = wb_window_session (*window);
  gtk_window_set_default_size (GTK_WINDOW (*window), 1440, 900);
  for (int i = 0; settings[i] != NULL; i += 2)
    g_assert_true (wb_session_set (session, WB_SETTING, settings[i], settings[i + 1], NULL));
  wb_test_finish (session);
  g_assert_true (wb_window_show_view (*window, "microscope"));
  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (*window)) > 1300);
  microscope = wb_microscope_of (session);
  g_assert_true (wb_microscope_open_located (microscope, 1));
  WAIT_FOR (wb_microscope_event_curve (microscope) != NULL || wb_microscope_trial_error (microscope) != NULL);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (*window));
  g_object_set_data_full (G_OBJECT (*window), "folder", g_steal_pointer (&folder), remove_folder);
  return microscope;
}

static gboolean
shows (WbMicroscope *microscope, double h)
{
  const WbSearchPicture *picture = wb_microscope_picture (microscope);

  return picture != NULL && picture->event->is_trial && fabs (picture->event->h_tried / h - 1) < 1e-9;
}

/* Returns a size of the curve at which a crossing is missed (or none is, and the event is found), in the middle of a row of such sizes. */
static double
size_with (const LabEventCurve *curve, gboolean missed)
{
  for (int i = 1; i + 1 < curve->n; i++)
    {
      gboolean all = TRUE;

      for (int k = i - 1; k <= i + 1; k++)
        all = all && (curve->crossings[k].n_missed > 0) == missed && (missed || curve->crossings[k].found >= 0);
      if (all)
        return curve->h[i];
    }
  return NAN;
}

typedef struct { double place, scale; const char *method, *controlled; } Surface;

/* The knob makes the reader miss the event, and the page says why. Home shows the run again. */
/* Saves the session and opens it in another window, which shows the step of the same size. */
static void
expect_reopened (WbSession *session, double h)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "a.stepwise", NULL);
  g_autofree char *text = wb_session_file_text (session);
  WbMicroscope *microscope;
  WbWindow *window;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  window = wb_test_window (path);
  microscope = wb_microscope_of (wb_window_session (window));
  WAIT_FOR (wb_microscope_shows_event (microscope) && shows (microscope, h));
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

static void
test_missed (gconstpointer data)
{
  const Surface *surface = data;
  const gboolean controlled = strcmp (surface->controlled, "true") == 0;
  g_autofree char *text = g_strdup_printf (STRIP, 12.0, surface->place - 2, surface->scale, surface->place, surface->place + 0.2);
  const char *const settings[] = { "integrator", surface->method, "ranges", "false", "guard", "1", "error_control", surface->controlled, "max_step", "0.55",
                                   "accuracy", "0.5", NULL };
  WbWindow *window;
  WbMicroscope *microscope;
  WbSession *session;
  const LabEventCurve *curve;
  double h, missed, found, x, y;
  GtkWidget *knob;

  if (!wb_hands_ready ())
    return;
  microscope = open_event (&window, text, settings);
  session = wb_window_session (window);
  curve = wb_microscope_event_curve (microscope);
  g_assert_nonnull (curve);
  h = wb_microscope_picture (microscope)->event->h;
  missed = size_with (curve, TRUE);
  found = size_with (curve, FALSE);
  g_assert_true (isfinite (missed) && isfinite (found));
  g_assert_null (wb_hands_find (GTK_WIDGET (window), "Missed"));
  knob = find_knob (GTK_WIDGET (window));
  g_assert_nonnull (knob);
  WAIT_FOR (wb_axis_knob_place (WB_AXIS_KNOB (knob), &x, &y));
  /* a drag to the size at which the event is missed */
  {
    const double width = gtk_widget_get_width (knob);
    double low = 0, high = width;

    /* the place of a size on the axis, from two positions of the knob */
    wb_axis_knob_set (WB_AXIS_KNOB (knob), curve->h, curve->n, curve->h[0]);
    wb_axis_knob_place (WB_AXIS_KNOB (knob), &low, &y);
    wb_axis_knob_set (WB_AXIS_KNOB (knob), curve->h, curve->n, curve->h[curve->n - 1]);
    wb_axis_knob_place (WB_AXIS_KNOB (knob), &high, &y);
    wb_axis_knob_set (WB_AXIS_KNOB (knob), curve->h, curve->n, h);
    wb_hands_drag (knob, x, y, low + (high - low) * log (missed / curve->h[0]) / log (curve->h[curve->n - 1] / curve->h[0]), y);
  }
  WAIT_FOR (!isnan (wb_microscope_tried (microscope)) && shows (microscope, wb_microscope_tried (microscope)));
  g_assert_cmpfloat (fabs (wb_microscope_tried (microscope) / missed - 1), <, 0.03);
  g_assert_cmpint (wb_microscope_picture (microscope)->crossings->n_missed, >, 0);
  WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Missed") != NULL);
  g_assert_nonnull (wb_test_label_with (GTK_WIDGET (window), "where the witness function has the same sign"));
  g_assert_nonnull (wb_test_label_with (GTK_WIDGET (window), "not that of the run"));
  wb_hands_picture (window, "microscope-event-missed");
  /* the run does not change */
  g_assert_cmpfloat (wb_microscope_picture_of_run (microscope)->event->h, ==, h);
  {
    g_autofree char *caption = wb_microscope_caption (microscope), *table = wb_microscope_card_table (microscope, WB_SEARCH_TRIAL);

    g_assert_nonnull (strstr (caption, "not that of the run"));
    g_assert_nonnull (strstr (table, "hidden"));
  }
  /* with bounds of the witness the same step finds it */
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "By ranges"), wb_microscope_choice (microscope)->ranges == 1);
  WAIT_FOR (wb_microscope_event_curve (microscope) != NULL && wb_microscope_picture (microscope) != NULL
            && wb_microscope_picture (microscope)->event->is_trial && wb_microscope_picture (microscope)->ranges);
  g_assert_cmpint (wb_microscope_picture (microscope)->crossings->n_missed, ==, 0);
  g_assert_cmpint (wb_microscope_picture (microscope)->crossings->found, >=, 0);
  WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Found") != NULL);
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "By ranges"), wb_microscope_choice (microscope)->ranges == 0);
  WAIT_FOR (wb_microscope_event_curve (microscope) != NULL && wb_microscope_picture (microscope) != NULL
            && wb_microscope_picture (microscope)->event->is_trial && !wb_microscope_picture (microscope)->ranges);
  /* keys: the mark, and back to the run */
  wb_hands_key (GDK_KEY_h, 0);
  curve = wb_microscope_event_curve (microscope);
  if (isfinite (curve->limit))
    {
      wb_hands_key (GDK_KEY_Left, GDK_CONTROL_MASK);
      WAIT_FOR (shows (microscope, wb_microscope_event_curve (microscope)->limit));
      g_assert_cmpint (wb_microscope_picture (microscope)->crossings->n_missed, ==, 0);
      wb_hands_key (GDK_KEY_Right, 0);
      WAIT_FOR (shows (microscope, 1.01 * wb_microscope_event_curve (microscope)->limit));
      g_assert_cmpint (wb_microscope_picture (microscope)->crossings->n_missed, >, 0);
    }
  wb_hands_key (GDK_KEY_Home, 0);
  WAIT_FOR (!wb_microscope_picture (microscope)->event->is_trial);
  WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Missed") == NULL);
  /* a branch with the step that misses the event has no event in that step */
  wb_microscope_try (microscope, missed);
  WAIT_FOR (shows (microscope, missed));
  expect_reopened (session, missed);
  if (controlled && missed <= 0.55 && wb_microscope_picture (microscope)->event->t > 0)
    {
      WbRunItem *run = wb_session_current (session);
      const double t = wb_microscope_picture (microscope)->event->t, taken = wb_microscope_picture (microscope)->event->h;

      CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Go on here"), wb_session_current (session) != run);
      WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
      wb_session_undo (session);
      WAIT_FOR (wb_session_current (session) == run && wb_microscope_run (microscope) == run && shows (microscope, missed));
      wb_session_redo (session);
      WAIT_FOR (wb_session_current (session) != run && wb_session_state (session) == SIM_RUN_FINISHED);
      run = wb_session_current (session);
      for (gsize i = 0; i < sim_trajectory_n_events (wb_run_item_trajectory (run)); i++)
        {
          const SimEventRecord record = sim_trajectory_event (wb_run_item_trajectory (run), i);

          g_assert_false (record.t > t && record.t < t + taken);
        }
    }
  else
    {
      g_assert_false (controlled && wb_microscope_picture (microscope)->event->t > 0 && missed <= 0.55);
      /* the title with all controls and the badge fits into a small window */
      gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
      wb_test_turn (0.5);
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, 900);
      wb_hands_picture (window, "microscope-event-missed-small");
    }
  wb_test_close (window);
}

/* CVODE chooses its steps itself: the card says so, and the page of the event is shown. */
static void
test_refused (void)
{
  g_autofree char *text = g_strdup_printf (STRIP, 12.0, -2.0, 1.0, 0.0, 0.2);
  const char *const settings[] = { "integrator", "cvode_bdf", NULL };
  WbWindow *window;
  WbMicroscope *microscope;

  if (ode_method_find ("cvode_bdf") == NULL)
    {
      g_test_skip ("built without CVODE");
      return;
    }
  microscope = open_event (&window, text, settings);
  g_assert_nonnull (wb_microscope_picture (microscope));
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), "chooses the size of its steps itself") != NULL);
  wb_microscope_try (microscope, 0.1);
  wb_test_turn (0.2);
  g_assert_false (wb_microscope_picture (microscope)->event->is_trial);
  wb_test_close (window);
}

/* A step cannot pass a scheduled event, and the page names it. */
static void
test_scheduled (void)
{
  g_autofree char *text = g_strdup_printf ("format: 1\nname: Two\ntime: {end: 6, unit: s}\nstates: {x: {initial: 0, derivative: 1}}\ndiscrete: {n: {initial: 0}}\n"
                                           "events:\n  kick: {at: 0.8, set: {n: n + 1}}\n  hit: {crossing: x - 0.5, set: {n: n + 1}}\n"
                                           "  late: {crossing: x - 0.7, set: {n: n + 1}}\n");
  const char *const settings[] = { "error_control", "false", "max_step", "0.6", "guard", "0", "ranges", "false", NULL };
  WbWindow *window;
  WbMicroscope *microscope = open_event (&window, text, settings);

  wb_microscope_try (microscope, 2);
  WAIT_FOR (shows (microscope, 2));
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), "the time of the scheduled event Kick") != NULL);
  /* the other crossing of the step is that of a later event */
  {
    WbSearchChoice choice = *wb_microscope_choice (microscope);

    choice.witness = 2;
    wb_microscope_choose_search (microscope, &choice);
  }
  WAIT_FOR (shows (microscope, 2) && wb_microscope_picture (microscope)->witness == 2);
  WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Another event happens first") != NULL);
  g_assert_nonnull (wb_test_label_with (GTK_WIDGET (window), "Hit happens at 0.5"));
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  static const Surface surfaces[] = { { 0, 1, "runge_kutta5", "false" },   { 20, 1, "runge_kutta5", "false" }, { 0, 1e-9, "radau5", "false" },
                                      { 20, 1e9, "runge_kutta5", "true" }, { 0, 1, "rodas4", "true" } };

  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  for (gsize i = 0; i < G_N_ELEMENTS (surfaces); i++)
    {
      g_autofree char *path = g_strdup_printf ("/microscope-event/the-knob-makes-the-reader-miss-the-event/%s, error control %s, place %g, scale %g",
                                               surfaces[i].method, surfaces[i].controlled, surfaces[i].place, surfaces[i].scale);

      g_test_add_data_func (path, &surfaces[i], test_missed);
    }
  g_test_add_func ("/microscope-event/methods-with-steps-of-their-own-have-no-trials", test_refused);
  g_test_add_func ("/microscope-event/a-step-names-the-events-at-which-it-ends", test_scheduled);
  return g_test_run ();
}
