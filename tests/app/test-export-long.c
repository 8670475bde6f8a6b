/* Tests exports that take a long time: runs with millions of rows, movies, and the cancellation of
 * both. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "wb-difference.h"
#include "wb-export-window.h"
#include "wb-plot-view.h"

/* ---- runs of millions of rows ---- */

/* Number of rows. Under a sanitizer each row takes ten times as long, so there are fewer. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define MANY_ROWS 200000
#else
#define MANY_ROWS 2000000
#endif

static WbWindow *
window_with_many_rows (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);
  SimTrajectory *trajectory;

  g_assert_true (wb_session_set (session, WB_TIME, "end", "1e9", NULL));
  wb_session_run (session);
  trajectory = wb_run_item_trajectory (wb_session_current (session));
  WAIT_FOR (sim_trajectory_n_rows (trajectory) >= MANY_ROWS);
  wb_session_pause (session);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_PAUSED);
  wb_simulate_view_fit (wb_window_simulate (window));
  return window;
}

/* Returns the processor time of this thread or of the whole program. Other programs do not affect
 * it. */
static double
work_ms (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec * 1e-6;
}

/* Millions of rows are exported on another thread. Meanwhile the main loop keeps running, and its own work does not depend on the number of
 * rows. */
static void
test_many_rows (void)
{
  static const WbExportFormat formats[] = { WB_EXPORT_PDF, WB_EXPORT_PNG };
  WbWindow *window = window_with_many_rows ();

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *path = wb_test_place (i == 0 ? "many.pdf" : "many.png");
      WbExportWindow *export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));
      double main_work = work_ms (CLOCK_THREAD_CPUTIME_ID), all_work = work_ms (CLOCK_PROCESS_CPUTIME_ID);
      int saved = 0, n_passes = 0;

      g_unlink (path);
      g_signal_connect (export, "saved", G_CALLBACK (wb_test_count), &saved);
      wb_export_window_set_format (export, formats[i]);
      gtk_window_present (GTK_WINDOW (export));
      wb_test_spin ();
      wb_export_window_save (export, path);
      g_assert_cmpint (saved, ==, 0); /* the export has started but not finished */
      for (gint64 end = g_get_monotonic_time () + WB_TEST_PATIENCE_US; !saved && g_get_monotonic_time () < end; n_passes++)
        if (!g_main_context_iteration (NULL, FALSE))
          g_usleep (1000);
      g_assert_true (saved);
      main_work = work_ms (CLOCK_THREAD_CPUTIME_ID) - main_work;
      all_work = work_ms (CLOCK_PROCESS_CPUTIME_ID) - all_work;
      g_test_message ("%d passes; %.0f ms of %.0f in the main thread", n_passes, main_work, all_work);
      g_assert_cmpint (n_passes, >, 20);
#ifndef __SANITIZE_ADDRESS__
      /* A sanitizer also checks the allocations of GTK. Then the window takes as much time as the few rows that are written meanwhile, so
       * skip this check. */
      g_assert_cmpfloat (main_work, <, all_work / 2);
#endif
      g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
      g_unlink (path);
      wb_test_spin ();
    }
  wb_test_close (window);
}

/* Closing the export window cancels the write, and no file is created. */
static void
test_cancel (void)
{
  WbWindow *window = window_with_many_rows ();
  WbExportWindow *export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));
  g_autofree char *path = wb_test_place ("cancelled.pdf");
  gpointer left = export;
  int saved = 0;

  g_unlink (path);
  g_object_add_weak_pointer (G_OBJECT (export), &left);
  g_signal_connect (export, "saved", G_CALLBACK (wb_test_count), &saved);
  gtk_window_present (GTK_WINDOW (export));
  wb_export_window_save (export, path);
  gtk_window_destroy (GTK_WINDOW (export));
  WAIT_FOR (left == NULL);
  for (gint64 end = g_get_monotonic_time () + G_USEC_PER_SEC; g_get_monotonic_time () < end;)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
  g_assert_cmpint (saved, ==, 0);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  wb_test_close (window);
}

/* ---- movies ---- */

typedef struct { char *path; gboolean done; } Saved;

static void
on_filmed (WbExportWindow *export, const char *path, Saved *saved)
{
  saved->path = g_strdup (path);
  saved->done = TRUE;
}

static gboolean
has_error (WbExportWindow *export)
{
  GtkWidget *label = wb_test_find (GTK_WIDGET (export), GTK_TYPE_LABEL, "rejected");

  return gtk_widget_get_visible (label) && gtk_label_get_text (GTK_LABEL (label))[0] != '\0';
}

/* A movie file begins with the signature of its format; a sequence of pictures is a folder. A movie that is cancelled or refused leaves no
 * file. */
