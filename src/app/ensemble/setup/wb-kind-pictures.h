/* Sketches and texts for the kinds of studies, for cards from which the user chooses a kind. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "lab-registry.h"

G_BEGIN_DECLS

/* The texts of a kind of study. The caller translates them. */
typedef struct
{
  const LabStudyKind *kind;
  const char *question; /* the question that the study answers */
  const char *aim;      /* the aim of the study in two or three words */
  const char *cost;     /* the size of a new study */
  GtkDrawingAreaDrawFunc draw;
} WbKindText;

/* Returns the texts of a kind by its id, borrowed. Returns NULL if the kind is not in wb_study_new_kinds. */
const WbKindText *wb_kind_text (const char *id);
/* Makes a widget with a sketch of a kind of study. width and height: natural size in px. */
GtkWidget *wb_kind_picture_new (const LabStudyKind *kind, int width, int height);

G_END_DECLS
