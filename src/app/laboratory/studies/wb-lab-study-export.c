/* Writes the numbers of a study to a file that the user chooses. */
#include "wb-lab-study-export.h"

#include <string.h>

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
  GString *text = views == NULL ? g_string_new ("[") : NULL;
  int n = 0;

  for (int k = 0; k < wb_lab_studies_n (); k++)
    {
      WbStudy *study = wb_lab_studies_study (studies, k);
      const LabResult *result = wb_study_result (study);
      g_autofree char *json = text != NULL && result != NULL ? lab_result_json (wb_study_kind (study)->id, wb_study_result_model (study), result) : NULL;

      n += result != NULL;
      if (json != NULL)
        g_string_append_printf (text, "%s%s", text->len > 1 ? ",\n" : "\n", g_strchomp (json));
    }
  if (text != NULL)
    g_string_append (text, "\n]\n");
  if (n > 0)
    wb_lab_export_all (parent, session, "studies", format, views, text != NULL ? g_string_free (text, FALSE) : NULL);
  else if (text != NULL)
    g_string_free (text, TRUE);
  else
    g_ptr_array_unref (views);
}
