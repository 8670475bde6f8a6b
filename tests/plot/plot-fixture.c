#include "plot-fixture.h"

#include <math.h>

static void
slope (const double *x, double *d)
{
  d[0] = x[1];
  d[1] = 5 * (1 - x[0] * x[0]) * x[1] - x[0];
}

SimTrajectory *
plot_fixture_oscillator (double t_end, SimTape *tape)
{
  SimTrajectory *trajectory = sim_trajectory_new (2, 1 << 28);
  double x[2] = { 1, 0 }, t = 0, h = 0.01;

  sim_trajectory_append (trajectory, t, x, SIM_ROW_FIRST);
  while (t < t_end)
    {
      double k1[2], k2[2], y[2], error = 0, factor;
      OdeAttempt attempt = { 0 };

      h = fmin (h, fmin (0.25, t_end - t));
      slope (x, k1);
      for (int i = 0; i < 2; i++)
        y[i] = x[i] + h * k1[i];
      slope (y, k2);
      for (int i = 0; i < 2; i++)
        {
          error = fmax (error, fabs (h * (k2[i] - k1[i]) / 2) / (1e-3 * fmax (1, fabs (x[i]))));
          y[i] = x[i] + h * (k1[i] + k2[i]) / 2;
        }
      factor = CLAMP (0.9 / sqrt (fmax (error, 1e-10)), 0.2, 5);
      attempt.t = t;
      attempt.h = h;
      attempt.error = error;
      attempt.h_next = h * factor;
      attempt.outcome = error <= 1 ? ODE_ATTEMPT_ACCEPTED : ODE_ATTEMPT_REJECTED_ERROR;
      if (tape != NULL)
        sim_tape_append (tape, &attempt);
      if (error <= 1)
        {
          t = t_end - t <= h ? t_end : t + h;
          x[0] = y[0];
          x[1] = y[1];
          sim_trajectory_append (trajectory, t, x, SIM_ROW_STEP);
        }
      h *= factor;
    }
  return trajectory;
}

SimTrajectory *
plot_fixture_ball (int n_bounces)
{
  SimTrajectory *trajectory = sim_trajectory_new (2, 1 << 28);
  const double g = 9.81;
  double h0 = 10, v0 = 0, start = 0, x[2] = { 10, 0 };

  sim_trajectory_append (trajectory, 0, x, SIM_ROW_FIRST);
  for (int bounce = 0; bounce < n_bounces; bounce++)
    {
      double flight = (v0 + sqrt (v0 * v0 + 2 * g * h0)) / g;
      SimEventRecord record = { .parameter = -1, .kind = 4 };

      for (int i = 1; i <= 40; i++)
        {
          double u = flight * i / 40;

          x[0] = i == 40 ? 0 : h0 + v0 * u - g * u * u / 2;
          x[1] = v0 - g * u;
          sim_trajectory_append (trajectory, start + u, x, i == 40 ? SIM_ROW_BEFORE : SIM_ROW_STEP);
        }
      start += flight;
      h0 = 0;
      v0 = x[1] = -0.8 * x[1];
      record.t = start;
      record.row_before = sim_trajectory_n_rows (trajectory) - 1;
      record.row_after = record.row_before + 1;
      sim_trajectory_append (trajectory, start, x, SIM_ROW_AFTER);
      sim_trajectory_append_event (trajectory, &record);
    }
  return trajectory;
}

SimTrajectory *
plot_fixture_rows (gsize n, double dt, double (*func) (double t))
{
  SimTrajectory *trajectory = sim_trajectory_new (1, 1 << 30);

  for (gsize i = 0; i < n; i++)
    {
      double value = func (i * dt);

      sim_trajectory_append (trajectory, i * dt, &value, SIM_ROW_STEP);
    }
  return trajectory;
}

/* ---- a run with its axis and an image ---- */

void
plot_fixture_set_up (PlotFixture *fixture, gconstpointer data)
{
  fixture->tape = sim_tape_new (100000);
  fixture->trajectory = plot_fixture_oscillator (30, fixture->tape);
  fixture->run = (PlotRun) { fixture->trajectory, fixture->tape, NULL, 0, 40, 0.25 };
  fixture->axis = plot_time_axis_new (0, 40, "s");
  plot_time_axis_set_reached (fixture->axis, 30);
  fixture->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, PLOT_FIXTURE_WIDTH, PLOT_FIXTURE_HEIGHT);
  fixture->cr = cairo_create (fixture->surface);
}

void
plot_fixture_tear_down (PlotFixture *fixture, gconstpointer data)
{
  cairo_destroy (fixture->cr);
  cairo_surface_destroy (fixture->surface);
  plot_time_axis_unref (fixture->axis);
  sim_trajectory_unref (fixture->trajectory);
  sim_tape_unref (fixture->tape);
}

void
plot_fixture_draw (PlotFixture *fixture, PlotView *view)
{
  for (int i = 0; i < 10000 && plot_view_draw (view, fixture->cr, PLOT_FIXTURE_WIDTH, PLOT_FIXTURE_HEIGHT, 1); i++)
    ;
}

PlotView *
plot_fixture_time_view (PlotFixture *fixture)
{
  const int columns[2] = { 0, 1 };

  return plot_views_time (&fixture->run, fixture->axis, columns, 2);
}

int
plot_fixture_count (PlotFixture *fixture, PlotColor color)
{
  int n = 0, stride = cairo_image_surface_get_stride (fixture->surface);

  cairo_surface_flush (fixture->surface);
  for (int y = 0; y < PLOT_FIXTURE_HEIGHT; y++)
    for (int x = 0; x < PLOT_FIXTURE_WIDTH; x++)
      {
        const guint8 *p = cairo_image_surface_get_data (fixture->surface) + y * stride + 4 * x;

        n += fabs (p[2] - color.r * 255) < 30 && fabs (p[1] - color.g * 255) < 30 && fabs (p[0] - color.b * 255) < 30;
      }
  return n;
}
