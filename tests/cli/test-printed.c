/* Runs command lines with small models, and compares everything that they print and write with tests/cli/printed.txt.
 *
 * An entry of the file is the command line, the exit status, standard output, standard error, and the content of the file that the command
 * writes. Times of the clock are "?". Other numbers agree up to RELATIVE, so that digits that depend on rounding errors do not matter; all
 * other words must be equal. "--record FILE" makes the file anew. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli-test.h"
#include "test-share.h"

/* The main function of stepwise-cli. */
int cli_main (int argc, char **argv);

#define RELATIVE 1e-6
/* Largest number of differences that are shown for a command line. */
#define MOST_SHOWN 6

static const char oscillator[] =
    "format: 1\nname: Oscillator\nsummary: A damped oscillator.\ncategory: Tests\ntags: [linear]\nsource: a test\ntime: {end: 6, unit: s}\n"
    "parameters:\n  k: {value: 4, unit: 1/s^2, range: [0, 9], about: stiffness}\n  d: 0.1\n"
    "states:\n  x: {initial: 1, derivative: v, kind: position, unit: m}\n  v: {initial: 0, derivative: -k*x - d*v, kind: velocity}\n"
    "outputs:\n  energy: {value: k*x^2/2 + v^2/2, unit: J}\n"
    "plots:\n  - {type: time, show: [x, v]}\n  - {type: phase, x: x, y: v}\n";
static const char ball[] =
    "format: 1\nname: Ball\ntime: {end: 3, unit: s}\nparameters: {g: 9.81, e: 0.8}\n"
    "states:\n  h: {initial: 2, derivative: v, unit: m}\n  v: {initial: 0, derivative: -g}\n"
    "discrete: {bounces: 0}\n"
    "events:\n  impact: {crossing: h, direction: falling, set: {h: 0, v: -e*v, bounces: bounces + 1}, about: the ball meets the floor}\n"
    "  tick: {every: 1, set: {bounces: bounces}}\n  apex: {crossing: v, direction: falling}\n";
static const char stiff[] = "format: 1\nname: Stiff\ntime: {end: 2}\nparameters: {mu: 20, a: {value: 1, range: [0, 2]}}\n"
                            "states:\n  x: {initial: 2, derivative: y}\n  y: {initial: 0, derivative: mu*(1 - x^2)*y - a*x}\n";
static const char cubic[] = "format: 1\nname: Cubic\ntime: {end: 5}\nparameters: {r: 0.5}\nstates:\n  x: {initial: 0.3, derivative: r*x - "
                            "x^3 - y}\n  y: {initial: 0.1, derivative: x - y}\n";
static const char random_model[] =
    "format: 1\nname: Random\ntime: {end: 2}\nparameters:\n  k: {value: 1, distribution: \"normal(1, 0.1)\"}\n"
    "states: {x: {initial: 1, derivative: -k*x}}\n";
static const char wrong[] = "format: 1\nname: Wrong\nstates:\n  x: {initial: 1, derivative: -k*x}\n  y: {initial: 1, derivativ: 2}\n";
static const char study[] = "format: 1\nstudy: ensemble\nmodel: osc.yaml\nmembers: 6\nseed: 3\nvary:\n  k: \"normal(4, 0.2)\"\nrecord:\n  "
                            "peak: {maximum: x}\n  last: {final: v}\n";
static const char blow[] = "format: 1\nname: Blow\ntime: {end: 3}\nstates:\n  x: {initial: 1, derivative: x^2}\n";
static const char pulse[] =
    "format: 1\nname: Pulse\ntime: {end: 4}\nconstants: {n: 2}\nparameters: {w: {value: 0.01, distribution: \"uniform(0.005, 0.02)\"}}\n"
    "states:\n  x: {initial: 0, derivative: \"if(t > 1.503 and t < 1.503 + w, 100, 0) - 0.1*x\"}\n"
    "  u: {shape: n, initial: i, derivative: \"-u[i]\"}\n";
static const char everything[] =
    "format: 1\nname: Everything, \"quoted\"\nsummary: A model with many keys.\ndescription: It has a description.\ntime: {start: 1, end: "
    "4, unit: ms}\n"
    "constants: {n: 2, c: 2*n}\nparameters:\n  a: {value: 0.5, range: [0.1, 10], scale: log, unit: V}\n"
    "  b: {value: 1, distribution: \"normal(1, 0.1)\"}\n"
    "states:\n  x: {initial: 1, derivative: -a*x + c*0.01 + w}\n  q: {shape: n, initial: i, derivative: \"-q[i]*b\", unit: A}\n"
    "discrete: {m: {initial: 0, about: mode}, z: 2}\n"
    "noise: {w: {every: 0.5, distribution: \"normal(0, 0.1)\"}}\n"
    "outputs:\n  s: {value: \"sum(i, 0, n - 1, q[i])\", about: sum}\n  two: {value: 2*x, invariant: false}\n"
    "events:\n  low: {crossing: x - 0.8, direction: falling, update: {m: 1}, about: too low}\n"
    "  both: {crossing: x - 0.9, set: {m: m + 1, z: 0}}\n  same: {crossing: x - 0.9, set: {m: m + 2}}\n"
    "  tick: {every: 1, offset: 0.5, set: {z: z + 1}}\n  late: {at: [2.5], set: {z: 9}}\n  each: {each_step: true, set: {z: z}}\n"
    "  halt: {crossing: x - 0.3, direction: falling, terminate: x is low}\n";
static const char noisy[] = "format: 1\nname: Noisy\ntime: {end: 2}\nstates:\n  x: {initial: 1, derivative: w - x}\n"
                            "noise: {w: {every: 0.01, distribution: \"normal(0, 1)\"}}\n";
static const char halting[] = "format: 1\nname: Halting\ntime: {end: 9}\nstates:\n  x: {initial: 1, derivative: -1}\n"
                              "events:\n  floor: {crossing: x - 0.25, direction: falling, terminate: x reached the floor}\n";
static const char broken[] = "format: 1\nname: Broken\ntime: {end: 9}\nstates:\n  x: {initial: 1, derivative: \"-sqrt(x - 0.5)\"}\n";
static const char still[] =
    "format: 1\nname: Still\ntime: {end: 1}\nparameters: {p: 1}\ndiscrete: {d: p}\nevents: {tick: {every: 0.5, set: {d: d + p}}}\n";
