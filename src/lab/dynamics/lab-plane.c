/* The phase plane: two states on the axes, the values of the others (the slice), and the search for all that the
 * plane shows.
 *
 * In a plane of two states of an autonomous model, orbits do not cross. Therefore nullclines, equilibria, manifolds
 * of saddles, closed orbits and return maps describe all orbits. With more states, or if the model depends on t, the
 * plane shows a projection, in which orbits cross; only nullclines of a slice, projected equilibria, one trajectory,
 * and points once per period of a drive are computed then. */
#include "lab-plane.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-option.h"
#include "lab-problem.h"
#include "lab-returns.h"
#include "lab-section.h"
#include "ode-format.h"

/* Largest number of states of a model whose equilibria are searched; the time of the search grows with its third power. */
#define MOST_STATES 40
/* Limits of the drawn trajectory: its number of steps, and its accuracy, which is far below a pixel. */
#define TRAJECTORY_STEPS 4000
#define TRAJECTORY_ACCURACY 1e-7
/* Number of points of a trajectory in each step. */
#define STEP_POINTS 6
/* A trajectory ends at this distance outside the window, relative to the size of the window. */
#define OUTSIDE 4
/* Largest number of fixed states that lab_plane_slice_text lists. */
#define MOST_LISTED 3

/* ---- axes and slice ---- */

static gboolean
read_axes (LabPlane *plane, const char *text, GError **error)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);
  int states[2] = { -1, -1 };

  for (int k = 0; k < 2 && g_strv_length (names) == 2; k++)
    states[k] = lab_flow_find_state (plane->flow, g_strstrip (names[k]));
  if (states[0] < 0 || states[1] < 0 || states[0] == states[1])
    {
      lab_option_set_error (error, "axes", _("'axes' takes two different states, such as %s,%s, not '%s'"),
                   plane->flow->ode->names[0], plane->flow->ode->names[1], text);
      return FALSE;
    }
  plane->across = states[0];
  plane->up = states[1];
  return TRUE;
}

static gboolean
read_slice (const LabPlane *plane, double *x, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  for (char **word = words; *word != NULL; word++)
    {
      char *equals = strchr (*word, '=');
      g_autofree char *name = g_strstrip (g_strndup (*word, equals != NULL ? (gsize) (equals - *word) : strlen (*word)));
      int state = lab_flow_find_state (plane->flow, name);
      double value;

      if (equals == NULL || !lab_option_number (equals + 1, &value))
        lab_option_set_error (error, "slice", _("'slice' takes NAME=NUMBER, separated by commas, not '%s'"), text);
      else if (state < 0)
        lab_option_set_error (error, "slice", _("'slice': unknown state '%s'"), name);
      else if (state == plane->across || state == plane->up)
        lab_option_set_error (error, "slice", _("'slice': the state '%s' is on an axis"), name);
      else
        {
          x[state] = value;
          continue;
        }
      return FALSE;
    }
  return TRUE;
}

gboolean
lab_plane_init (LabPlane *plane, double *x, LabFlow *flow, const LabBox *box, const char *axes, const char *slice, GError **error)
{
  g_return_val_if_fail (flow->n >= 2, FALSE);
  memcpy (x, flow->x0, sizeof (double) * (gsize) flow->n);
  *plane = (LabPlane) { flow, 0, 1, { 0, 0 }, { 1, 1 }, x, flow->t };
  if ((axes != NULL && !read_axes (plane, axes, error)) || (slice != NULL && !read_slice (plane, x, slice, error)))
    return FALSE;
  for (int k = 0; k < 2; k++)
    {
      plane->low[k] = box->low[k == 0 ? plane->across : plane->up];
      plane->high[k] = box->high[k == 0 ? plane->across : plane->up];
    }
  return TRUE;
}

gboolean
lab_plane_read_time (LabPlane *plane, const char *text, GError **error)
{
  if (text == NULL)
    return TRUE;
  if (plane->flow->autonomous)
    lab_option_set_error (error, "time", _("'time' needs a model that depends on t"));
  else if (!lab_option_number (text, &plane->t))
    lab_option_set_error (error, "time", _("'time' takes a number, not '%s'"), text);
  else
    return TRUE;
  return FALSE;
}

