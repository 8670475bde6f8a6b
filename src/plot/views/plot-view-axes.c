/* Draws the part of a view that is cached between frames: background, title band, key, grid, axes, ticks. */
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-view-private.h"

int
plot_view_keys (PlotLayer *layer, const PlotFrame *frame, PlotKey *keys, int n)
{
  static const char dots[] = "…";
  const gsize longest = sizeof keys->label - 1;
  int n_keys = layer->class->keys != NULL ? layer->class->keys (layer, frame, keys, n) : 0;

  for (int i = 0; i < n_keys; i++)
    {
      char *label = keys[i].label;
      const char *end;

      if (strlen (label) < longest)
        continue;
      label[longest - strlen (dots)] = '\0';
      g_utf8_validate (label, -1, &end);
      strcpy (label + (end - label), dots);
    }
  return n_keys;
}

/* ---- title band ---- */

static double
draw_key_mark (PlotFrame *frame, const PlotKey *key, double right, double y)
{
  const PlotTheme *theme = frame->theme;
  double size = theme->size_remark;

  if (key->marker == PLOT_MARKER_NONE)
    {
      double length = size * 1.55;

      plot_canvas_line (frame->canvas, right - length, y, right, y, &key->pen);
      return length;
    }
  plot_canvas_marker (frame->canvas, key->marker, right - size * 0.35, y, key->marker == PLOT_MARKER_DISC ? size * 0.24 : size * 0.3,
                      fmax (theme->cross_width, size * 0.12), key->color, theme->background);
  return size * 0.7;
}

static int
collect_keys (PlotView *view, PlotFrame *frame, PlotKey *keys)
{
  int n = 0;

  for (guint i = 0; i < view->layers->len && n < PLOT_MAX_KEYS; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);

      int first = n;

      if (!plot_layer_is_shown (layer, frame->theme))
        continue;
      n += plot_view_keys (layer, frame, keys + n, PLOT_MAX_KEYS - n);
      for (int k = first; k < n; k++)
        {
          keys[k].rank += layer->rank;
          /* A curve with a label at its end needs no entry in the key. */
          if (frame->theme->plain && layer->direct && isfinite (keys[n - 1].end_y))
            keys[k].in_key = FALSE;
        }
    }
  /* Sort by rank; the sort is stable. */
  for (int i = 1; i < n; i++)
    for (int k = i; k > 0 && keys[k - 1].rank > keys[k].rank; k--)
      {
        PlotKey swap = keys[k];

        keys[k] = keys[k - 1];
        keys[k - 1] = swap;
      }
  return n;
}

/* Returns whether the label of the vertical axis has a row below the title, in which keys can be. */
static gboolean
has_label_row (const PlotView *view)
{
  return view->theme.card && view->time_axis == NULL && view->y_label_place == PLOT_LABEL_AT_TICKS;
}

/* Space below the baseline of the last line of the key, relative to its type size. */
#define KEY_DESCENT 0.35

/* Returns the space that an entry of the key takes beside its text. */
static double
space_of (const PlotKey *key, const PlotTheme *theme)
{
  return theme->size_remark * (key->marker == PLOT_MARKER_NONE ? 2.1 : 1.2);
}

/* Makes the text of an entry of the key. A name that is wider than `most` px, such as that of a file, loses letters in its middle. Free it with g_object_unref. */
static PangoLayout *
key_layout (const PlotKey *key, const PlotTheme *theme, double most, double *width)
{
  PangoLayout *layout = plot_text_layout (key->label, theme->size_remark, PLOT_TEXT_NORMAL);

  plot_text_measure (layout, width, NULL, NULL);
  if (*width > most && most > 0)
    {
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_MIDDLE);
      pango_layout_set_width (layout, (int)(most * PANGO_SCALE));
      plot_text_measure (layout, width, NULL, NULL);
    }
  return layout;
}

/* Draws the entries of the key, right-aligned. Those that do not fit beside the title are on further lines below. Stores the lower edge of
 * these lines in the view. */
