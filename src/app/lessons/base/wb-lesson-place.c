/* The views that pages of lessons open: how each shows its choices, computes and stops. */
#include "wb-lesson-place.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-option.h"
#include "lab-registry.h"
#include "plot-theme.h"
#include "wb-compare-entry.h"
#include "wb-comparison.h"
#include "wb-lab-studies.h"
#include "wb-laboratory.h"
#include "wb-microscope.h"
#include "wb-session-layout.h"
#include "wb-studies.h"

/* ---- Microscope ---- */

static void
open_microscope (WbSession *session, const LabLesson *lesson, const LabLessonLink *link)
{
  wb_session_set_view (session, WB_VIEW_ID_MICROSCOPE);
}

/* Returns the index on the tape of the rejected attempt with this number, counted from 1; G_MAXSIZE if the tape has fewer. */
static gsize
find_rejection (const SimTape *tape, int number)
{
  for (gsize k = 0; k < sim_tape_n_attempts (tape); k++)
    {
      OdeAttempt attempt;

      if (sim_tape_get (tape, k, &attempt) && attempt.outcome >= ODE_ATTEMPT_REJECTED_ERROR && attempt.outcome <= ODE_ATTEMPT_REJECTED_UNDEFINED
          && --number == 0)
        return k;
    }
  return G_MAXSIZE;
}

static gboolean
run_microscope (WbSession *session, const LabLessonLink *link)
{
  WbMicroscope *microscope = wb_microscope_of (session);
  WbRunItem *run = wb_session_current (session);
  SimTape *tape = run != NULL ? wb_run_item_tape (run) : NULL;
  gsize index = G_MAXSIZE;

  if (link->kind == LAB_LINK_EVENT && wb_microscope_open_located (microscope, (gsize) link->number))
    return TRUE;
  if (tape != NULL && link->kind == LAB_LINK_REJECTION)
    index = find_rejection (tape, link->number);
  else if (tape != NULL && link->kind == LAB_LINK_ATTEMPT && (gsize) link->number <= sim_tape_n_attempts (tape))
    index = (gsize) link->number - 1;
  if (index != G_MAXSIZE)
    wb_microscope_open (microscope, index);
  else if (wb_session_state (session) == SIM_RUN_RUNNING)
    return FALSE;
  else
    wb_session_message (session, link->kind == LAB_LINK_EVENT ? _("The run has no such event yet") : _("The run has no such attempt yet"));
  return TRUE;
}

/* ---- Compare ---- */

/* Gives the comparison these methods as entries, in the order of the colours. */
static void
take_methods (WbSession *session, char **names, int selected, LabComparisonRule rule, const double values[3])
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);

  for (char **name = names; name != NULL && *name != NULL; name++)
    {
      const OdeMethod *method = ode_method_find (*name);

      if (method != NULL)
        g_ptr_array_add (entries, wb_compare_entry_new (method, (int) (entries->len % PLOT_N_SERIES) + 1));
    }
  wb_comparison_restore (wb_comparison_of (session), entries, selected, rule, values, NAN);
}

static void
open_compare (WbSession *session, const LabLesson *lesson, const LabLessonLink *link)
{
  static const char *const rules[] = { [LAB_COMPARISON_COST] = "cost", [LAB_COMPARISON_STEP] = "step", [LAB_COMPARISON_ACCURACY] = "accuracy" };
  WbComparison *comparison = wb_comparison_of (session);
  LabComparisonRule rule = link->with != NULL ? LAB_COMPARISON_COST : wb_comparison_rule (comparison);
  double values[3] = { 0, 0, 0 };

  for (int k = 0; link->with != NULL && k < 3; k++)
    if (model_yaml_get (link->with, rules[k]) != NULL)
      {
        rule = (LabComparisonRule) k;
        lab_option_number (model_yaml_get_text (link->with, rules[k], ""), &values[k]);
      }
  take_methods (session, link->words, -1, rule, values);
  wb_session_set_view (session, WB_VIEW_ID_COMPARE);
}

