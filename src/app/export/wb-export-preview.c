/* Draws the page or the first rows of a table, and requests the picture from a thread. */
#include "wb-export-preview.h"

#include <math.h>

#include "plot-format.h"
#include "wb-style.h"
#include "wb-widgets.h"

/* Space in px for the dimension lines at the left and the top, and for the shadow. */
#define BEFORE 41
#define BEHIND 21
#define AROUND (BEFORE + BEHIND)
#define PX_PER_MM (96 / 25.4)
#define TEXT_PAD 14 /* px, space around a table on its page */

struct _WbExportPreview
{
  GtkWidget parent_instance;
  WbExportFigure *figure;
  WbJob *job;               /* job that draws the picture */
  cairo_surface_t *picture; /* newest complete picture, or NULL */
  int drawn_scale;
  int width, height, scale; /* size of the newest or requested picture in px, and device pixels per px */
  WbExportPage page;
  PlotTheme theme;
  char *text;
  GPtrArray *pages;         /* cairo_surface_t of the pages of a document, or NULL */
  int visible_page;
  gboolean actual;
};

static guint turned_signal;

G_DEFINE_FINAL_TYPE (WbExportPreview, wb_export_preview, GTK_TYPE_WIDGET)

static void
set_color (cairo_t *cr, PlotColor color)
{
  cairo_set_source_rgba (cr, color.r, color.g, color.b, color.a);
}

/* Draws a dimension line with end marks and, in a gap in the middle, the length as text. A vertical line has rotated
 * text. */
static void
draw_measure (cairo_t *cr, double length, double mm)
{
  const PlotTheme *theme = wb_style_plot_theme ();
  PlotCanvas canvas;
  char number[32], text[48];
  g_autoptr (PangoLayout) layout = NULL;
  double width;

  plot_canvas_init_cairo (&canvas, cr, 1, FALSE);
  plot_format_number (mm, 4, number, sizeof number);
  if (mm == rint (mm))
    g_snprintf (number, sizeof number, "%.0f", mm);
  g_snprintf (text, sizeof text, "%s mm", number);
  layout = plot_text_layout (text, wb_style_px (13), PLOT_TEXT_NORMAL);
  plot_text_measure (layout, &width, NULL, NULL);
  set_color (cr, theme->secondary);
  cairo_rectangle (cr, 0, -5, 1, 11);
  cairo_rectangle (cr, length - 1, -5, 1, 11);
  cairo_rectangle (cr, 0, 0, MAX (0, (length - width) / 2 - 8), 1);
  cairo_rectangle (cr, (length + width) / 2 + 8, 0, MAX (0, (length - width) / 2 - 8), 1);
  cairo_fill (cr);
  plot_canvas_layout (&canvas, layout, length / 2, wb_style_px (5), 0.5, theme->secondary, 0, theme->background);
}

/* ---- the picture ---- */

typedef struct { WbExportFigure *figure; int width, height, scale; } Wish;

static void
wish_free (gpointer data)
{
  Wish *wish = data;

  wb_export_figure_unref (wish->figure);
  g_free (wish);
}

static gpointer
draw_picture (WbJob *job, gpointer data, GError **error)
{
  Wish *wish = data;

  return wb_export_figure_picture (wish->figure, wish->width, wish->height, wish->scale, job);
}