static void
draw_keys (PlotView *view, PlotFrame *frame, double title_end, double baseline)
{
  const PlotTheme *theme = frame->theme;
  PlotKey keys[PLOT_MAX_KEYS];
  double widths[PLOT_MAX_KEYS], gap = theme->size_remark * 1.3, left = title_end, all = 0;
  double right = view->width - (view->band_reserve > 0 ? view->band_reserve : theme->margin_free);
  double whole = view->width - theme->margin_free - fmin (frame->left, title_end - 1); /* width of a line below the title */
  int n = collect_keys (view, frame, keys), n_shown = 0, picked[PLOT_MAX_KEYS];

  for (int i = 0; i < n; i++)
    {
      g_autoptr (PangoLayout) layout = NULL;

      if (!keys[i].in_key || keys[i].label[0] == '\0')
        continue;
      layout = key_layout (&keys[i], theme, whole - space_of (&keys[i], theme), &widths[n_shown]);
      widths[n_shown] += space_of (&keys[i], theme) + gap;
      picked[n_shown++] = i;
    }
  view->keys_bottom = 0;
  for (int i = 0; i < n_shown; i++)
    all += widths[i];
  /* Keys that fit into the row of the axis label are not split into two lines. */
  if (has_label_row (view) && left + all > right && frame->left + all <= view->width - theme->margin_free)
    {
      baseline = fmax (plot_view_band (view) + theme->size_remark, baseline + 1.3 * theme->size_remark);
      left = fmin (frame->left, title_end - 1);
      right = view->width - theme->margin_free;
    }
  for (int first = 0, end; first < n_shown; first = end)
    {
      double total = 0, x;

      for (end = first; end < n_shown && (left + total + widths[end] <= right || (left < title_end && end == first)); end++)
        total += widths[end];
      x = right - total + gap;
      for (int k = first; k < end; k++)
        {
          const PlotKey *key = &keys[picked[k]];
          double mark = key->marker == PLOT_MARKER_NONE ? theme->size_remark * 1.55 : theme->size_remark * 0.7;
          double width;
          g_autoptr (PangoLayout) layout = key_layout (key, theme, whole - space_of (key, theme), &width);

          draw_key_mark (frame, key, x + mark, baseline - theme->size_remark * 0.34);
          plot_canvas_layout (frame->canvas, layout, x + mark + theme->size_remark * 0.5, baseline, 0, theme->text, left < title_end ? theme->halo : 0,
                              theme->background);
          x += widths[k];
        }
      if (left < title_end && end > first)
        view->keys_bottom = baseline + KEY_DESCENT * theme->size_remark;
      /* Further lines use the whole width; a line has one entry at least. */
      baseline += left < title_end ? 1.3 * theme->size_remark : fmax (plot_view_band (view) + theme->size_remark - baseline, 1.3 * theme->size_remark);
      left = fmin (frame->left, title_end - 1);
      right = view->width - theme->margin_free;
    }
}

/* Returns the width of all keys in the band, with the gaps between them. */
static double
measure_keys (PlotView *view, PlotFrame *frame)
{
  const PlotTheme *theme = frame->theme;
  PlotKey keys[PLOT_MAX_KEYS];
  int n = collect_keys (view, frame, keys);
  double total = 0;

  for (int i = 0; i < n; i++)
    if (keys[i].in_key && keys[i].label[0] != '\0')
      {
        double width, space = space_of (&keys[i], theme);
        g_autoptr (PangoLayout) layout = key_layout (&keys[i], theme, view->width - theme->margin_free - frame->left - space, &width);

        total += width + space + theme->size_remark * 1.3;
      }
  return total;
}

/* Returns the remark without the last phrases that do not fit up to `right`; "" if the first one does not. */
static char *
shorten (const char *remark, double size, double x, double right)
{
  char *text = g_strdup (remark);

  while (*text != '\0')
    {
      g_autoptr (PangoLayout) layout = plot_text_layout (text, size, PLOT_TEXT_NORMAL);
      char *comma = strrchr (text, ',');
      double width;

      plot_text_measure (layout, &width, NULL, NULL);
      if (x + width <= right)
        break;
      *(comma != NULL ? comma : text) = '\0';
    }
  return text;
}

