/* Assembles the Laboratory view with its title, pages and panel. */
#include "wb-laboratory-view.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-text.h"
#include "wb-comparison.h"
#include "wb-compare-chips.h"
#include "wb-empty-page.h"
#include "wb-lab-dynamics.h"
#include "wb-lab-export.h"
#include "wb-lab-methods.h"
#include "wb-lab-study-export.h"
#include "wb-lab-values.h"
#include "wb-laboratory-file.h"
#include "wb-equations.h"
#include "wb-model-row.h"
#include "wb-rich.h"
#include "wb-style.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"
#include "wb-wrap.h"

#define GAP 12
/* Gap of the title, and the padding at its ends, px. */
#define TITLE_GAP 10
#define TITLE_PADDING 28
/* The width that the remark on the model keeps if the title has the buttons of the tableau, px. */
#define ABOUT_WIDTH 190

struct _WbLaboratoryView
{
  GtkWidget parent_instance;
  WbSession *session;
  WbLaboratory *laboratory;
  GtkWidget *box, *title, *name, *badges, *values, *equations, *about, *pages, *stack, *empty, *chips, *method, *plane, *studies, *back, *run_all, *export_all, *buttons, *widgets[WB_N_LAB_PAGES], *switches[WB_N_LAB_PAGES];
  int focused;
  gboolean switching, tools_in_title, chips_in_title;
  guint tools_source;   /* the buttons of the tableau or of the layers will be moved */
};

G_DEFINE_FINAL_TYPE (WbLaboratoryView, wb_laboratory_view, GTK_TYPE_WIDGET)

WbLabMethodPage *wb_laboratory_view_method (WbLaboratoryView *self) { return WB_LAB_METHOD_PAGE (self->method); }
WbLabStudiesPage *wb_laboratory_view_studies (WbLaboratoryView *self) { return WB_LAB_STUDIES_PAGE (self->studies); }
WbLabPlanePage *wb_laboratory_view_plane (WbLaboratoryView *self) { return WB_LAB_PLANE_PAGE (self->plane); }
int wb_laboratory_view_focused (WbLaboratoryView *self) { return self->focused; }

/* Returns whether the visible page is this one, and not one study. */
static gboolean
shows (WbLaboratoryView *self, const WbLabPage *page)
{
  return strcmp (wb_laboratory_page (self->laboratory), page->id) == 0;
}

gboolean
wb_laboratory_view_is_busy (WbLaboratoryView *self)
{
  if (wb_laboratory_shows_studies (self->laboratory))
    return wb_lab_studies_is_busy (wb_lab_studies_of (self->session));
  return wb_lab_method_page_is_busy (WB_LAB_METHOD_PAGE (self->method)) || wb_lab_plane_page_is_busy (WB_LAB_PLANE_PAGE (self->plane));
}

void
wb_laboratory_view_cancel (WbLaboratoryView *self)
{
  wb_lab_method_page_cancel (WB_LAB_METHOD_PAGE (self->method));
  wb_lab_plane_page_cancel (WB_LAB_PLANE_PAGE (self->plane));
  wb_lab_studies_cancel (wb_lab_studies_of (self->session));
}

static void refresh_title (gpointer user);

static WbLabTableauFrame *
tableau_frame (WbLaboratoryView *self)
{
  return wb_lab_tableau_card_frame (wb_lab_method_page_tableau (WB_LAB_METHOD_PAGE (self->method)));
}

void
wb_laboratory_view_focus (WbLaboratoryView *self, int card)
{
  self->focused = CLAMP (card, -1, WB_N_LABORATORY_CARDS - 1);
  refresh_title (self); /* a narrow window has no place for equations */
  wb_lab_method_page_focus (WB_LAB_METHOD_PAGE (self->method), self->focused);
  wb_lab_plane_page_focus (WB_LAB_PLANE_PAGE (self->plane), self->focused);
}

int
wb_laboratory_view_n_cards (WbLaboratoryView *self)
{
  return shows (self, &wb_laboratory_page_plane) ? wb_lab_plane_page_n_cards (WB_LAB_PLANE_PAGE (self->plane)) : WB_N_LABORATORY_CARDS;
}

/* ---- the title ---- */

/* Returns the buttons for the title that a study has in full size, or NULL. */
static GtkWidget *
tools_of (WbLaboratoryView *self, int study)
{
  return wb_lab_study_card_tools (wb_lab_studies_page_card (WB_LAB_STUDIES_PAGE (self->studies), study));
}

