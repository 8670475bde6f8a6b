/* Runs for drawing, without a model: van der Pol with its attempts, a bouncing ball with its jumps. */
#pragma once

#include "plot-views.h"

G_BEGIN_DECLS

/* Returns x, v of x'' = 5 (1 − x²) x' − x from (1, 0) to t_end, by Heun's method with step control; tape may be NULL. */
SimTrajectory *plot_fixture_oscillator (double t_end, SimTape *tape);
/* Returns h, v of a ball that falls from 10 m with restitution 0.8, n bounces, with rows x⁻ and x⁺ and event records. */
SimTrajectory *plot_fixture_ball (int n_bounces);
/* Returns one column of n rows with the values func (t), t = row·dt. */
SimTrajectory *plot_fixture_rows (gsize n, double dt, double (*func) (double t));

/* The oscillator's run with its axis, and an image to draw on, px. */
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
/* Draws until nothing remains to be drawn. */
void plot_fixture_draw (PlotFixture *fixture, PlotView *view);
/* Returns a view of x and v over time; free it with plot_view_free. */
PlotView *plot_fixture_time_view (PlotFixture *fixture);
/* Returns the number of pixels whose distance from color is less than a sixth of the distance to white. */
int plot_fixture_count (PlotFixture *fixture, PlotColor color);

G_END_DECLS
