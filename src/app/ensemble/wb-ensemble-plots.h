/* The plots of a study, for the Ensemble view and for export. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-studies.h"

G_BEGIN_DECLS

/* The cards of the Ensemble view. */
typedef enum { WB_ENSEMBLE_FAN, WB_ENSEMBLE_HISTOGRAM, WB_ENSEMBLE_MAP, WB_N_ENSEMBLE_VIEWS } WbEnsembleCard;

/* The choices of members whose single curves the fan shows. */
typedef enum { WB_SHOW_ALL, WB_SHOW_ENDED, WB_SHOW_FAILED } WbShownMembers;

/* The reader's choice of what the cards show. */
typedef struct
{
  int fan, record;       /* indices of the recorded expression in the fan and of the recorded number in the histogram */
  WbShownMembers members;
  gboolean log;          /* the axis of the values in the fan is logarithmic, if all of its bands are above 0 */
} WbEnsembleChoice;

/* The state of the Ensemble view of a session, which export reads. It concerns the selected study. */
typedef struct
{
  WbEnsembleChoice choice;
  guint64 cards;                                            /* bits of the visible cards; 0 before the view was shown */
  PlotRange x[WB_N_ENSEMBLE_VIEWS], y[WB_N_ENSEMBLE_VIEWS]; /* ranges of the axes of the cards */
} WbEnsembleShown;

/* Returns the visible cards, their axis ranges and the reader's choices. Borrowed from the studies; the caller may change the content. */
WbEnsembleShown *wb_ensemble_shown (WbStudies *studies);

/* Makes the plot of a card. The caller owns the plot. Returns NULL if the study has no content for the card. */
PlotView *wb_ensemble_plot_new (WbStudy *study, WbEnsembleCard card, const WbEnsembleChoice *choice);
/* Returns whether the fan can have a logarithmic axis: all of its bands are above 0. */
gboolean wb_ensemble_can_log (WbStudy *study, const WbEnsembleChoice *choice);
/* Returns the word for members that reached the end ("settled") or for members that failed. Free it with
 * g_free. */
char *wb_ensemble_outcome_text (WbStudy *study, LabOutcome outcome);
/* Returns the numbers and tables of the result of a basin, region or other study that is not an ensemble, as lines with tabs. Free it with
 * g_free. Returns NULL if there is no result. */
char *wb_study_result_text (WbStudy *study);
/* Returns the numbers of a card as a table with a heading and with tabs between columns. Free it with g_free. Returns NULL if the card has
 * no content. */
char *wb_ensemble_table_text (WbStudy *study, WbEnsembleCard card, const WbEnsembleChoice *choice);
/* Returns the command line that repeats the study ("stepwise-cli ensemble …") with its model, settings and number of members. Free it with
 * g_free. */
char *wb_ensemble_caption (WbStudy *study);

G_END_DECLS
