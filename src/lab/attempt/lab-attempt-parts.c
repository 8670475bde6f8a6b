/* Splits the error estimate of an attempt, a weighted sum over the stages, into the terms of the stages, and compares
 * the sum with the estimate that the method reports. */
#include "lab-attempt-parts.h"

#include <float.h>
#include <math.h>

#include "ode-error-weights.h"

/* The sum of the contributions must agree with the estimate that the method reports up to this fraction of the sum of their absolute values. */
#define AGREEMENT 1e-9

/* Returns the event of the stage with this index among the stages, or NULL. */
static const OdeTraceEvent *
stage_of (const LabAttempt *attempt, int index)
{
  for (int i = 0; i < attempt->n_events; i++)
    if (attempt->events[i].kind == ODE_TRACE_STAGE && index-- == 0)
      return &attempt->events[i];
  return NULL;
}

/* ---- the last change by Newton's method ---- */

/* Returns the vector of a stage in an iterate, or NULL if the iterate does not contain the stage. */
static const double *
vector_in (const OdeTraceEvent *iterate, const OdeTraceEvent *stage)
{
  const int place = iterate->n_vectors == 1 ? 0 : stage->index - 1;

  if (iterate->x == NULL || place < 0 || place >= iterate->n_vectors || (iterate->column > 0 && iterate->column != stage->index))
    return NULL;
  return iterate->x + (gsize) place * (gsize) iterate->n;
}

/* Writes the difference of the last two iterates of a stage. An iterate with which the iteration failed was not added to the stage, so that the two
 * iterates before it are compared. */
static void
take_change (const LabAttempt *attempt, const OdeTraceEvent *stage, double *change)
{
  const double *vectors[3] = { NULL }; /* newest first; those of older solves are dropped */
  gboolean added = TRUE;

  for (int i = 0; i < attempt->n_events && &attempt->events[i] != stage; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];
      const double *vector;

      if (event->kind != ODE_TRACE_ITERATE || event->part != stage->part || event->n != attempt->n_states || (vector = vector_in (event, stage)) == NULL)
        continue;
      if (event->index == 0)
        vectors[0] = vectors[1] = NULL;
      vectors[2] = vectors[1];
      vectors[1] = vectors[0];
      vectors[0] = vector;
      added = !event->last || event->converged;
    }
  for (int k = 0; k < attempt->n_states; k++)
    {
      const double *newer = vectors[added ? 0 : 1], *older = vectors[added ? 1 : 2];

      change[k] = newer != NULL && older != NULL ? newer[k] - older[k] : NAN;
    }
}

static void
take_changes (LabStageParts *parts, const LabAttempt *attempt)
{
  if (lab_attempt_count (attempt, ODE_TRACE_ITERATE) == 0)
    return;
  parts->change = g_new (double, (gsize) parts->n_stages * (gsize) parts->n_states + 1);
  for (int i = 0; i < parts->n_stages; i++)
    take_change (attempt, stage_of (attempt, i), parts->change + (gsize) i * (gsize) parts->n_states);
}

int
lab_stage_parts_slowest (const LabStageParts *parts, const LabAttempt *attempt)
{
  double largest = -1;
  int slowest = parts->change != NULL ? 0 : -1;

  for (int i = 0; parts->change != NULL && i < parts->n_stages; i++)
    for (int k = 0; k < parts->n_states; k++)
      {
        const double tolerance = attempt->tolerance != NULL ? attempt->tolerance[k] : 1;
        const double ratio = fabs (parts->change[(gsize) i * (gsize) parts->n_states + (gsize) k]) / tolerance;

        if (ratio > largest)
          {
            largest = ratio;
            slowest = k;
          }
      }
  return slowest;
}

/* ---- the contributions to the estimate ---- */

/* Returns whether each stage belongs to the whole step, has its own number, and has a slope. */
static gboolean
is_one_step (const LabAttempt *attempt, int n_stages)
{
  for (int i = 0; i < n_stages; i++)
    {
      const OdeTraceEvent *stage = stage_of (attempt, i);

      if (stage->part != ODE_TRACE_WHOLE || stage->index != i + 1 || stage->k == NULL || stage->x == NULL || stage->n != attempt->n_states)
        return FALSE;
    }
  return n_stages > 0;
}

