/* Measures what limits the steps of a run by repeating it with a tenth of the tolerance.
 *
 * A short run is repeated from its start to its end. Of a long run, parts of SAMPLE attempts are repeated, which begin at snapshots of the
 * tape that have equal distances. In a part the first SETTLE attempts are not counted, because the repetition adapts to the other tolerance
 * there: if stability limits the steps, components of the error that hardly decay need many steps until they are as small as the other
 * tolerance demands.
 *
 * If stability limits the steps, the parts are repeated with an implicit method too, which shows whether it takes fewer steps. */
#include "lab-step-probe.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-progress-monitor.h"
#include "lab-problem.h"

/* Runs with at most this number of attempts are repeated as a whole. */
#define MOST_WHOLE 65536
/* Number of repeated parts of a longer run, and the number of attempts of one. */
#define N_SAMPLES 8
#define SAMPLE 8192
#define SETTLE 4096
/* The steps of a repeated run are counted in parts of at least this number of steps, and of STEPS_PER_ORDER p: of two counts N and N + 2
 * the exponent p log10 ((N + 2)/N) differs from 0 by 0.09 for N = 48 and p = 5, and for N = 9.6 p. */
#define LEAST_STEPS 48
#define STEPS_PER_ORDER 9.6
#define MOST_PARTS 128
/* A repetition that needs more than this multiple of the attempts of the part is ended, and the part is not used. With a tenth of the
 * tolerance a method of order 1 needs 10 times as many steps. */
#define MOST_FACTOR 30
/* The implicit method that is tried. */
#define IMPLICIT_METHOD "radau5"

static gboolean
is_free (const OdeAttempt *attempt)
{
  return attempt->outcome == ODE_ATTEMPT_ACCEPTED && attempt->clamp != ODE_CLAMP_EVENT && attempt->clamp != ODE_CLAMP_SWITCH
         && attempt->clamp != ODE_CLAMP_END && attempt->clamp != ODE_CLAMP_FIXED && attempt->clamp != ODE_CLAMP_MAX_STEP
         && attempt->clamp != ODE_CLAMP_MIN_STEP;
}

/* Returns the order p with which accuracy makes the step of an attempt follow the tolerance. */
static double
order_of (const OdeMethod *method, const OdeAttempt *attempt)
{
  return attempt->accuracy_order > 0 ? attempt->accuracy_order : MAX (method->error_order, 1);
}

/* Returns whether the accuracy is looser than the method permits, so that the method uses its loosest one. */
static gboolean
is_loosest (const SimConfig *config)
{
  const OdeMethod *method = sim_config_method (config);

  return method->accuracy_loosest > 0 && sim_config_get_number (config, "accuracy") > method->accuracy_loosest
         && sim_config_origin (config, "relative_tolerance") == SIM_ORIGIN_PROFILE
         && sim_config_origin (config, "absolute_tolerance") == SIM_ORIGIN_PROFILE;
}

/* Multiplies the tolerances that the run used. */
static void
scale (SimConfig *config, double factor)
{
  if (is_loosest (config))
    sim_config_set_number (config, "accuracy", sim_config_method (config)->accuracy_loosest, SIM_ORIGIN_LIVE, NULL);
  sim_config_scale_tolerances (config, factor);
}

/* ---- parts of the run ---- */

typedef struct
{
  const LabRunRecord *run;
  const OdeMethod *method;
  const LabProgress *progress;
  GArray *parts;                /* LabProbePart */
  gsize from, to;               /* attempts of the tape that are in the parts */
  double orders, probed_orders; /* sums of the orders of the counted steps of the run and of the repetition */
  int64_t n_orders, n_probed_orders;
  gsize first;      /* index of the first of the parts that the present repetition counts */
  int64_t counted;  /* attempts of the present repetition */
  gboolean probing; /* the repetition counts into `probed`; otherwise into `implicit_steps` */
  int64_t implicit_steps;
} Probe;

static LabProbePart *
part_at (Probe *self, double t)
{
  guint low = self->first, high = self->parts->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (self->parts, LabProbePart, middle).t1 <= t)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == self->parts->len || g_array_index (self->parts, LabProbePart, low).t0 > t)
    return NULL;
  return &g_array_index (self->parts, LabProbePart, low);
}

/* Adds a part with the attempts [from, to) of the tape, and counts their steps. */
static void
add_part (Probe *self, gsize from, gsize to, double t1)
{
  LabProbePart part = { .t1 = t1 };
  OdeAttempt attempt;

  for (gsize i = from; i < to && sim_tape_get (self->run->tape, i, &attempt); i++)
    {
      if (i == from)
        part.t0 = attempt.t;
      part.all += attempt.outcome == ODE_ATTEMPT_ACCEPTED;
      if (!is_free (&attempt))
        continue;
      part.steps++;
      self->orders += order_of (self->method, &attempt);
      self->n_orders++;
    }
  if (part.t1 > part.t0)
    g_array_append_val (self->parts, part);
}

