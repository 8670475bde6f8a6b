#include "wb-lab-region.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ode-eigen.h"
#include "plot-contour.h"

#define COLUMNS 361
#define ROWS 241
/* Methods whose values are measured by steps are sampled on fewer points. */
#define COARSE 3
/* Eigenvalues of larger models would delay the window. */
#define MOST_STATES 200
/* |R| of an undamped oscillation is 1 up to rounding. */
#define ON_BORDER 1e-9

void
wb_lab_region_free (WbLabRegion *region)
{
  if (region == NULL)
    return;
  g_ptr_array_unref (region->curves);
  g_free (region);
}

typedef struct
{
  WbLabRegion *region;
  int nx, ny;
  gsize largest;   /* points of the longest curve, which carries the name */
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
      if (n >= t->largest && (k == 0 || p[1] > t->region->label_y))
        {
          t->region->label_x = p[0];
          t->region->label_y = p[1];
        }
    }
  t->largest = MAX (t->largest, n);
  g_ptr_array_add (t->region->curves, curve);
}

WbLabRegion *
wb_lab_region_new (const OdeMethod *method)
{
  WbLabRegion *region = g_new0 (WbLabRegion, 1);
  OdeStability *stability = ode_stability_new (method);
  OdeStabilityBasis basis = stability != NULL ? ode_stability_basis (stability) : ODE_STABILITY_NONE;
  int step = basis == ODE_STABILITY_MEASURED ? COARSE : 1;
  Tracing t = { region, (COLUMNS - 1) / step + 1, (ROWS - 1) / step + 1, 0 };
  g_autofree double *values = g_new (double, t.nx * t.ny);

  region->method = method;
  region->curves = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  region->label_y = -INFINITY;
  if (stability == NULL)
    return region;
  ode_stability_facts (stability, &region->facts);
  region->known = basis == ODE_STABILITY_RATIONAL || basis == ODE_STABILITY_ROOTS || basis == ODE_STABILITY_MEASURED;
  if (region->known)
    {
      /* the lower half is the mirror image of the upper one */
      for (int j = 0; j < t.ny; j++)
        for (int i = 0; i < t.nx; i++)
          values[j * t.nx + i] = 2 * j < t.ny - 1 ? 0 : log (ode_stability_modulus (stability, re_at (&t, i), im_at (&t, j)));
      for (int j = 0; 2 * j < t.ny - 1; j++)
        for (int i = 0; i < t.nx; i++)
          values[j * t.nx + i] = values[(t.ny - 1 - j) * t.nx + i];
      for (int k = 0; k < t.nx * t.ny; k++)
        values[k] = CLAMP (values[k], -50, 50);
      plot_contour (values, t.nx, t.ny, add_curve, &t);
      region->outside = ode_stability_modulus (stability, 10 * WB_LAB_RE_LOW, 0) <= 1;
    }
  ode_stability_free (stability);
  return region;
}

gboolean
wb_lab_region_contains (OdeStability *stability, double re, double im)
{
  return ode_stability_modulus (stability, re, im) <= 1 + ON_BORDER;
}

/* ---- eigenvalues ---- */

void
wb_lab_eigenvalues_free (WbLabEigenvalues *eigenvalues)
{
  if (eigenvalues == NULL)
    return;
  g_free (eigenvalues->values);
  g_free (eigenvalues->why_not);
  g_free (eigenvalues);
}

/* Fills in t and the states at the playhead, or the initial ones. */
static gboolean
state_of (WbSession *session, ModelSystem *system, double *t, double *x)
{
  WbRunItem *run = wb_session_current (session);
  SimTrajectory *trajectory = run != NULL ? wb_run_item_trajectory (run) : NULL;
  g_autofree double *d = g_new0 (double, model_system_n_discrete (system) + 1);
  int n = model_system_n_states (system);

  *t = wb_session_t_start (session);
  if (!model_system_initial (system, x, d, NULL))
    return FALSE;
  model_system_set_discrete (system, d);
  if (trajectory != NULL && sim_trajectory_n_rows (trajectory) > 0 && wb_run_item_model (run) == wb_session_model (session))
    {
      const double *row = sim_trajectory_row (trajectory, sim_trajectory_find (trajectory, wb_session_playhead (session)));

      *t = row[0];
      for (int i = 0; i < n; i++)
        x[i] = row[1 + i];
    }
  model_system_set_noise_time (system, *t);
  return TRUE;
}

WbLabEigenvalues *
wb_lab_eigenvalues_new (WbSession *session)
{
  WbLabEigenvalues *result = g_new0 (WbLabEigenvalues, 1);
  Model *model = wb_session_model (session);
  g_autoptr (ModelSystem) system = NULL;
  g_autofree double *x = NULL, *a = NULL, *work = NULL;
  int n;

  if (model != NULL)
    system = wb_values_instance (wb_session_values (session), model, wb_session_config (session), NULL);
  if (system == NULL)
    {
      result->why_not = g_strdup (_("no model"));
      return result;
    }
  n = model_system_n_states (system);
  if (model_system_ode (system)->mass_pattern != NULL)
    result->why_not = g_strdup (_("the model has a mass matrix or algebraic equations"));
  else if (n == 0)
    result->why_not = g_strdup (_("the model has no continuous states"));
  else if (n > MOST_STATES)
    result->why_not = g_strdup_printf (_("eigenvalues are shown for at most %d states"), MOST_STATES);
  if (result->why_not != NULL)
    return result;
  x = g_new (double, n);
  a = g_new (double, n * n);
  work = g_new (double, ode_eigen_work_size (n) + 1);
  result->values = g_new (double, 2 * n);
  if (!state_of (session, system, &result->t, x) || !ode_stability_jacobian (model_system_ode (system), result->t, x, a)
      || !ode_eigen_values (n, a, result->values, work))
    result->why_not = g_strdup (_("the derivatives are undefined here"));
  else
    result->n = n;
  return result;
}
