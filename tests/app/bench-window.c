/* Benchmark of the main window in comparison with an empty window. Prints one JSON object: the time from the start to the first
 * frame, and the durations of passes of the main loop while a fast run is running and a simulated user clicks, zooms and moves a
 * slider.
 *
 * Usage: bench-window [SECONDS]. BENCH_TRACE=8 in the environment reports each pass that takes longer than 8 ms, with its cause. */
#include "wb-test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "wb-style.h"

#ifdef GDK_WINDOWING_X11
#include <X11/Xatom.h>
#include <gdk/x11/gdkx.h>
#endif

#define WIDTH 1440
#define HEIGHT 900
#define N_STARTS 7
#define STALL_MS 16

/* Returns the processor time of this thread. Other programs do not affect it, unlike wall-clock
 * time. */
static double
clock_ms (clockid_t which)
{
  struct timespec now;

  clock_gettime (which, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec * 1e-6;
}

static double
thread_ms (void)
{
  return clock_ms (CLOCK_THREAD_CPUTIME_ID);
}

/* ---- the start, in a separate process ---- */

typedef struct { gint64 since; WbWindow *window; double first, content; gboolean drawn, done; } Start;

static gboolean
has_content (WbWindow *window)
{
  WbSimulateView *view = wb_window_simulate (window);

  for (int i = 0; i < wb_plot_set_n (wb_simulate_view_plots (view)); i++)
    if (wb_plot_area_n_drawn (wb_simulate_view_area (view, i)) == 0)
      return FALSE;
  return wb_model_browser_n_models (wb_window_browser (window)) > 0;
}

static void
on_painted (GdkFrameClock *clock, Start *start)
{
  double ms = (g_get_monotonic_time () - start->since) / 1000.0;

  if (!start->drawn)
    return;
  if (isnan (start->first))
    start->first = ms;
  if (start->window == NULL || has_content (start->window))
    {
      start->content = ms;
      start->done = TRUE;
    }
}

/* Notes that the paint phase of a frame was reached, in which the surface is painted if there is something to paint. */
static void
on_paint_phase (GdkFrameClock *clock, Start *start)
{
  start->drawn = TRUE;
}

static void
stamp (const char *what)
{
  static double last;
  double now = g_get_monotonic_time () / 1000.0;

  if (g_getenv ("BENCH_TRACE") != NULL)
    g_printerr ("%s: %.1f ms, %.1f of work\n", what, last > 0 ? now - last : 0, thread_ms ());
  last = now;
}

static int
start_once (const char *which, gint64 since)
{
  Start start = { .since = since, .first = NAN, .content = NAN };
  double work;
  GtkWidget *window;

  stamp ("begin");
  gtk_init ();
  stamp ("toolkit");
  if (strcmp (which, "bare") == 0)
    window = gtk_window_new ();
  else
    {
      wb_test_init ();
      stamp ("style");
      start.window = wb_window_new (NULL);
      stamp ("window");
      window = GTK_WIDGET (start.window);
      wb_session_open_model (wb_window_session (start.window), "van-der-pol");
      stamp ("model");
    }
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_widget_realize (window);
  g_signal_connect_after (gtk_widget_get_frame_clock (window), "paint", G_CALLBACK (on_paint_phase), &start);
  g_signal_connect_after (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (on_painted), &start);
  stamp ("realize");
  gtk_window_present (GTK_WINDOW (window));
  stamp ("present");
  while (isnan (start.first))
    {
      g_main_context_iteration (NULL, TRUE);
      stamp ("pass");
    }
  work = clock_ms (CLOCK_PROCESS_CPUTIME_ID);
  if (start.window != NULL)
    wb_window_refresh (start.window);
  for (gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC; !start.done && g_get_monotonic_time () < end;)
    {
      gtk_widget_queue_draw (window);
      g_main_context_iteration (NULL, TRUE);
    }
  g_print ("%.2f %.2f %.2f\n", start.first, start.content, work);
  gtk_window_destroy (GTK_WINDOW (window));
  return 0;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (double *values, int n)
{
  qsort (values, (gsize) n, sizeof *values, compare);
  return values[n / 2];
}

/* Prints the medians over several starts of the program: time to the first frame, time to the content, processor time. */
static void
starts (const char *program, const char *which, double result[3])
{
  double values[3][N_STARTS];

  for (int i = 0; i < N_STARTS; i++)
    {
      g_autofree char *since = g_strdup_printf ("%" G_GINT64_FORMAT, g_get_monotonic_time ()), *out = NULL;
      const char *argv[] = { program, "--start", which, since, NULL };
      int status;

      g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, &status, NULL));
      g_assert_cmpint (status, ==, 0);
      g_assert_cmpint (sscanf (out, "%lf %lf %lf", &values[0][i], &values[1][i], &values[2][i]), ==, 3);
    }
  for (int k = 0; k < 3; k++)
    result[k] = median (values[k], N_STARTS);
}

