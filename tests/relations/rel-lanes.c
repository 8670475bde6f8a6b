#include "rel-lanes.h"

#include <math.h>

#include "lab-lanes.h"
#include "model-load.h"
#include "relation.h"

/* Enough members to fill two vectors, and to leave a rest. */
#define MEMBERS 11

typedef struct
{
  RelRun *run;
  guint64 next;
} Source;

static LabNext
next (gpointer user, G_GNUC_UNUSED gboolean idle, guint64 *member)
{
  Source *source = user;

  *member = source->next;
  return source->next++ < MEMBERS ? LAB_NEXT_MEMBER : LAB_NEXT_NONE;
}

static void
finished (gpointer user, guint64 member, LabOutcome outcome, const char *reason, const double *columns)
{
  RelRun *run = ((Source *) user)->run;

  if (member > 0)
    return;
  run->reason = outcome == LAB_MEMBER_ENDED ? SIM_REACHED_END : outcome == LAB_MEMBER_TERMINATED ? SIM_TERMINATED : SIM_FAILED_RUN;
  run->message = g_strdup (reason);
  run->t = columns[0];
  for (guint k = 0; k < run->names->len; k++)
    run->values[k] = columns[2 + k];
}

static gboolean
never (G_GNUC_UNUSED gpointer user)
{
  return FALSE;
}

/* Returns an ensemble whose members have other values of the first state, except member 0, or NULL if the states cannot be varied. */
static LabEnsemble *
make_ensemble (const LabProblem *problem, RelRun *run, GError **error)
{
  LabEnsemble *ensemble = lab_ensemble_new (problem, MEMBERS, error);
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autofree double *x = NULL, *d = NULL;
  g_autofree char *text = NULL;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  const OdeSystem *ode;
  gboolean made;

  if (ensemble == NULL)
    return NULL;
  ode = model_system_ode (ensemble->system);
  x = g_new0 (double, ode->n_states + 1);
  d = g_new0 (double, model_system_n_discrete (ensemble->system) + 1);
  if (ode->n_states == 0 || !model_system_initial (ensemble->system, x, d, error))
    {
      lab_ensemble_free (ensemble);
      return NULL;
    }
  text = g_strdup_printf ("%s + 0.01*member", g_ascii_dtostr (number, sizeof number, x[0]));
  made = lab_ensemble_vary (ensemble, ode->names[0], (ExprPlace) { 1, 1 }, text, NULL, errors);
  for (int k = 0; made && k < ode->n_states; k++)
    {
      g_autofree char *name = g_strdup_printf ("end_%d", k);

      g_ptr_array_add (run->names, g_strdup (ode->names[k]));
      made = lab_ensemble_record (ensemble, name, (ExprPlace) { 1, 1 }, LAB_REDUCE_FINAL, ode->names[k], NULL, errors);
    }
  run->values = g_new0 (double, ode->n_states + 1);
  if (made && lab_ensemble_finish (ensemble, errors))
    return ensemble;
  lab_ensemble_free (ensemble);
  return NULL;
}

RelRun *
rel_run_lanes (const char *text, const RelWay *way)
{
  RelRun *run = g_new0 (RelRun, 1);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_text (text, -1, "model.yaml", sim_config_check_solver, diagnostics);
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (LabEnsemble) ensemble = NULL;
  g_autoptr (LabLanes) lanes = NULL;
  g_autoptr (GError) error = NULL;
  LabProblem problem = { .model = model, .config = config, .t_start = NAN, .t_end = way->end };
  Source of = { run, 0 };
  LabSource source = { next, finished, never, &of };

  run->names = g_ptr_array_new_with_free_func (g_free);
  run->events = g_array_new (FALSE, FALSE, sizeof (RelEvent));
  run->ended_by = g_strdup ("");
  if (model == NULL)
    {
      run->error = model_diagnostics_to_string (diagnostics);
      return run;
    }
  sim_config_apply_model (config, model, diagnostics);
  sim_config_set_number (config, "step_limit", REL_MOST_STEPS, SIM_ORIGIN_COMMAND_LINE, NULL);
  if (!rel_settings (config, way->settings, &error))
    g_error ("%s", error->message);
  problem.instance = (ModelInstance) { .seed = 5, .fast_math = sim_config_get_boolean (config, "fast_math") };
  ensemble = make_ensemble (&problem, run, &error);
  lanes = ensemble != NULL ? lab_lanes_new (ensemble, 64, &error) : NULL;
  if (lanes == NULL || lab_lanes_refusal (lanes) != NULL)
    {
      run->error = g_strdup (lanes != NULL ? lab_lanes_refusal (lanes) : error != NULL ? error->message : "the states cannot be varied");
      return run;
    }
  if (!lab_lanes_run (lanes, &source, &error))
    g_error ("%s", error->message);
  return run;
}

static gboolean
change (RelUse *use)
{
  use->in_lanes = TRUE;
  use->close = REL_EQUAL_BITS;
  return TRUE;
}

const Relation relation_lanes = { "lanes", "a member of an ensemble has the bits of the run", change };
