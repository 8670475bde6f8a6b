/* A relation holds if both runs end for the same reason, have the same events, and agree in all columns within the errors of the runs:
 *
 *   |new − old| ≤ size·L·(10·e + (a + 100·eps)·max (A, 1))
 *
 * a: accuracy, size: largest magnitude of the column, e: largest relative difference between the run and the run with a tenth of its
 * accuracy, and a quarter of its fixed step, which is the error of the run up to a factor near 1; A: amplification of a change of the
 * initial values; L: loosening of the tolerance by the relation. The right side has another factor 10·B if the changed run returns to the
 * start: its own error is as large as that of the run, and B amplifies both on the way back. If L is not 1, ten times the error of the
 * changed run, measured as e is, is added. The second term is the error that the accuracy permits, where e is smaller by chance. The
 * factor 10 covers constants of the error that differ where the same tolerance controls another sequence of steps, the factor 100 the
 * rounding errors of some hundred operations in each step. Times of events are compared in the same way. */
#include "rel-compare.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "rel-lanes.h"

/* A relative error above this means that the solution is not resolved. */
#define MOST_ERROR 0.03

static char *
nudge (const char *text, gpointer user)
{
  return g_strdup_printf ("(%s)*(1 + %g)", text, REL_NUDGE);
}

void
rel_case_free (RelCase *c)
{
  if (c == NULL)
    return;
  g_free (c->id);
  rel_node_free (c->model);
  g_free (c->settings);
  rel_run_free (c->before);
  rel_run_free (c->finer);
  rel_run_free (c->nudged);
  g_free (c);
}

static void
run_all (RelCase *c, const char *text, const char *more)
{
  g_autofree char *settings = g_strdup_printf ("accuracy=%g %s %s", c->accuracy, c->settings, more), *fine = NULL, *nudged = NULL;
  g_autoptr (RelNode) model = rel_node_copy (c->model);
  RelNode *states = rel_node_get (model, "states");
  const char *step = strstr (c->settings, "max_step=");

  fine = step != NULL ? g_strdup_printf ("%s accuracy=%g max_step=%.17g", settings, c->accuracy / 10,
                                         g_ascii_strtod (step + strlen ("max_step="), NULL) / 4)
                      : g_strdup_printf ("%s accuracy=%g", settings, c->accuracy / 10);
  for (int k = 0; k < rel_node_n (states); k++)
    rel_node_replace (rel_node_get (states->items->pdata[k], "initial"), nudge, NULL);
  nudged = rel_node_write (model);
  g_clear_pointer (&c->before, rel_run_free);
  g_clear_pointer (&c->finer, rel_run_free);
  g_clear_pointer (&c->nudged, rel_run_free);
  c->before = rel_run (text, &(RelWay){ settings, c->end, NAN, 0 });
  c->finer = rel_run (text, &(RelWay){ fine, c->end, NAN, 0 });
  c->nudged = rel_run (nudged, &(RelWay){ settings, c->end, NAN, 0 });
}

RelCase *
rel_case_new (const char *id, const char *text, double accuracy, const char *settings, char **why)
{
  RelCase *c = g_new0 (RelCase, 1);
  g_autofree char *plain = NULL, *first_settings = NULL;
  RelNode *solver;
  RelRun *first;

  *c = (RelCase){ .id = g_strdup (id), .model = rel_node_read (text), .settings = g_strdup (settings), .accuracy = accuracy, .end = NAN };
  if (c->model == NULL)
    {
      *why = g_strdup ("not YAML");
      rel_case_free (c);
      return NULL;
    }
  solver = rel_node_get (c->model, "solver");
  rel_node_remove (solver, "relative_tolerance");
  rel_node_remove (solver, "absolute_tolerance");
  rel_node_remove (solver, "accuracy");
  plain = rel_node_write (c->model);
  first_settings = g_strdup_printf ("accuracy=%g %s", accuracy / 10, settings);
  first = rel_run (plain, &(RelWay){ first_settings, NAN, NAN, 0 });
  if (first->error != NULL)
    *why = g_strdup (first->error);
  else if (first->out_of_steps)
    c->end = first->t_start + 0.7 * (first->t - first->t_start);
  rel_run_free (first);
  if (*why == NULL)
    run_all (c, plain, "");
  if (*why == NULL && (c->before->error != NULL || c->finer->error != NULL || c->nudged->error != NULL))
    *why = g_strdup (c->before->error != NULL ? c->before->error : "the model with other initial values cannot run");
  if (*why == NULL && (c->before->out_of_steps || c->finer->out_of_steps || c->before->names->len != c->finer->names->len))
    *why = g_strdup ("more steps than the limit");
  if (*why == NULL)
    return c;
  rel_case_free (c);
  return NULL;
}

/* ---- comparisons ---- */

