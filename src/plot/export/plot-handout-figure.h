/* Figures of the answers in a handout. */
#pragma once

#include "lab-lesson-record.h"
#include "plot-figure.h"

G_BEGIN_DECLS

/* The runs of a figure. They must outlive the figure. */
typedef struct
{
  LabLessonRecord *records; /* runs from the root to the run of the page; one run if that is no branch */
  int n;
} PlotHandoutRuns;

/* Makes the figure of the run that is shown with the answer of a page, with the plots of the page. A branch is shown
 * together with the runs from which it begins, each with a letter in the order of the lesson's runs. *figure is NULL
 * if the page shows no run. Returns FALSE after an error. In all cases clear the runs. */
gboolean plot_handout_figure (const LabLesson *lesson,
                              int page,
                              PlotHandoutRuns *runs,
                              PlotFigure **figure,
                              const LabProgress *progress,
                              GPtrArray *diagnostics,
                              GError **error);
/* Returns the caption of the figure of a page, which states where each branch begins. language is "en" or "de". Returns NULL if the page shows
 * no branch. Free the caption with g_free. */
char *plot_handout_caption (const LabLesson *lesson, int page, const char *language);
/* Frees the runs of a figure. */
void plot_handout_runs_clear (PlotHandoutRuns *runs);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PlotHandoutRuns, plot_handout_runs_clear)

G_END_DECLS
