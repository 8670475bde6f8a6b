/* Builds the page of lessons: the first screen, or the lessons of a filter and a search by chapters. */
#include "wb-lesson-list.h"

#include <glib/gi18n.h>

#include "wb-course.h"
#include "wb-first-screen.h"
#include "wb-lesson-card.h"
#include "wb-lesson-chapter.h"
#include "wb-tooltip.h"
#include "wb-translate.h"
#include "wb-widgets.h"

/* Number of cards beside each other in a wide window. */
#define CARDS_IN_ROW 4

struct _WbLessonList
{
  GtkWidget parent_instance;
  GtkWidget *scrolled, *first, *heading, *remark, *levels, *body;
  GtkWidget *course; /* borrowed; NULL while the list is filtered */
  char *search;
  int filter, level; /* level: 0 to 2, −1 for all levels */
};

G_DEFINE_FINAL_TYPE (WbLessonList, wb_lesson_list, GTK_TYPE_WIDGET)

gboolean
wb_lesson_filter_includes (int filter, const WbLessonEntry *entry)
{
  WbLessonProgress progress = wb_lesson_progress (entry->id);

  switch (filter)
    {
    case WB_LESSONS_ALL: return TRUE;
    case WB_LESSONS_BEGUN: return progress.begun && !progress.done;
    case WB_LESSONS_NEW: return !progress.begun;
    case WB_LESSONS_DONE: return progress.done;
    default: return (int) entry->chapter == filter - WB_LESSONS_CHAPTER;
    }
}

static gboolean
is_shown (WbLessonList *self, const WbLessonEntry *entry)
{
  return wb_lesson_filter_includes (self->filter, entry) && wb_lesson_entry_matches (entry, self->search)
         && (self->level < 0 || entry->problem != NULL || entry->level == self->level);
}

/* ---- the cards of a chapter ---- */

static void
on_card (GtkFlowBox *flow, GtkFlowBoxChild *child, WbLessonList *self)
{
  const char *id = g_object_get_data (G_OBJECT (child), "id");

  const char *broken = g_object_get_data (G_OBJECT (child), "broken");

  if (id != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.lesson-open", "s", id);
  else if (broken != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.edit-lesson", "s", broken);
}

static gboolean
on_card_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, GtkWidget *child)
{
  const char *id = g_object_get_data (G_OBJECT (child), "id");

  if ((key != GDK_KEY_Return && key != GDK_KEY_KP_Enter) || !(state & GDK_SHIFT_MASK) || id == NULL)
    return FALSE;
  gtk_widget_activate_action (child, "win.lesson-restart", "s", id);
  return TRUE;
}

static GtkWidget *
heading_new (int chapter)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *question = wb_label_new (wb_lesson_chapter_question (chapter), "dim-value");

  gtk_widget_add_css_class (row, "lesson-chapter");
  gtk_box_append (GTK_BOX (row), wb_label_new (wb_translate (lab_chapter_title (chapter)), "lesson-heading"));
  gtk_label_set_ellipsize (GTK_LABEL (question), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (question, TRUE);
  gtk_box_append (GTK_BOX (row), question);
  return row;
}

static void
add_card (WbLessonList *self, GtkWidget *flow, const WbLessonEntry *entry)
{
  GtkWidget *child = gtk_flow_box_child_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), wb_lesson_card_new (entry));
  if (entry->problem == NULL)
    g_object_set_data_full (G_OBJECT (child), "id", g_strdup (entry->id), g_free);
  else
    g_object_set_data_full (G_OBJECT (child), "broken", g_strdup (entry->path), g_free);
  gtk_widget_add_css_class (child, "lesson-child");
  wb_widget_set_name (child, entry->title);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_card_key), child);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (child, keys);
  gtk_flow_box_insert (GTK_FLOW_BOX (flow), child, -1);
}

/* Returns the box for the cards of a chapter. */
static GtkWidget *
flow_new (WbLessonList *self)
{
  GtkWidget *flow = gtk_flow_box_new ();

  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (flow), TRUE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (flow), CARDS_IN_ROW);
  gtk_flow_box_set_min_children_per_line (GTK_FLOW_BOX (flow), 1);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (flow), 10);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (flow), 10);
  g_signal_connect (flow, "child-activated", G_CALLBACK (on_card), self);
  return flow;
}

