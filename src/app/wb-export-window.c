#include "wb-export-window.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "wb-dialogs.h"
#include "wb-export-preview.h"
#include "wb-export-rows.h"
#include "wb-number-field.h"
#include "wb-style.h"

/* px, as drawn; and over the smallest window. */
#define WIDTH 1020
#define HEIGHT 707
#define LEAST_WIDTH 700
#define LEAST_HEIGHT 460

/* The estimate of the size is made this long after the last change: making it is making the file. */
#define ESTIMATE_MS 250

static const struct { const char *title; double width, height, text; PlotThemeId theme; } presets[] = {
  { N_("Paper, two columns"), 178, 104, 8, PLOT_THEME_PAPER }, { N_("Paper, one column"), 86, 64, 8, PLOT_THEME_PAPER },
  { N_("Slide, 16 : 9"), 338.7, 190.5, 18, PLOT_THEME_SLIDE }, { N_("Half a slide"), 165, 170, 18, PLOT_THEME_SLIDE },
  { N_("Own size"), 0, 0, 0, PLOT_THEME_PAPER },
};
#define OWN_SIZE ((guint) G_N_ELEMENTS (presets) - 1)

struct _WbExportWindow
{
  GtkWindow parent_instance;
  WbWindow *parent;
  WbExportPage page;
  WbExportFormat format;
  GtkWidget *formats[WB_N_EXPORT_FORMATS], *preview, *remark, *estimate, *export, *side, *figure_side, *table_side, *motion_side, *preset, *width, *height, *text, *styles[4];
  GtkWidget *plots[64];
  GtkWidget *range, *points, *uniform, *separator, *decimal, *bar, *error, *zoom, *resolution_row;
  gboolean alone, filmed;   /* one plot was asked for; what moves was chosen once */
  WbExportFigure *figure; /* as the page says; NULL: no_figure says why */
  GError *no_figure;
  WbJob *estimating, *saving, *copying;
  GCancellable *cancellable;
  _Atomic double *progress; /* freed when the writing has ended */
  guint estimate_source, progress_source;
  gboolean setting;
};

G_DEFINE_FINAL_TYPE (WbExportWindow, wb_export_window, GTK_TYPE_WINDOW)

static guint saved_signal;

const WbExportPage *wb_export_window_page (WbExportWindow *self) { return &self->page; }
WbExportMotionSide *wb_export_window_motion (WbExportWindow *self) { return WB_EXPORT_MOTION_SIDE (self->motion_side); }

/* ---- what is shown ---- */

WbExportTable
wb_export_window_table (WbExportWindow *self)
{
  static const char separators[] = ",;\t", decimals[] = ".,";
  WbExportTable table = { -INFINITY, INFINITY, 0, ',', '.' };
  PlotTimeAxis *axis = wb_simulate_view_axis (wb_window_simulate (self->parent));
  double points = 0;

  if (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->range)) == 1 && axis != NULL)
    plot_time_axis_get_view (axis, &table.t_low, &table.t_high);
  if (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->points)) == 1
      && wb_number_parse (wb_number_field_text (WB_NUMBER_FIELD (self->uniform)), &points))
    table.uniform = (int) CLAMP (points, 2, 1e8);
  table.separator = separators[MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->separator)), 2)];
  table.decimal = decimals[MIN (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->decimal)), 1)];
  return table;
}

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

static void
say (WbExportWindow *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->error), text != NULL ? text : "");
  gtk_widget_set_visible (self->error, text != NULL);
}

static void
show_estimate (WbExportWindow *self, gsize bytes, const GError *error)
{
  g_autofree char *size = g_format_size (bytes), *text = bytes > 0 ? g_strdup_printf (_("about %s"), size) : g_strdup ("");

  say (self, error != NULL ? error->message : NULL);
  gtk_widget_set_sensitive (self->export, error == NULL && bytes > 0 && self->saving == NULL);
  gtk_label_set_text (GTK_LABEL (self->estimate), text);
}

static gpointer
make_bytes (WbJob *job, gpointer data, GError **error)
{
  Making *making = data;

  return wb_export_figure_bytes (making->figure, making->format, job, error);
}

static void
on_estimated (gpointer owner, gpointer result, const GError *error)
{
  WbExportWindow *self = owner;
  g_autoptr (GBytes) bytes = result;

  self->estimating = NULL;
  show_estimate (self, bytes != NULL ? g_bytes_get_size (bytes) : 0, error);
}

