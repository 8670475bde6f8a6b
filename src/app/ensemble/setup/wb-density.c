/* Computes quantiles, densities and ranges of distributions, and draws their curves or bars. */
#include "wb-density.h"

#include <math.h>

#include "wb-style.h"

struct _WbDensity
{
  GtkWidget parent_instance;
  WbDistribution distribution;
  int width, height;
};

G_DEFINE_FINAL_TYPE (WbDensity, wb_density, GTK_TYPE_WIDGET)

/* ---- distributions ---- */

WbDistribution
wb_distribution_parse (const char *text)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) offsets = g_array_new (FALSE, FALSE, sizeof (int));
  WbDistribution result = { MODEL_DRAW_NONE, 0, { 0 } };
  g_autofree char *name = NULL;
  const char *usage;
  ModelDraw draw;
  int n;

  if (!model_distribution_split (text, &name, arguments, offsets) || !model_distribution_find (name, &draw, &n, &usage)
      || (n > 0 && (int) arguments->len != n) || arguments->len > G_N_ELEMENTS (result.a))
    return result;
  result.n = (int) arguments->len;
  for (int k = 0; k < result.n; k++)
    {
      char *end;
      const char *argument = g_strstrip (arguments->pdata[k]);

      result.a[k] = g_ascii_strtod (argument, &end);
      if (end == argument || *end != '\0')
        return (WbDistribution) { MODEL_DRAW_NONE, 0, { 0 } };
    }
  result.draw = draw;
  return result;
}

/* Returns the inverse of the standard normal distribution function. It bisects erf, which is accurate enough for pictures and readouts. */
static double
normal_quantile (double p)
{
  double low = -40, high = 40;

  for (int k = 0; k < 80; k++)
    {
      double middle = (low + high) / 2;

      if (0.5 * erfc (-middle / sqrt (2)) < p)
        low = middle;
      else
        high = middle;
    }
  return (low + high) / 2;
}

double
wb_distribution_quantile (const WbDistribution *d, double p)
{
  switch (d->draw)
    {
    case MODEL_DRAW_NORMAL: return d->a[0] + d->a[1] * normal_quantile (p);
    case MODEL_DRAW_UNIFORM: return d->a[0] + p * (d->a[1] - d->a[0]);
    case MODEL_DRAW_LOGNORMAL: return exp (d->a[0] + d->a[1] * normal_quantile (p));
    case MODEL_DRAW_EXPONENTIAL: return -log1p (-p) / d->a[0];
    default: return NAN;
    }
}

double
wb_distribution_density (const WbDistribution *d, double x)
{
  double z;

  switch (d->draw)
    {
    case MODEL_DRAW_NORMAL:
      z = (x - d->a[0]) / d->a[1];
      return exp (-z * z / 2) / (d->a[1] * sqrt (2 * G_PI));
    case MODEL_DRAW_UNIFORM:
      return x >= d->a[0] && x <= d->a[1] ? 1 / (d->a[1] - d->a[0]) : 0;
    case MODEL_DRAW_LOGNORMAL:
      if (!(x > 0))
        return 0;
      z = (log (x) - d->a[0]) / d->a[1];
      return exp (-z * z / 2) / (x * d->a[1] * sqrt (2 * G_PI));
    case MODEL_DRAW_EXPONENTIAL:
      return x >= 0 ? d->a[0] * exp (-d->a[0] * x) : 0;
    default:
      return 0;
    }
}

gboolean
wb_distribution_range (const WbDistribution *d, double *low, double *high)
{
  double margin;

  switch (d->draw)
    {
    case MODEL_DRAW_UNIFORM:
      margin = 0.35 * (d->a[1] - d->a[0]);
      *low = d->a[0] - margin;
      *high = d->a[1] + margin;
      break;
    case MODEL_DRAW_CHOICE:
      *low = *high = d->a[0];
      for (int k = 1; k < d->n; k++)
        {
          *low = fmin (*low, d->a[k]);
          *high = fmax (*high, d->a[k]);
        }
      margin = *high > *low ? 0.15 * (*high - *low) : 1;
      *low -= margin;
      *high += margin;
      break;
    case MODEL_DRAW_EXPONENTIAL:
      *high = wb_distribution_quantile (d, 0.985);
      *low = -0.15 * *high;
      break;
    case MODEL_DRAW_NORMAL:
    case MODEL_DRAW_LOGNORMAL:
      *low = wb_distribution_quantile (d, 0.003);
      *high = wb_distribution_quantile (d, 0.997);
      break;
    default:
      return FALSE;
    }
  return isfinite (*low) && isfinite (*high) && *high > *low;
}

