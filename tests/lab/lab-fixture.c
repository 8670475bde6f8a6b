#include "lab-fixture.h"

#include <math.h>

#include "model-load.h"

void
lab_fixture_init (LabFixture *fixture, const char *yaml, const char *settings)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();

  fixture->model = model_load_text (yaml, -1, "test.yaml", sim_config_check_solver, diagnostics);
  g_autofree char *errors = model_diagnostics_to_string (diagnostics);
  g_assert_cmpstr (errors, ==, "");
  fixture->config = sim_config_new ();
  if (settings != NULL && *settings != '\0')
    g_assert_true (sim_config_load_text (fixture->config, settings, "settings", diagnostics));
  fixture->problem = (LabProblem) { .model = fixture->model, .config = fixture->config, .t_start = NAN, .t_end = NAN };
}

void
lab_fixture_clear (LabFixture *fixture)
{
  sim_config_free (fixture->config);
  model_unref (fixture->model);
}
