/* Collects the lessons of a chapter, and finds the lesson with which the reader goes on. */
#include "wb-lesson-chapter.h"

#include <glib/gi18n.h>

#include "wb-translate.h"

const char *
wb_lesson_chapter_question (LabChapter chapter)
{
  static const char *const questions[LAB_N_CHAPTERS] = {
    [LAB_CHAPTER_ACCURACY] = N_("How accurate is a step?"),
    [LAB_CHAPTER_STABILITY] = N_("Why do small steps still fail?"),
    [LAB_CHAPTER_GEOMETRY] = N_("What is conserved over ten thousand orbits?"),
    [LAB_CHAPTER_EVENTS] = N_("How is the time of an event found?"),
    [LAB_CHAPTER_DYNAMICS] = N_("How do the solutions behave?"),
  };

  return wb_translate (questions[chapter]);
}

void
wb_lesson_chapter_init (WbLessonChapter *chapter, LabChapter which)
{
  const GPtrArray *all = wb_lesson_library ();
  const WbLessonEntry *begun = NULL, *fresh = NULL;
  gint64 newest = 0;

  *chapter = (WbLessonChapter) { .lessons = g_ptr_array_new () };
  for (guint k = 0; k < all->len; k++)
    {
      const WbLessonEntry *entry = all->pdata[k];
      WbLessonProgress progress;

      if (entry->problem != NULL || entry->chapter != which)
        continue;
      progress = wb_lesson_progress (entry->id);
      g_ptr_array_add (chapter->lessons, (gpointer) entry);
      chapter->minutes += entry->minutes;
      chapter->n_begun += progress.begun;
      chapter->n_done += progress.done;
      if (progress.begun && !progress.done && progress.when >= newest)
        {
          begun = entry;
          newest = progress.when;
        }
      else if (!progress.begun && fresh == NULL)
        fresh = entry;
      for (char **id = entry->after; *id != NULL; id++)
        {
          const WbLessonEntry *before = wb_lesson_library_find (*id);

          if (before != NULL && before->problem == NULL && before->chapter != which)
            chapter->after[before->chapter] = TRUE;
        }
    }
  chapter->next = begun != NULL ? begun : fresh;
}

const WbLessonEntry *
wb_lesson_chapter_picture (const WbLessonChapter *chapter, LabChapter which)
{
  /* Lessons whose curves are told apart at a glance. */
  static const char *const ids[LAB_N_CHAPTERS] = {
    [LAB_CHAPTER_ACCURACY] = "euler-converges",
    [LAB_CHAPTER_STABILITY] = "ringing-steps",
    [LAB_CHAPTER_GEOMETRY] = "euler-spirals-out",
    [LAB_CHAPTER_EVENTS] = "bouncing-ball",
    [LAB_CHAPTER_DYNAMICS] = "folded-spiral",
  };
  const WbLessonEntry *entry = wb_lesson_library_find (ids[which]);

  return entry != NULL && entry->problem == NULL ? entry : chapter->lessons->len > 0 ? chapter->lessons->pdata[0] : NULL;
}

void
wb_lesson_chapter_clear (WbLessonChapter *chapter)
{
  g_clear_pointer (&chapter->lessons, g_ptr_array_unref);
}

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

const WbLessonEntry *
wb_lesson_library_go_on (const WbLessonEntry **done)
{
  const WbLessonEntry *last = last_entry (), *next;

  *done = NULL;
  if (last != NULL && !wb_lesson_progress (last->id).done)
    return last;
  next = wb_lesson_library_next (last != NULL ? last->id : NULL);
  if (next == NULL)
    next = wb_lesson_library_next (NULL);
  *done = next != NULL ? last : NULL;
  return next;
}

char *
wb_lesson_duration (int minutes)
{
  /* Translators: a duration. The spaces keep it in one line. */
  return minutes < 60 ? g_strdup_printf (_("%d min"), minutes) : g_strdup_printf (_("%d h %d min"), minutes / 60, minutes % 60);
}

char *
wb_lesson_before_text (const WbLessonEntry *entry)
{
  g_autoptr (GString) titles = g_string_new (NULL);

  for (int k = 0; entry->after[k] != NULL; k++)
    {
      const WbLessonEntry *before = wb_lesson_library_find (entry->after[k]);

      if (before != NULL && before->problem == NULL && !wb_lesson_progress (before->id).done)
        g_string_append_printf (titles, "%s%s", titles->len > 0 ? ", " : "", before->title);
    }
  /* Translators: titles of the lessons that should be read before. */
  return titles->len > 0 ? g_strdup_printf (_("after: %s"), titles->str) : NULL;
}
