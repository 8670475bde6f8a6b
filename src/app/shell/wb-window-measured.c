/* Shows tables of measured data in the plots of the Simulate view: reads the files, and leads to the study that fits them. */
#include "wb-window-measured.h"
#include "wb-window-private.h"

#include <glib/gi18n.h>

#include "lab-study-kind.h"
#include "wb-dialogs.h"
#include "wb-job.h"
#include "wb-lab-studies.h"
#include "wb-laboratory.h"
#include "wb-measured-popover.h"
#include "wb-session-history.h"
#include "wb-view.h"

gboolean
wb_window_is_table (const char *path)
{
  return g_str_has_suffix (path, ".csv") || g_str_has_suffix (path, ".tsv");
}

/* ---- reading ---- */

static gpointer
read_file (WbJob *job, gpointer path, GError **error)
{
  return lab_measured_read (path, error);
}

static void
on_read (gpointer window, gpointer result, const GError *error)
{
  g_autoptr (LabMeasured) measured = result, tables = NULL;
  WbSession *session = wb_window_session (window);
  WbPlotSet *plots = wb_plot_set_of (session);

  if (measured == NULL)
    {
      wb_session_message (session, error->message);
      return;
    }
  if (wb_session_model (session) == NULL)
    return;
  tables = lab_measured_add (wb_plot_set_measured (plots), measured);
  wb_plot_set_set_measured (plots, tables);
  wb_window_show_view (window, wb_view_simulate.id);
  if (wb_measured_is_open (plots))
    wb_simulate_view_ask_measured (wb_window_simulate (window));
}

void
wb_window_show_measured (WbWindow *self, const char *path)
{
  if (wb_session_model (wb_window_session (self)) == NULL)
    {
      wb_session_message (wb_window_session (self), _("Measured data are shown over the curves of a model; open a model first"));
      return;
    }
  wb_job_replace (wb_job_place (self, "measured"), self, read_file, g_canonicalize_filename (path, NULL), g_free, on_read, (GDestroyNotify) lab_measured_unref);
}

static void
on_open (const char *path, gpointer window)
{
  if (path != NULL)
    wb_window_show_measured (window, path);
}

void
wb_window_ask_measured (WbWindow *self)
{
  wb_dialogs_open_file (GTK_WINDOW (self), _("Measured data"), _("Tables of data (CSV, TSV)"), "*.csv *.tsv *.txt *.dat", on_open, self);
}

/* ---- fitting ---- */

/* Returns the number of the study of the Laboratory that takes a file of measured data, and sets *key to its option; −1: none. */
static int
find_data_study (const char **key)
{
  for (int index = 0; index < wb_lab_studies_n (); index++)
    {
      const LabStudyKind *kind = wb_lab_studies_kind (index);

      for (int k = 0; k < kind->n_options; k++)
        if (g_strcmp0 (kind->options[k].argument, "DATA") == 0)
          {
            *key = kind->options[k].key;
            return index;
          }
    }
  return -1;
}

gboolean
wb_window_fit_data (WbWindow *self, const char *path)
{
  WbSession *session = wb_window_session (self);
  WbLabStudies *studies = wb_lab_studies_of (session);
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  const char *key = NULL;
  int index = find_data_study (&key);
  WbStudy *study;

  if (wb_session_model (session) == NULL)
    {
      wb_session_message (session, _("A table of measured data is fitted by the open model; open a model first"));
      return FALSE;
    }
  study = wb_lab_studies_study (studies, index);
  wb_study_set_option (study, key, full);
  wb_window_show_view (self, wb_view_laboratory.id);
  wb_laboratory_open_study (wb_laboratory_of (session), wb_lab_studies_kind (index)->id);
  wb_lab_studies_run (studies, study);
  return TRUE;
}

/* Opens the study "Fit to data" with a table of the measured data that the plots show and with the columns that the user has chosen. */
void
wb_window_fit_measured (WbWindow *self, int table)
{
  WbSession *session = wb_window_session (self);
  const LabMeasured *measured = lab_measured_table (wb_plot_set_measured (wb_plot_set_of (session)), table);
  ModelSystem *system = wb_session_system (session);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *pairs = NULL;
  const char *key = NULL;
  const LabData *data;
  WbStudy *study;

  if (measured == NULL || system == NULL)
    {
      wb_session_message (session, _("The plots show no measured data"));
      return;
    }
  for (int c = 0; c < model_system_n_columns (system); c++)
    g_ptr_array_add (names, (char *) model_system_column (system, c)->name);
  g_ptr_array_add (names, NULL);
  data = lab_measured_data (measured);
  pairs = lab_measured_pairs (measured, (const char *const *) names->pdata);
  study = wb_lab_studies_study (wb_lab_studies_of (session), find_data_study (&key));
  wb_session_begin_group (session);
  wb_study_set_option (study, "columns", *pairs != '\0' ? pairs : NULL);
  wb_study_set_option (study, "time", lab_measured_time (measured) != data->time ? data->columns[lab_measured_time (measured)].name : NULL);
  wb_window_fit_data (self, data->path);
  wb_session_end_group (session, _("Fit parameters"));
}
