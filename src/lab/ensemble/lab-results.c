/* Writes, reads, merges and continues files of results. A block counts only if its checksum is right, so that a file
 * whose writing was interrupted loses at most its last block. */
#include "lab-results-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "model-inputs.h"
#include "sim-output-file.h"
#include "sim-output-names.h"

#define FIRST_LINE "stepwise_results: 1\n"
#define LENGTH_KEY "length: "
#define CREATED_KEY "created: "
#define SHARD_KEY "shard: "
#define ARITHMETIC_KEY "arithmetic: "
/* Largest accepted size of a header. It contains settings and the text of a model, which has at most 16 MiB. */
#define MOST_HEADER (64 * 1024 * 1024)

struct LabResults
{
  int fd;
  char *path;
  LabResultsHeader header;
  char *texts;            /* text of the whole header; other texts point into it */
  char *identity;         /* the header without the lines in which the files of one study may differ */
  gsize header_length;
  LabBlockFormat format;
  guint64 n_blocks;       /* number of undamaged blocks at the start of the file */
};

G_DEFINE_QUARK (lab-results-error-quark, lab_results_error)

static guint64
n_blocks_of_study (const LabResults *results)
{
  return (results->header.n_members + (guint64) results->format.block_members - 1) / (guint64) results->format.block_members;
}

guint64
lab_results_range (const LabResults *results, guint64 *end)
{
  guint64 n = n_blocks_of_study (results), shards = (guint64) MAX (1, results->header.n_shards);
  guint64 shard = (guint64) MAX (1, results->header.shard);

  *end = n * shard / shards;
  return n * (shard - 1) / shards;
}

/* ---- input and output ---- */

static void
set_file_error (GError **error, const char *path)
{
  int number = errno;

  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (number), "%s: %s", path != NULL ? path : _("temporary file"),
               g_strerror (number));
}

static gboolean
write_all (LabResults *results, const void *bytes, gsize n, GError **error)
{
  const char *at = bytes;

  while (n > 0)
    {
      gssize written = write (results->fd, at, n);

      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        {
          set_file_error (error, results->path);
          return FALSE;
        }
      at += written;
      n -= (gsize) written;
    }
  return TRUE;
}

/* Reads n bytes at an offset of the file. Returns FALSE if the file is too short or cannot be read. */
static gboolean
read_at (const LabResults *results, guint64 offset, void *bytes, gsize n)
{
  char *at = bytes;

  while (n > 0)
    {
      gssize got = pread (results->fd, at, n, (off_t) offset);

      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return FALSE;
      at += got;
      offset += (guint64) got;
      n -= (gsize) got;
    }
  return TRUE;
}

gboolean
lab_results_append (LabResults *results, const LabBlock *block, GError **error)
{
  g_autofree guint8 *bytes = lab_block_encode (&results->format, block);

  if (!write_all (results, bytes, results->format.block_bytes, error))
    return FALSE;
  results->n_blocks++;
  return TRUE;
}

LabBlock *
lab_results_read (LabResults *results, guint64 k, GError **error)
{
  g_autofree guint8 *bytes = g_malloc (results->format.block_bytes);
  guint64 end, first = lab_results_range (results, &end);

  if (k < end - first && read_at (results, results->header_length + k * results->format.block_bytes, bytes, results->format.block_bytes)
      && lab_block_is_good (&results->format, bytes, first + k))
    return lab_block_decode (&results->format, bytes);
  g_set_error (error, LAB_RESULTS_ERROR, LAB_RESULTS_ERROR_FORMAT, _("%s: block %lu is damaged"),
               results->path != NULL ? results->path : _("temporary file"), (gulong) k);
  return NULL;
}

/* ---- header ---- */

