/* Shows the table of numbers in a column view whose rows are made when they become visible. */
#include "wb-data-window.h"

#include <glib/gi18n.h>
#include <string.h>

#include "plot-format.h"
#include "wb-data-table.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

/* A list model that stores only the number of rows. It makes a row when the row becomes
 * visible. */
#define WB_TYPE_ROWS (wb_rows_get_type ())
G_DECLARE_FINAL_TYPE (WbRows, wb_rows, WB, ROWS, GObject)
struct _WbRows { GObject parent_instance; guint n; };
static void wb_rows_list (GListModelInterface *interface);
G_DEFINE_FINAL_TYPE_WITH_CODE (WbRows, wb_rows, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, wb_rows_list))

#define WB_TYPE_ROW_INDEX (wb_row_index_get_type ())
G_DECLARE_FINAL_TYPE (WbRowIndex, wb_row_index, WB, ROW_INDEX, GObject)
struct _WbRowIndex { GObject parent_instance; guint index; };
G_DEFINE_FINAL_TYPE (WbRowIndex, wb_row_index, G_TYPE_OBJECT)
static void wb_row_index_class_init (WbRowIndexClass *klass) {}
static void wb_row_index_init (WbRowIndex *self) {}
static void wb_rows_class_init (WbRowsClass *klass) {}
static void wb_rows_init (WbRows *self) {}
static GType rows_item_type (GListModel *list) { return WB_TYPE_ROW_INDEX; }
static guint rows_n (GListModel *list) { return WB_ROWS (list)->n; }

static gpointer
rows_item (GListModel *list, guint position)
{
  WbRowIndex *item;

  if (position >= WB_ROWS (list)->n)
    return NULL;
  item = g_object_new (WB_TYPE_ROW_INDEX, NULL);
  item->index = position;
  return item;
}

static void
wb_rows_list (GListModelInterface *interface)
{
  interface->get_item_type = rows_item_type;
  interface->get_n_items = rows_n;
  interface->get_item = rows_item;
}

typedef struct { WbDataTable *table; int column; } Column;

static void
column_free (gpointer data, GClosure *closure)
{
  wb_data_table_unref (((Column *) data)->table);
  g_free (data);
}

static void
setup_cell (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_list_item_set_child (item, label);
}

/* Numbers with more characters are rounded for display and for screen readers. The tooltip and copied text have all
 * digits. */
#define LONGEST 8
#define DIGITS 6

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, Column *column)
{
  g_autofree char *text = wb_data_table_cell (column->table, WB_ROW_INDEX (gtk_list_item_get_item (item))->index, column->column);
  GtkWidget *label = gtk_list_item_get_child (item);
  gboolean is_long = strlen (text) > LONGEST;
  char *end, number[64];
  double value = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0')
    is_long = FALSE;
  else if (is_long)
    plot_format_number (value, DIGITS, number, sizeof number);
  gtk_label_set_text (GTK_LABEL (label), is_long ? number : text);
  wb_tooltip_set (label, is_long ? text : NULL);
}

static void
add_column (GtkWidget *view, WbDataTable *table, int index)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  Column *data = g_new0 (Column, 1);
  GtkColumnViewColumn *column;

  data->table = wb_data_table_ref (table);
  data->column = index;
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), NULL);
  g_signal_connect_data (factory, "bind", G_CALLBACK (bind_cell), data, column_free, 0);
  column = gtk_column_view_column_new (wb_data_table_title (table, index), factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, TRUE);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (view), column);
  g_object_unref (column);
}

void
wb_data_window_present (GtkWindow *parent, WbRunItem *run, const PlotSpec *spec, GListModel *runs)
{
  GtkWidget *window = gtk_window_new (), *scrolled = gtk_scrolled_window_new (), *view;
  g_autoptr (WbDataTable) table = wb_data_table_new (run, spec, runs);
  WbRows *rows = g_object_new (WB_TYPE_ROWS, NULL);
  g_autofree char *title = g_strdup_printf (_("%s, data"), plot_kind_title (spec->kind));

  rows->n = (guint) MIN (wb_data_table_n_rows (table), G_MAXINT / 64);
  view = gtk_column_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (rows))));
  gtk_widget_add_css_class (view, "log");
  for (int i = 0; i < wb_data_table_n_columns (table); i++)
    add_column (view, table, i);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  gtk_window_set_child (GTK_WINDOW (window), scrolled);
  gtk_window_set_title (GTK_WINDOW (window), title);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (window), 560, 480);
  gtk_widget_add_css_class (window, "wb");
  wb_widget_close_on_escape (window);
  gtk_window_present (GTK_WINDOW (window));
}
