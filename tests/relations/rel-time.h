/* Changes of the time of a model. */
#pragma once

#include "relation.h"

G_BEGIN_DECLS

/* Makes t' = scale·t + shift the time of the changed model. */
void rel_use_change_time (RelUse *use, double scale, double shift);

G_END_DECLS
