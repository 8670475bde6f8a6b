#include "wb-lab-plane-page.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-result-text.h"
#include "wb-fraction-box.h"
#include "wb-lab-export.h"
#include "wb-lab-plane-axes.h"
#include "wb-lab-plane-details.h"
#include "wb-lab-plane-figure.h"
#include "wb-lab-plane-layers.h"
#include "wb-lab-plane-rows.h"
#include "wb-lab-plane-section.h"
#include "wb-lab-plane-strip.h"
#include "wb-table-window.h"
#include "wb-widgets.h"

#define GAP 12
#define PLOT_SHARE 712
#define LIST_SHARE 412
#define SECTION_HEIGHT 250
/* Least height of the visible part of the list in px. */
#define LIST_HEIGHT 110
/* Time in ms after the last change of a value or of the view until the search
 * starts. */
#define SETTLE_MS 350
/* Time in ms between two displays of the progress, and opacity of the list of an earlier search. */
#define PROGRESS_MS 150
#define EARLIER_OPACITY 0.45

struct _WbLabPlanePage
{
  GtkWidget parent_instance;
  WbSession *session;
  WbLaboratory *laboratory;
  guint layers;               /* flags of the drawn layers */
  GtkWidget *page, *chips, *tools, *axes, *box, *card, *words, *strip, *side, *lists, *list, *details, *heading, *section;
  WbJob *job, *following;     /* the search; the computation of trajectories */
  char *plane;                /* axes and slice of the newest search */
  char *region;               /* region and time of the newest search */
  WbLabFound *found;
  GPtrArray *trajectories;    /* elements of type LabCurve: the trajectories that start where the user clicked */
  int focused;                /* the card that is shown alone, or −1 */
  int selected;               /* selected row of the list, or −1 */
  guint settle_source;
  guint progress_source;      /* shows the progress of the search */
  gboolean earlier;           /* the result is that of an earlier search */
  gboolean stale, failed;     /* failed: the newest search has an error, which is shown without the other cards */
};

G_DEFINE_FINAL_TYPE (WbLabPlanePage, wb_lab_plane_page, GTK_TYPE_WIDGET)

/* ---- the plot ---- */

/* Makes the picture of the plane. file: TRUE for an exported file, which has no handles and no hint to click. */
static PlotView *
view_new (WbLabPlanePage *self, gboolean file)
{
  PlotStudyPlane choices = {
    .layers = wb_laboratory_layers (self->laboratory), .selected = self->selected, .trajectories = self->trajectories, .handles = !file,
    .model = file ? model_name (wb_session_model (self->session)) : NULL, .hint = file ? NULL : _("click for a trajectory"),
  };

  return wb_lab_found_view (self->found, &choices, wb_lab_plane_section_line (WB_LAB_PLANE_SECTION (self->section)));
}

/* Returns the remark beside the title while the objects are those of an earlier search. Free it with g_free. */
static char *
earlier_text (WbLabPlanePage *self)
{
  if (self->job == NULL && self->settle_source == 0)
    return g_strdup (_("search cancelled"));
  return g_strdup_printf (_("searching %d %%"), self->job != NULL ? (int) (100 * wb_job_progress (self->job)) : 0);
}

static void
set_earlier (PlotView *view, gpointer text)
{
  plot_study_plane_set_earlier (view, text);
}

static void
draw (WbLabPlanePage *self, gboolean keep_ranges)
{
  PlotView *view = self->found != NULL ? view_new (self, FALSE) : NULL;

  if (view != NULL && self->earlier)
    {
      g_autofree char *text = earlier_text (self);

      plot_study_plane_set_earlier (view, text);
    }
  wb_lab_card_set_view (WB_LAB_CARD (self->card), view, keep_ranges && view != NULL);
}

/* ---- the list ---- */

/* Returns whether the page shows the plane or the reason of a failure alone, because there is nothing to list. */
static gboolean
is_alone (WbLabPlanePage *self)
{
  return self->failed || (self->found != NULL && wb_lab_found_is_driven (self->found));
}

