/* The two parts of the table of views. */
#pragma once

#include "said.h"

G_BEGIN_DECLS

extern const SaidView said_run_views[];   /* of the current run; ends with a row without a name */
extern const SaidView said_other_views[]; /* of other views; ends in the same way */

G_END_DECLS
