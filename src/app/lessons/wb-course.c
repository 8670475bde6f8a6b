/* Builds the cards and the rows of chapters, and moves the focus between them. */
#include "wb-course.h"

#include <glib/gi18n.h>

#include "wb-fit-row.h"
#include "wb-lesson-chapter.h"
#include "wb-progress-ring.h"
#include "wb-tooltip.h"
#include "wb-translate.h"
#include "wb-widgets.h"

#define FIRST_LESSONS 5
#define PICTURE_WIDTH 184
#define PICTURE_HEIGHT 92
/* Width of the row from which on five cards fit beside each other, px. */
#define CARDS_FROM 940

struct _WbCourse
{
  GtkWidget parent_instance;
  GtkWidget *row;
  GPtrArray *lessons[LAB_N_CHAPTERS]; /* buttons of the card of a chapter, from above (borrowed) */
  GtkWidget *chapters[LAB_N_CHAPTERS]; /* button of a chapter in the narrow layout (borrowed) */
  LabChapter next_chapter;
  int next_index; /* index of the lesson to read next among the buttons of its chapter; −1: none */
};

G_DEFINE_FINAL_TYPE (WbCourse, wb_course, GTK_TYPE_WIDGET)

/* ---- parts of a chapter ---- */

/* Makes the disc with the number of a chapter. now: the lesson to read next is in this chapter. */
static GtkWidget *
number_new (int which, gboolean now)
{
  g_autofree char *text = g_strdup_printf ("%d", which + 1);
  GtkWidget *number = wb_styled (gtk_label_new (text), now ? "course-number now" : "course-number");

  gtk_widget_set_halign (number, GTK_ALIGN_START);
  gtk_widget_set_valign (number, GTK_ALIGN_START);
  return number;
}

/* Returns which chapters come before. Free it with g_free. */
static char *
after_text (const WbLessonChapter *chapter)
{
  g_autoptr (GString) numbers = g_string_new (NULL);
  int n = 0;

  for (int k = 0; k < LAB_N_CHAPTERS; k++)
    if (chapter->after[k])
      g_string_append_printf (numbers, "%s%d", n++ > 0 ? ", " : "", k + 1);
  if (n == 0)
    return g_strdup (_("needs no other chapter"));
  /* Translators: numbers of the chapters with lessons that come before. */
  return g_strdup_printf (ngettext ("after chapter %s", "after chapters %s", (gulong) n), numbers->str);
}

/* Makes the line that says where the reader is in the chapter: its progress and the next lesson, or what comes before it. */
static GtkWidget *
state_new (const WbLessonChapter *chapter, gboolean now)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *after = after_text (chapter), *text = NULL;
  GtkWidget *label;

  if (chapter->n_begun > 0)
    {
      GtkWidget *ring = wb_progress_ring_new (15);

      wb_progress_ring_set_fraction (WB_PROGRESS_RING (ring), (double) chapter->n_done / MAX (chapter->lessons->len, 1));
      gtk_box_append (GTK_BOX (row), ring);
      if (chapter->next != NULL)
        text = g_strdup_printf (_("Next: %s"), chapter->next->title);
    }
  label = wb_label_new (text != NULL ? text : chapter->n_begun > 0 ? _("Done") : now ? _("begin here") : after,
                        now ? "course-now" : "dim-value");
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  wb_tooltip_set (label, text != NULL ? text : after);
  gtk_box_append (GTK_BOX (row), label);
  return row;
}

static void
set_chapter_action (GtkWidget *button, int which)
{
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.lesson-chapter");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "i", which);
}

/* Makes the button that opens a lesson: its state, its title, and the time that it takes. */
static GtkWidget *
lesson_new (const WbLessonEntry *entry, gboolean now)
{
  GtkWidget *button = wb_styled (gtk_button_new (), "flat course-lesson"), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9), *mark, *label;
  WbLessonProgress progress = wb_lesson_progress (entry->id);
  g_autofree char *duration = wb_lesson_duration (entry->minutes), *step = NULL, *title = g_markup_escape_text (entry->title, -1), *text = NULL, *tip = NULL;
  g_autofree char *before = wb_lesson_before_text (entry);

  if (progress.done)
    mark = wb_styled (gtk_image_new_from_icon_name ("wb-check-symbolic"), "passed");
  else if (now)
    mark = wb_styled (gtk_image_new_from_icon_name ("wb-play-symbolic"), "course-now");
  else
    {
      mark = wb_progress_ring_new (14);
      wb_progress_ring_set_fraction (WB_PROGRESS_RING (mark), progress.begun ? (double) progress.page / MAX (entry->n_pages, 1) : 0);
    }
  if (progress.begun && !progress.done)
    step = g_strdup_printf (_("Step %d of %d"), MIN (progress.page + 1, entry->n_pages), entry->n_pages);
  text = g_strdup_printf ("%s <span size=\"small\" alpha=\"68%%\">%s</span>", title, step != NULL ? step : duration);
  label = wb_styled (gtk_label_new (NULL), now ? "course-now" : "course-title");
  gtk_label_set_markup (GTK_LABEL (label), text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_lines (GTK_LABEL (label), 3);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_valign (mark, GTK_ALIGN_START);
  wb_box_add (row, mark, label, NULL);
  gtk_button_set_child (GTK_BUTTON (button), row);
  tip = before != NULL ? g_strdup_printf ("%s, %s\n%s", entry->title, duration, before) : g_strdup_printf ("%s, %s", entry->title, duration);
  wb_tooltip_set (button, tip);
  wb_widget_set_name (button, entry->title);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.lesson-open");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", entry->id);
  return button;
}