static gboolean
run_compare (WbSession *session, const LabLessonLink *link)
{
  wb_comparison_run (wb_comparison_of (session));
  return TRUE;
}

static gboolean compare_is_running (WbSession *session, const LabLessonLink *link) { return wb_comparison_is_running (wb_comparison_of (session)); }
static void stop_compare (WbSession *session, const LabLessonLink *link) { wb_comparison_cancel (wb_comparison_of (session)); }

/* ---- Laboratory ---- */

/* Shows the page of the method with the methods, the further models and the step of a link. Without methods it has that of the settings. */
static void
open_method (WbSession *session, const LabLessonLink *link)
{
  static const double keep[3] = { 0, 0, 0 };
  WbLaboratory *laboratory = wb_laboratory_of (session);
  g_autofree char *own = sim_config_get (wb_session_config (session), "integrator");
  g_auto (GStrv) methods = lab_option_names (model_yaml_get_text (link->with, "integrators", own));
  double step;

  wb_laboratory_set_tableau (laboratory, NULL);
  wb_laboratory_set_models (laboratory, model_yaml_get_text (link->with, "models", ""));
  if (methods[0] != NULL)
    take_methods (session, methods, 0, wb_comparison_rule (wb_comparison_of (session)), keep);
  if (lab_option_number (model_yaml_get_text (link->with, "step", ""), &step))
    wb_laboratory_resume_step (laboratory, step);
  wb_laboratory_set_page (laboratory, WB_LAB_PAGE_ID_METHOD);
}

static void
open_plane (WbSession *session, const LabLessonLink *link)
{
  const char *texts[WB_N_LAB_PLANE_OPTIONS];

  for (int k = 0; k < WB_N_LAB_PLANE_OPTIONS; k++)
    texts[k] = model_yaml_get_text (link->with, wb_laboratory_plane_key ((WbLabPlaneOption) k), NULL);
  wb_laboratory_resume_plane (wb_laboratory_of (session), texts);
  wb_laboratory_set_page (wb_laboratory_of (session), WB_LAB_PAGE_ID_PLANE);
}

static void
open_laboratory (WbSession *session, const LabLesson *lesson, const LabLessonLink *link)
{
  const LabStudyKind *kind = lab_registry_find (link->words[0]);
  const int study = wb_lab_studies_find (link->words[0]);

  if (study >= 0)
    {
      wb_lab_studies_set_options (wb_lab_studies_of (session), study, link->with);
      wb_laboratory_open_study (wb_laboratory_of (session), link->words[0]);
    }
  else if (kind->places & LAB_PLACE_PLANE)
    open_plane (session, link);
  else
    open_method (session, link);
  wb_session_set_view (session, WB_VIEW_ID_LABORATORY);
}

/* Returns the study of a link if it has a card; the pages of the method and of the plane compute by themselves. */
static WbStudy *
lab_study (WbSession *session, const LabLessonLink *link)
{
  const int study = wb_lab_studies_find (link->words[0]);

  return study >= 0 ? wb_lab_studies_study (wb_lab_studies_of (session), study) : NULL;
}

static gboolean
run_laboratory (WbSession *session, const LabLessonLink *link)
{
  WbStudy *study = lab_study (session, link);

  if (study != NULL && !wb_study_is_current (study))
    wb_lab_studies_run (wb_lab_studies_of (session), study);
  return TRUE;
}

static gboolean
laboratory_is_running (WbSession *session, const LabLessonLink *link)
{
  WbStudy *study = lab_study (session, link);

  return study != NULL && (wb_study_state (study) == WB_STUDY_RUNNING || wb_study_state (study) == WB_STUDY_WAITING);
}

static void
stop_laboratory (WbSession *session, const LabLessonLink *link)
{
  wb_lab_studies_cancel (wb_lab_studies_of (session));
}

/* ---- Ensemble ---- */

