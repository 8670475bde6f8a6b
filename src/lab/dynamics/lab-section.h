/* Points of a run at which a condition holds: crossings of a section, equal
 * times, or maxima of a quantity. The run has the settings of the problem, and
 * its steps are those of a run without a section: points come from dense
 * output. One thread. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

typedef enum
{
  LAB_SECTION_CROSSING, /* an expression crosses 0 */
  LAB_SECTION_STROBE,   /* times start + k·period */
  LAB_SECTION_MAXIMA,   /* local maxima of an expression; the model must have symbolic derivatives */
} LabSectionKind;

typedef struct
{
  LabSectionKind kind;
  const char *expression;  /* crossing: the function; maxima: the quantity */
  gboolean falling;        /* crossing: from positive to negative values; else from negative to positive ones */
  double period;           /* strobe */
} LabSection;

typedef struct
{
  int n_states;
  int n_values;
  GArray *t;       /* double: time of each point */
  GArray *x;       /* double: n_states of each */
  GArray *values;  /* double: n_values of each */
  SimReason reason;
  char *message;   /* why the run failed, else NULL */
  int n_steps;     /* steps of the run */
  double *x_end;   /* n_states: where it ended */
  double *size;    /* n_states: largest magnitude of each state after the transient */
} LabPoints;
/* Frees points; NULL is allowed. */
void lab_points_free (LabPoints *points);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabPoints, lab_points_free)

/* Computes a run of the problem and keeps its points after a transient: the first `keep`, or
 * with keep 0 all until the end of the problem. A run for keep points goes on to
 * t_end + 1000 times its span at most. expressions[n] are evaluated at each
 * point. Returns NULL with an error; a run that fails on the way is a result. */
LabPoints *lab_section_run (const LabProblem *problem, const SimConfig *config, const LabSection *section, const char *const *expressions,
                            int n_expressions, double transient, int keep, const LabProgress *progress, GError **error);

/* Returns the smallest k ≥ 1 for which points k apart are equal to `tolerance`
 * times the size of the states, for at least as many points as k and 4; 0 where
 * there is none. */
int lab_points_period (const LabPoints *points, double tolerance);

G_END_DECLS
