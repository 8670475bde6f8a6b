/* Compares the time of ode_format_double with that of printf with 17 digits, which also read back as the same
 * double. */
#include "ode-format.h"

#include <glib.h>
#include <math.h>

#define N_VALUES 4096
#define N_REPEATS 200

int
main (void)
{
  g_autofree double *values = g_new (double, N_VALUES);
  double best[2] = { G_MAXDOUBLE, G_MAXDOUBLE };

  for (int k = 0; k < N_VALUES; k++)
    values[k] = sin (k) * exp (5 * cos (3 * k));
  for (int repeat = 0; repeat < N_REPEATS; repeat++)
    for (int with_printf = 0; with_printf < 2; with_printf++)
      {
        char out[ODE_FORMAT_SIZE];
        gint64 start = g_get_monotonic_time ();

        for (int k = 0; k < N_VALUES; k++)
          if (with_printf)
            g_snprintf (out, sizeof out, "%.17g", values[k]);
          else
            ode_format_double (out, values[k]);
        best[with_printf] = MIN (best[with_printf], (double) (g_get_monotonic_time () - start) * 1e3 / N_VALUES);
      }
  g_print ("shortest digits %.1f ns a value, printf %.1f ns, ratio %.2f\n", best[0], best[1], best[1] / best[0]);
  return 0;
}
