/* Draws a region of attraction, with the curves of a study's result in the phase plane. */
#include <math.h>
#include <string.h>

#include "plot-layers.h"
#include "plot-study-grid.h"
#include "plot-study-picture.h"
#include "plot-text.h"
#include "plot-words.h"

static const LabPolyline *
curve_named (const LabResult *result, const char *name)
{
  for (guint k = 0; k < result->curves->len; k++)
    if (strcmp (((const LabPolyline *) result->curves->pdata[k])->name, name) == 0)
      return result->curves->pdata[k];
  return NULL;
}

static void
extend (const LabPolyline *curve, double *low, double *high)
{
  for (int k = 0; curve != NULL && k < curve->n; k++)
    {
      low[0] = fmin (low[0], curve->x[k]);
      high[0] = fmax (high[0], curve->x[k]);
      low[1] = fmin (low[1], curve->y[k]);
      high[1] = fmax (high[1], curve->y[k]);
    }
}

/* Fraction by which the visible range exceeds the sets on each side, so that runs outside are visible. */
#define MARGIN 0.2

static void
find_range (const LabPolyline *set, const LabPolyline *boundary, PlotRegion *region)
{
  double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };

  extend (set, low, high);
  extend (boundary, low, high);
  region->x_low = low[0] - MARGIN * (high[0] - low[0]);
  region->x_high = high[0] + MARGIN * (high[0] - low[0]);
  region->y_low = low[1] - MARGIN * (high[1] - low[1]);
  region->y_high = high[1] + MARGIN * (high[1] - low[1]);
}

PlotView *
plot_study_curves_new (const LabResult *result, const PlotStudyText *text, ModelSystem *system)
{
  const LabPolyline *certified = curve_named (result, "certified"), *set = certified != NULL ? certified : curve_named (result, "candidate");
  const LabPolyline *smaller = curve_named (result, "smaller"), *boundary = curve_named (result, "boundary");
  g_autofree PlotRegionRun *runs = g_new0 (PlotRegionRun, result->curves->len);
  PlotRegion region = { .title = text->title, .remark = text->remark, .x_label = text->x_label, .y_label = text->y_label, .runs = runs,
                        .certified = certified != NULL, .share = NAN };
  PlotView *view;

  if (set == NULL)
    {
      g_clear_pointer (&system, model_system_free);
      return NULL;
    }
  region.set_x = set->x;
  region.set_y = set->y;
  region.n_set = set->n;
  if (smaller != NULL)
    {
      region.smaller_x = smaller->x;
      region.smaller_y = smaller->y;
      region.n_smaller = smaller->n;
    }
  if (boundary != NULL)
    {
      region.true_x = boundary->x;
      region.true_y = boundary->y;
      region.n_true = boundary->n;
    }
  for (guint k = 0; k < result->numbers->len; k++)
    if (strcmp (g_array_index (result->numbers, LabNumber, k).name, "share") == 0)
      region.share = g_array_index (result->numbers, LabNumber, k).value;
  for (guint k = 0; k < result->curves->len; k++)
    {
      const LabPolyline *curve = result->curves->pdata[k];

      if (strcmp (curve->name, "rest") == 0 || strcmp (curve->name, "escape") == 0)
        runs[region.n_runs++] = (PlotRegionRun) { curve->x, curve->y, curve->n, strcmp (curve->name, "escape") == 0 };
    }
  find_range (set, boundary, &region);
  view = plot_study_region_new (&region);
  if (system != NULL)
    plot_view_add (view, plot_layer_field_in_plane (system, 0, 1, model_system_t_start (system), (const double[2]) { 0 }));
  return view;
}

static PlotView *
make_region (const LabStudyKind *study, const LabResult *result, const char *remark, const PlotStudyChoice *choice)
{
  const LabTable *states = lab_result_table (result, "x");
  g_autofree char *x_label = NULL, *y_label = NULL;

  if (result->curves->len == 0)
    return NULL;
  x_label = plot_text_variable (lab_table_text (states, 0, 0));
  y_label = plot_text_variable (lab_table_text (states, 1, 0));
  return plot_study_curves_new (result, &(PlotStudyText) { _(study->label), remark, x_label, y_label },
                                choice->problem != NULL ? lab_problem_instance (choice->problem, NULL) : NULL);
}

const PlotStudyPicture plot_study_picture_roa = { .study = &lab_study_roa, .is_large = TRUE, .make = make_region };
