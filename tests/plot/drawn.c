/* The file has the names of the fonts, and then the pictures. A picture begins with the line "== NAME SIZE". Its other lines are what was
 * drawn. Consecutive paths of one colour and pen are one line: their points or, if there are many, their number, the box around them, the
 * first and the last point, the sums of all coordinates, and the length. Of an image the line has the sums of its channels, and the sums of
 * coverage · position. Groups of lines that are repeated with other numbers, colours and texts are listed once, followed by the sums of
 * these numbers and the texts of all repetitions.
 *
 * Numbers are rounded to 1/100 px. Two numbers agree if they differ by at most TOLERANCE px; for the sums of many points a relative
 * difference is allowed, too. So the last digits of a computation do not matter. Words and texts must be equal. */
#include "drawn.h"

#include "plot-layer.h"
#include "plot-view-hit.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* cairo stores the points of paths as multiples of 1/256 px. */
#define TOLERANCE 0.03
#define RELATIVE_TOLERANCE 2e-6
/* Largest number of points that are listed. */
#define MOST_LISTED 14
/* Largest number of differences that are shown for a picture. */
#define MOST_SHOWN 6

static const DrawnSize all_sizes[] = {
  { "small", 300, 200, FALSE },
  { "large", 760, 500, FALSE },
  { "page", 340, 227, TRUE },
};

/* ---- the list ---- */

typedef struct
{
  PlotCanvasListener listener;
  GString *text;
  /* the paths with the last style that are not yet in the text */
  char *style;
  GString *points;
  int n_paths, n_points;
  double first[2], last[2], low[2], high[2], sum[2], length;
} Drawn;

static void
add_number (GString *text, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  gsize n;

  g_ascii_formatd (digits, sizeof digits, "%.2f", value);
  n = strlen (digits);
  if (strchr (digits, '.') != NULL)
    {
      while (digits[n - 1] == '0')
        digits[--n] = '\0';
      if (digits[n - 1] == '.')
        digits[--n] = '\0';
    }
  g_string_append_printf (text, " %s", strcmp (digits, "-0") == 0 ? "0" : digits);
}

static void
add_numbers (GString *text, const char *name, const double *values, int n)
{
  g_string_append_printf (text, " %s", name);
  for (int i = 0; i < n; i++)
    add_number (text, values[i]);
}

static void
add_color (GString *text, PlotColor color)
{
  g_string_append_printf (text, " #%02lx%02lx%02lx", lrint (color.r * 255), lrint (color.g * 255), lrint (color.b * 255));
  if (color.a < 1)
    g_string_append_printf (text, "/%02lx", lrint (color.a * 255));
}

/* Appends the paths that are not yet in the text. */
static void
flush (Drawn *drawn)
{
  if (drawn->style == NULL)
    return;
  g_string_append (drawn->text, drawn->style);
  if (drawn->n_points <= MOST_LISTED)
    g_string_append_printf (drawn->text, ":%s", drawn->points->str);
  else
    {
      g_string_append_printf (drawn->text, ": %d paths %d points", drawn->n_paths, drawn->n_points);
      add_numbers (drawn->text, "box", drawn->low, 2);
      add_numbers (drawn->text, "to", drawn->high, 2);
      add_numbers (drawn->text, "from", drawn->first, 2);
      add_numbers (drawn->text, "to", drawn->last, 2);
      add_numbers (drawn->text, "sum", drawn->sum, 2);
      add_numbers (drawn->text, "length", &drawn->length, 1);
    }
  g_string_append_c (drawn->text, '\n');
  g_clear_pointer (&drawn->style, g_free);
  g_string_truncate (drawn->points, 0);
  drawn->n_paths = drawn->n_points = 0;
  drawn->sum[0] = drawn->sum[1] = drawn->length = 0;
}

