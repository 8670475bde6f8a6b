/* The study `cloud`: starts on a circle around the initial values of the model, in the plane of two states. They are propagated by the
 * method, and by a very accurate integration of the flow. The area inside the closed curve is
 *
 *     A = ½ ∮ (x dy − y dx) = π Σ_m m Im (X̄_m Y_m − X̄_{−m} Y_{−m}),
 *
 * where X_m, Y_m are the Fourier coefficients of the N points over the angle of the circle. As long as the points resolve the curve,
 * this sum has only rounding errors, unlike the area of the polygon. If the curve is stretched so much that the points do not resolve
 * it, the area is unknown. A symplectic method preserves the area in the plane of a position and its velocity if the system has one
 * degree of freedom (Hairer, Lubich and Wanner, Geometric Numerical Integration, 2nd ed. 2006, section VI.2). */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-flow.h"
#include "lab-method-text.h"
#include "lab-option.h"
#include "lab-result.h"
#include "ode-methods.h"

enum { PLANE, RADIUS, POINTS, FRAMES, STEP };

static const LabOptionRow options[] = {
  [PLANE] = { "plane", "x,y", N_("the two states; by default the first position with its velocity, or the first two"), NULL, FALSE, N_("Plane") },
  [RADIUS] = { "radius", "R", N_("radius of the circle; by default a tenth of the size of the start"), NULL, FALSE, N_("Radius") },
  [POINTS] = { "points", "N", N_("number of starts"), "200", FALSE, N_("Starts") },
  [FRAMES] = { "frames", "N", N_("number of times at which the cloud is shown after the start"), "8", FALSE, N_("Shown times") },
  [STEP] = { "step", "H", N_("fixed step size; by default steps as in the settings"), NULL, FALSE, N_("Step size") },
};

/* Accuracy of the integration that represents the exact flow. */
#define TIGHT 1e-11

typedef struct
{
  const LabProblem *problem;
  LabFlow *flow;
  int a, b;             /* indices of the two states of the plane */
  int points, frames;
  double h;             /* size of fixed steps; 0: error control */
  double *x, *y;        /* coordinates, (frames + 1) × points */
  char *failure;        /* reason why a run failed; NULL: none failed */
  int last;             /* index of the last frame that all runs reached */
  long steps;           /* number of steps of the run from the first point */
} Cloud;

/* ---- propagation of the points ---- */

typedef struct { Cloud *cloud; int point, next; } Carry;

/* Returns the time of a frame. If steps are fixed, it is the end of a step, so that no area belongs to interpolated points. */
static double
frame_time (const Cloud *cloud, int frame)
{
  const LabProblem *p = cloud->problem;
  double after = (p->t_end - p->t_start) * frame / cloud->frames;

  if (frame == cloud->frames)
    return p->t_end;
  return p->t_start + (cloud->h > 0 ? round (after / cloud->h) * cloud->h : after);
}

/* Stores the frames up to the end of the last step, from dense output. */
static void
carry_step (gpointer user, SimSimulator *simulator)
{
  Carry *carry = user;
  Cloud *cloud = carry->cloud;
  OdeIntegrator *integrator = sim_simulator_integrator (simulator);
  g_autofree double *at = g_new (double, cloud->flow->n);

  for (; carry->next <= cloud->frames && frame_time (cloud, carry->next) <= sim_simulator_t (simulator); carry->next++)
    {
      double t = frame_time (cloud, carry->next);
      const double *x = sim_simulator_x (simulator);

      if (sim_simulator_t (simulator) - t > 1e-9 * cloud->h && sim_simulator_t (simulator) > t && ode_integrator_interpolate (integrator, t, at) == ODE_DONE)
        x = at;
      cloud->x[carry->next * cloud->points + carry->point] = x[cloud->a];
      cloud->y[carry->next * cloud->points + carry->point] = x[cloud->b];
    }
}

/* Integrates from all points with these settings. Returns FALSE with an error. */
static gboolean
carry_all (Cloud *cloud, const SimConfig *config, double radius, const LabProgress *progress, GError **error)
{
  LabPart part = { progress, 0, cloud->points };
  LabProgress inner = lab_part_progress (&part);
  g_autofree double *start = g_memdup2 (cloud->flow->x0, sizeof (double) * (gsize) cloud->flow->n);

  cloud->last = cloud->frames;
  g_clear_pointer (&cloud->failure, g_free);
  for (int k = 0; k < cloud->points; k++, part.done++)
    {
      Carry carry = { cloud, k, 0 };
      LabRunWatch watch = { .x = start, .step = carry_step, .user = &carry };
      double angle = 2 * G_PI * k / cloud->points;
      LabRun run;

      start[cloud->a] = cloud->flow->x0[cloud->a] + radius * cos (angle);
      start[cloud->b] = cloud->flow->x0[cloud->b] + radius * sin (angle);
      if (!lab_problem_run_watched (cloud->problem, config, &watch, &inner, &run, error))
        return FALSE;
      if (k == 0)
        cloud->steps = run.statistics.ode.steps_taken;
      if (carry.next <= cloud->last)
        {
          cloud->last = carry.next - 1;
          g_free (cloud->failure);
          cloud->failure = g_strdup (run.message != NULL ? run.message : _("the run ends early"));
        }
      lab_run_clear (&run);
    }
  return TRUE;
}

