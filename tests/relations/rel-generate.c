/* Random models are sums of bounded terms and a decay, so that their solutions stay bounded and smooth but for the conditions and events
 * that are drawn. All numbers have three digits, so that a small file of a violation can be read. */
#include "rel-generate.h"

#include <string.h>

static double
number (GRand *random, double low, double high)
{
  return (double)(int)(1000 * g_rand_double_range (random, low, high)) / 1000;
}

static const char *
one_of (GRand *random, const char *const *texts, int n)
{
  return texts[g_rand_int_range (random, 0, n)];
}

/* Appends a term in the states x1 … xn. */
static void
append_term (GString *out, GRand *random, int n, gboolean with_time)
{
  int i = g_rand_int_range (random, 1, n + 1), k = g_rand_int_range (random, 1, n + 1);
  double a = number (random, -1.5, 1.5), b = number (random, 0.3, 2.5), c = number (random, -0.8, 0.8);

  switch (g_rand_int_range (random, 0, with_time ? 8 : 6))
    {
    case 0:
      g_string_append_printf (out, " + %g*sin(%g*x%d)", a, b, i);
      break;
    case 1:
      g_string_append_printf (out, " + %g*x%d", a, i);
      break;
    case 2:
      g_string_append_printf (out, " + %g*tanh(x%d*x%d)", a, i, k);
      break;
    case 3:
      g_string_append_printf (out, " + %g*x%d/(1 + x%d^2)", a, i, k);
      break;
    case 4:
      g_string_append_printf (out, " + %g*exp(-x%d^2)", a, i);
      break;
    case 5:
      g_string_append_printf (out, " + if(x%d > %g, %g, %g*x%d)", i, c, a, b, k);
      break;
    case 6:
      g_string_append_printf (out, " + %g*cos(%g*t)", a, b);
      break;
    default:
      g_string_append_printf (out, " + if(t > %g, %g, %g)", number (random, 0.5, 6), a, c);
      break;
    }
}

static void
append_events (GString *out, GRand *random, int n, gboolean counts)
{
  static const char *const directions[] = { "rising", "falling", "both" };
  int n_events = g_rand_int_range (random, 1, 4);

  g_string_append (out, "events:\n");
  for (int k = 0; k < n_events; k++)
    {
      int i = g_rand_int_range (random, 1, n + 1), target = g_rand_int_range (random, 1, n + 1);
      /* Initial values and start times have three digits. The fourth keeps a surface off the initial state, and a periodic event off the start and off the
       * times of other events: what happens there depends on rounding errors. */
      double level = number (random, -1, 1) + 0.0005, phase = 0.0001 * (k + 1);

      g_string_append_printf (out, "  e%d:\n", k + 1);
      switch (g_rand_int_range (random, 0, 4))
        {
        case 0:
        case 1:
          g_string_append_printf (out, "    crossing: \"x%d - (%g)\"\n    direction: %s\n", i, level, one_of (random, directions, 3));
          break;
        case 2:
          g_string_append_printf (out, "    every: %g\n    offset: %g\n", number (random, 0.4, 2), number (random, 0.1, 0.9) + phase);
          break;
        default:
          g_string_append_printf (out, "    at: [%g, %g]\n", number (random, 0.3, 3) + phase, number (random, 4, 7) + phase);
          break;
        }
      switch (g_rand_int_range (random, 0, counts ? 4 : 3))
        {
        case 0:
          break;
        case 1:
          g_string_append_printf (out, "    set: {x%d: \"%g*x%d + %g\"}\n", target, number (random, -0.9, 0.9), target,
                                  number (random, 0.2, 1));
          break;
        case 2:
          if (k == n_events - 1 && g_rand_int_range (random, 0, 3) == 0)
            g_string_append (out, "    terminate: ended\n");
          else
            g_string_append_printf (out, "    set: {x%d: \"x%d + %g\"}\n", target, target, number (random, -0.6, 0.6));
          break;
        default:
          g_string_append (out, "    update: {count: count + 1}\n");
          break;
        }
    }
}

char *
rel_generate (GRand *random)
{
  int n = g_rand_int_range (random, 1, 5);
  gboolean with_time = g_rand_int_range (random, 0, 3) == 0, counts = g_rand_int_range (random, 0, 3) == 0,
           algebraic = g_rand_int_range (random, 0, 6) == 0, array = g_rand_int_range (random, 0, 6) == 0,
           second_order = n > 1 && g_rand_int_range (random, 0, 4) == 0;
  GString *out = g_string_new ("format: 1\nname: Random model\n");

  g_string_append_printf (out, "time: {start: %g, end: %g}\nstates:\n", g_rand_boolean (random) ? 0 : number (random, -3, 3),
                          number (random, 5, 9));
  if (second_order)
    g_string_append_printf (out, "  x1: {initial: %g, derivative: x2}\n", number (random, -2, 2));
  for (int k = second_order ? 2 : 1; k <= n; k++)
    {
      g_string_append_printf (out, "  x%d: {initial: %g, derivative: \"-%g*x%d", k, number (random, -2, 2), number (random, 0.1, 1.5), k);
      for (int term = g_rand_int_range (random, 1, 4); term > 0; term--)
        append_term (out, random, n, with_time);
      if (counts && k == 1)
        g_string_append (out, " + 0.2*sin(count)");
      if (algebraic && k == n)
        g_string_append (out, " + 0.5*y");
      if (array && k == n)
        g_string_append (out, " + 0.3*w[2]");
      g_string_append (out, "\"}\n");
    }
  if (array)
    g_string_append_printf (out, "  w: {size: 3, initial: \"0.1*i\", derivative: \"x1*0.1*i - %g*w[i]\"}\n", number (random, 0.2, 1));
  if (algebraic)
    g_string_append_printf (out, "algebraic:\n  y: {initial: 0, residual: \"y + %g*tanh(y) - x1\"}\n", number (random, 0.1, 1));
  if (counts)
    g_string_append (out, "discrete:\n  count: {initial: 0}\n");
  if (g_rand_int_range (random, 0, 3) != 0)
    append_events (out, random, n, counts);
  return g_string_free (out, FALSE);
}

char *
rel_generate_settings (GRand *random, gboolean algebraic)
{
  static const char *const methods[] = { "dopri5",
                                         "dop853",
                                         "runge_kutta3",
                                         "tsitouras5",
                                         "bogacki_shampine3",
                                         "verner65",
                                         "radau5",
                                         "rodas4",
                                         "rodas5p",
                                         "kvaerno5",
                                         "sdirk4",
                                         "trbdf2",
                                         "auto",
                                         "bulirsch_stoer",
                                         "runge_kutta4 error_control=false max_step=0.01",
                                         "bogacki_shampine3 max_step=0.2" };
  static const char *const methods_of_daes[] = { "radau5", "rodas4", "rodas5p", "radau" };
  static const char *const more[] = { "", "", "", "norm=rms", "controller=pid", "guard=0", "guard=3", "fast_math=false" };

  return g_strdup_printf ("integrator=%s %s",
                          algebraic ? one_of (random, methods_of_daes, G_N_ELEMENTS (methods_of_daes))
                                    : one_of (random, methods, G_N_ELEMENTS (methods)),
                          one_of (random, more, G_N_ELEMENTS (more)));
}
