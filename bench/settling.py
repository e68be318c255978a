"""Contact dynamics beside soft spheres, for run.py: the same grains settle, or flow, for the same time.

A pyramid of 20 layers falls on its lowest layer, which cannot move (Olsen & Kamrin, section 8.2). A disordered bed and a heap of 10,000 grains of
several sizes fall on a plane. Grains flow out of a hopper. There is no friction. Units are mass and diameter of a grain and gravity. Contact dynamics has
steps of 1/16, a millisecond for grains of 2.5 mm; soft spheres, with dashpots of restitution 0.1, have a quarter of sqrt(m/k), about half of what is
stable. All alternate; figures are seconds of processor time of the whole run, so that other work on the machine changes them less.
"""
import re, statistics, tempfile
from pathlib import Path

import compatible

HERE = Path(__file__).resolve().parent
RUNS = {"pyramid": 3, "bed": 3, "hopper": 3, "heap": 1}
STIFFNESSES = (1e5, 1e6, 1e7, 1e8)
STEP, TIME = 0.0625, {"pyramid": 1.5625, "bed": 6.25, "hopper": 6.25, "heap": 6.25}
SKIN = {"pyramid": 0.2, "bed": 0.3, "hopper": 0.6, "heap": 0.5}      # of contact dynamics
LAYERS = 20

PACKINGS = {
    "pyramid": f"""boundary f f f
read_data {{data}}
group base id <= {LAYERS ** 2}
group free subtract all base
change_box all z final -1 22
displace_atoms all ramp z 0 {0.025 * (LAYERS - 1)} z 0 {(LAYERS - 1) * 0.5 ** 0.5}
fix base base freeze
""",
    "bed": """boundary p p f
lattice sc 0.7
region box block 0 9 0 9 0 13
create_box 1 box
region fill block 0 8.9 0 8.9 0.9 10.5
create_atoms 1 region fill
group free union all
set group all diameter 1
set group all density 1.9098593
displace_atoms all random 0.04 0.04 0.04 4711
""",
    "hopper": """boundary f f f
lattice sc 0.8
region box block -8 8 -8 8 -40 26 units box
create_box 1 box
region cone cone z 0 0 3 7 3 7 open 1 open 2 units box
region cylinder cylinder z 0 0 7 7 24 open 1 open 2 units box
region hopper union 2 cone cylinder
region below cone z 0 0 2.3 6.3 3 7 units box
region above cylinder z 0 0 6.3 7 23 units box
region fill union 2 below above
create_atoms 1 region fill
group free union all
set group all diameter 1
set group all density 1.9098593
displace_atoms all random 0.03 0.03 0.03 4711
""",
    "heap": """boundary p p f
lattice sc 0.55
region box block 0 24 0 24 0 21
create_box 1 box
region fill block 0 23.9 0 23.9 0.9 18.5
create_atoms 1 region fill
group free union all
variable size atom 0.8+0.4*((43758.5453*abs(sin(12.9898*id)))%1)
set group all diameter v_size
set group all density 1.9098593
displace_atoms all random 0.005 0.005 0.005 4711
"""}
WALLS = {"bed": "plane 0 0 0 0 0 1", "heap": "plane 0 0 0 0 0 1", "hopper": "region hopper"}


def wall(packing, law):
    return f"fix w all wall/contact {WALLS[packing]} {law}\n" if packing in WALLS else ""


def rigid(packing):
    return (f"neighbor {SKIN[packing]} bin\npair_style contact/rigid\npair_coeff * * stiffness 1\n{wall(packing, 'stiffness 1')}"
            f"fix g all gravity 1 vector 0 0 -1\nfix i free nve/sphere/cd\ntimestep {STEP}\nrun {round(TIME[packing] / STEP)}\n")


def soft(packing, k):
    law = f"k {k!r} damping restitution 0.1 velocity mid"
    step = 0.25 / k ** 0.5
    return (f"neighbor 0.1 bin\nneigh_modify every 1 delay 0 check yes\npair_style contact/hooke\npair_coeff * * {law}\n{wall(packing, law)}"
            f"fix g all gravity 1 vector 0 0 -1\nfix i free nve/sphere\ntimestep {step!r}\nrun {round(TIME[packing] / step)}\n")


def processor_seconds(log):
    """Of the last run: LAMMPS tells its wall time, and the part of it in which the processor was used."""
    return float(re.findall(r"Loop time of (\S+)", log)[-1]) * float(re.findall(r"(\S+)% CPU use", log)[-1]) / 100


def seconds(build, run, environment):
    """{packing: {method: seconds of RUNS runs}}; the methods are contact dynamics and the stiffnesses of soft spheres."""
    result = {}
    with tempfile.TemporaryDirectory(dir=build) as name:
        folder = Path(name)
        compatible.write_pyramid(LAYERS, folder / "data")
        for packing, made in PACKINGS.items():
            methods = {"contact dynamics": rigid(packing), **{f"k = {k:.0e}": soft(packing, k) for k in STIFFNESSES}}
            times = result[packing] = {method: [] for method in methods}
            for n in range(RUNS[packing]):
                for method in methods if n % 2 == 0 else reversed(methods):
                    (folder / "commands").write_text(made.format(data=folder / "data") + methods[method])
                    out = run([build / "bin" / "lmp", "-in", HERE / "in.settle", "-var", "commands", "commands", "-log", "none"],
                              cwd=folder, env=environment())
                    times[method].append(processor_seconds(out))
    return result


def large_step(build, environment, solver="auto", layers=compatible.LARGE):
    """What one step of a pyramid at rest takes, from no forces, on LARGE_RANKS processes; None without mpiexec."""
    mpiexec = compatible.find_mpiexec(build)
    if mpiexec is None:
        return None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        compatible.write_pyramid(layers, folder / "data")
        out = compatible.output_of(
            [*compatible.on_ranks(mpiexec, compatible.LARGE_RANKS), HERE / "peak_memory.py", folder / "peak", build / "bin" / "lmp",
             "-in", HERE / "in.pyramid_step", "-log", "none", "-var", "data", folder / "data", "-var", "nbase", layers ** 2,
             "-var", "solver", solver], env=compatible.environment_of_ranks(build, environment))
        numbers = [float(v) for v in re.search(r"^ +1 +([-+.e\d ]+)$", out, re.MULTILINE).group(1).split()]
        memory = 1024 * sum(int(f.read_text()) for f in folder.glob("peak.*"))
    steps, products, residual, contacts, missed = numbers
    if missed:
        raise SystemExit(f"a step of {layers} layers has not converged: residual {residual:.3g} after {products:.0f} products")
    seconds = processor_seconds(out)
    return (f"one step of a pyramid of {layers} layers at rest, solver {solver}, {compatible.LARGE_RANKS} processes: {contacts:.0f} contacts, "
            f"{steps:.0f} Newton steps, {products:.0f} products, {seconds:.0f} s of processor time of a process, "
            f"{memory / contacts:.0f} bytes per contact")


def table(measured):
    rows = [("packing", "method", "seconds: median (least - most)", "over contact dynamics"), ("---",) * 4]
    for packing, times in measured.items():
        ours = statistics.median(times["contact dynamics"])
        rows += [(packing, method, f"{statistics.median(t):.2f} ({min(t):.2f} - {max(t):.2f})", f"{statistics.median(t) / ours:.2f}")
                 for method, t in times.items()]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)
