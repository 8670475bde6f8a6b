#include "wb-lab-method-page.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-slope.h"
#include "plot-format.h"
#include "plot-text.h"
#include "wb-comparison.h"
#include "wb-fraction-box.h"
#include "wb-lab-figures.h"
#include "wb-lab-step-scale.h"
#include "wb-number-field.h"
#include "wb-rich.h"

#define GAP 12
#define LEFT 600
#define RIGHT 804
#define UPPER 403
#define LOWER 374
/* Time in ms after the last change of a setting until the studies
 * start. */
#define SETTLE_MS 350
/* Largest number of steps of a run. A method of low order would need hours for the tightest accuracies. Its run stops here and gets no
 * point in the plot. */
#define STEP_LIMIT 100000
/* Shortest time in ms between two updates of the plot of regions while the playhead moves. */
#define FOLLOW_MS 60

typedef enum { STUDY_CONVERGE, STUDY_PRECISION, N_STUDIES } Which;

struct _WbLabMethodPage
{
  GtkWidget parent_instance;
  WbSession *session;
  WbLaboratory *laboratory;
  WbComparison *methods;
  GtkWidget *box, *regions, *left, *right, *upper, *lower, *tableau, *cards[N_STUDIES], *scale, *h_label, *count_label, *sentence;
  GPtrArray *known;            /* regions that are computed already (WbLabRegion) */
  WbLabRegion *edited;         /* region of the edited tableau, or NULL */
  WbEigenvalues *eigenvalues;
  WbJob *region_job, *jobs[N_STUDIES];
  LabStudy *studies[N_STUDIES];
  guint settle_source, follow_source;
  gboolean stale;              /* whether the studies were computed with earlier settings */
};

G_DEFINE_FINAL_TYPE (WbLabMethodPage, wb_lab_method_page, GTK_TYPE_WIDGET)

/* Returns the method whose region is filled: the method of the selected entry or, without a selection, that of the
 * settings. */
static const OdeMethod *
main_method (WbLabMethodPage *self)
{
  WbCompareEntry *selected = wb_comparison_selected (self->methods);

  return selected != NULL ? wb_compare_entry_method (selected) : sim_config_method (wb_session_config (self->session));
}

static GPtrArray *
visible_methods (WbLabMethodPage *self)
{
  GPtrArray *methods = g_ptr_array_new ();
  GListModel *entries = wb_comparison_entries (self->methods);

  for (guint k = 0; k < g_list_model_get_n_items (entries); k++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, k);

      if (wb_compare_entry_visible (entry))
        g_ptr_array_add (methods, (gpointer) wb_compare_entry_method (entry));
    }
  return methods;
}

/* ---- step size ---- */

/* Returns the largest step size h for which all h·λ are in the stability region of a method, or infinity. */
static double
largest_step (WbLabMethodPage *self, const OdeMethod *method)
{
  OdeStability *stability = method != NULL ? ode_stability_new (method) : NULL;
  double h = INFINITY;

  if (stability != NULL && self->eigenvalues != NULL && self->eigenvalues->n > 0)
    h = ode_stability_largest_step (stability, self->eigenvalues->n, self->eigenvalues->values);
  ode_stability_free (stability);
  return h;
}

/* Sets the range of the slider: about a factor of ten around the largest stable step or, if there is none, around 1/200 of the time
 * span. */
static void
set_range (WbLabMethodPage *self, double stable)
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
time_text (WbLabMethodPage *self, double t)
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

static int
count_outside (WbLabMethodPage *self, const OdeMethod *method, double h)
{
  OdeStability *stability = method != NULL ? ode_stability_new (method) : NULL;
  int n = 0;

  for (int k = 0; stability != NULL && k < self->eigenvalues->n; k++)
    n += !ode_stability_contains (stability, h * self->eigenvalues->values[2 * k], h * self->eigenvalues->values[2 * k + 1]);
  ode_stability_free (stability);
  return n;
}

