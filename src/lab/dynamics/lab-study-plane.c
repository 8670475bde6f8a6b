/* The studies `equilibria` and `phase-plane`. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-option.h"
#include "lab-plane.h"
#include "lab-study-kind.h"
#include "lab-result.h"
#include "lab-returns.h"
#include "lab-section.h"
#include "lab-state-table.h"
#include "ode-format.h"

/* ---- equilibria ---- */

static const LabOptionRow equilibria_options[] = { LAB_BOX_OPTION };

static void
add_eigen (LabResult *result, const LabFlow *flow, const LabEquilibria *found)
{
  static const char *const value_columns[] = { "point", "re", "im", "directions", NULL };
  static const char *const vector_columns[] = { "point", "eigenvalue", "state", "re", "im", NULL };
  LabTable *values = lab_result_add_table (result, "eigenvalues", value_columns);
  LabTable *vectors = lab_result_add_table (result, "eigenvectors", vector_columns);

  for (guint p = 0; p < found->points->len; p++)
    {
      const LabEquilibrium *point = found->points->pdata[p];

      for (int k = 0; k < flow->n; k++)
        {
          lab_table_add (values, p + 1);
          lab_table_add (values, point->values[2 * k]);
          lab_table_add (values, point->values[2 * k + 1]);
          lab_table_add (values, point->directions[k]);
          for (int i = 0; i < flow->n; i++)
            {
              lab_table_add (vectors, p + 1);
              lab_table_add (vectors, k + 1);
              lab_table_add_text (vectors, flow->ode->names[i]);
              lab_table_add (vectors, point->vectors[2 * flow->n * k + 2 * i]);
              lab_table_add (vectors, point->vectors[2 * flow->n * k + 2 * i + 1]);
            }
        }
    }
}

static void
add_points (LabResult *result, const LabFlow *flow, const LabEquilibria *found)
{
  static const char *const columns[] = { "point", "type", NULL };
  LabTable *table = lab_table_with_states (result, "points", flow, columns);

  for (guint p = 0; p < found->points->len; p++)
    {
      const LabEquilibrium *point = found->points->pdata[p];

      lab_table_add (table, p + 1);
      lab_table_add_text (table, lab_point_type_id (point->type));
      lab_table_add_states (table, point->x, flow->n);
    }
  lab_result_add_number (result, "equilibria", found->points->len, NULL);
  lab_result_add_number (result, "continuum", found->continuum, NULL);
}

/* Returns the number of equilibria that are outside of the box (lab_equilibria_find). An equilibrium on the border
 * counts as inside up to 1e-9 of the extent of the box, as in the search. */
static guint
n_outside (const LabBox *box, const LabEquilibria *found)
{
  guint n = 0;

  for (guint p = 0; p < found->points->len; p++)
    {
      const LabEquilibrium *point = found->points->pdata[p];
      gboolean inside = TRUE;

      for (int i = 0; i < box->n; i++)
        inside &= point->x[i] >= box->low[i] - 1e-9 * (box->high[i] - box->low[i]) && point->x[i] <= box->high[i] + 1e-9 * (box->high[i] - box->low[i]);
      n += !inside;
    }
  return n;
}

static LabResult *
equilibria (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_autoptr (LabFlow) flow = lab_flow_new (problem, error);
  g_auto (LabBox) box = { 0 };
  g_autoptr (LabEquilibria) found = NULL;
  g_autofree char *searched = NULL;
  LabResult *result;
  guint outside;

  if (flow == NULL || !lab_equilibria_require (flow, error) || !lab_box_init (&box, flow, values[0], progress, error)
      || (found = lab_equilibria_search (flow, &box, progress, error)) == NULL)
    return NULL;
  result = lab_result_new ();
  add_points (result, flow, found);
  add_eigen (result, flow, found);
  lab_box_add (result, &box, flow);
  searched = lab_box_sentence (&box, flow);
  outside = n_outside (&box, found);
  if (found->continuum)
    result->sentence = g_strdup_printf (_("The equilibria are not isolated; %u of them are listed."), found->points->len);
  else if (outside == 0)
    result->sentence = g_strdup_printf (_("%u equilibria in the box. %s"), found->points->len, searched);
  else
    result->sentence = g_strdup_printf (_("%u equilibria, of which %u are outside of the box. %s"), found->points->len, outside, searched);
  if (found->further)
    {
      g_autofree char *sentence = result->sentence;

      result->sentence = g_strconcat (sentence, _(" There are more equilibria far outside, which are not listed."), NULL);
    }
  return result;
}