static gboolean
same_events (const RelRun *a, const RelRun *b)
{
  if (a->events->len != b->events->len)
    return FALSE;
  for (guint k = 0; k < a->events->len; k++)
    if (strcmp (g_array_index (a->events, RelEvent, k).name, g_array_index (b->events, RelEvent, k).name) != 0)
      return FALSE;
  return TRUE;
}

/* Outputs are functions of the other columns, and some are differences of nearly equal numbers. */
static gboolean
is_compared (const RelRun *run, guint column)
{
  return run->types[column] == MODEL_COLUMN_STATE || run->types[column] == MODEL_COLUMN_DISCRETE;
}

/* Returns the largest relative difference of the columns of two runs of the same model. */
static double
difference (const RelRun *a, const RelRun *b)
{
  double largest = 0;

  for (guint k = 0; k < a->names->len; k++)
    if (is_compared (a, k) && !(isnan (a->values[k]) && isnan (b->values[k])) && a->values[k] != b->values[k])
      {
        double d = fabs (a->values[k] - b->values[k]) / fmax (a->sizes[k], 1e-300);

        largest = isnan (d) ? INFINITY : fmax (largest, d);
      }
  return largest;
}

static double
event_difference (const RelRun *a, const RelRun *b)
{
  double largest = 0;

  for (guint k = 0; k < a->events->len; k++)
    largest = fmax (largest, fabs (g_array_index (a->events, RelEvent, k).t - g_array_index (b->events, RelEvent, k).t));
  return largest;
}

static const RelColumn *
column_of (const RelUse *use, const char *name)
{
  for (guint k = 0; k < use->columns->len; k++)
    if (strcmp (g_array_index (use->columns, RelColumn, k).old_name, name) == 0)
      return &g_array_index (use->columns, RelColumn, k);
  return NULL;
}

static void
compare_columns (const RelUse *use, const RelRun *before, const RelRun *after, double bound, GString *out)
{
  for (guint k = 0; k < before->names->len; k++)
    {
      const RelColumn *column = column_of (use, before->names->pdata[k]);
      int at = rel_run_column (after, column != NULL ? column->new_name : before->names->pdata[k]);
      double value, old = use->returns ? before->start[k] : before->values[k], allowed = bound * before->sizes[k];

      if (!is_compared (before, k) || (use->in_lanes && before->types[k] != MODEL_COLUMN_STATE))
        continue;
      if (at < 0)
        {
          g_string_append_printf (out, "column %s is missing; ", (char *)before->names->pdata[k]);
          continue;
        }
      value = column != NULL ? (after->values[at] - column->shift) / column->scale : after->values[at];
      if (value != old && !(isnan (value) && isnan (old)) && (use->close == REL_EQUAL_BITS || !(fabs (value - old) <= allowed)))
        g_string_append_printf (out, "%s is %.17g, not %.17g (allowed %.2g); ", (char *)before->names->pdata[k], value, old,
                                use->close == REL_EQUAL_BITS ? 0.0 : allowed);
    }
}

static void
compare_events (const RelUse *use, const RelRun *before, const RelRun *after, double allowed, GString *out)
{
  if (!same_events (before, after))
    {
      g_string_append_printf (out, "%u events, not %u", after->events->len, before->events->len);
      for (guint k = 0; k < MIN (before->events->len, after->events->len); k++)
        {
          const RelEvent *a = &g_array_index (before->events, RelEvent, k), *b = &g_array_index (after->events, RelEvent, k);

          if (strcmp (a->name, b->name) != 0)
            {
              g_string_append_printf (out, ", event %u is %s at %.17g, not %s at %.17g", k + 1, b->name,
                                      (b->t - use->t_shift) / use->t_scale, a->name, a->t);
              break;
            }
        }
      g_string_append (out, "; ");
      return;
    }
  for (guint k = 0; k < before->events->len; k++)
    {
      double t = (g_array_index (after->events, RelEvent, k).t - use->t_shift) / use->t_scale,
             old = g_array_index (before->events, RelEvent, k).t;

      if (t != old && (use->close == REL_EQUAL_BITS || !(fabs (t - old) <= allowed)))
        {
          g_string_append_printf (out, "event %u (%s) is at %.17g, not %.17g (allowed %.2g); ", k + 1,
                                  g_array_index (before->events, RelEvent, k).name, t, old, use->close == REL_EQUAL_BITS ? 0.0 : allowed);
          return;
        }
    }
}

static void
use_clear (RelUse *use)
{
  for (guint k = 0; k < use->columns->len; k++)
    {
      g_free (g_array_index (use->columns, RelColumn, k).old_name);
      g_free (g_array_index (use->columns, RelColumn, k).new_name);
    }
  g_array_unref (use->columns);
  rel_node_free (use->changed);
  g_free (use->more_settings);
  g_free (use->same_settings);
  g_rand_free (use->random);
}

