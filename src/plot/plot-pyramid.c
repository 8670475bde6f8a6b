#include "plot-pyramid.h"

#include <math.h>

/* Level 0 covers 16 rows an entry: 1 MB of pairs per million rows and at most 30 rows read at ragged ends. */
#define SHIFT 4
#define N_LEVELS 40

typedef struct { double low, high; } Pair;

struct PlotPyramid
{
  GArray *rows;             /* of double: the ends need single rows */
  GArray *levels[N_LEVELS]; /* of Pair, complete entries only */
  Pair open;
};

static const Pair none = { INFINITY, -INFINITY };

static Pair
join (Pair a, Pair b)
{
  return (Pair) { a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high };
}

PlotPyramid *
plot_pyramid_new (void)
{
  PlotPyramid *pyramid = g_new0 (PlotPyramid, 1);

  pyramid->rows = g_array_new (FALSE, FALSE, sizeof (double));
  pyramid->open = none;
  return pyramid;
}

void
plot_pyramid_clear (PlotPyramid *pyramid)
{
  g_array_set_size (pyramid->rows, 0);
  for (int i = 0; i < N_LEVELS; i++)
    g_clear_pointer (&pyramid->levels[i], g_array_unref);
  pyramid->open = none;
}

void
plot_pyramid_free (PlotPyramid *pyramid)
{
  if (pyramid == NULL)
    return;
  plot_pyramid_clear (pyramid);
  g_array_unref (pyramid->rows);
  g_free (pyramid);
}

static void
push (PlotPyramid *pyramid, int level, Pair pair)
{
  GArray *entries = pyramid->levels[level];

  if (entries == NULL)
    entries = pyramid->levels[level] = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_array_append_val (entries, pair);
  if (entries->len % 2 == 0)
    push (pyramid, level + 1, join (g_array_index (entries, Pair, entries->len - 2), g_array_index (entries, Pair, entries->len - 1)));
}

void
plot_pyramid_append (PlotPyramid *pyramid, double value)
{
  g_array_append_val (pyramid->rows, value);
  if (value < pyramid->open.low)
    pyramid->open.low = value;
  if (value > pyramid->open.high)
    pyramid->open.high = value;
  if (pyramid->rows->len % (1u << SHIFT) == 0)
    {
      push (pyramid, 0, pyramid->open);
      pyramid->open = none;
    }
}

gsize
plot_pyramid_n_rows (const PlotPyramid *pyramid)
{
  return pyramid->rows->len;
}

static void
take (const PlotPyramid *pyramid, gsize row, Pair *range)
{
  double value = g_array_index (pyramid->rows, double, row);

  if (value < range->low)
    range->low = value;
  if (value > range->high)
    range->high = value;
}

void
plot_pyramid_range (const PlotPyramid *pyramid, gsize first, gsize last, double *low, double *high)
{
  const gsize mask = (1u << SHIFT) - 1;
  Pair range = none;
  gsize i, j;

  last = MIN (last, pyramid->rows->len);
  while (first < last && (first & mask) != 0)
    take (pyramid, first++, &range);
  while (last > first && (last & mask) != 0)
    take (pyramid, --last, &range);
  i = first >> SHIFT;
  j = last >> SHIFT;
  for (int level = 0; i < j; level++, i >>= 1, j >>= 1)
    {
      if (i & 1)
        range = join (range, g_array_index (pyramid->levels[level], Pair, i++));
      if (j & 1)
        range = join (range, g_array_index (pyramid->levels[level], Pair, --j));
    }
  *low = range.low;
  *high = range.high;
}
