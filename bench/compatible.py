"""Part 9 of bench/run.py: compatible contact forces of pyramids and of heaps (fix compatible/cd and its solver)."""
import json, math, re, shutil, statistics, subprocess, tempfile
from pathlib import Path

SIZES = (10, 15, 20, 30, 40, 60)      # of the growth
LARGE, LARGE_RANKS = 144, 2           # 1,005,720 spheres
THREADS_SIZE, THREAD_RUNS = 60, 3
STEPS, PRODUCTS, CONTACTS, LARGEST = 2, 3, 4, 6      # of the numbers of fix compatible/cd
EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "settled_heap"
EXAMPLE_RANKS, EXAMPLE_TOLERANCE = (1, 2, 4), 1e-8


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
    """{name: (processor time of every repetition in seconds, counters)} of bench_compatible, which runs on one core."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "times.json"
        run([build / "bench" / "bench_compatible", f"--benchmark_repetitions={repetitions}", "--benchmark_min_time=0.02",
             "--benchmark_enable_random_interleaving=true", "--benchmark_out_format=json", f"--benchmark_out={out}"],
            env=environment(LAMMPS_PLUGIN_PATH=str(build / "plugin"), OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1"))
        measured = {}
        for b in json.loads(out.read_text())["benchmarks"]:
            if b["run_type"] == "iteration":
                name = re.sub(r"(/(iterations|repeats):\d+)*/real_time$", "", b["run_name"])
                require_solution(name, b)
                measured.setdefault(name, ([], b))[0].append(1e-9 * b["cpu_time"])
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
    products = measured["newton n=20"][1]["products"]
    rows = [("Newton, n = 20, to 1e-8: products", f"{products:.0f}", "reference", "296", "<= 300"),
            ("Newton, n = 20, to 1e-8 [ms]", f"{1e3 * median(measured, 'newton n=20'):.1f}", "", "", ""),
            (f"growth of products, n = {SIZES[0]} ... {SIZES[-1]}", f"n^{growth(measured):.2f}", "", "", "<= n^1.35")]
    for n in (20, 60):
        iteration = median(measured, f"newton n={n}") / measured[f"newton n={n}"][1]["products"]
        force = median(measured, f"gran/hooke n={n}")
        contacts = measured[f"newton n={n}"][1]["contacts"]
        rows.append((f"one iteration, n = {n} [ns per contact]", f"{1e9 * iteration / contacts:.2f}", "forces of gran/hooke",
                     f"{1e9 * force / contacts:.2f}", f"{iteration / force:.2f} (<= 1.5)"))
    mixed, exact = (median(measured, f"newton{kind} n=60") for kind in (" mixed", ""))
    rows.append(("Newton, n = 60, mixed precision [s]", f"{mixed:.2f}", "double precision [s]", f"{exact:.2f}", f"{mixed / exact:.2f}"))
    return rows


def heap_rows(measured):
    rows = []
    for law, most in (("Hooke", 6500), ("Hertz", 4000)):
        name = f"heap_1e3, {law}, to 1e-8"
        seconds, counted = median(measured, f"heap_1e3 {law} auto"), measured[f"heap_1e3 {law} auto"][1]
        newton = measured[f"heap_1e3 {law} newton"]
        rows += [(f"{name}: products", f"{counted['products']:.0f}", "Newton, diagonal blocks", f"{newton[1]['products']:.0f}",
                  f"<= {most:,}"),
                 (f"{name} [s]", f"{seconds:.2f}", "Newton, diagonal blocks [s]", f"{statistics.median(newton[0]):.2f}",
                  f"{seconds / statistics.median(newton[0]):.2f}")]
        for factors, promise in (("Eigen", " (<= 0.30)"), ("CHOLMOD", "")):
            rows += beside(measured, f"heap_1e3 {law}", f"{name} [s]", factors, promise)
        rows.append((f"{name}: bytes per contact", f"{counted['bytes_per_contact']:.0f}", "Newton, diagonal blocks",
                     f"{newton[1]['bytes_per_contact']:.0f}", ""))
    return rows + large_heap_rows(measured, "Hooke", "<= {}") + large_heap_rows(measured, "Hertz", "")


def beside(measured, packing, name, factors, promise):
    """A row that compares solver auto with Newton's method with such factors, if the benchmark was built with them."""
    if f"{packing} newton {factors}" not in measured:
        return []
    ours, theirs = median(measured, f"{packing} auto"), median(measured, f"{packing} newton {factors}")
    return [(name, f"{ours:.2f}", f"Newton, factors by {factors} [s]", f"{theirs:.2f}", f"{ours / theirs:.2f}{promise}")]


