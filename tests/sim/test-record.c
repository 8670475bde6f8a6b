/* Tests the records of a run: the trajectory of rows and events, the tape of all
 * attempted steps, and sinks, which receive rows. Also tests the configuration. */
#include "comma-locale.h"

#include <errno.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "model-diagnostic.h"
#include "sim-extract.h"
#include "sim-recorder.h"
#include "sim-test-model.h"
#include "sim-test-system.h"

/* ---- trajectory ---- */

static double
wave (gsize row, int column)
{
  return sin (0.001 * (double) row * (column + 1)) + (row == 77777 ? 10 : 0) - (row == 123456 ? 20 : 0);
}

static SimTrajectory *
filled (gsize n_rows, int n_columns, gsize limit)
{
  SimTrajectory *trajectory = sim_trajectory_new (n_columns, limit);
  g_autofree double *values = g_new (double, n_columns);
  for (gsize row = 0; row < n_rows; row++)
    {
      for (int c = 0; c < n_columns; c++)
        values[c] = wave (row, c);
      g_assert_true (sim_trajectory_append (trajectory, 0.5 * (double) row, values, SIM_ROW_STEP));
    }
  return trajectory;
}

static void
test_trajectory (void)
{
  const gsize n_rows = 200000;
  g_autoptr (SimTrajectory) trajectory = filled (n_rows, 3, (gsize) 1 << 30);
  g_assert_cmpuint (sim_trajectory_n_rows (trajectory), ==, n_rows);
  for (gsize row = 0; row < n_rows; row += 997)
    for (int c = 0; c < 3; c++)
      g_assert_true (sim_trajectory_row (trajectory, row)[1 + c] == wave (row, c));
  g_assert_cmpuint (sim_trajectory_find (trajectory, -1), ==, 0);
  g_assert_cmpuint (sim_trajectory_find (trajectory, 100.25), ==, 200);
  g_assert_cmpuint (sim_trajectory_find (trajectory, 1e9), ==, n_rows - 1);
  for (gsize row = 0; row < 1000; row++)
    {
      g_assert_cmpuint (sim_trajectory_find (trajectory, 0.5 * (double) row), ==, row);
      g_assert_cmpuint (sim_trajectory_find (trajectory, 0.5 * (double) row + 0.1), ==, row);
    }
  g_assert_cmpfloat (sim_trajectory_bucket_time (trajectory, 7), ==, 0.5 * 7 * SIM_TRAJECTORY_BUCKET);
  for (int trial = 0; trial < 200; trial++)
    {
      gsize first = (gsize) g_test_rand_int_range (0, (gint) n_rows), last = (gsize) g_test_rand_int_range (0, (gint) n_rows + 1);
      int column = g_test_rand_int_range (0, 3);
      double low, high, low_exact = INFINITY, high_exact = -INFINITY;
      sim_trajectory_range (trajectory, column, first, last, &low, &high);
      for (gsize row = first; row < last; row++)
        {
          low_exact = fmin (low_exact, wave (row, column));
          high_exact = fmax (high_exact, wave (row, column));
        }
      if (first >= last)
        g_assert_true (isnan (low) && isnan (high));
      else
        g_assert_true (low == low_exact && high == high_exact);
    }
}

/* If the rows exceed the memory limit, they are stored in a file. Reading gives the same rows. */
static void
test_trajectory_spill (void)
{
  const gsize n_rows = 1000000;
  const gsize limit = (gsize) 4 << 20;
  g_autoptr (SimTrajectory) trajectory = filled (n_rows, 4, limit);
  g_assert_cmpuint (sim_trajectory_memory (trajectory), <=, limit);
  g_assert_cmpuint (sim_trajectory_on_disk (trajectory), >=, n_rows * 5 * sizeof (double) - limit);
  double sum = 0, expected = 0;
  for (gsize row = 0; row < n_rows; row += 101)
    {
      sum += sim_trajectory_row (trajectory, row)[2];
      expected += wave (row, 1);
    }
  g_assert_true (sum == expected);
  double low, high;
  sim_trajectory_range (trajectory, 0, 0, n_rows, &low, &high);
  g_assert_true (low == wave (123456, 0) && high == wave (77777, 0));
}

static void
test_trajectory_nan_and_truncate (void)
{
  g_autoptr (SimTrajectory) trajectory = sim_trajectory_new (1, 1 << 20);
  for (int row = 0; row < 1000; row++)
    {
      double value = row % 3 == 0 ? NAN : row;
      sim_trajectory_append (trajectory, row, &value, SIM_ROW_STEP);
    }
  double low, high;
  sim_trajectory_range (trajectory, 0, 0, 1000, &low, &high);
  g_assert_true (low == 1 && high == 998);
  sim_trajectory_range (trajectory, 0, 3, 4, &low, &high);
  g_assert_true (isnan (low) && isnan (high));
  sim_trajectory_truncate (trajectory, 500, 0);
  for (int row = 500; row < 600; row++)
    {
      double value = -row;
      sim_trajectory_append (trajectory, row, &value, SIM_ROW_STEP);
    }
  sim_trajectory_range (trajectory, 0, 0, 600, &low, &high);
  g_assert_true (low == -599 && high == 499);
  sim_trajectory_range (trajectory, 0, 448, 512, &low, &high);
  g_assert_true (low == -511 && high == 499);
}

/* ---- memory ---- */

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/* Makes a trajectory of about 100 MB in another thread, as a run does. Small
 * allocations lie between the blocks of the trajectory and are freed later. */
static gpointer
fill_large (gpointer pins)
{
  enum { N_COLUMNS = 15, N_ROWS = 800000 };
  SimTrajectory *trajectory = sim_trajectory_new (N_COLUMNS, (gsize) 1 << 30);
  SimSink *sink = sim_sink_trajectory (trajectory);
  double values[N_COLUMNS] = { 0 };

  for (int k = 0; k < N_ROWS; k++)
    {
      sink->row (sink, k, values, N_COLUMNS, SIM_ROW_STEP, NULL);
      if (k % 1000 == 0)
        g_ptr_array_add (pins, g_malloc (64));
    }
  sim_sink_free (sink);
  return trajectory;
}

static gsize
resident_bytes (void)
{
  g_autofree char *text = NULL;
  unsigned long size, resident;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  g_assert_cmpint (sscanf (text, "%lu %lu", &size, &resident), ==, 2);
  return resident * (gsize) sysconf (_SC_PAGESIZE);
}
#endif

/* When a trajectory is freed, its memory returns to the system. The test
 * repeats this, because after the first time the C library allocates
 * blocks of this size in another way. */
