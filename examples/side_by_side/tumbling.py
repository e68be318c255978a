"""(a) A free ellipsoid: errors of attitude and energy against the step size, and energy over 100,000 steps."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from runner import ASPHERES

SCRIPT = Path(__file__).parent / "in.tumbling"
INERTIA = np.array([1.0, 1.6, 2.2])
SPIN = np.array([0.3, 1.0, 0.5])
T = 20.0
STEPS = (0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
LONG_STEPS = (0.1, 0.05)
LONG = 100_000


@dataclass
class Result:
    attitude: dict    # integrator -> errors at time T in rad, one for each of STEPS
    energy: dict      # integrator -> largest relative errors up to T, one for each of STEPS
    drift: dict       # (integrator, step size) -> relative errors of energy over LONG steps

    def order(self, errors):
        """Slope of the error between the two smallest steps."""
        return np.log(errors[-2] / errors[-1]) / np.log(STEPS[-2] / STEPS[-1])


def product(p, q):
    """Product of two quaternions (w, x, y, z)."""
    return np.array([p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3], p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
                     p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1], p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]])


def exact_attitude(steps=8000):
    """Euler's equations in the body's frame and the attitude, by Runge-Kutta of 4th order; its error is below 1e-10 here."""
    def rate(y):
        w = y[4:]
        acceleration = np.array([(INERTIA[1] - INERTIA[2]) * w[1] * w[2] / INERTIA[0], (INERTIA[2] - INERTIA[0]) * w[2] * w[0] / INERTIA[1],
                                 (INERTIA[0] - INERTIA[1]) * w[0] * w[1] / INERTIA[2]])
        return np.concatenate([product(y[:4], (0.0, *w)) / 2, acceleration])

    y, h = np.concatenate([[1.0, 0.0, 0.0, 0.0], SPIN]), T / steps
    for _ in range(steps):
        k1 = rate(y)
        k2 = rate(y + h / 2 * k1)
        k3 = rate(y + h / 2 * k2)
        k4 = rate(y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return y[:4] / np.linalg.norm(y[:4])


def angle(p, q):
    """Angle of the rotation from one attitude to the other."""
    difference = product(p * np.array([1, -1, -1, -1]), q)
    return 2 * np.arctan2(np.linalg.norm(difference[1:]), abs(difference[0]))


def job(integrator, h, steps, every):
    return f"tumbling {integrator} h {h} {steps} steps", SCRIPT, dict(integrator=integrator, h=h, steps=steps, every=every)


def read(folder):
    """Relative errors of energy, and the last attitude."""
    rows = np.loadtxt(folder / "tumbling.dat")
    return rows[:, 2] / rows[0, 2] - 1, rows[-1, 3:]


def measure(lammps):
    print(f"(a) tumbling ellipsoid: {len(STEPS)} step sizes, then {LONG} steps, three integrators each", flush=True)
    short = [(integrator, h) for integrator in ASPHERES for h in STEPS]
    long = [(integrator, h) for integrator in ASPHERES for h in LONG_STEPS]
    folders = lammps.run_all([job(integrator, h, round(T / h), round(0.1 / h)) for integrator, h in short] +
                             [job(integrator, h, LONG, 500) for integrator, h in long])
    runs = [read(folder) for folder in folders]
    exact = exact_attitude()
    result = Result({name: [] for name in ASPHERES}, {name: [] for name in ASPHERES}, {})
    for (integrator, _), (energy, attitude) in zip(short, runs):
        result.attitude[integrator].append(angle(exact, attitude))
        result.energy[integrator].append(abs(energy).max())
    for key, (energy, _) in zip(long, runs[len(short):]):
        result.drift[key] = energy
    return result


def tabulate(table, result):
    table.section("(a) tumbling ellipsoid, inertia 1 : 1.6 : 2.2", *("fix " + name for name in ASPHERES))
    for h in (0.1, 0.01, 0.001):
        i = STEPS.index(h)
        table.row(f"attitude error at t = {T:g}, h = {h:g} [rad]", *(f"{result.attitude[name][i]:.2e}" for name in ASPHERES))
    table.row("   its order", *(f"{result.order(result.attitude[name]):.2f}" for name in ASPHERES))
    i = STEPS.index(0.01)
    table.row(f"largest energy error up to t = {T:g}, h = 0.01", *(f"{result.energy[name][i]:.1e}" for name in ASPHERES))
    table.row("   its order", *(f"{result.order(result.energy[name]):.2f}" for name in ASPHERES))
    for h in LONG_STEPS:
        table.row(f"energy after {LONG} steps of h = {h:g}", *(f"{100 * result.drift[name, h][-1]:+.1f} %" for name in ASPHERES))