/* Selects the study of a file that is open and has not been changed; otherwise opens it. */
static void
open_ensemble (WbSession *session, const LabLesson *lesson, const LabLessonLink *link)
{
  WbStudies *studies = wb_studies_of (session);
  g_autofree char *path = lab_lesson_link_file (lesson, link);
  g_autoptr (GError) error = NULL;

  for (guint k = 0; k < g_list_model_get_n_items (wb_studies_list (studies)); k++)
    {
      g_autoptr (WbStudy) study = g_list_model_get_item (wb_studies_list (studies), k);

      if (g_strcmp0 (wb_study_path (study), path) == 0 && !wb_study_is_changed (study))
        {
          wb_studies_select (studies, study);
          wb_session_set_view (session, WB_VIEW_ID_ENSEMBLE);
          return;
        }
    }
  if (wb_studies_open (studies, path, &error))
    wb_session_set_view (session, WB_VIEW_ID_ENSEMBLE);
  else
    wb_session_message (session, error->message);
}

static gboolean
run_ensemble (WbSession *session, const LabLessonLink *link)
{
  WbStudy *study = wb_studies_selected (wb_studies_of (session));

  if (study != NULL && wb_study_state (study) != WB_STUDY_RUNNING && wb_study_state (study) != WB_STUDY_DONE)
    wb_study_run (study);
  return TRUE;
}

static gboolean
ensemble_is_running (WbSession *session, const LabLessonLink *link)
{
  WbStudy *study = wb_studies_selected (wb_studies_of (session));

  return study != NULL && wb_study_state (study) == WB_STUDY_RUNNING;
}

static void
stop_ensemble (WbSession *session, const LabLessonLink *link)
{
  WbStudy *study = wb_studies_selected (wb_studies_of (session));

  if (study != NULL)
    wb_study_cancel (study);
}

/* ---- all views ---- */

/* The functions of a view; is_running and stop are NULL if it computes nothing that takes time. */
typedef struct
{
  void (*open) (WbSession *session, const LabLesson *lesson, const LabLessonLink *link);
  gboolean (*run) (WbSession *session, const LabLessonLink *link);
  gboolean (*is_running) (WbSession *session, const LabLessonLink *link);
  void (*stop) (WbSession *session, const LabLessonLink *link);
} Place;

static const Place places[] = {
  [LAB_LINK_ATTEMPT] = { open_microscope, run_microscope, NULL, NULL },
  [LAB_LINK_REJECTION] = { open_microscope, run_microscope, NULL, NULL },
  [LAB_LINK_EVENT] = { open_microscope, run_microscope, NULL, NULL },
  [LAB_LINK_LABORATORY] = { open_laboratory, run_laboratory, laboratory_is_running, stop_laboratory },
  [LAB_LINK_COMPARE] = { open_compare, run_compare, compare_is_running, stop_compare },
  [LAB_LINK_ENSEMBLE] = { open_ensemble, run_ensemble, ensemble_is_running, stop_ensemble },
};

void
wb_lesson_place_open (WbSession *session, const LabLesson *lesson, const LabLessonLink *link)
{
  places[link->kind].open (session, lesson, link);
}

gboolean
wb_lesson_place_run (WbSession *session, const LabLessonLink *link)
{
  return places[link->kind].run (session, link);
}

gboolean
wb_lesson_place_is_running (WbSession *session, const LabLessonLink *link)
{
  return places[link->kind].is_running != NULL && places[link->kind].is_running (session, link);
}

void
wb_lesson_place_stop (WbSession *session, const LabLessonLink *link)
{
  if (places[link->kind].stop != NULL)
    places[link->kind].stop (session, link);
}

void
wb_lesson_place_watch (WbSession *session, GCallback func, gpointer object)
{
  g_signal_connect_object (wb_comparison_of (session), "running-changed", func, object, G_CONNECT_SWAPPED);
  g_signal_connect_object (wb_lab_studies_of (session), "study-changed", func, object, G_CONNECT_SWAPPED);
  g_signal_connect_object (wb_studies_of (session), "study-changed", func, object, G_CONNECT_SWAPPED);
}