static void
test_memory_returned (void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  g_test_skip ("the sanitizer keeps freed memory");
#else
  g_autoptr (GPtrArray) pins = g_ptr_array_new_with_free_func (g_free);
  gsize before = resident_bytes ();

  for (int round = 0; round < 3; round++)
    {
      GThread *thread = g_thread_new ("run", fill_large, pins);
      SimTrajectory *trajectory = g_thread_join (thread);

      g_assert_cmpuint (resident_bytes (), >, before + ((gsize) 64 << 20));
      sim_trajectory_unref (trajectory);
      g_assert_cmpuint (resident_bytes (), <, before + ((gsize) 32 << 20));
    }
#endif
}

/* ---- tape ---- */

static OdeAttempt
attempt_of (gsize i)
{
  return (OdeAttempt){ .t = (double) i, .h = 1 + 0.5 * sin ((double) i), .error = i % 7 == 0 ? 1.5 : 0.5,
                       .outcome = i % 7 == 0 ? ODE_ATTEMPT_REJECTED_ERROR : ODE_ATTEMPT_ACCEPTED };
}

static void
test_tape_bounded (void)
{
  g_autoptr (SimTape) tape = sim_tape_new (20000);
  const gsize n = 500000;
  for (gsize i = 0; i < n; i++)
    {
      OdeAttempt attempt = attempt_of (i);
      if (i % 256 == 0)
        sim_tape_append_snapshot (tape, &i, sizeof i);
      sim_tape_append (tape, &attempt);
    }
  g_assert_cmpuint (sim_tape_n_attempts (tape), ==, n);
  gsize first = sim_tape_first (tape);
  g_assert_cmpuint (n - first, >=, 20000);
  /* The tape uses a limited amount of memory: its capacity and two blocks of 4096
   * attempts, its summaries of 256 attempts each ("buckets"), and the snapshots. */
  g_assert_cmpuint (sim_tape_memory (tape), <=, (20000 + 2 * 4096) * sizeof (OdeAttempt) + n / 256 * (sizeof (SimTapeRange) + sizeof (gsize)) + 4096);
  OdeAttempt attempt;
  g_assert_false (sim_tape_get (tape, first - 1, &attempt));
  g_assert_true (sim_tape_get (tape, first, &attempt));
  g_assert_true (attempt.t == (double) first);
  g_assert_false (sim_tape_get (tape, n, &attempt));
  g_assert_cmpuint (sim_tape_find (tape, (double) n - 100.5), ==, n - 100);
  SimTapeRange range;
  sim_tape_range (tape, 0, n, &range);
  g_assert_cmpuint (range.counts[ODE_ATTEMPT_REJECTED_ERROR], ==, (n + 6) / 7);
  g_assert_cmpuint (range.counts[ODE_ATTEMPT_ACCEPTED], ==, n - (n + 6) / 7);
  g_assert_true (range.error_low == 0.5 && range.error_high == 1.5 && range.t_low == 0);
  /* If a range contains only attempts that are stored, its counts are exact, although the buckets cover 256 attempts. */
  sim_tape_range (tape, n - 1001, n - 1, &range);
  g_assert_cmpuint (range.counts[0] + range.counts[1], ==, 1000);
  gsize at;
  g_autoptr (GBytes) snapshot = sim_tape_snapshot (tape, n - 1, &at);
  g_assert_cmpuint (at, ==, (n - 1) / 256 * 256);
  g_assert_cmpuint (*(const gsize *) g_bytes_get_data (snapshot, NULL), ==, at);
  /* A snapshot is kept even if the attempts near it are no longer stored. */
  g_autoptr (GBytes) oldest = sim_tape_snapshot (tape, 10, &at);
  g_assert_nonnull (oldest);
  g_assert_cmpuint (at, ==, 0);
}

/* A bucket is a summary of 256 attempts. When there are 65536 buckets, which is after 2^24
 * attempts, neighbouring buckets are merged in pairs. The sums over whole buckets remain exact. */
static void
test_tape_merged (void)
{
  g_autoptr (SimTape) tape = sim_tape_new (1);
  const gsize n = ((gsize) 1 << 24) + 4096;
  const gsize special[] = { 3 * 512 + 7, 1000 * 512 + 300, n - 5000 };
  for (gsize i = 0; i < n; i++)
    {
      OdeAttempt attempt = { .t = (double) i, .h = 1, .error = 0.5, .outcome = ODE_ATTEMPT_ACCEPTED };
      for (gsize k = 0; k < G_N_ELEMENTS (special); k++)
        if (i == special[k])
          attempt.error = 0.6 + 0.1 * (double) k;
      sim_tape_append (tape, &attempt);
    }
  for (gsize k = 0; k < G_N_ELEMENTS (special); k++)
    {
      const gsize first = special[k] / 512 * 512;
      SimTapeRange range;
      sim_tape_range (tape, first, first + 512, &range);
      g_assert_cmpfloat (range.error_high, ==, 0.6 + 0.1 * (double) k);
      g_assert_cmpfloat (range.error_low, ==, 0.5);
      g_assert_cmpfloat (range.t_low, ==, (double) first);
      g_assert_cmpuint (range.counts[ODE_ATTEMPT_ACCEPTED], ==, 512);
      sim_tape_range (tape, first + 512, first + 1024, &range);
      g_assert_cmpfloat (range.error_high, ==, 0.5);
      g_assert_cmpfloat (range.t_low, ==, (double) first + 512);
    }
}

static void
test_tape_truncate (void)
{
  g_autoptr (SimTape) tape = sim_tape_new (20000);
  for (gsize i = 0; i < 3000; i++)
    {
      OdeAttempt attempt = attempt_of (i);
      if (i % 256 == 0)
        sim_tape_append_snapshot (tape, &i, sizeof i);
      sim_tape_append (tape, &attempt);
    }
  sim_tape_truncate (tape, 1000);
  g_assert_cmpuint (sim_tape_n_attempts (tape), ==, 1000);
  gsize at;
  g_bytes_unref (sim_tape_snapshot (tape, 5000, &at));
  g_assert_cmpuint (at, ==, 768);
  for (gsize i = 1000; i < 2000; i++)
    {
      OdeAttempt attempt = attempt_of (i);
      sim_tape_append (tape, &attempt);
    }
  SimTapeRange range;
  sim_tape_range (tape, 0, 2000, &range);
  g_assert_cmpuint (range.counts[0] + range.counts[1], ==, 2000);
  g_assert_cmpuint (range.counts[1], ==, (2000 + 6) / 7);
}

