# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Triangle meshes of closed surfaces."""
from pathlib import Path

import numpy as np

from .checks import numbers


def read_stl(path):
    """Triangles (m, 3, 3) of a text or binary STL file, a row x y z for each corner."""
    data = Path(path).read_bytes()
    count = int(np.frombuffer(data, "<u4", 1, 80)[0]) if len(data) >= 84 else -1
    if len(data) == 84 + 50 * count:            # normal, corners, and two bytes for each triangle
        rows = np.frombuffer(data, [("floats", "<f4", 12), ("more", "<u2")], count, 84)["floats"]
        return rows[:, 3:].reshape(-1, 3, 3).astype(float)
    words = [line.split() for line in data.decode("utf-8", "replace").splitlines()]
    try:
        corners = np.array([line[1:4] for line in words if line[:1] == ["vertex"]], float)
        return corners.reshape(-1, 3, 3)
    except ValueError as problem:
        raise ValueError(f"{path}: this is no STL file: {problem}") from None


def mesh_moments(mesh, origin):
    """Moments of what a mesh encloses: matrix of the integral of y y^T dV with y = (1, x - origin), and
    no error.

    By the divergence theorem that is the sum over the tetrahedra from the origin to the triangles,
    with signs. Of one with volume V and corners y_i it is V/20 (sum y_i y_i^T + s s^T), s = sum y_i."""
    corners = closed(triangles("mesh", mesh)) - origin
    y = np.ones((len(corners), 4, 4))
    y[:, 0, 1:], y[:, 1:, 1:] = 0, corners
    volumes, s = np.linalg.det(corners) / 6, y.sum(axis=1)
    moments = (np.einsum("t,tca,tcb->ab", volumes, y, y) + np.einsum("t,ta,tb->ab", volumes, s, s)) / 20
    if not moments[0, 0] > 0:
        raise ValueError("mesh: the volume that it encloses is not positive; its triangles must be "
                         "counterclockwise, seen from outside")
    return moments, None


def triangles(name, value):
    """Array (m, 3, 3) of finite floats."""
    array = numbers(name, value)
    if array.ndim != 3 or array.shape[1:] != (3, 3):
        raise ValueError(f"{name} has the shape {array.shape}: it must be (m, 3, 3), the corners of m triangles")
    return array


def closed(mesh):
    """The triangles, if each edge is there once in each direction."""
    corner = np.unique(mesh.reshape(-1, 3), axis=0, return_inverse=True)[1].reshape(-1, 3)
    edges = np.concatenate([corner[:, [0, 1]], corner[:, [1, 2]], corner[:, [2, 0]]])
    single = np.unique(edges, axis=0)
    if len(single) < len(edges) or not np.array_equal(single, np.unique(edges[:, ::-1], axis=0)):
        raise ValueError("mesh: it is not a closed surface whose triangles all have the same sense of "
                         "rotation, since some edge does not belong to two triangles in opposite "
                         "directions. Mend it, as with trimesh or MeshLab")
    return mesh
