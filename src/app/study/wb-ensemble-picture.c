/* The collector keeps the rows of members in memory until they hold more than ROWS_KEPT numbers. Then it drops every second row and keeps
 * only every 2nd, 4th, 8th … of the following members, so that the kept members stay evenly spread over the study. */
#include "wb-ensemble-picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot-text.h"

#define ROWS_KEPT (1u << 22)    /* largest number of values kept in memory: 32 MiB */
#define SORTED_AT_ONCE 400000   /* largest number of values that are sorted for one picture while the study runs; takes about 30 ms */
#define SUMMARIZED_AT_ONCE (1u << 24) /* largest number of values in one pass over the file */
#define MOST_CURVES 60          /* largest number of thin curves, each of a member that reached the end */
#define MOST_FAILED_CURVES 100
#define LEAST_BARS 8
#define MOST_BARS 60
/* Bits of the outcomes of members that did not fail. */
#define WHOLE (1u << LAB_MEMBER_ENDED | 1u << LAB_MEMBER_TERMINATED)

struct WbCollector
{
  const LabEnsemble *ensemble;
  LabResults *results;
  guint64 n_blocks;       /* number of blocks that were read */
  guint64 n_done, counts[3];
  guint64 stride;
  GArray *members;        /* guint64: numbers of the kept members that did not fail */
  GArray *rows;           /* double: rows of the kept members, one after the other */
  GArray *failed_members; /* guint64: numbers of the failed members whose curves are drawn */
  GArray *failed_rows;
  GArray *odd;            /* WbMember: the members that failed or were terminated early */
};

/* ---- pictures ---- */

static void
member_clear (gpointer item)
{
  g_free (((WbMember *) item)->reason);
  g_free (((WbMember *) item)->start);
}

static GArray *
members_new (void)
{
  GArray *members = g_array_new (FALSE, TRUE, sizeof (WbMember));

  g_array_set_clear_func (members, member_clear);
  return members;
}

WbEnsemblePicture *
wb_ensemble_picture_ref (WbEnsemblePicture *picture)
{
  g_atomic_int_inc (&picture->ref_count);
  return picture;
}

static void
fan_clear (WbFanPicture *fan)
{
  g_free (fan->text);
  g_free (fan->label);
  g_free (fan->unit);
  g_free (fan->t);
  g_free (fan->quantiles);
  g_free (fan->curves);
  g_free (fan->members);
  g_free (fan->failed);
}

static void
record_clear (WbRecordPicture *record)
{
  g_free (record->name);
  g_free (record->label);
  g_free (record->unit);
  g_free (record->edges);
  g_free (record->counts);
}

void
wb_ensemble_picture_unref (WbEnsemblePicture *picture)
{
  if (picture == NULL || !g_atomic_int_dec_and_test (&picture->ref_count))
    return;
  for (int k = 0; k < picture->n_fans; k++)
    fan_clear (&picture->fans[k]);
  for (int k = 0; k < picture->n_records; k++)
    record_clear (&picture->records[k]);
  g_free (picture->fans);
  g_free (picture->records);
  g_free (picture->time_unit);
  g_array_unref (picture->odd);
  g_free (picture);
}

/* ---- collecting ---- */

WbCollector *
wb_collector_new (const LabEnsemble *ensemble, const char *path, GError **error)
{
  LabResults *results = lab_results_open (path, error);
  WbCollector *self;

  if (results == NULL)
    return NULL;
  self = g_new0 (WbCollector, 1);
  self->ensemble = ensemble;
  self->results = results;
  self->stride = 1;
  self->members = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->rows = g_array_new (FALSE, FALSE, sizeof (double));
  self->failed_members = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->failed_rows = g_array_new (FALSE, FALSE, sizeof (double));
  self->odd = members_new ();
  return self;
}

void
wb_collector_free (WbCollector *self)
{
  if (self == NULL)
    return;
  lab_results_free (self->results);
  g_array_unref (self->members);
  g_array_unref (self->rows);
  g_array_unref (self->failed_members);
  g_array_unref (self->failed_rows);
  g_array_unref (self->odd);
  g_free (self);
}

