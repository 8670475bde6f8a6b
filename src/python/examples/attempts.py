"""Counts attempted steps by outcome, and shows which state limits them."""
from collections import Counter

import stepwise

run = stepwise.load("van-der-pol").run(integrator="runge_kutta5", accuracy=1e-6)
tape = run.tape
outcomes = Counter(tape["outcome"])
print(dict(outcomes), "smallest step", min(tape["h"]))
print("largest error in", Counter(states[0] for states in tape["worst"] if states).most_common())
assert outcomes["accepted"] == run.statistics["steps_taken"]
assert outcomes["rejected_error"] == run.statistics["rejected_error"]
assert all((error <= 1) == (outcome == "accepted") for error, outcome in zip(tape["error"], tape["outcome"]))
assert sum(sum(tape["rhs_" + part]) for part in ("stages", "rejected")) <= run.statistics["rhs_evaluations"]
