/* The attempt or event that the Microscope shows: its number and its intermediate results, which are computed on the thread pool. Main
 * thread.
 *
 * Signals: "tried" (): an attempt with another step size was made, or the errors of many sizes are known. "changed" (): another attempt was opened, or its results are complete. "played" (): another stage is shown, or playing was
 * paused. */
#pragma once

#include "wb-attempt-scene.h"
#include "model-yaml-writer.h"
#include "model-yaml.h"
#include "wb-search-picture.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_MICROSCOPE (wb_microscope_get_type ())
G_DECLARE_FINAL_TYPE (WbMicroscope, wb_microscope, WB, MICROSCOPE, GObject)

/* Returns the microscope of a session. The first call creates it; the session owns it. */
WbMicroscope *wb_microscope_of (WbSession *session);
/* Opens an attempt of the current run by its number on the tape, counted from 0. */
void wb_microscope_open (WbMicroscope *self, gsize index);
/* Opens the rejected attempt with the largest error, or the last attempt if none was rejected. Returns FALSE if the current run has no
 * attempts. */
gboolean wb_microscope_open_worst (WbMicroscope *self);
/* Opens the attempt that is `by` records after the open one; `by` may be negative. Returns FALSE if the tape has no such
 * attempt. */
gboolean wb_microscope_move (WbMicroscope *self, int by);
/* Opens the next rejected attempt, or the previous one if direction < 0. Returns FALSE if there is no such
 * attempt. */
gboolean wb_microscope_move_to_rejection (WbMicroscope *self, int direction);
/* Takes a step of the run and opens its last attempt. At the end of the run, where a step would begin it again, opens the next attempt instead; if
 * there is none, emits "message" on the session. */
void wb_microscope_step (WbMicroscope *self);
/* Returns the number of attempts that start at the same time as the open one, including that one, and sets *first to the number of the
 * first. Returns 0 if no attempt is open. */
int wb_microscope_siblings (WbMicroscope *self, gsize *first);

/* Shows or hides a second attempt beside the open one: the next attempt from the same start, or else the one before. */
void wb_microscope_set_both (WbMicroscope *self, gboolean both);
/* Returns whether two attempts are shown together. */
gboolean wb_microscope_both (WbMicroscope *self);
/* Sets whether the replay continues an iteration of Newton's method that the run gave up. */
void wb_microscope_set_goes_on (WbMicroscope *self, gboolean goes_on);
/* Returns whether the replay continues such iterations. */
gboolean wb_microscope_goes_on (WbMicroscope *self);
/* Shows these n states of the model, at most WB_MOST_CHOSEN. n = 0 shows the states with the largest errors. */
void wb_microscope_choose_states (WbMicroscope *self, const int *states, int n);
/* Returns the content of the page of the open attempt. Its pointers are borrowed and valid until the next change. */
WbAttemptScene wb_microscope_scene (WbMicroscope *self);
/* Starts to play the stages of the open attempt one by one, or pauses. Returns FALSE if the attempt has no stages. */
gboolean wb_microscope_play (WbMicroscope *self);
/* Returns whether the stages are being played. */
gboolean wb_microscope_is_playing (WbMicroscope *self);

/* Makes the open attempt, or the step of the open event, again with the step size h > 0, which changes nothing in the run. The newest request wins;
 * "tried" is emitted when the attempt or step is complete. NaN shows that of the run again. */
void wb_microscope_try (WbMicroscope *self, double h);
/* Returns the step size that is tried, or NaN. */
double wb_microscope_tried (WbMicroscope *self);
/* Returns whether a branch can go on from the open attempt, or from the start of the step of the open event, with the tried step size; otherwise sets *why to the reason in words, static. */
gboolean wb_microscope_can_go_on (WbMicroscope *self, const char **why);
/* Begins a branch that goes on from there with the tried step size. */
void wb_microscope_go_on (WbMicroscope *self);
/* Returns the errors over the step size, borrowed until the next change, or NULL while they are being computed or if there are none. */
const LabTrialCurve *wb_microscope_curve (WbMicroscope *self);
/* Returns what is found at many sizes of the step of the open event, borrowed until the next change, or NULL as wb_microscope_curve does. */
const LabEventCurve *wb_microscope_event_curve (WbMicroscope *self);
/* Returns why the open attempt or step cannot be made again with another size, borrowed, or NULL. */
const char *wb_microscope_trial_error (WbMicroscope *self);