/* Writes the number of independent eigenvectors of each eigenvalue of a point. */
static void
write_directions (LabJson *json, const LabTable *table, double point)
{
  int column = lab_table_column (table, "directions");

  lab_json_array (json, "directions", LAB_JSON_FLAT);
  for (int r = 0; r < lab_table_n_rows (table); r++)
    if (lab_table_number (table, r, 0) == point)
      lab_json_cell (json, NULL, table, r, column);
  lab_json_end (json);
}

static void
equilibria_json (LabJson *json, const LabResult *result, const char *const *values)
{
  const LabTable *points = lab_result_table (result, "points");
  int n = points->n_columns - 2;

  lab_json_array (json, NULL, LAB_JSON_ROWS);
  for (int r = 0; r < lab_table_n_rows (points); r++)
    {
      double keys[2] = { lab_table_number (points, r, 0), 0 };

      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_row (json, "x", points, r, 2);
      lab_json_complex (json, "eigenvalues", lab_result_table (result, "eigenvalues"), keys, 1);
      lab_json_array (json, "eigenvectors", LAB_JSON_FLAT);
      for (keys[1] = 1; keys[1] <= n; keys[1]++)
        lab_json_complex (json, NULL, lab_result_table (result, "eigenvectors"), keys, 2);
      lab_json_end (json);
      write_directions (json, lab_result_table (result, "eigenvalues"), keys[0]);
      lab_json_cell (json, "type", points, r, 1);
      lab_json_flag (json, "continuum", lab_result_number (result, "continuum") != 0);
      lab_json_end (json);
    }
  lab_json_end (json);
}

const LabStudyKind lab_study_equilibria = {
  .id = "equilibria",
  .label = N_("Equilibria"),
  .advice = N_("Finds the equilibria in a box, with type, eigenvalues and eigenvectors."),
  .of = LAB_STUDY_OF_MODEL,
  .places = LAB_PLACE_PLANE,
  .own_methods = TRUE,
  .explains = TRUE,
  .argument = "MODEL",
  .summary = "find the equilibria in a box",
  .description =
    "Newton's method from a grid of starts finds the points with f(x) = 0. There are 4096 starts (3600 in models with two states), and fewer in "
    "models with more than 30 states, at least 256. Prints their types, eigenvalues and eigenvectors. "
    "The column directions is the number of independent eigenvectors of an eigenvalue: with two, each combination of them is one; with 0, an equal "
    "eigenvalue above has all of them. "
    "A default box without an equilibrium is doubled, up to three times; the table box has the region that was searched. Equilibria outside of a "
    "default box are listed if Newton's method finds them from there, at most 16 of those that are far away.",
  .options = equilibria_options,
  .n_options = G_N_ELEMENTS (equilibria_options),
  .json = equilibria_json,
  .run = equilibria,
};

/* ---- phase-plane ---- */

static const LabOptionRow phase_plane_options[] = {
  LAB_BOX_OPTION,
  { "axes", "X,Y", N_("the states on the axes; by default the first two"), NULL, FALSE, N_("Axes") },
  { "slice", "Z=C,…", N_("the values of the other states for nullclines; by default their start values"), NULL, FALSE, N_("Slice") },
  { "section", "X=A:B,Y=C:D", N_("the section of the return map, a line from (A, C) to (B, D); by default from an equilibrium to the right edge"), NULL,
    FALSE, N_("Section") },
  { "time", "T", N_("the time of nullclines, if the model depends on t; by default the start of the run"), NULL, FALSE, N_("Time") },
  { "only", "all|section", N_("the result: all objects, or only the return map of the section"), "all", FALSE, N_("Result"), N_("all|section") },
};

