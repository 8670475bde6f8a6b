/* The window for a German user: what the layers below it say of a file is German too, from the catalogue that is installed. */
#include "wb-test.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

#include "wb-preferences.h"

/* Five errors, each of another layer: YAML, the schema, an expression, a name in its place, a plot. */
static const char wrong_text[] = "format: 1\n"
                                 "name: Pendel\n"
                                 "time: {end: 10}\n"
                                 "parameters:\n"
                                 "  g: {value: 9.81, units: m/s^2}\n"
                                 "states:\n"
                                 "  phi: {initial: 1, derivative: omega}\n"
                                 "  omega: {initial: 0, derivative: \"-g*sin(1,5)\"}\n";
static const char misnamed_text[] = "format: 1\n"
                                    "name: Pendel\n"
                                    "time: {end: 10}\n"
                                    "parameters: {g: 9.81, l: 1}\n"
                                    "states:\n"
                                    "  phi: {initial: 1, derivative: omga}\n"
                                    "  omega: {initial: 0, derivative: -g/l*sin(phi)}\n"
                                    "plots:\n"
                                    "  - {type: phase, x: phi, y: omeg}\n";
static const char unfinished_text[] = "format: 1\n"
                                      "name: [Pendel\n";

static const struct
{
  const char *text;
  const char *says[3];
} files[] = {
  { wrong_text, { "    ↳ unbekannter Schlüssel „units“, ein Parameter hat keinen solchen; war „unit“ gemeint?\n",
                  "    ↳ sin verlangt 1 Argument, bekam 2; Dezimalzahlen haben einen Punkt, kein Komma\n", NULL } },
  { misnamed_text, { "    ↳ die Ableitung von „phi“ verwendet den unbekannten Namen „omga“; war „omega“ gemeint?\n",
                     "    ↳ ein Diagramm nennt die unbekannte Spalte „omeg“; war „omega“ gemeint?\n", NULL } },
  { unfinished_text, { "hier soll „,“ oder „]“ stehen; ein Ausdruck mit , [ ] { oder } braucht Anführungszeichen", NULL } },
};

static GtkWindow *
newest_window (GtkWindow *not_this)
{
  GListModel *windows = gtk_window_get_toplevels ();
  GtkWindow *newest = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (window != not_this && gtk_widget_get_mapped (GTK_WIDGET (window)))
        newest = window;
    }
  return newest;
}

static void
test_broken (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  WbWindow *window = wb_test_window (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = wb_test_write (folder, "pendel.yaml", files[i].text), *shown = NULL;
      g_autoptr (GString) unfolded = NULL;
      GtkWindow *view;
      GtkTextBuffer *buffer;

      g_assert_false (wb_window_open_path (window, path));
      wb_test_act (window, "win.model-text");
      WAIT_FOR ((view = newest_window (GTK_WINDOW (window))) != NULL);
      buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (wb_test_find (GTK_WIDGET (view), GTK_TYPE_TEXT_VIEW, NULL)));
      g_object_get (buffer, "text", &shown, NULL);
      unfolded = g_string_new (shown);
      g_string_replace (unfolded, "\n      ", " ", 0);
      for (guint k = 0; k < G_N_ELEMENTS (files[i].says) && files[i].says[k] != NULL; k++)
        if (strstr (unfolded->str, files[i].says[k]) == NULL)
          g_error ("“%s” does not hold “%s”", unfolded->str, files[i].says[k]);
      gtk_window_destroy (view);
      wb_test_spin ();
      g_unlink (path);
    }
  wb_test_close (window);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_autofree char *locales = wb_preferences_locale_folder ();

  gtk_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "");
  wb_test_init ();
  bindtextdomain ("stepwise", locales);
  bind_textdomain_codeset ("stepwise", "UTF-8");
  textdomain ("stepwise");
  g_assert_cmpstr (gettext ("Accuracy"), ==, "Genauigkeit");
  g_test_add_func ("/german/broken", test_broken);
  return g_test_run ();
}
