/* Measures the time of frames of a window of 1440 × 900 px: while a run of ten
 * million rows grows; while a user pans and zooms in that run (time, step size,
 * error, drift of an invariant, phase portrait); with a run that has
 * 330 000 events. It also compares the time of figures of two million rows with
 * that of drawing all rows.
 *
 *   bench-plot [rows [filled]]
 *
 * Prints milliseconds. The exit status is 1 if the median of live frames is
 * over 8 ms, or if more than one of twenty frames of panning or zooming is over
 * the budget. */
#include <cairo-pdf.h>
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plot-export.h"
#include "plot-raster.h"
#include "plot-view-hit.h"
#include "plot-view-private.h"
#include "plot-views.h"
#include "sim-system.h"

#define WIDTH 1440
#define HEIGHT 900
/* Largest number of attempts on the tape of a run. */
#define MOST_ATTEMPTS 2000000

/* Returns the CPU time of this thread in ms, which does not depend on other
 * programs. */
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

#define BUDGET_MS 8

static double
median (double *values, int n)
{
  qsort (values, n, sizeof *values, compare);
  return values[n / 2];
}

/* Prints the times of one kind of frame. Returns FALSE if more than one of twenty frames took longer than the
 * budget. */
static gboolean
report (const char *name, double *values, int n)
{
  double middle = median (values, n), most = values[n * 95 / 100];

  g_print ("  %-34s median %5.2f ms, 95 of 100 under %5.2f, worst %5.2f%s\n", name, middle, most, values[n - 1],
           most > BUDGET_MS ? "  OVER" : "");
  return most <= BUDGET_MS;
}

/* Appends rows of the Lorenz system, computed by Heun's method. Each row covers new
 * pixels. */
static void
append (SimTrajectory *trajectory, double *x, double *t, gsize n, double h)
{
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

#define STEP 1e-3

#define N_VIEWS 5
#define PHASE 4
#define N_TURNS 40

typedef struct { PlotView *views[N_VIEWS]; double boxes[N_VIEWS][4]; int n; } Window;

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

/* ---- frames while a user pans and zooms ---- */

/* Measures the frames after each action of a user, including the frames that complete an unfinished
 * view. */
static gboolean
turn (Window *window, cairo_t *cr, const char *name, void (*act) (Window *window, int i))
{
  double frames[N_TURNS * 3], each[N_VIEWS], sums[N_VIEWS] = { 0 };
  gboolean right;
  int n = 0;

  for (int i = 0; i < N_TURNS; i++)
    {
      act (window, i);
      frames[n++] = draw (window, cr, each);
      for (int v = 0; v < N_VIEWS; v++)
        sums[v] += each[v] / N_TURNS;
      frames[n++] = draw (window, cr, NULL);
      frames[n++] = draw (window, cr, NULL);
    }
  right = report (name, frames, n);
  g_print ("    of the frame after the turn: time %.2f, step %.2f, error %.2f, invariant %.2f, phase %.2f\n", sums[0], sums[1], sums[2],
           sums[3],
           sums[PHASE]);
  return right;
}

static PlotTimeAxis *
axis_of (Window *window)
{
  return plot_view_time_axis (window->views[0]);
}

static void
zoom_time (Window *window, int i)
{
  plot_view_zoom (window->views[0], PLOT_DIRECTION_X, 300, 100, i < N_TURNS / 2 ? 0.7 : 1 / 0.7);
}

static void
pan_time (Window *window, int i)
{
  plot_view_pan (window->views[0], i % 10 < 5 ? 17 : -17, 0);
}

static void
zoom_value (Window *window, int i)
{
  for (int k = 0; k < PHASE; k++)
    plot_view_zoom (window->views[k], PLOT_DIRECTION_Y, 300, 100, i < N_TURNS / 2 ? 0.9 : 1 / 0.9);
}

static void
zoom_plane (Window *window, int i)
{
  plot_view_zoom (window->views[PHASE], PLOT_DIRECTION_BOTH, 300, 400, i < N_TURNS / 2 ? 0.9 : 1 / 0.9);
}

static void
pan_plane (Window *window, int i)
{
  plot_view_pan (window->views[PHASE], i % 2 ? 31 : -29, i % 3 ? 7 : -14);
}

static void
hover (Window *window, int i)
{
  double low, high;

  plot_time_axis_get_view (axis_of (window), &low, &high);
  plot_time_axis_set_hover (axis_of (window), low + (high - low) * i / N_TURNS);
  plot_view_set_hover (window->views[0], 100 + 10 * i, 120);
}

static gboolean
user_acts (Window *window, cairo_t *cr, double t)
{
  gboolean right = TRUE;

  g_print ("frames at %d × %d:\n", WIDTH, HEIGHT);
  plot_time_axis_fit (axis_of (window));
  right &= turn (window, cr, "zoom from all rows and back", zoom_time);
  right &= turn (window, cr, "pan over all rows", pan_time);
  right &= turn (window, cr, "zoom of values", zoom_value);
  right &= turn (window, cr, "crosshair over all rows", hover);
  plot_time_axis_set_view (axis_of (window), t * 0.4, t * 0.6);
  draw (window, cr, NULL); /* an action of a user begins at what is drawn */
  right &= turn (window, cr, "pan over a fifth", pan_time);
  plot_time_axis_set_view (axis_of (window), t * 0.5, t * 0.5 + 10);
  draw (window, cr, NULL);
  right &= turn (window, cr, "pan over 10 000 rows", pan_time);
  right &= turn (window, cr, "zoom of the phase portrait", zoom_plane);
  right &= turn (window, cr, "pan of the phase portrait", pan_plane);
  return right;
}

/* ---- figures of long runs ---- */

#define PICTURE_ROWS 2000000
#define LONG_STEP 0.01
/* Width in pt of a figure that spans two columns. The next constant is its resolution. */
#define PAGE_WIDTH 504.6
#define PAGE_HEIGHT 294.8
#define DOTS (300 / 72.0)

/* Draws all rows, either into a mask or on a page in strokes of a length that viewers draw fast. Returns the time in
 * ms. */
static double
draw_each_row (SimTrajectory *trajectory, PlotView *view, gboolean pdf)
{
  cairo_surface_t *surface = pdf ? cairo_pdf_surface_create_for_stream (NULL, NULL, PAGE_WIDTH, PAGE_HEIGHT)
                                 : cairo_image_surface_create (CAIRO_FORMAT_A8, (int) (PAGE_WIDTH * DOTS), (int) (PAGE_HEIGHT * DOTS));
  cairo_t *cr = cairo_create (surface);
  PlotRaster raster = { 0 };
  PlotRasterPen pen = { .down = FALSE };
  double start = now ();

  if (!pdf)
    raster = plot_raster_begin (surface, plot_theme_get (PLOT_THEME_PAPER)->line_main * DOTS);
  for (gsize i = 0; i < PICTURE_ROWS; i++)
    {
      const double *row = sim_trajectory_row (trajectory, i);
      double x, y;

      plot_view_map (view, row[1], row[3], &x, &y);
      if (!pdf)
        plot_raster_line_to (&raster, &pen, x * DOTS, y * DOTS);
      else
        cairo_line_to (cr, x, y);
      if (pdf && i % 4000 == 3999)
        {
          cairo_stroke (cr);
          cairo_move_to (cr, x, y);
        }
    }
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);
  return now () - start;
}

