/* The kinds of questions in lesson files: how each is read and checked. */
#pragma once

#include "lab-lesson-check.h"

G_BEGIN_DECLS

/* A kind of question. `key` is its key in a page. */
typedef struct
{
  const char *key;
  /* Reads the value of the key into the page; mapping is the page. Reports errors. */
  void (*read) (const LabLesson *lesson, LabLessonPage *page, ModelYaml *node, ModelYaml *mapping, GPtrArray *diagnostics);
  /* Reports what the model of the page does not have; NULL: nothing to check. setup is that of the page, and node the value of the key. */
  void (*verify) (const LabLesson *lesson, const LabLessonPage *page, ModelYaml *node, const LabLessonSetup *setup, GPtrArray *diagnostics);
} LabAskKind;

#define LAB_ASK(name, id) extern const LabAskKind lab_ask_##id;
#include "lab-asks.def"
#undef LAB_ASK

/* Returns the kind of a question, or NULL for LAB_ASK_NOTHING. */
const LabAskKind *lab_ask_kind (LabAsk ask);
/* Returns the kind whose key is the first of a page, and sets *ask and *n to the number of kinds that the page has. Returns NULL if it has none. */
const LabAskKind *lab_ask_of (const ModelYaml *mapping, LabAsk *ask, int *n);
/* Returns the keys of all kinds as a text "number, choose, …". Free it with g_free. */
char *lab_ask_keys (void);

/* Returns the index of the expectation that the key `expect` of a mapping names, or −1 after an error. It must be a single number. */
int lab_ask_expectation (const LabLesson *lesson, const ModelYaml *mapping, GPtrArray *diagnostics);
/* Reads the tolerance `within` of a guess, a positive number or a percentage of the expected number. Returns FALSE after an error. */
gboolean lab_ask_within (const LabLesson *lesson, ModelYaml *mapping, int expectation, double *within, GPtrArray *diagnostics);

G_END_DECLS
