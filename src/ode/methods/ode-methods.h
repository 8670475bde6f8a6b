/* The registry of methods: the built-in methods of ode-methods.def, and methods that
 * are made from a tableau at run time. */
#pragma once

#include "ode-method.h"

/* Returns all n_methods methods in the order of the registry. The array is static. */
const OdeMethod *const *ode_methods (int *n_methods);
/* Returns the method with an id or alias, or NULL if there is none. */
const OdeMethod *ode_method_find (const char *name);

/* Makes a method from a tableau that was read at run time, and copies the arrays. The order is derived from order conditions and must be
 * at least 1. The shape of A determines whether the method is explicit, diagonally implicit or fully implicit. Returns NULL with a message
 * in error[error_size] if the tableau is not usable. Free the method with ode_method_free_custom. */
OdeMethod *ode_method_new_custom (const char *id, const char *label, const OdeTableau *tableau, OdeTranslate translate,
                                  char *error, size_t error_size);
/* Frees a method that ode_method_new_custom made; NULL is allowed. */
void ode_method_free_custom (OdeMethod *method);
/* Returns the number of stages of a method as the literature counts them: 7 for
 * Dormand–Prince 5(4), whose last stage is the first of the next step. A stage
 * does not count if only an optional error estimate needs it. 0: the number is
 * not fixed. */
int ode_method_n_stages (const OdeMethod *method);
/* Returns NULL if the method can integrate the system, otherwise the reason as a
 * text marked for translation. The text is static or owned by system. */
const char *ode_method_refuses (const OdeMethod *method, const OdeSystem *system);
