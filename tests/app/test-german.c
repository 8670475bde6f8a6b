/* Tests the window in German, with the installed catalogue. Messages of the libraries must be German
 * too. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <string.h>

#include "plot-words.h"
#include "wb-failure-bar.h"
#include "wb-tooltip.h"

/* A model with five errors from different parts of the program: YAML, schema, expression, name and
 * plot. */
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
/* A model whose error is in a table file. */
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
  { wrong_text, { "unbekannter Schlüssel „units“, ein Parameter hat keinen solchen; war „unit“ gemeint?",
                  "sin verlangt 1 Argument, bekam 2; Dezimalzahlen haben einen Punkt, kein Komma\n", NULL } },
  { misnamed_text, { "die Ableitung von „phi“ verwendet den unbekannten Namen „omga“; war „omega“ gemeint?",
                     "ein Diagramm nennt die unbekannte Spalte „omeg“; war „omega“ gemeint?", NULL } },
  { unfinished_text, { "hier soll „,“ oder „]“ stehen; ein Ausdruck mit , [ ] { oder } braucht Anführungszeichen", NULL } },
  { table_text, { NULL } },
};

/* Appends the texts of the labels below a widget. */
static void
collect (GtkWidget *from, GString *texts)
{
  if (GTK_IS_LABEL (from))
    g_string_append_printf (texts, "%s\n", gtk_label_get_text (GTK_LABEL (from)));
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    collect (child, texts);
}

/* The editor shows the text as it is in the file, and the German errors are listed below it. */
static void
test_broken (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *table = wb_test_write (folder, "daten.csv", "0, 1\n1, 2\n1, zwei\n");
  WbWindow *window = wb_test_window (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = wb_test_write (folder, "pendel.yaml", files[i].text), *shown = NULL;
      g_autoptr (GString) texts = g_string_new (NULL);

      g_assert_false (wb_window_open_path (window, path));
      wb_test_act (window, "win.model-text");
      shown = wb_source_view_get_text (wb_model_editor_source (wb_window_editor (window)));
      g_assert_cmpstr (shown, ==, files[i].text);
      collect (wb_test_find (GTK_WIDGET (wb_window_editor (window)), GTK_TYPE_LIST_BOX, "editor-errors"), texts);
      for (guint k = 0; k < G_N_ELEMENTS (files[i].says) && files[i].says[k] != NULL; k++)
        if (strstr (texts->str, files[i].says[k]) == NULL)
          g_error ("“%s” does not hold “%s”", texts->str, files[i].says[k]);
      wb_test_spin ();
      g_unlink (path);
    }
  wb_test_close (window);
  g_unlink (table);
  g_rmdir (folder);
}

/* ---- runs that fail ---- */

#define HEAD "format: 1\nname: Fehlschlag\ntime: {start: 0, end: 3, unit: s}\n"

