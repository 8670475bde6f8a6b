/* Writes the export to files and copies it to the clipboard. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "wb-dialogs.h"
#include "wb-export-window-private.h"

/* ---- writing ---- */

/* The data of an export that is being written. */
typedef struct
{
  WbExportFigure *figure;
  PlotFormat format;
  WbExportCsv *csv;
  WbExportFilm *film;
  WbExportHandout *handout;
  WbExportCode *code;
  char *path;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  g_clear_pointer (&saving->figure, wb_export_figure_unref);
  g_clear_pointer (&saving->csv, wb_export_csv_free);
  g_clear_pointer (&saving->film, wb_export_film_free);
  g_clear_pointer (&saving->handout, wb_export_handout_free);
  g_clear_pointer (&saving->code, wb_export_code_free);
  g_free (saving->path);
  g_free (saving);
}

/* The result of writing. */
typedef struct
{
  char *path;
  char *note; /* what the file lacks, or NULL */
} Saved;

static void
saved_free (gpointer data)
{
  Saved *saved = data;

  g_free (saved->path);
  g_free (saved->note);
  g_free (saved);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Saved, saved_free)

static gpointer
write_file (WbJob *job, gpointer data, GError **error)
{
  Saving *saving = data;
  g_autofree char *note = NULL;
  Saved *saved;
  gboolean fine;

  if (saving->csv != NULL)
    fine = wb_export_csv_write (saving->csv, saving->path, job, error);
  else if (saving->film != NULL)
    fine = wb_export_film_write (saving->film, saving->path, job, error);
  else if (saving->handout != NULL)
    fine = wb_export_handout_write (saving->handout, saving->path, job, error);
  else if (saving->code != NULL)
    fine = wb_export_code_write (saving->code, saving->path, job, &note, error);
  else
    {
      g_autoptr (GBytes) bytes = wb_export_figure_bytes (saving->figure, saving->format, job, error);

      fine = bytes != NULL && sim_write_file (saving->path, bytes, 0, error);
    }
  if (!fine)
    return NULL;
  saved = g_new (Saved, 1);
  *saved = (Saved) { g_strdup (saving->path), g_steal_pointer (&note) };
  return saved;
}

static gboolean
show_progress (gpointer user)
{
  WbExportWindow *self = user;

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), wb_job_progress (self->saving));
  return G_SOURCE_CONTINUE;
}

static void
on_written (gpointer owner, gpointer result, const GError *error)
{
  static const char *const words[WB_N_EXPORT_FORMATS] = {
    [WB_EXPORT_PNG] = N_("Figure saved"), [WB_EXPORT_SVG] = N_("Figure saved"), [WB_EXPORT_PDF] = N_("Figure saved"),
    [WB_EXPORT_CSV] = N_("Table saved"), [WB_EXPORT_MOTION] = N_("Motion saved"),
    [WB_EXPORT_HANDOUT] = N_("Handout saved"), [WB_EXPORT_CODE] = N_("Model saved"),
  };
  WbExportWindow *self = owner;
  g_autoptr (Saved) saved = result;

  g_clear_handle_id (&self->progress_source, g_source_remove);
  gtk_widget_set_visible (self->bar, FALSE);
  gtk_widget_set_sensitive (self->export, TRUE);
  if (error != NULL)
    {
      wb_export_window_set_remark (self, error->message);
      return;
    }
  g_signal_emit_by_name (self, "saved", saved->path);
  if (saved->note != NULL)
    {
      /* Translators: what was saved, and what it lacks: "Model saved: the FMU has only sources, …". */
      g_autofree char *text = g_strdup_printf (_("%s: %s"), _(words[self->saved_format]), saved->note);

      wb_session_message (self->session, text);
    }
  else
    wb_session_message (self->session, _(words[self->saved_format]));
  gtk_window_close (GTK_WINDOW (self));
}

/* Copies the current choices for writing. Returns NULL with an error on
 * failure. */
static Saving *
saving_new (WbExportWindow *self, const char *path, GError **error)
{
  Saving *saving = g_new0 (Saving, 1);

  saving->path = g_strdup (path);
  if (self->format == WB_EXPORT_CSV)
    saving->csv = wb_export_window_csv (self, error);
  else if (self->format == WB_EXPORT_MOTION)
    {
      WbExportMotion motion = wb_export_motion_side_get (wb_export_window_motion (self));

      saving->film = wb_export_film_new (self->session, &self->page, &motion, error);
    }
  else if (self->format == WB_EXPORT_HANDOUT)
    saving->handout = wb_export_handout_side_get (wb_export_window_handout (self), error);
  else if (self->format == WB_EXPORT_CODE)
    saving->code = wb_export_window_make_code (self, error);
  else if (self->figure != NULL)
    {
      saving->figure = wb_export_figure_ref (self->figure);
      saving->format = wb_export_window_figure_format (self);
    }
  else
    g_propagate_error (error, g_error_copy (self->no_figure));
  if (saving->csv != NULL || saving->film != NULL || saving->handout != NULL || saving->code != NULL || saving->figure != NULL)
    return saving;
  saving_free (saving);
  return NULL;
}

