/* Builds the row of chips from the entries of a comparison, and changes the entries on clicks. */
#include "wb-compare-chips.h"

#include <glib/gi18n.h>
#include "wb-method-popover.h"
#include "wb-remove.h"
#include "wb-rich.h"
#include "wb-style.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"
#include "wb-translate.h"
#include "wb-wrap.h"

/* Length of the line samples in px. */
#define SAMPLE 22
#define LINE 3
#define LINE_SELECTED 4.4

struct _WbCompareChips
{
  GtkWidget parent_instance;
  WbComparison *comparison;
  const OdeMethod *main;      /* the method that is always drawn and has a thick line; NULL: the selected entry has a thick line */
  GtkWidget *box, *add, *methods;
  gboolean changed, queued; /* the row is older than the comparison; it will be built when the main loop is idle */
};

G_DEFINE_FINAL_TYPE (WbCompareChips, wb_compare_chips, GTK_TYPE_WIDGET)

/* ---- one chip ---- */

/* Removes an entry from the comparison. Holds a reference to the entry, because its chip may still be pressed during the
 * removal. */
static void
set_entry (GtkWidget *widget, WbCompareEntry *entry)
{
  g_object_set_data_full (G_OBJECT (widget), "entry", g_object_ref (entry), g_object_unref);
}

static WbCompareEntry *
entry_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "entry");
}

static void
on_eye (GtkButton *button, WbCompareChips *self)
{
  WbCompareEntry *entry = entry_of (GTK_WIDGET (button));

  wb_comparison_set_visible (self->comparison, entry, !wb_compare_entry_visible (entry));
}

static void
on_color (GtkButton *button, WbCompareChips *self)
{
  wb_comparison_set_color (self->comparison, entry_of (GTK_WIDGET (button)), GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "color")));
}

static void
on_remove (GtkButton *button, WbCompareChips *self)
{
  wb_comparison_remove (self->comparison, entry_of (GTK_WIDGET (button)));
}

static void
on_name (GtkButton *button, WbCompareChips *self)
{
  wb_comparison_select (self->comparison, entry_of (GTK_WIDGET (button)));
}

static GtkWidget *
chip_menu (WbCompareChips *self, WbCompareEntry *entry)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *colors = gtk_grid_new (), *remove = gtk_button_new_with_label (_("Remove from the comparison"));

  for (int color = 1; color <= PLOT_N_STYLES; color++)
    {
      GtkWidget *button = wb_styled (gtk_button_new (), "flat");
      g_autofree char *label = g_strdup_printf (_("Line colour %d"), color);

      gtk_button_set_child (GTK_BUTTON (button), wb_widget_swatch_new (color, SAMPLE, LINE, 0));
      set_entry (button, entry);
      g_object_set_data (G_OBJECT (button), "color", GINT_TO_POINTER (color));
      wb_widget_set_label (button, label);
      g_signal_connect (button, "clicked", G_CALLBACK (on_color), self);
      gtk_grid_attach (GTK_GRID (colors), button, (color - 1) % PLOT_N_SERIES, (color - 1) / PLOT_N_SERIES, 1, 1);
    }
  gtk_widget_add_css_class (remove, "flat");
  set_entry (remove, entry);
  g_signal_connect (remove, "clicked", G_CALLBACK (on_remove), self);
  wb_box_add (box, colors, remove, NULL);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  return popover;
}

static GtkWidget *
chip_new (WbCompareChips *self, WbCompareEntry *entry)
{
  GtkWidget *chip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *line = gtk_menu_button_new (), *name = gtk_button_new ();
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *label, *step, *eye;
  gboolean always = self->main != NULL && wb_compare_entry_method (entry) == self->main, visible = always || wb_compare_entry_visible (entry);
  gboolean selected = self->main != NULL ? always : entry == wb_comparison_selected (self->comparison);
  g_autofree char *text = wb_compare_entry_step_text (entry, TRUE), *markup = wb_rich_markup (text);
  g_autofree char *menu = g_strdup_printf (_("%s, colour and more"), wb_compare_entry_name (entry));
  const LabComparisonEntry *result = wb_compare_entry_result (entry);

  gtk_widget_add_css_class (chip, "compare-chip");
  if (!visible)
    gtk_widget_add_css_class (chip, "hidden");
  gtk_menu_button_set_child (GTK_MENU_BUTTON (line), wb_widget_swatch_new (visible ? wb_compare_entry_color (entry) : 0, SAMPLE, selected ? LINE_SELECTED : LINE, 0));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (line), chip_menu (self, entry));
  wb_widget_set_label (line, menu);
  gtk_box_append (GTK_BOX (chip), line);

  label = wb_styled (gtk_label_new (wb_compare_entry_name (entry)), "name");
  step = wb_styled (gtk_label_new (NULL), "dim");
  gtk_label_set_markup (GTK_LABEL (step), markup);
  wb_box_add (words, label, step, NULL);
  gtk_button_set_child (GTK_BUTTON (name), words);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (name), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  set_entry (name, entry);
  wb_tooltip_set (name, result != NULL && result->refused != NULL ? result->refused : wb_translate (wb_compare_entry_method (entry)->label));
  g_signal_connect (name, "clicked", G_CALLBACK (on_name), self);
  gtk_box_append (GTK_BOX (chip), name);

  eye = gtk_button_new_from_icon_name (visible ? "wb-visible-symbolic" : "wb-hidden-symbolic");
  set_entry (eye, entry);
  wb_widget_set_label (eye, always ? _("The method of the tableau is always shown") : visible ? _("Hide") : _("Show"));
  gtk_widget_set_sensitive (eye, !always);
  g_signal_connect (eye, "clicked", G_CALLBACK (on_eye), self);
  gtk_box_append (GTK_BOX (chip), eye);
  return chip;
}

