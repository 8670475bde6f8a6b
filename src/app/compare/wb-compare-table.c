/* Builds the table of a comparison, chooses the widths of its columns, and selects entries by rows. */
#include "wb-compare-table.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "wb-compare-cells.h"
#include "wb-compare-dots.h"
#include "wb-compare-plots.h"
#include "wb-rich.h"
#include "wb-style.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

struct _WbCompareTable
{
  GtkWidget parent_instance;
  WbComparison *comparison;
  GtkWidget *scrolled, *view;
  GtkColumnViewColumn *columns[WB_N_CELLS];
  GtkWidget *scales[WB_N_CELLS];   /* the scales in the headings; weak pointers, because the headings own them */
  GtkSingleSelection *selection;
  gboolean refreshing, dots;      /* dots: whether the columns are wide enough to show errors as dots on a scale */
  int titles[WB_N_CELLS];          /* width in px of each heading or of the widest cell below it */
  guint fit_source;
};

G_DEFINE_FINAL_TYPE (WbCompareTable, wb_compare_table, GTK_TYPE_WIDGET)

/* Widths of the columns. width: px in a window of 1440 px. least: smallest width in px with a scale of errors. narrow: smallest width in px
 * without the scale. rank: in a narrow window the columns first shrink to `least`, then the scales are hidden, then the columns of rank 1,
 * 2 and 3, in this order. Columns of rank 0 are always visible. */
static const struct { int width, least, narrow, rank; } rows[WB_N_CELLS] = {
  [WB_CELL_RUN] = { 196, 196, 196, 0 },       [WB_CELL_ORDER] = { 56, 48, 48, 3 },   [WB_CELL_STEP] = { 82, 74, 74, 0 },
  [WB_CELL_STEPS] = { 62, 56, 56, 2 },        [WB_CELL_EVALUATIONS] = { 118, 80, 80, 0 }, [WB_CELL_SECONDS] = { 84, 72, 72, 1 },
  [WB_CELL_INVARIANT] = { 306, 260, 90, 0 },  [WB_CELL_POSITION] = { 306, 260, 90, 0 },
  [WB_CELL_BEHAVIOUR] = { 186, 186, 186, 0 },
};
/* The layouts of the table, from a wide to a narrow window. */
typedef enum { ROOMY, TIGHT, NO_SCALES } Fit;
/* Length and thickness of the line samples in px. They are thinner than those of the chips and aligned to whole pixels of the
 * rows. */
#define SAMPLE 22
#define LINE 2.4
#define LINE_SELECTED 4.4
/* Distance between the scales and the text in the last column, px. */
#define WORDS_START 9
#define N_RANKS 3

/* ---- cells ---- */

static int
column_of (gpointer factory)
{
  return GPOINTER_TO_INT (g_object_get_data (factory, "column"));
}

static void
setup_cell (GtkListItemFactory *factory, GtkListItem *item, WbCompareTable *self)
{
  int column = column_of (factory);
  GtkWidget *box = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, column == WB_CELL_RUN ? 14 : 9), "cell"), *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column == WB_CELL_RUN || column == WB_CELL_BEHAVIOUR ? 0 : 1);
  /* Never shorten the text of the behaviour. */
  if (column != WB_CELL_BEHAVIOUR)
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  else
    gtk_widget_set_margin_start (label, WORDS_START);
  gtk_widget_set_hexpand (label, TRUE);
  if (column == WB_CELL_RUN)
    gtk_widget_add_css_class (label, "name");
  gtk_box_append (GTK_BOX (box), label);
  if (column == WB_CELL_INVARIANT || column == WB_CELL_POSITION)
    gtk_box_append (GTK_BOX (box), wb_compare_dots_new ());
  gtk_list_item_set_child (item, box);
}

