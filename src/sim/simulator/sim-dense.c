/* Collects the dense output of steps while they are taken, or repeats the steps of a part of the tape to collect it. */
#include "sim-dense.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sim-simulator-private.h"

gboolean
sim_dense_record (SimSimulator *simulator, OdeDenseOutput *dense)
{
  if (dense != NULL
      && (simulator->integrator == NULL || ode_dense_output_n_states (dense) != simulator->system->ode->n_states))
    return FALSE;
  simulator->dense = dense;
  simulator->dense_failed = FALSE;
  return TRUE;
}

gboolean
sim_dense_is_complete (const SimSimulator *simulator)
{
  return !simulator->dense_failed;
}

/* Returns whether the repeated steps equal those on the tape: the tape has an accepted attempt with the same start for each of them. */
static gboolean
is_on_tape (const SimTape *tape, const OdeDenseOutput *dense)
{
  for (gsize k = 0; k < ode_dense_output_n_segments (dense); k++)
    {
      double start = ode_dense_output_break (dense, k);
      gsize index = sim_tape_find (tape, start);
      OdeAttempt attempt;
      if (!sim_tape_get (tape, index, &attempt) || attempt.t != start)
        return FALSE;
    }
  return TRUE;
}

OdeDenseOutput *
sim_dense_from_tape (SimSimulator *simulator, const SimTape *tape, double t0, double t1, GError **error)
{
  gsize index = sim_tape_find (tape, t0), first;
  OdeAttempt attempt;
  /* Find the attempt that starts at t0, or the attempt before, whose step contains t0. */
  if (index > 0 && (!sim_tape_get (tape, index, &attempt) || attempt.t > t0))
    index--;
  g_autoptr (GBytes) snapshot = sim_tape_snapshot (tape, index, &first);
  OdeDenseOutput *dense = ode_dense_output_new (simulator->system->ode->n_states);
  if (snapshot == NULL || dense == NULL || simulator->integrator == NULL || !sim_simulator_restore (simulator, snapshot)
      || sim_simulator_t (simulator) > t0)
    {
      ode_dense_output_free (dense);
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the recorded attempts do not reach back to this time, or were computed with other settings"));
      return NULL;
    }
  sim_dense_record (simulator, dense);
  while (sim_simulator_t (simulator) < t1)
    if (sim_simulator_step (simulator, simulator->t_end).reason != SIM_READY)
      break;
    else if (sim_simulator_t (simulator) <= t0)
      ode_dense_output_truncate (dense, -INFINITY); /* this removes all segments */
  gboolean complete = sim_dense_is_complete (simulator);
  sim_dense_record (simulator, NULL);
  if (complete && ode_dense_output_n_segments (dense) > 0 && ode_dense_output_stop (dense) >= fmin (t1, simulator->t_end)
      && is_on_tape (tape, dense))
    return dense;
  ode_dense_output_free (dense);
  if (!complete)
    g_set_error_literal (error, SIM_ERROR, SIM_ERROR_MEMORY, _("out of memory"));
  else
    g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED,
                         _("the run cannot be repeated: its method or settings were changed while it ran"));
  return NULL;
}
