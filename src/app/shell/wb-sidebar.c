/* Switches the sidebar between models and lessons. */
#include "wb-sidebar.h"

#include <glib/gi18n.h>

#include "wb-widgets.h"

struct _WbSidebar
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *box, *stack, *browser, *lessons_page, *lessons;
  WbLessonList *list; /* page of all lessons; NULL before the tab of lessons was shown */
};

G_DEFINE_FINAL_TYPE (WbSidebar, wb_sidebar, GTK_TYPE_WIDGET)

static guint tab_changed;

WbModelBrowser *
wb_sidebar_browser (WbSidebar *self)
{
  return WB_MODEL_BROWSER (self->browser);
}

WbLessonSidebar *
wb_sidebar_lessons (WbSidebar *self)
{
  if (self->lessons == NULL)
    {
      self->list = WB_LESSON_LIST (g_object_ref_sink (wb_lesson_list_new ()));
      self->lessons = wb_lesson_sidebar_new (wb_lessons_of (self->session), self->list);
      gtk_widget_set_hexpand (self->lessons, TRUE);
      gtk_box_append (GTK_BOX (self->lessons_page), self->lessons);
    }
  return WB_LESSON_SIDEBAR (self->lessons);
}

WbLessonList *
wb_sidebar_list (WbSidebar *self)
{
  wb_sidebar_lessons (self);
  return self->list;
}

gboolean
wb_sidebar_shows_lessons (WbSidebar *self)
{
  return gtk_stack_get_visible_child (GTK_STACK (self->stack)) == self->lessons_page;
}

void
wb_sidebar_show_lessons (WbSidebar *self, gboolean lessons)
{
  gtk_stack_set_visible_child (GTK_STACK (self->stack), lessons ? self->lessons_page : self->browser);
}

static void
on_tab (WbSidebar *self)
{
  if (wb_sidebar_shows_lessons (self))
    wb_sidebar_lessons (self);
  g_signal_emit (self, tab_changed, 0);
}

static void
wb_sidebar_dispose (GObject *object)
{
  WbSidebar *self = WB_SIDEBAR (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->list);
  G_OBJECT_CLASS (wb_sidebar_parent_class)->dispose (object);
}

static void
wb_sidebar_class_init (WbSidebarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_sidebar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  tab_changed = g_signal_new ("tab-changed", WB_TYPE_SIDEBAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_sidebar_init (WbSidebar *self)
{
}

GtkWidget *
wb_sidebar_new (WbSession *session)
{
  WbSidebar *self = g_object_new (WB_TYPE_SIDEBAR, NULL);
  GtkWidget *tabs = wb_styled (gtk_stack_switcher_new (), "tabs sidebar-tabs");

  self->session = session;
  self->box = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "wb-sidebar");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->stack = gtk_stack_new ();
  self->browser = wb_model_browser_new (session);
  self->lessons_page = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_add_titled (GTK_STACK (self->stack), self->browser, "models", _("Models"));
  gtk_stack_add_titled (GTK_STACK (self->stack), self->lessons_page, "lessons", _("Lessons"));
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (tabs), GTK_STACK (self->stack));
  gtk_widget_set_vexpand (self->stack, TRUE);
  wb_box_add (self->box, tabs, self->stack, NULL);
  g_signal_connect_swapped (self->stack, "notify::visible-child", G_CALLBACK (on_tab), self);
  return GTK_WIDGET (self);
}
