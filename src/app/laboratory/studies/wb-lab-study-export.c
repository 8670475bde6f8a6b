/* Writes the numbers of a study to a file that the user chooses. */
#include "wb-lab-study-export.h"

#include <string.h>

#include "lab-json.h"
#include "lab-result-text.h"
#include "wb-lab-export.h"

void
wb_lab_study_export (GtkWidget *parent, WbSession *session, WbStudy *study, PlotView *figure, const char *format)
{
  const LabResult *result = wb_study_result (study);
  const LabStudyKind *kind = wb_study_kind (study);
  char *text = NULL;

  if (result == NULL)
    {
      g_clear_pointer (&figure, plot_view_free);
      return;
    }
  if (strcmp (format, "csv") == 0)
    text = lab_result_csv (result, ',');
  else if (strcmp (format, "json") == 0)
    text = lab_result_json (kind->id, wb_study_result_model (study), result);
  wb_lab_export (parent, session, kind->id, format, figure, text);
}

void
wb_lab_study_export_all (GtkWidget *parent, WbSession *session, GPtrArray *views, const char *format)
{
  WbLabStudies *studies = wb_lab_studies_of (session);
  LabJson *json = lab_json_new ();
  g_autofree char *text = NULL;
  int n = 0;

  lab_json_array (json, NULL, LAB_JSON_FLAT);
  for (int k = 0; k < wb_lab_studies_n (); k++)
    {
      WbStudy *study = wb_lab_studies_study (studies, k);

      if (wb_study_result (study) == NULL)
        continue;
      lab_json_space (json, "\n");
      lab_json_result (json, wb_study_kind (study)->id, wb_study_result_model (study), wb_study_result (study), FALSE);
      n++;
    }
  lab_json_space (json, "\n");
  lab_json_end (json);
  text = lab_json_free (json);
  if (n > 0)
    wb_lab_export_all (parent, session, "studies", format, views, views == NULL ? g_steal_pointer (&text) : NULL);
  else if (views != NULL)
    g_ptr_array_unref (views);
}
