# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Pictures of contact networks, by matplotlib."""
import numpy as np


def force_chains(grains, contacts, plane="xy", widest=4.0, axes=None):
    """Draws each contact that pushes as a line, as wide as its force, and returns the axes.

    plane: the two directions of the picture, such as "xz". widest: width of the line of the largest
    force [points]. axes: those of matplotlib to draw into; without them there are new ones."""
    if sorted(plane) not in (["x", "y"], ["x", "z"], ["y", "z"]):
        raise ValueError(f"plane = {plane!r}: it must be two of the letters x, y and z")
    import matplotlib.pyplot as plt
    from matplotlib.collections import LineCollection
    axes = plt.subplots()[1] if axes is None else axes
    pushing = contacts[contacts.pushes > 0]
    across = ["xyz".index(letter) for letter in plane]
    ends = pushing.segments(grains.by_id("diameters"))[:, :, across]
    widths = widest * pushing.pushes / pushing.pushes.max(initial=np.finfo(float).tiny)
    axes.add_collection(LineCollection(ends, linewidths=widths, colors="black", capstyle="round"))
    axes.autoscale_view()
    axes.set(aspect="equal", xlabel=plane[0], ylabel=plane[1])
    return axes
