"""How fast the styles are for 1e3 to 1e6 grains, beside their peers and beside the machine, for run.py; and the tables of page Measured_vardem.

    run.py --only how_fast --save       measures, and writes bench/results/<date>.how_fast.json and .png

Each style and its peer run in turn on one core. Times are processor times: the wall time of LAMMPS' loop times its use of the processor; the least of
three runs counts. bench_counts counts the operations of the kernels and the numbers that an integrator reads and writes. Beside them stands what the
machine copies in a nanosecond. The manual makes its tables from the newest file of each kind in bench/results (doc/src/conf.py).
"""
import ctypes, datetime, json, os, re, subprocess, tempfile, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results"
EDGES = (10, 22, 46, 100)      # grains along an edge of the block
RUNS, GRAIN_STEPS, LEAST_STEPS = 3, 2_000_000, 20      # the largest size, whose set-up takes long, is run once
CONTACTS = 3                   # of a grain, each counted once; it has no other neighbors in its list

# commands of a style and of its peer
NVE, NVE_PEER = "fix move all nve/sphere/leapfrog\n", "fix move all nve/sphere\n"
GRAN = "pair_style gran/{} 200000.0 NULL 50.0 NULL 0.5 0\npair_coeff * *\n"
SOFT = "pair_style contact/{}\npair_coeff * * k 200000.0 damping mass_velocity 50.0 0.0 {}\n"
SPRINGS = "kt 57142.857 mu 0.5"
GRANULAR = ("pair_style granular\npair_coeff * * hertz/material 3e5 50.0 0.25 tangential mindlin NULL 1.0 0.5 "
            "rolling sds 2e4 10.0 0.1 twisting sds 1e4 5.0 0.0125 damping viscoelastic\n")
TURNING = ("pair_style contact/hertz\npair_coeff * * E 3e5 nu 0.25 damping mass_velocity 50.0 50.0 G isotropic mu 0.5 "
           "rolling 1250.0 0.1 0.625 twisting 1e4 0.05 5.0\n")
TURN = "set group all quat/random 1234\nset group all angmom 0.1 0.2 0.3\n"
ELLIPSOIDS = ("-var", "atoms", "ellipsoid", "-var", "shape", "shape 1.0 0.8 0.6")

# Bytes that a step moves for a grain apart from its integrator. LAMMPS sets forces and torques to zero, and the loop adds to them. A loop over contacts
# reads position, radius, velocities and type, finds the inverse mass, and reads its list; with springs it reads and writes them and the flag of each contact.
FORCES = 48 + 2 * 48
LOOP = 24 + 8 + 48 + 4 + (8 + 4 + 8 + 8) + (4 + 4 + 8 + 4 * CONTACTS)
SPRING = 8 + 8 + CONTACTS * (4 + 4 + 24 + 24)
ONSTEP = (48 + 48) + (48 + 48 + 48) + (48 + 48 + 48) + 48      # velocities are kept, turned into changes, extrapolated, and read by the loop
LEDGER = 8 + 48                                                # fix energy/ledger reads masses and velocities

# capability: (style, its commands, peer, its commands, more arguments of LAMMPS, part of the step or None, what bench_counts counts, bytes beside the integrator)
CASES = {
    "integrator of spheres": ("fix nve/sphere/leapfrog", NVE, "fix nve/sphere", NVE_PEER, (), "Modify", {"sphere": 1}, 0),
    "integrator of ellipsoids": ("fix nve/asphere/variational", TURN + "fix move all nve/asphere/variational\n", "fix nve/asphere", TURN + "fix move all nve/asphere\n",
                                 ELLIPSOIDS, "Modify", {"ellipsoid": 1}, 0),
    "contacts without friction": ("contact/hooke, velocity mid", SOFT.format("hooke", "velocity mid") + NVE, "gran/hooke", GRAN.format("hooke") + NVE_PEER,
                                  (), None, {"sphere": 1, "hooke": CONTACTS}, FORCES + LOOP),
    "friction, half-step dashpots": ("contact/hooke, velocity mid", SOFT.format("hooke", SPRINGS + " velocity mid") + NVE, "gran/hooke/history",
                                     GRAN.format("hooke/history") + NVE_PEER, (), None, {"sphere": 1, "hooke with springs": CONTACTS}, FORCES + LOOP + SPRING),
    "friction": ("contact/hooke", SOFT.format("hooke", SPRINGS) + NVE, "gran/hooke/history", GRAN.format("hooke/history") + NVE_PEER, (), None,
                 {"sphere": 1, "hooke with springs": CONTACTS}, FORCES + LOOP + SPRING + ONSTEP),
    "friction, Hertz": ("contact/hertz", SOFT.format("hertz", SPRINGS) + NVE, "gran/hertz/history", GRAN.format("hertz/history") + NVE_PEER, (), None,
                        {"sphere": 1, "hertz with springs": CONTACTS}, FORCES + LOOP + SPRING + ONSTEP),
    "rolling and twisting": ("contact/hertz", TURNING + NVE, "granular", GRANULAR + NVE_PEER, (), None,
                             {"sphere": 1, "rolling and twisting": CONTACTS}, FORCES + LOOP + SPRING + CONTACTS * 48 + ONSTEP),
    "energy ledger": ("contact/hooke, fix energy/ledger", SOFT.format("hooke", SPRINGS) + "fix ledger all energy/ledger\n" + NVE, "the same without the fix",
                      SOFT.format("hooke", SPRINGS) + NVE, (), None, {"sphere": 1, "hooke with springs": CONTACTS}, FORCES + LOOP + SPRING + ONSTEP + LEDGER)}


