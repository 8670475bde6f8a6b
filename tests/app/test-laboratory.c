/* Tests of the Laboratory view. */
#include "wb-hands.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "lab-result-text.h"
#include "lab-result.h"
#include "model-library.h"
#include "model-tableau.h"
#include "test-share.h"
#include "wb-comparison.h"
#include "wb-lab-cell.h"
#include "wb-lab-conditions.h"
#include "wb-lab-models.h"
#include "wb-lab-plane-layers.h"
#include "wb-lab-plane-side.h"
#include "wb-lab-region.h"
#include "wb-lab-tableau-save.h"
#include "wb-laboratory-file.h"
#include "wb-session-file.h"
#include "wb-test-files.h"

static WbLaboratoryView *
laboratory_of (WbWindow *window, const char *page)
{
  WbLaboratoryView *view;

  g_assert_true (wb_window_show_view (window, "laboratory"));
  view = wb_window_laboratory (window);
  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), page);
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (view)));
  if (strcmp (page, "method") == 0)
    WAIT_FOR (*wb_lab_method_page_sentence (wb_laboratory_view_method (view)) != '\0');
  return view;
}

/* The undamped oscillator has λ = ±iw. The classical Runge–Kutta method is stable on the imaginary axis up to
 * 2√2. */
static void
test_largest_step (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbSession *session = wb_window_session (window);
  WbComparison *methods = wb_comparison_of (session);
  WbLaboratoryView *view = laboratory_of (window, "method");
  WbLabMethodPage *page = wb_laboratory_view_method (view);

  for (guint k = 0; k < g_list_model_get_n_items (wb_comparison_entries (methods)); k++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (wb_comparison_entries (methods), k);

      if (strcmp (wb_compare_entry_method (entry)->id, "runge_kutta4") == 0)
        wb_comparison_select (methods, entry);
    }
  g_assert_nonnull (wb_comparison_selected (methods));
  WAIT_FOR (strstr (wb_lab_method_page_sentence (page), "1.41") != NULL); /* the largest stable step for w = 2 */
  g_assert_true (wb_session_set (session, WB_PARAMETER, "w", "1", NULL));
  WAIT_FOR (strstr (wb_lab_method_page_sentence (page), "2.83") != NULL);
  wb_test_close (window);
}

/* Returns the number of products h·λ outside the region as the card shows it, or −1 before it does. */
static int
count_outside (WbLabMethodPage *page)
{
  GtkWidget *label = wb_test_label_with (GTK_WIDGET (wb_lab_method_page_regions (page)), "eigenvalues outside");

  return label != NULL ? (int) g_ascii_strtoll (gtk_label_get_text (GTK_LABEL (label)), NULL, 10) : -1;
}

/* Returns the plot of a card. */
static PlotView *
view_of (GtkWidget *card)
{
  return wb_plot_area_view (wb_lab_card_area (WB_LAB_CARD (wb_test_find (card, WB_TYPE_LAB_CARD, NULL))));
}

/* Returns whether the key of the plot of stability regions has an entry with this name. */
static gboolean
has_key (WbLabMethodPage *page, const char *name)
{
  PlotView *view = view_of (GTK_WIDGET (wb_lab_method_page_regions (page)));

  for (int k = 0; view != NULL && k < plot_view_n_layers (view); k++)
    if (g_strcmp0 (plot_view_layer (view, k)->label, name) == 0 && plot_view_layer (view, k)->in_key)
      return TRUE;
  return FALSE;
}

/* Returns the number of texts in the plot of a card. */
static int
count_texts (GtkWidget *card)
{
  PlotView *view = view_of (card);
  int n = 0;

  for (int k = 0; view != NULL && k < plot_view_n_layers (view); k++)
    n += strcmp (plot_view_layer (view, k)->class->name, "text") == 0;
  return n;
}

/* The keys of the slider move the products h·λ into the region and out of it. The playhead moves them too, because the Jacobian of the model
 * depends on the state; the largest stable step follows. */
static void
test_dots (void)
{
  WbWindow *window;
  WbSession *session;
  WbLabMethodPage *page;
  GtkWidget *slider;
  g_autofree char *before = NULL;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  wb_test_finish (session);
  wb_session_set_playhead (session, 0);
  page = wb_laboratory_view_method (laboratory_of (window, "method"));
  slider = wb_test_find (GTK_WIDGET (wb_lab_method_page_regions (page)), GTK_TYPE_SCALE, NULL);
  WAIT_FOR (gtk_widget_get_mapped (slider) && count_outside (page) >= 0 && !wb_laboratory_view_is_busy (wb_window_laboratory (window)));
  gtk_widget_grab_focus (slider);
  wb_hands_key (GDK_KEY_Home, 0);
  WAIT_FOR (count_outside (page) == 0 && has_key (page, "inside") && !has_key (page, "outside"));
  wb_hands_key (GDK_KEY_End, 0);
  WAIT_FOR (count_outside (page) == 2 && has_key (page, "outside") && !has_key (page, "inside"));
  before = g_strdup (wb_lab_method_page_sentence (page));
  g_assert_nonnull (strstr (before, "is stable here up to h = "));
  wb_session_set_playhead (session, 5);
  WAIT_FOR (strcmp (wb_lab_method_page_sentence (page), before) != 0);
  wb_test_close (window);
}

/* A change of the step size is one undo step. */
static void
test_step_undo (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbSession *session = wb_window_session (window);
  WbLaboratory *laboratory = wb_laboratory_of (session);
  double before;

  laboratory_of (window, "method");
  before = wb_laboratory_step (laboratory);
  g_assert_cmpfloat (before, >, 0);
  wb_laboratory_set_step (laboratory, 0.3 * before);
  wb_laboratory_set_step (laboratory, 0.2 * before);
  wb_laboratory_commit_step (laboratory);
  wb_test_act (window, "win.undo");
  g_assert_cmpfloat (wb_laboratory_step (laboratory), ==, before);
  wb_test_act (window, "win.redo");
  g_assert_cmpfloat (wb_laboratory_step (laboratory), ==, 0.2 * before);
  wb_test_close (window);
}