static void
bind_cell (GtkListItemFactory *factory, GtkListItem *item, WbCompareTable *self)
{
  int column = column_of (factory), low = 0, high = 0;
  WbCompareEntry *entry = gtk_list_item_get_item (item);
  GtkWidget *box = gtk_list_item_get_child (item), *first = gtk_widget_get_first_child (box), *last = gtk_widget_get_last_child (box);
  g_autofree char *text = wb_compare_cell_text (self->comparison, entry, (WbCompareCell) column), *why = NULL;
  const LabComparisonEntry *result = wb_compare_entry_result (entry);
  int color = wb_compare_entry_visible (entry) ? wb_compare_entry_color (entry) : 0;
  double value = NAN;

  if (column == WB_CELL_RUN)
    {
      if (!GTK_IS_LABEL (first))
        gtk_box_remove (GTK_BOX (box), first);
      gtk_box_prepend (GTK_BOX (box), wb_widget_swatch_new (color, SAMPLE, entry == wb_comparison_selected (self->comparison) ? LINE_SELECTED : LINE, 0.5));
      first = gtk_widget_get_last_child (box);
    }
  if (column == WB_CELL_INVARIANT || column == WB_CELL_POSITION || column == WB_CELL_STEP)
    {
      g_autofree char *markup = wb_rich_markup (text);

      gtk_label_set_markup (GTK_LABEL (first), markup);
    }
  else
    gtk_label_set_text (GTK_LABEL (first), text);
  why = column == WB_CELL_BEHAVIOUR ? wb_compare_entry_why (entry, wb_comparison_result (self->comparison)) : NULL;
  wb_tooltip_set (first, why != NULL ? why : column == WB_CELL_BEHAVIOUR ? text : NULL);
  if (wb_compare_entry_visible (entry))
    gtk_widget_remove_css_class (box, "hidden-entry");
  else
    gtk_widget_add_css_class (box, "hidden-entry");
  if (column != WB_CELL_INVARIANT && column != WB_CELL_POSITION)
    return;
  if (result != NULL && result->refused == NULL)
    value = column == WB_CELL_POSITION ? result->final_position_error : result->largest_invariant_error;
  wb_compare_decades (self->comparison, column == WB_CELL_POSITION, &low, &high);
  gtk_widget_set_visible (last, self->dots);
  wb_compare_dots_set (WB_COMPARE_DOTS (last), low, high, value, color);
}

/* Adds the labels of a scale to the heading of a column. */
static void
add_scale (WbCompareTable *self, int column)
{
  GtkWidget *title = gtk_widget_get_first_child (gtk_widget_get_first_child (self->view)), *box;

  for (int i = 0; i < column && title != NULL; i++)
    if (gtk_column_view_column_get_column_view (self->columns[i]) != NULL)
      title = gtk_widget_get_next_sibling (title);
  box = title != NULL ? gtk_widget_get_first_child (title) : NULL;
  if (box == NULL || !GTK_IS_BOX (box))
    return;
  gtk_widget_set_halign (box, GTK_ALIGN_FILL);
  gtk_widget_set_hexpand (gtk_widget_get_first_child (box), TRUE);
  g_set_weak_pointer (&self->scales[column], wb_compare_dots_new ());
  gtk_widget_set_margin_start (self->scales[column], 12); /* the first label extends beyond the scale */
  gtk_box_append (GTK_BOX (box), self->scales[column]);
}

static void
align_titles (WbCompareTable *self)
{
  g_autofree char *run = wb_compare_cell_title (self->comparison, WB_CELL_RUN), *behaviour = wb_compare_cell_title (self->comparison, WB_CELL_BEHAVIOUR);

  for (GtkWidget *title = gtk_widget_get_first_child (gtk_widget_get_first_child (self->view)); title != NULL;
       title = gtk_widget_get_next_sibling (title))
    {
      GtkWidget *box = gtk_widget_get_first_child (title), *label = box != NULL ? gtk_widget_get_first_child (box) : NULL;
      gboolean first, words;

      if (!GTK_IS_LABEL (label))
        continue;
      first = g_strcmp0 (gtk_label_get_text (GTK_LABEL (label)), run) == 0;
      words = first || g_strcmp0 (gtk_label_get_text (GTK_LABEL (label)), behaviour) == 0;
      gtk_label_set_xalign (GTK_LABEL (label), words ? 0 : 1);
      gtk_widget_set_halign (box, GTK_ALIGN_FILL);
      gtk_widget_set_hexpand (label, TRUE);
      gtk_widget_set_halign (label, GTK_ALIGN_FILL);
      gtk_widget_set_margin_start (label, first ? 42 : words ? WORDS_START : 0);
    }
}

