/* Names of objects and tints of areas in the plot of the phase plane. */
#pragma once

#include "plot-view.h"
#include "wb-lab-plane-search.h"
#include "wb-laboratory.h"

G_BEGIN_DECLS

/* Adds the layer with the names of equilibria, closed orbits and nullclines, after all others. The arguments are those of wb_lab_found_view; line is NULL
 * if the section is not drawn. */
void wb_lab_plane_names_add (PlotView *view, const WbLabFound *found, const GPtrArray *trajectories, guint layers, int selected, const LabLine *line);
/* Adds a tint of the inside of each unstable closed orbit, if closed orbits are drawn. Its entry in the key says "basin" only if each of these is the
 * basin of one attractor (lab_plane_attractor). */
void wb_lab_plane_names_add_tint (PlotView *view, const WbLabFound *found, guint layers);

G_END_DECLS
