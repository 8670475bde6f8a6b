/* Assembles the page Phase plane, selects objects, starts trajectories, and moves the section by clicks and drags. */
#include "wb-lab-plane-page.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-result-text.h"
#include "wb-fraction-box.h"
#include "wb-lab-export.h"
#include "wb-lab-page.h"
#include "wb-lab-plane-axes.h"
#include "wb-lab-plane-figure.h"
#include "wb-lab-plane-finder.h"
#include "wb-lab-plane-layers.h"
#include "wb-lab-plane-outside.h"
#include "wb-lab-plane-rows.h"
#include "wb-lab-plane-side.h"
#include "wb-lab-plane-strip.h"
#include "wb-style.h"
#include "wb-table-window.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

#define GAP 12
#define PLOT_SHARE 712
#define LIST_SHARE 412

struct _WbLabPlanePage
{
  GtkWidget parent_instance;
  WbSession *session;
  WbLaboratory *laboratory;
  WbLabPlaneFinder *finder;   /* the search */
  guint layers;               /* flags of the drawn layers */
  GtkWidget *page, *chips, *tools, *again_text, *axes, *box, *card, *words, *strip, *side, *outside;
  WbJob *following;           /* the computation of trajectories */
  GPtrArray *trajectories;    /* elements of type LabCurve: the trajectories that start where the user clicked */
  int focused;                /* the card that is shown alone, or −1 */
  gboolean brief;             /* the title of the plot has a short remark, so that the key is in the same line */
};

G_DEFINE_FINAL_TYPE (WbLabPlanePage, wb_lab_plane_page, GTK_TYPE_WIDGET)

static WbLabFound *
found_of (WbLabPlanePage *self)
{
  return wb_lab_plane_finder_found (self->finder);
}

/* ---- the plot ---- */

/* Returns the visible layers, without the objects while a lesson asks for them. */
static guint
shown_layers (WbLabPlanePage *self)
{
  const guint objects = PLOT_STUDY_EQUILIBRIA | PLOT_STUDY_MANIFOLDS | PLOT_STUDY_CYCLES | PLOT_STUDY_SECTION;

  return wb_laboratory_layers (self->laboratory) & ~(wb_laboratory_is_asked (self->laboratory) ? objects : 0);
}

/* Makes the picture of the plane. file: TRUE for an exported file, which has no handles and no hint to click. */
static PlotView *
view_new (WbLabPlanePage *self, gboolean file)
{
  WbLabFound *found = found_of (self);
  PlotStudyPlane choices = {
    .layers = shown_layers (self), .selected = wb_lab_plane_page_selected (self), .trajectories = self->trajectories, .handles = !file,
    .model = file ? model_name (wb_session_model (self->session)) : NULL, .hint = file ? NULL : _("click for a trajectory"),
  };
  PlotView *view;

  view = wb_lab_found_view (found, &choices, wb_lab_plane_section_line (wb_lab_plane_page_section (self)));
  /* The axes show the region too; the remark of other planes also has the slice or the time. */
  if (wb_laboratory_is_asked (self->laboratory) && !file)
    plot_view_set_title (view, plot_view_title (view), _("the objects are shown at Reveal"));
  else if (self->brief && !file && wb_lab_found_is_planar (found) && !wb_lab_found_is_driven (found))
    plot_view_set_title (view, plot_view_title (view), _("all found"));
  return view;
}

static void
set_earlier (PlotView *view, gpointer text)
{
  plot_study_plane_set_earlier (view, text);
}

static void
draw (WbLabPlanePage *self, gboolean keep_ranges)
{
  PlotView *view = found_of (self) != NULL ? view_new (self, FALSE) : NULL;

  if (view != NULL && wb_lab_plane_finder_is_earlier (self->finder))
    {
      g_autofree char *text = wb_lab_plane_finder_progress_text (self->finder);

      plot_study_plane_set_earlier (view, text);
    }
  wb_lab_card_set_view (WB_LAB_CARD (self->card), view, keep_ranges && view != NULL);
}

/* ---- the cards ---- */

/* Returns whether the page shows the plane or the reason of a failure alone, because there is nothing to list. */
static gboolean
is_alone (WbLabPlanePage *self)
{
  const WbLabFound *found = found_of (self);

  return wb_lab_plane_finder_has_failed (self->finder) || (found != NULL && wb_lab_found_is_driven (found) && !wb_lab_found_has_strobe (found));
}