/* ---- sinks ---- */

/* a ring buffer of 3 rows receives 12 rows. CONTRIBUTING.md explains the names R-… and D-…. */
static void
test_ring (void)
{
  SimSink *ring = sim_sink_ring (3);
  for (int k = 0; k < 12; k++)
    {
      double value = 10 * k;
      g_assert_true (ring->row (ring, 0.01 * k, &value, 1, SIM_ROW_STEP, NULL));
    }
  g_assert_cmpint (sim_sink_ring_last_index (ring), ==, 3);
  g_assert_cmpint (sim_sink_ring_n_rows (ring), ==, 3);
  for (int age = 0; age < 3; age++)
    {
      double t;
      const double *row = sim_sink_ring_row (ring, age, &t);
      g_assert_true (row[0] == 10 * (11 - age));
      g_assert_true (t == 0.01 * (11 - age));
    }
  sim_sink_free (ring);
}

static void
test_csv (void)
{
  /* Files contain numbers in the format of the C locale, even if the locale of the user has a decimal comma. */
  char *locale = comma_locale_new ();
  if (locale != NULL)
    comma_locale_use ();
  static const double values[] = { 1.5, -0.1, 1e-300, 123456789.125, NAN, INFINITY, 0.1 + 0.2, 5e-324, 1.7976931348623157e308 };
  enum { N = G_N_ELEMENTS (values) };
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "run.csv", NULL);
  static const char *const names[] = { "x", "u[1,2]" };
  static const int columns[] = { 2, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SimOutputFile) file = sim_output_file_open (path, 0, &error);
  g_assert_no_error (error);
  SimSink *csv = sim_sink_csv (file, names, columns, 2);
  for (int k = 0; k < N; k++)
    {
      const double row[] = { values[k], 7, values[N - 1 - k] };
      g_assert_true (csv->row (csv, 0.1 * k, row, 3, SIM_ROW_STEP, &error));
    }
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (csv->finish (csv, &error));
  sim_sink_free (csv);
  g_assert_true (sim_output_file_commit (file, &error));
  comma_locale_free (locale);
  g_autofree char *text = NULL;
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_assert_cmpstr (lines[0], ==, "t,x,\"u[1,2]\"");
  for (int k = 0; k < N; k++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[1 + k], ",", -1);
      g_assert_cmpuint (g_strv_length (fields), ==, 3);
      const double expected[] = { 0.1 * k, values[N - 1 - k], values[k] };
      for (int c = 0; c < 3; c++)
        {
          double value = g_ascii_strtod (fields[c], NULL);
          g_assert_true (value == expected[c] || (isnan (value) && isnan (expected[c])));
        }
    }
  g_assert_cmpstr (lines[1 + N], ==, "");
  g_unlink (path);
  g_rmdir (folder);
}

/* The header line can be longer than the buffer that collects the rows. */
static void
test_csv_long_header (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "run.csv", NULL);
  g_autofree char *name = g_strnfill (3 << 20, 'x'), *text = NULL;
  const char *const names[] = { name };
  const int column = 0;
  const double value = 0.5;
  g_autoptr (GError) error = NULL;
  g_autoptr (SimOutputFile) file = sim_output_file_open (path, 0, &error);
  g_assert_no_error (error);
  SimSink *csv = sim_sink_csv (file, names, &column, 1);
  g_assert_true (csv->row (csv, 1, &value, 1, SIM_ROW_STEP, &error));
  g_assert_true (csv->finish (csv, &error));
  sim_sink_free (csv);
  g_assert_true (sim_output_file_commit (file, &error));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_true (g_str_has_prefix (lines[0], "t,x") && strcmp (lines[0] + 2, name) == 0);
  g_assert_cmpstr (lines[1], ==, "1,0.5");
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_csv_errors (void)
{
  static const char *const names[] = { "x" };
  static const int columns[] = { 0 };
  g_autoptr (GError) error = NULL;
  if (g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_autoptr (SimOutputFile) file = sim_output_file_open ("/dev/full", 0, &error);
      g_assert_no_error (error);
      SimSink *csv = sim_sink_csv (file, names, columns, 1);
      gboolean right = TRUE;
      for (int k = 0; k < 200000 && right; k++)
        {
          double value = k / 7.0;
          right = csv->row (csv, k, &value, 1, SIM_ROW_STEP, &error);
        }
      g_assert_false (right);
      g_assert_error (error, SIM_ERROR, SIM_ERROR_FILE);
      g_assert_nonnull (strstr (error->message, g_strerror (ENOSPC)));
      g_clear_error (&error);
      sim_sink_free (csv);
    }
  /* If a sink is freed before it is finished, no temporary file remains. */
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "run.csv", NULL);
  SimOutputFile *file = sim_output_file_open (path, 0, &error);
  SimSink *csv = sim_sink_csv (file, names, columns, 1);
  double value = 1;
  csv->row (csv, 0, &value, 1, SIM_ROW_STEP, &error);
  sim_sink_free (csv);
  sim_output_file_free (file);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
spring_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -x[0];
}

/* If the disk is full, the run ends with a message. The rows that were
 * recorded before are kept. */
static void
test_sink_failure_stops_run (void)
{
  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no /dev/full here");
      return;
    }
  static const char *const names[] = { "x" };
  static const int columns[] = { 0 };
  TestSystem *system = test_system_new (2, 0);
  system->rhs = spring_rhs;
  system->x0[0] = 1;
  SimSimulator *simulator = test_simulator (system, test_config ("error_control", "false", "max_step", "1e-3", NULL));
  g_autoptr (SimOutputFile) file = sim_output_file_open ("/dev/full", 0, NULL);
  sim_simulator_add_sink (simulator, sim_sink_csv (file, names, columns, 1), NULL);
  sim_simulator_initialize (simulator, 0, NULL, NULL, 1000, FALSE);
  SimStatus status = sim_simulator_advance_to (simulator, 1000);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  g_assert_cmpint (status.ode_status, ==, ODE_FAIL_MEMORY);
  g_assert_nonnull (strstr (status.message, "/dev/full"));
  sim_simulator_free (simulator);
  test_system_free (system);
}

/* If memory and disk are full, the run fails with a message at the event
 * that it cannot record. */
