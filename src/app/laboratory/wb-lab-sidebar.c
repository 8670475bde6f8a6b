/* Builds the list of pages and studies with the state of each, and opens the chosen one. */
#include "wb-lab-sidebar.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-study-sketch.h"
#include "wb-lab-studies.h"
#include "wb-laboratory-file.h"
#include "wb-style.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

struct _WbLabSidebar
{
  GtkWidget parent_instance;
  WbLaboratory *laboratory;
  WbLabStudies *studies;
  GtkWidget *scrolled, *list, **marks;
  gboolean selecting;
};

/* Key of the arrow of a heading, in the data of its row. */
#define ARROW "wb-lab-sidebar-arrow"
/* Key of the heading above a row, in the data of the row. */
#define HEADING "wb-lab-sidebar-heading"

G_DEFINE_FINAL_TYPE (WbLabSidebar, wb_lab_sidebar, GTK_TYPE_WIDGET)

#define MARK 16
#define THUMB_WIDTH 46
#define THUMB_HEIGHT 30

GtkWidget *wb_lab_sidebar_list (WbLabSidebar *self) { return self->list; }

/* ---- marks of the states ---- */

/* Draws the mark of a study: a check mark if it has a result, a ring while it runs or waits, a dot if the result is of the settings before, and
 * a dash if the study does not suit the model. */
static void
draw_mark (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  WbLabSidebar *self = user;
  int index = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (area), "index"));
  WbStudy *study = wb_lab_studies_study (self->studies, index);
  WbStudyState state = wb_study_state (study);
  const PlotTheme *theme = wb_style_plot_theme ();
  PlotColor color = state == WB_STUDY_FAILED ? theme->rejected : theme->verified, back = plot_color_fade (theme->text, 0.2);

  cairo_translate (cr, width / 2.0, height / 2.0);
  cairo_set_line_width (cr, 2);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  if (state == WB_STUDY_RUNNING || state == WB_STUDY_WAITING)
    {
      cairo_set_source_rgba (cr, back.r, back.g, back.b, back.a);
      cairo_arc (cr, 0, 0, 6, 0, 2 * G_PI);
      cairo_stroke (cr);
      if (state == WB_STUDY_WAITING)
        return;
      cairo_set_source_rgba (cr, theme->accent.r, theme->accent.g, theme->accent.b, 1);
      cairo_arc (cr, 0, 0, 6, -G_PI / 2, -G_PI / 2 + 2 * G_PI * CLAMP (wb_study_progress (study), 0.03, 1));
      cairo_stroke (cr);
      return;
    }
  if (state == WB_STUDY_FAILED)
    {
      cairo_set_source_rgba (cr, color.r, color.g, color.b, 1);
      cairo_move_to (cr, -4, -4);
      cairo_line_to (cr, 4, 4);
      cairo_move_to (cr, -4, 4);
      cairo_line_to (cr, 4, -4);
      cairo_stroke (cr);
    }
  else if (state == WB_STUDY_UNSUITED)
    {
      cairo_set_source_rgba (cr, theme->secondary.r, theme->secondary.g, theme->secondary.b, 1);
      cairo_move_to (cr, -4, 0);
      cairo_line_to (cr, 4, 0);
      cairo_stroke (cr);
    }
  else if (wb_study_is_stale (study) || state == WB_STUDY_STOPPED)
    {
      cairo_set_source_rgba (cr, theme->secondary.r, theme->secondary.g, theme->secondary.b, 1);
      cairo_arc (cr, 0, 0, 3.5, 0, 2 * G_PI);
      cairo_fill (cr);
    }
  else if (wb_study_result (study) != NULL)
    {
      cairo_set_source_rgba (cr, color.r, color.g, color.b, 1);
      cairo_move_to (cr, -5, 0);
      cairo_line_to (cr, -1.5, 4);
      cairo_line_to (cr, 5.5, -4.5);
      cairo_stroke (cr);
    }
}

