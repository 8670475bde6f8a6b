/* Tests that reference solutions see short pulses and motions along a surface, and keep the largest step of the settings. */
#include <glib.h>
#include <math.h>

#include "lab-fixture.h"
#include "lab-reference.h"

#define HEAD "format: 1\nname: Test\n"

/* Finds the reference solution of a model, and returns its first state at the end. */
static double
reference_of (const char *yaml, const char *settings, double *agreement)
{
  LabFixture fixture;
  LabReference reference;
  g_autoptr (GError) error = NULL;
  double x;

  lab_fixture_init (&fixture, yaml, settings);
  g_assert_true (lab_problem_set_times (&fixture.problem, &error));
  lab_reference_find (&fixture.problem, NULL, &reference, &error);
  g_assert_no_error (error);
  g_assert_cmpint (reference.kind, ==, LAB_REFERENCE_TWO_RUNS);
  *agreement = reference.agreement;
  x = reference.x[0];
  lab_reference_clear (&reference);
  lab_fixture_clear (&fixture);
  return x;
}

/* Pulses in t and in a state, at places and of widths that no step size fits. Each has the area 1. */
static void
test_pulses (void)
{
  static const double places[] = { 0.5, 3.14159, 47.1, 99.2 };

  for (gsize k = 0; k < G_N_ELEMENTS (places); k++)
    for (int decade = 0; decade <= 6; decade++)
      {
        double width = 0.5 * pow (10, -decade), agreement;
        g_autofree char *in_t = g_strdup_printf (HEAD "time: {start: 0, end: 100}\n"
                                                      "states: {x: {initial: 0, derivative: \"if(t > %.17g and t < %.17g, %.17g, 0)\"}}\n",
                                                 places[k], places[k] + width, 1 / width);
        g_autofree char *in_x = g_strdup_printf (HEAD "time: {start: 0, end: 100}\n"
                                                      "states: {x: {initial: 0, derivative: \"if(abs(u - %.17g) < %.17g, %.17g, 0)\"}, "
                                                      "u: {initial: 0, derivative: 1}}\n",
                                                 places[k], width / 2, 1 / width);

        /* The rounding of the times of the pulse, relative to its width. */
        g_assert_cmpfloat_with_epsilon (reference_of (in_t, NULL, &agreement), 1, 1e-12 + 1e-13 / width);
        g_assert_cmpfloat (agreement, <, 1e-11);
        g_assert_cmpfloat_with_epsilon (reference_of (in_x, NULL, &agreement), 1, 1e-11 + 1e-12 / width);
      }
}

/* The references end steps at switches also if the run does not. */
static void
test_setting_off (void)
{
  double agreement, x = reference_of (HEAD "time: {start: 0, end: 100}\nstates: {x: {initial: 0, derivative: \"if(t > 50 and t < 50.1, 100, 0)\"}}\n",
                                      "switches: false\n", &agreement);

  g_assert_cmpfloat_with_epsilon (x, 10, 1e-11);
}

/* x′ = −sign (x − s) has an answer. */
static void
test_slide (void)
{
  double agreement;

  g_assert_cmpfloat_with_epsilon (
    reference_of (HEAD "time: {start: 0, end: 3}\nstates: {x: {initial: 1, derivative: -sign(x)}}\n", NULL, &agreement), 0, 1e-12);
  g_assert_cmpfloat_with_epsilon (
    reference_of (HEAD "time: {start: 0, end: 3}\nstates: {x: {initial: 6, derivative: -sign(x - 5)}}\n", NULL, &agreement), 5, 1e-11);
}

/* A smooth pulse of width 0.02 is not seen with steps of any size, but with the largest step of the model. */
static void
test_largest_step (void)
{
  static const char *const yaml = HEAD "time: {start: 0, end: 100}\nsolver: {max_step: 0.02}\n"
                                       "states: {x: {initial: 0, derivative: \"100*exp(-((t - 50)/0.02)^2)\"}}\n";
  double agreement;

  g_assert_cmpfloat_with_epsilon (reference_of (yaml, NULL, &agreement), 2 * sqrt (G_PI), 1e-9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/switches/references-see-pulses-of-any-width", test_pulses);
  g_test_add_func ("/lab/switches/references-end-steps-at-switches-whatever-the-setting", test_setting_off);
  g_test_add_func ("/lab/switches/references-follow-a-surface", test_slide);
  g_test_add_func ("/lab/switches/references-keep-the-largest-step", test_largest_step);
  return g_test_run ();
}
