#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Grains of a grading curve and places for them, python/vardem/gradings.py.

    build/bin/python test_gradings.py"""
import math
import unittest

import numpy as np

import vardem

SIZES, PASSING = [0.25, 0.5, 1, 2], [0, 0.3, 0.3, 1]
BOX = [[0, 0, 0], [6, 7, 8]]


class Graded(unittest.TestCase):
    def test_sieves(self):
        """Sieved again, also by sieves in between, for which the curve is straight over the logarithm."""
        d = vardem.graded(SIZES, PASSING, count=20000)
        self.assertLess(abs(len(d) - 20000), 3)
        for size in (0.25, 0.3, 0.4, 0.5, 0.7, 1, 1.2, 1.7, 2):
            part = (d[d <= size]**3).sum() / (d**3).sum()
            self.assertLess(abs(part - np.interp(math.log(size), np.log(SIZES), PASSING)), 3e-3, size)
        self.assertFalse(((d > 0.5) & (d < 1)).any())

    def test_volume(self):
        d = vardem.graded([1, 2], [0, 1], volume=10000)
        self.assertLess(abs(math.pi / 6 * (d**3).sum() / 10000 - 1), 1e-4)

    def test_order(self):
        d = vardem.graded(SIZES, PASSING, count=1000)
        self.assertLess(abs(np.corrcoef(np.arange(len(d)), d)[0, 1]), 0.1)
        self.assertTrue((vardem.graded(SIZES, PASSING, count=1000) == d).all())
        other = vardem.graded(SIZES, PASSING, count=1000, seed=1)
        self.assertTrue((other != d).any() and (np.sort(other) == np.sort(d)).all())

    def test_bad_input(self):
        for arguments, message in (
                ((SIZES, [0, 30, 30, 100], 10), "passing is from 0 to 100: it must be 0 .* and 1, not 100"),
                (([1, 1], [0, 1], 10), r"sizes\[1\] = 1.0: sizes must increase"),
                (([0, 1], [0, 1], 10), r"sizes\[0\] = 0.0: it must be positive"),
                (([1], [1], 10), r"sizes has the shape \(1,\): there must be two sieves or more"),
                ((SIZES, [0, 1], 10), r"passing has the shape \(2,\): it must be \(4,\)"),
                ((SIZES, [0, 0.4, 0.3, 1], 10), r"passing\[2\] = 0.3: a larger sieve cannot pass less"),
                ((SIZES, PASSING), "count and volume: give one of them"),
                ((SIZES, PASSING, 10, 10), "count and volume: give one of them"),
                ((SIZES, PASSING, -1), "count = -1.0: it must be positive"),
                ((SIZES, PASSING, 5), "count = 5: from 1 to 2 the curve asks for 0.18 of a sphere; count must be larger"),
                ((SIZES, PASSING, math.nan), "count = nan: it must be finite")):
            with self.assertRaisesRegex(ValueError, message):
                vardem.graded(*arguments)


class Scattered(unittest.TestCase):
    def test_no_overlap(self):
        d = vardem.graded([0.5, 2], [0, 1], volume=0.3 * 6 * 7 * 8)
        for boundary in ("f f f", "p f p"):
            x, edge = vardem.scattered(d, BOX, boundary), np.array([6, 7, 8])
            periodic = np.array(["p" in word for word in boundary.split()])
            way = np.abs(x[:, None] - x)
            way = np.where(periodic, np.minimum(way, edge - way), way)
            gaps = np.linalg.norm(way, axis=2) - (d[:, None] + d) / 2
            self.assertGreater(gaps[np.triu_indices(len(d), 1)].min(), 0)
            inside = (x >= d[:, None] / 2) & (x <= edge - d[:, None] / 2)
            self.assertTrue((inside | periodic).all())
            self.assertFalse(inside.all() and periodic.any())

    def test_bad_input(self):
        with self.assertRaisesRegex(ValueError, r"box: there is no place for a sphere of diameter 1. .* fill 0.78 of the box"):
            vardem.scattered(np.ones(500), BOX)
        with self.assertRaisesRegex(ValueError, r"diameters\[1\] = 6.5: it does not fit into the box"):
            vardem.scattered([1, 6.5], BOX)
        with self.assertRaisesRegex(ValueError, "box has the shape"):
            vardem.scattered([1], [1, 2, 3])


if __name__ == "__main__":
    unittest.main()
