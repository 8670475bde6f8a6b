/* The models of test-sensitivity-hybrid.c. */
#pragma once

#include <stddef.h>

typedef struct
{
  const char *title, *yaml;
  const char *as_events; /* equivalent model with events, whose runs are differentiated; NULL: the same model */
  double change;         /* relative change of parameters in the differences; 0: 2e-4 */
} Problem;

static const Problem problems[] = {
  { "a-dose-at-a-parameter",
    "time: {start: 0, end: 10}\n"
    "parameters: {td: 3, D: 2, k: 0.5}\n"
    "states: {x: {initial: 1, derivative: -k*x}}\n"
    "events: {dose: {at: td, set: {x: x + D}}}\n",
    NULL, 0 },
  { "a-spike-whose-recovery-is-at-rest-at-the-start",
    "time: {start: 0, end: 5}\n"
    "parameters: {a: 0.18, c: -53.6, d: 2.8, I: 12.7}\n"
    "states: {v: {initial: -65, derivative: 0.04*v^2 + 5*v + 140 - u + I}, u: {initial: -13, derivative: a*(0.2*v - u)}}\n"
    "events: {spike: {crossing: v - 30, direction: rising, set: {v: c, u: u + d}}}\n",
    NULL, 0 },
  { "doses-at-sums-of-parameters",
    "time: {start: 0, end: 10}\n"
    "parameters: {t1: 2, gap: 1.5, k: 0.5, D: 3}\n"
    "states: {x: {initial: 1, derivative: -k*x}}\n"
    "events: {dose: {at: [t1, t1 + gap, t1 + 2*gap, 8], set: {x: x + D}}}\n",
    NULL, 0 },
  { "doses-with-period-and-offset",
    "time: {start: 0, end: 10}\n"
    "parameters: {T: 2.9, k: 0.5, o: 1}\n"
    "states: {x: {initial: 1, derivative: -k*x}}\n"
    "events: {dose: {every: T, offset: o, set: {x: x + 1}}}\n",
    NULL, 0 },
  { "a-reset-that-depends-on-t",
    "time: {start: 0, end: 4}\n"
    "parameters: {T: 0.7, w: 2, c: 0.3}\n"
    "states: {x: {initial: 1, derivative: -x + sin(w*t)}}\n"
    "events: {kick: {every: T, offset: T, set: {x: c*x + cos(w*t)*T}}}\n",
    NULL, 0 },
  { "conditions-on-t-and-on-a-state",
    "time: {start: 0, end: 10}\n"
    "parameters: {t0: 3, a: 1}\n"
    "states: {x: {initial: 0, derivative: \"a*if(t > t0, 1, 0)\"}, y: {initial: 0, derivative: \"step(x - 2) + 0.1*a\"}}\n",
    "time: {start: 0, end: 10}\n"
    "parameters: {t0: 3, a: 1}\n"
    "discrete: {on: 0, s: 0}\n"
    "states: {x: {initial: 0, derivative: a*on}, y: {initial: 0, derivative: s + 0.1*a}}\n"
    "events: {first: {at: t0, update: {on: 1}}, second: {crossing: x - 2, update: {s: 1}}}\n",
    0 },
  { "a-sampled-controller",
    "time: {start: 0, end: 1}\n"
    "parameters: {k: 0.8, x0: 1}\n"
    "states: {x: {initial: x0, derivative: u}}\n"
    "discrete: {u: 0}\n"
    "events: {sample: {every: 0.25, update: {u: -k*x}}}\n",
    NULL, 0 },
  { "a-sampled-controller-by-set",
    "time: {start: 0, end: 1}\n"
    "parameters: {k: 0.8, x0: 1}\n"
    "states: {x: {initial: x0, derivative: u}}\n"
    "discrete: {u: 0}\n"
    "events: {sample: {every: 0.25, set: {u: -k*x}}}\n",
    NULL, 0 },
  { "the-period-of-a-sampled-controller",
    "time: {start: 0, end: 1.1}\n"
    "parameters: {k: 0.8, x0: 1, T: 0.25}\n"
    "states: {x: {initial: x0, derivative: u - 0.3*x}}\n"
    "discrete: {u: 0}\n"
    "events: {sample: {every: T, update: {u: -k*x}}}\n",
    NULL, 0 },
  { "a-sampled-controller-with-computation-delay",
    "time: {start: 0, end: 2.03}\n"
    "parameters: {k: 1.1, T: 0.2, d: 0.05, m: 1.3}\n"
    "states: {x: {initial: 1, derivative: v}, v: {initial: 0, derivative: u/m - 0.1*v}}\n"
    "discrete: {y: 0, u: 0}\n"
    "events:\n"
    "  sample: {every: T, update: {y: -k*x - 0.8*v}}\n"
    "  apply: {every: T, offset: d, update: {u: y}}\n",
    NULL, 0 },
  { "a-controller-with-a-discrete-integrator",
    "time: {start: 0, end: 3.07}\n"
    "parameters: {kp: 1.2, ki: 0.7, T: 0.1, r: 1}\n"
    "states: {x: {initial: 0, derivative: -x + u}}\n"
    "discrete: {u: 0, s: 0}\n"
    "events: {c: {every: T, update: {s: s + ki*T*(r - x), u: kp*(r - x) + s + ki*T*(r - x)}}}\n",
    NULL, 0 },
  { "a-relay-with-hysteresis",
    "time: {start: 0, end: 7}\n"
    "parameters: {h: 0.2, a: 1.5, w: 0.4}\n"
    "states: {x: {initial: 0, derivative: -w*x + a*s}}\n"
    "discrete: {s: 1}\n"
    "events:\n"
    "  up: {crossing: x - h, direction: rising, update: {s: -1}}\n"
    "  down: {crossing: x + h, direction: falling, update: {s: 1}}\n",
    NULL, 0 },
  { "a-bouncing-ball",
    "time: {start: 0, end: 2.5}\n"
    "parameters: {e: 0.8, g: 9.81, h0: 1}\n"
    "states: {h: {initial: h0, derivative: v}, v: {initial: 0, derivative: -g}}\n"
    "events: {impact: {crossing: h, direction: falling, set: {h: 0, v: -e*v}}}\n",
    NULL, 0 },
  { "a-ball-above-a-floor-at-a-parameter",
    "time: {start: 0, end: 2.5}\n"
    "parameters: {e: 0.8, g: 9.81, f: 0.37}\n"
    "states: {h: {initial: 2, derivative: v}, v: {initial: 0, derivative: -g - 0.1*v}}\n"
    "events: {impact: {crossing: h - f, direction: falling, set: {v: -e*v}}}\n",
    NULL, 0 },
  { "integrate-and-fire",
    "time: {start: 0, end: 5}\n"
    "parameters: {I: 1.4, tau: 1.0, vr: 0.1, vt: 1}\n"
    "states: {v: {initial: 0, derivative: (I - v)/tau}}\n"
    "discrete: {n: 0}\n"
    "events: {spike: {crossing: v - vt, direction: rising, set: {v: vr, n: n + 1}}}\n",
    NULL, 0 },
  { "integrate-and-fire-with-adaptation",
    "time: {start: 0, end: 20}\n"
    "parameters: {I: 1.5, b: 0.2, tw: 5}\n"
    "states: {v: {initial: 0, derivative: I - v - w}, w: {initial: 0, derivative: -w/tw}}\n"
    "events: {spike: {crossing: v - 1, direction: rising, set: {v: 0, w: w + b}}}\n",
    NULL, 0 },
  { "periodic-dosing-in-two-compartments",
    "time: {start: 0, end: 30}\n"
    "parameters: {ka: 0.9, ke: 0.2, D: 5, tau: 6, tlag: 0.5}\n"
    "states: {g: {initial: 0, derivative: -ka*g}, c: {initial: 0, derivative: ka*g - ke*c}}\n"
    "events: {dose: {every: tau, offset: tlag, set: {g: g + D}}}\n",
    NULL, 0 },
  { "an-infusion-between-two-times",
    "time: {start: 0, end: 12}\n"
    "parameters: {ke: 0.2, R: 5, t1: 2, dur: 1.5}\n"
    "states: {c: {initial: 0, derivative: \"if(t > t1 and t < t1 + dur, R/dur, 0) - ke*c\"}}\n",
    "time: {start: 0, end: 12}\n"
    "parameters: {ke: 0.2, R: 5, t1: 2, dur: 1.5}\n"
    "discrete: {r: 0}\n"
    "states: {c: {initial: 0, derivative: r - ke*c}}\n"
    "events: {on: {at: t1, update: {r: R/dur}}, off: {at: t1 + dur, update: {r: 0}}}\n",
    0 },
  { "a-thermostat",
    "time: {start: 0, end: 30}\n"
    "parameters: {lo: 19, hi: 21, P: 3, k: 0.1, out: 5}\n"
    "states: {T: {initial: 18, derivative: -k*(T - out) + P*on}}\n"
    "discrete: {on: 1}\n"
    "events:\n"
    "  off: {crossing: T - hi, direction: rising, update: {on: 0}}\n"
    "  on: {crossing: T - lo, direction: falling, update: {on: 1}}\n",
    NULL, 1e-5 },
  { "pulse-width-modulation-by-mod",
    "time: {start: 0, end: 5.33}\n"
    "parameters: {d: 0.35, T: 0.5, L: 0.8, R: 1.1}\n"
    "states: {i: {initial: 0, derivative: \"(if(mod(t, T) < d*T, 10, 0) - R*i)/L\"}}\n",
    "time: {start: 0, end: 5.33}\n"
    "parameters: {d: 0.35, T: 0.5, L: 0.8, R: 1.1}\n"
    "discrete: {s: 1}\n"
    "states: {i: {initial: 0, derivative: (10*s - R*i)/L}}\n"
    "events: {on: {every: T, update: {s: 1}}, off: {every: T, offset: d*T, update: {s: 0}}}\n",
    0 },
  { "pulse-width-modulation-by-events",
    "time: {start: 0, end: 5.33}\n"
    "parameters: {d: 0.35, T: 0.5, L: 0.8}\n"
    "states: {i: {initial: 0, derivative: (10*s - i)/L}}\n"
    "discrete: {s: 1}\n"
    "events: {on: {every: T, update: {s: 1}}, off: {every: T, offset: d*T, update: {s: 0}}}\n",
    NULL, 0 },
  { "a-delay-by-discrete-states",
    "time: {start: 0, end: 3.05}\n"
    "parameters: {k: 0.9, T: 0.1}\n"
    "states: {x: {initial: 1, derivative: -k*d2}}\n"
    "discrete: {d0: 1, d1: 1, d2: 1, n: 0}\n"
    "events: {tick: {every: T, update: {d0: x, d1: d0, d2: d1, n: n + 1}}}\n",
    NULL, 0 },
  { "a-flight-that-ends-at-the-ground",
    "time: {start: 0, end: 100}\n"
    "parameters: {v0: 20, g: 9.81, c: 0.05}\n"
    "states: {h: {initial: 0, derivative: v}, v: {initial: v0, derivative: -g - c*v*abs(v)}}\n"
    "events: {ground: {crossing: h, direction: falling, terminate: true}}\n",
    NULL, 0 },
  { "a-run-that-ends-with-an-assignment",
    "time: {start: 0, end: 100}\n"
    "parameters: {a: 0.7, lim: 3}\n"
    "states: {x: {initial: 1, derivative: a*x}, y: {initial: 0, derivative: x}}\n"
    "events: {stop: {crossing: x - lim, set: {y: y*y + t}, terminate: true}}\n",
    NULL, 0 },
  { "an-end-time-that-is-a-parameter",
    "time: {start: 0, end: 2*a}\n"
    "parameters: {a: 0.7}\n"
    "states: {x: {initial: 1, derivative: -a*x}}\n",
    NULL, 0 },
  { "a-start-time-that-is-a-parameter",
    "time: {start: s, end: 3}\n"
    "parameters: {s: 0.7, a: 2}\n"
    "states: {x: {initial: a*s, derivative: -x + t}}\n",
    NULL, 0 },
  { "a-discrete-state-with-an-initial-value",
    "time: {start: 0, end: 3}\n"
    "parameters: {u0: 0.7, b: 2}\n"
    "states: {x: {initial: b, derivative: -u*x}}\n"
    "discrete: {u: u0^2 + b}\n",
    NULL, 0 },
  { "friction-by-sign",
    "time: {start: 0, end: 0.9}\n"
    "parameters: {mu: 0.3, v0: 2, k: 4}\n"
    "states: {x: {initial: 0, derivative: v}, v: {initial: v0, derivative: -k*x - mu*sign(v)}}\n",
    "time: {start: 0, end: 0.9}\n"
    "parameters: {mu: 0.3, v0: 2, k: 4}\n"
    "discrete: {s: 1}\n"
    "states: {x: {initial: 0, derivative: v}, v: {initial: v0, derivative: -k*x - mu*s}}\n"
    "events: {turn: {crossing: v, update: {s: -s}}}\n",
    0 },
  { "a-piecewise-field",
    "time: {start: 0, end: 6}\n"
    "parameters: {a: 1.3, b: 0.4, c: 0.5}\n"
    "states: {x: {initial: 1, derivative: \"if(x > c, -y, -a*y)\"}, y: {initial: 0, derivative: \"x + if(y > 0.2, b, -b)\"}}\n",
    "time: {start: 0, end: 6}\n"
    "parameters: {a: 1.3, b: 0.4, c: 0.5}\n"
    "discrete: {p: 1, q: 0}\n"
    "states: {x: {initial: 1, derivative: \"if(p, -y, -a*y)\"}, y: {initial: 0, derivative: \"x + if(q, b, -b)\"}}\n"
    "events: {p1: {crossing: x - c, direction: rising, update: {p: 1}}, p0: {crossing: x - c, direction: falling, update: {p: 0}}, q1: "
    "{crossing: y - 0.2, direction: rising, update: {q: 1}}, q0: {crossing: y - 0.2, direction: falling, update: {q: 0}}}\n",
    0 },
  { "floor-of-the-time",
    "time: {start: 0, end: 4.3}\n"
    "parameters: {T: 0.9, k: 0.2}\n"
    "states: {x: {initial: 1, derivative: -k*x + 0.1*floor(t/T)}}\n",
    "time: {start: 0, end: 4.3}\n"
    "parameters: {T: 0.9, k: 0.2}\n"
    "discrete: {n: 0}\n"
    "states: {x: {initial: 1, derivative: -k*x + 0.1*n}}\n"
    "events: {tick: {every: T, offset: T, update: {n: n + 1}}}\n",
    0 },
  { "a-discrete-state-in-a-crossing",
    "time: {start: 0, end: 6}\n"
    "parameters: {a: 1, th: 0.5, f: 1.1}\n"
    "states: {x: {initial: 0, derivative: a}}\n"
    "discrete: {lim: th}\n"
    "events: {hit: {crossing: x - lim, direction: rising, set: {x: 0, lim: lim*f}}}\n",
    NULL, 0 },
  { "a-crossing-with-a-condition",
    "time: {start: 0, end: 6}\n"
    "parameters: {a: 1, w: 2}\n"
    "states: {x: {initial: 0, derivative: w*cos(w*t)}, y: {initial: 0, derivative: 0.3*a - 0.2*y}}\n"
    "events: {hit: {crossing: x - 0.3, direction: rising, while: y < 0.6, set: {y: y + 0.2*a}}}\n",
    NULL, 0 },
  { "set-and-update-of-one-event",
    "time: {start: 0, end: 5}\n"
    "parameters: {a: 0.5, c: 0.9}\n"
    "states: {x: {initial: 1, derivative: a*x - u*x}}\n"
    "discrete: {u: 0.1}\n"
    "events: {e: {crossing: x - 2, direction: rising, set: {x: c*x/2}, update: {u: u + 0.05*x}}}\n",
    NULL, 0 },
  { "a-collision-of-two-masses",
    "time: {start: 0, end: 3}\n"
    "parameters: {m: 2, k: 3, e: 0.7}\n"
    "states: {x1: {initial: 0, derivative: v1}, v1: {initial: 1, derivative: 0}, x2: {initial: 1, derivative: v2}, v2: {initial: 0, "
    "derivative: -k*(x2 - 1)}}\n"
    "events: {hit: {crossing: x2 - x1, direction: falling, set: {v1: \"(v1 + m*v2 - m*e*(v1 - v2))/(1 + m)\", v2: \"(v1 + m*v2 + e*(v1 - "
    "v2))/(1 + m)\"}}}\n",
    NULL, 0 },
  { "a-square-wave-of-a-sine",
    "time: {start: 0, end: 8.2}\n"
    "parameters: {w: 2, z: 0.1}\n"
    "states: {x: {initial: 0, derivative: v}, v: {initial: 0, derivative: \"-x - z*v + sign(sin(w*t))\"}}\n",
    "time: {start: 0, end: 8.2}\n"
    "parameters: {w: 2, z: 0.1}\n"
    "discrete: {s: 1}\n"
    "states: {x: {initial: 0, derivative: v}, v: {initial: 0, derivative: \"-x - z*v + s\"}}\n"
    "events: {flip: {every: pi/w, offset: pi/w, update: {s: -s}}}\n",
    0 },
  { "an-event-at-the-start",
    "time: {start: 0, end: 3}\n"
    "parameters: {a: 2, b: 3}\n"
    "states: {x: {initial: a, derivative: -b*x}}\n"
    "discrete: {u: 0}\n"
    "events: {go: {at: start, set: {x: x*a, u: b}}}\n",
    NULL, 0 },
  { "a-saturated-controller",
    "time: {start: 0, end: 4}\n"
    "parameters: {k: 3, lim: 0.5, r: 1}\n"
    "states: {x: {initial: 0, derivative: v}, v: {initial: 0, derivative: \"max(-lim, min(lim, k*(r - x))) - v\"}}\n",
    NULL, 0 },
  { "round-of-a-state",
    "time: {start: 0, end: 3}\n"
    "parameters: {a: 0.7, b: 0.2}\n"
    "states: {x: {initial: 0.1, derivative: \"a + b*round(x)\"}}\n",
    "time: {start: 0, end: 3}\n"
    "parameters: {a: 0.7, b: 0.2}\n"
    "discrete: {n: 0}\n"
    "states: {x: {initial: 0.1, derivative: \"a + b*n\"}}\n"
    "events: {up: {crossing: x - n - 0.5, direction: rising, update: {n: n + 1}}}\n",
    0 },
  { "a-ball-of-nanometres",
    "time: {start: 0, end: 1e-3}\n"
    "parameters: {e: 0.8, g: 9.81e-3, h0: 1e-9, f: 1e-10}\n"
    "states: {h: {initial: h0, derivative: v}, v: {initial: 0, derivative: -g}}\n"
    "events: {impact: {crossing: h - f, direction: falling, set: {v: -e*v}}}\n",
    NULL, 0 },
  { "a-ball-of-gigametres",
    "time: {start: 0, end: 4e5}\n"
    "parameters: {e: 0.8, g: 9.81, h0: 1e11, f: 3e10}\n"
    "states: {h: {initial: h0, derivative: v}, v: {initial: 0, derivative: -g}}\n"
    "events: {impact: {crossing: h - f, direction: falling, set: {v: -e*v}}}\n",
    NULL, 0 },
};

