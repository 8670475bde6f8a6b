/* Benchmark of a drag of a parameter in the bifurcation diagram of Van der Pol. Moves the parameter in each frame and prints one JSON object with the 50th and 95th
 * percentile of three durations in ms: the processor time that the main thread uses for a frame, the time between two frames, and the time from a change of the
 * value until the plane at that value is drawn.
 *
 * Usage: bench-plane [FRAMES] */
#include "wb-test.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "wb-lab-dynamics.h"

static double
clock_ms (clockid_t which)
{
  struct timespec now;

  clock_gettime (which, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec * 1e-6;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
print (const char *name, GArray *values, const char *end)
{
  g_array_sort (values, compare);
  if (values->len > 0)
    g_print ("\"%s\": {\"median\": %.2f, \"p95\": %.2f, \"n\": %u}%s", name, g_array_index (values, double, values->len / 2),
             g_array_index (values, double, MIN (values->len - 1, values->len * 95 / 100)), values->len, end);
}

typedef struct
{
  WbLabMarker *marker;
  WbLabFollow *plane;
  WbSession *session;
  int frame, n_frames;
  double last, asked, asked_at;
  GArray *between, *delay;
} Drag;

static gboolean
on_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer user)
{
  Drag *drag = user;
  double now = clock_ms (CLOCK_MONOTONIC), value = 4 + 3 * sin (drag->frame * 0.05);

  if (drag->last > 0)
    {
      double between = now - drag->last;

      g_array_append_val (drag->between, between);
    }
  drag->last = now;
  drag->frame++;
  wb_lab_marker_set (drag->marker, value, FALSE);
  if (isnan (drag->asked))
    {
      drag->asked = wb_lab_marker_value (drag->marker);
      drag->asked_at = now;
    }
  return drag->frame < drag->n_frames;
}

static void
on_painted (Drag *drag)
{
  double delay = clock_ms (CLOCK_MONOTONIC) - drag->asked_at;

  if (isnan (drag->asked))
    return;
  g_array_append_val (drag->delay, delay);
  drag->asked = NAN;
}

int
main (int argc, char **argv)
{
  int n_frames = argc > 1 ? atoi (argv[1]) : 300;
  WbWindow *window;
  WbLabStudiesPage *page;
  WbStudy *study;
  Drag drag = { .n_frames = n_frames, .asked = NAN };
  GArray *work = g_array_new (FALSE, FALSE, sizeof (double));

  gtk_init ();
  wb_test_init ();
  window = wb_test_window ("van-der-pol");
  drag.session = wb_window_session (window);
  study = wb_lab_studies_study (wb_lab_studies_of (drag.session), wb_lab_studies_find ("continue"));
  wb_study_adapt_option (study, "vary", "mu=-1:8");
  wb_laboratory_set_page (wb_laboratory_of (drag.session), "studies:continue");
  wb_window_show_view (window, "laboratory");
  page = wb_laboratory_view_studies (wb_window_laboratory (window));
  drag.marker = wb_lab_study_card_marker (wb_lab_studies_page_card (page, wb_lab_studies_find ("continue")));
  drag.plane = wb_lab_dynamics_plane (page);
  WAIT_FOR (wb_lab_follow_found (drag.plane) != NULL);
  drag.between = g_array_new (FALSE, FALSE, sizeof (double));
  drag.delay = g_array_new (FALSE, FALSE, sizeof (double));
  g_signal_connect_swapped (wb_lab_follow_area (drag.plane), "painted", G_CALLBACK (on_painted), &drag);
  gtk_widget_add_tick_callback (GTK_WIDGET (window), on_frame, &drag, NULL);
  while (drag.frame < n_frames)
    {
      int frame = drag.frame;
      double before = clock_ms (CLOCK_THREAD_CPUTIME_ID), used;

      while (drag.frame == frame)
        g_main_context_iteration (NULL, TRUE);
      used = clock_ms (CLOCK_THREAD_CPUTIME_ID) - before;
      g_array_append_val (work, used);
    }
  g_print ("{");
  print ("main_thread", work, ", ");
  print ("between_frames", drag.between, ", ");
  print ("to_picture", drag.delay, "");
  g_print ("}\n");
  gtk_window_destroy (GTK_WINDOW (window));
  return 0;
}
