#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Clumps, python/vardem/clumps.py, against closed formulas and Monte Carlo, and the script
examples/clumps/clump_molecule.py.

    test_clumps.py

Needs numpy and no LAMMPS."""
import math
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "examples" / "clumps" / "clump_molecule.py"
sys.dont_write_bytecode = True      # nothing but what git knows is to be in the source tree
sys.path[:0] = [str(TOOL.parent), str(ROOT / "python")]
import clump_molecule as tool  # noqa: E402
from vardem import clump_molecule, clumps as cm  # noqa: E402

SAMPLES = 64
PAIR = "0 0 0 1\n1 0 0 1\n"
UNEQUAL = "0.2 -0.1 0.4 1\n0.9 0.5 0.1 0.6\n"
ELBOW = "0 0 0 1\n1 0 0 0.9\n0 1.1 0.2 0.7 2\n"


def body(text, density=1.0, samples=SAMPLES):
    return cm.body(tool.parse(text, "test"), density, samples)


def spheres(x, r):
    return "".join(f"{a!r} {b!r} {c!r} {d!r}\n" for (a, b, c), d in zip(x.tolist(), r.tolist()))


def turned(axis, angle):
    """Rotation matrix: exp([axis] angle) by Rodrigues' formula"""
    a = np.array(axis) / np.linalg.norm(axis)
    cross = np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def monte_carlo(x, r, points):
    """Estimates of volume, first and second moments of the union of balls, and their standard errors: a row of each"""
    random = np.random.default_rng(20260704)
    low, high = (x - r[:, None]).min(axis=0), (x + r[:, None]).max(axis=0)
    sums, squares, chunk = np.zeros(10), np.zeros(10), 100000
    for _ in range(points // chunk):
        p = random.uniform(low, high, (chunk, 3))
        inside = (np.linalg.norm(p[:, None] - x, axis=2) < r).any(axis=1)
        i, j = np.triu_indices(3)
        f = np.hstack([np.ones((chunk, 1)), p, p[:, i] * p[:, j]]) * inside[:, None]
        sums, squares = sums + f.sum(axis=0), squares + (f**2).sum(axis=0)
    mean = sums / points
    return np.prod(high - low) * np.array([mean, np.sqrt((squares / points - mean**2) / points)])


def read(text):
    """Header and sections of a molecule file"""
    lines = [line for line in text.splitlines()[1:] if line and not line.startswith("#")]
    found, section = {}, None
    for words in map(str.split, lines):
        if len(words) == 1:
            section = found.setdefault(words[0], [])
        elif section is None:
            found[words[-1]] = np.array(words[:-1], dtype=float)
        else:
            assert int(words[0]) == len(section) + 1
            section.append([float(word) for word in words[1:]])
    return {key: np.array(value) for key, value in found.items()}


def sphere_sum(x, r, m):
    """Mass, center and inertia tensor of spheres as if they did not overlap (Steiner)"""
    com = m @ x / m.sum()
    tensor = sum(mi * (0.4 * ri**2 + (xi - com) @ (xi - com)) * np.eye(3) - mi * np.outer(xi - com, xi - com)
                 for xi, ri, mi in zip(x, r, m))
    return m.sum(), com, tensor


class TestCase(unittest.TestCase):
    def assertClose(self, actual, expected, tolerance):
        np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance)

    def assertSame(self, one, other, tolerance):
        self.assertClose(one.mass, other.mass, tolerance)
        self.assertClose(one.com, other.com, tolerance)
        self.assertClose(one.inertia, other.inertia, tolerance)


