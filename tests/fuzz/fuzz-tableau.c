/* Reads a tableau, computes its order conditions and takes steps with it. */
#include "fuzz.h"

#include "model-diagnostic.h"
#include "model-tableau.h"
#include "ode-integrator.h"

static OdeStatus
rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -x[0];
  return ODE_DONE;
}

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  return 0;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = fuzz_text (data, size);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  OdeMethod *method = model_tableau_load_text (text, "fuzz", diagnostics);
  const OdeSystem system = { .n_states = 2, .rhs = rhs };
  OdeSettings settings;
  OdeIntegrator *integrator;
  char error[512];

  g_assert_true ((method == NULL) == (model_diagnostics_n_errors (diagnostics) > 0));
  if (method == NULL)
    return 0;
  ode_settings_init (&settings);
  settings.max_step = 0.1;
  settings.step_limit = 40;
  integrator = ode_integrator_new (method, &system, &settings, error, sizeof error);
  if (integrator != NULL)
    {
      const double x[] = { 1, 0 };

      if (ode_integrator_initialize (integrator, 0, x, 1) == ODE_DONE)
        for (int k = 0; k < 20 && ode_integrator_t (integrator) < 1 && ode_integrator_step (integrator, 1, ODE_STOP_END) == ODE_DONE; k++)
          ;
      ode_integrator_free (integrator);
    }
  ode_method_free_custom (method);
  return 0;
}