/* Shows that the objects are those of an earlier search: they are faint, and the title has the progress of the search. */
static void
show_earlier (WbLabPlanePage *self)
{
  double opacity = self->earlier ? EARLIER_OPACITY : 1;

  gtk_widget_set_opacity (self->list, opacity);
  gtk_widget_set_opacity (self->heading, opacity);
  gtk_widget_set_opacity (self->details, opacity);
  gtk_widget_set_opacity (self->strip, opacity);
  if (self->earlier && self->found != NULL)
    wb_plot_area_change (wb_lab_card_area (WB_LAB_CARD (self->card)), set_earlier, earlier_text (self), g_free);
}

static gboolean
on_progress (gpointer user)
{
  WbLabPlanePage *self = user;

  show_earlier (self);
  if (self->job != NULL || self->settle_source != 0)
    return G_SOURCE_CONTINUE;
  self->progress_source = 0;
  return G_SOURCE_REMOVE;
}

int
wb_lab_plane_page_n_cards (WbLabPlanePage *self)
{
  if (is_alone (self))
    return 1;
  return self->found == NULL || wb_lab_found_is_planar (self->found) ? 3 : 2;
}

void
wb_lab_plane_page_focus (WbLabPlanePage *self, int card)
{
  int last = wb_lab_plane_page_n_cards (self) - 1, shown = MIN (card, last);

  self->focused = card;
  gtk_widget_set_visible (self->card, shown <= 0);
  gtk_widget_set_visible (self->strip, shown == 0 && wb_lab_plane_page_n_found (self) > 0);
  gtk_widget_set_visible (self->side, shown != 0 && !is_alone (self));
  gtk_widget_set_visible (self->lists, shown < 0 || shown == 1);
  gtk_widget_set_visible (self->section, last == 2 && (shown < 0 || shown == 2));
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->box), self->card, shown > 0 ? 0 : PLOT_SHARE);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->box), self->side, shown == 0 ? 0 : LIST_SHARE);
}

static void
fill_list (WbLabPlanePage *self)
{
  const WbLabFound *found = self->found;
  GtkWidget *child;
  g_autofree char *count = found != NULL ? wb_lab_plane_count_text (found) : g_strdup ("");
  g_autofree char *words = found != NULL ? wb_lab_plane_words (found, wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_SLICE) != NULL) : g_strdup ("");

  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), child);
  for (int k = 0; found != NULL && k < (int) found->objects.equilibria->points->len; k++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), wb_lab_plane_row_new_point (found, k));
  for (int k = 0; found != NULL && k < (int) found->objects.cycles->cycles->len; k++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), wb_lab_plane_row_new_cycle (found, k));
  wb_lab_plane_strip_fill (self->strip, found);
  gtk_label_set_text (GTK_LABEL (self->heading), count);
  gtk_label_set_text (GTK_LABEL (self->words), words);
  gtk_widget_set_visible (self->words, *words != '\0');
  for (guint layer = 1; layer < PLOT_STUDY_ALL_LAYERS; layer <<= 1) /* only planar models have these layers */
    if ((layer & (PLOT_STUDY_MANIFOLDS | PLOT_STUDY_CYCLES | PLOT_STUDY_SECTION)) != 0)
      gtk_widget_set_visible (wb_lab_plane_layers_button (self->chips, layer), found == NULL || wb_lab_found_is_planar (found));
  gtk_widget_set_visible (wb_lab_plane_layers_button (self->chips, PLOT_STUDY_EQUILIBRIA), found == NULL || !wb_lab_found_is_driven (found));
}

/* Shows the eigenvalues and directions of the selected equilibrium, or the properties of the selected
 * cycle. */
static void
fill_details (WbLabPlanePage *self)
{
  GtkWidget *details = self->found != NULL ? wb_lab_plane_details_new (self->found, self->selected) : NULL, *before;

  while ((before = gtk_widget_get_first_child (self->details)) != NULL)
    gtk_box_remove (GTK_BOX (self->details), before);
  if (details != NULL)
    gtk_box_append (GTK_BOX (self->details), details);
  gtk_widget_set_visible (self->details, details != NULL);
}

static void
on_row (GtkListBox *list, GtkListBoxRow *row, WbLabPlanePage *self)
{
  self->selected = row != NULL ? gtk_list_box_row_get_index (row) : -1;
  wb_lab_plane_strip_select (self->strip, self->found, self->selected);
  fill_details (self);
  draw (self, TRUE);
}