static void
add_point (Drawn *drawn, PlotCanvas *canvas, const cairo_path_data_t *data, gboolean moves)
{
  double at[2] = { data->point.x, data->point.y };

  cairo_user_to_device (canvas->cr, &at[0], &at[1]);
  if (drawn->n_points == 0)
    memcpy (drawn->first, at, sizeof at);
  else if (!moves)
    drawn->length += hypot (at[0] - drawn->last[0], at[1] - drawn->last[1]);
  for (int i = 0; i < 2; i++)
    {
      drawn->low[i] = drawn->n_points == 0 ? at[i] : fmin (drawn->low[i], at[i]);
      drawn->high[i] = drawn->n_points == 0 ? at[i] : fmax (drawn->high[i], at[i]);
      drawn->sum[i] += at[i];
      drawn->last[i] = at[i];
    }
  if (drawn->n_points++ < MOST_LISTED)
    {
      add_number (drawn->points, at[0]);
      add_number (drawn->points, at[1]);
    }
}

static void
add_path (Drawn *drawn, PlotCanvas *canvas)
{
  static const char letters[] = {
    [CAIRO_PATH_MOVE_TO] = 'M', [CAIRO_PATH_LINE_TO] = 'L', [CAIRO_PATH_CURVE_TO] = 'C', [CAIRO_PATH_CLOSE_PATH] = 'Z'
  };
  cairo_path_t *path = cairo_copy_path (canvas->cr);

  for (int i = 0; i < path->num_data; i += path->data[i].header.length)
    {
      const cairo_path_data_t *data = &path->data[i];

      /* After a closed path cairo adds a move that draws nothing. */
      if (data->header.type == CAIRO_PATH_MOVE_TO && i > 0 && i + data->header.length >= path->num_data)
        break;
      drawn->n_paths += data->header.type == CAIRO_PATH_MOVE_TO;
      if (drawn->n_points < MOST_LISTED)
        g_string_append_printf (drawn->points, " %c", letters[data->header.type]);
      for (int k = 1; k < data->header.length; k++)
        add_point (drawn, canvas, data + k, data->header.type == CAIRO_PATH_MOVE_TO);
    }
  cairo_path_destroy (path);
}

static void
on_path (PlotCanvas *canvas, const PlotColor *fill, const PlotPen *pen)
{
  Drawn *drawn = canvas->listener->user;
  GString *style = g_string_new (fill != NULL ? "fill" : NULL);

  if (fill != NULL)
    add_color (style, *fill);
  if (pen != NULL)
    {
      g_string_append (style, fill != NULL ? " stroke" : "stroke");
      add_color (style, pen->color);
      add_number (style, pen->width);
      if (pen->n_dashes > 0)
        add_numbers (style, "dashes", pen->dashes, pen->n_dashes);
      if (pen->dash_offset != 0)
        add_numbers (style, "from", &pen->dash_offset, 1);
      if (pen->butt)
        g_string_append (style, " flat");
    }
  if (g_strcmp0 (style->str, drawn->style) != 0)
    {
      flush (drawn);
      drawn->style = g_strdup (style->str);
    }
  g_string_free (style, TRUE);
  add_path (drawn, canvas);
}

static void
on_layout (PlotCanvas *canvas, PangoLayout *layout, double x, double y, PlotColor color, double halo, PlotColor halo_color)
{
  Drawn *drawn = canvas->listener->user;
  const PangoFontDescription *font = pango_layout_get_font_description (layout);
  g_autoptr (GString) text = g_string_new (pango_layout_get_text (layout));
  double width, place[2] = { x, y }, size = pango_font_description_get_size (font) / (double)PANGO_SCALE;

  flush (drawn);
  plot_text_measure (layout, &width, NULL, NULL);
  cairo_user_to_device (canvas->cr, &place[0], &place[1]);
  g_string_append (drawn->text, "text");
  add_number (drawn->text, place[0]);
  add_number (drawn->text, place[1]);
  add_color (drawn->text, color);
  add_numbers (drawn->text, "size", &size, 1);
  add_numbers (drawn->text, "width", &width, 1);
  if (pango_font_description_get_weight (font) != PANGO_WEIGHT_NORMAL)
    g_string_append_printf (drawn->text, " weight %d", pango_font_description_get_weight (font));
  if (halo > 0)
    {
      add_numbers (drawn->text, "halo", &halo, 1);
      add_color (drawn->text, halo_color);
    }
  g_string_replace (text, "\n", "\\n", 0);
  g_string_append_printf (drawn->text, " \"%s\"\n", text->str);
}