/* ---- actions of a user ---- */

static void
act (WbWindow *window, GtkWidget *slider, int turn)
{
  WbSimulateView *view = wb_window_simulate (window);
  GtkWidget *area = GTK_WIDGET (wb_simulate_view_area (view, turn / 8 % wb_plot_set_n (wb_simulate_view_plots (view))));
  double x = 60 + turn * 37 % 240, y = 60 + turn * 23 % 80;
  gboolean handled;

  switch (turn % 8)
    {
    case 0:
    case 4:
      g_signal_emit_by_name (wb_test_controller (area, GTK_TYPE_EVENT_CONTROLLER_MOTION), "motion", x, y);
      break;
    case 1:
      if (wb_plot_set_spec (wb_simulate_view_plots (view), turn / 8 % wb_plot_set_n (wb_simulate_view_plots (view)))->kind->across
          == PLOT_OVER_TIME)
        g_signal_emit_by_name (wb_test_controller (area, GTK_TYPE_GESTURE_CLICK), "released", 1, x, y);
      break;
    case 2:
    case 6:
      gtk_range_set_value (GTK_RANGE (slider), 20 + turn % 17);
      break;
    case 3:
    case 7:
      g_signal_emit_by_name (wb_test_controller (area, GTK_TYPE_EVENT_CONTROLLER_SCROLL), "scroll", 0.0, turn % 8 == 3 ? -1.0 : 1.0,
                             &handled);
      break;
    default:
      g_signal_emit_by_name (wb_test_controller (area, GTK_TYPE_EVENT_CONTROLLER_MOTION), "leave");
      if (turn % 40 == 5)
        wb_simulate_view_fit (view);
      break;
    }
}

/* Reasons why this thread did not work: ms for which it was ready but had no processor (Linux), pages read from the disk, and voluntary
 * sleeps. */
typedef struct { double ready; long faults, sleeps; } Hindrances;

static Hindrances
hindrances (void)
{
  g_autofree char *text = NULL;
  struct rusage usage;
  gint64 run, ready = 0;

  getrusage (RUSAGE_THREAD, &usage);
  if (g_file_get_contents ("/proc/thread-self/schedstat", &text, NULL, NULL))
    sscanf (text, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, &run, &ready);
  return (Hindrances) { (double) ready * 1e-6, usage.ru_majflt, usage.ru_nvcsw };
}

typedef struct
{
  const char *names[8];
  double stamps[8], walls[8];
  int n;
} Phases;

static void
note_phase (Phases *phases, const char *name)
{
  int i = phases->n++ & 7;

  phases->names[i] = name;
  phases->stamps[i] = thread_ms ();
  phases->walls[i] = g_get_monotonic_time () / 1000.0;
}

#define PHASE(word) static void on_##word (GdkFrameClock *clock, Phases *p) { note_phase (p, #word); }
PHASE (flush_events)
PHASE (before_paint)
PHASE (update)
PHASE (layout)
PHASE (paint)
PHASE (after_paint)

static void
watch_phases (GtkWidget *window, Phases *phases)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);

  g_signal_connect_after (clock, "flush-events", G_CALLBACK (on_flush_events), phases);
  g_signal_connect_after (clock, "before-paint", G_CALLBACK (on_before_paint), phases);
  g_signal_connect_after (clock, "update", G_CALLBACK (on_update), phases);
  g_signal_connect_after (clock, "layout", G_CALLBACK (on_layout), phases);
  g_signal_connect_after (clock, "paint", G_CALLBACK (on_paint), phases);
  g_signal_connect_after (clock, "after-paint", G_CALLBACK (on_after_paint), phases);
}

typedef struct
{
  double median, p99, worst, worst_work;
  int passes, long_passes;
} Stalls;

typedef void (*Acting) (GtkWidget *window, GtkWidget *slider, int turn);