static void
say_step (WbLabMethodPage *self, const OdeMethod *method, double stable)
{
  double h = wb_laboratory_step (self->laboratory);
  g_autofree char *value = time_text (self, h), *limit = isfinite (stable) ? time_text (self, stable) : NULL;
  g_autofree char *step = g_strdup_printf ("*h* = %s", value), *name = method != NULL ? plot_text_escape (method->label) : g_strdup ("");
  g_autofree char *count = NULL, *sentence = NULL;
  int n = self->eigenvalues->n, outside = count_outside (self, method, h);

  set_rich (self->h_label, step);
  if (n > 0)
    count = g_strdup_printf (ngettext ("%d of %d eigenvalue outside", "%d of %d eigenvalues outside", (gulong) n), outside, n);
  set_rich (self->count_label, count != NULL ? count : "");
  if (outside > 0)
    gtk_widget_add_css_class (self->count_label, "lab-fails");
  else
    gtk_widget_remove_css_class (self->count_label, "lab-fails");
  if (self->eigenvalues->why_not != NULL)
    sentence = g_strdup_printf (_("No eigenvalues: %s"), self->eigenvalues->why_not);
  else if (!isfinite (stable))
    sentence = g_strdup_printf (_("The stability of %s does not limit the step here"), name);
  else if (stable == 0)
    sentence = g_strdup_printf (_("%s lets an undamped oscillation grow at every step"), name);
  else
    sentence = g_strdup_printf (_("%s is stable here up to *h* = %s"), name, limit);
  set_rich (self->sentence, sentence);
}

/* ---- the plot of regions ---- */

static void
draw_regions (WbLabMethodPage *self, gboolean keep_ranges)
{
  const OdeMethod *edited = wb_lab_tableau_card_edited (WB_LAB_TABLEAU_CARD (self->tableau));
  const OdeMethod *method = edited != NULL ? edited : main_method (self);
  double stable;

  if (self->eigenvalues == NULL || wb_session_model (self->session) == NULL)
    return;
  stable = largest_step (self, method);
  set_range (self, stable);
  wb_lab_step_scale_set_stable (WB_LAB_STEP_SCALE (self->scale), stable);
  wb_lab_step_scale_set_step (WB_LAB_STEP_SCALE (self->scale), wb_laboratory_step (self->laboratory));
  say_step (self, method, stable);
  wb_lab_card_set_view (WB_LAB_CARD (self->regions),
                        wb_lab_region_view_new (self->methods, self->known, self->edited, method, main_method (self), self->eigenvalues,
                                                wb_laboratory_step (self->laboratory)), keep_ranges);
}

static void
take_eigenvalues (WbLabMethodPage *self)
{
  wb_eigenvalues_free (self->eigenvalues);
  self->eigenvalues = wb_eigenvalues_new (self->session);
  draw_regions (self, TRUE);
}

static gboolean
follow (gpointer user)
{
  WbLabMethodPage *self = user;

  self->follow_source = 0;
  take_eigenvalues (self);
  return G_SOURCE_REMOVE;
}

static void
on_playhead (WbLabMethodPage *self)
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

static gboolean
is_known (const WbLabMethodPage *self, const OdeMethod *method)
{
  for (guint k = 0; k < self->known->len; k++)
    if (((WbLabRegion *) self->known->pdata[k])->method == method)
      return TRUE;
  return FALSE;
}

static void need_regions (WbLabMethodPage *self);

static void
on_regions (gpointer owner, gpointer result, const GError *error)
{
  WbLabMethodPage *self = owner;
  GPtrArray *made = result;

  self->region_job = NULL;
  while (made != NULL && made->len > 0)
    g_ptr_array_add (self->known, g_ptr_array_steal_index (made, made->len - 1));
  g_clear_pointer (&made, g_ptr_array_unref);
  draw_regions (self, FALSE);
  need_regions (self);
}

/* Starts a job for those regions that are not computed yet. */
static void
need_regions (WbLabMethodPage *self)
{
  g_autoptr (GPtrArray) methods = visible_methods (self);
  GPtrArray *wanted = g_ptr_array_new ();

  for (guint k = 0; k < methods->len; k++)
    if (!is_known (self, methods->pdata[k]))
      g_ptr_array_add (wanted, methods->pdata[k]);
  if (wanted->len == 0 || self->region_job != NULL)
    {
      g_ptr_array_unref (wanted);
      return;
    }
  self->region_job = wb_job_start (self, compute_regions, wanted, (GDestroyNotify) g_ptr_array_unref, on_regions, (GDestroyNotify) g_ptr_array_unref);
}