/* Returns the text of a header. The length in its second line has ten digits, so that it can be filled in when the text is complete. */
static char *
format_header (const LabResultsHeader *header)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *created = g_date_time_format (now, "%Y-%m-%dT%H:%M:%SZ");
  g_auto (GStrv) lines = g_strsplit (header->model_text, "\n", -1);
  GString *text = g_string_new (FIRST_LINE LENGTH_KEY "0000000000\n");
  char digits[16];

  g_string_append_printf (text, CREATED_KEY "%s\n", created);
  if (header->n_shards > 0)
    g_string_append_printf (text, SHARD_KEY "%d/%d\n", header->shard, header->n_shards);
  g_string_append_printf (text, "study: %s\nversion: %s\nbits: %s\n" ARITHMETIC_KEY "%s\nmembers: %" G_GUINT64_FORMAT "\nvaried: %d\nrecords: %d\ncolumns:\n",
                          header->study, STEPWISE_VERSION, header->equals_run ? "run" : "replay", header->arithmetic, header->n_members, header->n_varied,
                          header->n_records);
  for (int k = 0; k < header->n_columns; k++)
    {
      g_autofree char *quoted = g_strescape (header->columns[k], "\177\200\201\202\203\204\205\206\207\210\211\212\213\214\215\216\217"
                                             "\220\221\222\223\224\225\226\227\230\231\232\233\234\235\236\237\240\241\242\243\244\245"
                                             "\246\247\250\251\252\253\254\255\256\257\260\261\262\263\264\265\266\267\270\271\272\273"
                                             "\274\275\276\277\300\301\302\303\304\305\306\307\310\311\312\313\314\315\316\317\320\321"
                                             "\322\323\324\325\326\327\330\331\332\333\334\335\336\337\340\341\342\343\344\345\346\347"
                                             "\350\351\352\353\354\355\356\357\360\361\362\363\364\365\366\367\370\371\372\373\374\375"
                                             "\376\377");

      g_string_append_printf (text, "- \"%s\"\n", quoted);
    }
  g_string_append (text, header->settings);
  g_string_append_printf (text, "model: \"%s\"\nmodel_text: |2\n", header->model_id);
  for (char **line = lines; *line != NULL; line++)
    g_string_append_printf (text, **line != '\0' ? "  %s\n" : "%s\n", *line);
  g_string_append (text, "...\n");
  /* Pad the header: blocks begin at multiples of 8 bytes. */
  while (text->len % 8 != 0)
    g_string_append_c (text, '\n');
  g_snprintf (digits, sizeof digits, "%010" G_GSIZE_FORMAT, text->len);
  memcpy (text->str + strlen (FIRST_LINE LENGTH_KEY), digits, 10);
  return g_string_free (text, FALSE);
}

/* Returns a header without the lines of its length, time and shard, in which the files of one study may differ. */
static char *
make_identity (const char *text)
{
  GString *identity = g_string_new (NULL);

  for (const char *line = text; *line != '\0';)
    {
      const char *end = strchr (line, '\n');
      gsize length = end != NULL ? (gsize) (end - line) + 1 : strlen (line);

      if (!g_str_has_prefix (line, LENGTH_KEY) && !g_str_has_prefix (line, CREATED_KEY) && !g_str_has_prefix (line, SHARD_KEY)
          && *line != '\n')
        g_string_append_len (identity, line, (gssize) length);
      line += length;
    }
  return g_string_free (identity, FALSE);
}

/* Returns the text of the header at the start of the file, or NULL if the file has none. Sets *cut if the file ends inside the header. */
static char *
read_header (const LabResults *results, gboolean *cut)
{
  char start[sizeof FIRST_LINE LENGTH_KEY + 11] = "";
  const gsize n_first = strlen (FIRST_LINE LENGTH_KEY);
  guint64 length;
  char *text;

  *cut = FALSE;
  if (!read_at (results, 0, start, n_first + 11) || strncmp (start, FIRST_LINE LENGTH_KEY, n_first) != 0)
    {
      gssize got = pread (results->fd, start, n_first + 11, 0);

      *cut = got >= 0 && (gsize) got < n_first + 11 && strncmp (start, FIRST_LINE LENGTH_KEY, MIN ((gsize) got, n_first)) == 0;
      return NULL;
    }
  length = g_ascii_strtoull (start + n_first, NULL, 10);
  if (length < n_first || length > MOST_HEADER)
    return NULL;
  text = g_malloc0 (length + 1);
  if (!read_at (results, 0, text, length))
    {
      *cut = TRUE;
      g_clear_pointer (&text, g_free);
    }
  return text;
}

