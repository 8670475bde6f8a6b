/* Tests the models of the project, the library and tableaus. */
#include "guard-memory.h"
#include "model-library.h"
#include "model-system.h"
#include "model-tableau.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

static void
assert_no_errors (GPtrArray *diagnostics)
{
  g_autofree char *text = model_diagnostics_to_string (diagnostics);

  g_assert_cmpstr (text, ==, "");
}

/* All models of the project load without a diagnostic, and their right-hand sides can be evaluated at the start. */
static void
test_shipped_models (void)
{
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, NULL);
  int n = model_library_n_entries (library);

  g_assert_cmpint (n, >, 0);
  for (int k = 0; k < n; k++)
    {
      const ModelEntry *entry = model_library_entry (library, k);
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (Model) model = model_library_open (entry->id, NULL, diagnostics);
      g_autoptr (ModelSystem) system = NULL;
      g_autofree double *x = NULL;
      g_autofree double *d = NULL;
      g_autofree double *f = NULL;

      if (entry->errors != NULL)
        {
          g_autofree char *text = model_diagnostics_to_string (entry->errors);

          g_error ("%s", text);
        }
      assert_no_errors (diagnostics);
      g_assert_cmpstr (model_id (model), ==, entry->id);
      system = model_system_new (model, NULL, &error);
      g_assert_no_error (error);
      x = g_new0 (double, model_system_n_states (system) + 1);
      f = g_new0 (double, model_system_n_states (system) + 1);
      d = g_new0 (double, model_system_n_discrete (system) + 1);
      g_assert_true (model_system_initial (system, x, d, &error));
      g_assert_cmpint (model_system_ode (system)->rhs (system, model_system_t_start (system), x, f), ==, ODE_DONE);
    }
}

/* A library frees all memory that it allocates. The first scans also fill caches. */
static void
test_free (void)
{
  long kept = 1;

  for (int k = 0; k < 3 && kept > 0; k++)
    {
      long before = guard_memory_blocks ();
      ModelLibrary *library = model_library_scan (NULL, NULL);

      model_library_free (library);
      kept = guard_memory_blocks () - before;
    }
  g_assert_cmpint (kept, ==, 0);
}

/* ---- a library in a temporary folder ---- */

static char *
make_library (void)
{
  char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  static const struct
  {
    const char *name, *text;
  } files[] = {
    { "b.yaml", "format: 1\nname: Zebra crossing\ncategory: Animals\ntags: [stripes]\nstates: {x: {initial: 1, derivative: -x}}\n" },
    { "a.yaml", "format: 1\nname: Apples and Äpfel\ncategory: Animals\nsummary: Not a beast.\nstates: {x: {initial: 1, derivative: "
                "-x}}\n" },
    { "broken.yaml", "format: 1\nname: Broken\ncategory: Animals\nstates: {x: {initial: 1, derivative: -y}}\n" },
    { "notes.txt", "not a model" },
    { ".hidden.yaml", "not a model" },
    { "sub/deep.yaml", "format: 1\nname: Deep\ncategory: Zoo\nstates: {x: {initial: 1, derivative: -x}}\n" },
  };
  g_autofree char *sub = g_build_filename (folder, "sub", NULL);

  g_assert_cmpint (g_mkdir (sub, 0700), ==, 0);
  for (gsize k = 0; k < G_N_ELEMENTS (files); k++)
    {
      g_autofree char *path = g_build_filename (folder, files[k].name, NULL);

      g_assert_true (g_file_set_contents (path, files[k].text, -1, NULL));
    }
  return folder;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        remove_folder (path);
      else
        g_remove (path);
    }
  g_rmdir (folder);
}

