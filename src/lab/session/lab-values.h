/* The values of a model that the user has set, as texts. Runs are made from them. Each thread needs its own
 * copy. */
#pragma once

#include <glib.h>

#include "lab-problem.h"
#include "sim-run.h"

G_BEGIN_DECLS

/* Texts of values by name. Each kind of value has its own table, because a state and a parameter may have the same
 * name. */
typedef struct
{
  GHashTable *parameters; /* maps names to texts, as do the tables below */
  GHashTable *initials;
  GHashTable *constants;
  GHashTable *events_off; /* set of the names of disabled events */
  double t_start, t_end;  /* start and end time; NaN: those of the model */
  gboolean is_member;     /* whether the random quantities have the values of a member of an ensemble */
  guint64 member;
} LabValues;

/* Makes an empty set of values, so that all values are those of the model. */
LabValues *lab_values_new (void);
/* Returns a copy; free it with lab_values_free. */
LabValues *lab_values_copy (const LabValues *values);
/* Frees values; NULL is allowed. */
void lab_values_free (LabValues *values);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabValues, lab_values_free)

/* Returns a number as text with as many digits as needed to read back the same number. Free it with g_free. */
char *lab_values_number_text (double value);
/* Returns the constants as a new table from name to double. Free it with
 * g_hash_table_unref. */
GHashTable *lab_values_constants (const LabValues *values);
/* Returns a LabProblem with which another thread can make runs of these values. It borrows all arguments. t_end: end time of the
 * run. */
LabProblem lab_values_problem (LabValues *values, Model *model, const SimConfig *config, GHashTable *constants, double t_start, double t_end);
/* Makes an instance of a model with these values. Returns NULL with an error on failure. Free it with
 * model_system_free. */
ModelSystem *lab_values_instance (const LabValues *values, Model *model, const SimConfig *config, GError **error);
/* Makes a run of a model with these values and times, with the events in events_off disabled; it has not begun. Returns NULL with an error on failure. Free it
 * with sim_run_free. */
SimRun *lab_values_run (const LabValues *values, Model *model, const SimConfig *config, double t_start, double t_end, GError **error);

G_END_DECLS
