/* Tests the window in a pseudo-language, in which every message has accents on all letters
 * and is two fifths longer. Text with plain letters was not translated; it is reported. Text
 * that does not fit is reported too. The texts of the models in this test all begin with
 * "q". */
#include "plot-view-hit.h"
#include "wb-equations.h"
#include "wb-test.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "expr-graph.h"
#include "expr-op.h"
#include "model-library.h"
#include "model-schema.h"
#include "pseudo-language.h"
#include "wb-dialogs.h"
#include "wb-export-window.h"
#include "wb-preferences.h"
#include "wb-tooltip.h"
#include "wb-translate.h"

static const char working_text[] = "format: 1\n"
                                 "name: Qmodel\n"
                                 "description: Qdescription.\n"
                                 "category: Qcategory\n"
                                 "time: {start: 0, end: 20, unit: s}\n"
                                 "parameters:\n"
                                 "  qstiff: {value: 1, unit: 1/s^2, range: [0, 25], about: qabout}\n"
                                 "states:\n"
                                 "  qx: {initial: 1, derivative: qv, kind: position, unit: m, about: qplace}\n"
                                 "  qv: {initial: 0, derivative: -qstiff*qx, kind: velocity, unit: m/s}\n"
                                 "outputs:\n"
                                 "  qenergy: {value: 0.5*qv^2 + 0.5*qstiff*qx^2, invariant: true}\n"
                                 "events:\n"
                                 "  qevent: {crossing: qx, direction: falling, set: {qv: 0.9*qv}}\n"
                                 "plots:\n"
                                 "  - {type: time, show: [qx, qv]}\n"
                                 "  - {type: step}\n"
                                 "  - {type: error}\n"
                                 "  - {type: phase, x: qx, y: qv}\n"
                                 "  - {type: invariant}\n"
                                 "  - {type: events}\n";

/* Beginning of models whose runs fail, each for another reason. */
#define FAILING_HEAD "format: 1\nname: Qfailing\ntime: {start: 0, end: 3, unit: s}\n"
static const struct
{
  const char *what, *text;
} failing[] = {
  { "a blow-up", FAILING_HEAD "states: {qx: {initial: 1, derivative: qx*qx}}\n" },
  { "the minimum step", FAILING_HEAD "states: {qx: {initial: 1, derivative: -50*qx/(0.001 + (t - 1)^2)}}\n"
                                     "solver: {min_step: 0.01, throw_on_min_step: true}\n" },
  { "no finite value", FAILING_HEAD "states: {qx: {initial: 1, derivative: -sqrt(qx) - 0.2}}\n" },
  { "no finite value at the start", FAILING_HEAD "states: {qx: {initial: 1, derivative: log(-qx)}}\n" },
  { "Newton", FAILING_HEAD "states: {qx: {initial: 0, derivative: \"1 + 1e20*max(0, t - 0.5)*sin(1e8*qx)\"}}\n"
                           "solver: {integrator: radau5}\n" },
  { "the step limit", FAILING_HEAD "states: {qx: {initial: 1, derivative: cos(20*t)}}\nsolver: {step_limit: 10}\n" },
  { "stiffness", FAILING_HEAD "states: {qx: {initial: 1, derivative: -2000*(qx - cos(t))}}\nsolver: {step_limit: 100}\n" },
  { "a fixed step", FAILING_HEAD "states: {qx: {initial: 1, derivative: -sqrt(qx) - 0.2}}\n"
                                 "solver: {integrator: runge_kutta4, max_step: 0.1}\n" },
  { "no consistent start", FAILING_HEAD "states: {qx: {initial: 1, derivative: -qy}}\n"
                                        "algebraic: {qy: {initial: 1, residual: qy^2 + qx}}\nsolver: {integrator: radau5}\n" },
  { "Zeno", FAILING_HEAD "states: {qy: {initial: 1, derivative: qv}, qv: {initial: 0, derivative: -9.81}}\n"
                         "events: {qhit: {crossing: qy, direction: falling, set: {qv: -0.5*qv}}}\n" },
  { "an event", FAILING_HEAD "states: {qx: {initial: 1, derivative: -1}}\n"
                             "events: {qhit: {crossing: qx, direction: falling, fail: \"qboom {qx:.2f}\"}}\n" },
  { "a value set", FAILING_HEAD "states: {qx: {initial: 1, derivative: -1}}\n"
                                "events: {qhit: {crossing: qx, direction: falling, set: {qx: 1/(qx - qx)}}}\n" },
};

