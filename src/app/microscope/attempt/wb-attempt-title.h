/* The words in the title of the page of an attempt. Main thread. */
#pragma once

#include "wb-microscope.h"

G_BEGIN_DECLS

/* Returns the name of the open attempt, or of the view if none is open. Free it with g_free. */
char *wb_attempt_name (WbMicroscope *microscope);
/* Returns the model, the method, and the place of the open attempt in the run as rich text; "" if it is not known. Free it with g_free. */
char *wb_attempt_about (WbMicroscope *microscope);
/* Returns a remark as rich text that the cards show a trial with another step size than that of the run; NULL: they do not. Free it with g_free. */
char *wb_attempt_trial_badge (WbMicroscope *microscope);

G_END_DECLS
