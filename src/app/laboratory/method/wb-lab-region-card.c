/* Draws the regions and the points h·λ, and says how many of them are outside and up to which step size the method is
 * stable. */
#include "wb-lab-region-card.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-method-result.h"
#include "lab-result-text.h"
#include "plot-text.h"
#include "wb-study-command.h"
#include "wb-lab-export.h"
#include "wb-lab-figures.h"
#include "wb-lab-methods.h"
#include "wb-lab-region-facts.h"
#include "wb-lab-step-scale.h"
#include "wb-lab-step-uses.h"
#include "wb-laboratory.h"
#include "wb-number-field.h"
#include "wb-rich.h"
#include "wb-style.h"
#include "wb-table-window.h"

/* The shortest time in ms between two updates of the plot while the playhead moves. */
#define FOLLOW_MS 60
/* Least widths in px of the slider when it is beside the plot, and of the plot then in lecture mode. */
#define BESIDE_WIDTH 320
#define PLOT_WIDTH 360
/* Number of characters to which the labels beside the plot are broken, so that the plot keeps its width. */
#define BESIDE_CHARS 24

struct _WbLabRegionCard
{
  GtkWidget parent_instance;
  WbSession *session;
  WbLaboratory *laboratory;
  WbComparison *methods;
  GtkWidget *card, *step_box, *heads, *scale, *h_label, *uses, *count_label, *sentence, *facts;
  GtkWidget *scroller, *table; /* table of the drawn methods; shown if the slider is beside the plot */
  gboolean beside;
  GPtrArray *known;            /* elements of type WbLabRegion: the regions computed so far */
  const OdeMethod *cells;      /* the method of the cells of the tableau; NULL: that of the page */
  WbLabRegion *edited;         /* stability region of `cells` if a cell was changed, or NULL */
  WbEigenvalues *eigenvalues;
  GSimpleAction *star;
  WbJob *job;
  guint follow_source;
};

G_DEFINE_FINAL_TYPE (WbLabRegionCard, wb_lab_region_card, GTK_TYPE_WIDGET)

/* Returns the method whose region is filled. */
static const OdeMethod *
page_method (gpointer user)
{
  WbLabRegionCard *self = user;

  return self->cells != NULL ? self->cells : wb_lab_page_method (self->session);
}

/* ---- step size ---- */

/* Returns the largest step size h for which all h·λ are in the stability region of a method; NaN: it is not known. */
static double
largest_step (WbLabRegionCard *self, const OdeMethod *method)
{
  OdeStability *stability = method != NULL ? ode_stability_new (method) : NULL;
  double h = NAN;

  if (stability != NULL && self->eigenvalues != NULL && self->eigenvalues->n > 0)
    h = ode_stability_largest_step (stability, self->eigenvalues->n, self->eigenvalues->values);
  ode_stability_free (stability);
  return h;
}

/* Sets the range of the slider to a decade around the largest stable step. Without such a step, the middle is 1/200 of the time
 * span. */
static void
set_range (WbLabRegionCard *self, double stable)
{
  double span = wb_session_t_end (self->session) - wb_session_t_start (self->session);
  double middle = isfinite (stable) && stable > 0 ? stable : span > 0 ? span / 200 : 0.1;
  double low = pow (10, floor (log10 (middle) * 2 - 1) / 2), high = pow (10, ceil (log10 (middle) * 2 + 1) / 2);

  if (isnan (wb_laboratory_step (self->laboratory)))
    wb_laboratory_set_step (self->laboratory, wb_number_ladder (middle, 0));
  low = fmin (low, wb_laboratory_step (self->laboratory));
  high = fmax (high, wb_laboratory_step (self->laboratory));
  wb_lab_step_scale_set_range (WB_LAB_STEP_SCALE (self->scale), low, high);
}

static char *
time_text (WbLabRegionCard *self, double t)
{
  Model *model = wb_session_model (self->session);

  return plot_text_value (t, 3, model != NULL ? model_time_unit (model) : "");
}

static void
set_rich (GtkWidget *label, const char *rich)
{
  g_autofree char *markup = wb_rich_markup (rich);

  gtk_label_set_markup (GTK_LABEL (label), markup);
}

