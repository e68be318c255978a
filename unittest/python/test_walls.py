#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Surfaces of fixes wall/contact as triangles, python/vardem/surfaces.py.

    build/bin/python test_walls.py"""
import math
import tempfile
import unittest
from pathlib import Path

import numpy as np

import vardem

BOX = [[-6, -5, -4], [6, 7, 8]]
TURN = math.radians(40)
MOVED = "rotate v_angle 1 1 0 0 0 1 move v_shift NULL NULL"
ARC = (math.pi / 72) ** 2       # a polygon of 72 sides is about half of this inside of a circle, as part of the radius
SLACK = 6 * ARC                 # of the places of triangles, for radii up to 6


def with_walls(**walls):
    """LAMMPS with grains everywhere, and with walls behind two steps: each is the words after the style, or those of a region and of
    `region wall`."""
    lmp = vardem.packing(np.random.default_rng(3).uniform(BOX[0], BOX[1], (900, 3)), 2, box=BOX, cmdargs=["-screen", "none", "-log", "none"])
    lmp.commands_list(["pair_style zero 1.0", "pair_coeff * *", "timestep 1", f"variable angle equal {TURN}*step/2",
                       "variable shift equal 0.25*step", "compute contacts all contact/force"])
    for name, words in walls.items():
        if not words.startswith(("plane ", "stl ")):
            lmp.command(f"region {name} {words}")
            words = f"region {name}"
        lmp.command(f"fix {name} all wall/contact {words} k 1")
    lmp.command("run 2")
    return lmp


def area(triangles):
    return np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1).sum() / 2


def distances(points, triangles):
    """From points to the nearest triangle that is not beside of them."""
    a, b, c = (triangles - triangles[:, :1]).swapaxes(0, 1)
    n = np.cross(b, c)
    n /= np.linalg.norm(n, axis=1)[:, None]
    parts = np.linalg.solve(np.stack([b, c, n], -1)[None], (points[:, None] - triangles[:, 0])[..., None])[..., 0]
    beside = (parts[..., :2] < -2e-3).any(-1) | (parts[..., :2].sum(-1) > 1 + 2e-3)
    return np.where(beside, np.inf, abs(parts[..., 2])).min(axis=1)


class Walls(unittest.TestCase):
    def check(self, expected, words):
        """The area, and that the points of the box where grains touch the wall are on its triangles."""
        lmp = with_walls(wall=words)
        triangles = vardem.walls(lmp, "wall")["wall"]
        self.assertAlmostEqual(area(triangles) / expected, 1, delta=2 * ARC)
        points = vardem.contacts(lmp).segments(2)[:, 1]
        points = points[((points > BOX[0]) & (points < BOX[1])).all(axis=1)]
        self.assertGreater(len(points), 10)
        self.assertLess(distances(points, triangles).max(), SLACK)

    def test_planes_end_at_the_box(self):
        self.check(144, "plane 1 0 -4 0 0 3")                               # its lower face
        self.check(144 * math.sqrt(2), "plane 0 0 3 0 1 1")                 # diagonal
        self.check(144 * math.sqrt(3) / 2 * 3 / 2, "plane 0 1 2 1 1 1")     # a hexagon through the middle
        self.check(144, "plane 0 3 2 0 1 0")                                # region plane

    def test_plane_in_a_tilted_box(self):
        lmp = with_walls(floor="plane 0 0 1 0 0 1")
        lmp.commands_list(["change_box all boundary p p p", "change_box all triclinic xy final 3 xz final -2 yz final 1", "run 0"])
        triangles = vardem.walls(lmp, "floor")["floor"]
        self.assertAlmostEqual(area(triangles), 144, 10)
        self.assertEqual(triangles[..., 2].min(), triangles[..., 2].max())

    def test_blocks(self):
        self.check(2 * (6 * 5 + 5 * 4 + 4 * 6), "block -2 4 -1 4 0 4")
        self.check(6 * 5 + 2 * (5 * 4 + 4 * 6), f"block -2 4 -1 4 0 4 open 6 {MOVED}")
        self.check(2 * 9 * 12, "block INF INF -2 7 INF 5 open 4")           # two faces, up to the box

    def test_round_ones(self):
        self.check(4 * math.pi * 16, f"sphere 1 0 2 4 {MOVED}")
        self.check(2 * math.pi * 3 * (3 + 5), "cylinder y 1 2 3 -2 3 side out")
        self.check(2 * math.pi * 3 * 5 + math.pi * 9, f"cylinder x 1 2 3 -2 3 open 1 {MOVED}")
        self.check(2 * math.pi * 3 * 12, "cylinder z 0 1 3 INF INF")
        self.check(math.pi * (1 + 4) * 5, "cone z 0 1 1 4 -2 2 open 1 open 2")
        self.check(math.pi * 4 * (4 + math.sqrt(32)), f"cone x 0 1 0 4 -2 2 open 1 {MOVED}")

    def test_forces_on_triangles(self):
        """Their sum is the force on the wall, and each acts on the side of its triangle from which grains press."""
        corners = np.array([[[-6, -5, 0], [6, -5, 0], [6, 7, 0]], [[-6, -5, 0], [6, 7, 0], [-6, 7, 0]]]) / 2
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        file = Path(folder.name, "plate.stl")
        vertices = ["".join("vertex {} {} {}\n".format(*p) for p in one) for one in corners]
        facets = [f"facet normal 0 0 0\nouter loop\n{one}endloop\nendfacet\n" for one in vertices]
        file.write_text("solid\n" + "".join(facets) + "endsolid\n")
        lmp = with_walls(plate=f"stl {file} scale 2 shift 0 0 1 move NULL NULL v_shift")
        plate = 2 * corners + [0, 0, 1]
        moved = vardem.walls(lmp, meshes={"plate": plate})["plate"]
        self.assertLess(abs(moved - plate - [0, 0, 0.5]).max(), 1e-12)
        contacts = vardem.contacts(lmp)
        forces = contacts.on_triangles(2)
        total = [lmp.numpy.extract_fix("plate", 0, 1, k) for k in range(3)]
        self.assertLess(abs(forces.sum(0) - total).max(), 1e-9 * abs(forces).max())
        for k, one in enumerate(forces):
            hit = contacts.triangles == k + 1
            self.assertGreater(hit.sum(), 10)
            self.assertLess(abs(one + contacts.forces[hit].sum(0)).max(), 1e-9 * abs(forces).max())
        rows = Path(folder.name, "rows")
        lmp.commands_list([f"dump rows all local 1 {rows} index c_contacts[*]", "dump_modify rows format float %.17g", "run 0"])
        dumped = vardem.contacts(next(iter(vardem.read_dump(rows)))).on_triangles(2)
        self.assertLess(abs(dumped - forces).max(), 1e-12 * abs(forces).max())
        with self.assertRaisesRegex(ValueError, "count = 1: there are contacts with triangle 2"):
            contacts.on_triangles(1)
        with self.assertRaisesRegex(ValueError, "ids = 'plate': walls of triangles, and no others, need"):
            vardem.walls(lmp, "plate")
        lmp.commands_list([f"fix other all wall/contact stl {file} k 1", "run 0"])
        with self.assertRaisesRegex(ValueError, "several fixes wall/contact have triangles"):
            vardem.contacts(lmp).on_triangles(2)

    def test_messages(self):
        lmp = with_walls(floor="plane 0 0 0 0 0 1")
        lmp.commands_list(["fix move all nve/sphere", "region a block 0 1 0 1 0 1", "region b union 2 a a", "fix both all wall/contact region b k 1"])
        self.assertEqual(vardem.walls(lmp), {})
        self.assertEqual(len(vardem.walls(with_walls(far="plane 0 0 99 0 0 1"), "far")["far"]), 0)
        for fix, why in ("door", "there is no fix with this ID"), ("move", "this is no fix wall/contact"), ("both", "the shape of this wall is not known"):
            with self.assertRaisesRegex(ValueError, f"ids = '{fix}': {why}"):
                vardem.walls(lmp, fix)


if __name__ == "__main__":
    unittest.main()
