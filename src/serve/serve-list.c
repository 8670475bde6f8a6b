/* The calls hello and list: the version, and what the program has: models, integrators, studies, settings and views. */
#include "serve-private.h"

#include <string.h>

#include "expr-program.h"
#include "lab-registry.h"
#include "model-library.h"
#include "ode-methods.h"
#include "plot-kind.h"

static const char *const no_keys[] = { NULL };

static gboolean
hello (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  LabJson *json = serve_answer_json (answer);

  lab_json_text (json, "program", "stepwise-cli");
  lab_json_text (json, "version", STEPWISE_VERSION);
  lab_json_count (json, "protocol", SERVE_PROTOCOL);
  lab_json_text (json, "arithmetic", expr_arithmetic (EXPR_PROGRAM_FUSED));
  return TRUE;
}

const ServeCall serve_call_hello = { "hello", no_keys, hello };

/* ---- lists ---- */

static void
list_models (LabJson *json)
{
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, sim_config_check_solver);

  for (int i = 0; i < model_library_n_entries (library); i++)
    {
      const ModelEntry *entry = model_library_entry (library, i);
      g_autofree char *traits = NULL;

      if (entry->errors != NULL)
        continue;
      traits = model_traits_text (entry->traits);
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "id", entry->id);
      lab_json_text (json, "name", entry->name);
      lab_json_text (json, "category", entry->category);
      lab_json_text (json, "traits", traits);
      lab_json_text (json, "summary", entry->summary);
      lab_json_end (json);
    }
}

static void
list_integrators (LabJson *json)
{
  int n;
  const OdeMethod *const *methods = ode_methods (&n);

  for (int i = 0; i < n; i++)
    {
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "id", methods[i]->id);
      lab_json_text (json, "name", methods[i]->label);
      lab_json_count (json, "order", methods[i]->order);
      lab_json_flag (json, "adaptive", (methods[i]->traits & ODE_TRAIT_ADAPTIVE) != 0);
      lab_json_flag (json, "implicit", (methods[i]->traits & ODE_TRAIT_IMPLICIT) != 0);
      lab_json_text (json, "source", methods[i]->source);
      lab_json_end (json);
    }
}

static void
list_studies (LabJson *json)
{
  for (const LabStudyKind *const *kind = lab_registry (); *kind != NULL; kind++)
    {
      if ((*kind)->members != LAB_MEMBERS_NONE)
        continue;
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "id", (*kind)->id);
      lab_json_text (json, "name", (*kind)->label);
      lab_json_text (json, "summary", (*kind)->advice);
      lab_json_array (json, "options", LAB_JSON_FLAT);
      for (int k = 0; k < (*kind)->n_options; k++)
        {
          const LabOptionRow *row = &(*kind)->options[k];

          lab_json_object (json, NULL, LAB_JSON_FLAT);
          lab_json_text (json, "key", row->key);
          lab_json_text (json, "about", row->about);
          lab_json_text (json, "standard", row->standard);
          lab_json_flag (json, "required", row->required);
          lab_json_end (json);
        }
      lab_json_end (json);
      lab_json_end (json);
    }
}

static void
list_settings (LabJson *json)
{
  int n;
  const SimSettingRow *rows = sim_config_rows (&n);

  for (int i = 0; i < n; i++)
    {
      g_autofree char *choices = rows[i].choices != NULL ? sim_choice_join (rows[i].choices, "|") : NULL;

      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "id", rows[i].key);
      lab_json_text (json, "name", rows[i].label);
      lab_json_text (json, "summary", rows[i].about);
      lab_json_text (json, "standard", sim_config_row_default (&rows[i], SIM_PROFILE_STEPWISE));
      lab_json_text (json, "choices", choices);
      lab_json_end (json);
    }
}

static void
list_views (LabJson *json)
{
  for (int k = 0; plot_kinds[k] != NULL; k++)
    {
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "id", plot_kinds[k]->id);
      lab_json_text (json, "name", plot_kinds[k]->title);
      lab_json_end (json);
    }
}

static const struct { const char *word; void (*list) (LabJson *json); } lists[] = {
  { "models", list_models }, { "integrators", list_integrators }, { "studies", list_studies }, { "settings", list_settings }, { "views", list_views },
};

static const char *const list_keys[] = { "what", NULL };

static gboolean
list (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  const char *what = model_yaml_get_text (request, "what", "");

  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    if (strcmp (lists[k].word, what) == 0)
      {
        LabJson *json = serve_answer_json (answer);

        lab_json_array (json, what, LAB_JSON_FLAT);
        lists[k].list (json);
        lab_json_end (json);
        return TRUE;
      }
  g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'what' is models, integrators, studies, settings or views, not '%s'", what);
  return FALSE;
}

const ServeCall serve_call_list = { "list", list_keys, list };