/* Opens the search for an event of the current run. event: number in the event log, counted from 0. Returns FALSE if the event was not
 * located as a zero crossing. */
gboolean wb_microscope_open_event (WbMicroscope *self, gsize event);
/* Opens the search for the located event with this number of the current run, counted from 1. Returns FALSE if the run has fewer located
 * events. */
gboolean wb_microscope_open_located (WbMicroscope *self, gsize number);
/* Opens the search for events in the step that contains the open attempt. Returns FALSE if no attempt of the current run is
 * open. */
gboolean wb_microscope_open_step (WbMicroscope *self);
/* Opens the next located event, or the previous one if by < 0. Returns FALSE if there is no such
 * event. */
gboolean wb_microscope_move_event (WbMicroscope *self, int by);
/* Searches the open step again with other settings. They affect only the page of the Microscope, not the
 * run. */
void wb_microscope_choose_search (WbMicroscope *self, const WbSearchChoice *choice);
/* Opens the first attempt of the step in which the open event happens. */
void wb_microscope_open_attempt_of_event (WbMicroscope *self);
/* Writes the open attempt or event to a session file as the mapping
 * `microscope`. */
void wb_microscope_write (WbMicroscope *self, ModelYamlWriter *out);
/* Reads the mapping that wb_microscope_write has written. node may be NULL. */
void wb_microscope_resume (WbMicroscope *self, const ModelYaml *node);
/* Opens the attempt or event that the session file names, if the run has reached it. Returns whether the session file names one that is
 * still to be opened. */
gboolean wb_microscope_open_wanted (WbMicroscope *self);
/* Returns whether the page shows the search for an event instead of an attempt. */
gboolean wb_microscope_shows_event (WbMicroscope *self);
/* Returns the number of the open event in the event log. Returns G_MAXSIZE if the step has no event or the number is not known
 * yet. */
gsize wb_microscope_event (WbMicroscope *self);
/* Returns the picture of the search, borrowed until the next change: that of the step that is tried, if there is one. Returns NULL while it is being
 * computed or if this failed. */
const WbSearchPicture *wb_microscope_picture (WbMicroscope *self);
/* Returns the picture of the step of the run, in the same way. */
const WbSearchPicture *wb_microscope_picture_of_run (WbMicroscope *self);
/* Returns the settings of the search; borrowed. */
const WbSearchChoice *wb_microscope_choice (WbMicroscope *self);

/* Returns whether an attempt or an event is open. */
gboolean wb_microscope_is_open (WbMicroscope *self);
/* Returns the number of the open attempt on the tape, counted from 0. */
gsize wb_microscope_index (WbMicroscope *self);
/* Returns the open attempt with its intermediate results, borrowed until the next change. Returns NULL while they are being computed or if
 * this failed. */
const LabAttempt *wb_microscope_attempt (WbMicroscope *self);
/* Returns the run of the open attempt, borrowed, or NULL if none is open. */
WbRunItem *wb_microscope_run (WbMicroscope *self);
/* Returns the reason why the attempt cannot be shown, borrowed, or NULL. */
const char *wb_microscope_error (WbMicroscope *self);
/* Returns the completed fraction of the computation, or NaN if none is running. */
double wb_microscope_progress (WbMicroscope *self);
/* Cancels the computation of the open attempt or event. */
void wb_microscope_cancel (WbMicroscope *self);

G_END_DECLS
