/* Draws all plots, the motion and the figures of further small models, and compares what is drawn with tests/plot/drawn-models.txt. The
 * models have what the runs of test-drawn-kinds do not have: phases in which a state rests or slides, periods, clusters of events, changes
 * of parameters, a scene without a range, and surfaces of events of every direction. */
#include <glib.h>
#include <math.h>

#include "drawn-run.h"
#include "drawn.h"
#include "plot-figure.h"
#include "plot-spec.h"
#include "plot-view-hit.h"

static DrawnTable *table;

static const char belt[] = "format: 1\n"
                           "name: Belt\n"
                           "time: {end: 16, unit: s}\n"
                           "states:\n"
                           "  x: {initial: 0, derivative: v, kind: position, unit: m}\n"
                           "  v: {initial: 0, derivative: -x + s*(1 - 0.2*abs(v - 1)), kind: velocity}\n"
                           "discrete: {s: 1, sticks: 0}\n"
                           "events:\n"
                           "  faster: {crossing: v - 1, direction: rising, set: {s: -1}, slide: sticks}\n"
                           "  slower: {crossing: v - 1, direction: falling, set: {s: 1}, slide: sticks}\n"
                           "plots:\n"
                           "  - {type: time, show: [x, v], range: [-2.5, 2]}\n"
                           "  - {type: phase, x: x, y: v}\n"
                           "  - {type: step}\n";

static const char table_ball[] = "format: 1\n"
                                 "name: Table\n"
                                 "time: {end: 8, unit: s}\n"
                                 "parameters: {a: 0.2, w: 8, e: 0.3, p: 0}\n"
                                 "states:\n"
                                 "  z: {initial: 1.2, derivative: u, kind: position}\n"
                                 "  u: {initial: 0, derivative: \"-9.81 + (0.6*a + 0.15*t*a)*w^2*sin(w*t)\", kind: velocity}\n"
                                 "discrete: {lies: {initial: 0, label_1: on it, label_0: flies}}\n"
                                 "events:\n"
                                 "  touch:\n"
                                 "    crossing: z\n"
                                 "    direction: falling\n"
                                 "    while: abs(u) > 0.1\n"
                                 "    set: {z: 0, u: -e*u}\n"
                                 "  stay: {crossing: z, direction: falling, while: abs(u) <= 0.1, set: {z: 0, u: 0}, rest: lies}\n"
                                 "plots:\n"
                                 "  - {type: time, show: [z, u]}\n"
                                 "  - {type: time, show: [u], log: [y], title: Speed}\n";

static const char clock_[] = "format: 1\n"
                             "name: Clock\n"
                             "time: {end: 20, unit: s}\n"
                             "states:\n"
                             "  a: {initial: 1, derivative: b, kind: position, unit: m, about: place}\n"
                             "  b: {initial: 0, derivative: -a, kind: velocity, unit: m/s}\n"
                             "  c: {initial: 0, derivative: 1, unit: rad, wrap: 2*pi}\n"
                             "events:\n"
                             "  top: {crossing: b, direction: falling}\n"
                             "plots:\n"
                             "  - {type: time, show: [a, b]}\n"
                             "  - {type: time, show: [a, c]}\n"
                             "  - {type: events, at: top}\n"
                             "  - {type: phase, x: a, y: c}\n"
                             "  - {type: section, x: a, y: c, at: b}\n";

static const char ticks[] = "format: 1\n"
                            "name: Ticks\n"
                            "time: {end: 30, unit: ms}\n"
                            "parameters: {k: 1}\n"
                            "states:\n"
                            "  q: {initial: 1, derivative: -0.1*k*q + 0.02*n}\n"
                            "discrete: {n: 0}\n"
                            "events:\n"
                            "  slow: {every: 3, set: {n: n + 1}}\n"
                            "  fast: {every: 0.1, while: t > 8 and t < 22, set: {n: n}}\n"
                            "  quick: {every: 0.1, while: t > 27 and t < 27.6, set: {n: n}}\n"
                            "plots:\n"
                            "  - {type: time, show: [q, n]}\n"
                            "  - {type: events, at: slow}\n"
                            "  - {type: phase, x: t, y: q}\n";