/* Shows that the objects are those of an earlier search: they are faint, and the title has the progress of the search. */
static void
show_earlier (WbLabPlanePage *self)
{
  gboolean earlier = wb_lab_plane_finder_is_earlier (self->finder);

  wb_lab_plane_side_set_earlier (WB_LAB_PLANE_SIDE (self->side), earlier);
  gtk_widget_set_opacity (self->strip, earlier ? WB_LAB_PLANE_EARLIER_OPACITY : 1);
  if (earlier && found_of (self) != NULL)
    wb_plot_area_change (wb_lab_card_area (WB_LAB_CARD (self->card)), set_earlier, wb_lab_plane_finder_progress_text (self->finder), g_free);
}

int
wb_lab_plane_page_n_cards (WbLabPlanePage *self)
{
  const WbLabFound *found = found_of (self);

  if (is_alone (self))
    return 1;
  return found == NULL || wb_lab_found_is_planar (found) ? 3 : 2;
}

void
wb_lab_plane_page_focus (WbLabPlanePage *self, int card)
{
  int last = wb_lab_plane_page_n_cards (self) - 1, shown = MIN (card, last);
  gboolean brief = card >= 0 && wb_style_is_lecture ();

  self->focused = card;
  /* With their names the chips would take two rows of a narrow window, and three in lecture mode. */
  wb_lab_plane_layers_set_compact (self->chips, card >= 0);
  gtk_widget_set_visible (self->again_text, card < 0);
  gtk_widget_set_visible (self->card, shown <= 0);
  gtk_widget_set_visible (self->strip, shown == 0 && wb_lab_plane_page_n_found (self) > 0 && !wb_laboratory_is_asked (self->laboratory));
  gtk_widget_set_visible (self->side, shown != 0 && !is_alone (self) && !wb_laboratory_is_asked (self->laboratory));
  wb_lab_plane_side_show_cards (WB_LAB_PLANE_SIDE (self->side), shown < 0 || shown == 1, last == 2 && (shown < 0 || shown == 2));
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->box), self->card, shown > 0 ? 0 : PLOT_SHARE);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->box), self->side, shown == 0 ? 0 : LIST_SHARE);
  if (brief != self->brief)
    {
      self->brief = brief;
      draw (self, TRUE);
    }
}

static void
on_style (gpointer user)
{
  WbLabPlanePage *self = user;

  wb_lab_plane_page_focus (self, self->focused);
}

/* Updates the text below the plot, the strip of objects, and which layer buttons are visible, for the current result. */
static void
show_found (WbLabPlanePage *self)
{
  const WbLabFound *found = found_of (self);
  g_autofree char *words = found != NULL ? wb_lab_plane_words (found, wb_laboratory_plane (self->laboratory, WB_LAB_OPTION_SLICE) != NULL) : g_strdup ("");

  wb_lab_plane_strip_fill (self->strip, found);
  gtk_label_set_text (GTK_LABEL (self->words), words);
  wb_lab_plane_outside_show (self->outside, wb_laboratory_is_asked (self->laboratory) ? NULL : found);
  gtk_widget_set_visible (self->words, *words != '\0' && !wb_laboratory_is_asked (self->laboratory));
  for (guint layer = 1; layer < PLOT_STUDY_ALL_LAYERS; layer <<= 1) /* only planar models have these layers */
    if ((layer & (PLOT_STUDY_MANIFOLDS | PLOT_STUDY_CYCLES | PLOT_STUDY_SECTION)) != 0)
      gtk_widget_set_visible (wb_lab_plane_layers_button (self->chips, layer), found == NULL || wb_lab_found_is_planar (found)
                              || (layer == PLOT_STUDY_SECTION && wb_lab_found_has_strobe (found)));
  gtk_widget_set_visible (wb_lab_plane_layers_button (self->chips, PLOT_STUDY_EQUILIBRIA), found == NULL || !wb_lab_found_is_driven (found));
}

static void
on_selected (WbLabPlanePage *self)
{
  wb_lab_plane_strip_select (self->strip, found_of (self), wb_lab_plane_page_selected (self));
  draw (self, TRUE);
}

static void
on_strip (gpointer user, int index)
{
  WbLabPlanePage *self = user;

  wb_lab_plane_side_select (WB_LAB_PLANE_SIDE (self->side), index);
}

