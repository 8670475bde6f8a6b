/* Saves and restores snapshots, which are byte arrays with all data that determine the rest of a run.
 *
 * The layout is: Header, integrator (padded to 8 bytes), SimEventState of each event, discrete state, parameters, positions of the sinks,
 * counts of the worst states, switches. A snapshot can be restored only by a simulator with the same method and the same numbers of states, events
 * and sinks. It is valid only in the process that made it, because it contains a pointer to the method and structs as they are in
 * memory. */
#include <math.h>
#include <string.h>

#include "sim-loop-private.h"
#include "sim-switch-private.h"

/* The number of attempts between two snapshots on the tape. A replay of 256
 * attempts takes less than a millisecond for small systems. */
#define SNAPSHOT_EVERY 256

typedef struct
{
  gsize ode_bytes;
  gsize switch_bytes;
  const OdeMethod *method;
  int n_sinks;
  int n_events, n_discrete, n_parameters;
  double t, t_previous, t_start, t_end, next_break;
  double now;              /* current time; set also if there is an integrator */
  gint64 steps_taken, publishes, discrete_updates, unrestricted_updates, witness_events, witness_iterations, cut_by_event, cut_by_switch, stopped;
  SimZeno zeno;
  gsize n_rows, n_records; /* numbers of rows and of event records in the trajectory */
  gsize n_attempts;
  gsize n_changes;
  int misses;
  /* Counters, and the estimate of the largest |λ|. They have no influence on the steps, but on the tape and the statistics. */
  OdeStatistics statistics;
  SimPassed passed;
  double usual_step;
  double radius;
  int n_until_radius;
} Header;

static gsize
snapshot_size (const SimSimulator *simulator, Header *header)
{
  const SimSystem *system = simulator->system;
  memset (header, 0, sizeof *header);
  header->ode_bytes = simulator->integrator != NULL ? ode_integrator_snapshot_size (simulator->integrator) : 0;
  header->method = simulator->method;
  header->n_sinks = sim_recorder_n_sinks (simulator->recorder);
  header->n_events = system->n_events;
  header->n_discrete = system->n_discrete;
  header->n_parameters = system->get_parameters != NULL ? system->n_parameters : 0;
  header->switch_bytes = sim_switch_snapshot_size (simulator);
  return sizeof *header + ((header->ode_bytes + 7) & ~(gsize)7) + sizeof (SimEventState) * (gsize)header->n_events
         + sizeof (double) * ((gsize)header->n_discrete + (gsize)header->n_parameters + 3 * (gsize)header->n_sinks)
         + (sizeof (gint64) + 2 * sizeof (double)) * (gsize)system->ode->n_states + header->switch_bytes;
}

static void
fill_header (const SimSimulator *simulator, Header *header)
{
  header->t = simulator->t;
  header->now = sim_t (simulator);
  header->t_previous = simulator->t_previous;
  header->t_start = simulator->t_start;
  header->t_end = simulator->t_end;
  header->next_break = simulator->next_break;
  header->steps_taken = simulator->steps_taken;
  header->publishes = simulator->publishes;
  header->discrete_updates = simulator->discrete_updates;
  header->unrestricted_updates = simulator->unrestricted_updates;
  header->witness_events = simulator->witness_events;
  header->witness_iterations = simulator->witness_iterations;
  header->cut_by_event = simulator->cut_by_event;
  header->cut_by_switch = simulator->cut_by_switch;
  header->stopped = simulator->stopped;
  header->zeno = simulator->zeno;
  header->misses = simulator->misses;
  header->n_changes = simulator->n_changes;
  header->statistics = sim_simulator_statistics (simulator).ode;
  header->passed = simulator->passed;
  header->usual_step = simulator->usual_step;
  header->radius = simulator->radius;
  header->n_until_radius = simulator->n_until_radius;
  header->n_rows = simulator->log != NULL ? sim_trajectory_n_rows (simulator->log) : 0;
  header->n_records = simulator->log != NULL ? sim_trajectory_n_events (simulator->log) : 0;
  header->n_attempts = simulator->tape != NULL ? sim_tape_n_attempts (simulator->tape) : 0;
}

GBytes *
sim_simulator_save (const SimSimulator *simulator)
{
  Header header;
  gsize size = snapshot_size (simulator, &header);
  char *bytes = g_malloc0 (size);
  char *at = bytes + sizeof header;
  fill_header (simulator, &header);
  memcpy (bytes, &header, sizeof header);
  if (simulator->integrator != NULL)
    ode_integrator_save (simulator->integrator, at);
  at += (header.ode_bytes + 7) & ~(gsize) 7;
  memcpy (at, simulator->events, sizeof (SimEventState) * (gsize) header.n_events);
  at += sizeof (SimEventState) * (gsize) header.n_events;
  memcpy (at, simulator->d, sizeof (double) * (gsize) header.n_discrete);
  at += sizeof (double) * (gsize) header.n_discrete;
  if (header.n_parameters > 0)
    simulator->system->get_parameters (simulator->system->self, (double *) at);
  at += sizeof (double) * (gsize) header.n_parameters;
  sim_recorder_save (simulator->recorder, (double *) at);
  at += sizeof (double) * 3 * (gsize) header.n_sinks;
  memcpy (at, simulator->limited, sizeof (gint64) * (gsize)simulator->system->ode->n_states);
  at += sizeof (gint64) * (gsize)simulator->system->ode->n_states;
  memcpy (at, simulator->peaks, 2 * sizeof (double) * (gsize)simulator->system->ode->n_states);
  sim_switch_save (simulator, at + 2 * sizeof (double) * (gsize)simulator->system->ode->n_states);
  return g_bytes_new_take (bytes, size);
}