/* Making it is the only way to know. */
static void
estimate_figure (WbExportWindow *self)
{
  if (self->figure == NULL)
    show_estimate (self, 0, self->no_figure);
  else
    self->estimating = wb_job_start (self, make_bytes, making_new (self, NULL), making_free, on_estimated, (GDestroyNotify) g_bytes_unref);
}

static gboolean
estimate (gpointer user)
{
  WbExportWindow *self = user;
  WbSession *session = wb_window_session (self->parent);
  g_autoptr (GError) error = NULL;
  g_autofree char *size = NULL, *text = NULL;
  gsize bytes = 0;

  self->estimate_source = 0;
  if (self->format == WB_EXPORT_MOTION)
    {
      WbExportMotion motion = wb_export_motion_side_get (wb_export_window_motion (self));
      int n = wb_export_motion_n_frames (session, &motion);

      text = wb_export_motion_side_words (wb_export_window_motion (self));
      say (self, n > WB_MOTION_MOST_FRAMES ? _("Too many pictures: choose a higher speed, fewer a second or a shorter range.") : NULL);
      gtk_widget_set_sensitive (self->export, n > 0 && n <= WB_MOTION_MOST_FRAMES && self->page.plots != 0);
      gtk_label_set_text (GTK_LABEL (self->estimate), text);
      return G_SOURCE_REMOVE;
    }
  if (self->format == WB_EXPORT_CSV)
    {
      WbExportTable table = wb_export_window_table (self);
      g_autoptr (WbExportCsv) csv = wb_session_current (session) != NULL ? wb_export_csv_new (wb_session_current (session), &table, &error) : NULL;

      if (csv != NULL)
        {
          g_autofree char *rows = wb_export_csv_text (csv, 24);

          bytes = wb_export_csv_estimate (csv);
          wb_export_preview_set_text (WB_EXPORT_PREVIEW (self->preview), rows);
        }
    }
  else
    {
      estimate_figure (self);
      return G_SOURCE_REMOVE;
    }
  show_estimate (self, bytes, error);
  return G_SOURCE_REMOVE;
}

static void
forget_figure (WbExportWindow *self)
{
  g_clear_pointer (&self->estimating, wb_job_cancel);
  g_clear_pointer (&self->figure, wb_export_figure_unref);
  g_clear_error (&self->no_figure);
}

static void
changed (WbExportWindow *self)
{
  static const char *const remarks[] = { N_("Pixels, settings inside"), N_("Vector, text stays text"), N_("Vector, text stays text"),
                                         N_("Numbers that read back exactly"), N_("Plays and repeats") };
  gboolean table = self->format == WB_EXPORT_CSV;

  if (self->setting) /* the window is being built, or several values change at once */
    return;
  gtk_label_set_text (GTK_LABEL (self->remark), _(remarks[self->format]));
  gtk_widget_set_visible (self->figure_side, !table);
  gtk_widget_set_visible (self->table_side, table);
  gtk_widget_set_visible (self->motion_side, self->format == WB_EXPORT_MOTION);
  self->page.moving = self->format == WB_EXPORT_MOTION;
  self->page.playhead = wb_session_playhead (wb_window_session (self->parent));
  gtk_widget_set_visible (self->resolution_row, self->format == WB_EXPORT_PNG);
  gtk_widget_set_visible (self->zoom, !table);
  forget_figure (self);
  if (!table)
    self->figure = wb_export_figure_new (wb_window_simulate (self->parent), wb_window_session (self->parent), &self->page, &self->no_figure);
  wb_export_preview_set_figure (WB_EXPORT_PREVIEW (self->preview), self->figure, &self->page);
  if (self->estimate_source == 0)
    self->estimate_source = g_timeout_add (ESTIMATE_MS, estimate, self);
}

static void
show_page (WbExportWindow *self)
{
  static const PlotThemeId themes[] = { PLOT_THEME_PAPER, PLOT_THEME_SLIDE, PLOT_THEME_DARK_SLIDE, PLOT_THEME_GREY };
  g_autofree char *width = wb_number_text (self->page.width), *height = wb_number_text (self->page.height), *text = wb_number_text (self->page.text);

  self->setting = TRUE;
  wb_number_field_set_text (WB_NUMBER_FIELD (self->width), width);
  wb_number_field_set_text (WB_NUMBER_FIELD (self->height), height);
  wb_number_field_set_text (WB_NUMBER_FIELD (self->text), text);
  for (int i = 0; i < 4; i++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->styles[i]), themes[i] == self->page.theme);
  self->setting = FALSE;
  changed (self);
}

