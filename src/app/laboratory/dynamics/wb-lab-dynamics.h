/* Assembles the bifurcation diagram in full size with its phase plane and the parameters of the model. */
#pragma once

#include "wb-lab-follow.h"
#include "wb-lab-parameters.h"
#include "wb-lab-studies-page.h"

G_BEGIN_DECLS

/* Gives the bifurcation diagram of a page of studies its plane and the parameters. While it is visible, it is computed again when another parameter has rested
 * for 0.3 s. */
void wb_lab_dynamics_add (WbLabStudiesPage *page, WbSession *session);
/* Returns the plane of such a page. */
WbLabFollow *wb_lab_dynamics_plane (WbLabStudiesPage *page);
/* Returns the parameters of such a page. */
WbLabParameters *wb_lab_dynamics_parameters (WbLabStudiesPage *page);

G_END_DECLS
