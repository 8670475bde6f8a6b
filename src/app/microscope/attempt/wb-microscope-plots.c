/* Builds the plots of an attempt: the end of the step with its tolerance, the step sizes of the attempts before and
 * after it, and the plots that other files make for its stages. */
#include "wb-microscope-plots.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-text.h"
#include "wb-newton-plot.h"
#include "wb-stage-plots.h"
#include "wb-trial-plot.h"
#include "wb-verdict-drawing.h"

/* Height of a lane of the strip below the plot, including the space between lanes, and the space above each row. Unit: lanes. */
#define STRIP_LANE 1.3
#define ROW_SPACE 0.35
#define ROWS_MARGIN 112
/* The error of an accepted attempt is labelled with one digit if it is at least this fraction of the tolerance. Smaller errors do not matter, and their
 * numbers are too wide. */
#define LEAST_LABELLED 0.095
/* Number of attempts before and after the open one that the plot of the last attempts shows at first. */
#define SHOWN_BEFORE 8
#define SHOWN_AFTER 3

static void
add_marker (PlotView *view, double x, double y, const PlotStyle *style, PlotMarker marker, double radius)
{
  PlotLayer *layer = plot_layer_line_new (&x, &y, 1, style);

  plot_layer_line_set_marker (layer, marker, radius, FALSE);
  plot_view_add (view, layer);
}

/* ---- the end of the step ---- */

PlotView *
wb_microscope_end_plot (const LabAttempt *attempt, int state)
{
  const PlotStyle box = { .series = PLOT_SERIES_VERIFIED, .dashed = TRUE, .width = 1.2 }, result = { .series = PLOT_SERIES_TEXT, .solid = TRUE };
  const PlotStyle error = { .series = PLOT_SERIES_REJECTED, .solid = TRUE, .width = 2.4 };
  const double x[2] = { 0, 0 };
  const OdeMethod *method = attempt->method;
  /* The orders are labels only if both are known and differ. */
  const gboolean known = method->embedded_order > 0 && method->embedded_order != attempt->record.order && (method->traits & ODE_TRAIT_VARIABLE_ORDER) == 0;
  g_autofree char *upper = g_strdup_printf (_("order %d"), attempt->record.order), *lower = g_strdup_printf (_("order %d"), method->embedded_order);
  PlotView *view;
  double y[2], tolerance, reach, apart; /* apart: least distance of the labels */

  if (attempt->x1_hat == NULL || attempt->tolerance == NULL || !isfinite (attempt->tolerance[state]))
    return NULL;
  tolerance = attempt->tolerance[state];
  reach = 1.4 * fmax (tolerance, fabs (attempt->error[state]));
  apart = 0.18 * reach;
  y[0] = 0;
  y[1] = -attempt->error[state];
  view = plot_view_new ();
  plot_view_set_title (view, NULL, _("end, result = 0"));
  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_x_range (view, -0.5, 2.8);
  plot_view_set_y_range (view, -reach, reach);
  plot_view_add (view, plot_layer_shade_new (FALSE, -tolerance, tolerance, &box, 0.14));
  plot_view_add (view, plot_layer_rule_new (FALSE, tolerance, NULL, &box));
  plot_view_add (view, plot_layer_rule_new (FALSE, -tolerance, NULL, &box));
  plot_view_add (view, plot_layer_line_new (x, y, 2, &error));
  add_marker (view, 0, 0, &result, PLOT_MARKER_DISC, 4.5);
  add_marker (view, 0, y[1], &result, PLOT_MARKER_RING, 4.5);
  plot_view_add (view, plot_layer_text_new (known ? upper : _("result"), 0.22, 0, 0, &result, FALSE));
  plot_view_add (view, plot_layer_text_new (known ? lower : _("other"), 0.22, fabs (y[1]) < apart ? copysign (apart, y[1]) : y[1], 0, &result, FALSE));
  return view;
}

/* ---- the last attempts ---- */