/* ---- choices ---- */

/* What moves, alone, when filming is first chosen: the model's motion, else its phase portrait; on a page of its shape. */
static void
choose_motion (WbExportWindow *self)
{
  WbSimulateView *view = wb_window_simulate (self->parent);
  static const WbPlotKind kinds[] = { WB_PLOT_MOTION, WB_PLOT_PHASE };

  self->filmed = TRUE;
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (int i = 0; i < wb_simulate_view_n_plots (view); i++)
      if (wb_simulate_view_spec (view, i)->kind == kinds[k] && !self->alone)
        {
          wb_export_window_choose_plot (self, i);
          return;
        }
}

static void
on_format (GtkToggleButton *button, GParamSpec *spec, WbExportWindow *self)
{
  for (int i = 0; i < WB_N_EXPORT_FORMATS; i++)
    if (self->formats[i] == GTK_WIDGET (button) && gtk_toggle_button_get_active (button))
      self->format = (WbExportFormat) i;
  if (self->format == WB_EXPORT_MOTION && !self->filmed)
    choose_motion (self);
  changed (self);
}

void
wb_export_window_set_format (WbExportWindow *self, WbExportFormat format)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->formats[format]), TRUE);
}

static void
on_plot (GtkCheckButton *check, GParamSpec *spec, WbExportWindow *self)
{
  guint64 bit = (guint64) 1 << GPOINTER_TO_INT (g_object_get_data (G_OBJECT (check), "index"));

  if (gtk_check_button_get_active (check))
    self->page.plots |= bit;
  else
    self->page.plots &= ~bit;
  changed (self);
}

static void
on_preset (GtkDropDown *drop, GParamSpec *spec, WbExportWindow *self)
{
  guint i = gtk_drop_down_get_selected (drop);

  if (self->setting || i >= OWN_SIZE)
    return;
  self->page.width = presets[i].width;
  self->page.height = presets[i].height;
  self->page.text = presets[i].text;
  self->page.theme = presets[i].theme;
  show_page (self);
}

static void
on_number (WbNumberField *field, const char *text, WbExportWindow *self)
{
  gboolean is_text = GTK_WIDGET (field) == self->text;
  double value, *target = is_text ? &self->page.text : GTK_WIDGET (field) == self->width ? &self->page.width : &self->page.height;

  if (self->setting || !wb_number_parse (text, &value))
    return;
  *target = is_text ? CLAMP (value, 4, 72) : CLAMP (value, 20, 2000);
  if (!is_text)
    {
      self->setting = TRUE;
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->preset), OWN_SIZE);
      self->setting = FALSE;
    }
  changed (self);
}

static void
on_style (GtkToggleButton *button, GParamSpec *spec, WbExportWindow *self)
{
  if (self->setting || !gtk_toggle_button_get_active (button))
    return;
  self->page.theme = (PlotThemeId) GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "theme"));
  changed (self);
}

static void
on_settings (GtkSwitch *toggle, GParamSpec *spec, WbExportWindow *self)
{
  self->page.settings = gtk_switch_get_active (toggle);
  changed (self);
}

static void
on_resolution (GtkDropDown *drop, GParamSpec *spec, WbExportWindow *self)
{
  static const double resolutions[] = { 150, 300, 600 };

  self->page.resolution = resolutions[MIN (gtk_drop_down_get_selected (drop), 2)];
  changed (self);
}

static void
on_zoom (GtkDropDown *drop, GParamSpec *spec, WbExportWindow *self)
{
  wb_export_preview_set_actual (WB_EXPORT_PREVIEW (self->preview), gtk_drop_down_get_selected (drop) == 1);
}

/* ---- writing ---- */

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
        say (self, error->message);
      return;
    }
  g_signal_emit (self, saved_signal, 0, path);
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
  say (self, NULL);
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
      say (self, error != NULL ? error->message : _("There is no run."));
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
  say (self, NULL);
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
  say (self, failure != NULL ? failure->message : error != NULL ? error->message : NULL);
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
      say (self, self->no_figure != NULL ? self->no_figure->message : NULL);
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

