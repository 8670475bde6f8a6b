/* Lessons: files ID.lesson.yaml with texts, runs, questions and expected
 * numbers. A lesson is read on one thread and is then immutable. */
#pragma once

#include "model-library.h"
#include "sim-config.h"

G_BEGIN_DECLS

/* Chapters in the order of the list of lessons. */
typedef enum
{
  LAB_CHAPTER_ACCURACY,
  LAB_CHAPTER_STABILITY,
  LAB_CHAPTER_GEOMETRY,
  LAB_CHAPTER_EVENTS,
  LAB_CHAPTER_DYNAMICS,
  LAB_N_CHAPTERS
} LabChapter;
/* Returns the word for a chapter in lesson files, such as "accuracy". */
const char *lab_chapter_id (LabChapter chapter);
/* Returns the title of a chapter, marked for translation. */
const char *lab_chapter_title (LabChapter chapter);

/* A run of a lesson. Settings, times and values are in `node`. */
typedef struct
{
  const char *id;
  const ModelYaml *node;
  char *model;            /* name in the library, or path */
} LabLessonRun;

/* The kinds of questions. */
typedef enum { LAB_ASK_NOTHING, LAB_ASK_NUMBER, LAB_ASK_CHOICE, LAB_ASK_CURVE, LAB_ASK_ORDER } LabAsk;

/* A link of a page to another view. */
typedef enum
{
  LAB_LINK_ATTEMPT,     /* of the microscope: an attempted step */
  LAB_LINK_REJECTION,
  LAB_LINK_EVENT,
  LAB_LINK_LABORATORY,  /* opens a study in the Laboratory */
  LAB_LINK_COMPARE,     /* opens integrators in the Compare view */
  LAB_LINK_ENSEMBLE     /* opens a study file in the Ensemble view */
} LabLinkKind;
typedef struct
{
  LabLinkKind kind;
  int number;           /* number of an attempt, a rejection or an event */
  char **words;         /* id of the study, names of the integrators, or the study file */
} LabLessonLink;

/* One page. Texts are in the language of the lesson, and NULL if the file has none. */
typedef struct
{
  char *title, *text, *question, *hint, *after;
  const char *view;       /* id of the view to show; NULL: the view does not change */
  LabAsk ask;
  char *unit;             /* unit of the answer, if that is a number */
  int expectation;        /* index of the expected number of a LAB_ASK_NUMBER; else −1 */
  char **items;           /* choices, or items in the right order; else NULL */
  int answer;             /* index of the right choice */
  const char *column;     /* column of the curve to draw, if the answer is a curve */
  const char *reveal;     /* id of the run that the answer shows, or NULL */
  char **tries;           /* settings or parameters that the reader may change */
  GArray *links;          /* LabLessonLink */
  const ModelYaml *settings; /* mapping, or NULL */
  gboolean has_plots;
} LabLessonPage;

/* The time of an expected value. */
typedef enum { LAB_AT_START, LAB_AT_TIME, LAB_AT_END, LAB_AT_MINIMUM, LAB_AT_MAXIMUM } LabAt;

/* An expected value of a run or a study. */
typedef struct
{
  const char *name;       /* name for use as {name} in texts; NULL: none */
  const char *run;        /* id of the run; NULL: the expectation refers to a study */
  const char *study;
  const ModelYaml *with;  /* options and settings of the study, or NULL */
  const char *value;      /* expression, name of a statistic, or number of a study */
  LabAt at;
  double t;               /* time, for LAB_AT_TIME */
  const char *text;       /* expected text; NULL if a number or a range is expected */
  const char *digits;     /* expected number as written; NULL if a range is expected */
  double low, high;       /* accepted values, both ends included */
  double is, within;      /* expected number and its tolerance; with tolerance 0 the values must be equal */
  ModelYaml *node;        /* node of the expectation, for the position in messages */
} LabExpectation;

typedef struct
{
  char *id;               /* name of the file without endings */
  char *path;
  char *text;             /* the text that was read instead of the file, or NULL */
  char *title;            /* in the language of the lesson */
  LabChapter chapter;
  const char *level;      /* "beginner", "intermediate" or "advanced" */
  int minutes;
  char **tags;
  const char *source;     /* "" if there is none */
  char *model;            /* name in the library, or path */
  const char *thumbnail;  /* id of a run, or NULL */
  GArray *runs;           /* LabLessonRun */
  GArray *pages;          /* LabLessonPage */
  GArray *expectations;   /* LabExpectation */
  ModelYamlDocument *document, *translation; /* translation is NULL if there is none */
} LabLesson;

/* Returns whether the name of a file is that of a lesson, ID.lesson.yaml. A translation, ID.lesson.LANGUAGE.yaml, is not a lesson. */
gboolean lab_lesson_is_lesson (const char *path);
/* Reads a lesson with the texts of a language ("de"; NULL: those of the file). Texts without a translation keep the language of the file.
 * Appends problems of both files to diagnostics. Returns NULL if one of them is an error. */
LabLesson *lab_lesson_load (const char *path, const char *language, GPtrArray *diagnostics);
/* Reads a lesson like lab_lesson_load, but from a text that is not saved; path is the name of its file, which need not exist. If text is
 * NULL, the file is read. */
LabLesson *lab_lesson_load_text (const char *text, const char *path, const char *language, GPtrArray *diagnostics);
/* Frees a lesson; NULL is allowed. */
void lab_lesson_free (LabLesson *lesson);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabLesson, lab_lesson_free)
/* Returns a run by its id, or NULL. */
const LabLessonRun *lab_lesson_find_run (const LabLesson *lesson, const char *id);
/* Returns the run that the answer of a page shows, or NULL. */
const LabLessonRun *lab_lesson_page_run (const LabLesson *lesson, int page);

/* Loads the model of a run, or the lesson's model if run is NULL. Only the lesson's model gets the outputs of the lesson. If page ≥ 0, the
 * model also gets the plots of the last page up to this one that has plots and shows a run of this model. Returns NULL with diagnostics on
 * failure. */
Model *lab_lesson_model (const LabLesson *lesson, const LabLessonRun *run, int page, GPtrArray *diagnostics);

/* Returns the paths of all lessons in the folders of models, sorted by name. If two folders have lessons with the same name, the one in the
 * first folder is used. */
GPtrArray *lab_lesson_paths (void);
/* Returns the path of the lesson with this id. A text with '/' or ending in ".yaml" is itself the path. Returns NULL if there is no such
 * lesson. Free it with g_free. */
char *lab_lesson_find (const char *id);

G_END_DECLS
