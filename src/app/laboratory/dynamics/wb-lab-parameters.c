/* Arranges the rows of the parameters, which are those of the settings panel. */
#include "wb-lab-parameters.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-text.h"
#include "wb-setting-rows.h"
#include "wb-widgets.h"

/* Height from which the rows scroll, px: a little more than one row, so that a second one is noticed. */
#define MOST_HEIGHT 128
#define GAP 22

struct _WbLabParameters
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *box;
  char *first;          /* name of the first parameter, or NULL */
  GArray *special;      /* values with marks on its slider, as doubles */
  GtkWidget *marked;    /* the row of the first parameter, or NULL */
  int columns;          /* largest number of columns; 0: the card has one slider in one line */
};

G_DEFINE_FINAL_TYPE (WbLabParameters, wb_lab_parameters, GTK_TYPE_WIDGET)

/* Returns the parameter at a place of the list, in which the first one is moved to the front. Only parameters that are numbers count. */
static const ModelQuantity *
parameter_at (WbLabParameters *self, int k)
{
  Model *model = wb_session_model (self->session);
  const ModelQuantity *first = NULL;

  for (int p = 0; model != NULL && self->first != NULL && p < model_n_parameters (model); p++)
    if (model_parameter (model, p)->size == 0 && g_strcmp0 (model_parameter (model, p)->name, self->first) == 0)
      first = model_parameter (model, p);
  if (first != NULL && k-- == 0)
    return first;
  for (int p = 0; model != NULL && p < model_n_parameters (model); p++)
    if (model_parameter (model, p)->size == 0 && model_parameter (model, p) != first && k-- == 0)
      return model_parameter (model, p);
  return NULL;
}

static int
n_parameters (WbLabParameters *self)
{
  int n = 0;

  while (parameter_at (self, n) != NULL)
    n++;
  return n;
}

/* Makes the row of a parameter with number and slider. */
static GtkWidget *
row_new (WbLabParameters *self, const ModelQuantity *parameter)
{
  WbSliderRange range = wb_slider_range (parameter);
  g_autofree char *label = plot_text_quantity (parameter->name, "");

  return wb_value_row_new (self->session, WB_PARAMETER, parameter->name, label, parameter->unit, parameter->about, &range);
}

/* Makes a grid of the parameters from number `from` on. */
static GtkWidget *
grid_new (WbLabParameters *self, int from, int columns)
{
  GtkWidget *grid = gtk_grid_new ();
  int n = n_parameters (self);

  gtk_grid_set_column_homogeneous (GTK_GRID (grid), TRUE);
  gtk_grid_set_column_spacing (GTK_GRID (grid), GAP);
  for (int k = from; k < n; k++)
    {
      GtkWidget *row = row_new (self, parameter_at (self, k));

      if (k == 0)
        self->marked = row;
      gtk_widget_set_hexpand (row, TRUE);
      gtk_widget_set_valign (row, GTK_ALIGN_START);
      gtk_grid_attach (GTK_GRID (grid), row, (k - from) % columns, (k - from) / columns, 1, 1);
    }
  return grid;
}

/* Makes the button that shows all parameters but the first. */
static GtkWidget *
more_new (WbLabParameters *self, int n)
{
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new ();
  /* Translators: a button that shows further parameters, "3 more". */
  g_autofree char *label = g_strdup_printf (ngettext ("%d more", "%d more", (gulong) n), n);

  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), label);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_popover_set_child (GTK_POPOVER (popover), grid_new (self, 1, 2));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  return button;
}

static void
fill_compact (WbLabParameters *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16);
  int n = n_parameters (self);

  self->marked = wb_parameter_slider_new (self->session, parameter_at (self, 0));
  gtk_widget_set_hexpand (self->marked, TRUE);
  gtk_box_append (GTK_BOX (line), self->marked);
  if (n > 1)
    gtk_box_append (GTK_BOX (line), more_new (self, n - 1));
  gtk_widget_add_css_class (line, "lab-parameter-line");
  gtk_box_append (GTK_BOX (self->box), line);
}

static void
fill_full (WbLabParameters *self)
{
  GtkWidget *head = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), "lab-head"), *reset = gtk_button_new_with_label (_("Reset all"));
  GtkWidget *about = wb_label_new (_("objects move while a slider is dragged"), "dim-label"), *scroll = gtk_scrolled_window_new ();

  gtk_widget_set_hexpand (about, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (about), PANGO_ELLIPSIZE_END);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (reset), "win.reset-parameters");
  gtk_widget_add_css_class (reset, "link");
  wb_box_add (head, wb_label_new (_("Parameters"), "lab-title"), about, reset, NULL);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroll), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroll), MOST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), grid_new (self, 0, CLAMP (n_parameters (self), 1, self->columns)));
  wb_box_add (self->box, head, scroll, NULL);
}

static void
fill (WbLabParameters *self)
{
  wb_widget_empty_box (self->box);
  self->marked = NULL;
  gtk_widget_set_visible (GTK_WIDGET (self), parameter_at (self, 0) != NULL);
  if (parameter_at (self, 0) == NULL)
    return;
  if (self->columns == 0)
    fill_compact (self);
  else
    fill_full (self);
  if (self->first != NULL && self->special->len > 0)
    wb_value_row_set_marks (self->marked, (const double *) (gpointer) self->special->data, (int) self->special->len);
}

void
wb_lab_parameters_set_first (WbLabParameters *self, const char *name, const double *special, int n)
{
  gboolean other = g_strcmp0 (self->first, name) != 0;

  g_array_set_size (self->special, 0);
  g_array_append_vals (self->special, special, (guint) n);
  if (other)
    {
      g_free (self->first);
      self->first = g_strdup (name);
      fill (self);
    }
  else if (self->marked != NULL)
    wb_value_row_set_marks (self->marked, special, n);
}

void
wb_lab_parameters_set_columns (WbLabParameters *self, int columns)
{
  if (self->columns == columns)
    return;
  self->columns = columns;
  fill (self);
}

/* ---- widget ---- */

static void
wb_lab_parameters_dispose (GObject *object)
{
  WbLabParameters *self = WB_LAB_PARAMETERS (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->special, g_array_unref);
  g_clear_pointer (&self->first, g_free);
  G_OBJECT_CLASS (wb_lab_parameters_parent_class)->dispose (object);
}

static void
wb_lab_parameters_class_init (WbLabParametersClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_parameters_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_lab_parameters_init (WbLabParameters *self)
{
  self->columns = 4;
  self->special = g_array_new (FALSE, FALSE, sizeof (double));
  self->box = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "card");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
wb_lab_parameters_new (WbSession *session)
{
  WbLabParameters *self = g_object_new (WB_TYPE_LAB_PARAMETERS, NULL);

  self->session = session;
  g_signal_connect_object (session, "model-changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  fill (self);
  return GTK_WIDGET (self);
}