GtkWidget *wb_lab_plane_page_chips (WbLabPlanePage *self) { return self->chips; }
GtkWidget *wb_lab_plane_page_tools (WbLabPlanePage *self) { return self->tools; }

void
wb_lab_plane_page_set_chips_place (WbLabPlanePage *self, GtkBox *title, GtkWidget *after)
{
  GtkBox *to = title != NULL ? title : GTK_BOX (self->page);

  if (gtk_widget_get_parent (self->chips) == GTK_WIDGET (to))
    return;
  g_object_ref (self->chips);
  gtk_box_remove (GTK_BOX (gtk_widget_get_parent (self->chips)), self->chips);
  gtk_box_insert_child_after (to, self->chips, title != NULL ? after : NULL);
  g_object_unref (self->chips);
}

WbLabPlaneAxes *wb_lab_plane_page_axes (WbLabPlanePage *self) { return WB_LAB_PLANE_AXES (self->axes); }
WbLabPlaneSection *wb_lab_plane_page_section (WbLabPlanePage *self) { return wb_lab_plane_side_section (WB_LAB_PLANE_SIDE (self->side)); }
WbPlotArea *wb_lab_plane_page_area (WbLabPlanePage *self) { return wb_lab_card_area (WB_LAB_CARD (self->card)); }
const WbLabFound *wb_lab_plane_page_found (WbLabPlanePage *self) { return found_of (self); }
int wb_lab_plane_page_selected (WbLabPlanePage *self) { return wb_lab_plane_side_selected (WB_LAB_PLANE_SIDE (self->side)); }
int wb_lab_plane_page_n_trajectories (WbLabPlanePage *self) { return (int) self->trajectories->len; }

int
wb_lab_plane_page_n_found (WbLabPlanePage *self)
{
  const WbLabFound *found = found_of (self);

  return found != NULL ? (int) (found->objects.equilibria->points->len + found->objects.cycles->cycles->len) : 0;
}

/* ---- the pointer in the plot ---- */

/* Removes the trajectories that the user has started. */
static void
remove_trajectories (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbLabPlanePage *self = user;

  g_clear_pointer (&self->following, wb_job_cancel);
  g_ptr_array_set_size (self->trajectories, 0);
  draw (self, TRUE);
}

static void
on_trajectories (gpointer owner, gpointer result, const GError *error)
{
  WbLabPlanePage *self = owner;
  g_autoptr (GPtrArray) curves = result;

  for (guint k = 0; curves != NULL && k < curves->len; k++)
    g_ptr_array_add (self->trajectories, g_steal_pointer (&curves->pdata[k]));
  draw (self, TRUE);
}

/* Selects the object under the pointer. Elsewhere starts a trajectory: forward and backward in time, with Ctrl only forward. */
static void
on_click (WbPlotArea *area, double x, double y, gboolean add, WbLabPlanePage *self)
{
  WbLabFound *found = found_of (self);
  int row;

  if (found == NULL)
    return;
  row = wb_lab_found_object_at (found, wb_plot_area_view (area), x, y);
  if (row >= 0)
    {
      wb_lab_plane_side_select (WB_LAB_PLANE_SIDE (self->side), row);
      return;
    }
  wb_lab_found_start_trajectories (&self->following, self, found, x, y, !add, on_trajectories);
}

static void
on_drag (WbPlotArea *area, double x, double y, WbStartDrag phase, WbLabPlanePage *self)
{
  wb_lab_plane_section_drag (wb_lab_plane_page_section (self), wb_plot_area_view (area), x, y, phase);
}

/* ---- changes ---- */

/* Draws the plane again if other layers are shown. */
static void
on_laboratory (WbLabPlanePage *self)
{
  const guint layers = shown_layers (self);

  if (self->layers == layers)
    return;
  self->layers = layers;
  wb_lab_plane_page_focus (self, self->focused); /* a lesson that asks hides the list of objects */
  draw (self, TRUE);
}