/* Escape cancels the studies that are being computed. */
static void
test_escape (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbLaboratoryView *view;

  g_assert_true (wb_window_show_view (window, "laboratory"));
  view = wb_window_laboratory (window);
  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "method");
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  WAIT_FOR (wb_laboratory_view_is_busy (view));
  g_assert_true (wb_test_press (GTK_WIDGET (window), GDK_KEY_Escape, 0));
  WAIT_FOR (!wb_laboratory_view_is_busy (view));
  g_assert_false (wb_test_press (GTK_WIDGET (window), GDK_KEY_Escape, 0));
  wb_test_close (window);
}

static void
test_plane (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbLaboratoryView *view = laboratory_of (window, "plane");

  WAIT_FOR (wb_lab_plane_page_n_found (wb_laboratory_view_plane (view)) == 2);
  g_assert_true (wb_session_open_model (wb_window_session (window), "lorenz"));
  WAIT_FOR (wb_lab_plane_page_n_found (wb_laboratory_view_plane (view)) == 3 && !wb_lab_plane_page_is_busy (wb_laboratory_view_plane (view)));
  wb_test_close (window);
}

/* Returns whether the plot of the phase plane has the direction field. */
static gboolean
has_field (WbLaboratoryView *view)
{
  PlotView *plot = wb_plot_area_view (wb_lab_card_area (WB_LAB_CARD (wb_test_find (GTK_WIDGET (wb_laboratory_view_plane (view)), WB_TYPE_LAB_CARD, NULL))));

  for (int k = 0; plot != NULL && k < plot_view_n_layers (plot); k++)
    if (strcmp (plot_view_layer (plot, k)->class->name, "field") == 0)
      return TRUE;
  return FALSE;
}

/* The phase plane shows the direction field with what was found; a button above the plot hides it. */
static void
test_field (void)
{
  WbWindow *window;
  WbLaboratoryView *view;
  GtkWidget *button;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  view = laboratory_of (window, "plane");
  WAIT_FOR (wb_lab_plane_page_n_found (wb_laboratory_view_plane (view)) == 2);
  g_assert_true (has_field (view));
  button = wb_lab_plane_layers_button (wb_lab_plane_page_chips (wb_laboratory_view_plane (view)), PLOT_STUDY_FIELD);
  CLICK_UNTIL (button, !has_field (view));
  wb_test_close (window);
}

/* A button above the plot hides a layer and the key M hides the manifolds; a session file keeps both. */
static void
test_layers (void)
{
  WbWindow *window;
  WbLaboratory *laboratory;
  WbLaboratoryView *view;
  g_autofree char *text = NULL;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  view = laboratory_of (window, "plane");
  laboratory = wb_laboratory_of (wb_window_session (window));
  WAIT_FOR (wb_lab_plane_page_n_found (wb_laboratory_view_plane (view)) == 2);
  g_assert_cmpuint (wb_laboratory_layers (laboratory), ==, PLOT_STUDY_ALL_LAYERS);
  CLICK_UNTIL (wb_lab_plane_layers_button (wb_lab_plane_page_chips (wb_laboratory_view_plane (view)), PLOT_STUDY_NULLCLINES),
               (wb_laboratory_layers (laboratory) & PLOT_STUDY_NULLCLINES) == 0);
  wb_hands_picture (window, "plane-layers");
  wb_hands_key (GDK_KEY_m, 0);
  WAIT_FOR ((wb_laboratory_layers (laboratory) & PLOT_STUDY_MANIFOLDS) == 0);
  text = wb_session_file_text (wb_window_session (window));
  wb_laboratory_show_layer (laboratory, PLOT_STUDY_ALL_LAYERS, TRUE);
  g_assert_true (wb_session_file_load_text (text, "saved", wb_window_session (window), NULL));
  g_assert_cmpuint (wb_laboratory_layers (laboratory), ==, PLOT_STUDY_ALL_LAYERS & ~(guint) (PLOT_STUDY_NULLCLINES | PLOT_STUDY_MANIFOLDS));
  wb_test_close (window);
}

/* The order star of a method of order p has p + 1 sectors that meet at the origin on each side. For p = 4 the border therefore crosses a
 * small circle around the origin ten times. */
static void
test_order_star (void)
{
  WbLabRegion *region = wb_lab_region_new (ode_method_find ("runge_kutta4"));
  int crossings = 0;

  g_assert_true (region->known);
  for (guint c = 0; c < region->star->len; c++)
    {
      const GArray *curve = region->star->pdata[c];

      for (guint k = 0; k + 1 < curve->len / 2; k++)
        crossings += (hypot (g_array_index (curve, double, 2 * k), g_array_index (curve, double, 2 * k + 1)) < 1)
                     != (hypot (g_array_index (curve, double, 2 * k + 2), g_array_index (curve, double, 2 * k + 3)) < 1);
    }
  g_assert_cmpint (crossings, ==, 10);
  wb_lab_region_free (region);
}

/* The cells of a tableau define the method again. A changed coefficient lowers the order. A cell that is not a number is
 * refused. */
static void
test_cells (void)
{
  const OdeMethod *kutta = ode_method_find ("runge_kutta4");
  WbLabTableau *tableau = wb_lab_tableau_of (kutta);
  OdeMethod *method;
  char *message;

  g_assert_cmpstr (tableau->b[0], ==, "1/6");
  method = wb_lab_tableau_method (tableau, &message);
  g_assert_nonnull (method);
  g_assert_cmpint (method->order, ==, 4);
  ode_method_free_custom (method);
  g_free (tableau->b[0]);
  tableau->b[0] = g_strdup ("1/6 + 1e-3");
  method = wb_lab_tableau_method (tableau, &message);
  g_assert_true (method == NULL || method->order < 4);
  ode_method_free_custom (method);
  g_free (message);
  g_free (tableau->b[0]);
  tableau->b[0] = g_strdup ("half");
  g_assert_null (wb_lab_tableau_method (tableau, &message));
  g_assert_cmpstr (message, ==, "'half' is not a number or fraction.");
  g_free (message);
  g_free (tableau->b[0]);
  tableau->b[0] = g_strdup ("1/3");
  g_assert_null (wb_lab_tableau_method (tableau, &message));
  g_assert_true (g_str_has_prefix (message, "The weights b must add up to 1"));
  g_free (message);
  wb_lab_tableau_free (tableau);
}