static char *folder;
typedef struct
{
  GtkWidget *root;
  const char *where;
  GHashTable *said; /* texts that were reported already; each is reported only once */
  int n_labels;
} Walk;

static void
complain (Walk *walk, const char *what, const char *text)
{
  g_autofree char *line = g_strdup_printf ("%s: %s: “%s”", walk->where, what, text);

  if (g_hash_table_add (walk->said, g_strdup (line)))
    g_test_message ("%s", line);
  g_test_fail ();
}

/* Removes the citation of the source of a method and its names in other systems. They are not
 * translated. */
static char *
without_source (const char *text)
{
  const OdeMethod *const *methods;
  GString *left = g_string_new (text);
  int n;

  methods = ode_methods (&n);
  for (int i = 0; i < n; i++)
    {
      const char *texts[] = { methods[i]->source, methods[i]->known_as, methods[i]->similar_to };

      for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
        if (texts[k] != NULL)
          g_string_replace (left, texts[k], "", 0);
    }
  return g_string_free (left, FALSE);
}

static void
check_text (Walk *walk, const char *what, const char *text)
{
  g_autofree char *left = text != NULL ? without_source (text) : NULL;
  g_autofree char *word = left != NULL ? pseudo_plain_word (left) : NULL;

  if (word != NULL)
    complain (walk, what, text);
}

static gboolean
scrolls (GtkWidget *widget)
{
  return gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW) != NULL || gtk_widget_get_ancestor (widget, GTK_TYPE_VIEWPORT) != NULL;
}

/* Checks that a text fits into its widget. A label with an ellipsis may be shortened. One pixel is allowed for
 * rounding. */
static void
check_room (Walk *walk, GtkWidget *label)
{
  PangoLayout *layout = gtk_label_get_layout (GTK_LABEL (label));
  const char *text = gtk_label_get_text (GTK_LABEL (label));
  graphene_rect_t bounds;
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  if (gtk_label_get_ellipsize (GTK_LABEL (label)) == PANGO_ELLIPSIZE_NONE && width > gtk_widget_get_width (label) + 1)
    complain (walk, "wider than its room", text);
  if (!gtk_widget_compute_bounds (label, walk->root, &bounds) || scrolls (label))
    return;
  if (bounds.origin.x < -1 || bounds.origin.x + bounds.size.width > gtk_widget_get_width (walk->root) + 1)
    complain (walk, "reaches beyond the window", text);
}

