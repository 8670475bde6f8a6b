/* Stores the pixels that a layout covers, for a few positions within a pixel, and draws text from them. */
#include "plot-text-mask.h"

#include <math.h>

/* Number of horizontal positions within a pixel for which a mask is made. The position error of at most 1/8 px is invisible, and a label
 * that moves with an axis needs only four masks. */
#define PHASES 4
/* Largest number of masks of one layout: all positions, with and without halo, for two scales. */
#define MOST_MASKS 16

typedef struct
{
  double x_scale, y_scale, halo;
  int phase;
  cairo_surface_t *surface; /* A8 surface, in device pixels */
  int left, top;            /* upper left corner of the surface, relative to the pixel in which the baseline starts */
} Mask;

static void
mask_clear (gpointer data)
{
  cairo_surface_destroy (((Mask *) data)->surface);
}

static GArray *
masks_of (PangoLayout *layout)
{
  GArray *masks = g_object_get_data (G_OBJECT (layout), "plot-text-masks");

  if (masks == NULL)
    {
      masks = g_array_new (FALSE, FALSE, sizeof (Mask));
      g_array_set_clear_func (masks, mask_clear);
      g_object_set_data_full (G_OBJECT (layout), "plot-text-masks", masks, (GDestroyNotify) g_array_unref);
    }
  return masks;
}

static void
mask_draw (Mask *mask, PangoLayout *layout)
{
  PangoRectangle ink;
  double margin = mask->halo / 2 + 1, baseline = pango_layout_get_baseline (layout) / (double) PANGO_SCALE, left, top, right, bottom;
  cairo_t *cr;

  pango_layout_get_extents (layout, &ink, NULL);
  left = (ink.x / (double) PANGO_SCALE - margin) * mask->x_scale;
  top = (ink.y / (double) PANGO_SCALE - baseline - margin) * mask->y_scale;
  right = ((ink.x + ink.width) / (double) PANGO_SCALE + margin) * mask->x_scale;
  bottom = ((ink.y + ink.height) / (double) PANGO_SCALE - baseline + margin) * mask->y_scale;
  mask->left = (int) floor (left);
  mask->top = (int) floor (top);
  /* One more column is needed for the fractional position. */
  mask->surface = cairo_image_surface_create (CAIRO_FORMAT_A8, (int) ceil (right) - mask->left + 1, (int) ceil (bottom) - mask->top + 1);
  cr = cairo_create (mask->surface);
  cairo_translate (cr, mask->phase / (double) PHASES - mask->left, -mask->top);
  cairo_scale (cr, mask->x_scale, mask->y_scale);
  cairo_move_to (cr, 0, -baseline);
  pango_cairo_layout_path (cr, layout);
  if (mask->halo > 0)
    {
      cairo_set_line_width (cr, mask->halo);
      cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
      cairo_stroke (cr);
    }
  else
    cairo_fill (cr);
  cairo_destroy (cr);
}

static const Mask *
find_mask (PangoLayout *layout, const Mask *wanted)
{
  GArray *masks = masks_of (layout);

  for (guint i = 0; i < masks->len; i++)
    {
      const Mask *mask = &g_array_index (masks, Mask, i);

      if (mask->phase == wanted->phase && mask->halo == wanted->halo && mask->x_scale == wanted->x_scale
          && mask->y_scale == wanted->y_scale)
        return mask;
    }
  if (masks->len >= MOST_MASKS)
    g_array_set_size (masks, 0);
  g_array_append_vals (masks, wanted, 1);
  mask_draw (&g_array_index (masks, Mask, masks->len - 1), layout);
  return &g_array_index (masks, Mask, masks->len - 1);
}

gboolean
plot_text_mask_paint (cairo_t *cr, PangoLayout *layout, double x, double y, double halo)
{
  cairo_matrix_t matrix;
  double device_x, device_y, column;
  const Mask *mask;
  cairo_pattern_t *pattern;

  cairo_get_matrix (cr, &matrix);
  if (matrix.xy != 0 || matrix.yx != 0 || matrix.xx <= 0 || matrix.yy <= 0)
    return FALSE;
  cairo_surface_get_device_scale (cairo_get_target (cr), &device_x, &device_y);
  cairo_user_to_device (cr, &x, &y);
  x = rint (x * device_x * PHASES) / PHASES;
  column = floor (x);
  mask = find_mask (layout, &(Mask) { matrix.xx * device_x, matrix.yy * device_y, halo, (int) ((x - column) * PHASES) });
  cairo_save (cr);
  cairo_identity_matrix (cr);
  cairo_scale (cr, 1 / device_x, 1 / device_y);
  cairo_translate (cr, column + mask->left, rint (y * device_y) + mask->top);
  pattern = cairo_pattern_create_for_surface (mask->surface);
  cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
  cairo_mask (cr, pattern);
  cairo_pattern_destroy (pattern);
  cairo_restore (cr);
  return TRUE;
}
