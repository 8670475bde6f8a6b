/* Computes the layout of a view: the place of each axis label, and from this the margins around the data
 * area. */
#include <math.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-view-hit.h"
#include "plot-view-private.h"

/* ---- title band ---- */

/* A remark that is a quantity ("*h* (s)") follows its title directly, another one after a comma. */
char *
plot_view_shown_y_label (const PlotView *view)
{
  if (view->y_label != NULL || !view->y_shown || view->title == NULL || view->remark == NULL || (view->title_shown && !view->theme.plain))
    return g_strdup (view->y_label);
  return g_strdup_printf ("%s%s %s", view->title, *view->remark == '*' || *view->remark == '(' ? "" : ",", view->remark);
}

/* Returns whether the title is shown. A theme for print omits a title that repeats the label of the vertical axis or the names at the
 * curves. */
gboolean
plot_view_has_title (const PlotView *view)
{
  g_autofree char *y_label = plot_view_shown_y_label (view);
  gboolean named = y_label != NULL;

  for (guint i = 0; i < view->layers->len; i++)
    {
      const PlotLayer *layer = g_ptr_array_index (view->layers, i);

      named |= plot_layer_is_shown (layer, &view->theme) && layer->direct && layer->label != NULL;
    }
  return view->title != NULL && !(view->theme.plain && named);
}

gboolean
plot_view_has_band (const PlotView *view)
{
  gboolean keys = FALSE;

  for (guint i = 0; i < view->layers->len; i++)
    {
      const PlotLayer *layer = g_ptr_array_index (view->layers, i);

      keys |= plot_layer_is_shown (layer, &view->theme) && layer->in_key && !layer->direct;
    }
  if (!view->title_shown)
    return view->keys_shown && keys;
  return view->letter != NULL || plot_view_has_title (view) || (view->theme.plain && keys);
}

double
plot_view_band (const PlotView *view)
{
  return plot_view_has_band (view) ? view->theme.band : view->title_shown ? view->theme.margin_top : 0;
}

/* ---- places of axis labels ---- */

/* Conditions of a view under which a place for an axis label can be used. */
enum
{
  NEEDS_TITLE = 1 << 0,         /* the title band is shown */
  NEEDS_NO_TITLE = 1 << 1,
  NEEDS_CARD = 1 << 2,          /* the theme is one for the window */
  NEEDS_CARD_OR_PLAIN = 1 << 3, /* the theme is for the window or for print */
  NEEDS_PLANE = 1 << 4,         /* the horizontal axis is not the shared time axis */
  NEEDS_TICK_LABELS = 1 << 5,   /* the horizontal axis has tick labels */
};

/* A possible place of an axis label, and the margin that it changes: the margin above the
 * data area for the vertical axis, the one below it for the horizontal axis. Lengths are
 * relative to the type size of the axis label, to that of tick labels, or to 1 px at the
 * usual size. */
typedef struct
{
  PlotLabelPlace place;
  unsigned needs;
  double widest;                  /* largest width of a label that fits, relative to its type size; 0: not limited */
  /* if not 0: the label must fit into the left margin beside tick labels of this width, relative to their type size */
  double beside_ticks;
  double by_label, by_tick, by_unit; /* lengths that are added to the margin above, or removed from the margin below */
} Place;

/* The places in order of preference. The first place is used whose conditions are met and in which the label fits. */

static const Place y_places[] = {
  /* 2.6 is the width of a tick label of three digits with its tick. Half of the tick label at the end of the axis is above the data
   * area. */
  { PLOT_LABEL_BESIDE, NEEDS_NO_TITLE, .beside_ticks = 2.6, .by_tick = 0.5 },
  { PLOT_LABEL_AT_TICKS, NEEDS_TITLE | NEEDS_CARD_OR_PLAIN, .by_label = 0.9 },
  { PLOT_LABEL_ROW, .by_label = 1.4 },
};

