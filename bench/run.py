#!/usr/bin/env python3
"""Benchmarks of VARDEM: every figure is a ratio to its peer in the same run, with the spread of the repetitions.

    bench/run.py --build build --lammps-source LAMMPS [--save]

1. integrators  time of both half steps of a fix on 32,000 and on a million bodies (bench_integrators), host styles and /kk
                styles on 2 threads
2. rotations    cost and orientation error of every scheme for a free ellipsoid (bench_rotations), as a table and a picture
3. instructions executed by the integrators, by callgrind
4. chute        LAMMPS' bench/in.chute as a whole, alternating between the two integrators
5. cell         the same chute in a sheared cell, and damped: what fix deform/gradv and fix damping/cundall/onstep add to a step
6. contacts     the chute with pair styles contact/hooke and contact/hertz and with those of LAMMPS (bench/contacts.py)
7. walls        fix wall/contact and fix wall/gran: planes, a drum, a layer of grains (bench/walls.py)
8. bonds        bond style binder and bpm/rotational on a bonded block (bench/bonds.py)
9. compatible   compatible contact forces (bench/compatible.py) of pyramids: an iteration of the solver
                beside one force evaluation, the growth of its work, a million spheres, /kk on two threads; of disordered
                heaps: solver auto beside Newton's method, and 1, 2 and 4 ranks.
10. settling    contact dynamics and soft spheres of growing stiffness, and one step of a million grains (bench/settling.py)
11. friction    products of a step with friction (bench_friction); with --fclib FOLDER also problems of FCLIB beside Siconos
                (bench/fclib.py)
12. implicit    implicit steps beside velocity-Verlet (bench/implicit.py)
13. how_fast    cost of 1e3 to 1e6 grains, bytes, operations and memory (bench/how_fast.py)
--only contacts, compatible, settling, friction, implicit or how_fast measures this part alone.
The tables go to the terminal and to build/bench/results.md, the picture to build/bench/results.png, with --save also to
bench/results/<date>.md and .png. Part 13 goes to <date>.how_fast.json and .png there, also alone; the manual has its tables.
"""
import argparse, datetime, json, os, platform, re, shutil, statistics, subprocess, sys, tempfile
from pathlib import Path

import bonds, compatible, contacts, how_fast, implicit, settling, walls

ROOT = Path(__file__).resolve().parent.parent
REPETITIONS = 9
CHUTE_RUNS, CHUTE_STEPS = 7, 1000

# style: its peer, and the ratio that was promised
PEERS = {"nve/sphere/leapfrog": ("nve/sphere", 1.03), "nve/sphere/leapfrog update quat": ("nve/sphere", None),
         "nve/sphere/rodrigues": ("nve/sphere/leapfrog update quat", 1.00),
         "nve/sphere/rodrigues map exact": ("nve/sphere/leapfrog update quat", None),
         "nve/sphere/rodrigues map exponential": ("nve/sphere/leapfrog update quat", None),
         "nve/asphere/fincham": ("nve/asphere", 0.40), "nve/asphere/fincham half current": ("nve/asphere", None),
         "nve/asphere/fincham (scalar loop)": ("nve/asphere", 0.60),
         "nve/asphere/fincham (1e6)": ("nve/asphere (1e6)", None),
         "nve/asphere/variational": ("nve/asphere", 0.45), "nve/asphere/variational scheme lgvi6": ("nve/asphere", None),
         "nve/asphere/variational scheme lgvi": ("nve/asphere", None),
         "nve/asphere/variational scheme midpoint": ("nve/asphere", None),
         "nve/asphere/variational (scalar loop)": ("nve/asphere", None),
         "nve/asphere/variational (1e6)": ("nve/asphere (1e6)", 0.65),
         "nve/asphere/variational scheme lgvi6 (1e6)": ("nve/asphere (1e6)", None)}

# shape of in.instructions: a style and its peer, each with the classes that have its initial_integrate() and final_integrate()
COUNTED = {"sphere": (("nve/sphere/leapfrog", "FixNVESphereLeapfrog", "FixNVERotation"),
                      ("nve/sphere", "FixNVESphere", "FixNVESphere")),
           "ellipsoid": (("nve/asphere/variational", "FixNVEAsphereVariational", "FixNVEAsphereVariational"),
                         ("nve/asphere", "FixNVEAsphere", "FixNVEAsphere"))}


