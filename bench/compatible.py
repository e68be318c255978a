"""Part 9 of bench/run.py: compatible contact forces of the pyramid (fix compatible/cd and its solver)."""
import json, math, re, shutil, statistics, subprocess, tempfile
from pathlib import Path

SIZES = (10, 15, 20, 30, 40, 60)      # of the growth
LARGE, LARGE_RANKS = 144, 2           # 1,005,720 spheres
THREADS_SIZE, THREAD_RUNS = 60, 3
LARGEST = 6                           # of the numbers of fix compatible/cd: the largest force


def write_pyramid(n, path):
    """Square layers of touching spheres of diameter and mass 1, IDs x fastest, then y, then upwards."""
    with open(path, "w") as out:
        out.write(f"pyramid\n\n{sum(m * m for m in range(1, n + 1))} atoms\n1 atom types\n\n")
        out.write("".join(f"-1 {n} {a}lo {a}hi\n" for a in "xyz") + "\nAtoms # sphere\n\n")
        number = 0
        for layer in range(n):
            for iy in range(n - layer):
                for ix in range(n - layer):
                    number += 1
                    out.write(f"{number} 1 1.0 {6 / math.pi!r} {ix + layer / 2} {iy + layer / 2} {layer * math.sqrt(0.5)!r}\n")


# --- the solver alone ---