/* Searches the region to which the user has zoomed or panned; after a fit the default region. */
static void
on_range (WbLabPlanePage *self)
{
  const PlotView *view = wb_plot_area_view (wb_lab_card_area (WB_LAB_CARD (self->card)));
  g_autofree char *text = NULL;
  PlotRange ranges[2];

  if (found_of (self) == NULL || view == NULL)
    return;
  plot_view_get_shown (view, &ranges[0], &ranges[1]);
  if (!(ranges[0].high > ranges[0].low) || !(ranges[1].high > ranges[1].low))
    return;
  if (ranges[0].by_hand || ranges[1].by_hand)
    text = wb_lab_found_region (found_of (self), (const double[]) { ranges[0].low, ranges[1].low }, (const double[]) { ranges[0].high, ranges[1].high });
  wb_laboratory_set_plane (self->laboratory, WB_LAB_OPTION_BOX, text);
}

/* Searches again if field and nullclines are not those at the playhead: those of another mode, or of another time of a model that depends on t. A search that is
 * under way is followed by the next one. */
static void
follow_playhead (WbLabPlanePage *self)
{
  const double t = wb_session_playhead (self->session);
  WbLabFound *found = found_of (self);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (found == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)) || wb_lab_plane_finder_is_busy (self->finder) || !wb_lab_found_is_driven (found))
    return;
  if (found->mode && wb_lab_search_is_other_mode (found->search, self->session))
    wb_lab_plane_finder_start (self->finder);
  else if (!found->mode && isfinite (t))
    wb_laboratory_set_plane (self->laboratory, WB_LAB_OPTION_TIME,
                             t != found->plane.flow->problem.t_start ? g_ascii_formatd (text, sizeof text, "%.6g", t) : NULL);
}

/* Shows that the plane is again that of the present input. */
static void
on_kept (WbLabPlanePage *self)
{
  show_earlier (self);
  follow_playhead (self);
}

static gboolean
shift_section (WbLabPlanePage *self, int right, int up)
{
  return (wb_laboratory_layers (self->laboratory) & PLOT_STUDY_SECTION) != 0 && wb_lab_plane_section_shift (wb_lab_plane_page_section (self), right, up);
}

/* Delete removes the trajectories. The keys M and S show and hide the layers of manifolds and of the section, which of a driven model are the stroboscopic points. Shift and an arrow move the section. */
static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbLabPlanePage *self)
{
  gboolean shift = (state & GDK_SHIFT_MASK) != 0;
  guint layer;

  const WbLabFound *found = found_of (self);

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 || found == NULL)
    return FALSE;
  if (!wb_lab_found_is_planar (found) && !(wb_lab_found_has_strobe (found) && (key == GDK_KEY_s || key == GDK_KEY_S)))
    return FALSE;
  switch (key)
    {
    case GDK_KEY_m: case GDK_KEY_M: layer = PLOT_STUDY_MANIFOLDS; break;
    case GDK_KEY_s: case GDK_KEY_S: layer = PLOT_STUDY_SECTION; break;
    case GDK_KEY_Delete: case GDK_KEY_KP_Delete: case GDK_KEY_BackSpace:
      remove_trajectories (NULL, NULL, self);
      return TRUE;
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
  if (found_of (self) != NULL)
    draw (self, TRUE);
}

/* ---- the search ---- */

static void
on_found (WbLabPlaneFinder *finder, gboolean keep_ranges, WbLabPlanePage *self)
{
  g_clear_pointer (&self->following, wb_job_cancel);
  g_ptr_array_set_size (self->trajectories, 0);
  wb_lab_plane_side_set_found (WB_LAB_PLANE_SIDE (self->side), found_of (self));
  show_found (self);
  wb_lab_plane_page_focus (self, self->focused); /* the number of cards may be another one */
  draw (self, keep_ranges);
  show_earlier (self);
  follow_playhead (self);
}

static void
on_message (WbLabPlanePage *self)
{
  wb_lab_card_set_message (WB_LAB_CARD (self->card), wb_lab_plane_finder_message (self->finder));
}

gboolean
wb_lab_plane_page_is_busy (WbLabPlanePage *self)
{
  return wb_lab_plane_finder_is_busy (self->finder) || self->following != NULL || wb_lab_plane_section_is_busy (wb_lab_plane_page_section (self));
}

void
wb_lab_plane_page_cancel (WbLabPlanePage *self)
{
  g_clear_pointer (&self->following, wb_job_cancel);
  wb_lab_plane_section_cancel (wb_lab_plane_page_section (self));
  wb_lab_plane_finder_cancel (self->finder);
}

/* ---- menu ---- */

