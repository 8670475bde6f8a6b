/* A bifurcation diagram: the tables of a result of the study continue as points in the plane of the parameter and one state. Any thread. */
#pragma once

#include "lab-registry.h"

G_BEGIN_DECLS

/* Returns the number of states. */
int lab_diagram_n_states (const LabResult *result);
/* Returns the name of a state; borrowed. */
const char *lab_diagram_state (const LabResult *result, int state);
/* Returns the name of the parameter; borrowed. */
const char *lab_diagram_parameter (const LabResult *result);

/* A row of the table of branches. A cycle has its least and greatest value of the state on the vertical axis; for an equilibrium both are
 * equal. */
typedef struct
{
  int branch;       /* number of the branch, from 1 */
  gboolean cycle, stable;
  double p, low, high;
  double period;    /* NaN for an equilibrium */
} LabDiagramRow;
/* Returns the number of points of all branches. */
int lab_diagram_n_rows (const LabResult *result);
/* Returns the rows of all branches for a vertical axis: lab_diagram_n_rows of them. Free the array with g_free. */
LabDiagramRow *lab_diagram_rows (const LabResult *result, int state);

/* A point of the diagram that can be selected: a special point, or a point of a branch. */
typedef struct
{
  gboolean special; /* row is one of the table of special points, else of the table of branches */
  int row;
  double p, y;      /* place in the diagram */
} LabDiagramPoint;
/* Returns a special point at its place: for a cycle, the greatest value of the state on the nearest computed cycle. */
LabDiagramPoint lab_diagram_special (const LabResult *result, int row, int state);
/* Finds the point that is nearest to (p, y) in a picture of p_span by y_span, and prefers special points, which are marked. Returns FALSE if
 * none is nearer than a twentieth of the picture. */
gboolean lab_diagram_nearest (const LabResult *result, int state, double p, double y, double p_span, double y_span, LabDiagramPoint *point);
/* Returns a state of the point's equilibrium, or of the point of its cycle at which the first state is largest. */
double lab_diagram_value (const LabResult *result, const LabDiagramPoint *point, int state);

G_END_DECLS
