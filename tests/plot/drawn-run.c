#include "drawn-run.h"

#include <math.h>

#include "model-load.h"
#include "ode-methods.h"
#include "sim-config.h"

const char drawn_ball[] = "format: 1\n"
                          "name: Test ball\n"
                          "time: {end: 14, unit: s}\n"
                          "parameters: {g: 9.81, e: 0.8}\n"
                          "states:\n"
                          "  h: {initial: 10, derivative: v, kind: position, unit: m, about: height}\n"
                          "  v: {initial: 0, derivative: -g, kind: velocity, unit: m/s}\n"
                          "discrete: {lies: 0}\n"
                          "outputs:\n"
                          "  energy: {value: g*h + v^2/2, unit: J/kg}\n"
                          "events:\n"
                          "  impact: {crossing: h, direction: falling, set: {v: -e*v}}\n"
                          "  apex: {crossing: v, direction: falling}\n"
                          "plots:\n"
                          "  - {type: time, show: [h, v], title: Flight}\n"
                          "  - {type: events, at: impact, title: Time between impacts}\n"
                          "  - {type: phase, x: v, y: h, range: {x: [-16, 17], y: [-1.5, 11]}}\n"
                          "  - {type: section, x: h, y: v, at: impact}\n"
                          "scene:\n"
                          "  - {view: {x: [-1, 15], y: [-2, 11], stretch: true}}\n"
                          "  - {level: {at: [0, 5], text: 5 m}}\n"
                          "  - {disc: {at: [t, h], radius: 0.4, color: 2, fill: true}}\n"
                          "  - {marks: {at: [t, 0], event: impact}}\n"
                          "  - {flash: {at: [t, h], radius: 0.4, event: impact}}\n";

const char drawn_pendulum[] = "format: 1\n"
                              "name: Test pendulum\n"
                              "time: {end: 12, unit: s}\n"
                              "parameters: {l: 1.2, g: 9.81, d: 0.1}\n"
                              "states:\n"
                              "  theta: {initial: 0.5, derivative: omega, kind: position, unit: rad, wrap: 2*pi}\n"
                              "  omega: {initial: 6.5, derivative: \"-g/l*sin(theta) - d*omega\", kind: velocity, unit: rad/s}\n"
                              "  W: {initial: 0, derivative: \"-d*omega^2\", unit: 1/s^2}\n"
                              "outputs:\n"
                              "  E: {value: \"omega^2/2 - g/l*cos(theta) - W\", invariant: true}\n"
                              "events:\n"
                              "  count: {each_step: true}\n"
                              "plots:\n"
                              "  - {type: time, show: [theta, omega]}\n"
                              "  - {type: phase, x: theta, y: omega}\n"
                              "  - {type: section, x: omega, y: W, at: theta}\n"
                              "scene:\n"
                              "  - {view: {x: [-2, 2], y: [-1.6, 1.6]}}\n"
                              "  - {region: {from: [-9, -9], to: [0, 9], text: left, color: 2}}\n"
                              "  - {ground: {at: [0, -1.4]}}\n"
                              "  - {line: {from: [0, 0], to: [\"l*sin(theta)\", \"-l*cos(theta)\"]}}\n"
                              "  - {disc: {at: [\"l*sin(theta)\", \"-l*cos(theta)\"], radius: 0.1, color: 1}}\n"
                              "  - {box: {at: [1.5, 1], size: [0.5, 0.3], angle: theta, color: 5, fill: true}}\n"
                              "  - {box: {at: [-1.5, 1], size: 0.4, color: 3}}\n"
                              "  - {spring: {from: [0, 1.2], to: [\"l*sin(theta)\", \"-l*cos(theta)\"], color: 4}}\n"
                              "  - {arrow: {from: [\"l*sin(theta)\", \"-l*cos(theta)\"], to: [\"l*sin(theta) + 0.1*omega*cos(theta)\", "
                              "\"-l*cos(theta) + 0.1*omega*sin(theta)\"]}}\n"
                              "  - {text: {at: [-1.8, 1.4], text: \"speed {omega}\"}}\n"
                              "  - {polyline: {points: [[-1, -1.2], [0, -1.3], [1, -1.2]], color: 6}}\n"
                              "  - {polyline: {points: [\"0.1*i\", \"0.05*i^2 - 1\"], count: 9}}\n"
                              "  - {trace: {at: [\"l*sin(theta)\", \"-l*cos(theta)\"], color: 3}}\n"
                              "  - {history: {at: [\"l*sin(theta)\", \"-l*cos(theta)\"], span: 1, length: 0.5, color: 2}}\n"
                              "  - {disc: {at: [0, 0.5], radius: 0.2, while: omega > 0}}\n";

const char drawn_stiff[] = "format: 1\n"
                           "name: Test reaction\n"
                           "time: {end: 40}\n"
                           "states:\n"
                           "  a: {initial: 1, derivative: \"-0.04*a + 1e4*b*c\"}\n"
                           "  b: {initial: 0, derivative: \"0.04*a - 1e4*b*c - 3e7*b^2\"}\n"
                           "  c: {initial: 0, derivative: \"3e7*b^2\"}\n"
                           "plots:\n"
                           "  - {type: time, show: [a, c], log: [x]}\n"
                           "  - {type: step, log: [y]}\n";

void
drawn_run_init (DrawnRun *run, const char *yaml, const char *settings, double t)
{
  const SimSamplingRule dense = { .sampling = SIM_SAMPLE_DENSE, .count = 3 };
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SimSimulator) simulator = NULL;
  g_autofree char *errors = NULL;
  ModelInstance instance = { 0 };
  SimConfig *config;
  double end;

  *run = (DrawnRun){ .model = model_load_text (yaml, -1, "test.yaml", sim_config_check_solver, diagnostics) };
  errors = model_diagnostics_to_string (diagnostics);
  g_assert_cmpstr (errors, ==, "");
  config = sim_config_new ();
  if (settings != NULL)
    g_assert_true (sim_config_load_text (config, settings, "settings", diagnostics));
  run->system = model_system_new (run->model, &instance, &error);
  g_assert_no_error (error);
  end = model_system_t_end (run->system);
  run->trajectory = sim_trajectory_new (model_system_n_columns (run->system), 1 << 26);
  run->tape = sim_tape_new (100000);
  simulator = sim_simulator_new (sim_system_from_model (model_system_new (run->model, &instance, &error)), config, &error);
  g_assert_no_error (error);
  sim_simulator_add_sink (simulator, sim_sink_trajectory (run->trajectory), &dense);
  sim_simulator_set_event_log (simulator, run->trajectory);
  sim_simulator_set_tape (simulator, run->tape);
  sim_simulator_initialize (simulator, 0, NULL, NULL, end, FALSE);
  if (!(t <= 0))
    sim_simulator_advance_to (simulator, isfinite (t) ? t : end);
  g_assert_true (sim_simulator_finish (simulator, &error));
  run->axis = plot_time_axis_new (0, end, model_time_unit (run->model));
  plot_time_axis_set_reached (run->axis, sim_simulator_t (simulator));
  plot_time_axis_set_playhead (run->axis, sim_simulator_t (simulator) / 3);
  run->run = (PlotRun){ .trajectory = run->trajectory,
                        .tape = run->tape,
                        .system = run->system,
                        .t_start = 0,
                        .t_end = end,
                        .method = sim_config_method (config) };
  sim_config_free (config);
}

void
drawn_run_clear (DrawnRun *run)
{
  plot_time_axis_unref (run->axis);
  sim_trajectory_unref (run->trajectory);
  sim_tape_unref (run->tape);
  model_system_free (run->system);
  model_unref (run->model);
}
