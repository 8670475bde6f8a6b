"""Measures the order of a method: the slope of the error over the step size."""
import math

import stepwise

model = stepwise.load("harmonic-oscillator")
w, q0, p0 = model["w"], model.initial["q"], model.initial["p"]
exact = q0 * math.cos(5 * w) + p0 / w * math.sin(5 * w)


def error(h):
    run = model.run(end=5, integrator="runge_kutta4", fixed_step=h)
    return abs(run["q"][-1] - exact)


steps = [0.05 / 2**k for k in range(5)]
errors = [error(h) for h in steps]
orders = [math.log2(a / b) for a, b in zip(errors, errors[1:])]
for h, e in zip(steps, errors):
    print(f"h = {h:<8g} error {e:.2e}")
print("orders", " ".join(f"{p:.2f}" for p in orders))
assert abs(orders[-1] - 4) < 0.1