static void
on_export (GtkButton *button, WbExportWindow *self)
{
  Model *model = wb_session_model (wb_window_session (self->parent));
  const char *stem = model != NULL && model_id (model)[0] != '\0' ? model_id (model) : "figure", *ending = ending_of (self);
  g_autofree char *name = g_strdup_printf ("%s%s%s", stem, ending[0] != '\0' ? "." : _("-pictures"), ending);

  wb_dialogs_save_file (GTK_WINDOW (self), _("Export"), name, on_path, g_object_ref (self));
}

static void
on_copy (GtkButton *button, WbExportWindow *self)
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
  say (self, error != NULL ? error->message : NULL);
  if (error == NULL)
    wb_window_toast (self->parent, _("Copied"), NULL, NULL);
}

/* ---- building ---- */

static GtkWidget *
drop_new (WbExportWindow *self, GtkWidget *group, const char *title, const char *const *choices, GCallback func)
{
  GtkWidget *drop = wb_export_choice_new (group, title, choices);

  g_signal_connect (drop, "notify::selected", func, self);
  return drop;
}

static GtkWidget *
number_new (WbExportWindow *self, GtkWidget *row, const char *unit, const char *label, double step)
{
  GtkWidget *field = wb_number_field_new (unit, FALSE, step);

  gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
  wb_export_name (field, label);
  g_signal_connect (field, "committed", G_CALLBACK (on_number), self);
  gtk_box_append (GTK_BOX (row), field);
  return field;
}

/* Two numbers in a row have no room for them. */
static void
hide_buttons (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_BUTTON (child))
      gtk_widget_set_visible (child, FALSE);
    else
      hide_buttons (child);
}

static void
add_plots (WbExportWindow *self)
{
  WbSimulateView *view = wb_window_simulate (self->parent);
  GtkWidget *group = wb_export_group_new (self->figure_side, _("Plots"));

  for (int i = 0; i < wb_simulate_view_n_plots (view) && i < 64; i++)
    {
      const WbPlotSpec *spec = wb_simulate_view_spec (view, i);
      GtkWidget *check = gtk_check_button_new_with_label (wb_plot_kind_title (spec->kind)), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
      gboolean chosen = spec->kind == WB_PLOT_TIME || spec->kind == WB_PLOT_PHASE;

      gtk_widget_add_css_class (row, "row");
      gtk_widget_add_css_class (row, "plot-choice");
      g_object_set_data (G_OBJECT (check), "index", GINT_TO_POINTER (i));
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), chosen);
      if (chosen)
        self->page.plots |= (guint64) 1 << i;
      g_signal_connect (check, "notify::active", G_CALLBACK (on_plot), self);
      gtk_box_append (GTK_BOX (row), check);
      gtk_box_append (GTK_BOX (group), row);
      self->plots[i] = check;
    }
}

void
wb_export_window_choose_plot (WbExportWindow *self, int index)
{
  self->setting = TRUE;
  for (int i = 0; i < (int) G_N_ELEMENTS (self->plots); i++)
    if (self->plots[i] != NULL)
      gtk_check_button_set_active (GTK_CHECK_BUTTON (self->plots[i]), i == index);
  self->setting = FALSE;
  self->alone = TRUE;
  changed (self);
}

static void
add_size (WbExportWindow *self)
{
  GtkWidget *group = wb_export_group_new (self->figure_side, _("Size")), *row, *times;
  const char *names[G_N_ELEMENTS (presets) + 1] = { NULL };
  const char *resolutions[] = { _("150 dpi"), _("300 dpi"), _("600 dpi"), NULL };

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    names[i] = _(presets[i].title);
  self->preset = drop_new (self, group, _("Preset"), names, G_CALLBACK (on_preset));
  row = wb_export_row_new (group, _("Width, height"));
  self->width = number_new (self, row, "mm", _("Width"), 1);
  times = gtk_label_new ("×");
  gtk_box_append (GTK_BOX (row), times);
  self->height = number_new (self, row, "mm", _("Height"), 1);
  hide_buttons (self->width);
  hide_buttons (self->height);
  row = wb_export_row_new (group, _("Text size"));
  self->text = number_new (self, row, "pt", _("Text size"), 1);
  self->setting = TRUE;
  {
    GtkWidget *drop = drop_new (self, group, _("Resolution"), resolutions, G_CALLBACK (on_resolution));

    gtk_drop_down_set_selected (GTK_DROP_DOWN (drop), 1);
    self->resolution_row = gtk_widget_get_parent (drop);
  }
  self->setting = FALSE;
}

