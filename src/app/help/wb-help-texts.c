/* The texts of help that no other table has: views, families of methods and terms. */
#include "wb-help.h"

#include <glib/gi18n.h>

#include "ode-method.h"
#include "wb-session-layout.h"

const WbHelpText wb_help_views[] = {
  { .key = WB_VIEW_ID_SIMULATE, .title = N_("Simulate"),
    .text = N_("Runs the model and draws it while it is computed.\n\n"
               "The plots share the time axis. Space starts and pauses the run, the period key takes one step, End runs to the end. Crosses in "
               "the plot of step sizes are rejected attempts. The panel on the right has the method, the accuracy, the parameters and the start "
               "values; a change after the end of a run repeats it.\n\n"
               "A click into a plot pins its values, a drag zooms, and the menu of a plot changes what it shows. With the playhead inside a run, "
               "a change of a value begins a branch there.\n\n"
               "A table of measured values (CSV or TSV) that is dropped on a plot, or opened by *Measured data…* in its menu, becomes points with error bars. Up to six tables have different marks."),
    .see = "term:step term:attempt term:branch setting:accuracy" },
  { .key = WB_VIEW_ID_COMPARE, .title = N_("Compare"),
    .text = N_("Runs several methods on the same model and shows what each costs and how wrong it is.\n\n"
               "All methods are compared with one reference solution. They can have the same accuracy, or be chosen so that they reach the same "
               "error or need the same number of evaluations of the right-hand side. Without a reference that agrees with itself no error is "
               "shown."),
    .see = "term:reference term:global-error study:work-precision" },
  { .key = WB_VIEW_ID_LABORATORY, .title = N_("Laboratory"),
    .text = N_("Studies a method or a model beyond single runs.\n\n"
               "The page of the method has its region of absolute stability with the eigenvalues of the model, its tableau with the order "
               "conditions, and convergence. The page Studies has one card for each study. The phase plane shows equilibria, cycles and "
               "trajectories of a model with two states."),
    .see = "term:stability-region term:order term:equilibrium" },
  { .key = WB_VIEW_ID_MICROSCOPE, .title = N_("Microscope"),
    .text = N_("Shows the inside of one attempted step, or of the search for one event.\n\n"
               "For an attempt it has the stages, the iterations of Newton's method, the error of each state beside its tolerance, the verdict, "
               "and the rule from which the next step size follows. The arrow keys go to the neighbouring attempts, J to the next rejected one.\n\n"
               "The knob below the plot of errors repeats the attempt with another step size, which changes nothing in the run. "
               "*Go on here* makes a branch of the run that goes on with that step. For an event the "
               "page has the evaluations of the witness and the brackets of the root finders."),
    .see = "term:attempt term:stage term:embedded-estimate term:event" },
  { .key = WB_VIEW_ID_ENSEMBLE, .title = N_("Ensemble"),
    .text = N_("Runs a model many times: with random values, on a grid of values, or from a grid of start points.\n\n"
               "A study file describes what varies and what is recorded. Results appear while they are computed."),
    .see = "term:basin study:ensemble" },
  { .key = "lessons", .title = N_("Lessons"),
    .text = N_("Lessons teach how integrators behave: a page asks for a prediction, then shows what the program computes.\n\n"
               "The numbers in the texts are computed from runs, and checked. Page Down goes on, Page Up goes back.\n\n"
               "All lessons together are a course of five chapters. The first screen shows the first lessons of each, what should come before, and where you stopped; "
               "arrow keys move between chapters and lessons, and Return opens one. Nothing is locked.") },
  { .key = "gallery", .title = N_("Models"),
    .text = N_("All models of the library with a picture, their category and a sentence. A click opens a model.\n\n"
               "Each picture is drawn from a run of the model with its own settings, in the background; it is kept until the model changes. The search also looks in "
               "the descriptions and equations."),
    .see = "view:simulate" },
  { .key = "text", .title = N_("Text of the model"),
    .text = N_("The model file: parameters, states with their derivatives, events, outputs, closed forms and plots.\n\n"
               "Errors are marked while the text is typed. The page stepwise-model(5) of the manual describes all keys."),
    .see = "term:event term:invariant" },
  { NULL },
};