def environment(**more):
    env = dict(os.environ, OMP_PROC_BIND="false", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    return {**env, **more}


def run(command, **options):
    """Output of a command; the end of its output and a stop where it fails."""
    done = subprocess.run([str(c) for c in command], **{"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, **options})
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-3000:]}")
    return done.stdout


def median_and_spread(values):
    return statistics.median(values), min(values), max(values)


# --- 1. integrators ---------------------------------------------------------------------------------

def times_of_integrators(build, lammps_args=()):
    """ns per body-step of every benchmark, REPETITIONS values each, repetitions of all benchmarks interleaved."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "times.json"
        run([build / "bench" / "bench_integrators", f"--benchmark_repetitions={REPETITIONS}",
             "--benchmark_enable_random_interleaving=true", "--benchmark_out_format=json", f"--benchmark_out={out}",
             *(["--", *lammps_args] if lammps_args else [])],
            env=environment(LAMMPS_PLUGIN_PATH=str(build / "plugin"), OMP_NUM_THREADS="2"))
        times = {}
        for b in json.loads(out.read_text())["benchmarks"]:
            if b["run_type"] == "iteration":
                times.setdefault(b["run_name"].removesuffix("/real_time"), []).append(b["ns_per_body_step"])
        return times


def suffixed(style, suffix):
    name, _, keywords = style.partition(" ")
    return f"{name}{suffix} {keywords}".strip()


def has_kokkos(build):
    return (build / "kokkos" / "build.ninja").exists()


def rows_of_integrators(times, suffix=""):
    rows = []
    for style, (peer, promise) in PEERS.items():
        if style not in times:
            continue
        ours, low, high = median_and_spread(times[style])
        theirs, peer_low, peer_high = median_and_spread(times[peer])
        rows.append((suffixed(style, suffix), f"{ours:.1f} ({low:.1f} - {high:.1f})", suffixed(peer, suffix),
                     f"{theirs:.1f} ({peer_low:.1f} - {peer_high:.1f})", f"{ours / theirs:.2f}", f"<= {promise:.2f}" if promise else ""))
    return rows


# --- 2. rotations -----------------------------------------------------------------------------------

def rotations(build):
    """name: (ns per rotation, {h: orientation error}) of every scheme, in the order of bench_rotations."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "rotations.json"
        run([build / "bench" / "bench_rotations", f"--benchmark_repetitions={REPETITIONS}", "--benchmark_min_time=0.1",
             "--benchmark_enable_random_interleaving=true", "--benchmark_out_format=json", f"--benchmark_out={out}"],
            env=environment(LAMMPS_PLUGIN_PATH=str(build / "plugin")))
        measured = {}
        for b in sorted(json.loads(out.read_text())["benchmarks"], key=lambda b: b["family_index"]):
            if b["run_type"] == "iteration":
                errors = {float(key[6:]): value for key, value in b.items() if key.startswith("error_")}
                measured.setdefault(b["run_name"], ([], errors))[0].append(b["ns_per_rotation"])
        return {name: (statistics.median(times), errors) for name, (times, errors) in measured.items()}


def table_of_rotations(measured):
    shown = (0.2, 0.1, 0.05, 0.025)
    head = ("scheme", "ns per rotation", *(f"error, h = {h:g}" for h in shown))
    rows = [head, tuple("---" for _ in head)]
    rows += [(name, f"{ns:.1f}", *(f"{errors[h]:.1e}" for h in shown)) for name, (ns, errors) in measured.items()]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def draw_rotations(measured, path):
    """Orientation error at t = 20 against the cost of getting there, a curve per scheme, a point per step length."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(figsize=(8, 5.5))
    markers = iter("sXPDovp^*h")
    for name, (ns, errors) in measured.items():
        steps = sorted(h for h in errors if errors[h] < 0.5)
        axes.loglog([1e-3 * ns * 20 / h for h in steps], [errors[h] for h in steps], marker=next(markers), label=f"{name}, {ns:.0f} ns")
    axes.set(xlabel="cost of the rotation up to t = 20  [microseconds per body]", ylabel="orientation error at t = 20  [rad]",
             title="Free ellipsoid, I = (1, 1.6, 2.2), omega = (0.3, 1, 0.5); h = 0.4 ... 0.0125")
    axes.grid(color="#e6e9ec")
    axes.legend(frameon=False, fontsize=9)
    figure.tight_layout()
    figure.savefig(path, dpi=90, pil_kwargs={"optimize": True})


# --- 3. instructions --------------------------------------------------------------------------------

def collected_instructions(build, functions, arguments, folder):
    """Instructions in functions of LAMMPS_NS, and in what they call, of a run of LAMMPS in folder."""
    launcher = (build / "bin" / "lmp").read_text()
    lmp = Path(re.search(r'exec "(.*?)"', launcher).group(1))
    toggles = [f"--toggle-collect=LAMMPS_NS::{f}" for f in functions]
    text = run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", "--collect-atstart=no", *toggles,
                lmp, *arguments, "-log", "none", "-screen", "none"], cwd=folder,
               env=environment(LAMMPS_PLUGIN_PATH=str(build / "plugin"), LD_LIBRARY_PATH=str(lmp.parent)))
    return int(re.search(r"Collected : (\d+)", text).group(1))


def instructions(build, shape, style, initial, final):
    """Instructions of initial_integrate() and final_integrate() per body-step; initial, final: the classes that have them."""
    with tempfile.TemporaryDirectory() as folder:
        functions = [f"{initial}::initial_integrate(int)", f"{final}::final_integrate()"]
        arguments = ["-in", ROOT / "bench" / "in.instructions", "-var", "fix", style, "-var", "shape", shape]
        counted = collected_instructions(build, functions, arguments, folder) / (8000 * 10)
    if counted < 40:      # less than two passes over x, v, f: a class has no such function
        sys.exit(f"callgrind has not seen {initial}::initial_integrate or {final}::final_integrate")
    return counted


# --- 4. chute ---------------------------------------------------------------------------------------

def chute_times(build, source, variants, lammps_args=(), **environ):
    """ns per atom-step of LAMMPS' chute in variants, {name: change of the input}, CHUTE_RUNS alternations: as a whole; in its
    part Modify, which is integrators, gravity and wall, without the noise of the pair style; and in its part Pair."""
    text = (source / "bench" / "in.chute").read_text()
    text = re.sub(r"(?m)^run\s.*$", f"run {CHUTE_STEPS}", text)
    times = {name: ([], [], []) for name in variants}
    with tempfile.TemporaryDirectory(dir=build) as folder:
        shutil.copy(source / "bench" / "data.chute", folder)
        for k, change in enumerate(variants.values()):
            (Path(folder) / f"in.{k}").write_text(change(text))
        for n in range(CHUTE_RUNS):
            order = list(enumerate(variants))
            for k, name in order if n % 2 == 0 else reversed(order):
                out = run([build / "bin" / "lmp", *lammps_args, "-in", f"in.{k}", "-log", "none"], cwd=folder,
                          env=environment(**environ))
                loop, atoms = re.search(r"Loop time of (\S+) on .* with (\d+) atoms", out).groups()
                parts = [re.search(rf"(?m)^{part} *\| *\S+ *\| *(\S+)", out).group(1) for part in ("Modify", "Pair")]
                for part, seconds in zip(times[name], (loop, *parts)):
                    part.append(1e9 * float(seconds) / CHUTE_STEPS / int(atoms))
    return times


def shown(values):
    return "{:.1f} ({:.1f} - {:.1f})".format(*median_and_spread(values))


INTEGRATORS = {name: lambda text, name=name: text.replace("nve/sphere", name) for name in ("nve/sphere", "nve/sphere/leapfrog")}


def rows_of_chute(times):
    rows = []
    for part, (name, promise) in enumerate((("in.chute as a whole", "<= 1.03"), ("in.chute, its part Modify", ""))):
        ours, theirs = (times[s][part] for s in ("nve/sphere/leapfrog", "nve/sphere"))
        rows.append((f"{name}, nve/sphere/leapfrog", shown(ours), "nve/sphere", shown(theirs),
                     f"{statistics.median(ours) / statistics.median(theirs):.2f}", promise))
    return rows


# --- 5. cell ----------------------------------------------------------------------------------------

DAMPING, GRADV = "fix d all damping/cundall/onstep 0.1 0.1\n", "fix g all deform/gradv gradv 0 0 0 0.01 0 0\n"
CELL = {"fix damping/cundall/onstep": DAMPING, "fix damping/cundall": "fix d all damping/cundall 0.1 0.1\n",
        "fix deform/gradv": GRADV, "fix deform": "fix g all deform 0 xy erate 0.01 remap v\n", "both of VARDEM": DAMPING + GRADV,
        "neither": ""}
CELL_VARIANTS = {name: lambda text, fixes=fixes: text.replace("fix             1 all", "change_box all triclinic\nfix 1 all").replace(
    "fix             2 bottom", fixes + "fix 2 bottom") for name, fixes in CELL.items()}


def rows_of_cell(times):
    """What the fixes add to the part Modify of a step, as a share of the step with them, as nve/sphere, gravity and freeze have
    theirs (19 %); and the whole step, with the virial that fix deform/gradv asks for."""
    whole, modify = (statistics.median(times["neither"][part]) for part in (0, 1))
    rows = []
    for name in list(CELL)[:-1]:
        added, step = [t - modify for t in times[name][1]], times[name][0]
        promise = "<= 0.20" if name == "both of VARDEM" else ""
        rows.append((f"sheared chute, share of Modify: {name}", shown(added), "the step with it", shown(step),
                     f"{statistics.median(added) / statistics.median(step):.2f}", promise))
        rows.append((f"sheared chute, whole step: {name}", shown(step), "the step without", shown(times["neither"][0]),
                     f"{statistics.median(step) / whole:.2f}", ""))
    return rows


# --- report -----------------------------------------------------------------------------------------

def machine():
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    return f"{model}, {os.cpu_count()} cores"


def commit():
    """What is measured: sources that are in no commit are named, too."""
    def git(*what):
        return subprocess.run(["git", "-C", str(ROOT), *what], capture_output=True, text=True).stdout.strip()
    return (git("rev-parse", "--short", "HEAD") or "(no git)") + (" with changes that are in no commit" if git("status", "--porcelain", "src", "cmake", "bench", ":!bench/results") else "")


def table(rows):
    head = ("style", "ns per body-step: median (least - most)", "peer", "its ns", "ratio", "promised")
    rows = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def compatible_forces(build, notes):
    """Rows of part 9. Its picture of growth goes to the folder of results."""
    print("compatible forces ...", flush=True)
    solver = compatible.solver_times(build, run, environment, REPETITIONS)
    compatible.draw_growth(solver, growth_picture(build))
    rows = compatible.solver_rows(solver) + compatible.heap_rows(solver)
    mpiexec = compatible.find_mpiexec(build)
    rows += compatible.example_rows(build, environment, mpiexec)
    if mpiexec:
        rows += compatible.large_rows(build, environment, mpiexec)
    else:
        notes.append("compatible forces on two ranks: not measured, there is no mpiexec")
    if has_kokkos(build):
        rows += compatible.thread_rows(build / "kokkos", environment)
    return rows


def contact_dynamics(build, notes):
    """The table of part 10. What it tells of a step of a million grains goes to the notes."""
    print("settling ...", flush=True)
    measured = settling.seconds(build, run, environment)
    print("a million grains ...", flush=True)
    notes.append(settling.large_step(build, environment) or "one step of a million grains: not measured, there is no mpiexec")
    return settling.table(measured)


DEBIAN_PYTHON = "/usr/bin/python3"      # has Siconos


def friction(build, problems):
    """The tables of part 11."""
    print("friction ...", flush=True)
    out = run([build / "bench" / "bench_friction", "--benchmark_format=json"], stderr=subprocess.DEVNULL)
    rows = [("step with friction", "products", "most in a step", "to 1e-2", "to 1e-4", "to 1e-6", "contacts that push", "bytes per contact"), ("---",) * 8]
    for b in json.loads(out)["benchmarks"]:
        cells = (b.get(key) for key in ("products", "most", "1e-2", "1e-4", "1e-6", "pushing", "bytes"))
        rows.append((b["run_name"].removesuffix("/iterations:1"), *("" if c is None else "-" if c < 0 else f"{c:.4g}" for c in cells)))
    tables = ["\n".join("| " + " | ".join(row) + " |" for row in rows)]
    if problems:
        print("FCLIB ...", flush=True)
        tables.append(run([DEBIAN_PYTHON, ROOT / "bench" / "fclib.py", "--build", build, problems]))
    return "\n\n".join(tables)


def implicit_steps(build):
    """The table of part 12."""
    print("implicit ...", flush=True)
    return implicit.table(implicit.seconds(build, run, environment))


def cost_of_sizes(args, build):
    """The table of part 13."""
    print("how fast ...", flush=True)
    found = how_fast.measure(build, run, environment, f"commit {commit()}; {machine()}")
    if args.save:
        how_fast.save(found)
    return how_fast.cost_table(found)


def growth_picture(build):
    return build / "bench" / "compatible.png"


def forces_of_contacts(args, build, notes):
    """Rows of part 6 without Kokkos."""
    print("contacts ...", flush=True)
    if shutil.which("valgrind"):
        notes += contacts.notes(lambda *what: collected_instructions(build, *what), args.lammps_source)
    return contacts.rows(chute_times(build, args.lammps_source, contacts.VARIANTS), shown)


# Parts that can be measured alone: text of a part
ALONE = {"contacts": lambda args, build, notes: table(forces_of_contacts(args, build, notes)),
         "compatible": lambda args, build, notes: compatible.table(compatible_forces(build, notes)),
         "settling": lambda args, build, notes: contact_dynamics(build, notes),
         "friction": lambda args, build, notes: friction(build, args.fclib),
         "implicit": lambda args, build, notes: implicit_steps(build),
         "how_fast": lambda args, build, notes: cost_of_sizes(args, build)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--lammps-source", type=Path, required=True)
    parser.add_argument("--save", action="store_true")
    parser.add_argument("--only", choices=ALONE, help="measure this part alone, and print its tables")
    parser.add_argument("--fclib", type=Path, metavar="FOLDER", help="problems of FCLIB, for the part friction")
    args = parser.parse_args()
    build = args.build.resolve()
    notes = []
    if args.only:
        print(ALONE[args.only](args, build, notes), *notes, sep="\n")
        return

    print("integrators of the host ...", flush=True)
    rows = rows_of_integrators(times_of_integrators(build))
    with_kokkos = has_kokkos(build)
    if not with_kokkos:
        notes.append("/kk styles: not measured, there is no build/kokkos (make kokkos)")
    else:
        print("integrators of Kokkos, 2 threads ...", flush=True)
        run(["cmake", "--build", build / "kokkos", "--target", "bench_integrators"], cwd=ROOT)
        rows += rows_of_integrators(times_of_integrators(build / "kokkos", ("-k", "on", "t", "2", "-sf", "kk")), "/kk")

    print("rotations ...", flush=True)
    measured = rotations(build)
    picture = build / "bench" / "results.png"
    draw_rotations(measured, picture)

    if shutil.which("valgrind"):
        print("instructions ...", flush=True)
        for shape, (style, peer) in COUNTED.items():
            ours, theirs = instructions(build, shape, *style), instructions(build, shape, *peer)
            notes.append(f"instructions per {shape} and step: {style[0]} {ours:.1f}, {peer[0]} {theirs:.1f}, ratio {ours / theirs:.3f}")
        notes += walls.notes(lambda *what: collected_instructions(build, *what), build, run, environment)
        notes += bonds.notes(lambda *what: collected_instructions(build, *what), build, run, environment)
    else:
        notes.append("instructions: not counted, valgrind is not installed")

    print("chute ...", flush=True)
    rows += rows_of_chute(chute_times(build, args.lammps_source, INTEGRATORS))
    rows += rows_of_cell(chute_times(build, args.lammps_source, CELL_VARIANTS))

    print("walls ...", flush=True)
    rows += walls.rows(walls.walls_times(build, run, environment), shown)

    rows += forces_of_contacts(args, build, notes)
    if with_kokkos:
        run(["cmake", "--build", build / "kokkos"], cwd=ROOT)
        kokkos_variants = {name: contacts.VARIANTS[name] for name in contacts.KOKKOS}
        on_threads = ("-k", "on", "t", "2", "-sf", "kk", "-pk", "kokkos", "neigh", "half", "newton", "off")
        rows += contacts.kokkos_rows(chute_times(build / "kokkos", args.lammps_source, kokkos_variants, on_threads,
                                                 OMP_NUM_THREADS="2"), shown)

    print("bonds ...", flush=True)
    of_bonds = bonds.bond_times(build, run, environment)
    rows += bonds.rows(of_bonds, shown)
    if with_kokkos:
        on_threads = bonds.kokkos_times(build / "kokkos", run, environment)
        rows += bonds.rows(on_threads, shown, of_bonds, "/kk, 2 threads", "<= 0.60")

    forces = compatible_forces(build, notes)
    settled = contact_dynamics(build, notes)
    rough = friction(build, args.fclib)
    in_long_steps = implicit_steps(build)
    of_sizes = cost_of_sizes(args, build)

    date = datetime.date.today().isoformat()
    text = (f"# Benchmark of {date}\n\nCommit {commit()}; {machine()}. {REPETITIONS} repetitions in random order; "
            f"chute: {CHUTE_RUNS} alternations of {CHUTE_STEPS} steps.\n\n{table(rows)}\n\n" + "\n".join("* " + n for n in notes) +
            f"\n\n{compatible.table(forces)}\n\n{settled}\n\n{rough}\n\n{in_long_steps}\n\n{of_sizes}\n\nRotation alone, free ellipsoid, error of the orientation at t = 20. Ours in vector lanes, as in the fixes:\n\n{table_of_rotations(measured)}\n")
    print(text)
    (build / "bench" / "results.md").write_text(text)
    if args.save:
        results = how_fast.RESULTS
        results.mkdir(exist_ok=True)
        (results / f"{date}.md").write_text(text + f"\n![accuracy against cost]({date}.png)\n\n![growth]({date}.compatible.png)\n")
        shutil.copy(picture, results / f"{date}.png")
        shutil.copy(growth_picture(build), results / f"{date}.compatible.png")
        how_fast.write_tables()


if __name__ == "__main__":
    main()