class Union(TestCase):
    def test_pair(self):
        pair = body(PAIR)
        self.assertIsNone(pair.error)
        self.assertClose(pair.mass, 7.068583, 1e-6)
        self.assertClose(pair.com, [0.5, 0, 0], 1e-15)
        self.assertClose(pair.inertia, np.diag([3.004148, 5.213080, 5.213080]), 1e-6)

    def test_pair_volume_formula(self):
        # lens of equal spheres: pi (4 r + d) (2 r - d)^2 / 12
        self.assertClose(body(PAIR).mass, 8 / 3 * math.pi - math.pi * 5 / 12, 1e-14)

    def test_half_ball(self):
        half = cm.cap(np.zeros(3), 2.0, np.array([0, 0, 1.0]), 0.0)
        volume = 16 / 3 * math.pi
        self.assertClose(half[0], [volume, 0, 0, volume * 3 / 8 * 2], 1e-13)
        self.assertClose(half[1:, 1:], np.eye(3) * volume * 4 / 5, 1e-13)

    def test_caps_add_up_to_the_ball(self):
        axis = np.array([2, -3, 6]) / 7
        x = np.array([0.3, 0.1, -0.2])
        for h in (-0.9, 0.25, 0.999):
            both = cm.cap(x, 1.5, axis, h) + cm.cap(x, 1.5, -axis, -h)
            self.assertClose(both, cm.ball(x, 1.5), 1e-13)

    def test_separate(self):
        text = "0 0 0 1\n3 0 0 1\n"
        m, com, tensor = sphere_sum(np.array([[0, 0, 0], [3.0, 0, 0]]), np.ones(2), np.full(2, 4 / 3 * math.pi))
        apart = body(text)
        self.assertClose(apart.mass, m, 1e-14)
        self.assertClose(apart.com, com, 1e-15)
        self.assertClose(apart.inertia, tensor, 1e-13)
        self.assertClose(apart.inertia[1, 1], 22.200588, 1e-6)

    def test_sum_at_distance_one_counts_the_lens_twice(self):
        m, _, tensor = sphere_sum(np.array([[0, 0, 0], [1.0, 0, 0]]), np.ones(2), np.full(2, 4 / 3 * math.pi))
        self.assertClose([m, tensor[0, 0], tensor[1, 1]], [8.377580, 3.351032, 5.445427], 1e-6)
        self.assertGreater(m, body(PAIR).mass + 1)

    def test_inside(self):
        big = "0.3 -0.2 0.1 1.5\n"
        whole = cm.ball(np.zeros(3), 1.5)
        for inner in ("0.3 -0.2 0.1 0.5\n", "0.5 0.1 0.1 1.0\n", "0.3 0.3 0.1 1.0\n"):  # concentric, touching the last
            for text in (big + inner, inner + big):
                one = body(text)
                self.assertClose(one.mass, whole[0, 0], 1e-13)
                self.assertClose(one.com, [0.3, -0.2, 0.1], 1e-14)
                self.assertClose(one.inertia, 2 * whole[1, 1] * np.eye(3), 1e-12)

    def test_inside_and_overlapping(self):
        self.assertSame(body(PAIR + "-0.3 0.1 0.2 0.3\n"), body(PAIR), 1e-14)
        self.assertIsNone(body(PAIR + "-0.3 0.1 0.2 0.3\n").error)
        self.assertSame(body(ELBOW + "0.1 0 0.05 0.5\n"), body(ELBOW), 1e-14)

    def test_density(self):
        one, other = body(ELBOW), body(ELBOW, density=2650.0)
        self.assertClose(other.mass / one.mass, 2650, 1e-10)
        self.assertClose(other.inertia, 2650 * one.inertia, 1e-10)
        self.assertClose(other.com, one.com, 1e-15)

    def test_units(self):
        for text in (UNEQUAL, ELBOW):
            clump, one = tool.parse(text, "test"), body(text)
            for unit in (1e-6, 1e6):
                other = body(spheres(unit * clump.x, unit * clump.r))
                self.assertClose(other.mass / unit**3, one.mass, 1e-12)
                self.assertClose(other.inertia / unit**5, one.inertia, 1e-12)
                file = read(tool.convert(spheres(unit * clump.x, unit * clump.r), "test")[0])
                self.assertClose(file["Masses"] / unit**3, read(tool.convert(text, "test")[0])["Masses"], 1e-12)

    def test_translation(self):
        shift = np.array([10.0, -20.0, 30.0])
        for text in (UNEQUAL, ELBOW):
            clump = tool.parse(text, "test")
            here, there = body(text), body(spheres(clump.x + shift, clump.r))
            self.assertSame(there, here._replace(com=here.com + shift), 1e-12)

    def test_rotation(self):
        turn = turned([1, -2, 0.5], 1.1)
        for text in (UNEQUAL, ELBOW):
            clump = tool.parse(text, "test")
            here, there = body(text), body(spheres(clump.x @ turn.T, clump.r))
            self.assertSame(there, here._replace(com=turn @ here.com, inertia=turn @ here.inertia @ turn.T), 1e-12)


