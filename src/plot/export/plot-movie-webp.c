/* Writes WebP files with libwebp, without loss: for drawings with few colours they are smaller than with lossy compression. */
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "plot-movie-private.h"
#include "plot-words.h"

/* Compression effort, from 0 (fast) to 9 (small files). Above 2, files become a few percent smaller in twice the time. */
#define EFFORT 2

static gboolean
fail (WebPAnimEncoder *encoder, GError **error)
{
  g_set_error (error, PLOT_ERROR, PLOT_ERROR_WRITE, _("The WebP file could not be created: %s."), WebPAnimEncoderGetError (encoder));
  return FALSE;
}

static gboolean
add_picture (WebPAnimEncoder *encoder, const WebPConfig *config, const PlotPicture *picture, long milliseconds, GError **error)
{
  WebPPicture webp;
  gboolean fine;

  if (!WebPPictureInit (&webp))
    return fail (encoder, error);
  webp.use_argb = 1;
  webp.width = picture->width;
  webp.height = picture->height;
  fine = WebPPictureAlloc (&webp);
  for (int y = 0; fine && y < picture->height; y++)
    for (int x = 0; x < picture->width; x++)
      webp.argb[(gsize) y * webp.argb_stride + x] = 0xff000000u | picture->pixels[(gsize) y * picture->width + x];
  fine = fine && WebPAnimEncoderAdd (encoder, &webp, (int) milliseconds, config);
  WebPPictureFree (&webp);
  return fine || fail (encoder, error);
}

/* Adds the provenance to a file. If this fails, the file is returned without it, since the movie is complete. */
static void
add_provenance (WebPData *data, const PlotProvenance *provenance)
{
  g_autofree char *xmp = plot_provenance_xmp (provenance);
  WebPMux *mux = xmp != NULL ? WebPMuxCreate (data, 0) : NULL;
  WebPData chunk = { (const uint8_t *) xmp, xmp != NULL ? strlen (xmp) : 0 }, whole = { 0 };

  if (mux != NULL && WebPMuxSetChunk (mux, "XMP ", &chunk, 0) == WEBP_MUX_OK && WebPMuxAssemble (mux, &whole) == WEBP_MUX_OK)
    {
      WebPDataClear (data);
      *data = whole;
    }
  WebPMuxDelete (mux);
}

GBytes *
plot_movie_webp (const PlotMovieFrames *frames, GError **error)
{
  WebPAnimEncoderOptions options;
  WebPConfig config;
  WebPAnimEncoder *encoder;
  WebPData data = { 0 };
  PlotPicture picture = { 0 };
  GBytes *bytes = NULL;
  int n = frames->movie->n_frames;
  gboolean fine = TRUE;

  if (!WebPConfigInit (&config) || !WebPConfigLosslessPreset (&config, EFFORT) || !WebPAnimEncoderOptionsInit (&options)
      || (encoder = WebPAnimEncoderNew (frames->width, frames->height, &options)) == NULL)
    {
      g_set_error (error, PLOT_ERROR, PLOT_ERROR_WRITE, _("The WebP file could not be created: %s."), "libwebp");
      return NULL;
    }
  for (int i = 0; fine && i < n; i++)
    if ((fine = plot_movie_frames_report (frames, (double) i / n, error)))
      {
        plot_movie_frames_draw (frames, i, &picture);
        fine = add_picture (encoder, &config, &picture, plot_movie_frames_start (frames, i, 1000), error);
      }
  if (fine && (!WebPAnimEncoderAdd (encoder, NULL, (int) plot_movie_frames_start (frames, n, 1000), NULL)
               || !WebPAnimEncoderAssemble (encoder, &data)))
    fine = fail (encoder, error);
  if (fine)
    {
      add_provenance (&data, frames->movie->provenance);
      bytes = g_bytes_new (data.bytes, data.size);
    }
  WebPDataClear (&data);
  WebPAnimEncoderDelete (encoder);
  g_free (picture.pixels);
  return bytes;
}