/* Measures the durations of passes. A pass is the work of the main loop until it would wait. */
static Stalls
soak (GtkWidget *window, GtkWidget *slider, Acting acting, double seconds)
{
  gint64 end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC), next = 0;
  g_autoptr (GArray) passes = g_array_new (FALSE, FALSE, sizeof (double));
  double trace = g_getenv ("BENCH_TRACE") != NULL ? g_ascii_strtod (g_getenv ("BENCH_TRACE"), NULL) : INFINITY;
  Phases phases = { 0 };
  Hindrances was = { 0 };
  Stalls stalls = { 0 };
  int turn = 0;

  watch_phases (window, &phases);
  for (gint64 start = g_get_monotonic_time (); start < end; start = g_get_monotonic_time ())
    {
      double before = thread_ms (), took, work, acted = 0, acted_work = 0;

      phases.n = 0;
      if (trace < INFINITY)
        was = hindrances ();
      if (start >= next)
        {
          acting (window, slider, turn++);
          next = start + 60000;
          acted = (g_get_monotonic_time () - start) / 1000.0;
          acted_work = thread_ms () - before;
        }
      /* Dispatch one source at a time, because input waits for at most one
       * dispatch. */
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (500);
      took = (g_get_monotonic_time () - start) / 1000.0;
      work = thread_ms () - before;
      if (took > trace)
        {
          Hindrances is = hindrances ();

          g_printerr ("pass %u: %.1f ms, %.1f of work, %.1f without a processor, %ld pages from disk, %ld sleeps; acting (%d) %.1f, %.1f:",
                      passes->len, took, work,
                      is.ready - was.ready, is.faults - was.faults, is.sleeps - was.sleeps, acted > 0 ? (turn - 1) % 8 : -1, acted,
                          acted_work);
          for (int i = 0; i < MIN (phases.n, 8); i++)
            g_printerr (" %s %.1f (%.1f)", phases.names[i], phases.walls[i] - (i > 0 ? phases.walls[i - 1] : start / 1000.0),
                        phases.stamps[i] - (i > 0 ? phases.stamps[i - 1] : before));
          g_printerr ("\n");
        }
      g_array_append_val (passes, took);
      stalls.worst = MAX (stalls.worst, took);
      stalls.worst_work = MAX (stalls.worst_work, work);
      stalls.long_passes += work > STALL_MS;
    }
  g_signal_handlers_disconnect_by_data (gtk_widget_get_frame_clock (window), &phases);
  stalls.passes = (int) passes->len;
  g_array_sort (passes, compare);
  stalls.p99 = g_array_index (passes, double, passes->len * 99 / 100);
  stalls.median = g_array_index (passes, double, passes->len / 2);
  return stalls;
}

/* Returns a description of the computer as JSON. */
static char *
machine (void)
{
  g_autofree char *text = NULL;
  const char *name;

  if (!g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL) || (name = strstr (text, "model name")) == NULL
      || (name = strstr (name, ": ")) == NULL)
    return g_strdup ("not known");
  return g_strndup (name + 2, strcspn (name + 2, "\n"));
}

static double
load (void)
{
  double average = NAN;

  getloadavg (&average, 1);
  return average;
}

static void
print_stalls (const char *name, const Stalls *stalls)
{
  g_print ("\"%s\": {\"passes\": %d, \"median_ms\": %.2f, \"p99_ms\": %.2f, \"worst_ms\": %.2f, \"worst_work_ms\": %.2f, "
           "\"passes_over_%d_ms_of_work\": %d}",
           name, stalls->passes, stalls->median, stalls->p99, stalls->worst, stalls->worst_work, STALL_MS, stalls->long_passes);
}

/* Pretends to be a window manager. Without one, GTK asks the X server several times
 * per frame whether there is one. The frames of windows do not affect the
 * measurement. */
static void
say_that_windows_are_managed (void)
{
#ifdef GDK_WINDOWING_X11
  GdkDisplay *display = gdk_display_get_default ();
  Display *x;
  Window root, window;
  Atom check;

  if (!GDK_IS_X11_DISPLAY (display))
    return;
  x = gdk_x11_display_get_xdisplay (display);
  root = DefaultRootWindow (x);
  window = XCreateSimpleWindow (x, root, -10, -10, 1, 1, 0, 0, 0);
  check = XInternAtom (x, "_NET_SUPPORTING_WM_CHECK", False);
  XChangeProperty (x, window, check, XA_WINDOW, 32, PropModeReplace, (unsigned char *) &window, 1);
  XChangeProperty (x, root, check, XA_WINDOW, 32, PropModeReplace, (unsigned char *) &window, 1);
  XSync (x, False);
#endif
}

/* ---- an empty window of the same size that is redrawn in each frame
 * ---- */

static void
draw_nothing (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  cairo_set_source_rgb (cr, 0.5 + 0.5 * sin (g_get_monotonic_time () * 1e-6), 0.5, 0.5);
  cairo_paint (cr);
}

