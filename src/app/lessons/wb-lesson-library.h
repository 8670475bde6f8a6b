/* The lessons in the folders of models, and how far the user got in each. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "lab-lesson.h"
#include "wb-thumbnails.h"

G_BEGIN_DECLS

/* A lesson file. Strings are in the user's language if the lesson has it. */
typedef struct
{
  char *path, *id, *title;
  char *problem;      /* first error of a file that cannot be read, else NULL; then only path, id and title are set */
  LabChapter chapter;
  int level;          /* 0 to 2: beginner, intermediate, advanced */
  int minutes, n_pages;
  char **page_titles; /* n_pages titles; "" for a page without one */
  char *words;        /* folded text for the search */
} WbLessonEntry;

/* Returns all lessons (WbLessonEntry), sorted by chapter, level and title. They
 * are read at the first call. Borrowed. */
const GPtrArray *wb_lesson_library (void);
/* Reads the files again at the next call of wb_lesson_library. */
void wb_lesson_library_forget (void);
/* Returns whether an entry contains all words of a text. */
gboolean wb_lesson_entry_matches (const WbLessonEntry *entry, const char *text);
/* Returns the language of lessons, such as "de"; NULL: that of the files. */
const char *wb_lesson_language (void);
/* Returns the name of a level (0 to 2) in the user's language. */
const char *wb_lesson_level_name (int level);

/* The size of the picture of a lesson in px. */
#define WB_LESSON_PICTURE_WIDTH 92
#define WB_LESSON_PICTURE_HEIGHT 64
/* Requests the picture of a lesson; see wb_thumbnails_request. */
void wb_lesson_request_picture (const WbLessonEntry *entry, int scale, WbThumbnailFunc func, GObject *user);

/* How far the user got in a lesson. */
typedef struct
{
  gboolean begun, done;
  int page;    /* index of the last page that was shown */
  gint64 when; /* time of the last change, µs since 1970; 0: never */
} WbLessonProgress;

/* Returns how far the user got in a lesson. */
WbLessonProgress wb_lesson_progress (const char *id);
/* Stores that a page is shown, or with `done` that the lesson was finished. The
 * file is in the user's folder of state; an error when writing is ignored. */
void wb_lesson_progress_store (const char *id, int page, gboolean done);

G_END_DECLS