/* Adds the cards of a chapter. */
static void
add_chapter (WbLessonList *self, int chapter)
{
  const GPtrArray *all = wb_lesson_library ();
  GtkWidget *flow = NULL;

  for (guint k = 0; k < all->len; k++)
    {
      const WbLessonEntry *entry = all->pdata[k];

      if ((int) entry->chapter != chapter || !is_shown (self, entry))
        continue;
      if (flow == NULL)
        {
          flow = flow_new (self);
          wb_box_add (self->body, heading_new (chapter), flow, NULL);
        }
      add_card (self, flow, entry);
    }
}

/* Adds the cards of files with errors below the course, which has only lessons that can be read. */
static void
add_broken (WbLessonList *self)
{
  const GPtrArray *all = wb_lesson_library ();
  GtkWidget *flow = NULL;

  for (guint k = 0; k < all->len; k++)
    if (((const WbLessonEntry *) all->pdata[k])->problem != NULL)
      {
        if (flow == NULL)
          gtk_box_append (GTK_BOX (self->body), flow = flow_new (self));
        add_card (self, flow, all->pdata[k]);
      }
}

/* ---- the page ---- */

static GtkWidget *
nothing_new (WbLessonList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10), *link = wb_styled (gtk_button_new_with_label (_("Search models")), "link-button");
  g_autofree char *text = self->search[0] != '\0' ? g_strdup_printf (_("No lesson mentions “%s”"), self->search) : g_strdup (_("No lesson matches the filters"));

  gtk_box_append (GTK_BOX (box), gtk_label_new (text));
  gtk_widget_set_halign (link, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (link), "win.models");
  gtk_widget_set_visible (link, self->search[0] != '\0');
  gtk_box_append (GTK_BOX (box), link);
  gtk_widget_add_css_class (box, "lesson-nothing");
  return box;
}

/* Fills the page with the course. */
static void
show_course (WbLessonList *self)
{
  const WbLessonEntry *done, *go_on = wb_lesson_library_go_on (&done);
  const GPtrArray *all = wb_lesson_library ();
  guint n = 0;
  g_autofree char *remark = NULL;

  for (guint k = 0; k < all->len; k++)
    n += ((const WbLessonEntry *) all->pdata[k])->problem == NULL;
  remark = g_strdup_printf (ngettext ("%u lesson in five chapters; each asks first. Nothing is locked.", "%u lessons in five chapters; each asks first. Nothing is locked.", n), n);
  gtk_label_set_text (GTK_LABEL (self->heading), _("The course"));
  gtk_label_set_text (GTK_LABEL (self->remark), remark);
  wb_first_screen_refresh (WB_FIRST_SCREEN (self->first), go_on, done);
  self->course = wb_course_new (go_on);
  gtk_box_append (GTK_BOX (self->body), self->course);
  add_broken (self);
}

void
wb_lesson_list_refresh (WbLessonList *self)
{
  gboolean first = self->search[0] == '\0' && self->filter == WB_LESSONS_ALL && self->level < 0;

  wb_widget_empty_box (self->body);
  self->course = NULL;
  gtk_widget_set_visible (self->first, first);
  if (first)
    {
      show_course (self);
      return;
    }
  gtk_label_set_text (GTK_LABEL (self->heading), _("Lessons"));
  gtk_label_set_text (GTK_LABEL (self->remark), _("predict first, then look"));
  for (int chapter = 0; chapter < LAB_N_CHAPTERS; chapter++)
    add_chapter (self, chapter);
  for (guint k = 0; k < wb_lesson_library ()->len; k++)
    if (is_shown (self, wb_lesson_library ()->pdata[k]))
      return;
  gtk_box_append (GTK_BOX (self->body), nothing_new (self));
}

void
wb_lesson_list_set_filter (WbLessonList *self, int filter)
{
  if (self->filter == filter)
    return;
  self->filter = filter;
  wb_lesson_list_refresh (self);
}

void
wb_lesson_list_set_search (WbLessonList *self, const char *text)
{
  if (g_strcmp0 (self->search, text) == 0)
    return;
  g_free (self->search);
  self->search = g_strdup (text);
  wb_lesson_list_refresh (self);
}

