/* Assembles the export window, estimates the size of the file, and writes it on a thread. */
#include "wb-export-window.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "wb-export-preview.h"
#include "wb-export-rows.h"
#include "wb-export-window-private.h"

/* Default size of the window in px, and its smallest size, for a small parent
 * window. */
#define WIDTH 1020
#define HEIGHT 707
#define LEAST_WIDTH 700
#define LEAST_HEIGHT 460

/* Time in ms after the last change until the size is estimated, because the estimate makes the whole
 * file. */
#define ESTIMATE_MS 250

G_DEFINE_FINAL_TYPE (WbExportWindow, wb_export_window, GTK_TYPE_WINDOW)

const WbExportPage *wb_export_window_page (WbExportWindow *self) { return &self->page; }
WbExportMotionSide *wb_export_window_motion (WbExportWindow *self) { return WB_EXPORT_MOTION_SIDE (self->motion_side); }
WbExportHandoutSide *wb_export_window_handout (WbExportWindow *self) { return WB_EXPORT_HANDOUT_SIDE (self->handout_side); }

WbExportCodeSide *wb_export_window_code (WbExportWindow *self) { return WB_EXPORT_CODE_SIDE (self->code_side); }

/* ---- preview and messages ---- */

void
wb_export_window_set_remark (WbExportWindow *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->error), text != NULL ? text : "");
  gtk_widget_set_visible (self->error, text != NULL);
}

/* Returns a size with two digits as text, such as "98 kB". Free it with g_free. */
static char *
size_words (gsize bytes)
{
  static const char *const units[] = { "kB", "MB", "GB" };
  double value = bytes / 1e3;
  char number[64];
  guint i = 0;

  for (; value >= 999.5 && i + 1 < G_N_ELEMENTS (units); i++)
    value /= 1e3;
  plot_format_fixed (value, value < 9.95 ? 1 : 0, number, sizeof number);
  return g_strdup_printf ("%s\u00a0%s", number, units[i]);
}

/* Shows what is known of the file, NULL: nothing, and enables Export unless there is an error. */
static void
show_known (WbExportWindow *self, const char *text, const GError *error)
{
  /* Keep the message of a failed write visible until the user changes an option. */
  if (error != NULL)
    wb_export_window_set_remark (self, error->message);
  gtk_widget_set_sensitive (self->export, error == NULL && text != NULL && self->saving == NULL);
  gtk_label_set_text (GTK_LABEL (self->estimate), text != NULL ? text : "");
}

static void
show_estimate (WbExportWindow *self, gsize bytes, const GError *error)
{
  /* Translators: the size of a file: "about 2.4 MB". */
  g_autofree char *size = size_words (bytes), *text = bytes > 0 ? g_strdup_printf (_("about %s"), size) : NULL;

  show_known (self, text, error);
}

static void
on_estimated (gpointer owner, gpointer result, const GError *error)
{
  WbExportWindow *self = owner;
  g_autoptr (GBytes) bytes = result;

  show_estimate (self, bytes != NULL ? g_bytes_get_size (bytes) : 0, error);
}

PlotFormat
wb_export_window_figure_format (WbExportWindow *self)
{
  static const PlotFormat formats[] = { PLOT_FORMAT_PNG, PLOT_FORMAT_SVG, PLOT_FORMAT_PDF };

  g_return_val_if_fail (self->format < G_N_ELEMENTS (formats), PLOT_FORMAT_PNG);
  return formats[self->format];
}

/* The input of a job: a figure and the format of the file. */
typedef struct { WbExportFigure *figure; PlotFormat format; } Making;

static void
making_free (gpointer data)
{
  wb_export_figure_unref (((Making *) data)->figure);
  g_free (data);
}

static gpointer
make_bytes (WbJob *job, gpointer data, GError **error)
{
  Making *making = data;

  return wb_export_figure_bytes (making->figure, making->format, job, error);
}

/* Estimates the size of the file by making the file in memory. */
static void
estimate_figure (WbExportWindow *self)
{
  Making *making;

  if (self->figure == NULL)
    {
      show_estimate (self, 0, self->no_figure);
      return;
    }
  making = g_new (Making, 1);
  *making = (Making) { wb_export_figure_ref (self->figure), wb_export_window_figure_format (self) };
  wb_job_replace (&self->estimating, self, make_bytes, making, making_free, on_estimated, (GDestroyNotify) g_bytes_unref);
}

