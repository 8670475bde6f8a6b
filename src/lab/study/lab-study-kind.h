/* The description of a study: a constant with its texts, its options and the function that computes it. The registry (lab-registry.h) lists
 * all studies. */
#pragma once

#include "lab-json.h"
#include "lab-problem.h"
#include "lab-result.h"

G_BEGIN_DECLS

/* One option of a study. */
typedef struct
{
  const char *key;      /* name of the option on the command line and in files: "period" */
  const char *argument; /* placeholder of the value in help texts: "T" */
  const char *about;
  const char *standard; /* default value; NULL: none */
  gboolean required;
  const char *label;    /* name of the option for people */
  const char *choices;  /* labels of the words of `argument` "a|b", separated by "|"; NULL for "true|false" and if there are no words */
  const char *first;    /* value with which the window opens the study, because its result appears at once; NULL: `standard` */
} LabOptionRow;

/* What a study is of. */
typedef enum
{
  LAB_STUDY_OF_MODEL,   /* a model: its motions, equilibria or matrices */
  LAB_STUDY_OF_METHODS, /* one or several methods, applied to a model or alone */
  LAB_STUDY_OF_RUNS,    /* many runs of a model with different values */
} LabStudySubject;

/* The parts of the window that have a study, as bit flags. A study without a place is one of the command line and of study files only. */
enum
{
  LAB_PLACE_CARDS = 1 << 0,    /* a card with its picture, options and sentence, on the page of the studies in the Laboratory */
  LAB_PLACE_METHOD = 1 << 1,   /* the page of the method in the Laboratory */
  LAB_PLACE_PLANE = 1 << 2,    /* the page of the phase plane in the Laboratory */
  LAB_PLACE_ENSEMBLE = 1 << 3, /* the view Ensemble, in which a study has a file */
};

/* How the runs of a study are described. */
typedef enum
{
  LAB_MEMBERS_NONE,   /* by the options of the study; `run` computes it */
  LAB_MEMBERS_RANDOM, /* as members of an ensemble: the key `vary` of a study file has distributions */
  LAB_MEMBERS_AXES,   /* as points of a grid: the key `vary` of a study file has one or two axes */
} LabStudyMembers;

/* A picture that follows from two columns of a table of the result. */
typedef struct
{
  const char *table, *x, *y;      /* the table, and its columns of numbers on the axes */
  const char *by;                 /* a column of texts: rows with the same text are one line, which has it as its name; NULL: one line without a name */
  const char *x_label, *y_label;  /* titles of the axes, rich text; the units of the columns are appended */
  gboolean x_log, y_log, points;  /* logarithmic axes; markers in place of lines */
} LabPicture;

/* A place in the picture of a study whose axes are states; up −1: the vertical axis is no state. */
typedef struct { int across, up; double x, y; } LabStudyPlace;

/* A kind of study. Everything that lists, offers, computes, prints or stores studies reads this constant; a field that is not set has the value 0 or
 * NULL, which means that the study does not have it. */