/* Returns the text that counts the eigenvalues outside the region of a method, and sets *outside to their number. */
static char *
count_outside (WbLabRegionCard *self, const OdeMethod *method, double h, int *outside)
{
  OdeStability *stability = method != NULL ? ode_stability_new (method) : NULL;
  int n = self->eigenvalues->n;
  g_autofree double *z = g_new (double, 2 * n + 1);
  char *text;

  for (int k = 0; k < 2 * n; k++)
    z[k] = h * self->eigenvalues->values[k];
  text = wb_eigenvalues_count_text (stability, z, n, outside);
  ode_stability_free (stability);
  return text;
}

static void
say_step (WbLabRegionCard *self, const OdeMethod *method, double stable)
{
  double h = wb_laboratory_step (self->laboratory);
  g_autofree char *value = time_text (self, h), *limit = isfinite (stable) ? time_text (self, stable) : NULL;
  g_autofree char *step = g_strdup_printf ("*h* = %s", value), *name = method != NULL ? plot_text_escape (method->label) : g_strdup ("");
  int n = self->eigenvalues->n, outside;
  g_autofree char *count = count_outside (self, method, h, &outside), *sentence = NULL;

  set_rich (self->h_label, step);
  set_rich (self->count_label, n > 0 && !wb_laboratory_is_asked (self->laboratory) && (outside > 0 || !isnan (stable)) ? count : "");
  if (outside > 0)
    gtk_widget_add_css_class (self->count_label, "lab-fails");
  else
    gtk_widget_remove_css_class (self->count_label, "lab-fails");
  if (wb_laboratory_is_asked (self->laboratory))
    sentence = g_strdup (_("the limit is shown at Reveal"));
  else if (self->eigenvalues->why_not != NULL)
    sentence = g_strdup_printf (_("No eigenvalues: %s"), self->eigenvalues->why_not);
  else if (isnan (stable))
    sentence = g_strdup_printf (_("The stability of %s is not known for these eigenvalues"), name);
  else if (isinf (stable))
    sentence = g_strdup_printf (_("The stability of %s does not limit the step here"), name);
  else if (stable == 0)
    sentence = g_strdup_printf (_("%s lets an undamped oscillation grow at every step"), name);
  else
    sentence = g_strdup_printf (_("%s is stable here up to *h* = %s"), name, limit);
  set_rich (self->sentence, sentence);
}

/* ---- properties ---- */

/* Returns the region of a method; NULL: not known yet. */
static const WbLabRegion *
region_of (WbLabRegionCard *self, const OdeMethod *method)
{
  for (guint k = 0; k < self->known->len; k++)
    if (((const WbLabRegion *) self->known->pdata[k])->method == method)
      return self->known->pdata[k];
  return NULL;
}

/* Returns the region of the method of the tableau; NULL: not known yet. */
static const WbLabRegion *
main_region (WbLabRegionCard *self)
{
  return self->edited != NULL ? self->edited : region_of (self, page_method (self));
}

/* Fills the table of all drawn methods, which is shown beside the plot. */
static void
say_table (WbLabRegionCard *self)
{
  g_autoptr (GPtrArray) entries = wb_lab_drawn_entries (self->session, page_method (self));

  wb_lab_region_facts_clear (self->table);
  for (guint k = 0; k < entries->len; k++)
    {
      WbCompareEntry *entry = entries->pdata[k];
      gboolean edited = self->edited != NULL && wb_compare_entry_method (entry) == self->cells;
      const WbLabRegion *region = edited ? self->edited : region_of (self, wb_compare_entry_method (entry));
      double stable = region != NULL ? largest_step (self, region->method) : NAN;

      if (region != NULL)
        wb_lab_region_facts_add (self->table, wb_compare_entry_name (entry), region, stable);
    }
}

static void
say_facts (WbLabRegionCard *self)
{
  const WbLabRegion *region = main_region (self);
  g_autofree char *sentence = wb_lab_region_facts_sentence (region != NULL ? &region->facts : NULL);

  set_rich (self->facts, sentence);
  gtk_widget_set_visible (self->facts, !self->beside && *sentence != '\0' && !wb_laboratory_is_asked (self->laboratory));
  gtk_widget_set_visible (self->scroller, self->beside && !wb_laboratory_is_asked (self->laboratory));
  if (self->beside)
    say_table (self);
}

/* ---- the plot of regions ---- */

static PlotView *
view_of (WbLabRegionCard *self)
{
  const OdeMethod *method = page_method (self);
  g_autoptr (GPtrArray) entries = wb_lab_drawn_entries (self->session, method);

  return wb_lab_region_view_new (entries, self->known, self->edited, method, wb_laboratory_shows_star (self->laboratory), self->eigenvalues,
                                 wb_laboratory_step (self->laboratory));
}

