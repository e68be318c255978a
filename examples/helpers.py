"""What the scripts of these examples share: arguments, dumps, exact attitudes, tables, pictures."""

import argparse
import sys
from pathlib import Path

import numpy as np

EXAMPLES = Path(__file__).resolve().parent
sys.path.insert(1, str(EXAMPLES / "side_by_side"))

from pictures import BLUE, GRAY, GREEN, ORANGE, RED, plain, plt      # noqa: E402,F401
from runner import Failed, Lammps      # noqa: E402
from table import Table                # noqa: E402

VIOLET = "#7a4fa3"
ASPHERES = {      # groups of in.tumbling and in.gyroscope, in the order of their atoms
    "nve/asphere": dict(color=GRAY, marker="s"),
    "fincham": dict(color=ORANGE, marker="D"),
    "midpoint": dict(color=VIOLET, marker="v"),
    "lgvi": dict(color=GREEN, marker="^"),
    "lgvi4": dict(color=BLUE, marker="o"),
    "lgvi6": dict(color=RED, marker="*"),
}


class Finished(Lammps):
    """Runs what has not been run to its end before."""

    def run(self, name, script, **variables):
        log = self.folder(name) / "log.lammps"
        done = log.exists() and "Total wall time" in log.read_text(errors="replace")
        return log.parent if done else super().run(name, script, **variables)


def run_changed(lammps, name, script, changes, **variables):
    """Runs a copy of an input in which texts are replaced: changes has (old, new)."""
    text = script.read_text()
    for old, new in changes:
        if old not in text:
            raise Failed(f"{script} has no '{old}'")
        text = text.replace(old, new)
    copy = lammps.folder(name) / script.name
    copy.write_text(text)
    return lammps.run(name, copy, **variables)


def thermo(folder):
    """Array [line, column] of the output of the last run in the log of this folder, without the step."""
    log = (folder / "log.lammps").read_text()
    last = log[log.rindex("\n   Step "):log.rindex("Loop time")].splitlines()[2:]
    return np.array([line.split()[1:] for line in last if not line.startswith("WARNING")], float)


def main(example, measure, options=()):
    """Calls measure(lammps, out) with the arguments of the command line, and with the values of more options: (name, settings)."""
    build = EXAMPLES.parent / "build"
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lmp", default=build / "bin" / "lmp", help="LAMMPS with VARDEM loaded (build/bin/lmp)")
    parser.add_argument("--out", default=build / "examples" / example, type=Path,
                        help=f"folder of the results (build/examples/{example}); the runs are in its folder runs")
    parser.add_argument("--reuse", action="store_true", help="take the runs that are there already")
    for name, settings in options:
        parser.add_argument("--" + name, **settings)
    args = parser.parse_args()
    try:
        lammps = (Finished if args.reuse else Lammps)(args.lmp, args.out / "runs")
        measure(lammps, args.out, **{name: getattr(args, name) for name, _ in options})
    except (Failed, OSError) as problem:
        sys.exit(f"error: {problem}")


def publish(out, table):
    (out / "table.md").write_text(table.markdown())
    print("\n" + table.text() + f"\nWritten to {out}")


def save(figure, path):
    """With a legend of the first panel below all."""
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncol=len(labels))
    figure.tight_layout(rect=(0, 0.08, 1, 1))
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def three_panels():
    """A figure as wide as a page, with three panels and a place for their legend."""
    figure, axes = plt.subplots(2, 2, figsize=(9.0, 7.4))
    axes[1, 1].set_axis_off()
    return figure, axes.ravel()


def save_panels(figure, path, handles=None):
    """Of three_panels(): with the legend of the first panel, or of these handles, in the fourth place."""
    handles = handles or figure.axes[0].get_legend_handles_labels()[0]
    figure.axes[3].legend(handles=handles, loc="center", fontsize=11)
    figure.tight_layout()
    figure.savefig(path, dpi=100, pil_kwargs={"optimize": True})


def widths_of(forces, scale, color, unit):
    """For a legend: lines as wide as these forces, whose widths are the forces times scale."""
    return [plt.Line2D([], [], color=color, linewidth=scale * force, label=f"{force:g} {unit}") for force in forces]


def read_dump(path):
    """Array [frame, atom, column] of a dump custom whose first column is the id, which is left out."""
    frames = path.read_text().split("ITEM: TIMESTEP\n")[1:]
    return np.array([[line.split()[1:] for line in frame.split("\n")[8:-1]] for frame in frames], float)


