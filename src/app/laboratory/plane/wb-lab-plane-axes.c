/* Builds the menu of the axes and of the values of the other states, and stores the choice in the session. */
#include "wb-lab-plane-axes.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-text.h"
#include "wb-field.h"
#include "wb-number-field.h"
#include "wb-remove.h"
#include "wb-widgets.h"

#define FIELD_WIDTH 100
#define LIST_HEIGHT 320

struct _WbLabPlaneAxes
{
  GtkWidget parent_instance;
  WbSession *session;
  WbLaboratory *laboratory;
  GtkWidget *button, *title, *lists[2], *slice, *rows, *reset;
  GPtrArray *fields;    /* the field of each state; NULL for the states on the axes */
  char *shown;          /* axes and states that the menu shows; NULL: none */
  char *listed;         /* the states in the lists of the axes, joined */
  gboolean quiet;
};

G_DEFINE_FINAL_TYPE (WbLabPlaneAxes, wb_lab_plane_axes, GTK_TYPE_WIDGET)

GtkWidget *wb_lab_plane_axes_list (WbLabPlaneAxes *self, int axis) { return self->lists[axis]; }
GtkWidget *wb_lab_plane_axes_button (WbLabPlaneAxes *self) { return self->button; }

/* Returns the states of the model, or NULL. */
static const OdeSystem *
states_of (WbLabPlaneAxes *self)
{
  ModelSystem *system = wb_session_system (self->session);

  return system != NULL ? model_system_ode (system) : NULL;
}

static int
find_state (const OdeSystem *ode, const char *name)
{
  for (int i = 0; i < ode->n_states; i++)
    if (strcmp (ode->names[i], name) == 0)
      return i;
  return -1;
}

/* Sets the states on the axes: those of the option or, if the option does not name two states of the model, the first two. */
static void
get_axes (WbLabPlaneAxes *self, const OdeSystem *ode, int *states)
{
  const char *text = wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_AXES);
  g_auto (GStrv) names = g_strsplit (text != NULL ? text : "", ",", -1);

  states[0] = 0;
  states[1] = 1;
  if (g_strv_length (names) != 2 || find_state (ode, names[0]) < 0 || find_state (ode, names[1]) < 0)
    return;
  for (int k = 0; k < 2; k++)
    states[k] = find_state (ode, names[k]);
}

/* Returns the text of a state in the option `slice`, or NULL if the state has its start value. Free it with g_free. */
static char *
slice_value (WbLabPlaneAxes *self, const char *state)
{
  const char *text = wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_SLICE);
  g_auto (GStrv) words = g_strsplit (text != NULL ? text : "", ",", -1);

  for (char **word = words; *word != NULL; word++)
    {
      char *equals = strchr (*word, '=');

      if (equals != NULL && strlen (state) == (gsize) (equals - *word) && strncmp (*word, state, strlen (state)) == 0)
        return g_strdup (equals + 1);
    }
  return NULL;
}

/* Sets the option `slice`, with a new value of the state `changed`; value NULL: its start value. States on the axes are left out. */
static void
set_slice (WbLabPlaneAxes *self, const int *axes, int changed, const char *value)
{
  const OdeSystem *ode = states_of (self);
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < ode->n_states; i++)
    {
      g_autofree char *here = i == changed ? g_strdup (value) : slice_value (self, ode->names[i]);

      if (here != NULL && i != axes[0] && i != axes[1])
        g_string_append_printf (text, "%s%s=%s", text->len > 0 ? "," : "", ode->names[i], here);
    }
  wb_laboratory_set_plane (self->laboratory, WB_LAB_OPTION_SLICE, text->len > 0 ? text->str : NULL);
}

/* ---- the menu ---- */

static void
on_axis (GtkDropDown *list, GParamSpec *spec, WbLabPlaneAxes *self)
{
  const OdeSystem *ode = states_of (self);
  int axis = GTK_WIDGET (list) == self->lists[1], states[2];
  guint chosen = gtk_drop_down_get_selected (list);
  g_autofree char *text = NULL;

  if (self->quiet || ode == NULL || chosen >= (guint) ode->n_states)
    return;
  get_axes (self, ode, states);
  if (states[1 - axis] == (int) chosen) /* both axes exchange their states */
    states[1 - axis] = states[axis];
  states[axis] = (int) chosen;
  text = g_strdup_printf ("%s,%s", ode->names[states[0]], ode->names[states[1]]);
  set_slice (self, states, -1, NULL);
  wb_laboratory_set_plane (self->laboratory, WB_LAB_OPTION_AXES, states[0] == 0 && states[1] == 1 ? NULL : text);
  wb_laboratory_commit_plane (self->laboratory);
}

