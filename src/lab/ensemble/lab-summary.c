/* Computes exact statistics of a result file in bounded memory.
 *
 * A column of up to MOST_IN_MEMORY numbers is sorted. In a longer column radix selection finds the order statistics: doubles are mapped
 * to integers of the same order, and each of four passes over the file counts the values of the next 16 bits, among the numbers whose
 * higher bits are already known. */
#include <math.h>
#include <string.h>

#include "lab-ensemble-run.h"

/* Largest number of values that are loaded at the same time (128 MiB). */
#define MOST_IN_MEMORY (G_GUINT64_CONSTANT (1) << 24)

#define N_QUANTILES 5
static const double fractions[N_QUANTILES] = { 0.05, 0.25, 0.5, 0.75, 0.95 };

gboolean
lab_results_count (LabResults *results, guint64 *counts, GError **error)
{
  memset (counts, 0, 3 * sizeof *counts);
  for (guint64 k = 0; k < lab_results_n_blocks (results); k++)
    {
      g_autoptr (LabBlock) block = lab_results_read (results, k, error);

      if (block == NULL)
        return FALSE;
      for (int m = 0; m < block->n; m++)
        if (block->outcome[m] <= LAB_MEMBER_FAILED)
          counts[block->outcome[m]]++;
    }
  return TRUE;
}

/* Is called with the values of columns first … first + n − 1 of one member. */
typedef void (*RowFunc) (gpointer user, const double *row);

/* Bit set that contains all outcomes. */
#define ANY_OUTCOME (~0u)

static gboolean
for_each_row (LabResults *results, unsigned outcomes, int first, RowFunc func, gpointer user, GError **error)
{
  int n_columns = lab_results_header (results)->n_columns;

  for (guint64 k = 0; k < lab_results_n_blocks (results); k++)
    {
      g_autoptr (LabBlock) block = lab_results_read (results, k, error);

      if (block == NULL)
        return FALSE;
      for (int m = 0; m < block->n; m++)
        if (outcomes >> block->outcome[m] & 1)
          func (user, block->values + (gsize) m * n_columns + first);
    }
  return TRUE;
}

/* ---- sums ---- */

typedef struct
{
  LabSummary *summaries;
  double *sums;      /* n sums, one for each column */
  int n;
  gboolean squares;  /* TRUE in the second pass: sums of squared distances from the mean */
} Sums;

static void
add_to_sums (gpointer user, const double *row)
{
  Sums *sums = user;

  for (int c = 0; c < sums->n; c++)
    {
      LabSummary *summary = &sums->summaries[c];
      double value = row[c];

      if (isnan (value))
        continue;
      if (sums->squares)
        {
          sums->sums[c] += (value - summary->mean) * (value - summary->mean);
          continue;
        }
      summary->minimum = summary->n == 0 ? value : fmin (summary->minimum, value);
      summary->maximum = summary->n == 0 ? value : fmax (summary->maximum, value);
      sums->sums[c] += value;
      summary->n++;
    }
}

/* ---- order statistics ---- */

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Returns the quantile of the fraction p: the order statistic at position (n − 1) p, counted from 0, with linear interpolation (type 7 of
 * Hyndman and Fan, Am. Stat. 50 (1996) 361). */
static double
between (double low, double high, double rank)
{
  double weight = rank - floor (rank);

  return weight == 0 || low == high ? low : low + weight * (high - low);
}

static void
set_quantile (LabSummary *summary, int q, double value)
{
  double *const places[N_QUANTILES] = { &summary->q05, &summary->q25, &summary->q50, &summary->q75, &summary->q95 };

  *places[q] = value;
}

typedef struct
{
  double **columns;
  guint64 *n;
  int n_columns;
} Gather;

static void
gather_row (gpointer user, const double *row)
{
  Gather *gather = user;

  for (int c = 0; c < gather->n_columns; c++)
    if (!isnan (row[c]))
      gather->columns[c][gather->n[c]++] = row[c];
}

/* Computes the statistics of sorted numbers. Sums are formed in ascending order. */
static void
summarize_sorted (const double *sorted, guint64 n, LabSummary *summary)
{
  double sum = 0;

  summary->n = n;
  summary->mean = summary->sd = NAN;
  if (n == 0)
    return;
  for (guint64 k = 0; k < n; k++)
    sum += sorted[k];
  summary->mean = sum / (double) n;
  sum = 0;
  for (guint64 k = 0; k < n; k++)
    sum += (sorted[k] - summary->mean) * (sorted[k] - summary->mean);
  summary->sd = n > 1 ? sqrt (sum / (double) (n - 1)) : NAN;
  summary->minimum = sorted[0];
  summary->maximum = sorted[n - 1];
  for (int q = 0; q < N_QUANTILES; q++)
    {
      double rank = fractions[q] * (double) (n - 1);
      guint64 low = (guint64) rank;

      set_quantile (summary, q, between (sorted[low], sorted[MIN (low + 1, n - 1)], rank));
    }
}

