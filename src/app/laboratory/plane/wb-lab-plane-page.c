#include "wb-lab-plane-page.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-result-text.h"
#include "plot-format.h"
#include "plot-text.h"
#include "wb-fraction-box.h"
#include "wb-lab-command.h"
#include "wb-lab-export.h"
#include "wb-lab-plane-figure.h"
#include "wb-lab-plane-glyph.h"
#include "wb-lab-plane-layers.h"
#include "wb-lab-task.h"
#include "wb-table-window.h"

#define GAP 12
#define PLOT_SHARE 712
#define LIST_SHARE 412
/* Time in ms after the last change of a value or of the view until the search
 * starts. */
#define SETTLE_MS 350
#define TRAJECTORY_POINTS 4000

struct _WbLabPlanePage
{
  GtkWidget parent_instance;
  WbSession *session;
  WbLaboratory *laboratory;
  guint layers;               /* flags of the drawn layers */
  GtkWidget *page, *chips, *box, *card, *side, *list, *details, *heading, *again;
  WbJob *job;
  WbLabFound *found;
  GPtrArray *trajectories;    /* elements of type LabCurve: the trajectories that start where the user clicked */
  int selected;               /* selected row of the list, or −1 */
  guint settle_source;
  gboolean stale;
};

G_DEFINE_FINAL_TYPE (WbLabPlanePage, wb_lab_plane_page, GTK_TYPE_WIDGET)

/* ---- the plot ---- */

static void
draw (WbLabPlanePage *self, gboolean keep_ranges)
{
  PlotView *view = self->found != NULL ? wb_lab_found_view (self->found, self->trajectories, wb_laboratory_layers (self->laboratory), self->selected) : NULL;

  wb_lab_card_set_view (WB_LAB_CARD (self->card), view, keep_ranges && view != NULL);
}

/* ---- the list ---- */

static void
append_number (GString *text, double value)
{
  char number[64];

  plot_format_number (value, 4, number, sizeof number);
  g_string_append (text, number);
}

static char *
eigenvalue_text (const LabEquilibrium *point)
{
  GString *text = g_string_new ("λ = ");

  for (int k = 0; k < point->n; k++)
    {
      double im = point->values[2 * k + 1];

      if (k > 0 && im < 0)
        continue; /* the conjugate of the eigenvalue before */
      if (k > 0)
        g_string_append (text, _(" and "));
      append_number (text, point->values[2 * k]);
      if (im != 0)
        {
          g_string_append (text, " ± ");
          append_number (text, fabs (im));
          g_string_append (text, " i");
        }
    }
  return g_string_free (text, FALSE);
}

static GtkWidget *
row_new (GtkWidget *glyph, const char *title, const char *detail, const char *place)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *a = gtk_label_new (title), *b = gtk_label_new (detail), *c = gtk_label_new (place);

  gtk_widget_add_css_class (a, "lab-title");
  gtk_widget_add_css_class (b, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (a), 0);
  gtk_label_set_xalign (GTK_LABEL (b), 0);
  gtk_label_set_ellipsize (GTK_LABEL (b), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (c), 1);
  gtk_label_set_ellipsize (GTK_LABEL (c), PANGO_ELLIPSIZE_START);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (words), a);
  gtk_box_append (GTK_BOX (words), b);
  gtk_box_append (GTK_BOX (row), glyph);
  gtk_box_append (GTK_BOX (row), words);
  gtk_box_append (GTK_BOX (row), c);
  gtk_widget_add_css_class (row, "lab-row");
  return row;
}

static void
add_equilibrium_row (WbLabPlanePage *self, const LabEquilibrium *point)
{
  g_autofree char *values = eigenvalue_text (point);
  g_autoptr (GString) place = g_string_new ("(");

  append_number (place, point->x[0]);
  g_string_append (place, ", ");
  append_number (place, point->x[1]);
  g_string_append_c (place, ')');
  gtk_list_box_append (GTK_LIST_BOX (self->list), row_new (wb_lab_plane_glyph_new_point (point->type), _(lab_point_type_label (point->type)), values, place->str));
}

