/* Makes the problems of further models for a comparison. Each has its own settings, with those of the command above
 * them; methods that a model refuses are left out with a remark. */
#include "lab-further.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-option.h"
#include "lab-problem.h"
#include "model-library.h"

void
lab_further_free (LabFurther *further)
{
  g_clear_pointer (&further->config, sim_config_free);
  g_clear_pointer (&further->model, model_unref);
  g_ptr_array_unref (further->methods);
  g_free (further);
}

/* Returns whether a method accepts a model and its settings. Otherwise sets the reason. */
static gboolean
accepts (const LabProblem *problem, const OdeMethod *method, GError **error)
{
  g_autoptr (SimConfig) config = sim_config_copy (problem->config);
  g_autoptr (SimSimulator) simulator = NULL;

  sim_config_set (config, "integrator", method->id, SIM_ORIGIN_LIVE, NULL);
  simulator = lab_problem_simulator (problem, config, error);
  if (simulator == NULL)
    g_prefix_error (error, "%s: ", method->id);
  return simulator != NULL;
}

/* Returns the settings of a further model: its own, and those of the study that come from a configuration file, the command line or the user.
 * Settings of single states are left out, because the states of the models differ. */
static SimConfig *
config_of (const LabProblem *problem, const Model *model)
{
  SimConfig *config = sim_config_new ();
  g_autoptr (GPtrArray) notes = model_diagnostics_new ();
  int n;
  const SimSettingRow *rows = sim_config_rows (&n);

  sim_config_apply_model (config, model, notes);
  for (int k = 0; k < n; k++)
    {
      SimOrigin origin = sim_config_origin (problem->config, rows[k].key);
      g_autofree char *text = origin > SIM_ORIGIN_MODEL ? sim_config_get (problem->config, rows[k].key) : NULL;

      if (text != NULL && *text != '\0')
        sim_config_set (config, rows[k].key, text, origin, NULL);
    }
  return config;
}

static LabFurther *
open_further (const LabProblem *problem, const char *name, GError **error)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  LabFurther *further = g_new0 (LabFurther, 1);

  further->methods = g_ptr_array_new ();
  further->model = model_library_open (name, sim_config_check_solver, diagnostics);
  if (further->model == NULL)
    {
      g_autofree char *problems = model_diagnostics_to_string (diagnostics);

      lab_option_set_error (error, "models", _("models: '%s': %s"), name, g_strstrip (problems));
      lab_further_free (further);
      return NULL;
    }
  further->config = config_of (problem, further->model);
  further->problem = (LabProblem) { .model = further->model, .config = further->config, .instance = { .fast_math = problem->instance.fast_math },
                                    .t_start = NAN, .t_end = NAN };
  if (lab_problem_set_times (&further->problem, error))
    return further;
  lab_further_free (further);
  return NULL;
}

static void
say (GString *remark, const char *model, const char *reason)
{
  g_string_append_printf (remark, "%s%s: %s", remark->len > 0 ? "; " : "", model, reason);
}

GPtrArray *
lab_further_models (const LabProblem *problem, const GPtrArray *methods, const char *text, GString *remark, const LabProgress *progress, GError **error)
{
  g_autoptr (GPtrArray) models = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_further_free);
  g_auto (GStrv) names = text != NULL ? g_strsplit (*text != '\0' ? text : ",", ",", -1) : NULL;
  LabFurther *own = g_new0 (LabFurther, 1);

  own->problem = *problem;
  own->methods = g_ptr_array_new ();
  g_ptr_array_add (models, own);
  for (guint k = 0; k < methods->len; k++)
    if (!lab_progress_report (progress, 0, error) || !accepts (problem, methods->pdata[k], error))
      return NULL;
    else
      g_ptr_array_add (own->methods, methods->pdata[k]);
  for (char **name = names; name != NULL && *name != NULL; name++)
    {
      LabFurther *further = open_further (problem, g_strstrip (*name), error);

      if (further == NULL)
        return NULL;
      g_ptr_array_add (models, further);
      for (guint k = 0; k < methods->len; k++)
        {
          g_autoptr (GError) refused = NULL;

          if (!lab_progress_report (progress, 0, error))
            return NULL;
          if (accepts (&further->problem, methods->pdata[k], &refused))
            g_ptr_array_add (further->methods, methods->pdata[k]);
          else if (methods->len > 1)
            say (remark, model_id (further->model), refused->message);
          else
            {
              g_propagate_prefixed_error (error, g_steal_pointer (&refused), "%s: ", model_id (further->model));
              return NULL;
            }
        }
      if (further->methods->len == 0)
        {
          g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("no method can integrate %s: %s"), model_id (further->model), remark->str);
          return NULL;
        }
    }
  return g_steal_pointer (&models);
}

GPtrArray *
lab_further_run (const GPtrArray *models, LabStudyFunc func, const double *settings, int n_settings, LabLargest largest,
                 const LabProgress *progress, GError **error)
{
  g_autoptr (GPtrArray) studies = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_study_free);

  for (guint k = 0; k < models->len; k++)
    {
      const LabFurther *model = models->pdata[k];
      LabPart part = { .outer = progress, .done = (int) k, .total = (int) models->len };
      LabProgress inner = lab_part_progress (&part);
      LabStudy *study = func (&model->problem, (const OdeMethod *const *) model->methods->pdata, (int) model->methods->len, settings, n_settings,
                              largest, &inner, error);

      if (study == NULL)
        {
          if (models->len > 1)
            g_prefix_error (error, "%s: ", model_id (model->problem.model));
          return NULL;
        }
      g_ptr_array_add (studies, study);
    }
  return g_steal_pointer (&studies);
}

gboolean
lab_largest_parse (const char *text, LabLargest *largest, GError **error)
{
  *largest = text == NULL ? LAB_LARGEST_NONE : strcmp (text, "dense") == 0 ? LAB_LARGEST_DENSE : LAB_LARGEST_STEPS;
  if (text == NULL || *largest == LAB_LARGEST_DENSE || strcmp (text, "steps") == 0)
    return TRUE;
  lab_option_set_error (error, "largest", _("'largest' is steps or dense, not '%s'"), text);
  return FALSE;
}
