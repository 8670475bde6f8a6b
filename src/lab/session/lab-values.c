/* Stores the values that the user has set by name, and makes instances of the model with them. */
#include "lab-values.h"

#include <math.h>

static GHashTable *
text_table_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static GHashTable *
text_table_copy (GHashTable *table)
{
  GHashTable *copy = text_table_new ();
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_hash_table_insert (copy, g_strdup (key), g_strdup (value));
  return copy;
}

char *
lab_values_number_text (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  /* Write 15 digits if they read back as the same number, otherwise 17. */
  g_ascii_formatd (text, sizeof text, "%.15g", value);
  if (g_ascii_strtod (text, NULL) != value)
    g_ascii_formatd (text, sizeof text, "%.17g", value);
  return g_strdup (text);
}

LabValues *
lab_values_new (void)
{
  LabValues *values = g_new0 (LabValues, 1);

  values->parameters = text_table_new ();
  values->initials = text_table_new ();
  values->constants = text_table_new ();
  values->events_off = text_table_new ();
  values->t_start = NAN;
  values->t_end = NAN;
  return values;
}

LabValues *
lab_values_copy (const LabValues *values)
{
  LabValues *copy = g_new0 (LabValues, 1);

  copy->parameters = text_table_copy (values->parameters);
  copy->initials = text_table_copy (values->initials);
  copy->constants = text_table_copy (values->constants);
  copy->events_off = text_table_copy (values->events_off);
  copy->t_start = values->t_start;
  copy->t_end = values->t_end;
  copy->is_member = values->is_member;
  copy->member = values->member;
  return copy;
}

void
lab_values_free (LabValues *values)
{
  if (values == NULL)
    return;
  g_hash_table_unref (values->parameters);
  g_hash_table_unref (values->initials);
  g_hash_table_unref (values->constants);
  g_hash_table_unref (values->events_off);
  g_free (values);
}

GHashTable *
lab_values_constants (const LabValues *values)
{
  GHashTable *numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, values->constants);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      double *number = g_new (double, 1);

      *number = g_ascii_strtod (value, NULL);
      g_hash_table_insert (numbers, g_strdup (key), number);
    }
  return numbers;
}

typedef gboolean (*LabSetValueFunc) (ModelSystem *system, const char *name, double value, GError **error);

static gboolean
set_all (ModelSystem *system, GHashTable *texts, LabSetValueFunc set, GError **error)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, texts);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      if (!set (system, key, g_ascii_strtod (value, NULL), error))
        return FALSE;
    }
  return TRUE;
}

/* Sets the parameters and initial values of a new instance of the model. user: a LabValues. This is the prepare function of LabProblem. Any
 * thread. */
static gboolean
prepare (ModelSystem *system, gpointer user, GError **error)
{
  const LabValues *values = user;

  return set_all (system, values->parameters, model_system_set_parameter, error)
         && set_all (system, values->initials, model_system_set_initial, error);
}

static ModelInstance
instance_of (const LabValues *values, const SimConfig *config, GHashTable *constants)
{
  return (ModelInstance) {
    .constants = constants,
    .fast_math = sim_config_get_boolean (config, "fast_math"),
    .seed = (guint64) sim_config_get_number (config, "seed"),
    .random = values->is_member,
    .member = values->member,
  };
}

LabProblem
lab_values_problem (LabValues *values, Model *model, const SimConfig *config, GHashTable *constants, double t_start, double t_end)
{
  return (LabProblem) {
    .model = model, .config = config, .t_start = t_start, .t_end = t_end, .instance = instance_of (values, config, constants),
    .prepare = prepare, .user = values, .events_off = values->events_off,
  };
}

ModelSystem *
lab_values_instance (const LabValues *values, Model *model, const SimConfig *config, GError **error)
{
  g_autoptr (GHashTable) constants = lab_values_constants (values);
  ModelInstance instance = instance_of (values, config, constants);
  g_autoptr (ModelSystem) system = model_system_new (model, &instance, error);

  if (system == NULL || !prepare (system, (gpointer) values, error))
    return NULL;
  return g_steal_pointer (&system);
}

SimRun *
lab_values_run (const LabValues *values, Model *model, const SimConfig *config, double t_start, double t_end, GError **error)
{
  ModelSystem *instance = lab_values_instance (values, model, config, error);
  SimSystem *system;

  if (instance == NULL)
    return NULL;
  system = sim_system_from_model (instance);
  for (int i = 0; i < system->n_events; i++)
    if (g_hash_table_contains (values->events_off, system->events[i].name))
      sim_system_set_event_enabled (system, i, FALSE);
  return sim_run_new (system, config, t_start, t_end, error);
}
