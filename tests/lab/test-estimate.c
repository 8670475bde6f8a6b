/* Tests what is said of the error estimates of methods. */
#include <glib.h>

#include "lab-estimate.h"
#include "ode-methods.h"

/* The sum of the errors of n steps can be n tolerances for methods that go on with the formula whose error they estimate. The estimate of Merson is
 * of that order for linear equations only (Hairer, Nørsett and Wanner, Solving ODEs I, section II.4), that of ROS3P is zero for them. */
static void
test_kinds (void)
{
  static const struct
  {
    const char *method;
    LabEstimate plain, linear;
  } rows[] = {
    { "runge_kutta5", LAB_ESTIMATE_ABOVE, LAB_ESTIMATE_ABOVE },
    { "dop853", LAB_ESTIMATE_ABOVE, LAB_ESTIMATE_ABOVE },
    { "bogacki_shampine3", LAB_ESTIMATE_ABOVE, LAB_ESTIMATE_ABOVE },
    { "rodas4", LAB_ESTIMATE_ABOVE, LAB_ESTIMATE_ABOVE },
    { "runge_kutta_fehlberg", LAB_ESTIMATE_ERROR, LAB_ESTIMATE_ERROR },
    { "runge_kutta_merson", LAB_ESTIMATE_ABOVE, LAB_ESTIMATE_ERROR },
    { "ode23s", LAB_ESTIMATE_ERROR, LAB_ESTIMATE_ERROR },
    { "trbdf2", LAB_ESTIMATE_ERROR, LAB_ESTIMATE_ERROR },
    { "rkc2", LAB_ESTIMATE_ERROR, LAB_ESTIMATE_ERROR },
    { "implicit_euler", LAB_ESTIMATE_ERROR, LAB_ESTIMATE_ERROR },
    { "radau1", LAB_ESTIMATE_ERROR, LAB_ESTIMATE_ERROR },
    { "ros3p", LAB_ESTIMATE_ABOVE, LAB_ESTIMATE_ABOVE },
    { "cvode_bdf", LAB_ESTIMATE_UNKNOWN, LAB_ESTIMATE_UNKNOWN },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const OdeMethod *method = ode_method_find (rows[i].method);

      if (method == NULL)
        continue;
      g_test_message ("%s", rows[i].method);
      g_assert_cmpint (lab_estimate_find (method, FALSE), ==, rows[i].plain);
      g_assert_cmpint (lab_estimate_find (method, TRUE), ==, rows[i].linear);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/estimate/the-order-of-an-estimate-is-compared-with-that-of-the-error", test_kinds);
  return g_test_run ();
}