/* Returns a channel of a pixel: 0 opacity, 1 red, 2 green, 3 blue. An A8 surface has opacity only, and an RGB24 surface has none. */
static int
channel_of (cairo_format_t format, const guint8 *row, int column, int channel)
{
  if (format == CAIRO_FORMAT_A8)
    return channel == 0 ? row[column] : 0;
  if (format == CAIRO_FORMAT_RGB24 && channel == 0)
    return 255;
  return (((const guint32 *)(gconstpointer)row)[column] >> (24 - 8 * channel)) & 0xff;
}

static void
on_image (PlotCanvas *canvas, cairo_surface_t *image, double x, double y, double width, double height, const PlotColor *color)
{
  Drawn *drawn = canvas->listener->user;
  cairo_format_t format = cairo_image_surface_get_format (image);
  int w = cairo_image_surface_get_width (image), h = cairo_image_surface_get_height (image),
      stride = cairo_image_surface_get_stride (image);
  double sums[4] = { 0 }, moments[2] = { 0 }, corner[2] = { x, y }, size[2] = { width, height }, pixels[2] = { w, h };

  flush (drawn);
  cairo_surface_flush (image);
  for (int j = 0; j < h; j++)
    for (int i = 0; i < w; i++)
      for (int c = 0; c < 4; c++)
        {
          double value = channel_of (format, cairo_image_surface_get_data (image) + (gsize)j * (gsize)stride, i, c) / 255.0;

          sums[c] += value;
          /* Each channel has its own weight, so that an exchange of two colours changes the sums. */
          moments[0] += (c + 1) * value * (i + 0.5) / w;
          moments[1] += (c + 1) * value * (j + 0.5) / h;
        }
  cairo_user_to_device (canvas->cr, &corner[0], &corner[1]);
  g_string_append (drawn->text, color != NULL ? "mask" : "image");
  if (color != NULL)
    add_color (drawn->text, *color);
  add_numbers (drawn->text, "at", corner, 2);
  add_numbers (drawn->text, "size", size, 2);
  add_numbers (drawn->text, "pixels", pixels, 2);
  add_numbers (drawn->text, "sums", sums, format == CAIRO_FORMAT_A8 ? 1 : 4);
  add_numbers (drawn->text, "moments", moments, 2);
  g_string_append_c (drawn->text, '\n');
}

static void
on_clip (PlotCanvas *canvas, const double *rectangle)
{
  Drawn *drawn = canvas->listener->user;
  double corner[2] = { rectangle != NULL ? rectangle[0] : 0, rectangle != NULL ? rectangle[1] : 0 };

  flush (drawn);
  if (rectangle == NULL)
    {
      g_string_append (drawn->text, "end of clip\n");
      return;
    }
  cairo_user_to_device (canvas->cr, &corner[0], &corner[1]);
  add_numbers (drawn->text, "clip", corner, 2);
  add_numbers (drawn->text, "size", rectangle + 2, 2);
  g_string_append_c (drawn->text, '\n');
}

/* ---- repetitions ---- */

/* Longest group of lines that is searched for, and smallest number of its repetitions. */
#define LONGEST_GROUP 16
#define FEWEST_REPETITIONS 4

