"""Looks at each step, and ends the run where a condition of its own holds."""
import stepwise

model = stepwise.load("lorenz")
highest = 0.0


def look(step):
    """Ends the run in the first step that ends above z = 45."""
    global highest
    highest = max(highest, step["z"])
    return step["z"] <= 45


run = model.run(end=100, integrator="dop853", accuracy=1e-8, on_step=look)
print(run.message, "with z =", run["z"][-1])
assert run.status == "terminated" and run["z"][-1] > 45 and run["z"][-1] == highest

# The steps are those of a run that nobody watches.
whole = model.run(end=100, integrator="dop853", accuracy=1e-8)
n = len(run.t)
assert list(run["z"]) == list(whole["z"][:n])
