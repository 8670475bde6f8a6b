/* The numbers of a plot as rows and columns of text: for the data window and the clipboard. Rows are made when they are asked for. Main thread. */
#pragma once

#include "wb-plot-view.h"

G_BEGIN_DECLS

typedef struct WbDataTable WbDataTable;

/* Attempts for plots of steps and errors, events for the time between events, differences of runs, else the rows of the trajectory: with the
 * plot's own columns first. What is there now; takes a reference on the run. runs: all of the session, or NULL. */
WbDataTable *wb_data_table_new (WbRunItem *run, const PlotSpec *spec, GListModel *runs);
WbDataTable *wb_data_table_ref (WbDataTable *table);
void wb_data_table_unref (WbDataTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbDataTable, wb_data_table_unref)

gsize wb_data_table_n_rows (const WbDataTable *table);
int wb_data_table_n_columns (const WbDataTable *table);
const char *wb_data_table_title (const WbDataTable *table, int column);
/* Free with g_free. */
char *wb_data_table_cell (const WbDataTable *table, gsize row, int column);
/* Heading and rows with low ≤ t ≤ high, at most `most` of them, separated by tabulators: what spreadsheets take. Free with g_free. */
char *wb_data_table_text (const WbDataTable *table, double low, double high, gsize most);

G_END_DECLS
