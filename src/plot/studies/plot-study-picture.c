/* Finds and makes the picture of a result. */
#include "plot-study-picture.h"

#include "plot-study-dynamics.h"
#include "plot-study-private.h"
#include "plot-words.h"

#define PLOT_STUDY_PICTURE(name) &plot_study_picture_##name,
static const PlotStudyPicture *const pictures[] = {
#include "plot-study-pictures.def"
};

/* Stands for the pictures that follow from columns. */
static const PlotStudyPicture from_columns = { .side = PLOT_SIDE_OPTIONS };

const PlotStudyPicture *
plot_study_picture_find (const LabStudyKind *study)
{
  for (guint k = 0; k < G_N_ELEMENTS (pictures); k++)
    if (pictures[k]->study == study)
      return pictures[k];
  return study->picture != NULL ? &from_columns : NULL;
}

PlotView *
plot_study_picture_new (const LabStudyKind *study, const LabResult *result, const char *remark, const PlotStudyChoice *choice)
{
  static const PlotStudyChoice nothing = { .across = PLOT_SECTION_AUTOMATIC, .up = PLOT_SECTION_AUTOMATIC };
  const PlotStudyPicture *picture = plot_study_picture_find (study);
  PlotView *view;

  if (picture == NULL)
    return NULL;
  if (picture->make != NULL)
    return picture->make (study, result, remark, choice != NULL ? choice : &nothing);
  view = plot_view_new ();
  plot_view_set_title (view, _(study->label), remark);
  if (picture->fill != NULL)
    picture->fill (view, result);
  else
    plot_study_fill_columns (view, study->picture, result);
  return view;
}
