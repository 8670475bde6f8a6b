/* Lessons: files ID.lesson.yaml with texts, runs, questions and expected numbers. A lesson is read on one thread and does not change
 * afterwards. */
#pragma once

#include "model-library.h"
#include "sim-config.h"

G_BEGIN_DECLS

/* The chapters, in the order in which the list of lessons shows them. */
typedef enum
{
  LAB_CHAPTER_ACCURACY,
  LAB_CHAPTER_STABILITY,
  LAB_CHAPTER_GEOMETRY,
  LAB_CHAPTER_EVENTS,
  LAB_CHAPTER_DYNAMICS,
  LAB_N_CHAPTERS
} LabChapter;
/* Returns the id of a chapter in lesson files, such as "accuracy". */
const char *lab_chapter_id (LabChapter chapter);
/* Returns the title of a chapter, marked for translation. */
const char *lab_chapter_title (LabChapter chapter);

/* A run of a lesson. `node` contains its settings, times and values. */
typedef struct
{
  const char *id;
  const ModelYaml *node;
  char *model;            /* name of the model in the library, or its path */
  const char *parent;     /* id of the run from whose state this one begins; NULL: it begins at its start */
  double at;              /* time of the branch, if there is a parent */
} LabLessonRun;

/* The kinds of answers that a page asks for. */
typedef enum
{
  LAB_ASK_NOTHING,
#define LAB_ASK(name, id) LAB_ASK_##name,
#include "lab-asks.def"
#undef LAB_ASK
} LabAsk;

/* One axis of a point that the reader places: a column of the model, and its right value with a tolerance. */
typedef struct
{
  const char *column;
  int expectation;        /* index of the expectation that has the value */
  double within;          /* largest difference of a guess that counts */
} LabLessonAxis;

/* A place in the window: a view and what it shows. A page opens it by itself (`view`), or links to it. */
typedef enum
{
  LAB_LINK_ATTEMPT,     /* shows an attempted step in the Microscope view; the next two show a rejected attempt and an event */
  LAB_LINK_REJECTION,
  LAB_LINK_EVENT,
  LAB_LINK_LABORATORY,  /* opens a study in the Laboratory view */
  LAB_LINK_COMPARE,     /* opens a comparison of methods in the Compare view */
  LAB_LINK_ENSEMBLE     /* opens a study file in the Ensemble view */
} LabLinkKind;
typedef struct
{
  LabLinkKind kind;
  int number;            /* number of the attempt, of the rejection or of the event */
  char **words;          /* for a study its id, for a comparison the names of the methods, for an ensemble the study file */
  const ModelYaml *with; /* options of the study or the comparison, a mapping with scalars; NULL: none */
  ModelYaml *node;       /* YAML node of the link, whose position messages state */
} LabLessonLink;

/* A page of a lesson. Its texts are in the language of the lesson; a text is NULL if the file has none. */
typedef struct
{
  char *title, *text, *question, *hint, *after;
  const char *view;       /* id of the view that the page shows; NULL: the view does not change */
  LabLessonLink *place;   /* what the view shows; NULL: the view is shown as it is */
  LabAsk ask;
  char *unit;             /* unit of the answer, if the answer is a number */
  int expectation;        /* index of the expectation that has the right answer, if this is a number; of a point that on x; otherwise −1 */
  char **items;           /* the choices, or the items in the right order; otherwise NULL */
  int answer;             /* LAB_ASK_CHOICE: index of the right choice */
  const char *column;     /* LAB_ASK_CURVE: name of the column whose curve the reader draws */
  LabLessonAxis point[2]; /* LAB_ASK_POINT: the axes x and y */
  const char *control;    /* LAB_ASK_SET: a parameter, a setting, or "step" */
  double from, within;    /* LAB_ASK_SET: value of the control at first; largest difference of a guess that counts */
  const char *reveal;     /* id of the run that is shown with the answer; NULL: none */
  char **tries;           /* names of settings or parameters that the reader may change */
  GArray *links;          /* LabLessonLink */
  const ModelYaml *settings; /* settings that the page applies, a mapping; NULL: none */
  gboolean has_plots;
} LabLessonPage;

