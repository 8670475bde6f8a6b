/* The file has one line for each row: the name and the fields KEY=VALUE, separated by tabs. A field of a number begins with "~" and has
 * as many digits as do not depend on rounding errors. Counts and texts are lists of words, separated by commas. To find what depends on
 * rounding errors, the recording computes each row again with random errors in the model: small ones, to which the last
 * digit of a number is at least 50 times larger than the differences, and large ones, which do not change a recorded word. A number or
 * word that depends on the errors is "?", and not compared. */
#include "recorded.h"

#include "guard-memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Relative errors: about ten units in the last place of a double, and so many that a word that they do not change is
 * the same with every compiler and library. */
#define SMALL_NOISE 2e-15
#define LARGE_NOISE 1e-12
#define N_SMALL 4
#define N_LARGE 6
#define N_RUNS (1 + N_SMALL + N_LARGE)
#define MOST_DIGITS 9
#define FEWEST_DIGITS 2

struct RecordedRow
{
  char *name;
  GPtrArray *keys;   /* with "~" for a number */
  GPtrArray *texts;  /* counts and texts; NULL for a number */
  GArray *numbers;   /* numbers; 0 for counts and texts */
};

struct RecordedTable
{
  char *record_to;      /* NULL: the rows are compared */
  GString *recorded;
  GHashTable *lines;    /* from the name of a row to its fields */
  GHashTable *seen;
  int n_differences;
  int n_rows, n_unstable, n_fields, n_certain; /* of a recording */
};

RecordedRow *
recorded_row_new (const char *name)
{
  RecordedRow *row = g_new0 (RecordedRow, 1);
  row->name = g_strdup (name);
  row->keys = g_ptr_array_new_with_free_func (g_free);
  row->texts = g_ptr_array_new_with_free_func (g_free);
  row->numbers = g_array_new (FALSE, FALSE, sizeof (double));
  return row;
}

void
recorded_row_free (RecordedRow *row)
{
  g_free (row->name);
  g_ptr_array_unref (row->keys);
  g_ptr_array_unref (row->texts);
  g_array_unref (row->numbers);
  g_free (row);
}

static void
append (RecordedRow *row, char *key, char *text, double number)
{
  g_ptr_array_add (row->keys, key);
  g_ptr_array_add (row->texts, text);
  g_array_append_val (row->numbers, number);
}

void
recorded_row_counts (RecordedRow *row, const char *key, int n, const gint64 *counts)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < n; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? "," : "", counts[i]);
  append (row, g_strdup (key), g_string_free (text, FALSE), 0);
}

void
recorded_row_number (RecordedRow *row, const char *key, double number)
{
  append (row, g_strconcat ("~", key, NULL), NULL, number);
}

/* Returns the text with tabs and line ends as in C. */
static char *
one_line (const char *text)
{
  GString *line = g_string_new (text);

  g_string_replace (line, "\\", "\\\\", 0);
  g_string_replace (line, "\n", "\\n", 0);
  g_string_replace (line, "\t", "\\t", 0);
  return g_string_free (line, FALSE);
}

void
recorded_row_text (RecordedRow *row, const char *key, const char *text)
{
  append (row, g_strdup (key), one_line (text), 0);
}

/* Returns whether a text agrees with its recorded form, in which a word may be "?". */
static gboolean
text_agrees (const char *text, const char *recorded)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1), expected = g_strsplit (recorded, ",", -1);

  if (strcmp (recorded, "?") == 0)
    return TRUE;
  if (g_strv_length (words) != g_strv_length (expected))
    return FALSE;
  for (guint k = 0; words[k] != NULL; k++)
    if (strcmp (expected[k], "?") != 0 && strcmp (words[k], expected[k]) != 0)
      return FALSE;
  return TRUE;
}

/* Returns the words that two texts have in common, with "?" in place of the others. */
static char *
common_text (const char *a, const char *b)
{
  g_auto (GStrv) words = g_strsplit (a, ",", -1), others = g_strsplit (b, ",", -1);

  if (g_strv_length (words) != g_strv_length (others))
    return g_strdup ("?");
  for (guint k = 0; words[k] != NULL; k++)
    if (strcmp (words[k], others[k]) != 0)
      {
        g_free (words[k]);
        words[k] = g_strdup ("?");
      }
  return g_strjoinv (",", words);
}

static double
number_at (const RecordedRow *row, guint k)
{
  return g_array_index (row->numbers, double, k);
}