/* Reads a number or a colour at the start of a text. A colour has four numbers. Returns its length, or 0. */
static gsize
read_numbers (const char *text, double numbers[4], int *n)
{
  char *end;

  if (*text == '#')
    {
      unsigned long rgb = strtoul (text + 1, &end, 16);

      for (int c = 0; c < 3; c++)
        numbers[c] = (double)(rgb >> (16 - 8 * c) & 0xff);
      numbers[3] = *end == '/' ? (double)strtoul (end + 1, &end, 16) : 255;
      *n = 4;
      return (gsize)(end - text);
    }
  *n = 1;
  numbers[0] = g_ascii_isdigit (*text) || *text == '-' ? g_ascii_strtod (text, &end) : NAN;
  return isnan (numbers[0]) ? 0 : (gsize)(end - text);
}

/* Returns a line without its numbers, colours and text. If numbers is not NULL, they are added to it. Free the result with g_free. */
static char *
shape_of (const char *line, GArray *numbers)
{
  GString *shape = g_string_new (NULL);
  guint at = 0;

  for (const char *p = line; *p != '\0' && *p != '"';)
    {
      double values[4];
      int n;
      gsize length = p == line || p[-1] == ' ' ? read_numbers (p, values, &n) : 0;

      g_string_append_c (shape, length > 0 ? '0' : *p);
      for (int k = 0; numbers != NULL && length > 0 && k < n; k++)
        {
          if (at == numbers->len)
            g_array_append_val (numbers, values[k]);
          else
            g_array_index (numbers, double, at) += values[k];
          at++;
        }
      p += MAX (length, 1);
    }
  return g_string_free (shape, FALSE);
}

/* Returns how often a group of p lines that begins at line i is repeated without another line between, counting the first. */
static guint
repetitions (char **shapes, guint n, guint i, guint p)
{
  guint k = i;

  while (k + p < n && strcmp (shapes[k], shapes[k + p]) == 0)
    k++;
  return (k - i) / p + 1;
}

/* Appends the sums of the numbers, and the texts, of every p-th line from line i on. */
static void
add_sums (GString *text, char **lines, guint i, guint p, guint times)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GString) texts = g_string_new (NULL);

  for (guint k = 0; k < times; k++)
    {
      const char *quote = strchr (lines[i + k * p], '"');

      g_free (shape_of (lines[i + k * p], numbers));
      if (quote != NULL)
        g_string_append (texts, quote);
    }
  add_numbers (text, "sums", (const double *)(gconstpointer)numbers->data, (int)numbers->len);
  g_string_append_printf (text, " %s\n", texts->str);
}

