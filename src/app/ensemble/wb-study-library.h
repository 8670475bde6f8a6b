/* The study files of the library of models and of the user's folder of models. May be used by any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *path, *text;
  char *title;      /* title of the study; if it has none, the id of its model */
  char *model;      /* id or path of the model */
  char *study;      /* id of the kind of study */
  guint64 members;  /* number of members; 0: not given */
} WbStudyEntry;

/* Returns all study files without errors (WbStudyEntry), sorted by title; free
 * with g_ptr_array_unref. */
GPtrArray *wb_study_library_scan (void);

G_END_DECLS
