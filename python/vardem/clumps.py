# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Clumps, rigid particles made of spheres that overlap, and LAMMPS' molecule files of them.

Mass, center of mass and inertia are those of the union of the spheres: where spheres overlap, matter counts once. They
are exact where no sphere overlaps more than one other, else integrals by quadrature. LAMMPS itself would add up the
spheres as if they did not overlap.

Coordinates in the file are relative to the center of mass and along principal axes: LAMMPS (4 Jul 2026) does not read
the products of inertia in the order of its manual, and only if they are zero does the order not matter. If the spheres
had to be turned for that, the file tells the rotation back.

The masses of the members add up to the mass of the union, and to its center of mass, thus gravity on the members
exerts no torque. Their moments of inertia cannot add up to those of the union as well. LAMMPS takes these from the file
when it inserts a clump, but adds up the members of clumps that are there when a run begins, even of inserted ones
unless fix rigid/small has `reinit no`. For clumps that are there before the first run, its `infile` is the cure."""
import math
import os
import warnings
from collections import namedtuple
from pathlib import Path

import numpy as np

from .checks import atom_types, positive, vectors
from .meshes import mesh_moments, read_stl

Clump = namedtuple("Clump", "x r type name")                # centers, radii, types, names of the spheres in messages
Body = namedtuple("Body", "mass com inertia error")         # error: relative, of the integrals; None if they are exact

ARC_NODES = 20      # Gauss-Legendre integrates cos(3 phi) over a full circle to rounding with so many
NEARLY = 1e-12      # relative: what is smaller is zero but for rounding


def clump_molecule(file, positions, diameters, density=1.0, types=1, samples=64, mesh=None):
    """Writes the molecule file of a clump, and returns what is in it: mass, com (3,), inertia (3, 3), error.

    positions (n, 3), diameters (n,), types (n,); a single number is that of all spheres. density is
    one number. With a mesh, the surface of the grain that the spheres approximate, mass and inertia are
    those of what it encloses, exactly: an STL file, or its triangles (m, 3, 3), as read_stl() returns. com and inertia are in the coordinates of positions, and the inertia is about com.
    error is the relative error of the integrals, None if they are exact; samples is the number of
    their nodes in each interval where the integrand is smooth. What is odd but possible, such as
    spheres that do not touch, is a warning. Raises ValueError for an argument."""
    x = vectors("positions", positions)
    radii, kinds = positive("diameters", diameters, len(x)) / 2, atom_types("types", types, len(x))
    clump = Clump(x, radii, kinds, np.array([f"sphere {i} (from 0)" for i in range(len(x))]))
    if mesh is not None:
        mesh = read_stl(mesh) if isinstance(mesh, (str, os.PathLike)) else mesh
    text, whole, warned = molecule(clump, float(positive("density", density, 1)[0]), samples, mesh)
    for warning in warned:
        warnings.warn(warning, stacklevel=2)
    Path(file).write_text(text, encoding="utf-8")
    return whole


def distances(x):
    """Matrix of the distances between points"""
    return np.linalg.norm(x[:, None] - x[None, :], axis=2)


def without_doubles(clump):
    """The clump without spheres that are in it already, and warnings about them"""
    keys = [(*x, r) for x, r in zip(clump.x.tolist(), clump.r.tolist())]
    first = [keys.index(key) for key in keys]
    keep = [i for i, j in enumerate(first) if i == j]
    warned = [f"{clump.name[i]} is the same as {clump.name[j]}: left out" for i, j in enumerate(first) if i != j]
    return Clump(*(part[keep] for part in clump)), warned


def gaps(clump):
    """Warning about spheres that do not touch, not even by way of others"""
    touch = distances(clump.x) <= (clump.r[:, None] + clump.r[None, :]) * (1 + 1e-9)    # rounding apart
    rest, pieces = set(range(len(clump.r))), []
    while rest:
        piece, new = set(), {min(rest)}
        while new:
            piece |= new
            new = {int(j) for i in new for j in np.flatnonzero(touch[i])} - piece
        pieces.append(", ".join(clump.name[i] for i in sorted(piece)))
        rest -= piece
    return [f"the clump is in {len(pieces)} pieces that do not touch: {' | '.join(pieces)}"] if len(pieces) > 1 else []


# --- moments of bodies: matrix M = integral of y y^T dV with y = (1, x1, x2, x3): volume, first and second moments


def moved(moments, shift):
    """Moments of a body after a translation: y -> A y, so M -> A M A^T"""
    a = np.eye(4)
    a[1:, 0] = shift
    return a @ moments @ a.T


def ball(x, r):
    """Moments of a ball: V = 4/3 pi r^3, integral of x^2 over it = V r^2 / 5"""
    volume = 4 / 3 * math.pi * r**3
    return moved(np.diag([volume] + 3 * [volume * r**2 / 5]), x)


def cap(x, r, axis, h):
    """Moments of the cap that the plane at distance h from the center cuts from a ball, on the side of the unit vector.

    The slice at t from the center is a disk of radius s, s^2 = r^2 - t^2, its second moment along a diameter pi s^4/4.
    To be integrated over t from h to r: pi s^2, pi s^2 t for the first moment, pi s^2 t^2 for the second moment along
    the axis, pi s^4/4 across it. With the depth w = r - t, s^2 = w (2 r - w), from 0 to c = r - h, so that shallow caps
    do not cancel."""
    c = r - h
    volume = math.pi * c**2 * (r - c / 3)
    first = math.pi / 4 * (c * (2 * r - c))**2
    along = math.pi * c**2 * (r**3 - 5 / 3 * r**2 * c + r * c**2 - c**3 / 5)
    across = math.pi / 4 * c**3 * (4 / 3 * r**2 - r * c + c**2 / 5)
    moments = np.empty((4, 4))
    moments[0, 0] = volume
    moments[0, 1:] = moments[1:, 0] = first * axis
    moments[1:, 1:] = across * np.eye(3) + (along - across) * np.outer(axis, axis)
    return moved(moments, x)


def cut(x1, r1, x2, r2):
    """Direction and distance h, from sphere 1, of the plane where two spheres meet: r1^2 - h^2 = r2^2 - (d - h)^2"""
    d = np.linalg.norm(x2 - x1)
    return (x2 - x1) / d, (d**2 + r1**2 - r2**2) / (2 * d)


def lens(x1, r1, x2, r2):
    """Moments of the intersection of two balls: a cap of each"""
    return cap(x1, r1, *cut(x1, r1, x2, r2)) + cap(x2, r2, *cut(x2, r2, x1, r1))


# --- moments of a union by its surface: where its normal is n, a sphere is in another one if n . toward > cosine


def exposed(n, toward, cosine):
    """Which points of the sphere no other sphere covers. In doubt none does: one interval more does no harm."""
    return (n @ toward.T <= cosine + 1e-7).all(axis=1)


def circle_ends(toward, cosine):
    """Highest and lowest point of each circle in which another sphere cuts this one"""
    level = np.hypot(toward[:, 0], toward[:, 1])
    flat = np.where(level > 0, level, 1)
    up = np.stack([-toward[:, 2] * toward[:, 0] / flat, -toward[:, 2] * toward[:, 1] / flat, level], axis=1)
    radius = np.sqrt(1 - cosine**2)[:, None]
    return np.concatenate([cosine[:, None] * toward + sign * radius * up for sign in (1, -1)])


def crossings(toward, cosine):
    """Points where two such circles cross: n = a t1 + b t2 +- c t1 x t2 with n . t1 = cosine1, n . t2 = cosine2"""
    i, j = np.triu_indices(len(cosine), 1)
    t1, t2, c1, c2 = toward[i], toward[j], cosine[i], cosine[j]
    t12 = np.sum(t1 * t2, axis=1)
    sine2 = np.where(1 - t12**2 > NEARLY, 1 - t12**2, np.inf)
    a, b = (c1 - t12 * c2) / sine2, (c2 - t12 * c1) / sine2
    rest = (1 - a * c1 - b * c2) / sine2
    real = rest > 0
    base = (a[:, None] * t1 + b[:, None] * t2)[real]
    normal = (np.sqrt(np.maximum(rest, 0))[:, None] * np.cross(t1, t2))[real]
    return np.concatenate([base + normal, base - normal])


def exposed_arcs(u, toward, cosine):
    """Arcs of the latitudes z = u of the unit sphere that no other sphere covers: index of u, first and last angle.

    Covered are angles with s (t1 cos phi + t2 sin phi) > cosine - u t3, s^2 = 1 - u^2: interval about atan2(t2, t1)."""
    reach = np.outer(np.sqrt(1 - u**2), np.maximum(np.hypot(toward[:, 0], toward[:, 1]), 1e-300))
    half = np.arccos(np.clip((cosine - np.outer(u, toward[:, 2])) / reach, -1, 1))
    low = np.mod(np.arctan2(toward[:, 1], toward[:, 0]) - half, 2 * math.pi)
    low, high = np.hstack([low, low - 2 * math.pi]), np.hstack([low + 2 * half, low + 2 * half - 2 * math.pi])
    order = np.argsort(low, axis=1)
    low, high = np.take_along_axis(low, order, axis=1), np.take_along_axis(high, order, axis=1)
    edge = np.zeros((len(u), 1))
    begin = np.maximum(np.hstack([edge, np.maximum.accumulate(high, axis=1)]), 0)
    end = np.minimum(np.hstack([low, edge + 2 * math.pi]), 2 * math.pi)
    row, column = np.nonzero(end > begin)
    return row, begin[row, column], end[row, column]


def latitudes(toward, cosine, samples):
    """Nodes and weights in z over the unit sphere: Gauss-Legendre between the heights where arcs begin, end or meet.

    There the length of an arc changes like a square root, as the radius s of the latitudes does at the poles: both are
    smooth functions of t if z = middle + width sin(pi t/2)."""
    special = np.concatenate([circle_ends(toward, cosine), crossings(toward, cosine)])
    special = special[exposed(special, toward, cosine), 2]
    ends = np.unique(np.clip(np.concatenate([[-1, 1], special]), -1, 1))
    middle, width = (ends[1:] + ends[:-1]) / 2, (ends[1:] - ends[:-1]) / 2
    t, weight = np.polynomial.legendre.leggauss(samples)
    t *= math.pi / 2
    u = middle[:, None] + np.outer(width, np.sin(t))
    return np.clip(u, -1, 1).ravel(), np.outer(width, math.pi / 2 * np.cos(t) * weight).ravel()


def surface_part(i, x, r, samples):
    """What the exposed part of sphere i contributes to the moments of the union.

    By the divergence theorem, for f homogeneous of degree k, as div(f x) = (k + 3) f:
    integral of f dV = 1/(k + 3) integral of f (x . n) dA, with dA = r^2 dz dphi on a sphere, z of the unit sphere."""
    near = [j for j in range(len(r)) if j != i and np.linalg.norm(x[j] - x[i]) < r[i] + r[j]]
    planes = [cut(x[i], r[i], x[j], r[j]) for j in near]
    toward = np.array([axis for axis, _ in planes]).reshape(-1, 3)
    cosine = np.clip([h / r[i] for _, h in planes], -1, 1)
    u, weight = latitudes(toward, cosine, samples)
    row, low, high = exposed_arcs(u, toward, cosine)
    t, arc_weight = np.polynomial.legendre.leggauss(ARC_NODES)
    phi = ((low + high)[:, None] + np.outer(high - low, t)) / 2
    s, z = np.sqrt(1 - u**2)[row, None], np.broadcast_to(u[row, None], phi.shape)
    n = np.stack([s * np.cos(phi), s * np.sin(phi), z], axis=2)
    y = np.concatenate([np.ones(phi.shape + (1,)), x[i] + r[i] * n], axis=2)
    flux = np.sum(y[:, :, 1:] * n, axis=2) * np.outer(r[i]**2 * weight[row] * (high - low) / 2, arc_weight)
    degree = np.add.outer([0, 1, 1, 1], [0, 1, 1, 1])
    return np.einsum("qpa,qpb,qp->ab", y, y, flux, optimize=True) / (degree + 3)


def surface_moments(x, r, samples):
    """Moments of the union of balls by quadrature over its surface"""
    return sum(surface_part(i, x, r, samples) for i in range(len(r)))


def union_moments(x, r, samples):
    """Moments of the union of balls and their relative error. It is None if they are exact: balls minus lenses."""
    d = distances(x)
    every = range(len(r))
    inside = [i for i in every if any((r[j], -j) > (r[i], -i) and d[i, j] + r[i] <= r[j] for j in every)]
    x, r, d = np.delete(x, inside, axis=0), np.delete(r, inside), np.delete(np.delete(d, inside, 0), inside, 1)
    pairs = np.argwhere(np.triu(d < r[:, None] + r[None, :], 1))
    if np.bincount(pairs.ravel(), minlength=1).max() <= 1:
        return sum(map(ball, x, r)) - sum(lens(x[i], r[i], x[j], r[j]) for i, j in pairs), None
    fine = surface_moments(x, r, samples)
    change = abs(fine - surface_moments(x, r, samples // 2))
    return fine, max(change[0, 0] / fine[0, 0], change[1:, 1:].max() / np.trace(fine[1:, 1:]))


# --- the clump


def body(clump, density, samples, mesh=None):
    """Mass, center of mass and inertia tensor about it: I = trace(T) 1 - T, T = second moments about it"""
    origin = clump.x.mean(axis=0)       # far from the clump, moments would cancel
    moments, error = mesh_moments(mesh, origin) if mesh is not None else union_moments(clump.x - origin, clump.r, samples)
    com = moments[0, 1:] / moments[0, 0]
    second = density * moved(moments, -com)[1:, 1:]
    return Body(density * moments[0, 0], origin + com, np.trace(second) * np.eye(3) - second, error)


def principal_axes(inertia):
    """Rotation whose columns are principal axes, by Jacobi's method: axes that are principal already stay, so that a
    clump of a 2d system stays in its plane."""
    a, turn = inertia.copy(), np.eye(3)
    while True:
        p, q = max(((0, 1), (0, 2), (1, 2)), key=lambda pq: abs(a[pq]))
        if not abs(a[p, q]) > NEARLY * np.trace(a):     # also ends if numbers are too large and a is not a number
            return turn
        difference = a[q, q] - a[p, p]
        angle = math.atan2(2 * a[p, q] * math.copysign(1, difference), abs(difference)) / 2
        step = np.eye(3)
        step[p, p] = step[q, q] = math.cos(angle)
        step[p, q], step[q, p] = math.sin(angle), -math.sin(angle)
        a, turn = step.T @ a @ step, turn @ step


def member_masses(x, r, mass):
    """Masses m of members at x, relative to the center of mass: sum m = mass, sum m x = 0. None if some are <= 0.

    The least change of masses w in proportion to the volumes: m = w + sqrt(w) p with the smallest p that solves
    sum sqrt(w) p y = (mass, 0, 0, 0) - sum w y, y = (1, x). There is one even if all x are in a plane or on a line: by
    symmetry the center of mass is there too."""
    w = mass * r**3 / np.sum(r**3)
    y = np.hstack([np.ones((len(r), 1)), x / np.max(r)])
    wanted = [mass, 0, 0, 0]
    p = np.linalg.lstsq(y.T * np.sqrt(w), wanted - w @ y, rcond=NEARLY)[0]
    m = w + np.sqrt(w) * p
    return m if m.min() > 0 and np.allclose(m @ y, wanted, rtol=0, atol=1e-10 * mass) else None


def rotation(turn):
    """Angle in degrees and axis of a rotation matrix R: R a = a, and R - R^T = 2 sin(angle) [a]"""
    axis = np.linalg.svd(turn - np.eye(3))[2][-1]
    sine = axis @ [turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]] / 2
    return math.degrees(math.atan2(sine, (np.trace(turn) - 1) / 2)), axis


def section(title, rows):
    """Lines of a section of the molecule file, numbers such that the same are read back"""
    return ["", title, ""] + [" ".join(map(repr, [i, *row])) for i, row in enumerate(rows.tolist(), 1)]


def molecule(clump, density, samples, mesh=None):
    """Text of the molecule file, the body, and warnings"""
    if samples < 4:
        raise ValueError(f"samples = {samples}: too few, 4 at least")
    clump, doubles = without_doubles(clump)
    if len(clump.r) == 1:
        raise ValueError("a single sphere (doubles do not count) needs no clump: use an integrator of spheres,"
                         " e.g. fix nve/sphere/leapfrog")
    whole = body(clump, density, samples, mesh)
    turn = principal_axes(whole.inertia)
    x = (clump.x - whole.com) @ turn
    x[abs(x) < 1e-14 * np.max(clump.r)] = 0         # rounding; 2d systems take only z = 0
    m, warned = member_masses(x, clump.r, whole.mass), doubles + gaps(clump)
    if m is None:
        m = whole.mass * clump.r**3 / np.sum(clump.r**3)
        warned.append("members with masses like their volumes cannot have the center of mass of the body, as"
                      " with a sphere inside another: gravity on them exerts a torque, see gravity in fix rigid/small")
    of = "their union" if mesh is None else f"a mesh of {len(mesh)} triangles"
    return molecule_file(Clump(x, clump.r, clump.type, clump.name), m, whole, turn, density, of), whole, warned


def molecule_file(clump, m, whole, turn, density, of):
    """Text of the molecule file of a clump along its principal axes"""
    inertia = np.diag(turn.T @ whole.inertia @ turn)
    lines = [f"# clump of {len(m)} spheres, density {density!r}: mass and inertia of {of}, by clump_molecule.py"]
    if (turn != np.eye(3)).any():
        angle, axis = rotation(turn)
        lines.append("# turned to its principal axes; back to the given ones: rotate " +
                     " ".join(map(repr, [angle, *axis.tolist()])))
    lines += ["", f"{len(m)} atoms", f"{float(whole.mass)!r} mass", "0 0 0 com",
              " ".join(map(repr, inertia.tolist())) + " 0 0 0 inertia"]
    lines += section("Coords", clump.x) + section("Types", clump.type[:, None])
    lines += section("Diameters", 2 * clump.r[:, None]) + section("Masses", m[:, None])
    return "\n".join(lines) + "\n"
