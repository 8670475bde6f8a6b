/* Draws the plots of every kind, and compares what is drawn with tests/plot/drawn-kinds.txt. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "drawn-run.h"
#include "drawn.h"
#include "lab-measured.h"
#include "plot-spec.h"
#include "plot-view-hit.h"
#include "sim-limit.h"

static DrawnTable *table;

/* The runs of which all kinds are drawn. */
enum
{
  BALL,
  PENDULUM,
  STIFF,
  N_RUNS
};
static const struct
{
  const char *name, *model, *settings;
} models[N_RUNS] = {
  { "ball", drawn_ball, "{integrator: runge_kutta5, accuracy: 1e-5}" },
  { "pendulum", drawn_pendulum, "{integrator: runge_kutta3, accuracy: 1e-3}" },
  { "stiff", drawn_stiff, "{integrator: radau, accuracy: 1e-4}" },
};
static DrawnRun runs[N_RUNS];

/* A second run of each model, with another accuracy. */
static DrawnRun seconds[N_RUNS];

/* The difference of two runs, for the plot of differences: a decaying oscillation of each state. */
#define N_TIMES 60
static double difference_t[N_TIMES], difference_values[N_TIMES * 3];

/* Makes the source of a plot of run k, with everything that a kind may need. */
static PlotSource
source_of (int k, PlotDifference *difference, PlotLane lanes[3])
{
  const PlotRun *run = &runs[k].run;
  int n_states = model_system_n_states (run->system);

  for (int i = 0; i < N_TIMES; i++)
    {
      difference_t[i] = run->t_end * i / (N_TIMES - 1);
      for (int s = 0; s < n_states; s++)
        difference_values[i * n_states + s] = 1e-3 * (s + 1) * exp (0.08 * i) * cos (0.3 * i + s);
    }
  *difference =
      (PlotDifference){ "A − B", difference_t, difference_values, N_TIMES, 0.08 * (N_TIMES - 1) / run->t_end, log (1e-3), 0, run->t_end };
  lanes[0] = (PlotLane){ 'A', 1, 0, -1, 0, "first", run->trajectory, FALSE, FALSE };
  lanes[1] = (PlotLane){ 'B', 2, 1, 0, run->t_end / 4, "*e* = 0.7", run->trajectory, TRUE, FALSE };
  lanes[2] = (PlotLane){ 'C', 3, 2, 1, run->t_end / 2, "third", run->trajectory, FALSE, TRUE };
  return (PlotSource){ .run = *run, .difference = difference, .lanes = lanes, .n_lanes = 3 };
}

static void
set_up (void)
{
  for (int k = 0; k < N_RUNS; k++)
    {
      drawn_run_init (&runs[k], models[k].model, models[k].settings, NAN);
      drawn_run_init (&seconds[k], models[k].model, "{integrator: heun3, accuracy: 1e-2}", k == STIFF ? 0.1 : NAN);
    }
}

static void
tear_down (void)
{
  for (int k = 0; k < N_RUNS; k++)
    {
      drawn_run_clear (&runs[k]);
      drawn_run_clear (&seconds[k]);
    }
}

/* Every kind is drawn with each run that has what it needs. A new kind needs a run that has it. */
static void
test_kinds (void)
{
  for (int i = 0; plot_kinds[i] != NULL; i++)
    {
      int n_pictures = 0;

      for (int k = 0; k < N_RUNS; k++)
        {
          PlotDifference difference;
          PlotLane lanes[3];
          PlotSource source = source_of (k, &difference, lanes);
          g_autoptr (PlotSpec) spec = plot_spec_for_run (plot_kinds[i], &source.run);
          g_autoptr (PlotView) view = plot_spec_view (spec, &source, runs[k].axis);
          g_autofree char *name = g_strdup_printf ("%s of %s", plot_kinds[i]->id, models[k].name);

          if (view == NULL)
            continue;
          drawn_table_view (table, name, n_pictures == 0 ? DRAWN_ALL : DRAWN_SMALL | DRAWN_PAGE, view);
          n_pictures++;
        }
      if (n_pictures == 0)
        g_test_fail_printf ("no run has what a plot of the kind '%s' needs", plot_kinds[i]->id);
    }
  drawn_table_check (table);
}