static void
add_cycle_row (WbLabPlanePage *self, const LabCycle *cycle)
{
  Model *model = wb_session_model (self->session);
  g_autofree char *period = plot_text_value (cycle->period, 5, model != NULL ? model_time_unit (model) : "");
  g_autofree char *plain = plot_text_plain (period), *place = g_strdup_printf (_("period %s"), plain);
  g_autoptr (GString) multiplier = g_string_new ("μ = ");

  append_number (multiplier, cycle->multipliers[0]);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row_new (wb_lab_plane_glyph_new_cycle (cycle->stable), cycle->stable ? _("Stable cycle") : _("Unstable cycle"), multiplier->str, place));
}

static void
fill_list (WbLabPlanePage *self)
{
  const WbLabFound *found = self->found;
  GtkWidget *child;
  g_autofree char *equilibria = NULL, *cycles = NULL, *text = NULL;
  int n_points = found != NULL ? (int) found->objects.equilibria->points->len : 0, n_cycles = found != NULL ? (int) found->objects.cycles->cycles->len : 0;

  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), child);
  for (int k = 0; k < n_points; k++)
    add_equilibrium_row (self, found->objects.equilibria->points->pdata[k]);
  for (int k = 0; k < n_cycles; k++)
    add_cycle_row (self, found->objects.cycles->cycles->pdata[k]);
  equilibria = g_strdup_printf (ngettext ("%d equilibrium", "%d equilibria", (gulong) n_points), n_points);
  cycles = g_strdup_printf (ngettext ("%d closed orbit", "%d closed orbits", (gulong) n_cycles), n_cycles);
  if (found != NULL && found->objects.equilibria->continuum)
    text = g_strdup (_("The equilibria form a curve; some of its points are listed."));
  else if (found != NULL && found->objects.cycles->families->len > 0)
    text = g_strdup_printf (_("%s, and a family of closed orbits around a centre"), equilibria);
  else if (found != NULL)
    text = g_strdup_printf ("%s, %s", equilibria, cycles);
  gtk_label_set_text (GTK_LABEL (self->heading), text != NULL ? text : "");
}

/* Shows the eigenvalues and directions of the selected equilibrium, or the properties of the selected
 * cycle. */
static void
fill_details (WbLabPlanePage *self)
{
  const WbLabFound *found = self->found;
  g_autoptr (GString) text = g_string_new (NULL);
  int n = found != NULL ? (int) found->objects.equilibria->points->len : 0;

  if (self->selected >= 0 && self->selected < n)
    {
      const LabEquilibrium *point = found->objects.equilibria->points->pdata[self->selected];

      for (int k = 0; k < 2; k++)
        {
          g_string_append (text, k > 0 ? "\n" : "");
          append_number (text, point->values[2 * k]);
          if (point->values[2 * k + 1] != 0)
            {
              g_string_append (text, point->values[2 * k + 1] > 0 ? " + " : " − ");
              append_number (text, fabs (point->values[2 * k + 1]));
              g_string_append (text, " i");
              continue;
            }
          g_string_append (text, _(": direction "));
          append_number (text, point->vectors[4 * k]);
          g_string_append (text, ", ");
          append_number (text, point->vectors[4 * k + 2]);
          g_string_append (text, point->values[2 * k] > 0 ? _(", trajectories leave") : _(", trajectories arrive"));
        }
    }
  else if (self->selected >= n && found != NULL && self->selected - n < (int) found->objects.cycles->cycles->len)
    {
      const LabCycle *cycle = found->objects.cycles->cycles->pdata[self->selected - n];

      g_string_append (text, cycle->stable ? _("Neighbouring orbits approach it.") : _("Neighbouring orbits leave it."));
    }
  gtk_label_set_text (GTK_LABEL (self->details), text->str);
  gtk_widget_set_visible (self->details, text->len > 0);
}

