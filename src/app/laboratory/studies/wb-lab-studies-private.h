/* Declarations that the files wb-lab-studies*.c share; no other file includes this header. */
#pragma once

#include "wb-lab-studies.h"
#include "wb-job.h"

G_BEGIN_DECLS

#define WB_LAB_N_STUDIES 10

/* The result so far, written by the thread of the job and read by the main
 * thread. Both have a reference. */
typedef struct
{
  gint ref_count;
  GMutex lock;
  LabResult *latest;
} WbLabShared;

typedef struct
{
  WbLabState state;
  GHashTable *options;     /* key → text */
  LabResult *result;
  char *message, *remark, *command, *model;
  char *pending_remark, *pending_command, *pending_model;  /* texts of a computation that is not complete yet */
  gboolean older;
  gboolean wanted;         /* a reopened session had a result: the study runs when its card is visible */
  guint serial;            /* of the result */
} WbLabItem;

struct _WbLabStudies
{
  GObject parent_instance;
  WbSession *session;      /* owns this object */
  WbLabItem items[WB_LAB_N_STUDIES];
  WbJob *job;
  WbLabShared *shared;     /* of the job */
  int running;             /* index, or -1 */
  guint show_source;
  GHashTable *gesture;     /* the options after the newest change, which is in the history; changes in a short time extend it. NULL: none */
  int gesture_index;
  gint64 gesture_time;
  gboolean remembering;    /* a change is being added to the history */
};

/* Sets the options that a study has before the user changes any. */
void wb_lab_studies_set_first_options (WbLabStudies *self);
/* Emits "study-changed". */
void wb_lab_studies_emit (WbLabStudies *self, int index);
/* Ends the gesture, so that the next change is another step of undo. */
void wb_lab_studies_end_gesture (WbLabStudies *self);

G_END_DECLS