/* The distance of two branches: zero while they are one run, then growing with oscillations. */
static void
test_distance (void)
{
  for (int k = 0; k < N_RUNS; k++)
    {
      PlotDifference difference;
      PlotLane lanes[3];
      PlotSource source = source_of (k, &difference, lanes);
      g_autoptr (PlotSpec) spec = plot_spec_new (&plot_kind_difference, 0, 1);
      double distance[N_TIMES];
      g_autofree char *name = g_strdup_printf ("distance of run %d, %s", k, models[k].name);
      g_autoptr (PlotView) view = NULL;

      for (int i = 0; i < N_TIMES; i++)
        distance[i] = i < N_TIMES / 4 ? 0 : 1e-6 * exp (0.3 * (i - N_TIMES / 4) + sin (i));
      difference.distance = distance;
      difference.t_common = difference.t_first = difference_t[N_TIMES / 4];
      difference.rate = 0.3 * (N_TIMES - 1) / (source.run.t_end - source.run.t_start);
      difference.log_at_first = log (1e-6);
      view = plot_spec_view (spec, &source, runs[k].axis);
      g_assert_nonnull (view);
      drawn_table_view (table, name, k == 0 ? DRAWN_ALL : DRAWN_SMALL | DRAWN_PAGE, view);
    }
  drawn_table_check (table);
}

/* Before the first step, and for a run without any row. */
static void
test_empty (void)
{
  g_autoptr (SimTrajectory) none = sim_trajectory_new (model_system_n_columns (runs[BALL].system), 1 << 20);
  g_autoptr (SimTape) no_tape = sim_tape_new (100);
  DrawnRun start;

  drawn_run_init (&start, drawn_ball, models[BALL].settings, 0);
  for (int i = 0; plot_kinds[i] != NULL; i++)
    for (int k = 0; k < 2; k++)
      {
        PlotDifference difference;
        PlotLane lanes[3];
        PlotSource source = source_of (BALL, &difference, lanes);

        source.run = start.run;
        if (k == 0)
          {
            source.run.trajectory = none;
            source.run.tape = no_tape;
          }
        difference.n = (gsize)k;
        for (int l = 0; l < 3; l++)
          lanes[l].trajectory = source.run.trajectory;

        g_autoptr (PlotSpec) spec = plot_spec_for_run (plot_kinds[i], &source.run);
        g_autoptr (PlotView) view = plot_spec_view (spec, &source, start.axis);
        g_autofree char *name = g_strdup_printf ("%s of a run %s", plot_kinds[i]->id, k == 0 ? "without rows" : "at its start");

        if (view != NULL)
          drawn_table_view (table, name, DRAWN_SMALL, view);
      }
  drawn_run_clear (&start);
  drawn_table_check (table);
}

typedef struct
{
  const char *name, *spec;
  int run;
  int log_y, field, nullclines, exposures;
  gboolean log_x, bands, both; /* both: with the second run */
  char letter;                 /* of the run in a tree; 0: none */
  gboolean ghost;              /* the second run is the one before the last change */
  double range[4];
  const char *measured;        /* text of a table of measured data; NULL: none */
  const char *more;            /* text of a second table; NULL: none */
} Variant;

