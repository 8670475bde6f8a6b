"""Runs an oscillator with random starts; the mean of a linear system follows the mean start."""
import math

import stepwise

model = stepwise.load("harmonic-oscillator")
w, p0 = model["w"], model.initial["p"]
many = model.ensemble(4000, vary={"q": "normal(1, 0.2)"}, record={"q_end": "final:q"}, end=1, seed=7)
summary = many.summary["q_end"]
expected = math.cos(w) + p0 / w * math.sin(w)
print(f"mean {summary['mean']:.4f}, expected {expected:.4f}; standard deviation {summary['sd']:.4f}, expected {0.2 * abs(math.cos(w)):.4f}")
assert many.n_failed == 0 and len(many["q_end"]) == 4000
assert abs(summary["mean"] - expected) < 4 * summary["sd"] / math.sqrt(4000)
# Each member has the value of its own start.
worst = max(abs(end - (q * math.cos(w) + p0 / w * math.sin(w))) for q, end in zip(many["q"], many["q_end"]))
assert worst < 1e-2