static void
on_row (GtkListBox *list, GtkListBoxRow *row, WbLabPlanePage *self)
{
  self->selected = row != NULL ? gtk_list_box_row_get_index (row) : -1;
  fill_details (self);
  draw (self, TRUE);
}

GtkWidget *wb_lab_plane_page_chips (WbLabPlanePage *self) { return self->chips; }

int
wb_lab_plane_page_n_found (WbLabPlanePage *self)
{
  return self->found != NULL ? (int) (self->found->objects.equilibria->points->len + self->found->objects.cycles->cycles->len) : 0;
}

/* ---- trajectories ---- */

static void
follow_trajectory (WbLabPlanePage *self, LabFlow *flow, const double *x, gboolean backward)
{
  g_autoptr (LabFlowRun) run = lab_flow_run_new (flow, 0, FALSE, backward, 1e-7, NULL);
  GArray *points = g_array_new (FALSE, FALSE, sizeof (double));
  const LabBox *box = &self->found->box;
  double span = flow->problem.t_end - flow->t;
  LabCurve *curve = g_new0 (LabCurve, 1);

  g_array_append_vals (points, x, 2);
  if (run != NULL && lab_flow_run_start (run, flow->t, x))
    for (int k = 0; k < TRAJECTORY_POINTS && lab_flow_run_time (run) < span && lab_flow_run_step (run, span); k++)
      {
        const double *y = lab_flow_run_y (run);
        double s0 = lab_flow_run_previous (run), s1 = lab_flow_run_time (run), p[2];

        for (int i = 1; i <= 6; i++)
          {
            lab_flow_run_at (run, i < 6 ? s0 + (s1 - s0) * i / 6 : s1, p);
            g_array_append_vals (points, p, 2);
          }
        if (fabs (y[0] - box->low[0]) > 4 * (box->high[0] - box->low[0]) || fabs (y[1] - box->low[1]) > 4 * (box->high[1] - box->low[1]))
          break;
      }
  curve->n = (int) points->len / 2;
  curve->points = (double *) (gpointer) g_array_free (points, FALSE);
  g_ptr_array_add (self->trajectories, curve);
}

/* Starts a trajectory at the point of a click: forward and backward in time, with Ctrl only forward. */
static void
on_click (WbPlotArea *area, double x, double y, gboolean add, WbLabPlanePage *self)
{
  g_autoptr (WbLabTask) task = NULL;
  g_autoptr (LabFlow) flow = NULL;
  const double at[2] = { x, y };
  LabProblem problem;

  if (self->found == NULL)
    return;
  task = wb_lab_task_new (self->session, NULL);
  problem = wb_lab_task_problem (task);
  flow = lab_flow_new (&problem, NULL);
  if (flow != NULL)
    {
      follow_trajectory (self, flow, at, FALSE);
      if (!add)
        follow_trajectory (self, flow, at, TRUE);
      draw (self, TRUE);
    }
}

/* ---- changes ---- */

static void
on_laboratory (WbLabPlanePage *self)
{
  if (self->layers == wb_laboratory_layers (self->laboratory))
    return;
  self->layers = wb_laboratory_layers (self->laboratory);
  draw (self, TRUE);
}