/* ---- area of the curve ---- */

/* The points resolve a curve if the upper third of the frequencies has at most this fraction of the sum of squared
 * coefficients. */
#define RESOLVED 1e-8

/* Returns the area inside a curve of n points, or NaN if the points do not resolve the curve. */
static double
area (const double *x, const double *y, int n)
{
  g_autofree double *cosines = g_new (double, n), *sines = g_new (double, n);
  double sum = 0, all = 0, upper = 0;

  for (int k = 0; k < n; k++)
    {
      cosines[k] = cos (2 * G_PI * k / n);
      sines[k] = sin (2 * G_PI * k / n);
    }

  for (int m = 1; m <= (n - 1) / 2; m++)
    {
      double xc = 0, xs = 0, yc = 0, ys = 0;

      for (int k = 0; k < n; k++)
        {
          gint64 j = (gint64) m * k % n;
          double c = cosines[j], s = sines[j];

          xc += x[k] * c;
          xs += x[k] * s;
          yc += y[k] * c;
          ys += y[k] * s;
        }
      /* With x = Σ (xc cos mθ + xs sin mθ) 2/n, and y likewise, the frequencies ±m contribute π m (xc ys − xs yc) (2/n)² to the
       * area. */
      sum += m * (xc * ys - xs * yc);
      all += xc * xc + xs * xs + yc * yc + ys * ys;
      upper += m > n / 3 ? xc * xc + xs * xs + yc * yc + ys * ys : 0;
    }
  if (!(upper <= RESOLVED * all))
    return NAN;
  return G_PI * sum * 4 / ((double) n * n);
}

/* ---- result of the study ---- */

static gboolean
read_plane (Cloud *cloud, const char *text, GError **error)
{
  const OdeSystem *ode = cloud->flow->ode;
  g_auto (GStrv) names = text != NULL ? g_strsplit (text, ",", -1) : NULL;

  if (ode->n_states < 2)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("a cloud needs two states; this model has %d"), ode->n_states);
      return FALSE;
    }
  cloud->a = ode->n_pairs > 0 ? ode->pairs[0].position : 0;
  cloud->b = ode->n_pairs > 0 ? ode->pairs[0].velocity : 1;
  if (text == NULL)
    return TRUE;
  if (g_strv_length (names) == 2)
    {
      cloud->a = lab_flow_find_state (cloud->flow, g_strstrip (names[0]));
      cloud->b = lab_flow_find_state (cloud->flow, g_strstrip (names[1]));
      if (cloud->a >= 0 && cloud->b >= 0 && cloud->a != cloud->b)
        return TRUE;
    }
  g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_OPTION, _("'plane' takes two different states x,y, not '%s'"), text);
  return FALSE;
}

/* Adds the curves and areas of the method or of the flow to the result, and the ratio of the last area to the first as the number `name`.
 * Returns FALSE with an error if the study is cancelled. */
static gboolean
add_curves (LabResult *result, const Cloud *cloud, const char *by, const char *name, const LabProgress *progress, GError **error)
{
  LabTable *curves = lab_result_table (result, "curves"), *areas = lab_result_table (result, "areas");
  double first = NAN, last = NAN;

  for (int f = 0; f <= cloud->last; f++)
    {
      const double *x = cloud->x + f * cloud->points, *y = cloud->y + f * cloud->points;

      last = area (x, y, cloud->points);
      first = f == 0 ? last : first;
      lab_table_add_text (areas, by);
      lab_table_add (areas, frame_time (cloud, f));
      lab_table_add (areas, last);
      for (int k = 0; k < cloud->points; k++)
        {
          lab_table_add_text (curves, by);
          lab_table_add (curves, f);
          lab_table_add (curves, x[k]);
          lab_table_add (curves, y[k]);
        }
      if (!lab_progress_report (progress, 1, error))
        return FALSE;
    }
  lab_result_set_number (result, name, last / first, NULL);
  return TRUE;
}

