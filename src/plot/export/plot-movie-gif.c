/* Writes GIF files with giflib. All pictures share one palette. Each picture after the first contains only the rectangle that changed. */
#include <gif_lib.h>
#include <string.h>

#include "plot-movie-private.h"
#include "plot-words.h"

/* Number of pictures whose colours are counted for the palette. They are distributed evenly over the movie. */
#define SAMPLES 12
/* Shortest duration of a picture, in 1/100 s. Many programs show pictures with a shorter duration for 10/100 s. */
#define SHORTEST 2

static int
append (GifFileType *gif, const GifByteType *data, int length)
{
  g_byte_array_append (gif->UserData, data, (guint) length);
  return length;
}

static gboolean
fail (GifFileType *gif, GError **error)
{
  const char *why = GifErrorString (gif->Error);

  g_set_error (error, PLOT_ERROR, PLOT_ERROR_WRITE, _("The GIF file could not be created: %s."), why != NULL ? why : "?");
  return FALSE;
}

/* Writes the header. The palette is followed by a transparent colour, which means that a pixel does not change. */
static gboolean
begin (GifFileType *gif, const PlotMovieFrames *frames, PlotPalette *palette, GError **error)
{
  int n = plot_palette_n_colors (palette), size = 2;
  GifColorType colors[256] = { 0 };
  ColorMapObject *map;
  const unsigned char forever[] = { 1, 0, 0 };
  g_autofree char *comment = plot_provenance_text (frames->movie->provenance);
  gboolean fine;

  while (size < n + 1)
    size *= 2;
  for (int i = 0; i < n; i++)
    {
      guint32 color = plot_palette_color (palette, i);

      colors[i] = (GifColorType) { (GifByteType) (color >> 16), (GifByteType) (color >> 8), (GifByteType) color };
    }
  map = GifMakeMapObject (size, colors);
  EGifSetGifVersion (gif, true);
  fine = map != NULL && EGifPutScreenDesc (gif, frames->width, frames->height, 8, 0, map) == GIF_OK
         && EGifPutExtensionLeader (gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK && EGifPutExtensionBlock (gif, 11, "NETSCAPE2.0") == GIF_OK
         && EGifPutExtensionBlock (gif, sizeof forever, forever) == GIF_OK && EGifPutExtensionTrailer (gif) == GIF_OK
         && (comment == NULL || EGifPutComment (gif, comment) == GIF_OK);
  GifFreeMapObject (map);
  return fine || fail (gif, error);
}

/* Computes the rectangle (left, top, right, bottom) in which two pictures differ. If they are equal, right < left. */
static void
find_change (const guint8 *before, const guint8 *now, int width, int height, int box[4])
{
  box[0] = width;
  box[1] = height;
  box[2] = box[3] = -1;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      if (before[(gsize) y * width + x] != now[(gsize) y * width + x])
        {
          box[0] = MIN (box[0], x);
          box[2] = MAX (box[2], x);
          box[1] = MIN (box[1], y);
          box[3] = MAX (box[3], y);
        }
}

static gboolean
put_picture (GifFileType *gif, const guint8 *before, const guint8 *now, int width, int height, long hundredths, int same, GError **error)
{
  GraphicsControlBlock control = { DISPOSE_DO_NOT, false, (int) hundredths, before != NULL ? same : NO_TRANSPARENT_COLOR };
  g_autofree guint8 *row = g_malloc (width);
  GifByteType extension[4];
  int box[4] = { 0, 0, width - 1, height - 1 };

  if (before != NULL)
    find_change (before, now, width, height, box);
  if (box[2] < box[0]) /* no pixel has changed, but a picture needs at least one */
    box[0] = box[1] = box[2] = box[3] = 0;
  EGifGCBToExtension (&control, extension);
  if (EGifPutExtension (gif, GRAPHICS_EXT_FUNC_CODE, sizeof extension, extension) != GIF_OK
      || EGifPutImageDesc (gif, box[0], box[1], box[2] - box[0] + 1, box[3] - box[1] + 1, false, NULL) != GIF_OK)
    return fail (gif, error);
  for (int y = box[1]; y <= box[3]; y++)
    {
      for (int x = box[0]; x <= box[2]; x++)
        {
          gsize at = (gsize) y * width + x;

          row[x - box[0]] = before != NULL && before[at] == now[at] ? (guint8) same : now[at];
        }
      if (EGifPutLine (gif, row, box[2] - box[0] + 1) != GIF_OK)
        return fail (gif, error);
    }
  return TRUE;
}

static gboolean
put_all (GifFileType *gif, const PlotMovieFrames *frames, PlotPalette *palette, PlotPicture *picture, GError **error)
{
  gsize n = (gsize) frames->width * frames->height;
  g_autofree guint8 *before = g_malloc (n), *now = g_malloc (n);
  int n_frames = frames->movie->n_frames;

  for (int i = 0; i < n_frames; i++)
    {
      long hundredths = plot_movie_frames_start (frames, i + 1, 100) - plot_movie_frames_start (frames, i, 100);
      guint8 *swap = before;

      if (!plot_movie_frames_report (frames, (SAMPLES + i) / (double) (SAMPLES + n_frames), error))
        return FALSE;
      plot_movie_frames_draw (frames, i, picture);
      for (gsize k = 0; k < n; k++)
        now[k] = k > 0 && picture->pixels[k] == picture->pixels[k - 1] ? now[k - 1]
                                                                       : (guint8) plot_palette_find (palette, picture->pixels[k]);
      if (!put_picture (gif, i > 0 ? before : NULL, now, frames->width, frames->height, MAX (hundredths, SHORTEST),
                        plot_palette_n_colors (palette), error))
        return FALSE;
      before = now;
      now = swap;
    }
  return TRUE;
}

GBytes *
plot_movie_gif (const PlotMovieFrames *frames, GError **error)
{
  PlotPalette *palette = plot_palette_new ();
  PlotPicture picture = { 0 };
  GByteArray *bytes = g_byte_array_new ();
  int code = 0, n = frames->movie->n_frames, samples = MIN (n, SAMPLES);
  GifFileType *gif = EGifOpen (bytes, append, &code);
  gboolean fine = gif != NULL;

  if (!fine)
    g_set_error (error, PLOT_ERROR, PLOT_ERROR_WRITE, _("The GIF file could not be created: %s."), GifErrorString (code));
  for (int i = 0; fine && i < samples; i++)
    if ((fine = plot_movie_frames_report (frames, i / (double) (samples + n), error)))
      {
        plot_movie_frames_draw (frames, samples > 1 ? (int) ((gint64) i * (n - 1) / (samples - 1)) : 0, &picture);
        plot_palette_count (palette, &picture);
      }
  if (fine)
    plot_palette_choose (palette, 255);
  fine = fine && begin (gif, frames, palette, error) && put_all (gif, frames, palette, &picture, error);
  if (gif != NULL && EGifCloseFile (gif, &code) != GIF_OK && fine)
    {
      g_set_error (error, PLOT_ERROR, PLOT_ERROR_WRITE, _("The GIF file could not be created: %s."), GifErrorString (code));
      fine = FALSE;
    }
  g_free (picture.pixels);
  plot_palette_free (palette);
  if (fine)
    return g_byte_array_free_to_bytes (bytes);
  g_byte_array_unref (bytes);
  return NULL;
}