/* ---- studies ---- */

static gpointer
compute_study (WbJob *job, gpointer data, GError **error)
{
  WbLabTask *task = data;
  LabProblem problem = wb_lab_task_problem (task);
  LabProgress progress = wb_lab_task_progress (task);
  const OdeMethod *const *methods = (const OdeMethod *const *) (gpointer) task->methods->pdata;

  task->job = job;
  if (task->kind == STUDY_CONVERGE)
    return lab_converge (&problem, methods, (int) task->methods->len, NULL, 0, &progress, error);
  return lab_work_precision (&problem, methods, (int) task->methods->len, NULL, 0, &progress, error);
}

static void
draw_study (WbLabMethodPage *self, Which which)
{
  Model *model = wb_session_model (self->session);
  g_autofree char *unit = model != NULL ? plot_text_unit (model_time_unit (model)) : g_strdup ("");
  PlotView *view = NULL;

  if (self->studies[which] != NULL)
    view = wb_lab_study_view_new (self->methods, self->studies[which], which == STUDY_CONVERGE ? LAB_AXIS_SETTING : LAB_AXIS_RHS,
                                  main_method (self), unit);
  wb_lab_card_set_view (WB_LAB_CARD (self->cards[which]), view, FALSE);
}

static void
study_done (WbLabMethodPage *self, Which which, LabStudy *study, const GError *error)
{
  g_autofree char *text = NULL;

  self->jobs[which] = NULL;
  lab_study_free (self->studies[which]);
  self->studies[which] = study;
  if (study == NULL)
    text = g_strdup_printf ("%s\n%s", which == STUDY_CONVERGE ? _("Convergence") : _("Work and precision"), error->message);
  wb_lab_card_set_message (WB_LAB_CARD (self->cards[which]), text);
  draw_study (self, which);
}

static void
on_converged (gpointer owner, gpointer result, const GError *error)
{
  study_done (owner, STUDY_CONVERGE, result, error);
}

static void
on_precise (gpointer owner, gpointer result, const GError *error)
{
  study_done (owner, STUDY_PRECISION, result, error);
}

/* Removes the methods that refuse the model, because the whole study would fail with them. */
static void
drop_refused (WbLabMethodPage *self, GPtrArray *methods)
{
  const OdeSystem *ode = model_system_ode (wb_session_system (self->session));

  for (guint k = methods->len; k > 0; k--)
    if (ode_method_refuses (methods->pdata[k - 1], ode) != NULL)
      g_ptr_array_remove_index (methods, k - 1);
}

static gboolean
start_studies (gpointer user)
{
  WbLabMethodPage *self = user;
  static const WbJobDone done[N_STUDIES] = { on_converged, on_precise };
  g_autoptr (GPtrArray) methods = visible_methods (self);

  self->settle_source = 0;
  self->stale = FALSE;
  if (wb_session_model (self->session) == NULL || wb_session_system (self->session) == NULL)
    return G_SOURCE_REMOVE;
  drop_refused (self, methods);
  for (int k = 0; k < N_STUDIES && methods->len > 0; k++)
    {
      WbLabTask *task = wb_lab_task_new (self->session, methods);

      task->kind = k;
      if (sim_config_get_number (task->config, "step_limit") == 0)
        sim_config_set_number (task->config, "step_limit", STEP_LIMIT, SIM_ORIGIN_LIVE, NULL);
      g_clear_pointer (&self->jobs[k], wb_job_cancel);
      if (self->studies[k] == NULL)
        wb_lab_card_set_message (WB_LAB_CARD (self->cards[k]), _("Computing …"));
      self->jobs[k] = wb_job_start (self, compute_study, task, wb_lab_task_free, done[k], (GDestroyNotify) lab_study_free);
    }
  return G_SOURCE_REMOVE;
}