/* Returns a list with repeated groups of lines listed once. Free it with g_free. */
static char *
fold (const char *list)
{
  g_auto (GStrv) lines = g_strsplit (list, "\n", -1);
  guint n = g_strv_length (lines) - 1; /* the last line is empty */
  g_auto (GStrv) shapes = g_new0 (char *, n + 1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    shapes[i] = shape_of (lines[i], NULL);
  for (guint i = 0; i < n;)
    {
      guint best = 0, times = 1;

      for (guint p = 1; p <= LONGEST_GROUP && i + p * FEWEST_REPETITIONS <= n; p++)
        {
          guint found = repetitions (shapes, n, i, p);

          if (found >= FEWEST_REPETITIONS && found * p > times * best)
            {
              best = p;
              times = found;
            }
        }
      for (guint k = 0; k < MAX (best, 1); k++)
        g_string_append_printf (text, "%s\n", lines[i + k]);
      if (best > 0)
        g_string_append_printf (text, "%u times these %u lines\n", times, best);
      for (guint k = 0; k < best; k++)
        add_sums (text, lines, i + k, best, times);
      i += best > 0 ? best * times : 1;
    }
  return g_string_free (text, FALSE);
}

/* ---- comparison ---- */

struct DrawnTable
{
  char *record_to; /* NULL: the pictures are compared */
  GString *recorded;
  GHashTable *pictures; /* from the name of a picture to its lines */
  GHashTable *seen;
  char *fonts; /* the fonts of the table */
  int n_differences;
};

/* Returns the names of the fonts of texts and of formulas. Free it with g_free. */
static char *
fonts_in_use (void)
{
  g_autoptr (PangoLayout) layout = plot_text_layout ("x", 10, PLOT_TEXT_NORMAL);

  return g_strdup_printf ("%s, %s", pango_font_description_get_family (pango_layout_get_font_description (layout)),
                          plot_text_math_family ());
}

static gboolean
words_agree (const char *word, const char *recorded)
{
  char *end, *recorded_end;
  double value = g_ascii_strtod (word, &end), expected = g_ascii_strtod (recorded, &recorded_end);

  if (*word == '\0' || *recorded == '\0' || *end != '\0' || *recorded_end != '\0')
    return strcmp (word, recorded) == 0;
  return fabs (value - expected) <= TOLERANCE + RELATIVE_TOLERANCE * fabs (expected);
}

/* Returns whether two lines agree. A text in quotation marks is at the end of its line, and compared exactly. */
static gboolean
lines_agree (const char *line, const char *recorded)
{
  const char *quote = strchr (line, '"'), *recorded_quote = strchr (recorded, '"');
  g_autofree char *start = quote != NULL ? g_strndup (line, quote - line) : g_strdup (line);
  g_autofree char *recorded_start = recorded_quote != NULL ? g_strndup (recorded, recorded_quote - recorded) : g_strdup (recorded);
  g_auto (GStrv) words = g_strsplit_set (start, " :", -1), expected = g_strsplit_set (recorded_start, " :", -1);
  guint n = g_strv_length (words);

  if (g_strcmp0 (quote, recorded_quote) != 0 || n != g_strv_length (expected))
    return FALSE;
  for (guint k = 0; k < n; k++)
    if (!words_agree (words[k], expected[k]))
      return FALSE;
  return TRUE;
}

static void
compare (DrawnTable *table, const char *name, const char *text)
{
  const char *recorded = g_hash_table_lookup (table->pictures, name);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1), expected = g_strsplit (recorded != NULL ? recorded : "", "\n", -1);
  guint n = g_strv_length (lines), n_expected = g_strv_length (expected);
  int n_shown = 0;

  if (recorded == NULL)
    {
      table->n_differences++;
      g_test_message ("%s: the picture is not recorded", name);
      return;
    }
  for (guint k = 0; k < MAX (n, n_expected) && n_shown < MOST_SHOWN; k++)
    if (k >= n || k >= n_expected || !lines_agree (lines[k], expected[k]))
      {
        table->n_differences++;
        n_shown++;
        g_test_message ("%s, line %u:\n  drawn:    %s\n  recorded: %s", name, k + 1, k < n ? lines[k] : "",
                        k < n_expected ? expected[k] : "");
      }
}

static void
take_picture (DrawnTable *table, const char *name, const char *list)
{
  g_autofree char *text = fold (list);

  if (!g_hash_table_add (table->seen, g_strdup (name)))
    g_error ("two pictures have the name %s", name);
  if (table->record_to != NULL)
    g_string_append_printf (table->recorded, "== %s\n%s", name, text);
  else if (table->fonts == NULL)
    compare (table, name, text);
}

/* ---- drawing ---- */

/* Draws a view. Returns TRUE if a part was not drawn. */
static gboolean
draw_view (gpointer user, cairo_t *cr, const DrawnSize *size)
{
  PlotView *view = user;
  PlotCanvas canvas;

  plot_view_set_theme (view, plot_theme_get (size->is_file ? PLOT_THEME_PAPER : PLOT_THEME_LIGHT));
  if (!size->is_file)
    return plot_view_draw (view, cr, size->width, size->height, 1);
  plot_canvas_init_cairo (&canvas, cr, 1, TRUE);
  plot_view_draw_canvas (view, &canvas, size->width, size->height);
  return FALSE;
}

/* Number of columns and rows of the points at which a view is asked what is there. */
#define N_ACROSS 12
#define N_DOWN 7

static void
add_quoted (GString *text, const char *words)
{
  g_autoptr (GString) line = g_string_new (words != NULL ? words : "");

  g_string_replace (line, "\n", "\\n", 0);
  g_string_append_printf (text, " \"%s\"\n", line->str);
}

