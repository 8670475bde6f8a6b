/* Switches the tab Lessons between the list and the open lesson. */
#include "wb-lesson-sidebar.h"

#include <glib/gi18n.h>

#include "wb-lesson-page.h"
#include "wb-progress-ring.h"
#include "wb-translate.h"
#include "wb-widgets.h"

#define N_FILTERS (WB_LESSONS_CHAPTER + LAB_N_CHAPTERS)

struct _WbLessonSidebar
{
  GtkWidget parent_instance;
  WbLessons *lessons;
  WbLessonList *list; /* the list that the filters control; borrowed */
  GtkWidget *stack, *search, *rows;
  GtkWidget *counts[N_FILTERS], *rings[N_FILTERS];
};

G_DEFINE_FINAL_TYPE (WbLessonSidebar, wb_lesson_sidebar, GTK_TYPE_WIDGET)

static void
on_search (GtkEditable *editable, WbLessonSidebar *self)
{
  wb_lesson_list_set_search (self->list, gtk_editable_get_text (editable));
}

static void
on_search_activate (GtkEntry *entry, WbLessonSidebar *self)
{
  wb_lesson_list_open_first (self->list);
}

static void
on_row (GtkListBox *rows, GtkListBoxRow *row, WbLessonSidebar *self)
{
  if (row != NULL)
    wb_lesson_list_set_filter (self->list, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "filter")));
}

static void
add_row (WbLessonSidebar *self, int filter, const char *title)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *name = gtk_label_new (title);

  g_object_set_data (G_OBJECT (row), "filter", GINT_TO_POINTER (filter));
  gtk_widget_add_css_class (box, "lesson-filter");
  if (filter >= WB_LESSONS_CHAPTER)
    {
      self->rings[filter] = wb_progress_ring_new (15);
      gtk_box_append (GTK_BOX (box), self->rings[filter]);
    }
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_wrap (GTK_LABEL (name), TRUE); /* the names of chapters are long in some languages */
  gtk_label_set_lines (GTK_LABEL (name), 2);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_box_append (GTK_BOX (box), name);
  self->counts[filter] = wb_styled (gtk_label_new (NULL), "dim-value");
  gtk_box_append (GTK_BOX (box), self->counts[filter]);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_list_box_append (GTK_LIST_BOX (self->rows), row);
}

/* Puts the heading "Chapters" above the first chapter. */
static void
add_heading (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user)
{
  GtkWidget *heading;

  if (GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "filter")) != WB_LESSONS_CHAPTER)
    return;
  heading = wb_styled (wb_label_new (_("Chapters"), "lesson-heading"), "lesson-filter");
  gtk_list_box_row_set_header (row, heading);
}

/* Updates the numbers of lessons and the progress in all rows. */
static void
refresh (WbLessonSidebar *self)
{
  const GPtrArray *all = wb_lesson_library ();
  g_autofree char *hint = g_strdup_printf (ngettext ("Search %d lesson", "Search %d lessons", all->len), (int) all->len);

  g_object_set (self->search, "placeholder-text", hint, NULL);
  for (int filter = 0; filter < N_FILTERS; filter++)
    {
      g_autofree char *text = NULL;
      int n = 0, n_done = 0;

      for (guint k = 0; k < all->len; k++)
        if (wb_lesson_filter_includes (filter, all->pdata[k]))
          {
            n++;
            n_done += wb_lesson_progress (((const WbLessonEntry *) all->pdata[k])->id).done;
          }
      /* Translators: the number of finished lessons of a chapter, and the number of all. */
      text = filter >= WB_LESSONS_CHAPTER ? g_strdup_printf (_("%d of %d"), n_done, n) : g_strdup_printf ("%d", n);
      gtk_label_set_text (GTK_LABEL (self->counts[filter]), text);
      if (self->rings[filter] != NULL)
        wb_progress_ring_set_fraction (WB_PROGRESS_RING (self->rings[filter]), n > 0 ? (double) n_done / n : 0);
    }
}

static void
on_lesson (WbLessonSidebar *self)
{
  gboolean open = wb_lessons_lesson (self->lessons) != NULL;

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), open ? "lesson" : "list");
  if (open)
    return;
  refresh (self);
  wb_lesson_list_refresh (self->list);
}

void
wb_lesson_sidebar_search (WbLessonSidebar *self)
{
  gtk_widget_grab_focus (self->search);
}

void
wb_lesson_sidebar_show_chapter (WbLessonSidebar *self, LabChapter chapter)
{
  gtk_list_box_select_row (GTK_LIST_BOX (self->rows), gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->rows), WB_LESSONS_CHAPTER + (int) chapter));
}

static GtkWidget *
list_new (WbLessonSidebar *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *scrolled = gtk_scrolled_window_new ();
  GtkWidget *foot = gtk_label_new (_("Page Down, or the forward key of a presentation remote, shows the next step."));
  const char *const titles[] = { _("All lessons"), _("In progress"), _("Not begun"), _("Done") };

  self->search = wb_styled (gtk_search_entry_new (), "search");
  wb_widget_set_name (self->search, _("Search lessons"));
  g_signal_connect (self->search, "search-changed", G_CALLBACK (on_search), self);
  g_signal_connect (self->search, "activate", G_CALLBACK (on_search_activate), self);
  self->rows = wb_styled (gtk_list_box_new (), "lesson-filters");
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->rows), GTK_SELECTION_BROWSE);
  for (int filter = 0; filter < N_FILTERS; filter++)
    add_row (self, filter, filter < WB_LESSONS_CHAPTER ? titles[filter] : wb_translate (lab_chapter_title (filter - WB_LESSONS_CHAPTER)));
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->rows), add_heading, NULL, NULL);
  gtk_list_box_select_row (GTK_LIST_BOX (self->rows), gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->rows), 0));
  g_signal_connect (self->rows, "row-selected", G_CALLBACK (on_row), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->rows);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_label_set_wrap (GTK_LABEL (foot), TRUE);
  gtk_label_set_xalign (GTK_LABEL (foot), 0);
  gtk_widget_add_css_class (foot, "lesson-note");
  wb_box_add (box, self->search, scrolled, foot, NULL);
  return box;
}

static void
wb_lesson_sidebar_dispose (GObject *object)
{
  WbLessonSidebar *self = WB_LESSON_SIDEBAR (object);

  g_clear_pointer (&self->stack, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lesson_sidebar_parent_class)->dispose (object);
}

static void
wb_lesson_sidebar_class_init (WbLessonSidebarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lesson_sidebar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_lesson_sidebar_init (WbLessonSidebar *self)
{
}

GtkWidget *
wb_lesson_sidebar_new (WbLessons *lessons, WbLessonList *list)
{
  WbLessonSidebar *self = g_object_new (WB_TYPE_LESSON_SIDEBAR, NULL);

  self->lessons = lessons;
  self->list = list;
  self->stack = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  gtk_stack_add_named (GTK_STACK (self->stack), list_new (self), "list");
  gtk_stack_add_named (GTK_STACK (self->stack), wb_lesson_page_new (lessons), "lesson");
  g_signal_connect_object (lessons, "lesson-changed", G_CALLBACK (on_lesson), self, G_CONNECT_SWAPPED);
  on_lesson (self);
  return GTK_WIDGET (self);
}
