#include "comma-locale.h"

#include <locale.h>

#define NAME "de_DE.UTF-8"

char *
comma_locale_new (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("stepwise-locale-XXXXXX", &error);
  g_assert_no_error (error);
  g_autofree char *path = g_build_filename (folder, NAME, NULL);
  const char *argv[] = { "localedef", "-i", "de_DE", "-f", "UTF-8", path, NULL };
  int status;
  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                     NULL, NULL, &status, &error)
      || !g_spawn_check_wait_status (status, &error))
    {
      g_test_message ("localedef cannot make %s: %s", NAME, error->message);
      comma_locale_free (folder);
      return NULL;
    }
  g_setenv ("LOCPATH", folder, TRUE);
  return folder;
}

void
comma_locale_use (void)
{
  g_assert_cmpstr (setlocale (LC_ALL, NAME), ==, NAME);
  g_assert_cmpstr (localeconv ()->decimal_point, ==, ",");
  g_autofree char *half = g_strdup_printf ("%.1f", 0.5);
  g_assert_cmpstr (half, ==, "0,5");
}

void
comma_locale_free (char *folder)
{
  if (folder == NULL)
    return;
  setlocale (LC_ALL, "C.UTF-8");
  g_unsetenv ("LOCPATH");
  const char *argv[] = { "rm", "-rf", folder, NULL };
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
  g_free (folder);
}