static const Variant variants[] = {
  { "logarithmic values", "time:h:energy", BALL, .log_y = 1 },
  { "logarithmic time", "time:theta", PENDULUM, .log_x = TRUE },
  { "zoomed in time", "time:h:v", BALL, .range = { 2, 4.5, -8, 8 } },
  { "bands", "time:theta:omega", PENDULUM, .bands = TRUE },
  { "two runs over time", "time:h:v", BALL, .both = TRUE },
  { "branches over time", "time:h", BALL, .both = TRUE, .letter = 'A' },
  { "ghost over time", "time:theta:omega", PENDULUM, .both = TRUE, .ghost = TRUE },
  { "two runs of steps", "step", PENDULUM, .both = TRUE },
  { "steps in a zoom", "step", PENDULUM, .range = { 3, 4, NAN, NAN } },
  { "linear steps", "step", BALL, .log_y = -1 },
  { "two runs of errors", "error", PENDULUM, .both = TRUE },
  { "logarithmic drift", "invariant", PENDULUM, .log_y = 1, .both = TRUE },
  { "logarithmic difference", "difference", PENDULUM, .log_y = 1 },
  { "intervals of apexes", "events:apex", BALL, .both = TRUE },
  { "phase without field", "phase:omega:theta", PENDULUM, .field = -1, .nullclines = -1 },
  { "phase with field", "phase:theta:omega", PENDULUM, .field = 1, .nullclines = 1, .both = TRUE },
  { "branches in the plane", "phase:v:h", BALL, .both = TRUE, .letter = 'A' },
  { "ghost in the plane", "phase:v:h", BALL, .both = TRUE, .ghost = TRUE },
  { "phase over time", "phase:t:omega", PENDULUM },
  { "phase in a zoom", "phase:v:h", BALL, .range = { -5, 5, 0, 2 } },
  { "section with two runs", "section:h:v:impact", BALL, .both = TRUE },
  { "exposures of the pendulum", "motion", PENDULUM, .exposures = 1 },
  { "exposures of the ball", "motion", BALL, .exposures = 1 },
  { "ghost in motion", "motion", PENDULUM, .both = TRUE, .ghost = TRUE },
  { "measured column over time", "time:theta", PENDULUM, .measured = "t,theta,theta_sd\n0.1,0.4,0.1\n1,-0.2,\n1.001,-0.2,\n1,,0.3\n2,0.3,0.25\n900,2,0.1\n" },
  { "two measured columns over time", "time:h:v", BALL, .measured = "v,t,h,sd\n1,0,1,0.2\n-2,0.25,0.7,0.1\n-3,0.25,0.5,0.1\n" },
  { "measured columns in the plane", "phase:v:h", BALL, .measured = "v,t,h,sd\n1,0,1,0.2\n-2,0.25,0.7,0.1\n-3,0.4,NA,0.1\n" },
  { "measured column against time", "phase:t:omega", PENDULUM, .measured = "t,omega\n1,2\n2,-2\n" },
  { "measured columns of another plane", "phase:v:h", BALL, .measured = "t,h\n0,1\n" },
  { "points of two tables, at the edges", "time:theta", PENDULUM, .measured = "t,theta,theta_sd\n0,0.5,0.1\n1,-0.2,\n", .more = "t,theta,theta_sd\n0,0.4,\n2,0.3,9\n" },
  { "tables in the plane", "phase:v:h", BALL, .measured = "t,v,h\n0,0,1\n", .more = "t,v,h\n0.25,-2,0.7\n", .range = { -5, 0, 0, 1 } },
  { "measured values on a logarithmic axis", "time:h", BALL, .log_y = 1, .measured = "t,h,sd\n0.1,0.01,0.5\n0.2,-1,0.5\n0.3,1,0.5\n" },
};

