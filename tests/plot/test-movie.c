/* Tests movies: files contain the pictures that were drawn, and nothing remains after a cancellation or on a full disk. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#ifdef PLOT_HAVE_GIF
#include <gif_lib.h>
#endif
#ifdef PLOT_HAVE_WEBP
#include <webp/demux.h>
#endif

#include "plot-export.h"
#include "plot-fixture.h"
#include "plot-movie-private.h"
#include "sim-config.h"

#define N_FRAMES 9

typedef struct
{
  SimTrajectory *trajectory;
  PlotTimeAxis *axis;
  PlotMovie movie;
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  PlotRun run;

  fixture->trajectory = plot_fixture_oscillator (20, NULL);
  fixture->axis = plot_time_axis_new (0, 20, "s");
  run = (PlotRun) { .trajectory = fixture->trajectory, .t_start = 0, .t_end = 20 };
  fixture->movie = (PlotMovie) {
    .figure = plot_figure_new (), .axis = fixture->axis, .theme = plot_theme_get (PLOT_THEME_LIGHT),
    .width = 300, .height = 200, .resolution = 72, .t_start = 2, .t_end = 18, .n_frames = N_FRAMES, .rate = 30,
  };
  plot_figure_add (fixture->movie.figure, 0, plot_views_time (&run, fixture->axis, (int[]) { 0, 1 }, 2), 1);
  plot_figure_add (fixture->movie.figure, 1, plot_views_phase (&run, fixture->axis, 0, 1, FALSE), 1);
  plot_figure_set_theme (fixture->movie.figure, fixture->movie.theme);
  fixture->folder = g_dir_make_tmp ("stepwise-movie-XXXXXX", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  plot_figure_free (fixture->movie.figure);
  plot_time_axis_unref (fixture->axis);
  sim_trajectory_unref (fixture->trajectory);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0); /* fails if the folder is not empty */
  g_free (fixture->folder);
}

static void
picture_of (Fixture *fixture, int index, PlotPicture *picture)
{
  PlotMovieFrames frames = { &fixture->movie, 300, 200, NULL, NULL };

  plot_movie_frames_draw (&frames, index, picture);
}

/* The playhead moves, so each picture differs from the previous one. */
static void
test_pictures (Fixture *fixture, gconstpointer data)
{
  PlotPicture before = { 0 }, now = { 0 };

  picture_of (fixture, 0, &before);
  for (int i = 1; i < N_FRAMES; i++)
    {
      guint32 *swap = before.pixels;

      picture_of (fixture, i, &now);
      g_assert_cmpint (memcmp (before.pixels, now.pixels, 300 * 200 * sizeof (guint32)), !=, 0);
      before.pixels = now.pixels;
      now.pixels = swap;
    }
  g_free (before.pixels);
  g_free (now.pixels);
}

static void
test_palette (Fixture *fixture, gconstpointer data)
{
  PlotPalette *palette = plot_palette_new ();
  PlotPicture picture = { 0 }, ramp = { 64, 64, g_new (guint32, 64 * 64) };
  static const guint32 rare[] = { 0, 60, 120, 180, 181 };
  guint32 ground;
  double worst = 0;

  /* A picture with few colours keeps all of them. */
  picture_of (fixture, 0, &picture);
  ground = picture.pixels[0];
  plot_palette_count (palette, &picture);
  plot_palette_choose (palette, 255);
  g_assert_cmpuint (plot_palette_color (palette, plot_palette_find (palette, ground)), ==, ground);
  g_assert_cmpint (plot_palette_n_colors (palette), <=, 255);
  plot_palette_free (palette);

  /* Reduce 4096 colours, a plane of the colour cube, to 255. Boxes of 16 colours have their mean
   * within 3 levels of 4 in each direction, which is √2·12; an uneven split gives less than twice that
   * error. */
  palette = plot_palette_new ();
  for (guint i = 0; i < 64 * 64; i++)
    ramp.pixels[i] = (i % 64 * 4) << 16 | (i / 64 * 4) << 8;
  plot_palette_count (palette, &ramp);
  plot_palette_choose (palette, 255);
  for (guint i = 0; i < 64 * 64; i++)
    {
      guint32 found = plot_palette_color (palette, plot_palette_find (palette, ramp.pixels[i]));
      int red = (int) (found >> 16) - (int) (ramp.pixels[i] >> 16), green = (int) (found >> 8 & 255) - (int) (ramp.pixels[i] >> 8 & 255);

      worst = fmax (worst, hypot (red, green));
    }
  g_assert_cmpfloat (worst, <=, 34);
  plot_palette_free (palette);

  /* 64 frequent colours are kept. Five rare ones share the last four places: only the two that are nearly equal become one, so boxes of two colours are
   * split. */
  palette = plot_palette_new ();
  for (guint i = 0; i < 64 * 64; i++)
    ramp.pixels[i] = i < 5 ? rare[i] << 16 : (i % 64) << 8 | 0xff;
  plot_palette_count (palette, &ramp);
  plot_palette_choose (palette, 68);
  g_assert_cmpint (plot_palette_n_colors (palette), ==, 68);
  for (guint i = 0; i < 5; i++)
    {
      guint32 found = plot_palette_color (palette, plot_palette_find (palette, rare[i] << 16));

      g_assert_cmpuint (found & 0xffff, ==, 0);
      g_assert_cmpint (abs ((int) (found >> 16) - (int) rare[i]), <=, 1);
    }
  plot_palette_free (palette);
  g_free (picture.pixels);
  g_free (ramp.pixels);
}

