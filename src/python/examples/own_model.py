"""Writes a model, finds a mistake by its message, and sweeps a parameter."""
import math

import stepwise

TEXT = """
format: 1
name: Decay
time: {start: 0, end: 2}
parameters: {k: 1}
states:
  x: {initial: 1, derivative: -k*x}
"""

try:
    stepwise.load(text=TEXT.replace("derivative", "derivate"))
except stepwise.ModelError as error:
    print(error)
    assert "derivate" in str(error) and "derivative" in str(error)

model = stepwise.load(text=TEXT, name="decay.yaml")
grid = model.sweep({"k": (0.5, 3, 6)}, record={"rest": "final:x"}, accuracy=1e-9)
for k, rest in zip(grid["k"], grid["rest"]):
    print(f"k = {k:.1f}   x(2) = {rest:.6f}")
    assert abs(rest - math.exp(-2 * k)) < 1e-6