/* ---- the tableau, with pointer and keys ---- */

static WbLabTableauCard *
tableau_of (WbWindow *window, const char *method)
{
  WbLabTableauCard *card = wb_lab_method_page_tableau (wb_laboratory_view_method (wb_window_laboratory (window)));

  wb_lab_tableau_card_load (card, ode_method_find (method));
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (card)));
  return card;
}

/* Types a new text into a cell. */
static void
type_into (WbLabTableauCard *card, int column, int row, const char *text)
{
  WbLabCell *cell = WB_LAB_CELL (wb_lab_tableau_card_cell (card, column, row));
  GtkWidget *entry = wb_lab_cell_entry (cell);

  WAIT_FOR (gtk_widget_get_mapped (entry) && gtk_widget_get_width (entry) > 10);
  wb_hands_click (entry, NAN, NAN);
  WAIT_FOR (gtk_widget_has_css_class (entry, "editing"));
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type (text);
  WAIT_FOR (strcmp (wb_lab_cell_text (cell), text) == 0);
}

/* Changing a coefficient by 1e-10 lowers the order at once, and the sentence names the violated conditions. Undo restores the order. */
static void
test_changed_coefficient (void)
{
  WbWindow *window;
  WbLabTableauCard *card;
  WbLabConditions *conditions;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("harmonic-oscillator");
  laboratory_of (window, "method");
  card = tableau_of (window, "runge_kutta4");
  conditions = WB_LAB_CONDITIONS (wb_lab_tableau_card_conditions (card));
  g_assert_cmpint (wb_lab_conditions_count (conditions), ==, 200);
  g_assert_cmpint (wb_lab_conditions_order (conditions, FALSE), ==, 4);
  type_into (card, 3, 5, "1/3+1e-10"); /* the coefficient b2 */
  WAIT_FOR (wb_lab_conditions_order (conditions, FALSE) == 0);
  g_assert_nonnull (strstr (wb_lab_tableau_card_status (card), "Σ b = 1"));
  g_assert_nonnull (strstr (wb_lab_tableau_card_status (card), "0 instead of 4"));
  wb_hands_picture (window, "tableau-changed");
  wb_hands_key (GDK_KEY_Return, 0);
  WAIT_FOR (wb_session_can_undo (wb_window_session (window)));
  wb_test_act (window, "win.undo");
  WAIT_FOR (wb_lab_conditions_order (conditions, FALSE) == 4);
  g_assert_cmpstr (wb_lab_cell_text (WB_LAB_CELL (wb_lab_tableau_card_cell (card, 3, 5))), ==, "1/3");
  wb_test_act (window, "win.redo");
  WAIT_FOR (wb_lab_conditions_order (conditions, FALSE) == 0);
  card = tableau_of (window, "bogacki_shampine3");
  type_into (card, 3, 6, "1/4+1e-10"); /* the coefficient of b_hat at stage 2 */
  WAIT_FOR (wb_lab_conditions_order (conditions, TRUE) == 0);
  g_assert_cmpint (wb_lab_conditions_order (conditions, FALSE), ==, 3);
  g_assert_nonnull (strstr (wb_lab_tableau_card_status (card), "Embedded order 0 instead of 2"));
  wb_test_close (window);
}

/* Every built-in tableau satisfies the conditions up to its order. A cell refuses a word. */
static void
test_built_in_tableaus (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  int n, n_loaded = 0;
  const OdeMethod *const *methods = ode_methods (&n);
  WbLabTableauCard *card;
  WbLabConditions *conditions;

  laboratory_of (window, "method");
  card = tableau_of (window, "runge_kutta4");
  conditions = WB_LAB_CONDITIONS (wb_lab_tableau_card_conditions (card));
  for (int k = 0; k < n; k++)
    if (methods[k]->tableau != NULL)
      {
        wb_lab_tableau_card_load (card, methods[k]);
        if (wb_lab_conditions_order (conditions, FALSE) != MIN (methods[k]->order, 8))
          g_error ("%s: order %d in place of %d", methods[k]->id, wb_lab_conditions_order (conditions, FALSE), methods[k]->order);
        if (methods[k]->tableau->b_hat != NULL && methods[k]->embedded_order > 0
            && wb_lab_conditions_order (conditions, TRUE) != MIN (methods[k]->embedded_order, 8))
          g_error ("%s: embedded order %d in place of %d", methods[k]->id, wb_lab_conditions_order (conditions, TRUE), methods[k]->embedded_order);
        n_loaded++;
      }
  g_assert_cmpint (n_loaded, >, 30);
  wb_test_close (window);
}

