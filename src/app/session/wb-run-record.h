/* What it takes to make a run again on another thread: nothing in it is shared
 * with the window. */
#pragma once

#include "lab-difference.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

typedef struct WbRunRecord WbRunRecord;

/* Copies what is needed to recompute the run as far as it is now, at least one
 * row. Main thread; the record is then used by any one thread. */
WbRunRecord *wb_run_record_new (WbRunItem *run);
/* Frees the record. */
void wb_run_record_free (WbRunRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbRunRecord, wb_run_record_free)
/* Returns the record of the lab layer; borrowed. */
const LabRunRecord *wb_run_record (const WbRunRecord *record);

G_END_DECLS