gboolean
sim_simulator_restore (SimSimulator *simulator, GBytes *snapshot)
{
  SimSystem *system = simulator->system;
  Header header, own;
  gsize size;
  const char *at = g_bytes_get_data (snapshot, &size);
  snapshot_size (simulator, &own);
  if (size < sizeof header)
    return FALSE;
  memcpy (&header, at, sizeof header);
  if (header.ode_bytes != own.ode_bytes || header.method != own.method || header.n_events != own.n_events || header.n_discrete != own.n_discrete
      || header.n_parameters != own.n_parameters || header.switch_bytes != own.switch_bytes)
    return FALSE;
  at += sizeof header;
  const char *ode = at;
  at += (header.ode_bytes + 7) & ~(gsize) 7;
  memcpy (simulator->events, at, sizeof (SimEventState) * (gsize) header.n_events);
  at += sizeof (SimEventState) * (gsize) header.n_events;
  if (header.n_discrete > 0)
    memcpy (simulator->d, at, sizeof (double) * (gsize) header.n_discrete);
  at += sizeof (double) * (gsize) header.n_discrete;
  if (header.n_parameters > 0)
    system->set_parameters (system->self, (const double *) at);
  at += sizeof (double) * (gsize) header.n_parameters;
  if (header.n_sinks == own.n_sinks)
    sim_recorder_restore (simulator->recorder, (const double *) at);
  at += sizeof (double) * 3 * (gsize) header.n_sinks;
  memcpy (simulator->limited, at, sizeof (gint64) * (gsize)system->ode->n_states);
  at += sizeof (gint64) * (gsize)system->ode->n_states;
  sim_uncontrolled_restore (simulator, (const double *)at);
  sim_switch_restore (simulator, at + 2 * sizeof (double) * (gsize)system->ode->n_states);
  simulator->t = header.t;
  simulator->t_previous = header.t_previous;
  simulator->t_start = header.t_start;
  simulator->t_end = header.t_end;
  simulator->next_break = header.next_break;
  simulator->steps_taken = header.steps_taken;
  simulator->publishes = header.publishes;
  simulator->discrete_updates = header.discrete_updates;
  simulator->unrestricted_updates = header.unrestricted_updates;
  simulator->witness_events = header.witness_events;
  simulator->witness_iterations = header.witness_iterations;
  simulator->cut_by_event = header.cut_by_event;
  simulator->cut_by_switch = header.cut_by_switch;
  simulator->stopped = header.stopped;
  simulator->zeno = header.zeno;
  simulator->misses = header.misses;
  simulator->n_changes = header.n_changes;
  simulator->passed = header.passed;
  simulator->usual_step = header.usual_step;
  simulator->radius = header.radius;
  simulator->n_until_radius = header.n_until_radius;
  sim_live_forget_edits (simulator);
  simulator->initialized = TRUE;
  simulator->g0_known = FALSE;
  if (system->set_discrete != NULL)
    system->set_discrete (system->self, simulator->d);
  if (simulator->integrator != NULL)
    {
      ode_integrator_restore (simulator->integrator, ode);
      ode_integrator_reset_statistics (simulator->integrator);
      simulator->ode_before = header.statistics;
    }
  /* The values after the last break depend only on the time, so they are not stored but computed again. */
  if (system->at_break != NULL)
    system->at_break (system->self, sim_t (simulator));
  sim_throttle_rebase (&simulator->throttle, sim_t (simulator), simulator->throttle.rate);
  simulator->last_snapshot = 0;
  return TRUE;
}

gboolean
sim_snapshot_counts (GBytes *snapshot, gsize *n_rows, gsize *n_records, gsize *n_attempts, gint64 *steps_taken)
{
  Header header;
  gsize size;
  const char *data = g_bytes_get_data (snapshot, &size);
  if (size < sizeof header)
    return FALSE;
  memcpy (&header, data, sizeof header);
  *n_rows = header.n_rows;
  *n_records = header.n_records;
  *n_attempts = header.n_attempts;
  *steps_taken = header.steps_taken;
  return TRUE;
}

double
sim_snapshot_time (GBytes *snapshot)
{
  Header header;
  gsize size;
  const char *data = g_bytes_get_data (snapshot, &size);
  if (size < sizeof header)
    return NAN;
  memcpy (&header, data, sizeof header);
  return header.now;
}

gsize
sim_snapshot_changes (GBytes *snapshot)
{
  Header header;
  gsize size;
  const char *data = g_bytes_get_data (snapshot, &size);
  if (size < sizeof header)
    return 0;
  memcpy (&header, data, sizeof header);
  return header.n_changes;
}

void
sim_simulator_request_snapshot (SimSimulator *simulator)
{
  simulator->last_snapshot = 0;
}

void
sim_snapshot_to_tape (SimSimulator *simulator)
{
  /* A snapshot does not contain edits of states that have not taken effect yet. In this case it is made later. */
  if (simulator->tape == NULL || simulator->integrator == NULL || sim_live_has_edits (simulator))
    return;
  gsize n_attempts = sim_tape_n_attempts (simulator->tape);
  if (simulator->last_snapshot != 0 && n_attempts < simulator->last_snapshot - 1 + SNAPSHOT_EVERY)
    return;
  g_autoptr (GBytes) snapshot = sim_simulator_save (simulator);
  gsize size;
  const void *bytes = g_bytes_get_data (snapshot, &size);
  sim_tape_append_snapshot (simulator->tape, bytes, size);
  simulator->last_snapshot = n_attempts + 1;
}
