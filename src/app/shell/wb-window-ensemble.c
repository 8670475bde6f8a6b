/* The actions of the Ensemble view: studies are run, opened, saved and selected, and their cards exported. */
#include "wb-window-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sim-output-file.h"
#include "wb-dialogs.h"
#include "wb-plot-output.h"
#include "wb-session-layout.h"
#include "wb-study-new.h"
#include "wb-study-runs.h"
#include "wb-table-window.h"
#include "wb-view.h"

typedef GSimpleAction Action;

static WbStudies *
studies (gpointer w)
{
  return wb_studies_of (wb_window_session (w));
}

static void
say (gpointer w, const GError *error)
{
  wb_session_message (wb_window_session (w), error->message);
}

/* ---- running studies ---- */

static void
run (Action *a, GVariant *v, gpointer w)
{
  WbStudy *study = wb_studies_selected (studies (w));

  if (study != NULL)
    wb_study_run (study);
}

static void
cancel (Action *a, GVariant *v, gpointer w)
{
  WbStudy *study = wb_studies_selected (studies (w));

  if (study != NULL)
    wb_study_cancel (study);
}

/* Opens a member of the selected study as a run. */
static void
replay (Action *a, GVariant *value, gpointer w)
{
  WbStudy *study = wb_studies_selected (studies (w));

  if (study != NULL)
    wb_studies_open_member (studies (w), study, g_variant_get_uint64 (value));
}

/* ---- studies ---- */

static void
add_study (gpointer w, const char *kind)
{
  if (wb_studies_add_new (studies (w), kind) != NULL)
    wb_window_show_view (w, wb_view_ensemble.id);
}

static void new_study (Action *a, GVariant *v, gpointer w) { add_study (w, wb_study_new_kinds ()[0]->id); }

static void new_study_of_kind (Action *a, GVariant *kind, gpointer w) { add_study (w, g_variant_get_string (kind, NULL)); }

gboolean
wb_window_open_study (WbWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (!wb_studies_open (studies (self), path, &error))
    {
      say (self, error);
      return FALSE;
    }
  wb_window_show_view (self, wb_view_ensemble.id);
  return TRUE;
}

static void
open_path (const char *path, gpointer w)
{
  if (path != NULL)
    wb_window_open_study (w, path);
}

static void
open_study (Action *a, GVariant *v, gpointer w)
{
  wb_dialogs_open_file (w, _("Open a study"), _("Studies"), "*.study.yaml *.yaml", open_path, w);
}

static void open_study_file (Action *a, GVariant *value, gpointer w) { open_path (g_variant_get_string (value, NULL), w); }

static void
save_path (const char *path, gpointer w)
{
  WbStudy *study = wb_studies_selected (studies (w));
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (path == NULL || study == NULL)
    return;
  bytes = g_bytes_new (wb_study_text (study), strlen (wb_study_text (study)));
  if (!sim_write_file (path, bytes, 0, &error))
    say (w, error);
}

static void
save_study (Action *a, GVariant *v, gpointer w)
{
  WbStudy *study = wb_studies_selected (studies (w));
  const WbStudyProblem *problem = study != NULL ? wb_study_problem (study) : NULL;
  g_autofree char *name = problem != NULL ? g_strconcat (model_id (problem->model), ".study.yaml", NULL) : NULL;

  if (name != NULL)
    wb_dialogs_save_file (w, _("Save the study"), name, save_path, w);
}

static void
remove_study (Action *a, GVariant *v, gpointer w)
{
  WbStudy *study = wb_studies_selected (studies (w));

  if (study != NULL)
    wb_studies_remove (studies (w), study);
}

/* Selects a study by its index in the list. */
static void
select_study (Action *a, GVariant *value, gpointer w)
{
  g_autoptr (WbStudy) study = g_list_model_get_item (wb_studies_list (studies (w)), (guint) g_variant_get_int32 (value));

  if (study != NULL)
    wb_studies_select (studies (w), study);
}

/* ---- cards ---- */

static void
export_card (Action *a, GVariant *value, gpointer w)
{
  wb_ensemble_view_store_shown (wb_window_ensemble (w));
  wb_window_export_plot (w, g_variant_get_int32 (value));
}

static void
copy_card (Action *a, GVariant *value, gpointer w)
{
  wb_ensemble_view_store_shown (wb_window_ensemble (w));
  wb_plot_output_copy_ensemble (gtk_widget_get_clipboard (w), wb_window_session (w), CLAMP (g_variant_get_int32 (value), 0, WB_N_ENSEMBLE_VIEWS - 1));
}

/* Shows the numbers of a card as a table in a window. */
static void
show_data (Action *a, GVariant *value, gpointer w)
{
  WbStudy *study = wb_studies_selected (studies (w));
  WbEnsembleCard card = (WbEnsembleCard) CLAMP (g_variant_get_int32 (value), 0, WB_N_ENSEMBLE_VIEWS - 1);
  g_autofree char *text = study != NULL ? wb_ensemble_table_text (study, card, &wb_ensemble_shown (studies (w))->choice) : NULL, *title = NULL;

  if (text == NULL)
    return;
  title = g_strdup_printf (_("%s, data"), wb_study_title (study));
  wb_table_window_present (w, title, text);
}

static const GActionEntry entries[] = {
  { "ensemble-data", show_data, "i" }, { "ensemble-copy", copy_card, "i" }, { "ensemble-export", export_card, "i" },
  { "ensemble-run", run }, { "ensemble-cancel", cancel }, { "ensemble-replay", replay, "t" }, { "study-new", new_study },
  { "study-new-kind", new_study_of_kind, "s" },
  { "study-open", open_study }, { "study-open-file", open_study_file, "s" }, { "study-save", save_study },
  { "study-remove", remove_study }, { "study-select", select_study, "i" },
};

void
wb_window_install_ensemble (WbWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

/* ---- cards ---- */

void
wb_window_ensemble_go (WbWindow *self, int by)
{
  WbEnsembleView *view = wb_window_ensemble (self);
  int now = wb_ensemble_view_focused (view);

  for (int k = 1; now >= 0 && k < WB_N_ENSEMBLE_VIEWS; k++)
    {
      int next = (now + by * k + WB_N_ENSEMBLE_VIEWS) % WB_N_ENSEMBLE_VIEWS;

      if (wb_ensemble_view_has (view, next))
        {
          wb_ensemble_view_focus (view, next);
          return;
        }
    }
}
