/* Measures ten million accepted steps with tape, trajectory and CSV output: processor time, memory, and rate of
 * writing. */
#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "sim-simulator.h"

#define N_STEPS 10000000
/* Largest number of bytes of rows in memory; further rows are in a temporary file. */
#define MEMORY_LIMIT ((gsize) 64 << 20)

static OdeStatus
lorenz (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = 10 * (x[1] - x[0]);
  dxdt[1] = x[0] * (28 - x[2]) - x[1];
  dxdt[2] = x[0] * x[1] - 8.0 / 3 * x[2];
  return ODE_DONE;
}

static gboolean
initial (gpointer self, double *x, double *d, GError **error)
{
  x[0] = x[1] = x[2] = 1;
  return TRUE;
}

static void
columns (gpointer self, double t, const double *x, const double *d, double *values)
{
  memcpy (values, x, 3 * sizeof (double));
}

static SimSimulator *
new_simulator (const OdeSystem *ode)
{
  SimSystem *system = g_new0 (SimSystem, 1);
  *system = (SimSystem){ .ode = ode, .n_columns = 3, .type_name = "Model", .name = "Lorenz", .initial = initial, .columns = columns };
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (GError) error = NULL;
  sim_config_set (config, "error_control", "false", SIM_ORIGIN_CONFIG, NULL);
  sim_config_set (config, "max_step", "0.001", SIM_ORIGIN_CONFIG, NULL);
  SimSimulator *simulator = sim_simulator_new (system, config, &error);
  if (simulator == NULL)
    g_error ("%s", error->message);
  return simulator;
}

/* Returns the processor time of this process in s, which does not depend on other
 * programs. */
static double
seconds_now (void)
{
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + 1e-6 * (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* Returns the peak resident memory of the process in MB. It never decreases, so the cases run from small to
 * large. */
static double
peak_memory (void)
{
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  return (double) usage.ru_maxrss / 1024;
}

static void
run (const char *label, const OdeSystem *ode, SimTape *tape, SimTrajectory *trajectory, SimSink *sink, double n_steps)
{
  SimSimulator *simulator = new_simulator (ode);
  if (tape != NULL)
    sim_simulator_set_tape (simulator, tape);
  if (trajectory != NULL)
    sim_simulator_add_sink (simulator, sim_sink_trajectory (trajectory), NULL);
  if (sink != NULL)
    sim_simulator_add_sink (simulator, sink, NULL);
  double start = seconds_now ();
  double t_end = n_steps * 1e-3;
  sim_simulator_initialize (simulator, 0, NULL, NULL, t_end, FALSE);
  SimStatus status = sim_simulator_advance_to (simulator, t_end);
  sim_simulator_finish (simulator, NULL);
  double seconds = seconds_now () - start;
  if (status.reason != SIM_REACHED_END)
    g_error ("%s", status.message);
  g_print ("%-36s %10.0f steps %7.2f s %7.0f ns a step, peak memory %5.0f MB\n", label, n_steps, seconds, seconds * 1e9 / n_steps,
           peak_memory ());
  sim_simulator_free (simulator);
}

static void
write_csv (const SimTrajectory *trajectory)
{
  static const char *const names[] = { "x", "y", "z" };
  static const int indices[] = { 0, 1, 2 };
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "stepwise-bench.csv", NULL);
  g_autoptr (SimOutputFile) file = sim_output_file_open (path, 0, &error);
  if (file == NULL)
    g_error ("%s", error->message);
  SimSink *csv = sim_sink_csv (file, names, indices, 3);
  gsize n_rows = MIN (sim_trajectory_n_rows (trajectory), 3000000);
  double start = seconds_now ();
  for (gsize i = 0; i < n_rows; i++)
    {
      const double *row = sim_trajectory_row (trajectory, i);
      if (!csv->row (csv, row[0], row + 1, 3, SIM_ROW_STEP, &error))
        g_error ("%s", error->message);
    }
  if (!csv->finish (csv, &error) || !sim_output_file_commit (file, &error))
    g_error ("%s", error->message);
  double seconds = seconds_now () - start;
  sim_sink_free (csv);
  struct stat info;
  stat (path, &info);
  g_unlink (path);
  g_print ("%-36s %10zu rows  %7.2f s %7.0f MB/s, %.0f ns a number\n", "CSV, shortest numbers", n_rows, seconds,
           (double) info.st_size * 1e-6 / seconds, seconds * 1e9 / (4.0 * (double) n_rows));
}

int
main (int argc, char **argv)
{
  double n_steps = argc > 1 ? g_ascii_strtod (argv[1], NULL) : N_STEPS;
  const OdeSystem ode = { .n_states = 3, .rhs = lorenz };
  run ("alone", &ode, NULL, NULL, NULL, n_steps);
  g_autoptr (SimTape) tape = sim_tape_new (2000000);
  run ("with tape", &ode, tape, NULL, NULL, n_steps);
  g_autoptr (SimTape) second = sim_tape_new (2000000);
  g_autoptr (SimTrajectory) trajectory = sim_trajectory_new (3, MEMORY_LIMIT);
  run ("with tape and trajectory", &ode, second, trajectory, NULL, n_steps);
  g_print ("trajectory: %zu rows, %.0f MB in memory, %.0f MB in a temporary file; tape: %.0f MB\n", sim_trajectory_n_rows (trajectory),
           (double) sim_trajectory_memory (trajectory) / 1048576, (double) sim_trajectory_on_disk (trajectory) / 1048576,
           (double) sim_tape_memory (second) / 1048576);
  write_csv (trajectory);
  return 0;
}
