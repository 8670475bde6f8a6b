/* A run as a member of an ensemble, in lanes. */
#pragma once

#include "rel-run.h"

G_BEGIN_DECLS

/* Computes the run as the first of some members of an ensemble. The result has the states alone and no events. `error` is set where the model
 * has no lanes. Free it with rel_run_free. */
RelRun *rel_run_lanes (const char *text, const RelWay *way);

G_END_DECLS