static void
test_scan (void)
{
  g_autofree char *folder = make_library ();
  g_autoptr (ModelLibrary) library = model_library_scan (folder, NULL);
  const ModelEntry *broken = model_library_find (library, "broken");
  const ModelEntry *zebra = model_library_find (library, "b");
  const ModelEntry *apples = model_library_find (library, "a");
  int position[3] = { -1, -1, -1 };

  g_assert_nonnull (broken);
  g_assert_nonnull (broken->errors);
  g_assert_cmpuint (model_diagnostics_n_errors (broken->errors), ==, 1);
  g_assert_cmpstr (broken->name, ==, "broken");
  g_assert_cmpstr (broken->category, ==, "Animals");
  g_assert_null (zebra->errors);
  g_assert_true (zebra->user);
  g_assert_nonnull (model_library_find (library, "deep"));
  g_assert_null (model_library_find (library, "notes"));
  g_assert_null (model_library_find (library, ".hidden"));

  /* Entries are sorted by category, then by name. */
  for (int k = 0; k < model_library_n_entries (library); k++)
    {
      const ModelEntry *entry = model_library_entry (library, k);

      position[0] = entry == apples ? k : position[0];
      position[1] = entry == zebra ? k : position[1];
      position[2] = strcmp (entry->id, "deep") == 0 ? k : position[2];
    }
  g_assert_cmpint (position[0], <, position[1]);
  g_assert_cmpint (position[1], <, position[2]);

  g_assert_cmpint (model_entry_match (zebra, "stripes"), !=, MODEL_MATCH_NONE);
  g_assert_cmpint (model_entry_match (zebra, "zebra"), ==, MODEL_MATCH_NAME);
  g_assert_cmpint (model_entry_match (zebra, "zebra stripes"), ==, MODEL_MATCH_ABOUT);
  g_assert_cmpint (model_entry_match (zebra, "-x"), ==, MODEL_MATCH_TEXT);
  g_assert_cmpint (model_entry_match (zebra, "derivative"), ==, MODEL_MATCH_NONE);
  g_assert_cmpint (model_entry_match (zebra, "CROSSING animals"), !=, MODEL_MATCH_NONE);
  g_assert_cmpint (model_entry_match (zebra, "crossing fish"), ==, MODEL_MATCH_NONE);
  g_assert_cmpint (model_entry_match (apples, "äpf"), !=, MODEL_MATCH_NONE);
  g_assert_cmpint (model_entry_match (apples, "beast"), !=, MODEL_MATCH_NONE);
  g_assert_cmpint (model_entry_match (apples, ""), !=, MODEL_MATCH_NONE);
  remove_folder (folder);
}

/* Writes a file and sets its modification time. */
static void
write_at (const char *path, const char *text, gint64 seconds)
{
  struct timespec times[2] = { { .tv_sec = seconds }, { .tv_sec = seconds } };

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

static void
assert_name (const char *folder, const char *index, const char *stamp, const char *id, const char *name)
{
  g_autoptr (ModelLibrary) library = model_library_scan_indexed (folder, index, stamp, NULL);
  const ModelEntry *entry = model_library_find (library, id), *broken = model_library_find (library, "broken");

  g_assert_nonnull (entry);
  g_assert_cmpstr (entry->name, ==, name);
  g_assert_cmpstr (entry->category, ==, "Animals");
  g_assert_cmpuint (g_strv_length (entry->tags), ==, 1);
  g_assert_cmpstr (entry->tags[0], ==, "stripes");
  g_assert_cmpint (model_entry_match (entry, "-x"), ==, MODEL_MATCH_TEXT);
  g_assert_null (entry->errors);
  g_assert_nonnull (broken);
  g_assert_nonnull (broken->errors);
}

/* Within a category, models are sorted by name without its article. */
static void
test_order (void)
{
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, NULL);
  int wind = -1, brusselator = -1, rayleigh = -1;

  for (int k = 0; k < model_library_n_entries (library); k++)
    {
      const ModelEntry *entry = model_library_entry (library, k);

      if (strcmp (entry->name, "An oscillator in the wind") == 0)
        wind = k;
      else if (strcmp (entry->name, "Brusselator") == 0)
        brusselator = k;
      else if (strcmp (entry->id, "rayleigh") == 0)
        rayleigh = k;
    }
  g_assert_cmpint (brusselator, >=, 0);
  g_assert_cmpint (brusselator, <, wind);
  g_assert_cmpint (wind, <, rayleigh);
}

/* A file whose modification time and size have not changed is not read again. It is read again if one of them, or the version of the
 * program, has changed. */