static void
on_strip (gpointer user, int index)
{
  WbLabPlanePage *self = user;

  gtk_list_box_select_row (GTK_LIST_BOX (self->list), gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), index));
}

GtkWidget *wb_lab_plane_page_chips (WbLabPlanePage *self) { return self->chips; }
GtkWidget *wb_lab_plane_page_tools (WbLabPlanePage *self) { return self->tools; }
WbLabPlaneAxes *wb_lab_plane_page_axes (WbLabPlanePage *self) { return WB_LAB_PLANE_AXES (self->axes); }
WbLabPlaneSection *wb_lab_plane_page_section (WbLabPlanePage *self) { return WB_LAB_PLANE_SECTION (self->section); }
WbPlotArea *wb_lab_plane_page_area (WbLabPlanePage *self) { return wb_lab_card_area (WB_LAB_CARD (self->card)); }
const WbLabFound *wb_lab_plane_page_found (WbLabPlanePage *self) { return self->found; }
int wb_lab_plane_page_selected (WbLabPlanePage *self) { return self->selected; }
int wb_lab_plane_page_n_trajectories (WbLabPlanePage *self) { return (int) self->trajectories->len; }

int
wb_lab_plane_page_n_found (WbLabPlanePage *self)
{
  return self->found != NULL ? (int) (self->found->objects.equilibria->points->len + self->found->objects.cycles->cycles->len) : 0;
}

/* ---- the pointer in the plot ---- */

static void
on_trajectories (gpointer owner, gpointer result, const GError *error)
{
  WbLabPlanePage *self = owner;
  g_autoptr (GPtrArray) curves = result;

  self->following = NULL;
  for (guint k = 0; curves != NULL && k < curves->len; k++)
    g_ptr_array_add (self->trajectories, g_steal_pointer (&curves->pdata[k]));
  draw (self, TRUE);
}

/* Selects the object under the pointer. Elsewhere starts a trajectory: forward and backward in time, with Ctrl only forward. */
static void
on_click (WbPlotArea *area, double x, double y, gboolean add, WbLabPlanePage *self)
{
  int row;

  if (self->found == NULL)
    return;
  row = wb_lab_found_object_at (self->found, wb_plot_area_view (area), x, y);
  if (row >= 0)
    {
      gtk_list_box_select_row (GTK_LIST_BOX (self->list), gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), row));
      return;
    }
  g_clear_pointer (&self->following, wb_job_cancel);
  self->following = wb_lab_found_start_trajectories (self, self->found, x, y, !add, on_trajectories);
}

static void
on_drag (WbPlotArea *area, double x, double y, WbStartDrag phase, WbLabPlanePage *self)
{
  wb_lab_plane_section_drag (WB_LAB_PLANE_SECTION (self->section), wb_plot_area_view (area), x, y, phase);
}

/* ---- changes ---- */

static void need_search (WbLabPlanePage *self);

/* Returns the axes and the slice as one text. Free it with g_free. */
static char *
plane_text (WbLabPlanePage *self)
{
  const char *axes = wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_AXES), *slice = wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_SLICE);

  return g_strdup_printf ("%s;%s", axes != NULL ? axes : "", slice != NULL ? slice : "");
}

/* Returns the region and the time as one text. Free it with g_free. */
static char *
region_text (WbLabPlanePage *self)
{
  const char *box = wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_BOX), *time = wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_TIME);

  return g_strdup_printf ("%s;%s", box != NULL ? box : "", time != NULL ? time : "");
}

/* Searches again if the axes, the slice, the region or the time have changed. A region belongs to its axes and slice. */
static void
on_laboratory (WbLabPlanePage *self)
{
  g_autofree char *plane = plane_text (self), *region = region_text (self);
  gboolean other_region = strcmp (region, self->region) != 0;

  if (self->layers != wb_laboratory_layers (self->laboratory))
    {
      self->layers = wb_laboratory_layers (self->laboratory);
      draw (self, TRUE);
    }
  if (g_strcmp0 (plane, self->plane) == 0 && !other_region)
    return;
  if (g_strcmp0 (plane, self->plane) != 0 && !other_region && wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_BOX) != NULL)
    {
      wb_laboratory_set_plane (self->laboratory, WB_LAB_OPTION_BOX, NULL); /* this function is called again */
      return;
    }
  g_free (self->plane);
  self->plane = g_steal_pointer (&plane);
  g_free (self->region);
  self->region = g_steal_pointer (&region);
  need_search (self);
}

