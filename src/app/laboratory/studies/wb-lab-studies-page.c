/* Arranges the cards of the studies in columns, or shows one card in full size. */
#include "wb-lab-studies-page.h"

#include <glib/gi18n.h>
#include <string.h>

#include "plot-study-picture.h"
#include "wb-lab-page.h"
#include "wb-laboratory.h"
#include "wb-style.h"

#define GAP 12
/* Smallest widths in px of the page for three and for two columns. With the sidebar, windows of 1280 px and 1000 px reach these widths. */
#define WIDTH_THREE 980
#define WIDTH_TWO 700
/* Least width of the page for a study with its company beside it, and least height for the company below it; with less than both there are no lists. */
#define WIDTH_BESIDE 960
#define HEIGHT_BELOW 620

struct _WbLabStudiesPage
{
  GtkWidget parent_instance;
  WbSession *session;
  WbLabStudies *studies;
  GtkWidget *scrolled, *grid, **cards;
  GtkWidget *beside, *below; /* the company of the study `accompanied`, or NULL */
  int accompanied;
  gboolean alone;           /* whether `beside` is left out */
  WbCompanyPlace place;
  int columns, open;        /* number of columns; index of the study that is shown large, or −1 */
  guint layout_source;
};

G_DEFINE_FINAL_TYPE (WbLabStudiesPage, wb_lab_studies_page, GTK_TYPE_WIDGET)

static guint open_signal, arranged_signal;

WbLabStudyCard *wb_lab_studies_page_card (WbLabStudiesPage *self, int index) { return WB_LAB_STUDY_CARD (self->cards[index]); }
int wb_lab_studies_page_n_columns (WbLabStudiesPage *self) { return self->columns; }

/* Places a study in full size, with its company if it has one. */
static void
attach_open (WbLabStudiesPage *self, int index)
{
  gboolean stacked = self->place == WB_COMPANY_BELOW;

  gtk_grid_attach (GTK_GRID (self->grid), self->cards[index], 0, 0, 1, 1);
  if (self->beside == NULL || index != self->accompanied)
    return;
  if (!self->alone)
    gtk_grid_attach (GTK_GRID (self->grid), self->beside, stacked ? 0 : 1, stacked ? 1 : 0, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), self->below, 0, stacked ? 2 : 1, stacked || self->alone ? 1 : 2, 1);
}

/* Places the cards in the grid. The card of the controller has a side panel; it takes two columns if there are two. */
static void
lay_out (WbLabStudiesPage *self)
{
  GtkWidget *focus = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))) != NULL
                       ? gtk_window_get_focus (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)))) : NULL;
  int at = 0;

  for (int k = 0; k < wb_lab_studies_n (); k++)
    if (gtk_widget_get_parent (self->cards[k]) != NULL)
      gtk_grid_remove (GTK_GRID (self->grid), self->cards[k]);
  if (self->beside != NULL && gtk_widget_get_parent (self->beside) != NULL)
    gtk_grid_remove (GTK_GRID (self->grid), self->beside);
  if (self->below != NULL && gtk_widget_get_parent (self->below) != NULL)
    gtk_grid_remove (GTK_GRID (self->grid), self->below);
  for (int k = 0; k < wb_lab_studies_n (); k++)
    {
      const PlotStudyPicture *picture = plot_study_picture_find (wb_lab_studies_kind (k));
      int span = picture != NULL && picture->side == PLOT_SIDE_GAINS && self->columns > 1 ? 2 : 1;

      wb_lab_study_card_set_large (WB_LAB_STUDY_CARD (self->cards[k]), self->open == k);
      if (self->open == k)
        attach_open (self, k);
      if (self->open >= 0)
        continue;
      if (at % self->columns + span > self->columns)
        at += self->columns - at % self->columns;
      gtk_grid_attach (GTK_GRID (self->grid), self->cards[k], at % self->columns, at / self->columns, span, 1);
      at += span;
    }
  if (focus != NULL && gtk_widget_get_root (focus) != NULL)
    gtk_widget_grab_focus (focus);
}

static gboolean
lay_out_later (gpointer user)
{
  WbLabStudiesPage *self = user;

  self->layout_source = 0;
  lay_out (self);
  g_signal_emit (self, arranged_signal, 0);
  return G_SOURCE_REMOVE;
}

static void
wb_lab_studies_page_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WbLabStudiesPage *self = WB_LAB_STUDIES_PAGE (widget);
  int columns = width >= WIDTH_THREE ? 3 : width >= WIDTH_TWO ? 2 : 1;

  WbCompanyPlace place = wb_style_is_lecture ()     ? WB_COMPANY_COMPACT
                         : width >= WIDTH_BESIDE    ? WB_COMPANY_BESIDE
                         : height >= HEIGHT_BELOW   ? WB_COMPANY_BELOW
                                                    : WB_COMPANY_COMPACT;

  gtk_widget_allocate (self->scrolled, width, height, baseline, NULL);
  if (columns == self->columns && place == self->place)
    return;
  self->columns = columns;
  self->place = place;
  if (self->layout_source == 0) /* GTK forbids moving widgets during an allocation */
    self->layout_source = g_idle_add (lay_out_later, self);
}

