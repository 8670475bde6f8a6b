/* Draws the frames of a movie one after another and writes them as GIF, as WebP or as a folder of PNG files. */
#include "plot-movie.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "plot-export.h"
#include "plot-movie-private.h"
#include "plot-words.h"
#include "sim-output-file.h"

gboolean
plot_movie_can (PlotMovieFormat format)
{
  switch (format)
    {
#ifdef PLOT_HAVE_GIF
    case PLOT_MOVIE_GIF: return TRUE;
#endif
#ifdef PLOT_HAVE_WEBP
    case PLOT_MOVIE_WEBP: return TRUE;
#endif
    default: return format == PLOT_MOVIE_PNG;
    }
}

/* ---- pictures of a movie ---- */

static double
time_of (const PlotMovie *movie, int index)
{
  if (movie->n_frames < 2)
    return movie->t_start;
  return movie->t_start + (movie->t_end - movie->t_start) * index / (movie->n_frames - 1);
}

static cairo_surface_t *
draw_surface (const PlotMovieFrames *frames, int index)
{
  const PlotMovie *movie = frames->movie;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, frames->width, frames->height);
  cairo_t *cr = cairo_create (surface);
  PlotCanvas canvas;

  cairo_scale (cr, frames->width / movie->width, frames->height / movie->height);
  plot_canvas_init_cairo (&canvas, cr, frames->width / movie->width, FALSE);
  plot_canvas_rectangle (&canvas, 0, 0, movie->width, movie->height, movie->theme->background);
  plot_time_axis_set_playhead (movie->axis, time_of (movie, index));
  plot_figure_draw (movie->figure, &canvas, movie->width, movie->height);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

void
plot_movie_frames_draw (const PlotMovieFrames *frames, int index, PlotPicture *picture)
{
  cairo_surface_t *surface = draw_surface (frames, index);
  const guchar *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);

  picture->width = frames->width;
  picture->height = frames->height;
  if (picture->pixels == NULL)
    picture->pixels = g_new (guint32, (gsize) frames->width * frames->height);
  for (int y = 0; data != NULL && y < frames->height; y++)
    for (int x = 0; x < frames->width; x++)
      picture->pixels[(gsize) y * frames->width + x] = ((const guint32 *) (const void *) (data + (gsize) y * stride))[x] & 0xffffff;
  cairo_surface_destroy (surface);
}

gboolean
plot_movie_frames_report (const PlotMovieFrames *frames, double fraction, GError **error)
{
  if (frames->func == NULL || frames->func (frames->user, fraction))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
  return FALSE;
}

long
plot_movie_frames_start (const PlotMovieFrames *frames, int index, int per_second)
{
  return lrint (index * per_second / frames->movie->rate);
}

/* ---- a folder of PNG files ---- */

static cairo_status_t
append (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static gboolean
write_picture (const PlotMovieFrames *frames, int index, const char *path, GError **error)
{
  cairo_surface_t *surface = draw_surface (frames, index);
  GByteArray *png = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  cairo_status_t status = cairo_surface_write_to_png_stream (surface, append, png);

  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    plot_provenance_add_to_png (frames->movie->provenance, png);
  bytes = g_byte_array_free_to_bytes (png);
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, PLOT_ERROR, PLOT_ERROR_WRITE, _("The picture could not be drawn: %s."), cairo_status_to_string (status));
      return FALSE;
    }
  return sim_write_file (path, bytes, 0, error);
}

/* Creates the folder if it does not exist. Sets *made to TRUE if the folder was created
 * and must be removed after a failure. Returns FALSE with an error if the folder is not
 * empty. */
static gboolean
open_folder (const char *path, gboolean *made, GError **error)
{
  g_autoptr (GDir) folder = NULL;

  *made = g_mkdir (path, 0777) == 0;
  folder = g_dir_open (path, 0, NULL);
  if (folder == NULL)
    g_set_error (error, PLOT_ERROR, PLOT_ERROR_WRITE, _("The folder “%s” could not be created."), path);
  else if (g_dir_read_name (folder) != NULL)
    g_set_error (error, PLOT_ERROR, PLOT_ERROR_WRITE, _("The folder “%s” is not empty. Choose a new name for the pictures."), path);
  else
    return TRUE;
  return FALSE;
}

static gboolean
write_sequence (const PlotMovieFrames *frames, const char *path, GError **error)
{
  g_autoptr (GPtrArray) written = g_ptr_array_new_with_free_func (g_free);
  gboolean made, fine = open_folder (path, &made, error);

  if (!fine)
    return FALSE;
  for (int i = 0; fine && i < frames->movie->n_frames; i++)
    {
      g_autofree char *name = g_strdup_printf ("%04d.png", i + 1), *file = g_build_filename (path, name, NULL);

      fine = plot_movie_frames_report (frames, (double) i / frames->movie->n_frames, error) && write_picture (frames, i, file, error);
      if (fine)
        g_ptr_array_add (written, g_steal_pointer (&file));
    }
  for (guint i = 0; !fine && i < written->len; i++)
    g_unlink (g_ptr_array_index (written, i));
  if (!fine && made)
    g_rmdir (path);
  return fine;
}

/* ---- all formats ---- */

#ifndef PLOT_HAVE_GIF
GBytes *
plot_movie_gif (const PlotMovieFrames *frames, GError **error)
{
  g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_FORMAT,
                       _("This program was built without giflib and cannot write GIF files. Choose the PNG sequence."));
  return NULL;
}
#endif

#ifndef PLOT_HAVE_WEBP
GBytes *
plot_movie_webp (const PlotMovieFrames *frames, GError **error)
{
  g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_FORMAT,
                       _("This program was built without libwebp and cannot write WebP files. Choose the PNG sequence."));
  return NULL;
}
#endif

/* Largest width and height of a WebP image, 2¹⁴ − 1 pixels (RFC 9649). A GIF may have 65535, but the same limit is used. */
#define LARGEST 16383

gboolean
plot_movie_write (const PlotMovie *movie, PlotMovieFormat format, const char *path, PlotMovieFunc func, gpointer user, GError **error)
{
  double factor = movie->resolution / 72;
  PlotMovieFrames frames = { movie, (int) lrint (movie->width * factor), (int) lrint (movie->height * factor), func, user };
  g_autoptr (GBytes) bytes = NULL;

  g_return_val_if_fail (movie->n_frames >= 1 && movie->rate > 0, FALSE);
  if (frames.width < 1 || frames.height < 1 || frames.width > LARGEST || frames.height > LARGEST)
    {
      g_set_error (error, PLOT_ERROR, PLOT_ERROR_FORMAT, _("Pictures of %d × %d pixels are not possible; the largest have %d × %d."),
                   frames.width, frames.height, LARGEST, LARGEST);
      return FALSE;
    }
  plot_figure_set_theme (movie->figure, movie->theme);
  if (format == PLOT_MOVIE_PNG)
    return write_sequence (&frames, path, error);
  bytes = format == PLOT_MOVIE_GIF ? plot_movie_gif (&frames, error) : plot_movie_webp (&frames, error);
  return bytes != NULL && sim_write_file (path, bytes, 0, error);
}