/* Computes the weights and the contributions. Returns FALSE if the method has none or the slope at the start is not known. */
static gboolean
take_terms (LabStageParts *parts, const LabAttempt *attempt)
{
  const OdeSystem *ode = ode_integrator_system (sim_simulator_integrator (attempt->simulator));
  const int n = parts->n_states, s = parts->n_stages;
  const double h = attempt->record.h;
  g_autofree double *c = g_new (double, s);
  OdeErrorForm form;

  for (int i = 0; i < s; i++)
    c[i] = stage_of (attempt, i)->c;
  form = ode_error_weights (attempt->method, s, c, parts->weight);
  if (form == ODE_ERROR_FORM_NONE)
    return FALSE;
  for (int i = 0; i < s; i++)
    for (int k = 0; k < n; k++)
      {
        const OdeTraceEvent *stage = stage_of (attempt, i);

        parts->part[i * n + k] = parts->weight[i] * (form == ODE_ERROR_FORM_SLOPES ? h * stage->k[k] : stage->x[k] - attempt->x0[k]);
      }
  if (form == ODE_ERROR_FORM_SLOPES)
    return TRUE;
  parts->start = g_new (double, n + 1);
  if (ode->mass_pattern != NULL || ode->rhs (ode->self, attempt->record.t, attempt->x0, parts->start) != ODE_DONE)
    return FALSE;
  for (int k = 0; k < n; k++)
    parts->start[k] *= h;
  return TRUE;
}

/* Computes the sums, and the absolute size of their terms with the rounding errors of x0, which the differences X_i − x0 contain. */
static void
add_up (LabStageParts *parts, const LabAttempt *attempt, double *size)
{
  for (int k = 0; k < parts->n_states; k++)
    {
      parts->sum[k] = parts->start != NULL ? parts->start[k] : 0;
      size[k] = fabs (parts->sum[k]);
      for (int i = 0; i < parts->n_stages; i++)
        {
          parts->sum[k] += parts->part[i * parts->n_states + k];
          size[k] += fabs (parts->part[i * parts->n_states + k]);
          if (parts->start != NULL)
            size[k] += DBL_EPSILON / AGREEMENT * fabs (parts->weight[i] * attempt->x0[k]);
        }
    }
}

/* Returns whether the sums are the estimate that the method reports before its filter. With Radau IIA they are proportional to the estimate; the
 * factor, which depends on the tolerance, is taken from the state with the largest sum. */
static gboolean
agrees (const LabStageParts *parts, const LabAttempt *attempt, const double *size)
{
  const double *estimate = attempt->error;
  double factor = 1;
  int widest = 0;

  for (int i = 0; i < attempt->n_events; i++)
    if (attempt->events[i].kind == ODE_TRACE_FILTER && attempt->events[i].part == ODE_TRACE_WHOLE)
      estimate = attempt->events[i].x;
  if (estimate == NULL)
    return FALSE;
  for (int k = 1; k < parts->n_states; k++)
    if (fabs (parts->sum[k]) > fabs (parts->sum[widest]))
      widest = k;
  if (parts->start != NULL && parts->sum[widest] != 0)
    factor = estimate[widest] / parts->sum[widest];
  for (int k = 0; k < parts->n_states; k++)
    if (!(fabs (factor * parts->sum[k] - estimate[k]) <= AGREEMENT * fabs (factor) * (size[k] + (parts->start != NULL ? size[widest] : 0))))
      return FALSE;
  return TRUE;
}

static void
take_parts (LabStageParts *parts, const LabAttempt *attempt)
{
  const gsize n = (gsize) parts->n_states;
  g_autofree double *size = g_new (double, n + 1);
  gboolean known = FALSE;

  if (attempt->error == NULL || attempt->truncated || !is_one_step (attempt, parts->n_stages))
    return;
  parts->weight = g_new (double, (gsize) parts->n_stages);
  parts->part = g_new (double, (gsize) parts->n_stages * n);
  parts->sum = g_new (double, n + 1);
  known = take_terms (parts, attempt);
  if (known)
    add_up (parts, attempt, size);
  if (known && agrees (parts, attempt, size))
    return;
  g_clear_pointer (&parts->weight, g_free);
  g_clear_pointer (&parts->part, g_free);
  g_clear_pointer (&parts->start, g_free);
  g_clear_pointer (&parts->sum, g_free);
}

LabStageParts *
lab_stage_parts_new (const LabAttempt *attempt)
{
  LabStageParts *parts = g_new0 (LabStageParts, 1);

  parts->n_stages = lab_attempt_count (attempt, ODE_TRACE_STAGE);
  parts->n_states = attempt->n_states;
  take_changes (parts, attempt);
  take_parts (parts, attempt);
  return parts;
}

void
lab_stage_parts_free (LabStageParts *parts)
{
  if (parts == NULL)
    return;
  g_free (parts->change);
  g_free (parts->weight);
  g_free (parts->part);
  g_free (parts->start);
  g_free (parts->sum);
  g_free (parts);
}
