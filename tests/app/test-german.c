/* The window in German: messages of the layers below are German too, from the
 * installed catalogue. */
#include "wb-test.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

#include "wb-failure-bar.h"
#include "wb-preferences.h"

/* Five errors, each of another layer: YAML, schema, expression, name, plot. */
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
/* The error is in another file. */
static const char table_text[] = "format: 1\n"
                                 "name: Tabelle\n"
                                 "tables: {d: {file: daten.csv}}\n"
                                 "states: {x: {initial: 1, derivative: d(t)}}\n";
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
  { table_text, { NULL } },
};

/* Checks one number for each line of the file, none for the notes, and that no
 * note is longer than its window is wide. */
static void
check_lines (GtkWidget *view, const char *text, const char *shown)
{
  g_auto (GStrv) numbers = g_strsplit (gtk_label_get_text (GTK_LABEL (wb_test_find (view, GTK_TYPE_LABEL, "line-numbers"))), "\n", -1);
  g_auto (GStrv) source = g_strsplit (text, "\n", -1), lines = g_strsplit (shown, "\n", -1);
  guint n = 0;

  g_assert_cmpuint (g_strv_length (numbers), ==, g_strv_length (lines));
  for (guint i = 0; lines[i] != NULL; i++)
    if (numbers[i][0] != '\0')
      {
        g_assert_cmpint (atoi (numbers[i]), ==, n + 1);
        g_assert_cmpstr (lines[i], ==, source[n++]);
      }
    else
      g_assert_cmpint (g_utf8_strlen (lines[i], -1), <=, 84);
  g_assert_cmpuint (n, ==, g_strv_length (source));
}

static void
test_broken (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *table = wb_test_write (folder, "daten.csv", "0, 1\n1, 2\n1, zwei\n");
  WbWindow *window = wb_test_window (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = wb_test_write (folder, "pendel.yaml", files[i].text), *shown = NULL;
      g_autoptr (GString) unfolded = NULL;
      GtkWindow *view;
      GtkTextBuffer *buffer;

      g_assert_false (wb_window_open_path (window, path));
      wb_test_act (window, "win.model-text");
      WAIT_FOR ((view = wb_test_newest_window (GTK_WINDOW (window))) != NULL);
      buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (wb_test_find (GTK_WIDGET (view), GTK_TYPE_TEXT_VIEW, NULL)));
      g_object_get (buffer, "text", &shown, NULL);
      check_lines (GTK_WIDGET (view), files[i].text, shown);
      unfolded = g_string_new (shown);
      g_string_replace (unfolded, "\n      ", " ", 0);
      for (guint k = 0; k < G_N_ELEMENTS (files[i].says) && files[i].says[k] != NULL; k++)
        if (strstr (unfolded->str, files[i].says[k]) == NULL)
          g_error ("“%s” does not hold “%s”", unfolded->str, files[i].says[k]);
      if (files[i].says[0] == NULL)
        g_assert_cmpstr (shown, ==, files[i].text);
      gtk_window_destroy (view);
      wb_test_spin ();
      g_unlink (path);
    }
  wb_test_close (window);
  g_unlink (table);
  g_rmdir (folder);
}

/* ---- runs that fail ---- */

#define HEAD "format: 1\nname: Fehlschlag\ntime: {start: 0, end: 3, unit: s}\n"

/* Every text on the card, in order, with the whole message after its first
 * line. */