static void
draw_style (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  WbExportWindow *self = g_object_get_data (G_OBJECT (area), "window");
  const PlotTheme *theme = plot_theme_get ((PlotThemeId) GPOINTER_TO_INT (user));
  WbRunItem *run = wb_session_current (wb_window_session (self->parent));
  SimTrajectory *trajectory = run != NULL ? wb_run_item_trajectory (run) : NULL;
  gboolean slide = GPOINTER_TO_INT (user) == PLOT_THEME_SLIDE || GPOINTER_TO_INT (user) == PLOT_THEME_DARK_SLIDE;

  cairo_set_source_rgb (cr, theme->background.r, theme->background.g, theme->background.b);
  cairo_paint (cr);
  cairo_translate (cr, 8, 7);
  for (int s = 1; trajectory != NULL && s >= 0; s--)
    {
      gsize n = sim_trajectory_n_rows (trajectory);
      double low, high, t0, t1;

      if (n < 2 || s >= sim_trajectory_n_columns (trajectory))
        continue;
      t0 = sim_trajectory_row (trajectory, 0)[0];
      t1 = sim_trajectory_row (trajectory, n - 1)[0];
      sim_trajectory_range (trajectory, s, 0, n, &low, &high);
      cairo_set_source_rgb (cr, theme->series[s].r, theme->series[s].g, theme->series[s].b);
      cairo_set_line_width (cr, (slide ? 2.6 : 1.3) * (s == 0 ? 1 : 0.8));
      for (int k = 0; k <= 120 && high > low; k++)
        cairo_line_to (cr, (width - 16) * k / 120.0,
                       (height - 14) * (1 - (plot_run_value (trajectory, s, t0 + (t1 - t0) * k / 120.0) - low) / (high - low)));
      cairo_stroke (cr);
    }
}

static void
add_styles (WbExportWindow *self)
{
  static const PlotThemeId themes[] = { PLOT_THEME_PAPER, PLOT_THEME_SLIDE, PLOT_THEME_DARK_SLIDE, PLOT_THEME_GREY };
  static const char *const labels[] = { N_("Paper"), N_("Slide"), N_("Dark slide"), N_("Grey") };
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (self->figure_side), wb_export_title_new (_("Style")));
  gtk_box_set_homogeneous (GTK_BOX (row), TRUE);
  gtk_widget_set_margin_bottom (row, 10);
  for (int i = 0; i < 4; i++)
    {
      GtkWidget *button = gtk_toggle_button_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3), *area = gtk_drawing_area_new (), *label;

      label = gtk_label_new (_(labels[i]));
      g_object_set_data (G_OBJECT (area), "window", self);
      gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), 78);
      gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), 52);
      gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_style, GINT_TO_POINTER (themes[i]), NULL);
      gtk_widget_add_css_class (area, "style-picture");
      gtk_widget_set_overflow (area, GTK_OVERFLOW_HIDDEN);
      gtk_box_append (GTK_BOX (box), area);
      gtk_box_append (GTK_BOX (box), label);
      gtk_button_set_child (GTK_BUTTON (button), box);
      gtk_widget_add_css_class (button, "style-card");
      g_object_set_data (G_OBJECT (button), "theme", GINT_TO_POINTER (themes[i]));
      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (self->styles[0]));
      wb_export_name (button, _(labels[i]));
      g_signal_connect (button, "notify::active", G_CALLBACK (on_style), self);
      gtk_box_append (GTK_BOX (row), button);
      self->styles[i] = button;
    }
  gtk_box_append (GTK_BOX (self->figure_side), row);
}

static void
add_settings (WbExportWindow *self)
{
  GtkWidget *row = wb_export_row_new (wb_export_group_new (self->figure_side, NULL), _("Run settings below the figure")), *toggle = gtk_switch_new ();

  gtk_switch_set_active (GTK_SWITCH (toggle), TRUE);
  gtk_widget_set_valign (toggle, GTK_ALIGN_CENTER);
  wb_export_name (toggle, _("Run settings below the figure"));
  g_signal_connect (toggle, "notify::active", G_CALLBACK (on_settings), self);
  gtk_box_append (GTK_BOX (row), toggle);
}