static const char lesson[] =
    "format: 1\ntitle: Falling\nchapter: accuracy\nlevel: beginner\nminutes: 3\nmodel: harmonic-oscillator\nsource: a <test>\n"
    "runs:\n  one: {integrator: runge_kutta4, fixed_step: 0.1, end: 2, set: {w: 1}, initial: {q: 1, p: 0}}\n"
    "  two: {from: {run: one, at: 1}, set: {w: 2}}\n"
    "pages:\n  - title: First & last\n    text: |\n      Some *text* with <signs>.\n    ask: Where is it?\n"
    "    number: {unit: m, expect: place}\n    reveal: one\n    hint: Look.\n    after: It is {place}.\n"
    "  - text: More.\n    ask: Which?\n    choose: [This, That]\n    answer: That\n    reveal: two\n"
    "  - text: Last.\n    ask: In which order?\n    order: [b, a, c]\n"
    "expect:\n  - {name: place, run: one, value: q, at: end, is: -0.416, within: 0.0005}\n  - {name: wrong, run: two, value: p, at: end, "
    "is: 7.5, within: 0.05}\n";
static const char wrong_study[] = "format: 1\nstudy: orbit\nmodel: cubic.yaml\nvary: \"q=0:1:2\"\n";
static const char strange_study[] =
    "format: 1\nstudy: ensemble\nmodel: osc.yaml\nmembers: 6\nvary:\n  q: \"normal(4, 0.2)\"\nrecord:\n  p: {maximum: y}\n";
static const char settings[] = "accuracy: 1e-3\nintegrator: runge_kutta3\n";
static const char wrong_settings[] = "accuracy: 1e-3\nintegratr: runge_kutta3\naccuracy: no\n";
static const char tableau[] = "format: 1\nname: Mine\nA: [[0, 0], [0.5, 0]]\nb: [0, 1]\nb_hat: [1, 0]\n";
static const char wrong_tableau[] = "format: 1\nname: Mine\nA: [[0, 0], [0.5, 0]]\nb: [0, 1, 2]\n";
static const char some_times[] = "t\n0.5\n1.5\n";
static const char wrong_times[] = "0.5\nlater\n";
static const char twice_points[] = "t,x,x\n0,1,0\n";
static const char short_points[] = "t,x,v\n0,1\n";
static const char few_points[] = "t,x\n0,1\n";
static const char odd_points[] = "t,x,v\n0,one,2\n";
static const char unknown_points[] = "t,x,v,zz\n0,1,2,3\n";
static const char quoted_points[] = "\"t\",\"x\",v\r\n0,\"1\",2\r\n\r\n1,,3\r\n";
static const char no_points[] = "";
static const char many_points[] = "t,m,x,q[0],q[1],a\n0,1,0.5,1,2,3\n1,,1,1,1,\n";

static const char points[] = "t,x,v,k\n0,1,0,4\n1,0.5,-2,3\n";
static const char measured[] = "t,x,x_sd,q\n0,0.9,0.1,0\n1,0.5,,1\n2,-0.4,0.1,NA\n";
static const char falls[] = "t,h,v\n0,1,0\n1,0.5,-2\n";

static const struct
{
  const char *name, *text;
} files[] = {
  { "osc.yaml", oscillator },
  { "ball.yaml", ball },
  { "stiff.yaml", stiff },
  { "cubic.yaml", cubic },
  { "random.yaml", random_model },
  { "wrong.yaml", wrong },
  { "osc.study.yaml", study },
  { "points.csv", points },
  { "falls.csv", falls },
  { "measured.csv", measured },
  { "odd-names.csv", "t,speed\n0,0.1\n1,-0.4\n" },
  { "blow.yaml", blow },
  { "pulse.yaml", pulse },
  { "every.yaml", everything },
  { "halt.yaml", halting },
  { "noisy.yaml", noisy },
  { "broken.yaml", broken },
  { "still.yaml", still },
  { "l.lesson.yaml", lesson },
  { "wrong.study.yaml", wrong_study },
  { "strange.study.yaml", strange_study },
  { "set.yaml", settings },
  { "badset.yaml", wrong_settings },
  { "tab.yaml", tableau },
  { "badtab.yaml", wrong_tableau },
  { "times.csv", some_times },
  { "badtimes.csv", wrong_times },
  { "twice.csv", twice_points },
  { "short.csv", short_points },
  { "few.csv", few_points },
  { "odd.csv", odd_points },
  { "unknown.csv", unknown_points },
  { "quoted.csv", quoted_points },
  { "empty.csv", no_points },
  { "every.csv", many_points },
};

