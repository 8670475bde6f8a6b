/* Finds the smallest number of given times, such as those of events, after which all curves of a run have the same
 * values as before. */
#include "plot-repeat.h"

#include <math.h>

#include "plot-run.h"

/* Largest permitted difference of a period and the one before, as a fraction. */
#define REGULAR 0.005
/* Number of times in a period at which values are compared. They are not at the ends, where a curve may jump. */
#define TIMES 64
/* Largest permitted difference, as a fraction of the range of the column. Rows inside steps are that close to the solution. */
#define NEAR 0.02
/* Half the width of the interval of time in which a value must occur again, as a fraction of the period: the steep flanks of a relaxation
 * oscillation are not at exactly the same phase. */
#define EARLY 0.005

/* Returns whether a curve has the same values over [t − period, t] as over [t − 2·period, t − period]. *moves is set to TRUE if the curve
 * is not constant. */
static gboolean
repeats (SimTrajectory *trajectory, const PlotRepeatCurve *curve, double t, double period, gboolean *moves)
{
  double low, high, slack;

  sim_trajectory_range (trajectory, curve->column, sim_trajectory_find (trajectory, t - 2 * period),
                        sim_trajectory_find (trajectory, t) + 1, &low, &high);
  if (!(high - low > 1e-9 * fmax (fabs (low), fabs (high))))
    return high >= low;
  *moves = TRUE;
  slack = NEAR * (curve->wrap > 0 ? fmin (curve->wrap, high - low) : high - low);
  for (int k = 0; k < TIMES; k++)
    {
      double now = t - period * (k + 0.5) / TIMES, from = now - period * (1 + EARLY), to = now - period * (1 - EARLY);
      double value = plot_run_value (trajectory, curve->column, now), a = plot_run_value (trajectory, curve->column, from),
             b = plot_run_value (trajectory, curve->column, to), least, most;

      sim_trajectory_range (trajectory, curve->column, sim_trajectory_find (trajectory, from) + 1, sim_trajectory_find (trajectory, to) + 1,
                            &least, &most);
      least = fmin (fmin (a, b), least);
      most = fmax (fmax (a, b), most);
      if (curve->wrap > 0)
        value -= curve->wrap * round ((value - 0.5 * (least + most)) / curve->wrap);
      if (!(value >= least - slack && value <= most + slack))
        return FALSE;
    }
  return TRUE;
}

int
plot_run_find_period (SimTrajectory *trajectory, const PlotRepeatCurve *curves, int n_curves, const double *t, int n)
{
  gsize n_rows = sim_trajectory_n_rows (trajectory);

  for (int k = 1; n_rows > 1 && 2 * k < n; k++)
    {
      double period = t[0] - t[k];
      gboolean moves = FALSE, all = TRUE;

      if (!(period > 0) || !(fabs (period - (t[k] - t[2 * k])) <= REGULAR * period)
          || !(sim_trajectory_row (trajectory, 0)[0] <= t[0] - 2 * period * (1 - REGULAR))
          || !(sim_trajectory_row (trajectory, n_rows - 1)[0] >= t[0]))
        continue;
      for (int i = 0; i < n_curves && all; i++)
        all = repeats (trajectory, &curves[i], t[0], period, &moves);
      if (all && moves)
        return k;
    }
  return 0;
}
