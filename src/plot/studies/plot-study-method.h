/* The standard views of the studies of methods (lab/methods). Any thread. */
#pragma once

#include "lab-result.h"
#include "plot-study-views.h"

G_BEGIN_DECLS

/* Returns whether a study has a standard view. */
gboolean plot_study_method_has_view (const char *id);
/* Makes the view of a result of the study with this id, complete or not, from its tables, which are copied. remark: rich text beside the
 * title, or NULL. Returns NULL if the study has no standard view. */
PlotView *plot_study_method_new (const char *id, const LabResult *result, const char *remark);

/* One row of stacked bars. */
typedef struct
{
  const char *name;          /* label above the bar, plain text */
  const double *parts;       /* n_parts numbers; parts that are 0 are not drawn */
  const char *failure;       /* shown in place of the bar; NULL: none */
} PlotLedgerRow;

/* Returns a view with a bar for each row, its sum at its end, and a key of the parts that occur. */
PlotView *plot_study_ledger_new (const char *title, const char *remark, const PlotLedgerRow *rows, int n_rows, const char *const *part_names,
                                 const int *part_series, int n_parts);

G_END_DECLS
