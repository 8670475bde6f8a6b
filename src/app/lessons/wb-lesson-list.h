/* The page of all lessons: the lesson to continue, then a section of cards for
 * each chapter. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lesson-library.h"

G_BEGIN_DECLS

#define WB_TYPE_LESSON_LIST (wb_lesson_list_get_type ())
G_DECLARE_FINAL_TYPE (WbLessonList, wb_lesson_list, WB, LESSON_LIST, GtkWidget)

/* Which lessons are shown. WB_LESSONS_CHAPTER + k: those of chapter k. */
typedef enum { WB_LESSONS_ALL, WB_LESSONS_BEGUN, WB_LESSONS_NEW, WB_LESSONS_DONE, WB_LESSONS_CHAPTER } WbLessonFilter;

/* Makes the page. A card activates the action win.lesson-open (s), with Shift+Return the action win.lesson-restart (s). */
GtkWidget *wb_lesson_list_new (void);
/* Shows the lessons of a filter. */
void wb_lesson_list_set_filter (WbLessonList *self, int filter);
/* Shows only lessons that contain the words of a text. */
void wb_lesson_list_set_search (WbLessonList *self, const char *text);
/* Shows the progress and the files as they are now. */
void wb_lesson_list_refresh (WbLessonList *self);
/* Opens the first lesson that is shown. Returns FALSE if there is none. */
gboolean wb_lesson_list_open_first (WbLessonList *self);
/* Returns whether a filter includes a lesson. */
gboolean wb_lesson_filter_includes (int filter, const WbLessonEntry *entry);

G_END_DECLS
