/* Tests exported files: equal figures give equal files, text remains text, the provenance is stored, and a full disk is
 * reported. */
#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "plot-export.h"
#include "sim-output-file.h"
#include "plot-fixture.h"

static const PlotProvenance provenance = {
  .title = "Van der Pol <oscillator> & more", .author = "A. Tester", .model = "van-der-pol.yaml",
      .integrator = "Dormand–Prince 5(4), accuracy 10⁻⁵",
  .settings = "integrator: runge_kutta5\naccuracy: 1e-5", .version = "Stepwise test",
};

typedef struct
{
  SimTrajectory *trajectory;
  SimTape *tape;
  PlotRun run;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->tape = sim_tape_new (100000);
  fixture->trajectory = plot_fixture_oscillator (30, fixture->tape);
  fixture->run = (PlotRun) { fixture->trajectory, fixture->tape, NULL, 0, 30, 0.25 };
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  sim_trajectory_unref (fixture->trajectory);
  sim_tape_unref (fixture->tape);
}

static GBytes *
make (Fixture *fixture, PlotFormat format, const char *theme, const PlotExportOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlotFigure) figure = plot_figure_new_for_run (&fixture->run, "all", &error);
  GBytes *bytes;

  g_assert_no_error (error);
  bytes = plot_export_bytes (figure, format, 500, 400, plot_theme_find (theme), options, &provenance, &error);
  g_assert_no_error (error);
  return bytes;
}

static gboolean
holds (GBytes *bytes, const char *text)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  return memmem (data, size, text, strlen (text)) != NULL;
}

static void
test_reproducible (Fixture *fixture, gconstpointer data)
{
  GBytes *first[PLOT_FORMAT_PDF + 1] = { NULL };
  gint64 second;

  for (int format = PLOT_FORMAT_PNG; format <= PLOT_FORMAT_PDF; format++)
    first[format] = make (fixture, format, "print", NULL);
  /* Wait for the next second: a stored time of creation would then differ. */
  for (second = g_get_real_time () / G_USEC_PER_SEC; g_get_real_time () / G_USEC_PER_SEC == second;)
    g_usleep (10000);
  for (int format = PLOT_FORMAT_PNG; format <= PLOT_FORMAT_PDF; format++)
    {
      g_autoptr (GBytes) again = make (fixture, format, "print", NULL);

      g_assert_true (g_bytes_equal (first[format], again));
      g_assert_cmpuint (g_bytes_get_size (again), >, 5000);
      g_bytes_unref (first[format]);
    }
}

static void
start_element (GMarkupParseContext *context, const char *name, const char **names, const char **values, gpointer user, GError **error)
{
  if (strcmp (name, "text") == 0)
    ++*(int *) user;
}

static void
test_svg (Fixture *fixture, gconstpointer data)
{
  static const GMarkupParser parser = { start_element };
  g_autoptr (GBytes) bytes = make (fixture, PLOT_FORMAT_SVG, "print", NULL);
  g_autoptr (GError) error = NULL;
  int n_texts = 0;
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, &n_texts, NULL);
  gsize size;
  const char *svg = g_bytes_get_data (bytes, &size);

  /* The file is well-formed for the parser of GLib and, if it is installed, for that of
   * libxml2. */
  g_markup_parse_context_parse (context, svg, (gssize) size, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  g_assert_cmpint (n_texts, >, 20);
  g_assert_true (holds (bytes, ">Step size "));
  g_assert_true (holds (bytes, ">limit</tspan>"));
  g_assert_true (holds (bytes, "Van der Pol &lt;oscillator&gt; &amp; more"));
  g_assert_true (holds (bytes, "accuracy: 1e-5"));
  g_assert_false (holds (bytes, "nan"));
  g_autofree char *lint = g_find_program_in_path ("xmllint");
  if (lint != NULL)
    {
      g_autofree char *path = g_build_filename (g_get_tmp_dir (), "stepwise-test-plot.svg", NULL);
      const char *arguments[] = { lint, "--noout", path, NULL };
      int status;

      g_assert_true (sim_write_file (path, bytes, 0, &error));
      g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, 0, NULL, NULL, NULL, NULL, &status, &error));
      g_assert_true (g_spawn_check_wait_status (status, NULL));
      g_unlink (path);
    }
}