/* The key M shows and hides the layer of manifolds. */
static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbLabPlanePage *self)
{
  if ((key != GDK_KEY_m && key != GDK_KEY_M) || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  wb_laboratory_show_layer (self->laboratory, WB_LAB_MANIFOLDS, (wb_laboratory_layers (self->laboratory) & WB_LAB_MANIFOLDS) == 0);
  return TRUE;
}

static void
on_done (gpointer owner, gpointer result, const GError *error)
{
  WbLabPlanePage *self = owner;

  self->job = NULL;
  wb_lab_found_free (self->found);
  self->found = result;
  self->selected = -1;
  g_ptr_array_set_size (self->trajectories, 0);
  wb_lab_card_set_message (WB_LAB_CARD (self->card), result == NULL ? error->message : NULL);
  fill_list (self);
  fill_details (self);
  draw (self, FALSE);
}

static gboolean
start (gpointer user)
{
  WbLabPlanePage *self = user;

  self->settle_source = 0;
  self->stale = FALSE;
  g_clear_pointer (&self->job, wb_job_cancel);
  if (wb_session_model (self->session) == NULL)
    return G_SOURCE_REMOVE;
  if (self->found == NULL)
    wb_lab_card_set_message (WB_LAB_CARD (self->card), _("Searching …"));
  self->job = wb_job_start (self, wb_lab_found_search, wb_lab_search_new (self->session), wb_lab_search_unref, on_done, wb_lab_found_free);
  return G_SOURCE_REMOVE;
}

static void
need_search (WbLabPlanePage *self)
{
  self->stale = TRUE;
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_clear_handle_id (&self->settle_source, g_source_remove);
  self->settle_source = g_timeout_add (SETTLE_MS, start, self);
}

static void
on_model (WbLabPlanePage *self)
{
  g_clear_pointer (&self->found, wb_lab_found_free);
  self->selected = -1;
  g_ptr_array_set_size (self->trajectories, 0);
  fill_list (self);
  fill_details (self);
  draw (self, FALSE);
  need_search (self);
}

static void
on_setting (WbLabPlanePage *self, int kind)
{
  if (kind == WB_PARAMETER || kind == WB_CONSTANT || kind == WB_INITIAL || kind == WB_TIME)
    need_search (self);
}

gboolean
wb_lab_plane_page_is_busy (WbLabPlanePage *self)
{
  return self->job != NULL || self->settle_source != 0;
}

void
wb_lab_plane_page_cancel (WbLabPlanePage *self)
{
  g_clear_handle_id (&self->settle_source, g_source_remove);
  if (self->job == NULL)
    return;
  g_clear_pointer (&self->job, wb_job_cancel);
  if (self->found == NULL)
    wb_lab_card_set_message (WB_LAB_CARD (self->card), _("Cancelled"));
}

void
wb_lab_plane_page_set_narrow (WbLabPlanePage *self, gboolean narrow)
{
  gtk_widget_set_visible (self->side, !narrow);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->box), self->side, narrow ? 0 : LIST_SHARE);
}

/* ---- menu ---- */

char *
wb_lab_plane_page_command (WbLabPlanePage *self)
{
  g_autoptr (GHashTable) none = g_hash_table_new (g_str_hash, g_str_equal);

  return wb_session_model (self->session) != NULL ? wb_lab_command_new (self->session, lab_registry_find ("phase-plane"), none) : NULL;
}

static void
on_copy_command (WbLabPlanePage *self)
{
  g_autofree char *text = wb_lab_plane_page_command (self);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
on_copy_table (WbLabPlanePage *self)
{
  g_autofree char *text = self->found != NULL ? lab_result_csv (self->found->result, '\t') : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
on_export (WbLabPlanePage *self, const char *format)
{
  char *text = NULL;

  if (self->found == NULL)
    return;
  if (strcmp (format, "csv") == 0)
    text = lab_result_csv (self->found->result, ',');
  else if (strcmp (format, "json") == 0)
    text = lab_result_json ("phase-plane", model_id (wb_session_model (self->session)), self->found->result);
  wb_lab_export (GTK_WIDGET (self), self->session, "phase-plane", format,
                 text == NULL ? wb_lab_found_view (self->found, self->trajectories, wb_laboratory_layers (self->laboratory), self->selected) : NULL, text);
}

static void
on_table (WbLabPlanePage *self)
{
  g_autofree char *text = self->found != NULL ? lab_result_table_text (self->found->result) : NULL;

  if (text != NULL)
    wb_table_window_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _("Phase plane"), text);
}

/* ---- widget ---- */

static void
wb_lab_plane_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (wb_lab_plane_page_parent_class)->map (widget);
  if (WB_LAB_PLANE_PAGE (widget)->stale)
    need_search (WB_LAB_PLANE_PAGE (widget));
}