void
wb_lab_region_card_refresh (WbLabRegionCard *self, gboolean keep_ranges)
{
  const OdeMethod *method = page_method (self);
  double stable;

  if (self->eigenvalues == NULL || wb_session_model (self->session) == NULL)
    return;
  stable = largest_step (self, method);
  set_range (self, stable);
  wb_lab_step_scale_set_stable (WB_LAB_STEP_SCALE (self->scale), wb_laboratory_is_asked (self->laboratory) ? INFINITY : stable);
  wb_lab_step_scale_set_step (WB_LAB_STEP_SCALE (self->scale), wb_laboratory_step (self->laboratory));
  say_step (self, method, stable);
  say_facts (self);
  wb_lab_card_set_view (WB_LAB_CARD (self->card), view_of (self), keep_ranges);
}

static void
take_eigenvalues (WbLabRegionCard *self)
{
  wb_eigenvalues_free (self->eigenvalues);
  self->eigenvalues = wb_eigenvalues_new (self->session);
  wb_lab_region_card_refresh (self, TRUE);
}

static gboolean
follow (gpointer user)
{
  WbLabRegionCard *self = user;

  self->follow_source = 0;
  take_eigenvalues (self);
  return G_SOURCE_REMOVE;
}

void
wb_lab_region_card_follow (WbLabRegionCard *self)
{
  if (self->follow_source == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->follow_source = g_timeout_add (FOLLOW_MS, follow, self);
}

static gpointer
compute_regions (WbJob *job, gpointer data, GError **error)
{
  GPtrArray *wanted = data, *made = g_ptr_array_new_with_free_func ((GDestroyNotify) wb_lab_region_free);

  for (guint k = 0; k < wanted->len && wb_job_go_on (job, (double) k / wanted->len); k++)
    g_ptr_array_add (made, wb_lab_region_new (wanted->pdata[k]));
  return made;
}

static void
on_regions (gpointer owner, gpointer result, const GError *error)
{
  WbLabRegionCard *self = owner;
  GPtrArray *made = result;

  while (made != NULL && made->len > 0)
    g_ptr_array_add (self->known, g_ptr_array_steal_index (made, made->len - 1));
  g_clear_pointer (&made, g_ptr_array_unref);
  wb_lab_region_card_refresh (self, FALSE);
  wb_lab_region_card_need (self);
}

/* Starts the computation of the regions that are not known yet. */
void
wb_lab_region_card_need (WbLabRegionCard *self)
{
  g_autoptr (GPtrArray) entries = wb_lab_drawn_entries (self->session, page_method (self));
  GPtrArray *wanted = g_ptr_array_new ();

  for (guint k = 0; k < entries->len; k++)
    {
      const OdeMethod *method = wb_compare_entry_method (entries->pdata[k]);

      if (region_of (self, method) == NULL && !(self->edited != NULL && method == self->cells))
        g_ptr_array_add (wanted, (gpointer) method);
    }
  if (wanted->len == 0 || self->job != NULL)
    {
      g_ptr_array_unref (wanted);
      return;
    }
  wb_job_replace (&self->job, self, compute_regions, wanted, (GDestroyNotify) g_ptr_array_unref, on_regions, (GDestroyNotify) g_ptr_array_unref);
}

void
wb_lab_region_card_set_cells (WbLabRegionCard *self, const OdeMethod *method, gboolean edited)
{
  g_clear_pointer (&self->edited, wb_lab_region_free);
  self->cells = method;
  if (method != NULL && edited)
    self->edited = wb_lab_region_new (method);
  wb_lab_region_card_refresh (self, TRUE);
  wb_lab_region_card_need (self);
}

/* Sets the width of the slider and its labels. Beside the plot, the large labels of lecture mode are below each other. */
static void
arrange_labels (gpointer user)
{
  WbLabRegionCard *self = user;
  gboolean below = self->beside && wb_style_is_lecture ();

  gtk_widget_set_size_request (self->step_box, self->beside ? BESIDE_WIDTH : -1, -1);
  gtk_widget_set_size_request (GTK_WIDGET (wb_lab_card_area (WB_LAB_CARD (self->card))), below ? PLOT_WIDTH : -1, -1);
  gtk_label_set_max_width_chars (GTK_LABEL (self->sentence), self->beside ? BESIDE_CHARS : -1);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->heads), below ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_label_set_xalign (GTK_LABEL (self->count_label), below ? 0 : 1);
  gtk_widget_set_visible (self->uses, !wb_style_is_lecture ());
}