const WbHelpText wb_help_families[] = {
  { .family = ODE_FAMILY_EXPLICIT_RK, .key = "explicit-runge-kutta", .title = N_("Explicit Runge–Kutta methods"),
    .text = N_("A step evaluates the right-hand side at a few stages and combines the slopes; nothing has to be solved.\n\n"
               "These methods are the first choice for problems that are not stiff. An embedded pair gives an error estimate without further "
               "evaluations. On a stiff problem, stability limits the step to a size far below what the accuracy needs."),
    .see = "term:stage term:embedded-estimate term:stiff" },
  { .family = ODE_FAMILY_IMPLICIT_RK, .key = "implicit-runge-kutta", .title = N_("Implicit Runge–Kutta methods"),
    .text = N_("All stages are coupled and are found together by Newton's method.\n\n"
               "Radau methods are stable for every stiff linear problem that decays and have a high order; Gauss methods conserve quadratic "
               "invariants. A step is expensive, but can be long."),
    .see = "term:newton term:a-stability term:jacobian" },
  { .family = ODE_FAMILY_DIRK, .key = "diagonally-implicit", .title = N_("Diagonally implicit methods"),
    .text = N_("Each stage needs the solution of one system of the size of the model, after the stages before it.\n\n"
               "The same matrix serves all stages if their diagonal coefficients are equal, so that a step costs less than one with coupled "
               "stages; the order of the stages is lower, which shows on very stiff problems."),
    .see = "term:newton term:a-stability" },
  { .family = ODE_FAMILY_ROSENBROCK, .key = "rosenbrock", .title = N_("Rosenbrock methods"),
    .text = N_("A step solves a few linear systems with the Jacobian and makes no iterations.\n\n"
               "These methods suit stiff problems at moderate accuracy, for which the Jacobian is cheap. They need a Jacobian at every step."),
    .see = "term:jacobian term:stiff" },
  { .family = ODE_FAMILY_SPLITTING, .key = "splitting", .title = N_("Splitting methods"),
    .text = N_("Positions and velocities move in turn, each exactly while the other is held.\n\n"
               "Symmetric compositions of such moves reach higher orders. With fixed steps the symplectic ones keep the energy of a Hamiltonian "
               "system near its value over very long times. They need a model with positions, velocities, and forces that do not depend on the "
               "velocities."),
    .see = "term:symplectic term:reversible" },
  { .family = ODE_FAMILY_MULTISTEP, .key = "multistep", .title = N_("Multistep methods"),
    .text = N_("A step uses the values of several steps before it.\n\n"
               "One or two evaluations a step suffice, whatever the order. After a jump of the solution the history is lost and the method "
               "starts again. BDF methods are for stiff problems, Adams methods for others.\n\n"
               "Most of these methods have one order and fixed steps. ndf chooses the order and the step size from the errors, begins with order 1, "
               "and keeps both for some steps, so that few systems need to be factored."),
    .see = "term:multistep term:stiff" },
  { .family = ODE_FAMILY_EXTRAPOLATION, .key = "extrapolation", .title = N_("Extrapolation methods"),
    .text = N_("A simple method is applied with several numbers of substeps, and the results are extrapolated to substeps of length 0.\n\n"
               "The order is chosen at every step. These methods pay at high accuracy, where steps are long."),
    .see = "term:order" },
  { .family = ODE_FAMILY_STABILIZED, .key = "stabilized", .title = N_("Stabilised explicit methods"),
    .text = N_("Explicit methods with many stages, whose regions of stability reach far along the negative real axis.\n\n"
               "With s stages the interval grows like s². They suit diffusion problems that are too large for implicit methods. Eigenvalues far "
               "from the real axis are outside."),
    .see = "term:stability-region term:stiff" },
  { .family = ODE_FAMILY_LIE_GROUP, .key = "lie-group", .title = N_("Methods on Lie groups"),
    .text = N_("The step is computed in the Lie algebra, and the exponential map carries it to the group.\n\n"
               "A rotation remains a rotation up to rounding, without projection. These methods are for models whose states include rotations or "
               "poses."),
    .see = "term:invariant" },
  { .family = ODE_FAMILY_SWITCHING, .key = "switching", .title = N_("Methods that switch"),
    .text = N_("One method for the parts of a run that are not stiff and another one for the stiff parts.\n\n"
               "The integrator measures stiffness while it runs and changes the method when it pays."),
    .see = "term:stiff" },
  { NULL },
};

