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
#include "lab-study-kind.h"
#include "ode-methods.h"

enum { PLANE, RADIUS, UNTIL, POINTS, FRAMES, STEP };

static const LabOptionRow options[] = {
  [PLANE] = { "plane", "x,y", N_("the two states; by default the first position with its velocity, or the first two"), NULL, FALSE, N_("Plane") },
  [RADIUS] = { "radius", "R", N_("radius of the circle; by default a tenth of the range of the run in the plane, and at most 0.4 times the initial values"), NULL, FALSE, N_("Radius") },
  [UNTIL] = { "until", "T", N_("time of the last cloud; by default before one revolution, and before the cloud is too flat or too long to be seen"), NULL, FALSE, N_("Until") },
  [POINTS] = { "points", "N", N_("number of starts"), "200", FALSE, N_("Starts") },
  [FRAMES] = { "frames", "N", N_("number of times at which the cloud is shown after the start"), "8", FALSE, N_("Shown times") },
  [STEP] = { "step", "H", N_("fixed step size; by default steps as in the settings"), NULL, FALSE, N_("Step size") },
};

/* Accuracy of the integration that represents the exact flow. Areas are printed with three digits. */
#define TIGHT 1e-11

typedef struct
{
  const LabProblem *problem;
  LabFlow *flow;
  int a, b;             /* indices of the two states of the plane */
  int points, frames;
  double h;             /* size of fixed steps; 0: error control */
  double *times;        /* times of the frames, frames + 1 */
  double *x, *y;        /* coordinates, (frames + 1) × points */
  char *failure;        /* reason why a run failed; NULL: none failed */
  int last;             /* index of the last frame that all runs reached */
  long steps;           /* number of steps of the run from the first point */
} Cloud;

/* ---- propagation of the points ---- */

typedef struct { Cloud *cloud; int point, next; } Carry;

/* Sets the times of the frames: equal distances from the start to the end of the problem. If steps are fixed, they are ends of steps, so
 * that no area belongs to interpolated points. */
static void
set_times (Cloud *cloud)
{
  const LabProblem *p = cloud->problem;

  for (int k = 0; k <= cloud->frames; k++)
    {
      double after = (p->t_end - p->t_start) * k / cloud->frames;

      cloud->times[k] = k == cloud->frames ? p->t_end : p->t_start + (cloud->h > 0 ? round (after / cloud->h) * cloud->h : after);
    }
}

