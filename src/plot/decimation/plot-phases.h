/* The intervals in which the state of a model rests or slides on a surface, which the keys `rest` and `slide` of its events define. */
#pragma once

#include "model-system.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

/* One of the phases of a model: a discrete state that is 1 in the phase. */
typedef struct
{
  int column;       /* column of the discrete state */
  gboolean slides;  /* FALSE: the state rests on the surface */
  const char *name; /* name of the discrete state, owned by the model */
  const char *label, *other; /* texts of the model file for the phase and for the time without it, owned by the model; NULL: none */
} PlotPhase;

/* An interval of a phase; `to` is the last row so far if the phase has not ended. */
typedef struct
{
  double from, to;
  gboolean open; /* the phase has not ended */
} PlotPhaseSpan;

typedef struct PlotPhases PlotPhases;

/* Returns the phases of a run of the system, or NULL if its model has none. Takes a reference on the trajectory; the system must outlive
 * the result. Free it with plot_phases_free. */
PlotPhases *plot_phases_new (ModelSystem *system, SimTrajectory *trajectory);
/* Frees phases; NULL is allowed. */
void plot_phases_free (PlotPhases *phases);
/* Reads the rows that were appended since the last call. */
void plot_phases_update (PlotPhases *phases);
/* Returns the number of phases of the model. */
int plot_phases_n (const PlotPhases *phases);
/* Returns a phase; owned by the phases. */
const PlotPhase *plot_phases_get (const PlotPhases *phases, int k);
/* Returns the intervals of phase k so far, in order of time, and sets *n to their number. Valid until the next update. */
const PlotPhaseSpan *plot_phases_spans (const PlotPhases *phases, int k, gsize *n);
/* Returns the phase that holds just after t; if several do, the one that began last. −1: none. */
int plot_phases_after (const PlotPhases *phases, double t);
/* Returns the first time after t at which a phase begins or ends; NaN: none. */
double plot_phases_next_change (const PlotPhases *phases, double t);

G_END_DECLS
