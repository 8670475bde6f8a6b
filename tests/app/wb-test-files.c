#include "wb-test-files.h"

#include <glib/gstdio.h>

#include "wb-dialogs.h"

static char *chosen;

static gboolean
choose_file (gboolean save, const char *suggested, WbPathFunc func, gpointer user)
{
  g_free (chosen);
  chosen = wb_test_place (suggested);
  g_remove (chosen);
  func (chosen, user);
  return TRUE;
}

void
wb_test_files_begin (void)
{
  wb_test_files_forget ();
  wb_dialogs_set_file_hook (choose_file);
}

void
wb_test_files_end (void)
{
  wb_dialogs_set_file_hook (NULL);
  wb_test_files_forget ();
}

const char *
wb_test_files_chosen (void)
{
  return chosen;
}

void
wb_test_files_forget (void)
{
  g_clear_pointer (&chosen, g_free);
}
