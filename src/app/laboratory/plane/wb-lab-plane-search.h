/* Searches the phase plane of a model for nullclines, equilibria, manifolds and closed
 * orbits. */
#pragma once

#include "lab-plane.h"
#include "lab-registry.h"
#include "wb-job.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* The model whose phase plane is searched, with its values. It has a reference count, because the plots of a result keep it. */
typedef struct WbLabSearch WbLabSearch;
/* Makes a search of the model of a session. */
WbLabSearch *wb_lab_search_new (WbSession *session);
/* Adds a reference, and returns its argument. */
WbLabSearch *wb_lab_search_ref (WbLabSearch *search);
/* Removes a reference; the last one frees the search. NULL is allowed. */
void wb_lab_search_unref (gpointer search);
/* Computes the derivatives of the two states at (x, y). user is a WbLabSearch that has been searched. It may be called on any thread.
 * Returns FALSE if they are undefined. */
gboolean wb_lab_search_rhs (gpointer user, double x, double y, double *dx, double *dy);

/* The result of a search. */
typedef struct
{
  WbLabSearch *search;        /* the search, which computes the direction field */
  LabBox box;
  LabPlaneObjects objects;
  LabResult *result;          /* the same numbers as the study phase-plane computes */
  char *names[2];             /* names of the two states on the axes */
} WbLabFound;

/* Searches the phase plane. `data` is a WbLabSearch. Call it on the thread of a job. Returns a WbLabFound, or NULL with an error. */
gpointer wb_lab_found_search (WbJob *job, gpointer data, GError **error);
/* Frees a WbLabFound; NULL is allowed. */
void wb_lab_found_free (gpointer found);

G_END_DECLS