/* Models that fail, with all texts on the card in order; the last one is the whole message. */
static const struct
{
  const char *text, *says;
} failures[] = {
  { HEAD "states: {x: {initial: 1, derivative: -50*x/(0.001 + (t - 1)^2)}}\nsolver: {min_step: 0.01, throw_on_min_step: true}\n",
    "Der Schritt fiel unter das Minimum von 0.01\u00a0s bei *\u00a0s. "
    "(Dormand–Prince 5(4) scheiterte bei t = *, wo der nächste Schritt * wäre: *; * der letzten * Versuche abgelehnt*) | "
    "* der letzten * Versuche abgelehnt* Den minimalen Schritt verkleinern oder den Lauf mit ihm fortsetzen. | "
    "Minimalen Schritt aufheben | Mit minimalem Schritt fortsetzen | Genauigkeit auf ein Zehntel verringern | Hineinsehen" },
  { HEAD "states: {x: {initial: 1, derivative: -sqrt(x) - 0.2}}\n",
    "Das Modell hat nach *\u00a0s keinen endlichen Wert. (*: *nicht endlich*) | "
    "* der letzten * Versuche abgelehnt, der Schritt fiel von * auf *; x begrenzte * der Versuche. Mögliche Ursachen: eine Division durch "
    "null, eine Wurzel oder ein Logarithmus einer negativen Zahl oder ein fehlendes Ereignis davor. | "
    "Den Lauf bei * beenden | Text bearbeiten | Hineinsehen" },
  { HEAD "states: {x: {initial: 0, derivative: \"1 + 1e20*max(0, t - 0.5)*sin(1e8*x)\"}}\nsolver: {integrator: radau5}\n",
    "Das Newton-Verfahren konvergiert bei 0.500\u00a0s nicht, auch nicht mit sehr kleinen Schritten. (*: *das Newton-Verfahren "
    "konvergierte "
    "nicht*) | * der letzten * Versuche abgelehnt* Eine symbolische Jacobi-Matrix, das volle Newton-Verfahren oder ein explizites "
    "Verfahren benutzen. | *Den Lauf bei * beenden | Text bearbeiten | Hineinsehen" },
  { HEAD "states: {x: {initial: 1, derivative: cos(20*t)}}\nsolver: {step_limit: 10}\n",
    "Die Grenze von 10 Schritten ist bei *\u00a0s erreicht. (*: die Schrittgrenze ist erreicht bei t = *) | "
    "* der letzten 10 Versuche abgelehnt* Erhöhen Sie die Schrittgrenze oder verringern Sie die Genauigkeit.* | "
    "Schrittgrenze aufheben | Genauigkeit auf ein Zehntel verringern | Hineinsehen" },
  { HEAD "states: {x: {initial: 1, derivative: -y}}\nalgebraic: {y: {initial: 1, residual: y^2 + x}}\nsolver: {integrator: radau5}\n",
    "Keine Werte der algebraischen Unbekannten erfüllen ihre Gleichungen bei t = 0; Residuen: y: 1. (*) | "
    "Mit Werten starten, die die Gleichungen erfüllen oder nahe an einer Lösung liegen. | *" },
  { HEAD "states: {y: {initial: 1, derivative: v}, v: {initial: 0, derivative: -9.81}}\n"
         "events: {aufprall: {crossing: y, direction: falling, set: {v: -0.5*v}}}\n",
    "Gescheitert bei t = *: Ereignis „aufprall“: Zeno-Verhalten; * aufeinanderfolgende Ereignisse, * und das Modell legt die Bewegung "
    "danach nicht fest. (*) | Das Modell braucht einen Modus für die Bewegung danach (Ruhe oder Gleiten) oder ein Ereignis, das den Lauf "
    "vorher beendet. | Dort ruhen lassen | Den Lauf bei * beenden | Text bearbeiten | Hineinsehen" },
  { HEAD "states: {x: {initial: 1, derivative: -1}}\nevents: {boden: {crossing: x, direction: falling, fail: Aufprall}}\n",
    "Gescheitert bei t = * durch Ereignis „boden“: Aufprall. (gescheitert bei t = * durch Ereignis „boden“: Aufprall) | Hineinsehen" },
  { HEAD "solver: {profile: drake}\nstates: {x: {initial: 1, derivative: -1}}\n"
         "events: {boden: {crossing: x, direction: falling, set: {x: 1/(x - x)}}}\n",
    "Gescheitert bei t = * durch Ereignis „boden“: der neue Wert von x ist nicht endlich. (*) | Hineinsehen" },
};

static void
add_texts (GtkWidget *widget, GString *texts)
{
  if (!gtk_widget_get_visible (widget))
    return;
  if (GTK_IS_LABEL (widget))
    {
      const char *whole = wb_tooltip_get (widget);

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

/* The words in figures are those of a chosen language in a window of another one. */
static void
test_words_in_figures (void)
{
  g_assert_cmpstr (plot_words_translate (NULL, "accepted"), ==, "angenommen");
  plot_words_begin ("en");
  g_assert_cmpstr (plot_words_translate (NULL, "accepted"), ==, "accepted");
  plot_words_begin ("de");
  g_assert_cmpstr (plot_words_translate (NULL, "accepted"), ==, "angenommen");
  plot_words_end ();
}

int
main (int argc, char **argv)
{
  wb_test_init_german (&argc, &argv);
  g_test_add_func ("/german/error-messages-of-a-broken-model-are-in-german", test_broken);
  g_test_add_func ("/german/messages-of-failures-contain-no-english", test_failures);
  g_test_add_func ("/german/words-in-figures-are-in-the-chosen-language", test_words_in_figures);
  return g_test_run ();
}
