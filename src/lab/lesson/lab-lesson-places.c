/* Computes, as far as needed, what pages show in the Microscope and in the Laboratory, and checks that it exists. */
#include "lab-lesson-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include "lab-event.h"
#include "lab-lesson-record.h"
#include "lab-registry.h"

/* ---- attempts ---- */

/* Counts the attempts, the rejected attempts or the located events of a run, whichever a link shows. */
static gsize
count_in (const LabLessonRecord *record, LabLinkKind kind)
{
  SimTapeRange range;

  if (kind == LAB_LINK_EVENT)
    {
      gsize n = 0;

      while (lab_event_find_located (record->trajectory, n + 1) != G_MAXSIZE)
        n++;
      return n;
    }
  if (kind == LAB_LINK_ATTEMPT)
    return sim_tape_n_attempts (record->tape);
  sim_tape_range (record->tape, 0, sim_tape_n_attempts (record->tape), &range);
  return range.counts[ODE_ATTEMPT_REJECTED_ERROR] + range.counts[ODE_ATTEMPT_REJECTED_NEWTON] + range.counts[ODE_ATTEMPT_REJECTED_UNDEFINED];
}

/* Reports a link to an attempt or event that the run of the page does not have. */
static void
check_number (const LabLessonLink *link, const LabLessonRun *run, const LabLessonRecord *record, GPtrArray *diagnostics)
{
  const gsize n = count_in (record, link->kind);

  if ((gsize) link->number <= n)
    return;
  model_yaml_error (link->node, diagnostics,
                    link->kind == LAB_LINK_ATTEMPT      ? _("the run '%s' has no attempt %d; its last one is %d")
                    : link->kind == LAB_LINK_REJECTION  ? _("the run '%s' has no rejected attempt %d; the number of its rejected attempts is %d")
                                                        : _("the run '%s' has no located event %d; the number of its located events is %d"),
                    run->id, link->number, (int) n);
}

/* Returns the links of a page that show attempts or events (LabLessonLink). Free the array with g_ptr_array_unref. */
static GPtrArray *
links_to_attempts (const LabLesson *lesson, int index)
{
  const LabLessonPage *page = &g_array_index (lesson->pages, LabLessonPage, index);
  GPtrArray *found = g_ptr_array_new ();

  if (page->place != NULL && page->place->kind <= LAB_LINK_EVENT)
    g_ptr_array_add (found, page->place);
  for (guint k = 0; k < page->links->len; k++)
    if (g_array_index (page->links, LabLessonLink, k).kind <= LAB_LINK_EVENT)
      g_ptr_array_add (found, &g_array_index (page->links, LabLessonLink, k));
  return found;
}

/* ---- studies ---- */

/* Stops a study as soon as a part of it is computed. */
typedef struct { const LabProgress *outer; gboolean cancelled; } Begin;

static gboolean
report_begin (gpointer user, double fraction)
{
  Begin *begin = user;

  begin->cancelled = !lab_progress_report (begin->outer, 0, NULL);
  return !begin->cancelled && !(fraction > 0);
}

/* Begins to compute the study of a link, and reports the error of a study that refuses the model or the options of the page. Returns FALSE with
 * error if it is cancelled. */
static gboolean
check_study (const LabLessonLink *link, const LabLessonSetup *setup, const LabProgress *progress, GPtrArray *diagnostics, GError **error)
{
  const LabStudyKind *kind = lab_registry_find (link->words[0]);
  g_autofree const char **values = g_new0 (const char *, kind->n_options + 1);
  g_autofree char **proposed = g_new0 (char *, kind->n_options + 1);
  g_autoptr (GError) local = NULL;
  g_autoptr (ModelSystem) system = lab_problem_instance (&setup->problem, &local);
  g_autoptr (LabResult) result = NULL;
  Begin begin = { progress, FALSE };
  const LabProgress limited = { report_begin, &begin };

  if (kind->propose != NULL && system != NULL)
    kind->propose (setup->model, system, setup->problem.t_start, setup->problem.t_end, proposed);
  for (int k = 0; k < kind->n_options; k++)
    values[k] = model_yaml_get_text (link->with, kind->options[k].key,
                                     proposed[k] != NULL && proposed[k][0] != '\0' ? proposed[k] : kind->options[k].standard);
  if (system != NULL)
    result = lab_registry_run (kind, &setup->problem, values, &limited, &local);
  for (int k = 0; k < kind->n_options; k++)
    g_free (proposed[k]);
  if (local != NULL && !g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    model_yaml_error (link->node, diagnostics, _("the study '%s' cannot show this page: %s"), kind->id, local->message);
  if (begin.cancelled)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
  return !begin.cancelled;
}

/* Checks the studies that a page shows as cards of the Laboratory, or links to. */
static gboolean
check_studies (const LabLesson *lesson, int index, const LabProgress *progress, GPtrArray *diagnostics, GError **error)
{
  const LabLessonPage *page = &g_array_index (lesson->pages, LabLessonPage, index);
  g_auto (LabLessonSetup) setup = { 0 };

  for (int k = -1; k < (int) page->links->len; k++)
    {
      const LabLessonLink *link = k < 0 ? page->place : &g_array_index (page->links, LabLessonLink, k);

      if (link == NULL || link->kind != LAB_LINK_LABORATORY || !(lab_registry_find (link->words[0])->places & LAB_PLACE_CARDS))
        continue;
      if (setup.model == NULL && !lab_lesson_setup_init_page (&setup, lesson, index, diagnostics))
        return TRUE;
      if (!check_study (link, &setup, progress, diagnostics, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- all places ---- */

gboolean
lab_lesson_check_places (const LabLesson *lesson, const LabProgress *progress, GPtrArray *diagnostics, GError **error)
{
  guint before = model_diagnostics_n_errors (diagnostics);

  for (guint k = 0; k < lesson->pages->len; k++)
    {
      g_autoptr (GPtrArray) links = links_to_attempts (lesson, (int) k);
      const LabLessonRun *run = links->len > 0 ? lab_lesson_run_until (lesson, (int) k) : NULL;
      g_auto (LabLessonRecord) record = { 0 };

      if (!check_studies (lesson, (int) k, progress, diagnostics, error))
        return FALSE;
      if (links->len == 0)
        continue;
      if (run == NULL)
        {
          model_yaml_error (((LabLessonLink *) links->pdata[0])->node, diagnostics,
                            _("the Microscope shows a run, but neither this page nor one before it has the key 'reveal'"));
          continue;
        }
      if (!lab_lesson_record_init (&record, lesson, run, -1, progress, diagnostics, error))
        return FALSE;
      for (guint i = 0; i < links->len; i++)
        check_number (links->pdata[i], run, &record, diagnostics);
    }
  return model_diagnostics_n_errors (diagnostics) == before;
}