static void
on_table (WbExportWindow *self)
{
  gboolean uniform = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->points)) == 1;

  gtk_widget_set_visible (gtk_widget_get_parent (self->uniform), uniform);
  changed (self);
}

static void
on_table_number (WbNumberField *field, const char *text, WbExportWindow *self)
{
  changed (self);
}

static void
add_table (WbExportWindow *self)
{
  const char *ranges[] = { _("The whole run"), _("What is in view"), NULL };
  const char *points[] = { _("The solver's points"), _("Equal times"), NULL };
  const char *separators[] = { _("Comma"), _("Semicolon"), _("Tabulator"), NULL }, *decimals[] = { _("Point"), _("Comma"), NULL };
  struct { GtkWidget **widget; const char *title; const char *const *choices; } rows[] = {
    { &self->range, _("Range"), ranges },         { &self->points, _("Rows"), points },
    { &self->separator, _("Separator"), separators }, { &self->decimal, _("Decimal mark"), decimals },
  };
  GtkWidget *group = wb_export_group_new (self->table_side, _("Table")), *row;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    *rows[i].widget = wb_export_choice_new (group, rows[i].title, rows[i].choices);
  row = wb_export_row_new (group, _("Number of rows"));
  self->uniform = wb_number_field_new ("", TRUE, 0);
  wb_number_field_set_text (WB_NUMBER_FIELD (self->uniform), "1000");
  gtk_widget_set_valign (self->uniform, GTK_ALIGN_CENTER);
  wb_export_name (self->uniform, _("Number of rows"));
  g_signal_connect (self->uniform, "committed", G_CALLBACK (on_table_number), self);
  gtk_box_append (GTK_BOX (row), self->uniform);
  gtk_widget_set_visible (row, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_signal_connect_swapped (*rows[i].widget, "notify::selected", G_CALLBACK (on_table), self);
}

static GtkWidget *
side_new (WbExportWindow *self)
{
  static const char *const titles[] = { "PNG", "SVG", "PDF", "CSV", N_("Motion") };
  GtkWidget *scrolled = gtk_scrolled_window_new (), *formats = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (self->side, "export-side");
  gtk_widget_add_css_class (formats, "format-tabs");
  gtk_box_set_homogeneous (GTK_BOX (formats), TRUE);
  for (int i = 0; i < WB_N_EXPORT_FORMATS; i++)
    {
      self->formats[i] = gtk_toggle_button_new_with_label (i == WB_EXPORT_MOTION ? _(titles[i]) : titles[i]);
      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->formats[i]), GTK_TOGGLE_BUTTON (self->formats[0]));
      gtk_box_append (GTK_BOX (formats), self->formats[i]);
    }
  gtk_box_append (GTK_BOX (self->side), formats);
  self->figure_side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  self->table_side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  self->motion_side = wb_export_motion_side_new (wb_window_simulate (self->parent), wb_window_session (self->parent));
  g_signal_connect_swapped (self->motion_side, "changed", G_CALLBACK (changed), self);
  gtk_box_append (GTK_BOX (self->side), self->motion_side);
  gtk_box_append (GTK_BOX (self->side), self->figure_side);
  gtk_box_append (GTK_BOX (self->side), self->table_side);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->side);
  gtk_widget_set_size_request (scrolled, 381, -1);
  gtk_widget_set_hexpand (scrolled, FALSE);
  return scrolled;
}

static GtkWidget *
left_new (WbExportWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *copy;
  const char *zooms[] = { _("Fit"), _("Actual size"), NULL };

  gtk_widget_add_css_class (box, "export-left");
  self->preview = wb_export_preview_new ();
  gtk_widget_set_vexpand (self->preview, TRUE);
  gtk_box_append (GTK_BOX (box), self->preview);
  self->error = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->error, "rejected");
  gtk_label_set_wrap (GTK_LABEL (self->error), TRUE);
  gtk_widget_set_visible (self->error, FALSE);
  gtk_box_append (GTK_BOX (box), self->error);
  self->bar = gtk_progress_bar_new ();
  gtk_widget_set_visible (self->bar, FALSE);
  gtk_box_append (GTK_BOX (box), self->bar);
  gtk_widget_add_css_class (foot, "export-foot");
  self->remark = gtk_label_new (NULL);
  self->estimate = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->estimate), 0);
  gtk_widget_add_css_class (self->estimate, "row-remark");
  gtk_widget_set_hexpand (self->estimate, TRUE);
  copy = gtk_button_new_with_label (_("Copy"));
  gtk_widget_add_css_class (copy, "raised");
  g_signal_connect (copy, "clicked", G_CALLBACK (on_copy), self);
  self->zoom = gtk_drop_down_new_from_strings (zooms);
  wb_export_name (self->zoom, _("Size of the preview"));
  g_signal_connect (self->zoom, "notify::selected", G_CALLBACK (on_zoom), self);
  gtk_box_append (GTK_BOX (foot), self->remark);
  gtk_box_append (GTK_BOX (foot), self->estimate);
  gtk_box_append (GTK_BOX (foot), copy);
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
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  G_OBJECT_CLASS (wb_export_window_parent_class)->dispose (object);
}

