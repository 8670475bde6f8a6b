/* Opens lessons, moves between pages, runs the runs of a page at the reveal, and compares the guess. */
#include "wb-lessons-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-spec.h"
#include "wb-laboratory.h"
#include "wb-lesson-library.h"
#include "wb-lesson-place.h"
#include "wb-number-field.h"
#include "wb-plot-set.h"
#include "wb-session-layout.h"

G_DEFINE_FINAL_TYPE (WbLessons, wb_lessons, G_TYPE_OBJECT)

enum { LESSON_CHANGED, PAGE_CHANGED, GUESS_CHANGED, RESULT_CHANGED, TYPED, FINISHED, N_SIGNALS };
static guint signals[N_SIGNALS];

WbSession *wb_lessons_session (WbLessons *self) { return self->session; }
const LabLesson *wb_lessons_lesson (WbLessons *self) { return self->lesson; }
int wb_lessons_page_index (WbLessons *self) { return self->page; }
gboolean wb_lessons_has_own (WbLessons *self) { return self->own.model != NULL; }
void wb_lessons_emit_lesson (WbLessons *self) { g_signal_emit (self, signals[LESSON_CHANGED], 0); }
void wb_lessons_emit_guess (WbLessons *self) { g_signal_emit (self, signals[GUESS_CHANGED], 0); }
void wb_lessons_emit_typed (WbLessons *self, const char *text) { g_signal_emit (self, signals[TYPED], 0, text); }
void wb_lessons_emit_result (WbLessons *self) { g_signal_emit (self, signals[RESULT_CHANGED], 0); }

const LabLessonPage *
wb_lessons_page (WbLessons *self)
{
  return &g_array_index (self->lesson->pages, LabLessonPage, self->page);
}

/* ---- the session from before the lesson ---- */

static void
forget_own (WbLessons *self)
{
  WbKeptSession *own = &self->own;

  g_clear_pointer (&own->model, model_unref);
  g_clear_pointer (&own->config, sim_config_free);
  g_clear_pointer (&own->values, lab_values_free);
  g_clear_pointer (&own->plots, g_ptr_array_unref);
  g_clear_pointer (&own->runs, g_ptr_array_unref);
  g_clear_object (&own->current);
  g_clear_pointer (&own->requested, g_free);
  g_clear_pointer (&own->view, g_free);
}

static void
keep_own (WbLessons *self)
{
  WbKeptSession *own = &self->own;
  WbPlotSet *plots = wb_plot_set_of (self->session);
  GListModel *runs = wb_session_runs (self->session);

  forget_own (self);
  if (wb_session_model (self->session) == NULL)
    return;
  wb_session_cancel (self->session);
  own->model = model_ref (wb_session_model (self->session));
  own->requested = g_strdup (wb_session_requested (self->session));
  own->view = g_strdup (wb_session_view (self->session));
  own->config = sim_config_copy (wb_session_config (self->session));
  own->values = lab_values_copy (wb_session_values (self->session));
  own->plots = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_spec_free);
  for (int k = 0; k < wb_plot_set_n (plots); k++)
    g_ptr_array_add (own->plots, plot_spec_copy (wb_plot_set_spec (plots, k)));
  own->runs = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint k = 0; k < g_list_model_get_n_items (runs); k++)
    g_ptr_array_add (own->runs, g_list_model_get_item (runs, k));
  g_set_object (&own->current, wb_session_current (self->session));
  own->playhead = wb_session_playhead (self->session);
}

/* Stops the computation of the view that the current page shows. */
static void
stop_place (WbLessons *self)
{
  if (self->lesson != NULL && self->place_runs && wb_lessons_page (self)->place != NULL)
    wb_lesson_place_stop (self->session, wb_lessons_page (self)->place);
  self->place_runs = FALSE;
}

/* Frees the lesson. The session may be gone. */
static void
release (WbLessons *self)
{
  g_clear_pointer (&self->job, wb_job_cancel);
  g_clear_pointer (&self->answers, g_array_unref);
  g_clear_pointer (&self->lesson, lab_lesson_free);
  g_clear_pointer (&self->config, sim_config_free);
  g_clear_pointer (&self->values, lab_values_free);
  g_clear_pointer (&self->shown, g_free);
  self->next_branch = 0;
  self->page = 0;
}

static void
leave (WbLessons *self)
{
  stop_place (self);
  self->place_due = FALSE;
  wb_laboratory_set_asked (wb_laboratory_of (self->session), FALSE);
  release (self);
}

void
wb_lessons_close (WbLessons *self)
{
  if (self->lesson == NULL)
    return;
  leave (self);
  g_signal_emit (self, signals[LESSON_CHANGED], 0);
}

