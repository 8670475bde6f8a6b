#include "wb-lab-study-export.h"

#include <string.h>

#include "lab-result-text.h"
#include "wb-lab-export.h"

void
wb_lab_study_export (GtkWidget *parent, WbSession *session, int index, PlotView *figure, const char *format)
{
  WbLabStudies *studies = wb_lab_studies_of (session);
  const LabResult *result = wb_lab_studies_result (studies, index);
  const LabStudyKind *kind = wb_lab_studies_kind (index);
  char *text = NULL;

  if (result == NULL)
    {
      g_clear_pointer (&figure, plot_view_free);
      return;
    }
  if (strcmp (format, "csv") == 0)
    text = lab_result_csv (result, ',');
  else if (strcmp (format, "json") == 0)
    text = lab_result_json (kind->id, wb_lab_studies_model (studies, index), result);
  wb_lab_export (parent, session, kind->id, format, figure, text);
}
