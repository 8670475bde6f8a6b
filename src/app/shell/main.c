/* The main function of the program stepwise. */
#include <glib/gi18n.h>
#include <gtk/gtk.h>
#include <locale.h>
#include <malloc.h>
#include <stdlib.h>

#include "model-search.h"
#include "ode-methods.h"
#include "wb-application.h"
#include "wb-preferences.h"

/* Sets the locale of the environment. If it is not installed, or is "C", gettext would ignore the language that the environment asks for; the texts
 * are then taken from the files of translations in the locale C.UTF-8, which is a part of the C library. */
static void
choose_locale (void)
{
  gboolean set = setlocale (LC_ALL, "") != NULL;
  const char *language = g_get_language_names ()[0];

  if ((set && strcmp (setlocale (LC_MESSAGES, NULL), "C") != 0) || strcmp (language, "C") == 0 || setlocale (LC_ALL, "C.UTF-8") == NULL)
    return;
  g_setenv ("LANGUAGE", language, FALSE);
  gtk_disable_setlocale (); /* GTK would set the locale of the environment again */
}

int
main (int argc, char **argv)
{
  g_autoptr (WbApplication) application = NULL;
  g_autofree char *locales = wb_preferences_locale_folder ();
  g_autoptr (GError) error = NULL;
  const OdeMethod *const *methods;
  int status, n_methods;

  /* The cairo renderer allocates and frees buffers of the size of the window in every frame. If these pages stay mapped, it takes 40 % less
   * time (measured). */
  mallopt (M_MMAP_THRESHOLD, 256 << 20);
  mallopt (M_TRIM_THRESHOLD, 512 << 20);
  /* malloc makes an arena for each thread, and each run has a thread. Four arenas are enough for the window, the painter, the run and the
   * pool. */
  mallopt (M_ARENA_MAX, 4);

  choose_locale ();
  bindtextdomain ("stepwise", locales);
  bind_textdomain_codeset ("stepwise", "UTF-8");
  textdomain ("stepwise");

  methods = ode_methods (&n_methods);
  if (!model_method_check (methods, n_methods, &error))
    {
      g_printerr ("stepwise: %s\n", error->message);
      return EXIT_FAILURE;
    }
  application = wb_application_new ();
  status = g_application_run (G_APPLICATION (application), argc, argv);
  return status != 0 ? status : wb_application_status (application);
}