static void
export_orbit (void)
{
  static const struct { PlotFormat format; const char *name; } formats[] = { { PLOT_FORMAT_PNG, "PNG" }, { PLOT_FORMAT_PDF, "PDF" } };
  g_autoptr (SimTrajectory) trajectory = sim_trajectory_new (3, (gsize) 1 << 30);
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  double x[3] = { 1, 1, 1 }, t = 0;
  PlotView *view;
  PlotRun run = { trajectory, NULL, NULL, 0, 0, 0.1 };

  append (trajectory, x, &t, PICTURE_ROWS, LONG_STEP);
  run.t_end = t;
  view = plot_views_phase (&run, NULL, 0, 2, FALSE);
  plot_figure_add (figure, 0, view, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      const PlotExportOptions options = { .resolution = 300 };
      double start = now (), file, each;
      g_autoptr (GBytes) bytes = plot_export_bytes (figure, formats[i].format, PAGE_WIDTH, PAGE_HEIGHT, plot_theme_get (PLOT_THEME_PAPER),
                                                    &options, NULL, NULL);

      file = now () - start;
      each = draw_each_row (trajectory, view, formats[i].format == PLOT_FORMAT_PDF);
      g_print ("%s of an orbit of %d rows: %.0f ms, %zu kB; each row drawn %.0f ms, %.1f times that\n", formats[i].name, PICTURE_ROWS, file,
               g_bytes_get_size (bytes) / 1000, each, each / file);
    }
}

/* ---- a run with many events ---- */

#define N_EVENTS 330000