/* Returns whether the page shows a study in full size that has buttons in the title, beside the equations of the model. */
static gboolean
shows_tools (WbLaboratoryView *self)
{
  int study = wb_lab_studies_find (wb_laboratory_study (self->laboratory));

  return study >= 0 && tools_of (self, study) != NULL;
}

/* In a narrow window the buttons of the phase plane, and in lecture mode those of the studies, need the width of the name and of the remark. The
 * title bar has the model's name, and the switch of the pages has the name of the studies. */
static void
refresh_name (WbLaboratoryView *self)
{
  gboolean plane = shows (self, &wb_laboratory_page_plane), studies = wb_laboratory_shows_studies (self->laboratory);
  gboolean narrow = self->focused >= 0 && gtk_widget_get_visible (self->pages);
  gboolean shown = !narrow || !(plane || (studies && wb_style_is_lecture ()));

  gtk_widget_set_visible (self->name, shown);
  gtk_widget_set_visible (self->badges, shown);
}

void
wb_laboratory_view_show_switch (WbLaboratoryView *self, gboolean shown)
{
  gtk_widget_set_visible (self->pages, shown);
  refresh_title (self);
}

/* ---- the buttons of the tableau ---- */

static int
natural_width (GtkWidget *widget)
{
  int width = 0;

  if (gtk_widget_get_visible (widget))
    gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  return width > 0 ? width + TITLE_GAP : 0;
}

/* Returns whether the title has room for the choice of the method and the buttons beside it, in a view of this width. */
static gboolean
title_has_room (WbLaboratoryView *self, int width)
{
  GtkWidget *parts[] = { self->name, self->badges, self->buttons };
  int sum = TITLE_PADDING + (int) wb_style_px (ABOUT_WIDTH) + TITLE_GAP + wb_lab_tableau_frame_tools_width (tableau_frame (self));

  if (self->focused >= 0 || !shows (self, &wb_laboratory_page_method))
    return FALSE;
  for (guint k = 0; k < G_N_ELEMENTS (parts); k++)
    sum += natural_width (parts[k]);
  return sum <= width;
}

/* Returns whether the title of a narrow window has room for the buttons of the layers of the phase plane, so that the plot is higher. */
static gboolean
title_has_room_for_layers (WbLaboratoryView *self, int width)
{
  WbLabPlanePage *plane = WB_LAB_PLANE_PAGE (self->plane);
  GtkWidget *parts[] = { wb_lab_plane_page_chips (plane), wb_lab_plane_page_tools (plane), self->buttons };
  int sum = TITLE_PADDING + TITLE_GAP;

  if (self->focused < 0 || !shows (self, &wb_laboratory_page_plane) || gtk_widget_get_visible (self->name))
    return FALSE;
  for (guint k = 0; k < G_N_ELEMENTS (parts); k++)
    sum += natural_width (parts[k]);
  return sum <= width;
}

static gboolean
move_tools (gpointer user)
{
  WbLaboratoryView *self = user;

  self->tools_source = 0;
  wb_lab_tableau_frame_show_tools (tableau_frame (self), self->tools_in_title);
  wb_lab_plane_page_set_chips_place (WB_LAB_PLANE_PAGE (self->plane), self->chips_in_title ? GTK_BOX (self->title) : NULL, self->badges);
  return G_SOURCE_REMOVE;
}

/* Shows the buttons of the tableau and of the layers in the title if it has room for them, else in the page. Widgets cannot change their parent
 * while sizes are allocated, so that they move later. */
static void
place_tools (WbLaboratoryView *self, int width)
{
  gboolean fits = title_has_room (self, width), layers_fit = title_has_room_for_layers (self, width);

  if (fits == self->tools_in_title && layers_fit == self->chips_in_title)
    return;
  self->tools_in_title = fits;
  self->chips_in_title = layers_fit;
  if (self->tools_source == 0)
    self->tools_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, move_tools, self, NULL);
}