/* ---- sorting ---- */

static int
compare_entries (gconstpointer a, gconstpointer b, gpointer user)
{
  double x = wb_compare_cell_sort_value ((WbCompareEntry *) a, GPOINTER_TO_INT (user)), y = wb_compare_cell_sort_value ((WbCompareEntry *) b, GPOINTER_TO_INT (user));

  return x < y ? -1 : x > y;
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer user)
{
  return g_utf8_collate (wb_compare_entry_name ((WbCompareEntry *) a), wb_compare_entry_name ((WbCompareEntry *) b));
}

/* ---- widget ---- */

static void
on_selected (GtkSingleSelection *selection, GParamSpec *spec, WbCompareTable *self)
{
  WbCompareEntry *entry = gtk_single_selection_get_selected_item (selection);

  if (!self->refreshing && entry != NULL)
    wb_comparison_select (self->comparison, entry);
}

static gboolean
is_known (WbCompareTable *self, int column)
{
  const LabComparison *result = wb_comparison_result (self->comparison);

  if (result == NULL || (column != WB_CELL_INVARIANT && column != WB_CELL_POSITION))
    return TRUE;
  return column == WB_CELL_INVARIANT ? result->invariant_column >= 0 : result->reference_known;
}

/* Returns the width of a column in px: the width of its heading with padding, or of its widest number, or
 * more. */
static double
width_of (WbCompareTable *self, int column, Fit fit)
{
  gboolean scaled = fit != NO_SCALES && (column == WB_CELL_INVARIANT || column == WB_CELL_POSITION);
  double heading = self->titles[column] + 16 + (scaled ? WB_COMPARE_DOTS_WIDTH + 12 : 0);
  int width = fit == ROOMY ? rows[column].width : fit == TIGHT ? rows[column].least : rows[column].narrow;

  return fmax (wb_style_px (width), heading);
}

/* Returns the width in px that the columns of rank 0 and of ranks above
 * `least` need together. The last column needs the width of its longest
 * text. */
static double
needed (WbCompareTable *self, Fit fit, int least, double last)
{
  double sum = last;

  for (int i = 0; i < WB_CELL_BEHAVIOUR; i++)
    if (is_known (self, i) && (rows[i].rank == 0 || rows[i].rank > least))
      sum += width_of (self, i, fit);
  return sum;
}

static void
measure_titles (WbCompareTable *self)
{
  /* Text size of the headings, as in the style sheet. */
  const double size = wb_style_px (12.8);

  for (int i = 0; i < WB_N_CELLS; i++)
    {
      g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (self->view, gtk_column_view_column_get_title (self->columns[i]));
      PangoFontDescription *font = pango_font_description_copy (pango_context_get_font_description (gtk_widget_get_pango_context (self->view)));

      pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
      pango_layout_set_font_description (layout, font);
      pango_font_description_free (font);
      pango_layout_get_pixel_size (layout, &self->titles[i], NULL);
    }
}

/* Returns the width of the widest cell of a column, px. */
static int
widest_cell (WbCompareTable *self, int column)
{
  GListModel *entries = wb_comparison_entries (self->comparison);
  int widest = 0;

  for (guint i = 0; i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, i);
      g_autofree char *text = wb_compare_cell_text (self->comparison, entry, (WbCompareCell) column);
      g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (self->view, text);
      int width;

      pango_layout_get_pixel_size (layout, &width, NULL);
      widest = MAX (widest, width);
    }
  return widest;
}

