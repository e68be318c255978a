"""Walls of fix wall/contact beside those of fix wall/gran, for run.py.

Grains in a box of five planes, in a drum that turns (a region, and 5,000 triangles), and in a layer in which each grain touches the same plane. Each
wall and its peer run in turn, in even and odd alternations in opposite order, each from a bed that has settled on it. What a wall costs is the part Modify of a step, minus that of the
run without walls in the same alternation, over the number of contacts with the wall. The drum of triangles is compared as a whole, too.
"""
import math, re, statistics, struct, tempfile, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUNS, STEPS, COUNTED_STEPS = 7, 1000, 20
SIDE = 60      # grains along a side of the layer
PLANES = {"0 0 0 1 0 0": "xplane 0 NULL", "16 0 0 -1 0 0": "xplane NULL 16", "0 0 0 0 1 0": "yplane 0 NULL",
          "0 16 0 0 -1 0": "yplane NULL 16", "0 0 0 0 0 1": "zplane 0 NULL"}
BOX = ("xplane 0 16", "yplane 0 16", "zplane 0 NULL")
LENGTH = 63    # of the drum, with 10,000 grains
TURN = "rotate v_angle 0 0 0 0 1 0"
DRUM = f"variable angle equal 0.3*step*dt\nregion drum cylinder y 0 0 12 0 {LENGTH} {TURN}\n"
RING, RINGS = 100, 24      # sides of the drum of triangles, and rings of its mantle
SHAPES = {"box": "box of five planes", "drum": "rotating drum", "layer": "layer on a plane"}

STOCK = {law: f"{law} 200000.0 NULL 50.0 NULL 0.5 0" for law in ("hooke", "hooke/history", "hertz/history")}
DAMPED, FRICTION = "k 200000.0 damping mass_velocity 50.0 0.0", "kt 57142.857 mu 0.5"
OURS = {"hooke": f"{DAMPED} velocity mid", "hooke/history": f"{DAMPED} {FRICTION} velocity mid",
        "hertz/history": f"law hertz {DAMPED} {FRICTION} velocity mid", "onstep": f"{DAMPED} {FRICTION}"}
NAMES = {"hooke": "hooke", "hooke/history": "hooke with springs", "hertz/history": "hertz with springs", "onstep": "hooke with springs, onstep"}


def stock_walls(shape, law):
    if shape == "drum":
        return DRUM + f"fix w1 all wall/gran/region {STOCK[law]} region drum\n"
    planes = BOX if shape == "box" else BOX[2:]
    return "".join(f"fix w{k} all wall/gran {STOCK[law]} {plane}\n" for k, plane in enumerate(planes, 1))


def drum_of_triangles():
    """The drum as the text of an STL file: its sides touch the cylinder from outside."""
    radius = 12 / math.cos(math.pi / RING)
    rim = [(radius * math.cos(a), radius * math.sin(a)) for a in (2 * math.pi * k / RING for k in range(RING))]
    at = lambda k, j: (rim[k % RING][0], LENGTH * j / RINGS, rim[k % RING][1])
    found = [[(0, y, 0), at(k, j), at(k + 1, j)] for k in range(RING) for j, y in ((0, 0), (RINGS, LENGTH))]
    for k in range(RING):
        for j in range(RINGS):
            found += [[at(k, j), at(k + 1, j), at(k, j + 1)], [at(k + 1, j), at(k + 1, j + 1), at(k, j + 1)]]
    facets = ("".join(f"vertex {x!r} {y!r} {z!r}\n" for x, y, z in one) for one in found)
    return "solid drum\n" + "".join(f"facet normal 0 0 0\nouter loop\n{facet}endloop\nendfacet\n" for facet in facets) + "endsolid\n"


def our_walls(shape, law):
    walls = ["region drum"] if shape == "drum" else [f"plane {plane}" for plane in PLANES][0 if shape == "box" else -1:]
    fixes = "".join(f"fix w{k} all wall/contact {wall} {OURS[law]}\n" for k, wall in enumerate(walls, 1))
    return (DRUM if shape == "drum" else "") + fixes + "variable contacts equal " + "+".join(f"f_w{k}[10]" for k in range(1, len(walls) + 1)) + "\n"


