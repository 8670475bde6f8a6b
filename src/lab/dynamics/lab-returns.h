/* Computes the return map of a line in the phase plane of a model with two states, a Poincaré section: an orbit that starts at a point of
 * the line crosses the line again, in the same direction, at the next point. One thread at a time may use an object. */
#pragma once

#include "lab-plane.h"

G_BEGIN_DECLS

/* A fixed point of the return map: a closed orbit, or an equilibrium on the section. */
typedef struct
{
  double at;
  int point;         /* number of the equilibrium in the list of equilibria, from 1; 0: a closed orbit */
  int cycle;         /* number of the closed orbit in the list of closed orbits, from 1; 0: it is not in the list */
  double multiplier; /* derivative of the map; NaN for an equilibrium that is no focus or centre */
  double period;     /* NaN for an equilibrium */
  gboolean stable;
} LabFixedPoint;

/* A return map. Positions on the section are values of the state that changes most along the line, relative to the window. */
typedef struct LabReturns
{
  LabLine line;
  int along;      /* index of this state */
  int direction;  /* sign of the derivative of the other state where orbits leave a section on which it is constant; 0: signs or states vary */
  GArray *map;    /* LabReturn, in ascending order of `at`; from orbits followed forward and backward in time */
  GArray *fixed;  /* LabFixedPoint, in ascending order of `at` */
  gboolean family; /* TRUE if the map is the identity on a part of the section: these orbits are all closed */
} LabReturns;
/* Computes the return map of a section of a flow with two states. An orbit is followed until it returns, comes to rest, or is outside the
 * window by three times its size. Positions at which orbits start are added between neighbours whose returns differ by more than a hundredth of the section
 * or of which one does not return, down to 10⁻⁹ of the section; a larger difference there is a jump of the map. equilibria and cycles are those of the plane; a fixed point that is in one of these lists has the
 * numbers of the list. Returns NULL with an error if the study is cancelled. */
LabReturns *lab_returns_new (const LabPlane *plane, const LabLine *line, const LabEquilibria *equilibria, const LabCycles *cycles,
                             const LabProgress *progress, GError **error);
/* Frees a return map; NULL is allowed. */
void lab_returns_free (LabReturns *returns);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabReturns, lab_returns_free)

/* Adds the tables "section", "return_map" and "fixed_points" and the number "fixed_points" to a result of the study phase-plane. */
void lab_returns_add (struct LabResult *result, const LabReturns *returns, const LabFlow *flow, const LabEquilibria *equilibria);

G_END_DECLS