class Quadrature(TestCase):
    def test_against_lens(self):
        for text in (PAIR, UNEQUAL, "0 0 0 1\n0 0 1.2 0.7\n", "0 0 0 1\n0.5 0 0.3 0.45\n"):
            clump = tool.parse(text, "test")
            exact, error = cm.union_moments(clump.x, clump.r, SAMPLES)
            self.assertIsNone(error)
            self.assertClose(cm.surface_moments(clump.x, clump.r, SAMPLES), exact, 1e-12)

    def test_error_estimate(self):
        clump = tool.parse(ELBOW, "test")
        best, _ = cm.union_moments(clump.x, clump.r, 256)
        estimates = []
        for samples in (8, 16, 32):
            moments, estimate = cm.union_moments(clump.x, clump.r, samples)
            self.assertLess(abs(moments - best)[0, 0] / best[0, 0], estimate)
            estimates.append(estimate)
        self.assertLess(estimates[2], 1e-9)
        self.assertGreater(estimates[0], 10 * estimates[2])

    def test_chain_of_three(self):
        # no point is in all three: the sum of the spheres minus both lenses
        x, r = np.array([[-1.2, 0.1, 0], [0, 0, 0], [1.2, 0, 0.2]]), np.array([1, 0.8, 1.0])
        exact = sum(map(cm.ball, x, r)) - cm.lens(x[0], r[0], x[1], r[1]) - cm.lens(x[1], r[1], x[2], r[2])
        moments, error = cm.union_moments(x, r, SAMPLES)
        self.assertClose(moments, exact, 1e-12)
        self.assertLess(error, 1e-9)

    def test_elbow_against_monte_carlo(self):
        clump = tool.parse(ELBOW, "test")
        moments, error = cm.union_moments(clump.x, clump.r, SAMPLES)
        self.assertLess(error, 1e-12)
        i, j = np.triu_indices(3)
        values = np.concatenate([moments[0, :1], moments[0, 1:], moments[1 + i, 1 + j]])
        estimate, sigma = monte_carlo(clump.x, clump.r, 2000000)
        self.assertLess((sigma / moments[0, 0]).max(), 1e-3)
        self.assertLess((abs(values - estimate) / sigma).max(), 4)

    def test_octahedron(self):
        # six spheres about the origin, all symmetries of the cube: products of inertia vanish, moments are equal
        x = np.concatenate([np.eye(3), -np.eye(3)]) * 0.8
        moments, _ = cm.union_moments(x, np.full(6, 0.9), SAMPLES)
        self.assertClose(moments[0, 1:], 0, 1e-13)
        self.assertClose(moments[1:, 1:], moments[1, 1] * np.eye(3), 1e-12)


CUBE = np.array(list(np.ndindex(2, 2, 2)), float)       # corners 0 to 7: x y z as binary digits
SIDES = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]      # counterclockwise from outside
BOX = CUBE[[[a, b, c] for w, x, y, z in SIDES for a, b, c in ((w, x, y), (w, y, z))]]
BALLS = np.array([[0.5, 0.6, 1.2], [0.5, 1.4, 1.8]]), [1.1, 1.1]