char *
lab_plane_slice_text (const LabPlane *plane)
{
  GString *text = g_string_new (NULL);
  char number[ODE_FORMAT_SIZE];

  for (int i = 0; i < plane->flow->n && plane->flow->n <= MOST_LISTED + 2; i++)
    if (i != plane->across && i != plane->up)
      {
        ode_format_double (number, plane->x[i]);
        g_string_append_printf (text, "%s%s = %s", text->len > 0 ? ", " : "", plane->flow->ode->names[i], number);
      }
  return g_string_free (text, FALSE);
}

/* ---- trajectories ---- */

/* Follows the solution through x over the time span of the problem at most, and appends its projection at equal times
 * in each step. */
LabCurve *
lab_plane_trajectory (const LabPlane *plane, const double *x, gboolean backward, const LabProgress *progress, GError **error)
{
  g_autoptr (LabFlowRun) run = lab_flow_run_new (plane->flow, 0, FALSE, backward, TRAJECTORY_ACCURACY, error);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree double *y = g_new (double, plane->flow->n);
  double span = plane->flow->problem.t_end - plane->flow->problem.t_start;
  const int index[2] = { plane->across, plane->up };
  LabCurve *curve;

  if (run == NULL)
    return NULL;
  for (int k = 0; k < 2; k++)
    g_array_append_val (points, x[index[k]]);
  if (lab_flow_run_start (run, plane->flow->t, x))
    for (int k = 0; k < TRAJECTORY_STEPS && lab_flow_run_time (run) < span && lab_flow_run_step (run, span); k++)
      {
        double s0 = lab_flow_run_previous (run), s1 = lab_flow_run_time (run);
        gboolean outside = FALSE;

        for (int i = 1; i <= STEP_POINTS; i++)
          {
            lab_flow_run_at (run, i < STEP_POINTS ? s0 + (s1 - s0) * i / STEP_POINTS : s1, y);
            for (int j = 0; j < 2; j++)
              g_array_append_val (points, y[index[j]]);
          }
        for (int j = 0; j < 2; j++)
          {
            double size = plane->high[j] - plane->low[j], at = y[index[j]];

            outside |= !(at > plane->low[j] - OUTSIDE * size && at < plane->high[j] + OUTSIDE * size);
          }
        if (outside)
          break;
        if (!lab_progress_report (progress, (double) k / TRAJECTORY_STEPS, error))
          return NULL;
      }
  curve = g_new0 (LabCurve, 1);
  curve->n = (int) points->len / 2;
  curve->points = g_memdup2 (points->data, sizeof (double) * points->len);
  curve->backward = backward;
  return curve;
}

/* ---- the inside of closed orbits ---- */

/* Returns whether a point is inside a closed polygon: a ray to the right crosses the polygon an odd number of times. */
static gboolean
is_inside (const LabCurve *curve, double x, double y)
{
  gboolean inside = FALSE;

  for (int i = 0, j = curve->n - 1; i < curve->n; j = i++)
    {
      const double *a = curve->points + 2 * i, *b = curve->points + 2 * j;

      if ((a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0])
        inside = !inside;
    }
  return inside;
}

static gboolean
is_in_window (const LabPlane *plane, const LabCurve *curve)
{
  for (int i = 0; i < curve->n; i++)
    for (int k = 0; k < 2; k++)
      if (!(curve->points[2 * i + k] >= plane->low[k] && curve->points[2 * i + k] <= plane->high[k]))
        return FALSE;
  return curve->n > 2;
}

/* An unstable closed orbit in the plane bounds the basin of what is inside (Jordan's curve theorem). The orbits that
 * start inside stay there and approach an equilibrium or a closed orbit (Poincaré and Bendixson; Strogatz, section
 * 7.3). The attractor is unique if the inside has one stable equilibrium and no closed orbit, or one unstable
 * equilibrium and one stable closed orbit. In all other cases nothing is said. The orbit must be in the window as a
 * whole, since objects outside of it were not searched. */