static void
conclude (LabResult *result, const Cloud *cloud, const char *method)
{
  double ratio = lab_result_number (result, "ratio"), exact = lab_result_number (result, "flow_ratio");
  g_autofree char *a = lab_method_number (ratio, 3), *b = lab_method_number (exact, 3), *text = NULL;

  if (cloud->failure != NULL)
    text = g_strdup_printf (_("%s: %s"), method, cloud->failure);
  else if (isnan (ratio))
    text = g_strdup (_("The cloud is stretched too much to have a known area; use more points, a smaller radius or a shorter time"));
  else if (isnan (exact))
    text = g_strdup_printf (_("%s multiplies the area by **%s**"), method, a);
  else if (fabs (ratio / exact - 1) < 1e-6)
    text = g_strdup_printf (_("%s multiplies the area by **%s**, as the flow does"), method, a);
  else
    text = g_strdup_printf (_("%s multiplies the area by **%s**, the flow by %s"), method, a, b);
  lab_result_set_sentence (result, text);
}

static LabResult *
compute (Cloud *cloud, const SimConfig *config, double radius, const LabProgress *progress, GError **error)
{
  const OdeSystem *ode = cloud->flow->ode;
  const char *columns[] = { "by", "frame", ode->names[cloud->a], ode->names[cloud->b], NULL };
  static const char *const area_columns[] = { "by", "t", "area", NULL };
  const char *label = sim_config_method (config)->label, *unit = model_time_unit (cloud->problem->model);
  g_autoptr (LabResult) result = lab_result_new ();
  const OdeMethod *tight = ode_method_find ((model_traits (cloud->problem->model) & MODEL_IS_STIFF) != 0 ? "radau" : "dop853");
  g_autoptr (SimConfig) exact = lab_problem_config (cloud->problem, tight, 0, TIGHT);
  LabPart part = { progress, 0, 2 };
  LabProgress inner = lab_part_progress (&part);

  lab_result_add_table (result, "curves", columns);
  lab_table_set_unit (lab_result_add_table (result, "areas", area_columns), "t", unit);
  if (!carry_all (cloud, config, radius, &inner, error))
    return NULL;
  lab_result_add_number (result, "area", G_PI * radius * radius, NULL);
  if (!add_curves (result, cloud, "method", "ratio", &inner, error))
    return NULL;
  lab_result_add_number (result, "steps", (double) cloud->steps, NULL);
  lab_result_add_number (result, "flow_ratio", NAN, NULL);
  conclude (result, cloud, label);
  lab_progress_show (progress, result);
  if (cloud->failure != NULL)
    return g_steal_pointer (&result);
  part.done = 1;
  if (!carry_all (cloud, exact, radius, &inner, error) || !add_curves (result, cloud, "flow", "flow_ratio", &inner, error))
    return NULL;
  g_clear_pointer (&cloud->failure, g_free);
  conclude (result, cloud, label);
  return g_steal_pointer (&result);
}

static LabResult *
run (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  LabProblem until = *problem;
  g_autoptr (LabFlow) flow = lab_flow_new (problem, error);
  g_autoptr (SimConfig) config = NULL;
  Cloud cloud = { .problem = &until, .flow = flow };
  LabResult *result;
  double radius, h = 0;

  if (flow == NULL || !lab_problem_set_times (&until, error) || !read_plane (&cloud, values[PLANE], error)
      || !lab_option_count ("points", values[POINTS], 8, 4096, &cloud.points, error)
      || !lab_option_count ("frames", values[FRAMES], 1, 1000, &cloud.frames, error)
      || (values[STEP] != NULL && !lab_option_above ("step", values[STEP], 0, &h, error)))
    return NULL;
  radius = 0.1 * fmax (fabs (flow->x0[cloud.a]), fabs (flow->x0[cloud.b]));
  radius = radius > 0 ? radius : 0.1;
  if (values[RADIUS] != NULL && !lab_option_above ("radius", values[RADIUS], 0, &radius, error))
    return NULL;
  cloud.h = h > 0 ? h : sim_config_controls_error (until.config) ? 0 : sim_config_get_number (until.config, "max_step");
  config = h > 0 ? lab_problem_config (&until, sim_config_method (until.config), h, NAN) : sim_config_copy (until.config);
  sim_config_set (config, "realtime_rate", "0", SIM_ORIGIN_LIVE, NULL);
  cloud.x = g_new (double, (gsize) (cloud.frames + 1) * (gsize) cloud.points);
  cloud.y = g_new (double, (gsize) (cloud.frames + 1) * (gsize) cloud.points);
  result = compute (&cloud, config, radius, progress, error);
  g_free (cloud.x);
  g_free (cloud.y);
  g_free (cloud.failure);
  return result;
}

const LabStudyKind lab_study_cloud = {
  .id = "cloud",
  .label = N_("Cloud of starts"),
  .advice = N_("Applies a method to a circle of initial values and compares its area with the area under the exact flow."),
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .run = run,
};
