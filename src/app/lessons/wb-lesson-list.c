/* Builds the page of lessons by chapters, filtered by the search. */
#include "wb-lesson-list.h"

#include <glib/gi18n.h>

#include "wb-lesson-card.h"
#include "wb-tooltip.h"
#include "wb-translate.h"
#include "wb-widgets.h"

/* Number of cards that a chapter shows before the user unfolds it. */
#define FIRST_CARDS 4

struct _WbLessonList
{
  GtkWidget parent_instance;
  GtkWidget *box, *levels, *body;
  char *search;
  int filter, level; /* level: 0 to 2, −1 for all levels */
  gboolean unfolded[LAB_N_CHAPTERS];
};

G_DEFINE_FINAL_TYPE (WbLessonList, wb_lesson_list, GTK_TYPE_WIDGET)

static const char *const questions[LAB_N_CHAPTERS] = {
  [LAB_CHAPTER_ACCURACY] = N_("How accurate is a step?"),
  [LAB_CHAPTER_STABILITY] = N_("Why do small steps still fail?"),
  [LAB_CHAPTER_GEOMETRY] = N_("What is conserved over ten thousand orbits?"),
  [LAB_CHAPTER_EVENTS] = N_("How is the time of an event found?"),
  [LAB_CHAPTER_DYNAMICS] = N_("How do the solutions behave?"),
};

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

static void
on_more (GtkButton *button, WbLessonList *self)
{
  self->unfolded[GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "chapter"))] = TRUE;
  wb_lesson_list_refresh (self);
}

static GtkWidget *
heading_new (WbLessonList *self, int chapter, int n_more)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *question = wb_label_new (wb_translate (questions[chapter]), "dim-value");

  gtk_widget_add_css_class (row, "lesson-chapter");
  gtk_box_append (GTK_BOX (row), wb_label_new (wb_translate (lab_chapter_title (chapter)), "lesson-heading"));
  gtk_label_set_ellipsize (GTK_LABEL (question), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (question, TRUE);
  gtk_box_append (GTK_BOX (row), question);
  if (n_more > 0)
    {
      /* Translators: link that shows the remaining cards of a chapter. */
      g_autofree char *text = g_strdup_printf (ngettext ("%d more", "%d more", (gulong) n_more), n_more);
      GtkWidget *button = wb_styled (gtk_button_new_with_label (text), "link-button");

      g_object_set_data (G_OBJECT (button), "chapter", GINT_TO_POINTER (chapter));
      g_signal_connect (button, "clicked", G_CALLBACK (on_more), self);
      gtk_box_append (GTK_BOX (row), button);
    }
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

/* Adds the cards of a chapter: the first FIRST_CARDS or all. Files with errors are always shown. */
static void
add_chapter (WbLessonList *self, int chapter)
{
  const GPtrArray *all = wb_lesson_library ();
  GtkWidget *flow = gtk_flow_box_new ();
  int n = 0, n_broken = 0, n_shown;
  gboolean searched = self->search[0] != '\0' || self->filter != WB_LESSONS_ALL;

  g_object_ref_sink (flow);
  for (guint k = 0; k < all->len; k++)
    {
      const WbLessonEntry *entry = all->pdata[k];

      if ((int) entry->chapter == chapter && is_shown (self, entry))
        *(entry->problem != NULL ? &n_broken : &n) += 1;
    }
  n_shown = self->unfolded[chapter] || searched ? n : MIN (n, FIRST_CARDS);
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (flow), TRUE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (flow), FIRST_CARDS);
  gtk_flow_box_set_min_children_per_line (GTK_FLOW_BOX (flow), 1);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (flow), 10);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (flow), 10);
  g_signal_connect (flow, "child-activated", G_CALLBACK (on_card), self);
  if (n + n_broken > 0)
    {
      gtk_box_append (GTK_BOX (self->body), heading_new (self, chapter, n - n_shown));
      for (guint k = 0; k < all->len; k++)
        {
          const WbLessonEntry *entry = all->pdata[k];

          if ((int) entry->chapter == chapter && is_shown (self, entry) && (entry->problem != NULL || n_shown-- > 0))
            add_card (self, flow, entry);
        }
      gtk_box_append (GTK_BOX (self->body), flow);
    }
  g_object_unref (flow);
}

/* ---- the page ---- */

/* Returns the lesson that was used last, or NULL if none was begun. */
static const WbLessonEntry *
last_entry (void)
{
  const GPtrArray *all = wb_lesson_library ();
  const WbLessonEntry *last = NULL;
  gint64 newest = 0;

  for (guint k = 0; k < all->len; k++)
    {
      const WbLessonEntry *entry = all->pdata[k];
      WbLessonProgress progress = wb_lesson_progress (entry->id);

      if (entry->problem == NULL && progress.begun && progress.when > newest)
        {
          last = entry;
          newest = progress.when;
        }
    }
  return last;
}

/* Makes the large card at the top: of the unfinished lesson that was used last, of the one after the lesson that was finished last, or of the first
 * one. Returns NULL if all are done. */
static GtkWidget *
first_card_new (void)
{
  const WbLessonEntry *last = last_entry (), *next;

  if (last != NULL && !wb_lesson_progress (last->id).done)
    return wb_lesson_first_card_new (last, NULL);
  next = wb_lesson_library_next (last != NULL ? last->id : NULL);
  if (next == NULL)
    next = wb_lesson_library_next (NULL);
  return next != NULL ? wb_lesson_first_card_new (next, last) : NULL;
}

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

void
wb_lesson_list_refresh (WbLessonList *self)
{
  GtkWidget *first = self->search[0] == '\0' && self->filter == WB_LESSONS_ALL && self->level < 0 ? first_card_new () : NULL;

  wb_widget_empty_box (self->body);
  if (first != NULL)
    gtk_box_append (GTK_BOX (self->body), first);
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
  GtkWidget *first = gtk_widget_get_first_child (self->body);

  if (first != NULL && gtk_widget_has_css_class (first, "lesson-first"))
    gtk_widget_child_focus (first, GTK_DIR_TAB_FORWARD);
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
  GtkWidget *strip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16), *remark = wb_label_new (_("predict first, then look"), "dim-value");
  GtkWidget *own = gtk_button_new_with_label (_("New lesson from this session"));
  const char *const levels[] = { _("All levels"), wb_lesson_level_name (0), wb_lesson_level_name (1), wb_lesson_level_name (2), NULL };

  gtk_box_append (GTK_BOX (strip), wb_label_new (_("Lessons"), "lessons-title"));
  gtk_widget_set_hexpand (remark, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (remark), PANGO_ELLIPSIZE_END);
  wb_tooltip_set (remark, _("predict first, then look"));
  gtk_box_append (GTK_BOX (strip), remark);
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

  g_clear_pointer (&self->box, gtk_widget_unparent);
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
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->search = g_strdup ("");
  self->level = -1;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), strip_new (self));
  self->body = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), "lessons-body");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->body);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self->box), scrolled);
}

GtkWidget *
wb_lesson_list_new (void)
{
  WbLessonList *self = g_object_new (WB_TYPE_LESSON_LIST, NULL);

  wb_lesson_list_refresh (self);
  return GTK_WIDGET (self);
}
