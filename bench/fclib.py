#!/usr/bin/env python3
"""Problems of contacts with friction of FCLIB, in the rigid limit: the solver of fix nve/sphere/cd beside Siconos' Gauss-Seidel.

    /usr/bin/python3 bench/fclib.py --build build FOLDER

FOLDER has files of FCLIB (.hdf5) or of Siconos (.dat). They are no part of VARDEM: github.com/FrictionalContactLibrary/fclib-library has those of FCLIB.
The program needs h5py and Siconos, which are packages of Debian for its own Python: python3-h5py, python3-siconos.
Both solve the same W and q of u = W g + q, from g = 0. The residual is that of FCLIB for both, |g - P(g - u~)| / |q|, with u~ = u + (mu |u_t|, 0, 0) and the
projection P on Coulomb's cone. The table has products, or sweeps of Gauss-Seidel, and milliseconds of processor time on one core to each residual.
"""
import argparse, os, struct, subprocess, sys, tempfile, time
from pathlib import Path

for library in ("OPENBLAS", "OMP", "MKL"):     # one core, for both
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")
try:
    import h5py
    import numpy as np
    from siconos import numerics
except ImportError as missing:
    sys.exit(f"fclib.py: {missing}. Install python3-h5py and python3-siconos of Debian, and run this program by the Python that has them: /usr/bin/python3")
TOLERANCES = (1e-2, 1e-4, 1e-6)
PRODUCTS = 5000
METHODS = {"two_scales": "normal and tangential part scaled apart", "one_scale": "one scale"}


def entries(group):
    """Rows, columns and values of a sparse matrix of FCLIB, and its numbers of rows and columns."""
    m, n, nz = (int(group[k][()].ravel()[0]) for k in ("m", "n", "nz"))
    p, i, x = (group[k][()] for k in ("p", "i", "x"))
    if nz >= 0:
        return i[:nz], p[:nz], x[:nz], m, n
    along = np.repeat(np.arange(len(p) - 1), np.diff(p))
    used = len(along)
    return (i[:used], along, x[:used], m, n) if nz == -1 else (along, i[:used], x[:used], m, n)


def dense(group):
    i, j, x, m, n = entries(group)
    a = np.zeros((m, n))
    np.add.at(a, (i, j), x)
    return a