typedef struct
{
  const char *id;
  const char *label;
  const char *advice;  /* a sentence that says when the study is useful */
  LabStudySubject of;
  guint places;        /* LAB_PLACE_… */
  const char *icon;    /* name of the icon in lists of studies; NULL: that of many runs */
  const char *question, *aim, *cost; /* for the cards of many runs: the question that it answers, its aim in two or three words, and the size of a new
                                        study; NULL: none */
  /* Picture in lists: lines through points "X Y X Y …" in percent of the width and, from below, of the height, separated by "|"; NULL: none, or
   * plot-study-sketch.c draws it. */
  const char *sketch;

  /* Its own command, in English: the placeholder of the argument, a summary of one line, and a description or NULL. Without a summary only the
   * command `study` computes it. */
  const char *argument, *summary, *description;

  /* What it takes. */
  const LabOptionRow *options;
  int n_options;
  LabStudyMembers members; /* other than LAB_MEMBERS_NONE: a separate command computes the study, and `run` is NULL */
  const char *file_keys;   /* keys of its study files besides the common ones, separated by "|"; NULL: "options" */
  const char *model;       /* id of the shipped model that the study was made for; NULL: the study is not for one model */
  gboolean own_methods;    /* TRUE if the study chooses its methods itself or needs none, so that its picture does not name that of the settings */
  const char *sets;    /* key of an option NAME=A:B of whose parameter the study sets all values itself; NULL: none. The window computes it with the value
                          of the model, so that the result stays current while the parameter is moved */
  const char *axes;        /* keys of options NAME=FROM:TO or NAME=FROM:TO:N that are axes of the picture, horizontal first: "x|y"; NULL: none */
  gboolean has_window;     /* TRUE if the options `from` and `to` are a window in the time span of the run */
  gboolean has_parts;      /* TRUE if a study of other ranges of `axes` takes over the cells that are computed */

  /* What it gives. */
  gboolean has_grids;   /* TRUE if the result has grids of cells (LabGrid), which the option --output writes to a file */
  gboolean has_curves;  /* TRUE if the result may have curves, which are drawn on the phase portrait of two states */
  const LabPicture *picture; /* NULL: the study has no picture, or plot-study-pictures.def lists it */
  const char *details;  /* names of long tables, separated by "|", which only show how the result came about or what a curve looks like; NULL: none */
  /* The column of the table "rows" with the setting that differs from row to row, "h" or "accuracy": the page of the method draws the errors of the
   * rows against it or against a cost. `over` is the column on the axis at first. NULL: the page has no such card. */
  const char *varied, *over;
  gboolean explains;    /* TRUE if the sentence says what the numbers mean, so that it is printed below the tables */
  /* Key of an option that only selects a point of the result, such as a step size on its axis; NULL: none. `turn` selects another value in
   * a result without a new computation: it changes the numbers and the sentence. The values are those of a column of a table; the selected one
   * is the number with the name of this column. */
  const char *knob, *knob_label, *knob_table, *knob_column;
  gboolean knob_falls;  /* TRUE if values fall from left to right in the picture */
  void (*turn) (LabResult *result, double value);
  /* Key of an option with the starts of further orbits, separated by ";", which are drawn in the same picture; NULL: none. `start` returns the text of
   * this option with one more orbit, which begins at a place of the picture, and sets *words to a sentence about it, or NULL; both are freed with g_free.
   * values as in `run`. It returns NULL with the reason if no orbit can begin there. */
  const char *starts;
  char *(*start) (const LabProblem *problem, const char *const *values, const LabResult *result, const LabStudyPlace *place, char **words, GError **error);
  /* Further text formats of the result, separated by "|"; NULL: none. `write` returns the result in such a format; free it with g_free. It
   * returns NULL with an error on failure. */
  const char *formats;
  char *(*write) (const LabProblem *problem, const LabResult *result, const char *format, GError **error);
  /* Writes the JSON of the command of the study; values as in `run`. NULL: its numbers, tables and grids, as the command `study` prints them. */
  void (*json) (LabJson *json, const LabResult *result, const char *const *values);

  /* Returns FALSE with the reason if the study with default options does not support the model. It takes no longer than a few evaluations
   * of the model. May be NULL if this is known only when the study is computed. */
  gboolean (*check) (const LabProblem *problem, GError **error);
  /* Proposes options that have no common default, such as a parameter and its range. Sets entries of values[n_options] to new texts, which the caller
   * frees, "" for none; entries of other options stay NULL. `system` is an instance of the model; t_start and t_end are the time span. May be NULL. */
  void (*propose) (Model *model, ModelSystem *system, double t_start, double t_end, char **values);
  /* Computes the study. values[n_options] are the texts of the options; NULL for an option that is not given and has no default. Returns
   * NULL with an error. */
  LabResult *(*run) (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error);
} LabStudyKind;

/* Returns the index of the option with this key, or −1. */
int lab_study_kind_option (const LabStudyKind *kind, const char *key);
/* Returns whether a list of names that are separated by "|", such as `details` or `axes` of a study, has this name. list NULL: FALSE. */
gboolean lab_study_kind_lists (const char *list, const char *name);

G_END_DECLS
