/* Names of the values of an instance. */
#pragma once

#include "model-system.h"

G_BEGIN_DECLS

/* Returns the name of a parameter element ("a", "a[2]") by its index in the array of model_system_get_parameters; owned by the plan. NULL: there is no such index. */
const char *model_system_parameter_name (const ModelSystem *system, int index);

G_END_DECLS
