"""Implicit steps beside explicit ones at half of what is stable, for run.py.

A bed with strong dashpots is pressed together slowly (examples/slow_compression), without and with friction: 50 steps of fix nve/sphere/implicit theta 1, and fix
nve/sphere. A network of
bonded grains (in.bonded_network), in 5 steps. A beam of stiff bonds swings (examples/bonded_chain) with steps of 1 % of its period. A settled heap is shaken weakly
(in.held_packing). A gas settles in a box (examples/settling_box) with the same step tc/32 for all. Figures are seconds of processor time; all runs alternate.
"""
import statistics, tempfile
from pathlib import Path

from settling import processor_seconds

HERE = Path(__file__).resolve().parent
RUNS = 3


def example(name):
    return HERE.parent / "examples" / name / f"in.{name}"


# title: input, variables, for each method its variables, and the factors of methods that make a part of the run only. The first method is explicit.
# Stronger dashpots, and friction: a tenth of the strain. Network: the same strain in a fiftieth of the time. Beam: a tenth of one period in place of five. Heap: one period
# of four.
CASES = {
    "slow compression, dashpots 9.6 w0": (example("slow_compression"), {},
                                          {"fix nve/sphere": {"form": "verlet"}, "implicit, 50 steps": {"form": "implicit"}}, {}),
    "slow compression, dashpots 96 w0": (example("slow_compression"), {"gamma": 96},
                                         {"fix nve/sphere": {"form": "verlet", "strain": 1e-3}, "implicit, 50 steps": {"form": "implicit"}},
                                         {"fix nve/sphere": 10}),
    "slow compression, friction 0.5": (example("slow_compression"), {"mu": 0.5},
                                       {"fix nve/sphere": {"form": "verlet", "strain": 1e-3}, "implicit, 50 steps": {"form": "implicit"}},
                                       {"fix nve/sphere": 10}),
    "bonded network, 0.2 % of compression": (HERE / "in.bonded_network", {},
                                             {"fix nve/sphere": {"form": "explicit", "time": 20}, "implicit, 5 steps": {"form": "implicit"}},
                                             {"fix nve/sphere": 50}),
    "swinging beam, 5 periods": (example("bonded_chain"), {},
                                 {"fix nve/sphere/rodrigues": {"form": "explicit", "periods": 0.1},
                                  "alpha 0.5, 100 steps in a period": {"form": "implicit", "periods": 5}},
                                 {"fix nve/sphere/rodrigues": 50}),
    "weakly shaken heap": (HERE / "in.held_packing", {"packing": HERE.parent / "examples" / "heap_scaling" / "heap.300.data"},
                           {"fix nve/sphere": {"form": "explicit", "periods": 1}, "implicit, 25 steps in a period": {"form": "implicit"}},
                           {"fix nve/sphere": 4}),
    "settling box, tc/32": (example("settling_box"), {"time": 2},
                            {"fix nve/sphere": {"form": "verlet"}, "alpha 0": {"form": "zero"}, "alpha 0.5": {"form": "half"},
                             "scheme energy": {"form": "energy"}}, {}),
}


def seconds(build, run, environment):
    """{case: {method: seconds of RUNS runs}}."""
    result = {}
    with tempfile.TemporaryDirectory(dir=build) as folder:
        for title, (script, common, methods, times) in CASES.items():
            found = result[title] = {method: [] for method in methods}
            for n in range(RUNS):
                for method in methods if n % 2 == 0 else reversed(methods):
                    given = [word for item in {**common, **methods[method]}.items() for word in ("-var", item[0], str(item[1]))]
                    out = run([build / "bin" / "lmp", "-in", script, "-log", "none", *given], cwd=folder, env=environment())
                    found[method].append(times.get(method, 1) * processor_seconds(out))
    return result


def table(measured):
    rows = [("case", "method", "seconds: median (least - most)", "over explicit steps"), ("---",) * 4]
    for title, found in measured.items():
        peer = statistics.median(next(iter(found.values())))
        rows += [(title, method, f"{statistics.median(t):.2f} ({min(t):.2f} - {max(t):.2f})", f"{statistics.median(t) / peer:.3g}")
                 for method, t in found.items()]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)
