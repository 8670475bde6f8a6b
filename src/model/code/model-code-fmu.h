/* The parts of an FMU: a package of a model for other simulators (Functional Mock-up Interface, https://fmi-standard.org). */
#pragma once

#include "model-code-private.h"

G_BEGIN_DECLS

/* Where variables have their value references; the same in data/code/core.c. */
typedef struct
{
  guint parameters, states, derivatives, outputs, crossings, end;
} ModelCodePlaces;

/* Returns the first value references of the kinds of variables. The time has 0. */
ModelCodePlaces model_code_fmu_places (const ModelCode *code);
/* Returns a flag for each state: its initial value follows from parameters, other states or the time. Free it with g_free. */
gboolean *model_code_fmu_follows (const ModelCode *code);
/* Returns the name of the model as an identifier in C; free it with g_free. */
char *model_code_fmu_identifier (const ModelCode *code);
/* Returns modelDescription.xml with the token of the program; free it with g_free. version: 2 or 3. */
char *model_code_fmu_description (const ModelCode *code, int version, const char *token);
/* Returns whether an FMU has directional derivatives: the model has not too many. */
gboolean model_code_fmu_has_directions (const ModelCode *code);
/* Appends the functions in C that compute directional derivatives. follows: flags of model_code_fmu_follows. Returns FALSE with an error. */
gboolean model_code_fmu_write_directions (ModelCode *code, GString *out, const gboolean *follows, GError **error);

G_END_DECLS