static void
on_picture (GdkPaintable *paintable, gpointer picture)
{
  gtk_picture_set_paintable (picture, paintable);
}

/* ---- the wide layout: cards ---- */

/* Returns the index of the first lesson that a card lists: the first of the chapter, or the one before the next lesson if that would not be visible. */
static guint
first_listed (const WbLessonChapter *chapter)
{
  guint at = 0;

  if (chapter->next == NULL || !g_ptr_array_find (chapter->lessons, chapter->next, &at) || at < FIRST_LESSONS)
    return 0;
  return MIN (at - 1, chapter->lessons->len - FIRST_LESSONS);
}

/* Makes the last line of a card: a link to the lessons that are not listed, and the time that all take. */
static GtkWidget *
foot_new (WbCourse *self, const WbLessonChapter *chapter, int which, int n_more)
{
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *label;
  g_autofree char *duration = wb_lesson_duration (chapter->minutes), *more = g_strdup_printf (ngettext ("%d more", "%d more", (gulong) n_more), n_more);
  /* Translators: the time that all lessons of a chapter take. */
  g_autofree char *all = g_strdup_printf (_("%s in all"), duration);

  if (n_more > 0)
    {
      GtkWidget *button = wb_styled (gtk_button_new_with_label (more), "link-button");

      set_chapter_action (button, which);
      gtk_box_append (GTK_BOX (foot), button);
      g_ptr_array_add (self->lessons[which], button);
    }
  label = wb_label_new (all, "dim-value");
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (foot), label);
  return foot;
}

static GtkWidget *
card_new (WbCourse *self, const WbLessonChapter *chapter, int which, gboolean now)
{
  GtkWidget *card = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "card course-card"), *overlay = gtk_overlay_new ();
  GtkWidget *picture = wb_styled (gtk_picture_new (), "lesson-picture"), *question = wb_label_new_wrapped (wb_lesson_chapter_question (which), "dim-value");
  GtkWidget *space = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *title = wb_label_new_wrapped (wb_translate (lab_chapter_title (which)), "course-heading");
  guint first = first_listed (chapter), n = MIN (FIRST_LESSONS, chapter->lessons->len);

  self->lessons[which] = g_ptr_array_new ();
  gtk_picture_set_can_shrink (GTK_PICTURE (picture), TRUE);
  gtk_widget_set_size_request (picture, -1, PICTURE_HEIGHT);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), picture);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), number_new (which, now));
  if (chapter->lessons->len > 0)
    wb_lesson_request_picture (wb_lesson_chapter_picture (chapter, which), PICTURE_WIDTH, PICTURE_HEIGHT, on_picture, G_OBJECT (picture));
  gtk_label_set_xalign (GTK_LABEL (question), 0);
  wb_box_add (card, overlay, title, question, wb_styled (gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), "course-line"), NULL);
  for (guint k = first; k < first + n; k++)
    {
      const WbLessonEntry *entry = chapter->lessons->pdata[k];
      GtkWidget *button = lesson_new (entry, now && entry == chapter->next);

      if (now && entry == chapter->next)
        self->next_index = (int) self->lessons[which]->len;
      g_ptr_array_add (self->lessons[which], button);
      gtk_box_append (GTK_BOX (card), button);
    }
  gtk_widget_set_vexpand (space, TRUE);
  wb_box_add (card, space, state_new (chapter, now), foot_new (self, chapter, which, (int) (chapter->lessons->len - n)), NULL);
  return card;
}

/* ---- the narrow layout: rows ---- */