static void
need_studies (WbLabMethodPage *self)
{
  self->stale = TRUE;
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_clear_handle_id (&self->settle_source, g_source_remove);
  self->settle_source = g_timeout_add (SETTLE_MS, start_studies, self);
}

gboolean
wb_lab_method_page_is_busy (WbLabMethodPage *self)
{
  return self->region_job != NULL || self->jobs[0] != NULL || self->jobs[1] != NULL || self->settle_source != 0 || self->follow_source != 0;
}

void
wb_lab_method_page_cancel (WbLabMethodPage *self)
{
  g_clear_handle_id (&self->settle_source, g_source_remove);
  for (int k = 0; k < N_STUDIES; k++)
    if (self->jobs[k] != NULL)
      {
        g_clear_pointer (&self->jobs[k], wb_job_cancel);
        if (self->studies[k] == NULL)
          wb_lab_card_set_message (WB_LAB_CARD (self->cards[k]), _("Cancelled"));
      }
}

const char *
wb_lab_method_page_sentence (WbLabMethodPage *self)
{
  return gtk_label_get_text (GTK_LABEL (self->sentence));
}

/* ---- changes ---- */

static void
on_entries (WbLabMethodPage *self)
{
  wb_lab_tableau_card_set_method (WB_LAB_TABLEAU_CARD (self->tableau), main_method (self));
  draw_regions (self, FALSE);
  need_regions (self);
  need_studies (self);
}

static void
on_setting (WbLabMethodPage *self)
{
  wb_lab_tableau_card_set_method (WB_LAB_TABLEAU_CARD (self->tableau), main_method (self));
  on_playhead (self);
  need_studies (self);
}

static void
on_model (WbLabMethodPage *self)
{
  for (int k = 0; k < N_STUDIES; k++)
    {
      g_clear_pointer (&self->studies[k], lab_study_free);
      draw_study (self, (Which) k);
    }
  on_playhead (self);
  need_studies (self);
}

static void
on_edited (WbLabMethodPage *self)
{
  const OdeMethod *edited = wb_lab_tableau_card_edited (WB_LAB_TABLEAU_CARD (self->tableau));

  g_clear_pointer (&self->edited, wb_lab_region_free);
  if (edited != NULL)
    self->edited = wb_lab_region_new (edited);
  draw_regions (self, TRUE);
}

static void
on_step (WbLabMethodPage *self)
{
  wb_laboratory_set_step (self->laboratory, wb_lab_step_scale_step (WB_LAB_STEP_SCALE (self->scale)));
}

static void
on_step_committed (WbLabMethodPage *self)
{
  wb_laboratory_commit_step (self->laboratory);
}

static void
on_laboratory (WbLabMethodPage *self)
{
  draw_regions (self, TRUE);
}

static void
wb_lab_method_page_map (GtkWidget *widget)
{
  WbLabMethodPage *self = WB_LAB_METHOD_PAGE (widget);

  GTK_WIDGET_CLASS (wb_lab_method_page_parent_class)->map (widget);
  on_playhead (self);
  need_regions (self);
  if (self->stale)
    need_studies (self);
}

/* ---- tables and commands for the clipboard ---- */

/* Appends the model and the changed values to a shell command. */
static void
append_problem (WbLabMethodPage *self, GString *command)
{
  const WbValues *values = wb_session_values (self->session);
  struct { const char *option; GHashTable *table; } tables[] = { { "set", values->parameters }, { "initial", values->initials }, { "constant", values->constants } };

  for (guint k = 0; k < G_N_ELEMENTS (tables); k++)
    {
      GHashTableIter iter;
      gpointer name, text;

      g_hash_table_iter_init (&iter, tables[k].table);
      while (g_hash_table_iter_next (&iter, &name, &text))
        {
          g_autofree char *pair = g_strdup_printf ("%s=%s", (char *) name, (char *) text), *quoted = g_shell_quote (pair);

          g_string_append_printf (command, " --%s %s", tables[k].option, quoted);
        }
    }
}

