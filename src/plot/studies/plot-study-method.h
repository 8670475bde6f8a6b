/* Makes the standard views of the studies of methods (lab/methods). The functions may be called from any thread. */
#pragma once

#include "lab-result.h"
#include "plot-study-views.h"

G_BEGIN_DECLS

/* Returns whether the study with this id has a standard view. */
gboolean plot_study_method_has_view (const char *id);
/* Makes the view of a result of the study with this id, which may be incomplete. Its tables are copied. remark is rich text beside the
 * title, or NULL. Returns NULL if the study has no standard view. */
PlotView *plot_study_method_new (const char *id, const LabResult *result, const char *remark);

/* A row of the view made by plot_study_ledger_new: one stacked bar. */
typedef struct
{
  const char *name;          /* label above the bar, plain text */
  const double *parts;       /* lengths of the n_parts parts; parts of length 0 are not drawn */
  const char *failure;       /* reason that is shown instead of the bar; NULL: none */
} PlotLedgerRow;

/* Returns a view with a stacked bar for each row, the sum at the end of each bar, and a key of the parts that occur. */
PlotView *plot_study_ledger_new (const char *title, const char *remark, const PlotLedgerRow *rows, int n_rows, const char *const *part_names,
                                 const int *part_series, int n_parts);

G_END_DECLS