/* Searches the region to which the user has zoomed or panned; after a fit the default region. */
static void
on_range (WbLabPlanePage *self)
{
  const PlotView *view = wb_plot_area_view (wb_lab_card_area (WB_LAB_CARD (self->card)));
  g_autofree char *text = NULL;
  PlotRange ranges[2];

  if (self->found == NULL || view == NULL)
    return;
  plot_view_get_shown (view, &ranges[0], &ranges[1]);
  if (!(ranges[0].high > ranges[0].low) || !(ranges[1].high > ranges[1].low))
    return;
  if (ranges[0].by_hand || ranges[1].by_hand)
    text = wb_lab_found_region (self->found, (const double[]) { ranges[0].low, ranges[1].low }, (const double[]) { ranges[0].high, ranges[1].high });
  wb_laboratory_set_plane (self->laboratory, WB_LAB_OPTION_BOX, text);
}

/* Field and nullclines of a model that depends on t are those at the playhead. */
static void
on_playhead (WbLabPlanePage *self)
{
  double t = wb_session_playhead (self->session);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (self->found == NULL || !wb_lab_found_is_driven (self->found) || !isfinite (t))
    return;
  wb_laboratory_set_plane (self->laboratory, WB_LAB_OPTION_TIME,
                           t != self->found->plane.flow->problem.t_start ? g_ascii_formatd (text, sizeof text, "%.6g", t) : NULL);
}

static gboolean
shift_section (WbLabPlanePage *self, int right, int up)
{
  return (wb_laboratory_layers (self->laboratory) & PLOT_STUDY_SECTION) != 0 && wb_lab_plane_section_shift (WB_LAB_PLANE_SECTION (self->section), right, up);
}

/* The keys M and S show and hide the layers of manifolds and of the section. Shift and an arrow move the section. */
static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbLabPlanePage *self)
{
  gboolean shift = (state & GDK_SHIFT_MASK) != 0;
  guint layer;

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 || self->found == NULL || !wb_lab_found_is_planar (self->found))
    return FALSE;
  switch (key)
    {
    case GDK_KEY_m: case GDK_KEY_M: layer = PLOT_STUDY_MANIFOLDS; break;
    case GDK_KEY_s: case GDK_KEY_S: layer = PLOT_STUDY_SECTION; break;
    case GDK_KEY_Left: return shift && shift_section (self, -1, 0);
    case GDK_KEY_Right: return shift && shift_section (self, 1, 0);
    case GDK_KEY_Up: return shift && shift_section (self, 0, 1);
    case GDK_KEY_Down: return shift && shift_section (self, 0, -1);
    default: return FALSE;
    }
  wb_laboratory_show_layer (self->laboratory, layer, (wb_laboratory_layers (self->laboratory) & layer) == 0);
  return TRUE;
}

/* Redraws the section that has moved. */
static void
on_section (WbLabPlanePage *self)
{
  if (self->found != NULL)
    draw (self, TRUE);
}

/* Replaces the result and takes ownership of it; found NULL: none. */
static void
set_found (WbLabPlanePage *self, WbLabFound *found)
{
  /* If another search will start, the user may have zoomed to the region of this search. */
  gboolean keep = self->settle_source != 0 && self->found != NULL && found != NULL && strcmp (self->found->names[0], found->names[0]) == 0
                  && strcmp (self->found->names[1], found->names[1]) == 0;

  g_clear_pointer (&self->following, wb_job_cancel);
  wb_lab_plane_section_set_found (WB_LAB_PLANE_SECTION (self->section), found);
  wb_lab_found_free (self->found);
  self->found = found;
  self->earlier = found != NULL && self->settle_source != 0;
  self->selected = -1;
  g_ptr_array_set_size (self->trajectories, 0);
  fill_list (self);
  fill_details (self);
  wb_lab_plane_page_focus (self, self->focused); /* the number of cards may be another one */
  draw (self, keep);
  show_earlier (self);
}

