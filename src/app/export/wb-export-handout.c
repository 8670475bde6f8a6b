/* Writes the handout of a lesson to a file, and draws its pages for the preview. */
#include "wb-export-handout.h"

#include <glib/gi18n.h>

#include "plot-error.h"
#include "sim-output-file.h"

struct WbExportHandout
{
  char *path, *text, *language;
  PlotHandoutFormat format;
};

WbExportHandout *
wb_export_handout_new (const char *path, const char *text, const char *language, PlotHandoutFormat format)
{
  WbExportHandout *self = g_new0 (WbExportHandout, 1);

  self->path = g_strdup (path);
  self->text = g_strdup (text);
  self->language = g_strdup (language);
  self->format = format;
  return self;
}

void
wb_export_handout_free (WbExportHandout *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_free (self->text);
  g_free (self->language);
  g_free (self);
}

/* Sets an error with the first of the diagnostics, its file and line, unless there is an error already. */
static void
set_error (GError **error, const GPtrArray *diagnostics)
{
  const ModelDiagnostic *first = diagnostics->len > 0 ? diagnostics->pdata[0] : NULL;
  g_autofree char *name = first != NULL && first->file != NULL ? g_path_get_basename (first->file) : NULL;

  if (error == NULL || *error != NULL)
    return;
  if (name == NULL)
    g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, first != NULL ? first->message : _("cannot be read"));
  else
    /* Translators: the name of a file, the number of a line, and the error there. */
    g_set_error (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("%s, line %d: %s"), name, first->line, first->message);
}

static LabLesson *
load (const WbExportHandout *self, GPtrArray *diagnostics, GError **error)
{
  LabLesson *lesson = lab_lesson_load_text (self->text, self->path, self->language, diagnostics);

  if (lesson == NULL)
    set_error (error, diagnostics);
  return lesson;
}

/* Number of px per pt of the pages of a preview. The window shows them smaller, also on screens with twice the pixels. */
#define PREVIEW_SCALE 1.5

WbHandoutPreview *
wb_export_handout_preview (const WbExportHandout *self, gboolean answers, WbJob *job, GError **error)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new (), pages = NULL;
  g_autoptr (LabLesson) lesson = load (self, diagnostics, error);
  LabProgress progress = { job != NULL ? wb_job_go_on : NULL, job };
  WbHandoutPreview *preview;

  if (lesson == NULL)
    return NULL;
  pages = plot_handout_pages (lesson, self->language, answers, PREVIEW_SCALE, &progress, job != NULL ? wb_job_cancelled (job) : NULL, diagnostics, error);
  if (pages == NULL)
    {
      set_error (error, diagnostics);
      return NULL;
    }
  preview = g_new0 (WbHandoutPreview, 1);
  preview->pages = g_steal_pointer (&pages);
  preview->n_steps = (int) lesson->pages->len;
  for (int k = 0; k < preview->n_steps; k++)
    preview->n_figures += lab_lesson_page_run (lesson, k) != NULL;
  return preview;
}

void
wb_handout_preview_free (WbHandoutPreview *preview)
{
  if (preview == NULL)
    return;
  g_ptr_array_unref (preview->pages);
  g_free (preview);
}

gboolean
wb_export_handout_write (const WbExportHandout *self, const char *path, WbJob *job, GError **error)
{
  g_autoptr (SimOutputFile) file = sim_output_file_open (path, 0, error);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = file != NULL ? load (self, diagnostics, error) : NULL;
  LabProgress progress = { job != NULL ? wb_job_go_on : NULL, job };
  g_autoptr (GBytes) bytes = NULL;

  if (lesson == NULL)
    return FALSE;
  bytes = plot_handout (lesson, self->language, self->format, &progress, job != NULL ? wb_job_cancelled (job) : NULL, diagnostics, error);
  if (bytes == NULL)
    {
      set_error (error, diagnostics);
      return FALSE;
    }
  return sim_output_file_write (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error) && sim_output_file_commit (file, error);
}
