/* Files, clipboard: what leaves the export window. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "wb-dialogs.h"
#include "wb-export-window-private.h"

/* ---- a figure's bytes ---- */

/* A figure on its way to a file or to the clipboard. */
typedef struct { WbExportFigure *figure; PlotFormat format; char *path; } Making;

static Making *
making_new (WbExportWindow *self, const char *path)
{
  static const PlotFormat formats[] = { PLOT_FORMAT_PNG, PLOT_FORMAT_SVG, PLOT_FORMAT_PDF };
  Making *making = g_new0 (Making, 1);

  making->figure = wb_export_figure_ref (self->figure);
  making->format = self->format < G_N_ELEMENTS (formats) ? formats[self->format] : PLOT_FORMAT_PNG;
  making->path = g_strdup (path);
  return making;
}

static void
making_free (gpointer data)
{
  Making *making = data;

  wb_export_figure_unref (making->figure);
  g_free (making->path);
  g_free (making);
}

static gpointer
make_bytes (WbJob *job, gpointer data, GError **error)
{
  Making *making = data;

  return wb_export_figure_bytes (making->figure, making->format, job, error);
}

WbJob *
wb_export_window_make (WbExportWindow *self, WbJobDone done)
{
  return wb_job_start (self, make_bytes, making_new (self, NULL), making_free, done, (GDestroyNotify) g_bytes_unref);
}

/* ---- progress ---- */

static gboolean
show_progress (gpointer user)
{
  WbExportWindow *self = user;

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), self->saving != NULL ? wb_job_progress (self->saving) : *self->progress);
  return G_SOURCE_CONTINUE;
}

typedef struct { WbExportWindow *self; char *path; _Atomic double *progress; } Saving;

static void
finish (WbExportWindow *self, const char *path, const GError *error)
{
  if (!gtk_widget_get_realized (GTK_WIDGET (self)) && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  gtk_widget_set_visible (self->bar, FALSE);
  gtk_widget_set_sensitive (self->export, TRUE);
  if (error != NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        wb_export_window_say (self, error->message);
      return;
    }
  g_signal_emit_by_name (self, "saved", path);
  wb_window_toast (self->parent,
                   self->format == WB_EXPORT_CSV      ? _("Table saved")
                   : self->format == WB_EXPORT_MOTION ? _("Motion saved")
                                                      : _("Figure saved"),
                   NULL, NULL);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer user)
{
  Saving *saving = user;
  g_autoptr (GError) error = NULL;

  wb_export_csv_write_finish (result, &error);
  g_clear_handle_id (&saving->self->progress_source, g_source_remove);
  saving->self->progress = NULL;
  finish (saving->self, saving->path, error);
  g_free ((void *) saving->progress);
  g_free (saving->path);
  g_object_unref (saving->self);
  g_free (saving);
}

/* Shows progress until on_written; the window outlives the writing. */
static Saving *
begin_saving (WbExportWindow *self, const char *path)
{
  Saving *saving = g_new0 (Saving, 1);

  saving->self = g_object_ref (self);
  saving->path = g_strdup (path);
  saving->progress = self->progress = g_malloc0 (sizeof *self->progress);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  wb_export_window_say (self, NULL);
  gtk_widget_set_visible (self->bar, TRUE);
  gtk_widget_set_sensitive (self->export, FALSE);
  self->progress_source = g_timeout_add (100, show_progress, self);
  return saving;
}

static void
save_table (WbExportWindow *self, const char *path)
{
  WbExportTable table = wb_export_window_table (self);
  WbRunItem *run = wb_session_current (wb_window_session (self->parent));
  g_autoptr (GError) error = NULL;
  WbExportCsv *csv = run != NULL ? wb_export_csv_new (run, &table, &error) : NULL;

  if (csv == NULL)
    {
      wb_export_window_say (self, error != NULL ? error->message : _("There is no run."));
      return;
    }
  {
    Saving *saving = begin_saving (self, path);

    wb_export_csv_write_async (csv, path, self->progress, self->cancellable, on_written, saving);
  }
}

static void
save_motion (WbExportWindow *self, const char *path)
{
  WbExportMotion motion = wb_export_motion_side_get (wb_export_window_motion (self));
  Saving *saving = begin_saving (self, path);

  wb_export_motion_write_async (wb_window_simulate (self->parent), wb_window_session (self->parent), &self->page, &motion, path,
                                self->progress, self->cancellable, on_written, saving);
}

/* ---- figures ---- */

static gpointer
write_figure (WbJob *job, gpointer data, GError **error)
{
  Making *making = data;
  g_autoptr (GBytes) bytes = wb_export_figure_bytes (making->figure, making->format, job, error);

  if (bytes == NULL || !plot_write_file (making->path, bytes, error))
    return NULL;
  return g_strdup (making->path);
}

static void
on_figure_written (gpointer owner, gpointer result, const GError *error)
{
  WbExportWindow *self = owner;
  g_autofree char *path = result;

  self->saving = NULL;
  g_clear_handle_id (&self->progress_source, g_source_remove);
  finish (self, path, error);
}

static void
save_figure (WbExportWindow *self, const char *path)
{
  if (self->figure == NULL)
    {
      finish (self, path, self->no_figure);
      return;
    }
  wb_export_window_say (self, NULL);
  g_clear_pointer (&self->estimating, wb_job_cancel); /* the file itself will tell */
  gtk_widget_set_visible (self->bar, TRUE);
  gtk_widget_set_sensitive (self->export, FALSE);
  self->saving = wb_job_start (self, write_figure, making_new (self, path), making_free, on_figure_written, g_free);
  self->progress_source = g_timeout_add (100, show_progress, self);
}

static void
on_copied (gpointer owner, gpointer result, const GError *failure)
{
  WbExportWindow *self = owner;
  g_autoptr (GBytes) png = result;
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = png != NULL ? gdk_texture_new_from_bytes (png, &error) : NULL;

  self->copying = NULL;
  if (texture != NULL)
    gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), texture);
  wb_export_window_say (self, failure != NULL ? failure->message : error != NULL ? error->message : NULL);
  if (texture != NULL)
    wb_window_toast (self->parent, _("Copied"), NULL, NULL);
}