static void
walk_widget (Walk *walk, GtkWidget *widget)
{
  /* Skip the names of keys, which GTK translates. */
  if (GTK_IS_TEXT_VIEW (widget) || GTK_IS_SHORTCUT_LABEL (widget) || gtk_widget_has_css_class (widget, "model")
      || !gtk_widget_get_mapped (widget))
    return;
  /* The tooltip of equations is a formula. */
  if (!WB_IS_EQUATIONS (widget))
    check_text (walk, "tooltip", wb_tooltip_get (widget));
  if (GTK_IS_LABEL (widget))
    {
      walk->n_labels++;
      check_text (walk, "label", gtk_label_get_text (GTK_LABEL (widget)));
      check_room (walk, widget);
    }
  else if (GTK_IS_TEXT (widget))
    {
      g_autofree char *placeholder = NULL;

      g_object_get (widget, "placeholder-text", &placeholder, NULL);
      check_text (walk, "placeholder", placeholder);
    }
  else if (WB_IS_PLOT_AREA (widget) && wb_plot_area_view (WB_PLOT_AREA (widget)) != NULL)
    {
      PlotView *view = wb_plot_area_view (WB_PLOT_AREA (widget));
      g_autofree char *summary = plot_view_summary (view);

      check_text (walk, "title of a plot", plot_view_title (view));
      check_text (walk, "a plot in words", summary);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    walk_widget (walk, child);
}

static void
check (GtkWidget *root, const char *where)
{
  Walk walk = { root, where, g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL), 0 };

  wb_test_spin ();
  gtk_widget_queue_draw (root);
  gtk_test_widget_wait_for_draw (root);
  walk_widget (&walk, root);
  g_test_message ("%s: %d labels", where, walk.n_labels);
  g_assert_cmpint (walk.n_labels, >, 0);
  g_hash_table_unref (walk.said);
}

/* Opens each menu and each popover. */
static void
check_popovers (GtkWidget *widget, const char *where)
{
  if (!gtk_widget_get_mapped (widget) || gtk_widget_has_css_class (widget, "model"))
    return;
  if (GTK_IS_MENU_BUTTON (widget) && gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget)) != NULL)
    {
      GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget)));
      g_autofree char *place = g_strdup_printf ("%s, a menu", where);

      gtk_menu_button_popup (GTK_MENU_BUTTON (widget));
      WAIT_FOR (gtk_widget_get_mapped (popover));
      check (popover, place);
      gtk_menu_button_popdown (GTK_MENU_BUTTON (widget));
      wb_test_spin ();
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    check_popovers (child, where);
}

static WbWindow *
window_with (const char *name, const char *text)
{
  g_autofree char *path = wb_test_write (folder, name, text);
  WbWindow *window = wb_test_window (NULL);

  g_assert_true (wb_window_open_path (window, path));
  wb_test_finish (wb_window_session (window));
  wb_window_refresh (window);
  wb_test_spin ();
  return window;
}

static void
check_dialog (WbWindow *window, const char *where)
{
  GtkWindow *dialog;

  WAIT_FOR ((dialog = wb_test_newest_window (GTK_WINDOW (window))) != NULL);
  check (GTK_WIDGET (dialog), where);
  if (WB_IS_EXPORT_WINDOW (dialog))
    {
      wb_export_window_set_format (WB_EXPORT_WINDOW (dialog), WB_EXPORT_CSV);
      check (GTK_WIDGET (dialog), "export of a table");
    }
  gtk_window_destroy (dialog);
  wb_test_spin ();
}

/* ---- the tables below the window ---- */

static void
check_table_text (const char *what, const char *text)
{
  if (text != NULL && text[0] != '\0' && strcmp (wb_translate (text), text) == 0)
    {
      g_test_message ("%s is not marked for translation: “%s”", what, text);
      g_test_fail ();
    }
}

static void
test_tables (void)
{
  int n;
  const OdeMethod *const *methods = ode_methods (&n);
  const SimSettingRow *rows;
  g_autoptr (ModelLibrary) library = NULL;

  for (int i = 0; i < n; i++)
    {
      check_table_text ("label of a method", methods[i]->label);
      check_table_text ("advice of a method", methods[i]->advice);
      check_table_text ("family of a method", ode_family_label (methods[i]->family));
      for (int k = 0; k < methods[i]->n_options; k++)
        {
          check_table_text ("label of an option", methods[i]->options[k].label);
          check_table_text ("help of an option", methods[i]->options[k].about);
        }
    }
  rows = sim_config_rows (&n);
  for (int i = 0; i < n; i++)
    {
      check_table_text ("label of a setting", rows[i].label);
      check_table_text ("help of a setting", rows[i].about);
      check_table_text ("group of a setting", sim_config_group_label (rows[i].group));
    }
  library = model_library_scan (NULL, sim_config_check_solver);
  g_assert_cmpint (model_library_n_entries (library), >, 100);
  for (int i = 0; i < model_library_n_entries (library); i++)
    check_table_text ("category of a model", model_library_entry (library, i)->category);
}