static void
test_pdf (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GBytes) bytes = make (fixture, PLOT_FORMAT_PDF, "print", NULL);
  g_autofree char *info = g_find_program_in_path ("pdfinfo"), *to_text = g_find_program_in_path ("pdftotext");
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "stepwise-test-plot.pdf", NULL), *output = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (holds (bytes, "%PDF-1."));
  g_assert_true (holds (bytes, "Stepwise test"));
  if (info == NULL || to_text == NULL)
    {
      g_test_skip ("pdfinfo and pdftotext are not installed");
      return;
    }
  g_assert_true (sim_write_file (path, bytes, 0, &error));
  {
    const char *arguments[] = { info, path, NULL };

    g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, 0, NULL, NULL, &output, NULL, NULL, &error));
    g_assert_nonnull (strstr (output, "Van der Pol <oscillator> & more"));
    g_assert_nonnull (strstr (output, "A. Tester"));
    g_assert_nonnull (strstr (output, "runge_kutta5"));
    g_assert_nonnull (strstr (output, "500 x 400 pts"));
  }
  {
    const char *arguments[] = { to_text, path, "-", NULL };
    g_autofree char *text = NULL;

    g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, 0, NULL, NULL, &text, NULL, NULL, &error));
    g_assert_nonnull (strstr (text, "Error estimate"));
    /* A theme for print omits titles and keys that only repeat the label of an axis or a curve. Slides show
     * them. */
    g_assert_null (strstr (text, "Phase portrait"));
    g_assert_null (strstr (text, "Time series"));
  }
  g_unlink (path);
}

static void
test_plain (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GBytes) print = make (fixture, PLOT_FORMAT_SVG, "print", NULL), slide = make (fixture, PLOT_FORMAT_SVG, "slide", NULL);

  g_assert_true (holds (slide, ">Phase portrait</tspan>"));
  g_assert_false (holds (print, ">Phase portrait</tspan>"));
  /* The vertical axis of this view has no label, so the title must name the
   * quantity. */
  g_assert_true (holds (print, ">Step size "));
}

static guint32
read_u32 (const guint8 *data)
{
  return ((guint32) data[0] << 24) | ((guint32) data[1] << 16) | ((guint32) data[2] << 8) | data[3];
}

static void
test_png (Fixture *fixture, gconstpointer data)
{
  PlotExportOptions options = { .resolution = 144 };
  g_autoptr (GBytes) bytes = make (fixture, PLOT_FORMAT_PNG, "dark", &options);
  gsize size, at = 8;
  const guint8 *png = g_bytes_get_data (bytes, &size);
  int n_texts = 0;
  gboolean resolution = FALSE;

  /* 500 × 400 pt at two pixels per point give 1000 × 800 pixels. */
  g_assert_cmpuint (read_u32 (png + 16), ==, 1000);
  g_assert_cmpuint (read_u32 (png + 20), ==, 800);
  while (at + 12 <= size)
    {
      guint32 length = read_u32 (png + at);

      if (memcmp (png + at + 4, "tEXt", 4) == 0 || memcmp (png + at + 4, "iTXt", 4) == 0)
        n_texts++;
      if (memcmp (png + at + 4, "pHYs", 4) == 0)
        {
          resolution = TRUE;
          g_assert_cmpuint (read_u32 (png + at + 8), ==, 5669);
        }
      at += 12 + length;
    }
  g_assert_cmpuint (at, ==, size);
  g_assert_cmpint (n_texts, ==, 6);
  g_assert_true (resolution);
  g_assert_true (holds (bytes, "Settings"));
  g_assert_true (holds (bytes, "integrator: runge_kutta5"));
  /* The PNG reader of cairo checks the checksums of the image. */
  {
    g_autofree char *path = g_build_filename (g_get_tmp_dir (), "stepwise-test-plot.png", NULL);
    cairo_surface_t *surface;

    g_assert_true (sim_write_file (path, bytes, 0, NULL));
    surface = cairo_image_surface_create_from_png (path);
    g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
    cairo_surface_destroy (surface);
    g_unlink (path);
  }
}