static gboolean
redraw (GtkWidget *widget, GdkFrameClock *clock, gpointer user)
{
  gtk_widget_queue_draw (user);
  return G_SOURCE_CONTINUE;
}

static void
act_bare (GtkWidget *window, GtkWidget *slider, int turn)
{
  gtk_range_set_value (GTK_RANGE (slider), turn % 100);
}

static Stalls
soak_bare (double seconds)
{
  GtkWidget *window = gtk_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *area = gtk_drawing_area_new ();
  GtkWidget *slider = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, 100, 1);
  Stalls stalls;

  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_nothing, NULL, NULL);
  gtk_widget_set_vexpand (area, TRUE);
  gtk_box_append (GTK_BOX (box), area);
  gtk_box_append (GTK_BOX (box), slider);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_add_tick_callback (window, redraw, area, NULL);
  wb_test_turn (0.5);
  stalls = soak (window, slider, act_bare, seconds);
  gtk_window_destroy (GTK_WINDOW (window));
  return stalls;
}

/* Measures the empty window while a fast run is running that is not drawn: the cost of two threads and a display server
 * alone. */
static Stalls
soak_bare_with_run (double seconds)
{
  g_autoptr (WbSession) session = wb_session_new ();
  Stalls stalls;

  g_assert_true (wb_session_open_model (session, "lorenz"));
  wb_session_set (session, WB_TIME, "end", "1e9", NULL);
  wb_session_run (session);
  stalls = soak_bare (seconds);
  wb_session_pause (session);
  return stalls;
}

static GtkWidget *
shown_slider (GtkWidget *from)
{
  if (GTK_IS_SCALE (from) && gtk_widget_get_mapped (from))
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = shown_slider (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
act_window (GtkWidget *window, GtkWidget *slider, int turn)
{
  act (WB_WINDOW (window), slider, turn);
}

int
main (int argc, char **argv)
{
  g_autofree char *processor = machine ();
  double bare[3], full[3], seconds = argc > 1 ? g_ascii_strtod (argv[1], NULL) : 30;
  Stalls bare_stalls, bare_stalls_with_run, stalls;
  WbWindow *window;
  WbSession *session;
  GtkWidget *slider;

  if (argc == 4 && strcmp (argv[1], "--start") == 0)
    return start_once (argv[2], g_ascii_strtoll (argv[3], NULL, 10));
  starts (argv[0], "bare", bare); /* the first start fills the caches of fonts and icons; its times are not used */
  starts (argv[0], "bare", bare);
  starts (argv[0], "window", full);

  gtk_init ();
  say_that_windows_are_managed ();
  wb_test_init ();
  bare_stalls = soak_bare (MIN (seconds, 10));
  bare_stalls_with_run = soak_bare_with_run (seconds);
  window = wb_test_window ("lorenz");
  session = wb_window_session (window);
  /* Wait until the list of models was read once. This is not part of the
   * measurement. */
  WAIT_FOR (!wb_model_browser_is_scanning (wb_window_browser (window)));
  wb_session_set_settings_page (wb_window_session (window), "parameters");
  wb_test_turn (1);
  slider = shown_slider (GTK_WIDGET (wb_window_panel (window)));
  g_assert_nonnull (slider);
  wb_session_set (session, WB_TIME, "end", "1e9", NULL);
  wb_session_run (session);
  stalls = soak (GTK_WIDGET (window), slider, act_window, seconds);

  g_print ("{\"bare_start_ms\": %.1f, \"window_start_ms\": %.1f, \"window_content_ms\": %.1f, \"factor\": %.2f, \"factor_content\": %.2f, "
           "\"bare_start_work_ms\": %.1f, \"window_start_work_ms\": %.1f, \"factor_work\": %.2f, ",
           bare[0], full[0], full[1], full[0] / bare[0], full[1] / bare[0], bare[2], full[2], full[2] / bare[2]);
  print_stalls ("bare_soak", &bare_stalls);
  g_print (", ");
  print_stalls ("bare_soak_with_run", &bare_stalls_with_run);
  g_print (", ");
  print_stalls ("soak", &stalls);
  g_print (", \"seconds\": %.0f, \"steps\": %ld, \"machine\": \"%s\", \"cores\": %u, \"load\": %.1f, \"toolkit\": \"GTK %u.%u.%u\"}\n",
           seconds,
           wb_run_item_state (wb_session_current (session))->statistics.ode.steps_taken, processor, g_get_num_processors (), load (),
           gtk_get_major_version (), gtk_get_minor_version (), gtk_get_micro_version ());
  wb_test_close (window);
  return 0;
}
