/* Pictures of the results of studies. plot-study-pictures.def lists the studies whose pictures have a function of their own; those of other studies follow
 * from their columns (LabStudyKind.picture). The functions may be called from any thread. */
#pragma once

#include "lab-diagram.h"
#include "lab-registry.h"
#include "plot-study-views.h"

G_BEGIN_DECLS

/* What the user can change beside a picture. */
typedef enum
{
  PLOT_SIDE_OPTIONS,  /* the options of the study */
  PLOT_SIDE_AXES,     /* its options, and the states on both axes */
  PLOT_SIDE_BRANCHES, /* the parameter, the state on the vertical axis and the special points of a bifurcation diagram */
  PLOT_SIDE_GAINS,    /* the gains of a step-size controller; this side is shown beside a picture of any size */
} PlotStudySide;

/* What the user has chosen for a picture. Everything is borrowed. */
typedef struct
{
  const LabProblem *problem;       /* the problem of the result, for names and direction fields; NULL: the picture has none */
  int across, up;                  /* states on the axes as in plot_study_section_new */
  int state;                       /* state on the vertical axis of a bifurcation diagram */
  const LabDiagramPoint *selected; /* its selected point; NULL: none */
} PlotStudyChoice;

/* How the results of a study are drawn: by `fill`, which adds layers and titles of axes to a view that has its title, or by `make`. A result may be
 * incomplete. */
typedef struct
{
  const LabStudyKind *study;
  PlotStudySide side;
  gboolean is_large; /* TRUE if both axes are states of one model, so that a picture in a file is larger */
  void (*fill) (PlotView *view, const LabResult *result);
  PlotView *(*make) (const LabStudyKind *study, const LabResult *result, const char *remark, const PlotStudyChoice *choice);
} PlotStudyPicture;

/* The constants plot_study_picture_NAME, one for each line of plot-study-pictures.def. */
#define PLOT_STUDY_PICTURE(name) extern const PlotStudyPicture plot_study_picture_##name;
#include "plot-study-pictures.def"
#undef PLOT_STUDY_PICTURE

/* Returns how the results of a study are drawn, or NULL if it has no picture. */
const PlotStudyPicture *plot_study_picture_find (const LabStudyKind *study);
/* Makes the picture of a result. Its tables are copied. remark is rich text beside the title, or NULL; choice NULL: nothing is chosen. Returns NULL if
 * the study or the result has no picture. */
PlotView *plot_study_picture_new (const LabStudyKind *study, const LabResult *result, const char *remark, const PlotStudyChoice *choice);

G_END_DECLS