static void
on_picture (gpointer owner, gpointer result, const GError *error)
{
  WbExportPreview *self = owner;

  g_clear_pointer (&self->picture, cairo_surface_destroy);
  self->picture = result;
  self->drawn_scale = self->scale;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
forget_picture (WbExportPreview *self)
{
  g_clear_pointer (&self->job, wb_job_cancel);
  self->width = self->height = 0;
}

static void
want_picture (WbExportPreview *self, int width, int height)
{
  int scale = wb_widget_scale (GTK_WIDGET (self));
  Wish *wish;

  if (self->figure == NULL || width < 1 || height < 1 || (width == self->width && height == self->height && scale == self->scale))
    return;
  forget_picture (self);
  self->width = width;
  self->height = height;
  self->scale = scale;
  wish = g_new0 (Wish, 1);
  *wish = (Wish) { wb_export_figure_ref (self->figure), width, height, scale };
  wb_job_replace (&self->job, self, draw_picture, wish, wish_free, on_picture, (GDestroyNotify) cairo_surface_destroy);
}

gboolean
wb_export_preview_is_drawing (WbExportPreview *self)
{
  return self->job != NULL;
}

/* Draws the page and its shadow. */
static void
draw_sheet (cairo_t *cr, PlotColor color, double x, double y, double w, double h)
{
  for (int i = 9; i > 0; i--)
    {
      cairo_set_source_rgba (cr, 0, 0, 0, 0.013);
      cairo_rectangle (cr, x - i, y - i + 2, w + 2 * i, h + 2 * i);
      cairo_fill (cr);
    }
  set_color (cr, color);
  cairo_rectangle (cr, x, y, w, h);
  cairo_fill (cr);
}

static void
draw_page (WbExportPreview *self, cairo_t *cr, double width, double height)
{
  double room_x = width - AROUND, room_y = height - AROUND, scale, w, h, x, y;

  scale = self->actual ? PX_PER_MM : fmin (room_x / self->page.width, room_y / self->page.height);
  w = rint (self->page.width * scale);
  h = rint (self->page.height * scale);
  x = rint (BEFORE + (room_x - w) / 2);
  y = rint (BEFORE + (room_y - h) / 2);
  draw_sheet (cr, self->theme.background, x, y, w, h);
  want_picture (self, (int) w, (int) h);
  if (self->figure != NULL && self->picture != NULL)
    {
      double wide = cairo_image_surface_get_width (self->picture) / (double) self->drawn_scale;

      cairo_save (cr);
      cairo_rectangle (cr, x, y, w, h);
      cairo_clip (cr);
      cairo_translate (cr, x, y);
      if (wide != w) /* the picture still has the size from before a resize */
        cairo_scale (cr, w / wide, w / wide);
      cairo_set_source_surface (cr, self->picture, 0, 0);
      cairo_paint (cr);
      cairo_restore (cr);
    }
  cairo_save (cr);
  cairo_translate (cr, x, y - 13);
  draw_measure (cr, w, self->page.width);
  cairo_restore (cr);
  cairo_save (cr);
  cairo_translate (cr, x - 18, y + h);
  cairo_rotate (cr, -G_PI / 2);
  draw_measure (cr, h, self->page.height);
  cairo_restore (cr);
}

/* Draws the first rows of a table as they are in the file. Each row takes one line. */
static void
draw_text (WbExportPreview *self, cairo_t *cr, double width, double height)
{
  const PlotTheme *theme = wb_style_plot_theme ();
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), self->text);
  PangoFontDescription *font = pango_font_description_from_string ("monospace");
  double w = width - 2 * BEHIND, h = height - 2 * BEHIND;

  pango_font_description_set_absolute_size (font, wb_style_px (12) * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_spacing (layout, (int) (wb_style_px (3) * PANGO_SCALE));
  pango_layout_set_width (layout, (int) ((w - 2 * TEXT_PAD) * PANGO_SCALE));
  pango_layout_set_height (layout, -1); /* limits each paragraph to one line */
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  draw_sheet (cr, theme->background, BEHIND, BEHIND, w, h);
  cairo_rectangle (cr, BEHIND, BEHIND, w, h - TEXT_PAD);
  cairo_clip (cr);
  cairo_move_to (cr, BEHIND + TEXT_PAD, BEHIND + TEXT_PAD);
  set_color (cr, theme->text);
  pango_cairo_show_layout (cr, layout);
}

/* Draws the visible page of the document as large as the widget allows. */
static void
draw_document (WbExportPreview *self, cairo_t *cr, double width, double height)
{
  cairo_surface_t *page = g_ptr_array_index (self->pages, self->visible_page);
  double wide = cairo_image_surface_get_width (page), high = cairo_image_surface_get_height (page);
  double scale = fmin ((width - 2 * BEHIND) / wide, (height - 2 * BEHIND) / high), w = rint (wide * scale), h = rint (high * scale);
  double x = rint ((width - w) / 2), y = rint ((height - h) / 2);

  draw_sheet (cr, (PlotColor) { 1, 1, 1, 1 }, x, y, w, h);
  cairo_rectangle (cr, x, y, w, h);
  cairo_clip (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, scale, scale);
  cairo_set_source_surface (cr, page, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_BEST);
  cairo_paint (cr);
}