/* Number of rows of a table in the preview. */
#define SHOWN_ROWS 40

WbExportCsv *
wb_export_window_csv (WbExportWindow *self, GError **error)
{
  WbRunItem *run = wb_session_current (self->session);
  WbExportTable table = wb_export_window_table (self);

  if (self->comparison != NULL)
    {
      char *text = wb_export_comparison_text (self->comparison, &table,
                                              (WbExportComparisonRows) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->rows)), error);

      return text != NULL ? wb_export_csv_new_text (text) : NULL;
    }
  if (self->studies != NULL)
    {
      char *text = wb_export_ensemble_text (self->studies, &table,
                                            (WbExportEnsembleRows) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->rows)), error);

      return text != NULL ? wb_export_csv_new_text (text) : NULL;
    }
  if (self->microscope != NULL)
    {
      char *text = wb_export_microscope_text (self->microscope, &table, error);

      return text != NULL ? wb_export_csv_new_text (text) : NULL;
    }
  if (run != NULL)
    return wb_export_csv_new (run, &table, error);
  g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("There is no run."));
  return NULL;
}

/* The output of a job: the first rows of a table, and the estimated size of the file in bytes. */
typedef struct { char *text; gsize bytes; } Rows;

static void
rows_free (gpointer data)
{
  Rows *rows = data;

  g_free (rows->text);
  g_free (rows);
}

/* Makes the rows in a job, because rows at equal times may need many steps of a long
 * run. */
static gpointer
make_rows (WbJob *job, gpointer csv, GError **error)
{
  char *text = wb_export_csv_text (csv, SHOWN_ROWS, job, error);
  Rows *rows;

  if (text == NULL)
    return NULL;
  rows = g_new (Rows, 1);
  *rows = (Rows) { text, wb_export_csv_estimate (csv, text, SHOWN_ROWS) };
  return rows;
}

static void
on_rows (gpointer owner, gpointer result, const GError *error)
{
  WbExportWindow *self = owner;
  Rows *rows = result;

  wb_export_preview_set_text (WB_EXPORT_PREVIEW (self->preview), rows != NULL ? rows->text : "");
  show_estimate (self, rows != NULL ? rows->bytes : 0, error);
  g_clear_pointer (&rows, rows_free);
}

static void
estimate_table (WbExportWindow *self)
{
  g_autoptr (GError) error = NULL;
  WbExportCsv *csv = wb_export_window_csv (self, &error);

  if (csv == NULL)
    show_estimate (self, 0, error);
  else
    wb_job_replace (&self->estimating, self, make_rows, csv, (GDestroyNotify) wb_export_csv_free, on_rows, rows_free);
}

static void
estimate_motion (WbExportWindow *self)
{
  WbExportMotion motion = wb_export_motion_side_get (wb_export_window_motion (self));
  g_autofree char *text = wb_export_motion_side_text (wb_export_window_motion (self));
  int n = wb_export_motion_n_frames (self->session, &motion);

  if (n > WB_MOTION_MOST_FRAMES)
    wb_export_window_set_remark (self, _("Too many frames: choose a higher speed, fewer frames per second or a shorter range."));
  gtk_widget_set_sensitive (self->export, n > 0 && n <= WB_MOTION_MOST_FRAMES && self->page.plots != 0 && self->saving == NULL);
  gtk_label_set_text (GTK_LABEL (self->estimate), text);
}

/* Draws the pages with the questions. */
static gpointer
make_questions (WbJob *job, gpointer handout, GError **error)
{
  return wb_export_handout_preview (handout, FALSE, job, error);
}

/* Computes the runs of the lesson and draws all pages. */
static gpointer
make_all_pages (WbJob *job, gpointer handout, GError **error)
{
  return wb_export_handout_preview (handout, TRUE, job, error);
}

