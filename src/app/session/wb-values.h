/* What the user has set of a model, as texts: what a run is made from. Any one
 * thread; a copy for each. */
#pragma once

#include <glib.h>

#include "lab-problem.h"

G_BEGIN_DECLS

/* The values a run is made from: texts by name. Kinds are separate tables, so
 * that a state and a parameter of one name do not clash. */
typedef struct
{
  GHashTable *parameters; /* name → text */
  GHashTable *initials;
  GHashTable *constants;
  GHashTable *events_off; /* a set of names */
  double t_start, t_end;  /* NaN: the model's own */
} WbValues;

/* Makes empty values. */
WbValues *wb_values_new (void);
/* Returns a copy. */
WbValues *wb_values_copy (const WbValues *values);
/* Frees values; NULL is allowed. */
void wb_values_free (WbValues *values);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbValues, wb_values_free)

/* Sets parameters and initial values of a new instance; user is a WbValues. Has
 * the type that LabProblem asks for; any thread. */
gboolean wb_values_prepare (ModelSystem *system, gpointer user, GError **error);
/* Returns the constants as a table from name to double; free with
 * g_hash_table_unref. */
GHashTable *wb_values_constants (const WbValues *values);
/* Returns what a study needs to make a run of these values on another thread;
 * all of it is borrowed. t_end is its end. */
LabProblem wb_values_problem (WbValues *values, Model *model, const SimConfig *config, GHashTable *constants, double t_start, double t_end);
/* Makes an instance of a model with these values, or returns NULL with an
 * error. */
ModelSystem *wb_values_instance (const WbValues *values, Model *model, const SimConfig *config, GError **error);

G_END_DECLS