/* Returns the varied quantities of a member, such as "theta = 1.2, omega = 0.31". Free it with g_free. */
static char *
start_text (const LabEnsemble *ensemble, const double *row)
{
  GString *out = g_string_new (NULL);

  for (guint k = 0; k < ensemble->varied->len; k++)
    {
      g_autofree char *value = plot_text_value (row[1 + k], 4, NULL);

      g_string_append_printf (out, "%s%s = %s", k > 0 ? ", " : "", g_array_index (ensemble->varied, LabVary, k).name, value);
    }
  return g_string_free (out, FALSE);
}

/* Keeps only every second row. */
static void
thin_out (WbCollector *self)
{
  guint n_columns = (guint) self->ensemble->n_columns, n = 0;

  self->stride *= 2;
  for (guint k = 0; k < self->members->len; k++)
    if (g_array_index (self->members, guint64, k) % self->stride == 0)
      {
        g_array_index (self->members, guint64, n) = g_array_index (self->members, guint64, k);
        memmove ((double *) (void *) self->rows->data + (gsize) n * n_columns,
                 (double *) (void *) self->rows->data + (gsize) k * n_columns, n_columns * sizeof (double));
        n++;
      }
  g_array_set_size (self->members, n);
  g_array_set_size (self->rows, n * n_columns);
}

static void
add_member (WbCollector *self, const LabBlock *block, int m)
{
  guint n_columns = (guint) self->ensemble->n_columns;
  const double *row = block->values + (gsize) m * n_columns;
  guint64 member = block->member[m];
  LabOutcome outcome = block->outcome[m];

  self->n_done++;
  self->counts[MIN (outcome, LAB_MEMBER_FAILED)]++;
  if (outcome != LAB_MEMBER_ENDED && self->odd->len < WB_MOST_ODD)
    {
      WbMember odd = { member, outcome, g_strdup (block->reason[m]), start_text (self->ensemble, row) };

      g_array_append_val (self->odd, odd);
    }
  if (outcome == LAB_MEMBER_FAILED)
    {
      if (self->failed_members->len < MOST_FAILED_CURVES)
        {
          g_array_append_val (self->failed_members, member);
          g_array_append_vals (self->failed_rows, row, n_columns);
        }
      return;
    }
  if (member % self->stride != 0)
    return;
  g_array_append_val (self->members, member);
  g_array_append_vals (self->rows, row, n_columns);
  if (self->rows->len > MAX (ROWS_KEPT, 2 * n_columns))
    thin_out (self);
}

gboolean
wb_collector_update (WbCollector *self, GError **error)
{
  lab_results_refresh (self->results);
  for (; self->n_blocks < lab_results_n_blocks (self->results); self->n_blocks++)
    {
      g_autoptr (LabBlock) block = lab_results_read (self->results, self->n_blocks, error);

      if (block == NULL)
        return FALSE;
      for (int m = 0; m < block->n; m++)
        add_member (self, block, m);
    }
  return TRUE;
}

/* ---- statistics ---- */

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Collects the values of one column from each step-th kept row and sorts them. Returns how many of them are not
 * NaN. */
static int
gather (const WbCollector *self, int column, guint step, double *sorted)
{
  int n = 0;

  for (guint k = 0; k < self->members->len; k += step)
    {
      double value = g_array_index (self->rows, double, (gsize) k * self->ensemble->n_columns + column);

      if (!isnan (value))
        sorted[n++] = value;
    }
  qsort (sorted, (gsize) n, sizeof *sorted, compare);
  return n;
}

/* Returns the p-quantile of n sorted values by the rule of lab-summary.c: linear interpolation at the index (n − 1) p. */
static double
quantile (const double *sorted, int n, double p)
{
  double rank = p * (n - 1), weight = rank - floor (rank);
  int index = (int) rank;

  if (n == 0)
    return NAN;
  return weight == 0 ? sorted[index] : sorted[index] + weight * (sorted[index + 1] - sorted[index]);
}

