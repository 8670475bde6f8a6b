"""Runs the harmonic oscillator and compares it with its closed form."""
import math

import stepwise

model = stepwise.load("harmonic-oscillator")
w, q0, p0 = model["w"], model.initial["q"], model.initial["p"]
run = model.run(end=10, integrator="dop853", accuracy=1e-10)

exact = q0 * math.cos(w * run.t[-1]) + p0 / w * math.sin(w * run.t[-1])
print(f"{run.message} in {run.statistics['steps_taken']} steps, error {run['q'][-1] - exact:.1e}")
assert abs(run["q"][-1] - exact) < 1e-8