class Mesh(TestCase):
    """Mass and inertia of a block with edges 1, 2 and 3: m (b^2 + c^2)/12."""

    def block(self, mesh):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "block.mol"
            return clump_molecule(file, *BALLS, density=2, mesh=mesh), file.read_text()

    def expect(self, found, turn=np.eye(3), com=np.array([0.5, 1, 1.5]), digits=1e-13):
        self.assertIsNone(found.error)
        self.assertClose(found.mass, 12, 12 * digits)
        self.assertClose(found.com, com, 10 * digits)
        self.assertClose(found.inertia, turn @ np.diag([13, 10, 5]) @ turn.T, 100 * digits)

    def test_block(self):
        found, text = self.block(BOX * [1, 2, 3])
        self.expect(found)
        self.assertIn("a mesh of 12 triangles", text.splitlines()[0])
        self.assertClose(read(text)["Masses"].sum(), 12, 1e-12)

    def test_turned_far_from_the_origin(self):
        turn, shift = turned([1, -2, 0.5], 1.1), np.array([30, -20, 10])
        com = turn @ [0.5, 1, 1.5] + shift
        with tempfile.TemporaryDirectory() as folder:
            found = clump_molecule(Path(folder) / "a", BALLS[0] @ turn.T + shift, BALLS[1], 2, mesh=BOX * [1, 2, 3] @ turn.T + shift)
        self.expect(found, turn, com, 1e-12)

    def test_files(self):
        mesh = BOX * [1, 2, 3]
        rows = np.zeros(12, [("n", "<f4", 3), ("x", "<f4", (3, 3)), ("more", "<u2")])
        rows["x"] = mesh
        text = "solid block\n" + "".join("facet normal 0 0 0\nouter loop\n" + "".join("vertex {} {} {}\n".format(*x) for x in corners) +
                                        "endloop\nendfacet\n" for corners in mesh) + "endsolid\n"
        with tempfile.TemporaryDirectory() as folder:
            for data in (b" " * 80 + np.uint32(12).tobytes() + rows.tobytes(), text.encode()):
                file = Path(folder) / "block.stl"
                file.write_bytes(data)
                self.expect(self.block(file)[0])
                result = tool.convert("0.5 0.5 1 .5\n0.5 1.5 2 .4\n", "test", 2, mesh=tool.read_stl(file))[0]
                self.assertClose(read(result)["mass"], 12, 1e-12)
            for wrong in (b"solid\nvertex 1 2\n", b"vertex 1 2 3\n"):
                file.write_bytes(wrong)
                with self.assertRaisesRegex(ValueError, "block.stl: this is no STL file"):
                    self.block(file)

    def test_bad_meshes(self):
        for mesh, message in ((BOX[1:], "it is not a closed surface"), (np.concatenate([BOX, BOX]), "it is not a closed surface"),
                              (np.concatenate([BOX[:1, ::-1], BOX[1:]]), "it is not a closed surface"), (BOX[:, ::-1], "not positive"),
                              (BOX[0], r"has the shape \(3, 3\)"), (BOX * math.nan, r"\[0, 0, 0\] = nan .*: it must be finite")):
            with self.assertRaisesRegex(ValueError, "mesh.*" + message):
                self.block(mesh)


class Members(TestCase):
    def test_masses_have_mass_and_center(self):
        for text in (PAIR, UNEQUAL, ELBOW, ELBOW + "0.3 0.4 -0.8 0.6\n0.5 0.4 0.9 0.65\n"):
            result, notes = tool.convert(text, "test", 2.5)
            self.assertFalse([note for note in notes if "warning" in note])
            file = read(result)
            m, x = file["Masses"][:, 0], file["Coords"]
            self.assertGreater(m.min(), 0)
            self.assertClose(m.sum(), file["mass"][0], 1e-12)
            self.assertClose(m @ x, 0, 1e-12)

    def test_masses_stay_if_they_fit(self):
        self.assertClose(read(tool.convert(PAIR, "test")[0])["Masses"][:, 0], 7.068583470577 / 2, 1e-12)

    def test_masses_that_cannot_fit(self):
        # the center of the union is that of the large one, where the small one pulls it from
        result, notes = tool.convert("0 0 0 1\n0.5 0 0 0.4\n", "test")
        self.assertEqual(sum("warning" in note for note in notes), 1)
        file = read(result)
        self.assertClose(file["Masses"][:, 0], 4 / 3 * math.pi * np.array([1, 0.064]) / 1.064, 1e-14)
        self.assertClose(file["Coords"][0], 0, 0)


