/* Performs random actions in a sequence determined by a seed: actions with valid and invalid parameters, keys, the pointer, settings, runs,
 * files and windows. No warning may be logged, and at the end no window may be left.
 *
 * Usage: test-monkey [--first SEED] [--rounds N] [--steps N] [--hands]
 *
 * With --hands the test also moves the real pointer, presses its buttons and types. This is for long runs started by hand, because without
 * a window manager GTK may fail in ways that this program cannot prevent: GDK 4.8 moves menus that do not exist any more, which ends the
 * program with BadWindow. Each step is logged before it is made, so that a failure shows its seed and its last step. A seed repeats the
 * same steps, but their effects also depend on the timing of threads and of the display. */
#include <stdlib.h>
#include <string.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

#include "monkey.h"
#include "random-log.h"
#include "wb-application.h"
#include "wb-export-window.h"
#include "wb-input.h"
#include "wb-style.h"

/* Under a sanitizer, opening and closing a window takes seconds. */
#ifdef __SANITIZE_ADDRESS__
static int first = 1, rounds = 1, steps = 80;
#else
static int first = 1, rounds = 2, steps = 120;
#endif
/* Ends endless runs and writes in progress by closing their windows. */
static void
close_all (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  guint n;

  wb_input_button (GDK_BUTTON_PRIMARY, FALSE);
  while ((n = g_list_model_get_n_items (windows)) > 0)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, n - 1);
      gpointer left = window;
      gboolean ours = WB_IS_WINDOW (window) || WB_IS_EXPORT_WINDOW (window); /* GTK 4.8 never frees a window of shortcuts */

      monkey_tell ("close %s, “%s”", G_OBJECT_TYPE_NAME (window), gtk_window_get_title (window));
      g_object_add_weak_pointer (G_OBJECT (window), &left);
      gtk_window_destroy (window);
      g_clear_object (&window);
      if (ours)
        WAIT_FOR (left == NULL);
      else if (left != NULL)
        g_object_remove_weak_pointer (G_OBJECT (left), &left);
    }
}

/* The log of GTK does not call the handler set by g_test_log_set_fatal_handler. */
static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n, gpointer user)
{
  g_log_writer_default (level, fields, n, NULL);
  if (!(level & (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL)) || random_log_is_excused (fields, n) || wb_test_is_excused (fields, n))
    return G_LOG_WRITER_HANDLED;
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_print_stack_trace ();
#endif
  abort ();
}

static void
test_seed (gconstpointer seed)
{
  g_autofree char *again = NULL;

  monkey.rand = g_rand_new_with_seed (GPOINTER_TO_UINT (seed));
  monkey.folder = g_dir_make_tmp ("stepwise-monkey-XXXXXX", NULL);
  monkey.file = g_build_filename (monkey.folder, "model.yaml", NULL);
  monkey_change_file ();
  g_application_activate (G_APPLICATION (monkey.application));
  wb_test_spin ();
  for (int i = 0; i < steps; i++)
    {
      g_test_message ("seed %u, step %d", GPOINTER_TO_UINT (seed), i);
      monkey_act ();
    }
  monkey_tell ("close all");
  close_all ();
  again = g_strdup_printf ("rm -rf '%s'", monkey.folder);
  g_assert_cmpint (system (again), ==, 0);
  wb_style_set_choice (WB_STYLE_SYSTEM);
  wb_style_set_lecture (FALSE);
  g_clear_pointer (&monkey.session, g_free);
  g_clear_pointer (&monkey.file, g_free);
  g_clear_pointer (&monkey.folder, g_free);
  g_clear_pointer (&monkey.rand, g_rand_free);
}

static void
find_models (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_ptr_array_sort (names, (GCompareFunc) (void (*) (void)) g_ascii_strcasecmp);
  for (guint i = 0; i < names->len; i++)
    if (g_file_test (g_ptr_array_index (names, i), G_FILE_TEST_IS_DIR))
      find_models (g_ptr_array_index (names, i));
    else if (g_str_has_suffix (g_ptr_array_index (names, i), ".yaml"))
      g_ptr_array_add (monkey.models, g_strdup (g_ptr_array_index (names, i)));
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

int
main (int argc, char **argv)
{
  const GOptionEntry options[] = {
    { "first", 0, 0, G_OPTION_ARG_INT, &first, "The first seed", "SEED" }, { "rounds", 0, 0, G_OPTION_ARG_INT, &rounds, "Seeds", "N" },
    { "steps", 0, 0, G_OPTION_ARG_INT, &steps, "Steps of each", "N" },
    { "hands", 0, 0, G_OPTION_ARG_NONE, &monkey.hands, "Pointer and keys too", NULL }, { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autofree char *library = NULL;
  int status;

  gtk_test_init (&argc, &argv, NULL);
  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, NULL))
    return 2;
  monkey.models = g_ptr_array_new_with_free_func (g_free);
  g_log_set_always_fatal (G_LOG_FATAL_MASK);
  g_log_set_writer_func (write_log, NULL, NULL);
  library = g_test_build_filename (G_TEST_DIST, "..", "models", NULL);
  find_models (library);
  g_ptr_array_sort (monkey.models, compare_paths);
  if (monkey.hands && !wb_input_open ())
    g_printerr ("the display takes no pointer and keys\n");
  wb_dialogs_set_file_hook (monkey_answer_file);
  monkey.application = GTK_APPLICATION (wb_application_new ());
  g_application_set_flags (G_APPLICATION (monkey.application), G_APPLICATION_NON_UNIQUE);
  g_application_set_default (G_APPLICATION (monkey.application));
  g_assert_true (g_application_register (G_APPLICATION (monkey.application), NULL, NULL));
  g_application_hold (G_APPLICATION (monkey.application));
  for (int i = 0; i < rounds; i++)
    {
      g_autofree char *name = g_strdup_printf ("/monkey/random-input-causes-no-crash-and-no-warning/%d", first + i);

      g_test_add_data_func (name, GINT_TO_POINTER (first + i), test_seed);
    }
  status = g_test_run ();
  g_object_unref (monkey.application);
  g_ptr_array_unref (monkey.models);
  wb_input_close ();
  return status;
}
