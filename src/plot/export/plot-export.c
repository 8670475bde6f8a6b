/* Draws a figure to a PNG, SVG or PDF file with its resolution and provenance. */
#include "plot-export.h"

#include <cairo-pdf.h>
#include <math.h>
#include <string.h>

#include "plot-png.h"
#include "plot-study-dynamics.h"
#include "plot-study-picture.h"
#include "plot-text.h"
#include "plot-words.h"

static cairo_status_t
append (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static GBytes *
take_bytes (GByteArray *array, cairo_status_t status, GError **error)
{
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_byte_array_unref (array);
      g_set_error (error, PLOT_ERROR, PLOT_ERROR_WRITE, _("The figure could not be drawn: %s."), cairo_status_to_string (status));
      return NULL;
    }
  return g_byte_array_free_to_bytes (array);
}

/* ---- PNG ---- */

static GBytes *
export_png (PlotFigure *figure, double width, double height, const PlotTheme *theme, const PlotExportOptions *options,
            const PlotProvenance *provenance, GError **error)
{
  double resolution = options != NULL && options->resolution > 0 ? options->resolution : 96, factor = resolution / 72;
  gboolean transparent = options != NULL && options->transparent;
  int w = (int) lrint (width * factor), h = (int) lrint (height * factor);
  cairo_surface_t *surface;
  GByteArray *png = g_byte_array_new ();
  PlotCanvas canvas;
  cairo_status_t status;
  cairo_t *cr;

  /* Cairo supports images of at most 32767 × 32767 pixels. */
  if (w < 1 || h < 1 || w > 32767 || h > 32767)
    {
      g_byte_array_unref (png);
      g_set_error (error, PLOT_ERROR, PLOT_ERROR_FORMAT, _("An image of %d × %d pixels is not possible; the largest is 32767 × "
                                                           "32767."), w, h);
      return NULL;
    }
  surface = cairo_image_surface_create (transparent ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, w, h);
  cr = cairo_create (surface);
  cairo_scale (cr, w / width, h / height);
  plot_canvas_init_cairo (&canvas, cr, factor, TRUE);
  if (!transparent)
    plot_canvas_rectangle (&canvas, 0, 0, width, height, theme->background);
  plot_figure_draw (figure, &canvas, width, height);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (surface, append, png);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    {
      plot_png_add_resolution (png, resolution);
      plot_provenance_add_to_png (provenance, png);
    }
  return take_bytes (png, status, error);
}

/* ---- SVG ---- */

static GBytes *
export_svg (PlotFigure *figure, double width, double height, const PlotTheme *theme, const PlotExportOptions *options,
            const PlotProvenance *provenance)
{
  g_autofree char *description = plot_provenance_line (provenance);
  PlotCanvas canvas;
  GString *svg;

  plot_canvas_init_svg (&canvas, width, height, plot_provenance_title (provenance), description);
  if (provenance != NULL)
    plot_canvas_svg_metadata (&canvas, provenance->author, provenance->date, provenance->settings);
  if (options == NULL || !options->transparent)
    plot_canvas_rectangle (&canvas, 0, 0, width, height, theme->background);
  plot_figure_draw (figure, &canvas, width, height);
  svg = plot_canvas_finish_svg (&canvas);
  return g_string_free_to_bytes (svg);
}

/* ---- PDF ---- */

static void
set_metadata (cairo_surface_t *surface, cairo_pdf_metadata_t key, const char *value)
{
  if (value != NULL)
    cairo_pdf_surface_set_metadata (surface, key, value);
}

static GBytes *
export_pdf (PlotFigure *figure, double width, double height, const PlotTheme *theme, const PlotProvenance *provenance, GError **error)
{
  GByteArray *pdf = g_byte_array_new ();
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (append, pdf, width, height);
  g_autofree char *description = plot_provenance_line (provenance);
  PlotCanvas canvas;
  cairo_status_t status;
  cairo_t *cr;

  set_metadata (surface, CAIRO_PDF_METADATA_TITLE, plot_provenance_title (provenance));
  set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, description);
  if (provenance != NULL)
    {
      set_metadata (surface, CAIRO_PDF_METADATA_AUTHOR, provenance->author);
      set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, provenance->version);
      set_metadata (surface, CAIRO_PDF_METADATA_KEYWORDS, provenance->settings);
    }
  /* Without a date cairo would write the current time, and equal figures would give different
   * files. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, provenance != NULL
                                  && provenance->date != NULL ? provenance->date : "");
  cr = cairo_create (surface);
  plot_canvas_init_cairo (&canvas, cr, 1, TRUE);
  plot_canvas_rectangle (&canvas, 0, 0, width, height, theme->background);
  plot_figure_draw (figure, &canvas, width, height);
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return take_bytes (pdf, status, error);
}

/* ---- all formats ---- */