class File(TestCase):
    def test_contents(self):
        result, notes = tool.convert(ELBOW, "test", 2.5)
        self.assertEqual(len(notes), 1)
        self.assertIn("relative error", notes[0])
        self.assertRegex(result, "^# clump of 3 spheres, density 2.5")
        file = read(result)
        self.assertEqual(list(file), ["atoms", "mass", "com", "inertia", "Coords", "Types", "Diameters", "Masses"])
        self.assertEqual(file["atoms"][0], 3)
        self.assertEqual(file["mass"][0], body(ELBOW, 2.5).mass)
        self.assertClose(file["com"], 0, 0)
        self.assertClose(file["Types"][:, 0], [1, 1, 2], 0)
        self.assertClose(file["Diameters"][:, 0], [2, 1.8, 1.4], 0)

    def test_principal_axes(self):
        # the inertia of the coordinates in the file, computed anew, is diagonal and that in the header
        file = read(tool.convert(ELBOW, "test")[0])
        again = body(spheres(file["Coords"], file["Diameters"][:, 0] / 2))
        self.assertClose(again.com, 0, 1e-13)
        self.assertClose(again.inertia, np.diag(file["inertia"][:3]), 1e-11)
        self.assertClose(file["inertia"][3:], 0, 0)
        self.assertClose(sorted(file["inertia"][:3]), np.linalg.eigvalsh(body(ELBOW).inertia), 1e-12)

    def test_rotation_back(self):
        for text in (UNEQUAL, ELBOW):
            result, _ = tool.convert(text, "test")
            clump, whole = tool.parse(text, "test"), body(text)
            angle, *axis = map(float, result.splitlines()[1].split("rotate ")[1].split())
            self.assertClose(read(result)["Coords"] @ turned(axis, math.radians(angle)).T, clump.x - whole.com, 1e-12)

    def test_example(self):
        # examples/clumps/angle.mol is what the tool makes of angle.spheres
        made = read(tool.convert((TOOL.parent / "angle.spheres").read_text(), "test")[0])
        there = read((TOOL.parent / "angle.mol").read_text())
        self.assertEqual(list(made), list(there))
        for key, values in made.items():
            self.assertClose(values, there[key], 1e-13)

    def test_axes_stay_if_they_are_principal(self):
        result, _ = tool.convert("0 2 0 1\n0 3 0 1\n", "test")
        self.assertNotIn("rotate", result)
        self.assertClose(read(result)["Coords"], [[0, -0.5, 0], [0, 0.5, 0]], 1e-15)

    def test_plane_stays(self):
        for text in ("0 0 0 1\n1 1 0 1\n", "0 0 0 1\n1 0.2 0 0.9\n0.1 1.1 0 0.8\n"):
            self.assertTrue((read(tool.convert(text, "test")[0])["Coords"][:, 2] == 0).all())


class Input(TestCase):
    def refused(self, text, pattern, **options):
        with self.assertRaisesRegex(ValueError, pattern):
            tool.convert(text, "clump.txt", **options)

    def test_bad_lines(self):
        for bad in ("1 2 3", "1 2 three 4", "1 2 3 4 5 6", "1 2 3 4 1.5"):
            self.refused(PAIR + bad + "\n", r"clump.txt:3: .*" + bad)
        for bad in ("1 2 3 0", "1 2 3 -4", "1 2 nan 1", "1 2 3 inf", "1 2 3 1 0"):
            self.refused("# text\n\n" + bad + " # more\n" + PAIR, r"clump.txt:3: .*" + bad)

    def test_nothing(self):
        self.refused("", "clump.txt: no spheres")
        self.refused("# only\n\n", "clump.txt: no spheres")

    def test_single_sphere(self):
        self.refused("0 0 0 1\n", "sphere.*integrator")
        self.refused("0 0 0 1\n0 0 0 1\n", "sphere.*integrator")

    def test_density_and_samples(self):
        for density in (0.0, -1.0, math.nan, math.inf):
            self.refused(PAIR, "density", density=density)
        self.refused(PAIR, "samples", samples=3)

    def test_doubles(self):
        result, notes = tool.convert("\n" + PAIR + "0 0 0 1\n", "test")
        self.assertEqual(len(notes), 1)
        self.assertRegex(notes[0], "warning.* line 4 .* line 2")
        self.assertEqual(result, tool.convert(PAIR, "test")[0])

    def test_pieces(self):
        _, notes = tool.convert("0 0 0 1\n3 0 0 1\n4 1 0 1\n9 0 0 1\n", "test")
        self.assertRegex(notes[0], r"warning.* 3 pieces.*: line 1 \| line 2, line 3 \| line 4$")
        self.assertEqual(tool.convert("0 0 0 0.1\n0.3 0 0 0.2\n", "test")[1], [])        # they touch, up to rounding


