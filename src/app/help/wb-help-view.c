/* Shows a page of help, or the list of all pages, and keeps the history of shown pages. */
#include "wb-help-view.h"

#include <glib/gi18n.h>

#include "wb-help-blocks.h"
#include "wb-widgets.h"

struct _WbHelpView
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *box, *back, *forward, *title, *group, *scrolled, *content;
  GPtrArray *history;  /* ids of the shown pages; "" is the list */
  int at;              /* index of the shown page in the history */
};

G_DEFINE_FINAL_TYPE (WbHelpView, wb_help_view, GTK_TYPE_WIDGET)

static guint shown_signal;

const char *
wb_help_view_page (WbHelpView *self)
{
  const char *id = g_ptr_array_index (self->history, self->at);

  return *id != '\0' ? id : NULL;
}

/* Fills the content with links to all pages, group by group. */
static void
fill_list (WbHelpView *self)
{
  const GPtrArray *entries = wb_help_entries ();

  for (int group = 0; group < WB_N_HELP_GROUPS; group++)
    {
      GtkWidget *flow = gtk_flow_box_new ();

      gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (flow), GTK_SELECTION_NONE);
      gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (flow), 3);
      gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (flow), TRUE);
      for (guint i = 0; i < entries->len; i++)
        {
          const WbHelpEntry *entry = g_ptr_array_index (entries, i);

          if ((int) entry->group == group)
            gtk_flow_box_append (GTK_FLOW_BOX (flow), wb_help_link_new (entry));
        }
      wb_box_add (self->content, wb_label_new (wb_help_group_title ((WbHelpGroup) group), "help-head"), flow, NULL);
    }
}

static void
fill_page (WbHelpView *self, const WbHelpEntry *entry)
{
  GtkWidget *parts[] = { wb_help_text_new (entry), wb_help_value_new (entry, self->session), wb_help_table_new (entry), wb_help_names_new (entry),
                         wb_help_links_new (entry) };

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] != NULL)
      gtk_box_append (GTK_BOX (self->content), parts[i]);
}

static void
fill (WbHelpView *self)
{
  const WbHelpEntry *entry = wb_help_find (wb_help_view_page (self));

  wb_widget_empty_box (self->content);
  if (entry != NULL)
    fill_page (self, entry);
  else
    fill_list (self);
  gtk_label_set_text (GTK_LABEL (self->title), entry != NULL ? entry->title : _("Help"));
  gtk_label_set_text (GTK_LABEL (self->group), entry != NULL ? wb_help_group_title (entry->group) : "");
  gtk_widget_set_sensitive (self->back, self->at > 0);
  gtk_widget_set_sensitive (self->forward, self->at + 1 < (int) self->history->len);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled)), 0);
  g_signal_emit (self, shown_signal, 0);
}

void
wb_help_view_show (WbHelpView *self, const char *id)
{
  const WbHelpEntry *entry = wb_help_find (id);
  const char *shown = entry != NULL ? entry->id : "";

  if (g_strcmp0 (g_ptr_array_index (self->history, self->at), shown) != 0)
    {
      g_ptr_array_set_size (self->history, self->at + 1);
      g_ptr_array_add (self->history, g_strdup (shown));
      self->at++;
    }
  fill (self);
}

gboolean
wb_help_view_go (WbHelpView *self, int by)
{
  if (self->at + by < 0 || self->at + by >= (int) self->history->len)
    return FALSE;
  self->at += by;
  fill (self);
  return TRUE;
}

static void go_back (WbHelpView *self) { wb_help_view_go (self, -1); }
static void go_forward (WbHelpView *self) { wb_help_view_go (self, 1); }
static void show_list (WbHelpView *self) { wb_help_view_show (self, NULL); }

/* The value of a setting may have changed while another view was shown. */
static void
wb_help_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (wb_help_view_parent_class)->map (widget);
  fill (WB_HELP_VIEW (widget));
}

static void
wb_help_view_dispose (GObject *object)
{
  WbHelpView *self = WB_HELP_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->history, g_ptr_array_unref);
  G_OBJECT_CLASS (wb_help_view_parent_class)->dispose (object);
}

static void
wb_help_view_class_init (WbHelpViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_help_view_dispose;
  GTK_WIDGET_CLASS (klass)->map = wb_help_view_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "helpview");
  shown_signal = g_signal_new ("page-shown", WB_TYPE_HELP_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_help_view_init (WbHelpView *self)
{
  self->history = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->history, g_strdup (""));
}

static GtkWidget *
button_new (WbHelpView *self, const char *icon, const char *name, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  wb_widget_set_name (button, name);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  return button;
}

static GtkWidget *
title_new (WbHelpView *self)
{
  GtkWidget *strip = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), "title-strip"), *pair = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), "linked");
  GtkWidget *contents = gtk_button_new_with_label (_("Contents")), *leave = gtk_button_new_with_label (_("Back to the view"));

  self->back = button_new (self, "wb-previous-symbolic", _("Previous page"), G_CALLBACK (go_back));
  self->forward = button_new (self, "wb-next-symbolic", _("Next page"), G_CALLBACK (go_forward));
  self->title = wb_label_new ("", "model-name");
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
  self->group = wb_label_new ("", "dim-value");
  gtk_widget_set_hexpand (self->group, TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->group), 0);
  gtk_widget_set_valign (contents, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (leave, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (contents, "clicked", G_CALLBACK (show_list), self);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (leave), "win.help-leave");
  wb_box_add (pair, self->back, self->forward, NULL);
  wb_box_add (strip, pair, self->title, self->group, contents, leave, NULL);
  return strip;
}

GtkWidget *
wb_help_view_new (WbSession *session)
{
  WbHelpView *self = g_object_new (WB_TYPE_HELP_VIEW, NULL);
  GtkWidget *card = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "card");

  self->session = session;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->content = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 22), "help-page");
  gtk_widget_set_size_request (self->content, 0, -1);
  self->scrolled = wb_scrolled_new (self->content);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  gtk_box_append (GTK_BOX (card), self->scrolled);
  gtk_widget_set_vexpand (card, TRUE);
  gtk_widget_add_css_class (card, "help-card");
  wb_box_add (self->box, title_new (self), card, NULL);
  fill (self);
  return GTK_WIDGET (self);
}
