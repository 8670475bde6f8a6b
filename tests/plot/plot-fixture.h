/* Runs to draw, made without a model: van der Pol with its attempts, a bouncing ball with its jumps. */
#pragma once

#include "plot-views.h"

G_BEGIN_DECLS

/* x, v of x'' = 5 (1 − x²) x' − x from (1, 0) to t_end, by Heun's method with step control; tape may be NULL. */
SimTrajectory *plot_fixture_oscillator (double t_end, SimTape *tape);
/* h, v of a ball from 10 m with restitution 0.8, n bounces, with x⁻ and x⁺ rows and event records. */
SimTrajectory *plot_fixture_ball (int n_bounces);
/* One column: n rows, value func (row). */
SimTrajectory *plot_fixture_rows (gsize n, double dt, double (*func) (double t));

/* The oscillator's run with its axis, and a card to draw on, px. */
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
/* Until nothing is left to draw. */
void plot_fixture_draw (PlotFixture *fixture, PlotView *view);
/* x and v over time; free with plot_view_free. */
PlotView *plot_fixture_time_view (PlotFixture *fixture);
/* Pixels of the card closer to color than a sixth of the way to white. */
int plot_fixture_count (PlotFixture *fixture, PlotColor color);

G_END_DECLS