def solver_times(build, run, environment, repetitions):
    """{name: (seconds of every repetition, counters)} of bench_compatible."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "times.json"
        run([build / "bench" / "bench_compatible", f"--benchmark_repetitions={repetitions}", "--benchmark_min_time=0.02",
             "--benchmark_enable_random_interleaving=true", "--benchmark_out_format=json", f"--benchmark_out={out}"],
            env=environment(LAMMPS_PLUGIN_PATH=str(build / "plugin")))
        measured = {}
        for b in json.loads(out.read_text())["benchmarks"]:
            if b["run_type"] == "iteration":
                name = b["run_name"].removesuffix("/real_time")
                require_solution(name, b)
                measured.setdefault(name, ([], b))[0].append(1e-9 * b["real_time"])
        return measured


def require_solution(name, counters):
    """The time of a solver that gave up is no measurement; gran/hooke has no such counter."""
    if counters.get("converged", 1) != 1:
        raise SystemExit(f"bench_compatible: {name} has not converged after {counters['products']:.0f} products")


def median(measured, name):
    return statistics.median(measured[name][0])


def growth(measured):
    """Exponent of the products from the smallest to the largest pyramid."""
    least, most = (measured[f"newton n={n}"][1]["products"] for n in (SIZES[0], SIZES[-1]))
    return math.log(most / least) / math.log(SIZES[-1] / SIZES[0])


def solver_rows(measured):
    newton, other = (median(measured, f"{name} n=20") for name in ("newton", "augmented Lagrangian"))
    products = measured["newton n=20"][1]["products"]
    rows = [("Newton, n = 20, to 1e-8: products", f"{products:.0f}", "reference", "296", "<= 300"),
            ("Newton, n = 20, to 1e-8 [ms]", f"{1e3 * newton:.1f}", "augmented Lagrangian [ms]", f"{1e3 * other:.0f}",
             f"{newton / other:.3f} (<= 0.10)"),
            (f"growth of products, n = {SIZES[0]} ... {SIZES[-1]}", f"n^{growth(measured):.2f}", "", "", "<= n^1.35")]
    for n in (20, 60):
        iteration = median(measured, f"newton n={n}") / measured[f"newton n={n}"][1]["products"]
        force = median(measured, f"gran/hooke n={n}")
        contacts = measured[f"newton n={n}"][1]["contacts"]
        rows.append((f"one iteration, n = {n} [ns per contact]", f"{1e9 * iteration / contacts:.2f}", "forces of gran/hooke",
                     f"{1e9 * force / contacts:.2f}", f"{iteration / force:.2f} (<= 1.5)"))
    return rows


def draw_growth(measured, path):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    products = [measured[f"newton n={n}"][1]["products"] for n in SIZES]
    figure, axes = plt.subplots(figsize=(6, 4))
    axes.loglog(SIZES, products, "o-", label="Newton with conjugate gradients, 1e-8")
    axes.loglog(SIZES, [products[0] * (n / SIZES[0]) ** 1.35 for n in SIZES], "--", color="gray", label="n^1.35")
    axes.set(xlabel="spheres along an edge of the pyramid, n", ylabel="products with the tangent")
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(path, dpi=90, pil_kwargs={"optimize": True})


# --- fix compatible/cd as a whole ---

def find_mpiexec(build):
    """That of the build's MPI, else one of the path, or None."""
    found = re.search(r"^MPIEXEC_EXECUTABLE:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.MULTILINE)
    return found[1] if found and shutil.which(found[1]) else shutil.which("mpiexec")


def require_same_force(what, one, two, tolerance):
    """Largest forces of two solutions to a tolerance of the balance: 10 x that, as for ranks."""
    if not abs(two - one) <= 10 * tolerance * abs(one):    # also NaN
        raise SystemExit(f"fix compatible/cd/kk: the largest force is {one!r} with one thread, {two!r} with {what}")


def whole_run(command, folder, env, tolerance, n):
    """(seconds of the solve by LAMMPS' clock, the numbers of the fix) of a run of in.pyramid."""
    script = Path(__file__).with_name("in.pyramid")
    done = subprocess.run([str(c) for c in (*command, "-in", script, "-log", "none", "-var", "data", folder / f"{n}.data", "-var", "nbase",
                                            n * n, "-var", "tol", tolerance)],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)
    seconds = re.search(r"^seconds (.*)$", done.stdout, re.MULTILINE)
    if done.returncode != 0 or not seconds:
        raise SystemExit(f"fix compatible/cd failed:\n{done.stdout[-2000:]}")
    numbers = [float(v) for v in re.search(r"Step .*\n\s*0\s+(.*)", done.stdout).group(1).split()]
    return float(seconds[1]), numbers


def large_rows(build, environment, mpiexec):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_pyramid(LARGE, folder / f"{LARGE}.data")
        env = environment(LAMMPS_PLUGIN_PATH=str(build / "plugin"), OMPI_MCA_rmaps_base_oversubscribe="1",
                          OMPI_MCA_hwloc_base_binding_policy="none")
        peak = folder / "peak"
        seconds, numbers = whole_run([mpiexec, "-np", LARGE_RANKS, Path(__file__).with_name("peak_memory.py"), peak, build / "bin" / "lmp"],
                                     folder, env, 1e-6, LARGE)
        memory = sum(int(f.read_text()) for f in folder.glob("peak.*")) / 1024**2
    what = f"n = {LARGE}, {LARGE_RANKS} ranks, to 1e-6"
    contacts = numbers[4]
    return [(f"{what} [s]", f"{seconds:.1f}", f"products {numbers[3]:.0f}, Newton steps {numbers[2]:.0f}", "163 on one core", "<= 60"),
            (f"{what}: memory [GB]", f"{memory:.2f}", f"{1024**3 * memory / contacts:.0f} bytes per contact, LAMMPS' atoms included", "",
             "<= 2; <= 350 bytes")]


def thread_rows(prefix, build, environment):
    """build: that of Kokkos."""
    tolerance, seconds, force = 1e-8, {1: [], 2: []}, None
    with tempfile.TemporaryDirectory(dir=build) as name:
        folder = Path(name)
        write_pyramid(THREADS_SIZE, folder / f"{THREADS_SIZE}.data")
        for _ in range(THREAD_RUNS):
            for threads in seconds:
                env = environment(LAMMPS_PLUGIN_PATH=str(build / "plugin"), OMP_NUM_THREADS=str(threads))
                command = [*prefix, build / "bin" / "lmp", "-k", "on", "t", threads, "-sf", "kk"]
                time_taken, numbers = whole_run(command, folder, env, tolerance, THREADS_SIZE)
                seconds[threads].append(time_taken)
                force = force or numbers[LARGEST]
                require_same_force(f"{threads} threads", force, numbers[LARGEST], tolerance)
    one, two = (statistics.median(seconds[t]) for t in (1, 2))
    return [(f"/kk, n = {THREADS_SIZE}, 2 threads [s]", f"{two:.2f}", "1 thread [s]", f"{one:.2f}", f"{one / two:.2f} x (>= 1.6)")]


def table(rows):
    head = ("compatible forces of the pyramid", "ours", "peer", "its figure", "ratio or promise")
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, tuple("---" for _ in head), *rows])