/* The command lines, and the file that each writes, if any. @ is the folder of the files. */
static const struct
{
  const char *line, *file;
  gboolean sparse; /* only some of the lines are recorded, with the number of all lines and letters */
} lines[] = {
  { "show @/osc.yaml" },
  { "show @/ball.yaml" },
  { "check @/osc.yaml @/wrong.yaml" },
  { "run @/osc.yaml" },
  { "run @/osc.yaml --stats table" },
  { "run @/osc.yaml --stats json" },
  { "run @/osc.yaml --samples 5 --output -" },
  { "run @/osc.yaml --sample-every 1.3 --columns energy,x --output -" },
  { "run @/osc.yaml --times 0.5,2,1 --output -" },
  { "run @/osc.yaml --accuracy 1e-2 --tape @/tape.csv", "tape.csv" },
  { "run @/osc.yaml --integrator radau5 --accuracy 1e-2 --output @/out.csv --stats table", "out.csv" },
  { "run @/osc.yaml --fixed-step 0.5 --integrator runge_kutta4 --output -" },
  { "run @/osc.yaml --branch-at 2 --branch-set k=1 --final" },
  { "run @/osc.yaml --set q=1" },
  { "run @/osc.yaml --accuracy none" },
  { "run @/osc.yaml --max-num-steps 10 --final" },
  { "run @/osc.yaml --output - --final" },
  { "run @/osc.yaml extra" },
  { "" },
  { "run @/ball.yaml --events @/events.csv --final", "events.csv" },
  { "run @/ball.yaml --output - --samples 4 --quiet" },

  { "run @/random.yaml --random --seed 4 --final" },
  { "compare @/osc.yaml --integrator runge_kutta5 --integrator radau5 --format json" },
  { "converge @/osc.yaml --integrator runge_kutta4 --steps 0.5,0.25,0.125 --format json" },
  { "converge @/osc.yaml --integrator runge_kutta4 --steps 0.5,0.25 --largest dense --format json" },
  { "work-precision @/osc.yaml --integrator runge_kutta5 --accuracies 1e-3,1e-5 --largest steps --format json" },
  { "microscope @/osc.yaml --attempt 3" },
  { "microscope @/osc.yaml --attempt 2 --integrator radau5 --format json" },
  { "microscope @/stiff.yaml --rejection 1 --integrator runge_kutta3" },
  { "microscope @/osc.yaml --attempt 3 --trial 0.05" },
  { "microscope @/osc.yaml --attempt 3 --trial range --format json" },
  { "microscope @/osc.yaml --attempt 4 --integrator runge_kutta4 --fixed-step 0.1 --trial range" },
  { "microscope @/ball.yaml --event 1" },
  { "microscope @/ball.yaml --event 2 --format json" },
  { "microscope @/ball.yaml --event 1 --trial 0.1" },
  { "microscope @/ball.yaml --event 1 --trial 0.1 --format json" },
  { "microscope @/ball.yaml --event 1 --trial range" },
  { "microscope @/ball.yaml --event 1 --trial range --format json" },
  { "microscope @/osc.yaml --attempt 2 --integrator verlet" },
  { "microscope @/osc.yaml --attempt 4 --integrator adams_bashforth3 --fixed-step 0.1" },
  { "stability --integrator runge_kutta4" },
  { "stability --integrator radau5 --format json" },
  { "stability @/stiff.yaml --integrator runge_kutta5" },
  { "stability @/osc.yaml --integrator verlet --format csv" },
  { "tableau runge_kutta4" },
  { "tableau runge_kutta4 --format yaml" },
  { "tableau runge_kutta4 --format latex" },
  { "tableau runge_kutta4 --format c" },
  { "export @/osc.yaml --to c" },
  { "export @/osc.yaml --to python --set k=3 --initial x=0.5 --end 2" },
  { "export @/osc.yaml --to octave" },
  { "export @/osc.yaml --to julia" },
  { "export @/ball.yaml --to julia" },
  { "export @/ball.yaml --to xppaut" },
  { "export @/ball.yaml --to sbml" },
  { "export @/osc.yaml --to latex" },
  { "export @/ball.yaml --to latex" },
  { "export @/ball.yaml --to python" },
  { "export @/ball.yaml --to c" },
  { "export pharmacokinetics --to c --set interval=0" },
  { "export projectile --to sbml" },
  { "export rimless-wheel --to xppaut" },
  { "export thermostat --to xppaut" },
  { "export @/osc.yaml" },
  { "export @/osc.yaml --to java" },
  { "export @/osc.yaml --output @/o.txt" },
  { "export lorenz --to fmu" },
  { "ensemble @/osc.study.yaml --jobs 1 --output @/o.results" },
  { "ensemble export @/o.results --output @/o.csv", "o.csv" },
  { "ensemble @/random.yaml --members 4 --record last=final:x --jobs 1 --format json" },
  { "replay @/osc.study.yaml --member 2" },
  { "replay @/osc.study.yaml --member 3 --format json --check @/o.results" },
  { "sweep @/osc.yaml --vary k=1:4:3 --record p=maximum:x --jobs 1" },
  { "sweep @/osc.yaml --vary k=1:4:2 --vary d=0:0.2:2 --record f=final:x --record c=count:x>0 --jobs 1 --format csv" },
  { "sweep @/osc.yaml --vary k=1:4:2 --record f=first:x<0 --jobs 1 --format json" },
  { "sweep @/osc.yaml" },
  { "linearize @/stiff.yaml" },
  { "discretize @/osc.yaml --period 0.1" },
  { "sensitivity @/osc.yaml" },
  { "sensitivity @/osc.yaml --parameters k --format csv" },
  { "equilibria @/cubic.yaml" },
  { "equilibria @/cubic.yaml --format json" },
  { "poincare @/osc.yaml --section x --keep 3" },
  { "lyapunov @/osc.yaml --time 3" },
  { "orbit @/cubic.yaml --vary r=0.1:0.5:3 --transient 1 --keep 2" },
  { "study controller @/osc.yaml --format csv" },
  { "study cost-ledger @/osc.yaml" },
  { "study tolerance-dial @/osc.yaml --format json" },
  { "study step-limits @/osc.yaml" },
  { "study step-limits @/noisy.yaml --format csv" },
  { "study controller @/osc.yaml --option nothing=1" },
  { "basin @/cubic.yaml --x x=-1:1 --y y=-1:1 --grid 4,3 --jobs 1" },
  { "basin @/cubic.yaml --x x=-1:1 --grid 5,1 --jobs 1 --output @/grid.csv", "grid.csv" },
  { "batch-eval @/osc.yaml --points @/points.csv" },
  { "batch-eval @/ball.yaml --points @/points.csv" },
  { "batch-eval @/ball.yaml --update tick --steps 2 --points @/falls.csv" },
  { "tableau --help" },
  { "list tableaus --format json" },
  { "--version-of" },
  { "run --outptu x" },
  { "run @/osc.yaml -x" },
  { "run @/osc.yaml --final=1" },
  { "run @/osc.yaml --samples" },
  { "run @/osc.yaml --output --final" },
  { "run" },
  { "run @/none.yaml" },
  { "run oscillatr" },
  { "run @/osc.yaml --samples 1 --output -" },
  { "run @/osc.yaml --samples 2.5 --output -" },
  { "run @/osc.yaml --samples 2 --output -" },
  { "run @/osc.yaml --samples 3 --sample-every 1 --output -" },
  { "run @/osc.yaml --sample-every -1 --output -" },
  { "run @/osc.yaml --sample-every often --output -" },
  { "run @/osc.yaml --times 1,x --output -" },
  { "run @/osc.yaml --times 0.5,9 --output -" },
  { "run @/osc.yaml --times 0,6 --output -" },
  { "run @/osc.yaml --times 1" },
  { "run @/osc.yaml --times 1 --samples 3 --output -" },
  { "run @/osc.yaml --times @/times.csv --output -" },
  { "run @/osc.yaml --times @/badtimes.csv --output -" },
  { "run @/osc.yaml --times @/none.csv --output -" },
  { "run @/osc.yaml --columns q --output -" },
  { "run @/osc.yaml --columns energ --output -" },
  { "run @/osc.yaml --columns x,,v --output -" },
  { "run @/osc.yaml --columns= --output -" },
  { "run @/osc.yaml --columns t,v --samples 2 --output -" },
  { "run @/osc.yaml --stats xml" },
  { "run @/osc.yaml --stats json:@/stats.json", "stats.json" },
  { "run @/osc.yaml --view time" },
  { "run @/osc.yaml --theme dark" },
  { "run @/osc.yaml --plot @/x.gif" },
  { "run @/osc.yaml --plot @/x.svg --view phas" },
  { "run @/osc.yaml --plot @/x.svg --view motion" },
  { "run @/osc.yaml --plot @/x.svg --theme pink" },
  { "run @/osc.yaml --plot @/run.svg", "run.svg" },
  { "run @/osc.yaml --plot @/phase.svg --view phase --theme dark", "phase.svg" },
  { "run @/osc.yaml --plot @/time.svg --view time --theme print", "time.svg" },
  { "run @/osc.yaml --plot @/data.svg --view time --data @/measured.csv", "data.svg" },
  { "run @/osc.yaml --plot @/pair.svg --view phase --data @/measured.csv --measured q=v", "pair.svg", TRUE },
  { "run @/osc.yaml --plot @/two.svg --view time --data @/measured.csv --data @/odd-names.csv --measured q=v,speed=v", "two.svg" },
  { "run @/osc.yaml --data @/measured.csv" },
  { "run @/osc.yaml --plot @/x.svg --data @/measured.csv --data @/odd-names.csv --measured nothing=v" },
  { "run @/osc.yaml --plot @/x.svg --data @/measured.csv --data @/odd-names.csv" },
  { "run @/osc.yaml --plot @/x.svg --measured q=v" },
  { "run @/osc.yaml --plot @/x.svg --data @/measured.csv --measured q=w" },
  { "run @/osc.yaml --plot @/x.svg --data @/measured.csv --measured q" },
  { "run @/osc.yaml --plot @/x.svg --data @/measured.csv --measured x=" },
  { "run @/ball.yaml --plot @/x.svg --data @/measured.csv" },
  { "run @/osc.yaml --plot @/x.svg --data @/odd.csv" },
  { "run @/osc.yaml --plot @/x.svg --data @/none.csv" },
  { "run @/osc.yaml --plot @/measured.csv --data @/measured.csv" },
  { "run @/osc.yaml --output @/osc.yaml" },
  { "run @/osc.yaml --output @/./osc.yaml" },
  { "run @/osc.yaml --output @/a.csv --tape @/a.csv" },
  { "run @/osc.yaml --output @/a.csv --tape @/./a.csv" },
  { "run @/osc.yaml --output @/nothing/a.csv" },
  { "run @/osc.yaml --output=" },
  { "run @/osc.yaml --branch-at 2" },
  { "run @/osc.yaml --branch-set k=1" },
  { "run @/osc.yaml --branch-at 9 --branch-set k=1" },
  { "run @/osc.yaml --branch-at 0 --branch-set k=1" },
  { "run @/osc.yaml --branch-at 2 --branch-set q=1" },
  { "run @/osc.yaml --branch-at 2 --branch-set k" },
  { "run @/osc.yaml --branch-at 2 --branch-set k=x" },
  { "run @/osc.yaml --branch-at 2 --branch-set accuracy=0" },
  { "run @/osc.yaml --branch-at 2 --branch-set setting.accuracy=1e-2 --branch-set state.x=0.5 --branch-set parameter.k=2 --final" },
  { "run @/osc.yaml --branch-at 2 --branch-set accuracy=1e-2 --branch-set x=0.5 --stats table" },
  { "run @/osc.yaml --branch-at 2 --branch-set integrator=radau5 --samples 4 --output -" },
  { "run @/osc.yaml --set k" },
  { "run @/osc.yaml --set k=a" },
  { "run @/osc.yaml --set k=inf" },
  { "run @/osc.yaml --initial x=2 --initial v=-1 --set d=0 --end 1 --final" },
  { "run @/osc.yaml --initial q=1" },
  { "run @/pulse.yaml --constant n=3 --initial u[2]=5 --end 1 --final" },
  { "run @/pulse.yaml --constant n" },
  { "run @/pulse.yaml --constant m=3" },
  { "run @/pulse.yaml --final" },
  { "run @/pulse.yaml --accuracy 1e-2 --stats json" },
  { "run @/pulse.yaml --initial-step 0.5 --accuracy 1e-2 --final" },
  { "run @/osc.yaml --start 1 --end 0" },
  { "run @/osc.yaml --start 1 --end 3 --samples 3 --output -" },
  { "run @/osc.yaml --end soon" },
  { "run @/osc.yaml --fixed-step -1" },
  { "run @/osc.yaml --fixed-step 0" },
  { "run @/osc.yaml --accuracy 2 --final" },
  { "run @/osc.yaml --accuracy -1" },
  { "run @/osc.yaml --integrator nothing" },
  { "run @/osc.yaml --integrator runge_kuta4" },
  { "run @/osc.yaml --integrator explicit_euler --final" },
  { "run @/osc.yaml --integrator explicit_euler --fixed-step 1.2 --final" },
  { "run @/stiff.yaml --integrator explicit_euler --fixed-step 0.02 --final" },
  { "run @/stiff.yaml --integrator explicit_euler --fixed-step 0.2 --final" },
  { "run @/osc.yaml --integrator implicit_euler --accuracy 1e-3 --final" },
  { "run @/osc.yaml --integrator sdirk2 --accuracy 1e-4 --final" },
  { "run @/osc.yaml --integrator adams_bashforth3 --fixed-step 0.05 --final" },
  { "run @/osc.yaml --method-option beta" },
  { "run @/osc.yaml --method-option beta=0.1" },
  { "run @/osc.yaml --integrator radau5 --method-option nothing=0.1" },
  { "run @/osc.yaml --config @/set.yaml --stats table" },
  { "run @/osc.yaml --config @/badset.yaml" },
  { "run @/osc.yaml --config @/none.yaml" },
  { "run @/osc.yaml --profile drake --final" },
  { "run @/osc.yaml --profile simbod" },
  { "run @/osc.yaml --random" },
  { "run @/pulse.yaml --random --seed 3 --final" },
  { "run @/blow.yaml --final" },
  { "run @/blow.yaml --stats json" },
  { "run @/broken.yaml --final" },
  { "run @/halt.yaml --final" },
  { "run @/halt.yaml --stats table" },
  { "run @/halt.yaml --quiet" },
  { "run @/every.yaml --final --seed 5" },
  { "run @/every.yaml --events @/all.csv --seed 5", "all.csv" },
  { "run @/every.yaml --output - --samples 5 --seed 5" },
  { "run @/still.yaml --output -" },
  { "run @/still.yaml --events @/still.csv --final", "still.csv" },
  { "run @/osc.yaml --integrator rodas4 --accuracy 1e-1 --tape @/tape2.csv", "tape2.csv" },
  { "run @/ball.yaml --tape @/tape3.csv --accuracy 1e-2", "tape3.csv" },
  { "run @/ball.yaml --plot @/ball.svg --view events", "ball.svg" },
  { "show @/every.yaml" },
  { "show @/pulse.yaml" },
  { "show @/none.yaml" },
  { "check @/every.yaml @/none.yaml @/l.lesson.yaml @/osc.study.yaml @/strange.study.yaml @/tab.yaml @/badtab.yaml" },
  { "check" },
  { "compar @/osc.yaml" },
  { "compare @/osc.yaml --integrator runge_kutta5 --integrator radau5" },
  { "compare @/osc.yaml --integrator runge_kutta5 --format csv" },
  { "compare @/osc.yaml --format xml" },
  { "compare @/blow.yaml --integrator runge_kutta5 --format csv" },
  { "converge @/osc.yaml --integrator runge_kutta4 --steps 0.5,x" },
  { "converge @/osc.yaml --integrator runge_kutta4 --steps 0.5,-1" },
  { "converge @/osc.yaml --integrator runge_kutta4 --steps 0.5,0.25 --models @/cubic.yaml" },
  { "converge @/osc.yaml --integrator runge_kutta4 --steps 0.5,0.25 --models @/cubic.yaml --format csv" },
  { "converge @/osc.yaml --integrator runge_kutta4 --largest all" },
  { "work-precision @/osc.yaml --integrator runge_kutta5 --accuracies 1e-3,1e-4" },
  { "work-precision @/osc.yaml --integrator runge_kutta5 --integrator radau5 --accuracies 1e-3 --largest dense --format csv" },
  { "work-precision @/osc.yaml --integrator explicit_euler --accuracies 1e-3" },
  { "work-precision @/osc.yaml --integrator radau5 --method-option newton=3 --accuracies 1e-3" },
  { "microscope @/osc.yaml" },
  { "microscope @/osc.yaml --attempt 1 --trial -1" },
  { "microscope @/ball.yaml --event 1 --trial 0" },
  { "microscope @/ball.yaml --event 1 --integrator cvode_bdf --trial 0.1" },
  { "microscope @/stiff.yaml --attempt 1 --integrator cvode_bdf --trial range" },
  { "microscope @/osc.yaml --attempt 0" },
  { "microscope @/osc.yaml --attempt 1 --event 1" },
  { "microscope @/osc.yaml --attempt 9999" },
  { "microscope @/osc.yaml --rejection 50" },
  { "microscope @/osc.yaml --event 1" },
  { "microscope @/osc.yaml --attempt 1 --format csv" },
  { "microscope @/ball.yaml --event 9" },
  { "microscope @/ball.yaml --event 1 --isolation bisection --format json" },
  { "microscope @/blow.yaml --attempt 100000" },
  { "microscope @/stiff.yaml --rejection 1 --integrator runge_kutta3 --format json" },
  { "microscope @/osc.yaml --attempt 3 --integrator bdf --format json" },
  { "microscope @/osc.yaml --attempt 3 --integrator bdf" },
  { "microscope @/osc.yaml --attempt 2 --integrator extrapolation" },
  { "microscope @/osc.yaml --attempt 2 --integrator gragg_bulirsch_stoer --format json" },
  { "microscope @/osc.yaml --attempt 2 --integrator rodas4 --format json" },
  { "microscope @/osc.yaml --attempt 2 --integrator sdirk4" },
  { "microscope @/osc.yaml --attempt 1 --integrator verlet --fixed-step 0.1 --format json" },
  { "microscope @/osc.yaml --attempt 4 --integrator adams_bashforth3 --fixed-step 0.1 --format json" },
  { "microscope @/osc.yaml --attempt 2 --integrator cvode" },
  { "stability" },
  { "stability --integrator nothing" },
  { "stability --integrator runge_kutta4 --tableau gill4" },
  { "stability --integrator runge_kutta4 --format xml" },
  { "stability --tableau gill4" },
  { "stability --tableau @/tab.yaml --format json" },
  { "stability --tableau @/badtab.yaml" },
  { "stability --tableau @/none.yaml" },
  { "stability --tableau nothing" },
  { "stability @/every.yaml --integrator runge_kutta4" },
  { "stability @/still.yaml --integrator runge_kutta4" },
  { "stability @/broken.yaml --integrator runge_kutta4 --set a=1" },
  { "stability @/stiff.yaml --integrator runge_kutta5 --format json" },
  { "stability @/osc.yaml --integrator bdf --format csv" },
  { "stability --integrator bdf" },
  { "tableau nothing" },
  { "tableau verlet" },
  { "tableau @/tab.yaml" },
  { "tableau @/tab.yaml --format json", NULL, TRUE },
  { "tableau @/tab.yaml --format csv", NULL, TRUE },
  { "tableau @/badtab.yaml" },
  { "tableau @/tab.yaml --format xml" },
  { "tableau runge_kutta3 --format julia" },
  { "tableau runge_kutta3 --format python" },
  { "tableau heun-euler --format json", NULL, TRUE },
  { "tableau ssprk43 --format latex" },
  { "tableau crouzeix --format c", NULL, TRUE },
  { "tableau crouzeix --format yaml" },
  { "ensemble @/osc.study.yaml --shard 1/2 --jobs 1 --output @/s1.results" },
  { "ensemble @/osc.study.yaml --shard 2/2 --jobs 1 --output @/s2.results" },
  { "ensemble merge @/s1.results @/s2.results --output @/s.results" },
  { "ensemble export @/s.results --output @/s.csv", "s.csv" },
  { "ensemble merge @/s1.results" },
  { "ensemble merge @/s1.results @/osc.yaml --output @/t.results" },
  { "ensemble export @/s1.results @/s2.results" },
  { "ensemble export @/none.results" },
  { "ensemble export @/osc.yaml" },
  { "ensemble @/osc.study.yaml --shard 3/2 --output @/u.results" },
  { "ensemble @/osc.study.yaml --format xml" },
  { "ensemble @/osc.yaml @/ball.yaml" },
  { "ensemble @/strange.study.yaml" },
  { "ensemble @/osc.yaml --members 0 --vary k=normal(4,1)" },
  { "ensemble @/osc.yaml --members 3 --vary k=normal(4,1) --jobs 1 --seed 2" },
  { "ensemble @/osc.yaml --members 3 --vary k=normal(4,1) --jobs 1 --seed 2 --fan x=3 --format json" },
  { "ensemble @/osc.yaml --members 3 --vary k=1+member --jobs 1 --record p=mean:x --record n=count:x>0 --record e=ever:x>2 --format csv" },
  { "ensemble @/osc.yaml --members 3 --vary k" },
  { "ensemble @/osc.yaml --members 3 --vary q=normal(4,1)" },
  { "ensemble @/osc.yaml --members 3 --vary k=norml(4,1)" },
  { "ensemble @/osc.yaml --members 3 --record p" },
  { "ensemble @/osc.yaml --members 3 --record p=largest:x" },
  { "ensemble @/osc.yaml --members 3 --record p=final:y" },
  { "ensemble @/osc.yaml --members 3 --fan x" },
  { "ensemble @/osc.yaml --members 3 --fan x=1" },
  { "ensemble @/osc.yaml --members 3 --fan y=4" },
  { "ensemble @/blow.yaml --members 3 --vary x=1+member --jobs 1" },
  { "ensemble @/osc.study.yaml --jobs 0" },
  { "replay @/osc.study.yaml --member 99" },
  { "replay @/osc.study.yaml --member -1" },
  { "replay @/osc.study.yaml --member 1 --check @/s1.results" },
  { "replay @/osc.study.yaml --member 1 --check @/osc.yaml" },
  { "replay @/osc.study.yaml --member 1 --format csv" },
  { "replay @/random.yaml --members 3 --member 1 --seed 4" },
  { "sweep @/osc.yaml --vary k=1:4" },
  { "sweep @/osc.yaml --vary k=a:1:2" },
  { "sweep @/osc.yaml --vary q=1:2:2" },
  { "sweep @/osc.yaml --vary k=1:2:0" },
  { "sweep @/osc.yaml --vary k=1:2:2 --format xml" },
  { "sweep @/osc.yaml --vary k=1:2:2 --vary d=0:1:2 --vary x=0:1:2" },
  { "sweep @/osc.yaml --vary k=1:2:2 --record p=maximum:x --jobs 1 --plot @/sweep.svg", "sweep.svg" },
  { "sweep @/osc.yaml --vary k=1:2:2 --vary d=0:1:2 --record p=maximum:x --record f=final:v --jobs 1 --plot @/sweep2.svg", "sweep2.svg" },
  { "sweep @/osc.yaml --vary k=1:2:2 --plot @/sweep.gif" },
  { "sweep @/blow.yaml --vary x=0.1:1:2 --jobs 1" },
  { "study nothing @/osc.yaml" },
  { "study poincare @/osc.yaml" },
  { "study poincare @/osc.yaml --option section=x" },
  { "study orbit @/cubic.yaml" },
  { "study orbit @/wrong.study.yaml" },
  { "study cost-ledger @/osc.yaml --format xml" },
  { "study cost-ledger @/osc.yaml --format csv" },
  { "study cost-ledger @/osc.yaml --plot @/ledger.svg", "ledger.svg" },
  { "study controller @/osc.yaml --plot @/c.gif" },
  { "study step-limits @/osc.yaml --plot @/limits.svg" },
  { "study controller @/osc.yaml --output @/c.csv" },
  { "study controller @/osc.yaml --option" },
  { "study controller @/osc.yaml --option gain" },
  { "study ensemble @/osc.study.yaml" },
  { "study phase-plane @/cubic.yaml --format json", NULL, TRUE },
  { "study phase-plane @/cubic.yaml --plot @/plane.svg", "plane.svg", TRUE },
  { "study phase-plane @/every.yaml" },
  { "study dense-output @/osc.yaml" },
  { "study refinement @/osc.yaml" },
  { "study modified-equation @/osc.yaml", NULL, TRUE },
  { "study method-map @/cubic.yaml --format csv", NULL, TRUE },
  { "basin @/cubic.yaml --x x=-1:1 --y y=-1:1 --grid 4,3 --jobs 1 --output @/basin.svg", "basin.svg" },
  { "basin @/cubic.yaml --x x=-1:1 --grid 4" },
  { "basin @/cubic.yaml --x q=-1:1" },
  { "basin @/cubic.yaml --x x=1" },
  { "basin @/cubic.yaml" },
  { "lyapunov @/osc.yaml --time x" },
  { "lyapunov @/cubic.yaml --time 2 --format json" },
  { "continue @/cubic.yaml --vary r=0.1:0.6" },
  { "continue @/cubic.yaml --vary r=0.1:0.6 --format json" },
  { "orbit @/cubic.yaml --vary r=0.1:0.5" },
  { "poincare @/osc.yaml --section x --keep 3 --format json" },
  { "linearize @/ball.yaml" },
  { "linearize @/broken.yaml" },
  { "linearize @/stiff.yaml --format json" },
  { "discretize @/osc.yaml --period -1" },
  { "discretize @/osc.yaml" },
  { "sensitivity @/osc.yaml --parameters q" },
  { "sensitivity @/random.yaml" },
  { "equilibria @/cubic.yaml --format csv" },
  { "equilibria @/every.yaml" },
  { "batch-eval @/osc.yaml" },
  { "batch-eval @/osc.yaml --points @/none.csv" },
  { "batch-eval @/osc.yaml --points @" },
  { "batch-eval @/osc.yaml --points @/twice.csv" },
  { "batch-eval @/osc.yaml --points @/short.csv" },
  { "batch-eval @/osc.yaml --points @/few.csv" },
  { "batch-eval @/osc.yaml --points @/odd.csv" },
  { "batch-eval @/osc.yaml --points @/unknown.csv" },
  { "batch-eval @/osc.yaml --points @/quoted.csv" },
  { "batch-eval @/osc.yaml --points @/empty.csv" },
  { "batch-eval @/every.yaml --points @/every.csv" },
  { "batch-eval @/every.yaml --points @/every.csv --update tick --steps 3" },
  { "batch-eval @/osc.yaml --points @/points.csv --output @/slopes.csv", "slopes.csv" },
  { "batch-eval @/osc.yaml --points @/points.csv --output @/nothing/slopes.csv" },
  { "batch-eval @/ball.yaml --points @/falls.csv --steps 2" },
  { "batch-eval @/ball.yaml --points @/falls.csv --update nothing" },
  { "batch-eval @/ball.yaml --points @/falls.csv --update impact" },
  { "batch-eval @/ball.yaml --points @/falls.csv --update tick --steps 0" },
  { "lesson check @/l.lesson.yaml" },
  { "lesson check @/l.lesson.yaml --format json" },
  { "lesson check @/none.lesson.yaml" },
  { "lesson check nothing" },
  { "lesson chek" },
  { "lesson check @/l.lesson.yaml --format csv" },
  { "lesson export @/l.lesson.yaml --output @/l.txt" },
  { "lesson export @/l.lesson.yaml" },
  { "lesson export @/l.lesson.yaml --output @/l.html --language fr" },
  { "lesson export @/l.lesson.yaml --output @/l.html", "l.html" },
  { "lesson export @/l.lesson.yaml --output @/de.html --language de", "de.html" },
  { "lesson export nothing --output @/l.html" },
  { "lesson export @/l.lesson.yaml @/l.lesson.yaml --output @/l.html" },
  { "list nothing" },
  { "list tableaus" },
  { "list tableaus --format csv" },
  { "list models --format xml" },
  { "help nothing" },
  { "help stability" },
  { "microscope --help" },
  { "--help", NULL, TRUE },
  { "help run", NULL, TRUE },
  { "help study", NULL, TRUE },
  { "poincare --help", NULL, TRUE },
  { "list models", NULL, TRUE },
  { "list models --format csv", NULL, TRUE },
  { "list integrators", NULL, TRUE },
  { "list integrators --format json", NULL, TRUE },
  { "list lessons", NULL, TRUE },
  { "list lessons --format csv", NULL, TRUE },
  { "list studies", NULL, TRUE },
  { "list studies --format json", NULL, TRUE },
  { "--print-man-page", NULL, TRUE },
  { "--print-model-page", NULL, TRUE },
  { "--print-bash-completion", NULL, TRUE },
};

