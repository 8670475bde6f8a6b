/* A container that places its children in a row and begins another row where the width is used up. */
#include "wb-wrap.h"

struct _WbWrap
{
  GtkWidget parent_instance;
  int spacing;
  gboolean wraps;
};

G_DEFINE_FINAL_TYPE (WbWrap, wb_wrap, GTK_TYPE_WIDGET)

/* Places the children of a row, from `first` to before `end`, in the middle of its height. */
static void
place_row (GtkWidget *first, GtkWidget *end, int width, int spacing, int y, int height)
{
  int x = 0;

  for (GtkWidget *child = first; child != end; child = gtk_widget_get_next_sibling (child))
    {
      int low, wide, high;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &low, &wide, NULL, NULL);
      wide = MAX (low, MIN (wide, width));
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, wide, NULL, &high, NULL, NULL);
      gtk_widget_size_allocate (child, &(GtkAllocation) { x, y + (height - high) / 2, wide, high }, -1);
      x += wide + spacing;
    }
}

/* Returns the height of the children in rows of a width. place: places the children, too. */
static int
lay_out (WbWrap *self, int width, gboolean place)
{
  GtkWidget *first = gtk_widget_get_first_child (GTK_WIDGET (self));
  int x = 0, y = 0, row = 0;

  for (GtkWidget *child = first; child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int low, wide, high;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &low, &wide, NULL, NULL);
      wide = MAX (low, MIN (wide, width));
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, wide, NULL, &high, NULL, NULL);
      if (x > 0 && x + wide > width)
        {
          if (place)
            place_row (first, child, width, self->spacing, y, row);
          first = child;
          x = 0;
          y += row + self->spacing;
          row = 0;
        }
      x += wide + self->spacing;
      row = MAX (row, high);
    }
  if (place)
    place_row (first, NULL, width, self->spacing, y, row);
  return y + row;
}

static GtkSizeRequestMode
wb_wrap_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
wb_wrap_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                 int *natural_baseline)
{
  WbWrap *self = WB_WRAP (widget);
  int widest = 0, sum = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int low, wide;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &low, &wide, NULL, NULL);
      widest = MAX (widest, low);
      sum += wide + (sum > 0 ? self->spacing : 0);
    }
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = self->wraps ? widest : MAX (widest, sum);
      *natural = MAX (widest, sum);
    }
  else
    *minimum = *natural = lay_out (self, for_size < 0 ? MAX (widest, sum) : for_size, FALSE);
}

static void
wb_wrap_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  lay_out (WB_WRAP (widget), width, TRUE);
}

static void
wb_wrap_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (wb_wrap_parent_class)->dispose (object);
}

static void
wb_wrap_class_init (WbWrapClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = wb_wrap_dispose;
  widget_class->get_request_mode = wb_wrap_get_request_mode;
  widget_class->measure = wb_wrap_measure;
  widget_class->size_allocate = wb_wrap_size_allocate;
}

static void
wb_wrap_init (WbWrap *self)
{
  self->wraps = TRUE;
}

GtkWidget *
wb_wrap_new (int spacing)
{
  WbWrap *self = g_object_new (WB_TYPE_WRAP, NULL);

  self->spacing = spacing;
  return GTK_WIDGET (self);
}

void
wb_wrap_set_wraps (WbWrap *self, gboolean wraps)
{
  self->wraps = wraps;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
wb_wrap_append (WbWrap *self, GtkWidget *child)
{
  gtk_widget_set_parent (child, GTK_WIDGET (self));
}

void
wb_wrap_prepend (WbWrap *self, GtkWidget *child)
{
  gtk_widget_insert_after (child, GTK_WIDGET (self), NULL);
}

void
wb_wrap_remove (WbWrap *self, GtkWidget *child)
{
  g_return_if_fail (gtk_widget_get_parent (child) == GTK_WIDGET (self));
  gtk_widget_unparent (child);
}