def large_heap_rows(measured, law, promise):
    name, counted = f"heap_1e4, {law}, to 1e-8", measured[f"heap_1e4 {law} auto"][1]
    return [(f"{name} [s]", f"{median(measured, f'heap_1e4 {law} auto'):.1f}", f"steps {counted['steps']:.0f}", "", promise.format(25)),
            (f"{name}: products", f"{counted['products']:.0f}", "", "", promise.format("15,000")),
            (f"{name}: bytes per contact", f"{counted['bytes_per_contact']:.0f}", "", "", promise.format(600)),
            *beside(measured, f"heap_1e4 {law}", f"{name} [s]", "CHOLMOD", "")]


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
        raise SystemExit(f"fix compatible/cd: the largest force is {one!r} by one process and thread, {two!r} with {what}")


def output_of(command, **options):
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        raise SystemExit(f"{command[0]} failed:\n{done.stdout[-2000:]}")
    return done.stdout


def whole_run(command, folder, env, tolerance, n, precision="double"):
    """(seconds of the solve by LAMMPS' clock, the numbers of the fix) of a run of in.pyramid."""
    text = output_of([*command, "-in", Path(__file__).with_name("in.pyramid"), "-log", "none", "-var", "data", folder / f"{n}.data",
                      "-var", "nbase", n * n, "-var", "tol", tolerance, "-var", "precision", precision], env=env)
    numbers = [float(v) for v in re.search(r"Step .*\n\s*0\s+(.*)", text).group(1).split()]
    return float(re.search(r"^seconds (.*)$", text, re.MULTILINE)[1]), numbers


def on_ranks(mpiexec, ranks):
    return [mpiexec, "-np", ranks]


def environment_of_ranks(build, environment):
    return environment(LAMMPS_PLUGIN_PATH=str(build / "plugin"), OMPI_MCA_rmaps_base_oversubscribe="1",
                       OMPI_MCA_hwloc_base_binding_policy="none", OMP_NUM_THREADS="1")


def large_rows(build, environment, mpiexec):
    rows, times, force, tolerance = [], {}, None, 1e-6
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_pyramid(LARGE, folder / f"{LARGE}.data")
        for precision, promises in (("double", ("<= 60", "<= 2; <= 350 bytes")), ("mixed", ("<= 40", ""))):
            peak = folder / f"peak-{precision}"
            command = [*on_ranks(mpiexec, LARGE_RANKS), Path(__file__).with_name("peak_memory.py"), peak, build / "bin" / "lmp"]
            seconds, numbers = whole_run(command, folder, environment_of_ranks(build, environment), tolerance, LARGE, precision)
            memory = sum(int(f.read_text()) for f in folder.glob(f"{peak.name}.*")) / 1024**2
            times[precision] = seconds
            force = force or numbers[LARGEST]
            require_same_force(f"{precision} precision", force, numbers[LARGEST], tolerance)
            what = f"n = {LARGE}, {LARGE_RANKS} ranks, {precision} precision, to 1e-6"
            rows += [(f"{what} [s]", f"{seconds:.1f}", f"products {numbers[PRODUCTS]:.0f}, Newton steps {numbers[STEPS]:.0f}",
                      f"{1e3 * seconds / numbers[PRODUCTS]:.1f} ms per product", promises[0]),
                     (f"{what}: memory [GB]", f"{memory:.2f}",
                      f"{1024**3 * memory / numbers[CONTACTS]:.0f} bytes per contact, LAMMPS' atoms included", "", promises[1])]
    return rows + [(f"n = {LARGE}: mixed precision [s]", f"{times['mixed']:.1f}", "double precision [s]", f"{times['double']:.1f}",
                    f"{times['mixed'] / times['double']:.2f}")]