/* Every how many lines of a long text are recorded. */
#define SPARSE 12

/* Replaces a long text by some of its lines, and the numbers of all lines and letters. */
static void
make_sparse (char **text)
{
  g_auto (GStrv) all = g_strsplit (*text, "\n", -1);
  g_autoptr (GString) some = g_string_new (NULL);
  guint n = g_strv_length (all);

  g_string_append_printf (some, "%u lines with %" G_GSIZE_FORMAT " letters\n", n, strlen (*text));
  for (guint k = 0; k < n; k += SPARSE)
    g_string_append_printf (some, "%s\n", all[k]);
  g_free (*text);
  *text = g_string_free (g_steal_pointer (&some), FALSE);
}

/* Keeps only the head of a picture, which states its size, and of a page all but the pictures: the places of texts depend on fonts. */
static void
keep_text (char **text, const char *name)
{
  char *end = strstr (*text, "<path");

  if (g_str_has_suffix (name, ".svg") && end != NULL)
    *end = '\0';
  else if (g_str_has_suffix (name, ".html"))
    {
      g_autoptr (GRegex) pictures = g_regex_new ("base64,[^\"]+", 0, 0, NULL);
      char *rest = g_regex_replace (pictures, *text, -1, 0, "base64,?", 0, NULL);

      g_free (*text);
      *text = rest;
    }
}