static gboolean
sort_columns (LabResults *results, unsigned outcomes, int first, int n, LabSummary *summaries, GError **error)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);
  g_autofree guint64 *counts = g_new0 (guint64, n + 1);
  Gather gather;

  for (int c = 0; c < n; c++)
    g_ptr_array_add (columns, g_new (double, lab_results_header (results)->n_members + 1));
  gather = (Gather) { (double **) columns->pdata, counts, n };
  if (!for_each_row (results, outcomes, first, gather_row, &gather, error))
    return FALSE;
  for (int c = 0; c < n; c++)
    {
      qsort (columns->pdata[c], counts[c], sizeof (double), compare);
      summarize_sorted (columns->pdata[c], counts[c], &summaries[c]);
    }
  return TRUE;
}

/* Maps doubles to integers of the same order: the highest bit of a positive number is set, and all bits of a negative number are
 * inverted. */
static guint64
key_of (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits >> 63 ? ~bits : bits | G_GUINT64_CONSTANT (1) << 63;
}

static double
value_of (guint64 key)
{
  guint64 bits = key >> 63 ? key & ~(G_GUINT64_CONSTANT (1) << 63) : ~key;
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

typedef struct
{
  guint64 prefix;
  int shift;         /* number of bits below the 16-bit digit that is counted */
  guint64 *counts;   /* 65536 counts, one for each value of the digit */
} Digits;

static void
count_digit (gpointer user, const double *row)
{
  Digits *digits = user;
  guint64 key;

  if (isnan (*row))
    return;
  key = key_of (*row);
  if (digits->shift == 48 || key >> (digits->shift + 16) == digits->prefix)
    digits->counts[key >> digits->shift & 0xffff]++;
}

/* Finds the order statistic with index `rank`, counted from 0, of a column. */
static gboolean
select_rank (LabResults *results, unsigned outcomes, int column, guint64 rank, double *value, GError **error)
{
  g_autofree guint64 *counts = g_new (guint64, 65536);
  Digits digits = { 0, 48, counts };

  for (; digits.shift >= 0; digits.shift -= 16)
    {
      guint64 digit = 0;

      memset (counts, 0, 65536 * sizeof *counts);
      if (!for_each_row (results, outcomes, column, count_digit, &digits, error))
        return FALSE;
      while (rank >= counts[digit])
        rank -= counts[digit++];
      digits.prefix = digits.prefix << 16 | digit;
    }
  *value = value_of (digits.prefix);
  return TRUE;
}

static gboolean
select_quantiles (LabResults *results, unsigned outcomes, int column, guint64 n, LabSummary *summary, GError **error)
{
  for (int q = 0; q < N_QUANTILES && n > 0; q++)
    {
      double rank = fractions[q] * (double) (n - 1), low, high;
      guint64 index = (guint64) rank;

      if (!select_rank (results, outcomes, column, index, &low, error)
          || !select_rank (results, outcomes, column, MIN (index + 1, n - 1), &high, error))
        return FALSE;
      set_quantile (summary, q, between (low, high, rank));
    }
  return TRUE;
}

gboolean
lab_results_select_quantiles (LabResults *results, int column, guint64 n, LabSummary *summary, GError **error)
{
  return select_quantiles (results, ANY_OUTCOME, column, n, summary, error);
}

static gboolean
sum_columns (LabResults *results, unsigned outcomes, int first, int n, LabSummary *summaries, GError **error)
{
  g_autofree double *values = g_new0 (double, n + 1);
  Sums sums = { summaries, values, n, FALSE };

  if (!for_each_row (results, outcomes, first, add_to_sums, &sums, error))
    return FALSE;
  for (int c = 0; c < n; c++)
    summaries[c].mean = summaries[c].n > 0 ? values[c] / (double) summaries[c].n : NAN;
  memset (values, 0, (gsize) n * sizeof *values);
  sums.squares = TRUE;
  if (!for_each_row (results, outcomes, first, add_to_sums, &sums, error))
    return FALSE;
  for (int c = 0; c < n; c++)
    summaries[c].sd = summaries[c].n > 1 ? sqrt (values[c] / (double) (summaries[c].n - 1)) : NAN;
  return TRUE;
}

gboolean
lab_results_summarize (LabResults *results, int first, int n, LabSummary *summaries, GError **error)
{
  return lab_results_summarize_outcomes (results, ANY_OUTCOME, first, n, summaries, error);
}

gboolean
lab_results_summarize_outcomes (LabResults *results, unsigned outcomes, int first, int n, LabSummary *summaries, GError **error)
{
  guint64 n_members = lab_results_header (results)->n_members;
  int at_once = (int) MIN ((guint64) n, MOST_IN_MEMORY / MAX (1, n_members));

  for (int c = 0; c < n; c++)
    summaries[c] = (LabSummary) { .minimum = NAN, .maximum = NAN, .q05 = NAN, .q25 = NAN, .q50 = NAN, .q75 = NAN, .q95 = NAN };
  if (at_once == 0)
    {
      if (!sum_columns (results, outcomes, first, n, summaries, error))
        return FALSE;
      for (int c = 0; c < n; c++)
        if (!select_quantiles (results, outcomes, first + c, summaries[c].n, &summaries[c], error))
          return FALSE;
      return TRUE;
    }
  for (int c = 0; c < n; c += at_once)
    if (!sort_columns (results, outcomes, first + c, MIN (at_once, n - c), summaries + c, error))
      return FALSE;
  return TRUE;
}