static void
test_motion (void)
{
  static const struct { PlotMovieFormat format; const char *name, *begins; } rows[] = {
    { PLOT_MOVIE_GIF, "stepwise-test-motion.gif", "GIF89a" }, { PLOT_MOVIE_WEBP, "stepwise-test-motion.webp", "RIFF" },
    { PLOT_MOVIE_PNG, "stepwise-test-motion", NULL },
  };
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  WbExportMotion motion = { .width = 240, .rate = 10, .speed = 10, .t_low = -INFINITY, .t_high = INFINITY };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      WbExportWindow *export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));
      g_autofree char *path = wb_test_place (rows[i].name), *bytes = NULL;
      Saved saved = { 0 };

      if (!plot_movie_can (rows[i].format))
        {
          gtk_window_destroy (GTK_WINDOW (export));
          continue;
        }
      wb_export_window_set_format (export, WB_EXPORT_MOTION);
      g_assert_true (wb_export_window_page (export)->moving);
      motion.format = rows[i].format;
      wb_export_motion_side_set (wb_export_window_motion (export), &motion);
      g_assert_cmpint (wb_export_motion_side_get (wb_export_window_motion (export)).width, ==, 240);
      /* 20 s of simulated time in a movie of 2 s with ten pictures per second give 21 pictures, including both ends. The last step may end
       * a little later. */
      g_assert_cmpint (wb_export_motion_n_frames (wb_window_session (window), &motion), >=, 21);
      g_assert_cmpint (wb_export_motion_n_frames (wb_window_session (window), &motion), <=, 22);
      g_signal_connect (export, "saved", G_CALLBACK (on_filmed), &saved);
      wb_export_window_save (export, path);
      WAIT_FOR (saved.done);
      g_assert_cmpstr (saved.path, ==, path);
      if (rows[i].begins != NULL)
        {
          g_assert_true (g_file_get_contents (path, &bytes, NULL, NULL));
          g_assert_true (strncmp (bytes, rows[i].begins, strlen (rows[i].begins)) == 0);
          g_remove (path);
        }
      else
        {
          int n = wb_export_motion_n_frames (wb_window_session (window), &motion);

          for (int k = 1; k <= n; k++)
            {
              g_autofree char *name = g_strdup_printf ("%04d.png", k), *file = g_build_filename (path, name, NULL);

              g_assert_cmpint (g_remove (file), ==, 0);
            }
          g_assert_cmpint (g_rmdir (path), ==, 0);
        }
      g_free (saved.path);
      wb_test_spin ();
    }
  wb_test_close (window);
}

/* In a movie of a plot of a difference, the playhead moves along the curve as in the
 * window. */
static void
test_motion_of_difference (void)
{
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  WbSession *session = wb_window_session (window);
  WbSimulateView *view = wb_window_simulate (window);
  WbExportMotion motion = { .format = PLOT_MOVIE_PNG, .width = 400, .rate = 10, .speed = 100, .t_low = -INFINITY, .t_high = INFINITY };
  g_autofree char *path = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  char *pictures[3];
  WbRunItem *of, *to;
  WbExportWindow *export;
  gsize sizes[3];
  int n = wb_plot_set_n (wb_simulate_view_plots (view)), saved = 0;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "difference"));
  g_assert_true (wb_plot_view_find_runs (wb_plot_set_spec (wb_simulate_view_plots (view), n), wb_session_current (session),
                                         wb_session_runs (session), &of, &to));
  WAIT_FOR (!wb_difference_is_busy (wb_difference_of (of, to)));
  wb_test_spin ();
  export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));
  g_signal_connect (export, "saved", G_CALLBACK (wb_test_count), &saved);
  wb_export_window_choose_plot (export, n);
  wb_export_window_set_format (export, WB_EXPORT_MOTION);
  wb_export_motion_side_set (wb_export_window_motion (export), &motion);
  wb_export_window_save (export, path);
  WAIT_FOR (saved == 1);
  /* The pictures are at 0, 10 and 20 s. */
  g_assert_cmpint (wb_test_n_files (path), ==, 3);
  for (int i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/%04d.png", path, i + 1);

      g_assert_true (g_file_get_contents (name, &pictures[i], &sizes[i], NULL));
      g_assert_cmpint (g_unlink (name), ==, 0);
    }
  g_assert_false (sizes[0] == sizes[1] && memcmp (pictures[0], pictures[1], sizes[0]) == 0);
  g_assert_false (sizes[1] == sizes[2] && memcmp (pictures[1], pictures[2], sizes[1]) == 0);
  for (int i = 0; i < 3; i++)
    g_free (pictures[i]);
  g_rmdir (path);
  wb_test_spin ();
  wb_test_close (window);
}

static void
test_motion_refused (void)
{
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  WbExportWindow *export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));
  WbExportMotion motion = { .format = PLOT_MOVIE_PNG, .width = 800, .rate = 50, .speed = 0.001, .t_low = -INFINITY, .t_high = INFINITY };
  g_autofree char *path = wb_test_place ("stepwise-test-refused");

  wb_export_window_set_format (export, WB_EXPORT_MOTION);
  /* This would give a million pictures, so it is refused. */
  wb_export_motion_side_set (wb_export_window_motion (export), &motion);
  wb_export_window_save (export, path);
  WAIT_FOR (has_error (export));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  /* This folder cannot be created. */
  motion.speed = 10;
  wb_export_motion_side_set (wb_export_window_motion (export), &motion);
  wb_export_window_save (export, "/dev/null/folder/motion");
  WAIT_FOR (has_error (export));

  /* Closing the window cancels the movie, and no file is left. */
  gtk_window_present (GTK_WINDOW (export));
  motion.speed = 0.1;
  motion.rate = 10;
  wb_export_motion_side_set (wb_export_window_motion (export), &motion);
  wb_export_window_save (export, path);
  WAIT_FOR (g_file_test (path, G_FILE_TEST_EXISTS));
  gtk_window_destroy (GTK_WINDOW (export));
  WAIT_FOR (!g_file_test (path, G_FILE_TEST_EXISTS));
  wb_test_close (window);
}
int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/export/drawing-millions-of-rows-does-not-block-the-window", test_many_rows);
  g_test_add_func ("/export/closing-the-window-cancels-the-export-and-leaves-no-file", test_cancel);
  g_test_add_func ("/export/movies-have-the-chosen-format-and-a-cancelled-movie-leaves-no-file", test_motion);
  g_test_add_func ("/export/the-plot-of-a-difference-looks-the-same-in-a-movie-and-in-the-window", test_motion_of_difference);
  g_test_add_func ("/export/a-movie-with-too-many-pictures-is-refused", test_motion_refused);
  return g_test_run ();
}