/* Returns the text of a number whose rounding error is `spread`: "?" if too few digits are certain. */
static char *
number_text (double number, double spread)
{
  int digits = MOST_DIGITS, decade;

  if (!isfinite (number))
    return g_strdup (isnan (spread) ? "?" : isnan (number) ? "nan" : number > 0 ? "inf" : "-inf");
  if (number == 0)
    return g_strdup (spread == 0 ? "0" : "?");
  decade = (int) floor (log10 (fabs (number)));
  if (spread > 0)
    digits = (int) fmin (digits, floor (decade + 1 - log10 (50 * spread)));
  return !(spread >= 0) || digits < FEWEST_DIGITS ? g_strdup ("?") : g_strdup_printf ("%#.*g", digits, number);
}

/* Returns whether a number agrees with its recorded text, up to two units of the last digit. */
static gboolean
number_agrees (double number, const char *text)
{
  double recorded = g_ascii_strtod (text, NULL);
  int digits = 0;

  if (strcmp (text, "?") == 0)
    return TRUE;
  if (!isfinite (recorded))
    return isnan (recorded) ? isnan (number) : number == recorded;
  if (recorded == 0)
    return number == 0;
  for (const char *at = text; *at != '\0' && *at != 'e'; at++)
    digits += g_ascii_isdigit (*at) && (*at != '0' || digits > 0);
  return fabs (number - recorded) <= 2.01 * pow (10, floor (log10 (fabs (recorded))) + 1 - digits);
}

/* Returns the largest difference of a number between the runs with small errors; NaN if it is not finite in some of them only. */
static double
spread_of (RecordedRow *const *rows, guint i)
{
  double spread = 0, first = number_at (rows[0], i);

  for (guint k = 1; k <= N_SMALL; k++)
    {
      double other = number_at (rows[k], i);

      if (isfinite (first) && isfinite (other))
        spread = fmax (spread, fabs (other - first));
      else if (other != first && !(isnan (other) && isnan (first)))
        return NAN;
    }
  return spread;
}

/* Returns whether all runs have the same fields. */
static gboolean
same_fields (RecordedRow *const *rows)
{
  for (guint k = 1; k < N_RUNS; k++)
    {
      if (rows[k]->keys->len != rows[0]->keys->len)
        return FALSE;
      for (guint i = 0; i < rows[0]->keys->len; i++)
        if (strcmp (rows[k]->keys->pdata[i], rows[0]->keys->pdata[i]) != 0)
          return FALSE;
    }
  return TRUE;
}

static void
record_row (RecordedTable *table, const char *name, RecordedRun run, gconstpointer data)
{
  RecordedRow *rows[N_RUNS];
  gboolean same;

  for (guint k = 0; k < N_RUNS; k++)
    rows[k] = run (data, k == 0 ? 0 : k <= N_SMALL ? SMALL_NOISE : LARGE_NOISE, k);
  same = same_fields (rows);
  g_string_append (table->recorded, name);
  if (!same)
    g_string_append (table->recorded, "\t?");
  for (guint i = 0; same && i < rows[0]->keys->len; i++)
    {
      const char *text = rows[0]->texts->pdata[i];
      g_autofree char *value = text != NULL ? g_strdup (text) : number_text (number_at (rows[0], i), spread_of (rows, i));

      for (guint k = 1; text != NULL && k < N_RUNS; k++)
        {
          char *common = common_text (value, rows[k]->texts->pdata[i]);

          g_free (value);
          value = common;
        }
      table->n_certain += strchr (value, '?') == NULL;
      table->n_fields++;
      g_string_append_printf (table->recorded, "\t%s=%s", (char *) rows[0]->keys->pdata[i], value);
    }
  g_string_append_c (table->recorded, '\n');
  table->n_rows++;
  table->n_unstable += !same;
  for (guint k = 0; k < N_RUNS; k++)
    recorded_row_free (rows[k]);
}