gboolean
lab_plane_attractor (const LabPlane *plane, const LabPlaneObjects *found, int index, int *point, int *cycle)
{
  const LabCycle *boundary = found->cycles->cycles->pdata[index];
  int n_points = 0, n_cycles = 0;
  gboolean stable_point = FALSE, unstable_point = FALSE, stable_cycle = FALSE;

  *point = *cycle = -1;
  if (plane->flow->n != 2 || found->partial || boundary->stable || found->equilibria->continuum || !is_in_window (plane, boundary->curve))
    return FALSE;
  for (guint k = 0; k < found->equilibria->points->len; k++)
    {
      const LabEquilibrium *inner = found->equilibria->points->pdata[k];

      if (!is_inside (boundary->curve, inner->x[plane->across], inner->x[plane->up]))
        continue;
      n_points++;
      stable_point = inner->type == LAB_POINT_STABLE_NODE || inner->type == LAB_POINT_STABLE_FOCUS;
      unstable_point = inner->type == LAB_POINT_UNSTABLE_NODE || inner->type == LAB_POINT_UNSTABLE_FOCUS;
      *point = (int) k;
    }
  for (guint k = 0; k < found->cycles->cycles->len; k++)
    {
      const LabCycle *inner = found->cycles->cycles->pdata[k];

      if ((int) k == index || inner->curve->n == 0 || !is_inside (boundary->curve, inner->curve->points[0], inner->curve->points[1]))
        continue;
      n_cycles++;
      stable_cycle = inner->stable;
      *cycle = (int) k;
    }
  if (n_points == 1 && stable_point && n_cycles == 0)
    return TRUE;
  *point = -1;
  return n_points == 1 && unstable_point && n_cycles == 1 && stable_cycle;
}

/* ---- states whose derivative is zero in the whole window ---- */

/* Number of test points along each side of the window. */
#define STILL_POINTS 65

/* Evaluates f at all points of a grid. A state that is at rest only on curves moves at most of them. */
gboolean
lab_plane_is_still (const LabPlane *plane, int state)
{
  g_autofree double *x = g_memdup2 (plane->x, sizeof (double) * (gsize) plane->flow->n), *f = g_new (double, plane->flow->n);
  const int index[2] = { plane->across, plane->up };
  gboolean defined = FALSE;

  for (int k = 0; k < STILL_POINTS * STILL_POINTS; k++)
    {
      const int node[2] = { k % STILL_POINTS, k / STILL_POINTS };

      for (int i = 0; i < 2; i++)
        x[index[i]] = plane->low[i] + (plane->high[i] - plane->low[i]) * node[i] / (STILL_POINTS - 1);
      if (!lab_flow_rhs (plane->flow, plane->t, x, f))
        continue;
      if (f[state] != 0)
        return FALSE;
      defined = TRUE;
    }
  return defined;
}

/* ---- all objects ---- */

void
lab_plane_objects_clear (LabPlaneObjects *found)
{
  g_clear_pointer (&found->equilibria, lab_equilibria_free);
  g_clear_pointer (&found->cycles, lab_cycles_free);
  g_clear_pointer (&found->returns, lab_returns_free);
  g_clear_pointer (&found->trajectory, lab_curve_free);
  g_clear_pointer (&found->strobe, lab_strobe_free);
  for (int k = 0; k < 2; k++)
    g_clear_pointer (&found->nullclines[k], g_ptr_array_unref);
  g_clear_pointer (&found->manifolds, g_ptr_array_unref);
}

/* Computes the return map of the section in the text or, if the text is NULL, of the default section. */
static gboolean
find_returns (const LabPlane *plane, const char *section, LabPlaneObjects *found, const LabProgress *progress, GError **error)
{
  LabLine line;

  if (section != NULL ? !lab_line_read (&line, plane->flow, section, error) : !lab_line_default (&line, plane, found->equilibria))
    return section == NULL;
  found->returns = lab_returns_new (plane, &line, found->equilibria, found->cycles, progress, error);
  return found->returns != NULL;
}

