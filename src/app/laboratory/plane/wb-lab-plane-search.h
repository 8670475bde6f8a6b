/* The search for nullclines, equilibria, manifolds and closed orbits of the phase
 * plane of a model. */
#pragma once

#include "lab-plane.h"
#include "lab-registry.h"
#include "wb-job.h"

G_BEGIN_DECLS

/* All that a search found. */
typedef struct
{
  LabBox box;
  LabPlaneObjects objects;
  LabResult *result;          /* the same as the result of the study phase-plane */
  char *names[2];             /* of the two states */
} WbLabFound;

/* Searches the phase plane on the thread of a job. data: a WbLabTask. Returns a WbLabFound, or NULL with an error. */
gpointer wb_lab_found_search (WbJob *job, gpointer data, GError **error);
/* Frees a WbLabFound; NULL is allowed. */
void wb_lab_found_free (gpointer found);

G_END_DECLS