static void
refresh_title (gpointer user)
{
  WbLaboratoryView *self = user;
  /* In narrow windows the remark on the studies is cut before the buttons need two rows. */
  gtk_label_set_max_width_chars (GTK_LABEL (self->about), wb_laboratory_shows_studies (self->laboratory) ? 8 : -1);
  gboolean plane = shows (self, &wb_laboratory_page_plane);
  gboolean tools = shows_tools (self);

  gtk_widget_set_visible (self->values, wb_lab_values_fill (self->values, self->session) && plane && self->focused < 0);
  gtk_widget_set_visible (self->equations, (plane || tools) && self->focused < 0);
  gtk_widget_set_visible (self->about, !(plane || tools) || self->focused >= 0);
  refresh_name (self);
  if (wb_laboratory_shows_studies (self->laboratory))
    {
      gtk_label_set_text (GTK_LABEL (self->name), tools && wb_session_model (self->session) != NULL ? model_name (wb_session_model (self->session)) : _("Studies"));
      wb_model_badges_fill (self->badges, 0);
      gtk_label_set_text (GTK_LABEL (self->about), wb_laboratory_study (self->laboratory) != NULL || !gtk_widget_get_visible (self->name) ? "" : _("each study keeps its model and settings; open a study to see it in full size"));
      return;
    }
  Model *model = wb_session_model (self->session);
  ModelSystem *system = wb_session_system (self->session);
  g_autofree char *states = NULL, *at = NULL, *about = NULL;
  gtk_label_set_text (GTK_LABEL (self->name), model != NULL ? model_name (model) : _("No model"));
  wb_model_badges_fill (self->badges, model != NULL ? model_traits (model) : 0);
  if (model != NULL && system != NULL && !plane)
    {
      int n = model_system_n_states (system);

      states = g_strdup_printf (ngettext ("%d state", "%d states", (gulong) n), n);
      at = plot_text_value (wb_session_playhead (self->session), 4, model_time_unit (model));
      about = g_strdup_printf (_("%s, eigenvalues at *t* = %s"), states, at);
    }
  g_autofree char *markup = wb_rich_markup (about != NULL ? about : "");
  gtk_label_set_markup (GTK_LABEL (self->about), markup);
}

static void
on_switch (GtkToggleButton *button, WbLaboratoryView *self)
{
  if (!self->switching && gtk_toggle_button_get_active (button))
    wb_laboratory_set_page (self->laboratory, g_object_get_data (G_OBJECT (button), "page"));
}

static void
show_page (WbLaboratoryView *self)
{
  g_autofree char *page = g_strndup (wb_laboratory_page (self->laboratory), strcspn (wb_laboratory_page (self->laboratory), ":"));

  if (gtk_stack_get_child_by_name (GTK_STACK (self->stack), page) == NULL)
    return;
  if (wb_laboratory_shows_studies (self->laboratory))
    wb_lab_studies_page_open (WB_LAB_STUDIES_PAGE (self->studies), wb_laboratory_study (self->laboratory));
  gtk_widget_set_visible (self->back, wb_laboratory_study (self->laboratory) != NULL);
  for (int k = 0; k < wb_lab_studies_n (); k++)
    if (tools_of (self, k) != NULL)
      gtk_widget_set_visible (tools_of (self, k), k == wb_lab_studies_find (wb_laboratory_study (self->laboratory)));
  gtk_widget_set_visible (self->run_all, wb_laboratory_shows_studies (self->laboratory) && wb_laboratory_study (self->laboratory) == NULL);
  gtk_widget_set_visible (self->export_all, wb_laboratory_shows_studies (self->laboratory) && wb_laboratory_study (self->laboratory) == NULL);
  refresh_title (self);
  self->switching = TRUE;
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), page);
  gtk_widget_set_visible (wb_lab_plane_page_tools (WB_LAB_PLANE_PAGE (self->plane)), shows (self, &wb_laboratory_page_plane));
  for (int k = 0; k < WB_N_LAB_PAGES; k++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->switches[k]), strcmp (page, wb_lab_pages[k]->id) == 0);
  self->switching = FALSE;
}

static void
on_model (WbLaboratoryView *self)
{
  gboolean any = wb_session_model (self->session) != NULL;

  gtk_widget_set_visible (self->empty, !any);
  gtk_widget_set_visible (self->stack, any);
  gtk_widget_set_sensitive (self->title, any);
  refresh_title (self);
  show_page (self);
}

/* ---- widget ---- */

static void
on_back (WbLaboratoryView *self)
{
  wb_laboratory_open_study (self->laboratory, NULL);
}

static void
on_run_all (WbLaboratoryView *self)
{
  for (int k = 0; k < wb_lab_studies_n (); k++)
    wb_lab_studies_run (wb_lab_studies_of (self->session), wb_lab_studies_study (wb_lab_studies_of (self->session), k));
}