static const Place x_places[] = {
  /* With the widths 3 and 2, names such as "x" and "θ₁ (rad)" fit into the right margin, and in a row of tick labels they replace at most
   * one. */
  { PLOT_LABEL_BESIDE, NEEDS_NO_TITLE | NEEDS_PLANE, .widest = 3, .by_label = 1.25 },
  { PLOT_LABEL_AT_TICKS, NEEDS_TITLE | NEEDS_CARD | NEEDS_PLANE | NEEDS_TICK_LABELS, .widest = 2, .by_label = 1.1 },
  { PLOT_LABEL_ROW, NEEDS_CARD | NEEDS_PLANE, .by_unit = 4 },
  { PLOT_LABEL_ROW },
};

/* The places of an axis without a label. On a card the margin below a plane is smaller, with or without a
 * label. */
static const Place x_empty[] = { { PLOT_LABEL_NONE, NEEDS_CARD | NEEDS_PLANE, .by_unit = 4 }, { PLOT_LABEL_NONE } };
static const Place y_empty[] = { { PLOT_LABEL_NONE } };

static unsigned
met_needs (const PlotView *view)
{
  const PlotTheme *theme = &view->theme;

  return (view->title_shown ? NEEDS_TITLE : NEEDS_NO_TITLE) | (theme->card ? NEEDS_CARD : 0)
         | (theme->card || theme->plain ? NEEDS_CARD_OR_PLAIN : 0) | (view->time_axis == NULL ? NEEDS_PLANE : 0)
         | (view->x_labels_shown ? NEEDS_TICK_LABELS : 0);
}

/* Returns the first of `places` whose conditions are met and in which this label (NULL: none) fits, for a view with the left margin `left`.
 * A label always fits into the last place. */
static const Place *
choose_place (const PlotView *view, const Place *places, const char *label, double left)
{
  unsigned met = met_needs (view);
  double width = label != NULL ? plot_view_label_width (view, label) : 0;

  for (;; places++)
    if ((places->needs & ~met) == 0 && (places->widest == 0 || width < places->widest * view->theme.size_label)
        && (places->beside_ticks == 0 || width + places->beside_ticks * view->theme.size_tick < left))
      return places;
}

static double
place_size (const PlotTheme *theme, const Place *place)
{
  return place->by_label * theme->size_label + place->by_tick * theme->size_tick + place->by_unit * theme->line_grid;
}

/* ---- margins around the data area ---- */

/* Margins on a card in px at the usual size: between the title band and the data area, and below a
 * scene. */
#define UNDER_BAND 1
#define UNDER_SCENE 14
/* Left margin of planes on a card, as a fraction of that of plots over time: tick labels of planes rarely have more than three
 * digits. */
#define PLANE_LEFT 0.8

double
plot_view_label_width (const PlotView *view, const char *label)
{
  g_autoptr (PangoLayout) layout = plot_text_layout (label, view->theme.size_label, PLOT_TEXT_NORMAL);
  double width;

  plot_text_measure (layout, &width, NULL, NULL);
  return width;
}

double
plot_view_tick_width (const PlotTheme *theme, const char *label)
{
  g_autoptr (PangoLayout) layout = plot_text_layout (label, theme->size_tick, PLOT_TEXT_NORMAL);
  double width;

  plot_text_measure (layout, &width, NULL, NULL);
  return width;
}

/* Returns the left margin of a plane on a card. It is smaller than that of plots over time if the tick labels are short
 * enough. */
static double
plane_left (PlotView *view)
{
  const PlotTheme *theme = &view->theme;
  double left = PLANE_LEFT * theme->margin_left, ends[2];
  char label[64];

  if (isnan (view->y.low))
    plot_view_ranges (view);
  if (view->y.log || !(view->y.high > view->y.low))
    return theme->margin_left;
  ends[0] = view->y.low;
  ends[1] = view->y.high;
  for (int i = 0; i < 2; i++)
    {
      /* An axis of the usual height has at least four ticks, whose distance determines the last digit of the labels. */
      double step = pow (10, floor (log10 ((view->y.high - view->y.low) / 4)));

      plot_format_tick (round (ends[i] / step) * step, step, label, sizeof label);
      if (plot_view_tick_width (theme, label) + theme->tick + theme->size_tick * 0.4 > left)
        return theme->margin_left;
    }
  return left;
}

