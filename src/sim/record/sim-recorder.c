/* Converts steps to rows. If a sink samples at an interval or by a count, sample k is at t_start + k·spacing, computed from k, so that
 * rounding errors do not accumulate; the last sample is exactly at t_end. Samples are evaluated by dense output and never
 * change the steps.
 *
 * A sample is always at its own time, whatever happens close to it. At exactly the time of an event or of a jump of an input the row has
 * x⁻, the values before it; if the state jumps, a second row with the same time has x⁺.
 *
 * A step can have any number of samples, and a row with outputs can take milliseconds. So the caller can end the samples of a step. Those that are
 * left of it are not written later, because the dense output is that of the next step then, and no last row joins the gap. A sink with rows for each
 * step has all of them, whose number is bounded: a run that is repeated has the same rows then. */
#include "sim-recorder.h"

#include <math.h>

#include "sim-timing.h"

/* Rows inside steps make drawn curves smooth. Runs with many steps need fewer of these
 * rows: the number per step is halved after every 4096 steps, because a plot has fewer
 * pixels than that in its width. */
#define DENSE_STEPS 4096
/* A long step gets a number of rows in proportion to its fraction of the run:
 * 300 rows for the whole run, which is one row for every few pixels of a plot. */
#define SMOOTH_POINTS 300
/* The smallest number of rows inside a step. A zoomed plot, or the last revolution of an
 * orbit, shows single steps of a long run, which would be drawn as chords without these rows. */
#define LEAST_POINTS 3
/* The number of values at the ends of steps above which steps get no rows inside. These rows take at most 100 MB. */
#define MOST_SMOOTH_NUMBERS 4e6

typedef struct
{
  SimSink *sink;
  SimSamplingRule rule;
  double k;      /* for sampling by interval or count: index of the next sample */
  gsize n_steps; /* number of steps that were written */
  double t_last; /* time of the last row */
  gboolean cut;  /* whether rows of the last step are missing, because the caller has ended them */
} Entry;

struct SimRecorder
{
  int n_values;
  SimRowFunc values;
  gpointer self;
  double *row;
  double row_time; /* time to which the values in `row` belong; NaN: none were computed */
  double t_start, t_end;
  SimRecorderLook look; /* NULL: none */
  gpointer look_user;
  GArray *entries;
};

static void
clear_entry (gpointer data)
{
  sim_sink_free (((Entry *) data)->sink);
}

SimRecorder *
sim_recorder_new (int n_values, SimRowFunc values, gpointer self)
{
  SimRecorder *recorder = g_new0 (SimRecorder, 1);
  recorder->n_values = n_values;
  recorder->values = values;
  recorder->self = self;
  recorder->row = g_new0 (double, (gsize) MAX (n_values, 1));
  recorder->entries = g_array_new (FALSE, TRUE, sizeof (Entry));
  g_array_set_clear_func (recorder->entries, clear_entry);
  return recorder;
}

void
sim_recorder_free (SimRecorder *recorder)
{
  if (recorder == NULL)
    return;
  g_array_unref (recorder->entries);
  g_free (recorder->row);
  g_free (recorder);
}

void
sim_recorder_add (SimRecorder *recorder, SimSink *sink, const SimSamplingRule *rule)
{
  Entry entry = { .sink = sink, .t_last = NAN };
  if (rule != NULL)
    entry.rule = *rule;
  g_array_append_val (recorder->entries, entry);
}

void
sim_recorder_set_look (SimRecorder *recorder, SimRecorderLook look, gpointer user)
{
  recorder->look = look;
  recorder->look_user = user;
}

int
sim_recorder_n_sinks (const SimRecorder *recorder)
{
  return (int) recorder->entries->len;
}

/* Returns the time of sample k. A multiple of the interval that differs from the end of the run only by rounding is the end. */
static double
sample_time (const SimRecorder *recorder, const Entry *entry, double k)
{
  if (entry->rule.sampling == SIM_SAMPLE_INTERVAL)
    {
      double t = recorder->t_start + k * entry->rule.interval;
      return fabs (t - recorder->t_end) <= sim_same_instant (t, recorder->t_start) ? recorder->t_end : t;
    }
  if (k == entry->rule.count - 1)
    return recorder->t_end;
  return recorder->t_start + k * ((recorder->t_end - recorder->t_start) / (entry->rule.count - 1));
}