void
wb_lessons_open_own (WbLessons *self)
{
  WbKeptSession own = self->own;

  if (own.model == NULL)
    return;
  self->own = (WbKeptSession) { 0 };
  self->opening = TRUE;
  wb_plot_set_forget_arrangement (wb_plot_set_of (self->session));
  wb_session_set_model (self->session, own.model, own.requested);
  wb_session_adopt (self->session, own.config, own.values);
  wb_session_restore_runs (self->session, own.runs, own.current, own.playhead, FALSE);
  wb_plot_set_replace (wb_plot_set_of (self->session), own.plots);
  wb_session_forget_history (self->session);
  self->opening = FALSE;
  wb_lessons_close (self);
  wb_session_set_view (self->session, own.view);
  self->own = own;
  forget_own (self);
}

/* ---- the setup of a page ---- */

static void
take_value (const char *table, const char *name, double value, gpointer user)
{
  LabValues *values = user;
  GHashTable *into = g_str_equal (table, "set") ? values->parameters : g_str_equal (table, "initial") ? values->initials : values->constants;

  g_hash_table_insert (into, g_strdup (name), wb_number_text (value));
}

/* Sets an error from the first diagnostic. Always returns FALSE. */
static gboolean
fail (GPtrArray *diagnostics, GError **error)
{
  const ModelDiagnostic *first = diagnostics->len > 0 ? diagnostics->pdata[0] : NULL;
  g_autofree char *file = first != NULL && first->file != NULL ? g_path_get_basename (first->file) : NULL;

  if (first == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, _("The lesson cannot be read"));
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s:%d:%d: %s", file != NULL ? file : "", first->line, first->column, first->message);
  return FALSE;
}

/* Returns the index of the current page or of the nearest page before it that has plots, or −1. */
static int
page_with_plots (WbLessons *self)
{
  for (int k = self->page; k >= 0; k--)
    if (g_array_index (self->lesson->pages, LabLessonPage, k).has_plots)
      return k;
  return -1;
}

/* Shows the plots of the page, which are those of the model: plots over time in the first column, other plots in the second. */
static void
show_plots (WbLessons *self, const Model *model)
{
  g_autoptr (GPtrArray) specs = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_spec_free);
  WbPlotSet *plots = wb_plot_set_of (self->session);

  for (int k = 0; k < model_n_plots (model); k++)
    {
      PlotSpec *spec = plot_spec_from_model (model_plot (model, k));

      spec->column = spec->kind->across == PLOT_OVER_TIME ? 0 : 1;
      g_ptr_array_add (specs, spec);
    }
  if (page_with_plots (self) >= 0 && specs->len > 0)
    wb_plot_set_replace (plots, specs);
  wb_plot_set_forget_arrangement (plots);
}

/* Returns whether the answer of the current page or of a page before it was a run that is on display. */
static gboolean
shows_run (WbLessons *self)
{
  for (int k = self->page; k >= 0; k--)
    if (g_array_index (self->lesson->pages, LabLessonPage, k).reveal != NULL)
      return k < self->page || wb_lessons_answer (self)->revealed;
  return FALSE;
}

gboolean
wb_lessons_prepare (WbLessons *self, LabLessonSetup *setup, GError **error)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();

  if (!lab_lesson_setup_init_page (setup, self->lesson, self->page, diagnostics))
    return fail (diagnostics, error);
  g_clear_pointer (&self->config, sim_config_free);
  g_clear_pointer (&self->values, lab_values_free);
  self->config = sim_config_copy (setup->config);
  self->values = lab_values_new ();
  lab_lesson_setup_values (setup, take_value, self->values);
  if (model_yaml_get (setup->node, "end") != NULL)
    self->values->t_end = setup->problem.t_end;
  if (model_yaml_get (setup->node, "start") != NULL)
    self->values->t_start = setup->problem.t_start;
  return TRUE;
}

/* Returns whether the lesson expects the run of the current page to fail. */
static gboolean
expects_failure (WbLessons *self)
{
  for (int page = self->page; page >= 0; page--)
    {
      const char *run = g_array_index (self->lesson->pages, LabLessonPage, page).reveal;

      for (guint k = 0; run != NULL && k < self->lesson->expectations->len; k++)
        {
          const LabExpectation *expectation = &g_array_index (self->lesson->expectations, LabExpectation, k);

          if (g_strcmp0 (expectation->run, run) == 0 && strcmp (expectation->value, "status") == 0)
            return g_strcmp0 (expectation->text, "failed") == 0;
        }
      if (run != NULL)
        return FALSE;
    }
  return FALSE;
}