void
wb_lab_region_card_set_low (WbLabRegionCard *self, gboolean low)
{
  self->beside = low;
  wb_lab_card_set_beside (WB_LAB_CARD (self->card), self->step_box, low);
  gtk_widget_set_hexpand (self->step_box, !low);
  arrange_labels (self);
  if (low)
    gtk_widget_add_css_class (self->step_box, "beside");
  else
    gtk_widget_remove_css_class (self->step_box, "beside");
  if (self->eigenvalues != NULL)
    say_facts (self);
}

gboolean
wb_lab_region_card_is_busy (WbLabRegionCard *self)
{
  return self->job != NULL || self->follow_source != 0;
}

const char *
wb_lab_region_card_sentence (WbLabRegionCard *self)
{
  return gtk_label_get_text (GTK_LABEL (self->sentence));
}

/* ---- changes ---- */

static void
on_step (WbLabRegionCard *self)
{
  wb_laboratory_set_step (self->laboratory, wb_lab_step_scale_step (WB_LAB_STEP_SCALE (self->scale)));
}

static void
on_step_committed (WbLabRegionCard *self)
{
  wb_laboratory_commit_step (self->laboratory);
}

static void
on_star (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbLabRegionCard *self = user;

  wb_laboratory_show_star (self->laboratory, g_variant_get_boolean (value));
}

static void
on_laboratory (WbLabRegionCard *self)
{
  g_simple_action_set_state (self->star, g_variant_new_boolean (wb_laboratory_shows_star (self->laboratory)));
  wb_lab_region_card_refresh (self, TRUE);
}

/* ---- numbers ---- */

/* Returns a table with the numbers of the drawn methods, or NULL without eigenvalues. */
static LabResult *
result_of (WbLabRegionCard *self)
{
  g_autoptr (GPtrArray) methods = wb_lab_drawn_methods (self->session);

  if (self->eigenvalues == NULL || self->eigenvalues->n == 0)
    return NULL;
  return lab_stability_result ((const OdeMethod *const *) methods->pdata, (int) methods->len, self->eigenvalues->n, self->eigenvalues->values,
                               NULL, NULL);
}

static void
on_export (WbLabRegionCard *self, const char *format)
{
  g_autoptr (LabResult) result = result_of (self);
  gboolean csv = strcmp (format, "csv") == 0, json = strcmp (format, "json") == 0;

  if (wb_session_model (self->session) == NULL || self->eigenvalues == NULL)
    return;
  if ((csv || json) && result == NULL)
    wb_session_message (self->session, self->eigenvalues->why_not);
  else
    wb_lab_export (GTK_WIDGET (self), self->session, lab_study_stability.id, format, csv || json ? NULL : view_of (self),
                   csv ? lab_result_csv (result, ',') : json ? lab_result_json (lab_study_stability.id, model_id (wb_session_model (self->session)), result) : NULL);
}

static void
on_copy_numbers (WbLabRegionCard *self)
{
  g_autoptr (LabResult) result = result_of (self);
  g_autofree char *text = result != NULL ? lab_result_csv (result, '\t') : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
on_table (WbLabRegionCard *self)
{
  g_autoptr (LabResult) result = result_of (self);
  g_autofree char *text = result != NULL ? lab_result_table_text (result) : NULL;

  if (text != NULL)
    wb_table_window_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _("Stability regions"), text);
}