/* Writes the results of all studies to a file. */
static void
on_export (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbLaboratoryView *self = user;
  const char *format = g_variant_get_string (value, NULL);
  GPtrArray *views = strcmp (format, "json") != 0 ? wb_lab_figure_new () : NULL;

  for (int k = 0; k < wb_lab_studies_n () && views != NULL; k++)
    {
      PlotView *view = wb_lab_study_card_figure (wb_lab_studies_page_card (WB_LAB_STUDIES_PAGE (self->studies), k));

      if (view != NULL)
        g_ptr_array_add (views, view);
    }
  wb_lab_study_export_all (GTK_WIDGET (self), self->session, views, format);
}

static GtkWidget *
export_button_new (WbLaboratoryView *self)
{
  static const GActionEntry entries[] = { { "export", on_export, "s" } };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkWidget *button = wb_styled (gtk_menu_button_new (), "raised");

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "studies", G_ACTION_GROUP (group));
  g_menu_append (menu, _("Figure (SVG)…"), "studies.export::svg");
  g_menu_append (menu, _("Figure (PDF)…"), "studies.export::pdf");
  g_menu_append (menu, _("Figure (PNG)…"), "studies.export::png");
  g_menu_append (menu, _("Numbers (JSON)…"), "studies.export::json");
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _("Export…"));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  wb_tooltip_set (button, _("Export the results of all studies"));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  return button;
}

static GtkWidget *
title_new (WbLaboratoryView *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, TITLE_GAP);

  self->name = wb_styled (gtk_label_new (NULL), "model-name");
  gtk_label_set_ellipsize (GTK_LABEL (self->name), PANGO_ELLIPSIZE_END);
  self->badges = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_valign (self->badges, GTK_ALIGN_CENTER);
  self->about = wb_label_new (NULL, "dim");
  gtk_label_set_ellipsize (GTK_LABEL (self->about), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->about, TRUE);
  self->pages = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), "linked");
  gtk_widget_set_valign (self->pages, GTK_ALIGN_CENTER);
  for (int k = 0; k < WB_N_LAB_PAGES; k++)
    {
      self->switches[k] = gtk_toggle_button_new_with_label (_(wb_lab_pages[k]->title));
      g_object_set_data (G_OBJECT (self->switches[k]), "page", (gpointer) wb_lab_pages[k]->id);
      if (k > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->switches[k]), GTK_TOGGLE_BUTTON (self->switches[0]));
      g_signal_connect (self->switches[k], "toggled", G_CALLBACK (on_switch), self);
      gtk_box_append (GTK_BOX (self->pages), self->switches[k]);
    }
  self->back = wb_styled (gtk_button_new_with_label (_("All studies")), "raised");
  g_signal_connect_swapped (self->back, "clicked", G_CALLBACK (on_back), self);
  self->run_all = wb_styled (gtk_button_new_with_label (_("Run all")), "raised");
  g_signal_connect_swapped (self->run_all, "clicked", G_CALLBACK (on_run_all), self);
  gtk_widget_set_valign (self->back, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->run_all, GTK_ALIGN_CENTER);
  wb_box_add (row, self->name, self->badges, NULL);
  self->values = wb_lab_values_new ();
  gtk_box_append (GTK_BOX (row), self->values);
  self->equations = wb_equations_new (self->session);
  wb_equations_omit_changed (WB_EQUATIONS (self->equations));
  gtk_widget_set_hexpand (self->equations, TRUE);
  gtk_widget_set_valign (self->equations, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_start (self->equations, 14);
  wb_box_add (row, self->equations, self->about, NULL);
  self->export_all = export_button_new (self);
  self->buttons = wb_wrap_new (10); /* in narrow windows the buttons need two rows */
  gtk_widget_set_valign (self->buttons, GTK_ALIGN_CENTER);
  wb_wrap_append (WB_WRAP (self->buttons), self->back);
  wb_wrap_append (WB_WRAP (self->buttons), self->run_all);
  wb_wrap_append (WB_WRAP (self->buttons), self->export_all);
  wb_wrap_append (WB_WRAP (self->buttons), self->pages);
  gtk_box_append (GTK_BOX (row), self->buttons);
  gtk_widget_add_css_class (row, "title-strip");
  gtk_widget_add_css_class (row, "compare");
  return row;
}

static void
wb_laboratory_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                            int *natural_baseline)
{
  gtk_widget_measure (WB_LABORATORY_VIEW (widget)->box, orientation, for_size, minimum, natural, NULL, NULL);
}

static void
wb_laboratory_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_size_allocate (WB_LABORATORY_VIEW (widget)->box, &(GtkAllocation) { 0, 0, width, height }, -1);
  place_tools (WB_LABORATORY_VIEW (widget), width);
}