/* ---- the button that adds an entry ---- */

static void
on_chosen (WbMethodPopover *popover, const OdeMethod *method, WbCompareChips *self)
{
  if (wb_comparison_add (self->comparison, method))
    wb_comparison_run (self->comparison);
}

static void
on_add (WbCompareChips *self)
{
  wb_method_popover_open (WB_METHOD_POPOVER (self->methods), NULL);
}

static GtkWidget *
add_button (WbCompareChips *self)
{
  self->add = wb_styled (gtk_button_new_from_icon_name ("wb-add-symbolic"), "compare-add");
  wb_widget_set_label (self->add, _("Add an integrator"));
  g_signal_connect_swapped (self->add, "clicked", G_CALLBACK (on_add), self);
  self->methods = wb_method_popover_new (wb_comparison_session (self->comparison));
  gtk_widget_set_parent (self->methods, self->add);
  g_signal_connect (self->methods, "chosen", G_CALLBACK (on_chosen), self);
  return self->add;
}

/* ---- widget ---- */

static void
rebuild (WbCompareChips *self)
{
  GListModel *entries = wb_comparison_entries (self->comparison);
  GtkWidget *child, *next;

  self->changed = FALSE;
  for (child = gtk_widget_get_first_child (self->box); child != NULL; child = next)
    {
      next = gtk_widget_get_next_sibling (child);
      if (child != self->add)
        wb_remove_when_idle (child);
    }
  for (guint i = g_list_model_get_n_items (entries); i-- > 0;)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, i);

      wb_wrap_prepend (WB_WRAP (self->box), chip_new (self, entry));
    }
}

/* Rebuilds the row in an idle handler. The change may come from the button of a chip, which must exist until its signal ends. This handler
 * may hold the last reference to the widget when the window is closed. */
static gboolean
rebuild_later (gpointer user)
{
  WbCompareChips *self = user;

  self->queued = FALSE;
  if (self->changed && gtk_widget_get_mapped (GTK_WIDGET (self)))
    rebuild (self);
  return G_SOURCE_REMOVE;
}

/* The row is built once for all changes until the main loop is idle, and not before it is visible. */
static void
on_changed (WbCompareChips *self)
{
  self->changed = TRUE;
  if (self->queued)
    return;
  self->queued = TRUE;
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, rebuild_later, g_object_ref (self), g_object_unref);
}

static void
wb_compare_chips_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (wb_compare_chips_parent_class)->map (widget);
  if (WB_COMPARE_CHIPS (widget)->changed)
    rebuild (WB_COMPARE_CHIPS (widget));
}

void
wb_compare_chips_set_main (WbCompareChips *self, const OdeMethod *method)
{
  if (method == self->main)
    return;
  self->main = method;
  on_changed (self);
}

static void
wb_compare_chips_dispose (GObject *object)
{
  WbCompareChips *self = WB_COMPARE_CHIPS (object);

  g_clear_pointer (&self->methods, gtk_widget_unparent);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->comparison);
  G_OBJECT_CLASS (wb_compare_chips_parent_class)->dispose (object);
}

static void
wb_compare_chips_class_init (WbCompareChipsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_compare_chips_dispose;
  GTK_WIDGET_CLASS (klass)->map = wb_compare_chips_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_compare_chips_init (WbCompareChips *self)
{
  self->box = wb_styled (wb_wrap_new (6), "compare-chips");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
wb_compare_chips_new (WbComparison *comparison)
{
  WbCompareChips *self = g_object_new (WB_TYPE_COMPARE_CHIPS, NULL);

  self->comparison = g_object_ref (comparison);
  wb_wrap_append (WB_WRAP (self->box), add_button (self));
  g_signal_connect_object (comparison, "entries-changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (comparison, "comparison-changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  wb_style_watch ((WbStyleFunc) gtk_widget_queue_draw, G_OBJECT (self));
  rebuild (self);
  return GTK_WIDGET (self);
}