static guint64
number_at (const ModelYaml *root, const char *key)
{
  return g_ascii_strtoull (model_yaml_get_text (root, key, "0"), NULL, 10);
}

static gboolean
parse_header (LabResults *results, GError **error)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) document = model_yaml_parse_large (results->texts, -1, MOST_HEADER, results->path, diagnostics);
  const ModelYaml *root = document != NULL ? model_yaml_root (document) : NULL;
  const ModelYaml *columns = model_yaml_get (root, "columns");
  LabResultsHeader *header = &results->header;
  const char *shard = model_yaml_get_text (root, "shard", NULL);

  if (columns == NULL || columns->type != MODEL_YAML_LIST || columns->n_items == 0 || number_at (root, "members") == 0
      || (shard != NULL && sscanf (shard, "%d/%d", &header->shard, &header->n_shards) != 2))
    {
      g_set_error (error, LAB_RESULTS_ERROR, LAB_RESULTS_ERROR_FORMAT, _("%s: the header is damaged"), results->path);
      return FALSE;
    }
  header->n_members = number_at (root, "members");
  header->n_varied = (int) number_at (root, "varied");
  header->n_records = (int) number_at (root, "records");
  header->n_columns = columns->n_items;
  header->columns = g_new0 (char *, columns->n_items + 1);
  for (int k = 0; k < columns->n_items; k++)
    header->columns[k] = g_strdup (columns->items[k]->text != NULL ? columns->items[k]->text : "");
  header->equals_run = strcmp (model_yaml_get_text (root, "bits", ""), "run") == 0;
  header->arithmetic = g_intern_string (model_yaml_get_text (root, "arithmetic", ""));
  header->study = g_intern_string (model_yaml_get_text (root, "study", ""));
  return TRUE;
}

/* ---- files ---- */

/* Counts the undamaged blocks that follow the blocks already counted. */
void
lab_results_refresh (LabResults *results)
{
  g_autofree guint8 *bytes = g_malloc (results->format.block_bytes);
  guint64 end, first = lab_results_range (results, &end);

  while (first + results->n_blocks < end
         && read_at (results, results->header_length + results->n_blocks * results->format.block_bytes, bytes, results->format.block_bytes)
         && lab_block_is_good (&results->format, bytes, first + results->n_blocks))
    results->n_blocks++;
}

guint64
lab_results_n_stored (const LabResults *results)
{
  guint64 end, first = lab_results_range (results, &end), size;
  struct stat info;

  if (fstat (results->fd, &info) != 0 || (guint64) info.st_size <= results->header_length)
    return 0;
  size = (guint64) info.st_size - results->header_length;
  return MIN (end - first, (size + results->format.block_bytes - 1) / results->format.block_bytes);
}

char *
lab_results_missing (LabResults *results)
{
  g_autoptr (GString) ranges = g_string_new (NULL);
  guint64 end, first = lab_results_range (results, &end), n_stored = lab_results_n_stored (results);
  guint64 size = (guint64) results->format.block_members, from = end; /* block with which the range of missing ones began; end: none */

  for (guint64 k = 0; k <= n_stored; k++)
    {
      g_autoptr (LabBlock) block = k < n_stored ? lab_results_read (results, k, NULL) : NULL;
      guint64 to = block != NULL ? first + k : end;

      if (block == NULL)
        from = MIN (from, first + k);
      if (from < to && (block != NULL || k == n_stored))
        {
          g_string_append_printf (ranges, "%s%" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, ranges->len > 0 ? ", " : "", from * size,
                                  MIN (to * size, results->header.n_members) - 1);
          from = end;
        }
    }
  return ranges->len > 0 ? g_string_free (g_steal_pointer (&ranges), FALSE) : NULL;
}

