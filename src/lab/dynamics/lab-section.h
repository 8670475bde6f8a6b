/* Collects points of a run at which a condition holds: crossings of a Poincaré section, equally spaced times, or maxima of a quantity. The
 * run has the settings of the problem. Points come from dense output, so that the steps do not depend on the section. One thread at a time
 * may use an object. */
#pragma once

#include "lab-plane.h"

G_BEGIN_DECLS

typedef enum
{
  LAB_SECTION_CROSSING, /* an expression crosses 0 */
  LAB_SECTION_STROBE,   /* times start + k·period (stroboscopic map) */
  LAB_SECTION_MAXIMA,   /* local maxima of an expression; needs symbolic derivatives of the model */
} LabSectionKind;

typedef struct
{
  LabSectionKind kind;
  const char *expression;  /* the expression that crosses 0, or whose maxima are searched */
  gboolean falling;        /* for crossings: TRUE: from positive to negative values; FALSE: from negative to positive values */
  double period;           /* for a strobe: its period */
} LabSection;

typedef struct
{
  int n_states;
  int n_values;
  GArray *t;       /* time of each point */
  GArray *x;       /* double: n_states states of each point */
  GArray *values;  /* double: n_values values of the caller's expressions at each point */
  SimReason reason;
  char *message;   /* reason why the run failed; NULL: it did not */
  int n_steps;     /* number of steps of the run */
  double *x_end;   /* n_states states at the end of the run */
  double *size;    /* n_states numbers: largest magnitude of each state after the transient, or its range if that is smaller */
} LabPoints;
/* Frees the points; NULL is allowed. */
void lab_points_free (LabPoints *points);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabPoints, lab_points_free)

/* A function that receives the points found so far. t: the time that the run has reached. */
typedef void (*LabPointsShow) (gpointer user, const LabPoints *points, double t);
/* Integrates the problem, and keeps its points after a transient: the first `keep` points or, if keep is 0, all points until the end of the
 * problem. The run is continued to reach `keep` points, at most to t_end + 1000 times its span. expressions[n] are evaluated at each point.
 * A failed run gives a result with a message. `show`, which may be NULL, is called several times in a second and when the study is cancelled. Returns NULL
 * with an error on other failures. */
LabPoints *lab_section_run (const LabProblem *problem, const SimConfig *config, const LabSection *section, const char *const *expressions,
                            int n_expressions, double transient, int keep, LabPointsShow show, gpointer user, const LabProgress *progress,
                            GError **error);

/* Smallest number of returns for which points are compared if the flow is not smooth: a closed orbit decides otherwise. */
#define LAB_SECTION_REPEATED 4
/* Returns the smallest number of points of which a period can be found, for points that lab_points_period compares with the same arguments. */
guint lab_points_needed (LabFlow *flow, gboolean driven);
/* Returns the smallest number of returns after which the points repeat, and sets *cycle to their closed orbit, which the caller frees; 0 if no period is
 * found. driven: the points are those of a strobe. If flow is NULL or has events, only the points are compared, and *cycle is NULL. Returns −1
 * with an error if the study is cancelled. */
int lab_points_period (LabFlow *flow, const LabPoints *points, gboolean driven, LabCycle **cycle, const LabProgress *progress, GError **error);

/* The states of a driven model once per period of its drive, at times t_start + k·drive after a transient. */
typedef struct LabStrobe
{
  double drive;       /* period of the drive */
  int skipped;        /* number of periods of the drive before the first point */
  LabPoints *points;
  int period;         /* number of periods of the drive after which the points repeat; 0: they do not repeat */
} LabStrobe;
/* Frees the points; NULL is allowed. */
void lab_strobe_free (LabStrobe *strobe);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabStrobe, lab_strobe_free)
/* Computes 100 such points after 200 periods of the drive, or fewer if this takes more than 40 time spans of the problem. The period of the drive is
 * known if the model has a parameter omega and f (t + 2π/omega, x) = f (t, x) holds at test points. Returns NULL without an error if it is not known,
 * is too long, or the run fails, and NULL with an error if the study is cancelled. */
LabStrobe *lab_strobe_find (LabFlow *flow, const LabProgress *progress, GError **error);

G_END_DECLS