def example_run(command, env, solver):
    """The numbers of the fix of a run of examples/settled_heap."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in ("in.settled_heap", "bowl.grains", "heap.grains"):
            shutil.copy(EXAMPLE / file, folder)
        numbers = " ".join(f"$(f_forces[{k}]:%.17g)" for k in range(1, 8))
        (folder / "in.bench").write_text(f'include in.settled_heap\nprint "numbers {numbers}"\n')
        text = output_of([*command, "-in", "in.bench", "-log", "none", "-var", "solver", solver, "-var", "tol", EXAMPLE_TOLERANCE],
                         env=env, cwd=folder)
    return [float(v) for v in re.search(r"^numbers (.*)$", text, re.MULTILINE)[1].split()]


def example_rows(build, environment, mpiexec):
    """mpiexec: None for one rank only."""
    env, lmp = environment_of_ranks(build, environment), build / "bin" / "lmp"
    newton, one = (example_run([lmp], env, solver) for solver in ("newton", "auto"))
    require_same_force("Newton's method", one[LARGEST], newton[LARGEST], EXAMPLE_TOLERANCE)
    what = f"heap of 1,000 (examples/settled_heap), to {EXAMPLE_TOLERANCE:g}: products"
    rows = [(what, f"{one[PRODUCTS]:.0f}", "Newton, diagonal blocks", f"{newton[PRODUCTS]:.0f}", "<= 2,500")]
    for ranks in EXAMPLE_RANKS[1:] if mpiexec else ():
        numbers = example_run([*on_ranks(mpiexec, ranks), lmp], env, "auto")
        require_same_force(f"{ranks} ranks", one[LARGEST], numbers[LARGEST], EXAMPLE_TOLERANCE)
        rows.append((f"the same, {ranks} ranks", f"{numbers[PRODUCTS]:.0f}", "one rank", f"{one[PRODUCTS]:.0f}",
                     f"{numbers[PRODUCTS] / one[PRODUCTS]:.2f} (<= 3)"))
    return rows


def thread_rows(build, environment):
    """build: that of Kokkos."""
    tolerance, seconds, force = 1e-8, {1: [], 2: []}, None
    with tempfile.TemporaryDirectory(dir=build) as name:
        folder = Path(name)
        write_pyramid(THREADS_SIZE, folder / f"{THREADS_SIZE}.data")
        for _ in range(THREAD_RUNS):
            for threads in seconds:
                env = environment(LAMMPS_PLUGIN_PATH=str(build / "plugin"), OMP_NUM_THREADS=str(threads))
                command = [build / "bin" / "lmp", "-k", "on", "t", threads, "-sf", "kk"]
                time_taken, numbers = whole_run(command, folder, env, tolerance, THREADS_SIZE)
                seconds[threads].append(time_taken)
                force = force or numbers[LARGEST]
                require_same_force(f"{threads} threads", force, numbers[LARGEST], tolerance)
    one, two = (statistics.median(seconds[t]) for t in (1, 2))
    return [(f"/kk, n = {THREADS_SIZE}, 2 threads [s]", f"{two:.2f}", "1 thread [s]", f"{one:.2f}", f"{one / two:.2f} x (>= 1.6)")]


def table(rows):
    head = ("compatible forces", "ours", "peer", "its figure", "ratio or promise")
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, tuple("---" for _ in head), *rows])
