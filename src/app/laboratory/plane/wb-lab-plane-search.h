/* Searches the phase plane of a model for nullclines, equilibria, manifolds and closed orbits, and computes return maps and
 * trajectories in it. */
#pragma once

#include "lab-plane.h"
#include "lab-registry.h"
#include "lab-returns.h"
#include "wb-job.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* The model whose phase plane is searched, with its values. It has a reference count, because computations in a result keep it. */
typedef struct WbLabSearch WbLabSearch;
/* Makes a search of the model of a session, with the options of its Laboratory. */
WbLabSearch *wb_lab_search_new (WbSession *session);
/* Adds a reference, and returns its argument. */
WbLabSearch *wb_lab_search_ref (WbLabSearch *search);
/* Removes a reference; the last one frees the search. NULL is allowed. */
void wb_lab_search_unref (gpointer search);

/* Returns an instance of the model with the values of a search; of a model whose events act on the run, in the mode of the playhead. The caller owns it. */
ModelSystem *wb_lab_search_instance (const WbLabSearch *search);
/* Returns whether the discrete states at the playhead of a session are not those of a search, or the time if the model depends on it. */
gboolean wb_lab_search_is_other_mode (const WbLabSearch *search, WbSession *session);

/* The result of a search. */
typedef struct
{
  WbLabSearch *search;        /* the search, which has the model and its values */
  LabBox box;
  double home[2][2];          /* lower and upper ends of the default window; the window of `plane` is another one after a zoom */
  LabPlane plane;             /* axes and slice; its flow belongs to the search */
  double *x;                  /* values of the slice */
  LabPlaneObjects objects;
  LabResult *result;          /* the same numbers as the study phase-plane computes */
  char *names[2];             /* names of the two states on the axes */
  gboolean mode;              /* events act on the run: there are only the field and the nullclines of the mode at the playhead */
} WbLabFound;

/* Searches the phase plane. `data` is a WbLabSearch. Call it on the thread of a job. Returns a WbLabFound, or NULL with an error. */
gpointer wb_lab_found_search (WbJob *job, gpointer data, GError **error);
/* Objects of a phase plane from which nearby ones are found after a change of a value. */
typedef struct
{
  WbLabSearch *search;        /* the model with its new values; owned */
  GArray *starts;             /* n states for each start, as doubles */
  GArray *periods;            /* for each start the period of a cycle, or NaN for an equilibrium, as doubles */
  double *low, *high;         /* n numbers each: the home window, and units of the states; owned */
  double shown[2][2];         /* lower and upper ends of the visible window; NaN: the home window */
} WbLabNear;
/* Frees the structure and its members; NULL is allowed. */
void wb_lab_near_free (gpointer near);
/* Finds nullclines, and the equilibria and cycles near the given ones. `data` is a WbLabNear. Call it on the thread of a job. Returns a WbLabFound, or NULL with
 * an error. */
gpointer wb_lab_found_near (WbJob *job, gpointer data, GError **error);
/* Frees a WbLabFound; NULL is allowed. */
void wb_lab_found_free (gpointer found);
/* Returns the number of states of the model. */
int wb_lab_found_n_states (const WbLabFound *found);
/* Returns whether the model has two states and does not depend on t. Only such a model has manifolds, closed orbits and a section. */
gboolean wb_lab_found_is_planar (const WbLabFound *found);
/* Returns whether the model depends on t, or has modes that events change. Field and nullclines are then those at found->plane.t. */
gboolean wb_lab_found_is_driven (const WbLabFound *found);

/* Returns whether the result has stroboscopic points: the model depends on t, and the period of its drive is known. */
gboolean wb_lab_found_has_strobe (const WbLabFound *found);

/* Returns a window of the axes of a result as a text of the option "box". Free it with g_free. */
char *wb_lab_found_region (const WbLabFound *found, const double low[2], const double high[2]);
/* Returns the text of the section with which a result was searched; NULL: the default. Owned by the result. */
const char *wb_lab_found_section (const WbLabFound *found);
/* Returns the command that prints the numbers of the phase plane of a session or, if only_section, those of the return map; NULL without a model. Free it
 * with g_free. */
char *wb_lab_plane_command (WbSession *session, gboolean only_section);

/* Starts the computation of the return map of a section in place of *newest (wb_job_replace); `done` gets LabReturns, or NULL with an error. The model must have two states. */
void wb_lab_found_start_returns (WbJob **newest, gpointer owner, const WbLabFound *found, const LabLine *line, WbJobDone done);
/* Replaces the return map of a result and takes ownership of it. */
void wb_lab_found_set_returns (WbLabFound *found, LabReturns *returns);
/* Starts the computation of trajectories from a point of the plane in place of *newest, forward in time and, if both is TRUE and the model does not depend on t, also backward. `done` gets an
 * array (GPtrArray) of LabCurve, or NULL with an error. */
void wb_lab_found_start_trajectories (WbJob **newest, gpointer owner, const WbLabFound *found, double x, double y, gboolean both, WbJobDone done);

G_END_DECLS