/* The keys of the fields of the slice are the names of the states. */
static char *
get_value (gpointer owner, const char *state)
{
  WbLabPlaneAxes *self = owner;
  char *value = slice_value (self, state);

  return value != NULL ? value : wb_session_get (self->session, WB_INITIAL, state);
}

static char *
value_reason (gpointer owner, const char *state, const char *text)
{
  return wb_field_number_reason (text, -INFINITY, INFINITY);
}

static void
set_value (gpointer owner, const char *state, const char *text)
{
  WbLabPlaneAxes *self = owner;
  const OdeSystem *ode = states_of (self);
  int axes[2];

  if (ode == NULL || find_state (ode, state) < 0)
    return;
  get_axes (self, ode, axes);
  set_slice (self, axes, find_state (ode, state), text);
  wb_laboratory_commit_plane (self->laboratory);
}

static const WbBinding binding = { get_value, set_value, value_reason };

static void
on_reset (WbLabPlaneAxes *self)
{
  wb_laboratory_set_plane (self->laboratory, WB_LAB_OPTION_SLICE, NULL);
  wb_laboratory_commit_plane (self->laboratory);
}

/* Returns the name of a state without markup. Free it with g_free. */
static char *
plain_name (const OdeSystem *ode, int state)
{
  g_autofree char *rich = plot_text_variable (ode->names[state]);

  return plot_text_plain (rich);
}

static GtkWidget *
slice_row_new (WbLabPlaneAxes *self, const OdeSystem *ode, int state)
{
  GtkWidget *outer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *field = wb_number_field_new ("", FALSE, 0);
  g_autofree char *name = plain_name (ode, state), *about = g_strdup_printf (_("Value of %s in the slice"), name);
  GtkWidget *label = wb_label_new (name, NULL);

  wb_number_field_set_compact (WB_NUMBER_FIELD (field));
  gtk_widget_set_size_request (field, FIELD_WIDTH, -1);
  gtk_widget_set_hexpand (label, TRUE);
  wb_widget_set_name (field, about);
  wb_field_new (field, NULL, &binding, self, ode->names[state]);
  wb_box_add (row, label, field, NULL);
  wb_box_add (outer, row, wb_field_why (wb_field_of (field)), NULL);
  self->fields->pdata[state] = field;
  return outer;
}

GtkWidget *
wb_lab_plane_axes_field (WbLabPlaneAxes *self, const char *state)
{
  const OdeSystem *ode = states_of (self);
  int index = ode != NULL ? find_state (ode, state) : -1;

  return index >= 0 && (guint) index < self->fields->len ? self->fields->pdata[index] : NULL;
}

/* Shows the states on the axes in the lists. The lists keep their states while the model is the same, because a list that is being changed
 * must not get other states. */
static void
fill_lists (WbLabPlaneAxes *self, const OdeSystem *ode, const int *axes)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autoptr (GString) joined = g_string_new (NULL);

  for (int i = 0; i < ode->n_states; i++)
    {
      g_autofree char *name = plain_name (ode, i);

      gtk_string_list_append (names, name);
      g_string_append_printf (joined, "%s;", name);
    }
  self->quiet = TRUE;
  for (int axis = 0; axis < 2; axis++)
    {
      if (g_strcmp0 (joined->str, self->listed) != 0)
        gtk_drop_down_set_model (GTK_DROP_DOWN (self->lists[axis]), G_LIST_MODEL (names));
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->lists[axis]), (guint) axes[axis]);
    }
  self->quiet = FALSE;
  g_free (self->listed);
  self->listed = g_strdup (joined->str);
}

/* Makes the lists of states and the fields of the slice. */
static void
fill_menu (WbLabPlaneAxes *self, const OdeSystem *ode, const int *axes)
{
  g_autofree char *x = plain_name (ode, axes[0]), *y = plain_name (ode, axes[1]), *text = g_strdup_printf (_("Axes %s, %s"), x, y);

  gtk_label_set_text (GTK_LABEL (self->title), text);
  fill_lists (self, ode, axes);
  g_ptr_array_set_size (self->fields, 0);
  g_ptr_array_set_size (self->fields, ode->n_states);
  wb_widget_empty_box (self->rows);
  for (int i = 0; i < ode->n_states; i++)
    if (i != axes[0] && i != axes[1])
      gtk_box_append (GTK_BOX (self->rows), slice_row_new (self, ode, i));
  gtk_widget_set_visible (self->slice, ode->n_states > 2);
}