static double
left_margin (PlotView *view)
{
  const PlotTheme *theme = &view->theme;

  if (!view->y_shown && view->time_axis == NULL) /* views that share a time axis keep equal margins */
    return theme->margin_free;
  return view->time_axis != NULL || !theme->card ? theme->margin_left : plane_left (view);
}

/* Returns the margin that the label of a curve with a second line needs. Other labels may be wider than the margin. */
static double
label_margin (const PlotView *view, const PlotLayer *layer)
{
  const PlotTheme *theme = &view->theme;
  g_autoptr (PangoLayout) name = plot_text_layout (layer->label, theme->size_label, PLOT_TEXT_BOLD);
  g_autoptr (PangoLayout) remark = plot_text_layout (layer->remark, theme->size_remark, PLOT_TEXT_NORMAL);
  double first, second;

  plot_text_measure (name, &first, NULL, NULL);
  plot_text_measure (remark, &second, NULL, NULL);
  return fmax (theme->margin_right, fmax (first, second) + theme->size_label * 0.9);
}

/* Largest fraction of the width that names in the right margin take. */
#define MOST_NAMES 0.4

/* Returns the margin that the names of all curves need in the type size of the theme, or 0 if the margin of the view is not meant for names. width is that of
 * the view. */
static double
names_margin (const PlotView *view, double width)
{
  const PlotTheme *theme = &view->theme;
  double widest = 0, needed;

  if (view->margins[1] <= theme->margin_right)
    return 0;
  for (guint i = 0; i < view->layers->len; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);
      g_autoptr (PangoLayout) layout = NULL;

      if (!layer->direct || layer->label == NULL || !plot_layer_is_shown (layer, theme))
        continue;
      layout = plot_text_layout (layer->label, theme->size_label, PLOT_TEXT_BOLD);
      plot_text_measure (layout, &needed, NULL, NULL);
      widest = fmax (widest, needed + theme->size_label * 0.45 + 3);
    }
  return fmin (widest, MOST_NAMES * width);
}

static double
right_margin (const PlotView *view, double width)
{
  const PlotTheme *theme = &view->theme;
  double right = view->time_axis != NULL ? theme->margin_right : theme->margin_free;

  /* The margin of the view is that for names in the window. On a page it is as wide as the names. */
  if (!isnan (view->margins[1]) && !theme->card && names_margin (view, width) > 0)
    return names_margin (view, width);
  if (!isnan (view->margins[1]))
    return fmax (view->margins[1] * theme->line_grid, names_margin (view, width));
  if (view->time_axis != NULL)
    return right;
  for (guint i = 0; i < view->layers->len; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);

      if (layer->direct && plot_layer_is_shown (layer, theme) && layer->label != NULL)
        right = fmax (right, layer->remark != NULL ? label_margin (view, layer) : theme->margin_right);
    }
  if (view->x_label_place == PLOT_LABEL_BESIDE)
    right = fmax (right, plot_view_label_width (view, view->x_label) + theme->size_label * 0.9);
  /* Half of the tick label at the end of an axis that is not shared extends into the margin. */
  return view->x_shown ? fmax (right, theme->size_tick * 1.2) : right;
}

double
plot_view_knob_room (const PlotView *view)
{
  return view->knob_radius > 0 ? fmax (0, (view->knob_radius + 1) * view->theme.line_grid - view->theme.tick) : 0;
}

/* Returns the margin below the data area. `place` is the place of the label of the horizontal
 * axis. */
static double
bottom_margin (const PlotView *view, const Place *place)
{
  const PlotTheme *theme = &view->theme;

  if (!view->x_shown)
    return theme->card ? UNDER_SCENE * theme->line_grid : theme->margin_free;
  return view->x_labels_shown ? theme->margin_bottom + plot_view_knob_room (view) - place_size (theme, place) : theme->margin_top + 4;
}

/* Largest part of the height of a view that the title band and the key may take. */
#define MOST_KEYS 0.4

/* Height of a row of plot_view_set_lanes with the gap below it, relative to the size of remarks, and the largest part of the height of the
 * data area that the rows may take. */
