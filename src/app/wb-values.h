/* What the user has set of a model, as texts: what a run is made from. Any one thread; a copy for each. */
#pragma once

#include <glib.h>

#include "lab-problem.h"

G_BEGIN_DECLS

/* The values a run is made from: texts by name. Kinds are separate tables, so that a state and a parameter of one name do not clash. */
typedef struct
{
  GHashTable *parameters; /* name → text */
  GHashTable *initials;
  GHashTable *constants;
  GHashTable *events_off; /* a set of names */
  double t_start, t_end;  /* NaN: the model's own */
} WbValues;

WbValues *wb_values_new (void);
WbValues *wb_values_copy (const WbValues *values);
void wb_values_free (WbValues *values);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbValues, wb_values_free)

/* Sets parameters and initial values of a fresh instance; user is a WbValues. As a LabProblem prepares its instances: any thread. */
gboolean wb_values_prepare (ModelSystem *system, gpointer user, GError **error);
/* The constants as numbers: name → double. Free with g_hash_table_unref. */
GHashTable *wb_values_constants (const WbValues *values);
/* What a study needs to make a run of these values on another thread: all of it borrowed, constants as above. t_end: where it ends. */
LabProblem wb_values_problem (WbValues *values, Model *model, const SimConfig *config, GHashTable *constants, double t_start, double t_end);
/* An instance of model with these values set; NULL with an error. */
ModelSystem *wb_values_instance (const WbValues *values, Model *model, const SimConfig *config, GError **error);

G_END_DECLS
