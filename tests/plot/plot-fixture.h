/* Runs to draw, made without a model: van der Pol with its attempts, a bouncing ball with its jumps. */
#pragma once

#include "plot-run.h"

G_BEGIN_DECLS

/* x, v of x'' = 5 (1 − x²) x' − x from (1, 0) to t_end, by Heun's method with step control; tape may be NULL. */
SimTrajectory *plot_fixture_oscillator (double t_end, SimTape *tape);
/* h, v of a ball from 10 m with restitution 0.8, n bounces, with x⁻ and x⁺ rows and event records. */
SimTrajectory *plot_fixture_ball (int n_bounces);
/* One column: n rows, value func (row). */
SimTrajectory *plot_fixture_rows (gsize n, double dt, double (*func) (double t));

G_END_DECLS