def copy_rate(mib):
    """Bytes that a core reads and writes in a nanosecond of its time when it copies a block of this size; the best of some copies."""
    n = mib << 20
    a, b = ctypes.create_string_buffer(n), ctypes.create_string_buffer(n)
    times = []
    for _ in range(20):
        begin = time.process_time()
        for _ in range(max(1, 64 // mib)):
            ctypes.memmove(b, a, n)
        times.append(time.process_time() - begin)
    return 2e-9 * n * max(1, 64 // mib) / min(times)


def one_run(build, environment, folder, edge, commands, arguments, part):
    """ns per grain and step, and the peak of memory [bytes]."""
    steps = max(LEAST_STEPS, GRAIN_STEPS // edge**3)
    (folder / "commands").write_text(commands)
    command = [build / "bin" / "lmp", "-in", HERE / "in.how_fast", "-log", "none", "-nocite", "-var", "n", edge, "-var", "steps", steps, "-var", "commands", "commands", *arguments]
    with open(folder / "out", "w") as out:
        process = subprocess.Popen([str(c) for c in command], cwd=folder, stdout=out, stderr=subprocess.STDOUT, env=environment(OMP_NUM_THREADS="1"))
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    text = (folder / "out").read_text()
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{text[-3000:]}")
    text = text[text.rindex("Loop time of"):]
    seconds, atoms = re.match(r"Loop time of (\S+) on .* with (\d+) atoms", text).groups()
    if part:
        seconds = re.search(rf"(?m)^{part} *\| *\S+ *\| *(\S+)", text).group(1)
    used = float(re.search(r"([\d.]+)% CPU use", text).group(1)) / 100
    return 1e9 * float(seconds) * used / steps / int(atoms), 1024 * usage.ru_maxrss


def measure(build, run, environment, about, edges=EDGES):
    """All figures, as the files of results have them. about: machine and commit."""
    load = os.getloadavg()[0]
    counts = json.loads(run([build / "bench" / "bench_counts"]))
    rows = []
    with tempfile.TemporaryDirectory(dir=build) as name:
        for what, (ours, commands, peer, peer_commands, arguments, part, counted, moved) in CASES.items():
            print(f"  {what} ...", flush=True)
            cost, memory = {}, {}
            for edge in edges:
                found = [[one_run(build, environment, Path(name), edge, text, arguments, part) for text in (commands, peer_commands)]
                         for _ in range(1 if edge == edges[-1] else RUNS)]
                cost[edge**3] = [min(pair[k][0] for pair in found) for k in (0, 1)]
                memory[edge**3] = [min(pair[k][1] for pair in found) for k in (0, 1)]
            few, many = list(memory)[-2:]
            rows.append({"what": what, "style": ours, "peer": peer, "part": part, "ns": cost,
                         "memory": [(memory[many][k] - memory[few][k]) / (many - few) for k in (0, 1)],
                         "flops": sum(n * counts[kernel]["flops"] for kernel, n in counted.items()),
                         "bytes": moved + sum(n * counts[kernel]["bytes"] for kernel, n in counted.items())})
    # last, since Linux counts the peak of this process for the programs that it starts
    copy = {"memory": copy_rate(256), "cache": copy_rate(1)}
    return {"date": datetime.date.today().isoformat(), "about": f"{about}, with a load of {load:.1f} before", "copy": copy, "rows": rows}


def draw(found, path):
    """Cost against size: a curve for each style, a thin one for its peer."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(figsize=(8, 5.5))
    for k, row in enumerate(found["rows"]):
        sizes = [int(n) for n in row["ns"]]
        for which, style in ((0, "o-"), (1, "--")):
            axes.loglog(sizes, [ns[which] for ns in row["ns"].values()], style, color=f"C{k}", lw=2 - which, label=None if which else f"{row['what']}: {row['style']}")
    axes.set(xlabel="grains", ylabel="ns per grain and step, one core", title="Cost against size (dashed: the peer in LAMMPS)")
    axes.grid(color="#e6e9ec", which="both")
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    figure.tight_layout()
    figure.savefig(path, dpi=90, pil_kwargs={"optimize": True})


def save(found):
    path = RESULTS / f"{found['date']}.how_fast.json"
    path.write_text(json.dumps(found, indent=1) + "\n")
    draw(found, path.with_suffix(".png"))


# --- tables of the manual, as reStructuredText ---

def newest():
    return json.loads(max(RESULTS.glob("*.how_fast.json")).read_text())


def list_table(widths, rows):
    text = [".. list-table::", "   :header-rows: 1", f"   :widths: {' '.join(map(str, widths))}", ""]
    for row in rows:
        text += [("   * - " if k == 0 else "     - ") + (cell or "\\-") for k, cell in enumerate(row)]
    return "\n".join(text) + "\n"


def thousands(n):
    return f"{int(n):,}"


def bound(row, copy):
    """What a step of the largest size waits for."""
    sizes = list(row["ns"])
    last, before = row["ns"][sizes[-1]][0], row["ns"][sizes[1]][0]
    share = row["bytes"] / last / copy["memory"]
    grows = last / before
    if share >= 0.5:
        return f"memory: it moves its numbers at {share:.0%} of the rate of a copy"
    if grows >= 1.5:
        return f"memory, in part: {share:.0%} of the rate of a copy, {grows:.1f} times the cost of {thousands(sizes[1])} grains"
    return f"instructions: {share:.0%} of the rate of a copy, {grows:.1f} times the cost of {thousands(sizes[1])} grains"


def cost_table(found=None):
    found = found or newest()
    sizes = list(found["rows"][0]["ns"])
    rows = [("what", "style", "peer", *(f"{thousands(n)} grains: ns (ratio to the peer)" for n in sizes), "bytes, operations", "memory of a grain [bytes]: style, peer", "what bounds it")]
    for row in found["rows"]:
        rows.append((row["what"] + (f" (part {row['part']})" if row["part"] else ""), row["style"], row["peer"],
                     *(f"{ours:.1f} ({ours / theirs:.2f})" for ours, theirs in row["ns"].values()),
                     f"{row['bytes']}, {row['flops']}", ", ".join(thousands(round(b)) for b in row["memory"]), bound(row, found["copy"])))
    copy = found["copy"]
    return (f"Measured on {found['date']}: {found['about']}. One core copies {copy['memory']:.1f} bytes in a nanosecond in memory (256 MiB, read and written), and "
            f"{copy['cache']:.1f} in its cache (1 MiB).\n\n" + list_table((14, 14, 12, *(9 for _ in sizes), 10, 10, 20), rows) +
            f"\n.. image:: ../../bench/results/{found['date']}.how_fast.png\n")


def promised_rows():
    """(what, peer, ratio, promise, date) of the tables in bench/results that have a column of promises; of each the newest."""
    found = {}
    for path in sorted(RESULTS.glob("*.md")):
        for line in path.read_text().splitlines():
            cells = [c.strip() for c in line.strip("|").split("|")]
            if len(cells) == 6 and re.fullmatch(r"<= [\d.]+", cells[5]):
                found[cells[0], cells[2]] = (float(cells[4]), float(cells[5][3:]), path.name[:10])
    return [(*key, *value) for key, value in found.items()]


def ratio_table():
    rows = [("what", "peer", "ratio", "promised", "measured")]
    rows += [(what, peer, f"{ratio:.2f}" if ratio <= most else f"**{ratio:.2f}**", f"<= {most:.2f}", date) for what, peer, ratio, most, date in promised_rows()]
    return list_table((40, 28, 8, 10, 14), rows)


TABLES = {"cost": cost_table, "ratios": ratio_table}
