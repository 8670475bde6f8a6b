/* Writes the words of the first screen, and arranges them beside the picture. */
#include "wb-first-screen.h"

#include <glib/gi18n.h>

#include "wb-first-picture.h"
#include "wb-fit-row.h"
#include "wb-lesson-chapter.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"
#include "wb-wrap.h"

#define N_BUTTONS 3
/* Width of the row from which on the picture has enough space beside the words, px. */
#define PICTURE_FROM 885

struct _WbFirstScreen
{
  GtkWidget parent_instance;
  GtkWidget *row, *words;
  GtkWidget *buttons[N_BUTTONS]; /* the raised button and two others; borrowed */
};

G_DEFINE_FINAL_TYPE (WbFirstScreen, wb_first_screen, GTK_TYPE_WIDGET)

static GtkWidget *
button_new (const char *icon, const char *text, const char *class)
{
  GtkWidget *button = wb_styled (gtk_button_new (), class), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9), *label = gtk_label_new (text);

  if (icon != NULL)
    gtk_box_append (GTK_BOX (row), gtk_image_new_from_icon_name (icon));
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), MIN (12, (int) g_utf8_strlen (text, -1)));
  gtk_label_set_max_width_chars (GTK_LABEL (label), 46);
  gtk_box_append (GTK_BOX (row), label);
  gtk_button_set_child (GTK_BUTTON (button), row);
  wb_widget_set_name (button, text);
  wb_tooltip_set (button, text);
  return button;
}

/* Makes the raised button: the first lesson, the one to go on with, or the models if all lessons are done. */
static GtkWidget *
raised_new (const WbLessonEntry *go_on, const WbLessonEntry *done)
{
  WbLessonProgress progress = { 0 };
  g_autofree char *text = NULL;
  GtkWidget *button;

  if (go_on == NULL)
    {
      button = button_new (NULL, _("Choose a model"), "suggested first-button");
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.gallery");
      return button;
    }
  progress = wb_lesson_progress (go_on->id);
  if (progress.begun && !progress.done)
    text = g_strdup_printf (_("Go on: %s, step %d of %d"), go_on->title, MIN (progress.page + 1, go_on->n_pages), go_on->n_pages);
  else if (done != NULL)
    text = g_strdup_printf (_("Start: %s"), go_on->title);
  button = button_new ("wb-play-symbolic", text != NULL ? text : _("Start the first lesson"), "suggested first-button");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.lesson-open");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", go_on->id);
  return button;
}

/* Returns the line above the sentence. Free it with g_free. */
static char *
greeting (const WbLessonEntry *go_on, const WbLessonEntry *done)
{
  if (done != NULL)
    /* Translators: title of the lesson that was finished last. */
    return g_strdup_printf (_("“%s” is done. Next:"), done->title);
  if (go_on != NULL && wb_lesson_progress (go_on->id).begun)
    return g_strdup (_("Continue where you stopped"));
  return g_strdup (_("Welcome to Stepwise"));
}

/* Returns the line below the buttons. Free it with g_free. */
static char *
facts_of (const WbLessonEntry *go_on)
{
  g_autofree char *duration = go_on != NULL ? wb_lesson_duration (go_on->minutes) : NULL, *before = go_on != NULL ? wb_lesson_before_text (go_on) : NULL;

  if (go_on == NULL)
    return g_strdup (_("All lessons are done. Drop a file on the window to open it."));
  if (before != NULL)
    return g_strdup_printf (_("%s, %s, %s  ·  or drop a file on the window"), go_on->title, duration, before);
  return g_strdup_printf (_("%s, %s  ·  or drop a file on the window"), go_on->title, duration);
}

void
wb_first_screen_refresh (WbFirstScreen *self, const WbLessonEntry *go_on, const WbLessonEntry *done)
{
  g_autofree char *above = greeting (go_on, done), *facts = facts_of (go_on);
  GtkWidget *row = wb_wrap_new (10), *models = button_new (NULL, _("Choose a model"), "raised first-button"), *open = button_new ("wb-open-symbolic", _("Open…"), "raised first-button");
  GtkWidget *sentence = wb_label_new_wrapped (_("Stepwise solves differential equations one step at a time and shows why each step is as long as it is."), "first-sentence");
  GtkWidget *more = wb_label_new_wrapped (_("Every attempted step is kept: accepted or rejected, with its error and what decided. Guess first, then run; change anything and see what follows."),
                                          "first-more");

  wb_widget_empty_box (self->words);
  self->buttons[0] = raised_new (go_on, done);
  self->buttons[1] = models;
  self->buttons[2] = open;
  gtk_widget_set_visible (models, go_on != NULL);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (models), "win.gallery");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "win.open");
  for (int k = 0; k < N_BUTTONS; k++)
    wb_wrap_append (WB_WRAP (row), self->buttons[k]);
  gtk_widget_add_css_class (row, "first-buttons");
  wb_box_add (self->words, wb_label_new_wrapped (above, "first-greeting"), sentence, more, row, wb_label_new_wrapped (facts, "dim-value"), NULL);
}

void
wb_first_screen_enter (WbFirstScreen *self)
{
  gtk_widget_grab_focus (self->buttons[0]);
}

gboolean
wb_first_screen_move (WbFirstScreen *self, int by)
{
  for (int k = 0; k < N_BUTTONS; k++)
    if (gtk_widget_has_focus (self->buttons[k]))
      {
        for (int to = k + by; to >= 0 && to < N_BUTTONS && by != 0; to += by)
          if (gtk_widget_grab_focus (self->buttons[to]))
            break;
        return TRUE;
      }
  return FALSE;
}

/* ---- widget ---- */

static void
wb_first_screen_dispose (GObject *object)
{
  g_clear_pointer (&WB_FIRST_SCREEN (object)->row, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_first_screen_parent_class)->dispose (object);
}

static void
wb_first_screen_class_init (WbFirstScreenClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_first_screen_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_first_screen_init (WbFirstScreen *self)
{
  self->row = wb_styled (wb_fit_row_new (18), "card first-screen");
  gtk_widget_set_parent (self->row, GTK_WIDGET (self));
  self->words = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "first-words");
  gtk_widget_set_valign (self->words, GTK_ALIGN_CENTER);
  wb_fit_row_append (WB_FIT_ROW (self->row), self->words, 0, 0, 1);
  wb_fit_row_append (WB_FIT_ROW (self->row), wb_first_picture_new (), PICTURE_FROM, 0, 1.15);
}

GtkWidget *
wb_first_screen_new (void)
{
  return g_object_new (WB_TYPE_FIRST_SCREEN, NULL);
}