/* Returns the error of the changed run, relative to the sizes of the run: its difference from the run with a tenth of the accuracy. Infinite
 * if that has another end or other events. *times receives the largest difference of the times of events. */
static double
error_of_changed (const RelUse *use, const RelRun *after, const char *changed, const RelWay *way, double accuracy, double *times)
{
  const char *step = strstr (way->settings, "max_step=");
  g_autofree char *more =
      step != NULL ? g_strdup_printf (" max_step=%.17g", g_ascii_strtod (step + strlen ("max_step="), NULL) / 4) : g_strdup ("");
  g_autofree char *settings = g_strdup_printf ("%s accuracy=%g%s", way->settings, accuracy / 10, more);
  RelWay finer = *way;
  g_autoptr (RelRun) fine = NULL;
  double largest = 0;

  finer.settings = settings;
  fine = rel_run (changed, &finer);
  if (fine->error != NULL || fine->reason != after->reason || !same_events (fine, after))
    return INFINITY;
  *times = event_difference (fine, after) / fabs (use->t_scale);
  for (guint k = 0; k < use->before->names->len; k++)
    {
      const RelColumn *column = column_of (use, use->before->names->pdata[k]);
      int at = rel_run_column (after, column != NULL ? column->new_name : use->before->names->pdata[k]);
      double scale = column != NULL ? fabs (column->scale) : 1;

      if (at >= 0 && is_compared (use->before, k) && after->values[at] != fine->values[at])
        largest = fmax (largest, fabs (after->values[at] - fine->values[at]) / scale / fmax (use->before->sizes[k], 1e-300));
    }
  return largest;
}

/* Returns the largest amplification, over times of the run back, of a change of its initial values, relative to the sizes of the states;
 * infinite if a run has no value there. The changed values may meet again before the end, at a point of rest that attracts both. */
static double
amplification_back (const RelUse *use, const char *settings)
{
  g_autofree char *plain = rel_node_write (use->changed);
  const RelRun *before = use->before;
  double largest = 0;

  /* All values are raised, then every other one is lowered: the errors may have any direction. */
  for (int direction = 0; direction < 2; direction++)
    {
      g_autoptr (RelNode) model = rel_node_copy (use->changed);
      RelNode *states = rel_node_get (model, "states");
      g_autofree char *nudged = NULL;

      for (int k = 0; k < rel_node_n (states); k++)
        {
          int column = rel_run_column (before, rel_node_key (states, k));
          double change = (direction == 1 && k % 2 == 1 ? -REL_NUDGE : REL_NUDGE) * before->sizes[column];

          rel_node_set (states->items->pdata[k], "initial", rel_node_text ("%.17g", before->values[column] + change));
        }
      nudged = rel_node_write (model);
      for (int part = 1; part <= 4; part++)
        {
          RelWay way = { settings, -before->t + (before->t - before->t_start) * part / 4, NAN, 0 };
          g_autoptr (RelRun) run = rel_run (plain, &way), other = rel_run (nudged, &way);

          if (run->error != NULL || other->error != NULL || run->reason != SIM_REACHED_END || other->reason != SIM_REACHED_END)
            return INFINITY;
          for (guint k = 0; k < before->names->len; k++)
            if (is_compared (before, k))
              largest = fmax (largest, fabs (run->values[k] - other->values[k]) / fmax (before->sizes[k], 1e-300) / REL_NUDGE);
        }
    }
  return largest;
}

