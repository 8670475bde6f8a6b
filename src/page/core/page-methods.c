/* Finds methods by their names. A page has the built-in methods; it has no folders with tableau files. */
#include "model-search.h"
#include "model-tableau.h"

const OdeMethod *
model_method_find (const char *name)
{
  return ode_method_find (name);
}

const OdeMethod *
model_tableau_method (const char *name, GPtrArray *diagnostics)
{
  return NULL;
}

const OdeMethod *
model_method_of_other_system (const char *name)
{
  return NULL;
}
