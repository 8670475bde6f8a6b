/* The contents of the table of a comparison by row and column, as texts and as numbers by which the rows are sorted. Main
 * thread. */
#pragma once

#include "wb-comparison.h"

G_BEGIN_DECLS

typedef enum
{
  WB_CELL_RUN, WB_CELL_ORDER, WB_CELL_STEP, WB_CELL_STEPS, WB_CELL_EVALUATIONS, WB_CELL_SECONDS, WB_CELL_INVARIANT, WB_CELL_POSITION,
  WB_CELL_BEHAVIOUR, WB_N_CELLS
} WbCompareCell;

/* Returns the translated heading of a column; free with g_free. */
char *wb_compare_cell_title (WbComparison *comparison, WbCompareCell column);
/* Returns the text of a cell; free with g_free. */
char *wb_compare_cell_text (WbComparison *comparison, WbCompareEntry *entry, WbCompareCell column);
/* Returns the number by which a column is sorted, or INFINITY if the cell has no
 * number. */
double wb_compare_cell_sort_value (WbCompareEntry *entry, WbCompareCell column);
/* Returns the whole table as tab-separated text with a heading line; free with
 * g_free. */
char *wb_compare_cells_text (WbComparison *comparison);

G_END_DECLS