/* Draws the remark and returns its width. Its last phrases are omitted if the keys would have no room beside them, and those that do not fit
 * beside the room for buttons. If the keys have no room beside the first phrase either, or if the label of the vertical axis has a row below,
 * the last keys are on further lines. */
static double
draw_remark (PlotView *view, PlotFrame *frame, double x, double baseline)
{
  const PlotTheme *theme = frame->theme;
  double right = view->band_reserve > 0 ? view->width - view->band_reserve : INFINITY;
  double before_keys = view->width - (view->band_reserve > 0 ? view->band_reserve : theme->margin_free) - measure_keys (view, frame) - theme->size_title * 0.7;
  g_autofree char *text = shorten (view->remark, theme->size_remark, x, fmin (right, before_keys));

  /* The keys are in the row of the axis label if there is one, so that the remark is complete. */
  if (*text == '\0' || (has_label_row (view) && strcmp (text, view->remark) != 0))
    {
      g_free (text);
      text = shorten (view->remark, theme->size_remark, x, right);
    }
  return *text != '\0' ? plot_canvas_text (frame->canvas, text, theme->size_remark, PLOT_TEXT_NORMAL, x, baseline, 0, theme->secondary) : 0;
}

/* Draws the title band. power is the power of ten of the tick labels of the vertical axis, which is drawn after the remark; NULL: none. */
static void
draw_band (PlotView *view, PlotFrame *frame, const char *power)
{
  const PlotTheme *theme = frame->theme;
  double x = theme->margin_free - 2, baseline = theme->band * 0.5 + theme->size_title * 0.36;
  PlotCanvas *canvas = frame->canvas;

  if (!plot_view_has_band (view))
    return;
  if (!theme->card)
    {
      x = 0;
      baseline = theme->size_title;
    }
  if (view->letter != NULL && view->title_shown)
    x += plot_canvas_text (canvas, view->letter, theme->size_title, PLOT_TEXT_BOLD, x, baseline, 0, theme->text) + theme->size_title * 0.6;
  if (plot_view_has_title (view) && view->title_shown)
    x += plot_canvas_text (canvas, view->title, theme->size_title, theme->card ? PLOT_TEXT_BOLD : PLOT_TEXT_NORMAL, x, baseline, 0,
                           theme->text) + theme->size_title * 0.7;
  if (view->remark != NULL && view->title_shown && !theme->plain)
    x += draw_remark (view, frame, x, baseline) + theme->size_title * (power != NULL ? 0.4 : 0.7);
  if (power != NULL)
    x += plot_canvas_text (canvas, power, theme->size_remark, PLOT_TEXT_NORMAL, x, baseline, 0, theme->secondary) + theme->size_title * 0.7;
  draw_keys (view, frame, x, baseline);
}

