/* The numbers of a plot as rows and columns of text, for the window with numbers and for the clipboard. Each row is made when it is
 * requested. Main thread. */
#pragma once

#include "wb-plot-view.h"

G_BEGIN_DECLS

typedef struct WbDataTable WbDataTable;

/* Makes the table of a plot from the present data of the run. Its rows are attempts for plots of steps and errors, events for the plot of
 * the time between events, and differences for plots of differences of runs. Otherwise they are the rows of the trajectory, and the columns
 * of the plot come first. Takes a reference to the run. runs: the runs of the session, or NULL. */
WbDataTable *wb_data_table_new (WbRunItem *run, const PlotSpec *spec, GListModel *runs);
/* Takes a reference and returns the table. */
WbDataTable *wb_data_table_ref (WbDataTable *table);
/* Drops a reference to the table. */
void wb_data_table_unref (WbDataTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbDataTable, wb_data_table_unref)

/* Returns the number of rows. */
gsize wb_data_table_n_rows (const WbDataTable *table);
/* Returns the number of columns. */
int wb_data_table_n_columns (const WbDataTable *table);
/* Returns the heading of a column; borrowed. */
const char *wb_data_table_title (const WbDataTable *table, int column);
/* Returns the text of a cell. Free it with g_free. */
char *wb_data_table_cell (const WbDataTable *table, gsize row, int column);
/* Returns a text with the headings and the rows with low ≤ t ≤ high, at most `most` rows, with tabs between columns. Free it with
 * g_free. */
char *wb_data_table_text (const WbDataTable *table, double low, double high, gsize most);

G_END_DECLS