static void
copy_command (WbLabMethodPage *self, const char *name)
{
  g_autoptr (GPtrArray) methods = visible_methods (self);
  g_autoptr (GString) command = g_string_new (NULL);
  g_autofree char *model = g_shell_quote (wb_session_requested (self->session));

  g_string_append_printf (command, "stepwise-cli %s %s", name, model);
  for (guint k = 0; k < methods->len; k++)
    g_string_append_printf (command, " --integrator %s", ((const OdeMethod *) methods->pdata[k])->id);
  if (sim_config_get_number (wb_session_config (self->session), "step_limit") == 0)
    g_string_append_printf (command, " --step-limit %d", STEP_LIMIT);
  append_problem (self, command);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command->str);
}

static void
on_copy_stability (WbLabMethodPage *self)
{
  const OdeMethod *method = main_method (self);
  g_autoptr (GString) command = g_string_new (NULL);
  g_autofree char *model = g_shell_quote (wb_session_requested (self->session));

  g_string_append_printf (command, "stepwise-cli stability %s --integrator %s", model, method->id);
  append_problem (self, command);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command->str);
}

static void
on_copy_eigenvalues (WbLabMethodPage *self)
{
  g_autoptr (GString) text = g_string_new ("re\tim\n");

  for (int k = 0; self->eigenvalues != NULL && k < self->eigenvalues->n; k++)
    {
      g_autofree char *re = wb_number_text (self->eigenvalues->values[2 * k]), *im = wb_number_text (self->eigenvalues->values[2 * k + 1]);

      g_string_append_printf (text, "%s\t%s\n", re, im);
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
}

static void
on_copy_study (GtkWidget *card, WbLabMethodPage *self)
{
  copy_command (self, card == self->cards[STUDY_CONVERGE] ? "converge" : "work-precision");
}

static void
on_copy_rows (GtkWidget *card, WbLabMethodPage *self)
{
  Which which = card == self->cards[STUDY_CONVERGE] ? STUDY_CONVERGE : STUDY_PRECISION;
  const LabStudy *study = self->studies[which];
  g_autoptr (GString) text = g_string_new (which == STUDY_CONVERGE ? "integrator\th\terror\tsteps\trhs\n" : "integrator\taccuracy\terror\tsteps\trhs\n");

  for (guint k = 0; study != NULL && k < study->rows->len; k++)
    {
      const LabRow *row = &g_array_index (study->rows, LabRow, k);
      g_autofree char *setting = wb_number_text (row->setting), *error = isnan (row->error) ? g_strdup ("") : wb_number_text (row->error);

      g_string_append_printf (text, "%s\t%s\t%s\t%ld\t%ld\n", row->method->id, setting, error, row->run.statistics.ode.steps_taken,
                              row->run.statistics.ode.rhs_evaluations);
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
}

/* ---- widget ---- */

void
wb_lab_method_page_focus (WbLabMethodPage *self, int card)
{
  gboolean all = card < 0;

  gtk_widget_set_visible (self->regions, all || card == 0);
  gtk_widget_set_visible (self->right, all || card > 0);
  gtk_widget_set_visible (self->tableau, all || card == 1);
  gtk_widget_set_visible (self->lower, all || card > 1);
  gtk_widget_set_visible (self->cards[STUDY_CONVERGE], all || card == 2);
  gtk_widget_set_visible (self->cards[STUDY_PRECISION], all || card == 3);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->left), self->regions, all || card == 0 ? LEFT : 0);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->left), self->right, all || card > 0 ? RIGHT : 0);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->right), self->tableau, all || card == 1 ? UPPER : 0);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->right), self->lower, all || card > 1 ? LOWER : 0);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->lower), self->cards[STUDY_CONVERGE], all || card == 2 ? 1 : 0);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->lower), self->cards[STUDY_PRECISION], all || card == 3 ? 1 : 0);
}

static GtkWidget *
step_new (WbLabMethodPage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 14);
  GtkWidget *title = gtk_label_new (_("Step size"));

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
  gtk_box_append (GTK_BOX (row), self->count_label);
  gtk_box_append (GTK_BOX (box), row);
  gtk_box_append (GTK_BOX (box), self->scale);
  gtk_box_append (GTK_BOX (box), self->sentence);
  gtk_widget_add_css_class (box, "lab-step-box");
  g_signal_connect_swapped (self->scale, "step-changed", G_CALLBACK (on_step), self);
  g_signal_connect_swapped (self->scale, "step-committed", G_CALLBACK (on_step_committed), self);
  return box;
}

