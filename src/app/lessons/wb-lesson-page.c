/* Assembles the sidebar of an open lesson, and refreshes it when the page or the guess changes. */
#include "wb-lesson-page.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-text.h"
#include "sim-config-rows.h"
#include "wb-lesson-button.h"
#include "wb-lesson-question.h"
#include "wb-lesson-text.h"
#include "wb-setting-rows.h"
#include "wb-translate.h"
#include "wb-widgets.h"

struct _WbLessonPage
{
  GtkWidget parent_instance;
  WbLessons *lessons;
  GtkWidget *box, *count, *title, *segments, *scrolled, *body;
  GtkWidget *differs, *back;
  const LabLesson *shown;
  int shown_page;
};

G_DEFINE_FINAL_TYPE (WbLessonPage, wb_lesson_page, GTK_TYPE_WIDGET)

static GtkWidget *
link_new (const char *label, const char *action)
{
  GtkWidget *button = wb_styled (gtk_button_new_with_label (label), "link-button");

  gtk_widget_set_halign (button, GTK_ALIGN_START);
  if (action != NULL)
    gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

/* ---- the head ---- */

static void
on_segment (GtkButton *button, WbLessonPage *self)
{
  wb_lessons_go (self->lessons, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "page")));
}

static void
show_segments (WbLessonPage *self)
{
  const GArray *pages = wb_lessons_lesson (self->lessons)->pages;
  int now = wb_lessons_page_index (self->lessons);
  g_autofree char *count = NULL;

  if (gtk_widget_get_first_child (self->segments) == NULL || self->shown != wb_lessons_lesson (self->lessons))
    {
      wb_widget_empty_box (self->segments);
      for (guint k = 0; k < pages->len; k++)
        {
          GtkWidget *button = wb_styled (gtk_button_new (), "segment");
          const char *title = g_array_index (pages, LabLessonPage, k).title;
          g_autofree char *label = g_strdup_printf (_("Step %d: %s"), k + 1, title != NULL ? title : "");

          gtk_widget_set_hexpand (button, TRUE);
          g_object_set_data (G_OBJECT (button), "page", GINT_TO_POINTER ((int) k));
          wb_widget_set_label (button, label);
          g_signal_connect (button, "clicked", G_CALLBACK (on_segment), self);
          gtk_box_append (GTK_BOX (self->segments), button);
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (self->segments); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int page = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (child), "page"));
      const char *const now_classes[] = { "segment", "now", NULL }, *const before[] = { "segment", "before", NULL }, *const after[] = { "segment", NULL };

      gtk_widget_set_css_classes (child, (const char **) (page == now ? now_classes : page < now ? before : after));
    }
  /* Translators: the number of a page of a lesson, and the number of its pages. */
  count = g_strdup_printf (_("step %d of %d"), now + 1, (int) pages->len);
  gtk_label_set_text (GTK_LABEL (self->count), count);
}

/* ---- controls that the page offers to the reader ---- */

static GtkWidget *
quantity_row (WbSession *session, WbKind kind, const ModelQuantity *quantity)
{
  WbSliderRange range = wb_slider_range (quantity);
  g_autofree char *label = g_strdup_printf ("*%s*", quantity->name);

  return wb_value_row_new (session, kind, quantity->name, label, quantity->unit, quantity->about, &range);
}

/* Makes the row for a parameter or constant of the model. Returns NULL if the model has no such value. */
static GtkWidget *
model_row (WbSession *session, const char *key)
{
  Model *model = wb_session_model (session);

  for (int k = 0; model != NULL && k < model_n_parameters (model); k++)
    if (strcmp (model_parameter (model, k)->name, key) == 0 && model_parameter (model, k)->size == 0)
      return quantity_row (session, WB_PARAMETER, model_parameter (model, k));
  for (int k = 0; model != NULL && k < model_n_constants (model); k++)
    if (strcmp (model_constant (model, k)->name, key) == 0)
      return quantity_row (session, WB_CONSTANT, model_constant (model, k));
  return NULL;
}

