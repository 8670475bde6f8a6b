/* The values of a model that the user has set, as texts. A run is made from
 * them. Each thread needs its own copy. */
#pragma once

#include <glib.h>

#include "lab-problem.h"

G_BEGIN_DECLS

/* Texts by name. Each kind of value has its own table, because a state and a
 * parameter may have the same name. */
typedef struct
{
  GHashTable *parameters; /* name → text; likewise the tables below */
  GHashTable *initials;
  GHashTable *constants;
  GHashTable *events_off; /* names of disabled events */
  double t_start, t_end;  /* NaN: the times of the model */
  gboolean is_member;     /* the random quantities have the values of a member of an ensemble */
  guint64 member;
} WbValues;

/* Makes empty values. */
WbValues *wb_values_new (void);
/* Returns a copy. */
WbValues *wb_values_copy (const WbValues *values);
/* Frees values; NULL is allowed. */
void wb_values_free (WbValues *values);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbValues, wb_values_free)

/* Returns a number as text with as many digits as read back as the same number. Free it with g_free. */
char *wb_values_number_text (double value);
/* Returns the constants as a table from name to double; free with
 * g_hash_table_unref. */
GHashTable *wb_values_constants (const WbValues *values);
/* Returns a LabProblem that makes a run of these values on another thread. It
 * borrows all arguments. t_end: end of the run. */
LabProblem wb_values_problem (WbValues *values, Model *model, const SimConfig *config, GHashTable *constants, double t_start, double t_end);
/* Makes an instance of a model with these values. Returns NULL with an error on
 * failure. */
ModelSystem *wb_values_instance (const WbValues *values, Model *model, const SimConfig *config, GError **error);

G_END_DECLS
