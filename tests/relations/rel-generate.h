/* Random models. */
#pragma once

#include <glib.h>

/* Returns the text of a random model with 1 to 4 states that stay bounded, and some of: conditions, events of all kinds, rest and sliding, arrays,
 * discrete states, an algebraic unknown, a mass matrix, a rotation, a mechanism, tables, functions, noise, a dependence on t. Free it with
 * g_free. */
char *rel_generate (GRand *random);
/* Returns random settings "key=value …" for a method; `algebraic` allows only methods for algebraic unknowns. Free it with g_free. */
char *rel_generate_settings (GRand *random, gboolean algebraic);