static const char planet[] = "format: 1\n"
                             "name: Planet\n"
                             "time: {end: 9}\n"
                             "states:\n"
                             "  x: {initial: 1, derivative: vx, kind: position, unit: m}\n"
                             "  y: {initial: 0, derivative: vy, kind: position, unit: m}\n"
                             "  vx: {initial: 0, derivative: -x/(x^2 + y^2)^1.5, kind: velocity, unit: m/s}\n"
                             "  vy: {initial: 0.8, derivative: -y/(x^2 + y^2)^1.5, kind: velocity, unit: m/s}\n"
                             "outputs:\n"
                             "  E: {value: (vx^2 + vy^2)/2 - (x^2 + y^2)^-0.5, invariant: true, unit: J/kg}\n"
                             "  L: {value: x*vy - y*vx, invariant: true}\n"
                             "plots:\n"
                             "  - {type: phase, x: x, y: y}\n"
                             "  - {type: phase, x: vx, y: vy}\n"
                             "  - {type: invariant}\n"
                             "  - {type: time, show: [x, y, vx, vy, E, L]}\n"
                             "  - {type: step}\n"
                             "  - {type: error}\n"
                             "scene:\n"
                             "  - {disc: {at: [0, 0], radius: 0.15, color: 2, fill: true}}\n"
                             "  - {disc: {at: [x, y], radius: 0.05}}\n"
                             "  - {line: {from: [0, 0], to: [x, y], color: 3}}\n"
                             "  - {box: {at: [0.2, 0.9], size: [0.3, 0.2], angle: 0.5}}\n"
                             "  - {polyline: {points: [[-0.8, -0.6], [0, -0.75], [0.8, -0.6]], color: 6}}\n"
                             "  - {arrow: {from: [x, y], to: [x + 0.3*vx, y + 0.3*vy]}}\n"
                             "  - {text: {at: [0.5, 0.8], text: \"at {x}\"}}\n"
                             "  - {trace: {at: [x, y], color: 1}}\n"
                             "  - {history: {at: [x, -1], span: 3, length: 0.6}}\n"
                             "  - {ground: {at: [0, -0.9]}}\n";

static const char relay[] = "format: 1\n"
                            "name: Relay\n"
                            "time: {end: 12, unit: s}\n"
                            "parameters: {w: 1.3}\n"
                            "states:\n"
                            "  x: {initial: 0.9, derivative: v}\n"
                            "  v: {initial: 0, derivative: -x - 0.1*v + s*0.3*cos(w*t)}\n"
                            "  z: {initial: 1, derivative: -z}\n"
                            "discrete: {s: 1}\n"
                            "events:\n"
                            "  up: {crossing: x - 0.5, direction: rising, set: {s: -1}}\n"
                            "  down: {crossing: x + 0.5*v, direction: falling, set: {s: 1}}\n"
                            "  round: {crossing: x^2 + v^2 - 0.3 + 0.01*x^2*v^2, direction: both, set: {s: s}}\n"
                            "  saddle: {crossing: x*v - 0.02, direction: both, while: z > 0.5, set: {s: s}}\n"
                            "  moving: {crossing: x - 0.1*t, direction: rising, set: {s: s}}\n"
                            "  hidden: {crossing: x - z, direction: rising, set: {s: s}}\n"
                            "  switched: {crossing: x - 0.8*s, direction: rising, set: {s: s}}\n"
                            "plots:\n"
                            "  - {type: phase, x: x, y: v}\n"
                            "  - {type: phase, x: v, y: z}\n"
                            "  - {type: section, x: x, y: v, at: up}\n"
                            "  - {type: time, show: [x, s, z]}\n";

