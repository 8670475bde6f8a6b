/* The members of WbMicroscope, for the files wb-microscope*.c. */
#pragma once

#include "wb-job.h"
#include "wb-microscope.h"

G_BEGIN_DECLS

struct _WbMicroscope
{
  GObject parent_instance;
  WbSession *session; /* session that owns this object */
  WbRunItem *run;     /* run of the open attempt; NULL if no attempt is open */
  gsize index;
  gsize n_attempts;   /* number of attempts of the run when the open attempt was repeated */
  LabAttempt *attempt, *other;
  gboolean goes_on;   /* whether the replay continues an iteration of Newton's method that was given up */
  gboolean both;      /* whether a second attempt from the same start is shown too */
  int limit;          /* number of stages drawn in full, see WbAttemptScene */
  guint play_source;  /* source that plays the stages; 0 if they are not played */
  int n_chosen, chosen[WB_MOST_CHOSEN];
  char *error;
  WbJob *job;
  /* Trials of the open attempt with other step sizes, see wb-microscope-trial.c. While a job uses the trial, `trial` is NULL. */
  LabTrial *trial;
  LabTrialCurve *curve;
  LabAttempt *tried;  /* the attempt with another size, or NULL */
  double h_wanted;    /* step size of the trial; NaN: no trial, the attempt of the run is shown */
  char *trial_error;
  WbJob *trial_job;
  /* The same for the step of the open event. h_wanted and trial_error belong to the page that is shown. */
  LabEventTrial *event_trial;
  LabEventCurve *event_curve;
  WbSearchPicture *tried_picture;
  /* These members belong to the search for an event. If shows_event is TRUE, the search is on display instead of the attempt. */
  gboolean shows_event;
  gsize event;        /* number of the event in the event log; G_MAXSIZE: the search is about the step of the open attempt */
  WbSearchChoice choice;
  WbSearchPicture *picture;
  /* Number, from 1, of the attempt or located event that a session file asks to open. It is opened as soon as the recomputed run has
   * reached it. 0: none. */
  gsize wanted_attempt, wanted_event;
  double wanted_h;    /* step size that is tried as soon as this attempt or event is open; NaN: none */
};

/* Emits the signal "played". */
void wb_microscope_emit_played (WbMicroscope *self);
/* Emits the signal "tried". */
void wb_microscope_emit_tried (WbMicroscope *self);
/* Emits the signal "changed". */
void wb_microscope_emit_changed (WbMicroscope *self);
/* Drops the trials of the attempt that was open. */
void wb_microscope_clear_trial (WbMicroscope *self);
/* Takes the trial of the attempt that was opened, or the reason why there is none, and begins to compute the curve. Takes ownership of both. */
void wb_microscope_begin_trial (WbMicroscope *self, LabTrial *trial, char *reason);
/* Takes the trial of the step of the open event, or the reason why there is none, begins to compute the curve, and then makes the step of the size
 * that is tried. Takes ownership of both. */
void wb_microscope_begin_event_trial (WbMicroscope *self, LabEventTrial *trial, char *reason);
/* Tries the step size that a session file or an undo step asks for, after the attempt or event of that step is open. */
void wb_microscope_try_wanted (WbMicroscope *self);
/* Copies what is open, for undo steps. Returns NULL if nothing of the current run is open. Free it with g_free. */
gpointer wb_microscope_copy_seen (gpointer self);
/* Opens what was open when the copy was made, if undo has made another run the current one. */
void wb_microscope_restore_seen (gpointer self, gpointer seen);
/* Closes the attempt or event. Does not emit "changed". */
void wb_microscope_close (WbMicroscope *self);
/* Returns the number of the attempt with which the open one is compared: the next attempt from the same start, or else the one before.
 * Returns G_MAXSIZE if there is no other attempt from this start. */
gsize wb_microscope_counterpart (WbMicroscope *self);

G_END_DECLS