static void
wb_lab_method_page_dispose (GObject *object)
{
  WbLabMethodPage *self = WB_LAB_METHOD_PAGE (object);

  g_clear_handle_id (&self->settle_source, g_source_remove);
  g_clear_handle_id (&self->follow_source, g_source_remove);
  g_clear_pointer (&self->region_job, wb_job_cancel);
  for (int k = 0; k < N_STUDIES; k++)
    {
      g_clear_pointer (&self->jobs[k], wb_job_cancel);
      g_clear_pointer (&self->studies[k], lab_study_free);
    }
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->known, g_ptr_array_unref);
  g_clear_pointer (&self->edited, wb_lab_region_free);
  g_clear_pointer (&self->eigenvalues, wb_eigenvalues_free);
  g_clear_object (&self->methods);
  G_OBJECT_CLASS (wb_lab_method_page_parent_class)->dispose (object);
}

static void
wb_lab_method_page_class_init (WbLabMethodPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_method_page_dispose;
  GTK_WIDGET_CLASS (klass)->map = wb_lab_method_page_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_lab_method_page_init (WbLabMethodPage *self)
{
  self->known = g_ptr_array_new_with_free_func ((GDestroyNotify) wb_lab_region_free);
  self->stale = TRUE;
}

static void
build (WbLabMethodPage *self)
{
  self->left = self->box = wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, GAP);
  self->right = wb_fraction_box_new (GTK_ORIENTATION_VERTICAL, GAP);
  self->lower = wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, GAP);
  self->regions = wb_lab_card_new ();
  wb_lab_card_append (WB_LAB_CARD (self->regions), step_new (self));
  self->tableau = wb_lab_tableau_card_new (self->session);
  g_signal_connect_swapped (self->regions, "copy-table", G_CALLBACK (on_copy_eigenvalues), self);
  g_signal_connect_swapped (self->regions, "copy-command", G_CALLBACK (on_copy_stability), self);
  for (int k = 0; k < N_STUDIES; k++)
    {
      self->cards[k] = wb_lab_card_new ();
      wb_fraction_box_append (WB_FRACTION_BOX (self->lower), self->cards[k], 1);
      g_signal_connect (self->cards[k], "copy-command", G_CALLBACK (on_copy_study), self);
      g_signal_connect (self->cards[k], "copy-table", G_CALLBACK (on_copy_rows), self);
    }
  wb_fraction_box_append (WB_FRACTION_BOX (self->right), self->tableau, UPPER);
  wb_fraction_box_append (WB_FRACTION_BOX (self->right), self->lower, LOWER);
  wb_fraction_box_append (WB_FRACTION_BOX (self->left), self->regions, LEFT);
  wb_fraction_box_append (WB_FRACTION_BOX (self->left), self->right, RIGHT);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
wb_lab_method_page_new (WbSession *session)
{
  WbLabMethodPage *self = g_object_new (WB_TYPE_LAB_METHOD_PAGE, NULL);

  self->session = session;
  self->laboratory = wb_laboratory_of (session);
  self->methods = g_object_ref (wb_comparison_of (session));
  build (self);
  g_signal_connect_swapped (self->tableau, "edited", G_CALLBACK (on_edited), self);
  g_signal_connect_object (self->methods, "entries-changed", G_CALLBACK (on_entries), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->methods, "restored", G_CALLBACK (on_entries), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->laboratory, "changed", G_CALLBACK (on_laboratory), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_setting), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "runs-changed", G_CALLBACK (on_playhead), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "playhead-changed", G_CALLBACK (on_playhead), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "advanced", G_CALLBACK (on_playhead), self, G_CONNECT_SWAPPED);
  wb_lab_tableau_card_set_method (WB_LAB_TABLEAU_CARD (self->tableau), main_method (self));
  return GTK_WIDGET (self);
}