/* A saved tableau is a method that can be chosen by its name everywhere. */
static void
test_save_tableau (void)
{
  WbWindow *window;
  WbSession *session;
  WbLabTableauCard *card;
  WbLabTableauSave *save;
  g_autofree char *folder = model_library_user_folder ("tableaus"), *path = g_build_filename (folder, "my-method.yaml", NULL);

  if (!wb_hands_ready ())
    return;
  g_remove (path);
  window = wb_test_window ("harmonic-oscillator");
  session = wb_window_session (window);
  laboratory_of (window, "method");
  card = tableau_of (window, "runge_kutta2");
  save = WB_LAB_TABLEAU_SAVE (wb_lab_tableau_card_save (card));
  /* Ralston's method with two stages has c2 = a21 = 2/3 and b = (1/4, 3/4). */
  type_into (card, 0, 1, "2/3");
  type_into (card, 2, 1, "2/3");
  type_into (card, 2, 3, "1/4");
  type_into (card, 3, 3, "3/4");
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (save), "Save as new method"), gtk_widget_get_mapped (wb_lab_tableau_save_entry (save)));
  WAIT_FOR (gtk_widget_is_focus (wb_lab_tableau_save_entry (save)) || gtk_widget_get_focus_child (wb_lab_tableau_save_entry (save)) != NULL);
  /* A tableau cannot be saved under the name of a built-in method. */
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("dop853");
  WAIT_FOR (!gtk_widget_get_sensitive (wb_lab_tableau_save_button (save)));
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("My method\n");
  WAIT_FOR (g_file_test (path, G_FILE_TEST_EXISTS));
  {
    const OdeMethod *method = model_method_find ("my-method");
    g_autoptr (GError) error = NULL;
    gboolean added = FALSE;

    g_assert_nonnull (method);
    g_assert_cmpint (method->order, ==, 2);
    g_assert_cmpstr (method->label, ==, "My method");
    for (guint k = 0; k < g_list_model_get_n_items (wb_comparison_entries (wb_comparison_of (session))); k++)
      {
        g_autoptr (WbCompareEntry) entry = g_list_model_get_item (wb_comparison_entries (wb_comparison_of (session)), k);

        added |= wb_compare_entry_method (entry) == method;
      }
    g_assert_true (added);
    CLICK_UNTIL (wb_hands_find (GTK_WIDGET (card), "Use in the run"), sim_config_method (wb_session_config (session)) == method);
    wb_test_finish (session);
    g_assert_no_error (error);
  }
  wb_test_close (window);
  g_assert_cmpint (g_remove (path), ==, 0);
}

/* ---- the method of the tableau is drawn ---- */

/* Returns the number of names of methods in the plot of stability regions. */
static int
count_names (WbLabMethodPage *page)
{
  return count_texts (GTK_WIDGET (wb_lab_method_page_regions (page)));
}

/* Returns whether the plots of regions, convergence and work-precision have a method, by the names in their commands and the rows of their
 * results. */
static gboolean
draws (WbLabMethodPage *page, const char *name)
{
  g_autofree char *regions = wb_lab_region_card_command (wb_lab_method_page_regions (page));

  if (regions == NULL || strstr (regions, name) == NULL)
    return FALSE;
  for (int k = 0; k < 2; k++)
    {
      WbLabOrderCard *card = wb_lab_method_page_study (page, k);
      g_autofree char *command = wb_lab_order_card_command (card);

      if (command == NULL || strstr (command, name) == NULL || wb_lab_order_card_is_busy (card))
        return FALSE;
    }
  return TRUE;
}

/* Returns the entry of the comparison for a method, or NULL. */
static WbCompareEntry *
entry_of (WbSession *session, const char *id)
{
  GListModel *entries = wb_comparison_entries (wb_comparison_of (session));

  for (guint k = 0; k < g_list_model_get_n_items (entries); k++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, k);

      if (strcmp (wb_compare_entry_method (entry)->id, id) == 0)
        return entry;
    }
  return NULL;
}

/* The plots have the method of the settings even if the comparison has no entry for it, then a method that the tableau loads, then the
 * method of typed cells. A hidden entry is drawn while the tableau has its method. The comparison keeps its entries. */
static void
test_tableau_is_drawn (void)
{
  WbWindow *window;
  WbSession *session;
  WbLabMethodPage *page;
  WbLabTableauCard *card;
  guint n;
  int n_names;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("harmonic-oscillator");
  session = wb_window_session (window);
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "bogacki_shampine3", NULL));
  n = g_list_model_get_n_items (wb_comparison_entries (wb_comparison_of (session)));
  g_assert_null (entry_of (session, "bogacki_shampine3"));
  page = wb_laboratory_view_method (laboratory_of (window, "method"));
  WAIT_FOR (draws (page, "bogacki_shampine3") && !wb_lab_region_card_is_busy (wb_lab_method_page_regions (page)));
  n_names = count_names (page);
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "runge_kutta5", NULL));
  WAIT_FOR (count_names (page) == n_names - 1); /* it has an entry, which was drawn before */

  card = tableau_of (window, "runge_kutta2");
  g_assert_false (wb_compare_entry_visible (entry_of (session, "runge_kutta2")));
  WAIT_FOR (draws (page, "runge_kutta2") && strstr (wb_lab_method_page_sentence (page), "Heun") != NULL);
  type_into (card, 2, 3, "1/4");
  type_into (card, 3, 3, "3/4");
  type_into (card, 0, 1, "2/3");
  type_into (card, 2, 1, "2/3");
  wb_hands_key (GDK_KEY_Return, 0);
  WAIT_FOR (strcmp (wb_lab_tableau_card_status (card), "Row 2 adds up to c2 = 0.666667") == 0);
  WAIT_FOR (draws (page, "[2/3]")); /* the text of the typed tableau */
  wb_hands_picture (window, "tableau-drawn");
  g_assert_cmpuint (g_list_model_get_n_items (wb_comparison_entries (wb_comparison_of (session))), ==, n);
  wb_test_close (window);
}

/* Returns whether a widget belongs to the card of the tableau. */
static gboolean
is_in_card (WbLabTableauCard *card, GtkWidget *widget)
{
  return gtk_widget_is_ancestor (widget, GTK_WIDGET (card));
}

/* In a wide window the title has the choice of the method, Reset and Save. */
static void
test_title (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbLabTableauCard *card;
  GtkWidget *choice, *save;

  laboratory_of (window, "method");
  card = tableau_of (window, "bogacki_shampine3");
  choice = wb_lab_tableau_card_choice (card);
  save = wb_lab_tableau_card_save (card);
  WAIT_FOR (!is_in_card (card, choice) && !is_in_card (card, save) && gtk_widget_get_mapped (choice) && gtk_widget_get_mapped (save));
  WAIT_FOR (wb_hands_find (choice, "Bogacki–Shampine 3(2)") != NULL && wb_hands_find (save, "Save as new method") != NULL);
  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "plane");
  WAIT_FOR (!gtk_widget_get_mapped (choice));
  wb_test_close (window);
}