static const char *
mark_text (WbLabSidebar *self, int index)
{
  WbStudy *study = wb_lab_studies_study (self->studies, index);

  switch (wb_study_state (study))
    {
    case WB_STUDY_RUNNING: return _("running");
    case WB_STUDY_WAITING: return _("waiting");
    case WB_STUDY_FAILED: return _("failed");
    case WB_STUDY_UNSUITED: return _("does not suit the model or the method");
    default:
      if (wb_study_age_text (study) != NULL)
        return wb_study_age_text (study);
      return wb_study_result (study) != NULL ? _("computed") : _("not computed");
    }
}

/* ---- sketches of the plots ---- */

static void
draw_thumb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer sketch)
{
  const PlotTheme *theme = wb_style_plot_theme ();
  PlotColor edge = plot_color_fade (theme->text, 0.15);

  cairo_set_source_rgba (cr, theme->background.r, theme->background.g, theme->background.b, 1);
  cairo_rectangle (cr, 0.5, 0.5, width - 1, height - 1);
  cairo_fill_preserve (cr);
  cairo_set_source_rgba (cr, edge.r, edge.g, edge.b, edge.a);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  cairo_translate (cr, 4, 4);
  plot_study_sketch_lines (sketch, cr, theme, width - 8, height - 8);
}

/* ---- rows ---- */

static GtkListBoxRow *
row_at (WbLabSidebar *self, int index)
{
  return gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), index);
}

/* Shows or hides the rows below a heading. */
static void
set_unfolded (WbLabSidebar *self, GtkWidget *heading, gboolean unfolded)
{
  GtkWidget *arrow = g_object_get_data (G_OBJECT (heading), ARROW);
  GtkListBoxRow *row;

  gtk_button_set_icon_name (GTK_BUTTON (arrow), unfolded ? "wb-down-symbolic" : "wb-right-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (heading), GTK_ACCESSIBLE_STATE_EXPANDED, unfolded, -1);
  for (int k = 0; (row = row_at (self, k)) != NULL; k++)
    if (g_object_get_data (G_OBJECT (row), HEADING) == heading)
      gtk_widget_set_visible (GTK_WIDGET (row), unfolded);
}

/* Returns whether the rows below a heading are visible. */
static gboolean
is_unfolded (WbLabSidebar *self, GtkWidget *heading)
{
  GtkListBoxRow *row = row_at (self, gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (heading)) + 1);

  return gtk_widget_get_visible (GTK_WIDGET (row));
}

static void
toggle (WbLabSidebar *self, GtkWidget *heading)
{
  set_unfolded (self, heading, !is_unfolded (self, heading));
}

static void
on_arrow (GtkButton *arrow, WbLabSidebar *self)
{
  toggle (self, gtk_widget_get_ancestor (GTK_WIDGET (arrow), GTK_TYPE_LIST_BOX_ROW));
}

/* A click on a heading that opens no page folds or unfolds its rows. */
static void
on_activated (GtkListBox *list, GtkListBoxRow *row, WbLabSidebar *self)
{
  if (g_object_get_data (G_OBJECT (row), ARROW) != NULL && g_object_get_data (G_OBJECT (row), "page") == NULL)
    toggle (self, GTK_WIDGET (row));
}

/* The left arrow key folds the rows below the focused heading, and the right arrow key unfolds them. */
static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbLabSidebar *self)
{
  GtkWidget *heading = gtk_widget_get_focus_child (self->list);

  if (heading == NULL || g_object_get_data (G_OBJECT (heading), ARROW) == NULL || (key != GDK_KEY_Left && key != GDK_KEY_Right))
    return FALSE;
  set_unfolded (self, heading, key == GDK_KEY_Right);
  return TRUE;
}

