/* What the table of a comparison says, by row and column: as text, and as numbers to sort by. Main thread. */
#pragma once

#include "wb-comparison.h"

G_BEGIN_DECLS

typedef enum
{
  WB_CELL_RUN, WB_CELL_ORDER, WB_CELL_STEP, WB_CELL_STEPS, WB_CELL_EVALUATIONS, WB_CELL_SECONDS, WB_CELL_INVARIANT, WB_CELL_POSITION,
  WB_CELL_BEHAVIOUR, WB_N_CELLS
} WbCompareCell;

/* All texts are translated; free with g_free. */
char *wb_compare_cell_title (WbComparison *comparison, WbCompareCell column);
char *wb_compare_cell_text (WbComparison *comparison, WbCompareEntry *entry, WbCompareCell column);
/* Of a column of numbers; INFINITY where there is none. */
double wb_compare_cell_sort_value (WbCompareEntry *entry, WbCompareCell column);
/* The whole table, tab-separated, with a heading line; free with g_free. */
char *wb_compare_cells_text (WbComparison *comparison);

G_END_DECLS