/* Number of parts of the search, for its progress. */
#define PARTS 6

/* Finds what a projection shows besides nullclines: that of more than two states, or of a model that depends on t. */
static gboolean
find_projected (const LabPlane *plane, const LabBox *box, LabPlaneObjects *found, LabPart *part, GError **error)
{
  LabProgress inner = lab_part_progress (part);

  found->manifolds = g_ptr_array_new ();
  found->cycles = g_new0 (LabCycles, 1);
  found->cycles->cycles = g_ptr_array_new ();
  found->cycles->families = g_ptr_array_new ();
  found->searched = plane->flow->n <= MOST_STATES && plane->flow->autonomous;
  if (found->searched)
    found->equilibria = lab_equilibria_find (plane->flow, box, &inner, error);
  else
    {
      found->equilibria = g_new0 (LabEquilibria, 1);
      found->equilibria->points = g_ptr_array_new ();
    }
  part->done = PARTS - 2;
  if (found->equilibria != NULL && !plane->flow->autonomous)
    {
      GError *cancelled = NULL;

      found->strobe = lab_strobe_find (plane->flow, &inner, &cancelled);
      if (cancelled != NULL)
        {
          g_propagate_error (error, cancelled);
          return FALSE;
        }
    }
  part->done = PARTS - 1;
  return found->equilibria != NULL && (found->trajectory = lab_plane_trajectory (plane, plane->flow->x0, FALSE, &inner, error)) != NULL;
}

/* Adds closed orbits that cross the window and surround equilibria of the default box, which a given box need not contain. */
static gboolean
find_around (const LabPlane *plane, const LabBox *box, LabCycles *cycles, const LabProgress *progress, GError **error)
{
  const int index[2] = { plane->across, plane->up };
  g_auto (LabBox) wide = { 0 };
  LabPlane whole = *plane;
  gboolean inside = TRUE;

  if (!lab_box_init (&wide, plane->flow, NULL, progress, error))
    return FALSE;
  for (int k = 0; k < 2; k++)
    {
      inside &= wide.low[index[k]] >= box->low[index[k]] && wide.high[index[k]] <= box->high[index[k]];
      whole.low[k] = fmin (plane->low[k], wide.low[index[k]]);
      whole.high[k] = fmax (plane->high[k], wide.high[index[k]]);
    }
  if (inside)
    return TRUE;
  g_clear_pointer (&wide.mean, g_free);
  g_clear_pointer (&wide.end, g_free);
  g_autoptr (LabEquilibria) equilibria = lab_equilibria_find (plane->flow, &wide, progress, error);
  g_autoptr (LabCycles) others = equilibria != NULL ? lab_cycles_find (&whole, equilibria, progress, error) : NULL;
  if (others == NULL)
    return FALSE;
  lab_cycles_take (plane, cycles, others);
  return TRUE;
}

/* Finds what the plane of two states has besides nullclines. */
static gboolean
find_all (const LabPlane *plane, const LabBox *box, const char *section, LabPlaneObjects *found, LabPart *part, GError **error)
{
  LabProgress inner = lab_part_progress (part);

  if ((found->equilibria = lab_equilibria_find (plane->flow, box, &inner, error)) == NULL)
    return FALSE;
  part->done = 3;
  if ((found->manifolds = lab_manifolds (plane, found->equilibria, &inner, error)) == NULL)
    return FALSE;
  part->done = 4;
  if ((found->cycles = lab_cycles_find (plane, found->equilibria, &inner, error)) == NULL || !find_around (plane, box, found->cycles, &inner, error))
    return FALSE;
  part->done = 5;
  return find_returns (plane, section, found, &inner, error);
}