gboolean
plot_format_from_path (const char *path, PlotFormat *format, GError **error)
{
  static const struct { const char *ending; PlotFormat format; } endings[] = {
    { ".png", PLOT_FORMAT_PNG }, { ".svg", PLOT_FORMAT_SVG }, { ".pdf", PLOT_FORMAT_PDF }
  };
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (lower, endings[i].ending))
      {
        *format = endings[i].format;
        return TRUE;
      }
  g_set_error (error, PLOT_ERROR, PLOT_ERROR_FORMAT, _("The format of “%s” is not known; use a name that ends in .svg, .pdf or .png."),
               path);
  return FALSE;
}

GBytes *
plot_export_bytes (PlotFigure *figure, PlotFormat format, double width, double height, const PlotTheme *theme,
                   const PlotExportOptions *options, const PlotProvenance *provenance, GError **error)
{
  if (!(width >= 10) || !(height >= 10) || !(width <= 14400) || !(height <= 14400))
    {
      /* 14400 pt is the largest page that PDF viewers support (PDF 32000-1, annex C). */
      g_set_error (error, PLOT_ERROR, PLOT_ERROR_FORMAT, _("A figure of %g × %g pt is not possible; sizes range from 10 to 14400 "
                                                           "pt."), width, height);
      return NULL;
    }
  plot_figure_set_theme (figure, theme);
  switch (format)
    {
    case PLOT_FORMAT_PNG:
      return export_png (figure, width, height, theme, options, provenance, error);
    case PLOT_FORMAT_SVG:
      return export_svg (figure, width, height, theme, options, provenance);
    case PLOT_FORMAT_PDF:
      return export_pdf (figure, width, height, theme, provenance, error);
    }
  return NULL;
}

/* Returns the theme with this name. Returns NULL with an error. */
static const PlotTheme *
find_theme (const char *name, GError **error)
{
  const PlotTheme *theme = plot_theme_find (name);

  if (theme == NULL)
    g_set_error (error, PLOT_ERROR, PLOT_ERROR_THEME, _("There is no theme “%s”; use light, dark, print, slide, dark-slide or grey."), name);
  return theme;
}

/* Points per mm, for the sizes of figures. A figure of one view has the width of a text column; a figure of all views has that of a
 * page. */
#define MM (72 / 25.4)

GBytes *
plot_export_run (const PlotRun *run, const char *view, const char *theme_name, PlotFormat format, const PlotProvenance *provenance,
                 GError **error)
{
  const PlotTheme *theme = find_theme (theme_name, error);
  g_autoptr (PlotFigure) figure = NULL;
  g_autofree char *caption = NULL;
  double width = 120 * MM, height = 80 * MM, scale;
  PlotExportOptions options = { 0 };

  if (theme == NULL)
    return NULL;
  figure = plot_figure_new_for_run (run, view, error);
  if (figure == NULL)
    return NULL;
  if (strcmp (view, "all") == 0)
    {
      width = 178 * MM;
      height = 140 * MM;
    }
  else if (plot_kind_find (view)->across != PLOT_OVER_TIME)
    height = 100 * MM;
  /* A theme with a larger type size gets a larger page with the same aspect ratio. */
  scale = theme->size_tick / plot_theme_get (PLOT_THEME_PAPER)->size_tick;
  if (provenance != NULL && provenance->model != NULL && !theme->card)
    {
      caption = provenance->integrator != NULL ? g_strdup_printf ("%s. %s.", provenance->model, provenance->integrator)
                                               : g_strdup_printf ("%s.", provenance->model);
      plot_figure_set_caption (figure, caption);
    }
  /* Use 300 dots per inch at the printed size; for themes of the screen two pixels per unit. */
  options.resolution = theme->card ? 144 : 300 / scale;
  return plot_export_bytes (figure, format, width * scale, height * scale, theme, &options, provenance, error);
}

/* Widths and heights of the pictures of studies in px: of studies of methods, and of pictures whose both axes are states. */
#define METHOD_WIDTH 540
#define METHOD_HEIGHT 380
#define REGION_WIDTH 860
#define REGION_HEIGHT 680

GBytes *
plot_export_study (const LabStudyKind *kind, const LabProblem *problem, const LabResult *result, const char *theme_name, PlotFormat format, GError **error)
{
  const PlotStudyChoice choice = { .problem = problem, .across = PLOT_SECTION_AUTOMATIC, .up = PLOT_SECTION_AUTOMATIC };
  const PlotTheme *theme = find_theme (theme_name, error);
  const PlotStudyPicture *picture = plot_study_picture_find (kind);
  g_autofree char *name = plot_text_escape (model_name (problem->model));
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  PlotView *view;

  if (theme == NULL)
    return NULL;
  if (picture == NULL)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("the study '%s' has no picture"), kind->id);
      return NULL;
    }
  view = plot_study_picture_new (kind, result, kind->has_curves ? NULL : name, &choice);
  if (view == NULL)
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("the picture needs a model of two states and a set with a bound"));
      return NULL;
    }
  plot_figure_add (figure, 0, view, 1);
  plot_figure_set_theme (figure, theme);
  return plot_export_bytes (figure, format, picture->is_large ? REGION_WIDTH : METHOD_WIDTH, picture->is_large ? REGION_HEIGHT : METHOD_HEIGHT, theme, NULL,
                            NULL, error);
}