static gboolean
write_row (SimRecorder *recorder, Entry *entry, double t_row, double t_state, SimRowFlags flags, GError **error)
{
  if (recorder->row_time != t_state)
    {
      if (!recorder->values (recorder->self, t_state, recorder->row))
        for (int i = 0; i < recorder->n_values; i++)
          recorder->row[i] = NAN;
      recorder->row_time = t_state;
    }
  entry->t_last = t_row;
  return entry->sink->row (entry->sink, t_row, recorder->row, recorder->n_values, flags, error);
}

gboolean
sim_recorder_start (SimRecorder *recorder, double t_start, double t_end, GError **error)
{
  recorder->t_start = t_start;
  recorder->t_end = t_end;
  recorder->row_time = NAN;
  for (guint i = 0; i < recorder->entries->len; i++)
    {
      Entry *entry = &g_array_index (recorder->entries, Entry, i);
      entry->k = 1;
      entry->cut = FALSE;
      if (!write_row (recorder, entry, t_start, t_start, SIM_ROW_FIRST, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_ended (const SimRecorder *recorder)
{
  return recorder->look != NULL && !recorder->look (recorder->look_user);
}

/* Continues with the first sample after t1. */
static void
skip_samples (const SimRecorder *recorder, Entry *entry, double t1)
{
  double spacing = entry->rule.sampling == SIM_SAMPLE_INTERVAL ? entry->rule.interval : (recorder->t_end - recorder->t_start) / (entry->rule.count - 1);

  entry->k = fmax (entry->k, floor ((t1 - recorder->t_start) / spacing) - 1); /* rounding errors are less than 1 */
  while (sample_time (recorder, entry, entry->k) <= t1 && (entry->rule.sampling != SIM_SAMPLE_COUNT || entry->k < entry->rule.count))
    entry->k++;
}

/* Writes the samples up to t1. */
static gboolean
write_samples (SimRecorder *recorder, Entry *entry, double t1, SimRowFlags flags, GError **error)
{
  for (;;)
    {
      double t = sample_time (recorder, entry, entry->k);
      if (!(t <= t1) || (entry->rule.sampling == SIM_SAMPLE_COUNT && entry->k >= entry->rule.count))
        return TRUE;
      entry->k++;
      if (!write_row (recorder, entry, t, t, SIM_ROW_SAMPLE | (t == t1 ? flags : 0), error))
        return FALSE;
      if (t < t1 && is_ended (recorder))
        {
          double next = entry->k;

          skip_samples (recorder, entry, t1);
          entry->cut = entry->k > next;
          return TRUE;
        }
    }
}

static gboolean
is_sampled (const Entry *entry)
{
  return entry->rule.sampling == SIM_SAMPLE_INTERVAL || entry->rule.sampling == SIM_SAMPLE_COUNT;
}

static int
n_points_inside (const SimRecorder *recorder, const Entry *entry, double t0, double t1)
{
  double fraction = (t1 - t0) / (recorder->t_end - recorder->t_start);
  gboolean keep = (double) entry->n_steps * (1 + recorder->n_values) < MOST_SMOOTH_NUMBERS;

  if (entry->rule.sampling != SIM_SAMPLE_DENSE || entry->rule.count < 1)
    return 0;
  return MAX (MAX ((int) (entry->rule.count >> MIN (entry->n_steps / DENSE_STEPS, 30)), keep ? (int) MIN (entry->rule.count, LEAST_POINTS) : 0),
              fraction > 0 && fraction <= 1 ? (int) (SMOOTH_POINTS * fraction) : 0);
}

/* Writes the rows inside a step and the rows at the marks (times of recorded events) in order of time, and then the row at the end of the
 * step. Equal times get only one row. */
static gboolean
write_step (SimRecorder *recorder, Entry *entry, double t0, double t1, SimRowFlags flags, const double *marks, guint n_marks,
            GError **error)
{
  int n_inside = n_points_inside (recorder, entry, t0, t1), i = 1;
  guint mark = 0;
  double written = t0;

  entry->n_steps++;
  while (i <= n_inside || mark < n_marks)
    {
      double inside = i <= n_inside ? t0 + (t1 - t0) * i / (n_inside + 1) : INFINITY;
      gboolean is_mark = mark < n_marks && marks[mark] <= inside;
      double t = is_mark ? marks[mark] : inside;
      i += inside <= t;
      mark += is_mark ? 1 : 0;
      if (!(t > written && t < t1))
        continue;
      written = t;
      if (!write_row (recorder, entry, t, t, SIM_ROW_SAMPLE | (is_mark ? SIM_ROW_EVENT : 0), error))
        return FALSE;
    }
  return write_row (recorder, entry, t1, t1, SIM_ROW_STEP | flags, error);
}

gboolean
sim_recorder_step (SimRecorder *recorder, double t0, double t1, SimRowFlags flags, const double *marks, guint n_marks, GError **error)
{
  recorder->row_time = NAN;
  if (n_marks > 0 && marks[n_marks - 1] >= t1)
    flags |= SIM_ROW_EVENT;
  for (guint i = 0; i < recorder->entries->len; i++)
    {
      Entry *entry = &g_array_index (recorder->entries, Entry, i);
      entry->cut = FALSE;
      if (!(is_sampled (entry) ? write_samples (recorder, entry, t1, flags, error)
                               : write_step (recorder, entry, t0, t1, flags, marks, n_marks, error)))
        return FALSE;
    }
  return TRUE;
}

gboolean
sim_recorder_jump (SimRecorder *recorder, double t, SimRowFlags flags, GError **error)
{
  recorder->row_time = NAN;
  for (guint i = 0; i < recorder->entries->len; i++)
    {
      Entry *entry = &g_array_index (recorder->entries, Entry, i);
      if (entry->t_last != t)
        continue;
      if (entry->sink->mark != NULL)
        entry->sink->mark (entry->sink, SIM_ROW_BEFORE | flags);
      if (!write_row (recorder, entry, entry->t_last, t, SIM_ROW_AFTER | flags, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
sim_recorder_finish (SimRecorder *recorder, double t, GError **error)
{
  gboolean done = TRUE;
  recorder->row_time = NAN;
  for (guint i = 0; i < recorder->entries->len; i++)
    {
      Entry *entry = &g_array_index (recorder->entries, Entry, i);
      GError **first = done ? error : NULL;
      gboolean missing = !isnan (entry->t_last) && entry->t_last < t && !entry->cut;
      if (missing)
        done = write_row (recorder, entry, t, t, SIM_ROW_LAST, first) && done;
      else if (entry->sink->mark != NULL)
        entry->sink->mark (entry->sink, SIM_ROW_LAST);
      first = done ? error : NULL;
      if (entry->sink->finish != NULL && !entry->sink->finish (entry->sink, first))
        done = FALSE;
    }
  return done;
}

double
sim_recorder_next (const SimRecorder *recorder, double t)
{
  double next = INFINITY;
  double near = sim_same_instant (t, recorder->t_start);
  for (guint i = 0; i < recorder->entries->len; i++)
    {
      const Entry *entry = &g_array_index (recorder->entries, Entry, i);
      if (!is_sampled (entry))
        continue;
      double k = entry->k;
      if (sample_time (recorder, entry, k) <= t + near)
        k++;
      next = fmin (next, sample_time (recorder, entry, k));
    }
  return next;
}

void
sim_recorder_set_end (SimRecorder *recorder, double t_end)
{
  for (guint i = 0; i < recorder->entries->len; i++)
    {
      Entry *entry = &g_array_index (recorder->entries, Entry, i);
      if (entry->rule.sampling != SIM_SAMPLE_COUNT)
        continue;
      entry->rule.interval = (recorder->t_end - recorder->t_start) / (entry->rule.count - 1);
      entry->rule.sampling = SIM_SAMPLE_INTERVAL;
    }
  recorder->t_end = t_end;
}

void
sim_recorder_save (const SimRecorder *recorder, double *positions)
{
  for (guint i = 0; i < recorder->entries->len; i++)
    {
      const Entry *entry = &g_array_index (recorder->entries, Entry, i);
      positions[3 * i] = entry->k;
      positions[3 * i + 1] = entry->t_last;
      positions[3 * i + 2] = (double) entry->n_steps;
    }
}

void
sim_recorder_restore (SimRecorder *recorder, const double *positions)
{
  for (guint i = 0; i < recorder->entries->len; i++)
    {
      Entry *entry = &g_array_index (recorder->entries, Entry, i);
      entry->k = positions[3 * i];
      entry->t_last = positions[3 * i + 1];
      entry->n_steps = (gsize) positions[3 * i + 2];
    }
  recorder->row_time = NAN;
}
