/* Cue lists: files NAME.cues.yaml that list the parts of a lecture in order. A list is read on one thread and does not change
 * afterwards. */
#pragma once

#include "model-yaml.h"

G_BEGIN_DECLS

typedef enum { LAB_CUE_LESSON, LAB_CUE_SESSION, LAB_CUE_MODEL } LabCueKind;

/* A cue (part of a lecture): a lesson or one of its pages, a session file, or a model. */
typedef struct
{
  LabCueKind kind;
  char *name;       /* id or path of the lesson, path of the session file, or id or path of the model */
  int page;         /* page of the lesson, counted from 0; −1: all pages in order */
  const char *view; /* id of the view in which a model is shown; NULL: the default view */
} LabCue;

typedef struct
{
  char *path, *title;
  GArray *cues; /* LabCue */
  ModelYamlDocument *document;
} LabCueList;

/* Returns whether a file name is that of a cue list, NAME.cues.yaml. A translation, NAME.cues.LANGUAGE.yaml, is not a cue list. */
gboolean lab_cues_is_cues (const char *path);
/* Reads a cue list with the title in a language ("de"; NULL: that of the file), and checks that its
 * lessons, pages, sessions and models exist. Paths are relative to the file. Appends errors in both
 * files to diagnostics, and returns NULL if there are any. Free the list with lab_cues_free. */
LabCueList *lab_cues_load (const char *path, const char *language, GPtrArray *diagnostics);
/* Frees a cue list; NULL is allowed. */
void lab_cues_free (LabCueList *list);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabCueList, lab_cues_free)

G_END_DECLS