static PlotView *
variant_view (const Variant *variant, PlotTimeAxis *axis)
{
  static double low[3 * N_TIMES], high[3 * N_TIMES];
  static const char *const largest[] = { "l", "l", "d" };
  PlotDifference difference;
  PlotLane lanes[3];
  PlotSource source = source_of (variant->run, &difference, lanes);
  PlotBands bands = { NULL, difference_t, low, high, N_TIMES, largest };
  PlotRun second = seconds[variant->run].run;
  g_autoptr (PlotSpec) spec = plot_spec_parse (variant->spec);
  g_autoptr (LabMeasured) measured = variant->measured != NULL ? lab_measured_parse ("m.csv", variant->measured, strlen (variant->measured), NULL) : NULL;

  g_assert_nonnull (spec);
  g_assert_true (variant->measured == NULL || measured != NULL);
  if (variant->more != NULL)
    {
      g_autoptr (LabMeasured) more = lab_measured_parse ("n*.csv", variant->more, strlen (variant->more), NULL), both = lab_measured_add (measured, more);

      lab_measured_unref (measured);
      measured = g_steal_pointer (&both);
    }
  source.run.measured = measured;
  for (int s = 0; s < 3; s++)
    for (int i = 0; i < N_TIMES; i++)
      {
        low[s * N_TIMES + i] = -1 - s - 0.05 * i;
        high[s * N_TIMES + i] = 1 + s + 0.1 * i;
      }
  spec->log_y = variant->log_y;
  spec->log_x = variant->log_x;
  spec->field = variant->field;
  spec->nullclines = variant->nullclines;
  spec->exposures = variant->exposures;
  memcpy (spec->range, variant->range, sizeof spec->range);
  if (variant->bands)
    source.bands = &bands;
  source.run.name = "first";
  source.run.number = 1;
  second.name = "second";
  second.number = 2;
  second.series = 1;
  second.ghost = variant->ghost;
  if (variant->letter != 0)
    {
      source.run.letter = variant->letter;
      source.run.t_branch = NAN;
      second.letter = (char)(variant->letter + 1);
      second.t_branch = 2;
    }
  if (variant->both)
    {
      source.others = &second;
      source.n_others = 1;
    }
  PlotView *view = plot_spec_view (spec, &source, axis);
  g_assert_nonnull (view);
  return view;
}

/* Returns an axis of its own for a variant, because a view may change it. */
static PlotTimeAxis *
axis_of (const Variant *variant)
{
  const PlotRun *run = &runs[variant->run].run;
  PlotTimeAxis *axis = plot_time_axis_new (0, run->t_end, model_time_unit (runs[variant->run].model));

  plot_time_axis_set_reached (axis, run->t_end);
  plot_time_axis_set_playhead (axis, plot_time_axis_playhead (runs[variant->run].axis));
  return axis;
}

static void
test_variants (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (variants); k++)
    {
      g_autoptr (PlotTimeAxis) axis = axis_of (&variants[k]);
      g_autoptr (PlotView) view = variant_view (&variants[k], axis);

      drawn_table_view (table, variants[k].name, DRAWN_SMALL | DRAWN_PAGE, view);
    }
  drawn_table_check (table);
}

/* Finds the stored point of a view that is nearest to a place in it, given as fractions of its size. */
static void
hit_near (PlotView *view, double across, double down, PlotHit *hit)
{
  double left, top, width, height;

  plot_view_layout (view, 300, 200);
  plot_view_ranges (view);
  plot_view_get_area (view, &left, &top, &width, &height);
  plot_view_hit (view, left + across * width, top + down * height, 200, hit);
}

