/* Computes on a grid the zero lines of log |R(z)|, the border of the stability region, and of log |R(z)| − Re z, the
 * border of the order star. */
#include "wb-lab-region.h"

#include <math.h>

#include "plot-contour.h"

#define COLUMNS 361
#define ROWS 241
/* If the values of a method are measured by test steps, they are computed on a grid that is coarser by this factor. */
#define COARSE 3

void
wb_lab_region_free (WbLabRegion *region)
{
  if (region == NULL)
    return;
  g_ptr_array_unref (region->curves);
  g_ptr_array_unref (region->star);
  g_free (region);
}

typedef struct
{
  GPtrArray *curves;
  int nx, ny;
} Tracing;

static double
re_at (const Tracing *t, double i)
{
  return WB_LAB_RE_LOW + (WB_LAB_RE_HIGH - WB_LAB_RE_LOW) * i / (t->nx - 1);
}

static double
im_at (const Tracing *t, double j)
{
  return -WB_LAB_IM_HIGH + 2 * WB_LAB_IM_HIGH * j / (t->ny - 1);
}

static void
add_curve (gpointer user, const double *points, gsize n, gboolean closed)
{
  Tracing *t = user;
  GArray *curve = g_array_new (FALSE, FALSE, sizeof (double));

  for (gsize k = 0; k < n + (closed ? 1 : 0); k++)
    {
      double p[2] = { re_at (t, points[2 * (k % n)]), im_at (t, points[2 * (k % n) + 1]) };

      g_array_append_vals (curve, p, 2);
    }
  g_ptr_array_add (t->curves, curve);
}

WbLabRegion *
wb_lab_region_new (const OdeMethod *method)
{
  WbLabRegion *region = g_new0 (WbLabRegion, 1);
  OdeStability *stability = ode_stability_new (method);
  OdeStabilityBasis basis = stability != NULL ? ode_stability_basis (stability) : ODE_STABILITY_NONE;
  int step = basis == ODE_STABILITY_MEASURED ? COARSE : 1;
  Tracing t = { NULL, (COLUMNS - 1) / step + 1, (ROWS - 1) / step + 1 };
  g_autofree double *values = g_new (double, t.nx * t.ny);

  region->method = method;
  region->curves = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  region->star = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  if (stability == NULL)
    return region;
  ode_stability_facts (stability, &region->facts);
  region->known = basis == ODE_STABILITY_RATIONAL || basis == ODE_STABILITY_ROOTS || basis == ODE_STABILITY_MEASURED;
  if (region->known)
    {
      /* Compute only the upper half of the plane, and mirror it to the lower half. */
      for (int j = 0; j < t.ny; j++)
        for (int i = 0; i < t.nx; i++)
          values[j * t.nx + i] = 2 * j < t.ny - 1 ? 0 : log (ode_stability_modulus (stability, re_at (&t, i), im_at (&t, j)));
      for (int j = 0; 2 * j < t.ny - 1; j++)
        for (int i = 0; i < t.nx; i++)
          values[j * t.nx + i] = values[(t.ny - 1 - j) * t.nx + i];
      for (int k = 0; k < t.nx * t.ny; k++)
        values[k] = CLAMP (values[k], -50, 50);
      t.curves = region->curves;
      plot_contour (values, t.nx, t.ny, add_curve, &t);
      for (int k = 0; k < t.nx * t.ny; k++) /* t.f becomes log |R (z)| − log |exp (z)| */
        values[k] -= re_at (&t, k % t.nx);
      t.curves = region->star;
      plot_contour (values, t.nx, t.ny, add_curve, &t);
      region->outside = ode_stability_modulus (stability, 10 * WB_LAB_RE_LOW, 0) <= 1;
    }
  ode_stability_free (stability);
  return region;
}