/* ---- files with errors ---- */

/* Wrong expressions that produce the messages of the expression parser, in addition to the files in
 * bad/. */
static const char *const wrong_expressions[] = {
  "", "x +", "x + * y", "*x", "+x", "()", "(x", "u[1", "u[1)", "u[]", "x)", "[x]", "x < y < z", "x*not y", "x not y", "2x", "x**2",
  "if(x = 1, 2, 3)", "x | y", "x ; y", "x ? y", "x − y", "(1，5)", "2*π", "∞", "x²", "ω + x", "x + $", "\"x\"", "1,5", "x, y", "(1,5)*x",
  "sin(1,5)", "sin()", "min(x)", "sum(k, 1, 3)", "sum(1, 3, x)", "sum(t, 1, 3, x)", "sin x", "if x", "pi(x)", "t[1]", "1e400", "1e-400",
  "1.2.3", "1e", "1e+", "0x1F", "1_000", ".", "w + x", "sinn(x)", "ln(x)", "heaviside(x)", "theta(x)", "ifelse(x)", "clamp(x)",
      "frobnicate(x)",
  "v[1]", "v[w]", "sum(k, 1, w, k)", "sum(k, 0.5, 2, k)", "sum(k, 1, 1e8, k*2)", "x \x01 y",
};

/* Excludes the words of the model format and of its expressions from the check. They are not
 * translated. */
static void
speak_format (void)
{
  int n, n_settings;
  const ModelSchemaRow *rows = model_schema_rows (&n);
  const SimSettingRow *settings = sim_config_rows (&n_settings);

  for (int i = 0; i < n_settings; i++)
    {
      g_autofree char *words = settings[i].choices != NULL ? sim_choice_join (settings[i].choices, " ") : NULL;

      pseudo_speak (settings[i].key);
      if (words != NULL)
        pseudo_speak (words);
    }
  for (int i = 0; i < n; i++)
    {
      pseudo_speak (rows[i].key);
      if (rows[i].choices != NULL)
        pseudo_speak (rows[i].choices);
    }
  for (int op = 0; op < EXPR_N_OPS; op++)
    if (expr_op_info[op].properties & EXPR_OP_IS_FUNCTION)
      pseudo_speak (expr_op_info[op].name);
  pseudo_speak ("and or not if sum pi i j norm_error lambda normal uniform lognormal exponential choice true false");
}

static void
check_message (const char *what, const char *message)
{
  g_autofree char *word = pseudo_plain_word (message);

  if (word == NULL && strpbrk (message, "[") != NULL)
    return;
  g_test_message ("%s: “%s”", what, message);
  g_test_fail ();
}

static int
check_wrong_files (const char *layer)
{
  g_autofree char *place = g_test_build_filename (G_TEST_DIST, layer, "bad", NULL);
  g_autoptr (GDir) dir = g_dir_open (place, 0, NULL);
  const char *name;
  int n_said = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".yaml"))
      {
        g_autofree char *path = g_build_filename (place, name, NULL), *text = NULL;
        g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
        g_autoptr (Model) model = model_load_file (path, sim_config_check_solver, diagnostics);

        g_assert_null (model);
        speak_format ();
        /* The messages of the C library are not translated to this language. */
        pseudo_speak (g_strerror (ENOENT));
        if (g_file_get_contents (path, &text, NULL, NULL))
          pseudo_speak (text);
        for (guint i = 0; i < diagnostics->len; i++, n_said++)
          check_message (name, ((const ModelDiagnostic *) g_ptr_array_index (diagnostics, i))->message);
        pseudo_forget ();
      }
  return n_said;
}

