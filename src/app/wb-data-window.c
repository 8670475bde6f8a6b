#include "wb-data-window.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "wb-number-field.h"

/* Rows of the table are made when they are looked at: the model only knows how many there are. */
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

typedef enum { TABLE_TRAJECTORY, TABLE_ATTEMPTS } TableKind;
typedef struct { WbRunItem *run; TableKind kind; int column; gsize first; } Column;

static void
column_free (gpointer data, GClosure *closure)
{
  g_object_unref (((Column *) data)->run);
  g_free (data);
}

static const char *const outcomes[] = { N_("accepted"), N_("rejected: error"), N_("rejected: Newton"), N_("rejected: undefined"),
                                        N_("cut at an event"), N_("stopped") };

static char *
cell_text (const Column *column, guint index)
{
  OdeAttempt attempt;

  if (column->kind == TABLE_TRAJECTORY)
    return wb_number_text (sim_trajectory_row (wb_run_item_trajectory (column->run), index)[column->column]);
  if (!sim_tape_get (wb_run_item_tape (column->run), column->first + index, &attempt))
    return g_strdup ("");
  switch (column->column)
    {
    case 0: return wb_number_text (attempt.t);
    case 1: return wb_number_text (attempt.h);
    case 2: return isnan (attempt.error) ? g_strdup ("") : wb_number_text (attempt.error);
    default: return g_strdup (attempt.outcome < G_N_ELEMENTS (outcomes) ? _(outcomes[attempt.outcome]) : "");
    }
}

static void
setup_cell (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_list_item_set_child (item, label);
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, Column *column)
{
  g_autofree char *text = cell_text (column, WB_ROW_INDEX (gtk_list_item_get_item (item))->index);

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), text);
}

static void
add_column (GtkWidget *view, WbRunItem *run, TableKind kind, int index, gsize first, const char *title)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  Column *data = g_new0 (Column, 1);
  GtkColumnViewColumn *column;

  data->run = g_object_ref (run);
  data->kind = kind;
  data->column = index;
  data->first = first;
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), NULL);
  g_signal_connect_data (factory, "bind", G_CALLBACK (bind_cell), data, column_free, 0);
  column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, TRUE);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (view), column);
  g_object_unref (column);
}

void
wb_data_window_present (GtkWindow *parent, WbRunItem *run, const WbPlotSpec *spec)
{
  GtkWidget *window = gtk_window_new (), *scrolled = gtk_scrolled_window_new (), *view;
  ModelSystem *system = wb_run_item_system (run);
  TableKind kind = spec->kind == WB_PLOT_STEP || spec->kind == WB_PLOT_ERROR ? TABLE_ATTEMPTS : TABLE_TRAJECTORY;
  SimTape *tape = wb_run_item_tape (run);
  gsize first = sim_tape_first (tape);
  WbRows *rows = g_object_new (WB_TYPE_ROWS, NULL);
  g_autofree char *title = g_strdup_printf (_("%s, data"), wb_plot_kind_title (spec->kind));

  rows->n = (guint) MIN (kind == TABLE_ATTEMPTS ? sim_tape_n_attempts (tape) - first : sim_trajectory_n_rows (wb_run_item_trajectory (run)),
                         G_MAXINT / 64);
  view = gtk_column_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (rows))));
  gtk_widget_add_css_class (view, "log");
  if (kind == TABLE_ATTEMPTS)
    {
      static const char *const titles[] = { "t", "h", N_("error over tolerance"), N_("outcome") };

      for (int i = 0; i < 4; i++)
        add_column (view, run, kind, i, first, i < 2 ? titles[i] : _(titles[i]));
    }
  else
    {
      add_column (view, run, kind, 0, 0, "t");
      for (int i = 0; i < model_system_n_columns (system) && i < 32; i++)
        add_column (view, run, kind, 1 + i, 0, model_system_column (system, i)->name);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  gtk_window_set_child (GTK_WINDOW (window), scrolled);
  gtk_window_set_title (GTK_WINDOW (window), title);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (window), 560, 480);
  gtk_widget_add_css_class (window, "wb");
  gtk_window_present (GTK_WINDOW (window));
}