/* Returns the time at which attempt `index` begins, or the end of the run. */
static double
time_of (const Probe *self, gsize index)
{
  OdeAttempt attempt;

  return sim_tape_get (self->run->tape, index, &attempt) ? attempt.t : self->run->t[self->run->n - 1];
}

/* Divides the whole run into parts with equal numbers of steps. */
static void
divide (Probe *self, gsize n_attempts)
{
  double per_order = STEPS_PER_ORDER * MAX (self->method->error_order, 1);
  gsize least = MAX (MAX (LEAST_STEPS, (gsize)per_order), n_attempts / MOST_PARTS), from = 0, steps = 0;
  OdeAttempt attempt;

  for (gsize i = 0; i < n_attempts && sim_tape_get (self->run->tape, i, &attempt); i++)
    {
      steps += is_free (&attempt);
      /* The rest must be enough for one more part. A part ends where a step ends. */
      if (steps < least || n_attempts - i < 2 * least || attempt.outcome != ODE_ATTEMPT_ACCEPTED)
        continue;
      add_part (self, from, i + 1, time_of (self, i + 1));
      from = i + 1;
      steps = 0;
    }
  add_part (self, from, n_attempts, nextafter (self->run->t[self->run->n - 1], INFINITY));
}

/* ---- repetitions ---- */

static void
count (void *user, const OdeAttempt *attempt)
{
  Probe *self = user;
  LabProbePart *part = attempt->outcome == ODE_ATTEMPT_ACCEPTED ? part_at (self, attempt->t) : NULL;

  self->counted++;
  if (part == NULL)
    return;
  if (self->probing)
    part->all_probed++;
  if (!is_free (attempt))
    return;
  if (!self->probing)
    {
      self->implicit_steps++;
      return;
    }
  part->probed++;
  self->probed_orders += order_of (self->method, attempt);
  self->n_probed_orders++;
}

/* Gives the simulator the tolerances or the method of the repetition. */
static gboolean
change (SimSimulator *simulator, const OdeMethod *method, double factor, GError **error)
{
  g_autoptr (SimConfig) config = sim_config_copy (sim_simulator_config (simulator));

  if (method != NULL)
    sim_config_set (config, "integrator", method->id, SIM_ORIGIN_LIVE, NULL);
  else
    scale (config, factor);
  sim_config_set (config, "step_limit", "0", SIM_ORIGIN_LIVE, NULL);
  return sim_simulator_set_config (simulator, config, error);
}

/* Repeats the run from a snapshot (NULL: from its start) until t1, with another tolerance or another method (NULL: the same), and counts
 * the steps. Sets *complete to whether the repetition reached t1 within `most` attempts. Returns FALSE with an error if the run cannot be
 * repeated or the study is cancelled. */
static gboolean
repeat (Probe *self,
        GBytes *snapshot,
        double t1,
        int64_t most,
        const OdeMethod *method,
        double factor,
        double done,
        double share,
        gboolean *complete,
        GError **error)
{
  g_autoptr (SimSimulator) simulator = lab_run_record_simulator (self->run, error);
  g_autoptr (SimTape) tape = sim_tape_new (1);
  LabRunPlace place = { 0, self->run->problem.t_end };
  LabProgressMonitor monitor = { .progress = self->progress, .t_start = self->run->problem.t_start, .t_end = t1 };
  double t0;
  int changes;
  gboolean more = TRUE;

  *complete = FALSE;
  if (simulator == NULL)
    return FALSE;
  sim_simulator_set_tape (simulator, tape);
  lab_progress_monitor_watch (&monitor, simulator);
  if (!lab_run_record_restore (self->run, simulator, snapshot, &place, error) || !change (simulator, method, factor, error))
    return FALSE;
  sim_tape_set_listener (tape, count, self);
  self->counted = 0;
  t0 = sim_simulator_t (simulator);
  while (more && sim_simulator_t (simulator) < t1 && self->counted < most && !monitor.cancelled)
    {
      changes = place.next;
      if (!lab_run_record_step (self->run, simulator, &place, &more, error))
        return FALSE;
      /* A change of the settings in the run replaces those of the repetition. */
      if (place.next != changes && !change (simulator, method, factor, error))
        return FALSE;
      lab_progress_monitor_step (&monitor, done + share * (sim_simulator_t (simulator) - t0) / (t1 - t0));
    }
  sim_tape_set_listener (tape, NULL, NULL);
  if (monitor.cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("cancelled"));
      return FALSE;
    }
  *complete = sim_simulator_t (simulator) >= t1 || (!more && sim_simulator_status (simulator).reason != SIM_FAILED_RUN);
  return TRUE;
}