static GtkWidget *
try_row (WbSession *session, const char *key)
{
  GtkWidget *row = model_row (session, key);
  const SimSettingRow *setting;

  if (row != NULL)
    return row;
  if (strcmp (key, "fixed_step") == 0 || (strcmp (key, "max_step") == 0 && !sim_config_get_boolean (wb_session_config (session), "error_control")))
    return wb_setting_row_new_labelled (session, sim_config_row ("max_step"), _("Step size"));
  setting = sim_config_row_of (key);
  return setting != NULL ? wb_setting_row_new (session, setting) : NULL;
}

static void
add_tries (WbLessonPage *self)
{
  char **tries = wb_lessons_page (self->lessons)->tries;
  GtkWidget *rows = wb_rows_box_new ();
  gboolean any = FALSE;

  g_object_ref_sink (rows);
  for (char **key = tries; key != NULL && *key != NULL; key++)
    {
      GtkWidget *row = try_row (wb_lessons_session (self->lessons), *key);

      if (row == NULL)
        continue;
      gtk_box_append (GTK_BOX (rows), row);
      any = TRUE;
    }
  if (any)
    {
      wb_box_add (self->body, wb_label_new_wrapped (_("Try another value"), "lesson-heading"), rows, NULL);
    }
  g_object_unref (rows);
}

/* ---- links ---- */

/* Returns the translated names of the integrators in a text of names. */
static char *
integrator_names (char **ids)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (char **id = ids; id != NULL && *id != NULL; id++)
    {
      const OdeMethod *method = ode_method_find (*id);

      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", method != NULL ? wb_translate (method->label) : *id);
    }
  return g_string_free (g_steal_pointer (&names), FALSE);
}

static char *
link_text (const LabLessonLink *link)
{
  g_autofree char *words = link->kind == LAB_LINK_COMPARE ? integrator_names (link->words) : NULL;

  switch (link->kind)
    {
    case LAB_LINK_ATTEMPT:
      return g_strdup_printf (_("Open attempt %d in the microscope"), link->number);
    case LAB_LINK_REJECTION:
      return g_strdup_printf (_("Open rejected attempt %d in the microscope"), link->number);
    case LAB_LINK_EVENT:
      return g_strdup_printf (_("Show event %d"), link->number);
    case LAB_LINK_LABORATORY:
      return g_strdup (_("Open the Laboratory"));
    case LAB_LINK_COMPARE:
      return g_strdup_printf (_("Compare %s"), words);
    case LAB_LINK_ENSEMBLE: default:
      return g_strdup (_("Open the study of many runs"));
    }
}

static void
add_links (WbLessonPage *self)
{
  const GArray *links = wb_lessons_page (self->lessons)->links;

  for (guint k = 0; links != NULL && k < links->len; k++)
    {
      g_autofree char *text = link_text (&g_array_index (links, LabLessonLink, k));
      GtkWidget *button = link_new (text, "win.lesson-link");
      GtkWidget *label = gtk_button_get_child (GTK_BUTTON (button));

      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "i", (int) k);
      gtk_box_append (GTK_BOX (self->body), button);
    }
}

/* ---- the body ---- */

static void
scroll_to_top (WbLessonPage *self)
{
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled)), 0);
}

static void
fill (WbLessonPage *self)
{
  const LabLessonPage *page = wb_lessons_page (self->lessons);
  gboolean revealed = wb_lessons_is_revealed (self->lessons), open = revealed || (page->ask == LAB_ASK_NOTHING && page->reveal == NULL);
  GtkWidget *question = wb_lesson_question_new (self->lessons);

  wb_widget_empty_box (self->body);
  gtk_box_append (GTK_BOX (self->body), wb_label_new_wrapped (page->title != NULL ? page->title : "", "lesson-step"));
  wb_box_add (self->body, wb_lesson_text_new (page->text), question, NULL);
  gtk_widget_set_visible (question, page->ask != LAB_ASK_NOTHING);
  if (open)
    {
      gtk_box_append (GTK_BOX (self->body), wb_lesson_text_new (page->after));
      add_tries (self);
      add_links (self);
    }
  if (wb_lessons_has_own (self->lessons))
    gtk_box_append (GTK_BOX (self->body), link_new (_("Back to my model"), "win.lesson-own"));
}

static void
show_differs (WbLessonPage *self)
{
  gtk_widget_set_visible (self->differs, wb_lessons_lesson (self->lessons) != NULL && wb_lessons_differs (self->lessons));
}