gboolean
lab_plane_find (const LabPlane *plane, const LabBox *given, const char *section, LabPlaneObjects *found, const LabProgress *progress, GError **error)
{
  LabPart part = { progress, 0, PARTS };
  LabProgress inner = lab_part_progress (&part);
  LabBox window = *given, *box = &window;

  window.mean = window.end = NULL; /* equilibria outside of the box are not in the picture */
  *found = (LabPlaneObjects) { .searched = TRUE };
  if (section != NULL && plane->flow->n > 2)
    {
      lab_option_set_error (error, "section", _("'section' needs a model with two states; this model has %d"), plane->flow->n);
      return FALSE;
    }
  if (section != NULL && !plane->flow->autonomous)
    {
      lab_option_set_error (error, "section", _("'section' needs a model that does not depend on t"));
      return FALSE;
    }
  for (int k = 0; k < 2; k++, part.done++)
    {
      int state = k == 0 ? plane->across : plane->up;

      if ((found->nullclines[k] = lab_nullcline (plane, state, &inner, error)) == NULL)
        return FALSE;
      found->still[k] = lab_plane_is_still (plane, state);
    }
  return plane->flow->n > 2 || !plane->flow->autonomous ? find_projected (plane, box, found, &part, error) : find_all (plane, box, section, found, &part, error);
}

/* ---- sections ---- */

/* Reads "A" or "A:B". */
static gboolean
read_ends (const char *text, double *from, double *to)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 3);
  guint n = g_strv_length (parts);

  return (n == 1 || n == 2) && lab_option_number (parts[0], from) && lab_option_number (parts[n - 1], to);
}

gboolean
lab_line_read (LabLine *line, const LabFlow *flow, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  gboolean given[2] = { FALSE, FALSE };

  g_return_val_if_fail (flow->n == 2, FALSE);
  for (char **word = words; *word != NULL; word++)
    {
      char *equals = strchr (*word, '=');
      g_autofree char *name = g_strstrip (g_strndup (*word, equals != NULL ? (gsize) (equals - *word) : strlen (*word)));
      int state = lab_flow_find_state (flow, name);

      if (equals != NULL && state < 0)
        {
          lab_option_set_error (error, "section", _("'section': unknown state '%s'"), name);
          return FALSE;
        }
      if (equals == NULL || given[state] || !read_ends (equals + 1, &line->from[state], &line->to[state]))
        {
          lab_option_set_error (error, "section", _("'section' takes %s=A:B,%s=C:D for a line from (A, C) to (B, D), not '%s'"),
                       flow->ode->names[0], flow->ode->names[1], text);
          return FALSE;
        }
      given[state] = TRUE;
    }
  if (!given[0] || !given[1] || (line->from[0] == line->to[0] && line->from[1] == line->to[1]))
    {
      lab_option_set_error (error, "section", _("'section' needs both states and two different ends, as in %s=A:B,%s=C:D"),
                   flow->ode->names[0], flow->ode->names[1]);
      return FALSE;
    }
  return TRUE;
}

char *
lab_line_text (const LabLine *line, const LabFlow *flow)
{
  GString *text = g_string_new (NULL);
  char number[ODE_FORMAT_SIZE];

  for (int i = 0; i < 2; i++)
    {
      ode_format_double (number, line->from[i]);
      g_string_append_printf (text, "%s%s=%s", i > 0 ? "," : "", flow->ode->names[i], number);
      ode_format_double (number, line->to[i]);
      if (line->to[i] != line->from[i])
        g_string_append_printf (text, ":%s", number);
    }
  return g_string_free (text, FALSE);
}

gboolean
lab_line_default (LabLine *line, const LabPlane *plane, const LabEquilibria *equilibria)
{
  const LabEquilibrium *best = NULL;
  int across = plane->across;

  for (guint k = 0; k < equilibria->points->len && !equilibria->continuum; k++)
    {
      const LabEquilibrium *point = equilibria->points->pdata[k];

      if (point->type == LAB_POINT_SADDLE || !(point->x[across] < plane->high[0]))
        continue;
      if (best == NULL || lab_point_type_turns (point->type) > lab_point_type_turns (best->type) || (lab_point_type_turns (point->type) == lab_point_type_turns (best->type) && point->x[across] > best->x[across]))
        best = point;
    }
  if (best == NULL)
    return FALSE;
  *line = (LabLine) { { best->x[0], best->x[1] }, { best->x[0], best->x[1] } };
  line->to[across] = plane->high[0];
  return TRUE;
}