static void
test_index (void)
{
  static const char *const first = "format: 1\nname: Zebra crossing\ncategory: Animals\ntags: [stripes]\nstates: {x: {initial: 1, "
                                   "derivative: -x}}\n";
  static const char *const second = "format: 1\nname: Tiger crossing\ncategory: Animals\ntags: [stripes]\nstates: {x: {initial: 1, "
                                    "derivative: -x}}\n";
  g_autofree char *folder = make_library (), *cache = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *index = g_build_filename (cache, "deeper", "models.index", NULL), *path = g_build_filename (folder, "b.yaml", NULL);
  g_autofree char *data = NULL;
  gsize size;
  struct stat before, after;

  write_at (path, first, 1000);
  assert_name (folder, index, "1", "b", "Zebra crossing");
  g_assert_true (g_file_test (index, G_FILE_TEST_IS_REGULAR));
  write_at (path, second, 1000);
  assert_name (folder, index, "1", "b", "Zebra crossing");
  assert_name (folder, index, "2", "b", "Tiger crossing");
  write_at (path, first, 2000);
  assert_name (folder, index, "2", "b", "Zebra crossing");

  /* An index that does not change is not written again. A written index is a new file. */
  g_assert_cmpint (stat (index, &before), ==, 0);
  assert_name (folder, index, "2", "b", "Zebra crossing");
  g_assert_cmpint (stat (index, &after), ==, 0);
  g_assert_true (before.st_ino == after.st_ino);

  /* A damaged index is ignored. */
  g_assert_true (g_file_get_contents (index, &data, &size, NULL));
  for (gsize cut = 1; cut < 64; cut += 7)
    {
      write_at (path, first, 3000 - (gint64) cut);
      g_assert_true (g_file_set_contents (index, data, (gssize) (size - cut), NULL));
      assert_name (folder, index, "2", "b", "Zebra crossing");
      memset (data + cut * 3, (int) cut, 5);
      g_assert_true (g_file_set_contents (index, data, (gssize) size, NULL));
      write_at (path, cut % 2 == 0 ? first : second, 3000 + (gint64) cut);
      assert_name (folder, index, "2", "b", cut % 2 == 0 ? "Zebra crossing" : "Tiger crossing");
    }
  remove_folder (folder);
  remove_folder (cache);
}

static void
test_open (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) none = model_library_open ("no-such-model-at-all", NULL, diagnostics);
  g_autoptr (Model) file = NULL;
  g_auto (GStrv) folders = model_library_folders ("models");

  g_assert_null (none);
  g_assert_cmpuint (diagnostics->len, ==, 1);
  g_assert_nonnull (folders[0]);
  file = model_library_open ("nowhere/x.yaml", NULL, diagnostics);
  g_assert_null (file);
  g_assert_cmpuint (diagnostics->len, ==, 2);
}

/* ---- Runge–Kutta tableaus from files ---- */

static void
test_shipped_tableaus (void)
{
  static const struct
  {
    const char *name;
    int n_stages, order, embedded_order;
  } expected[] = {
    { "ralston3", 3, 3, 0 },   { "heun-euler", 2, 2, 1 },          { "butcher6", 7, 6, 0 },
    { "crouzeix", 2, 3, 0 },   { "hammer-hollingsworth", 2, 4, 0 },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (expected); k++)
    {
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      const OdeMethod *method = model_tableau_method (expected[k].name, diagnostics);

      assert_no_errors (diagnostics);
      g_assert_nonnull (method);
      g_assert_cmpint (method->tableau->n_stages, ==, expected[k].n_stages);
      g_assert_cmpint (method->order, ==, expected[k].order);
      g_assert_cmpint (method->embedded_order, ==, expected[k].embedded_order);
    }
}

static void
test_tableau_numbers (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  OdeMethod *method = model_tableau_load_text ("format: 1\nname: T\nA: [[], [1/2]]\nb: [0, sqrt(4)/2]\n", "t", diagnostics);

  assert_no_errors (diagnostics);
  g_assert_cmpstr (method->id, ==, "t");
  g_assert_cmpstr (method->label, ==, "T");
  g_assert_cmpfloat (method->tableau->A[2], ==, 0.5);
  g_assert_cmpfloat (method->tableau->A[1], ==, 0);
  g_assert_cmpfloat (method->tableau->c[1], ==, 0.5);
  g_assert_cmpfloat (method->tableau->b[1], ==, 1);
  g_assert_null (method->tableau->b_hat);
  ode_method_free_custom (method);
}