static GtkWidget *
row_new (WbCourse *self, const WbLessonChapter *chapter, int which, gboolean now)
{
  GtkWidget *button = wb_styled (gtk_button_new (), "flat course-row"), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1), *right = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *title = wb_label_new (wb_translate (lab_chapter_title (which)), "course-heading"), *question = wb_label_new (wb_lesson_chapter_question (which), "dim-value");
  GtkWidget *number = number_new (which, now), *facts;
  g_autofree char *duration = wb_lesson_duration (chapter->minutes);
  g_autofree char *text = g_strdup_printf (ngettext ("%u lesson, %s", "%u lessons, %s", chapter->lessons->len), chapter->lessons->len, duration);

  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (question), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_valign (number, GTK_ALIGN_CENTER);
  wb_box_add (words, title, question, NULL);
  facts = wb_label_new (text, "dim-value");
  gtk_widget_set_size_request (right, 200, -1);
  gtk_widget_set_hexpand (right, FALSE);
  wb_box_add (right, state_new (chapter, now), facts, NULL);
  wb_box_add (row, number, words, right, NULL);
  gtk_button_set_child (GTK_BUTTON (button), row);
  wb_widget_set_name (button, wb_translate (lab_chapter_title (which)));
  set_chapter_action (button, which);
  self->chapters[which] = button;
  return button;
}

/* ---- the focus ---- */

static gboolean
is_wide (WbCourse *self)
{
  return self->lessons[0]->len > 0 && gtk_widget_get_mapped (g_ptr_array_index (self->lessons[0], 0));
}

void
wb_course_enter (WbCourse *self)
{
  if (!is_wide (self))
    gtk_widget_grab_focus (self->chapters[self->next_chapter]);
  else if (self->next_index >= 0)
    gtk_widget_grab_focus (g_ptr_array_index (self->lessons[self->next_chapter], self->next_index));
  else
    gtk_widget_grab_focus (g_ptr_array_index (self->lessons[0], 0));
}

gboolean
wb_course_move (WbCourse *self, int columns, int rows)
{
  gboolean wide = is_wide (self);

  for (int c = 0; c < LAB_N_CHAPTERS; c++)
    for (int k = 0; k < (wide ? (int) self->lessons[c]->len : 1); k++)
      {
        GtkWidget *now = wide ? g_ptr_array_index (self->lessons[c], k) : self->chapters[c];
        int to = wide ? c + columns : c + rows, index = k + rows;

        if (!gtk_widget_has_focus (now))
          continue;
        if (to < 0 || to >= LAB_N_CHAPTERS || (!wide && columns != 0))
          return FALSE;
        if (!wide)
          return gtk_widget_grab_focus (self->chapters[to]);
        if (index < 0 || self->lessons[to]->len == 0 || (rows != 0 && index >= (int) self->lessons[to]->len))
          return FALSE;
        return gtk_widget_grab_focus (g_ptr_array_index (self->lessons[to], MIN (index, (int) self->lessons[to]->len - 1)));
      }
  return FALSE;
}

/* ---- widget ---- */

static void
wb_course_dispose (GObject *object)
{
  g_clear_pointer (&WB_COURSE (object)->row, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_course_parent_class)->dispose (object);
}

static void
wb_course_finalize (GObject *object)
{
  for (int k = 0; k < LAB_N_CHAPTERS; k++)
    g_clear_pointer (&WB_COURSE (object)->lessons[k], g_ptr_array_unref);
  G_OBJECT_CLASS (wb_course_parent_class)->finalize (object);
}

static void
wb_course_class_init (WbCourseClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_course_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_course_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_course_init (WbCourse *self)
{
  self->next_index = -1;
}

GtkWidget *
wb_course_new (const WbLessonEntry *go_on)
{
  WbCourse *self = g_object_new (WB_TYPE_COURSE, NULL);
  GtkWidget *cards = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *rows = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "card course-rows");

  gtk_box_set_homogeneous (GTK_BOX (cards), TRUE);
  self->next_chapter = go_on != NULL ? go_on->chapter : 0;
  for (int which = 0; which < LAB_N_CHAPTERS; which++)
    {
      g_auto (WbLessonChapter) chapter = { 0 };
      gboolean now = go_on != NULL && (int) go_on->chapter == which;

      wb_lesson_chapter_init (&chapter, which);
      if (now)
        chapter.next = go_on;
      gtk_box_append (GTK_BOX (cards), card_new (self, &chapter, which, now));
      gtk_box_append (GTK_BOX (rows), row_new (self, &chapter, which, now));
    }
  self->row = wb_fit_row_new (0);
  gtk_widget_set_parent (self->row, GTK_WIDGET (self));
  wb_fit_row_append (WB_FIT_ROW (self->row), cards, CARDS_FROM, 0, 1);
  wb_fit_row_append (WB_FIT_ROW (self->row), rows, 0, CARDS_FROM, 1);
  return GTK_WIDGET (self);
}
