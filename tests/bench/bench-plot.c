/* Cost of one frame: what a window of 1440 × 900 draws at 60 Hz while a run of ten million rows grows.
 *
 *   bench-plot [rows] [columns]        prints milliseconds; the exit status is 1 where a live frame took over 8 ms in the median */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plot-view-private.h"
#include "plot-views.h"

#define WIDTH 1440
#define HEIGHT 900

/* Time of this thread alone, ms: other work on the machine does not count. */
static double
now (void)
{
  struct timespec t;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static double
median (double *values, int n)
{
  qsort (values, n, sizeof *values, compare);
  return values[n / 2];
}

/* The Lorenz system by Heun's method: every row has new pixels to show. */
static void
append (SimTrajectory *trajectory, double *x, double *t, gsize n)
{
  const double h = 1e-3;

  for (gsize i = 0; i < n; i++)
    {
      double k1[3] = { 10 * (x[1] - x[0]), x[0] * (28 - x[2]) - x[1], x[0] * x[1] - 8 * x[2] / 3 }, y[3], k2[3];

      for (int c = 0; c < 3; c++)
        y[c] = x[c] + h * k1[c];
      k2[0] = 10 * (y[1] - y[0]);
      k2[1] = y[0] * (28 - y[2]) - y[1];
      k2[2] = y[0] * y[1] - 8 * y[2] / 3;
      for (int c = 0; c < 3; c++)
        x[c] += h * (k1[c] + k2[c]) / 2;
      *t += h;
      sim_trajectory_append (trajectory, *t, x, SIM_ROW_STEP);
    }
}

static void
append_attempts (SimTape *tape, double *t, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      OdeAttempt attempt = { .t = *t, .h = 0.01 * (1.5 + sin (*t * 3)), .error = 0.5 + 0.6 * sin (*t * 41), .h_next = 0.01 };

      attempt.outcome = attempt.error > 1 ? ODE_ATTEMPT_REJECTED_ERROR : ODE_ATTEMPT_ACCEPTED;
      sim_tape_append (tape, &attempt);
      *t += attempt.error > 1 ? 0 : attempt.h;
      if (attempt.error > 1)
        *t += 1e-4;
    }
}

typedef struct { PlotView *views[4]; double boxes[4][4]; int n; } Window;

static double
draw (Window *window, cairo_t *cr, double *each)
{
  double start = now ();

  for (int i = 0; i < window->n; i++)
    {
      double before = now ();

      cairo_save (cr);
      cairo_translate (cr, window->boxes[i][0], window->boxes[i][1]);
      plot_view_draw (window->views[i], cr, window->boxes[i][2], window->boxes[i][3], 1);
      cairo_restore (cr);
      if (each != NULL)
        each[i] = now () - before;
    }
  return now () - start;
}

int
main (int argc, char **argv)
{
  gsize n_rows = argc > 1 ? strtoul (argv[1], NULL, 10) : 10000000;
  g_autoptr (SimTrajectory) trajectory = sim_trajectory_new (3, (gsize) 4 << 30);
  g_autoptr (SimTape) tape = sim_tape_new (2000000);
  double x[3] = { 1, 1, 1 }, t = 0, t_tape = 0, frames[200], fits[20], hovers[50], each[4], zooms[20];
  double start = now ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  const int columns[3] = { 0, 1, 2 };
  double live;

  append (trajectory, x, &t, n_rows);
  append_attempts (tape, &t_tape, 300000);
  g_print ("%" G_GSIZE_FORMAT " rows of 3 columns appended in %.0f ms\n", n_rows, now () - start);

  g_autoptr (PlotTimeAxis) axis = plot_time_axis_new (0, t * 1.05, "s");
  PlotRun run = { trajectory, tape, NULL, 0, t * 1.05, 0.1 };
  Window window = { { plot_views_time (&run, axis, columns, 3), plot_views_step (&run, axis), plot_views_error (&run, axis),
                      plot_views_phase (&run, axis, 0, 2, FALSE) },
                    { { 0, 0, 820, 350 }, { 0, 350, 820, 250 }, { 0, 600, 820, 300 }, { 830, 0, 610, 900 } }, 4 };

  /* The first text of a thread loads the fonts; the window does it while it is being built. */
  start = now ();
  {
    g_autoptr (PangoLayout) layout = plot_text_layout ("0123456789 *x*", 12, PLOT_TEXT_NORMAL);
    g_autoptr (PangoLayout) bold = plot_text_layout ("Title", 13.5, PLOT_TEXT_BOLD);
    double width;

    plot_text_measure (layout, &width, NULL, NULL);
    plot_text_measure (bold, &width, NULL, NULL);
  }
  g_print ("fonts %.1f ms\n", now () - start);
  start = now ();
  draw (&window, cr, each);
  g_print ("first frame %.1f ms (time %.1f, step %.1f, error %.1f, phase %.1f)\n", now () - start, each[0], each[1],
           each[2], each[3]);
  start = now ();
  for (int i = 0; i < 5000 && plot_view_draw (window.views[3], cr, 610, 900, 1); i++)
    ;
  g_print ("phase portrait complete after %.0f ms of slices\n", now () - start);

  for (int i = 0; i < 200; i++)
    {
      append (trajectory, x, &t, 20000);
      append_attempts (tape, &t_tape, 100);
      plot_time_axis_set_reached (axis, t);
      plot_time_axis_set_playhead (axis, t);
      frames[i] = draw (&window, cr, each);
    }
  g_print ("live frame (time %.2f, step %.2f, error %.2f, phase %.2f)\n", each[0], each[1], each[2], each[3]);
  live = median (frames, 200);
  for (int i = 0; i < 50; i++)
    {
      plot_time_axis_set_hover (axis, t * i / 50);
      plot_view_set_hover (window.views[0], 100 + 10 * i, 120);
      hovers[i] = draw (&window, cr, NULL);
    }
  for (int i = 0; i < 20; i++)
    {
      plot_time_axis_set_view (axis, t * i / 100, t * (1 - i / 100.0));
      fits[i] = draw (&window, cr, each);
    }
  g_print ("zoom of all rows (time %.2f, step %.2f, error %.2f, phase %.2f)\n", each[0], each[1], each[2], each[3]);
  for (int i = 0; i < 20; i++)
    {
      plot_time_axis_set_view (axis, t * 0.5, t * 0.5 + 10 + i);
      zooms[i] = draw (&window, cr, NULL);
    }
  g_print ("medians of a frame at %d × %d: live, 20 000 new rows each %.2f ms (worst %.2f); hover %.2f; zoom of all rows %.2f; "
           "zoom into 10 000 rows %.2f\n", WIDTH, HEIGHT, live, frames[199], median (hovers, 50), median (fits, 20), median (zooms, 20));
  for (int i = 0; i < window.n; i++)
    plot_view_free (window.views[i]);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return live <= 8 ? 0 : 1;
}
