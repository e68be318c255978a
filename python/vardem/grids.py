# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Grids of coarse-grained fields: sums over points and lines, and kernels. See doc/notes/fields.md."""
import math

import numpy as np

from .checks import refuse, shaped, whole
from .dumps import Step
from .packings import boundary_words, box_corners

# over the distance in widths: the kernel, where it ends, its second moment in 1, 2 and 3 dimensions
KERNELS = {"gaussian": (lambda q: np.exp(-q**2 / 2), 4, (1, 2, 3)),
           "lucy": (lambda q: (1 + 3 * q) * (1 - q)**3, 1, (2 / 21, 5 / 28, 1 / 4)),
           "heaviside": (np.ones_like, 1, (1 / 3, 1 / 2, 3 / 5))}
SPLINE = 2 / 3          # second moment of the spline in each direction [cell^2]
AROUND = 3              # cells of the spline, and one for contacts just outside of the box
CHUNK = 40000           # pieces of lines at a time, whose arrays stay in the cache of a processor


class Grid:
    """Points in the middle of the cells of a box, and a kernel.

    cells: (3,) how many there are along each edge. A direction with one cell is averaged over.
    width: standard deviation of a gaussian; radius of a lucy or heaviside kernel [distance].
    box, tilt: ((xlo, ylo, zlo), (xhi, yhi, zhi)) and (xy, xz, yz), as in LAMMPS [distance].
    boundary: the words of LAMMPS' command boundary. Where it is not periodic, the grid has more
    cells than `cells`, so that it covers all of what the kernel spreads.

    shape (3,), points (*shape, 3), volume of a cell."""

    def __init__(self, cells, width, box, kernel="lucy", boundary="f f f", tilt=(0, 0, 0)):
        count = whole("cells", cells, (3,), "the numbers of cells along x, y and z")
        self.low, high = box_corners(box)
        xy, xz, yz = shaped("tilt", tilt, (3,), "xy, xz and yz")
        edges = np.diag(high - self.low) + [[0, xy, xz], [0, 0, yz], [0, 0, 0]]
        self.edges = edges / count                      # the columns are those of a cell
        self.inverse = np.linalg.inv(self.edges)
        self.volume = abs(np.linalg.det(self.edges))
        periodic = np.array(["p" in word for word in boundary_words(boundary)]) | (count == 1)
        self.set_kernel(count, width, kernel, periodic)

    @classmethod
    def of(cls, source, cells, width, kernel="lucy"):
        """Grid in the box of LAMMPS, or of a step of read_dump()."""
        if isinstance(source, Step):
            return cls(cells, width, source.box, kernel, source.boundary, source.tilt)
        low, high, xy, yz, xz, periodic, _ = source.extract_box()
        words = " ".join("p" if flag else "f" for flag in periodic)
        return cls(cells, width, (low, high), kernel, words, (xy, xz, yz))

    def set_kernel(self, count, width, kernel, periodic):
        """The shape of the grid, and Fourier transforms of the kernel for sums over points and,
        along each axis, over lines."""
        if kernel not in KERNELS:
            raise ValueError(f"kernel = {kernel!r}: it must be one of {', '.join(KERNELS)}")
        form, end, moments = KERNELS[kernel]
        resolved = count > 1
        steps, spacing = self.across(resolved)
        moment = moments[max(resolved.sum() - 1, 0)]
        thin = math.sqrt(SPLINE * (steps**2).sum() / moment)    # the kernel of the spline alone
        width = shaped("width", width, (), "one number")
        refuse("width", width, width <= thin,
               f"the cells do not resolve it; it must be above {thin:.6g}, or use more cells")
        wide = (count * spacing)[periodic & resolved].min(initial=np.inf) / (2 * end)
        refuse("width", width, width >= wide, "the kernel is wider than the periodic box; the width "
               f"must be below {wide:.6g}; a direction with one cell has no such limit")
        width = math.sqrt(width**2 - thin**2)
        self.pad = np.where(periodic, 0, np.ceil(end * width / spacing).astype(int) + AROUND)
        self.shape = tuple((count + 2 * self.pad).tolist())
        offsets = np.meshgrid(*(np.fft.fftfreq(n, 1 / n) for n in self.shape), indexing="ij")
        q = np.linalg.norm(np.tensordot(steps, offsets, 1), axis=0) / width
        weights = np.where(q <= end, form(np.minimum(q, end)), 0)
        self.transforms = [np.fft.rfftn(w) for w in splines(weights / weights.sum())]

    def across(self, resolved):
        """Edges of a cell without what is along directions that are not resolved; the distances of
        the planes of points."""
        along, _ = np.linalg.qr(self.edges[:, ~resolved])
        steps = np.where(resolved, self.edges - along @ (along.T @ self.edges), 0)
        with np.errstate(divide="ignore"):
            return steps, 1 / np.linalg.norm(np.linalg.pinv(steps), axis=1)

    @property
    def points(self):
        """(*shape, 3) positions of the grid [distance]"""
        places = np.moveaxis(np.indices(self.shape), 0, -1) + 0.5 - self.pad
        return self.low + places @ self.edges.T

    def divergence(self, flux):
        """(*shape, ...) of a field (*shape, ..., 3), by central differences of neighbors."""
        slopes = [np.roll(flux, -1, axis) - np.roll(flux, 1, axis) for axis in range(3)]
        return sum(slope @ row for slope, row in zip(slopes, self.inverse / 2))

    def of_points(self, name, x, values):
        """(*shape, m) sums of values (n, m) at positions, spread by the kernel."""
        cell, part = self.place(name, x)
        index, weight = self.nodes(cell), weights_of(part)
        found = np.empty((values.shape[1], *self.shape))
        for field, value in zip(found, values.T):
            field[:] = self.spread(self.summed(index, weight * value), 0)
        return np.moveaxis(found, 0, -1)

    def of_motion(self, name, x, values, velocities):
        """(*shape, m, 3) flux of values (n, m) that points carry with their velocities."""
        cell, part = self.place(name, x)
        sums = np.zeros((3, values.shape[1], math.prod(self.shape)))
        for axis, speed in enumerate((velocities @ self.inverse.T).T):
            index, weight = self.nodes(cell, (axis,)), weights_of(part, (axis,)) * speed
            for row, value in zip(sums[axis], values.T):
                row += self.summed(index, weight * value)
        return self.flux(sums)

    def of_lines(self, name, ends, start, change):
        """(*shape, m, 3) flux along lines (n, 2, 3): integral of a value, the kernel and the line
        element. Along a line the values (n, m) stay as at the start, and the last ones, of which
        change has a column each, go linearly to start + change."""
        cell, part = self.place(name, ends)
        order = np.argsort(self.nodes(cell[..., 0], (0, 1, 2))[0])  # neighbors are near in memory
        begin = (cell[..., 0] + part[..., 0])[:, order]
        move = (cell[..., 1] + part[..., 1])[:, order] - begin
        start, change = start.T[:, order], change.T[:, order]
        sums = np.zeros((3, len(start), math.prod(self.shape)))
        many = 1 + int(np.abs(np.diff(cell)).sum(axis=0).max(initial=0))
        size = max(1, CHUNK // many)
        for first in range(0, len(ends), size):
            some = slice(first, first + size)
            self.add_lines(sums, begin[:, some], move[:, some], start[:, some], change[:, some])
        return self.flux(sums)

    def add_lines(self, sums, begin, move, start, change):
        """Adds the flux of lines. Two points of Gauss integrate each piece exactly, since its
        integrand is of third order."""
        line, middle, length = pieces(begin, move)
        begin, way, start, change = (array[:, line] for array in (begin, move, start, change))
        cell = np.floor(begin + middle * way)
        places = middle - length / math.sqrt(12), middle + length / math.sqrt(12)
        parts = [begin - cell + place * way for place in places]
        cell = cell.astype(int)
        for axis in range(3):
            index, half = self.nodes(cell, (axis,)), length * way[axis] / 2
            one, other = (weights_of(part, (axis,)) * half for part in parts)
            both, moment = one + other, one * places[0] + other * places[1]
            low = index.min()
            index = (index - low).ravel()
            for k, row in enumerate(sums[axis], len(change) - len(start)):
                weight = both * start[k - len(change)]
                if k >= 0:
                    weight += moment * change[k]
                found = np.bincount(index, weight.ravel())
                row[low:low + len(found)] += found

    def place(self, name, x):
        """Cells of the grid's points that positions (n, ..., 3) are in, and where in them, from 0 to
        1: (3, n, ...)."""
        u = np.tensordot(self.inverse, x - self.low, (1, -1))
        u += (self.pad - 0.5).reshape(3, *(1,) * (x.ndim - 1))
        cell = np.floor(u)
        for axis in np.flatnonzero(self.pad):
            low, high = self.pad[axis] - 2, self.shape[axis] - self.pad[axis]
            wrong = (cell[axis] < low) | (cell[axis] > high)
            if wrong.any():
                refuse(name, x, wrong[..., None] & (np.arange(3) == axis), "it is outside of the box "
                       "along an edge that is not periodic; use a larger box")
        return cell.astype(int), u - cell

    def nodes(self, cell, across=()):
        """(2^d, n) flat indices of the points around cells; across these axes those of their faces."""
        index = np.zeros((1, cell.shape[1]), int)
        for axis, n in enumerate(self.shape):
            at = cell[axis] % n
            index = index * n
            if axis in across:
                index += at
            else:
                index = np.concatenate([index + at, index + np.where(at + 1 < n, at + 1, 0)])
        return index

    def summed(self, index, weights):
        return np.bincount(index.ravel(), weights.ravel(), math.prod(self.shape))

    def spread(self, sums, which):
        """Density of what the points of the grid have."""
        if not sums.any():                              # such as the force of walls
            return 0
        found = np.fft.rfftn(sums.reshape(self.shape)) * self.transforms[which]
        return np.fft.irfftn(found, self.shape, (0, 1, 2)) / self.volume

    def flux(self, sums):
        """(*shape, m, 3) from sums (3, m, -1) over faces across each edge of the cell."""
        found = np.zeros((sums.shape[1], 3, *self.shape))
        for axis, column in enumerate(self.edges.T):
            for tensor, row in zip(found, sums[axis]):
                field = self.spread(row, 1 + axis)
                for c in np.flatnonzero(column):
                    tensor[c] += column[c] * field
        return np.moveaxis(found, (0, 1), (-2, -1))


def splines(kernel):
    """The kernel as it acts on sums over points, and over faces across each axis. Then central
    differences of these balance those exactly."""
    def mean(array, axis, shift):
        return (array + np.roll(array, shift, axis)) / 2

    found = [kernel] * 4
    for axis in range(3):
        for which in range(4):
            found[which] = mean(found[which], axis, 1)      # between faces and points
            if which != 1 + axis:
                found[which] = mean(found[which], axis, -1)
    return found


def weights_of(part, across=()):
    """(2^d, n) linear weights of the points around places in a cell, in the order of nodes()."""
    weight = np.ones((1, part.shape[1]))
    for axis in range(3):
        if axis not in across:
            weight = np.concatenate([weight * (1 - part[axis]), weight * part[axis]])
    return weight


def pieces(begin, move):
    """Pieces of lines between planes of grid points: number of the line, middle and length, both as
    parts of the line."""
    low = np.floor(begin)
    count = np.abs(np.floor(begin + move) - low)
    cuts = [np.zeros((1, begin.shape[1])), np.ones((1, begin.shape[1]))]
    for axis in range(3):
        for k in range(int(count[axis].max(initial=0))):
            plane = low[axis] + np.where(move[axis] > 0, 1 + k, -k)
            cut = np.ones((1, begin.shape[1]))
            np.divide(plane - begin[axis], move[axis], cut[0], where=k < count[axis])
            cuts.append(cut)
    cuts = np.sort(np.concatenate(cuts).clip(0, 1), axis=0)
    length = np.diff(cuts, axis=0)
    place, line = np.nonzero(length > 0)
    length = length[place, line]
    return line, cuts[place, line] + length / 2, length
