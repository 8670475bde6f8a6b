/* The random actions of the monkey test that use files. */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "monkey.h"
#include "wb-export-window.h"
#include "wb-session-file.h"

/* Returns the path of a link to /dev/full. If the program writes to a name
 * beside it or adds an ending to the name, that file is in the folder of the
 * test. */
static char *
full_device (const char *name)
{
  g_autofree char *link_name = g_strconcat ("full-", name, NULL);
  char *path = g_build_filename (monkey.folder, link_name, NULL);

  if (symlink ("/dev/full", path) != 0)
    monkey_tell ("  %s exists", path);
  return path;
}

static char *
any_path (const char *ending)
{
  g_autofree char *name = g_strdup_printf ("monkey-%d%s", monkey_below (3), ending);

  switch (monkey_below (8))
    {
    case 0: return full_device (name);
    case 1: return g_strdup ("/proc/nothing/at-all");
    case 2: return g_strdup (monkey.folder);
    case 3: return g_build_filename (monkey.folder, "no", "such", name, NULL);
    default: return g_build_filename (monkey.folder, name, NULL);
    }
}

gboolean
monkey_answer_file (gboolean save, const char *suggested, WbPathFunc func, gpointer user)
{
  const char *dot = suggested != NULL ? strrchr (suggested, '.') : NULL;
  g_autofree char *path = save ? any_path (dot != NULL ? dot : "") : g_strdup (monkey_model ());

  func (monkey_one_in (4) ? NULL : path, user);
  return TRUE;
}

void
monkey_use_export (void)
{
  static const char *const endings[WB_N_EXPORT_FORMATS] = { ".png", ".svg", ".pdf", ".csv", ".gif", ".html" };
  WbExportWindow *export = (WbExportWindow *) monkey_widget (WB_TYPE_EXPORT_WINDOW);
  WbExportFormat format = (WbExportFormat) monkey_below (WB_N_EXPORT_FORMATS);
  g_autofree char *path = any_path (endings[format]);

  if (export == NULL)
    {
      g_action_group_activate_action (G_ACTION_GROUP (monkey_window ()), "export", NULL);
      return;
    }
  monkey_tell ("  as %s to %s", endings[format], path);
  wb_export_window_set_format (export, format);
  if (monkey_one_in (3))
    wb_export_window_choose_plot (export, monkey_below (4));
  if (monkey_one_in (2))
    wb_export_window_save (export, path);
  if (monkey_one_in (3))
    gtk_window_close (GTK_WINDOW (export));
}

void
monkey_use_session (void)
{
  WbWindow *window = monkey_window ();
  g_autoptr (GError) error = NULL;

  if (monkey.session == NULL || monkey_one_in (3))
    {
      char *text = wb_session_file_text (wb_window_session (window));

      if (text == NULL)
        return;
      g_free (monkey.session);
      monkey.session = text;
    }
  else
    {
      gsize length = monkey_one_in (2) ? strlen (monkey.session) : (gsize) monkey_below ((int) strlen (monkey.session));
      g_autofree char *text = g_strndup (monkey.session, length);
      g_autofree char *valid = g_utf8_make_valid (text, -1);

      monkey_tell ("  %zu of %zu bytes", strlen (text), strlen (monkey.session));
      if (!wb_session_file_load_text (monkey_one_in (2) ? text : valid, "monkey", wb_window_session (window), &error))
        g_assert_nonnull (error);
    }
}

/* Changes the model's file while it is open. The new file is valid or broken, or the file is removed or replaced by a
 * folder. */
void
monkey_change_file (void)
{
  static const char *const texts[] = {
    "format: 1\nname: One\ntime: {end: 5}\nparameters: {k: 2}\nstates: {x: {initial: 1, derivative: -k*x}}\n",
    "format: 1\nname: Two\ntime: {end: 5}\nparameters: {a: 2, k: 1}\nstates: {y: {initial: 1, derivative: v}, v: {initial: 0, derivative: -k*y}}\n",
    "format: 1\nname: Root\ntime: {end: 5}\nstates: {x: {initial: 1, derivative: -sqrt(x)}}\n",
    "format: 1\nname: Wrong\nstates: {x: {initial: 1, derivative: -q*x}}\n",
    "\x01\x02\xff garbage: [", "", "format: 1\n",
  };

  g_rmdir (monkey.file);
  switch (monkey_below (10))
    {
    case 0: g_remove (monkey.file); break;
    case 1: g_remove (monkey.file); g_mkdir (monkey.file, 0700); break;
    default: g_file_set_contents (monkey.file, MONKEY_ANY (texts), -1, NULL); break;
    }
}
