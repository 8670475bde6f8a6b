/* Fills a box with the text, the question and the links of the current page. */
#include "wb-lesson-body.h"

#include <glib/gi18n.h>

#include "wb-ask-try.h"
#include "wb-lesson-question.h"
#include "wb-lesson-text.h"
#include "wb-setting-rows.h"
#include "wb-translate.h"
#include "wb-widgets.h"

GtkWidget *
wb_lesson_link_new (const char *label, const char *action)
{
  GtkWidget *button = wb_styled (gtk_button_new_with_label (label), "link-button");

  gtk_widget_set_halign (button, GTK_ALIGN_START);
  if (action != NULL)
    gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

/* ---- controls that the page offers to the reader ---- */

static void
add_tries (GtkWidget *body, WbLessons *lessons)
{
  char **tries = wb_lessons_page (lessons)->tries;
  GtkWidget *rows = wb_rows_box_new ();
  gboolean any = FALSE;

  g_object_ref_sink (rows);
  for (char **key = tries; key != NULL && *key != NULL; key++)
    {
      GtkWidget *row = wb_ask_try_row_new (wb_lessons_session (lessons), *key);

      if (row == NULL)
        continue;
      gtk_box_append (GTK_BOX (rows), row);
      any = TRUE;
    }
  if (any)
    {
      wb_box_add (body, wb_label_new_wrapped (_("Try another value"), "lesson-heading"), rows, NULL);
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
add_links (GtkWidget *body, WbLessons *lessons)
{
  const GArray *links = wb_lessons_page (lessons)->links;

  for (guint k = 0; links != NULL && k < links->len; k++)
    {
      g_autofree char *text = link_text (&g_array_index (links, LabLessonLink, k));
      GtkWidget *button = wb_lesson_link_new (text, "win.lesson-link");
      GtkWidget *label = gtk_button_get_child (GTK_BUTTON (button));

      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "i", (int) k);
      gtk_box_append (GTK_BOX (body), button);
    }
}

/* ---- the body ---- */

void
wb_lesson_body_fill (GtkWidget *body, WbLessons *lessons)
{
  const LabLessonPage *page = wb_lessons_page (lessons);
  gboolean revealed = wb_lessons_is_revealed (lessons), open = revealed || (page->ask == LAB_ASK_NOTHING && page->reveal == NULL);
  GtkWidget *question = wb_lesson_question_new (lessons);

  wb_widget_empty_box (body);
  gtk_box_append (GTK_BOX (body), wb_label_new_wrapped (page->title != NULL ? page->title : "", "lesson-step"));
  wb_box_add (body, wb_lesson_text_new (page->text), question, NULL);
  gtk_widget_set_visible (question, page->ask != LAB_ASK_NOTHING);
  if (open)
    {
      gtk_box_append (GTK_BOX (body), wb_lesson_text_new (page->after));
      add_tries (body, lessons);
      add_links (body, lessons);
    }
  if (wb_lessons_has_own (lessons))
    gtk_box_append (GTK_BOX (body), wb_lesson_link_new (_("Back to my model"), "win.lesson-own"));
}