static const struct
{
  const char *text, *says;
} failures[] = {
  { HEAD "states: {x: {initial: 1, derivative: -50*x/(0.001 + (t - 1)^2)}}\nsolver: {min_step: 0.01, throw_on_min_step: true}\n",
    "Der Schritt fiel unter das Minimum von 0.01\u00a0s bei *\u00a0s. "
    "(Dormand–Prince 5(4) scheiterte bei t = *, wo der nächste Schritt * wäre: *; * der letzten * Versuche abgelehnt*) | "
    "* der letzten * Versuche abgelehnt* Den minimalen Schritt verkleinern oder den Lauf mit ihm fortsetzen. | "
    "Minimalen Schritt aufheben | Mit minimalem Schritt fortsetzen | Genauigkeit auf ein Zehntel verringern" },
  { HEAD "states: {x: {initial: 1, derivative: -sqrt(x) - 0.2}}\n",
    "Das Modell hat nach *\u00a0s keinen endlichen Wert. (*: *nicht endlich*) | "
    "* der letzten * Versuche abgelehnt, der Schritt fiel von * auf *; x begrenzte * der Versuche. Mögliche Ursachen: eine Division durch "
    "null, eine Wurzel oder ein Logarithmus einer negativen Zahl oder ein fehlendes Ereignis davor. | "
    "Den Lauf bei * beenden | Im Editor öffnen" },
  { HEAD "states: {x: {initial: 0, derivative: \"1 + 1e20*max(0, t - 0.5)*sin(1e8*x)\"}}\nsolver: {integrator: radau5}\n",
    "Das Newton-Verfahren konvergiert bei 0.500\u00a0s nicht, auch nicht mit sehr kleinen Schritten. (*: *das Newton-Verfahren konvergierte "
    "nicht*) | * der letzten * Versuche abgelehnt* Eine symbolische Jacobi-Matrix, das volle Newton-Verfahren oder ein explizites "
    "Verfahren benutzen. | *Den Lauf bei * beenden | Im Editor öffnen" },
  { HEAD "states: {x: {initial: 1, derivative: cos(20*t)}}\nsolver: {step_limit: 10}\n",
    "Die Grenze von 10 Schritten ist bei *\u00a0s erreicht. (*: die Schrittgrenze ist erreicht bei t = *) | "
    "* der letzten 10 Versuche abgelehnt* Die Schrittgrenze anheben oder die Genauigkeit verringern. | "
    "Schrittgrenze aufheben | Genauigkeit auf ein Zehntel verringern" },
  { HEAD "states: {x: {initial: 1, derivative: -y}}\nalgebraic: {y: {initial: 1, residual: y^2 + x}}\nsolver: {integrator: radau5}\n",
    "Keine Werte der algebraischen Unbekannten erfüllen ihre Gleichungen bei t = 0; Residuen: y: 1. (*) | "
    "Mit Werten starten, die die Gleichungen erfüllen oder nahe an einer Lösung liegen. | *" },
  { HEAD "states: {y: {initial: 1, derivative: v}, v: {initial: 0, derivative: -9.81}}\n"
         "events: {aufprall: {crossing: y, direction: falling, set: {v: -0.5*v}}}\n",
    "Gescheitert bei t = *: Ereignis „aufprall“: Zeno-Verhalten; * aufeinanderfolgende Ereignisse, * und das Modell legt die Bewegung "
    "danach nicht fest. (*) | Das Modell braucht einen Modus für die Bewegung danach (Ruhe oder Gleiten) oder ein Ereignis, das den Lauf "
    "vorher beendet. | Den Lauf bei * beenden | Im Editor öffnen" },
  { HEAD "states: {x: {initial: 1, derivative: -1}}\nevents: {boden: {crossing: x, direction: falling, fail: Aufprall}}\n",
    "Gescheitert bei t = * durch Ereignis „boden“: Aufprall. (gescheitert bei t = * durch Ereignis „boden“: Aufprall)" },
  { HEAD "solver: {profile: drake}\nstates: {x: {initial: 1, derivative: -1}}\n"
         "events: {boden: {crossing: x, direction: falling, set: {x: 1/(x - x)}}}\n",
    "Gescheitert bei t = * durch Ereignis „boden“: der neue Wert von x ist nicht endlich. (*)" },
};

static void
add_texts (GtkWidget *widget, GString *texts)
{
  if (!gtk_widget_get_visible (widget))
    return;
  if (GTK_IS_LABEL (widget))
    {
      const char *whole = gtk_widget_get_tooltip_text (widget);

      g_string_append_printf (texts, "%s%s", texts->len > 0 ? " | " : "", gtk_label_get_text (GTK_LABEL (widget)));
      if (whole != NULL)
        g_string_append_printf (texts, " (%s)", whole);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    add_texts (child, texts);
}

static void
test_failures (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  WbWindow *window = wb_test_window (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autofree char *path = wb_test_write (folder, "fehlschlag.yaml", failures[i].text);
      g_autoptr (GString) texts = g_string_new (NULL);

      g_assert_true (wb_window_open_path (window, path));
      wb_test_finish (wb_window_session (window));
      add_texts (wb_test_find (GTK_WIDGET (window), WB_TYPE_FAILURE_BAR, NULL), texts);
      if (!g_pattern_match_simple (failures[i].says, texts->str))
        g_error ("“%s” is not “%s”", texts->str, failures[i].says);
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
  g_test_add_func ("/german/errors-of-a-broken-model-are-german", test_broken);
  g_test_add_func ("/german/eight-kinds-of-failure-are-wholly-german", test_failures);
  return g_test_run ();
}
