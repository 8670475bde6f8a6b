"""Takes values between the steps from the dense output of the method."""
import math

import stepwise

model = stepwise.load("harmonic-oscillator")
w, q0, p0 = model["w"], model.initial["q"], model.initial["p"]
run = model.run(end=20, integrator="dop853", accuracy=1e-9)
times = [20 * k / 999 for k in range(1000)]
values = run.at(times)
worst = max(abs(q - (q0 * math.cos(w * t) + p0 / w * math.sin(w * t))) for t, q in zip(times, values["q"]))
print(f"{len(run.t)} rows, {len(times)} values between them, largest error {worst:.1e}")
assert worst < 1e-6
assert run.at(run.t[7])["q"] == run["q"][7]
