# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Surfaces of walls as triangles."""
import numpy as np

from .meshes import triangles

COLUMNS = 24                                    # of the global array of fix wall/contact
PLANE, BLOCK, SPHERE, CYLINDER = 1, 2, 3, 4
SIDES = 72                                      # of a polygon in place of a circle
ENDLESS = 1e19                                  # LAMMPS has 1e20 for INF


def walls(lmp, *ids, meshes=None):
    """{ID: triangles (m, 3, 3)} of the fixes wall/contact with these IDs, where the walls are.

    lmp: LAMMPS, after a run. Planes, and what else has no end, end at the box. A circle becomes a
    polygon with 72 sides. Faces of regions that are open have no triangles. meshes: {ID: triangles}
    of walls of triangles, as {"screw": 1e-3 * read_stl("screw.stl")}, where the fix has them before
    they move."""
    low, high, xy, yz, xz, *_ = lmp.extract_box()
    edges = np.diag(np.subtract(high, low)) + [[0, xy, xz], [0, 0, yz], [0, 0, 0]]
    box = low + np.moveaxis(np.indices((2, 2, 2)), 0, -1) @ edges.T
    found = {one: surface(shape_of(lmp, one), box) for one in ids}
    for one, mesh in (meshes or {}).items():
        shift, *turn = shape_of(lmp, one, True)[4:]
        found[one] = triangles(one, mesh) @ turn + shift
    return found


def shape_of(lmp, fix, has_file=False):
    """What the fix knows of its shape, a row x y z for each vector."""
    if not lmp.has_id("fix", fix):
        raise ValueError(f"ids = {fix!r}: there is no fix with this ID")
    row = row_of(lmp, fix)
    if row is None:
        raise ValueError(f"ids = {fix!r}: this is no fix wall/contact; others do not tell their "
                         "shape")
    if any(row) and has_file != (row[0] == 0):
        raise ValueError(f"ids = {fix!r}: walls of triangles, and no others, need those of their "
                         f"file, as walls(lmp, meshes={{{fix!r}: read_stl('wall.stl')}})")
    if not any(row):
        raise ValueError(f"ids = {fix!r}: the shape of this wall is not known; it must be a plane, "
                         "or a region of style plane, block, sphere, cylinder or cone")
    return np.reshape(row, (-1, 3))


def row_of(lmp, fix):
    """The global array of a fix wall/contact; None of other fixes."""
    from lammps import LMP_SIZE_COLS, LMP_STYLE_GLOBAL, LMP_TYPE_ARRAY
    try:
        columns = lmp.extract_fix(fix, LMP_STYLE_GLOBAL, LMP_SIZE_COLS)
    except Exception:                           # LAMMPS': it has no array
        columns = 0
    if columns != COLUMNS:
        return None
    return [lmp.extract_fix(fix, LMP_STYLE_GLOBAL, LMP_TYPE_ARRAY, 0, k) for k in range(COLUMNS)]


def walls_of_triangles(lmp):
    """The IDs of the fixes wall/contact that are made of triangles."""
    rows = {fix: row_of(lmp, fix) for fix in lmp.available_ids("fix")}
    return [fix for fix, row in rows.items() if row and row[0] == 0 and any(row)]


def surface(shape, box):
    """Triangles of a shape; box: corners (2, 2, 2, 3)."""
    (kind, is_open, radius), a, b, (radius_hi, low, high), shift, *turn = shape
    is_open = int(is_open) >> np.arange(6) & 1
    box = (box - shift) @ np.transpose(turn)    # as seen from where the region was at first
    if kind == PLANE:
        found = fan(section(box, a, b))
    elif kind == BLOCK:
        found = block(a, b, is_open, box)
    elif kind == SPHERE:
        angles = np.linspace(0, np.pi, SIDES // 2 + 1)
        found = strips([circle(a + [0, 0, radius * np.cos(t)], radius * np.sin(t), 2)
                        for t in angles])
    else:
        found = cylinder(a, b, (radius, radius_hi), (low, high), is_open, box)
    areas = np.linalg.norm(np.cross(found[:, 1] - found[:, 0], found[:, 2] - found[:, 0]), axis=1)
    found = found[areas > 1e-12 * areas.max(initial=0)]     # at the poles of a sphere there is none
    return found @ turn + shift


def section(box, point, normal):
    """Where a plane cuts the box: the corners of a polygon, in their order."""
    height = (box - point) @ normal
    height[abs(height) < 1e-12 * np.ptp(height)] = 0
    found = [box[height == 0]]
    for axis in range(3):
        (low, high), (begin, end) = np.moveaxis(height, axis, 0), np.moveaxis(box, axis, 0)
        cut = low * high < 0
        part = low[cut] / (low - high)[cut]
        found.append(begin[cut] + part[:, None] * (end - begin)[cut])
    found = np.concatenate(found)
    if len(found) < 3:
        return found[:0]
    arms = found - found.mean(axis=0)
    across = np.cross(normal, arms[0])
    return found[np.argsort(np.arctan2(arms @ across, arms @ arms[0] * np.linalg.norm(normal)))]


def block(a, b, is_open, box):
    """Faces of a block from corner a to corner b."""
    low = np.where(a < -ENDLESS, box.min(axis=(0, 1, 2)), a)
    high = np.where(b > ENDLESS, box.max(axis=(0, 1, 2)), b)
    found = [np.empty((0, 3, 3))]
    for face in range(6):
        axis, end = face // 2, (a, b)[face % 2]
        if not is_open[face] and abs(end[axis]) < ENDLESS:
            points = np.tile(end, (4, 1))
            points[:, axis - 2] = np.array([low, high, high, low])[:, axis - 2]
            points[:, axis - 1] = np.array([low, low, high, high])[:, axis - 1]
            found.append(fan(points))
    return np.concatenate(found)


def cylinder(a, b, radii, ends, is_open, box):
    """Ends and mantle of a cylinder or a cone around the axis from a along b."""
    axis, along = np.argmax(abs(b)), (box - a) @ b
    at = np.where(np.abs(ends) < ENDLESS, ends, [along.min(), along.max()])
    middles = [circle(a + end * b, 0, axis) for end in at]
    low, high = (circle(a + end * b, radius, axis) for end, radius in zip(at, radii))
    faces = (middles[0], low), (middles[1], high), (low, high)
    there = [not is_open[k] and (k == 2 or abs(ends[k]) < ENDLESS) for k in range(3)]
    return np.concatenate([np.empty((0, 3, 3))] + [strips(faces[k]) for k in np.flatnonzero(there)])


def circle(middle, radius, axis):
    """Points around an axis of the coordinates, from the first one to itself again."""
    angles = np.linspace(0, 2 * np.pi, SIDES + 1)
    points = np.tile(middle, (SIDES + 1, 1))
    points[:, axis - 2] += radius * np.cos(angles)
    points[:, axis - 1] += radius * np.sin(angles)
    return points


def fan(points):
    """Triangles of a convex polygon."""
    return np.stack([np.broadcast_to(points[:1], points[2:].shape), points[1:-1], points[2:]], axis=1)


def strips(rings):
    """Triangles between curves of equally many points, each with the next one."""
    one, other = np.array(rings[:-1]), np.array(rings[1:])
    a, b, c, d = one[:, :-1], one[:, 1:], other[:, 1:], other[:, :-1]
    return np.stack([a, b, c, a, c, d], axis=-2).reshape(-1, 3, 3)