def solved_by_mass(group, b):
    """M^-1 b. The mass matrix of many bodies has a block of six rows for each."""
    i, j, x, m, _ = entries(group)
    if m % 6 or (i // 6 != j // 6).any():
        return np.linalg.solve(dense(group), b)
    blocks = np.zeros((m // 6, 6, 6))
    np.add.at(blocks, (i // 6, i % 6, j % 6), x)
    return np.linalg.solve(blocks, b.reshape(m // 6, 6, -1)).reshape(m, -1)


def read_fclib(name):
    """W, q, mu; None for a problem with rolling friction."""
    with h5py.File(name) as f:
        kind = next(k for k in f if k.startswith("fclib_"))
        if kind.endswith("rolling"):
            return None
        matrices = f[kind]["matrices"] if "matrices" in f[kind] else f[kind]
        v = {k: f[kind]["vectors"][k][()].ravel() for k in f[kind]["vectors"]}
        if kind == "fclib_local":
            return dense(matrices["W"]), v["q"], v["mu"]
        H = dense(matrices["H"])
        moved = solved_by_mass(matrices["M"], np.column_stack([H, v["f"]]))
        return H.T @ moved[:, :-1], H.T @ moved[:, -1] + v["w"], v["mu"]


def read_siconos(name):
    """W, q, mu of a text file: W is dense, or has blocks by rows, each with its number. Numbers of a block go down its columns."""
    words = iter(name.read_text().split())

    def take(n, kind=int):
        return [kind(next(words)) for _ in range(n)]

    _, nc, storage, n, _ = take(5)
    W = np.zeros((n, n))
    if storage == 0:
        take(2)
        W[:] = np.reshape(take(n * n, float), (n, n)).T
    else:
        _, rows, columns = take(3)
        take(rows + columns)
        sizes = take(2)
        first, column = take(sizes[0]), take(sizes[1])
        for i in range(rows):
            for j in column[first[i]:first[i + 1]]:
                take(1)
                W[3 * i:3 * i + 3, 3 * j:3 * j + 3] = np.reshape(take(9, float), (3, 3)).T
    return W, np.array(take(n, float)), np.array(take(nc, float))


def blocks(W):
    """The rows, columns and values of blocks of W that are not zero, and those of the diagonal."""
    nc = len(W) // 3
    by_contacts = W.reshape(nc, 3, nc, 3).transpose(0, 2, 1, 3)
    i, j = np.nonzero((np.abs(by_contacts).max(axis=(2, 3)) > 0) | np.eye(nc, dtype=bool))
    return i, j, by_contacts[i, j]


def write_blocks(path, W, q, mu):
    i, j, values = blocks(W)
    first = np.searchsorted(i, np.arange(len(mu) + 1))
    with open(path, "wb") as f:
        f.write(struct.pack("ii", len(mu), len(j)))
        for a, kind in ((first, np.int32), (j, np.int32), (values, float), (q, float), (mu, float)):
            f.write(np.ascontiguousarray(a, dtype=kind).tobytes())


def ours(build, path):
    """{method: ([(products, seconds) for each tolerance], least residual)}; products < 0: not reached."""
    out = subprocess.run([build / "bench" / "bench_fclib", path, str(PRODUCTS)], capture_output=True, text=True, check=True).stdout
    found = {}
    for line in out.splitlines():
        name, *numbers = line.split()
        found[name] = list(zip(map(int, numbers[:-1:2]), map(float, numbers[1:-1:2]))), float(numbers[-1])
    return found


def write_siconos(path, W, q, mu):
    """Blocks, of which Siconos' sweeps make use."""
    i, j, values = blocks(W)
    nc = len(mu)
    first = np.searchsorted(i, np.arange(nc + 1))
    size = 3 * (np.arange(nc) + 1)
    lines = [[3], [nc], [1], [3 * nc], [3 * nc], [len(j)], [nc], [nc], size, size, [nc + 1], [len(j)], first, j]
    for k, block in enumerate(values):
        lines += [[k], *([repr(float(a))] for a in block.T.ravel())]
    lines += [[repr(float(a)) for a in q], [repr(float(a)) for a in mu]]
    path.write_text("\n".join(" ".join(map(str, line)) for line in lines) + "\n")


def residual(W, q, mu, g):
    u, g = (W @ g + q).reshape(-1, 3), g.reshape(-1, 3)
    x = g - u
    x[:, 0] -= mu * np.linalg.norm(u[:, 1:], axis=1)
    n, t = x[:, 0], np.linalg.norm(x[:, 1:], axis=1)
    height = np.where(mu * t <= -n, 0.0, np.maximum(n + mu * t, 0.0) / (1 + mu * mu))
    on = np.column_stack([height, x[:, 1:] * (mu * height / np.where(t > 0, t, 1.0))[:, None]])
    inside = t <= mu * n
    on[inside] = x[inside]
    return np.linalg.norm(g - on) / np.linalg.norm(q)


def swept(path, problem, tolerance):
    """Sweeps, seconds and residual of Siconos with a tolerance of its own."""
    W, q, mu = problem
    given = numerics.frictionContact_new_from_filename(str(path))
    options = numerics.SolverOptions(numerics.SICONOS_FRICTION_3D_NSGS)
    options.iparam[numerics.SICONOS_IPARAM_MAX_ITER] = PRODUCTS
    options.dparam[numerics.SICONOS_DPARAM_TOL] = tolerance
    g, u = np.zeros(len(q)), np.zeros(len(q))
    start = time.process_time()
    numerics.fc3d_driver(given, g, u, options)
    return options.iparam[numerics.SICONOS_IPARAM_ITER_DONE], time.process_time() - start, residual(W, q, mu, g)


def theirs(path, problem):
    """As ours(), for Siconos. It measures its error otherwise, so it gets the largest tolerance with which its residual is small enough."""
    reached, least = [], float("inf")
    for wanted in TOLERANCES:
        for part in (100, 30, 10, 3, 1, 0.3, 0.1):
            sweeps, seconds, left = swept(path, problem, part * wanted)
            least = min(least, left)
            if left <= wanted or sweeps >= PRODUCTS:
                break
        reached.append((sweeps, seconds) if left <= wanted else (-1, 0.0))
    return reached, least


def shown(reached, least):
    return [f"{n} ({1e3 * t:.1f})" if n >= 0 else f"- (least {least:.0e})" for n, t in reached]


def rows_of(build, file):
    problem = read_siconos(file) if file.suffix == ".dat" else read_fclib(file)
    if problem is None:
        return []
    W, q, mu = problem
    head = (file.name.split(".")[0], str(len(mu)), f"{mu.max():g}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "problem.dat"     # Siconos looks at the suffix
        write_blocks(path, W, q, mu)
        rows = [(*head, METHODS[m], *shown(*found)) for m, found in ours(build, path).items()]
        write_siconos(path, W, q, mu)
        rows.append((*head, "Siconos, Gauss-Seidel", *shown(*theirs(path, problem))))
    return rows


def table(build, folder):
    if not folder or not folder.is_dir():
        sys.exit("The problems of FCLIB are no part of VARDEM: give the folder that has them; github.com/FrictionalContactLibrary/fclib-library has them")
    files = sorted(f for f in folder.iterdir() if f.suffix in (".hdf5", ".dat"))
    if not files:
        sys.exit(f"{folder} has no files of FCLIB (.hdf5) or of Siconos (.dat)")
    rows = [("problem", "contacts", "mu", "method", *(f"{t:g}" for t in TOLERANCES)), ("---",) * 7]
    for file in files:
        rows += rows_of(build, file)
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("folder", type=Path, nargs="?", help="problems of FCLIB")
    arguments = parser.parse_args()
    print(table(arguments.build.resolve(), arguments.folder))