/* Makes a file of the scratch folder the stream of this process with the number fd. */
static void
redirect (int fd, const char *name)
{
  g_autofree char *path = scratch (name);
  int file = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

  if (file < 0 || dup2 (file, fd) < 0)
    _exit (99);
  close (file);
}

/* Runs a command line like cli, but in a child of this process, because the start of the program takes longer than most commands. */
static Result
run_line (const char *line)
{
  g_auto (GStrv) words = NULL;
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  Result result = { 0 };
  int wait_status;
  pid_t child;

  if (*line != '\0')
    g_assert_true (g_shell_parse_argv (line, NULL, &words, NULL));
  g_ptr_array_add (argv, (char *)STEPWISE_CLI);
  for (char **word = words; word != NULL && *word != NULL; word++)
    g_ptr_array_add (argv, *word);
  g_ptr_array_add (argv, NULL);
  fflush (NULL);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      int null = open ("/dev/null", O_RDONLY);

      dup2 (null, STDIN_FILENO);
      redirect (STDOUT_FILENO, "standard-output");
      redirect (STDERR_FILENO, "standard-error");
      wait_status = cli_main ((int)argv->len - 1, (char **)argv->pdata);
      fflush (NULL);
      _exit (wait_status);
    }
  while (waitpid (child, &wait_status, 0) < 0)
    g_assert_cmpint (errno, ==, EINTR);
  result.status = WIFEXITED (wait_status) ? WEXITSTATUS (wait_status) : -WTERMSIG (wait_status);
  result.out = read_file ("standard-output");
  result.err = read_file ("standard-error");
  return result;
}