/* Appends what the view reports about the point (px, py), unless it is the same as at `last`. */
static void
add_hit (GString *text, PlotView *view, double px, double py, PlotHit *last)
{
  PlotHit hit;

  plot_view_hit (view, px, py, 12, &hit);
  if (hit.kind != last->kind || hit.layer != last->layer || (hit.layer != NULL && hit.index != last->index))
    {
      g_autofree char *readout = plot_view_readout (view, &hit);
      double at[2] = { px, py }, place[2] = { hit.px, hit.py };

      add_numbers (text, "hit", at, 2);
      g_string_append_printf (text, " kind %d column %d run %d %s", hit.kind, hit.column, hit.run,
                              hit.layer != NULL ? hit.layer->class->name : "-");
      if (hit.layer != NULL)
        {
          add_numbers (text, "at", place, 2);
          add_numbers (text, "distance", &hit.distance, 1);
        }
      add_quoted (text, readout);
    }
  *last = hit;
}

static void
add_found (GString *text, const char *name, const PlotHit *hit, const PlotHit *last)
{
  double place[2] = { hit->px, hit->py };

  if (hit->layer == last->layer && hit->index == last->index && hit->kind == last->kind)
    return;
  g_string_append_printf (text, "%s kind %d column %d run %d index %" G_GSIZE_FORMAT " %s", name, hit->kind, hit->column, hit->run,
                          hit->index, hit->layer->class->name);
  add_numbers (text, "at", place, 2);
  add_numbers (text, "distance", &hit->distance, 1);
  g_string_append_c (text, '\n');
}

/* Appends the ranges and scales of the axes, the numbers of the data, the stored points under crosshairs, the rejected attempts near
 * points, and sums over all hits on a fine grid. */
static void
add_places (GString *text, PlotView *view, const DrawnSize *size)
{
  const int across = 45, down = 30, n_steps = 8;
  PlotHit step, rejected, last_step = { 0 }, last_rejected = { 0 };
  PlotScale x, y;
  double low[2], high[2], corner[2], sums[6] = { 0 };
  guint64 serial = 0;

  plot_view_get_x_range (view, &low[0], &high[0]);
  plot_view_get_y_range (view, &low[1], &high[1]);
  plot_view_get_scales (view, &x, &y);
  plot_view_map (view, low[0], high[1], &corner[0], &corner[1]);
  for (int k = 0; k < plot_view_n_layers (view); k++)
    serial += plot_view_layer (view, k)->class->serial != NULL
                  ? (guint64)(k + 1) * plot_view_layer (view, k)->class->serial (plot_view_layer (view, k))
                  : 0;
  g_string_append_printf (text, "ranges %.6g to %.6g and %.6g to %.6g types %d %d data %" G_GUINT64_FORMAT, low[0], high[0], low[1],
                          high[1], x.type, y.type, serial);
  add_numbers (text, "corner", corner, 2);
  g_string_append_c (text, '\n');
  for (int i = 0; i < n_steps; i++)
    {
      double px = size->width * (i + 0.5) / n_steps;

      if (plot_view_hit_step (view, px, size->height * 0.45, 8, &step))
        {
          add_found (text, "step", &step, &last_step);
          last_step = step;
        }
      if (plot_view_hit_rejected (view, px, size->height * 0.5, 20, &rejected))
        {
          add_found (text, "rejected", &rejected, &last_rejected);
          last_rejected = rejected;
        }
    }
  for (int i = 0; i < across; i++)
    for (int j = 0; j < down; j++)
      {
        double px = size->width * i / across, py = size->height * j / down;
        PlotHit hit;

        plot_view_hit (view, px, py, 8, &hit);
        sums[0] += hit.kind;
        if (hit.layer == NULL)
          continue;
        sums[1] += 1;
        sums[2] += hit.column;
        sums[3] += hit.px - px;
        sums[4] += hit.py - py;
        sums[5] += hit.distance;
      }
  add_numbers (text, "hits", sums, G_N_ELEMENTS (sums));
  g_string_append_c (text, '\n');
}