/* ---- every card: the same numbers, and files ---- */

static char *
exported (GtkWidget *card, const char *action, const char *format)
{
  char *text = NULL;
  gsize length = 0;

  wb_test_files_forget ();
  g_assert_true (gtk_widget_activate_action (card, action, "s", format));
  g_assert_nonnull (wb_test_files_chosen ());
  WAIT_FOR ((g_free (text), text = NULL, g_file_get_contents (wb_test_files_chosen (), &text, &length, NULL)) && length > 20);
  g_remove (wb_test_files_chosen ());
  return text;
}

static GtkWidget *
plot_card_of (GtkWidget *widget)
{
  return wb_test_find (widget, WB_TYPE_LAB_CARD, NULL);
}

static void
export_figures (GtkWidget *card)
{
  static const char *const formats[] = { "svg", "pdf", "png" };

  for (guint k = 0; k < G_N_ELEMENTS (formats); k++)
    {
      g_autofree char *text = exported (card, "card.export", formats[k]);

      g_assert_nonnull (text);
    }
}

static void
same_as_command (GtkWidget *card, const char *action, const char *command)
{
  g_autofree char *json = exported (card, action, "json"), *csv = exported (card, action, "csv"), *out = wb_test_run_command (command, "--format json");

  g_assert_cmpstr (out, ==, json);
  g_assert_nonnull (strchr (csv, ','));
}

/* Removes the column of computing times from a table, because they differ between two runs of a study. */
static char *
without_times (const char *json)
{
  g_autoptr (GRegex) regex = g_regex_new ("\"wall_seconds\": [^,}]*", 0, 0, NULL);

  return g_regex_replace_literal (regex, json, -1, 0, "", 0, NULL);
}

static void
test_exports (void)
{
  WbWindow *window = wb_test_window_at ("van-der-pol", 3);
  WbLaboratoryView *view = laboratory_of (window, "method");
  WbLabMethodPage *page = wb_laboratory_view_method (view);
  WbLabTableauCard *tableau = wb_lab_method_page_tableau (page);

  wb_test_files_begin ();
  WAIT_FOR (!wb_laboratory_view_is_busy (view) && wb_lab_order_card_result (wb_lab_method_page_study (page, 0)) != NULL
            && wb_lab_order_card_result (wb_lab_method_page_study (page, 1)) != NULL);
  {
    GtkWidget *regions = plot_card_of (GTK_WIDGET (wb_lab_method_page_regions (page)));
    g_autofree char *command = wb_lab_region_card_command (wb_lab_method_page_regions (page));

    export_figures (regions);
    same_as_command (regions, "card.export", command);
  }
  for (int k = 0; k < 2; k++)
    {
      WbLabOrderCard *order = wb_lab_method_page_study (page, k);
      g_autofree char *command = wb_lab_order_card_command (order), *out = wb_test_run_command (command, "--format json");
      g_autofree char *json = exported (plot_card_of (GTK_WIDGET (order)), "card.export", "json");
      g_autofree char *a = without_times (out), *b = without_times (json);

      export_figures (plot_card_of (GTK_WIDGET (order)));
      g_assert_cmpstr (a, ==, b);
    }
  {
    GtkWidget *menu = wb_test_find (GTK_WIDGET (tableau), GTK_TYPE_MENU_BUTTON, "plot-menu");
    static const char *const formats[] = { "yaml", "latex", "c", "julia", "python" };

    wb_lab_tableau_card_load (tableau, ode_method_find ("bogacki_shampine3"));
    same_as_command (menu, "card.export", "stepwise-cli study tableau van-der-pol --integrator bogacki_shampine3");
    for (guint k = 0; k < G_N_ELEMENTS (formats); k++)
      {
        g_autofree char *text = exported (menu, "card.export", formats[k]), *arguments = g_strdup_printf ("--format %s", formats[k]);
        g_autofree char *out = wb_test_run_command ("stepwise-cli tableau bogacki_shampine3", arguments);

        g_assert_cmpstr (text, ==, out);
      }
  }
  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "plane");
  WAIT_FOR (wb_lab_plane_page_n_found (wb_laboratory_view_plane (view)) == 2 && !wb_laboratory_view_is_busy (view));
  {
    GtkWidget *card = plot_card_of (GTK_WIDGET (wb_laboratory_view_plane (view)));
    g_autofree char *command = wb_lab_plane_command (wb_window_session (window), FALSE);

    export_figures (card);
    same_as_command (card, "card.export", command);
  }
  wb_test_files_end ();
  wb_test_close (window);
}

/* ---- all cards ---- */