typedef struct
{
  const char *title, *yaml, *column, *reason; /* part of the reason of the column, or of the message of the run if the column is NULL */
} Refusal;

static const Refusal refusals[] = {
  { "an-event-at-the-end-of-the-run",
    "time: {start: 0, end: 10}\n"
    "parameters: {T: 3, k: 0.5, o: 1}\n"
    "states: {x: {initial: 1, derivative: -k*x}}\n"
    "events: {dose: {every: T, offset: o, set: {x: x + 1}}}\n",
    "T", "exactly at the end of the run" },
  { "two-events-that-a-parameter-separates",
    "time: {start: 0, end: 6}\n"
    "parameters: {T: 1, a: 0.5}\n"
    "states: {x: {initial: 1, derivative: -a*x}}\n"
    "events: {one: {every: T, set: {x: x + 1}}, two: {at: [3], set: {x: 2*x}}}\n",
    "T", "the event 'one' and the event 'two' happen at the same time" },
  { "a-quantized-measurement",
    "time: {start: 0, end: 2.1}\n"
    "parameters: {k: 1.7, q: 0.1}\n"
    "states: {x: {initial: 1, derivative: u}}\n"
    "discrete: {u: 0}\n"
    "events: {c: {every: 0.2, update: {u: -k*q*floor(x/q)}}}\n",
    "k", "the event 'c' applies 'floor'" },
  { "a-motion-that-stays-on-a-switch",
    "time: {start: 0, end: 3}\n"
    "parameters: {a: 0.5}\n"
    "states: {x: {initial: 1, derivative: \"a - 2*sign(x)\"}}\n",
    NULL, "stays on the switch in the derivative of 'x'" },
  { "the-size-of-a-noise",
    "time: {start: 0, end: 6}\n"
    "parameters: {s: 0.5, k: 1}\n"
    "noise: {w: {distribution: \"normal(0, s)\", every: 0.1}}\n"
    "states: {x: {initial: 0, derivative: -k*x + w}}\n",
    "s", "noise" },
  { "impacts-that-accumulate",
    "time: {start: 0, end: 10}\n"
    "parameters: {e: 0.5, g: 9.81}\n"
    "states: {h: {initial: 1, derivative: v}, v: {initial: 0, derivative: -g}}\n"
    "events: {impact: {crossing: h, direction: falling, set: {h: 0, v: -e*v}}}\n",
    NULL, "Zeno" },
  { "a-switch-that-is-touched",
    "time: {start: 0, end: 6}\n"
    "parameters: {a: 1, w: 1}\n"
    "states: {x: {initial: 0, derivative: w*a*cos(w*t)}, y: {initial: 0, derivative: \"if(x >= 1, 1, 0) + 0.1*a\"}}\n",
    "a", "touches" },
  { "a-condition-that-changes-at-its-event",
    "time: {start: 0, end: 6}\n"
    "parameters: {c: 0.5}\n"
    "states: {x: {initial: 0, derivative: 1}, y: {initial: 0, derivative: 0.25}}\n"
    "events: {hit: {crossing: x - 2, direction: rising, while: y < c, set: {x: 0}}}\n",
    "c", "'while' of the event 'hit' changes" },
  { "an-event-that-is-touched",
    "time: {start: 0, end: 6}\n"
    "parameters: {a: 1}\n"
    "states: {x: {initial: 0, derivative: a*cos(t)}, y: {initial: 0, derivative: 0.1}}\n"
    "events: {hit: {crossing: x - 1, set: {y: 0}}}\n",
    "a", "the event 'hit' touches zero" },
  { "a-monitor-that-ends-the-run",
    "time: {start: 0, end: 6}\n"
    "parameters: {a: 1}\n"
    "states: {x: {initial: 0, derivative: a}}\n"
    "monitors: {far: {when: x > 2, terminate: far}}\n",
    "a", "ends the run after a step" },
  { "a-start-on-a-switch",
    "time: {start: 0, end: 1}\n"
    "parameters: {b: 0}\n"
    "states: {x: {initial: b, derivative: \"if(x > 0, 2, 1)\"}}\n",
    "b", "exactly on the switch in the derivative of 'x'" },
};
