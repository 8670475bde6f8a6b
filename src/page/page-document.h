/* Writes a live page: one HTML file that contains a model, the numerical core and all scripts, and needs no network. */
#pragma once

#include "lab-lesson.h"
#include "lab-problem.h"

G_BEGIN_DECLS

/* A value that the page sets before the first run. */
typedef struct
{
  char *table; /* "parameter", "initial", "constant" or "time" */
  char *name;
  double value;
} PageStartValue;

/* A live page that is to be written. */
typedef struct
{
  const char *core;     /* address, relative to the page, of a script with the core, which several pages share; NULL: the page contains the core */
  const char *language; /* language of the texts of the page, "en" or "de"; NULL: that of the browser */
  LabProblem
      problem;    /* model, settings and times of the stored picture; the settings whose origin is not the model are those of the page */
  GArray *values; /* PageStartValue; NULL: none */
  const LabLesson *lesson; /* the page shows this lesson; NULL: none */
} PageInput;

/* Returns the bytes of the page. progress reports the run of the stored picture. Returns NULL with an error if a file of live pages is
 * missing, if the run cannot begin, or if it is cancelled, and NULL with diagnostics if the lesson has errors. */
GBytes *page_document (const PageInput *input, const LabProgress *progress, GPtrArray *diagnostics, GError **error);

/* Makes an array for values of a page. Free it with g_array_unref. */
GArray *page_values_new (void);
/* Appends a value; the texts are copied. */
void page_values_add (GArray *values, const char *table, const char *name, double value);

G_END_DECLS
