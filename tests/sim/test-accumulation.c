/* Tests the function that recognizes from the recorded times of events that they accumulate at a limit. */
#include "sim-accumulation.h"

#include <math.h>

static SimTrajectory *
new_log (void)
{
  return sim_trajectory_new (1, 1 << 20);
}

static void
log_event (SimTrajectory *log, int event, double t)
{
  SimEventRecord record = { .t = t, .event = event, .parameter = -1, .overwritten = -1 };

  sim_trajectory_append_event (log, &record);
}

/* Appends n events to the log. The first interval between events is `gap`, and each
 * interval is `ratio` times the previous one. Returns the time of the last event. */
static double
log_row (SimTrajectory *log, int event, double t, double gap, double ratio, int n)
{
  for (int i = 0; i < n; i++)
    {
      log_event (log, event, t);
      if (i + 1 < n)
        t += gap;
      gap *= ratio;
    }
  return t;
}

static void
test_geometric (void)
{
  g_autoptr (SimTrajectory) log = new_log ();
  SimAccumulation found;

  log_row (log, 0, 3, 2, 0.8, 26);
  g_assert_true (sim_accumulation_find (log, SIM_ACCUMULATION_EACH, &found));
  g_assert_cmpint (found.event, ==, 0);
  g_assert_cmpuint (found.n_events, ==, 26);
  g_assert_cmpuint (found.n_seen, ==, 26);
  g_assert_cmpfloat_with_epsilon (found.ratio, 0.8, 1e-12);
  g_assert_cmpfloat (found.t_first, ==, 3);
  g_assert_cmpfloat_with_epsilon (found.t_limit, 3 + 2 / (1 - 0.8), 1e-10);
  g_assert_false (sim_accumulation_find (log, 1, &found));
}

static void
test_later (void)
{
  g_autoptr (SimTrajectory) log = new_log ();
  SimAccumulation found;
  double t = log_row (log, 2, 0, 1, 1, 20);

  /* The log begins with periodic events and one other event. The accumulating events follow. */
  log_event (log, 5, t + 0.1);
  log_row (log, 2, t + 1, 0.5, 0.5, 12);
  g_assert_true (sim_accumulation_find (log, SIM_ACCUMULATION_EACH, &found));
  g_assert_cmpint (found.event, ==, 2);
  g_assert_cmpuint (found.n_seen, ==, 32);
  g_assert_cmpfloat_with_epsilon (found.ratio, 0.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (found.t_limit, t + 2, 1e-9);
}

/* Two tanks are filled alternately. The events of each tank accumulate,
 * and so do the events of both tanks taken together. */
static void
test_by_turns (void)
{
  g_autoptr (SimTrajectory) log = new_log ();
  SimAccumulation each, all;
  double t = 0;

  for (int i = 0; i < 30; i++)
    {
      t += pow (0.8, i);
      log_event (log, i % 2, t);
    }
  g_assert_true (sim_accumulation_find (log, SIM_ACCUMULATION_EACH, &each));
  g_assert_true (sim_accumulation_find (log, SIM_ACCUMULATION_ALL, &all));
  g_assert_cmpint (each.event, ==, 0);
  g_assert_cmpfloat_with_epsilon (each.ratio, 0.64, 1e-9);
  g_assert_cmpuint (each.n_events, ==, 15);
  g_assert_cmpint (all.event, ==, SIM_ACCUMULATION_ALL);
  g_assert_cmpfloat_with_epsilon (all.ratio, 0.8, 1e-9);
  g_assert_cmpuint (all.n_events, ==, 30);
  g_assert_cmpfloat_with_epsilon (each.t_limit, 5, 1e-9);
  g_assert_cmpfloat_with_epsilon (all.t_limit, 5, 1e-9);
}

static void
test_nothing (void)
{
  g_autoptr (SimTrajectory) none = new_log (), clock = new_log (), few = new_log (), slow = new_log (), growing = new_log ();
  g_autoptr (SimTrajectory) uneven = new_log ();
  SimAccumulation found;
  double t = 0;

  log_row (clock, 0, 0, 1, 1, 100);
  log_row (few, 0, 0, 1, 0.5, 5);
  log_row (slow, 0, 0, 1, 0.97, 12);
  log_row (growing, 0, 0, 1, 1.2, 30);
  for (int i = 0; i < 40; i++)
    {
      t += pow (0.8, i) * (1 + 0.3 * (i % 3));
      log_event (uneven, 0, t);
    }
  g_assert_false (sim_accumulation_find (none, SIM_ACCUMULATION_EACH, &found));
  g_assert_false (sim_accumulation_find (clock, SIM_ACCUMULATION_EACH, &found));
  g_assert_false (sim_accumulation_find (few, SIM_ACCUMULATION_EACH, &found));
  g_assert_false (sim_accumulation_find (slow, SIM_ACCUMULATION_EACH, &found));
  g_assert_false (sim_accumulation_find (growing, SIM_ACCUMULATION_EACH, &found));
  g_assert_false (sim_accumulation_find (uneven, SIM_ACCUMULATION_EACH, &found));
}

/* If several events have the same time, the search returns the first of them. */
static void
test_find (void)
{
  static const double times[] = { 1, 2, 2, 2, 5 };
  static const struct { double t; gsize index; } rows[] = { { -1, 0 }, { 1, 0 }, { 1.5, 1 }, { 2, 1 }, { 2.1, 4 }, { 5, 4 }, { 6, 5 },
                                                            { INFINITY, 5 } };
  g_autoptr (SimTrajectory) log = new_log (), empty = new_log ();

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    log_event (log, 0, times[i]);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpuint (sim_trajectory_find_event (log, rows[i].t), ==, rows[i].index);
  g_assert_cmpuint (sim_trajectory_find_event (empty, 0), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/accumulation/ratio-and-limit-of-a-geometric-sequence-of-events-are-found", test_geometric);
  g_test_add_func ("/sim/accumulation/events-before-the-accumulation-do-not-change-the-result", test_later);
  g_test_add_func ("/sim/accumulation/two-alternating-events-are-found-to-accumulate-separately-and-together", test_by_turns);
  g_test_add_func ("/sim/accumulation/events-at-ordinary-intervals-are-not-reported-as-accumulating", test_nothing);
  g_test_add_func ("/sim/events/the-first-of-several-simultaneous-events-can-be-queried", test_find);
  return g_test_run ();
}
