/* A chapter of the course: its lessons in order, the reader's progress in it, and what comes before it. Main thread. */
#pragma once

#include "wb-lesson-library.h"

G_BEGIN_DECLS

/* A chapter. All entries are borrowed from the library. */
typedef struct
{
  GPtrArray *lessons;         /* the lessons that can be read, in order (WbLessonEntry) */
  int minutes;                /* the time that all lessons of the chapter take */
  int n_begun, n_done;        /* numbers of lessons that the reader has begun (finished ones too), and has finished */
  const WbLessonEntry *next;  /* lesson to read next in this chapter: one that is begun, or the first that is not done; NULL: all are done */
  gboolean after[LAB_N_CHAPTERS]; /* chapters with a lesson that one of these lessons needs */
} WbLessonChapter;

/* Reads a chapter from the library and the reader's progress. Clear it with wb_lesson_chapter_clear. */
void wb_lesson_chapter_init (WbLessonChapter *chapter, LabChapter which);
/* Frees the members of a chapter. */
void wb_lesson_chapter_clear (WbLessonChapter *chapter);
/* Returns the lesson whose picture stands for the chapter; borrowed from the library. NULL: the chapter has no lesson. */
const WbLessonEntry *wb_lesson_chapter_picture (const WbLessonChapter *chapter, LabChapter which);
/* Returns the question of a chapter, translated. */
const char *wb_lesson_chapter_question (LabChapter chapter);
/* Returns the lesson with which the reader goes on: the unfinished one that was used last, otherwise the one after the lesson that was finished last,
 * otherwise the first one that is not done. Returns NULL if all are done. *done is the lesson that was finished last if the result follows it,
 * otherwise NULL. */
const WbLessonEntry *wb_lesson_library_go_on (const WbLessonEntry **done);
/* Returns a duration such as "45 min" or "2 h 18 min". Free it with g_free. */
char *wb_lesson_duration (int minutes);
/* Returns a sentence with the lessons that should come before this one and are not done, or NULL if there are none. Free it with g_free. */
char *wb_lesson_before_text (const WbLessonEntry *entry);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WbLessonChapter, wb_lesson_chapter_clear)

G_END_DECLS
