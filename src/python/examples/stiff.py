"""Compares an explicit and an implicit method on a stiff problem."""
import stepwise

model = stepwise.load("van-der-pol")
model.set(parameters={"mu": 1000}, end=100)
steps = {}
for method in ("runge_kutta5", "radau5"):
    run = model.run(integrator=method, accuracy=1e-5)
    steps[method] = run.statistics["steps_taken"]
    print(f"{method:13s} {steps[method]:7d} steps, {run.statistics['rhs_evaluations']} right-hand sides")
assert steps["radau5"] * 100 < steps["runge_kutta5"]