static void
wb_lab_plane_page_dispose (GObject *object)
{
  WbLabPlanePage *self = WB_LAB_PLANE_PAGE (object);

  g_clear_handle_id (&self->settle_source, g_source_remove);
  g_clear_pointer (&self->job, wb_job_cancel);
  g_clear_pointer (&self->page, gtk_widget_unparent);
  g_clear_pointer (&self->found, wb_lab_found_free);
  g_clear_pointer (&self->trajectories, g_ptr_array_unref);
  G_OBJECT_CLASS (wb_lab_plane_page_parent_class)->dispose (object);
}

static void
wb_lab_plane_page_class_init (WbLabPlanePageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_plane_page_dispose;
  GTK_WIDGET_CLASS (klass)->map = wb_lab_plane_page_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_lab_plane_page_init (WbLabPlanePage *self)
{
  self->selected = -1;
  self->stale = TRUE;
  self->trajectories = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_curve_free);
}

static GtkWidget *
side_new (WbLabPlanePage *self)
{
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *title = gtk_label_new (_("Found")), *scroll = gtk_scrolled_window_new ();

  self->heading = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->heading), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->heading), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->heading, TRUE);
  gtk_widget_add_css_class (self->heading, "dim-label");
  gtk_widget_add_css_class (title, "lab-title");
  self->again = gtk_button_new_with_label (_("Find again"));
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), self->heading);
  gtk_box_append (GTK_BOX (head), self->again);
  gtk_widget_add_css_class (head, "lab-head");
  self->list = gtk_list_box_new ();
  gtk_widget_add_css_class (self->list, "lab-list");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), self->list);
  gtk_widget_set_vexpand (scroll, TRUE);
  self->details = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->details), 0);
  gtk_label_set_wrap (GTK_LABEL (self->details), TRUE);
  gtk_widget_add_css_class (self->details, "lab-foot");
  gtk_widget_set_visible (self->details, FALSE);
  gtk_box_append (GTK_BOX (side), head);
  gtk_box_append (GTK_BOX (side), scroll);
  gtk_box_append (GTK_BOX (side), self->details);
  gtk_widget_add_css_class (side, "card");
  g_signal_connect (self->list, "row-selected", G_CALLBACK (on_row), self);
  g_signal_connect_swapped (self->again, "clicked", G_CALLBACK (start), self);
  return side;
}

GtkWidget *
wb_lab_plane_page_new (WbSession *session)
{
  WbLabPlanePage *self = g_object_new (WB_TYPE_LAB_PLANE_PAGE, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->session = session;
  self->laboratory = wb_laboratory_of (session);
  self->layers = wb_laboratory_layers (self->laboratory);
  self->box = wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, GAP);
  self->card = wb_lab_card_new ();
  self->side = side_new (self);
  wb_fraction_box_append (WB_FRACTION_BOX (self->box), self->card, PLOT_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->box), self->side, LIST_SHARE);
  gtk_widget_set_vexpand (self->box, TRUE);
  self->chips = wb_lab_plane_layers_new (self->laboratory);
  self->page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  gtk_box_append (GTK_BOX (self->page), self->chips);
  gtk_box_append (GTK_BOX (self->page), self->box);
  gtk_widget_set_parent (self->page, GTK_WIDGET (self));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_object (self->laboratory, "changed", G_CALLBACK (on_laboratory), self, G_CONNECT_SWAPPED);
  g_signal_connect (wb_lab_card_area (WB_LAB_CARD (self->card)), "plane-clicked", G_CALLBACK (on_click), self);
  g_signal_connect_swapped (self->card, "copy-command", G_CALLBACK (on_copy_command), self);
  g_signal_connect_swapped (self->card, "copy-table", G_CALLBACK (on_copy_table), self);
  g_signal_connect_swapped (self->card, "export", G_CALLBACK (on_export), self);
  g_signal_connect_swapped (self->card, "table", G_CALLBACK (on_table), self);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_setting), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