/* The pin and its card, a selected point, cursors with their differences, the crosshair, and the box of a zoom. */
static void
test_overlay (void)
{
  static const struct
  {
    const char *name;
    Variant variant;
    gboolean pin, cursors, hover, box, shares, handle, aside;
    int event;      /* the playhead is at this event, counted from 1 */
    gboolean found; /* the view gets the pin of an earlier view */
  } overlays[] = {
    { "pin over time", { "", "time:h:v", BALL }, .pin = TRUE },
    { "pin of an attempt", { "", "step", PENDULUM }, .pin = TRUE },
    { "pin of an error", { "", "error", STIFF }, .pin = TRUE },
    { "pin in the plane", { "", "phase:v:h", BALL }, .pin = TRUE },
    { "pin of an interval", { "", "events:impact", BALL }, .pin = TRUE },
    { "cursors", { "", "time:theta:omega", PENDULUM }, .cursors = TRUE },
    { "crosshair", { "", "time:h:v", BALL }, .hover = TRUE },
    { "crosshair of another plot", { "", "error", PENDULUM }, .hover = TRUE, .shares = TRUE },
    { "zoom box", { "", "phase:theta:omega", PENDULUM }, .box = TRUE },
    { "cursors with their distance", { "", "time:h:v", BALL }, .cursors = TRUE, .handle = TRUE, .pin = TRUE },
    { "crosshair beside the curves", { "", "time:theta:omega", PENDULUM }, .hover = TRUE, .aside = TRUE, .handle = TRUE },
    { "crosshair beside an error", { "", "error", STIFF }, .hover = TRUE, .aside = TRUE, .cursors = TRUE },
    { "motion at an impact", { "", "motion", BALL }, .event = 3 },
    { "plane at an impact", { "", "phase:v:h", BALL }, .event = 3 },
    { "plane at an apex", { "", "phase:h:v", BALL }, .event = 4 },
    { "ghost of steps", { "", "step", PENDULUM, .both = TRUE, .ghost = TRUE } },
    { "ghost of errors", { "", "error", PENDULUM, .both = TRUE, .ghost = TRUE } },
    { "ghost of exposures", { "", "motion", PENDULUM, .both = TRUE, .ghost = TRUE, .exposures = 1 } },
    { "earlier pin over time", { "", "time:h:v", BALL }, .pin = TRUE, .found = TRUE },
    { "earlier pin of an attempt", { "", "step", PENDULUM }, .pin = TRUE, .found = TRUE },
    { "earlier pin of an error", { "", "error", STIFF }, .pin = TRUE, .found = TRUE },
    { "earlier pin in the plane", { "", "phase:v:h", BALL }, .pin = TRUE, .found = TRUE },
    { "earlier pin of an interval", { "", "events:impact", BALL }, .pin = TRUE, .found = TRUE },
    { "earlier pin in a section", { "", "section:h:v:impact", BALL }, .pin = TRUE, .found = TRUE },
    { "earlier pin in a tree", { "", "branches", BALL }, .pin = TRUE, .found = TRUE },
    { "earlier pin of a difference", { "", "difference", PENDULUM }, .pin = TRUE, .found = TRUE },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (overlays); k++)
    {
      const PlotRun *run = &runs[overlays[k].variant.run].run;
      g_autoptr (PlotTimeAxis) axis = axis_of (&overlays[k].variant);
      g_autoptr (PlotView) view = variant_view (&overlays[k].variant, axis);
      PlotHit hit;

      plot_view_set_playhead_handle (view, overlays[k].handle);
      if (overlays[k].event > 0)
        plot_time_axis_set_playhead (axis, sim_trajectory_event (run->trajectory, (gsize)overlays[k].event - 1).t);
      if (overlays[k].found)
        {
          g_autoptr (PlotView) earlier = variant_view (&overlays[k].variant, axis);

          hit_near (earlier, 0.4, 0.4, &hit);
          plot_view_set_pin (earlier, &hit);
          hit = *plot_view_pin (earlier);
          hit.layer = NULL;
          plot_view_set_pin (view, &hit);
        }
      else if (overlays[k].pin)
        {
          hit_near (view, 0.4, 0.4, &hit);
          plot_view_set_pin (view, &hit);
          hit_near (view, 0.7, 0.6, &hit);
          plot_view_set_selected (view, &hit);
        }
      if (overlays[k].cursors)
        {
          plot_time_axis_set_cursor (axis, 0, 0.3 * run->t_end);
          plot_time_axis_set_cursor (axis, 1, 0.55 * run->t_end);
        }
      if (overlays[k].hover)
        plot_time_axis_set_hover (axis, 0.45 * run->t_end);
      if (overlays[k].hover && !overlays[k].shares)
        plot_view_set_hover (view, 150, overlays[k].aside ? 57 : 100);
      if (overlays[k].box)
        plot_view_set_box (view, 80, 60, 200, 150);
      drawn_table_view (table, overlays[k].name, DRAWN_SMALL | DRAWN_PAGE, view);
    }
  drawn_table_check (table);
}