#ifdef PLOT_HAVE_GIF
/* Decodes the pictures in sequence and draws each over the previous one, as a viewer
 * does. */
static void
test_gif (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "motion.gif", NULL);
  g_autofree guint32 *canvas = g_new0 (guint32, 300 * 200);
  g_autoptr (GError) error = NULL;
  PlotPicture picture = { 0 };
  GifFileType *gif;
  int code, hundredths = 0;

  g_assert_true (plot_movie_write (&fixture->movie, PLOT_MOVIE_GIF, path, NULL, NULL, &error));
  g_assert_no_error (error);
  gif = DGifOpenFileName (path, &code);
  g_assert_nonnull (gif);
  g_assert_cmpint (DGifSlurp (gif), ==, GIF_OK);
  g_assert_cmpint (gif->ImageCount, ==, N_FRAMES);
  g_assert_cmpint (gif->SWidth, ==, 300);
  g_assert_cmpint (gif->SHeight, ==, 200);
  for (int i = 0; i < gif->ImageCount; i++)
    {
      const SavedImage *image = &gif->SavedImages[i];
      const GifImageDesc *box = &image->ImageDesc;
      GraphicsControlBlock control;
      int off = 0;

      g_assert_cmpint (DGifSavedExtensionToGCB (gif, i, &control), ==, GIF_OK);
      hundredths += control.DelayTime;
      for (int y = 0; y < box->Height; y++)
        for (int x = 0; x < box->Width; x++)
          {
            int index = image->RasterBits[y * box->Width + x];
            const GifColorType *color = &gif->SColorMap->Colors[index];

            if (index != control.TransparentColor)
              canvas[(box->Top + y) * 300 + box->Left + x] = (guint32) color->Red << 16 | (guint32) color->Green << 8 | color->Blue;
          }
      picture_of (fixture, i, &picture);
      for (int k = 0; k < 300 * 200; k++)
        for (int shift = 0; shift < 24; shift += 8)
          off += ABS ((int) (canvas[k] >> shift & 255) - (int) (picture.pixels[k] >> shift & 255)) > 24;
      /* Up to 60 shades of antialiased edges may be wrong by a tenth of the range. A lost curve or background would change thousands of
       * pixels. */
      g_assert_cmpint (off, <=, 60);
    }
  /* Nine pictures at 30 per second take 30/100 s, however each duration is rounded. */
  g_assert_cmpint (hundredths, ==, 30);
  DGifCloseFile (gif, &code);
  g_free (picture.pixels);
  g_remove (path);
}
#endif

#ifdef PLOT_HAVE_WEBP
/* The WebP files are lossless: pictures are equal bit for bit. */
static void
test_webp (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "motion.webp", NULL), *bytes = NULL;
  g_autoptr (GError) error = NULL;
  PlotPicture picture = { 0 };
  WebPAnimDecoderOptions options;
  WebPAnimDecoder *decoder;
  WebPAnimInfo info;
  WebPData webp;
  gsize size;
  int time = 0, n = 0;

  g_assert_true (plot_movie_write (&fixture->movie, PLOT_MOVIE_WEBP, path, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  webp = (WebPData) { (const uint8_t *) bytes, size };
  WebPAnimDecoderOptionsInit (&options);
  options.color_mode = MODE_BGRA;
  decoder = WebPAnimDecoderNew (&webp, &options);
  g_assert_nonnull (decoder);
  g_assert_true (WebPAnimDecoderGetInfo (decoder, &info));
  g_assert_cmpuint (info.frame_count, ==, N_FRAMES);
  g_assert_cmpuint (info.loop_count, ==, 0);
  while (WebPAnimDecoderHasMoreFrames (decoder))
    {
      uint8_t *pixels;

      g_assert_true (WebPAnimDecoderGetNext (decoder, &pixels, &time));
      picture_of (fixture, n++, &picture);
      for (int k = 0; k < 300 * 200; k++)
        g_assert_cmpuint (((guint32 *) (void *) pixels)[k] & 0xffffff, ==, picture.pixels[k]);
    }
  g_assert_cmpint (time, ==, 300);
  WebPAnimDecoderDelete (decoder);
  g_free (picture.pixels);
  g_remove (path);
}
#endif

static void
test_sequence (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "motion", NULL), *first = g_build_filename (path, "0001.png", NULL);
  g_autoptr (GError) error = NULL;
  cairo_surface_t *image;

  g_assert_true (plot_movie_write (&fixture->movie, PLOT_MOVIE_PNG, path, NULL, NULL, &error));
  g_assert_no_error (error);
  image = cairo_image_surface_create_from_png (first);
  g_assert_cmpint (cairo_image_surface_get_width (image), ==, 300);
  cairo_surface_destroy (image);
  /* Existing files are not overwritten. */
  g_assert_false (plot_movie_write (&fixture->movie, PLOT_MOVIE_PNG, path, NULL, NULL, &error));
  g_assert_error (error, PLOT_ERROR, PLOT_ERROR_WRITE);
  for (int i = 1; i <= N_FRAMES; i++)
    {
      g_autofree char *name = g_strdup_printf ("%04d.png", i), *file = g_build_filename (path, name, NULL);

      g_assert_cmpint (g_remove (file), ==, 0);
    }
  g_assert_cmpint (g_rmdir (path), ==, 0);
}