static void
pan_events (cairo_t *cr)
{
  g_autoptr (SimTrajectory) trajectory = sim_trajectory_new (3, (gsize) 1 << 30);
  g_autoptr (PlotTimeAxis) axis = NULL;
  g_autoptr (PlotView) view = NULL;
  const int columns[3] = { 0, 1, 2 };
  double x[3] = { 1, 1, 1 }, t = 0, frames[N_TURNS], asked[N_TURNS], sum = 0, low, high, frame;
  PlotRun run = { trajectory, NULL, NULL, 0, 0, 0.1 };

  append (trajectory, x, &t, N_EVENTS, LONG_STEP);
  for (int i = 0; i < N_EVENTS; i++)
    {
      SimEventRecord record = { .t = LONG_STEP * (i + 0.5), .kind = SIM_TRIGGER_PERIODIC, .parameter = -1 };

      sim_trajectory_append_event (trajectory, &record);
    }
  run.t_end = t;
  axis = plot_time_axis_new (0, t, "s");
  view = plot_views_time (&run, axis, columns, 3);
  plot_view_draw (view, cr, 452, 268, 1);
  for (int i = 0; i < N_TURNS; i++)
    {
      PlotScale across, up;
      double start = now ();

      plot_view_pan (view, i % 10 < 5 ? 17 : -17, 0);
      plot_view_draw (view, cr, 452, 268, 1);
      frames[i] = now () - start;
      plot_view_get_scales (view, &across, &up);
      plot_time_axis_get_view (axis, &low, &high);
      start = now ();
      for (gsize k = 0; k < N_EVENTS; k++)
        {
          SimEventRecord record = sim_trajectory_event (trajectory, k);

          if (record.t >= low && record.t <= high)
            sum += plot_scale_map (&across, record.t);
        }
      asked[i] = now () - start;
    }
  frame = median (frames, N_TURNS);
  g_print ("pan over %d events: median %.2f ms, 95 of 100 under %.2f; asking each event %.2f ms (at %.0f px in the middle)\n", N_EVENTS,
           frame,
           frames[N_TURNS * 95 / 100], median (asked, N_TURNS), sum / N_TURNS / N_EVENTS);
}

int
main (int argc, char **argv)
{
  gsize n_rows = argc > 1 ? strtoul (argv[1], NULL, 10) : 10000000;
  g_autoptr (SimTrajectory) trajectory = sim_trajectory_new (3, (gsize) 4 << 30);
  g_autoptr (SimTape) tape = sim_tape_new (MOST_ATTEMPTS);
  double x[3] = { 1, 1, 1 }, t = 0, t_tape = 0, frames[200], each[N_VIEWS];
  double start = now ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  const int columns[3] = { 0, 1, 2 };
  const int third = 2;
  gboolean right;

  append (trajectory, x, &t, n_rows, STEP);
  append_attempts (tape, &t_tape, MOST_ATTEMPTS);
  g_print ("%" G_GSIZE_FORMAT " rows of 3 columns appended in %.0f ms\n", n_rows, now () - start);

  g_autoptr (PlotTimeAxis) axis = plot_time_axis_new (0, t * 1.05, "s");
  PlotRun run = { trajectory, tape, NULL, 0, t * 1.05, 0.1 };
  Window window = { { plot_views_time (&run, axis, columns, 3), plot_views_step (&run, axis), plot_views_error (&run, axis),
                      plot_views_invariant (&run, axis, &third, 1, FALSE), plot_views_phase (&run, axis, 0, 2, FALSE) },
                    { { 0, 0, 452, 268 }, { 0, 268, 452, 200 }, { 0, 468, 452, 217 }, { 0, 685, 452, 200 }, { 464, 0, 344, 402 } },
                        N_VIEWS };
  static const double filled[N_VIEWS][4] = { { 0, 0, 820, 270 }, { 0, 270, 820, 210 }, { 0, 480, 820, 210 }, { 0, 690, 820, 210 },
                                             { 830, 0, 610, 900 } };

  /* By default the plot area has the size that it has beside a second panel; with "filled" a single panel fills the
   * window. */
  if (argc > 2 && strcmp (argv[2], "filled") == 0)
    memcpy (window.boxes, filled, sizeof filled);

  /* The first text that a thread draws loads the fonts. The window loads them before its first frame, so this text is not
   * measured. */
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
  g_print ("first frame %.1f ms (time %.1f, step %.1f, error %.1f, invariant %.1f, phase %.1f)\n", now () - start, each[0], each[1],
           each[2], each[3], each[PHASE]);
  start = now ();
  for (int i = 0; i < 5000 && plot_view_draw (window.views[PHASE], cr, 610, 900, 1); i++)
    ;
  g_print ("phase portrait complete after %.0f ms of slices\n", now () - start);

  for (int i = 0; i < 200; i++)
    {
      append (trajectory, x, &t, 20000, STEP);
      append_attempts (tape, &t_tape, 100);
      plot_time_axis_set_reached (axis, t);
      plot_time_axis_set_playhead (axis, t);
      frames[i] = draw (&window, cr, each);
    }
  g_print ("live frame (time %.2f, step %.2f, error %.2f, invariant %.2f, phase %.2f)\n", each[0], each[1], each[2], each[3], each[PHASE]);
  right = median (frames, 200) <= BUDGET_MS;
  report ("live, 20 000 new rows each", frames, 200);
  right &= user_acts (&window, cr, t);
  export_orbit ();
  pan_events (cr);
  for (int i = 0; i < window.n; i++)
    plot_view_free (window.views[i]);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return right ? 0 : 1;
}