static LabSummary
summary_of (const double *sorted, int n)
{
  LabSummary s = { .n = (guint64) n, .mean = NAN, .sd = NAN, .minimum = NAN, .maximum = NAN };
  double sum = 0, squares = 0;

  s.q05 = quantile (sorted, n, 0.05);
  s.q25 = quantile (sorted, n, 0.25);
  s.q50 = quantile (sorted, n, 0.5);
  s.q75 = quantile (sorted, n, 0.75);
  s.q95 = quantile (sorted, n, 0.95);
  if (n == 0)
    return s;
  s.minimum = sorted[0];
  s.maximum = sorted[n - 1];
  for (int k = 0; k < n; k++)
    sum += sorted[k];
  s.mean = sum / n;
  for (int k = 0; k < n; k++)
    squares += (sorted[k] - s.mean) * (sorted[k] - s.mean);
  if (n > 1)
    s.sd = sqrt (squares / (n - 1));
  return s;
}

/* ---- histograms ---- */

/* Computes the width of the bars by the rule of Freedman and Diaconis (Z. Wahrsch. verw. Gebiete 57 (1981) 453): 2 IQR n^(−1/3). If the
 * values are integers in a small range, each integer gets one bar. */
static void
place_bars (WbRecordPicture *record, gboolean whole_numbers)
{
  const LabSummary *s = &record->summary;
  double low = s->minimum, high = s->maximum, width;

  if (s->n == 0 || !isfinite (low) || !isfinite (high))
    return;
  if (low == high || (whole_numbers && high - low < MOST_BARS))
    {
      low -= 0.5;
      high += 0.5;
      record->n_bars = (int) (high - low);
    }
  else
    {
      width = 2 * (s->q75 - s->q25) * pow ((double) s->n, -1.0 / 3);
      record->n_bars = (int) CLAMP (width > 0 ? ceil ((high - low) / width) : MOST_BARS, LEAST_BARS, MOST_BARS);
    }
  record->edges = g_new (double, record->n_bars + 1);
  record->counts = g_new0 (double, record->n_bars);
  for (int k = 0; k <= record->n_bars; k++)
    record->edges[k] = low + (high - low) * k / record->n_bars;
}

static void
count_value (WbRecordPicture *record, double value)
{
  double low, high;

  if (record->n_bars == 0 || isnan (value))
    return;
  low = record->edges[0];
  high = record->edges[record->n_bars];
  record->counts[CLAMP ((int) ((value - low) / (high - low) * record->n_bars), 0, record->n_bars - 1)]++;
}

static gboolean
is_whole (LabReducer reducer)
{
  return reducer == LAB_REDUCE_EVER || reducer == LAB_REDUCE_COUNT;
}

/* ---- the parts of a picture ---- */

/* Sets the label and the unit to those of the study. If the study has none and the text is the name of a quantity, takes those of the
 * model. */
static void
name_quantity (const LabEnsemble *ensemble, const char *text, const char *label, const char *unit, gboolean is_time, char **shown_label,
               char **shown_unit)
{
  int column = model_system_find_column (ensemble->system, text);
  const ModelColumn *found = column >= 0 ? model_system_column (ensemble->system, column) : NULL;
  const char *own_unit = unit != NULL ? unit : is_time ? model_time_unit (ensemble->problem.model) : found != NULL ? found->unit : NULL;

  *shown_label = label != NULL ? plot_text_escape (label) : found != NULL ? plot_text_variable (text) : plot_text_escape (text);
  *shown_unit = own_unit != NULL && *own_unit != '\0' ? plot_text_unit (own_unit) : NULL;
}

static void
add_curve (WbFanPicture *fan, const LabFan *source, const double *row, guint64 member, gboolean failed)
{
  memcpy (fan->curves + (gsize) fan->n_curves * fan->n, row + source->column, (gsize) fan->n * sizeof *row);
  fan->members[fan->n_curves] = (int) MIN (member, G_MAXINT);
  fan->failed[fan->n_curves] = failed;
  fan->n_curves++;
}