/* What is being written holds the window: it goes when its pictures stop, and they stop when it is closed. */
static void
wb_export_window_unrealize (GtkWidget *widget)
{
  WbExportWindow *self = WB_EXPORT_WINDOW (widget);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  GTK_WIDGET_CLASS (wb_export_window_parent_class)->unrealize (widget);
}

static void
wb_export_window_class_init (WbExportWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_export_window_dispose;
  GTK_WIDGET_CLASS (klass)->unrealize = wb_export_window_unrealize;
  saved_signal = g_signal_new ("saved", WB_TYPE_EXPORT_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
wb_export_window_init (WbExportWindow *self)
{
  self->page = (WbExportPage) { .width = presets[0].width, .height = presets[0].height, .text = presets[0].text, .theme = presets[0].theme,
                                .settings = TRUE, .resolution = 300 };
  self->format = WB_EXPORT_PDF;
}

WbExportWindow *
wb_export_window_new (WbWindow *parent)
{
  WbExportWindow *self = g_object_new (WB_TYPE_EXPORT_WINDOW, "transient-for", parent, "modal", TRUE, "destroy-with-parent", TRUE, "title",
                                       _("Export"), NULL);
  GtkWidget *header = gtk_header_bar_new (), *cancel = gtk_button_new_with_label (_("Cancel")), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->parent = parent;
  /* Over a small window no larger than that. */
  gtk_window_set_default_size (GTK_WINDOW (self), MIN (WIDTH, MAX (gtk_widget_get_width (GTK_WIDGET (parent)), LEAST_WIDTH)),
                               MIN (HEIGHT, MAX (gtk_widget_get_height (GTK_WIDGET (parent)), LEAST_HEIGHT)));
  gtk_widget_add_css_class (GTK_WIDGET (self), "wb");
  gtk_widget_add_css_class (GTK_WIDGET (self), "export");
  gtk_header_bar_set_show_title_buttons (GTK_HEADER_BAR (header), FALSE);
  gtk_widget_add_css_class (cancel, "raised");
  g_signal_connect_swapped (cancel, "clicked", G_CALLBACK (gtk_window_close), self);
  self->export = gtk_button_new_with_label (_("Export…"));
  gtk_widget_add_css_class (self->export, "suggested");
  g_signal_connect (self->export, "clicked", G_CALLBACK (on_export), self);
  gtk_widget_set_valign (cancel, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->export, GTK_ALIGN_CENTER);
  gtk_header_bar_pack_start (GTK_HEADER_BAR (header), cancel);
  gtk_header_bar_pack_end (GTK_HEADER_BAR (header), self->export);
  gtk_window_set_titlebar (GTK_WINDOW (self), header);
  gtk_box_append (GTK_BOX (row), left_new (self));
  gtk_box_append (GTK_BOX (row), side_new (self));
  gtk_window_set_child (GTK_WINDOW (self), row);
  self->setting = TRUE;
  add_table (self);
  add_plots (self);
  add_size (self);
  add_styles (self);
  add_settings (self);
  self->setting = FALSE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->formats[WB_EXPORT_PDF]), TRUE);
  for (int i = 0; i < WB_N_EXPORT_FORMATS; i++)
    g_signal_connect (self->formats[i], "notify::active", G_CALLBACK (on_format), self);
  show_page (self);
  return self;
}

void
wb_export_window_present (WbWindow *parent)
{
  gtk_window_present (GTK_WINDOW (wb_export_window_new (parent)));
}