static void
wb_lab_studies_page_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                             int *natural_baseline)
{
  WbLabStudiesPage *self = WB_LAB_STUDIES_PAGE (widget);
  int widest = 0;

  gtk_widget_measure (self->scrolled, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    return;
  for (int k = 0; k < wb_lab_studies_n (); k++) /* the page must not request more width than one column needs */
    {
      int least;

      if (self->open >= 0 && self->open != k) /* only the open study is shown */
        continue;
      gtk_widget_measure (self->cards[k], GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      widest = MAX (widest, least);
    }
  if (self->beside != NULL && self->open == self->accompanied)
    {
      GtkWidget *button = wb_lab_study_card_panel_button (WB_LAB_STUDY_CARD (self->cards[self->accompanied]));
      gboolean panel = button != NULL && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button));
      int least;

      /* Columns of the grid have equal widths. The widget below does not count: it needs less when the place changes. With an open panel the widget beside is
       * left out in the narrowest place. */
      gtk_widget_measure (self->beside, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      widest = self->place == WB_COMPANY_BELOW || self->alone || panel ? MAX (widest, least) : 2 * MAX (widest, least) + GAP;
    }
  *minimum = widest;
  *natural = MAX (*natural, widest);
}

void
wb_lab_studies_page_set_company (WbLabStudiesPage *self, int index, GtkWidget *beside, GtkWidget *below)
{
  self->accompanied = index;
  self->beside = g_object_ref_sink (beside);
  self->below = g_object_ref_sink (below);
  lay_out (self);
}

void
wb_lab_studies_page_leave_out (WbLabStudiesPage *self, gboolean out)
{
  if (self->alone == out)
    return;
  self->alone = out;
  lay_out (self);
}

WbCompanyPlace
wb_lab_studies_page_company_place (WbLabStudiesPage *self)
{
  return self->place;
}

/* Returns whether a study runs for every model without further input and takes little time. */
static gboolean
is_prompt (int k)
{
  return !wb_lab_studies_is_of_model (k);
}

/* Starts the visible studies that never ran, or that had a result in the opened session. They run one after the other, and Escape cancels
 * them. */
static void
run_first (WbLabStudiesPage *self)
{
  for (int k = 0; k < wb_lab_studies_n () && !wb_laboratory_is_asked (wb_laboratory_of (self->session)); k++)
    if ((self->open == k || (self->open < 0 && (is_prompt (k) || wb_lab_studies_is_wanted (self->studies, k)))) && wb_lab_studies_is_due (self->studies, k))
      wb_lab_studies_run (self->studies, wb_lab_studies_study (self->studies, k));
}

static void
wb_lab_studies_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (wb_lab_studies_page_parent_class)->map (widget);
  run_first (WB_LAB_STUDIES_PAGE (widget));
}

/* A study that did not suit the model before may suit the new one. */
static void
on_model (WbLabStudiesPage *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    run_first (self);
}

void
wb_lab_studies_page_open (WbLabStudiesPage *self, const char *id)
{
  int index = id != NULL ? wb_lab_studies_find (id) : -1;

  if (index != self->open)
    {
      self->open = index;
      lay_out (self);
    }
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    run_first (self);
}

static void
on_open (WbLabStudyCard *card, WbLabStudiesPage *self)
{
  for (int k = 0; k < wb_lab_studies_n (); k++)
    if (self->cards[k] == GTK_WIDGET (card))
      g_signal_emit (self, open_signal, 0, self->open == k ? NULL : wb_lab_studies_kind (k)->id);
}

/* ---- widget ---- */

static void
wb_lab_studies_page_dispose (GObject *object)
{
  WbLabStudiesPage *self = WB_LAB_STUDIES_PAGE (object);

  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  if (self->cards != NULL)
    for (int k = 0; k < wb_lab_studies_n (); k++)
      g_clear_object (&self->cards[k]);
  g_clear_pointer (&self->cards, g_free);
  g_clear_object (&self->beside);
  g_clear_object (&self->below);
  g_clear_handle_id (&self->layout_source, g_source_remove);
  G_OBJECT_CLASS (wb_lab_studies_page_parent_class)->dispose (object);
}

static void
wb_lab_studies_page_class_init (WbLabStudiesPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lab_studies_page_dispose;
  GTK_WIDGET_CLASS (klass)->size_allocate = wb_lab_studies_page_size_allocate;
  GTK_WIDGET_CLASS (klass)->map = wb_lab_studies_page_map;
  GTK_WIDGET_CLASS (klass)->measure = wb_lab_studies_page_measure;
  arranged_signal = g_signal_new ("arranged", WB_TYPE_LAB_STUDIES_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  open_signal = g_signal_new ("open", WB_TYPE_LAB_STUDIES_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
wb_lab_studies_page_init (WbLabStudiesPage *self)
{
  self->open = -1;
  self->columns = 3;
}

GtkWidget *
wb_lab_studies_page_new (WbSession *session)
{
  WbLabStudiesPage *self = g_object_new (WB_TYPE_LAB_STUDIES_PAGE, NULL);

  self->session = session;
  self->studies = wb_lab_studies_of (session);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_EXTERNAL, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  self->grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), GAP);
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), GAP);
  gtk_grid_set_column_homogeneous (GTK_GRID (self->grid), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->grid);
  self->cards = g_new0 (GtkWidget *, wb_lab_studies_n ());
  for (int k = 0; k < wb_lab_studies_n (); k++)
    {
      self->cards[k] = g_object_ref_sink (wb_lab_study_card_new (session, k));
      g_signal_connect (self->cards[k], "open", G_CALLBACK (on_open), self);
    }
  lay_out (self);
  return GTK_WIDGET (self);
}

const WbLabPage wb_laboratory_page_studies = {
  .id = WB_LAB_PAGE_ID_STUDIES, .title = N_("Studies"),
  .make = wb_lab_studies_page_new,
};