/* The plots of a column share an axis; only one has labels, and another the handle of the playhead. */
static void
test_shared (void)
{
  const Variant upper = { "", "phase:theta:omega", PENDULUM, .field = -1 }, lower = { "", "motion", PENDULUM };
  const Variant steps = { "", "step", PENDULUM };
  g_autoptr (PlotTimeAxis) axis = axis_of (&upper);
  g_autoptr (PlotView) phase = variant_view (&upper, axis), motion = variant_view (&lower, axis), step = variant_view (&steps, axis);
  g_autoptr (PlotSpec) phase_spec = plot_spec_parse (upper.spec), motion_spec = plot_spec_parse (lower.spec);
  PlotSource source = { .run = runs[PENDULUM].run };

  plot_view_set_x_labels_shown (step, FALSE);
  plot_view_set_playhead_handle (step, TRUE);
  plot_view_set_knob_radius (step, 9);
  plot_view_set_band_reserve (step, 60);
  plot_view_set_letter (step, "b");
  drawn_table_view (table, "plot above others", DRAWN_SMALL | DRAWN_PAGE, step);
  plot_spec_join (phase_spec, phase, motion_spec, motion, &source);
  drawn_table_view (table, "phase above motion", DRAWN_SMALL, phase);
  drawn_table_view (table, "motion below phase", DRAWN_SMALL, motion);
  plot_view_set_title_shown (phase, FALSE);
  plot_view_set_keys_shown (phase, TRUE);
  plot_view_set_margins (phase, 70, 30);
  drawn_table_view (table, "phase without title", DRAWN_SMALL, phase);
  drawn_table_check (table);
}

/* What is set in a view of steps after it was made: the limit of stability, the measured response, other methods, and the largest step. */
static void
test_steps (void)
{
  const double t[] = { 0, 2, 6, 12 }, h[] = { 0.2, 0.05, 0.4, 0.3 };
  static double times[] = { 0, 4, 8, 12 };
  static const double exponents[] = { 0, 0.45, 1, 0.3 };
  const SimResponse response = { .t = times, .exponent = exponents, .n = 4, .ratio = 1.7, .order = 3, .steps = 300, .implicit_steps = -1 };
  const Variant variant = { "", "step", PENDULUM };
  g_autoptr (PlotTimeAxis) axis = axis_of (&variant);
  PlotRun run = runs[PENDULUM].run;
  double fractions[SIM_N_LIMITS], sum = 0;
  PlotHit hit;

  run.max_step = 0.3;

  g_autoptr (PlotView) view = plot_views_step (&run, axis), other = plot_views_error (&run, axis);

  plot_views_step_set_limit (view, t, h, G_N_ELEMENTS (t));
  plot_views_step_set_response (view, &response);
  plot_views_step_add_method (view, 5, runs[STIFF].run.method);
  drawn_table_view (table, "steps with their limits", DRAWN_SMALL | DRAWN_PAGE, view);
  g_assert_true (plot_views_step_get_limits (view, fractions));
  for (int k = 0; k < SIM_N_LIMITS; k++)
    sum += fractions[k];
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-12);
  g_assert_false (plot_views_step_get_limits (other, fractions));
  g_assert_true (plot_views_pin_rejected (other, 3));
  g_assert_true (plot_views_find_attempt (other, plot_view_pin (other)->index, &hit));
  g_assert_cmpfloat (hit.x, ==, plot_view_pin (other)->x);
  g_assert_false (plot_views_find_attempt (other, 1 << 20, &hit));
  drawn_table_view (table, "pin of a rejected attempt", DRAWN_SMALL, other);
  plot_views_step_set_limit (view, NULL, NULL, 0);
  drawn_table_view (table, "steps without a limit", DRAWN_SMALL, view);
  drawn_table_check (table);
}

/* Plots of a run without its model, whose columns have no names, and of all columns of a run with it. */
static void
test_columns (void)
{
  const Variant variant = { "", "time", BALL };
  g_autoptr (PlotTimeAxis) axis = axis_of (&variant);
  PlotRun run = runs[BALL].run;

  for (int k = 0; k < 2; k++)
    {
      int columns[4];
      int n = plot_views_default_columns (&run, columns, 4);
      g_autoptr (PlotView) view = plot_views_time (&run, axis, columns, n), plane = plot_views_phase (&run, axis, 1, 0, FALSE);

      plot_view_set_y_range (view, -20, 20);
      drawn_table_view (table, k == 0 ? "columns of a model" : "columns without names", DRAWN_SMALL, view);
      drawn_table_view (table, k == 0 ? "plane of a model" : "plane without names", DRAWN_SMALL, plane);
      run.system = NULL;
    }
  drawn_table_check (table);
}