static void
test_lost_event_stops_run (void)
{
  struct rlimit before, none;
  TestSystem *system = test_system_new (2, 0);
  system->rhs = spring_rhs;
  system->x0[0] = 1;
  test_system_add (system, "tick", SIM_TRIGGER_PERIODIC, SIM_ACTION_PUBLISH, NULL)->period = 1;
  SimSimulator *simulator = test_simulator (system, test_config ("error_control", "false", "max_step", "0.25", NULL));
  g_autoptr (SimTrajectory) log = sim_trajectory_new (2, 0);
  sim_simulator_set_event_log (simulator, log);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  none = before;
  none.rlim_cur = 0;
  void (*handler) (int) = signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &none), ==, 0);
  sim_simulator_initialize (simulator, 0.5, NULL, NULL, 10, FALSE);
  SimStatus status = sim_simulator_advance_to (simulator, 10);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  signal (SIGXFSZ, handler);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  g_assert_cmpint (status.ode_status, ==, ODE_FAIL_MEMORY);
  g_assert_cmpfloat (status.t, ==, 1);
  g_assert_nonnull (strstr (status.message, "events"));
  g_assert_cmpuint (sim_trajectory_n_events (log), ==, 0);
  sim_simulator_free (simulator);
  test_system_free (system);
}

/* ---- configuration ---- */

static void
test_config_precedence (void)
{
  g_autoptr (SimConfig) config = sim_config_new ();
  g_assert_cmpfloat (sim_config_get_number (config, "accuracy"), ==, 1e-4);
  g_assert_cmpint (sim_config_origin (config, "accuracy"), ==, SIM_ORIGIN_PROFILE);
  sim_config_set (config, "accuracy", "1e-5", SIM_ORIGIN_CONFIG, NULL);
  sim_config_set (config, "accuracy", "1e-3", SIM_ORIGIN_MODEL, NULL);
  g_assert_cmpfloat (sim_config_get_number (config, "accuracy"), ==, 1e-5);
  g_assert_cmpint (sim_config_origin (config, "accuracy"), ==, SIM_ORIGIN_CONFIG);
  sim_config_set (config, "accuracy", "1e-6", SIM_ORIGIN_LIVE, NULL);
  g_assert_cmpfloat (sim_config_get_number (config, "accuracy"), ==, 1e-6);
  sim_config_set (config, "accuracy", NULL, SIM_ORIGIN_LIVE, NULL);
  sim_config_set (config, "accuracy", NULL, SIM_ORIGIN_CONFIG, NULL);
  g_assert_cmpfloat (sim_config_get_number (config, "accuracy"), ==, 1e-3);
  /* Choosing a profile changes only those settings that have not been set. */
  sim_config_set (config, "profile", "drake", SIM_ORIGIN_COMMAND_LINE, NULL);
  g_assert_cmpfloat (sim_config_get_number (config, "accuracy"), ==, 1e-3);
  g_assert_cmpfloat (sim_config_get_number (config, "max_step"), ==, 0.1);
  g_assert_cmpstr (sim_config_method (config)->id, ==, "runge_kutta3");
  sim_config_set (config, "max-step", "0.5", SIM_ORIGIN_COMMAND_LINE, NULL);
  g_assert_cmpfloat (sim_config_get_number (config, "max_step"), ==, 0.5);
}

/* An accuracy replaces tolerances of lower origins, for one state too, and none of its own or a higher origin. */
static void
test_accuracy_replaces_tolerances (void)
{
  static const char *const names[] = { "x", "v" };
  g_autoptr (SimConfig) config = sim_config_new ();
  OdeSettings settings;
  sim_config_set (config, "accuracy", "1e-3", SIM_ORIGIN_MODEL, NULL);
  sim_config_set (config, "relative_tolerance", "1e-6", SIM_ORIGIN_MODEL, NULL);
  sim_config_set (config, "absolute_tolerance.v", "1e-9", SIM_ORIGIN_MODEL, NULL);
  g_assert_true (sim_config_to_ode (config, names, 2, 0, 1, &settings, NULL));
  g_assert_cmpfloat (settings.relative_tolerance, ==, 1e-6);
  g_assert_cmpfloat (settings.absolute_per_state[1], ==, 1e-9);
  sim_config_set (config, "accuracy", "1e-2", SIM_ORIGIN_COMMAND_LINE, NULL);
  g_assert_true (sim_config_to_ode (config, names, 2, 0, 1, &settings, NULL));
  g_assert_cmpfloat (settings.accuracy, ==, 1e-2);
  g_assert_true (isnan (settings.relative_tolerance) && settings.absolute_per_state == NULL);
  g_autofree char *text = sim_config_get (config, "relative_tolerance");
  g_assert_cmpstr (text, ==, "");
  sim_config_set (config, "absolute_tolerance", "1e-7", SIM_ORIGIN_COMMAND_LINE, NULL);
  sim_config_set (config, "relative_tolerance", "1e-8", SIM_ORIGIN_LIVE, NULL);
  g_assert_true (sim_config_to_ode (config, names, 2, 0, 1, &settings, NULL));
  g_assert_cmpfloat (settings.absolute_tolerance, ==, 1e-7);
  g_assert_cmpfloat (settings.relative_tolerance, ==, 1e-8);
}

/* The accuracy of a study replaces the tolerances of every origin. Scaled tolerances stay in force, although a live accuracy replaces those of lower origins. */
static void
test_tolerances_of_studies (void)
{
  static const SimOrigin origins[] = { SIM_ORIGIN_MODEL, SIM_ORIGIN_COMMAND_LINE, SIM_ORIGIN_LIVE };
  static const char *const names[] = { "x", "v" };

  for (guint k = 0; k < G_N_ELEMENTS (origins); k++)
    {
      g_autoptr (SimConfig) config = sim_config_new (), scaled = NULL;
      OdeSettings settings;

      sim_config_set (config, "accuracy", "1e-4", origins[k], NULL);
      sim_config_set (config, "relative_tolerance", "1e-6", origins[k], NULL);
      sim_config_set (config, "absolute_tolerance", "1e-7", origins[k], NULL);
      sim_config_set (config, "absolute_tolerance.v", "1e-9", origins[k], NULL);
      scaled = sim_config_copy (config);
      sim_config_scale_tolerances (scaled, 0.5);
      g_assert_true (sim_config_to_ode (scaled, names, 2, 0, 1, &settings, NULL));
      g_assert_cmpfloat (settings.accuracy, ==, 0.5e-4);
      g_assert_cmpfloat (settings.relative_tolerance, ==, 0.5e-6);
      g_assert_cmpfloat (settings.absolute_tolerance, ==, 0.5e-7);
      g_assert_cmpfloat (settings.absolute_per_state[1], ==, 0.5e-9);
      sim_config_replace_accuracy (config, 1e-2);
      g_assert_true (sim_config_to_ode (config, names, 2, 0, 1, &settings, NULL));
      g_assert_cmpfloat (settings.accuracy, ==, 1e-2);
      g_assert_true (isnan (settings.relative_tolerance) && isnan (settings.absolute_tolerance) && settings.absolute_per_state == NULL);
    }
}