static void
show_handout (WbExportWindow *self, const WbHandoutPreview *preview, gboolean keep, const GError *error)
{
  g_autofree char *steps = NULL, *figures = NULL, *text = NULL;

  if (preview != NULL)
    {
      wb_export_preview_set_pages (WB_EXPORT_PREVIEW (self->preview), preview->pages, keep);
      steps = g_strdup_printf (ngettext ("%d step", "%d steps", (gulong) preview->n_steps), preview->n_steps);
      figures = g_strdup_printf (ngettext ("%d figure", "%d figures", (gulong) preview->n_figures), preview->n_figures);
      text = g_strdup_printf ("%s, %s", steps, figures);
    }
  show_known (self, text, error);
}

static void
on_all_pages (gpointer owner, gpointer result, const GError *error)
{
  show_handout (owner, result, TRUE, error);
  g_clear_pointer ((WbHandoutPreview **) &result, wb_handout_preview_free);
}

/* Shows the questions and begins with the answers. */
static void
on_questions (gpointer owner, gpointer result, const GError *error)
{
  WbExportWindow *self = owner;
  WbHandoutPreview *preview = result;
  WbExportHandout *handout = preview != NULL ? wb_export_handout_side_get (wb_export_window_handout (self), NULL) : NULL;

  show_handout (self, preview, FALSE, error);
  wb_handout_preview_free (preview);
  if (handout != NULL)
    wb_job_replace (&self->estimating, self, make_all_pages, handout, (GDestroyNotify) wb_export_handout_free, on_all_pages,
                    (GDestroyNotify) wb_handout_preview_free);
}

static void
estimate_handout (WbExportWindow *self)
{
  g_autoptr (GError) error = NULL;
  WbExportHandout *handout = wb_export_handout_side_get (wb_export_window_handout (self), &error);

  if (handout == NULL)
    show_known (self, NULL, error);
  else
    wb_job_replace (&self->estimating, self, make_questions, handout, (GDestroyNotify) wb_export_handout_free, on_questions,
                    (GDestroyNotify) wb_handout_preview_free);
}

WbExportCode *
wb_export_window_make_code (WbExportWindow *self, GError **error)
{
  return wb_export_code_new (self->session, wb_export_code_side_get (wb_export_window_code (self)), error);
}

/* Makes the text in a job, because that of a model with many states takes a while. */
static gpointer
make_code (WbJob *job, gpointer code, GError **error)
{
  return wb_export_code_text (code, error);
}

/* Shows the first lines of the text. */
static void
on_code (gpointer owner, gpointer result, const GError *error)
{
  WbExportWindow *self = owner;
  g_autofree char *text = result;
  const gsize size = text != NULL ? strlen (text) : 0;
  int n = 0;

  for (char *c = text; c != NULL && *c != '\0'; c++)
    if (*c == '\n' && ++n == SHOWN_ROWS)
      c[1] = '\0';
  wb_export_preview_set_text (WB_EXPORT_PREVIEW (self->preview), text != NULL ? text : "");
  /* A package has other files than this text. */
  show_estimate (self, model_code_target_is_package (wb_export_code_side_get (wb_export_window_code (self))) ? 0 : size, error);
}

static void
estimate_code (WbExportWindow *self)
{
  g_autoptr (GError) error = NULL;
  WbExportCode *code = wb_export_window_make_code (self, &error);

  if (code == NULL)
    show_known (self, NULL, error);
  else
    wb_job_replace (&self->estimating, self, make_code, code, (GDestroyNotify) wb_export_code_free, on_code, g_free);
}

static gboolean
estimate (gpointer user)
{
  WbExportWindow *self = user;

  self->estimate_source = 0;
  if (self->format == WB_EXPORT_MOTION)
    estimate_motion (self);
  else if (self->format == WB_EXPORT_HANDOUT)
    estimate_handout (self);
  else if (self->format == WB_EXPORT_CODE)
    estimate_code (self);
  else if (self->format == WB_EXPORT_CSV)
    estimate_table (self);
  else
    estimate_figure (self);
  return G_SOURCE_REMOVE;
}

gboolean
wb_export_window_is_settled (WbExportWindow *self)
{
  return self->estimate_source == 0 && self->estimating == NULL && !wb_export_preview_is_drawing (WB_EXPORT_PREVIEW (self->preview));
}

