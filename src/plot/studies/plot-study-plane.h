/* Draws results of the study `phase-plane`, for the window, its figures and the command line. */
#pragma once

#include "lab-result.h"
#include "model-system.h"
#include "plot-view.h"

G_BEGIN_DECLS

/* The layers of the picture, as bit flags. */
enum
{
  PLOT_STUDY_NULLCLINES = 1 << 0,
  PLOT_STUDY_EQUILIBRIA = 1 << 1,
  PLOT_STUDY_MANIFOLDS = 1 << 2,
  PLOT_STUDY_CYCLES = 1 << 3,
  PLOT_STUDY_TRAJECTORIES = 1 << 4,
  PLOT_STUDY_FIELD = 1 << 5,
  PLOT_STUDY_SECTION = 1 << 6,
  PLOT_STUDY_ALL_LAYERS = (1 << 7) - 1,
};

/* The choices for a picture. Everything is borrowed. */
typedef struct
{
  guint layers;                   /* flags of the drawn layers */
  int selected;                   /* marked object: the index of an equilibrium, or their number plus the index of a closed orbit; −1: none */
  const char *unit;               /* unit of time, or NULL */
  const char *model;              /* name of the model for the remark beside the title; NULL: omitted */
  const char *hint;               /* rich text at the end of the remark; NULL: none */
  gboolean handles;               /* make the ends and the middle of the section handles that can be dragged */
  const double *section;          /* 4 coordinates x, y, x, y of its ends; NULL: the section of the result */
  const GPtrArray *trajectories;  /* LabCurve, further trajectories; NULL: none */
} PlotStudyPlane;
/* All layers, and nothing else. */
#define PLOT_STUDY_PLANE_ALL { .layers = PLOT_STUDY_ALL_LAYERS, .selected = -1 }

/* Makes the view of a result of the study `phase-plane`: direction field, nullclines, equilibria, manifolds, closed orbits, trajectories and the
 * section, with names. The data are copied. The view takes ownership of `system`, an instance of the model for the direction field; NULL: no field.
 * options NULL: PLOT_STUDY_PLANE_ALL. Returns NULL if the result is not one of this study. The caller owns the view, which is drawn on one thread at a
 * time. */
PlotView *plot_study_plane_new (const LabResult *result, ModelSystem *system, const PlotStudyPlane *options);
/* Draws the objects of such a view faint, because they are those of an earlier search, and replaces the remark beside the title by this rich text. */
void plot_study_plane_set_earlier (PlotView *view, const char *remark);

G_END_DECLS