/* Compares the sentence that describes the view, and what it says at points. */
static void
compare_texts (DrawnTable *table, const char *name, PlotView *view, const DrawnSize *size)
{
  g_autofree char *full = g_strdup_printf ("%s texts", name), *summary = plot_view_summary (view);
  g_autoptr (GString) text = g_string_new ("summary");
  PlotTimeAxis *axis = plot_view_time_axis (view);
  PlotHit last = { 0 };

  add_quoted (text, summary);
  add_places (text, view, size);
  for (int i = 0; i < N_ACROSS; i++)
    for (int j = 0; j < N_DOWN; j++)
      add_hit (text, view, size->width * (i + 0.5) / N_ACROSS, size->height * (j + 0.5) / N_DOWN, &last);
  for (int k = 1; axis != NULL && k < 4; k++)
    {
      double low, high;
      g_autofree char *readout = NULL;

      plot_time_axis_get_view (axis, &low, &high);
      readout = plot_view_readout_at (view, low + 0.25 * k * (high - low), k == 2 ? low + 0.4 * (high - low) : NAN, k == 3 ? 8 : INFINITY);
      g_string_append_printf (text, "values %d", k);
      add_quoted (text, readout);
    }
  take_picture (table, full, text->str);
}

void
drawn_table_view (DrawnTable *table, const char *name, unsigned sizes, PlotView *view)
{
  drawn_table_drawing (table, name, sizes & DRAWN_SMALL, draw_view, view);
  if (sizes & DRAWN_SMALL)
    compare_texts (table, name, view, &all_sizes[0]);
  drawn_table_drawing (table, name, sizes & ~DRAWN_SMALL, draw_view, view);
}

void
drawn_table_drawing (DrawnTable *table, const char *name, unsigned sizes, DrawnFunc draw, gpointer user)
{
  for (guint k = 0; k < G_N_ELEMENTS (all_sizes); k++)
    {
      const DrawnSize *size = &all_sizes[k];
      g_autofree char *full = g_strdup_printf ("%s %s", name, size->name);
      Drawn drawn = { .listener = { on_path, on_layout, on_image, on_clip, &drawn },
                      .text = g_string_new (NULL),
                      .points = g_string_new (NULL) };
      cairo_surface_t *surface;
      cairo_t *cr;

      if (sizes & 1 << k)
        {
          surface = size->is_file ? cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL)
                                  : cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int)size->width, (int)size->height);
          cr = cairo_create (surface);
          /* A view draws a long run in several frames. How many depends on the speed of the machine, but the complete picture does not. */
          while (draw (user, cr, size))
            ;
          plot_canvas_listen (surface, &drawn.listener);
          do
            {
              flush (&drawn);
              g_string_truncate (drawn.text, 0);
            }
          while (draw (user, cr, size));
          flush (&drawn);
          take_picture (table, full, drawn.text->str);
          cairo_destroy (cr);
          cairo_surface_destroy (surface);
        }
      g_string_free (drawn.text, TRUE);
      g_string_free (drawn.points, TRUE);
    }
}

/* ---- memory ---- */

/* Largest number of times that a view is made and freed. */
#define MOST_REPEATED 16

/* Returns the number of allocated bytes, or 0 if the C library does not tell it. */
static gsize
allocated (void)
{
#ifdef __GLIBC__
  return mallinfo2 ().uordblks;
#else
  return 0;
#endif
}