static void
on_done (gpointer owner, gpointer result, const GError *error)
{
  WbLabPlanePage *self = owner;

  self->job = NULL;
  self->failed = result == NULL;
  wb_lab_card_set_message (WB_LAB_CARD (self->card), result == NULL ? error->message : NULL);
  set_found (self, result);
}

/* Marks the objects as those of an earlier search until the new one is complete. */
static void
mark_earlier (WbLabPlanePage *self)
{
  self->earlier = self->found != NULL;
  if (self->progress_source == 0)
    self->progress_source = g_timeout_add (PROGRESS_MS, on_progress, self);
  show_earlier (self);
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
  mark_earlier (self);
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
  mark_earlier (self);
}

static void
on_model (WbLabPlanePage *self)
{
  self->failed = FALSE;
  set_found (self, NULL);
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
  return self->job != NULL || self->following != NULL || self->settle_source != 0 || wb_lab_plane_section_is_busy (WB_LAB_PLANE_SECTION (self->section));
}

void
wb_lab_plane_page_cancel (WbLabPlanePage *self)
{
  g_clear_handle_id (&self->settle_source, g_source_remove);
  g_clear_pointer (&self->following, wb_job_cancel);
  wb_lab_plane_section_cancel (WB_LAB_PLANE_SECTION (self->section));
  if (self->job != NULL && self->found == NULL)
    wb_lab_card_set_message (WB_LAB_CARD (self->card), _("Cancelled"));
  g_clear_pointer (&self->job, wb_job_cancel);
  show_earlier (self);
}

/* ---- menu ---- */

static void
on_copy_command (WbLabPlanePage *self)
{
  g_autofree char *text = wb_lab_plane_command (self->session);

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
                 text == NULL ? view_new (self, TRUE) : NULL, text);
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
  g_clear_handle_id (&self->progress_source, g_source_remove);
  g_clear_pointer (&self->job, wb_job_cancel);
  g_clear_pointer (&self->following, wb_job_cancel);
  if (self->section != NULL)
    {
      wb_lab_plane_section_set_found (WB_LAB_PLANE_SECTION (self->section), NULL);
      g_signal_handlers_disconnect_by_data (self->list, self); /* the list loses its selection when it is freed */
    }
  self->section = NULL;
  g_clear_object (&self->tools);
  g_clear_pointer (&self->page, gtk_widget_unparent);
  g_clear_pointer (&self->found, wb_lab_found_free);
  g_clear_pointer (&self->trajectories, g_ptr_array_unref);
  g_clear_pointer (&self->plane, g_free);
  g_clear_pointer (&self->region, g_free);
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
  self->selected = self->focused = -1;
  self->stale = TRUE;
  self->trajectories = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_curve_free);
}

/* Makes the card with the list of the objects. */
static GtkWidget *
list_card_new (WbLabPlanePage *self)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *title = gtk_label_new (_("Found")), *scroll = gtk_scrolled_window_new ();

  self->heading = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->heading), 0);
  gtk_label_set_wrap (GTK_LABEL (self->heading), TRUE);
  gtk_widget_set_hexpand (self->heading, TRUE);
  gtk_widget_add_css_class (self->heading, "dim-label");
  gtk_widget_add_css_class (title, "lab-title");
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), self->heading);
  gtk_widget_add_css_class (head, "lab-head");
  self->list = gtk_list_box_new ();
  gtk_widget_add_css_class (self->list, "lab-list");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroll), TRUE);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroll), LIST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), self->list);
  gtk_box_append (GTK_BOX (card), head);
  gtk_box_append (GTK_BOX (card), scroll);
  gtk_widget_add_css_class (card, "card");
  gtk_widget_set_overflow (card, GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self->list, "row-selected", G_CALLBACK (on_row), self);
  return card;
}