/* Stores the frames up to the end of the last step, from dense output. */
static void
carry_step (gpointer user, SimSimulator *simulator)
{
  Carry *carry = user;
  Cloud *cloud = carry->cloud;
  OdeIntegrator *integrator = sim_simulator_integrator (simulator);
  g_autofree double *at = g_new (double, cloud->flow->n);

  for (; carry->next <= cloud->frames && cloud->times[carry->next] <= sim_simulator_t (simulator); carry->next++)
    {
      double t = cloud->times[carry->next];
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

/* The points resolve a curve if the upper third of the frequencies has at most this fraction of the sum of squared coefficients. A method
 * with error control is not a smooth function of the start, and its points have noise of the size of the tolerance. With noise below this
 * fraction, the area has at least three digits. */
#define RESOLVED 1e-6

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

/* ---- default radius and time ---- */

/* Radius of the default circle relative to the range of the run in the plane, and its largest value relative to the initial values. The
 * latter keeps quantities positive that are positive. */
#define RADIUS_OF_RANGE 0.1
#define RADIUS_OF_START 0.4
/* Number of times and of starts with which the default time is chosen. The times are denser near the start, since a cloud can become flat
 * in a small part of the run. */
#define TRIAL_TIMES 128
#define TRIAL_STARTS 16
#define LEAST_TIMES 8
/* If the cloud can be seen at fewer times than this, smaller radii are tried, each half of the one before. One is used if the cloud can be
 * seen at so many times more. */
#define ENOUGH_TIMES 24
#define MOST_RADII 5
#define WORTH 1.4
/* The cloud can be seen as long as its half axes are between these multiples of the radius, its mean square distance from an ellipse is at
 * most this part of the mean square of the half axes, and the centre of the cloud has not come back: the direction of its path has turned by
 * less than this angle. */
#define FLATTEST 0.12
#define LONGEST 12.0
#define MOST_BENT 0.6
#define MOST_TURN (1.75 * G_PI)

/* Returns a cloud of n starts at TRIAL_TIMES times after the start, without points. Free it with trial_clear. */
static Cloud
trial_new (const Cloud *cloud, int n)
{
  Cloud trial = *cloud;
  double span = cloud->problem->t_end - cloud->problem->t_start;

  trial.points = n;
  trial.frames = TRIAL_TIMES;
  trial.failure = NULL;
  trial.times = g_new (double, TRIAL_TIMES + 1);
  for (int k = 0; k <= TRIAL_TIMES; k++)
    trial.times[k] = cloud->problem->t_start + span * k * k / (TRIAL_TIMES * TRIAL_TIMES);
  trial.x = g_new (double, (gsize) (TRIAL_TIMES + 1) * (gsize) n);
  trial.y = g_new (double, (gsize) (TRIAL_TIMES + 1) * (gsize) n);
  return trial;
}

static void
trial_clear (Cloud *trial)
{
  g_free (trial->times);
  g_free (trial->x);
  g_free (trial->y);
  g_free (trial->failure);
}

/* Returns the default radius for the path of the centre. The radius must be small enough for the circle to be an
 * ellipse after the time of the study, and large enough to be seen in a picture of the whole run. */
static double
choose_radius (const Cloud *centre, const double *x0)
{
  double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY }, most = INFINITY, start[2] = { fabs (x0[centre->a]), fabs (x0[centre->b]) };

  for (int k = 0; k <= centre->last; k++)
    for (int c = 0; c < 2; c++)
      {
        low[c] = fmin (low[c], c == 0 ? centre->x[k] : centre->y[k]);
        high[c] = fmax (high[c], c == 0 ? centre->x[k] : centre->y[k]);
      }
  for (int c = 0; c < 2; c++)
    {
      if (high[c] > low[c])
        most = fmin (most, RADIUS_OF_RANGE * (high[c] - low[c]));
      if (start[c] > 0)
        most = fmin (most, RADIUS_OF_START * start[c]);
    }
  return isfinite (most) && most > 0 ? most : 0.1;
}

/* Returns the number of times before the direction of the centre's path has turned by MOST_TURN. */
static int
count_before_return (const Cloud *centre)
{
  double turned = 0, before = NAN;

  for (int k = 1; k <= centre->last; k++)
    {
      double dx = centre->x[k] - centre->x[k - 1], dy = centre->y[k] - centre->y[k - 1], direction;

      if (dx == 0 && dy == 0)
        continue;
      direction = atan2 (dy, dx);
      if (!isnan (before))
        turned += remainder (direction - before, 2 * G_PI);
      before = direction;
      if (fabs (turned) > MOST_TURN)
        return k - 1;
    }
  return centre->last;
}

/* Computes the half axes of the ellipse x = x₀ + x_c cos θ + x_s sin θ, y likewise, that fits n points best: the
 * singular values of the matrix of the four coefficients. Returns the mean square distance of the points from the
 * ellipse. The singular values of [[a, b], [c, d]] are q ± r with q = |(a + d, c − b)|/2 and r = |(a − d, c + b)|/2. */
static double
fit_ellipse (const double *x, const double *y, int n, double *longer, double *shorter)
{
  double xc = 0, xs = 0, yc = 0, ys = 0, mx = 0, my = 0, squares = 0, q, r;

  for (int k = 0; k < n; k++)
    {
      double c = cos (2 * G_PI * k / n) * 2 / n, s = sin (2 * G_PI * k / n) * 2 / n;

      xc += x[k] * c;
      xs += x[k] * s;
      yc += y[k] * c;
      ys += y[k] * s;
      mx += x[k] / n;
      my += y[k] / n;
    }
  for (int k = 0; k < n; k++)
    squares += ((x[k] - mx) * (x[k] - mx) + (y[k] - my) * (y[k] - my)) / n;
  q = hypot (xc + ys, yc - xs) / 2;
  r = hypot (xc - ys, yc + xs) / 2;
  *longer = q + r;
  *shorter = fabs (q - r);
  return squares - (xc * xc + xs * xs + yc * yc + ys * ys) / 2;
}

/* Returns the number of the last of n times up to which the cloud of the trial can be seen. */
static int
count_visible (const Cloud *trial, double radius, int n)
{
  for (int k = 1; k <= MIN (n, trial->last); k++)
    {
      double longer, shorter, bent = fit_ellipse (trial->x + k * trial->points, trial->y + k * trial->points, trial->points, &longer, &shorter);

      if (!(shorter > FLATTEST * radius && longer < LONGEST * radius && bent <= MOST_BENT * (longer * longer + shorter * shorter) / 2))
        return k - 1;
    }
  return MIN (n, trial->last);
}

/* Chooses the radius if it is NaN, and the time of the last frame if `until` is NaN, in the first parts of the study. Returns FALSE with an
 * error if a run cannot start or the study is cancelled. */
static gboolean
choose (Cloud *cloud, const SimConfig *config, double *radius, double *until, LabPart *part, GError **error)
{
  LabProgress progress = lab_part_progress (part);
  Cloud trial = trial_new (cloud, 1);
  gboolean fine = carry_all (&trial, config, 0, &progress, error), free_radius = isnan (*radius);
  int most = fine ? count_before_return (&trial) : 0, n = 0;
  double first;

  if (fine && free_radius)
    *radius = choose_radius (&trial, cloud->flow->x0);
  trial_clear (&trial);
  if (!fine || !isnan (*until))
    return fine;
  first = *radius;
  trial = trial_new (cloud, TRIAL_STARTS);
  for (int k = 0; k < (free_radius ? MOST_RADII : 1) && fine && n < MIN (most, ENOUGH_TIMES); k++)
    {
      double smaller = ldexp (first, -k);
      int seen;

      part->done++;
      fine = carry_all (&trial, config, smaller, &progress, error);
      seen = fine ? count_visible (&trial, smaller, most) : 0;
      if (k > 0 && seen < WORTH * n)
        continue;
      *radius = smaller;
      n = seen;
    }
  *until = trial.times[CLAMP (n, LEAST_TIMES, TRIAL_TIMES)];
  if (n < TRIAL_TIMES && cloud->h > 0) /* the last frame is the end of a step */
    *until = cloud->problem->t_start + fmax (1, floor ((*until - cloud->problem->t_start) / cloud->h)) * cloud->h;
  trial_clear (&trial);
  return fine;
}

/* ---- result of the study ---- */

/* Reads the two states, or takes the first position with its velocity. */
static gboolean
read_plane (Cloud *cloud, const char *text, GError **error)
{
  const OdeSystem *ode = cloud->flow->ode;
  g_auto (GStrv) names = text != NULL ? g_strsplit (text, ",", -1) : NULL;

  if (ode->n_states < 2)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("a cloud needs two states; this model has %d"), ode->n_states);
      return FALSE;
    }
  /* A symplectic method preserves the area of a position and its velocity; that is the default plane. */
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
  lab_option_set_error (error, "plane", _("'plane' takes two different states x,y, not '%s'"), text);
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
      lab_table_add (areas, cloud->times[f]);
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

