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
/* Returns the word of a chapter in files: "accuracy" … */
const char *lab_chapter_id (LabChapter chapter);
/* Returns the title of a chapter, marked for translation. */
const char *lab_chapter_title (LabChapter chapter);

/* A run of a lesson: `node` has its settings, times and values. */
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
  LAB_LINK_LABORATORY,  /* a study */
  LAB_LINK_COMPARE,     /* integrators */
  LAB_LINK_ENSEMBLE     /* a study file */
} LabLinkKind;
typedef struct
{
  LabLinkKind kind;
  int number;           /* of an attempt, rejection or event */
  char **words;         /* one study, the integrators, or one file */
} LabLessonLink;

/* One page. Texts are in the language of the lesson; NULL where the file has
 * none. */
typedef struct
{
  char *title, *text, *question, *hint, *after;
  const char *view;       /* id of a view; NULL: unchanged */
  LabAsk ask;
  char *unit;             /* of a number */
  int expectation;        /* index of the expected number of a LAB_ASK_NUMBER; else −1 */
  char **items;           /* of a choice, or in the right order; else NULL */
  int answer;             /* index of the right choice */
  const char *column;     /* of a curve */
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
  const char *name;       /* for {name} in texts; NULL: none */
  const char *run;        /* id; NULL where a study is meant */
  const char *study;
  const ModelYaml *with;  /* options and settings of the study, or NULL */
  const char *value;      /* expression, name of a statistic, or number of a study */
  LabAt at;
  double t;               /* of LAB_AT_TIME */
  const char *text;       /* expected text; NULL: a number or a range */
  const char *digits;     /* expected number as written; NULL: a range */
  double low, high;       /* accepted values, both ends included */
  double is, within;      /* of a number; within 0: must be equal */
  ModelYaml *node;        /* the expectation, for places in messages */
} LabExpectation;

typedef struct
{
  char *id;               /* name of the file without endings */
  char *path;
  char *title;            /* in the language of the lesson */
  LabChapter chapter;
  const char *level;      /* "beginner", "intermediate" or "advanced" */
  int minutes;
  char **tags;
  const char *source;     /* "" where there is none */
  char *model;            /* name in the library, or path */
  const char *thumbnail;  /* id of a run, or NULL */
  GArray *runs;           /* LabLessonRun */
  GArray *pages;          /* LabLessonPage */
  GArray *expectations;   /* LabExpectation */
  ModelYamlDocument *document, *translation; /* translation NULL: none */
} LabLesson;

/* Returns whether a file is a lesson by its name, ID.lesson.yaml. Translations,
 * ID.lesson.LANGUAGE.yaml, are none. */
gboolean lab_lesson_is_lesson (const char *path);
/* Reads a lesson with the texts of a language ("de"; NULL: those of the file).
 * Texts without a translation stay as they are. Appends problems of both files
 * to diagnostics; returns NULL if one is an error. */
LabLesson *lab_lesson_load (const char *path, const char *language, GPtrArray *diagnostics);
/* Frees a lesson; NULL is allowed. */
void lab_lesson_free (LabLesson *lesson);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabLesson, lab_lesson_free)
/* Returns a run by its id, or NULL. */
const LabLessonRun *lab_lesson_find_run (const LabLesson *lesson, const char *id);

/* Loads the model of a run (NULL: the lesson's model). The lesson's model has
 * the outputs of the lesson; another model of a run is unchanged. page ≥ 0: also with the plots of the last page up to this one that has
 * some. Returns NULL with diagnostics on failure. */
Model *lab_lesson_model (const LabLesson *lesson, const LabLessonRun *run, int page, GPtrArray *diagnostics);

/* Returns the paths of all lessons in the folders of models, sorted by name. A
 * later folder does not replace a lesson of an earlier one with the same name. */
GPtrArray *lab_lesson_paths (void);
/* Returns the path of the lesson with this id, or, of a text with '/' or ending
 * in ".yaml", the text itself. NULL: there is none. Free it with g_free. */
char *lab_lesson_find (const char *id);

G_END_DECLS