def read_forces(path):
    """Of a dump local with the columns index, tags of two grains, force on the first: tags [contact, 2], the lower one first,
    and the size of the force [contact]; contacts in the order of their tags."""
    columns = np.loadtxt(path, skiprows=9, ndmin=2)
    tags = np.sort(columns[:, 1:3].astype(int), axis=1)
    order_of_tags = np.lexsort((tags[:, 1], tags[:, 0]))
    return tags[order_of_tags], np.linalg.norm(columns[order_of_tags, 3:6], axis=1)


def relative_difference(contacts, others):
    """L2 norm of the difference of two networks (tags, forces) over that of the second; no contact, no force."""
    tags, place = np.unique(np.concatenate([contacts[0], others[0]]), axis=0, return_inverse=True)
    place, size = place.ravel(), len(contacts[0])
    forces = np.zeros((2, len(tags)))
    forces[0, place[:size]], forces[1, place[size:]] = contacts[1], others[1]
    return np.linalg.norm(forces[0] - forces[1]) / np.linalg.norm(forces[1])


def wide_table(title, columns):
    table = Table(title)
    table.columns = columns
    return table


def order(steps, errors, floor=1e-11):
    """Slope of the error over all steps where it is above round-off."""
    steps, errors = np.array(steps), np.array(errors)
    seen = errors > floor
    return np.polyfit(np.log(steps[seen]), np.log(errors[seen]), 1)[0]


def product(p, q):
    """Product of two quaternions (w, x, y, z)."""
    return np.array([p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3], p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
                     p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1], p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]])


def angle(p, q):
    """Angle of the rotation from one attitude to the other."""
    difference = product(p * np.array([1, -1, -1, -1]), q)
    return 2 * np.arctan2(np.linalg.norm(difference[1:]), abs(difference[0]))


def rotate(q, v):
    """The vector v, given in the frame of a body with attitude q, in space; for arrays of attitudes, too."""
    w, u = np.asarray(q)[..., :1], np.asarray(q)[..., 1:]
    return v + 2 * np.cross(u, np.cross(u, v) + w * v)


def conjugate(q):
    return np.asarray(q) * np.array([1, -1, -1, -1])


def solve(rate, y, times, h=0.1):
    """y' = rate(y) at these times, the first of which is that of y, by the extrapolated midpoint rule of order 12
    (Gragg, Bulirsch, Stoer). Its error is 1e-13 after 20 units of time with spins of 1 and steps h of 0.1."""
    substeps = (2, 4, 6, 8, 10, 12)

    def midpoint(y, h, n):
        before, now = y, y + h / n * rate(y)
        for _ in range(n - 1):
            before, now = now, before + 2 * h / n * rate(now)
        return (before + now + h / n * rate(now)) / 2

    def step(y, h):
        row = []
        for n in substeps:
            new = [midpoint(y, h, n)]
            for coarse, m in zip(row, substeps[:len(row)][::-1]):
                new.append(new[-1] + (new[-1] - coarse) / ((n / m) ** 2 - 1))
            row = new
        return row[-1]

    out = [np.array(y, float)]
    for begin, end in zip(times[:-1], times[1:]):
        n = max(1, round((end - begin) / h))
        y = out[-1]
        for _ in range(n):
            y = step(y, (end - begin) / n)
        out.append(y)
    return np.array(out)


def rigid_body(inertia, torque):
    """Rate of (attitude, angular momentum in the frame of the body); torque(q) in the same frame."""
    inertia = np.array(inertia)

    def rate(y):
        q, momentum = y[:4], y[4:]
        spin = momentum / inertia
        return np.concatenate([product(q, (0.0, *spin)) / 2, np.cross(momentum, spin) + torque(q)])
    return rate


def rotational_energy(q, momentum, inertia):
    """Of arrays of attitudes and of angular momenta in space."""
    body = rotate(conjugate(q), momentum)
    return (body ** 2 / np.array(inertia)).sum(axis=-1) / 2


def relative_errors(energy):
    return energy / energy[0] - 1


def envelope(values, windows=50):
    """Largest size in each of so many windows of a series (along the first axis) without its start."""
    return np.array([abs(window).max(axis=0) for window in np.array_split(values[1:], windows)])