static void
on_text (GObject *source, GAsyncResult *result, gpointer user)
{
  *(char **) user = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

/* Returns whether each number in the rows of a table is in a text. */
static void
check_numbers (GListModel *rows, const char *text, const char *name)
{
  int n = 0;

  for (guint k = 0; k < g_list_model_get_n_items (rows); k++)
    {
      g_autoptr (GtkStringObject) line = g_list_model_get_item (rows, k);
      g_auto (GStrv) cells = g_strsplit (gtk_string_object_get_string (line), "\t", -1);

      for (char **cell = cells; *cell != NULL; cell++)
        if (g_ascii_isdigit (**cell) || (**cell == '-' && g_ascii_isdigit ((*cell)[1])))
          {
            if (strstr (text, *cell) == NULL)
              g_error ("%s: the command does not print %s, which the table shows", name, *cell);
            n++;
          }
    }
  g_assert_cmpint (n, >, 0);
}

/* The menu of a card copies a command; run by stepwise-cli, it prints the numbers that the card exports and shows in its table. */
static void
check_card (WbWindow *window, GtkWidget *card, const char *name)
{
  g_autofree char *json = exported (card, "card.export", "json"), *command = NULL, *out = NULL, *a = NULL, *b = NULL, *text = NULL;
  GtkWindow *table = NULL;
  GtkWidget *view;

  g_test_message ("%s", name);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (card), "");
  g_assert_true (gtk_widget_activate_action (card, "card.copy-command", NULL));
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (card), NULL, on_text, &command);
  WAIT_FOR (command != NULL);
  g_assert_true (g_str_has_prefix (command, "stepwise-cli "));
  out = wb_test_run_command (command, "--format json");
  a = without_times (out);
  b = without_times (json);
  if (strcmp (a, b) != 0)
    g_error ("%s: the command prints\n%s\ninstead of\n%s", name, a, b);
  g_assert_true (gtk_widget_activate_action (card, "card.copy-table", NULL));
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (card), NULL, on_text, &text);
  WAIT_FOR (text != NULL);
  g_assert_nonnull (strchr (text, '\t'));
  g_assert_true (gtk_widget_activate_action (card, "card.table", NULL));
  WAIT_FOR ((table = wb_test_newest_window (GTK_WINDOW (window))) != NULL);
  view = wb_test_find (GTK_WIDGET (table), GTK_TYPE_COLUMN_VIEW, NULL);
  check_numbers (G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (view))), json, name);
  gtk_window_destroy (table);
}

/* Runs a study and checks its card. */
static void
check_study (WbWindow *window, int k)
{
  WbLabStudies *studies = wb_lab_studies_of (wb_window_session (window));

  wb_lab_studies_run (studies, wb_lab_studies_study (studies, k));
  WAIT_FOR (wb_study_state (wb_lab_studies_study (studies, k)) == WB_STUDY_DONE || wb_study_state (wb_lab_studies_study (studies, k)) == WB_STUDY_FAILED);
  if (wb_study_state (wb_lab_studies_study (studies, k)) == WB_STUDY_FAILED)
    g_error ("%s: %s", wb_lab_studies_kind (k)->id, wb_study_error (wb_lab_studies_study (studies, k)));
  check_card (window, wb_lab_study_card_area (wb_lab_studies_page_card (wb_laboratory_view_studies (wb_window_laboratory (window)), k)),
              wb_lab_studies_kind (k)->id);
}

static void
test_every_card (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  WbLaboratoryView *view;
  WbLabMethodPage *page;
  int ladder = wb_lab_studies_find ("index-ladder");
  WbStudy *fit = wb_lab_studies_study (wb_lab_studies_of (session), wb_lab_studies_find ("fit"));
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *data = wb_test_write (folder, "points.csv", "t,x\n0.5,1.9\n1,1.85\n1.5,1.7\n2,1.5\n2.5,1.3\n");

  g_assert_true (wb_session_set (session, WB_TIME, "end", "3", NULL));
  view = laboratory_of (window, "method");
  page = wb_laboratory_view_method (view);
  wb_test_files_begin ();
  wb_laboratory_set_error (wb_laboratory_of (session), "work-precision", "steps");
  WAIT_FOR (wb_lab_order_card_result (wb_lab_method_page_study (page, 0)) != NULL && wb_lab_order_card_result (wb_lab_method_page_study (page, 1)) != NULL
            && lab_table_column (lab_result_table (wb_lab_order_card_result (wb_lab_method_page_study (page, 1)), "rows"), "largest_error") >= 0
            && !wb_laboratory_view_is_busy (view));
  check_card (window, plot_card_of (GTK_WIDGET (wb_lab_method_page_regions (page))), "stability regions");
  check_card (window, plot_card_of (GTK_WIDGET (wb_lab_method_page_study (page, 0))), "convergence");
  check_card (window, plot_card_of (GTK_WIDGET (wb_lab_method_page_study (page, 1))), "work and precision");
  check_card (window, wb_test_find (GTK_WIDGET (wb_lab_method_page_tableau (page)), GTK_TYPE_MENU_BUTTON, "plot-menu"), "tableau");
  wb_laboratory_set_page (wb_laboratory_of (session), "plane");
  WAIT_FOR (wb_lab_plane_page_n_found (wb_laboratory_view_plane (view)) >= 1 && !wb_laboratory_view_is_busy (view));
  check_card (window, plot_card_of (GTK_WIDGET (wb_laboratory_view_plane (view))), "phase plane");
  check_card (window, wb_test_find (wb_test_find (GTK_WIDGET (view), WB_TYPE_LAB_PLANE_SIDE, NULL), GTK_TYPE_MENU_BUTTON, "plot-menu"), "objects found");
  wb_laboratory_set_page (wb_laboratory_of (session), "studies");
  wb_study_set_option (wb_lab_studies_study (wb_lab_studies_of (session), wb_lab_studies_find ("continue")), "vary", "mu=0.5:1");
  wb_study_set_option (fit, "data", data);
  wb_study_set_option (fit, "parameters", "mu=0.1:10");
  for (int k = 0; k < wb_lab_studies_n (); k++)
    if (k != ladder && test_takes ((guint)k, 3))
      check_study (window, k);
  g_assert_true (wb_session_open_model (session, "index-ladder"));
  check_study (window, ladder);
  wb_test_files_end ();
  wb_test_close (window);
  g_remove (data);
  g_rmdir (folder);
}

/* Turns the wheel over a scrolled window until its last row is visible. */
static void
scroll_to_end (GtkWidget *scrolled)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));

  for (int k = 0; k < 400 && gtk_adjustment_get_value (adjustment) < gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment) - 1; k++)
    {
      wb_hands_point (scrolled, NAN, NAN);
      wb_input_button (5, TRUE);
      wb_input_button (5, FALSE);
      wb_test_turn (0.02);
    }
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), >=, gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment) - 1);
}

