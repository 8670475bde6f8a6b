/* The struct WbLessons and the functions that only its files share. They are one object and call each other: wb-lessons.c (opening and moving),
 * wb-lessons-branch.c (branches of runs), wb-lessons-check.c (checks of a reveal), wb-lessons-control.c (the control of a question), wb-lessons-file.c
 * (session files), wb-lessons-guess.c (guesses) and wb-lessons-view.c (the view of a page). */
#pragma once

#include "wb-job.h"
#include "wb-lessons.h"

G_BEGIN_DECLS

/* The reader's answer to the question of one page. */
typedef struct
{
  gboolean revealed;
  double number;  /* guessed number, or that of the open attempt or of the control; NaN: none */
  double point[2]; /* placed point; NaN: none */
  int choice;     /* index of the chosen answer; −1: none */
  int *order;     /* items in the order of the reader; NULL if the question does not ask for an order */
  gboolean moved; /* whether the reader changed the order */
  double *curve;  /* WB_LESSON_N_POINTS values of the drawn curve, or NULL */
  GArray *checks; /* checks of the run (LabCheck); NULL if they are not computed yet */
} WbLessonAnswer;

/* The state of the session before the first lesson was opened. */
typedef struct
{
  Model *model;   /* the model that was open; NULL: no state is stored */
  char *requested, *view;
  SimConfig *config;
  LabValues *values;
  GPtrArray *plots; /* plots (PlotSpec) */
  GPtrArray *runs;  /* runs (WbRunItem) */
  WbRunItem *current;
  double playhead;
} WbKeptSession;

struct _WbLessons
{
  GObject parent_instance;
  WbSession *session; /* session that owns this object */
  LabLesson *lesson;  /* the open lesson, or NULL */
  int page;
  GArray *answers;    /* one WbLessonAnswer for each page */
  WbKeptSession own;
  SimConfig *config;  /* settings of the page, or NULL */
  LabValues *values;
  char *shown;        /* path of the model that the session shows, and index of the page whose plots it shows */
  int next_branch;    /* index in the chain of the shown run of the branch that begins when the current run has ended; 0: none */
  gboolean opening;   /* TRUE while the lesson itself changes the model of the session */
  gboolean place_due; /* the view of the page shows an attempt that the run has not reached yet */
  gboolean place_runs, watches; /* whether the view of the page computes; whether the object is told of this */
  WbJob *job;         /* job that computes the checks of the page, or NULL */
  double last_t, last_y; /* last point that the reader drew */
};

/* Returns the reader's answer to the current page. */
WbLessonAnswer *wb_lessons_answer (WbLessons *self);
/* Returns whether the current page has a run or a question to reveal, and it is not revealed yet. */
gboolean wb_lessons_is_hidden (WbLessons *self);
/* Allocates one empty answer for each page of the lesson that was just opened. */
void wb_lessons_make_answers (WbLessons *self);
/* Computes the settings and values of the current page and stores them in self and in *setup. Returns FALSE with an error on failure. The
 * caller clears *setup in both cases. */
gboolean wb_lessons_prepare (WbLessons *self, LabLessonSetup *setup, GError **error);
/* Returns the run of the page, or of the last page before it that has one; NULL: there is none. */
const LabLessonRun *wb_lessons_shown_run (WbLessons *self);
/* Returns whether the run of the page is a branch and an earlier page shows the run from which it comes. */
gboolean wb_lessons_shows_root (WbLessons *self);
/* Begins the next branch of the shown run if the current run has ended. */
void wb_lessons_go_on (WbLessons *self);
/* Emits the signal "lesson-changed". */
void wb_lessons_emit_lesson (WbLessons *self);
/* Sets the control that the current page asks for to its first value, or to the guess. Call it before the session takes over the settings. */
void wb_lessons_prepare_control (WbLessons *self);
/* Sets the control that the current page asks for to a value. */
void wb_lessons_set_control (WbLessons *self, double value);
/* Takes the value of the control, or the open attempt, as the guess after the reader has changed it. */
void wb_lessons_follow_control (WbLessons *self);
/* Emits "typed". */
void wb_lessons_emit_typed (WbLessons *self, const char *text);
/* Shows the view of the current page with its choices. Computes what it shows, unless the page asks for it and the answer is not revealed. */
void wb_lessons_show_view (WbLessons *self);
/* Opens the right attempt of a revealed page that asks for one, when it is known. */
void wb_lessons_show_answer (WbLessons *self);
/* Prepares the view of the current page after a session file was opened, which has restored the view itself. */
void wb_lessons_resume_view (WbLessons *self);
/* Shows what the view of the current page could not show before its run had ended. */
void wb_lessons_go_on_with_view (WbLessons *self);
/* Starts a job that computes the checks of the revealed page. */
void wb_lessons_start_check (WbLessons *self);
/* Emits the signal "guess-changed". */
void wb_lessons_emit_guess (WbLessons *self);
/* Emits the signal "result-changed". */
void wb_lessons_emit_result (WbLessons *self);

G_END_DECLS