static void
forget_figure (WbExportWindow *self)
{
  g_clear_pointer (&self->estimating, wb_job_cancel);
  g_clear_pointer (&self->figure, wb_export_figure_unref);
  g_clear_error (&self->no_figure);
}

void
wb_export_window_changed (WbExportWindow *self)
{
  static const char *const remarks[] = { N_("Pixel image; contains the settings"), N_("Vector graphics; text can be selected"),
                                         N_("Vector graphics; text can be selected"),
                                         N_("Numbers with full precision"), N_("Animation in an endless loop"),
                                         N_("The pages as they are printed"), N_("The model with its present values") };
  gboolean handout = self->format == WB_EXPORT_HANDOUT, code = self->format == WB_EXPORT_CODE, table = self->format == WB_EXPORT_CSV || handout || code;

  if (self->setting) /* the window is being built or several options are changing at once */
    return;
  wb_export_window_set_remark (self, NULL);
  gtk_label_set_text (GTK_LABEL (self->remark), _(remarks[self->format]));
  gtk_widget_set_visible (self->figure_side, !table);
  gtk_widget_set_visible (self->table_side, self->format == WB_EXPORT_CSV);
  gtk_widget_set_visible (self->handout_side, handout);
  gtk_widget_set_visible (self->code_side, code);
  gtk_widget_set_visible (self->copy, !handout);
  gtk_widget_set_visible (self->motion_side, self->format == WB_EXPORT_MOTION);
  self->page.moving = self->format == WB_EXPORT_MOTION;
  self->page.playhead = wb_session_playhead (self->session);
  gtk_widget_set_visible (self->resolution_row, self->format == WB_EXPORT_PNG);
  gtk_widget_set_visible (self->zoom, !table);
  forget_figure (self);
  if (!table)
    self->figure = self->comparison != NULL ? wb_export_comparison_figure (self->comparison, &self->page, &self->no_figure)
                   : self->studies != NULL  ? wb_export_ensemble_figure (self->studies, &self->page, &self->no_figure)
                   : self->microscope != NULL ? wb_export_microscope_figure (self->microscope, &self->page, &self->no_figure)
                                            : wb_export_figure_new (self->session, &self->page, &self->no_figure);
  wb_export_preview_set_figure (WB_EXPORT_PREVIEW (self->preview), self->figure, &self->page);
  if (self->estimate_source == 0)
    self->estimate_source = g_timeout_add (ESTIMATE_MS, estimate, self);
}

/* ---- choices ---- */

/* When the user chooses movies for the first time, selects the plot that is best for a movie, unless the user has selected a
 * plot. */
static void
choose_motion (WbExportWindow *self)
{
  WbPlotSet *plots = wb_plot_set_of (self->session);
  int best = -1;

  self->filmed = TRUE;
  for (int i = 0; i < wb_plot_set_n (plots); i++)
    {
      int film = wb_plot_set_spec (plots, i)->kind->film;

      if (film > 0 && (best < 0 || film > wb_plot_set_spec (plots, best)->kind->film))
        best = i;
    }
  if (best >= 0 && !self->alone)
    wb_export_window_choose_plot (self, best);
}

static void
on_format (GtkToggleButton *button, GParamSpec *spec, WbExportWindow *self)
{
  for (int i = 0; i < WB_N_EXPORT_FORMATS; i++)
    if (self->formats[i] == GTK_WIDGET (button) && gtk_toggle_button_get_active (button))
      self->format = (WbExportFormat) i;
  if (self->format == WB_EXPORT_MOTION && !self->filmed)
    choose_motion (self);
  wb_export_window_changed (self);
}

void
wb_export_window_set_format (WbExportWindow *self, WbExportFormat format)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->formats[format]), TRUE);
}

static void
on_turned (WbExportWindow *self)
{
  int page, n = wb_export_preview_n_pages (WB_EXPORT_PREVIEW (self->preview), &page);
  /* Translators: the number of the visible page and that of all pages. */
  g_autofree char *text = g_strdup_printf (_("%d of %d"), page + 1, n);

  gtk_label_set_text (GTK_LABEL (self->page_number), text);
  gtk_widget_set_visible (self->pager, n > 1);
  gtk_widget_set_sensitive (gtk_widget_get_first_child (self->pager), page > 0);
  gtk_widget_set_sensitive (gtk_widget_get_last_child (self->pager), page + 1 < n);
}

