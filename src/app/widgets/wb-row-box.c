/* Places the parts of a row and hides the badge if it does not fit. */
#include "wb-row-box.h"

struct _WbRowBox
{
  GtkWidget parent_instance;
  int spacing;
  GtkWidget *name, *badge; /* children set by wb_row_box_set_parts, or NULL */
};

G_DEFINE_FINAL_TYPE (WbRowBox, wb_row_box, GTK_TYPE_WIDGET)

static int
width_of (GtkWidget *child, gboolean natural)
{
  int low, wide;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &low, &wide, NULL, NULL);
  return natural ? wide : low;
}

/* Returns the width of all visible children with the spacing between them. */
static int
total_width (WbRowBox *self, gboolean natural, const GtkWidget *without)
{
  int total = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (child != without && gtk_widget_should_layout (child))
      total += width_of (child, natural) + (total > 0 ? self->spacing : 0);
  return total;
}

static void
wb_row_box_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                    int *natural_baseline)
{
  WbRowBox *self = WB_ROW_BOX (widget);

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = total_width (self, FALSE, self->badge);
      *natural = total_width (self, TRUE, NULL);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int low, high;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, orientation, -1, &low, &high, NULL, NULL);
      *minimum = MAX (*minimum, low);
      *natural = MAX (*natural, high);
    }
}

static void
wb_row_box_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WbRowBox *self = WB_ROW_BOX (widget);
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean badge = self->badge != NULL && gtk_widget_should_layout (self->badge), fits = total_width (self, TRUE, NULL) <= width;
  int rest = width - total_width (self, TRUE, badge && !fits ? self->badge : NULL), x = 0;

  if (badge)
    gtk_widget_set_child_visible (self->badge, fits);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int wide, high;

      if (!gtk_widget_should_layout (child) || (child == self->badge && !fits))
        continue;
      wide = width_of (child, TRUE) + (child == self->name ? rest : 0);
      wide = MAX (wide, width_of (child, FALSE));
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, -1, NULL, &high, NULL, NULL);
      high = MIN (high, height);
      gtk_widget_size_allocate (child, &(GtkAllocation) { mirrored ? width - x - wide : x, (height - high) / 2, wide, high }, -1);
      x += wide + self->spacing;
    }
}

static void
wb_row_box_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (wb_row_box_parent_class)->dispose (object);
}

static void
wb_row_box_class_init (WbRowBoxClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_row_box_dispose;
  GTK_WIDGET_CLASS (klass)->measure = wb_row_box_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = wb_row_box_size_allocate;
}

static void
wb_row_box_init (WbRowBox *self)
{
}

GtkWidget *
wb_row_box_new (int spacing)
{
  WbRowBox *self = g_object_new (WB_TYPE_ROW_BOX, NULL);

  self->spacing = spacing;
  return GTK_WIDGET (self);
}

void
wb_row_box_append (WbRowBox *self, GtkWidget *child)
{
  gtk_widget_insert_before (child, GTK_WIDGET (self), NULL);
}

void
wb_row_box_set_parts (WbRowBox *self, GtkWidget *name, GtkWidget *badge)
{
  self->name = name;
  self->badge = badge;
}

/* ---- clicks ---- */

static void
on_pressed (GtkGesture *click)
{
  gtk_gesture_set_state (click, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_released (GtkGesture *click, int n_press, double x, double y, GtkListItem *item)
{
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (click));
  guint position = gtk_list_item_get_position (item);

  if (n_press != 1 || !gtk_widget_contains (row, x, y))
    return;
  gtk_widget_grab_focus (gtk_widget_get_parent (row));
  if (gtk_list_item_get_selectable (item))
    gtk_widget_activate_action (row, "list.select-item", "(ubb)", position, FALSE, FALSE);
  gtk_widget_activate_action (row, "list.activate-item", "u", position);
}

void
wb_row_box_open_by_click (GtkWidget *row, GtkListItem *item)
{
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), NULL);
  g_signal_connect (click, "released", G_CALLBACK (on_released), item);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (click));
}