static void
test_failures (Fixture *fixture, gconstpointer data)
{
  static const struct { const char *view, *theme; PlotErrorCode code; const char *says; } rows[] = {
    { "tiem", "light", PLOT_ERROR_VIEW, "tiem" },
    { "time", "lihgt", PLOT_ERROR_THEME, "lihgt" },
    { "motion", "light", PLOT_ERROR_VIEW, "scene" },
  };
  static const struct { const char *path, *says; } no_format[] = { { "/dev/full", "ends in" }, { "x.gif", ".svg" } };
  PlotFormat format;
  PlotRun no_tape = fixture->run;
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_null (plot_export_run (&fixture->run, rows[i].view, rows[i].theme, PLOT_FORMAT_SVG, &provenance, &error));
      g_assert_error (error, PLOT_ERROR, (int) rows[i].code);
      g_assert_nonnull (strstr (error->message, rows[i].says));
      g_clear_error (&error);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (no_format); i++)
    {
      g_assert_false (plot_format_from_path (no_format[i].path, &format, &error));
      g_assert_error (error, PLOT_ERROR, PLOT_ERROR_FORMAT);
      g_assert_nonnull (strstr (error->message, no_format[i].says));
      g_clear_error (&error);
    }
  no_tape.tape = NULL;
  g_assert_null (plot_export_run (&no_tape, "error", "light", PLOT_FORMAT_SVG, NULL, &error));
  g_assert_error (error, PLOT_ERROR, PLOT_ERROR_VIEW);
  g_clear_error (&error);
}

static void
test_run (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = plot_export_run (&fixture->run, "time", "print", PLOT_FORMAT_SVG, &provenance, &error);

  g_assert_no_error (error);
  g_assert_true (holds (bytes, "</svg>\n"));
}

static void
test_all_themes (Fixture *fixture, gconstpointer data)
{
  for (int theme = 0; theme < PLOT_N_THEMES; theme++)
    {
      g_autoptr (GBytes) bytes = make (fixture, PLOT_FORMAT_SVG, plot_theme_get (theme)->id, NULL);

      g_assert_true (holds (bytes, "Step size"));
    }
}

/* A run with a million points gives a file that viewers can open, with at most four points for each quarter of a
 * point. */
static double
wave (double t)
{
  return sin (t) * sin (37 * t);
}

static void
test_decimated (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) trajectory = plot_fixture_rows (1000000, 1e-3, wave);
  PlotRun run = { trajectory, NULL, NULL, 0, 1000, 0 };
  g_autoptr (PlotFigure) figure = plot_figure_new_for_run (&run, "time", NULL);
  g_autoptr (GBytes) bytes = plot_export_bytes (figure, PLOT_FORMAT_SVG, 600, 400, plot_theme_find ("print"), NULL, NULL, NULL);

  g_assert_cmpuint (g_bytes_get_size (bytes), <, 250000);
}

/* A closed orbit that is traversed a thousand times is stored only once. */
static void
test_closed_orbit (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SimTrajectory) trajectory = sim_trajectory_new (2, 1 << 30);
  PlotRun run = { trajectory, NULL, NULL, 0, 1000, 0 };
  g_autoptr (PlotFigure) figure = NULL;
  g_autoptr (GBytes) bytes = NULL;

  for (int i = 0; i < 1000000; i++)
    sim_trajectory_append (trajectory, i * 1e-3, (double[]) { cos (2 * G_PI * i * 1e-3), sin (2 * G_PI * i * 1e-3) }, SIM_ROW_STEP);
  figure = plot_figure_new_for_run (&run, "phase", NULL);
  bytes = plot_export_bytes (figure, PLOT_FORMAT_SVG, 600, 400, plot_theme_find ("print"), NULL, NULL, NULL);
  /* One period has at most 2π·200 pt of length, divided into quarters of a point of 20 bytes each. The rest of the file is
   * axes. */
  g_assert_cmpuint (g_bytes_get_size (bytes), <, 150000);
  g_assert_cmpuint (g_bytes_get_size (bytes), >, 10000);
}

#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/plot/export/exporting the same figure twice gives identical files", test_reproducible);
  ADD ("/plot/export/SVG files contain text as text", test_svg);
  ADD ("/plot/export/PDF files contain metadata and text", test_pdf);
  ADD ("/plot/export/the theme for print omits titles that repeat axis labels", test_plain);
  ADD ("/plot/export/PNG files contain size, resolution and text chunks", test_png);
  ADD ("/plot/export/error messages of a failed export name the cause", test_failures);
  ADD ("/plot/export/a figure of a run is written as a complete file", test_run);
  ADD ("/plot/export/a figure can be exported in every theme", test_all_themes);
  ADD ("/plot/export/a million points give a small file", test_decimated);
  ADD ("/plot/export/an orbit repeated many times is stored only once", test_closed_orbit);
  return g_test_run ();
}