/* Compares the fields of a row with the recorded ones. */
static void
compare_row (RecordedTable *table, const RecordedRow *row, const char *line)
{
  g_auto (GStrv) fields = g_strsplit (line, "\t", -1);
  guint n = g_strv_length (fields);

  for (guint k = 0; k < MAX (n, row->keys->len); k++)
    {
      const char *key = k < row->keys->len ? row->keys->pdata[k] : "";
      const char *text = k < row->keys->len ? row->texts->pdata[k] : "";
      const char *value = k < n ? strchr (fields[k], '=') : NULL;
      gboolean same = value != NULL && strlen (key) == (gsize) (value - fields[k]) && strncmp (fields[k], key, strlen (key)) == 0
                      && (text != NULL ? text_agrees (text, value + 1) : number_agrees (number_at (row, k), value + 1));

      if (same)
        continue;
      if (table->n_differences++ < 30)
        g_test_message ("%s: %s=%s%.17g, recorded: %s", row->name, key, text != NULL ? text : "",
                        text == NULL ? number_at (row, k) : 0, k < n ? fields[k] : "nothing");
      if (value == NULL)
        return;
    }
}

void
recorded_table_row (RecordedTable *table, const char *name, RecordedRun run, gconstpointer data)
{
  const char *line;
  RecordedRow *row;

  if (!g_hash_table_add (table->seen, g_strdup (name)))
    g_error ("two rows have the name %s", name);
  if (table->record_to != NULL)
    {
      record_row (table, name, run, data);
      return;
    }
  line = g_hash_table_lookup (table->lines, name);
  if (line != NULL && strcmp (line, "?") == 0)
    return;
  if (line == NULL)
    {
      g_test_message ("%s: not recorded", name);
      return;
    }
  /* A run frees all memory that it allocates. The first runs also fill caches of libraries, so the run is repeated if it seems not to. */
  for (int attempt = 0; attempt < 3; attempt++)
    {
      long before = guard_memory_blocks (), kept;

      row = run (data, 0, 0);
      if (attempt == 0)
        compare_row (table, row, line);
      recorded_row_free (row);
      kept = guard_memory_blocks () - before;
      if (kept <= 0 || table->n_differences > 0)
        return;
      if (attempt == 2)
        g_test_message ("%s: the run keeps %ld blocks of memory", name, kept);
    }
  table->n_differences++;
}

void
recorded_table_check (RecordedTable *table, const char *prefix)
{
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, table->lines);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (g_str_has_prefix (name, prefix) && !g_hash_table_contains (table->seen, name))
      {
        table->n_differences++;
        g_test_message ("%s: the row is not computed", (char *) name);
      }
  if (table->n_differences > 0)
    g_test_message ("%d differences. After an intended change: CONTRIBUTING.md, section 'Recorded numbers'.", table->n_differences);
  g_assert_cmpint (table->n_differences, ==, 0);
}

RecordedTable *
recorded_table_open (int *argc, char ***argv, const char *folder, const char *name)
{
  RecordedTable *table = g_new0 (RecordedTable, 1);

  table->recorded = g_string_new (NULL);
  table->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  table->lines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (int k = 1; k + 1 < *argc; k++)
    if (strcmp ((*argv)[k], "--record") == 0)
      {
        table->record_to = g_strdup ((*argv)[k + 1]);
        for (int l = k; l + 2 <= *argc; l++)
          (*argv)[l] = (*argv)[l + 2];
        *argc -= 2;
      }
  if (table->record_to == NULL)
    {
      g_autofree char *path = g_build_filename (g_getenv ("G_TEST_SRCDIR") != NULL ? g_getenv ("G_TEST_SRCDIR") : "tests", folder, name, NULL);
      g_autofree char *text = NULL;
      g_auto (GStrv) lines = NULL;

      if (!g_file_get_contents (path, &text, NULL, NULL))
        g_error ("%s cannot be read", path);
      lines = g_strsplit (text, "\n", -1);
      for (guint k = 0; lines[k] != NULL; k++)
        if (strchr (lines[k], '\t') != NULL)
          {
            char *tab = strchr (lines[k], '\t');
            g_hash_table_insert (table->lines, g_strndup (lines[k], (gsize) (tab - lines[k])), g_strdup (tab + 1));
          }
    }
  return table;
}

void
recorded_table_close (RecordedTable *table)
{
  if (table->record_to != NULL)
    {
      if (!g_file_set_contents (table->record_to, table->recorded->str, -1, NULL))
        g_error ("%s cannot be written", table->record_to);
      g_print ("# %d rows, %d of them without a certain field; %d fields, %d of them certain\n", table->n_rows, table->n_unstable,
               table->n_fields, table->n_certain);
    }
  g_free (table->record_to);
  g_string_free (table->recorded, TRUE);
  g_hash_table_unref (table->lines);
  g_hash_table_unref (table->seen);
  g_free (table);
}