/* Two ratios that differ by less than 1e-6 are called equal: that is the accuracy of an area whose points resolve the
 * curve. */
static void
conclude (LabResult *result, const Cloud *cloud, const char *method)
{
  double ratio = lab_result_number (result, "ratio"), exact = lab_result_number (result, "flow_ratio");
  const char *unit = model_time_unit (cloud->problem->model);
  g_autofree char *a = lab_method_number (ratio, 3), *b = lab_method_number (exact, 3), *t = lab_method_number (cloud->times[cloud->frames], 3);
  g_autofree char *until = g_strdup_printf ("%s%s%s", t, *unit != '\0' ? " " : "", unit), *text = NULL;

  if (cloud->failure != NULL)
    text = g_strdup_printf (_("%s: %s"), method, cloud->failure);
  else if (isnan (ratio))
    text = g_strdup (_("The cloud is stretched too much to have a known area; use more points, a smaller radius or a shorter time"));
  else if (isnan (exact))
    text = g_strdup_printf (_("%s multiplies the area by **%s** until *t* = %s"), method, a, until);
  else if (fabs (ratio / exact - 1) < 1e-6)
    text = g_strdup_printf (_("%s multiplies the area by **%s** until *t* = %s, as the flow does"), method, a, until);
  else
    text = g_strdup_printf (_("%s multiplies the area by **%s** until *t* = %s, the flow by %s"), method, a, until, b);
  lab_result_set_sentence (result, text);
}