/* Repeats the whole run, or the part with number `index` in `sampled`. */
static gboolean
repeat_parts (Probe *self,
              gboolean whole,
              gsize snapshot_at,
              gsize n_attempts,
              const OdeMethod *method,
              double factor,
              double done,
              double share,
              gboolean *complete,
              GError **error)
{
  gsize at;
  g_autoptr (GBytes) snapshot = whole ? NULL : sim_tape_snapshot (self->run->tape, snapshot_at, &at);
  double t1 = whole ? self->run->t[self->run->n - 1] : g_array_index (self->parts, LabProbePart, self->parts->len - 1).t1;

  return repeat (self, snapshot, t1, MOST_FACTOR * (int64_t)n_attempts + SAMPLE, method, factor, done, share, complete, error);
}

static gboolean
probe_whole (Probe *self, gsize n_attempts, double factor, GError **error)
{
  gboolean complete;

  divide (self, n_attempts);
  if (!repeat_parts (self, TRUE, 0, n_attempts, NULL, factor, 0, 0.7, &complete, error))
    return FALSE;
  if (!complete)
    g_array_set_size (self->parts, 0);
  return TRUE;
}

/* Repeats parts of the run that begin at snapshots. A part whose repetition fails is not used. */
static gboolean
probe_samples (Probe *self, gsize first, gsize n_attempts, double factor, GArray *snapshots, GError **error)
{
  gsize span = n_attempts - first, before = G_MAXSIZE;

  for (int k = 0; k < N_SAMPLES; k++)
    {
      gsize wanted = first + (gsize)((double)k * (double)(span - SAMPLE) / (N_SAMPLES - 1)), at, end;
      g_autoptr (GBytes) snapshot = sim_tape_snapshot (self->run->tape, wanted, &at);
      gboolean complete;

      end = MIN (at + SAMPLE, n_attempts);
      if (snapshot == NULL || at < first || at == before || end < at + SETTLE + SAMPLE / 4)
        continue;
      before = at;
      add_part (self, at + SETTLE, end, time_of (self, end));
      if (self->parts->len == snapshots->len)
        continue;
      self->first = self->parts->len - 1;
      if (!repeat_parts (self, FALSE, at, SAMPLE, NULL, factor, 0.7 * k / N_SAMPLES, 0.7 / N_SAMPLES, &complete, error))
        return FALSE;
      if (complete)
        g_array_append_val (snapshots, at);
      else
        g_array_set_size (self->parts, self->first);
    }
  self->first = 0;
  return TRUE;
}

/* Counts the steps of an implicit method in the same parts. Sets response->implicit_steps, or leaves it if the method cannot be used. */
static gboolean
probe_implicit (Probe *self, gboolean whole, gsize n_attempts, const GArray *snapshots, SimResponse *response, GError **error)
{
  const OdeMethod *method = ode_method_find (IMPLICIT_METHOD);
  g_autoptr (ModelSystem) system = lab_problem_instance (&self->run->problem, error);
  gboolean complete = TRUE;

  if (system == NULL)
    return FALSE;
  if (ode_method_refuses (method, model_system_ode (system)) != NULL)
    return TRUE;
  self->probing = FALSE;
  for (guint k = 0; complete && k < (whole ? 1 : snapshots->len); k++)
    {
      g_autoptr (GError) failure = NULL;
      gsize at = whole ? 0 : g_array_index (snapshots, gsize, k), next;
      g_autoptr (GBytes) snapshot = whole ? NULL : sim_tape_snapshot (self->run->tape, at, &next);
      const LabProbePart *part = &g_array_index (self->parts, LabProbePart, whole ? self->parts->len - 1 : k);

      /* An implicit step takes several times as long, and more steps than those of the run are no advantage. */
      if (!repeat (self, snapshot, whole ? self->run->t[self->run->n - 1] : part->t1, whole ? (int64_t)n_attempts : SAMPLE, method, 1,
                   0.7 + 0.3 * k / MAX (snapshots->len, 1), 0.3 / MAX (snapshots->len, 1), &complete, &failure))
        {
          if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
            {
              g_propagate_error (error, g_steal_pointer (&failure));
              return FALSE;
            }
          complete = FALSE;
        }
    }
  if (complete)
    {
      response->implicit = method;
      response->implicit_steps = self->implicit_steps;
    }
  return TRUE;
}