static void
test_config_messages (void)
{
  static const struct
  {
    const char *key, *text, *message;
  } rows[] = {
    { "acuracy", "1", "unknown setting 'acuracy'; did you mean 'accuracy'?" },
    { "accuracy", "small", "'small' is not a value of accuracy: a number is expected" },
    { "accuracy", "-1", "'-1' is not a value of accuracy: it must be positive" },
    { "max_step", "-1", "'-1' is not a value of max_step: it may not be negative" },
    { "guard", "2.5", "'2.5' is not a value of guard: a whole number is expected" },
    { "safety", "3", "'3' is not a value of safety: it must be between 0.1 and 1" },
    { "norm", "rns", "'rns' is not a value of norm: did you mean 'rms'?" },
    { "norm", "euclid", "'euclid' is not a value of norm: use one of infinity, rms" },
    { "error_control", "maybe", "'maybe' is not a value of error_control: use one of true, false" },
    { "gains", "[1, 2, 3, 4]", "'[1, 2, 3, 4]' is not a value of gains: one to three numbers in brackets are expected, such as [0.7, "
                               "-0.4]" },
    { "integrator", "runge_kuta5", "unknown integrator 'runge_kuta5'; did you mean 'runge_kutta5'?" },
    { "method.tableau", "x", "runge_kutta5 has no method options, so 'tableau' is unknown" },
  };
  g_autoptr (SimConfig) config = sim_config_new ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_false (sim_config_set (config, rows[i].key, rows[i].text, SIM_ORIGIN_CONFIG, &error));
      g_assert_cmpstr (error->message, ==, rows[i].message);
    }
  g_autoptr (GError) error = NULL;
  g_assert_false (sim_config_set (config, "integrator", "cenic", SIM_ORIGIN_CONFIG, &error));
  g_assert_nonnull (strstr (error->message, "multibody"));
}

static void
test_config_unusable (void)
{
  static const struct
  {
    const char *integrator, *key, *text;
    gboolean usable;
  } rows[] = {
    { "runge_kutta5", "jacobian", "forward", FALSE },   { "runge_kutta5", "accuracy", "1e-6", TRUE },
    { "runge_kutta4", "relative_tolerance", "1e-6", FALSE }, { "runge_kutta4", "max_step", "0.1", TRUE },
    { "runge_kutta5", "subdivide_fixed", "false", FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SimConfig) config = sim_config_new ();
      g_autoptr (GError) error = NULL;
      const char *key = NULL;
      sim_config_set (config, "integrator", rows[i].integrator, SIM_ORIGIN_COMMAND_LINE, NULL);
      sim_config_set (config, rows[i].key, rows[i].text, SIM_ORIGIN_CONFIG, NULL);
      g_assert_true (sim_config_check_method (config, &key, &error)); /* a note reports this combination, and it is no error */
      g_autofree char *note = sim_config_unusable (config, rows[i].key);
      g_assert_true ((note == NULL) == rows[i].usable);
      sim_config_set (config, rows[i].key, rows[i].text, SIM_ORIGIN_COMMAND_LINE, NULL);
      g_assert_true (sim_config_check_method (config, &key, &error) == rows[i].usable);
      if (!rows[i].usable)
        g_assert_cmpstr (key, ==, rows[i].key);
    }
}

static void
test_config_yaml (void)
{
  static const char *const text = "integrator: dop853\n"
                                  "accuracy: 1e-9\n"
                                  "gains: [0.7, -0.4]\n"
                                  "absolute_tolerance: {y1: 1e-14, \"u[3]\": 1e-20}\n"
                                  "profile: simbody\n";
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (SimConfig) config = sim_config_new ();
  g_assert_true (sim_config_load_text (config, text, "test.yaml", diagnostics));
  for (int all = 0; all < 2; all++)
    {
      g_autoptr (SimConfig) again = sim_config_new ();
      g_autofree char *yaml = sim_config_to_yaml (config, all);
      g_assert_true (sim_config_load_text (again, yaml, "again.yaml", diagnostics));
      int n_rows;
      const SimSettingRow *rows = sim_config_rows (&n_rows);
      for (int i = 0; i < n_rows; i++)
        {
          g_autofree char *a = sim_config_get (config, rows[i].key), *b = sim_config_get (again, rows[i].key);
          g_assert_cmpstr (a, ==, b);
        }
      g_autofree char *y1 = sim_config_get (again, "absolute_tolerance.y1"), *u3 = sim_config_get (again, "absolute_tolerance.u[3]");
      g_assert_cmpstr (y1, ==, "1e-14");
      g_assert_cmpstr (u3, ==, "1e-20");
    }
  /* Settings that equal their defaults cause no notes. */
  g_assert_cmpuint (diagnostics->len, ==, 0);
  g_assert_false (sim_config_load_text (config, "accuracy: 1e-3\nmax_stp: 1\n", "bad.yaml", diagnostics));
  g_autofree char *said = model_diagnostics_to_string (diagnostics);
  g_test_message ("%s", said);
  g_assert_nonnull (strstr (said, "bad.yaml:2:1: unknown setting 'max_stp'; did you mean 'max_step'?"));
}

/* A file is refused for an error of its YAML text, too, even if all settings that can be read are valid. */
static void
test_config_bad_yaml (void)
{
  static const char *const text = "accuracy: 1e-3\naccuracy: 1e-4\n";
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "stepwise-bad-settings.yaml", NULL);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (SimConfig) config = sim_config_new ();
  g_assert_false (sim_config_load_text (config, text, "bad.yaml", diagnostics));
  g_assert_cmpint (model_diagnostics_n_errors (diagnostics), ==, 1);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_false (sim_config_load (config, path, diagnostics));
  g_assert_cmpint (model_diagnostics_n_errors (diagnostics), ==, 2);
  /* The list of diagnostics already has errors of another text. They do not change the result for a valid text. */
  g_assert_true (sim_config_load_text (config, "accuracy: 1e-3\n", "good.yaml", diagnostics));
  unlink (path);
}

