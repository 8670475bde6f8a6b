/* Start of the window against a bare one, and the main loop's stalls while a run goes at full speed: one JSON object. */
#include "wb-test.h"

#include <math.h>
#include <time.h>

#include "wb-style.h"

static double
ms_since (gint64 start)
{
  return (g_get_monotonic_time () - start) / 1000.0;
}

/* Work of this thread alone: what other programs take does not count. */
static double
thread_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec * 1e-6;
}

static double
bare_ms (void)
{
  gint64 start = g_get_monotonic_time ();
  GtkWidget *window = gtk_window_new ();

  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (window);
  start = g_get_monotonic_time () - start;
  gtk_window_destroy (GTK_WINDOW (window));
  return start / 1000.0;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

int
main (int argc, char **argv)
{
  double bare[5], full, worst = 0, worst_work = 0, drawing = 0, seconds = argc > 1 ? g_ascii_strtod (argv[1], NULL) : 5;
  gint64 start, end, last;
  WbWindow *window;
  WbSession *session;
  int frames = 0;
  GArray *stalls = g_array_new (FALSE, FALSE, sizeof (double));

  gtk_init ();
  wb_test_init ();
  bare_ms (); /* fonts and theme are read once, for both */
  for (int i = 0; i < 5; i++)
    bare[i] = bare_ms ();
  qsort (bare, 5, sizeof bare[0], compare);

  start = g_get_monotonic_time ();
  window = wb_window_new (NULL);
  session = wb_window_session (window);
  wb_session_open_model (session, "lorenz");
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  full = ms_since (start);

  /* The list of models is read once after the start; the soak is about the run. */
  WAIT_FOR (!wb_model_browser_is_scanning (wb_window_browser (window)));
  for (end = g_get_monotonic_time () + G_USEC_PER_SEC; g_get_monotonic_time () < end;)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);

  wb_session_set_rate (session, 0);
  wb_session_set (session, WB_TIME, "end", "1e9", NULL);
  wb_session_run (session);
  end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);
  for (last = g_get_monotonic_time (); last < end; frames++)
    {
      WbPlotArea *area = wb_simulate_view_area (wb_window_simulate (window), frames % 4);
      double took, before;

      /* What a user does: zooms and moves a slider. */
      if (frames % 40 == 20 && wb_plot_area_view (area) != NULL)
        plot_view_zoom (wb_plot_area_view (area), PLOT_DIRECTION_X, 200, 100, frames % 80 == 20 ? 0.8 : 1.25);
      if (frames % 100 == 50)
        wb_session_set (session, WB_PARAMETER, "rho", frames % 200 == 50 ? "30" : "28", NULL);
      last = g_get_monotonic_time ();
      before = thread_ms ();
      while (g_main_context_iteration (NULL, FALSE))
        ;
      took = ms_since (last);
      if (g_getenv ("BENCH_TRACE") != NULL && thread_ms () - before > 16)
        g_printerr ("frame %d: %.1f ms of work\n", frames, thread_ms () - before);
      g_array_append_val (stalls, took);
      worst = MAX (worst, took);
      worst_work = MAX (worst_work, thread_ms () - before);
      for (int i = 0; i < wb_simulate_view_n_plots (wb_window_simulate (window)); i++)
        drawing = MAX (drawing, wb_plot_area_draw_ms (wb_simulate_view_area (wb_window_simulate (window), i)));
      g_usleep (2000);
    }
  g_array_sort (stalls, compare);
  g_print ("{\"bare_window_ms\": %.1f, \"window_ms\": %.1f, \"factor\": %.2f, \"steps\": %ld, \"median_stall_ms\": %.2f, "
           "\"p99_stall_ms\": %.2f, \"worst_stall_ms\": %.2f, \"worst_work_ms\": %.2f, \"slowest_plot_ms\": %.2f, \"cores\": %u}\n",
           bare[2], full, full / bare[2], wb_run_item_state (wb_session_current (session))->statistics.ode.steps_taken,
           g_array_index (stalls, double, stalls->len / 2), g_array_index (stalls, double, stalls->len * 99 / 100), worst, worst_work, drawing,
           g_get_num_processors ());
  g_array_unref (stalls);
  wb_test_close (window);
  return 0;
}
