/* Finds the objects of a phase plane that are near given ones, as when a parameter has changed a little. One thread at a time may use an object. */
#pragma once

#include "lab-plane.h"

G_BEGIN_DECLS

/* The start of Newton's method for an equilibrium or a cycle. */
typedef struct
{
  const double *x;   /* n states; borrowed */
  gboolean cycle;
  double period;     /* of a cycle */
} LabNear;

/* Computes the nullclines, and the equilibria and cycles to which Newton's method leads from the n_near starts. Other objects of the plane are not
 * sought: found->partial is TRUE. A start from which the method does not converge gives no object. Returns FALSE with an error if the study is
 * cancelled; lab_plane_objects_clear frees the objects in both cases. */
gboolean lab_plane_find_near (const LabPlane *plane, const LabNear *near, int n_near, LabPlaneObjects *found, const LabProgress *progress,
                              GError **error);

G_END_DECLS