/* Returns the button that folds the rows below a heading. */
static GtkWidget *
arrow_new (WbLabSidebar *self)
{
  GtkWidget *arrow = wb_styled (gtk_button_new_from_icon_name ("wb-down-symbolic"), "flat lab-side-arrow");

  gtk_widget_set_focusable (arrow, FALSE); /* the arrow keys do the same */
  gtk_widget_set_valign (arrow, GTK_ALIGN_CENTER);
  g_signal_connect (arrow, "clicked", G_CALLBACK (on_arrow), self);
  return arrow;
}

/* Appends a heading. page: the page that it opens, or NULL. Returns its row. */
static GtkWidget *
add_heading (WbLabSidebar *self, const char *text, const char *page, int count)
{
  GtkWidget *row = gtk_list_box_row_new (), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4), *label = wb_label_new (text, "group-title"), *number;
  GtkWidget *arrow = arrow_new (self);
  g_autofree char *shown = g_strdup_printf ("%d", count);

  number = wb_styled (gtk_label_new (shown), "row-remark");
  gtk_widget_set_hexpand (label, TRUE);
  wb_box_add (line, arrow, label, number, NULL);
  gtk_widget_add_css_class (line, "lab-side-head");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  g_object_set_data (G_OBJECT (row), "page", (gpointer) page);
  g_object_set_data (G_OBJECT (row), ARROW, arrow);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (row), page != NULL);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
  return row;
}

