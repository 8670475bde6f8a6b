/* A copy of everything from which a run or a study is computed: model, settings, values, constants, events that are off, and times. It shares
 * nothing with the window that changes, so that a job can read it on another thread while the user goes on. */
#pragma once

#include "lab-problem.h"
#include "wb-run-item.h"
#include "wb-session.h"

G_BEGIN_DECLS

typedef struct WbSnapshot WbSnapshot;

/* Copies the present state of a session, which must have a model. Main thread. */
WbSnapshot *wb_snapshot_new (WbSession *session);
/* Copies what a run began with. t_end: end time of the snapshot. Main thread. */
WbSnapshot *wb_snapshot_new_of_run (WbRunItem *run, double t_end);
/* Adds a reference. Any thread. */
WbSnapshot *wb_snapshot_ref (WbSnapshot *snapshot);
/* Drops a reference; NULL is allowed. The last one is dropped on the main thread. */
void wb_snapshot_unref (WbSnapshot *snapshot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbSnapshot, wb_snapshot_unref)

/* Returns the problem with which studies and runs are computed. It borrows from the snapshot. Any thread. */
LabProblem wb_snapshot_problem (const WbSnapshot *snapshot);
/* Returns the model; borrowed. */
Model *wb_snapshot_model (const WbSnapshot *snapshot);
/* Returns the settings; borrowed. */
const SimConfig *wb_snapshot_config (const WbSnapshot *snapshot);
/* Returns a text that two snapshots share exactly if everything in them is equal: the text of the model, all settings, values and times. It
 * is borrowed. Main thread. */
const char *wb_snapshot_identity (WbSnapshot *snapshot);

G_END_DECLS
