/* Declarations that only the files wb-lab-studies*.c share. */
#pragma once

#include "wb-lab-studies.h"
#include "wb-job.h"

G_BEGIN_DECLS

#define WB_LAB_N_STUDIES 13

/* The latest partial result of a study. The thread of the job writes it and the main thread reads it under the lock. Each thread holds a
 * reference. */
typedef struct
{
  gint ref_count;
  GMutex lock;
  LabResult *latest;
} WbLabShared;

typedef struct
{
  WbLabState state;
  GHashTable *options;     /* texts of the options, by key */
  LabResult *result;
  char *message, *remark, *command, *model;
  char *pending_remark, *pending_command, *pending_model;  /* texts that belong to the running computation; they replace those above when it is complete */
  gboolean older;
  gboolean partial; /* the result is that of an incomplete computation */
  gboolean wanted;         /* the study had a result in the opened session and runs when its card becomes visible */
  guint serial;            /* serial number of the result */
} WbLabItem;

struct _WbLabStudies
{
  GObject parent_instance;
  WbSession *session;      /* owns this object */
  WbLabItem items[WB_LAB_N_STUDIES];
  WbJob *job;
  WbLabShared *shared;     /* partial result of the running job */
  int running;             /* index, or -1 */
  guint show_source;
  GHashTable *gesture;     /* options after the newest undo step, which further changes within a short time extend; NULL: the next change is a new step */
  int gesture_index;
  gint64 gesture_time;
  gboolean remembering;    /* a change is being added to the history */
};

/* Sets the options that each study has before the user changes any. */
void wb_lab_studies_set_first_options (WbLabStudies *self);
/* Sets the options that a study needs and that depend on the model: the section of the study `poincare`, and the parameter and the transient
 * of the study `orbit`. */
void wb_lab_studies_propose (WbLabStudies *self);
/* Emits the signal "study-changed" for a study. */
void wb_lab_studies_emit (WbLabStudies *self, int index);
/* Ends the gesture, so that the next change of an option becomes a new undo step. */
void wb_lab_studies_end_gesture (WbLabStudies *self);

G_END_DECLS
