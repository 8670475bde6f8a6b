/* A copy of all data that another thread needs to repeat a run. It shares no memory with the window. */
#pragma once

#include "lab-difference.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

typedef struct WbRunRecord WbRunRecord;

/* Copies the data needed to repeat the run up to the time that it has reached. The run must have at least one row. Main thread. Afterwards
 * any single thread may use the record. */
WbRunRecord *wb_run_record_new (WbRunItem *run);
/* Frees a record; NULL is allowed. */
void wb_run_record_free (WbRunRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbRunRecord, wb_run_record_free)
/* Copies the data needed to repeat attempts of a run, without its rows. The run may be
 * running. */
WbRunRecord *wb_run_record_new_for_attempts (WbRunItem *run);
/* Returns the record as a LabRunRecord; borrowed. */
const LabRunRecord *wb_run_record (const WbRunRecord *record);

G_END_DECLS