/* Runs the run of the current page to its end. */
static void
run_page (WbLessons *self)
{
  WbRunItem *run = wb_session_current (self->session);

  if (run != NULL)
    wb_run_item_set_failure_expected (run, expects_failure (self));
  self->next_branch = wb_lessons_shown_run (self)->parent != NULL ? 1 : 0;
  wb_session_run_to_end (self->session);
  wb_lessons_go_on (self); /* the run from which a branch comes may have ended already */
}

/* Sets the model, settings, values and plots of the session to those of the page. with_view: also shows the view that the page names. */
static gboolean
set_up (WbLessons *self, gboolean with_view, GError **error)
{
  g_auto (LabLessonSetup) setup = { 0 };
  const LabLessonPage *page = wb_lessons_page (self);
  g_autofree char *shown = NULL;

  if (!wb_lessons_prepare (self, &setup, error))
    return FALSE;
  wb_lessons_prepare_control (self);
  shown = g_strdup_printf ("%s %d", model_path (setup.model), page_with_plots (self));
  self->next_branch = 0;
  self->opening = TRUE;
  /* If the page shows the same run as the page before, keep that run. */
  if (page->reveal != NULL || g_strcmp0 (shown, self->shown) != 0 || !wb_session_has (self->session, self->config, self->values))
    {
      wb_plot_set_forget_arrangement (wb_plot_set_of (self->session));
      wb_session_set_model (self->session, setup.model, self->lesson->model);
      wb_session_adopt (self->session, self->config, self->values);
      show_plots (self, setup.model);
      wb_session_forget_history (self->session);
      if (shows_run (self))
        run_page (self);
      else if (wb_lessons_shows_root (self))
        wb_session_run_to_end (self->session);
    }
  self->opening = FALSE;
  g_free (self->shown);
  self->shown = g_steal_pointer (&shown);
  if (with_view)
    wb_lessons_show_view (self);
  return TRUE;
}

/* Opens a lesson at a page and takes ownership of the lesson. with_view: also shows the view that the page names. */
static gboolean
enter (WbLessons *self, LabLesson *lesson, int page, gboolean with_view, GError **error)
{
  if (self->lesson == NULL)
    keep_own (self);
  leave (self);
  self->lesson = lesson;
  self->page = CLAMP (page, 0, (int) lesson->pages->len - 1);
  wb_lessons_make_answers (self);
  if (set_up (self, with_view, error))
    return TRUE;
  wb_lessons_close (self);
  return FALSE;
}

void
wb_lessons_replace (WbLessons *self, LabLesson *lesson)
{
  g_autoptr (GError) error = NULL;

  if (enter (self, lesson, self->page, FALSE, &error))
    g_signal_emit (self, signals[LESSON_CHANGED], 0);
  else
    wb_session_message (self->session, error->message);
}

gboolean
wb_lessons_open (WbLessons *self, const char *path, int page, GError **error)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = lab_lesson_load (path, wb_lesson_language (), diagnostics);

  if (lesson == NULL || !lab_lesson_verify (lesson, diagnostics))
    return fail (diagnostics, error);
  if (!enter (self, g_steal_pointer (&lesson), page, TRUE, error))
    return FALSE;
  wb_lesson_progress_store (self->lesson->id, self->page, FALSE);
  g_signal_emit (self, signals[LESSON_CHANGED], 0);
  return TRUE;
}

/* ---- moving between pages ---- */

/* Shows the view of the last page before the current one that names a view. */
static void
show_view_before (WbLessons *self)
{
  for (int k = self->page; k >= 0; k--)
    if (g_array_index (self->lesson->pages, LabLessonPage, k).view != NULL)
      {
        wb_session_set_view (self->session, g_array_index (self->lesson->pages, LabLessonPage, k).view);
        return;
      }
}

void
wb_lessons_go (WbLessons *self, int page)
{
  g_autoptr (GError) error = NULL;
  gboolean back;

  if (self->lesson == NULL || page < 0 || page >= (int) self->lesson->pages->len || page == self->page)
    return;
  g_clear_pointer (&self->job, wb_job_cancel);
  stop_place (self);
  back = page < self->page;
  self->page = page;
  if (!set_up (self, TRUE, &error))
    wb_session_message (self->session, error->message);
  if (back && wb_lessons_page (self)->view == NULL)
    show_view_before (self);
  if (wb_lessons_is_revealed (self))
    wb_lessons_start_check (self);
  wb_lesson_progress_store (self->lesson->id, page, FALSE);
  g_signal_emit (self, signals[PAGE_CHANGED], 0);
}

gboolean
wb_lessons_back (WbLessons *self)
{
  if (self->lesson == NULL || self->page == 0)
    return FALSE;
  wb_lessons_go (self, self->page - 1);
  return TRUE;
}

gboolean
wb_lessons_is_revealed (WbLessons *self)
{
  return self->lesson != NULL && wb_lessons_answer (self)->revealed;
}