static gboolean
is_accepted (const OdeAttempt *row)
{
  return row->outcome == ODE_ATTEMPT_ACCEPTED || row->outcome == ODE_ATTEMPT_CUT_BY_EVENT;
}

/* Returns whether Newton's method was used in one of the neighbouring attempts, so that the plot needs the rows of iterations. */
static gboolean
has_newton (const LabAttempt *attempt)
{
  for (int i = 0; i < attempt->n_around; i++)
    if (attempt->around[i].newton_iterations > 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_orders (const LabAttempt *attempt)
{
  for (int i = 1; i < attempt->n_around; i++)
    if (attempt->around[i].order != attempt->around[0].order)
      return TRUE;
  return FALSE;
}

static int
count_rows (const LabAttempt *attempt)
{
  return (has_newton (attempt) ? 3 : 0) + (has_orders (attempt) ? 1 : 0);
}

gboolean
wb_microscope_history_has_rows (const LabAttempt *attempt)
{
  return count_rows (attempt) > 0;
}

/* Returns the height of the strip in lanes. The strip must be lower than half of the plot. */
static int
lanes_of (int rows)
{
  return rows == 0 ? 0 : rows == 1 ? 3 : 5;
}

/* The row that marks new factorizations has no bars. Its height is that of the other rows multiplied by this factor. */
#define LOW_ROW 0.55

/* Adds the rows of Newton iterations, of the age of the Jacobian, of new factorizations, and of the order below the plot. */
static void
add_rows (PlotView *view, const LabAttempt *attempt, const double *x)
{
  const PlotStyle blue = { .series = 0, .opacity = 0.75 }, grey = { .series = PLOT_SERIES_FIELD, .opacity = 0.6 };
  const int n = attempt->n_around;
  g_autofree double *iterations = g_new (double, n + 1), *age = g_new (double, n + 1), *order = g_new (double, n + 1), *factors = g_new (double, n + 1);
  const int rows = count_rows (attempt);
  const double units = rows - (has_newton (attempt) ? 1 - LOW_ROW : 0), pitch = STRIP_LANE * lanes_of (rows) / MAX (units, 1), height = pitch - ROW_SPACE;
  double first = 0.5 * ROW_SPACE;

  for (int i = 0; i < n; i++)
    {
      const OdeAttempt *row = &attempt->around[i];

      iterations[i] = row->newton_iterations;
      age[i] = row->newton_iterations == 0 ? NAN : row->jacobian_age;
      factors[i] = row->new_factors ? 0 : NAN; /* the value 0 is drawn as a square */
      order[i] = row->order;
    }
  if (has_newton (attempt))
    {
      plot_view_add (view, plot_layer_strip_new (_("iterations"), x, iterations, (gsize) n, first, height, FALSE, &blue));
      first += pitch;
      plot_view_add (view, plot_layer_strip_new (_("age of Jacobian"), x, age, (gsize) n, first, height, TRUE, &grey));
      first += pitch;
      plot_view_add (view, plot_layer_strip_new (_("new factors"), x, factors, (gsize) n, first, LOW_ROW * pitch - ROW_SPACE, TRUE, &grey));
      first += LOW_ROW * pitch;
    }
  if (has_orders (attempt))
    plot_view_add (view, plot_layer_strip_new (_("order"), x, order, (gsize) n, first, height, FALSE, &blue));
}

/* Chooses the attempts from first to last whose errors are written at their marks, so that no two neighbours are labelled: the open one, then rejected ones,
 * and without rows below accepted ones, too. */
static void
choose_labels (const LabAttempt *attempt, int first, int last, gboolean rows, gboolean *labelled)
{
  const int open = (int) (attempt->index - attempt->first_around);

  for (int pass = 0; pass < 3; pass++)
    for (int i = first; i < last; i++)
      {
        const OdeAttempt *row = &attempt->around[i];
        const gboolean wanted = pass == 0 ? i == open : pass == 1 ? !is_accepted (row) : !rows && row->error >= LEAST_LABELLED;
        const gboolean free = (i == first || !labelled[i - 1]) && (i + 1 == last || !labelled[i + 1]);

        if (wanted && free && isfinite (row->error) && !(rows && is_accepted (row)))
          labelled[i] = TRUE;
      }
}

PlotView *
wb_microscope_history_plot (const WbAttemptScene *scene)
{
  const LabAttempt *attempt = scene->attempt;
  ModelSystem *system = scene->system;
  const int n = attempt->n_around;
  const PlotStyle line = { .series = PLOT_SERIES_SECONDARY, .width = 1, .solid = TRUE }, dot = { .series = 0 }, cross = { .series = PLOT_SERIES_REJECTED };
  const PlotStyle open = { .series = PLOT_SERIES_ACCENT }, secondary = { .series = PLOT_SERIES_SECONDARY };
  const int rows = count_rows (attempt), open_row = (int) (attempt->index - attempt->first_around);
  const int first = MAX (0, open_row - SHOWN_BEFORE), last = MIN (n, open_row + 1 + SHOWN_AFTER);
  g_autofree gboolean *labelled = g_new0 (gboolean, n + 1);
  double low = INFINITY, high = 0, rise;
  g_autofree double *x = g_new (double, n + 1), *h = g_new (double, n + 1), *accepted = g_new (double, n + 1), *rejected = g_new (double, n + 1);
  const char *unit = model_time_unit (model_system_model (system));
  g_autofree char *title = unit != NULL && *unit != '\0' ? g_strdup_printf (_("step size *h* (%s), with error over tolerance"), unit)
                                                          : g_strdup (_("step size *h*, with error over tolerance"));
  PlotView *view;
  PlotLayer *layer;

  if (n == 0)
    return NULL;
  view = plot_view_new ();
  plot_view_set_title (view, _("Last attempts"), title);
  plot_view_set_log (view, FALSE, TRUE);
  plot_view_set_x_range (view, (double) attempt->first_around + first + 0.3, (double) attempt->first_around + last + 0.7);
  plot_view_set_strip (view, lanes_of (rows));
  if (rows > 0)
    plot_view_set_margins (view, ROWS_MARGIN, 16); /* leaves space for the names of the rows */
  for (int i = 0; i < 2; i++)
    if (i == 0 || (scene->other != NULL && !attempt->is_trial))
      {
        const double here = (double) (i == 0 ? attempt : scene->other)->index + 1;

        plot_view_add (view, plot_layer_shade_new (TRUE, here - 0.45, here + 0.45, &open, 0.16));
      }
  for (int i = 0; i < n; i++)
    {
      const OdeAttempt *row = &attempt->around[i];

      x[i] = (double) attempt->first_around + i + 1;
      h[i] = row->h;
      accepted[i] = is_accepted (row) ? row->h : NAN;
      rejected[i] = is_accepted (row) ? NAN : row->h;
      low = fmin (low, row->h);
      high = fmax (high, row->h);
    }
  if (attempt->is_trial)
    {
      low = fmin (low, attempt->record.h);
      high = fmax (high, attempt->record.h);
    }
  low /= 1.5;
  high *= 2.2;
  rise = pow (high / low, 0.12); /* distance of a label from its mark: 12 % of the height of the plot */
  plot_view_set_y_range (view, low, high);
  plot_view_add (view, plot_layer_line_new (x, h, (gsize) n, &line));
  layer = plot_layer_line_new (x, accepted, (gsize) n, &dot);
  plot_layer_line_set_marker (layer, PLOT_MARKER_DISC, 4, FALSE);
  plot_view_add (view, layer);
  layer = plot_layer_line_new (x, rejected, (gsize) n, &cross);
  plot_layer_line_set_marker (layer, PLOT_MARKER_CROSS, 4.5, FALSE);
  plot_view_add (view, layer);
  choose_labels (attempt, first, last, rows > 0, labelled);
  for (int i = 0; i < n; i++)
    {
      const OdeAttempt *row = &attempt->around[i];
      char text[64];

      if (!labelled[i])
        continue;
      plot_format_number (row->error, is_accepted (row) ? 1 : 2, text, sizeof text);
      plot_view_add (view, plot_layer_text_new (text, x[i], row->h * rise, 0.5, is_accepted (row) ? &secondary : &cross, !is_accepted (row)));
    }
  if (attempt->is_trial)
    add_marker (view, (double) attempt->index + 1, attempt->record.h, &open, PLOT_MARKER_DISC, 4);
  add_rows (view, attempt, x);
  return view;
}

/* Returns the special picture of the family of the method, which replaces the phase plane, or NULL if there is none. */
static PlotView *
family_plot (const WbAttemptScene *scene)
{
  PlotView *view = wb_stages_table_plot (scene);

  return view != NULL ? view : wb_stages_local_plot (scene);
}

void
wb_microscope_attempt_plots (const WbAttemptScene *scene, PlotView **views)
{
  PlotView *newton = wb_newton_plot (scene), *own = family_plot (scene);
  int states[2], n = wb_attempt_scene_states (scene, 2, states);

  for (int i = 0; i < WB_N_ATTEMPT_PLOTS; i++)
    views[i] = NULL;
  if (newton != NULL)
    {
      views[WB_ATTEMPT_FIRST] = newton;
      views[WB_ATTEMPT_PLANE] = own != NULL ? own : n > 0 ? wb_stages_plot (scene, states[0]) : NULL;
    }
  else
    {
      for (int i = 0; i < n; i++)
        views[WB_ATTEMPT_FIRST + i] = wb_stages_plot (scene, states[i]);
      views[WB_ATTEMPT_PLANE] = own != NULL ? own : n == 2 ? wb_stages_plane_plot (scene, states[0], states[1]) : NULL;
      if (n == 2)
        {
          const double margin = fmax (wb_stages_margin (scene, states[0]), wb_stages_margin (scene, states[1]));

          plot_view_set_margins (views[WB_ATTEMPT_FIRST], margin, 16);
          plot_view_set_margins (views[WB_ATTEMPT_SECOND], margin, 16);
          plot_view_set_title (views[WB_ATTEMPT_SECOND], NULL, plot_view_remark (views[WB_ATTEMPT_SECOND]));
          plot_view_set_x_label (views[WB_ATTEMPT_FIRST], NULL);
          plot_view_set_x_labels_shown (views[WB_ATTEMPT_FIRST], FALSE);
        }
    }
  if (views[WB_ATTEMPT_SECOND] != NULL)
    views[WB_ATTEMPT_END] = wb_microscope_end_plot (scene->attempt, states[1]);
  views[WB_ATTEMPT_HISTORY] = wb_microscope_history_plot (scene);
  views[WB_ATTEMPT_TRIAL] = wb_trial_plot (scene);
  for (int i = 0; i < WB_N_ATTEMPT_PLOTS; i++)
    if (views[i] != NULL)
      plot_view_set_band_reserve (views[i], i == WB_ATTEMPT_FIRST && wb_newton_was_given_up (scene) ? 210 : 30); /* for the menu and the check button */
}

PlotView *
wb_microscope_attempt_plot (const WbAttemptScene *scene, int plot)
{
  PlotView *views[WB_N_ATTEMPT_PLOTS] = { NULL }, *wanted = NULL;

  if (plot == WB_ATTEMPT_VERDICT)
    return wb_verdict_drawing (scene);
  if (plot == WB_ATTEMPT_ERRORS)
    return wb_error_drawing (scene);
  if (plot < 0 || plot >= WB_N_ATTEMPT_PLOTS)
    return NULL;
  wb_microscope_attempt_plots (scene, views);
  for (int i = 0; i < WB_N_ATTEMPT_PLOTS; i++)
    if (i == plot)
      wanted = views[i];
    else
      plot_view_free (views[i]);
  return wanted;
}
