/* The campaign of relations: models, changed in ways after which their solutions are known, are run before and after the change.
 *
 *   relations --library [--relation ID] [--model ID] [--seed S]
 *   relations --random N [--seed S] [--relation ID]
 *   relations --model FILE.yaml …
 *
 * --write FOLDER writes the model before and after each violation, --expected FILE names violations that are known, --rounds N repeats with
 * N seeds. The exit status is 1 if there are violations that are not expected, or expected ones that no longer happen. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model-library.h"
#include "rel-compare.h"
#include "rel-generate.h"
#include "sim-config.h"

/* Larger models take too long for a test of each change. */
#define MOST_TEXT 20000

static const Relation *const relations[] = {
#define RELATION(name) &relation_##name,
#include "relations.def"
#undef RELATION
};

static struct
{
  gboolean library, verbose;
  int random, rounds;
  int seed;
  char *relation, *model, *write, *expected, *settings;
  double accuracy;
} options = { .rounds = 1, .accuracy = 1e-6 };

static GHashTable *expected; /* "relation model" → whether it happened */
static long n_held, n_unresolved, n_skipped, n_violated, n_expected;

static void
read_expected (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  expected = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (options.expected == NULL)
    return;
  if (!g_file_get_contents (options.expected, &text, NULL, NULL))
    g_error ("%s cannot be read", options.expected);
  lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    {
      char *end = strchr (*line, '#');

      if (end != NULL)
        *end = '\0';
      if (*g_strstrip (*line) != '\0')
        g_hash_table_insert (expected, g_strdup (*line), GINT_TO_POINTER (1));
    }
}

static void
write_file (const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (options.write, name, NULL);
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (options.write, 0777);
  if (!g_file_set_contents (path, text, -1, &error))
    g_error ("%s", error->message);
}

static void
report (RelCase *c, const Relation *relation, guint32 seed, const char *text, const char *changed)
{
  g_autofree char *key = g_strdup_printf ("%s %s", relation->id, c->id), *end = NULL;

  if (g_hash_table_contains (expected, key))
    {
      g_hash_table_insert (expected, g_strdup (key), GINT_TO_POINTER (2));
      n_expected++;
      return;
    }
  n_violated++;
  end = isnan (c->end) ? g_strdup ("") : g_strdup_printf (" --end %.17g", c->end);
  printf ("VIOLATION %s, %s, seed %u, settings '%s'%s: %s\n", relation->id, c->id, seed, c->settings, end, text);
  if (options.write != NULL)
    {
      g_autofree char *plain = rel_node_write (c->model), *before = NULL, *after = NULL;
      g_autofree char *name = g_strdup_printf ("%s-%s-%u.yaml", relation->id, c->id, seed),
                      *other = g_strdup_printf ("%s-%s-%u-changed.yaml", relation->id, c->id, seed);

      before = g_strdup_printf ("# %s: %s\n# stepwise-cli run %s --accuracy %g%s --final; settings: %s\n# %s\n%s", relation->id,
                                relation->about, name, c->accuracy, end, c->settings, text, plain);
      after = g_strdup_printf ("# the changed model of %s\n%s", name, changed);
      write_file (name, before);
      write_file (other, after);
    }
  fflush (stdout);
}

static void
check_all (const char *id, const char *text, const char *settings, guint32 seed)
{
  g_autofree char *why = NULL;
  RelCase *c = rel_case_new (id, text, options.accuracy, settings, &why);

  if (c == NULL)
    {
      n_skipped++;
      if (options.verbose)
        printf ("%s: %s\n", id, why);
      return;
    }
  for (gsize k = 0; k < G_N_ELEMENTS (relations); k++)
    {
      g_autofree char *what = NULL, *changed = NULL;
      RelVerdict verdict;

      if (options.relation != NULL && strcmp (options.relation, relations[k]->id) != 0)
        continue;
      verdict = rel_case_check (c, relations[k], seed + (guint32)k, &what, &changed);
      n_held += verdict == REL_HOLDS;
      n_unresolved += verdict == REL_UNRESOLVED;
      if (verdict == REL_VIOLATED)
        report (c, relations[k], seed + (guint32)k, what, changed);
      else if (options.verbose)
        printf ("%s, %s: %s %s\n", relations[k]->id, id,
                verdict == REL_HOLDS        ? "holds"
                : verdict == REL_UNRESOLVED ? "unresolved"
                                            : "does not apply",
                what != NULL ? what : "");
    }
  rel_case_free (c);
}

