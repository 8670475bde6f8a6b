/* Copies the data of a run for another thread. */
#include "wb-run-record.h"

#include <math.h>

struct WbRunRecord
{
  LabRunRecord record;
  WbSnapshot *snapshot;
  double *t, *x_end;
  LabParameterMove *moves;
  GPtrArray *history;
  SimTape *tape;
};

void
wb_run_record_free (WbRunRecord *self)
{
  if (self == NULL)
    return;
  wb_snapshot_free (self->snapshot);
  g_free (self->t);
  g_free (self->x_end);
  g_free (self->moves);
  g_clear_pointer (&self->history, g_ptr_array_unref);
  g_clear_pointer (&self->tape, sim_tape_unref);
  g_free (self);
}

/* Collects the times of all changes during the run without repetition. Also copies the state at the last of these times, before an event
 * changed it. */
static void
take_times (WbRunRecord *self, SimTrajectory *trajectory, int n_states)
{
  gsize n_rows = sim_trajectory_n_rows (trajectory), n = 0, last = 0;

  self->t = g_new (double, n_rows + 1);
  for (gsize row = 0; row < n_rows; row++)
    {
      double t = sim_trajectory_row (trajectory, row)[0];

      if (n > 0 && !(t > self->t[n - 1]))
        continue;
      self->t[n++] = t;
      last = row;
    }
  self->x_end = g_memdup2 (sim_trajectory_row (trajectory, last) + 1, n_states * sizeof (double));
  self->record.t = self->t;
  self->record.n = n;
  self->record.x_end = self->x_end;
}

static void
take_moves (WbRunRecord *self, SimTrajectory *trajectory)
{
  Model *model = wb_snapshot_model (self->snapshot);
  gsize n = sim_trajectory_n_events (trajectory);

  self->moves = g_new (LabParameterMove, n + 1);
  for (gsize i = 0; i < n; i++)
    {
      SimEventRecord event = sim_trajectory_event (trajectory, i);

      if (event.parameter >= 0 && event.parameter < model_n_parameters (model))
        self->moves[self->record.n_moves++]
            = (LabParameterMove) { event.t, model_parameter (model, event.parameter)->name, event.value };
    }
  self->record.moves = self->moves;
}

WbRunRecord *
wb_run_record_new_for_attempts (WbRunItem *run)
{
  WbRunRecord *self = g_new0 (WbRunRecord, 1);
  double end = wb_run_item_first_t_end (run); /* NaN stands for the end time of the model */

  self->snapshot = wb_run_item_snapshot (run, isnan (end) ? model_system_t_end (wb_run_item_system (run)) : end);
  self->record.problem = wb_snapshot_problem (self->snapshot);
  self->record.history = self->history = sim_run_history (wb_run_item_run (run));
  self->record.tape = self->tape = sim_tape_ref (wb_run_item_tape (run));
  return self;
}

WbRunRecord *
wb_run_record_new (WbRunItem *run)
{
  WbRunRecord *self = wb_run_record_new_for_attempts (run);

  take_times (self, wb_run_item_trajectory (run), model_system_n_states (wb_run_item_system (run)));
  take_moves (self, wb_run_item_trajectory (run));
  return self;
}

const LabRunRecord *wb_run_record (const WbRunRecord *record) { return &record->record; }
