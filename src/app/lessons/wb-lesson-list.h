/* The page of lessons. Without a search and a filter it is the first screen of the program, with the course; otherwise it has a section of cards for each
 * chapter. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lesson-library.h"

G_BEGIN_DECLS

#define WB_TYPE_LESSON_LIST (wb_lesson_list_get_type ())
G_DECLARE_FINAL_TYPE (WbLessonList, wb_lesson_list, WB, LESSON_LIST, GtkWidget)

/* The filters of the list. WB_LESSONS_CHAPTER + k selects the lessons of chapter k. */
typedef enum { WB_LESSONS_ALL, WB_LESSONS_BEGUN, WB_LESSONS_NEW, WB_LESSONS_DONE, WB_LESSONS_CHAPTER } WbLessonFilter;

/* Makes the page. A click on a card activates the action win.lesson-open (s); Shift+Return activates win.lesson-restart (s). */
GtkWidget *wb_lesson_list_new (void);
/* Shows only the lessons of a filter. */
void wb_lesson_list_set_filter (WbLessonList *self, int filter);
/* Shows only lessons whose texts contain all words of `text`. */
void wb_lesson_list_set_search (WbLessonList *self, const char *text);
/* Rebuilds the list from the current files and the current progress. */
void wb_lesson_list_refresh (WbLessonList *self);
/* Opens the first lesson in the list. Returns FALSE if the list is empty. */
gboolean wb_lesson_list_open_first (WbLessonList *self);
/* Returns whether a lesson belongs to a filter. */
gboolean wb_lesson_filter_includes (int filter, const WbLessonEntry *entry);

/* Moves the focus to the raised button of the first screen, if that is visible. */
void wb_lesson_list_focus_first (WbLessonList *self);

G_END_DECLS