static void
test_config_defaults (void)
{
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);
  static const char *const profiles[] = { "stepwise", "drake", "simbody", "rbd" };
  for (int p = 0; p < 4; p++)
    {
      g_autoptr (SimConfig) config = sim_config_new ();
      sim_config_set (config, "profile", profiles[p], SIM_ORIGIN_CONFIG, NULL);
      for (int i = 0; i < n_rows; i++)
        {
          /* Every default is a valid value of its setting. A value that is
           * set by name can be read by name. */
          g_autofree char *text = sim_config_get (config, rows[i].key);
          g_autoptr (GError) error = NULL;
          if (*text != '\0' && strcmp (text, "munthe_kaas") != 0)
            sim_config_set (config, rows[i].key, text, SIM_ORIGIN_COMMAND_LINE, &error);
          g_assert_no_error (error);
        }
      OdeSettings settings;
      g_assert_true (sim_config_to_ode (config, NULL, 0, 0, 1, &settings, NULL));
    }
}

/* Whether a method controls the error depends on the method, on the setting error_control, and on the profile. */
static void
test_config_controls_error (void)
{
  static const struct { const char *integrator, *asked, *profile; gboolean controls; } rows[] = {
    { "runge_kutta5", NULL, NULL, TRUE },    { "runge_kutta5", "false", NULL, FALSE },      { "explicit_euler", NULL, NULL, FALSE },
    { "explicit_euler", "true", NULL, TRUE }, { "explicit_euler", NULL, "simbody", TRUE },  { "runge_kutta4", NULL, NULL, FALSE },
    { "runge_kutta4", "true", NULL, TRUE },  { "adaptive_verlet", NULL, NULL, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SimConfig) config = sim_config_new ();
      g_autoptr (GError) error = NULL;

      if (rows[i].profile != NULL)
        sim_config_set (config, "profile", rows[i].profile, SIM_ORIGIN_CONFIG, &error);
      sim_config_set (config, "integrator", rows[i].integrator, SIM_ORIGIN_CONFIG, &error);
      if (rows[i].asked != NULL)
        sim_config_set (config, "error_control", rows[i].asked, SIM_ORIGIN_CONFIG, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (sim_config_method (config)->id, ==, rows[i].integrator);
      g_assert_cmpint (sim_config_controls_error (config), ==, rows[i].controls);
    }
}

/* D-42: a SimulatorConfig of Drake is applied to a simulator and read back from it. */
static void
d42_simulator_config (void)
{
  static const char *const schemes[] = { "bogacki_shampine3", "explicit_euler", "implicit_euler", "radau1", "radau3", "runge_kutta2",
                                         "runge_kutta3",
                                         "runge_kutta5", "semi_explicit_euler", "velocity_implicit_euler" };
  g_autoptr (SimConfig) config = test_config ("profile", "drake", "integrator", "runge_kutta5", "max_step", "0.003", "accuracy", "0.03",
                                              "error_control", "true", "realtime_rate", "3", NULL);
  g_autofree char *yaml = sim_config_to_yaml (config, FALSE);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (SimConfig) again = sim_config_new ();
  g_assert_true (sim_config_load_text (again, yaml, NULL, diagnostics));
  g_assert_cmpstr (sim_config_method (again)->id, ==, "runge_kutta5");
  g_assert_cmpfloat (sim_config_get_number (again, "max_step"), ==, 0.003);
  g_assert_cmpfloat (sim_config_get_number (again, "accuracy"), ==, 0.03);
  g_assert_cmpfloat (sim_config_get_number (again, "realtime_rate"), ==, 3);
  g_autoptr (GError) error = NULL;
  g_assert_false (sim_config_set (config, "integrator", "no_such_scheme", SIM_ORIGIN_CONFIG, &error));
  g_assert_nonnull (strstr (error->message, "Unknown integration scheme"));
  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    {
      g_clear_error (&error);
      g_assert_true (sim_config_set (config, "integrator", schemes[i], SIM_ORIGIN_CONFIG, &error));
    }
  /* A method without an error estimate uses fixed steps and ignores the accuracy. */
  sim_config_set (config, "integrator", "runge_kutta2", SIM_ORIGIN_CONFIG, NULL);
  sim_config_set (config, "error_control", NULL, SIM_ORIGIN_CONFIG, NULL);
  OdeSettings settings;
  g_assert_true (sim_config_to_ode (config, NULL, 0, 0, 1, &settings, NULL));
  g_assert_false (settings.error_control);
  /* Without max_step a fixed step is a thousandth of the span, and 0.001 if the span is 0. */
  g_autoptr (SimConfig) fresh = sim_config_new ();
  sim_config_set (fresh, "integrator", "explicit_euler", SIM_ORIGIN_CONFIG, NULL);
  g_assert_true (sim_config_to_ode (fresh, NULL, 0, 2, 5, &settings, NULL));
  g_assert_cmpfloat (settings.max_step, ==, 0.003);
  g_assert_true (sim_config_to_ode (fresh, NULL, 0, 2, 2, &settings, NULL));
  g_assert_cmpfloat (settings.max_step, ==, 0.001);

  /* The simulator reports the settings that it uses. For a method without an error estimate, it reports neither error
   * control nor an accuracy. For another method it reports the accuracy in use, which the method may have limited. */
  static const struct
  {
    const char *integrator;
    gboolean error_control;
    double accuracy;
  } rows[] = {
    { "runge_kutta2", FALSE, 0 }, { "explicit_euler", FALSE, 0 }, { "semi_explicit_euler", FALSE, 0 },
    { "runge_kutta3", TRUE, 0.05 }, { "runge_kutta5", TRUE, 1e-3 }, { "implicit_euler", TRUE, 0.05 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 1}\nstates: {x: {initial: 1, derivative: -x}}\n", "profile", "drake",
                                       "integrator", rows[i].integrator, "accuracy", "0.05", "max_step", "0.01", "realtime_rate", "1000", NULL);
      sim_simulator_initialize (run.simulator, 0.5, NULL, NULL, 1, FALSE);
      SimExtractedConfig extracted = sim_simulator_extract_config (run.simulator);
      g_assert_cmpstr (extracted.integrator, ==, rows[i].integrator);
      g_assert_cmpint (extracted.error_control, ==, rows[i].error_control);
      g_assert_cmpfloat (extracted.accuracy, ==, rows[i].accuracy);
      g_assert_cmpfloat (extracted.max_step, ==, 0.01);
      g_assert_cmpfloat (extracted.start_time, ==, 0.5);
      g_assert_cmpfloat (extracted.realtime_rate, ==, 1000);
      test_model_close (&run);
    }
}

/* If a run ends normally, but its final state cannot be right, there is a
 * warning. A large state or a small error of a constraint causes no warning. */