/* Returns whether the window shows the whole widget. */
static gboolean
is_inside (WbWindow *window, GtkWidget *widget)
{
  graphene_rect_t box;

  return gtk_widget_get_mapped (widget) && gtk_widget_compute_bounds (widget, GTK_WIDGET (window), &box) && box.size.width > 20 && box.size.height > 10
         && box.origin.x >= 0 && box.origin.y >= 0 && box.origin.x + box.size.width <= (float) gtk_widget_get_width (GTK_WIDGET (window))
         && box.origin.y + box.size.height <= (float) gtk_widget_get_height (GTK_WIDGET (window));
}

/* In a window of 900 × 600 px the card of regions also has a table of the methods: the largest stable step of x″ = −x and the intervals.
 * Page Down goes through the cards. Each card is inside the window, and the wheel reaches the last coefficient and the last order
 * condition. */
static void
test_small (void)
{
  WbWindow *window;
  WbLaboratoryView *view;
  WbLabMethodPage *page;
  WbLabTableauCard *tableau;
  GtkWidget *cards[4], *last;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("harmonic-oscillator");
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  view = laboratory_of (window, "method");
  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (window)) <= 900 && wb_laboratory_view_focused (view) == 0);
  wb_hands_picture (window, "small-first");
  page = wb_laboratory_view_method (view);
  tableau = wb_lab_method_page_tableau (page);
  cards[0] = GTK_WIDGET (wb_lab_method_page_regions (page));
  WAIT_FOR (wb_test_label_with (cards[0], "imaginary") != NULL && wb_test_label_with (cards[0], "3.307") != NULL);
  WAIT_FOR (is_inside (window, wb_test_label_with (cards[0], "3.307")));
  cards[1] = GTK_WIDGET (tableau);
  cards[2] = GTK_WIDGET (wb_lab_method_page_study (page, 0));
  cards[3] = GTK_WIDGET (wb_lab_method_page_study (page, 1));
  for (int k = 0; k < 4; k++)
    {
      g_autofree char *name = g_strdup_printf ("small-%d", k);

      gtk_window_set_focus (GTK_WINDOW (window), NULL);
      wb_hands_key (GDK_KEY_Page_Down, 0);
      WAIT_FOR (wb_laboratory_view_focused (view) == (k + 1) % 4);
      WAIT_FOR (is_inside (window, cards[(k + 1) % 4]));
      if ((k + 1) % 4 == 1)
        {
          WAIT_FOR (is_inside (window, wb_lab_tableau_card_save (tableau)) && is_in_card (tableau, wb_lab_tableau_card_save (tableau)));
          WAIT_FOR (is_inside (window, wb_lab_tableau_card_choice (tableau)) && is_in_card (tableau, wb_lab_tableau_card_choice (tableau)));
          scroll_to_end (wb_test_find (wb_lab_tableau_card_conditions (tableau), GTK_TYPE_SCROLLED_WINDOW, NULL));
          last = wb_lab_tableau_card_cell (tableau, 8, 9); /* the last weight of the embedded method of Dormand and Prince */
          g_assert_nonnull (last);
          scroll_to_end (gtk_widget_get_ancestor (last, GTK_TYPE_SCROLLED_WINDOW));
          WAIT_FOR (is_inside (window, last));
        }
      wb_hands_picture (window, name);
    }
  wb_test_close (window);
}

/* The plot of convergence has a triangle with the slope of the method of the tableau, and two numbers beside it, only against the step size. */
static void
test_triangle (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbLaboratoryView *view = laboratory_of (window, "method");
  GtkWidget *card = GTK_WIDGET (wb_lab_method_page_study (wb_laboratory_view_method (view), 0));

  WAIT_FOR (wb_lab_order_card_result (WB_LAB_ORDER_CARD (card)) != NULL && !wb_laboratory_view_is_busy (view));
  WAIT_FOR (count_texts (card) == 2);
  g_assert_true (gtk_widget_activate_action (card, "order.axis", "s", "steps"));
  WAIT_FOR (count_texts (card) == 0);
  wb_test_close (window);
}

/* The user can plot the error against another cost, and the session file keeps this choice. */
static void
test_axis (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbLaboratoryView *view = laboratory_of (window, "method");
  GtkWidget *card = GTK_WIDGET (wb_lab_method_page_study (wb_laboratory_view_method (view), 1));
  WbPlotArea *area;
  PlotRange before, after, y;

  WAIT_FOR (wb_lab_order_card_result (WB_LAB_ORDER_CARD (card)) != NULL && !wb_laboratory_view_is_busy (view));
  area = wb_lab_card_area (WB_LAB_CARD (plot_card_of (card)));
  WAIT_FOR ((plot_view_get_shown (wb_plot_area_view (area), &before, &y), before.low < before.high)); /* it is drawn */
  g_assert_true (gtk_widget_activate_action (card, "order.axis", "s", "steps"));
  g_assert_cmpstr (wb_laboratory_axis (wb_laboratory_of (wb_window_session (window)), "work-precision"), ==, "steps");
  /* A method needs fewer steps than evaluations of the right-hand side. */
  WAIT_FOR ((plot_view_get_shown (wb_plot_area_view (area), &after, &y), after.low < after.high && after.high < before.high));
  wb_test_close (window);
}

/* Returns whether the list of a row has only the rows that match the search, and was laid out with them. The library has more than a hundred
 * models. */
static gboolean
is_filtered (GtkWidget *row)
{
  return gtk_widget_get_height (gtk_widget_get_ancestor (row, GTK_TYPE_LIST_BOX)) < 20 * gtk_widget_get_height (row);
}

/* The menu of a card selects the largest error and further models. The card then computes with the options of its command, and the session
 * keeps them. */