const WbHelpText wb_help_terms[] = {
  { .key = "fmu", .title = N_("Models in other simulators (FMU)"),
    .text = N_("Another simulator takes a model as an FMU, a package by the standard FMI 3.0 or 2.0: *Export*, then *Model*, writes it.\n\n"
               "With Model Exchange the other simulator integrates; it gets the derivatives, the functions of the events, and directional derivatives for implicit methods. With Co-Simulation the FMU integrates itself, with steps that it controls. Parameters can be changed between steps, and initial values before the start.\n\n"
               "The package has its source in C. If there is a C compiler, it also has a library for this kind of machine; on another one the simulator compiles the source. Events act as in a run, in the order of the file.\n\n"
               "What FMI cannot say is refused by name: tables, noise, mass matrices, algebraic unknowns, and events that end in rest or sliding."),
    .see = "term:event view:simulate" },
  { .key = "step", .title = N_("Step and step size"),
    .text = N_("A step carries the solution from *t* to *t* + *h*; *h* is the step size.\n\n"
               "With error control the method chooses *h* anew for each step. With fixed steps all are equal, apart from those that end at an "
               "event, a scheduled time or the end of the run."),
    .see = "term:attempt setting:max_step" },
  { .key = "attempt", .title = N_("Attempt"),
    .text = N_("A step that was tried. It is accepted, or it is rejected and tried again with another size.\n\n"
               "An attempt is rejected if the estimated error is above the tolerance, if Newton's method does not converge in time, or if the "
               "model has no value at a stage. The tape of a run records them."),
    .see = "view:microscope term:tolerance" },
  { .key = "local-error", .title = N_("Local error"),
    .text = N_("The error that one step makes, if it starts at the exact value.\n\n"
               "Error control estimates it and compares it with the tolerance. Errors of many steps add up, grow or fade with the problem: see "
               "the global error."),
    .see = "term:global-error term:embedded-estimate" },
  { .key = "global-error", .title = N_("Global error"),
    .text = N_("The distance between the computed and the exact solution at a time.\n\n"
               "No method controls it directly. For a chaotic problem it grows until the solutions have nothing in common; for one that forgets "
               "its past it stays near the local errors. It is measured against a closed form or a reference."),
    .see = "term:reference study:tolerance-dial" },
  { .key = "tolerance", .title = N_("Tolerance"),
    .text = N_("The largest estimated error that a step may have in a state.\n\n"
               "It follows from the accuracy and the size of the state, or from a relative and an absolute tolerance."),
    .see = "setting:accuracy setting:relative_tolerance" },
  { .key = "order", .title = N_("Order of a method"),
    .text = N_("A method has order *p* if halving small steps divides the error of the result by about 2 to the power *p*.\n\n"
               "This holds for smooth problems and steps that are small enough. Near the limit of stability, or at rounding errors, other slopes "
               "are seen."),
    .see = "view:laboratory" },
  { .key = "embedded-estimate", .title = N_("Embedded estimate"),
    .text = N_("The difference of two results that share their stages and have different orders.\n\n"
               "It estimates the local error of the lower order; most pairs go on with the higher one."),
    .see = "term:local-error family:explicit-runge-kutta" },
  { .key = "stage", .title = N_("Stage"),
    .text = N_("A point inside a step at which the right-hand side is evaluated.\n\n"
               "The tableau of a method says where the stages are (*c*), how they follow from each other (*A*) and with which weights they are "
               "combined (*b*)."),
    .see = "view:microscope view:laboratory" },
  { .key = "dense", .title = N_("Dense output"),
    .text = N_("A polynomial that gives the solution between the ends of a step.\n\n"
               "Plots, samples and the location of events use it. Its order can be lower than that of the method."),
    .see = "setting:publish" },
  { .key = "controller", .title = N_("Step-size controller"),
    .text = N_("The rule that computes the next step size from the estimated errors.\n\n"
               "The simplest one uses the last error alone. A PI controller also uses the error before, which makes the sequence of steps "
               "smoother where stability limits them."),
    .see = "setting:controller study:controller" },
  { .key = "stability-region", .title = N_("Region of absolute stability"),
    .text = N_("The set of complex numbers *h*·*λ* for which the method does not let the solution of *x*' = *λ* *x* grow.\n\n"
               "For a linear problem with decaying components, each *h*·*λ* must lie in the region. For a nonlinear one the eigenvalues of the "
               "Jacobian are a good guide, not a proof."),
    .see = "view:laboratory term:stiff" },
  { .key = "stiff", .title = N_("Stiff problem"),
    .text = N_("A problem is stiff where stability, not accuracy, limits the steps of an explicit method.\n\n"
               "It has components that decay much faster than the solution changes. Implicit methods take long steps there."),
    .see = "study:step-limits term:stability-region" },
  { .key = "a-stability", .title = N_("A-stability and L-stability"),
    .text = N_("A method is A-stable if its region of absolute stability contains the whole left half of the plane.\n\n"
               "It is L-stable if, in addition, very fast components vanish in one step. A(α)-stability is the same for a wedge around the "
               "negative real axis."),
    .see = "term:stability-region" },
  { .key = "newton", .title = N_("Newton's method in a step"),
    .text = N_("An implicit step is the solution of equations, which Newton's method approaches by repeated linear solves.\n\n"
               "The iteration ends when the remaining error is small beside the tolerance. If it converges too slowly it is given up, and the "
               "step is tried with a smaller size or a new Jacobian."),
    .see = "term:jacobian setting:jacobian" },
  { .key = "jacobian", .title = N_("Jacobian"),
    .text = N_("The matrix of the derivatives of the right-hand side with respect to the states.\n\n"
               "Implicit methods need it, and its eigenvalues *λ* say how fast components grow, decay or oscillate near a point."),
    .see = "setting:jacobian term:stability-region" },
  { .key = "symplectic", .title = N_("Symplectic method"),
    .text = N_("A method that preserves the geometric structure of Hamiltonian systems.\n\n"
               "With fixed steps its energy error stays bounded over very long times, if the steps are small enough; it does not drift. Steps "
               "that vary with the error destroy this."),
    .see = "family:splitting term:invariant" },
  { .key = "reversible", .title = N_("Time-reversible method"),
    .text = N_("A step forward followed by the same step backward returns to the start, up to rounding.\n\n"
               "Symmetric methods have this property. Choosing the steps by the error estimate loses it; rules that treat both ends of a step "
               "alike keep it."),
    .see = "term:symplectic" },
  { .key = "invariant", .title = N_("Invariant"),
    .text = N_("A quantity that the exact solution keeps constant, such as energy or a total mass.\n\n"
               "Its change along a run shows errors without a reference. That it stays constant does not show that the solution is right.") },
  { .key = "event", .title = N_("Event"),
    .text = N_("Something that happens at a time and can change the state: an impact, a switch of a controller, a sample.\n\n"
               "A crossing happens where its witness, a function of time and states, passes zero. The step is repeated so that it ends there. "
               "Other events happen at given times."),
    .see = "view:microscope setting:isolation term:zeno" },
  { .key = "zeno", .title = N_("Zeno behaviour"),
    .text = N_("Infinitely many events in a finite time, as with a ball that bounces lower and lower.\n\n"
               "A run recognizes that events accumulate. It stops, or it goes on in rest or along a surface if the model says how."),
    .see = "term:rest-slide term:event" },
  { .key = "rest-slide", .title = N_("Rest and sliding"),
    .text = N_("Motion that stays on a surface after events have accumulated there.\n\n"
               "At rest the state holds until a force points away. Sliding follows the surface with the combination of both sides that "
               "Filippov's rule gives."),
    .see = "term:zeno" },
  { .key = "dae", .title = N_("Differential-algebraic equation"),
    .text = N_("Differential equations together with equations without derivatives, which the states must satisfy at all times.\n\n"
               "The start values must satisfy them too; the program makes them consistent or says why it cannot. The index says how often "
               "equations must be differentiated to find all derivatives."),
    .see = "study:index-ladder setting:projection" },
  { .key = "multistep", .title = N_("Multistep method"),
    .text = N_("A method that uses the values of several earlier steps.\n\n"
               "It needs starting values, and starts again after each jump of the state."),
    .see = "family:multistep" },
  { .key = "reference", .title = N_("Reference solution"),
    .text = N_("A solution that is accurate enough to measure the errors of others.\n\n"
               "It is the closed form of the model, if there is one that solves its equations, or the agreement of two different methods at "
               "tight tolerances. Where they do not agree the program shows no error."),
    .see = "term:global-error view:compare" },
  { .key = "equilibrium", .title = N_("Equilibrium"),
    .text = N_("A state at which the right-hand side is zero.\n\n"
               "The eigenvalues of the Jacobian there decide in most cases whether nearby solutions return (stable) or leave (unstable)."),
    .see = "study:equilibria term:bifurcation" },
  { .key = "limit-cycle", .title = N_("Limit cycle"),
    .text = N_("A periodic solution that neighbouring solutions approach or leave.\n\n"
               "Its multipliers say how a small distance from it changes over one period."),
    .see = "study:continue study:poincare" },
  { .key = "bifurcation", .title = N_("Bifurcation"),
    .text = N_("A value of a parameter at which the number or stability of equilibria or cycles changes.\n\n"
               "At a fold two of them meet and vanish; at a Hopf point a cycle is born from an equilibrium; at a branch point two branches "
               "cross."),
    .see = "study:continue study:orbit" },
  { .key = "hysteresis", .title = N_("Hysteresis"),
    .text = N_("At one value of a parameter a system can be in one of several stable states; which one depends on where the parameter came from.\n\n"
               "The bifurcation diagram in full size shows it: the ring marks the present state while the knob on the axis is dragged. The state keeps "
               "its branch until the branch ends or is no longer stable, and then goes to another one. Dragged back, it does not return at the same "
               "value.\n\n"
               "Where the state goes is computed: the motion is followed from the end of the branch. If it comes to none of the stable equilibria and "
               "cycles of the diagram, there is no ring. The arrow keys move the knob by 0.1 % of the range, with Shift by 1 %, with Ctrl to the next "
               "special point."),
    .see = "study:continue term:bifurcation" },
  { .key = "poincare-section", .title = N_("Poincaré section"),
    .text = N_("The points at which a solution crosses a surface in one direction, or its states at equal time distances.\n\n"
               "A periodic solution gives a few points, a quasi-periodic one a curve, a chaotic one a scattered set."),
    .see = "study:poincare" },
  { .key = "lyapunov", .title = N_("Lyapunov exponent"),
    .text = N_("The mean rate at which small distances between solutions grow or shrink.\n\n"
               "A positive one means sensitive dependence on the start: an error grows by a factor e in the time 1 / *λ*."),
    .see = "study:lyapunov" },
  { .key = "basin", .title = N_("Basin of attraction"),
    .text = N_("The start points whose solutions approach the same attractor.\n\n"
               "Borders of basins can be smooth curves or have structure at every scale."),
    .see = "study:basin view:ensemble" },
  { .key = "branch", .title = N_("Branch of a run"),
    .text = N_("A run that begins inside another one with a changed value, so that both have the same past.\n\n"
               "The lanes below the plots show the branches; the differences of two of them can be measured."),
    .see = "view:simulate" },
  { NULL },
};