static GtkSizeRequestMode
wb_laboratory_view_get_request_mode (GtkWidget *widget)
{
  return gtk_widget_get_request_mode (WB_LABORATORY_VIEW (widget)->box);
}

static void
wb_laboratory_view_dispose (GObject *object)
{
  WbLaboratoryView *self = WB_LABORATORY_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_handle_id (&self->tools_source, g_source_remove);
  G_OBJECT_CLASS (wb_laboratory_view_parent_class)->dispose (object);
}

static void
wb_laboratory_view_class_init (WbLaboratoryViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_laboratory_view_dispose;
  GTK_WIDGET_CLASS (klass)->measure = wb_laboratory_view_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = wb_laboratory_view_size_allocate;
  GTK_WIDGET_CLASS (klass)->get_request_mode = wb_laboratory_view_get_request_mode;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "laboratoryview");
}

static void
wb_laboratory_view_init (WbLaboratoryView *self)
{
  self->focused = -1;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/* The chips mark the method of the tableau. */
static void
refresh_chips (WbLaboratoryView *self)
{
  wb_compare_chips_set_main (WB_COMPARE_CHIPS (self->chips), wb_session_model (self->session) != NULL ? wb_lab_page_method (self->session) : NULL);
}

/* Returns the page of the method below the chips of the methods. In a low window both scroll. */
static GtkWidget *
below_chips (WbLaboratoryView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);

  gtk_widget_set_vexpand (self->method, TRUE);
  self->chips = wb_compare_chips_new (wb_comparison_of (self->session));
  wb_box_add (box, self->chips, self->method, NULL);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  return scrolled;
}

GtkWidget *
wb_laboratory_view_new (WbSession *session)
{
  WbLaboratoryView *self = g_object_new (WB_TYPE_LABORATORY_VIEW, NULL);

  self->session = session;
  self->laboratory = wb_laboratory_of (session);
  self->title = title_new (self);
  self->empty = wb_empty_page_new ();
  gtk_widget_set_vexpand (self->empty, TRUE);
  for (int k = 0; k < WB_N_LAB_PAGES; k++)
    {
      self->widgets[k] = wb_lab_pages[k]->make (session);
      gtk_widget_set_margin_start (self->widgets[k], GAP);
      gtk_widget_set_margin_end (self->widgets[k], GAP);
    }
  self->method = self->widgets[WB_LAB_PLACE_OF_method];
  self->studies = self->widgets[WB_LAB_PLACE_OF_studies];
  self->plane = self->widgets[WB_LAB_PLACE_OF_plane];
  gtk_box_insert_child_after (GTK_BOX (self->title), wb_lab_plane_page_tools (WB_LAB_PLANE_PAGE (self->plane)), self->about);
  g_signal_connect_swapped (self->studies, "open", G_CALLBACK (wb_laboratory_open_study), self->laboratory);
  wb_lab_dynamics_add (WB_LAB_STUDIES_PAGE (self->studies), session);
  for (int k = 0; k < wb_lab_studies_n (); k++)
    if (tools_of (self, k) != NULL)
      wb_wrap_prepend (WB_WRAP (self->buttons), tools_of (self, k));
  self->stack = gtk_stack_new ();
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE); /* a page needs no more width than its own */
  for (int k = 0; k < WB_N_LAB_PAGES; k++)
    gtk_stack_add_named (GTK_STACK (self->stack), wb_lab_pages[k] == &wb_laboratory_page_method ? below_chips (self) : self->widgets[k], wb_lab_pages[k]->id);
  gtk_box_insert_child_after (GTK_BOX (self->title), wb_lab_tableau_frame_tools (tableau_frame (self)), self->about);
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_widget_set_margin_bottom (self->stack, GAP);
  wb_box_add (self->box, self->title, self->empty, self->stack, NULL);
  g_signal_connect_object (self->laboratory, "changed", G_CALLBACK (show_page), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->laboratory, "changed", G_CALLBACK (refresh_chips), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (wb_comparison_of (session), "entries-changed", G_CALLBACK (refresh_chips), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (refresh_chips), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (refresh_chips), self, G_CONNECT_SWAPPED);
  refresh_chips (self);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "playhead-changed", G_CALLBACK (refresh_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "runs-changed", G_CALLBACK (refresh_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "advanced", G_CALLBACK (refresh_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (refresh_title), self, G_CONNECT_SWAPPED);
  wb_style_watch (refresh_title, G_OBJECT (self));
  on_model (self);
  return GTK_WIDGET (self);
}