def variants(shape):
    """{name: commands of the walls}."""
    found = {"none": "", **{f"gran {law}": stock_walls(shape, law) for law in STOCK}}
    found = {name: text + "variable contacts equal 0\n" for name, text in found.items()}
    found.update({f"contact {law}": our_walls(shape, law) for law in OURS})
    if shape == "drum":
        found["triangles hooke/history"] = our_walls(shape, "hooke/history").replace("region drum k", f"stl drum.stl {TURN} k")
    return found


def write_layer(path):
    """Each grain has the overlap that carries its weight, and no neighbor touches it."""
    with open(path, "w") as out:
        out.write(f"layer\n\n{SIDE ** 2} atoms\n1 atom types\n\n0 {1.02 * SIDE} xlo xhi\n0 {1.02 * SIDE} ylo yhi\n-1 10 zlo zhi\n\nAtoms # sphere\n\n")
        for k in range(SIDE ** 2):
            out.write(f"{k + 1} 1 1 1 {1.02 * (k % SIDE + 0.5)} {1.02 * (k // SIDE + 0.5)} 0.499997\n")


def prepare(build, run, environment, folder):
    """Files of the grains, bed.<shape>, and of the walls, <shape>.<number of the variant>."""
    write_layer(folder / "bed.layer")
    (folder / "drum.stl").write_text(drum_of_triangles())
    for shape in SHAPES:
        if shape != "layer":
            run([build / "bin" / "lmp", "-in", HERE / "in.walls.bed", "-var", "shape", shape, "-var", "bed", f"bed.{shape}", "-var", "length", str(LENGTH), "-log", "none"],
                cwd=folder, env=environment())
        for k, commands in enumerate(variants(shape).values()):
            (folder / f"{shape}.{k}").write_text(commands)
    for bed, walls in (("triangles", "triangles hooke/history"), ("drum", "contact hooke/history")):
        (folder / "standing").write_text(variants("drum")[walls].replace(TURN, ""))
        run([build / "bin" / "lmp", "-in", HERE / "in.walls", "-var", "bed", "bed.drum", "-var", "commands", "standing", "-var", "steps", "5000", "-var", "drag", "2",
             "-var", "settled", f"bed.{bed}", "-log", "none"], cwd=folder, env=environment())


def arguments(shape, k, steps):
    bed = "triangles" if list(variants(shape))[k].startswith("triangles") else shape
    return ["-in", HERE / "in.walls", "-var", "bed", f"bed.{bed}", "-var", "commands", f"{shape}.{k}", "-var", "steps", str(steps)]


def walls_times(build, run, environment):
    """{shape: {variant: ns of its walls per contact and step, RUNS values}}; "whole drum" has the ns of a grain and step."""
    result = {"whole drum": {}}
    with tempfile.TemporaryDirectory(dir=build) as name:
        folder = Path(name)
        prepare(build, run, environment, folder)
        for shape in SHAPES:
            names = list(variants(shape))
            modify, contacts = {name: [] for name in names}, 0
            for n in range(RUNS):
                for k in range(len(names)) if n % 2 == 0 else reversed(range(len(names))):
                    out = run([build / "bin" / "lmp", *arguments(shape, k, STEPS), "-log", "none"], cwd=folder, env=environment())
                    modify[names[k]].append(float(re.search(r"(?m)^Modify *\| *\S+ *\| *(\S+)", out).group(1)))
                    if shape == "drum":
                        loop, grains = re.search(r"Loop time of (\S+) .* with (\d+) atoms", out).groups()
                        result["whole drum"].setdefault(names[k], []).append(1e9 * float(loop) / STEPS / int(grains))
                    contacts = max(contacts, int(re.search(rf"(?m)^ +{STEPS} +(\d+)", out).group(1)))
            result[shape] = {name: [1e9 * (t - without) / contacts / STEPS for t, without in zip(times, modify["none"])]
                             for name, times in modify.items()}
    return result


