/* Assembles the cards beside the phase plane and shows the selected object. */
#include "wb-lab-plane-side.h"

#include <glib/gi18n.h>

#include "wb-lab-export.h"
#include "wb-lab-plane-details.h"
#include "wb-lab-plane-rows.h"
#include "wb-widgets.h"

#define GAP 12
#define SECTION_HEIGHT 205
/* Least height of the visible part of a long list in px. */
#define LIST_HEIGHT 110

struct _WbLabPlaneSide
{
  GtkWidget parent_instance;
  GtkWidget *scroll, *lists, *list_scroll, *list, *details, *heading, *section;
  const WbLabFound *found;    /* borrowed; NULL: none */
  int selected;               /* selected row of the list, or −1 */
};

G_DEFINE_FINAL_TYPE (WbLabPlaneSide, wb_lab_plane_side, GTK_TYPE_WIDGET)

static guint selected_signal;

int wb_lab_plane_side_selected (WbLabPlaneSide *self) { return self->selected; }
WbLabPlaneSection *wb_lab_plane_side_section (WbLabPlaneSide *self) { return WB_LAB_PLANE_SECTION (self->section); }

/* ---- the list and the details ---- */

static void
fill_list (WbLabPlaneSide *self)
{
  const WbLabFound *found = self->found;
  GtkWidget *child;
  int height = 0;
  g_autofree char *count = found != NULL ? wb_lab_plane_count_text (found) : g_strdup ("");

  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), child);
  for (int k = 0; found != NULL && k < (int) found->objects.equilibria->points->len; k++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), wb_lab_plane_row_new_point (found, k));
  for (int k = 0; found != NULL && k < (int) found->objects.cycles->cycles->len; k++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), wb_lab_plane_row_new_cycle (found, k));
  if (found != NULL && wb_lab_found_has_strobe (found))
    {
      GtkWidget *row = gtk_list_box_row_new ();

      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), wb_lab_plane_row_new_strobe (found));
      gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (row), FALSE); /* it has no details */
      gtk_list_box_append (GTK_LIST_BOX (self->list), row);
    }
  gtk_widget_measure (self->list, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->list_scroll), MIN (height, LIST_HEIGHT));
  gtk_label_set_text (GTK_LABEL (self->heading), count);
}

/* Shows the eigenvalues and directions of the selected equilibrium, or the properties of the selected
 * cycle. */
static void
fill_details (WbLabPlaneSide *self)
{
  GtkWidget *details = self->found != NULL ? wb_lab_plane_details_new (self->found, self->selected) : NULL, *before;

  while ((before = gtk_widget_get_first_child (self->details)) != NULL)
    gtk_box_remove (GTK_BOX (self->details), before);
  if (details != NULL)
    gtk_box_append (GTK_BOX (self->details), details);
  gtk_widget_set_visible (self->details, details != NULL);
}

static void
on_row (GtkListBox *list, GtkListBoxRow *row, WbLabPlaneSide *self)
{
  self->selected = row != NULL ? gtk_list_box_row_get_index (row) : -1;
  fill_details (self);
  g_signal_emit (self, selected_signal, 0);
}

void
wb_lab_plane_side_select (WbLabPlaneSide *self, int row)
{
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), row));
}

void
wb_lab_plane_side_set_found (WbLabPlaneSide *self, WbLabFound *found)
{
  wb_lab_plane_section_set_found (WB_LAB_PLANE_SECTION (self->section), found);
  self->found = found;
  g_signal_handlers_block_by_func (self->list, on_row, self); /* the removal of the selected row is not a selection by the user */
  fill_list (self);
  g_signal_handlers_unblock_by_func (self->list, on_row, self);
  self->selected = -1;
  fill_details (self);
}

void
wb_lab_plane_side_set_earlier (WbLabPlaneSide *self, gboolean earlier)
{
  double opacity = earlier ? WB_LAB_PLANE_EARLIER_OPACITY : 1;

  gtk_widget_set_opacity (self->list, opacity);
  gtk_widget_set_opacity (self->heading, opacity);
  gtk_widget_set_opacity (self->details, opacity);
}

void
wb_lab_plane_side_show_cards (WbLabPlaneSide *self, gboolean lists, gboolean section)
{
  gtk_widget_set_visible (self->lists, lists);
  gtk_widget_set_visible (self->section, section);
}

/* ---- widget ---- */

static void
wb_lab_plane_side_dispose (GObject *object)
{
  WbLabPlaneSide *self = WB_LAB_PLANE_SIDE (object);

  if (self->list != NULL)
    g_signal_handlers_disconnect_by_data (self->list, self); /* the list loses its selection when it is freed */
  self->list = NULL;
  g_clear_pointer (&self->scroll, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lab_plane_side_parent_class)->dispose (object);
}

static void
wb_lab_plane_side_class_init (WbLabPlaneSideClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_plane_side_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  selected_signal = g_signal_new ("selected", WB_TYPE_LAB_PLANE_SIDE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_lab_plane_side_init (WbLabPlaneSide *self)
{
  self->selected = -1;
}

/* Makes the card with the list of the objects. */
static GtkWidget *
list_card_new (WbLabPlaneSide *self)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *head = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), "lab-head");
  GtkWidget *scroll = gtk_scrolled_window_new (), *menu = wb_styled (gtk_menu_button_new (), "plot-menu");
  g_autoptr (GMenuModel) entries = wb_lab_menu_new (WB_LAB_MENU_NUMBERS, NULL);

  self->heading = wb_label_new_wrapped ("", "dim-label");
  gtk_widget_set_hexpand (self->heading, TRUE);
  wb_box_add (head, wb_label_new (_("Found"), "lab-title"), self->heading, NULL);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu), "wb-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (menu), entries);
  gtk_widget_set_valign (menu, GTK_ALIGN_CENTER);
  wb_widget_set_name (menu, _("Menu of the objects found"));
  gtk_box_append (GTK_BOX (head), menu);
  self->list = wb_styled (gtk_list_box_new (), "lab-list");
  self->list_scroll = scroll;
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroll), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), self->list);
  wb_box_add (card, head, scroll, NULL);
  gtk_widget_add_css_class (card, "card");
  gtk_widget_set_overflow (card, GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self->list, "row-selected", G_CALLBACK (on_row), self);
  return card;
}

/* The cards are as high as their contents; the section gets the rest, and the list is scrolled if there is no rest. */
GtkWidget *
wb_lab_plane_side_new (WbSession *session)
{
  WbLabPlaneSide *self = g_object_new (WB_TYPE_LAB_PLANE_SIDE, NULL);
  GtkWidget *cards = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP);

  self->lists = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP);
  self->details = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "card");
  gtk_widget_set_visible (self->details, FALSE);
  gtk_box_append (GTK_BOX (self->lists), list_card_new (self));
  gtk_box_append (GTK_BOX (self->lists), self->details);
  self->section = wb_lab_plane_section_new (session);
  gtk_widget_set_size_request (self->section, -1, SECTION_HEIGHT);
  gtk_widget_set_vexpand (self->section, TRUE);
  wb_box_add (cards, self->lists, self->section, NULL);
  self->scroll = wb_styled (gtk_scrolled_window_new (), "lab-plane-side"); /* for low windows */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroll), cards);
  gtk_widget_set_parent (self->scroll, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}