static void
on_copy_command (WbLabRegionCard *self)
{
  g_autofree char *text = wb_lab_region_card_command (self);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

char *
wb_lab_region_card_command (WbLabRegionCard *self)
{
  g_autoptr (GPtrArray) methods = wb_lab_drawn_methods (self->session);
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *ids = wb_lab_method_ids (methods);

  if (self->eigenvalues == NULL || self->eigenvalues->n == 0 || methods->len == 0)
    return NULL;
  g_hash_table_insert (options, (gpointer) "integrators", ids);
  return wb_study_command_new_at (self->session, &lab_study_stability, options, self->eigenvalues->t, self->eigenvalues->x);
}

/* ---- widget ---- */

static GtkWidget *
step_new (WbLabRegionCard *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 14);
  GtkWidget *heads = self->heads = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 14), *title = gtk_label_new (_("Step size"));

  self->h_label = gtk_label_new (NULL);
  self->count_label = gtk_label_new (NULL);
  self->sentence = gtk_label_new (NULL);
  self->scale = wb_lab_step_scale_new ();
  gtk_widget_add_css_class (title, "lab-title");
  gtk_widget_add_css_class (self->h_label, "lab-value");
  gtk_widget_add_css_class (self->count_label, "lab-title");
  gtk_widget_add_css_class (self->sentence, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (self->sentence), 0);
  gtk_label_set_wrap (GTK_LABEL (self->sentence), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (self->count_label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->count_label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->count_label), 1);
  gtk_box_append (GTK_BOX (row), title);
  gtk_box_append (GTK_BOX (row), self->h_label);
  gtk_box_append (GTK_BOX (heads), row);
  gtk_box_append (GTK_BOX (heads), self->count_label);
  gtk_box_append (GTK_BOX (box), heads);
  gtk_box_append (GTK_BOX (box), self->scale);
  self->uses = wb_lab_step_uses_new (self->session, page_method, self);
  gtk_box_append (GTK_BOX (box), self->uses);
  gtk_box_append (GTK_BOX (box), self->sentence);
  self->facts = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->facts), 0);
  gtk_label_set_wrap (GTK_LABEL (self->facts), TRUE);
  gtk_widget_add_css_class (self->facts, "dim-label");
  gtk_box_append (GTK_BOX (box), self->facts);
  self->table = wb_lab_region_facts_new ();
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->table);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_box_append (GTK_BOX (box), self->scroller);
  gtk_widget_add_css_class (box, "lab-step-box");
  g_signal_connect_swapped (self->scale, "step-changed", G_CALLBACK (on_step), self);
  g_signal_connect_swapped (self->scale, "step-committed", G_CALLBACK (on_step_committed), self);
  return box;
}

static void
wb_lab_region_card_dispose (GObject *object)
{
  WbLabRegionCard *self = WB_LAB_REGION_CARD (object);

  g_clear_pointer (&self->job, wb_job_cancel);
  g_clear_pointer (&self->card, gtk_widget_unparent);
  g_clear_pointer (&self->known, g_ptr_array_unref);
  g_clear_pointer (&self->edited, wb_lab_region_free);
  g_clear_pointer (&self->eigenvalues, wb_eigenvalues_free);
  g_clear_object (&self->methods);
  g_clear_object (&self->star);
  g_clear_handle_id (&self->follow_source, g_source_remove);
  G_OBJECT_CLASS (wb_lab_region_card_parent_class)->dispose (object);
}

static void
wb_lab_region_card_class_init (WbLabRegionCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_region_card_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_lab_region_card_init (WbLabRegionCard *self)
{
  self->known = g_ptr_array_new_with_free_func ((GDestroyNotify) wb_lab_region_free);
}

GtkWidget *
wb_lab_region_card_new (WbSession *session)
{
  WbLabRegionCard *self = g_object_new (WB_TYPE_LAB_REGION_CARD, NULL);
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GMenu) own = g_menu_new ();
  g_autoptr (GMenuModel) menu = NULL;

  self->session = session;
  self->laboratory = wb_laboratory_of (session);
  self->methods = g_object_ref (wb_comparison_of (session));
  self->card = wb_lab_card_new ();
  self->step_box = step_new (self);
  wb_lab_card_append (WB_LAB_CARD (self->card), self->step_box);
  self->star = g_simple_action_new_stateful ("star", NULL, g_variant_new_boolean (wb_laboratory_shows_star (self->laboratory)));
  g_signal_connect_object (self->star, "change-state", G_CALLBACK (on_star), self, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->star));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "region", G_ACTION_GROUP (group));
  g_menu_append (own, _("Order star"), "region.star");
  menu = wb_lab_menu_new (WB_LAB_MENU_PLOT, G_MENU_MODEL (own));
  wb_lab_card_set_menu (WB_LAB_CARD (self->card), menu);
  gtk_widget_set_parent (self->card, GTK_WIDGET (self));
  wb_style_watch (arrange_labels, G_OBJECT (self));
  g_signal_connect_swapped (self->card, "copy-table", G_CALLBACK (on_copy_numbers), self);
  g_signal_connect_swapped (self->card, "copy-command", G_CALLBACK (on_copy_command), self);
  g_signal_connect_swapped (self->card, "export", G_CALLBACK (on_export), self);
  g_signal_connect_swapped (self->card, "table", G_CALLBACK (on_table), self);
  g_signal_connect_object (self->laboratory, "changed", G_CALLBACK (on_laboratory), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