/* Appends a row that opens a page, below a heading. index: number of the study, or −1 for a page that is not a study. */
static void
add_row (WbLabSidebar *self, GtkWidget *heading, const char *text, const char *page, const char *sketch, int index)
{
  GtkWidget *row = gtk_list_box_row_new (), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *thumb = gtk_drawing_area_new ();
  GtkWidget *label = wb_label_new (text, NULL);

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (thumb), THUMB_WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (thumb), THUMB_HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (thumb), draw_thumb, (gpointer) sketch, NULL);
  gtk_widget_set_valign (thumb, GTK_ALIGN_CENTER);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  wb_box_add (line, thumb, label, NULL);
  if (index >= 0)
    {
      GtkWidget *mark = gtk_drawing_area_new ();

      gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (mark), MARK);
      gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (mark), MARK);
      g_object_set_data (G_OBJECT (mark), "index", GINT_TO_POINTER (index));
      gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (mark), draw_mark, self, NULL);
      gtk_widget_set_valign (mark, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (line), mark);
      self->marks[index] = mark;
    }
  gtk_widget_add_css_class (line, "lab-side-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  g_object_set_data_full (G_OBJECT (row), "page", g_strdup (page), g_free);
  g_object_set_data (G_OBJECT (row), HEADING, heading);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static void
add_study (WbLabSidebar *self, GtkWidget *heading, int k)
{
  const LabStudyKind *kind = wb_lab_studies_kind (k);
  g_autofree char *page = g_strconcat (WB_LAB_PAGE_ID_STUDIES ":", kind->id, NULL);

  add_row (self, heading, _(kind->label), page, kind->sketch != NULL ? kind->sketch : wb_laboratory_page_method.sketch, k);
}

/* Adds a heading, and below it the rows of its pages and studies. page: the page that a click on the heading opens, or NULL. */
static void
add_group (WbLabSidebar *self, const char *title, const char *page, int n_pages, const WbLabPage *const *pages, int n_studies, const int *studies)
{
  GtkWidget *heading = add_heading (self, title, page, n_pages + n_studies);

  for (int k = 0; k < n_pages; k++)
    add_row (self, heading, _(pages[k]->row), pages[k]->id, pages[k]->sketch, -1);
  for (int k = 0; k < n_studies; k++)
    add_study (self, heading, studies[k]);
}

static void
on_row (GtkListBox *list, GtkListBoxRow *row, WbLabSidebar *self)
{
  const char *page = row != NULL ? g_object_get_data (G_OBJECT (row), "page") : NULL;

  if (!self->selecting && page != NULL)
    wb_laboratory_set_page (self->laboratory, page);
}

static void
on_laboratory (WbLabSidebar *self)
{
  GtkListBoxRow *row;

  self->selecting = TRUE;
  for (int k = 0; (row = row_at (self, k)) != NULL; k++)
    if (g_strcmp0 (g_object_get_data (G_OBJECT (row), "page"), wb_laboratory_page (self->laboratory)) == 0 && !gtk_list_box_row_is_selected (row))
      {
        GtkWidget *heading = g_object_get_data (G_OBJECT (row), HEADING);

        if (heading != NULL)
          set_unfolded (self, heading, TRUE);
        gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
      }
  self->selecting = FALSE;
}

static void
on_studies (WbLabSidebar *self)
{
  for (int k = 0; k < wb_lab_studies_n (); k++)
    {
      g_autofree char *name = g_strdup_printf ("%s, %s", _(wb_lab_studies_kind (k)->label), mark_text (self, k));
      GtkWidget *row = gtk_widget_get_ancestor (self->marks[k], GTK_TYPE_LIST_BOX_ROW);

      wb_widget_set_name (row, name);
      wb_tooltip_set (self->marks[k], mark_text (self, k));
      gtk_widget_queue_draw (self->marks[k]);
    }
}

/* ---- widget ---- */

static void
wb_lab_sidebar_dispose (GObject *object)
{
  g_clear_pointer (&WB_LAB_SIDEBAR (object)->scrolled, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lab_sidebar_parent_class)->dispose (object);
}

static void
wb_lab_sidebar_finalize (GObject *object)
{
  g_free (WB_LAB_SIDEBAR (object)->marks);
  G_OBJECT_CLASS (wb_lab_sidebar_parent_class)->finalize (object);
}

static void
wb_lab_sidebar_class_init (WbLabSidebarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_sidebar_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_lab_sidebar_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_lab_sidebar_init (WbLabSidebar *self)
{
}

GtkWidget *
wb_lab_sidebar_new (WbSession *session)
{
  WbLabSidebar *self = g_object_new (WB_TYPE_LAB_SIDEBAR, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();
  g_autofree int *of_method = g_new (int, wb_lab_studies_n ()), *of_model = g_new (int, wb_lab_studies_n ());
  int *studies[2] = { of_method, of_model }, n_studies[2] = { 0, 0 }, n_pages[2] = { 0, 0 };
  const WbLabPage *pages[2][WB_N_LAB_PAGES];

  self->laboratory = wb_laboratory_of (session);
  self->studies = wb_lab_studies_of (session);
  self->marks = g_new0 (GtkWidget *, wb_lab_studies_n ());
  self->scrolled = wb_styled (gtk_scrolled_window_new (), "wb-sidebar");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  self->list = wb_styled (gtk_list_box_new (), "lab-side");
  wb_widget_set_name (self->list, _("Laboratory"));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->list);
  /* The pages and the studies of the method, then those of the model. */
  for (int k = 0; k < WB_N_LAB_PAGES; k++)
    if (wb_lab_pages[k]->row != NULL)
      pages[wb_lab_pages[k]->of_model][n_pages[wb_lab_pages[k]->of_model]++] = wb_lab_pages[k];
  for (int k = 0; k < wb_lab_studies_n (); k++)
    studies[wb_lab_studies_is_of_model (k)][n_studies[wb_lab_studies_is_of_model (k)]++] = k;
  add_group (self, _("Method"), NULL, n_pages[0], pages[0], 0, NULL);
  add_group (self, _("Studies"), wb_laboratory_page_studies.id, 0, NULL, n_studies[0], studies[0]);
  add_group (self, _("Model"), NULL, n_pages[1], pages[1], n_studies[1], studies[1]);
  g_signal_connect (self->list, "row-selected", G_CALLBACK (on_row), self);
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_activated), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->list, keys);
  g_signal_connect_object (self->laboratory, "changed", G_CALLBACK (on_laboratory), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->studies, "study-changed", G_CALLBACK (on_studies), self, G_CONNECT_SWAPPED);
  on_laboratory (self);
  on_studies (self);
  return GTK_WIDGET (self);
}
