/* Chooses a palette for drawings. A few flat colours fill almost all pixels and must not change. The many shades of antialiased edges are
 * reduced by median cut (Heckbert, Color image quantization for frame buffer display, SIGGRAPH 1982): the box of colours with the largest
 * error is split at the median of its longest side until there are enough boxes, and each box is represented by its mean. */
#include <math.h>

#include "plot-movie-palette.h"

/* Number of the most frequent colours that are kept unchanged. A theme has about twenty
 * colours for background, grid, curves and text, and overlaps produce about twenty
 * more. */
#define KEPT 64

typedef struct { guint32 color; guint count; } Shade;

struct PlotPalette
{
  GHashTable *counts;   /* colour + 1 → number of pixels */
  GHashTable *indices;  /* colour + 1 → palette index + 1 */
  guint32 colors[256];
  int n;
};

PlotPalette *
plot_palette_new (void)
{
  PlotPalette *palette = g_new0 (PlotPalette, 1);

  palette->counts = g_hash_table_new (NULL, NULL);
  palette->indices = g_hash_table_new (NULL, NULL);
  return palette;
}

void
plot_palette_free (PlotPalette *palette)
{
  g_hash_table_unref (palette->counts);
  g_hash_table_unref (palette->indices);
  g_free (palette);
}

void
plot_palette_count (PlotPalette *palette, const PlotPicture *picture)
{
  gsize n = (gsize) picture->width * picture->height;

  /* Neighbouring pixels often have the same colour, so each sequence of equal pixels is counted with one lookup. */
  for (gsize i = 0; i < n;)
    {
      guint32 color = picture->pixels[i];
      gsize first = i;
      gpointer key = GUINT_TO_POINTER (color + 1);
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (palette->counts, key));

      while (i < n && picture->pixels[i] == color)
        i++;
      g_hash_table_insert (palette->counts, key, GUINT_TO_POINTER (count + (guint) (i - first)));
    }
}

static int
channel (guint32 color, int which)
{
  return (int) (color >> (16 - 8 * which) & 0xff);
}

static int
more_first (gconstpointer a, gconstpointer b)
{
  const Shade *x = a, *y = b;

  return x->count != y->count ? (x->count > y->count ? -1 : 1) : (x->color > y->color) - (x->color < y->color);
}

typedef struct { guint first, last; int axis, span; guint64 weight; } Box;

static void
measure (const Shade *shades, Box *box)
{
  box->weight = 0;
  box->span = -1;
  for (int c = 0; c < 3; c++)
    {
      int low = 255, high = 0;

      for (guint i = box->first; i < box->last; i++)
        {
          low = MIN (low, channel (shades[i].color, c));
          high = MAX (high, channel (shades[i].color, c));
        }
      if (high - low > box->span)
        {
          box->span = high - low;
          box->axis = c;
        }
    }
  for (guint i = box->first; i < box->last; i++)
    box->weight += shades[i].count;
}

static int
along (gconstpointer a, gconstpointer b, gpointer axis)
{
  return channel (((const Shade *) a)->color, GPOINTER_TO_INT (axis)) - channel (((const Shade *) b)->color, GPOINTER_TO_INT (axis));
}

/* Splits a box at the median of its pixels along its longest side; each part has at least one shade. Returns the upper part. */
static Box
split (Shade *shades, Box *box)
{
  Box upper = *box;
  guint64 half = 0;
  guint at = box->first;

  g_qsort_with_data (shades + box->first, (gint) (box->last - box->first), sizeof *shades, along, GINT_TO_POINTER (box->axis));
  while (at + 1 < box->last && (at == box->first || 2 * half < box->weight))
    half += shades[at++].count;
  box->last = upper.first = at;
  measure (shades, box);
  measure (shades, &upper);
  return upper;
}

static guint32
mean (const Shade *shades, const Box *box)
{
  guint64 sums[3] = { 0, 0, 0 };

  for (guint i = box->first; i < box->last; i++)
    for (int c = 0; c < 3; c++)
      sums[c] += (guint64) shades[i].count * channel (shades[i].color, c);
  return (guint32) ((sums[0] / box->weight) << 16 | (sums[1] / box->weight) << 8 | (sums[2] / box->weight));
}

static void
cut (PlotPalette *palette, Shade *shades, guint n, int most)
{
  g_autofree Box *boxes = g_new (Box, most);
  int n_boxes = 1;

  boxes[0] = (Box) { .last = n };
  measure (shades, &boxes[0]);
  while (n_boxes < most)
    {
      int widest = -1;
      double best = 0;

      for (int i = 0; i < n_boxes; i++)
        {
          /* The error of a box is its squared size times the square root of its number of pixels. With the number itself, large areas of
           * nearly equal colours would use up colours that small areas with visible differences need. */
          double cost = (double) boxes[i].span * boxes[i].span * pow ((double) boxes[i].weight, 0.5);

          if (boxes[i].last - boxes[i].first > 1 && cost > best)
            {
              best = cost;
              widest = i;
            }
        }
      if (widest < 0)
        break;
      boxes[n_boxes] = split (shades, &boxes[widest]);
      n_boxes++;
    }
  for (int i = 0; i < n_boxes; i++)
    palette->colors[palette->n++] = mean (shades, &boxes[i]);
}

void
plot_palette_choose (PlotPalette *palette, int most)
{
  g_autoptr (GArray) shades = g_array_new (FALSE, FALSE, sizeof (Shade));
  GHashTableIter iter;
  gpointer key, count;
  guint kept;

  g_hash_table_iter_init (&iter, palette->counts);
  while (g_hash_table_iter_next (&iter, &key, &count))
    g_array_append_val (shades, ((Shade) { GPOINTER_TO_UINT (key) - 1, GPOINTER_TO_UINT (count) }));
  g_array_sort (shades, more_first);
  palette->n = 0;
  kept = shades->len <= (guint) most ? shades->len : (guint) MIN (KEPT, most - 1);
  for (guint i = 0; i < kept; i++)
    palette->colors[palette->n++] = g_array_index (shades, Shade, i).color;
  if (shades->len > kept)
    cut (palette, &g_array_index (shades, Shade, kept), shades->len - kept, most - (int) kept);
  for (int i = 0; i < palette->n; i++)
    g_hash_table_insert (palette->indices, GUINT_TO_POINTER (palette->colors[i] + 1), GINT_TO_POINTER (i + 1));
}

int
plot_palette_n_colors (const PlotPalette *palette)
{
  return palette->n;
}

guint32
plot_palette_color (const PlotPalette *palette, int index)
{
  return palette->colors[index];
}

int
plot_palette_find (PlotPalette *palette, guint32 color)
{
  gpointer key = GUINT_TO_POINTER (color + 1);
  int known = GPOINTER_TO_INT (g_hash_table_lookup (palette->indices, key)), best = 0, nearest = G_MAXINT;

  if (known > 0)
    return known - 1;
  for (int i = 0; i < palette->n; i++)
    {
      int distance = 0;

      for (int c = 0; c < 3; c++)
        distance += (channel (palette->colors[i], c) - channel (color, c)) * (channel (palette->colors[i], c) - channel (color, c));
      if (distance < nearest)
        {
          nearest = distance;
          best = i;
        }
    }
  g_hash_table_insert (palette->indices, key, GINT_TO_POINTER (best + 1));
  return best;
}
