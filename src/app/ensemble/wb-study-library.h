/* The study files that ship beside the models and those in the user's folder of
 * models. Any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *path, *text;
  char *title;      /* the study's, else the model's id */
  char *model;      /* id or path of its model */
  char *study;      /* id of its kind */
  guint64 members;  /* 0: not given */
} WbStudyEntry;

/* Returns all study files without errors (WbStudyEntry), sorted by title; free
 * with g_ptr_array_unref. */
GPtrArray *wb_study_library_scan (void);

G_END_DECLS