static void
test_wrong_files (void)
{
  g_assert_cmpint (check_wrong_files ("model"), >, 100);
  g_assert_cmpint (check_wrong_files ("sim"), >, 10);
}

static void
test_wrong_expressions (void)
{
  for (guint k = 0; k < G_N_ELEMENTS (wrong_expressions); k++)
    {
      g_autoptr (GPtrArray) errors = expr_errors_new ();
      g_autoptr (ExprTree) tree = expr_tree_parse (wrong_expressions[k], NULL, errors);
      g_autoptr (ExprGraph) graph = expr_graph_new ();
      ExprScope scope = { 0 };

      if (tree != NULL)
        expr_graph_add_tree (graph, tree, &scope, errors);
      g_assert_cmpuint (errors->len, >, 0);
      speak_format ();
      pseudo_speak (wrong_expressions[k]);
      for (guint i = 0; i < errors->len; i++)
        check_message (wrong_expressions[k], ((const ExprError *) g_ptr_array_index (errors, i))->message);
      pseudo_forget ();
    }
}

/* Produces the messages about values that a setting cannot have. */
static void
test_wrong_settings (void)
{
  static const char *const wrong[] = { "qnonsense", "-1e9", "1.5", "1e300", "[1, 2, 3, 4]" };
  const SimSettingRow *rows;
  int n, n_refused = 0;

  rows = sim_config_rows (&n);
  for (int i = 0; i < n; i++)
    for (guint k = 0; k < G_N_ELEMENTS (wrong); k++)
      {
        g_autoptr (SimConfig) config = sim_config_new ();
        g_autoptr (GError) error = NULL;

        g_autofree char *words = sim_choice_join (rows[i].choices != NULL ? rows[i].choices : sim_choices_boolean, "|");

        if (sim_config_set (config, rows[i].key, wrong[k], SIM_ORIGIN_CONFIG, &error))
          continue;
        pseudo_speak (rows[i].key);
        pseudo_speak (words);
        check_message (rows[i].key, error->message);
        pseudo_forget ();
        n_refused++;
      }
  /* Every setting refuses at least one of the texts. Some settings refuse several. */
  g_assert_cmpint (n_refused, >, n);
}

/* ---- views ---- */

/* Clicks on every row that expands: the list of methods, the details of a method, the advanced
 * settings. */
static int
unfold (GtkWidget *widget)
{
  int n = 0;

  if (GTK_IS_BUTTON (widget) && gtk_widget_has_css_class (widget, "flat-row") && gtk_widget_get_mapped (widget))
    {
      g_signal_emit_by_name (widget, "clicked");
      return 1;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += unfold (child);
  return n;
}

static void
test_simulate (void)
{
  static const char *const pages[] = { "integrator", "parameters", "initial", "events" };
  WbWindow *window = window_with ("qmodel.yaml", working_text);

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autofree char *where = g_strdup_printf ("Simulate, %s", pages[i]);

      wb_session_set_settings_page (wb_window_session (window), pages[i]);
      check (GTK_WIDGET (window), where);
    }
  check_popovers (GTK_WIDGET (window), "Simulate");
  wb_session_set_settings_page (wb_window_session (window), "integrator");
  wb_test_spin ();
  g_assert_cmpint (unfold (GTK_WIDGET (wb_window_panel (window))), >=, 2);
  check (GTK_WIDGET (window), "Simulate, unfolded");
  wb_session_set_lecture (wb_window_session (window), TRUE);
  check (GTK_WIDGET (window), "Simulate, lecture");
  wb_session_set_lecture (wb_window_session (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), 800, 700);
  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (window)) < 1000);
  check (GTK_WIDGET (window), "Simulate, narrow");
  wb_test_close (window);
}

