"""How fast the styles are for 1e3 to 1e6 grains, beside their peers and beside the machine, for run.py; and the tables of page Measured_vardem.

    run.py --only how_fast --save       measures, and writes bench/results/<date>.how_fast.json, .png and the tables
    how_fast.py                         makes the tables again: of the newest JSON, and of all promises in bench/results
    how_fast.py --check                 status 1 if the tables are not those of these files

Each style and its peer run in turn on one core. Times are processor times: the wall time of LAMMPS' loop times its use of the processor; the least of
three runs counts. bench_counts counts the operations of the kernels and the numbers that an integrator reads and writes. Beside them stands what the
machine copies in a nanosecond. The page includes the tables, bench/results/how_fast.cost.rst and .ratios.rst.
"""
import ctypes, datetime, json, os, re, subprocess, sys, tempfile, time
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
    write_tables()


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


def ratios(row):
    return [ours / theirs for ours, theirs in row["ns"].values()]


def growth(row):
    """Cost of a grain of the largest size over that of the second, which fits into a cache."""
    costs = [ours for ours, _ in row["ns"].values()]
    return costs[-1] / costs[1]


def rate(row):
    """GB/s that a step of the largest size moves."""
    return row["bytes"] / list(row["ns"].values())[-1][0]


def bound(row, copy):
    """What a step of the largest size waits for, as far as its growth and its rate tell."""
    if rate(row) > copy["memory"]:
        return "not explained: more than a copy moves"
    return "memory" if growth(row) >= 1.5 else "the core, and memory in part" if growth(row) >= 1.25 else "the core"


def slower_than_peers(found):
    """The sentence that says where a style costs more than its peer."""
    rows = [f"*{row['what']}* ({row['style']}) {', '.join(f'{100 * (r - 1):+.0f}' for r in ratios(row))} %" for row in found["rows"] if max(ratios(row)) > 1.0]
    sizes = ", ".join(thousands(n) for n in found["rows"][0]["ns"])
    return f"**Some styles cost more than their peers**, at {sizes} grains: {'; '.join(rows)}. All the others cost less at each size.\n"


def cost_table(found=None):
    found = found or newest()
    copy, sizes = found["copy"], list(found["rows"][0]["ns"])
    costs = [("what", "style", "peer", *(f"{thousands(n)} grains" for n in sizes))]
    bounds = [("what", "bytes", "operations", "GB/s", "growth", "what it waits for", "memory [bytes]", "of the peer")]
    for row in found["rows"]:
        costs.append((row["what"] + (f" (part {row['part']})" if row["part"] else ""), row["style"], row["peer"],
                      *(f"{ns[0]:.1f} ({r:.2f})" if r <= 1.0 else f"{ns[0]:.1f} (**{r:.2f}**)" for ns, r in zip(row["ns"].values(), ratios(row)))))
        bounds.append((row["what"], str(row["bytes"]), thousands(row["flops"]), f"{rate(row):.1f}", f"{growth(row):.1f}", bound(row, copy), *(thousands(round(b)) for b in row["memory"])))
    return (f"Measured on {found['date']}: {found['about']}.\n\nNanoseconds of a grain and a step, and in brackets the ratio to the peer, bold where the peer is faster:\n\n"
            + list_table((18, 18, 16, *(12 for _ in sizes)), costs) + "\n" + slower_than_peers(found)
            + f"\nOne core copies {copy['memory']:.1f} GB/s in memory (256 MiB; bytes read and bytes written), and {copy['cache']:.1f} GB/s in its cache (1 MiB):\n\n"
            + list_table((18, 8, 10, 8, 8, 24, 12, 12), bounds) + f"\n.. image:: ../../bench/results/{found['date']}.how_fast.png\n")


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


def tables():
    """What page Measured_vardem includes, by the files."""
    return {RESULTS / "how_fast.cost.rst": cost_table(), RESULTS / "how_fast.ratios.rst": ratio_table()}


def write_tables():
    for path, text in tables().items():
        path.write_text(text)


if __name__ == "__main__":
    if sys.argv[1:] != ["--check"]:
        write_tables()
    elif any(path.read_text() != text for path, text in tables().items()):
        sys.exit("tables of the manual differ from the files in bench/results: python3 bench/how_fast.py makes them again")