/* The time to which an expectation refers. */
typedef enum { LAB_AT_START, LAB_AT_TIME, LAB_AT_END, LAB_AT_MINIMUM, LAB_AT_MAXIMUM } LabAt;

/* An expected value of a run or a study. */
typedef struct
{
  const char *name;       /* name by which texts refer to the value, as {name}; NULL: none */
  const char *run;        /* id of the run; NULL: the expectation concerns a study */
  const char *study;
  const ModelYaml *with;  /* options and settings of the study; NULL: none */
  const char *value;      /* an expression, the name of a statistic, or the name of a number of the study's result */
  LabAt at;
  double t;               /* the time, for LAB_AT_TIME */
  const char *text;       /* expected text; NULL: a number or a range is expected */
  const char *digits;     /* expected number as written in the file; NULL: a range is expected */
  double low, high;       /* smallest and largest accepted value */
  double is, within;      /* expected number and its tolerance; if the tolerance is 0, the values must be equal */
  ModelYaml *node;        /* YAML node of the expectation, whose position messages state */
} LabExpectation;

typedef struct
{
  char *id;               /* file name without its endings */
  char *path;
  char *text;             /* text that was read instead of the file; NULL: the file was read */
  char *title;            /* title in the language of the lesson */
  LabChapter chapter;
  int order;              /* place in the chapter, from 1; 0: not given */
  char **after;           /* ids of the lessons that a reader should know before */
  const char *level;      /* "beginner", "intermediate" or "advanced" */
  int minutes;
  char **tags;
  const char *source;     /* literature source of the lesson; "" if there is none */
  char *model;            /* name of the model in the library, or its path */
  const char *thumbnail;  /* id of the run that the thumbnail shows; NULL: none */
  GArray *runs;           /* LabLessonRun */
  GArray *pages;          /* LabLessonPage */
  GArray *expectations;   /* LabExpectation */
  ModelYamlDocument *document, *translation; /* the YAML documents of lesson and translation; the latter may be NULL */
} LabLesson;

/* Returns whether a file name is that of a lesson, ID.lesson.yaml. A translation, ID.lesson.LANGUAGE.yaml, is not a lesson. */
gboolean lab_lesson_is_lesson (const char *path);
/* Reads a lesson with the texts of a language ("de"; NULL: those of the file). Texts without a translation keep the language of the file.
 * Appends errors in both files to diagnostics, and returns NULL if there are any. */
LabLesson *lab_lesson_load (const char *path, const char *language, GPtrArray *diagnostics);
/* Reads a lesson like lab_lesson_load, but from a text that is not saved. path is its file name, and the file need not exist. If text is
 * NULL, the file is read. */
LabLesson *lab_lesson_load_text (const char *text, const char *path, const char *language, GPtrArray *diagnostics);
/* Frees a lesson; NULL is allowed. */
void lab_lesson_free (LabLesson *lesson);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabLesson, lab_lesson_free)
/* Returns the run with this id, or NULL. */
const LabLessonRun *lab_lesson_find_run (const LabLesson *lesson, const char *id);
/* Returns the run that is shown with the answer of a page, or NULL. */
const LabLessonRun *lab_lesson_page_run (const LabLesson *lesson, int page);

/* Returns the path of the study file of a link to the Ensemble view. Free it with g_free. */
char *lab_lesson_link_file (const LabLesson *lesson, const LabLessonLink *link);

/* Loads the model of a run, or the lesson's model if run is NULL. Only the lesson's model gets the outputs of the lesson. If page ≥ 0, the
 * model also gets the plots of the last page, up to this one, that has plots and shows a run of this model. Returns NULL with diagnostics
 * if there are errors. */
Model *lab_lesson_model (const LabLesson *lesson, const LabLessonRun *run, int page, GPtrArray *diagnostics);

/* Returns the paths of all lessons in the lesson folders, sorted by name. If two folders contain lessons with the same name, the first
 * folder has priority. */
GPtrArray *lab_lesson_paths (void);
/* Returns the path of the lesson with this id. If id contains '/' or ends in ".yaml", it is itself the path. Returns NULL if there is no
 * such lesson. Free it with g_free. */
char *lab_lesson_find (const char *id);

G_END_DECLS