static GHashTable *recorded; /* from a command line to its entry */
static int n_differences;

/* Runs a command line and returns all that it prints and writes, with @ in place of the folder of the files and DATA in place of that of
 * the program's data. Free it with g_free. */
static char *
entry_of (gsize k)
{
  g_autoptr (GRegex) times = g_regex_new ("(wall_seconds\": |Wall time \\(s\\) +|realtime_rate\": |Real-time rate +)[^\\s,}]+", 0, 0, NULL);
  g_autoptr (GRegex) column =
      g_regex_new ("(?<=[ ,])[ ]*[^\\s,]+(?=([ ]+|,)reached end)|(?<=,)[^\\s,]+(?=,failed$)", G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GString) line = g_string_new (lines[k].line), text = g_string_new (NULL);
  g_autofree char *rates = NULL;
  g_auto (Result) result = { 0 };

  g_string_replace (line, "@", folder, 0);
  result = run_line (line->str);
  if (lines[k].sparse)
    make_sparse (&result.out);
  g_string_append_printf (text, "exit %d\n%s-- errors\n%s", result.status, result.out, result.err);
  if (lines[k].file != NULL)
    {
      g_autofree char *path = scratch (lines[k].file), *content = NULL;

      g_file_get_contents (path, &content, NULL, NULL);
      if (content != NULL)
        keep_text (&content, path);
      g_string_append_printf (text, "-- file\n%s", content != NULL ? content : "missing\n");
    }
  g_string_replace (text, folder, "@", 0);
  g_string_replace (text, g_getenv ("STEPWISE_DATA_DIR"), "DATA", 0);
  rates = g_regex_replace (times, text->str, -1, 0, "\\1?", 0, NULL);
  return g_regex_replace (column, rates, -1, 0, "?", 0, NULL); /* the column before the outcome in tables of runs */
}

