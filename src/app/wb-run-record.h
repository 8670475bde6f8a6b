/* What it takes to make a run again on another thread: nothing in it is shared with the window. */
#pragma once

#include "lab-difference.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

typedef struct WbRunRecord WbRunRecord;

/* Of what there is of the run now, at least one row. Main thread; what follows, any one thread. */
WbRunRecord *wb_run_record_new (WbRunItem *run);
void wb_run_record_free (WbRunRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbRunRecord, wb_run_record_free)
/* Its own. */
const LabRunRecord *wb_run_record (const WbRunRecord *record);

G_END_DECLS