const WbHelpText wb_help_related[] = {
  { .key = "setting:integrator", .see = "view:compare term:order term:stiff" },
  { .key = "setting:accuracy", .see = "term:tolerance term:local-error term:global-error study:tolerance-dial" },
  { .key = "setting:relative_tolerance", .see = "setting:accuracy setting:absolute_tolerance term:tolerance" },
  { .key = "setting:absolute_tolerance", .see = "setting:relative_tolerance setting:weighting term:tolerance" },
  { .key = "setting:weights", .see = "setting:norm term:tolerance" },
  { .key = "setting:norm", .see = "setting:weights term:tolerance" },
  { .key = "setting:error_control", .see = "term:embedded-estimate setting:max_step" },
  { .key = "setting:controller", .see = "term:controller setting:safety study:controller" },
  { .key = "setting:safety", .see = "setting:controller term:controller" },
  { .key = "setting:max_step", .see = "term:step term:event" },
  { .key = "setting:min_step", .see = "term:step" },
  { .key = "setting:publish", .see = "term:dense" },
  { .key = "setting:isolation", .see = "term:event setting:guard" },
  { .key = "setting:guard", .see = "term:event setting:ranges" },
  { .key = "setting:jacobian", .see = "term:jacobian term:newton" },
  { .key = "setting:projection", .see = "term:dae" },
  { .key = "study:work-precision", .see = "term:global-error term:reference" },
  { .key = "study:tolerance-dial", .see = "setting:accuracy term:global-error" },
  { .key = "study:controller", .see = "term:controller setting:controller" },
  { .key = "study:step-limits", .see = "term:stiff" },
  { .key = "study:dense-output", .see = "term:dense" },
  { .key = "study:poincare", .see = "term:poincare-section" },
  { .key = "study:lyapunov", .see = "term:lyapunov" },
  { .key = "study:continue", .see = "term:bifurcation term:limit-cycle term:hysteresis" },
  { .key = "study:equilibria", .see = "term:equilibrium" },
  { .key = "study:basin", .see = "term:basin" },
  { NULL },
};