static void
on_copy_command (WbLabPlanePage *self)
{
  g_autofree char *text = found_of (self) == NULL || !found_of (self)->mode ? wb_lab_plane_command (self->session, FALSE) : NULL;

  if (text == NULL && wb_session_model (self->session) != NULL)
    wb_session_message (self->session, _("The command line has no phase plane of a model whose events act on the run"));
  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
on_copy_table (WbLabPlanePage *self)
{
  g_autofree char *text = found_of (self) != NULL ? lab_result_csv (found_of (self)->result, '\t') : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
on_export (WbLabPlanePage *self, const char *format)
{
  char *text = NULL;

  if (found_of (self) == NULL)
    return;
  if (strcmp (format, "csv") == 0)
    text = lab_result_csv (found_of (self)->result, ',');
  else if (strcmp (format, "json") == 0)
    text = lab_result_json (lab_study_phase_plane.id, model_id (wb_session_model (self->session)), found_of (self)->result);
  wb_lab_export (GTK_WIDGET (self), self->session, lab_study_phase_plane.id, format,
                 text == NULL ? view_new (self, TRUE) : NULL, text);
}

static void
on_table (WbLabPlanePage *self)
{
  g_autofree char *text = found_of (self) != NULL ? lab_result_table_text (found_of (self)->result) : NULL;

  if (text != NULL)
    wb_table_window_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _("Phase plane"), text);
}

/* ---- widget ---- */

static void
wb_lab_plane_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (wb_lab_plane_page_parent_class)->map (widget);
  wb_lab_plane_finder_set_shown (WB_LAB_PLANE_PAGE (widget)->finder, TRUE);
  follow_playhead (WB_LAB_PLANE_PAGE (widget));
}

static void
wb_lab_plane_page_unmap (GtkWidget *widget)
{
  wb_lab_plane_finder_set_shown (WB_LAB_PLANE_PAGE (widget)->finder, FALSE);
  GTK_WIDGET_CLASS (wb_lab_plane_page_parent_class)->unmap (widget);
}

static void
wb_lab_plane_page_dispose (GObject *object)
{
  WbLabPlanePage *self = WB_LAB_PLANE_PAGE (object);

  g_clear_pointer (&self->following, wb_job_cancel);
  if (self->page != NULL)
    wb_lab_plane_side_set_found (WB_LAB_PLANE_SIDE (self->side), NULL);
  g_clear_object (&self->tools);
  g_clear_pointer (&self->page, gtk_widget_unparent);
  if (self->finder != NULL)
    g_signal_handlers_disconnect_by_data (self->finder, self);
  g_clear_object (&self->finder);
  g_clear_pointer (&self->trajectories, g_ptr_array_unref);
  G_OBJECT_CLASS (wb_lab_plane_page_parent_class)->dispose (object);
}

static void
wb_lab_plane_page_class_init (WbLabPlanePageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_plane_page_dispose;
  GTK_WIDGET_CLASS (klass)->map = wb_lab_plane_page_map;
  GTK_WIDGET_CLASS (klass)->unmap = wb_lab_plane_page_unmap;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_lab_plane_page_init (WbLabPlanePage *self)
{
  self->focused = -1;
  self->trajectories = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_curve_free);
}

/* Makes the buttons for the title: "Find again", and axes and slice. */
static GtkWidget *
tools_new (WbLabPlanePage *self)
{
  GtkWidget *tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *again = gtk_button_new (), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_box_append (GTK_BOX (line), gtk_image_new_from_icon_name ("wb-reload-symbolic"));
  self->again_text = gtk_label_new (_("Find again"));
  gtk_box_append (GTK_BOX (line), self->again_text);
  wb_tooltip_set (again, _("Find again"));
  gtk_button_set_child (GTK_BUTTON (again), line);
  gtk_widget_add_css_class (again, "lab-again");
  gtk_widget_set_valign (again, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (again), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Find again"), -1);
  g_signal_connect_swapped (again, "clicked", G_CALLBACK (wb_lab_plane_finder_start), self->finder);
  wb_box_add (tools, again, self->axes, NULL);
  return tools;
}

/* Adds the removal of trajectories to the menu of the card. */
static void
set_menu (WbLabPlanePage *self)
{
  static const GActionEntry entries[] = { { "remove-trajectories", remove_trajectories } };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GMenu) first = g_menu_new ();
  g_autoptr (GMenuModel) menu = NULL;

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "plane", G_ACTION_GROUP (group));
  g_menu_append (first, _("Remove all trajectories"), "plane.remove-trajectories");
  menu = wb_lab_menu_new (WB_LAB_MENU_PLOT, G_MENU_MODEL (first));
  wb_lab_card_set_menu (WB_LAB_CARD (self->card), menu);
}