static void
check_file (const char *path, guint32 seed)
{
  g_autofree char *text = NULL, *id = g_path_get_basename (path);
  g_autoptr (GError) error = NULL;

  if (!g_file_get_contents (path, &text, NULL, &error))
    g_error ("%s", error->message);
  check_all (id, text, options.settings != NULL ? options.settings : "", seed);
}

static void
check_library (guint32 seed)
{
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, sim_config_check_solver);

  if (model_library_n_entries (library) == 0)
    g_error ("there are no models; STEPWISE_DATA_DIR must name the folder that contains models/");
  for (int k = 0; k < model_library_n_entries (library); k++)
    {
      const ModelEntry *entry = model_library_entry (library, k);
      g_autofree char *text = NULL;

      if ((options.model != NULL && strcmp (options.model, entry->id) != 0) || !g_file_get_contents (entry->path, &text, NULL, NULL)
          || strlen (text) > MOST_TEXT)
        continue;
      check_all (entry->id, text, options.settings != NULL ? options.settings : "", seed);
    }
}

static void
check_random (guint32 seed)
{
  for (int k = 0; k < options.random; k++)
    {
      GRand *random = g_rand_new_with_seed (seed + (guint32)k);
      g_autofree char *id = g_strdup_printf ("random-%u", seed + (guint32)k), *text = rel_generate (random);
      g_autofree char *settings = rel_generate_settings (random, strstr (text, "algebraic") != NULL);

      check_all (id, text, options.settings != NULL ? options.settings : settings, seed + (guint32)k);
      g_rand_free (random);
    }
}

int
main (int argc, char **argv)
{
  const GOptionEntry entries[] = {
    { "library", 0, 0, G_OPTION_ARG_NONE, &options.library, "check all models of the library", NULL },
    { "random", 0, 0, G_OPTION_ARG_INT, &options.random, "check N random models", "N" },
    { "rounds", 0, 0, G_OPTION_ARG_INT, &options.rounds, "repeat with N seeds", "N" },
    { "seed", 0, 0, G_OPTION_ARG_INT, &options.seed, "first seed", "S" },
    { "relation", 0, 0, G_OPTION_ARG_STRING, &options.relation, "check one relation", "ID" },
    { "model", 0, 0, G_OPTION_ARG_STRING, &options.model, "check one model", "ID|FILE.yaml" },
    { "settings", 0, 0, G_OPTION_ARG_STRING, &options.settings, "settings of all runs", "'KEY=VALUE …'" },
    { "accuracy", 0, 0, G_OPTION_ARG_DOUBLE, &options.accuracy, "accuracy of all runs", "NUMBER" },
    { "write", 0, 0, G_OPTION_ARG_FILENAME, &options.write, "write the models of violations", "FOLDER" },
    { "expected", 0, 0, G_OPTION_ARG_FILENAME, &options.expected, "known violations", "FILE" },
    { "verbose", 0, 0, G_OPTION_ARG_NONE, &options.verbose, "print each comparison", NULL },
    { NULL, 0, 0, 0, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  GHashTableIter iter;
  gpointer key, value;
  int n_stale = 0;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return 2;
    }
  read_expected ();
  for (int round = 0; round < options.rounds; round++)
    {
      guint32 seed = (guint32)(options.seed + 100000 * round);

      if (options.model != NULL && strstr (options.model, ".yaml") != NULL)
        check_file (options.model, seed);
      else if (options.library || options.model != NULL)
        check_library (seed);
      if (options.random > 0)
        check_random (seed);
    }
  g_hash_table_iter_init (&iter, expected);
  while (options.relation == NULL && options.model == NULL && g_hash_table_iter_next (&iter, &key, &value))
    if (GPOINTER_TO_INT (value) == 1)
      {
        printf ("no longer a violation, remove it from %s: %s\n", options.expected, (char *)key);
        n_stale++;
      }
  printf ("%ld comparisons: %ld hold, %ld violations, %ld expected violations; %ld not resolved, %ld models skipped\n",
          n_held + n_violated + n_expected, n_held, n_violated, n_expected, n_unresolved, n_skipped);
  g_hash_table_unref (expected);
  return n_violated > 0 || n_stale > 0;
}