static void
start_fan (const WbCollector *self, const LabFan *source, WbFanPicture *fan)
{
  const LabEnsemble *ensemble = self->ensemble;
  double t0 = isnan (ensemble->problem.t_start) ? model_system_t_start (ensemble->system) : ensemble->problem.t_start;
  double t1 = isnan (ensemble->problem.t_end) ? model_system_t_end (ensemble->system) : ensemble->problem.t_end;
  guint n_columns = (guint) ensemble->n_columns, step = MAX (1, self->members->len / MOST_CURVES);

  fan->text = g_strdup (source->text);
  name_quantity (ensemble, source->text, source->label, source->unit, FALSE, &fan->label, &fan->unit);
  fan->n = source->n;
  fan->t = g_new (double, fan->n);
  for (int k = 0; k < fan->n; k++)
    fan->t[k] = k == fan->n - 1 ? t1 : t0 + (t1 - t0) * k / (fan->n - 1);
  fan->quantiles = g_new (double, PLOT_N_QUANTILES * fan->n);
  fan->curves = g_new (double, (gsize) (2 * MOST_CURVES + MOST_FAILED_CURVES) * fan->n);
  fan->members = g_new (int, 2 * MOST_CURVES + MOST_FAILED_CURVES);
  fan->failed = g_new (gboolean, 2 * MOST_CURVES + MOST_FAILED_CURVES);
  for (guint k = 0; k < self->members->len && fan->n_curves < 2 * MOST_CURVES; k += step)
    add_curve (fan, source, &g_array_index (self->rows, double, (gsize) k * n_columns), g_array_index (self->members, guint64, k), FALSE);
  for (guint k = 0; k < self->failed_members->len; k++)
    add_curve (fan, source, &g_array_index (self->failed_rows, double, (gsize) k * n_columns),
               g_array_index (self->failed_members, guint64, k), TRUE);
}

static void
start_record (const WbCollector *self, const LabRecord *source, WbRecordPicture *record)
{
  gboolean is_time = source->reducer == LAB_REDUCE_FIRST || source->reducer == LAB_REDUCE_LAST;
  gboolean keeps_unit = source->reducer <= LAB_REDUCE_MEAN;

  record->name = g_strdup (source->name);
  name_quantity (self->ensemble, keeps_unit ? source->text : "", source->label != NULL ? source->label : source->name, source->unit, is_time,
                 &record->label, &record->unit);
}

/* Makes a picture that has the counts, labels and times, but no statistics yet. */
static WbEnsemblePicture *
start_picture (const WbCollector *self)
{
  const LabEnsemble *ensemble = self->ensemble;
  WbEnsemblePicture *picture = g_new0 (WbEnsemblePicture, 1);

  picture->ref_count = 1;
  picture->n_members = ensemble->n_members;
  picture->n_done = self->n_done;
  memcpy (picture->counts, self->counts, sizeof picture->counts);
  picture->equals_run = lab_results_header (self->results)->equals_run;
  picture->time_unit = g_strdup (model_time_unit (ensemble->problem.model));
  picture->odd = members_new ();
  for (guint k = 0; k < self->odd->len; k++)
    {
      WbMember odd = g_array_index (self->odd, WbMember, k);

      odd.reason = g_strdup (odd.reason);
      odd.start = g_strdup (odd.start);
      g_array_append_val (picture->odd, odd);
    }
  picture->n_fans = (int) ensemble->fans->len;
  picture->fans = g_new0 (WbFanPicture, picture->n_fans + 1);
  for (int k = 0; k < picture->n_fans; k++)
    start_fan (self, &g_array_index (ensemble->fans, LabFan, k), &picture->fans[k]);
  picture->n_records = (int) ensemble->records->len;
  picture->records = g_new0 (WbRecordPicture, picture->n_records + 1);
  for (int k = 0; k < picture->n_records; k++)
    start_record (self, &g_array_index (ensemble->records, LabRecord, k), &picture->records[k]);
  return picture;
}

/* ---- pictures of the kept rows ---- */