static void
copy_figure (WbExportWindow *self)
{
  Making *making;

  if (self->copying != NULL)
    return;
  if (self->figure == NULL)
    {
      wb_export_window_say (self, self->no_figure != NULL ? self->no_figure->message : NULL);
      return;
    }
  making = making_new (self, NULL);
  making->format = PLOT_FORMAT_PNG;
  self->copying = wb_job_start (self, make_bytes, making, making_free, on_copied, (GDestroyNotify) g_bytes_unref);
}

/* Without dot. */
static const char *
ending_of (WbExportWindow *self)
{
  static const char *const endings[] = { "png", "svg", "pdf", "csv" };
  const char *motion = wb_export_motion_side_ending (wb_export_window_motion (self));

  return self->format == WB_EXPORT_MOTION ? (motion[0] != '\0' ? motion + 1 : motion) : endings[self->format];
}

void
wb_export_window_save (WbExportWindow *self, const char *path)
{
  g_autofree char *ending = ending_of (self)[0] != '\0' ? g_strconcat (".", ending_of (self), NULL) : g_strdup ("");
  g_autofree char *full = g_str_has_suffix (path, ending) ? g_strdup (path) : g_strconcat (path, ending, NULL);

  if (self->progress != NULL || self->saving != NULL)
    return;
  if (self->format == WB_EXPORT_CSV)
    {
      save_table (self, full);
      return;
    }
  if (self->format == WB_EXPORT_MOTION)
    {
      save_motion (self, full);
      return;
    }
  save_figure (self, full);
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
  Model *model = wb_session_model (wb_window_session (self->parent));
  const char *stem = model != NULL && model_id (model)[0] != '\0' ? model_id (model) : "figure", *ending = ending_of (self);
  g_autofree char *name = g_strdup_printf ("%s%s%s", stem, ending[0] != '\0' ? "." : _("-pictures"), ending);

  wb_dialogs_save_file (GTK_WINDOW (self), _("Export"), name, on_path, g_object_ref (self));
}

void
wb_export_window_copy (WbExportWindow *self)
{
  WbSession *session = wb_window_session (self->parent);
  g_autoptr (GError) error = NULL;
  WbExportTable table;
  g_autoptr (WbExportCsv) csv = NULL;
  g_autofree char *text = NULL;

  if (self->format != WB_EXPORT_CSV)
    {
      copy_figure (self);
      return;
    }
  table = wb_export_window_table (self);
  csv = wb_session_current (session) != NULL ? wb_export_csv_new (wb_session_current (session), &table, &error) : NULL;
  text = csv != NULL ? wb_export_csv_text (csv, 1000000) : NULL;
  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  wb_export_window_say (self, error != NULL ? error->message : NULL);
  if (error == NULL)
    wb_window_toast (self->parent, _("Copied"), NULL, NULL);
}
