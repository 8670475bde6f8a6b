/* Finds the files of live pages in the source tree, in the build folder or in the installation. */
#include "page-files.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model-library.h"

G_DEFINE_QUARK (page - error, page_error)

/* Returns the path of a file in a folder if it exists, else NULL. */
static char *
find_in (const char *folder, const char *name)
{
  g_autofree char *path = folder != NULL && folder[0] != '\0' ? g_build_filename (folder, name, NULL) : NULL;

  return path != NULL && g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&path) : NULL;
}

/* Returns the path of a file, or NULL. */
static char *
find (const char *name)
{
  g_auto (GStrv) folders = model_library_folders ("page");
  g_autofree char *program = NULL, *folder = NULL, *build = NULL;
  char *path = find_in (g_getenv ("STEPWISE_PAGE_DIR"), name);

  for (guint k = 0; folders[k] != NULL && path == NULL; k++)
    path = find_in (folders[k], name);
  if (path != NULL)
    return path;
  /* In a build folder the programs are in src/cli and src/app, and the module is in src/page. */
  program = g_file_read_link ("/proc/self/exe", NULL);
  folder = program != NULL ? g_path_get_dirname (program) : NULL;
  build = folder != NULL ? g_build_filename (folder, "..", "page", NULL) : NULL;
  return find_in (build, name);
}

char *
page_file_read (const char *name, gsize *length, GError **error)
{
  g_autofree char *path = find (name);
  char *text;

  if (path == NULL)
    {
      if (g_str_has_suffix (name, ".gz"))
        g_set_error_literal (error, PAGE_ERROR, PAGE_ERROR_FILE,
                             _ ("this program was built without the core for live pages; it needs the packages clang, lld, wasi-libc and "
                                "libclang-rt-14-dev-wasm32"));
      else
        g_set_error (error, PAGE_ERROR, PAGE_ERROR_FILE, _ ("the file '%s' of live pages is not installed"), name);
      return NULL;
    }
  return g_file_get_contents (path, &text, length, error) ? text : NULL;
}

gboolean
page_is_available (GError **error)
{
  g_autofree char *module = page_file_read ("stepwise-page-core.gz", NULL, error);
  g_autofree char *script = module != NULL ? page_file_read ("page.js", NULL, error) : NULL;

  return script != NULL;
}
