/* The plots of a study, for the Ensemble view and for export. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-studies.h"

G_BEGIN_DECLS

/* The cards of the view. */
typedef enum { WB_ENSEMBLE_FAN, WB_ENSEMBLE_HISTOGRAM, WB_ENSEMBLE_MAP, WB_N_ENSEMBLE_VIEWS } WbEnsembleCard;

/* The single runs that the fan shows. */
typedef enum { WB_SHOW_ALL, WB_SHOW_ENDED, WB_SHOW_FAILED } WbShownMembers;

/* The choice of what the cards show. */
typedef struct
{
  int fan, record;       /* indices of the shown fan and record */
  WbShownMembers members;
} WbEnsembleChoice;

/* The content of the Ensemble view of a session. */
typedef struct
{
  WbEnsembleChoice choice;
  guint64 cards;                                            /* bits of the visible cards; 0: not known */
  PlotRange x[WB_N_ENSEMBLE_VIEWS], y[WB_N_ENSEMBLE_VIEWS]; /* of the axes */
} WbEnsembleShown;

/* Returns the visible cards, their ranges and the choices of the reader; the studies own it. */
WbEnsembleShown *wb_ensemble_shown (WbStudies *studies);

/* Makes the plot of a card; NULL if the study has no content for it. */
PlotView *wb_ensemble_plot_new (WbStudy *study, WbEnsembleCard card, const WbEnsembleChoice *choice);
/* Returns the word for members that reached the end ("settled") or failed; free
 * with g_free. */
char *wb_ensemble_outcome_text (WbStudy *study, LabOutcome outcome);
/* Returns the numbers and tables of a study that is no ensemble, in lines with
 * tabs; free with g_free. NULL without a result. */
char *wb_study_result_text (WbStudy *study);
/* Returns the numbers behind a card as a table with tabs between columns and a
 * heading; free with g_free. NULL if there is no content. */
char *wb_ensemble_table_text (WbStudy *study, WbEnsembleCard card, const WbEnsembleChoice *choice);
/* Returns the command line that repeats the study ("stepwise-cli ensemble …") with model, settings and numbers of members; free with
 * g_free. */
char *wb_ensemble_caption (WbStudy *study);

G_END_DECLS
