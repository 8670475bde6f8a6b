/* The plot kind that shows the motion, an animated drawing of the model's scene. */
#include <math.h>

#include "plot-format.h"
#include "plot-kind-phase.h"
#include "plot-kind-private.h"
#include "plot-words.h"

typedef struct
{
  PlotLayer *scene;
  PlotLayer *guide;  /* vertical line up to the phase portrait above; NULL: none */
  PlotLayer *ghost;  /* scene of the ghost, the run before the last change of a value; NULL: none */
} Parts;

PlotView *
plot_views_motion (const PlotRun *run, PlotTimeAxis *axis)
{
  PlotView *view;
  Parts *parts;
  double box[4];

  if (run->system == NULL || model_system_n_scene_items (run->system) == 0)
    return NULL;
  view = plot_view_new ();
  plot_view_set_title (view, _("Motion"), NULL);
  plot_view_set_clock (view, axis);
  plot_view_set_axes_shown (view, model_system_scene_stretch (run->system), model_system_scene_stretch (run->system));
  plot_view_set_equal (view, !model_system_scene_stretch (run->system));
  /* The scene keeps the aspect ratio of the bodies, and shows at least the range that the model gives. */
  if (!model_system_scene_stretch (run->system) && model_system_scene_view (run->system, box))
    {
      plot_view_set_x_range (view, box[0], box[1]);
      plot_view_set_y_range (view, box[2], box[3]);
    }
  parts = g_new0 (Parts, 1);
  parts->scene = plot_layer_scene_new (run->system, run->trajectory);
  plot_view_add (view, parts->scene);
  plot_view_set_parts (view, &plot_kind_motion, parts);
  return view;
}

static void
set_guide (PlotView *view, PlotLayer **guide, PlotLayer *layer)
{
  if (*guide != NULL)
    plot_view_remove (view, *guide);
  *guide = layer;
  plot_view_add (view, layer);
}

gboolean
plot_views_share_motion (const PlotRun *run, PlotView *phase, PlotView *motion, int x_column, int y_column)
{
  PlotPhaseParts *upper = plot_view_parts (phase, &plot_kind_phase);
  Parts *lower = plot_view_parts (motion, &plot_kind_motion);
  g_autofree char *label = plot_kind_label (run, x_column), *remark = NULL;
  double home[4];

  if (upper == NULL || lower == NULL || run->system == NULL || x_column < 0 || model_system_scene_share (run->system) != x_column)
    return FALSE;
  plot_view_share_x (phase, motion);
  if (model_system_scene_view (run->system, home))
    plot_view_set_x_home (phase, home[0], home[1]);
  /* Translators: remark beside a plot's title; %s is a quantity. */
  remark = g_strdup_printf (_("same %s axis as the plot above"), label);
  plot_view_set_title (motion, plot_view_title (motion), remark);
  set_guide (phase, &upper->guide, plot_layer_guide_new (run->system, run->trajectory, x_column, y_column));
  set_guide (motion, &lower->guide, plot_layer_guide_new (run->system, run->trajectory, x_column, PLOT_COLUMN_NONE));
  return TRUE;
}

void
plot_views_motion_set_exposures (PlotView *view, double interval, const char *unit)
{
  const Parts *parts = plot_view_parts (view, &plot_kind_motion);
  g_autofree char *remark = NULL;
  char number[32];

  if (parts == NULL)
    return;
  plot_layer_scene_set_exposures (parts->scene, interval);
  /* Hide the ghost while earlier positions (exposures) are shown: these are faint too, so the ghost could not be distinguished. */
  if (parts->ghost != NULL)
    parts->ghost->visible = !(interval > 0);
  plot_format_number (interval, 1, number, sizeof number);
  if (interval > 0)
    remark = g_strdup_printf (_("one position every %s%s%s"), number, *unit != '\0' ? " " : "", unit);
  plot_view_set_title (view, plot_view_title (view), remark);
}

double
plot_views_motion_interval (const PlotRun *run)
{
  double least = (run->t_end - run->t_start) / 150, decade = pow (10, floor (log10 (least)));

  return least <= decade ? decade : least <= 2 * decade ? 2 * decade : least <= 5 * decade ? 5 * decade : 10 * decade;
}

static PlotView *
motion_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  PlotView *view = plot_views_motion (&source->run, axis);

  if (view != NULL && spec->exposures > 0)
    plot_views_motion_set_exposures (view, plot_views_motion_interval (&source->run), plot_time_axis_unit (axis));
  return view;
}

/* Draws the scene of a ghost (the run before the last change of a value) faintly. Other runs are not shown. */
static void
motion_add_run (const PlotSpec *spec, const PlotSource *source, const PlotRun *other, PlotView *view)
{
  Parts *parts = plot_view_parts (view, &plot_kind_motion);

  if (!other->ghost || parts->ghost != NULL)
    return;
  parts->ghost = plot_layer_scene_new (other->system, other->trajectory);
  plot_layer_scene_set_ghost (parts->ghost);
  plot_view_add (view, parts->ghost);
}

static void
motion_join (const PlotSpec *upper, PlotView *upper_view, PlotView *view, const PlotSource *source)
{
  if (upper->kind == &plot_kind_phase)
    plot_views_share_motion (&source->run, upper_view, view, plot_kind_column (&source->run, upper->x, 0),
                             plot_kind_column (&source->run, upper->y, 1));
}

const PlotKind plot_kind_motion = {
  .id = "motion",
  .title = N_("Motion"),
  .across = PLOT_SCENE,
  .needs = PLOT_NEEDS_SCENE,
  .menu = PLOT_MENU_EXPOSURES,
  .height = 283,
  .film = 2,
  .view = motion_view,
  .add_run = motion_add_run,
  .join = motion_join,
};