gboolean
wb_lesson_list_open_first (WbLessonList *self)
{
  const GPtrArray *all = wb_lesson_library ();

  for (guint k = 0; k < all->len; k++)
    {
      const WbLessonEntry *entry = all->pdata[k];

      if (entry->problem == NULL && is_shown (self, entry))
        return gtk_widget_activate_action (GTK_WIDGET (self), "win.lesson-open", "s", entry->id);
    }
  return FALSE;
}

void
wb_lesson_list_focus_first (WbLessonList *self)
{
  if (self->course != NULL)
    wb_first_screen_enter (WB_FIRST_SCREEN (self->first));
}

/* Moves the focus with the arrow keys between the buttons at the top, the chapters and the lessons. */
static gboolean
on_arrow (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbLessonList *self)
{
  int columns = (key == GDK_KEY_Right || key == GDK_KEY_KP_Right) - (key == GDK_KEY_Left || key == GDK_KEY_KP_Left);
  int rows = (key == GDK_KEY_Down || key == GDK_KEY_KP_Down) - (key == GDK_KEY_Up || key == GDK_KEY_KP_Up);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))));

  if (self->course == NULL || focus == NULL || (columns == 0 && rows == 0) || (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK)))
    return FALSE;
  if (gtk_widget_is_ancestor (focus, self->first))
    {
      if (rows > 0)
        wb_course_enter (WB_COURSE (self->course));
      else
        wb_first_screen_move (WB_FIRST_SCREEN (self->first), columns);
      return TRUE;
    }
  if (!gtk_widget_is_ancestor (focus, self->course))
    return FALSE;
  if (!wb_course_move (WB_COURSE (self->course), columns, rows) && rows < 0)
    wb_first_screen_enter (WB_FIRST_SCREEN (self->first));
  return TRUE;
}

static void
on_level (WbLessonList *self)
{
  self->level = (int) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->levels)) - 1;
  wb_lesson_list_refresh (self);
}

static GtkWidget *
strip_new (WbLessonList *self)
{
  GtkWidget *strip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16), *own = gtk_button_new_with_label (_("New lesson from this session"));
  const char *const levels[] = { _("All levels"), wb_lesson_level_name (0), wb_lesson_level_name (1), wb_lesson_level_name (2), NULL };

  self->heading = wb_label_new (NULL, "lessons-title");
  gtk_box_append (GTK_BOX (strip), self->heading);
  self->remark = wb_label_new (NULL, "dim-value");
  gtk_widget_set_hexpand (self->remark, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (self->remark), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (strip), self->remark);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (own), "win.new-lesson");
  wb_tooltip_set (own, _("Write a lesson with the model, its runs and the pinned readouts, and open it in the editor"));
  gtk_widget_set_valign (own, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (strip), own);
  self->levels = gtk_drop_down_new_from_strings (levels);
  wb_widget_set_name (self->levels, _("Level"));
  g_signal_connect_swapped (self->levels, "notify::selected", G_CALLBACK (on_level), self);
  gtk_widget_set_valign (self->levels, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (strip), self->levels);
  gtk_widget_add_css_class (strip, "lessons-strip");
  return strip;
}

static void
wb_lesson_list_dispose (GObject *object)
{
  WbLessonList *self = WB_LESSON_LIST (object);

  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lesson_list_parent_class)->dispose (object);
}

static void
wb_lesson_list_finalize (GObject *object)
{
  g_free (WB_LESSON_LIST (object)->search);
  G_OBJECT_CLASS (wb_lesson_list_parent_class)->finalize (object);
}

static void
wb_lesson_list_class_init (WbLessonListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lesson_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_lesson_list_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "lessonlist");
}

static void
wb_lesson_list_init (WbLessonList *self)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->search = g_strdup ("");
  self->level = -1;
  self->first = wb_styled (wb_first_screen_new (), "first-part");
  self->body = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), "lessons-body");
  gtk_widget_set_vexpand (self->body, TRUE);
  wb_box_add (page, self->first, strip_new (self), self->body, NULL);
  self->scrolled = wb_scrolled_new (page);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_arrow), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
wb_lesson_list_new (void)
{
  WbLessonList *self = g_object_new (WB_TYPE_LESSON_LIST, NULL);

  wb_lesson_list_refresh (self);
  return GTK_WIDGET (self);
}