/* Zoom, pan and fit of planes and of plots over time. */
static void
test_ranges (void)
{
  static const Variant plane = { "", "phase:v:h", BALL, .range = { NAN, NAN, NAN, NAN }, .field = -1, .nullclines = -1 },
                       over_time = { "", "time:h:v", BALL };
  static const Variant logarithmic = { "", "step", PENDULUM };

  for (int k = 0; k < 3; k++)
    {
      static const char *const names[] = { "plane", "plot over time", "logarithmic plot" };
      const Variant *variant = k == 0 ? &plane : k == 1 ? &over_time : &logarithmic;
      g_autoptr (PlotTimeAxis) axis = axis_of (variant);
      g_autoptr (PlotView) view = variant_view (variant, axis);
      PlotRange x, y;

      for (int step = 0; step < 7; step++)
        {
          g_autofree char *name = g_strdup_printf ("%s after %d changes of its range", names[k], step);

          plot_view_layout (view, 300, 200);
          plot_view_ranges (view);
          switch (step)
            {
            case 1:
              plot_view_zoom (view, PLOT_DIRECTION_BOTH, 120, 90, 0.5);
              break;
            case 2:
              plot_view_pan (view, 30, -20);
              break;
            case 3:
              plot_view_zoom_box (view, 90, 60, 180, 140);
              break;
            case 4:
              plot_view_get_shown (view, &x, &y);
              plot_view_fit (view, PLOT_DIRECTION_Y);
              break;
            case 5:
              plot_view_fit (view, PLOT_DIRECTION_BOTH);
              break;
            case 6:
              plot_view_set_shown (view, &x, &y);
              break;
            default:
              break;
            }
          drawn_table_view (table, name, DRAWN_SMALL, view);
        }
    }
  drawn_table_check (table);
}

/* A view of a kind, or a variant. */
static PlotView *
make_variant (gconstpointer data)
{
  const Variant *variant = data;

  return variant_view (variant, runs[variant->run].axis);
}

static void
test_memory (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (variants); k++)
    if (variants[k].exposures == 0 && !variants[k].log_x) /* a logarithmic axis would remain so */
      drawn_check_memory (variants[k].name, make_variant, &variants[k]);
}

int
main (int argc, char **argv)
{
  int status;

  table = drawn_table_open (&argc, &argv, "drawn-kinds.txt");
  g_test_init (&argc, &argv, NULL);
  set_up ();
  g_test_add_func ("/drawn/kinds/every-kind-of-plot-draws-the-recorded-pictures", test_kinds);
  g_test_add_func ("/drawn/kinds/the-distance-of-two-branches-is-drawn-as-recorded", test_distance);
  g_test_add_func ("/drawn/kinds/plots-of-runs-without-steps-are-those-recorded", test_empty);
  g_test_add_func ("/drawn/kinds/choices-of-a-plot-draw-the-recorded-pictures", test_variants);
  g_test_add_func ("/drawn/kinds/pins-cursors-and-boxes-draw-the-recorded-pictures", test_overlay);
  g_test_add_func ("/drawn/kinds/plots-that-share-an-axis-draw-the-recorded-pictures", test_shared);
  g_test_add_func ("/drawn/kinds/views-of-steps-with-their-limits-draw-the-recorded-pictures", test_steps);
  g_test_add_func ("/drawn/kinds/columns-with-and-without-names-draw-the-recorded-pictures", test_columns);
  g_test_add_func ("/drawn/kinds/zoom-pan-and-fit-draw-the-recorded-pictures", test_ranges);
  g_test_add_func ("/drawn/kinds/views-free-their-memory", test_memory);
  drawn_table_add_last_test (table, "/drawn/kinds/every-recorded-picture-is-drawn");
  status = g_test_run ();
  tear_down ();
  drawn_table_close (table);
  return status;
}
