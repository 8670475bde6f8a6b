/* The study files in the library of models and in the user's folder of models. Any thread may call these functions. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *path, *text;
  char *title;      /* title of the study, or the id of its model if the file has no title */
  char *model;      /* id or path of the model */
  char *study;      /* id of the kind of study */
  guint64 members;  /* number of members; 0 if the file does not state it */
} WbStudyEntry;

/* Returns all study files without errors (WbStudyEntry), sorted by title. Free the array with
 * g_ptr_array_unref. */
GPtrArray *wb_study_library_scan (void);

G_END_DECLS
