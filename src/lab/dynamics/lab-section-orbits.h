/* Further orbits of a section: their starts as text, and a start at a chosen place of the picture of the section, with the same value of an
 * invariant of the model as the present orbit. */
#pragma once

#include "lab-result.h"
#include "lab-section.h"

G_BEGIN_DECLS

/* Largest number of further orbits of a study. */
#define LAB_MOST_ORBITS 64

/* Reads starts such as "x=1,y=2; x=3". A state that a start does not name has its initial value. Returns *n rows of flow->n states, or NULL with an
 * error about the option `orbits`. Free it with g_free. */
double *lab_orbits_read (const LabFlow *flow, const char *text, int *n, GError **error);
/* Returns a list of starts with one more, whose states are x[flow->n]. text may be NULL. Free it with g_free. */
char *lab_orbits_append (const LabFlow *flow, const char *text, const double *x);
/* Returns the name of the first output that the model declares to be an invariant, or NULL; owned by the flow. */
const char *lab_orbits_invariant (const LabFlow *flow);
/* Returns the value of an output of the model at x[flow->n] and the start time; NaN if it has none. */
double lab_orbits_value (LabFlow *flow, const char *output, const double *x);
/* Computes the points of an orbit that starts at x[flow->n]. The start is a point itself if it is on the section. Returns NULL with an error on failures
 * other than that of the run. */
LabPoints *lab_orbits_run (LabFlow *flow, const LabSection *section, const double *x, int keep, const LabProgress *progress, GError **error);

/* A place in the picture of a section. */
typedef struct
{
  int across, up;          /* states on the axes; up −1: the picture has the next value of `across` there, which the start does not choose */
  double x, y;             /* the place */
  const double *points;    /* n_points rows of the flow's states: the points of the present orbit */
  int n_points;
} LabOrbitPlace;

/* Finds a start on the section at a place: the states on the axes have the values of the place, a third one follows from the section, a fourth one
 * from the invariant, and the others are those of the nearest point of the present orbit. If several values have the invariant and cross the section
 * in its direction, the nearest to that point is taken. Sets x[flow->n], and *words to a sentence that says how the states follow; free it with
 * g_free. Returns FALSE with an error that says why there is no such start. */
gboolean lab_orbits_place (LabFlow *flow, const LabSection *section, const LabOrbitPlace *place, double *x, char **words, GError **error);

G_END_DECLS