static void
add_curve (LabTable *table, const char *kind, int number, const LabCurve *curve)
{
  for (int k = 0; k < curve->n; k++)
    {
      lab_table_add_text (table, kind);
      lab_table_add (table, number);
      lab_table_add (table, curve->points[2 * k]);
      lab_table_add (table, curve->points[2 * k + 1]);
    }
}

/* Adds the closed orbits. The column "basin" is 1 if the inside of an unstable orbit is the basin of one attractor. */
static void
add_cycles (LabResult *result, const LabPlane *plane, const LabPlaneObjects *found)
{
  static const char *const columns[] = { "cycle", "period", "multiplier", "stable", "basin", NULL };
  const LabFlow *flow = plane->flow;
  const LabCycles *cycles = found->cycles;
  LabTable *table = lab_table_with_states (result, "cycles", flow, columns);

  lab_result_add_number (result, "cycles", cycles->cycles->len, NULL);
  lab_result_add_number (result, "families", cycles->families->len, NULL);
  for (guint k = 0; k < cycles->cycles->len; k++)
    {
      const LabCycle *cycle = cycles->cycles->pdata[k];
      int point, inner;

      lab_table_add (table, k + 1);
      lab_table_add (table, cycle->period);
      lab_table_add (table, cycle->multipliers[0]);
      lab_table_add (table, cycle->stable);
      lab_table_add (table, lab_plane_attractor (plane, found, (int) k, &point, &inner));
      lab_table_add_states (table, cycle->x, flow->n);
    }
}

/* Adds the visible range of both axes. */
static void
add_window (LabResult *result, const LabPlane *plane)
{
  LabTable *table = lab_result_add_table (result, "window", (const char *const[]) { "state", "low", "high", NULL });

  for (int k = 0; k < 2; k++)
    {
      lab_table_add_text (table, plane->flow->ode->names[k == 0 ? plane->across : plane->up]);
      lab_table_add (table, plane->low[k]);
      lab_table_add (table, plane->high[k]);
    }
}

/* Adds all curves and the window that contains them. */
static void
add_curves (LabResult *result, const LabPlane *plane, const LabPlaneObjects *found)
{
  const char *const columns[] = { "kind", "curve", plane->flow->ode->names[plane->across], plane->flow->ode->names[plane->up], NULL };
  LabTable *table = lab_result_add_table (result, "curves", columns);
  int number = 0;

  for (int state = 0; state < 2; state++)
    for (guint k = 0; k < found->nullclines[state]->len; k++)
      add_curve (table, state == 0 ? "nullcline_x" : "nullcline_y", ++number, found->nullclines[state]->pdata[k]);
  for (guint k = 0; k < found->manifolds->len; k++)
    {
      const LabManifold *manifold = found->manifolds->pdata[k];

      add_curve (table, manifold->stable ? "stable_manifold" : "unstable_manifold", ++number, manifold->curve);
    }
  for (guint k = 0; k < found->cycles->cycles->len; k++)
    add_curve (table, "cycle", ++number, ((const LabCycle *) found->cycles->cycles->pdata[k])->curve);
  if (found->trajectory != NULL)
    add_curve (table, "trajectory", ++number, found->trajectory);
  add_window (result, plane);
}

/* Adds the values of the states that are not on the axes. */
static void
add_slice (LabResult *result, const LabPlane *plane)
{
  LabTable *table = lab_result_add_table (result, "slice", (const char *const[]) { "state", "value", NULL });

  for (int i = 0; i < plane->flow->n; i++)
    if (i != plane->across && i != plane->up)
      {
        lab_table_add_text (table, plane->flow->ode->names[i]);
        lab_table_add (table, plane->x[i]);
      }
}

