/* The state of the microscope, for its own files. */
#pragma once

#include "wb-job.h"
#include "wb-microscope.h"

G_BEGIN_DECLS

struct _WbMicroscope
{
  GObject parent_instance;
  WbSession *session; /* session that owns this object */
  WbRunItem *run;     /* run of the open attempt; NULL: none is open */
  gsize index;
  LabAttempt *attempt, *other;
  gboolean both;      /* whether another attempt that starts at the same time is shown too */
  int limit;          /* of the scene */
  guint play_source;  /* 0: the stages are not being played */
  int n_chosen, chosen[WB_MOST_CHOSEN];
  char *error;
  WbJob *job;
  /* The search of an event, which is shown instead of the attempt. */
  gboolean shows_event;
  gsize event;        /* its number in the event log; G_MAXSIZE: the step of the attempt */
  WbSearchChoice choice;
  WbSearchPicture *picture;
  /* Of a session file: attempt or located event to open, from 1, as soon as the recomputed run has it; 0: none. */
  gsize wanted_attempt, wanted_event;
};

/* Emits "played". */
void wb_microscope_emit_played (WbMicroscope *self);
/* Emits "changed". */
void wb_microscope_emit_changed (WbMicroscope *self);
/* Returns the number of the attempt with which the open one is compared: the next one of the same start, or the one before it; G_MAXSIZE: it is the
 * only one. */
gsize wb_microscope_counterpart (WbMicroscope *self);

G_END_DECLS