static char **
words_of (const char *line)
{
  return g_strsplit_set (line, " ,:[](){}|=", -1);
}

static gboolean
words_agree (const char *word, const char *expected)
{
  char *end, *expected_end;
  double value = g_ascii_strtod (word, &end), other = g_ascii_strtod (expected, &expected_end);

  if (strcmp (word, expected) == 0)
    return TRUE;
  if (end == word || expected_end == expected || strcmp (end, expected_end) != 0)
    return FALSE;
  return fabs (value - other) <= RELATIVE * fabs (other);
}

static gboolean
lines_agree (const char *line, const char *expected)
{
  g_auto (GStrv) words = words_of (line), others = words_of (expected);
  guint n = g_strv_length (words);

  if (n != g_strv_length (others))
    return FALSE;
  for (guint k = 0; k < n; k++)
    if (!words_agree (words[k], others[k]))
      return FALSE;
  return TRUE;
}

static void
test_line (gconstpointer data)
{
  gsize row = GPOINTER_TO_SIZE (data);
  const char *expected = g_hash_table_lookup (recorded, lines[row].line);
  g_autofree char *text = entry_of (row);
  g_auto (GStrv) printed = g_strsplit (text, "\n", -1), others = g_strsplit (expected != NULL ? expected : "", "\n", -1);
  guint n = g_strv_length (printed), m = g_strv_length (others);

  n_differences = 0;
  for (guint k = 0; k < MAX (n, m) && n_differences < MOST_SHOWN; k++)
    if (k >= n || k >= m || !lines_agree (printed[k], others[k]))
      {
        n_differences++;
        g_test_message ("line %u:\n  printed:  %s\n  recorded: %s", k + 1, k < n ? printed[k] : "nothing", k < m ? others[k] : "nothing");
      }
  if (n_differences > 0)
    g_test_fail_printf ("after an intended change: CONTRIBUTING.md, section 'Recorded pictures'");
}

