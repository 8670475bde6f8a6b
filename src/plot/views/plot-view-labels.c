/* Draws direct labels: the names of curves at their ends or beside the playhead. Labels that would overlap are moved apart. */
#include <math.h>
#include <string.h>

#include "plot-view-private.h"

typedef struct
{
  char text[96];
  PlotColor color;
  double wanted, y;
  double width;
  const char *remark;  /* second line, for example a value; NULL: none */
  gboolean in_key;
  const char *name;    /* text of the label without the value */
} Label;

static int
compare_labels (gconstpointer a, gconstpointer b)
{
  const Label *la = a, *lb = b;

  return la->wanted < lb->wanted ? -1 : la->wanted > lb->wanted;
}

/* Moves the labels to a distance of at least `gap`, in their order and with the least sum of squared displacements. With z_i = y_i − i·gap
 * the constraint y_{i+1} − y_i ≥ gap becomes z_{i+1} ≥ z_i. This is isotonic regression, solved by the pool-adjacent-violators algorithm
 * (Barlow, Bartholomew, Bremner and Brunk, Statistical inference under order restrictions, 1972): a block of violators gets the mean of its
 * wanted positions. */
static void
spread (Label *labels, int n, double gap, double low, double high)
{
  typedef struct { double sum; int n; } Block;
  Block blocks[PLOT_MAX_KEYS];
  int n_blocks = 0, k = 0;

  for (int i = 0; i < n; i++)
    {
      blocks[n_blocks++] = (Block) { labels[i].wanted - i * gap, 1 };
      while (n_blocks > 1 && blocks[n_blocks - 2].sum / blocks[n_blocks - 2].n > blocks[n_blocks - 1].sum / blocks[n_blocks - 1].n)
        {
          blocks[n_blocks - 2].sum += blocks[n_blocks - 1].sum;
          blocks[n_blocks - 2].n += blocks[n_blocks - 1].n;
          n_blocks--;
        }
    }
  for (int b = 0; b < n_blocks; b++)
    for (int i = 0; i < blocks[b].n; i++, k++)
      labels[k].y = blocks[b].sum / blocks[b].n + k * gap;
  /* Move the labels into [low, high], first the lowest ones up and then the highest ones down. */
  for (int i = n - 1; i >= 0; i--)
    labels[i].y = fmin (labels[i].y, i == n - 1 ? high : labels[i + 1].y - gap);
  for (int i = 0; i < n; i++)
    labels[i].y = fmax (labels[i].y, i == 0 ? low : labels[i - 1].y + gap);
}

/* Removes labels until the others have enough space. Each time, the second of the two closest labels is removed. Returns the number of
 * labels that remain. */
static int
drop (Label *labels, int n, double gap, double space)
{
  while (n > 1 && (n - 1) * gap > space)
    {
      int closest = 1;

      for (int i = 2; i < n; i++)
        if (labels[i].wanted - labels[i - 1].wanted < labels[closest].wanted - labels[closest - 1].wanted)
          closest = i;
      memmove (labels + closest, labels + closest + 1, (n - closest - 1) * sizeof *labels);
      n--;
    }
  return n;
}

/* Distance at which curves are sampled, in px. The next constant is the largest displacement of a label, relative to the type size. */
#define SAMPLE_DISTANCE 1.5
#define MOST_LINES 2.5

