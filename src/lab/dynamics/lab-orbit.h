/* Orbit diagrams: for each value of a parameter, the values that a quantity takes after the transient of a run. Used by one thread at a
 * time. */
#pragma once

#include "lab-option.h"
#include "lab-section.h"

G_BEGIN_DECLS

typedef struct
{
  double p;
  int n_values;
  double *values;     /* values of the quantity at the points of the section */
  char *message;      /* why the run failed, or NULL */
} LabOrbitPoint;

typedef struct
{
  GArray *points;     /* LabOrbitPoint, in ascending order of p */
} LabOrbit;
/* Frees a diagram; NULL is allowed. */
void lab_orbit_free (LabOrbit *orbit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabOrbit, lab_orbit_free)

/* Computes a diagram over range.n values of a parameter. Each run starts at the
 * initial values of the problem and keeps `keep` points of the section after the
 * transient. Returns NULL with an error for an unknown parameter, a wrong
 * expression or a cancelled study. */
LabOrbit *lab_orbit (const LabProblem *problem, const LabRange *range, const char *quantity, const LabSection *section, double transient,
                     int keep, const LabProgress *progress, GError **error);

/* Fills in a section from the options of a study: an expression with rising or falling, or a strobe period, or neither. Neither means
 * maxima of the quantity; if that is NULL, an error reports that one of both is needed. Returns FALSE with an error. */
gboolean lab_section_read (LabSection *section, const LabProblem *problem, const char *expression, const char *direction, const char *strobe,
                           const char *quantity, GError **error);

G_END_DECLS