void
plot_view_measure_keys (PlotView *view, const PlotFrame *frame)
{
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cr = cairo_create (surface);
  PlotCanvas canvas;
  PlotFrame unseen = *frame;

  plot_canvas_init_cairo (&canvas, cr, 1, TRUE);
  unseen.canvas = &canvas;
  draw_band (view, &unseen, NULL);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* ---- axes ---- */

static PlotPen
text_pen (const PlotTheme *theme, double opacity, double width)
{
  return (PlotPen) { .color = plot_color_fade (theme->text, opacity), .width = width, .butt = TRUE };
}

/* Returns the position of the centre of a thin line that covers whole pixels. */
static double
crisp (const PlotFrame *frame, double v)
{
  if (frame->canvas->vector)
    return v;
  return (floor (v * frame->canvas->scale) + 0.5 * fmax (1, round (frame->theme->line_grid * frame->canvas->scale)))
         / frame->canvas->scale;
}

static void
draw_grid (PlotView *view, PlotFrame *frame, const PlotTick *x_ticks, int n_x, const PlotTick *y_ticks, int n_y)
{
  const PlotTheme *theme = frame->theme;
  PlotPen across = text_pen (theme, theme->grid_across, theme->line_grid), up = text_pen (theme, theme->grid_up, theme->line_grid);
  PlotPen zero = text_pen (theme, theme->zero_line, theme->line_axis);
  double right = frame->left + frame->width, bottom = frame->top + frame->height;

  for (int i = 0; theme->grid && view->y_shown && i < n_y; i++)
    if (y_ticks[i].major && y_ticks[i].value != 0)
      plot_canvas_line (frame->canvas, frame->left, crisp (frame, y_ticks[i].pixel), right, crisp (frame, y_ticks[i].pixel), &across);
  for (int i = 0; theme->grid && view->x_shown && i < n_x; i++)
    if (x_ticks[i].major && (x_ticks[i].value != 0 || view->time_axis != NULL))
      plot_canvas_line (frame->canvas, crisp (frame, x_ticks[i].pixel), frame->top, crisp (frame, x_ticks[i].pixel), bottom, &up);
  if (view->y_shown && !view->y.log && view->y.low < 0 && view->y.high > 0)
    {
      double y = crisp (frame, plot_scale_map (frame->y, 0));

      plot_canvas_line (frame->canvas, frame->left, y, right, y, &zero);
    }
  if (view->x_shown && view->time_axis == NULL && !view->x.log && view->x.low < 0 && view->x.high > 0)
    {
      double x = crisp (frame, plot_scale_map (frame->x, 0));

      plot_canvas_line (frame->canvas, x, frame->top, x, bottom, &zero);
    }
}

/* Divides tick labels that do not fit into the left margin by a power of ten, which is written above the axis: 3, 2, 1 with ×10⁻¹⁵. Returns
 * FALSE if they fit unchanged. */
static gboolean
take_power (PlotFrame *frame, PlotTick *ticks, int n, char *power, gsize size)
{
  double space = frame->left - frame->theme->tick - frame->theme->size_tick * 0.3, reach = 0, unit;
  gboolean fits = TRUE;
  int exponent;

  for (int i = 0; i < n; i++)
    {
      g_autoptr (PangoLayout) layout = plot_text_layout (ticks[i].label, frame->theme->size_tick, PLOT_TEXT_NORMAL);
      double width;

      plot_text_measure (layout, &width, NULL, NULL);
      fits &= width <= space;
      reach = fmax (reach, fabs (ticks[i].value));
    }
  if (fits || n < 2 || frame->y->type == PLOT_SCALE_LOG)
    return FALSE;
  exponent = (int) floor (log10 (reach) + 1e-9);
  /* Labels with these exponents are not in scientific notation, so division would not make them shorter. */
  if (exponent >= -2 && exponent < 5)
    return FALSE;
  unit = pow (10, exponent);
  for (int i = 0; i < n; i++)
    plot_format_tick (ticks[i].value / unit, (ticks[1].value - ticks[0].value) / unit, ticks[i].label, sizeof ticks[i].label);
  g_strlcpy (power, "×", size);
  plot_format_power (exponent, power + strlen ("×"), size - strlen ("×"));
  return TRUE;
}

/* Draws the vertical axis. power is the power of ten of its tick labels; NULL: none. in_band is TRUE if the title band shows this power. */
static void
draw_y_axis (PlotView *view, PlotFrame *frame, PlotTick *ticks, int n, const char *power, gboolean in_band)
{
  const PlotTheme *theme = frame->theme;
  PlotPen pen = text_pen (theme, theme->base_line, theme->line_axis);
  double lowest = frame->top + frame->height;
  /* The captions of a strip are beside it, so that no label reaches into it. */
  double lowest_baseline = frame->strip > 0 ? lowest - frame->strip : INFINITY;
  g_autofree char *y_label = plot_view_shown_y_label (view);

  for (int i = 0; i < n; i++)
    {
      double y = crisp (frame, ticks[i].pixel), length = ticks[i].major ? theme->tick : theme->tick_minor;

      if (view->y.log)
        plot_canvas_line (frame->canvas, frame->left - length, y, frame->left, y, &pen);
      if (ticks[i].major && ticks[i].label[0] != '\0')
        plot_canvas_text (frame->canvas, ticks[i].label, theme->size_tick, PLOT_TEXT_NORMAL,
                          frame->left - theme->tick - theme->size_tick * 0.3,
                          fmin (ticks[i].pixel + theme->size_tick * 0.36, lowest_baseline), 1, theme->secondary);
    }
  if (frame->y->band > 0)
    {
      /* Values ≤ 0 have no position on a logarithmic scale. An oblique line marks the break between the axis and their band. */
      double y = lowest - frame->y->band;

      plot_canvas_rectangle (frame->canvas, frame->left, y, frame->width, frame->y->band, plot_color_fade (theme->text, 0.05));
      plot_canvas_line (frame->canvas, frame->left - theme->tick, y + 2, frame->left + theme->tick, y - 2, &pen);
      plot_canvas_text (frame->canvas, "≤ 0", theme->size_tick, PLOT_TEXT_NORMAL, frame->left - theme->tick - theme->size_tick * 0.3,
                        lowest - frame->y->band / 2 + theme->size_tick * 0.36, 1, theme->secondary);
    }
  if (y_label != NULL)
    {
      g_autofree char *label = power != NULL ? g_strdup_printf ("%s  %s", y_label, power) : g_strdup (y_label);
      g_autoptr (PangoLayout) layout = plot_text_layout (label, theme->size_label, PLOT_TEXT_NORMAL);
      double right = frame->left - theme->tick - theme->size_tick * 0.3, width;

      plot_text_measure (layout, &width, NULL, NULL);
      if (view->y_label_place == PLOT_LABEL_BESIDE)
        plot_canvas_layout (frame->canvas, layout, fmax (right - theme->size_tick * 1.6, width + 2), frame->top + theme->size_label * 0.8,
                            1,
                            theme->text, 0, theme->text);
      else
        {
          /* TRUE if a tick label is at the upper end of the axis, just below the axis label. */
          gboolean high = n > 0 && ticks[n - 1].pixel < frame->top + theme->size_tick * 0.6;

          /* Let a wide label start at the left edge of the title. */
          if (width > right - theme->tick)
            right = fmax (right, width + (theme->card ? theme->margin_free : 4) - 2);
          plot_canvas_layout (frame->canvas, layout, right,
                              frame->top - theme->size_label * (view->y_label_place != PLOT_LABEL_AT_TICKS ? 1.05 : high ? 0.95 : 0.7), 1,
                              theme->text, 0, theme->text);
        }
    }
  else if (power != NULL && !in_band)
    {
      /* Without space above the axis, as in lecture mode, the power is between the two highest tick labels. */
      gboolean above = frame->top >= theme->size_tick * 1.8;
      double right = above ? frame->left : frame->left - theme->tick - theme->size_tick * 0.3;
      double y = above ? frame->top - theme->size_tick * 0.75 : (ticks[n - 1].pixel + ticks[n - 2].pixel) / 2 + theme->size_tick * 0.36;

      plot_canvas_text (frame->canvas, power, theme->size_tick, PLOT_TEXT_NORMAL, right, y, 1, theme->secondary);
    }
}

static void
draw_x_axis (PlotView *view, PlotFrame *frame, const PlotTick *ticks, int n)
{
  const PlotTheme *theme = frame->theme;
  PlotPen pen = text_pen (theme, theme->base_line, theme->line_axis);
  double room = plot_view_knob_room (view), bottom = frame->top + frame->height, y = crisp (frame, bottom), right = frame->left + frame->width;
  double row = bottom + theme->tick + theme->size_tick * 1.1 + room;
  double limit = INFINITY, band = view->x_reversed ? right - frame->x->band : frame->left; /* left edge of the underflow band */

  if (view->x_label_place == PLOT_LABEL_AT_TICKS)
    limit = right - plot_view_label_width (view, view->x_label) - theme->size_tick * 0.5;
  if (frame->x->band > 0)
    plot_canvas_rectangle (frame->canvas, band, frame->top, frame->x->band, frame->height, plot_color_fade (theme->text, 0.05));
  if (!view->x_labels_shown)
    return;
  plot_canvas_line (frame->canvas, frame->left, y, right, y, &pen);
  for (int i = 0; i < n; i++)
    {
      double x = crisp (frame, ticks[i].pixel), length = ticks[i].major ? theme->tick : theme->tick_minor;

      plot_canvas_line (frame->canvas, x, y, x, y + length, &pen);
      if (ticks[i].major && ticks[i].label[0] != '\0' && (frame->x->band <= 0 || fabs (ticks[i].pixel - (view->x_reversed ? right : frame->left)) > theme->size_tick * 3)
          && ticks[i].pixel + plot_view_tick_width (theme, ticks[i].label) / 2 < limit)
        plot_canvas_text (frame->canvas, ticks[i].label, theme->size_tick, PLOT_TEXT_NORMAL, ticks[i].pixel, row, 0.5, theme->secondary);
    }
  if (frame->x->band > 0)
    plot_canvas_text (frame->canvas, "≤ 0", theme->size_tick, PLOT_TEXT_NORMAL, band + frame->x->band / 2, row, 0.5, theme->secondary);
  if (view->x_label_place == PLOT_LABEL_AT_TICKS)
    plot_canvas_text (frame->canvas, view->x_label, theme->size_label, PLOT_TEXT_NORMAL, right, row, 1, theme->text);
  else if (view->x_label_place == PLOT_LABEL_BESIDE)
    plot_canvas_text (frame->canvas, view->x_label, theme->size_label, PLOT_TEXT_NORMAL, right + theme->size_label * 0.35,
                      bottom + theme->size_label * 0.3, 0, theme->text);
  else if (view->x_label != NULL)
    plot_canvas_text (frame->canvas, view->x_label, theme->size_label, PLOT_TEXT_NORMAL, right,
                      bottom + theme->tick + theme->size_tick * 1.2 + theme->size_label * 1.25 + room, 1, theme->text);
}

void
plot_view_draw_unreached (PlotView *view, PlotFrame *frame)
{
  double reached = view->time_axis != NULL ? plot_time_axis_reached (view->time_axis) : NAN;
  double x, right = frame->left + frame->width;

  if (isnan (reached))
    return;
  x = fmax (plot_scale_map (frame->x, reached), frame->left);
  if (x < right)
    plot_canvas_rectangle (frame->canvas, x, frame->top, right - x, frame->height,
                           plot_color_fade (frame->theme->text, frame->theme->unreached));
}

void
plot_view_draw_static (PlotView *view, PlotCanvas *canvas, PlotFrame *frame)
{
  const PlotTheme *theme = frame->theme;
  PlotTick x_ticks[PLOT_MAX_TICKS], y_ticks[PLOT_MAX_TICKS];
  char power[48];
  gboolean scaled, in_band;
  int n_x, n_y;

  /* Labels that are powers of ten need more horizontal space. */
  n_x = view->x_shown ? plot_ticks (frame->x, theme->tick_gap_x, theme->size_tick * 3.6, theme->minor_decade, x_ticks) : 0;
  n_y = view->y_shown ? plot_ticks (frame->y, theme->tick_gap_y, theme->decade_gap, theme->minor_decade, y_ticks) : 0;
  scaled = take_power (frame, y_ticks, n_y, power, sizeof power);
  /* On a card without an axis label, the title is just above the end of the axis, so the power is shown in the title band. */
  in_band = scaled && theme->card && view->y_label == NULL && plot_view_has_band (view);
  draw_band (view, frame, in_band ? power : NULL);
  draw_grid (view, frame, x_ticks, n_x, y_ticks, n_y);
  plot_canvas_push_clip (canvas, frame->left, frame->top, frame->width, frame->height);
  plot_view_draw_plane (view, frame, PLOT_PLANE_BACK);
  plot_canvas_pop_clip (canvas);
  if (view->y_shown)
    draw_y_axis (view, frame, y_ticks, n_y, scaled ? power : NULL, in_band);
  if (view->x_shown)
    draw_x_axis (view, frame, x_ticks, n_x);
}