static void
record (const char *path)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize k = 0; k < G_N_ELEMENTS (lines); k++)
    {
      g_autofree char *entry = entry_of (k);

      g_string_append_printf (text, "== %s\n%s", lines[k].line, entry);
      if (text->str[text->len - 1] != '\n')
        g_string_append_c (text, '\n');
    }
  if (!g_file_set_contents (path, text->str, -1, NULL))
    g_error ("%s cannot be written", path);
}

static void
read_recorded (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "cli", "printed.txt", NULL), *text = NULL;
  g_auto (GStrv) entries = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    g_error ("%s cannot be read", path);
  entries = g_strsplit (text, "\n== ", -1);
  for (guint k = 0; entries[k] != NULL; k++)
    {
      const char *entry = entries[k] + (k == 0 ? strlen ("== ") : 0), *end = strchr (entry, '\n');

      /* The line end of all entries but the last one is part of the separator. */
      g_hash_table_insert (recorded, g_strndup (entry, (gsize)(end - entry)),
                           entries[k + 1] != NULL ? g_strconcat (end + 1, "\n", NULL) : g_strdup (end + 1));
    }
}

int
main (int argc, char **argv)
{
#ifdef __SANITIZE_ADDRESS__
  const guint share = 3; /* with the sanitizer a command takes a fifth of a second */
#else
  const guint share = 1;
#endif
  int status = 0;

  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  cli_test_init ();
  recorded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (gsize k = 0; k < G_N_ELEMENTS (files); k++)
    write_file (files[k].name, files[k].text);
  if (argc == 3 && strcmp (argv[1], "--record") == 0)
    record (argv[2]);
  else
    {
      g_test_init (&argc, &argv, NULL);
      read_recorded ();
      for (gsize k = 0; k < G_N_ELEMENTS (lines); k++)
        {
          if (!test_takes ((guint) k, share))
            continue;
          g_auto (GStrv) words = g_strsplit (lines[k].line, " ", 2);
          g_autofree char *path = g_strdup_printf ("/cli/printed/line-%" G_GSIZE_FORMAT "-%s", k, words[0] != NULL ? words[0] : "");

          g_test_add_data_func (path, GSIZE_TO_POINTER (k), test_line);
        }
      status = g_test_run ();
    }
  g_hash_table_unref (recorded);
  cli_test_clear ();
  return status;
}
