/* Proposes the options of studies that have no value in common for all models. */
#include "wb-lab-studies.h"

/* Sets the options that a study proposes for the model. */
static void
propose (WbStudy *study, WbSession *session)
{
  const LabStudyKind *kind = wb_study_kind (study);
  g_autofree char **values = g_new0 (char *, kind->n_options + 1);

  kind->propose (wb_session_model (session), wb_session_system (session), wb_session_t_start (session), wb_session_t_end (session), values);
  for (int k = 0; k < kind->n_options; k++)
    {
      if (values[k] != NULL)
        wb_study_adapt_option (study, kind->options[k].key, *values[k] != '\0' ? values[k] : NULL);
      g_free (values[k]);
    }
}

void
wb_lab_studies_propose (WbLabStudies *self, WbSession *session)
{
  for (int k = 0; k < wb_lab_studies_n () && wb_session_model (session) != NULL; k++)
    if (wb_lab_studies_kind (k)->propose != NULL)
      propose (wb_lab_studies_study (self, k), session);
}