static void
test_doubt (void)
{
  static const struct
  {
    const char *text, *step;
    double t_end;
    const char *doubt;
  } rows[] = {
    { "time: {start: 0, end: 1}\nstates: {x: {initial: 1, derivative: 300*x}}\n", "0.001", 1, "x is " },
    { "time: {start: 0, end: 1}\nstates: {x: {initial: 1, derivative: 200*x}}\n", "0.001", 1, NULL },
    { NULL, "0.05", 100, "x is " },
    { NULL, "0.05", 40, "constraint 1 is off by" },
    { NULL, "0.05", 5, NULL },
  };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "models", "constrained", "pendulum-index3.yaml", NULL);
  g_autofree char *pendulum = NULL;
  g_assert_true (g_file_get_contents (path, &pendulum, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = rows[i].text != NULL ? g_strconcat (TEST_HEAD, rows[i].text, NULL) : g_strdup (pendulum);
      TestModel run = test_model_open (text, "integrator", "runge_kutta4", "error_control", "false", "max_step", rows[i].step,
                                       rows[i].text == NULL ? "stabilization" : "step_limit", rows[i].text == NULL ? "none" : "0", NULL);
      sim_simulator_initialize (run.simulator, 0, NULL, NULL, rows[i].t_end, FALSE);
      SimStatus status = sim_simulator_advance_to (run.simulator, rows[i].t_end);
      g_test_message ("%s", status.message);
      g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
      if (rows[i].doubt != NULL)
        g_assert_nonnull (strstr (status.message, rows[i].doubt));
      else
        g_assert_null (strstr (status.message, "but"));
      test_model_close (&run);
    }
}

/* The method munthe_kaas reads its coefficients from a file. With the coefficients of the classical Runge–Kutta method in a file,
 * it gives the same bits as with the method chosen by name. Coefficients of an implicit method and a broken file are refused. */
static void
test_tableau_file (void)
{
  static const char classical[] = "format: 1\nname: Mine\nA: [[0], [1/2], [0, 1/2], [0, 0, 1]]\nb: [1/6, 1/3, 1/3, 1/6]\n";
  static const char implicit[] = "format: 1\nname: Implicit\nA: [[1]]\nb: [1]\n";
  g_autofree char *folder = g_dir_make_tmp ("stepwise-tableau-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "mine.yaml", NULL), *other = g_build_filename (folder, "implicit.yaml", NULL);
  g_autofree char *broken = g_build_filename (folder, "broken.yaml", NULL);
  double x[2];
  g_assert_true (g_file_set_contents (path, classical, -1, NULL));
  g_assert_true (g_file_set_contents (other, implicit, -1, NULL));
  for (int k = 0; k < 2; k++)
    {
      TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 1}\nstates: {x: {initial: 1, derivative: -x^2}}\n", "integrator",
                                       "munthe_kaas", "method.tableau", k == 0 ? "runge_kutta4" : path, "error_control", "false", "max_step",
                                       "0.1", NULL);
      sim_simulator_initialize (run.simulator, 0, NULL, NULL, 1, FALSE);
      g_assert_cmpint (sim_simulator_advance_to (run.simulator, 1).reason, ==, SIM_REACHED_END);
      x[k] = test_model_now (&run, "x");
      test_model_close (&run);
    }
  g_assert_true (x[0] == x[1]);
  g_autoptr (SimConfig) config = test_config ("integrator", "munthe_kaas", NULL);
  g_autoptr (GError) error = NULL;
  g_assert_false (sim_config_set (config, "method.tableau", other, SIM_ORIGIN_CONFIG, &error));
  g_assert_nonnull (strstr (error->message, "needs an explicit one"));
  g_clear_error (&error);
  g_assert_true (g_file_set_contents (broken, "format: 1\nname: Broken\nA: [[0]]\n", -1, NULL));
  g_assert_false (sim_config_set (config, "method.tableau", broken, SIM_ORIGIN_CONFIG, &error));
  g_assert_nonnull (strstr (error->message, "needs 'b'"));
  g_clear_error (&error);
  g_assert_false (sim_config_set (config, "method.tableau", "no_such_tableau", SIM_ORIGIN_CONFIG, &error));
  g_assert_nonnull (error);
  g_unlink (path);
  g_unlink (other);
  g_unlink (broken);
  g_rmdir (folder);
}

/* In a locale with decimal commas, the program nevertheless reads and writes
 * configurations, models, expressions and event times with decimal points. */
static void
test_comma_locale (void)
{
  char *locale = comma_locale_new ();
  if (locale == NULL)
    {
      g_test_skip ("no locale with a comma");
      return;
    }
  comma_locale_use ();
  test_config_yaml ();
  test_config_defaults ();
  test_csv_errors ();
  TestModel run = test_model_open (TEST_HEAD "time: {start: 0, end: 1.5}\nparameters: {k: 0.25}\n"
                                             "states: {x: {initial: 2.5, derivative: 1.5*k}}\n"
                                             "events: {half: {at: 0.5, publish: true}}\n",
                                   "accuracy", "1.5e-6", NULL);
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 1.5, FALSE);
  g_assert_cmpint (sim_simulator_advance_to (run.simulator, 1.5).reason, ==, SIM_REACHED_END);
  /* The value has the rounding errors of a few steps. */
  g_assert_cmpfloat (fabs (test_model_now (&run, "x") - (2.5 + 0.375 * 1.5)), <=, 1e-14);
  g_assert_true (sim_trajectory_event (run.trajectory, 0).t == 0.5);
  test_model_close (&run);
  comma_locale_use ();
  comma_locale_free (locale);
}

typedef struct { SimSink sink; gsize n_rows; double first; } CountingSink;

static gboolean
count_row (SimSink *sink, double t, const double *values, int n_values, SimRowFlags flags, GError **error)
{
  CountingSink *counting = (CountingSink *) sink;

  counting->first = isnan (counting->first) ? t : counting->first;
  counting->n_rows++;
  return TRUE;
}

static gboolean
zero (gpointer self, double t, double *values)
{
  values[0] = 0;
  return TRUE;
}

/* When the user enlarges a part of a long run, the plot should show curves and not straight
 * lines. Each step therefore has three rows inside, until the run has stored 4 million numbers. */