/* Makes the cards beside the plane. They are as high as their contents; the section gets the rest, and the list is scrolled if there is no rest. */
static GtkWidget *
side_new (WbLabPlanePage *self)
{
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP), *scroll = gtk_scrolled_window_new ();

  self->lists = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP);
  self->details = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_visible (self->details, FALSE);
  gtk_widget_add_css_class (self->details, "card");
  gtk_box_append (GTK_BOX (self->lists), list_card_new (self));
  gtk_box_append (GTK_BOX (self->lists), self->details);
  self->section = wb_lab_plane_section_new (self->session);
  gtk_widget_set_size_request (self->section, -1, SECTION_HEIGHT);
  gtk_widget_set_vexpand (self->section, TRUE);
  gtk_box_append (GTK_BOX (side), self->lists);
  gtk_box_append (GTK_BOX (side), self->section);
  g_signal_connect_swapped (self->section, "changed", G_CALLBACK (on_section), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC); /* for low windows */
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), side);
  gtk_widget_add_css_class (scroll, "lab-plane-side");
  return scroll;
}

/* Makes the buttons for the title: "Find again", and axes and slice. */
static GtkWidget *
tools_new (WbLabPlanePage *self)
{
  GtkWidget *tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *again = gtk_button_new (), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_box_append (GTK_BOX (line), gtk_image_new_from_icon_name ("wb-reload-symbolic"));
  gtk_box_append (GTK_BOX (line), gtk_label_new (_("Find again")));
  gtk_button_set_child (GTK_BUTTON (again), line);
  gtk_widget_add_css_class (again, "lab-again");
  gtk_widget_set_valign (again, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (again), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Find again"), -1);
  g_signal_connect_swapped (again, "clicked", G_CALLBACK (start), self);
  gtk_box_append (GTK_BOX (tools), again);
  gtk_box_append (GTK_BOX (tools), self->axes);
  return tools;
}

GtkWidget *
wb_lab_plane_page_new (WbSession *session)
{
  WbLabPlanePage *self = g_object_new (WB_TYPE_LAB_PLANE_PAGE, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->session = session;
  self->laboratory = wb_laboratory_of (session);
  self->layers = wb_laboratory_layers (self->laboratory);
  self->plane = plane_text (self);
  self->region = region_text (self);
  self->box = wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, GAP);
  self->card = wb_lab_card_new ();
  self->side = side_new (self);
  wb_fraction_box_append (WB_FRACTION_BOX (self->box), self->card, PLOT_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->box), self->side, LIST_SHARE);
  gtk_widget_set_vexpand (self->box, TRUE);
  self->words = wb_label_new_wrapped ("", "lab-foot");
  gtk_widget_set_visible (self->words, FALSE);
  wb_lab_card_append (WB_LAB_CARD (self->card), self->words);
  self->strip = wb_lab_plane_strip_new (on_strip, self);
  gtk_widget_set_visible (self->strip, FALSE);
  wb_lab_card_append (WB_LAB_CARD (self->card), self->strip);
  self->chips = wb_lab_plane_layers_new (self->laboratory);
  self->axes = wb_lab_plane_axes_new (session);
  self->tools = g_object_ref_sink (tools_new (self)); /* the view shows it in its title */
  self->page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  gtk_box_append (GTK_BOX (self->page), self->chips);
  gtk_box_append (GTK_BOX (self->page), self->box);
  gtk_widget_set_parent (self->page, GTK_WIDGET (self));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_object (self->laboratory, "changed", G_CALLBACK (on_laboratory), self, G_CONNECT_SWAPPED);
  g_signal_connect (wb_lab_card_area (WB_LAB_CARD (self->card)), "plane-clicked", G_CALLBACK (on_click), self);
  g_signal_connect_swapped (wb_lab_card_area (WB_LAB_CARD (self->card)), "range-shown", G_CALLBACK (on_range), self);
  g_signal_connect (wb_lab_card_area (WB_LAB_CARD (self->card)), "start-dragged", G_CALLBACK (on_drag), self);
  g_signal_connect_swapped (self->card, "copy-command", G_CALLBACK (on_copy_command), self);
  g_signal_connect_swapped (self->card, "copy-table", G_CALLBACK (on_copy_table), self);
  g_signal_connect_swapped (self->card, "export", G_CALLBACK (on_export), self);
  g_signal_connect_swapped (self->card, "table", G_CALLBACK (on_table), self);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "playhead-changed", G_CALLBACK (on_playhead), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (on_setting), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