static void
reveal (WbLessons *self)
{
  g_auto (LabLessonSetup) setup = { 0 };

  wb_lessons_answer (self)->revealed = TRUE;
  /* Until now the control had the value of the reader; the run has that of the lesson. */
  if (wb_lessons_page (self)->ask == LAB_ASK_SET)
    wb_lessons_prepare (self, &setup, NULL);
  if (wb_lessons_page (self)->reveal != NULL)
    {
      gboolean same = wb_session_has (self->session, self->config, self->values);

      if (!same)
        wb_session_adopt (self->session, self->config, self->values);
      if (wb_session_state (self->session) != SIM_RUN_READY && !(same && wb_lessons_shows_root (self)))
        wb_session_reset (self->session);
      run_page (self);
    }
  wb_laboratory_set_asked (wb_laboratory_of (self->session), FALSE);
  if (wb_lessons_page (self)->place != NULL)
    wb_lessons_show_view (self);
  wb_lessons_start_check (self);
  g_signal_emit (self, signals[PAGE_CHANGED], 0);
}

WbLessonStep
wb_lessons_step (WbLessons *self)
{
  const WbLessonAnswer *answer = wb_lessons_answer (self);

  if (wb_lessons_is_hidden (self))
    return WB_LESSON_REVEAL;
  if (answer->revealed && (wb_session_state (self->session) == SIM_RUN_RUNNING || self->place_runs))
    return WB_LESSON_STOP;
  return self->page + 1 < (int) self->lesson->pages->len ? WB_LESSON_NEXT : WB_LESSON_FINISH;
}

void
wb_lessons_advance (WbLessons *self)
{
  gboolean handled = FALSE;

  if (self->lesson == NULL)
    return;
  switch (wb_lessons_step (self))
    {
    case WB_LESSON_REVEAL:
      reveal (self);
      break;
    case WB_LESSON_STOP:
      wb_session_pause (self->session);
      if (wb_lessons_page (self)->place != NULL)
        wb_lesson_place_stop (self->session, wb_lessons_page (self)->place);
      break;
    case WB_LESSON_NEXT:
      wb_lessons_go (self, self->page + 1);
      break;
    case WB_LESSON_FINISH: default:
      wb_lesson_progress_store (self->lesson->id, self->page, TRUE);
      g_signal_emit (self, signals[FINISHED], 0, &handled);
      if (!handled)
        wb_lessons_close (self);
      break;
    }
}

/* ---- changes by the reader ---- */

gboolean
wb_lessons_differs (WbLessons *self)
{
  /* The question of such a page tells the reader to change a value, so the change is no mistake. */
  if (self->lesson != NULL && wb_lessons_page (self)->ask == LAB_ASK_SET && wb_lessons_is_hidden (self))
    return FALSE;
  return self->config != NULL && !wb_session_has (self->session, self->config, self->values);
}

void
wb_lessons_restore (WbLessons *self)
{
  if (wb_lessons_differs (self))
    wb_session_adopt (self->session, self->config, self->values);
}

/* ---- object ---- */

/* Closes the lesson after the user has opened another model. */
static void
on_model_changed (WbLessons *self)
{
  if (self->opening || wb_session_keeps_model (self->session))
    return;
  forget_own (self);
  wb_lessons_close (self);
}

static void
wb_lessons_finalize (GObject *object)
{
  WbLessons *self = WB_LESSONS (object);

  release (self);
  forget_own (self);
  G_OBJECT_CLASS (wb_lessons_parent_class)->finalize (object);
}

static void
wb_lessons_class_init (WbLessonsClass *klass)
{
  static const char *const names[] = { "lesson-changed", "page-changed", "guess-changed", "result-changed" };

  G_OBJECT_CLASS (klass)->finalize = wb_lessons_finalize;
  for (int k = 0; k < TYPED; k++)
    signals[k] = g_signal_new (names[k], WB_TYPE_LESSONS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[TYPED] = g_signal_new ("typed", WB_TYPE_LESSONS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[FINISHED] = g_signal_new ("finished", WB_TYPE_LESSONS, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 0);
}

static void
wb_lessons_init (WbLessons *self)
{
}

WbLessons *
wb_lessons_of (WbSession *session)
{
  WbLessons *self = g_object_get_data (G_OBJECT (session), "lessons");

  if (self != NULL)
    return self;
  self = g_object_new (WB_TYPE_LESSONS, NULL);
  g_object_set_data_full (G_OBJECT (session), "lessons", self, g_object_unref);
  self->session = session;
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (wb_lessons_follow_control), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "state-changed", G_CALLBACK (wb_lessons_go_on), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "state-changed", G_CALLBACK (wb_lessons_go_on_with_view), self, G_CONNECT_SWAPPED);
  return self;
}
