/* Divides the size of a box among its children. */
#include "wb-fraction-box.h"

#include <math.h>

struct _WbFractionBox
{
  GtkWidget parent_instance;
  GtkOrientation orientation;
  int spacing;
};

G_DEFINE_FINAL_TYPE (WbFractionBox, wb_fraction_box, GTK_TYPE_WIDGET)

static double
share_of (GtkWidget *child)
{
  double *share = g_object_get_data (G_OBJECT (child), "share");

  return share != NULL && gtk_widget_should_layout (child) ? *share : 0;
}

static void
wb_fraction_box_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                   int *natural_baseline)
{
  WbFractionBox *self = WB_FRACTION_BOX (widget);
  int low = 0, n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int child_low;

      if (share_of (child) <= 0)
        continue;
      gtk_widget_measure (child, orientation, -1, &child_low, NULL, NULL, NULL);
      low = orientation == self->orientation ? low + child_low : MAX (low, child_low);
      n++;
    }
  *minimum = *natural = low + (orientation == self->orientation && n > 1 ? (n - 1) * self->spacing : 0);
}

typedef struct
{
  GtkWidget *widget;
  double share;
  int minimum, size;
  gboolean least;  /* TRUE if it has its minimum, because its share of the room is smaller */
} Part;

/* Divides the room in proportion to the shares. A part whose share is smaller than its minimum gets the minimum. */
static void
divide (GArray *parts, int room)
{
  double sum, done = 0;
  int left;
  gboolean changed;

  do
    {
      sum = 0;
      left = room;
      changed = FALSE;
      for (guint k = 0; k < parts->len; k++)
        {
          const Part *part = &g_array_index (parts, Part, k);

          if (part->least)
            left -= part->minimum;
          else
            sum += part->share;
        }
      for (guint k = 0; k < parts->len; k++)
        {
          Part *part = &g_array_index (parts, Part, k);

          if (part->least || lrint (left * part->share / sum) >= part->minimum)
            continue;
          part->least = changed = TRUE;
        }
    }
  while (changed);
  for (guint k = 0; k < parts->len; k++)
    {
      Part *part = &g_array_index (parts, Part, k);
      double from = done;

      if (!part->least)
        done += part->share;
      part->size = part->least ? part->minimum : (int) (lrint (left * done / sum) - lrint (left * from / sum));
    }
}

static void
wb_fraction_box_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WbFractionBox *self = WB_FRACTION_BOX (widget);
  gboolean across = self->orientation == GTK_ORIENTATION_HORIZONTAL;
  g_autoptr (GArray) parts = g_array_new (FALSE, TRUE, sizeof (Part));
  int at = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      Part part = { .widget = child, .share = share_of (child) };

      if (part.share <= 0)
        continue;
      gtk_widget_measure (child, self->orientation, across ? height : width, &part.minimum, NULL, NULL, NULL);
      g_array_append_val (parts, part);
    }
  divide (parts, (across ? width : height) - (parts->len > 1 ? (int) (parts->len - 1) * self->spacing : 0));
  for (guint k = 0; k < parts->len; k++)
    {
      const Part *part = &g_array_index (parts, Part, k);
      GtkAllocation box = across ? (GtkAllocation) { at, 0, part->size, height } : (GtkAllocation) { 0, at, width, part->size };

      gtk_widget_size_allocate (part->widget, &box, -1);
      at += part->size + self->spacing;
    }
}

static void
wb_fraction_box_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (wb_fraction_box_parent_class)->dispose (object);
}

static void
wb_fraction_box_class_init (WbFractionBoxClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_fraction_box_dispose;
  GTK_WIDGET_CLASS (klass)->measure = wb_fraction_box_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = wb_fraction_box_size_allocate;
}

static void
wb_fraction_box_init (WbFractionBox *self)
{
}

GtkWidget *
wb_fraction_box_new (GtkOrientation orientation, int spacing)
{
  WbFractionBox *self = g_object_new (WB_TYPE_FRACTION_BOX, NULL);

  self->orientation = orientation;
  self->spacing = spacing;
  return GTK_WIDGET (self);
}

void
wb_fraction_box_set_fraction (WbFractionBox *self, GtkWidget *child, double share)
{
  double *kept = g_new (double, 1);

  *kept = share;
  g_object_set_data_full (G_OBJECT (child), "share", kept, g_free);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
wb_fraction_box_append (WbFractionBox *self, GtkWidget *child, double share)
{
  gtk_widget_set_parent (child, GTK_WIDGET (self));
  wb_fraction_box_set_fraction (self, child, share);
}
