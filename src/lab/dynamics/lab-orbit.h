/* Orbit diagrams: for each value of a parameter, the values that a quantity takes after the transient of a run. One thread at a time may
 * use an object. */
#pragma once

#include "lab-option.h"
#include "lab-section.h"

G_BEGIN_DECLS

typedef struct
{
  double p;
  int n_values;
  double *values;     /* n_values values of the quantity at the points of the section */
  char *message;      /* reason why the run failed; NULL: it did not */
} LabOrbitPoint;

typedef struct
{
  GArray *points;     /* LabOrbitPoint, in ascending order of p */
} LabOrbit;
/* Frees a diagram; NULL is allowed. */
void lab_orbit_free (LabOrbit *orbit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabOrbit, lab_orbit_free)

/* Is called after each value of the parameter. point is the last one, valid during the call. */
typedef void (*LabOrbitFunc) (gpointer user, const LabOrbitPoint *point);
/* Computes an orbit diagram for range.n values of a parameter. Each run starts at the initial
 * values of the problem, and keeps `keep` points of the section after the transient. `each` may be NULL. Returns
 * NULL with an error if the parameter is unknown, an expression is wrong, or the study is
 * cancelled. */
LabOrbit *lab_orbit (const LabProblem *problem, const LabRange *range, const char *quantity, const LabSection *section, double transient,
                     int keep, const LabProgress *progress, LabOrbitFunc each, gpointer user, GError **error);

/* Initializes a section from the options of a study: either an expression with its direction "rising" or "falling", or a strobe period. If
 * neither is given, the section consists of the maxima of the quantity; if that is NULL too, the error says that one of them is needed.
 * Returns FALSE with an error. */
gboolean lab_section_read (LabSection *section, const LabProblem *problem, const char *expression, const char *direction, const char *strobe,
                           const char *quantity, GError **error);

G_END_DECLS