static void
turn_back (WbExportWindow *self)
{
  wb_export_preview_turn (WB_EXPORT_PREVIEW (self->preview), -1);
}

static void
turn (WbExportWindow *self)
{
  wb_export_preview_turn (WB_EXPORT_PREVIEW (self->preview), 1);
}

/* Makes the buttons that turn the pages of a handout. */
static GtkWidget *
pager_new (WbExportWindow *self)
{
  GtkWidget *back = gtk_button_new_from_icon_name ("wb-previous-symbolic"), *forward = gtk_button_new_from_icon_name ("wb-next-symbolic");

  self->pager = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->page_number = gtk_label_new (NULL);
  gtk_widget_add_css_class (back, "raised");
  gtk_widget_add_css_class (forward, "raised");
  wb_export_name (back, _("Previous page"));
  wb_export_name (forward, _("Next page"));
  g_signal_connect_swapped (back, "clicked", G_CALLBACK (turn_back), self);
  g_signal_connect_swapped (forward, "clicked", G_CALLBACK (turn), self);
  gtk_box_append (GTK_BOX (self->pager), back);
  gtk_box_append (GTK_BOX (self->pager), self->page_number);
  gtk_box_append (GTK_BOX (self->pager), forward);
  gtk_widget_set_visible (self->pager, FALSE);
  g_signal_connect_swapped (self->preview, "turned", G_CALLBACK (on_turned), self);
  return self->pager;
}

static void
on_zoom (GtkDropDown *drop, GParamSpec *spec, WbExportWindow *self)
{
  wb_export_preview_set_actual (WB_EXPORT_PREVIEW (self->preview), gtk_drop_down_get_selected (drop) == 1);
}

/* ---- building ---- */

static GtkWidget *
left_new (WbExportWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *fit;
  const char *zooms[] = { _("Fit"), _("Actual size"), NULL };

  gtk_widget_add_css_class (box, "export-left");
  self->preview = wb_export_preview_new ();
  gtk_widget_set_vexpand (self->preview, TRUE);
  gtk_box_append (GTK_BOX (box), self->preview);
  self->error = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->error, "rejected");
  gtk_label_set_wrap (GTK_LABEL (self->error), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->error), PANGO_WRAP_WORD_CHAR); /* a file name may be a single long word */
  gtk_widget_set_visible (self->error, FALSE);
  gtk_box_append (GTK_BOX (box), self->error);
  self->bar = gtk_progress_bar_new ();
  gtk_widget_set_visible (self->bar, FALSE);
  gtk_box_append (GTK_BOX (box), self->bar);
  gtk_widget_add_css_class (foot, "export-foot");
  /* A long remark has two lines, so that it does not make the window wider. */
  self->remark = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->remark), 0);
  gtk_label_set_wrap (GTK_LABEL (self->remark), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (self->remark), 14);
  self->estimate = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->estimate), 0);
  gtk_widget_add_css_class (self->estimate, "row-remark");
  gtk_widget_set_hexpand (self->estimate, TRUE);
  self->copy = gtk_button_new_with_label (_("Copy"));
  gtk_widget_add_css_class (self->copy, "raised");
  g_signal_connect_swapped (self->copy, "clicked", G_CALLBACK (wb_export_window_copy), self);
  self->zoom = gtk_drop_down_new_from_strings (zooms);
  wb_export_name (self->zoom, _("Size of the preview"));
  g_signal_connect (self->zoom, "notify::selected", G_CALLBACK (on_zoom), self);
  gtk_box_append (GTK_BOX (foot), self->remark);
  gtk_box_append (GTK_BOX (foot), self->estimate);
  gtk_box_append (GTK_BOX (foot), pager_new (self));
  gtk_box_append (GTK_BOX (foot), self->copy);
  fit = gtk_image_new_from_icon_name ("wb-zoom-fit-symbolic");
  gtk_widget_set_margin_start (fit, 6);
  g_object_bind_property (self->zoom, "visible", fit, "visible", G_BINDING_SYNC_CREATE);
  gtk_box_append (GTK_BOX (foot), fit);
  gtk_box_append (GTK_BOX (foot), self->zoom);
  gtk_box_append (GTK_BOX (box), foot);
  gtk_widget_set_hexpand (box, TRUE);
  return box;
}

