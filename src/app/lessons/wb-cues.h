/* The cue list of a lecture that is open in a session. Main thread. */
#pragma once

#include "lab-cues.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Opens a cue list before its first cue. Returns FALSE with an error if it has
 * errors. */
gboolean wb_cues_open (WbSession *session, const char *path, GError **error);
/* Closes the cue list. */
void wb_cues_close (WbSession *session);
/* Returns the open cue list, or NULL. */
const LabCueList *wb_cues_list (WbSession *session);
/* Returns the index of the current cue; −1: none was shown yet. */
int wb_cues_index (WbSession *session);
/* Makes another cue the current one and returns it. Returns NULL at the end of
 * the list in this direction (by = 1 or −1). */
const LabCue *wb_cues_move (WbSession *session, int by);

G_END_DECLS
