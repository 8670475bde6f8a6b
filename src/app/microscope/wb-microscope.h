/* The attempt that the Microscope shows: its number and its intermediate results, which are computed on the thread pool. Main thread.
 * Signals: "changed" (): another attempt was opened, or its results are complete; "played" (): another stage is shown, or playing was paused. */
#pragma once

#include "wb-attempt-scene.h"
#include "model-yaml-writer.h"
#include "model-yaml.h"
#include "wb-search-picture.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_MICROSCOPE (wb_microscope_get_type ())
G_DECLARE_FINAL_TYPE (WbMicroscope, wb_microscope, WB, MICROSCOPE, GObject)

/* Returns the microscope of a session, which owns it. */
WbMicroscope *wb_microscope_of (WbSession *session);
/* Opens an attempt of the current run by its number on the tape, from 0. */
void wb_microscope_open (WbMicroscope *self, gsize index);
/* Opens the rejected attempt with the largest error, or the last attempt if none
 * was rejected. Returns FALSE if the current run has no attempts. */
gboolean wb_microscope_open_worst (WbMicroscope *self);
/* Opens the attempt that lies `by` rows further. Returns FALSE at the end of the
 * tape. */
gboolean wb_microscope_move (WbMicroscope *self, int by);
/* Opens the next rejected attempt, or the previous one if direction < 0. Returns
 * FALSE if there is none. */
gboolean wb_microscope_move_to_rejection (WbMicroscope *self, int direction);
/* Returns the number of attempts that start where the open one starts, and sets
 * *first to the number of the first of them; 0: none is open. */
int wb_microscope_siblings (WbMicroscope *self, gsize *first);

/* Shows the open attempt together with the next one of the same start, or the one before it. */
void wb_microscope_set_both (WbMicroscope *self, gboolean both);
/* Returns whether two attempts are shown, if there are two. */
gboolean wb_microscope_both (WbMicroscope *self);
/* Shows these states of the model, up to WB_MOST_CHOSEN; n 0: those with the largest errors. */
void wb_microscope_choose_states (WbMicroscope *self, const int *states, int n);
/* Returns what the page shows. Borrowed, valid until the next change. */
WbAttemptScene wb_microscope_scene (WbMicroscope *self);
/* Plays the stages of the open attempt one by one, or pauses. Returns FALSE if it has none. */
gboolean wb_microscope_play (WbMicroscope *self);
/* Returns whether the stages are being played. */
gboolean wb_microscope_is_playing (WbMicroscope *self);

/* Opens the search for an event of the current run by its number in the event
 * log, from 0. Returns FALSE if it is not located as a crossing. */
gboolean wb_microscope_open_event (WbMicroscope *self, gsize event);
/* Opens the search for the n-th located event of the current run, n from 1.
 * Returns FALSE if there are fewer. */
gboolean wb_microscope_open_located (WbMicroscope *self, gsize number);
/* Opens the search of the step that contains the open attempt. Returns FALSE if
 * no attempt of the current run is open. */
gboolean wb_microscope_open_step (WbMicroscope *self);
/* Opens the next located event, or the previous one if by < 0. Returns FALSE if
 * there is none. */
gboolean wb_microscope_move_event (WbMicroscope *self, int by);
/* Searches the open step again with other settings, which affect only what the
 * Microscope shows. */
void wb_microscope_choose_search (WbMicroscope *self, const WbSearchChoice *choice);
/* Opens the first attempt of the step of the open event. */
void wb_microscope_open_attempt_of_event (WbMicroscope *self);
/* Writes the open attempt or event as the mapping `microscope` of a session
 * file. */
void wb_microscope_write (WbMicroscope *self, ModelYamlWriter *out);
/* Reads that mapping; NULL: there is none. */
void wb_microscope_resume (WbMicroscope *self, const ModelYaml *node);
/* Opens the attempt or event of the session file if the run has it already.
 * Returns whether one is wanted. */
gboolean wb_microscope_open_wanted (WbMicroscope *self);
/* Returns whether the search of an event is open instead of an attempt. */
gboolean wb_microscope_shows_event (WbMicroscope *self);
/* Returns the number of the open event in the event log; G_MAXSIZE: the step has
 * none, or it is not known yet. */
gsize wb_microscope_event (WbMicroscope *self);
/* Returns the search, or NULL while it is computed or if this failed. Borrowed,
 * valid until the next change. */
const WbSearchPicture *wb_microscope_picture (WbMicroscope *self);
/* Returns the settings of the search. */
const WbSearchChoice *wb_microscope_choice (WbMicroscope *self);

/* Returns whether an attempt or an event is open. */
gboolean wb_microscope_is_open (WbMicroscope *self);
/* Returns the number of the open attempt, from 0. */
gsize wb_microscope_index (WbMicroscope *self);
/* Returns the open attempt with its intermediate results, or NULL while they are computed or if this failed. Borrowed, valid until the next
 * change. */
const LabAttempt *wb_microscope_attempt (WbMicroscope *self);
/* Returns the run of the open attempt, or NULL. */
WbRunItem *wb_microscope_run (WbMicroscope *self);
/* Returns the reason why the attempt cannot be shown, or NULL. */
const char *wb_microscope_error (WbMicroscope *self);
/* Returns the completed fraction of the computation, or NaN if none is running. */
double wb_microscope_progress (WbMicroscope *self);
/* Cancels the computation. */
void wb_microscope_cancel (WbMicroscope *self);

G_END_DECLS