static WbEnsemblePicture *
picture_of_rows (const WbCollector *self, guint step)
{
  const LabEnsemble *ensemble = self->ensemble;
  WbEnsemblePicture *picture = start_picture (self);
  g_autofree double *sorted = g_new (double, self->members->len + 1);

  picture->n_used = (self->members->len + step - 1) / step;
  picture->exact = self->stride == 1 && step == 1;
  for (int f = 0; f < picture->n_fans; f++)
    for (int k = 0; k < picture->fans[f].n; k++)
      {
        int n = gather (self, g_array_index (ensemble->fans, LabFan, f).column + k, step, sorted);

        for (int q = 0; q < PLOT_N_QUANTILES; q++)
          picture->fans[f].quantiles[q * picture->fans[f].n + k] = quantile (sorted, n, plot_quantiles[q]);
      }
  for (int r = 0; r < picture->n_records; r++)
    {
      WbRecordPicture *record = &picture->records[r];
      int n = gather (self, lab_ensemble_first_record (ensemble) + r, step, sorted);

      record->summary = summary_of (sorted, n);
      place_bars (record, is_whole (g_array_index (ensemble->records, LabRecord, r).reducer));
      for (int k = 0; k < n; k++)
        count_value (record, sorted[k]);
    }
  return picture;
}

WbEnsemblePicture *
wb_collector_picture (WbCollector *self)
{
  gsize n_numbers = self->rows->len;

  return picture_of_rows (self, (guint) (1 + n_numbers / SORTED_AT_ONCE));
}

/* ---- pictures of the whole file ---- */

static double
quantile_at (const LabSummary *s, int q)
{
  const double values[PLOT_N_QUANTILES] = { s->q05, s->q25, s->q50, s->q75, s->q95 };

  return values[q];
}

static gboolean
count_records (WbCollector *self, WbEnsemblePicture *picture, GError **error)
{
  int first = lab_ensemble_first_record (self->ensemble), n_columns = self->ensemble->n_columns;

  for (guint64 b = 0; b < lab_results_n_blocks (self->results); b++)
    {
      g_autoptr (LabBlock) block = lab_results_read (self->results, b, error);

      if (block == NULL)
        return FALSE;
      for (int m = 0; m < block->n; m++)
        for (int r = 0; r < picture->n_records && block->outcome[m] != LAB_MEMBER_FAILED; r++)
          count_value (&picture->records[r], block->values[(gsize) m * n_columns + first + r]);
    }
  return TRUE;
}

WbEnsemblePicture *
wb_collector_exact_picture (WbCollector *self, const LabProgress *progress, GError **error)
{
  const LabEnsemble *ensemble = self->ensemble;
  g_autoptr (WbEnsemblePicture) picture = NULL;
  int first = lab_ensemble_first_record (ensemble), n = ensemble->n_columns - first, at_once;
  g_autofree LabSummary *summaries = g_new0 (LabSummary, n + 1);

  if (self->stride == 1)
    return picture_of_rows (self, 1);
  picture = start_picture (self);
  at_once = (int) CLAMP (SUMMARIZED_AT_ONCE / self->n_done, 1, (guint64) n);
  for (int c = 0; c < n; c += at_once)
    if (!lab_results_summarize_outcomes (self->results, WHOLE, first + c, MIN (at_once, n - c), &summaries[c], error)
        || !lab_progress_report (progress, (double) c / n, error))
      return NULL;
  for (int r = 0; r < picture->n_records; r++)
    {
      picture->records[r].summary = summaries[r];
      place_bars (&picture->records[r], is_whole (g_array_index (ensemble->records, LabRecord, r).reducer));
    }
  if (!count_records (self, picture, error))
    return NULL;
  for (int f = 0; f < picture->n_fans; f++)
    for (int k = 0; k < picture->fans[f].n; k++)
      for (int q = 0; q < PLOT_N_QUANTILES; q++)
        picture->fans[f].quantiles[q * picture->fans[f].n + k]
            = quantile_at (&summaries[g_array_index (ensemble->fans, LabFan, f).column - first + k], q);
  picture->n_used = self->counts[LAB_MEMBER_ENDED] + self->counts[LAB_MEMBER_TERMINATED];
  picture->exact = TRUE;
  return g_steal_pointer (&picture);
}