/* Returns whether no curve passes through a box. */
static gboolean
is_free (const PlotView *view, const PlotFrame *frame, double left, double right, double top, double bottom)
{
  for (guint i = 0; i < view->layers->len; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);
      double last = NAN;

      if (!plot_layer_is_shown (layer, frame->theme) || (layer->class->at == NULL && layer->class->range == NULL))
        continue;
      /* A curve may oscillate between two samples, so use its ranges. */
      for (double x = left; layer->class->range != NULL && x < right; x += SAMPLE_DISTANCE)
        {
          double low, high;

          if (layer->class->range (layer, plot_scale_unmap (frame->x, x), plot_scale_unmap (frame->x, fmin (x + SAMPLE_DISTANCE, right)), &low, &high)
              && plot_scale_map (frame->y, high) < bottom && plot_scale_map (frame->y, low) > top)
            return FALSE;
        }
      for (double x = left; layer->class->range == NULL && x < right + SAMPLE_DISTANCE; x += SAMPLE_DISTANCE)
        {
          double t, value, y;

          if (!layer->class->at (layer, plot_scale_unmap (frame->x, x), &t, &value))
            break;
          y = plot_scale_map (frame->y, value);
          if (fmin (y, isnan (last) ? y : last) < bottom && fmax (y, isnan (last) ? y : last) > top)
            return FALSE;
          last = y;
        }
    }
  return TRUE;
}

/* Finds the free place for label i that is nearest to its wanted position. It must be below the previous labels, because labels have the
 * order of their curves. Returns FALSE if there is none. */
static gboolean
find_place (const PlotView *view, const PlotFrame *frame, Label *labels, int i, double right)
{
  double size = frame->theme->size_label, wanted = labels[i].y;

  for (double off = 0; off < MOST_LINES * size; off = off > 0 ? -off : SAMPLE_DISTANCE - off)
    {
      double y = wanted + off;
      gboolean clear = y - 0.6 * size > frame->top && y + 0.6 * size < frame->top + frame->height
                       && is_free (view, frame, right - labels[i].width, right, y - 0.6 * size, y + 0.6 * size);

      for (int k = 0; k < i && clear; k++)
        clear = isnan (labels[k].y) || y - labels[k].y >= 1.1 * size;
      if (!clear)
        continue;
      labels[i].y = y;
      return TRUE;
    }
  return FALSE;
}

/* Draws labels beside a playhead that is near the right border. Labels that fit are drawn to its right. Others are drawn to its left if
 * there is free space there; if not, to its right with their names only. */
static void
draw_at_border (const PlotView *view, PlotFrame *frame, Label *labels, int n, double x)
{
  const PlotTheme *theme = frame->theme;

  for (int i = 0; i < n; i++)
    {
      gboolean fits = x + labels[i].width <= view->width - 2;
      gboolean moved = !fits && find_place (view, frame, labels, i, x - theme->size_label * 1.4);
      g_autoptr (PangoLayout) layout = plot_text_layout (fits || moved ? labels[i].text : labels[i].name, theme->size_label,
                                                         PLOT_TEXT_BOLD);
      double width;

      plot_text_measure (layout, &width, NULL, NULL);
      if (!moved && x + width > view->width - 2)
        {
          labels[i].y = NAN;
          continue;
        }
      plot_canvas_layout (frame->canvas, layout, moved ? x - theme->size_label * 1.4 : x, labels[i].y + theme->size_label * 0.36,
                          moved ? 1 : 0,
                          labels[i].color, theme->halo, theme->background);
    }
}

/* Collects the direct labels of visible curves that end inside the data area. The label of a curve above zero is moved up by `shift`, that
 * of a curve below zero down. Returns the number of labels, and sets *widest to the largest width. */
