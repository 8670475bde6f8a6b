#include "wb-lab-study-export.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lab-result-text.h"
#include "plot-study-diagram.h"
#include "plot-study-method.h"
#include "wb-lab-export.h"

static PlotView *
view_of (const LabStudyKind *kind, const LabResult *result, int state, const char *remark)
{
  return strcmp (kind->id, "continue") == 0 ? plot_study_diagram_new (result, state, NULL, _(kind->label), remark)
                                            : plot_study_method_new (kind->id, result, remark);
}

void
wb_lab_study_export (GtkWidget *parent, WbSession *session, int index, int state, const char *format)
{
  WbLabStudies *studies = wb_lab_studies_of (session);
  const LabResult *result = wb_lab_studies_result (studies, index);
  const LabStudyKind *kind = wb_lab_studies_kind (index);
  PlotView *view = NULL;
  char *text = NULL;

  if (result == NULL)
    return;
  if (strcmp (format, "csv") == 0)
    text = lab_result_csv (result, ',');
  else if (strcmp (format, "json") == 0)
    text = lab_result_json (kind->id, wb_lab_studies_model (studies, index), result);
  else
    view = view_of (kind, result, state, wb_lab_studies_remark (studies, index));
  wb_lab_export (parent, session, kind->id, format, view, text);
}