static void
test_smooth_steps (void)
{
  CountingSink counting = { .sink.row = count_row };
  SimRecorder *recorder = sim_recorder_new (1, zero, NULL);
  const SimSamplingRule smooth = { .sampling = SIM_SAMPLE_DENSE, .count = 16 };
  gsize before = 0, n = 2100000;

  sim_recorder_add (recorder, &counting.sink, &smooth);
  g_assert_true (sim_recorder_start (recorder, 0, (double) n, NULL));
  for (gsize i = 0; i < n; i++)
    {
      before = counting.n_rows;
      g_assert_true (sim_recorder_step (recorder, (double) i, (double) i + 1, 0, NULL, 0, NULL));
      if (i == 10)
        g_assert_cmpuint (counting.n_rows - before, ==, 17);
      if (i == 100000 || i == 1900000)
        g_assert_cmpuint (counting.n_rows - before, ==, 4);
    }
  g_assert_cmpuint (counting.n_rows - before, ==, 1); /* after two million steps only the end of a step has a row */
  sim_recorder_free (recorder);
}

static gboolean
ends_at_ten (gpointer rows)
{
  return *(const gsize *) rows < 10;
}

/* The samples of a step end where the caller asks. Those that are left are not written later, and no last row joins the gap, which a plot would show as a
 * straight line. The next step has its samples again. A rule with rows for each step has all of them. */
static void
test_ended_rows (void)
{
  static const SimSamplingRule rules[] = { { .sampling = SIM_SAMPLE_INTERVAL, .interval = 1e-9 }, { .sampling = SIM_SAMPLE_COUNT, .count = 1000000 },
                                           { .sampling = SIM_SAMPLE_DENSE, .count = 1000 } };

  for (guint k = 0; k < G_N_ELEMENTS (rules); k++)
    {
      CountingSink counting = { .sink.row = count_row };
      SimRecorder *recorder = sim_recorder_new (1, zero, NULL);
      double end = k == 0 ? 3e-3 : 3;
      gsize wanted = rules[k].sampling == SIM_SAMPLE_DENSE ? 1001 : 10;

      sim_recorder_set_look (recorder, ends_at_ten, &counting.n_rows);
      sim_recorder_add (recorder, &counting.sink, &rules[k]);
      g_assert_true (sim_recorder_start (recorder, 0, end, NULL));
      g_assert_true (sim_recorder_step (recorder, 0, end / 3, 0, NULL, 0, NULL));
      g_assert_cmpuint (counting.n_rows, ==, wanted + (wanted > 10)); /* the row at the start, too */
      g_assert_true (sim_recorder_finish (recorder, end / 3, NULL));
      g_assert_cmpuint (counting.n_rows, ==, wanted + (wanted > 10));
      counting.n_rows = 0;
      counting.first = NAN;
      g_assert_true (sim_recorder_step (recorder, end / 3, 2 * end / 3, 0, NULL, 0, NULL));
      g_assert_cmpuint (counting.n_rows, ==, wanted);
      g_assert_cmpfloat (counting.first, >, end / 3);
      g_assert_cmpfloat (counting.first, <=, end / 3 + end / 1000);
      sim_recorder_set_look (recorder, NULL, NULL);
      g_assert_true (sim_recorder_step (recorder, 2 * end / 3, end, 0, NULL, 0, NULL));
      g_assert_cmpuint (counting.n_rows, >, 1000);
      sim_recorder_free (recorder);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/recorder/the-rows-of-a-step-end-when-the-caller-asks", test_ended_rows);
  g_test_add_func ("/sim/trajectory/appended-rows-and-their-ranges-read-back-unchanged", test_trajectory);
  g_test_add_func ("/sim/trajectory/rows-stored-on-disk-equal-rows-kept-in-memory", test_trajectory_spill);
  g_test_add_func ("/sim/trajectory/ranges-ignore-nan-and-are-updated-after-truncation", test_trajectory_nan_and_truncate);
  g_test_add_func ("/sim/tape/memory-is-bounded-and-the-newest-attempts-are-kept", test_tape_bounded);
  g_test_add_func ("/sim/tape/ranges-stay-exact-after-buckets-are-merged", test_tape_merged);
  g_test_add_func ("/sim/tape/truncation-removes-records-and-snapshots", test_tape_truncate);
  g_test_add_func ("/sim/sink/R-02-a-ring-buffer-of-three-keeps-the-last-rows", test_ring);
  g_test_add_func ("/sim/sink/csv-files-contain-exact-numbers-in-the-c-locale", test_csv);
  g_test_add_func ("/sim/sink/a-csv-header-can-be-longer-than-the-buffer", test_csv_long_header);
  g_test_add_func ("/sim/sink/a-failed-csv-file-is-reported-and-removed", test_csv_errors);
  g_test_add_func ("/sim/sink/a-full-disk-stops-the-run-and-keeps-the-rows", test_sink_failure_stops_run);
  g_test_add_func ("/sim/sink/an-event-that-cannot-be-stored-for-lack-of-memory-stops-the-run", test_lost_event_stops_run);
  g_test_add_func ("/sim/config/the-command-line-overrides-files-and-files-override-the-model", test_config_precedence);
  g_test_add_func ("/sim/config/an-accuracy-replaces-tolerances-of-lower-priority", test_accuracy_replaces_tolerances);
  g_test_add_func ("/sim/config/studies-scale-or-replace-tolerances-of-every-origin", test_tolerances_of_studies);
  g_test_add_func ("/sim/config/invalid-values-are-refused-with-a-message", test_config_messages);
  g_test_add_func ("/sim/config/settings-that-a-method-ignores-are-reported-as-notes", test_config_unusable);
  g_test_add_func ("/sim/config/settings-written-as-yaml-read-back-unchanged", test_config_yaml);
  g_test_add_func ("/sim/config/a-file-with-an-error-of-its-yaml-text-is-refused", test_config_bad_yaml);
  g_test_add_func ("/sim/config/every-default-is-a-valid-value", test_config_defaults);
  g_test_add_func ("/sim/config/error-control-follows-from-method-setting-and-profile", test_config_controls_error);
  g_test_add_func ("/sim/status/a-final-state-that-cannot-be-right-is-reported", test_doubt);
  g_test_add_func ("/sim/config/munthe-kaas-takes-a-tableau-from-a-file", test_tableau_file);
  g_test_add_func ("/sim/drake/D-42-a-simulator-config-of-drake-is-applied-and-extracted", d42_simulator_config);
  g_test_add_func ("/sim/locale/files-are-the-same-in-a-locale-with-decimal-comma", test_comma_locale);
  g_test_add_func ("/sim/record/single-steps-of-a-long-run-are-smooth", test_smooth_steps);
  g_test_add_func ("/sim/record/memory-of-a-dropped-run-returns-to-the-system", test_memory_returned);
  return g_test_run ();
}
