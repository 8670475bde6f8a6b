/* Points of a run at which a condition holds: crossings of a section, equal times, or maxima of a quantity. The run has the settings of the
 * problem. Points come from dense output, so the steps are the same as without a section. One thread. */
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
  const char *expression;  /* the function that crosses 0, or the quantity whose maxima are sought */
  gboolean falling;        /* for crossings: TRUE from positive to negative values, FALSE from negative to positive ones */
  double period;           /* period of a strobe */
} LabSection;

typedef struct
{
  int n_states;
  int n_values;
  GArray *t;       /* time of each point */
  GArray *x;       /* states of each point, n_states numbers */
  GArray *values;  /* values of each point, n_values numbers */
  SimReason reason;
  char *message;   /* why the run failed, or NULL */
  int n_steps;     /* number of steps of the run */
  double *x_end;   /* n_states numbers: state at the end of the run */
  double *size;    /* n_states: largest magnitude of each state after the transient */
} LabPoints;
/* Frees points; NULL is allowed. */
void lab_points_free (LabPoints *points);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabPoints, lab_points_free)

/* Computes a run of the problem and keeps its points after a transient: the first `keep` points, or if keep is 0 all points until the end
 * of the problem. A run that waits for points continues at most to t_end + 1000 times its span. expressions[n] are evaluated at each point.
 * Returns NULL with an error; a run that fails is a result with a message. */
LabPoints *lab_section_run (const LabProblem *problem, const SimConfig *config, const LabSection *section, const char *const *expressions,
                            int n_expressions, double transient, int keep, const LabProgress *progress, GError **error);


G_END_DECLS
