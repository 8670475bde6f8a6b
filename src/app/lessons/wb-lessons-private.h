/* The struct of an open lesson and the functions that its files share. */
#pragma once

#include "wb-job.h"
#include "wb-lessons.h"

G_BEGIN_DECLS

/* The answers and the changes of the reader on a page. */
typedef struct
{
  gboolean revealed;
  double number;  /* NaN: none */
  int choice;     /* −1: none */
  int *order;     /* items in the reader's order; NULL: not a question of this kind */
  gboolean moved; /* the reader changed the order */
  double *curve;  /* WB_LESSON_N_POINTS values, or NULL */
  GArray *checks; /* LabCheck; NULL: not known */
} WbLessonAnswer;

/* A session as it was before the first lesson. */
typedef struct
{
  Model *model;   /* NULL: nothing is kept */
  char *requested, *view;
  SimConfig *config;
  WbValues *values;
  GPtrArray *plots; /* PlotSpec */
  GPtrArray *runs;  /* WbRunItem */
  WbRunItem *current;
  double playhead;
} WbKeptSession;

struct _WbLessons
{
  GObject parent_instance;
  WbSession *session; /* session that owns this object */
  LabLesson *lesson;  /* NULL: none is open */
  int page;
  GArray *answers;    /* WbLessonAnswer of each page */
  WbKeptSession own;
  SimConfig *config;  /* settings of the page, or NULL */
  WbValues *values;
  char *shown;        /* path of the model of the session, and index of the page that has its plots */
  gboolean opening;   /* the lesson is changing the model of the session */
  WbJob *job;         /* computes the checks of the page, or NULL */
  double last_t, last_y; /* last point of the drawn curve */
};

/* Returns the answer of the page. */
WbLessonAnswer *wb_lessons_answer (WbLessons *self);
/* Makes the answers of a lesson that was opened. */
void wb_lessons_make_answers (WbLessons *self);
/* Computes the settings and values of the page. Returns FALSE with an error on
 * failure. Clear the setup in both cases. */
gboolean wb_lessons_prepare (WbLessons *self, LabLessonSetup *setup, GError **error);
/* Emits "lesson-changed". */
void wb_lessons_emit_lesson (WbLessons *self);
/* Starts the computation of the checks of the revealed page. */
void wb_lessons_start_check (WbLessons *self);
/* Emits "guess-changed". */
void wb_lessons_emit_guess (WbLessons *self);
/* Emits "result-changed". */
void wb_lessons_emit_result (WbLessons *self);

G_END_DECLS