static void
test_failure (void)
{
  WbWindow *window = wb_test_window (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (failing); i++)
    {
      g_autofree char *path = wb_test_write (folder, "qfailing.yaml", failing[i].text);

      g_assert_true (wb_window_open_path (window, path));
      wb_test_finish (wb_window_session (window));
      wb_window_refresh (window);
      wb_test_spin ();
      g_assert_cmpint (wb_run_item_state (wb_session_current (wb_window_session (window)))->status.reason, ==, SIM_FAILED_RUN);
      g_assert_nonnull (wb_test_find (GTK_WIDGET (window), GTK_TYPE_LABEL, "reason"));
      check (GTK_WIDGET (window), failing[i].what);
    }
  wb_test_close (window);
}

/* Starts runs that cannot start. */
static void
test_refusal (void)
{
  static const char text[] = FAILING_HEAD "states: {qx: {initial: 1, derivative: -1}}\nsolver: {max_step: 0.1, min_step: 0.5}\n";
  g_autofree char *path = wb_test_write (folder, "qfailing.yaml", text);
  WbWindow *window = wb_test_window (NULL);

  g_assert_true (wb_window_open_path (window, path));
  wb_test_act (window, "win.run");
  wb_test_spin ();
  g_assert_nonnull (strstr (wb_test_toast (window), "0.5"));
  check (GTK_WIDGET (window), "a refusal");
  wb_test_close (window);
}

static void
test_compare (void)
{
  WbWindow *window = window_with ("qmodel.yaml", working_text);

  g_assert_true (wb_window_show_view (window, "compare"));
  WAIT_FOR (wb_comparison_result (wb_compare_view_comparison (wb_window_compare (window))) != NULL);
  check (GTK_WIDGET (window), "Compare");
  check_popovers (GTK_WIDGET (window), "Compare");
  wb_test_close (window);
}

static void
test_dialogs (void)
{
  WbWindow *window = window_with ("qmodel.yaml", working_text);

  wb_test_act (window, "win.export");
  check_dialog (window, "export");
  wb_test_act (window, "win.show-help-overlay");
  check_dialog (window, "shortcuts");
  wb_test_act (window, "win.model-text");
  wb_test_spin ();
  check (GTK_WIDGET (window), "text of the model");
  g_assert_true (wb_window_show_view (window, "simulate"));
  wb_preferences_present (GTK_WINDOW (window));
  check_dialog (window, "preferences");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.plot-data", "i", 0));
  check_dialog (window, "data of a plot");
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  const char *locales = g_getenv ("PSEUDO_LOCALES");
  int status;

  gtk_test_init (&argc, &argv, NULL);
  if (locales == NULL)
    {
      g_printerr ("run by run-pseudo.sh\n");
      return 77;
    }
  setlocale (LC_ALL, "");
  wb_test_init ();
  bindtextdomain ("stepwise", locales);
  bind_textdomain_codeset ("stepwise", "UTF-8");
  textdomain ("stepwise");
  g_assert_cmpstr (gettext ("Accuracy"), !=, "Accuracy");
  folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_test_add_func ("/pseudo/all-tables-of-settings-methods-and-keys-are-translated", test_tables);
  g_test_add_func ("/pseudo/errors-of-invalid-files-are-translated", test_wrong_files);
  g_test_add_func ("/pseudo/errors-of-expressions-are-translated", test_wrong_expressions);
  g_test_add_func ("/pseudo/errors-of-settings-are-translated", test_wrong_settings);
  g_test_add_func ("/pseudo/the-simulate-view-is-translated", test_simulate);
  g_test_add_func ("/pseudo/messages-of-failed-runs-are-translated", test_failure);
  g_test_add_func ("/pseudo/messages-about-refused-input-are-translated", test_refusal);
  g_test_add_func ("/pseudo/the-compare-view-is-translated", test_compare);
  g_test_add_func ("/pseudo/the-dialogs-are-translated", test_dialogs);
  status = g_test_run ();
  for (const char *const *name = (const char *const[]) { "qmodel.yaml", "qfailing.yaml", NULL }; *name != NULL; name++)
    {
      g_autofree char *path = g_build_filename (folder, *name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
  g_free (folder);
  return status;
}