/* Shows the axes and the slice. The fields stay while the axes are the same, so that the focus stays too. */
static void
refresh (WbLabPlaneAxes *self)
{
  const OdeSystem *ode = states_of (self);
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *shown = NULL;
  int axes[2];

  gtk_widget_set_sensitive (self->button, ode != NULL && ode->n_states >= 2);
  if (ode == NULL || ode->n_states < 2)
    {
      gtk_label_set_text (GTK_LABEL (self->title), _("Axes"));
      return;
    }
  get_axes (self, ode, axes);
  for (int i = 0; i < ode->n_states; i++) /* another model may have been opened before its signal comes here */
    g_string_append_printf (names, ";%s", ode->names[i]);
  shown = g_strdup_printf ("%d,%d%s", axes[0], axes[1], names->str);
  if (g_strcmp0 (shown, self->shown) != 0)
    {
      g_free (self->shown);
      self->shown = g_steal_pointer (&shown);
      fill_menu (self, ode, axes);
    }
  for (int i = 0; i < ode->n_states; i++)
    if (i != axes[0] && i != axes[1])
      wb_field_show (wb_field_of (self->fields->pdata[i]));
  gtk_widget_set_sensitive (self->reset, wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_SLICE) != NULL);
}

/* Shows new start values in the slice. */
static void
on_setting (WbLabPlaneAxes *self, int kind)
{
  if (kind == WB_INITIAL)
    refresh (self);
}

static void
on_model (WbLabPlaneAxes *self)
{
  g_clear_pointer (&self->shown, g_free);
  refresh (self);
}

/* ---- widget ---- */

static void
wb_lab_plane_axes_dispose (GObject *object)
{
  WbLabPlaneAxes *self = WB_LAB_PLANE_AXES (object);

  self->quiet = TRUE;
  g_clear_pointer (&self->button, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lab_plane_axes_parent_class)->dispose (object);
}

static void
wb_lab_plane_axes_finalize (GObject *object)
{
  g_ptr_array_unref (WB_LAB_PLANE_AXES (object)->fields);
  g_free (WB_LAB_PLANE_AXES (object)->shown);
  g_free (WB_LAB_PLANE_AXES (object)->listed);
  G_OBJECT_CLASS (wb_lab_plane_axes_parent_class)->finalize (object);
}

static void
wb_lab_plane_axes_class_init (WbLabPlaneAxesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_plane_axes_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_lab_plane_axes_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_lab_plane_axes_init (WbLabPlaneAxes *self)
{
  self->fields = g_ptr_array_new ();
}

static GtkWidget *
menu_new (WbLabPlaneAxes *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *scrolled = gtk_scrolled_window_new ();

  for (int axis = 0; axis < 2; axis++)
    {
      GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
      const char *name = axis == 0 ? _("Horizontal axis") : _("Vertical axis");
      GtkWidget *label = wb_label_new (name, NULL);

      self->lists[axis] = gtk_drop_down_new (NULL, NULL);
      gtk_widget_set_hexpand (label, TRUE);
      wb_widget_set_name (self->lists[axis], name);
      g_signal_connect (self->lists[axis], "notify::selected", G_CALLBACK (on_axis), self);
      wb_box_add (row, label, self->lists[axis], NULL);
      gtk_box_append (GTK_BOX (box), row);
    }
  self->rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), LIST_HEIGHT);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->rows);
  self->reset = gtk_button_new_with_label (_("Start values"));
  g_signal_connect_swapped (self->reset, "clicked", G_CALLBACK (on_reset), self);
  self->slice = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_box_append (GTK_BOX (self->slice), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  wb_box_add (self->slice, wb_label_new (_("Slice: values of the other states"), "dim-label"), scrolled, self->reset, NULL);
  gtk_box_append (GTK_BOX (box), self->slice);
  gtk_widget_add_css_class (box, "lab-axes-menu");
  return box;
}

GtkWidget *
wb_lab_plane_axes_new (WbSession *session)
{
  WbLabPlaneAxes *self = g_object_new (WB_TYPE_LAB_PLANE_AXES, NULL);
  GtkWidget *popover = gtk_popover_new (), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->session = session;
  self->laboratory = wb_laboratory_of (session);
  self->button = wb_styled (gtk_menu_button_new (), "lab-axes");
  self->title = gtk_label_new (_("Axes"));
  wb_box_add (line, self->title, gtk_image_new_from_icon_name ("wb-down-symbolic"), NULL);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->button), line);
  gtk_popover_set_child (GTK_POPOVER (popover), menu_new (self));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), popover);
  wb_widget_set_name (self->button, _("Axes and slice of the phase plane"));
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
  g_signal_connect_object (self->laboratory, "changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_setting), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}
