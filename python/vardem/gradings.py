# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Grains of a grading curve, and places for them."""
import itertools
import math

import numpy as np

from .checks import numbers, positive, refuse, shaped
from .packings import boundary_words, box_corners

TRIES = 5000        # random places for a sphere


def graded(sizes, passing, count=None, volume=None, seed=0):
    """Diameters (n,) of spheres with a grading curve, in random order.

    sizes (m,): openings of the sieves, increasing [distance]. passing (m,): the part of the mass that
    passes each, from 0 to 1. Between two sieves the curve is straight over the logarithm of the size,
    as it is drawn. Either count or volume: about how many spheres there are, or their volume without
    voids [distance^3]. Between two sieves there are as many as the curve asks for, but for rounding,
    and their sizes are evenly spread over it."""
    d, part = classes(sizes, passing)
    # With the mass even over ln(d), the number is even over d^-3: of a class with a unit of volume it is
    fine, coarse = d[:-1]**-3, d[1:]**-3
    wanted = part * 6 / math.pi * (fine - coarse) / (3 * np.log(d[1:] / d[:-1]))
    if (count is None) == (volume is None):
        raise ValueError("count and volume: give one of them, the number of spheres or their volume")
    name, amount = ("count", count) if volume is None else ("volume", volume)
    amount = float(positive(name, shaped(name, amount, (), "one number"), 1)[0])
    wanted *= amount / wanted.sum() if volume is None else amount
    number = np.rint(wanted).astype(int)
    lost = (number == 0) & (part > 0)
    if lost.any():
        i = int(np.flatnonzero(lost)[0])
        raise ValueError(f"{name} = {amount:g}: from {d[i]:g} to {d[i + 1]:g} the curve asks for "
                         f"{wanted[i]:.2g} of a sphere; {name} must be larger")
    even = [a + (np.arange(n) + 0.5) / n * (b - a) for a, b, n in zip(fine, coarse, number) if n]
    return np.random.default_rng(seed).permutation(np.concatenate(even)**(-1 / 3))


def classes(sizes, passing):
    """Sizes of the sieves, and the parts of the mass between them."""
    d, p = numbers("sizes", sizes), numbers("passing", passing)
    if d.ndim != 1 or len(d) < 2:
        raise ValueError(f"sizes has the shape {d.shape}: there must be two sieves or more")
    shaped("passing", p, d.shape, "a part for each sieve")
    refuse("sizes", d, d <= 0, "it must be positive")
    refuse("sizes", d, np.diff(d, prepend=0) <= 0, "sizes must increase")
    refuse("passing", p, np.diff(p, prepend=p[0]) < 0, "a larger sieve cannot pass less")
    if p[0] != 0 or p[-1] != 1:
        raise ValueError(f"passing is from {p[0]:g} to {p[-1]:g}: it must be 0 at the smallest sieve "
                         "and 1, not 100, at the largest")
    return d, np.diff(p)


def scattered(diameters, box, boundary="f f f", seed=0):
    """Random places (n, 3) for spheres in a box, so that none overlap; the largest find a place first.

    box, boundary: as those of packing(). Without a periodic boundary the spheres are inside of the
    box. Up to a quarter of the box can be filled in this way."""
    low, high = box_corners(box)
    d = positive("diameters", diameters, len(np.atleast_1d(diameters)))
    periodic = np.array(["p" in word for word in boundary_words(boundary)])
    random, edge = np.random.default_rng(seed), high - low
    refuse("diameters", d, d > edge.min(), f"it does not fit into the box, whose edges are {edge}")
    count = np.maximum(1, np.floor(edge / d.max())).astype(int)      # cells, as large as a sphere
    x, cells = np.empty((len(d), 3)), {}
    for i in np.argsort(-d, kind="stable"):
        space = np.where(periodic, 0, d[i] / 2)
        for _ in range(TRIES):
            x[i] = random.uniform(low + space, high - space)
            cell = np.minimum((x[i] - low) / edge * count, count - 1).astype(int)
            if apart(i, x, d, neighbors(cells, cell, count, periodic), edge * periodic):
                cells.setdefault(tuple(cell), []).append(i)
                break
        else:
            filled = math.pi / 6 * (d**3).sum() / edge.prod()
            raise ValueError(f"box: there is no place for a sphere of diameter {d[i]:g}. The spheres "
                             f"would fill {filled:.2g} of the box; take a larger box, such that it is "
                             "below 0.3")
    return x


def neighbors(cells, cell, count, periodic):
    """The spheres in a cell and in those around it."""
    near = [sorted({(c + s) % n if wraps else c + s for s in (-1, 0, 1)})
            for c, n, wraps in zip(cell.tolist(), count.tolist(), periodic)]
    return [j for key in itertools.product(*near) for j in cells.get(key, ())]


def apart(i, x, d, others, period):
    """Does sphere i overlap none of the others?"""
    way = np.abs(x[others] - x[i])
    way = np.minimum(way, np.abs(period - way), out=way, where=period > 0)
    return ((way**2).sum(axis=1) >= ((d[others] + d[i]) / 2)**2).all()
