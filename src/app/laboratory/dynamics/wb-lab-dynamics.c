/* Connects the diagram, its plane and the parameters. */
#include "wb-lab-dynamics.h"

#include <math.h>

#include "lab-result.h"
#include "wb-laboratory.h"

/* Time in ms after the last change of another parameter until the diagram is computed again. */
#define SETTLE_MS 300
#define KEY "wb-lab-dynamics"

typedef struct
{
  WbSession *session;
  WbLabStudiesPage *page;
  WbLabStudies *studies;
  WbStudy *study;
  WbLabStudyCard *card;
  GtkWidget *plane, *parameters;
  guint settle_source, serial;
} Dynamics;

static Dynamics *
dynamics_of (gpointer page)
{
  return g_object_get_data (G_OBJECT (page), KEY);
}

static void
dynamics_free (gpointer data)
{
  Dynamics *self = data;

  g_clear_handle_id (&self->settle_source, g_source_remove);
  g_free (self);
}

WbLabFollow *
wb_lab_dynamics_plane (WbLabStudiesPage *page)
{
  return WB_LAB_FOLLOW (dynamics_of (page)->plane);
}

WbLabParameters *
wb_lab_dynamics_parameters (WbLabStudiesPage *page)
{
  return WB_LAB_PARAMETERS (dynamics_of (page)->parameters);
}

/* ---- another parameter ---- */

static gboolean
compute_again (gpointer user)
{
  Dynamics *self = user;

  self->settle_source = 0;
  if (gtk_widget_get_mapped (self->plane) && !wb_study_is_current (self->study))
    wb_lab_studies_run (self->studies, self->study);
  return G_SOURCE_REMOVE;
}

/* Computes a stale diagram again when the values rest. A result that never was, a failure and a change of options wait for the button. */
static void
on_setting (WbLabStudiesPage *page, int kind, const char *key)
{
  Dynamics *self = dynamics_of (page);

  if (!gtk_widget_get_mapped (self->plane) || wb_study_result (self->study) == NULL || wb_study_is_current (self->study)
      || wb_laboratory_is_asked (wb_laboratory_of (self->session)))
    return;
  g_clear_handle_id (&self->settle_source, g_source_remove);
  self->settle_source = g_timeout_add (SETTLE_MS, compute_again, self);
}

/* ---- the parameters ---- */

/* Shows the parameter of the diagram first, with marks at its special points. */
static void
on_study (WbLabStudiesPage *page)
{
  Dynamics *self = dynamics_of (page);
  const LabResult *result = wb_study_result (self->study);
  const LabTable *special = result != NULL ? lab_result_table (result, "special") : NULL, *range = result != NULL ? lab_result_table (result, "range") : NULL;
  g_autoptr (GArray) values = NULL;

  if (self->serial == wb_study_serial (self->study) || special == NULL || range == NULL)
    return;
  self->serial = wb_study_serial (self->study);
  values = lab_table_series (special, "p", NULL, NULL);
  wb_lab_parameters_set_first (WB_LAB_PARAMETERS (self->parameters), lab_table_text (range, 0, 0), (const double *) (gpointer) values->data, (int) values->len);
}

/* In a small window the panel with the points takes the place of the plane. */
static void
on_panel (WbLabStudiesPage *page)
{
  Dynamics *self = dynamics_of (page);
  gboolean open = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (wb_lab_study_card_panel_button (self->card)));

  wb_lab_studies_page_leave_out (page, open && wb_lab_studies_page_company_place (page) == WB_COMPANY_COMPACT);
}

static void
on_arranged (WbLabStudiesPage *page)
{
  Dynamics *self = dynamics_of (page);
  WbCompanyPlace place = wb_lab_studies_page_company_place (page);

  wb_lab_follow_set_compact (WB_LAB_FOLLOW (self->plane), place == WB_COMPANY_COMPACT);
  wb_lab_parameters_set_columns (WB_LAB_PARAMETERS (self->parameters), place == WB_COMPANY_BESIDE ? 4 : place == WB_COMPANY_BELOW ? 3 : 0);
  wb_lab_study_card_set_compact (self->card, place == WB_COMPANY_COMPACT);
  on_panel (page);
}

void
wb_lab_dynamics_add (WbLabStudiesPage *page, WbSession *session)
{
  Dynamics *self = g_new0 (Dynamics, 1);
  int index = wb_lab_studies_find (lab_study_continue.id);

  *self = (Dynamics) { .session = session, .page = page, .studies = wb_lab_studies_of (session), .card = wb_lab_studies_page_card (page, index) };
  self->study = wb_lab_studies_study (self->studies, index);
  self->plane = wb_lab_follow_new (session, wb_lab_study_card_marker (self->card));
  self->parameters = wb_lab_parameters_new (session);
  g_object_set_data_full (G_OBJECT (page), KEY, self, dynamics_free);
  wb_lab_studies_page_set_company (page, index, self->plane, self->parameters);
  g_signal_connect (page, "arranged", G_CALLBACK (on_arranged), NULL);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_setting), page, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->study, "changed", G_CALLBACK (on_study), page, G_CONNECT_SWAPPED);
  g_signal_connect_object (wb_lab_study_card_panel_button (self->card), "toggled", G_CALLBACK (on_panel), page, G_CONNECT_SWAPPED);
  on_study (page);
  on_arranged (page);
}