static char *
projection_sentence (const LabPlane *plane, const LabPlaneObjects *found)
{
  g_autofree char *slice = lab_plane_slice_text (plane);
  g_autofree char *nullclines = *slice != '\0' ? g_strdup_printf (_("The nullclines are those of the slice %s."), slice)
                                               : g_strdup_printf (_("The nullclines are those of a slice with fixed values of %d states."), plane->flow->n - 2);
  g_autofree char *points = NULL;

  if (!plane->flow->autonomous)
    return g_strdup (nullclines);
  if (!found->searched)
    points = g_strdup_printf (_("Equilibria are not searched in models with %d states."), plane->flow->n);
  else if (found->equilibria->continuum)
    points = g_strdup_printf (_("The equilibria are not isolated; projections of %u of them are listed."), found->equilibria->points->len);
  else
    points = g_strdup_printf (_("%u equilibria in the box, projected."), found->equilibria->points->len);
  return g_strdup_printf ("%s %s", points, nullclines);
}

/* Appends to the sentence of a result why nullclines are empty, if a state is at rest in the whole plane. */
static void
add_still (LabResult *result, const LabPlane *plane, const LabPlaneObjects *found)
{
  const char *names[2] = { plane->flow->ode->names[plane->across], plane->flow->ode->names[plane->up] };
  g_autofree char *before = g_steal_pointer (&result->sentence), *still = NULL;

  if (found->still[0] && found->still[1])
    still = g_strdup_printf (_("The derivatives of %s and %s are 0 at all tested points, so these states have no nullclines."), names[0], names[1]);
  else if (found->still[0] || found->still[1])
    still = g_strdup_printf (_("The derivative of %s is 0 at all tested points, so this state has no nullcline."), names[found->still[0] ? 0 : 1]);
  result->sentence = still != NULL ? g_strdup_printf ("%s %s", before, still) : g_steal_pointer (&before);
}

/* Adds the points once per period of the drive, and a sentence about them. */
static void
add_strobe (LabResult *result, const LabPlane *plane, const LabStrobe *strobe)
{
  LabTable *table = lab_table_with_states (result, "strobe", plane->flow, (const char *const[]) { "t", NULL });
  g_autofree char *before = g_steal_pointer (&result->sentence), *text = NULL;

  lab_result_add_number (result, "drive", strobe->drive, model_time_unit (plane->flow->problem.model));
  lab_result_add_number (result, "period", strobe->period > 0 ? strobe->period : NAN, NULL);
  for (guint k = 0; k < strobe->points->t->len; k++)
    {
      lab_table_add (table, g_array_index (strobe->points->t, double, k));
      lab_table_add_states (table, &g_array_index (strobe->points->x, double, k * (guint) plane->flow->n), plane->flow->n);
    }
  if (strobe->period > 0)
    text = g_strdup_printf (ngettext ("The run repeats after %d period of the drive.", "The run repeats after %d periods of the drive.",
                                      (unsigned long) strobe->period), strobe->period);
  else
    text = g_strdup_printf (_("%u points, one for each period of the drive; no period of them was found."), strobe->points->t->len);
  result->sentence = g_strdup_printf ("%s %s", before, text);
}

/* Returns the result of a model that depends on t. */
static LabResult *
driven_result (const LabPlane *plane, const LabPlaneObjects *found)
{
  LabResult *result = lab_result_new ();
  g_autofree char *slice = plane->flow->n > 2 ? projection_sentence (plane, found) : g_strdup ("");
  char t[ODE_FORMAT_SIZE];

  ode_format_double (t, plane->t);
  lab_result_add_number (result, "t", plane->t, model_time_unit (plane->flow->problem.model));
  if (plane->flow->n > 2)
    add_slice (result, plane);
  add_curves (result, plane, found);
  result->sentence = g_strdup_printf (_("Nullclines at t = %s. No equilibria are sought: the model depends on t.%s%s"), t, *slice != '\0' ? " " : "", slice);
  add_still (result, plane, found);
  if (found->strobe != NULL)
    add_strobe (result, plane, found->strobe);
  return result;
}

