/* Reports the computation inside an attempt (ode-trace.h). Each family of methods reports the following:
 *
 * explicit Runge–Kutta     The stages, after the attempt. x1 = x0 + h Σ b_i k_i.
 *                          The last stage of a method with FSAL is x1 itself; it is
 *                          missing if no estimate was wanted.
 * implicit Runge–Kutta     The guess and each iterate, all stages in one event;
 *                          then the stages of the last iterate. Radau IIA also
 *                          reports its estimate before the filter.
 * diagonally implicit      For each stage the guess, the iterates (column is the
 *                          number of the stage) and the stage; then the estimate
 *                          before the filter, if it is filtered.
 * Rosenbrock               The stages: x is the point at which f is evaluated,
 *                          k the stage slope as in the literature, which contains
 *                          the product with the Jacobian. k ≠ f (x).
 * multistep                The points that the formula reads, then the iterates
 *                          and the end if the formula is implicit. The first steps
 *                          are those of a one-step method, part
 *                          ODE_TRACE_STARTING, with its stages.
 * splitting                Kicks and drifts in their order; the state after the
 *                          last one is x1.
 * extrapolation            The table row by row. Row j has j entries, and the last
 *                          entry of the last row is x1.
 * Munthe-Kaas              For each stage the local coordinates with their slopes,
 *                          then the stage itself with the slope f.
 * Runge–Kutta–Chebyshev    The stages along the interval, some tens or hundreds.
 * CVODE                    ODE_TRACE_SILENT, because the library does not report
 *                          its iterations.
 *
 * If a step is compared with two half steps, or with the step of another
 * method, the attempt has parts. An event belongs to the part that began last; the nodes c
 * of the stages are fractions of that part.
 *
 * A stage that could not be computed is reported with k NULL and is the last
 * one: either the model is undefined at x, or Newton's method failed there.
 * With a mass matrix M, f is not a slope; implicit methods that know only M x'
 * report k NULL for all stages.
 *
 * If Newton's method fails with an old Jacobian and is repeated with a new one,
 * both iterations are reported, and the second begins with a guess again. The flags
 * new_jacobian and new_factors distinguish them. The norm of an iteration is
 * the one in the convergence test. Radau IIA and other methods that solve
 * transformed equations report the norm of the transformed update, in units of
 * the tolerance of the iteration, which differs from that of the error test. An
 * update that makes the iteration fail is not added, so that the last iterate
 * of a failed iteration equals the one before it. */
#include "ode-stepper.h"

/* Sends any event except iterations and parts to the listener. The event belongs to the part that began
 * last. */
void
ode_trace_event (OdeStepper *stepper, OdeTraceKind kind, int index, int column, double c, double t, int n, const double *x, const double *k)
{
  OdeTrace *trace = stepper->trace;
  const OdeTraceEvent event = {
    .kind = kind, .part = trace->part, .index = index, .column = column, .n = n, .n_vectors = 1, .c = c, .t = t, .x = x, .k = k,
    .method = stepper->method,
  };

  trace->func (trace->user, &event);
}

/* Sends the beginning of a part and sets the number of the stage to 0, because the old number belongs to the previous part. */
void
ode_trace_part (OdeStepper *stepper, OdeTracePart part, double t, double h, const double *x)
{
  OdeTrace *trace = stepper->trace;
  const OdeTraceEvent event = {
    .kind = ODE_TRACE_PART, .part = part, .n = stepper->system->n_states, .n_vectors = 1, .t = t, .h = h, .x = x, .method = stepper->method,
  };

  trace->part = part;
  trace->stage = 0;
  trace->h = h;
  trace->func (trace->user, &event);
}

void
ode_trace_stage (OdeStepper *stepper, int index, double c, double t, const double *x, const double *k)
{
  ode_trace_event (stepper, ODE_TRACE_STAGE, index, 0, c, t, stepper->system->n_states, x, k);
}

/* Sends an iteration with its vectors. The convergence test, which does not know the vectors, has already stored the numbers of the
 * iteration in the trace. */
void
ode_trace_iterate (OdeStepper *stepper, bool guess, double h_ratio, int n_vectors, const double *base, const double *x)
{
  OdeTrace *trace = stepper->trace;
  OdeTraceEvent event = guess ? (OdeTraceEvent) { .index = 0 } : trace->iterate;

  event.kind = ODE_TRACE_ITERATE;
  event.part = trace->part;
  event.column = trace->stage;
  event.n = stepper->system->n_states;
  event.n_vectors = n_vectors;
  event.x = x;
  event.base = base;
  event.method = stepper->method;
  event.new_jacobian = stepper->statistics->jacobian_evaluations > trace->jacobians;
  event.new_factors = stepper->statistics->factorizations > trace->factorizations;
  event.h_factors = trace->h * h_ratio;
  trace->func (trace->user, &event);
}
