/* The lessons in the folders of models, and the user's progress in each. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "lab-lesson.h"
#include "wb-thumbnails.h"

G_BEGIN_DECLS

/* A lesson file. The texts are in the user's language if the lesson has a translation. */
typedef struct
{
  char *path, *id, *title;
  char *problem;      /* first error of a file that cannot be read, otherwise NULL; if it is set, only path, id and title are valid */
  LabChapter chapter;
  int order;          /* place in the chapter; G_MAXINT: not given */
  char **after;       /* ids of the lessons that should come before */
  int level;          /* 0 beginner, 1 intermediate, 2 advanced */
  int minutes, n_pages;
  char *words;        /* texts of the lesson in lower case, for the search */
} WbLessonEntry;

/* Returns all lessons (WbLessonEntry), sorted by chapter, order, level and id, in the same way in every language; borrowed. The first call reads the
 * files. */
const GPtrArray *wb_lesson_library (void);
/* Returns the lesson with this id, or NULL; borrowed. */
const WbLessonEntry *wb_lesson_library_find (const char *id);
/* Returns the first lesson after the one with this id that is not done, in the order of the library, or NULL; borrowed. id NULL: the first of all. */
const WbLessonEntry *wb_lesson_library_next (const char *id);
/* Makes the next call of wb_lesson_library read the files again. */
void wb_lesson_library_forget (void);
/* Returns whether the texts of a lesson contain all words of a search text. */
gboolean wb_lesson_entry_matches (const WbLessonEntry *entry, const char *text);
/* Returns the language of lessons, which is that of the window, such as "de", or NULL for the language of the files. */
const char *wb_lesson_language (void);
/* Returns the name of a level (0 to 2) in the user's language. */
const char *wb_lesson_level_name (int level);

/* Requests the picture of a lesson with a size in px; func receives it later. See wb_thumbnails_request. */
void wb_lesson_request_picture (const WbLessonEntry *entry, int width, int height, WbThumbnailFunc func, GObject *user);

/* The progress of the user in a lesson. */
typedef struct
{
  gboolean begun, done;
  int page;    /* index of the last page that was shown */
  gint64 when; /* time of the last change in µs since 1970; 0: never */
} WbLessonProgress;

/* Returns the progress of the user in a lesson. */
WbLessonProgress wb_lesson_progress (const char *id);
/* Makes wb_lesson_progress_store do nothing from now on. A program that only takes a picture of a lesson calls this. */
void wb_lesson_progress_freeze (void);
/* Stores that the user has reached a page or, with `done`, has finished the lesson. The file is in the user's state folder. Errors of
 * writing are ignored. */
void wb_lesson_progress_store (const char *id, int page, gboolean done);

G_END_DECLS