/* Measures headings and cells of all columns. */
static void
measure_columns (WbCompareTable *self)
{
  measure_titles (self);
  for (int i = WB_CELL_STEP; i <= WB_CELL_SECONDS; i++)
    self->titles[i] = MAX (self->titles[i], widest_cell (self, i) + 1); /* plus 1 to round up */
}

static double
longest_words (WbCompareTable *self)
{
  /* Include the padding of the cell and round up. */
  return fmax (wb_style_px (rows[WB_CELL_BEHAVIOUR].width), widest_cell (self, WB_CELL_BEHAVIOUR) + WORDS_START + 17);
}

/* Sets the visibility and the width of a column. Returns TRUE if one of them has
 * changed. */
static gboolean
put_column (WbCompareTable *self, int column, gboolean shown)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));
  guint at = 0;

  if ((gtk_column_view_column_get_column_view (self->columns[column]) != NULL) == shown)
    return FALSE;
  if (!shown)
    {
      gtk_column_view_remove_column (GTK_COLUMN_VIEW (self->view), self->columns[column]);
      return TRUE;
    }
  for (int i = 0; i < column; i++)
    at += gtk_column_view_column_get_column_view (self->columns[i]) != NULL;
  gtk_column_view_insert_column (GTK_COLUMN_VIEW (self->view), MIN (at, g_list_model_get_n_items (columns)), self->columns[column]);
  return TRUE;
}

static void
show_columns (WbCompareTable *self)
{
  double room = gtk_adjustment_get_page_size (gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (self->scrolled)));
  double last = longest_words (self);
  gboolean changed = FALSE;
  int least = 0;
  Fit fit = ROOMY;

  measure_columns (self);
  while (room >= 1 && fit < NO_SCALES && needed (self, fit, 0, last) > room)
    fit++;
  while (fit == NO_SCALES && least < N_RANKS && needed (self, fit, least, last) > room)
    least++;
  self->dots = fit != NO_SCALES;
  for (int i = 0; i < WB_N_CELLS; i++)
    {
      /* Remove hidden columns, because a hidden column would keep its width in the list. */
      if (put_column (self, i, is_known (self, i) && (rows[i].rank == 0 || rows[i].rank > least)))
        {
          changed = TRUE;
          g_clear_weak_pointer (&self->scales[i]);
        }
      if ((i == WB_CELL_INVARIANT || i == WB_CELL_POSITION) && self->scales[i] == NULL && gtk_column_view_column_get_column_view (self->columns[i]) != NULL)
        add_scale (self, i);
      if (i < WB_CELL_BEHAVIOUR)
        gtk_column_view_column_set_fixed_width (self->columns[i], (int) width_of (self, i, fit));
      if (self->scales[i] != NULL)
        gtk_widget_set_visible (self->scales[i], self->dots);
    }
  if (changed)
    align_titles (self);
}

/* Updates all cells, because the same entries have new results. */
static void
refresh (WbCompareTable *self)
{
  GListModel *entries = wb_comparison_entries (self->comparison);
  GListModel *model = G_LIST_MODEL (self->selection);
  int low = 0, high = 0;

  self->refreshing = TRUE;
  for (int i = 0; i < WB_N_CELLS; i++)
    {
      g_autofree char *title = wb_compare_cell_title (self->comparison, i);

      gtk_column_view_column_set_title (self->columns[i], title);
    }
  show_columns (self); /* must run before the cells are updated, because the cells show scales only if these fit */
  for (int i = 0; i < WB_N_CELLS; i++)
    if (self->scales[i] != NULL)
      {
        gboolean any = wb_compare_decades (self->comparison, i == WB_CELL_POSITION, &low, &high);

        wb_compare_dots_set (WB_COMPARE_DOTS (self->scales[i]), any ? low : 0, any ? high : 0, NAN, WB_COMPARE_DOTS_LABELS);
      }
  g_list_model_items_changed (entries, 0, g_list_model_get_n_items (entries), g_list_model_get_n_items (entries));
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (model, i);

      if (entry == wb_comparison_selected (self->comparison))
        gtk_single_selection_set_selected (self->selection, i);
    }
  if (wb_comparison_selected (self->comparison) == NULL)
    gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->refreshing = FALSE;
}