static int
collect_labels (const PlotView *view, PlotFrame *frame, double shift, Label *labels, double *widest)
{
  const PlotTheme *theme = frame->theme;
  double zero = frame->y->type == PLOT_SCALE_LINEAR ? plot_scale_map (frame->y, 0) + 1 : frame->top + frame->height;
  PlotKey keys[PLOT_MAX_KEYS];
  int n = 0, n_seen = 0;

  *widest = 0;
  for (guint i = 0; i < view->layers->len && n_seen < PLOT_MAX_KEYS; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);
      int n_keys = 0;

      if (plot_layer_is_shown (layer, theme) && layer->direct)
        n_keys = plot_view_keys (layer, frame, keys, PLOT_MAX_KEYS - n_seen);
      n_seen += n_keys;
      for (int k = 0; k < n_keys; k++)
        {
          g_autoptr (PangoLayout) layout = NULL;
          Label *label = &labels[n];

          if (!(keys[k].end_y >= frame->top - 1 && keys[k].end_y <= frame->top + frame->height + 1) || keys[k].label[0] == '\0')
            continue;
          g_strlcpy (label->text, keys[k].label, sizeof label->text);
          layout = plot_text_layout (label->text, theme->size_label, PLOT_TEXT_BOLD);
          plot_text_measure (layout, &label->width, NULL, NULL);
          *widest = fmax (*widest, label->width);
          label->wanted = keys[k].end_y + (keys[k].end_y > zero ? shift : -shift);
          label->color = keys[k].text_color;
          label->in_key = keys[k].named && !theme->plain;
          label->name = layer->label != NULL ? layer->label : "";
          label->remark = layer->remark != NULL && strcmp (label->text, label->name) == 0 ? layer->remark : NULL;
          n++;
        }
    }
  return n;
}

void
plot_view_draw_labels (PlotView *view, PlotFrame *frame)
{
  const PlotTheme *theme = frame->theme;
  Label labels[PLOT_MAX_KEYS];
  double playhead = view->time_axis != NULL ? plot_time_axis_playhead (view->time_axis) : NAN;
  double x = frame->left + frame->width + theme->size_label * 0.45, widest, align = 0;
  /* A right margin that is wider than that of the theme is reserved for labels: they are drawn there, not at the playhead. */
  gboolean in_margin = !isnan (view->margins[1]) && view->margins[1] > theme->margin_right;
  gboolean inside = !in_margin && !isnan (playhead) && plot_scale_zone (frame->x, playhead) == PLOT_ZONE_INSIDE;
  /* The curve continues to the right of the playhead. So the label is above the curve for positive values and below it for negative
   * values. */
  int n = collect_labels (view, frame, inside ? 0.6 * theme->size_label : 0, labels, &widest);
  double below = 0; /* height of the second line */

  if (n == 0)
    return;
  for (int i = 0; i < n; i++)
    if (labels[i].remark != NULL)
      below = 1.2 * theme->size_remark;
  qsort (labels, n, sizeof *labels, compare_labels);
  n = drop (labels, n, theme->size_label * 1.2 + below, frame->height - theme->size_label * 0.8 - below);
  spread (labels, n, theme->size_label * 1.2 + below, frame->top + theme->size_label * 0.5, frame->top + frame->height - theme->size_label * 0.3 - below);
  if (inside)
    x = plot_scale_map (frame->x, playhead) + theme->size_label * 0.7;
  if (inside && x + widest > view->width - 2)
    {
      draw_at_border (view, frame, labels, n, x);
      return;
    }
  if (x + widest > view->width - 2)
    {
      align = 1;
      x = view->width - 2;
    }
  for (int i = 0; i < n; i++)
    {
      g_autoptr (PangoLayout) layout = plot_text_layout (labels[i].text, theme->size_label, PLOT_TEXT_BOLD);

      /* Labels at the border would cover the curves. Labels that are also in the title band are omitted; others are moved to a free place
       * nearby. */
      if (!inside && align == 1 && labels[i].in_key)
        continue;
      if (!inside && align == 1)
        find_place (view, frame, labels, i, x);
      plot_canvas_layout (frame->canvas, layout, x, labels[i].y + theme->size_label * 0.36, align, labels[i].color, theme->halo,
                          theme->background);
      if (labels[i].remark != NULL)
        {
          g_autoptr (PangoLayout) second = plot_text_layout (labels[i].remark, theme->size_remark, PLOT_TEXT_NORMAL);

          plot_canvas_layout (frame->canvas, second, x, labels[i].y + theme->size_label * 0.36 + below, align, labels[i].color, theme->halo,
                              theme->background);
        }
    }
}