def rows(times, shown):
    found = []
    for shape, title in SHAPES.items():
        for law in OURS:
            peer, promise = ("contact hooke/history", "") if law == "onstep" else (f"gran {law}", "<= 1.00")
            a, b = times[shape][f"contact {law}"], times[shape][peer]
            theirs = f"wall/contact {NAMES['hooke/history']}" if law == "onstep" else f"wall/gran {law}"
            found.append((f"{title}: wall/contact {NAMES[law]}", shown(a), theirs, shown(b), f"{statistics.median(a) / statistics.median(b):.2f}", promise))
    for part, what, promise in (("drum", "", ""), ("whole drum", ", whole step per grain", "<= 1.30")):
        a, b = (times[part][f"{name} hooke/history"] for name in ("triangles", "contact"))
        found.append((f"rotating drum of {2 * RING * (RINGS + 1):,} triangles: wall/contact hooke with springs{what}", shown(a),
                      "the same drum as a region", shown(b), f"{statistics.median(a) / statistics.median(b):.2f}", promise))
    return found


def write_sheet(path, n):
    """A wavy sheet of 2 n^2 triangles as a binary STL file."""
    corner = lambda i, j: struct.pack("<3f", 100 * i / n, 100 * j / n, math.sin(100 * i / n) * math.cos(100 * j / n))
    with open(path, "wb") as out:
        out.write(bytes(80) + struct.pack("<I", 2 * n * n))
        for i in range(n):
            a, b = corner(i, 0), corner(i + 1, 0)
            for j in range(n):
                d, c = corner(i, j + 1), corner(i + 1, j + 1)
                out.write(bytes(12) + a + b + c + bytes(14) + a + c + d + bytes(2))
                a, b = d, c


def loading(build, run, environment):
    """Seconds to load a sheet of a million triangles, and its peak of memory, over those of LAMMPS without it."""
    n, found = 708, []
    with tempfile.TemporaryDirectory(dir=build) as name:
        folder = Path(name)
        write_sheet(folder / "sheet.stl", n)
        for wall in ("", "fix sheet all wall/contact stl sheet.stl k 1\n"):
            (folder / "in").write_text("atom_style sphere\nboundary f f f\nregion box block -2 102 -2 102 -3 5\ncreate_box 1 box\n" + wall)
            start = time.monotonic()
            run([HERE / "peak_memory.py", folder / "peak", build / "bin" / "lmp", "-in", "in", "-log", "none"], cwd=folder, env=environment())
            seconds = time.monotonic() - start
            for peak in folder.glob("peak.*"):
                found.append((seconds, 1024 * int(peak.read_text())))
                peak.unlink()
    seconds, peak = (with_it - without for without, with_it in zip(*found))
    return (f"a file of {2 * n * n:,} triangles loads in {seconds:.1f} s (<= 5), "
            f"with a peak of {peak / (2 * n * n):.0f} bytes per triangle (<= 300)")


def notes(collect, build, run, environment):
    """Instructions of post_force() per contact and step. collect(functions, arguments, folder) counts those of a run of LAMMPS."""
    found = [loading(build, run, environment)]
    with tempfile.TemporaryDirectory(dir=build) as name:
        folder = Path(name)
        prepare(build, run, environment, folder)
        for shape, title in SHAPES.items():
            names = list(variants(shape))
            contacts = count_contacts(build, run, environment, folder, shape, names.index("contact hooke"))
            counted = {}
            for k, variant in enumerate(names):
                if variant == "none":
                    continue
                owner = "FixWallContact" if variant.startswith(("contact", "triangles")) else "FixWallGranRegion" if shape == "drum" else "FixWallGran"
                counted[variant] = collect([f"{owner}::post_force(int)"], arguments(shape, k, COUNTED_STEPS), folder) / contacts / (COUNTED_STEPS + 1)
                if counted[variant] < 40:
                    raise SystemExit(f"callgrind has not seen {owner}::post_force")
            found += [f"instructions per contact and step, {title}: wall/contact {NAMES[law]} {counted[f'contact {law}']:.0f}, "
                      f"wall/gran {law} {counted[f'gran {law}']:.0f}, ratio {counted[f'contact {law}'] / counted[f'gran {law}']:.2f}" for law in STOCK]
    return found


def count_contacts(build, run, environment, folder, shape, k):
    out = run([build / "bin" / "lmp", *arguments(shape, k, COUNTED_STEPS), "-log", "none"], cwd=folder, env=environment())
    return int(re.search(rf"(?m)^ +{COUNTED_STEPS} +(\d+)", out).group(1))