static void
wb_export_window_dispose (GObject *object)
{
  WbExportWindow *self = WB_EXPORT_WINDOW (object);

  g_clear_handle_id (&self->estimate_source, g_source_remove);
  g_clear_handle_id (&self->progress_source, g_source_remove);
  forget_figure (self);
  g_clear_pointer (&self->saving, wb_job_cancel);
  g_clear_pointer (&self->copying, wb_job_cancel);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (wb_export_window_parent_class)->dispose (object);
}

static void
wb_export_window_class_init (WbExportWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_export_window_dispose;
  g_signal_new ("saved", WB_TYPE_EXPORT_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
wb_export_window_init (WbExportWindow *self)
{
  self->page = wb_export_window_first_page ();
  self->format = WB_EXPORT_PDF;
}

WbExportWindow *
wb_export_window_new (GtkWindow *parent, WbSession *session)
{
  WbExportWindow *self = g_object_new (WB_TYPE_EXPORT_WINDOW, "transient-for", parent, "modal", TRUE, "destroy-with-parent", TRUE, "title",
                                       _("Export"), NULL);
  GtkWidget *header = gtk_header_bar_new (), *cancel = gtk_button_new_with_label (_("Cancel")), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  int width = gtk_widget_get_width (GTK_WIDGET (parent)), height = gtk_widget_get_height (GTK_WIDGET (parent));

  self->session = g_object_ref (session);
  self->comparison = wb_export_comparison (session);
  self->studies = wb_export_studies (session);
  self->microscope = wb_export_microscope (session);
  /* The window is at most as large as its parent. A parent that was not shown yet has no size. */
  gtk_window_set_default_size (GTK_WINDOW (self), width > 0 ? CLAMP (width, LEAST_WIDTH, WIDTH) : WIDTH,
                               height > 0 ? CLAMP (height, LEAST_HEIGHT, HEIGHT) : HEIGHT);
  gtk_widget_add_css_class (GTK_WIDGET (self), "wb");
  gtk_widget_add_css_class (GTK_WIDGET (self), "export");
  gtk_header_bar_set_show_title_buttons (GTK_HEADER_BAR (header), FALSE);
  gtk_widget_add_css_class (cancel, "raised");
  g_signal_connect_swapped (cancel, "clicked", G_CALLBACK (gtk_window_close), self);
  self->export = gtk_button_new_with_label (_("Export…"));
  gtk_widget_add_css_class (self->export, "suggested");
  g_signal_connect_swapped (self->export, "clicked", G_CALLBACK (wb_export_window_ask_place), self);
  gtk_widget_set_valign (cancel, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->export, GTK_ALIGN_CENTER);
  gtk_header_bar_pack_start (GTK_HEADER_BAR (header), cancel);
  gtk_header_bar_pack_end (GTK_HEADER_BAR (header), self->export);
  gtk_window_set_titlebar (GTK_WINDOW (self), header);
  gtk_box_append (GTK_BOX (row), left_new (self));
  gtk_box_append (GTK_BOX (row), wb_export_window_side_new (self));
  gtk_window_set_child (GTK_WINDOW (self), row);
  gtk_window_set_focus (GTK_WINDOW (self), self->export); /* focus Export so that Return exports */
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->formats[WB_EXPORT_PDF]), TRUE);
  gtk_widget_set_visible (self->formats[WB_EXPORT_MOTION], self->comparison == NULL && self->studies == NULL && self->microscope == NULL);
  for (int i = 0; i < WB_N_EXPORT_FORMATS; i++)
    g_signal_connect (self->formats[i], "notify::active", G_CALLBACK (on_format), self);
  wb_export_window_show_page (self);
  return self;
}

void
wb_export_window_present (GtkWindow *parent, WbSession *session)
{
  gtk_window_present (GTK_WINDOW (wb_export_window_new (parent, session)));
}