/* This idle handler may hold the last reference to the table when the window is closed. */
static gboolean
refresh_later (gpointer user)
{
  WbCompareTable *self = user;

  if (gtk_widget_get_root (GTK_WIDGET (self)) != NULL)
    refresh (self);
  return G_SOURCE_REMOVE;
}

/* Adjusts the columns in an idle handler, because widths must not change during
 * layout. */
static gboolean
fit_later (gpointer user)
{
  WbCompareTable *self = user;

  self->fit_source = 0;
  if (gtk_widget_get_root (GTK_WIDGET (self)) != NULL)
    refresh (self);
  return G_SOURCE_REMOVE;
}

static void
on_room (WbCompareTable *self)
{
  if (self->fit_source == 0)
    self->fit_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fit_later, self, NULL);
}

static void
on_changed (WbCompareTable *self)
{
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, refresh_later, g_object_ref (self), g_object_unref);
}

static void
wb_compare_table_dispose (GObject *object)
{
  WbCompareTable *self = WB_COMPARE_TABLE (object);

  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  for (int i = 0; i < WB_N_CELLS; i++)
    {
      g_clear_weak_pointer (&self->scales[i]);
      g_clear_object (&self->columns[i]);
    }
  g_clear_object (&self->comparison);
  g_clear_handle_id (&self->fit_source, g_source_remove);
  G_OBJECT_CLASS (wb_compare_table_parent_class)->dispose (object);
}

static void
wb_compare_table_class_init (WbCompareTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_compare_table_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_compare_table_init (WbCompareTable *self)
{
  self->scrolled = gtk_scrolled_window_new ();
  gtk_widget_set_overflow (self->scrolled, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
}

static void
add_column (WbCompareTable *self, int column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autofree char *title = wb_compare_cell_title (self->comparison, column);
  GtkSorter *sorter = GTK_SORTER (column == WB_CELL_RUN || column == WB_CELL_BEHAVIOUR
                                      ? gtk_custom_sorter_new (compare_names, NULL, NULL)
                                      : gtk_custom_sorter_new (compare_entries, GINT_TO_POINTER (column), NULL));

  g_object_set_data (G_OBJECT (factory), "column", GINT_TO_POINTER (column));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), self);
  self->columns[column] = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_fixed_width (self->columns[column], column == WB_CELL_BEHAVIOUR ? -1 : (int) wb_style_px (rows[column].width));
  gtk_column_view_column_set_expand (self->columns[column], column == WB_CELL_BEHAVIOUR);
  gtk_column_view_column_set_sorter (self->columns[column], column == WB_CELL_BEHAVIOUR ? NULL : sorter);
  g_object_unref (sorter);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), self->columns[column]);
}

GtkWidget *
wb_compare_table_new (WbComparison *comparison)
{
  WbCompareTable *self = g_object_new (WB_TYPE_COMPARE_TABLE, NULL);
  GtkSortListModel *sorted;

  self->comparison = g_object_ref (comparison);
  self->view = wb_styled (gtk_column_view_new (NULL), "compare-table");
  gtk_column_view_set_single_click_activate (GTK_COLUMN_VIEW (self->view), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Integrators compared"), -1);
  for (int column = 0; column < WB_N_CELLS; column++)
    add_column (self, column);
  sorted = gtk_sort_list_model_new (g_object_ref (wb_comparison_entries (comparison)),
                                    g_object_ref (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view))));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (sorted));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), GTK_SELECTION_MODEL (self->selection));
  g_object_unref (self->selection); /* the view holds a reference */
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self, 0);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->view);
  align_titles (self);
  add_scale (self, WB_CELL_INVARIANT);
  add_scale (self, WB_CELL_POSITION);
  g_signal_connect_object (comparison, "entries-changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (comparison, "comparison-changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (self->scrolled)), "notify::page-size", G_CALLBACK (on_room),
                           self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}