GtkWidget *
wb_lab_plane_page_new (WbSession *session)
{
  WbLabPlanePage *self = g_object_new (WB_TYPE_LAB_PLANE_PAGE, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->session = session;
  self->laboratory = wb_laboratory_of (session);
  self->layers = shown_layers (self);
  self->finder = wb_lab_plane_finder_new (session);
  self->box = wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, GAP);
  self->card = wb_lab_card_new ();
  self->side = wb_lab_plane_side_new (session);
  wb_lab_card_lend_actions (WB_LAB_CARD (self->card), self->side); /* the list shows a part of the numbers of the plot */
  wb_fraction_box_append (WB_FRACTION_BOX (self->box), self->card, PLOT_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->box), self->side, LIST_SHARE);
  gtk_widget_set_vexpand (self->box, TRUE);
  self->words = wb_label_new_wrapped ("", "lab-foot");
  gtk_widget_set_visible (self->words, FALSE);
  wb_lab_card_append (WB_LAB_CARD (self->card), self->words);
  self->outside = wb_lab_plane_outside_new (self->laboratory);
  wb_lab_card_append (WB_LAB_CARD (self->card), self->outside);
  set_menu (self);
  self->strip = wb_lab_plane_strip_new (on_strip, self);
  gtk_widget_set_visible (self->strip, FALSE);
  wb_lab_card_append (WB_LAB_CARD (self->card), self->strip);
  self->chips = wb_lab_plane_layers_new (self->laboratory);
  gtk_widget_set_valign (self->chips, GTK_ALIGN_CENTER);
  self->axes = wb_lab_plane_axes_new (session);
  self->tools = g_object_ref_sink (tools_new (self)); /* the view shows it in its title */
  self->page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  wb_box_add (self->page, self->chips, self->box, NULL);
  gtk_widget_set_parent (self->page, GTK_WIDGET (self));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (self->finder, "found", G_CALLBACK (on_found), self);
  g_signal_connect_swapped (self->finder, "kept", G_CALLBACK (on_kept), self);
  g_signal_connect_swapped (self->finder, "progress", G_CALLBACK (show_earlier), self);
  g_signal_connect_swapped (self->finder, "message", G_CALLBACK (on_message), self);
  g_signal_connect_swapped (self->side, "selected", G_CALLBACK (on_selected), self);
  g_signal_connect_swapped (wb_lab_plane_page_section (self), "changed", G_CALLBACK (on_section), self);
  g_signal_connect_object (self->laboratory, "changed", G_CALLBACK (on_laboratory), self, G_CONNECT_SWAPPED);
  g_signal_connect (wb_lab_card_area (WB_LAB_CARD (self->card)), "plane-clicked", G_CALLBACK (on_click), self);
  g_signal_connect_swapped (wb_lab_card_area (WB_LAB_CARD (self->card)), "range-shown", G_CALLBACK (on_range), self);
  g_signal_connect (wb_lab_card_area (WB_LAB_CARD (self->card)), "start-dragged", G_CALLBACK (on_drag), self);
  g_signal_connect_swapped (self->card, "copy-command", G_CALLBACK (on_copy_command), self);
  g_signal_connect_swapped (self->card, "copy-table", G_CALLBACK (on_copy_table), self);
  g_signal_connect_swapped (self->card, "export", G_CALLBACK (on_export), self);
  g_signal_connect_swapped (self->card, "table", G_CALLBACK (on_table), self);
  wb_style_watch (on_style, G_OBJECT (self));
  g_signal_connect_object (session, "playhead-changed", G_CALLBACK (follow_playhead), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "runs-changed", G_CALLBACK (follow_playhead), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

const WbLabPage wb_laboratory_page_plane = {
  .id = WB_LAB_PAGE_ID_PLANE, .title = N_("Phase plane"), .row = N_("Phase plane"), .of_model = TRUE,
  .sketch = "90 60 70 85 40 85 15 60 10 40 30 15 60 15 85 40 90 60|20 20 40 60 60 40 80 80",
  .make = wb_lab_plane_page_new,
};
