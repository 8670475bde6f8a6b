/* Runs for tests of drawing, made without a model: a Van der Pol oscillator with its attempts, and a bouncing ball with its
 * jumps. */
#pragma once

#include "plot-views.h"

G_BEGIN_DECLS

/* Returns a trajectory of x and v for x'' = 5 (1 − x²) x' − x from (1, 0) to t_end, computed by Heun's method with step control. The
 * attempts are appended to tape, which may be NULL. */
SimTrajectory *plot_fixture_oscillator (double t_end, SimTape *tape);
/* Returns a trajectory of h and v for a ball that falls from 10 m and bounces n times with restitution 0.8. It has rows before (x⁻) and
 * after (x⁺) each bounce, and event records. */
SimTrajectory *plot_fixture_ball (int n_bounces);
/* Returns a trajectory with one column and n rows, which hold the values func (t) at t =
 * row·dt. */
SimTrajectory *plot_fixture_rows (gsize n, double dt, double (*func) (double t));

/* Size in px of the image on which the run of the oscillator is drawn. */
#define PLOT_FIXTURE_WIDTH 452
#define PLOT_FIXTURE_HEIGHT 268

typedef struct
{
  SimTrajectory *trajectory;
  SimTape *tape;
  PlotRun run;
  PlotTimeAxis *axis;
  cairo_surface_t *surface;
  cairo_t *cr;
} PlotFixture;

void plot_fixture_set_up (PlotFixture *fixture, gconstpointer unused);
void plot_fixture_tear_down (PlotFixture *fixture, gconstpointer unused);
/* Draws a view repeatedly until nothing remains to be drawn. */
void plot_fixture_draw (PlotFixture *fixture, PlotView *view);
/* Returns a view of x and v over time. Free it with plot_view_free. */
PlotView *plot_fixture_time_view (PlotFixture *fixture);
/* Returns the number of pixels whose distance from color is less than a sixth of the distance between color and white. */
int plot_fixture_count (PlotFixture *fixture, PlotColor color);

G_END_DECLS
