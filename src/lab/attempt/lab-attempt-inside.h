/* Receives the intermediate results of one attempt while an integrator makes it, and hands them to a LabAttempt. Only the files of LabAttempt
 * and LabTrial include this header. */
#pragma once

#include "lab-attempt.h"

G_BEGIN_DECLS

/* The intermediate results of one attempt. During the attempt, vectors are stored as offsets in `numbers`. */
typedef struct
{
  int n_states;
  GArray *events;   /* OdeTraceEvent */
  GArray *numbers;  /* double */
  GArray *places;   /* gsize: for each event the offsets of its vectors x and k; G_MAXSIZE for NULL */
  gboolean truncated;
  gboolean complete;
  OdeAttempt record;
  OdeControl control;
  double *x0, *x1, *error, *scaled;
  gboolean has_x1, has_error;
  double error_order, smallest_step;
  const OdeMethod *method;
  GBytes *start;    /* snapshot of the simulator at the start of the attempt, or NULL */
} LabInside;

/* Allocates the vectors for n_states states. Clear it with lab_inside_clear. */
void lab_inside_init (LabInside *inside, int n_states);
/* Frees the vectors. */
void lab_inside_clear (LabInside *inside);
/* Receives one event of the integrator's trace. ODE_TRACE_ATTEMPT clears what was received before. */
void lab_inside_receive (LabInside *inside, OdeIntegrator *integrator, const OdeTraceEvent *event);
/* Stores a complete attempt, whose row of the tape is record, in the members of *attempt that come from the integrator. The list of events and
 * the snapshot move there. */
void lab_inside_take (LabInside *inside, OdeIntegrator *integrator, const OdeAttempt *record, LabAttempt *attempt);

G_END_DECLS