static RelVerdict
compare (RelCase *c, RelUse *use, char **text, char **changed)
{
  const RelRun *before = c->before;
  g_autofree char *settings =
      g_strdup_printf ("accuracy=%g %s %s %s", c->accuracy, c->settings, use->same_settings != NULL ? use->same_settings : "",
                       use->more_settings != NULL ? use->more_settings : "");
  double end = isnan (c->end) ? NAN : use->t_scale * c->end + use->t_shift, span = before->t - before->t_start;
  double error = difference (before, c->finer), amplification = difference (before, c->nudged) / REL_NUDGE;
  double time_error = same_events (before, c->finer) ? event_difference (before, c->finer) : INFINITY;
  double time_nudge = same_events (before, c->nudged) ? event_difference (before, c->nudged) / REL_NUDGE : INFINITY;
  double bound = use->loosening * (10 * error + (c->accuracy + 100 * DBL_EPSILON) * fmax (amplification, 1));
  double time_bound =
      use->loosening * (10 * time_error + (c->accuracy + 100 * DBL_EPSILON) * fmax (time_nudge, span) + 1e-11 * fmax (span, fabs (before->t)));
  g_autoptr (RelRun) after = NULL;
  GString *out;
  RelWay way;

  *changed = rel_node_write (use->changed);
  /* A run whose end, or whose events, depend on the accuracy is not resolved. */
  if (use->close != REL_EQUAL_BITS
      && (before->reason != c->finer->reason || !same_events (before, c->finer) || before->reason != c->nudged->reason
          || !same_events (before, c->nudged) || !(bound <= MOST_ERROR)))
    return REL_UNRESOLVED;
  way = (RelWay) { settings, use->returns ? NAN : end, use->split, use->samples, use->late };
  after = use->in_lanes ? rel_run_lanes (*changed, &way) : rel_run (*changed, &way);
  if (use->returns)
    {
      bound *= 10 * fmax (amplification_back (use, settings), 1);
      if (!(bound <= MOST_ERROR))
        return REL_UNRESOLVED;
    }
  if (use->loosening != 1 && after->error == NULL && !after->out_of_steps && !use->in_lanes)
    {
      double times = 0;

      bound += 10 * error_of_changed (use, after, *changed, &way, c->accuracy, &times);
      time_bound += 10 * times;
      if (!(bound <= MOST_ERROR))
        return REL_UNRESOLVED;
    }
  if (after->error != NULL)
    {
      *text = g_strdup (after->error);
      return REL_DOES_NOT_APPLY;
    }
  if (after->out_of_steps && !before->out_of_steps && use->loosening < 2 && before->n_steps < REL_MOST_STEPS / 2
      && use->more_settings == NULL)
    {
      *text = g_strdup_printf ("more than %d steps, not %" G_GINT64_FORMAT, REL_MOST_STEPS, before->n_steps);
      return REL_VIOLATED;
    }
  /* A run that warns of changes which it passed over says itself that it is no solution. */
  if (after->out_of_steps || before->n_passed > 0 || after->n_passed > 0)
    return REL_UNRESOLVED;
  if ((before->at_edge || after->at_edge) && !same_events (before, after))
    return REL_UNRESOLVED;
  out = g_string_new (NULL);
  if (after->reason != before->reason
      || (!use->in_lanes && (after->ode_status != before->ode_status || strcmp (after->ended_by, before->ended_by) != 0)))
    g_string_append_printf (out, "ends at %.17g with '%s', not at %.17g with '%s'; ", (after->t - use->t_shift) / use->t_scale,
                            after->message, before->t, before->message);
  else
    {
      double t = (after->t - use->t_shift) / use->t_scale, end_before = use->returns ? before->t_start : before->t;

      if (t != end_before && (use->close == REL_EQUAL_BITS || !(fabs (t - end_before) <= fmax (time_bound, bound * span))))
        g_string_append_printf (out, "ends at %.17g, not %.17g; ", t, end_before);
      if (!use->in_lanes && !(use->late > 0))
        compare_events (use, before, after, time_bound, out);
      if (before->reason != SIM_FAILED_RUN)
        compare_columns (use, before, after, bound, out);
      if (use->keeps_steps && after->n_steps != before->n_steps)
        g_string_append_printf (out, "%" G_GINT64_FORMAT " steps, not %" G_GINT64_FORMAT "; ", after->n_steps, before->n_steps);
    }
  *text = g_string_free (out, FALSE);
  return **text == '\0' ? REL_HOLDS : REL_VIOLATED;
}

RelVerdict
rel_case_check (RelCase *c, const Relation *relation, guint32 seed, char **text, char **changed)
{
  RelUse use = { .model = c->model,
                 .changed = rel_node_copy (c->model),
                 .before = c->before,
                 .random = g_rand_new_with_seed (seed),
                 .settings = c->settings,
                 .columns = g_array_new (FALSE, FALSE, sizeof (RelColumn)),
                 .t_scale = 1,
                 .loosening = 1,
                 .split = NAN,
                 .close = REL_WITHIN_ERROR };
  RelVerdict verdict = REL_DOES_NOT_APPLY;

  *text = NULL;
  *changed = NULL;
  if (relation->change (&use))
    {
      /* Runs that need other settings are computed for this use alone. */
      if (use.same_settings != NULL)
        {
          RelCase other = { .id = c->id, .model = c->model, .settings = c->settings, .accuracy = c->accuracy, .end = c->end };
          g_autofree char *plain = rel_node_write (c->model);

          run_all (&other, plain, use.same_settings);
          if (other.before->error == NULL && other.finer->error == NULL && other.nudged->error == NULL && !other.before->out_of_steps
              && !other.finer->out_of_steps && !other.nudged->out_of_steps)
            verdict = compare (&other, &use, text, changed);
          rel_run_free (other.before);
          rel_run_free (other.finer);
          rel_run_free (other.nudged);
        }
      else
        verdict = compare (c, &use, text, changed);
    }
  use_clear (&use);
  return verdict;
}