/* Returns the arithmetic of a file whose header is that of `header` but for the arithmetic, or NULL if it is the header of another study. */
static char *
other_arithmetic (const LabResultsHeader *header, const char *identity)
{
  const char *line = strstr (identity, "\n" ARITHMETIC_KEY), *start = line != NULL ? line + 1 + strlen (ARITHMETIC_KEY) : "";
  g_autofree char *arithmetic = g_strndup (start, strcspn (start, "\n")), *same = NULL;
  LabResultsHeader other = *header;

  other.arithmetic = arithmetic;
  same = lab_results_identity_of (&other);
  return line != NULL && strcmp (same, identity) == 0 ? g_steal_pointer (&arithmetic) : NULL;
}

static void
copy_header (LabResults *results, const LabResultsHeader *header)
{
  results->header = *header;
  results->header.columns = g_strdupv (header->columns);
  results->header.model_text = results->header.settings = results->header.model_id = NULL;
  lab_block_format_init (&results->format, results->header.n_members, results->header.n_columns);
}

/* Returns FALSE with an error if the open file is no regular file, was read by this command, or is another output of it. Results are appended in place and
 * read again, so that a device or a pipe cannot hold them. */
static gboolean
check_output (LabResults *results, GError **error)
{
  g_autofree char *target = realpath (results->path, NULL), *name = g_path_get_basename (target != NULL ? target : results->path);
  g_autofree char *folder = g_path_get_dirname (target != NULL ? target : results->path);
  int fd = open (folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  gboolean single = fd < 0 || sim_output_names_note (fd, name, TRUE);
  struct stat info;

  if (fd >= 0)
    close (fd);
  if (fstat (results->fd, &info) == 0 && S_ISREG (info.st_mode) && single && !model_inputs_has (&info))
    return TRUE;
  g_set_error (error, LAB_RESULTS_ERROR, LAB_RESULTS_ERROR_OTHER,
               !S_ISREG (info.st_mode) ? _("%s is not a regular file, so it cannot keep results")
               : !single               ? _("%s: this command writes another output to the same file")
                                       : _("%s: this command has read this file, and would lose it"),
               results->path);
  return FALSE;
}

static gboolean
open_for_appending (LabResults *results, GError **error)
{
  if (results->path == NULL)
    {
      g_autofree char *name = NULL;

      results->fd = g_file_open_tmp ("stepwise-XXXXXX.results", &name, error);
      if (results->fd >= 0)
        g_unlink (name);
      return results->fd >= 0;
    }
  results->fd = g_open (results->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (results->fd < 0)
    {
      set_file_error (error, results->path);
      return FALSE;
    }
  if (!check_output (results, error))
    return FALSE;
  if (flock (results->fd, LOCK_EX | LOCK_NB) == 0)
    return TRUE;
  g_set_error (error, LAB_RESULTS_ERROR, LAB_RESULTS_ERROR_LOCKED, _("%s: another process writes this file"), results->path);
  return FALSE;
}

/* Returns FALSE with an error if the blocks that are still missing do not fit into the free space. */
static gboolean
check_space (const LabResults *results, GError **error)
{
  guint64 end, first = lab_results_range (results, &end);
  double needed = (double) (end - first - MIN (results->n_blocks, end - first)) * (double) results->format.block_bytes;
  struct statvfs info;
  double left;

  if (fstatvfs (results->fd, &info) != 0 || info.f_blocks == 0)
    return TRUE;
  left = (double) info.f_bavail * (double) info.f_frsize;
  if (needed <= left)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC, _("%s: the results need %.3g GB, of which only %.3g GB are free"),
               results->path != NULL ? results->path : g_get_tmp_dir (), needed * 1e-9, left * 1e-9);
  return FALSE;
}

LabResults *
lab_results_append_to (const char *path, const LabResultsHeader *header, GError **error)
{
  g_autoptr (LabResults) results = g_new0 (LabResults, 1);
  g_autofree char *text = format_header (header);
  gboolean cut;

  results->fd = -1;
  results->path = g_strdup (path);
  if (!open_for_appending (results, error))
    return NULL;
  copy_header (results, header);
  results->identity = make_identity (text);
  results->texts = read_header (results, &cut);
  if (results->texts == NULL && !cut && lseek (results->fd, 0, SEEK_END) > 0)
    {
      g_set_error (error, LAB_RESULTS_ERROR, LAB_RESULTS_ERROR_OTHER, _("%s exists and is not a file of results"), path);
      return NULL;
    }
  if (results->texts != NULL)
    {
      g_autofree char *identity = make_identity (results->texts);
      g_autofree char *shard = g_strdup_printf ("\n" SHARD_KEY "%d/%d\n", header->shard, header->n_shards);
      gboolean same_shard = header->n_shards > 0 ? strstr (results->texts, shard) != NULL
                                                 : strstr (results->texts, "\n" SHARD_KEY) == NULL;

      if (strcmp (identity, results->identity) != 0 || !same_shard)
        {
          g_autofree char *arithmetic = other_arithmetic (header, identity);

          if (arithmetic != NULL && same_shard)
            g_set_error (error, LAB_RESULTS_ERROR, LAB_RESULTS_ERROR_OTHER,
                         _("%s was computed with another arithmetic (%s); this program computes with %s, and its last digits differ; name another file"),
                         path, arithmetic, header->arithmetic);
          else
            g_set_error (error, LAB_RESULTS_ERROR, LAB_RESULTS_ERROR_OTHER,
                         _("%s has the results of another study; remove it or name another file"), path);
          return NULL;
        }
      results->header_length = strlen (results->texts);
      lab_results_refresh (results);
      if (!check_space (results, error))
        return NULL;
    }
  else
    {
      if (!check_space (results, error))
        {
          if (path != NULL && lseek (results->fd, 0, SEEK_END) == 0)
            g_unlink (path); /* it was created above */
          return NULL;
        }
      if (ftruncate (results->fd, 0) != 0 || lseek (results->fd, 0, SEEK_SET) != 0)
        {
          set_file_error (error, path);
          return NULL;
        }
      results->header_length = strlen (text);
      results->texts = g_steal_pointer (&text);
      if (!write_all (results, results->texts, results->header_length, error))
        return NULL;
    }
  if (ftruncate (results->fd, (off_t) (results->header_length + results->n_blocks * results->format.block_bytes)) != 0
      || lseek (results->fd, 0, SEEK_END) < 0)
    {
      set_file_error (error, path);
      return NULL;
    }
  return g_steal_pointer (&results);
}

LabResults *
lab_results_open (const char *path, GError **error)
{
  g_autoptr (LabResults) results = g_new0 (LabResults, 1);
  gboolean cut;

  results->path = g_strdup (path);
  results->fd = g_open (path, O_RDONLY | O_CLOEXEC, 0);
  if (results->fd < 0)
    {
      set_file_error (error, path);
      return NULL;
    }
  model_inputs_note (path);
  results->texts = read_header (results, &cut);
  if (results->texts == NULL)
    {
      g_set_error (error, LAB_RESULTS_ERROR, LAB_RESULTS_ERROR_FORMAT, _("%s is not a file of results"), path);
      return NULL;
    }
  results->header_length = strlen (results->texts);
  results->identity = make_identity (results->texts);
  if (!parse_header (results, error))
    return NULL;
  lab_block_format_init (&results->format, results->header.n_members, results->header.n_columns);
  lab_results_refresh (results);
  return g_steal_pointer (&results);
}

void
lab_results_free (LabResults *results)
{
  if (results == NULL)
    return;
  if (results->fd >= 0)
    close (results->fd);
  g_strfreev (results->header.columns);
  g_free (results->path);
  g_free (results->texts);
  g_free (results->identity);
  g_free (results);
}

const LabResultsHeader *
lab_results_header (const LabResults *results)
{
  return &results->header;
}

const char *
lab_results_identity (const LabResults *results)
{
  return results->identity;
}

char *
lab_results_identity_of (const LabResultsHeader *header)
{
  g_autofree char *text = format_header (header);

  return make_identity (text);
}

int
lab_results_block_members (const LabResults *results)
{
  return results->format.block_members;
}

guint64
lab_results_n_blocks (const LabResults *results)
{
  return results->n_blocks;
}

/* ---- merge ---- */

/* Returns the header of a merged file. It is that of a shard without the line of the shard, with its new length. */
static char *
whole_header (const char *shard_text)
{
  GString *text = g_string_new (NULL);
  char digits[16];

  for (const char *line = shard_text; *line != '\0';)
    {
      const char *end = strchr (line, '\n');
      gsize length = end != NULL ? (gsize) (end - line) + 1 : strlen (line);

      if (!g_str_has_prefix (line, SHARD_KEY) && (*line != '\n' || strstr (line, "\n...\n") != NULL))
        g_string_append_len (text, line, (gssize) length);
      line += length;
    }
  while (text->len % 8 != 0)
    g_string_append_c (text, '\n');
  g_snprintf (digits, sizeof digits, "%010" G_GSIZE_FORMAT, text->len);
  memcpy (text->str + strlen (FIRST_LINE LENGTH_KEY), digits, 10);
  return g_string_free (text, FALSE);
}

static gboolean
copy_blocks (GPtrArray *shards, SimOutputFile *out, GError **error)
{
  guint64 n = n_blocks_of_study (shards->pdata[0]);

  for (guint64 index = 0; index < n; index++)
    {
      gboolean found = FALSE;

      for (guint s = 0; s < shards->len && !found; s++)
        {
          LabResults *shard = shards->pdata[s];
          guint64 end, first = lab_results_range (shard, &end);
          g_autofree guint8 *bytes = g_malloc (shard->format.block_bytes);

          if (index < first || index >= first + shard->n_blocks
              || !read_at (shard, shard->header_length + (index - first) * shard->format.block_bytes, bytes, shard->format.block_bytes)
              || !lab_block_is_good (&shard->format, bytes, index))
            continue;
          if (!sim_output_file_write (out, bytes, shard->format.block_bytes, error))
            return FALSE;
          found = TRUE;
        }
      if (!found)
        {
          guint64 first = index * (guint64) ((LabResults *) shards->pdata[0])->format.block_members;

          g_set_error (error, LAB_RESULTS_ERROR, LAB_RESULTS_ERROR_INCOMPLETE, _("none of the files contains the run with number %lu"), (gulong) first);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
lab_results_merge (const char *const *paths, int n_paths, const char *path, GError **error)
{
  g_autoptr (GPtrArray) shards = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_results_free);
  g_autoptr (SimOutputFile) out = NULL;
  g_autofree char *text = NULL;

  for (int k = 0; k < n_paths; k++)
    {
      LabResults *shard = lab_results_open (paths[k], error);

      if (shard == NULL)
        return FALSE;
      g_ptr_array_add (shards, shard);
      if (strcmp (shard->identity, ((LabResults *) shards->pdata[0])->identity) != 0)
        {
          g_set_error (error, LAB_RESULTS_ERROR, LAB_RESULTS_ERROR_OTHER, _("%s and %s are not parts of one study"), paths[0], paths[k]);
          return FALSE;
        }
    }
  text = whole_header (((LabResults *) shards->pdata[0])->texts);
  out = sim_output_file_open (path, 0, error);
  return out != NULL && sim_output_file_write (out, text, strlen (text), error) && copy_blocks (shards, out, error)
         && sim_output_file_commit (out, error);
}
