/* The cue list of a lecture that is open in a session: the list of the things that the lecturer shows one after another. Main thread. */
#pragma once

#include "lab-cues.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Opens a cue list. No cue is current yet. Returns FALSE with an error if the file has
 * errors. */
gboolean wb_cues_open (WbSession *session, const char *path, GError **error);
/* Closes the cue list of a session. */
void wb_cues_close (WbSession *session);
/* Returns the open cue list, borrowed, or NULL. */
const LabCueList *wb_cues_list (WbSession *session);
/* Returns the index of the current cue, or −1 before the first one. */
int wb_cues_index (WbSession *session);
/* Makes the next cue (by = 1) or the previous one (by = −1) the current one and returns it, borrowed. Returns NULL at the end of the
 * list. */
const LabCue *wb_cues_move (WbSession *session, int by);

G_END_DECLS
