"""Computes the largest Lyapunov exponent of the Lorenz system with a study."""
import stepwise

study = stepwise.load("lorenz").study("lyapunov", time=500)
print(f"largest exponent {study['largest']:.3f} ± {study['uncertainty']:.3f}; the sum is {study['sum']:.6f}")
assert abs(study["largest"] - 0.9056) < 5 * study["uncertainty"]
assert abs(study["sum"] - (-10 - 1 - 8 / 3)) < 1e-6  # the divergence of the flow, −(σ + 1 + β)
