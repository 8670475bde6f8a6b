/* A bifurcation diagram: the tables of a result of the study `continue` as points in the plane of the parameter and one state. The
 * functions may be called from any thread. */
#pragma once

#include "lab-result.h"

G_BEGIN_DECLS

/* Returns the number of states of the model. */
int lab_diagram_n_states (const LabResult *result);
/* Returns the name of a state; owned by the result. */
const char *lab_diagram_state (const LabResult *result, int state);
/* Returns the name of the parameter; owned by the result. */
const char *lab_diagram_parameter (const LabResult *result);
/* Returns the value p of the parameter for people to read: 0 in place of a value that differs from 0 only by the error of the continuation. */
double lab_diagram_rounded (const LabResult *result, double p);

/* A row of the table of branches. low and high are the least and the greatest value of the state on the vertical axis; they are equal for
 * an equilibrium. */
typedef struct
{
  int branch;       /* index of the branch, counted from 1 */
  gboolean cycle, stable;
  gboolean special; /* TRUE: the row of a cycle is at a special point, where the stability may change */
  double p, low, high;
  double period;    /* period of the cycle; NaN for an equilibrium */
} LabDiagramRow;
/* Returns the number of points of all branches. */
int lab_diagram_n_rows (const LabResult *result);
/* Returns the rows of all branches for the vertical axis `state`, lab_diagram_n_rows of them. Free the array with g_free. */
LabDiagramRow *lab_diagram_rows (const LabResult *result, int state);

/* Returns whether the cycles between two neighbouring rows of a branch are stable. A row at a special point has no stability; the other row then
 * decides. The cycles between a stable and an unstable row count as unstable. */
gboolean lab_diagram_is_stable_between (const LabDiagramRow *a, const LabDiagramRow *b);

/* A point of the diagram that can be selected: a special point, or a point of a branch. */
typedef struct
{
  gboolean special; /* TRUE: `row` is a row of the table of special points; FALSE: of the table of branches */
  int row;
  double p, y;      /* coordinates in the diagram */
} LabDiagramPoint;
/* Returns the point of the diagram for a row of the table of special points. For a cycle, y is the greatest value of the state on the
 * nearest computed cycle. */
LabDiagramPoint lab_diagram_special (const LabResult *result, int row, int state);
/* Finds the point nearest to (p, y) in a picture whose axes have the lengths p_span and y_span. Special points are preferred; a row of the
 * branches that is at a special point is not selected itself. Returns FALSE if no point is nearer than a twentieth of the picture. */
gboolean lab_diagram_nearest (const LabResult *result, int state, double p, double y, double p_span, double y_span, LabDiagramPoint *point);
/* Finds the special point, or the point of a branch, with the coordinates p and y. Returns FALSE if there is none with these coordinates up to 1e-9 of the
 * extent of the diagram, as when the diagram was computed with other settings. */
gboolean lab_diagram_find (const LabResult *result, int state, gboolean special, double p, double y, LabDiagramPoint *point);
/* Returns a state of the selected equilibrium or, for a cycle, the state at the point where the first state is largest. */
double lab_diagram_value (const LabResult *result, const LabDiagramPoint *point, int state);

G_END_DECLS
