/* Searches the phase plane of a model for nullclines, equilibria, manifolds and closed
 * orbits. */
#pragma once

#include "lab-plane.h"
#include "lab-registry.h"
#include "wb-job.h"

G_BEGIN_DECLS

/* The result of a search. */
typedef struct
{
  LabBox box;
  LabPlaneObjects objects;
  LabResult *result;          /* the same numbers as the study phase-plane computes */
  char *names[2];             /* names of the two states on the axes */
} WbLabFound;

/* Searches the phase plane. `data` is a WbLabTask. Call it on the thread of a job. Returns a WbLabFound, or NULL with an error. */
gpointer wb_lab_found_search (WbJob *job, gpointer data, GError **error);
/* Frees a WbLabFound; NULL is allowed. */
void wb_lab_found_free (gpointer found);

G_END_DECLS