/* ---- result ---- */

static void
set_response (LabStepProbe *probe, const Probe *counts)
{
  SimResponse *response = &probe->response;
  const OdeMethod *method = counts->method;
  double sign = probe->factor < 1 ? 1 : -1;
  int64_t steps = 0, probed = 0, all = 0, all_probed = 0;

  probe->t = g_new (double, probe->parts->len + 1);
  probe->exponent = g_new (double, probe->parts->len + 1);
  for (guint i = 0; i < probe->parts->len; i++)
    {
      const LabProbePart *part = &g_array_index (probe->parts, LabProbePart, i);
      double q = part->steps > 0 && part->probed > 0 ? sign * probe->order * log10 ((double)part->probed / (double)part->steps) : NAN;

      probe->t[i] = part->t0;
      probe->exponent[i] = sim_response_verdict_of (q, part->steps, probe->order, method) == SIM_VERDICT_UNKNOWN ? NAN : q;
      steps += part->steps;
      probed += part->probed;
      all += part->all;
      all_probed += part->all_probed;
    }
  response->t = probe->t;
  response->exponent = probe->exponent;
  response->n = probe->parts->len;
  response->steps = steps;
  response->all_steps = all;
  response->loosest = is_loosest (counts->run->problem.config);
  response->order = probe->order;
  response->probed_order = counts->n_probed_orders > 0 ? counts->probed_orders / (double)counts->n_probed_orders : 0;
  /* With ten times the tolerance the run is the one with the tighter tolerance. */
  if (probe->factor > 1 && response->probed_order > 0)
    response->probed_order = 2 * probe->order - response->probed_order;
  response->all_ratio = all > 0 && all_probed > 0 ? pow ((double)all_probed / (double)all, sign) : NAN;
  response->ratio = steps > 0 && probed > 0 ? pow ((double)probed / (double)steps, sign) : NAN;
}

static gboolean
changes_method (const LabRunRecord *run, const OdeMethod *method)
{
  for (guint i = 0; run->history != NULL && i < run->history->len; i++)
    {
      const SimRunChange *change = g_ptr_array_index (run->history, i);

      if (change->kind == SIM_RUN_CHANGE_CONFIG && sim_config_method (change->config) != method)
        return TRUE;
    }
  return FALSE;
}

LabStepProbe *
lab_step_probe_new (const LabRunRecord *run, const LabProgress *progress, GError **error)
{
  const OdeMethod *method = sim_config_method (run->problem.config);
  gsize n = run->tape != NULL ? sim_tape_n_attempts (run->tape) : 0, first = run->tape != NULL ? sim_tape_first (run->tape) : 0;
  g_autoptr (LabStepProbe) probe = g_new0 (LabStepProbe, 1);
  g_autoptr (GArray) snapshots = g_array_new (FALSE, FALSE, sizeof (gsize));
  Probe self = { .run = run, .method = method, .progress = progress, .probing = TRUE };
  g_autoptr (SimConfig) tenth = sim_config_copy (run->problem.config);
  gboolean fine;

  if (!sim_config_controls_error (run->problem.config))
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _ ("%s runs with fixed steps, which do not depend on the tolerance"),
                   method->label);
      return NULL;
    }
  if (changes_method (run, method))
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _ ("the method changes during the run"));
      return NULL;
    }
  probe->parts = self.parts = g_array_new (FALSE, FALSE, sizeof (LabProbePart));
  probe->complete = n <= MOST_WHOLE && first == 0;
  scale (tenth, 0.1);
  probe->factor = sim_config_get_number (tenth, "accuracy") >= (1 - 1e-9) * method->accuracy_tightest ? 0.1 : 10;
  probe->response.implicit_steps = -1;
  if (n > 0 && probe->complete)
    fine = probe_whole (&self, n, probe->factor, error);
  else
    fine = n < first + 2 * SAMPLE || probe_samples (&self, first, n, probe->factor, snapshots, error);
  if (!fine)
    return NULL;
  probe->order = self.n_orders > 0 ? self.orders / (double)self.n_orders : MAX (method->error_order, 1);
  set_response (probe, &self);
  if (sim_response_verdict (&probe->response, method) == SIM_VERDICT_STABILITY && (method->traits & ODE_TRAIT_IMPLICIT) == 0
      && !probe_implicit (&self, probe->complete, n, snapshots, &probe->response, error))
    return NULL;
  return g_steal_pointer (&probe);
}

void
lab_step_probe_free (LabStepProbe *probe)
{
  if (probe == NULL)
    return;
  g_clear_pointer (&probe->parts, g_array_unref);
  g_free (probe->t);
  g_free (probe->exponent);
  g_free (probe);
}