class Function(TestCase):
    """vardem.clump_molecule() with arrays."""
    def make(self, *arguments, **keywords):
        """What it returns, the file, and its warnings"""
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            whole = clump_molecule(Path(folder) / "clump.mol", *arguments, **keywords)
            return whole, (Path(folder) / "clump.mol").read_text(), [str(warning.message) for warning in caught]

    def test_dumbbell(self):
        # two balls that touch, known by Steiner: 2 m; 2 (2/5 m r^2) along, 2 (2/5 m r^2 + m r^2) across
        m, r = 2.5 * 4 / 3 * math.pi * 0.5**3, 0.5
        whole, text, warned = self.make([[1, 2, 3], [1, 3, 3]], 1.0, density=2.5)
        self.assertClose(whole.mass, 2 * m, 1e-13)
        self.assertClose(whole.com, [1, 2.5, 3], 1e-14)
        self.assertClose(np.diag(whole.inertia) / (m * r**2), [2.8, 0.8, 2.8], 1e-13)
        self.assertEqual((whole.error, warned), (None, []))
        file = read(text)
        self.assertClose(file["Coords"], [[0, -0.5, 0], [0, 0.5, 0]], 1e-15)
        self.assertClose(file["inertia"][:3], np.diag(whole.inertia), 1e-14)

    def test_same_file_as_that_of_the_script(self):
        clump = tool.parse(ELBOW, "test")
        whole, text, _ = self.make(clump.x, 2 * clump.r, 2.5, clump.type)
        self.assertEqual(text, tool.convert(ELBOW, "test", 2.5)[0])
        self.assertLess(whole.error, 1e-12)

    def test_warnings(self):
        for x, message in (([[0, 0, 0], [3, 0, 0]], r"in 2 pieces that do not touch: sphere 0 .* \| sphere 1 "),
                           ([[0, 0, 0], [1, 0, 0], [0, 0, 0]], r"sphere 2 \(from 0\) is the same as sphere 0")):
            warned = self.make(x, 2)[2]
            self.assertEqual(len(warned), 1)
            self.assertRegex(warned[0], message)

    def test_bad_arguments(self):
        pair = [[0, 0, 0], [1, 0, 0]]
        for message, arguments in ((r"positions has the shape \(2,\)", ([0, 1], 1)),
                                   (r"positions\[1, 0\] = nan", ([[0, 0, 0], [math.nan, 0, 0]], 1)),
                                   (r"diameters\[1\] = 0.0: it must be positive", (pair, [1, 0])),
                                   (r"diameters has the shape \(3,\)", (pair, [1, 1, 1])),
                                   (r"density = 0.0: it must be positive", (pair, 1, 0)),
                                   (r"density has the shape \(2,\)", (pair, 1, [1, 2])),
                                   (r"types\[0\] = 0.0", (pair, 1, 1, [0, 1])),
                                   ("samples = 3: too few", (pair, 1, 1, 1, 3)),
                                   ("a single sphere .* needs no clump", ([[0, 0, 0]], 1))):
            with self.assertRaisesRegex(ValueError, message):
                self.make(*arguments)


class Program(TestCase):
    def run_tool(self, *arguments, text=""):
        return subprocess.run([sys.executable, "-B", TOOL, *arguments], input=text, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)

    def test_files_and_pipes(self):
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder) / "clump.txt", Path(folder) / "clump.mol"
            source.write_text(ELBOW)
            to_file = self.run_tool(source, "-o", target, "--density", "2.5", "--samples", "32")
            self.assertEqual((to_file.returncode, to_file.stdout), (0, ""))
            self.assertIn("relative error", to_file.stderr)
            to_pipe = self.run_tool("-", "--density", "2.5", "--samples", "32", text=ELBOW)
            self.assertEqual(to_pipe.stdout, target.read_text())

    def test_errors(self):
        for arguments, text in ((["-"], ""), (["no/such/file"], ""), (["-", "--density", "0"], PAIR)):
            run = self.run_tool(*arguments, text=text)
            self.assertEqual((run.returncode, run.stdout), (1, ""))
            self.assertRegex(run.stderr, "^clump_molecule.py: error: ")


if __name__ == "__main__":
    unittest.main()
