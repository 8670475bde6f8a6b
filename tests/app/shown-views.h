/* The two parts of the table of views. */
#pragma once

#include "shown.h"

G_BEGIN_DECLS

extern const ShownView shown_run_views[];   /* of the current run; ends with a row without a name */
extern const ShownView shown_other_views[]; /* of other views; ends in the same way */

G_END_DECLS
