/* Reads a bifurcation diagram from the tables of a result of the study `continue`. The tables "cycles" and "extents"
 * have one row for each row of the table "branches" whose kind is "cycle", in the same order; `cycle` counts these
 * rows. */
#include "lab-diagram.h"

#include <math.h>
#include <string.h>

#include "lab-result.h"

/* Index of the first table column that holds a state, in the table of branches and in that of special points. */
#define BRANCH_STATES 4
#define SPECIAL_STATES 6
/* A point can be selected from within this fraction of the picture. Within the second fraction a special point is preferred to other
 * points. */
#define REACH 0.05
#define SPECIAL_REACH 0.02
/* Two points have the same coordinates up to this fraction of the extent of the diagram. */
#define SAME 1e-9
/* Error of the parameter of special points, relative to its range. */
#define PARAMETER_ERROR 1e-9

int
lab_diagram_n_states (const LabResult *result)
{
  return lab_result_table (result, "branches")->n_columns - BRANCH_STATES;
}

const char *
lab_diagram_state (const LabResult *result, int state)
{
  return lab_result_table (result, "branches")->columns[BRANCH_STATES + state];
}

const char *
lab_diagram_parameter (const LabResult *result)
{
  return lab_table_text (lab_result_table (result, "range"), 0, 0);
}

double
lab_diagram_rounded (const LabResult *result, double p)
{
  const LabTable *range = lab_result_table (result, "range");

  return fabs (p) < PARAMETER_ERROR * fabs (lab_table_number (range, 0, 2) - lab_table_number (range, 0, 1)) ? 0 : p;
}

int
lab_diagram_n_rows (const LabResult *result)
{
  return lab_table_n_rows (lab_result_table (result, "branches"));
}

LabDiagramRow *
lab_diagram_rows (const LabResult *result, int state)
{
  const LabTable *branches = lab_result_table (result, "branches"), *cycles = lab_result_table (result, "cycles");
  const LabTable *extents = lab_result_table (result, "extents");
  int n = lab_table_n_rows (branches), cycle = 0;
  LabDiagramRow *rows = g_new (LabDiagramRow, n + 1);

  for (int r = 0; r < n; r++)
    {
      LabDiagramRow *row = &rows[r];

      *row = (LabDiagramRow) { .branch = (int) lab_table_number (branches, r, 0), .cycle = strcmp (lab_table_text (branches, r, 1), "cycle") == 0,
                               .p = lab_table_number (branches, r, 2), .stable = lab_table_number (branches, r, 3) != 0, .period = NAN };
      row->low = row->high = lab_table_number (branches, r, BRANCH_STATES + state);
      if (!row->cycle)
        continue;
      row->period = lab_table_number (cycles, cycle, lab_table_column (cycles, "period"));
      row->special = *lab_table_text (cycles, cycle, lab_table_column (cycles, "special")) != '\0';
      row->low = lab_table_number (extents, cycle, 2 + 2 * state);
      row->high = lab_table_number (extents, cycle, 3 + 2 * state);
      cycle++;
    }
  return rows;
}

gboolean
lab_diagram_is_stable_between (const LabDiagramRow *a, const LabDiagramRow *b)
{
  if (a->special || b->special)
    return a->special ? b->stable : a->stable;
  return a->stable && b->stable;
}

LabDiagramPoint
lab_diagram_special (const LabResult *result, int row, int state)
{
  const LabTable *special = lab_result_table (result, "special"), *branches = lab_result_table (result, "branches");
  double period = lab_table_number (special, row, lab_table_column (special, "period"));
  LabDiagramPoint point = { TRUE, row, lab_table_number (special, row, 2), lab_table_number (special, row, SPECIAL_STATES + state) };
  g_autofree LabDiagramRow *rows = isfinite (period) ? lab_diagram_rows (result, state) : NULL;
  double best = INFINITY;

  for (int r = 0; rows != NULL && r < lab_diagram_n_rows (result); r++)
    {
      /* The sum of the relative differences of parameter, period and states; 1e-300 avoids 0/0. */
      double distance = fabs (rows[r].p - point.p) / (fabs (point.p) + 1e-300) + fabs (rows[r].period - period) / period;

      for (int k = 0; rows[r].cycle && k < lab_diagram_n_states (result); k++) /* a cycle and its mirror image have the same period */
        {
          double a = lab_table_number (branches, r, BRANCH_STATES + k), b = lab_table_number (special, row, SPECIAL_STATES + k);

          distance += fabs (a - b) / (fabs (a) + fabs (b) + 1e-300);
        }
      if (!rows[r].cycle || !(distance < best))
        continue;
      best = distance;
      point.y = rows[r].high;
    }
  return point;
}

gboolean
lab_diagram_nearest (const LabResult *result, int state, double p, double y, double p_span, double y_span, LabDiagramPoint *point)
{
  g_autofree LabDiagramRow *rows = lab_diagram_rows (result, state);
  int n_special = lab_table_n_rows (lab_result_table (result, "special"));
  double best = SPECIAL_REACH;

  for (int r = 0; r < n_special; r++)
    {
      LabDiagramPoint special = lab_diagram_special (result, r, state);
      double distance = hypot ((special.p - p) / p_span, (special.y - y) / y_span);

      if (!(distance < best))
        continue;
      best = distance;
      *point = special;
    }
  if (best < SPECIAL_REACH)
    return TRUE;
  best = REACH;
  for (int r = 0; r < lab_diagram_n_rows (result); r++)
    for (int end = 0; end < 2 && !rows[r].special; end++)
      {
        double at = end == 0 ? rows[r].low : rows[r].high, distance = hypot ((rows[r].p - p) / p_span, (at - y) / y_span);

        if (!(distance < best))
          continue;
        best = distance;
        *point = (LabDiagramPoint) { FALSE, r, rows[r].p, at };
      }
  return best < REACH;
}

gboolean
lab_diagram_find (const LabResult *result, int state, gboolean special, double p, double y, LabDiagramPoint *point)
{
  g_autofree LabDiagramRow *rows = lab_diagram_rows (result, state);
  int n_special = lab_table_n_rows (lab_result_table (result, "special")), n_rows = lab_diagram_n_rows (result);
  double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };

  for (int r = 0; r < n_rows; r++)
    {
      low[0] = fmin (low[0], rows[r].p);
      high[0] = fmax (high[0], rows[r].p);
      low[1] = fmin (low[1], rows[r].low);
      high[1] = fmax (high[1], rows[r].high);
    }
  for (int r = 0; r < (special ? n_special : n_rows); r++)
    for (int end = 0; end < (special ? 1 : 2); end++)
      {
        *point = special ? lab_diagram_special (result, r, state)
                         : (LabDiagramPoint) { FALSE, r, rows[r].p, end == 0 ? rows[r].low : rows[r].high };
        if (fabs (point->p - p) <= SAME * (high[0] - low[0]) && fabs (point->y - y) <= SAME * (high[1] - low[1]))
          return TRUE;
      }
  return FALSE;
}

double
lab_diagram_value (const LabResult *result, const LabDiagramPoint *point, int state)
{
  return lab_table_number (lab_result_table (result, point->special ? "special" : "branches"), point->row,
                           (point->special ? SPECIAL_STATES : BRANCH_STATES) + state);
}