static const char carriage[] = "format: 1\n"
                               "name: Carriage\n"
                               "time: {end: 10, unit: s}\n"
                               "parameters: {k: 4}\n"
                               "states:\n"
                               "  x: {initial: 1, derivative: v, kind: position, unit: m, about: position}\n"
                               "  v: {initial: 0, derivative: x*(1 - x^2) - 0.2*v*(x - v), kind: velocity, unit: m/s}\n"
                               "plots:\n"
                               "  - {type: phase, x: x, y: v}\n"
                               "  - {type: time, show: [x], log: [x]}\n"
                               "scene:\n"
                               "  - {view: {x: [-2, 2], y: [-2, 1], share: x}}\n"
                               "  - {region: {from: [-9, -9], to: [0, 9], text: left, color: 2}}\n"
                               "  - {box: {at: [x, 0.5], size: [0.5, 0.5], color: 5, fill: true}}\n"
                               "  - {history: {at: [x, 0], span: 2, length: 1.5, color: 3}}\n";

static const struct
{
  const char *name, *model, *settings;
  double playhead; /* as a fraction of the run; negative: at this event, counted from −1 */
} rows[] = {
  { "belt", belt, "{integrator: runge_kutta5, accuracy: 1e-6}", -2 },
  { "table", table_ball, "{integrator: runge_kutta5, accuracy: 1e-6}", -1 },
  { "clock", clock_, "{integrator: runge_kutta5, accuracy: 1e-8}", 0.4 },
  { "ticks", ticks, "{integrator: runge_kutta3, accuracy: 1e-4, max_step: 0.5}", 0.5 },
  { "planet", planet, "{integrator: runge_kutta3, accuracy: 1e-3}", 0.6 },
  { "relay", relay, "{integrator: runge_kutta5, accuracy: 1e-6}", 0.3 },
  { "carriage", carriage, "{integrator: runge_kutta5, accuracy: 1e-5}", 0.4 },
};

/* Computes the run of a row, with its playhead. */
static void
set_up (DrawnRun *run, gsize row)
{
  double t;

  drawn_run_init (run, rows[row].model, rows[row].settings, NAN);
  run->run.max_step = rows[row].model == ticks ? 0.5 : 0;
  if (rows[row].model == ticks)
    {
      /* Two changes of the parameter, of which one is close to an event. */
      for (int k = 0; k < 2; k++)
        {
          double when = k == 0 ? 7.5 : 24.1;
          gsize at = sim_trajectory_find (run->trajectory, when);

          sim_trajectory_append_event (run->trajectory, &(SimEventRecord){ .t = when,
                                                                           .event = -1,
                                                                           .kind = -1,
                                                                           .row_before = at,
                                                                           .row_after = at,
                                                                           .parameter = 0,
                                                                           .value = 2 + k,
                                                                           .overwritten = -1 });
        }
    }
  t = rows[row].playhead >= 0 ? rows[row].playhead * run->run.t_end
                              : sim_trajectory_event (run->trajectory, (gsize)(-rows[row].playhead) - 1).t;
  plot_time_axis_set_playhead (run->axis, t);
}

/* All plots that the model describes, and those that it shows when it is opened. */
static void
test_plots (void)
{
  for (gsize row = 0; row < G_N_ELEMENTS (rows); row++)
    {
      DrawnRun run;
      g_autoptr (GPtrArray) specs = NULL;

      set_up (&run, row);
      specs = plot_specs_default (run.model, run.system);
      for (int k = 0; k < model_n_plots (run.model); k++)
        g_ptr_array_add (specs, plot_spec_from_model (model_plot (run.model, k)));
      for (guint k = 0; k < specs->len; k++)
        {
          const PlotSpec *spec = specs->pdata[k];
          PlotSource source = { .run = run.run };
          g_autoptr (PlotView) view = NULL, again = NULL;
          g_autofree char *name = g_strdup_printf ("plot %u of %s", k + 1, rows[row].name);
          PlotHit hit;
          gboolean is_new = TRUE;

          for (guint l = 0; l < k; l++)
            is_new &= !plot_spec_shows_same (specs->pdata[l], spec, run.system);
          view = is_new ? plot_spec_view (spec, &source, run.axis) : NULL;
          if (view == NULL)
            continue;
          drawn_table_view (table, name, k == 0 ? DRAWN_LARGE | DRAWN_PAGE : DRAWN_PAGE, view);
          /* A pin is found again in a new view of the same data. */
          plot_view_layout (view, 300, 200);
          plot_view_ranges (view);
          plot_view_hit (view, 170, 110, 300, &hit);
          plot_view_set_pin (view, &hit);
          hit = *plot_view_pin (view);
          hit.layer = NULL;
          again = plot_spec_view (spec, &source, run.axis);
          plot_view_set_pin (again, &hit);
          drawn_table_view (table, name, DRAWN_SMALL, again);
        }
      drawn_run_clear (&run);
    }
  drawn_table_check (table);
}