static gboolean
holds (const char *bytes, gsize size, const char *text)
{
  return memmem (bytes, size, text, strlen (text)) != NULL;
}

/* The provenance is stored in the places that other programs read. */
static void
test_provenance (Fixture *fixture, gconstpointer data)
{
  static const struct { PlotMovieFormat format; const char *name, *mark; } rows[] = {
    { PLOT_MOVIE_GIF, "motion.gif", "!\xfe" }, { PLOT_MOVIE_WEBP, "motion.webp", "XMP " }, { PLOT_MOVIE_PNG, "motion", "tEXtTitle" },
  };
  const PlotProvenance provenance = { .title = "Swing", .model = "swing", .integrator = "Heun", .version = "Stepwise 1",
                                      .settings = "integrator: runge_kutta2\naccuracy: 1e-3\n" };

  fixture->movie.provenance = &provenance;
  fixture->movie.n_frames = 2;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, rows[i].name, NULL), *second = g_build_filename (path, "0002.png", NULL);
      g_autofree char *file = rows[i].format == PLOT_MOVIE_PNG ? g_build_filename (path, "0001.png", NULL) : g_strdup (path), *bytes = NULL;
      g_autoptr (GError) error = NULL;
      gsize size;

      if (!plot_movie_can (rows[i].format))
        continue;
      g_assert_true (plot_movie_write (&fixture->movie, rows[i].format, path, NULL, NULL, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (file, &bytes, &size, NULL));
      g_assert_true (holds (bytes, size, rows[i].mark));
      g_assert_true (holds (bytes, size, "Swing") || rows[i].format == PLOT_MOVIE_GIF);
      g_assert_true (holds (bytes, size, "Heun"));
      g_assert_true (holds (bytes, size, "integrator: runge_kutta2\naccuracy: 1e-3\n"));
      g_remove (file);
      if (rows[i].format == PLOT_MOVIE_PNG)
        {
          g_remove (second);
          g_assert_cmpint (g_rmdir (path), ==, 0);
        }
    }
}

static gboolean
until_half (gpointer user, double share)
{
  return share < 0.5;
}

static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  static const PlotMovieFormat formats[] = { PLOT_MOVIE_GIF, PLOT_MOVIE_WEBP, PLOT_MOVIE_PNG };
  g_autofree char *path = g_build_filename (fixture->folder, "motion", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (plot_movie_write (&fixture->movie, formats[i], path, until_half, NULL, &error));
      if (plot_movie_can (formats[i]))
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      else
        g_assert_error (error, PLOT_ERROR, PLOT_ERROR_FORMAT);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }
}

/* The error has a message. tear_down checks that no file remains. */
static void
test_full_disk (Fixture *fixture, gconstpointer data)
{
  g_autofree char *missing = g_build_filename (fixture->folder, "no", "such", "folder", NULL);
  g_autoptr (GError) error = NULL;

  if (plot_movie_can (PLOT_MOVIE_GIF) && g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_assert_false (plot_movie_write (&fixture->movie, PLOT_MOVIE_GIF, "/dev/full", NULL, NULL, &error));
      g_assert_error (error, SIM_ERROR, SIM_ERROR_FILE);
      g_assert_nonnull (strstr (error->message, "/dev/full"));
      g_clear_error (&error);
    }
  g_assert_false (plot_movie_write (&fixture->movie, PLOT_MOVIE_PNG, missing, NULL, NULL, &error));
  g_assert_error (error, PLOT_ERROR, PLOT_ERROR_WRITE);
}

int
main (int argc, char **argv)
{
  static const struct { const char *name; void (*func) (Fixture *, gconstpointer); } tests[] = {
    { "/plot/movie/each picture of a movie differs from the previous one", test_pictures },
        { "/plot/movie/the colour palette keeps the most frequent colours unchanged", test_palette },
            { "/plot/movie/a picture sequence is written as a folder of PNG files", test_sequence },
    { "/plot/movie/a cancelled movie leaves no files", test_cancel },
        { "/plot/movie/a movie that fails on a full disk leaves no files", test_full_disk },
    { "/plot/movie/movie files contain model, settings and version", test_provenance },
#ifdef PLOT_HAVE_GIF
    { "/plot/movie/a GIF shows the pictures that were drawn", test_gif },
#endif
#ifdef PLOT_HAVE_WEBP
    { "/plot/movie/a WebP shows the pictures that were drawn", test_webp },
#endif
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
