/* Measures and places the children that fit the width. */
#include "wb-fit-row.h"

#include <math.h>

#include "wb-style.h"

struct _WbFitRow
{
  GtkWidget parent_instance;
  int spacing;
};

typedef struct { int from, below; double weight; } Range;

G_DEFINE_FINAL_TYPE (WbFitRow, wb_fit_row, GTK_TYPE_WIDGET)

static const Range *
range_of (GtkWidget *child)
{
  return g_object_get_data (G_OBJECT (child), "fit-range");
}

static gboolean
fits (GtkWidget *child, double width)
{
  const Range *range = range_of (child);

  return width >= wb_style_px (range->from) && (range->below == 0 || width < wb_style_px (range->below));
}

/* Returns the sum of the weights of the children that are visible in this width, and counts them. */
static double
weights (GtkWidget *widget, int width, int *n)
{
  double sum = 0;

  *n = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (fits (child, width))
      {
        sum += range_of (child)->weight;
        *n += 1;
      }
  return sum;
}

/* The least width is that of the children that narrow rows show. */
static void
wb_fit_row_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  WbFitRow *self = WB_FIT_ROW (widget);
  int n, width = MAX (for_size, 0);
  double sum = weights (widget, width, &n), room = MAX (0, width - (n - 1) * self->spacing);

  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int least, usual;

      if (orientation == GTK_ORIENTATION_HORIZONTAL ? range_of (child)->from > 0 : !fits (child, width))
        continue;
      gtk_widget_measure (child, orientation, orientation == GTK_ORIENTATION_HORIZONTAL || for_size < 0 ? -1 : (int) (room * range_of (child)->weight / sum),
                          &least, &usual, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural = MAX (*natural, usual);
    }
}

static void
wb_fit_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WbFitRow *self = WB_FIT_ROW (widget);
  int n, at = 0;
  double sum = weights (widget, width, &n), room = MAX (0, width - (n - 1) * self->spacing);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      gboolean fit = fits (child, width);
      GtkAllocation box = { at, 0, fit ? (int) (room * range_of (child)->weight / sum) : 0, height };

      gtk_widget_set_child_visible (child, fit);
      if (!fit)
        continue;
      gtk_widget_size_allocate (child, &box, -1);
      at += box.width + self->spacing;
    }
}

static GtkSizeRequestMode
wb_fit_row_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
wb_fit_row_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (wb_fit_row_parent_class)->dispose (object);
}

static void
wb_fit_row_class_init (WbFitRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_fit_row_dispose;
  GTK_WIDGET_CLASS (klass)->measure = wb_fit_row_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = wb_fit_row_size_allocate;
  GTK_WIDGET_CLASS (klass)->get_request_mode = wb_fit_row_get_request_mode;
}

static void
wb_fit_row_init (WbFitRow *self)
{
}

GtkWidget *
wb_fit_row_new (int spacing)
{
  WbFitRow *self = g_object_new (WB_TYPE_FIT_ROW, NULL);

  self->spacing = spacing;
  return GTK_WIDGET (self);
}

void
wb_fit_row_append (WbFitRow *self, GtkWidget *child, int from, int below, double weight)
{
  Range *range = g_new (Range, 1);

  *range = (Range) { from, below, weight };
  g_object_set_data_full (G_OBJECT (child), "fit-range", range, g_free);
  gtk_widget_set_parent (child, GTK_WIDGET (self));
}