/* ---- the widget ---- */

double
wb_distribution_probability (const WbDistribution *d, int k)
{
  int n = 0;

  for (int i = 0; i < d->n; i++)
    n += d->a[i] == d->a[k];
  return d->draw == MODEL_DRAW_CHOICE ? (double) n / d->n : 0;
}

void
wb_distribution_draw_bars (const WbDistribution *d, cairo_t *cr, double left, double right, double top, double bottom)
{
  double low, high, most = 0;

  if (!wb_distribution_range (d, &low, &high))
    return;
  for (int k = 0; k < d->n; k++)
    most = fmax (most, wb_distribution_probability (d, k));
  for (int k = 0; k < d->n; k++)
    {
      double height = (bottom - top) * wb_distribution_probability (d, k) / most;

      cairo_rectangle (cr, left + (d->a[k] - low) / (high - low) * (right - left) - 1.5, bottom - height, 3, height);
    }
  cairo_fill (cr);
}

/* Traces the density over the pixel columns; a jump becomes a vertical line. */
static void
trace (const WbDistribution *d, cairo_t *cr, double low, double high, double width, double height, double top)
{
  double scale = 0;

  for (int k = 0; k <= 4 * (int) width; k++)
    scale = fmax (scale, wb_distribution_density (d, low + (high - low) * k / (4 * width)));
  cairo_move_to (cr, 0, height);
  for (int k = 0; k <= 4 * (int) width; k++)
    cairo_line_to (cr, k / 4.0, height - (height - top) * wb_distribution_density (d, low + (high - low) * k / (4 * width)) / scale);
  cairo_line_to (cr, width, height);
}

static void
wb_density_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbDensity *self = WB_DENSITY (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget) - 1, low, high;
  const PlotTheme *theme = wb_style_plot_theme ();
  PlotColor color = theme->series[0];
  cairo_t *cr;

  if (!wb_distribution_range (&self->distribution, &low, &high) || width < 4 || height < 4)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height + 1));
  cairo_set_line_width (cr, 1.4);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (self->distribution.draw == MODEL_DRAW_CHOICE)
    {
      cairo_set_source_rgb (cr, color.r, color.g, color.b);
      wb_distribution_draw_bars (&self->distribution, cr, 0, width, height * 0.15, height - 1);
    }
  else
    {
      trace (&self->distribution, cr, low, high, width, height, height * 0.12);
      cairo_set_source_rgba (cr, color.r, color.g, color.b, 0.2);
      cairo_fill_preserve (cr);
      cairo_set_source_rgb (cr, color.r, color.g, color.b);
      cairo_stroke (cr);
    }
  cairo_destroy (cr);
}

static void
wb_density_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                    int *natural_baseline)
{
  WbDensity *self = WB_DENSITY (widget);

  *minimum = *natural = (int) wb_style_px (orientation == GTK_ORIENTATION_HORIZONTAL ? self->width : self->height);
}

static void
wb_density_class_init (WbDensityClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = wb_density_snapshot;
  widget_class->measure = wb_density_measure;
  gtk_widget_class_set_css_name (widget_class, "density");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
on_style (gpointer user)
{
  gtk_widget_queue_draw (user);
}

static void
wb_density_init (WbDensity *self)
{
  wb_style_watch (on_style, G_OBJECT (self));
}

GtkWidget *
wb_density_new (int width, int height)
{
  WbDensity *self = g_object_new (WB_TYPE_DENSITY, NULL);

  self->width = width;
  self->height = height;
  return GTK_WIDGET (self);
}

void
wb_density_set_text (WbDensity *self, const char *text)
{
  self->distribution = wb_distribution_parse (text);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
