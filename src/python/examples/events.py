"""Reads the impacts of a bouncing ball: times, and states before and after."""
import math

import stepwise

model = stepwise.load("bouncing-ball")
run = model.run(end=5, integrator="dop853", accuracy=1e-10)
impacts = [event for event in run.events if event.name == "impact"]
for event in impacts[:3]:
    print(f"t = {event.t:.6f}   v from {event.before['v']:.4f} to {event.after['v']:.4f}")
ratios = [-event.after["v"] / event.before["v"] for event in impacts[:5]]
assert all(abs(ratio - ratios[0]) < 1e-9 for ratio in ratios)
assert abs(impacts[0].t - math.sqrt(2 * model.initial["h"] / model["g"])) < 1e-9