static void
test_largest_and_models (void)
{
  WbWindow *window;
  WbLaboratory *laboratory;
  WbLaboratoryView *view;
  WbLabOrderCard *card;
  GtkWidget *menu, *row;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("harmonic-oscillator");
  laboratory = wb_laboratory_of (wb_window_session (window));
  view = laboratory_of (window, "method");
  card = wb_lab_method_page_study (wb_laboratory_view_method (view), 0);
  WAIT_FOR (wb_lab_order_card_result (card) != NULL && !wb_lab_order_card_is_busy (card));
  g_assert_cmpint (lab_table_column (lab_result_table (wb_lab_order_card_result (card), "rows"), "largest_error"), <, 0);
  menu = wb_test_find (GTK_WIDGET (card), GTK_TYPE_MENU_BUTTON, "plot-menu");
  CHOOSE_UNTIL (menu, "Largest error on dense output", strcmp (wb_laboratory_error (laboratory, "converge"), "dense") == 0);
  WAIT_FOR (lab_table_column (lab_result_table (wb_lab_order_card_result (card), "rows"), "largest_error") >= 0 && !wb_lab_order_card_is_busy (card));
  CHOOSE_UNTIL (menu, "Further models…", gtk_widget_get_mapped (wb_lab_order_card_models (card)));
  WAIT_FOR (wb_lab_models_row (WB_LAB_MODELS (wb_lab_order_card_models (card)), "lotka-volterra") != NULL);
  wb_hands_type ("lotka");
  row = wb_lab_models_row (WB_LAB_MODELS (wb_lab_order_card_models (card)), "lotka-volterra");
  WAIT_FOR (gtk_widget_get_mapped (row) && is_filtered (row)); /* the search has ended */
  CLICK_UNTIL (gtk_widget_get_mapped (row) ? row : NULL, strcmp (wb_laboratory_models (laboratory), "lotka-volterra") == 0);
  g_assert_false (gtk_widget_get_sensitive (wb_lab_models_row (WB_LAB_MODELS (wb_lab_order_card_models (card)), "harmonic-oscillator")));
  WAIT_FOR (lab_result_table (wb_lab_order_card_result (card), "models") != NULL && !wb_lab_order_card_is_busy (card));
  wb_hands_key (GDK_KEY_Escape, 0);
  WAIT_FOR (!gtk_widget_get_mapped (wb_lab_order_card_models (card)) && !wb_laboratory_view_is_busy (view));
  wb_hands_picture (window, "several-models");
  {
    g_autofree char *command = wb_lab_order_card_command (card), *out = wb_test_run_command (command, "--format json");
    g_autofree char *json = lab_result_json ("converge", "harmonic-oscillator", wb_lab_order_card_result (card)), *text = NULL;
    g_autofree char *a = without_times (out), *b = without_times (json);

    g_assert_nonnull (strstr (command, "'largest=dense'"));
    g_assert_nonnull (strstr (command, "'models=lotka-volterra'"));
    g_assert_cmpstr (a, ==, b);
    text = wb_session_file_text (wb_window_session (window));
    wb_laboratory_set_error (laboratory, "converge", "end");
    g_assert_true (wb_session_file_load_text (text, "saved", wb_window_session (window), NULL));
  }
  g_assert_cmpstr (wb_laboratory_error (laboratory, "converge"), ==, "dense");
  g_assert_cmpstr (wb_laboratory_models (laboratory), ==, "lotka-volterra");
  wb_test_close (window);
}

static void
test_pages (void)
{
  g_autofree char *names = wb_laboratory_page_names ();

  g_assert_true (wb_laboratory_has_page ("plane") && wb_laboratory_has_page ("studies:cloud"));
  g_assert_false (wb_laboratory_has_page ("diagram") || wb_laboratory_has_page ("studies:diagram") || wb_laboratory_has_page (""));
  g_assert_nonnull (strstr (names, "studies:continue"));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/laboratory/escape-cancels-studies", test_escape);
  g_test_add_func ("/app/laboratory/the-largest-stable-step-follows-method-and-values", test_largest_step);
  g_test_add_func ("/app/laboratory/a-change-of-the-step-can-be-undone", test_step_undo);
  g_test_add_func ("/app/laboratory/slider-and-playhead-move-the-eigenvalues", test_dots);
  g_test_add_func ("/app/laboratory/the-phase-plane-lists-the-equilibria-that-were-found", test_plane);
  g_test_add_func ("/app/laboratory/layers-of-the-phase-plane-are-hidden-by-chips-and-a-key", test_layers);
  g_test_add_func ("/app/laboratory/the-phase-plane-shows-the-direction-field", test_field);
  g_test_add_func ("/app/laboratory/the-order-star-has-the-sectors-of-the-order", test_order_star);
  g_test_add_func ("/app/laboratory/an-edited-tableau-is-a-method-with-the-order-of-its-coefficients", test_cells);
  g_test_add_func ("/app/laboratory/a-changed-coefficient-is-caught-and-its-conditions-are-named", test_changed_coefficient);
  g_test_add_func ("/app/laboratory/every-built-in-tableau-satisfies-its-conditions", test_built_in_tableaus);
  g_test_add_func ("/app/laboratory/the-method-of-the-tableau-is-always-drawn", test_tableau_is_drawn);
  g_test_add_func ("/app/laboratory/the-title-of-a-wide-window-has-the-choice-of-the-method", test_title);
  g_test_add_func ("/app/laboratory/a-saved-tableau-is-a-method-of-the-user", test_save_tableau);
  g_test_add_func ("/app/laboratory/every-card-exports-the-numbers-of-its-command", test_exports);
  g_test_add_func ("/app/laboratory/every-card-has-a-table-and-a-command-with-its-numbers", test_every_card);
  g_test_add_func ("/app/laboratory/errors-can-be-drawn-against-another-cost", test_axis);
  g_test_add_func ("/app/laboratory/convergence-has-a-slope-triangle", test_triangle);
  g_test_add_func ("/app/laboratory/the-largest-error-and-further-models-are-those-of-the-command", test_largest_and_models);
  g_test_add_func ("/app/laboratory/unknown-pages-are-known-as-such", test_pages);
  /* The window keeps its size, so the test of a small window is the last one. */
  g_test_add_func ("/app/laboratory/all-cards-are-reached-in-a-small-window", test_small);
  return g_test_run ();
}