/* Returns the result of one mode of a model whose events act on the run. */
static LabResult *
mode_result (const LabPlane *plane, const LabPlaneObjects *found)
{
  LabResult *result = lab_result_new ();

  lab_result_add_number (result, "t", plane->t, model_time_unit (plane->flow->problem.model));
  if (plane->flow->n > 2)
    add_slice (result, plane);
  add_curves (result, plane, found);
  result->sentence = g_strdup (_("Nullclines of one mode. No equilibria are sought: events act on the run."));
  add_still (result, plane, found);
  return result;
}

LabResult *
lab_plane_result (const LabPlane *plane, const LabPlaneObjects *found)
{
  LabResult *result;

  if (found->mode)
    return mode_result (plane, found);

  if (!plane->flow->autonomous)
    return driven_result (plane, found);
  result = lab_result_new ();
  add_points (result, plane->flow, found->equilibria);
  add_eigen (result, plane->flow, found->equilibria);
  add_cycles (result, plane, found);
  if (plane->flow->n > 2)
    add_slice (result, plane);
  if (found->returns != NULL)
    lab_returns_add (result, found->returns, plane->flow, found->equilibria);
  add_curves (result, plane, found);
  if (plane->flow->n > 2)
    result->sentence = projection_sentence (plane, found);
  else
    result->sentence = g_strdup_printf (_("%u equilibria, %u closed orbits."), found->equilibria->points->len, found->cycles->cycles->len);
  add_still (result, plane, found);
  return result;
}

/* Returns only the return map of the section. */
static LabResult *
section_result (const LabPlane *plane, const LabPlaneObjects *found, GError **error)
{
  LabResult *result;

  if (found->returns == NULL)
    {
      lab_option_set_error (error, "section", _("the phase plane has no section; give its ends with 'section'"));
      return NULL;
    }
  result = lab_result_new ();
  lab_returns_add (result, found->returns, plane->flow, found->equilibria);
  return result;
}

static LabResult *
phase_plane (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_autoptr (LabFlow) flow = lab_flow_new (problem, error);
  g_auto (LabBox) box = { 0 };
  g_autofree double *x = NULL;
  LabPlaneObjects found = { 0 };
  LabResult *result = NULL;
  LabPlane plane;

  if (flow == NULL || !lab_flow_require_smooth (flow, error) || !lab_problem_require_order (flow->n, error))
    return NULL;
  if (flow->n < 2)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("a phase plane needs two states; this model has %d"), flow->n);
      return NULL;
    }
  x = g_new (double, flow->n);
  if (!lab_box_init (&box, flow, values[0], progress, error) || !lab_plane_init (&plane, x, flow, &box, values[1], values[2], error)
      || !lab_plane_read_time (&plane, values[4], error))
    return NULL;
  if (!lab_plane_find (&plane, &box, values[3], &found, progress, error))
    result = NULL;
  else if (g_strcmp0 (values[5], "section") == 0)
    result = section_result (&plane, &found, error);
  else
    result = lab_plane_result (&plane, &found);
  lab_plane_objects_clear (&found);
  return result;
}

const LabStudyKind lab_study_phase_plane = {
  .id = "phase-plane",
  .label = N_("Phase plane"),
  .advice = N_("Finds nullclines, equilibria, manifolds of saddles, closed orbits and the return map of a section in the plane of two states."),
  .of = LAB_STUDY_OF_MODEL,
  .places = LAB_PLACE_PLANE,
  .own_methods = TRUE,
  .details = "return_map",
  .explains = TRUE,
  .options = phase_plane_options,
  .n_options = G_N_ELEMENTS (phase_plane_options),
  .run = phase_plane,
};