void
wb_export_window_save (WbExportWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  Saving *saving;

  if (self->saving != NULL)
    return;
  saving = saving_new (self, path, &error);
  wb_export_window_set_remark (self, error != NULL ? error->message : NULL);
  if (saving == NULL)
    return;
  g_clear_pointer (&self->estimating, wb_job_cancel); /* the size of the written file replaces the estimate */
  gtk_widget_set_visible (self->bar, TRUE);
  gtk_widget_set_sensitive (self->export, FALSE);
  self->saved_format = self->format;
  wb_job_replace (&self->saving, self, write_file, saving, saving_free, on_written, saved_free);
  self->progress_source = g_timeout_add (100, show_progress, self);
}

/* ---- the clipboard ---- */

static void
say_copied (WbExportWindow *self, const GError *error)
{
  self->copying = NULL;
  wb_export_window_set_remark (self, error != NULL ? error->message : NULL);
  if (error == NULL)
    wb_session_message (self->session, _("Copied"));
}

static gpointer
make_png (WbJob *job, gpointer figure, GError **error)
{
  return wb_export_figure_bytes (figure, PLOT_FORMAT_PNG, job, error);
}

static void
on_png (gpointer owner, gpointer result, const GError *failure)
{
  WbExportWindow *self = owner;
  g_autoptr (GBytes) png = result;
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = png != NULL ? gdk_texture_new_from_bytes (png, &error) : NULL;

  if (texture != NULL)
    gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), texture);
  say_copied (self, failure != NULL ? failure : error);
}

/* Largest number of rows to copy. Other programs may not accept more from the clipboard. */
#define MOST_COPIED_ROWS 1000000

static gpointer
make_text (WbJob *job, gpointer csv, GError **error)
{
  return wb_export_csv_text (csv, MOST_COPIED_ROWS, job, error);
}

static void
on_text (gpointer owner, gpointer result, const GError *error)
{
  WbExportWindow *self = owner;
  g_autofree char *text = result;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  say_copied (self, error);
}

static gpointer
make_code (WbJob *job, gpointer code, GError **error)
{
  return wb_export_code_text (code, error);
}

/* Copies the text of the model in the chosen language. */
static void
copy_code (WbExportWindow *self)
{
  g_autoptr (GError) error = NULL;
  WbExportCode *code = wb_export_window_make_code (self, &error);

  wb_export_window_set_remark (self, error != NULL ? error->message : NULL);
  if (code != NULL)
    wb_job_replace (&self->copying, self, make_code, code, (GDestroyNotify) wb_export_code_free, on_text, g_free);
}

void
wb_export_window_copy (WbExportWindow *self)
{
  g_autoptr (GError) error = NULL;
  WbExportCsv *csv;

  if (self->copying != NULL || self->format == WB_EXPORT_HANDOUT)
    return;
  if (self->format == WB_EXPORT_CODE)
    {
      copy_code (self);
      return;
    }
  if (self->format != WB_EXPORT_CSV)
    {
      wb_export_window_set_remark (self, self->no_figure != NULL ? self->no_figure->message : NULL);
      if (self->figure != NULL)
        wb_job_replace (&self->copying, self, make_png, wb_export_figure_ref (self->figure), (GDestroyNotify) wb_export_figure_unref, on_png,
                                      (GDestroyNotify) g_bytes_unref);
      return;
    }
  csv = wb_export_window_csv (self, &error);
  wb_export_window_set_remark (self, error != NULL ? error->message : NULL);
  if (csv != NULL)
    wb_job_replace (&self->copying, self, make_text, csv, (GDestroyNotify) wb_export_csv_free, on_text, g_free);
}

/* ---- the file name ---- */

/* Returns the ending of the file name without the dot, or "" for a folder. */
static const char *
ending_of (WbExportWindow *self)
{
  static const char *const endings[] = { "png", "svg", "pdf", "csv" };
  const char *motion = wb_export_motion_side_ending (wb_export_window_motion (self));

  if (self->format == WB_EXPORT_HANDOUT)
    return wb_export_handout_side_ending (wb_export_window_handout (self));
  if (self->format == WB_EXPORT_CODE)
    return model_code_target_ending (wb_export_code_side_get (wb_export_window_code (self)));
  return self->format == WB_EXPORT_MOTION ? (motion[0] != '\0' ? motion + 1 : motion) : endings[self->format];
}

static void
on_path (const char *path, gpointer user)
{
  g_autoptr (WbExportWindow) self = user;

  if (path != NULL)
    wb_export_window_save (self, path);
}

void
wb_export_window_ask_place (WbExportWindow *self)
{
  Model *model = wb_session_model (self->session);
  const char *lesson = self->format == WB_EXPORT_HANDOUT ? wb_export_handout_side_id (wb_export_window_handout (self)) : NULL;
  const char *stem = lesson != NULL ? lesson : model != NULL && model_id (model)[0] != '\0' ? model_id (model) : "figure", *ending = ending_of (self);
  /* Translators: the end of a folder's name: "lorenz-frames". */
  g_autofree char *name = g_strdup_printf ("%s%s%s", stem, ending[0] != '\0' ? "." : _("-frames"), ending);

  wb_dialogs_save_file (GTK_WINDOW (self), _("Export"), name, on_path, g_object_ref (self));
}
