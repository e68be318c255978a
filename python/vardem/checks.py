# SPDX-License-Identifier: GPL-2.0-only
# VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.
"""Arguments as arrays. What is wrong with one is a ValueError that names the argument and the value."""
import numpy as np


def refuse(name, array, wrong, why):
    """Stops at the first entry that is wrong; `wrong` has the shape of the array."""
    if not wrong.any():
        return
    place = tuple(np.argwhere(wrong)[0].tolist())
    entry = f"{name}[{', '.join(map(str, place))}]" if place else name
    others = int(wrong.sum()) - 1
    also = f" (and {others} more of {array.size})" if others else ""
    raise ValueError(f"{entry} = {array[place].item()!r}{also}: {why}")


def numbers(name, value):
    """Array of finite floats."""
    try:
        array = np.asarray(value, float)
    except (TypeError, ValueError) as problem:
        raise ValueError(f"{name} is no array of numbers: {problem}") from None
    refuse(name, array, ~np.isfinite(array), "it must be finite")
    return array


def shaped(name, value, shape, what):
    """Array of finite floats of this shape."""
    array = numbers(name, value)
    if array.shape != shape:
        raise ValueError(f"{name} has the shape {array.shape}: it must be {shape}, {what}")
    return array


def whole(name, value, shape, what):
    """Array of whole numbers from 1 on, of this shape."""
    array = shaped(name, value, shape, what)
    refuse(name, array, (array < 1) | (array != np.floor(array)),
           "it must be a whole number from 1 on")
    return array.astype(int)


def vectors(name, value):
    """Array of finite floats, a row x y z for each sphere."""
    array = numbers(name, value)
    if not array.size:
        raise ValueError(f"{name} is empty: there must be at least one sphere")
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"{name} has the shape {array.shape}: it must be (n, 3), "
                         "a row x y z for each of n spheres")
    return array


def of_each(name, value, n):
    """A number for each of n spheres; one number is that of all."""
    array = numbers(name, value)
    if array.shape not in ((), (n,)):
        raise ValueError(f"{name} has the shape {array.shape}: it must be one number, or ({n},), "
                         f"since there are {n} spheres")
    return array


def positive(name, value, n):
    """A positive number for each of n spheres."""
    array = of_each(name, value, n)
    refuse(name, array, array <= 0, "it must be positive")
    return np.broadcast_to(array, n)


def atom_types(name, value, n):
    """An atom type for each of n spheres, a whole number from 1 on."""
    array = of_each(name, value, n)
    refuse(name, array, (array < 1) | (array != np.floor(array)),
           "types are whole numbers from 1 on")
    return np.broadcast_to(array.astype(int), n)
