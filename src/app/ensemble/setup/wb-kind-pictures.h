/* Sketches and texts of the kinds of studies, for cards to choose from. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "lab-registry.h"

G_BEGIN_DECLS

/* The texts of a kind; all are translated by the caller. */
typedef struct
{
  const LabStudyKind *kind;
  const char *question; /* what the study answers */
  const char *aim;      /* two or three words */
  const char *cost;     /* size of a new study */
  GtkDrawingAreaDrawFunc draw;
} WbKindText;

/* Returns the texts of a kind of wb_study_new_kinds by its id, or NULL. */
const WbKindText *wb_kind_text (const char *id);
/* Makes a sketch of a kind, with its natural size in px. */
GtkWidget *wb_kind_picture_new (const LabStudyKind *kind, int width, int height);

G_END_DECLS