/* First chooses radius and time where they are not given, then propagates the circle by the method, and by an
 * integration whose error is far smaller, as the flow. */
static LabResult *
compute (Cloud *cloud, LabProblem *until, const SimConfig *config, double radius, double t_end, const LabProgress *progress, GError **error)
{
  const OdeSystem *ode = cloud->flow->ode;
  const char *columns[] = { "by", "frame", ode->names[cloud->a], ode->names[cloud->b], NULL };
  static const char *const area_columns[] = { "by", "t", "area", NULL };
  const char *label = sim_config_method (config)->label, *unit = model_time_unit (cloud->problem->model);
  g_autoptr (LabResult) result = lab_result_new ();
  const OdeMethod *tight = ode_method_find ((model_traits (cloud->problem->model) & MODEL_IS_STIFF) != 0 ? "radau" : "dop853");
  g_autoptr (SimConfig) exact = lab_problem_config (cloud->problem, tight, 0, TIGHT);
  LabPart part = { progress, 0, 1 + MOST_RADII + 2 }; /* path of the centre, trials, method, flow */
  LabProgress inner = lab_part_progress (&part);

  lab_result_add_table (result, "curves", columns);
  lab_table_set_unit (lab_result_add_table (result, "areas", area_columns), "t", unit);
  if ((isnan (radius) || isnan (t_end)) && !choose (cloud, config, &radius, &t_end, &part, error))
    return NULL;
  part.done = part.total - 2;
  until->t_end = t_end;
  set_times (cloud);
  if (!carry_all (cloud, config, radius, &inner, error))
    return NULL;
  lab_result_add_number (result, "t", t_end, unit);
  lab_result_add_number (result, "radius", radius, NULL);
  lab_result_add_number (result, "area", G_PI * radius * radius, NULL);
  if (!add_curves (result, cloud, "method", "ratio", &inner, error))
    return NULL;
  lab_result_add_number (result, "steps", (double) cloud->steps, NULL);
  lab_result_add_number (result, "flow_ratio", NAN, NULL);
  conclude (result, cloud, label);
  lab_progress_show (progress, result);
  if (cloud->failure != NULL)
    return g_steal_pointer (&result);
  part.done = part.total - 1;
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
  double radius = NAN, t_end = NAN, h = 0;

  if (flow == NULL || !lab_problem_set_times (&until, error) || !read_plane (&cloud, values[PLANE], error)
      || !lab_option_count ("points", values[POINTS], 8, 4096, &cloud.points, error)
      || !lab_option_count ("frames", values[FRAMES], 1, 1000, &cloud.frames, error)
      || (values[STEP] != NULL && !lab_option_above ("step", values[STEP], 0, &h, error)))
    return NULL;
  if ((values[RADIUS] != NULL && !lab_option_above ("radius", values[RADIUS], 0, &radius, error))
      || (values[UNTIL] != NULL && !lab_option_above ("until", values[UNTIL], until.t_start, &t_end, error)))
    return NULL;
  cloud.h = h > 0 ? h : sim_config_controls_error (until.config) ? 0 : sim_config_get_number (until.config, "max_step");
  config = h > 0 ? lab_problem_config (&until, sim_config_method (until.config), h, NAN) : sim_config_copy (until.config);
  sim_config_set (config, "realtime_rate", "0", SIM_ORIGIN_LIVE, NULL);
  cloud.x = g_new (double, (gsize) (cloud.frames + 1) * (gsize) cloud.points);
  cloud.y = g_new (double, (gsize) (cloud.frames + 1) * (gsize) cloud.points);
  cloud.times = g_new (double, cloud.frames + 1);
  result = compute (&cloud, &until, config, radius, t_end, progress, error);
  g_free (cloud.times);
  g_free (cloud.x);
  g_free (cloud.y);
  g_free (cloud.failure);
  return result;
}

const LabStudyKind lab_study_cloud = {
  .id = "cloud",
  .label = N_("Cloud of starts"),
  .advice = N_("Applies a method to a circle of initial values and compares its area with the area under the exact flow."),
  .of = LAB_STUDY_OF_METHODS,
  .places = LAB_PLACE_CARDS,
  .sketch = "10 50 20 75 35 50 20 25 10 50|50 55 75 90 90 60 65 20 50 55",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .run = run,
};