static const struct
{
  const char *text, *message;
} bad_tableaus[] = {
  { "format: 1\nname: T\nA: [[]]\n", "t:1:1: a tableau needs 'b'\n" },
  { "format: 1\nname: T\nA: [[], [1/2]]\nb: [1]\n", "t:4:4: 'b' has 1 entries; the tableau has 2 stages\n" },
  { "format: 1\nname: T\nA: [[], [1/2, 0, 1]]\nb: [0, 1]\n", "t:3:9: row 2 of 'A' has 3 entries; the tableau has 2 stages\n" },
  { "format: 1\nname: T\nA: [[], [a]]\nb: [0, 1]\n", "t:3:10: unknown name 'a'\n" },
  { "format: 1\nname: T\nA: [[], [1/0]]\nb: [0, 1]\n", "t:3:10: '1/0' is not a finite number\n" },
  { "format: 1\nname: T\nA: [[]]\nb: [1]\nbhat: [1]\n", "t:5:1: unknown key 'bhat' in a tableau; did you mean 'b_hat'?\n" },
  { "- 1\n", "t:1:1: a tableau is a mapping with the keys name, A and b\n" },
};

static void
test_bad_tableaus (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (bad_tableaus); k++)
    {
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      OdeMethod *method = model_tableau_load_text (bad_tableaus[k].text, "t", diagnostics);
      g_autofree char *text = model_diagnostics_to_string (diagnostics);

      g_assert_null (method);
      g_assert_cmpstr (text, ==, bad_tableaus[k].message);
    }
}

/* If the program was moved after its installation, it finds its models in the data folders of the
 * desktop. */
static void
test_elsewhere (void)
{
  g_autofree char *place = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *stepwise = g_build_filename (place, "stepwise", NULL), *models = g_build_filename (stepwise, "models", NULL);

  if (g_test_subprocess ())
    {
      g_auto (GStrv) folders = model_library_folders ("models");

      g_print ("%s\n", folders[0] != NULL ? folders[0] : "none");
      g_rmdir (place);
      return;
    }
  g_assert_cmpint (g_mkdir_with_parents (models, 0700), ==, 0);
  {
    g_auto (GStrv) now = g_get_environ ();
    const char *data = g_environ_getenv (now, "STEPWISE_DATA_DIR"), *dirs = g_environ_getenv (now, "XDG_DATA_DIRS");
    g_autofree char *all = g_strconcat (place, ":/usr/share", NULL);

    g_unsetenv ("STEPWISE_DATA_DIR");
    g_setenv ("XDG_DATA_DIRS", all, TRUE);
    g_test_trap_subprocess (NULL, 0, 0);
    g_test_trap_assert_passed ();
    /* An installation on this machine would have priority over the folders of the test. */
    if (!g_file_test ("/usr/local/share/stepwise", G_FILE_TEST_IS_DIR))
      g_test_trap_assert_stdout ("*stepwise-*/stepwise/models*");
    if (data != NULL)
      g_setenv ("STEPWISE_DATA_DIR", data, TRUE);
    if (dirs != NULL)
      g_setenv ("XDG_DATA_DIRS", dirs, TRUE);
    else
      g_unsetenv ("XDG_DATA_DIRS");
  }
  g_rmdir (models);
  g_rmdir (stepwise);
  g_rmdir (place);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/library/every-shipped-model-loads-and-evaluates", test_shipped_models);
  g_test_add_func ("/model/library/a-library-frees-its-memory", test_free);
  g_test_add_func ("/model/library/the-list-contains-valid-and-broken-models-and-can-be-searched", test_scan);
  g_test_add_func ("/model/library/models-are-sorted-by-name-ignoring-a-leading-article", test_order);
  g_test_add_func ("/model/library/unchanged-files-are-not-read-again", test_index);
  g_test_add_func ("/model/library/opening-an-unknown-model-reports-one-error", test_open);
  g_test_add_func ("/model/library/models-are-found-after-the-installation-was-moved", test_elsewhere);
  g_test_add_func ("/model/tableau/shipped-tableaus-have-the-orders-they-state", test_shipped_tableaus);
  g_test_add_func ("/model/tableau/entries-of-a-tableau-may-be-expressions", test_tableau_numbers);
  g_test_add_func ("/model/tableau/errors-in-a-tableau-file-have-line-and-column", test_bad_tableaus);
  return g_test_run ();
}