static gboolean
draw_figure (gpointer user, cairo_t *cr, const DrawnSize *size)
{
  PlotCanvas canvas;

  plot_canvas_init_cairo (&canvas, cr, 1, TRUE);
  plot_figure_draw (user, &canvas, size->width, size->height);
  return FALSE;
}

/* The figures of the plots that the model describes, and of all plots, in columns. */
static void
test_figures (void)
{
  for (gsize row = 0; row < G_N_ELEMENTS (rows); row++)
    {
      DrawnRun run, second;
      g_autoptr (PlotFigure) own = NULL, all = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *own_name = g_strdup_printf ("figure of %s", rows[row].name),
                      *all_name = g_strdup_printf ("whole %s", rows[row].name);

      set_up (&run, row);
      drawn_run_init (&second, rows[row].model, "{integrator: heun3, accuracy: 1e-2}", NAN);
      second.run.series = 1;
      second.run.number = 2;
      own = plot_figure_new_for_model_plots (&run.run, &second.run, row % 2);
      g_assert_nonnull (own);
      g_assert_cmpint (plot_figure_n_views (own), >, 0);
      drawn_table_drawing (table, own_name, DRAWN_LARGE, draw_figure, own);
      all = plot_figure_new_for_run (&run.run, "all", &error);
      g_assert_no_error (error);
      plot_figure_set_caption (all, "*h* = 0.1, a caption of the figure");
      if (rows[row].model == planet)
        drawn_table_drawing (table, all_name, DRAWN_LARGE, draw_figure, all);
      g_clear_pointer (&own, plot_figure_free);
      g_clear_pointer (&all, plot_figure_free);
      drawn_run_clear (&run);
      drawn_run_clear (&second);
    }
  drawn_table_check (table);
}

/* A phase portrait and the motion below it share their horizontal axis, also after a zoom. */
static void
test_shared (void)
{
  DrawnRun run;
  g_autoptr (PlotView) phase = NULL, motion = NULL;

  set_up (&run, G_N_ELEMENTS (rows) - 1);
  phase = plot_views_phase (&run.run, run.axis, 0, 1, TRUE);
  motion = plot_views_motion (&run.run, run.axis);
  g_assert_false (plot_views_share_motion (&run.run, phase, motion, 1, 0));
  for (int k = 0; k < 3; k++)
    {
      g_autofree char *upper = g_strdup_printf ("portrait above the scene %d", k),
                      *lower = g_strdup_printf ("scene below the portrait %d", k);

      if (k == 1)
        plot_view_zoom (phase, PLOT_DIRECTION_X, 150, 100, 0.6);
      else
        g_assert_true (plot_views_share_motion (&run.run, phase, motion, 0, 1));
      drawn_table_view (table, upper, DRAWN_SMALL, phase);
      drawn_table_view (table, lower, DRAWN_SMALL, motion);
    }
  g_clear_pointer (&phase, plot_view_free);
  drawn_table_view (table, "scene without its portrait", DRAWN_SMALL, motion);
  g_clear_pointer (&motion, plot_view_free);
  drawn_run_clear (&run);
  drawn_table_check (table);
}

int
main (int argc, char **argv)
{
  int status;

  table = drawn_table_open (&argc, &argv, "drawn-models.txt");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/drawn/models/plots-of-models-draw-the-recorded-pictures", test_plots);
  g_test_add_func ("/drawn/models/figures-of-models-draw-the-recorded-pictures", test_figures);
  g_test_add_func ("/drawn/models/a-scene-below-its-portrait-draws-the-recorded-pictures", test_shared);
  drawn_table_add_last_test (table, "/drawn/models/every-recorded-picture-is-drawn");
  status = g_test_run ();
  drawn_table_close (table);
  return status;
}
