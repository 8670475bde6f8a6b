/* A copy of all data that are necessary to repeat a run on another thread. It shares no memory with the window. */
#pragma once

#include "lab-difference.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

typedef struct WbRunRecord WbRunRecord;

/* Copies the data that are necessary to repeat the run up to its current time,
 * at least one row. Main thread. Any one thread may then use the record. */
WbRunRecord *wb_run_record_new (WbRunItem *run);
/* Frees the record. */
void wb_run_record_free (WbRunRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbRunRecord, wb_run_record_free)
/* Copies what the attempts of a run depend on, but no rows; the run may be
 * running. */
WbRunRecord *wb_run_record_new_for_attempts (WbRunItem *run);
/* Returns the data as a LabRunRecord. Borrowed. */
const LabRunRecord *wb_run_record (const WbRunRecord *record);

G_END_DECLS
