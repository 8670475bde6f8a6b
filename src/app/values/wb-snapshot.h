/* A copy of everything from which a run or a study is computed: model, settings, values, constants, events that are off, and times. It shares
 * nothing with the window that changes, so that a job can read it on another thread while the user goes on. */
#pragma once

#include "lab-values.h"

G_BEGIN_DECLS

typedef struct WbSnapshot WbSnapshot;

/* Copies settings and values, and keeps a reference to the model. Main thread. */
WbSnapshot *wb_snapshot_new (Model *model, const SimConfig *config, const LabValues *values, double t_start, double t_end);
/* Frees a snapshot; NULL is allowed. Main thread. */
void wb_snapshot_free (WbSnapshot *snapshot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbSnapshot, wb_snapshot_free)

/* Returns the problem with which studies and runs are computed. It borrows from the snapshot. Any thread. */
LabProblem wb_snapshot_problem (const WbSnapshot *snapshot);
/* Gives a parameter the value of the model, for a study that sets the parameter itself. Main thread, before a job begins. */
void wb_snapshot_reset_parameter (WbSnapshot *snapshot, const char *name);
/* Returns a text that contains everything from which a run or a study with this snapshot is computed: the model with its data, the settings, the
 * values and the times. Two snapshots with the same text give the same results, bit for bit. A result keeps this text of what it was computed
 * from and is old when that of the present differs. Free it with g_free. Any thread. */
char *wb_snapshot_identity (const WbSnapshot *snapshot);
/* Returns the model; borrowed. */
Model *wb_snapshot_model (const WbSnapshot *snapshot);
/* Returns the settings; borrowed. They may be changed before a job begins. */
SimConfig *wb_snapshot_config (const WbSnapshot *snapshot);
G_END_DECLS