void
drawn_check_memory (const char *name, DrawnMakeFunc make, gconstpointer data)
{
  gsize before = 0;

  /* The first drawings fill caches of layouts and of the allocator, which keeps up to 7 freed blocks of each size. */
  for (int k = 0; k < MOST_REPEATED; k++)
    {
      PlotView *view = make (data);
      PlotTimeAxis *axis = plot_view_time_axis (view);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int)all_sizes[0].width, (int)all_sizes[0].height);
      cairo_t *cr = cairo_create (surface);

      while (draw_view (view, cr, &all_sizes[0]))
        ;
      plot_view_hit (view, all_sizes[0].width / 2, all_sizes[0].height / 2, 100, &(PlotHit){ 0 });
      g_free (plot_view_summary (view));
      if (axis != NULL)
        g_free (plot_view_readout_at (view, plot_time_axis_playhead (axis), NAN, INFINITY));
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
      plot_view_free (view);
      if (k > 0 && allocated () <= before)
        return;
      before = allocated ();
    }
  g_test_fail_printf ("%s: each drawing keeps memory", name);
}

void
drawn_table_check (DrawnTable *table)
{
  if (table->fonts != NULL)
    {
      g_autofree char *fonts = fonts_in_use ();
      g_autofree char *reason = g_strdup_printf ("the pictures are recorded with the fonts %s; those here are %s", table->fonts, fonts);

      g_test_skip (reason);
    }
  if (table->n_differences > 0)
    g_test_message ("%d differences. After an intended change: CONTRIBUTING.md, section 'Recorded pictures'.", table->n_differences);
  if (table->n_differences > 0)
    g_test_fail ();
  table->n_differences = 0;
}

DrawnTable *
drawn_table_open (int *argc, char ***argv, const char *name)
{
  DrawnTable *table = g_new0 (DrawnTable, 1);
  g_autofree char *fonts = fonts_in_use (), *path = NULL, *text = NULL;
  g_auto (GStrv) pictures = NULL;

  table->recorded = g_string_new (NULL);
  table->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  table->pictures = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (int k = 1; k + 1 < *argc; k++)
    if (strcmp ((*argv)[k], "--record") == 0)
      {
        table->record_to = g_strdup ((*argv)[k + 1]);
        for (int l = k; l + 2 <= *argc; l++)
          (*argv)[l] = (*argv)[l + 2];
        *argc -= 2;
      }
  if (table->record_to != NULL)
    {
      g_string_append_printf (table->recorded, "%s\n", fonts);
      return table;
    }
  path = g_build_filename (g_getenv ("G_TEST_SRCDIR") != NULL ? g_getenv ("G_TEST_SRCDIR") : "tests", "plot", name, NULL);
  if (!g_file_get_contents (path, &text, NULL, NULL))
    g_error ("%s cannot be read", path);
  pictures = g_strsplit (text, "\n== ", -1);
  if (strcmp (pictures[0], fonts) != 0)
    table->fonts = g_strdup (pictures[0]);
  for (guint k = 1; pictures[0] != NULL && pictures[k] != NULL; k++)
    {
      char *end = strchr (pictures[k], '\n');

      if (end == NULL)
        g_error ("%s: the picture '%s' has no lines", path, pictures[k]);
      /* All pictures end with a line end. That of all but the last one is part of the separator. */
      g_hash_table_insert (table->pictures, g_strndup (pictures[k], end - pictures[k]),
                           pictures[k + 1] != NULL ? g_strconcat (end + 1, "\n", NULL) : g_strdup (end + 1));
    }
  return table;
}

static void
test_all_drawn (gconstpointer data)
{
  const DrawnTable *table = data;
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, table->pictures);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_contains (table->seen, name))
      g_test_fail_printf ("%s: the table has this picture, but it was not drawn", (char *)name);
}

void
drawn_table_add_last_test (DrawnTable *table, const char *path)
{
  g_test_add_data_func (path, table, test_all_drawn);
}

void
drawn_table_close (DrawnTable *table)
{
  if (table->record_to != NULL && !g_file_set_contents (table->record_to, table->recorded->str, -1, NULL))
    g_error ("%s cannot be written", table->record_to);
  g_free (table->record_to);
  g_free (table->fonts);
  g_string_free (table->recorded, TRUE);
  g_hash_table_unref (table->pictures);
  g_hash_table_unref (table->seen);
  g_free (table);
}