#define ROW_HEIGHT 1.9
#define MOST_ROWS 0.3

void
plot_view_set_lanes (PlotView *view, int n)
{
  view->n_lanes = n;
  view->serial++;
}

void
plot_view_layout (PlotView *view, double width, double height)
{
  const PlotTheme *theme = &view->theme;
  g_autofree char *y_label = plot_view_shown_y_label (view);
  gboolean has_x = view->x_shown && view->x_label != NULL, has_y = view->y_shown && y_label != NULL;
  gboolean band = plot_view_band (view) == theme->band;
  double left = left_margin (view), right, top, bottom;
  const Place *x_place = choose_place (view, has_x ? x_places : x_empty, has_x ? view->x_label : NULL, left);
  const Place *y_place = choose_place (view, has_y ? y_places : y_empty, has_y ? y_label : NULL, left);

  view->x_label_place = x_place->place;
  view->y_label_place = y_place->place;
  top = plot_view_band (view) + (theme->card && band ? UNDER_BAND * theme->line_grid : theme->margin_top) + place_size (theme, y_place);
  /* The data area begins below the key, unless this would take too much of the height. */
  if (view->keys_bottom < MOST_KEYS * height)
    top = fmax (top, view->keys_bottom);
  bottom = bottom_margin (view, x_place);
  view->lanes_height = ROW_HEIGHT * theme->size_remark * view->n_lanes;
  if (view->lanes_height > MOST_ROWS * (height - top - bottom))
    view->lanes_height = 0;
  top += view->lanes_height;
  right = right_margin (view, width);
  if (!isnan (view->margins[0]))
    left = view->margins[0] * theme->line_grid;
  if (view->shared_x != NULL && !view->leads_x && view->shared_x->width > 0)
    {
      left = view->shared_x->left;
      right = width - left - view->shared_x->width;
    }
  view->width = width;
  view->height = height;
  view->left = round (left);
  view->top = round (top);
  view->area_width = fmax (round (width - right) - view->left, 1);
  view->area_height = fmax (round (height - bottom) - view->top, 1);
}

/* Space above each lane of the strip, as a fraction of the height of a lane. */
#define STRIP_GAP 0.3

void
plot_view_set_strip (PlotView *view, int lanes)
{
  view->strip = lanes * (1 + STRIP_GAP);
  view->serial++;
}

gboolean
plot_view_has_strip (const PlotView *view)
{
  return view->strip > 0 && view->strip * plot_layer_limits_lane (&view->theme) < 0.5 * view->area_height;
}

void
plot_view_frame (PlotView *view, PlotCanvas *canvas, PlotFrame *frame)
{
  double right = view->left + view->area_width;
  double strip = plot_view_has_strip (view) ? view->strip * plot_layer_limits_lane (&view->theme) : 0;
  double bottom = view->top + view->area_height - strip;
  /* The underflow band of a logarithmic axis is at most a tenth of the data
   * area. */
  double band_y = view->y.underflow ? fmin (view->theme.size_tick * 1.2, view->area_height / 10) : 0;
  double band_x = view->x.underflow ? fmin (view->theme.size_tick * 1.2, view->area_width / 10) : 0;

  plot_scale_init (&view->x_scale, view->x.log ? PLOT_SCALE_LOG : PLOT_SCALE_LINEAR, view->x.low, view->x.high,
                   view->x_reversed ? right - band_x : view->left + band_x, view->x_reversed ? view->left : right);
  plot_scale_init (&view->y_scale, view->y.log ? PLOT_SCALE_LOG : PLOT_SCALE_LINEAR, view->y.low, view->y.high, bottom - band_y,
                   view->top);
  view->x_scale.band = band_x;
  view->y_scale.band = band_y;
  *frame = (PlotFrame) { canvas, &view->theme, &view->x_scale, &view->y_scale, view->left, view->top, view->area_width,
                         view->area_height, view->time_axis, 0, FALSE, view->title_shown, view->top + view->area_height - bottom,
                         view->x_labels_shown ? 0 : view->height - view->top - view->area_height, view->lanes_height };
}