static void
wb_export_preview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbExportPreview *self = WB_EXPORT_PREVIEW (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (width < 2 * AROUND || height < 2 * AROUND)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  if (self->pages != NULL)
    draw_document (self, cr, width, height);
  else if (self->text != NULL)
    draw_text (self, cr, width, height);
  else
    draw_page (self, cr, width, height);
  cairo_destroy (cr);
}

static void
wb_export_preview_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                           int *natural_baseline)
{
  *minimum = 240;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 560;
}

static void
wb_export_preview_dispose (GObject *object)
{
  WbExportPreview *self = WB_EXPORT_PREVIEW (object);

  forget_picture (self);
  g_clear_pointer (&self->picture, cairo_surface_destroy);
  g_clear_pointer (&self->figure, wb_export_figure_unref);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->pages, g_ptr_array_unref);
  G_OBJECT_CLASS (wb_export_preview_parent_class)->dispose (object);
}

static void
wb_export_preview_class_init (WbExportPreviewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_export_preview_dispose;
  GTK_WIDGET_CLASS (klass)->snapshot = wb_export_preview_snapshot;
  GTK_WIDGET_CLASS (klass)->measure = wb_export_preview_measure;
  turned_signal = g_signal_new ("turned", WB_TYPE_EXPORT_PREVIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "preview");
}

int
wb_export_preview_n_pages (WbExportPreview *self, int *page)
{
  *page = self->visible_page;
  return self->pages != NULL ? (int) self->pages->len : 0;
}

void
wb_export_preview_turn (WbExportPreview *self, int by)
{
  int page, n = wb_export_preview_n_pages (self, &page);

  if (n == 0 || CLAMP (page + by, 0, n - 1) == page)
    return;
  self->visible_page = CLAMP (page + by, 0, n - 1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, turned_signal, 0);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, WbExportPreview *self)
{
  if (self->pages == NULL)
    return FALSE;
  wb_export_preview_turn (self, dy > 0 ? 1 : -1);
  return TRUE;
}

static void
wb_export_preview_init (WbExportPreview *self)
{
  self->page = (WbExportPage) { .width = 178, .height = 104, .text = 8 };
  self->theme = wb_export_theme (&self->page);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  {
    GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);

    g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
    gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  }
}

GtkWidget *
wb_export_preview_new (void)
{
  return g_object_new (WB_TYPE_EXPORT_PREVIEW, NULL);
}

void
wb_export_preview_set_figure (WbExportPreview *self, WbExportFigure *figure, const WbExportPage *page)
{
  forget_picture (self);
  g_clear_pointer (&self->figure, wb_export_figure_unref);
  g_clear_pointer (&self->text, g_free);
  wb_export_preview_set_pages (self, NULL, TRUE);
  self->figure = figure != NULL ? wb_export_figure_ref (figure) : NULL;
  self->page = *page;
  self->theme = wb_export_theme (page);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
wb_export_preview_set_text (WbExportPreview *self, const char *text)
{
  wb_export_preview_set_pages (self, NULL, TRUE);
  g_free (self->text);
  self->text = g_strdup (text);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
wb_export_preview_set_pages (WbExportPreview *self, GPtrArray *pages, gboolean keep)
{
  if (pages == self->pages)
    return;
  g_clear_pointer (&self->pages, g_ptr_array_unref);
  self->pages = pages != NULL ? g_ptr_array_ref (pages) : NULL;
  if (pages != NULL)
    self->visible_page = keep ? CLAMP (self->visible_page, 0, (int) pages->len - 1) : 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, turned_signal, 0);
}

void
wb_export_preview_set_actual (WbExportPreview *self, gboolean actual)
{
  self->actual = actual;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