static void
refresh (WbLessonPage *self)
{
  const LabLesson *lesson = wb_lessons_lesson (self->lessons);

  if (lesson == NULL)
    {
      self->shown = NULL;
      wb_widget_empty_box (self->body);
      return;
    }
  gtk_label_set_text (GTK_LABEL (self->title), lesson->title);
  show_segments (self);
  fill (self);
  if (self->shown != lesson || self->shown_page != wb_lessons_page_index (self->lessons))
    scroll_to_top (self);
  self->shown = lesson;
  self->shown_page = wb_lessons_page_index (self->lessons);
  gtk_widget_set_sensitive (self->back, wb_lessons_page_index (self->lessons) > 0);
  show_differs (self);
}

/* ---- the widget ---- */

static void
on_back (WbLessonPage *self)
{
  wb_lessons_back (self->lessons);
}

static void
on_restore (WbLessonPage *self)
{
  wb_lessons_restore (self->lessons);
}

static GtkWidget *
head_new (WbLessonPage *self)
{
  GtkWidget *head = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 7), "lesson-head"), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *all = wb_styled (gtk_button_new (), "link-button"), *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("wb-previous-symbolic"));
  gtk_box_append (GTK_BOX (content), gtk_label_new (_("All lessons")));
  gtk_button_set_child (GTK_BUTTON (all), content);
  wb_widget_set_name (all, _("All lessons"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (all), "win.lessons");
  self->count = wb_label_new_wrapped (NULL, "dim-value");
  gtk_label_set_xalign (GTK_LABEL (self->count), 1);
  gtk_widget_set_hexpand (self->count, TRUE);
  wb_box_add (row, all, self->count, NULL);
  self->title = wb_label_new_wrapped (NULL, "lesson-title");
  self->segments = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_set_homogeneous (GTK_BOX (self->segments), TRUE);
  wb_box_add (head, row, self->title, self->segments, NULL);
  return head;
}

static GtkWidget *
foot_new (WbLessonPage *self)
{
  GtkWidget *foot = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), "lesson-foot");
  GtkWidget *back = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9), *space = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->back = wb_styled (gtk_button_new (), "raised");
  gtk_box_append (GTK_BOX (back), gtk_image_new_from_icon_name ("wb-previous-symbolic"));
  gtk_box_append (GTK_BOX (back), gtk_label_new (_("Back")));
  gtk_button_set_child (GTK_BUTTON (self->back), back);
  wb_widget_set_name (self->back, _("Back"));
  gtk_widget_set_hexpand (space, TRUE);
  g_signal_connect_swapped (self->back, "clicked", G_CALLBACK (on_back), self);
  wb_box_add (foot, self->back, space, wb_lesson_button_new (self->lessons), NULL);
  return foot;
}

static GtkWidget *
differs_new (WbLessonPage *self)
{
  GtkWidget *bar = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 4), "hint"), *button = link_new (_("Use the lesson’s settings"), NULL);

  wb_box_add (bar, wb_label_new_wrapped (_("Your settings differ from the lesson"), "lesson-heading"), button, NULL);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_restore), self);
  gtk_widget_add_css_class (bar, "lesson-differs");
  return bar;
}

static void
wb_lesson_page_dispose (GObject *object)
{
  WbLessonPage *self = WB_LESSON_PAGE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lesson_page_parent_class)->dispose (object);
}

static void
wb_lesson_page_class_init (WbLessonPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lesson_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "lessonpage");
}

static void
wb_lesson_page_init (WbLessonPage *self)
{
}

GtkWidget *
wb_lesson_page_new (WbLessons *lessons)
{
  WbLessonPage *self = g_object_new (WB_TYPE_LESSON_PAGE, NULL);
  WbSession *session = wb_lessons_session (lessons);

  self->lessons = lessons;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), head_new (self));
  self->scrolled = gtk_scrolled_window_new ();
  self->body = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), "lesson-body");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->body);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->scrolled);
  self->differs = differs_new (self);
  gtk_box_append (GTK_BOX (self->box), self->differs);
  gtk_box_append (GTK_BOX (self->box), foot_new (self));
  g_signal_connect_object (lessons, "lesson-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons, "page-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (show_differs), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}
