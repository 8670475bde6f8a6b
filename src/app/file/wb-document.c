/* The functions that check and save each kind of document of the editor, and the job that checks a text. */
#include "wb-document.h"

#include <glib/gi18n.h>
#include <string.h>

#include "model-load.h"
#include "model-units.h"
#include "wb-lesson-library.h"
#include "wb-lessons.h"
#include "wb-user-models.h"

/* ---- models ---- */

static gpointer
check_model (const char *text, const char *path, GPtrArray *diagnostics)
{
  Model *model = model_load_text (text, -1, path, sim_config_check_solver, diagnostics);

  ModelUnitsReport report;

  if (model != NULL)
    model_units_check (model, diagnostics, &report);
  g_clear_pointer (&model, model_unref);
  return NULL;
}

static void
model_saved (WbSession *session, const char *path)
{
  wb_session_reload (session);
}

const WbDocument wb_document_model = {
  .ending = ".yaml", .name = N_("Model text"), .save_copy = N_("Save as own model"), .check = check_model, .free = NULL, .saved = model_saved,
  .copy = wb_user_models_copy_text,
};

/* ---- lessons ---- */

static gpointer
check_lesson (const char *text, const char *path, GPtrArray *diagnostics)
{
  LabLesson *lesson = lab_lesson_load_text (text, path, wb_lesson_language (), diagnostics);

  if (lesson != NULL && !lab_lesson_verify (lesson, diagnostics))
    g_clear_pointer (&lesson, lab_lesson_free);
  return lesson;
}

static void
lesson_checked (WbSession *session, gpointer lesson)
{
  wb_lessons_replace (wb_lessons_of (session), lesson);
}

static void
lesson_saved (WbSession *session, const char *path)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  LabLesson *lesson = lab_lesson_load (path, wb_lesson_language (), diagnostics);

  wb_lesson_library_forget ();
  if (lesson != NULL && lab_lesson_verify (lesson, diagnostics))
    wb_lessons_replace (wb_lessons_of (session), lesson);
  else
    lab_lesson_free (lesson);
}

static char *
copy_lesson (const char *file, const char *text, GError **error)
{
  g_autofree char *stem = lab_lesson_is_lesson (file) ? g_strndup (file, strlen (file) - strlen (wb_document_lesson.ending)) : g_strdup (file);

  return wb_user_models_write (stem, wb_document_lesson.ending, text, error);
}

const WbDocument wb_document_lesson = {
  .ending = ".lesson.yaml", .name = N_("Lesson text"), .save_copy = N_("Save as own lesson"), .check = check_lesson,
  .free = (GDestroyNotify) lab_lesson_free, .checked = lesson_checked, .saved = lesson_saved, .copy = copy_lesson,
};

/* ---- checks on a thread ---- */

void
wb_document_check_free (WbDocumentCheck *check)
{
  g_clear_pointer (&check->diagnostics, g_ptr_array_unref);
  if (check->object != NULL)
    check->document->free (check->object);
  g_free (check->text);
  g_free (check->path);
  g_free (check);
}

static void
free_data (gpointer data)
{
  wb_document_check_free (data);
}

/* Checks the text in `data`. Returns a new object, because the job frees `data`. */
static gpointer
run (WbJob *job, gpointer data, GError **error)
{
  const WbDocumentCheck *asked = data;
  WbDocumentCheck *check = g_new0 (WbDocumentCheck, 1);

  check->document = asked->document;
  check->diagnostics = model_diagnostics_new ();
  check->object = asked->document->check (asked->text, asked->path, check->diagnostics);
  return check;
}

void
wb_document_check_start (WbJob **newest, const WbDocument *document, char *text, const char *path, gpointer owner, WbJobDone func)
{
  WbDocumentCheck *data = g_new0 (WbDocumentCheck, 1);

  data->document = document;
  data->text = text;
  data->path = g_strdup (path);
  wb_job_replace (newest, owner, run, data, free_data, func, free_data);
}
